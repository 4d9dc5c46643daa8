//! Maps AAP interactions to A2UI actions and back.
//!
//! | AAP | A2UI | how |
//! |---|---|---|
//! | `action` | `name` | copied; `click` and `submit` on a component of a known surface become the event that the component declares |
//! | `element` | `sourceComponentId` | absent and null become `""` |
//! | `data` | `context` | an object is copied, absent and null become `{}`, any other value becomes `{"value": …}`; for a declared event, merged over the declared context |
//! | `timestamp` | `timestamp` | copied |
//! | `canvasFile` | `surfaceId` | from the routes of the context, or converted by [`names`](crate::context::names) |
//! | `id`, `summary`, unknown members | – | carried, if the backward translation would compute another value |
//!
//! A declared event is refused while checks of its component fail, unless the page sent `data`, which may satisfy them. A
//! path that leaves its folder and an id that cannot name a file are quarantined. A2UI errors and agent messages have no
//! counterpart in AAP.

mod action;
mod event;
mod returning;

pub use action::ClientAction;

use crate::{
    Context, Dialect, Refusal, Rule, Verdict,
    Verdict::{Carried, Copied, Derived, Encoded, Renamed},
    context::canvas_path,
    ids,
    lens::{
        DerivedField, Direction, FieldMap, RequiredText, Returns, Translated, TranslationCx, rules,
    },
    trust::carry_slot,
};
use a2ui::{ComponentId, Message, SurfaceId};
use aap::{Interaction, SummaryStyle, Verb};
use event::{DeclaredEvent, declared_event};
use std::sync::Arc;
use wire::{Field, Payload, Pointer};

rules! { "aap-a2ui", "a2ui-aap";
    action "action": "/action" => "/action/name";
    element "element": "/element" => "/action/sourceComponentId";
    data "data": "/data" => "/action/context";
    timestamp "timestamp": "/timestamp" => "/action/timestamp";
    canvas_file "canvas-file": "/canvasFile" => "/action/surfaceId";
    id "id": "/id" => "";
    summary "summary": "/summary" => "";
    version "version": "" => "/version";
    /// The rule for unknown members of the message and of its body.
    member "unknown-member": "" => "";
}

/// The derived fields of a record: the declared event, the declared context, and a summary that is not computed. The
/// key of the action differs in A2UI 0.8.
static RECORD_DERIVED: &[DerivedField] = &[
    DerivedField {
        field: "/action",
        from: &["/*/name"],
    },
    DerivedField {
        field: "/data",
        from: &["/*/context"],
    },
    DerivedField {
        field: "/summary",
        from: &[
            "/*/name",
            "/*/surfaceId",
            "/*/sourceComponentId",
            "/*/context",
        ],
    },
];

static ACTION_DERIVED: &[DerivedField] = &[
    DerivedField {
        field: "/action/name",
        from: &["/action"],
    },
    DerivedField {
        field: "/userAction/name",
        from: &["/action"],
    },
    DerivedField {
        field: "/action/context",
        from: &["/data"],
    },
    DerivedField {
        field: "/userAction/context",
        from: &["/data"],
    },
];

/// The depth of the fields of an action, such as `/action/userMessage`.
const LEVELS: usize = 2;

/// Translates a stored interaction into an action message of the A2UI dialect `to`.
///
/// # Errors
/// Refuses if a check of the component fails or `data` is too deep for a message.
pub(crate) fn forward(
    record: Interaction,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Message>, Refusal> {
    let (cx, to) = (tcx.cx, tcx.step.to);
    let (action, event) = action(&record, to, cx)?;
    // The notes about an event that a component declares have remarks.
    let mut fields = match event {
        DeclaredEvent::Unknown => tcx.fields_or_losses(),
        _ => tcx.fields(),
    };
    note_forward(&record, &action, &event, &mut fields);
    let direction = Direction {
        source_derived: RECORD_DERIVED,
        target_derived: ACTION_DERIVED,
        source_is_unsafe: canvas_path::is_unsafe,
        target_levels: LEVELS,
        ..Direction::new(Dialect::Aap, to, 1, &FORWARD.others)
    };
    let returns = Returns {
        losses: &|message, losses| returning::add_losses_of_record(&record, message, cx, losses),
        back: &|message| record_like(message.clone(), &record, cx),
    };
    direction.reconcile(&record, Message::try_from(action)?, fields, returns, tcx)
}

/// Translates an action message of any A2UI version into a stored interaction.
///
/// # Errors
/// Refuses an error or an agent message, a surface that needs a route, and a `context` that is too deep for a record.
pub(crate) fn backward(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Interaction>, Refusal> {
    let (cx, from) = (tcx.cx, tcx.step.from);
    let plain_target = record(ClientAction::try_from(message.clone())?, cx);
    let mut fields = tcx.fields_or_losses();
    note_backward(&message, &plain_target, &mut fields);
    let direction = Direction {
        source_derived: ACTION_DERIVED,
        target_derived: RECORD_DERIVED,
        target_is_unsafe: canvas_path::is_unsafe,
        target_levels: 1,
        ..Direction::new(from, Dialect::Aap, LEVELS, &BACKWARD.others)
    };
    let returns = Returns {
        losses: &|record, losses| {
            returning::add_losses_of_action(&message, from, record, cx, losses)
        },
        back: &|record| Message::try_from(action(record, from, cx)?.0),
    };
    let mut translated = direction.reconcile(&message, plain_target, fields, returns, tcx)?;
    let record = &mut translated.message;
    require_canvas_file(record, &message, cx)?;
    if RequiredText::of(record.id.as_str()).is_unknown() {
        record.id = ClientAction::try_from(message)?.derived_id()?.into();
    }
    if RequiredText::of(&record.summary).is_unknown() {
        record.summary = record.summarize(SummaryStyle::Provider);
    }
    Ok(translated)
}

/// Refuses a record whose surface has no canvas file.
fn require_canvas_file(
    record: &Interaction,
    message: &Message,
    cx: &Context,
) -> Result<(), Refusal> {
    if !RequiredText::of(record.canvas_file.as_str()).is_unknown() {
        return Ok(());
    }
    let surface = message.surface_id().cloned().unwrap_or_else(|| "".into());
    let at = Pointer::root().member(message.key()).member("surfaceId");
    Err(cx
        .file_of(&surface)
        .map_or_else(|refusal| refusal, |_| no_file())
        .at(at))
}

fn no_file() -> Refusal {
    Refusal::rule_broken(
        BACKWARD.canvas_file.id,
        Pointer::root(),
        "this surface has no canvas file",
    )
}

/// Translates a record into an action. Also returns the event that the component of the record declares.
fn action(
    record: &Interaction,
    to: Dialect,
    cx: &Context,
) -> Result<(ClientAction, DeclaredEvent), Refusal> {
    let surface_id = cx.surface_of(record.canvas_file.clone());
    let source_component_id = match &record.element {
        Field::Value(element) => ComponentId::from(Arc::<str>::from(element.clone())),
        _ => ComponentId::empty(),
    };
    let data = carry_slot::as_object(record.data.as_ref());
    let event = event_of(record, (&surface_id, &source_component_id), &data, cx)?;
    let (name, context) = match &event {
        DeclaredEvent::Event { name, context, .. } => (name.clone(), context.clone()),
        DeclaredEvent::None(_) | DeclaredEvent::Unknown => {
            (String::from(record.action.as_str()), data)
        }
    };
    let action = ClientAction {
        dialect: stated_dialect(to),
        name,
        surface_id,
        source_component_id,
        timestamp: record.timestamp.clone(),
        context,
        action_extra: wire::Extra::new(),
        message_extra: wire::Extra::new(),
    };
    Ok((action, event))
}

/// Returns the event that the component of a record declares. Only the verbs `click` and `submit` trigger the event.
fn event_of(
    record: &Interaction,
    (surface, component): (&SurfaceId, &ComponentId),
    data: &Payload,
    cx: &Context,
) -> Result<DeclaredEvent, Refusal> {
    match &record.action {
        Verb::Click | Verb::Submit => declared_event(cx, surface, component, data),
        _ => Ok(DeclaredEvent::Unknown),
    }
}

/// Returns the dialect that an action states, which does not depend on the notation.
fn stated_dialect(to: Dialect) -> Dialect {
    match to {
        Dialect::A2ui1_0Sep => Dialect::A2ui1_0Aug,
        to => to,
    }
}

/// Translates an action into a record with unknown id and summary. The canvas file is unknown if the surface has none.
fn record(action: ClientAction, cx: &Context) -> Interaction {
    let unknown = RequiredText::Unknown.in_target();
    let file = match cx.file_of(&action.surface_id) {
        Ok(file) => file,
        Err(_) => unknown.into(),
    };
    let verb = Verb::from(&*action.name);
    let mut record = Interaction::new(unknown, action.timestamp, file, verb, unknown.to_owned());
    record.element = Field::Value(Arc::<str>::from(action.source_component_id).into());
    record.data = Some(action.context);
    record
}

/// Translates an action into a record. Computes the id and the summary only if they may equal those of the other
/// record.
fn record_like(
    message: Message,
    other: &Interaction,
    cx: &Context,
) -> Result<Interaction, Refusal> {
    let action = ClientAction::try_from(message)?;
    let id = if ids::can_be_derived(other.id.as_str()) {
        Some(action.derived_id()?)
    } else {
        None
    };
    let mut record = record(action, cx);
    if let Some(id) = id {
        record.id = id.into();
    }
    if record.can_have_summary(&other.summary) {
        record.summary = record.summarize(SummaryStyle::Provider);
    }
    Ok(record)
}

/// Returns the place of a rule's field in messages whose body has this key. The key differs in 0.8.
fn place(row: &'static str, key: &str) -> Pointer {
    match row.strip_prefix("/action/") {
        Some(name) if key != "action" => Pointer::root().member(key).member(name),
        _ => Pointer::from_static(row),
    }
}

/// Adds a note about the field of a rule.
fn note(
    fields: &mut FieldMap,
    verdict: Verdict,
    rule: &'static Rule,
    key: &str,
    remark: &'static str,
) {
    if fields.is_verdict_wanted(verdict) {
        fields.enter(
            verdict,
            rule,
            place(rule.from, key),
            target_place(rule, key),
            remark,
        );
    }
}

/// Returns the place of a rule's field in the target. Returns `None` if the target has no such field.
fn target_place(rule: &'static Rule, key: &str) -> Option<Pointer> {
    (!rule.to.is_empty()).then(|| place(rule.to, key))
}

/// Adds the note about the time, with a remark if readers of both protocols refuse the time.
fn note_time(fields: &mut FieldMap, rule: &'static Rule, key: &str, record: &Interaction) {
    // To check the time takes longer than to translate it.
    if !fields.is_verdict_wanted(Copied) {
        return;
    }
    let remark = match record.timestamp.is_rfc3339() {
        true => "",
        false => "this is not a date and time, so readers may refuse the message",
    };
    note(fields, Copied, rule, key, remark);
}

fn note_forward(
    record: &Interaction,
    action: &ClientAction,
    event: &DeclaredEvent,
    fields: &mut FieldMap,
) {
    let (rules, key) = (
        &FORWARD,
        if action.dialect == Dialect::A2ui0_8 {
            "userAction"
        } else {
            "action"
        },
    );
    let same = record.canvas_file.as_str() == action.surface_id.as_str();
    note(
        fields,
        if same { Renamed } else { Encoded },
        &rules.canvas_file,
        key,
        "",
    );
    note(fields, Renamed, &rules.element, key, "");
    let (name, context) = match event {
        DeclaredEvent::Event { lacks: true, .. } => (
            "the component declares this event",
            "declared context members without a value in the surface are omitted",
        ),
        DeclaredEvent::Event { differs: true, .. } => (
            "the component declares this event",
            "`data` wins over the data model of the surface",
        ),
        DeclaredEvent::Event { .. } => ("the component declares this event", ""),
        DeclaredEvent::None(reason) => (*reason, ""),
        DeclaredEvent::Unknown => ("", ""),
    };
    note(fields, Renamed, &rules.action, key, name);
    note(fields, Renamed, &rules.data, key, context);
    note_time(fields, &rules.timestamp, key, record);
    // If only losses are requested, the stated losses become notes.
    if !fields.is_verdict_wanted(Copied) {
        return;
    }
    for (name, _) in record.extra.iter() {
        fields.add(Carried, &rules.member, (&Pointer::root(), name), None);
    }
    note(fields, Derived, &rules.id, key, "");
    note(fields, Derived, &rules.summary, key, "");
    // Another version of A2UI may arrive.
    for (field, place) in [
        (&rules.canvas_file, "/*/surfaceId"),
        (&rules.element, "/*/sourceComponentId"),
        (&rules.timestamp, "/*/timestamp"),
    ] {
        fields.show(
            Pointer::from_static(field.from),
            Pointer::from_static(place),
        );
    }
}

fn note_backward(message: &Message, record: &Interaction, fields: &mut FieldMap) {
    let (rules, key) = (&BACKWARD, message.key());
    let surface = message.surface_id().map_or("", |surface| surface.as_str());
    let same = record.canvas_file.as_str() == surface;
    note(
        fields,
        if same { Renamed } else { Encoded },
        &rules.canvas_file,
        key,
        "",
    );
    note(fields, Renamed, &rules.element, key, "");
    note(fields, Renamed, &rules.action, key, "");
    note(fields, Renamed, &rules.data, key, "");
    note_time(fields, &rules.timestamp, key, record);
    if message.version() != a2ui::Version::V0_8 {
        note(fields, Derived, &rules.version, key, "");
    }
    note(fields, Derived, &rules.id, key, "");
    note(fields, Derived, &rules.summary, key, "");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Carry;
    use crate::{
        RequestedOutputs,
        lens::{Step, assert_values_match_json},
    };
    use a2ui::v0_9;
    use proptest::prelude::*;
    use wire::Payload;

    const FROM: Dialect = Dialect::A2ui0_9;
    const THERE: Step = Step {
        from: Dialect::Aap,
        to: FROM,
        version: None,
    };
    const BACK: Step = Step {
        from: FROM,
        to: Dialect::Aap,
        version: None,
    };

    fn edit(message: &mut Message, edited: u8, text: String) {
        let Message::V0_9Client(v0_9::ClientMessage {
            body: v0_9::ClientBody::Action(action),
            ..
        }) = message
        else {
            panic!("{message:?}")
        };
        match edited {
            0 => action.name = text,
            1 => action.surface_id = text.into(),
            2 => action.source_component_id = text.into(),
            3 => action.context = Payload::object([("text", &Payload::string(&text))]),
            _ => {}
        }
    }

    proptest! {
        #[test]
        fn typed_values_of_an_action_match_its_json(record: Interaction, has_extra: bool) {
            let places = [
                "/action/name", "/action/surfaceId", "/action/sourceComponentId", "/action/context",
                "/userAction/name", "/userAction/surfaceId", "/userAction/sourceComponentId", "/userAction/context",
                "/action/timestamp", "/action", "/version", "",
            ];
            for to in Dialect::ALL.iter().copied().filter(|dialect| dialect.a2ui_version().is_some()) {
                let (mut action, _) = action(&record, to, &Context::default()).unwrap();
                if has_extra {
                    action.message_extra = record.extra.clone();
                }
                assert_values_match_json(&Message::try_from(action).unwrap(), &places);
            }
        }
    }

    #[test]
    fn a_summary_reflects_restored_fields() {
        let (cx, nothing) = (Context::default(), Carry::default());
        let mut record = Interaction::new("r-1", "2026-05-18T15:30:00Z", "a.html", Verb::Click, "");
        record.data = Some(Payload::parse("[1]").unwrap());
        record.summary = record.summarize(SummaryStyle::Provider);
        let mut tcx = TranslationCx::new(THERE, 0, &nothing, &cx, RequestedOutputs::default());
        let Translated { message, carry } = forward(record, &mut tcx).unwrap();

        let back = |message: Message, carry: &Carry| {
            backward(
                message,
                &mut TranslationCx::new(BACK, 0, carry, &cx, RequestedOutputs::default()),
            )
            .unwrap()
            .message
            .summary
        };
        let mut without_summary = carry.clone();
        without_summary.layers[0]
            .fields
            .retain(|field| field.pointer.as_str() != "/summary");
        assert_eq!(
            back(message.clone(), &without_summary),
            "User click on a.html with data: [1]"
        );
        let mut edited = message;
        edit(&mut edited, 0, "change".into());
        assert_eq!(back(edited, &carry), "User change on a.html with data: [1]");
    }
}
