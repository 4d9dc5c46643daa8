//! What a host says of canvases, in the frames in which it comes.

use super::session::{CanvasChange, CanvasSession};
use crate::{
    Carry, Dialect, Note, Refusal,
    engine::{TranslationCx, payload},
};
use ahp::{
    draft,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcMessage,
    subscription::{Snapshot, SubscribeResult},
};
use wire::{Field, Payload, Pointer, Wire};

/// A message in the other shape, in its frame, its carry, and what changes.
type FrameResult = Result<(Payload, Carry, Vec<CanvasChange>), Refusal>;

/// Translates what a host says of a canvas into the other shape, by its members, never by trial: a JSON-RPC frame (the
/// notification `action`, or the answer to `subscribe`), an action with its channel, a snapshot, a canvas with its contents,
/// or a state alone.
///
/// # Errors
/// If it holds no canvas, is one of another draft, or its session does not know the canvas that it changes.
pub(crate) fn translate(
    session: &CanvasSession,
    message: &Payload,
    to: Dialect,
    tcx: &mut TranslationCx<'_>,
) -> FrameResult {
    let translation = Translation { session, is_forward: to == Dialect::Ahp1_0 };
    let has = |name: &str| message.member(name).is_some();
    if has("jsonrpc") {
        translation.frame(message, tcx)
    } else if has("action") {
        translation.action(message, tcx)
    } else if has("resource") {
        translation.snapshot(message, tcx)
    } else if has("instanceId") {
        translation.state(None, message, tcx)
    } else {
        translation.canvas(message, tcx)
    }
}

struct Translation<'a> {
    session: &'a CanvasSession,
    is_forward: bool,
}

impl Translation<'_> {
    fn state(
        &self,
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

    /// `{"channel", "state", "contents"}`.
    fn canvas(&self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        if self.is_forward {
            encode_result(self.session.canvas_forward(read(value)?, tcx)?)
        } else {
            encode_result(self.session.canvas_backward(read(value)?, tcx)?)
        }
    }

    /// `{"channel", "action"}`, and whatever stands beside it: an envelope has a number, for example.
    fn action(&self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        if self.is_forward {
            encode_result(self.session.action_forward(read(value)?, tcx)?)
        } else {
            encode_result(self.session.action_backward(read(value)?, tcx)?)
        }
    }

    /// `{"resource", "state", "fromSeq"}`.
    fn snapshot(&self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        let mut snapshot: Snapshot = read(value)?;
        if snapshot.resource.kind() != ChannelKind::Canvas {
            let at = Pointer::root().member("resource");
            return Err(no_canvas(at, "this snapshot is none of a canvas")
                .hint("lists of open canvases are translated as actions"));
        }
        let (state, channel) = (snapshot.state.clone(), snapshot.resource.clone());
        let (state, carry, changes) = below(&["state"], tcx, |tcx| self.state(Some(&channel), &state, tcx))?;
        snapshot.state = state;
        Ok((payload(&snapshot), carry, changes))
    }

    /// A JSON-RPC message.
    fn frame(&self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        match value.decode()? {
            JsonRpcMessage::Notification(mut frame) if frame.method == "action" => {
                let params = frame.params.take().unwrap_or_else(Payload::null);
                let (params, carry, changes) = below(&["params"], tcx, |tcx| self.action(&params, tcx))?;
                frame.params = Some(params);
                Ok((payload(&JsonRpcMessage::Notification(frame)), carry, changes))
            }
            JsonRpcMessage::Response(mut frame) => {
                let result = frame.result.clone();
                let (result, carry, changes) = below(&["result"], tcx, |tcx| self.answer(&result, tcx))?;
                frame.result = result;
                Ok((payload(&JsonRpcMessage::Response(frame)), carry, changes))
            }
            _ => Err(no_canvas(Pointer::root(), "this message holds no canvas")
                .hint("the notification `action`, or the answer to `subscribe`")),
        }
    }

    fn answer(&self, value: &Payload, tcx: &mut TranslationCx<'_>) -> FrameResult {
        let result: Option<SubscribeResult> = value.is_object().then(|| value.decode()).transpose()?;
        let snapshot = result.map(|mut result| {
            let snapshot = std::mem::take(&mut result.snapshot).into_value();
            (result, snapshot)
        });
        let Some((mut result, Some(snapshot))) = snapshot else {
            return Err(no_canvas(Pointer::root().member("snapshot"), "this answer holds no snapshot"));
        };
        let snapshot = payload(&snapshot);
        let (snapshot, carry, changes) = below(&["snapshot"], tcx, |tcx| self.snapshot(&snapshot, tcx))?;
        result.snapshot = Field::Value(snapshot.decode()?);
        Ok((payload(&result), carry, changes))
    }
}

/// Translates a part of a message: refusals and notes about it are about the message.
fn below(
    at: &[&str],
    tcx: &mut TranslationCx<'_>,
    translate: impl FnOnce(&mut TranslationCx<'_>) -> FrameResult,
) -> FrameResult {
    let at = super::pointer(at);
    let first = tcx.notes.len();
    let made = translate(tcx).map_err(|refusal| refusal.below(&at))?;
    let moved = |note: &mut Note| {
        note.from = at.join(&note.from);
        if let Field::Value(to) = &mut note.to {
            *to = at.join(to);
        }
    };
    tcx.notes.iter_mut().skip(first).for_each(moved);
    Ok(made)
}

/// Reads a message; one of another draft is refused by the name of that.
fn read<T: Wire>(value: &Payload) -> Result<T, Refusal> {
    draft::decode(value.text()).map_err(Refusal::from)
}

fn encode_result<T: wire::Wire>((value, carry, changes): (T, Carry, Vec<CanvasChange>)) -> FrameResult {
    Ok((payload(&value), carry, changes))
}

fn no_canvas(at: Pointer, message: &str) -> Refusal {
    Refusal::rule_broken("ahp-canvas/no-canvas", at, message)
}
