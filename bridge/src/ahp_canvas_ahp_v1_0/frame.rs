//! What a host says of canvases, in the frames in which it comes.

use super::session::{CanvasSession, Change};
use crate::{
    Carry, Dialect, Note, Refusal,
    engine::{Job, payload},
};
use ahp::{
    draft,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcMessage,
    subscription::{Snapshot, SubscribeResult},
};
use wire::{Field, Payload, Pointer, Wire};

/// A message in the other shape, in its frame, its carry, and what changes.
type Made = Result<(Payload, Carry, Vec<Change>), Refusal>;

/// Translates what a host says of a canvas into the other shape, by its members, never by trial: a JSON-RPC frame (the
/// notification `action`, or the answer to `subscribe`), an action with its channel, a snapshot, a canvas with its contents,
/// or a state alone.
///
/// # Errors
/// If it holds no canvas, is one of another draft, or its session does not know the canvas that it changes.
pub(crate) fn translate(session: &CanvasSession, message: &Payload, to: Dialect, job: &mut Job<'_>) -> Made {
    let translation = Translation { session, is_forward: to == Dialect::Ahp1_0 };
    let has = |name: &str| message.member(name).is_some();
    if has("jsonrpc") {
        translation.frame(message, job)
    } else if has("action") {
        translation.action(message, job)
    } else if has("resource") {
        translation.snapshot(message, job)
    } else if has("instanceId") {
        translation.state(None, message, job)
    } else {
        translation.canvas(message, job)
    }
}

struct Translation<'a> {
    session: &'a CanvasSession,
    is_forward: bool,
}

impl Translation<'_> {
    fn state(&self, channel: Option<&ChannelUri>, value: &Payload, job: &mut Job<'_>) -> Made {
        if self.is_forward {
            written(self.session.state_forward(channel, read(value)?, job)?)
        } else {
            written(self.session.state_backward(channel, read(value)?, job)?)
        }
    }

    /// `{"channel", "state", "contents"}`.
    fn canvas(&self, value: &Payload, job: &mut Job<'_>) -> Made {
        if self.is_forward {
            written(self.session.canvas_forward(read(value)?, job)?)
        } else {
            written(self.session.canvas_backward(read(value)?, job)?)
        }
    }

    /// `{"channel", "action"}`, and whatever stands beside it: an envelope has a number, for example.
    fn action(&self, value: &Payload, job: &mut Job<'_>) -> Made {
        if self.is_forward {
            written(self.session.action_forward(read(value)?, job)?)
        } else {
            written(self.session.action_backward(read(value)?, job)?)
        }
    }

    /// `{"resource", "state", "fromSeq"}`.
    fn snapshot(&self, value: &Payload, job: &mut Job<'_>) -> Made {
        let mut snapshot: Snapshot = read(value)?;
        if snapshot.resource.kind() != ChannelKind::Canvas {
            let at = Pointer::root().member("resource");
            return Err(no_canvas(at, "this snapshot is none of a canvas")
                .hint("lists of open canvases are translated as actions"));
        }
        let (state, channel) = (snapshot.state.clone(), snapshot.resource.clone());
        let (state, carry, changes) = below(&["state"], job, |job| self.state(Some(&channel), &state, job))?;
        snapshot.state = state;
        Ok((payload(&snapshot), carry, changes))
    }

    /// A JSON-RPC message.
    fn frame(&self, value: &Payload, job: &mut Job<'_>) -> Made {
        match value.decode()? {
            JsonRpcMessage::Notification(mut frame) if frame.method == "action" => {
                let params = frame.params.take().unwrap_or_else(Payload::null);
                let (params, carry, changes) = below(&["params"], job, |job| self.action(&params, job))?;
                frame.params = Some(params);
                Ok((payload(&JsonRpcMessage::Notification(frame)), carry, changes))
            }
            JsonRpcMessage::Response(mut frame) => {
                let result = frame.result.clone();
                let (result, carry, changes) = below(&["result"], job, |job| self.answer(&result, job))?;
                frame.result = result;
                Ok((payload(&JsonRpcMessage::Response(frame)), carry, changes))
            }
            _ => Err(no_canvas(Pointer::root(), "this message holds no canvas")
                .hint("the notification `action`, or the answer to `subscribe`")),
        }
    }

    fn answer(&self, value: &Payload, job: &mut Job<'_>) -> Made {
        let result: Option<SubscribeResult> = value.is_object().then(|| value.decode()).transpose()?;
        let snapshot = result.map(|mut result| {
            let snapshot = std::mem::take(&mut result.snapshot).into_value();
            (result, snapshot)
        });
        let Some((mut result, Some(snapshot))) = snapshot else {
            return Err(no_canvas(Pointer::root().member("snapshot"), "this answer holds no snapshot"));
        };
        let snapshot = payload(&snapshot);
        let (snapshot, carry, changes) = below(&["snapshot"], job, |job| self.snapshot(&snapshot, job))?;
        result.snapshot = Field::Value(snapshot.decode()?);
        Ok((payload(&result), carry, changes))
    }
}

/// Translates a part of a message: refusals and notes about it are about the message.
fn below(at: &[&str], job: &mut Job<'_>, translate: impl FnOnce(&mut Job<'_>) -> Made) -> Made {
    let at = super::pointer(at);
    let first = job.notes.len();
    let made = translate(job).map_err(|refusal| refusal.below(&at))?;
    let moved = |note: &mut Note| {
        note.from = at.join(&note.from);
        if let Field::Value(to) = &mut note.to {
            *to = at.join(to);
        }
    };
    job.notes.iter_mut().skip(first).for_each(moved);
    Ok(made)
}

/// Reads a message; one of another draft is refused by the name of that.
fn read<T: Wire>(value: &Payload) -> Result<T, Refusal> {
    draft::decode(value.text()).map_err(Refusal::from)
}

fn written<T: wire::Wire>((value, carry, changes): (T, Carry, Vec<Change>)) -> Made {
    Ok((payload(&value), carry, changes))
}

fn no_canvas(at: Pointer, message: &str) -> Refusal {
    Refusal::rule_broken("ahp-canvas/no-canvas", at, message)
}
