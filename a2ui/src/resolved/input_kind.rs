//! The kinds of inputs.

/// The kind of value that the user enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InputKind {
    /// A text of one line, from a TextField.
    Text,
    /// A text of several lines, from a TextField.
    LongText,
    /// A number that is written as text, from a TextField.
    Number,
    /// A boolean, from a CheckBox.
    Boolean,
    /// A list of at most one option, from a ChoicePicker (in 0.8 a MultipleChoice).
    SingleChoice,
    /// A list of options, from a ChoicePicker (in 0.8 a MultipleChoice).
    MultipleChoice,
    /// A number in a range, from a Slider.
    Slider,
    /// A date such as `2026-12-24`, from a DateTimeInput (in 0.8 also a TextField).
    Date,
    /// A time such as `14:30`, from a DateTimeInput.
    Time,
    /// A date with a time such as `2026-12-24T14:30`, from a DateTimeInput.
    DateTime,
}

impl InputKind {
    /// Returns the name of the kind in JSON, such as `singleChoice`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::LongText => "longText",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::SingleChoice => "singleChoice",
            Self::MultipleChoice => "multipleChoice",
            Self::Slider => "slider",
            Self::Date => "date",
            Self::Time => "time",
            Self::DateTime => "dateTime",
        }
    }

    /// Returns `true` for the kinds whose value is a list of options.
    pub fn is_choice(self) -> bool {
        matches!(self, Self::SingleChoice | Self::MultipleChoice)
    }
}
