//! The pointers of A2UI.

use super::DataError;
use wire::Pointer;

/// The segments of a path, without escapes.
///
/// # Errors
/// If it is no JSON Pointer, or a segment is refused.
pub fn segments(path: &str) -> Result<Vec<String>, DataError> {
    let from_the_top =
        if path.starts_with('/') || path.is_empty() { path.to_owned() } else { format!("/{path}") };
    let trimmed = from_the_top.strip_suffix('/').unwrap_or(&from_the_top);
    let pointer =
        Pointer::parse(trimmed).map_err(|reason| DataError::Path { path: path.to_owned(), reason })?;
    let segments: Vec<String> = pointer.segments().map(String::from).collect();
    match segments.iter().find(|segment| !is_allowed(segment)) {
        Some(segment) => Err(DataError::Forbidden { segment: segment.clone() }),
        None => Ok(segments),
    }
}

/// The path that [`segments`] reads as these.
pub(crate) fn path(segments: &[String]) -> String {
    let mut path = pointer(segments).as_str().to_owned();
    if segments.last().is_some_and(String::is_empty) {
        path.push('/');
    }
    path
}

/// Whether a path may have this segment.
pub(crate) fn is_allowed(segment: &str) -> bool {
    !matches!(segment, "__proto__" | "constructor" | "prototype")
}

pub(super) fn pointer(segments: &[String]) -> Pointer {
    let mut pointer = Pointer::root();
    segments.iter().for_each(|segment| pointer.push(segment));
    pointer
}

/// Whether a segment is an index, of whatever size: where nothing stands, it makes an array.
pub(super) fn is_index(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    digits && (segment.len() == 1 || !segment.starts_with('0'))
}
