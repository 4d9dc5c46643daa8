//! Repairs of strings, words and numbers.

use super::{Expects, JsonRepairer};
use crate::repair::RepairKind;

/// Returns the quotes that can close a string opened by `quote`. Returns `None` if the character is not a quote.
fn closing_quotes(quote: char) -> Option<&'static [char]> {
    match quote {
        '"' => Some(&['"']),
        '\'' => Some(&['\'']),
        '“' | '”' | '„' | '‟' => Some(&['”', '“', '‟']),
        '‘' | '’' | '‚' | '‛' => Some(&['’', '‘', '‛']),
        _ => None,
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

impl<'a> JsonRepairer<'a> {
    /// Copies a name, or a value without brackets.
    pub(super) fn copy_scalar(&mut self, first: char) -> Option<()> {
        let quotes = closing_quotes(first);
        if self.expects == Expects::Comma {
            // `"a" "b"` lacks a comma; in `"a"b"c"`, a quote is misplaced.
            let is_apart = self.out.len() > self.written && !self.has_raw_line_end;
            if quotes.is_none() || !is_apart {
                return None;
            }
            self.insert_comma()?;
        }
        let is_name = match self.expects {
            Expects::Name | Expects::FirstName => true,
            Expects::Value | Expects::FirstElement => false,
            Expects::Colon | Expects::Comma | Expects::End => return None,
        };
        self.comma = None;
        let start = self.out.len();
        let from = self.at;
        match quotes {
            Some(closers) => self.copy_string(first, closers)?,
            None if is_name => self.copy_unquoted_name()?,
            None => self.copy_word()?,
        }
        if self.is_cut {
            return Some(());
        }
        let end = self.out.len();
        if is_name {
            if let Some(open) = self.open.last_mut() {
                open.name = start..end;
            }
            (self.written, self.expects) = (end, Expects::Colon);
        }
        self.record_noted(from, start);
        if !is_name {
            self.end_child(end);
        }
        Some(())
    }

    /// Records the repairs of a name or value that starts at `from`, and at `start` in the output.
    fn record_noted(&mut self, from: usize, start: usize) {
        let word = self.text.get(from..self.at).unwrap_or_default();
        for kind in std::mem::take(&mut self.noted) {
            match kind {
                RepairKind::PythonLiteral => {
                    let read = self.out.get(start..).unwrap_or_default().to_owned();
                    self.record_repair(kind, from, &[word, &read]);
                }
                RepairKind::NotANumber => self.record_repair(kind, from, &[word]),
                _ => self.record_repair(kind, from, &[]),
            }
        }
    }

    /// Copies a name without quotes, and adds the quotes.
    fn copy_unquoted_name(&mut self) -> Option<()> {
        let word = self.take_word();
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        if self.next_byte(self.at) != Some(b':') {
            // At the end of the text, the name can be truncated.
            if self.next_byte(self.at).is_some() {
                return None;
            }
            self.is_cut = true;
            return Some(());
        }
        self.out.extend(["\"", word, "\""]);
        self.noted.push(RepairKind::UnquotedName);
        Some(())
    }

    /// Takes the following letters, digits and underscores.
    fn take_word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Copies a literal or a number.
    fn copy_word(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = rest
            .find(|c| !is_of_word(c) && !matches!(c, '-' | '+' | '.'))
            .unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        // A word at the end of the text can be truncated.
        if length == rest.len() && !self.open.is_empty() {
            self.is_cut = true;
            return Some(());
        }
        let (json, kind) = match word {
            "True" => ("true", RepairKind::PythonLiteral),
            "False" => ("false", RepairKind::PythonLiteral),
            "None" => ("null", RepairKind::PythonLiteral),
            // The result is the same as that of `JSON.stringify`.
            "NaN" | "Infinity" | "-Infinity" => ("null", RepairKind::NotANumber),
            "true" | "false" | "null" => {
                self.copy(length);
                return Some(());
            }
            number if number.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                self.copy(length);
                return Some(());
            }
            _ => return None,
        };
        self.out.push_str(json);
        self.at += length;
        self.noted.push(kind);
        Some(())
    }

    /// Copies a string, and replaces its quotes by straight ones.
    fn copy_string(&mut self, quote: char, closers: &[char]) -> Option<()> {
        match quote {
            '"' => {}
            '\'' => self.noted.push(RepairKind::SingleQuotes),
            _ => self.noted.push(RepairKind::CurlyQuotes),
        }
        self.has_raw_line_end = false;
        self.out.push('"');
        self.at += quote.len_utf8();
        while let Some(next) = self.rest().chars().next() {
            let from = self.at;
            self.at += next.len_utf8();
            match next {
                '\\' => self.copy_escape()?,
                _ if closers.contains(&next) => {
                    if quote != '"' && !self.is_delimited() {
                        return None;
                    }
                    self.out.push('"');
                    return Some(());
                }
                // The string can end with a quote that does not match the opening one.
                '"' if quote != '\'' && self.is_delimited() => return None,
                '"' => self.out.push_str("\\\""),
                '\0'..='\u{1f}' => self.escape_control_character(next)?,
                _ => {
                    self.at = from;
                    self.copy_plain_text(closers);
                }
            }
        }
        self.is_cut = true;
        Some(())
    }

    /// Escapes a control character, which JSON does not allow in strings.
    fn escape_control_character(&mut self, c: char) -> Option<()> {
        let escaped = match c {
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            // The program writes such a character in place of bytes that are not UTF-8.
            _ => return None,
        };
        self.has_raw_line_end |= c == '\n';
        self.note(RepairKind::ControlCharacter);
        self.out.push_str(escaped);
        Some(())
    }

    /// Copies the next character, and all characters after it that need no change.
    fn copy_plain_text(&mut self, closers: &[char]) {
        let rest = self.rest();
        let mut characters = rest.char_indices().skip(1);
        let end = characters
            .find(|(_, c)| matches!(c, '\0'..='\u{1f}' | '"' | '\\') || closers.contains(c));
        let length = match end {
            Some((length, _)) => length,
            None => rest.len(),
        };
        self.out.push_str(rest.get(..length).unwrap_or_default());
        self.at += length;
    }

    /// Copies the character after a backslash.
    fn copy_escape(&mut self) -> Option<()> {
        match self.byte(self.at) {
            Some(b'\'') => {
                self.note(RepairKind::InvalidEscape);
                self.out.push('\'');
            }
            Some(byte @ (b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u')) => {
                self.out.push('\\');
                self.out.push(char::from(byte));
            }
            Some(_) => return None,
            None => return Some(()),
        }
        self.at += 1;
        Some(())
    }

    /// Records a kind of repair in a string once.
    fn note(&mut self, kind: RepairKind) {
        if !self.noted.contains(&kind) {
            self.noted.push(kind);
        }
    }

    /// Returns `true` if the end of a name or value follows.
    fn is_delimited(&self) -> bool {
        matches!(
            self.next_byte(self.at),
            None | Some(b',' | b':' | b'}' | b']')
        )
    }
}
