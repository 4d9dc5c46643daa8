//! The types that A2UI defines for all catalogs, in `common_types.json`.

use crate::{
    ComponentId, Version,
    catalog::{CatalogValue, Checker},
    v0_9, v0_10, v1_0,
};
use wire::{Payload, Pointer};

type CheckValue = fn(&Payload, &Pointer, &mut Checker<'_>);

/// Returns the check of a common type in a version; `None` if the type is unknown.
pub(super) fn check_of(name: &str, version: Version) -> Option<CheckValue> {
    match version {
        Version::V0_8 => None,
        Version::V1_0 => of_1_0(name),
        Version::V0_9 => of_0_9(name, v0_9::Action::check),
        Version::V0_10 | Version::V1_0June => of_0_9(name, v0_10::Action::check),
    }
}

fn of_0_9(name: &str, action: CheckValue) -> Option<CheckValue> {
    Some(match name {
        "DynamicString" => v0_9::DynamicString::check,
        "DynamicNumber" => v0_9::DynamicNumber::check,
        "DynamicBoolean" => v0_9::DynamicBoolean::check,
        "DynamicStringList" => v0_9::DynamicStringList::check,
        "DynamicValue" => v0_9::DynamicValue::check,
        "DataBinding" => v0_9::DataBinding::check,
        "FunctionCall" => call,
        "ChildList" => v0_9::ChildList::check,
        "ComponentId" => ComponentId::check,
        "CheckRule" => v0_9::CheckRule::check,
        "AccessibilityAttributes" => v0_9::basic::AccessibilityAttributes::check,
        "Action" => action,
        _ => return None,
    })
}

fn of_1_0(name: &str) -> Option<CheckValue> {
    Some(match name {
        "DynamicString" => v1_0::DynamicString::check,
        "DynamicNumber" => v1_0::DynamicNumber::check,
        "DynamicBoolean" => v1_0::DynamicBoolean::check,
        "DynamicStringList" => v1_0::DynamicStringList::check,
        "DynamicValue" => v1_0::DynamicValue::check,
        "DataBinding" => v1_0::DataBinding::check,
        "FunctionCall" => call,
        "ChildList" => v1_0::ChildList::check,
        "ComponentId" | "Child" => ComponentId::check,
        "CheckRule" => v1_0::CheckRule::check,
        "AccessibilityAttributes" => v1_0::basic::AccessibilityAttributes::check,
        "Action" => v1_0::Action::check,
        _ => return None,
    })
}

/// Returns the check of the `checks` of an input.
pub(super) fn checks(version: Version) -> CheckValue {
    match version {
        Version::V1_0 => Vec::<v1_0::CheckRule>::check,
        _ => Vec::<v0_9::CheckRule>::check,
    }
}

/// Returns the check of the accessibility attributes of a component.
pub(super) fn accessibility(version: Version) -> CheckValue {
    match version {
        Version::V1_0 => v1_0::basic::AccessibilityAttributes::check,
        _ => v0_9::basic::AccessibilityAttributes::check,
    }
}

fn call(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    checker.call(value, at, None);
}
