//! The components of the basic catalog from 0.9 to 1.0. One table defines all versions.
//!
//! Each version expands the table in its own module `basic`, so a row refers to the types of that version: `DynamicString` is
//! the type of 0.9 in 0.9, and the type of 1.0 in 1.0. Members without an attribute exist in all versions.
//!
//! | attribute | meaning |
//! |---|---|
//! | `#[since(v0_10)]` | the member exists from this version on |
//! | `#[until(v0_9)]` | the member exists up to this version |
//! | `#[differs(v0_10)]` | 0.10 has its own type; without the attribute it uses the type of 0.9 |

macro_rules! basic_components {
    ($version:ident $number:literal) => {
        $crate::catalog::tables::components! {
            $version
            #[doc = concat!("The properties of a component, by its type in the basic catalog of A2UI ", $number, ".")]
            pub enum BasicComponent;

            common {
                /// Texts for assistive technology.
                #[until(v0_10)]
                accessibility?: Field<AccessibilityAttributes>,
                /// Texts for assistive technology.
                #[since(v1_0)]
                accessibility as "@accessibility"?: Field<AccessibilityAttributes>,
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

            /// An icon of the common set or a custom shape.
            ///
            /// Specification: [A2UI 0.9, `Icon`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Icon`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            #[differs(v0_10)]
            pub struct Icon {
                /// The name or shape of the icon.
                name: IconName,
            }

            /// A video that is loaded from a URL.
            ///
            /// Specification: [A2UI 0.9, `Video`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Video`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            #[differs(v0_10)]
            pub struct Video {
                /// The URL of the video.
                url: DynamicString,
                /// The URL of the image that is shown before the video plays.
                #[since(v0_10)]
                poster_url as "posterUrl"?: Field<DynamicString>,
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
                tabs: Vec<Tab> where rule::min_items(1),
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

            /// A button that triggers an action.
            ///
            /// Specification: [A2UI 0.9, `Button`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Button`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            #[differs(v0_10)]
            pub struct Button {
                /// The id of the component that the button shows.
                child: ComponentId,
                /// The button style; `default` if absent.
                variant?: Field<ButtonVariant>,
                /// The action of the button.
                action: Action,
                /// Conditions that must hold. Otherwise the button is disabled and shows the reason.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// Conditions that must hold. Otherwise the button is disabled and shows the reason.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// An input for text.
            ///
            /// Specification: [A2UI 0.9, `TextField`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `TextField`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            #[differs(v0_10)]
            pub struct TextField {
                /// The label of the input.
                label: DynamicString,
                /// The text in the input. The user writes to its binding.
                value?: Field<DynamicString>,
                /// The text that is shown while the input is empty.
                #[since(v0_10)]
                placeholder?: Field<DynamicString>,
                /// The kind of text; `shortText` if absent.
                variant?: Field<TextFieldVariant>,
                /// A regular expression that the value must match.
                #[until(v0_9)]
                validation_regexp as "validationRegexp"?: Field<String>,
                /// Conditions that the value must meet.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// Conditions that the value must meet.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
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
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// Conditions that the value must meet.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
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
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// Conditions that the value must meet.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// An input for choosing a number with a slider.
            ///
            /// Specification: [A2UI 0.9, `Slider`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `Slider`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            #[differs(v0_10)]
            pub struct Slider {
                /// The label of the input.
                label?: Field<DynamicString>,
                /// The smallest value; 0 if absent.
                min?: Field<Number>,
                /// The greatest value of the slider.
                max: Number,
                /// The current number. The user writes to its binding.
                value: DynamicNumber,
                /// The number of steps of the slider, an integer of at least 1.
                #[since(v0_10)]
                steps?: Field<Number> where rule::integer(1),
                /// Conditions that the value must meet.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// Conditions that the value must meet.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
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
                min?: Field<DynamicString> where rule::date_or_time,
                /// The latest allowed value, in ISO 8601.
                max?: Field<DynamicString> where rule::date_or_time,
                /// The label of the input.
                label?: Field<DynamicString>,
                /// Conditions that the value must meet.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// Conditions that the value must meet.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }
        }
    };
}
pub(crate) use basic_components;
