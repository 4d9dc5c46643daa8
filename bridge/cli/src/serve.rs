//! The command `agent-ui serve`: puts agents in front of clients.

#[cfg(feature = "live")]
mod agents;
#[cfg(feature = "live")]
mod canvases;
#[cfg(feature = "live")]
mod events;
#[cfg(feature = "live")]
mod faces;
#[cfg(feature = "live")]
mod gateway;
#[cfg(feature = "live")]
mod settings;

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
    if let Some(to) = arguments.to {
        return serve_canvases(arguments, to, report);
    }
    gateway::run(arguments, report)
}

/// Serves the surfaces of one input as canvases.
#[cfg(feature = "live")]
fn serve_canvases(arguments: &Serve, to: bridge::DialectOrProtocol, report: &mut Report) -> Result<(), Exit> {
    use crate::{args::Source, conversion::check_context_flags, show::session::SHOWN};
    use bridge::Dialect;
    let wrong = |message: &str| Err(Exit::Usage(message.to_owned()));
    let way = match to.dialect {
        Dialect::AhpCanvas => canvases::PageDelivery::Channel,
        Dialect::Ahp1_0 => canvases::PageDelivery::Address,
        _ => return wrong("--to: use ahp@canvas or ahp@1.0"),
    };
    // Clicks on the pages of canvases are translated back to the dialect of the surfaces.
    check_context_flags(&arguments.context, arguments.from, &[to, SHOWN.into()])?;
    let Some(assets) = live::page::assets() else {
        return wrong(
            "this program was built without the page; in a source checkout, run
  bridge/live/page/build && cargo run -p agent-ui-cli --features live -- serve --to ahp@1.0 FILE",
        );
    };
    let source = Source { files: arguments.file.iter().cloned().collect(), allow_empty: false };
    canvases::run(arguments, &source, to, way, assets, report)
}
