//! The components of the basic catalog from 0.9 to 1.0. One table defines all versions.
//!
//! Each version expands the table in its own module `basic`. A row therefore refers to the types of that version:
//! `DynamicString` is the 0.9 type in 0.9 and the 1.0 type in 1.0. Members and key names that differ are arguments of the
//! table.

/// Declares component types. `common` lists the members of all components.
///
/// A table with one component, and its expansion:
///
/// ```text
/// component_types! {
///     static COMPONENT_TYPES;
///     common { weight?: Field<Number> }
///     pub struct Card { child: ComponentId }
/// }
///
/// wire::object! { pub struct Card { child: ComponentId, weight?: Field<Number> } }
/// impl CatalogComponent for Card {}
/// wire::inventory! { pub(crate) static COMPONENT_TYPES = [Card]; }
/// ```
macro_rules! component_types {
    (
        $(#[$meta:meta])* static $TYPES:ident;
        common $common:tt
        $( $(#[doc = $doc:literal])* pub struct $Type:ident $body:tt )*
    ) => {
        $( $crate::catalog::basic::components::component_type! { $common $(#[doc = $doc])* pub struct $Type $body } )*

        wire::inventory! {
            $(#[$meta])*
            pub(crate) static $TYPES = [ $($Type),* ];
        }
    };
}
pub(crate) use component_types;

/// Declares one component with the common members. A call and its expansion:
///
/// ```text
/// component_type! { { weight?: Field<Number> } pub struct Card { child: ComponentId } }
///
/// wire::object! { pub struct Card { child: ComponentId, weight?: Field<Number> } }
/// impl CatalogComponent for Card {}
/// ```
///
/// This needs a separate macro, because one macro cannot repeat the common members inside the repeated components.
macro_rules! component_type {
    ({ $($common:tt)* } $(#[$meta:meta])* pub struct $Type:ident { $($body:tt)* }) => {
        wire::object! {
            $(#[$meta])*
            pub struct $Type { $($body)* $($common)* }
        }

        impl $crate::catalog::CatalogComponent for $Type {}
    };
}
pub(crate) use component_type;

/// Declares an enum of all components of a version.
///
/// `any_component! { pub enum BasicComponent of Text Card }` expands to:
///
/// ```text
/// pub enum BasicComponent { Text(Text), Card(Card), Unknown(UnknownComponent) }
///
/// impl BasicComponent {
///     pub const NAMES: &[&str] = &["Text", "Card"];
///     pub fn of(component: &impl AnyComponent) -> Result<Self, DecodeError> {
///         match component.type_name() {
///             Some("Text") => view(component).map(Self::Text),
///             Some("Card") => view(component).map(Self::Card),
///             Some(name) => Ok(Self::Unknown(…)),
///             None => Err(ReadError::missing("component").into()),
///         }
///     }
///     pub fn name(&self) -> &str { … }
///     pub fn properties(&self) -> Result<Extra, EncodeError> { … }
/// }
/// impl From<Text> for BasicComponent { … }
/// impl From<Card> for BasicComponent { … }
/// ```
macro_rules! any_component {
    ($(#[$meta:meta])* pub enum $Basic:ident of $($Type:ident)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Basic {
            $(
                #[doc = concat!("The properties of a `", stringify!($Type), "` component.")]
                $Type($Type),
            )*
            /// A type that the basic catalog does not define.
            Unknown($crate::catalog::UnknownComponent),
        }

        impl $Basic {
            /// The names of the component types.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($Type),)*];

            /// Reads a component as its type in the catalog.
            ///
            /// # Errors
            /// Returns an error if the properties do not fit a known type, with pointers into the component, or if the
            /// component does not state its type.
            pub fn of(component: &impl $crate::catalog::AnyComponent) -> ::core::result::Result<Self, wire::DecodeError> {
                match component.type_name() {
                    $( Some(stringify!($Type)) => $crate::catalog::view(component).map(Self::$Type), )*
                    Some(name) => Ok(Self::Unknown($crate::catalog::UnknownComponent::new(name, component.properties($crate::Notation::At)))),
                    None => Err(wire::decode::ReadError::missing("component").into()),
                }
            }

            /// Returns the name of the component type.
            pub fn name(&self) -> &str {
                match self {
                    $( Self::$Type(_) => stringify!($Type), )*
                    Self::Unknown(unknown) => unknown.name(),
                }
            }

            /// Returns the properties as they are on the wire.
            ///
            /// # Errors
            /// Returns an error if they cannot be serialized, for example because an `extra` repeats a member.
            pub fn properties(&self) -> ::core::result::Result<wire::Extra, wire::EncodeError> {
                match self {
                    $( Self::$Type(properties) => $crate::catalog::properties_of(properties), )*
                    Self::Unknown(unknown) => Ok(unknown.properties()),
                }
            }
        }

        $( impl ::core::convert::From<$Type> for $Basic {
            fn from(properties: $Type) -> Self {
                Self::$Type(properties)
            }
        } )*

        #[cfg(test)]
        pub(crate) fn visit_components<V: $crate::catalog::VisitComponents>(visitor: &mut V) {
            $( visitor.visit::<$Type>(); )*
        }
    };
}
pub(crate) use any_component;

/// Declares the enum of the basic catalog's component types from 0.9 on. `any_basic_component!("0.9");` expands to:
///
/// ```text
/// any_component! { pub enum BasicComponent of Text Image … DateTimeInput }
/// ```
macro_rules! any_basic_component {
    ($number:literal) => {
        $crate::catalog::basic::components::any_component! {
            #[doc = concat!("The properties of a component, by its type in the basic catalog of A2UI ", $number, ".")]
            pub enum BasicComponent of
                Text Image Icon Video AudioPlayer Row Column List Card Tabs Modal Divider Button TextField CheckBox ChoicePicker
                Slider DateTimeInput
        }
    };
}
pub(crate) use any_basic_component;

/// Declares the components that 0.10 shares with 0.9.
///
/// `basic_components! { accessibility "accessibility", checks "checks" }` expands to:
///
/// ```text
/// component_types! {
///     static COMPONENT_TYPES;
///     common { accessibility as "accessibility"?: Field<AccessibilityAttributes>, weight?: Field<Number> }
///     pub struct Text { text: DynamicString, variant?: Field<TextVariant> }
///     …
/// }
/// ```
macro_rules! basic_components {
    (accessibility $accessibility:literal, checks $checks:literal) => {
        $crate::catalog::basic::components::component_types! {
            /// The components of the basic catalog, except the components of `differing_components!`.
            static COMPONENT_TYPES;
            common {
                /// Texts for assistive technology.
                accessibility as $accessibility?: Field<AccessibilityAttributes>,
                /// The relative share of space in the parent Row or Column, like CSS `flex-grow`.
                weight?: Field<Number>,
            }

            /// Text in simple Markdown without HTML, images or links.
            ///
            /// Specification: [A2UI 0.9, `Text`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Text`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Text {
                /// The text to show.
                text: DynamicString,
                /// The text style; `body` if absent.
                variant?: Field<TextVariant>,
            }

            /// An image that is loaded from a URL.
            ///
            /// Specification: [A2UI 0.9, `Image`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Image`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Image {
                /// The URL of the image.
                url: DynamicString,
                /// A description of the image for assistive technology.
                description?: Field<DynamicString>,
                /// The scaling of the image in its frame; `fill` if absent.
                fit?: Field<ImageFit>,
                /// The purpose of the image, which sets its size; `mediumFeature` if absent.
                variant?: Field<ImageVariant>,
            }

            /// A player for audio from a URL.
            ///
            /// Specification: [A2UI 0.9, `AudioPlayer`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `AudioPlayer`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct AudioPlayer {
                /// The URL of the audio.
                url: DynamicString,
                /// A description of the audio, such as a title or summary.
                description?: Field<DynamicString>,
            }

            /// A container that places its children next to each other.
            ///
            /// Specification: [A2UI 0.9, `Row`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Row`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Row {
                /// The children, from left to right.
                children: ChildList,
                /// The horizontal distribution of the children; `start` if absent.
                justify?: Field<Justify>,
                /// The vertical alignment of the children; `stretch` if absent.
                align?: Field<Align>,
            }

            /// A container that places its children below each other.
            ///
            /// Specification: [A2UI 0.9, `Column`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Column`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Column {
                /// The children, from top to bottom.
                children: ChildList,
                /// The vertical distribution of the children; `start` if absent.
                justify?: Field<Justify>,
                /// The horizontal alignment of the children; `stretch` if absent.
                align?: Field<Align>,
            }

            /// A container that scrolls through its children.
            ///
            /// Specification: [A2UI 0.9, `List`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `List`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct List {
                /// The children in order.
                children: ChildList,
                /// The direction of the list; `vertical` if absent.
                direction?: Field<ListDirection>,
                /// The alignment of the children across the direction; `stretch` if absent.
                align?: Field<Align>,
            }

            /// A framed container with one child.
            ///
            /// Specification: [A2UI 0.9, `Card`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Card`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Card {
                /// The id of the child. Use a Row or Column for several children.
                child: ComponentId,
            }

            /// A container with tabs that shows one child at a time.
            ///
            /// Specification: [A2UI 0.9, `Tabs`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Tabs`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Tabs {
                /// The tabs; at least one.
                tabs: Vec<Tab>,
            }

            /// A child that opens above everything else.
            ///
            /// Specification: [A2UI 0.9, `Modal`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Modal`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Modal {
                /// The id of the component that opens the modal.
                trigger: ComponentId,
                /// The id of the component in the modal.
                content: ComponentId,
            }

            /// A line that separates components.
            ///
            /// Specification: [A2UI 0.9, `Divider`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Divider`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Divider {
                /// The direction of the line; `horizontal` if absent.
                axis?: Field<DividerAxis>,
            }

            /// An input for a yes-or-no value.
            ///
            /// Specification: [A2UI 0.9, `CheckBox`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `CheckBox`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct CheckBox {
                /// The label of the input.
                label: DynamicString,
                /// The state of the check box. The user writes to its binding.
                value: DynamicBoolean,
                /// Conditions that the value must meet.
                checks as $checks?: Field<Vec<CheckRule>>,
            }

            /// An input for choosing among options.
            ///
            /// Specification: [A2UI 0.9, `ChoicePicker`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `ChoicePicker`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct ChoicePicker {
                /// The label of the input.
                label?: Field<DynamicString>,
                /// The number of options the user can choose; `mutuallyExclusive` if absent.
                variant?: Field<ChoiceVariant>,
                /// The options to choose from.
                options: Vec<ChoiceOption>,
                /// The values of the chosen options. The user writes to its binding.
                value: DynamicStringList,
                /// The display of the options; `checkbox` if absent.
                display_style as "displayStyle"?: Field<ChoiceDisplayStyle>,
                /// `true` if the user can search the options; `false` if absent.
                filterable?: Field<bool>,
                /// Conditions that the value must meet.
                checks as $checks?: Field<Vec<CheckRule>>,
            }

            /// An input for a date, a time or both.
            ///
            /// Specification: [A2UI 0.9, `DateTimeInput`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `DateTimeInput`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct DateTimeInput {
                /// The date or time in ISO 8601, or empty. The user writes to its binding.
                value: DynamicString,
                /// `true` if the user enters a date; `false` if absent.
                enable_date as "enableDate"?: Field<bool>,
                /// `true` if the user enters a time; `false` if absent.
                enable_time as "enableTime"?: Field<bool>,
                /// The earliest allowed value, in ISO 8601.
                min?: Field<DynamicString>,
                /// The latest allowed value, in ISO 8601.
                max?: Field<DynamicString>,
                /// The label of the input.
                label?: Field<DynamicString>,
                /// Conditions that the value must meet.
                checks as $checks?: Field<Vec<CheckRule>>,
            }
        }
    };
}
pub(crate) use basic_components;

/// Declares the components whose types differ between 0.9, 0.10 and 1.0.
///
/// The arguments are the names of keys and the members that only some versions have:
///
/// ```text
/// differing_components! { accessibility "accessibility", checks "checks", Video {} TextField {} Slider { steps?: Field<Number> } }
///
/// component_types! {
///     static DIFFERING_TYPES;
///     common { accessibility as "accessibility"?: Field<AccessibilityAttributes>, weight?: Field<Number> }
///     pub struct Icon { name: IconName }
///     …
///     pub struct Slider { label?: Field<DynamicString>, …, steps?: Field<Number>, checks as "checks"?: Field<Vec<CheckRule>> }
/// }
/// ```
macro_rules! differing_components {
    (
        accessibility $accessibility:literal, checks $checks:literal,
        Video { $($video:tt)* } TextField { $($text_field:tt)* } Slider { $($slider:tt)* }
    ) => {
        $crate::catalog::basic::components::component_types! {
            /// The components of the basic catalog that differ in 0.10.
            static DIFFERING_TYPES;
            common {
                /// Texts for assistive technology.
                accessibility as $accessibility?: Field<AccessibilityAttributes>,
                /// The relative share of space in the parent Row or Column, like CSS `flex-grow`.
                weight?: Field<Number>,
            }

            /// An icon of the common set or a custom shape.
            ///
            /// Specification: [A2UI 0.9, `Icon`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Icon`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Icon {
                /// The name or shape of the icon.
                name: IconName,
            }

            /// A video that is loaded from a URL.
            ///
            /// Specification: [A2UI 0.9, `Video`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Video`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Video {
                /// The URL of the video.
                url: DynamicString,
                $($video)*
            }

            /// A button that triggers an action.
            ///
            /// Specification: [A2UI 0.9, `Button`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Button`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Button {
                /// The id of the component that the button shows.
                child: ComponentId,
                /// The button style; `default` if absent.
                variant?: Field<ButtonVariant>,
                /// The action of the button.
                action: Action,
                /// Conditions that must hold. Otherwise the button is disabled and shows the reason.
                checks as $checks?: Field<Vec<CheckRule>>,
            }

            /// An input for text.
            ///
            /// Specification: [A2UI 0.9, `TextField`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `TextField`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct TextField {
                /// The label of the input.
                label: DynamicString,
                /// The text in the input. The user writes to its binding.
                value?: Field<DynamicString>,
                $($text_field)*
                /// The kind of text; `shortText` if absent.
                variant?: Field<TextFieldVariant>,
                /// Conditions that the value must meet.
                checks as $checks?: Field<Vec<CheckRule>>,
            }

            /// An input for choosing a number with a slider.
            ///
            /// Specification: [A2UI 0.9, `Slider`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Slider`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Slider {
                /// The label of the input.
                label?: Field<DynamicString>,
                /// The smallest value; 0 if absent.
                min?: Field<Number>,
                /// The greatest value of the slider.
                max: Number,
                /// The current number. The user writes to its binding.
                value: DynamicNumber,
                $($slider)*
                /// Conditions that the value must meet.
                checks as $checks?: Field<Vec<CheckRule>>,
            }
        }
    };
}
pub(crate) use differing_components;
