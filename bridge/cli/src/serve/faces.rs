//! The faces of the server.

use crate::{
    args::{Face, Serve},
    exit::Exit,
};
use live::{a2a::A2aSettings, ag_ui, front::Front, gateway::Gateway};

/// All faces, in the order of their address lines.
const ALL: [Face; 6] = [Face::AgUi, Face::A2a, Face::Mcp, Face::Ahp, Face::Aap, Face::Page];

/// The faces that were mounted.
#[derive(Default)]
pub(super) struct Mounted {
    /// The names and addresses, for standard error.
    pub(super) addresses: Vec<(&'static str, String)>,
}

/// Returns the faces to serve over HTTP. With `--stdio`, they are only those that are named.
pub(super) fn wanted(arguments: &Serve) -> Vec<Face> {
    let is_wanted = |face: &Face| match arguments.faces.is_empty() {
        true => !arguments.stdio,
        false => arguments.faces.contains(face),
    };
    ALL.into_iter().filter(is_wanted).collect()
}

/// Adds the faces to the server.
pub(super) fn mount(arguments: &Serve, front: &mut Front, gateway: &Gateway) -> Result<Mounted, Exit> {
    let mut mounted = Mounted::default();
    for face in wanted(arguments) {
        match face {
            Face::AgUi => {
                front.mount("ag-ui", ag_ui::routes(gateway.clone(), front.guard()));
                mounted.addresses.push(("AG-UI", front.url("ag-ui")));
            }
            Face::A2a => {
                let settings = a2a_settings(gateway, front.url("a2a"));
                mounted.addresses.push(("A2A", settings.url.clone()));
                front.mount("a2a", live::a2a::routes(gateway.clone(), front.guard(), settings));
            }
            Face::Mcp | Face::Ahp | Face::Aap | Face::Page => {}
        }
    }
    mounted.addresses.push(("metrics", front.url("metrics")));
    mounted.addresses.push(("health", front.health_url()));
    Ok(mounted)
}

/// Describes the agents in the agent card.
fn a2a_settings(gateway: &Gateway, url: String) -> A2aSettings {
    let agents: Vec<_> = gateway.agents().iter().map(|agent| agent.name()).collect();
    let description = format!("Shows the surfaces of {} as A2UI", agents.join(", "));
    let name = match agents.as_slice() {
        [only] => (*only).to_owned(),
        _ => "agent-ui".to_owned(),
    };
    A2aSettings { url, name, description }
}
