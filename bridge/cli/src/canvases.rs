//! AHP canvases between the proposal and the release, message by message.

use crate::{
    args::Convert,
    convert::has_loss,
    envelope::{Envelope, Line, NoteLine},
    report::{Exit, Report},
};
use bridge::{
    Carry, Context, Dialect, Note, Notes, Place, Refusal,
    ahp::{
        draft,
        ids::ChannelKind,
        json_rpc::JsonRpcMessage,
        subscription::{Snapshot, SubscribeResult},
    },
    ahp_canvas_ahp_v1_0::{self as mapping, CanvasSession},
    embed,
};
use wire::{Field, Payload, Pointer, Wire};

/// The session of one run.
pub(crate) struct Canvases<'a> {
    arguments: &'a Convert,
    cx: &'a Context,
    session: CanvasSession,
}

/// A message in the other shape, in its frame.
type Made = (Payload, Carry);

impl<'a> Canvases<'a> {
    pub(crate) fn new(arguments: &'a Convert, cx: &'a Context) -> Self {
        Self { arguments, cx, session: CanvasSession::default() }
    }

    /// Takes a line and writes the one that it becomes.
    pub(crate) fn take(&mut self, line: usize, envelope: &Envelope, report: &mut Report) -> Result<(), Exit> {
        let before = self.session.clone();
        let mut notes = Notes::default();
        let written = self
            .translate(&envelope.value, &envelope.carry, &mut notes)
            .and_then(|made| self.write(made, &notes));
        match written {
            Err(refusal) => {
                self.session = before;
                report.refusal(line, &refusal.below(&envelope.place))
            }
            Ok(text) => {
                if has_loss(self.arguments, line, &notes, report)? {
                    self.session = before;
                    return Ok(());
                }
                report.text(&text)
            }
        }
    }

    fn is_forward(&self) -> bool {
        self.arguments.to.dialect == Dialect::Ahp1_0
    }

    /// What a line becomes: by its members, never by trial.
    fn translate(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        let has = |name: &str| value.get(&Pointer::root().member(name)).is_some();
        if self.arguments.type_name.is_some() {
            self.state(value, home, notes)
        } else if has("jsonrpc") {
            self.frame(value, home, notes)
        } else if has("action") {
            self.action(value, home, notes)
        } else if has("resource") {
            self.snapshot(value, home, notes)
        } else {
            self.canvas(value, home, notes)
        }
    }

    /// A state, which says nothing of its channel.
    fn state(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        let cx = self.cx;
        if self.is_forward() {
            of(mapping::state_forward(read(value)?, home, cx, notes)?)
        } else {
            of(mapping::state_backward(read(value)?, home, cx, notes)?)
        }
    }

    /// `{"channel", "state", "contents"}`.
    fn canvas(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        if self.is_forward() {
            of(self.session.canvas_forward(read(value)?, home, self.cx, notes)?)
        } else {
            of(self.session.canvas_backward(read(value)?, home, self.cx, notes)?)
        }
    }

    /// `{"channel", "action"}`, and whatever stands beside it: an envelope has a number, for example.
    fn action(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        if self.is_forward() {
            of(self.session.action_forward(read(value)?, home, self.cx, notes)?)
        } else {
            of(self.session.action_backward(read(value)?, home, self.cx, notes)?)
        }
    }

    /// `{"resource", "state", "fromSeq"}`.
    fn snapshot(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        let mut snapshot: Snapshot = read(value)?;
        if snapshot.resource.kind() != ChannelKind::Canvas {
            let at = Pointer::root().member("resource");
            return Err(no_canvas(at, "this snapshot is none of a canvas")
                .hint("lists of open canvases are translated as actions"));
        }
        let (at, first) = (Pointer::root().member("state"), notes.0.len());
        let (channel, state, cx) = (&snapshot.resource, &snapshot.state, self.cx);
        let made = if self.is_forward() {
            let state = read(state);
            state.and_then(|state| of(self.session.state_forward(channel, state, home, cx, notes)?))
        } else {
            let state = read(state);
            state.and_then(|state| of(self.session.state_backward(channel, state, home, cx, notes)?))
        };
        let (state, carry) = made.map_err(|refusal| refusal.below(&at))?;
        notes.0.iter_mut().skip(first).for_each(|note| move_below(note, &at));
        snapshot.state = state;
        of((snapshot, carry))
    }

    /// A JSON-RPC message: an `action`, or the answer to `subscribe`.
    fn frame(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        let first = notes.0.len();
        let (at, made) = match value.decode()? {
            JsonRpcMessage::Notification(mut frame) if frame.method == "action" => {
                let at = Pointer::root().member("params");
                let params = frame.params.take().unwrap_or_else(Payload::null);
                let made = self.action(&params, home, notes).map(|(params, carry)| {
                    frame.params = Some(params);
                    (JsonRpcMessage::Notification(frame), carry)
                });
                (at, made)
            }
            JsonRpcMessage::Response(mut frame) => {
                let at = Pointer::root().member("result");
                let made = self.answer(&frame.result, home, notes).map(|(result, carry)| {
                    frame.result = result;
                    (JsonRpcMessage::Response(frame), carry)
                });
                (at, made)
            }
            _ => {
                return Err(no_canvas(Pointer::root(), "this message holds no canvas")
                    .hint("the notification `action`, or the answer to `subscribe`"));
            }
        };
        let made = made.map_err(|refusal| refusal.below(&at))?;
        notes.0.iter_mut().skip(first).for_each(|note| move_below(note, &at));
        of(made)
    }

    fn answer(&mut self, value: &Payload, home: &Carry, notes: &mut Notes) -> Result<Made, Refusal> {
        let at = Pointer::root().member("snapshot");
        let result: Option<SubscribeResult> = value.is_object().then(|| value.decode()).transpose()?;
        let Some((mut result, Some(snapshot))) = result.map(|mut result| {
            let snapshot = std::mem::take(&mut result.snapshot).into_value();
            (result, snapshot)
        }) else {
            return Err(no_canvas(at, "this answer holds no snapshot"));
        };
        let (first, snapshot) = (notes.0.len(), payload(&snapshot)?);
        let (snapshot, carry) =
            self.snapshot(&snapshot, home, notes).map_err(|refusal| refusal.below(&at))?;
        notes.0.iter_mut().skip(first).for_each(|note| move_below(note, &at));
        result.snapshot = Field::Value(snapshot.decode()?);
        of((result, carry))
    }

    /// The line of a message.
    fn write(&self, (value, carry): Made, notes: &Notes) -> Result<String, Refusal> {
        if self.arguments.embed && !carry.is_empty() {
            return Err(embed::no_room("an AHP message about a canvas"));
        }
        let text = wire::encode_line(&value)?;
        if !self.arguments.envelope {
            return Ok(text);
        }
        let line = Line { value: &value, carry, notes: notes.0.iter().map(NoteLine::from).collect() };
        line.written()
    }
}

/// Reads a message; one of another draft is refused by the name of that.
fn read<T: Wire>(value: &Payload) -> Result<T, Refusal> {
    draft::decode(value.text()).map_err(Refusal::from)
}

fn payload<T: Wire>(value: &T) -> Result<Payload, Refusal> {
    Payload::of(value).map_err(|error| Refusal::limit("envelope", Pointer::root(), error))
}

fn of<T: Wire>((value, carry): (T, Carry)) -> Result<Made, Refusal> {
    Ok((payload(&value)?, carry))
}

fn no_canvas(at: Pointer, message: &str) -> Refusal {
    Refusal::rule_broken("pair/no-canvas", at, message)
}

/// A note about a part of a message is one about the message.
fn move_below(note: &mut Note, at: &Pointer) {
    let place = Place {
        input: note.place.as_ref().map_or(0, |place| place.input),
        from: at.join(&note.from()),
        to: note.to().map(|to| at.join(&to)),
    };
    note.place = Some(Box::new(place));
}
