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

/// The signs that distinguish messages of June 2026 from later ones with the same version `v1.0`: a key that only June
/// had, or a member that only June had and no member that was added later.
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
    /// Rows of key, members specific to June, and members added later.
    pub(crate) bodies: &'static [(
        &'static str,
        &'static [&'static str],
        &'static [&'static str],
    )],
}

impl June {
    /// Returns the keys that only the June edition had.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        let june = KEYS
            .iter()
            .filter(|row| row.0 == Version::V1_0June)
            .flat_map(|row| row.2)
            .copied();
        june.filter(|key| direction(Version::V1_0, key).is_none())
    }

    pub(crate) fn is(&self, key: &str, body: &str) -> bool {
        let row = self.bodies.iter().find(|row| row.0 == key);
        let stated = row.is_some_and(|(_, members, later)| {
            let has = |names: &[&str]| {
                token::children(body).any(|child| {
                    child
                        .name
                        .is_some_and(|name| names.contains(&&*token::string(name)))
                })
            };
            has(members) && !has(later)
        });
        stated || self.keys().any(|of_june| of_june == key)
    }
}

/// Guesses the version and direction of a message from its first members or its last one: `version` and the key, or a
/// key of 0.8. The caller must check that the members between them do not contradict the guess.
pub(crate) fn guess(text: &str) -> Option<(Version, Direction)> {
    if let Some((word, key)) = in_front(text) {
        let version = Version::from_word(word).filter(|_| word != CANDIDATE)?;
        return direction(version, key).map(|direction| (version, direction));
    }
    let mut tokens = Tokens::new(text).map(|token| (token.kind, token.text));
    let (TokenKind::ObjectStart, _) = tokens.next()? else {
        return None;
    };
    let (TokenKind::Name, first) = tokens.next()? else {
        return None;
    };
    let first = token::string(first);
    let (word, key) = if first == "version" {
        let ((TokenKind::String, word), (TokenKind::Name, key)) = (tokens.next()?, tokens.next()?)
        else {
            return None;
        };
        (token::string(word), token::string(key))
    } else {
        match last_word(text) {
            Some(word) => (word.into(), first),
            None => {
                return direction(Version::V0_8, &first)
                    .map(|direction| (Version::V0_8, direction));
            }
        }
    };
    // Under the version `v1.0`, only the body shows the edition.
    let version = Version::from_word(&word).filter(|_| word != CANDIDATE)?;
    direction(version, &key).map(|direction| (version, direction))
}

/// Returns the version and the key of a message that begins with them, without whitespace and escapes.
fn in_front(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.strip_prefix(r#"{"version":""#)?.split_once('"')?;
    let (key, _) = rest.strip_prefix(r#",""#)?.split_once('"')?;
    (!word.contains('\\') && !key.contains('\\')).then_some((word, key))
}

/// Returns the version if it is the last member. A quote inside a string follows a backslash, so the quotes found here
/// delimit strings.
fn last_word(text: &str) -> Option<&str> {
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
    rest.trim_end().ends_with(',').then_some(word)
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
    let mut versions = Vec::new();
    let mut keys = Vec::new();
    let mut bodies = Vec::new();
    let mut others = Vec::new();
    for Child { name, text, .. } in token::children(text) {
        let name = token::string(name.unwrap_or_default());
        match &*name {
            "version" => versions.push(text),
            known if is_key(known) => {
                keys.push(name);
                bodies.push(text);
            }
            _ => others.push(name),
        }
    }
    let found = version_member(&versions).and_then(|stated| {
        let version = choose(given, stated.as_deref(), &keys, &bodies)?;
        let key = only_key(version, given, stated.as_deref(), &keys, &others)?;
        direction(version, key)
            .map(|direction| (version, direction))
            .ok_or_else(|| foreign(version, stated.as_deref(), key))
    });
    // If the text is not valid JSON, the syntax error takes precedence.
    found.map_err(|refusal| {
        wire::decode::<wire::Payload>(text)
            .err()
            .unwrap_or_else(|| refusal.into())
    })
}

pub(crate) fn is_key(name: &str) -> bool {
    key(name).is_some()
}

/// Returns the message key that equals a name.
pub(crate) fn key(name: &str) -> Option<&'static str> {
    KEYS.iter()
        .flat_map(|(_, _, keys)| *keys)
        .copied()
        .find(|key| *key == name)
}

/// Returns the version of a key that only one version has.
pub(crate) fn only_version(key: &str) -> Option<Version> {
    let mut versions = KEYS
        .iter()
        .filter(|row| row.2.contains(&key))
        .map(|row| row.0);
    versions.next().filter(|_| versions.next().is_none())
}

pub(crate) fn direction(version: Version, key: &str) -> Option<Direction> {
    KEYS.iter()
        .find(|row| row.0 == version && row.2.contains(&key))
        .map(|row| row.1)
}

/// Returns the value of the `version` member.
fn version_member(versions: &[&str]) -> Result<Option<String>, ReadError> {
    match versions {
        [] => Ok(None),
        [text] if text.starts_with('"') => Ok(Some(token::string(text).into_owned())),
        [text] => {
            let kind = wire::Payload::parse(*text)
                .map_or(wire::PayloadKind::Null, |payload| payload.kind());
            Err(ReadError::wrong_type(kind, "a string").at("version"))
        }
        _ => Err(ReadError::duplicate("version")),
    }
}

fn choose(
    given: Option<Version>,
    stated: Option<&str>,
    keys: &[Cow<'_, str>],
    bodies: &[&str],
) -> Result<Version, ReadError> {
    let Some(word) = stated else {
        let own = |version: &Version| keys.iter().any(|key| direction(*version, key).is_some());
        return match given {
            Some(Version::V0_8) => Ok(Version::V0_8),
            None if keys.is_empty() || own(&Version::V0_8) => Ok(Version::V0_8),
            given => {
                let wanted: Vec<Version> = match given {
                    Some(given) => vec![given],
                    None => Version::ALL.iter().copied().filter(own).collect(),
                };
                let found = match wanted.as_slice() {
                    [one] => format!("the message of {one} has no `version`"),
                    _ => "the message has no `version`".to_owned(),
                };
                let hint = format_args!("set `version` to {}", words(&wanted)).to_string();
                Err(ReadError::new(DecodeRule::Missing, found, hint).at("version"))
            }
        };
    };
    match (given, Version::from_word(word)) {
        (Some(given), _) if given.is_called(word) => Ok(given),
        (Some(given), _) => Err(ReadError::value(
            format_args!("the version {word:?}"),
            words(&[given]),
        )
        .at("version")),
        (None, Some(Version::V1_0)) => {
            let is_june = word == CANDIDATE
                && keys
                    .iter()
                    .zip(bodies)
                    .any(|(key, body)| JUNE.is(key, body));
            Ok(if is_june {
                Version::V1_0June
            } else {
                Version::V1_0
            })
        }
        (None, Some(version)) => Ok(version),
        (None, None) => {
            let found = format_args!("the version {word:?} is unknown").to_string();
            let stated: Vec<Version> = Version::ALL
                .iter()
                .copied()
                .filter(|version| *version != Version::V0_8)
                .collect();
            let hint = format_args!(
                "write {}; a message of 0.8 has no `version`",
                words(&stated)
            )
            .to_string();
            Err(ReadError::new(DecodeRule::Value, found, hint).at("version"))
        }
    }
}

/// Lists the version words for an error message.
fn words(versions: &[Version]) -> String {
    let mut words: Vec<String> = Vec::new();
    for version in versions {
        let own = match version {
            Version::V0_8 => vec!["no version".to_owned()],
            version => version
                .words()
                .iter()
                .map(|word| format!("`{word}`"))
                .collect(),
        };
        // Some editions of 1.0 share a word.
        words.extend(
            own.into_iter()
                .filter(|word| !words.contains(word))
                .collect::<Vec<_>>(),
        );
    }
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

/// Lists the keys of a version for an error message.
fn expected_keys(version: Version) -> String {
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
fn no_key(version: Option<Version>, has_version: bool, others: &[Cow<'_, str>]) -> ReadError {
    let shown: Vec<&str> = others.iter().take(8).map(|name| &**name).collect();
    let found = match shown.as_slice() {
        [] if has_version => "the message has a version, but no message key".to_owned(),
        [] => "the message is an empty object".to_owned(),
        shown => format!(
            "the message has no message key, only `{}`",
            shown.join("`, `")
        ),
    };
    let with = |is_similar: fn(&str, &str) -> bool| {
        others
            .iter()
            .find_map(|name| keys_of(version).find(|key| is_similar(name, key)))
    };
    let similar = with(is_like).or_else(|| with(have_same_words));
    let hint = match (similar, version) {
        (Some(key), _) => format!("did you mean `{key}`?"),
        (None, Some(version)) => expected_keys(version),
        (None, None) if others.is_empty() => EXAMPLE.to_owned(),
        (None, None) => KEY_OF_ANY_VERSION.to_owned(),
    };
    ReadError::new(DecodeRule::Key, found, hint)
}

fn only_key<'a>(
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
            let is_version_known = given.is_some() || stated.is_some();
            Err(no_key(
                is_version_known.then_some(version),
                stated.is_some(),
                others,
            ))
        }
        [first, second, ..] if first == second => Err(ReadError::duplicate(second)),
        // If one of the two keys belongs to another version, the error names that key.
        [first, second, ..] => {
            let foreign_key = keys.iter().find(|key| direction(version, key).is_none());
            if let (Some(key), Some(_)) = (foreign_key, stated) {
                return Err(foreign(version, stated, key));
            }
            let found =
                format_args!("the message has a second message key after `{first}`").to_string();
            Err(ReadError::new(DecodeRule::Key, found, expected_keys(version)).at(second))
        }
    }
}

/// Creates the error for a key that is not a message of this version.
pub(crate) fn foreign(version: Version, stated: Option<&str>, key: &str) -> ReadError {
    let homes: Vec<String> = KEYS
        .iter()
        .filter(|row| row.2.contains(&key))
        .map(|row| row.0.to_string())
        .collect();
    let homes = match homes.as_slice() {
        [first, .., last] if homes.len() > 2 => format!("{first} to {last}"),
        homes => homes.join(" and "),
    };
    let beside = stated.map_or_else(
        || format!("this is {version}"),
        |word| format!("the version is `{word}`"),
    );
    let found = format_args!("`{key}` is a message of {homes}, but {beside}").to_string();
    // Messages of 0.8 state no version, so the version may be the mistake.
    let is_of_0_8 = stated.is_some() && only_version(key) == Some(Version::V0_8);
    let hint = match is_of_0_8 {
        true => format!(
            "remove `version`, because messages of 0.8 have none, or {}",
            expected_keys(version)
        ),
        false => expected_keys(version),
    };
    ReadError::new(DecodeRule::Key, found, hint).at(key)
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
    fn the_first_members_decide_a_guess() {
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
    fn messages_with_no_or_two_kinds_are_refused_at_their_place() {
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
