//! Actions on the surfaces of cards as submits.

use super::{
    card_input_kind::{CardInputKind, has_form},
    card_reference::{CardReference, REFERENCE, ReferencedInput, SubmitKind, object_of},
    rules,
};
use crate::surface_writer::{object, text_member};
use a2ui::Message;
use wire::{Number, Payload, PayloadKind, Pointer};

/// The submit that an action on the surface of a card means.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CardAnswer {
    /// The id of the action in the card.
    pub action_id: Option<String>,
    /// The verb of an `Action.Execute`.
    pub verb: Option<String>,
    /// The `data` of the action with the values of the inputs, as the card words them.
    pub data: Payload,
    /// The activity that a bot gets: a message for `Action.Submit`, and an invoke for `Action.Execute`.
    pub activity: Payload,
}

/// The reason why a message is not a submit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct CardAnswerError {
    /// The place in the message.
    pub pointer: Pointer,
    /// The reason, as a clause.
    pub message: String,
}

impl CardAnswerError {
    /// Returns the rule of the error, for reports.
    pub fn rule(&self) -> &'static str {
        rules::ACTION
    }
}

/// Returns the submit that an action on the surface of a card means.
///
/// Each value has the form in which hosts of cards send it: a box its `valueOn` or `valueOff`, several choices a text with
/// commas, and a number its text. Inputs without a value are omitted. The value of an input replaces a member of `data` with
/// its id.
///
/// ```
/// use agent_ui_bridge::{a2ui::Message, cards::submit_of_action};
///
/// let action = Message::read(r#"{"version":"v0.9","action":{"name":"book","surfaceId":"card-7","sourceComponentId":"go",
///     "timestamp":"2026-11-30T12:00:00Z","context":{"trip":"oslo","nights":3,
///         "adaptiveCard":"{\"type\":\"Action.Submit\",\"inputs\":{\"nights\":\"number\"}}"}}}"#)?;
/// let answer = submit_of_action(&action)?;
/// assert_eq!(answer.activity.text(), r#"{"type":"message","text":"","value":{"trip":"oslo","nights":"3"}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error for a message that is not an action on the surface of a card.
pub fn submit_of_action(action: &Message) -> Result<CardAnswer, CardAnswerError> {
    let at = Pointer::root().member(action.key());
    let context_at = at.member("context");
    let message = Payload::encode(action).unwrap_or_else(|_| Payload::empty_object());
    let context = message.get(&context_at);
    let context = context.unwrap_or_else(Payload::empty_object);
    let reference = text_member(&context, REFERENCE);
    let Some(reference) = reference.as_deref().and_then(CardReference::parse) else {
        return Err(CardAnswerError {
            pointer: context_at.member(REFERENCE),
            message: "the context does not refer to the action of a card".to_owned(),
        });
    };
    let data = merge(&context, &reference);
    let activity = match reference.kind {
        SubmitKind::Submit => message_activity(&data),
        SubmitKind::Execute => invoke_activity(&data, &reference),
    };
    Ok(CardAnswer {
        action_id: reference.id,
        verb: reference.verb,
        data,
        activity,
    })
}

/// Returns the `data` of an action, joined with the values of its inputs.
fn merge(context: &Payload, reference: &CardReference) -> Payload {
    // Hosts send a text or a list alone.
    if let Some(data) = reference
        .data
        .as_ref()
        .filter(|data| !data.is_object() && !data.is_null())
    {
        return data.clone();
    }
    let mut members: Vec<(String, Payload)> = Vec::new();
    for (name, value) in context.members() {
        let is_input = reference.inputs.iter().any(|input| input.name == name);
        if name != REFERENCE && !is_input {
            set(&mut members, name.into_owned(), value);
        }
    }
    for (name, value) in reference.data.iter().flat_map(Payload::members) {
        set(&mut members, name.into_owned(), value);
    }
    for input in &reference.inputs {
        if let Some(text) = submitted_text(context.member(&input.name), input) {
            set(&mut members, input.id.clone(), Payload::string(&text));
        }
    }
    object_of(&members)
}

/// Sets a member. The last value of a name counts.
fn set(members: &mut Vec<(String, Payload)>, name: String, value: Payload) {
    match members.iter_mut().find(|(own, _)| *own == name) {
        Some((_, own)) => *own = value,
        None => members.push((name, value)),
    }
}

/// Returns the value of an input as hosts of cards submit it. Returns `None` for an empty input.
fn submitted_text(entered: Option<Payload>, input: &ReferencedInput) -> Option<String> {
    let entered = entered.filter(|value| !value.is_null());
    let text = match &input.kind {
        CardInputKind::Toggle { on, off } => {
            let is_on = entered.is_some_and(|value| matches!(value.text(), "true" | "\"true\""));
            match is_on {
                true => on.clone(),
                false => off.clone(),
            }
        }
        CardInputKind::Choice | CardInputKind::Choices => {
            chosen_text(&entered?, input.kind == CardInputKind::Choices)
        }
        CardInputKind::Number => number_text(&entered?),
        CardInputKind::Rating => {
            let text = number_text(&entered?);
            // Without a choice, the slider is at zero.
            match text.as_str() {
                "0" => String::new(),
                _ => text,
            }
        }
        CardInputKind::Date => shorten(text_of(&entered?), "0000-00-00"),
        CardInputKind::Time => {
            let text = text_of(&entered?);
            let time = text.split_once('T').map(|(_, time)| time.to_owned());
            shorten(time.unwrap_or(text), "00:00")
        }
        CardInputKind::Text => text_of(&entered?),
    };
    (!text.is_empty()).then_some(text)
}

/// Returns the chosen values, joined by commas if the input admits several.
fn chosen_text(entered: &Payload, is_many: bool) -> String {
    if entered.kind() != PayloadKind::Array {
        return text_of(entered);
    }
    let count = if is_many { usize::MAX } else { 1 };
    let chosen = entered.elements().take(count);
    let chosen: Vec<String> = chosen.map(|value| text_of(&value)).collect();
    chosen.join(",")
}

/// Returns a string without its quotes, and the JSON of other values.
fn text_of(value: &Payload) -> String {
    match value.as_str() {
        Some(text) => text.into_owned(),
        None => value.text().to_owned(),
    }
}

/// Returns the text of a number as JavaScript writes it.
fn number_text(value: &Payload) -> String {
    let text = text_of(value);
    let text = text.trim();
    // Larger numbers have an exponent in JavaScript, so their text stays.
    let number = Number::parse(text).and_then(|number| number.as_f64());
    match number.filter(|number| number.abs() < 1e15) {
        Some(number) if text.contains(['.', 'e', 'E']) => number.to_string(),
        _ => text.to_owned(),
    }
}

/// Returns the start of a text that has this form. Other texts stay as they are.
fn shorten(text: String, form: &str) -> String {
    match text.get(..form.len()) {
        Some(start) if has_form(start, form) => start.to_owned(),
        _ => text,
    }
}

/// Returns the activity of `Action.Submit`. A text is the text of the message.
fn message_activity(data: &Payload) -> Payload {
    let kind = ("type", Payload::string("message"));
    match data.kind() {
        PayloadKind::String => object(&[kind, ("text", data.clone())]),
        _ => object(&[kind, ("text", Payload::string("")), ("value", data.clone())]),
    }
}

/// Returns the activity of `Action.Execute`.
fn invoke_activity(data: &Payload, reference: &CardReference) -> Payload {
    let mut action = vec![("type", Payload::string(reference.kind.as_str()))];
    for (name, value) in [("id", &reference.id), ("verb", &reference.verb)] {
        if let Some(value) = value {
            action.push((name, Payload::string(value)));
        }
    }
    action.push(("data", data.clone()));
    let value = object(&[
        ("action", object(&action)),
        ("trigger", Payload::string("manual")),
    ]);
    object(&[
        ("type", Payload::string("invoke")),
        ("name", Payload::string("adaptiveCard/action")),
        ("value", value),
    ])
}
