//! The served page: a gateway whose agent is a file, with the page as its only face.

use super::{
    action_lines::ActionLines,
    session::{SHOWN, page_source},
};
use crate::{
    args::{Show, Source},
    context,
    exit::Exit,
    input,
    report::Report,
    serve::{events::Events, gateway::report_losses},
};
use agent_ui_text::TranslateOptions;
use live::{
    agents::file::FileAgent,
    faces::session_page::{self, PageSettings},
    gateway::{Gateway, GatewayReportKind, GatewaySettings, store::MemoryStore},
    page::Assets,
    server::front::{self, Front, FrontError, FrontSettings, wait_for_interrupt},
};
use std::{
    fs::File,
    io::{self, Read},
    path::PathBuf,
    sync::Arc,
    thread,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// The name of the only session.
const SESSION: &str = "main";

/// The parts from which the page is served.
struct Prepared {
    agent: FileAgent,
    /// The actions in the protocol of the input.
    lines: UnboundedReceiver<Option<String>>,
    options: TranslateOptions,
    page: PageSettings,
}

pub(super) fn run(arguments: &Show, assets: Assets, report: &mut Report) -> Result<(), Exit> {
    let options = TranslateOptions::new().context(context::read(&arguments.context, report)?);
    let agent = create_agent(arguments, report)?.options(options.clone());
    let (events, receiver) = Events::channel();
    let (sender, lines) = unbounded_channel();
    let end = sender.clone();
    let prepared = Prepared {
        // The receiver lives as long as the gateway.
        agent: agent.on_input_line(move |line| drop(sender.send(Some(line.to_owned())))),
        lines,
        options,
        page: PageSettings {
            assets,
            images: arguments.allow_images,
            source: Some(page_source(&arguments.source, arguments.from, None)),
        },
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let served = serve(arguments, prepared, events.clone(), move || {
                drop(end.send(None));
            });
            let ended = match front::block_on(served) {
                Ok(ended) => ended,
                Err(error) => Err(Exit::Output(error)),
            };
            events.send_end(ended);
        });
        receiver.strict().write_all(report)
    })
}

/// Serves the page until the user stops the program. `end_lines` ends the actions.
async fn serve(
    arguments: &Show,
    prepared: Prepared,
    events: Events,
    end_lines: impl FnOnce(),
) -> Result<(), Exit> {
    let gateway_events = events.clone();
    let settings = GatewaySettings {
        idle: None,
        options: prepared.options.clone(),
        views: vec![SHOWN],
        report: Arc::new(move |happened| match happened.kind {
            // The page lists every loss, and the program their number at the end.
            GatewayReportKind::Lost { .. } => {}
            _ => gateway_events.report(happened),
        }),
        ..GatewaySettings::default()
    };
    let mut front = Front::bind(FrontSettings {
        port: arguments.port,
        ..FrontSettings::default()
    })
    .await
    .map_err(|error| match error {
        FrontError::Listen { error, .. } => {
            Exit::Usage(format!("--port {}: {error}", arguments.port))
        }
        other => Exit::Usage(other.to_string()),
    })?;
    let agent = Arc::new(prepared.agent);
    let gateway = Gateway::start(vec![agent], Arc::new(MemoryStore::new()), settings);
    let pages = session_page::routes(gateway.clone(), front.guard(), prepared.page);
    front.mount("page", pages);
    // Signals are caught before the address is printed, since a caller may stop the program as soon as it has read it.
    let interrupted = wait_for_interrupt();
    let address = format!("{}/{SESSION}/", front.url("page"));
    events.say(&format!("showing {address}"));
    if arguments.open {
        if let Err(error) = live::open(&address) {
            events.say(&format!(
                "agent-ui: cannot start a browser ({error}); open the address yourself"
            ));
        }
    }
    let session = gateway
        .session(SESSION)
        .await
        .map_err(|error| Exit::Usage(error.to_string()))?;
    let actions = ActionLines::new(arguments, prepared.options, session.clone(), events.clone());
    let actions = tokio::spawn(actions.write_all(prepared.lines));
    front.serve(&gateway, interrupted).await;
    end_lines();
    // A panic in the task has been printed.
    drop(actions.await);
    for found in session.surface_findings(SHOWN).await.unwrap_or_default() {
        events.diagnostic(found.diagnostic);
    }
    report_losses(&session, &events).await;
    Ok(())
}

/// Returns the agent that reads the inputs of the command line.
fn create_agent(arguments: &Show, report: &mut Report) -> Result<FileAgent, Exit> {
    let (source, from) = (&arguments.source, arguments.from);
    if let Some(path) = watched_file(arguments)? {
        return Ok(FileAgent::new("file", path, from));
    }
    let (paths, notices) = input::list_paths(source)?;
    for (place, notice) in notices {
        report.finding(&place, &notice)?;
    }
    let mut standard_input = Some(report.standard_input());
    let opened = paths.into_iter().map(move |path| {
        if path.as_os_str() == "-" {
            let reader = standard_input.take();
            return (None, Ok(reader.unwrap_or_else(|| Box::new(io::empty()))));
        }
        let reader = File::open(&path).map(|file| Box::new(file) as Box<dyn Read + Send>);
        (Some(path.to_string_lossy().into()), reader)
    });
    Ok(FileAgent::inputs("input", opened, from))
}

/// Returns the file that `--watch` follows. Returns `None` without `--watch`, and for standard input.
fn watched_file(arguments: &Show) -> Result<Option<PathBuf>, Exit> {
    let Source { files, .. } = &arguments.source;
    match files.as_slice() {
        _ if !arguments.watch => Ok(None),
        [] => Ok(None),
        [path] if path.as_os_str() == "-" => Ok(None),
        [path] if !path.is_dir() => match File::open(path) {
            Ok(_) => Ok(Some(path.clone())),
            Err(error) => Err(Exit::Usage(format!("{}: {error}", path.display()))),
        },
        _ => Err(Exit::Usage(
            "--watch: name one file, or standard input".to_owned(),
        )),
    }
}
