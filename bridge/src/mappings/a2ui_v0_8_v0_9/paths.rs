//! Conversion of paths in components from 0.8 to 0.9.
//!
//! Specification: [A2UI 0.8, § 3.2 Container children](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#32-container-children-explicitlist-vs-template).

use super::{data::is_plain, root::Naming, state_0_8::SurfaceState};
use a2ui::data_model;

/// The settings for translating a 0.8 component that depend on its surface.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// The conversion of component ids.
    pub(super) naming: &'a Naming,
    /// The conversion of paths.
    pub(super) paths: Paths<'a>,
}

/// The conversion of the paths of one component.
#[derive(Clone, Copy, Default)]
pub(super) struct Paths<'a> {
    /// The data of the surface, in which keys of lists have indices. Without it, names are unchanged.
    shown: Option<&'a SurfaceState>,
    /// `true` if a template repeats the component.
    pub(super) in_item: bool,
}

impl<'a> Paths<'a> {
    /// Creates the conversion for a component, with the state of its surface if it is known.
    pub(super) fn new(shown: Option<&'a SurfaceState>, in_item: bool) -> Self {
        Self { shown, in_item }
    }

    /// Creates the conversion for a component of a surface.
    pub(super) fn of_component(shown: &'a SurfaceState, id: &str) -> Self {
        Self {
            shown: Some(shown),
            in_item: shown.is_in_item(id),
        }
    }

    /// Creates the conversion for a component outside all templates.
    pub(super) fn outside(shown: &'a SurfaceState) -> Self {
        Self {
            shown: Some(shown),
            in_item: false,
        }
    }

    /// Creates the conversion for a component inside a template.
    pub(super) fn inside(shown: &'a SurfaceState) -> Self {
        Self {
            shown: Some(shown),
            in_item: true,
        }
    }

    /// Converts the names of an absolute path to segments of 0.9.
    fn convert_names(&self, names: &[String]) -> Vec<String> {
        match self.shown {
            Some(shown) => shown.convert_names(names),
            None => names.to_vec(),
        }
    }

    /// Converts the path of a binding. A path with the same meaning in both versions is unchanged.
    pub(super) fn convert_binding(&self, path: &str) -> String {
        match data_model::item_path(path) {
            Some(below) if self.in_item => relative_to_item(path, below),
            _ => self.convert_from_top(path),
        }
    }

    /// Converts the path of a template.
    ///
    /// Inside another template, only a path without a leading `/` is relative: clients of 0.8 resolve the paths of bindings and
    /// templates differently.
    pub(super) fn convert_template(&self, path: &str) -> String {
        if self.in_item && !path.starts_with('/') {
            relative_to_item(path, path)
        } else {
            self.convert_from_top(path)
        }
    }

    /// Converts a path that starts at the root of the data model.
    fn convert_from_top(&self, path: &str) -> String {
        // Outside templates, a path without a leading `/` starts at the root, too.
        let is_at_top = path.starts_with('/') || !self.in_item;
        if is_at_top && self.shown.is_none() && is_plain(path) {
            return path.to_owned();
        }
        let Ok(names) = data_model::names(path) else {
            // An invalid path is copied.
            return path.to_owned();
        };
        let segments = self.convert_names(&names);
        if is_at_top && data_model::segments(path).as_ref() == Ok(&segments) {
            return path.to_owned();
        }
        if segments.is_empty() {
            String::from("/")
        } else {
            data_model::path(&segments)
        }
    }
}

/// Returns a path in the relative syntax of 0.9. `below` is the part of the path that is relative to the item.
pub(super) fn relative_to_item(path: &str, below: &str) -> String {
    let Ok(names) = data_model::names(below) else {
        return path.to_owned();
    };
    // Both the empty path and `.` mean the item itself, and an empty path stays empty.
    if names.is_empty() {
        return if path.is_empty() {
            String::new()
        } else {
            String::from(".")
        };
    }
    if !path.starts_with('/') && data_model::segments(path).as_ref() == Ok(&names) {
        return path.to_owned();
    }
    data_model::path(&names).trim_start_matches('/').to_owned()
}
