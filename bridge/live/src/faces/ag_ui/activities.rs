//! The activities of a run: one per surface, with the A2UI messages that build it.
//!
//! - An activity starts when the surface has the component `root`, because clients cannot show a surface without a
//!   root.
//! - The first event is a snapshot. Changes add messages, so a client that knows the snapshot receives everything once.
//! - When a surface is deleted, its activity remains and contains the `deleteSurface` message, because clients cannot
//!   remove an activity.
//!
//! Specification: [AG-UI, Events](https://docs.ag-ui.com/concepts/events).

use super::{ActivityDelta, ActivitySnapshot, Event};
use crate::gateway::SurfaceState;
use agent_ui_text::bridge::a2ui::{CatalogId, Message, Version, v0_9::AgentBody};
use std::collections::BTreeMap;
use wire::Payload;

/// The maximum length of one event in bytes. Clients refuse events of more than 10 Mi characters.
const EVENT: usize = 9 << 20;
/// The number of messages after a snapshot that justifies a new snapshot.
const CHANGES: usize = 256;
/// The total length of messages after a snapshot that justifies a new snapshot, in bytes.
const CHANGED: usize = 1 << 20;

/// Returns the id of the activity of a surface.
pub(super) fn activity_id(surface: &str) -> String {
    format!("a2ui-surface-{surface}")
}

/// The activities that a client has.
#[derive(Debug, Default)]
pub(super) struct Activities {
    surfaces: BTreeMap<String, SurfaceActivity>,
    /// The surfaces with unsent changes, in the order of their first unsent change.
    changed: Vec<String>,
    /// The id that the client uses for the basic catalog, if it differs from the default.
    basic_catalog: Option<String>,
    /// The first message that is too long for the carrier.
    too_long: Option<String>,
}

#[derive(Debug, Default)]
struct SurfaceActivity {
    operations: Vec<String>,
    /// The number of operations that the client has received.
    sent: usize,
    has_root: bool,
    /// The message that deletes the surface before it is created again, until the client has received it.
    deletion: Option<String>,
    /// The number and the total length of the operations after the latest snapshot.
    added: usize,
    length: usize,
}

impl SurfaceActivity {
    /// Returns the message that deletes the surface, if the client has not received it.
    fn into_deletion(mut self) -> Option<String> {
        let is_deleted = self.operations.len() == 1 && self.has_root && self.sent == 0;
        self.deletion.or_else(|| {
            if is_deleted {
                self.operations.pop()
            } else {
                None
            }
        })
    }
}

impl Activities {
    pub(super) fn new(basic_catalog: Option<String>) -> Self {
        Self {
            basic_catalog,
            ..Self::default()
        }
    }

    /// Replaces all activities by the surfaces of a snapshot. `known` contains surfaces that clients may have although
    /// they no longer exist.
    pub(super) fn replace<'a>(
        &mut self,
        surfaces: &[SurfaceState],
        known: impl IntoIterator<Item = &'a String>,
    ) {
        let mut removed: Vec<String> = known.into_iter().cloned().collect();
        let before = std::mem::take(&mut self.surfaces);
        removed.extend(
            before
                .iter()
                .filter(|(_, activity)| activity.sent > 0)
                .map(|(id, _)| id.clone()),
        );
        removed.retain(|id| surfaces.iter().all(|surface| surface.id != *id));
        self.changed.clear();
        for id in removed {
            self.delete(id, None);
        }
        for surface in surfaces {
            for message in &surface.messages {
                self.apply(message);
            }
        }
        for (id, activity) in &mut self.surfaces {
            (activity.added, activity.length) = (0, 0);
            let same = before
                .get(id)
                .filter(|before| before.operations == activity.operations);
            activity.sent = same.map_or(0, |before| before.sent);
        }
    }

    /// Applies an A2UI 0.9 message to the activities.
    pub(super) fn apply(&mut self, text: &str) {
        let Ok(message) = Message::read_as(text, Version::V0_9) else {
            return;
        };
        let Some(surface) = message.surface_id().map(|id| id.as_str().to_owned()) else {
            return;
        };
        let Message::V0_9Agent(message) = message else {
            return;
        };
        match &message.body {
            AgentBody::CreateSurface(_) => {
                let operations = vec![self.with_known_catalog(text)];
                let deletion = self
                    .surfaces
                    .remove(&surface)
                    .and_then(SurfaceActivity::into_deletion);
                let activity = SurfaceActivity {
                    operations,
                    deletion,
                    ..SurfaceActivity::default()
                };
                self.surfaces.insert(surface.clone(), activity);
            }
            AgentBody::DeleteSurface(_) => self.delete(surface.clone(), Some(text)),
            body => {
                let activity = self.surfaces.entry(surface.clone()).or_default();
                if let AgentBody::UpdateComponents(body) = body {
                    activity.has_root |= body
                        .components
                        .iter()
                        .any(|component| component.id.as_str() == "root");
                }
                activity.operations.push(text.to_owned());
                activity.added += 1;
                activity.length += text.len();
            }
        }
        if !self.changed.contains(&surface) {
            self.changed.push(surface);
        }
    }

    /// Replaces the activity of a surface by its deletion. An activity that the client never received is dropped.
    fn delete(&mut self, surface: String, text: Option<&str>) {
        let is_known = match (text, self.surfaces.get(&surface)) {
            (None, _) => true,
            (Some(_), Some(activity)) => activity.sent > 0 || activity.deletion.is_some(),
            (Some(_), None) => false,
        };
        if !is_known {
            self.surfaces.remove(&surface);
            return;
        }
        let deletion = match text {
            Some(text) => text.to_owned(),
            None => {
                let id = Payload::string(&surface);
                let id = id.text();
                format!(r#"{{"version":"v0.9","deleteSurface":{{"surfaceId":{id}}}}}"#)
            }
        };
        let operations = vec![deletion];
        let activity = SurfaceActivity {
            operations,
            has_root: true,
            ..SurfaceActivity::default()
        };
        self.surfaces.insert(surface.clone(), activity);
        if !self.changed.contains(&surface) {
            self.changed.push(surface);
        }
    }

    /// Replaces the id of the basic catalog in a `createSurface` message by the id that the client knows.
    fn with_known_catalog(&self, text: &str) -> String {
        let replaced = match &self.basic_catalog {
            Some(known) => with_basic_catalog(text, known),
            None => None,
        };
        replaced.unwrap_or_else(|| text.to_owned())
    }

    /// Returns the events that bring the client up to date.
    pub(super) fn events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        for surface in std::mem::take(&mut self.changed) {
            let Some(activity) = self.surfaces.get_mut(&surface) else {
                continue;
            };
            let id = activity_id(&surface);
            if let Some(deletion) = activity.deletion.take() {
                if let Ok(snapshot) = ActivitySnapshot::of_operations(&*id, [&*deletion]) {
                    events.push(Event::from(snapshot));
                }
            }
            if !activity.has_root {
                continue;
            }
            while let Some(rest) = activity
                .operations
                .get(activity.sent..)
                .filter(|rest| !rest.is_empty())
            {
                let part = take_for_event(rest);
                if part.is_empty() {
                    // The client shows the surface without this message.
                    let length = rest.first().map_or(0, String::len);
                    self.too_long.get_or_insert_with(|| {
                        format!("a message of {length} bytes about surface `{surface}`")
                    });
                    activity.sent += 1;
                    continue;
                }
                let event = if activity.sent == 0 {
                    ActivitySnapshot::of_operations(&*id, part.iter().copied()).map(Event::from)
                } else {
                    ActivityDelta::adding(&*id, part.iter().copied()).map(Event::from)
                };
                activity.sent += part.len();
                // Messages that were read are valid JSON.
                events.extend(event.ok());
            }
        }
        events
    }

    /// Returns `true` if a snapshot of the session is shorter than the messages that the client would otherwise store.
    pub(super) fn are_long(&self) -> bool {
        self.surfaces
            .values()
            .any(|activity| activity.added > CHANGES || activity.length > CHANGED)
    }

    /// Returns the surfaces that the client has, including deleted ones.
    pub(super) fn surfaces(&self) -> impl Iterator<Item = &String> {
        self.surfaces
            .iter()
            .filter(|(_, activity)| activity.sent > 0)
            .map(|(surface, _)| surface)
    }

    /// Returns a description of the first message that is too long for the carrier.
    pub(super) fn too_long(&self) -> Option<&str> {
        self.too_long.as_deref()
    }
}

/// Sets the id of the basic catalog in a `createSurface` message that uses this catalog.
fn with_basic_catalog(text: &str, id: &str) -> Option<String> {
    let message = Payload::parse(text).ok()?;
    let body = message.member("createSurface")?;
    if !CatalogId::from(&*body.member("catalogId")?.as_str()?).is_basic() {
        return None;
    }
    let body = with_member(&body, "catalogId", &Payload::string(id));
    let message = with_member(&message, "createSurface", &body);
    Some(message.text().to_owned())
}

/// Replaces the value of a member.
fn with_member(object: &Payload, name: &str, value: &Payload) -> Payload {
    let members: Vec<_> = object.members().collect();
    Payload::object(members.iter().map(|(known, old)| {
        let is_replaced = known.as_ref() == name;
        (known.as_ref(), if is_replaced { value } else { old })
    }))
}

/// Returns as many of the first operations as fit into one event.
fn take_for_event(operations: &[String]) -> Vec<&str> {
    let mut part = Vec::new();
    let mut length = 0;
    for operation in operations {
        length += operation.len() + 64;
        if length > EVENT {
            break;
        }
        part.push(operation.as_str());
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    const DATA: &str =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/","value":{"n":1.0}}}"#;
    const ROOT: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"x"}]}}"#;
    const DELETE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;

    fn snapshot(operations: &[&str]) -> String {
        format!(
            r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"a2ui-surface-s","activityType":"a2ui-surface","content":{{"a2ui_operations":[{}]}},"replace":true}}"#,
            operations.join(",")
        )
    }

    fn delta(operations: &[&str]) -> String {
        let changes: Vec<String> = operations
            .iter()
            .map(|operation| {
                format!(r#"{{"op":"add","path":"/a2ui_operations/-","value":{operation}}}"#)
            })
            .collect();
        format!(
            r#"{{"type":"ACTIVITY_DELTA","messageId":"a2ui-surface-s","activityType":"a2ui-surface","patch":[{}]}}"#,
            changes.join(",")
        )
    }

    fn events(activities: &mut Activities) -> Vec<String> {
        activities
            .events()
            .iter()
            .map(|event| wire::encode(event).unwrap())
            .collect()
    }

    fn state(messages: &[&str]) -> SurfaceState {
        let messages = messages.iter().map(|&message| message.to_owned()).collect();
        SurfaceState {
            id: "s".to_owned(),
            agent: "a".to_owned(),
            messages,
            losses: Vec::new(),
        }
    }

    #[test]
    fn a_surface_is_shown_once_it_has_a_root() {
        let mut activities = Activities::default();
        for message in [CREATE, DATA] {
            activities.apply(message);
            assert_eq!(events(&mut activities), [""; 0]);
        }
        activities.apply(ROOT);
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, DATA, ROOT])]);
        activities.apply(DATA);
        activities.apply(ROOT);
        assert_eq!(events(&mut activities), [delta(&[DATA, ROOT])]);
        assert_eq!(events(&mut activities), [""; 0]);
    }

    #[test]
    fn a_deleted_surface_keeps_an_activity_and_can_be_created_again() {
        let mut activities = Activities::default();
        [CREATE, DELETE]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(events(&mut activities), [""; 0], "the client never had it");
        [CREATE, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        activities.events();
        activities.apply(DELETE);
        assert_eq!(events(&mut activities), [snapshot(&[DELETE])]);
        [CREATE, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, ROOT])]);
        activities.apply(DELETE);
        [CREATE, DATA, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(
            events(&mut activities),
            [snapshot(&[DELETE]), snapshot(&[CREATE, DATA, ROOT])]
        );
        [DELETE, CREATE]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(events(&mut activities), [snapshot(&[DELETE])]);
        [DELETE, CREATE, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, ROOT])]);
        [DELETE, CREATE, DELETE, CREATE, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(
            events(&mut activities),
            [snapshot(&[DELETE]), snapshot(&[CREATE, ROOT])]
        );
    }

    #[test]
    fn a_snapshot_of_the_session_sends_only_differences() {
        let mut activities = Activities::default();
        activities.replace(&[state(&[CREATE, ROOT])], []);
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, ROOT])]);
        activities.replace(&[state(&[CREATE, ROOT])], []);
        assert_eq!(events(&mut activities), [""; 0]);
        activities.replace(&[state(&[CREATE, ROOT, DATA])], []);
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, ROOT, DATA])]);
        activities.replace(&[], []);
        assert_eq!(events(&mut activities), [snapshot(&[DELETE])]);
        let mut fresh = Activities::default();
        fresh.replace(&[], &["s".to_owned()]);
        assert_eq!(events(&mut fresh), [snapshot(&[DELETE])]);
        assert_eq!(fresh.surfaces().collect::<Vec<_>>(), ["s"]);
    }

    #[test]
    fn the_client_receives_the_id_of_the_basic_catalog_that_it_knows() {
        let mut activities = Activities::new(Some("old".to_owned()));
        [CREATE, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"old"}}"#;
        assert_eq!(events(&mut activities), [snapshot(&[create, ROOT])]);
        let other = CREATE.replace("catalogs/basic", "catalogs/own");
        [&*other, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(events(&mut activities), [snapshot(&[&other, ROOT])]);
    }

    #[test]
    fn long_activities_are_split_over_several_events() {
        let mut activities = Activities::default();
        let half = DATA.replace("1.0", &format!("\"{}\"", "x".repeat(EVENT / 2)));
        [CREATE, ROOT, &half, &half]
            .into_iter()
            .for_each(|message| activities.apply(message));
        let parts = events(&mut activities);
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|part| part.len() < 10 << 20));
        assert_eq!(parts, [snapshot(&[CREATE, ROOT, &half]), delta(&[&half])]);
        assert!(activities.are_long());
        activities.apply(&half.replace('x', "xxx"));
        activities.apply(DATA);
        assert_eq!(events(&mut activities), [delta(&[DATA])]);
        assert!(activities.too_long().unwrap().contains("about surface `s`"));
        let mut many = Activities::default();
        [CREATE, ROOT]
            .into_iter()
            .for_each(|message| many.apply(message));
        (0..255).for_each(|_| many.apply(DATA));
        assert!(!many.are_long());
        many.apply(DATA);
        assert!(many.are_long());
        many.replace(&[state(&[CREATE, ROOT, DATA])], []);
        assert!(!many.are_long());
    }
}
