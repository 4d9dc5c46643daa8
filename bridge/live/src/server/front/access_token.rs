//! The secret part of a server's address.

use crate::server::page_routes;
use std::{fmt, io, str::FromStr};

/// The minimum and maximum length of a token.
const LENGTH: std::ops::RangeInclusive<usize> = 16..=128;

/// The secret part of a server's address. Every client that knows it may read and act.
///
/// `Debug` output does not contain the token, so that logs cannot contain it.
///
/// ```
/// use agent_ui_live::server::front::AccessToken;
///
/// let token: AccessToken = "Z2F0ZXdheS1vZi1hbm4".parse()?;
/// assert_eq!(format!("{token:?}"), "AccessToken(19 characters)");
/// assert!("short".parse::<AccessToken>().is_err());
/// # Ok::<(), agent_ui_live::server::front::InvalidToken>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccessToken({} characters)", self.0.len())
    }
}

/// The text is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has {} to {} letters, digits, `-` and `_`", LENGTH.start(), LENGTH.end())]
pub struct InvalidToken;

impl FromStr for AccessToken {
    type Err = InvalidToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_token = LENGTH.contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if is_token {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidToken)
        }
    }
}

impl AccessToken {
    /// Creates a token of 128 random bits.
    ///
    /// # Errors
    /// Returns an error if the system has no random source.
    pub fn random() -> io::Result<Self> {
        page_routes::token().map(Self)
    }

    /// Returns the token in the form in which addresses contain it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
