//! Which version a host and a client speak. AHP, `initialize`; Semantic Versioning 2.0.0.

use std::fmt;

/// `MAJOR.MINOR.PATCH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version([u64; 3]);

impl Version {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(|part| {
            let plain = part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
            part.parse().ok().filter(|_| plain)
        });
        let version = Self([parts.next()??, parts.next()??, parts.next()??]);
        parts.next().is_none().then_some(version)
    }

    /// Whether somebody who speaks this version speaks that one too: it is no earlier, and agrees in the first number
    /// that is not zero.
    fn covers(self, other: Self) -> bool {
        let [major, minor, _] = self.0;
        let [other_major, other_minor, _] = other.0;
        other >= self
            && major == other_major
            && (major > 0 || minor == other_minor && (minor > 0 || other == self))
    }

    /// The highest version on offer that is spoken here, and as it was written.
    pub(super) fn negotiate<'a>(spoken: &[Self], offered: &'a [String]) -> Option<(Self, &'a str)> {
        let offered = offered.iter().filter_map(|text| Some((Self::parse(text)?, text.as_str())));
        offered.filter(|(version, _)| spoken.iter().any(|own| own.covers(*version))).max()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_version_that_both_speak_is_chosen() {
        let spoken: Vec<_> = ["1.2.0", "0.6.1", "0.0.3"].into_iter().filter_map(Version::parse).collect();
        let chosen = |offered: &[&str]| {
            let offered: Vec<_> = offered.iter().map(|text| (*text).to_owned()).collect();
            Version::negotiate(&spoken, &offered).map(|(_, text)| text.to_owned())
        };
        assert_eq!(chosen(&["0.6.1", "1.2.0", "1.10.0", "2.0.0"]).as_deref(), Some("1.10.0"));
        assert_eq!(chosen(&["1.1.9", "0.6.9", "0.7.0"]).as_deref(), Some("0.6.9"));
        assert_eq!(chosen(&["0.0.3"]).as_deref(), Some("0.0.3"));
        for none in
            ["0.0.4", "0.6.0", "1.0.0", "", "1", "1.2", "1.2.0.0", "01.2.0", "1.2.0-rc", "+1.2.0", "1.2.x"]
        {
            assert_eq!(chosen(&[none]), None, "{none:?}");
        }
    }
}
