//! Markers of a projection.

use super::{
    judge::{Judge, OBJECT, sentence},
    rules, slots, suggestion, workflow,
};
use crate::manifest::{Marker, MarkerType};
use std::collections::BTreeSet;
use wire::{List, Pointer, Tolerant};

/// What may be done on the way to a marker.
pub(super) const ALLOWED: [&str; 9] = [
    "keyboard.press",
    "pointer.click",
    "pointer.move",
    "pointer.double_click",
    "locator.element_info",
    "locator.wait_for",
    "text.insert",
    "text.type",
    "viewport.scroll",
];

pub(super) fn list(markers: &List<Marker>, at: &Pointer, judge: &mut Judge<'_>) {
    let mut ids = BTreeSet::new();
    judge.elements(at, markers, &rules::P_MARKERS, |judge, at, marker| {
        match &marker.id {
            Tolerant::Value(id) if id.as_str().is_empty() => {
                judge.find(&rules::P_MARKER_ID, at.member("id"), "This id is empty.", "an id");
            }
            Tolerant::Value(id) => {
                if !ids.insert(id.as_str()) {
                    let message = "A marker further up has this id.";
                    judge.find(&rules::P_SAME_MARKER, at.member("id"), message, "one of its own");
                }
            }
            Tolerant::Invalid(odd) => {
                judge.find(&rules::P_MARKER_ID, at.member("id"), sentence(odd.kind()), "a text")
            }
            Tolerant::Absent => judge.missing(&rules::P_MARKER_ID, at, "id", &marker.extra),
        }
        marker_type(marker, at, judge);
        recipe(marker, at, judge);
    });
}

fn marker_type(marker: &Marker, at: &Pointer, judge: &mut Judge<'_>) {
    let word = match &marker.marker_type {
        Tolerant::Value(MarkerType::Other(word)) => word.as_str(),
        Tolerant::Value(_) => return,
        Tolerant::Invalid(_) | Tolerant::Absent => "",
    };
    let hint = suggestion::suggest(word, MarkerType::WORDS.iter().copied(), "\"cursor\" or \"pointer\"");
    let message = "This marker is neither a cursor nor a pointer.";
    judge.find(&rules::P_MARKER_TYPE, at.member("type"), message, hint);
}

fn recipe(marker: &Marker, at: &Pointer, judge: &mut Judge<'_>) {
    let at = at.member("recipe");
    let Some(steps) = marker.recipe.get().filter(|steps| !steps.is_empty()) else {
        return judge.find(&rules::P_RECIPE, at, "This marker has no recipe.", "a list of steps");
    };
    for (index, step) in steps.entries().enumerate() {
        let at = at.element(index);
        let step = match step {
            Ok(step) => step,
            Err(odd) if odd.is_object() => {
                judge.find_duplicates(&at, odd);
                continue;
            }
            Err(odd) => {
                judge.find(&rules::P_RECIPE_STEP, at, sentence(odd.kind()), OBJECT);
                continue;
            }
        };
        let name = step.primitive.get().map_or("", AsRef::as_ref);
        if !ALLOWED.contains(&name) {
            let hint = suggestion::suggest(name, ALLOWED, &format!("one of {}", ALLOWED.join(", ")));
            let message = "This step names no primitive that is allowed in a recipe.";
            judge.find(&rules::P_RECIPE_STEP, at.member("primitive"), message, hint);
        }
        workflow::arguments(&step.args, &at, judge);
        if let Some(args) = &step.args {
            slots::texts(args, &at.member("args"), None, judge);
        }
    }
}
