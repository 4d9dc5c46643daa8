//! A visit to a site: its manifest and imports, the tools and the context for the agent, a call, and a signal that is judged.
//!
//! ```text
//! fetch https://tides.test/
//! the agent may call tides.today: High and low water.
//! context berths: High water first.
//! tides.today returns {"high":"07:40"}
//! the agent gets e1 tides.turned
//! tides.turned was received before
//! the agent does not get tides.stopped: /name: the manifest declares no signal for the event "tides.stopped" (unknown_action)
//! ```

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
    // The host fetches what the site imports. A manifest that is not valid is omitted.
    let harbour = CheckedManifest::read(HARBOUR, &Profile::STRICT)?;
    let mut loading = Site::load(harbour, Origin::local(Trust::Website, Storage::Public));
    while let Some(import) = loading.next_import() {
        println!("fetch {}", import.uri);
        loading.provide(
            &import,
            CheckedManifest::read(TIDES, &Profile::PUBLISHED).ok(),
        );
    }
    let mut site = loading.site();

    // The agent gets the tools, and the context that applies to its task.
    for tool in site.tools() {
        println!(
            "the agent may call {}: {}",
            tool.name,
            tool.tool.description.get().map_or("", String::as_str)
        );
    }
    for part in site
        .context(&Situation::new().task("Find a berth."))
        .contexts
    {
        println!(
            "context {}: {}",
            part.id,
            part.context.body.get().map_or("", String::as_str)
        );
    }

    // A page connects, and the agent calls one of its tools. The answer is a result or an error.
    site.receive(RuntimeReady::new("page", "https://harbour.test/").into())?;
    let sent = site.call(
        &ActionCall::new("c1", "tides.today", Payload::empty_object()),
        0,
    )?;
    let output = sent.output("page", Payload::parse(r#"{"high":"07:40"}"#)?);
    if let ItemOutcome::Output(output) = site.receive(output.into())? {
        println!("{} returns {}", sent.name, output.output);
    }

    // An event of the page reaches the agent once, if the manifest declares it.
    for (id, event) in [
        ("e1", "tides.turned"),
        ("e1", "tides.turned"),
        ("e2", "tides.stopped"),
    ] {
        match site.receive(DomEvent::new(id, "page", event, Payload::empty_object()).into()) {
            Ok(ItemOutcome::Event(event)) => {
                println!(
                    "the agent gets {} {}",
                    event.event.event_id, event.event.name
                )
            }
            Ok(ItemOutcome::Repeat) => println!("{event} was received before"),
            Ok(_) => {}
            Err(refusal) => println!("the agent does not get {event}: {refusal}"),
        }
    }
    Ok(())
}
