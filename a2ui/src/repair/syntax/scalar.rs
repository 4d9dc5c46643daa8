//! Repairs of strings, words and numbers.

use super::{Expects, JsonRepairer};
use crate::repair::RepairKind;

/// Returns the quotes that can close a string opened by `quote`. Returns `None` if the character is not a quote.
fn closers(quote: char) -> Option<&'static [char]> {
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
    pub(super) fn scalar(&mut self, first: char) -> Option<()> {
        let quotes = closers(first);
        if self.expects == Expects::Comma {
            // `"a" "b"` lacks a comma; in `"a"b"c"`, a quote is misplaced.
            let is_apart = self.out.len() > self.written && !self.has_raw_line_end;
            if quotes.is_none() || !is_apart {
                return None;
            }
            self.missing_comma()?;
        }
        let is_name = matches!(self.expects, Expects::Name | Expects::FirstName);
        if !is_name && !matches!(self.expects, Expects::Value | Expects::FirstElement) {
            return None;
        }
        self.comma = None;
        let start = self.out.len();
        let from = self.at;
        match quotes {
            Some(closers) => self.string(first, closers)?,
            None if is_name => self.unquoted_name()?,
            None => self.word()?,
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
        let word = self.text.get(from..self.at).unwrap_or_default();
        for kind in std::mem::take(&mut self.noted) {
            let read = self.out.get(start..end).unwrap_or_default().to_owned();
            match kind {
                RepairKind::PythonLiteral => self.record_repair(kind, from, &[word, &read]),
                RepairKind::NotANumber => self.record_repair(kind, from, &[word]),
                _ => self.record_repair(kind, from, &[]),
            }
        }
        if !is_name {
            self.child_is_whole(end);
        }
        Some(())
    }

    fn unquoted_name(&mut self) -> Option<()> {
        let word = self.take_word();
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        if self.next_byte(self.at) != Some(b':') {
            self.is_cut = self.next_byte(self.at).is_none();
            return self.is_cut.then_some(());
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
    fn word(&mut self) -> Option<()> {
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
    fn string(&mut self, quote: char, closers: &[char]) -> Option<()> {
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
                '\\' => self.escape()?,
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
                '\0'..='\u{1f}' => {
                    self.has_raw_line_end |= next == '\n';
                    self.note(RepairKind::ControlCharacter);
                    match next {
                        '\n' => self.out.push_str("\\n"),
                        '\r' => self.out.push_str("\\r"),
                        '\t' => self.out.push_str("\\t"),
                        // The program writes such a character in place of bytes that are not UTF-8.
                        _ => return None,
                    }
                }
                _ => {
                    let plain =
                        |c: char| c >= ' ' && c != '"' && c != '\\' && !closers.contains(&c);
                    let rest = self.text.get(from..).unwrap_or_default();
                    let length = rest
                        .find(|c| !plain(c))
                        .unwrap_or(rest.len())
                        .max(next.len_utf8());
                    self.out.push_str(rest.get(..length).unwrap_or_default());
                    self.at = from + length;
                }
            }
        }
        self.is_cut = true;
        Some(())
    }

    /// Copies the character after a backslash.
    fn escape(&mut self) -> Option<()> {
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
