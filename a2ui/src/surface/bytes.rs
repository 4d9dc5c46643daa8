//! How many bytes surfaces take, and the bounds.

use super::{Surface, SurfaceError, SurfaceOptions, Surfaces, surface_state::Creation};
use crate::data_model::DataError;
use std::sync::Arc;
use wire::{Extra, Payload, Pointer, encoded_len};

/// About how many bytes a surface, a component or a remembered id takes beside its text.
pub(super) const ENTRY: usize = 128;

/// How many bytes a surface may take, how many all other surfaces take, and how many all may.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    max: usize,
    others: usize,
    max_total: usize,
}

impl Surfaces {
    /// The room for a surface that takes so many of the bytes that are counted.
    pub(super) fn room(&self, own: usize) -> Room {
        let SurfaceOptions { max_bytes, max_total_bytes, .. } = &*self.options;
        Room { max: *max_bytes, others: self.bytes.saturating_sub(own), max_total: *max_total_bytes }
    }

    /// Sets [`SurfaceOptions::max_bytes`] and [`SurfaceOptions::max_total_bytes`], also for the surfaces that are there already. What
    /// takes more stays, and may not grow.
    pub fn set_max_bytes(&mut self, each: usize, total: usize) {
        let options = Arc::make_mut(&mut self.options);
        (options.max_bytes, options.max_total_bytes) = (each, total);
    }

    /// About how many bytes of memory the surfaces take. See [`SurfaceOptions::max_total_bytes`].
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Does something that may change the size of one surface, or whether it is there.
    pub(super) fn with_byte_count<T>(
        &mut self,
        surface_id: Option<&str>,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let bytes = |surfaces: &Self| {
            let surface = surface_id.and_then(|id| Some((id, surfaces.get(id)?)));
            let gone = surface_id.filter(|id| surfaces.gone.contains(*id));
            surface.map_or(0, |(_, surface)| surface.bytes())
                + gone.map_or(0, |id| ENTRY.saturating_add(id.len()))
        };
        let before = bytes(self);
        let done = act(self);
        self.bytes = self.bytes.saturating_sub(before).saturating_add(bytes(self));
        done
    }
}

impl Surface {
    /// About how many bytes of memory it takes. See [`SurfaceOptions::max_bytes`].
    pub fn bytes(&self) -> usize {
        self.stated_bytes().saturating_add(self.data_model.bytes())
    }

    /// Without the data model.
    fn stated_bytes(&self) -> usize {
        ENTRY
            .saturating_add(self.surface_id().as_str().len())
            .saturating_add(self.creation_bytes)
            .saturating_add(self.components.bytes())
    }

    /// How many bytes it may take.
    fn max_bytes(&self) -> usize {
        let left = self.room.max_total.saturating_sub(self.room.others);
        self.room.max.min(left)
    }

    /// Refuses what would make the surface grow to so many bytes, if it may not take so many.
    pub(super) fn require_room(&self, needed: usize, at: &Pointer) -> Result<(), SurfaceError> {
        if needed <= self.max_bytes() || needed <= self.bytes() {
            return Ok(());
        }
        Err(self.too_large(needed, at.clone()))
    }

    /// Refuses a new surface that is larger than the bounds allow.
    pub(super) fn require_room_for_new(&self, at: &Pointer) -> Result<(), SurfaceError> {
        let needed = self.bytes();
        if needed <= self.max_bytes() { Ok(()) } else { Err(self.too_large(needed, at.clone())) }
    }

    fn too_large(&self, needed: usize, at: Pointer) -> SurfaceError {
        let id = self.surface_id();
        let own = self.room.max;
        let (message, hint) = if needed > own {
            (
                format!("the surface `{id}` would take {needed} bytes, and at most {own} are allowed"),
                "remove data that is no longer needed; the bound is `SurfaceOptions::max_bytes`",
            )
        } else {
            let (all, total) = (self.room.others.saturating_add(needed), self.room.max_total);
            (
                format!(
                    "with the surface `{id}` all surfaces would take {all} bytes, and at most {total} are allowed"
                ),
                "delete surfaces that are no longer shown; the bound is `SurfaceOptions::max_total_bytes`",
            )
        };
        SurfaceError::new("too-many-bytes", at, message).hint(hint)
    }

    /// Writes to the data model, or removes what stands there, within what the surface may take. Gives the path of what has changed.
    pub(super) fn write_data(&mut self, path: &str, value: Option<Payload>) -> Result<String, DataError> {
        self.data_model.set_room(self.max_bytes().saturating_sub(self.stated_bytes()));
        match value {
            Some(value) => self.data_model.write(path, value),
            None => self.data_model.remove_at(path),
        }
    }

    /// The refusal of a write to the data model.
    pub(super) fn refused_data(&self, error: &DataError, at: Pointer) -> SurfaceError {
        match error {
            DataError::Bytes { needed, .. } if *needed <= self.options.data_model.max_bytes => {
                self.too_large(self.stated_bytes().saturating_add(*needed), at)
            }
            error => SurfaceError::data(error, at),
        }
    }
}

impl Creation {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let of = |body: usize, extra: &Extra| {
            extra.iter().map(|(name, value)| name.len() + value.text().len()).sum::<usize>() + body
        };
        match self {
            Self::V0_8(None) => 0,
            Self::V0_8(Some((body, extra))) => of(encoded_len(body), extra),
            Self::V0_9(_, body, extra) | Self::V0_10(_, body, extra) => of(encoded_len(body), extra),
            Self::V1_0(_, body, extra) => of(encoded_len(body), extra),
        }
    }
}
