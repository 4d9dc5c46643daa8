//! Schemas of components: one object schema for each type of the catalog.

use super::{
    super::{MemberNames, Schema},
    builder::{Builder, ObjectMember, ValuePlace},
    node::SchemaNode,
    values::FlatObject,
};
use crate::{Version, catalog::CommonType};

impl<'a> Builder<'a> {
    /// Returns a reference to the schema of all components.
    pub(super) fn component(&mut self) -> SchemaNode {
        self.define("component", "Component", |builder| {
            let schemas = builder.source.schemas;
            let mut types = Vec::new();
            for (name, schema) in &schemas.components {
                if builder.selects_component(name) {
                    types.push(builder.component_type(name, schema));
                }
            }
            match builder.source.version {
                Version::V0_8 => builder.nested_component(types),
                _ => SchemaNode::any_of(types),
            }
        })
    }

    fn selects_component(&self, name: &str) -> bool {
        match &self.options.components {
            Some(selected) => selected.iter().any(|one| one == name),
            None => true,
        }
    }

    /// Returns the schema of a component of 0.8, whose type is the only member of an object.
    fn nested_component(&mut self, types: Vec<SchemaNode>) -> SchemaNode {
        let text = SchemaNode::of_type("string");
        let mut members = vec![
            ObjectMember::required("id", text),
            ObjectMember::required("component", SchemaNode::any_of(types)),
        ];
        if self.keeps_optional("weight") {
            members.push(ObjectMember::optional(
                "weight",
                SchemaNode::of_type("number"),
            ));
        }
        self.object(members, true)
    }

    fn component_type(&mut self, name: &str, schema: &Schema) -> SchemaNode {
        let is_nested = self.source.version == Version::V0_8;
        let key = format!("component {name}");
        let definition = self.define(&key, name, |builder| builder.properties(name, schema));
        match is_nested {
            true => self.object(vec![ObjectMember::required(name, definition)], true),
            false => definition,
        }
    }

    fn properties(&mut self, name: &str, schema: &Schema) -> SchemaNode {
        let definitions = &self.source.schemas.definitions;
        let names = schema.names(definitions);
        let mut flat = FlatObject::of(schema, definitions);
        let mut members = Vec::new();
        if self.source.version != Version::V0_8 {
            // The type is first: OpenAI tells alternatives apart by their first member.
            members.push(ObjectMember::required("component", SchemaNode::word(name)));
            members.push(ObjectMember::required("id", SchemaNode::of_type("string")));
            for key in ["component", "id"] {
                flat.properties.remove(key);
                flat.required.remove(key);
            }
        }
        let place = (ValuePlace::Property, 0);
        members.extend(self.members(&flat, name, place.0, place.1));
        self.add_keys(names, &mut members);
        let is_closed = names.is_closed && !names.is_open;
        self.finish_object(&flat, members, is_closed, place)
    }

    /// Adds the keys that A2UI defines for components, unless the catalog defines a property of the same name.
    fn add_keys(&mut self, names: &MemberNames, members: &mut Vec<ObjectMember>) {
        let version = self.source.version;
        if version == Version::V0_8 {
            return;
        }
        let is_1_0 = version == Version::V1_0;
        let mark = if is_1_0 && self.source.notation.has_marked_keys() {
            "@"
        } else {
            ""
        };
        let is_open_for_checks = !mark.is_empty() && !names.is_closed;
        let keys = [
            ("accessibility", is_1_0 || names.is_common),
            ("checks", names.is_checkable || is_open_for_checks),
            ("catalogId", is_1_0 && !self.is_vendor()),
            ("metadata", is_1_0 && !self.is_vendor()),
        ];
        for (plain, is_allowed) in keys {
            let name = format!("{mark}{plain}");
            let is_kept = self.keeps_optional(&name) || self.keeps_optional(plain);
            if !is_allowed || !is_kept || names.names.contains(name.as_str()) {
                continue;
            }
            let node = match plain {
                "accessibility" => {
                    self.common(CommonType::AccessibilityAttributes, ValuePlace::Property)
                }
                "checks" => {
                    SchemaNode::array_of(self.common(CommonType::CheckRule, ValuePlace::Property))
                }
                "catalogId" => SchemaNode::of_type("string"),
                _ => SchemaNode::of_type("object"),
            };
            members.push(ObjectMember::optional(&name, node));
        }
    }
}
