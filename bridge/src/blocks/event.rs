//! Events of Slack as actions of a surface.

use super::{
    block_ids::{ActionTarget, BlockIds, INPUT_ACTION, input_id, surface_in},
    input_elements::{ElementKind, ElementValue, ShownValue, entered_value},
    option_values::OptionValues,
    rules,
    slack_text::cut,
    view_scope::{ViewScope, is_sent},
};
use crate::surface_writer::object;
use a2ui::{
    expression::{Host, Scope},
    resolved::{
        NodeKey, ResolveError, ResolvedInput, ResolvedSurface, SubmitError, SubmittedValue,
    },
    surface::{ActionError, ClientAction, Surfaces},
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind};

/// The greatest number of characters of a message about an input.
const MAX_MESSAGE: usize = 2000;

/// An event of Slack on the blocks of a surface: a click, a submitted view or a closed view.
///
/// ```
/// use agent_ui_bridge::{blocks::SlackEvent, wire::Payload};
///
/// let payload = Payload::parse(
///     r#"{"type":"block_actions","user":{"id":"U1"},"state":{"values":{}},
///         "actions":[{"type":"button","block_id":"root","action_id":"go","action_ts":"1796090400.000100",
///             "value":"{\"a2ui\":{\"surfaceId\":\"trip\"}}"}]}"#,
/// )?;
/// let event = SlackEvent::read(&payload)?;
/// assert_eq!(event.user_id.as_deref(), Some("U1"));
/// assert_eq!(event.reference.as_deref(), Some(r#"{"a2ui":{"surfaceId":"trip"}}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SlackEvent {
    /// The text of the button or view, see [`BlocksOptions::reference`](super::BlocksOptions::reference).
    pub reference: Option<String>,
    /// The id of the user.
    pub user_id: Option<String>,
    /// The time of a click in seconds since 1970. Slack sends an event again if it gets no answer, with the same time.
    pub action_ts: Option<String>,
    trigger: EventTrigger,
    /// The states of the inputs: an object of objects, by block and action id.
    values: Payload,
}

#[derive(Clone, Debug, PartialEq)]
enum EventTrigger {
    Click { block_id: String, action_id: String },
    Submission { callback_id: String },
    Closed { callback_id: String },
}

/// The effect of an event.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventEffect {
    /// The surface acts as after a click of its user.
    Action(ClientAction),
    /// The values of a view without an own button are written to the data model.
    Entered,
    /// The user opens a tab. Show the surface again with this tab open.
    OpenTab {
        /// The key of the Tabs component.
        key: NodeKey,
        /// The index of the tab.
        index: usize,
    },
    /// The user opens a Modal. Show [`modal_view_of`](super::modal_view_of) within three seconds.
    OpenModal {
        /// The key of the Modal.
        key: NodeKey,
    },
    /// Nothing happens: Slack opened a link, an input changed, or a view without a button that dismisses it was closed.
    Nothing,
}

/// The reason why an event has no effect.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// The event has another type.
    #[error(
        "the event has the type `{0}`, and not `block_actions`, `view_submission` or `view_closed`"
    )]
    UnknownType(String),
    /// A click without an element.
    #[error("the event contains no action")]
    NoAction,
    /// The event does not name its surface.
    #[error("the event does not name its surface")]
    NoSurface,
    /// The surface of the event is gone.
    #[error("the surface `{0}` no longer exists")]
    UnknownSurface(String),
    /// The surface has no input with this block id.
    #[error("the surface has no input with the block id `{0}`")]
    UnknownBlock(String),
    /// The surface has no button with this action id.
    #[error("the surface has no button with the action id `{0}`")]
    UnknownAction(String),
    /// The surface no longer has a view with these buttons.
    #[error("the view `{0}` does not belong to the current state of the surface")]
    UnknownView(String),
    /// The state of an input has another form.
    #[error("the state of the block `{block_id}` cannot be read: {message}")]
    State {
        /// The id of the block.
        block_id: String,
        /// A description of the state that is read.
        message: &'static str,
    },
    /// The surface cannot be resolved.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The surface refuses the values, for example because a check fails.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The button of a closed view cannot act.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl EventError {
    /// Returns the rule of the error, for reports.
    pub fn rule(&self) -> &'static str {
        rules::EVENT
    }
}

impl SlackEvent {
    /// Reads an event: the JSON in the field `payload` of the request of Slack.
    ///
    /// # Errors
    /// Returns an error for another type of event, and for a click without an element.
    pub fn read(payload: &Payload) -> Result<Self, EventError> {
        let kind = text_at(payload, &["type"]).unwrap_or_default();
        let callback_id = || text_at(payload, &["view", "callback_id"]).unwrap_or_default();
        let trigger = match kind.as_str() {
            "block_actions" => return Self::read_click(payload),
            "view_submission" => EventTrigger::Submission {
                callback_id: callback_id(),
            },
            "view_closed" => EventTrigger::Closed {
                callback_id: callback_id(),
            },
            _ => return Err(EventError::UnknownType(kind)),
        };
        Ok(Self {
            reference: text_at(payload, &["view", "private_metadata"]),
            user_id: text_at(payload, &["user", "id"]),
            action_ts: None,
            trigger,
            values: values_in(payload.member("view")),
        })
    }

    /// Reads a click. Slack sends one element in practice.
    fn read_click(payload: &Payload) -> Result<Self, EventError> {
        let actions = payload.member("actions");
        let action = actions.and_then(|actions| actions.elements().next());
        let action = action.ok_or(EventError::NoAction)?;
        let text = |name| text_at(&action, &[name]);
        let action_id = text("action_id").ok_or(EventError::NoAction)?;
        let reference = text("value");
        // A message has its state at the top, and a view its own.
        let values = match payload.member("state") {
            Some(state) => values_in(Some(object(&[("state", state)]))),
            None => values_in(payload.member("view")),
        };
        Ok(Self {
            reference: reference.or_else(|| text_at(payload, &["view", "private_metadata"])),
            user_id: text_at(payload, &["user", "id"]),
            action_ts: text("action_ts"),
            trigger: EventTrigger::Click {
                block_id: text("block_id").unwrap_or_default(),
                action_id,
            },
            values,
        })
    }

    /// Returns the id of the surface that the reference of the event names. Returns `None` for a reference of the caller,
    /// and for the digest of an unknown surface.
    pub fn surface_id(&self, surfaces: &Surfaces) -> Option<String> {
        surface_in(self.reference.as_deref()?, surfaces)
    }

    /// Returns the answer to a submitted view whose values the surface refuses:
    /// `{"response_action":"errors","errors":{"name":"Please enter a name."}}`.
    ///
    /// Slack shows each message below its input. The messages of a button stand below the last input of the view. Returns
    /// `None` for other events and errors, and for a view without inputs.
    pub fn error_response(&self, error: &EventError) -> Option<Payload> {
        if !matches!(self.trigger, EventTrigger::Submission { .. }) {
            return None;
        }
        let EventError::Submit(error) = error else {
            return None;
        };
        let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let blocks: Vec<String> = self
            .values
            .members()
            .map(|(block, _)| block.into_owned())
            .collect();
        let last = blocks.last()?;
        let mut add = |key: &NodeKey, message: String| {
            let own = input_id(key);
            let block = if blocks.contains(&own) { &own } else { last };
            messages.entry(block.clone()).or_default().push(message);
        };
        match error {
            SubmitError::Value { key, message } => add(key, message.clone()),
            SubmitError::Write { key, error } => add(key, error.to_string()),
            SubmitError::NotBound(key) => add(key, error.to_string()),
            SubmitError::Checks(failed) => {
                for (key, check) in failed {
                    let message = check.message.clone().unwrap_or_else(default_message);
                    add(key, message);
                }
            }
            _ => return None,
        }
        let mut errors = Vec::new();
        for (block, messages) in &messages {
            let (message, _) = cut(&messages.join("\n"), MAX_MESSAGE);
            errors.push((block.as_str(), Payload::string(&message)));
        }
        Some(object(&[
            ("response_action", Payload::string("errors")),
            ("errors", object(&errors)),
        ]))
    }
}

/// Returns the message of a check without one.
fn default_message() -> String {
    "the value is not accepted".to_owned()
}

fn text_at(payload: &Payload, path: &[&str]) -> Option<String> {
    let mut value = payload.clone();
    for name in path {
        value = value.member(name)?;
    }
    Some(value.as_str()?.into_owned())
}

/// Returns the states of the inputs in an object with a member `state`.
fn values_in(holder: Option<Payload>) -> Payload {
    let state = holder.and_then(|holder| holder.member("state"));
    let values = state.and_then(|state| state.member("values"));
    match values {
        Some(values) if values.is_object() => values,
        _ => Payload::empty_object(),
    }
}

/// Does on the surface what the event asks for, as if its user had entered the values and clicked there.
///
/// `surface_id` is the surface, if the [reference](super::BlocksOptions::reference) is a text of the caller. With the
/// default reference, the event names the surface.
///
/// A value that the user did not change is not written, so a text that Slack showed only in part stays whole. A closed view
/// acts as the button that dismisses the surface, because Slack shows that button as `close`. Slack sends no values with
/// it. Without such a button, closing the view has no effect.
///
/// # Errors
/// Returns an error for an unknown surface, block, action or view, for a state of another form, and for values that the
/// surface refuses. Nothing is written, except if checks of the surface fail, see [`SubmitError::is_written`].
///
/// ```
/// use agent_ui_bridge::{a2ui::{Message, expression::Host, surface::{ClientAction, Surfaces}}, blocks::*, wire::Payload};
///
/// let mut surfaces = Surfaces::new();
/// for text in [
///     r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"c"}}"#,
///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[
///         {"id":"root","component":"Column","children":["name","go"]},
///         {"id":"name","component":"TextField","label":"Name","value":{"path":"/name"}},
///         {"id":"go","component":"Button","child":"t","action":{"event":{"name":"book","context":{"name":{"path":"/name"}}}}},
///         {"id":"t","component":"Text","text":"Book"}]}}"#,
/// ] {
///     surfaces.apply(&Message::read(text)?)?;
/// }
/// let payload = Payload::parse(
///     r#"{"type":"block_actions","state":{"values":{"name":{"v":{"type":"plain_text_input","value":"Ada"}}}},
///         "actions":[{"action_id":"go","block_id":"root","value":"{\"a2ui\":{\"surfaceId\":\"trip\"}}"}]}"#,
/// )?;
/// let event = SlackEvent::read(&payload)?;
/// let effect = submit_event(&mut surfaces, &event, None, &Host::new())?;
/// let EventEffect::Action(ClientAction::Event(action)) = effect else { panic!() };
/// assert_eq!((action.name.as_str(), action.context.text()), ("book", r#"{"name":"Ada"}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn submit_event(
    surfaces: &mut Surfaces,
    event: &SlackEvent,
    surface_id: Option<&str>,
    host: &Host<'_>,
) -> Result<EventEffect, EventError> {
    let id = match surface_id {
        Some(id) => id.to_owned(),
        None => event.surface_id(surfaces).ok_or(EventError::NoSurface)?,
    };
    let Some(surface) = surfaces.get(&id) else {
        return Err(EventError::UnknownSurface(id));
    };
    let resolved = surface.resolve(host)?;
    let ids = BlockIds::of(&resolved);
    let button = match &event.trigger {
        EventTrigger::Click {
            block_id,
            action_id,
        } => match target_of(&resolved, &ids, block_id, action_id)? {
            ClickTarget::Button(key) => Some(key),
            ClickTarget::Effect(effect) => return Ok(effect),
        },
        EventTrigger::Submission { callback_id } => {
            let unknown = || EventError::UnknownView(callback_id.clone());
            let (_, buttons) = ViewScope::find(&resolved, callback_id).ok_or_else(unknown)?;
            buttons.submit
        }
        EventTrigger::Closed { callback_id } => {
            return close(surfaces, &resolved, callback_id, host);
        }
    };
    let values = submitted_values(&resolved, &ids, &event.values)?;
    match button {
        Some(key) => {
            let action = surfaces.submit(&id, &key, &values, host)?;
            Ok(EventEffect::Action(action))
        }
        None => {
            surfaces.enter(&id, &values, host)?;
            Ok(EventEffect::Entered)
        }
    }
}

enum ClickTarget {
    Button(NodeKey),
    Effect(EventEffect),
}

/// Finds the target of a click by its ids.
fn target_of(
    surface: &ResolvedSurface,
    ids: &BlockIds,
    block_id: &str,
    action_id: &str,
) -> Result<ClickTarget, EventError> {
    // An input sends its value with the next click.
    if action_id == INPUT_ACTION && ids.input(block_id).is_some() {
        return Ok(ClickTarget::Effect(EventEffect::Nothing));
    }
    let unknown = || EventError::UnknownAction(action_id.to_owned());
    match ids.action(action_id).ok_or_else(unknown)? {
        ActionTarget::Tab(key, index) => Ok(ClickTarget::Effect(EventEffect::OpenTab {
            key: key.clone(),
            index: *index,
        })),
        ActionTarget::Modal(key) => Ok(ClickTarget::Effect(EventEffect::OpenModal {
            key: key.clone(),
        })),
        ActionTarget::Button(key) => {
            let action = surface.action(key).ok_or_else(unknown)?;
            match is_sent(action) {
                true => Ok(ClickTarget::Button(key.clone())),
                // Slack has opened the link itself.
                false => Ok(ClickTarget::Effect(EventEffect::Nothing)),
            }
        }
    }
}

/// Acts as the button that dismisses a view. Slack sends no values with this event.
fn close(
    surfaces: &Surfaces,
    resolved: &ResolvedSurface,
    callback_id: &str,
    host: &Host<'_>,
) -> Result<EventEffect, EventError> {
    let unknown = || EventError::UnknownView(callback_id.to_owned());
    let (_, buttons) = ViewScope::find(resolved, callback_id).ok_or_else(unknown)?;
    let surface = surfaces.get(resolved.surface_id.as_str());
    let (Some(key), Some(surface)) = (buttons.close, surface) else {
        return Ok(EventEffect::Nothing);
    };
    let scope = key.scope().unwrap_or_else(Scope::top);
    let action = surface.action_of(key.component_id().as_str(), &scope, host)?;
    Ok(EventEffect::Action(action))
}

/// Converts the states of the inputs.
fn submitted_values(
    surface: &ResolvedSurface,
    ids: &BlockIds,
    values: &Payload,
) -> Result<BTreeMap<NodeKey, SubmittedValue>, EventError> {
    let mut submitted = BTreeMap::new();
    for (block_id, block) in values.members() {
        let unknown = || EventError::UnknownBlock(block_id.clone().into_owned());
        let key = ids.input(&block_id).ok_or_else(unknown)?;
        let (Some(input), Some(node)) = (surface.input(key), surface.node(key)) else {
            return Err(unknown());
        };
        let unreadable = |message| EventError::State {
            block_id: block_id.clone().into_owned(),
            message,
        };
        let state = block.member(INPUT_ACTION);
        let is_alone = block.members().count() == 1;
        let state = state
            .filter(|state| is_alone && state.kind() == PayloadKind::Object)
            .ok_or_else(|| unreadable("expected one object with the action id `v`"))?;
        let entered = entered_value(input, node, &state).map_err(unreadable)?;
        let shown = ShownValue::of(input, node);
        if entered != shown.value {
            let kind = ElementKind::of(input, node);
            let value = submitted_value(input, kind, entered).map_err(unreadable)?;
            submitted.insert(key.clone(), value);
            continue;
        }
        // An unchanged value stays, but its checks run.
        if shown.is_exact {
            let value = input.value.clone().map(SubmittedValue::Json);
            submitted.insert(key.clone(), value.unwrap_or(SubmittedValue::Empty));
        }
    }
    Ok(submitted)
}

fn submitted_value(
    input: &ResolvedInput,
    kind: ElementKind,
    entered: ElementValue,
) -> Result<SubmittedValue, &'static str> {
    let options = match entered {
        ElementValue::Nothing if kind == ElementKind::Checkbox => {
            return Ok(SubmittedValue::Text("false".to_owned()));
        }
        ElementValue::Nothing => return Ok(SubmittedValue::Empty),
        ElementValue::Text(text) => return Ok(SubmittedValue::Text(text)),
        ElementValue::Seconds(seconds) => {
            return Ok(SubmittedValue::Json(Payload::from(seconds)));
        }
        ElementValue::Options(options) => options,
    };
    if matches!(kind, ElementKind::Checkbox | ElementKind::Steps) {
        // The only option of a box is `true`, and the options of a slider are its numbers.
        return match options.as_slice() {
            [option] => Ok(SubmittedValue::Text(option.clone())),
            _ => Err("expected one option"),
        };
    }
    let values = OptionValues::of(&input.options);
    let mut chosen = Vec::new();
    for option in &options {
        let value = values.value(option);
        chosen.push(Payload::string(value.ok_or("expected known options")?));
    }
    Ok(SubmittedValue::Json(Payload::array(&chosen)))
}
