//! The users of sessions.

use std::{fmt, str::FromStr, sync::Arc};

/// The maximum length of the name of a user in bytes. OpenID Connect allows as many characters in `sub`.
const LENGTH: usize = 255;
/// The prefix of the keys of sessions that belong to a user. Clients without a user cannot use a name with this prefix.
const OF_USER: &str = "user:";

/// A user, identified by the name in a token or in a trusted proxy's header.
///
/// ```
/// use agent_ui_live::gateway::User;
///
/// let user: User = "ann@example.com".parse()?;
/// assert_eq!(user.name(), "ann@example.com");
/// assert!("".parse::<User>().is_err());
/// # Ok::<(), agent_ui_live::gateway::InvalidUser>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct User(Arc<str>);

/// The text is not the name of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of a user has 1 to {LENGTH} bytes and no control characters")]
pub struct InvalidUser;

impl FromStr for User {
    type Err = InvalidUser;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_name =
            !text.is_empty() && text.len() <= LENGTH && !text.chars().any(char::is_control);
        if is_name {
            Ok(Self(text.into()))
        } else {
            Err(InvalidUser)
        }
    }
}

impl fmt::Display for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl User {
    /// Returns the name of the user.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// Returns the key under which a session is stored: its name, preceded by the name of its user if it has one.
///
/// Different pairs of user and name have different keys.
pub(crate) fn session_key(user: Option<&User>, session: &str) -> String {
    let Some(user) = user else {
        return session.to_owned();
    };
    // A slash ends the name of the user.
    let name = user.name().replace('%', "%25").replace('/', "%2F");
    format!("{OF_USER}{name}/{session}")
}

/// Splits the key of a session. Returns the name of its user, if it has one, and the name of the session.
#[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
pub(crate) fn split_session_key(key: &str) -> (Option<String>, &str) {
    match key
        .strip_prefix(OF_USER)
        .and_then(|rest| rest.split_once('/'))
    {
        Some((user, session)) => (Some(user.replace("%2F", "/").replace("%25", "%")), session),
        None => (None, key),
    }
}

/// Returns `true` if the key is that of a user's session.
pub(crate) fn is_of_user(key: &str) -> bool {
    key.starts_with(OF_USER)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_session_of_every_user_has_its_own_key() {
        let users =
            ["a", "a/b", "a%2Fb", "%", "user:a", "A"].map(|name| name.parse::<User>().unwrap());
        let sessions = ["main", "b/main", "/", "user:a/main", "b"];
        let of_users = users
            .iter()
            .flat_map(|user| sessions.map(|session| session_key(Some(user), session)));
        let keys: Vec<String> = of_users.collect();
        assert_eq!(
            keys.iter().collect::<BTreeSet<_>>().len(),
            keys.len(),
            "{keys:?}"
        );
        assert!(keys.iter().all(|key| is_of_user(key)));
        assert_eq!(session_key(None, "main"), "main");
        for (user, session) in users
            .iter()
            .flat_map(|user| sessions.map(|session| (user, session)))
        {
            let key = session_key(Some(user), session);
            assert_eq!(
                split_session_key(&key),
                (Some(user.name().to_owned()), session)
            );
        }
        assert_eq!(split_session_key("a/main"), (None, "a/main"));
        assert_eq!(keys[0], "user:a/main");
    }

    #[test]
    fn a_name_has_a_limited_length_and_no_control_characters() {
        for (name, is_valid) in [
            ("é", true),
            (" ", true),
            ("", false),
            ("a\n", false),
            ("a\0", false),
            (&"x".repeat(255), true),
            (&"x".repeat(256), false),
        ] {
            assert_eq!(name.parse::<User>().is_ok(), is_valid, "{name:?}");
        }
    }
}
