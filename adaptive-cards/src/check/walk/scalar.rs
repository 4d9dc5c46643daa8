//! Texts, numbers, booleans and words.

use super::{
    CardWalk, Node, dynamic_text,
    object::{as_string, is_template},
    url,
};
use crate::vocabulary::words_of;
use wire::{Finding, Fix, spelling};

/// Reports a value of a wrong type.
pub(super) fn report_type(
    walk: &mut CardWalk<'_, '_>,
    node: &Node<'_>,
    expected: &str,
    hint: &str,
) {
    if note_template(walk, node) {
        return;
    }
    let message = match node.member {
        "" => format!("the value is not {expected}"),
        member => format!("hosts ignore a `{member}` that is not {expected}"),
    };
    let finding = Finding::error("adaptive-cards/type", node.at.clone(), message);
    walk.found.push(finding.hint(hint));
}

/// Records an expression of a template, which can become a value of any type. Returns `true` for one.
fn note_template(walk: &mut CardWalk<'_, '_>, node: &Node<'_>) -> bool {
    // Source code and patterns have dollars and braces of their own.
    let is_code = matches!(node.member, "codeSnippet" | "regex");
    let is_expression = node.text.starts_with('"') && is_template(node.text) && !is_code;
    if is_expression {
        walk.note_expression(&node.at);
    }
    is_expression
}

pub(super) fn check_boolean(walk: &mut CardWalk<'_, '_>, node: &Node<'_>) {
    if matches!(node.text, "true" | "false") {
        return;
    }
    // Renderers read these two texts, too.
    let word = as_string(node.text).map(|text| text.to_ascii_lowercase());
    match word.as_deref() {
        Some(word @ ("true" | "false")) => {
            let message = format!("`{}` is a text, which some hosts ignore", node.member);
            let finding = Finding::warning("adaptive-cards/type", node.at.clone(), message);
            walk.found.push(
                finding
                    .hint(format_args!("write {word} without quotes"))
                    .fix(Fix::Replace(word.to_owned())),
            );
        }
        _ => report_type(walk, node, "a boolean", "write true or false"),
    }
}

pub(super) fn check_number(walk: &mut CardWalk<'_, '_>, node: &Node<'_>) {
    if node
        .text
        .starts_with(|first: char| first == '-' || first.is_ascii_digit())
    {
        return;
    }
    report_type(walk, node, "a number", "write a number without quotes");
}

pub(super) fn check_string(walk: &mut CardWalk<'_, '_>, node: &Node<'_>) {
    let Some(text) = as_string(node.text) else {
        report_type(walk, node, "a text", "write the text in quotes");
        return;
    };
    if note_template(walk, node) {
        return;
    }
    match (node.owner, node.member) {
        ("ElementVisibility", "elementId") => walk.note_target(node, false),
        ("ResetInputsAction", "targetInputIds") => walk.note_target(node, true),
        ("Image", "backgroundColor") => check_color(walk, node, &text),
        ("TextBlock", "text") | ("Fact", "title" | "value") => {
            dynamic_text::check(&text, &node.at, walk.found);
        }
        (owner, member) => url::check((owner, member), &text, &node.at, walk.found),
    }
}

/// Checks a color: `#RRGGBB` or `#AARRGGBB`.
fn check_color(walk: &mut CardWalk<'_, '_>, node: &Node<'_>, text: &str) {
    let digits = text.strip_prefix('#').unwrap_or_default();
    let is_color = matches!(digits.len(), 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit());
    if is_color {
        return;
    }
    let message = "hosts may ignore a color in another form than `#RRGGBB` or `#AARRGGBB`";
    let finding = Finding::warning("adaptive-cards/value", node.at.clone(), message);
    walk.found
        .push(finding.hint("write a color like `#0A84FF`"));
}

/// Checks a word of a vocabulary.
pub(super) fn check_word(walk: &mut CardWalk<'_, '_>, node: &Node<'_>, vocabulary: &str) {
    let Some(word) = as_string(node.text) else {
        report_type(walk, node, "a text", "write the text in quotes");
        return;
    };
    let Some(words) = words_of(vocabulary) else {
        return;
    };
    let is_known = words.iter().any(|known| known.eq_ignore_ascii_case(&word));
    // Images have a height in pixels.
    let is_size = vocabulary == "BlockHeight" && is_pixels(&word);
    if is_known || is_size || note_template(walk, node) {
        return;
    }
    let message = format!(
        "hosts use the default in place of the unknown word `{}`",
        word.escape_debug()
    );
    let finding = Finding::warning("adaptive-cards/word", node.at.clone(), message);
    let finding = match spelling::closest(&word, words.iter().copied()) {
        Some(closest) => finding
            .hint(format_args!("write `{closest}`"))
            .fix(Fix::string(closest)),
        None => finding.hint(format_args!("write one of `{}`", words.join("`, `"))),
    };
    walk.found.push(finding);
}

/// Checks the width of a column.
pub(super) fn check_width(walk: &mut CardWalk<'_, '_>, node: &Node<'_>) {
    let is_number = node.text.parse::<f64>().is_ok();
    let is_width = match as_string(node.text) {
        Some(text) => {
            let is_word = ["auto", "stretch"]
                .iter()
                .any(|word| word.eq_ignore_ascii_case(&text));
            is_word || is_pixels(&text) || text.trim().parse::<f64>().is_ok()
        }
        None => is_number,
    };
    if is_width || note_template(walk, node) {
        return;
    }
    let message = "hosts do not know this width";
    let finding = Finding::warning("adaptive-cards/word", node.at.clone(), message);
    walk.found
        .push(finding.hint("write `auto`, `stretch`, a weight, or pixels such as `80px`"));
}

fn is_pixels(text: &str) -> bool {
    let number = text.trim().strip_suffix("px").unwrap_or_default();
    number.trim().parse::<f64>().is_ok()
}
