//! Validation of cards and of the messages around them, for a version or a host.

mod for_target;
mod message;
#[cfg(test)]
mod tests;
mod walk;

pub use for_target::ValidateFor;
