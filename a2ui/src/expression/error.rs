//! Why a value could not be computed.

use std::fmt;
use wire::Pointer;

/// Why a value could not be computed.
///
/// | rule | what it says |
/// |---|---|
/// | `data-path` | the path of a binding is none |
/// | `reserved-key` | a member begins with `@` and is no directive |
/// | `unknown-function` | nobody here knows the function |
/// | `effect` | the function has an effect and no value; the host performs it |
/// | `argument` | an argument is missing, or is nothing that the function can use |
/// | `format-string` | the text of `formatString` cannot be read |
/// | `index-scope` | `@index` outside a template |
/// | `regex-feature` | this build evaluates no regular expressions (feature `regex`) |
/// | `pattern` | a regular expression cannot be read |
/// | `pattern-unsupported` | it uses look-around, back references or another thing without linear time |
/// | `call-depth`, `call-arguments`, `depth`, `limit` | too deep, too many, too much work |
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvaluationError {
    /// The name of the rule; stable, for programs.
    pub rule: &'static str,
    /// Where in what was evaluated. What stands inside the text of a `formatString` has the pointer of that text.
    pub pointer: Pointer,
    /// A sentence for people.
    pub message: String,
}

impl EvaluationError {
    /// An error of a function that a consumer adds; its rule is `argument`, or one of the consumer's own.
    pub fn new(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self { rule, pointer, message: message.to_string() }
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_root() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for EvaluationError {}
