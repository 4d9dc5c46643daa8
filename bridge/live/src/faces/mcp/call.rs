//! The requests that the server supports.

use super::{
    abilities::ClientAbilities,
    asking::InputParams,
    revision::{Revision, client_capabilities},
};
use std::collections::BTreeSet;
use wire::{
    Payload,
    json_rpc::{JsonRpcError, METHOD_NOT_FOUND},
};

/// The maximum number of resources to which a client may subscribe.
pub(super) const SUBSCRIPTIONS: usize = 256;

/// A request with valid parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum McpCall {
    /// `initialize`, before 2026-07-28.
    Initialize {
        version: String,
        abilities: ClientAbilities,
    },
    /// `server/discover`, since 2026-07-28.
    Discover,
    /// `ping`, before 2026-07-28.
    Ping,
    /// The method `tools/list`.
    ListTools,
    /// The method `tools/call`.
    RunTool {
        name: String,
        arguments: Payload,
        /// The abilities that the request states, since 2026-07-28.
        abilities: ClientAbilities,
        input: InputParams,
    },
    /// The method `resources/list`.
    ListResources,
    /// The method `resources/templates/list`.
    ListTemplates,
    /// The method `resources/read`.
    ReadResource { uri: String },
    /// `resources/subscribe`, before 2026-07-28.
    Subscribe { uri: String },
    /// `resources/unsubscribe`, before 2026-07-28.
    Unsubscribe { uri: String },
    /// `subscriptions/listen`, since 2026-07-28.
    Listen(Filter),
}

/// The notifications that a client requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    /// `true` if the client is notified about new and deleted resources.
    pub(super) list_changed: bool,
    /// `true` if the client is notified about changes of the list of tools.
    pub(super) tools_changed: bool,
    /// The URIs of the resources about whose changes the client is notified.
    pub(super) resources: BTreeSet<String>,
}

impl McpCall {
    /// Reads a request of the given revision.
    pub(super) fn read(
        method: &str,
        params: &Payload,
        revision: Revision,
    ) -> Result<Self, JsonRpcError> {
        let call = match (method, revision.is_stateless()) {
            ("initialize", false) => Self::Initialize {
                version: text(params, "protocolVersion")?,
                abilities: ClientAbilities::read(params.member("capabilities").as_ref()),
            },
            ("ping", false) => Self::Ping,
            ("resources/subscribe", false) => Self::Subscribe {
                uri: text(params, "uri")?,
            },
            ("resources/unsubscribe", false) => Self::Unsubscribe {
                uri: text(params, "uri")?,
            },
            ("server/discover", true) => Self::Discover,
            ("subscriptions/listen", true) => Self::Listen(Filter::read(params)?),
            ("tools/list", _) => Self::ListTools,
            ("resources/list", _) => Self::ListResources,
            ("resources/templates/list", _) => Self::ListTemplates,
            ("resources/read", _) => Self::ReadResource {
                uri: text(params, "uri")?,
            },
            ("tools/call", _) => {
                let arguments = given(params, "arguments").unwrap_or_else(Payload::empty_object);
                if !arguments.is_object() {
                    return Err(JsonRpcError::invalid_params(
                        "`arguments` must be an object",
                    ));
                }
                Self::RunTool {
                    name: text(params, "name")?,
                    arguments,
                    abilities: ClientAbilities::read(client_capabilities(params).as_ref()),
                    input: InputParams {
                        responses: given(params, "inputResponses"),
                        state: given(params, "requestState"),
                    },
                }
            }
            _ => {
                let message = format!("MCP {} has no method `{method}` here", revision.name());
                return Err(JsonRpcError::new(METHOD_NOT_FOUND, message));
            }
        };
        // No list has a second page, so there is no valid cursor. Some clients send an empty one for the first page.
        let cursor =
            given(params, "cursor").filter(|cursor| cursor.as_str().as_deref() != Some(""));
        if method.ends_with("/list") && cursor.is_some() {
            return Err(JsonRpcError::invalid_params("the `cursor` is not valid"));
        }
        Ok(call)
    }
}

fn is_true(stated: &Payload, name: &str) -> bool {
    match stated.member(name) {
        Some(value) => value.text() == "true",
        None => false,
    }
}

impl Filter {
    /// Reads the filter from the parameters of `subscriptions/listen`.
    fn read(params: &Payload) -> Result<Self, JsonRpcError> {
        let stated = params.member("notifications").filter(Payload::is_object);
        let Some(stated) = stated else {
            return Err(JsonRpcError::invalid_params(
                "`notifications` must be an object",
            ));
        };
        let mut filter = Self {
            list_changed: is_true(&stated, "resourcesListChanged"),
            tools_changed: is_true(&stated, "toolsListChanged"),
            ..Self::default()
        };
        let Some(uris) = stated.member("resourceSubscriptions") else {
            return Ok(filter);
        };
        for uri in uris.elements() {
            let Some(uri) = uri.as_str() else {
                return Err(JsonRpcError::invalid_params(
                    "`resourceSubscriptions` must contain URIs",
                ));
            };
            filter.resources.insert(uri.into_owned());
            if filter.resources.len() > SUBSCRIPTIONS {
                return Err(too_many_subscriptions());
            }
        }
        Ok(filter)
    }

    /// Writes the filter in the form that acknowledges a subscription.
    pub(super) fn write(&self) -> Payload {
        let resources: Vec<_> = self
            .resources
            .iter()
            .map(|uri| Payload::string(uri))
            .collect();
        Payload::build(|writer| {
            writer.open_object();
            for (name, is_wanted) in [
                ("toolsListChanged", self.tools_changed),
                ("resourcesListChanged", self.list_changed),
            ] {
                if is_wanted {
                    writer.name(name);
                    writer.raw("true");
                }
            }
            if !resources.is_empty() {
                writer.member("resourceSubscriptions", &Payload::array(&resources));
            }
            writer.close_object();
        })
    }
}

pub(super) fn too_many_subscriptions() -> JsonRpcError {
    JsonRpcError::invalid_params(format!(
        "a client may subscribe to at most {SUBSCRIPTIONS} resources"
    ))
}

/// Returns a member that is not null. Some clients write null instead of omitting a member.
pub(super) fn given(object: &Payload, name: &str) -> Option<Payload> {
    object.member(name).filter(|value| !value.is_null())
}

fn text(params: &Payload, name: &str) -> Result<String, JsonRpcError> {
    let value = params.member(name);
    let text = value.as_ref().and_then(|value| value.as_str());
    text.map(|text| text.into_owned())
        .ok_or_else(|| JsonRpcError::invalid_params(format!("`{name}` must be a string")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(method: &str, params: &str, revision: Revision) -> Result<McpCall, i64> {
        McpCall::read(method, &Payload::parse(params).unwrap(), revision)
            .map_err(|error| error.code)
    }

    #[test]
    fn each_protocol_era_accepts_only_its_methods() {
        let uri = r#"{"uri":"a2ui://s/a"}"#;
        for (method, params, is_old, is_new) in [
            (
                "initialize",
                r#"{"protocolVersion":"2025-11-25"}"#,
                true,
                false,
            ),
            ("ping", "{}", true, false),
            ("resources/subscribe", uri, true, false),
            ("server/discover", "{}", false, true),
            (
                "subscriptions/listen",
                r#"{"notifications":{}}"#,
                false,
                true,
            ),
            ("resources/read", uri, true, true),
            ("tools/list", "{}", true, true),
            ("prompts/list", "{}", false, false),
        ] {
            for (revision, is_known) in Revision::ALL.map(|revision| {
                (
                    revision,
                    if revision.is_stateless() {
                        is_new
                    } else {
                        is_old
                    },
                )
            }) {
                let read = read(method, params, revision);
                assert_eq!(read.is_ok(), is_known, "{method} {revision:?}");
                assert!(
                    is_known || read == Err(METHOD_NOT_FOUND),
                    "{method} {revision:?}"
                );
            }
        }
    }

    #[test]
    fn requests_with_wrong_parameters_are_refused() {
        for (method, params) in [
            ("tools/call", "{}"),
            ("tools/call", r#"{"name":"n","arguments":[]}"#),
            ("resources/read", r#"{"uri":1}"#),
            ("tools/list", r#"{"cursor":"x"}"#),
            ("subscriptions/listen", "{}"),
            (
                "subscriptions/listen",
                r#"{"notifications":{"resourceSubscriptions":[1]}}"#,
            ),
        ] {
            assert_eq!(
                read(method, params, Revision::V2026_07),
                Err(-32602),
                "{method} {params}"
            );
        }
        for (method, params) in [
            ("tools/call", r#"{"name":"n","arguments":null}"#),
            ("tools/call", r#"{"name":"n"}"#),
            ("tools/list", r#"{"cursor":null}"#),
            ("resources/list", r#"{"cursor":""}"#),
        ] {
            assert!(
                read(method, params, Revision::V2025_11).is_ok(),
                "{method} {params}"
            );
        }
        let filter = r#"{"resourcesListChanged":true,"resourceSubscriptions":["a2ui://s/a"]}"#;
        let Ok(McpCall::Listen(read)) = read(
            "subscriptions/listen",
            &format!(r#"{{"notifications":{filter}}}"#),
            Revision::V2026_07,
        ) else {
            panic!()
        };
        assert_eq!(read.write().text(), filter);
    }
}
