//! A visit to a site, from loading to results.

use agent_ui_actions_json::{
    checked_manifest::CheckedManifest, composition::*, item::*, manifest::Trust, site::*,
};
use agent_ui_actions_json::{selection::Situation, validate::Profile, wire::Payload};

const HARBOUR: &str = r#"{"protocol":"actions.json","version":1,"tools":[],
    "context":[{"id":"berths","body":"High water first.","load_when":{"task":"berth"}}],
    "imports":[{"id":"tides","uri":"https://tides.test/","namespace":"tides","trust":"public"}]}"#;
const TIDES: &str = r#"{"protocol":"actions.json","version":1,
    "tools":[{"name":"today","description":"High and low water.",
        "input_schema":{"type":"object"},"x_actions":{"handler":"tides.today"}}],
    "signals":[{"name":"turned","event":"tide:turned","ingestion":"enabled"}]}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The host fetches what the site imports. What is not valid is left out.
    let harbour = CheckedManifest::read(HARBOUR, &Profile::STRICT)?;
    let mut loading = Site::load(harbour, Origin::local(Trust::Website, Storage::Public));
    while let Some(import) = loading.next_import() {
        loading.provide(&import, CheckedManifest::read(TIDES, &Profile::PUBLISHED).ok());
    }
    let mut site = loading.site();

    // The agent gets the tools, and what it should know for its task.
    assert!(site.tools().map(|tool| tool.name.as_str()).eq(["tides.today"]));
    assert_eq!(site.context(&Situation::new().task("Find a berth.")).contexts.len(), 1);

    // A page connects, and the agent calls one of its tools. The answer is a result or an error.
    site.receive(RuntimeReady::new("page", "https://harbour.test/").into())?;
    let sent = site.call(&ActionCall::new("c1", "tides.today", Payload::empty_object()), 0)?;
    let output = sent.output("page", Payload::parse(r#"{"high":"07:40"}"#)?);
    assert_eq!(site.receive(output.clone().into())?, ItemOutcome::Output(output));

    // An event of the page reaches the agent once.
    let event = DomEvent::new("e1", "page", "tides.turned", Payload::empty_object());
    assert!(matches!(site.receive(event.clone().into())?, ItemOutcome::Event(_)));
    assert_eq!(site.receive(event.into())?, ItemOutcome::Repeat);
    Ok(())
}
