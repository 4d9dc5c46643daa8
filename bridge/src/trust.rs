//! Carries inside messages, and the policy that decides which carries are used.

pub(crate) mod carry_slot;
pub mod embed;
pub mod policy;
