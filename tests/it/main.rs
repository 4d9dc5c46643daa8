//! Tests that concern several crates at once.
//!
//! | module | tests |
//! |---|---|
//! | `inventory` | every wire type of every crate, checked in the same way |
//! | `fixtures` | the messages in `fixtures/`, checked as their index states |
//! | `ahp_cases` | reducers and round trips of AHP, in the formats of AHP's shared test cases |
//! | `hostile` | 108 hostile inputs, each with its outcome |
//! | `laws` | the laws of the translations, as properties |
//! | `corpus` | real input, found through `AGENT_UI_CORPUS` |
//! | `layers` | the imports between the files of the bridge |
//! | `crates` | the dependencies of each crate |
//! | `density` | the size of functions |
//! | `errors` | the error types of every crate |
//! | `new_protocol` | the files that a new protocol touches |
//! | `test_filters` | the filters of tests in scripts and pages |
//! | `versions` | the version, which all packages and pages share |
//! | `rules` | the page of rules, and the rules of the sources |
//! | `wording` | the documentation, the messages and the names of the whole project |
//! | `seeds` | writes the seeds of the fuzz targets; not a test |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod ahp_cases;
mod corpus;
mod coverage_tables;
mod crates;
mod density;
mod errors;
mod fixtures;
mod hostile;
mod inventory;
mod laws;
mod layers;
mod limits;
mod new_protocol;
mod rules;
mod seeds;
mod test_filters;
mod translation;
mod versions;
mod wording;
