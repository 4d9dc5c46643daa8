//! Schemas of values: JSON Schemas of custom catalogs, published types and the common types.

use super::{
    super::{MAX_SCHEMAS, MessageSlot, SCHEMA_DEPTH, Schema, published},
    builder::{Builder, ObjectMember, ValuePlace},
    node::SchemaNode,
};
use crate::{
    Version,
    catalog::{CommonType, Returns},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The members of an object schema and of the schemas that it includes.
#[derive(Default)]
pub(super) struct FlatObject<'s> {
    pub(super) properties: BTreeMap<&'s str, Vec<&'s Schema>>,
    pub(super) required: BTreeSet<&'s str>,
    alternatives: Vec<&'s [Schema]>,
    others: Option<&'s Schema>,
    visited: usize,
}

impl<'a> Builder<'a> {
    /// Returns the schema of a value. Returns `None` if a vendor cannot express it.
    pub(super) fn value(
        &mut self,
        schema: &Schema,
        place: ValuePlace,
        depth: usize,
    ) -> Option<SchemaNode> {
        if depth > SCHEMA_DEPTH {
            return self.any_value();
        }
        if schema.is_false {
            return (!self.is_vendor()).then_some(SchemaNode::Bool(false));
        }
        if let Some(MessageSlot::DataEntry) = schema.slot {
            return Some(self.data_entry());
        }
        let Some(name) = schema.name else {
            return self.unnamed_value(schema, place, depth);
        };
        // Published types are shared, because vendors limit the parts of a schema.
        let key = format!("type {name}");
        Some(self.define(&key, name, |builder| {
            let node = builder.unnamed_value(schema, place, depth);
            node.unwrap_or_else(empty_object)
        }))
    }

    fn unnamed_value(
        &mut self,
        schema: &Schema,
        place: ValuePlace,
        depth: usize,
    ) -> Option<SchemaNode> {
        let version = self.source.version;
        let common = schema
            .common
            .filter(|common| common.is_of_values() && common.is_in(version));
        if let Some(common) = common {
            return Some(self.common_or_copy(common, schema, place, depth));
        }
        if schema.common.is_some() && schema.is_reference {
            return self.any_value();
        }
        if let Some(choice) = &schema.choice {
            if choice.is_exact || self.is_vendor() {
                return Some(self.choice(schema, place, depth));
            }
        }
        let is_plain =
            schema.types.is_empty() && schema.properties.is_empty() && schema.all_of.is_empty();
        if let (Some(pointer), true) = (&schema.definition, is_plain && schema.required.is_empty())
        {
            return Some(self.catalog_definition(pointer, place, depth));
        }
        if self.is_object(schema) {
            return self.object_value(schema, place, depth);
        }
        self.scalar_or_list(schema, place, depth)
    }

    /// Returns the schema of a common type. A catalog's own copy of the type may allow more values.
    fn common_or_copy(
        &mut self,
        common: CommonType,
        schema: &Schema,
        place: ValuePlace,
        depth: usize,
    ) -> SchemaNode {
        let by_type = self.common(common, place);
        match &schema.definition {
            Some(pointer) if !self.is_vendor() => {
                let copy = self.catalog_definition(pointer, place, depth);
                SchemaNode::any_of(vec![by_type, copy])
            }
            _ => by_type,
        }
    }

    /// Returns a reference to a definition of a custom catalog.
    fn catalog_definition(&mut self, pointer: &str, place: ValuePlace, depth: usize) -> SchemaNode {
        let definitions = &self.source.schemas.definitions;
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let key = format!("definition {pointer} {place:?}");
        self.define(&key, name, |builder| {
            let schema = definitions.get(pointer);
            let node = schema.and_then(|schema| builder.value(schema, place, depth + 1));
            node.unwrap_or_else(empty_object)
        })
    }

    /// Returns `true` if a schema describes only objects, itself or through the schemas that it includes.
    fn is_object(&self, schema: &Schema) -> bool {
        let is_object_type = matches!(schema.types[..], [("object", _)]);
        is_object_type
            || (schema.types.is_empty()
                && (!schema.properties.is_empty()
                    || schema.all_of.iter().any(|part| !part.properties.is_empty())))
    }

    fn object_value(
        &mut self,
        schema: &Schema,
        place: ValuePlace,
        depth: usize,
    ) -> Option<SchemaNode> {
        let definitions = &self.source.schemas.definitions;
        let names = schema.names(definitions);
        let flat = FlatObject::of(schema, definitions);
        if self.is_vendor() && flat.properties.is_empty() {
            // A map of any names is not expressible.
            return None;
        }
        let owner = schema.name.unwrap_or_default();
        let members = self.members(&flat, owner, place, depth);
        let is_closed = names.is_closed && !names.is_open;
        Some(self.finish_object(&flat, members, is_closed, (place, depth)))
    }

    /// Returns the members of an object, required ones first.
    pub(super) fn members(
        &mut self,
        flat: &FlatObject<'_>,
        owner: &str,
        place: ValuePlace,
        depth: usize,
    ) -> Vec<ObjectMember> {
        let required = self.required_names(flat);
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for (name, parts) in &flat.properties {
            let is_required = required.contains(name);
            if !is_required && !self.keeps_optional(name) {
                continue;
            }
            let node = match self.property(parts, place, depth) {
                Some(node) => node,
                None if is_required => empty_object(),
                None => {
                    self.left_out.insert(format!("{owner}/{name}"));
                    continue;
                }
            };
            match is_required {
                true => first.push(ObjectMember::required(name, node)),
                false => later.push(ObjectMember::optional(name, node)),
            }
        }
        first.append(&mut later);
        first
    }

    /// Returns the names of the required members. A vendor cannot express that one of several members is required, so
    /// its schema requires all of them.
    fn required_names<'s>(&self, flat: &FlatObject<'s>) -> BTreeSet<&'s str> {
        let mut names = flat.required.clone();
        if !self.is_vendor() {
            return names;
        }
        for alternatives in &flat.alternatives {
            if alternatives.iter().all(is_requirement) {
                let each = alternatives.iter().flat_map(|one| &one.required);
                names.extend(each.map(|name| &**name));
            }
        }
        names
    }

    fn property(
        &mut self,
        parts: &[&Schema],
        place: ValuePlace,
        depth: usize,
    ) -> Option<SchemaNode> {
        let mut nodes = Vec::new();
        for part in parts {
            let node = match part.allows_all && place == ValuePlace::Argument {
                true => Some(self.argument_value()),
                false => self.value(part, place, depth + 1),
            };
            nodes.extend(node);
        }
        match nodes.len() {
            0 => None,
            1 => nodes.pop(),
            // A catalog that defines a property twice states the narrower schema last.
            _ if self.is_vendor() => nodes.pop(),
            _ => Some(SchemaNode::object([("allOf", SchemaNode::List(nodes))])),
        }
    }

    /// Returns an object schema with the conditions of its members.
    pub(super) fn finish_object(
        &mut self,
        flat: &FlatObject<'_>,
        mut members: Vec<ObjectMember>,
        is_closed: bool,
        (place, depth): (ValuePlace, usize),
    ) -> SchemaNode {
        if self.is_vendor() {
            return self.object(members, true);
        }
        let mut conditions = Vec::new();
        for alternatives in &flat.alternatives {
            let mut each = Vec::new();
            for alternative in *alternatives {
                each.extend(self.condition(alternative, place, depth));
                add_unlisted(alternative, is_closed, &mut members);
            }
            conditions.push(SchemaNode::object([("anyOf", SchemaNode::List(each))]));
        }
        let mut schema = self.object(members, is_closed);
        if let SchemaNode::Object(keywords) = &mut schema {
            if let (Some(others), false) = (flat.others, is_closed) {
                let others = self.value(others, place, depth + 1);
                keywords.extend(others.map(|others| ("additionalProperties".to_owned(), others)));
            }
            if !conditions.is_empty() {
                keywords.push(("allOf".to_owned(), SchemaNode::List(conditions)));
            }
        }
        schema
    }

    fn condition(
        &mut self,
        schema: &Schema,
        place: ValuePlace,
        depth: usize,
    ) -> Option<SchemaNode> {
        if !is_requirement(schema) {
            return self.value(schema, place, depth + 1);
        }
        let mut members = Vec::new();
        for name in &schema.required {
            members.push(ObjectMember::required(name, SchemaNode::Bool(true)));
        }
        Some(self.object(members, false))
    }

    /// Returns a schema of objects with one of several members.
    fn choice(&mut self, schema: &Schema, place: ValuePlace, depth: usize) -> SchemaNode {
        let chosen: &[Box<str>] = match &schema.choice {
            Some(choice) => &choice.names,
            None => &[],
        };
        let owner = schema.name.unwrap_or_default();
        let mut alternatives = Vec::new();
        for name in chosen {
            let Some(body) = schema.properties.get(name) else {
                continue;
            };
            let Some(node) = self.value(body, place, depth + 1) else {
                self.left_out.insert(format!("{owner}/{name}"));
                continue;
            };
            // The chosen member is first, because OpenAI tells alternatives apart by their first member.
            let mut members = vec![ObjectMember::required(name, node)];
            for (other, schema_of_other) in &schema.properties {
                if chosen.contains(other) || (self.is_vendor() && !schema.required.contains(other))
                {
                    continue;
                }
                let node = self.value(schema_of_other, place, depth + 1);
                let is_required = schema.required.contains(other);
                members.extend(node.map(|node| ObjectMember::new(other, node, is_required)));
            }
            alternatives.push(self.object(members, schema.is_closed));
        }
        SchemaNode::any_of(alternatives)
    }

    /// Returns the schema of a value that is not an object, or of any of several kinds.
    fn scalar_or_list(
        &mut self,
        schema: &Schema,
        place: ValuePlace,
        depth: usize,
    ) -> Option<SchemaNode> {
        let mut keywords = Vec::new();
        let mut included = Vec::new();
        for part in &schema.all_of {
            included.extend(self.value(part, place, depth + 1));
        }
        if let Some(pointer) = &schema.definition {
            included.push(self.catalog_definition(pointer, place, depth));
        }
        for alternatives in &schema.alternatives {
            let mut each = Vec::new();
            for alternative in alternatives {
                each.extend(self.value(alternative, place, depth + 1));
            }
            if !each.is_empty() {
                included.push(SchemaNode::any_of(each));
            }
        }
        self.add_types(schema, &mut keywords);
        self.add_words(schema, &mut keywords)?;
        self.add_limits(schema, &mut keywords);
        if !self.add_items(schema, &mut keywords, place, depth) {
            return None;
        }
        if keywords.is_empty() && included.is_empty() {
            return self.any_value();
        }
        // A vendor accepts one schema for a value: the first one that the catalog includes.
        if included.len() == 1 && keywords.is_empty() || (self.is_vendor() && !included.is_empty())
        {
            return Some(included.swap_remove(0));
        }
        if !included.is_empty() {
            keywords.push(("allOf".to_owned(), SchemaNode::List(included)));
        }
        Some(SchemaNode::Object(keywords))
    }

    fn add_types(&self, schema: &Schema, keywords: &mut Vec<(String, SchemaNode)>) {
        let types = match schema.types.as_slice() {
            [] if schema.rest.is_some() || !schema.first.is_empty() => SchemaNode::text("array"),
            [] => return,
            [(name, _)] => SchemaNode::text(*name),
            several => SchemaNode::texts(several.iter().map(|of| of.0)),
        };
        keywords.push(("type".to_owned(), types));
    }

    /// Adds `const` and `enum`. Returns `None` if a vendor does not support a word.
    fn add_words(&self, schema: &Schema, keywords: &mut Vec<(String, SchemaNode)>) -> Option<()> {
        let has_type = !schema.types.is_empty();
        let words = schema.constant.iter().chain(&schema.words);
        let are_texts = words.clone().all(Value::is_string);
        if words.clone().next().is_some() && !has_type && are_texts {
            keywords.push(("type".to_owned(), SchemaNode::text("string")));
        }
        if let Some(constant) = &schema.constant {
            keywords.push(("const".to_owned(), self.word(constant)?));
        }
        if schema.words.is_empty() {
            return Some(());
        }
        let mut nodes = Vec::new();
        for word in &schema.words {
            nodes.push(self.word(word)?);
        }
        keywords.push(("enum".to_owned(), SchemaNode::List(nodes)));
        Some(())
    }

    fn word(&self, word: &Value) -> Option<SchemaNode> {
        match SchemaNode::of_scalar(word) {
            Some(node) => Some(node),
            // A literal of JSON stays as it is written.
            None => (!self.is_vendor()).then(|| SchemaNode::Literal(word.to_string())),
        }
    }

    fn add_limits(&self, schema: &Schema, keywords: &mut Vec<(String, SchemaNode)>) {
        for (keyword, limit) in &schema.limits {
            if self.target().supports_limit(keyword, limit.as_u64()) {
                keywords.push((
                    (*keyword).to_owned(),
                    SchemaNode::Literal(limit.to_string()),
                ));
            }
        }
    }

    /// Adds the schemas of the elements. Returns `false` if a vendor cannot express them.
    fn add_items(
        &mut self,
        schema: &Schema,
        keywords: &mut Vec<(String, SchemaNode)>,
        place: ValuePlace,
        depth: usize,
    ) -> bool {
        let is_array = matches!(schema.types[..], [("array", _)]);
        if self.is_vendor() && (!schema.first.is_empty() || (is_array && schema.rest.is_none())) {
            return false;
        }
        let mut first = Vec::new();
        for element in &schema.first {
            let node = self.value(element, place, depth + 1);
            first.push(node.unwrap_or(SchemaNode::Bool(true)));
        }
        if !first.is_empty() {
            keywords.push(("prefixItems".to_owned(), SchemaNode::List(first)));
        }
        let Some(rest) = &schema.rest else {
            return true;
        };
        match self.value(rest, place, depth + 1) {
            Some(items) => keywords.push(("items".to_owned(), items)),
            None => return false,
        }
        true
    }

    /// Returns the schema of a value that the catalog does not describe.
    fn any_value(&mut self) -> Option<SchemaNode> {
        match self.is_vendor() {
            true => Some(self.data_value()),
            false => Some(SchemaNode::Bool(true)),
        }
    }

    /// Returns the schema of a value in the data model. Vendors accept no objects with members of any name.
    pub(super) fn data_value(&mut self) -> SchemaNode {
        if !self.is_vendor() {
            return SchemaNode::Bool(true);
        }
        self.define("data value", "DataValue", |_| {
            let mut kinds: Vec<SchemaNode> = ["string", "number", "boolean"]
                .map(SchemaNode::of_type)
                .into();
            kinds.push(SchemaNode::array_of(SchemaNode::of_type("string")));
            SchemaNode::any_of(kinds)
        })
    }

    /// Returns the schema of an entry of the data model of A2UI 0.8.
    fn data_entry(&mut self) -> SchemaNode {
        self.define("data entry", "DataEntry", |builder| {
            let inner = builder.define("data entry in map", "InnerDataEntry", |builder| {
                builder.data_entry_with(None)
            });
            builder.data_entry_with(Some(inner))
        })
    }

    /// Returns the schema of an entry. A map in a map is not allowed.
    fn data_entry_with(&mut self, inner: Option<SchemaNode>) -> SchemaNode {
        let mut kinds: Vec<(&str, SchemaNode)> = vec![
            ("valueString", SchemaNode::of_type("string")),
            ("valueNumber", SchemaNode::of_type("number")),
            ("valueBoolean", SchemaNode::of_type("boolean")),
        ];
        kinds.extend(inner.map(|inner| ("valueMap", SchemaNode::array_of(inner))));
        let mut alternatives = Vec::new();
        for (name, node) in kinds {
            // OpenAI tells alternatives apart by their first member.
            let value = ObjectMember::required(name, node);
            let key = ObjectMember::required("key", SchemaNode::of_type("string"));
            alternatives.push(self.object(vec![value, key], true));
        }
        SchemaNode::any_of(alternatives)
    }

    /// Returns the schema of a common type.
    pub(super) fn common(&mut self, common: CommonType, place: ValuePlace) -> SchemaNode {
        match common {
            CommonType::DynamicString => self.dynamic(Returns::String, place),
            CommonType::DynamicNumber => self.dynamic(Returns::Number, place),
            CommonType::DynamicBoolean => self.dynamic(Returns::Boolean, place),
            CommonType::DynamicStringList => self.dynamic(Returns::Array, place),
            CommonType::DynamicValue => self.dynamic(Returns::Any, place),
            CommonType::CheckCondition => self.check_condition(place),
            CommonType::FunctionCall => self.calls(None, place),
            CommonType::ComponentId => SchemaNode::of_type("string"),
            CommonType::ChildList => self.define("ChildList", "ChildList", |builder| {
                let ids = SchemaNode::array_of(SchemaNode::of_type("string"));
                let template = builder.published_definition("ChildTemplate");
                SchemaNode::any_of(vec![ids, template])
            }),
            CommonType::DataBinding => self.binding(),
            CommonType::AccessibilityAttributes => {
                self.published_definition("AccessibilityAttributes")
            }
            CommonType::CheckRule => self.published_definition("CheckRule"),
            CommonType::Action => self.action(),
            // The members of these types are members of the component.
            CommonType::ComponentCommon | CommonType::Checkable => SchemaNode::Bool(true),
        }
    }

    /// Returns a reference to a type that A2UI defines for all catalogs.
    pub(super) fn published_definition(&mut self, name: &str) -> SchemaNode {
        let schema = published(self.source.version).definitions.get(name);
        let node = schema.and_then(|schema| self.value(schema, ValuePlace::Property, 0));
        node.unwrap_or_else(empty_object)
    }

    pub(super) fn binding(&mut self) -> SchemaNode {
        let is_marked = self.source.notation.has_marked_values();
        let is_1_0 = self.source.version == Version::V1_0;
        let key = if is_marked && is_1_0 {
            "@DataBinding"
        } else {
            "DataBinding"
        };
        self.published_definition(key)
    }
}

impl<'s> FlatObject<'s> {
    pub(super) fn of(schema: &'s Schema, definitions: &'s BTreeMap<Box<str>, Schema>) -> Self {
        let mut flat = Self::default();
        flat.add(schema, definitions, 0);
        flat
    }

    fn add(
        &mut self,
        schema: &'s Schema,
        definitions: &'s BTreeMap<Box<str>, Schema>,
        depth: usize,
    ) {
        self.visited += 1;
        if depth > SCHEMA_DEPTH || self.visited > MAX_SCHEMAS {
            return;
        }
        for (name, property) in &schema.properties {
            self.properties.entry(name).or_default().push(property);
        }
        self.required
            .extend(schema.required.iter().map(|name| &**name));
        self.alternatives
            .extend(schema.alternatives.iter().map(Vec::as_slice));
        self.others = schema.others.as_deref().or(self.others);
        let definition = schema
            .definition
            .as_ref()
            .and_then(|pointer| definitions.get(pointer));
        for part in schema.all_of.iter().chain(definition) {
            self.add(part, definitions, depth + 1);
        }
    }
}

/// Returns `true` if a schema only requires members.
fn is_requirement(schema: &Schema) -> bool {
    !schema.required.is_empty()
        && schema.properties.is_empty()
        && schema.all_of.is_empty()
        && schema.alternatives.is_empty()
        && schema.definition.is_none()
}

/// Lists the members of an alternative in a closed object, which would refuse them otherwise.
fn add_unlisted(alternative: &Schema, is_closed: bool, members: &mut Vec<ObjectMember>) {
    for name in alternative.properties.keys() {
        if is_closed && !members.iter().any(|member| member.name == **name) {
            members.push(ObjectMember::optional(name, SchemaNode::Bool(true)));
        }
    }
}

/// Returns a schema of objects without members.
pub(super) fn empty_object() -> SchemaNode {
    SchemaNode::object([
        ("type", SchemaNode::text("object")),
        ("properties", SchemaNode::Object(Vec::new())),
        ("required", SchemaNode::List(Vec::new())),
        ("additionalProperties", SchemaNode::Bool(false)),
    ])
}
