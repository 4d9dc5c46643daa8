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
        let share = |part: u64| percent(part, kept.accepted);
        let embedded = kept
            .embedded
            .get()
            .map_or_else(|| "no slot".to_owned(), |part| share(*part));
        let (accepted, refused) = (kept.accepted, kept.refused);
        let (alone, carried) = (share(kept.alone), share(kept.carried));
        lines.push(format!(
            "| {from} | {to} | {message} | {accepted} | {alone} | {embedded} | {carried} | {refused} |"
        ));
    }
    lines.extend(matrix.mappings.iter().flat_map(section));
    lines.join("\n") + "\n"
}

/// Returns a share in percent, rounded down: 100 % means all values.
fn percent(part: u64, whole: u64) -> String {
    part.saturating_mul(100)
        .checked_div(whole)
        .map_or_else(|| "–".to_owned(), |share| format!("{share} %"))
}

fn section(mapping: &Mapping) -> Vec<String> {
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
            .map(|variant| format!(" {} |", cell(field, *variant)))
            .collect();
        let (value, places) = (cell(field, Variant::Value), targets(field));
        lines.push(format!("| `{name}`{mark} | {value} | {places} |{cells}"));
    }
    let cases = mapping
        .fields
        .iter()
        .flat_map(|field| field.cases.iter().map(move |case| (field, case)));
    let mut whys: Vec<String> = cases
        .filter_map(|(field, case)| {
            Some(format!(
                "- `{}`, {}: {}.",
                field.field,
                case.variant,
                case.why.get()?
            ))
        })
        .collect();
    if let Some(first) = whys.first_mut() {
        first.insert(0, '\n');
    }
    lines.extend(whys);
    lines
}

fn cell(field: &MeasuredField, variant: Variant) -> String {
    field
        .cases
        .iter()
        .find(|case| case.variant == variant)
        .map_or_else(String::new, verdict)
}

/// Returns the verdict and the way in which the value comes back.
fn verdict(case: &Case) -> String {
    if case.outcome == Outcome::Refused {
        return format!(
            "refused `{}`",
            case.rules.first().map_or("", String::as_str)
        );
    }
    let ways = [
        ("alone", &case.alone),
        ("embedded", &case.embedded),
        ("carry", &case.carried),
    ];
    let back = ways
        .iter()
        .find(|(_, way)| way.get() == Some(&true))
        .map_or("lost", |(name, _)| name);
    format!("{}, {back}", case.outcome.as_str())
}

fn targets(field: &MeasuredField) -> String {
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
