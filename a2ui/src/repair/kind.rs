//! The table of repairs.

use std::fmt;

/// Defines the kinds of repairs: variant, word, whether it is safe, sentence. Each `{}` of a sentence is a name of the repair.
macro_rules! kinds {
    ($($(#[$doc:meta])* $Variant:ident = $word:literal, $safe:ident, $sentence:literal;)*) => {
        /// The kind of a [`Repair`](super::Repair).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[$doc])* $Variant,)*
        }

        impl RepairKind {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// Returns the name in reports, such as `missing-version`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }

            /// Returns the rule of findings about it, such as `repair/missing-version`.
            pub fn rule(self) -> &'static str {
                match self {
                    $(Self::$Variant => concat!("repair/", $word),)*
                }
            }

            /// Returns the sentence, with a `{}` for each name.
            pub(super) fn sentence(self) -> &'static str {
                match self {
                    $(Self::$Variant => $sentence,)*
                }
            }

            /// Returns whether the source breaks a rule. The arguments of a tool do not: they have the form that the tool declares.
            pub fn is_fault(self) -> bool {
                self != Self::ToolArguments
            }

            /// Returns whether the source may be rewritten without asking its author: the repaired message has the only meaning
            /// that the source can have.
            pub fn is_safe(self) -> bool {
                match self {
                    $(Self::$Variant => safety::$safe,)*
                }
            }
        }
    };
}

/// The words of the table for [`RepairKind::is_safe`].
#[allow(non_upper_case_globals)]
mod safety {
    pub(super) const safe: bool = true;
    pub(super) const guessed: bool = false;
}

kinds! {
    /// A message of a version later than 0.8 does not state `version`.
    MissingVersion = "missing-version", safe, "the message states no `version`; it is read as {}";
    /// The member `version` stands in the body of the message.
    VersionInBody = "version-in-body", safe, "`version` stands inside `{}`; it is read as the version of the message";
    /// The member `version` spells a version in another way.
    VersionSpelling = "version-spelling", safe, "the version {} is read as `{}`";
    /// A `createSurface` that has to name a catalog does not.
    MissingCatalogId = "missing-catalog-id", safe, "`createSurface` names no catalog; it is read with `{}`, the basic catalog of its version";
    /// A message names no surface while exactly one is there.
    MissingSurfaceId = "missing-surface-id", guessed, "`{}` names no surface; it is read as a message for `{}`, the only one";
    /// `createSurface` of a version before 1.0 brings components.
    InlineComponents = "inline-components", safe, "`createSurface` of {} has no `components`; they are read as an `updateComponents` after it";
    /// `createSurface` of a version before 1.0 brings a data model.
    InlineDataModel = "inline-data-model", safe, "`createSurface` of {} has no `dataModel`; it is read as an `updateDataModel` after it";
    /// `surfaceProperties` stands for `theme`, as in drafts of 1.0.
    SurfaceProperties = "surface-properties", safe, "`surfaceProperties` is read as `theme`, its name in {}";
    /// `broadcastDataModel` stands for `sendDataModel`, as in drafts of 0.9.
    BroadcastDataModel = "broadcast-data-model", safe, "`broadcastDataModel` is read as `sendDataModel`, its name since 0.9";
    /// `updateComponents` names the component with which the tree begins.
    RootMember = "root-member", guessed, "the tree begins with `{}`, which is read with the id `root`";
    /// `updateDataModel` has its data under another name than `value`.
    ValueName = "value-name", safe, "`{}` is read as `value`, the name of the data in {}";
    /// `contents` of 0.8 is an object.
    ContentsObject = "contents-object", safe, "`contents` is an object; its members are read as entries";
    /// `updateDataModel` of 1.0 has no `value`.
    MissingValue = "missing-value", safe, "`updateDataModel` has no `value`; it is read as null, which removes what stands at its path";
    /// A member that a message may leave out is null.
    NullMember = "null-member", safe, "`{}` is null; it is read as absent";
    /// An entry of `contents` of 0.8 has no value.
    EntryWithoutValue = "entry-without-value", guessed, "the entry `{}` has no value; it is left out, and what is stored stays";
    /// A name is written with underscores or hyphens, or with other capitals.
    NameSpelling = "name-spelling", safe, "`{}` is read as `{}`";
    /// The members of the message stand beside a `type` that names it.
    FlatMessage = "flat-message", safe, "a message whose `{}` is {} is read as `{}`";
    /// The members of a message stand alone, without the key of the message.
    MissingEnvelope = "missing-envelope", safe, "the members of a message stand outside of it; they are read as `{}`";
    /// A component, or a list of them, stands where a message belongs.
    LoneComponent = "lone-component", guessed, "components outside of a message are read as a part of the surface `{}`, the only one";
    /// One object holds several messages.
    SeveralMessages = "several-messages", safe, "the object stands for {} messages; each is read on its own";
    /// A list of messages has another name than `messages`.
    ListName = "list-name", safe, "`{}` is read as a list of messages";
    /// One value stands where a list belongs.
    OneForList = "one-for-list", safe, "`{}` is one value where a list belongs; it is read as a list of one";
    /// Components are an object with an id for each name, not a list.
    ComponentsById = "components-by-id", safe, "`components` is an object; its names are read as the ids of the components";
    /// JSON stands in a string.
    JsonInString = "json-in-string", safe, "a string holds JSON where JSON belongs; it is read as that JSON";
    /// A component of 0.9 or later is written as in 0.8.
    NestedComponent = "nested-component", safe, "the component `{}` is written as in A2UI 0.8; its properties are read as members of the component";
    /// A property of a component of 0.9 or later is written as in 0.8.
    BoundValue = "bound-value", safe, "`{}` is written as in A2UI 0.8, with the kind of its value; it is read as the plain value";
    /// An action has its name and its context directly.
    DirectAction = "direct-action", safe, "the action `{}` is read as an event that goes to the agent";
    /// The operations of an AG-UI activity are not in the member `a2ui_operations`, where clients look for them.
    ActivityContent = "activity-content", guessed, "the messages of this activity are in {}; AG-UI clients read them from the list `a2ui_operations` of `content`";
    /// The MIME type of an A2A part or an MCP resource is not one of A2UI's.
    MimeType = "mime-type", guessed, "the MIME type of these messages is {}; readers of A2UI expect `application/a2ui+json`, those of 0.8 and 0.9 `application/json+a2ui`";
    /// A client sends an action as the text of an A2A part.
    TextPart = "text-part", guessed, "this message of a client is in a text part; agents read it from a data part with the MIME type `application/a2ui+json`";
    /// The arguments of a tool call describe a surface, and are no messages.
    ToolArguments = "tool-arguments", guessed, "the arguments of `{}` are not messages; they are read as createSurface, updateComponents and updateDataModel of A2UI 0.9";
    /// A comma stands before a closing bracket, or behind everything.
    TrailingComma = "trailing-comma", safe, "JSON allows no comma here; it is left out";
    /// No comma separates two values.
    MissingComma = "missing-comma", safe, "a comma is missing before this value; it is added";
    /// Typographic quotes delimit a string.
    CurlyQuotes = "curly-quotes", safe, "this string is in curly quotes; it is read as one in straight quotes";
    /// Single quotes delimit a string.
    SingleQuotes = "single-quotes", safe, "this string is in single quotes; it is read as one in double quotes";
    /// The name of a member has no quotes.
    UnquotedName = "unquoted-name", safe, "the name of this member has no quotes; they are added";
    /// A comment in the notation of JavaScript.
    Comment = "comment", safe, "JSON has no comments; this one is left out";
    /// `True`, `False` or `None`.
    PythonLiteral = "python-literal", safe, "this literal is written as in Python; it is read as `true`, `false` or `null`";
    /// `NaN` or `Infinity`, which `JSON.stringify` writes as `null`.
    NotANumber = "not-a-number", guessed, "JSON has no `NaN` and no `Infinity`; this one is read as `null`";
    /// A string contains a line end or another control character without an escape.
    ControlCharacter = "control-character", safe, "this string contains a line end or a tab; it is read as `\\n` or `\\t`";
    /// A backslash stands before a single quote in a string.
    InvalidEscape = "invalid-escape", safe, "this string contains `\\'`, which JSON does not have; it is read as `'`";
    /// A closing bracket is missing.
    MissingBracket = "missing-bracket", safe, "the bracket `{}` that closes this value is missing; it is added";
    /// A closing bracket has no opening one.
    ExtraBracket = "extra-bracket", safe, "no bracket is open that this `{}` could close; it is left out";
    /// The text breaks off inside a component.
    Truncated = "truncated", guessed, "the text breaks off in this list of components; the last one is incomplete and left out";
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
