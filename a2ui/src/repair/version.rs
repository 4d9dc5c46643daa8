//! Repairs of messages without `version`, and of versions in other spellings.

use super::{
    Draft, Object, Repair, RepairKind, Repairer, json_object::json_string,
    message_body::OTHER_VALUE_NAMES,
};
use crate::{Message, Version, detect, v1_0};
use wire::{
    DecodeError, DecodeRule,
    decode::ReadError,
    token::{self, TokenKind, Tokens},
};

/// The versions of neighboring messages.
pub(super) struct NeighbourVersions<'a> {
    /// Finds a version in the rest of the document.
    pub(super) document: &'a dyn Fn() -> Option<StatedVersion>,
    /// The version of another part of the same object.
    pub(super) beside: Option<StatedVersion>,
}

/// A version, and the value of `version` that states it. The values of 1.0 imply different notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatedVersion {
    /// The version itself.
    pub version: Version,
    /// The value of the member `version`, or `v0.8` for messages of 0.8, which have no such member.
    pub word: &'static str,
}

impl StatedVersion {
    /// Creates a version that is stated by this word. Returns `None` if the word does not state the version.
    pub fn new(version: Version, word: &str) -> Option<Self> {
        let mut own = find_word(version.words(), word);
        if own.is_none() && version == Version::V1_0 {
            own = find_word(v1_0::Version::WORDS, word);
        }
        Some(Self {
            version,
            word: own?,
        })
    }

    pub(super) fn of(message: &Message) -> Self {
        Self {
            version: message.version(),
            word: message.version_word(),
        }
    }
}

impl Repairer {
    /// Adds the member `version` to the draft, unless it is a message of 0.8.
    ///
    /// # Errors
    /// Returns an error if nothing determines the version.
    pub(super) fn state_version(
        &self,
        draft: &mut Draft,
        around: &NeighbourVersions<'_>,
        repairs: &mut Vec<Repair>,
    ) -> Result<(), DecodeError> {
        spell_version(draft, repairs);
        if draft.envelope.has("version") {
            return Ok(());
        }
        let word_in_body = match draft.body.string("version") {
            Some(word) => canonical_word(&word),
            None => None,
        };
        if let Some(word) = word_in_body {
            repairs.push(draft.repair(RepairKind::VersionInBody, "/version", &[draft.key]));
            draft.body.remove("version");
            draft.envelope.set_first("version", json_string(word));
            return Ok(());
        }
        let version = self.determine_unstated_version(draft, around)?;
        if version != Version::V0_8 {
            let word = self.choose_word(version, draft, around);
            draft.envelope.set_first("version", json_string(word));
            let at = draft.source("");
            repairs.push(Repair::new(
                RepairKind::MissingVersion,
                at,
                &[&version.to_string(), word],
            ));
        }
        Ok(())
    }

    /// Determines the version of a message that does not state it. The signs are tried from the most specific to the
    /// most general.
    fn determine_unstated_version(
        &self,
        draft: &Draft,
        around: &NeighbourVersions<'_>,
    ) -> Result<Version, DecodeError> {
        let key = draft.key;
        if let Some(given) = self.given {
            return match detect::direction(given, key) {
                Some(_) => Ok(given),
                None => Err(detect::foreign_key_error(given, None, key).into()),
            };
        }
        if let Some(version) = detect::only_version(key) {
            return Ok(version);
        }
        if let Some(version) = implied_version(draft) {
            return Ok(version);
        }
        if let Some(version) = version_with_key(self.stated_by_surface(draft), key) {
            return Ok(version);
        }
        if let Some(version) = version_with_key(around.beside, key) {
            return Ok(version);
        }
        // Messages of 0.8 have no version.
        if detect::direction(Version::V0_8, key).is_some() {
            return Ok(Version::V0_8);
        }
        if let Some(version) = version_with_key(self.last, key) {
            return Ok(version);
        }
        if let Some(version) = version_with_key((around.document)(), key) {
            return Ok(version);
        }
        // Until January 2026, messages of 0.9 had no version; those of later versions always did.
        if is_of_early_0_9(draft) {
            return Ok(Version::V0_9);
        }
        Err(unknown_version_error(key))
    }

    /// Returns the version of the surface that a message names.
    fn stated_by_surface(&self, draft: &Draft) -> Option<StatedVersion> {
        let id = draft.body.string("surfaceId")?;
        Some(self.surfaces.get(&*id)?.version)
    }

    /// Returns the word for a version in a message. It is the word of the surface of the message, or the word of
    /// neighboring messages.
    fn choose_word(
        &self,
        version: Version,
        draft: &Draft,
        around: &NeighbourVersions<'_>,
    ) -> &'static str {
        let nearest = [self.stated_by_surface(draft), around.beside, self.last];
        let mut known = nearest
            .into_iter()
            .find_map(|stated| own_word(version, stated));
        if known.is_none() {
            known = own_word(version, (around.document)());
        }
        match known {
            // A theme with the version `v1.0` would mean a message of June 2026.
            Some(word) if version != Version::V1_0 || !is_of_june(draft) => word,
            _ => usual_word(version, draft),
        }
    }
}

/// Returns the static copy of a word from a list, or `None` if the list does not contain the word.
fn find_word(words: &[&'static str], word: &str) -> Option<&'static str> {
    words.iter().copied().find(|own| *own == word)
}

/// Returns the stated version if that version has this message key.
fn version_with_key(stated: Option<StatedVersion>, key: &str) -> Option<Version> {
    let version = stated?.version;
    detect::direction(version, key)?;
    Some(version)
}

/// Returns the stated word if it is a word of this version only.
fn own_word(version: Version, stated: Option<StatedVersion>) -> Option<&'static str> {
    let stated = stated?;
    if stated.version != version || !version.words().contains(&stated.word) {
        return None;
    }
    Some(stated.word)
}

/// Returns `true` if the members of a message are those of June 2026.
fn is_of_june(draft: &Draft) -> bool {
    detect::JUNE.matches(draft.key, &draft.body.to_json())
}

/// Returns `true` if a message without a version can belong to 0.9 before January 2026. Its meaning must be the same
/// in later versions.
fn is_of_early_0_9(draft: &Draft) -> bool {
    match draft.key {
        "createSurface" | "updateComponents" => true,
        // 0.9 stores null as a value, but 1.0 removes the value at the path.
        "updateDataModel" => {
            let mut names = OTHER_VALUE_NAMES.into_iter().chain(["value"]);
            !names.any(|name| draft.body.get(name) == Some("null"))
        }
        // Other protocols have actions as well.
        "action" => draft.body.has("name") && draft.body.has("surfaceId"),
        _ => false,
    }
}

fn unknown_version_error(key: &str) -> DecodeError {
    let found =
        format_args!("the message `{key}` has no `version`, and nothing else determines it")
            .to_string();
    let mut words: Vec<&str> = Vec::new();
    for version in Version::ALL {
        if detect::direction(*version, key).is_none() {
            continue;
        }
        for word in version.words() {
            // Some editions of 1.0 share a word.
            if !words.contains(word) {
                words.push(word);
            }
        }
    }
    let named = if words.contains(&"v0.9") {
        "a2ui@0.9"
    } else {
        "a2ui@0.10"
    };
    let words = words.join("`, `");
    let expected = format_args!(
        "add `version` (`{words}`), or name a dialect with its version, such as `{named}`"
    )
    .to_string();
    ReadError::new(DecodeRule::Missing, found, expected)
        .at("version")
        .into()
}

/// Returns the version that the members of a message imply.
fn implied_version(draft: &Draft) -> Option<Version> {
    let body = &draft.body;
    match draft.key {
        "createSurface" => {
            let catalog = body.string("catalogId").unwrap_or_default();
            if let Some(version) = version_of_catalog(&catalog) {
                return Some(version);
            }
            version_of_members(body)
        }
        "updateComponents" if body.get("components").is_some_and(has_marked_values) => {
            Some(Version::V1_0)
        }
        "action" if body.has("userMessage") || body.has("metadata") => Some(Version::V1_0),
        _ => None,
    }
}

/// Returns the version of a `createSurface` that the names of its members imply.
fn version_of_members(body: &Object) -> Option<Version> {
    // Drafts of 0.9 used `broadcastDataModel`, and the drafts of 1.0 from July 2026 `surfaceProperties`.
    if body.has("theme") || body.has("broadcastDataModel") {
        Some(Version::V0_9)
    } else if body.has("components") || body.has("dataModel") || body.has("metadata") {
        Some(Version::V1_0)
    } else if body.has("surfaceProperties") {
        Some(Version::V1_0June)
    } else {
        None
    }
}

/// Returns the version in a catalog URI of the form `…/specification/v0_9/…`.
fn version_of_catalog(id: &str) -> Option<Version> {
    let (_, path) = id.split_once("/specification/")?;
    match path.split_once('/')?.0 {
        "v0_9" | "v0_9_1" => Some(Version::V0_9),
        "v0_10" => Some(Version::V0_10),
        "v1_0" => Some(Version::V1_0),
        _ => None,
    }
}

/// Returns `true` if a text contains bindings or calls written `@path` and `@call`.
fn has_marked_values(text: &str) -> bool {
    has_name(text, &["@path", "@call"])
}

fn has_name(text: &str, names: &[&str]) -> bool {
    // Most texts have no `@` before a name, so their tokens need not be read.
    text.contains("\"@")
        && Tokens::new(text).any(|token| {
            token.kind == TokenKind::Name && names.contains(&&*token::string(token.text))
        })
}

/// Returns the default word for a version, which applies if no other message determines the word.
fn usual_word(version: Version, draft: &Draft) -> &'static str {
    let first = version.words().first().copied().unwrap_or_default();
    if version != Version::V1_0 {
        return first;
    }
    // With `v1.0`, the surface shows its notation. But marked keys require `1.0`, and a theme would mean June 2026.
    let keys = ["@catalogId", "@accessibility", "@metadata", "@checks"];
    let has_marked_keys = draft
        .body
        .get("components")
        .is_some_and(|components| has_name(components, &keys));
    if has_marked_keys || is_of_june(draft) {
        first
    } else {
        "v1.0"
    }
}

/// Replaces a version in another spelling.
fn spell_version(draft: &mut Draft, repairs: &mut Vec<Repair>) {
    let Some(stated) = draft.envelope.get("version") else {
        return;
    };
    let text = token::string(stated);
    let text = if stated.starts_with('"') {
        &*text
    } else {
        stated
    };
    if stated.starts_with('"') && Version::from_word(text).is_some() {
        return;
    }
    if let Some(word) = canonical_word(text) {
        repairs.push(Repair::new(
            RepairKind::VersionSpelling,
            draft.source("/version"),
            &[stated, word],
        ));
        draft.envelope.set("version", json_string(word));
    }
}

/// Returns the canonical form of a version in any spelling, such as `0.9`, `V0.9` or `v0.9.0`.
fn canonical_word(text: &str) -> Option<&'static str> {
    let text = text.trim().to_ascii_lowercase();
    let number = text.trim_start_matches('v');
    let mut same_number = None;
    for version in Version::ALL {
        for word in version.words() {
            if *word == text {
                return Some(*word);
            }
            let own = word.trim_start_matches('v');
            if own == number || number.strip_suffix(".0") == Some(own) {
                same_number = same_number.or(Some(*word));
            }
        }
    }
    same_number
}

/// Returns the version that a message states, or that its key and members imply, if it is later than 0.8.
pub(super) fn stated_or_implied(text: &str) -> Option<StatedVersion> {
    let object = Object::parse(text)?;
    if let Ok((version, _)) = detect::detect(text, None) {
        let word = object.string("version").unwrap_or_default();
        if version == Version::V0_8 {
            return None;
        }
        return StatedVersion::new(version, &word);
    }
    let key = object.names().find_map(detect::find_key)?;
    let body = Object::parse(object.get(key)?)?;
    let draft = Draft::new(object, key, body);
    let version = detect::only_version(key).or_else(|| implied_version(&draft))?;
    Some(StatedVersion {
        version,
        word: usual_word(version, &draft),
    })
}
