//! The changes that messages make to a surface.

use super::{
    Strictness, Surface, SurfaceChange, SurfaceComponent, SurfaceError, surface_state::Creation,
    version_word::VersionWord,
};
use crate::{
    data_model::{self, DataError},
    v0_8,
};
use wire::{Extra, Payload, Pointer, Severity, Validate};

impl Surface {
    pub(super) fn begin(
        &mut self,
        body: &v0_8::BeginRendering,
        extra: &Extra,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let before = self.creation.clone();
        if let Creation::V0_8(begun) = &mut self.creation {
            match begun {
                None => *begun = Some((body.clone(), extra.clone())),
                Some((old, old_extra)) => {
                    old.root = body.root.clone();
                    if !body.catalog_id.is_absent() {
                        old.catalog_id = body.catalog_id.clone();
                    }
                    if body.styles.is_some() {
                        old.styles = body.styles.clone();
                    }
                    merge(&mut old.extra, &body.extra);
                    merge(old_extra, extra);
                }
            }
        }
        let bytes = self.creation.bytes();
        let needed = self
            .bytes()
            .saturating_sub(self.creation_bytes)
            .saturating_add(bytes);
        let done = self.require_room(needed, &Pointer::from_static("/beginRendering"));
        if let Err(error) = done.and_then(|()| self.require_complete(&[], "/beginRendering")) {
            self.creation = before;
            return Err(error);
        }
        self.creation_bytes = bytes;
        Ok(vec![SurfaceChange::Begun {
            surface_id: self.surface_id().clone(),
            root: body.root.clone(),
        }])
    }

    /// Adds and replaces components. `at` is the pointer of the component list in the message.
    ///
    /// Specification: [A2UI 1.0, `updateComponents`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#updatecomponents).
    pub(super) fn update_components(
        &mut self,
        components: Vec<SurfaceComponent>,
        word: VersionWord,
        at: &'static str,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let ids: Vec<_> = components
            .iter()
            .map(|component| component.id().clone())
            .collect();
        let mut changes = Vec::new();
        // Literals are written first, because a conflict shows immediately and both changes are cheap to revert.
        let before = self.write_literals(&components, at, &mut changes)?;
        let bytes = self.bytes();
        let undo = match self.components.update(components, word, &self.options, at) {
            Ok(undo) => undo,
            Err(error) => {
                self.restore(before);
                return Err(error);
            }
        };
        let done = match self.bytes() > bytes {
            true => self.require_room_for_new(&Pointer::from_static(at)),
            false => Ok(()),
        };
        if let Err(error) = done.and_then(|()| self.require_complete(&ids, at)) {
            self.components.undo(undo);
            self.restore(before);
            return Err(error);
        }
        self.components.keep(&undo);
        changes.push(SurfaceChange::Components {
            surface_id: self.surface_id().clone(),
            components: ids,
        });
        Ok(changes)
    }

    /// Refuses an incomplete surface if the options require a complete surface after every message.
    fn require_complete(
        &self,
        updated: &[crate::ComponentId],
        at: &'static str,
    ) -> Result<(), SurfaceError> {
        let judged = self.options.strictness == Strictness::Complete && !self.seeded;
        if !judged || self.root().is_none() || self.components.is_empty() {
            return Ok(());
        }
        let mut findings = self.validate().into_iter();
        let Some(finding) = findings.find(|finding| finding.severity == Severity::Error) else {
            return Ok(());
        };
        let mut pointer = Pointer::from_static(at);
        let mut segments = finding.pointer.segments().skip(1);
        let index = match segments.next() {
            Some(id) => updated.iter().position(|updated| updated.as_str() == id),
            None => None,
        };
        // Findings about a component of this message point into the message.
        if let Some(index) = index {
            pointer.push_index(index);
            for segment in segments {
                pointer.push(&segment);
            }
        }
        Err(SurfaceError::new(finding.rule, pointer, finding.message).hint(finding.hint))
    }

    pub(super) fn update_entries(
        &mut self,
        body: &v0_8::DataModelUpdate,
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let (path_at, contents_at) = ("/dataModelUpdate/path", "/dataModelUpdate/contents");
        let value = v0_8::contents::value(&body.contents, &Pointer::from_static(contents_at))?;
        let path = body.path.get().map_or("", String::as_str);
        let names = match data_model::names(path) {
            Ok(names) => names,
            Err(error) => return Err(SurfaceError::data(&error, Pointer::from_static(path_at))),
        };
        self.update_data(
            &data_model::path(&names),
            Some(value),
            (path_at, contents_at),
        )
    }

    /// Sets or removes the value at a path. `at` contains the pointers of path and value in the message.
    ///
    /// Specification: [A2UI 1.0, `updateDataModel`](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#updatedatamodel).
    pub(super) fn update_data(
        &mut self,
        path: &str,
        value: Option<Payload>,
        (path_at, value_at): (&'static str, &'static str),
    ) -> Result<Vec<SurfaceChange>, SurfaceError> {
        let nested = value.as_ref().is_some_and(|value| value.depth() > 0);
        let touches = self.predict_change(path);
        let done = self.write_data(path, value);
        let path = done.map_err(|error| {
            let is_value = nested && matches!(error, DataError::Depth { .. });
            self.refused_data(
                &error,
                Pointer::from_static(if is_value { value_at } else { path_at }),
            )
        })?;
        self.record_write(touches, &path);
        Ok(vec![SurfaceChange::DataModel {
            surface_id: self.surface_id().clone(),
            path,
        }])
    }
}

fn merge(old: &mut Extra, new: &Extra) {
    for (name, value) in new.iter() {
        old.insert(name, value.clone());
    }
}
