//! Submits of cards as actions of surfaces.

use super::{
    card_ids::{CardIds, ENVELOPE, InputIds, has_index_values, inner_cards},
    rules,
};
use a2ui::{
    expression::Host,
    resolved::{InputKind, NodeKey, ResolvedInput, ResolvedSurface, SubmitError, SubmittedValue},
    surface::{ClientAction, Surfaces},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};
use wire::{Payload, Pointer};

/// The member of the data that Teams reads itself.
const TEAMS: &str = "msteams";

/// The data that a host sends after a click on a card of [`card_of_surface`](super::card_of_surface).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CardSubmit {
    /// The id of the surface.
    pub surface_id: String,
    /// The key of the button.
    pub component: NodeKey,
    /// The values of the inputs, by the ids of the card.
    pub inputs: BTreeMap<String, Payload>,
}

impl CardSubmit {
    /// Reads a submit from an activity of the Bot Framework, or from the bare data object of an action.
    ///
    /// An activity is a `message` with the data as `value`, an `invoke` named `adaptiveCard/action` with the data in
    /// `value.action.data`, or an `invoke` named `task/submit` with the data in `value.data`.
    ///
    /// ```
    /// use agent_ui_bridge::{cards::CardSubmit, wire::Payload};
    ///
    /// let activity = r#"{"type":"message","text":"","value":{"a2ui":{"surfaceId":"s","component":"go"},"name":"Ada"}}"#;
    /// let submit = CardSubmit::read(&Payload::parse(activity)?)?;
    /// assert_eq!((submit.surface_id.as_str(), submit.component.as_str()), ("s", "go"));
    /// assert_eq!(submit.inputs["name"].text(), r#""Ada""#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Refuses other activities, and data without the surface and the button.
    pub fn read(payload: &Payload) -> Result<Self, CardSubmitError> {
        let data = data_in(payload)?;
        let envelope = data.member(ENVELOPE).ok_or(CardSubmitError::NoButton)?;
        let text = |name: &str| {
            let value = envelope.member(name)?;
            Some(value.as_str()?.into_owned())
        };
        let surface_id = text("surfaceId").ok_or(CardSubmitError::NoButton)?;
        let component = text("component").ok_or(CardSubmitError::NoButton)?;
        let members = data
            .members()
            .filter(|(name, _)| name != ENVELOPE && name != TEAMS);
        let inputs = wire::collect_map(members.map(|(name, value)| (name.into_owned(), value)));
        Ok(Self {
            surface_id,
            component: NodeKey::from(component),
            inputs,
        })
    }
}

/// Returns the data of the action in a payload.
fn data_in(payload: &Payload) -> Result<Payload, CardSubmitError> {
    if !payload.is_object() {
        return Err(CardSubmitError::NoSubmit);
    }
    if payload.member(ENVELOPE).is_some() {
        return Ok(payload.clone());
    }
    let word = |name: &str| {
        let value = payload.member(name)?;
        Some(value.as_str()?.into_owned())
    };
    let at = match (word("type").as_deref(), word("name").as_deref()) {
        (Some("message"), _) => "/value",
        (Some("invoke"), Some("adaptiveCard/action")) => "/value/action/data",
        (Some("invoke"), Some("task/submit")) => "/value/data",
        (Some(_), _) => return Err(CardSubmitError::NoSubmit),
        (None, _) => return Err(CardSubmitError::NoButton),
    };
    let data = payload.get(&Pointer::from_static(at));
    data.filter(Payload::is_object)
        .ok_or(CardSubmitError::NoSubmit)
}

/// The reason why a submit gives no action.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CardSubmitError {
    /// The payload is not a submit.
    #[error("the payload is neither a submit of a card nor the data of an action")]
    NoSubmit,
    /// The data names no surface and no button.
    #[error("the data has no member `a2ui` with the texts `surfaceId` and `component`")]
    NoButton,
    /// The surface was deleted. A card can live longer than its surface, so a user should get a text and no error.
    #[error("the surface `{0}` no longer exists")]
    UnknownSurface(String),
    /// The surface has no such button, for example because an item of a list is gone.
    #[error("the surface `{surface_id}` has no button `{component}`")]
    UnknownButton {
        /// The id of the surface.
        surface_id: String,
        /// The key of the button.
        component: NodeKey,
    },
    /// The surface has no input for a member of the data.
    #[error("the data has a member {name:?}, and the surface `{surface_id}` has no such input")]
    UnknownMember {
        /// The id of the surface.
        surface_id: String,
        /// The name of the member.
        name: String,
    },
    /// An input does not accept its value. Nothing is written.
    #[error("{0}")]
    Value(FailedInput),
    /// Checks fail. The values are written, so the next card shows them.
    #[error("{}", sentences(.0))]
    Checks(Vec<FailedInput>),
    /// The surface cannot act.
    #[error(transparent)]
    Submit(SubmitError),
}

/// An input or a button that prevents an action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedInput {
    /// The key of the input or of the button.
    pub key: NodeKey,
    /// The label that the user sees.
    pub label: Option<String>,
    /// A sentence that says what would be right.
    pub message: String,
}

impl fmt::Display for FailedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.label {
            Some(label) => write!(f, "{label} (`{}`): {}", self.key, self.message),
            None => write!(f, "`{}`: {}", self.key, self.message),
        }
    }
}

fn sentences(failed: &[FailedInput]) -> String {
    let sentences: Vec<String> = failed.iter().map(FailedInput::to_string).collect();
    sentences.join("; ")
}

impl CardSubmitError {
    /// Returns the rule of the error, for reports.
    pub fn rule(&self) -> &'static str {
        rules::SUBMIT
    }

    /// Returns `true` if the values were written although no action follows. A new card then shows them.
    pub fn is_written(&self) -> bool {
        match self {
            Self::Checks(_) => true,
            Self::Submit(error) => error.is_written(),
            _ => false,
        }
    }
}

/// Returns the action that a click on a card causes on its surface, as if the user had entered the values there.
///
/// The values are written to the paths of their inputs, and the checks run. An input of the card that is absent in the data
/// is empty, except in a Modal that does not contain the button. The surface must be in the state that the card shows: send
/// a new card after each change. A card never holds a secret, so the user enters secrets again.
///
/// Hosts repeat a submit, and users click twice. The same submit gives the same action again, so the caller compares the
/// ids of activities if an action must happen once.
///
/// # Errors
/// Returns any [`CardSubmitError`]. The data model is unchanged unless [`CardSubmitError::is_written`] returns `true`.
pub fn submit_card(
    surfaces: &mut Surfaces,
    submit: &CardSubmit,
    host: &Host<'_>,
) -> Result<ClientAction, CardSubmitError> {
    let Some(surface) = surfaces.get(&submit.surface_id) else {
        return Err(CardSubmitError::UnknownSurface(submit.surface_id.clone()));
    };
    let resolved = surface
        .resolve(host)
        .map_err(|error| CardSubmitError::Submit(error.into()))?;
    if resolved.action(&submit.component).is_none() {
        return Err(CardSubmitError::UnknownButton {
            surface_id: submit.surface_id.clone(),
            component: submit.component.clone(),
        });
    }
    let values = values_of(&resolved, submit)?;
    surfaces
        .submit(&submit.surface_id, &submit.component, &values, host)
        .map_err(|error| named(error, &resolved))
}

/// Returns the values of the inputs that take part.
fn values_of(
    surface: &ResolvedSurface,
    submit: &CardSubmit,
) -> Result<BTreeMap<NodeKey, SubmittedValue>, CardSubmitError> {
    let ids = CardIds::of(surface);
    let sent = sent_inputs(surface, &submit.component);
    let mut values = BTreeMap::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for input in &surface.inputs {
        let value = match ids.of_input(&input.key) {
            InputIds::One(id) => {
                known.insert(id);
                value_of(input, submit.inputs.get(id))?
            }
            InputIds::Moment(date, time) => {
                known.extend([date, time]);
                joined(submit.inputs.get(date), submit.inputs.get(time))
            }
        };
        // A choice without options is not in the card.
        let has_options = !input.kind.is_choice() || !input.options.is_empty();
        let is_sent = has_options && sent.contains(&input.key);
        match (value, is_sent) {
            // The host sends no entry that is not stored.
            _ if input.path.is_none() => {}
            (Some(value), _) => {
                values.insert(input.key.clone(), value);
            }
            (None, true) => {
                values.insert(input.key.clone(), SubmittedValue::Empty);
            }
            (None, false) => {}
        }
    }
    let unknown = submit
        .inputs
        .keys()
        .find(|name| !known.contains(name.as_str()));
    match unknown {
        None => Ok(values),
        Some(name) => Err(CardSubmitError::UnknownMember {
            surface_id: submit.surface_id.clone(),
            name: name.clone(),
        }),
    }
}

/// Returns the inputs that a host sends after a click on a button: those of the card with the button, and those of the cards
/// around it.
fn sent_inputs(surface: &ResolvedSurface, button: &NodeKey) -> BTreeSet<NodeKey> {
    let cards = inner_cards(surface);
    let places = surface.nodes.iter().zip(&cards);
    let at: BTreeMap<&NodeKey, Option<usize>> =
        wire::collect_map(places.map(|(node, card)| (&node.key, *card)));
    let mut around = BTreeSet::from([None]);
    let mut card = at.get(button).copied().flatten();
    while let Some(index) = card {
        // The numbers decrease, because a card is around its content.
        around.insert(Some(index));
        card = cards.get(index).copied().flatten();
    }
    let mut sent = BTreeSet::new();
    for input in &surface.inputs {
        if at.get(&input.key).is_some_and(|card| around.contains(card)) {
            sent.insert(input.key.clone());
        }
    }
    sent
}

/// Returns `true` for a value that means nothing was entered.
fn is_empty(value: &Payload) -> bool {
    value.is_null() || value.text() == "\"\""
}

/// Converts the value of one input. Returns `None` if it is absent or empty.
fn value_of(
    input: &ResolvedInput,
    value: Option<&Payload>,
) -> Result<Option<SubmittedValue>, CardSubmitError> {
    let Some(value) = value.filter(|value| !is_empty(value)) else {
        return Ok(None);
    };
    let Some(text) = value.as_str() else {
        return Ok(Some(SubmittedValue::Json(value.clone())));
    };
    if !has_index_values(input) {
        return Ok(Some(SubmittedValue::Text(text.into_owned())));
    }
    let mut chosen = Vec::new();
    let indices: Vec<&str> = match input.kind {
        InputKind::MultipleChoice => text.split(',').collect(),
        _ => vec![&text],
    };
    for index in indices {
        // Another spelling of an index, such as `01`, is not one that the card has.
        let position = index
            .parse::<usize>()
            .ok()
            .filter(|position| position.to_string() == index);
        let option = position.and_then(|position| input.options.get(position));
        let Some(option) = option else {
            return Err(CardSubmitError::Value(FailedInput {
                key: input.key.clone(),
                label: input.label.clone(),
                message: "expected values of the options only".to_owned(),
            }));
        };
        chosen.push(Payload::string(&option.value));
    }
    Ok(Some(SubmittedValue::Json(Payload::array(&chosen))))
}

/// Joins a date and a time. A missing part gives a text that the input refuses with a sentence.
fn joined(date: Option<&Payload>, time: Option<&Payload>) -> Option<SubmittedValue> {
    let text = |value: Option<&Payload>| {
        let value = value.filter(|value| !is_empty(value))?;
        Some(match value.as_str() {
            Some(text) => text.into_owned(),
            None => value.text().to_owned(),
        })
    };
    match (text(date), text(time)) {
        (None, None) => None,
        (Some(date), Some(time)) => Some(SubmittedValue::Text(format!("{date}T{time}"))),
        (Some(part), None) | (None, Some(part)) => Some(SubmittedValue::Text(part)),
    }
}

/// Adds the labels to an error.
fn named(error: SubmitError, surface: &ResolvedSurface) -> CardSubmitError {
    let label = |key: &NodeKey| match surface.input(key) {
        Some(input) => input.label.clone(),
        None => surface.action(key).and_then(|action| action.label.clone()),
    };
    match error {
        SubmitError::Value { key, message } => CardSubmitError::Value(FailedInput {
            label: label(&key),
            key,
            message,
        }),
        SubmitError::Checks(failed) => {
            let mut all = Vec::new();
            for (key, check) in failed {
                let message = check.message.unwrap_or_else(|| "a check fails".to_owned());
                all.push(FailedInput {
                    label: label(&key),
                    key,
                    message,
                });
            }
            CardSubmitError::Checks(all)
        }
        error => CardSubmitError::Submit(error),
    }
}
