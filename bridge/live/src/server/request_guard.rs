//! Protection of a server from requests for other hosts and from pages of other origins.

mod origin_pattern;

pub use origin_pattern::{InvalidOrigin, OriginPattern};

use axum::{
    Router,
    extract::Request,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
            ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
            ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, CACHE_CONTROL, HOST,
            ORIGIN, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use std::{
    net::{Ipv4Addr, Ipv6Addr},
    sync::Arc,
};

/// The hosts and origins whose requests a server accepts. Without this check, a web page could let its own domain name
/// resolve to the server, and send requests through the user's browser.
///
/// ```
/// use agent_ui_live::server::request_guard::RequestGuard;
/// use axum::{Router, routing::get};
///
/// let guard = RequestGuard { origins: vec!["https://app.test".parse()?], ..RequestGuard::default() };
/// let routes: Router = guard.protect(Router::new().route("/", get(async || "only for app.test")));
/// # let _ = routes;
/// # Ok::<(), agent_ui_live::server::request_guard::InvalidOrigin>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestGuard {
    /// The host names of the server, without ports. The default is `localhost`, `127.0.0.1` and `[::1]`.
    pub hosts: Vec<String>,
    /// Other origins whose pages may send requests, for example `https://app.test`. Pages of the server itself are always
    /// allowed. The default is none.
    pub origins: Vec<OriginPattern>,
}

impl Default for RequestGuard {
    fn default() -> Self {
        let hosts = ["localhost", "127.0.0.1", "[::1]"]
            .map(str::to_owned)
            .to_vec();
        Self {
            hosts,
            origins: Vec::new(),
        }
    }
}

impl RequestGuard {
    /// Adds protection to routes. Requests with a foreign `Host` or `Origin` are refused with status 403, preflight
    /// requests of allowed origins are answered, and every response gets security headers.
    pub fn protect(&self, routes: Router) -> Router {
        self.layer(routes, HostRule::OnlyKnown, Arc::new(|_| {}))
    }

    /// Protects routes like [`protect`](Self::protect). Every refused request is passed to `report`.
    #[cfg(feature = "gateway")]
    pub(crate) fn protect_and_report(&self, routes: Router, report: RejectionReport) -> Router {
        self.layer(routes, HostRule::OnlyKnown, report)
    }

    /// Protects routes for monitors, which reach the server by its address. Their `Host` may also be an IP address,
    /// `localhost`, or absent. If a page's host name resolves to the server, the browser sends that name.
    #[cfg(feature = "gateway")]
    pub(crate) fn protect_probes(&self, routes: Router, report: RejectionReport) -> Router {
        self.layer(routes, HostRule::AlsoAddresses, report)
    }

    fn layer(&self, routes: Router, rule: HostRule, report: RejectionReport) -> Router {
        let guard = Arc::new(self.clone());
        routes.layer(from_fn(move |request: Request, next: Next| {
            let (guard, report) = (Arc::clone(&guard), Arc::clone(&report));
            async move { guard.answer(rule, &*report, request, next).await }
        }))
    }

    /// Answers a request, unless its `Host` or `Origin` is foreign. Preflight requests are answered here.
    async fn answer(
        &self,
        rule: HostRule,
        report: &(dyn Fn(&Rejection) + Send + Sync),
        request: Request,
        next: Next,
    ) -> Response {
        let headers = request.headers();
        if let Some(rejection) = find_rejection(headers, rule, &self.hosts, &self.origins) {
            report(&rejection);
            return with_security_headers(
                (StatusCode::FORBIDDEN, rejection.reason()).into_response(),
            );
        }
        // Browsers send the header without a request of another origin, too. It does not matter then.
        let origin = headers.get(ORIGIN).cloned();
        let requested_headers = headers.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned();
        let is_preflight = request.method() == Method::OPTIONS
            && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
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
                if let Some(requested_headers) = requested_headers {
                    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, requested_headers);
                }
            }
        }
        with_security_headers(response)
    }
}

fn with_security_headers(mut response: Response) -> Response {
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ] {
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The accepted values of `Host`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HostRule {
    OnlyKnown,
    AlsoAddresses,
}

/// The function that receives every rejection.
pub(crate) type RejectionReport = Arc<dyn Fn(&Rejection) + Send + Sync>;

/// The reason for refusing a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// There is no `Host`, or there are several.
    NoHost,
    /// The `Host` is foreign. Its name is without the port.
    ForeignHost(String),
    /// The `Origin` is foreign, or there are several.
    ForeignOrigin(String),
}

impl Rejection {
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Self::NoHost => "the request must have exactly one `Host` header",
            Self::ForeignHost(_) => "the `Host` header names another host",
            Self::ForeignOrigin(_) => "pages of this origin may not send requests",
        }
    }
}

/// Returns the reason to refuse a request, or `None` to accept it.
#[cfg(any(feature = "ahp", feature = "provider"))]
pub(crate) fn rejection_of(
    headers: &HeaderMap,
    hosts: &[String],
    origins: &[OriginPattern],
) -> Option<Rejection> {
    find_rejection(headers, HostRule::OnlyKnown, hosts, origins)
}

/// Returns the reason to refuse a request under this rule, or `None` to accept it.
fn find_rejection(
    headers: &HeaderMap,
    rule: HostRule,
    hosts: &[String],
    origins: &[OriginPattern],
) -> Option<Rejection> {
    let host = match (single_value(headers, &HOST), rule) {
        (Some(host), _) => Some(host),
        // Requests of HTTP/1.0 may have no `Host`.
        (None, HostRule::AlsoAddresses) if !headers.contains_key(HOST) => None,
        (None, _) => return Some(Rejection::NoHost),
    };
    if let Some(name) = host.map(without_port) {
        let is_known = hosts.iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_accepted = is_known || (rule == HostRule::AlsoAddresses && is_address(name));
        if !is_accepted {
            return Some(Rejection::ForeignHost(name.to_owned()));
        }
    }
    if !headers.contains_key(ORIGIN) {
        return None;
    }
    // Several origins count as an empty one, which is foreign.
    let origin = single_value(headers, &ORIGIN).unwrap_or_default();
    let is_own = origin
        .split_once("://")
        .is_some_and(|(scheme, at)| host.is_some_and(|host| is_same_server(scheme, at, host)));
    let is_known = origins.iter().any(|known| known.matches(origin));
    if !is_own && !is_known {
        Some(Rejection::ForeignOrigin(origin.to_owned()))
    } else {
        None
    }
}

/// Returns the value of a header that occurs exactly once.
fn single_value<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let one = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(one)
}

/// Returns the name in a `Host` header without the port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Returns `true` for an IP address and for `localhost`. Web pages of other hosts can have neither as their `Host`.
fn is_address(name: &str) -> bool {
    let inner = name
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'));
    match inner {
        Some(inner) => inner.parse::<Ipv6Addr>().is_ok(),
        None => name.eq_ignore_ascii_case("localhost") || name.parse::<Ipv4Addr>().is_ok(),
    }
}

/// Returns `true` if a page's origin is the server with this `Host`. Browsers omit the default port, but some proxies
/// add it.
fn is_same_server(scheme: &str, at: &str, host: &str) -> bool {
    let default = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return false,
    };
    let bare = |text: &'_ str| {
        text.strip_suffix(default)
            .unwrap_or(text)
            .to_ascii_lowercase()
    };
    bare(at) == bare(host)
}
