//! An HTTP client for agents. It supports HTTP and HTTPS, and streams the responses.
//!
//! Certificates are verified with the system's root certificates. The variables `SSL_CERT_FILE` and `SSL_CERT_DIR`
//! select other roots. Redirects are not followed.

#[cfg(test)]
mod tests;

use crate::{error_chain::error_chain, gateway::agent::AgentError, sse::EventReader};
use axum::{
    body::{Body, HttpBody, to_bytes},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri,
        header::{CONTENT_TYPE, InvalidHeaderName, InvalidHeaderValue},
        uri::Scheme,
    },
};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use std::{
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::time::timeout;

/// The maximum time to establish a TCP connection.
const CONNECT: Duration = crate::limits::AGENT_CONNECT;
/// The time limit from the request to the head of the response. Some agents work before they answer.
const HEAD: Duration = crate::limits::AGENT_HEAD;
/// The maximum time for a response that is read as a whole.
const BODY: Duration = Duration::from_secs(30);
/// The time after which an unused connection is closed.
const IDLE: Duration = Duration::from_secs(30);

/// The reason for a request without a response.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The request cannot be sent because of its address or a header.
    #[error("{0}")]
    Request(String),
    /// The connection to the server cannot be established.
    #[error("{url} cannot be reached: {reason}")]
    Connect {
        /// The address of the request.
        url: String,
        /// A description of the error and its causes.
        reason: String,
    },
    /// The connection broke, or the server does not use HTTP.
    #[error("{url} gave no response: {reason}")]
    Response {
        /// The address of the request.
        url: String,
        /// A description of the error and its causes.
        reason: String,
    },
    /// The response did not arrive in time.
    #[error("{url} gave no response within {} s", .limit.as_secs())]
    Late {
        /// The address of the request.
        url: String,
        /// The time limit that was exceeded.
        limit: Duration,
    },
    /// The server answered with an error status.
    #[error("{url} answered {status}{}{text}", if .text.is_empty() { "" } else { ": " })]
    Status {
        /// The address of the request.
        url: String,
        /// The status of the response.
        status: StatusCode,
        /// The start of the body.
        text: String,
    },
}

impl HttpError {
    /// Returns `true` if the same request may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            Self::Request(_) => false,
            Self::Connect { .. } | Self::Response { .. } | Self::Late { .. } => true,
            Self::Status { status, .. } => {
                status.is_server_error() && *status != StatusCode::NOT_IMPLEMENTED
                    || matches!(
                        *status,
                        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS
                    )
            }
        }
    }

    /// Returns `true` if the server has certainly not begun to process the request, so that it may be sent again.
    pub(crate) fn is_unsent(&self) -> bool {
        match self {
            Self::Connect { .. } => true,
            Self::Status { status, .. } => {
                matches!(
                    *status,
                    StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS
                )
            }
            Self::Request(_) | Self::Response { .. } | Self::Late { .. } => false,
        }
    }
}

/// Uses the message for users, and the detail for operators.
impl From<&HttpError> for AgentError {
    fn from(error: &HttpError) -> Self {
        let message = match error {
            HttpError::Request(_) => "the agent cannot be asked".to_owned(),
            HttpError::Connect { .. } => "the agent cannot be reached".to_owned(),
            HttpError::Response { .. } => "the answer of the agent broke off".to_owned(),
            HttpError::Late { .. } => "the agent has not answered in time".to_owned(),
            HttpError::Status { status, .. } => {
                format!("the agent answered with an error ({})", status.as_u16())
            }
        };
        let of_kind = if error.is_unsent() {
            Self::temporary(message)
        } else {
            Self::permanent(message)
        };
        of_kind.with_detail(error)
    }
}

impl From<InvalidHeaderName> for HttpError {
    fn from(error: InvalidHeaderName) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<InvalidHeaderValue> for HttpError {
    fn from(error: InvalidHeaderValue) -> Self {
        Self::Request(error.to_string())
    }
}

type TlsClient = Client<HttpsConnector<HttpConnector>, Body>;

/// An HTTP client that reuses connections. All clones share the connections.
#[derive(Clone)]
pub(crate) struct HttpClient {
    plain: Client<HttpConnector, Body>,
    /// The client for HTTPS. It is created at its first use, and reads the system's certificates.
    tls: Arc<OnceLock<Result<TlsClient, String>>>,
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpClient").finish_non_exhaustive()
    }
}

impl HttpClient {
    pub(crate) fn new() -> Self {
        Self {
            plain: builder().build(connector()),
            tls: Arc::default(),
        }
    }

    /// Sends JSON with `POST`. `headers` may contain another content type.
    pub(crate) async fn post(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        json: String,
    ) -> Result<HttpResponse, HttpError> {
        self.request(Method::POST, url, headers, Some(json)).await
    }

    /// Sends a request. Returns the response as soon as its head has arrived, with any status.
    ///
    /// Dropping the response closes the connection if the body has not ended.
    pub(crate) async fn request(
        &self,
        method: Method,
        url: &str,
        headers: &[(&str, &str)],
        json: Option<String>,
    ) -> Result<HttpResponse, HttpError> {
        let uri = address(url)?;
        let is_tls = uri.scheme() == Some(&Scheme::HTTPS);
        let mut request = Request::new(Body::empty());
        (*request.method_mut(), *request.uri_mut()) = (method, uri);
        if let Some(json) = json {
            *request.body_mut() = Body::from(json);
            request
                .headers_mut()
                .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        for (name, value) in headers {
            request
                .headers_mut()
                .insert(HeaderName::try_from(*name)?, HeaderValue::try_from(*value)?);
        }
        let url = url.to_owned();
        let response = if is_tls {
            self.tls()?.request(request)
        } else {
            self.plain.request(request)
        };
        match timeout(HEAD, response).await {
            Err(_) => Err(HttpError::Late { url, limit: HEAD }),
            Ok(Err(error)) if error.is_connect() => Err(HttpError::Connect {
                url,
                reason: error_chain(&error),
            }),
            Ok(Err(error)) => Err(HttpError::Response {
                url,
                reason: error_chain(&error),
            }),
            Ok(Ok(response)) => {
                let (head, body) = response.into_parts();
                Ok(HttpResponse {
                    url,
                    status: head.status,
                    headers: head.headers,
                    body: Body::new(body),
                })
            }
        }
    }

    fn tls(&self) -> Result<&TlsClient, HttpError> {
        let tls = self.tls.get_or_init(|| {
            let mut http = connector();
            http.enforce_http(false);
            let provider = tokio_rustls::rustls::crypto::ring::default_provider();
            let tls = HttpsConnectorBuilder::new().with_provider_and_native_roots(provider);
            let tls = tls.map_err(|error| error_chain(&error))?;
            Ok(builder().build(tls.https_only().enable_http1().wrap_connector(http)))
        });
        tls.as_ref().map_err(|reason| {
            HttpError::Request(format!(
                "the system has no usable root certificates: {reason}"
            ))
        })
    }
}

fn connector() -> HttpConnector {
    let mut http = HttpConnector::new();
    http.set_connect_timeout(Some(CONNECT));
    http.set_nodelay(true);
    http
}

fn builder() -> hyper_util::client::legacy::Builder {
    let mut builder = Client::builder(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE);
    builder
}

/// Parses an `http` or `https` address.
pub(crate) fn address(url: &str) -> Result<Uri, HttpError> {
    let wrong = |reason: &str| {
        HttpError::Request(format!("`{url}` is not an address of an agent: {reason}"))
    };
    let uri: Uri = url.parse().map_err(|error| wrong(&format!("{error}")))?;
    match (uri.scheme_str(), uri.authority()) {
        (Some("http" | "https"), Some(at)) if at.as_str().contains('@') => Err(wrong(
            "user names and passwords are not supported in addresses",
        )),
        (Some("http" | "https"), Some(_)) => Ok(uri),
        _ => Err(wrong(
            "it must start with `http://` or `https://`, and name a host",
        )),
    }
}

/// A response whose body has not been read yet.
pub(crate) struct HttpResponse {
    url: String,
    /// The status code.
    pub(crate) status: StatusCode,
    /// The headers of the response.
    pub(crate) headers: HeaderMap,
    body: Body,
}

impl fmt::Debug for HttpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpResponse")
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

impl HttpResponse {
    /// Returns a header as text.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns `true` if the response has this media type. Parameters and case are ignored.
    pub(crate) fn has_type(&self, media_type: &str) -> bool {
        let stated = self
            .header("content-type")
            .and_then(|stated| stated.split(';').next());
        stated.is_some_and(|stated| stated.trim().eq_ignore_ascii_case(media_type))
    }

    /// Converts an error status to an error, described by the first kilobyte of the body.
    pub(crate) async fn successful(self) -> Result<Self, HttpError> {
        if self.status.is_success() {
            return Ok(self);
        }
        let (url, status) = (self.url.clone(), self.status);
        let text = self.text(64 << 10).await.unwrap_or_default();
        let text = text.trim().chars().take(1000).collect();
        Err(HttpError::Status { url, status, text })
    }

    /// Reads the whole body as text of at most `limit` bytes, within 30 s.
    pub(crate) async fn text(self, limit: usize) -> Result<String, HttpError> {
        let url = self.url;
        if self.body.size_hint().lower() > u64::try_from(limit).unwrap_or(u64::MAX) {
            return Err(HttpError::Response {
                url,
                reason: format!("the body has more than {limit} bytes"),
            });
        }
        match timeout(BODY, to_bytes(self.body, limit)).await {
            Err(_) => Err(HttpError::Late { url, limit: BODY }),
            Ok(Err(error)) => Err(HttpError::Response {
                url,
                reason: error_chain(&error),
            }),
            Ok(Ok(bytes)) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// Reads the body as Server-Sent Events.
    pub(crate) fn events(self) -> EventReader {
        EventReader::new(self.body)
    }
}
