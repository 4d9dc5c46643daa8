//! What a host says of an AHP canvas, in a session.

use super::run::Carried;
use crate::{Context, Dialect, Notes, Refusal, ahp_canvas_ahp_v1_0::CanvasSession};
use wire::{Payload, Pointer};

/// Whether these are messages that only a session can translate: an action says what changes, and a canvas came before.
pub(super) fn is_about(from: Dialect, to: Dialect, inputs: &[Carried]) -> bool {
    matches!((from, to), (Dialect::AhpCanvas, Dialect::Ahp1_0) | (Dialect::Ahp1_0, Dialect::AhpCanvas))
        && inputs.iter().any(|input| is_action(&input.message))
}

fn is_action(message: &Payload) -> bool {
    message.get(&Pointer::root().member("action")).is_some()
}

pub(super) fn in_session(
    to: Dialect,
    inputs: &[Carried],
    cx: &Context,
    notes: &mut Notes,
) -> Result<Vec<Carried>, Refusal> {
    let mut session = CanvasSession::default();
    let translated = inputs.iter().map(|Carried { message, carry: home }| {
        let text = message.text();
        let (message, carry) = match (to == Dialect::Ahp1_0, is_action(message)) {
            (true, true) => of(session.action_forward(wire::decode(text)?, home, cx, notes)?)?,
            (true, false) => of(session.canvas_forward(wire::decode(text)?, home, cx, notes)?)?,
            (false, true) => of(session.action_backward(wire::decode(text)?, home, cx, notes)?)?,
            (false, false) => of(session.canvas_backward(wire::decode(text)?, home, cx, notes)?)?,
        };
        Ok(Carried { message, carry })
    });
    translated.collect()
}

fn of<T: wire::Wire, C>((value, carry): (T, C)) -> Result<(Payload, C), Refusal> {
    Ok((Payload::parse(wire::encode(&value)?)?, carry))
}
