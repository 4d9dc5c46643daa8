//! The route of the bot.

use super::{
    FACE, TeamsSettings,
    activity_request::{ActivityContent, ActivityRequest, TeamsClick},
    bot_token::TokenCheck,
    platform::{TeamsPlace, TeamsPlatform},
    teams_surface,
};
use crate::{
    faces::chat_bot::{
        BotRequests, ChatPlatform, Click, ClickAnswer, ConversationInput, Conversations,
        refuse_busy,
    },
    gateway::Gateway,
    server::request_guard::RequestGuard,
};
use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, oneshot},
    time::timeout,
};
use wire::Payload;

/// The time limit of the answer to a click.
const ANSWER: Duration = crate::limits::BOT_ANSWER;
/// The time limit of the message that answers a submit.
const LATE_ANSWER: Duration = Duration::from_secs(60);
/// The text for a click on a surface that does not exist any more.
const GONE: &str = "This content is no longer available.";
/// The text for a click with a key of another conversation.
const UNKNOWN_KEY: &str = "This button does not belong to this conversation.";
/// The answer to a click if the agent takes longer.
const LATER: &str = "Sent. The answer follows.";

/// A bot whose keys were read.
#[derive(Debug)]
pub struct TeamsBot {
    tokens: Arc<TokenCheck>,
    platform: Arc<TeamsPlatform>,
}

impl TeamsBot {
    /// Reads the keys of the Bot Framework.
    ///
    /// # Errors
    /// Returns the reason if the keys cannot be read.
    pub async fn start(settings: TeamsSettings) -> Result<Self, String> {
        let tokens = TokenCheck::new(&settings.keys, settings.app_id.clone()).await?;
        let platform = Arc::new(TeamsPlatform::new(&settings));
        Ok(Self {
            tokens: Arc::new(tokens),
            platform,
        })
    }

    /// Returns the route of the bot: `POST /messages`.
    ///
    /// The guard protects the route. See the [module documentation](super).
    pub fn routes(&self, gateway: Gateway, guard: &RequestGuard) -> Router {
        let platform = Arc::clone(&self.platform);
        let face = Arc::new(TeamsFace {
            tokens: Arc::clone(&self.tokens),
            requests: BotRequests::new(&gateway, FACE),
            conversations: Conversations::new(Arc::clone(&platform), gateway),
            platform,
        });
        guard.protect(
            Router::new()
                .route("/messages", post(receive))
                .with_state(face),
        )
    }
}

/// The state of the route.
struct TeamsFace {
    tokens: Arc<TokenCheck>,
    requests: BotRequests,
    conversations: Conversations<TeamsPlatform>,
    platform: Arc<TeamsPlatform>,
}

async fn receive(State(face): State<Arc<TeamsFace>>, request: Request) -> Response {
    let (head, body) = match face.requests.read(request).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let service_url = match face.tokens.verify(&head.headers).await {
        Ok(service_url) => service_url,
        Err(reason) => return face.refuse(&reason),
    };
    let activity = std::str::from_utf8(&body)
        .ok()
        .and_then(|text| Payload::parse(text).ok());
    let Some(activity) = activity.filter(Payload::is_object) else {
        return (StatusCode::BAD_REQUEST, "the body is not a JSON object\n").into_response();
    };
    let request = match ActivityRequest::read(&activity) {
        Ok(request) => request,
        Err(reason) => return (StatusCode::BAD_REQUEST, format!("{reason}\n")).into_response(),
    };
    if !request.place.is_at(&service_url) {
        return face.refuse("the `serviceUrl` of the activity is not that of its token");
    }
    face.handle(request).await
}

impl TeamsFace {
    /// Refuses a request whose token is not valid. Only the operator sees the reason.
    fn refuse(&self, reason: &str) -> Response {
        self.conversations.report_refused(reason);
        (StatusCode::UNAUTHORIZED, "the token is not valid\n").into_response()
    }

    async fn handle(self: &Arc<Self>, request: ActivityRequest) -> Response {
        let ActivityRequest { id, place, content } = request;
        match content {
            ActivityContent::Ignored => StatusCode::OK.into_response(),
            ActivityContent::Unknown(what, name) => {
                self.conversations.report_unknown(what, &name);
                StatusCode::OK.into_response()
            }
            ActivityContent::Text(text) => {
                self.receive_text(id, place, text);
                StatusCode::OK.into_response()
            }
            ActivityContent::Click(click) => self.receive_click(id, place, click).await,
        }
    }

    /// Passes a text of a user to its conversation.
    fn receive_text(self: &Arc<Self>, id: String, place: TeamsPlace, text: String) {
        if !self.conversations.is_first(&id) {
            return;
        }
        let input = ConversationInput::Text { id, text };
        let session = place.session();
        if let Err(reason) = self.conversations.pass(&session, place.clone(), input) {
            let face = Arc::clone(self);
            tokio::spawn(async move { face.say(&place, reason).await });
        }
    }

    async fn receive_click(
        self: &Arc<Self>,
        id: String,
        place: TeamsPlace,
        click: TeamsClick,
    ) -> Response {
        let Some(permit) = self.requests.begin() else {
            return refuse_busy();
        };
        let is_execute = click.is_execute;
        if !self.conversations.is_first(&id) {
            return match is_execute {
                true => answer_invoke(&teams_surface::text_answer(LATER)),
                false => StatusCode::OK.into_response(),
            };
        }
        if !is_execute {
            let face = Arc::clone(self);
            tokio::spawn(async move { face.process_submit(id, place, click, permit).await });
            return StatusCode::OK.into_response();
        }
        // The conversation goes on if the answer is late.
        let answered = timeout(ANSWER, self.answer_click(id, place, click)).await;
        let text = match answered {
            Ok(ClickAnswer::Surface(message)) => {
                return answer_invoke(&teams_surface::card_answer(&message));
            }
            Ok(ClickAnswer::Invalid(reason) | ClickAnswer::Refused(reason)) => reason,
            Ok(ClickAnswer::Gone) => GONE.to_owned(),
            Ok(ClickAnswer::Accepted | ClickAnswer::Show(_)) | Err(_) => LATER.to_owned(),
        };
        answer_invoke(&teams_surface::text_answer(&text))
    }

    /// Processes a submit after its response. Only a problem needs a message, because the card changes.
    async fn process_submit(
        &self,
        id: String,
        place: TeamsPlace,
        click: TeamsClick,
        _permit: OwnedSemaphorePermit,
    ) {
        let answered = timeout(LATE_ANSWER, self.answer_click(id, place.clone(), click)).await;
        match answered {
            Ok(ClickAnswer::Gone) => self.say(&place, GONE).await,
            Ok(ClickAnswer::Invalid(reason) | ClickAnswer::Refused(reason)) => {
                self.say(&place, &reason).await;
            }
            Ok(ClickAnswer::Accepted | ClickAnswer::Show(_) | ClickAnswer::Surface(_)) | Err(_) => {
            }
        }
    }

    /// Passes a click to its conversation, and returns the answer.
    async fn answer_click(&self, id: String, place: TeamsPlace, click: TeamsClick) -> ClickAnswer {
        let session = place.session();
        let read = teams_surface::read_submit(&click.data, |reference| {
            let surface = self.platform.keys.surface_of(&session, reference).ok()?;
            Some(surface.to_owned())
        });
        let Some(submit) = read else {
            self.conversations.report_unknown_key();
            return ClickAnswer::Refused(UNKNOWN_KEY.to_owned());
        };
        let (answer, answered) = oneshot::channel();
        let input = ConversationInput::Click(Click {
            id,
            surface: submit.surface_id.clone(),
            message: click.message,
            submit: Box::new(move |surfaces, ()| teams_surface::apply(surfaces, &submit)),
            wants_surface: click.is_execute,
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

    /// Posts a text to a conversation. If that fails, nothing else can be done.
    async fn say(&self, place: &TeamsPlace, text: &str) {
        let message = self.platform.render_text(text);
        let _ = self.platform.post(place, None, &message).await;
    }
}

/// Returns the response to an invoke.
fn answer_invoke(answer: &str) -> Response {
    ([(CONTENT_TYPE, "application/json")], answer.to_owned()).into_response()
}
