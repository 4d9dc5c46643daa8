//! The Web API of Slack.
//!
//! Specification: [Web API](https://docs.slack.dev/apis/web-api/).

use super::SlackSettings;
use crate::{
    agents::http_client::HttpClient,
    faces::chat_bot::{AllowedHosts, PostError, Secret, post_error, retry_after},
    member_text::member_text,
};
use axum::http::StatusCode;
use std::time::Duration;
use tokio::time::timeout;
use wire::Payload;

/// The longest response in bytes.
const RESPONSE: usize = crate::limits::BOT_RESPONSE;
/// The time limit of a request.
const REQUEST: Duration = crate::limits::BOT_REQUEST;
/// The errors after which the same request may succeed.
const TEMPORARY: [&str; 4] = [
    "fatal_error",
    "internal_error",
    "request_timeout",
    "service_unavailable",
];

/// A client of the Web API.
#[derive(Debug)]
pub(super) struct WebApi {
    http: HttpClient,
    base: String,
    token: Secret,
    hosts: AllowedHosts,
}

impl WebApi {
    pub(super) fn new(settings: &SlackSettings) -> Self {
        Self {
            http: HttpClient::new(),
            base: settings.api.trim_end_matches('/').to_owned(),
            token: settings.token.clone(),
            hosts: settings.hosts.clone(),
        }
    }

    /// Calls a method. Returns the answer, which is an object with `"ok": true`.
    pub(super) async fn call(&self, method: &str, arguments: String) -> Result<Payload, PostError> {
        let url = format!("{}/{method}", self.base);
        self.hosts.ensure(&url).map_err(PostError::Refused)?;
        let bearer = format!("Bearer {}", self.token.expose());
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json; charset=utf-8"),
        ];
        let text = self.post(method, &url, &headers, arguments).await?;
        let answer = Payload::parse(&text).map_err(|_| {
            PostError::Temporary(format!("the answer of `{method}` is not valid JSON"))
        })?;
        if answer.member("ok").is_some_and(|ok| ok.text() == "true") {
            return Ok(answer);
        }
        let error = member_text(&answer, "error").unwrap_or_default();
        Err(match error.as_str() {
            "message_not_found" => PostError::Missing,
            error if TEMPORARY.contains(&error) => {
                PostError::Temporary(format!("`{method}` answered `{error}`"))
            }
            error => PostError::Refused(format!("`{method}` answered `{error}`")),
        })
    }

    /// Posts an answer to the `response_url` of a request. The address is a secret, and does not appear in errors.
    pub(super) async fn respond(&self, url: &str, answer: String) -> Result<(), PostError> {
        self.hosts.ensure(url).map_err(PostError::Refused)?;
        self.post("response_url", url, &[], answer).await.map(drop)
    }

    async fn post(
        &self,
        name: &str,
        url: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<String, PostError> {
        let late = || PostError::Temporary(format!("`{name}` has not answered in time"));
        let answered = timeout(REQUEST, self.http.post(url, headers, body)).await;
        let response = match answered.map_err(|_| late())? {
            Ok(response) => response,
            Err(error) if name != "response_url" => return Err(post_error(&error)),
            Err(_) => return Err(PostError::Temporary(format!("`{name}` cannot be reached"))),
        };
        let status = response.status;
        if status == StatusCode::TOO_MANY_REQUESTS {
            return Err(PostError::Limited(retry_after(&response)));
        }
        if !status.is_success() {
            let reason = format!("`{name}` answered {status}");
            return Err(match status.is_server_error() {
                true => PostError::Temporary(reason),
                false => PostError::Refused(reason),
            });
        }
        let text = timeout(REQUEST, response.text(RESPONSE)).await;
        text.map_err(|_| late())?
            .map_err(|_| PostError::Temporary(format!("the answer of `{name}` broke off")))
    }
}
