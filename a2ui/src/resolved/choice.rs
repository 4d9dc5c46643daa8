//! Choices that a user makes.

use super::{InputKind, ResolvedInput};
use std::collections::BTreeSet;
use wire::{Payload, PayloadKind};

/// Converts submitted choices to the values of options. The error says what would be right.
pub(super) fn convert(input: &ResolvedInput, value: &Payload) -> Result<Vec<String>, String> {
    let mut chosen = Vec::new();
    match value.kind() {
        PayloadKind::Array => {
            for element in value.elements() {
                let text = element.as_str().ok_or("expected a list of texts")?;
                chosen.push(text.into_owned());
            }
        }
        PayloadKind::String => {
            let text = value.as_str().unwrap_or_default();
            chosen = split(input, &text);
        }
        _ => return Err("expected the value of an option, or a list of such values".to_owned()),
    }
    let known: BTreeSet<&str> =
        wire::collect_set(input.options.iter().map(|option| option.value.as_str()));
    if chosen.iter().any(|value| !known.contains(value.as_str())) {
        return Err("expected values of the options only".to_owned());
    }
    let most = input.constraints.max_length.unwrap_or(usize::MAX);
    let is_limited = input.kind == InputKind::SingleChoice || input.property == "selections";
    // A greater number breaks a check of later versions, which `submit` runs.
    if is_limited && chosen.len() > most {
        return Err(format!("expected at most {most} of the options"));
    }
    Ok(chosen)
}

/// Splits a text at its commas, unless it is the value of one option. An empty text chooses nothing.
fn split(input: &ResolvedInput, text: &str) -> Vec<String> {
    let is_option = input.options.iter().any(|option| option.value == text);
    if is_option || input.kind == InputKind::SingleChoice && !text.is_empty() {
        return vec![text.to_owned()];
    }
    if text.is_empty() {
        return Vec::new();
    }
    text.split(',').map(str::to_owned).collect()
}
