//! Edits of targets that keep their carries, see [`pairs`](super::pairs).

use super::pairs::{Checked, Pair, came_out, json};
use crate::translation::{self, Sent, bare};
use a2ui::surface::Surfaces;
use bridge::{AnyMessage, Carry, Context, Dialect, Family, Output, Protocol};
use proptest::prelude::*;
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Payload, PayloadKind, Pointer};

/// L8: an edit of a visible value survives the way back and another round trip.
pub(super) fn an_edit_survives(pair: Pair, there: &Sent, cx: &Context) -> Checked {
    let back = translation::through(pair.back(cx), there.with_carries());
    let again = translation::through(pair.there(cx), back.with_carries());
    let is_stable = pair.meaning_there(&came_out(&again)) == pair.meaning_there(&came_out(there));
    // Some messages of 0.8 replace another one given the rest of their session; an edit does not change that.
    let stand_in = |output: &Output| pair.from == Dialect::A2ui0_8 && stands_for_another(output);
    if !is_stable || there.outputs.iter().any(stand_in) {
        return Ok(());
    }
    for edited in edits(pair, there) {
        let messages =
            |sent: &[(AnyMessage, Carry)]| bare(sent.iter().map(|(message, _)| message.clone()));
        let alone = translation::through(pair.back(cx), messages(&edited));
        let alone_again = translation::through(pair.there(cx), alone.with_carries());
        // Values that a client cannot send, or that cannot be translated back.
        let edit: Vec<_> = edited.iter().map(|(message, _)| message.clone()).collect();
        let is_kept = pair.meaning_there(&came_out(&alone_again)) == pair.meaning_there(&edit);
        let is_sendable =
            refused_by_surfaces(pair, &edit) == refused_by_surfaces(pair, &came_out(there));
        if !alone.refused.is_empty() || !alone_again.refused.is_empty() || !is_kept || !is_sendable
        {
            continue;
        }
        let back = translation::through(pair.back(cx), edited.clone());
        prop_assert!(back.refused.is_empty(), "{:?}", back.refused);
        let again = translation::through(pair.there(cx), back.with_carries());
        prop_assert!(again.refused.is_empty(), "{:?}", again.refused);
        prop_assert_eq!(
            pair.meaning_there(&came_out(&again)),
            pair.meaning_there(&edit),
            "{:?}",
            came_out(&back).iter().map(json).collect::<Vec<_>>()
        );
    }
    Ok(())
}

/// L8: an edit of one data value in 0.8 changes that value at its source. Lists and objects keep their kind.
pub(super) fn an_edited_value_changes_only_its_source(
    pair: Pair,
    there: &Sent,
    cx: &Context,
) -> Checked {
    let is_a2ui = |dialect: Dialect| dialect.protocol() == Protocol::A2ui;
    if pair.family != Family::Surfaces || pair.to != Dialect::A2ui0_8 || !is_a2ui(pair.from) {
        return Ok(());
    }
    let images = there.with_carries();
    let kinds = |images: Vec<(AnyMessage, Carry)>| {
        let back = translation::through(pair.back(cx), images);
        let surfaces = pair.meaning(&came_out(&back)).into_iter();
        (
            surfaces
                .map(|(id, surface)| (id, kinds_of(&surface)))
                .collect::<Vec<_>>(),
            back,
        )
    };
    let (unedited, _) = kinds(images.clone());
    let mut edited = Vec::new();
    for (index, (image, _)) in images.iter().enumerate() {
        let data = json(image);
        if data.member("dataModelUpdate").is_some() && !has_split_key(&data) {
            edited.extend(
                with_one_other_value(&data)
                    .into_iter()
                    .map(|edited| (index, edited)),
            );
        }
    }
    let step = edited.len().div_ceil(EDITS).max(1);
    for (index, edited) in edited.into_iter().step_by(step) {
        let mut images = images.clone();
        images[index].0 = AnyMessage::read(&edited, pair.to, pair.from.protocol()).unwrap();
        let (kinds, back) = kinds(images);
        prop_assert!(back.refused.is_empty(), "{:?}", back.refused);
        let back: Vec<_> = came_out(&back).iter().map(json).collect();
        prop_assert_eq!(&kinds, &unedited, "{:?}\n{:?}", edited, back);
    }
    Ok(())
}

/// Returns `true` if 0.8 reads the key of an entry as another name or as several names. The original name is then
/// unknown after an edit.
fn has_split_key(update: &Payload) -> bool {
    let is_split = |(name, value): (Cow<'_, str>, Payload)| match &*name {
        "key" => value
            .as_str()
            .is_some_and(|key| key.contains(['.', '[', '/'])),
        _ => has_split_key(&value),
    };
    update.members().any(is_split) || update.elements().any(|element| has_split_key(&element))
}

/// Returns copies of a message, each with one changed text, number or boolean of its data.
fn with_one_other_value(value: &Payload) -> Vec<Payload> {
    let mut found = Vec::new();
    let members: Vec<_> = value.members().collect();
    for (name, part) in &members {
        let others = match &**name {
            "valueString"
                if !part.text().starts_with(r#""["#) && !part.text().starts_with(r#""{"#) =>
            {
                vec![Payload::string("edited")]
            }
            "valueNumber" => vec![Payload::parse("77.5").unwrap()],
            "valueBoolean" => {
                vec![
                    Payload::parse(if part.text() == "true" {
                        "false"
                    } else {
                        "true"
                    })
                    .unwrap(),
                ]
            }
            _ => with_one_other_value(part),
        };
        for other in others {
            let edited = members
                .iter()
                .map(|(own, value)| (own.as_ref(), if own == name { &other } else { value }));
            found.push(Payload::object(edited));
        }
    }
    for (at, part) in value.elements().enumerate() {
        for part in with_one_other_value(&part) {
            let mut elements: Vec<_> = value.elements().collect();
            elements[at] = part;
            found.push(Payload::array(&elements));
        }
    }
    found
}

/// Replaces each text, number and boolean of a value by its kind.
fn kinds_of(value: &Payload) -> Payload {
    match value.kind() {
        PayloadKind::Object => {
            let members: Vec<_> = value
                .members()
                .map(|(name, value)| (name, kinds_of(&value)))
                .collect();
            Payload::object(members.iter().map(|(name, value)| (name.as_ref(), value)))
        }
        PayloadKind::Array => Payload::array(
            &value
                .elements()
                .map(|value| kinds_of(&value))
                .collect::<Vec<_>>(),
        ),
        kind => Payload::string(&kind.to_string()),
    }
}

/// Counts the messages that a surface refuses, such as an update with two components of one id.
fn refused_by_surfaces(pair: Pair, messages: &[AnyMessage]) -> usize {
    let mut surfaces = Surfaces::new();
    let mut is_refused = |message: &&AnyMessage| match message {
        AnyMessage::Message(message) => surfaces.apply(message).is_err(),
        _ => false,
    };
    if pair.family == Family::Surfaces {
        messages
            .iter()
            .filter(|message| is_refused(message))
            .count()
    } else {
        0
    }
}

/// Returns `true` if the carry of an output states that its message stands for another message, or for none.
fn stands_for_another(output: &Output) -> bool {
    let carry = wire::encode(&output.carry).unwrap();
    let is_data = || {
        json(&output.message)
            .text()
            .contains(r#""updateDataModel":"#)
    };
    carry.contains(r#"["","#) || (carry.contains(r#"[""]"#) && !is_data())
}

/// Returns copies of the target messages. In each copy, one value is replaced by a value that another message has at
/// the same place.
fn edits(pair: Pair, there: &Sent) -> Vec<Vec<(AnyMessage, Carry)>> {
    let images = there.with_carries();
    let texts: Vec<_> = images.iter().map(|(image, _)| json(image)).collect();
    let mut edited = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let others = texts.iter().cycle().skip(index + 1).take(texts.len() - 1);
        let of_others = others.flat_map(|other| with_one_value_of(text, other, 8));
        edited.extend(of_others.map(|edited| (index, edited)));
    }
    let images_with = |(index, edited): &(usize, Payload)| {
        let image = AnyMessage::read(edited, pair.to, pair.from.protocol()).ok()?;
        let is_image = json(&image) == *edited && image.subject() == images[*index].0.subject();
        // 0.8 repeats a component as an item, but not under another name: a documented limit.
        let is_renamed = pair.to == Dialect::A2ui0_8
            && stands_for_another(&there.outputs[*index])
            && ids(edited) != ids(&texts[*index]);
        let mut images = images.clone();
        images[*index].0 = image;
        (is_image && !is_renamed).then_some(images)
    };
    // The edits are spread over the whole session.
    let step = edited.len().div_ceil(EDITS).max(1);
    let spread = (0..step).flat_map(|first| edited.iter().skip(first).step_by(step));
    spread.filter_map(images_with).take(EDITS).collect()
}

/// Returns the ids of the components in an update of 0.8.
fn ids(update: &Payload) -> Vec<Option<Payload>> {
    let components = update.get(&Pointer::parse("/surfaceUpdate/components").unwrap());
    components
        .iter()
        .flat_map(Payload::elements)
        .map(|component| component.member("id"))
        .collect()
}

/// Returns copies of a value. In each copy, one text, number or boolean comes from the same place of the other value.
fn with_one_value_of(value: &Payload, other: &Payload, levels: usize) -> Vec<Payload> {
    // Another type would make a different message.
    let kind = |value: &Payload| value.member("type");
    if value == other || levels == 0 || kind(value) != kind(other) {
        return Vec::new();
    }
    let mut found = Vec::new();
    match (value.kind(), other.kind()) {
        (PayloadKind::Object, PayloadKind::Object) => {
            let members: Vec<_> = value.members().collect();
            let others: BTreeMap<_, _> = other.members().collect();
            for (name, part) in &members {
                let Some(other) = others.get(name) else {
                    continue;
                };
                for part in with_one_value_of(part, other, levels - 1) {
                    let edited = members.iter().map(|(own, value)| {
                        (own.as_ref(), if own == name { &part } else { value })
                    });
                    found.push(Payload::object(edited));
                }
            }
        }
        (PayloadKind::Array, PayloadKind::Array) => {
            for (at, (part, other)) in value.elements().zip(other.elements()).enumerate() {
                for part in with_one_value_of(&part, &other, levels - 1) {
                    let mut elements: Vec<_> = value.elements().collect();
                    elements[at] = part;
                    found.push(Payload::array(&elements));
                }
            }
        }
        (PayloadKind::String, PayloadKind::String)
        | (PayloadKind::Number, PayloadKind::Number)
        | (PayloadKind::Boolean, PayloadKind::Boolean) => found.push(other.clone()),
        _ => {}
    }
    found
}

/// The number of edits tried for each session.
const EDITS: usize = 3;
