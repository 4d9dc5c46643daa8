//! What stands in the properties of single components.

use super::NamedIcon;
use crate::{
    ComponentId,
    catalog::{data_path, tables::judged_objects},
    v0_8::{BoundString, bound_value::bound},
};
use wire::Field;

judged_objects! {
    /// A tab of [`Tabs`](super::Tabs).
    pub struct TabItem {
        /// What is written on it.
        title: BoundString,
        /// What it shows.
        child: ComponentId,
    }
    /// What can be chosen in a [`MultipleChoice`](super::MultipleChoice).
    pub struct ChoiceOption {
        /// What is shown.
        label: BoundString,
        /// What then stands in the selections.
        value: String,
    }
    /// Which icon is shown: one of the set, or the one that the data model names. A2UI 0.8, `Icon.name`.
    pub struct BoundIcon {
        /// Its name.
        literal_string as "literalString"?: Field<NamedIcon>,
        /// Where its name stands in the data model.
        path?: Field<String> where data_path,
    } where bound;
}

impl From<NamedIcon> for BoundIcon {
    fn from(icon: NamedIcon) -> Self {
        Self::new().literal_string(icon)
    }
}

impl From<&str> for BoundIcon {
    fn from(name: &str) -> Self {
        Self::new().literal_string(name)
    }
}
