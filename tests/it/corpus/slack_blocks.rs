//! Block payloads of two libraries for Slack, and the invalid cases that one of them describes.

use super::{folder, payload, texts};
use agent_ui_text::{CheckOptions, Severity, check};
use bridge::{
    Dialect,
    slack_blocks::{Block, SlackMessage, inventory, wire::decode},
};
use wire::{Payload, TypeInfo};

/// The files without blocks of a message: tables, and payloads of the older interactive messages and of shortcuts.
const OTHER_FILES: [&str; 4] = [
    "java-AttachmentActionPayload.json",
    "java-MessageShortcutPayload.json",
    "sb-invalid-manifest.json",
    "sb-limits.json",
];

fn texts_of_payloads() -> Vec<(String, String)> {
    let mut texts = texts(&folder("neighbours/block-kit"));
    assert_eq!(texts.len(), 60);
    texts.retain(|(name, _)| !OTHER_FILES.contains(&name.as_str()));
    texts
}

/// Returns the type of a payload: a block, or else a message.
fn type_of(text: &str) -> &'static TypeInfo {
    let kind = payload(text).member("type");
    let kind = kind.as_ref().and_then(Payload::as_str).unwrap_or_default();
    let name = match Block::TAGS.contains(&&*kind) {
        true => "Block",
        false => "SlackMessage",
    };
    inventory::ALL.iter().find(|row| row.name == name).unwrap()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_block_payload_is_read_as_its_type_and_written_back() {
    for (name, text) in texts_of_payloads() {
        let row = type_of(&text);
        let written = row
            .rewrite(&text)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(payload(&written.unwrap()), payload(&text), "{name}");
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn other_payloads_are_refused_with_their_type() {
    for name in &OTHER_FILES[..2] {
        let files = texts(&folder("neighbours/block-kit"));
        let (_, text) = files.iter().find(|(own, _)| own == name).unwrap();
        let error = decode::<SlackMessage>(text).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/type", "{name}");
    }
}

/// The findings that are faults of the payloads themselves, with the reason.
///
/// The fixtures of the library have one placeholder for all block ids.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "sb-webhook_message_basic.json",
        "slack-blocks/id",
        "/blocks/1/block_id",
    ),
    (
        "sb-webhook_message_delete.json",
        "slack-blocks/id",
        "/blocks/1/block_id",
    ),
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn block_payloads_have_no_other_errors_than_the_listed_ones() {
    let mut all = Vec::new();
    for (name, text) in texts_of_payloads() {
        let found = check(
            &text,
            Some(Dialect::SlackMessage.protocol().into()),
            &CheckOptions::new(),
        );
        for finding in found.unwrap() {
            if finding.severity == Severity::Error {
                all.push(format!(
                    "{name} {} {}: {}",
                    finding.rule, finding.pointer, finding.message
                ));
            }
        }
    }
    let is_listed = |found: &String| {
        let mut starts = WRONG
            .iter()
            .map(|(name, rule, at)| format!("{name} {rule} {at}:"));
        starts.any(|start| found.starts_with(&start))
    };
    let others: Vec<_> = all.iter().filter(|found| !is_listed(found)).collect();
    assert!(others.is_empty(), "{others:#?}");
    assert_eq!(all.len(), WRONG.len(), "{all:#?}");
}
