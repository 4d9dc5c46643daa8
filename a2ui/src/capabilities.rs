//! What clients can show, and what agents can send.
//!
//! Neither is a message: both travel in what the transport has for such things, as the metadata of an A2A message
//! ([`a2a`](crate::a2a)) or the card of an agent.
//!
//! From 0.9 on, capabilities stand below the word of their version, `{"v0.9": {…}}`. In 0.8 nothing stands around them,
//! and some clients of later versions forget the word: both forms are read, and [`ClientCapabilities::wrapped`] gives the
//! one that should be sent.

pub mod v0_8;
pub mod v0_9;
pub mod v1_0;

use crate::{CatalogId, Version, rules};
use wire::{DecodeError, Field, Finding, Payload, Pointer, Validate, decode::Unreadable};

wire::object! {
    /// What a client can show, version by version. A2UI 0.8, client capabilities; 1.0, renderer capabilities.
    ///
    /// ```
    /// use agent_ui_a2ui::{CatalogId, Version, capabilities::{ClientCapabilities, v0_9}, wire};
    ///
    /// let basic = CatalogId::from("https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json");
    /// let capabilities = ClientCapabilities::new().v0_9(v0_9::Capabilities::new([basic]));
    /// assert_eq!(
    ///     wire::encode(&capabilities)?,
    ///     r#"{"v0.9":{"supportedCatalogIds":["https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"]}}"#
    /// );
    /// assert_eq!(capabilities.catalogs(Version::V0_9).map(<[_]>::len), Some(1));
    /// assert_eq!(capabilities.catalogs(Version::V0_8), None);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct ClientCapabilities {
        /// The catalogs of a client that names no version: one of 0.8, or a later one that forgot the word.
        supported_catalog_ids as "supportedCatalogIds"?: Field<Vec<CatalogId>>,
        /// The catalogs that such a client brings along.
        inline_catalogs as "inlineCatalogs"?: Field<Vec<v0_8::InlineCatalog>>,
        /// In A2UI 0.9 and 0.9.1.
        v0_9 as "v0.9"?: Field<v0_9::Capabilities>,
        /// In A2UI 0.9.1. The specification has no such member: there it is the one before.
        v0_9_1 as "v0.9.1"?: Field<v0_9::Capabilities>,
        /// In A2UI 0.10, where they look as in 0.9.
        v0_10 as "v0.10"?: Field<v0_9::Capabilities>,
        /// In A2UI 1.0.
        v1_0 as "1.0"?: Field<v1_0::Capabilities>,
        /// In A2UI 1.0 while it was a candidate. Where both stand, the one before counts.
        v1_0_candidate as "v1.0"?: Field<v1_0::Capabilities>,
    }
    /// What an agent can send, version by version, where nothing else says the version. A2UI 0.9, server capabilities; 1.0,
    /// agent capabilities.
    pub struct AgentCapabilities {
        /// In A2UI 0.9 and 0.9.1.
        v0_9 as "v0.9"?: Field<AgentCatalogs>,
        /// In A2UI 0.9.1. The specification has no such member: there it is the one before.
        v0_9_1 as "v0.9.1"?: Field<AgentCatalogs>,
        /// In A2UI 0.10.
        v0_10 as "v0.10"?: Field<AgentCatalogs>,
        /// In A2UI 1.0.
        v1_0 as "1.0"?: Field<AgentCatalogs>,
        /// In A2UI 1.0 while it was a candidate. Where both stand, the one before counts.
        v1_0_candidate as "v1.0"?: Field<AgentCatalogs>,
    }
    /// What an agent can send in one version. The card of an A2A agent has it as the `params` of the
    /// [extension](crate::a2a::AgentExtension), whose URI says the version. A2UI 0.8, 0.9 and 1.0, A2A extension.
    pub struct AgentCatalogs {
        /// The catalogs for which it can write.
        supported_catalog_ids as "supportedCatalogIds"?: Field<Vec<CatalogId>>,
        /// Whether it takes catalogs that the client brings along; absent means no.
        accepts_inline_catalogs as "acceptsInlineCatalogs"?: Field<bool>,
    }
}

impl ClientCapabilities {
    /// The catalogs that it supports in a version. If it names no version at all, they count for every version: the
    /// caller has to know from elsewhere which one is spoken.
    pub fn catalogs(&self, version: Version) -> Option<&[CatalogId]> {
        let stated = version.words().iter().find_map(|word| self.stated(word));
        let bare =
            || self.supported_catalog_ids.get().filter(|_| version == Version::V0_8 || !self.is_wrapped());
        stated.or_else(bare).map(Vec::as_slice)
    }

    fn stated(&self, word: &str) -> Option<&Vec<CatalogId>> {
        match word {
            "v0.9" => self.v0_9.get().map(|stated| &stated.supported_catalog_ids),
            "v0.9.1" => self.v0_9_1.get().map(|stated| &stated.supported_catalog_ids),
            "v0.10" => self.v0_10.get().map(|stated| &stated.supported_catalog_ids),
            "1.0" => self.v1_0.get().map(|stated| &stated.supported_catalog_ids),
            "v1.0" => self.v1_0_candidate.get().map(|stated| &stated.supported_catalog_ids),
            _ => None,
        }
    }

    /// Whether it names a version.
    fn is_wrapped(&self) -> bool {
        ["v0.9", "v0.9.1", "v0.10", "v1.0", "1.0"].iter().any(|word| self.stated(word).is_some())
    }

    /// The form in which they should be sent: what names no version is put below the word of the version that is spoken.
    /// Where a version is named already, and in 0.8, they stay as they are.
    ///
    /// ```
    /// use agent_ui_a2ui::{Version, capabilities::ClientCapabilities, wire};
    ///
    /// let bare: ClientCapabilities = wire::decode(r#"{"supportedCatalogIds":["c"]}"#)?;
    /// let wrapped = bare.for_version(Version::V0_9)?;
    /// assert_eq!(wire::encode(&wrapped).unwrap(), r#"{"v0.9":{"supportedCatalogIds":["c"]}}"#);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// If it supports no catalogs, or its inline catalogs are none of that version.
    pub fn for_version(self, version: Version) -> Result<Self, DecodeError> {
        let is_bare = !self.supported_catalog_ids.is_absent() || !self.inline_catalogs.is_absent();
        if version == Version::V0_8 || self.is_wrapped() || !is_bare {
            return Ok(self);
        }
        let (mut wrapped, mut bare) = (Self::new(), Self::new());
        bare.supported_catalog_ids = self.supported_catalog_ids;
        bare.inline_catalogs = self.inline_catalogs;
        wrapped.extra = self.extra;
        let bare = Payload::of(&bare).map_err(|error| Unreadable::value(error, "what can be written"))?;
        match version.words() {
            ["v0.10", ..] => wrapped.v0_10 = Field::Value(bare.decode()?),
            ["1.0", ..] => wrapped.v1_0 = Field::Value(bare.decode()?),
            ["v1.0", ..] => wrapped.v1_0_candidate = Field::Value(bare.decode()?),
            _ => wrapped.v0_9 = Field::Value(bare.decode()?),
        }
        Ok(wrapped)
    }
}

impl Validate for ClientCapabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let is_bare = !self.inline_catalogs.is_absent() || !self.is_wrapped();
        if is_bare && self.supported_catalog_ids.is_absent() {
            let message = "neither a version nor `supportedCatalogIds`";
            let finding = Finding::error("missing-member", at.member("supportedCatalogIds"), message);
            found.push(
                finding.hint("write `{\"v0.9\":{\"supportedCatalogIds\":[…]}}`; 0.8 leaves the version out"),
            );
        }
        rules::not_null(&self.supported_catalog_ids, "supportedCatalogIds", at, found);
        member(&self.inline_catalogs, "inlineCatalogs", at, found);
        member(&self.v0_9, "v0.9", at, found);
        member(&self.v0_9_1, "v0.9.1", at, found);
        member(&self.v0_10, "v0.10", at, found);
        member(&self.v1_0, "1.0", at, found);
        member(&self.v1_0_candidate, "v1.0", at, found);
        two_words(&self.v1_0, &self.v1_0_candidate, at, found);
    }
}

/// What stands under both words of 1.0 and is not the same.
fn two_words<T: PartialEq>(today: &Field<T>, candidate: &Field<T>, at: &Pointer, found: &mut Vec<Finding>) {
    if let (Some(today), Some(candidate)) = (today.get(), candidate.get()) {
        if today != candidate {
            let message = "`1.0` and `v1.0` differ, and `1.0` counts";
            let finding = Finding::warning("two-words", at.member("v1.0"), message);
            found.push(finding.hint("write `1.0` alone"));
        }
    }
}

impl Validate for AgentCapabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        member(&self.v0_9, "v0.9", at, found);
        member(&self.v0_9_1, "v0.9.1", at, found);
        member(&self.v0_10, "v0.10", at, found);
        member(&self.v1_0, "1.0", at, found);
        member(&self.v1_0_candidate, "v1.0", at, found);
        two_words(&self.v1_0, &self.v1_0_candidate, at, found);
    }
}

impl Validate for AgentCatalogs {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.supported_catalog_ids, "supportedCatalogIds", at, found);
        rules::not_null(&self.accepts_inline_catalogs, "acceptsInlineCatalogs", at, found);
    }
}

/// A member that may be absent, may not be null, and has rules of its own.
pub(crate) fn member<T: Validate>(member: &Field<T>, name: &str, at: &Pointer, found: &mut Vec<Finding>) {
    rules::not_null(member, name, at, found);
    if let Some(value) = member.get() {
        value.findings(&at.member(name), found);
    }
}

/// A map from names to JSON Schemas.
fn schemas(map: Option<&Payload>, name: &str, at: &Pointer, found: &mut Vec<Finding>) {
    let Some(map) = map else { return };
    let at = at.member(name);
    rules::object(map, at.clone(), found);
    for (name, schema) in map.members() {
        if !schema.is_object() && !matches!(schema.text(), "true" | "false") {
            let message = format_args!("{} where a JSON Schema belongs", schema.kind()).to_string();
            found.push(Finding::error("not-a-schema", at.member(&name), message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ClientCapabilities {
        wire::decode(text).unwrap()
    }

    #[test]
    fn what_names_no_version_counts_for_the_one_that_is_spoken_unless_another_is_named() {
        let count = |text: &str, version| read(text).catalogs(version).map(<[_]>::len);
        let bare = r#"{"supportedCatalogIds":["a","b"]}"#;
        assert!(Version::ALL.iter().all(|version| count(bare, *version) == Some(2)));
        let both = r#"{"supportedCatalogIds":["a","b"],"v0.9.1":{"supportedCatalogIds":["c"]}}"#;
        let counts: Vec<_> = Version::ALL.iter().map(|version| count(both, *version)).collect();
        assert_eq!(counts, [Some(2), Some(1), None, None, None]);
        let first = r#"{"v0.9":{"supportedCatalogIds":[]},"v0.9.1":{"supportedCatalogIds":["c"]}}"#;
        assert_eq!(count(first, Version::V0_9), Some(0));
    }

    #[test]
    fn what_names_no_version_is_put_below_the_word_of_any_and_keeps_what_is_unknown() {
        let catalog = r#"{"catalogId":"c","functions":{},"x":1.0}"#;
        let text = format!(r#"{{"supportedCatalogIds":["a"],"inlineCatalogs":[{catalog}],"y":null}}"#);
        for (version, word) in [
            (Version::V0_9, "v0.9"),
            (Version::V0_10, "v0.10"),
            (Version::V1_0June, "v1.0"),
            (Version::V1_0, "1.0"),
        ] {
            let wrapped = read(&text).for_version(version).unwrap();
            let expected = format!(
                r#"{{"{word}":{{"supportedCatalogIds":["a"],"inlineCatalogs":[{catalog}]}},"y":null}}"#
            );
            assert_eq!(wire::encode(&wrapped).unwrap(), expected);
            assert_eq!(wrapped.clone().for_version(version).unwrap(), wrapped);
        }
        assert_eq!(read(&text).for_version(Version::V0_8).unwrap(), read(&text));
        let error = read(r#"{"inlineCatalogs":[]}"#).for_version(Version::V0_9).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/supportedCatalogIds");
        let list = r#"{"supportedCatalogIds":[],"inlineCatalogs":[{"catalogId":"c","functions":[]}]}"#;
        let error = read(list).for_version(Version::V1_0).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/inlineCatalogs/0/functions");
    }
}
