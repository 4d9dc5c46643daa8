//! Sessions on NATS JetStream: translation by workers on any number of machines, each message once and in order.
//!
//! Clients publish messages to `ui.in.<session>.<direction>` and read the translations from `ui.out.<session>.<direction>`. Any number of
//! workers take the messages. A session moves to another worker when its worker ends or is killed. No message is lost, doubled or
//! reordered. The state of each session is in a key-value store of the server.
//!
//! ```no_run
//! use agent_ui_nats::{StreamNames, StreamSettings, WorkerSettings, connect, create_streams, run_worker};
//! use std::sync::Arc;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let names: StreamNames = "ui".parse()?;
//! let client = connect(&"nats://127.0.0.1:4222".parse()?, None, Arc::new(|report| eprintln!("{report}"))).await?;
//! create_streams(&client, &names, &StreamSettings::default()).await?;
//! let settings = WorkerSettings::new(names, "a2ui@0.8".parse()?, "a2ui@0.9".parse()?);
//! run_worker(client, settings, std::future::pending()).await?;
//! # Ok(()) }
//! ```
//!
//! The program `agent-ui worker` does the same.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `session-store` | a store for the sessions of a gateway: the module `session_store` |

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "session-store")]
pub use live;

mod client;
mod deliveries;
mod error;
mod failing_sessions;
mod input;
mod input_order;
mod interruption;
mod layout;
#[doc(hidden)]
pub mod limits;
mod metrics;
mod names;
mod objects;
mod open_attempts;
mod partition_task;
mod peers;
mod processor;
mod publication;
mod publisher;
mod recent_inputs;
mod record;
mod report;
mod server_address;
mod session;
mod session_cache;
#[cfg(feature = "session-store")]
pub mod session_store;
mod sessions_in_work;
mod set_up;
mod settings;
mod stable_hash;
mod states;
mod status;
#[cfg(test)]
mod test_server;
mod worker;

pub use client::{NatsClient, connect};
pub use error::NatsError;
pub use input::{
    END_HEADER, FINDING_HEADER, FROM_HEADER, OBJECT_HEADER, SEQUENCE_HEADER, TO_HEADER,
};
pub use layout::StreamLayout;
pub use limits::SESSION_TOKEN_BYTES;
pub use names::{Direction, InvalidName, StreamNames, session_name, session_token};
pub use peers::drain;
pub use report::{ReportLevel, WorkerReport, WorkerReportSink};
pub use server_address::{InvalidServerAddress, ServerAddress};
pub use set_up::{StreamSettings, create_streams};
pub use settings::WorkerSettings;
pub use worker::run_worker;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
