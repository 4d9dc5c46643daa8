//! Host messages about canvases in their frames.

use super::session::CanvasSession;
use crate::{
    Dialect, Refusal,
    lens::{Translated, TranslationCx, payload},
};
use ahp::{
    draft,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcMessage,
    subscription::{Snapshot, SubscribeResult},
};
use wire::{Field, Payload, Pointer, Wire};

/// A translated message in its frame.
type FrameResult = Result<Translated<Payload>, Refusal>;

/// Translates a host message about a canvas into the other shape.
///
/// The members determine the kind of message. It is a JSON-RPC frame (send the notification `action`, or the answer to
/// `subscribe`), an action with its channel, a snapshot, a canvas with its contents, or a state.
///
/// # Errors
/// Refuses a message without a canvas, a message of another draft, and a change of a canvas that the session does not
/// know.
pub(crate) fn translate(
    session: &mut CanvasSession,
    message: &Payload,
    to: Dialect,
    tcx: &mut TranslationCx<'_>,
) -> FrameResult {
    let mut translation = Translation {
        session,
        is_forward: to == Dialect::Ahp1_0,
    };
    let has = |name: &str| message.member(name).is_some();
    if has("jsonrpc") {
        translation.translate_frame(message, tcx)
    } else if has("action") {
        translation.translate_action(message, tcx)
    } else if has("resource") {
        translation.translate_snapshot(message, tcx)
    } else if has("instanceId") {
        translation.translate_state(None, message, tcx)
    } else {
        translation.translate_canvas(message, tcx)
    }
}

struct Translation<'a> {
    session: &'a mut CanvasSession,
    is_forward: bool,
}

impl Translation<'_> {
    fn translate_state(
        &mut self,
        channel: Option<&ChannelUri>,
        value: &Payload,
        tcx: &mut TranslationCx<'_>,
    ) -> FrameResult {
        if self.is_forward {
            encode_result(self.session.state_forward(channel, read(value)?, tcx)?)
        } else {
            encode_result(self.session.state_backward(channel, read(value)?, tcx)?)
        }
    }

    /// Translates a canvas: `{"channel", "state", "contents"}`.
    fn translate_canvas(&mut self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        if self.is_forward {
            encode_result(self.session.canvas_forward(read(value)?, tcx)?)
        } else {
            encode_result(self.session.canvas_backward(read(value)?, tcx)?)
        }
    }

    /// Translates an action, `{"channel", "action"}`. Other members, such as the number of an envelope, are kept.
    fn translate_action(&mut self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        if self.is_forward {
            encode_result(self.session.action_forward(read(value)?, tcx)?)
        } else {
            encode_result(self.session.action_backward(read(value)?, tcx)?)
        }
    }

    /// Translates a snapshot: `{"resource", "state", "fromSeq"}`.
    fn translate_snapshot(&mut self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        let mut snapshot: Snapshot = read(value)?;
        if snapshot.resource.kind() != ChannelKind::Canvas {
            let at = Pointer::root().member("resource");
            return Err(no_canvas(at, "this is not the snapshot of a canvas")
                .hint("send lists of open canvases as actions"));
        }
        let (state, channel) = (snapshot.state.clone(), snapshot.resource.clone());
        let state = translate_part(&["state"], tcx, |tcx| {
            self.translate_state(Some(&channel), &state, tcx)
        })?;
        Ok(state.map(|state| {
            snapshot.state = state;
            payload(&snapshot)
        }))
    }

    /// Translates a JSON-RPC message.
    fn translate_frame(&mut self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        match value.decode()? {
            JsonRpcMessage::Notification(mut frame) if frame.method == "action" => {
                let params = frame.params.take().unwrap_or_else(Payload::null);
                let params =
                    translate_part(&["params"], tcx, |tcx| self.translate_action(&params, tcx))?;
                Ok(params.map(|params| {
                    frame.params = Some(params);
                    payload(&JsonRpcMessage::Notification(frame))
                }))
            }
            JsonRpcMessage::Response(mut frame) => {
                let result = frame.result.clone();
                let result =
                    translate_part(&["result"], tcx, |tcx| self.translate_answer(&result, tcx))?;
                Ok(result.map(|result| {
                    frame.result = result;
                    payload(&JsonRpcMessage::Response(frame))
                }))
            }
            _ => Err(
                no_canvas(Pointer::root(), "the message does not contain a canvas")
                    .hint("send the notification `action`, or the answer to `subscribe`"),
            ),
        }
    }

    fn translate_answer(&mut self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        let no_snapshot = || {
            let at = Pointer::root().member("snapshot");
            Err(no_canvas(at, "the answer does not contain a snapshot"))
        };
        if !value.is_object() {
            return no_snapshot();
        }
        let mut result: SubscribeResult = value.decode()?;
        let Some(snapshot) = std::mem::take(&mut result.snapshot).into_value() else {
            return no_snapshot();
        };
        let snapshot = payload(&snapshot);
        let translated = translate_part(&["snapshot"], tcx, |tcx| {
            self.translate_snapshot(&snapshot, tcx)
        })?;
        result.snapshot = Field::Value(translated.message.decode()?);
        Ok(translated.map(|_| payload(&result)))
    }
}

/// Translates a part of a message. Refusals and notes get the place in the whole message.
fn translate_part(
    at: &[&str],
    tcx: &mut TranslationCx<'_>,
    translate: impl FnOnce(&mut TranslationCx<'_>) -> FrameResult,
) -> FrameResult {
    let at = super::pointer(at);
    let first = tcx.notes.len();
    let translated = translate(tcx).map_err(|refusal| refusal.below(&at))?;
    for note in tcx.notes.iter_mut().skip(first) {
        note.from = at.join(&note.from);
        if let Field::Value(to) = &mut note.to {
            *to = at.join(to);
        }
    }
    Ok(translated)
}

/// Reads a message. The refusal of a message of another draft names that draft.
fn read<T: Wire>(value: &Payload) -> Result<T, Refusal> {
    draft::decode(value.text()).map_err(Refusal::from)
}

fn encode_result<T: wire::Wire>(translated: Translated<T>) -> FrameResult {
    Ok(translated.map(|value| payload(&value)))
}

fn no_canvas(at: Pointer, message: &str) -> Refusal {
    Refusal::rule_broken("ahp-canvas/no-canvas", at, message)
}
