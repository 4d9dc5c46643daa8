//! Scopes, in which relative paths are resolved.

use crate::data_model::{self, DataError};

/// The base of paths that do not begin with `/`: the top of the data model, or one template item.
///
/// ```
/// use agent_ui_a2ui::expression::Scope;
///
/// let item = Scope::item("/people/2/")?;
/// assert_eq!(item.resolve("name"), "/people/2/name");
/// assert_eq!(item.resolve("/name"), "/name");
/// assert_eq!(item.resolve(""), "/people/2");
/// assert_eq!(item.index(), Some(2));
/// assert_eq!(Scope::top().resolve("name"), "/name");
/// # Ok::<(), agent_ui_a2ui::data_model::DataError>(())
/// ```
///
/// Specification: [A2UI 0.9, Path resolution & scope](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#path-resolution--scope).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    segments: Vec<String>,
    index: Option<usize>,
}

impl Scope {
    /// Returns the scope of components outside of templates: the top of the data model.
    pub fn top() -> Self {
        Self::default()
    }

    /// Returns the scope of the item at `path`. If the last segment is a number, it is the index of the item.
    ///
    /// # Errors
    /// Returns an error if the path is invalid.
    pub fn item(path: &str) -> Result<Self, DataError> {
        let segments = data_model::segments(path)?;
        let index = segments.last().and_then(|segment| segment.parse().ok());
        Ok(Self { segments, index })
    }

    /// Returns the scope of the item `segment` in the collection at `path`, which is resolved in this scope. `index` is
    /// the position of the item.
    pub(crate) fn below(&self, path: &str, segment: &str, index: usize) -> Result<Self, DataError> {
        let mut segments = data_model::segments(&self.resolve(path))?;
        segments.push(segment.to_owned());
        Ok(Self {
            segments,
            index: Some(index),
        })
    }

    /// Returns the path of the item. Empty at the top.
    pub fn path(&self) -> String {
        data_model::path(&self.segments)
    }

    /// Returns `true` for the scope at the top of the data model.
    pub(crate) fn is_top(&self) -> bool {
        self.segments.is_empty()
    }

    /// Returns the index of the item in its collection, starting at 0.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// Resolves a path in this scope. A path that begins with `/` is returned unchanged. An empty path or `.` refers to
    /// the item itself. Other paths are below the item.
    pub fn resolve(&self, path: &str) -> String {
        if path.starts_with('/') {
            return path.to_owned();
        }
        if path.is_empty() || path == "." {
            return self.path();
        }
        let mut resolved = wire::Pointer::root();
        self.segments
            .iter()
            .for_each(|segment| resolved.push(segment));
        format!("{resolved}/{path}")
    }

    /// Resolves an A2UI 0.8 path like A2UI's own clients. Inside a template, `/name`, `name`, `./name` and `/item/name`
    /// are all relative to the item. Only `//name` is resolved from the top.
    ///
    /// Returns an error if a segment is forbidden.
    pub(crate) fn resolve_v0_8(&self, path: &str) -> Result<String, DataError> {
        let mut segments = self.segments.clone();
        let names = match data_model::item_path(path) {
            Some(below) if !self.is_top() => data_model::names(below)?,
            _ => {
                segments.clear();
                data_model::names(path)?
            }
        };
        segments.extend(names);
        Ok(data_model::path(&segments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_relative_path_starts_at_the_item_with_or_without_a_trailing_slash() {
        for base in ["/bar", "/bar/", "bar"] {
            assert_eq!(Scope::item(base).unwrap().resolve("foo"), "/bar/foo");
        }
        assert_eq!(Scope::top().resolve("foo"), "/foo");
        assert_eq!(Scope::item("/").unwrap(), Scope::top());
        assert!(Scope::item("/~").is_err());
    }

    #[test]
    fn the_index_of_a_scope_is_the_index_of_its_item() {
        assert_eq!(Scope::item("/a/b").unwrap().index(), None);
        let below = Scope::item("/a/3").unwrap().below("list", "1", 1).unwrap();
        assert_eq!(
            (below.path().as_str(), below.index()),
            ("/a/3/list/1", Some(1))
        );
        let member = Scope::top().below("/map", "k/x", 4).unwrap();
        assert_eq!(
            (member.path().as_str(), member.index()),
            ("/map/k~1x", Some(4))
        );
    }

    #[test]
    fn in_0_8_paths_start_at_the_item_unless_they_begin_with_two_slashes() {
        let item = Scope::item("/people/a~1b").unwrap();
        for (path, at_the_top, in_the_item) in [
            ("name", "/name", "/people/a~1b/name"),
            ("/name", "/name", "/people/a~1b/name"),
            ("./name", "/name", "/people/a~1b/name"),
            ("/item/name", "/item/name", "/people/a~1b/name"),
            ("/items/name", "/items/name", "/people/a~1b/items/name"),
            ("/item", "/item", "/people/a~1b"),
            ("item", "/item", "/people/a~1b/item"),
            ("//name", "/name", "/name"),
            (
                "/name.first[0]",
                "/name/first/0",
                "/people/a~1b/name/first/0",
            ),
            (".", "", "/people/a~1b"),
            ("/", "", "/people/a~1b"),
            ("", "", "/people/a~1b"),
            ("a~b", "/a~0b", "/people/a~1b/a~0b"),
        ] {
            assert_eq!(
                Scope::top().resolve_v0_8(path).unwrap(),
                at_the_top,
                "{path}"
            );
            assert_eq!(item.resolve_v0_8(path).unwrap(), in_the_item, "{path}");
        }
        assert!(item.resolve_v0_8("/constructor").is_err());
    }

    fn segment() -> impl Strategy<Value = String> {
        prop::sample::select(vec!["a", "0", "12", "", "a/b", "~", "é", "."]).prop_map(String::from)
    }

    proptest! {
        #[test]
        fn a_relative_path_extends_the_path_of_the_item(
            base in prop::collection::vec(segment(), 0..4),
            below in prop::collection::vec(segment(), 1..4),
        ) {
            let scope = Scope::item(&data_model::path(&base)).unwrap();
            let relative = data_model::path(&below);
            let relative = relative.strip_prefix('/').unwrap();
            prop_assume!(!relative.starts_with('/') && !relative.is_empty() && relative != ".");
            let all: Vec<String> = base.iter().chain(&below).cloned().collect();
            prop_assert_eq!(data_model::segments(&scope.resolve(relative)).unwrap(), all);
        }

        #[test]
        fn an_absolute_path_does_not_depend_on_the_scope(base in prop::collection::vec(segment(), 0..4), path in "/[a-z/~01]{0,8}") {
            let scope = Scope::item(&data_model::path(&base)).unwrap();
            prop_assert_eq!(scope.resolve(&path), path);
        }

        #[test]
        fn a_dot_path_refers_to_the_item(base in prop::collection::vec(segment(), 0..4)) {
            let scope = Scope::item(&data_model::path(&base)).unwrap();
            prop_assert_eq!(Scope::item(&scope.path()).unwrap(), scope.clone());
            prop_assert_eq!(data_model::segments(&scope.resolve("")).unwrap(), base);
        }
    }
}
