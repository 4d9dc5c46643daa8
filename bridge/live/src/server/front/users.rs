//! The users of requests.
//!
//! With [`Users`], each request to a face names its user, by a token in the header `Authorization` or by a header from
//! a trusted proxy. Other requests are refused with status 401. The user is an extension of the request, of the type
//! [`User`].
//!
//! Browsers cannot send a token with an event stream, a WebSocket or a link. Therefore, if tokens name the users, each
//! face has one more route:
//!
//! | route | description |
//! |---|---|
//! | `POST /<token>/<face>/sign-in` | exchanges the token in `Authorization` for a cookie; answers 204 |
//! | `DELETE /<token>/<face>/sign-in` | removes the cookie; answers 204 |
//!
//! The cookie is valid only for this face, and for at most one hour. It expires no later than the token. A browser that
//! opens a page without a cookie receives a form for the token.

mod cookie;
mod jwt;
mod key_set;
pub(crate) mod key_source;
mod ring_provider;
pub(crate) mod signed_token;
#[cfg(test)]
pub(crate) mod test_tokens;

pub use cookie::CookieKey;
pub use jwt::{JwtUsers, TokenRules};

use super::{StatedBase, report::ReasonReport};
use crate::server::{csp, user::User};
use axum::{
    Router,
    extract::Request,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ACCEPT, AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE,
            InvalidHeaderName, SET_COOKIE, WWW_AUTHENTICATE,
        },
        request::Parts,
    },
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use cookie::COOKIE as NAME;
use jwt::TokenUser;
use std::sync::Arc;

/// The path below a face at which cookies are issued and removed.
const SIGN_IN: &str = "/sign-in";
/// The form for browsers without a cookie.
const FORM: &str = include_str!("users/sign_in.html");

/// The way in which requests name their users.
#[derive(Clone, Debug)]
pub enum Users {
    /// By a token, or by a cookie that was issued for a token.
    Tokens {
        /// The keys and rules for tokens.
        tokens: JwtUsers,
        /// The secret that signs cookies.
        cookies: CookieKey,
    },
    /// By a header. In each request, a proxy must set the header or replace the client's value.
    Header(HeaderName),
}

impl Users {
    /// Creates the rule that this header names the user.
    ///
    /// # Errors
    /// Returns an error if the text is not a header name.
    pub fn header(name: &str) -> Result<Self, InvalidHeaderName> {
        name.parse().map(Self::Header)
    }
}

/// Determines the user of each request.
pub(super) struct UserCheck {
    pub(super) users: Users,
    /// The address of the faces for clients, which ends with the token.
    pub(super) address: String,
    pub(super) report: ReasonReport,
}

/// The reason for a request without a user.
enum NoUser {
    /// The request names no user.
    Missing,
    /// The token, or the value of the header, is not valid. The text is for the operator.
    Invalid(String),
}

impl UserCheck {
    /// Protects the routes, so that they only receive requests with a user. `face_of` returns the face and the path
    /// below it.
    pub(super) fn protect(
        self,
        routes: Router,
        face_of: impl Fn(&str) -> Option<(&'static str, String)> + Clone + Send + Sync + 'static,
    ) -> Router {
        let check = Arc::new(self);
        routes.layer(from_fn(move |request: Request, next: Next| {
            let (check, face_of) = (Arc::clone(&check), face_of.clone());
            async move {
                match face_of(request.uri().path()) {
                    Some((face, path)) => check.answer(face, &path, request, next).await,
                    // The path does not exist.
                    None => next.run(request).await,
                }
            }
        }))
    }

    /// Answers a request of a known user. Requests for cookies are answered here, and others are refused.
    async fn answer(
        &self,
        face: &'static str,
        path: &str,
        request: Request,
        next: Next,
    ) -> Response {
        let (mut head, body) = request.into_parts();
        if let (Users::Tokens { tokens, cookies }, SIGN_IN) = (&self.users, path) {
            match head.method {
                Method::POST => return self.sign_in(face, tokens, cookies, &head).await,
                Method::DELETE => return self.set_cookie(face, "", 0, &head),
                _ => {}
            }
        }
        match self.find_user(face, &head.headers).await {
            Ok(user) => {
                head.extensions.insert(user);
                next.run(Request::from_parts(head, body)).await
            }
            Err(no_user) => self.refuse(face, &no_user, &head),
        }
    }

    async fn find_user(&self, face: &'static str, headers: &HeaderMap) -> Result<User, NoUser> {
        match &self.users {
            Users::Header(name) => read_user_header(name, headers),
            Users::Tokens { tokens, cookies } => match bearer_token(headers)? {
                Some(token) => tokens
                    .verify(token)
                    .await
                    .map(|of| of.user)
                    .map_err(NoUser::Invalid),
                None => cookie_values(headers)
                    .find_map(|value| cookies.verify(face, value, now()))
                    .ok_or(NoUser::Missing),
            },
        }
    }

    async fn sign_in(
        &self,
        face: &'static str,
        tokens: &JwtUsers,
        cookies: &CookieKey,
        head: &Parts,
    ) -> Response {
        let token = bearer_token(&head.headers).and_then(|token| token.ok_or(NoUser::Missing));
        let verified = match token {
            Ok(token) => tokens.verify(token).await.map_err(NoUser::Invalid),
            Err(no_user) => Err(no_user),
        };
        match verified {
            Ok(of) => self.issue(face, cookies, &of, head),
            Err(no_user) => self.refuse(face, &no_user, head),
        }
    }

    fn issue(
        &self,
        face: &'static str,
        cookies: &CookieKey,
        of: &TokenUser,
        head: &Parts,
    ) -> Response {
        let (value, lifetime) = cookies.issue(face, of, now());
        self.set_cookie(face, &value, lifetime, head)
    }

    fn set_cookie(&self, face: &'static str, value: &str, lifetime: u64, head: &Parts) -> Response {
        let address = self.face_address(face, head);
        let secure = if address.starts_with("https:") {
            "; Secure"
        } else {
            ""
        };
        let path = path_of(&address);
        let cookie = format!(
            "{NAME}={value}; Path={path}; Max-Age={lifetime}; HttpOnly; SameSite=Strict{secure}"
        );
        let mut response = StatusCode::NO_CONTENT.into_response();
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
    }

    /// Returns the address at which the client reaches a face.
    fn face_address(&self, face: &'static str, head: &Parts) -> String {
        let base = match head.extensions.get::<StatedBase>() {
            Some(stated) => stated.apply(&self.address),
            None => self.address.clone(),
        };
        format!("{base}/{face}")
    }

    /// Refuses a request without a valid user. Browsers that request a page receive the form for a token.
    fn refuse(&self, face: &'static str, no_user: &NoUser, head: &Parts) -> Response {
        let (words, challenge) = match (no_user, &self.users) {
            (NoUser::Invalid(reason), users) => {
                (self.report)(reason);
                match users {
                    Users::Tokens { .. } => {
                        ("the token is not valid\n", "Bearer error=\"invalid_token\"")
                    }
                    Users::Header(_) => ("the name of the user is not valid\n", "Bearer"),
                }
            }
            (NoUser::Missing, Users::Tokens { .. }) => (
                "the request must name its user: send a token as `Authorization: Bearer TOKEN`\n",
                "Bearer",
            ),
            (NoUser::Missing, Users::Header(_)) => (
                "the request must name its user: send it through the proxy, which adds the name\n",
                "Bearer",
            ),
        };
        let is_page = matches!(self.users, Users::Tokens { .. })
            && head.method == Method::GET
            && accepts_html(&head.headers);
        let mut response = match is_page {
            true => form(&format!(
                "{}{SIGN_IN}",
                path_of(&self.face_address(face, head))
            )),
            false => words.into_response(),
        };
        *response.status_mut() = StatusCode::UNAUTHORIZED;
        response
            .headers_mut()
            .insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        response
    }
}

/// Returns the seconds since 1970.
fn now() -> u64 {
    jsonwebtoken::get_current_timestamp()
}

fn read_user_header(name: &HeaderName, headers: &HeaderMap) -> Result<User, NoUser> {
    let mut all = headers.get_all(name).iter();
    let Some(value) = all.next() else {
        return Err(NoUser::Missing);
    };
    if all.next().is_some() {
        let reason =
            format!("the header `{name}` occurs twice; the proxy must replace what clients send");
        return Err(NoUser::Invalid(reason));
    }
    let text = std::str::from_utf8(value.as_bytes())
        .unwrap_or_default()
        .trim();
    text.parse()
        .map_err(|error| NoUser::Invalid(format!("the header `{name}` is not a user: {error}")))
}

/// Returns the token of a request, if it has one. Other authentication schemes, such as a proxy's, name no user.
fn bearer_token(headers: &HeaderMap) -> Result<Option<&str>, NoUser> {
    let mut tokens = headers.get_all(AUTHORIZATION).iter().filter_map(|value| {
        let (scheme, token) = value.to_str().ok()?.trim().split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    let token = tokens.next();
    match tokens.next() {
        None => Ok(token),
        Some(_) => Err(NoUser::Invalid("the request has several tokens".to_owned())),
    }
}

/// Returns the values of all cookies with this name.
fn cookie_values(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let all = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let pairs = all
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .filter(|(name, _)| *name == NAME)
        .map(|(_, value)| value)
}

fn accepts_html(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .unwrap_or_default();
    accept
        .split(',')
        .any(|range| range.trim().starts_with("text/html"))
}

/// Returns the path of an address.
fn path_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/")
}

/// Returns the form that exchanges a token for a cookie at this path.
fn form(path: &str) -> Response {
    // A path of the server has no characters that HTML reads.
    let document = FORM.replacen("<html ", &format!("<html data-address=\"{path}\" "), 1);
    let script = document
        .split_once("<script>")
        .and_then(|(_, rest)| Some(rest.split_once("</script>")?.0));
    let hash = csp::hash_source(script.unwrap_or_default());
    let policy = format!(
        "default-src 'none'; script-src {hash}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    );
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = ([(CONTENT_TYPE, html)], document).into_response();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response
            .headers_mut()
            .insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}
