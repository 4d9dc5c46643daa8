//! Protocol versions, and the negotiation of a version between client and host.

use std::fmt;

/// A protocol version `MAJOR.MINOR.PATCH`: three numbers without leading zeros.
///
/// Pre-release and build suffixes are not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version([u64; 3]);

/// The form of a valid version, for error messages about malformed versions.
pub(crate) const FORM: &str =
    "MAJOR.MINOR.PATCH, numbers without leading zeros, prerelease or build";

impl Version {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(|part| {
            let is_plain =
                part.bytes().all(|b| b.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
            part.parse().ok().filter(|_| is_plain)
        });
        let version = Self([parts.next()??, parts.next()??, parts.next()??]);
        parts.next().is_none().then_some(version)
    }
}

#[cfg(feature = "peers")]
impl Version {
    /// Returns `true` if a host with this baseline speaks version `other`.
    ///
    /// The other version must not be older than the baseline, and must have the same first non-zero number.
    fn supports(self, other: Self) -> bool {
        let [major, minor, _] = self.0;
        let [other_major, other_minor, _] = other.0;
        other >= self
            && major == other_major
            && (major > 0 || minor == other_minor && (minor > 0 || other == self))
    }

    /// Selects the highest offered version that one of the baselines supports, and returns its original text.
    ///
    /// # Errors
    /// Returns the index of the first malformed version in the offer. One malformed version invalidates the whole
    /// offer, even if another version is supported.
    pub(crate) fn negotiate<'a>(
        baselines: &[Self],
        offered: &'a [String],
    ) -> Result<Option<(Self, &'a str)>, usize> {
        let parsed = offered
            .iter()
            .enumerate()
            .map(|(index, text)| match Self::parse(text) {
                Some(version) => Ok((version, text.as_str())),
                None => Err(index),
            });
        let parsed: Vec<_> = parsed.collect::<Result<_, _>>()?;
        let covered = parsed
            .into_iter()
            .filter(|(version, _)| baselines.iter().any(|own| own.supports(*version)));
        Ok(covered.max())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(all(test, feature = "peers"))]
mod tests {
    use super::*;

    fn negotiate(offered: &[&str]) -> Result<Option<String>, usize> {
        let baselines: Vec<_> = ["1.2.0", "0.6.1", "0.0.3"]
            .into_iter()
            .filter_map(Version::parse)
            .collect();
        let offered: Vec<_> = offered.iter().map(|text| (*text).to_owned()).collect();
        Version::negotiate(&baselines, &offered)
            .map(|chosen| chosen.map(|(_, text)| text.to_owned()))
    }

    #[test]
    fn the_highest_common_version_is_chosen() {
        let is = |offered: &[&str], expected: Option<&str>| {
            assert_eq!(
                negotiate(offered),
                Ok(expected.map(str::to_owned)),
                "{offered:?}"
            );
        };
        is(&["0.6.1", "1.2.0", "1.10.0", "2.0.0"], Some("1.10.0"));
        is(&["1.1.9", "0.6.9", "0.7.0"], Some("0.6.9"));
        is(&["0.0.3"], Some("0.0.3"));
        is(&["0.0.4", "0.6.0", "1.0.0"], None);
        is(&[], None);
    }

    #[test]
    fn one_malformed_version_invalidates_the_offer() {
        for malformed in [
            "",
            "1",
            "1.2",
            "1.2.0.0",
            "01.2.0",
            "1.2.0-rc",
            "1.2.0+1",
            "+1.2.0",
            "1.2.x",
            " 1.2.0",
            "v1.2.0",
            "1.2.18446744073709551616",
        ] {
            assert_eq!(negotiate(&[malformed]), Err(0), "{malformed:?}");
            assert_eq!(negotiate(&[malformed, "1.2.0"]), Err(0), "{malformed:?}");
            assert_eq!(negotiate(&["1.2.0", malformed]), Err(1), "{malformed:?}");
        }
    }
}
