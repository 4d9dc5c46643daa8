//! Translation of components and their properties.

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
const INEXPRESSIBLE: &str = "0.8 cannot express it";
const RESULT: &str =
    "0.8 shows the present result of the function call, and a new one if the data change";
const DIRECT: &str = "read as an event, although the `event` wrapper is missing";

/// Returns the verdict for a property, from its name and its value in both versions.
fn verdict(old: (&str, &Payload), new: (&str, &Payload), fields: &FieldMap) -> crate::Verdict {
    match (old.0 == new.0, fields.are_same(old.1, new.1)) {
        (true, true) => Copied,
        (false, true) => Renamed,
        _ => Encoded,
    }
}

/// Returns the verdict for a value that keeps its name.
fn verdict_of_copy(is_same: bool) -> crate::Verdict {
    if is_same { Copied } else { Encoded }
}

/// Translates a component to 0.9. Returns it with the literals that must be written into the data model before it.
pub(super) fn forward(
    old: &v0_8::Component,
    terms: Terms<'_>,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) -> (v0_9::Component, Vec<Write>) {
    let rules = &FORWARD;
    let old_name = &old.component.name;
    let new =
        v0_9::Component::new(terms.naming.swap(&old.id)).component(Type::name_forward(old_name));
    let id_verdict = verdict_of_copy(new.id == old.id);
    fields.add(id_verdict, &rules.id, (from, "id"), Some((to, "id")));
    let types = fields.member(from, "component");
    fields.add(
        Encoded,
        &rules.component,
        (&types, ""),
        Some((to, "component")),
    );
    let at = fields.member(&types, old_name);
    let mut forward = ForwardProperties {
        known: Type::of_v0_8(old_name),
        terms,
        from: &at,
        to,
        new,
        writes: Vec::new(),
    };
    let properties = last_members(&old.component.properties);
    for (name, value) in &properties {
        if let Some(row) = forward.row(name) {
            forward.add_known(row, name, value, fields);
        }
    }
    // An unknown property never replaces a known one, so the known ones are added first.
    let mut others = Vec::new();
    for (name, value) in &properties {
        if forward.row(name).is_none() {
            others.extend(forward.translate_unknown(name, value, fields));
        }
    }
    forward.new.extra.extend(others);
    forward.add_defaults(fields);
    let ForwardProperties {
        mut new, writes, ..
    } = forward;
    // In 0.9 the weight is a property.
    if !old.weight.is_absent() {
        let places = ((from, "weight"), (to, "weight"));
        fields.add(Copied, &rules.weight, places.0, Some(places.1));
        let weight = match old.weight.get() {
            Some(weight) => json(weight.as_str()),
            None => Payload::null(),
        };
        new.extra.insert("weight", weight);
    }
    for (name, _) in old.extra.iter() {
        fields.add(Carried, &rules.member, (from, name), None);
    }
    (new, writes)
}

/// The translation of the properties of a component to 0.9.
struct ForwardProperties<'a> {
    /// The component type, if the published catalog has it.
    known: Option<&'static Type>,
    terms: Terms<'a>,
    /// The place of the properties in 0.8.
    from: &'a Pointer,
    /// The place of the component in 0.9.
    to: &'a Pointer,
    new: v0_9::Component,
    /// The literals that must be written into the data model before the component.
    writes: Vec<Write>,
}

impl ForwardProperties<'_> {
    /// Returns the row of a property, if the published catalog has the property.
    fn row(&self, name: &str) -> Option<&'static Row> {
        self.known?.row_of_v0_8(name)
    }

    /// Adds a property of the published catalog.
    fn add_known(&mut self, row: &'static Row, name: &str, value: &Payload, fields: &mut FieldMap) {
        let writes_before = self.writes.len();
        let mut target = row.kind.forward(value, self.terms, &mut self.writes);
        if row.kind.is_open() {
            let naming = self.terms.naming;
            target = property::rename_references(row.v0_8, Cow::Owned(target), naming).into_owned();
        }
        let verdict = verdict((row.v0_8, value), (row.v0_9, &target), fields);
        let has_written = self.writes.len() > writes_before;
        fields.remark(
            verdict,
            &row.forward,
            (self.from, name),
            Some((self.to, row.v0_9)),
            if has_written { WRITTEN } else { "" },
        );
        self.new.extra.insert(row.v0_9, target);
    }

    /// Translates a property that the published catalog lacks by the form of its value. Returns `None` if another property of
    /// the 0.9 component has its name.
    fn translate_unknown<'n>(
        &mut self,
        name: &'n str,
        value: &Payload,
        fields: &mut FieldMap,
    ) -> Option<(&'n str, Payload)> {
        // If the property is omitted, its literals must not be written.
        let mut writes = Vec::new();
        let target = property::forward_by_form(name, value, self.terms, &mut writes);
        let naming = self.terms.naming;
        let target = property::rename_references(name, Cow::Owned(target), naming).into_owned();
        let is_taken =
            matches!(name, "id" | "component" | "weight") || self.new.extra.get(name).is_some();
        let verdict = verdict_of_copy(fields.are_same(&target, value));
        let place = if is_taken {
            None
        } else {
            Some((self.to, name))
        };
        fields.remark(
            verdict,
            &FORWARD.property,
            (self.from, name),
            place,
            UNKNOWN,
        );
        // In the target, the name means a property of the published catalog, so an edit of that property wins.
        if let Some(row) = self.known.and_then(|known| known.row_of_v0_9(name)) {
            let old = fields.member(self.from, row.v0_8);
            fields.show(old, fields.member(self.to, name));
        }
        if is_taken {
            return None;
        }
        self.writes.append(&mut writes);
        Some((name, target))
    }

    /// Adds the properties whose default differs between the versions.
    fn add_defaults(&mut self, fields: &mut FieldMap) {
        let Some(known) = self.known else {
            return;
        };
        for row in known.rows {
            if row.default.is_empty() || self.new.extra.get(row.v0_9).is_some() {
                continue;
            }
            let (from, to) = ((self.from, row.v0_8), (self.to, row.v0_9));
            fields.add(Defaulted, &row.forward, from, Some(to));
            let old = fields.member(self.from, row.v0_8);
            fields.show(old, fields.member(self.to, row.v0_9));
            self.new.extra.insert(row.v0_9, json(row.default));
        }
    }
}

/// Translates a component to 0.8. `old_name` is the type of the component, which an update of 0.9 may omit.
pub(super) fn backward(
    old: &v0_9::Component,
    (old_name, place): (&str, &ValuePlace<'_>),
    naming: &Naming,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) -> v0_8::Component {
    let rules = &BACKWARD;
    let new_name = Type::name_backward(old_name);
    let id = naming.swap(&old.id);
    let id_verdict = verdict_of_copy(id == old.id);
    fields.add(id_verdict, &rules.id, (from, "id"), Some((to, "id")));
    let types = fields.member(to, "component");
    fields.add(
        Encoded,
        &rules.component,
        (from, "component"),
        Some((&types, "")),
    );
    let at = fields.member(&types, new_name);
    let mut backward = BackwardProperties {
        known: Type::of_v0_9(old_name),
        naming,
        place,
        from,
        to: &at,
        properties: Properties::default(),
    };
    for (name, value) in old.extra.iter() {
        if let Some(row) = backward.row(name) {
            backward.add_known(row, value, fields);
        }
    }
    // An unknown property never replaces a known one, so the known ones are added first.
    let known_count = backward.properties.0.len();
    let mut weight = Field::Absent;
    let shown = place.shown_members(|| has_calls(old));
    for (name, value) in old.extra.iter() {
        if backward.row(name).is_some() {
            continue;
        }
        // In 0.8 the weight is a member of the component, not a property of its type.
        if name == "weight" {
            weight = Number::from_payload(value).map_or(Field::Absent, Field::Value);
            let place = if weight.is_absent() {
                None
            } else {
                Some((to, "weight"))
            };
            fields.add(Copied, &rules.weight, (from, "weight"), place);
            continue;
        }
        let place = place.part(shown.get(name));
        backward.add_unknown(name, value, &place, known_count, fields);
    }
    backward.add_defaults(old, fields);
    let properties = backward.properties.payload();
    let mut new = v0_8::Component::new(id, v0_8::ComponentType::new(new_name, properties));
    new.weight = weight;
    new
}

/// The translation of the properties of a component to 0.8.
struct BackwardProperties<'a> {
    /// The component type, if the published catalog has it.
    known: Option<&'static Type>,
    naming: &'a Naming,
    /// The source of the results of function calls.
    place: &'a ValuePlace<'a>,
    /// The place of the component in 0.9.
    from: &'a Pointer,
    /// The place of the properties in 0.8.
    to: &'a Pointer,
    properties: Properties<'a>,
}

impl<'a> BackwardProperties<'a> {
    /// Returns the row of a property, if the published catalog has the property.
    fn row(&self, name: &str) -> Option<&'static Row> {
        self.known?.row_of_v0_9(name)
    }

    /// Adds a property of the published catalog, or the replacement that 0.8 requires.
    fn add_known(&mut self, row: &'static Row, value: &'a Payload, fields: &mut FieldMap) {
        let (from, to) = ((self.from, row.v0_9), (self.to, row.v0_8));
        let translated = row
            .kind
            .backward(value, self.naming, &self.place.member(row.v0_8));
        let stand_in = match translated {
            // 0.8 lacks the property.
            _ if row.v0_8.is_empty() => None,
            TranslatedValue::Value(target) => {
                return self.add_translated(row, (value, target), fields);
            }
            TranslatedValue::CallResult(result) => {
                fields.remark(Carried, &row.backward, from, Some(to), RESULT);
                self.properties.insert(row.v0_8, Cow::Owned(result));
                return;
            }
            TranslatedValue::Inexpressible(stand_in) if row.is_required => Some(stand_in),
            TranslatedValue::Inexpressible(_) => None,
        };
        let remark = match row.kind {
            Kind::Action => action::missing_name(value),
            _ => INEXPRESSIBLE,
        };
        let place = stand_in.map(|_| to);
        fields.remark(Carried, &row.backward, from, place, remark);
        if let Some(stand_in) = stand_in {
            self.properties.insert(row.v0_8, Cow::Owned(json(stand_in)));
        }
    }

    /// Adds a property of the published catalog that 0.8 can express.
    fn add_translated(
        &mut self,
        row: &'static Row,
        (value, mut target): (&Payload, Cow<'a, Payload>),
        fields: &mut FieldMap,
    ) {
        if row.kind.is_open() {
            target = property::rename_references(row.v0_8, target, self.naming);
        }
        let verdict = verdict((row.v0_9, value), (row.v0_8, &target), fields);
        let remark = match row.kind {
            Kind::Action if fields.is_wanted() && action::is_direct(value) => DIRECT,
            _ => "",
        };
        let (from, to) = ((self.from, row.v0_9), (self.to, row.v0_8));
        fields.remark(verdict, &row.backward, from, Some(to), remark);
        self.properties.insert(row.v0_8, target);
    }

    /// Translates a property that the published catalog lacks by the form of its value. Adds it unless one of the first
    /// `known_count` properties, which the catalog defines, has its name.
    fn add_unknown(
        &mut self,
        name: &'a str,
        value: &'a Payload,
        place: &ValuePlace<'_>,
        known_count: usize,
        fields: &mut FieldMap,
    ) {
        let target = property::backward_by_form(name, value, place);
        let target = property::rename_references(name, target, self.naming);
        // An unknown property never replaces one of the published catalog.
        let mut of_catalog = self.properties.0.iter().take(known_count);
        let is_taken = of_catalog.any(|(taken, _)| *taken == name);
        let verdict = verdict_of_copy(fields.are_same(&target, value));
        let to = if is_taken {
            None
        } else {
            Some((self.to, name))
        };
        fields.remark(verdict, &BACKWARD.property, (self.from, name), to, UNKNOWN);
        // In the target, the name means a property of the published catalog, so an edit of that property wins.
        if let Some(row) = self.known.and_then(|known| known.row_of_v0_8(name)) {
            let old = fields.member(self.from, row.v0_9);
            fields.show(old, fields.member(self.to, name));
        }
        if !is_taken {
            self.properties.0.push((name, target));
        }
    }

    /// Adds the number of selectable options, if it is omitted. The default is one choice in 0.9, and any number in 0.8.
    fn add_defaults(&mut self, old: &v0_9::Component, fields: &mut FieldMap) {
        let Some(known) = self.known else {
            return;
        };
        for row in known.rows {
            if matches!(row.kind, Kind::Selections) && old.extra.get(row.v0_9).is_none() {
                let (from, to) = ((self.from, row.v0_9), (self.to, row.v0_8));
                fields.add(Derived, &row.backward, from, Some(to));
                self.properties.insert(row.v0_8, Cow::Owned(json("1")));
            }
        }
    }
}

/// Returns the members of an object. If a name occurs several times, the last member wins.
fn last_members(object: &Payload) -> Vec<(Cow<'_, str>, Payload)> {
    let mut members: Vec<_> = object.members().collect();
    let mut names: Vec<(&str, usize)> = members
        .iter()
        .enumerate()
        .map(|(at, (name, _))| (&**name, at))
        .collect();
    names.sort_unstable();
    let mut earlier = Vec::new();
    for pair in names.windows(2) {
        match pair {
            [(name, at), (next, _)] if name == next => earlier.push(*at),
            _ => {}
        }
    }
    if earlier.is_empty() {
        return members;
    }
    earlier.sort_unstable();
    // The members themselves are not cloned, because their values may be long.
    let mut indices = 0..;
    members.retain(|_| {
        let at = indices.next().unwrap_or_default();
        earlier.binary_search(&at).is_err()
    });
    members
}

/// The properties of a 0.8 component, in their order.
#[derive(Default)]
struct Properties<'a>(Vec<(&'a str, Cow<'a, Payload>)>);

impl<'a> Properties<'a> {
    /// Sets a property. The last value wins.
    fn insert(&mut self, name: &'a str, value: Cow<'a, Payload>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => self.0.push((name, value)),
        }
    }

    /// Returns the properties as a JSON object.
    fn payload(&self) -> Payload {
        Payload::object(self.0.iter().map(|(name, value)| (*name, &**value)))
    }
}
