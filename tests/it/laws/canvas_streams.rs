//! Generators for the messages of AHP hosts about canvases, in both dialects.

use super::value;
use ahp::{
    canvas::{
        self, CanvasAction, CanvasMessage, CanvasUpdated, OpenCanvasRef, OpenCanvasesChanged,
        StateAction, reduce,
    },
    ids::ChannelUri,
    v1_0::{self, CanvasReference, CanvasStateChanged, CanvasesChanged},
};
use bridge::{
    AnyMessage, Context,
    canvases::{OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use wire::{Extra, Field, Payload, generate};

/// A message that a host sends, in either dialect.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HostMessage {
    Proposed(ProposalMessage),
    Released(ReleaseMessage),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ProposalMessage {
    Canvas(OpenCanvas),
    State(ChannelUri, canvas::CanvasState),
    Action(ProposedAction),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ReleaseMessage {
    Canvas(ReleasedCanvas),
    State(ChannelUri, v1_0::CanvasState),
    Action(ReleasedAction),
}

impl HostMessage {
    /// Returns the JSON of the message. A state is written as a snapshot of its channel.
    pub(super) fn json(&self) -> Payload {
        let snapshot = |channel: &ChannelUri, state: Payload| {
            Payload::object([
                ("resource", &value(channel)),
                ("state", &state),
                ("fromSeq", &value(&0u64)),
            ])
        };
        match self {
            Self::Proposed(ProposalMessage::Canvas(canvas)) => value(canvas),
            Self::Proposed(ProposalMessage::State(channel, state)) => {
                snapshot(channel, value(state))
            }
            Self::Proposed(ProposalMessage::Action(action)) => value(action),
            Self::Released(ReleaseMessage::Canvas(canvas)) => value(canvas),
            Self::Released(ReleaseMessage::State(channel, state)) => {
                snapshot(channel, value(state))
            }
            Self::Released(ReleaseMessage::Action(action)) => value(action),
        }
    }
}

impl From<&HostMessage> for AnyMessage {
    fn from(message: &HostMessage) -> Self {
        match message {
            HostMessage::Proposed(_) => Self::Proposal(message.json().into()),
            HostMessage::Released(_) => Self::Release(message.json().into()),
        }
    }
}

pub(super) const BASE: &str = "https://ui.test/canvases";
pub(super) const CHANNELS: [&str; 2] = ["ahp-canvas:/a", "ahp-canvas:/b"];
pub(super) const INSTANCES: [&str; 3] = ["a", "b", "é/2"];
/// Member names with a meaning in one of the dialects, or in an action.
pub(super) const NAMES: [&str; 8] = [
    "displayName",
    "input",
    "availability",
    "provider",
    "title",
    "canvas",
    "resource",
    "canvases",
];

pub(super) fn any_of<T: Clone + std::fmt::Debug + 'static>(
    all: &'static [T],
) -> impl Strategy<Value = T> {
    prop::sample::select(all)
}

pub(super) fn context() -> impl Strategy<Value = Context> {
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

/// Generates addresses of every kind. Addresses with disallowed schemes are generated only on request.
pub(super) fn url(is_safe: bool) -> BoxedStrategy<&'static str> {
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
        prop_oneof![4 => safe, 1 => any_of(&["javascript:alert(1)", "x.html", "", "https://me:key@plans.test/"])].boxed()
    }
}

pub(super) fn url_field(is_safe: bool) -> BoxedStrategy<Field<ahp::url::CanvasUrl>> {
    let value = url(is_safe).prop_map(|url| Field::Value(url.into()));
    prop_oneof![4 => value, 1 => Just(Field::Absent), 1 => Just(Field::Null)].boxed()
}

pub(super) fn extra() -> BoxedStrategy<Extra> {
    let odd = prop::collection::vec((any_of(&NAMES), generate::any::<Payload>()), 0..2);
    (generate::any::<Extra>(), odd)
        .prop_map(|(mut extra, odd)| {
            odd.into_iter()
                .for_each(|(name, value)| drop(extra.insert(name, value)));
            extra
        })
        .boxed()
}

/// Removes the members that the type defines.
pub(super) fn fitting(mut extra: Extra, members: &[&str]) -> Extra {
    extra.retain(|name, _| !members.contains(&name));
    extra
}

pub(super) const STATE: [&str; 11] = [
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
pub(super) const RELEASED_STATE: [&str; 7] = [
    "instanceId",
    "canvasId",
    "extensionId",
    "extensionName",
    "title",
    "status",
    "url",
];

pub(super) fn state(is_safe: bool) -> BoxedStrategy<canvas::CanvasState> {
    (
        generate::any::<canvas::CanvasState>(),
        any_of(&INSTANCES),
        url_field(is_safe),
        extra(),
    )
        .prop_map(|(mut state, instance, url, extra)| {
            (state.instance_id, state.url) = (instance.into(), url);
            state.extra = fitting(extra, &STATE);
            state
        })
        .boxed()
}

pub(super) fn update(is_safe: bool) -> BoxedStrategy<CanvasUpdated> {
    (
        generate::any::<CanvasUpdated>(),
        url_field(is_safe),
        extra(),
        any::<bool>(),
    )
        .prop_map(|(mut update, url, extra, has_url)| {
            update.url = if has_url { url } else { Field::Absent };
            update.extra = fitting(extra, &["type", "title", "status", "url", "availability"]);
            update
        })
        .boxed()
}

pub(super) fn released_state(is_safe: bool) -> BoxedStrategy<v1_0::CanvasState> {
    (
        generate::any::<v1_0::CanvasState>(),
        any_of(&INSTANCES),
        url_field(is_safe),
        extra(),
    )
        .prop_map(|(mut state, instance, url, extra)| {
            (state.instance_id, state.url) = (instance.into(), url);
            state.extra = fitting(extra, &RELEASED_STATE);
            state
        })
        .boxed()
}

/// Generates members next to the action in an envelope.
pub(super) fn envelope() -> BoxedStrategy<Extra> {
    let beside = any::<u32>().prop_map(|seq| {
        [(
            "serverSeq".to_owned(),
            Payload::parse(seq.to_string()).unwrap(),
        )]
        .into_iter()
        .collect::<Extra>()
    });
    prop_oneof![Just(Extra::new()), beside].boxed()
}

pub(super) fn channel() -> impl Strategy<Value = ChannelUri> {
    any_of(&CHANNELS).prop_map(ChannelUri::from)
}

pub(super) fn content(is_safe: bool) -> impl Strategy<Value = Vec<canvas::CanvasResourceContent>> {
    let content = (
        generate::any::<canvas::CanvasResourceContent>(),
        url(is_safe),
    )
        .prop_map(|(mut content, url)| {
            content.uri = url.into();
            content
        });
    prop::collection::vec(content, 0..3)
}

pub(super) fn proposed_list() -> BoxedStrategy<OpenCanvasesChanged> {
    let reference = (
        generate::any::<OpenCanvasRef>(),
        channel(),
        prop::option::of(any_of(&INSTANCES)),
    );
    let reference = reference.prop_map(|(mut reference, channel, instance)| {
        reference.channel = channel;
        if let Some(instance) = instance {
            reference.instance_id = instance.into();
        }
        reference
    });
    let list = prop::collection::vec(reference, 0..4).prop_map(Field::Value);
    (
        prop_oneof![4 => list, 1 => Just(Field::Absent), 1 => Just(Field::Null)],
        extra(),
    )
        .prop_map(|(list, extra)| {
            let mut changed = OpenCanvasesChanged::new();
            changed.open_canvases = list;
            changed.extra = fitting(extra, &["type", "openCanvases"]);
            changed
        })
        .boxed()
}

pub(super) fn released_list() -> BoxedStrategy<CanvasesChanged> {
    let reference = (channel(), extra()).prop_map(|(channel, extra)| {
        let mut reference = CanvasReference::new(channel);
        reference.extra = fitting(extra, &["resource"]);
        reference
    });
    let list = prop::collection::vec(reference, 0..4).prop_map(Field::Value);
    (
        prop_oneof![4 => list, 1 => Just(Field::Absent), 1 => Just(Field::Null)],
        extra(),
    )
        .prop_map(|(list, extra)| {
            let mut changed = CanvasesChanged::new();
            changed.canvases = list;
            changed.extra = fitting(extra, &["type", "canvases"]);
            changed
        })
        .boxed()
}

pub(super) fn proposed(is_safe: bool) -> BoxedStrategy<HostMessage> {
    pub(super) fn action(
        channel: ChannelUri,
        action: impl Into<StateAction>,
        extra: Extra,
    ) -> HostMessage {
        let mut action = ProposedAction::new(channel, action.into());
        action.extra = extra;
        HostMessage::Proposed(ProposalMessage::Action(action))
    }
    prop_oneof![
        3 => (channel(), state(is_safe)).prop_map(|(channel, state)| HostMessage::Proposed(ProposalMessage::State(channel, state))),
        1 => (channel(), state(is_safe), content(is_safe)).prop_map(|(channel, state, contents)| {
            HostMessage::Proposed(ProposalMessage::Canvas(OpenCanvas::new(channel, state, contents)))
        }),
        4 => (channel(), update(is_safe), envelope()).prop_map(|(channel, update, extra)| action(channel, update, extra)),
        2 => (proposed_list(), envelope()).prop_map(|(list, extra)| action("ahp-session:/1".into(), list, extra)),
        1 => channel().prop_map(|channel| action(channel, CanvasMessage::new(), Extra::new())),
    ]
    .boxed()
}

pub(super) fn released(is_safe: bool) -> BoxedStrategy<HostMessage> {
    pub(super) fn action(
        channel: ChannelUri,
        action: impl Into<v1_0::StateAction>,
        extra: Extra,
    ) -> HostMessage {
        let mut action = ReleasedAction::new(channel, action.into());
        action.extra = extra;
        HostMessage::Released(ReleaseMessage::Action(action))
    }
    let changed = (released_state(is_safe), extra()).prop_map(|(state, extra)| {
        let mut changed = CanvasStateChanged::new(state);
        changed.extra = fitting(extra, &["type", "canvas"]);
        changed
    });
    prop_oneof![
        3 => (channel(), released_state(is_safe)).prop_map(|(channel, state)| HostMessage::Released(ReleaseMessage::State(channel, state))),
        1 => (channel(), released_state(is_safe), content(is_safe)).prop_map(|(channel, state, contents)| {
            HostMessage::Released(ReleaseMessage::Canvas(ReleasedCanvas::new(channel, state, contents)))
        }),
        4 => (channel(), changed, envelope()).prop_map(|(channel, changed, extra)| action(channel, changed, extra)),
        2 => (released_list(), envelope()).prop_map(|(list, extra)| action("ahp-chat:/1".into(), list, extra)),
    ]
    .boxed()
}

/// Generates a stream of messages from a host of the proposal. Some of its lists repeat an earlier state of a canvas. A
/// list may then name a canvas twice, but only once in its current state.
pub(super) fn proposed_stream(is_safe: bool, longest: usize) -> BoxedStrategy<Vec<HostMessage>> {
    (
        prop::collection::vec(proposed(is_safe), 1..=longest),
        prop::collection::vec(any::<bool>(), 16),
    )
        .prop_map(|(mut messages, marks)| {
            let (mut known, mut marks) = (BTreeMap::new(), marks.into_iter().cycle());
            for message in &mut messages {
                let HostMessage::Proposed(message) = message else {
                    continue;
                };
                match message {
                    ProposalMessage::Canvas(canvas) => {
                        known.insert(canvas.channel.clone(), canvas.state.clone());
                    }
                    ProposalMessage::State(channel, state) => {
                        known.insert(channel.clone(), state.clone());
                    }
                    ProposalMessage::Action(action) => match &mut action.action {
                        StateAction::CanvasUpdated(update) => {
                            let update = CanvasAction::Updated(update.clone());
                            known
                                .get_mut(&action.channel)
                                .map(|state| reduce(state, &update));
                        }
                        StateAction::OpenCanvasesChanged(changed) => {
                            let Field::Value(list) = &mut changed.open_canvases else {
                                continue;
                            };
                            let listed = list.iter_mut().filter(|_| marks.next() == Some(true));
                            listed.for_each(|reference| {
                                if let Some(state) = known.get(&reference.channel) {
                                    *reference = reference_to(reference.channel.clone(), state);
                                }
                            });
                        }
                        _ => {}
                    },
                }
            }
            messages
        })
        .boxed()
}

fn reference_to(channel: ChannelUri, state: &canvas::CanvasState) -> OpenCanvasRef {
    let (canvas, extension) = (state.canvas_id.clone(), state.extension_id.clone());
    let availability = state.availability.clone();
    let mut reference = OpenCanvasRef::new(
        state.instance_id.clone(),
        channel,
        canvas,
        extension,
        availability,
    );
    (reference.extension_name, reference.title) =
        (state.extension_name.clone(), state.title.clone());
    reference
}

/// Generates streams of either dialect.
pub(super) fn stream(is_safe: bool) -> BoxedStrategy<Vec<HostMessage>> {
    prop_oneof![
        proposed_stream(is_safe, 5),
        prop::collection::vec(released(is_safe), 1..6)
    ]
    .boxed()
}

/// Generates the messages of a host of the release that follows the specification strictly. Each canvas keeps its
/// identity.
pub(super) fn plain_stream() -> BoxedStrategy<Vec<HostMessage>> {
    let stream = prop::collection::vec(
        (
            released(true),
            any_of(&["https://a.test/x", "http://b.test", ""]),
        ),
        1..6,
    );
    stream
        .prop_map(|stream| {
            let plain = |state: &mut v1_0::CanvasState, channel: &ChannelUri, url: &str| {
                state.instance_id = channel.as_str().into();
                (state.canvas_id, state.extension_id) = ("plan".into(), "museum".into());
                state.extension_name = Field::Absent;
                state.url = if url.is_empty() {
                    Field::Absent
                } else {
                    Field::Value(url.into())
                };
                for text in [&mut state.title, &mut state.status] {
                    if text.is_null() {
                        *text = Field::Absent;
                    }
                }
                state.extra = Extra::new();
            };
            let mut known: Vec<ChannelUri> = Vec::new();
            let mut messages = Vec::new();
            for (mut message, url) in stream {
                match &mut message {
                    HostMessage::Released(ReleaseMessage::Canvas(canvas)) => {
                        plain(&mut canvas.state, &canvas.channel, url);
                        known.push(canvas.channel.clone());
                    }
                    HostMessage::Released(ReleaseMessage::State(channel, state)) => {
                        plain(state, channel, url);
                        known.push(channel.clone());
                    }
                    HostMessage::Released(ReleaseMessage::Action(action)) => {
                        match &mut action.action {
                            v1_0::StateAction::StateChanged(changed) => {
                                plain(&mut changed.canvas, &action.channel, url);
                                changed.extra = Extra::new();
                            }
                            v1_0::StateAction::CanvasesChanged(changed) => {
                                changed.extra = Extra::new();
                                if let Field::Value(list) = &mut changed.canvases {
                                    list.retain(|reference| known.contains(&reference.resource));
                                    list.iter_mut()
                                        .for_each(|reference| reference.extra = Extra::new());
                                }
                            }
                            _ => {}
                        }
                    }
                    HostMessage::Proposed(_) => {}
                }
                messages.push(message);
            }
            messages
        })
        .boxed()
}
