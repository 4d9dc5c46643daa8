//! The routes of the bot.

use super::{
    FACE, SlackSettings,
    event::{EventRequest, UserText},
    interaction::{ClickKind, InteractionRequest, SlackClick},
    platform::{SlackPlace, SlackPlatform, false_value},
    signature::SignatureCheck,
    slack_surface,
};
use crate::{
    faces::chat_bot::{
        BotRequests, ChatPlatform, Click, ClickAnswer, ConversationInput, Conversations, PostError,
        refuse_busy,
    },
    gateway::Gateway,
    server::request_guard::RequestGuard,
};
use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};
use tokio::{
    sync::{OwnedSemaphorePermit, oneshot},
    time::timeout,
};
use wire::{Finding, Payload, Pointer};

/// The time limit of the answer to a submitted view.
const ANSWER: Duration = crate::limits::BOT_ANSWER;
/// The time limit of the answer that only one user sees. It comes after the response.
const LATE_ANSWER: Duration = Duration::from_secs(60);
/// The text for a click on a surface that does not exist any more.
const GONE: &str = "This content is no longer available.";
/// The text for a click with a key of another conversation.
const UNKNOWN_KEY: &str = "This button does not belong to this conversation.";

/// Returns the routes of the bot: `POST /events` and `POST /interactions`.
///
/// The guard protects the routes. See the [module documentation](super).
pub fn routes(gateway: Gateway, guard: &RequestGuard, settings: SlackSettings) -> Router {
    let platform = Arc::new(SlackPlatform::new(&settings));
    let bot = Arc::new(SlackBot {
        signatures: SignatureCheck::new(&settings.signing_secret),
        requests: BotRequests::new(&gateway, FACE),
        conversations: Conversations::new(Arc::clone(&platform), gateway),
        platform,
    });
    guard.protect(
        Router::new()
            .route("/events", post(receive_event))
            .route("/interactions", post(receive_interaction))
            .with_state(bot),
    )
}

/// The state of the routes.
struct SlackBot {
    signatures: SignatureCheck,
    requests: BotRequests,
    conversations: Conversations<SlackPlatform>,
    platform: Arc<SlackPlatform>,
}

async fn receive_event(State(bot): State<Arc<SlackBot>>, request: Request) -> Response {
    let body = match bot.read(request).await {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    let Some(request) = std::str::from_utf8(&body).ok().and_then(parse) else {
        return (StatusCode::BAD_REQUEST, "the body is not valid JSON\n").into_response();
    };
    match EventRequest::read(&request) {
        EventRequest::Verification(challenge) => {
            return ([(CONTENT_TYPE, "text/plain")], challenge).into_response();
        }
        EventRequest::Text(text) => bot.receive_text(text),
        EventRequest::Ignored => {}
        EventRequest::Unknown(name) => bot.conversations.report_unknown("event", &name),
    }
    StatusCode::OK.into_response()
}

async fn receive_interaction(State(bot): State<Arc<SlackBot>>, request: Request) -> Response {
    let body = match bot.read(request).await {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    let mut fields = form_urlencoded::parse(&body);
    let field = fields.find(|(name, _)| name == "payload");
    let Some(payload) = field.and_then(|(_, text)| parse(&text)) else {
        return (
            StatusCode::BAD_REQUEST,
            "the body has no field `payload` with JSON\n",
        )
            .into_response();
    };
    match InteractionRequest::read(payload) {
        InteractionRequest::Click(click) => bot.receive_click(*click).await,
        InteractionRequest::Ignored => StatusCode::OK.into_response(),
        InteractionRequest::Unknown(name) => {
            bot.conversations.report_unknown("interaction", &name);
            StatusCode::OK.into_response()
        }
    }
}

fn parse(text: &str) -> Option<Payload> {
    Payload::parse(text).ok().filter(Payload::is_object)
}

impl SlackBot {
    /// Reads a request, and verifies its signature.
    async fn read(&self, request: Request) -> Result<Bytes, Response> {
        let (head, body) = self.requests.read(request).await?;
        let verified = self
            .signatures
            .verify(&head.headers, &body, SystemTime::now());
        verified.map_err(|error| {
            let reason = error.to_string();
            self.conversations.report_refused(&reason);
            (StatusCode::UNAUTHORIZED, format!("{reason}\n")).into_response()
        })?;
        Ok(body)
    }

    /// Passes a text of a user to its conversation. Slack repeats a request that is answered too late.
    fn receive_text(self: &Arc<Self>, text: UserText) {
        let UserText { id, place, text } = text;
        if !self.conversations.is_first(&id) {
            return;
        }
        let input = ConversationInput::Text { id, text };
        let session = place.session();
        if let Err(reason) = self.conversations.pass(&session, place.clone(), input) {
            let bot = Arc::clone(self);
            tokio::spawn(async move { bot.say(&place, reason).await });
        }
    }

    /// Processes a click. The answer to a click in a message is empty, and comes at once.
    async fn receive_click(self: &Arc<Self>, click: SlackClick) -> Response {
        let Some(permit) = self.requests.begin() else {
            return refuse_busy();
        };
        // A view that stays open may be submitted again.
        if click.kind != ClickKind::Submission && !self.conversations.is_first(&click.id) {
            return StatusCode::OK.into_response();
        }
        let bot = Arc::clone(self);
        if click.kind != ClickKind::Submission {
            tokio::spawn(async move { bot.process_click(click, permit).await });
            return StatusCode::OK.into_response();
        }
        match timeout(ANSWER, bot.answer_click(&click)).await {
            Ok(answer) => answer_view(answer),
            // Slack closes the view, and the message changes later.
            Err(_) => StatusCode::OK.into_response(),
        }
    }

    /// Processes a click in a message or a view after the response.
    async fn process_click(&self, click: SlackClick, _permit: OwnedSemaphorePermit) {
        let answer = match timeout(LATE_ANSWER, self.answer_click(&click)).await {
            Ok(answer) => answer,
            // The message shows the result.
            Err(_) => return,
        };
        let done = match answer {
            ClickAnswer::Accepted | ClickAnswer::Surface(_) => return,
            ClickAnswer::Show(view) => self.show_view(&click, &view).await,
            // A user who closes a view does not need the surface.
            ClickAnswer::Gone if click.kind == ClickKind::Closing => return,
            ClickAnswer::Gone => self.whisper(&click, GONE).await,
            ClickAnswer::Invalid(reason) | ClickAnswer::Refused(reason) => {
                self.whisper(&click, &reason).await
            }
        };
        if let Err(error) = done {
            let message = match error {
                PostError::Temporary(reason) | PostError::Refused(reason) => reason,
                PostError::Limited(_) => "Slack limits the requests".to_owned(),
                PostError::Missing => "the message was deleted".to_owned(),
            };
            let message = format!("the answer to a click was not posted: {message}");
            let finding = Finding::warning("serve/bot-message", Pointer::root(), message);
            self.conversations.report(finding);
        }
    }

    /// Passes a click to its conversation, and returns the answer.
    async fn answer_click(&self, click: &SlackClick) -> ClickAnswer {
        let found = click.places.iter().find_map(|place| {
            let session = place.session();
            let surface = self
                .platform
                .keys
                .surface_of(&session, &click.reference)
                .ok()?;
            Some((place.clone(), session, surface.to_owned()))
        });
        let Some((place, session, surface)) = found else {
            self.conversations.report_unknown_key();
            return ClickAnswer::Refused(UNKNOWN_KEY.to_owned());
        };
        let (answer, answered) = oneshot::channel();
        let metadata = format!("{session} {}", click.reference);
        let (payload, own) = (click.payload.clone(), surface.clone());
        let input = ConversationInput::Click(Click {
            id: click.id.clone(),
            surface,
            message: click.message.clone(),
            submit: Box::new(move |surfaces, tabs| {
                slack_surface::apply(surfaces, &own, &payload, &metadata, tabs)
            }),
            wants_surface: false,
            answer,
        });
        if let Err(reason) = self.conversations.pass(&session, place, input) {
            return ClickAnswer::Refused(reason.to_owned());
        }
        // Without an answer, the conversation has ended because the session or the program did.
        answered.await.unwrap_or(ClickAnswer::Refused(
            "The session has ended. Please try again.".to_owned(),
        ))
    }

    /// Opens a view, or replaces the view with the button.
    async fn show_view(&self, click: &SlackClick, view: &str) -> Result<(), PostError> {
        let unreadable = |error: wire::DecodeError| PostError::Refused(error.to_string());
        let view = Payload::parse(view).map_err(unreadable)?;
        let (method, arguments) = match (&click.view, &click.trigger) {
            (Some((id, hash)), _) => {
                let (id, hash) = (Payload::string(id), Payload::string(hash));
                let members = [("view_id", &id), ("hash", &hash), ("view", &view)];
                ("views.update", Payload::object(members))
            }
            (None, Some(trigger)) => {
                let trigger = Payload::string(trigger);
                let members = [("trigger_id", &trigger), ("view", &view)];
                ("views.open", Payload::object(members))
            }
            (None, None) => return Ok(()),
        };
        let arguments = arguments.text().to_owned();
        self.platform.api.call(method, arguments).await.map(drop)
    }

    /// Shows a text to the user who clicked.
    async fn whisper(&self, click: &SlackClick, text: &str) -> Result<(), PostError> {
        let shown = Payload::string(&slack_surface::escape(text));
        if let Some(url) = &click.response_url {
            let answer = Payload::object([
                ("response_type", &Payload::string("ephemeral")),
                ("replace_original", &false_value()),
                ("text", &shown),
            ]);
            return self
                .platform
                .api
                .respond(url, answer.text().to_owned())
                .await;
        }
        let Some(place) = click.places.first() else {
            return Ok(());
        };
        let arguments = Payload::object([
            ("channel", &Payload::string(place.channel())),
            ("user", &Payload::string(&click.user)),
            ("text", &shown),
        ]);
        let arguments = arguments.text().to_owned();
        let posted = self.platform.api.call("chat.postEphemeral", arguments);
        posted.await.map(drop)
    }

    /// Posts a text to a conversation. If that fails, nothing else can be done.
    async fn say(&self, place: &SlackPlace, text: &str) {
        let message = self.platform.render_text(text);
        let _ = self.platform.post(place, None, &message).await;
    }
}

/// Returns the response to a submitted view. An empty one closes the view.
fn answer_view(answer: ClickAnswer) -> Response {
    let body = match answer {
        ClickAnswer::Accepted | ClickAnswer::Surface(_) => return StatusCode::OK.into_response(),
        ClickAnswer::Show(body) => body,
        ClickAnswer::Gone => slack_surface::text_view(GONE),
        ClickAnswer::Invalid(reason) | ClickAnswer::Refused(reason) => {
            slack_surface::text_view(&reason)
        }
    };
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}
