//! Schemas of dynamic values, function calls and actions.

use super::{
    super::{Function, MAX_SCHEMAS, published},
    builder::{Builder, ObjectMember, ValuePlace},
    node::SchemaNode,
    values::{FlatObject, empty_object},
};
use crate::{
    Version,
    catalog::{CatalogFunction, Returns},
    v1_0::basic::Index,
};

impl<'a> Builder<'a> {
    /// Returns the schema of a value that is a literal, a binding or a call with this result.
    pub(super) fn dynamic(&mut self, kind: Returns, place: ValuePlace) -> SchemaNode {
        let place = self.effective_place(place);
        let name = match kind {
            Returns::Number => "DynamicNumber",
            Returns::Boolean => "DynamicBoolean",
            Returns::Array => "DynamicStringList",
            Returns::Any => "DynamicValue",
            _ => "DynamicString",
        };
        let suffix = if place == ValuePlace::Argument {
            "Argument"
        } else {
            ""
        };
        let key = format!("{name}{suffix}");
        self.define(&key, &key, |builder| {
            let mut alternatives = builder.literals(kind);
            alternatives.push(builder.binding());
            alternatives.extend(builder.call_list(Some(kind), place));
            SchemaNode::any_of(alternatives)
        })
    }

    /// Returns the place that decides about calls. With recursion, arguments are like properties.
    fn effective_place(&self, place: ValuePlace) -> ValuePlace {
        match self.target().allows_recursion() {
            true => ValuePlace::Property,
            false => place,
        }
    }

    fn literals(&self, kind: Returns) -> Vec<SchemaNode> {
        let kinds: &[&str] = match kind {
            Returns::Number => &["number"],
            Returns::Boolean => &["boolean"],
            Returns::Array => return vec![SchemaNode::array_of(SchemaNode::of_type("string"))],
            Returns::Any if self.is_vendor() => &["string", "number", "boolean"],
            // Since 1.0, objects are literals too.
            Returns::Any if self.source.version == Version::V1_0 => {
                &["string", "number", "boolean", "array", "object"]
            }
            Returns::Any => &["string", "number", "boolean", "array"],
            _ => &["string"],
        };
        kinds.iter().map(|kind| SchemaNode::of_type(kind)).collect()
    }

    /// Returns the schema of an argument that the function does not describe.
    pub(super) fn argument_value(&mut self) -> SchemaNode {
        match self.is_vendor() {
            true => self.dynamic(Returns::Any, ValuePlace::Argument),
            // Any object is a valid argument.
            false => SchemaNode::Bool(true),
        }
    }

    /// Returns the schema of the condition of a check since 1.0: a binding or a call.
    pub(super) fn check_condition(&mut self, place: ValuePlace) -> SchemaNode {
        let mut alternatives = vec![self.binding()];
        alternatives.extend(self.call_list(Some(Returns::Boolean), place));
        SchemaNode::any_of(alternatives)
    }

    /// Returns the schema of a call whose result has this type. `None` means that the result is unused.
    pub(super) fn calls(&mut self, expected: Option<Returns>, place: ValuePlace) -> SchemaNode {
        let calls = self.call_list(expected, place);
        match calls.is_empty() {
            true => empty_object(),
            false => SchemaNode::any_of(calls),
        }
    }

    /// Returns references to the calls of all functions with such a result.
    fn call_list(&mut self, expected: Option<Returns>, place: ValuePlace) -> Vec<SchemaNode> {
        if place == ValuePlace::Argument && !self.target().allows_recursion() {
            return Vec::new();
        }
        let schemas = self.source.schemas;
        let mut functions: Vec<(&str, &Function)> = Vec::new();
        for (name, function) in &schemas.functions {
            if self.selects_function(name) {
                functions.push((name, function));
            }
        }
        // All clients of 1.0 support `@index`, whatever catalogs they have.
        if self.source.version == Version::V1_0 && !schemas.functions.contains_key(Index::FUNCTION)
        {
            let index = published(Version::V1_0)
                .functions
                .get_key_value(Index::FUNCTION);
            functions.extend(index.map(|(name, function)| (&**name, function)));
        }
        let mut calls = Vec::new();
        for (name, function) in functions.into_iter().take(MAX_SCHEMAS) {
            let is_shown_index = name == Index::FUNCTION && expected == Some(Returns::String);
            let fits = expected.is_none_or(|expected| function.returns.is_assignable_to(expected));
            if fits || is_shown_index {
                calls.push(self.call(name, function));
            }
        }
        calls
    }

    fn selects_function(&self, name: &str) -> bool {
        match &self.options.functions {
            Some(selected) => selected.iter().any(|one| one == name),
            None => true,
        }
    }

    /// Returns a reference to the schema of the calls of one function.
    fn call(&mut self, name: &str, function: &Function) -> SchemaNode {
        let key = format!("function {name}");
        self.define(&key, &format!("{}Call", capitalized(name)), |builder| {
            builder.call_schema(name, function)
        })
    }

    fn call_schema(&mut self, name: &str, function: &Function) -> SchemaNode {
        let is_marked =
            self.source.notation.has_marked_values() && self.source.version == Version::V1_0;
        let (key, definition) = match is_marked {
            true => ("@call", "@FunctionCall"),
            false => ("call", "FunctionCall"),
        };
        let mut members = vec![ObjectMember::required(key, SchemaNode::word(name))];
        let args = self.arguments(name, function);
        let is_required = self.is_vendor() || args.1;
        members.push(ObjectMember::new("args", args.0, is_required));
        let Some(of_call) = published(self.source.version).definitions.get(definition) else {
            return self.object(members, true);
        };
        for (member, schema) in &of_call.properties {
            let node = match &**member {
                "returnType" if function.returns == Returns::Any => SchemaNode::of_type("string"),
                "returnType" => SchemaNode::word(function.returns.as_str()),
                "call" | "@call" | "args" => continue,
                _ => match self.value(schema, ValuePlace::Property, 0) {
                    Some(node) => node,
                    None => continue,
                },
            };
            // Before 1.0, an absent return type means a boolean, so vendors state it.
            let is_stated = &**member == "returnType" && function.returns != Returns::Any;
            if !self.is_vendor() || is_stated {
                members.push(ObjectMember::new(member, node, self.is_vendor()));
            }
        }
        self.object(members, true)
    }

    /// Returns the schema of the arguments, and `true` if a call without arguments is an error.
    fn arguments(&mut self, name: &str, function: &Function) -> (SchemaNode, bool) {
        let Some(schema) = &function.args else {
            let any = SchemaNode::of_type("object");
            return (
                if self.is_vendor() {
                    empty_object()
                } else {
                    any
                },
                false,
            );
        };
        let definitions = &self.source.schemas.definitions;
        let flat = FlatObject::of(schema, definitions);
        let names = schema.names(definitions);
        let members = self.members(&flat, name, ValuePlace::Argument, 0);
        let is_closed = names.is_closed && !names.is_open;
        let is_required = !flat.required.is_empty();
        let place = (ValuePlace::Argument, 0);
        (
            self.finish_object(&flat, members, is_closed, place),
            is_required,
        )
    }

    /// Returns the schema of the action of a component.
    pub(super) fn action(&mut self) -> SchemaNode {
        let Some(schema) = published(self.source.version).definitions.get("Action") else {
            return SchemaNode::Bool(true);
        };
        let is_vendor = self.is_vendor();
        self.define("Action", "Action", |builder| {
            let mut bodies = Vec::new();
            for (name, body) in &schema.properties {
                let node = match &**name {
                    // The result is unused, so models call functions without a result.
                    "functionCall" if is_vendor => builder.calls_without_result(),
                    _ => builder.value(body, ValuePlace::Property, 0),
                };
                if let Some(node) = node {
                    bodies.push(builder.object(vec![ObjectMember::required(name, node)], true));
                }
            }
            SchemaNode::any_of(bodies)
        })
    }

    fn calls_without_result(&mut self) -> Option<SchemaNode> {
        let calls = self.call_list(Some(Returns::Void), ValuePlace::Property);
        (!calls.is_empty()).then(|| SchemaNode::any_of(calls))
    }
}

fn capitalized(name: &str) -> String {
    let plain = name.trim_start_matches('@');
    let mut letters = plain.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
