//! Validation of cards and of the messages around them, for a version or a host.

mod action;
mod dynamic_text;
mod for_target;
mod ids;
mod input;
mod message;
mod object;
mod scalar;
#[cfg(test)]
mod tests;
mod url;
mod walk;

pub use for_target::ValidateFor;
