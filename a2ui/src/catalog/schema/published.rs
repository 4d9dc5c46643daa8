//! The schemas of the catalogs that A2UI publishes, generated from the Rust types of their components and functions.

use super::{Function, MemberChoice, MessageSlot, Schema, Schemas};
use crate::{
    Version,
    capabilities::v1_0::AllowedCallers,
    catalog::{Checker, CommonType, FunctionType, checker::has},
    rules, v0_8, v0_9, v0_10, v1_0,
};
use serde_json::Value;
use std::sync::LazyLock;
use wire::{Member, Payload, Pointer, Presence, Shape, Type, TypeInfo, WireType};

/// Returns the schemas of the published catalog of a version. The definitions are the common types of that version. Names
/// that start with `@` describe the notation with `@`.
pub(in crate::catalog) fn published(version: Version) -> &'static Schemas {
    static V0_8: LazyLock<Schemas> = LazyLock::new(|| {
        PublishedTypes::default().build_schemas(&[v0_8::basic::COMPONENT_TYPES], &[], &[])
    });
    static V0_9: LazyLock<Schemas> = LazyLock::new(|| {
        use v0_9::{basic::*, *};
        PublishedTypes { icon: ICON_FORMS }.build_schemas(
            &[COMPONENT_TYPES, DIFFERING_TYPES],
            FUNCTIONS,
            &[
                ("Action", Action::INFO),
                ("AccessibilityAttributes", AccessibilityAttributes::INFO),
                ("CheckRule", CheckRule::INFO),
                ("ChildTemplate", ChildTemplate::INFO),
                ("DataBinding", DataBinding::INFO),
                ("FunctionCall", FunctionCall::INFO),
            ],
        )
    });
    // The 0.10 catalog is the 0.9 catalog with some different components and types.
    static V0_10: LazyLock<Schemas> = LazyLock::new(|| {
        let types = PublishedTypes {
            icon: v0_10::basic::ICON_FORMS,
        };
        // Only the types that differ are built again.
        let own = types.build_schemas(
            &[v0_10::basic::DIFFERING_TYPES],
            &[],
            &[
                ("Action", v0_10::Action::INFO),
                ("FunctionCall", v0_10::FunctionCall::INFO),
            ],
        );
        let mut schemas = Schemas::clone(&V0_9);
        schemas.components.extend(own.components);
        schemas.definitions.extend(own.definitions);
        schemas
    });
    static V1_0: LazyLock<Schemas> = LazyLock::new(|| {
        use v1_0::{basic::*, *};
        PublishedTypes { icon: ICON_FORMS }.build_schemas(
            &[COMPONENT_TYPES, DIFFERING_TYPES],
            FUNCTIONS,
            &[
                ("Action", Action::INFO),
                ("AccessibilityAttributes", AccessibilityAttributes::INFO),
                ("CheckRule", CheckRule::INFO),
                ("ChildTemplate", ChildTemplate::INFO),
                ("DataBinding", PlainDataBinding::INFO),
                ("@DataBinding", AtDataBinding::INFO),
                ("FunctionCall", PlainFunctionCall::INFO),
                ("@FunctionCall", AtFunctionCall::INFO),
            ],
        )
    });
    match version {
        Version::V0_8 => &V0_8,
        Version::V0_9 => &V0_9,
        Version::V0_10 | Version::V1_0June => &V0_10,
        Version::V1_0 => &V1_0,
    }
}

/// Returns the schema of the messages that an agent sends in a version.
pub(super) fn published_messages(version: Version) -> Schema {
    PublishedTypes::default().build_schema(match version {
        Version::V0_8 => v0_8::AgentMessage::INFO,
        Version::V0_9 => v0_9::AgentMessage::INFO,
        Version::V0_10 | Version::V1_0June => v0_10::AgentMessage::INFO,
        Version::V1_0 => v1_0::AgentMessage::INFO,
    })
}

/// The Rust types from which the schemas of one version are generated.
#[derive(Default)]
struct PublishedTypes {
    /// The types of the values that the `name` of an icon accepts.
    icon: &'static [&'static TypeInfo],
}

impl PublishedTypes {
    fn build_schemas(
        &self,
        components: &[&[&'static TypeInfo]],
        functions: &[FunctionType],
        definitions: &[(&'static str, &'static TypeInfo)],
    ) -> Schemas {
        let mut schemas = Schemas::default();
        for component in components.iter().copied().flatten() {
            let schema = self.build_schema(component);
            schemas.components.insert(component.name.into(), schema);
        }
        for (name, returns, args) in functions {
            let function = Function {
                returns: *returns,
                args: Some(self.build_schema(args)),
                callers: AllowedCallers::RendererOnly,
            };
            schemas.functions.insert((*name).into(), function);
        }
        for (name, info) in definitions {
            let mut schema = self.build_schema(info);
            schema.name = Some(name.trim_start_matches('@'));
            schemas.definitions.insert((*name).into(), schema);
        }
        schemas
    }

    fn build_schema(&self, info: &'static TypeInfo) -> Schema {
        let (members, keys) = match info.shape {
            Shape::Object(table) | Shape::Keyed(table) => (table.members, table.keys),
            Shape::Word { words, .. } => {
                return Schema {
                    words: words.iter().copied().map(Value::from).collect(),
                    ..Schema::of_type("string")
                };
            }
            Shape::Text => return Schema::of_type("string"),
            _ if info.name == "IconName" => {
                let forms = self.icon.iter().map(|info| self.schema_of_named(info));
                return Schema {
                    alternatives: vec![forms.collect()],
                    ..Schema::default()
                };
            }
            // An argument of any type.
            _ => {
                return Schema {
                    allows_all: true,
                    ..Schema::default()
                };
            }
        };
        let mut schema = Schema {
            name: Some(info.name),
            is_closed: true,
            ..Schema::of_type("object")
        };
        for member in members {
            self.add_member(info.name, member, &mut schema);
        }
        let mut bodies: Vec<Box<str>> = Vec::new();
        for key in keys {
            schema
                .properties
                .insert(key.word.into(), self.schema_of_type(&key.ty));
            schema.rule = Some(check_one_body);
            bodies.push(key.word.into());
        }
        if !bodies.is_empty() {
            schema.choice = Some(MemberChoice {
                names: bodies,
                is_exact: true,
            });
        }
        schema.add_rules(info.name, "");
        schema
    }

    /// Adds a member to the schema of its type. Keys of components, such as `checks`, use the schemas of the common
    /// types.
    fn add_member(&self, type_name: &str, member: &Member, schema: &mut Schema) {
        let common = match member.name {
            "accessibility" | "@accessibility" => CommonType::ComponentCommon,
            "checks" | "@checks" => CommonType::Checkable,
            name => {
                let mut of = self.schema_of_type(&member.ty);
                of.add_rules(type_name, name);
                schema.properties.insert(name.into(), of);
                if member.presence == Presence::Required {
                    schema.required.push(name.into());
                }
                return;
            }
        };
        schema.all_of.push(Schema::of_common(common));
    }

    fn schema_of_type(&self, of: &Type) -> Schema {
        match of {
            Type::Nullable(of) => self.schema_of_type(of),
            Type::Boolean => Schema::of_type("boolean"),
            Type::Number => Schema::of_type("number"),
            Type::String => Schema::of_type("string"),
            Type::List(of) => Schema {
                rest: Some(Box::new(self.schema_of_type(of))),
                ..Schema::of_type("array")
            },
            Type::Named(info) => self.schema_of_named(info()),
            _ => Schema::default(),
        }
    }

    fn schema_of_named(&self, info: &'static TypeInfo) -> Schema {
        let slot = match info.name {
            "Component" => Some(MessageSlot::Component),
            "DataEntry" => Some(MessageSlot::DataEntry),
            _ => None,
        };
        if slot.is_some() {
            return Schema {
                slot,
                ..Schema::default()
            };
        }
        let common = CommonType::from_name(info.name);
        // 0.8 has other types of the same names.
        match common.filter(|_| !info.module.contains("v0_8")) {
            Some(common) => Schema::of_common(common),
            None => self.build_schema(info),
        }
    }
}

/// Reports an action with no body, or with two.
fn check_one_body(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let event = ("event", has(value, "event"));
    let call = ("functionCall", has(value, "functionCall"));
    rules::exactly_one(event, call, at, checker.found);
}
