//! The syntax of `pattern`: ECMA-262 regular expressions with the flag `u`. JSON Schema recommends this syntax, and
//! JavaScript validators use it.
//!
//! Names of Unicode properties (`\p{…}`) are not checked.

use std::{iter::Peekable, str::Chars};

/// The syntax error of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PatternFault {
    /// The position of the error: the number of the next character, counted from 1.
    pub(super) character: usize,
    /// The reason, as part of a sentence.
    pub(super) reason: &'static str,
}

/// Returns the first syntax error of a pattern.
pub(super) fn fault(pattern: &str) -> Option<PatternFault> {
    let mut scan = Scan {
        letters: pattern.chars().peekable(),
        read: 0,
        groups: 0,
        highest: 0,
        names: Vec::new(),
    };
    let fault = scan.read_pattern().err();
    fault.map(|reason| PatternFault {
        character: scan.read.max(1),
        reason,
    })
}

type ScanResult<T> = Result<T, &'static str>;

/// An element of a class: a single character, or an escape for a set of characters.
#[derive(Clone, Copy)]
enum ClassAtom {
    One(u32),
    Set,
}

struct Scan<'a> {
    letters: Peekable<Chars<'a>>,
    /// The number of characters read so far.
    read: usize,
    /// The number of capturing groups so far.
    groups: u32,
    /// The highest group number that a reference uses.
    highest: u32,
    /// The names of groups (`true`) and of references (`false`).
    names: Vec<(String, bool)>,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next();
        self.read += usize::from(letter.is_some());
        letter
    }

    fn has_next(&mut self, expected: char) -> bool {
        let is_next = self.letters.peek() == Some(&expected);
        if is_next {
            self.next();
        }
        is_next
    }

    fn read_pattern(&mut self) -> ScanResult<()> {
        // For each open group, `true` if it may be repeated after it closes.
        let mut open = Vec::new();
        let mut can_repeat = false;
        while let Some(letter) = self.next() {
            let repeats = std::mem::replace(&mut can_repeat, true);
            match letter {
                '\\' => can_repeat = self.read_escape()?,
                '[' => self.read_class()?,
                '(' => {
                    open.push(self.read_group()?);
                    can_repeat = false;
                }
                ')' => match open.pop() {
                    Some(may_repeat) => can_repeat = may_repeat,
                    None => return Err("a `)` closes a group that was not opened"),
                },
                '*' | '+' | '?' | '{' => {
                    self.read_quantifier(letter, repeats)?;
                    can_repeat = false;
                }
                '^' | '$' | '|' => can_repeat = false,
                '}' | ']' => return Err("an unmatched closing bracket must be escaped"),
                _ => {}
            }
        }
        if !open.is_empty() {
            return Err("a group is not closed");
        }
        if self.refers_to_missing_group() {
            return Err("a reference names a group that does not exist");
        }
        Ok(())
    }

    /// Reads the rest of a quantifier. `repeats` is `true` if the preceding term may be repeated.
    fn read_quantifier(&mut self, first: char, repeats: bool) -> ScanResult<()> {
        if first == '{' {
            self.read_count()?;
        }
        if !repeats {
            return Err("there is nothing to repeat");
        }
        // A `?` after a quantifier makes it lazy.
        self.has_next('?');
        Ok(())
    }

    /// Returns `true` if a reference has no group. A group may follow the references to it.
    fn refers_to_missing_group(&self) -> bool {
        if self.highest > self.groups {
            return true;
        }
        let groups = self.names.iter().filter(|(_, is_group)| *is_group);
        let groups: Vec<&str> = groups.map(|(name, _)| name.as_str()).collect();
        let mut references = self.names.iter().filter(|(_, is_group)| !is_group);
        references.any(|(name, _)| !groups.contains(&name.as_str()))
    }

    /// Reads the start of a group. Returns `true` if the group may be repeated. Assertions may not be repeated.
    fn read_group(&mut self) -> ScanResult<bool> {
        const UNKNOWN: &str = "this kind of group does not exist";
        if !self.has_next('?') {
            self.groups += 1;
            return Ok(true);
        }
        match self.next() {
            Some(':') => Ok(true),
            Some('=' | '!') => Ok(false),
            Some('<') => {
                if self.has_next('=') || self.has_next('!') {
                    return Ok(false);
                }
                self.groups += 1;
                let name = self.read_name()?;
                self.names.push((name, true));
                Ok(true)
            }
            // Modifiers of one group, since ECMAScript 2025, as in `(?i:a)`.
            Some('i' | 'm' | 's' | '-') => loop {
                match self.next() {
                    Some('i' | 'm' | 's' | '-') => {}
                    Some(':') => return Ok(true),
                    _ => return Err(UNKNOWN),
                }
            },
            _ => Err(UNKNOWN),
        }
    }

    /// Reads the name of a group and the following `>`.
    fn read_name(&mut self) -> ScanResult<String> {
        let mut name = String::new();
        while let Some(letter) = self.next() {
            let is_start = letter.is_alphabetic() || matches!(letter, '_' | '$');
            match letter {
                '>' if !name.is_empty() => return Ok(name),
                _ if is_start || (letter.is_alphanumeric() && !name.is_empty()) => {
                    name.push(letter)
                }
                _ => break,
            }
        }
        Err("the name of a group is not valid")
    }

    /// Reads a count after its `{`, as in `{2}`, `{2,}` and `{2,3}`.
    fn read_count(&mut self) -> ScanResult<()> {
        const NONE: &str = "`{` must begin a count, as in `{2,3}`, or be escaped";
        let least = self.read_digits().ok_or(NONE)?;
        let most = if self.has_next(',') {
            self.read_digits().unwrap_or(u32::MAX)
        } else {
            least
        };
        if !self.has_next('}') {
            return Err(NONE);
        }
        if least > most {
            Err("a count must begin with the smaller number")
        } else {
            Ok(())
        }
    }

    /// Reads digits, if there are any. Excessive numbers are clamped.
    fn read_digits(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.letters.peek().and_then(|letter| letter.to_digit(10)) {
            self.next();
            number = Some(
                number
                    .unwrap_or(0_u32)
                    .saturating_mul(10)
                    .saturating_add(digit),
            );
        }
        number
    }

    /// Reads an escape outside a class. Returns `true` if the escape may be repeated.
    fn read_escape(&mut self) -> ScanResult<bool> {
        match self.letters.peek() {
            Some('b' | 'B') => {
                self.next();
                Ok(false)
            }
            Some('k') => {
                self.next();
                if !self.has_next('<') {
                    return Err("`\\k` must be followed by the name of a group, as in `\\k<name>`");
                }
                let name = self.read_name()?;
                self.names.push((name, false));
                Ok(true)
            }
            Some('1'..='9') => {
                self.highest = self.highest.max(self.read_digits().unwrap_or_default());
                Ok(true)
            }
            _ => self.read_character_escape(false).map(|_| true),
        }
    }

    /// Reads an escape for one character or a set of characters.
    fn read_character_escape(&mut self, is_in_class: bool) -> ScanResult<ClassAtom> {
        let Some(letter) = self.next() else {
            return Err("nothing follows the backslash");
        };
        let character = match letter {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => return Ok(ClassAtom::Set),
            'p' | 'P' => return self.read_property(),
            '0' if !self.is_at_digit() => '\0',
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'c' => return self.read_control_character(),
            'x' => return Ok(ClassAtom::One(self.read_hexadecimal(2)?)),
            'u' => return Ok(ClassAtom::One(self.read_code_point()?)),
            'b' if is_in_class => '\u{8}',
            '-' if is_in_class => '-',
            letter if "^$\\.*+?()[]{}|/".contains(letter) => letter,
            _ => return Err("only characters with a special meaning may be escaped"),
        };
        Ok(ClassAtom::One(u32::from(character)))
    }

    fn is_at_digit(&mut self) -> bool {
        let next = self.letters.peek();
        next.is_some_and(char::is_ascii_digit)
    }

    /// Reads a Unicode property after its `\p`, without checking the name.
    fn read_property(&mut self) -> ScanResult<ClassAtom> {
        const FORM: &str = "a Unicode property must be written as in `\\p{L}`";
        if !self.has_next('{') {
            return Err(FORM);
        }
        let mut is_named = false;
        while let Some(letter) = self.next() {
            match letter {
                '}' if is_named => return Ok(ClassAtom::Set),
                '_' | '=' => {}
                _ if letter.is_ascii_alphanumeric() => is_named = true,
                _ => break,
            }
        }
        Err(FORM)
    }

    /// Reads the letter of a control character after its `\c`.
    fn read_control_character(&mut self) -> ScanResult<ClassAtom> {
        match self.next() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                Ok(ClassAtom::One(u32::from(letter) % 32))
            }
            _ => Err("`\\c` must be followed by a letter"),
        }
    }

    fn read_hexadecimal(&mut self, digits: usize) -> ScanResult<u32> {
        let mut number = 0;
        for _ in 0..digits {
            let digit = self.next().and_then(|letter| letter.to_digit(16));
            number = number * 16 + digit.ok_or("hexadecimal digits are missing")?;
        }
        Ok(number)
    }

    /// Reads a code point after its `\u`.
    fn read_code_point(&mut self) -> ScanResult<u32> {
        if !self.has_next('{') {
            return self.read_hexadecimal(4);
        }
        let mut number: Option<u32> = None;
        while let Some(digit) = self.letters.peek().and_then(|letter| letter.to_digit(16)) {
            self.next();
            number = Some(number.unwrap_or(0).saturating_mul(16).saturating_add(digit));
        }
        match number {
            Some(number @ ..=0x10_FFFF) if self.has_next('}') => Ok(number),
            _ => Err("a code point must be written as in `\\u{1F600}`"),
        }
    }

    /// Reads a class after its `[`.
    fn read_class(&mut self) -> ScanResult<()> {
        self.has_next('^');
        loop {
            let Some(first) = self.read_class_atom()? else {
                return Ok(());
            };
            // A `-` starts a range, unless it is the last character of the class.
            if self.letters.peek() != Some(&'-') {
                continue;
            }
            self.next();
            let Some(last) = self.read_class_atom()? else {
                return Ok(());
            };
            match (first, last) {
                (ClassAtom::One(first), ClassAtom::One(last)) if first <= last => {}
                (ClassAtom::One(_), ClassAtom::One(_)) => {
                    return Err("a range must begin with the smaller character");
                }
                _ => {
                    return Err(
                        "a range must be between two characters; a `-` after a set must be escaped",
                    );
                }
            }
        }
    }

    /// Reads an element of a class; `None` at the end of the class.
    fn read_class_atom(&mut self) -> ScanResult<Option<ClassAtom>> {
        match self.next() {
            Some(']') => Ok(None),
            Some('\\') => self.read_character_escape(true).map(Some),
            Some(letter) => Ok(Some(ClassAtom::One(u32::from(letter)))),
            None => Err("a class is not closed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fault;

    // Each result was compared with `new RegExp(pattern, "u")` in Node.
    #[test]
    fn valid_patterns_have_no_fault() {
        for pattern in [
            "",
            "^a+$",
            "[^x]",
            "[]",
            "[^]",
            "(?:a|b)*?",
            r"\d{4}-\d{2,}",
            "a{2,3}?",
            r"^\p{L}+$",
            r"\P{Script=Greek}",
            "(?<n>a)\\k<n>",
            r"(a)\1",
            r"\1(a)",
            "(?=a)b",
            "(?<!a)b",
            "(?<=a)b",
            r"[\w.-]+",
            r"[\w\-.]",
            r"[a\-z]",
            r"\u{1F600}",
            r"\u0041",
            r"\x41",
            r"\cA",
            r"\0",
            r"[\b]",
            "a|",
            "|",
            "()",
            r"\/",
            "[(]",
            "[a-]",
            "[-a]",
            r"[\--a]",
            "é",
            "😀{2}",
            r"[\d-]",
            "(?<$_1>a)",
        ] {
            assert_eq!(fault(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn invalid_patterns_have_a_fault_with_its_place() {
        for (pattern, character) in [
            ("(", 1),
            (")", 1),
            ("[", 1),
            ("[^", 2),
            ("a**", 3),
            ("*", 1),
            ("+a", 1),
            (r"\", 1),
            ("a{3,2}", 6),
            ("a{", 2),
            ("a{,3}", 2),
            ("{", 1),
            ("}", 1),
            ("]", 1),
            ("^*", 2),
            ("(?i)a", 4),
            ("(?P<n>a)", 3),
            ("(?>a)", 3),
            (r"[\w-.]+", 5),
            ("[z-a]", 4),
            (r"\_", 2),
            (r"\-", 2),
            (r"\é", 2),
            (r"\1", 2),
            (r"\01", 2),
            (r"\k<n>", 5),
            (r"\k", 2),
            (r"\p{", 3),
            (r"\pL", 2),
            (r"\u12", 4),
            (r"\u{110000}", 9),
            (r"\x4", 3),
            (r"\c1", 3),
            ("(?=a)*", 6),
            (r"\b+", 3),
            ("(?<1>a)", 4),
            ("(?<>a)", 4),
            ("[a", 2),
            (r"\a", 2),
            (r"\Z", 2),
            (r"[\d-z]", 5),
        ] {
            assert_eq!(
                fault(pattern).map(|fault| fault.character),
                Some(character),
                "{pattern}"
            );
        }
    }
}
