//! Messages without `version`.

use super::Repairer;
use crate::Version;
use wire::{Pointer, token};

impl Repairer {
    /// Adds the version that an object without `version` belongs to; `None` if it states one, or could be of several.
    pub(super) fn with_version(&self, text: &str) -> Option<(String, Version)> {
        let mut key = None;
        for child in token::children(text) {
            let name = token::string(child.name?);
            if name == "version" {
                return None;
            }
            if crate::detect::is_key(&name) {
                key = Some((name, child.text));
            }
        }
        let (key, body) = key?;
        let version =
            self.given.or_else(|| shown(&key, body)).or_else(|| self.of_surface(body)).or(self.last)?;
        let word = version.words().first()?;
        let inner = text.trim_start().strip_prefix('{')?;
        Some((format!(r#"{{"version":"{word}",{inner}"#), version))
    }

    /// Returns the version with which the surface of a message was made.
    fn of_surface(&self, body: &str) -> Option<Version> {
        let surface = token::value_at(body, &Pointer::root().member("surfaceId"))?;
        self.surfaces.get(&*token::string(surface)).copied()
    }
}

/// Returns the version that the key and its members show.
fn shown(key: &str, body: &str) -> Option<Version> {
    let has = |names: &[&str]| {
        token::children(body)
            .any(|child| child.name.is_some_and(|name| names.contains(&&*token::string(name))))
    };
    match key {
        "createSurface" if has(&["components", "dataModel", "metadata"]) => Some(Version::V1_0),
        "createSurface" => Some(Version::V0_9),
        "callRendererFunction"
        | "agentFunctionResponse"
        | "callAgentFunction"
        | "rendererFunctionResponse" => Some(Version::V1_0),
        _ => None,
    }
}
