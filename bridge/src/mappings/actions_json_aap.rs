//! Maps actions.json events to AAP interactions and back.
//!
//! | actions.json | AAP | how |
//! |---|---|---|
//! | `name` | `action` | the verb of the context for the signal, or else its declared name |
//! | the signal's `target` | `element` | the `name`, or else the first selector, or else absent |
//! | `payload` | `data` | an object is copied, any other value becomes `{"payload": …}` |
//! | `observed_at` | `timestamp` | copied, or else the time of the context |
//! | `url` | `canvasFile` | that of the context, or else `sites/<host>/<path>.html` (see [`page`]) |
//! | `runtime_id`, `event_id` | `id` | a UUIDv5 of both, so the same event gives the same record |
//! | – | `summary` | computed: `Site "<host>" signalled "<action>" at "<element>" with data: <data>` |
//! | `event`, `previous_call_id`, unknown members | – | carried |
//!
//! An event is translated only if the manifest admits it: the signal is declared, meant for the agent and enabled, and
//! the payload matches its schema. If the context has a manifest, a record is translated only into an event that it
//! admits.
//!
//! A provider's summary states that a user acted. This summary does not, because only the page knows who acted. Text from
//! the page is quoted, and characters that control a terminal or break the line are escaped.

pub mod page;
mod returning;

use crate::{
    Context, Dialect, Refusal,
    Verdict::{Carried, Defaulted, Derived, Encoded, Renamed},
    context::canvas_path,
    ids,
    lens::{
        DerivedField, Direction, FieldMap, RequiredText, Returns, Translated, TranslationCx, rules,
    },
};
use aap::{ElementId, Interaction, Verb, notification::visible};
use actions_json::{
    admission::{self, AdmittedEvent},
    item::DomEvent,
    manifest::{Signal, SignalName},
};
use wire::{Field, Payload, Pointer};

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

/// The derived fields of an event, and the record fields from which they derive. The runtime id is not visible in a
/// record.
static EVENT_DERIVED: &[DerivedField] = &[
    DerivedField {
        field: "/name",
        from: &["/action"],
    },
    DerivedField {
        field: "/observed_at",
        from: &["/timestamp"],
    },
    DerivedField {
        field: "/url",
        from: &["/canvasFile"],
    },
    DerivedField {
        field: "/event_id",
        from: &["/id"],
    },
    DerivedField {
        field: "/runtime_id",
        from: &[],
    },
];

/// The derived fields of a record, and the event fields from which they derive.
static RECORD_DERIVED: &[DerivedField] = &[
    DerivedField {
        field: "/id",
        from: &["/event_id"],
    },
    DerivedField {
        field: "/element",
        from: &["/name"],
    },
    DerivedField {
        field: "/canvasFile",
        from: &["/url"],
    },
    DerivedField {
        field: "/timestamp",
        from: &["/observed_at"],
    },
    DerivedField {
        field: "/summary",
        from: &["/name", "/url", "/payload"],
    },
];

/// Translates a page event into a stored interaction. The manifest of the context must admit the event.
///
/// # Errors
/// Refuses an event without a manifest or one that the manifest does not admit. Also refuses if the time or the page is
/// unknown, or if the payload is too deep.
pub(crate) fn forward(
    event: DomEvent,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Interaction>, Refusal> {
    let cx = tcx.cx;
    if cx.manifest.is_none() {
        let message = "an event needs a manifest that declares it, but the context has no manifest";
        return Err(
            Refusal::context(FORWARD.admission.id, Pointer::root(), message)
                .hint("pass the manifest of the page with `options.context.manifest`"),
        );
    }
    let declared = admit(FORWARD.admission.id, &event, cx)?;
    let mut plain_target = without_summary(&event, id(&event), declared.as_ref(), cx);
    plain_target.summary = RequiredText::Unknown.in_target().to_owned();
    let mut fields = tcx.fields();
    note_forward(&event, &plain_target, declared.as_ref(), &mut fields);
    let direction = Direction {
        source_derived: EVENT_DERIVED,
        target_derived: RECORD_DERIVED,
        target_is_unsafe: canvas_path::is_unsafe,
        target_levels: 1,
        ..Direction::new(Dialect::ActionsJson, Dialect::Aap, 1, &FORWARD.others)
    };
    let returns = Returns {
        losses: &|record, losses| returning::add_losses_of_event(&event, record, cx, losses),
        back: &|record| Ok(self::event(record, cx)),
    };
    let mut translated = direction.reconcile(&event, plain_target, fields, returns, tcx)?;
    let record = &mut translated.message;
    if RequiredText::of(record.timestamp.as_str()).is_unknown() {
        let message = "the event has no `observed_at`, and the context has no time";
        let pointer = Pointer::root().member("observed_at");
        return Err(Refusal::context(FORWARD.observed_at.id, pointer, message)
            .hint("pass the time of receipt with `options.context.time`"));
    }
    if RequiredText::of(record.canvas_file.as_str()).is_unknown() {
        record.canvas_file = page::canvas_file(event.url.get().map(String::as_str), cx)?;
    }
    if RequiredText::of(&record.summary).is_unknown() {
        record.summary = summary(record, &event);
    }
    Ok(translated)
}

/// Translates a stored interaction into a page event: the original event from the carry, or a new one.
///
/// # Errors
/// Refuses if neither the carry nor the context has a runtime id. Also refuses if the manifest of the context does not
/// admit the event, or if `data` is too deep.
pub(crate) fn backward(
    record: Interaction,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<DomEvent>, Refusal> {
    let cx = tcx.cx;
    let plain_target = event(&record, cx);
    let mut fields = tcx.fields();
    note_backward(&plain_target, cx, &mut fields);
    let direction = Direction {
        source_derived: RECORD_DERIVED,
        target_derived: EVENT_DERIVED,
        source_is_unsafe: canvas_path::is_unsafe,
        target_levels: 1,
        ..Direction::new(Dialect::Aap, Dialect::ActionsJson, 1, &BACKWARD.others)
    };
    let back = |event: &DomEvent| {
        let declared = admit(BACKWARD.admission.id, event, cx).ok().flatten();
        // An id that is not a derived one is always carried.
        let id = if ids::can_be_derived(record.id.as_str()) {
            id(event)
        } else {
            ids::SOME_DERIVED.to_owned()
        };
        let mut made = without_summary(event, id, declared.as_ref(), cx);
        // A summary is computed again after its fields are restored. One that equals the computed text only before that
        // is carried.
        let is_summed_up =
            record.summary.starts_with(SITE) && record.summary == summary(&made, event);
        made.summary = match is_summed_up {
            true => summary(&record, event),
            false if record.summary.is_empty() => RequiredText::Unknown.in_target().to_owned(),
            false => String::new(),
        };
        Ok(made)
    };
    let returns = Returns {
        losses: &|event, losses| returning::add_losses_of_record(&record, event, cx, losses),
        back: &back,
    };
    let translated = direction.reconcile(&record, plain_target, fields, returns, tcx)?;
    let event = &translated.message;
    if RequiredText::of(event.runtime_id.as_str()).is_unknown() {
        let message =
            "the record needs a runtime id, and neither the carry nor the context has one";
        return Err(
            Refusal::context(BACKWARD.runtime_id.id, Pointer::root(), message)
                .hint("pass the runtime id with `options.context.runtime_id`"),
        );
    }
    if cx.manifest.is_some() {
        // An event that the backward direction would refuse is refused here, at its place in the record.
        admit(BACKWARD.admission.id, event, cx).map_err(|refusal| {
            let at = match refusal.pointer().segments().next().as_deref() {
                Some("payload") => Pointer::root().member("data"),
                _ => Pointer::root().member("action"),
            };
            refusal.at(at)
        })?;
    }
    Ok(translated)
}

/// Returns the declaration of an event in the manifest of the context. Returns `None` if there is no manifest.
fn admit<'a>(
    rule: &str,
    event: &DomEvent,
    cx: &'a Context,
) -> Result<Option<AdmittedEvent<'a>>, Refusal> {
    let Some(manifest) = &cx.manifest else {
        return Ok(None);
    };
    admission::admit(manifest, event)
        .map(Some)
        .map_err(|refused| {
            let rule = format!("{rule}/{}", refused.kind.as_str());
            Refusal::rule_broken(&rule, refused.pointer, refused.message).hint(refused.hint)
        })
}

fn id(event: &DomEvent) -> String {
    ids::derive(&[event.runtime_id.as_str(), event.event_id.as_str()])
}

/// Translates an event into a record without a summary. The time and the canvas file may be unknown.
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
    let unknown = RequiredText::Unknown.in_target();
    let time = match event.observed_at.get().or(cx.time.as_ref()) {
        Some(time) => time.clone(),
        None => unknown.into(),
    };
    let url = event.url.get().map(String::as_str);
    let file = if url.is_none() && cx.canvas_file.is_none() {
        unknown.into()
    } else {
        page::canvas_file(url, cx).unwrap_or_else(|_| unknown.into())
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

/// The beginning of every summary.
const SITE: &str = "Site ";

/// Returns the summary for users: the quoted site and signal, with element and data.
fn summary(record: &Interaction, event: &DomEvent) -> String {
    let quoted = |text: &str| visible(Payload::string(text).text());
    let url = event.url.get().map(String::as_str);
    let site = url
        .and_then(page::host)
        .unwrap_or(record.canvas_file.as_str());
    let mut summary = [
        SITE,
        &quoted(site),
        " signalled ",
        &quoted(record.action.as_str()),
    ]
    .concat();
    if let Field::Value(element) = &record.element {
        summary.extend([" at ", &quoted(element.as_str())]);
    }
    if let Some(data) = record.data.as_ref().and_then(aap::summary::excerpt) {
        summary.extend([" with data: ", &visible(&data)]);
    }
    summary
}

/// Translates a record into an event. The runtime id may be unknown.
fn event(record: &Interaction, cx: &Context) -> DomEvent {
    let payload = record.data.clone().unwrap_or_else(Payload::empty_object);
    let runtime = runtime_id(cx).in_target();
    let mut event = DomEvent::new(record.id.as_str(), runtime, record.action.as_str(), payload);
    event.observed_at = Field::Value(record.timestamp.clone());
    event
}

/// Returns the runtime id of the context, which an event requires.
fn runtime_id(cx: &Context) -> RequiredText<'_> {
    RequiredText::from(cx.runtime_id.as_deref())
}

fn verb(signal: &SignalName, cx: &Context) -> Verb {
    cx.verbs
        .get(signal.as_str())
        .cloned()
        .unwrap_or_else(|| signal.as_str().into())
}

/// Returns the name of the signal's target. If there is none, returns the first selector.
fn element(signal: &Signal) -> Field<ElementId> {
    let Some(target) = signal.target.get() else {
        return Field::Absent;
    };
    if let Some(name) = target.name.get() {
        return Field::Value(name.clone().into());
    }
    for selectors in [
        &target.selector,
        &target.selectors,
        &target.fallback_selectors,
    ] {
        let Some(selectors) = selectors.get() else {
            continue;
        };
        if let Some(first) = selectors.texts().into_iter().next() {
            return Field::Value(first.into());
        }
    }
    Field::Absent
}

fn note_forward(
    event: &DomEvent,
    plain_target: &Interaction,
    declared: Option<&AdmittedEvent<'_>>,
    fields: &mut FieldMap,
) {
    let (rules, root) = (&FORWARD, &Pointer::root());
    fields.add_rule(Renamed, &rules.name);
    if !plain_target.element.is_absent() {
        fields.add_rule(Derived, &rules.element);
    }
    fields.add_rule(Renamed, &rules.payload);
    fields.add_rule(Renamed, &rules.observed_at);
    fields.add_rule(Derived, &rules.url);
    fields.add_rule(Encoded, &rules.event_id);
    fields.add_rule(Encoded, &rules.runtime_id);
    if !event.event.is_absent() {
        let declared = declared.and_then(|admitted| admitted.signal.event.get());
        let remark = match (event.event.get(), declared) {
            (Some(event), Some(declared)) if event != declared => {
                "the signal declares another event, so the event was matched by name"
            }
            _ => "",
        };
        fields.remark(Carried, &rules.event, (root, "event"), None, remark);
    }
    fields.add_rule(Derived, &rules.summary);
}

fn note_backward(plain_target: &DomEvent, cx: &Context, fields: &mut FieldMap) {
    let (rules, root) = (&BACKWARD, &Pointer::root());
    fields.add_rule(Renamed, &rules.name);
    fields.add_rule(Derived, &rules.element);
    fields.add_rule(Renamed, &rules.payload);
    fields.add_rule(Renamed, &rules.observed_at);
    fields.add(
        Encoded,
        &rules.url,
        (root, "canvasFile"),
        plain_target.url.get().map(|_| (root, "url")),
    );
    fields.add_rule(Renamed, &rules.event_id);
    if cx.runtime_id.is_some() {
        fields.add(
            Defaulted,
            &rules.runtime_id,
            (root, ""),
            Some((root, "runtime_id")),
        );
    }
    fields.add_rule(Derived, &rules.summary);
}
