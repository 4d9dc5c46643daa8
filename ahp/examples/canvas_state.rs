//! Reads the state of a canvas and the actions on its channel, reacts to each, and writes the state that follows.
//!
//! ```text
//! 7: Applied, the title is "West wing"
//! 8: the page says {"room":12}
//! 9: canvas/highlighted is unknown: {"type":"canvas/highlighted","rooms":[12]}
//! 10: availability-null: an update cannot clear the required `availability`
//! 10: the update is not applied
//! the canvas is ready: {"instanceId":"east","canvasId":"plan","extensionId":"museum","title":"West wing","availability":"ready","provider":{"kind":"server"}}
//! ```

use agent_ui_ahp::{
    canvas::{CanvasAction, CanvasState, reduce},
    envelope::ActionEnvelope,
    wire::{Payload, Validate, decode, encode},
};

const STATE: &str = r#"{"instanceId":"east","canvasId":"plan","extensionId":"museum","availability":"ready",
    "provider":{"kind":"server"},"title":"East wing","status":"Open"}"#;
const ACTIONS: [&str; 4] = [
    r#"{"channel":"ahp-canvas:/east","serverSeq":7,"action":{"type":"canvas/updated","title":"West wing","status":null}}"#,
    r#"{"channel":"ahp-canvas:/east","serverSeq":8,"action":{"type":"canvas/message","payload":{"room":12}}}"#,
    r#"{"channel":"ahp-canvas:/east","serverSeq":9,"action":{"type":"canvas/highlighted","rooms":[12]}}"#,
    r#"{"channel":"ahp-canvas:/east","serverSeq":10,"action":{"type":"canvas/updated","title":"North wing","availability":null}}"#,
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state: CanvasState = decode(STATE)?;
    for text in ACTIONS {
        let envelope: ActionEnvelope = decode(text)?;
        let action: CanvasAction = envelope.action.decode()?;
        let findings = action.validate();
        for finding in &findings {
            println!(
                "{}: {}: {}",
                envelope.server_seq, finding.rule, finding.message
            );
        }
        match &action {
            CanvasAction::Updated(_) if findings.is_empty() => {
                let outcome = reduce(&mut state, &action);
                let title = state.title.get().map_or("", String::as_str);
                println!(
                    "{}: {outcome:?}, the title is {title:?}",
                    envelope.server_seq
                );
            }
            CanvasAction::Updated(_) => {
                println!("{}: the update is not applied", envelope.server_seq)
            }
            CanvasAction::Message(message) => {
                let payload = message.payload.as_ref().map_or("nothing", Payload::text);
                println!("{}: the page says {payload}", envelope.server_seq);
            }
            // A newer version of AHP may have more actions. They are preserved, and can be passed on.
            CanvasAction::Unknown(unknown) => {
                println!(
                    "{}: {} is unknown: {}",
                    envelope.server_seq,
                    unknown.tag(),
                    encode(&action)?
                );
            }
            _ => {}
        }
    }
    let word = if state.availability.is_ready() {
        "ready"
    } else {
        "stale"
    };
    println!("the canvas is {word}: {}", encode(&state)?);
    Ok(())
}
