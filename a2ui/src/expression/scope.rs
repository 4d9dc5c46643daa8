//! Where paths count from.

use crate::data_model::{self, DataError};

/// Where the paths count from that do not begin with `/`: the top of the data model, or one item of a template.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::expression::Scope;
///
/// let item = Scope::item("/people/2/")?;
/// assert_eq!(item.resolve("name"), "/people/2/name");
/// assert_eq!(item.resolve("/name"), "/name");
/// assert_eq!(item.resolve(""), "/people/2");
/// assert_eq!(item.index(), Some(2));
/// assert_eq!(Scope::top().resolve("name"), "/name");
/// # Ok::<(), a2ui::data_model::DataError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scope {
    segments: Vec<String>,
    index: Option<usize>,
}

impl Scope {
    /// The top of the data model, where a component stands that no template repeats.
    pub fn top() -> Self {
        Self::default()
    }

    /// The item at `path`. Its index is the last segment, where that is one.
    ///
    /// # Errors
    /// If the path is none.
    pub fn item(path: &str) -> Result<Self, DataError> {
        let segments = data_model::segments(path)?;
        let index = segments.last().and_then(|segment| segment.parse().ok());
        Ok(Self { segments, index })
    }

    /// The item `segment` of the collection at `path`, which counts from here; it is number `index`.
    pub(crate) fn below(&self, path: &str, segment: &str, index: usize) -> Result<Self, DataError> {
        let mut segments = data_model::segments(&self.resolve(path))?;
        segments.push(segment.to_owned());
        Ok(Self { segments, index: Some(index) })
    }

    /// The path of the item; empty at the top.
    pub fn path(&self) -> String {
        data_model::path(&self.segments)
    }

    /// Whether this is the top.
    pub fn is_top(&self) -> bool {
        self.segments.is_empty()
    }

    /// Which item of its collection this is, counted from 0.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// The path from the top that `path` means here: itself if it begins with `/`, the item if it is empty or `.`, else what
    /// lies below the item.
    pub fn resolve(&self, path: &str) -> String {
        if path.starts_with('/') {
            return path.to_owned();
        }
        if path.is_empty() || path == "." {
            return self.path();
        }
        let mut resolved = wire::Pointer::root();
        self.segments.iter().for_each(|segment| resolved.push(segment));
        format!("{resolved}/{path}")
    }

    /// The same for a path of A2UI 0.8, which the item of a template has in front whether it begins with `/` or not, as A2UI's
    /// own clients read it: `/name`, `name`, `./name` and `/item/name` are the same there. Only `//name` counts from the top.
    ///
    /// # Errors
    /// If a segment is refused.
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
    fn a_relative_path_counts_from_the_item_whether_its_path_ends_with_a_slash_or_not() {
        for base in ["/bar", "/bar/", "bar"] {
            assert_eq!(Scope::item(base).unwrap().resolve("foo"), "/bar/foo");
        }
        assert_eq!(Scope::top().resolve("foo"), "/foo");
        assert_eq!(Scope::item("/").unwrap(), Scope::top());
        assert!(Scope::item("/~").is_err());
    }

    #[test]
    fn the_index_is_that_of_the_item() {
        assert_eq!(Scope::item("/a/b").unwrap().index(), None);
        let below = Scope::item("/a/3").unwrap().below("list", "1", 1).unwrap();
        assert_eq!((below.path().as_str(), below.index()), ("/a/3/list/1", Some(1)));
        let member = Scope::top().below("/map", "k/x", 4).unwrap();
        assert_eq!((member.path().as_str(), member.index()), ("/map/k~1x", Some(4)));
    }

    #[test]
    fn in_0_8_the_paths_of_an_item_count_from_it_unless_two_slashes_stand_in_front() {
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
            ("/name.first[0]", "/name/first/0", "/people/a~1b/name/first/0"),
            (".", "", "/people/a~1b"),
            ("/", "", "/people/a~1b"),
            ("", "", "/people/a~1b"),
            ("a~b", "/a~0b", "/people/a~1b/a~0b"),
        ] {
            assert_eq!(Scope::top().resolve_v0_8(path).unwrap(), at_the_top, "{path}");
            assert_eq!(item.resolve_v0_8(path).unwrap(), in_the_item, "{path}");
        }
        assert!(item.resolve_v0_8("/constructor").is_err());
    }

    fn segment() -> impl Strategy<Value = String> {
        prop::sample::select(vec!["a", "0", "12", "", "a/b", "~", "é", "."]).prop_map(String::from)
    }

    proptest! {
        #[test]
        fn a_relative_path_is_the_path_of_the_item_continued(
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
        fn an_absolute_path_means_the_same_everywhere(base in prop::collection::vec(segment(), 0..4), path in "/[a-z/~01]{0,8}") {
            let scope = Scope::item(&data_model::path(&base)).unwrap();
            prop_assert_eq!(scope.resolve(&path), path);
        }

        #[test]
        fn an_item_names_itself(base in prop::collection::vec(segment(), 0..4)) {
            let scope = Scope::item(&data_model::path(&base)).unwrap();
            prop_assert_eq!(Scope::item(&scope.path()).unwrap(), scope.clone());
            prop_assert_eq!(data_model::segments(&scope.resolve("")).unwrap(), base);
        }
    }
}
