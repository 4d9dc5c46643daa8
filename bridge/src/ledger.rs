//! What became of every field.

use crate::Refusal;
use std::fmt;
use wire::Pointer;

/// One line of a mapping: which field of the source becomes which field of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name of the rule: `<mapping>/<field>`.
    pub id: &'static str,
    /// The pointer in the source; empty if the field has no source.
    pub from: &'static str,
    /// The pointer in the target; empty if the field has no target.
    pub to: &'static str,
}

/// What became of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The same value under the same name.
    Copied,
    /// The same value under another name.
    Renamed,
    /// Another value, from which the old one can be computed.
    Encoded,
    /// Computed from other fields.
    Derived,
    /// A constant of the mapping, because the source has nothing for it.
    Defaulted,
    /// It has no place in the target, or only in part, and travels in the [`Carry`](crate::Carry).
    Carried,
    /// It has no place in the target and is gone.
    Dropped,
    /// It is unsafe in the target and travels in the [`Carry`](crate::Carry) instead.
    Quarantined,
}

impl Verdict {
    /// The name in reports: `copied`, `renamed` and so on.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Copied => "copied",
            Self::Renamed => "renamed",
            Self::Encoded => "encoded",
            Self::Derived => "derived",
            Self::Defaulted => "defaulted",
            Self::Carried => "carried",
            Self::Dropped => "dropped",
            Self::Quarantined => "quarantined",
        }
    }

    /// Whether the target lacks something if nobody takes the carry along.
    pub fn needs_carry(self) -> bool {
        matches!(self, Self::Carried | Self::Quarantined)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One entry of a [`Notes`] ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The rule that was applied.
    pub rule: &'static Rule,
    /// What became of the field.
    pub verdict: Verdict,
    /// The member, where the rule is about members that no table names.
    pub member: Option<Box<str>>,
    /// A sentence, where the verdict does not say everything; else empty.
    pub remark: &'static str,
    /// Where exactly, where the pointers of the rule do not say it: in an item of a list, or in one of several messages.
    pub place: Option<Box<Place>>,
}

/// Where a field stands, in the message that it comes from and in the one that it goes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of the message that it comes from, in a session; the first one is 0.
    pub input: u64,
    /// Where it stands there.
    pub from: Pointer,
    /// Where it goes; `None` if nowhere.
    pub to: Option<Pointer>,
}

impl Note {
    /// About a member that no table names.
    pub(crate) fn of_member(verdict: Verdict, rule: &'static Rule, name: &str) -> Self {
        Self { rule, verdict, member: Some(name.into()), remark: "", place: None }
    }

    /// Where the field stands in the source.
    pub fn from(&self) -> Pointer {
        match &self.place {
            Some(place) => place.from.clone(),
            None => self.pointer(self.rule.from),
        }
    }

    /// Where the field stands in the target; for a carried or dropped one, nowhere.
    pub fn to(&self) -> Option<Pointer> {
        if matches!(self.verdict, Verdict::Dropped) {
            return None;
        }
        if let Some(place) = &self.place {
            return place.to.clone();
        }
        if self.rule.to.is_empty() {
            return None;
        }
        Some(self.pointer(self.rule.to))
    }

    fn pointer(&self, base: &str) -> Pointer {
        let mut pointer = Pointer::parse(base).unwrap_or_default();
        if let Some(name) = &self.member {
            pointer.push(name);
        }
        pointer
    }
}

/// Where a mapping says what became of every field. A mapping is generic over it, so that whoever does not ask does not
/// pay: `()` compiles away.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Ledger, Notes, Rule, Verdict};
///
/// static NAME: Rule = Rule { id: "x-y/name", from: "/name", to: "/title" };
/// let mut notes = Notes::default();
/// notes.note(Verdict::Renamed, &NAME)?;
/// assert_eq!(notes.0[0].to().unwrap().as_str(), "/title");
/// # Ok::<(), bridge::Refusal>(())
/// ```
pub trait Ledger {
    /// Takes one entry.
    ///
    /// # Errors
    /// If this ledger does not allow it, the translation ends with this refusal.
    fn enter(&mut self, note: Note) -> Result<(), Refusal>;

    /// Whether entries make a difference. Where they do not, a mapping need not collect them.
    fn listens(&self) -> bool {
        true
    }

    /// Says what became of the field of a rule.
    ///
    /// # Errors
    /// Those of [`enter`](Self::enter).
    fn note(&mut self, verdict: Verdict, rule: &'static Rule) -> Result<(), Refusal> {
        self.enter(Note { rule, verdict, member: None, remark: "", place: None })
    }

    /// Says what became of the field of a rule, and a sentence more.
    ///
    /// # Errors
    /// Those of [`enter`](Self::enter).
    fn remark(&mut self, verdict: Verdict, rule: &'static Rule, remark: &'static str) -> Result<(), Refusal> {
        self.enter(Note { rule, verdict, member: None, remark, place: None })
    }

    /// Says what became of a member that no table names; the rule tells in which object it stood.
    ///
    /// # Errors
    /// Those of [`enter`](Self::enter).
    fn member(&mut self, verdict: Verdict, rule: &'static Rule, name: &str) -> Result<(), Refusal> {
        self.enter(Note::of_member(verdict, rule, name))
    }
}

/// Nobody asks.
impl Ledger for () {
    fn enter(&mut self, _: Note) -> Result<(), Refusal> {
        Ok(())
    }

    fn listens(&self) -> bool {
        false
    }

    fn member(&mut self, _: Verdict, _: &'static Rule, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Collects everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes(pub Vec<Note>);

impl Notes {
    /// The entries that say that the value alone is not enough to go back.
    pub fn losses(&self, carry_is_kept: bool) -> impl Iterator<Item = &Note> {
        self.0.iter().filter(move |note| {
            note.verdict == Verdict::Dropped || (!carry_is_kept && note.verdict.needs_carry())
        })
    }
}

impl Ledger for Notes {
    fn enter(&mut self, note: Note) -> Result<(), Refusal> {
        self.0.push(note);
        Ok(())
    }
}

/// Refuses the first loss: a dropped field, or one that only the carry holds when nobody keeps the carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strict {
    /// Whether the carry travels with the message.
    pub carry_is_kept: bool,
}

impl Ledger for Strict {
    fn enter(&mut self, note: Note) -> Result<(), Refusal> {
        if note.verdict == Verdict::Dropped || (!self.carry_is_kept && note.verdict.needs_carry()) {
            let message = format_args!("this field would be {}", note.verdict).to_string();
            return Err(Refusal::loss(note.rule.id, note.from(), message).hint("take the carry along"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GONE: Rule = Rule { id: "a-b/gone", from: "/gone", to: "" };

    #[test]
    fn strict_refuses_a_drop_always_and_a_carried_field_without_the_carry() {
        for (verdict, kept, refused) in [
            (Verdict::Copied, false, false),
            (Verdict::Carried, true, false),
            (Verdict::Carried, false, true),
            (Verdict::Quarantined, false, true),
            (Verdict::Dropped, true, true),
        ] {
            assert_eq!(Strict { carry_is_kept: kept }.note(verdict, &GONE).is_err(), refused);
        }
    }

    #[test]
    fn pointers_of_members_are_rendered_with_their_escapes() {
        let mut notes = Notes::default();
        notes.member(Verdict::Carried, &GONE, "x/y").unwrap();
        assert_eq!(notes.0[0].from().as_str(), "/gone/x~1y");
        assert_eq!(notes.0[0].to(), None);
    }
}
