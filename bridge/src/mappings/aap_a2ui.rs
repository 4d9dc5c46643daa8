//! Maps AAP interactions to A2UI actions and back.
//!
//! | AAP | A2UI | how |
//! |---|---|---|
//! | `action` | `name` | copied; `click` and `submit` on a component of a known surface become the event that the component declares |
//! | `element` | `sourceComponentId` | absent and null become `""` |
//! | `data` | `context` | an object is copied, absent and null become `{}`, any other value becomes `{"value": …}`; for a declared event, merged over the declared context |
//! | `timestamp` | `timestamp` | copied |
//! | `canvasFile` | `surfaceId` | from the routes of the context, or converted by [`names`] |
//! | `id`, `summary`, unknown members | – | carried, if the backward translation would compute another value |
//!
//! A declared event is refused while checks of its component fail, unless the page sent `data`, which may satisfy them. A
//! path that leaves its folder and an id that cannot name a file are quarantined. A2UI errors and agent messages have no
//! counterpart in AAP.

mod action;
mod event;

pub use action::ClientAction;

use crate::{
    Carry, Context, Dialect, Refusal, Rule, Verdict,
    Verdict::{Carried, Copied, Derived, Encoded, Renamed},
    ids,
    lens::{
        Change, DerivedField, Direction, Inverse, Layer, Notes, Translatable, TranslationCx, UNKNOWN,
        plain_action, rules,
    },
    names,
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

/// Defines the derived fields of a record: the declared event and context, and a summary that is not computed. `$body` is
/// the pointer of the action in the message.
macro_rules! record_derived {
    ($body:literal) => {
        &[
            DerivedField {
                field: "/action",
                basis: |message| message.fingerprint(&[concat!($body, "/name")]),
            },
            DerivedField {
                field: "/data",
                basis: |message| message.fingerprint(&[concat!($body, "/context")]),
            },
            DerivedField {
                field: "/summary",
                basis: |message| {
                    message.fingerprint(&[
                        concat!($body, "/name"),
                        concat!($body, "/surfaceId"),
                        concat!($body, "/sourceComponentId"),
                        concat!($body, "/context"),
                    ])
                },
            },
        ]
    };
}

fn record_derived(dialect: Dialect) -> &'static [DerivedField] {
    if dialect == Dialect::A2ui0_8 { record_derived!("/userAction") } else { record_derived!("/action") }
}

static ACTION_DERIVED: &[DerivedField] = &[
    DerivedField { field: "/action/name", basis: |record| record.fingerprint(&["/action"]) },
    DerivedField { field: "/userAction/name", basis: |record| record.fingerprint(&["/action"]) },
    DerivedField { field: "/action/context", basis: |record| record.fingerprint(&["/data"]) },
    DerivedField { field: "/userAction/context", basis: |record| record.fingerprint(&["/data"]) },
];

/// The depth of the fields of an action, such as `/action/userMessage`.
const LEVELS: usize = 2;

/// Translates a stored interaction into an action message of the A2UI dialect `to`.
///
/// # Errors
/// Refuses if a check of the component fails or `data` is too deep for a message.
pub(crate) fn forward(record: Interaction, tcx: &mut TranslationCx<'_>) -> Result<(Message, Carry), Refusal> {
    let to = tcx.step.to;
    if tcx.is_plain() && record.is_shallow() {
        let (action, _) = action(record, to, tcx.cx)?;
        return Ok((Message::try_from(action)?, Carry::default()));
    }
    let (action, event) = action(visible_record(&record), to, tcx.cx)?;
    let mut notes = tcx.notes();
    let key = if to == Dialect::A2ui0_8 { "userAction" } else { "action" };
    note_forward(&record, &action, &event, key, &mut notes);
    let plain_target = Message::try_from(action)?;
    let direction = Direction {
        source_derived: record_derived(to),
        target_derived: ACTION_DERIVED,
        source_is_unsafe: names::is_unsafe,
        ..Direction::new(Dialect::Aap, to, 1, &FORWARD.others)
    };
    let cx = tcx.cx;
    let back = |message: &Message| self::record(message.clone(), cx).ok();
    let known_losses = |message: &Message| record_losses(&record, message, to, cx);
    let ways = Inverse { known_losses: Some(&known_losses), back: &back, back_in_session: None };
    direction.reconcile_with(&record, plain_target, notes, ways, tcx)
}

/// Translates an action message of any A2UI version into a stored interaction.
///
/// # Errors
/// Refuses an error or an agent message, a surface that needs a route, and a `context` that is too deep for a record.
pub(crate) fn backward(
    message: Message,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Interaction, Carry), Refusal> {
    let from = tcx.step.from;
    let key = message.key();
    if tcx.is_plain() && message.is_shallow() {
        let surface = message.surface_id().cloned();
        let record = record(message, tcx.cx)?;
        return require_canvas_file(record, surface.as_ref(), key, tcx.cx)
            .map(|record| (record, Carry::default()));
    }
    let mut notes = tcx.notes();
    let direction = way_back(from);
    let cx = tcx.cx;
    let back =
        |record: &Interaction| Message::try_from(action(visible_record(record), from, cx).ok()?.0).ok();
    let is_counterpart = |record: &Interaction| {
        is_record_of(record, &message, from, cx) || back(record).as_ref() == Some(&message)
    };
    let carry = tcx.carry;
    let kept = carry.layer_of(Dialect::Aap).filter(|kept| !kept.fields.is_empty());
    let text = |pointer| kept.and_then(|kept| kept.kept_value(pointer)??.as_str());
    let plain_target =
        record_matching(text("/id").as_deref(), text("/summary").as_deref(), message.clone(), cx)?;
    note_backward(&message, &plain_target, &mut notes);
    // A computed summary also covers the fields that are restored from the carry.
    let mut made = kept.filter(|kept| has_summarised_field(kept)).map(|_| plain_target.summary.clone());
    let (mut record, carry) = match kept {
        None => direction.reconcile(&message, plain_target, notes, back, tcx)?,
        Some(_) => match direction.restore_unedited(&message, plain_target, &mut notes, &is_counterpart, tcx)
        {
            Some(restored) => restored,
            None => {
                let plain_target = self::record(message.clone(), cx)?;
                made = Some(plain_target.summary.clone());
                direction.reconcile(&message, plain_target, notes, back, tcx)?
            }
        },
    };
    if made.is_some_and(|made| record.summary == made) {
        record.summary = record.summarize(SummaryStyle::Provider);
    }
    let record = require_canvas_file(record, message.surface_id(), key, cx)?;
    Ok((record, carry))
}

/// Returns `true` if the carry has a field that summaries mention.
fn has_summarised_field(kept: &Layer) -> bool {
    let places = ["/canvasFile", "/action", "/element", "/data"];
    // Fields inside `data` count as well.
    let is_mentioned = |pointer: &str| places.iter().any(|place| pointer.starts_with(place));
    kept.fields.iter().any(|field| is_mentioned(field.pointer.as_str()))
}

fn way_back(from: Dialect) -> Direction {
    Direction {
        source_derived: ACTION_DERIVED,
        target_derived: record_derived(from),
        target_is_unsafe: names::is_unsafe,
        ..Direction::new(from, Dialect::Aap, LEVELS, &BACKWARD.others)
    }
}

/// Returns the record, or refuses it if its surface has no canvas file.
fn require_canvas_file(
    record: Interaction,
    surface: Option<&SurfaceId>,
    key: &str,
    cx: &Context,
) -> Result<Interaction, Refusal> {
    if record.canvas_file.as_str() != UNKNOWN {
        return Ok(record);
    }
    let surface = surface.cloned().unwrap_or_else(|| "".into());
    let at = Pointer::root().member(key).member("surfaceId");
    Err(cx.file_of(&surface).map_or_else(|refusal| refusal, |_| no_file()).at(at))
}

fn no_file() -> Refusal {
    Refusal::rule_broken(BACKWARD.canvas_file.id, Pointer::root(), "this surface has no canvas file")
}

/// Returns the fields of a record that an action shows.
fn visible_record(record: &Interaction) -> Interaction {
    let Interaction { timestamp, canvas_file, action, element, data, .. } = record;
    let mut shown = Interaction::new("", timestamp.clone(), canvas_file.clone(), action.clone(), "");
    (shown.element, shown.data) = (element.clone(), data.clone());
    shown
}

/// Translates a record into an action, and returns the event that its component declares.
fn action(record: Interaction, to: Dialect, cx: &Context) -> Result<(ClientAction, DeclaredEvent), Refusal> {
    let surface_id = cx.surface_of(record.canvas_file);
    let source_component_id = match record.element {
        Field::Value(element) => ComponentId::from(Arc::<str>::from(element)),
        _ => ComponentId::empty(),
    };
    let data = match record.data {
        Some(data) if data.is_object() => data,
        data => carry_slot::as_object(data.as_ref()),
    };
    let event = match &record.action {
        Verb::Click | Verb::Submit => declared_event(cx, &surface_id, &source_component_id, &data)?,
        _ => DeclaredEvent::Unknown,
    };
    let (name, context) = match &event {
        DeclaredEvent::Event { name, context, .. } => (name.clone(), context.clone()),
        DeclaredEvent::None(_) | DeclaredEvent::Unknown => (String::from(record.action.as_str()), data),
    };
    let action = ClientAction {
        // An action does not depend on the notation.
        dialect: if to == Dialect::A2ui1_0Sep { Dialect::A2ui1_0Aug } else { to },
        name,
        surface_id,
        source_component_id,
        timestamp: record.timestamp,
        context,
        action_extra: wire::Extra::new(),
        message_extra: wire::Extra::new(),
    };
    Ok((action, event))
}

/// Translates an action into a record. Its canvas file is [`UNKNOWN`] if the surface has none.
fn record(message: Message, cx: &Context) -> Result<Interaction, Refusal> {
    record_matching(None, None, message, cx)
}

/// Translates an action into a record, but skips computing an id or summary that cannot equal the given one.
fn record_matching(
    id: Option<&str>,
    summary: Option<&str>,
    message: Message,
    cx: &Context,
) -> Result<Interaction, Refusal> {
    let another = |text: &str| if text.is_empty() { "another" } else { "" };
    let action = ClientAction::try_from(message)?;
    let id = match id.filter(|id| !ids::can_be_derived(id)) {
        Some(id) => another(id).to_owned(),
        None => action.derived_id()?,
    };
    let mut record = without_summary(action, id, cx);
    record.summary = match summary.filter(|summary| !record.can_have_summary(summary)) {
        Some(summary) => another(summary).to_owned(),
        None => record.summarize(SummaryStyle::Provider),
    };
    Ok(record)
}

/// Checks cheaply whether a record translates to exactly this message. The result `false` may be wrong.
fn is_record_of(record: &Interaction, message: &Message, dialect: Dialect, cx: &Context) -> bool {
    let Some(action) = plain_action(message) else { return false };
    let is_declared = || matches!(record.action, Verb::Click | Verb::Submit) && !cx.surfaces.is_empty();
    record.action.as_str() == action.name
        && record.canvas_file.as_str() == action.surface
        && record.element.get().is_some_and(|element| element.as_str() == action.component)
        && record.timestamp == *action.timestamp
        && record.data.as_ref().is_some_and(|data| data.is_object() && data == action.context)
        && Dialect::of_message(message) == dialect
        && !is_declared()
        && cx.is_common(action.surface)
}

/// Returns the changes that turn the record of an action into this record.
fn record_losses(record: &Interaction, message: &Message, to: Dialect, cx: &Context) -> Option<Vec<Change>> {
    let (id, summary) = (record.id.as_str(), record.summary.as_str());
    if ids::can_be_derived(id) || !is_record_of(record, message, to, cx) {
        return record.changes_from(&record_matching(Some(id), Some(summary), message.clone(), cx).ok()?, 1);
    }
    let mut changes = vec![(Pointer::from_static("/id"), Some(Payload::string(id)))];
    if !record.can_have_summary(summary) || record.summarize(SummaryStyle::Provider) != summary {
        changes.push((Pointer::from_static("/summary"), Some(Payload::string(summary))));
    }
    let others = record.extra.iter();
    changes.extend(others.map(|(name, value)| (Pointer::root().member(name), Some(value.clone()))));
    Some(changes)
}

fn without_summary(action: ClientAction, id: String, cx: &Context) -> Interaction {
    let file = cx.file_of(&action.surface_id).unwrap_or_else(|_| UNKNOWN.into());
    let mut record = Interaction::new(id, action.timestamp, file, Verb::from(&*action.name), String::new());
    record.element = Field::Value(Arc::<str>::from(action.source_component_id).into());
    record.data = Some(action.context);
    record
}

/// Returns the place of a rule's field in messages whose body has this key. The key differs in 0.8.
fn place(row: &'static str, key: &str) -> Pointer {
    match row.strip_prefix("/action/") {
        Some(name) if key != "action" => Pointer::root().member(key).member(name),
        _ => Pointer::from_static(row),
    }
}

/// Adds a note about the field of a rule.
fn note(notes: &mut Notes, verdict: Verdict, rule: &'static Rule, key: &str, remark: &'static str) {
    if notes.is_wanted() {
        let to = (!rule.to.is_empty()).then(|| place(rule.to, key));
        notes.enter(verdict, rule, place(rule.from, key), to, remark);
    }
}

fn note_forward(
    record: &Interaction,
    action: &ClientAction,
    event: &DeclaredEvent,
    key: &str,
    notes: &mut Notes,
) {
    let rules = &FORWARD;
    let same = record.canvas_file.as_str() == action.surface_id.as_str();
    note(notes, if same { Renamed } else { Encoded }, &rules.canvas_file, key, "");
    note(notes, Renamed, &rules.element, key, "");
    let (name, context) = match event {
        DeclaredEvent::Event { lacks: true, .. } => (
            "the component declares this event",
            "declared context members without a value in the surface are omitted",
        ),
        DeclaredEvent::Event { differs: true, .. } => {
            ("the component declares this event", "`data` wins over the data model of the surface")
        }
        DeclaredEvent::Event { .. } => ("the component declares this event", ""),
        DeclaredEvent::None(reason) => (*reason, ""),
        DeclaredEvent::Unknown => ("", ""),
    };
    note(notes, Renamed, &rules.action, key, name);
    note(notes, Renamed, &rules.data, key, context);
    note(notes, Copied, &rules.timestamp, key, "");
    for (name, _) in record.extra.iter() {
        notes.add(Carried, &rules.member, (&Pointer::root(), name), None);
    }
    note(notes, Derived, &rules.id, key, "");
    note(notes, Derived, &rules.summary, key, "");
}

fn note_backward(message: &Message, record: &Interaction, notes: &mut Notes) {
    let (rules, key) = (&BACKWARD, message.key());
    let surface = message.surface_id().map_or("", |surface| surface.as_str());
    let same = record.canvas_file.as_str() == surface;
    note(notes, if same { Renamed } else { Encoded }, &rules.canvas_file, key, "");
    note(notes, Renamed, &rules.element, key, "");
    note(notes, Renamed, &rules.action, key, "");
    note(notes, Renamed, &rules.data, key, "");
    note(notes, Copied, &rules.timestamp, key, "");
    if message.version() != a2ui::Version::V0_8 {
        note(notes, Derived, &rules.version, key, "");
    }
    note(notes, Derived, &rules.id, key, "");
    note(notes, Derived, &rules.summary, key, "");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        RequestedOutputs,
        lens::{Step, assert_values_match_json, is_shallow},
    };
    use a2ui::v0_9;
    use proptest::prelude::*;

    const FROM: Dialect = Dialect::A2ui0_9;
    const THERE: Step = Step { from: Dialect::Aap, to: FROM, version: None };
    const BACK: Step = Step { from: FROM, to: Dialect::Aap, version: None };

    fn edit(message: &mut Message, edited: u8, text: String) {
        let Message::V0_9Client(v0_9::ClientMessage { body: v0_9::ClientBody::Action(action), .. }) = message
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
                let (mut action, _) = action(record.clone(), to, &Context::default()).unwrap();
                if has_extra {
                    action.message_extra = record.extra.clone();
                }
                assert_values_match_json(&Message::try_from(action).unwrap(), &places);
            }
        }

        #[test]
        fn the_fast_check_of_an_action_agrees_with_translating_back(
            record: Interaction, other: Interaction, is_usual: bool, edited in 0..10_u8,
        ) {
            let mut cx = Context::default();
            let mut record = record;
            if is_usual {
                record.id = "f6554697-47fd-4d67-8db9-291b9f7f3476".into();
                (record.canvas_file, record.element) = ("a/b.html".into(), Field::Value("e".into()));
                record.data = Some(Payload::object([("d", &Payload::string("x"))]));
            }
            if edited == 9 {
                cx.routes.add("a/b.html", "other").unwrap();
            }
            let message = |record: &Interaction| Message::try_from(action(record.clone(), FROM, &cx).ok()?.0).ok();
            let Some(made) = message(&record) else { return Ok(()) };
            let slow = record_matching(Some(record.id.as_str()), Some(&record.summary), made.clone(), &cx).unwrap();
            prop_assert_eq!(record_losses(&record, &made, FROM, &cx), record.changes_from(&slow, 1));
            let mut edit = record.clone();
            match edited {
                0 => edit.action = other.action,
                1 => edit.canvas_file = other.canvas_file,
                2 => edit.element = other.element,
                3 => edit.data = other.data,
                4 => edit.timestamp = other.timestamp,
                _ => {}
            }
            prop_assert!(!is_record_of(&edit, &made, FROM, &cx) || message(&edit).as_ref() == Some(&made));
            prop_assert!(!is_usual || edited < 5 || edited == 9 || is_record_of(&edit, &made, FROM, &cx));
        }

        #[test]
        fn restoring_at_once_equals_restoring_field_by_field(
            record: Interaction, has_uuid: bool, edited in 0..8_u8, text: String,
        ) {
            let (cx, nothing) = (Context::default(), Carry::default());
            let mut record = record;
            if has_uuid {
                record.id = "f6554697-47fd-4d67-8db9-291b9f7f3476".into();
            }
            let mut tcx = TranslationCx::new(THERE, 0, &nothing, &cx, RequestedOutputs::default());
            let Ok((mut message, carry)) = forward(record.clone(), &mut tcx) else { return Ok(()) };
            edit(&mut message, edited, text);
            let back = |record: &Interaction| Message::try_from(action(record.clone(), FROM, &cx).ok()?.0).ok();
            let (mut tcx, mut slow_job) = (
                TranslationCx::new(BACK, 0, &carry, &cx, RequestedOutputs::default()), TranslationCx::new(BACK, 0, &carry, &cx, RequestedOutputs::default()),
            );
            let kept = carry.layer_of(Dialect::Aap);
            let text = |pointer| kept.and_then(|kept| kept.kept_value(pointer)??.as_str());
            let plain_target = record_matching(text("/id").as_deref(), text("/summary").as_deref(), message.clone(), &cx).unwrap();
            let mut notes = tcx.notes();
            let is_counterpart = |record: &Interaction| back(record).as_ref() == Some(&message);
            let whole = way_back(FROM).restore_unedited(&message, plain_target, &mut notes, &is_counterpart, &mut tcx);
            if edited > 3 {
                let is_safe = kept.is_none_or(|kept| kept.fields.iter().all(|field| {
                    let value = field.value.as_ref();
                    is_shallow(value) && value.is_none_or(|value| names::is_unsafe(field.pointer.as_str(), value).is_none())
                }));
                let is_small = message.is_shallow() || is_shallow(Payload::encode(&message).ok().as_ref());
                prop_assert_eq!(whole.is_some(), kept.is_some() && is_safe && is_small);
            }
            let Some((whole, rest)) = whole else { return Ok(()) };
            let plain_target = super::record(message.clone(), &cx).unwrap();
            let notes = slow_job.notes();
            let slow = way_back(FROM).reconcile(&message, plain_target, notes, back, &mut slow_job).unwrap();
            prop_assert_eq!((whole, rest, tcx.notes), (slow.0, slow.1, slow_job.notes));
        }
    }

    #[test]
    fn a_summary_follows_what_was_restored_beside_it() {
        let (cx, nothing) = (Context::default(), Carry::default());
        let mut record = Interaction::new("r-1", "2026-05-18T15:30:00Z", "a.html", Verb::Click, "");
        record.data = Some(Payload::parse("[1]").unwrap());
        record.summary = record.summarize(SummaryStyle::Provider);
        let mut tcx = TranslationCx::new(THERE, 0, &nothing, &cx, RequestedOutputs::default());
        let (message, carry) = forward(record, &mut tcx).unwrap();

        let back = |message: Message, carry: &Carry| {
            backward(message, &mut TranslationCx::new(BACK, 0, carry, &cx, RequestedOutputs::default()))
                .unwrap()
                .0
                .summary
        };
        let mut without_summary = carry.clone();
        without_summary.layers[0].fields.retain(|field| field.pointer.as_str() != "/summary");
        assert_eq!(back(message.clone(), &without_summary), "User click on a.html with data: [1]");
        let mut edited = message;
        edit(&mut edited, 0, "change".into());
        assert_eq!(back(edited, &carry), "User change on a.html with data: [1]");
    }
}
