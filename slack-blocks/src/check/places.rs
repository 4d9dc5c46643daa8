//! The places of blocks and elements.

use crate::AppSurface;
use AppSurface::{Home, Message, Modal};

/// The surfaces of each block.
///
/// Specification: [blocks](https://docs.slack.dev/reference/block-kit/blocks).
const SURFACES: &[(&str, &[AppSurface])] = &[
    ("actions", &[Message, Modal, Home]),
    ("alert", &[Modal]),
    ("card", &[Message, Modal, Home]),
    ("carousel", &[Message, Home]),
    // Two sources disagree about the home.
    ("container", &[Message, Home]),
    ("context", &[Message, Modal, Home]),
    ("context_actions", &[Message]),
    ("data_table", &[Message, Home]),
    ("data_visualization", &[Message, Home]),
    ("divider", &[Message, Modal, Home]),
    ("file", &[Message]),
    ("header", &[Message, Modal, Home]),
    ("image", &[Message, Modal, Home]),
    ("input", &[Message, Modal, Home]),
    ("layout", &[Message, Modal, Home]),
    ("markdown", &[Message]),
    ("plan", &[Message]),
    ("rich_text", &[Message, Modal, Home]),
    ("section", &[Message, Modal, Home]),
    ("table", &[Message, Home]),
    ("task_card", &[Message]),
    ("video", &[Message, Modal, Home]),
];

/// The elements of a section, an actions block and an input alike.
const CHOICES: [&str; 14] = [
    "checkboxes",
    "radio_buttons",
    "static_select",
    "multi_static_select",
    "external_select",
    "multi_external_select",
    "users_select",
    "multi_users_select",
    "conversations_select",
    "multi_conversations_select",
    "channels_select",
    "multi_channels_select",
    "datepicker",
    "timepicker",
];

/// The further elements of each block.
const ELEMENTS: &[(&str, &[&str])] = &[
    (
        "section",
        &["button", "overflow", "image", "workflow_button"],
    ),
    (
        "actions",
        &[
            "button",
            "overflow",
            "workflow_button",
            "datetimepicker",
            "rich_text_input",
        ],
    ),
    (
        "input",
        &[
            "plain_text_input",
            "email_text_input",
            "url_text_input",
            "number_input",
            "datetimepicker",
            "rich_text_input",
            "file_input",
        ],
    ),
    ("card", &["button"]),
    ("context_actions", &["feedback_buttons", "icon_button"]),
];

/// The blocks that clients without layouts can show.
pub(super) const FALLBACK_BLOCKS: [&str; 8] = [
    "context",
    "divider",
    "header",
    "image",
    "rich_text",
    "section",
    "table",
    "video",
];

/// Returns `true` if the block may be on the surface. An unknown block is reported as such.
pub(super) fn is_on_surface(block: &str, surface: AppSurface) -> bool {
    match SURFACES.iter().find(|(name, _)| *name == block) {
        Some((_, surfaces)) => surfaces.contains(&surface),
        None => true,
    }
}

/// Returns `true` if the element may be in the block.
pub(super) fn is_in_block(element: &str, block: &str) -> bool {
    let Some((_, own)) = ELEMENTS.iter().find(|(name, _)| *name == block) else {
        return true;
    };
    let has_choices = matches!(block, "section" | "actions" | "input");
    own.contains(&element) || has_choices && CHOICES.contains(&element)
}

/// Lists the blocks in which the element may be.
pub(super) fn blocks_of(element: &str) -> Vec<&'static str> {
    let names = ELEMENTS.iter().map(|(block, _)| *block);
    names.filter(|block| is_in_block(element, block)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, BlockElement};

    #[test]
    fn every_block_has_surfaces() {
        let mut tags = Block::TAGS.to_vec();
        tags.sort_unstable();
        let named: Vec<_> = SURFACES.iter().map(|(name, _)| *name).collect();
        assert_eq!(named, tags);
    }

    #[test]
    fn every_element_has_a_block() {
        for element in BlockElement::TAGS {
            assert!(!blocks_of(element).is_empty(), "{element}");
        }
    }
}
