//! The memory of surfaces, and the limits for it.

use super::{
    Surface, SurfaceError, SurfaceOptions, Surfaces,
    room::{ENTRY, Room},
};
use crate::data_model::DataError;
use std::sync::Arc;
use wire::{Payload, Pointer};

impl Surfaces {
    /// Returns the limits for a surface that currently occupies `own` bytes.
    pub(super) fn room(&self, own: usize) -> Room {
        let SurfaceOptions {
            max_bytes,
            max_total_bytes,
            ..
        } = &*self.options;
        Room {
            max: *max_bytes,
            others: self.bytes.saturating_sub(own),
            max_total: *max_total_bytes,
        }
    }

    /// Sets [`SurfaceOptions::max_bytes`] and [`SurfaceOptions::max_total_bytes`], also for existing surfaces. A surface
    /// above the new limit is kept, but cannot grow.
    pub fn set_max_bytes(&mut self, each: usize, total: usize) {
        let options = Arc::make_mut(&mut self.options);
        (options.max_bytes, options.max_total_bytes) = (each, total);
    }

    /// Returns the approximate memory of all surfaces in bytes. See [`SurfaceOptions::max_total_bytes`].
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Runs a change that may resize, create or delete one surface, and updates the total byte count.
    pub(super) fn with_byte_count<T>(
        &mut self,
        surface_id: Option<&str>,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.bytes_of(surface_id);
        let done = act(self);
        self.bytes = self
            .bytes
            .saturating_sub(before)
            .saturating_add(self.bytes_of(surface_id));
        done
    }

    /// Returns the approximate memory of one surface, including the record that its id was used.
    fn bytes_of(&self, surface_id: Option<&str>) -> usize {
        let Some(id) = surface_id else { return 0 };
        let surface = self.get(id).map_or(0, Surface::bytes);
        match self.gone.contains(id) {
            true => surface + ENTRY.saturating_add(id.len()),
            false => surface,
        }
    }
}

impl Surface {
    /// Returns the approximate memory of the surface in bytes. See [`SurfaceOptions::max_bytes`].
    pub fn bytes(&self) -> usize {
        self.stated_bytes().saturating_add(self.data_model.bytes())
    }

    /// Returns the approximate memory of the surface without its data model, in bytes.
    fn stated_bytes(&self) -> usize {
        ENTRY
            .saturating_add(self.surface_id().as_str().len())
            .saturating_add(self.creation_bytes)
            .saturating_add(self.components.bytes())
    }

    /// Returns the number of bytes that the surface may take.
    fn max_bytes(&self) -> usize {
        let left = self.room.max_total.saturating_sub(self.room.others);
        self.room.max.min(left)
    }

    /// Refuses a change that makes the surface grow to `needed` bytes, if this exceeds the limits.
    pub(super) fn require_room(&self, needed: usize, at: &Pointer) -> Result<(), SurfaceError> {
        if needed <= self.max_bytes() || needed <= self.bytes() {
            return Ok(());
        }
        Err(self.too_large(needed, at.clone()))
    }

    /// Refuses a new surface that exceeds the limits.
    pub(super) fn require_room_for_new(&self, at: &Pointer) -> Result<(), SurfaceError> {
        let needed = self.bytes();
        if needed <= self.max_bytes() {
            Ok(())
        } else {
            Err(self.too_large(needed, at.clone()))
        }
    }

    fn too_large(&self, needed: usize, at: Pointer) -> SurfaceError {
        let id = self.surface_id();
        let own = self.room.max;
        let (message, hint) = if needed > own {
            (
                format!("surface `{id}` would take {needed} bytes, but the limit is {own}"),
                "remove data that is no longer needed, or divide the content among several surfaces",
            )
        } else {
            let (all, total) = (self.room.others.saturating_add(needed), self.room.max_total);
            (
                format!(
                    "with surface `{id}`, all surfaces would take {all} bytes, but the limit is {total}"
                ),
                "delete surfaces that are no longer shown",
            )
        };
        SurfaceError::new("too-many-bytes", at, message).hint(hint)
    }

    /// Writes or removes a value of the data model within the memory limits. Returns the path that changed.
    pub(super) fn write_data(
        &mut self,
        path: &str,
        value: Option<Payload>,
    ) -> Result<String, DataError> {
        self.data_model
            .set_room(self.max_bytes().saturating_sub(self.stated_bytes()));
        match value {
            Some(value) => self.data_model.write(path, value),
            None => self.data_model.remove_at(path),
        }
    }

    /// Converts a data model error to the error of the message.
    pub(super) fn refused_data(&self, error: &DataError, at: Pointer) -> SurfaceError {
        match error {
            DataError::Bytes { needed, .. } if *needed <= self.options.data_model.max_bytes => {
                self.too_large(self.stated_bytes().saturating_add(*needed), at)
            }
            error => SurfaceError::data(error, at),
        }
    }
}
