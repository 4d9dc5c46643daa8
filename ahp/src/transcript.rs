//! The states that result from a log of a host's messages.

use crate::{
    ReduceOutcome, canvas, draft,
    envelope::ActionEnvelope,
    ids::{ChannelKind, ChannelUri},
    subscription::Snapshot,
    v1_0,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{DecodeError, Payload, Wire};

/// The dialect in which canvases are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The Canvas proposal: canvases and sessions have states.
    Proposal,
    /// The AHP 1.0 release: canvases and chats have states.
    Release,
}

/// The states of canvases and of the channels that list them, after a sequence of snapshots and actions.
///
/// ```
/// use agent_ui_ahp::{ReduceOutcome, transcript::{Shape, Transcript}, wire};
///
/// let mut transcript = Transcript::new(Shape::Release);
/// transcript.apply_snapshot(&wire::decode(
///     r#"{"resource":"ahp-canvas:/east","state":{"instanceId":"e","extensionId":"x","canvasId":"plan"},"fromSeq":3}"#,
/// )?)?;
/// let action = wire::decode(
///     r#"{"channel":"ahp-canvas:/east","serverSeq":4,"action":{"type":"canvas/stateChanged",
///         "canvas":{"instanceId":"e","extensionId":"x","canvasId":"plan","title":"East"}}}"#,
/// )?;
/// assert_eq!(transcript.apply(&action)?, Some(ReduceOutcome::Applied));
/// let shown: Vec<_> = transcript.snapshots().collect();
/// assert_eq!((shown[0].from_seq, shown[0].state.member("title").unwrap().text()), (4, r#""East""#));
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transcript {
    shape: Shape,
    channels: BTreeMap<ChannelUri, ChannelRecord>,
}

/// A state, with the number of the last action that it includes.
#[derive(Clone, Debug)]
struct ChannelRecord {
    state: ChannelState,
    seq: u64,
}

#[derive(Clone, Debug)]
enum ChannelState {
    Canvas(canvas::CanvasState),
    Session(canvas::SessionState),
    Released(v1_0::CanvasState),
    Chat(v1_0::ChatState),
}

impl ChannelState {
    /// Returns the channels of the canvases that this state lists as open.
    fn open_canvases(&self) -> BTreeSet<ChannelUri> {
        match self {
            Self::Session(state) => {
                let open = state.open_canvases.get().into_iter().flatten();
                open.map(|canvas| canvas.channel.clone()).collect()
            }
            Self::Chat(state) => {
                let open = state.canvases.get().into_iter().flatten();
                open.map(|canvas| canvas.resource.clone()).collect()
            }
            Self::Canvas(_) | Self::Released(_) => BTreeSet::new(),
        }
    }
}

impl Transcript {
    /// Creates a transcript without states.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            channels: BTreeMap::new(),
        }
    }

    /// Stores the state in a snapshot. Returns `false` if the transcript does not keep states of this kind of channel.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read. Pointers are relative to the snapshot.
    pub fn apply_snapshot(&mut self, snapshot: &Snapshot) -> Result<bool, DecodeError> {
        let state = match (self.shape, snapshot.resource.kind()) {
            (Shape::Proposal, ChannelKind::Canvas) => {
                ChannelState::Canvas(read(&snapshot.state, "state")?)
            }
            (Shape::Proposal, ChannelKind::Session) => {
                ChannelState::Session(read(&snapshot.state, "state")?)
            }
            (Shape::Release, ChannelKind::Canvas) => {
                ChannelState::Released(read(&snapshot.state, "state")?)
            }
            (Shape::Release, ChannelKind::Chat) => {
                ChannelState::Chat(read(&snapshot.state, "state")?)
            }
            _ => return Ok(false),
        };
        self.channels.insert(
            snapshot.resource.clone(),
            ChannelRecord {
                state,
                seq: snapshot.from_seq,
            },
        );
        Ok(true)
    }

    /// Applies an action to the state of its channel. Returns `None` if the transcript has no state of the channel.
    ///
    /// An action has no effect if the state already includes it, or if the host rejected it. A canvas that is no
    /// longer listed by its session or chat is closed, and its state is removed.
    ///
    /// # Errors
    /// Returns an error if the action cannot be read. Pointers are relative to the envelope.
    pub fn apply(
        &mut self,
        envelope: &ActionEnvelope,
    ) -> Result<Option<ReduceOutcome>, DecodeError> {
        let Some(held) = self.channels.get_mut(&envelope.channel) else {
            return Ok(None);
        };
        if envelope.server_seq <= held.seq || !envelope.rejection_reason.is_absent() {
            return Ok(Some(ReduceOutcome::NoOp));
        }
        let action = &envelope.action;
        let kind = action.member("type");
        let is_list = kind
            .as_ref()
            .and_then(Payload::as_str)
            .is_some_and(|kind| kind.ends_with("anvasesChanged"));
        let listed = if is_list {
            held.state.open_canvases()
        } else {
            BTreeSet::new()
        };
        let outcome = match &mut held.state {
            ChannelState::Canvas(state) => canvas::reduce(state, &read(action, "action")?),
            ChannelState::Session(state) => canvas::reduce_session(state, &read(action, "action")?),
            ChannelState::Released(state) => v1_0::reduce_canvas(state, &read(action, "action")?),
            ChannelState::Chat(state) => v1_0::reduce_chat(state, &read(action, "action")?),
        };
        held.seq = envelope.server_seq;
        if !listed.is_empty() {
            let still = held.state.open_canvases();
            listed
                .difference(&still)
                .for_each(|closed| drop(self.channels.remove(closed)));
        }
        Ok(Some(outcome))
    }

    /// Removes the state of a channel that no longer exists.
    pub fn forget(&mut self, channel: &ChannelUri) {
        self.channels.remove(channel);
    }

    /// Returns the states as snapshots, ordered by channel.
    pub fn snapshots(&self) -> impl Iterator<Item = Snapshot> {
        self.channels.iter().filter_map(|(channel, held)| {
            let state = match &held.state {
                ChannelState::Canvas(state) => Payload::encode(state),
                ChannelState::Session(state) => Payload::encode(state),
                ChannelState::Released(state) => Payload::encode(state),
                ChannelState::Chat(state) => Payload::encode(state),
            };
            Some(Snapshot::new(channel.clone(), state.ok()?, held.seq))
        })
    }
}

fn read<T: Wire>(value: &Payload, name: &str) -> Result<T, DecodeError> {
    draft::decode(value.text()).map_err(|mut error| {
        error.pointer = wire::Pointer::root().member(name).join(&error.pointer);
        // Line and column would be relative to the value, which the caller does not see.
        (error.line, error.column) = (0, 0);
        error
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: &str = r#"{"instanceId":"a","canvasId":"c","extensionId":"e","availability":"ready","provider":{"kind":"server"}}"#;

    fn show(
        transcript: &mut Transcript,
        resource: &str,
        state: &str,
        seq: u64,
    ) -> Result<bool, String> {
        let text = format!(r#"{{"resource":"{resource}","state":{state},"fromSeq":{seq}}}"#);
        transcript
            .apply_snapshot(&wire::decode(&text).unwrap())
            .map_err(|error| error.pointer.to_string())
    }

    fn apply(
        transcript: &mut Transcript,
        channel: &str,
        seq: u64,
        rest: &str,
    ) -> Result<Option<ReduceOutcome>, String> {
        let text = format!(r#"{{"channel":"{channel}","serverSeq":{seq},{rest}}}"#);
        transcript
            .apply(&wire::decode(&text).unwrap())
            .map_err(|error| error.pointer.to_string())
    }

    #[test]
    fn actions_apply_once_and_only_after_their_snapshot() {
        let mut transcript = Transcript::new(Shape::Proposal);
        let title =
            |title: &str| format!(r#""action":{{"type":"canvas/updated","title":"{title}"}}"#);
        assert_eq!(
            apply(&mut transcript, "ahp-canvas:/a", 2, &title("early")),
            Ok(None)
        );
        assert_eq!(show(&mut transcript, "ahp-canvas:/a", CANVAS, 3), Ok(true));
        assert_eq!(
            apply(&mut transcript, "ahp-canvas:/a", 3, &title("held")),
            Ok(Some(ReduceOutcome::NoOp))
        );
        assert_eq!(
            apply(&mut transcript, "ahp-canvas:/a", 5, &title("new")),
            Ok(Some(ReduceOutcome::Applied))
        );
        let rejected = format!(r#"{},"rejectionReason":"no""#, title("rejected"));
        assert_eq!(
            apply(&mut transcript, "ahp-canvas:/a", 6, &rejected),
            Ok(Some(ReduceOutcome::NoOp))
        );
        let bad = r#""action":{"type":"canvas/updated","title":7}"#;
        assert_eq!(
            apply(&mut transcript, "ahp-canvas:/a", 7, bad),
            Err("/action/title".to_owned())
        );
        let snapshots: Vec<_> = transcript
            .snapshots()
            .map(|snapshot| wire::encode(&snapshot).unwrap())
            .collect();
        let state = CANVAS.replace(r#""availability""#, r#""title":"new","availability""#);
        assert_eq!(
            snapshots,
            [format!(
                r#"{{"resource":"ahp-canvas:/a","state":{state},"fromSeq":5}}"#
            )]
        );
    }

    #[test]
    fn a_canvas_that_is_no_longer_listed_is_removed() {
        let mut transcript = Transcript::new(Shape::Release);
        let list = r#"{"canvases":[{"resource":"ahp-canvas:/a"},{"resource":"ahp-canvas:/b"}]}"#;
        show(&mut transcript, "ahp-chat:/1", list, 1).unwrap();
        let canvas = r#"{"instanceId":"a","canvasId":"c","extensionId":"e"}"#;
        for channel in ["ahp-canvas:/a", "ahp-canvas:/b"] {
            show(&mut transcript, channel, canvas, 1).unwrap();
        }
        let left =
            r#""action":{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-canvas:/b"}]}"#;
        assert_eq!(
            apply(&mut transcript, "ahp-chat:/1", 2, left),
            Ok(Some(ReduceOutcome::Applied))
        );
        let channels: Vec<_> = transcript
            .snapshots()
            .map(|shown| shown.resource.to_string())
            .collect();
        assert_eq!(channels, ["ahp-canvas:/b", "ahp-chat:/1"]);
    }

    #[test]
    fn each_shape_has_the_states_of_its_channels() {
        for (shape, channel, state, known) in [
            (
                Shape::Proposal,
                "ahp-session:/1",
                r#"{"openCanvases":[]}"#,
                Ok(true),
            ),
            (
                Shape::Proposal,
                "ahp-chat:/1",
                r#"{"canvases":[]}"#,
                Ok(false),
            ),
            (
                Shape::Release,
                "ahp-chat:/1",
                r#"{"canvases":[]}"#,
                Ok(true),
            ),
            (Shape::Release, "ahp-session:/1", "{}", Ok(false)),
            (
                Shape::Release,
                "ahp-canvas:/1",
                "{}",
                Err("/state/instanceId".to_owned()),
            ),
        ] {
            assert_eq!(
                show(&mut Transcript::new(shape), channel, state, 1),
                known,
                "{channel}"
            );
        }
    }
}
