//! How a version writes values that are not literal.

/// How a version writes bindings and function calls.
///
/// A2UI 1.0 has two notations under one version text: `{"path": …}` and `{"call": …}` until August 2026,
/// `{"@path": …}` and `{"@call": …}` since, so that an object of the user's may have members `path` and `call`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Bound values: `{"literalString": …}`, `{"path": …}`, or both. There are no calls. A2UI 0.8.
    Bound,
    /// Bare literals, `{"path": …}`, `{"call": …, "args": …}`. A2UI 0.9, 0.10, and 1.0 until August 2026.
    Plain,
    /// Bare literals, `{"@path": …}`, `{"@call": …, "args": …}`; the name `@k` of a literal member is written `@@k`.
    /// A2UI 1.0 since September 2026.
    At,
}
