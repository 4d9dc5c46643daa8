//! Components and their properties.

use super::{
    BACKWARD, FORWARD, action,
    components::{Row, Type},
    data_0_9::has_calls,
    dynamic::{TranslatedValue, Write, json},
    paths::Terms,
    property::{self, Kind},
    results::ValuePlace,
    root::Naming,
};
use crate::{Verdict::*, lens::FieldMap};
use a2ui::{v0_8, v0_9};
use std::borrow::Cow;
use wire::{Field, Number, Payload, Pointer};

const UNKNOWN: &str = "not a property of the published catalog: the value is converted by its form";
const WRITTEN: &str = "the literal next to the path is written into the data model first";
const UNSAID: &str = "0.8 cannot express it";
const RESULT: &str =
    "0.8 shows the present result of the function call, and a new one if the data change";
const DIRECT: &str = "read as an event, although the `event` wrapper is missing";

/// Returns the verdict for a property from its names and values.
fn verdict(old: (&str, &Payload), new: (&str, &Payload), fields: &FieldMap) -> crate::Verdict {
    match (old.0 == new.0, fields.are_same(old.1, new.1)) {
        (true, true) => Copied,
        (false, true) => Renamed,
        _ => Encoded,
    }
}

/// Translates a component to 0.9. Also returns the literals that must first be written into the data model.
pub(super) fn forward(
    old: &v0_8::Component,
    terms: Terms<'_>,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) -> (v0_9::Component, Vec<Write>) {
    let rules = &FORWARD;
    let old_name = &old.component.name;
    let known = Type::of_v0_8(old_name);
    let new_name = Type::name_forward(old_name);
    let mut new = v0_9::Component::new(terms.naming.id(&old.id)).component(new_name);
    let same = |is_same| if is_same { Copied } else { Encoded };
    fields.add(
        same(new.id == old.id),
        &rules.id,
        (from, "id"),
        Some((to, "id")),
    );
    let types = fields.member(from, "component");
    fields.add(
        Encoded,
        &rules.component,
        (&types, ""),
        Some((to, "component")),
    );

    let at = fields.member(&types, old_name);
    let mut writes = Vec::new();
    let row = |name: &str| known.and_then(|known| known.row_of_v0_8(name));
    let properties = last_of_each(&old.component.properties);
    for (name, value) in &properties {
        if let Some(row) = row(name) {
            let before = writes.len();
            let mut target = row.kind.forward(value, terms, &mut writes);
            if row.kind.is_open() {
                target = property::rename_references(row.v0_8, Cow::Owned(target), terms.naming)
                    .into_owned();
            }
            let kept = verdict((row.v0_8, value), (row.v0_9, &target), fields);
            let remark = if writes.len() > before { WRITTEN } else { "" };
            fields.remark(
                kept,
                &row.forward,
                (&at, name),
                Some((to, row.v0_9)),
                remark,
            );
            new.extra.insert(row.v0_9, target);
        }
    }
    let mut others = Vec::new();
    for (name, value) in properties.iter().filter(|(name, _)| row(name).is_none()) {
        let is_taken =
            ["id", "component", "weight"].contains(&&**name) || new.extra.get(name).is_some();
        let goes = (!is_taken).then_some((to, &**name));
        // A value that is not written writes no data either.
        let mut own_writes = Vec::new();
        let target = Cow::Owned(property::forward_by_form(
            name,
            value,
            terms,
            &mut own_writes,
        ));
        let target = property::rename_references(name, target, terms.naming).into_owned();
        let kept = same(fields.are_same(&target, value));
        fields.remark(kept, &rules.property, (&at, name), goes, UNKNOWN);
        // On the way back, the name may mean another property.
        if let Some(row) = known.and_then(|known| known.row_of_v0_9(name)) {
            fields.show(fields.member(&at, row.v0_8), fields.member(to, name));
        }
        if !is_taken {
            writes.extend(own_writes);
        }
        if !is_taken {
            others.push((&**name, target));
        }
    }
    new.extra.extend(others);
    for row in known.iter().flat_map(|known| known.rows) {
        if !row.default.is_empty() && new.extra.get(row.v0_9).is_none() {
            fields.add(
                Defaulted,
                &row.forward,
                (&at, row.v0_8),
                Some((to, row.v0_9)),
            );
            fields.show(fields.member(&at, row.v0_8), fields.member(to, row.v0_9));
            new.extra.insert(row.v0_9, json(row.default));
        }
    }
    if !old.weight.is_absent() {
        fields.add(
            Copied,
            &rules.weight,
            (from, "weight"),
            Some((to, "weight")),
        );
        let weight = old
            .weight
            .get()
            .map_or_else(Payload::null, |weight| json(weight.as_str()));
        new.extra.insert("weight", weight);
    }
    for (name, _) in old.extra.iter() {
        fields.add(Carried, &rules.member, (from, name), None);
    }
    (new, writes)
}

/// Translates a component to 0.8. The type is given because an update may omit it.
pub(super) fn backward(
    old: &v0_9::Component,
    (old_name, place): (&str, &ValuePlace<'_>),
    naming: &Naming,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) -> v0_8::Component {
    let rules = &BACKWARD;
    let known = Type::of_v0_9(old_name);
    let new_name = Type::name_backward(old_name);
    let id = naming.id(&old.id);
    let same = |is_same| if is_same { Copied } else { Encoded };
    fields.add(
        same(id == old.id),
        &rules.id,
        (from, "id"),
        Some((to, "id")),
    );
    let types = fields.member(to, "component");
    fields.add(
        Encoded,
        &rules.component,
        (from, "component"),
        Some((&types, "")),
    );

    let at = fields.member(&types, new_name);
    let mut weight = Field::Absent;
    let mut properties = Properties::default();
    let row = |name: &str| known.and_then(|known| known.row_of_v0_9(name));
    for (name, value) in old.extra.iter() {
        if let Some(row) = row(name) {
            backward_row(
                row,
                value,
                (naming, place),
                (from, &at),
                fields,
                &mut properties,
            );
        }
    }
    let of_rows = properties.0.len();
    let shown = place.shown_members(|| has_calls(old));
    for (name, value) in old.extra.iter() {
        if row(name).is_some() {
            continue;
        }
        if name == "weight" {
            weight = Number::from_payload(value).map_or(Field::Absent, Field::Value);
            let goes = (!weight.is_absent()).then_some((to, "weight"));
            fields.add(Copied, &rules.weight, (from, "weight"), goes);
            continue;
        }
        let is_taken = properties
            .0
            .iter()
            .take(of_rows)
            .any(|(known, _)| *known == name);
        let goes = (!is_taken).then_some((&at, name));
        let target = property::backward_by_form(name, value, &place.part(shown.get(name)));
        let target = property::rename_references(name, target, naming);
        fields.remark(
            same(fields.are_same(&target, value)),
            &rules.property,
            (from, name),
            goes,
            UNKNOWN,
        );
        // On the way back, the name may mean another property.
        if let Some(row) = known.and_then(|known| known.row_of_v0_8(name)) {
            fields.show(fields.member(from, row.v0_9), fields.member(&at, name));
        }
        if goes.is_some() {
            properties.0.push((name, target));
        }
    }
    for row in known.iter().flat_map(|known| known.rows) {
        // The default of 0.9 is one choice, that of 0.8 any number.
        if matches!(row.kind, Kind::Selections) && old.extra.get(row.v0_9).is_none() {
            fields.add(
                Derived,
                &row.backward,
                (from, row.v0_9),
                Some((&at, row.v0_8)),
            );
            properties.insert(row.v0_8, Cow::Owned(json("1")));
        }
    }
    let mut new =
        v0_8::Component::new(id, v0_8::ComponentType::new(new_name, properties.payload()));
    new.weight = weight;
    new
}

/// Returns the members of an object. The last one counts if a name occurs several times.
fn last_of_each(object: &Payload) -> Vec<(Cow<'_, str>, Payload)> {
    let mut members: Vec<_> = object.members().collect();
    let mut names: Vec<(&str, usize)> = members
        .iter()
        .enumerate()
        .map(|(at, (name, _))| (&**name, at))
        .collect();
    names.sort_unstable();
    let is_next = |pair: &&[(&str, usize)]| matches!(pair, [one, next] if one.0 == next.0);
    let mut earlier: Vec<usize> = names
        .windows(2)
        .filter(is_next)
        .map(|pair| pair.first().map_or(0, |one| one.1))
        .collect();
    if !earlier.is_empty() {
        earlier.sort_unstable();
        let mut at = 0..;
        members.retain(|_| {
            earlier
                .binary_search(&at.next().unwrap_or_default())
                .is_err()
        });
    }
    members
}

/// The properties of a component of 0.8.
#[derive(Default)]
struct Properties<'a>(Vec<(&'a str, Cow<'a, Payload>)>);

impl<'a> Properties<'a> {
    fn insert(&mut self, name: &'a str, value: Cow<'a, Payload>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => self.0.push((name, value)),
        }
    }

    fn payload(&self) -> Payload {
        Payload::object(self.0.iter().map(|(name, value)| (*name, &**value)))
    }
}

fn backward_row<'a>(
    row: &'static Row,
    value: &'a Payload,
    (naming, place): (&Naming, &ValuePlace<'_>),
    (from, at): (&Pointer, &Pointer),
    fields: &mut FieldMap,
    properties: &mut Properties<'a>,
) {
    let target = match row.kind.backward(value, naming, &place.member(row.v0_8)) {
        _ if row.v0_8.is_empty() => None,
        TranslatedValue::Value(mut target) => {
            if row.kind.is_open() {
                target = property::rename_references(row.v0_8, target, naming);
            }
            let kept = verdict((row.v0_9, value), (row.v0_8, &target), fields);
            let is_direct =
                fields.is_wanted() && matches!(row.kind, Kind::Action) && action::is_direct(value);
            let remark = if is_direct { DIRECT } else { "" };
            fields.remark(
                kept,
                &row.backward,
                (from, row.v0_9),
                Some((at, row.v0_8)),
                remark,
            );
            properties.insert(row.v0_8, target);
            return;
        }
        TranslatedValue::CallResult(result) => {
            let goes = Some((at, row.v0_8));
            fields.remark(Carried, &row.backward, (from, row.v0_9), goes, RESULT);
            properties.insert(row.v0_8, Cow::Owned(result));
            return;
        }
        TranslatedValue::Unsaid(instead) => Some(instead).filter(|_| row.is_required),
    };
    let goes = target.map(|_| (at, row.v0_8));
    let remark = if matches!(row.kind, Kind::Action) {
        action::missing_name(value)
    } else {
        UNSAID
    };
    fields.remark(Carried, &row.backward, (from, row.v0_9), goes, remark);
    if let Some(instead) = target {
        properties.insert(row.v0_8, Cow::Owned(json(instead)));
    }
}
