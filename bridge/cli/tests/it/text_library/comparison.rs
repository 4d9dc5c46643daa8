//! The program and the library translate every text alike: the same messages, and the same refusals and notices at the same
//! places. The texts are fixtures that were changed at random.

use super::{CONTEXT, CONTEXT_FLAGS, FOLDERS, envelopes, fixtures, json, program, without_hint};
use agent_ui_text::{
    ContextFields, TranslateOptions,
    bridge::{AnyMessage, IgnoredCarry},
    translate,
};
use std::{collections::BTreeSet, env};
use wire::Payload;

/// The number of comparisons, unless the variable `COMPARISONS` contains a number.
const COMPARISONS: u64 = 5_000;

/// The targets for the fixtures of each folder.
const TARGETS: [(&str, &[&str]); 4] = [
    (
        "a2ui",
        &[
            "a2ui@0.8",
            "a2ui@0.9",
            "a2ui@0.10",
            "a2ui@1.0",
            "ahp@canvas",
            "aap",
        ],
    ),
    ("aap", &["a2ui@0.9", "a2ui@1.0", "actions-json"]),
    ("ahp", &["a2ui@0.9", "ahp@1.0"]),
    ("actions-json", &["aap", "mcp", "ahp@canvas"]),
];

/// The rule of refusals that the program counts in one finding. The library returns a finding for each refusal.
const COUNTED_RULE: &str = AnyMessage::OTHER_TRAFFIC;

/// The rules of findings about a whole run, which only the program reports.
const RULES_OF_RUNS: [&str; 4] = ["losses", "empty-input", "unmet-surface", IgnoredCarry::RULE];

/// Pseudo-random choices, which depend only on the number of the comparison.
struct Choices(u64);

impl Choices {
    /// Returns a number below `limit`.
    fn number_below(&mut self, limit: usize) -> usize {
        // The constants of SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let limit = u64::try_from(limit.max(1)).unwrap();
        usize::try_from((mixed ^ (mixed >> 31)) % limit).unwrap()
    }

    fn choose<'c, T>(&mut self, list: &'c [T]) -> &'c T {
        &list[self.number_below(list.len())]
    }

    /// Returns a place between two characters of a text.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.number_below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Returns the start and the end of a JSON string, or of the scalar after a member's name.
    fn scalar(&mut self, text: &str, is_value: bool) -> Option<(usize, usize)> {
        let from = self.place(text);
        let start = if is_value {
            from + text[from..].find("\":")? + 2
        } else {
            from + text[from..].find('"')?
        };
        let length = match text[start..].strip_prefix('"') {
            Some(rest) => rest.find('"')? + 2,
            None => text[start..].find([',', '}', ']', '\n'])?,
        };
        (!text[start..].starts_with(['{', '['])).then_some((start, start + length))
    }

    /// Changes a text in one of twelve ways, or returns it unchanged.
    fn change(&mut self, text: &str) -> String {
        let replaced = |ends: Option<(usize, usize)>, by: &str| {
            ends.map_or_else(
                || text.to_owned(),
                |(from, end)| format!("{}{by}{}", &text[..from], &text[end..]),
            )
        };
        match self.number_below(13) {
            0 => replaced(self.scalar(text, true), "null"),
            1 => replaced(self.scalar(text, true), "17"),
            2 => replaced(self.scalar(text, true), r#""other""#),
            3 => replaced(self.scalar(text, false), r#""unknown""#),
            4 => replaced(self.scalar(text, true), r#"{"a":[1,{}]}"#),
            5 => {
                let at = self.place(text);
                format!(
                    "{}{}",
                    &text[..at],
                    text[at..].chars().skip(1).collect::<String>()
                )
            }
            6 => text[..self.place(text)].to_owned(),
            7 => format!("Here it is:\n{text}\nDone."),
            8 => format!("[{}]", text.trim().lines().collect::<Vec<_>>().join(",\n")),
            9 => format!("{text}\n{text}"),
            10 => text.lines().rev().collect::<Vec<_>>().join("\n"),
            11 => text.replace(',', ",\r\n  "),
            _ => text.to_owned(),
        }
    }
}

/// Returns a member of a report line as JSON.
fn member(line: &str, name: &str) -> String {
    let line = Payload::parse(line).unwrap();
    line.member(name)
        .map(|value| value.text().to_owned())
        .unwrap_or_default()
}

fn rule(line: &str) -> String {
    member(line, "rule").trim_matches('"').to_owned()
}

/// Returns `true` if a report line contains the number of reports that are not listed.
fn is_total(line: &str) -> bool {
    line.contains("refused for this reason\"") || line.contains("of this kind follow")
}

/// Removes the repetitions that the program only counts: refusals of all messages of a kind, and repairs.
fn first_of_kind(lines: Vec<String>, is_counted: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    lines
        .into_iter()
        .filter(|line| is_counted(line).is_none_or(|kind| known.insert(kind)))
        .collect()
}

/// The outcome of one translation, in a form that program and library share.
#[derive(Debug, PartialEq)]
struct Outcome {
    messages: Vec<String>,
    refusals: Vec<String>,
    findings: Vec<String>,
    counted: BTreeSet<String>,
}

impl Outcome {
    fn new(messages: Vec<String>, refusals: Vec<String>, findings: Vec<String>) -> Self {
        let refusals = first_of_kind(refusals, |line| {
            (rule(line) == "route/none").then(|| member(line, "message"))
        });
        let is_repair = |line: &str| {
            let severity = member(line, "severity");
            (severity != r#""error""#).then(|| rule(line))
        };
        let (counted, findings): (Vec<_>, Vec<_>) = findings
            .into_iter()
            .partition(|line| rule(line) == COUNTED_RULE);
        let findings = first_of_kind(findings, is_repair);
        let sorted = |lines: Vec<String>| {
            let mut lines: Vec<_> = lines.iter().map(|line| without_hint(line)).collect();
            lines.sort();
            lines
        };
        let counted = counted.iter().map(|line| rule(line)).collect();
        Self {
            messages,
            refusals: sorted(refusals),
            findings: sorted(findings),
            counted,
        }
    }
}

#[test]
fn program_and_library_give_the_same_messages_refusals_and_notices() {
    let count = env::var("COMPARISONS").map_or(COMPARISONS, |count| count.parse().unwrap());
    let fixtures = FOLDERS.map(|(folder, name)| (name, fixtures(folder)));
    let fields: ContextFields = wire::decode(CONTEXT).unwrap();
    let context = fields.read().unwrap();
    for number in 0..count {
        let mut choices = Choices(number);
        let (name, texts) = choices.choose(&fixtures);
        let (path, text) = choices.choose(texts);
        let (_, targets) = TARGETS.iter().find(|(folder, _)| folder == name).unwrap();
        let to = *choices.choose(targets);
        let mut text = text.clone();
        for _ in 0..choices.number_below(3) {
            text = choices.change(&text);
        }
        let (strict, quiet, notes) = (
            choices.number_below(4) == 0,
            choices.number_below(3) == 0,
            choices.number_below(4) == 0,
        );
        let mut arguments = [&["convert", "--from", name, "--to", to][..], &CONTEXT_FLAGS].concat();
        // The result of the library has the carries, so less is lost than without envelopes.
        arguments.extend(
            strict
                .then_some(["--strict", "--envelope"])
                .into_iter()
                .flatten(),
        );
        arguments.extend(quiet.then_some("--quiet"));
        // Notes do not change the place of a refusal.
        arguments.extend(notes.then_some("--notes"));
        let (messages, lines) = program(&arguments, &text);
        let is_report = |line: &String| line.contains(r#""severity":"#);
        let is_of_run = |line: &String| RULES_OF_RUNS.contains(&&*rule(line)) || is_total(line);
        let lines = lines
            .into_iter()
            .filter(|line| is_report(line) && !is_of_run(line));
        let (refusals, findings) = lines.partition(|line| line.contains(r#""severity":"error""#));
        let of_program = Outcome::new(messages, refusals, findings);

        let mut options = TranslateOptions::new().context(context.clone());
        (options.strict, options.envelope) = (strict, strict);
        let made = translate(
            &text,
            name.parse().unwrap(),
            to.parse().unwrap(),
            options,
            None,
        )
        .unwrap();
        let messages = if strict {
            envelopes(&made)
        } else {
            made.texts().into_iter().map(str::to_owned).collect()
        };
        let of_library = Outcome::new(messages, json(&made.refusals), json(&made.findings));
        let case = format!(
            "comparison {number}: {} to {to}, {arguments:?}\n{text}",
            path.display()
        );
        assert_eq!(of_program, of_library, "{case}");
    }
}
