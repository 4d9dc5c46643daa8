//! Cookies for browsers, which cannot send a token with an event stream, a WebSocket or a link.

use super::jwt::TokenUser;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::hmac;
use std::{fmt, io, sync::Arc};

/// The name of the cookie.
pub(super) const COOKIE: &str = "agent-ui-user";
/// The longest time for which a cookie is valid, in seconds.
const LIFETIME: u64 = 3600;

/// The secret that signs cookies. Programs with the same secret accept each other's cookies.
#[derive(Clone)]
pub struct CookieKey(Arc<hmac::Key>);

impl fmt::Debug for CookieKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKey")
    }
}

impl CookieKey {
    /// Derives the key from a secret, which no client may know.
    pub fn of_secret(secret: &str) -> Self {
        Self(Arc::new(hmac::Key::new(
            hmac::HMAC_SHA256,
            secret.as_bytes(),
        )))
    }

    /// Creates a random key.
    ///
    /// # Errors
    /// Returns an error if the system has no random source.
    pub fn random() -> io::Result<Self> {
        crate::server::page_routes::token().map(|secret| Self::of_secret(&secret))
    }

    /// Returns the value of a cookie for a face, and its lifetime in seconds. The cookie expires no later than the
    /// token.
    pub(super) fn issue(&self, face: &str, of: &TokenUser, now: u64) -> (String, u64) {
        let lifetime = of.expires.saturating_sub(now).min(LIFETIME);
        let expires = now.saturating_add(lifetime);
        let user = URL_SAFE_NO_PAD.encode(of.user.name());
        let signature = hmac::sign(&self.0, write_signed_text(face, &user, expires).as_bytes());
        (
            format!("{expires}.{user}.{}", URL_SAFE_NO_PAD.encode(signature)),
            lifetime,
        )
    }

    /// Returns the user of a cookie, if it was issued for this face and has not expired.
    pub(super) fn verify(
        &self,
        face: &str,
        value: &str,
        now: u64,
    ) -> Option<crate::server::user::User> {
        let mut parts = value.splitn(3, '.');
        let (expires, user, signature) =
            (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        hmac::verify(
            &self.0,
            write_signed_text(face, user, expires).as_bytes(),
            &signature,
        )
        .ok()?;
        if expires <= now {
            return None;
        }
        String::from_utf8(URL_SAFE_NO_PAD.decode(user).ok()?)
            .ok()?
            .parse()
            .ok()
    }
}

/// Returns the text that is signed. None of its parts contains a full stop.
fn write_signed_text(face: &str, user: &str, expires: u64) -> String {
    format!("{expires}.{user}.{face}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_cookie_names_its_user_until_the_token_ends() {
        let key = CookieKey::of_secret("a secret");
        let of = |expires| TokenUser {
            user: "ann@example.com".parse().unwrap(),
            expires,
        };
        let (value, lifetime) = key.issue("page", &of(1_100), 1_000);
        assert_eq!(lifetime, 100);
        let name = |key: &CookieKey, face: &str, value: &str, now| {
            key.verify(face, value, now)
                .map(|user| user.name().to_owned())
        };
        assert_eq!(
            name(&key, "page", &value, 1_099).as_deref(),
            Some("ann@example.com")
        );
        assert_eq!(name(&key, "page", &value, 1_100), None);
        assert_eq!(name(&key, "ahp", &value, 1_000), None);
        assert_eq!(
            name(&CookieKey::random().unwrap(), "page", &value, 1_000),
            None
        );
        assert_eq!(key.issue("page", &of(u64::MAX), 1_000).1, LIFETIME);
        // A token that has just expired is still valid, but its cookie is not.
        let (late, lifetime) = key.issue("page", &of(990), 1_000);
        assert_eq!((lifetime, name(&key, "page", &late, 1_000)), (0, None));
    }

    #[test]
    fn a_changed_cookie_is_refused() {
        let key = CookieKey::of_secret("a secret");
        let (value, _) = key.issue(
            "page",
            &TokenUser {
                user: "ann".parse().unwrap(),
                expires: 2_000,
            },
            1_000,
        );
        let (expires, rest) = value.split_once('.').unwrap();
        let (user, signature) = rest.split_once('.').unwrap();
        let bob = URL_SAFE_NO_PAD.encode("bob");
        for changed in [
            format!("{expires}.{bob}.{signature}"),
            format!("9{expires}.{user}.{signature}"),
            format!("{expires}.{user}."),
            format!("{expires}.{user}"),
            String::new(),
            "..".to_owned(),
            format!("{value}x"),
        ] {
            assert_eq!(key.verify("page", &changed, 1_000), None, "{changed}");
        }
        assert!(key.verify("page", &value, 1_000).is_some());
    }
}
