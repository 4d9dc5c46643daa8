//! Paths of the data model and their segments.

use super::DataError;
use wire::Pointer;

/// Splits a path into its segments, and resolves the escapes in them.
///
/// # Errors
/// Returns an error if the path is not a JSON Pointer, or a segment is forbidden.
pub fn segments(path: &str) -> Result<Vec<String>, DataError> {
    let from_the_top = if path.starts_with('/') || path.is_empty() {
        path.to_owned()
    } else {
        format!("/{path}")
    };
    let trimmed = from_the_top.strip_suffix('/').unwrap_or(&from_the_top);
    let pointer = Pointer::parse(trimmed).map_err(|reason| DataError::Path {
        path: path.to_owned(),
        reason,
    })?;
    let segments: Vec<String> = pointer.segments().map(String::from).collect();
    match segments.iter().find(|segment| !is_allowed(segment)) {
        Some(segment) => Err(DataError::Forbidden {
            segment: segment.clone(),
        }),
        None => Ok(segments),
    }
}

/// Returns the path that [`segments`] splits into these segments.
pub fn path(segments: &[String]) -> String {
    let mut path = pointer(segments).as_str().to_owned();
    if segments.last().is_some_and(String::is_empty) {
        path.push('/');
    }
    path
}

/// Returns `true` if a path may contain the segment.
pub(crate) fn is_allowed(segment: &str) -> bool {
    !matches!(segment, "__proto__" | "constructor" | "prototype")
}

/// Returns the JSON Pointer with these segments.
pub(super) fn pointer(segments: &[String]) -> Pointer {
    let mut pointer = Pointer::root();
    segments.iter().for_each(|segment| pointer.push(segment));
    pointer
}

/// Returns `true` if a segment is an array index of any size. A write to a missing value creates an array for such a
/// segment.
pub(super) fn is_index(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    digits && (segment.len() == 1 || !segment.starts_with('0'))
}
