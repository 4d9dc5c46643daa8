//! Names that are written with underscores, hyphens or other capitals.

use super::Object;

/// The keys of the messages about a surface, in any version.
pub(crate) const SURFACE_MESSAGES: &[&str] = &[
    "createSurface",
    "updateComponents",
    "updateDataModel",
    "deleteSurface",
    "beginRendering",
    "surfaceUpdate",
    "dataModelUpdate",
];

/// The names beside the body of a message that are not in [`SURFACE_MESSAGES`].
pub(super) const OTHER_NAMES: &[&str] = &["version", "action", "userAction"];

/// Returns the members of a message that repairs know, in any version.
pub(super) fn of_body(key: &str) -> &'static [&'static str] {
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
        "updateDataModel" => &["surfaceId", "path", "value", "contents", "data", "dataModel"],
        "deleteSurface" => &["surfaceId"],
        "beginRendering" => &["surfaceId", "catalogId", "root", "styles"],
        "surfaceUpdate" => &["surfaceId", "components"],
        "dataModelUpdate" => &["surfaceId", "path", "contents"],
        "action" | "userAction" => &["name", "surfaceId", "sourceComponentId", "timestamp", "context"],
        _ => &[],
    }
}

/// Returns the names of an object that spell a known name in another way, with that name. A known name that the object has, or
/// that two of its names spell, is none of them.
pub(super) fn respelled(object: &Object, known: &[&'static str]) -> Vec<(String, &'static str)> {
    let spelling = |right: &&'static str| {
        let mut names = object.names().filter(|name| is_spelling(name, right));
        let name = names.next().filter(|name| name != right)?;
        names.next().is_none().then(|| (name.to_owned(), *right))
    };
    known.iter().filter_map(spelling).collect()
}

/// Returns whether two names in the body of a message spell the same known name.
pub(super) fn are_ambiguous(body: &Object, key: &str) -> bool {
    are_spelled_twice(body, of_body(key))
}

/// Returns whether two names of an object spell the same known name.
pub(super) fn are_spelled_twice(object: &Object, known: &[&str]) -> bool {
    let spellings = |known: &&str| object.names().filter(|name| is_spelling(name, known)).count();
    known.iter().any(|known| spellings(known) > 1)
}

/// Returns whether a name differs from another one only by underscores, hyphens and capitals.
pub(super) fn is_spelling(name: &str, of: &str) -> bool {
    let letters = |text: &'_ str| {
        text.bytes()
            .filter(|byte| !matches!(byte, b'_' | b'-'))
            .map(|byte| byte.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    // Most names have another first letter, and need no copy.
    name.bytes().next().map(|byte| byte.to_ascii_lowercase()) == of.bytes().next()
        && letters(name) == letters(of)
}
