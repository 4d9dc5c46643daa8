//! Components of the standard catalog, and the types of their properties.

use super::{
    Alignment, ChoiceVariant, Distribution, DividerAxis, ImageFit, ImageUsageHint, ListDirection,
    NamedIcon, TextFieldType, UsageHint,
};
use crate::{
    ComponentId,
    catalog::basic::components::{any_component, component_types},
    v0_8::{Action, BoundBoolean, BoundNumber, BoundString, BoundStringList, Children},
};
use wire::{Field, Number};

any_component! {
    /// The typed properties of a component of the standard catalog.
    ///
    /// Specification: [A2UI 0.8, standard catalog](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub enum BasicComponent of
        Text Image Icon Video AudioPlayer Row Column List Card Tabs Divider Modal Button CheckBox TextField DateTimeInput
        MultipleChoice Slider
}

component_types! {
    /// The property types of the components.
    static COMPONENT_TYPES;
    common {}

    /// Displays a text.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Text`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Text {
        /// The text to display.
        text: BoundString,
        /// The style of the text.
        usage_hint as "usageHint"?: Field<UsageHint>,
    }

    /// Displays an image.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Image`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Image {
        /// The URL of the image.
        url: BoundString,
        /// An alternative text for users who cannot see the image.
        alt_text as "altText"?: Field<BoundString>,
        /// The fit of the image in its frame.
        fit?: Field<ImageFit>,
        /// The intended use of the image, which determines its size.
        usage_hint as "usageHint"?: Field<ImageUsageHint>,
    }

    /// Displays an icon.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Icon`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Icon {
        /// The name of the icon.
        name: BoundIcon,
    }

    /// Displays a video.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Video`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Video {
        /// The URL of the video.
        url: BoundString,
    }

    /// Plays audio.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `AudioPlayer`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct AudioPlayer {
        /// The URL of the audio.
        url: BoundString,
        /// A description of the audio, such as a title or summary.
        description?: Field<BoundString>,
    }

    /// Arranges its children horizontally.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Row`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Row {
        /// The children, from start to end.
        children: Children,
        /// The horizontal distribution of the children.
        distribution?: Field<Distribution>,
        /// The vertical alignment of the children.
        alignment?: Field<Alignment>,
    }

    /// Arranges its children vertically.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Column`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Column {
        /// The children, from top to bottom.
        children: Children,
        /// The vertical distribution of the children.
        distribution?: Field<Distribution>,
        /// The horizontal alignment of the children.
        alignment?: Field<Alignment>,
    }

    /// Arranges its children in a scrollable list.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `List`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct List {
        /// The children, in order.
        children: Children,
        /// The direction in which the list scrolls.
        direction?: Field<ListDirection>,
        /// The alignment of the children across the direction.
        alignment?: Field<Alignment>,
    }

    /// Displays one child in a frame.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Card`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Card {
        /// The id of the child.
        child: ComponentId,
    }

    /// Displays one of several children, selected by tabs.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Tabs`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Tabs {
        /// The tabs with their children.
        tab_items as "tabItems": Vec<TabItem>,
    }

    /// Draws a dividing line.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Divider`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Divider {
        /// The direction of the line.
        axis?: Field<DividerAxis>,
    }

    /// Displays a child above the rest of the surface when another child is activated.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Modal`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Modal {
        /// The id of the child that opens the modal.
        entry_point_child as "entryPointChild": ComponentId,
        /// The id of the child that the modal displays.
        content_child as "contentChild": ComponentId,
    }

    /// Triggers an action when pressed.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Button`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Button {
        /// The id of the child on the button.
        child: ComponentId,
        /// `true` if this is the primary button.
        primary?: Field<bool>,
        /// The action that the button triggers.
        action: Action,
    }

    /// Lets the user select or clear a boolean value.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `CheckBox`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct CheckBox {
        /// The label next to the box.
        label: BoundString,
        /// `true` if the box is checked. If bound, the box writes to the path.
        value: BoundBoolean,
    }

    /// Lets the user enter text.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `TextField`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct TextField {
        /// The label of the field.
        label: BoundString,
        /// The text in the field. If bound, the field writes to the path.
        text?: Field<BoundString>,
        /// The kind of text that is entered.
        text_field_type as "textFieldType"?: Field<TextFieldType>,
        /// A regular expression that the text must match.
        validation_regexp as "validationRegexp"?: Field<String>,
    }

    /// Lets the user enter a date, a time, or both.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `DateTimeInput`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct DateTimeInput {
        /// The date or time in ISO 8601. If bound, the input writes to the path.
        value: BoundString,
        /// `true` if the user can enter a date.
        enable_date as "enableDate"?: Field<bool>,
        /// `true` if the user can enter a time.
        enable_time as "enableTime"?: Field<bool>,
    }

    /// Lets the user select among options.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `MultipleChoice`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct MultipleChoice {
        /// The values of the selected options. If bound, the component writes to the path.
        selections: BoundStringList,
        /// The options to select from.
        options: Vec<ChoiceOption>,
        /// The maximum number of selected options; an integer.
        max_allowed_selections as "maxAllowedSelections"?: Field<Number>,
        /// The appearance of the options.
        variant?: Field<ChoiceVariant>,
        /// `true` if the user can filter the options.
        filterable?: Field<bool>,
    }

    /// Lets the user select a number in a range.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Slider`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct Slider {
        /// The label of the slider.
        label?: Field<BoundString>,
        /// The selected number. If bound, the slider writes to the path.
        value: BoundNumber,
        /// The minimum of the range.
        min_value as "minValue"?: Field<Number>,
        /// The maximum of the range.
        max_value as "maxValue"?: Field<Number>,
    }
}

wire::object! {
    /// A tab of [`Tabs`](super::Tabs).
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Tabs`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct TabItem {
        /// The label of the tab.
        title: BoundString,
        /// The id of the child that the tab displays.
        child: ComponentId,
    }
    /// An option of [`MultipleChoice`](super::MultipleChoice).
    ///
    /// Specification: [A2UI 0.8, standard catalog, `MultipleChoice`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct ChoiceOption {
        /// The label of the option.
        label: BoundString,
        /// The value stored in `selections` when the option is selected.
        value: String,
    }
    /// The name of an icon: a literal from the standard set, or a path of the data model.
    ///
    /// Specification: [A2UI 0.8, standard catalog, `Icon`](https://github.com/google/A2UI/blob/3586b8d1b8cc8c44455c88de1cc90e30de16ee1b/specification/v0_8/json/standard_catalog_definition.json).
    pub struct BoundIcon {
        /// The literal name of the icon.
        literal_string as "literalString"?: Field<NamedIcon>,
        /// The path of the name in the data model.
        path?: Field<String>,
    }
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
