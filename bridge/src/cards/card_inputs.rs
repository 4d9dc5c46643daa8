//! The inputs of cards as components.

use super::{
    CardWriter,
    card_input_kind::{has_form, zero},
    card_parts::{Part, boolean},
};
use crate::{Refusal, Verdict, surface_writer::object};
use adaptive_cards::{
    CardChoice, ChoiceSetInput, DateInput, Element, NumberInput, RatingInput, TextInput, TimeInput,
    ToggleInput,
};
use wire::{List, Number, Payload, Pointer};

/// The members that all inputs have.
struct InputMembers<'c> {
    /// The text for the user. Empty for an input without one.
    label: &'c str,
    placeholder: Option<&'c str>,
    is_required: bool,
    error: Option<&'c str>,
}

/// Returns the common members of an input with a placeholder.
macro_rules! input_members {
    ($input:expr, $placeholder:expr) => {
        InputMembers {
            label: $input.label.get().map_or("", String::as_str),
            placeholder: $placeholder,
            is_required: $input.is_required.get() == Some(&true),
            error: $input.error_message.get().map(String::as_str),
        }
    };
}

/// An input that becomes a component.
struct ShownInput<'c> {
    part: Part<'c>,
    members: InputMembers<'c>,
    /// The path of its value.
    path: String,
    type_name: &'static str,
    properties: Vec<(&'static str, Payload)>,
    checks: Vec<Payload>,
}

impl CardWriter<'_> {
    /// Adds the component of an input. Returns `None` for another element.
    pub(super) fn input(
        &mut self,
        element: &Element,
        at: &Pointer,
    ) -> Result<Option<String>, Refusal> {
        let Some((input, name)) = self.inventory.input(at) else {
            return Ok(None);
        };
        let path = format!("/inputs/{name}");
        if input.id.is_none() {
            self.note(
                at,
                Verdict::Copied,
                "the value is not submitted, because the input has no id",
            );
        }
        self.interactive += 1;
        Ok(Some(match element {
            Element::TextInput(input) => return self.text_input(input, path, at).map(Some),
            Element::NumberInput(input) => self.number_input(input, path, at),
            Element::DateInput(input) => self.date_input(input, path, at),
            Element::TimeInput(input) => self.time_input(input, path, at),
            Element::ToggleInput(input) => self.toggle_input(input, path, at),
            Element::ChoiceSetInput(input) => self.choice_input(input, path, at),
            Element::RatingInput(input) => self.rating_input(input, path, at),
            _ => return Ok(None),
        }))
    }

    fn text_input(
        &mut self,
        input: &TextInput,
        path: String,
        at: &Pointer,
    ) -> Result<String, Refusal> {
        let placeholder = input.placeholder.get().map(String::as_str);
        let members = input_members!(input, placeholder);
        let mut shown = ShownInput::new("TextField", Part::of(&input.id, at), members, path);
        let is_secret = input
            .style
            .get()
            .is_some_and(|style| style.is_word("password"));
        match input.is_multiline.get() {
            _ if is_secret => shown.set("variant", Payload::string("obscured")),
            Some(true) => shown.set("variant", Payload::string("longText")),
            _ => {}
        }
        if let Some(maximum) = input.max_length.get().and_then(Number::as_u64)
            && let Ok(maximum) = Payload::encode(&maximum)
        {
            let arguments = [("value", self.surface.path(&shown.path)), ("max", maximum)];
            let length = self.surface.call("length", &arguments);
            self.add_check(&mut shown, length, "Please enter a shorter text");
        }
        if let Some(pattern) = input.regex.get() {
            let value = self.surface.path(&shown.path);
            let arguments = [("value", value), ("pattern", Payload::string(pattern))];
            let regex = self.surface.call("regex", &arguments);
            self.add_check(&mut shown, regex, "Please check the form");
        }
        let Some(action) = input.inline_action.get() else {
            return Ok(self.add_input(shown));
        };
        let action_at = at.member("inlineAction");
        let Some(button) = self.action(action, &action_at)? else {
            return Ok(self.add_input(shown));
        };
        if let Ok(weight) = Payload::encode(&1u64) {
            shown.set("weight", weight);
        }
        let field = self.add_input(shown);
        let children = Payload::array(&[Payload::string(&field), Payload::string(&button)]);
        Ok(self.add_beside(at, "row", "Row", &[("children", children)]))
    }

    fn number_input(&mut self, input: &NumberInput, path: String, at: &Pointer) -> String {
        let placeholder = input.placeholder.get().map(String::as_str);
        let members = input_members!(input, placeholder);
        let mut shown = ShownInput::new("TextField", Part::of(&input.id, at), members, path);
        shown.set("variant", Payload::string("number"));
        let mut arguments = vec![("value", self.surface.path(&shown.path))];
        for (name, bound) in [("min", &input.min), ("max", &input.max)] {
            if let Some(bound) = bound.get().and_then(|bound| Payload::encode(bound).ok()) {
                arguments.push((name, bound));
            }
        }
        // The function `numeric` needs a bound. Without one, the bot gets the text as it is.
        if arguments.len() > 1 {
            let numeric = self.surface.call("numeric", &arguments);
            self.add_check(&mut shown, numeric, "Please enter a number in the range");
        }
        self.add_input(shown)
    }

    fn date_input(&mut self, input: &DateInput, path: String, at: &Pointer) -> String {
        let members = input_members!(input, None);
        let mut shown = ShownInput::new("DateTimeInput", Part::of(&input.id, at), members, path);
        shown.set("enableDate", boolean(true));
        for (name, bound) in [("min", &input.min), ("max", &input.max)] {
            match bound.get() {
                Some(bound) if is_date(bound) => shown.set(name, Payload::string(bound)),
                Some(_) => self.note(
                    &at.member(name),
                    Verdict::Carried,
                    "the bound is not a date",
                ),
                None => {}
            }
        }
        self.add_input(shown)
    }

    fn time_input(&mut self, input: &TimeInput, path: String, at: &Pointer) -> String {
        let members = input_members!(input, None);
        let mut shown = ShownInput::new("DateTimeInput", Part::of(&input.id, at), members, path);
        shown.set("enableTime", boolean(true));
        for (name, bound) in [("min", &input.min), ("max", &input.max)] {
            match bound.get() {
                Some(bound) if is_time(bound) => {
                    let bound = [bound, ":00"].concat();
                    shown.set(name, Payload::string(&bound));
                }
                Some(_) => self.note(
                    &at.member(name),
                    Verdict::Carried,
                    "the bound is not a time",
                ),
                None => {}
            }
        }
        self.add_input(shown)
    }

    fn toggle_input(&mut self, input: &ToggleInput, path: String, at: &Pointer) -> String {
        let title = input.title.get().map_or("", String::as_str);
        let members = input_members!(input, None);
        let label = members.label;
        let mut shown = ShownInput::new("CheckBox", Part::of(&input.id, at), members, path);
        if !title.is_empty() {
            shown.members.label = title;
        }
        if shown.members.is_required {
            // A box that must be ticked is true.
            let value = self.surface.path(&shown.path);
            let is_empty = self.surface.call("not", &[("value", value)]);
            let is_ticked = self.surface.call("not", &[("value", is_empty)]);
            let message = shown.message("Please tick");
            shown.checks.push(check(is_ticked, &message));
        }
        let is_labelled = !label.is_empty() && !title.is_empty();
        let id = self.add_input(shown);
        if !is_labelled {
            return id;
        }
        // A box has one text, so the label stands above it.
        let text = super::card_markdown::escape(label);
        let label = self.add_beside(at, "label", "Text", &[("text", Payload::string(&text))]);
        let children = Payload::array(&[Payload::string(&label), Payload::string(&id)]);
        self.add_beside(at, "group", "Column", &[("children", children)])
    }

    fn choice_input(&mut self, input: &ChoiceSetInput, path: String, at: &Pointer) -> String {
        let placeholder = input.placeholder.get().map(String::as_str);
        let members = input_members!(input, placeholder);
        let mut shown = ShownInput::new("ChoicePicker", Part::of(&input.id, at), members, path);
        let variant = match input.is_multi_select.get() {
            Some(true) => "multipleSelection",
            _ => "mutuallyExclusive",
        };
        shown.set("variant", Payload::string(variant));
        let mut options = Vec::new();
        for choice in input.choices.get().into_iter().flat_map(List::iter) {
            options.extend(option_of(choice));
        }
        shown.set("options", Payload::array(&options));
        let style = input.style.get();
        if style.is_some_and(|style| style.is_word("expanded")) {
            shown.set("displayStyle", Payload::string("checkbox"));
        }
        let query = input.choices_data.get();
        if query.is_some() || style.is_some_and(|style| style.is_word("filtered")) {
            shown.set("filterable", boolean(true));
        }
        if query.is_some() {
            let remark = "the picker has only the choices in the card";
            self.note(&at.member("choices.data"), Verdict::Carried, remark);
        }
        self.add_input(shown)
    }

    fn rating_input(&mut self, input: &RatingInput, path: String, at: &Pointer) -> String {
        let members = input_members!(input, None);
        let mut shown = ShownInput::new("Slider", Part::of(&input.id, at), members, path);
        let maximum = input
            .max
            .get()
            .and_then(Number::as_u64)
            .filter(|max| *max > 0);
        let maximum = maximum.unwrap_or(5).min(100);
        let steps = match input.allow_half_steps.get() {
            Some(true) => maximum * 2,
            _ => maximum,
        };
        shown.set("min", zero());
        for (name, value) in [("max", maximum), ("steps", steps)] {
            let is_known = name == "max" || self.surface.has_placeholders();
            if let Ok(value) = Payload::encode(&value)
                && is_known
            {
                shown.set(name, value);
            }
        }
        self.add_input(shown)
    }

    /// Adds a check of an input. An input that may be empty passes the check with the empty text.
    fn add_check(&self, shown: &mut ShownInput<'_>, condition: Payload, message: &str) {
        let message = shown.message(message);
        if shown.members.is_required {
            shown.checks.push(check(condition, &message));
            return;
        }
        let value = self.surface.path(&shown.path);
        let given = self.surface.call("required", &[("value", value)]);
        let empty = self.surface.call("not", &[("value", given)]);
        let values = Payload::array(&[empty, condition]);
        let condition = self.surface.call("or", &[("values", values)]);
        shown.checks.push(check(condition, &message));
    }

    /// Adds the component of an input, bound to its path.
    fn add_input(&mut self, mut shown: ShownInput<'_>) -> String {
        let mut label = shown.members.label;
        let mut properties = Vec::new();
        if let Some(placeholder) = shown.members.placeholder {
            // Without placeholders, the placeholder names an input that has no label.
            if shown.type_name == "TextField" && self.surface.has_placeholders() {
                properties.push(("placeholder", Payload::string(placeholder)));
            } else if label.is_empty() {
                label = placeholder;
            }
        }
        let value = self.surface.path(&shown.path);
        let has_label = !label.is_empty() || matches!(shown.type_name, "TextField" | "CheckBox");
        if has_label {
            properties.insert(0, ("label", Payload::string(label)));
        }
        properties.push(("value", value.clone()));
        properties.append(&mut shown.properties);
        if shown.members.is_required && !matches!(shown.type_name, "CheckBox" | "Slider") {
            let required = self.surface.call("required", &[("value", value)]);
            let message = shown.message("Please fill in");
            shown.checks.insert(0, check(required, &message));
        }
        if !shown.checks.is_empty() {
            properties.push(("checks", Payload::array(&shown.checks)));
        }
        self.add(&shown.part, shown.type_name, &properties)
    }
}

impl<'c> ShownInput<'c> {
    fn new(
        type_name: &'static str,
        part: Part<'c>,
        members: InputMembers<'c>,
        path: String,
    ) -> Self {
        Self {
            part,
            members,
            path,
            type_name,
            properties: Vec::new(),
            checks: Vec::new(),
        }
    }

    fn set(&mut self, name: &'static str, value: Payload) {
        self.properties.push((name, value));
    }

    /// Returns the message of a check: that of the card, or a request with the label.
    fn message(&self, request: &str) -> String {
        match (self.members.error, self.members.label) {
            (Some(error), _) if !error.is_empty() => error.to_owned(),
            (_, "") => [request, "."].concat(),
            (_, label) => [request, " (", label, ")."].concat(),
        }
    }
}

fn check(condition: Payload, message: &str) -> Payload {
    object(&[
        ("condition", condition),
        ("message", Payload::string(message)),
    ])
}

/// Returns the option of a choice. A choice without a value cannot be chosen.
fn option_of(choice: &CardChoice) -> Option<Payload> {
    let value = choice.value.get()?;
    let title = choice.title.get().filter(|title| !title.is_empty());
    Some(object(&[
        ("label", Payload::string(title.unwrap_or(value))),
        ("value", Payload::string(value)),
    ]))
}

/// Returns `true` for a text such as `2026-12-24`.
fn is_date(text: &str) -> bool {
    has_form(text, "0000-00-00")
}

/// Returns `true` for a text such as `09:30`.
fn is_time(text: &str) -> bool {
    has_form(text, "00:00")
}
