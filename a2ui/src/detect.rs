//! Detection of the version and direction of a message.

use crate::{Direction, Version, v0_8, v0_9, v0_10, v1_0};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule,
    decode::ReadError,
    spelling::{have_same_words, is_like},
    token::{self, Child, TokenKind, Tokens},
};

/// The message keys of each version and direction.
pub(crate) const KEYS: &[(Version, Direction, &[&str])] = &[
    (Version::V0_8, Direction::Agent, v0_8::AgentMessage::KEYS),
    (Version::V0_8, Direction::Client, v0_8::ClientMessage::KEYS),
    (Version::V0_9, Direction::Agent, v0_9::AgentMessage::KEYS),
    (Version::V0_9, Direction::Client, v0_9::ClientMessage::KEYS),
    (Version::V0_10, Direction::Agent, v0_10::AgentMessage::KEYS),
    (
        Version::V0_10,
        Direction::Client,
        v0_10::ClientMessage::KEYS,
    ),
    (
        Version::V1_0June,
        Direction::Agent,
        v0_10::AgentMessage::KEYS,
    ),
    (
        Version::V1_0June,
        Direction::Client,
        v0_10::ClientMessage::KEYS,
    ),
    (Version::V1_0, Direction::Agent, v1_0::AgentMessage::KEYS),
    (
        Version::V1_0,
        Direction::Client,
        v1_0::RendererMessage::KEYS,
    ),
];

/// The value of `version` that several editions of 1.0 share.
const CANDIDATE: &str = "v1.0";

/// The signs that distinguish messages of June 2026 from later messages with the same version `v1.0`. One sign is a
/// key that only June had. The other is a member that only June had, without any member that was added later.
pub(crate) const JUNE: June = June {
    bodies: &[
        (
            "createSurface",
            &["theme", "surfaceProperties"],
            &["components", "dataModel", "metadata"],
        ),
        (
            "action",
            &["wantResponse", "actionId"],
            &["userMessage", "metadata"],
        ),
    ],
};

pub(crate) struct June {
    /// Rows of a message key, the members specific to June, and the members added later.
    pub(crate) bodies: &'static [(
        &'static str,
        &'static [&'static str],
        &'static [&'static str],
    )],
}

impl June {
    /// Returns the keys that only the June edition had.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        keys_of(Some(Version::V1_0June)).filter(|key| direction(Version::V1_0, key).is_none())
    }

    /// Returns `true` if a message with this key and body has the signs of June 2026.
    pub(crate) fn matches(&self, key: &str, body: &str) -> bool {
        if self.keys().any(|of_june| of_june == key) {
            return true;
        }
        let Some((_, members, later)) = self.bodies.iter().find(|row| row.0 == key) else {
            return false;
        };
        has_any_member(body, members) && !has_any_member(body, later)
    }
}

/// Returns `true` if an object has a member with any of these names.
fn has_any_member(body: &str, names: &[&str]) -> bool {
    for child in token::children(body) {
        if let Some(name) = child.name {
            if names.contains(&&*token::string(name)) {
                return true;
            }
        }
    }
    false
}

/// Guesses the version and direction of a message from its first members or its last one: from `version` and the key,
/// or from a key of 0.8. The caller must check that the other members do not contradict the guess.
pub(crate) fn guess(text: &str) -> Option<(Version, Direction)> {
    if let Some((word, key)) = read_leading_members(text) {
        return guess_from(word, key);
    }
    let mut tokens = Tokens::new(text).map(|token| (token.kind, token.text));
    let (TokenKind::ObjectStart, _) = tokens.next()? else {
        return None;
    };
    let (TokenKind::Name, first) = tokens.next()? else {
        return None;
    };
    let first = token::string(first);
    if first == "version" {
        let (TokenKind::String, word) = tokens.next()? else {
            return None;
        };
        let (TokenKind::Name, key) = tokens.next()? else {
            return None;
        };
        return guess_from(&token::string(word), &token::string(key));
    }
    match read_trailing_version(text) {
        Some(word) => guess_from(word, &first),
        None => Some((Version::V0_8, direction(Version::V0_8, &first)?)),
    }
}

/// Guesses the version and direction from the value of `version` and the message key.
fn guess_from(word: &str, key: &str) -> Option<(Version, Direction)> {
    // Under the version `v1.0`, only the body shows the edition.
    if word == CANDIDATE {
        return None;
    }
    let version = Version::from_word(word)?;
    Some((version, direction(version, key)?))
}

/// Returns the version and the key of a message that begins with both, written without whitespace and escapes.
fn read_leading_members(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.strip_prefix(r#"{"version":""#)?.split_once('"')?;
    let (key, _) = rest.strip_prefix(r#",""#)?.split_once('"')?;
    if word.contains('\\') || key.contains('\\') {
        return None;
    }
    Some((word, key))
}

/// Returns the value of `version` if that is the last member. A quote inside a string follows a backslash, so the
/// quotes found here delimit strings.
fn read_trailing_version(text: &str) -> Option<&str> {
    let (rest, word) = text
        .trim_end()
        .strip_suffix('}')?
        .trim_end()
        .strip_suffix('"')?
        .rsplit_once('"')?;
    let rest = rest
        .trim_end()
        .strip_suffix(':')?
        .trim_end()
        .strip_suffix("\"version\"")?;
    if !rest.trim_end().ends_with(',') {
        return None;
    }
    Some(word)
}

/// Detects the version and direction of a message from its top-level members.
pub(crate) fn detect(
    text: &str,
    given: Option<Version>,
) -> Result<(Version, Direction), DecodeError> {
    if !text.trim_start().starts_with('{') {
        // The text is invalid JSON or another type; decoding it produces the error.
        let payload: wire::Payload = wire::decode(text)?;
        let message = format!(
            "expected an A2UI message (an object), found {}",
            payload.kind()
        );
        return Err(ReadError::new(DecodeRule::Type, message, EXAMPLE).into());
    }
    match MessageMembers::of(text).detect(given) {
        Ok(detected) => Ok(detected),
        // If the text is not valid JSON, the syntax error takes precedence.
        Err(refusal) => match wire::decode::<wire::Payload>(text) {
            Ok(_) => Err(refusal.into()),
            Err(syntax_error) => Err(syntax_error),
        },
    }
}

/// The top-level members of a message, by their role.
#[derive(Default)]
struct MessageMembers<'a> {
    /// The values of `version`.
    versions: Vec<&'a str>,
    /// The message keys of any version.
    keys: Vec<Cow<'a, str>>,
    /// The value of each key.
    bodies: Vec<&'a str>,
    /// The names of all other members.
    others: Vec<Cow<'a, str>>,
}

impl<'a> MessageMembers<'a> {
    /// Reads the members of an object, and sorts them by their role.
    fn of(text: &'a str) -> Self {
        let mut members = Self::default();
        for Child { name, text, .. } in token::children(text) {
            let name = token::string(name.unwrap_or_default());
            match &*name {
                "version" => members.versions.push(text),
                known if is_key(known) => {
                    members.keys.push(name);
                    members.bodies.push(text);
                }
                _ => members.others.push(name),
            }
        }
        members
    }

    /// Detects the version and direction. `given` is the version that the caller expects.
    fn detect(&self, given: Option<Version>) -> Result<(Version, Direction), ReadError> {
        let stated = read_version(&self.versions)?;
        let stated = stated.as_deref();
        let version = match stated {
            Some(word) => self.choose_stated(given, word)?,
            None => self.choose_unstated(given)?,
        };
        let key = find_only_key(version, given, stated, &self.keys, &self.others)?;
        match direction(version, key) {
            Some(direction) => Ok((version, direction)),
            None => Err(foreign_key_error(version, stated, key)),
        }
    }

    /// Chooses the version of a message without `version`. Messages of 0.8 have no such member; a message of a later
    /// version is an error.
    fn choose_unstated(&self, given: Option<Version>) -> Result<Version, ReadError> {
        let wanted = match given {
            Some(Version::V0_8) => return Ok(Version::V0_8),
            Some(given) => vec![given],
            None if self.keys.is_empty() || self.has_key_of(Version::V0_8) => {
                return Ok(Version::V0_8);
            }
            None => {
                let all = Version::ALL.iter().copied();
                all.filter(|version| self.has_key_of(*version)).collect()
            }
        };
        let found = match wanted.as_slice() {
            [one] => format!("the message of {one} has no `version`"),
            _ => "the message has no `version`".to_owned(),
        };
        let hint = format!("set `version` to {}", list_words(&wanted));
        Err(ReadError::new(DecodeRule::Missing, found, hint).at("version"))
    }

    /// Chooses the version of a message whose `version` is `word`.
    fn choose_stated(&self, given: Option<Version>, word: &str) -> Result<Version, ReadError> {
        if let Some(given) = given {
            if given.is_called(word) {
                return Ok(given);
            }
            let found = format!("the version {word:?}");
            return Err(ReadError::value(found, list_words(&[given])).at("version"));
        }
        match Version::from_word(word) {
            // Several editions of 1.0 share the word, so the body decides.
            Some(Version::V1_0) if word == CANDIDATE && self.is_of_june() => Ok(Version::V1_0June),
            Some(version) => Ok(version),
            None => Err(unknown_version_error(word)),
        }
    }

    /// Returns `true` if any key belongs to a version.
    fn has_key_of(&self, version: Version) -> bool {
        self.keys
            .iter()
            .any(|key| direction(version, key).is_some())
    }

    /// Returns `true` if any key and its body have the signs of June 2026.
    fn is_of_june(&self) -> bool {
        let mut messages = self.keys.iter().zip(&self.bodies);
        messages.any(|(key, body)| JUNE.matches(key, body))
    }
}

/// Returns the error for a value of `version` that no version defines.
fn unknown_version_error(word: &str) -> ReadError {
    let found = format!("the version {word:?} is unknown");
    let mut stated = Version::ALL.to_vec();
    stated.retain(|version| *version != Version::V0_8);
    let hint = format!(
        "write {}; a message of 0.8 has no `version`",
        list_words(&stated)
    );
    ReadError::new(DecodeRule::Value, found, hint).at("version")
}

/// Returns `true` if a name is the message key of any version.
pub(crate) fn is_key(name: &str) -> bool {
    find_key(name).is_some()
}

/// Returns the message key that equals a name.
pub(crate) fn find_key(name: &str) -> Option<&'static str> {
    keys_of(None).find(|key| *key == name)
}

/// Returns the version that alone has this message key. Returns `None` if several versions share the key.
pub(crate) fn only_version(key: &str) -> Option<Version> {
    let mut rows = KEYS.iter().filter(|row| row.2.contains(&key));
    match (rows.next(), rows.next()) {
        (Some(only), None) => Some(only.0),
        _ => None,
    }
}

/// Returns the direction of the message with this key, or `None` if the version has no such message.
pub(crate) fn direction(version: Version, key: &str) -> Option<Direction> {
    for (own_version, direction, keys) in KEYS {
        if *own_version == version && keys.contains(&key) {
            return Some(*direction);
        }
    }
    None
}

/// Returns the value of the member `version`, or an error if the value is not a string or the member is repeated.
fn read_version(versions: &[&str]) -> Result<Option<String>, ReadError> {
    match versions {
        [] => Ok(None),
        [text] if text.starts_with('"') => Ok(Some(token::string(text).into_owned())),
        [text] => {
            let kind = match wire::Payload::parse(*text) {
                Ok(payload) => payload.kind(),
                Err(_) => wire::PayloadKind::Null,
            };
            Err(ReadError::wrong_type(kind, "a string").at("version"))
        }
        _ => Err(ReadError::duplicate("version")),
    }
}

/// Lists the values of `version` for an error message.
fn list_words(versions: &[Version]) -> String {
    let mut words: Vec<String> = Vec::new();
    for version in versions {
        if *version == Version::V0_8 {
            words.push("no version".to_owned());
            continue;
        }
        for word in version.words() {
            let word = format!("`{word}`");
            // Some editions of 1.0 share a word.
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

/// Lists the keys of a version for an error message.
fn list_expected_keys(version: Version) -> String {
    let keys: Vec<&str> = keys_of(Some(version)).collect();
    format!("write exactly one of `{}`", keys.join("`, `"))
}

/// Returns the keys of a version, or of all versions.
fn keys_of(version: Option<Version>) -> impl Iterator<Item = &'static str> {
    let rows = KEYS
        .iter()
        .filter(move |row| version.is_none_or(|version| row.0 == version));
    rows.flat_map(|row| row.2).copied()
}

/// The hint for a message without a key whose version is unknown.
const KEY_OF_ANY_VERSION: &str = "add a message key, such as `createSurface`, `updateComponents`, `updateDataModel` or `deleteSurface`";

/// The hint for an empty object, and for a value that is not an object.
const EXAMPLE: &str = r#"write a message, as in {"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"…"}}"#;

/// Returns the error for a message without a key.
fn missing_key_error(
    version: Option<Version>,
    has_version: bool,
    others: &[Cow<'_, str>],
) -> ReadError {
    let shown: Vec<&str> = others.iter().take(8).map(|name| &**name).collect();
    let found = match shown.as_slice() {
        [] if has_version => "the message has a version, but no message key".to_owned(),
        [] => "the message is an empty object".to_owned(),
        shown => format!(
            "the message has no message key, only `{}`",
            shown.join("`, `")
        ),
    };
    let mut similar = find_similar(version, others, is_like);
    if similar.is_none() {
        similar = find_similar(version, others, have_same_words);
    }
    let hint = match (similar, version) {
        (Some(key), _) => format!("did you mean `{key}`?"),
        (None, Some(version)) => list_expected_keys(version),
        (None, None) if others.is_empty() => EXAMPLE.to_owned(),
        (None, None) => KEY_OF_ANY_VERSION.to_owned(),
    };
    ReadError::new(DecodeRule::Key, found, hint)
}

/// Returns the first key that one of the names resembles, in the order of the names.
fn find_similar(
    version: Option<Version>,
    names: &[Cow<'_, str>],
    is_similar: fn(&str, &str) -> bool,
) -> Option<&'static str> {
    for name in names {
        if let Some(key) = keys_of(version).find(|key| is_similar(name, key)) {
            return Some(key);
        }
    }
    None
}

/// Returns the only message key, or an error if the message has none or several.
fn find_only_key<'a>(
    version: Version,
    given: Option<Version>,
    stated: Option<&str>,
    keys: &'a [Cow<'_, str>],
    others: &[Cow<'_, str>],
) -> Result<&'a str, ReadError> {
    match keys {
        [key] => Ok(key),
        [] => {
            // If the version is unknown, the key of any version is acceptable.
            let known_version = if given.is_some() || stated.is_some() {
                Some(version)
            } else {
                None
            };
            Err(missing_key_error(known_version, stated.is_some(), others))
        }
        [first, second, ..] if first == second => Err(ReadError::duplicate(second)),
        // If one of the two keys belongs to another version, the error names that key.
        [first, second, ..] => {
            let foreign_key = keys.iter().find(|key| direction(version, key).is_none());
            if let (Some(key), Some(_)) = (foreign_key, stated) {
                return Err(foreign_key_error(version, stated, key));
            }
            let found =
                format_args!("the message has a second message key after `{first}`").to_string();
            Err(ReadError::new(DecodeRule::Key, found, list_expected_keys(version)).at(second))
        }
    }
}

/// Returns the error for a key that is not a message of this version.
pub(crate) fn foreign_key_error(version: Version, stated: Option<&str>, key: &str) -> ReadError {
    let homes: Vec<String> = KEYS
        .iter()
        .filter(|row| row.2.contains(&key))
        .map(|row| row.0.to_string())
        .collect();
    let homes = match homes.as_slice() {
        [first, .., last] if homes.len() > 2 => format!("{first} to {last}"),
        homes => homes.join(" and "),
    };
    let beside = match stated {
        Some(word) => format!("the version is `{word}`"),
        None => format!("this is {version}"),
    };
    let found = format!("`{key}` is a message of {homes}, but {beside}");
    let keys = list_expected_keys(version);
    // Messages of 0.8 state no version, so the version may be the mistake.
    let hint = if stated.is_some() && only_version(key) == Some(Version::V0_8) {
        let instead = match counterpart(key).filter(|own| direction(version, own).is_some()) {
            Some(own) => format!("write `{own}`, its counterpart in {version}"),
            None => keys,
        };
        format!("remove `version`, because messages of 0.8 have none, or {instead}")
    } else {
        keys
    };
    ReadError::new(DecodeRule::Key, found, hint).at(key)
}

/// Returns the message of later versions that replaces a message of 0.8.
fn counterpart(key: &str) -> Option<&'static str> {
    match key {
        "beginRendering" => Some("createSurface"),
        "surfaceUpdate" => Some("updateComponents"),
        "dataModelUpdate" => Some("updateDataModel"),
        "userAction" => Some("action"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, given: Option<Version>) -> (String, &'static str) {
        let error = detect(text, given).unwrap_err();
        (error.pointer.as_str().to_owned(), error.rule.as_str())
    }

    #[test]
    fn version_and_direction_are_read_from_the_message() {
        use Direction::{Agent, Client};
        use Version::{V0_8, V0_9, V0_10, V1_0, V1_0June};
        for (text, is) in [
            (r#"{"deleteSurface":{}}"#, (V0_8, Agent)),
            (r#"{"error":{}}"#, (V0_8, Client)),
            (r#"{"version":"v0.8","surfaceUpdate":{}}"#, (V0_8, Agent)),
            (r#"{"deleteSurface":{},"version":"v0.9"}"#, (V0_9, Agent)),
            (r#" {"version":"v0.9.1","action":{}}"#, (V0_9, Client)),
            (
                r#"{"\u0061ction":{},"version":"v0.9","x":1}"#,
                (V0_9, Client),
            ),
            (r#"{"version":"v0.10","callFunction":{}}"#, (V0_10, Agent)),
            (
                r#"{"version":"v0.10","functionResponse":{}}"#,
                (V0_10, Client),
            ),
            (r#"{"version":"v1.0","callFunction":{}}"#, (V1_0June, Agent)),
            (
                r#"{"version":"v1.0","action":{"wantResponse":true}}"#,
                (V1_0June, Client),
            ),
            (
                r#"{"version":"v1.0","createSurface":{"theme":{}}}"#,
                (V1_0June, Agent),
            ),
            (
                r#"{"version":"v1.0","createSurface":{"theme":{},"components":[]}}"#,
                (V1_0, Agent),
            ),
            (r#"{"version":"v1.0","createSurface":{}}"#, (V1_0, Agent)),
            (
                r#"{"version":"v1.0","createSurface":"theme"}"#,
                (V1_0, Agent),
            ),
            (
                r#"{"version":"v1.0","callRendererFunction":{}}"#,
                (V1_0, Agent),
            ),
            (
                r#"{"version":"v1.0","callAgentFunction":{}}"#,
                (V1_0, Client),
            ),
            (
                r#"{"version":"1.0","createSurface":{"theme":{}}}"#,
                (V1_0, Agent),
            ),
            (
                r#"{"version":"1.0","action":{"wantResponse":true}}"#,
                (V1_0, Client),
            ),
            (r#"{"version":"1.0.0","createSurface":{}}"#, (V1_0, Agent)),
            (r#"{"version":"V1.0","createSurface":{}}"#, (V1_0, Agent)),
        ] {
            assert_eq!(detect(text, None).unwrap(), is, "{text}");
            assert_eq!(detect(text, Some(is.0)).unwrap(), is, "{text}");
        }
    }

    #[test]
    fn a_version_is_guessed_from_the_first_or_last_members() {
        use Direction::{Agent, Client};
        for (text, guessed) in [
            (
                r#"{"version":"v0.9","createSurface":{}}"#,
                Some((Version::V0_9, Agent)),
            ),
            (
                r#" {"v\u0065rsion":"v0.10","action":{},"x":1}"#,
                Some((Version::V0_10, Client)),
            ),
            (r#"{"userAction":{}}"#, Some((Version::V0_8, Client))),
            (r#"{"version":"v0.9","beginRendering":{}}"#, None),
            (r#"{"version":"v1.0","createSurface":{}}"#, None),
            (
                r#"{"version":"1.0","createSurface":{}}"#,
                Some((Version::V1_0, Agent)),
            ),
            (r#"{"version":9,"createSurface":{}}"#, None),
            (
                "{\"createSurface\":{},\"version\" : \"v0.9\" } \n",
                Some((Version::V0_9, Agent)),
            ),
            (
                r#"{"deleteSurface":{},"version":"v0.10"}"#,
                Some((Version::V0_10, Agent)),
            ),
            (r#"{"createSurface":{},"version":"v0.9","x":1}"#, None),
            (r#"{"createSurface":{},"a\"version":"v0.9"}"#, None),
            (r#"{"createSurface":{},"a":",\"version\":\"v0.9"}"#, None),
            ("{}", None),
            ("[]", None),
            ("", None),
        ] {
            assert_eq!(guess(text), guessed, "{text}");
        }
    }

    #[test]
    fn messages_without_exactly_one_known_kind_are_refused_at_the_fault() {
        for (text, pointer, rule) in [
            ("{}", "", "key"),
            (r#"{"version":"v0.9"}"#, "", "key"),
            (
                r#"{"version":"v99.0","createSurface":{}}"#,
                "/version",
                "value",
            ),
            (r#"{"version":9,"createSurface":{}}"#, "/version", "type"),
            (
                r#"{"version":"v0.9","version":"v0.9","createSurface":{}}"#,
                "/version",
                "duplicate",
            ),
            (r#"{"createSurface":{}}"#, "/version", "missing"),
            (
                r#"{"version":"v0.9","beginRendering":{}}"#,
                "/beginRendering",
                "key",
            ),
            (
                r#"{"version":"v0.9","callFunction":{}}"#,
                "/callFunction",
                "key",
            ),
            (
                r#"{"version":"v0.10","callRendererFunction":{}}"#,
                "/callRendererFunction",
                "key",
            ),
            (
                r#"{"version":"1.0","callFunction":{},"functionCallId":"1"}"#,
                "/callFunction",
                "key",
            ),
            (r#"{"version":"1","createSurface":{}}"#, "/version", "value"),
            (
                r#"{"version":"1.1","createSurface":{}}"#,
                "/version",
                "value",
            ),
            (
                r#"{"version":"v1.0","callFunction":{},"callRendererFunction":{}}"#,
                "/callRendererFunction",
                "key",
            ),
            (r#"{"callFunction":{}}"#, "/version", "missing"),
            (
                r#"{"version":"v0.8","createSurface":{}}"#,
                "/createSurface",
                "key",
            ),
            (
                r#"{"version":"v0.9","action":{},"userAction":{}}"#,
                "/userAction",
                "key",
            ),
            (
                r#"{"beginRendering":{},"deleteSurface":{}}"#,
                "/deleteSurface",
                "key",
            ),
            (r#"{"error":{},"error":{}}"#, "/error", "duplicate"),
            ("[]", "", "type"),
            ("{\"createSurface\":", "", "syntax"),
            ("", "", "syntax"),
        ] {
            assert_eq!(error(text, None), (pointer.to_owned(), rule), "{text}");
        }
    }

    #[test]
    fn a_message_without_a_key_names_the_keys_of_its_version() {
        let expected = |text: &str, given: Option<Version>| detect(text, given).unwrap_err().hint;
        for version in Version::ALL {
            let stated = format!(r#"{{"version":"{}"}}"#, version.words().first().unwrap());
            let listed = expected(&stated, Some(*version));
            for key in KEYS.iter().flat_map(|row| row.2) {
                let count = usize::from(direction(*version, key).is_some());
                assert_eq!(
                    listed.matches(&format!("`{key}`")).count(),
                    count,
                    "{version}, {key}: {listed}"
                );
            }
        }
        assert!(expected("{}", Some(Version::V0_8)).contains("`beginRendering`"));
        assert!(expected(r#"{"version":"v0.9"}"#, None).contains("`createSurface`"));
        // Without a version, any key may be meant.
        let example = expected("{}", None);
        assert!(
            detect(
                example.strip_prefix("write a message, as in ").unwrap(),
                None
            )
            .is_ok()
        );
        assert_eq!(expected(r#"{"a":1}"#, None), KEY_OF_ANY_VERSION);
        for text in [
            r#"{"createSurfac":{}}"#,
            r#"{"version":"v0.9","createSurfac":{}}"#,
        ] {
            assert_eq!(expected(text, None), "did you mean `createSurface`?");
        }
        assert!(
            !expected(r#"{"version":"v0.9","beginRenderin":{}}"#, None)
                .contains("`beginRendering`")
        );
    }

    #[test]
    fn a_version_from_the_caller_must_match_the_stated_one() {
        let v0_9 = r#"{"version":"v0.9","deleteSurface":{}}"#;
        let v1_0 = r#"{"version":"v1.0","deleteSurface":{}}"#;
        for version in [Version::V1_0, Version::V1_0June] {
            assert_eq!(
                detect(v1_0, Some(version)).unwrap(),
                (version, Direction::Agent)
            );
        }
        assert_eq!(
            error(v1_0, Some(Version::V0_10)),
            ("/version".to_owned(), "value")
        );
        let today = r#"{"version":"1.0","deleteSurface":{}}"#;
        assert_eq!(
            error(today, Some(Version::V1_0June)),
            ("/version".to_owned(), "value")
        );
        assert_eq!(
            error(v0_9, Some(Version::V0_8)),
            ("/version".to_owned(), "value")
        );
        assert_eq!(
            error(r#"{"deleteSurface":{}}"#, Some(Version::V0_9)),
            ("/version".to_owned(), "missing")
        );
        assert_eq!(
            error(r#"{"createSurface":{}}"#, Some(Version::V0_8)),
            ("/createSurface".to_owned(), "key")
        );
    }
}
