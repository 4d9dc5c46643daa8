//! The inputs of Slack by the way in which a user fills them.

use super::rich_text::read_rich_text;
use crate::markdown::plain_text;
use slack_blocks::{BlockElement, OptionGroup, RichTextBlock, SlackOption};
use wire::{List, Number, Payload, Timestamp, Tolerant};

/// The content of an input.
#[derive(Debug)]
pub(super) enum InputEntry {
    Text(TextEntry),
    Choice(ChoiceEntry),
    /// The ids of users, channels or options, which a user types.
    Ids {
        initial: Vec<String>,
        /// The initial options of a menu that the app lists.
        options: Vec<Payload>,
        is_multiple: bool,
    },
    Moment {
        has_date: bool,
        has_time: bool,
        initial: String,
    },
    /// Files, which a surface cannot send.
    Files,
}

/// A text or number to type.
#[derive(Debug, Default)]
pub(super) struct TextEntry {
    pub(super) initial: String,
    pub(super) is_long: bool,
    pub(super) is_number: bool,
    pub(super) is_integer: bool,
    pub(super) form: TextForm,
    /// The bounds of the length, or of a number.
    pub(super) minimum: Option<Payload>,
    pub(super) maximum: Option<Payload>,
}

/// The form of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TextForm {
    #[default]
    Any,
    Email,
    Url,
}

/// Options to choose from.
#[derive(Debug)]
pub(super) struct ChoiceEntry {
    pub(super) options: Vec<(Payload, ShownOption)>,
    pub(super) initial: Vec<Payload>,
    pub(super) is_multiple: bool,
    /// `true` for boxes to tick, `false` for a menu or a choice of one.
    pub(super) has_boxes: bool,
    pub(super) is_menu: bool,
}

/// The label of an option with the heading of its group.
#[derive(Debug)]
pub(super) struct ShownOption {
    pub(super) option: SlackOption,
    pub(super) group: Option<Tolerant<slack_blocks::TextObject>>,
}

/// Reads an input. Returns `None` for other elements.
pub(super) fn read_entry(element: &BlockElement) -> Option<InputEntry> {
    read_text(element)
        .map(InputEntry::Text)
        .or_else(|| read_choice(element).map(InputEntry::Choice))
        .or_else(|| read_moment(element))
        .or_else(|| read_ids(element))
}

fn read_text(element: &BlockElement) -> Option<TextEntry> {
    let initial = |text: &Tolerant<String>| text.get().cloned().unwrap_or_default();
    Some(match element {
        BlockElement::PlainTextInput(input) => TextEntry {
            initial: initial(&input.initial_value),
            is_long: input.multiline.get() == Some(&true),
            minimum: length(&input.min_length),
            maximum: length(&input.max_length),
            ..TextEntry::default()
        },
        BlockElement::EmailTextInput(input) => TextEntry {
            initial: initial(&input.initial_value),
            form: TextForm::Email,
            ..TextEntry::default()
        },
        BlockElement::UrlTextInput(input) => TextEntry {
            initial: initial(&input.initial_value),
            form: TextForm::Url,
            ..TextEntry::default()
        },
        BlockElement::Number(input) => TextEntry {
            initial: initial(&input.initial_value),
            is_number: true,
            is_integer: input.is_decimal_allowed.get() == Some(&false),
            minimum: number(&input.min_value),
            maximum: number(&input.max_value),
            ..TextEntry::default()
        },
        BlockElement::RichTextInput(input) => TextEntry {
            initial: input
                .initial_value
                .get()
                .map_or_else(String::new, characters),
            is_long: true,
            ..TextEntry::default()
        },
        _ => return None,
    })
}

fn read_choice(element: &BlockElement) -> Option<ChoiceEntry> {
    let one =
        |option: &Tolerant<SlackOption>| option.get().into_iter().filter_map(encode).collect();
    Some(match element {
        BlockElement::Checkboxes(input) => ChoiceEntry {
            options: shown_options(&input.options, &Tolerant::Absent),
            initial: payloads(&input.initial_options),
            is_multiple: true,
            has_boxes: true,
            is_menu: false,
        },
        BlockElement::RadioButtons(input) => ChoiceEntry {
            options: shown_options(&input.options, &Tolerant::Absent),
            initial: one(&input.initial_option),
            is_multiple: false,
            has_boxes: false,
            is_menu: false,
        },
        BlockElement::StaticSelect(input) => ChoiceEntry {
            options: shown_options(&input.options, &input.option_groups),
            initial: one(&input.initial_option),
            is_multiple: false,
            has_boxes: false,
            is_menu: true,
        },
        BlockElement::MultiStaticSelect(input) => ChoiceEntry {
            options: shown_options(&input.options, &input.option_groups),
            initial: payloads(&input.initial_options),
            is_multiple: true,
            has_boxes: false,
            is_menu: true,
        },
        _ => return None,
    })
}

fn read_moment(element: &BlockElement) -> Option<InputEntry> {
    let (has_date, has_time, initial) = match element {
        BlockElement::DatePicker(input) => (true, false, input.initial_date.get().cloned()),
        BlockElement::TimePicker(input) => (false, true, input.initial_time.get().cloned()),
        BlockElement::DateTimePicker(input) => {
            let seconds = input.initial_date_time.get().and_then(Number::as_i64);
            (true, true, seconds.and_then(date_time))
        }
        _ => return None,
    };
    Some(InputEntry::Moment {
        has_date,
        has_time,
        initial: initial.unwrap_or_default(),
    })
}

fn read_ids(element: &BlockElement) -> Option<InputEntry> {
    let one = |id: &Tolerant<String>| id.get().cloned().into_iter().collect();
    let all = |ids: &Tolerant<List<String>>| {
        ids.get()
            .into_iter()
            .flat_map(List::iter)
            .cloned()
            .collect()
    };
    let (initial, is_multiple): (Vec<String>, bool) = match element {
        BlockElement::UsersSelect(input) => (one(&input.initial_user), false),
        BlockElement::MultiUsersSelect(input) => (all(&input.initial_users), true),
        BlockElement::ConversationsSelect(input) => (one(&input.initial_conversation), false),
        BlockElement::MultiConversationsSelect(input) => (all(&input.initial_conversations), true),
        BlockElement::ChannelsSelect(input) => (one(&input.initial_channel), false),
        BlockElement::MultiChannelsSelect(input) => (all(&input.initial_channels), true),
        BlockElement::ExternalSelect(input) => {
            let options = input.initial_option.get().into_iter().collect();
            return Some(external(options, false));
        }
        BlockElement::MultiExternalSelect(input) => {
            let options = input.initial_options.get().into_iter().flat_map(List::iter);
            return Some(external(options.collect(), true));
        }
        BlockElement::FileInput(_) => return Some(InputEntry::Files),
        _ => return None,
    };
    Some(InputEntry::Ids {
        initial,
        options: Vec::new(),
        is_multiple,
    })
}

fn external(options: Vec<&SlackOption>, is_multiple: bool) -> InputEntry {
    let values = options
        .iter()
        .filter_map(|option| option.value.get().cloned());
    InputEntry::Ids {
        initial: values.collect(),
        options: options.into_iter().filter_map(encode).collect(),
        is_multiple,
    }
}

fn encode(option: &SlackOption) -> Option<Payload> {
    Payload::encode(option).ok()
}

fn payloads(options: &Tolerant<List<SlackOption>>) -> Vec<Payload> {
    let options = options.get().into_iter().flat_map(List::iter);
    options.filter_map(encode).collect()
}

/// Returns the options of a menu and of its groups.
fn shown_options(
    options: &Tolerant<List<SlackOption>>,
    groups: &Tolerant<List<OptionGroup>>,
) -> Vec<(Payload, ShownOption)> {
    let mut shown = Vec::new();
    let mut add = |options: &Tolerant<List<SlackOption>>, group: Option<&OptionGroup>| {
        for option in options.get().into_iter().flat_map(List::iter) {
            if let Some(payload) = encode(option) {
                let group = group.map(|group| group.label.clone());
                let option = option.clone();
                shown.push((payload, ShownOption { option, group }));
            }
        }
    };
    add(options, None);
    for group in groups.get().into_iter().flat_map(List::iter) {
        add(&group.options, Some(group));
    }
    shown
}

/// Returns a time in UTC.
pub(super) fn date_time(seconds: i64) -> Option<String> {
    let time = Timestamp::from_unix_millis(seconds.checked_mul(1000)?)?;
    Some(time.as_str().replace(".000Z", "Z"))
}

fn characters(text: &RichTextBlock) -> String {
    plain_text(&read_rich_text(text).blocks)
}

/// Returns the bound of a length.
fn length(bound: &Tolerant<Number>) -> Option<Payload> {
    Payload::encode(&bound.get()?.as_u64()?).ok()
}

/// Returns the number that a text contains.
fn number(text: &Tolerant<String>) -> Option<Payload> {
    let number = Number::parse(text.get()?.trim())?;
    Payload::parse(number.as_str()).ok()
}
