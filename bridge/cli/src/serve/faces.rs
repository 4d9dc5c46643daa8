//! The faces of the server.

use super::{events::Events, site::WebPages};
use crate::{
    args::{CanvasPages, Face, Serve},
    exit::Exit,
};
use live::{
    faces::{
        a2a::{self, A2aSettings},
        aap_pages::{self, AapSettings},
        ag_ui,
        ahp_canvases::{AhpCanvases, AhpCloser, AhpSettings, PageDelivery},
        mcp::{self, McpSettings},
        provider::Store,
        session_page::{self, PageSettings},
    },
    gateway::{Gateway, User},
    page::{self, Assets},
    server::front::Front,
    site,
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// All faces, in the order of their address lines.
const ALL: [Face; 7] = [
    Face::AgUi,
    Face::A2a,
    Face::Mcp,
    Face::Ahp,
    Face::Aap,
    Face::Page,
    Face::ActionsJson,
];
/// The faces that contain the page.
const WITH_PAGE: [Face; 3] = [Face::Ahp, Face::Aap, Face::Page];
/// The time that clients of AHP get to receive the last messages when the program ends.
const GOODBYE: Duration = Duration::from_secs(1);

/// The faces that were mounted.
#[derive(Default)]
pub(super) struct Mounted {
    /// The names and addresses, for standard error.
    pub(super) addresses: Vec<(&'static str, String)>,
    canvases: Arc<Mutex<Vec<AhpCloser>>>,
}

impl Mounted {
    /// Closes the connections that the server does not close.
    pub(super) async fn shutdown(self) {
        let closers =
            std::mem::take(&mut *self.canvases.lock().unwrap_or_else(PoisonError::into_inner));
        let close = |closer: AhpCloser| tokio::spawn(async move { closer.close(GOODBYE).await });
        // All close at the same time.
        let closing: Vec<_> = closers.into_iter().map(close).collect();
        for closed in closing {
            drop(closed.await);
        }
    }
}

/// Returns the faces to serve over HTTP. With `--stdio`, they are only those that are named.
pub(super) fn wanted(arguments: &Serve) -> Result<Vec<Face>, Exit> {
    let has_page = page::assets().is_some();
    if let Some(face) = arguments
        .faces
        .iter()
        .find(|face| WITH_PAGE.contains(face) && !has_page)
    {
        return Err(Exit::Usage(format!(
            "--face {}: this program was built without the page; in a source checkout, run \
             `bridge/live/page/build && cargo run -p agent-ui-cli --features live -- serve FILE`",
            name_of(*face)
        )));
    }
    let is_wanted = |face: &Face| match arguments.faces.is_empty() {
        true => {
            let is_possible = has_page || !WITH_PAGE.contains(face);
            // The tools of websites belong to no user.
            let is_for_users = arguments.users.users.is_none() || *face != Face::ActionsJson;
            !arguments.stdio && is_possible && is_for_users
        }
        false => arguments.faces.contains(face),
    };
    Ok(ALL.into_iter().filter(is_wanted).collect())
}

/// Returns the settings of MCP.
pub(super) fn mcp_settings(arguments: &Serve, pages: &WebPages) -> McpSettings {
    McpSettings {
        session: arguments.session.clone(),
        tools: pages.tools(),
        ..McpSettings::default()
    }
}

/// Returns `true` if one of the faces shows pages.
pub(super) fn has_pages(faces: &[Face]) -> bool {
    faces.iter().any(|face| WITH_PAGE.contains(face))
}

/// Adds the faces to the server.
pub(super) fn mount(
    arguments: &Serve,
    faces: &[Face],
    front: &mut Front,
    gateway: &Gateway,
    pages: &WebPages,
    records: &Store,
    events: &Events,
) -> Result<Mounted, Exit> {
    let mut mounted = Mounted::default();
    for face in faces {
        let name = name_of(*face);
        let address = front.url(name);
        match (face, page::assets()) {
            (Face::AgUi, _) => {
                let guard = front.guard();
                front.mount_face(name, gateway, move |gateway| {
                    Some(ag_ui::routes(gateway, guard.clone()))
                });
                mounted.addresses.push(("AG-UI", address));
            }
            (Face::A2a, _) => {
                let settings = A2aSettings {
                    url: address.clone(),
                };
                // Some clients replace the last part of the address by the path of the card.
                front.mount(
                    ".well-known",
                    a2a::card_routes(gateway.clone(), front.guard(), &settings),
                );
                let guard = front.guard();
                front.mount_face(name, gateway, move |gateway| {
                    Some(a2a::routes(gateway, guard.clone(), settings.clone()))
                });
                mounted.addresses.push(("A2A", address));
            }
            (Face::Mcp, _) => {
                let (settings, guard) = (mcp_settings(arguments, pages), front.guard());
                front.mount_face(name, gateway, move |gateway| {
                    Some(mcp::routes(gateway, guard.clone(), settings.clone()))
                });
                mounted.addresses.push(("MCP", address));
            }
            (Face::Ahp, Some(assets)) => {
                let (settings, guard) = (
                    ahp_settings(arguments, address.clone(), assets),
                    front.guard(),
                );
                let closers = Arc::clone(&mounted.canvases);
                front.mount_face(name, gateway, move |gateway| {
                    // The state of a new host is always valid.
                    let canvases = AhpCanvases::start(gateway, &guard, settings.clone()).ok()?;
                    let mut closers = closers.lock().unwrap_or_else(PoisonError::into_inner);
                    closers.retain(|closer| !closer.has_ended());
                    closers.push(canvases.closer());
                    Some(canvases.routes())
                });
                mounted
                    .addresses
                    .push(("AHP", address.replacen("http", "ws", 1)));
            }
            (Face::Aap, Some(assets)) => {
                let guard = front.guard();
                let settings = aap_settings(arguments, assets, records.clone(), events);
                front.mount_face(name, gateway, move |gateway| {
                    let settings = settings(gateway.user())?;
                    Some(aap_pages::routes(gateway, &guard, settings))
                });
                // The address of the panel. That of the provider's routes is in front of `/agents`.
                mounted.addresses.push((
                    "AAP",
                    format!("{address}/agents/{}/canvas", aap_pages::AGENT),
                ));
            }
            (Face::Page, Some(assets)) => {
                let settings = PageSettings {
                    assets,
                    images: arguments.allow_images,
                    source: None,
                };
                let guard = front.guard();
                front.mount_face(name, gateway, move |gateway| {
                    Some(session_page::routes(
                        gateway,
                        guard.clone(),
                        settings.clone(),
                    ))
                });
                mounted.addresses.push((
                    "page",
                    format!("{address}/{}/", in_path(&arguments.session)),
                ));
            }
            (Face::ActionsJson, _) => {
                if let Some(site) = &pages.site {
                    front.mount(name, site::routes(site, &front.guard()));
                    mounted
                        .addresses
                        .push(("actions.json", address.replacen("http", "ws", 1)));
                }
            }
            (Face::Ahp | Face::Aap | Face::Page, _) => {}
        }
    }
    mounted.addresses.extend(
        pages
            .extension
            .clone()
            .map(|address| ("extension", address)),
    );
    mounted.addresses.push(("metrics", front.url("metrics")));
    mounted.addresses.push(("health", front.health_url()));
    Ok(mounted)
}

/// Returns the path of a face below the token.
fn name_of(face: Face) -> &'static str {
    match face {
        Face::AgUi => "ag-ui",
        Face::A2a => "a2a",
        Face::Mcp => "mcp",
        Face::Ahp => "ahp",
        Face::Aap => "aap",
        Face::Page => "page",
        // Published extensions connect to this path.
        Face::ActionsJson => "extension",
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
pub(super) fn records(arguments: &Serve) -> Result<Store, Exit> {
    match &arguments.records {
        Some(folder) => std::fs::create_dir_all(folder)
            .and_then(|()| Store::open(folder))
            .map_err(|error| Exit::Usage(format!("--records {}: {error}", folder.display()))),
        None => Ok(Store::in_memory()),
    }
}

/// Returns a function that returns the settings of AAP for a user. It reports a folder of records that cannot be opened.
fn aap_settings(
    arguments: &Serve,
    assets: Assets,
    store: Store,
    events: &Events,
) -> impl Fn(Option<&User>) -> Option<AapSettings> + Send + Sync + use<> {
    let (session, images, folder) = (
        arguments.session.clone(),
        arguments.allow_images,
        arguments.records.clone(),
    );
    let events = events.clone();
    move |user| {
        let said = events.clone();
        let notify = move |_: &live::aap::AgentId, line: &live::aap::Notification| {
            said.contents("an AAP agent has a new record", line.as_ref())
        };
        let store = match (user, &folder) {
            (None, _) => store.clone(),
            (Some(_), None) => Store::in_memory(),
            (Some(user), Some(folder)) => Store::of_user(folder, user)
                .map_err(|error| events.say(&format!("--records {}: {error}", folder.display())))
                .ok()?,
        };
        let notify: Option<Box<dyn live::faces::provider::Notify>> = Some(Box::new(notify));
        Some(AapSettings {
            session: session.clone(),
            store,
            notify,
            assets,
            images,
        })
    }
}

/// Returns the name of a session as a part of a path.
fn in_path(name: &str) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    let encode = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    name.bytes().map(encode).collect()
}
