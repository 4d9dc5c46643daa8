//! The rules of options.

use super::{
    members::BlockMembers,
    report::{BlockPlace, PayloadReport},
};
use wire::{Finding, Payload, Pointer, token};

/// Judges an option by the element that has it.
pub(super) fn judge_option(
    report: &mut PayloadReport,
    members: &BlockMembers<'_>,
    (at, place): (&Pointer, BlockPlace),
) {
    let Some(element) = place.element else { return };
    if !matches!(element, "checkboxes" | "radio_buttons") {
        for name in ["text", "description"] {
            let text = members.get(name).unwrap_or_default();
            report.plain((name, text), &at.member(name));
        }
    }
    if element == "overflow" || !members.has("url") {
        return;
    }
    let message = "only an option of an overflow menu can open an address";
    let finding = Finding::error("slack-blocks/place", at.member("url"), message);
    report.add(finding.hint("remove `url`, or use an overflow menu"));
}

/// Reports initial options that are not among the options. Slack compares all their members.
pub(super) fn judge_initial_options(
    report: &mut PayloadReport,
    members: &BlockMembers<'_>,
    at: &Pointer,
) {
    let options = options_of(members);
    let mut initial = Vec::new();
    if let Some(option) = members.get("initial_option") {
        initial.push((at.member("initial_option"), option));
    }
    let listed = members.get("initial_options").unwrap_or_default();
    for (index, child) in token::children(listed).enumerate() {
        initial.push((at.member("initial_options").element(index), child.text));
    }
    for (at, option) in initial {
        let Some(option) = payload(option).filter(Payload::is_object) else {
            continue;
        };
        if options.contains(&option) {
            continue;
        }
        let value = option.member("value");
        let is_similar = value.is_some() && options.iter().any(|own| own.member("value") == value);
        let message = match is_similar {
            true => "the option with this value has another text or description",
            false => "the initial option is not one of the options",
        };
        let finding = Finding::error("slack-blocks/initial-option", at, message);
        report.add(finding.hint("repeat an entry of the options with all its members"));
    }
}

/// Returns the options of a menu, also those in groups.
fn options_of(members: &BlockMembers<'_>) -> Vec<Payload> {
    let mut options = Vec::new();
    let own = members.get("options").unwrap_or_default();
    options.extend(token::children(own).filter_map(|child| payload(child.text)));
    let groups = members.get("option_groups").unwrap_or_default();
    for group in token::children(groups) {
        let group = BlockMembers::of(group.text);
        let own = group.get("options").unwrap_or_default();
        options.extend(token::children(own).filter_map(|child| payload(child.text)));
    }
    options
}

fn payload(json: &str) -> Option<Payload> {
    Payload::parse(json).ok()
}
