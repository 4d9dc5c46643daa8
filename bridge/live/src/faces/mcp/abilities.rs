//! The ways in which a client can show surfaces to its user.

use super::{app::ShownResources, revision::Revision};
use agent_ui_text::bridge::elicitation::{self, ElicitationCapability};
use wire::Payload;

/// The revision whose modes are read. [`ClientAbilities::within`] removes those that an older revision does not have.
const NEWEST: elicitation::Revision = elicitation::Revision::Mcp2026_07;

/// The abilities that a client states in its capabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClientAbilities {
    /// `true` if the client shows MCP Apps. Each result may then be shown by a new page, which needs whole surfaces.
    pub(super) shows_apps: bool,
    /// `true` if the client shows surfaces of A2UI.
    pub(super) shows_surfaces: bool,
    /// `true` if the client asks its user with forms.
    pub(super) asks_forms: bool,
    /// `true` if the client asks its user to open addresses.
    pub(super) asks_urls: bool,
}

impl ClientAbilities {
    /// Reads the capabilities of a client.
    pub(super) fn read(capabilities: Option<&Payload>) -> Self {
        let Some(capabilities) = capabilities else {
            return Self::default();
        };
        let stated = capabilities.member("elicitation");
        // A member of another type states no modes.
        let stated: Option<ElicitationCapability> = stated.and_then(|stated| stated.decode().ok());
        let shown = ShownResources::read(capabilities);
        Self {
            shows_apps: shown.apps,
            shows_surfaces: shown.surfaces,
            asks_forms: stated
                .as_ref()
                .is_some_and(|stated| stated.has_form(NEWEST)),
            asks_urls: stated.as_ref().is_some_and(|stated| stated.has_url(NEWEST)),
        }
    }

    /// Removes the abilities that a revision does not have.
    pub(super) fn within(self, revision: Revision) -> Self {
        Self {
            asks_forms: self.asks_forms && revision >= Revision::V2025_06,
            asks_urls: self.asks_urls && revision >= Revision::V2025_11,
            ..self
        }
    }

    /// Returns `true` if the face asks the user of the client. A client that shows MCP Apps or A2UI shows the surfaces
    /// instead.
    pub(super) fn can_ask(self) -> bool {
        !self.shows_apps && !self.shows_surfaces && (self.asks_forms || self.asks_urls)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn each_revision_has_its_own_modes_of_questions() {
        let forms = (true, false);
        for (capabilities, revision, modes) in [
            ("{}", Revision::V2025_11, (false, false)),
            (r#"{"elicitation":{}}"#, Revision::V2025_06, forms),
            (r#"{"elicitation":{}}"#, Revision::V2026_07, forms),
            (
                r#"{"elicitation":{"form":{},"url":{}}}"#,
                Revision::V2025_06,
                forms,
            ),
            (
                r#"{"elicitation":{"form":{},"url":{}}}"#,
                Revision::V2025_11,
                (true, true),
            ),
            (
                r#"{"elicitation":{"url":{}}}"#,
                Revision::V2025_11,
                (false, true),
            ),
            (r#"{"elicitation":{}}"#, Revision::V2025_03, (false, false)),
            (
                r#"{"elicitation":null}"#,
                Revision::V2026_07,
                (false, false),
            ),
        ] {
            let capabilities = Payload::parse(capabilities).unwrap();
            let read = ClientAbilities::read(Some(&capabilities)).within(revision);
            assert_eq!((read.asks_forms, read.asks_urls), modes, "{capabilities}");
            assert_eq!(read.can_ask(), modes != (false, false));
        }
    }

    #[test]
    fn a_client_that_shows_apps_or_surfaces_is_not_asked() {
        let surfaces = r#"{"mimeTypes":["application/a2ui+json"]}"#;
        for (extension, has_apps) in [("{}", true), (surfaces, false)] {
            let stated = format!(
                r#"{{"elicitation":{{}},"extensions":{{"io.modelcontextprotocol/ui":{extension}}}}}"#
            );
            let read = ClientAbilities::read(Some(&Payload::parse(stated).unwrap()));
            assert_eq!(
                (read.shows_apps, read.shows_surfaces),
                (has_apps, !has_apps)
            );
            assert!(read.asks_forms && !read.can_ask());
        }
    }
}
