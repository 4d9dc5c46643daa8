//! Reads messages from an agent, changes the text of one component, and writes the messages again. Nothing else changes, not even
//! members that no version of A2UI defines.
//!
//! ```text
//! {"version":"v0.9","createSurface":{"surfaceId":"tour","catalogId":"https://museum.test/catalog.json","x-floor":2.0}}
//! {"version":"v0.9","updateComponents":{"surfaceId":"tour","components":[{"id":"root","component":"Text","text":"Bienvenue"}]}}
//! line 3 is skipped: /version: the version "v9" is unknown
//! ```

use agent_ui_a2ui::{
    Message,
    v0_9::AgentBody,
    wire::{Payload, encode_line},
};

const FROM_AGENT: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"tour","catalogId":"https://museum.test/catalog.json","x-floor":2.0}}
{"version":"v0.9","updateComponents":{"surfaceId":"tour","components":[{"id":"root","component":"Text","text":"Welcome"}]}}
{"version":"v9","deleteSurface":{"surfaceId":"tour"}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (number, line) in FROM_AGENT.lines().enumerate() {
        match Message::read(line) {
            Ok(mut message) => {
                translate_title(&mut message);
                println!("{}", encode_line(&message)?);
            }
            // An invalid message does not affect the others.
            Err(error) => println!("line {} is skipped: {error}", number + 1),
        }
    }
    Ok(())
}

/// Replaces the text of the component `root`.
fn translate_title(message: &mut Message) {
    let Message::V0_9Agent(message) = message else {
        return;
    };
    let AgentBody::UpdateComponents(update) = &mut message.body else {
        return;
    };
    for component in update
        .components
        .iter_mut()
        .filter(|component| component.id == "root")
    {
        // The members of a component that its catalog defines are in `extra`.
        component.extra.insert("text", Payload::string("Bienvenue"));
    }
}
