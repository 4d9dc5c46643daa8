//! A caller's own table of canvas files and surfaces.

use a2ui::SurfaceId;
use aap::CanvasFile;
use std::{collections::BTreeMap, fmt};
use wire::{Payload, PayloadKind, Pointer};

/// Which canvas file shows which surface, where that does not follow from the names. One to one.
///
/// As JSON it is an object: `{"reports/today.html": "dashboard"}`.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::Routes;
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

/// Why a table of routes cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoutesError {
    /// Where it is.
    pub pointer: Pointer,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RoutesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pointer, message } = self;
        write!(f, "{pointer}: {message}")
    }
}

impl std::error::Error for RoutesError {}

impl Routes {
    /// No routes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// Adds a route.
    ///
    /// # Errors
    /// If the file or the surface has one already.
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
                message: "a second route of the same canvas file".to_owned(),
            });
        }
        if let Some(other) = self.files.get(&surface) {
            let message = format!("the surface `{surface}` is shown by `{other}` already");
            return Err(RoutesError { pointer, message });
        }
        self.files.insert(surface.clone(), file.clone());
        self.surfaces.insert(file, surface);
        Ok(())
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// If it is no object of strings, or not one to one.
    pub fn read(payload: &Payload) -> Result<Self, RoutesError> {
        if payload.kind() != PayloadKind::Object {
            let message = format!("{}; expected an object of canvas files and surface ids", payload.kind());
            return Err(RoutesError { pointer: Pointer::root(), message });
        }
        let mut routes = Self::new();
        for (file, surface) in payload.members() {
            let Some(surface) = surface.as_str() else {
                let message = format!("{}; expected a surface id, a string", surface.kind());
                return Err(RoutesError { pointer: Pointer::root().member(&file), message });
            };
            routes.add(&*file, &*surface)?;
        }
        Ok(routes)
    }

    /// The surface that the table has for a canvas file.
    pub fn surface_of(&self, file: &CanvasFile) -> Option<&SurfaceId> {
        self.surfaces.get(file)
    }

    /// The routes, by canvas file.
    pub fn iter(&self) -> impl Iterator<Item = (&CanvasFile, &SurfaceId)> {
        self.surfaces.iter()
    }

    /// The canvas file that the table has for a surface.
    pub fn file_of(&self, surface: &SurfaceId) -> Option<&CanvasFile> {
        self.files.get(surface)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Routes, RoutesError> {
        Routes::read(&Payload::parse(text).unwrap())
    }

    #[test]
    fn only_a_table_that_is_one_to_one_is_read() {
        assert!(read(r#"{"a.html":"s","b.html":"t"}"#).is_ok());
        assert_eq!(read(r#"{"a.html":"s","b.html":"s"}"#).unwrap_err().pointer.as_str(), "/b.html");
        assert_eq!(read(r#"{"a.html":"s","a.html":"t"}"#).unwrap_err().pointer.as_str(), "/a.html");
        assert_eq!(read(r#"{"a.html":7}"#).unwrap_err().pointer.as_str(), "/a.html");
        assert!(read("[]").is_err());
    }
}
