//! The basic catalog of A2UI 0.10: that of [0.9](crate::v0_9::basic), but for five components.
//!
//! Calls in the properties are those of 0.9, in which `callableFrom` is kept in `extra`; the call of an
//! [`Action`](super::Action) names it.

mod components;
mod parts;

pub use crate::v0_9::basic::{
    AccessibilityAttributes, Align, And, AudioPlayer, ButtonVariant, Card, CheckBox, ChoiceDisplayStyle,
    ChoiceOption, ChoicePicker, ChoiceVariant, Column, DateTimeInput, Divider, DividerAxis, Email, FUNCTIONS,
    FormatCurrency, FormatDate, FormatNumber, FormatString, Image, ImageFit, ImageVariant, Justify, Length,
    List, ListDirection, Modal, NamedIcon, Not, Numeric, OpenUrl, Or, Pluralize, Regex, Required, Row, Tab,
    Tabs, Text, TextFieldVariant, TextVariant,
};
pub use components::{BasicComponent, Button, Icon, Slider, TextField, Video};
pub use parts::{IconName, SvgPath};

#[cfg(test)]
pub(crate) use components::visit_components;
pub(crate) use components::{COMPONENT_TYPES, judge_component};

wire::inventory! {
    /// What the components that are new in this version consist of.
    pub static PART_TYPES = [ IconName, SvgPath ];
}
