//! Laws between the proposed and the released AHP canvases.

use super::{canvas_streams::*, config, is_lossless, leaves, value};
use crate::translation::{self, bare};
use ahp::{
    ReduceOutcome,
    canvas::{self, CanvasAction, StateAction, reduce},
    ids::ChannelUri,
    v1_0,
};
use bridge::{
    AnyMessage, Carry, Context, Dialect, Note, Output, Refusal, RefusalKind, Translator,
    canvases::{ProposedAction, ReleasedAction},
};
use proptest::prelude::*;
use wire::{Payload, Pointer, generate};

/// The result of translating one message.
struct Made {
    taken: Payload,
    output: (Payload, Carry),
    notes: Vec<Note>,
}

const PROPOSED: Dialect = Dialect::AhpCanvas;
const RELEASED: Dialect = Dialect::Ahp1_0;

fn of(messages: &[(AnyMessage, Carry)]) -> Dialect {
    messages
        .first()
        .map_or(PROPOSED, |(message, _)| message.dialect())
}

/// Translates messages. Returns the result of each message that is not refused.
fn run(messages: Vec<(AnyMessage, Carry)>, cx: &Context) -> Vec<Made> {
    let from = of(&messages);
    let to = if from == PROPOSED { RELEASED } else { PROPOSED };
    let sent = translation::all(from, to, cx, messages);
    assert_eq!(sent.taken.len(), sent.outputs.len());
    let made = |((taken, _), output): ((AnyMessage, Carry), Output)| Made {
        taken: json(&taken),
        output: (json(&output.message), output.carry),
        notes: output.notes,
    };
    sent.taken.into_iter().zip(sent.outputs).map(made).collect()
}

fn there(messages: &[HostMessage], cx: &Context) -> Vec<Made> {
    run(bare(messages), cx)
}

/// Returns the results as messages of a host, with or without their carries.
fn as_host_messages(
    made: &[Made],
    with_carry: bool,
    is_released: bool,
) -> Vec<(AnyMessage, Carry)> {
    let wrap = if is_released {
        AnyMessage::Release
    } else {
        AnyMessage::Proposal
    };
    let carry = |carry: &Carry| {
        if with_carry {
            carry.clone()
        } else {
            Carry::default()
        }
    };
    made.iter()
        .map(|made| (wrap(made.output.0.clone().into()), carry(&made.output.1)))
        .collect()
}

fn is_proposed(messages: &[HostMessage]) -> bool {
    messages
        .iter()
        .all(|message| matches!(message, HostMessage::Proposed(_)))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l12_released_messages_come_back_without_a_carry((messages, cx) in (plain_stream(), context())) {
        let there = there(&messages, &cx);
        for (made, back) in there.iter().zip(run(as_host_messages(&there, false, false), &cx)) {
            prop_assert_eq!(&back.output.0, &made.taken);
        }
    }

    #[test]
    fn l20_a_message_without_its_carry_differs_only_where_a_note_reports_it((messages, cx) in (stream(false), context())) {
        let there = there(&messages, &cx);
        for made in &there {
            prop_assert_eq!(is_lossless(&made.notes), made.output.1.is_empty());
        }
        let back = run(as_host_messages(&there, false, is_proposed(&messages)), &cx);
        if back.len() != there.len() {
            // An update may concern a field of the canvas that was lost before.
            prop_assert!(there.iter().any(|made| !is_lossless(&made.notes)));
            return Ok(());
        }
        for (made, back) in there.iter().zip(back) {
            let back = back.output.0;
            prop_assert!(back == made.taken || !is_lossless(&made.notes), "{} {}", made.taken, back);
            let lost: Vec<Pointer> = made.notes.iter().filter(|note| note.is_loss(false)).map(|note| note.from.clone()).collect();
            let without = |message: &Payload| leaves_without(message, &Pointer::root(), &lost);
            prop_assert!(back == made.taken || without(&back) == without(&made.taken), "{} {}", made.taken, back);
        }
    }

    #[test]
    fn a_translated_update_leads_to_the_translated_state(
        state in state(false), actions in prop::collection::vec(generate::any::<CanvasAction>(), 1..3),
        updates in prop::collection::vec(update(false), 1..4), cx in context(),
    ) {
        let channel = ChannelUri::from("ahp-canvas:/a");
        let mut translator = crate::translation::paranoid(PROPOSED, RELEASED, cx.clone()).unwrap();
        let mut shown: v1_0::CanvasState = state_of(&push(&mut translator, AnyMessage::Proposal(snapshot(&channel, &state).into())).unwrap());
        let mut state = state;
        for action in updates.into_iter().map(CanvasAction::Updated).chain(actions) {
            let outcome = reduce(&mut state, &action);
            let is_update = matches!(action, CanvasAction::Updated(_));
            let action = ProposedAction::new(channel.clone(), value(&action).decode::<StateAction>().unwrap());
            match push(&mut translator, AnyMessage::Proposal(value(&action).into())) {
                Ok(action) => {
                    let action: ReleasedAction = action.decode().unwrap();
                    let v1_0::StateAction::StateChanged(changed) = action.action else { panic!("{action:?}") };
                    v1_0::reduce_canvas(&mut shown, &v1_0::CanvasAction::StateChanged(changed));
                    prop_assert!(is_update);
                }
                Err(refusal) => {
                    prop_assert!(!is_update || outcome == ReduceOutcome::Invalid, "{refusal}");
                    prop_assert_eq!(refusal.kind(), RefusalKind::Rule);
                }
            }
            let mut alone = crate::translation::paranoid(PROPOSED, RELEASED, cx.clone()).unwrap();
            let projected: v1_0::CanvasState = state_of(&push(&mut alone, AnyMessage::Proposal(snapshot(&channel, &state).into())).unwrap());
            prop_assert_eq!(&projected, &shown);
        }
    }

    #[test]
    fn an_update_reproduces_its_target_state((messages, cx) in (plain_stream(), context())) {
        let mut mirrors = std::collections::BTreeMap::new();
        let mut translator = crate::translation::paranoid(RELEASED, PROPOSED, cx.clone()).unwrap();
        for message in messages {
            let Ok(output) = push(&mut translator, AnyMessage::from(&message)) else { continue };
            let (channel, expected) = match message {
                HostMessage::Released(ReleaseMessage::State(channel, state)) => (channel, state),
                HostMessage::Released(ReleaseMessage::Canvas(canvas)) => (canvas.channel, canvas.state),
                HostMessage::Released(ReleaseMessage::Action(ReleasedAction {
                    channel, action: v1_0::StateAction::StateChanged(changed), ..
                })) => (channel, changed.canvas),
                _ => continue,
            };
            if output.member("state").is_some() {
                mirrors.insert(channel.clone(), state_of::<canvas::CanvasState>(&output));
            } else {
                let action: ProposedAction = output.decode().unwrap();
                let StateAction::CanvasUpdated(update) = action.action else { panic!("{output}") };
                let outcome = reduce(mirrors.get_mut(&channel).unwrap(), &CanvasAction::Updated(update));
                prop_assert!(matches!(outcome, ReduceOutcome::Applied | ReduceOutcome::NoOp));
            }
            let mirror = mirrors[&channel].clone();
            prop_assert_eq!(mirror.availability == canvas::CanvasAvailability::Ready, !expected.url.is_absent());
            let mut alone = crate::translation::paranoid(PROPOSED, RELEASED, cx.clone()).unwrap();
            let shown: v1_0::CanvasState = state_of(&push(&mut alone, AnyMessage::Proposal(snapshot(&channel, &mirror).into())).unwrap());
            prop_assert_eq!(shown, expected);
        }
    }

    #[test]
    fn l23_lists_keep_their_order((messages, cx) in (stream(false), context())) {
        let channels = |json: &Payload, list: &str, name: &str| -> Option<Vec<String>> {
            let list = json.get(&Pointer::root().member("action").member(list))?;
            let name = Pointer::root().member(name);
            Some(list.elements().filter_map(|reference| Some(reference.get(&name)?.as_str()?.into_owned())).collect())
        };
        for made in there(&messages, &cx).into_iter().filter(|_| !is_proposed(&messages)) {
            if let Some(list) = channels(&made.output.0, "openCanvases", "channel") {
                prop_assert_eq!(channels(&made.taken, "canvases", "resource"), Some(list));
            }
        }
    }

    #[test]
    fn l28_a_carry_never_restores_a_disallowed_address((messages, cx) in (stream(false), context())) {
        let there = there(&messages, &cx);
        for made in run(as_host_messages(&there, true, is_proposed(&messages)), &cx) {
            let (json, carry) = made.output;
            for at in ["/url", "/state/url", "/action/url", "/action/canvas/url"] {
                let url = json.get(&Pointer::parse(at).unwrap());
                let url = url.as_ref().and_then(Payload::as_str);
                prop_assert!(url.is_none_or(|url| url != "javascript:alert(1)"));
            }
            // The message waits for the next one.
            prop_assert!(carry.layers.len() <= 2);
        }
    }
}

fn snapshot<T: wire::Wire>(channel: &ChannelUri, state: &T) -> Payload {
    Payload::object([
        ("resource", &value(channel)),
        ("state", &value(state)),
        ("fromSeq", &value(&0u64)),
    ])
}

fn state_of<T: wire::Wire>(message: &Payload) -> T {
    message.member("state").unwrap().decode().unwrap()
}

/// Translates a message of a host into the other dialect.
fn push(translator: &mut Translator, message: AnyMessage) -> Result<Payload, Refusal> {
    let mut outputs = translator.push(message, Carry::default())?.outputs;
    Ok(json(&outputs.remove(0).message))
}

fn json(message: &AnyMessage) -> Payload {
    Payload::parse(message.encode().unwrap()).unwrap()
}

fn leaves_without(message: &Payload, at: &Pointer, named: &[Pointer]) -> Vec<String> {
    let is_below = |low: &Pointer, high: &Pointer| {
        low.as_str()
            .strip_prefix(high.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
        message
            .members()
            .map(|(name, value)| (at.member(&name), value))
            .collect()
    } else {
        message
            .elements()
            .enumerate()
            .map(|(index, value)| (at.element(index), value))
            .collect()
    };
    let mut all: Vec<String> = members
        .iter()
        .flat_map(|(at, value)| leaves_without(value, at, named))
        .collect();
    all.sort();
    all
}
