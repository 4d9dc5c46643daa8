//! Inputs as elements of Slack, and the values that the elements show and return.

use super::{
    option_values::{MAX_OPTIONS, OptionValues},
    part_note::PartNote,
    slack_text::{cut, is_blank, plain_object},
};
use crate::{Verdict, surface_writer::object};
use a2ui::{
    expression::Decimal,
    resolved::{InputKind, ResolvedInput, ResolvedNode},
};
use std::collections::BTreeSet;
use wire::{Payload, PayloadKind, Timestamp};

/// The greatest number of characters of an entered text.
const MAX_ENTRY: usize = 3000;
/// The greatest number of characters of a placeholder.
const MAX_PLACEHOLDER: usize = 150;
/// The greatest number of options that are shown side by side.
const MAX_VISIBLE_OPTIONS: usize = 10;
/// The value of the single option of a box to tick.
const TICKED: &str = "true";

/// The element of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementKind {
    Text,
    Email,
    Number,
    /// A menu of the numbers of a slider with few steps.
    Steps,
    Checkbox,
    Radio,
    Menu,
    Checkboxes,
    MultiMenu,
    Date,
    Time,
    DateTime,
}

impl ElementKind {
    /// Returns the element of an input. Slack has boxes and buttons for up to ten options.
    pub(super) fn of(input: &ResolvedInput, node: &ResolvedNode) -> Self {
        let is_compact = node.text("displayStyle").as_deref() == Some("chips")
            || node.text("filterable").as_deref() == Some("true");
        let are_visible = input.options.len() <= MAX_VISIBLE_OPTIONS && !is_compact;
        match input.kind {
            InputKind::Text if input.constraints.is_email => Self::Email,
            InputKind::Number => Self::Number,
            InputKind::Slider if steps_of(input, node).is_some() => Self::Steps,
            InputKind::Slider => Self::Number,
            InputKind::Boolean => Self::Checkbox,
            InputKind::SingleChoice if are_visible => Self::Radio,
            InputKind::SingleChoice => Self::Menu,
            InputKind::MultipleChoice if are_visible => Self::Checkboxes,
            InputKind::MultipleChoice => Self::MultiMenu,
            InputKind::Date => Self::Date,
            InputKind::Time => Self::Time,
            InputKind::DateTime => Self::DateTime,
            _ => Self::Text,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Text => "plain_text_input",
            Self::Email => "email_text_input",
            Self::Number => "number_input",
            Self::Steps | Self::Menu => "static_select",
            Self::Checkbox | Self::Checkboxes => "checkboxes",
            Self::Radio => "radio_buttons",
            Self::MultiMenu => "multi_static_select",
            Self::Date => "datepicker",
            Self::Time => "timepicker",
            Self::DateTime => "datetimepicker",
        }
    }

    /// Returns the member with the value at first, and the member with the value in an event.
    fn members(self) -> (&'static str, &'static str) {
        match self {
            Self::Text | Self::Email | Self::Number => ("initial_value", "value"),
            Self::Steps | Self::Radio | Self::Menu => ("initial_option", "selected_option"),
            Self::Checkbox | Self::Checkboxes | Self::MultiMenu => {
                ("initial_options", "selected_options")
            }
            Self::Date => ("initial_date", "selected_date"),
            Self::Time => ("initial_time", "selected_time"),
            Self::DateTime => ("initial_date_time", "selected_date_time"),
        }
    }
}

/// The value of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ElementValue {
    /// Nothing is entered or chosen.
    Nothing,
    /// A text, number, date or time.
    Text(String),
    /// The values of the options in the element.
    Options(Vec<String>),
    /// The seconds since 1970.
    Seconds(i64),
}

/// The value that an element shows at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownValue {
    pub(super) value: ElementValue,
    /// `true` if the element shows the whole value of the data model.
    pub(super) is_exact: bool,
}

impl ShownValue {
    /// Returns the value that the element of an input shows.
    pub(super) fn of(input: &ResolvedInput, node: &ResolvedNode) -> Self {
        let value = input.value.as_ref().filter(|value| !value.is_null());
        let Some(value) = value else {
            return Self::exact(ElementValue::Nothing);
        };
        let is_blank = value.as_str().is_some_and(|text| text.is_empty());
        if is_blank && !input.kind.is_choice() {
            return Self::exact(ElementValue::Nothing);
        }
        let kind = ElementKind::of(input, node);
        let found = match kind {
            ElementKind::Text | ElementKind::Email => return Self::of_text(input, value),
            ElementKind::Number => number_in_range(input, value).map(ElementValue::Text),
            ElementKind::Steps => step_of(input, node, value),
            ElementKind::Checkbox => return Self::of_boolean(value),
            ElementKind::Radio
            | ElementKind::Menu
            | ElementKind::Checkboxes
            | ElementKind::MultiMenu => return Self::of_choice(input, value),
            ElementKind::Date => date_of(value).map(ElementValue::Text),
            ElementKind::Time => time_of(value).map(ElementValue::Text),
            ElementKind::DateTime => seconds_of(value).map(ElementValue::Seconds),
        };
        match found {
            Some(found) => Self::exact(found),
            None => Self::partial(ElementValue::Nothing),
        }
    }

    fn exact(value: ElementValue) -> Self {
        Self {
            value,
            is_exact: true,
        }
    }

    fn partial(value: ElementValue) -> Self {
        Self {
            value,
            is_exact: false,
        }
    }

    fn of_text(input: &ResolvedInput, value: &Payload) -> Self {
        let text = match value.kind() {
            PayloadKind::String => value.as_str().unwrap_or_default().into_owned(),
            PayloadKind::Number | PayloadKind::Boolean => value.text().to_owned(),
            _ => return Self::partial(ElementValue::Nothing),
        };
        let most = input.constraints.max_length.unwrap_or(MAX_ENTRY);
        match cut(&text, most.clamp(1, MAX_ENTRY)) {
            (text, false) => Self::exact(ElementValue::Text(text)),
            (text, true) => Self::partial(ElementValue::Text(text)),
        }
    }

    fn of_boolean(value: &Payload) -> Self {
        let text = value.as_str().unwrap_or_else(|| value.text().into());
        match &*text {
            "true" => Self::exact(ElementValue::Options(vec![TICKED.to_owned()])),
            "false" => Self::exact(ElementValue::Nothing),
            _ => Self::partial(ElementValue::Nothing),
        }
    }

    fn of_choice(input: &ResolvedInput, value: &Payload) -> Self {
        let values = OptionValues::of(&input.options);
        let chosen: Vec<Payload> = match value.kind() {
            PayloadKind::Array => value.elements().collect(),
            // A single choice may be a text. An empty text that is not an option chooses nothing.
            PayloadKind::String => vec![value.clone()],
            _ => return Self::partial(ElementValue::Nothing),
        };
        let is_blank = value.text() == "\"\"";
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        let mut is_exact = true;
        for chosen in &chosen {
            let text = chosen.as_str();
            match text.and_then(|text| values.shown(&text)) {
                Some(option) if !shown.contains(option) => {
                    shown.insert(option);
                }
                _ => is_exact &= is_blank,
            }
        }
        // Slack returns the options in their order.
        let mut shown: Vec<String> = shown.into_iter().map(str::to_owned).collect();
        shown.sort_by_key(|value| values.position(value));
        if input.kind == InputKind::SingleChoice && shown.len() > 1 {
            shown.truncate(1);
            is_exact = false;
        }
        let value = match shown.is_empty() {
            true => ElementValue::Nothing,
            false => ElementValue::Options(shown),
        };
        Self { value, is_exact }
    }
}

/// Reads the value of an element from its state in an event. The error says what would be right.
pub(super) fn entered_value(
    input: &ResolvedInput,
    node: &ResolvedNode,
    state: &Payload,
) -> Result<ElementValue, &'static str> {
    let kind = ElementKind::of(input, node);
    let (_, name) = kind.members();
    let value = state.member(name).filter(|value| !value.is_null());
    let Some(value) = value else {
        return Ok(ElementValue::Nothing);
    };
    match kind {
        ElementKind::Steps | ElementKind::Radio | ElementKind::Menu => {
            let option = option_value(&value).ok_or("expected an option with a value")?;
            Ok(ElementValue::Options(vec![option]))
        }
        ElementKind::Checkbox | ElementKind::Checkboxes | ElementKind::MultiMenu => {
            if value.kind() != PayloadKind::Array {
                return Err("expected a list of options");
            }
            let mut options = Vec::new();
            for option in value.elements() {
                options.push(option_value(&option).ok_or("expected options with values")?);
            }
            match options.is_empty() {
                true => Ok(ElementValue::Nothing),
                false => Ok(ElementValue::Options(options)),
            }
        }
        ElementKind::DateTime => match value.text().parse() {
            Ok(seconds) => Ok(ElementValue::Seconds(seconds)),
            Err(_) => Err("expected seconds since 1970"),
        },
        _ => match value.as_str() {
            Some(text) if text.is_empty() => Ok(ElementValue::Nothing),
            Some(text) => Ok(ElementValue::Text(text.into_owned())),
            None => Err("expected a text"),
        },
    }
}

fn option_value(option: &Payload) -> Option<String> {
    Some(option.member("value")?.as_str()?.into_owned())
}

/// Returns the label of an input, which Slack requires. The second value is `true` if the input has none.
pub(super) fn label_of(input: &ResolvedInput) -> (&str, bool) {
    if let Some(label) = input.label.as_deref().filter(|label| !is_blank(label)) {
        return (label, false);
    }
    let label = match input.kind {
        InputKind::Number | InputKind::Slider => "Number",
        InputKind::Boolean => "Yes",
        InputKind::SingleChoice | InputKind::MultipleChoice => "Choice",
        InputKind::Date => "Date",
        InputKind::Time => "Time",
        InputKind::DateTime => "Date and time",
        _ => "Text",
    };
    (label, true)
}

/// Returns the steps of a slider if they are few whole numbers.
fn steps_of(input: &ResolvedInput, node: &ResolvedNode) -> Option<Vec<i64>> {
    let whole = |number: &Option<wire::Number>| number.as_ref()?.as_i64();
    let least = whole(&input.constraints.minimum)?;
    let most = whole(&input.constraints.maximum)?;
    let steps: i64 = node.text("steps")?.parse().ok()?;
    let range = most.checked_sub(least)?;
    if steps < 1 || steps >= MAX_OPTIONS as i64 || range < steps || range % steps != 0 {
        return None;
    }
    let step = range / steps;
    (0..=steps)
        .map(|index| least.checked_add(step.checked_mul(index)?))
        .collect()
}

fn step_of(input: &ResolvedInput, node: &ResolvedNode, value: &Payload) -> Option<ElementValue> {
    let number = Decimal::from_payload(value)?.to_i64()?;
    let is_step = steps_of(input, node)?.contains(&number);
    is_step.then(|| ElementValue::Options(vec![number.to_string()]))
}

/// Returns a number without exponent if Slack accepts it between the bounds of the input.
fn number_in_range(input: &ResolvedInput, value: &Payload) -> Option<String> {
    let number = Decimal::from_payload(value)?;
    let bound = |bound: &Option<wire::Number>| Decimal::parse(bound.as_ref()?.as_str());
    let is_low = bound(&input.constraints.minimum).is_some_and(|least| number < least);
    let is_high = bound(&input.constraints.maximum).is_some_and(|most| number > most);
    if is_low || is_high {
        return None;
    }
    number.plain()
}

fn date_of(value: &Payload) -> Option<String> {
    let text = value.as_str()?.into_owned();
    let moment = Timestamp::from(format!("{text}T00:00:00Z"));
    (text.len() == 10 && moment.is_rfc3339()).then_some(text)
}

/// Returns the hours and minutes of a time. Seconds and zone come back from the data model.
fn time_of(value: &Payload) -> Option<String> {
    let text = value.as_str()?.into_owned();
    let (minutes, _) = text.split_at_checked(5)?;
    let moment = Timestamp::from(format!("2000-01-01T{minutes}:00Z"));
    moment.is_rfc3339().then(|| minutes.to_owned())
}

/// Returns the seconds since 1970 of a date with a time. A time without an offset counts as UTC.
fn seconds_of(value: &Payload) -> Option<i64> {
    let text = value.as_str()?.into_owned();
    // RFC 3339 requires seconds, which data models often lack.
    let with_seconds = match text.split_at_checked(16) {
        Some((minutes, rest)) if !rest.starts_with(':') => format!("{minutes}:00{rest}"),
        _ => text,
    };
    let millis = Timestamp::from(with_seconds.clone())
        .to_unix_millis()
        .or_else(|| Timestamp::from(format!("{with_seconds}Z")).to_unix_millis())?;
    let seconds = millis.div_euclid(1000);
    // Slack requires ten digits.
    (1_000_000_000..10_000_000_000)
        .contains(&seconds)
        .then_some(seconds)
}

/// Returns the element of an input and the notes about it, or the reason why Slack cannot show the input.
pub(super) fn element_of(
    input: &ResolvedInput,
    node: &ResolvedNode,
    action_id: &str,
) -> Result<(Payload, Vec<PartNote>), &'static str> {
    if input.kind.is_choice() && input.options.is_empty() {
        return Err("the choice has no options, which Slack requires");
    }
    let kind = ElementKind::of(input, node);
    let mut element = ElementWriter {
        input,
        node,
        kind,
        members: vec![
            ("type", Payload::string(kind.as_str())),
            ("action_id", Payload::string(action_id)),
        ],
        notes: Vec::new(),
    };
    element.add_options();
    element.add_value();
    element.add_rules();
    element.add_placeholder();
    element.note_kind();
    Ok((object(&element.members), element.notes))
}

struct ElementWriter<'a> {
    input: &'a ResolvedInput,
    node: &'a ResolvedNode,
    kind: ElementKind,
    members: Vec<(&'static str, Payload)>,
    notes: Vec<PartNote>,
}

impl ElementWriter<'_> {
    fn note(
        &mut self,
        member: &'static str,
        verdict: Verdict,
        to: &'static str,
        remark: &'static str,
    ) {
        let key = &self.node.key;
        self.notes
            .push(PartNote::new(key, member, verdict, to, remark));
    }

    /// Notes the first of these properties that the component has.
    fn note_present(&mut self, names: &[&'static str], to: &'static str, remark: &'static str) {
        let found = names
            .iter()
            .find(|name| self.node.properties.member(name).is_some());
        if let Some(name) = found {
            self.note(name, Verdict::Encoded, to, remark);
        }
    }

    /// Returns the options of the element, each with its value in the element.
    fn options(&self) -> Vec<Payload> {
        match self.kind {
            ElementKind::Checkbox => vec![option(label_of(self.input).0, TICKED)],
            ElementKind::Steps => {
                let steps = steps_of(self.input, self.node).unwrap_or_default();
                let texts = steps.iter().map(i64::to_string);
                texts.map(|text| option(&text, &text)).collect()
            }
            _ => OptionValues::of(&self.input.options)
                .labelled()
                .map(|(label, value)| option(label, value))
                .collect(),
        }
    }

    fn add_options(&mut self) {
        let options = self.options();
        if options.is_empty() {
            return;
        }
        if options.len() <= MAX_OPTIONS {
            self.members.push(("options", Payload::array(&options)));
        } else {
            self.add_groups(&options);
        }
        if !self.input.kind.is_choice() {
            return;
        }
        let values = OptionValues::of(&self.input.options);
        let remark = match (values.has_dropped, values.has_cut, values.has_substitutes) {
            (true, _, _) => "Slack shows the first 10,000 options",
            (_, true, _) => "labels of options are cut to 75 characters",
            (_, _, true) => "values that Slack refuses are replaced by their position",
            _ => "",
        };
        let to = match options.len() <= MAX_OPTIONS {
            true => "/element/options",
            false => "/element/option_groups",
        };
        let verdict = match values.has_dropped || values.has_cut {
            true => Verdict::Carried,
            false => Verdict::Encoded,
        };
        self.note("options", verdict, to, remark);
    }

    /// A menu has up to 100 groups of up to 100 options.
    fn add_groups(&mut self, options: &[Payload]) {
        let mut groups = Vec::new();
        let mut first = 1;
        for chunk in options.chunks(MAX_OPTIONS) {
            let last = first + chunk.len() - 1;
            groups.push(object(&[
                ("label", plain_object(&format!("{first}–{last}"))),
                ("options", Payload::array(chunk)),
            ]));
            first = last + 1;
        }
        self.members
            .push(("option_groups", Payload::array(&groups)));
    }

    fn add_value(&mut self) {
        let shown = ShownValue::of(self.input, self.node);
        let property = self.input.property;
        let (name, _) = self.kind.members();
        let value = match &shown.value {
            ElementValue::Nothing => None,
            ElementValue::Text(text) => Some(Payload::string(text)),
            ElementValue::Seconds(seconds) => Some(Payload::from(*seconds)),
            ElementValue::Options(values) => self.chosen(values),
        };
        if let Some(value) = value {
            self.members.push((name, value));
        }
        let to = match name {
            "initial_value" => "/element/initial_value",
            "initial_option" => "/element/initial_option",
            "initial_options" => "/element/initial_options",
            "initial_date" => "/element/initial_date",
            "initial_time" => "/element/initial_time",
            _ => "/element/initial_date_time",
        };
        match (&shown.value, shown.is_exact) {
            (ElementValue::Nothing, true) => {
                self.note(property, Verdict::Derived, "/element", "nothing is entered");
            }
            (_, true) => {
                self.note(
                    property,
                    Verdict::Derived,
                    to,
                    "the value of the data model",
                );
            }
            (ElementValue::Nothing, false) => {
                let remark = "the element cannot show the value, which stays if nothing is entered";
                self.note(property, Verdict::Carried, "/element", remark);
            }
            (_, false) => {
                let remark =
                    "the element shows a part of the value, which stays if it is not edited";
                self.note(property, Verdict::Carried, to, remark);
            }
        }
    }

    /// Returns the chosen options as they stand in `options`, which Slack requires.
    fn chosen(&self, values: &[String]) -> Option<Payload> {
        let options = self.options();
        let values: BTreeSet<&String> = values.iter().collect();
        let is_chosen = |option: &Payload| {
            let value = option_value(option).unwrap_or_default();
            values.contains(&value)
        };
        let chosen: Vec<Payload> = options.into_iter().filter(is_chosen).collect();
        let is_one = matches!(
            self.kind,
            ElementKind::Steps | ElementKind::Radio | ElementKind::Menu
        );
        if is_one {
            return chosen.first().cloned();
        }
        (!chosen.is_empty()).then(|| Payload::array(&chosen))
    }

    /// Adds the rules that Slack checks itself. All checks run again when the event arrives.
    fn add_rules(&mut self) {
        let constraints = self.input.constraints.clone();
        match self.kind {
            ElementKind::Text => {
                if self.input.kind == InputKind::LongText {
                    self.members.push(("multiline", Payload::from(true)));
                }
                for (name, to, bound) in [
                    ("min_length", "/element/min_length", constraints.min_length),
                    ("max_length", "/element/max_length", constraints.max_length),
                ] {
                    let is_fit = |bound: &usize| (1..=MAX_ENTRY).contains(bound);
                    if let Some(bound) = bound.filter(is_fit) {
                        self.members.push((name, Payload::from(bound as u64)));
                        self.note("checks", Verdict::Encoded, to, "");
                    }
                }
            }
            ElementKind::Email => self.note("checks", Verdict::Encoded, "/element/type", ""),
            ElementKind::Number => {
                self.members
                    .push(("is_decimal_allowed", Payload::from(true)));
                if let Some(least) = &constraints.minimum {
                    let least = Payload::string(least.as_str());
                    self.members.push(("min_value", least));
                    self.note_bound(["min", "minValue"], "/element/min_value");
                }
                if let Some(most) = &constraints.maximum {
                    let most = Payload::string(most.as_str());
                    self.members.push(("max_value", most));
                    self.note_bound(["max", "maxValue"], "/element/max_value");
                }
            }
            ElementKind::Steps => {
                for names in [&["min", "minValue"][..], &["max", "maxValue"], &["steps"]] {
                    self.note_present(names, "/element/options", "");
                }
            }
            ElementKind::MultiMenu => {
                if let Some(most) = constraints.max_length.filter(|most| *most > 0) {
                    self.members
                        .push(("max_selected_items", Payload::from(most as u64)));
                    self.note_bound(
                        ["maxAllowedSelections", "checks"],
                        "/element/max_selected_items",
                    );
                }
            }
            _ => {}
        }
        self.note_checks();
    }

    /// Notes a bound of a property, or of a check if the component has no such property.
    fn note_bound(&mut self, [one, other]: [&'static str; 2], to: &'static str) {
        let present = |name: &&str| self.node.properties.member(name).is_some();
        let member = [one, other].into_iter().find(present).unwrap_or("checks");
        self.note(member, Verdict::Encoded, to, "");
    }

    /// Notes the rules that only the bridge checks.
    fn note_checks(&mut self) {
        let constraints = &self.input.constraints;
        let remark = "the check runs when the event arrives";
        let is_date = matches!(
            self.input.kind,
            InputKind::Date | InputKind::Time | InputKind::DateTime
        );
        let (has_earliest, has_latest) = (
            is_date && constraints.earliest.is_some(),
            is_date && constraints.latest.is_some(),
        );
        let pattern = constraints.pattern.is_some();
        let messages = !constraints.messages.is_empty();
        if has_earliest {
            self.note("min", Verdict::Derived, "", remark);
        }
        if has_latest {
            self.note("max", Verdict::Derived, "", remark);
        }
        if pattern && self.node.properties.member("validationRegexp").is_some() {
            self.note("validationRegexp", Verdict::Derived, "", remark);
        }
        let has_note = self.notes.iter().any(|note| note.member == "checks");
        if self.input.has_other_checks || (messages && !has_note) {
            self.note("checks", Verdict::Derived, "", remark);
        }
    }

    fn add_placeholder(&mut self) {
        let placeholder = self.node.text("placeholder").unwrap_or_default();
        if is_blank(&placeholder) || !matches!(self.kind, ElementKind::Text | ElementKind::Email) {
            return;
        }
        let (text, is_cut) = cut(&placeholder, MAX_PLACEHOLDER);
        self.members.push(("placeholder", plain_object(&text)));
        let to = "/element/placeholder";
        match is_cut {
            true => {
                let remark = "the text is cut to 150 characters";
                self.note("placeholder", Verdict::Carried, to, remark);
            }
            false => self.note("placeholder", Verdict::Encoded, to, ""),
        }
    }

    /// Notes the properties that choose the element.
    fn note_kind(&mut self) {
        for names in [
            &["variant", "textFieldType"][..],
            &["displayStyle"],
            &["filterable"],
            &["enableDate"],
            &["enableTime"],
        ] {
            self.note_present(names, "/element/type", "");
        }
    }
}

fn option(label: &str, value: &str) -> Payload {
    let (label, _) = cut(label, super::option_values::MAX_LABEL);
    object(&[
        ("text", plain_object(&label)),
        ("value", Payload::string(value)),
    ])
}
