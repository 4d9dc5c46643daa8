//! actions.json event to AAP interaction.

use super::{page, rules::forward as rules};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, depth, ids, restored, summary,
};
use aap::{ElementId, Interaction, Verb};
use actions_json::{
    admission::{self, Admitted},
    item::DomEvent,
    manifest::{Signal, SignalName},
};
use wire::{Field, Loose, Payload, Pointer, Timestamp};

const RECORD_MEMBERS: &[&str] = &["id", "timestamp", "canvasFile", "action", "element", "data", "summary"];

/// Translates an event of a page into a stored interaction, if the manifest of the context admits it.
///
/// # Errors
/// If there is no manifest, or it does not admit the event; if time or page are not known; if the payload is too deep.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, actions_json_aap};
///
/// let mut cx = Context::default();
/// cx.manifest = Some(wire::decode(
///     r##"{"protocol":"actions.json","version":1,"tools":[],
///         "signals":[{"name":"cart.opened","ingestion":"enabled","target":{"selector":"#cart"}}]}"##,
/// )?);
/// let event = wire::decode(
///     r#"{"event_id":"e1","runtime_id":"r1","name":"cart.opened","payload":{"items":2},"url":"https://shop.test/","observed_at":"2026-05-18T15:30:00Z"}"#,
/// )?;
/// let (record, _) = actions_json_aap::forward(event, &Carry::default(), &cx, &mut ())?;
/// assert_eq!(record.summary, r##"User cart.opened '#cart' on sites/shop~2Etest/index.html with data: {"items":2}"##);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<L: Ledger>(
    event: DomEvent,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Interaction, Carry), Refusal> {
    let Admitted { signal, name, .. } = admit(&event, cx)?;
    let (kept, rest) = home.take(Dialect::Aap);
    let mut hop = Hop::of(Dialect::ActionsJson);

    let action = verb(name, cx);
    if event.name == action.as_str() {
        ledger.note(Renamed, &rules::NAME)?;
    } else {
        hop.keep_with_image("/name", Some(Payload::string(&event.name)), Payload::string(action.as_str()));
        ledger.note(Carried, &rules::NAME)?;
    }

    // What was carried counts while the event is the same.
    let is_same = kept.image("/element").is_none_or(|image| image.as_str().as_deref() == Some(&*event.name));
    let element = match kept.kept("/element").filter(|_| is_same) {
        Some(Some(element)) => {
            element.as_str().map_or(Field::Null, |element| Field::Value(ElementId::from(&*element)))
        }
        Some(None) => Field::Absent,
        None => element(signal),
    };
    ledger.note(Derived, &rules::ELEMENT)?;

    let data = data(&event, &kept, &mut hop, ledger)?;
    let timestamp = timestamp(&event, &kept, cx, &mut hop, ledger)?;

    let canvas_file = match kept.kept("/canvasFile").flatten().and_then(Payload::as_str) {
        // What was carried counts while the page is the same.
        Some(file) if kept.image("/canvasFile").is_none_or(|image| *image == url_image(&event.url)) => {
            (&*file).into()
        }
        _ => page::canvas_file(event.url.get().map(String::as_str), cx)?,
    };
    if event.url.is_absent() {
        ledger.note(Derived, &rules::URL)?;
    } else {
        hop.keep_with_image("/url", text(&event.url), Payload::string(canvas_file.as_str()));
        ledger.note(Carried, &rules::URL)?;
    }

    let id = match kept.kept("/id").flatten().and_then(Payload::as_str) {
        Some(id) if id == event.event_id.as_str() => id.into_owned(),
        _ => ids::derive(&[event.runtime_id.as_str(), event.event_id.as_str()]),
    };
    if event.event_id.as_str() == id {
        ledger.note(Renamed, &rules::EVENT_ID)?;
    } else {
        hop.keep_with_image(
            "/event_id",
            Some(Payload::string(event.event_id.as_str())),
            Payload::string(&id),
        );
        ledger.note(Carried, &rules::EVENT_ID)?;
    }
    if cx.runtime_id.as_deref() == Some(event.runtime_id.as_str()) {
        ledger.note(Derived, &rules::RUNTIME_ID)?;
    } else {
        hop.keep("/runtime_id", Some(Payload::string(event.runtime_id.as_str())));
        ledger.note(Carried, &rules::RUNTIME_ID)?;
    }
    if !event.event.is_absent() {
        hop.keep("/event", text(&event.event));
        let declared = signal.event.get();
        let is_other =
            event.event.get().is_some_and(|event| declared.is_some_and(|declared| declared != event));
        let remark =
            if is_other { "the signal declares another event; it was matched by its name" } else { "" };
        ledger.remark(Carried, &rules::EVENT, remark)?;
    }
    if !event.previous_call_id.is_absent() {
        hop.keep("/previous_call_id", text(&event.previous_call_id));
        ledger.note(Carried, &rules::PREVIOUS_CALL_ID)?;
    }
    for (name, value) in event.extra.iter() {
        hop.keep_member("", name, value.clone());
        ledger.member(Carried, &rules::MEMBERS, name)?;
    }

    let mut record = Interaction::new(id, timestamp, canvas_file, action, String::new());
    record.element = element;
    record.data = data;
    record.extra = restored::members(&kept, "", RECORD_MEMBERS, ledger)?;
    summary::restore(&mut record, &kept, &rules::SUMMARY, ledger)?;
    Ok((record, rest.with(hop)))
}

fn admit<'cx>(event: &DomEvent, cx: &'cx Context) -> Result<Admitted<'cx>, Refusal> {
    let Some(manifest) = &cx.manifest else {
        let message = "only a declared event becomes a record, and there is no manifest";
        return Err(Refusal::context(rules::ADMISSION.id, Pointer::root(), message)
            .hint("give the manifest of the page"));
    };
    admission::admit(manifest, event).map_err(|refused| {
        let rule = format!("{}/{}", rules::ADMISSION.id, refused.kind.as_str());
        Refusal::rule_broken(&rule, refused.pointer, refused.message).hint(refused.hint)
    })
}

fn verb(signal: &SignalName, cx: &Context) -> Verb {
    cx.verbs.get(signal.as_str()).cloned().unwrap_or_else(|| signal.as_str().into())
}

/// What the signal's target is called: its name, else its first selector.
pub(super) fn element(signal: &Signal) -> Field<ElementId> {
    let Some(target) = signal.target.get() else {
        return Field::Absent;
    };
    let selectors = [&target.selector, &target.selectors, &target.fallback_selectors];
    let first = || {
        selectors
            .into_iter()
            .filter_map(Loose::get)
            .find_map(|selectors| selectors.texts().into_iter().next())
    };
    target.name.get().cloned().or_else(first).map_or(Field::Absent, |name| Field::Value(name.into()))
}

/// The data that an event's payload becomes.
pub(super) fn wrap(payload: &Payload) -> Payload {
    if payload.is_object() { payload.clone() } else { Payload::object([("payload", payload)]) }
}

fn data<L: Ledger>(
    event: &DomEvent,
    kept: &Hop,
    hop: &mut Hop,
    ledger: &mut L,
) -> Result<Option<Payload>, Refusal> {
    if let Some(data) = kept.kept("/data") {
        if super::backward::payload(data) == event.payload {
            ledger.remark(Renamed, &rules::PAYLOAD, restored::REMARK)?;
            return Ok(data.cloned());
        }
    }
    let data = wrap(&event.payload);
    depth::fits(Some(&event.payload), &data, 1, &rules::PAYLOAD)?;
    if event.payload.is_object() {
        ledger.remark(Renamed, &rules::PAYLOAD, restored::edited(kept, "/data"))?;
    } else {
        hop.keep("/payload", Some(event.payload.clone()));
        ledger.note(Carried, &rules::PAYLOAD)?;
    }
    Ok(Some(data))
}

fn timestamp<L: Ledger>(
    event: &DomEvent,
    kept: &Hop,
    cx: &Context,
    hop: &mut Hop,
    ledger: &mut L,
) -> Result<Timestamp, Refusal> {
    if let Field::Value(time) = &event.observed_at {
        ledger.note(Renamed, &rules::OBSERVED_AT)?;
        return Ok(time.clone());
    }
    // The record that was an event's before had a time of its own.
    let kept_time =
        kept.kept("/timestamp").flatten().and_then(Payload::as_str).map(|time| Timestamp::from(&*time));
    let Some(time) = kept_time.as_ref().or(cx.time.as_ref()) else {
        let message = "the event does not say when it happened, and there is no clock here";
        let pointer = Pointer::root().member("observed_at");
        return Err(Refusal::context(rules::OBSERVED_AT.id, pointer, message).hint("give the time"));
    };
    hop.keep_with_image("/observed_at", text(&event.observed_at), Payload::string(time.as_str()));
    ledger.note(Carried, &rules::OBSERVED_AT)?;
    Ok(time.clone())
}

/// A member as it is carried: absent, null, or a string.
pub(super) fn text<T: AsRef<str>>(field: &Field<T>) -> Option<Payload> {
    match field {
        Field::Absent => None,
        Field::Null => Some(Payload::null()),
        Field::Value(value) => Some(Payload::string(value.as_ref())),
    }
}

/// What an event shows of the page it happened on.
pub(super) fn url_image(url: &Field<String>) -> Payload {
    url.get().map_or_else(Payload::null, |url| Payload::string(url))
}
