//! The results of function calls, which 0.8 shows in place of the calls.

use super::literal::{Literal, lone_literal};
use crate::limits::{MAX_CALL_STEPS, MAX_CALL_TEXT};
use a2ui::{
    Notation, Version,
    data_model::DataModel,
    expression::{Dynamic, Evaluation, Host},
};
use wire::{Payload, PayloadKind, Pointer};

/// The place of a value of 0.9.
#[derive(Clone, Copy)]
pub(super) struct ValuePlace<'a> {
    /// `true` if a template repeats the component.
    pub(super) in_item: bool,
    /// The results of the function calls at the place.
    pub(super) results: Results<'a>,
}

/// The source of the results of function calls.
#[derive(Clone, Copy)]
pub(super) enum Results<'a> {
    /// They are not known: there are several, one for each item, or the data are not known.
    Unknown,
    /// They are computed from the data of the surface.
    Computed(&'a DataModel),
    /// They are those that a value of 0.8 shows. A check whether a call fits takes them from there, because the data may have
    /// changed since.
    Shown(&'a Payload),
    /// They are those of a part of what another place shows. The part is looked up only for a call.
    PartOf(&'a ValuePlace<'a>, Step<'a>),
}

/// The way from a value of 0.8 to a part of it.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Member(&'a str),
    Element(usize),
    /// The value of an entry in the context of an event.
    Entry(&'a str),
}

impl ValuePlace<'_> {
    /// Returns the place of a part of the value.
    pub(super) fn part<'b>(&'b self, step: Step<'b>) -> ValuePlace<'b> {
        let results = match self.results {
            Results::Shown(_) | Results::PartOf(..) => Results::PartOf(self, step),
            results => results,
        };
        ValuePlace {
            in_item: self.in_item,
            results,
        }
    }

    /// Returns the result of a function call as a literal of 0.8. Returns `None` for other values, and for a call without a
    /// result of the type: one of another catalog, or one that acts, such as `openUrl`.
    pub(super) fn result(&self, value: &Payload, literal: Option<Literal>) -> Option<Payload> {
        if matches!(self.results, Results::Unknown) || !is_call(value) {
            return None;
        }
        let result = match self.results {
            Results::Computed(data) => compute(value, literal, data)?,
            _ => lone_literal(&self.shown()?)?,
        };
        let name = match (result.kind(), literal) {
            (PayloadKind::String, None | Some(Literal::String)) => "literalString",
            (PayloadKind::Number, None | Some(Literal::Number)) => "literalNumber",
            (PayloadKind::Boolean, None | Some(Literal::Boolean)) => "literalBoolean",
            (PayloadKind::Array, None | Some(Literal::Strings)) => "literalArray",
            _ => return None,
        };
        Some(Payload::object([(name, &result)]))
    }

    /// Returns what 0.8 shows at the place.
    fn shown(&self) -> Option<Payload> {
        let (above, step) = match self.results {
            Results::Unknown | Results::Computed(_) => return None,
            Results::Shown(value) => return Some(value.clone()),
            Results::PartOf(above, step) => (above, step),
        };
        let value = above.shown()?;
        match step {
            Step::Member(name) => value.member(name),
            Step::Element(index) => value.elements().nth(index),
            Step::Entry(key) => {
                let is_it = |entry: &Payload| {
                    entry
                        .member("key")
                        .is_some_and(|name| name.as_str().as_deref() == Some(key))
                };
                value.elements().find(is_it)?.member("value")
            }
        }
    }
}

fn is_call(value: &Payload) -> bool {
    matches!(Dynamic::read(value, Notation::Plain), Ok(Dynamic::Call(_)))
}

fn compute(value: &Payload, literal: Option<Literal>, data: &DataModel) -> Option<Payload> {
    let host = Host::new().limits(MAX_CALL_STEPS, MAX_CALL_TEXT);
    let mut evaluation = Evaluation::new(Version::V0_9, data).host(&host);
    let at = Pointer::root();
    match literal {
        Some(Literal::String) => {
            let text = evaluation.text(value, &at).ok()?;
            Some(Payload::string(&text))
        }
        _ => evaluation.value(value, &at).ok()?,
    }
}
