//! Nothing: this package holds the tests that concern several crates at once.
