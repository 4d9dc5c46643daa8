//! Translates a message between the two dialects that the first two bytes select; the second line is its carry.
//!
//! The reader of the target dialect must accept the output, and no path may lead out of its folder. A message that was
//! accepted without a carry must come back with the carry of its target, unless a note reports a quarantined value.
#![no_main]
#![deny(unsafe_code)]

use a2ui::surface::Surfaces;
use agent_ui_fuzz::{context, pair};
use bridge::{AnyMessage, Carry, Dialect, Outputs, Protocol, Translator, Verdict};
use libfuzzer_sys::fuzz_target;
use wire::Payload;

fn json(message: &AnyMessage) -> Payload {
    Payload::parse(message.encode().expect("what came out is written")).expect("as JSON")
}

fn is_safe(outputs: &Outputs, to: Dialect, from: Protocol) {
    for output in &outputs.outputs {
        let text = json(&output.message);
        let read = AnyMessage::read(&text, to, from).expect("what came out is read");
        assert_eq!(json(&read), text);
        if let AnyMessage::Interaction(record) = &output.message {
            assert_eq!(record.canvas_file.unsafe_rule(), None);
            assert!(record.id.can_name_a_file());
        }
    }
}

/// Returns `true` if a message is about a surface. Its translation may build the same surface from other messages.
fn builds(message: &AnyMessage) -> bool {
    let AnyMessage::Message(message) = message else {
        return false;
    };
    [
        "createSurface",
        "updateComponents",
        "updateDataModel",
        "deleteSurface",
        "surfaceUpdate",
        "dataModelUpdate",
        "beginRendering",
    ]
    .contains(&message.key())
}

/// Returns the surfaces that messages build. Returns `None` if one of the messages is refused.
fn build_surfaces(messages: &[AnyMessage]) -> Option<Vec<Payload>> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        let AnyMessage::Message(message) = message else {
            return None;
        };
        surfaces.apply(message).ok()?;
    }
    Some(
        surfaces
            .iter()
            .map(|surface| Payload::encode(&surface.snapshot()).expect("a snapshot"))
            .collect(),
    )
}

/// Returns `true` if a carry names another version of A2UI for the messages inside an AHP message. The backward mapping
/// ignores that version, so the result has messages of the requested version.
fn held_other(carry: &Carry, to: Dialect) -> bool {
    let versions = carry
        .layers
        .iter()
        .filter_map(|layer| Dialect::from_name(layer.from.as_str())?.a2ui_version());
    versions
        .into_iter()
        .any(|version| Some(version) != to.a2ui_version())
}

fuzz_target!(|data: &[u8]| {
    let Some((from, to, text)) = pair(data) else {
        return;
    };
    let mut lines = text.lines().map(Payload::parse);
    let Some(Ok(text)) = lines.next() else { return };
    let carry = lines
        .next()
        .and_then(|carry| Carry::read(carry.ok()?.text()))
        .unwrap_or_default();
    let is_alone = carry.is_empty();
    let Ok(message) = AnyMessage::read(&text, from, to.protocol()) else {
        return;
    };
    // A message that states another version counts as one of this version.
    if message.dialect() != from {
        return;
    }
    let Ok(mut there) = Translator::new(from, to, context()) else {
        return;
    };
    let Ok(mut outputs) = there.push(message.clone(), carry) else {
        return;
    };
    let ended = there.finish();
    let is_taken = ended.refusals.is_empty();
    outputs.notes.extend(ended.notes);
    outputs.outputs.extend(ended.outputs);
    is_safe(&outputs, to, from.protocol());

    let is_whole = outputs
        .all_notes()
        .all(|note| note.verdict != Verdict::Quarantined);
    let is_other = from.protocol() == Protocol::Ahp
        && outputs
            .outputs
            .iter()
            .any(|output| held_other(&output.carry, to));
    let Ok(mut back) = Translator::new(to, from, context()) else {
        return;
    };
    let mut came_back = Outputs::default();
    for output in outputs.outputs {
        let back = back.push(output.message, output.carry);
        if is_alone && is_whole {
            came_back
                .outputs
                .extend(back.expect("what came out goes back").outputs);
        }
    }
    came_back.outputs.extend(back.finish().outputs);
    is_safe(&came_back, from, to.protocol());
    if is_alone && is_whole && is_taken && !is_other {
        let came_back: Vec<_> = came_back
            .outputs
            .into_iter()
            .map(|output| output.message)
            .collect();
        if !builds(&message) {
            assert_eq!(came_back.iter().map(json).collect::<Vec<_>>(), [text]);
        } else if let Some(surfaces) = build_surfaces(std::slice::from_ref(&message)) {
            assert_eq!(build_surfaces(&came_back), Some(surfaces));
        }
    }
});
