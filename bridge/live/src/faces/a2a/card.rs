//! Agent cards: the card of a face, and the cards of remote agents.
//!
//! Specification: [A2A, Agent Card](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).

use super::{A2aSettings, method::version_named, negotiation::EXTENSIONS};
use crate::gateway::AgentDescription;
use agent_ui_text::bridge::a2ui::a2a::{
    A2aVersion, AgentExtension, ExtensionUri, MimeType, select_newest,
};
use serde::{Deserialize, Serialize};
use wire::Payload;

/// The maximum number of skills that a card repeats, and their maximum total length in bytes.
const SKILLS: (usize, usize) = (64, 64 << 10);
/// The name of the JSON-RPC binding.
const JSONRPC: &str = "JSONRPC";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardForm<'a> {
    name: &'a str,
    description: &'a str,
    version: &'a str,
    /// The version of the protocol, and the address with its binding, for clients of A2A 0.3.
    protocol_version: &'static str,
    url: &'a str,
    preferred_transport: &'static str,
    additional_interfaces: [OldInterface<'a>; 1],
    /// The addresses with their bindings, for clients of A2A 1.0.
    supported_interfaces: [NewInterface<'a>; 2],
    capabilities: CapabilitiesForm,
    default_input_modes: [&'a str; 3],
    default_output_modes: [&'a str; 3],
    skills: Vec<Payload>,
}

#[derive(Serialize)]
struct OldInterface<'a> {
    url: &'a str,
    transport: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewInterface<'a> {
    url: &'a str,
    protocol_binding: &'static str,
    protocol_version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CapabilitiesForm {
    streaming: bool,
    push_notifications: bool,
    extensions: Vec<Payload>,
}

#[derive(Serialize)]
struct SkillForm<'a> {
    id: &'static str,
    name: &'a str,
    description: &'a str,
    tags: [&'static str; 2],
}

/// The texts in a face's card that depend on its agents.
pub(super) struct CardTexts<'a> {
    pub(super) name: &'a str,
    pub(super) description: &'a str,
    /// The skills of the agents. If the list is empty, the card has one general skill.
    pub(super) skills: &'a [Payload],
}

/// Writes the agent card of a face. Clients of A2A 1.0 and of 0.3 read the same card.
pub(super) fn write(settings: &A2aSettings, texts: &CardTexts<'_>) -> String {
    let A2aSettings { url } = settings;
    let CardTexts {
        name,
        description,
        skills,
    } = *texts;
    let extensions = EXTENSIONS.iter().map(|uri| {
        let described = format!(
            "Shows surfaces of A2UI {}",
            uri.version_text().unwrap_or_default()
        );
        Payload::encode(&AgentExtension::of(uri.clone(), [], false).description(described))
    });
    let [json, old] = [MimeType::A2uiJson, MimeType::JsonA2ui];
    let mime_types = ["text/plain", json.as_str(), old.as_str()];
    let card = CardForm {
        name,
        description,
        version: env!("CARGO_PKG_VERSION"),
        protocol_version: "0.3.0",
        url,
        preferred_transport: JSONRPC,
        additional_interfaces: [OldInterface {
            url,
            transport: JSONRPC,
        }],
        supported_interfaces: ["1.0", "0.3"].map(|protocol_version| NewInterface {
            url,
            protocol_binding: JSONRPC,
            protocol_version,
        }),
        capabilities: CapabilitiesForm {
            streaming: true,
            push_notifications: false,
            extensions: extensions.filter_map(Result::ok).collect(),
        },
        default_input_modes: mime_types,
        default_output_modes: mime_types,
        skills: select_skills(texts, skills),
    };
    serde_json::to_string(&card).unwrap_or_default()
}

/// Returns the skills of the agents that fit within the limits, or one general skill if there are none.
fn select_skills(texts: &CardTexts<'_>, skills: &[Payload]) -> Vec<Payload> {
    let (number, bytes) = SKILLS;
    let mut room = bytes;
    let mut repeated: Vec<Payload> = Vec::new();
    for skill in skills.iter().take(number) {
        // A skill that is too long leaves its room to those after it.
        if let Some(left) = room.checked_sub(skill.text().len()) {
            room = left;
            repeated.push(skill.clone());
        }
    }
    if !repeated.is_empty() {
        return repeated;
    }
    let CardTexts {
        name, description, ..
    } = *texts;
    let own = SkillForm {
        id: "surfaces",
        name,
        description,
        tags: ["a2ui", "ui"],
    };
    Payload::serialize_from(&own).into_iter().collect()
}

/// Reads an agent card. Returns the endpoint of the agent and its description.
pub(super) fn read(text: &str) -> Result<(Endpoint, AgentDescription), String> {
    Ok((Endpoint::of_card(text)?, read_description(text)))
}

/// The members of an agent card for people and models.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DescriptionForm {
    name: Option<String>,
    description: Option<String>,
    skills: Option<Vec<Payload>>,
}

fn read_description(text: &str) -> AgentDescription {
    let DescriptionForm {
        name,
        description,
        skills,
    } = serde_json::from_str(text).unwrap_or_default();
    let skills = skills.unwrap_or_default();
    AgentDescription {
        name,
        description,
        skills,
    }
    .without_blanks()
}

/// The members of an agent card that a client needs. Cards of A2A 1.0 and of 0.3 have different members.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Card {
    supported_interfaces: Option<Vec<Interface>>,
    url: Option<String>,
    preferred_transport: Option<String>,
    protocol_version: Option<String>,
    additional_interfaces: Option<Vec<Interface>>,
    capabilities: Option<Capabilities>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Interface {
    url: Option<String>,
    tenant: Option<String>,
    #[serde(alias = "transport")]
    protocol_binding: Option<String>,
    protocol_version: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Capabilities {
    streaming: Option<bool>,
    extensions: Option<Vec<Extension>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Extension {
    uri: Option<String>,
}

/// The address and the protocol options for requests to an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub(super) url: String,
    /// The tenant to name in requests, if the agent has several.
    pub(super) tenant: Option<String>,
    pub(super) a2a: A2aVersion,
    pub(super) has_streams: bool,
    /// The newest extension for A2UI that the agent declares.
    pub(super) extension: Option<ExtensionUri>,
}

impl Endpoint {
    /// Reads an agent card, and selects the newest version of A2A over JSON-RPC.
    pub(super) fn of_card(text: &str) -> Result<Self, String> {
        let card: Card = serde_json::from_str(text)
            .map_err(|error| format!("the agent card cannot be read: {error}"))?;
        let capabilities = card.capabilities.unwrap_or_default();
        let declared: Vec<_> = capabilities
            .extensions
            .unwrap_or_default()
            .into_iter()
            .filter_map(|extension| extension.uri)
            .collect();
        let extension = select_newest(
            EXTENSIONS.each_ref().map(ExtensionUri::as_str),
            declared.iter().map(String::as_str),
        );
        let legacy = Interface {
            url: card.url,
            protocol_binding: card.preferred_transport,
            protocol_version: Some(card.protocol_version.unwrap_or_else(|| "0.3".to_owned())),
            tenant: None,
        };
        let more = card.additional_interfaces.unwrap_or_default().into_iter();
        let more = more.map(|other| Interface {
            protocol_version: legacy.protocol_version.clone(),
            ..other
        });
        let current = card.supported_interfaces.unwrap_or_default().into_iter();
        let current = current.map(|interface| Interface {
            protocol_version: Some(
                interface
                    .protocol_version
                    .unwrap_or_else(|| "1.0".to_owned()),
            ),
            protocol_binding: Some(interface.protocol_binding.unwrap_or_default()),
            ..interface
        });
        let all = current.chain(std::iter::once(legacy.clone())).chain(more);
        let usable = all.filter_map(|interface| {
            let is_jsonrpc = interface
                .protocol_binding
                .as_deref()
                .unwrap_or(JSONRPC)
                .eq_ignore_ascii_case(JSONRPC);
            let a2a = version_named(interface.protocol_version.as_deref()?)?;
            let url = interface.url.filter(|url| is_jsonrpc && !url.is_empty())?;
            let tenant = interface.tenant.filter(|tenant| !tenant.is_empty());
            Some((url, tenant, a2a))
        });
        // Of several in the same version, the first one is the agent's preference.
        let best = usable.reduce(|best, other| if other.2 > best.2 { other } else { best });
        let (url, tenant, a2a) = best.ok_or_else(|| {
            "the agent card lists no interface over JSON-RPC in A2A 1.0 or 0.3".to_owned()
        })?;
        Ok(Self {
            url,
            tenant,
            a2a,
            has_streams: capabilities.streaming == Some(true),
            extension,
        })
    }
}

/// Returns the address of the agent card for an agent's address.
pub(super) fn address(url: &str) -> String {
    let is_card = url
        .split(['?', '#'])
        .next()
        .is_some_and(|path| path.ends_with(".json"));
    if is_card {
        url.to_owned()
    } else {
        format!("{}/.well-known/agent-card.json", url.trim_end_matches('/'))
    }
}

/// Returns the address at which the card was before A2A 0.3.
pub(super) fn old_address(address: &str) -> Option<String> {
    Some(format!(
        "{}/agent.json",
        address.strip_suffix("/agent-card.json")?
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(skills: &[Payload]) -> String {
        let settings = A2aSettings {
            url: "http://127.0.0.1:1/a2a".to_owned(),
        };
        write(
            &settings,
            &CardTexts {
                name: "Booking",
                description: "Books tables",
                skills,
            },
        )
    }

    #[test]
    fn a_card_repeats_the_skills_of_the_agents() {
        let skill =
            Payload::parse(r#"{"id":"book","name":"Book","description":"","tags":[]}"#).unwrap();
        let (_, description) = read(&written(std::slice::from_ref(&skill))).unwrap();
        assert_eq!(
            (description.name.as_deref(), description.skills),
            (Some("Booking"), vec![skill])
        );
        let long = Payload::object([("id", &Payload::string(&"x".repeat(70_000)))]);
        let (_, description) = read(&written(&[long])).unwrap();
        assert!(
            description.skills[0].text().contains("\"surfaces\""),
            "{description:?}"
        );
    }

    #[test]
    fn clients_of_both_versions_read_the_card_of_a_face() {
        let card = written(&[]);
        let endpoint = Endpoint::of_card(&card).unwrap();
        assert_eq!(
            (endpoint.url.as_str(), endpoint.a2a),
            ("http://127.0.0.1:1/a2a", A2aVersion::V1_0)
        );
        assert_eq!(
            (endpoint.has_streams, endpoint.extension),
            (true, Some(ExtensionUri::V1_0))
        );
        let mut old: serde_json::Value = serde_json::from_str(&card).unwrap();
        old.as_object_mut().unwrap().remove("supportedInterfaces");
        let endpoint = Endpoint::of_card(&old.to_string()).unwrap();
        assert_eq!(
            (endpoint.url.as_str(), endpoint.a2a),
            ("http://127.0.0.1:1/a2a", A2aVersion::V0_3)
        );
    }

    #[test]
    fn the_newest_interface_over_json_rpc_is_chosen() {
        let chosen = |card: &str| {
            let endpoint = Endpoint::of_card(card)?;
            Ok::<_, String>((endpoint.url, endpoint.a2a))
        };
        let (v1_0, v0_3) = (A2aVersion::V1_0, A2aVersion::V0_3);
        for (card, url, a2a) in [
            (r#"{"url":"u"}"#, "u", v0_3),
            (
                r#"{"url":"u","protocolVersion":"0.2.6","preferredTransport":"JSONRPC"}"#,
                "u",
                v0_3,
            ),
            (
                r#"{"url":"g","preferredTransport":"GRPC","additionalInterfaces":[{"url":"g","transport":"GRPC"},{"url":"j","transport":"JSONRPC"}]}"#,
                "j",
                v0_3,
            ),
            (
                r#"{"supportedInterfaces":[{"url":"a","protocolBinding":"JSONRPC","protocolVersion":"0.3"},{"url":"b","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"c","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}"#,
                "b",
                v1_0,
            ),
            (
                r#"{"supportedInterfaces":[{"url":"a","protocolBinding":"JSONRPC"}],"url":"b"}"#,
                "a",
                v1_0,
            ),
            (
                r#"{"supportedInterfaces":[{"url":"a","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],"url":"b"}"#,
                "b",
                v0_3,
            ),
        ] {
            assert_eq!(chosen(card), Ok((url.to_owned(), a2a)), "{card}");
        }
        for card in [
            "{}",
            r#"{"url":"g","preferredTransport":"GRPC"}"#,
            r#"{"supportedInterfaces":[{"url":"a","protocolBinding":"JSONRPC","protocolVersion":"2.0"}]}"#,
            r#"{"supportedInterfaces":[{"url":"a"}]}"#,
        ] {
            assert!(
                chosen(card)
                    .unwrap_err()
                    .contains("no interface over JSON-RPC"),
                "{card}"
            );
        }
        assert!(
            chosen("[")
                .unwrap_err()
                .starts_with("the agent card cannot be read")
        );
    }

    #[test]
    fn the_card_address_is_derived_from_the_agent_address() {
        assert_eq!(
            address("http://h/a/"),
            "http://h/a/.well-known/agent-card.json"
        );
        assert_eq!(address("http://h"), "http://h/.well-known/agent-card.json");
        assert_eq!(address("http://h/own/card.json"), "http://h/own/card.json");
        assert_eq!(
            old_address(&address("http://h")).as_deref(),
            Some("http://h/.well-known/agent.json")
        );
        assert_eq!(old_address("http://h/own/card.json"), None);
    }
}
