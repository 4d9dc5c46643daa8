//! JSON Schema of the wire types, from their tables (feature `schemars`).

use crate::{Field, Member, Number, Payload, Presence};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Without the feature these macros expand to nothing; the feature is that of `wire`, not of the crate which uses them.
#[doc(hidden)]
#[macro_export]
macro_rules! __object_schema {
    ($Type:ident [ $( [$Member:ty] )* ]) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            // Versions of a protocol have types of the same name, and one schema may hold them both.
            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema(generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let members = <Self as $crate::object::Object>::MEMBERS;
                $crate::schema::object(members, vec![ $( generator.subschema_for::<$Member>() ),* ])
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __keyed_schema {
    ($Type:ident [ $( [$Member:ty] )* ] [ $($Inner:ty)* ]) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema(generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let members = <Self as $crate::keyed::Keyed>::MEMBERS;
                let around = $crate::schema::object(members, vec![ $( generator.subschema_for::<$Member>() ),* ]);
                $crate::schema::keyed(around, Self::KEYS, vec![ $( generator.subschema_for::<$Inner>() ),* ])
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __tagged_schema {
    ($Type:ident [ $($Inner:ty)* ]) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema(generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let tag = <Self as $crate::tagged::Tagged>::TAG;
                $crate::schema::tagged(tag, Self::TAGS, vec![ $( generator.subschema_for::<$Inner>() ),* ])
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __text_schema {
    ($Type:ident) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schema::text()
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __word_schema {
    ($Type:ident) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schema::word(&<Self as $crate::WireType>::SHAPE)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __special_schema {
    ($Type:ident |$generator:ident| $schema:expr) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Type)).into()
            }

            fn json_schema($generator: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $schema
            }
        }
    };
}

#[doc(hidden)]
pub fn text() -> Schema {
    json_schema!({"type": "string"})
}

#[doc(hidden)]
pub fn word(shape: &crate::Shape) -> Schema {
    match shape {
        crate::Shape::Word { words, open: false } => json_schema!({"type": "string", "enum": words}),
        crate::Shape::Word { words, open: true } => json_schema!({"type": "string", "examples": words}),
        _ => text(),
    }
}

#[doc(hidden)]
pub fn object(members: &[Member], schemas: Vec<Schema>) -> Schema {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (member, schema) in members.iter().zip(schemas) {
        let doc = member.doc.concat();
        let mut schema = schema;
        if schema.as_bool() == Some(true) {
            schema = json_schema!({});
        }
        let object = schema.ensure_object();
        if !doc.trim().is_empty() {
            object.insert("description".into(), doc.trim().into());
        }
        if member.presence == Presence::Required {
            required.push(member.name);
        }
        properties.insert(member.name.into(), schema.into());
    }
    json_schema!({"type": "object", "properties": properties, "required": required})
}

#[doc(hidden)]
pub fn keyed(mut around: Schema, keys: &[&str], bodies: Vec<Schema>) -> Schema {
    let object = around.ensure_object();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        for (key, body) in keys.iter().zip(bodies) {
            properties.insert((*key).into(), body.into());
        }
    }
    let one: Vec<Value> = keys.iter().map(|key| json!({"required": [key]})).collect();
    object.insert("oneOf".into(), one.into());
    around
}

#[doc(hidden)]
pub fn tagged(tag: &str, tags: &[&str], bodies: Vec<Schema>) -> Schema {
    let mut variants: Vec<Value> = tags
        .iter()
        .zip(bodies)
        .map(|(word, body)| json!({"properties": {tag: {"const": word}}, "allOf": [body]}))
        .collect();
    variants.push(json!({"properties": {tag: {"not": {"enum": tags}}}}));
    json_schema!({"type": "object", "properties": {tag: {"type": "string"}}, "required": [tag], "anyOf": variants})
}

impl JsonSchema for Payload {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Payload".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!(true)
    }
}

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}

impl<T: JsonSchema> JsonSchema for Field<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Nullable_{}", T::schema_name()).into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("Nullable_{}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        if value.as_bool() == Some(true) {
            return value;
        }
        json_schema!({"anyOf": [value, {"type": "null"}]})
    }
}
