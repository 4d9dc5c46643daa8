//! Text in XML, escaped.

use std::fmt::{self, Display, Write as _};

/// The text of an attribute, escaped.
pub(crate) struct Attribute<'a>(pub(crate) &'a str);

/// The text of an element, escaped.
pub(crate) struct Content<'a>(pub(crate) &'a str);

impl Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '"' => f.write_str("&quot;"),
            // A reader turns whitespace in attributes into spaces.
            '\t' | '\n' => write!(f, "&#{};", u32::from(character)),
            _ => escape(character, f),
        })
    }
}

impl Display for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .chars()
            .try_for_each(|character| escape(character, f))
    }
}

/// Writes one character. Characters that XML forbids are written as in JSON strings.
fn escape(character: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match character {
        '&' => f.write_str("&amp;"),
        '<' => f.write_str("&lt;"),
        '>' => f.write_str("&gt;"),
        '\r' => f.write_str("&#13;"),
        '\t' | '\n' => f.write_char(character),
        '\0'..='\x1F' | '\u{FFFE}' | '\u{FFFF}' => write!(f, "\\u{:04x}", u32::from(character)),
        _ => f.write_char(character),
    }
}

#[cfg(test)]
mod tests {
    use super::{Attribute, Content};

    #[test]
    fn markup_and_forbidden_characters_are_escaped() {
        let text = "a<b> & \"c\"\t\n\r\u{1b}[0m\u{FFFF}\u{7F}ü";
        assert_eq!(
            Attribute(text).to_string(),
            "a&lt;b&gt; &amp; &quot;c&quot;&#9;&#10;&#13;\\u001b[0m\\uffff\u{7F}ü"
        );
        assert_eq!(
            Content(text).to_string(),
            "a&lt;b&gt; &amp; \"c\"\t\n&#13;\\u001b[0m\\uffff\u{7F}ü"
        );
    }
}
