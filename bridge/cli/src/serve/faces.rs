//! The faces of the server.

use super::{events::Events, site::WebPages};
use crate::{
    args::{CanvasPages, Face, Serve},
    exit::Exit,
};
use live::{
    aap::{AgentId, Notification},
    faces::{
        a2a::{self, A2aSettings},
        aap_pages::{self, AapSettings},
        ag_ui,
        ahp_canvases::{AhpCanvases, AhpCloser, AhpSettings, PageDelivery},
        ai_sdk,
        mcp::{self, McpSettings},
        provider::Store,
        session_page::{self, PageSettings},
        slack::{self, SlackSettings},
        teams::TeamsBot,
    },
    gateway::{Gateway, User},
    page::Assets,
    server::front::Front,
    site,
};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// All faces, in the order of their address lines.
const ALL: [Face; 10] = [
    Face::AgUi,
    Face::AiSdk,
    Face::A2a,
    Face::Mcp,
    Face::Ahp,
    Face::Aap,
    Face::Page,
    Face::ActionsJson,
    Face::Slack,
    Face::Teams,
];
/// The faces that are served only if they are named, because they need secrets.
const BOTS: [Face; 2] = [Face::Slack, Face::Teams];
/// The faces that contain the page.
const WITH_PAGE: [Face; 3] = [Face::Ahp, Face::Aap, Face::Page];
/// The time that clients of AHP get to receive the last messages when the program ends.
const GOODBYE: Duration = Duration::from_secs(1);

/// The faces that were mounted.
#[derive(Default)]
pub(super) struct Mounted {
    /// The names and addresses, for standard error.
    pub(super) addresses: Vec<(&'static str, String)>,
    canvases: CanvasClosers,
}

/// The closers of the open AHP connections.
type CanvasClosers = Arc<Mutex<Vec<AhpCloser>>>;

impl Mounted {
    /// Closes the AHP connections, which the server itself does not close.
    pub(super) async fn shutdown(self) {
        let closers =
            std::mem::take(&mut *self.canvases.lock().unwrap_or_else(PoisonError::into_inner));
        // All close at the same time.
        let mut closing = Vec::new();
        for closer in closers {
            closing.push(tokio::spawn(async move { closer.close(GOODBYE).await }));
        }
        for closed in closing {
            // A panic in a task has been printed.
            drop(closed.await);
        }
    }
}

/// Returns the faces to serve over HTTP. With `--stdio`, only the named faces are served.
pub(super) fn select_wanted(arguments: &Serve, has_page: bool) -> Result<Vec<Face>, Exit> {
    for face in &arguments.faces {
        if WITH_PAGE.contains(face) && !has_page {
            let part = format!("the page, which --face {} needs", name_of(*face));
            return Err(crate::source_build::without(&part));
        }
    }
    if !arguments.faces.is_empty() {
        return Ok(select(|face| arguments.faces.contains(face)));
    }
    if arguments.stdio {
        return Ok(Vec::new());
    }
    Ok(select(|face| {
        let is_possible = has_page || !WITH_PAGE.contains(face);
        // The tools of websites belong to no user.
        let is_for_users = arguments.users.users.is_none() || *face != Face::ActionsJson;
        is_possible && is_for_users && !BOTS.contains(face)
    }))
}

/// Returns the faces that `is_wanted` accepts, in the order of their address lines.
fn select(is_wanted: impl Fn(&Face) -> bool) -> Vec<Face> {
    ALL.into_iter().filter(is_wanted).collect()
}

/// Returns the address of the pages of sessions, without a final slash, if the face `page` is served.
pub(super) fn page_address(faces: &[Face], front: Option<&Front>) -> Option<String> {
    let front = front.filter(|_| faces.contains(&Face::Page))?;
    Some(front.url(name_of(Face::Page)))
}

/// Returns the settings of MCP. `page` is the address of the pages of sessions.
pub(super) fn mcp_settings(
    arguments: &Serve,
    pages: &WebPages,
    assets: Option<Assets>,
    page: Option<String>,
) -> McpSettings {
    McpSettings {
        assets,
        page,
        session: arguments.session.clone(),
        tools: pages.tools(),
        ..McpSettings::default()
    }
}

/// Returns `true` if one of the faces shows pages.
pub(super) fn has_pages(faces: &[Face]) -> bool {
    faces.iter().any(|face| WITH_PAGE.contains(face))
}

/// The address of a face, with its name on standard error.
type FaceAddress = (&'static str, String);

/// The parts of the server that its faces use.
pub(super) struct FaceParts<'a> {
    pub(super) arguments: &'a Serve,
    pub(super) gateway: &'a Gateway,
    pub(super) pages: &'a WebPages,
    pub(super) records: &'a Store,
    pub(super) events: &'a Events,
    /// The address of the pages of sessions, if they are served.
    pub(super) page: Option<String>,
    /// The files of the page, if this program has them.
    pub(super) assets: Option<Assets>,
    /// The settings of the bot of Slack, if it is served.
    pub(super) slack: Option<SlackSettings>,
    /// The bot of Teams, if it is served.
    pub(super) teams: Option<TeamsBot>,
}

impl FaceParts<'_> {
    /// Adds the faces to the server.
    pub(super) fn mount(&self, faces: &[Face], front: &mut Front) -> Mounted {
        let mut mounted = Mounted::default();
        for face in faces {
            let address = self.mount_face(*face, front, &mounted.canvases);
            mounted.addresses.extend(address);
        }
        if let Some(address) = &self.pages.extension {
            mounted.addresses.push(("extension", address.clone()));
        }
        mounted.addresses.push(("metrics", front.url("metrics")));
        mounted.addresses.push(("health", front.health_url()));
        mounted
    }

    /// Adds a face. Returns `None` if this program was built without its page, or no website can connect.
    fn mount_face(
        &self,
        face: Face,
        front: &mut Front,
        closers: &CanvasClosers,
    ) -> Option<FaceAddress> {
        let address = front.url(name_of(face));
        match face {
            Face::AgUi => {
                self.mount_ag_ui(front);
                Some(("AG-UI", address))
            }
            Face::AiSdk => {
                self.mount_ai_sdk(front);
                Some(("AI SDK", address))
            }
            Face::A2a => {
                self.mount_a2a(front, &address);
                Some(("A2A", address))
            }
            Face::Mcp => {
                self.mount_mcp(front);
                Some(("MCP", address))
            }
            Face::Ahp => {
                let settings = ahp_settings(self.arguments, address.clone(), self.assets?);
                self.mount_ahp(front, settings, Arc::clone(closers));
                Some(("AHP", to_web_socket(&address)))
            }
            Face::Aap => {
                self.mount_aap(front, self.assets?);
                // This is the address of the panel. The address of the provider's routes is the part before `/agents`.
                let panel = format!("{address}/agents/{}/canvas", aap_pages::AGENT);
                Some(("AAP", panel))
            }
            Face::Page => {
                self.mount_page(front, self.assets?);
                let session = encode_path_segment(&self.arguments.session);
                Some(("page", format!("{address}/{session}/")))
            }
            Face::ActionsJson => {
                let site = self.pages.site.as_ref()?;
                front.mount(name_of(face), site::routes(site, &front.guard()));
                Some(("actions.json", to_web_socket(&address)))
            }
            Face::Slack => {
                let settings = self.slack.clone()?;
                let routes = slack::routes(self.gateway.clone(), &front.guard(), settings);
                front.mount(name_of(face), routes);
                Some(("Slack", address))
            }
            Face::Teams => {
                let bot = self.teams.as_ref()?;
                front.mount(
                    name_of(face),
                    bot.routes(self.gateway.clone(), &front.guard()),
                );
                Some(("Teams", format!("{address}/messages")))
            }
        }
    }

    fn mount_ag_ui(&self, front: &mut Front) {
        let guard = front.guard();
        front.mount_face(name_of(Face::AgUi), self.gateway, move |gateway| {
            Some(ag_ui::routes(gateway, guard.clone()))
        });
    }

    fn mount_ai_sdk(&self, front: &mut Front) {
        let guard = front.guard();
        front.mount_face(name_of(Face::AiSdk), self.gateway, move |gateway| {
            Some(ai_sdk::routes(gateway, guard.clone()))
        });
    }

    fn mount_a2a(&self, front: &mut Front, address: &str) {
        let settings = A2aSettings {
            url: address.to_owned(),
        };
        // Some clients replace the last part of the address by the path of the card.
        front.mount(
            ".well-known",
            a2a::card_routes(self.gateway.clone(), front.guard(), &settings),
        );
        let guard = front.guard();
        front.mount_face(name_of(Face::A2a), self.gateway, move |gateway| {
            Some(a2a::routes(gateway, guard.clone(), settings.clone()))
        });
    }

    fn mount_mcp(&self, front: &mut Front) {
        let page = self.page.clone();
        let settings = mcp_settings(self.arguments, self.pages, self.assets, page);
        let guard = front.guard();
        front.mount_face(name_of(Face::Mcp), self.gateway, move |gateway| {
            Some(mcp::routes(gateway, guard.clone(), settings.clone()))
        });
    }

    fn mount_ahp(&self, front: &mut Front, settings: AhpSettings, closers: CanvasClosers) {
        let guard = front.guard();
        front.mount_face(name_of(Face::Ahp), self.gateway, move |gateway| {
            // The state of a new host is always valid.
            let canvases = AhpCanvases::start(gateway, &guard, settings.clone()).ok()?;
            let mut closers = closers.lock().unwrap_or_else(PoisonError::into_inner);
            closers.retain(|closer| !closer.has_ended());
            closers.push(canvases.closer());
            Some(canvases.routes())
        });
    }

    fn mount_aap(&self, front: &mut Front, assets: Assets) {
        let guard = front.guard();
        let users = AapUsers {
            session: self.arguments.session.clone(),
            folder: self.arguments.records.clone(),
            store: self.records.clone(),
            events: self.events.clone(),
            images: self.arguments.allow_images,
            assets,
        };
        front.mount_face(name_of(Face::Aap), self.gateway, move |gateway| {
            let settings = users.settings_for(gateway.user())?;
            Some(aap_pages::routes(gateway, &guard, settings))
        });
    }

    fn mount_page(&self, front: &mut Front, assets: Assets) {
        let settings = PageSettings {
            assets,
            images: self.arguments.allow_images,
            source: None,
        };
        let guard = front.guard();
        front.mount_face(name_of(Face::Page), self.gateway, move |gateway| {
            Some(session_page::routes(
                gateway,
                guard.clone(),
                settings.clone(),
            ))
        });
    }
}

/// Returns the address of a WebSocket from its HTTP address.
fn to_web_socket(address: &str) -> String {
    address.replacen("http", "ws", 1)
}

/// Returns the path of a face below the token.
fn name_of(face: Face) -> &'static str {
    match face {
        Face::AgUi => "ag-ui",
        Face::AiSdk => "ai-sdk",
        Face::A2a => "a2a",
        Face::Mcp => "mcp",
        Face::Ahp => "ahp",
        Face::Aap => "aap",
        Face::Page => "page",
        // Published extensions connect to this path.
        Face::ActionsJson => "extension",
        Face::Slack => "slack",
        Face::Teams => "teams",
    }
}

fn ahp_settings(arguments: &Serve, address: String, assets: Assets) -> AhpSettings {
    let delivery = match arguments.canvas_pages {
        CanvasPages::Channel => PageDelivery::Channel,
        CanvasPages::Address => PageDelivery::Address,
    };
    let images = arguments.allow_images;
    AhpSettings {
        session: arguments.session.clone(),
        address,
        delivery,
        assets,
        images,
    }
}

/// Opens the records of AAP.
pub(super) fn open_records(arguments: &Serve) -> Result<Store, Exit> {
    match &arguments.records {
        Some(folder) => std::fs::create_dir_all(folder)
            .and_then(|()| Store::open(folder))
            .map_err(|error| Exit::Usage(format!("--records {}: {error}", folder.display()))),
        None => Ok(Store::in_memory()),
    }
}

/// The settings of AAP that depend on the user.
struct AapUsers {
    session: String,
    /// The folder of the records of all users.
    folder: Option<PathBuf>,
    /// The records if sessions belong to no user.
    store: Store,
    events: Events,
    assets: Assets,
    images: bool,
}

impl AapUsers {
    /// Returns the settings for a user. If the folder of the records cannot be opened, reports the error and returns
    /// `None`.
    fn settings_for(&self, user: Option<&User>) -> Option<AapSettings> {
        let events = self.events.clone();
        let notify = move |_: &AgentId, line: &Notification| {
            events.contents("an AAP agent has a new record", line.as_ref())
        };
        Some(AapSettings {
            session: self.session.clone(),
            store: self.store_of(user)?,
            notify: Some(Box::new(notify)),
            assets: self.assets,
            images: self.images,
        })
    }

    fn store_of(&self, user: Option<&User>) -> Option<Store> {
        let Some(user) = user else {
            return Some(self.store.clone());
        };
        let Some(folder) = &self.folder else {
            return Some(Store::in_memory());
        };
        match Store::of_user(folder, user) {
            Ok(store) => Some(store),
            Err(error) => {
                self.events
                    .say(&format!("--records {}: {error}", folder.display()));
                None
            }
        }
    }
}

/// Percent-encodes the name of a session as a segment of a path.
fn encode_path_segment(name: &str) -> String {
    let mut path = String::new();
    for byte in name.bytes() {
        match byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            true => path.push(char::from(byte)),
            false => path += &format!("%{byte:02X}"),
        }
    }
    path
}
