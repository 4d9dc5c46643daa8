//! How the paths of a component of 0.8 are written in 0.9.

use super::{data::is_plain, root::Naming, state_0_8::SurfaceState};
use a2ui::data_model;
use wire::{Payload, PayloadKind};

/// How a component of 0.8 is written in 0.9, as far as its surface decides.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// Its ids.
    pub(super) naming: &'a Naming,
    /// Its paths.
    pub(super) paths: Paths<'a>,
}

/// How the paths of a component of 0.8 are written in 0.9.
#[derive(Clone, Copy, Default)]
pub(super) struct Paths<'a> {
    shown: Option<&'a SurfaceState>,
    /// Whether it is shown for the items of a template.
    pub(super) in_item: bool,
}

impl<'a> Paths<'a> {
    pub(super) fn new(shown: Option<&'a SurfaceState>, in_item: bool) -> Self {
        Self { shown, in_item }
    }

    /// Of a component of a surface.
    pub(super) fn of(shown: &'a SurfaceState, id: &str) -> Self {
        Self { shown: Some(shown), in_item: shown.is_in_item(id) }
    }

    /// The same outside of all templates.
    pub(super) fn outside(shown: &'a SurfaceState) -> Self {
        Self { shown: Some(shown), in_item: false }
    }

    /// The same inside of one.
    pub(super) fn inside(shown: &'a SurfaceState) -> Self {
        Self { shown: Some(shown), in_item: true }
    }

    fn segments(&self, names: &[String]) -> Vec<String> {
        self.shown.map_or_else(|| names.to_vec(), |shown| shown.segments(names))
    }

    /// The path to which a value is bound. One that means the same in 0.9 stays as it is.
    pub(super) fn value(&self, path: &str) -> String {
        match data_model::item_path(path).filter(|_| self.in_item) {
            Some(below) => relative(path, below),
            None => self.at_top(path),
        }
    }

    /// The path to which a template is bound.
    pub(super) fn template(&self, path: &str) -> String {
        if self.in_item && !path.starts_with('/') { relative(path, path) } else { self.at_top(path) }
    }

    fn at_top(&self, path: &str) -> String {
        let is_at_top = path.starts_with('/') || !self.in_item;
        if is_at_top && self.shown.is_none() && is_plain(path) {
            return path.to_owned();
        }
        let Ok(names) = data_model::names(path) else { return path.to_owned() };
        let segments = self.segments(&names);
        if is_at_top && data_model::segments(path).as_ref() == Ok(&segments) {
            return path.to_owned();
        }
        if segments.is_empty() { String::from("/") } else { data_model::path(&segments) }
    }

    /// The same of a value that is bound where nobody knows that it is.
    pub(super) fn unknown(&self, value: &Payload) -> Payload {
        let path = value
            .member("path")
            .filter(|_| value.kind() == PayloadKind::Object && value.members().count() == 1);
        match path.as_ref().and_then(Payload::as_str) {
            Some(path) if self.value(&path) != path => {
                Payload::object([("path", &Payload::string(&self.value(&path)))])
            }
            _ => value.clone(),
        }
    }
}

/// A path below an item.
pub(super) fn relative(path: &str, below: &str) -> String {
    let Ok(names) = data_model::names(below) else { return path.to_owned() };
    if names.is_empty() {
        return if path.is_empty() { String::new() } else { String::from(".") };
    }
    if !path.starts_with('/') && data_model::segments(path).as_ref() == Ok(&names) {
        return path.to_owned();
    }
    data_model::path(&names).trim_start_matches('/').to_owned()
}
