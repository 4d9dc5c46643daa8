//! actions.json events and AAP interactions.
//!
//! | actions.json | AAP | how |
//! |---|---|---|
//! | `name` | `action` | the declared name of the signal, or the caller's verb for it |
//! | the signal's `target` | `element` | its `name`, else its first selector, else absent |
//! | `payload` | `data` | an object as it is, anything else `{"payload": …}` |
//! | `observed_at` | `timestamp` | verbatim, else the time of the context |
//! | `url` | `canvasFile` | `sites/<host>/<path>.html` (see [`page`]), or that of the context |
//! | `runtime_id`, `event_id` | `id` | UUIDv5 over both: the same event is the same record |
//! | – | `summary` | computed: `Site "<host>" signalled "<action>" at "<element>" with data: <data>` |
//! | `event`, `previous_call_id`, unknown members | – | carried |
//!
//! Only an event that the manifest admits is translated: declared, for the agent, enabled, with the payload that it describes. A
//! record becomes an event only if the manifest of the context, where there is one, admits that.
//!
//! The summary does not say, as a provider's does, that a user did something: only the page knows who did. What the page has
//! written stands in it in quotes, and characters that act on a terminal or turn the line as escapes.

pub mod page;

use crate::{
    Carry, Context, Dialect, Refusal,
    Verdict::{Carried, Defaulted, Derived, Encoded, Renamed},
    engine::{DerivedField, Direction, Layer, Notes, TranslationCx, UNKNOWN, ids, names, rules},
};
use aap::{ElementId, Interaction, Verb, notification::visible};
use actions_json::{
    admission::{self, AdmittedEvent},
    item::DomEvent,
    manifest::{Signal, SignalName},
};
use wire::{Field, Payload, Pointer, Tolerant};

rules! { "actions-json-aap", "aap-actions-json";
    admission "admission": "/name" => "";
    name "name": "/name" => "/action";
    element "element": "" => "/element";
    payload "payload": "/payload" => "/data";
    observed_at "observed-at": "/observed_at" => "/timestamp";
    url "url": "/url" => "/canvasFile";
    event_id "event-id": "/event_id" => "/id";
    runtime_id "runtime-id": "/runtime_id" => "/id";
    event "event": "/event" => "";
    summary "summary": "" => "/summary";
}

/// What the record shows in the place of what an event says. A runtime shows nowhere.
static EVENT_DERIVED: &[DerivedField] = &[
    DerivedField { field: "/name", basis: |record| record.fingerprint(&["/action"]) },
    DerivedField { field: "/observed_at", basis: |record| record.fingerprint(&["/timestamp"]) },
    DerivedField { field: "/url", basis: |record| record.fingerprint(&["/canvasFile"]) },
    DerivedField { field: "/event_id", basis: |record| record.fingerprint(&["/id"]) },
    DerivedField { field: "/runtime_id", basis: |_| Payload::null() },
];

/// What the event shows in the place of what a record says.
static RECORD_DERIVED: &[DerivedField] = &[
    DerivedField { field: "/id", basis: |event| event.fingerprint(&["/event_id"]) },
    DerivedField { field: "/element", basis: |event| event.fingerprint(&["/name"]) },
    DerivedField { field: "/canvasFile", basis: |event| event.fingerprint(&["/url"]) },
    DerivedField { field: "/timestamp", basis: |event| event.fingerprint(&["/observed_at"]) },
    DerivedField { field: "/summary", basis: |event| event.fingerprint(&["/name", "/url", "/payload"]) },
];

/// Translates an event of a page into a stored interaction, if the manifest of the context admits it.
///
/// # Errors
/// If there is no manifest, or it does not admit the event; if time or page are not known; if the payload is too deep.
pub(crate) fn forward(event: DomEvent, tcx: &mut TranslationCx<'_>) -> Result<(Interaction, Carry), Refusal> {
    let cx = tcx.cx;
    if cx.manifest.is_none() {
        let message = "only a declared event becomes a record, and the context has no manifest";
        return Err(Refusal::context(FORWARD.admission.id, Pointer::root(), message)
            .hint("the manifest of the page: --manifest"));
    }
    let declared = admit(FORWARD.admission.id, &event, cx)?;
    let plain_target = record(&event, declared.as_ref(), cx);
    let plain_summary = plain_target.summary.clone();
    let mut notes = tcx.notes();
    note_forward(&event, &plain_target, declared.as_ref(), &mut notes);
    let direction = Direction {
        source_derived: EVENT_DERIVED,
        target_derived: RECORD_DERIVED,
        target_is_unsafe: names::is_unsafe,
        ..Direction::new(Dialect::ActionsJson, Dialect::Aap, 1, &FORWARD.others)
    };
    let back = |record: &Interaction| Some(self::event(record, cx));
    let (mut record, carry) = direction.reconcile(&event, plain_target, notes, back, tcx)?;
    if record.timestamp.as_str() == UNKNOWN {
        let message = "the event has no `observed_at` and the context has no `time`";
        let pointer = Pointer::root().member("observed_at");
        return Err(
            Refusal::context(FORWARD.observed_at.id, pointer, message).hint("the time of receipt: --time")
        );
    }
    if record.canvas_file.as_str() == UNKNOWN {
        record.canvas_file = page::canvas_file(event.url.get().map(String::as_str), cx)?;
    }
    let is_carried = |layer: &Layer| {
        let kept = layer.kept_value("/summary").flatten().and_then(Payload::as_str);
        layer.is_from(Dialect::Aap) && kept.is_some_and(|kept| *kept == *record.summary)
    };
    if record.summary == plain_summary && !tcx.carry.layers.iter().any(is_carried) {
        record.summary = summary(&record, &event);
    }
    Ok((record, carry))
}

/// Translates a stored interaction into the event of a page: the one that it was, if the carry has it, else a new one.
///
/// # Errors
/// If neither the carry nor the context names a runtime, if the manifest of the context does not admit the event, or `data` is too
/// deep.
pub(crate) fn backward(
    record: Interaction,
    tcx: &mut TranslationCx<'_>,
) -> Result<(DomEvent, Carry), Refusal> {
    let cx = tcx.cx;
    let plain_target = event(&record, cx);
    let mut notes = tcx.notes();
    note_backward(&plain_target, cx, &mut notes);
    let direction = Direction {
        source_derived: RECORD_DERIVED,
        target_derived: EVENT_DERIVED,
        source_is_unsafe: names::is_unsafe,
        ..Direction::new(Dialect::Aap, Dialect::ActionsJson, 1, &BACKWARD.others)
    };
    let back = |event: &DomEvent| {
        let declared = admit(BACKWARD.admission.id, event, cx).ok().flatten();
        // An id of somebody else's is carried, whatever the derived one would be.
        let id =
            if ids::can_be_derived(record.id.as_str()) { id(event) } else { ids::SOME_DERIVED.to_owned() };
        let mut made = without_summary(event, id, declared.as_ref(), cx);
        // What comes back is summed up when its other fields are restored; a summary that fits only before that is carried.
        let is_summed_up = record.summary.starts_with(SITE) && record.summary == summary(&made, event);
        made.summary = match is_summed_up {
            true => summary(&record, event),
            false if record.summary.is_empty() => UNKNOWN.to_owned(),
            false => String::new(),
        };
        Some(made)
    };
    let (event, carry) = direction.reconcile(&record, plain_target, notes, back, tcx)?;
    if event.runtime_id.as_str() == UNKNOWN {
        let message = "the record has no runtime id, and neither has the context";
        return Err(Refusal::context(BACKWARD.runtime_id.id, Pointer::root(), message)
            .hint("the runtime of the page: --runtime-id"));
    }
    if cx.manifest.is_some() {
        // What comes back refused is refused on the way there, at the place in the record.
        admit(BACKWARD.admission.id, &event, cx).map_err(|refusal| {
            let at = match refusal.pointer().segments().next().as_deref() {
                Some("payload") => Pointer::root().member("data"),
                _ => Pointer::root().member("action"),
            };
            refusal.at(at)
        })?;
    }
    Ok((event, carry))
}

/// What the manifest of the context declares of an event, if there is one.
fn admit<'a>(rule: &str, event: &DomEvent, cx: &'a Context) -> Result<Option<AdmittedEvent<'a>>, Refusal> {
    let Some(manifest) = &cx.manifest else { return Ok(None) };
    admission::admit(manifest, event).map(Some).map_err(|refused| {
        let rule = format!("{rule}/{}", refused.kind.as_str());
        Refusal::rule_broken(&rule, refused.pointer, refused.message).hint(refused.hint)
    })
}

/// The record of an event. What nothing tells of when it happened, and where, is [`UNKNOWN`].
fn record(event: &DomEvent, declared: Option<&AdmittedEvent<'_>>, cx: &Context) -> Interaction {
    let mut record = without_summary(event, id(event), declared, cx);
    record.summary = summary(&record, event);
    record
}

fn id(event: &DomEvent) -> String {
    ids::derive(&[event.runtime_id.as_str(), event.event_id.as_str()])
}

fn without_summary(
    event: &DomEvent,
    id: String,
    declared: Option<&AdmittedEvent<'_>>,
    cx: &Context,
) -> Interaction {
    let verb = match declared {
        Some(admitted) => verb(admitted.name, cx),
        None => Verb::from(&*event.name),
    };
    let time = event.observed_at.get().or(cx.time.as_ref()).cloned().unwrap_or_else(|| UNKNOWN.into());
    let file = match event.url.get() {
        None if cx.canvas_file.is_none() => UNKNOWN.into(),
        url => page::canvas_file(url.map(String::as_str), cx).unwrap_or_else(|_| UNKNOWN.into()),
    };
    let mut record = Interaction::new(id, time, file, verb, String::new());
    record.element = declared.map_or(Field::Absent, |admitted| element(admitted.signal));
    record.data = Some(if event.payload.is_object() {
        event.payload.clone()
    } else {
        Payload::object([("payload", &event.payload)])
    });
    record
}

/// Every summary begins so.
const SITE: &str = "Site ";

/// What people read: what was signalled and by which site, in quotes.
fn summary(record: &Interaction, event: &DomEvent) -> String {
    let quoted = |text: &str| visible(Payload::string(text).text());
    let url = event.url.get().map(String::as_str);
    let site = url.and_then(page::host).unwrap_or(record.canvas_file.as_str());
    let mut summary = [SITE, &quoted(site), " signalled ", &quoted(record.action.as_str())].concat();
    if let Field::Value(element) = &record.element {
        summary.extend([" at ", &quoted(element.as_str())]);
    }
    if let Some(data) = record.data.as_ref().and_then(aap::summary::shown) {
        summary.extend([" with data: ", &visible(&data)]);
    }
    summary
}

/// The event of a record. Where nothing names the runtime, it is [`UNKNOWN`].
fn event(record: &Interaction, cx: &Context) -> DomEvent {
    let payload = record.data.clone().unwrap_or_else(Payload::empty_object);
    let runtime = cx.runtime_id.as_deref().unwrap_or(UNKNOWN);
    let mut event = DomEvent::new(record.id.as_str(), runtime, record.action.as_str(), payload);
    event.observed_at = Field::Value(record.timestamp.clone());
    event
}

fn verb(signal: &SignalName, cx: &Context) -> Verb {
    cx.verbs.get(signal.as_str()).cloned().unwrap_or_else(|| signal.as_str().into())
}

/// What the signal's target is called: its name, else its first selector.
fn element(signal: &Signal) -> Field<ElementId> {
    let Some(target) = signal.target.get() else {
        return Field::Absent;
    };
    let selectors = [&target.selector, &target.selectors, &target.fallback_selectors];
    let first = || {
        selectors
            .into_iter()
            .filter_map(Tolerant::get)
            .find_map(|selectors| selectors.texts().into_iter().next())
    };
    target.name.get().cloned().or_else(first).map_or(Field::Absent, |name| Field::Value(name.into()))
}

fn note_forward(
    event: &DomEvent,
    plain_target: &Interaction,
    declared: Option<&AdmittedEvent<'_>>,
    notes: &mut Notes,
) {
    let (rules, root) = (&FORWARD, &Pointer::root());
    notes.add_rule(Renamed, &rules.name);
    if !plain_target.element.is_absent() {
        notes.add_rule(Derived, &rules.element);
    }
    notes.add_rule(Renamed, &rules.payload);
    notes.add_rule(Renamed, &rules.observed_at);
    notes.add_rule(Derived, &rules.url);
    notes.add_rule(Encoded, &rules.event_id);
    notes.add_rule(Encoded, &rules.runtime_id);
    if !event.event.is_absent() {
        let declared = declared.and_then(|admitted| admitted.signal.event.get());
        let is_other =
            event.event.get().is_some_and(|event| declared.is_some_and(|declared| declared != event));
        let remark =
            if is_other { "the signal declares another event; it was matched by its name" } else { "" };
        notes.remark(Carried, &rules.event, (root, "event"), None, remark);
    }
    notes.add_rule(Derived, &rules.summary);
}

fn note_backward(plain_target: &DomEvent, cx: &Context, notes: &mut Notes) {
    let (rules, root) = (&BACKWARD, &Pointer::root());
    notes.add_rule(Renamed, &rules.name);
    notes.add_rule(Derived, &rules.element);
    notes.add_rule(Renamed, &rules.payload);
    notes.add_rule(Renamed, &rules.observed_at);
    notes.add(Encoded, &rules.url, (root, "canvasFile"), plain_target.url.get().map(|_| (root, "url")));
    notes.add_rule(Renamed, &rules.event_id);
    if cx.runtime_id.is_some() {
        notes.add(Defaulted, &rules.runtime_id, (root, ""), Some((root, "runtime_id")));
    }
    notes.add_rule(Derived, &rules.summary);
}
