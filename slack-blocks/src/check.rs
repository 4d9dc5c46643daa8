//! Validation of what an app sends: sizes, required members, ids and places.
//!
//! The tables of the types ([`wire::TypeInfo`]) give the shape. The table of [`limits`] gives the sizes, and
//! [`places`] gives the blocks of each surface. Rules that concern several members are functions in [`rules`].

mod duplicates;
mod form;
mod limits;
mod members;
mod menus;
mod places;
mod report;
mod rules;
mod tables;
#[cfg(test)]
mod tests;
mod validate_on;
mod walk;

pub use validate_on::{ValidateOn, validate_part};
