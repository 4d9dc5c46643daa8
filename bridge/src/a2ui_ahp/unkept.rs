//! What the messages of an agent say and the surface that they build does not.

use super::rules::forward as rules;
use crate::{Ledger, Refusal, Verdict::Dropped};
use a2ui::{Message, surface::Surfaces, v0_8, v0_9, v0_10, v1_0};
use wire::Extra;

/// Says what a surface will not keep of a message that is about to be applied to it: members that no table names, where the
/// message updates a surface or takes it away, and that it takes one away.
///
/// # Errors
/// If the ledger does not allow that.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Notes, a2ui, a2ui_ahp};
///
/// let message = a2ui::Message::read(r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1,"x-pen":2}}"#)?;
/// let mut notes = Notes::default();
/// a2ui_ahp::unkept(&a2ui::surface::Surfaces::new(), &message, &mut notes)?;
/// assert_eq!(notes.0[0].from().as_str(), "/updateDataModel/x-pen");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unkept<L: Ledger>(surfaces: &Surfaces, message: &Message, ledger: &mut L) -> Result<(), Refusal> {
    let (beside, inside) = members(message);
    for (name, _) in beside.into_iter().flat_map(Extra::iter) {
        ledger.member(Dropped, &rules::MESSAGE_MEMBERS, name)?;
    }
    let rule = match message.key() {
        "surfaceUpdate" => &rules::SURFACE_UPDATE_MEMBERS,
        "dataModelUpdate" => &rules::DATA_MODEL_UPDATE_MEMBERS,
        "updateComponents" => &rules::UPDATE_COMPONENTS_MEMBERS,
        "updateDataModel" => &rules::UPDATE_DATA_MODEL_MEMBERS,
        _ => &rules::DELETE_SURFACE_MEMBERS,
    };
    for (name, _) in inside.into_iter().flat_map(Extra::iter) {
        ledger.member(Dropped, rule, name)?;
    }
    if message.key() == "deleteSurface" {
        let is_live = message.surface_id().is_some_and(|surface| surfaces.get(surface.as_str()).is_some());
        let remark = if is_live {
            "the surface was made and taken away within the input"
        } else {
            "no surface of that name was made within the input"
        };
        ledger.remark(Dropped, &rules::DELETED, remark)?;
    }
    Ok(())
}

/// The members that no table names, beside the body and in it, where a surface does not keep them. Those of the message that makes
/// it, it keeps.
fn members(message: &Message) -> (Option<&Extra>, Vec<&Extra>) {
    match message {
        Message::V0_8Agent(message) => match &message.body {
            v0_8::AgentBody::SurfaceUpdate(body) => (Some(&message.extra), vec![&body.extra]),
            v0_8::AgentBody::DataModelUpdate(body) => {
                let mut extras = vec![&body.extra];
                let mut entries: Vec<&v0_8::DataEntry> = body.contents.iter().collect();
                while let Some(entry) = entries.pop() {
                    extras.push(&entry.extra);
                    entries.extend(entry.value_map.get().into_iter().flatten());
                }
                (Some(&message.extra), extras)
            }
            v0_8::AgentBody::DeleteSurface(body) => (Some(&message.extra), vec![&body.extra]),
            _ => (None, Vec::new()),
        },
        Message::V0_9Agent(message) => match &message.body {
            v0_9::AgentBody::UpdateComponents(body) => (Some(&message.extra), vec![&body.extra]),
            v0_9::AgentBody::UpdateDataModel(body) => (Some(&message.extra), vec![&body.extra]),
            v0_9::AgentBody::DeleteSurface(body) => (Some(&message.extra), vec![&body.extra]),
            _ => (None, Vec::new()),
        },
        Message::V0_10Agent(message) => match &message.body {
            v0_10::AgentBody::UpdateComponents(body) => (Some(&message.extra), vec![&body.extra]),
            v0_10::AgentBody::UpdateDataModel(body) => (Some(&message.extra), vec![&body.extra]),
            v0_10::AgentBody::DeleteSurface(body) => (Some(&message.extra), vec![&body.extra]),
            _ => (None, Vec::new()),
        },
        Message::V1_0Agent(message) => match &message.body {
            v1_0::AgentBody::UpdateComponents(body) => (Some(&message.extra), vec![&body.extra]),
            v1_0::AgentBody::UpdateDataModel(body) => (Some(&message.extra), vec![&body.extra]),
            v1_0::AgentBody::DeleteSurface(body) => (Some(&message.extra), vec![&body.extra]),
            _ => (None, Vec::new()),
        },
        _ => (None, Vec::new()),
    }
}
