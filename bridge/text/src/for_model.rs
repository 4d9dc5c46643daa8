//! Findings as short lines for the model that wrote the messages.

use crate::{diagnostic::Diagnostic, limits::MODEL_LINE};
use std::{collections::BTreeMap, fmt::Write as _};
use wire::{Fix, Payload, Severity};

/// The shown places of faults with the same message. The others are only counted.
const PLACES: usize = 3;
/// The characters that remain of a message if its replacement is long.
const SHORT_MESSAGE: usize = 40;
/// The characters that remain of a place if its line is full.
const SHORT_PLACE: usize = 40;
/// The characters that remain of a file name.
const SHORT_FILE: usize = 30;
/// The lengths to which values in a message are shortened, one after the other, until the message fits.
const SHORT_VALUES: [usize; 2] = [40, 16];

/// Formats findings for the model that wrote the messages: one line of at most 160 characters for each fault, without a
/// line end after the last one. The text is empty without errors and warnings.
///
/// A line has the place, the problem, and the exact replacement if there is only one, else the hint if it has room. The
/// place is the line of the text and the JSON Pointer. The same problem at several places is one line with the first
/// places. Long places and values are shortened in the middle, but a replacement is whole or absent. Notices are left
/// out. The lines are in the order of their first places, file by file.
///
/// ```
/// use agent_ui_text::{CheckOptions, check, for_model};
///
/// let found = check(r#"{"version":"v0.9","deleteSurface":{"surfaceID":"s"}}"#, None, &CheckOptions::new())?;
/// assert_eq!(
///     for_model(&found),
///     r#"line 1, /deleteSurface/surfaceID: `surfaceID` is read as `surfaceId`; rename it to "surfaceId""#
/// );
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn for_model(found: &[Diagnostic]) -> String {
    let mut faults: Vec<Fault> = Vec::new();
    let mut known = BTreeMap::new();
    for diagnostic in in_order(found) {
        // A model cannot correct what a notice states, such as the inferred protocol.
        if diagnostic.severity == Severity::Info {
            continue;
        }
        let fault = Fault::of(diagnostic);
        let key = (
            fault.is_warning,
            fault.message.clone(),
            fault.remedy.clone(),
        );
        match known
            .get(&key)
            .and_then(|index: &usize| faults.get_mut(*index))
        {
            Some(same) => same.add_place(diagnostic),
            None => {
                known.insert(key, faults.len());
                faults.push(fault);
            }
        }
    }
    let lines: Vec<String> = faults.iter().map(Fault::line).collect();
    lines.join("\n")
}

/// Returns findings in the order of their places, file by file. A program that reads a stream finds some of them late.
fn in_order(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut files = BTreeMap::new();
    for diagnostic in found {
        let next = files.len();
        files.entry(diagnostic.place.file.as_ref()).or_insert(next);
    }
    let mut ordered: Vec<&Diagnostic> = found.iter().collect();
    ordered.sort_by_key(|diagnostic| {
        let place = &diagnostic.place;
        (files.get(&place.file.as_ref()), place.line, place.column)
    });
    ordered
}

/// A fault at one or more places.
struct Fault {
    is_warning: bool,
    message: String,
    remedy: Remedy,
    /// The first places.
    places: Vec<PlaceInText>,
    count: usize,
}

/// The way to correct a fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Remedy {
    /// An instruction with the exact text to write.
    Replacement(String),
    /// A sentence, which can be empty.
    Hint(String),
}

impl Fault {
    fn of(diagnostic: &Diagnostic) -> Self {
        let remedy = match &diagnostic.fix {
            Some(fix) => Remedy::Replacement(instruction(fix)),
            None => Remedy::Hint(hint_for_author(&diagnostic.hint)),
        };
        Self {
            is_warning: diagnostic.severity == Severity::Warning,
            message: in_one_line(&diagnostic.message),
            remedy,
            places: vec![PlaceInText::of(diagnostic)],
            count: 1,
        }
    }

    fn add_place(&mut self, diagnostic: &Diagnostic) {
        self.count += 1;
        if self.places.len() < PLACES {
            self.places.push(PlaceInText::of(diagnostic));
        }
    }

    /// Returns the line, of at most [`MODEL_LINE`] characters.
    fn line(&self) -> String {
        let label = if self.is_warning { "warning: " } else { "" };
        let (first, rest) = match self.places.split_first() {
            Some((first, rest)) => (first.whole(), rest),
            None => (String::new(), &[] as &[PlaceInText]),
        };
        let mut remedy = self.remedy_text();
        let fixed = length(label) + length(": ") + length(&more(self.count - 1));
        let least = length(&first).min(SHORT_PLACE) + length(&self.message).min(SHORT_MESSAGE);
        let is_whole = |remedy: &str| {
            fixed + length(&first) + length(&self.message) + length(remedy) <= MODEL_LINE
        };
        let fits = match &self.remedy {
            Remedy::Replacement(_) => fixed + least + length(&remedy) <= MODEL_LINE,
            // A hint does not shorten the problem.
            Remedy::Hint(_) => is_whole(&remedy),
        };
        if !fits {
            remedy.clear();
        }
        let room = MODEL_LINE.saturating_sub(fixed + length(&remedy));
        let has_replacement = fits && matches!(self.remedy, Remedy::Replacement(_));
        let wanted_place = length(&first).min(SHORT_PLACE);
        let message = short_message(
            &self.message,
            room.saturating_sub(wanted_place),
            has_replacement,
        );
        let room_of_place = room.saturating_sub(length(&message));
        let mut places = match self.places.first() {
            Some(place) => place.shortened(room_of_place),
            None => String::new(),
        };
        let mut unlisted = self.count - 1;
        for place in rest {
            let line = |place: &str| {
                let unlisted = more(unlisted - 1);
                format!("{places}; {place}{unlisted}: {label}{message}{remedy}")
            };
            let forms = [place.whole(), place.shortened(SHORT_PLACE)];
            let mut forms = forms.into_iter();
            let Some(place) = forms.find(|place| length(&line(place)) <= MODEL_LINE) else {
                break;
            };
            places = format!("{places}; {place}");
            unlisted -= 1;
        }
        format!("{places}{}: {label}{message}{remedy}", more(unlisted))
    }

    /// Returns the remedy with the sign before it.
    fn remedy_text(&self) -> String {
        match &self.remedy {
            Remedy::Replacement(text) | Remedy::Hint(text) if !text.is_empty() => {
                format!("; {text}")
            }
            _ => String::new(),
        }
    }
}

/// The place of a fault, without control characters.
struct PlaceInText {
    /// The line, with the name of the file if there is one. Empty if the line is unknown.
    line: String,
    /// The JSON Pointer; empty for a whole document.
    pointer: String,
}

impl PlaceInText {
    fn of(diagnostic: &Diagnostic) -> Self {
        let place = &diagnostic.place;
        let file = place.file.as_deref().map(in_one_line);
        let file = file.map(|file| shorten(&file, SHORT_FILE));
        let line = match (file, place.line) {
            (Some(file), 0) => file,
            (Some(file), line) => format!("{file}:{line}"),
            (None, 0) => String::new(),
            (None, line) => format!("line {line}"),
        };
        Self {
            line,
            pointer: in_one_line(diagnostic.pointer.as_str()),
        }
    }

    fn whole(&self) -> String {
        self.shortened(usize::MAX)
    }

    /// Returns the place in at most `room` characters, with the middle of the pointer left out.
    fn shortened(&self, room: usize) -> String {
        let parts: &[&str] = match (self.line.is_empty(), self.pointer.is_empty()) {
            (true, true) => &["the text"],
            (true, false) => &[""],
            (false, true) => &[&self.line],
            (false, false) => &[&self.line, ", "],
        };
        let start = parts.concat();
        let pointer = shorten(&self.pointer, room.saturating_sub(length(&start)));
        shorten(&(start + &pointer), room)
    }
}

/// Returns the end of the places: the number of those that are not shown.
fn more(count: usize) -> String {
    match count {
        0 => String::new(),
        count => format!(" and {count} more"),
    }
}

/// Returns the instruction to make an edit.
fn instruction(fix: &Fix) -> String {
    let text = match fix {
        Fix::Rename(name) => format!("rename it to {}", Payload::string(name).text()),
        Fix::Replace(value) => format!("write {value}"),
        Fix::Add(name, value) => format!("add {}: {value}", Payload::string(name).text()),
        Fix::Remove => "remove it".to_owned(),
        _ => return String::new(),
    };
    in_one_line(&text)
}

/// Returns a hint if its reader is the author of the messages. Other hints name options and calls of the program or the
/// library, which a model does not have.
fn hint_for_author(hint: &str) -> String {
    if hint.contains("`options.") || hint.contains("()`") {
        return String::new();
    }
    in_one_line(hint)
}

/// Escapes the characters that end a line or reorder text, as JSON does, so that a value cannot add a line.
fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        let is_escaped = character.is_control()
            || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        if is_escaped {
            // Writing to a string cannot fail.
            let _ = write!(line, "\\u{:04x}", u32::from(character));
        } else {
            line.push(character);
        }
    }
    line
}

/// Returns a message in at most `room` characters.
fn short_message(message: &str, room: usize, has_replacement: bool) -> String {
    if length(message) <= room {
        return message.to_owned();
    }
    let mut message = message.to_owned();
    // The clause behind the problem describes what the replacement states exactly.
    if let (true, Some((problem, _))) = (has_replacement, message.split_once("; ")) {
        message = problem.to_owned();
    }
    for longest in SHORT_VALUES {
        if length(&message) > room {
            message = with_short_values(&message, longest);
        }
    }
    shorten(&message, room)
}

/// Shortens the quoted values of a message.
fn with_short_values(message: &str, longest: usize) -> String {
    let mut short = String::new();
    for (index, part) in message.split('`').enumerate() {
        if index > 0 {
            short.push('`');
        }
        // The parts with odd numbers are between two backticks.
        match index % 2 {
            1 => short.push_str(&shorten(part, longest)),
            _ => short.push_str(part),
        }
    }
    short
}

/// Returns a text of at most `room` characters, with the middle left out if it is longer.
fn shorten(text: &str, room: usize) -> String {
    let whole = length(text);
    if whole <= room {
        return text.to_owned();
    }
    let Some(kept) = room.checked_sub(1) else {
        return String::new();
    };
    let front = kept - kept / 2;
    let start: String = text.chars().take(front).collect();
    let end: String = text.chars().skip(whole - kept / 2).collect();
    format!("{start}…{end}")
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;
    use proptest::prelude::*;
    use wire::{Finding, Pointer};

    fn finding(pointer: &str, message: &str) -> Finding {
        Finding::error("type", Pointer::parse(pointer).unwrap(), message)
    }

    fn lines(found: Vec<(usize, Finding)>) -> String {
        let placed = found.into_iter().map(|(line, finding)| {
            let place = Place {
                file: None,
                line,
                column: 1,
            };
            Diagnostic::of_finding(&place, &finding)
        });
        for_model(&placed.collect::<Vec<_>>())
    }

    #[test]
    fn a_line_has_place_problem_and_replacement() {
        let wrong = || finding("/a/b", "`b` is unknown");
        let text = lines(vec![
            (2, wrong().fix(Fix::Rename("c\"".to_owned()))),
            (3, wrong().hint("write a list")),
            (4, wrong().hint("set `options.strict`")),
            (5, wrong().fix(Fix::Remove).hint("did you mean `c`?")),
            (6, finding("", "the text is empty")),
            (0, Finding::warning("type", Pointer::root(), "`a` is odd")),
            (7, Finding::info("type", Pointer::root(), "a notice")),
        ]);
        assert_eq!(
            text,
            r#"the text: warning: `a` is odd
line 2, /a/b: `b` is unknown; rename it to "c\""
line 3, /a/b: `b` is unknown; write a list
line 4, /a/b: `b` is unknown
line 5, /a/b: `b` is unknown; remove it
line 6: the text is empty"#
        );
    }

    #[test]
    fn lines_are_in_the_order_of_their_places() {
        let of_file = |file: &str, line| {
            let place = Place {
                file: Some(file.into()),
                line,
                column: 1,
            };
            Diagnostic::of_finding(&place, &finding("", &format!("fault {line}")))
        };
        let found = [of_file("b", 3), of_file("a", 2), of_file("b", 1)];
        assert_eq!(
            for_model(&found),
            "b:1: fault 1\nb:3: fault 3\na:2: fault 2"
        );
    }

    #[test]
    fn a_check_without_findings_has_no_lines() {
        assert_eq!(for_model(&[]), "");
    }

    #[test]
    fn a_repeated_fault_is_one_line_with_its_first_places() {
        let found = (1..=12).map(|line| {
            let at = format!("/updateComponents/components/{line}/txt");
            (
                line,
                finding(&at, "`txt` is unknown").fix(Fix::Rename("text".to_owned())),
            )
        });
        let short = (1..=5).map(|line| (line, finding("/a", "`a` is unknown")));
        assert_eq!(
            lines(found.chain(short).collect()),
            "line 1, /updateComponents/components/1/txt; line 2, /updateComponents/components/2/txt and 10 more: `txt` is unknown; rename it to \"text\"\nline 1, /a; line 2, /a; line 3, /a and 2 more: `a` is unknown"
        );
    }

    #[test]
    fn a_long_line_is_shortened_in_the_middle() {
        let pointer = format!("/components/{}/end", "x".repeat(300));
        let message = format!("`{}` is read as a list; it is odd", "y".repeat(300));
        let text = lines(vec![(1, finding(&pointer, &message).fix(Fix::string("z")))]);
        assert!(text.starts_with("line 1, /components/xxx"), "{text}");
        assert!(
            text.ends_with("yyy` is read as a list; write \"z\""),
            "{text}"
        );
        assert!(text.contains("x/end: `yyy"), "{text}");
        assert!(length(&text) <= MODEL_LINE, "{text}");
        // A replacement that does not fit is left out as a whole.
        let long = Fix::string(&"z".repeat(200));
        let text = lines(vec![(1, finding("/a", "`a` is wrong").fix(long))]);
        assert_eq!(text, "line 1, /a: `a` is wrong");
    }

    #[test]
    fn a_value_cannot_add_a_line() {
        let text = lines(vec![(1, finding("/a\nb", "`\u{2028}x\r` is wrong"))]);
        assert_eq!(text, r"line 1, /a\u000ab: `\u2028x\u000d` is wrong");
    }

    fn any_fix() -> impl Strategy<Value = Option<Fix>> {
        prop_oneof![
            Just(None),
            Just(Some(Fix::Remove)),
            "[a-zé`\n]{0,200}".prop_map(|name| Some(Fix::Rename(name))),
            "[a-zé\"]{0,200}".prop_map(|value| Some(Fix::string(&value))),
            "[a-z]{0,100}".prop_map(|name| Some(Fix::Add(name, "[1]".to_owned()))),
        ]
    }

    proptest! {
        #[test]
        fn no_line_is_too_long_and_no_replacement_is_cut(
            found in prop::collection::vec(
                (0..2000_usize, "(/[a-z/é\n]{0,300})?", "[a-z`;é ]{0,300}", "[a-z ]{0,300}", any_fix(), any::<bool>(), 0..4_usize),
                0..6,
            ),
            file in prop::option::of("[a-z/ \n]{0,200}"),
        ) {
            let mut diagnostics = Vec::new();
            let mut replacements = Vec::new();
            for (line, pointer, message, hint, fix, is_error, repeated) in found {
                let place = Place { file: file.as_deref().map(Into::into), line, column: 1 };
                let mut finding = finding(&pointer, &message).hint(hint);
                if !is_error {
                    finding.severity = Severity::Warning;
                }
                replacements.extend(fix.as_ref().map(instruction));
                finding.fix = fix;
                for _ in 0..=repeated {
                    diagnostics.push(Diagnostic::of_finding(&place, &finding));
                }
            }
            let text = for_model(&diagnostics);
            prop_assert_eq!(&text, &for_model(&diagnostics));
            for line in text.lines() {
                prop_assert!(length(line) <= MODEL_LINE, "{}", line);
                // Messages of this test have no such words, so the rest of the line is the replacement.
                for start in ["; rename it to ", "; write ", "; add "] {
                    if let Some(at) = line.find(start) {
                        let rest = line.get(at + 2..).unwrap_or_default();
                        prop_assert!(replacements.iter().any(|whole| whole == rest), "{}", line);
                    }
                }
            }
        }
    }
}
