//! The syntax of JavaScript patterns without flags, which the function `regex` and `validationRegexp` contain.
//!
//! Specification: [ECMA-262, § Regular Expressions Patterns](https://tc39.es/ecma262/#sec-regexp-regular-expression-objects),
//! with the extensions of Annex B.

use std::{iter::Peekable, str::Chars};

/// The maximum depth of groups.
const DEEPEST: usize = 50;

/// The maximum number of characters between the braces of a count.
const MAX_COUNT: usize = 40;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The start of the text, `^`.
    Start,
    /// The end of the text, `$`.
    End,
    /// The boundary of a word, `\b`.
    WordBoundary,
    /// A position inside or outside of words, `\B`.
    NoWordBoundary,
    /// The text of an earlier group, as in `\1` and `\k<name>`.
    BackReference,
    /// One character from the set.
    One(CharacterSet),
    Sequence(Vec<Part>),
    Alternatives(Vec<Part>),
    Repeated {
        part: Box<Part>,
        min: usize,
        /// `None` if the number of repetitions is unlimited.
        max: Option<usize>,
    },
    /// Looks ahead or behind. The part does not consume text.
    Look(Box<Part>),
}

/// A set of characters, as sorted ranges that do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CharacterSet(Vec<(u32, u32)>);

const LAST: u32 = char::MAX as u32;
const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACE: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
const LINE_ENDS: &[(u32, u32)] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

impl CharacterSet {
    fn of(ranges: &[(u32, u32)]) -> Self {
        let mut sorted = ranges.to_vec();
        sorted.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(sorted.len());
        for (first, last) in sorted {
            match merged.last_mut() {
                Some(before) if first <= before.1 => before.1 = before.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    fn one(c: char) -> Self {
        Self(vec![(u32::from(c), u32::from(c))])
    }

    fn negated(&self) -> Self {
        let mut rest = Vec::new();
        let mut next = 0;
        for (first, last) in &self.0 {
            if next < *first {
                rest.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            rest.push((next, LAST));
        }
        Self(rest)
    }

    /// Returns the ranges, sorted and without overlaps.
    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }
}

/// Reads a pattern. Returns `None` if the pattern is invalid, or if its groups are nested too deeply.
pub(crate) fn parse(pattern: &str) -> Option<Part> {
    let has_named_group = pattern
        .split("(?<")
        .skip(1)
        .any(|rest| !rest.starts_with(['=', '!']));
    let mut parser = Parser {
        rest: pattern.chars().peekable(),
        has_named_group,
    };
    let part = parser.read_alternatives(0)?;
    match parser.rest.next() {
        None => Some(part),
        Some(_) => None,
    }
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    /// `true` if `\k` begins a back reference. In a pattern without named groups, `\k` means the letter `k`.
    has_named_group: bool,
}

impl Parser<'_> {
    /// Takes the next character if it is the expected one, and returns `true` in that case.
    fn take_if(&mut self, expected: char) -> bool {
        self.rest.next_if_eq(&expected).is_some()
    }

    /// Reads alternatives up to the end of their group. The recursion is limited by the depth of groups.
    fn read_alternatives(&mut self, depth: usize) -> Option<Part> {
        let mut all = vec![self.read_sequence(depth)?];
        while self.take_if('|') {
            all.push(self.read_sequence(depth)?);
        }
        if all.len() == 1 {
            all.pop()
        } else {
            Some(Part::Alternatives(all))
        }
    }

    /// Reads a sequence of parts, up to `|` or the end of the group.
    fn read_sequence(&mut self, depth: usize) -> Option<Part> {
        let mut parts = Vec::new();
        // A count repeats nothing at the start.
        if self.rest.peek() == Some(&'{') && self.read_count().is_some() {
            return None;
        }
        while let Some(c) = self.rest.next_if(|c| !matches!(c, '|' | ')')) {
            let part = match c {
                '(' => {
                    if depth >= DEEPEST {
                        return None;
                    }
                    self.read_group(depth + 1)?
                }
                '[' => Part::One(self.read_class()?),
                '\\' => self.read_escape()?,
                '.' => Part::One(CharacterSet::of(LINE_ENDS).negated()),
                '^' => Part::Start,
                '$' => Part::End,
                '*' | '+' | '?' => return None,
                other => Part::One(CharacterSet::one(other)),
            };
            parts.push(self.read_quantifier(part)?);
        }
        Some(Part::Sequence(parts))
    }

    /// Reads a group after its `(`, with the marks that name it or make it a look-around.
    fn read_group(&mut self, depth: usize) -> Option<Part> {
        let mut is_look = false;
        if self.take_if('?') {
            match self.rest.next()? {
                ':' => {}
                '=' | '!' => is_look = true,
                '<' if self.take_if('=') || self.take_if('!') => is_look = true,
                '<' => {
                    self.rest.by_ref().find(|c| *c == '>')?;
                }
                _ => return None,
            }
        }
        let inside = self.read_alternatives(depth)?;
        if !self.take_if(')') {
            return None;
        }
        Some(if is_look {
            Part::Look(Box::new(inside))
        } else {
            inside
        })
    }

    /// Reads the quantifier after a part, if there is one. Returns `None` if the quantifier is invalid, or if the
    /// part is a position such as `^`, which cannot be repeated.
    fn read_quantifier(&mut self, part: Part) -> Option<Part> {
        let (min, max) = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.read_count() {
                Some(count) => count,
                // The brace is a character of its own.
                None => return Some(part),
            },
            _ => return Some(part),
        };
        let is_place = matches!(
            part,
            Part::Start | Part::End | Part::WordBoundary | Part::NoWordBoundary
        );
        if is_place {
            return None;
        }
        self.rest.next();
        // A lazy quantifier allows the same texts, so its mark is skipped.
        self.take_if('?');
        // `a**` and `a{2}{3}` are not valid.
        if matches!(self.rest.peek(), Some('*' | '+' | '?')) || max.is_some_and(|max| max < min) {
            return None;
        }
        Some(Part::Repeated {
            part: Box::new(part),
            min,
            max,
        })
    }

    /// Reads a count up to its closing brace, as in `{2}`, `{2,}` and `{2,3}`.
    fn read_count(&mut self) -> Option<(usize, Option<usize>)> {
        let ahead = self.rest.clone();
        let inside: String = ahead
            .skip(1)
            .take(MAX_COUNT)
            .take_while(|c| *c != '}')
            .collect();
        let length = inside.chars().count() + 1;
        let is_closed = self.rest.clone().nth(length) == Some('}');
        let (min, max) = match inside.split_once(',') {
            Some((min, "")) => (min, None),
            Some((min, max)) => (min, Some(max)),
            None => (inside.as_str(), Some(inside.as_str())),
        };
        let count = match max {
            Some(max) => (parse_repetitions(min)?, Some(parse_repetitions(max)?)),
            None => (parse_repetitions(min)?, None),
        };
        if !is_closed {
            return None;
        }
        self.rest.nth(length - 1);
        Some(count)
    }

    /// Reads an escape outside of a class.
    fn read_escape(&mut self) -> Option<Part> {
        match self.rest.peek()? {
            'b' => self.take_as(Part::WordBoundary),
            'B' => self.take_as(Part::NoWordBoundary),
            '1'..='9' => self.take_as(Part::BackReference),
            'k' if self.has_named_group => {
                self.rest.next();
                if !self.take_if('<') {
                    return None;
                }
                self.rest.by_ref().find(|c| *c == '>')?;
                Some(Part::BackReference)
            }
            _ => self.read_escaped().map(Part::One),
        }
    }

    /// Skips the letter of an escape, and returns the part that the escape stands for.
    fn take_as(&mut self, part: Part) -> Option<Part> {
        self.rest.next();
        Some(part)
    }

    /// Reads the characters that an escape stands for.
    fn read_escaped(&mut self) -> Option<CharacterSet> {
        Some(match self.rest.next()? {
            'd' => CharacterSet::of(DIGITS),
            'D' => CharacterSet::of(DIGITS).negated(),
            'w' => CharacterSet::of(WORD),
            'W' => CharacterSet::of(WORD).negated(),
            's' => CharacterSet::of(SPACE),
            'S' => CharacterSet::of(SPACE).negated(),
            'b' => CharacterSet::one('\u{8}'),
            't' => CharacterSet::one('\t'),
            'n' => CharacterSet::one('\n'),
            'v' => CharacterSet::one('\u{B}'),
            'f' => CharacterSet::one('\u{C}'),
            'r' => CharacterSet::one('\r'),
            '0' => CharacterSet::one('\0'),
            'u' => self.read_code('u', 4),
            'x' => self.read_code('x', 2),
            other => CharacterSet::one(other),
        })
    }

    /// Reads a character code with `count` hexadecimal digits. If the digits are missing, the escape stands for its
    /// letter.
    fn read_code(&mut self, letter: char, count: usize) -> CharacterSet {
        let digits: String = self.rest.clone().take(count).collect();
        let code = u32::from_str_radix(&digits, 16);
        match code {
            Ok(code) if digits.len() == count => {
                self.rest.nth(count - 1);
                CharacterSet(vec![(code, code)])
            }
            _ => CharacterSet::one(letter),
        }
    }

    /// Reads a class after its `[`.
    fn read_class(&mut self) -> Option<CharacterSet> {
        let is_negated = self.take_if('^');
        let mut ranges = Vec::new();
        while !self.take_if(']') {
            let first = self.read_class_atom()?;
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']');
            if !is_range {
                ranges.extend(first.0);
                continue;
            }
            self.rest.next();
            let last = self.read_class_atom()?;
            match (first.0.as_slice(), last.0.as_slice()) {
                ([(first, end)], [(last, last_end)]) if first == end && last == last_end => {
                    // JavaScript refuses a range out of order.
                    if first > last {
                        return None;
                    }
                    ranges.push((*first, *last));
                }
                // Without the flag `u`, a set next to a hyphen is not a range.
                _ => {
                    ranges.push((0x2D, 0x2D));
                    ranges.extend(first.0.into_iter().chain(last.0));
                }
            }
        }
        let set = CharacterSet::of(&ranges);
        Some(if is_negated { set.negated() } else { set })
    }

    /// Reads one character or escape of a class.
    fn read_class_atom(&mut self) -> Option<CharacterSet> {
        match self.rest.next()? {
            '\\' => self.read_escaped(),
            other => Some(CharacterSet::one(other)),
        }
    }
}

/// Parses a number of repetitions. A number that is too large allows any number.
fn parse_repetitions(text: &str) -> Option<usize> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(usize::MAX))
}
