//! The keys in buttons and views, which name a surface of a session.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::hmac;

/// The length of the key in bytes: 128 bits.
const LENGTH: usize = 16;

/// Creates and checks the keys of one bot.
///
/// A key is the start of an HMAC-SHA256 over the session and the surface, followed by the id of the surface. The secret
/// of the HMAC is one that the bot shares with its platform. Keys therefore stay valid when the program starts again, and
/// need no memory. Others cannot create a key, and a key of one session is not valid in another one.
#[derive(Clone, Debug)]
pub(in crate::faces) struct SurfaceKeys(hmac::Key);

/// The key belongs to no surface of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the button has a key that belongs to no surface of this conversation")]
pub(in crate::faces) struct UnknownKey;

impl SurfaceKeys {
    /// Creates the keys of a bot from one of its secrets.
    pub(in crate::faces) fn new(secret: &str) -> Self {
        // The same secret signs requests. The prefix separates both uses.
        let secret = format!("agent-ui surface key\n{secret}");
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()))
    }

    /// Returns the text that names a surface in a message of its session.
    pub(in crate::faces) fn reference(&self, session: &str, surface: &str) -> String {
        let key = self.key(session, surface);
        format!("{}.{surface}", URL_SAFE_NO_PAD.encode(key))
    }

    /// Returns the surface that a text from a message of the session names. The surface may have been deleted.
    pub(in crate::faces) fn surface_of<'a>(
        &self,
        session: &str,
        reference: &'a str,
    ) -> Result<&'a str, UnknownKey> {
        let (key, surface) = reference.split_once('.').ok_or(UnknownKey)?;
        let key = URL_SAFE_NO_PAD.decode(key).map_err(|_| UnknownKey)?;
        let own = self.key(session, surface);
        // The comparison of two signatures takes the same time for every key.
        let signed = hmac::sign(&self.0, &key);
        hmac::verify(&self.0, &own, signed.as_ref()).map_err(|_| UnknownKey)?;
        Ok(surface)
    }

    fn key(&self, session: &str, surface: &str) -> Vec<u8> {
        // The length separates both names.
        let text = format!("{}\n{session}{surface}", session.len());
        let tag = hmac::sign(&self.0, text.as_bytes());
        tag.as_ref().iter().copied().take(LENGTH).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_valid_for_its_bot_session_and_surface_only() {
        let keys = SurfaceKeys::new("secret");
        let reference = keys.reference("slack:T:C", "a.b");
        assert_eq!(reference.find('.'), Some(22));
        assert_eq!(keys.surface_of("slack:T:C", &reference), Ok("a.b"));
        assert_eq!(
            SurfaceKeys::new("secret").surface_of("slack:T:C", &reference),
            Ok("a.b")
        );
        let other_surface = reference.replace("a.b", "a.c");
        let short = reference.replacen(|_: char| true, "", 4);
        for (keys, session, reference) in [
            (&SurfaceKeys::new("other"), "slack:T:C", reference.as_str()),
            (&keys, "slack:T:D", &reference),
            (&keys, "slack:T:Ca", ".b"),
            (&keys, "slack:T:C", &other_surface),
            (&keys, "slack:T:C", &short),
            (&keys, "slack:T:C", ".a.b"),
            (&keys, "slack:T:C", "a"),
            (&keys, "slack:T:C", ""),
        ] {
            assert_eq!(keys.surface_of(session, reference), Err(UnknownKey));
        }
    }
}
