//! Events of actions.json.

use crate::program::{convert, file, run};

const MANIFEST: &str = r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[
  {"name":"order.placed","event":"shop:ordered","ingestion":"enabled","target":{"name":"checkout","selector":"#pay"},
   "payload":{"type":"object","required":["total"],"properties":{"total":{"type":"number"}}}},
  {"name":"seat.picked","event":"hall:picked","direction":"html_to_agent","ingestion":"enabled","target":{"selector":".seat"}},
  {"name":"room.lit","event":"hall:lit","direction":"bidirectional","ingestion":"enabled"},
  {"name":"seat.hovered","event":"hall:hovered"},
  {"name":"seat.shaken","event":"hall:shaken","ingestion":"disabled_by_default"},
  {"name":"light.dimmed","event":"hall:dimmed","direction":"agent_to_html","ingestion":"enabled"},
  {"name":"lift.called","event":"lift:moved","ingestion":"enabled"},
  {"name":"lift.sent","event":"lift:moved","ingestion":"enabled"}
]}"##;

const URL: &str = "https://shop.test/hall/4?day=2#top";

/// Returns an event with this name, payload and further members.
fn event(name: &str, payload: &str, more: &str) -> String {
    format!(
        r#"{{"type":"dom_event","event_id":"ev-1","runtime_id":"rt-1","name":"{name}","payload":{payload}{more}}}"#
    )
}

fn at_hall(name: &str, payload: &str) -> String {
    event(
        name,
        payload,
        &format!(r#","url":"{URL}","observed_at":"2026-03-02T08:15:00.5Z""#),
    )
}

#[test]
fn items_and_manifests_that_cannot_be_read_are_refused() {
    let manifest = file(MANIFEST);
    let input = format!(
        "{}\n{}\n",
        r#"{"type":"dom_event","runtime_id":"r"}"#,
        at_hall("seat.picked", "{}")
    );
    let ran = run(
        &convert("actions-json", "aap", &["--manifest", &manifest]),
        input,
    );
    assert_eq!((ran.status, ran.values().len(), ran.error().0), (65, 1, 1));
    let broken = file("{");
    assert_eq!(
        run(
            &convert("actions-json", "aap", &["--manifest", &broken]),
            ""
        )
        .status,
        2
    );
    assert_eq!(
        run(
            &convert("actions-json", "aap", &["--manifest", "/no/such/file"]),
            ""
        )
        .status,
        2
    );
}
