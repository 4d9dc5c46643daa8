//! AAP interactions and A2UI actions.
//!
//! | AAP | A2UI | how |
//! |---|---|---|
//! | `action` | `name` | as it is; `click` and `submit` on a component of a known surface become the event that it declares |
//! | `element` | `sourceComponentId` | absent and null become `""` |
//! | `data` | `context` | an object as it is, absent and null become `{}`, anything else `{"value": …}`; of a declared event together with the declared context, over which it wins |
//! | `timestamp` | `timestamp` | verbatim |
//! | `canvasFile` | `surfaceId` | see [`names`], or the routes of the context |
//! | `id`, `summary`, unknown members | – | carried, where the way back would make something else |
//!
//! A declared event is not sent while checks of its component fail; what the page sent in `data` settles them. A path that
//! leaves its folder and an id that cannot name a file are quarantined. An A2UI error and a message of the agent have no image
//! in AAP.

mod action;
mod event;

pub use action::ClientAction;

use crate::{
    Carry, Dialect, Refusal, Rule, Verdict,
    Verdict::{Carried, Copied, Derived, Encoded, Renamed},
    engine::{
        Change, Context, Direction, Follows, Form, Job, Layer, Notes, UNKNOWN, WaysBack, ids, names, rules,
        said,
    },
    slot,
};
use a2ui::{ComponentId, Message, SurfaceId};
use aap::{Interaction, SummaryStyle, Verb};
use event::{Declared, declared};
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
    /// Members that no table names, beside the body and in it.
    member "unknown-member": "" => "";
}

/// Fields of a record that stay while the action does: what the surface declared, and a summary that nobody would compute. `$body`
/// is where the message holds the action.
macro_rules! record_follows {
    ($body:literal) => {
        &[
            Follows { field: "/action", image: |message| message.fingerprint(&[concat!($body, "/name")]) },
            Follows { field: "/data", image: |message| message.fingerprint(&[concat!($body, "/context")]) },
            Follows {
                field: "/summary",
                image: |message| {
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

fn record_follows(dialect: Dialect) -> &'static [Follows] {
    if dialect == Dialect::A2ui0_8 { record_follows!("/userAction") } else { record_follows!("/action") }
}

static ACTION_FOLLOWS: &[Follows] = &[
    Follows { field: "/action/name", image: |record| record.fingerprint(&["/action"]) },
    Follows { field: "/userAction/name", image: |record| record.fingerprint(&["/action"]) },
    Follows { field: "/action/context", image: |record| record.fingerprint(&["/data"]) },
    Follows { field: "/userAction/context", image: |record| record.fingerprint(&["/data"]) },
];

/// How deep the fields of an action lie: `/action/userMessage`.
const LEVELS: usize = 2;

/// Translates a stored interaction into the action message of A2UI `to`.
///
/// # Errors
/// If a check of the component fails, or `data` is too deep to stand in a message.
pub(crate) fn forward(
    record: Interaction,
    to: Dialect,
    job: &mut Job<'_>,
) -> Result<(Message, Carry), Refusal> {
    if job.is_plain() && record.is_shallow() {
        let (action, _) = action(record, to, job.cx)?;
        return Ok((Message::try_from(action)?, Carry::default()));
    }
    let (action, event) = action(shown(&record), to, job.cx)?;
    let mut notes = job.notes();
    let key = if to == Dialect::A2ui0_8 { "userAction" } else { "action" };
    note_forward(&record, &action, &event, key, &mut notes);
    let bare = Message::try_from(action)?;
    let direction = Direction {
        follows: record_follows(to),
        restores: ACTION_FOLLOWS,
        source_is_unsafe: names::is_unsafe,
        ..Direction::new(Dialect::Aap, to, 1, &FORWARD.others)
    };
    let cx = job.cx;
    let back = |message: &Message| self::record(message.clone(), cx).ok();
    let quickly = |message: &Message| changes(&record, message, to, cx);
    let ways = WaysBack { quickly: Some(&quickly), back: &back, told: None };
    direction.settle_by(&record, bare, notes, ways, job)
}

/// Translates an action message of any version of A2UI into a stored interaction.
///
/// # Errors
/// If the message is an error or comes from the agent, if the surface needs a route, or `context` is too deep to stand in a record.
pub(crate) fn backward(
    message: Message,
    from: Dialect,
    job: &mut Job<'_>,
) -> Result<(Interaction, Carry), Refusal> {
    let key = message.key();
    if job.is_plain() && message.is_shallow() {
        let surface = message.surface_id().cloned();
        let record = record(message, job.cx)?;
        return known(record, surface.as_ref(), key, job.cx).map(|record| (record, Carry::default()));
    }
    let mut notes = job.notes();
    let direction = way_back(from);
    let cx = job.cx;
    let back = |record: &Interaction| Message::try_from(action(shown(record), from, cx).ok()?.0).ok();
    let is_image =
        |record: &Interaction| shows(record, &message, from, cx) || back(record).as_ref() == Some(&message);
    let carry = job.carry;
    let kept = carry.layer_of(Dialect::Aap).filter(|kept| !kept.fields.is_empty());
    let text = |pointer| kept.and_then(|kept| kept.kept(pointer)??.as_str());
    let bare = like(text("/id").as_deref(), text("/summary").as_deref(), message.clone(), cx)?;
    note_backward(&message, &bare, &mut notes);
    // A summary that was made tells of what is restored beside it as well.
    let mut made = kept.filter(|kept| is_of_summary(kept)).map(|_| bare.summary.clone());
    let (mut record, carry) = match kept {
        None => direction.settle(&message, bare, notes, back, job)?,
        Some(_) => match direction.restore_whole(&message, bare, &mut notes, &is_image, job) {
            Some(restored) => restored,
            None => {
                let bare = self::record(message.clone(), cx)?;
                made = Some(bare.summary.clone());
                direction.settle(&message, bare, notes, back, job)?
            }
        },
    };
    if made.is_some_and(|made| record.summary == made) {
        record.summary = record.summarize(SummaryStyle::Provider);
    }
    let record = known(record, message.surface_id(), key, cx)?;
    Ok((record, carry))
}

/// Whether something is kept of which a summary tells.
fn is_of_summary(kept: &Layer) -> bool {
    let places = ["/canvasFile", "/action", "/element", "/data"];
    // What lies in the data counts as well.
    let is_told = |pointer: &str| places.iter().any(|place| pointer.starts_with(place));
    kept.fields.iter().any(|field| is_told(field.pointer.as_str()))
}

fn way_back(from: Dialect) -> Direction {
    Direction {
        follows: ACTION_FOLLOWS,
        restores: record_follows(from),
        target_is_unsafe: names::is_unsafe,
        ..Direction::new(from, Dialect::Aap, LEVELS, &BACKWARD.others)
    }
}

/// The record, if its surface has a canvas file.
fn known(
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

/// What an action shows of a record.
fn shown(record: &Interaction) -> Interaction {
    let Interaction { timestamp, canvas_file, action, element, data, .. } = record;
    let mut shown = Interaction::new("", timestamp.clone(), canvas_file.clone(), action.clone(), "");
    (shown.element, shown.data) = (element.clone(), data.clone());
    shown
}

/// The action that a record is, and what its component declares.
fn action(record: Interaction, to: Dialect, cx: &Context) -> Result<(ClientAction, Declared), Refusal> {
    let surface_id = cx.surface_of(record.canvas_file);
    let source_component_id = match record.element {
        Field::Value(element) => ComponentId::from(Arc::<str>::from(element)),
        _ => ComponentId::empty(),
    };
    let data = match record.data {
        Some(data) if data.is_object() => data,
        data => slot::as_object(data.as_ref()),
    };
    let event = match &record.action {
        Verb::Click | Verb::Submit => declared(cx, &surface_id, &source_component_id, &data)?,
        _ => Declared::Unknown,
    };
    let (name, context) = match &event {
        Declared::Event { name, context, .. } => (name.clone(), context.clone()),
        Declared::None(_) | Declared::Unknown => (String::from(record.action.as_str()), data),
    };
    let action = ClientAction {
        // An action shows no notation.
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

/// The record that an action is. Where the surface has no canvas file, it has [`UNKNOWN`].
fn record(message: Message, cx: &Context) -> Result<Interaction, Refusal> {
    like(None, None, message, cx)
}

/// The same, to be compared with a record, or to get what that has: an id and a summary that its own cannot be are not computed.
fn like(
    id: Option<&str>,
    summary: Option<&str>,
    message: Message,
    cx: &Context,
) -> Result<Interaction, Refusal> {
    let another = |text: &str| if text.is_empty() { "another" } else { "" };
    let action = ClientAction::try_from(message)?;
    let id = match id.filter(|id| !ids::may_be_derived(id)) {
        Some(id) => another(id).to_owned(),
        None => action.derived_id()?,
    };
    let mut record = without_summary(action, id, cx);
    record.summary = match summary.filter(|summary| !record.may_have_summary(summary)) {
        Some(summary) => another(summary).to_owned(),
        None => record.summarize(SummaryStyle::Provider),
    };
    Ok(record)
}

/// Whether the action of a record in this dialect is a message, as far as the two say the same under their own names.
fn shows(record: &Interaction, message: &Message, dialect: Dialect, cx: &Context) -> bool {
    let Some(said) = said(message) else { return false };
    let is_declared = || matches!(record.action, Verb::Click | Verb::Submit) && !cx.surfaces.is_empty();
    record.action.as_str() == said.name
        && record.canvas_file.as_str() == said.surface
        && record.element.get().is_some_and(|element| element.as_str() == said.component)
        && record.timestamp == *said.timestamp
        && record.data.as_ref().is_some_and(|data| data.is_object() && data == said.context)
        && Dialect::of_message(message) == dialect
        && !is_declared()
        && cx.is_common(said.surface)
}

/// What has to change in the record of an action, to make it this one.
fn changes(record: &Interaction, message: &Message, to: Dialect, cx: &Context) -> Option<Vec<Change>> {
    let (id, summary) = (record.id.as_str(), record.summary.as_str());
    if ids::may_be_derived(id) || !shows(record, message, to, cx) {
        return record.changes_from(&like(Some(id), Some(summary), message.clone(), cx).ok()?, 1);
    }
    let mut changes = vec![(Pointer::from_static("/id"), Some(Payload::string(id)))];
    if !record.may_have_summary(summary) || record.summarize(SummaryStyle::Provider) != summary {
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

/// Where the field of a rule stands in messages that hold their action as `key`: in 0.8 under another name.
fn place(row: &'static str, key: &str) -> Pointer {
    match row.strip_prefix("/action/") {
        Some(name) if key != "action" => Pointer::root().member(key).member(name),
        _ => Pointer::from_static(row),
    }
}

/// Says what became of the field of a rule.
fn note(notes: &mut Notes, verdict: Verdict, rule: &'static Rule, key: &str, remark: &'static str) {
    if notes.is_wanted() {
        let to = (!rule.to.is_empty()).then(|| place(rule.to, key));
        notes.enter(verdict, rule, place(rule.from, key), to, remark);
    }
}

fn note_forward(record: &Interaction, action: &ClientAction, event: &Declared, key: &str, notes: &mut Notes) {
    let rules = &FORWARD;
    let same = record.canvas_file.as_str() == action.surface_id.as_str();
    note(notes, if same { Renamed } else { Encoded }, &rules.canvas_file, key, "");
    note(notes, Renamed, &rules.element, key, "");
    let (name, context) = match event {
        Declared::Event { lacks: true, .. } => (
            "the component declares this event",
            "what the surface has no value for is left out of the declared context",
        ),
        Declared::Event { differs: true, .. } => {
            ("the component declares this event", "`data` wins over the data model of the surface")
        }
        Declared::Event { .. } => ("the component declares this event", ""),
        Declared::None(reason) => (*reason, ""),
        Declared::Unknown => ("", ""),
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
        Requested,
        engine::{is_shallow, tells_what_is_written},
    };
    use a2ui::v0_9;
    use proptest::prelude::*;

    const FROM: Dialect = Dialect::A2ui0_9;

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
        fn an_action_tells_what_is_written(record: Interaction, has_extra: bool) {
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
                tells_what_is_written(&Message::try_from(action).unwrap(), &places);
            }
        }

        #[test]
        fn what_an_action_shows_quickly_is_what_comes_back(
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
            let slow = like(Some(record.id.as_str()), Some(&record.summary), made.clone(), &cx).unwrap();
            prop_assert_eq!(changes(&record, &made, FROM, &cx), record.changes_from(&slow, 1));
            let mut edit = record.clone();
            match edited {
                0 => edit.action = other.action,
                1 => edit.canvas_file = other.canvas_file,
                2 => edit.element = other.element,
                3 => edit.data = other.data,
                4 => edit.timestamp = other.timestamp,
                _ => {}
            }
            prop_assert!(!shows(&edit, &made, FROM, &cx) || message(&edit).as_ref() == Some(&made));
            prop_assert!(!is_usual || edited < 5 || edited == 9 || shows(&edit, &made, FROM, &cx));
        }

        #[test]
        fn what_is_restored_whole_is_what_is_restored_field_by_field(
            record: Interaction, has_uuid: bool, edited in 0..8_u8, text: String,
        ) {
            let (cx, nothing) = (Context::default(), Carry::default());
            let mut record = record;
            if has_uuid {
                record.id = "f6554697-47fd-4d67-8db9-291b9f7f3476".into();
            }
            let mut job = Job::new(0, &nothing, &cx, Requested::default());
            let Ok((mut message, carry)) = forward(record.clone(), FROM, &mut job) else { return Ok(()) };
            edit(&mut message, edited, text);
            let back = |record: &Interaction| Message::try_from(action(record.clone(), FROM, &cx).ok()?.0).ok();
            let (mut job, mut slow_job) = (
                Job::new(0, &carry, &cx, Requested::default()), Job::new(0, &carry, &cx, Requested::default()),
            );
            let kept = carry.layer_of(Dialect::Aap);
            let text = |pointer| kept.and_then(|kept| kept.kept(pointer)??.as_str());
            let bare = like(text("/id").as_deref(), text("/summary").as_deref(), message.clone(), &cx).unwrap();
            let mut notes = job.notes();
            let is_image = |record: &Interaction| back(record).as_ref() == Some(&message);
            let whole = way_back(FROM).restore_whole(&message, bare, &mut notes, &is_image, &mut job);
            if edited > 3 {
                let is_safe = kept.is_none_or(|kept| kept.fields.iter().all(|field| {
                    let value = field.value.as_ref();
                    is_shallow(value) && value.is_none_or(|value| names::is_unsafe(field.pointer.as_str(), value).is_none())
                }));
                let is_small = message.is_shallow() || is_shallow(Payload::encode(&message).ok().as_ref());
                prop_assert_eq!(whole.is_some(), kept.is_some() && is_safe && is_small);
            }
            let Some((whole, rest)) = whole else { return Ok(()) };
            let bare = super::record(message.clone(), &cx).unwrap();
            let notes = slow_job.notes();
            let slow = way_back(FROM).settle(&message, bare, notes, back, &mut slow_job).unwrap();
            prop_assert_eq!((whole, rest, job.notes), (slow.0, slow.1, slow_job.notes));
        }
    }

    #[test]
    fn a_summary_follows_what_was_restored_beside_it() {
        let (cx, nothing) = (Context::default(), Carry::default());
        let mut record = Interaction::new("r-1", "2026-05-18T15:30:00Z", "a.html", Verb::Click, "");
        record.data = Some(Payload::parse("[1]").unwrap());
        record.summary = record.summarize(SummaryStyle::Provider);
        let mut job = Job::new(0, &nothing, &cx, Requested::default());
        let (message, carry) = forward(record, FROM, &mut job).unwrap();

        let back = |message: Message, carry: &Carry| {
            backward(message, FROM, &mut Job::new(0, carry, &cx, Requested::default())).unwrap().0.summary
        };
        let mut without_summary = carry.clone();
        without_summary.layers[0].fields.retain(|field| field.pointer.as_str() != "/summary");
        assert_eq!(back(message.clone(), &without_summary), "User click on a.html with data: [1]");
        let mut edited = message;
        edit(&mut edited, 0, "change".into());
        assert_eq!(back(edited, &carry), "User change on a.html with data: [1]");
    }
}
