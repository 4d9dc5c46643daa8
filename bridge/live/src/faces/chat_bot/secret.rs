//! Secrets of bots.

use std::{fmt, str::FromStr};

/// A secret that a bot shares with its platform, such as a signing secret or a token.
///
/// `Debug` output does not contain the secret, so that logs cannot contain it.
///
/// ```
/// use agent_ui_live::faces::chat_bot::Secret;
///
/// let secret: Secret = "8f742231b10e8888\n".parse()?;
/// assert_eq!(format!("{secret:?}"), "Secret(16 bytes)");
/// assert!(" \n".parse::<Secret>().is_err());
/// # Ok::<(), agent_ui_live::faces::chat_bot::EmptySecret>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The secret is empty, or contains control characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret is empty or has control characters")]
pub struct EmptySecret;

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({} bytes)", self.0.len())
    }
}

/// Reads a secret. Blanks and line ends around it are ignored, because editors end the last line of a file.
impl FromStr for Secret {
    type Err = EmptySecret;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        // A header cannot contain control characters.
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(EmptySecret);
        }
        Ok(Self(text.to_owned()))
    }
}

impl Secret {
    /// Returns the secret for a request or a signature.
    pub(in crate::faces) fn expose(&self) -> &str {
        &self.0
    }
}
