//! The command `agent-ui show`: shows surfaces on a web page.

#[cfg(feature = "live")]
mod action_lines;
#[cfg(feature = "live")]
mod live_page;
#[cfg(feature = "live")]
pub(crate) mod session;

#[cfg(feature = "live")]
use crate::source_build;
use crate::{args::Show, exit::Exit, report::Report};

#[cfg(not(feature = "live"))]
pub(crate) fn run(_: &Show, _: &mut Report) -> Result<(), Exit> {
    Err(crate::source_build::without("the feature `live`"))
}

#[cfg(feature = "live")]
pub(crate) fn run(arguments: &Show, report: &mut Report) -> Result<(), Exit> {
    session::check_protocols(arguments.from, arguments.to)?;
    let is_served = arguments.open || arguments.watch;
    if !is_served && (arguments.port != 0 || arguments.to.is_some()) {
        return Exit::usage("--port and --to require --open or --watch");
    }
    // Surfaces are translated to the page; clicks are translated back to their source or to --to.
    let shown = session::SHOWN.into();
    crate::conversion::check_context_flags(
        &arguments.context,
        arguments.from,
        &[arguments.to.unwrap_or(shown), shown],
    )?;
    let Some(assets) = source_build::read_page(arguments.components.as_deref())? else {
        return Err(source_build::without("the page"));
    };
    if is_served {
        live_page::run(arguments, assets, report)
    } else {
        write_page(arguments, &assets, report)
    }
}

/// Writes a self-contained page.
#[cfg(feature = "live")]
fn write_page(
    arguments: &Show,
    assets: &live::page::Assets,
    report: &mut Report,
) -> Result<(), Exit> {
    use std::io::IsTerminal;
    if arguments.output.is_none() && std::io::stdout().is_terminal() {
        let message = "refusing to write HTML to a terminal: use --output FILE or --open";
        return Err(Exit::Usage(message.to_owned()));
    }
    let translation = session::translation(arguments.from, &arguments.context);
    let mut session = session::ShowSession::new(&translation, report)?;
    let mut inputs = crate::input::Inputs::of(&arguments.source)?.find_messages(arguments.from);
    let mut steps = Vec::new();
    while inputs.next(report)? {
        steps.push(session.take(&inputs.last(), report)?);
    }
    steps.extend(session.finish(report)?);
    if !steps.iter().any(session::has_content) {
        return report_nothing(arguments, report);
    }
    let data = live::page::Data {
        source: session::page_source(&arguments.source, arguments.from, session.dialect()),
        images: arguments.allow_images,
        steps,
        live: None,
        ..Default::default()
    };
    let document = data.document(assets);
    match &arguments.output {
        Some(path) => crate::replacement::replace(path, document.as_bytes()).map_err(|error| {
            let message = format!("--output {}: {error}", path.display());
            Exit::Output(std::io::Error::new(error.kind(), message))
        }),
        None => report.text(document.trim_end()),
    }
}

/// Refuses an input without a surface.
#[cfg(feature = "live")]
fn report_nothing(arguments: &Show, report: &mut Report) -> Result<(), Exit> {
    let file = arguments
        .source
        .files
        .first()
        .filter(|path| path.as_os_str() != "-");
    let place = agent_ui_text::place::Place {
        file: file.map(|path| path.to_string_lossy().into()),
        line: 1,
        column: 1,
    };
    let message = "the input contains no surface, so no page was written";
    let finding = wire::Finding::error("show/nothing", wire::Pointer::root(), message);
    report.refuse();
    report.finding(
        &place,
        &finding.hint("name a file with A2UI messages or AHP canvases"),
    )
}
