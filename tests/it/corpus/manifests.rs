//! Published manifests of actions.json.

use super::{again, folder, payload, texts};
use actions_json::manifest::Manifest;

#[test]
fn every_published_manifest_comes_back_equal() {
    let Some(folder) = folder("actions-json/maps") else { return };
    let maps = texts(&folder);
    assert_eq!(maps.len(), 8);
    for (name, text) in maps {
        let manifest: Manifest = wire::decode(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again(&manifest), payload(&text), "{name}");
    }
}
