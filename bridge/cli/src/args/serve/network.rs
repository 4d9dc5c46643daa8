//! The options about proxies, names and the end of the server.

use super::super::value::{number_parser, parse_duration};
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Network {
    /// Address of a proxy in front of this server
    ///
    /// As in https://agents.test/ui: all addresses begin with it. The proxy may remove the path from requests, or pass it on. A host alone is an address with https. The proxy must pass the header Host on. If it cannot, use --trust-forwarded as well.
    #[arg(long, value_name = "URL", hide_short_help = true)]
    pub(crate) proxy: Option<String>,
    /// Trust the headers Forwarded and X-Forwarded-* of the proxy
    ///
    /// They state the host, the scheme and the path that the client has requested. Use this only if clients reach the server over the proxy alone, because every client can send these headers.
    #[arg(long, hide_short_help = true, requires = "proxy")]
    pub(crate) trust_forwarded: bool,
    /// Accept requests for this host name, too
    ///
    /// Requests for other names are refused, because a web page could let its own name resolve to this server. May be given several times.
    #[arg(long, value_name = "HOST", hide_short_help = true)]
    pub(crate) allow_host: Vec<String>,
    /// Greatest number of connections, with WebSockets
    ///
    /// Further connections wait for 10 s, and then get status 503. Each user of a page has two: one for the event stream, and one for clicks.
    #[arg(long, value_name = "NUMBER", default_value = "4096", value_parser = number_parser(1, 65536), hide_short_help = true)]
    pub(crate) connections: u32,
    /// Greatest number of connections and requests of one address
    ///
    /// Event streams and WebSockets count as requests. As many further requests wait for 10 s, and then get status 429. Clients on this computer have no such limit. Behind a proxy, the addresses are those of the header Forwarded or X-Forwarded-For with --trust-forwarded; without it, there is no such limit.
    #[arg(long, value_name = "NUMBER", default_value = "512", value_parser = number_parser(1, 65536), hide_short_help = true)]
    pub(crate) per_address: u32,
    /// Time for running turns when the program stops
    ///
    /// At SIGTERM or Ctrl-C, requests are refused with status 503, and turns that have begun get this time. Then they fail. With 0, they fail at once. A second signal stops the program at once.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration_or_zero, hide_short_help = true)]
    pub(crate) drain: Duration,
}

fn parse_duration_or_zero(text: &str) -> Result<Duration, String> {
    match text {
        "0" | "0s" | "0ms" => Ok(Duration::ZERO),
        _ => parse_duration(text),
    }
}
