//! Notes about the fields of updates that a surface does not keep.

use crate::{Rule, Verdict::Dropped, lens::FieldMap};
use a2ui::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Extra, Pointer};

/// Adds notes about the parts of a message that a surface does not keep: unknown members of updates and deletions, and
/// deleted surfaces. `is_live` is `true` if the deleted surface exists. The rules are those of both kinds of notes.
pub(crate) fn note_unkept_fields(
    message: &Message,
    is_live: bool,
    (member_rule, deleted_rule): (&'static Rule, &'static Rule),
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let root = &Pointer::root();
    let body = root.member(message.key());
    for (at, extra) in collect_unkept_members(message, &body) {
        for (name, _) in extra.iter() {
            fields.add(Dropped, member_rule, (&at, name), None);
        }
    }
    if message.key() == "deleteSurface" {
        let remark = if is_live {
            "the surface was created and deleted within the input"
        } else {
            "the input did not create a surface of this name"
        };
        fields.remark(Dropped, deleted_rule, (&body, "surfaceId"), None, remark);
    }
}

/// Collects the unknown members of a message and its body that a surface does not keep, with the places of their objects.
/// A surface keeps the members of the message that creates it.
fn collect_unkept_members<'m>(message: &'m Message, at: &Pointer) -> Vec<(Pointer, &'m Extra)> {
    let (of_message, of_body) = match message {
        Message::V0_8Agent(message) => match &message.body {
            v0_8::AgentBody::SurfaceUpdate(body) => (&message.extra, &body.extra),
            v0_8::AgentBody::DataModelUpdate(body) => {
                let mut members =
                    vec![(Pointer::root(), &message.extra), (at.clone(), &body.extra)];
                add_members_of_entries(&body.contents, at, &mut members);
                return members;
            }
            v0_8::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        Message::V0_9Agent(message) => match &message.body {
            v0_9::AgentBody::UpdateComponents(body) => (&message.extra, &body.extra),
            v0_9::AgentBody::UpdateDataModel(body) => (&message.extra, &body.extra),
            v0_9::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        Message::V0_10Agent(message) => match &message.body {
            v0_10::AgentBody::UpdateComponents(body) => (&message.extra, &body.extra),
            v0_10::AgentBody::UpdateDataModel(body) => (&message.extra, &body.extra),
            v0_10::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        Message::V1_0Agent(message) => match &message.body {
            v1_0::AgentBody::UpdateComponents(body) => (&message.extra, &body.extra),
            v1_0::AgentBody::UpdateDataModel(body) => (&message.extra, &body.extra),
            v1_0::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![(Pointer::root(), of_message), (at.clone(), of_body)]
}

/// Adds the unknown members of the entries of an update of A2UI 0.8. Maps contain further entries.
fn add_members_of_entries<'m>(
    contents: &'m [v0_8::DataEntry],
    update: &Pointer,
    members: &mut Vec<(Pointer, &'m Extra)>,
) {
    let mut open = vec![(update.member("contents"), contents)];
    while let Some((list, entries)) = open.pop() {
        for (index, entry) in entries.iter().enumerate() {
            let at = list.element(index);
            if let Some(map) = entry.value_map.get() {
                open.push((at.member("valueMap"), map));
            }
            members.push((at, &entry.extra));
        }
    }
}
