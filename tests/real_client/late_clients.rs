//! Clients that are late. A client that has missed too much sees the published state, and a slow client does not block
//! others. The published client, its types and its reducers run these tests.

use crate::host::{CHAT, SESSION, Server};
use ahp::canvas::{host::ConnectionId, host::StateAfter};
use ahp_types::{
    actions::StateAction,
    commands::{InitializeResult, ReconnectResult},
    state::{ChatState, RootState, SessionState, Snapshot, SnapshotState},
};
use published_ahp::{
    SessionSubscription, SubscriptionEvent,
    reducers::{
        ReduceOutcome, apply_action_to_chat, apply_action_to_root, apply_action_to_session,
    },
};
use serde_json::{Value, json};
use wire::Payload;

const ROOT: &str = "ahp-root://";

/// The states of the three channels as one peer sees them.
#[derive(Clone, Debug, PartialEq)]
struct States {
    root: RootState,
    session: SessionState,
    chat: ChatState,
}

impl States {
    fn of(snapshots: &[Snapshot]) -> Self {
        let [
            SnapshotState::Root(root),
            SnapshotState::Session(session),
            SnapshotState::Chat(chat),
        ] = [
            &snapshots[0].state,
            &snapshots[1].state,
            &snapshots[2].state,
        ]
        else {
            panic!("{snapshots:?}")
        };
        Self {
            root: (**root).clone(),
            session: (**session).clone(),
            chat: (**chat).clone(),
        }
    }

    fn apply(&mut self, channel: &str, action: &StateAction) {
        let outcome = match channel {
            ROOT => apply_action_to_root(&mut self.root, action),
            SESSION => apply_action_to_session(&mut self.session, action),
            _ => apply_action_to_chat(&mut self.chat, action),
        };
        assert_eq!(outcome, ReduceOutcome::Applied, "{action:?}");
    }

    fn json(&self, channel: &str) -> Value {
        match channel {
            ROOT => serde_json::to_value(&self.root),
            SESSION => serde_json::to_value(&self.session),
            _ => serde_json::to_value(&self.chat),
        }
        .unwrap()
    }
}

fn channels() -> Vec<String> {
    [ROOT, SESSION, CHAT].map(str::to_owned).to_vec()
}

fn actions() -> Vec<(&'static str, Value)> {
    let message = json!({"text": "Where is the tour?", "origin": {"kind": "user"}});
    vec![
        (
            SESSION,
            json!({"type": "session/titleChanged", "title": "Night"}),
        ),
        (
            ROOT,
            json!({"type": "root/activeSessionsChanged", "activeSessions": 3}),
        ),
        (
            CHAT,
            json!({"type": "chat/turnStarted", "turnId": "t", "startedAt": "2026-11-22T09:00:00Z", "message": message}),
        ),
        (
            CHAT,
            json!({"type": "chat/responsePart", "turnId": "t", "part": {"kind": "markdown", "id": "p", "content": ""}}),
        ),
        (
            CHAT,
            json!({"type": "chat/delta", "turnId": "t", "partId": "p", "content": "Up "}),
        ),
        (
            CHAT,
            json!({"type": "chat/delta", "turnId": "t", "partId": "p", "content": "the stairs."}),
        ),
        (
            SESSION,
            json!({"type": "session/activityChanged", "activity": "talking"}),
        ),
        (
            CHAT,
            json!({"type": "chat/turnComplete", "turnId": "t", "duration": 900}),
        ),
    ]
}

async fn next(subscription: &mut SessionSubscription) -> StateAction {
    let Some(SubscriptionEvent::Action(envelope)) = subscription.recv().await else {
        panic!("an action")
    };
    envelope.action
}

#[tokio::test]
async fn late_clients_replays_and_snapshots_agree_with_a_connected_client() {
    for kept in [100, 2] {
        let server = Server::keeping(kept);
        server.make(|host| {
            host.set_root(Payload::parse(r#"{"agents":[],"activeSessions":1}"#).unwrap())
                .map(|()| vec![])
        });

        // One client stays connected; another one misses everything that follows.
        let there = server.connect(1).await;
        let hello = there
            .initialize("there".into(), vec!["1.0.0".into()], channels())
            .await
            .unwrap();
        let mut seen = States::of(&hello.snapshots);
        let [mut root, mut session, mut chat] = [
            there.attach_subscription(ROOT).await,
            there.attach_subscription(SESSION).await,
            there.attach_subscription(CHAT).await,
        ];
        let away = server.connect(2).await;
        let first: InitializeResult = away
            .initialize("away".into(), vec!["1.0.0".into()], channels())
            .await
            .unwrap();
        let last = server.lock().host.server_seq();
        away.shutdown().await;
        server.disconnect(2);

        // The program applies each action to its own state, and publishes both through the host.
        let mut program = seen.clone();
        for (channel, action) in actions() {
            let typed: StateAction = serde_json::from_value(action.clone()).unwrap();
            assert!(!matches!(typed, StateAction::Unknown(_)), "{action}");
            program.apply(channel, &typed);
            let after =
                StateAfter::Whole(Payload::parse(program.json(channel).to_string()).unwrap());
            let action = Payload::parse(action.to_string()).unwrap();
            server.make(|host| host.publish(&channel.into(), action, after, None));
            let events = match channel {
                ROOT => &mut root,
                SESSION => &mut session,
                _ => &mut chat,
            };
            seen.apply(channel, &next(events).await);
        }
        assert_eq!(seen, program);

        let late = server.connect(3).await;
        let hello = late
            .initialize("late".into(), vec!["1.0.0".into()], channels())
            .await
            .unwrap();
        assert_eq!(States::of(&hello.snapshots), seen);
        assert!(
            hello
                .snapshots
                .iter()
                .all(|snapshot| snapshot.from_seq == last as i64 + 8)
        );

        let back = server.connect(4).await;
        let caught_up = back
            .reconnect("away".into(), last as i64, channels())
            .await
            .unwrap();
        let mut states = States::of(&first.snapshots);
        match caught_up {
            ReconnectResult::Replay(replay) => {
                assert_eq!((kept, replay.missing.len()), (100, 0));
                replay
                    .actions
                    .iter()
                    .for_each(|envelope| states.apply(&envelope.channel, &envelope.action));
            }
            ReconnectResult::Snapshot(result) => {
                assert_eq!(kept, 2);
                states = States::of(&result.snapshots);
            }
        }
        assert_eq!(states, seen);
        for client in [there, late, back] {
            client.shutdown().await;
        }
    }
}

#[tokio::test]
async fn a_client_cannot_prevent_another_from_connecting() {
    let server = Server::new();
    let say = |connection: u64, text: &str| {
        let mut served = server.lock();
        let out = served.host.receive_text(ConnectionId(connection), text);
        served.act(out);
    };
    say(
        9,
        &format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"channel":"{ROOT}","protocolVersions":["1.0.0"],"clientId":"x","capabilities":{{"canvas":{{}}}},"initialSubscriptions":["{SESSION}"]}}}}"#
        ),
    );
    for (n, client) in [
        r#"{"clientId":"x"}"#,
        r#"{"clientId":"x","tools":7}"#,
        r#"{"clientId":"x","tools":[{"description":"no name"}]}"#,
        r#"{"clientId":"x","tools":[{"name":"a","name":"b"}]}"#,
        r#"{"clientId":"x","tools":[],"displayName":["x"]}"#,
        r#"{"clientId":"x","tools":[],"customizations":[{"id":"i"}]}"#,
        r#"{"clientId":"x","tools":[],"title":"half \ud83d"}"#,
        r#"{"clientId":"x","tools":[],"canvasProviders":[{"canvasId":"c","displayName":"C","description":"","inputSchema":{"maximum":1e400}}]}"#,
        r#"{"clientId":"x","tools":[],"canvasProviders":[{"canvasId":"c","displayName":"C","description":"","inputSchema":{"title":"\ud83d"}}]}"#,
    ]
    .into_iter()
    .enumerate()
    {
        say(9, &format!(r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"{SESSION}","clientSeq":{n},"action":{{"type":"session/activeClientSet","activeClient":{client}}}}}}}"#));
        let other = server.connect(n as u64 + 10).await;
        let hello = other.initialize(format!("c{n}"), vec!["1.0.0".into()], vec![SESSION.into()]).await;
        let hello = hello.unwrap_or_else(|error| panic!("{client}: {error}"));
        let SnapshotState::Session(session) = &hello.snapshots[0].state else { panic!("a session: {client}") };
        assert!(session.active_clients.len() <= 1);
        other.shutdown().await;
        server.disconnect(n as u64 + 10);
    }
}
