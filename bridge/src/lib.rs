//! Translations between AAP, A2UI, AHP canvases and actions.json, in which nothing is lost without being named.
//!
//! Three mappings stand in a row, each with a way there and a way back:
//!
//! ```text
//! actions.json  <->  AAP  <->  A2UI  <->  AHP
//!     actions_json_aap   aap_a2ui   a2ui_ahp
//! ```
//!
//! Two more stand between the versions of A2UI, `a2ui_v0_8_v0_9` and `a2ui_v0_9_v1_0`, and one between the shapes of AHP,
//! `ahp_canvas_ahp_v1_0`.
//!
//! The tools of an actions.json manifest go another way, to AHP at once and to MCP: `actions_json_ahp`, `actions_json_mcp`.
//!
//! | module | holds |
//! |---|---|
//! | [`actions_json_aap`], [`aap_a2ui`], [`a2ui_ahp`] | the mappings: `forward`, `backward`, and their table |
//! | [`a2ui_v0_8_v0_9`], [`a2ui_v0_9_v1_0`], [`Session`] | the versions of A2UI, message by message, with what has to be remembered |
//! | [`ahp_canvas_ahp_v1_0`] | AHP canvases, as proposed and as released |
//! | [`actions_json_ahp`], [`actions_json_mcp`] | manifests and calls as canvases with actions; manifests as MCP tools |
//! | [`mcp`], [`tool_names`] | MCP's tool definitions; names of tools where alphabets differ |
//! | [`translate()`], [`pair`] | one call; any protocol to any other |
//! | [`Ledger`], [`Notes`], [`Strict`] | what became of every field |
//! | [`Carry`], [`Embed`] | what the target cannot hold, beside the message or in it |
//! | [`Context`], [`Routes`] | what no message holds: clock, routes, manifest, surfaces |
//! | [`Refusal`] | why a translation did not take place |
//! | `fidelity` | what becomes of every field, found by experiment, and the same as cases for other implementations (feature `fidelity`) |
//!
//! The crates of the four protocols are re-exported.

pub mod a2ui_ahp;
pub mod a2ui_v0_8_v0_9;
pub mod a2ui_v0_9_v1_0;
pub mod aap_a2ui;
pub mod actions_json_aap;
pub mod actions_json_ahp;
pub mod actions_json_mcp;
pub mod ahp_canvas_ahp_v1_0;
pub mod carry;
mod complement;
mod context;
mod depth;
mod dialect;
mod difference;
pub mod embed;
#[cfg(feature = "fidelity")]
pub mod fidelity;
mod fields;
pub mod ids;
pub mod inventory;
mod ledger;
mod lens;
pub mod mcp;
pub mod pair;
mod refusal;
pub mod request;
mod restored;
mod routes;
mod session;
mod slot;
mod summary;
pub mod tool_names;
mod tools;
mod translate;
mod versions;

pub use a2ui;
pub use aap;
pub use actions_json;
pub use ahp;
pub use wire;

pub use carry::Carry;
pub use context::Context;
pub use dialect::{Dialect, Protocol};
pub use embed::Embed;
pub use ledger::{Ledger, Note, Notes, Place, Rule, Strict, Verdict};
pub use refusal::{Refusal, RefusalKind};
pub use routes::{Routes, RoutesError};
pub use session::{Output, Unfinished};
pub use translate::{Translate, Translated, translate, translate_back};
pub use versions::Session;
