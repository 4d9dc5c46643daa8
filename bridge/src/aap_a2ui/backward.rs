//! A2UI action to AAP interaction.

use super::{
    action::ClientAction,
    event::{Declared, declared},
    rules,
};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, depth, restored, slot, summary,
};
use a2ui::{Message, SurfaceId};
use aap::{CanvasFile, Interaction, Verb};
use wire::{Field, Payload, Pointer};

const RECORD_MEMBERS: &[&str] = &["id", "timestamp", "canvasFile", "action", "element", "data", "summary"];

/// Translates an action message of any version of A2UI into a stored interaction.
///
/// `home` is the carry that came with the message: what it holds for AAP is restored where the message still shows it, and used up;
/// the rest travels on.
///
/// # Errors
/// If the message is an error or comes from the agent, if the surface needs a route, or `context` is too deep to stand in a record.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, aap_a2ui};
///
/// let message = a2ui::Message::V0_8Client(wire::decode(
///     r#"{"userAction":{"name":"go","surfaceId":"booking","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#,
/// )?);
/// let (record, _) = aap_a2ui::backward(message, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(record.canvas_file.as_str(), "a2ui/booking.html");
/// assert_eq!(record.summary, "User go 'b' on a2ui/booking.html");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn backward<L: Ledger>(
    message: Message,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Interaction, Carry), Refusal> {
    let action = ClientAction::try_from(message)?;
    let rules = rules::backward(action.dialect);
    let (kept, rest) = home.take(Dialect::Aap);
    let mut hop = Hop::of(action.dialect);
    let derived_id = action.derived_id()?;

    let canvas_file = match kept_file(&kept, cx, &action.surface_id) {
        Some(file) => {
            ledger.remark(Encoded, &rules.canvas_file, restored::REMARK)?;
            file
        }
        None => {
            let surface = Pointer::parse(rules.canvas_file.from).unwrap_or_default();
            let file = cx.file_of(&action.surface_id).map_err(|refusal| refusal.at(surface))?;
            let verdict = if file.as_str() == action.surface_id.as_str() { Renamed } else { Encoded };
            ledger.remark(verdict, &rules.canvas_file, restored::edited(&kept, "/canvasFile"))?;
            file
        }
    };

    let element = match kept.kept("/element") {
        Some(None) if action.source_component_id == "" => Field::Absent,
        Some(Some(null)) if action.source_component_id == "" && null.is_null() => Field::Null,
        _ => Field::Value(action.source_component_id.as_str().into()),
    };
    let remark = if element.get().is_some() { restored::edited(&kept, "/element") } else { "" };
    ledger.remark(Renamed, &rules.element, remark)?;

    let (declared_name, declared_context) =
        match declared(cx, &action.surface_id, &action.source_component_id) {
            Declared::Event { name, context } => (Some(name), Some(context)),
            Declared::None(_) | Declared::Unknown => (None, None),
        };
    let verb = match kept.kept("/action") {
        Some(Some(verb)) => {
            verb.as_str().filter(|verb| declared_name.as_deref().unwrap_or(verb) == action.name)
        }
        _ => None,
    };
    let remark = if verb.is_none() { restored::edited(&kept, "/action") } else { "" };
    let verb = Verb::from(verb.as_deref().unwrap_or(&action.name));
    ledger.remark(Renamed, &rules.action, remark)?;

    let data = match kept.kept("/data") {
        Some(data) if declared_context.unwrap_or_else(|| slot::as_object(data)) == action.context => {
            ledger.remark(Renamed, &rules.data, restored::REMARK)?;
            data.cloned()
        }
        _ if action.context.is_object() => {
            ledger.remark(Renamed, &rules.data, restored::edited(&kept, "/data"))?;
            Some(action.context.clone())
        }
        _ => {
            hop.keep(rules.data.from, Some(action.context.clone()));
            ledger.note(Carried, &rules.data)?;
            Some(action.context.clone())
        }
    };
    if let Some(data) = &data {
        depth::fits(Some(&action.context), data, 1, &rules.data)?;
    }
    ledger.note(Copied, &rules.timestamp)?;

    // A message that was a record has its version from whoever translated it.
    let was_record = home.hops.iter().any(|hop| hop.from == Dialect::Aap.as_str());
    if action.dialect == Dialect::A2ui0_9_1 && !was_record {
        hop.keep("/version", Some(Payload::string("v0.9.1")));
        ledger.note(Carried, &rules.version)?;
    } else if action.dialect != Dialect::A2ui0_8 {
        ledger.note(Derived, &rules.version)?;
    }
    for (member, value) in action.action_extra.iter() {
        hop.keep_member(rules.action_members.from, member, value.clone());
        ledger.member(Carried, &rules.action_members, member)?;
    }
    for (member, value) in action.message_extra.iter() {
        hop.keep_member("", member, value.clone());
        ledger.member(Carried, &rules.members, member)?;
    }

    let id = match kept.kept("/id") {
        Some(Some(id)) => id.as_str().map(String::from),
        _ => None,
    };
    ledger.note(if id.is_some() { Copied } else { Derived }, &rules.id)?;
    let mut record =
        Interaction::new(id.unwrap_or(derived_id), action.timestamp, canvas_file, verb, String::new());
    record.element = element;
    record.data = data;
    record.extra = restored::members(&kept, "", RECORD_MEMBERS, ledger)?;
    summary::restore(&mut record, &kept, &rules.summary, ledger)?;
    Ok((record, rest.with(hop)))
}

/// The canvas file that was carried, if it shows the surface that is visible.
fn kept_file(kept: &Hop, cx: &Context, surface: &SurfaceId) -> Option<CanvasFile> {
    let file = CanvasFile::from(&*kept.kept("/canvasFile")??.as_str()?);
    (cx.surface_of(&file) == *surface).then_some(file)
}
