//! The components of the basic catalog.

use super::{
    AccessibilityAttributes, AudioPlayer, ButtonVariant, Card, CheckBox, ChoicePicker, Column, DateTimeInput,
    Divider, IconName, Image, List, Modal, Row, Tabs, Text, TextFieldVariant,
};
use crate::{
    ComponentId,
    catalog::{rule, tables::components},
    v0_9::{CheckRule, DynamicNumber, DynamicString},
    v0_10::Action,
};
use wire::{Field, Number};

components! {
    /// The properties of a component, by its type in the basic catalog of A2UI 0.10.
    pub enum BasicComponent;

    common {
        /// What assistive technology is told.
        accessibility?: Field<AccessibilityAttributes>,
        /// Its share of the room in the Row or Column of which it is a direct child.
        weight?: Field<Number>,
    }

    of {
        Text, Image, AudioPlayer, Row, Column, List, Card, Tabs, Modal, Divider, CheckBox, ChoicePicker,
        DateTimeInput,
    }

    /// An icon.
    pub struct Icon {
        /// Which.
        name: IconName,
    }

    /// A video.
    pub struct Video {
        /// Where it is.
        url: DynamicString,
        /// Where the image is that is shown before it plays.
        poster_url as "posterUrl"?: Field<DynamicString>,
    }

    /// A button.
    pub struct Button {
        /// What is shown on it.
        child: ComponentId,
        /// How it looks; absent means `default`.
        variant?: Field<ButtonVariant>,
        /// What it does.
        action: Action,
        /// What has to hold; otherwise it does nothing and says what does not.
        checks?: Field<Vec<CheckRule>>,
    }

    /// Text that the user writes.
    pub struct TextField {
        /// What is written beside it.
        label: DynamicString,
        /// What stands in it; a binding to which it writes.
        value?: Field<DynamicString>,
        /// What is shown while nothing stands in it.
        placeholder?: Field<DynamicString>,
        /// What is written into it; absent means `shortText`.
        variant?: Field<TextFieldVariant>,
        /// What has to hold of it.
        checks?: Field<Vec<CheckRule>>,
    }

    /// A number that the user chooses by pulling.
    pub struct Slider {
        /// What is written beside it.
        label?: Field<DynamicString>,
        /// The least; absent means 0.
        min?: Field<Number>,
        /// The greatest.
        max: Number,
        /// The number; a binding to which it writes.
        value: DynamicNumber,
        /// Into how many steps it is divided: an integer from 1 on.
        steps?: Field<Number> where rule::integer(1),
        /// What has to hold of it.
        checks?: Field<Vec<CheckRule>>,
    }
}
