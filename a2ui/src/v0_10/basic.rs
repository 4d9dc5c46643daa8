//! The basic catalog of A2UI 0.10: that of [0.9](crate::v0_9::basic), but for five components.
//!
//! Calls in the properties are those of 0.9, in which `callableFrom` is kept in `extra`; the call of an
//! [`Action`] names it.

pub use crate::v0_9::basic::{
    AccessibilityAttributes, Align, And, AudioPlayer, ButtonVariant, Card, CheckBox, ChoiceDisplayStyle,
    ChoiceOption, ChoicePicker, ChoiceVariant, Column, DateTimeInput, Divider, DividerAxis, Email, FUNCTIONS,
    FormatCurrency, FormatDate, FormatNumber, FormatString, Image, ImageFit, ImageVariant, Justify, Length,
    List, ListDirection, Modal, NamedIcon, Not, Numeric, OpenUrl, Or, Pluralize, Regex, Required, Row, Tab,
    Tabs, Text, TextFieldVariant, TextVariant,
};

use super::{Action, CheckRule, DynamicNumber, DynamicString};
use crate::{
    ComponentId,
    catalog::{
        basic::{components::basic_components, parts::basic_icon},
        rule,
    },
};
use wire::{Field, Number};

basic_components! { v0_10 "0.10" }

basic_icon! {
    v0_10
    /// Which icon is shown: one of the set by name, or one by its shape. A2UI 0.10, `Icon.name`.
    expected "the name of an icon, or {\"path\": …}"
}

wire::inventory! {
    /// What the components that are new in this version consist of.
    pub static PART_TYPES = [ IconName, SvgPath ];
}
