//! Capabilities of clients and agents.
//!
//! Capabilities are not messages. The transport carries them, for example in the metadata of an A2A message
//! ([`a2a`](crate::a2a)) or in an agent card.
//!
//! Since 0.9, capabilities are nested below the value of `version`: `{"v0.9": {…}}`. Capabilities of 0.8 are not
//! nested, and some clients of later versions omit the nesting, too. Both forms are read;
//! [`ClientCapabilities::for_version`] returns the form to send.

mod members;
pub mod v0_8;
pub mod v0_9;
pub mod v1_0;

pub(crate) use members::check_member;

use crate::{CatalogId, Version, rules};
use wire::{DecodeError, Field, Finding, Payload, Pointer, Validate, decode::ReadError};

wire::object! {
    /// The capabilities of a client by version. They are called client capabilities in A2UI 0.8 to 0.10, and renderer
    /// capabilities in 1.0.
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
    ///
    /// Specification: [A2UI 1.0, Renderer capabilities](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#renderer-capabilities).
    pub struct ClientCapabilities {
        /// The supported catalogs of a client that states no version: a client of 0.8, or a later one that omits the
        /// nesting.
        supported_catalog_ids as "supportedCatalogIds"?: Field<Vec<CatalogId>>,
        /// The inline catalogs of a client that states no version.
        inline_catalogs as "inlineCatalogs"?: Field<Vec<v0_8::InlineCatalog>>,
        /// The capabilities in A2UI 0.9 and 0.9.1.
        v0_9 as "v0.9"?: Field<v0_9::Capabilities>,
        /// The capabilities in A2UI 0.9.1. The specification uses `v0.9` for both versions.
        v0_9_1 as "v0.9.1"?: Field<v0_9::Capabilities>,
        /// The capabilities in A2UI 0.10, which have the form of 0.9.
        v0_10 as "v0.10"?: Field<v0_9::Capabilities>,
        /// The capabilities in A2UI 1.0.
        v1_0 as "1.0"?: Field<v1_0::Capabilities>,
        /// The capabilities in A2UI 1.0 as a candidate. If `1.0` is present as well, this member is ignored.
        v1_0_candidate as "v1.0"?: Field<v1_0::Capabilities>,
    }
    /// The capabilities of an agent by version, for transports that do not state the version elsewhere. They are
    /// called server capabilities in A2UI 0.9, and agent capabilities in 1.0.
    ///
    /// Specification: [A2UI 1.0, Agent capabilities](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#agent-capabilities).
    pub struct AgentCapabilities {
        /// The capabilities in A2UI 0.9 and 0.9.1.
        v0_9 as "v0.9"?: Field<AgentCatalogs>,
        /// The capabilities in A2UI 0.9.1. The specification uses `v0.9` for both versions.
        v0_9_1 as "v0.9.1"?: Field<AgentCatalogs>,
        /// The capabilities in A2UI 0.10.
        v0_10 as "v0.10"?: Field<AgentCatalogs>,
        /// The capabilities in A2UI 1.0.
        v1_0 as "1.0"?: Field<AgentCatalogs>,
        /// The capabilities in A2UI 1.0 as a candidate. If `1.0` is present as well, this member is ignored.
        v1_0_candidate as "v1.0"?: Field<AgentCatalogs>,
    }
    /// The capabilities of an agent in one version. In an A2A agent card, they are the `params` of the
    /// [extension](crate::a2a::AgentExtension), whose URI contains the version.
    ///
    /// Specification: [A2UI 1.0, A2A extension, Agent Card](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#agent-card).
    pub struct AgentCatalogs {
        /// The catalogs that the agent can use in surfaces.
        supported_catalog_ids as "supportedCatalogIds"?: Field<Vec<CatalogId>>,
        /// `true` if the agent accepts inline catalogs from the client; `false` if absent.
        accepts_inline_catalogs as "acceptsInlineCatalogs"?: Field<bool>,
    }
}

impl ClientCapabilities {
    /// Returns the catalogs that the client supports in a version. If the client states no version, the same catalogs
    /// are returned for every version. The caller must then determine the version by other means.
    pub fn catalogs(&self, version: Version) -> Option<&[CatalogId]> {
        for word in version.words() {
            if let Some(catalogs) = self.catalogs_for_word(word) {
                return Some(catalogs);
            }
        }
        if version != Version::V0_8 && self.is_wrapped() {
            return None;
        }
        self.supported_catalog_ids.get().map(Vec::as_slice)
    }

    fn catalogs_for_word(&self, word: &str) -> Option<&Vec<CatalogId>> {
        match word {
            "v0.9" => self.v0_9.get().map(|stated| &stated.supported_catalog_ids),
            "v0.9.1" => self
                .v0_9_1
                .get()
                .map(|stated| &stated.supported_catalog_ids),
            "v0.10" => self.v0_10.get().map(|stated| &stated.supported_catalog_ids),
            "1.0" => self.v1_0.get().map(|stated| &stated.supported_catalog_ids),
            "v1.0" => self
                .v1_0_candidate
                .get()
                .map(|stated| &stated.supported_catalog_ids),
            _ => None,
        }
    }

    /// Returns `true` if the capabilities state a version.
    fn is_wrapped(&self) -> bool {
        ["v0.9", "v0.9.1", "v0.10", "v1.0", "1.0"]
            .iter()
            .any(|word| self.catalogs_for_word(word).is_some())
    }

    /// Returns the capabilities in the form to send. If they state no version, they are nested below the value for
    /// `version`. Capabilities that state a version, and those of 0.8, are returned unchanged.
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
    /// Returns an error if the client supports no catalogs, or if its inline catalogs do not have the form of the
    /// version.
    pub fn for_version(self, version: Version) -> Result<Self, DecodeError> {
        let is_bare = !self.supported_catalog_ids.is_absent() || !self.inline_catalogs.is_absent();
        if version == Version::V0_8 || self.is_wrapped() || !is_bare {
            return Ok(self);
        }
        let (mut wrapped, mut bare) = (Self::new(), Self::new());
        bare.supported_catalog_ids = self.supported_catalog_ids;
        bare.inline_catalogs = self.inline_catalogs;
        wrapped.extra = self.extra;
        let bare = Payload::encode(&bare).map_err(|error| {
            ReadError::new(wire::DecodeRule::Value, error, "remove the repeated member")
        })?;
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
            let message = "the capabilities state neither a version nor `supportedCatalogIds`";
            let finding =
                Finding::error("missing-member", at.member("supportedCatalogIds"), message);
            found.push(finding.hint(
                "write `{\"v0.9\":{\"supportedCatalogIds\":[…]}}`; A2UI 0.8 omits the version",
            ));
        }
        rules::not_null(
            &self.supported_catalog_ids,
            "supportedCatalogIds",
            at,
            found,
        );
        check_member(&self.inline_catalogs, "inlineCatalogs", at, found);
        check_member(&self.v0_9, "v0.9", at, found);
        check_member(&self.v0_9_1, "v0.9.1", at, found);
        check_member(&self.v0_10, "v0.10", at, found);
        check_member(&self.v1_0, "1.0", at, found);
        check_member(&self.v1_0_candidate, "v1.0", at, found);
        check_two_words(&self.v1_0, &self.v1_0_candidate, at, found);
    }
}

/// Reports different capabilities under the two names of version 1.0.
fn check_two_words<T: PartialEq>(
    today: &Field<T>,
    candidate: &Field<T>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    if let (Some(today), Some(candidate)) = (today.get(), candidate.get()) {
        if today != candidate {
            let message = "`1.0` and `v1.0` have different values; `v1.0` is ignored";
            let finding = Finding::warning("two-words", at.member("v1.0"), message);
            found.push(finding.hint("write `1.0` only"));
        }
    }
}

impl Validate for AgentCapabilities {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_member(&self.v0_9, "v0.9", at, found);
        check_member(&self.v0_9_1, "v0.9.1", at, found);
        check_member(&self.v0_10, "v0.10", at, found);
        check_member(&self.v1_0, "1.0", at, found);
        check_member(&self.v1_0_candidate, "v1.0", at, found);
        check_two_words(&self.v1_0, &self.v1_0_candidate, at, found);
    }
}

impl Validate for AgentCatalogs {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(
            &self.supported_catalog_ids,
            "supportedCatalogIds",
            at,
            found,
        );
        rules::not_null(
            &self.accepts_inline_catalogs,
            "acceptsInlineCatalogs",
            at,
            found,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ClientCapabilities {
        wire::decode(text).unwrap()
    }

    #[test]
    fn capabilities_without_a_version_apply_to_every_version_unless_one_is_named() {
        let count = |text: &str, version| read(text).catalogs(version).map(<[_]>::len);
        let bare = r#"{"supportedCatalogIds":["a","b"]}"#;
        assert!(
            Version::ALL
                .iter()
                .all(|version| count(bare, *version) == Some(2))
        );
        let both = r#"{"supportedCatalogIds":["a","b"],"v0.9.1":{"supportedCatalogIds":["c"]}}"#;
        let counts: Vec<_> = Version::ALL
            .iter()
            .map(|version| count(both, *version))
            .collect();
        assert_eq!(counts, [Some(2), Some(1), None, None, None]);
        let first = r#"{"v0.9":{"supportedCatalogIds":[]},"v0.9.1":{"supportedCatalogIds":["c"]}}"#;
        assert_eq!(count(first, Version::V0_9), Some(0));
    }

    #[test]
    fn capabilities_without_a_version_are_written_below_the_requested_version() {
        let catalog = r#"{"catalogId":"c","functions":{},"x":1.0}"#;
        let text =
            format!(r#"{{"supportedCatalogIds":["a"],"inlineCatalogs":[{catalog}],"y":null}}"#);
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
        let error = read(r#"{"inlineCatalogs":[]}"#)
            .for_version(Version::V0_9)
            .unwrap_err();
        assert_eq!(error.pointer.as_str(), "/supportedCatalogIds");
        let list =
            r#"{"supportedCatalogIds":[],"inlineCatalogs":[{"catalogId":"c","functions":[]}]}"#;
        let error = read(list).for_version(Version::V1_0).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/inlineCatalogs/0/functions");
    }
}
