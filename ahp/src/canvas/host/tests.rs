//! Tests of the host alone, with frames as text.

mod connections;
mod content;
mod limits;
mod providers;
mod release;
mod states;
mod strict;
mod time;
mod validation;

use super::{ConnectionId, Host, HostOutput, Outcome};
use crate::{
    canvas::{
        CallId, CanvasOpenParams, CanvasOpenResult, ProviderAnswer, ServerSource,
        SessionCanvasDeclaration, SessionState,
    },
    ids::ChannelUri,
};
use wire::{Payload, Pointer};

const SESSION: &str = "ahp-session:/1";
const CANVAS: &str = "ahp-canvas:/east";

fn channel(uri: &str) -> ChannelUri {
    uri.into()
}

/// Returns a host with one session, for which the host itself provides floor plans.
fn host() -> Host {
    let mut host = Host::new(["1.0.0", "0.6.0", "0.5.1"]);
    let state = SessionState::new();
    host.add_session(SESSION, state).unwrap();
    let plan = SessionCanvasDeclaration::new(
        "museum",
        "plan",
        "Floor plan",
        "Shows the way.",
        ServerSource::new(),
    );
    assert!(
        host.declare(&channel(SESSION), vec![plan])
            .unwrap()
            .is_empty()
    );
    host
}

/// Returns a host with a canvas on `ahp-canvas:/east`.
fn host_with_canvas() -> Host {
    let mut host = host();
    let call = open(&mut host, "museum", "east");
    let result = CanvasOpenResult::new()
        .url("https://plans.test/?key=s3cret")
        .title("East");
    host.answer(call, Ok(ProviderAnswer::Open(result))).unwrap();
    host
}

fn open(host: &mut Host, extension: &str, instance: &str) -> CallId {
    host.open(CanvasOpenParams::new(SESSION, "plan", extension, instance))
        .unwrap()
        .0
}

/// Connects a client that shows canvases and follows these channels.
fn follow(host: &mut Host, connection: u64, client: &str, channels: &[&str]) -> Vec<Payload> {
    present(
        host,
        connection,
        client,
        "0.6.0",
        r#"{"canvas":{}}"#,
        channels,
    )
}

fn present(
    host: &mut Host,
    connection: u64,
    client: &str,
    version: &str,
    capabilities: &str,
    channels: &[&str],
) -> Vec<Payload> {
    let channels =
        wire::encode(&channels.iter().map(|uri| channel(uri)).collect::<Vec<_>>()).unwrap();
    let params = format!(
        r#"{{"channel":"ahp-root://","protocolVersions":["{version}"],"clientId":"{client}",
            "capabilities":{capabilities},"initialSubscriptions":{channels}}}"#
    );
    request(host, connection, "initialize", &params)
}

/// Sends a request with the id 1, and returns the frames that the connection receives.
fn request(host: &mut Host, connection: u64, method: &str, params: &str) -> Vec<Payload> {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
    let out = host.receive_text(ConnectionId(connection), &frame);
    sent_to(&out, connection)
}

fn dispatch(host: &mut Host, connection: u64, channel: &str, action: &str) -> Vec<HostOutput> {
    let frame = format!(
        r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"{channel}","clientSeq":5,"action":{action}}}}}"#
    );
    host.receive_text(ConnectionId(connection), &frame)
}

fn sent_to(out: &[HostOutput], connection: u64) -> Vec<Payload> {
    let to = |output: &HostOutput| match output {
        HostOutput::Send { to, message } if to.0 == connection => {
            Some(Payload::encode(&**message).unwrap())
        }
        _ => None,
    };
    out.iter().filter_map(to).collect()
}

/// Returns the text at a pointer: the content of a string, the JSON of another value, or `-`.
fn at(frame: &Payload, pointer: &str) -> String {
    match frame.get(&Pointer::parse(pointer).unwrap()) {
        Some(value) => value
            .as_str()
            .map_or_else(|| value.text().to_owned(), |text| text.into_owned()),
        None => "-".to_owned(),
    }
}

/// Returns the types of the actions that a connection receives.
fn actions(out: &[HostOutput], connection: u64) -> Vec<String> {
    let sent = sent_to(out, connection);
    sent.iter()
        .filter(|frame| at(frame, "/method") == "action")
        .map(|frame| at(frame, "/params/action/type"))
        .collect()
}

fn outcome(out: &[HostOutput]) -> Option<Result<&Outcome, i64>> {
    out.iter().find_map(|output| match output {
        HostOutput::Done { outcome, .. } => Some(outcome.as_ref().map_err(|error| error.code)),
        _ => None,
    })
}

fn active(client: &str, kinds: &[&str]) -> String {
    let kinds: Vec<String> = kinds
        .iter()
        .map(|kind| {
            format!(
                r#"{{"canvasId":"{kind}","displayName":"Of {client}","description":"…","x":1.0}}"#
            )
        })
        .collect();
    format!(
        r#"{{"type":"session/activeClientSet","activeClient":{{"clientId":"{client}","canvasProviders":[{}]}}}}"#,
        kinds.join(",")
    )
}
