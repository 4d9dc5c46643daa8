//! Lists of open canvases, which belong to a session in the proposal and to a chat in the release.

mod returning;

use super::{
    BACKWARD, FORWARD, Heading,
    address::Addresses,
    pointer,
    state::{self, without},
};
use crate::{
    Refusal, Rule,
    Verdict::*,
    canvases::{ProposedAction, ReleasedAction},
    lens::{Direction, FieldMap, KeyedList, RequiredText, Returns, Translated, TranslationCx},
    shared::SharedMap,
};
use ahp::{
    canvas::{self, CanvasAvailability, CanvasState, OpenCanvasRef, OpenCanvasesChanged},
    ids::ChannelUri,
    v1_0::{self, CanvasReference, CanvasesChanged},
};
use wire::{Extra, Field};

/// The canvas states by channel.
pub(super) type Canvases = SharedMap<String, CanvasState>;

/// The members that the proposal defines for an entry.
const PROPOSED: [&str; 7] = [
    "instanceId",
    "channel",
    "canvasId",
    "extensionId",
    "extensionName",
    "title",
    "availability",
];
/// The depth of the fields of a list, such as `/action/openCanvases/0`.
const LEVELS: usize = 3;

/// The list in both shapes, whose entries are identified by their channels.
const ENTRIES: KeyedList = KeyedList {
    from: "/action/openCanvases",
    to: "/action/canvases",
    from_key: "channel",
    to_key: "resource",
};
const REFERENCES: KeyedList = KeyedList {
    from: "/action/canvases",
    to: "/action/openCanvases",
    from_key: "resource",
    to_key: "channel",
};

/// Returns the given channel of the list. Without a channel, the text is unknown.
fn channel(given: Option<&String>) -> ChannelUri {
    RequiredText::from(given.map(String::as_str))
        .in_target()
        .into()
}

fn no_channel(rule: &Rule, whose: &str) -> Refusal {
    let message = format_args!(
        "the list needs the channel of a {whose}, and neither the carry nor the context names it"
    )
    .to_string();
    Refusal::context(rule.id, pointer(&["channel"]), message).hint(format_args!(
        "pass the channel of the {whose} with `options.context.{whose}`"
    ))
}

/// Translates a list to the release.
fn to_released(
    channel: ChannelUri,
    action: &ProposedAction,
    changed: &OpenCanvasesChanged,
) -> ReleasedAction {
    let mut list = CanvasesChanged::new();
    list.canvases = changed.open_canvases.as_ref().map(|references| {
        references
            .iter()
            .map(|reference| {
                let mut target = CanvasReference::new(reference.channel.clone());
                target.extra = without(&reference.extra, &["resource"]);
                target
            })
            .collect()
    });
    list.extra = without(&changed.extra, &["canvases"]);
    let mut target = ReleasedAction::new(channel, list);
    target.extra = action.extra.clone();
    target
}

/// Translates a list to the proposal. `known` returns the entry of each channel.
fn to_proposed(
    channel: ChannelUri,
    action: &ReleasedAction,
    changed: &CanvasesChanged,
    known: impl Fn(&ChannelUri) -> OpenCanvasRef,
) -> ProposedAction {
    let mut list = OpenCanvasesChanged::new();
    list.open_canvases = match &changed.canvases {
        Field::Absent => Field::Absent,
        Field::Null => Field::Null,
        Field::Value(references) => {
            let target = |reference: &CanvasReference| {
                let mut target = known(&reference.resource);
                for (name, value) in without(&reference.extra, &PROPOSED).iter() {
                    target.extra.insert(name, value.clone());
                }
                target
            };
            Field::Value(references.iter().map(target).collect())
        }
    };
    list.extra = without(&changed.extra, &["openCanvases"]);
    let mut target = ProposedAction::new(channel, list);
    target.extra = action.extra.clone();
    target
}

/// Creates the list entry of a canvas whose state is unknown.
fn unknown_entry(channel: &ChannelUri) -> OpenCanvasRef {
    let unknown = RequiredText::Unknown.in_target();
    OpenCanvasRef::new(
        unknown,
        channel.clone(),
        unknown,
        unknown,
        CanvasAvailability::from(unknown),
    )
}

/// Creates the list entry of an open canvas.
fn entry(channel: &ChannelUri, state: &CanvasState) -> OpenCanvasRef {
    let mut entry = OpenCanvasRef::new(
        state.instance_id.clone(),
        channel.clone(),
        state.canvas_id.clone(),
        state.extension_id.clone(),
        state.availability.clone(),
    );
    entry.extension_name = state.extension_name.clone();
    entry.title = state.title.clone();
    entry
}

pub(super) fn forward(
    canvases: &Canvases,
    action: &ProposedAction,
    changed: &OpenCanvasesChanged,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ReleasedAction>, Refusal> {
    let cx = tcx.cx;
    let addresses = Addresses::of(cx)?;
    let plain_target = to_released(channel(cx.chat.as_ref()), action, changed);
    let session = cx.session.as_deref().unwrap_or_default();
    let returned = |channel: &ChannelUri| returned_entry(canvases, channel, &addresses);
    let returns = Returns {
        losses: &|target, losses| {
            let source = (action, changed);
            returning::add_losses_of_proposed_list(source, target, session, returned, losses);
        },
        back: &|target: &ReleasedAction| match &target.action {
            v1_0::StateAction::CanvasesChanged(changed) => {
                Ok(to_proposed(session.into(), target, changed, returned))
            }
            _ => Err(Refusal::no_inverse()),
        },
    };
    let mut fields = tcx.fields();
    let heading = Heading::ToRelease;
    note(
        heading,
        cx.chat.is_some(),
        &changed.open_canvases,
        &mut fields,
    );
    let references = changed.open_canvases.get().map_or(&[][..], Vec::as_slice);
    for (index, reference) in references.iter().enumerate() {
        let extra = without(&reference.extra, &["resource"]);
        note_entry(heading, index, &extra, &mut fields);
    }
    let direction = Direction {
        list: Some(ENTRIES),
        ..heading.direction(LEVELS)
    };
    let translated = direction.reconcile(action, plain_target, fields, returns, tcx)?;
    match RequiredText::of(translated.message.channel.as_str()) {
        RequiredText::Known(_) => Ok(translated),
        RequiredText::Unknown => Err(no_channel(&FORWARD.channel, "chat")),
    }
}

/// Returns the list entry of a canvas as the backward translator knows the canvas, whether its state came back with a
/// carry or without. A value that depends on the carry is unknown.
fn returned_entry(
    canvases: &Canvases,
    channel: &ChannelUri,
    addresses: &Addresses,
) -> OpenCanvasRef {
    let mut returned = unknown_entry(channel);
    let Some(state) = canvases.get(channel.as_str()) else {
        return returned;
    };
    let known = entry(channel, state);
    let released = state::to_released(state, addresses);
    let alone = entry(channel, &state::to_proposed(&released, addresses));
    returned.extension_name = if_same(known.extension_name, &alone.extension_name);
    returned.title = if_same(known.title, &alone.title);
    returned.instance_id = known.instance_id;
    returned.canvas_id = known.canvas_id;
    returned.extension_id = known.extension_id;
    if known.availability == alone.availability {
        returned.availability = known.availability;
    }
    returned
}

/// Returns a value that comes back without a carry as well. Any other value is unknown.
fn if_same(known: Field<String>, alone: &Field<String>) -> Field<String> {
    if known == *alone {
        known
    } else {
        Field::Value(RequiredText::Unknown.in_target().to_owned())
    }
}

pub(super) fn backward(
    canvases: &Canvases,
    action: &ReleasedAction,
    changed: &CanvasesChanged,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ProposedAction>, Refusal> {
    let cx = tcx.cx;
    let references = changed.canvases.get().map_or(&[][..], Vec::as_slice);
    let plain_target =
        to_proposed(
            channel(cx.session.as_ref()),
            action,
            changed,
            |channel| match canvases.get(channel.as_str()) {
                Some(state) => entry(channel, state),
                None => unknown_entry(channel),
            },
        );
    let chat = cx.chat.as_deref().unwrap_or_default();
    let returns = Returns {
        losses: &|target, losses| {
            returning::add_losses_of_released_list((action, changed), target, chat, losses);
        },
        back: &|target: &ProposedAction| match &target.action {
            canvas::StateAction::OpenCanvasesChanged(changed) => {
                Ok(to_released(chat.into(), target, changed))
            }
            _ => Err(Refusal::no_inverse()),
        },
    };
    let mut fields = tcx.fields();
    let heading = Heading::ToProposal;
    note(
        heading,
        cx.session.is_some(),
        &changed.canvases,
        &mut fields,
    );
    for (index, reference) in references.iter().enumerate() {
        let extra = without(&reference.extra, &PROPOSED);
        note_entry(heading, index, &extra, &mut fields);
    }
    let direction = Direction {
        list: Some(REFERENCES),
        ..heading.direction(LEVELS)
    };
    let translated = direction.reconcile(action, plain_target, fields, returns, tcx)?;
    let target = &translated.message;
    if RequiredText::of(target.channel.as_str()).is_unknown() {
        return Err(no_channel(&BACKWARD.channel, "session"));
    }
    if let canvas::StateAction::OpenCanvasesChanged(list) = &target.action {
        let entries = list.open_canvases.get().map_or(&[][..], Vec::as_slice);
        ensure_known(entries)?;
    }
    Ok(translated)
}

/// Refuses a list with a canvas whose state is unknown.
fn ensure_known(entries: &[OpenCanvasRef]) -> Result<(), Refusal> {
    let mut entries = entries.iter();
    let Some(index) =
        entries.position(|entry| RequiredText::of(entry.instance_id.as_str()).is_unknown())
    else {
        return Ok(());
    };
    let list = pointer(&["action", "canvases"]);
    let at = list.element(index).member("resource");
    let message = "the canvas on this channel is unknown";
    Err(Refusal::context(BACKWARD.references.id, at, message)
        .hint("send its state first, as a snapshot or a line"))
}

/// Adds the notes about the list.
fn note<T>(heading: Heading, is_given: bool, list: &Field<Vec<T>>, fields: &mut FieldMap) {
    let (rules, root, at) = (heading.rules(), wire::Pointer::root(), pointer(&["action"]));
    let ((name, _), (other, _)) = heading.names();
    let verdict = if is_given { Defaulted } else { Derived };
    fields.add(
        verdict,
        &rules.channel,
        (&root, "channel"),
        Some((&root, "channel")),
    );
    if !list.is_absent() {
        let verdict = if list.get().is_some_and(|list| !list.is_empty()) {
            Encoded
        } else {
            Renamed
        };
        fields.add(verdict, &rules.references, (&at, name), Some((&at, other)));
    }
}

/// Adds the notes about an entry of the list and its unknown members.
fn note_entry(heading: Heading, index: usize, extra: &Extra, fields: &mut FieldMap) {
    if !fields.is_wanted() {
        return;
    }
    let (rule, at) = (&heading.rules().references, pointer(&["action"]));
    let ((list, channel), (other_list, other_channel)) = heading.names();
    let (from, to) = (
        at.member(list).element(index),
        at.member(other_list).element(index),
    );
    // The carry keeps an entry whole, so an edit of any member counts.
    fields.show(from.clone(), to.clone());
    fields.add(Renamed, rule, (&from, channel), Some((&to, other_channel)));
    for (name, _) in extra.iter() {
        fields.add(
            Copied,
            &heading.rules().member,
            (&from, name),
            Some((&to, name)),
        );
    }
}

impl Heading {
    /// Returns the names of the list and of its channel member, for the source and for the target.
    fn names(self) -> ((&'static str, &'static str), (&'static str, &'static str)) {
        let (proposed, released) = (("openCanvases", "channel"), ("canvases", "resource"));
        match self {
            Self::ToRelease => (proposed, released),
            Self::ToProposal => (released, proposed),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnyMessage, Carry, Context, Dialect, Protocol, Translator};
    use Dialect::{Ahp1_0, AhpCanvas};
    use wire::Payload;

    const OPEN: &str = r#"{"resource":"ahp-canvas:/a","state":{"instanceId":"a","canvasId":"c","extensionId":"e","availability":"ready","provider":{"kind":"server"}},"fromSeq":0}"#;

    fn list(entries: &str) -> String {
        format!(
            r#"{{"channel":"ahp-session:/1","action":{{"type":"session/openCanvasesChanged","openCanvases":[{entries}]}}}}"#
        )
    }

    fn entry(id: &str, more: &str) -> String {
        format!(
            r#"{{"instanceId":"{id}","channel":"ahp-canvas:/{id}","canvasId":"c","extensionId":"e",{more}}}"#
        )
    }

    /// Translates messages into the other shape. Returns each target with its carry.
    fn through(from: Dialect, to: Dialect, messages: Vec<(String, Carry)>) -> Vec<(String, Carry)> {
        let mut cx = Context::default();
        (cx.session, cx.chat) = (Some("ahp-session:/1".into()), Some("ahp-chat:/1".into()));
        let mut translator = Translator::new(from, to, cx).unwrap();
        let push = |(text, carry): (String, Carry)| {
            let message =
                AnyMessage::read(&Payload::parse(text).unwrap(), from, Protocol::Ahp).unwrap();
            let output = translator.push(message, carry).unwrap().outputs.remove(0);
            (output.message.encode().unwrap(), output.carry)
        };
        messages.into_iter().map(push).collect()
    }

    fn released_with(list: &str) -> Vec<(String, Carry)> {
        let messages = [OPEN, list].map(|text| (text.to_owned(), Carry::default()));
        through(AhpCanvas, Ahp1_0, messages.to_vec())
    }

    #[test]
    fn two_entries_of_one_channel_are_restored_separately() {
        let (ready, stale) = (
            entry("a", r#""availability":"ready""#),
            entry("a", r#""availability":"stale","x-a":null"#),
        );
        for entries in [[&ready, &stale], [&stale, &ready], [&stale, &stale]] {
            let list = list(&entries.map(String::as_str).join(","));
            let back = through(Ahp1_0, AhpCanvas, released_with(&list));
            assert_eq!(back[1].0, list);
        }
    }

    #[test]
    fn a_moved_entry_keeps_its_carried_fields() {
        let (a, b) = (
            entry("a", r#""availability":"ready""#),
            entry("b", r#""title":"B","availability":"ready""#),
        );
        let mut there = released_with(&list(&[&*a, &*b].join(",")));
        there[1].0 = there[1]
            .0
            .replace("/a", "/x")
            .replace("/b", "/a")
            .replace("/x", "/b");
        assert!(
            there[1]
                .0
                .contains(r#"[{"resource":"ahp-canvas:/b"},{"resource":"ahp-canvas:/a"}]"#)
        );
        let back = through(Ahp1_0, AhpCanvas, there);
        assert_eq!(back[1].0, list(&[b, a].join(",")));
    }

    #[test]
    fn two_moved_entries_of_one_channel_are_each_restored_once() {
        let titled = |id: &str, title: &str| {
            entry(id, &format!(r#""title":"{title}","availability":"ready""#))
        };
        let [one, two, b, c] = [("a", "one"), ("a", "two"), ("b", "b"), ("c", "c")]
            .map(|(id, title)| titled(id, title));
        let mut there = released_with(&list(&[&*one, &*two, &*b, &*c].join(",")));
        let reference = |id: &str| format!(r#"{{"resource":"ahp-canvas:/{id}"}}"#);
        let references = |ids: [&str; 4]| ids.map(reference).join(",");
        let moved = there[1].0.replace(
            &references(["a", "a", "b", "c"]),
            &references(["b", "c", "a", "a"]),
        );
        assert_ne!(moved, there[1].0);
        there[1].0 = moved;
        let back = through(Ahp1_0, AhpCanvas, there);
        assert_eq!(back[1].0, list(&[b, c, one, two].join(",")));
    }

    #[test]
    fn an_entry_gets_no_unknown_members_of_another_entry_with_its_channel() {
        let entries = [
            entry("b", r#""availability":"ready""#),
            entry("a", r#""availability":"ready","x-a":1"#),
        ];
        let mut there = released_with(&list(&entries.join(",")));
        there[1].0 = there[1].0.replace("ahp-canvas:/b", "ahp-canvas:/a");
        let back = through(Ahp1_0, AhpCanvas, there);
        let now = [
            entry("a", r#""availability":"ready""#),
            entry("a", r#""availability":"ready","x-a":1"#),
        ];
        assert_eq!(back[1].0, list(&now.join(",")));
    }

    #[test]
    fn an_added_member_of_an_entry_survives_the_way_back() {
        let mut there = released_with(&list(&entry("a", r#""availability":"stale""#)));
        there[1].0 = there[1].0.replace(r#"/a"}"#, r#"/a","x-pen":1}"#);
        let back = through(Ahp1_0, AhpCanvas, there);
        let now = entry("a", r#""availability":"ready","x-pen":1"#);
        assert_eq!(back[1].0, list(&now));
    }

    #[test]
    fn a_foreign_carry_cannot_replace_a_visible_value() {
        let released = OPEN.replace(
            r#","availability":"ready","provider":{"kind":"server"}"#,
            r#","title":"Plan""#,
        );
        let carry = r#"{"v":1,"layers":[{"from":"ahp@canvas","fields":[["/title","Other"],["/displayName","Plans"]]}]}"#;
        let back = through(
            Ahp1_0,
            AhpCanvas,
            vec![(released, wire::decode(carry).unwrap())],
        );
        assert!(back[0].0.contains(r#""title":"Plan""#), "{}", back[0].0);
        assert!(
            back[0].0.contains(r#""displayName":"Plans""#),
            "{}",
            back[0].0
        );
    }

    #[test]
    fn an_edit_wins_over_a_value_that_the_target_did_not_show() {
        let open = OPEN.replace(r#""provider""#, r#""url":"data:,a","provider""#);
        let update =
            r#"{"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","title":null}}"#;
        let messages = [open.as_str(), update].map(|text| (text.to_owned(), Carry::default()));
        let mut there = through(AhpCanvas, Ahp1_0, messages.to_vec());
        assert_eq!(through(Ahp1_0, AhpCanvas, there.clone())[1].0, update);
        for (message, _) in &mut there {
            *message = message.replace(
                r#""canvasId":"c""#,
                r#""canvasId":"c","title":"New","url":"https://a.test/""#,
            );
        }
        let back = through(Ahp1_0, AhpCanvas, there);
        assert!(
            back[0].0.contains(r#""url":"https://a.test/""#),
            "{}",
            back[0].0
        );
        // The update states no title, because the state has it already.
        assert!(!back[1].0.contains("title"), "{}", back[1].0);
    }
}
