//! The inputs of cards, and the kinds of their values.

use super::card_parts::boolean;
use crate::surface_writer::text_member;
use adaptive_cards::{ChoiceSetInput, Element};
use wire::{List, Number, Payload, Tolerant};

/// The kind of an input, which decides how its value is submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CardInputKind {
    Text,
    Number,
    Date,
    Time,
    /// The values of a ticked and of an empty box.
    Toggle {
        on: String,
        off: String,
    },
    Choice,
    Choices,
    Rating,
}

impl CardInputKind {
    pub(super) fn as_str(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Date => "date",
            Self::Time => "time",
            Self::Toggle { .. } => "toggle",
            Self::Choice => "choice",
            Self::Choices => "choices",
            Self::Rating => "rating",
        }
    }

    /// Reads a kind. `input` contains the words of a box.
    pub(super) fn from_word(word: &str, input: &Payload) -> Option<Self> {
        Some(match word {
            "text" => Self::Text,
            "number" => Self::Number,
            "date" => Self::Date,
            "time" => Self::Time,
            "toggle" => Self::Toggle {
                on: text_member(input, "on")?,
                off: text_member(input, "off")?,
            },
            "choice" => Self::Choice,
            "choices" => Self::Choices,
            "rating" => Self::Rating,
            _ => return None,
        })
    }
}

/// An input of a card.
#[derive(Clone, Debug)]
pub(super) struct CardInput {
    pub(super) id: Option<String>,
    /// The card that contains it.
    pub(super) card: usize,
    pub(super) kind: CardInputKind,
    /// The value at first, as the data model contains it.
    pub(super) initial: Payload,
}

/// Returns the input that an element is.
pub(super) fn read_input(element: &Element, card: usize) -> Option<CardInput> {
    let text = |value: &Tolerant<String>| Payload::string(value.get().map_or("", String::as_str));
    // An empty text is the value of an input without one, because functions fail on a missing value.
    let number =
        |value: &Tolerant<Number>| value.get().and_then(|value| Payload::encode(value).ok());
    let (id, kind, initial) = match element {
        Element::TextInput(input) => (&input.id, CardInputKind::Text, text(&input.value)),
        Element::NumberInput(input) => {
            let value = number(&input.value).unwrap_or_else(|| Payload::string(""));
            (&input.id, CardInputKind::Number, value)
        }
        Element::DateInput(input) => (&input.id, CardInputKind::Date, text(&input.value)),
        Element::TimeInput(input) => (&input.id, CardInputKind::Time, text(&input.value)),
        Element::ToggleInput(input) => {
            let word = |value: &Tolerant<String>, default: &str| {
                value.get().map_or(default, String::as_str).to_owned()
            };
            let on = word(&input.value_on, "true");
            let off = word(&input.value_off, "false");
            let is_on = word(&input.value, "false") == on;
            let kind = CardInputKind::Toggle { on, off };
            (&input.id, kind, boolean(is_on))
        }
        Element::ChoiceSetInput(input) => {
            let (kind, initial) = read_choice(input);
            (&input.id, kind, initial)
        }
        Element::RatingInput(input) => {
            let value = number(&input.value).unwrap_or_else(zero);
            (&input.id, CardInputKind::Rating, value)
        }
        _ => return None,
    };
    let id = id.get().filter(|id| !id.is_empty()).cloned();
    Some(CardInput {
        id,
        card,
        kind,
        initial,
    })
}

pub(super) fn zero() -> Payload {
    Payload::encode(&0u64).unwrap_or_else(|_| Payload::null())
}

/// Returns the kind and the chosen values of a choice. Hosts ignore other values.
fn read_choice(input: &ChoiceSetInput) -> (CardInputKind, Payload) {
    let kind = match input.is_multi_select.get() {
        Some(true) => CardInputKind::Choices,
        _ => CardInputKind::Choice,
    };
    let value = input.value.get().map_or("", String::as_str);
    let is_choice = |value: &str| {
        let mut choices = input.choices.get().into_iter().flat_map(List::iter);
        choices.any(|choice| choice.value.get().is_some_and(|own| own == value))
    };
    let chosen: Vec<&str> = match kind {
        CardInputKind::Choices => value.split(',').collect(),
        _ => vec![value],
    };
    let chosen: Vec<Payload> = chosen
        .into_iter()
        .filter(|value| is_choice(value))
        .map(Payload::string)
        .collect();
    (kind, Payload::array(&chosen))
}

/// Returns `true` if a text has digits where the form has zeros, and the other characters of the form.
pub(super) fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                form => byte == form,
            })
}
