//! Findings as workflow commands of GitHub Actions, which annotate the lines of a pull request.
//!
//! The form is `::error file=…,line=…,col=…::message`, as in
//! [Workflow commands](https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands).

use super::{columns, path_of, sentences};
use agent_ui_text::diagnostic::Diagnostic;
use std::fmt::Write as _;
use wire::Severity;

/// Returns the command for a finding. Standard input has no file to annotate.
pub(super) fn command(diagnostic: &Diagnostic, line: Option<&[u8]>) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        _ => "warning",
    };
    let mut command = format!("::{level} title={}", property(&diagnostic.rule));
    let place = &diagnostic.place;
    if let Some(path) = path_of(place) {
        // Writing to a string cannot fail.
        let _ = write!(command, ",file={}", property(&path));
        if place.line > 0 {
            let _ = write!(command, ",line={}", place.line);
        }
        if let (Some(line), true) = (line, place.line > 0) {
            let (start, end) = columns(line, place.line, place.column);
            let _ = write!(command, ",col={start},endColumn={end}");
        }
    }
    let text = sentences(&diagnostic.message, &diagnostic.hint);
    format!("{command}::{}", data(&text))
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, in which `:` and `,` are delimiters too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn delimiters_and_line_ends_are_escaped() {
        assert_eq!(data("100 %\r\na:b,c"), "100 %25%0D%0Aa:b,c");
        assert_eq!(property("C:\\a,b%.json"), "C%3A\\a%2Cb%25.json");
    }
}
