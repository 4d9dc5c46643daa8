//! Inputs. A click on a button submits the values of all inputs.

use super::Action;
use crate::vocabulary::{ChoiceInputStyle, InputStyle, LabelPosition, TextInputStyle};
use wire::{List, Number, Payload, Tolerant};

/// Declares an input: its own members, those of all inputs, and those of all elements. `input! { pub struct DateInput by
/// "type" = "Input.Date" { … } }` expands to `element!` with the members `label`, `isRequired` and so on.
macro_rules! input {
    ($(#[$meta:meta])* pub struct $Type:ident by $tag:literal = $word:literal { $($members:tt)* }) => {
        element! {
            $(#[$meta])*
            pub struct $Type by $tag = $word {
                $($members)*
                /// The label. Since 1.3.
                label?: Tolerant<String>,
                /// `true` if the input needs a value. The default is `false`. Since 1.3.
                is_required as "isRequired"?: Tolerant<bool>,
                /// The text that hosts show for an invalid value. Since 1.3.
                error_message as "errorMessage"?: Tolerant<String>,
                /// The place of the label. Since 1.6.
                label_position as "labelPosition"?: Tolerant<LabelPosition>,
                /// The width of the label: a percentage as a number, or a number of pixels such as `80px`. Since 1.6.
                label_width as "labelWidth"?: Option<Payload>,
                /// The frame. Since 1.6.
                input_style as "inputStyle"?: Tolerant<InputStyle>,
                /// The action of a changed value. Only in Teams.
                value_changed_action as "valueChangedAction"?: Tolerant<Box<Action>>,
            }
        }
    };
}

input! {
    /// An input for text. It submits a string, and nothing if it is empty.
    ///
    /// Specification: [Input.Text](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.Text.json).
    pub struct TextInput by "type" = "Input.Text" {
        /// The value at first.
        value?: Tolerant<String>,
        /// The text in an empty input.
        placeholder?: Tolerant<String>,
        /// `true` for several lines.
        is_multiline as "isMultiline"?: Tolerant<bool>,
        /// The maximum number of characters.
        max_length as "maxLength"?: Tolerant<Number>,
        /// The pattern of the value. Since 1.3.
        regex?: Tolerant<String>,
        /// The keyboard for the input.
        style?: Tolerant<TextInputStyle>,
        /// The action beside the input. Since 1.2.
        inline_action as "inlineAction"?: Tolerant<Box<Action>>,
    }
}

input! {
    /// An input for a number. It submits the text of the number, and nothing if it is empty.
    ///
    /// Specification: [Input.Number](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.Number.json).
    pub struct NumberInput by "type" = "Input.Number" {
        /// The value at first.
        value?: Tolerant<Number>,
        /// The text in an empty input.
        placeholder?: Tolerant<String>,
        /// The least value.
        min?: Tolerant<Number>,
        /// The greatest value.
        max?: Tolerant<Number>,
    }
}

input! {
    /// An input for a date. It submits a text such as `2026-12-24`.
    ///
    /// Specification: [Input.Date](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.Date.json).
    pub struct DateInput by "type" = "Input.Date" {
        /// The value at first.
        value?: Tolerant<String>,
        /// The text in an empty input.
        placeholder?: Tolerant<String>,
        /// The first date.
        min?: Tolerant<String>,
        /// The last date.
        max?: Tolerant<String>,
    }
}

input! {
    /// An input for a time. It submits a text such as `09:30`.
    ///
    /// Specification: [Input.Time](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.Time.json).
    pub struct TimeInput by "type" = "Input.Time" {
        /// The value at first.
        value?: Tolerant<String>,
        /// The text in an empty input.
        placeholder?: Tolerant<String>,
        /// The first time.
        min?: Tolerant<String>,
        /// The last time.
        max?: Tolerant<String>,
    }
}

input! {
    /// A box to tick. It submits the text `valueOn` or `valueOff`.
    ///
    /// Specification: [Input.Toggle](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.Toggle.json).
    pub struct ToggleInput by "type" = "Input.Toggle" {
        /// The text beside the box.
        title?: Tolerant<String>,
        /// The value at first. The default is `false`.
        value?: Tolerant<String>,
        /// The value of a ticked box. The default is `true`.
        value_on as "valueOn"?: Tolerant<String>,
        /// The value of an empty box. The default is `false`.
        value_off as "valueOff"?: Tolerant<String>,
        /// `true` if the text may have several lines. Since 1.2.
        wrap?: Tolerant<bool>,
        /// `false` hides the text. Only in Teams.
        show_title as "showTitle"?: Tolerant<bool>,
    }
}

input! {
    /// A choice. It submits the chosen value, or all chosen values with commas between them.
    ///
    /// Specification: [Input.ChoiceSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.ChoiceSet.json).
    pub struct ChoiceSetInput by "type" = "Input.ChoiceSet" {
        /// The choices of the input.
        choices?: Tolerant<List<CardChoice>>,
        /// The values at first, with commas between them.
        value?: Tolerant<String>,
        /// `true` if several values may be chosen. The default is `false`.
        is_multi_select as "isMultiSelect"?: Tolerant<bool>,
        /// The form of the input. The default is `compact`.
        style?: Tolerant<ChoiceInputStyle>,
        /// The text in an empty input.
        placeholder?: Tolerant<String>,
        /// `true` if the titles may have several lines. Since 1.2.
        wrap?: Tolerant<bool>,
        /// The query for further choices. Since 1.6.
        choices_data as "choices.data"?: Tolerant<ChoiceQuery>,
    }
}

input! {
    /// An input for a number of stars. Only in Teams.
    ///
    /// Specification: [Input.ChoiceSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.ChoiceSet.json) has the members of all inputs.
    pub struct RatingInput by "type" = "Input.Rating" {
        /// The value at first.
        value?: Tolerant<Number>,
        /// The number of stars. The default is 5.
        max?: Tolerant<Number>,
        /// `true` if half a star may be chosen.
        allow_half_steps as "allowHalfSteps"?: Tolerant<bool>,
        /// The size: `medium` or `large`.
        size?: Tolerant<String>,
        /// The color: `neutral` or `marigold`.
        color?: Tolerant<String>,
    }
}

wire::object! {
    /// A choice of a [`ChoiceSetInput`]: `{"title": "Red", "value": "r"}`.
    ///
    /// Specification: [Input.Choice](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Input.Choice.json).
    pub struct CardChoice {
        /// The text for the user.
        title =: Tolerant<String>,
        /// The value that is submitted. A comma in it cannot be told from the comma between two values.
        value =: Tolerant<String>,
    }

    /// The query by which a host asks for choices while the user types. Since 1.6.
    ///
    /// Specification: [Data.Query](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Data.Query.json).
    pub struct ChoiceQuery {
        /// The type of the query.
        kind as "type"?: Tolerant<ChoiceQueryType>,
        /// The name of the choices.
        dataset =: Tolerant<String>,
        /// The maximum number of choices.
        count?: Tolerant<Number>,
        /// The number of choices to skip.
        skip?: Tolerant<Number>,
    }
}

wire::word! {
    /// The type of a query for choices.
    ///
    /// Specification: [Data.Query](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Data.Query.json).
    pub closed enum ChoiceQueryType {
        /// The only type.
        DataQuery = "Data.Query",
    }
}
