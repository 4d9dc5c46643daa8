//! AAP interaction to A2UI action.

use super::{
    action::{ACTION_MEMBERS, ClientAction, MESSAGE_MEMBERS},
    event::{Declared, declared},
    rules,
};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, depth, restored, slot, summary,
};
use a2ui::{ComponentId, Message};
use aap::{Interaction, SummaryStyle};
use wire::{Field, Payload};

/// Translates a stored interaction into the action message of A2UI `to`.
///
/// `home` is the carry that came with the record: what it holds for A2UI is restored and used up, the rest travels on.
///
/// # Errors
/// If `to` is no version of A2UI, or `data` is too deep to stand in a message.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, Dialect, aap_a2ui};
///
/// let record = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":"ok","summary":"User click 'ok' on a.html"}"#,
/// )?;
/// let (message, carry) = aap_a2ui::forward(record, Dialect::A2ui0_9, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(
///     wire::encode(&message)?,
///     r#"{"version":"v0.9","action":{"name":"click","surfaceId":"a.html","sourceComponentId":"ok","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#,
/// );
/// assert_eq!(wire::encode(&carry.hops[0].fields)?, r#"[["/data"],["/id","7"]]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<L: Ledger>(
    record: Interaction,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Message, Carry), Refusal> {
    let rules = rules::forward(to);
    let (kept, rest) = home.take(to);
    let mut hop = Hop::of(Dialect::Aap);

    let surface_id = cx.surface_of(&record.canvas_file);
    if cx.file_of(&surface_id).ok().as_ref() == Some(&record.canvas_file) {
        let same = surface_id.as_str() == record.canvas_file.as_str();
        ledger.note(if same { Renamed } else { Encoded }, &rules.canvas_file)?;
    } else {
        hop.keep("/canvasFile", Some(Payload::string(record.canvas_file.as_str())));
        ledger.note(Carried, &rules.canvas_file)?;
    }

    let source_component_id = match &record.element {
        Field::Value(element) => {
            ledger.note(Renamed, &rules.element)?;
            ComponentId::from(element.as_str())
        }
        missing => {
            hop.keep("/element", missing.is_null().then(Payload::null));
            ledger.note(Carried, &rules.element)?;
            ComponentId::empty()
        }
    };

    let data = slot::as_object(record.data.as_ref());
    let (name, context, remark) = match declared(cx, &surface_id, &source_component_id) {
        Declared::Event { name, context } => (name, context, ""),
        Declared::None(reason) => (record.action.as_str().to_owned(), data, reason),
        Declared::Unknown => (record.action.as_str().to_owned(), data, ""),
    };
    if name == record.action.as_str() {
        ledger.remark(Renamed, &rules.action, remark)?;
    } else {
        hop.keep("/action", Some(Payload::string(record.action.as_str())));
        ledger.remark(Carried, &rules.action, "the component declares another name for its event")?;
    }
    let action_body = rules.action_members.to;
    let context = restored_context(&kept, action_body, context);
    if record.data.as_ref() == Some(&context) {
        ledger.note(Renamed, &rules.data)?;
    } else {
        hop.keep("/data", record.data.clone());
        ledger.note(Carried, &rules.data)?;
    }
    depth::fits(record.data.as_ref(), &context, 2, &rules.data)?;

    ledger.note(Copied, &rules.timestamp)?;
    for (member, value) in record.extra.iter() {
        hop.keep_member("", member, value.clone());
        ledger.member(Carried, &rules.members, member)?;
    }

    let dialect = match to {
        Dialect::A2ui0_9 if kept.kept("/version").is_some() => Dialect::A2ui0_9_1,
        Dialect::A2ui1_0At => Dialect::A2ui1_0,
        other => other,
    };
    let action = ClientAction {
        dialect,
        name,
        surface_id,
        source_component_id,
        timestamp: record.timestamp.clone(),
        context,
        action_extra: restored::members(&kept, action_body, ACTION_MEMBERS, ledger)?,
        message_extra: restored::members(&kept, "", MESSAGE_MEMBERS, ledger)?,
    };

    if action.derived_id()? == record.id.as_str() {
        ledger.note(Derived, &rules.id)?;
    } else {
        hop.keep("/id", Some(Payload::string(record.id.as_str())));
        ledger.note(Carried, &rules.id)?;
    }
    let file = cx.file_of(&action.surface_id).unwrap_or(record.canvas_file.clone());
    let element = Some(action.source_component_id.as_str());
    let computed =
        aap::summary(SummaryStyle::Provider, &action.name, element, file.as_str(), Some(&action.context));
    summary::keep(&record, &computed, &mut hop, &rules.summary, ledger)?;
    Ok((action.try_into()?, rest.with(hop)))
}

/// A context that is no object cannot come from a record; it is what an A2UI message had that became one.
fn restored_context(kept: &Hop, body: &str, context: Payload) -> Payload {
    match kept.kept(&format!("{body}/context")) {
        Some(Some(original)) if slot::as_object(Some(original)) == context => original.clone(),
        _ => context,
    }
}
