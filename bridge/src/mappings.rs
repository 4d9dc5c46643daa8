//! The mappings, each with a file or a folder named after its two sides, and what several of them share.

#[cfg(all(feature = "a2ui", feature = "adaptive-cards"))]
pub mod a2ui_adaptive_cards;
#[cfg(all(feature = "a2ui", feature = "ahp"))]
pub mod a2ui_ahp;
#[cfg(feature = "a2ui")]
mod a2ui_component;
#[cfg(all(feature = "a2ui", any(feature = "mcp-elicitation", feature = "acp")))]
pub mod a2ui_elicitation;
#[cfg(feature = "a2ui")]
mod a2ui_notation;
#[cfg(all(feature = "a2ui", feature = "slack-blocks"))]
pub mod a2ui_slack_blocks;
#[cfg(feature = "a2ui")]
mod a2ui_unkept;
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
#[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
pub mod elicitation_versions;
#[cfg(feature = "mcp")]
pub mod mcp_versions;
#[cfg(all(feature = "a2ui", feature = "renditions"))]
pub(crate) mod rendition;
#[cfg(feature = "aap")]
pub mod request;
#[cfg(feature = "actions-json")]
mod tools;

/// Returns the rules of all mappings, which notes and refusals name. The rules of one mapping are adjacent.
///
/// ```
/// let rule = agent_ui_bridge::mapping_rules().into_iter().find(|rule| rule.id == "aap-a2ui/timestamp");
/// assert_eq!(rule.map(|rule| rule.to), Some("/action/timestamp"));
/// ```
pub fn mapping_rules() -> Vec<&'static crate::Rule> {
    let tables: &[&[&'static crate::Rule]] = &[
        #[cfg(all(feature = "a2ui", feature = "aap"))]
        aap_a2ui::ALL,
        #[cfg(feature = "a2ui")]
        a2ui_v0_8_v0_9::ALL,
        #[cfg(feature = "a2ui")]
        a2ui_v0_9_v0_10::ALL,
        #[cfg(feature = "a2ui")]
        a2ui_v0_9_v1_0::ALL,
        #[cfg(feature = "a2ui")]
        a2ui_v1_0::ALL,
        #[cfg(all(feature = "a2ui", feature = "ahp"))]
        a2ui_ahp::ALL,
        #[cfg(all(feature = "a2ui", any(feature = "mcp-elicitation", feature = "acp")))]
        a2ui_elicitation::ALL,
        #[cfg(all(feature = "a2ui", feature = "adaptive-cards"))]
        a2ui_adaptive_cards::ALL,
        #[cfg(all(feature = "a2ui", feature = "slack-blocks"))]
        a2ui_slack_blocks::ALL,
        #[cfg(feature = "ahp")]
        ahp_canvas_ahp_v1_0::ALL,
        #[cfg(all(feature = "aap", feature = "actions-json"))]
        actions_json_aap::ALL,
        #[cfg(all(feature = "actions-json", feature = "ahp"))]
        actions_json_ahp::ALL,
        #[cfg(feature = "mcp")]
        actions_json_mcp::ALL,
        #[cfg(feature = "mcp")]
        mcp_versions::ALL,
        #[cfg(feature = "responses")]
        actions_json_responses::ALL,
        #[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
        elicitation_versions::ALL,
    ];
    #[allow(unused_mut)]
    let mut rules = tables.concat();
    #[cfg(feature = "a2ui")]
    rules.extend(a2ui_v0_8_v0_9::property_rules());
    rules
}
