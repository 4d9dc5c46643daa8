//! The components of the standard catalog, and what their properties consist of.

use super::{
    Alignment, ChoiceVariant, Distribution, DividerAxis, ImageFit, ImageUsageHint, ListDirection, NamedIcon,
    TextFieldType, UsageHint,
};
use crate::{
    ComponentId,
    catalog::{
        data_path, rule,
        tables::{checked_objects, components},
    },
    v0_8::{Action, BoundBoolean, BoundNumber, BoundString, BoundStringList, Children, bound_value::bound},
};
use wire::{Field, Number};

components! {
    v0_8
    /// The properties of a component, by its type in the standard catalog of A2UI 0.8.
    pub enum BasicComponent;

    common {}

    /// Text.
    pub struct Text {
        /// What is shown.
        text: BoundString,
        /// How it looks.
        usage_hint as "usageHint"?: Field<UsageHint>,
    }

    /// An image.
    pub struct Image {
        /// Where it is.
        url: BoundString,
        /// What it shows, for those who do not see it.
        alt_text as "altText"?: Field<BoundString>,
        /// How it fills its frame.
        fit?: Field<ImageFit>,
        /// What it is for.
        usage_hint as "usageHint"?: Field<ImageUsageHint>,
    }

    /// An icon.
    pub struct Icon {
        /// Which.
        name: BoundIcon,
    }

    /// A video.
    pub struct Video {
        /// Where it is.
        url: BoundString,
    }

    /// Sound.
    pub struct AudioPlayer {
        /// Where it is.
        url: BoundString,
        /// What is heard: a title, a summary.
        description?: Field<BoundString>,
    }

    /// Children beside each other.
    pub struct Row {
        /// Which.
        children: Children,
        /// Where they stand from side to side.
        distribution?: Field<Distribution>,
        /// Where they stand from top to bottom.
        alignment?: Field<Alignment>,
    }

    /// Children below each other.
    pub struct Column {
        /// Which.
        children: Children,
        /// Where they stand from top to bottom.
        distribution?: Field<Distribution>,
        /// Where they stand from side to side.
        alignment?: Field<Alignment>,
    }

    /// Children that can be scrolled through.
    pub struct List {
        /// Which.
        children: Children,
        /// Where it grows.
        direction?: Field<ListDirection>,
        /// Where they stand across that direction.
        alignment?: Field<Alignment>,
    }

    /// One child in a frame.
    pub struct Card {
        /// Which.
        child: ComponentId,
    }

    /// Several children, one of which is shown.
    pub struct Tabs {
        /// Which.
        tab_items as "tabItems": Vec<TabItem>,
    }

    /// A line.
    pub struct Divider {
        /// Where it runs.
        axis?: Field<DividerAxis>,
    }

    /// A child that is shown above everything else when another one is used.
    pub struct Modal {
        /// What opens it.
        entry_point_child as "entryPointChild": ComponentId,
        /// What is then shown.
        content_child as "contentChild": ComponentId,
    }

    /// A button.
    pub struct Button {
        /// What is shown on it.
        child: ComponentId,
        /// Whether it is the one that is expected to be used.
        primary?: Field<bool>,
        /// What it does.
        action: Action,
    }

    /// Something that the user says yes or no to.
    pub struct CheckBox {
        /// What is written beside it.
        label: BoundString,
        /// Whether it is checked; a path to which it writes.
        value: BoundBoolean,
    }

    /// Text that the user writes.
    pub struct TextField {
        /// What is written beside it.
        label: BoundString,
        /// What stands in it; a path to which it writes.
        text?: Field<BoundString>,
        /// What is written into it.
        text_field_type as "textFieldType"?: Field<TextFieldType>,
        /// A regular expression for it.
        validation_regexp as "validationRegexp"?: Field<String>,
    }

    /// A date, a time, or both.
    pub struct DateTimeInput {
        /// The date or time in ISO 8601; a path to which it writes.
        value: BoundString,
        /// Whether there is a date.
        enable_date as "enableDate"?: Field<bool>,
        /// Whether there is a time.
        enable_time as "enableTime"?: Field<bool>,
    }

    /// Options from which the user chooses.
    pub struct MultipleChoice {
        /// The values of what is chosen; a path to which it writes.
        selections: BoundStringList,
        /// What can be chosen.
        options: Vec<ChoiceOption>,
        /// How many can be chosen: an integer.
        max_allowed_selections as "maxAllowedSelections"?: Field<Number> where rule::whole,
        /// How they look.
        variant?: Field<ChoiceVariant>,
        /// Whether the user can search among them.
        filterable?: Field<bool>,
    }

    /// A number that the user chooses by pulling.
    pub struct Slider {
        /// What is written beside it.
        label?: Field<BoundString>,
        /// The number; a path to which it writes.
        value: BoundNumber,
        /// The least.
        min_value as "minValue"?: Field<Number>,
        /// The greatest.
        max_value as "maxValue"?: Field<Number>,
    }
}

checked_objects! {
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
