//! The data model of a 0.8 surface. Its maps keep the order of members, because 0.9 shows some of them as lists.

use a2ui::data_model;
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Reader, Wire, Writer, decode::ReadResult, token};

/// A value of a data model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataNode {
    /// A scalar, or a container that is never written in parts.
    Value(Payload),
    /// An object with ordered members.
    Map(DataMap),
    /// An array, which 0.8 writes as JSON in a string.
    List(Vec<DataNode>),
}

/// The members of an object in insertion order. A member is removed only to undo its insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataMap {
    members: Vec<(String, DataNode)>,
    places: BTreeMap<String, usize>,
}

/// A path, and the value to restore there.
pub(super) type UndoWrite = (Vec<String>, Option<DataNode>);

impl Default for DataNode {
    fn default() -> Self {
        Self::Map(DataMap::default())
    }
}

impl DataMap {
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn members(&self) -> impl Iterator<Item = (&str, &DataNode)> {
        self.members.iter().map(|(name, node)| (name.as_str(), node))
    }

    pub(super) fn get(&self, name: &str) -> Option<&DataNode> {
        self.members.get(self.place(name)?).map(|(_, node)| node)
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut DataNode> {
        let place = self.place(name)?;
        self.members.get_mut(place).map(|(_, node)| node)
    }

    fn set(&mut self, name: &str, node: DataNode) -> Option<DataNode> {
        if let Some(old) = self.get_mut(name) {
            return Some(std::mem::replace(old, node));
        }
        self.places.insert(name.to_owned(), self.members.len());
        self.members.push((name.to_owned(), node));
        None
    }

    fn take_last(&mut self, name: &str) -> Option<DataNode> {
        if self.members.last().is_none_or(|(last, _)| last != name) {
            return None;
        }
        self.places.remove(name);
        self.members.pop().map(|(_, node)| node)
    }
}

impl DataNode {
    /// Reads a value with its members, if it does not exceed the depth limit of data models.
    pub(super) fn of(value: &Payload) -> Self {
        if value.depth() > data_model::MAX_DEPTH {
            return Self::Value(value.clone());
        }
        Self::read_text(value)
    }

    fn read_text(value: &Payload) -> Self {
        match value.kind() {
            PayloadKind::Object if !has_strange_names(value) => {
                let mut map = DataMap::default();
                for (name, value) in value.members() {
                    map.set(&name, Self::read_text(&value));
                }
                Self::Map(map)
            }
            PayloadKind::Array => Self::List(value.elements().map(|value| Self::read_text(&value)).collect()),
            _ => Self::Value(value.clone()),
        }
    }

    /// Wraps a value in new objects with these names.
    pub(super) fn below(names: &[String], value: Self) -> Self {
        names.iter().rev().fold(value, |value, name| {
            let mut map = DataMap::default();
            map.set(name, value);
            Self::Map(map)
        })
    }

    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(map) => map.get(name),
            Self::List(list) => list.get(name.parse::<usize>().ok()?),
            Self::Value(_) => None,
        }
    }

    /// Sets a value and creates missing objects above it. Returns the write that undoes it; `None` if the path cannot be
    /// written.
    pub(super) fn set(&mut self, names: &[String], value: Option<Self>) -> Option<UndoWrite> {
        let Some((name, below)) = names.split_first() else {
            return Some((Vec::new(), Some(std::mem::replace(self, value.unwrap_or_default()))));
        };
        let (mut at, before) = if self.get(name).is_some() && !(below.is_empty() && value.is_none()) {
            let child = match self {
                Self::Map(map) => map.get_mut(name),
                Self::List(list) => list.get_mut(name.parse::<usize>().ok()?),
                Self::Value(_) => None,
            }?;
            child.set(below, value)?
        } else {
            let before = match (self, value) {
                (Self::Map(map), Some(value)) => map.set(name, Self::below(below, value)),
                (Self::Map(map), None) => Some(map.take_last(name)?),
                (Self::List(list), Some(value)) if name.parse() == Ok(list.len()) => {
                    list.push(Self::below(below, value));
                    None
                }
                (Self::List(list), None) => Some(list.pop()?),
                _ => return None,
            };
            (Vec::new(), before)
        };
        at.insert(0, name.clone());
        Some((at, before))
    }

    /// Writes the value as JSON. A map becomes a list if `is_list` returns `true` for its position.
    pub(super) fn write<W>(&self, way: &W, ways: &impl ListPlaces<W>, text: &mut String) {
        let mut is_first = true;
        let mut comma = |text: &mut String| {
            if !std::mem::take(&mut is_first) {
                text.push(',');
            }
        };
        match self {
            Self::Value(value) => text.push_str(value.text()),
            Self::List(list) => {
                text.push('[');
                for (index, node) in list.iter().enumerate() {
                    comma(text);
                    node.write(&ways.below(way, &index.to_string()), ways, text);
                }
                text.push(']');
            }
            Self::Map(map) => {
                let is_list = ways.is_list(way);
                text.push(if is_list { '[' } else { '{' });
                for (name, node) in map.members() {
                    comma(text);
                    if !is_list {
                        text.push_str(Payload::string(name).text());
                        text.push(':');
                    }
                    node.write(&ways.below(way, name), ways, text);
                }
                text.push(if is_list { ']' } else { '}' });
            }
        }
    }
}

/// Tells which maps are written as lists, by their position.
pub(super) trait ListPlaces<W> {
    fn is_list(&self, way: &W) -> bool;
    fn below(&self, way: &W, name: &str) -> W;
}

/// Positions of a model without lists.
struct Nowhere;

impl ListPlaces<()> for Nowhere {
    fn is_list(&self, (): &()) -> bool {
        false
    }

    fn below(&self, (): &(), _: &str) {}
}

/// Returns `true` if a member name of an object may contain a lone surrogate.
fn has_strange_names(value: &Payload) -> bool {
    let mut names = token::children(value.text()).filter_map(|child| child.name);
    names.any(|name| name.contains(r"\ud") || name.contains(r"\uD"))
}

/// The wire form is JSON in a string.
impl Wire for DataNode {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let text = reader.string()?;
        // A text that is not JSON stands for itself.
        Ok(Self::of(&Payload::parse(&*text).unwrap_or_else(|_| Payload::string(&text))))
    }

    fn write(&self, writer: &mut Writer) {
        let mut text = String::new();
        Self::write(self, &(), &Nowhere, &mut text);
        writer.string(&text);
    }
}

wire::hand_written! {
    DataNode,
    schema: |_schemas| wire::schema::json!({"type": "string"}),
    generate: |level| {
        use wire::proptest::prelude::*;
        Payload::strategy(level).prop_map(|payload| Self::of(&payload)).boxed()
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> DataNode {
        DataNode::of(&Payload::parse(text).unwrap())
    }

    fn names(path: &str) -> Vec<String> {
        data_model::names(path).unwrap()
    }

    #[test]
    fn every_write_can_be_taken_back() {
        let start = r#"{"a":{"x":1,"y":{}},"l":[{"n":1},2],"s":"text"}"#;
        for (path, value, expected) in [
            ("/a/x", "2", r#"{"a":{"x":2,"y":{}},"l":[{"n":1},2],"s":"text"}"#),
            ("/a/z/0", "[3]", r#"{"a":{"x":1,"y":{},"z":{"0":[3]}},"l":[{"n":1},2],"s":"text"}"#),
            ("/l/0/n", "{}", r#"{"a":{"x":1,"y":{}},"l":[{"n":{}},2],"s":"text"}"#),
            ("/l/2/m", "{}", r#"{"a":{"x":1,"y":{}},"l":[{"n":1},2,{"m":{}}],"s":"text"}"#),
            ("/new", "null", r#"{"a":{"x":1,"y":{}},"l":[{"n":1},2],"s":"text","new":null}"#),
            ("/", "7", "7"),
        ] {
            let mut model = node(start);
            let (at, before) = model.set(&names(path), Some(node(value))).unwrap();
            assert_eq!(model, node(expected), "{path}");
            model.set(&at, before).unwrap();
            assert_eq!(model, node(start), "{path}");
        }
        for path in ["/s/x", "/l/5", "/l/x", "/s/x/y"] {
            let mut model = node(start);
            assert_eq!(model.set(&names(path), Some(node("1"))), None, "{path}");
            assert_eq!(model, node(start));
        }
    }

    #[test]
    fn data_nested_too_deep_is_one_value() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(matches!(node(&deep), DataNode::Value(_)));
    }
}
