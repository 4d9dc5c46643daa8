//! The pages of websites that speak actions.json: their tools for MCP clients, their signals for an AAP agent.

use super::events::Events;
use crate::{
    args::{Face, Serve},
    exit::Exit,
};
use bridge::Context;
use live::{
    aap::{AgentId, Notification},
    faces::{aap_pages::AGENT, provider::Store, tool_source::ToolSources},
    site::{RecordSettings, Site, SiteSettings, serve_extension, store_signals},
};
use std::sync::Arc;

/// The connection to the pages of websites, if they can connect.
#[derive(Default)]
pub(super) struct WebPages {
    pub(super) site: Option<Site>,
    /// The address for browser extensions.
    pub(super) extension: Option<String>,
}

impl WebPages {
    /// Returns the tools of the pages, for MCP.
    pub(super) fn tools(&self) -> ToolSources {
        ToolSources(
            self.site
                .iter()
                .map(|site| Arc::new(site.clone()) as _)
                .collect(),
        )
    }
}

/// Returns the AAP agent that receives the signals.
pub(super) fn parse_signal_agent(arguments: &Serve) -> Result<AgentId, Exit> {
    let name = arguments.signal_agent.as_deref().unwrap_or(AGENT);
    AgentId::parse(name).map_err(|error| Exit::Usage(format!("--signal-agent {name}: {error}")))
}

/// Starts the connection between websites and agents, if its face or its port is requested. Signals are stored until
/// the program ends.
pub(super) async fn start(
    arguments: &Serve,
    faces: &[Face],
    context: Context,
    store: Store,
    events: &Events,
) -> Result<WebPages, Exit> {
    if !faces.contains(&Face::ActionsJson) && arguments.extension_port.is_none() {
        return Ok(WebPages::default());
    }
    let site_events = events.clone();
    let report = Arc::new(move |event: &live::site::SiteReport| site_events.report_site(event));
    let site = Site::start(SiteSettings {
        report,
        ..SiteSettings::default()
    });
    let record_events = events.clone();
    let mut records = RecordSettings::new(store, parse_signal_agent(arguments)?);
    records.notify = Some(Arc::new(move |_: &AgentId, line: &Notification| {
        record_events.contents("an AAP agent has a new record", line.as_str())
    }));
    records.context = context;
    store_signals(&site, records);
    let mut pages = WebPages {
        site: Some(site.clone()),
        extension: None,
    };
    if let Some(port) = arguments.extension_port {
        let address = serve_extension(&site, port)
            .await
            .map_err(|error| Exit::Usage(format!("--extension-port {port}: {error}")))?;
        pages.extension = Some(address);
    }
    Ok(pages)
}
