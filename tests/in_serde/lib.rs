//! An empty library: this package contains the tests of messages inside other people's serde types.
