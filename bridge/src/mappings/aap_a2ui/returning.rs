//! The fields of records and actions that do not come back.

use super::{
    BACKWARD, ClientAction, FORWARD,
    action::{self, ActionMembers},
    event::DeclaredEvent,
    event_of, place, record, stated_dialect, target_place,
};
use crate::{Context, Dialect, Refusal, Rule, ids, lens::Losses, trust::carry_slot};
use a2ui::{ComponentId, Message, v0_9};
use aap::{ElementId, Interaction, SummaryStyle, Verb};
use std::sync::Arc;
use wire::{Field, Pointer};

/// Adds the fields of a record that do not come back from its action.
pub(super) fn add_losses_of_record(
    record: &Interaction,
    message: &Message,
    cx: &Context,
    losses: &mut Losses,
) {
    let Some(action) = ActionMembers::of(message) else {
        return losses.add(Pointer::root());
    };
    let (rules, key) = (&FORWARD, message.key());
    let mut add = |is_same: bool, rule: &'static Rule| {
        if !is_same {
            losses.add_noted(
                Pointer::from_static(rule.from),
                rule,
                target_place(rule, key),
            );
        }
    };
    // In the order of the notes.
    let is_same_file = cx
        .file_of(action.surface_id)
        .is_ok_and(|file| file == record.canvas_file);
    add(is_same_file, &rules.canvas_file);
    // An absent or null element comes back as an empty one.
    let element = record.element.get().map(ElementId::as_str);
    let is_same_element = element == Some(action.source_component_id.as_str());
    add(is_same_element, &rules.element);
    // The verb is another one if the component declares its event.
    let is_same_verb = record.action.as_str() == action.name;
    add(is_same_verb, &rules.action);
    // Absent data come back as an empty object, and a value in an object.
    let is_same_data = record.data.as_ref() == Some(action.context);
    add(is_same_data, &rules.data);
    add(record.timestamp == *action.timestamp, &rules.timestamp);
    for (name, _) in record.extra.iter() {
        losses.add_noted(Pointer::root().member(name), &rules.member, None);
    }
    let mut add_static = |is_same: bool, rule: &'static Rule| {
        if !is_same {
            losses.add_noted(Pointer::from_static(rule.from), rule, None);
        }
    };
    add_static(is_derived_id(record, message), &rules.id);
    let has_own_fields = is_same_file && is_same_verb && is_same_data && is_same_element;
    let is_same_summary = is_computed_summary(record, has_own_fields, message, cx);
    add_static(is_same_summary, &rules.summary);
}

/// Returns `true` if the id of a record equals the id that its action gives.
fn is_derived_id(record: &Interaction, message: &Message) -> bool {
    ids::can_be_derived(record.id.as_str())
        && action::derived_id(message).is_ok_and(|id| id == record.id.as_str())
}

/// Returns `true` if the summary of a record equals the summary that its action gives. `has_own_fields` is `true` if
/// the fields of the summary come back.
fn is_computed_summary(
    own: &Interaction,
    has_own_fields: bool,
    message: &Message,
    cx: &Context,
) -> bool {
    if has_own_fields {
        return has_summary(own, &own.summary);
    }
    // Every computed summary begins with this word.
    if !own.summary.starts_with("User ") {
        return false;
    }
    match ClientAction::try_from(message.clone()) {
        Ok(action) => has_summary(&record(action, cx), &own.summary),
        Err(_) => false,
    }
}

/// Returns `true` if a record has this computed summary.
fn has_summary(record: &Interaction, summary: &str) -> bool {
    record.can_have_summary(summary) && record.summarize(SummaryStyle::Provider) == summary
}

/// Adds the fields of an action message in the dialect `from` that do not come back from its record.
pub(super) fn add_losses_of_action(
    message: &Message,
    from: Dialect,
    record: &Interaction,
    cx: &Context,
    losses: &mut Losses,
) {
    let Some(action) = ActionMembers::of(message) else {
        return losses.add(Pointer::root());
    };
    let Ok((is_same_name, is_same_context)) = returned_event(&action, record, cx) else {
        return losses.add(Pointer::root());
    };
    let (rules, key) = (&BACKWARD, message.key());
    let mut add = |is_same: bool, rule: &'static Rule| {
        if !is_same {
            losses.add_noted(place(rule.from, key), rule, target_place(rule, key));
        }
    };
    add(is_same_name, &rules.action);
    let surface = cx.surface_of(record.canvas_file.clone());
    add(surface == *action.surface_id, &rules.canvas_file);
    let element = record.element.get().map_or("", ElementId::as_str);
    add(
        element == action.source_component_id.as_str(),
        &rules.element,
    );
    add(record.timestamp == *action.timestamp, &rules.timestamp);
    add(is_same_context, &rules.data);
    add(dialect_of(message) == stated_dialect(from), &rules.version);
    // A record has no place for other members.
    let body = Pointer::root().member(key);
    for name in action.defined {
        losses.add(body.member(name));
    }
    for (name, _) in action.action_extra.iter() {
        losses.add(body.member(name));
    }
    for (name, _) in action.message_extra.iter() {
        losses.add(Pointer::root().member(name));
    }
}

/// Returns the dialect that an action states.
fn dialect_of(message: &Message) -> Dialect {
    match message {
        Message::V0_9Client(action) if action.version == v0_9::Version::V0_9_1 => {
            Dialect::A2ui0_9_1
        }
        message => Dialect::of_message(message),
    }
}

/// Returns whether the name and the context of an action come back from its record.
///
/// # Errors
/// Refuses if a check of the component fails, as the translation back does.
fn returned_event(
    action: &ActionMembers<'_>,
    record: &Interaction,
    cx: &Context,
) -> Result<(bool, bool), Refusal> {
    let data = match &record.data {
        Some(data) if data == action.context && data.is_object() => None,
        data => Some(carry_slot::as_object(data.as_ref())),
    };
    let sent = data.as_ref().unwrap_or(action.context);
    let is_declarable = matches!(record.action, Verb::Click | Verb::Submit);
    if is_declarable && !cx.surfaces.is_empty() {
        let surface = cx.surface_of(record.canvas_file.clone());
        let component = match &record.element {
            Field::Value(element) => ComponentId::from(Arc::<str>::from(element.clone())),
            _ => ComponentId::empty(),
        };
        let event = event_of(record, (&surface, &component), sent, cx)?;
        if let DeclaredEvent::Event { name, context, .. } = event {
            return Ok((name == action.name, context == *action.context));
        }
    }
    Ok((
        record.action.as_str() == action.name,
        sent == action.context,
    ))
}
