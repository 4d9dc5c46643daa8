//! Repairs of names that are written with underscores, hyphens, or other capitals.

use super::Object;

/// The keys of messages about a surface, in any version.
pub(crate) const SURFACE_MESSAGES: &[&str] = &[
    "createSurface",
    "updateComponents",
    "updateDataModel",
    "deleteSurface",
    "beginRendering",
    "surfaceUpdate",
    "dataModelUpdate",
];

/// The names next to a message body that are not in [`SURFACE_MESSAGES`].
pub(super) const OTHER_NAMES: &[&str] = &["version", "action", "userAction"];

/// Returns the members of a message body that repairs know, in any version.
pub(super) fn known_members(key: &str) -> &'static [&'static str] {
    match key {
        "createSurface" => &[
            "surfaceId",
            "catalogId",
            "theme",
            "surfaceProperties",
            "sendDataModel",
            "broadcastDataModel",
            "components",
            "dataModel",
            "metadata",
        ],
        "updateComponents" => &["surfaceId", "components", "root"],
        "updateDataModel" => &[
            "surfaceId",
            "path",
            "value",
            "contents",
            "data",
            "dataModel",
        ],
        "deleteSurface" => &["surfaceId"],
        "beginRendering" => &["surfaceId", "catalogId", "root", "styles"],
        "surfaceUpdate" => &["surfaceId", "components"],
        "dataModelUpdate" => &["surfaceId", "path", "contents"],
        "action" | "userAction" => &[
            "name",
            "surfaceId",
            "sourceComponentId",
            "timestamp",
            "context",
        ],
        _ => &[],
    }
}

/// Returns the names of an object that spell a known name differently, each with the known name. Names are excluded
/// if the object contains the known name already, or if two names of the object spell it.
pub(super) fn find_misspelt_names(
    object: &Object,
    known: &[&'static str],
) -> Vec<(String, &'static str)> {
    let mut misspelt = Vec::new();
    for right in known {
        let mut names = object.names().filter(|name| is_spelling(name, right));
        if let (Some(name), None) = (names.next(), names.next()) {
            if name != *right {
                misspelt.push((name.to_owned(), *right));
            }
        }
    }
    misspelt
}

/// Returns `true` if two names in a message body spell the same known name.
pub(super) fn are_ambiguous(body: &Object, key: &str) -> bool {
    are_spelled_twice(body, known_members(key))
}

/// Returns `true` if two names of an object spell the same known name.
pub(super) fn are_spelled_twice(object: &Object, known: &[&str]) -> bool {
    known.iter().any(|known| {
        let mut names = object.names().filter(|name| is_spelling(name, known));
        names.nth(1).is_some()
    })
}

/// Returns `true` if two names differ only in underscores, hyphens and capitals.
pub(super) fn is_spelling(name: &str, of: &str) -> bool {
    // Comparing the first letters avoids most copies.
    name.bytes().next().map(|byte| byte.to_ascii_lowercase()) == of.bytes().next()
        && letters(name) == letters(of)
}

/// Returns the letters and digits of a name in lower case.
fn letters(name: &str) -> Vec<u8> {
    let letters = name.bytes().filter(|byte| !matches!(byte, b'_' | b'-'));
    letters.map(|byte| byte.to_ascii_lowercase()).collect()
}
