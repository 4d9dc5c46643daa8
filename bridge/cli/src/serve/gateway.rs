//! The server: agents, a gateway and faces.

use super::{
    agents, bots,
    bots::BotSettings,
    events::Events,
    faces::{self, FaceParts, Mounted},
    settings, site,
    store::{self, OpenedStore},
    users,
};
use crate::{
    args::{AgentArgument, AgentKind, Face, LogFormat, Serve},
    context,
    exit::Exit,
    report::Report,
    show::session::SHOWN,
    source_build::read_page,
};
use agent_ui_text::{Diagnostic, TranslateOptions};
use bridge::Dialect;
use live::{
    faces::{mcp, provider::Store},
    gateway::{
        AgentDescription, Gateway, GatewayError, GatewaySettings, Session, agent::Agent,
        store::SessionStore,
    },
    page::Assets,
    server::front::{self, Front, FrontSettings, wait_for_interrupt},
};
use std::{sync::Arc, thread};
use tokio::task::JoinHandle;
use wire::{Finding, Pointer};

/// The error for a JSON log without a chosen token. The log hides the token, so the user could not learn it.
const UNKNOWN_TOKEN: &str = "--log-format json: the log does not contain the secret part of the addresses; choose it with --token-file FILE or --token TOKEN, or keep it with --store FILE";

/// The parts from which the server is started.
struct Prepared {
    agents: Vec<Arc<dyn Agent>>,
    store: Arc<dyn SessionStore>,
    gateway: GatewaySettings,
    faces: Vec<Face>,
    bots: BotSettings,
    records: Store,
    front: FrontSettings,
    cookie_secret: Option<String>,
    assets: Option<Assets>,
}

pub(super) fn run(arguments: &Serve, report: &mut Report) -> Result<(), Exit> {
    if arguments.operation.log_format == LogFormat::Json {
        report.start_json_log();
    }
    // Usage errors are reported before anything starts.
    let agents = agents::collect_arguments(arguments)?;
    let options = TranslateOptions::new().context(context::read(&arguments.context, report)?);
    let assets = read_page(arguments.components.as_deref())?;
    let faces = faces::select_wanted(arguments, assets.is_some())?;
    let bots = bots::read(arguments, &faces)?;
    let records = faces::open_records(arguments)?;
    site::parse_signal_agent(arguments)?;
    settings::front_settings(arguments, None)?;
    users::check(arguments)?;
    let OpenedStore {
        store,
        token,
        context_key,
        cookie_secret,
    } = store::open(arguments)?;
    if let Some(log) = report.json_log() {
        match &token {
            Some(token) => log.hide(token.as_str()),
            None if faces.is_empty() => {}
            None => return Err(Exit::Usage(UNKNOWN_TOKEN.to_owned())),
        }
    }
    let (events, receiver) = Events::channel();
    let front_events = events.clone();
    let front = FrontSettings {
        report: Arc::new(move |happened| front_events.report_front(happened)),
        ..settings::front_settings(arguments, token)?
    };
    let gateway_events = events.clone();
    let gateway = GatewaySettings {
        description: AgentDescription {
            name: arguments.name.clone(),
            description: arguments.description.clone(),
            skills: Vec::new(),
        },
        options,
        views: initial_views(&agents, &faces),
        report: Arc::new(move |happened| gateway_events.report(happened)),
        ..settings::gateway_settings(arguments)
    };
    if let Some(level) = arguments.log {
        let log_events = events.clone();
        front::log::start(settings::log_level(level), move |event| {
            log_events.log(event)
        });
    }
    warn_of_changing_address(arguments, &bots, &events);
    if !faces.is_empty() {
        raise_open_file_limit(arguments, &events);
    }
    let agents = agents::create(arguments, agents, context_key.as_deref(), &events, report)?;
    let prepared = Prepared {
        agents,
        store,
        gateway,
        faces,
        bots,
        records,
        front,
        cookie_secret,
        assets,
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let ended = match front::block_on(serve(arguments, prepared, events.clone())) {
                Ok(ended) => ended,
                Err(error) => Err(Exit::Output(error)),
            };
            events.send_end(ended);
        });
        receiver.write_all(report)
    })
}

/// Serves until the user stops the program, or the client of `--stdio` leaves.
async fn serve(arguments: &Serve, prepared: Prepared, events: Events) -> Result<(), Exit> {
    let Prepared {
        agents,
        store,
        gateway,
        faces,
        bots,
        records,
        mut front,
        cookie_secret,
        assets,
    } = prepared;
    front.users = users::read(arguments, cookie_secret.as_deref()).await?;
    let teams = bots::start_teams(bots.teams).await?;
    let context = gateway.options.context.clone();
    let gateway = Gateway::start(agents, store, gateway);
    let front = match faces.is_empty() {
        true => None,
        false => Some(bind_front(arguments, front).await?),
    };
    open_first_session(arguments, &gateway).await?;
    let pages = site::start(arguments, &faces, context, records.clone(), &events).await?;
    // Signals are caught before the addresses are printed, since a caller may stop the program as soon as it has read them.
    let interrupted = wait_for_interrupt();
    let mut streams = None;
    let page = faces::page_address(&faces, front.as_ref());
    if arguments.stdio {
        let settings = faces::mcp_settings(arguments, &pages, assets, page.clone());
        let served = mcp::serve_standard_streams(gateway.clone(), settings);
        streams = Some(tokio::spawn(served));
    }
    let stop = async {
        match &mut streams {
            // The client of the standard streams may leave.
            Some(streams) => front::first(async { drop(streams.await) }, interrupted).await,
            None => interrupted.await,
        }
    };
    // Without HTTP, the program serves the standard streams and browser extensions.
    let Some(mut front) = front else {
        if let Some(address) = &pages.extension {
            events.address("extension", address);
        }
        stop.await;
        if let Some(streams) = unfinished(streams) {
            gateway.drain(arguments.network.drain).await;
            drop(streams.await);
        }
        return Ok(());
    };
    let parts = FaceParts {
        arguments,
        gateway: &gateway,
        pages: &pages,
        records: &records,
        events: &events,
        page,
        assets,
        slack: bots.slack,
        teams,
    };
    let mounted = parts.mount(&faces, &mut front);
    announce(arguments, &front, &mounted, &events)?;
    let closed = async {
        gateway.wait_until_stopped().await;
        mounted.shutdown().await;
    };
    tokio::join!(front.serve(&gateway, stop), closed);
    if let Some(streams) = unfinished(streams) {
        // A panic in the task has been printed.
        drop(streams.await);
    }
    if faces::has_pages(&faces) {
        report_first_session(arguments, &gateway, &events).await;
    }
    Ok(())
}

/// Starts to listen for the clients of the faces.
async fn bind_front(arguments: &Serve, front: FrontSettings) -> Result<Front, Exit> {
    let bound = Front::bind(front).await;
    bound.map_err(|error| settings::start_error(arguments, &error))
}

/// Reports the losses of the session of clients that name none.
async fn report_first_session(arguments: &Serve, gateway: &Gateway, events: &Events) {
    // It may not be in memory any more.
    if let Ok(Some(session)) = gateway.session_in_memory(&arguments.session) {
        report_losses(&session, events).await;
    }
}

/// Prints the addresses of the server.
fn announce(
    arguments: &Serve,
    front: &Front,
    mounted: &Mounted,
    events: &Events,
) -> Result<(), Exit> {
    if arguments.network.proxy.is_some() {
        // The other addresses are those of the proxy.
        let address = front.local_address().map_err(Exit::Output)?;
        events.address("for proxy", &format!("http://{address}"));
    }
    for (name, address) in &mounted.addresses {
        events.address(name, address);
    }
    Ok(())
}

/// Returns the task of the standard streams, unless their client has left.
fn unfinished<T>(streams: Option<JoinHandle<T>>) -> Option<JoinHandle<T>> {
    match streams {
        Some(streams) if !streams.is_finished() => Some(streams),
        _ => None,
    }
}

/// Opens the session of clients that name no session, so that its agents start now and not with the first client. If
/// every session belongs to a user, none is opened, because no user is known yet.
async fn open_first_session(arguments: &Serve, gateway: &Gateway) -> Result<(), Exit> {
    if arguments.users.users.is_some() {
        return Ok(());
    }
    let opened = gateway.session(&arguments.session).await;
    opened.map(drop).map_err(|error| match error {
        GatewayError::Name => Exit::Usage(format!("--session {}: {error}", arguments.session)),
        GatewayError::Store(error) => Exit::Usage(format!("--store: {error}")),
        error => Exit::Usage(error.to_string()),
    })
}

/// Returns the versions into which messages are translated from the start, so that pages can name places in files.
fn initial_views(agents: &[AgentArgument], faces: &[Face]) -> Vec<Dialect> {
    let is_file = agents.iter().any(|agent| agent.kind == AgentKind::File);
    match is_file && faces.contains(&Face::Page) {
        true => vec![SHOWN],
        false => Vec::new(),
    }
}

/// The number of open files of the program in addition to its connections.
const OTHER_FILES: u64 = 128;

/// Raises the limit of open files of the process, and warns if it is still too low for the connections.
fn raise_open_file_limit(arguments: &Serve, events: &Events) {
    let connections = arguments.network.connections;
    let needed = u64::from(connections) + OTHER_FILES;
    let Some(limit) = front::raise_open_files() else {
        return;
    };
    if limit >= needed {
        return;
    }
    let message = format!(
        "the system allows {limit} open files, and --connections {connections} needs {needed}"
    );
    let hint = format!(
        "raise the limit with `ulimit -n {needed}` or LimitNOFILE of systemd, or use a smaller number for --connections"
    );
    events.finding(
        "serve",
        Finding::warning("serve/open-files", Pointer::root(), message).hint(hint),
    );
}

/// Warns if the address of the bots changes with each start, although their platforms store it.
fn warn_of_changing_address(arguments: &Serve, bots: &BotSettings, events: &Events) {
    let has_bot = bots.slack.is_some() || bots.teams.is_some();
    if !has_bot || bots::has_fixed_address(arguments) {
        return;
    }
    let message = "the address of the bots is another one after the next start";
    let finding = Finding::warning("serve/bot-address", Pointer::root(), message);
    events.finding(
        "serve",
        finding.hint("choose it with --token-file FILE, or keep it with --store FILE"),
    );
}

/// Reports how many fields the page of a session does not show.
pub(crate) async fn report_losses(session: &Session, events: &Events) {
    let Ok(snapshot) = session.snapshot(SHOWN).await else {
        return;
    };
    let surfaces = snapshot.surfaces.iter();
    let mut lost =
        surfaces.flat_map(|surface| surface.losses.iter().map(move |lost| (surface, lost)));
    let Some((surface, first)) = lost.next() else {
        return;
    };
    let message = match lost.count() {
        0 => "the page cannot show 1 field of the messages".to_owned(),
        others => format!(
            "the page cannot show {} fields of the messages; this is the first",
            others + 1
        ),
    };
    let mut place = first.place.clone();
    place
        .file
        .get_or_insert_with(|| surface.agent.as_str().into());
    let finding = Finding::warning("losses", first.note.from.clone(), message);
    let finding = finding.hint("the page lists every loss");
    events.diagnostic(Diagnostic::of_finding(&place, &finding));
}
