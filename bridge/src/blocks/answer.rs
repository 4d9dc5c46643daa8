//! Actions on the surfaces of blocks as events of Slack.

use super::block_reference::{
    BlockReference, ElementReference, EventKind, InputReference, REFERENCE, STATE, VALUE, boolean,
    option_values,
};
use crate::surface_writer::{object, text_member};
use a2ui::Message;
use slack_blocks::InteractionEvent;
use std::collections::BTreeMap;
use wire::{Number, Payload, PayloadKind, Pointer, Timestamp};

/// The rule of the error: the action does not belong to blocks.
const ACTION: &str = "blocks/action";
/// The rule of the error: a view cannot be submitted with a value.
const VALUE_RULE: &str = "blocks/value";

/// The reason why an action is not an event of Slack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockActionError {
    /// The message is not an action of the surface of blocks.
    #[error("{message}")]
    NotABlockAction {
        /// The place in the message.
        pointer: Pointer,
        /// The reason, as a clause.
        message: String,
    },
    /// The view cannot be submitted with a value, so the user must be asked again.
    #[error("the input `{action_id}` of the block `{block_id}` {message}")]
    Value {
        /// The block of the input.
        block_id: String,
        /// The element of the input.
        action_id: String,
        /// The reason, as the predicate of a sentence about the input.
        message: &'static str,
    },
}

impl BlockActionError {
    /// Returns the rule of the error, for reports.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NotABlockAction { .. } => ACTION,
            Self::Value { .. } => VALUE_RULE,
        }
    }
}

/// Returns the event that an action on the surface of blocks is to the app, as Slack sends it.
///
/// A click becomes `block_actions` with one action and the state of all inputs. The buttons of a view become
/// `view_submission` and `view_closed`. An empty input has the value null or an empty list. In a click, a value that Slack
/// would not accept counts as empty.
///
/// The event has no user, team, channel and token. The caller adds those that its app needs.
///
/// ```
/// use agent_ui_bridge::{a2ui::Message, blocks::event_of_action, wire};
///
/// let reference = r#"{\"event\":\"block_actions\",\"type\":\"button\",\"blockId\":\"answer\",\"actionId\":\"yes\",\"inputs\":[]}"#;
/// let action = Message::read(&format!(r#"{{"version":"v0.9","action":{{"name":"yes","surfaceId":"lunch","sourceComponentId":"yes",
///     "timestamp":"2026-11-30T12:00:00Z","context":{{"value":"noon","slackBlocks":"{reference}"}}}}}}"#))?;
/// let event = event_of_action(&action)?;
/// assert_eq!(
///     wire::encode(&event)?,
///     concat!(
///         r#"{"type":"block_actions","container":{"type":"message"},"state":{"values":{}},"#,
///         r#""actions":[{"type":"button","block_id":"answer","action_id":"yes","action_ts":"1796040000.000000","value":"noon"}]}"#
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error for another message, and for a submitted view with a value that Slack would not accept.
pub fn event_of_action(action: &Message) -> Result<InteractionEvent, BlockActionError> {
    let at = Pointer::root().member(action.key());
    let message = Payload::encode(action).unwrap_or_else(|_| Payload::empty_object());
    let body = message.get(&at).unwrap_or_else(Payload::empty_object);
    let at = at.member("context");
    let context = body.member("context").unwrap_or_else(Payload::empty_object);
    let reference = text_member(&context, REFERENCE);
    let Some(reference) = reference.as_deref().and_then(BlockReference::parse) else {
        return Err(not_a_block_action(
            &at,
            "the context does not refer to blocks",
        ));
    };
    let state = context.member(STATE).unwrap_or_else(Payload::empty_object);
    let answer = Answer::of(&reference, &state)?;
    let event = match reference.event {
        EventKind::BlockActions => {
            let Some(element) = &reference.element else {
                return Err(not_a_block_action(
                    &at,
                    "the context does not name an element",
                ));
            };
            let item = answer.action_item(element, &context, action_time(&body));
            block_actions(&reference, &answer.values(), &item)
        }
        EventKind::ViewSubmission => {
            let view = view_with_state(&reference, &answer.values());
            object(&[("type", Payload::string("view_submission")), ("view", view)])
        }
        EventKind::ViewClosed => {
            let view = reference.view.clone();
            object(&[
                ("type", Payload::string("view_closed")),
                ("view", view.unwrap_or_else(Payload::empty_object)),
                ("is_cleared", boolean(false)),
            ])
        }
    };
    let decoded = event.decode();
    decoded.map_err(|_| not_a_block_action(&at, "the context refers to blocks of another kind"))
}

fn not_a_block_action(context: &Pointer, message: &str) -> BlockActionError {
    BlockActionError::NotABlockAction {
        pointer: context.member(REFERENCE),
        message: message.to_owned(),
    }
}

/// Returns the time of an action in seconds, with six digits behind the point.
fn action_time(body: &Payload) -> Option<String> {
    let time = Timestamp::from(text_member(body, "timestamp")?).to_unix_millis()?;
    let (seconds, rest) = (time.div_euclid(1000), time.rem_euclid(1000));
    Some(format!("{seconds}.{rest:03}000"))
}

fn block_actions(reference: &BlockReference, values: &Payload, item: &Payload) -> Payload {
    let kind = if reference.view.is_some() {
        "view"
    } else {
        "message"
    };
    let container = object(&[("type", Payload::string(kind))]);
    let mut members = vec![
        ("type", Payload::string("block_actions")),
        ("container", container),
    ];
    match reference.view {
        Some(_) => members.push(("view", view_with_state(reference, values))),
        None => members.push(("state", object(&[("values", values.clone())]))),
    }
    members.push(("actions", Payload::array([item])));
    object(&members)
}

/// Returns the view of a reference with the values of its inputs.
fn view_with_state(reference: &BlockReference, values: &Payload) -> Payload {
    let view = reference.view.clone().unwrap_or_else(Payload::empty_object);
    let state = object(&[("values", values.clone())]);
    let members: Vec<_> = view.members().collect();
    let mut all: Vec<(&str, Payload)> = Vec::new();
    for (name, value) in &members {
        all.push((name, value.clone()));
    }
    all.push(("state", state));
    object(&all)
}

/// The state of each input: the type of its element, and the member with its value.
struct Answer<'r> {
    states: Vec<(&'r InputReference, &'static str, Payload)>,
}

impl<'r> Answer<'r> {
    /// Reads the values of all inputs.
    fn of(reference: &'r BlockReference, state: &Payload) -> Result<Self, BlockActionError> {
        let mut entered: BTreeMap<String, BTreeMap<String, Payload>> = BTreeMap::new();
        for (block, values) in state.members() {
            let values = values
                .members()
                .map(|(name, value)| (name.into_owned(), value));
            entered.insert(block.into_owned(), values.collect());
        }
        let is_submission = reference.event == EventKind::ViewSubmission;
        let mut states = Vec::new();
        for input in &reference.inputs {
            let (block, action) = &input.names;
            let value = entered
                .get_mut(block)
                .and_then(|values| values.remove(action));
            let value = value.filter(|value| !value.is_null());
            let (member, converted) = match slack_value(input, value.as_ref()) {
                Ok(found) => found,
                Err(message) if is_submission => return Err(wrong_value(input, message)),
                Err(_) => slack_value(input, None).unwrap_or(("value", Payload::null())),
            };
            let is_empty = converted.is_null() || converted.text() == "[]";
            if is_submission && input.is_required && is_empty {
                return Err(wrong_value(input, "requires a value"));
            }
            states.push((input, member, converted));
        }
        Ok(Self { states })
    }

    /// Returns the member `values` of a state: the values by block and action id.
    fn values(&self) -> Payload {
        let mut blocks: Vec<(&str, Vec<(&str, Payload)>)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (input, member, value) in &self.states {
            let value = object(&[
                ("type", Payload::string(&input.kind)),
                (member, value.clone()),
            ]);
            let place = *places.entry(&input.block_id).or_insert_with(|| {
                blocks.push((&input.block_id, Vec::new()));
                blocks.len() - 1
            });
            if let Some((_, values)) = blocks.get_mut(place) {
                // Of two elements with one id, an app sees the first.
                if values.iter().all(|(name, _)| *name != input.action_id) {
                    values.push((&input.action_id, value));
                }
            }
        }
        let blocks = blocks
            .into_iter()
            .map(|(name, values)| (name, object(&values)));
        let blocks: Vec<_> = blocks.collect();
        object(&blocks)
    }

    /// Returns the item of `actions` for an element.
    fn action_item(
        &self,
        element: &ElementReference,
        context: &Payload,
        time: Option<String>,
    ) -> Payload {
        let mut members = vec![
            ("type", Payload::string(&element.kind)),
            ("block_id", Payload::string(&element.block_id)),
            ("action_id", Payload::string(&element.action_id)),
        ];
        if let Some(time) = time {
            members.push(("action_ts", Payload::string(&time)));
        }
        let own = self.states.iter().find(|(input, _, _)| {
            input.block_id == element.block_id && input.action_id == element.action_id
        });
        match (own, &element.option, context.member(VALUE)) {
            (Some((_, member, value)), _, _) => members.push((member, value.clone())),
            (None, Some(option), _) => members.push(("selected_option", option.clone())),
            (None, None, Some(value)) => members.push(("value", value)),
            (None, None, None) => {}
        }
        object(&members)
    }
}

fn wrong_value(input: &InputReference, message: &'static str) -> BlockActionError {
    BlockActionError::Value {
        block_id: input.block_id.clone(),
        action_id: input.action_id.clone(),
        message,
    }
}

/// Returns the value of an input in the words of Slack, with the name of its member. The error is a predicate.
fn slack_value(
    input: &InputReference,
    entered: Option<&Payload>,
) -> Result<(&'static str, Payload), &'static str> {
    let text = entered
        .map(shown_text)
        .transpose()?
        .filter(|text| !text.is_empty());
    let text_or_null = || text.as_deref().map_or_else(Payload::null, Payload::string);
    Ok(match input.kind.as_str() {
        "number_input" => match &text {
            Some(text) if Number::parse(text.trim()).is_none() => return Err("requires a number"),
            Some(text) => ("value", Payload::string(text.trim())),
            None => ("value", Payload::null()),
        },
        "checkboxes" | "multi_static_select" => {
            let chosen = chosen_options(input, entered)?;
            ("selected_options", Payload::array(&chosen))
        }
        "radio_buttons" | "static_select" => {
            let chosen = chosen_options(input, entered)?;
            ("selected_option", first_or_null(chosen))
        }
        "external_select" => {
            let chosen = text.iter().map(|text| option_of(input, text.trim()));
            ("selected_option", first_or_null(chosen.collect()))
        }
        "multi_external_select" => {
            let chosen = ids(text.as_deref()).map(|id| option_of(input, id));
            let chosen: Vec<Payload> = chosen.collect();
            ("selected_options", Payload::array(&chosen))
        }
        "users_select" => ("selected_user", text_or_null()),
        "conversations_select" => ("selected_conversation", text_or_null()),
        "channels_select" => ("selected_channel", text_or_null()),
        "multi_users_select" => ("selected_users", id_list(text.as_deref())),
        "multi_conversations_select" => ("selected_conversations", id_list(text.as_deref())),
        "multi_channels_select" => ("selected_channels", id_list(text.as_deref())),
        "datepicker" => ("selected_date", date_of(text.as_deref())?),
        "timepicker" => ("selected_time", time_of(text.as_deref())?),
        "datetimepicker" => ("selected_date_time", seconds_of(text.as_deref())?),
        "rich_text_input" => ("rich_text_value", rich_text_of(text.as_deref())),
        "file_input" => ("files", Payload::array([])),
        _ => ("value", text_or_null()),
    })
}

/// Returns an entered text, or the text of a number. A list or object is not a text, and counts as empty here.
fn shown_text(value: &Payload) -> Result<String, &'static str> {
    Ok(match value.kind() {
        PayloadKind::String => value
            .as_str()
            .map(|text| text.into_owned())
            .unwrap_or_default(),
        PayloadKind::Number => value.text().to_owned(),
        _ => String::new(),
    })
}

/// Returns the options whose data model values were chosen. A ticked box is its only option.
fn chosen_options(
    input: &InputReference,
    entered: Option<&Payload>,
) -> Result<Vec<Payload>, &'static str> {
    let Some(entered) = entered else {
        return Ok(Vec::new());
    };
    match entered.kind() {
        PayloadKind::Boolean if entered.text() == "true" => {
            return Ok(input.options.iter().take(1).cloned().collect());
        }
        PayloadKind::Boolean => return Ok(Vec::new()),
        _ => {}
    }
    let values = option_values(&input.options);
    let options: BTreeMap<&str, &Payload> = values
        .iter()
        .map(String::as_str)
        .zip(&input.options)
        .collect();
    let chosen = match entered.kind() {
        PayloadKind::Array => entered.elements().collect(),
        _ => vec![entered.clone()],
    };
    let mut found = Vec::new();
    for value in chosen
        .iter()
        .filter_map(Payload::as_str)
        .filter(|value| !value.is_empty())
    {
        match options.get(&*value) {
            Some(option) => found.push((*option).clone()),
            None => return Err("has no such option"),
        }
    }
    Ok(found)
}

fn first_or_null(options: Vec<Payload>) -> Payload {
    options.into_iter().next().unwrap_or_else(Payload::null)
}

/// Returns the option of a menu that the app lists: an initial option, or one that is made from its value.
fn option_of(input: &InputReference, value: &str) -> Payload {
    let known = input.options.iter();
    let known = known.filter(|option| text_member(option, "value").as_deref() == Some(value));
    if let Some(option) = known.into_iter().next() {
        return option.clone();
    }
    let text = object(&[
        ("type", Payload::string("plain_text")),
        ("text", Payload::string(value)),
    ]);
    object(&[("text", text), ("value", Payload::string(value))])
}

/// Returns the ids of a text with commas.
fn ids(text: Option<&str>) -> impl Iterator<Item = &str> {
    let ids = text.unwrap_or_default().split(',').map(str::trim);
    ids.filter(|id| !id.is_empty())
}

fn id_list(text: Option<&str>) -> Payload {
    let ids: Vec<Payload> = ids(text).map(Payload::string).collect();
    Payload::array(&ids)
}

/// Returns the date of a text, without its time.
fn date_of(text: Option<&str>) -> Result<Payload, &'static str> {
    let Some(text) = text else {
        return Ok(Payload::null());
    };
    let date = text.split(['T', ' ']).next().unwrap_or_default();
    let midnight = Timestamp::from([date, "T00:00:00Z"].concat());
    match midnight.is_rfc3339() {
        true => Ok(Payload::string(date)),
        false => Err("requires a date"),
    }
}

/// Returns the hour and the minute of a text.
fn time_of(text: Option<&str>) -> Result<Payload, &'static str> {
    let Some(text) = text else {
        return Ok(Payload::null());
    };
    let time = text.rsplit(['T', ' ']).next().unwrap_or_default();
    let minutes = time
        .split_at_checked("00:00".len())
        .map(|(minutes, _)| minutes);
    let minutes = minutes.unwrap_or_default();
    let moment = Timestamp::from(["2026-12-01T", minutes, ":00Z"].concat());
    match moment.is_rfc3339() {
        true => Ok(Payload::string(minutes)),
        false => Err("requires a time"),
    }
}

/// Returns the seconds since 1970 of a date and time. Without an offset, the time is in UTC.
fn seconds_of(text: Option<&str>) -> Result<Payload, &'static str> {
    let Some(text) = text else {
        return Ok(Payload::null());
    };
    let text = text.replacen(' ', "T", 1);
    let forms = [text.clone(), format!("{text}Z"), format!("{text}:00Z")];
    let time = forms
        .into_iter()
        .find_map(|text| Timestamp::from(text).to_unix_millis());
    let seconds = time.map(|time| time.div_euclid(1000));
    match seconds.and_then(|seconds| Payload::encode(&seconds).ok()) {
        Some(seconds) => Ok(seconds),
        None => Err("requires a date and a time"),
    }
}

/// Returns a text as a rich text with one paragraph.
fn rich_text_of(text: Option<&str>) -> Payload {
    let Some(text) = text else {
        return Payload::null();
    };
    let part = |kind: &str, name: &'static str, value: Payload| {
        object(&[("type", Payload::string(kind)), (name, value)])
    };
    let text = part("text", "text", Payload::string(text));
    let section = part("rich_text_section", "elements", Payload::array([&text]));
    part("rich_text", "elements", Payload::array([&section]))
}
