//! What the mappings of calls share: which items have images, what an answer needs, and how notes compare both sides.

use crate::{
    Context, Refusal, Rule, Verdict, call_id,
    engine::{Notes, TranslationCx, UNKNOWN, payload},
};
use actions_json::item::{ActionCall, ActionCallOutput, ActionError, CallId, ErrorDetails, Item};
use ahp::json_rpc::RequestId;
use wire::{Payload, PayloadKind, Pointer, Wire};

/// The call that an answer belongs to.
///
/// # Errors
/// By the rule, if it answers something that could not be read.
pub(crate) fn call_of_request(id: &RequestId, rule: &Rule) -> Result<CallId, Refusal> {
    call_id::of_request(id).ok_or_else(|| {
        let message = "an id of null names no call, and the answer could not be told from others";
        let at = Pointer::root().member("id");
        Refusal::rule_broken(rule.id, at, message).hint("the id of the request: a string or a number")
    })
}

/// The arguments of a call: an object, which is empty where the message has none or null.
///
/// # Errors
/// By the rule, at its place, if they are anything else. Passed on, the tool would get something that its schema never allows.
pub(crate) fn arguments(stated: Option<&Payload>, rule: &Rule) -> Result<Payload, Refusal> {
    let Some(stated) = stated.filter(|stated| !stated.is_null()) else { return Ok(Payload::empty_object()) };
    let text = match stated.kind() {
        PayloadKind::Object => return Ok(stated.clone()),
        PayloadKind::String => stated.as_str(),
        _ => None,
    };
    let (message, hint) = match text.and_then(|text| Payload::parse(text).ok()) {
        Some(quoted) if quoted.is_object() => {
            ("the arguments are an object written as a string", "send the object itself, without quotes")
        }
        _ => (
            not_an_object(stated.kind()),
            "send an object with an argument under each name, or {} if there are none",
        ),
    };
    Err(Refusal::rule_broken(rule.id, at(rule.from), message).hint(hint))
}

/// Names the value that stands in place of the object of arguments.
pub(crate) fn not_an_object(kind: PayloadKind) -> &'static str {
    match kind {
        PayloadKind::String => "the arguments are a string, not an object",
        PayloadKind::Array => "the arguments are an array, not an object",
        PayloadKind::Number => "the arguments are a number, not an object",
        PayloadKind::Boolean => "the arguments are a boolean, not an object",
        PayloadKind::Null | PayloadKind::Object => "the arguments are not an object",
    }
}

/// A call, for the runtime of the context if that names one.
pub(crate) fn call(call_id: CallId, name: String, arguments: Payload, cx: &Context) -> Item {
    let call = ActionCall::new(call_id, name, arguments);
    match &cx.runtime_id {
        Some(runtime_id) => call.runtime_id(runtime_id.as_str()).into(),
        None => call.into(),
    }
}

/// An output, of a runtime that is [`UNKNOWN`] if the context names none.
pub(crate) fn output(call_id: CallId, output: Payload, cx: &Context) -> Item {
    ActionCallOutput::new(call_id, cx.runtime_id.as_deref().unwrap_or(UNKNOWN), output).into()
}

/// An error of a call.
pub(crate) fn error(call_id: CallId, details: ErrorDetails, cx: &Context) -> Item {
    let error = ActionError::new(details).call_id(call_id);
    match &cx.runtime_id {
        Some(runtime_id) => error.runtime_id(runtime_id.as_str()).into(),
        None => error.into(),
    }
}

/// Refuses an output for which neither the carry nor the context names the runtime. On its way to a protocol that has no runtimes
/// an output needs none.
///
/// # Errors
/// By the rule.
pub(crate) fn ensure_runtime(item: &Item, rule: &Rule, tcx: &TranslationCx<'_>) -> Result<(), Refusal> {
    match item {
        Item::ActionCallOutput(output) if !tcx.passes_through && output.runtime_id == UNKNOWN => {
            let message = "an output names its runtime, and neither the answer nor the context does";
            Err(Refusal::context(rule.id, Pointer::root(), message).hint("name the runtime: --runtime-id"))
        }
        _ => Ok(()),
    }
}

/// Why an item has no image: it is an error of no call, or no part of a call.
pub(crate) fn no_counterpart(item: &Item, call_id: &Rule, other: &Rule) -> Refusal {
    if let Item::ActionError(_) = item {
        let message = "an error that belongs to no call answers nothing";
        let at = Pointer::root().member("call_id");
        return Refusal::rule_broken(call_id.id, at, message).hint("the id of the call");
    }
    let message = format!("an item of the type `{}` is no call and answers none", item.tag());
    let at = Pointer::root().member("type");
    Refusal::rule_broken(other.id, at, message).hint("a call, its output or its error")
}

/// What is said of the members of a message that became another one.
pub(crate) struct MemberNotes<'n> {
    source: Payload,
    target: Payload,
    notes: &'n mut Notes,
}

impl<'n> MemberNotes<'n> {
    pub(crate) fn new(source: &impl Wire, target: &impl Wire, notes: &'n mut Notes) -> Self {
        Self { source: payload(source), target: payload(target), notes }
    }

    /// Whether the image has something at the place of a rule.
    pub(crate) fn is_in_target(&self, rule: &Rule) -> bool {
        self.target.get(&at(rule.to)).is_some()
    }

    /// Whether both sides have something at the places of a rule.
    pub(crate) fn is_in_both(&self, rule: &Rule) -> bool {
        self.source.get(&at(rule.from)).is_some() && self.target.get(&at(rule.to)).is_some()
    }

    /// Notes a member that goes from one place of a rule to the other: `other` if it is another value there.
    pub(crate) fn note_move(&mut self, other: Verdict, rule: &'static Rule) {
        self.note_move_between(Some(rule.from), other, rule, Some(rule.to));
    }

    /// Notes a member that goes from one place to another, or that one side has no place for.
    pub(crate) fn note_move_between(
        &mut self,
        from: Option<&str>,
        other: Verdict,
        rule: &'static Rule,
        to: Option<&str>,
    ) {
        let value = |side: &Payload, place: Option<&str>| side.get(&at(place?));
        let (value, target) = (value(&self.source, from), value(&self.target, to));
        let (from, to) = (at(from.unwrap_or_default()), at(to.unwrap_or_default()));
        let name = |place: &Pointer| place.as_str().rsplit('/').next().map(str::to_owned);
        let (verdict, from, to) = match (value, target) {
            (None, None) => return,
            (None, Some(_)) => (Verdict::Defaulted, Pointer::root(), Some(to)),
            (Some(_), None) => (other, from, None),
            (Some(value), Some(target)) if value != target => (other, from, Some(to)),
            _ if name(&from) == name(&to) => (Verdict::Copied, from, Some(to)),
            _ => (Verdict::Renamed, from, Some(to)),
        };
        self.notes.add(verdict, rule, (&from, ""), to.as_ref().map(|to| (to, "")));
    }

    /// Says it of the places of a rule.
    pub(crate) fn note(&mut self, verdict: Verdict, rule: &'static Rule) {
        let to = Some(at(rule.to)).filter(|_| self.is_in_target(rule));
        self.notes.add(verdict, rule, (&at(rule.from), ""), to.as_ref().map(|to| (to, "")));
    }

    /// Says it of the place of a rule, and of every member that stands at its other place: all of them stand in one text.
    pub(crate) fn note_each_member(&mut self, verdict: Verdict, rule: &'static Rule) {
        self.note(verdict, rule);
        let members = self.target.get(&at(rule.to));
        for (name, _) in members.iter().flat_map(Payload::members) {
            self.notes.add(verdict, rule, (&at(rule.from), ""), Some((&at(rule.to).member(&name), "")));
        }
    }
}

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).unwrap_or_default()
}
