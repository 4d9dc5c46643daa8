//! JSON Schemas with which a model writes A2UI messages.

use crate::{
    check,
    diagnostic::{Diagnostic, about_call},
    inference::ensure_enabled,
};
use bridge::{
    Dialect, DialectOrProtocol, Refusal,
    a2ui::{
        Notation, Version,
        catalog::{CatalogDefinition, MessageSchema, MessageSchemaOptions, SchemaTarget, basic},
    },
};
use wire::Pointer;

/// The settings of [`message_schema`].
///
/// ```
/// use agent_ui_text::{SchemaOptions, message_schema};
///
/// let options = SchemaOptions::new().target("openai").components(["Text", "Column"]);
/// assert!(message_schema("a2ui@0.9".parse()?, &options)?.contains("DynamicString"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SchemaOptions {
    /// The reader of the schema: `json-schema`, `openai` or `anthropic`; `None` for `json-schema`.
    pub target: Option<String>,
    /// The catalog of components, as JSON; `None` for A2UI's own catalog.
    pub catalog: Option<String>,
    /// The component types of the schema; `None` for all types of the catalog.
    pub components: Option<Vec<String>>,
    /// The functions of the schema; `None` for all functions of the catalog.
    pub functions: Option<Vec<String>>,
    /// The names of the optional members of components and functions that the schema keeps; `None` for all.
    pub optional: Option<Vec<String>>,
}

impl SchemaOptions {
    /// Creates the settings for all components of A2UI's own catalog.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the reader of the schema: `json-schema`, `openai` or `anthropic`.
    #[must_use]
    pub fn target(self, target: impl Into<String>) -> Self {
        Self {
            target: Some(target.into()),
            ..self
        }
    }

    /// Sets the catalog of components, as JSON.
    #[must_use]
    pub fn catalog(self, catalog: impl Into<String>) -> Self {
        Self {
            catalog: Some(catalog.into()),
            ..self
        }
    }

    /// Selects component types of the catalog.
    #[must_use]
    pub fn components<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        Self {
            components: Some(names.into_iter().map(Into::into).collect()),
            ..self
        }
    }

    /// Selects functions of the catalog.
    #[must_use]
    pub fn functions<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        Self {
            functions: Some(names.into_iter().map(Into::into).collect()),
            ..self
        }
    }

    /// Selects the optional members that the schema keeps, by their names.
    #[must_use]
    pub fn optional<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        Self {
            optional: Some(names.into_iter().map(Into::into).collect()),
            ..self
        }
    }
}

/// Returns the JSON Schema of an object `{"messages":[…]}` with A2UI messages, as formatted JSON. Each component type of
/// the catalog has a schema of its own, so the schema refuses unknown types, properties and values.
///
/// The schema of a vendor keeps within the documented subset and limits. All functions of this crate read the object. Use
/// [`repair()`](crate::repair()) to remove the nulls that OpenAI requires for absent members.
///
/// # Errors
/// Returns an error if the protocol is not A2UI, an option is wrong, or the schema exceeds a limit of the vendor.
///
/// ```
/// use agent_ui_text::{SchemaOptions, message_schema};
///
/// let schema = message_schema("a2ui@1.0".parse()?, &SchemaOptions::new())?;
/// assert!(schema.contains(r#""const": "TextField""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn message_schema(
    protocol: DialectOrProtocol,
    options: &SchemaOptions,
) -> Result<String, Box<Diagnostic>> {
    let catalogs = match &options.catalog {
        Some(catalog) => check::catalogs(std::slice::from_ref(catalog))?,
        None => Vec::new(),
    };
    let schema = measured_schema(protocol, &catalogs, options)?;
    ensure_within_limits(&schema, options)?;
    Ok(schema.text)
}

/// The advice for a schema that exceeds a limit.
const SMALLER: &str = "select component types with `options.components`, functions with `options.functions`, or the optional members to keep with `options.optional`";

/// Returns an error that names each exceeded limit of a schema.
///
/// # Errors
/// Returns an error if the schema exceeds a limit of its vendor.
pub fn ensure_within_limits(
    schema: &MessageSchema,
    options: &SchemaOptions,
) -> Result<(), Box<Diagnostic>> {
    if schema.excesses.is_empty() {
        return Ok(());
    }
    let mut excesses = Vec::new();
    for excess in &schema.excesses {
        excesses.push(excess.to_string());
    }
    let target = options.target.as_deref().unwrap_or_default();
    let excesses = excesses.join("; ");
    let reason = format!("the schema exceeds the limits of {target}: {excesses}");
    let refusal = Refusal::rule_broken("schema/too-large", Pointer::root(), reason);
    Err(about_call(&refusal.hint(SMALLER)))
}

/// Returns the schema with its sizes, even if it exceeds a limit. The schema describes the components of the first catalog,
/// or of A2UI's own catalog if the list is empty.
///
/// # Errors
/// Returns an error if the protocol is not A2UI, or an option is wrong.
pub fn measured_schema(
    protocol: DialectOrProtocol,
    catalogs: &[CatalogDefinition],
    options: &SchemaOptions,
) -> Result<MessageSchema, Box<Diagnostic>> {
    ensure_enabled(protocol)?;
    let dialect = protocol.dialect;
    let Some(version) = dialect.a2ui_version() else {
        let message = format!("a message schema needs a version of A2UI, not `{protocol}`");
        return Err(wrong_option(message, "pass a protocol such as `a2ui@0.9`"));
    };
    let notation = notation(dialect);
    let mut settings = MessageSchemaOptions::default();
    settings.target = target(options)?;
    settings.version_words = version_words(dialect, settings.target);
    settings.components.clone_from(&options.components);
    settings.functions.clone_from(&options.functions);
    settings.optional.clone_from(&options.optional);
    let built = match catalogs {
        [] => basic(version, notation).message_schema(&settings),
        [catalog] => catalog.message_schema(version, notation, &settings),
        several => {
            let ids: Vec<&str> = several
                .iter()
                .map(|catalog| catalog.id().as_str())
                .collect();
            let message = format!(
                "expected one catalog, found {}: {}",
                ids.len(),
                ids.join(", ")
            );
            return Err(wrong_option(message, "pass the definition of one catalog"));
        }
    };
    built.map_err(|error| {
        let hint =
            "name one that the catalog has, or omit `options.components` and `options.functions`";
        wrong_option(error.to_string(), hint)
    })
}

fn wrong_option(message: String, hint: &str) -> Box<Diagnostic> {
    let refusal = Refusal::rule_broken("schema/option", Pointer::root(), message);
    about_call(&refusal.hint(hint))
}

fn target(options: &SchemaOptions) -> Result<SchemaTarget, Box<Diagnostic>> {
    let Some(name) = options.target.as_deref() else {
        return Ok(SchemaTarget::JsonSchema);
    };
    name.parse::<SchemaTarget>().map_err(|error| {
        let message = format!("unknown target `{name}` of a schema");
        wrong_option(message, &format!("{error}"))
    })
}

/// Returns the notation of a dialect of A2UI.
fn notation(dialect: Dialect) -> Notation {
    let named = DialectOrProtocol {
        dialect,
        exact: true,
    };
    match named.notation() {
        Some(notation) => notation,
        None if dialect == Dialect::A2ui0_8 => Notation::Bound,
        None => Notation::Plain,
    }
}

/// Returns the words of `version` in the messages of a dialect. Readers of 0.9 and 0.9.1 read the messages of both, and
/// models write those of the requested version.
fn version_words(dialect: Dialect, target: SchemaTarget) -> Vec<String> {
    let of_group = dialect.a2ui_version() == Some(Version::V0_9);
    let words: &[&str] = match dialect {
        _ if of_group && target == SchemaTarget::JsonSchema => &["v0.9", "v0.9.1"],
        Dialect::A2ui0_9 => &["v0.9"],
        Dialect::A2ui0_9_1 => &["v0.9.1"],
        Dialect::A2ui0_10 => &["v0.10"],
        Dialect::A2ui1_0June | Dialect::A2ui1_0Aug | Dialect::A2ui1_0Sep => &["v1.0"],
        Dialect::A2ui1_0 => &["1.0"],
        _ => &[],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}
