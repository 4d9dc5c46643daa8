//! The shape that published clients require of an active client's entry.
//!
//! The proposal adds one member to the entry and preserves all others. Published clients of AHP 1.0 read these
//! members into types. A single entry with a wrong type, such as a `tools` member that is not a list, would prevent
//! those clients from reading the session.
//!
//! Specification:
//! [AHP 1.0, `SessionActiveClient`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.SessionActiveClient.html).

use crate::canvas::SessionActiveClient;
use wire::{Payload, PayloadKind};

/// The required type of a present, non-null member.
enum MemberKind {
    Text,
    Flag,
    /// A signed 64-bit integer.
    Integer,
    /// An object with any members.
    Open,
    /// An object whose members are lists.
    Lists,
    List,
    Texts,
    /// The load state of a customization: a kind, and for two kinds also a message.
    Load,
    Object(&'static [Member]),
    Objects(&'static [Member]),
}

/// The name of a member, its type, and `true` if it is required.
type Member = (&'static str, MemberKind, bool);

const CLIENT: &[Member] = &[
    ("displayName", MemberKind::Text, false),
    ("tools", MemberKind::Objects(TOOL), true),
    ("customizations", MemberKind::Objects(CUSTOMIZATION), false),
];

const TOOL: &[Member] = &[
    ("name", MemberKind::Text, true),
    ("title", MemberKind::Text, false),
    ("description", MemberKind::Text, false),
    ("annotations", MemberKind::Object(ANNOTATIONS), false),
    ("_meta", MemberKind::Open, false),
];

const ANNOTATIONS: &[Member] = &[
    ("title", MemberKind::Text, false),
    ("readOnlyHint", MemberKind::Flag, false),
    ("destructiveHint", MemberKind::Flag, false),
    ("idempotentHint", MemberKind::Flag, false),
    ("openWorldHint", MemberKind::Flag, false),
];

const CUSTOMIZATION: &[Member] = &[
    ("type", MemberKind::Text, true),
    ("id", MemberKind::Text, true),
    ("uri", MemberKind::Text, true),
    ("name", MemberKind::Text, true),
    ("icons", MemberKind::Objects(ICON), false),
    ("range", MemberKind::Object(RANGE), false),
    ("_meta", MemberKind::Open, false),
    ("clientId", MemberKind::Text, false),
    ("load", MemberKind::Load, false),
    ("children", MemberKind::List, false),
    ("enablement", MemberKind::List, false),
    ("version", MemberKind::Text, false),
    ("nonce", MemberKind::Text, false),
    ("childEnablement", MemberKind::Lists, false),
];

const ICON: &[Member] = &[
    ("src", MemberKind::Text, true),
    ("contentType", MemberKind::Text, false),
    ("sizes", MemberKind::Texts, false),
    ("theme", MemberKind::Text, false),
];

const RANGE: &[Member] = &[
    ("start", MemberKind::Object(POSITION), true),
    ("end", MemberKind::Object(POSITION), true),
];

const POSITION: &[Member] = &[
    ("line", MemberKind::Integer, true),
    ("character", MemberKind::Integer, true),
];

const WHY: &[Member] = &[("message", MemberKind::Text, true)];

/// Checks the members that AHP 1.0 defines. Adds an empty list if the list of tools is missing.
pub(super) fn complete(client: &mut SessionActiveClient) -> Result<(), &'static str> {
    if client.extra.get("tools").is_none() {
        client.extra.insert("tools", Payload::array([]));
    }
    let members = Payload::object(client.extra.iter());
    if has_all(&members, CLIENT) {
        Ok(())
    } else {
        Err("`displayName`, `tools` or `customizations` of the client have a wrong type")
    }
}

fn has_all(object: &Payload, members: &[Member]) -> bool {
    object.is_object()
        && members
            .iter()
            .all(|(name, kind, required)| match object.member(name) {
                Some(value) if !value.is_null() => kind.is_met_by(&value),
                _ => !required,
            })
}

impl MemberKind {
    fn is_met_by(&self, value: &Payload) -> bool {
        let kind = value.kind();
        match self {
            Self::Text => kind == PayloadKind::String,
            Self::Flag => kind == PayloadKind::Boolean,
            Self::Integer => value.text().parse::<i64>().is_ok(),
            Self::Open => kind == PayloadKind::Object,
            Self::Lists => {
                value.is_object() && value.members().all(|(_, list)| Self::List.is_met_by(&list))
            }
            Self::List => kind == PayloadKind::Array,
            Self::Texts => {
                kind == PayloadKind::Array
                    && value.elements().all(|text| Self::Text.is_met_by(&text))
            }
            Self::Load => {
                let kind = value.member("kind");
                match kind.as_ref().and_then(Payload::as_str).as_deref() {
                    Some("loading" | "loaded") => true,
                    Some("degraded" | "error") => has_all(value, WHY),
                    _ => false,
                }
            }
            Self::Object(members) => has_all(value, members),
            Self::Objects(members) => {
                kind == PayloadKind::Array
                    && value.elements().all(|object| has_all(&object, members))
            }
        }
    }
}
