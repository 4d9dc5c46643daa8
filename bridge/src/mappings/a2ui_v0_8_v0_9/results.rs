//! The results of function calls, which replace the calls in 0.8.

use super::literal::{Literal, lone_literal};
use crate::limits::{MAX_CALL_STEPS, MAX_CALL_TEXT};
use a2ui::{
    Notation, Version,
    data_model::DataModel,
    expression::{Dynamic, Evaluation, Host},
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, token};

/// The place of a 0.9 value, which decides its form in 0.8.
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
    /// The results are unknown, because the data are unknown or every item of a template has its own result.
    Unknown,
    /// The results are computed from the data of the surface.
    Computed(&'a DataModel),
    /// The results are read from this value of 0.8. The round-trip check needs these results, because the data may have changed
    /// since.
    Shown(&'a Payload),
    /// The results are read from a member of the 0.8 value at another place. The member is looked up only for a call.
    MemberOf(&'a ValuePlace<'a>, &'a str),
}

impl ValuePlace<'_> {
    /// Returns the place of a member of the value.
    pub(super) fn member<'b>(&'b self, name: &'b str) -> ValuePlace<'b> {
        let results = match self.results {
            Results::Shown(_) | Results::MemberOf(..) => Results::MemberOf(self, name),
            results => results,
        };
        ValuePlace { results, ..*self }
    }

    /// Returns the place of a part of the value. `shown` is the part in 0.8, if the results are read from there.
    pub(super) fn part<'b>(&'b self, shown: Option<&'b Payload>) -> ValuePlace<'b> {
        let results = match self.results {
            Results::Shown(_) | Results::MemberOf(..) => match shown {
                Some(shown) => Results::Shown(shown),
                None => Results::Unknown,
            },
            results => results,
        };
        ValuePlace { results, ..*self }
    }

    /// Returns the 0.8 form of the elements of a list. Returns nothing if the list contains no calls, which need results.
    pub(super) fn shown_elements(&self, list: &Payload) -> Vec<Payload> {
        match self.shown_if(|| may_call(list.text())) {
            Some(shown) => shown.elements().collect(),
            None => Vec::new(),
        }
    }

    /// Returns the 0.8 form of the members of an object, like [`shown_elements`](Self::shown_elements).
    pub(super) fn shown_members(
        &self,
        has_calls: impl FnOnce() -> bool,
    ) -> BTreeMap<String, Payload> {
        let Some(shown) = self.shown_if(has_calls) else {
            return BTreeMap::new();
        };
        let members = shown.members();
        wire::collect_map(members.map(|(name, value)| (name.into_owned(), value)))
    }

    /// Returns the 0.8 form of the values in an event context, by their keys.
    pub(super) fn shown_entries(&self, context: &str) -> BTreeMap<String, Payload> {
        let Some(shown) = self.shown_if(|| may_call(context)) else {
            return BTreeMap::new();
        };
        wire::collect_map(shown.elements().filter_map(|entry| {
            let (key, value) = (entry.member("key")?, entry.member("value")?);
            Some((key.as_str()?.into_owned(), value))
        }))
    }

    /// Returns the result of a function call as a literal of 0.8.
    ///
    /// Returns `None` for values that are not calls, for unknown functions, and for functions that act, such as `openUrl`. Also
    /// returns `None` if the result has another type than `literal`.
    pub(super) fn result_of_call(
        &self,
        value: &Payload,
        literal: Option<Literal>,
    ) -> Option<Payload> {
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

    /// Returns the 0.8 value at the place, if the results are read from there and a call may need them.
    fn shown_if(&self, has_calls: impl FnOnce() -> bool) -> Option<Payload> {
        let is_shown = matches!(self.results, Results::Shown(_) | Results::MemberOf(..));
        if is_shown && has_calls() {
            self.shown()
        } else {
            None
        }
    }

    /// Returns the 0.8 value at the place, if the results are read from there.
    fn shown(&self) -> Option<Payload> {
        match self.results {
            Results::Unknown | Results::Computed(_) => None,
            Results::Shown(value) => Some(value.clone()),
            Results::MemberOf(above, name) => above.shown()?.member(name),
        }
    }
}

/// Returns `true` if a text may contain a member `call`.
pub(super) fn may_call(text: &str) -> bool {
    if text.contains(r#""call""#) {
        return true;
    }
    // Escapes may spell the name.
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        if !text.contains('\\') {
            continue;
        }
        for child in token::children(text) {
            if child.name.is_some_and(|name| token::name(name) == "call") {
                return true;
            }
            open.push(child.text);
        }
    }
    false
}

/// Returns `true` if a value of 0.9 is a function call.
fn is_call(value: &Payload) -> bool {
    matches!(Dynamic::read(value, Notation::Plain), Ok(Dynamic::Call(_)))
}

/// Computes a function call from the data. Returns `None` if the call fails or has no result.
fn compute(value: &Payload, literal: Option<Literal>, data: &DataModel) -> Option<Payload> {
    let host = Host::new().limits(MAX_CALL_STEPS, MAX_CALL_TEXT);
    let mut evaluation = Evaluation::new(Version::V0_9, data).host(&host);
    let at = Pointer::root();
    match literal {
        // A displayed value is converted to text, as in clients of 0.9.
        Some(Literal::String) => {
            let text = evaluation.text(value, &at).ok()?;
            Some(Payload::string(&text))
        }
        _ => evaluation.value(value, &at).ok()?,
    }
}
