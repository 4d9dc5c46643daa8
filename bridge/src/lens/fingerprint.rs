//! Fingerprints of visible values. A carry keeps one to detect that a value was edited.

use wire::{Payload, token};

/// Returns the fingerprint of a value. Equal values have equal fingerprints.
pub(crate) fn fingerprint(json: &str) -> Payload {
    let mut fingerprint = Fingerprint::new();
    fingerprint.json(json);
    fingerprint.finish()
}

/// Builds the fingerprint of several values in one pass over their texts.
///
/// The order of members, the escapes of strings and the spelling of numbers do not matter, because programs that read
/// and write JSON respell them. For example, `1.0` and `1` have equal fingerprints. Members with a repeated name all
/// count, in any order.
pub(crate) struct Fingerprint {
    hash: u64,
    /// The values themselves, while they are short.
    short: [u8; SHORT],
    /// The length of the values. If the length exceeds `SHORT`, the hash represents the values.
    len: usize,
}

/// The length up to which values represent themselves.
const SHORT: usize = 24;

/// The delimiter of strings that represent themselves. Hexadecimal digits and other values do not contain it.
const QUOTE: u8 = b'\'';

/// The kinds of values, and the odd factor of the hash: digits of pi, which have no structure.
const SCALAR: u64 = 0x243f_6a88_85a3_08d3;
const STRING: u64 = 0x1319_8a2e_0370_7344;
const NAME: u64 = 0xa409_3822_299f_31d0;
const ARRAY: u64 = 0x082e_fa98_ec4e_6c89;
const OBJECT: u64 = 0x4528_21e6_38d0_1377;
const ABSENT: u64 = 0xbe54_66cf_34e9_0c6c;
const FACTOR: u64 = 0xc0ac_29b7_c97c_50dd;

impl Fingerprint {
    pub(crate) fn new() -> Self {
        Self {
            hash: 0,
            short: [0; SHORT],
            len: 0,
        }
    }

    /// Adds the JSON text of a value.
    pub(crate) fn json(&mut self, json: &str) {
        let value = match json.as_bytes().first() {
            Some(b'{' | b'[') => {
                self.len = SHORT + 1;
                hash_container(json)
            }
            Some(b'"') => {
                let mut hash = ByteHash::new(STRING);
                self.push_short(&[QUOTE]);
                token::unescape_parts(json, &mut |part| {
                    hash.add(part);
                    self.push_string(part);
                });
                self.push_short(&[QUOTE]);
                hash.finish()
            }
            _ => {
                self.push_short(b"=");
                let is_literal = visit_scalar(json, &mut |part| self.push_short(part));
                if !is_literal {
                    self.len = SHORT + 1;
                }
                hash_scalar(json)
            }
        };
        self.add(value);
    }

    /// Adds a string, equivalent to its JSON text.
    pub(crate) fn text(&mut self, text: &str) {
        self.push_short(&[QUOTE]);
        self.push_string(text.as_bytes());
        self.push_short(&[QUOTE]);
        self.add(ByteHash::of(STRING, text.as_bytes()));
    }

    /// Adds the absence of a value.
    pub(crate) fn absent(&mut self) {
        self.push_short(b"-");
        self.add(ABSENT);
    }

    /// Returns the fingerprint as a JSON string.
    pub(crate) fn finish(self) -> Payload {
        // A text with a lone surrogate is not UTF-8.
        let short = self
            .short
            .get(..self.len)
            .and_then(|short| std::str::from_utf8(short).ok());
        let digits = hex(self.hash);
        Payload::string(short.unwrap_or_else(|| std::str::from_utf8(&digits).unwrap_or_default()))
    }

    fn add(&mut self, value: u64) {
        self.hash = mix(self.hash ^ value, FACTOR);
    }

    /// Appends a part of a string to the short form.
    fn push_string(&mut self, part: &[u8]) {
        self.push_short(part);
        if self.len <= SHORT && part.contains(&QUOTE) {
            self.len = SHORT + 1;
        }
    }

    fn push_short(&mut self, part: &[u8]) {
        let end = self.len + part.len();
        self.len = match self.short.get_mut(self.len..end) {
            Some(room) => {
                room.copy_from_slice(part);
                end
            }
            None => SHORT + 1,
        };
    }
}

/// The running hash of an array or object.
struct Container {
    is_object: bool,
    hash: u64,
    /// The hash of the name whose value follows.
    name: Option<u64>,
}

impl Container {
    fn new(is_object: bool) -> Self {
        Self {
            is_object,
            hash: if is_object { OBJECT } else { ARRAY },
            name: None,
        }
    }

    /// Adds an element or the value of a member. The sum of members does not depend on their order.
    fn add(&mut self, value: u64) {
        self.hash = match self.name.take() {
            Some(name) => self.hash.wrapping_add(mix(name, value)),
            None => mix(self.hash ^ value, FACTOR),
        };
    }
}

/// Returns the hash of an array or object.
fn hash_container(json: &str) -> u64 {
    let bytes = json.as_bytes();
    let mut current = Container::new(json.starts_with('{'));
    let mut outer: Vec<Container> = Vec::new();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        let value;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => {
                at += 1;
                continue;
            }
            b'{' | b'[' => {
                outer.push(std::mem::replace(
                    &mut current,
                    Container::new(*byte == b'{'),
                ));
                at += 1;
                continue;
            }
            b'}' | b']' => {
                value = mix(current.hash, FACTOR);
                at += 1;
                match outer.pop() {
                    Some(container) => current = container,
                    None => return value,
                }
            }
            b'"' if current.is_object && current.name.is_none() => {
                let (name, end) = hash_string_at(json, at, NAME);
                (current.name, at) = (Some(name), end);
                continue;
            }
            b'"' => (value, at) = hash_string_at(json, at, STRING),
            _ => {
                let rest = bytes.get(at..).unwrap_or_default();
                let is_end =
                    |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
                let length = rest.iter().position(is_end).unwrap_or(rest.len());
                let scalar = json.get(at..at + length).unwrap_or_default();
                value = hash_scalar(scalar);
                at += length.max(1);
            }
        }
        current.add(value);
    }
    0
}

/// Returns the hash of a number or a literal.
fn hash_scalar(scalar: &str) -> u64 {
    // One text is hashed faster than its parts.
    let (mut text, mut len) = ([0; SCALAR_ROOM], 0);
    visit_scalar(scalar, &mut |part| {
        let end = len + part.len();
        if let Some(room) = text.get_mut(len..end) {
            room.copy_from_slice(part);
        }
        len = end;
    });
    if let Some(text) = text.get(..len) {
        return ByteHash::of(SCALAR, text);
    }
    let mut hash = ByteHash::new(SCALAR);
    visit_scalar(scalar, &mut |part| hash.add(part));
    hash.finish()
}

/// The length up to which the parts of a number are joined.
const SCALAR_ROOM: usize = 32;

/// Visits the parts of a number that every spelling shares: the sign, the digits without outer zeros, and the exponent
/// of the last digit. An exponent of 0 is omitted. Literals are visited unchanged, and so is a number with an exponent
/// of more than 18 digits. Returns `true` if the parts are the text of the value.
fn visit_scalar(scalar: &str, visit: &mut impl FnMut(&[u8])) -> bool {
    let bytes = scalar.as_bytes();
    let is_integer = |bytes: &[u8]| !bytes.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    let is_text = match bytes {
        // An integer that ends in another digit than 0 has one spelling, and 0 has the shortest.
        [b'0'] => true,
        [.., b'1'..=b'9'] => is_integer(bytes),
        [b'-' | b'0'..=b'9', ..] => false,
        _ => true,
    };
    if is_text {
        visit(bytes);
        return true;
    }
    let is_exponent = |byte: &u8| matches!(byte, b'e' | b'E');
    let (mantissa, exponent) = match bytes.iter().position(is_exponent) {
        Some(at) => (
            scalar.get(..at).unwrap_or_default(),
            scalar.get(at + 1..).unwrap_or_default().parse::<i64>(),
        ),
        None => (scalar, Ok(0)),
    };
    let Some(exponent) = exponent
        .ok()
        .filter(|exponent| exponent.abs() < MAX_EXPONENT)
    else {
        visit(bytes);
        return true;
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(mantissa) => ("-", mantissa),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (whole, fraction) = (without_first_zeros(whole), without_last_zeros(fraction));
    let (whole, fraction, exponent) = match (whole, fraction) {
        ("", "") => {
            visit(b"0");
            return true;
        }
        (whole, "") => {
            let digits = without_last_zeros(whole);
            (digits, "", exponent + (whole.len() - digits.len()) as i64)
        }
        ("", fraction) => (
            "",
            without_first_zeros(fraction),
            exponent - fraction.len() as i64,
        ),
        (whole, fraction) => (whole, fraction, exponent - fraction.len() as i64),
    };
    [sign, whole, fraction]
        .iter()
        .for_each(|part| visit(part.as_bytes()));
    if exponent == 0 {
        return true;
    }
    visit(b"e");
    visit(&exponent.to_le_bytes());
    false
}

fn without_first_zeros(digits: &str) -> &str {
    let zeros = digits.bytes().take_while(|byte| *byte == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

fn without_last_zeros(digits: &str) -> &str {
    let zeros = digits
        .bytes()
        .rev()
        .take_while(|byte| *byte == b'0')
        .count();
    digits.get(..digits.len() - zeros).unwrap_or_default()
}

/// The exponent from which a number keeps its spelling. The sum of a smaller exponent and a text length never overflows
/// an `i64`.
const MAX_EXPONENT: i64 = 1_000_000_000_000_000_000;

/// Returns the hash of the string at an offset, and the offset after it.
fn hash_string_at(json: &str, at: usize, kind: u64) -> (u64, usize) {
    // Compares eight bytes at a time with the quote and the backslash. The lowest hit of each is exact.
    const ONES: u64 = u64::MAX / 0xff;
    let hits = |word: u64, byte: u8| {
        let differences = word ^ (ONES * u64::from(byte));
        differences.wrapping_sub(ONES) & !differences & (ONES << 7)
    };
    let bytes = json.as_bytes();
    let (mut hash, mut end) = (ByteHash::new(kind), at + 1);
    while let Some(word) = bytes.get(end..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*word);
        let hits = hits(word, b'"') | hits(word, b'\\');
        if hits == 0 {
            hash.add_word(word);
            end += 8;
            continue;
        }
        let bits = hits.trailing_zeros() & !7;
        if word >> bits & 0xff != u64::from(b'"') {
            break;
        }
        let length = bits / 8;
        hash.word = word & ((1 << bits) - 1);
        hash.len += u64::from(length);
        return (hash.finish(), end + length as usize + 1);
    }
    // Few strings have escapes or are at the end of the text.
    let mut end = at + 1;
    loop {
        match bytes.get(end) {
            Some(b'\\') => end += 2,
            Some(b'"') | None => break,
            _ => end += 1,
        }
    }
    let mut hash = ByteHash::new(kind);
    let quoted = json.get(at..=end).unwrap_or_default();
    token::unescape_parts(quoted, &mut |part| hash.add(part));
    (hash.finish(), end + 1)
}

/// Multiplies two words and combines the halves of the product.
fn mix(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product >> 64) as u64 ^ product as u64
}

/// A hash of bytes that arrive in parts, eight bytes at a time. The lengths of the parts do not matter.
struct ByteHash {
    hash: u64,
    /// The bytes that do not fill a word yet. The first byte is the lowest one.
    word: u64,
    len: u64,
}

impl ByteHash {
    fn new(kind: u64) -> Self {
        Self {
            hash: kind,
            word: 0,
            len: 0,
        }
    }

    fn of(kind: u64, bytes: &[u8]) -> u64 {
        let mut hash = Self::new(kind);
        hash.add(bytes);
        hash.finish()
    }

    fn add(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        if self.len % 8 == 0 {
            while let Some((word, behind)) = rest.split_first_chunk() {
                self.add_word(u64::from_le_bytes(*word));
                rest = behind;
            }
            self.word = rest
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.len += rest.len() as u64;
            return;
        }
        for byte in rest {
            self.word |= u64::from(*byte) << (self.len % 8 * 8);
            self.len += 1;
            if self.len % 8 == 0 {
                self.hash = mix(self.hash ^ std::mem::take(&mut self.word), FACTOR);
            }
        }
    }

    /// Adds a word of eight bytes. The number of bytes before it is a multiple of eight.
    fn add_word(&mut self, word: u64) {
        self.hash = mix(self.hash ^ word, FACTOR);
        self.len += 8;
    }

    fn finish(self) -> u64 {
        mix(mix(self.hash ^ self.word, FACTOR) ^ self.len, FACTOR)
    }
}

fn hex(hash: u64) -> [u8; 16] {
    std::array::from_fn(|at| match (hash >> (60 - 4 * at) & 0xf) as u8 {
        digit @ 0..=9 => b'0' + digit,
        digit => b'a' + digit - 10,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use token::TokenKind as Kind;
    use wire::proptest::prelude::*;

    fn of(json: &str) -> String {
        let fingerprint = fingerprint(json);
        fingerprint.as_str().unwrap().into_owned()
    }

    /// Writes a value with its members in reverse, all characters of strings escaped, and blanks between tokens.
    fn respelled(json: &str) -> String {
        let escaped = |quoted: &str| {
            let units = token::utf16(quoted);
            format!(
                "\"{}\"",
                units
                    .iter()
                    .map(|unit| format!("\\u{unit:04X}"))
                    .collect::<String>()
            )
        };
        let members = token::children(json).map(|child| match child.name {
            Some(name) => format!("{} : {}", escaped(name), respelled(child.text)),
            None => respelled(child.text),
        });
        let members: Vec<String> = members.collect();
        match json.as_bytes()[0] {
            b'{' => format!(
                "{{ {} }}",
                members.into_iter().rev().collect::<Vec<_>>().join(" ,\n")
            ),
            b'[' => format!("[ {} ]", members.join(" , ")),
            b'"' => escaped(json),
            _ => json.to_owned(),
        }
    }

    proptest! {
        #[test]
        fn equal_values_have_equal_fingerprints(json in wire::generate::json_text(200)) {
            let value = Payload::parse(&json).unwrap();
            let other = Payload::parse(respelled(value.text())).unwrap();
            // Members that repeat a name change their meaning in another order.
            prop_assume!(value == other);
            prop_assert_eq!(of(value.text()), of(other.text()));
        }

        #[test]
        fn a_changed_token_changes_the_fingerprint(
            json in wire::generate::json_text(200), at: wire::proptest::sample::Index,
            to in wire::proptest::sample::select(vec!["0", "null", "\"\"", "\"\\ud83d\"", "[]", "{}", "\"a\"", "\"ab\""]),
        ) {
            let value = Payload::parse(format!("{{\"n\":{json}}}")).unwrap();
            let is_leaf = |token: &token::Token<'_>| {
                matches!(token.kind, Kind::Name | Kind::String | Kind::Number | Kind::Literal)
            };
            let leaves: Vec<_> = token::Tokens::new(value.text()).filter(is_leaf).collect();
            let leaf = at.get(&leaves);
            let to = if leaf.kind == Kind::Name && !to.starts_with('"') { "\"\"" } else { to };
            let (before, behind) = value.text().split_at(leaf.at);
            // Numbers of one value have one fingerprint.
            prop_assume!(!(leaf.kind == Kind::Number && leaf.text.parse() == to.parse::<f64>()));
            let changed = Payload::parse(format!("{before}{to}{}", &behind[leaf.text.len()..])).unwrap();
            prop_assert_eq!(of(value.text()) == of(changed.text()), value == changed, "{} {}", value, changed);
        }

        #[test]
        fn a_text_and_its_json_have_the_same_fingerprint(text in r#"[a'"\\\n\x01é😀/]{0,40}"#) {
            let mut of_text = Fingerprint::new();
            of_text.text(&text);
            prop_assert_eq!(of_text.finish(), fingerprint(Payload::string(&text).text()));
        }

        #[test]
        fn splitting_a_text_into_parts_does_not_change_its_hash(text: Vec<u8>, cuts in wire::proptest::collection::vec(0..12_usize, 0..8)) {
            let (mut hash, mut rest) = (ByteHash::new(STRING), &text[..]);
            for cut in cuts {
                let (part, behind) = rest.split_at(cut.min(rest.len()));
                hash.add(part);
                rest = behind;
            }
            hash.add(rest);
            prop_assert_eq!(hash.finish(), ByteHash::of(STRING, &text));
        }
    }

    #[test]
    fn different_values_have_different_fingerprints() {
        let values = [
            "0",
            "1",
            "10",
            "1e999",
            "1e-1",
            "-1",
            "11",
            "[1]",
            "[1,2]",
            "[2,1]",
            "[[1],2]",
            "[[1,2]]",
            "{}",
            "[]",
            "[{}]",
            "[[]]",
            "null",
            "\"null\"",
            "\"\"",
            "\"\\u0000\"",
            "\"\\u0000\\u0000\"",
            r#"["\ud83d"]"#,
            r#"["\ud83e"]"#,
            r#""\ud83d""#,
            r#"{"a":"b"}"#,
            r#"{"b":"a"}"#,
            r#"{"a":1,"b":2}"#,
            r#"{"a":2,"b":1}"#,
            r#"{"a":{"b":1}}"#,
            r#"{"a":1}"#,
            r#"{"a":1,"a":1}"#,
            r#"{"a":[],"b":{}}"#,
            r#"{"a":{},"b":[]}"#,
            "\"'\"",
            "\"''\"",
            "\"=1\"",
        ];
        for (at, value) in values.iter().enumerate() {
            for other in &values[..at] {
                assert_ne!(of(value), of(other), "{value} {other}");
            }
        }
    }

    #[test]
    fn the_spelling_of_a_number_does_not_matter() {
        for spellings in [
            &["1", "1.0", "1.00", "1e0", "10e-1", "0.1E+1"][..],
            &["-150", "-1.5e2", "-150.0", "-15E1"],
            &["0", "-0", "0.0", "0e5", "-0.000"],
            &["1e21", "1E+21", "1000000000000000000000"],
            &["0.001", "1e-3", "0.0010"],
        ] {
            for spelling in spellings {
                assert_eq!(of(spelling), of(spellings[0]), "{spelling}");
                assert_eq!(
                    of(&format!("{{\"a\":[{spelling}]}}")),
                    of(&format!("{{ \"a\":[ {} ]}}", spellings[0]))
                );
            }
        }
        let huge = "1e99999999999999999999";
        assert_eq!(of(huge), format!("={huge}"));
    }

    #[test]
    fn sequences_of_values_have_distinct_fingerprints() {
        let of = |values: &[Option<&str>]| {
            let mut fingerprint = Fingerprint::new();
            for value in values {
                match value {
                    Some(value) => fingerprint.text(value),
                    None => fingerprint.absent(),
                }
            }
            fingerprint.finish()
        };
        let long = "x".repeat(SHORT);
        for long in ["", &long] {
            let lists = [
                of(&[Some("a"), Some(long)]),
                of(&[Some(long), Some("a")]),
                of(&[Some("a"), None, Some(long)]),
                of(&[None, Some("a"), Some(long)]),
                of(&[Some("a''"), Some(long)]),
                of(&[Some("'a"), Some(long)]),
            ];
            for (at, list) in lists.iter().enumerate() {
                assert!(!lists[..at].contains(list), "{lists:?}");
            }
        }
    }

    #[test]
    fn fingerprints_never_change_and_short_values_represent_themselves() {
        assert_eq!(of("\"\\u00e9\""), "'é'");
        assert_eq!(of("-15.0"), "=-15");
        assert_eq!(of("-1.5e3").len(), 16);
        assert_eq!(of(&format!("\"{}\"", "x".repeat(SHORT - 2))).len(), SHORT);
        for (value, fingerprint) in [
            ("{}", "aef935ec26d4cad5"),
            ("\"it's\"", "71fcd229c8b74bc3"),
            (
                "\"a text of more than twenty-four bytes\"",
                "4047840ab033480a",
            ),
            (
                r#"{"list":[1,true,{"a":"b"}],"text":"\n"}"#,
                "20dbf311bea6973e",
            ),
        ] {
            assert_eq!(of(value), fingerprint);
        }
    }

    #[test]
    fn values_of_any_depth_have_a_fingerprint() {
        let deep = |leaf: u8| {
            of(&format!(
                "{}{leaf}{}",
                "[".repeat(100_000),
                "]".repeat(100_000)
            ))
        };
        assert_ne!(deep(1), deep(2));
    }
}
