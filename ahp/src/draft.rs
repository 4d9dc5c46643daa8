//! Canvases of other AHP drafts: recognized, preserved, and named in error messages.
//!
//! Two pull requests to AHP describe canvases with the same names in other shapes. The draft of the next version
//! renames one member of a released canvas. These drafts are not translated, because they still change. Errors about
//! them name the draft instead of only reporting a missing member.
//!
//! ```
//! use agent_ui_ahp::{canvas::CanvasState, draft::{self, Draft}, wire};
//!
//! let text = r#"{"canvasId":"plan","providerId":"x","contentUri":"https://plans.test/east","availability":"ready"}"#;
//! assert_eq!(Draft::of(&wire::Payload::parse(text)?), Some(Draft::Pull298));
//! let error = draft::decode::<CanvasState>(text).unwrap_err();
//! assert_eq!(error.message, "the required member `instanceId` is missing; the object has the shape of AHP pull request 298");
//! # Ok::<(), wire::DecodeError>(())
//! ```

use crate::ids::{ChannelKind, ChannelUri};
use std::{borrow::Cow, fmt};
use wire::{DecodeError, DecodeRule, Extra, Finding, Payload, Pointer, Wire, token};

/// A draft of AHP whose canvases match neither the proposal nor the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Draft {
    /// AHP pull request 298, the reviewed implementation of the proposal.
    ///
    /// This draft has `providerId` for `extensionId`, `contentUri` for `url`, `operations` for `actions`, and no
    /// instance ids. Its first version matches the proposal and is not recognized.
    ///
    /// Specification:
    /// [AHP pull request 298](https://github.com/microsoft/agent-host-protocol/blob/0960986ef3f6f396e97e283073bc328dd3be2cb8/docs/specification/canvas-channel.md).
    Pull298,
    /// AHP pull requests 443 and 447, canvases of the local machine. Their identities have an incarnation, trust and
    /// revisions.
    ///
    /// Specification: [AHP pull request 443](https://github.com/microsoft/agent-host-protocol/pull/443).
    Pull443,
    /// The draft after AHP 1.0, as published in November 2026.
    ///
    /// A canvas has `contentUri` for `url`, with any scheme; clients that cannot load it use `resourceRead`.
    /// `reconnect` has a replay cursor for each channel, which hosts answer, see [`recovery`](crate::recovery).
    ///
    /// Specification:
    /// [AHP draft, `reconnect`](https://github.com/microsoft/agent-host-protocol/blob/6f9e64aa73b0c662be8b070d26b3e27046a3f904/types/common/commands.ts).
    Next,
}

/// The members that occur in one draft only, on any object.
const MEMBERS: [(&str, Draft); 7] = [
    ("providerId", Draft::Pull298),
    ("contentUri", Draft::Pull298),
    ("operations", Draft::Pull298),
    ("operationName", Draft::Pull298),
    ("canvasType", Draft::Pull443),
    ("incarnation", Draft::Pull443),
    ("trust", Draft::Pull443),
];

/// The actions and methods that occur in one draft only.
const NAMES: [(&str, Draft); 12] = [
    ("canvasInvokeOperation", Draft::Pull298),
    ("canvas/availabilityChanged", Draft::Pull443),
    ("canvas/trustChanged", Draft::Pull443),
    ("canvas/incarnationChanged", Draft::Pull443),
    ("canvas/titleChanged", Draft::Pull443),
    ("canvas/iconChanged", Draft::Pull443),
    ("listCanvasTypes", Draft::Pull443),
    ("openCanvas", Draft::Pull443),
    ("resolveCanvasSource", Draft::Pull443),
    ("invokeCanvasAction", Draft::Pull443),
    ("restartCanvasProvider", Draft::Pull443),
    ("closeCanvas", Draft::Pull443),
];

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An object that may have the shape of a draft, with the names of its own members.
struct ObjectShape<'p> {
    payload: &'p Payload,
    names: Vec<Cow<'p, str>>,
}

impl<'p> ObjectShape<'p> {
    fn of(payload: &'p Payload) -> Self {
        let children = token::children(payload.text());
        let names = children.filter_map(|child| child.name);
        Self {
            payload,
            names: names.map(token::name).collect(),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Returns the value of a member. The value is searched only if the object has the member.
    fn member(&self, name: &str) -> Option<Payload> {
        if !self.has(name) {
            return None;
        }
        self.payload.member(name)
    }

    /// Returns the draft that an action or a method belongs to.
    fn draft_of_kind(&self) -> Option<Draft> {
        for name in ["type", "method"] {
            let Some(kind) = self.member(name) else {
                continue;
            };
            if let Some(draft) = kind.as_str().and_then(|kind| Draft::of_name(&kind)) {
                return Some(draft);
            }
        }
        None
    }

    fn draft_of_members(&self) -> Option<Draft> {
        // Pull request 298 also has `contentUri`. The next version has it together with the ids of the release.
        if self.has("contentUri") && self.has("instanceId") && self.has("extensionId") {
            return Some(Draft::Next);
        }
        self.names.iter().find_map(|name| Draft::of_member(name))
    }

    /// Returns the draft of the identity that pull request 443 puts into an object.
    fn draft_of_identity(&self) -> Option<Draft> {
        Draft::of(&self.member("identity")?)
    }

    /// Recognizes a reference of pull request 298, which has no special members, but lacks members that all others
    /// have.
    fn draft_of_reference(&self) -> Option<Draft> {
        let is_reference = self.has("channel") && self.has("canvasId") && self.has("availability");
        if is_reference && !self.has("instanceId") && !self.has("extensionId") {
            return Some(Draft::Pull298);
        }
        None
    }

    /// Recognizes `reconnect` of the next version, in which each subscription has its own replay cursor.
    fn draft_of_reconnect(&self) -> Option<Draft> {
        if !self.has("clientId") {
            return None;
        }
        let first = self.member("subscriptions")?.elements().next()?;
        if first.is_object() {
            Some(Draft::Next)
        } else {
            None
        }
    }

    /// Recognizes the answer to `reconnect` of the next version, in which each channel has its own kind of recovery.
    fn draft_of_recovery(&self) -> Option<Draft> {
        let first = self.member("channels")?.elements().next()?;
        if has_text(&first, "channel") && has_text(&first, "kind") {
            Some(Draft::Next)
        } else {
            None
        }
    }
}

fn has_text(object: &Payload, name: &str) -> bool {
    let value = object.member(name);
    value.is_some_and(|value| value.as_str().is_some())
}

impl Draft {
    /// Returns the name of the draft, for messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pull298 => "AHP pull request 298",
            Self::Pull443 => "AHP pull requests 443 and 447",
            Self::Next => "the AHP draft after 1.0",
        }
    }

    /// Returns the draft that this object belongs to, if it has the shape of a draft.
    ///
    /// The object is a state, a reference, a declaration, an action, parameters or a frame. The check inspects only
    /// the members of the object and those of its `identity`.
    pub fn of(payload: &Payload) -> Option<Self> {
        let object = ObjectShape::of(payload);
        object
            .draft_of_kind()
            .or_else(|| object.draft_of_members())
            .or_else(|| object.draft_of_identity())
            .or_else(|| object.draft_of_reference())
            .or_else(|| object.draft_of_reconnect())
            .or_else(|| object.draft_of_recovery())
    }

    /// Returns the draft of an action or method with this name, if exactly one draft has the name.
    pub fn of_name(name: &str) -> Option<Self> {
        NAMES
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, draft)| draft)
    }

    fn of_member(name: &str) -> Option<Self> {
        MEMBERS
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, draft)| draft)
    }

    /// Returns the draft of the innermost object on the path to `place`, and the pointer to that object.
    fn innermost_draft(payload: &Payload, place: &Pointer) -> Option<(Self, Pointer)> {
        let mut at = Pointer::root();
        let mut found = Self::of(payload).map(|draft| (draft, at.clone()));
        let mut value = Cow::Borrowed(payload);
        for segment in place.segments() {
            let Some(below) = value.get(&Pointer::root().member(&segment)) else {
                break;
            };
            at = at.member(&segment);
            found = Self::of(&below).map(|draft| (draft, at.clone())).or(found);
            value = Cow::Owned(below);
        }
        found
    }
}

/// Decodes a message like [`wire::decode()`]. If the text has the shape of another draft, the error names the draft.
///
/// # Errors
/// Returns the errors of [`wire::decode()`].
pub fn decode<T: Wire>(text: &str) -> Result<T, DecodeError> {
    wire::decode(text).map_err(|error| explain(text, error))
}

/// Adds the name of a draft to an error, if the text has the shape of that draft.
pub fn explain(text: &str, error: DecodeError) -> DecodeError {
    match draft_of(text, &error) {
        Some(draft) => name_draft(error, draft),
        None => error,
    }
}

/// Returns a finding for a value that could not be read because it has the shape of another draft.
///
/// ```
/// use agent_ui_ahp::{canvas::SessionState, draft, wire::{self, Payload, Pointer}};
///
/// let state = Payload::parse(r#"{"canvases":[{"canvasId":"plan","providerId":"x","operations":[]}]}"#)?;
/// let error = state.decode::<SessionState>().unwrap_err();
/// let finding = draft::finding_for(&state, &error, &Pointer::root().member("state")).unwrap();
/// assert_eq!((finding.rule, finding.pointer.as_str()), ("shape-of-another-draft", "/state/canvases/0"));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn finding_for(payload: &Payload, error: &DecodeError, at: &Pointer) -> Option<Finding> {
    let (draft, place) = Draft::innermost_draft(payload, &error.pointer)?;
    Some(finding(at.join(&place), draft))
}

/// Returns a finding if a host's answer has the shape of another draft.
pub fn finding_for_answer(result: &Payload, at: &Pointer) -> Option<Finding> {
    Draft::of(result).map(|draft| finding(at.clone(), draft))
}

/// Returns the draft of a text. Invalid JSON and text that nests too deeply have no draft.
fn draft_of(text: &str, error: &DecodeError) -> Option<Draft> {
    if matches!(
        error.rule,
        DecodeRule::Syntax | DecodeRule::Encoding | DecodeRule::Depth
    ) {
        return None;
    }
    Draft::innermost_draft(&Payload::parse(text).ok()?, &error.pointer).map(|(draft, _)| draft)
}

/// Decodes the parameters of a provider request like [`decode`].
///
/// Pull request 298 sends these requests on the canvas channel without further ids. The kind of the channel therefore
/// identifies the draft.
pub(crate) fn decode_provider_params<T: Wire>(payload: &Payload) -> Result<T, DecodeError> {
    payload.decode().map_err(|error| {
        let channel = payload.member("channel");
        let channel = channel
            .as_ref()
            .and_then(Payload::as_str)
            .map(|uri| ChannelUri::from(&*uri));
        let is_298 = channel.is_some_and(|channel| channel.kind() == ChannelKind::Canvas);
        match draft_of(payload.text(), &error).or(is_298.then_some(Draft::Pull298)) {
            Some(draft) => name_draft(error, draft),
            None => error,
        }
    })
}

fn name_draft(mut error: DecodeError, draft: Draft) -> DecodeError {
    error.message = format!("{}; the object has the shape of {draft}", error.message);
    error
}

/// Reports an object that has a member of another draft.
pub(crate) fn members(extra: &Extra, at: &Pointer, found: &mut Vec<Finding>) {
    let draft = extra
        .iter()
        .find_map(|(name, _)| Some((name, Draft::of_member(name)?)));
    if let Some((name, draft)) = draft {
        found.push(finding(at.member(name), draft));
    }
}

/// Reports a released canvas that has a member of another draft. The next draft keeps the names of the release.
pub(crate) fn report_released_members(extra: &Extra, at: &Pointer, found: &mut Vec<Finding>) {
    match extra.get("contentUri") {
        Some(_) => found.push(finding(at.member("contentUri"), Draft::Next)),
        None => members(extra, at, found),
    }
}

/// Reports an action or a method of another draft.
pub(crate) fn name(name: &str, at: Pointer, found: &mut Vec<Finding>) {
    found.extend(Draft::of_name(name).map(|draft| finding(at, draft)));
}

fn finding(at: Pointer, draft: Draft) -> Finding {
    let message =
        format_args!("this has the shape of {draft}, which is preserved but not supported")
            .to_string();
    Finding::warning("shape-of-another-draft", at, message)
        .hint("use the names of the Canvas proposal or of AHP 1.0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        canvas::{
            CanvasAction, CanvasOpenParams, CanvasState, OpenCanvasRef, SessionAction,
            SessionCanvasDeclaration, SessionState,
        },
        subscription::{ReconnectParams, ReconnectResult},
        v1_0,
    };
    use std::time::{Duration, Instant};
    use wire::{Validate, WireType};

    fn draft_in_error<T: WireType>(text: &str) -> Option<Draft> {
        let error = decode::<T>(text).unwrap_err();
        [Draft::Pull298, Draft::Pull443, Draft::Next]
            .into_iter()
            .find(|draft| error.to_string().contains(draft.as_str()))
    }

    fn drafts_found<T: WireType + Validate>(text: &str) -> Vec<(String, String)> {
        let value: T = decode(text).unwrap();
        assert_eq!(
            Payload::parse(wire::encode(&value).unwrap()),
            Payload::parse(text),
            "it is kept"
        );
        let shapes = value
            .validate()
            .into_iter()
            .filter(|finding| finding.rule == "shape-of-another-draft");
        shapes
            .map(|finding| (finding.pointer.to_string(), finding.message))
            .collect()
    }

    const STATE_298: &str = r#"{"canvasId":"plan","providerId":"x","contentUri":"https://a.test/","activity":"drawing","availability":"ready"}"#;
    const ENTRY_443: &str = r#"{"identity":{"chat":"ahp-chat:/1","source":{"kind":"extension","extensionId":"x"},"canvasType":"plan","instanceId":"i"},
        "incarnation":"7","trust":{"kind":"trusted"},"availability":{"kind":"ready","actions":[]},"revision":3,"title":"Plan"}"#;

    #[test]
    fn refused_drafts_are_reported() {
        assert_eq!(
            draft_in_error::<CanvasState>(STATE_298),
            Some(Draft::Pull298)
        );
        assert_eq!(
            draft_in_error::<v1_0::CanvasState>(STATE_298),
            Some(Draft::Pull298)
        );
        let reference = r#"{"channel":"ahp-canvas:/k7","canvasId":"plan","title":"Plan","availability":"ready"}"#;
        assert_eq!(
            draft_in_error::<OpenCanvasRef>(reference),
            Some(Draft::Pull298)
        );
        let declaration = r#"{"providerId":"x","canvasId":"plan","title":"Plan","description":"A plan","operations":[],"source":{"kind":"server"}}"#;
        assert_eq!(
            draft_in_error::<SessionCanvasDeclaration>(declaration),
            Some(Draft::Pull298)
        );
        let action = format!(r#"{{"type":"session/canvasesChanged","canvases":[{declaration}]}}"#);
        assert_eq!(
            draft_in_error::<SessionAction>(&action),
            Some(Draft::Pull298)
        );
        let open = r#"{"channel":"ahp-canvas:/k7","canvasId":"plan","providerId":"x"}"#;
        assert_eq!(
            draft_in_error::<CanvasOpenParams>(open),
            Some(Draft::Pull298)
        );
        assert_eq!(
            draft_in_error::<CanvasState>(ENTRY_443),
            Some(Draft::Pull443)
        );
        assert_eq!(
            draft_in_error::<SessionState>(&format!(r#"{{"canvases":[{ENTRY_443}]}}"#)),
            Some(Draft::Pull443)
        );
        let next =
            r#"{"instanceId":"i","extensionId":"e","canvasId":"c","contentUri":"ahp-content:/1"}"#;
        assert_eq!(draft_in_error::<CanvasState>(next), Some(Draft::Next));
        let reconnect = r#"{"channel":"ahp-root://","clientId":"c","subscriptions":[{"channel":"ahp-chat:/1","lastSeenServerSeq":4}]}"#;
        assert_eq!(
            draft_in_error::<ReconnectParams>(reconnect),
            Some(Draft::Next)
        );
        assert_eq!(
            draft_in_error::<ReconnectParams>(
                r#"{"clientId":"c","subscriptions":["ahp-chat:/1"]}"#
            ),
            None
        );
        for recovered in [
            r#"{"kind":"replay","channel":"ahp-chat:/1","actions":[]}"#,
            r#"{"kind":"snapshot","channel":"ahp-chat:/1","snapshot":{}}"#,
            r#"{"kind":"missing","channel":"ahp-chat:/1"}"#,
        ] {
            let result = format!(r#"{{"channels":[{recovered}]}}"#);
            assert_eq!(
                draft_in_error::<ReconnectResult>(&result),
                Some(Draft::Next),
                "{recovered}"
            );
        }
        assert_eq!(
            draft_in_error::<ReconnectResult>(r#"{"channels":["ahp-chat:/1"]}"#),
            None
        );
        assert_eq!(draft_in_error::<CanvasState>("{}"), None);
        assert_eq!(draft_in_error::<CanvasState>("7"), None);
    }

    #[test]
    fn readable_drafts_are_preserved_and_reported() {
        let expected = |pointer: &str, draft: Draft| {
            let message =
                format!("this has the shape of {draft}, which is preserved but not supported");
            vec![(pointer.to_owned(), message)]
        };
        let updated =
            r#"{"type":"canvas/updated","contentUri":"https://a.test/","activity":"drawing"}"#;
        assert_eq!(
            drafts_found::<CanvasAction>(updated),
            expected("/contentUri", Draft::Pull298)
        );
        let icon = r#"{"type":"canvas/iconChanged","icon":null,"revision":4}"#;
        assert_eq!(
            drafts_found::<CanvasAction>(icon),
            expected("/type", Draft::Pull443)
        );
        assert_eq!(
            drafts_found::<v1_0::CanvasAction>(icon),
            expected("/type", Draft::Pull443)
        );
        let next =
            r#"{"instanceId":"i","extensionId":"e","canvasId":"c","contentUri":"ahp-content:/1"}"#;
        assert_eq!(
            drafts_found::<v1_0::CanvasState>(next),
            expected("/contentUri", Draft::Next)
        );
        let changed = format!(r#"{{"type":"canvas/stateChanged","canvas":{next}}}"#);
        assert_eq!(
            drafts_found::<v1_0::CanvasAction>(&changed),
            expected("/canvas/contentUri", Draft::Next)
        );
        let state = r#"{"instanceId":"i","canvasId":"c","extensionId":"e","availability":"ready","provider":{"kind":"server"},"incarnation":"7"}"#;
        assert_eq!(
            drafts_found::<CanvasState>(state),
            expected("/incarnation", Draft::Pull443)
        );
        assert_eq!(
            drafts_found::<CanvasState>(&state.replace("incarnation", "x-incarnation")),
            []
        );
    }

    #[test]
    fn explaining_an_error_costs_no_more_than_decoding() {
        let text = "[".repeat(1 << 19) + &"]".repeat(1 << 19);
        let time = |read: &dyn Fn() -> DecodeError| {
            let start = Instant::now();
            assert_eq!(read().rule, DecodeRule::Depth);
            start.elapsed()
        };
        let (mut plain, mut explained) = (Duration::MAX, Duration::MAX);
        // The two measurements alternate, so that other load on the machine affects both.
        for _ in 0..20 {
            plain = plain.min(time(&|| wire::decode::<CanvasState>(&text).unwrap_err()));
            explained = explained.min(time(&|| decode::<CanvasState>(&text).unwrap_err()));
        }
        assert!(explained <= 4 * plain, "{explained:?} against {plain:?}");
    }

    #[test]
    fn a_frame_is_recognised_by_its_method() {
        let of = |text: &str| Draft::of(&Payload::parse(text).unwrap());
        assert_eq!(
            of(r#"{"jsonrpc":"2.0","id":1,"method":"canvasInvokeOperation","params":{}}"#),
            Some(Draft::Pull298)
        );
        assert_eq!(
            of(r#"{"jsonrpc":"2.0","id":1,"method":"resolveCanvasSource"}"#),
            Some(Draft::Pull443)
        );
        assert_eq!(
            of(r#"{"jsonrpc":"2.0","id":1,"method":"canvasOpen"}"#),
            None
        );
        assert_eq!(of(r#"["providerId"]"#), None);
    }
}
