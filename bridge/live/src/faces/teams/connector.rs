//! The Bot Connector, which posts and replaces messages.
//!
//! Specification: [Bot Connector API](https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference).

use super::TeamsSettings;
use crate::{
    agents::http_client::{HttpClient, HttpResponse},
    faces::chat_bot::{AllowedHosts, PostError, Secret, post_error, retry_after},
    member_text::member_text,
};
use axum::http::{Method, StatusCode};
use std::time::Duration;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use wire::Payload;

/// The longest response in bytes.
const RESPONSE: usize = crate::limits::BOT_RESPONSE;
/// The time limit of a request.
const REQUEST: Duration = crate::limits::BOT_REQUEST;
/// The scope of the tokens.
const SCOPE: &str = "https://api.botframework.com/.default";
/// The time before the end of a token at which a new one is fetched.
const EARLY: Duration = Duration::from_secs(300);
/// The validity of a token that states none.
const VALIDITY: u64 = 600;

/// A client of the Bot Connector.
#[derive(Debug)]
pub(super) struct Connector {
    http: HttpClient,
    app_id: String,
    password: Secret,
    token_url: String,
    hosts: AllowedHosts,
    /// The token for answers. The lock is held while it is fetched, so that concurrent answers cause only one request.
    token: Mutex<Option<AnswerToken>>,
}

/// A token for answers. `Debug` does not show it.
struct AnswerToken {
    text: String,
    until: Instant,
}

impl std::fmt::Debug for AnswerToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnswerToken").finish_non_exhaustive()
    }
}

impl Connector {
    pub(super) fn new(settings: &TeamsSettings) -> Self {
        Self {
            http: HttpClient::new(),
            app_id: settings.app_id.clone(),
            password: settings.password.clone(),
            token_url: settings.token_url.clone(),
            hosts: settings.hosts.clone(),
            token: Mutex::new(None),
        }
    }

    /// Sends a message, and returns the answer. If the token has been revoked, a new one is fetched once.
    pub(super) async fn send(
        &self,
        method: &Method,
        url: &str,
        message: &str,
    ) -> Result<Payload, PostError> {
        self.hosts.ensure(url).map_err(PostError::Refused)?;
        let mut response = self.request(method, url, message).await?;
        if response.status == StatusCode::UNAUTHORIZED {
            *self.token.lock().await = None;
            response = self.request(method, url, message).await?;
        }
        let status = response.status;
        let reason = || format!("the Bot Connector answered {status}");
        match status {
            StatusCode::TOO_MANY_REQUESTS => Err(PostError::Limited(retry_after(&response))),
            StatusCode::NOT_FOUND if method == Method::PUT => Err(PostError::Missing),
            status if status.is_success() => {
                let text = timeout(REQUEST, response.text(RESPONSE)).await;
                let text = text.ok().and_then(Result::ok).unwrap_or_default();
                // The answer to a change may be empty.
                Ok(Payload::parse(text).unwrap_or_else(|_| Payload::empty_object()))
            }
            status if status.is_server_error() || status == StatusCode::PRECONDITION_FAILED => {
                Err(PostError::Temporary(reason()))
            }
            _ => Err(PostError::Refused(reason())),
        }
    }

    async fn request(
        &self,
        method: &Method,
        url: &str,
        message: &str,
    ) -> Result<HttpResponse, PostError> {
        let bearer = format!("Bearer {}", self.token().await?);
        let headers = [("authorization", bearer.as_str())];
        let body = Some(message.to_owned());
        let sent = self.http.request(method.clone(), url, &headers, body);
        match timeout(REQUEST, sent).await {
            Ok(response) => response.map_err(|error| post_error(&error)),
            Err(_) => Err(PostError::Temporary(
                "the Bot Connector has not answered in time".to_owned(),
            )),
        }
    }

    /// Returns the token for answers, which is fetched if it ends soon.
    async fn token(&self) -> Result<String, PostError> {
        let mut known = self.token.lock().await;
        if let Some(token) = known.as_ref().filter(|token| token.until > Instant::now()) {
            return Ok(token.text.clone());
        }
        let late = |_| PostError::Temporary("no token for answers arrived in time".to_owned());
        let token = timeout(REQUEST, self.fetch_token()).await.map_err(late)??;
        let text = token.text.clone();
        *known = Some(token);
        Ok(text)
    }

    async fn fetch_token(&self) -> Result<AnswerToken, PostError> {
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "client_credentials")
            .append_pair("client_id", &self.app_id)
            .append_pair("client_secret", self.password.expose())
            .append_pair("scope", SCOPE)
            .finish();
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let answered = self.http.post(&self.token_url, &headers, body).await;
        let response = answered.map_err(|error| post_error(&error))?;
        let status = response.status;
        if status == StatusCode::TOO_MANY_REQUESTS {
            return Err(PostError::Limited(retry_after(&response)));
        }
        if !status.is_success() {
            let reason = format!("the address for tokens answered {status}");
            return Err(match status.is_server_error() {
                true => PostError::Temporary(reason),
                false => PostError::Refused(format!(
                    "{reason}; check the id and the password of the app"
                )),
            });
        }
        let unusable = || PostError::Refused("the address for tokens gave no token".to_owned());
        let text = response.text(RESPONSE).await.map_err(|_| unusable())?;
        let answer = Payload::parse(text).map_err(|_| unusable())?;
        let text = member_text(&answer, "access_token").ok_or_else(unusable)?;
        let stated = answer
            .member("expires_in")
            .and_then(|seconds| seconds.text().parse().ok());
        let validity = Duration::from_secs(stated.unwrap_or(VALIDITY).min(86_400));
        Ok(AnswerToken {
            text,
            until: Instant::now() + validity.saturating_sub(EARLY),
        })
    }
}
