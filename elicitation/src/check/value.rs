//! The check of a value against the property that asks for it.

use crate::{
    number_kind::NumberKind,
    schema::{Choice, ChoicesProperty, NumberProperty, PropertySchema, TextProperty},
};
use std::collections::BTreeSet;
use wire::{Field, Finding, Number, Payload, PayloadKind, Pointer};

/// The greatest length of the options that a hint lists, in bytes.
const MAX_HINT: usize = 200;

/// The place and the rule of the findings about a value.
pub(super) struct Value<'a> {
    /// The rule, which depends on whether the value is an answer or a default.
    pub(super) rule: &'static str,
    /// The value itself.
    pub(super) value: &'a Payload,
    /// The place of the value.
    pub(super) at: &'a Pointer,
}

impl Value<'_> {
    fn report(&self, message: String, hint: &str, found: &mut Vec<Finding>) {
        found.push(Finding::error(self.rule, self.at.clone(), message).hint(hint));
    }

    /// Reports a value of another JSON type. Returns `true` if the type is right.
    fn is_of_kind(&self, kind: PayloadKind, found: &mut Vec<Finding>) -> bool {
        let own = self.value.kind();
        if own == kind {
            return true;
        }
        let message = format!("the schema asks for {kind}, and the value is {own}");
        self.report(message, &format!("write {kind}"), found);
        false
    }

    /// Reports a value that breaks a rule of its property.
    pub(super) fn findings(&self, property: &PropertySchema, found: &mut Vec<Finding>) {
        match property {
            PropertySchema::Text(property) => self.judge_text(property, found),
            PropertySchema::Number(property) => self.judge_number(property, found),
            PropertySchema::Boolean(_) => {
                self.is_of_kind(PayloadKind::Boolean, found);
            }
            PropertySchema::Choices(property) => self.judge_choices(property, found),
            // A schema of another type has unknown rules.
            PropertySchema::Other(_) => {}
        }
    }

    fn judge_text(&self, property: &TextProperty, found: &mut Vec<Finding>) {
        if !self.is_of_kind(PayloadKind::String, found) {
            return;
        }
        let text = self.value.as_str().unwrap_or_default();
        if let Some(options) = property.options() {
            if !options.iter().any(|option| option.value == *text) {
                let message = format!("{} is not one of the options", self.value.text());
                self.report(message, &option_hint(&options), found);
            }
        }
        let count = text.chars().count();
        self.judge_count(
            count,
            "characters",
            (&property.min_length, &property.max_length),
            found,
        );
        if let Some(format) = property.format.get() {
            if !format.accepts(&text) {
                let message = format!("the text is not of the format `{format}`");
                let example = match format.as_str() {
                    "email" => "octocat@github.com",
                    "uri" => "https://example.com/",
                    "date" => "2026-07-28",
                    _ => "2026-07-28T10:00:00Z",
                };
                self.report(message, &format!("write it like `{example}`"), found);
            }
        }
    }

    /// Reports a number of characters or values outside of its limits.
    fn judge_count(
        &self,
        count: usize,
        unit: &str,
        (min, max): (&Field<Number>, &Field<Number>),
        found: &mut Vec<Finding>,
    ) {
        let bound = |bound: &Field<Number>| bound.get().and_then(Number::as_f64);
        let count = count as f64;
        if let Some(min) = bound(min).filter(|min| count < *min) {
            let message = format!("the value has {count} {unit}, fewer than {min}");
            self.report(message, &format!("use at least {min} {unit}"), found);
        }
        if let Some(max) = bound(max).filter(|max| count > *max) {
            let message = format!("the value has {count} {unit}, more than {max}");
            self.report(message, &format!("use at most {max} {unit}"), found);
        }
    }

    fn judge_number(&self, property: &NumberProperty, found: &mut Vec<Finding>) {
        if !self.is_of_kind(PayloadKind::Number, found) {
            return;
        }
        let Some(number) = Number::from_payload(self.value).and_then(|number| number.as_f64())
        else {
            return self.report(
                "the number is too large".to_owned(),
                "use a smaller number",
                found,
            );
        };
        if property.kind == NumberKind::Integer && number.fract() != 0.0 {
            let message = format!("{} is not a whole number", self.value.text());
            self.report(message, "use a whole number", found);
        }
        let bound = |bound: &Field<Number>| {
            Some((bound.get()?.as_str().to_owned(), bound.get()?.as_f64()?))
        };
        if let Some((text, _)) = bound(&property.minimum).filter(|(_, min)| number < *min) {
            let message = format!("{} is less than {text}", self.value.text());
            self.report(message, &format!("use at least {text}"), found);
        }
        if let Some((text, _)) = bound(&property.maximum).filter(|(_, max)| number > *max) {
            let message = format!("{} is more than {text}", self.value.text());
            self.report(message, &format!("use at most {text}"), found);
        }
    }

    fn judge_choices(&self, property: &ChoicesProperty, found: &mut Vec<Finding>) {
        if !self.is_of_kind(PayloadKind::Array, found) {
            return;
        }
        let options = property.options().unwrap_or_default();
        let known: BTreeSet<&str> =
            wire::collect_set(options.iter().map(|option| option.value.as_str()));
        let hint = option_hint(&options);
        let mut count = 0;
        for (index, element) in self.value.elements().enumerate() {
            count += 1;
            let at = self.at.element(index);
            let element = Value {
                value: &element,
                at: &at,
                rule: self.rule,
            };
            if !element.is_of_kind(PayloadKind::String, found) || known.is_empty() {
                continue;
            }
            let text = element.value.as_str().unwrap_or_default();
            if !known.contains(&*text) {
                let message = format!("{} is not one of the options", element.value.text());
                element.report(message, &hint, found);
            }
        }
        self.judge_count(
            count,
            "values",
            (&property.min_items, &property.max_items),
            found,
        );
    }
}

/// Lists the options in a hint. Many wrong values must not repeat a long list.
fn option_hint(options: &[Choice]) -> String {
    let values: Vec<_> = options.iter().map(|option| option.value.as_str()).collect();
    let values = values.join(", ");
    if values.len() > MAX_HINT {
        return "use the values of the options".to_owned();
    }
    format!("use one of {values}")
}
