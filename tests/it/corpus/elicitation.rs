//! The examples in the documentation of MCP and ACP.

use super::{folder, payload, texts};
use agent_ui_text::{CheckOptions, Severity, check};
use bridge::{Dialect, elicitation::inventory};
use wire::TypeInfo;

/// The types of the examples, by the start of their names. The first row that fits applies.
const TYPES: &[(&str, &str)] = &[
    ("acp-v1-elicitation-01", "InitializeParams"),
    ("acp-v1-elicitation-", "AcpMessage"),
    ("acp-v1-tool-calls-06", "ToolCallContent"),
    ("acp-v1-tool-calls-07", "ToolCallContent"),
    ("acp-v1-tool-calls-08", "ToolCallContent"),
    ("acp-v1-tool-calls-09", "ToolCallLocation"),
    ("acp-v1-tool-calls-", "AcpMessage"),
    ("acp-v2-tool-calls-05", "RequestPermission"),
    ("acp-v2-tool-calls-09", "ToolCallContent"),
    ("acp-v2-tool-calls-10", "SessionUpdate"),
    ("acp-v2-tool-calls-11", "SessionUpdate"),
    ("acp-v2-tool-calls-12", "ToolCallContent"),
    ("acp-v2-tool-calls-13", "ToolCallContent"),
    ("acp-v2-tool-calls-", "AcpMessage"),
    ("mcp-2025-06-18-doc-01", "InitializeParams"),
    ("mcp-2025-06-18-doc-1", "PropertySchema"),
    ("mcp-2025-06-18-doc-08", "PropertySchema"),
    ("mcp-2025-06-18-doc-09", "PropertySchema"),
    ("mcp-2025-06-18-doc-", "McpMessage"),
    ("mcp-2025-11-25-doc-01", "InitializeParams"),
    ("mcp-2025-11-25-doc-0", "PropertySchema"),
    ("mcp-2025-11-25-doc-", "McpMessage"),
    ("mcp-2026-07-28-doc-01", "RequestParams"),
    ("mcp-2026-07-28-doc-03", "PropertySchema"),
    ("mcp-2026-07-28-doc-", "McpMessage"),
    ("mcp-ClientCapabilities-", "ClientCapabilities"),
    ("mcp-ElicitRequest-", "McpMessage"),
    ("mcp-ElicitRequestFormParams-", "ElicitParams"),
    ("mcp-ElicitRequestURLParams-", "ElicitParams"),
    ("mcp-ElicitResult-", "ElicitResult"),
    ("mcp-InputRequests-", "InputRequests"),
    ("mcp-InputRequiredResult-", "McpMessage"),
    ("mcp-InputResponses-", "InputResponses"),
    ("mcp-MissingRequiredClientCapabilityError-", "McpMessage"),
];

/// Returns the dialect of an example. The files without a date are examples of the newest schema.
fn dialect(name: &str) -> Dialect {
    let dialects = [
        ("acp-v1-", Dialect::Acp1),
        ("acp-v2-", Dialect::Acp2),
        ("mcp-2025-06-18-", Dialect::Elicitation2025_06),
        ("mcp-2025-11-25-", Dialect::Elicitation2025_11),
        ("mcp-", Dialect::Elicitation2026_07),
    ];
    let found = dialects.iter().find(|(start, _)| name.starts_with(start));
    found.unwrap_or_else(|| panic!("{name}")).1
}

fn type_of(name: &str) -> &'static TypeInfo {
    let wanted = TYPES.iter().find(|(start, _)| name.starts_with(start));
    let (_, wanted) = wanted.unwrap_or_else(|| panic!("no type for {name}"));
    let own = match dialect(name) {
        Dialect::Acp1 | Dialect::Acp2 => inventory::ACP,
        _ => inventory::MCP,
    };
    let mut types = own.iter().chain(inventory::SHARED);
    types.find(|row| row.name == *wanted).unwrap()
}

fn examples() -> Vec<(String, String)> {
    let examples = texts(&folder("neighbours/elicitation"));
    assert_eq!(examples.len(), 61);
    examples
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_example_of_elicitation_is_read_as_its_type_and_written_back() {
    for (name, text) in examples() {
        let row = type_of(&name);
        let written = row
            .rewrite(&text)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(payload(&written.unwrap()), payload(&text), "{name}");
    }
}

/// The findings that are errors of the examples themselves.
const WRONG: [(&str, &str); 1] = [
    // The parameters are shown without the id of the session.
    ("acp-v2-tool-calls-05.json", "permission-request"),
];

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_example_of_elicitation_is_checked_as_its_type_without_errors() {
    for (name, text) in examples() {
        let found = check(&text, Some(dialect(&name).into()), &CheckOptions::new()).unwrap();
        let errors: Vec<_> = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        let rules: Vec<_> = errors.iter().map(|finding| finding.rule.as_str()).collect();
        let wrong: Vec<&str> = WRONG
            .iter()
            .filter(|(file, _)| *file == name)
            .map(|(_, rule)| *rule)
            .collect();
        assert_eq!(rules, wrong, "{name}: {errors:#?}");
    }
}

/// A text that is read as another type would lose the names of its members.
#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn unknown_members_of_the_examples_are_exactly_those_of_other_capabilities() {
    for (name, text) in examples() {
        let found = check(&text, Some(dialect(&name).into()), &CheckOptions::new()).unwrap();
        let unknown: Vec<_> = found
            .iter()
            .filter(|finding| finding.rule == "unknown-member")
            .collect();
        assert!(unknown.is_empty(), "{name}: {unknown:#?}");
    }
}
