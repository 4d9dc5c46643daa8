//! Draws an error and findings into the text of a record, as compilers do.
//!
//! ```text
//! error[type]: expected a string, found integer `1779118200`
//!  --> record.json:3:16
//!   |
//! 3 |   "timestamp": 1779118200
//!   |                ^^^^^^^^^^ write a string
//! error[not-a-uuid]: the id of the record is not a UUID
//!  --> record.json:2:9
//!   |
//! 2 |   "id": "7",
//!   |         ^^^ write a UUID of 36 characters, as in a1b2c3d4-e5f6-7890-abcd-ef1234567890
//! error[parent-ref]: the path contains `..`
//!  --> record.json:4:17
//!   |
//! 4 |   "canvasFile": "../loans.html",
//!   |                 ^^^^^^^^^^^^^^^ write a path below canvas/, as in reports/dashboard.html
//! ```
//!
//! `DecodeError::span` and `Finding::span` return byte ranges. This program passes them to `annotate-snippets`. The crates
//! `ariadne`, `codespan-reporting` and `miette` take such ranges, too.

use agent_ui_aap::{
    Interaction,
    wire::{self, Severity, Validate},
};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

const UNREADABLE: &str = r#"{
  "id": "f6554697-47fd-4d67-8db9-291b9f7f3476",
  "timestamp": 1779118200
}"#;

const INVALID: &str = r#"{
  "id": "7",
  "timestamp": "2026-11-21T04:36:20.639Z",
  "canvasFile": "../loans.html",
  "action": "click",
  "summary": "User click on ../loans.html"
}"#;

fn main() {
    for text in [UNREADABLE, INVALID] {
        match wire::decode::<Interaction>(text) {
            Ok(record) => {
                for finding in record.validate() {
                    let level = match finding.severity {
                        Severity::Error => Level::ERROR,
                        Severity::Warning => Level::WARNING,
                        _ => Level::INFO,
                    };
                    draw(
                        level,
                        finding.rule,
                        &finding.message,
                        &finding.hint,
                        finding.span(text),
                        text,
                    );
                }
            }
            Err(error) => {
                let rule = error.rule.as_str();
                draw(
                    Level::ERROR,
                    rule,
                    &error.message,
                    &error.hint,
                    error.span(text),
                    text,
                );
            }
        }
    }
}

/// Prints a message above the part of the text that it is about.
fn draw(level: Level<'_>, rule: &str, message: &str, hint: &str, span: Range<usize>, text: &str) {
    let annotation = AnnotationKind::Primary.span(span).label(hint);
    let source = Snippet::source(text)
        .path("record.json")
        .annotation(annotation);
    let report = [Group::with_title(level.primary_title(message).id(rule)).element(source)];
    println!("{}", Renderer::plain().render(&report));
}
