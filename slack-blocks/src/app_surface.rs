//! The places of Slack that show blocks.

use std::fmt;

/// A place of Slack that shows the blocks of an app.
///
/// Specification: [surfaces](https://docs.slack.dev/surfaces).
///
/// ```
/// use agent_ui_slack_blocks::AppSurface;
///
/// assert_eq!(AppSurface::Modal.max_blocks(), 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum AppSurface {
    /// A message in a channel.
    Message,
    /// A dialog, which Slack calls modal.
    Modal,
    /// The home of the app.
    Home,
}

impl AppSurface {
    /// All surfaces of blocks.
    pub const ALL: [Self; 3] = [Self::Message, Self::Modal, Self::Home];

    /// Returns the name: `message`, `modal` or `home`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Modal => "modal",
            Self::Home => "home",
        }
    }

    /// Returns the name in a sentence, such as `the home of the app`.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Message => "a message",
            Self::Modal => "a dialog",
            Self::Home => "the home of the app",
        }
    }

    /// Returns the greatest number of blocks.
    pub fn max_blocks(self) -> usize {
        match self {
            Self::Message => 50,
            Self::Modal | Self::Home => 100,
        }
    }
}

impl fmt::Display for AppSurface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
