//! The components of the basic catalog from 0.9 to 1.0, each written once.
//!
//! Every version expands the table in its own module `basic`, so a row names the types of that version: `DynamicString` is
//! the one of 0.9 in 0.9, and the one of 1.0 in 1.0. Members without a mark are in all versions.
//!
//! | mark | meaning |
//! |---|---|
//! | `#[since(v0_10)]` | the member exists from this version on |
//! | `#[until(v0_9)]` | the member exists up to this version |
//! | `#[differs(v0_10)]` | 0.10 has a type of its own; without the mark it has that of 0.9 |

macro_rules! basic_components {
    ($version:ident $number:literal) => {
        $crate::catalog::tables::components! {
            $version
            #[doc = concat!("The properties of a component, by its type in the basic catalog of A2UI ", $number, ".")]
            pub enum BasicComponent;

            common {
                /// What assistive technology is told.
                #[until(v0_10)]
                accessibility?: Field<AccessibilityAttributes>,
                /// What assistive technology is told.
                #[since(v1_0)]
                accessibility as "@accessibility"?: Field<AccessibilityAttributes>,
                /// Its share of the room in the Row or Column of which it is a direct child.
                weight?: Field<Number>,
            }

            /// Text in simple Markdown: no HTML, no images, no links.
            pub struct Text {
                /// What is shown.
                text: DynamicString,
                /// How it looks; absent means `body`.
                variant?: Field<TextVariant>,
            }

            /// An image.
            pub struct Image {
                /// Where it is.
                url: DynamicString,
                /// What it shows, for those who do not see it.
                description?: Field<DynamicString>,
                /// How it fills its frame; absent means `fill`.
                fit?: Field<ImageFit>,
                /// What it is for; absent means `mediumFeature`.
                variant?: Field<ImageVariant>,
            }

            /// An icon.
            #[differs(v0_10)]
            pub struct Icon {
                /// Which.
                name: IconName,
            }

            /// A video.
            #[differs(v0_10)]
            pub struct Video {
                /// Where it is.
                url: DynamicString,
                /// Where the image is that is shown before it plays.
                #[since(v0_10)]
                poster_url as "posterUrl"?: Field<DynamicString>,
            }

            /// Sound.
            pub struct AudioPlayer {
                /// Where it is.
                url: DynamicString,
                /// What is heard: a title, a summary.
                description?: Field<DynamicString>,
            }

            /// Children beside each other.
            pub struct Row {
                /// Which.
                children: ChildList,
                /// Where they stand from side to side; absent means `start`.
                justify?: Field<Justify>,
                /// Where they stand from top to bottom; absent means `stretch`.
                align?: Field<Align>,
            }

            /// Children below each other.
            pub struct Column {
                /// Which.
                children: ChildList,
                /// Where they stand from top to bottom; absent means `start`.
                justify?: Field<Justify>,
                /// Where they stand from side to side; absent means `stretch`.
                align?: Field<Align>,
            }

            /// Children that can be scrolled through.
            pub struct List {
                /// Which.
                children: ChildList,
                /// Where it grows; absent means `vertical`.
                direction?: Field<ListDirection>,
                /// Where they stand across that direction; absent means `stretch`.
                align?: Field<Align>,
            }

            /// One child in a frame.
            pub struct Card {
                /// Which; several stand in a Row or Column.
                child: ComponentId,
            }

            /// Several children, one of which is shown.
            pub struct Tabs {
                /// At least one.
                tabs: Vec<Tab> where rule::min_items(1),
            }

            /// A child that is shown above everything else when another one is used.
            pub struct Modal {
                /// What opens it.
                trigger: ComponentId,
                /// What is then shown.
                content: ComponentId,
            }

            /// A line.
            pub struct Divider {
                /// Where it runs; absent means `horizontal`.
                axis?: Field<DividerAxis>,
            }

            /// A button.
            #[differs(v0_10)]
            pub struct Button {
                /// What is shown on it.
                child: ComponentId,
                /// How it looks; absent means `default`.
                variant?: Field<ButtonVariant>,
                /// What it does.
                action: Action,
                /// What has to hold; otherwise it does nothing and says what does not.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// What has to hold; otherwise it does nothing and says what does not.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// Text that the user writes.
            #[differs(v0_10)]
            pub struct TextField {
                /// What is written beside it.
                label: DynamicString,
                /// What stands in it; a binding to which it writes.
                value?: Field<DynamicString>,
                /// What is shown while nothing stands in it.
                #[since(v0_10)]
                placeholder?: Field<DynamicString>,
                /// What is written into it; absent means `shortText`.
                variant?: Field<TextFieldVariant>,
                /// A regular expression for the value.
                #[until(v0_9)]
                validation_regexp as "validationRegexp"?: Field<String>,
                /// What has to hold of it.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// What has to hold of it.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// Something that the user says yes or no to.
            pub struct CheckBox {
                /// What is written beside it.
                label: DynamicString,
                /// Whether it is checked; a binding to which it writes.
                value: DynamicBoolean,
                /// What has to hold of it.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// What has to hold of it.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// Options from which the user chooses.
            pub struct ChoicePicker {
                /// What is written beside it.
                label?: Field<DynamicString>,
                /// How many may be chosen; absent means `mutuallyExclusive`.
                variant?: Field<ChoiceVariant>,
                /// What can be chosen.
                options: Vec<ChoiceOption>,
                /// The values of what is chosen; a binding to which it writes.
                value: DynamicStringList,
                /// How they look; absent means `checkbox`.
                display_style as "displayStyle"?: Field<ChoiceDisplayStyle>,
                /// Whether the user can search among them; absent means no.
                filterable?: Field<bool>,
                /// What has to hold of it.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// What has to hold of it.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// A number that the user chooses by pulling.
            #[differs(v0_10)]
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
                #[since(v0_10)]
                steps?: Field<Number> where rule::integer(1),
                /// What has to hold of it.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// What has to hold of it.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }

            /// A date, a time, or both.
            pub struct DateTimeInput {
                /// The date or time in ISO 8601; a binding to which it writes. Empty where there is none yet.
                value: DynamicString,
                /// Whether there is a date; absent means no.
                enable_date as "enableDate"?: Field<bool>,
                /// Whether there is a time; absent means no.
                enable_time as "enableTime"?: Field<bool>,
                /// The earliest, in ISO 8601.
                min?: Field<DynamicString> where rule::date_or_time,
                /// The latest, in ISO 8601.
                max?: Field<DynamicString> where rule::date_or_time,
                /// What is written beside it.
                label?: Field<DynamicString>,
                /// What has to hold of it.
                #[until(v0_10)]
                checks?: Field<Vec<CheckRule>>,
                /// What has to hold of it.
                #[since(v1_0)]
                checks as "@checks"?: Field<Vec<CheckRule>>,
            }
        }
    };
}
pub(crate) use basic_components;
