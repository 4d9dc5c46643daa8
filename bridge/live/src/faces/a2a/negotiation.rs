//! The version of A2UI that a client and an agent agree on through A2A extensions.
//!
//! Specification: [A2A, Extensions](https://github.com/a2aproject/A2A/blob/938470305019cc37d4f2f3e32a4862315630f47c/docs/specification.md).

use agent_ui_text::bridge::{
    Dialect,
    a2ui::a2a::{ExtensionUri, select_newest},
};
use axum::http::HeaderMap;

/// The extensions for all versions that the gateway translates.
pub(super) const EXTENSIONS: [ExtensionUri; 5] = [
    ExtensionUri::V0_8,
    ExtensionUri::V0_9,
    ExtensionUri::V0_9_1,
    ExtensionUri::V0_10,
    ExtensionUri::V1_0,
];

/// The headers that list extensions, in A2A 1.0 and in earlier versions.
pub(super) const EXTENSION_HEADERS: [&str; 2] = ["a2a-extensions", "x-a2a-extensions"];

/// The negotiated version of A2UI in a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Negotiated {
    pub(super) extension: ExtensionUri,
    pub(super) dialect: Dialect,
}

impl Negotiated {
    /// Selects the newest version that the client lists in a header or in its message.
    pub(super) fn select(headers: &HeaderMap, of_message: &[String]) -> Option<Self> {
        let values = EXTENSION_HEADERS
            .into_iter()
            .flat_map(|name| headers.get_all(name));
        let of_headers = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        let named = of_headers
            .map(str::trim)
            .chain(of_message.iter().map(String::as_str));
        Self::of(select_newest(
            named,
            EXTENSIONS.each_ref().map(ExtensionUri::as_str),
        )?)
    }

    /// Returns the version of an extension.
    pub(super) fn of(extension: ExtensionUri) -> Option<Self> {
        let dialect = match extension {
            ExtensionUri::V0_8 => Dialect::A2ui0_8,
            ExtensionUri::V0_9 => Dialect::A2ui0_9,
            ExtensionUri::V0_9_1 => Dialect::A2ui0_9_1,
            ExtensionUri::V0_10 => Dialect::A2ui0_10,
            ExtensionUri::V1_0 => Dialect::A2ui1_0,
            _ => return None,
        };
        Some(Self { extension, dialect })
    }

    /// Returns the negotiated version for messages of a dialect.
    pub(super) fn of_dialect(dialect: Dialect) -> Option<Self> {
        let extension = match dialect {
            Dialect::A2ui0_8 => ExtensionUri::V0_8,
            Dialect::A2ui0_9 => ExtensionUri::V0_9,
            Dialect::A2ui0_9_1 => ExtensionUri::V0_9_1,
            Dialect::A2ui0_10 | Dialect::A2ui1_0June => ExtensionUri::V0_10,
            Dialect::A2ui1_0Aug | Dialect::A2ui1_0Sep | Dialect::A2ui1_0 => ExtensionUri::V1_0,
            _ => return None,
        };
        Some(Self { extension, dialect })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_read_from_headers_and_the_message() {
        let select = |headers: &[(&'static str, &'static str)], of_message: &[&str]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(*name, value.parse().unwrap());
            }
            let of_message: Vec<_> = of_message.iter().map(|uri| (*uri).to_owned()).collect();
            Negotiated::select(&map, &of_message).map(|negotiated| negotiated.dialect)
        };
        const BASE: &str = "https://a2ui.org/a2a-extension/a2ui/v0.9";
        let all = "https://a2ui.org/a2a-extension/a2ui/v0.8, https://a2ui.org/a2a-extension/a2ui/v1.0,https://example.com/voice";
        assert_eq!(select(&[], &[]), None);
        assert_eq!(
            select(&[("x-a2a-extensions", BASE)], &[]),
            Some(Dialect::A2ui0_9)
        );
        assert_eq!(
            select(&[("a2a-extensions", all)], &[]),
            Some(Dialect::A2ui1_0)
        );
        assert_eq!(select(&[], &[BASE]), Some(Dialect::A2ui0_9));
        let old = "https://a2ui.org/a2a-extension/a2ui/v0.8";
        assert_eq!(
            select(&[("a2a-extensions", old), ("a2a-extensions", BASE)], &[]),
            Some(Dialect::A2ui0_9)
        );
        assert_eq!(
            select(
                &[("a2a-extensions", "https://a2ui.org/a2a-extension/a2ui/v0.7")],
                &["x"]
            ),
            None
        );
    }

    #[test]
    fn every_extension_of_the_card_has_a_dialect() {
        for extension in EXTENSIONS {
            let negotiated = Negotiated::of(extension.clone()).unwrap();
            assert_eq!(Negotiated::of_dialect(negotiated.dialect), Some(negotiated));
        }
    }
}
