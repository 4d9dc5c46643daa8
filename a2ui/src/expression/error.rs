//! Errors of evaluating a value.

use std::fmt;
use wire::Pointer;

/// The reason why a value cannot be evaluated.
///
/// | rule | meaning |
/// |---|---|
/// | `data-path` | the path of a binding is invalid |
/// | `reserved-key` | a member name begins with `@` but is not a directive |
/// | `unknown-function` | the host does not implement the function |
/// | `effect` | the function has an effect and no value; the host must perform it |
/// | `argument` | an argument is missing or has an unusable value |
/// | `format-string` | the text of `formatString` cannot be parsed |
/// | `index-scope` | `@index` is called outside a template |
/// | `regex-feature` | this build does not support regular expressions (feature `regex`) |
/// | `pattern` | a regular expression cannot be parsed |
/// | `pattern-unsupported` | a regular expression uses look-around, back references or another feature without linear time |
/// | `call-depth`, `call-arguments`, `depth`, `limit` | the value is nested too deep or needs too much work |
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct EvaluationError {
    /// The name of the rule. Rule names are stable, so programs can compare them.
    pub rule: &'static str,
    /// The place in the evaluated value. For an error inside the text of a `formatString`, this is the place of the text.
    pub pointer: Pointer,
    /// A sentence that describes the problem.
    pub message: String,
}

impl EvaluationError {
    /// Creates an error for a custom function. Use the rule `argument` or define your own rule.
    pub fn new(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self {
            rule,
            pointer,
            message: message.to_string(),
        }
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
