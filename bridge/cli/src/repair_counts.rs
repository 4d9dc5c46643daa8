//! Reports of repairs: the first repair of each kind per source at once, and the number of the others at the end.

use agent_ui_text::place::Place;
use std::{collections::BTreeMap, sync::Arc};
use wire::{Finding, Pointer, Severity};

/// The repairs of a run, by source and rule.
#[derive(Default)]
pub(crate) struct Repairs(BTreeMap<(Option<Arc<str>>, &'static str), RepairCount>);

/// The first repair of its kind, and the number of later ones.
struct RepairCount {
    place: Place,
    pointer: Pointer,
    severity: Severity,
    more: usize,
}

impl Repairs {
    /// Counts a repair. Returns `true` for the first repair of a kind in a source, which must be reported.
    pub(crate) fn count(&mut self, place: &Place, finding: &Finding) -> bool {
        let key = (place.file.clone(), finding.rule);
        if let Some(known) = self.0.get_mut(&key) {
            known.more += 1;
            return false;
        }
        let Finding {
            ref pointer,
            severity,
            ..
        } = *finding;
        let first = RepairCount {
            place: place.clone(),
            pointer: pointer.clone(),
            severity,
            more: 0,
        };
        self.0.insert(key, first);
        true
    }

    /// Returns the number of unreported repairs of each kind, at the place of the first one.
    pub(crate) fn totals(self) -> impl Iterator<Item = (Place, Finding)> {
        let repeated = self.0.into_iter().filter(|(_, repeated)| repeated.more > 0);
        repeated.map(
            |(
                (_, rule),
                RepairCount {
                    place,
                    pointer,
                    severity,
                    more,
                },
            )| {
                let message = if more == 1 {
                    "1 more repair of this kind follows".to_owned()
                } else {
                    format!("{more} more repairs of this kind follow")
                };
                let mut total = Finding::warning(rule, pointer, message)
                    .hint("`agent-ui check` lists every repair");
                total.severity = severity;
                (place, total)
            },
        )
    }
}
