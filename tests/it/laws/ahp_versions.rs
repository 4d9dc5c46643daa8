//! AHP canvases, proposed and released.

use super::{config, leaves, size, value};
use ahp::{
    ReduceOutcome,
    canvas::{
        self, CanvasAction, CanvasMessage, CanvasUpdated, OpenCanvasRef, OpenCanvasesChanged, StateAction,
        reduce,
    },
    ids::ChannelUri,
    v1_0::{self, CanvasReference, CanvasStateChanged, CanvasesChanged},
};
use bridge::{
    Carry, Context, Ledger, Notes, Refusal, RefusalKind,
    a2ui_ahp::OpenCanvas,
    ahp_canvas_ahp_v1_0::{self as mapping, CanvasSession, ProposedAction, ReleasedAction, ReleasedCanvas},
};
use proptest::prelude::*;
use wire::{Extra, Field, Payload, Pointer, generate};

/// What a host says, of either shape.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Proposed(Proposed),
    Released(Released),
}

#[derive(Clone, Debug, PartialEq)]
enum Proposed {
    Canvas(OpenCanvas),
    State(ChannelUri, canvas::CanvasState),
    Action(ProposedAction),
}

#[derive(Clone, Debug, PartialEq)]
enum Released {
    Canvas(ReleasedCanvas),
    State(ChannelUri, v1_0::CanvasState),
    Action(ReleasedAction),
}

impl Said {
    fn json(&self) -> Payload {
        match self {
            Self::Proposed(Proposed::Canvas(canvas)) => value(canvas),
            Self::Proposed(Proposed::State(_, state)) => value(state),
            Self::Proposed(Proposed::Action(action)) => value(action),
            Self::Released(Released::Canvas(canvas)) => value(canvas),
            Self::Released(Released::State(_, state)) => value(state),
            Self::Released(Released::Action(action)) => value(action),
        }
    }

    /// In the other shape.
    fn translate<L: Ledger>(
        self,
        session: &mut CanvasSession,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(Self, Carry), Refusal> {
        Ok(match self {
            Self::Proposed(Proposed::Canvas(canvas)) => {
                let (canvas, carry) = session.canvas_forward(canvas, home, cx, ledger)?;
                (Self::Released(Released::Canvas(canvas)), carry)
            }
            Self::Proposed(Proposed::State(channel, state)) => {
                let (state, carry) = session.state_forward(&channel, state, home, cx, ledger)?;
                (Self::Released(Released::State(channel, state)), carry)
            }
            Self::Proposed(Proposed::Action(action)) => {
                let (action, carry) = session.action_forward(action, home, cx, ledger)?;
                (Self::Released(Released::Action(action)), carry)
            }
            Self::Released(Released::Canvas(canvas)) => {
                let (canvas, carry) = session.canvas_backward(canvas, home, cx, ledger)?;
                (Self::Proposed(Proposed::Canvas(canvas)), carry)
            }
            Self::Released(Released::State(channel, state)) => {
                let (state, carry) = session.state_backward(&channel, state, home, cx, ledger)?;
                (Self::Proposed(Proposed::State(channel, state)), carry)
            }
            Self::Released(Released::Action(action)) => {
                let (action, carry) = session.action_backward(action, home, cx, ledger)?;
                (Self::Proposed(Proposed::Action(action)), carry)
            }
        })
    }
}

/// What a session made of a message.
struct Made {
    taken: Said,
    /// `None` if it was refused.
    output: Option<(Said, Carry)>,
    notes: Notes,
}

fn run(messages: impl IntoIterator<Item = (Said, Carry)>, cx: &Context) -> Vec<Made> {
    let mut session = CanvasSession::default();
    let translate = |(taken, home): (Said, Carry)| {
        let before = session.clone();
        let mut notes = Notes::default();
        let output = taken.clone().translate(&mut session, &home, cx, &mut notes).ok();
        if output.is_none() {
            // A refusal leaves the session as it was.
            assert_eq!(session, before);
        }
        // What is saved can be resumed.
        session = wire::decode(&wire::encode(&session).unwrap()).unwrap();
        Made { taken, output, notes }
    };
    messages.into_iter().map(translate).collect()
}

fn there(messages: &[Said], cx: &Context) -> Vec<Made> {
    let made = run(messages.iter().map(|message| (message.clone(), Carry::default())), cx);
    made.into_iter().filter(|made| made.output.is_some()).collect()
}

fn back(made: &[Made], cx: &Context) -> Vec<Made> {
    run(made.iter().filter_map(|made| made.output.clone()), cx)
}

fn back_without_carry(made: &[Made], cx: &Context) -> Vec<Made> {
    run(made.iter().filter_map(|made| Some((made.output.clone()?.0, Carry::default()))), cx)
}

const BASE: &str = "https://ui.test/canvases";
const CHANNELS: [&str; 2] = ["ahp-canvas:/a", "ahp-canvas:/b"];
const INSTANCES: [&str; 3] = ["a", "b", "é/2"];
/// Names that mean something in one of the shapes, or in an action.
const NAMES: [&str; 8] =
    ["displayName", "input", "availability", "provider", "title", "canvas", "resource", "canvases"];

fn any_of<T: Clone + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(all)
}

fn context() -> impl Strategy<Value = Context> {
    (any::<bool>(), any::<bool>()).prop_map(|(is_served, is_listed)| {
        let mut cx = Context::default();
        cx.base_url = is_served.then(|| BASE.to_owned());
        if is_listed {
            cx.chat = Some("ahp-chat:/1".to_owned());
            cx.session = Some("ahp-session:/1".to_owned());
        }
        cx
    })
}

/// Addresses of every kind; those that nobody may open only if asked for.
fn url(is_safe: bool) -> BoxedStrategy<&'static str> {
    let safe = any_of(&[
        "https://plans.test/east?key=1",
        "http://plans.test",
        "HTTPS://plans.test/",
        "ahp-canvas-content:/a/x.html",
        "ahp-canvas-content:/%C3%A9%2F2/p/x",
        "AHP-canvas-content:/b/x",
        "https://ui.test/canvases/a/x.html",
        "https://ui.test/canvases/b/x?q",
        "data:text/html,a",
        "file:///a",
    ]);
    if is_safe {
        safe.boxed()
    } else {
        prop_oneof![4 => safe, 1 => any_of(&["javascript:alert(1)", "x.html", ""])].boxed()
    }
}

fn url_field(is_safe: bool) -> BoxedStrategy<Field<ahp::url::CanvasUrl>> {
    let value = url(is_safe).prop_map(|url| Field::Value(url.into()));
    prop_oneof![4 => value, 1 => Just(Field::Absent), 1 => Just(Field::Null)].boxed()
}

fn extra() -> BoxedStrategy<Extra> {
    let odd = prop::collection::vec((any_of(&NAMES), generate::any::<Payload>()), 0..2);
    (generate::any::<Extra>(), odd)
        .prop_map(|(mut extra, odd)| {
            odd.into_iter().for_each(|(name, value)| drop(extra.insert(name, value)));
            extra
        })
        .boxed()
}

/// Without the names of members that a type has.
fn fitting(mut extra: Extra, members: &[&str]) -> Extra {
    extra.retain(|name, _| !members.contains(&name));
    extra
}

const STATE: [&str; 11] = [
    "instanceId",
    "canvasId",
    "extensionId",
    "extensionName",
    "displayName",
    "input",
    "title",
    "status",
    "url",
    "availability",
    "provider",
];
const RELEASED_STATE: [&str; 7] =
    ["instanceId", "canvasId", "extensionId", "extensionName", "title", "status", "url"];

fn state(is_safe: bool) -> BoxedStrategy<canvas::CanvasState> {
    (generate::any::<canvas::CanvasState>(), any_of(&INSTANCES), url_field(is_safe), extra())
        .prop_map(|(mut state, instance, url, extra)| {
            (state.instance_id, state.url) = (instance.into(), url);
            state.extra = fitting(extra, &STATE);
            state
        })
        .boxed()
}

fn update(is_safe: bool) -> BoxedStrategy<CanvasUpdated> {
    (generate::any::<CanvasUpdated>(), url_field(is_safe), extra(), any::<bool>())
        .prop_map(|(mut update, url, extra, has_url)| {
            update.url = if has_url { url } else { Field::Absent };
            update.extra = fitting(extra, &["type", "title", "status", "url", "availability"]);
            update
        })
        .boxed()
}

fn released_state(is_safe: bool) -> BoxedStrategy<v1_0::CanvasState> {
    (generate::any::<v1_0::CanvasState>(), any_of(&INSTANCES), url_field(is_safe), extra())
        .prop_map(|(mut state, instance, url, extra)| {
            (state.instance_id, state.url) = (instance.into(), url);
            state.extra = fitting(extra, &RELEASED_STATE);
            state
        })
        .boxed()
}

/// What stands beside the action in an envelope.
fn envelope() -> BoxedStrategy<Extra> {
    let beside = any::<u32>().prop_map(|seq| {
        [("serverSeq".to_owned(), Payload::parse(seq.to_string()).unwrap())].into_iter().collect::<Extra>()
    });
    prop_oneof![Just(Extra::new()), beside].boxed()
}

fn channel() -> impl Strategy<Value = ChannelUri> {
    any_of(&CHANNELS).prop_map(ChannelUri::from)
}

fn content(is_safe: bool) -> impl Strategy<Value = Vec<canvas::CanvasResourceContent>> {
    let content =
        (generate::any::<canvas::CanvasResourceContent>(), url(is_safe)).prop_map(|(mut content, url)| {
            content.uri = url.into();
            content
        });
    prop::collection::vec(content, 0..3)
}

fn proposed_list() -> BoxedStrategy<OpenCanvasesChanged> {
    let reference = (generate::any::<OpenCanvasRef>(), channel()).prop_map(|(mut reference, channel)| {
        reference.channel = channel;
        reference
    });
    let list = prop::collection::vec(reference, 0..4).prop_map(Field::Value);
    (prop_oneof![4 => list, 1 => Just(Field::Absent), 1 => Just(Field::Null)], extra())
        .prop_map(|(list, extra)| {
            let mut changed = OpenCanvasesChanged::new();
            changed.open_canvases = list;
            changed.extra = fitting(extra, &["type", "openCanvases"]);
            changed
        })
        .boxed()
}

fn released_list() -> BoxedStrategy<CanvasesChanged> {
    let reference = (channel(), extra()).prop_map(|(channel, extra)| {
        let mut reference = CanvasReference::new(channel);
        reference.extra = fitting(extra, &["resource"]);
        reference
    });
    let list = prop::collection::vec(reference, 0..4).prop_map(Field::Value);
    (prop_oneof![4 => list, 1 => Just(Field::Absent), 1 => Just(Field::Null)], extra())
        .prop_map(|(list, extra)| {
            let mut changed = CanvasesChanged::new();
            changed.canvases = list;
            changed.extra = fitting(extra, &["type", "canvases"]);
            changed
        })
        .boxed()
}

fn proposed(is_safe: bool) -> BoxedStrategy<Said> {
    fn action(channel: ChannelUri, action: impl Into<StateAction>, extra: Extra) -> Said {
        let mut action = ProposedAction::new(channel, action.into());
        action.extra = extra;
        Said::Proposed(Proposed::Action(action))
    }
    prop_oneof![
        3 => (channel(), state(is_safe)).prop_map(|(channel, state)| Said::Proposed(Proposed::State(channel, state))),
        1 => (channel(), state(is_safe), content(is_safe)).prop_map(|(channel, state, contents)| {
            Said::Proposed(Proposed::Canvas(OpenCanvas::new(channel, state, contents)))
        }),
        4 => (channel(), update(is_safe), envelope()).prop_map(|(channel, update, extra)| action(channel, update, extra)),
        2 => (proposed_list(), envelope()).prop_map(|(list, extra)| action("ahp-session:/1".into(), list, extra)),
        1 => channel().prop_map(|channel| action(channel, CanvasMessage::new(), Extra::new())),
    ]
    .boxed()
}

fn released(is_safe: bool) -> BoxedStrategy<Said> {
    fn action(channel: ChannelUri, action: impl Into<v1_0::StateAction>, extra: Extra) -> Said {
        let mut action = ReleasedAction::new(channel, action.into());
        action.extra = extra;
        Said::Released(Released::Action(action))
    }
    let changed = (released_state(is_safe), extra()).prop_map(|(state, extra)| {
        let mut changed = CanvasStateChanged::new(state);
        changed.extra = fitting(extra, &["type", "canvas"]);
        changed
    });
    prop_oneof![
        3 => (channel(), released_state(is_safe)).prop_map(|(channel, state)| Said::Released(Released::State(channel, state))),
        1 => (channel(), released_state(is_safe), content(is_safe)).prop_map(|(channel, state, contents)| {
            Said::Released(Released::Canvas(ReleasedCanvas::new(channel, state, contents)))
        }),
        4 => (channel(), changed, envelope()).prop_map(|(channel, changed, extra)| action(channel, changed, extra)),
        2 => (released_list(), envelope()).prop_map(|(list, extra)| action("ahp-chat:/1".into(), list, extra)),
    ]
    .boxed()
}

/// Streams of either shape.
fn stream(is_safe: bool) -> BoxedStrategy<Vec<Said>> {
    prop_oneof![
        prop::collection::vec(proposed(is_safe), 1..6),
        prop::collection::vec(released(is_safe), 1..6),
    ]
    .boxed()
}

/// A stream as a host of the release sends it: to the letter, and each canvas stays the one that it is.
fn plain_stream() -> BoxedStrategy<Vec<Said>> {
    let stream =
        prop::collection::vec((released(true), any_of(&["https://a.test/x", "http://b.test", ""])), 1..6);
    stream
        .prop_map(|stream| {
            let plain = |state: &mut v1_0::CanvasState, channel: &ChannelUri, url: &str| {
                state.instance_id = channel.as_str().into();
                (state.canvas_id, state.extension_id) = ("plan".into(), "museum".into());
                state.extension_name = Field::Absent;
                state.url = if url.is_empty() { Field::Absent } else { Field::Value(url.into()) };
                for text in [&mut state.title, &mut state.status] {
                    if text.is_null() {
                        *text = Field::Absent;
                    }
                }
                state.extra = Extra::new();
            };
            let mut known: Vec<ChannelUri> = Vec::new();
            let mut messages = Vec::new();
            for (mut said, url) in stream {
                match &mut said {
                    Said::Released(Released::Canvas(canvas)) => {
                        plain(&mut canvas.state, &canvas.channel, url);
                        known.push(canvas.channel.clone());
                    }
                    Said::Released(Released::State(channel, state)) => {
                        plain(state, channel, url);
                        known.push(channel.clone());
                    }
                    Said::Released(Released::Action(action)) => match &mut action.action {
                        v1_0::StateAction::StateChanged(changed) => {
                            plain(&mut changed.canvas, &action.channel, url);
                            changed.extra = Extra::new();
                        }
                        v1_0::StateAction::CanvasesChanged(changed) => {
                            changed.extra = Extra::new();
                            if let Field::Value(list) = &mut changed.canvases {
                                list.retain(|reference| known.contains(&reference.resource));
                                list.iter_mut().for_each(|reference| reference.extra = Extra::new());
                            }
                        }
                        _ => {}
                    },
                    Said::Proposed(_) => {}
                }
                messages.push(said);
            }
            messages
        })
        .boxed()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l12_with_the_carry_every_message_comes_back((messages, cx) in (stream(true), context())) {
        let there = there(&messages, &cx);
        for (made, again) in there.iter().zip(back(&there, &cx)) {
            prop_assert!(again.output.is_some(), "nothing is refused on the way back: {:?}", again.taken);
            prop_assert_eq!(again.output.unwrap().0.json(), made.taken.json());
        }
    }

    #[test]
    fn l12_what_the_release_says_comes_back_without_a_carry((messages, cx) in (plain_stream(), context())) {
        let there = there(&messages, &cx);
        for (made, again) in there.iter().zip(back_without_carry(&there, &cx)) {
            let again = again.output.map(|(again, _)| again.json());
            prop_assert_eq!(again, Some(made.taken.json()));
        }
    }

    #[test]
    fn l20_without_the_carry_a_message_differs_exactly_where_a_note_says_so((messages, cx) in (stream(false), context())) {
        let there = there(&messages, &cx);
        for (made, again) in there.iter().zip(back_without_carry(&there, &cx)) {
            let is_same = again.output.as_ref().is_some_and(|(again, _)| again.json() == made.taken.json());
            let is_lossless = made.notes.losses(false).next().is_none();
            // What has been lost of a canvas before may be what an update of it was about, and a list.
            prop_assert!(is_same || !is_lossless, "{} {:?}", made.taken.json(), again.output.map(|(again, _)| again.json()));
            let carry = &made.output.as_ref().unwrap().1;
            prop_assert_eq!(is_lossless, carry.is_empty());
            if let (Some((again, _)), false) = (&again.output, is_same) {
                let json = again.json();
                let members: Vec<Pointer> = made.notes.losses(false).map(|note| note.from()).collect();
                let without = |message: &Payload| {
                    leaves_without(message, &Pointer::root(), &members)
                };
                prop_assert_eq!(without(&json), without(&made.taken.json()));
            }
        }
    }

    #[test]
    fn l20_what_a_note_names_is_a_place_of_its_message((messages, cx) in (stream(false), context())) {
        for made in there(&messages, &cx) {
            let (input, output) = (made.taken.json(), made.output.unwrap().0.json());
            for note in &made.notes.0 {
                use bridge::Verdict::{Carried, Copied, Encoded, Quarantined, Renamed};
                let is_of_input = matches!(note.verdict, Copied | Renamed | Encoded | Quarantined);
                prop_assert!(!is_of_input || input.get(&note.from()).is_some(), "{note:?} {input}");
                let is_of_output = matches!(note.verdict, Copied | Renamed | Encoded);
                if let (Some(to), true) = (note.to(), is_of_output) {
                    prop_assert!(output.get(&to).is_some(), "{note:?} {output}");
                }
                prop_assert!(note.verdict != Carried || note.place.is_some());
            }
        }
    }

    #[test]
    fn to_reduce_and_project_is_to_project_and_replace(
        state in state(false), actions in prop::collection::vec(generate::any::<CanvasAction>(), 1..3),
        updates in prop::collection::vec(update(false), 1..4), cx in context(),
    ) {
        let (home, mut notes) = (Carry::default(), Notes::default());
        let channel = ChannelUri::from("ahp-canvas:/a");
        let mut session = CanvasSession::default();
        let (mut shown, _) = session.state_forward(&channel, state.clone(), &home, &cx, &mut notes).unwrap();
        let mut state = state;
        for action in updates.into_iter().map(CanvasAction::Updated).chain(actions) {
            let outcome = reduce(&mut state, &action);
            let is_update = matches!(action, CanvasAction::Updated(_));
            let action = ProposedAction::new(channel.clone(), value(&action).decode::<StateAction>().unwrap());
            match session.action_forward(action, &home, &cx, &mut notes) {
                Ok((action, _)) => {
                    let v1_0::StateAction::StateChanged(changed) = action.action else { panic!("{action:?}") };
                    let changed = v1_0::CanvasAction::StateChanged(changed);
                    v1_0::reduce_canvas(&mut shown, &changed);
                    prop_assert!(is_update);
                }
                Err(refusal) => {
                    prop_assert!(!is_update || outcome == ReduceOutcome::Invalid, "{refusal}");
                    prop_assert_eq!(refusal.kind(), RefusalKind::Rule);
                }
            }
            let (projected, _) = mapping::state_forward(state.clone(), &home, &cx, &mut notes).unwrap();
            prop_assert_eq!(&projected, &shown);
        }
    }

    #[test]
    fn an_update_leads_to_the_state_from_which_it_comes((messages, cx) in (plain_stream(), context())) {
        let mut mirrors = std::collections::BTreeMap::new();
        for made in there(&messages, &cx) {
            let (channel, expected) = match made.taken {
                Said::Released(Released::State(channel, state)) => (channel, state),
                Said::Released(Released::Canvas(canvas)) => (canvas.channel, canvas.state),
                Said::Released(Released::Action(ReleasedAction {
                    channel, action: v1_0::StateAction::StateChanged(changed), ..
                })) => (channel, changed.canvas),
                _ => continue,
            };
            match made.output.unwrap().0 {
                Said::Proposed(Proposed::State(_, state)) => drop(mirrors.insert(channel.clone(), state)),
                Said::Proposed(Proposed::Canvas(canvas)) => drop(mirrors.insert(channel.clone(), canvas.state)),
                Said::Proposed(Proposed::Action(ProposedAction { action: StateAction::CanvasUpdated(update), .. })) => {
                    let outcome = reduce(mirrors.get_mut(&channel).unwrap(), &CanvasAction::Updated(update));
                    prop_assert!(matches!(outcome, ReduceOutcome::Applied | ReduceOutcome::NoOp));
                }
                other => panic!("{other:?}"),
            }
            let mirror = mirrors[&channel].clone();
            prop_assert_eq!(mirror.availability == canvas::CanvasAvailability::Ready, !expected.url.is_absent());
            let (shown, _) = mapping::state_forward(mirror, &Carry::default(), &cx, &mut ()).unwrap();
            prop_assert_eq!(shown, expected);
        }
    }

    #[test]
    fn l9_a_second_trip_carries_no_more((messages, cx) in (stream(false), context())) {
        let first = there(&messages, &cx);
        let second = back(&first, &cx);
        let third = back(&second, &cx);
        prop_assert_eq!(first.len(), third.len());
        for (first, third) in first.iter().zip(third) {
            let (first, third) = (first.output.as_ref().unwrap(), third.output.unwrap());
            prop_assert_eq!(first.0.json(), third.0.json());
            prop_assert!(size(&third.1) <= size(&first.1), "{} {}", value(&third.1), value(&first.1));
        }
    }

    #[test]
    fn l18_the_same_messages_give_the_same_bytes((messages, cx) in (stream(false), context())) {
        let bytes = |made: Vec<Made>| -> Vec<String> {
            made.into_iter().filter_map(|made| made.output)
                .map(|(message, carry)| message.json().text().to_owned() + value(&carry).text())
                .collect()
        };
        prop_assert_eq!(bytes(there(&messages, &cx)), bytes(there(&messages, &cx)));
    }

    #[test]
    fn l23_lists_keep_their_order((messages, cx) in (stream(false), context())) {
        let channels = |json: &Payload| -> Vec<String> {
            let list = ["openCanvases", "canvases"].into_iter().find_map(|name| {
                json.get(&Pointer::root().member("action").member(name))
            });
            let names = ["channel", "resource"];
            list.iter().flat_map(Payload::elements).filter_map(|reference| {
                names.into_iter().find_map(|name| Some(reference.get(&Pointer::root().member(name))?.as_str()?.into_owned()))
            }).collect()
        };
        for made in there(&messages, &cx) {
            let is_list = matches!(&made.taken, Said::Released(Released::Action(action)) if action.action.tag() == "chat/canvasesChanged");
            if is_list {
                prop_assert_eq!(channels(&made.taken.json()), channels(&made.output.unwrap().0.json()));
            }
        }
    }

    #[test]
    fn l26_members_that_no_table_names_are_in_the_message_or_in_the_carry((messages, cx) in (stream(false), context())) {
        for made in there(&messages, &cx) {
            let (output, carry) = made.output.unwrap();
            let all = leaves(&output.json()).into_iter().chain(leaves(&value(&carry))).collect::<Vec<_>>();
            let extra = match &made.taken {
                Said::Proposed(Proposed::State(_, state)) => &state.extra,
                Said::Proposed(Proposed::Canvas(canvas)) => &canvas.state.extra,
                Said::Proposed(Proposed::Action(action)) => &action.extra,
                Said::Released(Released::State(_, state)) => &state.extra,
                Said::Released(Released::Canvas(canvas)) => &canvas.state.extra,
                Said::Released(Released::Action(action)) => &action.extra,
            };
            for (_, member) in extra.iter() {
                for leaf in leaves(member) {
                    prop_assert!(all.contains(&leaf), "{leaf}");
                }
            }
        }
    }

    #[test]
    fn l28_no_address_comes_out_of_a_carry_that_nobody_may_open((messages, cx) in (stream(false), context())) {
        for made in back(&there(&messages, &cx), &cx) {
            let Some((output, carry)) = made.output else { continue };
            let json = output.json();
            for at in ["/url", "/state/url", "/action/url", "/action/canvas/url"] {
                let url = json.get(&Pointer::parse(at).unwrap());
                let url = url.as_ref().and_then(Payload::as_str);
                prop_assert!(url.is_none_or(|url| url != "javascript:alert(1)"));
            }
            // It waits there.
            prop_assert!(carry.hops.len() <= 2);
        }
    }

    #[test]
    fn l29_the_result_is_bounded_by_the_input((messages, cx) in (stream(false), context())) {
        // An action of the release holds the whole state, so a state counts as often as something is said of it.
        let mut largest = 0;
        for made in there(&messages, &cx) {
            let input = made.taken.json().text().len();
            largest = largest.max(input);
            let (output, carry) = made.output.unwrap();
            let bound = 4 * input + 2 * largest * messages.len() + 1024;
            prop_assert!(output.json().text().len() + size(&carry) <= bound);
        }
    }
}

/// The scalars of a message but those at, above or below places that are named.
fn leaves_without(message: &Payload, at: &Pointer, named: &[Pointer]) -> Vec<String> {
    let is_below = |low: &Pointer, high: &Pointer| {
        low.as_str().strip_prefix(high.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if named.iter().any(|named| is_below(at, named)) {
        return Vec::new();
    }
    if !named.iter().any(|named| is_below(named, at)) {
        let mut all = leaves(message);
        all.sort();
        return all;
    }
    let members: Vec<(Pointer, Payload)> = if message.is_object() {
        message.members().map(|(name, value)| (at.member(&name), value)).collect()
    } else {
        message.elements().enumerate().map(|(index, value)| (at.element(index), value)).collect()
    };
    let mut all: Vec<String> =
        members.iter().flat_map(|(at, value)| leaves_without(value, at, named)).collect();
    all.sort();
    all
}
