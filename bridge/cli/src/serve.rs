//! The command `agent-ui serve`: puts agents in front of clients.

#[cfg(feature = "live")]
mod agents;
#[cfg(feature = "live")]
mod events;
#[cfg(feature = "live")]
mod faces;
#[cfg(feature = "live")]
mod gateway;
#[cfg(feature = "live")]
mod settings;
#[cfg(feature = "live")]
mod site;

use crate::{args::Serve, exit::Exit, report::Report};

#[cfg(not(feature = "live"))]
pub(crate) fn run(_: &Serve, _: &mut Report) -> Result<(), Exit> {
    let message = "this program was built without the feature `live`; in a source checkout, run
  bridge/live/page/build && cargo run -p agent-ui-cli --features live -- serve FILE";
    Err(Exit::Usage(message.to_owned()))
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
