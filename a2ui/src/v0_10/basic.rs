//! The basic catalog of A2UI 0.10: the catalog of [0.9](crate::v0_9::basic), except for five components.
//!
//! Calls in properties have the types of 0.9, which preserve `callableFrom` in `extra`. Only the call in an
//! [`Action`] has a field for it.

#[doc(inline)]
pub use crate::v0_9::basic::{
    AccessibilityAttributes, Align, And, AudioPlayer, ButtonVariant, Card, CheckBox,
    ChoiceDisplayStyle, ChoiceOption, ChoicePicker, ChoiceVariant, Column, DateTimeInput, Divider,
    DividerAxis, Email, FormatCurrency, FormatDate, FormatNumber, FormatString, Image, ImageFit,
    ImageVariant, Justify, Length, List, ListDirection, Modal, NamedIcon, Not, Numeric, OpenUrl,
    Or, Pluralize, Regex, Required, Row, Tab, Tabs, Text, TextFieldVariant, TextVariant,
};

use super::{Action, CheckRule, DynamicNumber, DynamicString};
use crate::{
    ComponentId,
    catalog::basic::{
        components::{any_basic_component, differing_components},
        parts::basic_icon,
    },
};
use wire::{Field, Number};

any_basic_component! { "0.10" }
differing_components! {
    accessibility "accessibility", checks "checks",
    Video {
        /// The URL of the image that is shown before the video plays.
        poster_url as "posterUrl"?: Field<DynamicString>,
    }
    TextField {
        /// The text that is shown while the input is empty.
        placeholder?: Field<DynamicString>,
    }
    Slider {
        /// The number of steps of the slider, an integer of at least 1.
        steps?: Field<Number>,
    }
}

basic_icon! {
    /// The icon to display: a name of the standard set, or an SVG path.
    ///
    /// Specification: [A2UI 0.10, basic catalog, `Icon`](https://github.com/google/A2UI/blob/e851f3a912f24e38a0761ad7202fb1db10c07fdd/specification/v0_10/catalogs/basic/catalog.json).
    shape {
        /// The path, as in the attribute `d` of an SVG `path`. The object looks like a binding but is not one.
        path: String,
    }
    expected "the name of an icon, or {\"path\": …}"
}

wire::inventory! {
    /// The types used in the properties of components that this version changed.
    pub(crate) static PART_TYPES = [ IconName, SvgPath ];
}
