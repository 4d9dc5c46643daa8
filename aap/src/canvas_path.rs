//! The path of a canvas page.

use crate::limits::{PATH_BYTES, SEGMENT_BYTES};
use std::{fmt, str::FromStr};
use wire::{Finding, Pointer, Validate};

wire::text! {
    /// The path of a page below the agent's `canvas/`, as it appears in a message. The path is a string on the wire.
    ///
    /// The published provider stores any text, so any text is accepted here. Convert it to a [`CanvasPath`] before
    /// opening a file.
    ///
    /// Specification: [AAP 1.0, interaction record](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#interaction-record).
    pub struct CanvasFile;
}

/// The checked path of a page below `canvas/`.
///
/// The check covers the text only: nothing is decoded, normalized or resolved. Before opening the file, also make
/// sure that no symbolic link leaves the folder.
///
/// ```
/// use agent_ui_aap::{CanvasPath, CanvasPathError};
///
/// assert_eq!(CanvasPath::parse("reports/dashboard.html")?.as_str(), "reports/dashboard.html");
/// assert_eq!(CanvasPath::parse("../keys.html"), Err(CanvasPathError::ParentRef));
/// # Ok::<(), CanvasPathError>(())
/// ```
///
/// Specification: [AAP 1.0, security considerations](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/06-security.md#6-security-considerations).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanvasPath(Box<str>);

/// The rule that the path of a page breaks. Programs can match on [`rule`](Self::rule).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum CanvasPathError {
    /// The path is empty.
    #[error("the path is empty")]
    Empty,
    /// The path has more than 1024 bytes, or a segment has more than 255.
    #[error(
        "the path has more than {} bytes, or a segment more than {}",
        PATH_BYTES,
        CanvasPath::MAX_SEGMENT_BYTES
    )]
    TooLong,
    /// The path starts with `/`.
    #[error("the path is absolute")]
    Absolute,
    /// The path starts with a letter and a colon, such as `C:`.
    #[error("the path starts with a drive letter")]
    DrivePrefix,
    /// The path contains `\`, which is a separator on some systems.
    #[error("the path contains a backslash")]
    Backslash,
    /// The path contains `..`, even within a name, as in `v1..v2.html`.
    #[error("the path contains `..`")]
    ParentRef,
    /// A segment is empty or `.`.
    #[error("a segment of the path is empty or `.`")]
    DotOrEmptySegment,
    /// The path contains a control character.
    #[error("the path contains a control character")]
    ControlOrNul,
    /// The path contains `%2e`, `%2f` or `%5c`, which a second decoding would turn into `.`, `/` or `\`.
    #[error("the path contains an encoded `.`, `/` or backslash")]
    PercentEncodedSeparatorOrDot,
    /// The path ends with `/`.
    #[error("the path ends with `/`")]
    TrailingSlash,
    /// The path does not end with `.html` or `.htm`, in any case.
    #[error("the path does not end with .html or .htm")]
    NotHtml,
    /// The path leads into `interactions/`, the folder of the records.
    #[error("the path leads into interactions/, the folder of the records")]
    ReservedDir,
}

type BreaksRule = fn(&str) -> bool;

/// All rules, in the order of the checks.
const RULES: [(CanvasPathError, BreaksRule); 12] = [
    (CanvasPathError::Empty, str::is_empty),
    (CanvasPathError::TooLong, |path| {
        path.len() > CanvasPath::MAX_SEGMENT_BYTES
            && (path.len() > PATH_BYTES
                || path
                    .split('/')
                    .any(|segment| segment.len() > CanvasPath::MAX_SEGMENT_BYTES))
    }),
    (CanvasPathError::Absolute, |path| path.starts_with('/')),
    (CanvasPathError::DrivePrefix, |path| {
        let mut bytes = path.bytes();
        bytes
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && bytes.next() == Some(b':')
    }),
    (CanvasPathError::Backslash, |path| path.contains('\\')),
    (CanvasPathError::ParentRef, |path| path.contains("..")),
    (CanvasPathError::DotOrEmptySegment, |path| {
        // A slash at either end breaks another rule.
        let inner = path.strip_prefix('/').unwrap_or(path);
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        inner.split('/').any(|segment| matches!(segment, "" | ".")) && !path.is_empty()
    }),
    (CanvasPathError::ControlOrNul, |path| {
        path.bytes().any(may_be_control) && path.contains(char::is_control)
    }),
    (CanvasPathError::PercentEncodedSeparatorOrDot, |path| {
        let mut after_percent = path.split('%').skip(1);
        after_percent.any(starts_with_separator_code)
    }),
    (CanvasPathError::TrailingSlash, |path| path.ends_with('/')),
    (CanvasPathError::NotHtml, |path| {
        !path.is_empty() && !path.ends_with('/') && !is_html(path)
    }),
    (CanvasPathError::ReservedDir, |path| {
        path.split('/').next() == Some("interactions") && path.contains('/')
    }),
];

fn is_html(path: &str) -> bool {
    has_extension(path, ".html") || has_extension(path, ".htm")
}

fn has_extension(path: &str, extension: &str) -> bool {
    let Some(start) = path.len().checked_sub(extension.len()) else {
        return false;
    };
    let end = path.get(start..);
    end.is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// Returns `true` for a byte that is or may be part of a control character.
fn may_be_control(byte: u8) -> bool {
    byte.is_ascii_control() || !byte.is_ascii()
}

/// Returns `true` if the text after a `%` encodes a dot, a slash or a backslash.
fn starts_with_separator_code(text: &str) -> bool {
    let code = text.get(..2).unwrap_or_default();
    let codes = ["2e", "2f", "5c"];
    codes.iter().any(|bad| code.eq_ignore_ascii_case(bad))
}

impl CanvasPathError {
    /// Returns the name of the rule in reports: `empty`, `parent-ref` and so on.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too-long",
            Self::Absolute => "absolute",
            Self::DrivePrefix => "drive-prefix",
            Self::Backslash => "backslash",
            Self::ParentRef => "parent-ref",
            Self::DotOrEmptySegment => "dot-or-empty-segment",
            Self::ControlOrNul => "control-or-nul",
            Self::PercentEncodedSeparatorOrDot => "percent-encoded-separator-or-dot",
            Self::TrailingSlash => "trailing-slash",
            Self::NotHtml => "not-html",
            Self::ReservedDir => "reserved-dir",
        }
    }
}

impl CanvasPath {
    /// The maximum length of a segment in bytes.
    pub const MAX_SEGMENT_BYTES: usize = SEGMENT_BYTES;

    /// Checks a path. The path is stored unchanged: nothing is trimmed, decoded or normalized.
    ///
    /// # Errors
    /// Returns the first rule that the path breaks.
    pub fn parse(path: &str) -> Result<Self, CanvasPathError> {
        match broken_rules(path).next() {
            Some(error) => Err(error),
            None => Ok(Self(path.into())),
        }
    }

    /// Returns `true` if [`parse`](Self::parse) accepts the path.
    pub fn is_valid(path: &str) -> bool {
        is_plain_path(path) || broken_rules(path).next().is_none()
    }

    /// Returns the rule that makes a path unsafe, as [`CanvasFile::unsafe_rule`] does.
    pub fn unsafe_rule(path: &str) -> Option<CanvasPathError> {
        use CanvasPathError::{
            Absolute, Backslash, DrivePrefix, ParentRef, PercentEncodedSeparatorOrDot, ReservedDir,
        };
        if is_plain_path(path) {
            return None;
        }
        broken_rules(path).find(|error| {
            matches!(
                error,
                Absolute
                    | Backslash
                    | DrivePrefix
                    | ParentRef
                    | PercentEncodedSeparatorOrDot
                    | ReservedDir
            )
        })
    }

    /// Returns the path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns `true` only if a path breaks no rule. This quick check needs one pass, and returns `false` for some valid
/// paths.
fn is_plain_path(path: &str) -> bool {
    // No segment is empty, and letters surround each slash and each dot.
    let mut before = b'/';
    let is_plain = path.bytes().all(|byte| {
        let is_letter = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_between = matches!(byte, b'/' | b'.') && !matches!(before, b'/' | b'.');
        before = byte;
        is_letter || is_between
    });
    is_plain
        && path.len() <= CanvasPath::MAX_SEGMENT_BYTES
        && path.ends_with(".html")
        && !path.starts_with("interactions")
}

fn broken_rules(path: &str) -> impl Iterator<Item = CanvasPathError> {
    RULES
        .iter()
        .filter(move |rule| rule.1(path))
        .map(|rule| rule.0)
}

impl CanvasFile {
    /// Returns the rule that makes the path unsafe. An unsafe path could leave its folder, or reach files with
    /// another purpose. The other rules, such as the required extension, do not make a path unsafe.
    ///
    /// ```
    /// use agent_ui_aap::{CanvasFile, CanvasPathError};
    ///
    /// assert_eq!(CanvasFile::from("../up.html").unsafe_rule(), Some(CanvasPathError::ParentRef));
    /// assert_eq!(CanvasFile::from("notes.txt").unsafe_rule(), None);
    /// assert_eq!(CanvasFile::from("two\nlines.html").unsafe_rule(), None);
    /// ```
    pub fn unsafe_rule(&self) -> Option<CanvasPathError> {
        CanvasPath::unsafe_rule(self.as_str())
    }
}

impl Validate for CanvasFile {
    /// Reports every broken rule of [`CanvasPathError`]. The specification requires a relative path, so a path that
    /// is not relative is an error. Rules that matter only for opening files are warnings.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        use CanvasPathError::{Absolute, Empty, ParentRef};
        for error in broken_rules(self.as_str()) {
            let finding = match error {
                Empty | Absolute | ParentRef => Finding::error(error.rule(), at.clone(), error),
                _ => Finding::warning(error.rule(), at.clone(), error),
            };
            found.push(finding.hint("write a path below canvas/, as in reports/dashboard.html"));
        }
    }
}

impl fmt::Display for CanvasPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for CanvasPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromStr for CanvasPath {
    type Err = CanvasPathError;

    fn from_str(path: &str) -> Result<Self, CanvasPathError> {
        Self::parse(path)
    }
}

impl TryFrom<&str> for CanvasPath {
    type Error = CanvasPathError;

    fn try_from(path: &str) -> Result<Self, CanvasPathError> {
        Self::parse(path)
    }
}

impl TryFrom<&CanvasFile> for CanvasPath {
    type Error = CanvasPathError;

    fn try_from(file: &CanvasFile) -> Result<Self, CanvasPathError> {
        Self::parse(file.as_str())
    }
}

impl TryFrom<CanvasFile> for CanvasPath {
    type Error = CanvasPathError;

    fn try_from(file: CanvasFile) -> Result<Self, CanvasPathError> {
        Self::parse(file.as_str())
    }
}

impl From<CanvasPath> for CanvasFile {
    fn from(path: CanvasPath) -> Self {
        Self::from(&*path.0)
    }
}

impl From<&CanvasPath> for CanvasFile {
    fn from(path: &CanvasPath) -> Self {
        Self::from(&*path.0)
    }
}

impl From<CanvasPath> for String {
    fn from(path: CanvasPath) -> Self {
        path.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rules(path: &str) -> Vec<&'static str> {
        CanvasFile::from(path)
            .validate()
            .iter()
            .map(|finding| finding.rule)
            .collect()
    }

    /// Returns `true` if the published provider would search for the file.
    fn is_read_by_provider(path: &str) -> bool {
        let lower = path.to_ascii_lowercase();
        !path.contains("..")
            && !path.starts_with('/')
            && (lower.ends_with(".html") || lower.ends_with(".htm"))
    }

    #[test]
    fn every_rule_has_a_path_that_breaks_it_alone() {
        let long_segment = format!("{}.html", "o".repeat(251));
        let long_path = format!("{}x.html", "abcdefg/".repeat(128));
        for (path, rule) in [
            ("", "empty"),
            (&*long_segment, "too-long"),
            (&*long_path, "too-long"),
            ("/x.html", "absolute"),
            ("D:x.html", "drive-prefix"),
            ("reports\\x.html", "backslash"),
            ("v1..v2.html", "parent-ref"),
            ("../x.html", "parent-ref"),
            ("./x.html", "dot-or-empty-segment"),
            ("a/./x.html", "dot-or-empty-segment"),
            ("a//x.html", "dot-or-empty-segment"),
            ("x\u{7}.html", "control-or-nul"),
            ("x\u{85}.html", "control-or-nul"),
            ("x\0.html", "control-or-nul"),
            ("%2e%2E/x.html", "percent-encoded-separator-or-dot"),
            ("a%2Fx.html", "percent-encoded-separator-or-dot"),
            ("a%5cx.html", "percent-encoded-separator-or-dot"),
            ("a.html/", "trailing-slash"),
            ("a.json", "not-html"),
            ("html", "not-html"),
            ("interactions/x.html", "reserved-dir"),
        ] {
            assert_eq!(rules(path), [rule], "{path:?}");
            assert_eq!(
                CanvasPath::parse(path).unwrap_err().rule(),
                rule,
                "{path:?}"
            );
        }
    }

    #[test]
    fn all_broken_rules_are_found_and_the_first_is_the_error() {
        assert_eq!(
            rules("/../a//b.json"),
            ["absolute", "parent-ref", "dot-or-empty-segment", "not-html"]
        );
        assert_eq!(
            CanvasPath::parse("/../a//b.json"),
            Err(CanvasPathError::Absolute)
        );
        assert_eq!(
            CanvasPath::try_from(&CanvasFile::from("..\\x.html")),
            Err(CanvasPathError::Backslash)
        );
    }

    #[test]
    fn paths_of_real_pages_are_accepted_unchanged() {
        for path in [
            "page.html",
            "reports/dashboard.html",
            "UP.HTML",
            "p.htm",
            ".html",
            "a2ui/.html",
            "a2ui/a~2F~2E~2E~2Fb.html",
            "~/x.html",
            "ä ö/☃.html",
            "a.b.c.html",
            "interactions.html",
            "x/interactions/y.html",
            "100%.html",
        ] {
            let accepted = CanvasPath::parse(path).unwrap();
            assert_eq!(accepted.as_str(), path);
            assert_eq!(CanvasFile::from(accepted), path);
        }
    }

    #[test]
    fn the_rules_are_at_least_as_strict_as_the_published_provider() {
        // (path after one decoding of the query, the provider looks for the file, this rule accepts)
        for (path, provider, ours) in [
            ("../x.html", false, false),
            ("..\\x.html", false, false),
            ("%2e%2e%2fx.html", true, false),
            ("/x.html", false, false),
            ("C:\\x.html", true, false),
            ("reports\\dashboard.html", true, false),
            ("x\0.html", true, false),
            ("a.html\0", false, false),
            ("./p.htm", true, false),
            ("a//b.html", true, false),
            ("a/./b.html", true, false),
            ("UP.HTML", true, true),
            ("interactions/x.html", true, false),
            ("~/x.html", true, true),
            (".html", true, true),
            ("\u{FF0E}\u{FF0E}/x.html", true, true),
            ("a.html/", false, false),
            ("p.htm\n", false, false),
            (" ", false, false),
            (".", false, false),
        ] {
            assert_eq!(
                (is_read_by_provider(path), CanvasPath::parse(path).is_ok()),
                (provider, ours),
                "{path:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_provider_reads_every_accepted_path(
            path in prop_oneof![
                "[a-zA-Z0-9%./:\\\\~ -]{0,10}\\.html?", "(interactions|[.]|/|_|a){0,6}\\.html", wire::generate::text(),
            ],
        ) {
            prop_assert_eq!(CanvasPath::is_valid(&path), rules(&path).is_empty());
            prop_assert!(!is_plain_path(&path) || rules(&path).is_empty());
            if let Ok(accepted) = CanvasPath::parse(&path) {
                prop_assert!(is_read_by_provider(accepted.as_str()));
                prop_assert_eq!(accepted.as_str(), &path);
                prop_assert!(rules(&path).is_empty());
            } else {
                prop_assert!(!rules(&path).is_empty());
            }
        }
    }
}
