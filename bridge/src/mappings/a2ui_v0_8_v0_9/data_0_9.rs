//! The data model of a 0.9 surface, and the components whose function calls read it.

use super::results::may_call;
use crate::{
    limits::MAX_MODEL_BYTES,
    shared::{JsonLen, SharedMap},
};
use a2ui::{
    ComponentId, Notation,
    data_model::{self, DataModel, DataModelOptions},
    expression::ReadPaths,
    v0_9,
};
use std::collections::BTreeSet;
use wire::{Field, Payload, Reader, Wire, Writer, decode::ReadResult};

/// The data model of a 0.9 surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurfaceData(DataModel);

impl Default for SurfaceData {
    fn default() -> Self {
        let options = DataModelOptions::new().max_bytes(MAX_MODEL_BYTES);
        Self(DataModel::with_options(options))
    }
}

impl SurfaceData {
    /// Reads the data of a surface in the context. The result is absent if the data exceed the size limit.
    pub(super) fn of_model(model: &DataModel) -> Field<Self> {
        let Some(value) = model.to_payload() else {
            return Field::Value(Self::default());
        };
        let mut data = Self::default();
        match data.0.set("", value) {
            Ok(()) => Field::Value(data),
            Err(_) => Field::Absent,
        }
    }

    /// Returns the data model itself.
    pub(super) fn model(&self) -> &DataModel {
        &self.0
    }
}

/// Performs an update. If the data model refuses the update, the data become unknown, because clients disagree about such
/// updates. The next update of the whole model makes them known again.
pub(super) fn write(data: &mut Field<SurfaceData>, update: &v0_9::UpdateDataModel) {
    let path = update.path.get().map_or("", String::as_str);
    let is_whole = data_model::segments(path).is_ok_and(|segments| segments.is_empty());
    if is_whole {
        *data = Field::Value(SurfaceData::default());
    }
    let Field::Value(SurfaceData(model)) = data else {
        return;
    };
    let written = match &update.value {
        Some(value) => model.set(path, value.clone()),
        None => model.remove(path),
    };
    // An absent value is unknown, not empty.
    if written.is_err() {
        *data = Field::Absent;
    }
}

/// An upper bound for the length as JSON in a string, where quotes are escaped.
impl JsonLen for SurfaceData {
    fn json_len(&self) -> usize {
        self.0.bytes().saturating_mul(2) + "\"\"".len()
    }
}

/// The wire form of the data, which is JSON in a string, so that the data can be nested as deep as in a message.
impl Wire for SurfaceData {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let text = reader.string()?;
        let mut data = Self::default();
        // A text that is not JSON contains no data, and data over the limit were never saved.
        if let Ok(value) = Payload::parse(&*text) {
            drop(data.0.set("", value));
        }
        Ok(data)
    }

    fn write(&self, writer: &mut Writer) {
        let value = self.0.to_payload();
        writer.string(value.as_ref().map_or("", Payload::text));
    }
}

wire::hand_written! {
    SurfaceData,
    schema: |_schemas| wire::schema::json!({"type": "string"}),
    generate: |level| {
        use wire::proptest::prelude::*;
        let data = |value| {
            let mut data = Self::default();
            // A generated value over the limit leaves the data empty.
            drop(data.0.set("", value));
            data
        };
        Payload::strategy(level).prop_map(data).boxed()
    },
}

/// The ids of components with function calls, by the paths that the calls read. A component under the empty path may read any
/// path.
pub(super) type Readers = SharedMap<String, SharedMap<ComponentId, bool>>;

/// Returns `true` if a property of the component may contain a function call.
pub(super) fn has_calls(component: &v0_9::Component) -> bool {
    component
        .extra
        .iter()
        .any(|(_, value)| value.text().starts_with(['{', '[']) && may_call(value.text()))
}

/// Returns the paths that the function calls of a component read.
fn paths_of(component: &v0_9::Component) -> BTreeSet<String> {
    if !has_calls(component) {
        return BTreeSet::new();
    }
    let mut reads = ReadPaths::default();
    for (_, value) in component.extra.iter() {
        reads.add(value, Notation::Plain);
    }
    if reads.may_read_any() {
        return BTreeSet::from([String::new()]);
    }
    let paths = reads
        .paths()
        .filter_map(|path| data_model::segments(path).ok());
    wire::collect_set(paths.map(|segments| data_model::path(&segments)))
}

/// Adds the paths that a component reads. `id` is the id of the component in 0.8.
pub(super) fn add_reader(readers: &mut Readers, id: &ComponentId, component: &v0_9::Component) {
    for path in paths_of(component) {
        readers.update_or_default(path, |ids| ids.insert(id.clone(), true));
    }
}

/// Removes the paths that a component reads. `id` is the id of the component in 0.8.
pub(super) fn remove_reader(readers: &mut Readers, id: &str, component: &v0_9::Component) {
    for path in paths_of(component) {
        readers.update(&*path, |ids| ids.remove(id));
        if readers.get(&*path).is_some_and(SharedMap::is_empty) {
            readers.remove(&*path);
        }
    }
}

/// Returns the components that read a value at this path, above it or below it.
pub(super) fn readers_of(readers: &Readers, path: &str) -> BTreeSet<ComponentId> {
    let Ok(segments) = data_model::segments(path) else {
        // No value can be read or written at an invalid path.
        return BTreeSet::new();
    };
    let mut found = BTreeSet::new();
    for len in 0..=segments.len() {
        let above = data_model::path(segments.get(..len).unwrap_or_default());
        if let Some(ids) = readers.get(&*above) {
            found.extend(ids.keys().cloned());
        }
    }
    let start = data_model::path(&segments) + "/";
    for (path, ids) in readers.range_from(&*start) {
        if !path.starts_with(&start) {
            break;
        }
        found.extend(ids.keys().cloned());
    }
    found
}
