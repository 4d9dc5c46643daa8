//! Dictionaries of primitives: the rules `D-…`.

use super::{
    checker::{Checker, LIST, TEXT, mismatch},
    rules,
};
use crate::dictionary::{Dictionary, Primitive};
use std::collections::BTreeSet;
use wire::{Pointer, Tolerant};

pub(super) fn check_dictionary(dictionary: &Dictionary, at: &Pointer, checker: &mut Checker<'_>) {
    if dictionary.version.is_none() {
        checker.report_missing(&rules::D_REQUIRED, at, "version", &dictionary.extra);
    }
    if dictionary.stage.is_none() {
        checker.report_missing(&rules::D_REQUIRED, at, "stage", &dictionary.extra);
    }
    let Some(primitives) = dictionary.primitives.get() else {
        let message = match dictionary.primitives.invalid() {
            Some(odd) => mismatch(odd.kind(), LIST),
            None => "the required member `primitives` is missing".to_owned(),
        };
        return checker.report(
            &rules::D_REQUIRED,
            at.member("primitives"),
            message,
            "add an array of primitives",
        );
    };
    let mut names = BTreeSet::new();
    checker.check_elements(
        &at.member("primitives"),
        primitives,
        &rules::D_REQUIRED,
        |checker, at, item| {
            check_primitive(item, at, checker);
            if item
                .name
                .get()
                .is_some_and(|name| !names.insert(name.as_str()))
            {
                checker.report(
                    &rules::D_SAME_NAME,
                    at.member("name"),
                    "an earlier primitive already has this name",
                    "use a unique name",
                );
            }
        },
    );
}

fn check_primitive(primitive: &Primitive, at: &Pointer, checker: &mut Checker<'_>) {
    match &primitive.name {
        Tolerant::Value(_) => {}
        Tolerant::Invalid(odd) => {
            checker.report_wrong_type(&rules::D_REQUIRED, at.member("name"), odd.kind(), TEXT)
        }
        Tolerant::Absent => {
            checker.report_missing(&rules::D_REQUIRED, at, "name", &primitive.extra)
        }
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
            checker.report_missing(&rules::D_REQUIRED, at, name, &primitive.extra);
        }
    }
}
