//! The records of AAP.

use super::{Translatable, are_shallow};
use crate::lens::{carry::CarriedField, depth, derived::ValueAt, difference::Change};
use aap::Interaction;
use wire::{Field, Payload, Pointer};

/// Sets a field, and sets `is_another` if the value changed.
fn set<T: PartialEq>(field: &mut T, value: T, is_another: &mut bool) {
    *is_another |= *field != value;
    *field = value;
}

impl Translatable for Interaction {
    fn changes_from(&self, other: &Self, levels: usize) -> Option<Vec<Change>> {
        if levels != 1 {
            return None;
        }
        let at = Pointer::from_static;
        let mut changes = Vec::new();
        let mut text = |place, text: &str, other: &str| {
            if text != other {
                changes.push((at(place), Some(Payload::string(text))));
            }
        };
        text("/id", self.id.as_str(), other.id.as_str());
        text("/timestamp", self.timestamp.as_str(), other.timestamp.as_str());
        text("/canvasFile", self.canvas_file.as_str(), other.canvas_file.as_str());
        text("/action", self.action.as_str(), other.action.as_str());
        if self.element != other.element && !self.element.is_absent() {
            changes.push((at("/element"), Some(super::payload(&self.element))));
        }
        if self.data != other.data && self.data.is_some() {
            changes.push((at("/data"), self.data.clone()));
        }
        if self.summary != other.summary {
            changes.push((at("/summary"), Some(Payload::string(&self.summary))));
        }
        let member = |name: &str| Pointer::root().member(name);
        let new = self.extra.iter().filter(|(name, value)| other.extra.get(name) != Some(*value));
        changes.extend(new.map(|(name, value)| (member(name), Some(value.clone()))));
        if self.element.is_absent() && !other.element.is_absent() {
            changes.push((at("/element"), None));
        }
        if self.data.is_none() && other.data.is_some() {
            changes.push((at("/data"), None));
        }
        let gone = other.extra.iter().filter(|(name, _)| self.extra.get(name).is_none());
        changes.extend(gone.map(|(name, _)| (member(name), None)));
        Some(changes)
    }

    fn with_restored(mut self, kept: &[&CarriedField]) -> Option<Self> {
        let mut is_another = false;
        for CarriedField { pointer, value } in kept {
            let at = &mut is_another;
            match (pointer.as_str(), value) {
                ("/id", Some(id)) => set(&mut self.id, id.decode().ok()?, at),
                ("/timestamp", Some(timestamp)) => set(&mut self.timestamp, timestamp.decode().ok()?, at),
                ("/canvasFile", Some(file)) => set(&mut self.canvas_file, file.decode().ok()?, at),
                ("/action", Some(action)) => set(&mut self.action, action.decode().ok()?, at),
                ("/summary", Some(summary)) => set(&mut self.summary, summary.decode().ok()?, at),
                ("/element", Some(element)) => set(&mut self.element, element.decode().ok()?, at),
                ("/element", None) => set(&mut self.element, Field::Absent, at),
                ("/data", data) => set(&mut self.data, data.clone(), at),
                (_, Some(value)) => {
                    let mut segments = pointer.segments();
                    let (Some(name), None) = (segments.next(), segments.next()) else { return None };
                    *at |= self.extra.insert(name, value.clone()).as_ref() != Some(value);
                }
                (_, None) => return None,
            }
        }
        is_another.then_some(self)
    }

    fn at(&self, pointer: &str) -> ValueAt<'_> {
        match pointer {
            "/id" => ValueAt::Text(self.id.as_str()),
            "/timestamp" => ValueAt::Text(self.timestamp.as_str()),
            "/canvasFile" => ValueAt::Text(self.canvas_file.as_str()),
            "/action" => ValueAt::Text(self.action.as_str()),
            "/data" => self.data.as_ref().map_or(ValueAt::Nothing, |data| ValueAt::Json(data.text())),
            _ => ValueAt::Unknown,
        }
    }

    fn is_shallow(&self) -> bool {
        depth::is_shallow(self.data.as_ref()) && are_shallow(&self.extra)
    }
}
