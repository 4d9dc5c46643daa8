//! Markers of a projection: the rules `P-…` about them.

use super::{
    checker::{Checker, OBJECT, TEXT},
    rules, slot_checks, suggestion, workflow,
};
use crate::manifest::{Marker, MarkerType};
use std::collections::BTreeSet;
use wire::{List, Pointer, Tolerant};

/// The primitives that are allowed in a recipe.
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

pub(super) fn check_markers(markers: &List<Marker>, at: &Pointer, checker: &mut Checker<'_>) {
    let mut ids = BTreeSet::new();
    checker.check_elements(at, markers, &rules::P_MARKERS, |checker, at, marker| {
        match &marker.id {
            Tolerant::Value(id) if id.as_str().is_empty() => {
                checker.report(
                    &rules::P_MARKER_ID,
                    at.member("id"),
                    "the marker has an empty id",
                    "use a unique id",
                );
            }
            Tolerant::Value(id) => {
                if !ids.insert(id.as_str()) {
                    let message = "an earlier marker already has this id";
                    checker.report(
                        &rules::P_SAME_MARKER,
                        at.member("id"),
                        message,
                        "use a unique id",
                    );
                }
            }
            Tolerant::Invalid(odd) => {
                checker.report_wrong_type(&rules::P_MARKER_ID, at.member("id"), odd.kind(), TEXT)
            }
            Tolerant::Absent => {
                checker.report_missing(&rules::P_MARKER_ID, at, "id", &marker.extra)
            }
        }
        check_marker_type(marker, at, checker);
        check_recipe(marker, at, checker);
    });
}

fn check_marker_type(marker: &Marker, at: &Pointer, checker: &mut Checker<'_>) {
    let word = match &marker.marker_type {
        Tolerant::Value(MarkerType::Other(word)) => word.as_str(),
        Tolerant::Value(_) => return,
        Tolerant::Invalid(_) | Tolerant::Absent => "",
    };
    let hint = suggestion::suggest_word(
        word,
        MarkerType::WORDS.iter().copied(),
        "use \"cursor\" or \"pointer\"",
    );
    let message = "the marker is neither a cursor nor a pointer";
    checker.report(&rules::P_MARKER_TYPE, at.member("type"), message, hint);
}

fn check_recipe(marker: &Marker, at: &Pointer, checker: &mut Checker<'_>) {
    let at = at.member("recipe");
    let Some(steps) = marker.recipe.get().filter(|steps| !steps.is_empty()) else {
        return checker.report(
            &rules::P_RECIPE,
            at,
            "the marker has no recipe",
            "add an array of steps",
        );
    };
    for (index, step) in steps.entries().enumerate() {
        let at = at.element(index);
        let step = match step {
            Ok(step) => step,
            Err(odd) if odd.is_object() => {
                checker.report_duplicates(&at, odd);
                continue;
            }
            Err(odd) => {
                checker.report_wrong_type(&rules::P_RECIPE_STEP, at, odd.kind(), OBJECT);
                continue;
            }
        };
        let name = step.primitive.get().map_or("", AsRef::as_ref);
        if !ALLOWED.contains(&name) {
            let hint = suggestion::suggest_word(
                name,
                ALLOWED,
                &format!("use one of {}", ALLOWED.join(", ")),
            );
            let message = "the step does not name a primitive that is allowed in a recipe";
            checker.report(&rules::P_RECIPE_STEP, at.member("primitive"), message, hint);
        }
        workflow::check_arguments(&step.args, &at, checker);
        if let Some(args) = &step.args {
            slot_checks::check_texts(args, &at.member("args"), None, checker);
        }
    }
}
