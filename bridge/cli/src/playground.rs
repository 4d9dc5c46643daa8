//! The command `agent-ui playground`: serves a page that translates messages in the browser.

use crate::{args::Playground, exit::Exit, report::Report};

#[cfg(not(feature = "live"))]
pub(crate) fn run(_: &Playground, _: &mut Report) -> Result<(), Exit> {
    Err(crate::source_build::without("the feature `live`"))
}

#[cfg(feature = "live")]
pub(crate) fn run(arguments: &Playground, report: &mut Report) -> Result<(), Exit> {
    let files = live::server::playground::files();
    if files.is_empty() {
        return Err(Exit::Usage(
            "this program was built without the playground; in a source checkout, run \
             `rustup target add wasm32-unknown-unknown && bridge/cli/install`"
                .to_owned(),
        ));
    }
    let served = live::server::playground::run(arguments.port, files, |address| {
        report.say(&format!("serving {address}"))?;
        if arguments.open {
            if let Err(error) = live::open(address) {
                report.say(&format!(
                    "agent-ui: cannot start a browser ({error}); open the address yourself"
                ))?;
            }
        }
        Ok(())
    });
    served.map_err(|error| match error {
        PlaygroundError::Server(error) => {
            Exit::Usage(format!("--port {}: {error}", arguments.port))
        }
        PlaygroundError::Exit(exit) => exit,
    })
}

/// Reasons to stop the server.
#[cfg(feature = "live")]
enum PlaygroundError {
    Server(std::io::Error),
    Exit(Exit),
}

#[cfg(feature = "live")]
impl From<std::io::Error> for PlaygroundError {
    fn from(error: std::io::Error) -> Self {
        Self::Server(error)
    }
}

#[cfg(feature = "live")]
impl From<Exit> for PlaygroundError {
    fn from(exit: Exit) -> Self {
        Self::Exit(exit)
    }
}
