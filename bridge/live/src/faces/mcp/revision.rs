//! The revisions of MCP, and the rules by which a request states its revision.
//!
//! Specification: [MCP 2026-07-28](https://modelcontextprotocol.io/specification/2026-07-28).

use agent_ui_text::bridge::Dialect;
use wire::{
    Payload,
    json_rpc::{INVALID_PARAMS, JsonRpcError},
};

/// The `_meta` keys of requests and results since 2026-07-28.
pub(super) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(super) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(super) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
pub(super) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
pub(super) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// The headers of a request contradict its body.
pub(super) const HEADER_MISMATCH: i64 = -32020;
/// The server does not support the revision of the request.
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

/// A revision of MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Revision {
    V2024_11,
    V2025_03,
    V2025_06,
    V2025_11,
    V2026_07,
}

impl Revision {
    /// All supported revisions, newest first.
    pub(super) const ALL: [Self; 5] = [
        Self::V2026_07,
        Self::V2025_11,
        Self::V2025_06,
        Self::V2025_03,
        Self::V2024_11,
    ];

    /// Returns the date of the revision.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::V2024_11 => "2024-11-05",
            Self::V2025_03 => "2025-03-26",
            Self::V2025_06 => "2025-06-18",
            Self::V2025_11 => "2025-11-25",
            Self::V2026_07 => "2026-07-28",
        }
    }

    /// Returns the dialect of the revision's tools. Older clients ignore the members that 2025-06-18 added.
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::V2024_11 | Self::V2025_03 | Self::V2025_06 => Dialect::Mcp2025_06,
            Self::V2025_11 => Dialect::Mcp2025_11,
            Self::V2026_07 => Dialect::Mcp2026_07,
        }
    }

    /// Finds a supported revision by its date.
    pub(super) fn find(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.name() == name)
    }

    /// Returns `true` if a client may send several messages as a JSON list.
    pub(super) fn has_batches(self) -> bool {
        self == Self::V2025_03
    }

    /// Returns `true` if the result of a tool may contain links to resources.
    pub(super) fn has_links(self) -> bool {
        self >= Self::V2025_06
    }

    /// Returns `true` if each request states its own revision and is independent of earlier requests.
    pub(super) fn is_stateless(self) -> bool {
        self == Self::V2026_07
    }

    /// Selects the revision for an `initialize` request: the requested one, or otherwise the newest revision with
    /// `initialize`.
    pub(super) fn negotiate(requested: &str) -> Self {
        Self::find(requested)
            .filter(|revision| !revision.is_stateless())
            .unwrap_or(Self::V2025_11)
    }
}

/// Returns `true` if a date is at least that of the first revision without sessions. Unknown later revisions count,
/// too.
pub(super) fn is_stateless_name(name: &str) -> bool {
    name.len() == 10 && name >= Revision::V2026_07.name()
}

/// Returns the revision that the `_meta` of a request states.
pub(super) fn stated(params: &Payload) -> Option<String> {
    let stated = params.member("_meta")?.member(PROTOCOL_VERSION)?;
    Some(stated.as_str()?.into_owned())
}

/// Returns the capabilities of the client in the `_meta` of a request.
pub(super) fn client_capabilities(params: &Payload) -> Option<Payload> {
    params.member("_meta")?.member(CLIENT_CAPABILITIES)
}

/// Checks the `_meta` that every request since 2026-07-28 must have.
pub(super) fn check_meta(params: &Payload) -> Result<Revision, JsonRpcError> {
    let name = stated(params).ok_or_else(|| missing(PROTOCOL_VERSION))?;
    let revision = match Revision::find(&name) {
        Some(revision) if revision.is_stateless() => revision,
        _ => return Err(unsupported(&name)),
    };
    match client_capabilities(params) {
        Some(capabilities) if capabilities.is_object() => Ok(revision),
        _ => Err(missing(CLIENT_CAPABILITIES)),
    }
}

fn missing(key: &str) -> JsonRpcError {
    let message = format!("the request has no `_meta[\"{key}\"]`");
    JsonRpcError::new(INVALID_PARAMS, message)
}

/// Creates the error for a revision that the server does not support.
pub(super) fn unsupported(requested: &str) -> JsonRpcError {
    let names = Revision::ALL.map(|revision| Payload::string(revision.name()));
    let data = Payload::object([
        ("supported", &Payload::array(&names)),
        ("requested", &Payload::string(requested)),
    ]);
    JsonRpcError::new(
        UNSUPPORTED_VERSION,
        format!("MCP {requested} is not supported"),
    )
    .data(data)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn initialize_never_negotiates_a_stateless_revision() {
        for (requested, chosen) in [
            ("2024-11-05", Revision::V2024_11),
            ("2025-03-26", Revision::V2025_03),
            ("2025-06-18", Revision::V2025_06),
            ("2025-11-25", Revision::V2025_11),
            ("2026-07-28", Revision::V2025_11),
            ("2024-10-07", Revision::V2025_11),
        ] {
            assert_eq!(Revision::negotiate(requested), chosen, "{requested}");
        }
    }

    #[test]
    fn a_stateless_request_needs_its_metadata() {
        let check =
            |meta: &str| check_meta(&Payload::parse(format!(r#"{{"_meta":{meta}}}"#)).unwrap());
        let version = format!(r#""{PROTOCOL_VERSION}":"2026-07-28""#);
        let capabilities = format!(r#""{CLIENT_CAPABILITIES}":{{}}"#);
        assert_eq!(
            check(&format!("{{{version},{capabilities}}}")),
            Ok(Revision::V2026_07)
        );
        assert_eq!(
            check(&format!("{{{version}}}")).unwrap_err().code,
            INVALID_PARAMS
        );
        assert_eq!(
            check(&format!("{{{capabilities}}}")).unwrap_err().code,
            INVALID_PARAMS
        );
        let later = check(&format!(
            r#"{{"{PROTOCOL_VERSION}":"2027-01-01",{capabilities}}}"#
        ))
        .unwrap_err();
        assert_eq!(later.code, UNSUPPORTED_VERSION);
        let supported = r#"{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2027-01-01"}"#;
        assert_eq!(later.data.unwrap().text(), supported);
    }
}
