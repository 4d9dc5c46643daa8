//! The conformance kit: the experiments of the matrix as data, for implementations in any language.
//!
//! `agent-ui conform -- COMMAND` starts a program, sends it the questions of all cases and reports the failures.
//! `agent-ui conform --cases` prints the cases, for other test runners. [`Examination`] does the same in a Rust
//! program.
//!
//! # The program
//!
//! The program reads one [`Request`] per line from standard input and writes one [`Answer`] per line to standard
//! output: one for each request, in the same order. It must not wait for further requests, because some are sent only
//! after an answer. It exits when its input ends.
//!
//! ```text
//! {"id":"1","op":"translate","from":"aap@1.0","to":"a2ui@0.9","input":[{…}],"context":{"runtimeId":"rt-7"}}
//! {"id":"1","value":[{…}],"carry":…,"notes":[{"verdict":"carried","rule":"aap-a2ui/id","from":"/id"}]}
//! {"id":"2","error":{"kind":"decode","rule":"missing","pointer":"/canvasFile"}}
//! ```
//!
//! | member of a request | meaning |
//! |---|---|
//! | `id` | repeated in the answer |
//! | `op` | `translate`: return the carry in the answer; `embed`: put the carry into the messages, which is an error if they have no slot |
//! | `from`, `to` | names of [`Dialect`](bridge::Dialect)s |
//! | `input` | the messages, which are related: those of an A2UI agent are a stream, others are independent |
//! | `carry` | the carry that the program itself returned for these messages, if any. A carry inside a message is used as well |
//! | `context` | the settings that no message contains: a [`ContextFields`] |
//!
//! | member of an answer | meaning |
//! |---|---|
//! | `value` | the translated messages; for a surface in AHP, the canvas with its contents |
//! | `carry` | everything that the backward translation needs, in any form; the kit never reads it |
//! | `notes` | the notes about fields: verdict, `from` and `to` as JSON Pointers, `input` as the index of the message |
//! | `error` | instead of all other members, if the messages are refused, or with the kind `unsupported` |
//!
//! Both sides ignore unknown members. A program answers `{"error":{"kind":"unsupported"}}` to an operation or a mapping
//! that it does not have. The cases that need `embed` are then skipped. All other cases fail, also those that expect an
//! error.
//!
//! # The cases
//!
//! The id of a case is `source:target:message:field:variant:what`. Cases that differ only in `what` have the same
//! question, which is asked once; `embedded` has a question of its own. A question about a backward translation
//! exchanges source and target, and its input is the messages of the answer.
//!
//! | what | level | condition |
//! |---|---|---|
//! | `value` | required | the answer has these messages |
//! | `refused` | required | the answer has an error |
//! | `named` | required | a note is about the varied place (or a value inside or around it, but not the whole message), and its verdict is neither `copied` nor `renamed`: the place does not come back from the target alone |
//! | `carried` | required | translated back with the carry of the answer, these messages are restored |
//! | `embedded` | required | translated with `embed` and then back, these messages are restored |
//! | `alone` | recommended | translated back without the carry, these messages are restored |
//! | `notes` | recommended | exactly these notes are about the place, by verdict, `from` and `to` |
//! | `rules` | recommended | exactly these rules are in the notes about the place |
//! | `reason` | recommended | the error has this kind and pointer |
//! | `rule` | recommended | the error has this rule |
//!
//! The required cases are those that a minimal implementation must pass: if one fails, a value is lost or wrong.
//! `carried` and `embedded` are only recommended if this project itself does not restore the field.
//!
//! Two messages are equal if they are the same JSON value: members in any order, strings without regard to escapes,
//! and numbers by their text (`1` and `1.0` differ). Messages that build A2UI surfaces, including those in the
//! contents of a canvas, are equal if they build the same surfaces.
//!
//! # Failures
//!
//! Each [`Failure`] states its operation, its cause and the content of the place in the answer. [`FailureGroup::of`]
//! groups the failures that have the same cause, because one fault fails many cases.
//!
//! # Protocol errors
//!
//! A line that is not an answer, or has an unknown id, fails the first open question. An answer to a later question
//! fails the open ones before it. A repeated answer fails its case. The other cases continue.

mod answer;
mod case;
mod comparable;
mod examination;
mod failure;
mod group;
mod judge;
mod message;
mod score;

pub use agent_ui_text::ContextFields;
pub use answer::{answer, answer_line};
pub use case::{ConformanceCase, Expectation, Level, cases, cases_of};
pub use examination::{CaseResult, Examination};
pub use failure::{AnswerPart, Failure, FailureCause, Operation};
pub use group::FailureGroup;
pub use message::{Answer, AnswerError, AnswerNote, Op, Request};
pub use score::{Score, Share};

#[cfg(test)]
mod tests;
