//! Detection of function calls that share a `call_id` within a file.

use crate::{input::Input, json, place::Place};
use std::collections::{BTreeMap, btree_map::Entry};
use wire::{Finding, Pointer, token};

/// The calls of a file so far, by `call_id`.
#[derive(Default)]
pub(super) struct Calls {
    /// The start of the first document of the file.
    file: Option<Place>,
    seen: BTreeMap<String, FirstCall>,
}

/// The first call with a given `call_id`.
struct FirstCall {
    line: usize,
    /// The id of the item with this call, if it has one: streams repeat items.
    item: Option<String>,
}

impl Calls {
    /// Checks the item at `at` of a document.
    pub(super) fn validate(&mut self, text: &str, input: &Input<'_>, at: &Pointer) -> Option<Finding> {
        let is_same_file = self.file.as_ref().is_some_and(|first| first.file == input.start.file);
        if !is_same_file {
            self.file = Some(input.start.clone());
            self.seen.clear();
        }
        let member =
            |name| json::member(text, name).filter(|value| value.starts_with('"')).map(token::string);
        if member("type")? != "function_call" {
            return None;
        }
        let (call_id, item) = (member("call_id")?.into_owned(), member("id").map(|id| id.into_owned()));
        let first = match self.seen.entry(call_id) {
            Entry::Vacant(entry) => {
                entry.insert(FirstCall { line: input.at(at).line, item });
                return None;
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        if item.is_some() && item == first.item {
            return None;
        }
        let message = format!(
            "another call, on line {}, has the same `call_id`, so an output could belong to either",
            first.line
        );
        let finding = Finding::warning("function-call-id", Pointer::root().member("call_id"), message);
        Some(finding.hint("give each call its own `call_id`"))
    }
}
