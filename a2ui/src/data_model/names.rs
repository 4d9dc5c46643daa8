//! Paths of A2UI 0.8, in which every segment is a name.

use super::{DataError, path::is_allowed};

/// Splits a path of A2UI 0.8 into names, as A2UI's own clients do for paths and for the keys of entries. Models of
/// 0.8 have no lists, so every segment is a name, even `0`. Names are separated by `/`, `.` or brackets. Empty names
/// are ignored, and escapes are not supported.
///
/// ```
/// use agent_ui_a2ui::data_model::{name_path, names};
///
/// assert_eq!(names("/chart.items[0].label")?, ["chart", "items", "0", "label"]);
/// assert_eq!(names("chart/items/0/label/")?, ["chart", "items", "0", "label"]);
/// assert_eq!(name_path(&["a~b", "0"]).as_deref(), Some("/a~b/0"));
/// assert_eq!(name_path(&["a.b"]), None);
/// # Ok::<(), agent_ui_a2ui::data_model::DataError>(())
/// ```
///
/// # Errors
/// Returns an error if a segment is forbidden.
pub fn names(path: &str) -> Result<Vec<String>, DataError> {
    let names: Vec<String> = replace_brackets(path)
        .split(['/', '.'])
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    match names.iter().find(|name| !is_allowed(name)) {
        Some(name) => Err(DataError::Forbidden {
            segment: name.clone(),
        }),
        None => Ok(names),
    }
}

/// Returns the path that [`names`] splits into the given names. Returns `None` if a path of 0.8 cannot contain one of
/// the names.
pub fn name_path<S: AsRef<str>>(segments: &[S]) -> Option<String> {
    let mut path = String::new();
    for segment in segments {
        let segment = segment.as_ref();
        if !is_name(segment) {
            return None;
        }
        path.push('/');
        path.push_str(segment);
    }
    Some(path)
}

/// Returns the part of a path of A2UI 0.8 that is relative to the template item. Returns `None` if the path is
/// resolved from the top. As in A2UI's own clients, `/name`, `name`, `./name` and `/item/name` are all relative to
/// the item, and only `//name` is resolved from the top.
///
/// ```
/// use agent_ui_a2ui::data_model::item_path;
///
/// assert_eq!(item_path("/name"), Some("name"));
/// assert_eq!(item_path("./item/name"), Some("name"));
/// assert_eq!(item_path("//name"), None);
/// ```
pub fn item_path(path: &str) -> Option<&str> {
    let from_item = path
        .strip_prefix('.')
        .filter(|rest| rest.starts_with('/'))
        .unwrap_or(path);
    let below = match from_item.strip_prefix("/item") {
        Some(below) if below.is_empty() || below.starts_with(['/', '.']) => below,
        _ => from_item,
    };
    let below = below.strip_prefix('/').unwrap_or(below);
    (!below.starts_with('/')).then_some(below)
}

/// Returns `true` if a path of A2UI 0.8 can contain a name, so that [`names`] returns the name unchanged.
///
/// ```
/// use agent_ui_a2ui::data_model::is_name;
///
/// assert!(is_name("a~1") && is_name("0"));
/// assert!(!is_name("a.b") && !is_name("a[0]") && !is_name("__proto__"));
/// ```
pub fn is_name(segment: &str) -> bool {
    // Fast path for the common case.
    if !segment.is_empty() && !segment.contains(['/', '.', '[']) {
        return is_allowed(segment);
    }
    matches!(names(segment).as_deref(), Ok([name]) if name == segment)
}

/// Replaces brackets by dots: `a[0]` becomes `a.0`.
fn replace_brackets(path: &str) -> String {
    let mut all = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('[') {
        let (before, after) = rest.split_at(at);
        all.push_str(before);
        let inside = after.strip_prefix('[').unwrap_or(after);
        let digits = inside
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(inside.len());
        let (index, end) = inside.split_at(digits);
        match end.strip_prefix(']') {
            Some(end) if !index.is_empty() => {
                all.push('.');
                all.push_str(index);
                rest = end;
            }
            _ => {
                all.push('[');
                rest = inside;
            }
        }
    }
    all.push_str(rest);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_0_8_separate_names_by_slashes_dots_and_brackets() {
        for (path, expected) in [
            ("", &[][..]),
            ("/", &[]),
            (".", &[]),
            ("/a//b/", &["a", "b"]),
            ("a.b", &["a", "b"]),
            ("/a[0][12].b", &["a", "0", "12", "b"]),
            ("[0]x", &["0x"]),
            ("/a[x][", &["a[x]["]),
            ("/a[]", &["a[]"]),
            ("/a~1b/~0", &["a~1b", "~0"]),
            ("/01/-1", &["01", "-1"]),
        ] {
            assert_eq!(names(path).unwrap(), expected, "{path}");
        }
        assert_eq!(
            names("/a.__proto__").unwrap_err().rule(),
            "forbidden-segment"
        );
    }

    #[test]
    fn a_name_that_contains_separators_has_no_path() {
        for (name, is) in [
            ("a", true),
            ("0", true),
            ("a~1", true),
            ("[x]", true),
            ("", false),
            ("a/b", false),
            ("a[0]", false),
            (".", false),
            ("constructor", false),
        ] {
            assert_eq!(name_path(&[name]).is_some(), is, "{name}");
        }
    }
}
