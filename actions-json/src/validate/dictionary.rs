//! Dictionaries of primitives.

use super::{
    judge::{Judge, LIST, sentence},
    rules,
};
use crate::dictionary::{Dictionary, Primitive};
use std::collections::BTreeSet;
use wire::{Pointer, Tolerant};

pub(super) fn dictionary(dictionary: &Dictionary, at: &Pointer, judge: &mut Judge<'_>) {
    if dictionary.version.is_none() {
        judge.missing(&rules::D_REQUIRED, at, "version", &dictionary.extra);
    }
    if dictionary.stage.is_none() {
        judge.missing(&rules::D_REQUIRED, at, "stage", &dictionary.extra);
    }
    let Some(primitives) = dictionary.primitives.get() else {
        let message = dictionary
            .primitives
            .invalid()
            .map_or_else(|| "`primitives` is missing.".to_owned(), |odd| sentence(odd.kind()));
        return judge.find(&rules::D_REQUIRED, at.member("primitives"), message, LIST);
    };
    let mut names = BTreeSet::new();
    judge.elements(&at.member("primitives"), primitives, &rules::D_REQUIRED, |judge, at, item| {
        primitive(item, at, judge);
        if item.name.get().is_some_and(|name| !names.insert(name.as_str())) {
            judge.find(
                &rules::D_SAME_NAME,
                at.member("name"),
                "A primitive further up has this name.",
                "one of its own",
            );
        }
    });
}

fn primitive(primitive: &Primitive, at: &Pointer, judge: &mut Judge<'_>) {
    match &primitive.name {
        Tolerant::Value(_) => {}
        Tolerant::Invalid(odd) => {
            judge.find(&rules::D_REQUIRED, at.member("name"), sentence(odd.kind()), "a text")
        }
        Tolerant::Absent => judge.missing(&rules::D_REQUIRED, at, "name", &primitive.extra),
    }
    let members = [
        ("version", &primitive.version),
        ("stage", &primitive.stage),
        ("summary", &primitive.summary),
        ("capability_class", &primitive.capability_class),
        ("portable", &primitive.portable),
        ("capabilities", &primitive.capabilities),
        ("input_schema", &primitive.input_schema),
        ("output_schema", &primitive.output_schema),
        ("adapters", &primitive.adapters),
        ("errors", &primitive.errors),
        ("conformance", &primitive.conformance),
    ];
    for (name, member) in members {
        if member.is_none() {
            judge.missing(&rules::D_REQUIRED, at, name, &primitive.extra);
        }
    }
}
