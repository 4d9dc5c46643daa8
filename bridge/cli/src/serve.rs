//! The command `agent-ui serve`: serves agents to clients of several protocols.

#[cfg(feature = "live")]
mod agents;
#[cfg(feature = "live")]
mod bots;
#[cfg(feature = "live")]
pub(crate) mod events;
#[cfg(feature = "live")]
mod faces;
#[cfg(feature = "live")]
pub(crate) mod gateway;
#[cfg(feature = "live")]
mod settings;
#[cfg(feature = "live")]
mod site;
#[cfg(feature = "live")]
mod store;
#[cfg(feature = "live")]
mod users;

use crate::{args::Serve, exit::Exit, report::Report};
use std::path::Path;

#[cfg(not(feature = "live"))]
pub(crate) fn run(arguments: &Serve, _: &mut Report) -> Result<(), Exit> {
    if arguments.store.as_deref().and_then(nats_address).is_some() {
        return Err(without_nats());
    }
    Err(crate::source_build::without("the feature `live`"))
}

#[cfg(feature = "live")]
pub(crate) fn run(arguments: &Serve, report: &mut Report) -> Result<(), Exit> {
    use bridge::Protocol;
    if arguments.from.protocol() != Protocol::A2ui {
        return Err(Exit::Usage(
            "--from: agents write a2ui; name a version of it, as in a2ui@0.8".to_owned(),
        ));
    }
    gateway::run(arguments, report)
}

/// Returns the address of a store on NATS, if the argument of `--store` is one.
pub(crate) fn nats_address(store: &Path) -> Option<&str> {
    let address = store.to_str()?;
    match address.starts_with("nats://") || address.starts_with("tls://") {
        true => Some(address),
        false => None,
    }
}

/// Returns the error for a store on NATS in a program that has none.
#[cfg(not(all(feature = "live", feature = "nats")))]
fn without_nats() -> Exit {
    crate::source_build::without("the features `live` and `nats`, which a --store on NATS needs")
}
