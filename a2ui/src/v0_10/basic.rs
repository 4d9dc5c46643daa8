//! The basic catalog of A2UI 0.10: the catalog of [0.9](crate::v0_9::basic), except for five components.
//!
//! Calls in properties have the types of 0.9, which preserve `callableFrom` in `extra`. The call in an [`Action`] has a
//! field for it.

#[doc(inline)]
pub use crate::v0_9::basic::{
    AccessibilityAttributes, Align, And, AudioPlayer, ButtonVariant, Card, CheckBox,
    ChoiceDisplayStyle, ChoiceOption, ChoicePicker, ChoiceVariant, Column, DateTimeInput, Divider,
    DividerAxis, Email, FUNCTIONS, FormatCurrency, FormatDate, FormatNumber, FormatString, Image,
    ImageFit, ImageVariant, Justify, Length, List, ListDirection, Modal, NamedIcon, Not, Numeric,
    OpenUrl, Or, Pluralize, Regex, Required, Row, Tab, Tabs, Text, TextFieldVariant, TextVariant,
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
    /// The icon to display: a name of the standard set, or an SVG path.
    ///
    /// Specification: [A2UI 0.10, basic catalog, `Icon`](https://github.com/google/A2UI/blob/e851f3a912f24e38a0761ad7202fb1db10c07fdd/specification/v0_10/catalogs/basic/catalog.json).
    expected "the name of an icon, or {\"path\": …}"
}

wire::inventory! {
    /// The types used in the properties of components that this version changed.
    pub(crate) static PART_TYPES = [ IconName, SvgPath ];
}
