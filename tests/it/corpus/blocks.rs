//! Real messages and views of Slack as surfaces.

use super::{folder, payload};
use a2ui::{
    Notation, Version,
    catalog::{Catalog, basic},
    expression::Host,
    surface::Surfaces,
};
use bridge::{
    a2ui,
    blocks::{surface_of_message, surface_of_view},
    slack_blocks::{BlockMessage, View},
};
use std::fs;
use wire::{Payload, Validate};

/// Returns the messages and views of a file: itself, or those of an event. A block alone becomes a message.
fn sources(all: &Payload) -> Vec<Payload> {
    let kind = all
        .member("type")
        .and_then(|kind| Some(kind.as_str()?.into_owned()));
    match kind.as_deref() {
        _ if all.member("blocks").is_some() || all.member("attachments").is_some() => {
            vec![all.clone()]
        }
        Some("block_actions" | "view_submission" | "view_closed" | "message_action") => {
            let members = ["message", "view"].into_iter();
            members.filter_map(|name| all.member(name)).collect()
        }
        Some(kind) if kind != "interactive_message" => {
            vec![payload(&format!(r#"{{"blocks":[{}]}}"#, all.text()))]
        }
        _ => Vec::new(),
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_message_and_view_becomes_a_surface_without_findings() {
    let mut count = 0;
    for entry in fs::read_dir(folder("neighbours/block-kit")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = path.display();
        for source in sources(&payload(&fs::read_to_string(&path).unwrap())) {
            count += 1;
            for version in [
                Version::V0_9,
                Version::V0_10,
                Version::V1_0June,
                Version::V1_0,
            ] {
                let messages = match source.decode::<View>() {
                    Ok(view @ (View::Modal(_) | View::Home(_))) => {
                        surface_of_view(&view, "s", version)
                    }
                    _ => {
                        surface_of_message(&source.decode::<BlockMessage>().unwrap(), "s", version)
                    }
                };
                let notation = match version {
                    Version::V1_0 => Notation::At,
                    _ => Notation::Plain,
                };
                let mut surfaces = Surfaces::new();
                for message in messages.unwrap() {
                    surfaces.apply(&message).unwrap();
                    let mut found = basic(version, notation).check_message(&message);
                    found.extend(message.validate());
                    assert_eq!(found, [], "{name}");
                }
                let surface = surfaces.get("s").unwrap();
                assert_eq!(surface.validate(), [], "{name}");
                assert_eq!(
                    surface.resolve(&Host::new()).unwrap().failures,
                    [],
                    "{name}"
                );
            }
        }
    }
    assert_eq!(count, 58);
}
