//! The mappings, each with a file or a folder named after its two sides, and what several of them share.

#[cfg(all(feature = "a2ui", feature = "ahp"))]
pub mod a2ui_ahp;
#[cfg(feature = "a2ui")]
mod a2ui_component;
#[cfg(feature = "a2ui")]
mod a2ui_notation;
#[cfg(feature = "a2ui")]
pub mod a2ui_v0_8_v0_9;
#[cfg(feature = "a2ui")]
pub mod a2ui_v0_9_v0_10;
#[cfg(feature = "a2ui")]
pub mod a2ui_v0_9_v1_0;
#[cfg(feature = "a2ui")]
pub mod a2ui_v1_0;
#[cfg(all(feature = "a2ui", feature = "aap"))]
pub mod aap_a2ui;
#[cfg(all(feature = "aap", feature = "actions-json"))]
pub mod actions_json_aap;
#[cfg(all(feature = "actions-json", feature = "ahp"))]
pub mod actions_json_ahp;
#[cfg(feature = "mcp")]
pub mod actions_json_mcp;
#[cfg(feature = "responses")]
pub mod actions_json_responses;
#[cfg(feature = "ahp")]
pub mod ahp_canvas_ahp_v1_0;
#[cfg(any(all(feature = "actions-json", feature = "ahp"), feature = "mcp"))]
mod call_id;
#[cfg(feature = "actions-json")]
mod calls;
#[cfg(feature = "mcp")]
pub mod mcp_versions;
#[cfg(feature = "aap")]
pub mod request;
#[cfg(feature = "actions-json")]
mod tools;
