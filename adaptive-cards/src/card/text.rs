//! The elements with text.

use super::Action;
use crate::vocabulary::{
    FontSize, FontType, FontWeight, HorizontalAlignment, TextBlockStyle, TextColor,
};
use wire::{List, Number, PayloadKind, Reader, Tolerant, Wire, Writer, decode::ReadResult};

element! {
    /// A text: `{"type": "TextBlock", "text": "Your trip", "wrap": true}`.
    ///
    /// Hosts read a part of Markdown in `text`, and show `{{DATE(2017-02-14T06:00:00Z, SHORT)}}` in the time zone of the user.
    ///
    /// Specification: [TextBlock](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/TextBlock.json).
    pub struct TextBlock by "type" = "TextBlock" {
        /// The text of the block.
        text =: Tolerant<String>,
        /// `true` if the text may have several lines. The default is `false`, which cuts the text off.
        wrap?: Tolerant<bool>,
        /// The size of the block.
        size?: Tolerant<FontSize>,
        /// The thickness of the block.
        weight?: Tolerant<FontWeight>,
        /// The color of the block.
        color?: Tolerant<TextColor>,
        /// `true` for a lighter color.
        is_subtle as "isSubtle"?: Tolerant<bool>,
        /// The alignment of the lines.
        horizontal_alignment as "horizontalAlignment"?: Tolerant<HorizontalAlignment>,
        /// The maximum number of lines.
        max_lines as "maxLines"?: Tolerant<Number>,
        /// The font. Since 1.2.
        font_type as "fontType"?: Tolerant<FontType>,
        /// The role. Since 1.5.
        style?: Tolerant<TextBlockStyle>,
        /// The id of the input that the text describes. Only in Teams.
        label_for as "labelFor"?: Tolerant<String>,
    }
}

element! {
    /// A text with several styles. Markdown is not read.
    ///
    /// Specification: [RichTextBlock](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/RichTextBlock.json).
    pub struct RichTextBlock by "type" = "RichTextBlock" {
        /// The pieces of the text.
        inlines =: Tolerant<List<Inline>>,
        /// The alignment of the lines.
        horizontal_alignment as "horizontalAlignment"?: Tolerant<HorizontalAlignment>,
        /// The id of the input that the text describes. Only in Teams.
        label_for as "labelFor"?: Tolerant<String>,
    }
}

wire::object! {
    /// A piece of text with one style: `{"type": "TextRun", "text": "now", "weight": "bolder"}`.
    ///
    /// Specification: [TextRun](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/TextRun.json).
    pub struct TextRun by "type" = "TextRun" {
        /// The text of the run.
        text =: Tolerant<String>,
        /// The size of the run.
        size?: Tolerant<FontSize>,
        /// The thickness of the run.
        weight?: Tolerant<FontWeight>,
        /// The color of the run.
        color?: Tolerant<TextColor>,
        /// `true` for a lighter color.
        is_subtle as "isSubtle"?: Tolerant<bool>,
        /// The font of the run.
        font_type as "fontType"?: Tolerant<FontType>,
        /// `true` for a marked background.
        highlight?: Tolerant<bool>,
        /// `true` for italic letters.
        italic?: Tolerant<bool>,
        /// `true` for letters with a line through them.
        strikethrough?: Tolerant<bool>,
        /// `true` for letters with a line below them. Since 1.3.
        underline?: Tolerant<bool>,
        /// The action of a click.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
    }
}

wire::object! {
    /// A piece of text of another type, such as `IconRun` in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct InlineObject {
        /// The type, such as `IconRun`.
        kind as "type"?: Tolerant<String>,
    }
}

/// A piece of a [`RichTextBlock`]: a text, a [`TextRun`], or another object, such as an icon in Teams.
///
/// Specification: [Inline](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Inline.json).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// A text without a style.
    Text(String),
    /// A text with a style.
    Run(Box<TextRun>),
    /// Another object, such as an icon.
    Other(Box<InlineObject>),
}

impl Wire for Inline {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::String => return Wire::read(reader).map(Self::Text),
            PayloadKind::Object => {}
            _ => return Err(reader.mismatch("a string or an object")),
        }
        let is_run = reader.peek_member("type") == Some("\"TextRun\"");
        match is_run {
            true => Wire::read(reader).map(Self::Run),
            false => Wire::read(reader).map(Self::Other),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Text(text) => text.write(writer),
            Self::Run(run) => run.write(writer),
            Self::Other(other) => other.write(writer),
        }
    }
}

wire::hand_written! {
    Inline,
    schema: |schemas| {
        let run = schemas.schema_for::<TextRun>();
        let other = schemas.schema_for::<InlineObject>();
        wire::schema::json!({"anyOf": [{"type": "string"}, run, other]})
    },
    examples: [r#""now""#, r#"{"type":"TextRun","text":"now","weight":"bolder"}"#, r#"{"type":"IconRun","name":"Star"}"#],
}
