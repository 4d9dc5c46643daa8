//! The rules of forms.

use super::{
    by_revision::{ValidateIn, report_unknown_member, validate},
    secret::secret_word,
    value::Value,
};
use crate::{
    number_kind::NumberKind,
    revision::Revision,
    schema::{
        BooleanProperty, ChoicesProperty, FormSchema, NumberProperty, PropertySchema, TextFormat,
        TextProperty, TitledOption,
    },
};
use std::collections::BTreeSet;
use wire::{Field, Finding, Fix, List, Number, Payload, Pointer};

validate!(
    FormSchema,
    PropertySchema,
    TextProperty,
    NumberProperty,
    BooleanProperty,
    ChoicesProperty
);

impl ValidateIn for FormSchema {
    /// Reports `elicit-schema`, `elicit-required`, `elicit-revision` and `elicit-secret`, and the findings of the
    /// properties.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        // ACP 1 has defaults for both members.
        let may_lack = revision.is_none_or(|revision| revision == Revision::Acp1);
        match self.kind.as_deref() {
            Some("object") => {}
            None if may_lack => {}
            None => {
                let message = "the schema of a form does not state the type `object`";
                found.push(
                    Finding::error("elicit-schema", at.clone(), message)
                        .hint("add `\"type\": \"object\"`")
                        .fix(Fix::Add("type".to_owned(), "\"object\"".to_owned())),
                );
            }
            Some(other) => {
                let message =
                    format!("the schema of a form is of the type `object`, not `{other}`");
                let finding = Finding::error("elicit-schema", at.member("type"), message);
                found.push(finding.hint("use `object`").fix(Fix::string("object")));
            }
        }
        if self.properties.get().is_none() && !may_lack {
            let message = "the schema of a form has no `properties`";
            found.push(
                Finding::error("elicit-schema", at.clone(), message)
                    .hint("add the inputs of the form, `\"properties\": {…}`"),
            );
        }
        if let Some(revision) = revision.filter(|revision| !revision.has_form_title()) {
            report_unknown_member(!self.title.is_absent(), "title", revision, at, found);
            report_unknown_member(
                !self.description.is_absent(),
                "description",
                revision,
                at,
                found,
            );
            report_unknown_member(self.meta.is_some(), "_meta", revision, at, found);
        }
        self.judge_required(at, found);
        let at = at.member("properties");
        for (name, property) in self.inputs() {
            let at = at.member(name);
            judge_secret(name, property, &at, found);
            property.findings_in(revision, &at, found);
        }
    }
}

impl FormSchema {
    fn judge_required(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let names: BTreeSet<&str> = wire::collect_set(self.inputs().map(|(name, _)| name));
        let at = at.member("required");
        for (index, name) in self.required.get().into_iter().flatten().enumerate() {
            if names.contains(name.as_str()) {
                continue;
            }
            let message = format!("the form requires `{name}`, but has no input of this name");
            found.push(
                Finding::error("elicit-required", at.element(index), message)
                    .hint("add the input to `properties`, or remove the name")
                    .fix(Fix::Remove),
            );
        }
    }
}

/// Reports a text input whose name or title suggests a secret.
fn judge_secret(name: &str, property: &PropertySchema, at: &Pointer, found: &mut Vec<Finding>) {
    if !matches!(property, PropertySchema::Text(_)) || property.options().is_some() {
        return;
    }
    let title = property.title().unwrap_or_default();
    let Some(word) = secret_word(name).or_else(|| secret_word(&title)) else {
        return;
    };
    let message = format!("the input asks for a secret (`{word}`), which form mode forbids");
    let finding = Finding::warning("elicit-secret", at.clone(), message);
    found.push(finding.hint("ask for secrets in URL mode"));
}

impl ValidateIn for PropertySchema {
    /// Reports `elicit-schema`, `elicit-bounds`, `elicit-choices`, `elicit-default` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Text(property) => property.findings_in(revision, at, found),
            Self::Number(property) => property.findings_in(revision, at, found),
            Self::Boolean(property) => property.findings_in(revision, at, found),
            Self::Choices(property) => property.findings_in(revision, at, found),
            Self::Other(schema) => return judge_other(schema, revision, at, found),
        }
        if let Some(revision) = revision.filter(|revision| !revision.is_acp()) {
            report_null_members(self, revision, at, found);
        }
    }
}

/// Reports optional members that are null. Clients of MCP refuse them, and in ACP they are absent.
fn report_null_members(
    property: &PropertySchema,
    revision: Revision,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let property = Payload::encode(property).unwrap_or_else(|_| Payload::empty_object());
    for (name, _) in property.members().filter(|(_, value)| value.is_null()) {
        let message = format!("{} does not allow `{name}` to be null", revision.title());
        let finding = Finding::error("elicit-revision", at.member(&name), message);
        found.push(finding.hint("remove the member").fix(Fix::Remove));
    }
}

/// Reports a property of a type that forms do not have. ACP asks clients to keep such properties.
fn judge_other(
    schema: &Payload,
    revision: Option<Revision>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let kind = schema.member("type");
    let kind = kind.as_ref().and_then(Payload::as_str);
    let message = match kind.as_deref() {
        Some("object") => "a form has no nested objects".to_owned(),
        Some(kind) => format!("a form has no inputs of the type `{kind}`"),
        None => "the property does not state its type".to_owned(),
    };
    let finding = match revision {
        Some(revision) if revision.is_acp() && kind.is_some() => {
            Finding::warning("elicit-schema", at.clone(), message)
        }
        _ => Finding::error("elicit-schema", at.clone(), message),
    };
    found.push(
        finding.hint("use `string`, `number`, `integer`, `boolean`, or `array` for a choice"),
    );
}

/// Reports metadata and defaults that a revision lacks.
fn judge_shared(
    meta: &Option<Payload>,
    default: Option<&Option<Payload>>,
    revision: Option<Revision>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(revision) = revision else { return };
    report_unknown_member(
        meta.is_some() && !revision.is_acp(),
        "_meta",
        revision,
        at,
        found,
    );
    let has_default = default.is_some_and(Option::is_some) && !revision.has_defaults();
    report_unknown_member(has_default, "default", revision, at, found);
}

/// Reports a default that an answer could not contain.
fn judge_default(property: &PropertySchema, at: &Pointer, found: &mut Vec<Finding>) {
    if let Some(value) = property.default_value() {
        let at = at.member("default");
        let value = Value {
            value: &value,
            at: &at,
            rule: "elicit-default",
        };
        value.findings(property, found);
    }
}

impl ValidateIn for TextProperty {
    /// Reports `elicit-schema`, `elicit-bounds`, `elicit-choices`, `elicit-default` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        judge_shared(&self.meta, Some(&self.default), revision, at, found);
        if let Some(revision) = revision {
            let is_unknown = !self.pattern.is_absent() && !revision.has_pattern();
            report_unknown_member(is_unknown, "pattern", revision, at, found);
            let is_unknown = !self.enum_names.is_absent() && !revision.has_enum_names();
            report_unknown_member(is_unknown, "enumNames", revision, at, found);
            let is_unknown = !self.one_of.is_absent() && !revision.has_titled_options();
            report_unknown_member(is_unknown, "oneOf", revision, at, found);
        }
        self.judge_format(revision, at, found);
        judge_counts(
            ("minLength", &self.min_length),
            ("maxLength", &self.max_length),
            at,
            found,
        );
        if let Some(values) = self.enum_values.get() {
            judge_values(values, &at.member("enum"), found);
        }
        if let Some(options) = self.one_of.get() {
            judge_titled(options, revision, &at.member("oneOf"), found);
        }
        if let Some(names) = self.enum_names.get() {
            let count = self.enum_values.get().map(List::len).unwrap_or_default();
            if names.len() != count {
                let message = format!("`enumNames` has {} titles for {count} values", names.len());
                let finding = Finding::error("elicit-choices", at.member("enumNames"), message);
                found.push(finding.hint("write one title for each value of `enum`"));
            }
            for (index, name) in names.entries().enumerate() {
                if name.is_err() {
                    let at = at.member("enumNames").element(index);
                    let message = "the titles of a choice are strings";
                    let finding = Finding::error("elicit-choices", at, message);
                    found.push(finding.hint("write the title as a string"));
                }
            }
        }
        judge_default(&self.clone().into(), at, found);
    }
}

impl TextProperty {
    /// Reports a format that a revision lacks. Clients of MCP and ACP 1 refuse unknown formats.
    fn judge_format(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        let Some(format @ TextFormat::Other(_)) = self.format.get() else {
            return;
        };
        if revision == Some(Revision::Acp2) && format.as_str() == "regex" {
            return;
        }
        let at = at.member("format");
        let message = format!("no revision defines the format `{format}`");
        let finding = match revision {
            Some(revision) if !revision.has_open_words() => {
                Finding::error("elicit-schema", at, message)
            }
            _ => Finding::warning("elicit-schema", at, message),
        };
        found.push(
            finding.hint("use `email`, `uri`, `date` or `date-time`, or leave the format out"),
        );
    }
}

impl ValidateIn for NumberProperty {
    /// Reports `elicit-bounds`, `elicit-default` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        judge_shared(&self.meta, Some(&self.default), revision, at, found);
        judge_order(
            ("minimum", &self.minimum),
            ("maximum", &self.maximum),
            at,
            found,
        );
        if self.kind == NumberKind::Integer && revision.is_some_and(Revision::is_acp) {
            judge_whole(("minimum", &self.minimum), at, found);
            judge_whole(("maximum", &self.maximum), at, found);
        }
        judge_default(&self.clone().into(), at, found);
    }
}

/// Reports the bound of an integer that is not an integer, which clients of ACP refuse.
fn judge_whole((name, bound): Bound<'_>, at: &Pointer, found: &mut Vec<Finding>) {
    let Some(bound) = bound.get() else { return };
    if bound.as_i64().is_none() {
        let message = format!(
            "`{name}` is {}, but the bounds of an integer are integers of 64 bits",
            bound.as_str()
        );
        let finding = Finding::error("elicit-bounds", at.member(name), message);
        found.push(finding.hint("write the bound without a fraction and an exponent"));
    }
}

impl ValidateIn for BooleanProperty {
    /// Reports `elicit-default` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        judge_shared(&self.meta, None, revision, at, found);
        judge_default(&self.clone().into(), at, found);
    }
}

impl ValidateIn for ChoicesProperty {
    /// Reports `elicit-choices`, `elicit-bounds`, `elicit-default` and `elicit-revision`.
    fn findings_in(&self, revision: Option<Revision>, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(revision) = revision.filter(|revision| !revision.has_multiple_choice()) {
            let message = format!("{} has no multiple choice", revision.title());
            let finding = Finding::error("elicit-revision", at.clone(), message);
            found.push(finding.hint("use one boolean for each option, or a later revision"));
        } else {
            judge_shared(&self.meta, Some(&self.default), revision, at, found);
        }
        judge_counts(
            ("minItems", &self.min_items),
            ("maxItems", &self.max_items),
            at,
            found,
        );
        let at_items = at.member("items");
        let items = self.items.get();
        if let Some(values) = items.and_then(|items| items.enum_values.get()) {
            judge_values(values, &at_items.member("enum"), found);
        }
        if let Some(options) = items.and_then(|items| items.any_of.get()) {
            judge_titled(options, revision, &at_items.member("anyOf"), found);
        }
        if self.options().is_none() {
            let message = "an array without options is not an input";
            let finding = Finding::error("elicit-choices", at.clone(), message);
            found.push(
                finding.hint("add `items` with `\"type\": \"string\"` and `enum`, or with `anyOf`"),
            );
        }
        let kind = items.and_then(|items| items.kind.as_deref());
        if kind.is_some_and(|kind| kind != "string") {
            let message = "the elements of a multiple choice are strings";
            let finding = Finding::error("elicit-choices", at_items.member("type"), message);
            found.push(finding.hint("use `string`").fix(Fix::string("string")));
        }
        judge_default(&self.clone().into(), at, found);
    }
}

type Bound<'a> = (&'a str, &'a Field<Number>);

/// Reports limits that no value can meet, and limits that are not whole numbers.
fn judge_counts(min: Bound<'_>, max: Bound<'_>, at: &Pointer, found: &mut Vec<Finding>) {
    for (name, bound) in [min, max] {
        let Some(number) = bound.get() else { continue };
        let value = number.as_f64().unwrap_or(f64::INFINITY);
        if value < 0.0 || value.fract() != 0.0 {
            let message = format!(
                "`{name}` is {number}, but a count is a whole number from 0",
                number = number.as_str()
            );
            let finding = Finding::error("elicit-bounds", at.member(name), message);
            found.push(finding.hint("use a whole number from 0"));
        }
    }
    judge_order(min, max, at, found);
}

/// Reports a minimum above its maximum.
fn judge_order(
    (min_name, min): Bound<'_>,
    (max_name, max): Bound<'_>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let (Some(min), Some(max)) = (min.get(), max.get()) else {
        return;
    };
    let (Some(low), Some(high)) = (min.as_f64(), max.as_f64()) else {
        return;
    };
    if low > high {
        let message = format!(
            "no value meets the bounds: `{min_name}` is {} and `{max_name}` is {}",
            min.as_str(),
            max.as_str(),
        );
        let finding = Finding::error("elicit-bounds", at.member(max_name), message);
        found.push(finding.hint("exchange the bounds, or correct one"));
    }
}

/// Reports values of a choice that are missing, repeated or not strings.
fn judge_values(values: &List<String>, at: &Pointer, found: &mut Vec<Finding>) {
    report_empty(values.is_empty(), at, found);
    let mut seen = BTreeSet::new();
    for (index, entry) in values.entries().enumerate() {
        match entry {
            Ok(value) => report_repeated(
                !seen.insert(value.as_str()),
                value,
                &at.element(index),
                found,
            ),
            Err(_) => {
                let message = "the values of a choice are strings";
                let finding = Finding::error("elicit-choices", at.element(index), message);
                found.push(finding.hint("write the value as a string"));
            }
        }
    }
}

/// Reports options with titles that are missing, repeated or unreadable.
fn judge_titled(
    options: &List<TitledOption>,
    revision: Option<Revision>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    report_empty(options.is_empty(), at, found);
    let mut seen = BTreeSet::new();
    for (index, entry) in options.entries().enumerate() {
        let at = at.element(index);
        match entry {
            Ok(option) => {
                report_repeated(
                    !seen.insert(option.value.as_str()),
                    &option.value,
                    &at.member("const"),
                    found,
                );
                if let Some(revision) = revision.filter(|revision| !revision.is_acp()) {
                    let is_described = !option.description.is_absent();
                    report_unknown_member(is_described, "description", revision, &at, found);
                    report_unknown_member(option.meta.is_some(), "_meta", revision, &at, found);
                }
                if option.title.get().is_none() {
                    let message = format!("the option `{}` has no title", option.value);
                    let finding = Finding::error("elicit-choices", at, message);
                    found.push(finding.hint("add a `title`, or list the values in `enum`"));
                }
            }
            Err(_) => {
                let message = "an option is an object with the strings `const` and `title`";
                let finding = Finding::error("elicit-choices", at, message);
                found.push(finding.hint("write `{\"const\": …, \"title\": …}`"));
            }
        }
    }
}

fn report_empty(is_empty: bool, at: &Pointer, found: &mut Vec<Finding>) {
    if is_empty {
        let finding = Finding::error(
            "elicit-choices",
            at.clone(),
            "a choice without options has no answer",
        );
        found.push(finding.hint("add the options"));
    }
}

fn report_repeated(is_repeated: bool, value: &str, at: &Pointer, found: &mut Vec<Finding>) {
    if is_repeated {
        let message = format!("the choice has another option `{value}`");
        let finding = Finding::error("elicit-choices", at.clone(), message);
        found.push(finding.hint("give each option its own value"));
    }
}
