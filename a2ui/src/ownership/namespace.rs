//! Surface ids of several agents in one space: each is prefixed with its agent, and the prefix comes off again.
//!
//! What an agent sends gets the prefix on its way to the client, and what the client sends loses it on its way to the agent.
//! So agents that choose the same ids do not meet.
//!
//! ```
//! # use agent_ui_a2ui as a2ui;
//! use a2ui::{Message, ownership::namespace};
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

/// The id by which the client knows a surface of an agent: the agent (`~` as `~0`, `/` as `~1`), `/`, and the agent's id.
pub fn add_prefix(agent: &str, surface_id: &SurfaceId) -> SurfaceId {
    let agent = agent.replace('~', "~0").replace('/', "~1");
    SurfaceId::from(format!("{agent}/{surface_id}"))
}

/// The agent, and the id by which it knows the surface; `None` for an id without a prefix.
pub fn strip_prefix(surface_id: &SurfaceId) -> Option<(String, SurfaceId)> {
    let (agent, id) = surface_id.as_str().split_once('/')?;
    let agent = agent.replace("~1", "/").replace("~0", "~");
    let id = SurfaceId::from(id);
    // Only what `add_prefix` would write has a prefix of ours.
    (add_prefix(&agent, &id) == *surface_id).then_some((agent, id))
}

/// The message with another surface id; everything else stays as it is. A message that names no surface stays the same.
///
/// # Errors
/// If the message cannot be written.
pub fn rename(message: &Message, to: impl FnOnce(&SurfaceId) -> SurfaceId) -> Result<Message, DecodeError> {
    let payload = Payload::encode(message)
        .map_err(|error| ReadError::new(wire::DecodeRule::Value, error, "remove the repeated member"))?;
    match with_surface_id(payload.text(), message.key(), to) {
        Some(text) => Message::read_as(&text, message.version()),
        None => Ok(message.clone()),
    }
}

/// The text of a message with another surface id in its body, if there is one.
fn with_surface_id(text: &str, key: &str, to: impl FnOnce(&SurfaceId) -> SurfaceId) -> Option<String> {
    let member = |text: &'_ str, wanted: &str| {
        let child =
            token::children(text).find(|child| child.name.is_some_and(|n| token::string(n) == wanted))?;
        Some(child.at..child.at.checked_add(child.text.len())?)
    };
    let body = member(text, key)?;
    let id = member(text.get(body.clone())?, "surfaceId")?;
    let (start, end) = (body.start.checked_add(id.start)?, body.start.checked_add(id.end)?);
    let surface_id = Payload::parse(text.get(start..end)?).ok()?.decode().ok()?;
    let new = Payload::string(to(&surface_id).as_str());
    Some(format!("{}{new}{}", text.get(..start)?, text.get(end..)?))
}

/// The data models with other surface ids, in their order. Of two that get the same id the last one counts.
#[must_use]
pub fn rename_data_model(
    mut model: ClientDataModel,
    to: impl Fn(&SurfaceId) -> SurfaceId,
) -> ClientDataModel {
    let models = model.surfaces.iter().map(|(id, model)| (String::from(to(&id.into())), model.clone()));
    model.surfaces.extra = models.collect::<Extra>();
    model
}
