//! Maps questions to users and their answers between the versions of MCP and ACP.
//!
//! | MCP 2025-06-18 | MCP 2025-11-25 | MCP 2026-07-28 | ACP 1, ACP 2 | meaning |
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
//! | `default` of a boolean | `default` | `default` | `default` | in an input |
//! | – | – | – | `title`, `description` | of a form |
//! | – | – | – | null | in optional members |
//! | `accept`, `decline`, `cancel` | the same | the same | any text | `action` of an answer; an unknown text becomes `cancel` |
//!
//! A permission request is mapped between ACP 1 and 2: `toolCall` is the subject, and the title derives from the tool call.
//! All other members exist on both sides and are copied. Members that the other side lacks are carried. A question in
//! URL mode is refused for MCP 2025-06-18. Results of 2026-07-28 are mapped without their frame, and only if they ask one
//! question. Other messages have no counterpart and are refused.
//!
//! MCP lacks `description` and `_meta` of options. ACP lacks bounds of integers that are not integers, so a minimum is
//! rounded up and a maximum down. Values of an answer that the target does not permit are carried. ACP 1 lacks the words of
//! agents that ACP 2 allows: such a format is carried, an outcome becomes `cancelled`, and an option is refused, because a
//! client might select it by its kind.
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
        Direction, FieldMap, Returns, Step, Translatable, Translated, TranslationCx, payload, rules,
    },
};
use elicitation::{Revision, acp::AcpMessage, mcp::McpMessage};
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

/// Translates a question or an answer into another version or protocol.
///
/// # Errors
/// Refuses a message without a counterpart.
pub(crate) fn translate<Source: Translatable, Target: Translatable>(
    message: Source,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Target>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    let session = tcx.cx.session_or_default();
    let (there, back) = (Way::new(from, to, session), Way::new(to, from, session));
    let (mut fields, source) = (tcx.fields(), payload(&message));
    let plain_target: Target = there.translate(&source, &mut fields)?.decode()?;
    let returned = |target: &Payload| back.translate(target, &mut FieldMap::none());
    let returns = Returns {
        losses: &|target: &Target, losses| match returned(&payload(target)) {
            Ok(returned) => {
                losses.add_changes_and_parts(&Pointer::root(), (&source, &returned), LEVELS);
            }
            // The other side refuses what only this side has.
            Err(_) => losses.add(Pointer::root()),
        },
        back: &|target: &Target| Ok(returned(&payload(target))?.decode()?),
    };
    let plain = payload(&plain_target);
    let check = |target: &Target| check_restored(&payload(target), &plain);
    let direction = Direction::new(from, to, LEVELS, &there.rules().others);
    direction.reconcile_checked(
        &message,
        plain_target,
        fields,
        returns.with_check(&check),
        tcx,
    )
}

/// Checks a target with restored fields. After an edit, some fields of the carry no longer fit: those of a question with
/// another key, and a part of the options of a choice.
fn check_restored(target: &Payload, plain: &Payload) -> Result<(), Refusal> {
    let root = Pointer::root();
    for name in ["inputRequests", "inputResponses"] {
        let (Some(entries), Some(own)) = (target.member(name), plain.member(name)) else {
            continue;
        };
        for (key, _) in entries.members() {
            if own.member(&key).is_none() {
                return Err(unfit(root.member(name).member(&key)));
            }
        }
    }
    let none = Payload::empty_object();
    let questions = target
        .member("inputRequests")
        .unwrap_or_else(Payload::empty_object);
    let own = plain
        .member("inputRequests")
        .unwrap_or_else(Payload::empty_object);
    for (key, question) in questions.members() {
        let own = own.member(&key);
        let at = root.member("inputRequests").member(&key);
        check_options(&question, own.as_ref().unwrap_or(&none), &at)?;
    }
    check_options(target, plain, &root)
}

/// Checks the options of the form in a question. Restored members must not mix the forms of options, unless the plain
/// target does.
fn check_options(question: &Payload, plain: &Payload, at: &Pointer) -> Result<(), Refusal> {
    let below = Pointer::from_static("/params/requestedSchema/properties");
    let (Some(inputs), Some(own)) = (question.get(&below), plain.get(&below)) else {
        return Ok(());
    };
    for (name, input) in inputs.members() {
        let has_plain_mix = own.member(&name).is_some_and(|own| mixes_options(&own));
        if mixes_options(&input) && !has_plain_mix {
            return Err(unfit(at.join(&below).member(&name)));
        }
    }
    Ok(())
}

/// Returns `true` if an input has parts of two forms of options.
fn mixes_options(input: &Payload) -> bool {
    let has = |name: &str| input.member(name).is_some_and(|value| !value.is_null());
    has("oneOf") && (has("enum") || has("enumNames")) || has("enumNames") && !has("enum")
}

fn unfit(at: Pointer) -> Refusal {
    Refusal::rule_broken(
        FORWARD.choice.id,
        at,
        "the restored field does not fit the edited message",
    )
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

    /// Returns `true` if members that only ACP has must be removed, such as optional members that are null.
    fn is_from_acp_to_mcp(self) -> bool {
        self.from.is_acp() && !self.to.is_acp()
    }
}
