//! The activities of a run: one per surface, with the A2UI messages that build it.
//!
//! The first event of a surface is a snapshot. Changes add messages, so a client that knows the snapshot receives
//! everything once.
//!
//! Specification: [AG-UI, Events](https://docs.ag-ui.com/concepts/events).

use super::{ActivityDelta, ActivitySnapshot, Event};
use crate::faces::surface_operations::{OperationCarrier, SurfaceChange};

/// The carrier of AG-UI. Clients refuse events of more than 10 Mi characters.
pub(super) const CARRIER: OperationCarrier = OperationCarrier {
    event: 9 << 20,
    changes: 256,
    changed: 1 << 20,
    is_cumulative: false,
    refuses_prototypes: false,
};

/// Returns the id of the activity of a surface.
fn activity_id(surface: &str) -> String {
    format!("a2ui-surface-{surface}")
}

/// Returns the event for a change of a surface. Messages that were read are valid JSON, so there always is one.
pub(super) fn activity_event(change: &SurfaceChange) -> Option<Event> {
    match change {
        SurfaceChange::Snapshot {
            surface,
            operations,
        } => {
            let operations = operations.iter().map(String::as_str);
            let snapshot = ActivitySnapshot::of_operations(activity_id(surface), operations);
            snapshot.ok().map(Event::from)
        }
        SurfaceChange::Added {
            surface,
            operations,
        } => {
            let operations = operations.iter().map(String::as_str);
            let delta = ActivityDelta::adding(activity_id(surface), operations);
            delta.ok().map(Event::from)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{faces::surface_operations::SurfaceOperations, gateway::SurfaceState};

    const EVENT: usize = CARRIER.event;

    fn operations() -> SurfaceOperations {
        SurfaceOperations::new(CARRIER, None)
    }

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

    fn events(activities: &mut SurfaceOperations) -> Vec<String> {
        let changes = activities.changes();
        changes
            .iter()
            .map(|change| wire::encode(&activity_event(change).unwrap()).unwrap())
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
        let mut activities = operations();
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
        let mut activities = operations();
        [CREATE, DELETE]
            .into_iter()
            .for_each(|message| activities.apply(message));
        assert_eq!(events(&mut activities), [""; 0], "the client never had it");
        [CREATE, ROOT]
            .into_iter()
            .for_each(|message| activities.apply(message));
        activities.changes();
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
        let mut activities = operations();
        activities.replace(&[state(&[CREATE, ROOT])], []);
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, ROOT])]);
        activities.replace(&[state(&[CREATE, ROOT])], []);
        assert_eq!(events(&mut activities), [""; 0]);
        activities.replace(&[state(&[CREATE, ROOT, DATA])], []);
        assert_eq!(events(&mut activities), [snapshot(&[CREATE, ROOT, DATA])]);
        activities.replace(&[], []);
        assert_eq!(events(&mut activities), [snapshot(&[DELETE])]);
        let mut fresh = operations();
        fresh.replace(&[], &["s".to_owned()]);
        assert_eq!(events(&mut fresh), [snapshot(&[DELETE])]);
        assert_eq!(fresh.surfaces().collect::<Vec<_>>(), ["s"]);
    }

    #[test]
    fn the_client_receives_the_id_of_the_basic_catalog_that_it_knows() {
        let mut activities = SurfaceOperations::new(CARRIER, Some("old".to_owned()));
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
        let mut activities = operations();
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
        let mut many = operations();
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
