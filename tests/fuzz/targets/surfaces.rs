//! Applies A2UI messages to surfaces, one on each line. A refused message changes nothing. The tree is bounded, and all
//! values can be computed. The messages of a surface build the same surface again.
#![no_main]
#![deny(unsafe_code)]

use a2ui::{
    Message,
    expression::{Host, Scope},
    surface::{SurfaceOptions, Surfaces},
};
use libfuzzer_sys::fuzz_target;
use wire::{Payload, Pointer, Validate};

fuzz_target!(|text: &str| {
    let options = || SurfaceOptions::new().max_surfaces(8).max_expanded(200);
    let mut surfaces = Surfaces::with_options(options());
    let snapshots = |surfaces: &Surfaces| -> Vec<_> {
        surfaces.iter().map(|surface| surface.snapshot()).collect()
    };
    for line in text.lines() {
        let Ok(message) = Message::read(line) else {
            continue;
        };
        let _ = message.validate();
        let before = snapshots(&surfaces);
        if surfaces.apply(&message).is_err() {
            assert_eq!(snapshots(&surfaces), before);
        }
    }
    let host = Host::new();
    for surface in surfaces.iter() {
        let _ = surface.validate();
        if let Ok(nodes) = surface.nodes() {
            assert!(nodes.len() <= 200);
            for node in &nodes {
                let id = node.component_id.as_str();
                let _ = surface.checks(id, &node.scope, &host);
                let Some(component) = node.component else {
                    continue;
                };
                for (name, value) in component.to_payload().members() {
                    let mut evaluation = surface.evaluation_of(id, &node.scope, &host);
                    let _ = evaluation.value(&value, &Pointer::root().member(&name));
                }
            }
        }
        let _ = surface.checks("root", &Scope::top(), &host);
        let mut again = Surfaces::with_options(options());
        for message in surface.messages() {
            let text = wire::encode(&message).expect("a message is written");
            again
                .apply(&Message::read(&text).expect("and read"))
                .expect("and applied");
        }
        let json = |surfaces: &Surfaces| {
            snapshots(surfaces)
                .first()
                .map(|one| Payload::encode(one).expect("a snapshot"))
        };
        let mut only = Surfaces::with_options(options());
        only.seed(&surface.messages())
            .expect("a surface gives what builds it");
        assert_eq!(json(&again), json(&only));
    }
});
