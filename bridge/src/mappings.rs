//! The mappings, each with a file or a folder named after its two sides, and what several of them share.

pub mod a2ui_ahp;
mod a2ui_component;
mod a2ui_notation;
pub mod a2ui_v0_8_v0_9;
pub mod a2ui_v0_9_v0_10;
pub mod a2ui_v0_9_v1_0;
pub mod a2ui_v1_0;
pub mod aap_a2ui;
pub mod actions_json_aap;
pub mod actions_json_ahp;
pub mod actions_json_mcp;
pub mod actions_json_responses;
pub mod ahp_canvas_ahp_v1_0;
mod call_id;
mod calls;
pub mod mcp_versions;
pub mod request;
mod tools;
