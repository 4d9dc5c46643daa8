//! The findings of `check` as a SARIF 2.1.0 log, which code hosts and editors display.

use super::{columns, sentences};
use agent_ui_text::diagnostic::Diagnostic;
use std::{borrow::Cow, fmt::Write as _};
use wire::{Severity, Writer};

/// A SARIF log with one run, built result by result.
pub(in crate::report) struct SarifLog {
    /// The results so far, as the start of an array.
    results: Writer,
    /// The reported rules in order of appearance, each with its description.
    rules: Vec<(String, Cow<'static, str>)>,
}

impl SarifLog {
    /// Creates a log without results.
    pub(super) fn new() -> Self {
        let mut results = Writer::new();
        results.open_array();
        Self {
            results,
            rules: Vec::new(),
        }
    }

    /// Adds a result. `line` is the line of the diagnostic, if its text is available.
    pub(super) fn add(&mut self, diagnostic: &Diagnostic, line: Option<&[u8]>) {
        let index = self.rule_index(diagnostic);
        let json = &mut self.results;
        json.element();
        json.open_object();
        json.raw_name(r#""ruleId":"#);
        json.string(&diagnostic.rule);
        json.raw_name(r#""ruleIndex":"#);
        json.raw(&index.to_string());
        json.raw_name(r#""level":"#);
        json.string(level(diagnostic.severity));
        json.raw_name(r#""message":"#);
        text_object(json, &sentences(&diagnostic.message, &diagnostic.hint));
        json.raw_name(r#""locations":"#);
        json.open_array();
        json.open_object();
        location(json, diagnostic, line);
        json.close_object();
        json.close_array();
        if diagnostic.count != 1 {
            json.raw_name(r#""occurrenceCount":"#);
            json.raw(&diagnostic.count.to_string());
        }
        if let Some(profile) = &diagnostic.profile {
            json.raw_name(r#""properties":"#);
            json.open_object();
            json.raw_name(r#""profile":"#);
            json.string(profile);
            json.close_object();
        }
        json.close_object();
    }

    /// Returns the index of the rule of a diagnostic, which is added to the rules if it is new.
    fn rule_index(&mut self, diagnostic: &Diagnostic) -> usize {
        if let Some(index) = self
            .rules
            .iter()
            .position(|(rule, _)| *rule == diagnostic.rule)
        {
            return index;
        }
        self.rules
            .push((diagnostic.rule.clone(), description(diagnostic)));
        self.rules.len() - 1
    }

    /// Returns the log as one line of JSON.
    pub(super) fn document(mut self) -> Result<String, wire::EncodeError> {
        let mut json = Writer::new();
        json.open_object();
        json.raw_name(r#""$schema":"#);
        json.string("https://json.schemastore.org/sarif-2.1.0.json");
        json.raw_name(r#""version":"#);
        json.string("2.1.0");
        json.raw_name(r#""runs":"#);
        json.open_array();
        json.open_object();
        json.raw_name(r#""tool":"#);
        json.open_object();
        json.raw_name(r#""driver":"#);
        json.open_object();
        json.raw_name(r#""name":"#);
        json.string("agent-ui");
        json.raw_name(r#""version":"#);
        json.string(env!("CARGO_PKG_VERSION"));
        let address = env!("CARGO_PKG_REPOSITORY");
        if !address.is_empty() {
            json.raw_name(r#""informationUri":"#);
            json.string(address);
        }
        json.raw_name(r#""rules":"#);
        json.open_array();
        for (rule, description) in &self.rules {
            json.element();
            json.open_object();
            json.raw_name(r#""id":"#);
            json.string(rule);
            // Code hosts require all three texts.
            for (name, text) in [
                (r#""shortDescription":"#, &**description),
                (r#""fullDescription":"#, &**description),
                (
                    r#""help":"#,
                    "Each finding of `agent-ui check` has a hint that says how to correct it.",
                ),
            ] {
                json.raw_name(name);
                text_object(&mut json, text);
            }
            json.close_object();
        }
        json.close_array();
        json.close_object();
        json.close_object();
        json.raw_name(r#""columnKind":"#);
        json.string("utf16CodeUnits");
        json.raw_name(r#""results":"#);
        self.results.close_array();
        json.raw(&self.results.finish()?);
        json.close_object();
        json.close_array();
        json.close_object();
        json.finish()
    }
}

/// Writes the physical location, and the JSON Pointer as the logical location.
fn location(json: &mut Writer, diagnostic: &Diagnostic, line: Option<&[u8]>) {
    let place = &diagnostic.place;
    json.raw_name(r#""physicalLocation":"#);
    json.open_object();
    json.raw_name(r#""artifactLocation":"#);
    json.open_object();
    json.raw_name(r#""uri":"#);
    match &place.file {
        Some(file) => json.string(&uri(file)),
        None => {
            json.string("stdin");
            json.raw_name(r#""description":"#);
            text_object(json, "standard input");
        }
    }
    json.close_object();
    if place.line > 0 {
        json.raw_name(r#""region":"#);
        json.open_object();
        json.raw_name(r#""startLine":"#);
        json.raw(&place.line.to_string());
        if let Some(line) = line {
            let (start, end) = columns(line, place.line, place.column);
            json.raw_name(r#""startColumn":"#);
            json.raw(&start.to_string());
            json.raw_name(r#""endColumn":"#);
            json.raw(&end.to_string());
        }
        json.close_object();
    }
    json.close_object();
    if !diagnostic.pointer.is_root() {
        json.raw_name(r#""logicalLocations":"#);
        json.open_array();
        json.open_object();
        json.raw_name(r#""fullyQualifiedName":"#);
        json.string(diagnostic.pointer.as_str());
        json.close_object();
        json.close_array();
    }
}

/// Writes a SARIF message.
fn text_object(json: &mut Writer, text: &str) {
    json.open_object();
    json.raw_name(r#""text":"#);
    json.string(text);
    json.close_object();
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "note",
    }
}

/// Returns the URI of a file. A relative path stays relative, so that code hosts find the file in the repository.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri += "file://";
    } else if cfg!(windows) && path.get(1..3) == Some(":/") {
        uri += "file:///";
    }
    for byte in path.trim_start_matches("./").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// Returns the sentence that describes the rule of a diagnostic, or else the words of its name.
fn description(diagnostic: &Diagnostic) -> Cow<'static, str> {
    let rule = &*diagnostic.rule;
    agent_ui_text::rules::description(rule).map_or_else(|| words(rule).into(), Cow::Borrowed)
}

/// Writes the name of a rule as words.
fn words(rule: &str) -> String {
    let mut words = rule.replace(['-', '/'], " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words + "."
}

#[cfg(test)]
mod tests {
    use super::{uri, words};

    #[test]
    fn paths_are_relative_percent_encoded_uris() {
        assert_eq!(uri("a b/ü%#?.json"), "a%20b/%C3%BC%25%23%3F.json");
        assert_eq!(uri("./a.json"), "a.json");
        assert_eq!(uri("../a:b.json"), "../a%3Ab.json");
        assert_eq!(uri("/tmp/a.json"), "file:///tmp/a.json");
        assert_eq!(uri("ä"), "%C3%A4");
    }

    #[test]
    fn rules_without_a_sentence_are_described_by_their_name() {
        assert_eq!(words("aap-a2ui/id"), "Aap a2ui id.");
        assert_eq!(words(""), ".");
    }
}
