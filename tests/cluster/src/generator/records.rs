//! Records of AAP, events of actions.json, and clicks on the surfaces that such records become.

use super::{notation::Notation, random::Random};

/// The names that a click or a record has.
const ACTIONS: &[&str] = &[
    "click",
    "submit",
    "change",
    "desk.loan-renewed",
    "desk.loan-renewed",
];
/// The pages and elements that the records are about.
const PAGES: &[&str] = &["shop.html", "reports/overdue.html", "bookings/east.html"];
const ELEMENTS: &[&str] = &["save-button", "renew", "hold \\\"now\\\""];

/// A sequence of records.
#[derive(Default)]
pub(super) struct Records {
    number: usize,
}

impl Records {
    /// Writes an interaction of AAP.
    pub(super) fn interaction(&mut self, random: &mut Random) -> String {
        self.number += 1;
        let (number, time, value) = (self.number, random.time(), random.number());
        let (note, summary) = (random.text(), random.text());
        let page = random.pick(PAGES).copied().unwrap_or_default();
        let action = random.pick(ACTIONS).copied().unwrap_or_default();
        let element = random.pick(ELEMENTS).copied().unwrap_or_default();
        format!(
            r#"{{"id":"f6554697-47fd-4d67-8db9-{number:012x}","timestamp":"{time}","canvasFile":"{page}","action":"{action}","element":"{element}","data":{{"note":{note},"value":{value}}},"summary":{summary}}}"#
        )
    }

    /// Writes an event of a page with the manifest of the tests. Some events are not declared in it.
    pub(super) fn event(&mut self, random: &mut Random) -> String {
        self.number += 1;
        let (number, time, loan, days) =
            (self.number, random.time(), random.text(), random.number());
        let name = if random.chance(0.95) {
            "loan-renewed"
        } else {
            "loan-lost"
        };
        format!(
            r#"{{"type":"dom_event","event_id":"event-{number}","runtime_id":"rt-7","name":"desk:{name}","event":"desk:{name}","url":"https://library.example.org/loans?page=2","payload":{{"loan":{loan},"days":{days}}},"observed_at":"{time}"}}"#
        )
    }

    /// Writes a click on the surface of a page.
    pub(super) fn click(&mut self, notation: Notation, random: &mut Random) -> String {
        let page = random.pick(PAGES).copied().unwrap_or_default();
        let action = random.pick(ACTIONS).copied().unwrap_or_default();
        notation.click(page, "save-button", action, random)
    }
}
