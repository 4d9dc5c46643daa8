//! AHP canvases, proposed and released.

use super::{canvas_streams::*, config, leaves, size, value};
use ahp::{
    ReduceOutcome,
    canvas::{self, CanvasAction, StateAction, reduce},
    ids::ChannelUri,
    v1_0,
};
use bridge::{
    Carry, Context, Notes, RefusalKind,
    ahp_canvas_ahp_v1_0::{self as mapping, CanvasSession, ProposedAction, ReleasedAction},
};
use proptest::prelude::*;
use wire::{Payload, Pointer, generate};

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
