//! Tests of the examples in `docs/repairs.md`.

use super::*;
use crate::extract::ExtractedItem;
use std::path::Path;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/repairs.md");

/// A section of `docs/repairs.md`.
#[derive(Debug)]
struct Section<'a> {
    heading: &'a str,
    /// The fenced blocks: the document, the repairs, and the messages.
    blocks: Vec<&'a str>,
}

fn sections(page: &str) -> Vec<Section<'_>> {
    let section = |text| {
        let (heading, text): (&str, &str) = str::split_once(text, '\n').unwrap();
        let blocks = text
            .split("```")
            .skip(1)
            .step_by(2)
            .map(|block| block.split_once('\n').unwrap().1);
        Section {
            heading,
            blocks: blocks.map(str::trim).collect(),
        }
    };
    page.split("\n### ").skip(1).map(section).collect()
}

/// Extracts the messages from a carrier, with the repairs made to find them.
fn extract_elements(document: &str) -> Vec<Element> {
    let mut repairer = Repairer::new(None);
    let mut elements = Vec::new();
    for found in crate::extract::extract_all(document) {
        let ExtractedItem::Message(held) = found else {
            panic!("no message: {found:?}")
        };
        let mut read = repairer.read(&held.text.unwrap()).unwrap();
        read[0].repairs.splice(..0, held.repairs);
        elements.append(&mut read);
    }
    elements
}

/// Reads the document of a section. Returns the repairs and messages in the form of the page.
fn read(document: &str, is_carrier: bool) -> (String, String) {
    let elements = if is_carrier {
        extract_elements(document)
    } else {
        Repairer::new(None).read(document).unwrap()
    };
    let mut told = Vec::new();
    let mut messages = Vec::new();
    for Element {
        result, repairs, ..
    } in elements
    {
        let place = |repair: &Repair| match repair.pointer.as_str() {
            "" => format!("{}: {repair}", repair.kind),
            pointer => format!("{} at {pointer}: {repair}", repair.kind),
        };
        told.extend(repairs.iter().map(place));
        messages.push(wire::encode(&result.unwrap()).unwrap());
    }
    (told.join("\n"), messages.join("\n"))
}

#[test]
fn the_page_documents_every_repair_kind() {
    // A package from a registry lacks the page.
    if Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("Cargo.toml.orig")
        .exists()
    {
        return;
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (messages, carriers) = page.split_once("\n## Carriers\n").unwrap();
    let mut sections = sections(messages);
    let of_messages = sections.len();
    sections.extend(self::sections(carriers));
    let headings: Vec<&str> = sections.iter().map(|section| section.heading).collect();
    for kind in RepairKind::ALL {
        let heading = if kind.is_safe() {
            format!("`{kind}`")
        } else {
            format!("`{kind}` *(guess)*")
        };
        assert!(headings.contains(&&*heading), "no section {heading}");
    }
    assert_eq!(headings.len(), RepairKind::ALL.len());
    for (number, Section { heading, blocks }) in sections.into_iter().enumerate() {
        let (told, messages) = read(blocks[0], number >= of_messages);
        assert_eq!(blocks[1..], [told.as_str(), messages.as_str()], "{heading}");
        let word = heading.split('`').nth(1).unwrap();
        assert!(
            told.lines().any(|line| line.starts_with(word)),
            "{heading}: {told}"
        );
    }
}
