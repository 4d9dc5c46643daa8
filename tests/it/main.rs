//! The tests that concern several crates at once.
//!
//! | module | tests |
//! |---|---|
//! | `inventory` | every wire type of every crate, the same way |
//! | `fixtures` | the messages in `fixtures/`, as their index says |
//! | `ahp_cases` | what reducers of AHP do, and round trips, in the formats of AHP's shared test cases |
//! | `hostile` | 108 hostile inputs, and what becomes of each |
//! | `laws` | the laws of the translations, as properties |
//! | `corpus` | real input, found through `AGENT_UI_CORPUS` |
//! | `layers` | which file of the bridge imports which |
//! | `crates` | what each crate brings with it
//! | `wording` | the documentation, the messages and the names of the whole project |
//! | `seeds` | no test: what the fuzz targets begin with |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod ahp_cases;
mod corpus;
mod crates;
mod fixtures;
mod hostile;
mod inventory;
mod laws;
mod layers;
mod seeds;
mod translation;
mod wording;
