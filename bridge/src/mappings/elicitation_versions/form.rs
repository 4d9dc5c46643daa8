//! The parameters of questions: mode, scope, form and inputs.

use super::{
    Way,
    members::{Places, TargetMembers},
};
use crate::{Refusal, Verdict::Copied, lens::FieldMap};
use elicitation::{Revision, TextFormat};
use std::collections::BTreeSet;
use wire::{Number, Payload, Pointer};

/// The members of an option that MCP lacks.
const OPTION_DETAILS: [&str; 2] = ["description", "_meta"];
/// The greatest number up to which a floating-point number holds every integer: 2^53.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

impl Way<'_> {
    /// Translates the parameters of a question. `key` identifies the question in 2026-07-28.
    ///
    /// # Errors
    /// Refuses a question that the target cannot ask.
    pub(super) fn question(
        self,
        params: &Payload,
        places: Places,
        key: &str,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        let rules = self.rules();
        let mode = params.member("mode");
        let mode = mode.as_ref().and_then(Payload::as_str);
        self.ensure_mode(mode.as_deref(), &places.from)?;
        let is_url = mode.as_deref() == Some("url");
        let mut target = TargetMembers::new(places, fields);
        target.show(&["mode", "sessionId", "elicitationId"]);
        if mode.is_none() && self.to.needs_mode() {
            target.default("mode", Payload::string("form"), &rules.mode);
        }
        let has_scope = !lacks(params, "sessionId") || !lacks(params, "requestId");
        if self.to.is_acp() && !has_scope {
            target.default("sessionId", Payload::string(self.session), &rules.scope);
        }
        for (name, value) in params.members() {
            if self.is_from_acp_to_mcp() && value.is_null() {
                continue;
            }
            match &*name {
                "mode" if value.is_null() && self.to.needs_mode() => {}
                "sessionId" if value.is_null() && !has_scope => {}
                "elicitationId" if value.is_null() && is_url => {}
                "mode" if !self.to.has_mode() => {}
                "mode" => target.copy("mode", value, &rules.mode),
                "sessionId" | "toolCallId" | "requestId" if !self.to.is_acp() => {}
                "sessionId" | "toolCallId" | "requestId" => target.copy(&name, value, &rules.scope),
                "task" if self.to != Revision::Mcp2025_11 => {}
                "elicitationId" if !self.to.has_elicitation_id() => {}
                "elicitationId" => target.copy(&name, value, &rules.elicitation_id),
                "requestedSchema" if value.is_object() => {
                    let places = target.places_of("requestedSchema");
                    let form = self.form(&value, places, target.fields())?;
                    target.add_noted("requestedSchema", form);
                }
                _ => target.copy(&name, value, &rules.question),
            }
        }
        let has_id = !lacks(params, "elicitationId");
        if is_url && self.to.has_elicitation_id() && !has_id {
            target.derive("elicitationId", Payload::string(key), &rules.elicitation_id);
        }
        Ok(target.finish())
    }

    /// Refuses a mode that the target lacks.
    fn ensure_mode(self, mode: Option<&str>, at: &Pointer) -> Result<(), Refusal> {
        let is_known = match mode {
            None | Some("form") => true,
            Some("url") => self.from.has_url_mode() && self.to.has_url_mode(),
            // ACP keeps unknown modes.
            Some(_) => self.from.is_acp() && self.to.is_acp(),
        };
        if is_known {
            return Ok(());
        }
        let mode = mode.unwrap_or_default();
        let message = format!("{} has no mode `{mode}`", self.to.title());
        let refusal = Refusal::rule_broken(self.rules().mode.id, at.member("mode"), message);
        Err(refusal.hint("ask in form mode, or translate into a later version"))
    }

    fn form(
        self,
        schema: &Payload,
        places: Places,
        fields: &mut FieldMap,
    ) -> Result<Payload, Refusal> {
        let rules = self.rules();
        let removed = self.removed_inputs(schema, &places.from)?;
        let mut target = TargetMembers::new(places, fields);
        target.show(&["type", "properties"]);
        // ACP 1 has defaults for both members.
        let needs_all = self.to != Revision::Acp1;
        if needs_all && lacks(schema, "type") {
            target.default("type", Payload::string("object"), &rules.form);
        }
        for (name, value) in schema.members() {
            if self.is_from_acp_to_mcp() && value.is_null() {
                continue;
            }
            match &*name {
                "type" | "properties" if value.is_null() && needs_all => {}
                "title" | "description" | "_meta" if !self.to.has_form_title() => {}
                "properties" if value.is_object() => {
                    let places = target.places_of("properties");
                    let inputs = self.inputs(&value, &removed, places, target.fields());
                    target.add_noted("properties", inputs);
                }
                _ => target.copy(&name, value, &rules.form),
            }
        }
        if needs_all && lacks(schema, "properties") {
            target.default("properties", Payload::empty_object(), &rules.form);
        }
        Ok(target.finish())
    }

    /// Returns the inputs that the target cannot contain.
    fn removed_inputs(self, schema: &Payload, at: &Pointer) -> Result<BTreeSet<String>, Refusal> {
        let inputs = schema
            .member("properties")
            .unwrap_or_else(Payload::empty_object);
        let required: BTreeSet<String> = wire::collect_set(
            schema
                .member("required")
                .iter()
                .flat_map(Payload::elements)
                .filter_map(|name| name.as_str().map(|name| name.into_owned())),
        );
        let mut removed = BTreeSet::new();
        for (name, input) in inputs.members() {
            let kind = input.member("type");
            let kind = kind.as_ref().and_then(Payload::as_str);
            let is_known = match kind.as_deref() {
                Some("string" | "number" | "integer" | "boolean") => true,
                Some("array") => self.from.has_multiple_choice() && self.to.has_multiple_choice(),
                // ACP keeps inputs of other types.
                _ => self.from.is_acp() && self.to.is_acp(),
            };
            if is_known {
                continue;
            }
            if required.contains(&*name) {
                let kind = kind.as_deref().unwrap_or("no type");
                let message = format!(
                    "the form requires `{name}`, and {} has no inputs of {kind}",
                    self.to.title()
                );
                let at = at.member("properties").member(&name);
                return Err(Refusal::rule_broken(self.rules().input.id, at, message)
                    .hint("make the input optional, or translate into a later version"));
            }
            removed.insert(name.into_owned());
        }
        Ok(removed)
    }

    fn inputs(
        self,
        inputs: &Payload,
        removed: &BTreeSet<String>,
        places: Places,
        fields: &mut FieldMap,
    ) -> Payload {
        let mut target = TargetMembers::new(places, fields);
        for (name, input) in inputs.members() {
            if removed.contains(&*name) {
                continue;
            }
            if !input.is_object() {
                target.copy(&name, input, &self.rules().input);
                continue;
            }
            let places = target.places_of(&name);
            let input = self.input(&input, places, target.fields());
            target.add_noted(&name, input);
        }
        target.finish()
    }

    fn input(self, input: &Payload, places: Places, fields: &mut FieldMap) -> Payload {
        let rules = self.rules();
        let mut target = TargetMembers::new(places, fields);
        let is_boolean = input
            .member("type")
            .is_some_and(|kind| kind.text() == r#""boolean""#);
        let titled = match self.to.has_enum_names() {
            true => None,
            false => titled_options(input),
        };
        let listed = match self.to.has_titled_options() {
            true => None,
            false => values_and_titles(input),
        };
        for (name, value) in input.members() {
            if self.is_from_acp_to_mcp() && value.is_null() {
                continue;
            }
            match (&*name, &titled, &listed) {
                ("pattern", ..) if !self.to.has_pattern() => {}
                ("_meta", ..) if !self.to.is_acp() => {}
                ("default", ..) if !is_boolean && !self.to.has_defaults() => {}
                ("format", ..) if !self.has_format(&value) => {}
                ("minimum" | "maximum", ..) if self.needs_whole_bound(input, &value) => {
                    if let Some(bound) = whole_bound(&name, &value) {
                        target.encode(&name, &name, bound, &rules.input);
                    }
                }
                ("enum", Some(options), _) => {
                    target.encode("enum", "oneOf", options.clone(), &rules.choice);
                }
                ("oneOf", _, Some((values, titles))) => {
                    target.encode("oneOf", "enum", values.clone(), &rules.choice);
                    target.encode("oneOf", "enumNames", titles.clone(), &rules.choice);
                }
                // The other form replaces these members.
                ("enumNames" | "oneOf", Some(_), _) | ("enum" | "enumNames", _, Some(_)) => {}
                ("oneOf", ..) if self.is_from_acp_to_mcp() && has_details(&value) => {
                    let options = self.options(&value, target.places_of("oneOf"), target.fields());
                    target.add_noted("oneOf", options);
                }
                ("items", ..) if self.is_from_acp_to_mcp() && has_details_below(&value) => {
                    let items = self.items(&value, target.places_of("items"), target.fields());
                    target.add_noted("items", items);
                }
                _ => target.copy(&name, value, &rules.input),
            }
        }
        target.finish()
    }

    /// Translates the options of several choices.
    fn items(self, items: &Payload, places: Places, fields: &mut FieldMap) -> Payload {
        let mut target = TargetMembers::new(places, fields);
        for (name, value) in items.members() {
            if &*name == "anyOf" && has_details(&value) {
                let options = self.options(&value, target.places_of("anyOf"), target.fields());
                target.add_noted("anyOf", options);
            } else {
                target.copy(&name, value, &self.rules().input);
            }
        }
        target.finish()
    }

    /// Translates options with titles to MCP, where they have neither a description nor metadata.
    fn options(self, options: &Payload, places: Places, fields: &mut FieldMap) -> Payload {
        let rule = &self.rules().choice;
        let mut written = Vec::new();
        for (index, option) in options.elements().enumerate() {
            let places = places.element(index);
            if !option.is_object() {
                fields.add(Copied, rule, (&places.from, ""), Some((&places.to, "")));
                written.push(option);
                continue;
            }
            let mut target = TargetMembers::new(places, fields);
            for (name, value) in option.members() {
                if !OPTION_DETAILS.contains(&&*name) {
                    target.copy(&name, value, rule);
                }
            }
            written.push(target.finish());
        }
        Payload::array(&written)
    }

    /// Returns `true` if the target refuses the bound of an integer, because the bound is not an integer.
    fn needs_whole_bound(self, input: &Payload, bound: &Payload) -> bool {
        let is_integer = input
            .member("type")
            .is_some_and(|kind| kind.text() == r#""integer""#);
        let bound = Number::from_payload(bound);
        is_integer && self.to.is_acp() && bound.is_some_and(|bound| bound.as_i64().is_none())
    }

    /// Returns `true` if the target has the format. Clients of MCP and of ACP 1 refuse inputs of an unknown format.
    fn has_format(self, format: &Payload) -> bool {
        let Some(format) = format.as_str() else {
            return true;
        };
        self.to.has_open_words() || TextFormat::WORDS.contains(&&*format)
    }
}

/// Returns `true` if an object has no such member, or null in its place.
fn lacks(object: &Payload, name: &str) -> bool {
    object.member(name).is_none_or(|value| value.is_null())
}

/// Returns `true` if an option has members that MCP lacks.
fn has_details(options: &Payload) -> bool {
    let mut options = options.elements();
    options.any(|option| {
        let mut names = OPTION_DETAILS.iter();
        names.any(|name| option.member(name).is_some())
    })
}

/// Returns `true` if an option of several choices has members that MCP lacks.
fn has_details_below(items: &Payload) -> bool {
    let options = items.member("anyOf");
    options.is_some_and(|options| has_details(&options))
}

/// Returns the nearest integer that keeps the meaning of a bound. Returns `None` for a bound beyond all exact integers, which
/// no input reaches.
fn whole_bound(name: &str, bound: &Payload) -> Option<Payload> {
    let value = Number::from_payload(bound)?.as_f64()?;
    let whole = match name {
        "minimum" => value.ceil(),
        _ => value.floor(),
    };
    if whole.abs() > MAX_WHOLE {
        return None;
    }
    Payload::parse(format!("{}", whole as i64)).ok()
}

/// Returns the options of `enum` and `enumNames` as `oneOf`. Returns `None` unless each value has a title.
fn titled_options(input: &Payload) -> Option<Payload> {
    if !lacks(input, "oneOf") {
        return None;
    }
    let values: Vec<Payload> = input.member("enum")?.elements().collect();
    let titles: Vec<Payload> = input.member("enumNames")?.elements().collect();
    let are_strings = values
        .iter()
        .chain(&titles)
        .all(|text| text.as_str().is_some());
    if values.len() != titles.len() || values.is_empty() || !are_strings {
        return None;
    }
    let pairs = values.iter().zip(&titles);
    let options: Vec<Payload> = pairs
        .map(|(value, title)| Payload::object([("const", value), ("title", title)]))
        .collect();
    Some(Payload::array(&options))
}

/// Returns the options of `oneOf` as `enum` and `enumNames`. Returns `None` if an option is not readable.
fn values_and_titles(input: &Payload) -> Option<(Payload, Payload)> {
    if !lacks(input, "enum") || !lacks(input, "enumNames") {
        return None;
    }
    let (mut values, mut titles) = (Vec::new(), Vec::new());
    for option in input.member("oneOf")?.elements() {
        let value = option
            .member("const")
            .filter(|value| value.as_str().is_some())?;
        let title = option
            .member("title")
            .filter(|title| title.as_str().is_some());
        titles.push(title.unwrap_or_else(|| value.clone()));
        values.push(value);
    }
    if values.is_empty() {
        return None;
    }
    Some((Payload::array(&values), Payload::array(&titles)))
}
