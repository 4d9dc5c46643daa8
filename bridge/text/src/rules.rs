//! The rules that diagnostics and notes name, with a sentence for each. `docs/rules.md` is written from these tables.

mod examples;

use bridge::a2ui::repair::RepairKind;
#[cfg(feature = "all-protocols")]
use bridge::actions_json;
pub use examples::{Example, Occasion};

/// The rules about one subject: the name of each, and the sentence that describes it.
type Rules = &'static [(&'static str, &'static str)];

/// The tables, each with its subject.
const TABLES: &[(&str, Rules)] = &[
    ("JSON and the form of messages", READING),
    ("The input", INPUT),
    ("A2UI messages", A2UI_MESSAGES),
    ("A2UI components and catalogs", A2UI_COMPONENTS),
    ("A2UI surfaces and data", A2UI_SURFACES),
    ("A2UI functions", A2UI_FUNCTIONS),
    ("A2UI actions and owners", A2UI_ACTIONS),
    ("AAP", AAP),
    ("AHP", AHP),
    ("actions.json items and calls", ACTIONS_JSON),
    ("MCP and the Responses API", TOOLS),
    ("Questions to users in MCP and ACP", ELICITATION),
    ("Adaptive Cards", ADAPTIVE_CARDS),
    ("Blocks of Slack", SLACK_BLOCKS),
    ("Translation", TRANSLATION),
    ("Carries", CARRIES),
    ("The program", PROGRAM),
    ("`serve` and `show`", SERVE),
    ("`worker`", WORKER),
    ("The packages for Python and TypeScript", PACKAGES),
];

/// Returns every rule that a diagnostic can name, as its subject, its name and the sentence that describes it.
/// [`bridge::mapping_rules`] has the rules of notes.
pub fn all() -> Vec<(&'static str, &'static str, &'static str)> {
    let listed = TABLES
        .iter()
        .flat_map(|(subject, rules)| rules.iter().map(|(name, text)| (*subject, *name, *text)));
    let repairs = RepairKind::ALL
        .iter()
        .map(|kind| ("Repairs of A2UI", kind.rule(), kind.description()));
    // `duplicate` and `unknown-word` are rules of other messages, too.
    let own = manifest_rules().filter(|(name, _)| !is_in_tables(name));
    let manifests = own.map(|(name, text)| ("actions.json manifests", name, text));
    listed.chain(repairs).chain(manifests).collect()
}

/// Returns the sentence that describes a rule of diagnostics. A rule such as `actions-json-mcp/valid/V4` refuses a message
/// because of another rule, whose sentence it has.
///
/// ```
/// use agent_ui_text::rules;
///
/// assert_eq!(rules::description("orphan"), Some("A component must be reachable from the root."));
/// assert_eq!(rules::description("actions-json-mcp/valid/orphan"), rules::description("orphan"));
/// assert_eq!(rules::description("no-such-rule"), None);
/// ```
pub fn description(rule: &str) -> Option<&'static str> {
    if let Some((_, cause)) = split_cause(rule) {
        return description(cause);
    }
    let listed = TABLES.iter().flat_map(|(_, rules)| rules.iter().copied());
    let repairs = RepairKind::ALL
        .iter()
        .map(|kind| (kind.rule(), kind.description()));
    let mut all = listed.chain(manifest_rules()).chain(repairs);
    all.find(|(name, _)| *name == rule)
        .map(|(_, sentence)| sentence)
}

/// A rule of diagnostics with its explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The heading of the table that contains the rule.
    pub subject: &'static str,
    /// The stable name, as diagnostics have it.
    pub name: &'static str,
    /// The sentence that describes the rule.
    pub meaning: &'static str,
    /// The sentence that states why the rule matters, if the table has one.
    pub reason: Option<&'static str>,
    /// The example of the rule.
    pub example: Example,
}

/// Returns every rule that a diagnostic can name, with its explanation, in the order of the page.
pub fn explained_rules() -> impl Iterator<Item = Rule> {
    all().into_iter().map(|(subject, name, meaning)| {
        let (reason, example) = examples::of_rule(subject, name);
        Rule {
            subject,
            name,
            meaning,
            reason,
            example,
        }
    })
}

/// Returns a rule with its explanation. A rule such as `actions-json-mcp/valid/V4` has the explanation of its last part.
///
/// ```
/// use agent_ui_text::rules;
///
/// let rule = rules::explain("orphan").ok_or("unknown")?;
/// assert_eq!(rule.meaning, "A component must be reachable from the root.");
/// assert!(matches!(rule.example, rules::Example::Documents { protocol: "a2ui", .. }));
/// # Ok::<(), &str>(())
/// ```
pub fn explain(rule: &str) -> Option<Rule> {
    let cause = split_cause(rule).map_or(rule, |(_, cause)| cause);
    explained_rules().find(|known| known.name == cause)
}

/// Splits the name of a rule that refuses a message because of another rule.
fn split_cause(rule: &str) -> Option<(&str, &str)> {
    let (refusal, cause) = rule.rsplit_once('/')?;
    refusal.contains('/').then_some((refusal, cause))
}

/// Returns `true` if `docs/rules.md` lists the rule.
pub(crate) fn is_listed(rule: &str) -> bool {
    let refusal = split_cause(rule).map_or(rule, |(refusal, _)| refusal);
    let is_cause_listed = rule == refusal || description(rule).is_some();
    is_cause_listed && (description(refusal).is_some() || is_of_mapping(refusal))
}

fn is_of_mapping(rule: &str) -> bool {
    bridge::mapping_rules().iter().any(|known| known.id == rule)
}

fn is_in_tables(rule: &str) -> bool {
    TABLES
        .iter()
        .any(|(_, rules)| rules.iter().any(|(name, _)| *name == rule))
}

/// Returns the rules of the validator of manifests.
#[cfg(feature = "all-protocols")]
fn manifest_rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    // The rows of a rule with several cases follow the row that describes it.
    actions_json::validate::rules::ALL
        .iter()
        .filter(|rule| rule.case.is_empty())
        .map(|rule| (rule.id, rule.sentence))
}

#[cfg(not(feature = "all-protocols"))]
fn manifest_rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    std::iter::empty()
}

const READING: Rules = &[
    ("syntax", "The text must be valid JSON."),
    ("encoding", "The text must be valid UTF-8."),
    ("depth", "Values must not be nested too deeply."),
    (
        "type",
        "A value must have the JSON type that its place requires.",
    ),
    ("missing", "Required members must be present."),
    ("duplicate", "Members of an object must be unique."),
    (
        "value",
        "A value must be one that the specification allows.",
    ),
    (
        "key",
        "A message must have exactly one key that identifies it.",
    ),
];

const INPUT: Rules = &[
    (
        "byte-order-mark",
        "A byte order mark before the text is skipped.",
    ),
    ("text-around", "Text around the messages is skipped."),
    (
        "utf-16",
        "Text in UTF-16 is converted. Columns count the bytes of the UTF-8 form.",
    ),
    (
        "unread-files",
        "Other files and folders in a folder are not read.",
    ),
    ("empty-input", "The input contains no messages."),
    (
        "more-findings",
        "After 1,000 findings about a document, or about a text of a library's call, further ones are counted and not listed.",
    ),
    (
        "inferred-protocol",
        "No protocol was named, so the input shows it.",
    ),
    (
        "number-range",
        "A number must not be so large that other readers take it for infinity.",
    ),
    (
        "misspelt-member",
        "An unknown member resembles one that the specification defines.",
    ),
    (
        "misspelt-word",
        "An unknown word resembles one that the specification defines.",
    ),
    (
        "frame/beside",
        "Only the message in a frame is translated. Other members of the frame are ignored.",
    ),
    (
        "list/beside",
        "Only the listed messages are translated. Other members next to the list are ignored.",
    ),
];

const A2UI_MESSAGES: Rules = &[
    (
        "missing-member",
        "A message must have the members that its kind requires.",
    ),
    (
        "unknown-member",
        "A message or a component must not have members that its schema does not define.",
    ),
    (
        "null-member",
        "An optional member must be absent instead of null.",
    ),
    (
        "exactly-one",
        "Exactly one of the two members must be present.",
    ),
    (
        "wrong-type",
        "A value must have the type that its property requires.",
    ),
    ("not-an-object", "The value must be an object."),
    (
        "min-items",
        "A list must have the minimum number of elements.",
    ),
    (
        "json-depth",
        "Messages must not be nested deeper than A2UI's own clients read.",
    ),
    ("version", "The version must be one of A2UI."),
    ("version-word", "The version of A2UI 1.0 is written `1.0`."),
    (
        "surface-version",
        "Messages of one surface should have one version.",
    ),
    (
        "mixed-notations",
        "Messages of one surface must use one notation of `v1.0`.",
    ),
    (
        "notation",
        "Bindings and calls must be written in the notation of the message.",
    ),
    (
        "other-notation",
        "Bindings and calls must be written in the notation of the message.",
    ),
    (
        "not-a-timestamp",
        "A timestamp must be an RFC 3339 date and time.",
    ),
    (
        "code",
        "The code of an error must match the form of the error.",
    ),
    ("color", "A color must be `#` and six hexadecimal digits."),
    (
        "unsafe-address",
        "A URL must have a scheme that is safe to open or load.",
    ),
    (
        "messages",
        "The data of an A2A part must be a message or a list of messages.",
    ),
    (
        "two-words",
        "Capabilities must not state two values for the same version.",
    ),
    (
        "function-list",
        "The functions of an inline catalog are a list.",
    ),
    (
        "function-definition",
        "The definition of a function must be valid.",
    ),
    (
        "function-name",
        "The name of a function must match its definition, and must be valid in its protocol.",
    ),
    ("not-a-schema", "A schema must be an object or `true`."),
    (
        "callable-from",
        "The agent must not call a function that only components may call.",
    ),
    (
        "allowed-callers",
        "A function that needs a user interaction must be `rendererOnly`.",
    ),
    (
        "extension-name",
        "The name of an extension must be an identifier.",
    ),
    (
        "client-message",
        "A message from the client cannot be applied to a surface.",
    ),
    (
        "a2ui-1.0/component-id",
        "Two component ids become the same identifier.",
    ),
];

const A2UI_COMPONENTS: Rules = &[
    (
        "unknown-component",
        "The component type must be defined by the catalog, or the component must exist.",
    ),
    (
        "missing-component-type",
        "A component needs a type, unless it updates an existing component.",
    ),
    (
        "reserved-type",
        "The type must not be one that A2UI reserves.",
    ),
    (
        "reserved-key",
        "A key that begins with `@` must be one that A2UI defines.",
    ),
    ("older-key", "The key was renamed in October 2026."),
    (
        "component-id",
        "The id of a component should be an identifier.",
    ),
    (
        "duplicate-id",
        "A component must be sent only once per message.",
    ),
    ("duplicate-member", "A property must be unique."),
    (
        "missing-catalog",
        "A surface or a component needs a catalog.",
    ),
    (
        "catalog-version",
        "A surface needs the catalog of its own version.",
    ),
    (
        "catalog-alias",
        "A surface should have the first name of its catalog, because renderers may not know others.",
    ),
    (
        "unjudged-catalog",
        "The catalog is not available, so its components are not validated.",
    ),
    (
        "catalog/unreadable",
        "A catalog that you pass must be readable.",
    ),
    ("child-list", "Children are a list of ids or a template."),
    (
        "not-a-reference",
        "A reference must be the id of a component, a list of ids or a template.",
    ),
    (
        "unallowed-child",
        "A child must have a type that the catalog allows in its parent.",
    ),
    (
        "unallowed-parent",
        "A component must be in a parent that the catalog allows.",
    ),
    (
        "weight-parent",
        "A `weight` has an effect only in a `Row` or a `Column`.",
    ),
    (
        "index-outside-template",
        "`@index` has a value only in a component that a template repeats.",
    ),
    (
        "template-as-text",
        "A text with `${…}` must be an argument of `formatString`.",
    ),
    (
        "bound-value",
        "A bound value of 0.8 must have one literal, a path, or both.",
    ),
    (
        "unknown-word",
        "A word must be one that the catalog or the specification allows.",
    ),
    (
        "unknown-style",
        "A style must be one that A2UI 0.8 defines.",
    ),
    (
        "range",
        "A number must be in the range that the catalog allows.",
    ),
    ("integer", "The number must be an integer."),
    ("uri", "The value must be a URI."),
    ("date-time", "The value must be a date or a time."),
    (
        "no-alternative",
        "A value must match one of the alternatives of its schema.",
    ),
];

const A2UI_SURFACES: Rules = &[
    (
        "unknown-surface",
        "A surface must be created before messages about it, and after its deletion again.",
    ),
    (
        "surface-exists",
        "A surface must be deleted before it is created again.",
    ),
    ("missing-root", "A surface needs a root component."),
    ("dangling-reference", "A referenced component must exist."),
    ("orphan", "A component must be reachable from the root."),
    ("self-reference", "A component must not contain itself."),
    ("cycle", "Components must form a tree."),
    (
        "component-depth",
        "Components must not be nested too deeply.",
    ),
    (
        "unwritten-path",
        "A message should write each path that a component reads.",
    ),
    (
        "bound-kind",
        "The value at a bound path must have the type that the property shows.",
    ),
    ("not-a-list", "The path of a template must hold a list."),
    ("data-path", "A path of the data model must be valid."),
    (
        "exactly-one-value",
        "An entry of `contents` must have exactly one value.",
    ),
    (
        "nested-value-map",
        "A `valueMap` must not contain another `valueMap`.",
    ),
    (
        "duplicate-key",
        "Each entry of `contents` must have a unique key.",
    ),
    (
        "forbidden-segment",
        "A path must not have a segment that JavaScript reserves.",
    ),
    (
        "write-through-primitive",
        "A path must not lead through a value that is not a container.",
    ),
    (
        "not-a-container",
        "A path must not lead through a value that is not a container.",
    ),
    ("not-an-index", "A segment below a list must be an index."),
    ("index-gap", "A list must not be extended beyond its end."),
    (
        "too-many-bytes",
        "A surface, or all surfaces together, must not exceed the limit of memory.",
    ),
    ("budget", "The values must not exceed the limit of memory."),
    ("too-long", "The text must not exceed its limit."),
    (
        "not-bound",
        "An input can be stored only in a property that is bound to the data model.",
    ),
    ("not-an-input", "Only an input component takes an input."),
    (
        "input-kind",
        "An input must have the type that its component takes.",
    ),
];

const A2UI_FUNCTIONS: Rules = &[
    (
        "unknown-function",
        "The function must be defined by the catalog, or supported by the host.",
    ),
    (
        "not-callable",
        "A function must be called by a side that its definition allows.",
    ),
    (
        "return-type",
        "A function must return the type that its place requires.",
    ),
    ("argument", "The arguments of a call must fit the function."),
    ("call-arguments", "A call must not have too many arguments."),
    (
        "call-depth",
        "Calls must not be nested deeper than A2UI's own clients evaluate.",
    ),
    ("format-string", "The text of `formatString` must be valid."),
    (
        "malformed-value",
        "A binding or a call must have the form that A2UI defines.",
    ),
    ("pattern", "A pattern must be a valid regular expression."),
    (
        "slow-pattern",
        "A pattern should not be one that can take exponential time in other clients.",
    ),
    (
        "pattern-unsupported",
        "A pattern must be matchable in linear time.",
    ),
    (
        "regex-feature",
        "A build without the feature `regex` cannot evaluate patterns.",
    ),
    ("index-scope", "`@index` must be called inside a template."),
    (
        "effect",
        "A function with an effect must be run by the host.",
    ),
    ("check", "A check must be one that can be evaluated."),
    ("limit", "The evaluation must not exceed its limit of work."),
];

const A2UI_ACTIONS: Rules = &[
    ("undeclared-action", "The component must declare an action."),
    (
        "failed-checks",
        "The checks of a component must pass before it sends an action.",
    ),
    (
        "malformed-action",
        "An action must have the form that A2UI defines.",
    ),
    (
        "function-call",
        "The action of the component calls a function, so it sends no event.",
    ),
    (
        "context-call",
        "The context of an action must not contain a call.",
    ),
    ("surface-collision", "A surface must belong to one agent."),
    (
        "unowned-surface",
        "An action must be about a surface that an agent owns.",
    ),
    (
        "ambiguous-owner",
        "A message must be about the surfaces of one agent.",
    ),
    ("nameless-message", "A message must name its surface."),
    (
        "unreadable-surface",
        "The message must be readable before its owner can be found.",
    ),
    ("unknown-call", "A result must answer a call that is open."),
];

const AAP: Rules = &[
    ("empty-action", "The action must not be empty."),
    (
        "blank-action",
        "The action should not consist of whitespace.",
    ),
    ("not-a-uuid", "The id of a record must be a UUID."),
    (
        "not-a-file-name",
        "The id of a record must be usable as a part of a file name.",
    ),
    (
        "non-canonical-timestamp",
        "A timestamp should be in UTC, with milliseconds.",
    ),
    (
        "non-object-data",
        "The data of an interaction must be an object.",
    ),
    (
        "summary-mismatch",
        "The summary should describe the other members.",
    ),
    (
        "control-characters",
        "Text that providers type into a terminal should have no control characters.",
    ),
    (
        "credential",
        "An interaction should not contain a password or another secret.",
    ),
    (
        "number-changes",
        "A number should be one that JavaScript keeps.",
    ),
    (
        "member-order",
        "Readers in JavaScript may change the order of these members.",
    ),
    (
        "repeated-member",
        "A member should not occur more than once.",
    ),
    ("too-deep", "Data should not be nested too deeply."),
    ("too-large", "A value should not exceed its limit of bytes."),
    (
        "not-a-notification",
        "A notification has the form `[CANVAS] <canvasFile>: <summary>`.",
    ),
    (
        "unknown-type",
        "A message of a canvas has the type `canvas:interaction`.",
    ),
    ("missing-field", "A request needs the member."),
    (
        "dropped-member",
        "The provider drops a member that its records do not have.",
    ),
    (
        "unreadable",
        "The provider must be able to read the record that it stores.",
    ),
    ("not-a-string", "The value should be a string."),
    ("half-surrogate", "A text should contain whole characters."),
    (
        "repair/byte-order-mark",
        "A byte order mark before the record is skipped.",
    ),
    (
        "repair/not-a-string",
        "A value that is not a string is read as its JSON text.",
    ),
    (
        "repair/half-surrogate",
        "A lone surrogate is read as U+FFFD.",
    ),
    (
        "aap/not-a-string",
        "The note of a value that was read as its JSON text.",
    ),
    (
        "aap/half-surrogate",
        "The note of a lone surrogate that was read as U+FFFD.",
    ),
    (
        "empty",
        "The path of a canvas file, or the name of an agent, must not be empty.",
    ),
    ("absolute", "The path of a canvas file must be relative."),
    (
        "drive-prefix",
        "The path of a canvas file must not begin with a drive.",
    ),
    (
        "backslash",
        "The path of a canvas file must not contain a backslash.",
    ),
    (
        "parent-ref",
        "The path of a canvas file must not contain `..`.",
    ),
    (
        "dot-or-empty-segment",
        "The path of a canvas file must not contain `.` or an empty segment.",
    ),
    (
        "control-or-nul",
        "The path of a canvas file must not contain control characters.",
    ),
    (
        "percent-encoded-separator-or-dot",
        "The path of a canvas file must not contain an encoded separator or dot.",
    ),
    (
        "trailing-slash",
        "The path of a canvas file must not end with a slash.",
    ),
    ("not-html", "A canvas file must be an HTML file."),
    (
        "reserved-dir",
        "The path of a canvas file must not be in a folder that AAP reserves.",
    ),
    (
        "file-name-form",
        "The file name of a stored record must be a timestamp followed by an id.",
    ),
    (
        "file-name-timestamp",
        "The name of a stored record must begin with the timestamp of the record.",
    ),
    (
        "file-name-id",
        "The name of a stored record must contain the id of the record.",
    ),
    ("dots", "The name of an agent must not be `.` or `..`."),
    (
        "character",
        "The name of an agent must consist of letters, digits and a few other characters.",
    ),
];

const AHP: Rules = &[
    (
        "canvas-channel",
        "The value must be the URI of a canvas channel.",
    ),
    (
        "session-channel",
        "The value must be the URI of a session channel.",
    ),
    (
        "channel-kind",
        "The channel must be of the kind that its place requires.",
    ),
    (
        "content-uri",
        "The value must be the URI of a canvas content.",
    ),
    ("not-subscribable", "A content URI cannot be subscribed to."),
    ("base64", "The value must be valid Base64."),
    (
        "text-or-blob",
        "A content must have either `text` or `blob`.",
    ),
    (
        "availability-null",
        "An action cannot clear the required `availability`.",
    ),
    (
        "client-id-on-server",
        "Only a provider of the kind `client` has a `clientId`.",
    ),
    (
        "duplicate-action",
        "Each action of a canvas must have a name of its own.",
    ),
    (
        "list-absent",
        "A required list should be present, even if it is empty.",
    ),
    ("no-version", "A client must offer at least one version."),
    (
        "malformed-version",
        "A version must consist of three numbers.",
    ),
    (
        "payload-absent",
        "A message should have a `payload`, even if it is null.",
    ),
    ("server-only-action", "Only the host may send this action."),
    (
        "shape-of-another-draft",
        "The message has the shape of another draft.",
    ),
    (
        "null-id",
        "Only the answer to an unreadable request has the id null.",
    ),
    (
        "provider-error-data",
        "The data of an error must have the form that AHP defines.",
    ),
    (
        "url-http",
        "The value must be an absolute http or https URL.",
    ),
    (
        "url-scheme",
        "The URL must have a scheme that a canvas may open.",
    ),
    ("url-http-host", "An http URL must be on this machine."),
    ("url-host", "The URL must have a host."),
    ("url-file-host", "A file URL must not have a host."),
    (
        "url-user-info",
        "The URL must not contain a user name or a password.",
    ),
    (
        "url-character",
        "The URL must not contain characters that are not allowed.",
    ),
    ("uri-scheme", "The URI must have the scheme of its kind."),
    ("uri-authority", "The URI must not have an authority."),
    ("uri-suffix", "The URI must not have a query or a fragment."),
    (
        "uri-character",
        "The URI must not contain characters that are not allowed.",
    ),
    (
        "uri-encoding",
        "The URI must have a valid percent-encoding.",
    ),
    ("uri-empty", "The URI must not have an empty part."),
    ("uri-dot-segment", "The URI must not contain `.` or `..`."),
    (
        "uri-segments",
        "The URI must have the number of segments of its kind.",
    ),
    ("unknown-session", "The session must exist."),
    ("session-exists", "The session must not exist yet."),
    ("unknown-canvas", "The canvas must exist."),
    ("unknown-kind", "The host must know the kind of the canvas."),
    ("instance-taken", "The instance must not exist yet."),
    ("channel-taken", "The channel must not be in use."),
    ("invalid-channel", "The channel must be valid."),
    ("unavailable", "The canvas must be available."),
    (
        "busy",
        "The host must have finished earlier work of the canvas.",
    ),
    (
        "cleared-availability",
        "An update cannot clear the required `availability`.",
    ),
    ("other-answer", "An answer must belong to the call."),
    (
        "own-action",
        "A client must not send an action that only the host may send.",
    ),
    ("no-state", "An action needs a snapshot before it."),
    (
        "own-member",
        "An extension must not use a member that AHP defines.",
    ),
    ("unwritable", "The message must be writable as JSON."),
    ("not-connected", "The client must be connected."),
    (
        "ahp/other-traffic",
        "The message is not about canvases, so it is not translated.",
    ),
    (
        "ahp/out-of-scope",
        "The action is not about canvases, so it is skipped.",
    ),
    (
        "ahp/unknown-state",
        "An action has no effect without an earlier snapshot of its channel.",
    ),
    (
        "ahp/invalid-action",
        "An action must be valid, because clients ignore others.",
    ),
    (
        "ahp/unknown-reducer",
        "The reducer must be one that the program supports.",
    ),
    ("ahp-canvas/no-canvas", "The message must contain a canvas."),
];

const ACTIONS_JSON: Rules = &[
    (
        "unknown-item",
        "The type of the item should be one that the specification defines.",
    ),
    (
        "timestamp",
        "A timestamp should be an RFC 3339 date and time.",
    ),
    (
        "other-event",
        "An event should be the one that its signal declares.",
    ),
    (
        "undeclared",
        "The tool or signal must be declared by the manifest.",
    ),
    ("ambiguous", "The name must mean one tool or signal."),
    (
        "wrong-direction",
        "The tool or signal must be for the direction of the message.",
    ),
    ("disabled", "The signal must be enabled."),
    ("payload-invalid", "The payload must match its schema."),
    ("schema-unusable", "The schema must be usable."),
    (
        "value-unusable",
        "The value must be one that the schema can judge.",
    ),
    ("unchecked", "This build cannot judge payloads."),
    ("not-a-reply", "The item must answer a call."),
    ("without-call", "The answer must name its call."),
    ("without-runtime", "The answer must name its runtime."),
    ("unknown", "The answer must belong to a call that was made."),
    (
        "foreign",
        "The answer must come from the runtime that was called.",
    ),
    (
        "late",
        "The answer must come before the time limit of the call.",
    ),
];

const ELICITATION: Rules = &[
    (
        "elicit-schema",
        "A form must be an object of flat inputs, each of a type and a format that the version has.",
    ),
    (
        "elicit-required",
        "Each required name must be the name of an input.",
    ),
    (
        "elicit-choices",
        "A choice must have distinct options, each a string, and one title for each.",
    ),
    (
        "elicit-bounds",
        "The bounds of an input must admit a value, and be integers if the version requires it.",
    ),
    (
        "elicit-default",
        "A default must be a value that an answer may have.",
    ),
    (
        "elicit-mode",
        "The mode of a question must be one that the version has.",
    ),
    (
        "elicit-url",
        "A question in URL mode must have an absolute web address, and the id that its version requires.",
    ),
    (
        "elicit-scope",
        "A question of ACP must belong to either a session or a request.",
    ),
    (
        "elicit-frame",
        "A question must state the version of JSON-RPC and an id, which its answer repeats.",
    ),
    ("elicit-secret", "A form should not ask for a secret."),
    (
        "elicit-revision",
        "A message should have only what its version defines.",
    ),
    (
        "elicit-action",
        "The action of an answer should be `accept`, `decline` or `cancel`.",
    ),
    (
        "elicit-content",
        "The content of an answer must have flat values that the form admits.",
    ),
    (
        "elicit-error",
        "An error must have the data that its code requires.",
    ),
    (
        "input-required",
        "A result that asks for input must have questions or a state.",
    ),
    (
        "permission-request",
        "A permission request must have the members that its version requires.",
    ),
    (
        "permission-options",
        "A permission request must have options with distinct ids and known kinds.",
    ),
    (
        "permission-outcome",
        "The outcome of a permission request should be one that ACP defines.",
    ),
];

const ADAPTIVE_CARDS: Rules = &[
    (
        "adaptive-cards/type",
        "The value of a known member must have its type.",
    ),
    (
        "adaptive-cards/missing",
        "An object must have the members that hosts need.",
    ),
    (
        "adaptive-cards/null",
        "A member should be absent instead of null.",
    ),
    (
        "adaptive-cards/word",
        "A word should be one of its vocabulary.",
    ),
    (
        "adaptive-cards/unknown-type",
        "An unknown element or action should have a `fallback`.",
    ),
    (
        "adaptive-cards/version",
        "A card should contain only what its version has, and its version should be one that hosts know.",
    ),
    (
        "adaptive-cards/host",
        "A card should contain only what its host draws and runs.",
    ),
    (
        "adaptive-cards/max-actions",
        "A row should not have more buttons than the host shows.",
    ),
    (
        "adaptive-cards/size",
        "A message must not be longer than its host accepts.",
    ),
    (
        "adaptive-cards/duplicate-id",
        "The inputs that one click submits must have distinct ids.",
    ),
    (
        "adaptive-cards/input-id",
        "An input should have an id that programs do not interpret or mistake.",
    ),
    (
        "adaptive-cards/target",
        "The target of an action should be in the card.",
    ),
    (
        "adaptive-cards/value",
        "A value should have the form that its member requires, and be one that the input admits.",
    ),
    (
        "adaptive-cards/label",
        "An input that hosts check should have a label.",
    ),
    (
        "adaptive-cards/comma",
        "The values of a choice of several should have no commas.",
    ),
    (
        "adaptive-cards/select-action",
        "The action of a click must not be an `Action.ShowCard`.",
    ),
    (
        "adaptive-cards/data",
        "The data of an action should be an object.",
    ),
    (
        "adaptive-cards/url",
        "An address must have a scheme that hosts accept.",
    ),
    (
        "adaptive-cards/date",
        "A function of a date or a time should have the form that hosts read.",
    ),
    (
        "adaptive-cards/template",
        "A template should be expanded before it is sent.",
    ),
    (
        "adaptive-cards/activity",
        "An activity must have the members by which bots recognize it.",
    ),
    (
        "adaptive-cards/response",
        "The answer to an activity must have a status, and a value of its type.",
    ),
];

const TOOLS: Rules = &[
    (
        "mcp-name",
        "Each tool of a list must have a name of its own.",
    ),
    (
        "mcp-name-form",
        "The name of a tool should have the form that clients accept.",
    ),
    (
        "mcp-name-length",
        "The name of a tool should not be longer than clients accept.",
    ),
    (
        "mcp-schema",
        "The schema of a tool must have the type `object`.",
    ),
    (
        "mcp-schema-composition",
        "A schema should not use keywords that model APIs refuse.",
    ),
    ("mcp-tool", "Each tool of a list must be readable."),
    (
        "mcp-null",
        "A member of a tool must be absent instead of null.",
    ),
    (
        "mcp-meta",
        "`_meta` must be an object, and its known members must have the type that clients read.",
    ),
    (
        "mcp-icon",
        "An icon of a tool must have the form that clients read.",
    ),
    (
        "mcp-execution",
        "The `execution` of a tool must have the form that clients read.",
    ),
    (
        "mcp-caching",
        "MCP 2026-07-28 requires the members about caching.",
    ),
    ("mcp-next-cursor", "The server has more pages of tools."),
    (
        "function-arguments",
        "The arguments of a function call must be the JSON text of an object.",
    ),
    (
        "function-output",
        "The output of a function call must be a text or an array of parts.",
    ),
    (
        "function-call-id",
        "Each function call must have a `call_id` of its own.",
    ),
];

const SLACK_BLOCKS: Rules = &[
    (
        "slack-blocks/limit",
        "Texts, lists, numbers and views must be within the sizes that Slack accepts.",
    ),
    (
        "slack-blocks/empty",
        "A text or list that Slack requires must not be empty, and should not be blank.",
    ),
    (
        "slack-blocks/missing",
        "A block, element or object must have its required members.",
    ),
    (
        "slack-blocks/one-of",
        "An object must have one of the members that exclude each other.",
    ),
    (
        "slack-blocks/unknown-member",
        "A message must have only members that Slack defines.",
    ),
    (
        "slack-blocks/unknown-type",
        "A block, element or text must be of a type that Slack defines.",
    ),
    (
        "slack-blocks/type",
        "A member must be of the JSON type that Slack defines.",
    ),
    (
        "slack-blocks/value",
        "A word, a date, a time or a number must have a form that Slack defines.",
    ),
    (
        "slack-blocks/url",
        "An address must be absolute, and have a scheme that Slack opens.",
    ),
    (
        "slack-blocks/range",
        "The bounds of an input must admit a value, also the initial one.",
    ),
    (
        "slack-blocks/markup",
        "Labels, titles and some other texts must be `plain_text`.",
    ),
    (
        "slack-blocks/place",
        "Blocks and elements must be on surfaces and in blocks that accept them.",
    ),
    (
        "slack-blocks/id",
        "Block ids must be unique in a message, action ids in a block, and names in a chart or plan.",
    ),
    (
        "slack-blocks/initial-option",
        "An initial option must be equal to one of the options.",
    ),
    (
        "slack-blocks/focus",
        "One element of a view may have the focus.",
    ),
    (
        "slack-blocks/submit",
        "A dialog with an input must have a button that submits it.",
    ),
    (
        "slack-blocks/table",
        "The rows and the settings of a table must have the same number of columns.",
    ),
    (
        "slack-blocks/notification",
        "A message with blocks should have a `text`.",
    ),
    (
        "slack-blocks/mention",
        "A text should not notify all users of a channel.",
    ),
    (
        "slack-blocks/event",
        "An event should contain what the user has done.",
    ),
];

const TRANSLATION: Rules = &[
    (
        "route/none",
        "No mapping translates this message into the target protocol.",
    ),
    (
        "route/not-enabled",
        "This build does not contain one of the protocols.",
    ),
    ("lens/no-inverse", "The message cannot be translated back."),
    (
        "form/another",
        "The message has another form than the one that was asked for.",
    ),
    (
        "strict/depends",
        "A message must not depend on one that was refused.",
    ),
    (
        "session/too-many-bytes",
        "The state of a session must not exceed its limit.",
    ),
    (
        "translator/paranoid",
        "The losses of a message must be those that its mapping states.",
    ),
    (
        "translator/dialect",
        "A message must belong to the source of its translator, and a saved translator must name known dialects.",
    ),
    (
        "translator/unknown-root",
        "A click on the root of a surface of A2UI 0.8 needs the surface.",
    ),
    (
        "translator/version",
        "A saved translator must be one of this version.",
    ),
    (
        "a2ui-0.9/version",
        "The note of a `version` member that 0.9.1 writes differently.",
    ),
    (
        "a2ui-aap/message",
        "AAP has a counterpart only for actions.",
    ),
    ("aap-a2ui/version", "A record must name a version of A2UI."),
    ("aap-a2ui/check", "The checks of the component must pass."),
    (
        "aap-request/timestamp",
        "A request becomes a record only with a time of receipt.",
    ),
    (
        "aap-request/canvas-file",
        "A request becomes a record only with a canvas file.",
    ),
    (
        "aap-request/type",
        "A request of this type does not become a record.",
    ),
    (
        "actions-json-aap/item",
        "Only events of the page become records.",
    ),
    (
        "actions-json-aap/url",
        "An event becomes a record only with the URL of its page.",
    ),
    (
        "actions-json-ahp/valid",
        "A manifest must be valid before its tools are translated.",
    ),
    (
        "ahp-actions-json/valid",
        "A canvas declaration must be valid before its actions are translated.",
    ),
    (
        "actions-json-mcp/valid",
        "A manifest must be valid before its tools are translated.",
    ),
    (
        "mcp-actions-json/valid",
        "A list of tools must be valid before it is translated.",
    ),
    (
        "mcp-versions/valid",
        "A list of tools must be valid before it is translated.",
    ),
    (
        "responses-actions-json/item",
        "Only function calls and their outputs are translated.",
    ),
    (
        "ahp-canvas-1.0/url",
        "A canvas of AHP 1.0 needs the base URL of its contents.",
    ),
    (
        "forms/no-components",
        "A surface must have components before it becomes a form.",
    ),
    (
        "forms/no-button",
        "A surface must have a button that sends an event to become a form.",
    ),
    ("forms/secret", "A form must not ask for a secret."),
    (
        "forms/several-choices",
        "MCP 2025-06-18 has only single choices.",
    ),
    ("forms/url-mode", "MCP 2025-06-18 has only forms."),
    (
        "forms/request",
        "A question must have the members of its kind.",
    ),
    ("forms/url", "A question may open only web pages."),
    (
        "forms/property",
        "A property of a form must be a text, a number, a boolean or a choice.",
    ),
    (
        "forms/version",
        "Questions become surfaces of A2UI 0.9 or later.",
    ),
    (
        "forms/answer",
        "An answer must contain values that the surface of the form accepts.",
    ),
    (
        "forms/action",
        "An action must belong to the surface of a question to become its answer.",
    ),
    (
        "cards/depth",
        "A card that becomes a surface has at most 50 levels of elements.",
    ),
    (
        "cards/action",
        "An action must belong to the surface of a card to become a submit.",
    ),
    (
        "cards/no-components",
        "A surface must have components before it becomes a card.",
    ),
    (
        "cards/version",
        "A card must have a version of Adaptive Cards that exists.",
    ),
    (
        "cards/secret",
        "A card before 1.5 must not ask for a secret.",
    ),
    (
        "cards/size",
        "A card must fit into the size limit of its host.",
    ),
    (
        "cards/submit",
        "A submit must belong to a button of its surface, with values that the surface accepts.",
    ),
    (
        "blocks/no-components",
        "A surface must show something before it becomes blocks.",
    ),
    ("blocks/secret", "Blocks must not ask for a secret."),
    (
        "blocks/unknown-modal",
        "A view must be made of a Modal of the surface.",
    ),
    (
        "blocks/event",
        "An event of Slack must belong to an input or a button of its surface, with values that the surface accepts.",
    ),
    (
        "blocks/reference",
        "The reference to a surface must fit into an id of Slack.",
    ),
    (
        "blocks/too-large",
        "A surface of blocks has at most as many components as A2UI allows.",
    ),
    (
        "blocks/action",
        "An action must belong to the surface of blocks to become an event.",
    ),
    (
        "blocks/value",
        "A view is submitted only with values that Slack accepts.",
    ),
];

const CARRIES: Rules = &[
    ("carry/unreadable", "A carry must be readable."),
    ("carry/count", "Each message must have one carry, or none."),
    (
        "checker/protocol",
        "The saved state of a checker names a protocol of this version.",
    ),
    (
        "bridge/checks",
        "A bridge checks messages only if it was created for it.",
    ),
    (
        "carry/copy",
        "A message and its carry must be passed apart, or as one object of a package.",
    ),
    (
        "carry/other-message",
        "A carry must belong to the message that it is passed with.",
    ),
    (
        "carry/ignored",
        "The carry is not used, because the policy does not trust it.",
    ),
    (
        "carry/no-seal",
        "The carry is not used, because it is not sealed.",
    ),
    (
        "carry/wrong-seal",
        "The carry is not used, because its seal is not from this key and this message.",
    ),
    (
        "carry/damaged",
        "The carry is not used, because its checksum is wrong.",
    ),
    (
        "carry/layer",
        "A layer of the carry was passed on or dropped.",
    ),
    (
        "carry/no-room",
        "A message must have room for an embedded carry.",
    ),
    ("carry/too-big", "A carry must not exceed its limits."),
    (
        "carry/too-deep",
        "A carried value must not nest too deeply.",
    ),
];

const PROGRAM: Rules = &[
    ("losses", "The output cannot hold some fields."),
    (
        "unchanged-output",
        "The file of the output stays as it is, because there is no output to write to it.",
    ),
    (
        "unmet-surface",
        "A surface that you pass has no effect on the messages.",
    ),
    (
        "unmet-component",
        "A component of a message is not on the surface that you pass.",
    ),
    (
        "fix/left-out",
        "A correction that would make the text worse is left out.",
    ),
    ("dry-run", "A workflow must be one that can be run."),
    (
        "record-line",
        "A line of `record` must be an object with `id`, `timestamp` and `request`.",
    ),
    (
        "fold/protocol",
        "Only messages of A2UI and AHP build states.",
    ),
    (
        "fold/not-rebuilt",
        "Messages of the version must be able to build the surface.",
    ),
    (
        "fold/not-resolved",
        "A surface must be small enough to be resolved.",
    ),
    (
        "stream/protocol",
        "Only messages of A2UI are read in pieces.",
    ),
    (
        "profile/unknown",
        "The profile must be one of those that the program knows.",
    ),
    (
        "protocol/unknown",
        "The text must show its protocol, or you must name it.",
    ),
    (
        "document-too-large",
        "The language server checks documents of at most 16 MiB.",
    ),
    (
        "protocol/not-enabled",
        "This build does not contain the protocol.",
    ),
    ("type/unknown", "The wire type must be one of the protocol."),
    ("schema", "The JSON Schema of a type must be writable."),
    (
        "schema/option",
        "The options of a message schema must fit its catalog.",
    ),
    (
        "schema/too-large",
        "A message schema must keep within the limits of its vendor.",
    ),
    (
        "context/unreadable",
        "The members of a context must be readable.",
    ),
    (
        "context/unknown-member",
        "A context must not have members that it does not define.",
    ),
    (
        "conformance/dialect",
        "A conformance question must name dialects that the program knows.",
    ),
];

const SERVE: Rules = &[
    (
        "show/nothing",
        "The input contains no surface, so no page is written.",
    ),
    (
        "show/no-surface",
        "The message is not about a surface that the page shows.",
    ),
    ("show/no-action", "The page must send an action."),
    ("show/error", "An error of the page is not translated."),
    (
        "show/data-model",
        "The data model that a surface asks for is not translated.",
    ),
    (
        "serve/agent",
        "An agent must be reachable, and must send messages.",
    ),
    (
        "serve/event",
        "Clients see the surfaces and the texts of an AG-UI agent, and none of its other events.",
    ),
    (
        "serve/store",
        "The store of the sessions must accept what is written.",
    ),
    ("serve/limit", "Clients reached a limit of the server."),
    (
        "serve/open-files",
        "The system should allow as many open files as there may be connections.",
    ),
    (
        "serve/bot-message",
        "Slack or Teams must accept the messages of the bot.",
    ),
    (
        "serve/bot-request",
        "A request of Slack or Teams must be signed, and of a known type.",
    ),
    (
        "serve/bot-address",
        "The address of a bot should stay the same after a restart.",
    ),
    ("serve/host", "A request must be for a name of the server."),
    (
        "serve/origin",
        "A page that sends requests must have an allowed origin.",
    ),
    (
        "serve/certificate",
        "The files of the certificate must be readable when they are replaced.",
    ),
    (
        "serve/user",
        "A request must name its user by a valid token, or by a valid header of the proxy.",
    ),
    ("serve/manifest", "The manifest of a page should be valid."),
    (
        "serve/page",
        "A page should follow the protocol of the extension.",
    ),
    (
        "serve/other-surface",
        "A click must come through the canvas of its surface.",
    ),
    ("manifest", "A manifest must be an object."),
    ("import", "An import of a manifest should be readable."),
    (
        "input/data-model",
        "The agent's version of A2UI takes no data models.",
    ),
    (
        "input/direction",
        "A client must send an action, an error or the result of a function.",
    ),
    (
        "input/function-call",
        "The action of the component must send an event, not call a function of the client.",
    ),
    (
        "input/unknown-component",
        "The component of an action must exist.",
    ),
    (
        "input/lost",
        "The agent's version of A2UI cannot hold a field of the input.",
    ),
    (
        "slack/not-shown",
        "Blocks of Slack cannot show a part of the surface.",
    ),
    (
        "teams/not-shown",
        "Adaptive Cards cannot show a part of the surface.",
    ),
    (
        "carrier/double",
        "Clients receive the number as the nearest double.",
    ),
    (
        "carrier/order",
        "Clients receive the members of objects in another order.",
    ),
    (
        "carrier/prototype",
        "Clients refuse members that could change prototypes of JavaScript, such as `__proto__`.",
    ),
];

const WORKER: Rules = &[
    (
        "worker/session-name",
        "The name of a session must not be too long.",
    ),
    ("worker/route", "A session must name one route."),
    (
        "worker/message-size",
        "An input must not exceed the size limit.",
    ),
    (
        "worker/object",
        "An input that names an object must have it in the object store.",
    ),
    ("worker/utf-8", "An input must be valid UTF-8."),
    (
        "worker/broken-session",
        "A session that cannot go on must be ended.",
    ),
    ("worker/panic", "An input ended with an internal error."),
    (
        "worker/attempts",
        "An input ended the worker each time it was delivered.",
    ),
];

const PACKAGES: Rules = &[
    (
        "python/dialect",
        "An argument must name a dialect or a protocol.",
    ),
    (
        "python/type",
        "A value must have a type that JSON can hold, or that the argument requires.",
    ),
    ("python/key", "The keys of an object must be strings."),
    (
        "python/number",
        "A number must be one that JSON or Python can hold.",
    ),
    (
        "python/depth",
        "An object must not be nested too deeply for JSON.",
    ),
    ("python/circle", "An object must not contain itself."),
    (
        "python/closed",
        "A translator, bridge or checker must not be used after it was closed.",
    ),
    (
        "python/argument",
        "An argument must have a value that the call can use.",
    ),
    (
        "python/edited",
        "A message must be passed with the text that belongs to its value.",
    ),
    (
        "js/type",
        "A value must have a type that JSON can hold, or that the argument requires.",
    ),
    (
        "js/option",
        "An option must have a known name and a value of its type.",
    ),
    (
        "js/carry",
        "A message of an earlier result must not have another carry in the options.",
    ),
    (
        "js/edited",
        "The value of a message must be the value of its text.",
    ),
    ("js/this", "A method must be called on its object."),
    ("js/number", "A number must be one that JSON can hold."),
    ("js/circle", "An object must not contain itself."),
    (
        "module/load",
        "The address of a WebAssembly module must have the module.",
    ),
    (
        "module/call-size",
        "The texts of one call must have at most 64 MiB.",
    ),
    (
        "module/memory",
        "The memory of a WebAssembly module must be enough for the call.",
    ),
    (
        "module/stopped",
        "A WebAssembly module must not be used after an error has stopped it.",
    ),
    (
        "call/dialect",
        "An argument must name a dialect or a protocol.",
    ),
    ("call/argument", "A required argument must be present."),
    (
        "call/session",
        "A translator, bridge, checker or stream must not be used after it was freed.",
    ),
    (
        "call/unknown",
        "The JavaScript and the module must be of the same version.",
    ),
    (
        "call/request",
        "The JavaScript and the module must be of the same version.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    #[cfg(feature = "all-protocols")]
    fn each_example_belongs_to_one_rule() {
        let known: BTreeSet<_> = all().into_iter().map(|(_, name, _)| name).collect();
        let mut seen = BTreeSet::new();
        for name in examples::names() {
            assert!(known.contains(name), "{name} is not a rule");
            assert!(seen.insert(name), "{name} has two examples");
        }
        let mut seen = BTreeSet::new();
        for name in examples::names_with_reason() {
            assert!(known.contains(name), "{name} is not a rule");
            assert!(seen.insert(name), "{name} has two reasons");
        }
    }
}
