//! Repairs that were applied to read a message, and their findings.

use bridge::{Refusal, a2ui, a2ui::repair::RepairKind};
use wire::{Finding, Fix, Payload, Pointer};

/// A repair that was applied to read a message of any protocol.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The rule of the warning, such as `repair/missing-version`.
    pub rule: &'static str,
    /// The place of the change in the document.
    pub pointer: Pointer,
    /// `true` if the intent is clear, so that `check --fix` can apply the repair.
    pub is_safe: bool,
    /// `true` if the source breaks a rule, so that `check` and `--strict` refuse it.
    pub is_fault: bool,
    /// The offset in the text of the document, for a repair of the JSON syntax.
    pub offset: Option<usize>,
    /// The sentence that states the repair.
    pub sentence: String,
    /// The hint for correcting the source.
    pub(crate) hint: &'static str,
    /// The edit of the source at the pointer that makes the repair unnecessary, if it is only one.
    pub(crate) fix: Option<Fix>,
}

const APPLIES: &str = "`repair()` applies this repair";
const LEAVES: &str =
    "correct it by hand: `repair()` does not apply it, because the intent is ambiguous";

/// The reason why `check --fix` does not apply a safe repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The message is in a string or another container.
    Container,
    /// The message is in a list that is not JSON, and cannot be corrected before the list.
    FaultyList,
    /// The file is UTF-16.
    Utf16,
    /// The message, or the JSON around it, also needs a repair that is a guess.
    Guess,
    /// The message has an error, so it is not read.
    Unreadable,
    /// The repaired text would need the repair again.
    Remaining,
}

impl Obstacle {
    fn hint(self) -> &'static str {
        match self {
            Self::Container => {
                "correct it by hand: `repair()` does not change messages that are inside strings or other containers"
            }
            Self::FaultyList => {
                "correct the list first: `repair()` does not change this part of a list that is not JSON"
            }
            Self::Utf16 => "save the file as UTF-8 first: `repair()` does not change UTF-16",
            Self::Guess => {
                "correct the ambiguous fault of this message first: `repair()` does not change a message that has one"
            }
            Self::Unreadable => {
                "correct the error of this message first: `repair()` does not change a message that cannot be read"
            }
            Self::Remaining => "correct it by hand: `repair()` cannot apply this repair here",
        }
    }
}

impl Repair {
    /// Moves the pointer below `at`, the place of the inner document in the outer one.
    pub fn below(mut self, at: &Pointer) -> Self {
        if !at.is_root() {
            (self.pointer, self.offset) = (at.join(&self.pointer), None);
        }
        self
    }

    /// Makes the pointer relative to the message at `message`.
    pub fn relative_to(mut self, message: &Pointer) -> Self {
        let below = self.pointer.as_str().strip_prefix(message.as_str());
        self.pointer = below
            .and_then(|below| Pointer::parse(below).ok())
            .unwrap_or(self.pointer);
        self
    }

    /// Replaces the hint of a safe repair that `check --fix` does not apply.
    pub(crate) fn with_obstacle(self, obstacle: Option<Obstacle>) -> Self {
        match obstacle.filter(|_| self.is_safe) {
            Some(obstacle) => Self {
                hint: obstacle.hint(),
                ..self
            },
            None => self,
        }
    }

    /// Returns the warning of a command that accepts the repaired message.
    pub fn warning(self) -> Finding {
        self.finding(Finding::warning)
    }

    /// Returns the error that `check` reports.
    pub fn error(self) -> Finding {
        self.finding(Finding::error)
    }

    fn finding(self, of_fault: fn(&'static str, Pointer, String) -> Finding) -> Finding {
        if !self.is_fault {
            return Finding::info(self.rule, self.pointer, self.sentence);
        }
        let mut finding = of_fault(self.rule, self.pointer, self.sentence).hint(self.hint);
        finding.fix = self.fix;
        finding
    }

    /// Returns the refusal of the message under `--strict`.
    pub fn refusal(self) -> Refusal {
        let hint = if self.is_safe {
            format!("{APPLIES}, and so does reading without `options.strict`")
        } else {
            "reading without `options.strict` applies this repair".to_owned()
        };
        Refusal::rule_broken(self.rule, self.pointer, self.sentence).hint(hint)
    }
}

impl From<a2ui::repair::Repair> for Repair {
    fn from(repair: a2ui::repair::Repair) -> Self {
        let sentence = repair.to_string();
        let kind = repair.kind;
        Self {
            fix: edit_of(&repair),
            rule: kind.rule(),
            pointer: repair.pointer,
            is_safe: kind.is_safe(),
            is_fault: kind.is_fault(),
            offset: repair.offset,
            sentence,
            hint: if kind.is_safe() { APPLIES } else { LEAVES },
        }
    }
}

/// Returns `true` if the rule is that of a repair.
pub(crate) fn is_rule_of_repair(rule: &str) -> bool {
    rule.starts_with("repair/")
}

/// Returns the edit of the source that makes a repair unnecessary, if it is one edit at the pointer of the repair.
fn edit_of(repair: &a2ui::repair::Repair) -> Option<Fix> {
    let name = repair.pointer.segments().last().unwrap_or_default();
    match (repair.kind, &*repair.names) {
        (RepairKind::NameSpelling, [from, to]) if name == **from => Some(Fix::Rename(to.clone())),
        (RepairKind::ValueName, [from, ..]) if name == **from => {
            Some(Fix::Rename("value".to_owned()))
        }
        (RepairKind::SurfaceProperties, _) => Some(Fix::Rename("theme".to_owned())),
        (RepairKind::BroadcastDataModel, _) => Some(Fix::Rename("sendDataModel".to_owned())),
        (RepairKind::VersionSpelling, [_, word]) => Some(Fix::string(word)),
        (RepairKind::RedundantRoot | RepairKind::NullMember, _) => Some(Fix::Remove),
        (RepairKind::MissingVersion, [_, word]) => Some(added("version", word)),
        (RepairKind::MissingCatalogId, [catalog]) => Some(added("catalogId", catalog)),
        (RepairKind::MissingValue, _) => Some(Fix::Add("value".to_owned(), "null".to_owned())),
        _ => None,
    }
}

/// Returns the edit that adds a member with a string.
fn added(name: &str, value: &str) -> Fix {
    Fix::Add(name.to_owned(), Payload::string(value).text().to_owned())
}

/// Merges the repairs of one notation, such as single quotes, into the first of them. `repairs` contains each repair
/// with the obstacle to its correction.
pub(crate) fn merge_notation_repairs(
    repairs: impl Iterator<Item = (a2ui::repair::Repair, Option<Obstacle>)>,
) -> Vec<Repair> {
    use a2ui::repair::RepairKind::{CurlyQuotes, SingleQuotes, UnquotedName};
    let mut notations = [(SingleQuotes, 0), (CurlyQuotes, 0), (UnquotedName, 0_usize)];
    let mut merged: Vec<Repair> = Vec::new();
    for (repair, obstacle) in repairs {
        let notation = notations.iter_mut().find(|(kind, _)| *kind == repair.kind);
        let is_first = match notation {
            Some((_, count)) => {
                *count += 1;
                *count == 1
            }
            // Repairs that do not concern a notation are not merged.
            None => true,
        };
        if is_first {
            merged.push(Repair::from(repair).with_obstacle(obstacle));
        }
    }
    for (kind, count) in notations.into_iter().filter(|(_, count)| *count > 1) {
        if let Some(first) = merged.iter_mut().find(|repair| repair.rule == kind.rule()) {
            first.sentence = format!("{} ({} more in this message)", first.sentence, count - 1);
        }
    }
    merged
}
