//! What clients of the release expect of a client that works in a session. AHP 1.0, `SessionActiveClient`.
//!
//! The proposal adds a member to that and leaves the others as they are, so they are kept as they came. But published
//! clients read them into types: one client whose tools are no list would keep all others from reading the session.

use crate::canvas::SessionActiveClient;
use wire::{Payload, PayloadKind};

/// What a member holds, if it is there and not null.
enum MemberKind {
    Text,
    Flag,
    /// An integer that fits 64 bits with its sign.
    Integer,
    /// An object of any members.
    Open,
    /// An object with lists in it.
    Lists,
    List,
    Texts,
    /// How loading went: a word, and with two of them a message.
    Load,
    Object(&'static [Member]),
    Objects(&'static [Member]),
}

/// A name, what it holds, and whether it has to be there.
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

const RANGE: &[Member] =
    &[("start", MemberKind::Object(POSITION), true), ("end", MemberKind::Object(POSITION), true)];

const POSITION: &[Member] = &[("line", MemberKind::Integer, true), ("character", MemberKind::Integer, true)];

const WHY: &[Member] = &[("message", MemberKind::Text, true)];

/// Checks what the release names, and adds the list of tools if there is none.
pub(super) fn complete(client: &mut SessionActiveClient) -> Result<(), &'static str> {
    if client.extra.get("tools").is_none() {
        client.extra.insert("tools", Payload::array([]));
    }
    let members = Payload::object(client.extra.iter());
    if has_all(&members, CLIENT) {
        Ok(())
    } else {
        Err("`displayName`, `tools` or `customizations` of this client are none")
    }
}

fn has_all(object: &Payload, members: &[Member]) -> bool {
    object.is_object()
        && members.iter().all(|(name, kind, required)| match object.member(name) {
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
            Self::Lists => value.is_object() && value.members().all(|(_, list)| Self::List.is_met_by(&list)),
            Self::List => kind == PayloadKind::Array,
            Self::Texts => {
                kind == PayloadKind::Array && value.elements().all(|text| Self::Text.is_met_by(&text))
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
                kind == PayloadKind::Array && value.elements().all(|object| has_all(&object, members))
            }
        }
    }
}
