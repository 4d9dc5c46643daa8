//! The fields of events and records that do not come back.

use super::{BACKWARD, SITE, admit, element, id, runtime_id, summary, verb, without_summary};
use crate::{Context, ids, lens::Losses, mappings::actions_json_aap::page};
use aap::{Interaction, Verb};
use actions_json::{admission::AdmittedEvent, item::DomEvent};
use wire::{Field, Payload, Pointer};

/// Adds the fields of an event that do not come back from its record.
pub(super) fn add_losses_of_event(
    event: &DomEvent,
    record: &Interaction,
    cx: &Context,
    losses: &mut Losses,
) {
    let mut add = |is_same: bool, place: &'static str| {
        if !is_same {
            losses.add_static(place);
        }
    };
    add(event.event_id.as_str() == record.id.as_str(), "/event_id");
    let runtime = runtime_id(cx).in_target();
    add(event.runtime_id.as_str() == runtime, "/runtime_id");
    add(event.name == record.action.as_str(), "/name");
    // A record has no place for these.
    add(event.event.is_absent(), "/event");
    add(event.url.is_absent(), "/url");
    let is_same_payload = match &record.data {
        Some(data) => event.payload == *data,
        None => event.payload == Payload::empty_object(),
    };
    add(is_same_payload, "/payload");
    add(event.previous_call_id.is_absent(), "/previous_call_id");
    // An absent time comes back as the time of the record.
    let is_same_time = event.observed_at.get() == Some(&record.timestamp);
    add(is_same_time, "/observed_at");
    for (name, _) in event.extra.iter() {
        losses.add(Pointer::root().member(name));
    }
}

/// Adds the fields of a record that do not come back from its event.
pub(super) fn add_losses_of_record(
    record: &Interaction,
    event: &DomEvent,
    cx: &Context,
    losses: &mut Losses,
) {
    let declared = admit(BACKWARD.admission.id, event, cx).ok().flatten();
    let mut add = |is_same: bool, place: &'static str| {
        if !is_same {
            losses.add_static(place);
        }
        is_same
    };
    // An id that is not a derived one is always lost.
    add(
        ids::can_be_derived(record.id.as_str()) && id(event) == record.id.as_str(),
        "/id",
    );
    let time = event.observed_at.get().or(cx.time.as_ref());
    add(time == Some(&record.timestamp), "/timestamp");
    let is_same_file = add(is_file_of(event, record, cx), "/canvasFile");
    let returned_verb = match &declared {
        Some(admitted) => verb(admitted.name, cx),
        None => Verb::from(&*event.name),
    };
    let is_same_verb = add(returned_verb == record.action, "/action");
    let returned_element = declared
        .as_ref()
        .map_or(Field::Absent, |admitted| element(admitted.signal));
    let is_same_element = add(returned_element == record.element, "/element");
    let is_same_data = add(is_data_of(event, record), "/data");
    let has_own_fields = is_same_file && is_same_verb && is_same_element && is_same_data;
    add(
        is_computed_summary(record, has_own_fields, event, declared.as_ref(), cx),
        "/summary",
    );
    for (name, _) in record.extra.iter() {
        losses.add(Pointer::root().member(name));
    }
}

/// Returns `true` if the canvas file of a record equals the file that its event gives.
fn is_file_of(event: &DomEvent, record: &Interaction, cx: &Context) -> bool {
    let url = event.url.get().map(String::as_str);
    page::canvas_file(url, cx).is_ok_and(|file| file == record.canvas_file)
}

/// Returns `true` if the data of a record equals the data that its event gives. A payload that is an object is the data
/// itself.
fn is_data_of(event: &DomEvent, record: &Interaction) -> bool {
    match &record.data {
        Some(data) if event.payload.is_object() => *data == event.payload,
        Some(data) => *data == Payload::object([("payload", &event.payload)]),
        None => false,
    }
}

/// Returns `true` if the summary of a record equals the summary that its event gives. `has_own_fields` is `true` if the
/// fields of the summary come back.
fn is_computed_summary(
    record: &Interaction,
    has_own_fields: bool,
    event: &DomEvent,
    declared: Option<&AdmittedEvent<'_>>,
    cx: &Context,
) -> bool {
    if !record.summary.starts_with(SITE) || record.summary != summary(record, event) {
        return false;
    }
    if has_own_fields {
        return true;
    }
    // Without the carry, the summary is computed from the fields that the event gives.
    let returned = without_summary(event, String::new(), declared, cx);
    record.summary == summary(&returned, event)
}
