//! The paths of a data model that messages have written, whatever stands there now.

use super::literals;
use crate::{
    Message,
    data_model::{self, DataError},
    v0_8, v0_9, v0_10, v1_0,
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, token};

/// The name of a node that stands for any element of a list or member of a map.
pub(super) const ANY: &str = "*";

/// A place of the data model and what was ever written at it and below it.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenPaths {
    pub(super) is_list: bool,
    pub(super) is_object: bool,
    /// Whether a string, a number or a boolean was written here.
    pub(super) is_scalar: bool,
    /// Whether the user may write here, so that nothing is known of what lies below.
    pub(super) is_input: bool,
    pub(super) below: BTreeMap<Box<str>, WrittenPaths>,
}

/// The result of looking for a path.
pub(super) enum Lookup<'a> {
    Found(&'a WrittenPaths),
    /// Something above it is a placeholder: nothing is known of the path.
    Unknown,
    /// The segment at this place of the path is not in this node.
    Missing(&'a WrittenPaths, usize),
}

impl WrittenPaths {
    /// Adds what a message writes that was applied.
    pub(super) fn observe(&mut self, message: &Message) {
        match message {
            Message::V0_8Agent(message) => match &message.body {
                v0_8::AgentBody::DataModelUpdate(body) => {
                    let value = v0_8::contents::value(&body.contents, &Pointer::root());
                    let names = data_model::names(body.path.get().map_or("", String::as_str));
                    if let (Ok(value), Ok(names)) = (value, names) {
                        self.write(&names, &value, true);
                    }
                }
                v0_8::AgentBody::SurfaceUpdate(body) => {
                    for literal in body.components.iter().flat_map(literals::of) {
                        self.write_at(data_model::segments(&literal.path), Some(&literal.value), true);
                    }
                }
                _ => {}
            },
            Message::V0_9Agent(v0_9::AgentMessage {
                body: v0_9::AgentBody::UpdateDataModel(body), ..
            })
            | Message::V0_10Agent(v0_10::AgentMessage {
                body: v0_10::AgentBody::UpdateDataModel(body),
                ..
            }) => self.write_at(segments(body.path.get()), body.value.as_ref(), false),
            Message::V1_0Agent(message) => match &message.body {
                v1_0::AgentBody::UpdateDataModel(body) => {
                    self.write_at(segments(body.path.get()), Some(&body.value), false);
                }
                v1_0::AgentBody::CreateSurface(body) => {
                    self.write_at(Ok(Vec::new()), body.data_model.as_ref(), false);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn write_at(
        &mut self,
        path: Result<Vec<String>, DataError>,
        value: Option<&Payload>,
        has_only_names: bool,
    ) {
        if let (Ok(path), Some(value)) = (path, value) {
            self.write(&path, value, has_only_names);
        }
    }

    fn write(&mut self, path: &[String], value: &Payload, has_only_names: bool) {
        let mut node = self;
        for segment in path {
            let is_index = !has_only_names && segment.bytes().all(|byte| byte.is_ascii_digit());
            if is_index {
                node.is_list = true
            } else {
                node.is_object = true
            }
            node = node.child(segment);
        }
        node.add(value);
    }

    pub(super) fn child(&mut self, name: &str) -> &mut Self {
        self.below.entry(name.into()).or_default()
    }

    // A message nests no deeper than its reader allows, so that this is bounded.
    fn add(&mut self, value: &Payload) {
        match value.kind() {
            PayloadKind::Null => {}
            PayloadKind::Object => {
                self.is_object = true;
                for (name, value) in value.members() {
                    self.child(&name).add(&value);
                }
            }
            PayloadKind::Array => {
                self.is_list = true;
                for (index, value) in value.elements().enumerate() {
                    self.child(&index.to_string()).add(&value);
                }
            }
            // Published clients of 0.8 read a string that holds JSON as what it holds.
            PayloadKind::String if token::string(value.text()).trim_start().starts_with(['{', '[']) => {
                self.is_input = true;
            }
            PayloadKind::String | PayloadKind::Number | PayloadKind::Boolean => self.is_scalar = true,
        }
    }

    /// Whether nothing but null, `{}` or `[]` was written here, or the user may write here.
    pub(super) fn is_open(&self) -> bool {
        self.is_input || (self.below.is_empty() && !self.is_scalar)
    }

    /// Looks for a path below this node, of which something is known.
    pub(super) fn look(&self, path: &[String]) -> Lookup<'_> {
        let mut node = self;
        for (place, segment) in path.iter().enumerate() {
            if place > 0 && node.is_open() {
                return Lookup::Unknown;
            }
            match node.below.get(segment.as_str()).or_else(|| node.below.get(ANY)) {
                Some(below) => node = below,
                None => return Lookup::Missing(node, place),
            }
        }
        Lookup::Found(node)
    }

    /// Everything that stands in any element or member of this node.
    pub(super) fn merge_children(&self) -> Self {
        let mut all = Self::default();
        self.below.values().for_each(|below| all.merge(below));
        all
    }

    fn merge(&mut self, other: &Self) {
        self.is_list |= other.is_list;
        self.is_object |= other.is_object;
        self.is_scalar |= other.is_scalar;
        self.is_input |= other.is_input;
        for (name, below) in &other.below {
            self.child(name).merge(below);
        }
    }
}

fn segments(path: Option<&String>) -> Result<Vec<String>, DataError> {
    data_model::segments(path.map_or("", String::as_str))
}
