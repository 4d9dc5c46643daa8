//! The properties of a schema as inputs.

use super::rules;
use crate::{
    Refusal,
    surface_writer::{SurfaceWriter, object, text_member},
};
use elicitation::{Choice, NumberKind, NumberProperty, PropertySchema, TextFormat, TextProperty};
use wire::{Field, Number, Payload, PayloadKind, Pointer};

/// Longer texts get an input of several lines.
const LONG_TEXT: u64 = 200;
/// The largest range of a slider. Larger ranges are entered as text.
const MAX_SLIDER_SPAN: f64 = 100.0;

/// Shows inputs for the properties of a schema, and collects their initial values.
pub(super) struct FieldWriter<'s> {
    surface: &'s mut SurfaceWriter,
    content: Vec<(String, Payload)>,
}

/// A property that is being shown.
struct ShownProperty<'p> {
    /// The component id.
    id: String,
    /// The name in the data model.
    name: &'p str,
    /// The path in the data model.
    path: String,
    label: String,
    default: Option<Payload>,
    is_required: bool,
}

impl<'s> FieldWriter<'s> {
    pub(super) fn new(surface: &'s mut SurfaceWriter) -> Self {
        Self {
            surface,
            content: Vec::new(),
        }
    }

    /// Returns the initial values of the inputs as an object.
    pub(super) fn content(self) -> Payload {
        Payload::object(
            self.content
                .iter()
                .map(|(name, value)| (name.as_str(), value)),
        )
    }

    /// Shows the input of a property. `name` is its name in the schema and in the data model.
    pub(super) fn show(
        &mut self,
        index: usize,
        name: (&str, &str),
        property: &PropertySchema,
        is_required: bool,
    ) -> Result<(), Refusal> {
        let label = property.title().filter(|title| !title.is_empty());
        let shown = ShownProperty {
            id: format!("field_{index}"),
            name: name.1,
            path: format!("/content/{}", name.1),
            label: label.unwrap_or_else(|| name.0.to_owned()),
            default: property.default_value(),
            is_required,
        };
        match property {
            PropertySchema::Boolean(_) => self.show_boolean(&shown),
            PropertySchema::Number(number) => self.show_number(&shown, number),
            PropertySchema::Choices(choices) => match choices.options() {
                Some(options) => self.show_choices(&shown, &options, true),
                None => return Err(unknown_property(name.0, "a list without options")),
            },
            PropertySchema::Text(text) => match text.options() {
                Some(options) => self.show_choices(&shown, &options, false),
                None => self.show_text(&shown, text),
            },
            PropertySchema::Other(schema) => {
                let found = text_member(schema, "type");
                let found = found.as_deref().unwrap_or("no type");
                return Err(unknown_property(name.0, found));
            }
        }
        if let Some(description) = property.description() {
            let id = format!("{}_description", shown.id);
            self.surface.show_text(&id, &description, Some("caption"));
        }
        Ok(())
    }

    fn show_boolean(&mut self, shown: &ShownProperty<'_>) {
        if let Some(default) = &shown.default {
            self.content.push((shown.name.to_owned(), default.clone()));
        }
        self.show_input(shown, "CheckBox", Vec::new(), Vec::new());
    }

    fn show_number(&mut self, shown: &ShownProperty<'_>, number: &NumberProperty) {
        let (minimum, maximum) = (bound_of(&number.minimum), bound_of(&number.maximum));
        let default = shown.default.clone();
        if let (Some(minimum), Some(maximum)) = (&minimum, &maximum) {
            // A slider always has a value, so an optional number is entered as text. Its steps are whole numbers.
            let is_integer = number.kind == NumberKind::Integer;
            if is_integer && is_short(minimum, maximum) && shown.is_required {
                let value = default.unwrap_or_else(|| minimum.clone());
                self.content.push((shown.name.to_owned(), value));
                let range = vec![("min", minimum.clone()), ("max", maximum.clone())];
                return self.show_input(shown, "Slider", range, Vec::new());
            }
        }
        // A text field holds text. Functions fail on a missing value, so an empty field has the empty text.
        let text = default.map_or_else(String::new, |default| default.text().to_owned());
        self.content
            .push((shown.name.to_owned(), Payload::string(&text)));
        let mut checks = Vec::new();
        // The function `numeric` needs a bound. Without one, the answer is checked when it is translated.
        if minimum.is_some() || maximum.is_some() {
            let mut arguments = vec![("value", self.surface.path(&shown.path))];
            arguments.extend(minimum.map(|minimum| ("min", minimum)));
            arguments.extend(maximum.map(|maximum| ("max", maximum)));
            let numeric = self.surface.call("numeric", &arguments);
            checks.push(self.check_if_given(shown, numeric, "Please enter a number"));
        }
        let variant = vec![("variant", Payload::string("number"))];
        self.show_input(shown, "TextField", variant, checks);
    }

    fn show_choices(&mut self, shown: &ShownProperty<'_>, options: &[Choice], many: bool) {
        if let Some(default) = shown.default.clone() {
            let chosen = match default.kind() {
                PayloadKind::Array => default,
                _ => Payload::array(&[default]),
            };
            self.content.push((shown.name.to_owned(), chosen));
        }
        let mut listed = Vec::new();
        for option in options {
            listed.push(object(&[
                ("label", Payload::string(option.label())),
                ("value", Payload::string(&option.value)),
            ]));
        }
        let variant = match many {
            true => "multipleSelection",
            false => "mutuallyExclusive",
        };
        let properties = vec![
            ("variant", Payload::string(variant)),
            ("options", Payload::array(&listed)),
        ];
        self.show_input(shown, "ChoicePicker", properties, Vec::new());
    }

    fn show_text(&mut self, shown: &ShownProperty<'_>, text: &TextProperty) {
        // Functions fail on a missing value, so an empty field has the empty text.
        let value = shown.default.clone();
        let value = value.unwrap_or_else(|| Payload::string(""));
        self.content.push((shown.name.to_owned(), value));
        let is_true = || Payload::encode(&true).unwrap_or_else(|_| Payload::null());
        let mut checks = Vec::new();
        let (minimum, maximum) = (bound_of(&text.min_length), bound_of(&text.max_length));
        if minimum.is_some() || maximum.is_some() {
            let mut arguments = vec![("value", self.surface.path(&shown.path))];
            arguments.extend(minimum.map(|minimum| ("min", minimum)));
            arguments.extend(maximum.map(|maximum| ("max", maximum)));
            let length = self.surface.call("length", &arguments);
            checks.push(self.check_if_given(shown, length, "Please check the length"));
        }
        if let Some(pattern) = text.pattern.get() {
            let value = self.surface.path(&shown.path);
            let arguments = [("value", value), ("pattern", Payload::string(pattern))];
            let regex = self.surface.call("regex", &arguments);
            checks.push(self.check_if_given(shown, regex, "Please check the form"));
        }
        match text.format.get() {
            Some(TextFormat::Date) => {
                let properties = vec![("enableDate", is_true())];
                return self.show_input(shown, "DateTimeInput", properties, checks);
            }
            Some(TextFormat::DateTime) => {
                let properties = vec![("enableDate", is_true()), ("enableTime", is_true())];
                return self.show_input(shown, "DateTimeInput", properties, checks);
            }
            Some(TextFormat::Email) => {
                let arguments = [("value", self.surface.path(&shown.path))];
                let email = self.surface.call("email", &arguments);
                checks.push(self.check_if_given(shown, email, "Please enter an email address"));
            }
            // Other formats are checked when the answer is translated.
            _ => {}
        }
        let longest = text.max_length.get().and_then(Number::as_u64);
        let is_long = longest.is_some_and(|longest| longest > LONG_TEXT);
        let variant = match is_long {
            true => vec![("variant", Payload::string("longText"))],
            false => Vec::new(),
        };
        self.show_input(shown, "TextField", variant, checks);
    }

    /// Adds the component of an input, bound to its path.
    fn show_input(
        &mut self,
        shown: &ShownProperty<'_>,
        type_name: &str,
        properties: Vec<(&str, Payload)>,
        mut checks: Vec<Payload>,
    ) {
        let value = self.surface.path(&shown.path);
        let mut all = vec![
            ("label", Payload::string(&shown.label)),
            ("value", value.clone()),
        ];
        all.extend(properties);
        // A box that is not ticked is an answer, too, and a slider always has a value.
        if shown.is_required && !matches!(type_name, "CheckBox" | "Slider") {
            let required = self.surface.call("required", &[("value", value)]);
            let message = ["Please fill in ", &shown.label, "."].concat();
            checks.insert(0, check(required, &message));
        }
        if !checks.is_empty() {
            all.push(("checks", Payload::array(&checks)));
        }
        self.surface.show(&shown.id, type_name, &all);
    }

    /// Creates a check of a value. An optional value may also be empty.
    fn check_if_given(
        &self,
        shown: &ShownProperty<'_>,
        condition: Payload,
        message: &str,
    ) -> Payload {
        let message = format!("{message} ({}).", shown.label);
        if shown.is_required {
            return check(condition, &message);
        }
        let value = self.surface.path(&shown.path);
        let given = self.surface.call("required", &[("value", value)]);
        let empty = self.surface.call("not", &[("value", given)]);
        let values = Payload::array(&[empty, condition]);
        check(self.surface.call("or", &[("values", values)]), &message)
    }
}

fn check(condition: Payload, message: &str) -> Payload {
    object(&[
        ("condition", condition),
        ("message", Payload::string(message)),
    ])
}

fn bound_of(bound: &Field<Number>) -> Option<Payload> {
    Payload::encode(bound.get()?).ok()
}

/// Returns `true` if a range is small enough for a slider.
fn is_short(minimum: &Payload, maximum: &Payload) -> bool {
    let number = |value| Number::from_payload(value)?.as_f64();
    match (number(minimum), number(maximum)) {
        (Some(minimum), Some(maximum)) => minimum < maximum && maximum - minimum <= MAX_SLIDER_SPAN,
        _ => false,
    }
}

fn unknown_property(name: &str, found: &str) -> Refusal {
    let at = Pointer::root()
        .member("requestedSchema")
        .member("properties")
        .member(name)
        .member("type");
    let message = format!("no input of A2UI shows the property `{name}` ({found})");
    Refusal::rule_broken(rules::PROPERTY, at, message)
        .hint("use the type `string`, `number`, `integer` or `boolean`, or `array` with `items` that list options")
}
