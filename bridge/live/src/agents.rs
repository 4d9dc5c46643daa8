//! Agents of a gateway that have no protocol of their own: commands and files. This module also contains the HTTP
//! client of all agents.

#[cfg(feature = "gateway")]
pub mod command;
#[cfg(feature = "gateway")]
pub mod file;
pub mod follow;
#[cfg(feature = "gateway")]
pub(crate) mod http_client;
#[cfg(feature = "gateway")]
mod lines;
