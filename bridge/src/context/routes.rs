//! The caller's table of canvas files and surfaces.

use super::{Context, names};
use crate::Refusal;
use a2ui::SurfaceId;
use aap::CanvasFile;
use std::collections::BTreeMap;
use wire::{Payload, PayloadKind, Pointer};

/// A one-to-one table of canvas files and the surfaces that they show. Pairs that the names determine need no entry.
///
/// The JSON form is an object: `{"reports/today.html": "dashboard"}`.
///
/// ```
/// use agent_ui_bridge::{Routes, wire};
///
/// let routes = Routes::read(&wire::Payload::parse(r#"{"reports/today.html":"dashboard"}"#)?)?;
/// assert_eq!(routes.surface_of(&"reports/today.html".into()).unwrap().as_str(), "dashboard");
/// assert_eq!(routes.file_of(&"dashboard".into()).unwrap().as_str(), "reports/today.html");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    surfaces: BTreeMap<CanvasFile, SurfaceId>,
    files: BTreeMap<SurfaceId, CanvasFile>,
}

/// The error for an invalid table of routes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("{pointer}: {message}")]
pub struct RoutesError {
    /// The place of the invalid entry in the table.
    pub pointer: Pointer,
    /// The sentence that states the problem.
    pub message: String,
}

impl Routes {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns `true` if the table has no entries.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// Adds a pair of canvas file and surface.
    ///
    /// # Errors
    /// Fails if the file or the surface is already in the table.
    pub fn add(
        &mut self,
        file: impl Into<CanvasFile>,
        surface: impl Into<SurfaceId>,
    ) -> Result<(), RoutesError> {
        let (file, surface) = (file.into(), surface.into());
        let pointer = Pointer::root().member(file.as_str());
        if self.surfaces.contains_key(&file) {
            return Err(RoutesError {
                pointer,
                message: "the canvas file already has a route".to_owned(),
            });
        }
        if let Some(other) = self.files.get(&surface) {
            let message = format!("the surface `{surface}` is already shown by `{other}`");
            return Err(RoutesError { pointer, message });
        }
        self.files.insert(surface.clone(), file.clone());
        self.surfaces.insert(file, surface);
        Ok(())
    }

    /// Reads the table from its JSON form.
    ///
    /// # Errors
    /// Fails if the value is not an object of strings, or the table is not one to one.
    pub fn read(payload: &Payload) -> Result<Self, RoutesError> {
        if payload.kind() != PayloadKind::Object {
            let message = format!(
                "expected an object of canvas files and surface ids, found {}",
                payload.kind()
            );
            return Err(RoutesError {
                pointer: Pointer::root(),
                message,
            });
        }
        let mut routes = Self::new();
        for (file, surface) in payload.members() {
            let Some(surface) = surface.as_str() else {
                let message = format!("expected a surface id (a string), found {}", surface.kind());
                return Err(RoutesError {
                    pointer: Pointer::root().member(&file),
                    message,
                });
            };
            routes.add(&*file, &*surface)?;
        }
        Ok(routes)
    }

    /// Returns the surface of a canvas file.
    pub fn surface_of(&self, file: &CanvasFile) -> Option<&SurfaceId> {
        self.surfaces.get(file)
    }

    /// Iterates over the pairs, sorted by canvas file.
    pub fn iter(&self) -> impl Iterator<Item = (&CanvasFile, &SurfaceId)> {
        self.surfaces.iter()
    }

    /// Returns the canvas file of a surface.
    pub fn file_of(&self, surface: &SurfaceId) -> Option<&CanvasFile> {
        self.files.get(surface)
    }
}

impl Context {
    /// Returns the surface that a canvas file shows. If the routes do not contain the file, derives the surface from
    /// its name.
    pub fn surface_of(&self, file: CanvasFile) -> SurfaceId {
        self.routes
            .surface_of(&file)
            .cloned()
            .unwrap_or_else(|| names::surface_of(file))
    }

    /// Returns the canvas file that shows a surface. If the routes do not contain the surface, derives the file from
    /// its id.
    ///
    /// # Errors
    /// Refuses if the file name would be too long.
    pub fn file_of(&self, surface: &SurfaceId) -> Result<CanvasFile, Refusal> {
        match self.routes.file_of(surface) {
            Some(file) => Ok(file.clone()),
            None => names::file_of(surface),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Routes, RoutesError> {
        Routes::read(&Payload::parse(text).unwrap())
    }

    #[test]
    fn a_route_table_must_be_one_to_one() {
        assert!(read(r#"{"a.html":"s","b.html":"t"}"#).is_ok());
        assert_eq!(
            read(r#"{"a.html":"s","b.html":"s"}"#)
                .unwrap_err()
                .pointer
                .as_str(),
            "/b.html"
        );
        assert_eq!(
            read(r#"{"a.html":"s","a.html":"t"}"#)
                .unwrap_err()
                .pointer
                .as_str(),
            "/a.html"
        );
        assert_eq!(
            read(r#"{"a.html":7}"#).unwrap_err().pointer.as_str(),
            "/a.html"
        );
        assert!(read("[]").is_err());
    }
}
