//! Lookup of several places in a JSON text.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};
use wire::{Pointer, token};

/// The value at a place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FoundValue<'t> {
    pub(super) text: &'t str,
    /// The line and column in the text, from 1.
    pub(super) line: usize,
    pub(super) column: usize,
    /// The id of the A2UI component that contains it.
    pub(super) component: Option<Rc<str>>,
}

/// Returns the values at the given places, in one pass over the text. Missing places are omitted.
pub(super) fn find<'t>(
    text: &'t str,
    wanted: &BTreeSet<&str>,
) -> BTreeMap<Pointer, FoundValue<'t>> {
    let start = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    let mut search = Search {
        text,
        wanted,
        found: BTreeMap::new(),
        at: 0,
        line: 1,
        column: 1,
    };
    search.visit(
        start,
        text.get(start..).unwrap_or_default(),
        Pointer::root(),
        None,
    );
    search.found
}

struct Search<'t, 'w> {
    text: &'t str,
    wanted: &'w BTreeSet<&'w str>,
    found: BTreeMap<Pointer, FoundValue<'t>>,
    /// The offset up to which lines are counted.
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> Search<'t, '_> {
    /// Visits a value and its children, as far as places are wanted below it.
    fn visit(
        &mut self,
        offset: usize,
        text: &'t str,
        pointer: Pointer,
        component: Option<Rc<str>>,
    ) {
        let below = format!("{}/", pointer.as_str());
        if self.wanted.contains(pointer.as_str()) {
            self.count(offset);
            let component = component.clone();
            let found = FoundValue {
                text,
                line: self.line,
                column: self.column,
                component,
            };
            self.found.insert(pointer.clone(), found);
        }
        let mut next = self.wanted.range(below.as_str()..);
        if !next.next().is_some_and(|wanted| wanted.starts_with(&below)) {
            return;
        }
        let is_list = pointer.as_str().ends_with("/components");
        for (index, child) in token::children(text).enumerate() {
            let at = match child.name {
                Some(name) => pointer.member(&token::name(name)),
                None => pointer.element(index),
            };
            let component = if is_list {
                id(child.text)
            } else {
                component.clone()
            };
            self.visit(offset + child.at, child.text, at, component);
        }
    }

    /// Counts lines up to a later offset.
    fn count(&mut self, to: usize) {
        let passed = self.text.get(self.at..to).unwrap_or_default();
        match passed.rfind('\n') {
            None => self.column += passed.len(),
            Some(last) => {
                self.line += passed.matches('\n').count();
                self.column = passed.len() - last;
            }
        }
        self.at = to;
    }
}

/// Returns the id of a component.
fn id(component: &str) -> Option<Rc<str>> {
    let mut members = token::children(component);
    let id = members.find(|member| member.name.is_some_and(|name| token::name(name) == "id"))?;
    id.text
        .starts_with('"')
        .then(|| token::string(id.text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_with_line_and_component() {
        let text = " {\n \"updateComponents\": {\"components\": [\n  {\"id\": \"a/b\", \"x\": {\"y\": 1}},\n  {\"component\": \"Text\"}\n]}, \"z\": [7]}";
        let cases = [
            ("", None, "{\n \"up", (1, 2)),
            (
                "/updateComponents/components/0/x/y",
                Some("a/b"),
                "1",
                (3, 28),
            ),
            (
                "/updateComponents/components/0",
                Some("a/b"),
                "{\"id\"",
                (3, 3),
            ),
            (
                "/updateComponents/components/1/component",
                None,
                "\"Text\"",
                (4, 17),
            ),
            ("/z/0", None, "7", (5, 11)),
        ];
        let mut wanted: BTreeSet<&str> = cases.iter().map(|(pointer, ..)| *pointer).collect();
        wanted.extend(["/updateComponents/components/2", "/z/0/1", "/none"]);
        let found = find(text, &wanted);
        for (pointer, component, begins, place) in cases {
            let pointer = Pointer::parse(pointer).ok();
            let one = pointer.and_then(|pointer| found.get(&pointer));
            assert!(
                one.is_some_and(|one| one.component.as_deref() == component
                    && one.text.starts_with(begins)
                    && (one.line, one.column) == place),
                "{begins}: {one:?}"
            );
        }
        assert_eq!(found.len(), cases.len());
    }
}
