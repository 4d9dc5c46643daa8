//! Names that are written with underscores, hyphens or other capitals.

use super::Object;

/// The names beside the body of a message.
pub(super) const ENVELOPE: &[&str] = &[
    "version",
    "createSurface",
    "updateComponents",
    "updateDataModel",
    "deleteSurface",
    "beginRendering",
    "surfaceUpdate",
    "dataModelUpdate",
    "action",
    "userAction",
];

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
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for name in object.names().filter(|name| !known.contains(name)) {
        if let Some(right) = known.iter().find(|right| is_spelling(name, right)) {
            found.push((name.to_owned(), right));
        }
    }
    let is_only = |(at, one): (usize, &(String, &'static str))| {
        let is_twice = found.iter().enumerate().any(|(other, two)| other != at && two.1 == one.1);
        (!is_twice && !object.has(one.1)).then(|| one.clone())
    };
    found.iter().enumerate().filter_map(is_only).collect()
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
