//! Tests of resolved surfaces.

mod changes;
mod inputs;
mod submit;
mod tree;

use super::{NodeKey, ResolvedSurface};
use crate::{
    Message,
    expression::Host,
    surface::{SurfaceOptions, Surfaces},
};

/// Returns a surface `s` of 0.9 with a model and components.
fn surfaces(model: &str, components: &str) -> Surfaces {
    surfaces_with(SurfaceOptions::new(), model, components)
}

fn surfaces_with(options: SurfaceOptions, model: &str, components: &str) -> Surfaces {
    let mut surfaces = Surfaces::with_options(options);
    for text in [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#.to_owned(),
        format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{model}}}}}"#),
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
        ),
    ] {
        surfaces.apply(&Message::read(&text).unwrap()).unwrap();
    }
    surfaces
}

/// Returns a surface `s` of 0.8 with components, whose root is `root`.
fn surfaces_v0_8(contents: &str, components: &str) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for text in [
        format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{components}]}}}}"#),
        format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{contents}]}}}}"#),
        r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#.to_owned(),
    ] {
        surfaces.apply(&Message::read(&text).unwrap()).unwrap();
    }
    surfaces
}

fn resolve(surfaces: &Surfaces) -> ResolvedSurface {
    surfaces.get("s").unwrap().resolve(&Host::new()).unwrap()
}

fn key(text: &str) -> NodeKey {
    NodeKey::from(text)
}
