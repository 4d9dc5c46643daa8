//! Actions on the surfaces of requests as answers.

use super::{
    ACCEPT_EVENT, CANCEL_EVENT, DECLINE_EVENT, PERMISSION_EVENT,
    request_reference::{CONTENT, OPTION, REFERENCE, RequestReference},
    rules,
};
use crate::surface_writer::{object, text_member};
use a2ui::Message;
use elicitation::{
    ChoicesProperty, ElicitAction, ElicitResult, FormSchema, NumberKind, PropertySchema, TextFormat,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Finding, Number, Payload, PayloadKind, Pointer, Severity};

/// The answer to a request, with the names of the request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ElicitationAnswer {
    /// The JSON-RPC id of the request.
    pub id: Option<Payload>,
    /// The key of the request among the `inputRequests` of MCP 2026-07-28.
    pub key: Option<String>,
    /// The state that the answer must echo (MCP 2026-07-28).
    pub request_state: Option<String>,
    /// The answer itself.
    pub outcome: AnswerOutcome,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnswerOutcome {
    /// The result of `elicitation/create`.
    Result(ElicitResult),
    /// The chosen option of a permission request, as its `optionId`.
    Selected(String),
}

/// The reason why an action is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionAnswerError {
    /// The message is not an action of the surface of a request.
    #[error("{message}")]
    NotAnAnswer {
        /// The place in the message.
        pointer: Pointer,
        /// The reason, as a clause.
        message: String,
    },
    /// The entered values do not match the schema, so the user must be asked again. Pointers point into the content.
    #[error("the entered values do not match the schema of the request")]
    Content(Vec<Finding>),
}

impl ActionAnswerError {
    /// Returns the rule of the error, for reports.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NotAnAnswer { .. } => rules::ACTION,
            Self::Content(findings) => findings.first().map_or(rules::ACTION, |first| first.rule),
        }
    }
}

/// Returns the answer that an action gives to the request of its surface.
///
/// The content of an accepted form is typed by the schema: texts of number inputs become numbers, and the list of a single
/// choice becomes its value. Optional values that the user left empty are omitted.
///
/// ```
/// use agent_ui_bridge::{a2ui::Message, forms::{AnswerOutcome, result_of_action}, wire::Payload};
///
/// let action = Message::read(r#"{"version":"v0.9","action":{"name":"elicitation.decline","surfaceId":"question-7","sourceComponentId":"decline",
///     "timestamp":"2026-11-30T12:00:00Z","context":{"elicitation":"{\"id\":7}"}}}"#)?;
/// let answer = result_of_action(&action)?;
/// assert_eq!(answer.id, Some(Payload::parse("7")?));
/// let AnswerOutcome::Result(result) = answer.outcome else { panic!() };
/// assert_eq!(agent_ui_bridge::wire::encode(&result)?, r#"{"action":"decline"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error for another message, and the findings about values that do not match the schema.
pub fn result_of_action(action: &Message) -> Result<ElicitationAnswer, ActionAnswerError> {
    let (body_at, body) = body_of(action);
    let name = text_member(&body, "name").unwrap_or_default();
    if ![ACCEPT_EVENT, DECLINE_EVENT, CANCEL_EVENT, PERMISSION_EVENT].contains(&name.as_str()) {
        let message = format!("the event `{name}` is not an answer to a request");
        return Err(not_an_answer(body_at.member("name"), message));
    }
    let context_at = body_at.member("context");
    let context = body.member("context").unwrap_or_else(Payload::empty_object);
    let reference = text_member(&context, REFERENCE);
    let Some(reference) = reference.as_deref().and_then(RequestReference::parse) else {
        let message = "the context does not refer to a request".to_owned();
        return Err(not_an_answer(context_at.member(REFERENCE), message));
    };
    let outcome = match name.as_str() {
        PERMISSION_EVENT => match text_member(&context, OPTION) {
            Some(option) => AnswerOutcome::Selected(option),
            None => {
                let message = "the context does not name an option".to_owned();
                return Err(not_an_answer(context_at.member(OPTION), message));
            }
        },
        ACCEPT_EVENT => {
            let mut result = ElicitResult::new(ElicitAction::Accept);
            if let Some(schema) = &reference.schema {
                let content = context
                    .member(CONTENT)
                    .unwrap_or_else(Payload::empty_object);
                let content = typed_content(&content, schema, &reference);
                let findings = violations(schema, &content);
                if !findings.is_empty() {
                    return Err(ActionAnswerError::Content(findings));
                }
                result = result.content(content);
            }
            AnswerOutcome::Result(result)
        }
        DECLINE_EVENT => AnswerOutcome::Result(ElicitResult::new(ElicitAction::Decline)),
        _ => AnswerOutcome::Result(ElicitResult::new(ElicitAction::Cancel)),
    };
    Ok(ElicitationAnswer {
        id: reference.id,
        key: reference.key,
        request_state: reference.request_state,
        outcome,
    })
}

/// Returns the findings about content that breaks a rule of its schema.
pub(super) fn violations(schema: &FormSchema, content: &Payload) -> Vec<Finding> {
    let mut findings = schema.check_content(content);
    findings.retain(|finding| finding.severity == Severity::Error);
    findings
}

fn not_an_answer(pointer: Pointer, message: String) -> ActionAnswerError {
    ActionAnswerError::NotAnAnswer { pointer, message }
}

/// Returns the body of a message and its place.
pub(super) fn body_of(message: &Message) -> (Pointer, Payload) {
    let at = Pointer::root().member(message.key());
    let message = Payload::encode(message).unwrap_or_else(|_| Payload::empty_object());
    let body = message.get(&at).unwrap_or_else(Payload::empty_object);
    (at, body)
}

/// Returns the entered values with the types of the schema. Members that the schema lacks are not part of the answer, so
/// they are omitted.
fn typed_content(content: &Payload, schema: &FormSchema, reference: &RequestReference) -> Payload {
    let required: BTreeSet<&str> = required_of(schema);
    let mut model_names = BTreeMap::new();
    for (substitute, name) in &reference.renamed {
        model_names.insert(name.as_str(), substitute.as_str());
    }
    let mut entered = BTreeMap::new();
    for (name, value) in content.members().filter(|(_, value)| !value.is_null()) {
        entered.insert(name.into_owned(), value);
    }
    let mut typed: Vec<(&str, Payload)> = Vec::new();
    for (name, property) in schema.inputs() {
        let model_name = model_names.get(name).copied().unwrap_or(name);
        let value = entered.remove(model_name);
        if let Some(value) = typed_value(value, property, required.contains(name)) {
            typed.push((name, value));
        }
    }
    object(&typed)
}

/// Returns the names of the properties that an answer must contain.
pub(super) fn required_of(schema: &FormSchema) -> BTreeSet<&str> {
    let names = schema.required.get().into_iter().flatten();
    wire::collect_set(names.map(String::as_str))
}

/// Returns an entered value with the type of its property. Returns `None` for a value that the user left empty.
fn typed_value(
    entered: Option<Payload>,
    property: &PropertySchema,
    is_required: bool,
) -> Option<Payload> {
    match property {
        PropertySchema::Boolean(_) => match entered {
            Some(value) => Some(boolean_of(&value)),
            // A box that was never ticked is not ticked.
            None if is_required => Some(boolean(false)),
            None => None,
        },
        PropertySchema::Number(number) => number_of(&entered?, number.kind == NumberKind::Integer),
        PropertySchema::Choices(choices) => list_of(entered, choices, is_required),
        PropertySchema::Text(property) => {
            let text = text_of(entered?, property.options().is_some())?;
            match property.format.get() {
                Some(TextFormat::DateTime) => Some(with_offset(text)),
                _ => Some(text),
            }
        }
        PropertySchema::Other(_) => text_of(entered?, false),
    }
}

/// Adds the offset of UTC to a date and time without one, as inputs of browsers write it. Other values stay, so that the
/// check reports them.
fn with_offset(value: Payload) -> Payload {
    let Some(text) = value.as_str() else {
        return value;
    };
    let Some((_, time)) = text.split_once('T') else {
        return value.clone();
    };
    let is_of_clock = time
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'));
    match time.len() {
        _ if !is_of_clock => value.clone(),
        // Hours and minutes lack the seconds.
        5 => Payload::string(&[&*text, ":00Z"].concat()),
        _ => Payload::string(&[&*text, "Z"].concat()),
    }
}

fn boolean(value: bool) -> Payload {
    Payload::encode(&value).unwrap_or_else(|_| Payload::null())
}

/// Converts the text of a boolean. Other values stay, so that the check reports them.
fn boolean_of(value: &Payload) -> Payload {
    match value.as_str().as_deref() {
        Some("true") => boolean(true),
        Some("false") => boolean(false),
        _ => value.clone(),
    }
}

/// Converts the text of a number. Returns `None` for an empty text. Other values stay, so that the check reports them.
fn number_of(value: &Payload, is_integer: bool) -> Option<Payload> {
    let number = match value.as_str() {
        Some(text) => {
            let text = text.trim();
            if text.is_empty() {
                return None;
            }
            match Number::parse(text) {
                Some(number) => Payload::parse(number.as_str()).unwrap_or_else(|_| value.clone()),
                None => return Some(value.clone()),
            }
        }
        None => value.clone(),
    };
    if !is_integer {
        return Some(number);
    }
    // A slider may write `3.0`.
    let text = number.text();
    let Some((whole, fraction)) = text.split_once('.') else {
        return Some(number);
    };
    if fraction.bytes().all(|digit| digit == b'0') {
        return Some(Payload::parse(whole).unwrap_or(number));
    }
    Some(number)
}

/// Returns the chosen values of a list. An empty list that the schema forbids counts as not entered.
fn list_of(
    entered: Option<Payload>,
    choices: &ChoicesProperty,
    is_required: bool,
) -> Option<Payload> {
    let Some(value) = entered else {
        return is_required.then(|| Payload::array(&[]));
    };
    if value.kind() != PayloadKind::Array {
        return Some(value);
    }
    let minimum = choices.min_items.get().and_then(Number::as_u64);
    let has_minimum = minimum.is_some_and(|minimum| minimum > 0);
    if value.elements().next().is_none() && has_minimum && !is_required {
        return None;
    }
    Some(value)
}

/// Returns the text of an input, or the chosen value of a single choice. Returns `None` if it is empty.
fn text_of(value: Payload, is_choice: bool) -> Option<Payload> {
    let value = match (is_choice, value.kind()) {
        (true, PayloadKind::Array) => {
            let mut chosen = value.elements();
            match (chosen.next(), chosen.next()) {
                (None, _) => return None,
                (Some(one), None) => one,
                // The check reports a list of several values.
                _ => value.clone(),
            }
        }
        _ => value,
    };
    let is_empty = value.as_str().is_some_and(|text| text.is_empty());
    // An option may be the empty text.
    if is_empty && !is_choice {
        None
    } else {
        Some(value)
    }
}
