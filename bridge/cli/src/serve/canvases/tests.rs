#![allow(clippy::unwrap_used)]

use super::*;
use ahp::canvas::host::{ConnectionId, HostOutput};
use wire::Pointer;

/// Returns the value at this place of the answer to a request.
fn request(host: &mut ahp::canvas::host::Host, method: &str, params: &str, place: &str) -> String {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    let out = host.receive_text(ConnectionId(1), &frame);
    let sent = out.iter().find_map(|output| match output {
        HostOutput::Send { message, .. } => Some(Payload::encode(&**message).unwrap()),
        _ => None,
    });
    sent.unwrap().get(&Pointer::parse(place).unwrap()).unwrap().as_str().unwrap().into_owned()
}

#[test]
fn a_new_client_finds_the_agent_the_session_and_the_chat() {
    let mut host = empty_host().unwrap();
    let hello = r#"{"channel":"ahp-root://","protocolVersions":["1.0.0"],"clientId":"kiosk","initialSubscriptions":["ahp-root://"]}"#;
    let agent = request(&mut host, "initialize", hello, "/result/snapshots/0/state/agents/0/provider");
    let mut listed = |place: &str| request(&mut host, "listSessions", r#"{"channel":"ahp-root://"}"#, place);
    assert_eq!(listed("/result/items/0/provider"), agent);
    assert_eq!(listed("/result/items/0/resource"), SESSION);
    assert_eq!(listed("/result/items/0/defaultChat"), CHAT);
    assert_eq!(listed("/result/items/0/chats/0/resource"), CHAT);
}

#[test]
fn a_version_between_the_proposal_and_the_release_is_agreed() {
    let mut host = empty_host().unwrap();
    let hello = r#"{"channel":"ahp-root://","protocolVersions":["0.10.0"],"clientId":"kiosk"}"#;
    assert_eq!(request(&mut host, "initialize", hello, "/result/protocolVersion"), "0.10.0");
    assert_eq!(host.client_view(&"kiosk".into()), Some(ahp::canvas::host::ClientView::Release));
}
