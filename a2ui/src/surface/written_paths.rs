//! The paths of a data model that messages have written, whatever their current values.

use super::literals;
use crate::{
    Message,
    data_model::{self, DataError},
    v0_8, v0_9, v0_10, v1_0,
};
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer, token};

/// The name of a node that matches any list element or object member.
pub(super) const ANY: &str = "*";

/// A data model path with all values that were ever written at the path or below.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenPaths {
    pub(super) is_list: bool,
    pub(super) is_object: bool,
    /// `true` if a string, number or boolean was written to this path.
    pub(super) is_scalar: bool,
    /// `true` if the user may write to this path, so that the values below are unknown.
    pub(super) is_input: bool,
    pub(super) below: BTreeMap<Box<str>, WrittenPaths>,
}

/// The result of looking up a path.
pub(super) enum Lookup<'a> {
    Found(&'a WrittenPaths),
    /// A node above the path is open, so the path may exist.
    Unknown,
    /// The path does not exist. The fields are the last node on the path and the index of the first missing segment.
    Missing(&'a WrittenPaths, usize),
}

impl WrittenPaths {
    /// Records the paths that an applied message writes.
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
                // In 0.8, a literal beside a path is written to the data model.
                v0_8::AgentBody::SurfaceUpdate(body) => {
                    for literal in body.components.iter().flat_map(literals::of) {
                        self.write_at(
                            data_model::segments(&literal.path),
                            Some(&literal.value),
                            true,
                        );
                    }
                }
                _ => {}
            },
            Message::V0_9Agent(v0_9::AgentMessage {
                body: v0_9::AgentBody::UpdateDataModel(body),
                ..
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

    // A message is at most as deep as its reader allows, so the recursion is bounded.
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
            // Published 0.8 clients parse a string that contains JSON.
            PayloadKind::String
                if token::string(value.text())
                    .trim_start()
                    .starts_with(['{', '[']) =>
            {
                self.is_input = true;
            }
            PayloadKind::String | PayloadKind::Number | PayloadKind::Boolean => {
                self.is_scalar = true
            }
        }
    }

    /// Returns `true` if only null, `{}` or `[]` was written to this path, or if the user may write to it.
    pub(super) fn is_open(&self) -> bool {
        self.is_input || (self.below.is_empty() && !self.is_scalar)
    }

    /// Looks up a path that is relative to this node.
    pub(super) fn look_up(&self, path: &[String]) -> Lookup<'_> {
        let mut node = self;
        for (place, segment) in path.iter().enumerate() {
            if place > 0 && node.is_open() {
                return Lookup::Unknown;
            }
            match node
                .below
                .get(segment.as_str())
                .or_else(|| node.below.get(ANY))
            {
                Some(below) => node = below,
                None => return Lookup::Missing(node, place),
            }
        }
        Lookup::Found(node)
    }

    /// Returns a node that merges all elements or members of this node.
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
