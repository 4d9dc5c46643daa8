//! Maps questions to users and their answers between the versions of MCP and ACP.
//!
//! | MCP 2025-06-18 | MCP 2025-11-25 | MCP 2026-07-28 | ACP 1, ACP 2 | where |
//! |---|---|---|---|---|
//! | request `elicitation/create` | the same | `inputRequests` of a result, by a key | the request | the question; the key stands for the id |
//! | response | the same | `inputResponses`, by the key | the response | the answer |
//! | – | `notifications/elicitation/complete` | – | `elicitation/complete` | the end of a question in URL mode |
//! | – | optional | optional | required | `mode`; the default is `form` |
//! | – | `elicitationId` | – | `elicitationId` | in URL mode; derived from the key |
//! | – | – | – | `sessionId`, `toolCallId`, `requestId` | the scope; the default session is that of the context, or `default` |
//! | – | `task` | – | – | in a question |
//! | `enum`, `enumNames` | also `oneOf` | also `oneOf` | `enum`, `oneOf` | titles of options, encoded |
//! | – | `array` | `array` | `array` | a multiple choice; refused for 2025-06-18 if it is required |
//! | – | – | – | `pattern` | in a text |
//! | of a boolean | `default` | `default` | `default` | in an input |
//! | – | – | – | `title`, `description` | of a form |
//! | – | – | – | null | in optional members |
//! | three words | the same | the same | any word | `action` of an answer; an unknown word becomes `cancel` |
//!
//! A permission request is mapped between ACP 1 and 2: `toolCall` is the subject, and the title derives from the tool call.
//! All other members exist on both sides and are copied. Members that the other side lacks are carried. A question in
//! URL mode is refused for MCP 2025-06-18. Results of 2026-07-28 are mapped without their frame, and only if they ask one
//! question. Other messages have no counterpart and are refused.
//!
//! Specification: [MCP
//! 2025-11-25](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx),
//! [MCP
//! 2026-07-28](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2026-07-28/client/elicitation.mdx)
//! and [ACP](https://github.com/agentclientprotocol/agent-client-protocol/blob/b7f0005493b98de32fabee3e9540e2b64da68535/docs/protocol/v1/elicitation.mdx).

mod form;
mod frame;
mod members;
mod permission;

use crate::{
    Dialect, Refusal,
    lens::{
        Direction, FieldMap, Losses, Returns, Step, Translatable, Translated, TranslationCx,
        difference, payload, rules,
    },
};
use elicitation::{Revision, acp::AcpMessage, mcp::McpMessage};
use std::collections::BTreeSet;
use wire::{Payload, Pointer};

rules! { "elicitation-later", "elicitation-earlier";
    /// The rule for members of a frame.
    frame "frame": "" => "";
    id "id": "" => "";
    mode "mode": "" => "";
    elicitation_id "elicitation-id": "" => "";
    scope "scope": "" => "";
    question "question": "" => "";
    form "form": "" => "";
    input "input": "" => "";
    choice "choice": "" => "";
    action "action": "" => "";
    answer "answer": "" => "";
    permission "permission": "" => "";
    /// The rule that refuses messages without a counterpart.
    counterpart "counterpart": "" => "";
}

/// The depth of the fields, such as `/inputRequests/q/params/requestedSchema/properties/name/pattern`.
const LEVELS: usize = 8;

/// The session of questions whose context names none.
const DEFAULT_SESSION: &str = "default";

/// Translates a question or an answer into another version or protocol.
///
/// # Errors
/// Refuses a message without a counterpart.
pub(crate) fn translate<Source: Translatable, Target: Translatable>(
    message: Source,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Target>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    let session = tcx.cx.session.as_deref().unwrap_or(DEFAULT_SESSION);
    let (there, back) = (Way::new(from, to, session), Way::new(to, from, session));
    let (mut fields, source) = (tcx.fields(), payload(&message));
    let plain_target: Target = there.translate(&source, &mut fields)?.decode()?;
    let returned = |target: &Payload| back.translate(target, &mut FieldMap::none());
    let returns = Returns {
        losses: &|target: &Target, losses| match returned(&payload(target)) {
            Ok(returned) => add_losses(&source, &returned, losses),
            // The other side refuses what only this side has.
            Err(_) => losses.add(Pointer::root()),
        },
        back: &|target: &Target| Ok(returned(&payload(target))?.decode()?),
    };
    let direction = Direction::new(from, to, LEVELS, &there.rules().others);
    direction.reconcile(&message, plain_target, fields, returns, tcx)
}

/// Adds the fields of a message that do not come back. The forms of a choice replace each other, so an input whose
/// choice changed is carried whole, and so is the subject of a permission.
fn add_losses(source: &Payload, returned: &Payload, losses: &mut Losses) {
    let changes = difference::changes_between(returned, source, LEVELS);
    let whole = changes.iter().filter_map(|(place, _)| whole_field(place));
    let whole: BTreeSet<Pointer> = wire::collect_set(whole);
    if whole.is_empty() {
        return losses.add_changes_and_parts(&Pointer::root(), (source, returned), LEVELS);
    }
    for field in &whole {
        let below = changes.iter().filter(|(place, _)| is_below(place, field));
        losses.add_parts(field.clone(), below.map(|(place, _)| place.clone()));
    }
    for (place, _) in changes {
        if !whole.iter().any(|field| is_below(&place, field)) {
            losses.add(place);
        }
    }
}

/// Returns the field that the carry keeps whole if this place changed.
fn whole_field(place: &Pointer) -> Option<Pointer> {
    let segments: Vec<_> = place.segments().collect();
    let names: Vec<&str> = segments.iter().map(|segment| &**segment).collect();
    let length = match names.as_slice() {
        ["params", "subject" | "toolCall", ..] => 2,
        [
            "params",
            "requestedSchema",
            "properties",
            _,
            "enum" | "enumNames" | "oneOf",
            ..,
        ] => 4,
        [
            "inputRequests",
            _,
            "params",
            "requestedSchema",
            "properties",
            _,
            "enum" | "enumNames" | "oneOf",
            ..,
        ] => 6,
        _ => return None,
    };
    let kept = names.into_iter().take(length);
    Some(kept.fold(Pointer::root(), |place, name| place.member(name)))
}

fn is_below(place: &Pointer, field: &Pointer) -> bool {
    let rest = place.as_str().strip_prefix(field.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the dialect of a message of MCP. The versions of 2025 have messages in common.
pub(crate) fn dialect_of_mcp(message: &McpMessage) -> Dialect {
    match message {
        McpMessage::InputRequired(_)
        | McpMessage::BareInputRequired(_)
        | McpMessage::Retry(_)
        | McpMessage::BareResponses(_) => Dialect::Elicitation2026_07,
        _ => Dialect::Elicitation2025_11,
    }
}

/// Returns the dialect of a message of ACP. Only permission requests differ between the versions.
pub(crate) fn dialect_of_acp(message: &AcpMessage) -> Dialect {
    match message {
        AcpMessage::Permission(request) if !request.params.title.is_absent() => Dialect::Acp2,
        _ => Dialect::Acp1,
    }
}

/// Returns the revision of a dialect of MCP elicitation or ACP, and `None` for other dialects.
///
/// ```
/// use agent_ui_bridge::{Dialect, elicitation::Revision, elicitation_versions::revision};
///
/// assert_eq!(revision(Dialect::Acp1), Some(Revision::Acp1));
/// assert_eq!(revision(Dialect::A2ui0_9), None);
/// ```
pub fn revision(dialect: Dialect) -> Option<Revision> {
    match dialect {
        Dialect::Elicitation2025_06 => Some(Revision::Mcp2025_06),
        Dialect::Elicitation2025_11 => Some(Revision::Mcp2025_11),
        Dialect::Elicitation2026_07 => Some(Revision::Mcp2026_07),
        Dialect::Acp1 => Some(Revision::Acp1),
        Dialect::Acp2 => Some(Revision::Acp2),
        _ => None,
    }
}

/// A mapping from one revision to another.
#[derive(Clone, Copy)]
struct Way<'s> {
    from: Revision,
    to: Revision,
    /// The session of questions that state none.
    session: &'s str,
}

impl<'s> Way<'s> {
    fn new(from: Dialect, to: Dialect, session: &'s str) -> Self {
        // The rows of this mapping contain no other dialects.
        let revision = |dialect| revision(dialect).unwrap_or(Revision::Mcp2025_11);
        Self {
            from: revision(from),
            to: revision(to),
            session,
        }
    }

    fn rules(self) -> &'static Rules {
        if self.from <= self.to {
            &FORWARD
        } else {
            &BACKWARD
        }
    }

    /// Returns `true` if optional members that are null must be removed.
    fn removes_null(self) -> bool {
        self.from.is_acp() && !self.to.is_acp()
    }
}
