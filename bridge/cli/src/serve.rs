//! The command `agent-ui serve`: serves surfaces as canvases of an AHP host.

#[cfg(feature = "live")]
mod canvases;

use crate::{args::Serve, exit::Exit, report::Report};

#[cfg(not(feature = "live"))]
pub(crate) fn run(_: &Serve, _: &mut Report) -> Result<(), Exit> {
    let message = "this program was built without the feature `live`; in a source checkout, run
  bridge/live/page/build && cargo run -p agent-ui-cli --features live -- serve --to ahp@1.0 FILE";
    Err(Exit::Usage(message.to_owned()))
}

#[cfg(feature = "live")]
pub(crate) fn run(arguments: &Serve, report: &mut Report) -> Result<(), Exit> {
    use crate::{conversion::check_context_flags, show::session::SHOWN};
    use bridge::{Dialect, Protocol};
    let wrong = |message: &str| Err(Exit::Usage(message.to_owned()));
    if arguments.from.protocol() != Protocol::A2ui {
        return wrong("--from: only surfaces of a2ui can be served");
    }
    let way = match arguments.to.dialect {
        Dialect::AhpCanvas => canvases::PageDelivery::Channel,
        Dialect::Ahp1_0 => canvases::PageDelivery::Address,
        _ => return wrong("--to: use ahp@canvas or ahp@1.0"),
    };
    // Clicks on the pages of canvases are translated back to the dialect of the surfaces.
    check_context_flags(&arguments.context, arguments.from, &[arguments.to, SHOWN.into()])?;
    let Some(assets) = live::page::assets() else {
        return wrong(
            "this program was built without the page; in a source checkout, run
  bridge/live/page/build && cargo run -p agent-ui-cli --features live -- serve --to ahp@1.0 FILE",
        );
    };
    canvases::run(arguments, way, assets, report)
}
