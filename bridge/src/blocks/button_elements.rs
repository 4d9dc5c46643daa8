//! Buttons as elements of Slack.

use super::{
    block_ids::button_id,
    node_text::{IconSign, accessible_label, icon_sign, label_below, nodes_below, type_of},
    part_note::PartNote,
    slack_text::{cut, emoji_object, is_blank, is_linked, length, plain_object},
    view_scope::is_sent,
};
use crate::{Verdict, surface_writer::object};
use a2ui::resolved::{DeclaredAction, ResolvedAction, ResolvedNode, ResolvedSurface};
use wire::Payload;

/// The greatest number of characters of the label of a button.
const MAX_LABEL: usize = 75;
/// The greatest number of characters of an address.
pub(super) const MAX_URL: usize = 3000;

/// A button as an element of Slack.
pub(super) struct ButtonDraft {
    pub(super) element: Payload,
    pub(super) notes: Vec<PartNote>,
}

/// The effect of a click that Slack can show.
enum ButtonEffect {
    Sends,
    Opens(String),
}

/// The label of a button.
pub(super) struct ButtonLabel {
    pub(super) text: String,
    /// `true` if the text is the code of an emoji.
    is_emoji: bool,
    pub(super) notes: Vec<PartNote>,
}

/// Returns the button of a component. The error is the note about a button that Slack cannot show.
pub(super) fn button_of(
    surface: &ResolvedSurface,
    node: &ResolvedNode,
    reference: &str,
) -> Result<ButtonDraft, PartNote> {
    let dropped = |remark| PartNote::new(&node.key, "action", Verdict::Dropped, "", remark);
    let Some(action) = surface.action(&node.key) else {
        return Err(dropped("the button has no action"));
    };
    let effect = effect_of(action).map_err(dropped)?;
    let mut label = label_of(surface, node, "/text");
    let (text, is_cut) = cut(&label.text, MAX_LABEL);
    if is_cut {
        note_cut(&mut label.notes);
    }
    let text = match label.is_emoji {
        true => emoji_object(&text),
        false => plain_object(&text),
    };
    let mut members = vec![
        ("type", Payload::string("button")),
        ("action_id", Payload::string(&button_id(&node.key))),
        ("text", text),
    ];
    let mut notes = label.notes;
    let mut note = |member, verdict, to, remark| {
        notes.push(PartNote::new(&node.key, member, verdict, to, remark));
    };
    if action.is_primary {
        members.push(("style", Payload::string("primary")));
        let member = match node.properties.member("primary") {
            Some(_) => "primary",
            None => "variant",
        };
        note(member, Verdict::Encoded, "/style", "");
    }
    match &effect {
        ButtonEffect::Opens(url) => {
            members.push(("url", Payload::string(url)));
            note("action", Verdict::Encoded, "/url", "");
        }
        ButtonEffect::Sends => {
            let remark = "the event is sent when the click arrives";
            note("action", Verdict::Derived, "/action_id", remark);
        }
    }
    if !node.failed_checks.is_empty() {
        let remark = "the checks run when the click arrives";
        note("checks", Verdict::Derived, "/action_id", remark);
    }
    if let Some((member, label)) = accessible_label(node) {
        let (label, is_cut) = cut(&label, MAX_LABEL);
        members.push(("accessibility_label", Payload::string(&label)));
        let (verdict, remark) = match is_cut {
            true => (Verdict::Carried, "the label is cut to 75 characters"),
            false => (Verdict::Encoded, ""),
        };
        note(member, verdict, "/accessibility_label", remark);
    }
    members.push(("value", Payload::string(reference)));
    Ok(ButtonDraft {
        element: object(&members),
        notes,
    })
}

/// Marks the notes about a label as cut.
pub(super) fn note_cut(notes: &mut [PartNote]) {
    for note in notes {
        note.verdict = Verdict::Carried;
        note.remark = "the label is cut";
    }
}

/// Returns the effect of a click. The error says why Slack cannot show the button.
fn effect_of(action: &ResolvedAction) -> Result<ButtonEffect, &'static str> {
    if is_sent(action) {
        return Ok(ButtonEffect::Sends);
    }
    let DeclaredAction::Call(call) = &action.action else {
        return Err("Slack cannot show this action");
    };
    if call.name != "openUrl" {
        return Err("Slack calls no functions of the client");
    }
    let url = call
        .arguments
        .as_ref()
        .and_then(|arguments| arguments.member("url"));
    let Some(url) = url.and_then(|url| Some(url.as_str()?.into_owned())) else {
        return Err("the button opens no fixed URL");
    };
    if !is_linked(&url) || length(&url) > MAX_URL {
        return Err("the URL is not a web address of up to 3,000 characters");
    }
    Ok(ButtonEffect::Opens(url))
}

/// Returns the label of a button: its text, its label for assistive technology, or its icon. Slack requires a label.
pub(super) fn label_of(
    surface: &ResolvedSurface,
    node: &ResolvedNode,
    to: &'static str,
) -> ButtonLabel {
    let (text, shown) = label_below(surface, node);
    if !is_blank(&text) {
        let mut notes = vec![PartNote::new(&node.key, "child", Verdict::Encoded, to, "")];
        let texts = shown
            .into_iter()
            .map(|text| PartNote::new(&text.key, "text", Verdict::Encoded, to, ""));
        notes.extend(texts);
        return ButtonLabel {
            text,
            is_emoji: false,
            notes,
        };
    }
    if let Some((member, text)) = accessible_label(node) {
        return ButtonLabel {
            text,
            is_emoji: false,
            notes: vec![PartNote::new(&node.key, member, Verdict::Encoded, to, "")],
        };
    }
    let icons = nodes_below(surface, node).into_iter();
    for icon in icons.filter(|node| type_of(node) == "Icon") {
        let (text, is_emoji) = match icon_sign(icon) {
            IconSign::Emoji(code) => (format!(":{code}:"), true),
            IconSign::Word(word) => (word, false),
            IconSign::None => continue,
        };
        return ButtonLabel {
            text,
            is_emoji,
            notes: vec![PartNote::new(&icon.key, "name", Verdict::Encoded, to, "")],
        };
    }
    let remark = "the button has no label, which Slack requires";
    ButtonLabel {
        text: "Continue".to_owned(),
        is_emoji: false,
        notes: vec![PartNote::new(
            &node.key,
            "child",
            Verdict::Defaulted,
            to,
            remark,
        )],
    }
}
