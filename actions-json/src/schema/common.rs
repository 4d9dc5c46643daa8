//! A quick check that recognizes schemas with common keywords only.

use wire::{
    Payload,
    token::{Token, TokenKind, Tokens},
};

/// The maximum nesting depth of a common schema, and the maximum number of its required names, definitions and
/// references.
const LEVELS: usize = 32;
const NAMES: usize = 32;

/// Returns `true` if a schema has only common keywords with correct values, each keyword at most once. The schema has
/// no patterns, and references only itself and its definitions. It does not state another draft than 7 or 2020-12,
/// and both of them accept it.
///
/// Other schemas may also be correct. Most schemas of tools are common. This check reads the text once and saves them
/// the full checks.
///
/// ```
/// use agent_ui_actions_json::{schema::is_common, wire::Payload};
///
/// let schema = Payload::parse(r#"{"type":"object","properties":{"n":{"minimum":1}},"required":["n"]}"#)?;
/// assert!(is_common(&schema));
/// let schema = Payload::parse(r##"{"properties":{"n":{"$ref":"#/$defs/n"}}}"##)?;
/// assert!(!is_common(&schema));
/// # Ok::<(), agent_ui_actions_json::wire::DecodeError>(())
/// ```
pub fn is_common(schema: &Payload) -> bool {
    let mut walk = Walk {
        tokens: Tokens::new(schema.text()),
        definitions: Vec::new(),
        references: Vec::new(),
    };
    schema.is_object()
        && walk.read_schema(LEVELS).is_some()
        && walk
            .references
            .iter()
            .all(|reference| walk.definitions.contains(reference))
}

/// Returns `None` if the condition does not hold, because the schema is then not common.
fn require(holds: bool) -> Option<()> {
    if holds { Some(()) } else { None }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// A reader of a schema. Each method reads one value, and returns `None` if the value is not common.
struct Walk<'t> {
    tokens: Tokens<'t>,
    /// The definitions at the top level and the references to definitions: the keyword and the name without quotes.
    definitions: Vec<(Keyword, &'t str)>,
    references: Vec<(Keyword, &'t str)>,
}

impl<'t> Walk<'t> {
    fn next_token(&mut self, kind: TokenKind) -> Option<Token<'t>> {
        self.tokens.next().filter(|token| token.kind == kind)
    }

    fn one_of(&mut self, texts: &[&str]) -> Option<()> {
        let token = self.tokens.next()?;
        require(texts.contains(&token.text))
    }

    fn read_schema(&mut self, levels: usize) -> Option<()> {
        self.next_token(TokenKind::ObjectStart)?;
        self.read_keywords(levels)
    }

    fn schema_or_boolean(&mut self, levels: usize) -> Option<()> {
        match self.tokens.next()? {
            Token {
                kind: TokenKind::ObjectStart,
                ..
            } => self.read_keywords(levels),
            other => require(matches!(other.text, "true" | "false")),
        }
    }

    /// Reads the keywords of a schema and its end.
    fn read_keywords(&mut self, levels: usize) -> Option<()> {
        let below = levels.checked_sub(1)?;
        let mut seen = 0_u64;
        loop {
            let token = self.tokens.next()?;
            if token.kind == TokenKind::ObjectEnd {
                return Some(());
            }
            let keyword = Keyword::from_name(token.text)?;
            let bit = 1 << keyword as u32;
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
            self.read_value(keyword, below)?;
        }
    }

    fn read_value(&mut self, keyword: Keyword, levels: usize) -> Option<()> {
        use Keyword as K;
        match keyword {
            K::Schema => self.one_of(&DRAFTS),
            K::Ref => self.read_reference(),
            K::Title
            | K::Description
            | K::Comment
            | K::Format
            | K::ContentEncoding
            | K::ContentMediaType => self.next_token(TokenKind::String).map(drop),
            K::Type => self.read_types(),
            K::Properties | K::Defs | K::Definitions => self.read_named_schemas(keyword, levels),
            K::Items
            | K::AdditionalProperties
            | K::PropertyNames
            | K::Contains
            | K::Not
            | K::If
            | K::Then
            | K::Else => self.schema_or_boolean(levels),
            K::AllOf | K::AnyOf | K::OneOf => self.read_schemas(levels),
            K::Required => self.read_names(),
            K::MinLength
            | K::MaxLength
            | K::MinItems
            | K::MaxItems
            | K::MinProperties
            | K::MaxProperties => self.read_count(),
            K::Minimum | K::Maximum | K::ExclusiveMinimum | K::ExclusiveMaximum => {
                self.next_token(TokenKind::Number).map(drop)
            }
            K::UniqueItems | K::ReadOnly | K::WriteOnly | K::Deprecated => {
                self.one_of(&["true", "false"])
            }
            K::Enum => self.read_values(1),
            K::Examples => self.read_values(0),
            K::Default | K::Const => {
                let first = self.tokens.next()?;
                self.read_rest_of(first)
            }
        }
    }

    fn read_types(&mut self) -> Option<()> {
        let first = self.tokens.next()?;
        if first.kind != TokenKind::ArrayStart {
            return require(TYPES.contains(&first.text));
        }
        let mut seen = 0_u8;
        loop {
            let token = self.tokens.next()?;
            if token.kind == TokenKind::ArrayEnd {
                return require(seen != 0);
            }
            let bit = 1 << TYPES.iter().position(|name| *name == token.text)?;
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
        }
    }

    /// Reads a list of different names. Names with escapes are not compared.
    fn read_names(&mut self) -> Option<()> {
        self.next_token(TokenKind::ArrayStart)?;
        let mut names = [""; NAMES];
        let mut count = 0;
        loop {
            let token = self.tokens.next()?;
            match token.kind {
                TokenKind::ArrayEnd => return Some(()),
                TokenKind::String if !token.text.contains('\\') => {}
                _ => return None,
            }
            if names.iter().take(count).any(|name| *name == token.text) {
                return None;
            }
            *names.get_mut(count)? = token.text;
            count += 1;
        }
    }

    /// Reads an integer that is small enough for every reader.
    fn read_count(&mut self) -> Option<()> {
        let number = self.next_token(TokenKind::Number)?.text;
        let is_count = number.len() <= 15 && number.bytes().all(|byte| byte.is_ascii_digit());
        require(is_count)
    }

    /// Reads a list of at least this number of values.
    fn read_values(&mut self, least: usize) -> Option<()> {
        self.next_token(TokenKind::ArrayStart)?;
        let mut count = 0;
        loop {
            let token = self.tokens.next()?;
            if token.kind == TokenKind::ArrayEnd {
                return require(count >= least);
            }
            self.read_rest_of(token)?;
            count += 1;
        }
    }

    /// Reads the rest of any value that starts with this token.
    fn read_rest_of(&mut self, first: Token<'t>) -> Option<()> {
        let mut open = 0_usize;
        let mut token = first;
        loop {
            match token.kind {
                TokenKind::ObjectStart | TokenKind::ArrayStart => open += 1,
                TokenKind::ObjectEnd | TokenKind::ArrayEnd => open = open.checked_sub(1)?,
                _ => {}
            }
            if open == 0 {
                return Some(());
            }
            token = self.tokens.next()?;
        }
    }

    /// Reads an object of schemas. Booleans are not common there, because some clients reject them.
    fn read_named_schemas(&mut self, keyword: Keyword, levels: usize) -> Option<()> {
        self.next_token(TokenKind::ObjectStart)?;
        let has_definitions = levels + 1 == LEVELS && !matches!(keyword, Keyword::Properties);
        loop {
            let token = self.tokens.next()?;
            if token.kind == TokenKind::ObjectEnd {
                return Some(());
            }
            if has_definitions {
                let name = token.text.strip_prefix('"')?.strip_suffix('"')?;
                push(&mut self.definitions, (keyword, name))?;
            }
            self.read_schema(levels)?;
        }
    }

    /// Reads a reference to the whole schema or to a definition.
    fn read_reference(&mut self) -> Option<()> {
        let text = self.next_token(TokenKind::String)?.text;
        let pointer = text.strip_prefix("\"#")?.strip_suffix('"')?;
        if pointer.is_empty() {
            return Some(());
        }
        let (keyword, name) = if let Some(name) = pointer.strip_prefix("/$defs/") {
            (Keyword::Defs, name)
        } else {
            (Keyword::Definitions, pointer.strip_prefix("/definitions/")?)
        };
        // Other characters may be escaped.
        if !name.bytes().all(is_plain) {
            return None;
        }
        push(&mut self.references, (keyword, name))
    }

    /// Reads a list of one or more schemas.
    fn read_schemas(&mut self, levels: usize) -> Option<()> {
        self.next_token(TokenKind::ArrayStart)?;
        let mut is_empty = true;
        loop {
            let before = self.tokens.clone();
            let token = self.tokens.next()?;
            if token.kind == TokenKind::ArrayEnd {
                return require(!is_empty);
            }
            self.tokens = before;
            self.schema_or_boolean(levels)?;
            is_empty = false;
        }
    }
}

/// Adds an entry to a list. Returns `None` if the list is full.
fn push<T: PartialEq>(list: &mut Vec<T>, entry: T) -> Option<()> {
    if list.len() == NAMES {
        return None;
    }
    if !list.contains(&entry) {
        list.push(entry);
    }
    Some(())
}

/// Defines the keywords of a common schema. `Ref "$ref"` becomes the variant `Keyword::Ref`, the arm
/// `"\"$ref\"" => Some(Self::Ref)` of `from_name`, and an element of the list that tests read.
macro_rules! keywords {
    ($($Keyword:ident $name:literal)*) => {
        /// The common keywords.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Keyword { $($Keyword),* }

        impl Keyword {
            /// Returns the keyword with this name. The name includes its quotes.
            fn from_name(name: &str) -> Option<Self> {
                match name {
                    $(concat!('"', $name, '"') => Some(Self::$Keyword),)*
                    _ => None,
                }
            }
        }

        #[cfg(all(test, feature = "jsonschema"))]
        pub(super) const KEYWORDS: &[&str] = &[$($name),*];
    };
}

// There are at most 64 keywords, because the keywords of a schema are marked in a 64-bit number.
keywords! {
    Schema "$schema"
    Ref "$ref"
    Title "title"
    Description "description"
    Comment "$comment"
    Default "default"
    Examples "examples"
    ReadOnly "readOnly"
    WriteOnly "writeOnly"
    Deprecated "deprecated"
    Type "type"
    Enum "enum"
    Const "const"
    Properties "properties"
    Required "required"
    AdditionalProperties "additionalProperties"
    PropertyNames "propertyNames"
    MinProperties "minProperties"
    MaxProperties "maxProperties"
    Items "items"
    Contains "contains"
    MinItems "minItems"
    MaxItems "maxItems"
    UniqueItems "uniqueItems"
    Format "format"
    MinLength "minLength"
    MaxLength "maxLength"
    ContentEncoding "contentEncoding"
    ContentMediaType "contentMediaType"
    Minimum "minimum"
    Maximum "maximum"
    ExclusiveMinimum "exclusiveMinimum"
    ExclusiveMaximum "exclusiveMaximum"
    AllOf "allOf"
    AnyOf "anyOf"
    OneOf "oneOf"
    Not "not"
    If "if"
    Then "then"
    Else "else"
    Defs "$defs"
    Definitions "definitions"
}

const TYPES: [&str; 7] = [
    "\"object\"",
    "\"string\"",
    "\"integer\"",
    "\"number\"",
    "\"boolean\"",
    "\"array\"",
    "\"null\"",
];

const DRAFTS: [&str; 3] = [
    "\"http://json-schema.org/draft-07/schema#\"",
    "\"http://json-schema.org/draft-07/schema\"",
    "\"https://json-schema.org/draft/2020-12/schema\"",
];
