//! The server: agents, a gateway and faces.

use super::{agents, events::Events, faces, settings};
use crate::{args::Serve, context, exit::Exit, report::Report};
use agent_ui_text::TranslateOptions;
use live::{
    front::{self, AccessToken, Front, FrontSettings, interrupted},
    gateway::{Gateway, GatewayError, GatewaySettings, agent::Agent, store::SessionStore},
};
use std::{sync::Arc, thread};

/// Everything that the server needs.
struct Prepared {
    agents: Vec<Arc<dyn Agent>>,
    store: Arc<dyn SessionStore>,
    gateway: GatewaySettings,
    front: FrontSettings,
}

pub(super) fn run(arguments: &Serve, report: &mut Report) -> Result<(), Exit> {
    // Usage errors are reported before anything starts.
    let agents = agents::arguments(arguments)?;
    let options =
        TranslateOptions { context: context::read(&arguments.context, report)?, ..Default::default() };
    settings::front(arguments, None)?;
    let (store, token): (_, Option<AccessToken>) = settings::store(arguments)?;
    let key = token.as_ref().map(|token| token.as_str().to_owned());
    let front = settings::front(arguments, token)?;
    let (events, receiver) = Events::channel();
    let reported = events.clone();
    let gateway = GatewaySettings {
        options,
        report: Arc::new(move |happened| reported.report(happened)),
        ..GatewaySettings::default()
    };
    if let Some(level) = arguments.log {
        let logged = events.clone();
        front::log::start(settings::log_level(level), move |line| logged.say(line));
    }
    let agents = agents::create(arguments, agents, key.as_deref(), &events, report);
    let prepared = Prepared { agents, store, gateway, front };
    thread::scope(|scope| {
        scope.spawn(|| {
            let said = events.clone();
            let ended = front::block_on(serve(arguments, prepared, said));
            events.ended(ended.map_err(Exit::Output).and_then(|ended| ended));
        });
        receiver.write_all(report)
    })
}

/// Serves until the user stops the program.
async fn serve(arguments: &Serve, prepared: Prepared, events: Events) -> Result<(), Exit> {
    let Prepared { agents, store, gateway, front } = prepared;
    let gateway = Gateway::start(agents, store, gateway);
    let mut front = Front::bind(front).await.map_err(|error| settings::wrong(arguments, &error))?;
    let mounted = faces::mount(arguments, &mut front, &gateway)?;
    // The agents of the session start now, and not with the first client.
    let _session = gateway.session(&arguments.session).await.map_err(|error| match error {
        GatewayError::Name => Exit::Usage(format!("--session {}: {error}", arguments.session)),
        error => Exit::Usage(error.to_string()),
    })?;
    for (name, address) in &mounted.addresses {
        events.say(&format!("serving {name:<8} {address}"));
    }
    front.serve(&gateway, interrupted()).await;
    Ok(())
}
