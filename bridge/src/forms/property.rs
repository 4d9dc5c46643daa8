//! Inputs as properties of a schema.

use crate::Verdict;
use crate::surface_writer::object;
use a2ui::resolved::{InputKind, ResolvedInput, ResolvedNode};
use elicitation::{Revision, TextFormat};
use wire::{Number, Payload, PayloadKind, Wire};

/// The schema of one property that is being built.
#[derive(Clone, Debug, Default)]
pub(super) struct PropertyBuilder {
    kind: &'static str,
    title: Option<String>,
    description: Option<String>,
    /// The members after the description, in order.
    members: Vec<(&'static str, Payload)>,
    notes: Vec<PropertyNote>,
}

/// What became of a member of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct PropertyNote {
    pub(super) member: &'static str,
    pub(super) verdict: Verdict,
    /// The member of the property that shows it; empty for the whole property.
    pub(super) to: Option<&'static str>,
    pub(super) remark: &'static str,
}

impl PropertyBuilder {
    /// Creates the property of an input.
    pub(super) fn of(input: &ResolvedInput, node: &ResolvedNode, revision: Revision) -> Self {
        let mut property = Self {
            title: input.label.clone().filter(|label| !label.is_empty()),
            ..Self::default()
        };
        if property.title.is_some() {
            property.note("label", Verdict::Encoded, Some("title"), "");
        }
        let value = input.value.as_ref().filter(|value| !value.is_null());
        match input.kind {
            InputKind::Boolean => {
                property.kind = "boolean";
                property.set_default(value.filter(|value| value.kind() == PayloadKind::Boolean));
            }
            InputKind::Number | InputKind::Slider => property.be_number(input, node, revision),
            InputKind::SingleChoice | InputKind::MultipleChoice => {
                property.be_choice(input, revision);
            }
            InputKind::Date => property.be_date(input, &TextFormat::Date, revision),
            InputKind::DateTime => property.be_date(input, &TextFormat::DateTime, revision),
            _ => property.be_text(input, revision),
        }
        if input.has_other_checks {
            let remark = "the check is run when the answer arrives";
            property.note("checks", Verdict::Derived, None, remark);
        }
        if property.notes.iter().all(|note| note.member != "value") {
            let remark = "the path names the property";
            property.note("value", Verdict::Derived, Some(""), remark);
        }
        property
    }

    /// Creates a property that chooses one of these values, each with its text.
    pub(super) fn of_choice(
        title: Option<String>,
        choices: &[(String, String)],
        revision: Revision,
    ) -> Self {
        let mut property = Self {
            kind: "string",
            title,
            ..Self::default()
        };
        property.add_options(choices, revision);
        property
    }

    /// Adds a line to the description.
    pub(super) fn describe(&mut self, text: &str) {
        let description = match self.description.take() {
            Some(before) => format!("{before}\n{text}"),
            None => text.to_owned(),
        };
        self.description = Some(description);
    }

    pub(super) fn notes(&self) -> Vec<PropertyNote> {
        self.notes.clone()
    }

    /// Returns the schema of the property.
    pub(super) fn build(&self) -> Payload {
        let mut members = vec![("type", Payload::string(self.kind))];
        if let Some(title) = &self.title {
            members.push(("title", Payload::string(title)));
        }
        if let Some(description) = &self.description {
            members.push(("description", Payload::string(description)));
        }
        members.extend(self.members.iter().cloned());
        object(&members)
    }

    fn note(
        &mut self,
        member: &'static str,
        verdict: Verdict,
        to: Option<&'static str>,
        remark: &'static str,
    ) {
        self.notes.push(PropertyNote {
            member,
            verdict,
            to,
            remark,
        });
    }

    fn set<T: Wire>(&mut self, name: &'static str, value: &T) {
        if let Ok(value) = Payload::encode(value) {
            self.members.push((name, value));
        }
    }

    fn set_count(&mut self, name: &'static str, count: usize) {
        if let Ok(count) = Payload::parse(count.to_string()) {
            self.members.push((name, count));
        }
    }

    fn set_default(&mut self, value: Option<&Payload>) {
        let Some(value) = value else {
            return;
        };
        self.members.push(("default", value.clone()));
        self.note(
            "value",
            Verdict::Derived,
            Some("default"),
            "the value of the data model",
        );
    }

    /// Sets a default that is not a boolean. MCP 2025-06-18 has no such defaults.
    fn set_later_default(&mut self, value: Option<&Payload>, revision: Revision) {
        match value {
            Some(_) if !revision.has_defaults() => {
                let remark = "MCP 2025-06-18 has defaults only for booleans";
                self.note("value", Verdict::Dropped, None, remark);
            }
            value => self.set_default(value),
        }
    }

    fn be_number(&mut self, input: &ResolvedInput, node: &ResolvedNode, revision: Revision) {
        let constraints = &input.constraints;
        self.kind = match has_whole_steps(input, node) {
            true => "integer",
            false => "number",
        };
        // The bounds of a text field are those of its checks.
        let (of_minimum, of_maximum) = match input.kind {
            InputKind::Slider => ("min", "max"),
            _ => ("checks", "checks"),
        };
        if let Some(minimum) = &constraints.minimum {
            self.set("minimum", minimum);
            self.note(of_minimum, Verdict::Encoded, Some("minimum"), "");
        }
        if let Some(maximum) = &constraints.maximum {
            self.set("maximum", maximum);
            self.note(of_maximum, Verdict::Encoded, Some("maximum"), "");
        }
        let number = input.value.as_ref().and_then(number_of);
        self.set_later_default(number.as_ref(), revision);
    }

    fn be_choice(&mut self, input: &ResolvedInput, revision: Revision) {
        let mut choices = Vec::new();
        for option in &input.options {
            let value = option.value.clone();
            let label = Some(option.label.clone()).filter(|label| !label.is_empty());
            choices.push((value.clone(), label.unwrap_or(value)));
        }
        let chosen: Vec<Payload> = match &input.value {
            Some(value) if value.kind() == PayloadKind::Array => value.elements().collect(),
            Some(value) if value.kind() == PayloadKind::String => vec![value.clone()],
            _ => Vec::new(),
        };
        let is_option = |value: &&Payload| {
            let text = value.as_str();
            choices.iter().any(|(own, _)| text.as_deref() == Some(own))
        };
        let known: Vec<Payload> = chosen.iter().filter(is_option).cloned().collect();
        self.note("options", Verdict::Encoded, Some(""), "");
        if input.kind == InputKind::SingleChoice {
            self.kind = "string";
            self.add_options(&choices, revision);
            self.set_later_default(known.first(), revision);
            return;
        }
        self.kind = "array";
        let are_named = choices.iter().any(|(value, title)| value != title);
        let items = match are_named {
            true => object(&[("anyOf", titled_options(&choices))]),
            false => object(&[
                ("type", Payload::string("string")),
                ("enum", values_of(&choices)),
            ]),
        };
        self.members.push(("items", items));
        let constraints = &input.constraints;
        let minimum = constraints
            .min_length
            .or(constraints.is_required.then_some(1));
        if let Some(minimum) = minimum {
            self.set_count("minItems", minimum);
            self.note("checks", Verdict::Encoded, Some("minItems"), "");
        }
        if let Some(maximum) = constraints.max_length {
            self.set_count("maxItems", maximum);
            self.note("checks", Verdict::Encoded, Some("maxItems"), "");
        }
        if !known.is_empty() {
            self.set_default(Some(&Payload::array(&known)));
        }
    }

    /// Adds the options of a single choice.
    fn add_options(&mut self, choices: &[(String, String)], revision: Revision) {
        let are_named = choices.iter().any(|(value, title)| value != title);
        match (are_named, revision.has_titled_options()) {
            (false, _) => self.members.push(("enum", values_of(choices))),
            (true, false) => {
                let titles: Vec<Payload> = choices
                    .iter()
                    .map(|(_, title)| Payload::string(title))
                    .collect();
                self.members.push(("enum", values_of(choices)));
                self.members.push(("enumNames", Payload::array(&titles)));
            }
            (true, true) => self.members.push(("oneOf", titled_options(choices))),
        }
    }

    fn be_date(&mut self, input: &ResolvedInput, format: &TextFormat, revision: Revision) {
        self.kind = "string";
        self.members
            .push(("format", Payload::string(format.as_str())));
        let value = input.value.as_ref().filter(|value| !is_empty(value));
        let Some(value) = value else {
            return;
        };
        if value.as_str().is_some_and(|text| format.accepts(&text)) {
            return self.set_later_default(Some(value), revision);
        }
        let remark = "the value of the data model does not have the format of the property";
        self.note("value", Verdict::Dropped, None, remark);
    }

    fn be_text(&mut self, input: &ResolvedInput, revision: Revision) {
        self.kind = "string";
        let constraints = &input.constraints;
        if constraints.is_email {
            self.members.push(("format", Payload::string("email")));
            self.note("checks", Verdict::Encoded, Some("format"), "");
        }
        if let Some(minimum) = constraints.min_length {
            self.set_count("minLength", minimum);
            self.note("checks", Verdict::Encoded, Some("minLength"), "");
        }
        if let Some(maximum) = constraints.max_length {
            self.set_count("maxLength", maximum);
            self.note("checks", Verdict::Encoded, Some("maxLength"), "");
        }
        if let Some(pattern) = &constraints.pattern {
            if revision.has_pattern() {
                self.members.push(("pattern", Payload::string(pattern)));
                self.note("checks", Verdict::Encoded, Some("pattern"), "");
            } else {
                let remark = "MCP has no patterns, so the check is run when the answer arrives";
                self.note("checks", Verdict::Derived, None, remark);
            }
        }
        let text = match &input.value {
            Some(value) if value.kind() == PayloadKind::String => Some(value.clone()),
            Some(value) if value.kind() == PayloadKind::Number => {
                Some(Payload::string(value.text()))
            }
            _ => None,
        };
        let text = text.filter(|value| !is_empty(value));
        self.set_later_default(text.as_ref(), revision);
    }
}

fn is_empty(value: &Payload) -> bool {
    value.text() == "\"\""
}

fn values_of(choices: &[(String, String)]) -> Payload {
    let values: Vec<Payload> = choices
        .iter()
        .map(|(value, _)| Payload::string(value))
        .collect();
    Payload::array(&values)
}

fn titled_options(choices: &[(String, String)]) -> Payload {
    let mut options = Vec::new();
    for (value, title) in choices {
        options.push(object(&[
            ("const", Payload::string(value)),
            ("title", Payload::string(title)),
        ]));
    }
    Payload::array(&options)
}

/// Returns the number in a value or in its text.
fn number_of(value: &Payload) -> Option<Payload> {
    match value.as_str() {
        Some(text) => Payload::parse(Number::parse(text.trim())?.as_str()).ok(),
        None => (value.kind() == PayloadKind::Number).then(|| value.clone()),
    }
}

/// Returns `true` if a slider has a step at each whole number of its range, and at no other.
fn has_whole_steps(input: &ResolvedInput, node: &ResolvedNode) -> bool {
    let number = |name: &str| Number::from_payload(&node.properties.member(name)?)?.as_i64();
    if input.kind != InputKind::Slider {
        return false;
    }
    match (number("min").or(Some(0)), number("max"), number("steps")) {
        (Some(min), Some(max), Some(steps)) => max.checked_sub(min) == Some(steps),
        _ => false,
    }
}

/// Returns the last name of a path, without its escapes.
pub(super) fn last_token(path: &str) -> String {
    let token = path.rsplit('/').next().unwrap_or_default();
    token.replace("~1", "/").replace("~0", "~")
}
