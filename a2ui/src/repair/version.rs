//! Messages without `version`, and versions that are spelled in another way.

use super::{Draft, Object, Repair, RepairKind, Repairer, json_object::quoted};
use crate::{Message, Version, detect, v1_0};
use wire::{
    DecodeError, DecodeRule,
    decode::ReadError,
    token::{self, TokenKind, Tokens},
};

/// What the messages around one say about its version.
pub(super) struct Around<'a> {
    /// Looks for a version in the rest of the document.
    pub(super) document: &'a dyn Fn() -> Option<StatedVersion>,
    /// The version of another part of the same object.
    pub(super) beside: Option<StatedVersion>,
}

/// A version, and the word by which a message states it: 1.0 has several, under which values are written in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatedVersion {
    /// The version.
    pub version: Version,
    /// The word; `v0.8` for 0.8, whose messages state none.
    pub word: &'static str,
}

impl StatedVersion {
    /// Returns a version that is stated by this word; `None` if no message states it so.
    pub fn new(version: Version, word: &str) -> Option<Self> {
        let others = if version == Version::V1_0 { v1_0::Version::WORDS } else { &[] };
        let mut words = version.words().iter().chain(others).copied();
        words.find(|own| *own == word).map(|word| Self { version, word })
    }

    pub(super) fn of(message: &Message) -> Self {
        Self { version: message.version(), word: message.version_word() }
    }
}

impl Repairer {
    /// Makes the draft state its version, unless it is one of 0.8, which needs none.
    ///
    /// # Errors
    /// If nothing tells which version it is.
    pub(super) fn state_version(
        &self,
        draft: &mut Draft,
        around: &Around<'_>,
        repairs: &mut Vec<Repair>,
    ) -> Result<(), DecodeError> {
        spell_version(draft, repairs);
        if draft.envelope.has("version") {
            return Ok(());
        }
        if let Some(word) = draft.body.string("version").and_then(|word| spelled(&word)) {
            repairs.push(draft.repair(RepairKind::VersionInBody, "/version", &[draft.key]));
            draft.body.remove("version");
            draft.envelope.set_first("version", quoted(word));
            return Ok(());
        }
        let version = self.unstated_version(draft, around)?;
        if version != Version::V0_8 {
            let word = self.word(version, draft, around);
            draft.envelope.set_first("version", quoted(word));
            let at = draft.source("");
            repairs.push(Repair::new(RepairKind::MissingVersion, at, &[&version.to_string()]));
        }
        Ok(())
    }

    fn unstated_version(&self, draft: &Draft, around: &Around<'_>) -> Result<Version, DecodeError> {
        let key = draft.key;
        if let Some(given) = self.given {
            let foreign = || detect::foreign(given, None, key).into();
            return detect::direction(given, key).map(|_| given).ok_or_else(foreign);
        }
        let of_surface = draft.body.string("surfaceId").and_then(|id| self.version_of_surface(&id));
        let has_key = |version: &Version| detect::direction(*version, key).is_some();
        let version = |stated: Option<StatedVersion>| stated.map(|stated| stated.version).filter(has_key);
        let alone = detect::only_version(key);
        alone
            .or_else(|| shown(draft))
            .or_else(|| of_surface.filter(has_key))
            .or_else(|| version(around.beside))
            // The messages of 0.8 state no version.
            .or_else(|| has_key(&Version::V0_8).then_some(Version::V0_8))
            .or_else(|| version(self.last))
            .or_else(|| version((around.document)()))
            // Until January 2026 the messages of 0.9 stated no version; those of later versions always did.
            .or_else(|| (key == "createSurface").then_some(Version::V0_9))
            .ok_or_else(|| undecided(key))
    }

    /// Returns the word for a version in a message: the one that its surface was made with or that the messages around it state.
    fn word(&self, version: Version, draft: &Draft, around: &Around<'_>) -> &'static str {
        let of_surface =
            || draft.body.string("surfaceId").and_then(|id| Some(self.surfaces.get(&*id)?.version));
        let word = |stated: Option<StatedVersion>| {
            let stated = stated.filter(|stated| stated.version == version)?;
            version.words().iter().copied().find(|word| *word == stated.word)
        };
        let known = word(of_surface())
            .or_else(|| word(around.beside))
            .or_else(|| word(self.last))
            .or_else(|| word((around.document)()));
        // A theme under `v1.0` would make it a message of June.
        let is_june = || version == Version::V1_0 && detect::JUNE.is(draft.key, &draft.body.to_json());
        known.filter(|_| !is_june()).unwrap_or_else(|| usual_word(version, draft))
    }
}

fn undecided(key: &str) -> DecodeError {
    let found =
        format_args!("`{key}` without `version`, and nothing else tells which version it is of").to_string();
    let mut words: Vec<&str> = Vec::new();
    let versions = Version::ALL.iter().filter(|version| detect::direction(**version, key).is_some());
    for word in versions.flat_map(|version| version.words()) {
        // Several 1.0 share a word.
        if !words.contains(word) {
            words.push(word);
        }
    }
    let named = if words.contains(&"v0.9") { "a2ui@0.9" } else { "a2ui@0.10" };
    let words = words.join("`, `");
    let expected =
        format_args!("`version` (`{words}`), or a dialect that names the version, such as `{named}`")
            .to_string();
    ReadError::new(DecodeRule::Missing, found, expected).at("version").into()
}

/// Returns the version that the members of a message show.
fn shown(draft: &Draft) -> Option<Version> {
    let has = |names: &[&str]| names.iter().any(|name| draft.body.has(name));
    let of_catalog = draft.body.string("catalogId").and_then(|id| of_catalog(&id));
    match draft.key {
        "createSurface" if of_catalog.is_some() => of_catalog,
        "createSurface" if has(&["theme", "broadcastDataModel"]) => Some(Version::V0_9),
        "createSurface" if has(&["components", "dataModel", "metadata"]) => Some(Version::V1_0),
        "createSurface" if has(&["surfaceProperties"]) => Some(Version::V1_0June),
        "updateComponents" if draft.body.get("components").is_some_and(has_marked_values) => {
            Some(Version::V1_0)
        }
        "action" if has(&["userMessage", "metadata"]) => Some(Version::V1_0),
        _ => None,
    }
}

/// Returns the version of the specification in whose folder a catalog lies: `…/specification/v0_9/…`.
fn of_catalog(id: &str) -> Option<Version> {
    let (_, behind) = id.split_once("/specification/")?;
    match behind.split_once('/')?.0 {
        "v0_9" | "v0_9_1" => Some(Version::V0_9),
        "v0_10" => Some(Version::V0_10),
        "v1_0" => Some(Version::V1_0),
        _ => None,
    }
}

/// Returns whether bindings or calls in a text are written `@path` and `@call`.
fn has_marked_values(text: &str) -> bool {
    has_name(text, &["@path", "@call"])
}

fn has_name(text: &str, names: &[&str]) -> bool {
    // Most texts have no `@` in front of a name, and need no look at their tokens.
    text.contains("\"@")
        && Tokens::new(text)
            .any(|token| token.kind == TokenKind::Name && names.contains(&&*token::string(token.text)))
}

/// Returns the word for a version of which nothing shows the word that other messages use.
fn usual_word(version: Version, draft: &Draft) -> &'static str {
    let first = version.words().first().copied().unwrap_or_default();
    if version != Version::V1_0 {
        return first;
    }
    // Under `v1.0` the surface shows its notation, but marked keys came with `1.0`, and a theme means June.
    let keys = ["@catalogId", "@accessibility", "@metadata", "@checks"];
    let has_marked_keys = draft.body.get("components").is_some_and(|components| has_name(components, &keys));
    let is_june = detect::JUNE.is(draft.key, &draft.body.to_json());
    if has_marked_keys || is_june { first } else { "v1.0" }
}

/// Replaces a version that is spelled in another way.
fn spell_version(draft: &mut Draft, repairs: &mut Vec<Repair>) {
    let Some(stated) = draft.envelope.get("version") else { return };
    let text = token::string(stated);
    let text = if stated.starts_with('"') { &*text } else { stated };
    if stated.starts_with('"') && Version::from_word(text).is_some() {
        return;
    }
    if let Some(word) = spelled(text) {
        repairs.push(Repair::new(RepairKind::VersionSpelling, draft.source("/version"), &[stated, word]));
        draft.envelope.set("version", quoted(word));
    }
}

/// Returns the word of a version that is spelled in any way: `0.9`, `V0.9`, `v0.9.0`.
fn spelled(text: &str) -> Option<&'static str> {
    let words = || Version::ALL.iter().flat_map(|version| version.words()).copied();
    let text = text.trim().to_ascii_lowercase();
    let number = text.trim_start_matches('v');
    let is_number = |word: &str| {
        let own = word.trim_start_matches('v');
        own == number || number.strip_suffix(".0") == Some(own)
    };
    words().find(|word| *word == text).or_else(|| words().find(|word| is_number(word)))
}

/// Returns the version that a message states, or shows by its key and its members, if that is one later than 0.8.
pub(super) fn told(text: &str) -> Option<StatedVersion> {
    let object = Object::parse(text)?;
    if let Ok((version, _)) = detect::detect(text, None) {
        let word = object.string("version").unwrap_or_default();
        return StatedVersion::new(version, &word).filter(|_| version != Version::V0_8);
    }
    let key = object.names().find_map(detect::key)?;
    let body = Object::parse(object.get(key)?)?;
    let draft = Draft::new(object, key, body);
    let version = detect::only_version(key).or_else(|| shown(&draft))?;
    Some(StatedVersion { version, word: usual_word(version, &draft) })
}
