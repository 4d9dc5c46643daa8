//! Negotiation of the A2UI version over A2A.

use super::MimeType;
use crate::{CatalogId, Version, capabilities::AgentCatalogs, rules};
use wire::{Field, Finding, Pointer, Validate};

/// The common prefix of the extension URIs, followed by the version.
const BASE: &str = "https://a2ui.org/a2a-extension/a2ui/v";

wire::word! {
    /// The URI of an A2A extension. A2UI has one URI for each version. The enumeration is open, because other protocols
    /// have extensions, too.
    ///
    /// ```
    /// use agent_ui_a2ui::{Version, a2a::ExtensionUri};
    ///
    /// let uri = ExtensionUri::from("https://a2ui.org/a2a-extension/a2ui/v0.9.1");
    /// assert_eq!((uri.version_text(), uri.version()), (Some("0.9.1"), Some(Version::V0_9)));
    /// assert_eq!(ExtensionUri::from("https://example.com/voice").version_text(), None);
    /// ```
    ///
    /// Specification: [A2UI 1.0, A2A extension, Extension URI](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#extension-uri).
    pub open enum ExtensionUri {
        /// The extension for A2UI 0.8.
        V0_8 = "https://a2ui.org/a2a-extension/a2ui/v0.8",
        /// The extension for A2UI 0.9.
        V0_9 = "https://a2ui.org/a2a-extension/a2ui/v0.9",
        /// The extension for A2UI 0.9.1.
        V0_9_1 = "https://a2ui.org/a2a-extension/a2ui/v0.9.1",
        /// The extension for A2UI 0.10.
        V0_10 = "https://a2ui.org/a2a-extension/a2ui/v0.10",
        /// The extension for A2UI 1.0.
        V1_0 = "https://a2ui.org/a2a-extension/a2ui/v1.0",
    }
}

impl ExtensionUri {
    /// Returns the version in the URI as text, such as `0.9.1`, or `None` if the URI does not belong to A2UI.
    pub fn version_text(&self) -> Option<&str> {
        self.as_str()
            .strip_prefix(BASE)
            .filter(|version| !version.is_empty())
    }

    /// Returns the version in the URI, or `None` if this crate has no types for it.
    pub fn version(&self) -> Option<Version> {
        Version::from_word(&format!("v{}", self.version_text()?))
    }

    /// Returns the MIME type of messages that this version writes. Readers of all versions accept both MIME types.
    pub fn mime_type(&self) -> MimeType {
        match self {
            Self::V0_8 | Self::V0_9 => MimeType::JsonA2ui,
            _ => MimeType::A2uiJson,
        }
    }

    /// Parses the numbers of the version, so that 1.10 is newer than 1.2. `None`, for a URI without a version, is
    /// older than all versions.
    fn parse_numbers(&self) -> Option<Vec<u64>> {
        self.version_text()?
            .split('.')
            .map(|number| number.parse().ok())
            .collect()
    }
}

/// Returns the newest version of A2UI that the client requests and the agent supports, or `None` if they share none.
///
/// ```
/// use agent_ui_a2ui::a2a::{ExtensionUri, select_newest};
///
/// let header = "https://a2ui.org/a2a-extension/a2ui/v0.10, https://a2ui.org/a2a-extension/a2ui/v0.9,https://example.com/voice";
/// let requested = header.split(',').map(str::trim);
/// let advertised = [ExtensionUri::V0_8, ExtensionUri::V0_9, ExtensionUri::V0_10];
/// assert_eq!(select_newest(requested, advertised.each_ref().map(ExtensionUri::as_str)), Some(ExtensionUri::V0_10));
/// ```
pub fn select_newest<'a, 'b>(
    requested: impl IntoIterator<Item = &'a str>,
    advertised: impl IntoIterator<Item = &'b str>,
) -> Option<ExtensionUri> {
    let advertised: Vec<&str> = advertised.into_iter().collect();
    requested
        .into_iter()
        .filter(|uri| advertised.contains(uri))
        .map(ExtensionUri::from)
        .filter(|uri| uri.version_text().is_some())
        .max_by_key(ExtensionUri::parse_numbers)
}

wire::object! {
    /// The declaration of A2UI support in an A2A agent card, as an item of `capabilities.extensions`.
    ///
    /// Specification: [A2UI 1.0, A2A extension, Agent Card](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md#agent-card).
    pub struct AgentExtension {
        /// The URI of the supported version.
        uri: ExtensionUri,
        /// A description for developers.
        description?: Field<String>,
        /// `true` if clients must support the extension; `false` if absent.
        required?: Field<bool>,
        /// The capabilities of the agent.
        params?: Field<AgentCatalogs>,
    }
}

impl AgentExtension {
    /// Creates the declaration of an agent with these catalogs. Members with default values are omitted.
    ///
    /// ```
    /// use agent_ui_a2ui::{a2a::{AgentExtension, ExtensionUri}, wire};
    ///
    /// let extension = AgentExtension::of(ExtensionUri::V0_9, ["c".into()], true);
    /// assert_eq!(
    ///     wire::encode(&extension)?,
    ///     r#"{"uri":"https://a2ui.org/a2a-extension/a2ui/v0.9","params":{"supportedCatalogIds":["c"],"acceptsInlineCatalogs":true}}"#
    /// );
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub fn of(
        uri: impl Into<ExtensionUri>,
        supported_catalog_ids: impl Into<Vec<CatalogId>>,
        accepts_inline_catalogs: bool,
    ) -> Self {
        let mut params = AgentCatalogs::new();
        let supported_catalog_ids = supported_catalog_ids.into();
        if !supported_catalog_ids.is_empty() {
            params.supported_catalog_ids = Field::Value(supported_catalog_ids);
        }
        if accepts_inline_catalogs {
            params.accepts_inline_catalogs = Field::Value(true);
        }
        let mut extension = Self::new(uri);
        if params != AgentCatalogs::new() {
            extension.params = Field::Value(params);
        }
        extension
    }
}

impl Validate for AgentExtension {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.description, "description", at, found);
        rules::not_null(&self.required, "required", at, found);
        crate::capabilities::check_member(&self.params, "params", at, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_has_the_greatest_numbers() {
        let uri = |version: &str| format!("{BASE}{version}");
        let newest = |requested: &[&str], advertised: &[&str]| {
            let (requested, advertised): (Vec<_>, Vec<_>) = (
                requested.iter().map(|v| uri(v)).collect(),
                advertised.iter().map(|v| uri(v)).collect(),
            );
            let newest = select_newest(
                requested.iter().map(String::as_str),
                advertised.iter().map(String::as_str),
            );
            newest.and_then(|uri| uri.version_text().map(str::to_owned))
        };
        assert_eq!(
            newest(&["0.9", "0.10", "1.0"], &["0.8", "0.9", "0.10"]).as_deref(),
            Some("0.10")
        );
        assert_eq!(
            newest(&["0.9.1", "0.9"], &["0.9", "0.9.1"]).as_deref(),
            Some("0.9.1")
        );
        assert_eq!(
            newest(&["next", "0.8"], &["next", "0.8"]).as_deref(),
            Some("0.8")
        );
        assert_eq!(newest(&["next"], &["next"]).as_deref(), Some("next"));
        assert_eq!(newest(&["", "2.0"], &["", "1.0"]), None);
        assert_eq!(
            select_newest(["https://example.com/x"], ["https://example.com/x"]),
            None
        );
    }

    #[test]
    fn every_extension_version_has_its_mime_type() {
        use ExtensionUri::{V0_8, V0_9, V0_9_1, V0_10, V1_0};
        let old: Vec<_> = [
            V0_8,
            V0_9,
            V0_9_1,
            V0_10,
            V1_0,
            "https://a2ui.org/a2a-extension/a2ui/v2.0".into(),
        ]
        .map(|uri| uri.mime_type() == MimeType::JsonA2ui)
        .into();
        assert_eq!(old, [true, true, false, false, false, false]);
    }
}
