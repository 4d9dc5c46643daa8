//! A filter for the messages of an AHP connection that are about canvases.
//!
//! A connection also transports chat turns, terminals and files.

use crate::{
    draft::Draft,
    ids::{ChannelKind, ChannelUri},
};
use wire::Payload;

/// Returns `true` if a message may be about canvases.
///
/// The message is a frame, an action with its channel, a snapshot, or any JSON value. If the message alone is not
/// sufficient for a decision, the result is `true`. Examples are malformed messages, and answers that could belong to
/// a canvas request. Canvases of other drafts also count.
///
/// ```
/// use agent_ui_ahp::{traffic::is_about_canvases, wire::{self, Payload}};
///
/// let action = |kind: &str| {
///     let params = format!(r#"{{"channel":"ahp-chat:/1","action":{{"type":"{kind}"}},"serverSeq":3}}"#);
///     Payload::parse(format!(r#"{{"jsonrpc":"2.0","method":"action","params":{params}}}"#))
/// };
/// assert!(is_about_canvases(&action("chat/canvasesChanged")?));
/// assert!(!is_about_canvases(&action("chat/delta")?));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn is_about_canvases(message: &Payload) -> bool {
    if message.member("jsonrpc").is_some() {
        return is_frame_about_canvases(message);
    }
    match (message.member("action"), message.member("resource")) {
        (Some(action), _) => may_be_canvas_action(&action),
        (None, Some(_)) => is_snapshot(message),
        (None, None) => true,
    }
}

fn is_frame_about_canvases(frame: &Payload) -> bool {
    let method = frame.member("method");
    let Some(method) = method.as_ref().and_then(Payload::as_str) else {
        return frame
            .member("result")
            .is_none_or(|result| may_be_canvas_result(&result));
    };
    // The action decides, even if the method is misspelt.
    match frame
        .member("params")
        .and_then(|params| params.member("action"))
    {
        Some(action) => is_canvas_name(&method) || may_be_canvas_action(&action),
        None => is_canvas_name(&method) || matches!(&*method, "action" | "dispatchAction"),
    }
}

/// Returns `true` for the name of a canvas method or action. Misspelt names also count, because they are errors.
fn is_canvas_name(name: &str) -> bool {
    Draft::of_name(name).is_some() || name.to_ascii_lowercase().contains("canv")
}

/// Returns `true` if an action may be about canvases. An action that adds a client counts if the client provides
/// canvases.
fn may_be_canvas_action(action: &Payload) -> bool {
    let kind = action.member("type");
    let Some(kind) = kind.as_ref().and_then(Payload::as_str) else {
        return true;
    };
    is_canvas_name(&kind) || kind.starts_with("session/activeClient") && adds_provider(action)
}

/// Returns `true` if an action adds a client that provides canvases.
fn adds_provider(action: &Payload) -> bool {
    let client = action.member("activeClient");
    client.is_some_and(|client| client.member("canvasProviders").is_some())
}

fn is_snapshot(snapshot: &Payload) -> bool {
    let channel = snapshot.member("resource");
    let Some(channel) = channel.as_ref().and_then(Payload::as_str) else {
        return true;
    };
    match ChannelUri::from(&*channel).kind() {
        ChannelKind::Canvas => true,
        ChannelKind::Session => {
            may_have_member(snapshot, "canvases") || may_have_member(snapshot, "openCanvases")
        }
        ChannelKind::Chat => may_have_member(snapshot, "canvases"),
        _ => false,
    }
}

/// Returns `true` if the state of a snapshot has this member, or if the snapshot has no state.
fn may_have_member(snapshot: &Payload, name: &str) -> bool {
    let state = snapshot.member("state");
    state.is_none_or(|state| state.member(name).is_some())
}

/// Returns `true` if a result may be about canvases.
///
/// Results of `initialize`, `subscribe`, `reconnect` and `listSessions` are recognized by members that no canvas
/// result has.
fn may_be_canvas_result(result: &Payload) -> bool {
    if Draft::of(result).is_some() || result.member("value").is_some() {
        return true;
    }
    if let Some(snapshot) = result.member("snapshot") {
        snapshot.is_null() || is_snapshot(&snapshot)
    } else if let Some(snapshots) = result.member("snapshots") {
        snapshots.elements().any(|snapshot| is_snapshot(&snapshot))
    } else if let Some(actions) = result.member("actions") {
        actions.elements().any(|envelope| {
            envelope
                .member("action")
                .is_none_or(|action| may_be_canvas_action(&action))
        })
    } else {
        result.member("protocolVersion").is_none() && result.member("items").is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_about(text: &str) -> bool {
        is_about_canvases(&Payload::parse(text).unwrap())
    }

    fn is_result_about(result: &str) -> bool {
        is_about(&format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#))
    }

    #[test]
    fn frames_are_classified_by_their_method() {
        let asked = |method: &str, params: &str| {
            is_about(&format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#
            ))
        };
        for method in [
            "canvasInvokeAction",
            "canvasOpn",
            "CanvasClose",
            "canvasInvokeOperation",
            "openCanvas",
        ] {
            assert!(asked(method, "{}"), "{method}");
        }
        for method in [
            "initialize",
            "subscribe",
            "listSessions",
            "ping",
            "resourceRead",
            "chat/send",
        ] {
            assert!(!asked(method, "{}"), "{method}");
        }
        let told = |action: &str| {
            asked(
                "dispatchAction",
                &format!(r#"{{"channel":"c","action":{action}}}"#),
            )
        };
        assert!(told(r#"{"type":"canvas/message","payload":1}"#));
        assert!(told(
            r#"{"type":"session/activeClientSet","activeClient":{"clientId":"a","canvasProviders":[]}}"#
        ));
        assert!(
            told("7"),
            "what is malformed is an error and not passed over"
        );
        assert!(asked(
            "dispatchActionn",
            r#"{"channel":"c","action":{"type":"canvas/message"}}"#
        ));
        assert!(!told(
            r#"{"type":"session/activeClientSet","activeClient":{"clientId":"a","tools":[]}}"#
        ));
        assert!(!told(r#"{"type":"session/titleChanged","title":"canvas"}"#));
    }

    #[test]
    fn results_and_snapshots_are_classified_by_their_members() {
        let shown = |resource: &str, state: &str| {
            let snapshot = format!(r#"{{"resource":"{resource}","state":{state},"fromSeq":1}}"#);
            let alone = is_about(&snapshot);
            assert_eq!(
                is_result_about(&format!(r#"{{"snapshot":{snapshot}}}"#)),
                alone
            );
            assert_eq!(
                is_result_about(&format!(
                    r#"{{"protocolVersion":"1.0.0","serverSeq":1,"snapshots":[{snapshot}]}}"#
                )),
                alone
            );
            assert_eq!(
                is_result_about(&format!(
                    r#"{{"type":"snapshot","snapshots":[{snapshot}]}}"#
                )),
                alone
            );
            alone
        };
        assert!(shown("ahp-canvas:/a", "{}"));
        assert!(
            shown("ahp-session:/a", r#"{"canvases":[]}"#)
                && shown("ahp-chat:/a", r#"{"canvases":[]}"#)
        );
        for other in [
            "ahp-session:/a",
            "ahp-chat:/a",
            "ahp-terminal:/a",
            "ahp-root://",
        ] {
            assert!(!shown(other, r#"{"title":"a"}"#), "{other}");
        }
        let replay = |kind: &str| {
            is_result_about(&format!(
                r#"{{"type":"replay","missing":[],"actions":[{{"channel":"c","action":{{"type":"{kind}"}},"serverSeq":1}}]}}"#
            ))
        };
        assert!(replay("canvas/updated") && !replay("chat/delta"));
        for call in [
            "null",
            "{}",
            r#"{"value":{"items":[]}}"#,
            r#"{"items":[],"value":1}"#,
            r#"{"url":"https://a.test"}"#,
            "7",
        ] {
            assert!(
                is_result_about(call),
                "it could be the answer to a canvas request: {call}"
            );
        }
        assert!(
            !is_result_about(r#"{"items":[]}"#)
                && is_result_about(r#"{"channels":[{"kind":"missing","channel":"ahp-chat:/1"}]}"#)
        );
        assert!(is_about(
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32008,"message":"gone"}}"#
        ));
        assert!(
            is_about(r#"{"canvasId":"plan","displayName":"Plan","description":""}"#)
                && is_about("7")
        );
    }
}
