//! Schemas of messages, and of the object that contains them.

use super::{
    super::{MessageSlot, Schema, published::published_messages},
    builder::{Builder, ObjectMember, ValuePlace},
    node::SchemaNode,
};

/// The messages that build a surface, which are the messages of a vendor's schema.
const BUILDING_KEYS: [&str; 7] = [
    "createSurface",
    "beginRendering",
    "updateComponents",
    "surfaceUpdate",
    "updateDataModel",
    "dataModelUpdate",
    "deleteSurface",
];

/// The members of messages that a vendor's schema omits: values of any shape, and components that `updateComponents`
/// also sends.
const OMITTED_BY_VENDORS: [(&str, &str); 5] = [
    ("createSurface", "theme"),
    ("createSurface", "metadata"),
    ("createSurface", "dataModel"),
    ("createSurface", "components"),
    ("beginRendering", "styles"),
];

/// The members next to a message key, with the key that they belong to. `true` means that the key requires the member.
const MEMBERS_OF_KEYS: [(&str, &str, bool); 3] = [
    ("functionCallId", "callFunction", true),
    ("wantResponse", "callFunction", false),
    ("actionId", "actionResponse", true),
];

/// Returns the whole schema: an object with the list of messages.
pub(super) fn document(builder: &mut Builder<'_>) -> SchemaNode {
    let messages = builder.messages();
    let list = ObjectMember::required("messages", SchemaNode::array_of(messages));
    let root = builder.object(vec![list], true);
    let mut keywords = Vec::new();
    if !builder.is_vendor() {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        keywords.push(("$schema".to_owned(), SchemaNode::text(dialect)));
    }
    keywords.extend(root.members().iter().cloned());
    keywords.push(("$defs".to_owned(), builder.take_definitions()));
    SchemaNode::Object(keywords)
}

impl<'a> Builder<'a> {
    /// Returns a reference to the schema of one message.
    fn messages(&mut self) -> SchemaNode {
        let schema = published_messages(self.source.version);
        self.define("message", "Message", |builder| {
            let keys = schema.choice.iter().flat_map(|choice| &choice.names);
            let mut alternatives = Vec::new();
            for key in keys {
                if builder.is_vendor() && !BUILDING_KEYS.contains(&&**key) {
                    continue;
                }
                if let Some(body) = schema.properties.get(key) {
                    alternatives.push(builder.message(key, body, &schema));
                }
            }
            SchemaNode::any_of(alternatives)
        })
    }

    /// Returns the schema of the messages with one key. The key is first: OpenAI tells alternatives apart by their first
    /// member.
    fn message(&mut self, key: &str, body: &Schema, message: &Schema) -> SchemaNode {
        let body = match body.common {
            Some(common) => self.common(common, ValuePlace::Property),
            None => self.body(key, body),
        };
        let mut members = vec![ObjectMember::required(key, body)];
        for (name, schema) in &message.properties {
            let is_key = message
                .choice
                .iter()
                .any(|choice| choice.names.contains(name));
            if is_key {
                continue;
            }
            if &**name == "version" {
                members.push(ObjectMember::required(name, self.version(schema)));
                continue;
            }
            let of_key = MEMBERS_OF_KEYS
                .iter()
                .find(|of| of.0 == &**name && of.1 == key);
            let node = self.value(schema, ValuePlace::Property, 0);
            if let (Some((_, _, is_required)), Some(node)) = (of_key, node) {
                members.push(ObjectMember::new(name, node, *is_required));
            }
        }
        self.object(members, true)
    }

    /// Returns the schema of the version of a message.
    fn version(&mut self, schema: &Schema) -> SchemaNode {
        let words = &self.options.version_words;
        match words.as_slice() {
            [] => self
                .value(schema, ValuePlace::Property, 0)
                .unwrap_or(SchemaNode::Bool(true)),
            [word] => SchemaNode::word(word),
            words => SchemaNode::object([
                ("type", SchemaNode::text("string")),
                ("enum", SchemaNode::texts(words.iter().map(String::as_str))),
            ]),
        }
    }

    /// Returns the schema of the body of a message. Vendors require all members that it keeps, which are few.
    fn body(&mut self, key: &str, schema: &Schema) -> SchemaNode {
        let is_vendor = self.is_vendor();
        let mut members = Vec::new();
        for (name, member) in &schema.properties {
            if is_vendor && OMITTED_BY_VENDORS.contains(&(key, &**name)) {
                self.left_out.insert(format!("{key}/{name}"));
                continue;
            }
            let is_required = is_vendor || schema.required.contains(name);
            let node = self.body_member(key, name, member);
            members.push(ObjectMember::new(name, node, is_required));
        }
        // A reader of a stream needs the surface before its components.
        members.sort_by_key(|member| member.name != "surfaceId");
        self.object(members, schema.is_closed)
    }

    fn body_member(&mut self, key: &str, name: &str, schema: &Schema) -> SchemaNode {
        let is_list_of_components = schema
            .rest
            .as_ref()
            .is_some_and(|rest| rest.slot == Some(MessageSlot::Component));
        if is_list_of_components {
            return SchemaNode::object([
                ("type", SchemaNode::text("array")),
                ("items", self.component()),
                ("minItems", SchemaNode::Literal("1".to_owned())),
            ]);
        }
        if name == "catalogId" && matches!(key, "createSurface" | "beginRendering") {
            return SchemaNode::word(self.source.id.as_str());
        }
        if matches!(name, "theme" | "styles" | "dataModel") {
            return SchemaNode::of_type("object");
        }
        let node = self.value(schema, ValuePlace::Property, 0);
        node.unwrap_or_else(|| self.data_value())
    }
}
