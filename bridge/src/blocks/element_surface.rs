//! Elements of blocks as components.

use super::{
    block_reference::{ElementReference, EventKind, boolean, option_values},
    component_writer::{ButtonAction, Click, ComponentWriter, Properties, strings},
    emoji::with_emoji,
    input_entry::{ChoiceEntry, InputEntry, ShownOption, TextEntry, TextForm, read_entry},
};
use crate::{
    Verdict,
    markdown::escape,
    surface_writer::{object, text_member},
    web_address::{host_of, to_uri},
};
use a2ui::address::has_link_scheme;
use slack_blocks::{
    BlockElement, ButtonElement, FeedbackButtons, ImageElement, OverflowMenu, SlackFile, TextObject,
};
use std::collections::BTreeSet;
use wire::{List, Payload, Pointer, Tolerant};

/// The label of the button that sends a changed input.
const SEND: &str = "Send";
/// The pattern of an absolute address.
const URL_PATTERN: &str = r"^[A-Za-z][A-Za-z0-9+.-]*:\S+$";
/// The pattern of a whole number.
const INTEGER_PATTERN: &str = r"^\s*-?[0-9]+\s*$";

/// The place of an element in its block.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementPlace<'p> {
    pub(super) block_id: &'p str,
    pub(super) at: &'p Pointer,
    /// The index of the element in its block.
    pub(super) index: usize,
    /// The label of an input block.
    pub(super) label: Option<&'p str>,
    pub(super) is_required: bool,
    /// `true` if each change sends an event.
    pub(super) sends_changes: bool,
}

/// The members that most elements have.
struct CommonMembers {
    action_id: Option<String>,
    placeholder: Tolerant<TextObject>,
    label: Option<String>,
}

impl ComponentWriter {
    /// Adds the components of an element. Returns the id of the outer one, or `None` if nothing is shown.
    pub(super) fn show_element(
        &mut self,
        element: &BlockElement,
        place: ElementPlace<'_>,
    ) -> Option<String> {
        let common = self.common_members(element, place);
        let reference = reference_of(element, &common, place);
        let named = common.action_id.as_deref();
        if let Some(entry) = read_entry(element) {
            return self.show_input(&reference, entry, &common, place);
        }
        match element {
            BlockElement::Button(button) => Some(self.show_button(button, reference, named, place)),
            BlockElement::WorkflowButton(button) => {
                let label = self.button_label(&button.text, place.at);
                self.note(
                    place.at,
                    Verdict::Carried,
                    "the button sends an event and starts no workflow",
                );
                let style = self.button_style(&button.style, place.at);
                let id = self.id(named, place.at);
                Some(self.show_event_button(id, &label, reference, (style, None)))
            }
            BlockElement::IconButton(button) => {
                self.note(
                    &place.at.member("icon"),
                    Verdict::Carried,
                    "the label is shown without the icon",
                );
                self.note_lost(&button.visible_to_user_ids, place.at, "visible_to_user_ids");
                let label = self.button_label(&button.text, place.at);
                let value = button.value.get().map(|value| Payload::string(value));
                let id = self.id(named, place.at);
                Some(self.show_event_button(id, &label, reference, (None, value)))
            }
            BlockElement::FeedbackButtons(buttons) => {
                self.show_feedback(buttons, &reference, named, place.at)
            }
            BlockElement::OverflowMenu(menu) => {
                self.show_overflow(menu, &reference, named, place.at)
            }
            BlockElement::Image(image) => self.show_image_element(image, "smallFeature", place.at),
            _ => {
                self.note(place.at, Verdict::Carried, "the element is unknown");
                None
            }
        }
    }

    /// Reads the members that most elements have.
    fn common_members(&mut self, element: &BlockElement, place: ElementPlace<'_>) -> CommonMembers {
        let members = Payload::encode(element).unwrap_or_else(|_| Payload::empty_object());
        let placeholder = members.member("placeholder");
        for name in [
            "confirm",
            "focus_on_load",
            "dispatch_action_config",
            "filter",
            "timezone",
        ] {
            if members.member(name).is_some() {
                let remark = "surfaces have no counterpart";
                self.note(&place.at.member(name), Verdict::Carried, remark);
            }
        }
        CommonMembers {
            action_id: text_member(&members, "action_id").filter(|id| !id.is_empty()),
            placeholder: match placeholder.and_then(|text| text.decode().ok()) {
                Some(text) => Tolerant::Value(text),
                None => Tolerant::Absent,
            },
            label: text_member(&members, "accessibility_label"),
        }
    }

    /// Returns the label of a button in Markdown.
    fn button_label(&mut self, text: &Tolerant<TextObject>, at: &Pointer) -> String {
        let label = self.markdown(text, &at.member("text"));
        label.unwrap_or_else(|| "…".to_owned())
    }

    fn button_style(&mut self, style: &Tolerant<String>, at: &Pointer) -> Option<&'static str> {
        match style.get().map(String::as_str) {
            Some("primary") => Some("primary"),
            Some(_) => {
                self.note(
                    &at.member("style"),
                    Verdict::Carried,
                    "buttons have no such style",
                );
                None
            }
            None => None,
        }
    }

    fn show_button(
        &mut self,
        button: &ButtonElement,
        reference: ElementReference,
        named: Option<&str>,
        place: ElementPlace<'_>,
    ) -> String {
        let at = place.at;
        let label = self.button_label(&button.text, at);
        let style = self.button_style(&button.style, at);
        let id = self.id(named, at);
        self.note_invalid(&button.value, &at.member("value"));
        match button.url.get() {
            Some(url) if has_link_scheme(url) => {
                self.note(
                    at,
                    Verdict::Carried,
                    "the button opens the link and sends no event",
                );
                return self.add_button(id, &label, style, ButtonAction::Open(to_uri(url)));
            }
            Some(_) => {
                let remark = "the scheme is forbidden, so the button only sends its event";
                self.note(&at.member("url"), Verdict::Quarantined, remark);
            }
            None => self.note_invalid(&button.url, &at.member("url")),
        }
        let value = button.value.get().map(|value| Payload::string(value));
        self.show_event_button(id, &label, reference, (style, value))
    }

    /// Adds a button that sends the event of an element.
    fn show_event_button(
        &mut self,
        id: String,
        label: &str,
        reference: ElementReference,
        (style, value): (Option<&str>, Option<Payload>),
    ) -> String {
        let action = ButtonAction::Event(Click {
            name: reference.action_id.clone(),
            value,
            event: EventKind::BlockActions,
            element: Some(reference),
        });
        self.add_button(id, label, style, action)
    }

    fn show_feedback(
        &mut self,
        buttons: &FeedbackButtons,
        reference: &ElementReference,
        named: Option<&str>,
        at: &Pointer,
    ) -> Option<String> {
        let id = self.id(named, at);
        let mut shown = Vec::new();
        for (name, button) in [
            ("positive_button", &buttons.positive_button),
            ("negative_button", &buttons.negative_button),
        ] {
            let Some(button) = button.get() else {
                continue;
            };
            let at = at.member(name);
            let label = self.button_label(&button.text, &at);
            let value = button.value.get().map(|value| Payload::string(value));
            let id = self.part(&id, name);
            shown.push(self.show_event_button(id, &label, reference.clone(), (None, value)));
        }
        self.add_group(id, "Row", &shown, Vec::new())
    }

    /// Shows a menu as a dialog with buttons.
    fn show_overflow(
        &mut self,
        menu: &OverflowMenu,
        reference: &ElementReference,
        named: Option<&str>,
        at: &Pointer,
    ) -> Option<String> {
        let id = self.id(named, at);
        let mut shown = Vec::new();
        for (index, option) in menu.options.get().into_iter().flat_map(List::enumerate) {
            let at = at.member("options").element(index);
            let label = self.button_label(&option.text, &at);
            self.note_lost(&option.description, &at, "description");
            let button = self.part(&id, &index.to_string());
            if let Some(url) = option.url.get().filter(|url| has_link_scheme(url)) {
                let open = ButtonAction::Open(to_uri(url));
                shown.push(self.add_button(button, &label, Some("borderless"), open));
                continue;
            }
            if !option.url.is_absent() {
                self.note(
                    &at.member("url"),
                    Verdict::Quarantined,
                    "the scheme is forbidden",
                );
            }
            let mut reference = reference.clone();
            reference.option = Payload::encode(option).ok();
            let value = option.value.get().map(|value| Payload::string(value));
            let style = Some("borderless");
            shown.push(self.show_event_button(button, &label, reference, (style, value)));
        }
        let content = self.part(&id, "content");
        let content = self.add_group(content, "Column", &shown, Vec::new())?;
        let trigger = self.part(&id, "trigger");
        let label = object(&[("label", Payload::string("More"))]);
        let icon = vec![
            ("name", Payload::string("moreVert")),
            ("accessibility", label),
        ];
        self.add(&trigger, "Icon", icon);
        let properties = vec![
            ("trigger", Payload::string(&trigger)),
            ("content", Payload::string(&content)),
        ];
        self.add(&id, "Modal", properties);
        Some(id)
    }

    pub(super) fn show_image_element(
        &mut self,
        image: &ImageElement,
        variant: &'static str,
        at: &Pointer,
    ) -> Option<String> {
        let id = self.id(None, at);
        let source = (&image.image_url, &image.slack_file);
        self.show_image(id, source, &image.alt_text, variant, at)
    }

    /// Adds an image, or its description if the address is not one of the web.
    pub(super) fn show_image(
        &mut self,
        id: String,
        (url, file): (&Tolerant<String>, &Tolerant<SlackFile>),
        description: &Tolerant<String>,
        variant: &'static str,
        at: &Pointer,
    ) -> Option<String> {
        let description = description
            .get()
            .map(|text| with_emoji(text))
            .unwrap_or_default();
        let Some(found) = url.get().filter(|url| host_of(url).is_some()) else {
            match file.is_absent() {
                true => {
                    let remark = "the address is not one of the web, so the description is shown";
                    self.note(&at.member("image_url"), Verdict::Quarantined, remark);
                }
                false => {
                    let remark = "only apps can read files of Slack, so the description is shown";
                    self.note(&at.member("slack_file"), Verdict::Carried, remark);
                }
            }
            return self.add_text(id, &escape(&description), Some("caption"));
        };
        let mut properties = vec![
            ("url", Payload::string(&to_uri(found))),
            ("variant", Payload::string(variant)),
        ];
        if !description.is_empty() {
            properties.push(("description", Payload::string(&description)));
        }
        self.add(&id, "Image", properties);
        Some(id)
    }

    /// Adds an input, with a button if its changes send events.
    fn show_input(
        &mut self,
        reference: &ElementReference,
        entry: InputEntry,
        common: &CommonMembers,
        place: ElementPlace<'_>,
    ) -> Option<String> {
        let placeholder = self.label(&common.placeholder, &place.at.member("placeholder"));
        let label = place
            .label
            .map(str::to_owned)
            .or_else(|| common.label.clone());
        let input = ShownInput {
            id: self.id(common.action_id.as_deref(), place.at),
            reference,
            label: label
                .or_else(|| placeholder.clone())
                .unwrap_or_else(|| reference.action_id.clone()),
            // A placeholder that is the label is shown once.
            placeholder: placeholder.filter(|_| place.label.is_some()),
            is_required: place.is_required,
        };
        match entry {
            InputEntry::Text(text) => self.show_text_field(&input, text, Vec::new(), place.at),
            InputEntry::Choice(choice) => self.show_choice(&input, choice, place.at),
            InputEntry::Ids {
                initial,
                options,
                is_multiple,
            } => {
                let remark = match is_multiple {
                    true => "users type the ids, separated by commas",
                    false => "users type the id",
                };
                self.note(place.at, Verdict::Encoded, remark);
                let text = TextEntry {
                    initial: initial.join(", "),
                    ..TextEntry::default()
                };
                self.show_text_field(&input, text, options, place.at);
            }
            InputEntry::Moment {
                has_date,
                has_time,
                initial,
            } => {
                self.show_moment(&input, (has_date, has_time), &initial);
            }
            InputEntry::Files => {
                self.add_input(reference, Vec::new(), false, None);
                self.note(place.at, Verdict::Carried, "surfaces cannot send files");
                return self.add_text(input.id, &escape(&input.label), Some("caption"));
            }
        }
        if !place.sends_changes {
            return Some(input.id);
        }
        // Inputs of surfaces send nothing by themselves.
        self.note(
            place.at,
            Verdict::Derived,
            "a button sends the changed value",
        );
        let button = self.part(&input.id, "send");
        let button = self.show_event_button(button, SEND, reference.clone(), (None, None));
        let row = self.part(&input.id, "row");
        self.add_group(row, "Row", &[input.id, button], Vec::new())
    }

    fn show_text_field(
        &mut self,
        input: &ShownInput<'_>,
        text: TextEntry,
        options: Vec<Payload>,
        at: &Pointer,
    ) {
        // Functions fail on a missing value, so an empty field has the empty text.
        let initial = Payload::string(&text.initial);
        let path = self.add_input(input.reference, options, input.is_required, Some(initial));
        let mut checks = Vec::new();
        if text.minimum.is_some() || text.maximum.is_some() {
            let function = if text.is_number { "numeric" } else { "length" };
            let message = if text.is_number {
                "Please check the number"
            } else {
                "Please check the length"
            };
            let mut arguments = Vec::new();
            arguments.extend(text.minimum.map(|minimum| ("min", minimum)));
            arguments.extend(text.maximum.map(|maximum| ("max", maximum)));
            checks.push((function, arguments, message));
        }
        let pattern = |pattern| vec![("pattern", Payload::string(pattern))];
        if text.is_integer {
            checks.push((
                "regex",
                pattern(INTEGER_PATTERN),
                "Please enter a whole number",
            ));
        }
        match text.form {
            TextForm::Any => {}
            TextForm::Email => checks.push(("email", Vec::new(), "Please enter an email address")),
            TextForm::Url => {
                checks.push(("regex", pattern(URL_PATTERN), "Please enter an address"))
            }
        }
        let variant = match (text.is_number, text.is_long) {
            (true, _) => Some("number"),
            (_, true) => Some("longText"),
            _ => None,
        };
        let mut properties: Properties = Vec::new();
        properties.extend(variant.map(|variant| ("variant", Payload::string(variant))));
        if let Some(placeholder) = &input.placeholder {
            match self.surface.has_placeholders() {
                true => properties.push(("placeholder", Payload::string(placeholder))),
                false => self.note(
                    &at.member("placeholder"),
                    Verdict::Carried,
                    "text fields have no placeholder",
                ),
            }
        }
        let checks = checks.into_iter().map(|(function, arguments, message)| {
            self.check_if_given(input, &path, (function, arguments), message)
        });
        let checks = checks.collect();
        self.bind(input, "TextField", properties, &path, checks);
    }

    fn show_moment(
        &mut self,
        input: &ShownInput<'_>,
        (has_date, has_time): (bool, bool),
        initial: &str,
    ) {
        let mut properties: Properties = Vec::new();
        if has_date {
            properties.push(("enableDate", boolean(true)));
        }
        if has_time {
            properties.push(("enableTime", boolean(true)));
        }
        let initial = Payload::string(initial);
        let path = self.add_input(
            input.reference,
            Vec::new(),
            input.is_required,
            Some(initial),
        );
        self.bind(input, "DateTimeInput", properties, &path, Vec::new());
    }

    fn show_choice(&mut self, input: &ShownInput<'_>, choice: ChoiceEntry, at: &Pointer) {
        let options: Vec<Payload> = choice
            .options
            .iter()
            .map(|(option, _)| option.clone())
            .collect();
        let values = option_values(&options);
        let initial: BTreeSet<String> = choice.initial.iter().map(option_key).collect();
        let chosen = options.iter().zip(&values);
        let chosen = chosen.filter(|(option, _)| initial.contains(&option_key(option)));
        let chosen: Vec<String> = chosen.map(|(_, value)| value.clone()).collect();
        let mut labels = Vec::new();
        for (_, shown) in &choice.options {
            labels.push(self.option_label(shown, at));
        }
        // One box is a question of its own.
        if let (true, [label]) = (choice.has_boxes, labels.as_slice()) {
            let is_ticked = boolean(!chosen.is_empty());
            let path = self.add_input(input.reference, options, input.is_required, Some(is_ticked));
            let input = ShownInput {
                label: label.clone(),
                ..input.clone()
            };
            return self.bind(&input, "CheckBox", Vec::new(), &path, Vec::new());
        }
        let mut listed = Vec::new();
        for (label, value) in labels.iter().zip(&values) {
            listed.push(object(&[
                ("label", Payload::string(label)),
                ("value", Payload::string(value)),
            ]));
        }
        let variant = match choice.is_multiple {
            true => "multipleSelection",
            false => "mutuallyExclusive",
        };
        let mut properties = vec![
            ("variant", Payload::string(variant)),
            ("options", Payload::array(&listed)),
        ];
        if choice.is_menu {
            properties.push(("filterable", boolean(true)));
        }
        let chosen = strings(&chosen);
        let path = self.add_input(input.reference, options, input.is_required, Some(chosen));
        self.bind(input, "ChoicePicker", properties, &path, Vec::new());
    }

    /// Returns the label of an option, with the heading of its group and its description.
    fn option_label(&mut self, shown: &ShownOption, at: &Pointer) -> String {
        let mut label = self.label(&shown.option.text, at).unwrap_or_default();
        let group = shown.group.as_ref().and_then(|group| self.label(group, at));
        if let Some(group) = group {
            label = [&group, ": ", &label].concat();
        }
        match self.label(&shown.option.description, at) {
            Some(description) => [&label, " – ", &description].concat(),
            None => label,
        }
    }

    /// Adds the component of an input, bound to its path.
    fn bind(
        &mut self,
        input: &ShownInput<'_>,
        type_name: &'static str,
        mut properties: Properties,
        path: &Pointer,
        mut checks: Vec<Payload>,
    ) {
        let value = self.surface.path(path.as_str());
        properties.insert(0, ("label", Payload::string(&input.label)));
        properties.insert(1, ("value", value.clone()));
        if input.is_required {
            let given = match type_name {
                // A box is given if it is ticked.
                "CheckBox" => value,
                _ => self.surface.call("required", &[("value", value)]),
            };
            let message = ["Please fill in ", &input.label, "."].concat();
            checks.insert(0, check(given, &message));
        }
        if !checks.is_empty() {
            properties.push(("checks", Payload::array(&checks)));
        }
        self.add(&input.id, type_name, properties);
    }

    /// Creates a check of a value. An optional value may also be empty.
    fn check_if_given(
        &self,
        input: &ShownInput<'_>,
        path: &Pointer,
        (function, arguments): (&str, Properties),
        message: &str,
    ) -> Payload {
        let value = || self.surface.path(path.as_str());
        let message = format!("{message} ({}).", input.label);
        let mut all = vec![("value", value())];
        all.extend(arguments);
        let condition = self.surface.call(function, &all);
        if input.is_required {
            return check(condition, &message);
        }
        let given = self.surface.call("required", &[("value", value())]);
        let empty = self.surface.call("not", &[("value", given)]);
        let values = Payload::array(&[empty, condition]);
        check(self.surface.call("or", &[("values", values)]), &message)
    }
}

/// An input that is being shown.
#[derive(Clone)]
struct ShownInput<'i> {
    id: String,
    reference: &'i ElementReference,
    label: String,
    placeholder: Option<String>,
    is_required: bool,
}

fn check(condition: Payload, message: &str) -> Payload {
    object(&[
        ("condition", condition),
        ("message", Payload::string(message)),
    ])
}

/// Returns the reference to an element. An element without an id gets its type and its place in the block.
fn reference_of(
    element: &BlockElement,
    common: &CommonMembers,
    place: ElementPlace<'_>,
) -> ElementReference {
    let kind = element.tag().to_owned();
    let action_id = match (&common.action_id, place.index) {
        (Some(id), _) => id.clone(),
        (None, 0) => kind.clone(),
        (None, index) => format!("{kind}_{index}"),
    };
    ElementReference {
        kind,
        block_id: place.block_id.to_owned(),
        action_id,
        option: None,
    }
}

/// Returns the text by which an option is recognized: its value, or all of it without one.
fn option_key(option: &Payload) -> String {
    text_member(option, "value").unwrap_or_else(|| option.text().to_owned())
}
