//! The versions and notations of the A2UI dialects.

use super::{Dialect, DialectOrProtocol};

impl Dialect {
    /// Returns the A2UI version of the dialect's messages. Returns `None` for a dialect of another protocol.
    pub fn a2ui_version(self) -> Option<a2ui::Version> {
        match self {
            Self::A2ui0_8 => Some(a2ui::Version::V0_8),
            Self::A2ui0_9 | Self::A2ui0_9_1 => Some(a2ui::Version::V0_9),
            Self::A2ui0_10 => Some(a2ui::Version::V0_10),
            Self::A2ui1_0June => Some(a2ui::Version::V1_0June),
            Self::A2ui1_0Aug | Self::A2ui1_0Sep | Self::A2ui1_0 => Some(a2ui::Version::V1_0),
            _ => None,
        }
    }

    /// Returns the dialect that an A2UI message states. For the version `v1.0`, this is the dialect of August, because
    /// only the surface shows the actual notation.
    pub(crate) fn of_message(message: &a2ui::Message) -> Self {
        use a2ui::Message;
        let word = match message {
            Message::V1_0Agent(message) => message.version,
            Message::V1_0Renderer(message) => message.version,
            other => return Self::of_version(other.version()),
        };
        if word.is_candidate() {
            Self::A2ui1_0Aug
        } else {
            Self::A2ui1_0
        }
    }

    /// Returns the dialect in which a surface was written.
    pub(crate) fn of_surface(surface: &a2ui::surface::Surface) -> Self {
        match surface.version() {
            a2ui::Version::V1_0 => Self::of_notation(surface.notation()),
            version => Self::of_version(version),
        }
    }

    fn of_version(version: a2ui::Version) -> Self {
        let of_version = |dialect: &Self| dialect.a2ui_version() == Some(version);
        Self::ALL
            .iter()
            .copied()
            .find(of_version)
            .unwrap_or(Self::A2ui0_9)
    }

    /// Returns the dialect of A2UI 1.0 with this notation.
    pub(crate) fn of_notation(notation: a2ui::Notation) -> Self {
        match notation {
            a2ui::Notation::At => Self::A2ui1_0,
            a2ui::Notation::AtValues => Self::A2ui1_0Sep,
            _ => Self::A2ui1_0Aug,
        }
    }

    /// Returns the A2UI notation of the dialect.
    pub(crate) fn notation(self) -> a2ui::Notation {
        match self {
            Self::A2ui0_8 => a2ui::Notation::Bound,
            Self::A2ui1_0Sep => a2ui::Notation::AtValues,
            Self::A2ui1_0 => a2ui::Notation::At,
            _ => a2ui::Notation::Plain,
        }
    }

    /// Returns the version text of a dialect of A2UI 1.0 since August 2026.
    pub(crate) fn word_of_1_0(self) -> a2ui::v1_0::Version {
        match self {
            Self::A2ui1_0Aug | Self::A2ui1_0Sep => a2ui::v1_0::Version::V1_0Candidate,
            _ => a2ui::v1_0::Version::V1_0,
        }
    }
}

impl DialectOrProtocol {
    /// Returns the notation in which to read messages of A2UI 1.0. If no dialect of 1.0 was named, returns `None`, and
    /// the notation is detected for each surface.
    ///
    /// ```
    /// use agent_ui_bridge::{DialectOrProtocol, Protocol, a2ui::Notation};
    ///
    /// assert_eq!("a2ui@1.0-sep".parse::<DialectOrProtocol>()?.notation(), Some(Notation::AtValues));
    /// assert_eq!(DialectOrProtocol::from(Protocol::A2ui).notation(), None);
    /// # Ok::<(), agent_ui_bridge::UnknownDialect>(())
    /// ```
    pub fn notation(self) -> Option<a2ui::Notation> {
        let is_1_0 = self.a2ui_version() == Some(a2ui::Version::V1_0);
        is_1_0.then(|| self.dialect.notation())
    }

    /// Returns the required A2UI version of messages. Returns `None` if any version is accepted.
    pub fn a2ui_version(self) -> Option<a2ui::Version> {
        self.dialect.a2ui_version().filter(|_| self.exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carried_fields_fit_a_dialect_of_the_same_shape_and_notation() {
        for one in Dialect::ALL {
            for other in Dialect::ALL {
                let fits = one.shape() == other.shape() && one.notation() == other.notation();
                assert_eq!(one.has_fields_of(*other), fits, "{one} {other}");
                let group = one.a2ui_group() == other.a2ui_group();
                assert_eq!(
                    group,
                    one.a2ui_version() == other.a2ui_version(),
                    "{one} {other}"
                );
            }
        }
    }
}
