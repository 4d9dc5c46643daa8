//! Support for [A2UI](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md).
//! The version is detected in the messages or stated by the user.

use super::{
    Element, ProtocolSupport, RewrittenText, TakeElement, TypeSupport, has, no_frame, rewrite,
    validate_exactly, validators,
};
use crate::{
    json::{self, ObjectMembers},
    misspellings,
    repair::Repair,
};
use bridge::{
    Dialect, DialectOrProtocol, Protocol,
    a2ui::{self, Message, repair::Repairer, v0_8, v0_9, v0_10, v1_0},
};
use wire::{Finding, Shape, TypeInfo, WireType, spelling::is_like};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::A2ui,
    message_list: |object| {
        // Most objects are messages that state their version first.
        if object.starts_with(r#"{"version":"#) || has(object, "version") {
            return None;
        }
        json::member(object, "messages").map(|list| ("messages", list))
    },
    unframe: no_frame,
    looks_like,
    is_in_events: false,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types,
    usual: |named| match named.exact {
        true => &["AgentMessage", "ClientMessage", "RendererMessage"],
        false => &["Message"],
    },
    validators: |named| validators(named.dialect),
    // Whole messages are validated as a stream.
    validate: |_, _, _| Ok(()),
    decode,
    rewrite,
    across_messages: None,
};

fn types(dialect: Dialect) -> Vec<&'static TypeInfo> {
    let mut rows: Vec<_> = match dialect {
        Dialect::A2ui0_8 => a2ui::inventory::v0_8().collect(),
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => a2ui::inventory::v0_9().collect(),
        Dialect::A2ui0_10 | Dialect::A2ui1_0June => a2ui::inventory::v0_10().collect(),
        _ => a2ui::inventory::v1_0().collect(),
    };
    rows.extend(a2ui::inventory::version_independent());
    rows
}

/// Returns the wire types of a version.
fn types_of(version: a2ui::Version) -> Vec<&'static TypeInfo> {
    for dialect in Dialect::ALL {
        if dialect.a2ui_version() == Some(version) {
            return types(*dialect);
        }
    }
    Vec::new()
}

/// Returns findings for misspelt members of a message and its body. Deeper members depend on the catalog and are left
/// to `check`.
pub(super) fn misspelt_on_top<'t>(message: &Message, text: &dyn Fn() -> &'t str) -> Vec<Finding> {
    if !has_unknown_members(message) {
        return Vec::new();
    }
    let Some(row) = type_of(message) else {
        return Vec::new();
    };
    let mut found = misspellings::misspelt_members(row, &[], text());
    found.retain(|finding| finding.pointer.segments().count() <= 2);
    found
}

/// Returns the wire type of a message without a search among all types of its version, which translations do not need.
fn type_of(message: &Message) -> Option<&'static TypeInfo> {
    Some(match message {
        Message::V0_8Agent(_) => v0_8::AgentMessage::INFO,
        Message::V0_8Client(_) => v0_8::ClientMessage::INFO,
        Message::V0_9Agent(_) => v0_9::AgentMessage::INFO,
        Message::V0_9Client(_) => v0_9::ClientMessage::INFO,
        Message::V0_10Agent(_) => v0_10::AgentMessage::INFO,
        Message::V0_10Client(_) => v0_10::ClientMessage::INFO,
        Message::V1_0Agent(_) => v1_0::AgentMessage::INFO,
        Message::V1_0Renderer(_) => v1_0::RendererMessage::INFO,
        _ => return None,
    })
}

/// Returns `true` if the message or its body has unknown members.
fn has_unknown_members(message: &Message) -> bool {
    /// Returns `true` if a message or its body has unknown members. `any!(message, v0_8::AgentBody: BeginRendering)` becomes:
    ///
    /// ```text
    /// !message.extra.is_empty() || match &message.body {
    ///     v0_8::AgentBody::BeginRendering(body) => !body.extra.is_empty(),
    ///     _ => false,
    /// }
    /// ```
    macro_rules! any {
        ($message:ident, $version:ident::$Body:ident: $($Variant:ident)*) => {
            !$message.extra.is_empty() || match &$message.body {
                $( $version::$Body::$Variant(body) => !body.extra.is_empty(), )*
                // An error message may have further members.
                _ => false,
            }
        };
    }
    match message {
        Message::V0_8Agent(message) => {
            any!(message, v0_8::AgentBody: BeginRendering SurfaceUpdate DataModelUpdate DeleteSurface)
        }
        Message::V0_8Client(message) => any!(message, v0_8::ClientBody: UserAction),
        Message::V0_9Agent(message) => {
            any!(message, v0_9::AgentBody: CreateSurface UpdateComponents UpdateDataModel DeleteSurface)
        }
        Message::V0_9Client(message) => any!(message, v0_9::ClientBody: Action),
        Message::V0_10Agent(message) => {
            any!(message, v0_10::AgentBody: CreateSurface UpdateComponents UpdateDataModel DeleteSurface CallFunction
                ActionResponse)
        }
        Message::V0_10Client(message) => any!(message, v0_10::ClientBody: Action FunctionResponse),
        Message::V1_0Agent(message) => {
            any!(message, v1_0::AgentBody: CreateSurface UpdateComponents UpdateDataModel DeleteSurface
                CallRendererFunction AgentFunctionResponse)
        }
        Message::V1_0Renderer(message) => {
            any!(message, v1_0::RendererBody: Action CallAgentFunction RendererFunctionResponse)
        }
        _ => true,
    }
}

/// Returns findings for misspelt members of a message at any depth.
pub fn misspelt_members(message: &Message, text: &str) -> Vec<Finding> {
    let types = types_of(message.version());
    for row in &types {
        let Shape::Keyed(table) = row.shape else {
            continue;
        };
        if table.keys.iter().any(|key| key.word == message.key()) {
            return misspellings::misspelt_members(row, &types, text);
        }
    }
    Vec::new()
}

fn validators(dialect: Dialect) -> Vec<(&'static str, super::Validator)> {
    match dialect {
        Dialect::A2ui0_8 => {
            validators![validate_exactly: v0_8::AgentMessage, v0_8::ClientMessage, v0_8::Component, v0_8::DataEntry]
        }
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => {
            validators![validate_exactly: v0_9::AgentMessage, v0_9::ClientMessage, v0_9::Component]
        }
        Dialect::A2ui0_10 | Dialect::A2ui1_0June => {
            validators![validate_exactly: v0_10::AgentMessage, v0_10::ClientMessage, v0_10::Component, v0_10::FunctionCall]
        }
        _ => {
            validators![validate_exactly: v1_0::AgentMessage, v1_0::RendererMessage, v1_0::Component, v1_0::FunctionCall,
                v1_0::Metadata]
        }
    }
}

fn decode(_: DialectOrProtocol, text: &str, repairer: &mut Repairer, take: TakeElement<'_>) {
    let read = repairer.read_each(text, &mut |element| {
        let repairs = element.repairs.into_iter().map(Repair::from).collect();
        let result = element
            .result
            .and_then(|message| RewrittenText::of(wire::encode(&message), Vec::new()));
        take(Element {
            place: element.pointer,
            repairs,
            result,
        });
    });
    if let Err(error) = read {
        take(Err(error).into());
    }
}

/// The members of messages of any version that other protocols do not have.
const KEYS: [&[&str]; 7] = [
    v0_8::AgentMessage::KEYS,
    v0_8::ClientMessage::KEYS,
    v0_9::AgentMessage::KEYS,
    v0_10::AgentMessage::KEYS,
    v0_10::ClientMessage::KEYS,
    v1_0::AgentMessage::KEYS,
    v1_0::RendererMessage::KEYS,
];

/// The first words of the types of AG-UI events, which carry A2UI messages.
const EVENTS: [&str; 10] = [
    "RUN_",
    "STEP_",
    "TEXT_MESSAGE_",
    "TOOL_CALL_",
    "STATE_",
    "MESSAGES_SNAPSHOT",
    "ACTIVITY_",
    "REASONING_",
    "RAW",
    "CUSTOM",
];

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if let Some(name) = members.names().find(|name| is_like_key(name)) {
        return Some(format!("the member `{name}`"));
    }
    let version = members.string("version").unwrap_or_default();
    let is_version = match version.strip_prefix(['v', 'V']) {
        Some(number) => number.starts_with("0.") || number.starts_with("1."),
        None => {
            matches!(&*version, "0.8" | "0.9" | "0.9.1" | "0.10" | "1.0")
                && members.first_of(&["action", "error"]).is_some()
        }
    };
    if is_version {
        return Some(format!("the version `{version}`"));
    }
    if members.has("surfaceId") {
        return Some("the member `surfaceId`".to_owned());
    }
    if members.has("id") && members.has("component") {
        return Some("the members `id` and `component`".to_owned());
    }
    let event = members
        .string("type")
        .filter(|word| EVENTS.iter().any(|event| word.starts_with(event)))?;
    Some(format!("the AG-UI event `{event}`"))
}

/// Returns `true` if a name equals or resembles a key that other protocols do not have.
fn is_like_key(name: &str) -> bool {
    let mut keys = KEYS.into_iter().flatten();
    keys.any(|key| !matches!(*key, "action" | "error") && is_like(name, key))
}

fn looks_like(text: &str) -> Option<&'static str> {
    match json::member(text, "version").map(|version| version.trim_matches('"')) {
        Some("v0.9") => Some("a2ui@0.9"),
        Some("v0.9.1") => Some("a2ui@0.9.1"),
        Some("v0.10") => Some("a2ui@0.10"),
        // Only the whole message shows which 1.0 dialect it is.
        Some("v1.0") => Some("a2ui"),
        Some("1.0") => Some("a2ui@1.0"),
        _ => {
            let mut keys = [
                "beginRendering",
                "surfaceUpdate",
                "dataModelUpdate",
                "userAction",
            ]
            .iter();
            if keys.any(|key| has(text, key)) {
                return Some("a2ui@0.8");
            }
            None
        }
    }
}
