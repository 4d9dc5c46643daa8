//! Builds a surface from the messages of an agent, shows it as text, and sends the action of a click.
//!
//! ```text
//! List
//!   Row
//!     Text Moss
//!     Button
//!       Text Moss
//!   Row
//!     Text Ferns
//!     Button
//!       Text Ferns
//! {"version":"v0.9","action":{"name":"renew","surfaceId":"loans","sourceComponentId":"renew","timestamp":"2026-05-18T15:30:00Z","context":{"loan":"L-1"}}}
//! renew is disabled: This title is reserved.
//! ```

use agent_ui_a2ui::{
    expression::{Host, Scope},
    surface::{ActionError, ClientAction, Surface, Surfaces},
    wire::{Pointer, encode_line},
};
use std::error::Error;

const FROM_AGENT: &str = r#"[{"version":"v0.9","createSurface":{"surfaceId":"loans","catalogId":"https://library.test/catalog.json"}},
{"version":"v0.9","updateComponents":{"surfaceId":"loans","components":[
    {"id":"root","component":"List","children":{"componentId":"row","path":"/loans"}},
    {"id":"row","component":"Row","children":["title","renew"]},
    {"id":"title","component":"Text","text":{"path":"title"}},
    {"id":"renew","component":"Button","child":"title","action":{"event":{"name":"renew","context":{"loan":{"path":"id"}}}},
     "checks":[{"condition":{"path":"renewable"},"message":"This title is reserved."}]}]}},
{"version":"v0.9","updateDataModel":{"surfaceId":"loans","value":{"loans":[
    {"id":"L-1","title":"Moss","renewable":true},{"id":"L-2","title":"Ferns","renewable":false}]}}}]"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut surfaces = Surfaces::new();
    for element in agent_ui_a2ui::read(FROM_AGENT, None)? {
        surfaces.apply(&element.result?)?;
    }
    let surface = surfaces
        .get("loans")
        .ok_or("the agent created no surface")?;
    show(surface)?;
    for item in surface.instances("renew")? {
        click(surface, "renew", &item)?;
    }
    Ok(())
}

/// Prints the tree of components, with the texts that a user sees.
fn show(surface: &Surface) -> Result<(), Box<dyn Error>> {
    for node in surface.nodes()? {
        let Some(component) = node.component else {
            continue;
        };
        let (host, root) = (Host::new(), Pointer::root());
        let text = component.property("text");
        let text = text
            .map(|text| surface.evaluation(&node.scope, &host).text(&text, &root))
            .transpose()?;
        let text = text.map_or_else(String::new, |text| format!(" {text}"));
        println!("{}{}{text}", "  ".repeat(node.depth), component.type_name());
    }
    Ok(())
}

/// Prints the message of a click, or the reasons why the component is disabled.
fn click(surface: &Surface, component: &str, item: &Scope) -> Result<(), Box<dyn Error>> {
    match surface.action_of(component, item, &Host::new()) {
        Ok(ClientAction::Event(event)) => {
            println!("{}", encode_line(&event.message("2026-05-18T15:30:00Z"))?)
        }
        Ok(_) => println!("the client runs a function"),
        Err(ActionError::Checks(failed)) => {
            for check in failed {
                println!(
                    "{component} is disabled: {}",
                    check.message.unwrap_or_default()
                );
            }
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
