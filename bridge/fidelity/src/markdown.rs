//! Writes the matrix as Markdown.

use super::{
    matrix::{Case, Mapping, Matrix, MeasuredField, Outcome},
    variant::Variant,
};

/// Writes the matrix as Markdown, with a table for each mapping.
pub(super) fn write(matrix: &Matrix) -> String {
    let mut lines = vec![
        "# Fidelity of every field\n".to_owned(),
        "These tables are measured: one field of a message is varied, and the effect on the target, on the carry and on the round \
         trip is recorded. Each verdict is followed by the way in which the value came back: `alone` from the target alone, \
         `embedded` with the carry inside the message, `carry` with the carry next to it; `lost` means that it did not come back. A \
         refused value is followed by the rule of the refusal. A name that several messages of a session share is varied in all of \
         them.\n"
            .to_owned(),
        "| source | target | message | accepted | alone | embedded | carry | refused |".to_owned(),
        "|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    for Mapping {
        from,
        to,
        message,
        kept,
        ..
    } in &matrix.mappings
    {
        let (accepted, refused) = (kept.accepted, kept.refused);
        let alone = percent(kept.alone, accepted);
        let carried = percent(kept.carried, accepted);
        let embedded = match kept.embedded.get() {
            Some(part) => percent(*part, accepted),
            None => "no slot".to_owned(),
        };
        lines.push(format!(
            "| {from} | {to} | {message} | {accepted} | {alone} | {embedded} | {carried} | {refused} |"
        ));
    }
    lines.extend(matrix.mappings.iter().flat_map(write_section));
    lines.join("\n") + "\n"
}

/// Returns a share in percent, rounded down: 100 % means all values.
fn percent(part: u64, whole: u64) -> String {
    match part.saturating_mul(100).checked_div(whole) {
        Some(share) => format!("{share} %"),
        None => "–".to_owned(),
    }
}

fn write_section(mapping: &Mapping) -> Vec<String> {
    let others: Vec<Variant> = Variant::WORDS
        .iter()
        .filter_map(|word| Variant::from_word(word))
        .filter(|variant| *variant != Variant::Value)
        .collect();
    let heads: String = others
        .iter()
        .map(|variant| format!(" {variant} |"))
        .collect();
    let mut lines = vec![
        format!(
            "\n## {} to {}: {}\n",
            mapping.from, mapping.to, mapping.message
        ),
        format!("| field | value | target |{heads}"),
        format!("|---|---|---|{}", "---|".repeat(others.len())),
    ];
    for field in &mapping.fields {
        let mark = if field.required { "" } else { "?" };
        let name = if field.field.is_empty() {
            "the message"
        } else {
            &field.field
        };
        let cells: String = others
            .iter()
            .map(|variant| format!(" {} |", format_cell(field, *variant)))
            .collect();
        let (value, places) = (format_cell(field, Variant::Value), format_targets(field));
        lines.push(format!("| `{name}`{mark} | {value} | {places} |{cells}"));
    }
    lines.extend(list_reasons(mapping));
    lines
}

/// Returns a blank line and the reasons why fields do not come back.
fn list_reasons(mapping: &Mapping) -> Vec<String> {
    let mut reasons = Vec::new();
    for field in &mapping.fields {
        for case in &field.cases {
            if let Some(why) = case.why.get() {
                reasons.push(format!("- `{}`, {}: {why}.", field.field, case.variant));
            }
        }
    }
    if let Some(first) = reasons.first_mut() {
        first.insert(0, '\n');
    }
    reasons
}

fn format_cell(field: &MeasuredField, variant: Variant) -> String {
    let mut cases = field.cases.iter();
    match cases.find(|case| case.variant == variant) {
        Some(case) => format_verdict(case),
        None => String::new(),
    }
}

/// Returns the text of the verdict, with the way in which the value comes back.
fn format_verdict(case: &Case) -> String {
    if case.outcome == Outcome::Refused {
        return format!(
            "refused `{}`",
            case.rules.first().map_or("", String::as_str)
        );
    }
    let back = if case.alone.get() == Some(&true) {
        "alone"
    } else if case.embedded.get() == Some(&true) {
        "embedded"
    } else if case.carried.get() == Some(&true) {
        "carry"
    } else {
        "lost"
    };
    format!("{}, {back}", case.outcome.as_str())
}

fn format_targets(field: &MeasuredField) -> String {
    let case = field
        .cases
        .iter()
        .find(|case| case.variant == Variant::Value);
    let targets = case.map(|case| case.targets.as_slice()).unwrap_or_default();
    targets
        .iter()
        .map(|target| format!("`{target}`"))
        .collect::<Vec<_>>()
        .join(" ")
}
