//! Repairs, and the table of their kinds.

use std::fmt;
use wire::Pointer;

/// Defines the kinds of repairs, each with variant, name, safety and sentence. Each `{}` in a sentence is filled with
/// a name of the repair.
///
/// A line `/// A doc. Variant = "word", safe, "sentence {}";` becomes a variant of the enum and an arm of each method:
///
/// ```text
/// pub enum RepairKind { /// A doc.
///     Variant, … }
/// pub fn as_str(self) -> &'static str { match self { Self::Variant => "word", … } }
/// pub fn is_safe(self) -> bool { match self { Self::Variant => safety::safe, … } }
/// ```
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $Variant:ident = $word:literal, $safe:ident, $sentence:literal;)*) => {
        /// The kind of a [`Repair`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[doc = $doc])* $Variant,)*
        }

        impl RepairKind {
            /// All kinds, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// Returns the name of the kind in reports, such as `missing-version`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }

            /// Returns the rule of findings about this kind, such as `repair/missing-version`.
            pub fn rule(self) -> &'static str {
                match self {
                    $(Self::$Variant => concat!("repair/", $word),)*
                }
            }

            /// Returns the sentence that describes the mistake.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$Variant => concat!($($doc),*).trim_ascii_start(),)*
                }
            }

            /// Returns the sentence, with a placeholder `{}` for each name.
            pub(super) fn sentence(self) -> &'static str {
                match self {
                    $(Self::$Variant => $sentence,)*
                }
            }

            /// Returns `true` if the original breaks a rule. The arguments of a tool call break none, because they
            /// have the form that the tool declares.
            pub fn is_fault(self) -> bool {
                self != Self::ToolArguments
            }

            /// Returns `true` if the original can be rewritten without asking its author, because the repaired message
            /// is the only possible meaning.
            pub fn is_safe(self) -> bool {
                match self {
                    $(Self::$Variant => safety::$safe,)*
                }
            }
        }
    };
}

/// The values of the safety column, for [`RepairKind::is_safe`].
#[allow(non_upper_case_globals)]
mod safety {
    pub(super) const safe: bool = true;
    pub(super) const guessed: bool = false;
}

kinds! {
    /// A message of a version later than 0.8 has no `version`.
    MissingVersion = "missing-version", safe, "the message has no `version`; it is read as {}";
    /// The member `version` is in the body of the message.
    VersionInBody = "version-in-body", safe, "`version` is inside `{}`; it is read as the version of the message";
    /// The member `version` spells a version differently.
    VersionSpelling = "version-spelling", safe, "the version {} is read as `{}`";
    /// A `createSurface` lacks the required catalog.
    MissingCatalogId = "missing-catalog-id", safe, "`createSurface` names no catalog; it is read with `{}`, the basic catalog of its version";
    /// A message names no surface, and exactly one surface is live.
    MissingSurfaceId = "missing-surface-id", guessed, "`{}` names no surface; it is read as a message for `{}`, the only surface";
    /// A `createSurface` before 1.0 contains components.
    InlineComponents = "inline-components", safe, "`createSurface` of {} does not allow `components`; they are read as a following `updateComponents`";
    /// A `createSurface` before 1.0 contains a data model.
    InlineDataModel = "inline-data-model", safe, "`createSurface` of {} does not allow `dataModel`; it is read as a following `updateDataModel`";
    /// `surfaceProperties` is used for `theme`, as in drafts of 1.0.
    SurfaceProperties = "surface-properties", safe, "`surfaceProperties` is read as `theme`, its name in {}";
    /// `broadcastDataModel` is used for `sendDataModel`, as in drafts of 0.9.
    BroadcastDataModel = "broadcast-data-model", safe, "`broadcastDataModel` is read as `sendDataModel`, its name since 0.9";
    /// `updateComponents` names the root component.
    RootMember = "root-member", guessed, "the root component is `{}`; it is read with the id `root`";
    /// `updateComponents` has a member `root` that names the component `root`.
    RedundantRoot = "redundant-root", safe, "`root` is not needed, because the component `root` is always the root; it is ignored";
    /// `updateDataModel` has its data in a member other than `value`.
    ValueName = "value-name", safe, "`{}` is read as `value`, the name of the data in {}";
    /// `contents` of 0.8 is an object instead of a list.
    ContentsObject = "contents-object", safe, "`contents` is an object; its members are read as entries";
    /// `updateDataModel` of 1.0 has no `value`.
    MissingValue = "missing-value", safe, "`updateDataModel` has no `value`; it is read as null, which removes the value at its path";
    /// An optional member is null.
    NullMember = "null-member", safe, "`{}` is null; it is read as absent";
    /// An entry in `contents` of 0.8 has no value.
    EntryWithoutValue = "entry-without-value", guessed, "the entry `{}` has no value; it is ignored, and the stored value is kept";
    /// A name is written with underscores, hyphens, or other capitals.
    NameSpelling = "name-spelling", safe, "`{}` is read as `{}`";
    /// The message members are next to a `type` that names the message.
    FlatMessage = "flat-message", safe, "a message whose `{}` is {} is read as `{}`";
    /// The message members occur without the key of the message.
    MissingEnvelope = "missing-envelope", safe, "the members of a message are outside its envelope; they are read as `{}`";
    /// A component, or a list of components, occurs in place of a message.
    LoneComponent = "lone-component", guessed, "components outside a message are read as part of `{}`, the only surface";
    /// One object contains several messages.
    SeveralMessages = "several-messages", safe, "the object contains {} messages; each is read separately";
    /// A list of messages has a name other than `messages`.
    ListName = "list-name", safe, "`{}` is read as a list of messages";
    /// A single value occurs in place of a list.
    OneForList = "one-for-list", safe, "`{}` must be a list; its single value is read as a list with one element";
    /// Components are an object keyed by id instead of a list.
    ComponentsById = "components-by-id", safe, "`components` is an object; its names are read as the ids of the components";
    /// JSON is written in a string.
    JsonInString = "json-in-string", safe, "this JSON is inside a string; it is read as JSON";
    /// A component of 0.9 or later has the form of 0.8.
    NestedComponent = "nested-component", safe, "the component `{}` is written as in A2UI 0.8; its properties are read as members of the component";
    /// A property of a component of 0.9 or later has the form of 0.8.
    BoundValue = "bound-value", safe, "`{}` is written as in A2UI 0.8, with the type of its value; it is read as the plain value";
    /// An action contains its name and context directly.
    DirectAction = "direct-action", safe, "the action `{}` is read as an event for the agent";
    /// The operations of an AG-UI activity are not in the member `a2ui_operations`, where clients look for them.
    ActivityContent = "activity-content", guessed, "the messages of this activity are in {}; AG-UI clients read them from the list `a2ui_operations` of `content`";
    /// The MIME type of an A2A part or MCP resource does not belong to A2UI.
    MimeType = "mime-type", guessed, "the MIME type of these messages is {}; readers of A2UI expect `application/a2ui+json`, those of 0.8 and 0.9 `application/json+a2ui`";
    /// A client sends an action in a text part of A2A.
    TextPart = "text-part", guessed, "this client message is in a text part; agents expect a data part with the MIME type `application/a2ui+json`";
    /// The arguments of a tool call describe a surface instead of containing messages.
    ToolArguments = "tool-arguments", guessed, "the arguments of `{}` are not messages; they are read as createSurface, updateComponents and updateDataModel of A2UI 0.9";
    /// A comma precedes a closing bracket, or follows the last value.
    TrailingComma = "trailing-comma", safe, "JSON does not allow a comma here; it is removed";
    /// A comma between two values is missing.
    MissingComma = "missing-comma", safe, "a comma is missing before this value; it is added";
    /// A string is delimited by typographic quotes.
    CurlyQuotes = "curly-quotes", safe, "this string is in curly quotes; it is read as one in straight quotes";
    /// A string is delimited by single quotes.
    SingleQuotes = "single-quotes", safe, "this string is in single quotes; it is read as one in double quotes";
    /// The name of a member has no quotes.
    UnquotedName = "unquoted-name", safe, "the name of this member has no quotes; they are added";
    /// The text contains a JavaScript comment.
    Comment = "comment", safe, "JSON does not allow comments; this one is removed";
    /// A literal is written as in Python: `True`, `False` or `None`.
    PythonLiteral = "python-literal", safe, "`{}` is written as in Python; it is read as `{}`";
    /// A number is `NaN` or `Infinity`, which `JSON.stringify` writes as `null`.
    NotANumber = "not-a-number", guessed, "JSON does not allow `{}`; it is read as `null`";
    /// A string contains an unescaped line end or another control character.
    ControlCharacter = "control-character", safe, "this string contains a line end or a tab; it is read as `\\n` or `\\t`";
    /// A string contains a backslash before a single quote.
    InvalidEscape = "invalid-escape", safe, "this string contains `\\'`, which JSON does not allow; it is read as `'`";
    /// A closing bracket is missing.
    MissingBracket = "missing-bracket", safe, "the closing bracket `{}` of this value is missing; it is added";
    /// A closing bracket has no opening bracket.
    ExtraBracket = "extra-bracket", safe, "this `{}` has no opening bracket; it is removed";
    /// The text ends within a component.
    Truncated = "truncated", guessed, "the text ends within this list of components; the incomplete last component is removed";
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A change that was made to read a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The kind of the repair.
    pub kind: RepairKind,
    /// The place of the change in the original document.
    pub pointer: Pointer,
    /// The names mentioned in the sentence of the kind, in order. The `version` that was added to a message follows them.
    pub names: Vec<String>,
    /// The byte offset of the change in the original text, if the repair concerns the JSON syntax.
    pub offset: Option<usize>,
}

impl Repair {
    /// Creates a repair. `names` fill the placeholders in the sentence of the kind, in order.
    pub fn new(kind: RepairKind, pointer: Pointer, names: &[&str]) -> Self {
        Self {
            kind,
            pointer,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            offset: None,
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.names.iter();
        let mut parts = self.kind.sentence().split("{}");
        f.write_str(parts.next().unwrap_or_default())?;
        for part in parts {
            f.write_str(names.next().map_or("?", String::as_str))?;
            f.write_str(part)?;
        }
        Ok(())
    }
}
