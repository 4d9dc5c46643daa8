//! AAP interaction to actions.json event.

use super::{forward, page, rules::backward as rules};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, depth, ids, restored, summary,
};
use aap::{Interaction, SummaryStyle};
use actions_json::item::DomEvent;
use wire::{Field, Payload, Pointer};

const EVENT_MEMBERS: &[&str] =
    &["type", "event_id", "runtime_id", "name", "event", "url", "payload", "previous_call_id", "observed_at"];

/// Translates a stored interaction into the event of a page: the one that it was, if the carry has it, else a new one.
///
/// # Errors
/// If neither the carry nor the context names a runtime, or `data` is too deep.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, actions_json_aap};
///
/// let mut cx = Context::default();
/// cx.runtime_id = Some("r1".to_owned());
/// let record = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"cart.opened","data":{"items":2},"summary":""}"#,
/// )?;
/// let (event, _) = actions_json_aap::backward(record, &Carry::default(), &cx, &mut ())?;
/// assert_eq!(
///     wire::encode(&event)?,
///     r#"{"type":"dom_event","event_id":"7","runtime_id":"r1","name":"cart.opened","payload":{"items":2},"observed_at":"2026-05-18T15:30:00.000Z"}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn backward<L: Ledger>(
    record: Interaction,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(DomEvent, Carry), Refusal> {
    let (kept, rest) = home.take(Dialect::ActionsJson);
    let mut hop = Hop::of(Dialect::Aap);

    let name = unedited(&kept, "/name", record.action.as_str());
    ledger.remark(
        Renamed,
        &rules::ACTION,
        if name.is_some() { restored::REMARK } else { restored::edited(&kept, "/name") },
    )?;
    let name = name.unwrap_or_else(|| record.action.as_str().to_owned());

    let runtime_id = kept.kept("/runtime_id").flatten().and_then(Payload::as_str).map(String::from);
    if runtime_id.is_some() {
        ledger.remark(Copied, &rules::RUNTIME_ID, restored::REMARK)?;
    } else {
        ledger.note(Defaulted, &rules::RUNTIME_ID)?;
    }
    let Some(runtime_id) = runtime_id.or_else(|| cx.runtime_id.clone()) else {
        let message = "an event comes from a runtime, and nobody says from which";
        return Err(
            Refusal::context(rules::RUNTIME_ID.id, Pointer::root(), message).hint("give the runtime id")
        );
    };

    // An event id counts if it makes the record's id, as it did.
    let event_id = kept.kept("/event_id").flatten().and_then(Payload::as_str);
    let event_id = event_id.filter(|id| ids::derive(&[&runtime_id, id]) == record.id.as_str());
    let event_id = event_id.map_or_else(|| record.id.as_str().to_owned(), String::from);
    if event_id == record.id.as_str() && ids::derive(&[&runtime_id, &event_id]) != record.id.as_str() {
        hop.keep("/id", Some(Payload::string(record.id.as_str())));
        ledger.note(Carried, &rules::ID)?;
    } else {
        ledger.note(Encoded, &rules::ID)?;
    }

    let payload = match kept.kept("/payload").flatten() {
        Some(payload) if Some(forward::wrap(payload)) == record.data => payload.clone(),
        _ => payload(record.data.as_ref()),
    };
    depth::fits(record.data.as_ref(), &payload, 1, &rules::DATA)?;
    if Some(forward::wrap(&payload)) == record.data {
        ledger.note(Renamed, &rules::DATA)?;
    } else {
        hop.keep("/data", record.data.clone());
        ledger.note(Carried, &rules::DATA)?;
    }

    let mut event = DomEvent::new(event_id, runtime_id, name, payload);
    event.observed_at = observed_at(&record, &kept);
    if event.observed_at.get().is_some() || cx.time.as_ref() == Some(&record.timestamp) {
        ledger.note(Renamed, &rules::TIMESTAMP)?;
    } else {
        hop.keep("/timestamp", Some(Payload::string(record.timestamp.as_str())));
        ledger.note(Carried, &rules::TIMESTAMP)?;
    }
    event.url = match unedited_field(&kept, "/url", record.canvas_file.as_str()) {
        Some(url) => url,
        None => Field::Absent,
    };
    if page::canvas_file(event.url.get().map(String::as_str), cx).is_ok_and(|file| file == record.canvas_file)
    {
        ledger.note(Encoded, &rules::CANVAS_FILE)?;
    } else {
        let file = Payload::string(record.canvas_file.as_str());
        hop.keep_with_image("/canvasFile", Some(file), forward::url_image(&event.url));
        ledger.note(Carried, &rules::CANVAS_FILE)?;
    }
    event.event = plain(&kept, "/event").map_or(Field::Absent, |event| event);
    event.previous_call_id = plain(&kept, "/previous_call_id").map_or(Field::Absent, |id| id.map(Into::into));
    for pointer in ["/event", "/previous_call_id"] {
        if let (Some(name), Some(_)) = (pointer.strip_prefix('/'), kept.kept(pointer)) {
            ledger.member(Copied, &rules::EVENT, name)?;
        }
    }
    event.extra = restored::members(&kept, "", EVENT_MEMBERS, ledger)?;

    if expected_element(&event, cx).as_ref() == Some(&record.element) {
        ledger.note(Derived, &rules::ELEMENT)?;
    } else {
        hop.keep_with_image("/element", forward::text(&record.element), Payload::string(&event.name));
        ledger.note(Carried, &rules::ELEMENT)?;
    }
    for (name, value) in record.extra.iter() {
        hop.keep_member("", name, value.clone());
        ledger.member(Carried, &rules::MEMBERS, name)?;
    }
    let computed = computed_summary(&record, &event, cx);
    summary::keep(&record, &computed, &mut hop, &rules::SUMMARY, ledger)?;
    Ok((event, rest.with(hop)))
}

/// The payload that a record's data becomes.
pub(super) fn payload(data: Option<&Payload>) -> Payload {
    data.cloned().unwrap_or_else(Payload::empty_object)
}

/// The summary that the event would get on its way back.
fn computed_summary(record: &Interaction, event: &DomEvent, cx: &Context) -> String {
    let file =
        page::canvas_file(event.url.get().map(String::as_str), cx).unwrap_or(record.canvas_file.clone());
    let element = expected_element(event, cx).unwrap_or(record.element.clone());
    let element = element.get().map(aap::ElementId::as_str);
    let data = forward::wrap(&event.payload);
    aap::summary(SummaryStyle::Provider, record.action.as_str(), element, file.as_str(), Some(&data))
}

/// The element that the event would get on its way back.
fn expected_element(event: &DomEvent, cx: &Context) -> Option<Field<aap::ElementId>> {
    let manifest = cx.manifest.as_ref()?;
    actions_json::admission::admit(manifest, event).ok().map(|admitted| forward::element(admitted.signal))
}

fn observed_at(record: &Interaction, kept: &Hop) -> Field<wire::Timestamp> {
    match unedited_field(kept, "/observed_at", record.timestamp.as_str()) {
        Some(Field::Absent) => Field::Absent,
        Some(Field::Null) => Field::Null,
        _ => Field::Value(record.timestamp.clone()),
    }
}

/// A text that was carried, if the record still shows what became of it.
fn unedited(kept: &Hop, pointer: &str, visible: &str) -> Option<String> {
    unedited_field(kept, pointer, visible)?.into_value()
}

fn unedited_field(kept: &Hop, pointer: &str, visible: &str) -> Option<Field<String>> {
    let field = plain(kept, pointer)?;
    let image = kept.image(pointer).and_then(Payload::as_str);
    (image.as_deref() == Some(visible)).then_some(field)
}

/// A text that was carried and of which nothing is visible.
fn plain(kept: &Hop, pointer: &str) -> Option<Field<String>> {
    match kept.kept(pointer)? {
        None => Some(Field::Absent),
        Some(null) if null.is_null() => Some(Field::Null),
        Some(value) => value.as_str().map(|text| Field::Value(text.into_owned())),
    }
}
