//! The names of the protocols and their versions.

#[cfg(feature = "a2ui")]
mod a2ui_dialects;

use std::{fmt, str::FromStr};
use wire::spelling::is_like;

/// Defines [`Dialect`] and [`Protocol`] from the table in `protocols.rs`.
///
/// The block `Aap "aap" writes Aap { /// A doc. Aap "aap@1.0", }` becomes the variants `Protocol::Aap` and `Dialect::Aap`, and
/// an arm in each method: `Self::Aap => "aap"`, `Self::Aap => "aap@1.0"`, `Self::Aap => Protocol::Aap`.
macro_rules! dialects {
    ($($Protocol:ident $protocol:literal writes $Written:ident {
        $($(#[$meta:meta])* $Dialect:ident $name:literal,)*
    } also called {
        $($other_name:literal $reason:literal,)*
    })*) => {
        /// A protocol in one version. The name is the one on the command line and in a [`Carry`](crate::Carry).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Dialect {
            $($( $(#[$meta])* $Dialect, )*)*
        }

        /// A protocol in any of its versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        #[non_exhaustive]
        pub enum Protocol {
            $( $Protocol, )*
        }

        impl Dialect {
            /// All dialects, grouped by protocol.
            pub const ALL: &[Self] = &[$($( Self::$Dialect, )*)*];

            /// Returns the name, such as `aap@1.0` or `a2ui@0.9`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($( Self::$Dialect => $name, )*)*
                }
            }

            /// Returns the protocol of the dialect.
            pub fn protocol(self) -> Protocol {
                match self {
                    $( $( Self::$Dialect )|* => Protocol::$Protocol, )*
                }
            }
        }

        impl Protocol {
            /// All protocols, in the order of the table.
            pub const ALL: &[Self] = &[$( Self::$Protocol, )*];

            /// Returns `true` if this build contains the protocol. The feature of the protocol has the same name.
            pub fn is_enabled(self) -> bool {
                match self {
                    $( Self::$Protocol => cfg!(feature = $protocol), )*
                }
            }

            /// Returns the name, such as `aap`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $( Self::$Protocol => $protocol, )*
                }
            }
        }

        /// Other names that people use for a protocol. Each entry has the name in lowercase letters and digits, the
        /// protocol, and the reason.
        const OTHER_NAMES: &[(&str, Protocol, &str)] = &[$($( ($other_name, Protocol::$Protocol, $reason), )*)*];

        impl From<Protocol> for DialectOrProtocol {
            fn from(protocol: Protocol) -> Self {
                match protocol {
                    $( Protocol::$Protocol => {
                        Self { dialect: Dialect::$Written, exact: [$( Dialect::$Dialect ),*].len() == 1 }
                    } )*
                }
            }
        }
    };
}

dialect_table!(dialects);

impl Protocol {
    /// Returns `true` if the messages are questions to a user and their answers: MCP elicitation and ACP.
    pub fn is_elicitation(self) -> bool {
        matches!(self, Self::McpElicitation | Self::Acp)
    }

    /// Returns `true` if each message shows a whole surface, and an answer contains the values of all inputs: elicitation,
    /// cards and blocks.
    pub fn has_renditions(self) -> bool {
        self.is_elicitation() || matches!(self, Self::AdaptiveCards | Self::SlackBlocks)
    }

    /// Returns `true` if versions have messages in common, so that a message does not state its version.
    pub(crate) fn has_shared_messages(self) -> bool {
        matches!(
            self,
            Self::Mcp | Self::McpElicitation | Self::Acp | Self::AdaptiveCards | Self::SlackBlocks
        )
    }

    /// Returns `true` if the version of a message is determined from the message itself.
    pub(crate) fn has_versions_in_messages(self) -> bool {
        self == Self::A2ui || self.has_shared_messages()
    }
}

impl Dialect {
    /// Finds a dialect by its exact [name](Self::as_str). The name of a protocol alone selects its default dialect. To
    /// read what a person typed, parse a [`DialectOrProtocol`].
    ///
    /// ```
    /// use agent_ui_bridge::Dialect;
    ///
    /// assert_eq!(Dialect::from_name("aap"), Some(Dialect::Aap));
    /// assert_eq!(Dialect::from_name("a2ui@1.0"), Some(Dialect::A2ui1_0));
    /// assert_eq!(Dialect::from_name("a2ui"), Some(Dialect::A2ui0_9));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let protocol = Protocol::ALL
            .iter()
            .find(|protocol| protocol.as_str() == name);
        let default = protocol.map(|protocol| DialectOrProtocol::from(*protocol).dialect);
        default.or_else(|| Self::from_full_name(name))
    }

    /// Returns the version in the name.
    fn version(self) -> &'static str {
        self.as_str()
            .split_once('@')
            .map_or("", |(_, version)| version)
    }

    /// Finds a dialect by its full name.
    pub(crate) fn from_full_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|dialect| dialect.as_str() == name)
    }

    /// Returns the representative of all dialects with the same message shapes. These groups are 0.9 and 0.9.1, 0.10
    /// and June's 1.0, the three notations of 1.0, and MCP's versions of 2025.
    pub(crate) fn shape(self) -> Self {
        match self {
            Self::A2ui0_9_1 => Self::A2ui0_9,
            Self::A2ui1_0June => Self::A2ui0_10,
            Self::A2ui1_0Aug | Self::A2ui1_0Sep => Self::A2ui1_0,
            Self::Mcp2025_11 => Self::Mcp2025_06,
            other => other,
        }
    }

    /// Returns the representative of all A2UI dialects with the same version: 0.9 and 0.9.1, and the dialects of 1.0
    /// since August 2026. Returns `None` for other protocols.
    pub(crate) fn a2ui_group(self) -> Option<Self> {
        let is_june = self == Self::A2ui1_0June;
        (self.protocol() == Protocol::A2ui).then(|| if is_june { self } else { self.shape() })
    }

    /// Returns `true` if carried fields of the other dialect fit this dialect, because shapes and notation are the
    /// same.
    pub(crate) fn has_fields_of(self, other: Self) -> bool {
        // Dialects of one shape have one notation, except those of 1.0.
        self.shape() == other.shape() && (self == other || self.shape() != Self::A2ui1_0)
    }
}

/// A dialect, or a protocol without a version.
///
/// ```
/// use agent_ui_bridge::{Dialect, DialectOrProtocol, Protocol};
///
/// assert_eq!("a2ui@0.8".parse::<DialectOrProtocol>()?, Dialect::A2ui0_8.into());
/// assert_eq!("a2ui".parse::<DialectOrProtocol>()?, Protocol::A2ui.into());
/// assert_eq!("A2UI v0.8".parse::<DialectOrProtocol>()?, Dialect::A2ui0_8.into());
/// # Ok::<(), agent_ui_bridge::UnknownDialect>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DialectOrProtocol {
    /// The dialect; for a protocol without a version, its default dialect.
    pub dialect: Dialect,
    /// `true` if the version was named. Otherwise each message of this protocol determines its own version.
    pub exact: bool,
}

impl From<Dialect> for DialectOrProtocol {
    fn from(dialect: Dialect) -> Self {
        Self {
            dialect,
            exact: true,
        }
    }
}

impl FromStr for DialectOrProtocol {
    type Err = UnknownDialect;

    /// Reads the name of a dialect or protocol as people write it.
    ///
    /// Case does not matter, and neither do hyphens, underscores, spaces and dots in the name of a protocol. The version
    /// follows after `@`, `-`, `_`, `:`, `/`, a space or nothing. It may start with `v`, and it may have or lack a final
    /// `.0`. `a2ui@v1.0` is an error, because three dialects have this version text.
    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        let name = name.trim();
        let mut protocols = Protocol::ALL.to_vec();
        // The name of one protocol may be the start of another one.
        protocols.sort_by_key(|protocol| std::cmp::Reverse(protocol.as_str().len()));
        for protocol in protocols {
            let Some(version) = version_after(name, protocol.as_str()) else {
                continue;
            };
            if version.is_empty() {
                return Ok(protocol.into());
            }
            return match find_version(protocol, version) {
                Some(dialect) => Ok(dialect.into()),
                None => Err(unknown_version(protocol, version)),
            };
        }
        Err(unknown_protocol(name))
    }
}

/// The error for a text that names neither a protocol nor a dialect.
///
/// Its text is a whole sentence that suggests a similar name, or lists the protocols or the versions of the named
/// protocol.
///
/// ```
/// use agent_ui_bridge::{Dialect, DialectOrProtocol, Protocol};
///
/// let unknown = "a2u".parse::<DialectOrProtocol>().unwrap_err();
/// assert_eq!(unknown.to_string(), "`a2u` is not a protocol; did you mean `a2ui`?");
/// assert_eq!(unknown.suggestion(), Some(Protocol::A2ui.into()));
///
/// let unknown = "a2ui@0.7".parse::<DialectOrProtocol>().unwrap_err();
/// assert_eq!(unknown.suggestion(), Some(Dialect::A2ui0_8.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct UnknownDialect {
    message: String,
    suggestion: Option<DialectOrProtocol>,
}

impl UnknownDialect {
    /// Returns the name that was probably meant. Returns `None` if no name is similar.
    pub fn suggestion(&self) -> Option<DialectOrProtocol> {
        self.suggestion
    }
}

/// Returns the version in a text that starts with the protocol. The version is empty if the text names only the
/// protocol. Returns `None` if the text names something else.
fn version_after<'n>(name: &'n str, protocol: &str) -> Option<&'n str> {
    let mut letters = protocol.chars().filter(|letter| *letter != '-').peekable();
    let mut rest = name.chars();
    while let Some(letter) = letters.peek() {
        match rest.next()? {
            own if own.eq_ignore_ascii_case(letter) => {
                letters.next();
            }
            '-' | '_' | '.' | ' ' if rest.as_str().len() + 1 < name.len() => {}
            _ => return None,
        }
    }
    let rest = rest.as_str();
    match rest.strip_prefix(['@', '-', '_', ':', '/', ' ']) {
        Some(version) => Some(version.trim()),
        None if rest.is_empty() || is_version(rest) => Some(rest),
        None => None,
    }
}

/// Returns `true` for a text that begins with a digit, or with `v` and a digit.
fn is_version(text: &str) -> bool {
    begins_with_digit(text.strip_prefix(['v', 'V']).unwrap_or(text))
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// Finds the dialect of a protocol with this version, in any spelling. Does not find a version text that several
/// dialects share.
fn find_version(protocol: Protocol, version: &str) -> Option<Dialect> {
    let asked = plain_version(version);
    if is_text_of_several(protocol, version) {
        return None;
    }
    dialects_of(protocol).find(|dialect| {
        let own = plain_version(dialect.version());
        own == asked
            || own.strip_suffix(".0") == Some(&*asked)
            || asked.strip_suffix(".0") == Some(&*own)
    })
}

/// Returns `true` for the version text `v1.0` of A2UI, which three dialects share.
fn is_text_of_several(protocol: Protocol, version: &str) -> bool {
    protocol == Protocol::A2ui && matches!(version, "v1.0" | "V1.0" | "v1" | "V1")
}

/// Returns a version in lowercase, without a leading `v` and without hyphens, underscores and spaces.
fn plain_version(version: &str) -> String {
    let version = version.to_ascii_lowercase();
    let digits = match version.strip_prefix('v') {
        Some(rest) if begins_with_digit(rest) => rest,
        _ => &version,
    };
    digits.replace(['-', '_', ' '], "")
}

fn dialects_of(protocol: Protocol) -> impl Iterator<Item = Dialect> {
    Dialect::ALL
        .iter()
        .copied()
        .filter(move |dialect| dialect.protocol() == protocol)
}

/// Returns the error for a version that the protocol does not have. The error suggests the closest version.
fn unknown_version(protocol: Protocol, version: &str) -> UnknownDialect {
    let name = protocol.as_str();
    if is_text_of_several(protocol, version) {
        let message = "`v1.0` is the version text of a2ui@1.0-june, a2ui@1.0-aug and a2ui@1.0-sep, and a2ui@1.0 has the text `1.0`; name one of these, or `a2ui` to detect it";
        return UnknownDialect {
            message: message.to_owned(),
            suggestion: None,
        };
    }
    let closest = closest_version(protocol, version);
    let shown = version.escape_debug();
    let all: Vec<&str> = dialects_of(protocol).map(Dialect::version).collect();
    let message = match (closest, all.as_slice()) {
        (Some(dialect), [] | [_]) => {
            format!("{name} has no version `{shown}`; did you mean `{dialect}`?")
        }
        (Some(dialect), all) => {
            let all = join_with_and(all);
            format!(
                "{name} has no version `{shown}`; did you mean `{dialect}`? Its versions are {all}"
            )
        }
        (None, []) => format!("{name} has no version `{shown}`;"),
        (None, all) => {
            let all = join_with_and(all);
            format!("{name} has no version `{shown}`; its versions are {all}")
        }
    };
    UnknownDialect {
        message,
        suggestion: closest.map(DialectOrProtocol::from),
    }
}

/// Returns names as a list with `and` before the last one.
fn join_with_and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Returns the dialect whose version is spelled similarly. If there is none, returns the dialect with the closest
/// numbers. If several have the same numbers, returns the one whose version consists of these numbers only.
fn closest_version(protocol: Protocol, version: &str) -> Option<Dialect> {
    let mut dialects = dialects_of(protocol);
    let first = dialects.next()?;
    if dialects.next().is_none() {
        return Some(first);
    }
    let asked = parse_numbers(version);
    if asked.is_empty() {
        return dialects_of(protocol).find(|dialect| is_like(dialect.version(), version));
    }
    let plain = plain_version(version);
    for dialect in dialects_of(protocol) {
        if has_word(dialect.version()) && is_like(dialect.version(), plain.as_str()) {
            return Some(dialect);
        }
    }
    let numbered =
        dialects_of(protocol).filter(|dialect| !parse_numbers(dialect.version()).is_empty());
    numbered.min_by_key(|dialect| VersionDistance::between(dialect.version(), &asked))
}

/// The distance between the numbers of two versions. The first differing number decides: first its position, and then
/// the difference.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct VersionDistance {
    first: std::cmp::Reverse<usize>,
    difference: u64,
    has_word: bool,
}

impl VersionDistance {
    fn between(version: &str, asked: &[u64]) -> Self {
        let own = parse_numbers(version);
        let count = own.len().max(asked.len());
        let mut first = 0;
        while first < count && number_at(&own, first) == number_at(asked, first) {
            first += 1;
        }
        Self {
            first: std::cmp::Reverse(first),
            difference: number_at(&own, first).abs_diff(number_at(asked, first)),
            has_word: has_word(version),
        }
    }
}

/// Returns a number of a version. A missing number is 0.
fn number_at(numbers: &[u64], at: usize) -> u64 {
    numbers.get(at).copied().unwrap_or_default()
}

fn has_word(version: &str) -> bool {
    version.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Returns the numbers in a version. A number that is too large counts as the largest one.
fn parse_numbers(version: &str) -> Vec<u64> {
    let parts = version
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap_or(u64::MAX)).collect()
}

/// Returns the error for a name that does not start with a protocol. The error suggests similar names.
fn unknown_protocol(name: &str) -> UnknownDialect {
    let shown = name.escape_debug();
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    if let Some((_, protocol, reason)) = OTHER_NAMES.iter().find(|(other, ..)| *other == plain) {
        let known = protocol.as_str();
        let message = match *reason {
            "" => format!("`{shown}` is not a protocol; did you mean `{known}`?"),
            reason => format!("`{shown}` is not a protocol; {reason}, so use `{known}`"),
        };
        return UnknownDialect {
            message,
            suggestion: Some((*protocol).into()),
        };
    }
    if plain == "html" {
        let message =
            format!("`{shown}` is not a protocol; `agent-ui show` writes surfaces as an HTML page");
        return UnknownDialect {
            message,
            suggestion: None,
        };
    }
    let similar = similar_names(name);
    let message = match similar.as_slice() {
        [] | [_, _, _, _, ..] => {
            let all: Vec<&str> = Protocol::ALL
                .iter()
                .map(|protocol| protocol.as_str())
                .collect();
            format!(
                "`{shown}` is not a protocol; the protocols are {}",
                join_with_and(&all)
            )
        }
        [(one, _)] => format!("`{shown}` is not a protocol; did you mean `{one}`?"),
        [(one, _), (other, _)] => {
            format!("`{shown}` is not a protocol; did you mean `{one}` or `{other}`?")
        }
        [(one, _), (other, _), (third, _)] => {
            format!("`{shown}` is not a protocol; did you mean `{one}`, `{other}` or `{third}`?")
        }
    };
    let suggestion = match similar.as_slice() {
        [(_, only)] => Some(*only),
        _ => None,
    };
    UnknownDialect {
        message,
        suggestion,
    }
}

/// Returns the protocols and dialects that a name may mean, each with its own name.
fn similar_names(name: &str) -> Vec<(String, DialectOrProtocol)> {
    let (start, version) = name.split_once(['@', ':', '/', ' ']).unwrap_or((name, ""));
    let mut similar: Vec<(String, DialectOrProtocol)> = Vec::new();
    for protocol in Protocol::ALL.iter().copied() {
        if !is_like(protocol.as_str(), start) {
            continue;
        }
        similar.push(match find_version(protocol, version) {
            Some(dialect) if !version.is_empty() => (dialect.to_string(), dialect.into()),
            _ => (protocol.to_string(), protocol.into()),
        });
    }
    // A version alone.
    if similar.is_empty() && !parse_numbers(name).is_empty() {
        for protocol in Protocol::ALL.iter().copied() {
            if let Some(dialect) = find_version(protocol, name) {
                similar.push((dialect.to_string(), dialect.into()));
            }
        }
    }
    similar
}

impl DialectOrProtocol {
    /// Returns the protocol of the dialect.
    pub fn protocol(self) -> Protocol {
        self.dialect.protocol()
    }

    /// Returns `true` if a message that states this dialect belongs to the named one. Several dialects have the same
    /// messages, and a message of MCP or ACP does not state its version.
    pub(crate) fn accepts(self, stated: Dialect) -> bool {
        if !self.exact || self.protocol().has_shared_messages() {
            return stated.protocol() == self.protocol();
        }
        stated.shape() == self.dialect.shape()
    }
}

impl fmt::Display for DialectOrProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.exact {
            self.dialect.as_str()
        } else {
            self.protocol().as_str()
        })
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Result<String, String> {
        let named = name.parse::<DialectOrProtocol>();
        named
            .map(|named| named.to_string())
            .map_err(|unknown| unknown.to_string())
    }

    #[test]
    fn unambiguous_spellings_of_names_are_accepted() {
        for (names, expected) in [
            (&["A2UI", "a2ui", " A2ui ", "a2-ui"][..], "a2ui"),
            (
                &[
                    "a2ui@v0.9",
                    "a2ui@V0.9",
                    "A2UI@0.9",
                    "a2ui-0.9",
                    "a2ui 0.9",
                    "a2ui v0.9",
                    "a2ui:0.9",
                    "a2ui/v0.9",
                    "a2ui_0.9",
                    "a2ui0.9",
                    "a2uiv0.9",
                    "a2ui@0.9.0",
                ],
                "a2ui@0.9",
            ),
            (&["a2ui@v0.9.1", "a2ui-0.9.1"], "a2ui@0.9.1"),
            (&["a2ui@v0.10"], "a2ui@0.10"),
            (&["a2ui@1.0", "a2ui@1", "A2UI 1.0"], "a2ui@1.0"),
            (
                &[
                    "a2ui@v1.0-sep",
                    "a2ui@1.0_Sep",
                    "a2ui-1.0-SEP",
                    "a2ui@1.0sep",
                ],
                "a2ui@1.0-sep",
            ),
            (&["AHP"], "ahp"),
            (&["AHP@Canvas", "ahp-canvas", "ahp canvas"], "ahp@canvas"),
            (&["ahp@1", "ahp@v1.0", "AHP 1.0"], "ahp@1.0"),
            (
                &[
                    "actions.json",
                    "ActionsJson",
                    "actions_json",
                    "actionsjson",
                    "Actions JSON",
                    "ACTIONS.JSON",
                ],
                "actions-json@1",
            ),
            (
                &["actions.json@1", "actions-json@v1", "actions-json@1.0"],
                "actions-json@1",
            ),
            (
                &["MCP@2025-06-18", "mcp-2025-06-18", "mcp@20250618"],
                "mcp@2025-06-18",
            ),
            (&["Responses", "RESPONSES"], "responses@1"),
            (&["AAP", "a.a.p", "aap@v1"], "aap@1.0"),
        ] {
            for name in names {
                assert_eq!(named(name), Ok(expected.to_owned()), "{name}");
            }
        }
    }

    #[test]
    fn from_name_accepts_only_exact_names() {
        for name in ["A2UI", "a2ui@v0.9", "actions.json", ""] {
            assert_eq!(Dialect::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn unknown_names_have_one_suggestion_or_a_short_list() {
        let names: Vec<&str> = Protocol::ALL
            .iter()
            .map(|protocol| protocol.as_str())
            .collect();
        let (last, others) = names.split_last().unwrap();
        let others = others.join(", ");
        let versions = "Its versions are 0.8, 0.9, 0.9.1, 0.10, 1.0-june, 1.0-aug, 1.0-sep and 1.0";
        let a2ui = |version: &str, closest: &str| {
            format!("a2ui has no version `{version}`; did you mean `a2ui@{closest}`? {versions}")
        };
        for (name, message, suggestion) in [
            ("a2u", "`a2u` is not a protocol; did you mean `a2ui`?".to_owned(), "a2ui"),
            ("A2U@v0.9", "`A2U@v0.9` is not a protocol; did you mean `a2ui@0.9`?".to_owned(), "a2ui@0.9"),
            ("a2ui@0.7", a2ui("0.7", "0.8"), "a2ui@0.8"),
            ("a2ui@0.9.2", a2ui("0.9.2", "0.9.1"), "a2ui@0.9.1"),
            ("a2ui@0.11", a2ui("0.11", "0.10"), "a2ui@0.10"),
            ("a2ui-v1.1", a2ui("v1.1", "1.0"), "a2ui@1.0"),
            ("a2ui@2.0", a2ui("2.0", "1.0"), "a2ui@1.0"),
            ("a2ui@1.0-sept", a2ui("1.0-sept", "1.0-sep"), "a2ui@1.0-sep"),
            (
                "mcp@2025-03-26",
                "mcp has no version `2025-03-26`; did you mean `mcp@2025-06-18`? Its versions are 2025-06-18, 2025-11-25 and 2026-07-28"
                    .to_owned(),
                "mcp@2025-06-18",
            ),
            (
                "ahp@canvs",
                "ahp has no version `canvs`; did you mean `ahp@canvas`? Its versions are canvas and 1.0".to_owned(),
                "ahp@canvas",
            ),
            ("ahp@latest", "ahp has no version `latest`; its versions are canvas and 1.0".to_owned(), ""),
            ("aap@2.0", "aap has no version `2.0`; did you mean `aap@1.0`?".to_owned(), "aap@1.0"),
            ("agui", "`agui` is not a protocol; AG-UI events carry A2UI messages, so use `a2ui`".to_owned(), "a2ui"),
            ("AG-UI", "`AG-UI` is not a protocol; AG-UI events carry A2UI messages, so use `a2ui`".to_owned(), "a2ui"),
            ("openai", "`openai` is not a protocol; its function calls belong to the Responses API, so use `responses`".to_owned(), "responses@1"),
            ("html", "`html` is not a protocol; `agent-ui show` writes surfaces as an HTML page".to_owned(), ""),
            ("actoins-json", "`actoins-json` is not a protocol; did you mean `actions-json`?".to_owned(), "actions-json@1"),
            ("app", "`app` is not a protocol; did you mean `aap`, `ahp` or `acp`?".to_owned(), ""),
            ("v0.9", "`v0.9` is not a protocol; did you mean `a2ui@0.9`?".to_owned(), "a2ui@0.9"),
            (
                "xml\n",
                format!("`xml` is not a protocol; the protocols are {others} and {last}"),
                "",
            ),
            (
                "a2ui@v1.0",
                "`v1.0` is the version text of a2ui@1.0-june, a2ui@1.0-aug and a2ui@1.0-sep, and a2ui@1.0 has the text `1.0`; name one of these, or `a2ui` to detect it"
                    .to_owned(),
                "",
            ),
        ] {
            let unknown = name.parse::<DialectOrProtocol>().unwrap_err();
            assert_eq!(unknown.to_string(), message, "{name}");
            let suggested = unknown.suggestion().map(|named| named.to_string()).unwrap_or_default();
            assert_eq!(suggested, suggestion, "{name}");
        }
    }

    #[test]
    fn every_displayed_name_is_read_as_its_dialect_or_protocol() {
        for dialect in Dialect::ALL {
            let name = dialect.to_string();
            assert_eq!(
                (&*name, Dialect::from_name(&name)),
                (dialect.as_str(), Some(*dialect))
            );
        }
        for protocol in Protocol::ALL {
            let named = DialectOrProtocol::from(*protocol);
            assert_eq!(
                (protocol.as_str().parse(), named.protocol()),
                (Ok(named), *protocol)
            );
            assert_eq!(named.to_string().parse(), Ok(named));
        }
    }
}
