//! Prefixes that keep the surface ids of several agents apart.
//!
//! Each message to the client gets the prefix of its agent, and each message to an agent loses the prefix. Agents can
//! therefore choose the same ids without conflict.
//!
//! ```
//! use agent_ui_a2ui::{Message, ownership::namespace, wire};
//!
//! let message = Message::read(r#"{"deleteSurface":{"surfaceId":"main"}}"#)?;
//! let outside = namespace::rename(&message, |id| namespace::add_prefix("tables/eu", id))?;
//! assert_eq!(outside.surface_id().unwrap().as_str(), "tables~1eu/main");
//! let (agent, _) = namespace::strip_prefix(outside.surface_id().unwrap()).unwrap();
//! assert_eq!(agent, "tables/eu");
//! let inside = namespace::rename(&outside, |id| namespace::strip_prefix(id).map_or(id.clone(), |(_, id)| id))?;
//! assert_eq!(inside, message);
//! # Ok::<(), wire::DecodeError>(())
//! ```

use crate::{ClientDataModel, Message, SurfaceId};
use wire::{DecodeError, Extra, Payload, decode::ReadError, token};

/// Adds the prefix of an agent to a surface id. The prefix is the name of the agent (with `~` as `~0` and `/` as
/// `~1`), followed by `/`.
pub fn add_prefix(agent: &str, surface_id: &SurfaceId) -> SurfaceId {
    let agent = agent.replace('~', "~0").replace('/', "~1");
    SurfaceId::from(format!("{agent}/{surface_id}"))
}

/// Splits a surface id into the agent and the id that the agent chose. Returns `None` for an id without a prefix.
pub fn strip_prefix(surface_id: &SurfaceId) -> Option<(String, SurfaceId)> {
    let (agent, id) = surface_id.as_str().split_once('/')?;
    let agent = agent.replace("~1", "/").replace("~0", "~");
    let id = SurfaceId::from(id);
    // Only prefixes in the form of `add_prefix` are recognized.
    (add_prefix(&agent, &id) == *surface_id).then_some((agent, id))
}

/// Returns the message with another surface id. A message without a surface id is returned unchanged.
///
/// # Errors
/// Returns an error if the message cannot be written.
pub fn rename(
    message: &Message,
    to: impl FnOnce(&SurfaceId) -> SurfaceId,
) -> Result<Message, DecodeError> {
    let payload = Payload::encode(message).map_err(|error| {
        ReadError::new(wire::DecodeRule::Value, error, "remove the repeated member")
    })?;
    match with_surface_id(payload.text(), message.key(), to) {
        Some(text) => Message::read_as(&text, message.version()),
        None => Ok(message.clone()),
    }
}

/// Replaces the surface id in the body of a message text, if there is one.
fn with_surface_id(
    text: &str,
    key: &str,
    to: impl FnOnce(&SurfaceId) -> SurfaceId,
) -> Option<String> {
    let body = member_range(text, key)?;
    let id = member_range(text.get(body.clone())?, "surfaceId")?;
    let (start, end) = (
        body.start.checked_add(id.start)?,
        body.start.checked_add(id.end)?,
    );
    let surface_id = Payload::parse(text.get(start..end)?).ok()?.decode().ok()?;
    let new = Payload::string(to(&surface_id).as_str());
    Some(format!("{}{new}{}", text.get(..start)?, text.get(end..)?))
}

/// Returns the place of the value of a member in the text of an object.
fn member_range(text: &str, wanted: &str) -> Option<std::ops::Range<usize>> {
    for child in token::children(text) {
        if token::string(child.name?) == wanted {
            return Some(child.at..child.at.checked_add(child.text.len())?);
        }
    }
    None
}

/// Renames the surfaces of client data models, and keeps their order. If two surfaces get the same id, the last data
/// model is kept.
///
/// ```
/// use agent_ui_a2ui::{ClientDataModel, ownership::namespace, wire};
///
/// let model: ClientDataModel = wire::decode(r#"{"version":"v0.9","surfaces":{"tables/main":{"guests":2}}}"#)?;
/// let inside = namespace::rename_data_model(model, |id| {
///     namespace::strip_prefix(id).map_or(id.clone(), |(_, id)| id)
/// });
/// assert_eq!(wire::encode(&inside)?, r#"{"version":"v0.9","surfaces":{"main":{"guests":2}}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rename_data_model(
    mut model: ClientDataModel,
    to: impl Fn(&SurfaceId) -> SurfaceId,
) -> ClientDataModel {
    let models = model
        .surfaces
        .iter()
        .map(|(id, model)| (String::from(to(&id.into())), model.clone()));
    model.surfaces.extra = models.collect::<Extra>();
    model
}
