//! The common types for all catalogs, from A2UI's `common_types.json`.

use crate::Version;

/// A common type for the properties and arguments of all catalogs.
///
/// Specification: [A2UI 1.0, common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommonType {
    /// The properties for assistive technology.
    AccessibilityAttributes,
    /// An event for the agent, or a function call.
    Action,
    /// The condition of a check.
    CheckCondition,
    /// A condition on the value of an input.
    CheckRule,
    /// The members that all inputs have, which are checked with the component.
    Checkable,
    /// A list of component ids, or a template.
    ChildList,
    /// The members that all components have, which are checked with the component.
    ComponentCommon,
    /// The id of a component.
    ComponentId,
    /// A binding to a data model path.
    DataBinding,
    /// A boolean, binding or call.
    DynamicBoolean,
    /// A number, binding or call.
    DynamicNumber,
    /// A string, binding or call.
    DynamicString,
    /// A list of strings, a binding or a call.
    DynamicStringList,
    /// A value of any type, a binding or a call.
    DynamicValue,
    /// A call of a function.
    FunctionCall,
}

impl CommonType {
    /// Returns the type with this name in `common_types.json`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "AccessibilityAttributes" => Self::AccessibilityAttributes,
            "Action" => Self::Action,
            "CheckCondition" => Self::CheckCondition,
            "CheckRule" => Self::CheckRule,
            "Checkable" => Self::Checkable,
            "Child" | "ComponentId" => Self::ComponentId,
            "ChildList" => Self::ChildList,
            "ComponentCommon" => Self::ComponentCommon,
            "DataBinding" => Self::DataBinding,
            "DynamicBoolean" => Self::DynamicBoolean,
            "DynamicNumber" => Self::DynamicNumber,
            "DynamicString" => Self::DynamicString,
            "DynamicStringList" => Self::DynamicStringList,
            "DynamicValue" => Self::DynamicValue,
            "FunctionCall" => Self::FunctionCall,
            _ => return None,
        })
    }

    /// Returns `true` if the type describes values, and `false` if it only describes members of components.
    pub(super) fn is_of_values(self) -> bool {
        !matches!(self, Self::ComponentCommon | Self::Checkable)
    }

    pub(super) fn refers_to_components(self) -> bool {
        matches!(self, Self::ComponentId | Self::ChildList)
    }

    /// Returns `true` if catalogs of the version use the type. Catalogs of 0.8 describe all values themselves.
    pub(super) fn is_in(self, version: Version) -> bool {
        self == Self::ComponentId || version != Version::V0_8
    }
}
