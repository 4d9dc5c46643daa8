//! What A2UI defines for all catalogs, in `common_types.json`.

use crate::{
    ComponentId, Version,
    catalog::{Judge, Judged},
    v0_9, v0_10, v1_0,
};
use wire::{Payload, Pointer};

type JudgeOf = fn(&Payload, &Pointer, &mut Judge<'_>);

/// The judgement of a common type in a version; `None` if it is not known.
pub(super) fn judgement(name: &str, version: Version) -> Option<JudgeOf> {
    match version {
        Version::V0_8 => None,
        Version::V1_0 => of_1_0(name),
        Version::V0_9 => of_0_9(name, v0_9::Action::judge),
        Version::V0_10 | Version::V1_0June => of_0_9(name, v0_10::Action::judge),
    }
}

fn of_0_9(name: &str, action: JudgeOf) -> Option<JudgeOf> {
    Some(match name {
        "DynamicString" => v0_9::DynamicString::judge,
        "DynamicNumber" => v0_9::DynamicNumber::judge,
        "DynamicBoolean" => v0_9::DynamicBoolean::judge,
        "DynamicStringList" => v0_9::DynamicStringList::judge,
        "DynamicValue" => v0_9::DynamicValue::judge,
        "DataBinding" => v0_9::DataBinding::judge,
        "FunctionCall" => call,
        "ChildList" => v0_9::ChildList::judge,
        "ComponentId" => ComponentId::judge,
        "CheckRule" => v0_9::CheckRule::judge,
        "AccessibilityAttributes" => v0_9::basic::AccessibilityAttributes::judge,
        "Action" => action,
        _ => return None,
    })
}

fn of_1_0(name: &str) -> Option<JudgeOf> {
    Some(match name {
        "DynamicString" => v1_0::DynamicString::judge,
        "DynamicNumber" => v1_0::DynamicNumber::judge,
        "DynamicBoolean" => v1_0::DynamicBoolean::judge,
        "DynamicStringList" => v1_0::DynamicStringList::judge,
        "DynamicValue" => v1_0::DynamicValue::judge,
        "DataBinding" => v1_0::DataBinding::judge,
        "FunctionCall" => call,
        "ChildList" => v1_0::ChildList::judge,
        "ComponentId" | "Child" => ComponentId::judge,
        "CheckRule" => v1_0::CheckRule::judge,
        "AccessibilityAttributes" => v1_0::basic::AccessibilityAttributes::judge,
        "Action" => v1_0::Action::judge,
        _ => return None,
    })
}

/// The checks of an input.
pub(super) fn checks(version: Version) -> JudgeOf {
    match version {
        Version::V1_0 => Vec::<v1_0::CheckRule>::judge,
        _ => Vec::<v0_9::CheckRule>::judge,
    }
}

/// What every component may tell assistive technology.
pub(super) fn accessibility(version: Version) -> JudgeOf {
    match version {
        Version::V1_0 => v1_0::basic::AccessibilityAttributes::judge,
        _ => v0_9::basic::AccessibilityAttributes::judge,
    }
}

fn call(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
    judge.call(value, at, None);
}
