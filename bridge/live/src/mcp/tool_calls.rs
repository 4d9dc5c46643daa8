//! The calls of the tools.

use super::{
    call::given,
    changes::Changes,
    json_rpc::RpcError,
    outline::outline,
    results::{Content, McpResult},
    revision::Revision,
    service::{DIALECT, FACE, Service, contents, deleted, reason},
    tools,
};
use crate::gateway::{
    ClientContent, ClientMessage, Session, Snapshot, SurfaceState, Turn, TurnOutcome, Updates,
};
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::future::{Either, select};
use std::{pin::pin, time::SystemTime};
use tokio::time::{Instant, timeout_at};
use wire::Payload;

/// The `_meta` keys of results: the number of the entry up to which the result goes, the messages since the result that the app
/// has shown, and what agents said.
pub(super) const SEQ: &str = "agent-ui/seq";
const UPDATES: &str = "agent-ui/updates";
pub(super) const TEXTS: &str = "agent-ui/texts";
/// The number of texts that are shown without a message of the user.
const TEXTS_SHOWN: usize = 5;

impl Service {
    pub(super) async fn call_tool(
        &self,
        name: &str,
        arguments: &Payload,
        session: &str,
        revision: Revision,
    ) -> Result<McpResult, RpcError> {
        let called = match name {
            tools::SHOW => self.show(arguments, session).await,
            tools::ACTION => self.act(arguments, session).await,
            _ => return self.call_source(name, arguments, revision).await,
        };
        // A model can read the reason in a result, and correct its arguments.
        Ok(called.unwrap_or_else(|reason| failed(&reason)))
    }

    /// Shows the surfaces of a session, after a message of the user if there is one.
    async fn show(&self, arguments: &Payload, default: &str) -> Result<McpResult, String> {
        check_names(arguments, &["text", "session"])?;
        let session = self.session(arguments, default).await?;
        let (_, mut updates) = session.subscribe(DIALECT).await.map_err(reason)?;
        let text = string(arguments, "text")?;
        let has_text = text.is_some();
        let turn = match text {
            Some(text) => {
                let message = ClientMessage::new(FACE, ClientContent::Text(text));
                session.send(message).await.map_err(reason)?
            }
            None => session.idle(),
        };
        let mut changes = Changes::default();
        let outcome = self.wait(turn, &mut updates, &mut changes).await;
        let snapshot = settle(&session, &mut updates, &mut changes).await?;
        if !has_text {
            let texts = snapshot.texts.iter().rev().take(TEXTS_SHOWN).rev();
            changes.texts = texts.map(|text| text.text.clone()).collect();
        }
        let shown: Vec<_> = snapshot.surfaces.iter().collect();
        Ok(result(&session, &snapshot, &shown, &changes, &outcome))
    }

    /// Sends an action of the user, and returns the surfaces that have changed.
    async fn act(&self, arguments: &Payload, default: &str) -> Result<McpResult, String> {
        check_names(arguments, &["version", "action", "dataModel", "session", "after"])?;
        let message = action_message(arguments)?;
        let session = self.session(arguments, default).await?;
        let after: Option<u64> = match given(arguments, "after") {
            None => None,
            Some(after) => {
                Some(after.text().parse().map_err(|_| "`after` must be an integer of at least 0")?)
            }
        };
        let mut message = ClientMessage::new(FACE, ClientContent::A2ui { message, dialect: DIALECT });
        if let Some(model) = given(arguments, "dataModel") {
            let model = model.decode().map_err(|error| format!("`dataModel`: {error}"))?;
            message.data_model = Some(model);
        }
        let (before, mut updates) = session.subscribe(DIALECT).await.map_err(reason)?;
        let turn = session.send(message).await.map_err(reason)?;
        let mut changes = Changes::default();
        let outcome = self.wait(turn, &mut updates, &mut changes).await;
        let snapshot = settle(&session, &mut updates, &mut changes).await?;
        let is_complete = !changes.is_incomplete;
        let is_shown =
            |surface: &&SurfaceState| changes.is_incomplete || changes.surfaces.contains(&surface.id);
        let shown: Vec<_> = snapshot.surfaces.iter().filter(is_shown).collect();
        let mut result = result(&session, &snapshot, &shown, &changes, &outcome);
        // The app has shown the state before the action, so the messages after it are enough.
        if after == Some(before.seq) && is_complete {
            result = result.with_meta(UPDATES, &format!("[{}]", changes.messages.join(",")));
        }
        Ok(result)
    }

    async fn session(&self, arguments: &Payload, default: &str) -> Result<Session, String> {
        let name = string(arguments, "session")?;
        let name = name.as_deref().unwrap_or(default);
        self.gateway.session(name).await.map_err(reason)
    }

    /// Waits for the end of a turn, and reads the updates so that none is missed.
    async fn wait(&self, mut turn: Turn, updates: &mut Updates, changes: &mut Changes) -> TurnOutcome {
        let end = Instant::now() + self.settings.wait;
        let mut ended = pin!(timeout_at(end, turn.wait()));
        loop {
            let update = match select(ended, pin!(updates.next())).await {
                Either::Left((outcome, _)) => return outcome.unwrap_or(TurnOutcome::TimedOut),
                Either::Right((update, rest)) => {
                    ended = rest;
                    update
                }
            };
            match update {
                Some(update) => changes.add(update),
                None => return TurnOutcome::Failed("the session has ended".to_owned()),
            }
        }
    }
}

/// Takes a snapshot after a turn, and counts the updates up to it.
async fn settle(session: &Session, updates: &mut Updates, changes: &mut Changes) -> Result<Snapshot, String> {
    let snapshot = session.snapshot(DIALECT).await.map_err(reason)?;
    while let Some(update) = updates.try_next() {
        changes.add(update);
    }
    changes.settle(snapshot.seq);
    Ok(snapshot)
}

/// Creates the result of a tool: a text for models, and the surfaces for apps.
fn result(
    session: &Session,
    snapshot: &Snapshot,
    shown: &[&SurfaceState],
    changes: &Changes,
    outcome: &TurnOutcome,
) -> McpResult {
    let mut lines = changes.texts.clone();
    lines.extend(shown.iter().map(|surface| outline(&surface.id, &surface.messages)));
    let is_gone = |id: &&String| snapshot.surfaces.iter().all(|surface| surface.id != **id);
    let gone: Vec<_> = changes.surfaces.iter().filter(is_gone).collect();
    lines.extend(gone.iter().map(|id| format!("Surface {id} was deleted.")));
    let mut is_error = false;
    match outcome {
        TurnOutcome::Ended if lines.is_empty() => lines.push("Nothing has changed.".to_owned()),
        TurnOutcome::Ended => {}
        TurnOutcome::TimedOut => {
            let tool = tools::SHOW;
            lines.push(format!("The agent is still working. Call {tool} to see its answer."));
        }
        TurnOutcome::Failed(reason) => {
            is_error = true;
            lines.push(format!("The agent failed: {reason}"));
        }
    }
    let mut content = vec![Content::Text { text: lines.join("\n\n") }];
    let name = session.name();
    content.extend(shown.iter().map(|surface| Content::Resource { resource: contents(name, surface) }));
    content.extend(gone.iter().map(|id| Content::Resource { resource: deleted(name, id) }));
    let mut result = McpResult::new().with("content", &content).with_meta(SEQ, &snapshot.seq);
    if !changes.texts.is_empty() {
        result = result.with_meta(TEXTS, &changes.texts);
    }
    if is_error {
        result = result.with("isError", &true);
    }
    result
}

/// Creates the result of a call that failed, for a model.
pub(super) fn failed(reason: &str) -> McpResult {
    let content = [Content::Text { text: reason.to_owned() }];
    McpResult::new().with("content", &content).with("isError", &true)
}

/// Returns the A2UI message for the arguments of the tool. A model may omit the time and an empty context.
fn action_message(arguments: &Payload) -> Result<String, String> {
    let action = arguments.member("action").filter(Payload::is_object);
    let action = action.ok_or("`action` must be an object, such as {\"name\": …, \"surfaceId\": …}")?;
    if given(arguments, "version").is_some_and(|version| version.as_str().as_deref() != Some("v0.9")) {
        return Err("`version` must be \"v0.9\"".to_owned());
    }
    let mut members: Vec<_> = action.members().filter(|(_, value)| !value.is_null()).collect();
    let now = DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Millis, true);
    for (name, value) in [("timestamp", Payload::string(&now)), ("context", Payload::empty_object())] {
        if given(&action, name).is_none() {
            members.push((name.into(), value));
        }
    }
    let action = Payload::object(members.iter().map(|(name, value)| (name.as_ref(), value)));
    let version = Payload::string("v0.9");
    Ok(Payload::object([("version", &version), ("action", &action)]).text().to_owned())
}

fn check_names(arguments: &Payload, known: &[&str]) -> Result<(), String> {
    let unknown = arguments.members().find(|(name, _)| !known.contains(&name.as_ref()));
    match unknown {
        None => Ok(()),
        Some((name, _)) => Err(format!("the tool has no argument `{name}`; it has `{}`", known.join("`, `"))),
    }
}

fn string(arguments: &Payload, name: &str) -> Result<Option<String>, String> {
    match given(arguments, name) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) => Ok(Some(text.into_owned())),
            None => Err(format!("`{name}` must be a string")),
        },
    }
}
