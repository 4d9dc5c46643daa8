//! What clients of the release expect of a client that works in a session. AHP 1.0, `SessionActiveClient`.
//!
//! The proposal adds a member to that and leaves the others as they are, so they are kept as they came. But published
//! clients read them into types: one client whose tools are no list would keep all others from reading the session.

use crate::canvas::SessionActiveClient;
use wire::{Payload, PayloadKind};

/// What a member holds, if it is there and not null.
enum Is {
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
type Member = (&'static str, Is, bool);

const CLIENT: &[Member] = &[
    ("displayName", Is::Text, false),
    ("tools", Is::Objects(TOOL), true),
    ("customizations", Is::Objects(CUSTOMIZATION), false),
];

const TOOL: &[Member] = &[
    ("name", Is::Text, true),
    ("title", Is::Text, false),
    ("description", Is::Text, false),
    ("annotations", Is::Object(ANNOTATIONS), false),
    ("_meta", Is::Open, false),
];

const ANNOTATIONS: &[Member] = &[
    ("title", Is::Text, false),
    ("readOnlyHint", Is::Flag, false),
    ("destructiveHint", Is::Flag, false),
    ("idempotentHint", Is::Flag, false),
    ("openWorldHint", Is::Flag, false),
];

const CUSTOMIZATION: &[Member] = &[
    ("type", Is::Text, true),
    ("id", Is::Text, true),
    ("uri", Is::Text, true),
    ("name", Is::Text, true),
    ("icons", Is::Objects(ICON), false),
    ("range", Is::Object(RANGE), false),
    ("_meta", Is::Open, false),
    ("clientId", Is::Text, false),
    ("load", Is::Load, false),
    ("children", Is::List, false),
    ("enablement", Is::List, false),
    ("version", Is::Text, false),
    ("nonce", Is::Text, false),
    ("childEnablement", Is::Lists, false),
];

const ICON: &[Member] = &[
    ("src", Is::Text, true),
    ("contentType", Is::Text, false),
    ("sizes", Is::Texts, false),
    ("theme", Is::Text, false),
];

const RANGE: &[Member] = &[("start", Is::Object(POSITION), true), ("end", Is::Object(POSITION), true)];

const POSITION: &[Member] = &[("line", Is::Integer, true), ("character", Is::Integer, true)];

const WHY: &[Member] = &[("message", Is::Text, true)];

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
        && members.iter().all(|(name, is, required)| match object.member(name) {
            Some(value) if !value.is_null() => is.met(&value),
            _ => !required,
        })
}

impl Is {
    fn met(&self, value: &Payload) -> bool {
        let kind = value.kind();
        match self {
            Self::Text => kind == PayloadKind::String,
            Self::Flag => kind == PayloadKind::Boolean,
            Self::Integer => value.text().parse::<i64>().is_ok(),
            Self::Open => kind == PayloadKind::Object,
            Self::Lists => value.is_object() && value.members().all(|(_, list)| Self::List.met(&list)),
            Self::List => kind == PayloadKind::Array,
            Self::Texts => kind == PayloadKind::Array && value.elements().all(|text| Self::Text.met(&text)),
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
