//! JSON Schema of the wire types, generated from their tables.

pub use crate::definitions::Definitions;

use crate::{HasType, Member, Presence, Shape, Type, TypeInfo, Variant, type_info::Table};
use serde_json::{Map, Value};

/// The pattern of a JSON Pointer.
const POINTER: &str = "^(/([^/~]|~[01])*)*$";

/// The macro for schemas that are written by hand.
pub use serde_json::json;

impl Definitions {
    /// Returns the schema of `T`. Wire types are added to the definitions and referred to by name.
    pub fn schema_for<T: HasType>(&mut self) -> Value {
        self.type_schema(&T::TYPE)
    }

    /// Adds the definition of a wire type, and returns a reference to it.
    pub fn schema_for_type(&mut self, row: &'static TypeInfo) -> Value {
        let key = (row.module, row.name);
        if !self.names.contains_key(&key) {
            // Versions of a protocol have types with the same name, and a document may contain both.
            let mut name = row.name.to_owned();
            let mut count = 1;
            while self.schemas.contains_key(&name) {
                count += 1;
                name = format!("{}{count}", row.name);
            }
            self.names.insert(key, name.clone());
            // A type may contain itself, so its name is reserved before its schema is built.
            self.schemas.insert(name.clone(), Value::Bool(true));
            let mut schema = self.shape_schema(&row.shape);
            if let (Some(schema), Some(beyond)) = (schema.as_object_mut(), self.beyond(row.name)) {
                let keywords = beyond
                    .iter()
                    .filter(|(keyword, _)| *keyword != "properties");
                schema.extend(keywords.map(|(keyword, value)| (keyword.clone(), value.clone())));
            }
            self.schemas.insert(name, schema);
        }
        json!({"$ref": format!("#/$defs/{}", self.names.get(&key).map_or(row.name, String::as_str))})
    }

    fn type_schema(&mut self, of: &Type) -> Value {
        match of {
            Type::Any => Value::Bool(true),
            Type::Boolean => json!({"type": "boolean"}),
            Type::Integer {
                format,
                is_signed: true,
            } => json!({"type": "integer", "format": format}),
            Type::Integer {
                format,
                is_signed: false,
            } => {
                json!({"type": "integer", "format": format, "minimum": 0})
            }
            Type::Number => json!({"type": "number"}),
            Type::String => json!({"type": "string"}),
            Type::Pointer => json!({"type": "string", "pattern": POINTER}),
            Type::List(Type::Tolerant(of)) if self.beyond.is_some() => {
                self.type_schema(&Type::List(of))
            }
            Type::List(of) => json!({"type": "array", "items": self.type_schema(of)}),
            Type::Map(of) => {
                json!({"type": "object", "additionalProperties": self.type_schema(of)})
            }
            Type::Nullable(of) => match self.type_schema(of) {
                Value::Bool(true) => Value::Bool(true),
                value => json!({"anyOf": [value, {"type": "null"}]}),
            },
            Type::Tolerant(of) if self.beyond.is_some() => self.type_schema(&Type::Nullable(of)),
            Type::Tolerant(of) => json!({"anyOf": [self.type_schema(of), true]}),
            Type::Named(row) => self.schema_for_type(row()),
        }
    }

    fn shape_schema(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Text => json!({"type": "string"}),
            Shape::Word {
                words,
                is_open: false,
            } => json!({"type": "string", "enum": words}),
            Shape::Word {
                words,
                is_open: true,
            } => json!({"type": "string", "examples": words}),
            Shape::Object(table) => self.object_schema(table),
            Shape::Keyed(table) => self.keyed_schema(table),
            Shape::Tagged { tag, variants } => self.tagged_schema(tag, variants),
            Shape::HandWritten(schema) => schema(self),
        }
    }

    fn object_schema(&mut self, table: &Table) -> Value {
        let (properties, required) = self.member_schemas(table);
        json!({"type": "object", "properties": properties, "required": required})
    }

    /// Returns the schemas of the members by name, with the names of the required members.
    fn member_schemas(&mut self, table: &Table) -> (Map<String, Value>, Vec<&'static str>) {
        let mut properties = Map::new();
        if let Some((tag, word)) = table.tag {
            properties.insert(tag.into(), json!({"const": word}));
        }
        let mut required = Vec::new();
        for member in table.members {
            let is_wanted = member.presence == Presence::Wanted && self.beyond.is_some();
            properties.insert(
                member.name.into(),
                self.member_schema(table, member, is_wanted),
            );
            if is_wanted || member.presence == Presence::Required {
                required.push(member.name);
            }
        }
        (properties, required)
    }

    fn member_schema(&mut self, table: &Table, member: &Member, is_wanted: bool) -> Value {
        let of = match &member.ty {
            Type::Tolerant(of) if is_wanted => of,
            of => of,
        };
        // The additions may refer to the type, so it is defined in any case.
        let by_table = self.type_schema(of);
        let beyond = self
            .beyond(table.name)
            .and_then(|beyond| beyond.get("properties")?.get(member.name));
        let mut schema = match beyond.cloned().unwrap_or(by_table) {
            Value::Object(schema) => schema,
            _ => Map::new(),
        };
        let doc = member.doc.concat();
        if !doc.trim().is_empty() {
            schema.insert("description".into(), doc.trim().into());
        }
        schema.into()
    }

    fn keyed_schema(&mut self, table: &Table) -> Value {
        let (mut properties, required) = self.member_schemas(table);
        for key in table.keys {
            properties.insert(key.word.into(), self.type_schema(&key.ty));
        }
        let one_key: Vec<Value> = table
            .keys
            .iter()
            .map(|key| json!({"required": [key.word]}))
            .collect();
        json!({"type": "object", "properties": properties, "required": required, "oneOf": one_key})
    }

    fn tagged_schema(&mut self, tag: &str, variants: &[Variant]) -> Value {
        let known: Vec<&str> = variants.iter().map(|variant| variant.word).collect();
        let mut shapes: Vec<Value> = variants
            .iter()
            .map(|variant| {
                json!({"properties": {tag: {"const": variant.word}}, "allOf": [self.type_schema(&variant.ty)]})
            })
            .collect();
        shapes.push(json!({"properties": {tag: {"not": {"enum": known}}}}));
        json!({"type": "object", "properties": {tag: {"type": "string"}}, "required": [tag], "anyOf": shapes})
    }
}

/// Implementations of [`schemars::JsonSchema`] for wire types (feature `schemars`).
#[cfg(feature = "schemars")]
mod shim {
    use super::Definitions;
    use crate::{Field, List, Number, Payload, Tolerant, TypeInfo};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::Value;
    use std::borrow::Cow;

    /// Returns the schema of a wire type. The types inside are added to the definitions of the generator.
    #[doc(hidden)]
    pub fn __schema_for_type(row: &'static TypeInfo, generator: &mut SchemaGenerator) -> Schema {
        let mut definitions = Definitions::default();
        // An existing definition of the same type has the same text.
        let schema = definitions.shape_schema(&row.shape);
        for (name, schema) in definitions.schemas {
            generator.definitions_mut().entry(name).or_insert(schema);
        }
        Schema::try_from(schema).unwrap_or_default()
    }

    /// Implements a schema that is copied to each place that uses its type. `inline!(Number, "Number", {"type":
    /// "number"});` expands to:
    ///
    /// ```text
    /// impl JsonSchema for Number {
    ///     fn inline_schema() -> bool { true }
    ///     fn schema_name() -> Cow<'static, str> { "Number".into() }
    ///     fn json_schema(_: &mut SchemaGenerator) -> Schema { json_schema!({"type": "number"}) }
    /// }
    /// ```
    macro_rules! inline {
        ($Type:ty, $name:literal, $schema:tt) => {
            impl JsonSchema for $Type {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> Cow<'static, str> {
                    $name.into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!($schema)
                }
            }
        };
    }
    inline!(Payload, "Payload", true);
    inline!(Number, "Number", {"type": "number"});

    /// Implements the schema of a generic type. `of` is the schema of the type argument. `around!(Field, "Nullable", |of|
    /// …);` expands to:
    ///
    /// ```text
    /// impl<T: JsonSchema> JsonSchema for Field<T> {
    ///     fn inline_schema() -> bool { true }
    ///     fn schema_name() -> Cow<'static, str> { format!("Nullable_{}", T::schema_name()).into() }
    ///     fn schema_id() -> Cow<'static, str> { format!("Nullable_{}", T::schema_id()).into() }
    ///     fn json_schema(generator: &mut SchemaGenerator) -> Schema {
    ///         let of: Value = generator.subschema_for::<T>().into();
    ///         Schema::try_from(…).unwrap_or_default()
    ///     }
    /// }
    /// ```
    macro_rules! around {
        ($Type:ident, $name:literal, |$of:ident| $schema:expr) => {
            impl<T: JsonSchema> JsonSchema for $Type<T> {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> Cow<'static, str> {
                    format!(concat!($name, "_{}"), T::schema_name()).into()
                }

                fn schema_id() -> Cow<'static, str> {
                    format!(concat!($name, "_{}"), T::schema_id()).into()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    let $of: Value = generator.subschema_for::<T>().into();
                    Schema::try_from($schema).unwrap_or_default()
                }
            }
        };
    }
    around!(Field, "Nullable", |of| if of == Value::Bool(true) {
        of
    } else {
        serde_json::json!({"anyOf": [of, {"type": "null"}]})
    });
    around!(
        Tolerant,
        "Tolerant",
        |of| serde_json::json!({"anyOf": [of, true]})
    );
    around!(
        List,
        "List",
        |of| serde_json::json!({"type": "array", "items": {"anyOf": [of, true]}})
    );
}
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub use shim::__schema_for_type;

/// Implements `schemars::JsonSchema` for a wire type. Without the feature `schemars` of this crate, the macro expands to
/// nothing. The features of the using crate do not matter.
///
/// `__schema!(Click);` expands to:
///
/// ```text
/// impl JsonSchema for Click {
///     fn schema_name() -> Cow<'static, str> { <Self as WireType>::NAME.into() }
///     fn schema_id() -> Cow<'static, str> { "the_crate::the_module::Click".into() }
///     fn json_schema(generator: &mut SchemaGenerator) -> Schema {
///         __schema_for_type(<Self as WireType>::INFO, generator)
///     }
/// }
/// ```
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schema {
    ($Type:ident) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                <Self as $crate::WireType>::NAME.into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema(
                generator: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                $crate::schema::__schema_for_type(<Self as $crate::WireType>::INFO, generator)
            }
        }
    };
}
/// Ignores its argument: schemas need the feature `schemars`. `__schema!(Click);` expands to nothing.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schema {
    ($Type:ident) => {};
}
