//! The cases of A2UI's own specification. Valid messages have no errors. Invalid messages are refused or have a
//! finding.

use super::{folder, payload, texts};
use a2ui::{
    Direction, Message, Notation, Version,
    catalog::{BasicCatalog, Catalog, Checker, Returns, basic},
};
use wire::{Payload, Pointer, Severity, Validate};

const CASES: [(&str, Version, usize); 2] =
    [("v0_9", Version::V0_9, 76), ("v0_10", Version::V0_10, 105)];

/// The catalog of two functions that the cases about calls define.
struct Testing(BasicCatalog);

impl Catalog for Testing {
    fn version(&self) -> Version {
        self.0.version()
    }

    fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool {
        self.0.check_component(name, properties, at, checker)
    }

    fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns> {
        match name {
            "openUrl" => self.0.check_function(name, args, at, checker),
            "pingServer" => Some(Returns::Void),
            _ => None,
        }
    }
}

/// Returns `true` if a message has the direction that the suite states, can be read, and has no error.
fn is_right(text: &str, version: Version, from: Direction, own_catalog: bool) -> bool {
    let Ok(message) = Message::read_as(text, version) else {
        return false;
    };
    if message.direction() != from {
        return false;
    }
    let basic = basic(version, Notation::Plain);
    let mut found = message.validate();
    found.extend(if own_catalog {
        Testing(basic).check_message(&message)
    } else {
        basic.check_message(&message)
    });
    found
        .iter()
        .all(|finding| finding.severity != Severity::Error)
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_case_of_the_a2ui_specification_has_the_expected_outcome() {
    let mut failures = Vec::new();
    for (name, version, count) in CASES {
        let folder = folder(&format!("a2ui/{name}/cases"));
        let mut seen = 0;
        for (file, text) in texts(&folder) {
            let suite = payload(&text);
            let get = |payload: &Payload, name: &str| payload.member(name);
            let Some(tests) = get(&suite, "tests") else {
                continue;
            };
            let is_client = get(&suite, "schema")
                .unwrap()
                .text()
                .contains("client_to_server");
            let from = if is_client {
                Direction::Client
            } else {
                Direction::Agent
            };
            for test in tests.elements() {
                seen += 1;
                let valid = get(&test, "valid").unwrap().text() == "true";
                let data = get(&test, "data").unwrap();
                if is_right(data.text(), version, from, get(&suite, "catalog").is_some()) != valid {
                    let description = get(&test, "description").unwrap();
                    failures.push(format!(
                        "{name}/{file}: {description}: valid is {valid}\n  {data}"
                    ));
                }
            }
        }
        assert_eq!(seen, count, "{name}");
    }
    assert!(
        failures.is_empty(),
        "{} cases:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
