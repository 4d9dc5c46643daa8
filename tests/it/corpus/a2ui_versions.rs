//! The published examples of A2UI, translated to the other versions and back.

use super::{a2ui_official::Official, a2ui_today, folder, texts};
use crate::{
    laws::snapshot,
    translation::{self, Sent, bare},
};
use a2ui::{Message, surface::Surfaces};
use bridge::{
    AnyMessage, Carry, Context,
    Dialect::{
        self, A2ui0_8, A2ui0_9, A2ui0_9_1, A2ui0_10, A2ui1_0, A2ui1_0Aug, A2ui1_0June, A2ui1_0Sep,
    },
};
use std::collections::BTreeMap;
use wire::Payload;

const OLD: [&str; 2] = [
    "a2ui/v0_8/catalogs/basic/examples",
    "a2ui/v0_8/catalogs/minimal/examples",
];
const NEW: [&str; 2] = [
    "a2ui/v0_9/catalogs/basic/examples",
    "a2ui/v0_9/catalogs/minimal/examples",
];

/// Folders of 0.9.1 whose examples state the version of 0.9. They are read with the stated version.
const NEW_1: [&str; 2] = [
    "a2ui/v0_9_1/catalogs/basic/examples",
    "a2ui/v0_9_1/catalogs/minimal/examples",
];

const DRAFT: [&str; 2] = [
    "a2ui/v0_10/catalogs/basic/examples",
    "a2ui/v0_10/catalogs/minimal/examples",
];

/// Routes for the examples of each version. No examples were published for 1.0 of August, so the examples of 0.9 are
/// translated first.
const WAYS: [(Dialect, Dialect, [&str; 2]); 34] = [
    (A2ui0_8, A2ui0_9, OLD),
    (A2ui0_8, A2ui0_9_1, OLD),
    (A2ui0_8, A2ui1_0, OLD),
    (A2ui0_8, A2ui1_0Sep, OLD),
    (A2ui0_8, A2ui1_0Aug, OLD),
    (A2ui0_9, A2ui0_8, NEW),
    (A2ui0_9, A2ui0_9_1, NEW),
    (A2ui0_9, A2ui1_0, NEW),
    (A2ui0_9, A2ui1_0Sep, NEW),
    (A2ui0_9, A2ui1_0Aug, NEW),
    (A2ui0_8, A2ui0_10, OLD),
    (A2ui0_9, A2ui0_10, NEW),
    (A2ui0_9, A2ui1_0June, NEW),
    (A2ui0_9_1, A2ui0_8, NEW_1),
    (A2ui0_9_1, A2ui0_9, NEW_1),
    (A2ui0_9_1, A2ui0_10, NEW_1),
    (A2ui0_9_1, A2ui1_0June, NEW_1),
    (A2ui0_9_1, A2ui1_0Aug, NEW_1),
    (A2ui0_9_1, A2ui1_0Sep, NEW_1),
    (A2ui0_9_1, A2ui1_0, NEW_1),
    (A2ui0_10, A2ui0_8, DRAFT),
    (A2ui0_10, A2ui0_9, DRAFT),
    (A2ui0_10, A2ui0_9_1, DRAFT),
    (A2ui0_10, A2ui1_0June, DRAFT),
    (A2ui0_10, A2ui1_0Aug, DRAFT),
    (A2ui0_10, A2ui1_0Sep, DRAFT),
    (A2ui0_10, A2ui1_0, DRAFT),
    (A2ui1_0Aug, A2ui0_8, NEW),
    (A2ui1_0Aug, A2ui0_9, NEW),
    (A2ui1_0Aug, A2ui0_9_1, NEW),
    (A2ui1_0Aug, A2ui0_10, NEW),
    (A2ui1_0Aug, A2ui1_0June, NEW),
    (A2ui1_0Aug, A2ui1_0Sep, NEW),
    (A2ui1_0Aug, A2ui1_0, NEW),
];

/// Reads the examples in the folders as messages of a version. The current examples are read as 1.0 of August.
fn documents(version: Dialect, folders: [&str; 2]) -> Vec<(String, Vec<Message>)> {
    let published = read_published(version, folders);
    match version {
        A2ui1_0Aug => {
            let mut documents = brought(A2ui0_9, version, published);
            documents.extend(brought(A2ui1_0, version, today()));
            documents
        }
        _ => published,
    }
}

fn brought(
    from: Dialect,
    to: Dialect,
    documents: Vec<(String, Vec<Message>)>,
) -> Vec<(String, Vec<Message>)> {
    documents
        .into_iter()
        .map(|(name, own)| (name, messages(&run(from, to, bare(own)))))
        .collect()
}

/// Returns the valid messages of the current version that create or change a surface. Each gets a separate surface.
fn today() -> Vec<(String, Vec<Message>)> {
    let create = || Message::read(a2ui_today::CREATE).unwrap();
    let right = a2ui_today::examples()
        .into_iter()
        .filter(|(current, ..)| current == "valid");
    let documents = right.map(|(_, why, message)| (why, Message::read(message.text()).unwrap()));
    documents
        .filter(|(_, message)| message.is_about_a_surface())
        .map(|(why, message)| match message.key() {
            "createSurface" => (why, vec![message]),
            _ => (why, vec![create(), message]),
        })
        .collect()
}

fn read_published(version: Dialect, folders: [&str; 2]) -> Vec<(String, Vec<Message>)> {
    let found = folders
        .into_iter()
        .map(folder)
        .flat_map(|folder| texts(&folder));
    found
        .map(|(name, text)| {
            let text = match version {
                A2ui0_9_1 => text.replace(r#""version": "v0.9""#, r#""version": "v0.9.1""#),
                _ => text,
            };
            let elements =
                a2ui::read(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            let messages = elements.into_iter().map(|element| element.result.unwrap());
            (name.clone(), messages.collect())
        })
        .collect()
}

fn run(from: Dialect, to: Dialect, messages: Vec<(AnyMessage, Carry)>) -> Sent {
    let sent = translation::all(from, to, &Context::default(), messages);
    assert!(sent.refused.is_empty(), "{:?}", sent.refused);
    sent
}

fn messages(sent: &Sent) -> Vec<Message> {
    sent.outputs
        .iter()
        .map(|output| output.message.clone().try_into().unwrap())
        .collect()
}

fn fold<'a>(name: &str, messages: impl Iterator<Item = &'a Message>) -> BTreeMap<String, Payload> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces
            .apply(message)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    surfaces
        .iter()
        .map(|surface| (surface.surface_id().as_str().to_owned(), snapshot(surface)))
        .collect()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_surface_comes_back_unchanged_from_every_version() {
    for (from, to, folders) in WAYS {
        for (name, messages) in documents(from, folders) {
            let there = run(from, to, bare(messages.clone()));
            fold(&name, self::messages(&there).iter());
            let back = run(to, from, there.with_carries());
            assert_eq!(
                fold(&name, self::messages(&back).iter()),
                fold(&name, messages.iter()),
                "{name} {to}"
            );
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn losslessly_translated_surfaces_come_back_without_the_carry() {
    let mut lossless = 0;
    for (from, to, folders) in WAYS {
        for (name, messages) in documents(from, folders) {
            let there = run(from, to, bare(messages.clone()));
            if there.losses().next().is_none() {
                lossless += 1;
                let back = run(to, from, there.alone());
                let (back, meant) = (
                    fold(&name, self::messages(&back).iter()),
                    fold(&name, messages.iter()),
                );
                assert_eq!(back, meant, "{name} {to}");
            }
        }
    }
    assert!(lossless > 20, "{lossless}");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn valid_examples_stay_valid_in_other_versions() {
    let official = |dialect: Dialect| {
        Official::of(match dialect {
            A2ui0_8 => "v0_8",
            A2ui0_9 => "v0_9",
            A2ui0_9_1 => "v0_9_1",
            A2ui0_10 => "v0_10",
            _ => "v1_0",
        })
    };
    for (from, to, folders) in WAYS {
        // Only 1.0 of August has published schemas.
        if [A2ui1_0June, A2ui1_0Sep, A2ui1_0].contains(&to) {
            continue;
        }
        let (before, after) = (official(from), official(to));
        let is_right = |official: &Official, message: &Message| {
            let value: serde_json::Value =
                serde_json::from_str(&wire::encode(message).unwrap()).unwrap();
            official
                .agent
                .validate(&value)
                .map_err(|error| error.to_string())
        };
        let mut judged = 0;
        for (name, messages) in documents(from, folders) {
            if messages
                .iter()
                .any(|message| is_right(&before, message).is_err())
            {
                continue;
            }
            judged += 1;
            for message in self::messages(&run(from, to, bare(messages))) {
                let text = wire::encode(&message).unwrap();
                // The catalog of 0.8 has this property; the copy in the schema of the messages does not.
                if to == A2ui0_8 && text.contains("MultipleChoice") && text.contains("\"variant\"")
                {
                    continue;
                }
                if let Err(error) = is_right(&after, &message) {
                    panic!("{name} {to}: {error} in {text}");
                }
            }
        }
        assert!(judged > 20, "{from} {to}: {judged}");
    }
}
