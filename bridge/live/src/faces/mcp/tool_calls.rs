//! The implementation of the tools.

use super::{
    asking::{Asker, ELICIT},
    call::given,
    changes::Changes,
    client_state::ClientState,
    outline::outline,
    results::{A2UI_TYPE, Content, McpResult, ResultForm},
    revision::Revision,
    service::{FACE, Service, deleted, list_of, resource},
    tool_turn::ToolTurn,
    tools, uri,
    user_questions::InputNeeded,
};
use crate::{
    faces::DIALECT,
    gateway::{
        ClientContent, ClientMessage, Session, SurfaceState, TurnOutcome, answer_watch::AnswerWatch,
    },
    server::page_routes::token,
    timestamp::format_now,
};
use wire::{Payload, json_rpc::JsonRpcError};

/// The `_meta` key for the number of the last session entry in a result.
pub(super) const SEQ: &str = "agent-ui/seq";
/// The `_meta` key for the messages since the result that the app has shown.
const UPDATES: &str = "agent-ui/updates";
/// The `_meta` key for the texts of agents.
pub(super) const TEXTS: &str = "agent-ui/texts";
/// The number of texts that a result contains if the user sent no message.
const TEXTS_SHOWN: usize = 5;
/// The maximum total length of the embedded resources in a result, in bytes. Further ones are sent as links.
const RESOURCES: usize = crate::limits::RESULT_SURFACES;
/// The maximum total length of the surface descriptions in a result, in bytes.
const OUTLINES: usize = crate::limits::RESULT_TEXT;

impl Service {
    pub(super) async fn call_tool(
        &self,
        name: &str,
        arguments: &Payload,
        client: &ClientState,
        form: ResultForm,
        asker: &Asker,
    ) -> Result<McpResult, JsonRpcError> {
        let called = match name {
            tools::SHOW => self.show(arguments, client, form, asker).await,
            tools::ACTION => self.act(arguments, client, form, asker).await,
            _ => return self.call_source(name, arguments, form.revision).await,
        };
        // A model can read the reason in a result, and correct its arguments.
        Ok(called.unwrap_or_else(|reason| failed(&reason)))
    }

    /// Shows the surfaces of a session. If the user sent a message, it is delivered first.
    async fn show(
        &self,
        arguments: &Payload,
        client: &ClientState,
        form: ResultForm,
        asker: &Asker,
    ) -> Result<McpResult, String> {
        check_names(arguments, &["text", "session"])?;
        let named = string(arguments, "session")?.or_else(|| client.session.clone());
        let is_new = named.is_none();
        let resumed = asker.resumed();
        let name = match (&resumed, named) {
            (Some(state), _) => state.session.clone(),
            (None, Some(name)) => name,
            (None, None) => token().map_err(|error| error.to_string())?,
        };
        let mut turn = ToolTurn::begin(self.open_session(&name).await?).await?;
        let text = string(arguments, "text")?;
        let has_text = text.is_some();
        // A client that only looks gets the surfaces.
        let has_surfaces = !turn.snapshot.surfaces.is_empty();
        turn.changes = Changes::watched_by(AnswerWatch::new(!has_text && has_surfaces));
        match (&resumed, text) {
            (Some(state), _) => turn.continue_from(state.since),
            (None, Some(text)) => {
                let message = ClientMessage::new(FACE, ClientContent::Text(text));
                turn.send(self, message).await?;
            }
            (None, None) => {
                let idle = turn.session.idle();
                turn.advance(self, idle).await?;
            }
        }
        if let Some(needed) = self.ask_user(&mut turn, asker, true).await? {
            return Ok(ask_by_result(&needed));
        }
        if !has_text {
            let texts = turn.snapshot.texts.iter().rev().take(TEXTS_SHOWN).rev();
            turn.changes.texts = texts.map(|text| text.text.clone()).collect();
        }
        client.see(&name, turn.snapshot.seq);
        let mut shown = Shown::new(&turn, form.revision);
        shown.add_texts();
        for surface in &turn.snapshot.surfaces {
            shown.add(surface, list_of(surface));
        }
        if is_new {
            let tools = format!("{} and {}", tools::SHOW, tools::ACTION);
            shown.lines.push(format!(
                "This is the session {name}. State it as `session` in further calls of {tools}."
            ));
        }
        Ok(shown.result())
    }

    /// Sends an action of the user, and returns the changed surfaces.
    async fn act(
        &self,
        arguments: &Payload,
        client: &ClientState,
        form: ResultForm,
        asker: &Asker,
    ) -> Result<McpResult, String> {
        let message = read_action_message(arguments)?;
        let named = string(arguments, "session")?.or_else(|| client.session.clone());
        let Some(name) = named else {
            return Err(format!(
                "`session` is missing; state the session that the result of {} has named",
                tools::SHOW
            ));
        };
        let after = read_entry_number(arguments, "after")?;
        let mut turn = ToolTurn::begin(self.open_session(&name).await?).await?;
        match asker.resumed() {
            Some(state) => turn.continue_from(state.since),
            None => turn.send(self, message).await?,
        }
        if let Some(needed) = self.ask_user(&mut turn, asker, false).await? {
            return Ok(ask_by_result(&needed));
        }
        // A change is enough for a client that has seen everything before it.
        let has_seen_all = client.seen(&name) == Some(turn.since) && !turn.changes.is_incomplete;
        // The answers to several calls of an app may reach it in any order.
        let needs_surfaces = form.shows_apps || after.is_some() || !has_seen_all;
        client.see(&name, turn.snapshot.seq);
        let mut shown = Shown::new(&turn, form.revision);
        shown.add_texts();
        for surface in &turn.snapshot.surfaces {
            if !turn.changes.concerns(&surface.id) {
                continue;
            }
            let whole = list_of(surface);
            let changed = turn.changes.list_of(&surface.id);
            let is_whole = needs_surfaces || whole.len() <= changed.len();
            shown.add(surface, if is_whole { whole } else { changed });
        }
        let mut result = shown.result();
        let updates = turn.changes.list();
        let follows = after == Some(turn.since) && !turn.changes.is_incomplete;
        if follows && updates.len() <= RESOURCES {
            result = result.with_meta(UPDATES, &updates);
        }
        Ok(result)
    }

    async fn open_session(&self, name: &str) -> Result<Session, String> {
        self.gateway
            .session(name)
            .await
            .map_err(|error| error.to_string())
    }
}

/// Reads the action of the user, with the data models that the client states.
fn read_action_message(arguments: &Payload) -> Result<ClientMessage, String> {
    check_names(
        arguments,
        &["version", "action", "dataModel", "session", "after"],
    )?;
    let message = read_action(arguments)?;
    let dialect = DIALECT;
    let mut message = ClientMessage::new(FACE, ClientContent::A2ui { message, dialect });
    if let Some(model) = given(arguments, "dataModel") {
        let model = model.decode();
        message.data_model = Some(model.map_err(|error| format!("`dataModel`: {error}"))?);
    }
    Ok(message)
}

/// Creates the result that asks the user of the client.
fn ask_by_result(needed: &InputNeeded) -> McpResult {
    let method = Payload::string(ELICIT);
    let request = Payload::object([("method", &method), ("params", &needed.params)]);
    McpResult::input_required(&needed.key, &request, &needed.state)
}

/// The contents of a result: a text for models and the surfaces for apps.
struct Shown<'a> {
    turn: &'a ToolTurn,
    revision: Revision,
    lines: Vec<String>,
    resources: Vec<Content>,
    /// The total length of the resources in bytes.
    bytes: usize,
    /// The total length of the surface descriptions in bytes.
    outlines: usize,
}

impl<'a> Shown<'a> {
    fn new(turn: &'a ToolTurn, revision: Revision) -> Self {
        let (lines, resources) = (Vec::new(), Vec::new());
        Self {
            turn,
            revision,
            lines,
            resources,
            bytes: 0,
            outlines: 0,
        }
    }

    fn add_texts(&mut self) {
        self.lines.extend(self.turn.changes.texts.iter().cloned());
    }

    /// Adds a surface, which these messages build. If it is too long, only a link is added and clients read the
    /// resource.
    fn add(&mut self, surface: &SurfaceState, list: String) {
        let uri = uri::of_surface(self.turn.session.name(), &surface.id);
        let described = outline(&surface.id, &surface.messages);
        let is_described = self.outlines + described.len() <= OUTLINES;
        if is_described {
            self.outlines += described.len();
            self.lines.push(described);
        }
        if !is_described || self.bytes + list.len() > RESOURCES {
            self.lines.push(format!(
                "Surface {} is too long for this result. Read the resource {uri}.",
                surface.id
            ));
        }
        if self.bytes + list.len() <= RESOURCES {
            self.bytes += list.len();
            self.resources.push(Content::Resource {
                resource: resource(uri, list),
            });
            return;
        }
        if self.revision.has_links() {
            let name = surface.id.clone();
            self.resources.push(Content::ResourceLink {
                uri,
                name,
                mime_type: A2UI_TYPE,
            });
        }
    }

    fn has_surface(&self, id: &str) -> bool {
        self.turn
            .snapshot
            .surfaces
            .iter()
            .any(|surface| surface.id == id)
    }

    /// Creates the result of a tool.
    fn result(mut self) -> McpResult {
        let (changes, outcome) = (&self.turn.changes, &self.turn.outcome);
        self.lines.extend(self.turn.notes.iter().cloned());
        let mut deleted_ids: Vec<&String> = Vec::new();
        for id in &changes.surfaces {
            if !self.has_surface(id) {
                deleted_ids.push(id);
                self.lines.push(format!("Surface {id} was deleted."));
            }
        }
        let mut is_error = false;
        let refused = changes.watch.failure().map(TurnOutcome::Failed);
        let outcome = if *outcome == TurnOutcome::Ended {
            refused.as_ref().unwrap_or(outcome)
        } else {
            outcome
        };
        match outcome {
            TurnOutcome::Ended if self.lines.is_empty() => {
                self.lines.push("Nothing has changed.".to_owned())
            }
            TurnOutcome::Ended => {}
            TurnOutcome::TimedOut => {
                let tool = tools::SHOW;
                self.lines.push(format!(
                    "The agent is still working. Call {tool} to see its answer."
                ));
            }
            TurnOutcome::Failed(reason) => {
                is_error = true;
                self.lines.push(format!("The agent failed: {reason}"));
            }
        }
        if let Some(note) = changes.watch.note() {
            self.lines.push(format!("Note: {note}"));
        }
        let mut content = vec![Content::Text {
            text: self.lines.join("\n\n"),
        }];
        content.append(&mut self.resources);
        let name = self.turn.session.name();
        content.extend(deleted_ids.iter().map(|id| Content::Resource {
            resource: deleted(name, id),
        }));
        let mut result = McpResult::new()
            .with("content", &content)
            .with_meta(SEQ, &self.turn.snapshot.seq);
        if !changes.texts.is_empty() {
            result = result.with_meta(TEXTS, &changes.texts);
        }
        if is_error {
            result = result.with("isError", &true);
        }
        result
    }
}

/// Creates the result of a failed call, with the reason for a model.
pub(super) fn failed(reason: &str) -> McpResult {
    let content = [Content::Text {
        text: reason.to_owned(),
    }];
    McpResult::new()
        .with("content", &content)
        .with("isError", &true)
}

/// Returns the A2UI message for a tool's arguments. A model may omit the time and an empty context.
fn read_action(arguments: &Payload) -> Result<String, String> {
    let action = arguments.member("action").filter(Payload::is_object);
    let action =
        action.ok_or("`action` must be an object, such as {\"name\": …, \"surfaceId\": …}")?;
    if let Some(version) = given(arguments, "version") {
        if version.as_str().as_deref() != Some("v0.9") {
            return Err("`version` must be \"v0.9\"".to_owned());
        }
    }
    let mut members: Vec<_> = action
        .members()
        .filter(|(_, value)| !value.is_null())
        .collect();
    let now = format_now();
    for (name, value) in [
        ("timestamp", Payload::string(&now)),
        ("context", Payload::empty_object()),
    ] {
        if given(&action, name).is_none() {
            members.push((name.into(), value));
        }
    }
    let action = Payload::object(members.iter().map(|(name, value)| (name.as_ref(), value)));
    let version = Payload::string("v0.9");
    Ok(
        Payload::object([("version", &version), ("action", &action)])
            .text()
            .to_owned(),
    )
}

fn check_names(arguments: &Payload, known: &[&str]) -> Result<(), String> {
    let unknown = arguments
        .members()
        .find(|(name, _)| !known.contains(&name.as_ref()));
    match unknown {
        None => Ok(()),
        Some((name, _)) => Err(format!(
            "the tool has no argument `{name}`; it has `{}`",
            known.join("`, `")
        )),
    }
}

fn read_entry_number(arguments: &Payload, name: &str) -> Result<Option<u64>, String> {
    let Some(number) = given(arguments, name) else {
        return Ok(None);
    };
    match number.text().parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(format!("`{name}` must be an integer of at least 0")),
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
