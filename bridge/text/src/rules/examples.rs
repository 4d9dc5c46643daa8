//! The explanations of rules: why each rule matters, with a document that breaks it and a corrected one, or with the
//! occasion of a rule that a document cannot show. A test checks all documents.

mod a2ui_components;
mod a2ui_messages;
mod a2ui_surfaces;
mod aap;
mod actions_json;
mod adaptive_cards;
mod ahp;
mod elicitation;
mod reading;
mod reasons;
mod repairs;
mod slack_blocks;
mod tools;

/// A rule with its example.
struct Documented {
    rule: &'static str,
    /// The sentence that states why the rule matters.
    reason: &'static str,
    /// The protocol of the check, as its first operand.
    protocol: &'static str,
    wrong: &'static str,
    right: &'static str,
}

/// The tables of the examples.
const EXAMPLES: [&[Documented]; 12] = [
    reading::EXAMPLES,
    a2ui_messages::EXAMPLES,
    a2ui_components::EXAMPLES,
    a2ui_surfaces::EXAMPLES,
    repairs::EXAMPLES,
    aap::EXAMPLES,
    ahp::EXAMPLES,
    actions_json::EXAMPLES,
    tools::EXAMPLES,
    elicitation::EXAMPLES,
    adaptive_cards::EXAMPLES,
    slack_blocks::EXAMPLES,
];

/// An example of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Example {
    /// Two texts of a protocol. `check` reports the rule for the first one, and finds no error in the second one.
    Documents {
        /// The protocol, as `check` takes it.
        protocol: &'static str,
        /// The text that breaks the rule.
        wrong: &'static str,
        /// The corrected text.
        right: &'static str,
    },
    /// A document cannot show the rule, because something else decides.
    Elsewhere(Occasion),
    /// The table has no example yet.
    Unwritten,
}

/// The occasion on which a rule is reported that a document cannot show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Occasion {
    /// The bytes of the input, which an example cannot show.
    Bytes,
    /// The input as a whole, or the files that options name.
    Files,
    /// A limit. An example would not be small.
    Limit,
    /// The translation of a message, or of the messages of a session.
    Translation,
    /// The carry that comes with a message.
    Carry,
    /// The use of a surface: input, actions, and calls of functions.
    Use,
    /// The capabilities or the data model that a client sends with a message.
    Metadata,
    /// The records that a provider stores.
    Storage,
    /// The state of a host, of a client, or of the tools that a page declares.
    Host,
    /// The options of a command, or of a call of the library.
    Options,
    /// The work of `serve`, `show` or `worker`.
    Server,
    /// A call of the packages for Python and TypeScript.
    Package,
}

impl Occasion {
    /// Returns the sentence that states when the rule is reported.
    pub fn description(self) -> &'static str {
        match self {
            Self::Bytes => "It depends on the bytes of the input, which an example cannot show.",
            Self::Files => "It depends on the input as a whole, or on a file that an option names.",
            Self::Limit => "It is a limit: an example would not be small.",
            Self::Translation => "A translation reports it, as `convert`, `pipe` and `explain` do.",
            Self::Carry => "A translation reports it about the carry that comes with a message.",
            Self::Use => {
                "A host reports it when a surface is used: about an input, an action or a call."
            }
            Self::Metadata => {
                "A host reports it about the capabilities or the data model that come with a message."
            }
            Self::Storage => "A provider reports it about the records that it stores.",
            Self::Host => {
                "A host reports it, because it depends on earlier messages or declared tools."
            }
            Self::Options => "It depends on the options of a command, or of a call of the library.",
            Self::Server => "`serve`, `show` or `worker` reports it while it runs.",
            Self::Package => "The packages for Python and TypeScript report it about a call.",
        }
    }
}

/// The rules of subjects with examples that a document cannot show.
const ELSEWHERE: &[(Occasion, &[&str])] = &[
    (
        Occasion::Bytes,
        &[
            "encoding",
            "byte-order-mark",
            "utf-16",
            "repair/byte-order-mark",
        ],
    ),
    (
        Occasion::Files,
        &[
            "unread-files",
            "empty-input",
            "inferred-protocol",
            "catalog/unreadable",
            "not-a-reference",
            "unallowed-child",
            "unallowed-parent",
            "range",
            "uri",
            "no-alternative",
            "W-unknown-primitive",
            "unknown-primitive",
            "D-required",
            "D-same-name",
        ],
    ),
    (
        Occasion::Limit,
        &[
            "depth",
            "more-findings",
            "json-depth",
            "component-depth",
            "too-many-bytes",
            "budget",
            "too-long",
            "call-arguments",
            "call-depth",
            "limit",
            "too-deep",
            "too-large",
            "W-step-count",
            "document-too-large",
            "adaptive-cards/size",
        ],
    ),
    (
        Occasion::Translation,
        &[
            "frame/beside",
            "list/beside",
            "a2ui-1.0/component-id",
            "aap/not-a-string",
            "aap/half-surrogate",
            "ahp/other-traffic",
            "ahp/out-of-scope",
            "ahp/unknown-state",
            "ahp/invalid-action",
            "ahp/unknown-reducer",
            "ahp-canvas/no-canvas",
        ],
    ),
    (
        Occasion::Use,
        &[
            "client-message",
            "malformed-value",
            "other-notation",
            "not-bound",
            "not-an-input",
            "input-kind",
            "argument",
            "pattern",
            "pattern-unsupported",
            "regex-feature",
            "index-scope",
            "effect",
            "check",
        ],
    ),
    (
        Occasion::Options,
        &[
            "uri-scheme",
            "uri-authority",
            "uri-suffix",
            "uri-character",
            "uri-encoding",
            "uri-empty",
            "uri-dot-segment",
            "uri-segments",
        ],
    ),
    (
        Occasion::Metadata,
        &[
            "version",
            "two-words",
            "function-list",
            "function-definition",
            "not-a-schema",
            "allowed-callers",
        ],
    ),
    (
        Occasion::Storage,
        &[
            "not-a-file-name",
            "dropped-member",
            "unreadable",
            "file-name-form",
            "file-name-timestamp",
            "file-name-id",
            "dots",
            "character",
        ],
    ),
    (
        Occasion::Host,
        &[
            "unknown-session",
            "session-exists",
            "unknown-canvas",
            "unknown-kind",
            "instance-taken",
            "channel-taken",
            "invalid-channel",
            "unavailable",
            "busy",
            "cleared-availability",
            "other-answer",
            "own-action",
            "no-state",
            "own-member",
            "unwritable",
            "not-connected",
            "other-event",
            "undeclared",
            "ambiguous",
            "wrong-direction",
            "disabled",
            "payload-invalid",
            "schema-unusable",
            "value-unusable",
            "unchecked",
            "not-a-reply",
            "without-call",
            "without-runtime",
            "unknown",
            "foreign",
            "late",
        ],
    ),
];

/// The subjects of which documents cannot show any rule.
const ELSEWHERE_AS_SUBJECTS: [(&str, Occasion); 7] = [
    ("A2UI actions and owners", Occasion::Use),
    ("Translation", Occasion::Translation),
    ("Carries", Occasion::Carry),
    ("The program", Occasion::Options),
    ("`serve` and `show`", Occasion::Server),
    ("`worker`", Occasion::Server),
    ("The packages for Python and TypeScript", Occasion::Package),
];

/// Returns the sentence that states why a rule matters, if the table has one, and the example of the rule.
pub(super) fn of_rule(subject: &str, rule: &str) -> (Option<&'static str>, Example) {
    let mut documented = EXAMPLES.iter().copied().flatten();
    if let Some(found) = documented.find(|documented| documented.rule == rule) {
        let documents = Example::Documents {
            protocol: found.protocol,
            wrong: found.wrong,
            right: found.right,
        };
        return (Some(found.reason), documents);
    }
    let reason = reasons::REASONS.iter().find(|(own, _)| *own == rule);
    let by_rule = ELSEWHERE.iter().find(|(_, rules)| rules.contains(&rule));
    let by_subject = ELSEWHERE_AS_SUBJECTS
        .iter()
        .find(|(own, _)| *own == subject);
    let example = match (by_rule, by_subject) {
        (Some((occasion, _)), _) | (None, Some((_, occasion))) => Example::Elsewhere(*occasion),
        (None, None) => Example::Unwritten,
    };
    (reason.map(|(_, sentence)| *sentence), example)
}

/// Returns the names of the rules in the tables, for the test that each is a rule.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let documented = EXAMPLES.iter().copied().flatten();
    let elsewhere = ELSEWHERE
        .iter()
        .flat_map(|(_, rules)| rules.iter().copied());
    documented
        .map(|documented| documented.rule)
        .chain(elsewhere)
}

/// Returns the names of the rules with a reason, for the test that each is a rule.
#[cfg(test)]
pub(super) fn names_with_reason() -> impl Iterator<Item = &'static str> {
    let documented = EXAMPLES.iter().copied().flatten();
    let others = reasons::REASONS.iter().map(|(rule, _)| *rule);
    documented.map(|documented| documented.rule).chain(others)
}
