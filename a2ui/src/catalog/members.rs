//! The members of an object, one by one as its table has them.

use super::{Judge, Judged};
use wire::{Finding, Payload, Pointer};

/// What a rule of a table asks of a member that is there.
pub(crate) type Rule<'r> = &'r dyn Fn(&Payload, &Pointer, &mut Judge<'_>);

pub(crate) struct Members<'a> {
    at: &'a Pointer,
    what: &'static str,
    members: Vec<(String, Payload)>,
}

impl<'a> Members<'a> {
    /// The members of an object; if it is something else, that is reported.
    pub(crate) fn of(
        value: &Payload,
        at: &'a Pointer,
        what: &'static str,
        judge: &mut Judge<'_>,
    ) -> Option<Self> {
        if !value.is_object() {
            judge.wrong_type(value, at, format_args!("an object ({what})"));
            return None;
        }
        let mut members: Vec<(String, Payload)> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for (name, value) in value.members() {
            if seen.insert(name.clone().into_owned()) {
                members.push((name.into_owned(), value));
            } else {
                let message = format!("a second member `{name}`");
                let finding = Finding::error("duplicate-member", at.member(&name), message);
                judge.report(finding.hint("give each member once"));
            }
        }
        Some(Self { at, what, members })
    }

    fn take(&mut self, name: &str) -> Option<Payload> {
        let at = self.members.iter().position(|member| member.0 == name)?;
        Some(self.members.remove(at).1)
    }

    /// Judges one member by its row in the table.
    pub(crate) fn member<T: Judged>(
        &mut self,
        name: &str,
        required: bool,
        rules: &[Rule<'_>],
        judge: &mut Judge<'_>,
    ) {
        let at = self.at.member(name);
        let Some(value) = self.take(name) else {
            if required {
                let message = format!("`{}` without `{name}`", self.what);
                judge.report(Finding::error("missing-member", at, message).hint("give it; it is required"));
            }
            return;
        };
        let before = judge.count();
        T::judge(&value, &at, judge);
        if judge.count() == before {
            rules.iter().for_each(|rule| rule(&value, &at, judge));
        }
    }

    /// Reports the members that no row of the table named.
    pub(crate) fn close(self, judge: &mut Judge<'_>) {
        for (name, _) in self.members {
            let message = format!("`{}` has no member `{name}`", self.what);
            let finding = Finding::error("unknown-member", self.at.member(&name), message);
            judge.report(finding.hint("leave it out; it is kept, and other readers refuse or drop it"));
        }
    }
}
