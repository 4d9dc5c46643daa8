//! Translates messages between AAP, A2UI, AHP canvases, actions.json, MCP, ACP, Adaptive Cards, blocks of Slack and the
//! Responses API.
//!
//! Fields that a target format cannot hold go into a carry, and notes report what became of every field.
//!
//! A [`Translator`] converts the messages of one dialect into another. Most pairs of dialects are connected by one mapping, the
//! others by several in a row:
//!
//! ```text
//! actions.json  <->  AAP  <->  A2UI  <->  AHP
//!     actions_json_aap   aap_a2ui   a2ui_ahp
//! ```
//!
//! | item | purpose |
//! |---|---|
//! | [`Translator`], [`Bridge`], [`translate()`] | translate a sequence of messages, both directions of a conversation, or one message |
//! | [`Note`], [`Verdict`] | report what became of a field |
//! | [`Carry`], [`Embed`], [`CarryPolicy`] | keep lost fields next to the message or in it, and decide which carries are trusted |
//! | [`Context`], [`Routes`] | supply values that no message contains: clock, routes, manifest, surfaces |
//! | [`Refusal`] | explains why a message was not translated |
//! | [`actions_json_aap`], [`aap_a2ui`], [`a2ui_ahp`] | map interactions and surfaces between protocols |
//! | [`a2ui_v0_8_v0_9`], [`a2ui_v0_9_v0_10`], [`a2ui_v0_9_v1_0`], [`a2ui_v1_0`] | map the versions of A2UI |
//! | [`ahp_canvas_ahp_v1_0`] | maps AHP canvases between the proposal and the release |
//! | [`actions_json_ahp`], [`actions_json_mcp`] | map manifests and calls to canvases with actions and to MCP tools |
//! | [`actions_json_responses`] | maps calls to the function calls of models |
//! | [`mcp`], [`mcp_check`], [`responses`], [`canvases`] | MCP tool definitions and their validation; items of the Responses API; AHP canvas lines |
//! | [`elicitation_versions`] | maps questions to users between the versions of MCP and ACP |
//! | [`a2ui_adaptive_cards`], [`a2ui_slack_blocks`], [`cards`], [`blocks`] | map surfaces to cards and to blocks of Slack, and back |
//! | [`mcp_versions`] | maps MCP tools and calls between the versions of MCP |
//! | [`tool_names`] | converts tool names between alphabets |
//!
//! # Examples
//!
//! The folder `examples` of the crate contains whole programs, each with its output:
//!
//! | program | shows how to |
//! |---|---|
//! | `round_trip` | translate a record, edit the target, and translate it back with the carry |
//! | `old_agent` | connect an agent and a client of two A2UI versions, with saved sessions, on tokio |
//! | `mcp_tools` | offer the tools of a manifest over MCP, and translate a call back |
//!
//! # Features
//!
//! Each protocol is a feature, and all are on by default. A mapping is compiled if both of its protocols are, so a program
//! that joins two protocols compiles these two:
//!
//! ```toml
//! agent-ui-bridge = { version = "0.1", default-features = false, features = ["aap", "a2ui"] }
//! ```
//!
//! | feature | adds | enables |
//! |---|---|---|
//! | `aap` | AAP records | |
//! | `a2ui` | A2UI messages, and the mappings between the versions of A2UI | |
//! | `ahp` | AHP canvases, and the mapping between the proposal and the release | |
//! | `actions-json` | events, manifests and calls of actions.json | |
//! | `mcp` | MCP tools and calls, and their mapping to actions.json | `actions-json` |
//! | `mcp-elicitation`, `acp` | questions of MCP and ACP to users, and the mapping between their versions | `renditions` |
//! | `renditions` | what messages that show a whole surface have in common | |
//! | `responses` | function calls of models, and their mapping to actions.json | `actions-json` |
//! | `adaptive-cards` | Adaptive Cards, and their mapping to A2UI | `renditions` |
//! | `slack-blocks` | blocks of Slack, and their mapping to A2UI | `renditions` |
//! | `catalog` | the check of A2UI messages against catalogs | `a2ui` |
//! | `jsonschema` | the check of event payloads against the schemas of their signals | `actions-json` |
//! | `workflows` | the workflows of actions.json | `actions-json` |
//! | `chrono`, `uuid` | conversions of times and record ids to the types of these crates | |
//! | `schemars`, `proptest` | a JSON Schema and a generator for every type | |
//!
//! [`Dialect`] and [`Protocol`] are the same in every build. A translator for a protocol that the build does not contain is
//! refused, and the refusal names the feature. [`Protocol::is_enabled`] answers beforehand. Resume a [`SavedTranslator`]
//! in a build with the features of the one that saved it.
//!
//! The protocol crates are re-exported. `agent-ui-fidelity` measures what becomes of every field.

// What only some protocols use is unused in builds without them.
#![cfg_attr(
    not(all(
        feature = "a2ui",
        feature = "aap",
        feature = "acp",
        feature = "actions-json",
        feature = "adaptive-cards",
        feature = "ahp",
        feature = "mcp",
        feature = "mcp-elicitation",
        feature = "responses",
        feature = "slack-blocks"
    )),
    allow(unused, unreachable_pub, irrefutable_let_patterns)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod protocols;

#[cfg(all(feature = "a2ui", feature = "slack-blocks"))]
pub mod blocks;
#[cfg(all(
    feature = "a2ui",
    any(feature = "slack-blocks", feature = "mcp-elicitation", feature = "acp")
))]
mod button_roles;
mod byte_budget;
#[cfg(all(feature = "a2ui", feature = "adaptive-cards"))]
pub mod cards;
#[cfg(feature = "a2ui")]
mod component_note;
mod context;
mod dialect;
#[cfg(all(feature = "a2ui", any(feature = "mcp-elicitation", feature = "acp")))]
pub mod forms;
#[cfg(any(feature = "adaptive-cards", feature = "slack-blocks"))]
mod icons;
pub mod ids;
pub mod inventory;
mod lens;
#[cfg(feature = "a2ui")]
#[doc(hidden)]
pub mod limits;
mod mappings;
#[cfg(any(feature = "adaptive-cards", feature = "slack-blocks"))]
mod markdown;
mod messages;
mod refusal;
pub mod shared;
#[cfg(feature = "a2ui")]
mod surface_names;
#[cfg(feature = "a2ui")]
mod surface_writer;
mod translate;
mod trust;
#[cfg(feature = "a2ui")]
mod web_address;

#[cfg(feature = "a2ui")]
pub use a2ui;
#[cfg(feature = "aap")]
pub use aap;
#[cfg(feature = "actions-json")]
pub use actions_json;
#[cfg(feature = "adaptive-cards")]
pub use adaptive_cards;
#[cfg(feature = "ahp")]
pub use ahp;
#[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
pub use elicitation;
#[cfg(feature = "slack-blocks")]
pub use slack_blocks;
pub use wire;

pub use byte_budget::DEFAULT_SESSION_BYTES;
#[cfg(feature = "a2ui")]
pub use component_note::{ComponentNote, PartNote};
pub use context::*;
pub use dialect::{Dialect, DialectOrProtocol, Protocol, UnknownDialect};
pub use lens::{
    Carry, Label, LossPolicy, Note, RequestedNotes, RequestedOutputs, Rule, Verdict, carry,
};
#[cfg(feature = "a2ui")]
pub use lens::{ComponentPlace, ComponentPlaces, HeldFields, HeldMessage};
#[cfg(feature = "ahp")]
pub use mappings::ahp_canvas_ahp_v1_0::is_base_url;
pub use mappings::*;
pub use messages::*;
pub use refusal::{Refusal, RefusalKind};
pub use translate::*;
pub use trust::{
    embed,
    embed::{Embed, ExtractedMessage},
    policy,
    policy::{Binding, CarryPolicy, IgnoredCarry, SealKey, Trust},
};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Compiles the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
mod library_page {}
