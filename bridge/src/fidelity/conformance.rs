//! The conformance kit: the experiments of the matrix as data, for implementations in any language.

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
pub use examination::{Examination, Judged};
pub use judge::Failure;
pub use message::{Answer, AnswerError, AnswerNote, Op, Request};
pub use score::{Score, Share};

#[cfg(test)]
mod tests;
