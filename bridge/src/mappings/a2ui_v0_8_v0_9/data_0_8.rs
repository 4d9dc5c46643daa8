//! The data model of a 0.8 surface. Its maps keep the order of their members, because some maps are lists in 0.9.

use crate::shared::{JsonLen, SharedList, SharedMap, SharedValue};
use a2ui::data_model;
use wire::{Payload, PayloadKind, Reader, Wire, Writer, decode::ReadResult, token};

/// A value of a data model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataNode {
    /// A scalar, or a container whose parts are never written alone.
    Value(SharedValue<Payload>),
    /// An object with ordered members.
    Map(DataMap),
    /// An array. In 0.8 it is JSON in a string.
    List(SharedList<DataNode>),
}

/// The members of an object in insertion order. No member is ever removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataMap(SharedMap<String, Member>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    /// The index of the member in its object.
    place: usize,
    /// The number of bytes that escaping the name a second time adds.
    name_escapes: usize,
    node: DataNode,
}

impl Default for DataNode {
    fn default() -> Self {
        Self::Map(DataMap::default())
    }
}

/// Returns the length of a JSON text when it is escaped in a JSON string, without the quotes of the string.
fn len_in_string(json: &str) -> usize {
    json.json_len() - "\"\"".len()
}

impl JsonLen for Member {
    fn json_len(&self) -> usize {
        self.node.json_len() + self.name_escapes
    }
}

/// The length of a node as JSON in a string, where names and texts are escaped twice.
impl JsonLen for DataNode {
    fn json_len(&self) -> usize {
        let len = match self {
            Self::Value(value) => len_in_string(value.text()),
            Self::Map(map) => map.0.json_len(),
            Self::List(list) => list.json_len(),
        };
        len + "\"\"".len()
    }
}

impl DataMap {
    /// Returns the index of a member.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.0.get(name).map(|member| member.place)
    }

    /// Returns the number of members.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the members in insertion order.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, &DataNode)> {
        let mut members = vec![None; self.len()];
        for (name, member) in self.0.iter() {
            if let Some(place) = members.get_mut(member.place) {
                *place = Some((name.as_str(), &member.node));
            }
        }
        members.into_iter().flatten()
    }

    /// Returns the value of a member.
    pub(super) fn get(&self, name: &str) -> Option<&DataNode> {
        self.0.get(name).map(|member| &member.node)
    }

    /// Sets a member. A new member comes last, and a known one keeps its index.
    fn set(&mut self, name: &str, node: DataNode) {
        let place = self.place(name).unwrap_or_else(|| self.len());
        let name_escapes =
            len_in_string(Payload::string(name).text()).saturating_sub(name.json_len());
        self.0.insert(
            name.to_owned(),
            Member {
                place,
                name_escapes,
                node,
            },
        );
    }
}

impl DataNode {
    /// Reads a value with its members. A value that exceeds the depth limit of data models becomes one opaque value.
    pub(super) fn from_payload(value: &Payload) -> Self {
        if value.depth() > data_model::MAX_DATA_DEPTH {
            return Self::Value(value.clone().into());
        }
        Self::read_text(value)
    }

    /// Reads a value whose depth was checked, because the function is recursive.
    fn read_text(value: &Payload) -> Self {
        match value.kind() {
            PayloadKind::Object if !has_strange_names(value) => {
                let mut map = DataMap::default();
                for (name, value) in value.members() {
                    map.set(&name, Self::read_text(&value));
                }
                Self::Map(map)
            }
            PayloadKind::Array => Self::List(
                value
                    .elements()
                    .map(|value| Self::read_text(&value))
                    .collect::<Vec<_>>()
                    .into(),
            ),
            _ => Self::Value(value.clone().into()),
        }
    }

    /// Wraps a value in new objects with these names.
    pub(super) fn wrapped_in(names: &[String], value: Self) -> Self {
        let mut node = value;
        for name in names.iter().rev() {
            let mut map = DataMap::default();
            map.set(name, node);
            node = Self::Map(map);
        }
        node
    }

    /// Returns the member with this name, or the item with this index.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(map) => map.get(name),
            Self::List(list) => list.get(name.parse::<usize>().ok()?),
            Self::Value(_) => None,
        }
    }

    /// Sets the value at a path, and creates the missing objects above it. Returns `false` if the path leads through a scalar
    /// or past the end of an array.
    pub(super) fn set(&mut self, names: &[String], value: Self) -> bool {
        let Some((name, below)) = names.split_first() else {
            *self = value;
            return true;
        };
        match self {
            Self::Map(DataMap(members)) if members.contains_key(name) => members
                .update(name, |member| member.node.set(below, value))
                .unwrap_or_default(),
            Self::Map(map) => {
                map.set(name, Self::wrapped_in(below, value));
                true
            }
            Self::List(list) => match name.parse::<usize>() {
                Ok(index) if index == list.len() => {
                    list.push(Self::wrapped_in(below, value));
                    true
                }
                Ok(index) => list
                    .update(index, |node| node.set(below, value))
                    .unwrap_or_default(),
                // An array has no members with names.
                Err(_) => false,
            },
            Self::Value(_) => false,
        }
    }

    /// Writes the value as JSON. A map becomes a list if `places` selects its position.
    pub(super) fn write<W>(&self, position: &W, places: &impl ListPlaces<W>, text: &mut String) {
        match self {
            Self::Value(value) => text.push_str(value.text()),
            Self::List(list) => {
                text.push('[');
                for (index, node) in list.iter().enumerate() {
                    write_comma(index, text);
                    node.write(
                        &places.step_into(position, &index.to_string()),
                        places,
                        text,
                    );
                }
                text.push(']');
            }
            Self::Map(map) => {
                // 0.9 repeats templates for lists only.
                let is_list = places.is_list(position);
                text.push(if is_list { '[' } else { '{' });
                for (index, (name, node)) in map.members().enumerate() {
                    write_comma(index, text);
                    if !is_list {
                        text.push_str(Payload::string(name).text());
                        text.push(':');
                    }
                    node.write(&places.step_into(position, name), places, text);
                }
                text.push(if is_list { ']' } else { '}' });
            }
        }
    }
}

/// Writes the comma before a part of a container, except the first one.
fn write_comma(index: usize, text: &mut String) {
    if index > 0 {
        text.push(',');
    }
}

/// A selection of maps that are written as lists, by their position.
pub(super) trait ListPlaces<W> {
    /// Returns `true` if the map at this position is written as a list.
    fn is_list(&self, position: &W) -> bool;
    /// Returns the position of the member with this name.
    fn step_into(&self, position: &W, name: &str) -> W;
}

/// A selection that contains no map.
struct Nowhere;

impl ListPlaces<()> for Nowhere {
    fn is_list(&self, (): &()) -> bool {
        false
    }

    fn step_into(&self, (): &(), _: &str) {}
}

/// Returns `true` if a member name of an object may contain a lone surrogate.
fn has_strange_names(value: &Payload) -> bool {
    let mut names = token::children(value.text()).filter_map(|child| child.name);
    names.any(|name| name.contains(r"\ud") || name.contains(r"\uD"))
}

/// The wire form of a node, which is JSON in a string.
impl Wire for DataNode {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let text = reader.string()?;
        // A text that is not JSON is read as a string value.
        Ok(Self::from_payload(
            &Payload::parse(&*text).unwrap_or_else(|_| Payload::string(&text)),
        ))
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
        Payload::strategy(level).prop_map(|payload| Self::from_payload(&payload)).boxed()
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> DataNode {
        DataNode::from_payload(&Payload::parse(text).unwrap())
    }

    fn names(path: &str) -> Vec<String> {
        data_model::names(path).unwrap()
    }

    #[test]
    fn a_write_changes_one_place_and_no_copy() {
        let start = r#"{"a":{"x":1,"y":{}},"l":[{"n":1},2],"s":"text"}"#;
        for (path, value, expected) in [
            (
                "/a/x",
                "2",
                r#"{"a":{"x":2,"y":{}},"l":[{"n":1},2],"s":"text"}"#,
            ),
            (
                "/a/z/0",
                "[3]",
                r#"{"a":{"x":1,"y":{},"z":{"0":[3]}},"l":[{"n":1},2],"s":"text"}"#,
            ),
            (
                "/l/0/n",
                "{}",
                r#"{"a":{"x":1,"y":{}},"l":[{"n":{}},2],"s":"text"}"#,
            ),
            (
                "/l/2/m",
                "{}",
                r#"{"a":{"x":1,"y":{}},"l":[{"n":1},2,{"m":{}}],"s":"text"}"#,
            ),
            (
                "/new",
                "null",
                r#"{"a":{"x":1,"y":{}},"l":[{"n":1},2],"s":"text","new":null}"#,
            ),
            ("/", "7", "7"),
        ] {
            let mut model = node(start);
            let before = model.clone();
            assert!(model.set(&names(path), node(value)));
            assert_eq!(model, node(expected), "{path}");
            assert!(model.json_len() >= wire::encoded_len(&model), "{path}");
            assert_eq!(before, node(start), "{path}");
        }
        for path in ["/s/x", "/l/5", "/l/x", "/s/x/y"] {
            let mut model = node(start);
            assert!(!model.set(&names(path), node("1")), "{path}");
            assert_eq!(model, node(start));
        }
    }

    #[test]
    fn the_length_counts_quotes_as_they_are_written() {
        for text in [
            "plain",
            &"\"".repeat(40),
            &"\\".repeat(40),
            &"\u{1}\n".repeat(40),
        ] {
            let text = Payload::string(text);
            for json in [
                format!(r#"{{{text}:1,"m":{{{text}:{{}}}}}}"#),
                format!(r#"{{"a":[{text},[{text}]]}}"#),
            ] {
                let model = node(&json);
                let exact = wire::encoded_len(&model);
                assert!(
                    (exact..=exact + exact / 2 + 32).contains(&model.json_len()),
                    "{json}"
                );
            }
        }
    }

    #[test]
    fn data_nested_too_deep_is_one_value() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(matches!(node(&deep), DataNode::Value(_)));
    }
}
