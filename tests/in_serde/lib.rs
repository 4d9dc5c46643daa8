//! Nothing: this package holds the tests of messages inside other people's serde types.
