//! Protects a server from requests for other hosts and from pages of other origins.

use axum::{
    Router,
    extract::Request,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
            ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
            ACCESS_CONTROL_REQUEST_METHOD, CACHE_CONTROL, HOST, ORIGIN, REFERRER_POLICY, VARY,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use std::sync::Arc;

/// The hosts and origins whose requests a server accepts. Without this check, a web page could let its own domain name
/// resolve to the server, and send requests through the user's browser.
///
/// ```
/// use agent_ui_live::request_guard::RequestGuard;
/// use axum::{Router, routing::get};
///
/// let guard = RequestGuard { origins: vec!["https://app.test".to_owned()], ..RequestGuard::default() };
/// let routes: Router = guard.protect(Router::new().route("/", get(async || "only for app.test")));
/// # let _ = routes;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestGuard {
    /// The host names of the server, without ports. The default is `localhost`, `127.0.0.1` and `[::1]`.
    pub hosts: Vec<String>,
    /// Other origins whose pages may send requests, for example `https://app.test`. Pages of the server itself are always
    /// allowed. The default is none.
    pub origins: Vec<String>,
}

impl Default for RequestGuard {
    fn default() -> Self {
        let hosts = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        Self { hosts, origins: Vec::new() }
    }
}

impl RequestGuard {
    /// Refuses requests with a foreign `Host` or `Origin` with status 403, answers the preflight requests of allowed
    /// origins, and adds security headers to every response.
    pub fn protect(&self, routes: Router) -> Router {
        let guard = Arc::new(self.clone());
        routes.layer(from_fn(move |request: Request, next: Next| {
            let guard = Arc::clone(&guard);
            async move { guard.answer(request, next).await }
        }))
    }

    async fn answer(&self, request: Request, next: Next) -> Response {
        let headers = request.headers();
        if let Some(reason) = rejection_reason(headers, &self.hosts, &self.origins) {
            return with_security_headers((StatusCode::FORBIDDEN, reason).into_response());
        }
        // Browsers send the header without a request of another origin, too. It does not matter then.
        let origin = headers.get(ORIGIN).cloned();
        let asked = headers.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned();
        let is_preflight =
            request.method() == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let mut response = match is_preflight {
            true => StatusCode::NO_CONTENT.into_response(),
            false => next.run(request).await,
        };
        if let Some(origin) = origin {
            let headers = response.headers_mut();
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.append(VARY, HeaderValue::from_static("origin"));
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("*"));
            if is_preflight {
                let methods = HeaderValue::from_static("GET, POST, DELETE");
                headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
                headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
                if let Some(asked) = asked {
                    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked);
                }
            }
        }
        with_security_headers(response)
    }
}

fn with_security_headers(mut response: Response) -> Response {
    for (name, value) in
        [(X_CONTENT_TYPE_OPTIONS, "nosniff"), (REFERRER_POLICY, "no-referrer"), (CACHE_CONTROL, "no-store")]
    {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Returns the reason to refuse a request, or `None` to accept it.
pub(crate) fn rejection_reason(
    headers: &HeaderMap,
    hosts: &[String],
    origins: &[String],
) -> Option<&'static str> {
    let only = |name: &HeaderName| {
        let mut all = headers.get_all(name).iter();
        let one = all.next()?.to_str().ok()?;
        all.next().is_none().then_some(one)
    };
    let Some(host) = only(&HOST) else { return Some("the request must have exactly one `Host` header") };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    if !hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Some("the `Host` header names another host");
    }
    if headers.contains_key(ORIGIN) {
        let origin = only(&ORIGIN);
        let is_own = origin
            .and_then(|origin| origin.split_once("://"))
            .is_some_and(|(scheme, at)| matches!(scheme, "http" | "https") && at.eq_ignore_ascii_case(host));
        let is_known =
            origin.is_some_and(|origin| origins.iter().any(|known| known.eq_ignore_ascii_case(origin)));
        if !is_own && !is_known {
            return Some("pages of this origin may not send requests");
        }
    }
    None
}
