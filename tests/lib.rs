//! An empty library: this package contains the tests that concern several crates at once.
