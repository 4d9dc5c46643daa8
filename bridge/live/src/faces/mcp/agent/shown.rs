//! The surfaces that a server has shown. They turn repeated states into changes.

use crate::{gateway::deletion::deletion_message, member_text::member_text};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, PayloadKind};

/// The surfaces and resources of a server.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The message that created each surface, if there was one.
    created: BTreeMap<String, Payload>,
    /// The digest of the latest text of each resource, and its surfaces.
    resources: BTreeMap<String, ([u8; 32], BTreeSet<String>)>,
}

impl Shown {
    /// Returns `true` if a resource has been read.
    pub(super) fn has(&self, uri: &str) -> bool {
        self.resources.contains_key(uri)
    }

    /// Returns the URIs of all resources.
    pub(super) fn uris(&self) -> Vec<String> {
        self.resources.keys().cloned().collect()
    }

    /// Returns the messages for a resource that was read. There are none if the resource has not changed.
    pub(super) fn read(&mut self, uri: &str, text: &str) -> Vec<String> {
        if self
            .resources
            .get(uri)
            .is_some_and(|(before, _)| *before == digest(text))
        {
            return Vec::new();
        }
        self.accept(uri, text)
    }

    /// Returns the messages for a resource in a result, which may contain a state or a change.
    ///
    /// A state creates its surfaces again. If a surface already exists, only the messages after its creation are
    /// repeated. If its creation differs, or if its data model would keep old values, the surface is deleted first.
    pub(super) fn accept(&mut self, uri: &str, text: &str) -> Vec<String> {
        let Ok(whole) = Payload::parse(text) else {
            // The gateway reports what cannot be read.
            return vec![text.to_owned()];
        };
        let list: Vec<Payload> = match whole.kind() {
            PayloadKind::Array => whole.elements().collect(),
            _ => vec![whole],
        };
        let with_data: BTreeSet<String> = list.iter().filter_map(find_data_surface).collect();
        let mut surfaces = BTreeSet::new();
        let mut messages = Vec::new();
        for message in list {
            let Some((kind, body)) = message.members().find(|(name, _)| name != "version") else {
                continue;
            };
            let Some(id) = read_surface(&body) else {
                messages.push(write_line(&message));
                continue;
            };
            surfaces.insert(id.clone());
            match kind.as_ref() {
                "createSurface" => match self.created.insert(id.clone(), message.clone()) {
                    Some(before) if before == message && with_data.contains(&id) => continue,
                    Some(_) => messages.push(delete(&message, &id)),
                    None => {}
                },
                "deleteSurface" => {
                    self.created.remove(&id);
                }
                _ => {}
            }
            messages.push(write_line(&message));
        }
        self.resources
            .insert(uri.to_owned(), (digest(text), surfaces));
        messages
    }

    /// Returns the messages for a resource that no longer exists.
    pub(super) fn remove(&mut self, uri: &str) -> Vec<String> {
        let Some((_, surfaces)) = self.resources.remove(uri) else {
            return Vec::new();
        };
        let removed = surfaces
            .into_iter()
            .filter_map(|id| Some((self.created.remove(&id)?, id)));
        removed.map(|(create, id)| delete(&create, &id)).collect()
    }
}

/// Returns a digest of a text, which takes less memory than the text.
fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

fn read_surface(body: &Payload) -> Option<String> {
    Some(body.member("surfaceId")?.as_str()?.into_owned())
}

/// Returns the surface id of a message that replaces the whole data model.
fn find_data_surface(message: &Payload) -> Option<String> {
    let update = message.member("updateDataModel")?;
    let is_whole = update
        .member("path")
        .is_none_or(|path| matches!(path.as_str().as_deref(), Some("" | "/")));
    is_whole.then(|| read_surface(&update)).flatten()
}

/// Creates the message that deletes a surface, in the version of its creation message.
fn delete(create: &Payload, id: &str) -> String {
    let version = member_text(create, "version");
    deletion_message(version.as_deref().unwrap_or("v0.9"), id)
}

fn write_line(message: &Payload) -> String {
    wire::without_layout(message.text()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    const OTHER: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"d"}}"#;
    const DATA: &str =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":1.50}}}"#;
    const PART: &str =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":2}}"#;
    const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;

    #[test]
    fn a_repeated_state_becomes_a_change() {
        let mut shown = Shown::default();
        let state = format!("[{CREATE},\n{DATA}]");
        assert_eq!(shown.read("a2ui://s", &state), [CREATE, DATA]);
        assert_eq!(shown.read("a2ui://s", &state), [""; 0]);
        assert_eq!(
            shown.read("a2ui://s", &format!("[{CREATE},{DATA},{PART}]")),
            [DATA, PART]
        );
        assert_eq!(shown.accept("a2ui://s", PART), [PART]);
        assert_eq!(shown.accept("a2ui://s", PART), [PART]);
        // Without its data, the surface begins anew.
        assert_eq!(shown.accept("a2ui://s", CREATE), [DELETE, CREATE]);
        assert_eq!(
            shown.read("a2ui://s", &format!("[{OTHER},{DATA}]")),
            [DELETE, OTHER, DATA]
        );
        assert_eq!(shown.remove("a2ui://s"), [DELETE]);
        assert_eq!(shown.read("a2ui://s", &state), [CREATE, DATA]);
    }

    #[test]
    fn text_that_is_not_json_is_passed_to_the_gateway() {
        assert_eq!(Shown::default().read("a2ui://s", "{"), ["{"]);
    }
}
