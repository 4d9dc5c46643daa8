//! Tests that later clients receive the published states.

use super::*;
use crate::{
    canvas::host::{HostError, StateAfter},
    connection::ClientCapabilities,
    error_code,
    v1_0::ChatState,
};

const CHAT: &str = "ahp-chat:/1";
const ROOT: &str = "ahp-root://";

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

/// Returns a host with states of the root, a session and a chat.
fn host_with_states() -> Host {
    let mut host = host_with_canvas();
    let chat: ChatState =
        wire::decode(r#"{"resource":"ahp-chat:/1","title":"Visit","turns":[]}"#).unwrap();
    host.add_chat(&channel(SESSION), CHAT, chat).unwrap();
    host.set_root(payload(r#"{"agents":[],"activeSessions":1}"#))
        .unwrap();
    host
}

/// Returns the states of the channels for a new client, with the numbers of the states.
fn snapshots_seen(host: &mut Host, connection: u64, channels: &[&str]) -> Vec<(String, String)> {
    let hello = present(
        host,
        connection,
        &format!("c{connection}"),
        "1.0.0",
        "{}",
        channels,
    );
    (0..channels.len())
        .map(|n| {
            let at = |member: &str| at(&hello[0], &format!("/result/snapshots/{n}/{member}"));
            (at("state"), at("fromSeq"))
        })
        .collect()
}

#[test]
fn later_clients_see_the_published_state() {
    let mut host = host_with_states();
    let before = host.server_seq();
    let publish = |host: &mut Host, on: &str, kind: &str, after: StateAfter| {
        host.publish(
            &channel(on),
            payload(&format!(r#"{{"type":"{kind}"}}"#)),
            after,
            None,
        )
        .unwrap();
    };
    publish(
        &mut host,
        SESSION,
        "session/titleChanged",
        StateAfter::member("title", payload(r#""Night""#)),
    );
    let turn = StateAfter::Members(vec![
        ("turns".into(), Some(payload(r#"[{"id":"1"}]"#))),
        ("title".into(), None),
        ("status".into(), Some(payload("8"))),
    ]);
    publish(&mut host, CHAT, "chat/turnStarted", turn);
    publish(
        &mut host,
        ROOT,
        "root/agentsChanged",
        StateAfter::Whole(payload(r#"{"agents":[{"id":"x"}]}"#)),
    );
    publish(&mut host, SESSION, "session/noted", StateAfter::Unchanged);
    let seq = (before + 4).to_string();
    assert_eq!(
        snapshots_seen(&mut host, 1, &[SESSION, CHAT, ROOT]),
        [
            (r#"{"title":"Night"}"#.to_owned(), seq.clone()),
            (
                r#"{"canvases":[{"resource":"ahp-canvas:/east"}],"resource":"ahp-chat:/1","turns":[{"id":"1"}],"status":8}"#.to_owned(),
                seq.clone()
            ),
            (r#"{"agents":[{"id":"x"}]}"#.to_owned(), seq),
        ]
    );
    // A whole new state does not affect the clients and the canvases.
    follow(&mut host, 2, "a", &[SESSION]);
    dispatch(&mut host, 2, SESSION, &active("a", &["tour"]));
    let whole = r#"{"title":"Day","activeClients":[],"canvases":7,"openCanvases":[]}"#;
    publish(
        &mut host,
        SESSION,
        "session/replaced",
        StateAfter::Whole(payload(whole)),
    );
    let state = host.session_state(&channel(SESSION)).unwrap();
    assert_eq!(state.active_clients.get().unwrap().len(), 1);
    assert_eq!(
        (
            state.canvases.get().unwrap().len(),
            state.open_canvases.get().unwrap().len()
        ),
        (2, 1)
    );
    assert_eq!(state.extra.get("title").unwrap().text(), r#""Day""#);
}

#[test]
fn replay_snapshot_and_live_updates_agree() {
    for kept in [100, 1] {
        let mut host = host_with_states().keep_actions(kept);
        snapshots_seen(&mut host, 1, &[SESSION, CHAT]);
        let last = host.server_seq();
        host.disconnect(ConnectionId(1));
        for n in 0..3 {
            let title = payload(&format!(r#""T{n}""#));
            let action = Payload::object([
                ("type", &payload(r#""session/titleChanged""#)),
                ("title", &title),
            ]);
            host.publish(
                &channel(SESSION),
                action,
                StateAfter::member("title", title),
                None,
            )
            .unwrap();
        }
        let back = format!(
            r#"{{"channel":"ahp-root://","clientId":"c1","lastSeenServerSeq":{last},"subscriptions":["{SESSION}","{CHAT}"]}}"#
        );
        let back = request(&mut host, 2, "reconnect", &back).remove(0);
        let (title, seq) = match kept {
            1 => (
                "/result/snapshots/0/state/title",
                "/result/snapshots/0/fromSeq",
            ),
            _ => (
                "/result/actions/2/action/title",
                "/result/actions/2/serverSeq",
            ),
        };
        assert_eq!(
            (at(&back, title), at(&back, seq)),
            ("T2".into(), host.server_seq().to_string())
        );
    }
}

#[test]
fn the_program_cannot_set_members_that_the_host_manages() {
    let mut host = host_with_states();
    let action = || payload(r#"{"type":"session/x"}"#);
    for name in ["activeClients", "canvases", "openCanvases"] {
        let refused = host.publish(
            &channel(SESSION),
            action(),
            StateAfter::member(name, payload("[]")),
            None,
        );
        assert_eq!(refused.unwrap_err(), HostError::OwnMember(name.into()));
    }
    let refused = host.publish(
        &channel(CHAT),
        action(),
        StateAfter::member("canvases", payload("[]")),
        None,
    );
    assert_eq!(
        refused.unwrap_err(),
        HostError::OwnMember("canvases".into())
    );
    let refused = host.publish(
        &channel(SESSION),
        action(),
        StateAfter::Whole(payload("[]")),
        None,
    );
    assert_eq!(refused.unwrap_err(), HostError::NoState);
    assert_eq!(host.set_root(payload("7")).unwrap_err(), HostError::NoState);
    let refused = host.publish(
        &channel("ahp-session:/2"),
        action(),
        StateAfter::Unchanged,
        None,
    );
    assert_eq!(
        refused.unwrap_err(),
        HostError::UnknownSession(channel("ahp-session:/2"))
    );
    let root = Host::new(["1.0.0"]).publish(&channel(ROOT), action(), StateAfter::Unchanged, None);
    assert!(root.is_err(), "it has no state yet");
}

#[test]
fn removing_a_session_removes_its_canvases() {
    let mut host = host_with_states();
    present(
        &mut host,
        1,
        "r",
        "1.0.0",
        "{}",
        &[ROOT, SESSION, CHAT, CANVAS],
    );
    follow(&mut host, 2, "a", &[SESSION, CANVAS]);
    follow(&mut host, 5, "guide", &[]);
    dispatch(&mut host, 5, SESSION, &active("guide", &["tour"]));
    let call = open(&mut host, "museum", "west");
    let (close, _) = host.close(&channel(CANVAS)).unwrap();
    let read = request(
        &mut host,
        2,
        "canvasReadResource",
        &format!(r#"{{"channel":"{CANVAS}","uri":"ahp-canvas-content:/east/x"}}"#),
    );
    assert!(read.is_empty());
    let last = host.server_seq() + 1;
    let out = host.remove_session(&channel(SESSION)).unwrap();
    assert_eq!(actions(&out, 1), ["chat/canvasesChanged"]);
    assert_eq!(actions(&out, 2), ["session/openCanvasesChanged"]);
    let told = sent_to(&out, 1).pop().unwrap();
    assert_eq!(
        (at(&told, "/method"), at(&told, "/params")),
        (
            "root/sessionRemoved".into(),
            format!(r#"{{"channel":"ahp-root://","session":"{SESSION}"}}"#)
        )
    );
    assert_eq!(
        at(&sent_to(&out, 2)[0], "/error/code"),
        error_code::NOT_FOUND.to_string(),
        "who waits for content"
    );
    assert_eq!(
        at(sent_to(&out, 2).last().unwrap(), "/method"),
        "root/sessionRemoved",
        "who follows the session"
    );
    assert_eq!(
        at(&sent_to(&out, 5)[0], "/method"),
        "root/sessionRemoved",
        "and who provides canvases there"
    );
    let ended: Vec<_> = out
        .iter()
        .filter_map(|output| match output {
            HostOutput::Done { call, outcome } => Some((*call, outcome.is_ok())),
            _ => None,
        })
        .collect();
    assert_eq!(ended, [(call, false), (close, false)]);
    assert_eq!(
        (
            host.session_state(&channel(SESSION)),
            host.canvases().count()
        ),
        (None, 0)
    );
    assert!(host.chat_state(&channel(CHAT)).is_none() && host.next_timeout().is_none());
    assert_eq!(
        snapshots_seen(&mut host, 3, &[SESSION, CHAT, CANVAS])[0].0,
        "-"
    );
    assert!(host.remove_session(&channel(SESSION)).is_err());
    // A connected follower does not follow a later session with the same URI.
    host.add_session(SESSION, SessionState::new()).unwrap();
    let out = host
        .publish(
            &channel(SESSION),
            payload(r#"{"type":"session/x"}"#),
            StateAfter::Unchanged,
            None,
        )
        .unwrap();
    assert!(out.is_empty());
    // A disconnected follower does not follow the later session either.
    let back = format!(
        r#"{{"channel":"ahp-root://","clientId":"a","lastSeenServerSeq":{last},"subscriptions":["{SESSION}"]}}"#
    );
    host.disconnect(ConnectionId(2));
    let back = request(&mut host, 4, "reconnect", &back).remove(0);
    assert_eq!(at(&back, "/result/missing"), format!(r#"["{SESSION}"]"#));
}

#[test]
fn the_program_reads_capabilities_and_extends_the_greeting() {
    let mut host = host_with_states();
    let more = [
        ("serverInfo", r#"{"name":"museum"}"#),
        ("_meta", r#"{"x":1}"#),
        ("defaultDirectory", r#""file:///""#),
    ];
    host.set_initialize_members(
        more.into_iter()
            .map(|(name, text)| (Box::<str>::from(name), payload(text)))
            .collect(),
    )
    .unwrap();
    let hello = present(
        &mut host,
        1,
        "a",
        "1.0.0",
        r#"{"canvas":{},"mcpApps":{"x":1}}"#,
        &[],
    )
    .remove(0);
    assert_eq!(
        (
            at(&hello, "/result/serverInfo/name"),
            at(&hello, "/result/_meta/x"),
            at(&hello, "/result/defaultDirectory")
        ),
        ("museum".into(), "1".into(), "file:///".into())
    );
    let capabilities: &ClientCapabilities = host.capabilities(&"a".into()).unwrap();
    assert!(capabilities.supports_canvases() && capabilities.extra.get("mcpApps").is_some());
    assert_eq!(host.connection_of(&"a".into()), Some(ConnectionId(1)));
    host.disconnect(ConnectionId(1));
    assert_eq!(
        (host.connection_of(&"a".into()), host.clients().count()),
        (None, 0)
    );
    assert!(
        host.capabilities(&"a".into()).is_some(),
        "for when it is back"
    );
    let own = [(Box::<str>::from("serverSeq"), payload("1"))]
        .into_iter()
        .collect();
    assert_eq!(
        host.set_initialize_members(own).unwrap_err(),
        HostError::OwnMember("serverSeq".into())
    );
}

#[test]
fn a_client_finds_the_sessions_and_their_chats() {
    let mut host = host_with_states();
    present(&mut host, 1, "a", "1.0.0", "{}", &[]);
    let list = |host: &mut Host, more: &str| {
        request(
            host,
            1,
            "listSessions",
            &format!(r#"{{"channel":"ahp-root://"{more}}}"#),
        )
        .remove(0)
    };
    assert_eq!(
        at(&list(&mut host, ""), "/result"),
        r#"{"items":[{"resource":"ahp-session:/1","createdAt":"1970-01-01T00:00:00Z","modifiedAt":"1970-01-01T00:00:00Z"}]}"#
    );
    // Members of the state, and additional members of the program.
    let state =
        r#"{"title":"Night","status":1,"lifecycle":"ready","chats":[{"resource":"ahp-chat:/2"}]}"#;
    host.add_session("ahp-session:/2", wire::decode(state).unwrap())
        .unwrap();
    let summary = |text: &str| {
        payload(text)
            .members()
            .map(|(name, value)| (name.into_owned().into_boxed_str(), value))
            .collect()
    };
    host.set_summary(
        &channel("ahp-session:/2"),
        summary(r#"{"modifiedAt":"2026-10-02T09:00:00Z","x":1}"#),
    )
    .unwrap();
    assert_eq!(
        at(&list(&mut host, ""), "/result/items/1"),
        r#"{"resource":"ahp-session:/2","createdAt":"1970-01-01T00:00:00Z","modifiedAt":"2026-10-02T09:00:00Z","title":"Night","status":1,"chats":[{"resource":"ahp-chat:/2"}],"x":1}"#
    );
    assert_eq!(
        host.set_summary(&channel("ahp-session:/2"), summary(r#"{"resource":"x"}"#))
            .unwrap_err(),
        HostError::OwnMember("resource".into())
    );
    assert!(
        host.set_summary(&channel("ahp-session:/3"), summary("{}"))
            .is_err()
    );
    // The list continues on the next page, even if the last session of a page was removed.
    host.add_session("ahp-session:/3", SessionState::new())
        .unwrap();
    let page = list(&mut host, r#","limit":2"#);
    assert_eq!(at(&page, "/result/items/1/resource"), "ahp-session:/2");
    host.remove_session(&channel("ahp-session:/2")).unwrap();
    let more = format!(
        r#","limit":2,"cursor":"{}""#,
        at(&page, "/result/nextCursor")
    );
    let page = list(&mut host, &more);
    assert_eq!(
        (
            at(&page, "/result/items/0/resource"),
            at(&page, "/result/nextCursor")
        ),
        ("ahp-session:/3".into(), "-".into())
    );
    assert_ne!(
        at(&list(&mut host, r#","limit":0"#), "/result/items/0"),
        "-",
        "a page has an entry, or it never ends"
    );
    for bad in [r#","cursor":"7""#, r#","limit":-1"#] {
        assert_eq!(
            at(&list(&mut host, bad), "/error/code"),
            error_code::INVALID_PARAMS.to_string(),
            "{bad}"
        );
    }
}

#[test]
fn taking_over_a_client_id_drops_the_previous_connection() {
    let mut host = host_with_canvas();
    let hello = |host: &mut Host, connection: u64| {
        let frame = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"channel":"ahp-root://","protocolVersions":["1.0.0"],"clientId":"a"}}"#;
        host.receive_text(ConnectionId(connection), frame)
    };
    let dropped = |out: &[HostOutput]| -> Vec<u64> {
        out.iter()
            .filter_map(|output| match output {
                HostOutput::Drop { connection } => Some(connection.0),
                _ => None,
            })
            .collect()
    };
    assert_eq!(dropped(&hello(&mut host, 1)), [0; 0]);
    let out = hello(&mut host, 2);
    assert_eq!(dropped(&out), [1]);
    assert!(out.iter().any(|output| matches!(output, HostOutput::Presented { connection: ConnectionId(2), client } if client.as_str() == "a")));
    let back = r#"{"jsonrpc":"2.0","id":1,"method":"reconnect","params":{"channel":"ahp-root://","clientId":"a","lastSeenServerSeq":0,"subscriptions":[]}}"#;
    assert_eq!(dropped(&host.receive_text(ConnectionId(3), back)), [2]);
    assert_eq!(host.clients().count(), 1);
}

#[test]
fn a_release_client_gets_the_action_name_that_it_knows() {
    let mut host = host_with_states();
    follow(&mut host, 1, "a", &[SESSION]);
    present(&mut host, 2, "r", "1.0.0", "{}", &[SESSION]);
    let changed = active("a", &["tour"]).replace("activeClientSet", "activeClientChanged");
    let out = dispatch(&mut host, 1, SESSION, &changed);
    assert_eq!(
        (actions(&out, 1)[0].as_str(), actions(&out, 2)),
        (
            "session/activeClientChanged",
            vec!["session/activeClientSet".to_owned()]
        )
    );
}
