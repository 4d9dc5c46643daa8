//! A loopback server for the playground. The playground is a page that translates messages in the browser.
//!
//! The page is built by `bridge/npm/playground/build`. If it was built before this crate, the crate embeds it. Its
//! files are compressed with gzip, and are sent to all clients in this form. The server receives no user data.

use crate::server::accept::{ServerLimits, serve};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST,
            ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
        },
    },
    response::Response,
};
use futures_util::future;
use std::{io, net::Ipv4Addr, pin::pin, sync::Arc};
use tokio::{net::TcpListener, runtime, signal};

/// A file of the playground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaygroundFile {
    /// The path of the file, without a leading slash.
    pub path: &'static str,
    /// The content of the file, compressed with gzip.
    pub compressed: &'static [u8],
}

/// The policy of every page except the frame. `index.html` contains the same directives, except for the last one.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                          connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; \
                          frame-ancestors 'none'";
/// The frame that shows surfaces. Its own policy allows its inline script and style.
const FRAME: &str = "show.html";
const FRAME_POLICY: &str = "sandbox allow-scripts; frame-ancestors 'self'";
const INDEX: &str = "index.html";

/// Returns the embedded files, or none if the playground was not built before this crate.
pub fn files() -> &'static [PlaygroundFile] {
    include!(concat!(env!("OUT_DIR"), "/playground.rs"))
}

/// Serves the files at a port, or at any free port if `port` is 0, until the user presses Ctrl-C. `ready` receives the
/// address of the page.
///
/// # Errors
/// Returns an error if the port is in use, or the error of `ready`.
pub fn run<E: From<io::Error>>(
    port: u16,
    files: &'static [PlaygroundFile],
    ready: impl FnOnce(&str) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
    let host = listener.local_addr()?.to_string();
    ready(&format!("http://{host}/"))?;
    let routes = routes(host, files);
    runtime.block_on(async {
        let server = pin!(serve(listener, routes, ServerLimits::default()));
        // The server never ends by itself.
        let _ = future::select(server, pin!(signal::ctrl_c())).await;
    });
    Ok(())
}

/// The state of the server.
struct PlaygroundServer {
    host: String,
    origin: String,
    files: &'static [PlaygroundFile],
}

fn routes(host: String, files: &'static [PlaygroundFile]) -> Router {
    let origin = format!("http://{host}");
    Router::new()
        .fallback(answer)
        .with_state(Arc::new(PlaygroundServer {
            host,
            origin,
            files,
        }))
}

async fn answer(State(server): State<Arc<PlaygroundServer>>, request: Request) -> Response {
    let mut response = server.file(&request);
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns `true` if a request has exactly one header of this name, with this value.
fn is_only_value(request: &Request, name: HeaderName, value: &str) -> bool {
    let mut all = request.headers().get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(only), None) => only == value,
        _ => false,
    }
}

impl PlaygroundServer {
    /// Answers a request with a file. Requests with a foreign `Host` or `Origin` are refused, so that pages cannot
    /// reach the server under another name.
    fn file(&self, request: &Request) -> Response {
        if !is_only_value(request, HOST, &self.host) {
            return refuse(
                StatusCode::FORBIDDEN,
                "the `Host` header names another host\n",
            );
        }
        if request.headers().contains_key(ORIGIN) && !is_only_value(request, ORIGIN, &self.origin) {
            return refuse(
                StatusCode::FORBIDDEN,
                "pages of another origin may not send requests\n",
            );
        }
        if request.method() != Method::GET && request.method() != Method::HEAD {
            let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET is supported\n");
            response
                .headers_mut()
                .insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let path = match request.uri().path().trim_start_matches('/') {
            "" => INDEX,
            path => path,
        };
        let Some(file) = self.files.iter().find(|file| file.path == path) else {
            return refuse(StatusCode::NOT_FOUND, "the path does not exist\n");
        };
        let mut response = Response::new(Body::from(file.compressed));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        let policy = if path == FRAME { FRAME_POLICY } else { POLICY };
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        response
    }
}

fn refuse(status: StatusCode, message: &'static str) -> Response {
    let mut response = Response::new(Body::from(message));
    *response.status_mut() = status;
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "jsonl") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use tower::ServiceExt;

    const FILES: &[PlaygroundFile] = &[
        PlaygroundFile {
            path: "index.html",
            compressed: b"index",
        },
        PlaygroundFile {
            path: "show.html",
            compressed: b"show",
        },
        PlaygroundFile {
            path: "agent-ui-bridge/agent-ui.wasm",
            compressed: b"wasm",
        },
    ];

    fn get(path: &str, headers: &[(HeaderName, &str)]) -> Response {
        let mut request = Request::builder().uri(path).method(Method::GET);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let runtime = runtime::Builder::new_current_thread().build().unwrap();
        runtime
            .block_on(routes("127.0.0.1:7".to_owned(), FILES).oneshot(request))
            .unwrap()
    }

    fn header(response: &Response, name: HeaderName) -> &str {
        response.headers().get(name).unwrap().to_str().unwrap()
    }

    #[test]
    fn files_are_served_with_a_type_and_a_policy() {
        for (path, kind, policy) in [
            ("/", "text/html; charset=utf-8", POLICY),
            ("/index.html", "text/html; charset=utf-8", POLICY),
            ("/show.html", "text/html; charset=utf-8", FRAME_POLICY),
            ("/agent-ui-bridge/agent-ui.wasm", "application/wasm", POLICY),
        ] {
            let response = get(path, &[(HOST, "127.0.0.1:7")]);
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(header(&response, CONTENT_TYPE), kind, "{path}");
            assert_eq!(header(&response, CONTENT_SECURITY_POLICY), policy, "{path}");
            assert_eq!(header(&response, CONTENT_ENCODING), "gzip", "{path}");
            assert_eq!(
                header(&response, X_CONTENT_TYPE_OPTIONS),
                "nosniff",
                "{path}"
            );
        }
    }

    #[test]
    fn requests_under_another_name_or_from_another_page_are_refused() {
        let own = [(HOST, "127.0.0.1:7"), (ORIGIN, "http://127.0.0.1:7")];
        assert_eq!(get("/", &own).status(), StatusCode::OK);
        for headers in [
            &[][..],
            &[(HOST, "localhost:7")],
            &[(HOST, "rebound.example")],
            &[(HOST, "127.0.0.1:7"), (HOST, "127.0.0.1:7")],
            &[(HOST, "127.0.0.1:7"), (ORIGIN, "http://other.example")],
            &[(HOST, "127.0.0.1:7"), (ORIGIN, "null")],
        ] {
            assert_eq!(
                get("/", headers).status(),
                StatusCode::FORBIDDEN,
                "{headers:?}"
            );
        }
        for path in ["/none", "/../index.html", "//show.htm", "/agent-ui-bridge/"] {
            assert_eq!(get(path, &own).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
