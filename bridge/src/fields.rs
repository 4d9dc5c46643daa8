//! The fields of one message on their way, and what became of them after the carry was asked.

use crate::{
    Ledger, Note, Place, Refusal, Rule, Verdict,
    complement::Settled,
    restored::{EDITED, REMARK},
};
use std::{collections::BTreeSet, ops::Bound};
use wire::Pointer;

/// One field.
struct Field {
    rule: &'static Rule,
    verdict: Verdict,
    from: Pointer,
    to: Option<Pointer>,
    remark: &'static str,
}

/// The fields of a message that is translated; nothing is collected where nobody listens.
pub(crate) struct Fields {
    fields: Vec<Field>,
    listens: bool,
}

/// The rules for fields that no line of a table is about.
pub(crate) struct Others {
    /// Something that is carried.
    pub(crate) carried: &'static Rule,
    /// Something that came out of the carry, or did not.
    pub(crate) restored: &'static Rule,
}

impl Fields {
    pub(crate) fn of<L: Ledger>(ledger: &L) -> Self {
        Self { fields: Vec::new(), listens: ledger.listens() }
    }

    /// Nobody listens.
    pub(crate) fn none() -> Self {
        Self { fields: Vec::new(), listens: false }
    }

    /// Whether somebody listens.
    pub(crate) fn listens(&self) -> bool {
        self.listens
    }

    /// Adds the fields of a part of the message, which stand at another place in it. Those of what only the part has are left
    /// out.
    pub(crate) fn moved(&mut self, part: Self, from: &Pointer, to: &Pointer) {
        for field in part.fields {
            let below = field.from.as_str().strip_prefix(from.as_str());
            if let Some(below) = below.and_then(|below| Pointer::parse(below).ok()) {
                self.fields.push(Field { from: to.join(&below), ..field });
            }
        }
    }

    /// Says what became of a field: `name` below `from`, `other` below `to`, where it goes anywhere.
    pub(crate) fn add(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: (&Pointer, &str),
        to: Option<(&Pointer, &str)>,
    ) {
        self.remark(verdict, rule, from, to, "");
    }

    /// Says that, and a sentence more.
    pub(crate) fn remark(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: (&Pointer, &str),
        to: Option<(&Pointer, &str)>,
        remark: &'static str,
    ) {
        fn at((pointer, name): (&Pointer, &str)) -> Pointer {
            if name.is_empty() { pointer.clone() } else { pointer.member(name) }
        }
        if self.listens {
            self.fields.push(Field { rule, verdict, from: at(from), to: to.map(at), remark });
        }
    }

    /// Enters all of them. What has to be carried is, whatever was said of it.
    pub(crate) fn enter<L: Ledger>(
        self,
        settled: &Settled,
        others: &Others,
        input: u64,
        ledger: &mut L,
    ) -> Result<(), Refusal> {
        if !self.listens {
            return Ok(());
        }
        let carried: BTreeSet<&str> = settled.carried.iter().map(|(pointer, _)| pointer.as_str()).collect();
        let mut said = BTreeSet::new();
        for field in self.fields {
            let has_source = !matches!(field.verdict, Verdict::Defaulted | Verdict::Derived);
            let overlap = if has_source {
                overlapping(&carried, field.from.as_str())
            } else {
                // Of a field that comes from nowhere only what would be its source counts.
                carried.get(field.from.as_str()).copied().into_iter().collect()
            };
            said.extend(overlap.iter().copied());
            let is_stated = overlap.is_empty() || field.verdict == Verdict::Quarantined;
            let verdict = if is_stated { field.verdict } else { Verdict::Carried };
            let place = Place { input, from: field.from, to: field.to };
            enter(field.rule, verdict, place, field.remark, ledger)?;
        }
        for (pointer, _) in &settled.carried {
            if !said.contains(pointer.as_str()) {
                let place = Place { input, from: pointer.clone(), to: None };
                enter(others.carried, Verdict::Carried, place, "", ledger)?;
            }
        }
        for (pointers, verdict, remark) in
            [(&settled.restored, Verdict::Copied, REMARK), (&settled.edited, Verdict::Derived, EDITED)]
        {
            for pointer in pointers {
                let place = Place { input, from: Pointer::root(), to: Some(pointer.clone()) };
                enter(others.restored, verdict, place, remark, ledger)?;
            }
        }
        Ok(())
    }
}

/// One note, with its place.
pub(crate) fn enter<L: Ledger>(
    rule: &'static Rule,
    verdict: Verdict,
    place: Place,
    remark: &'static str,
    ledger: &mut L,
) -> Result<(), Refusal> {
    ledger.enter(Note { rule, verdict, member: None, remark, place: Some(Box::new(place)) })
}

/// Those of the pointers that are this one, stand above it or below it.
fn overlapping<'a>(pointers: &BTreeSet<&'a str>, pointer: &str) -> Vec<&'a str> {
    let ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]);
    let above = ends.filter_map(|end| pointers.get(pointer.get(..end)?).copied());
    let start = format!("{pointer}/");
    let behind = pointers.range::<str, _>((Bound::Included(&*start), Bound::Unbounded)).copied();
    above.chain(behind.take_while(|other| other.starts_with(&start))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_overlap_where_one_is_above_the_other() {
        let pointers = BTreeSet::from(["/a", "/a/b", "/ab", "/c/d/e"]);
        let found = |pointer: &str| overlapping(&pointers, pointer);
        assert_eq!(found("/a/b/c"), ["/a", "/a/b"]);
        assert_eq!(found("/a"), ["/a", "/a/b"]);
        assert_eq!(found("/c"), ["/c/d/e"]);
        assert!(found("/b").is_empty());
        assert!(overlapping(&BTreeSet::from([""]), "/x").contains(&""));
    }
}
