//! The faces of the server.

use crate::{
    args::{Face, Serve},
    exit::Exit,
};
use live::{front::Front, gateway::Gateway};

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
    let _ = gateway;
    for face in wanted(arguments) {
        match face {
            Face::AgUi | Face::A2a | Face::Mcp | Face::Ahp | Face::Aap | Face::Page => {}
        }
    }
    mounted.addresses.push(("metrics", front.url("metrics")));
    mounted.addresses.push(("health", front.health_url()));
    Ok(mounted)
}
