//! The conformance kit: the experiments of the matrix as data, for implementations in any language.
//!
//! `agent-ui conform -- COMMAND` starts a program, asks it all cases and tells what does not hold. `agent-ui conform --cases`
//! writes the cases, for those who ask by themselves. [`Examination`] does the same in a Rust program.
//!
//! # What a program has to do
//!
//! It reads a [`Request`] a line from standard input and writes an [`Answer`] a line to standard output: one for each, in the
//! same order, and at once, as more is asked only after some answers. When its input ends, it ends.
//!
//! ```text
//! {"id":"1","op":"translate","from":"aap@1.0","to":"a2ui@0.9","input":[{…}],"context":{"runtimeId":"rt-7"}}
//! {"id":"1","value":[{…}],"carry":…,"notes":[{"verdict":"carried","rule":"aap-a2ui/id","from":"/id"}]}
//! {"id":"2","error":{"kind":"decode","rule":"missing","pointer":"/canvasFile"}}
//! ```
//!
//! | member | of a request |
//! |---|---|
//! | `id` | comes back in the answer |
//! | `op` | `translate`: the carry is in the answer; `embed`: the carry is in the messages, and if they have no room, that is an error |
//! | `from`, `to` | names of [`Dialect`](bridge::Dialect)s |
//! | `input` | the messages, which belong together: those of an A2UI agent are a stream, others stand for themselves |
//! | `carry` | absent, or what the program itself gave as the carry of these messages. A carry in a message counts as well |
//! | `context` | what no message holds: a [`RequestContext`] |
//!
//! | member | of an answer |
//! |---|---|
//! | `value` | the messages that come out; of a surface in AHP the canvas with its contents |
//! | `carry` | everything that the backward translation needs, in any form; the kit never reads it |
//! | `notes` | what became of the fields: verdict, `from` and `to` as JSON Pointers in their messages, `input` as the number of the message |
//! | `error` | in the place of all these, if nothing comes out |
//!
//! Unknown members count as absent, on both sides.
//!
//! # What is looked at
//!
//! A case is named `source:target:message:field:variant:what`. What is asked is the same for all `what` of a variant but
//! `embedded`, and is asked once. To ask the way back, source and target are exchanged, and the messages of the answer are the
//! input.
//!
//! | what | level | holds if |
//! |---|---|---|
//! | `value` | required | these messages come out |
//! | `refused` | required | an error comes out |
//! | `named` | required | a note is about the place that was varied (it, what is in it, or what it is in, but not the whole message), and its verdict is neither `copied` nor `renamed`: the place does not come back from the target alone |
//! | `carried` | required | sent back with the carry of the answer, these messages come back |
//! | `embedded` | required | asked with `embed` and sent back as answered, these messages come back |
//! | `alone` | recommended | sent back without the carry, these messages come back |
//! | `notes` | recommended | exactly these notes are about the place, by verdict, `from` and `to` |
//! | `rules` | recommended | exactly these rules are in the notes about the place |
//! | `reason` | recommended | the error has this kind and pointer |
//! | `rule` | recommended | the error has this rule |
//!
//! `carried` and `embedded` are recommended only where this project itself does not bring the field back.
//!
//! Messages are the same if they are the same JSON: members in any order, strings by what they say, numbers by their text (`1`
//! and `1.0` are two). Messages that build A2UI surfaces, also as the text of contents of a canvas, are the same if they build
//! the same surfaces.
//!
//! # What goes wrong
//!
//! A line that is not an answer, or whose id was not asked, counts for the first open question. An answer to a later
//! question leaves those before without one. What is answered twice does not hold. The rest goes on.

mod answer;
mod case;
mod context;
mod examination;
mod judge;
mod message;
mod score;

pub use answer::{answer, answer_line};
pub use case::{ConformanceCase, Expectation, Level, cases, cases_of};
pub use context::RequestContext;
pub use examination::{CaseResult, Examination};
pub use judge::Failure;
pub use message::{Answer, AnswerError, AnswerNote, Op, Request};
pub use score::{Score, Share};

#[cfg(test)]
mod tests;
