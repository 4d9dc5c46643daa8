//! The matrix as Markdown.

use super::{
    matrix::{Case, Mapping, Matrix, MeasuredField, Outcome},
    variant::Variant,
};
use std::fmt::{self, Write};

/// The matrix as Markdown, a table for each mapping.
///
/// # Errors
/// None: writing into a text does not fail.
pub(super) fn write(matrix: &Matrix) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "# What becomes of every field\n")?;
    writeln!(
        text,
        "Found by experiment: a message is translated, one field of it is varied, and it is watched what moves and what comes \
         back. Behind each verdict stands how the value came back: `alone` from the target alone, `embedded` with the carry \
         in the message, `carry` with the carry beside it; `lost` says that it did not. A value that was refused was refused \
         by the rule behind it.\n"
    )?;
    writeln!(text, "| from | to | message | accepted | alone | embedded | carry | refused |")?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for Mapping { from, to, message, kept, .. } in &matrix.mappings {
        let share = |part: u64| percent(part, kept.accepted);
        writeln!(
            text,
            "| {from} | {to} | {message} | {} | {} | {} | {} | {} |",
            kept.accepted,
            share(kept.alone),
            kept.embedded.get().map_or_else(|| "no room".to_owned(), |part| share(*part)),
            share(kept.carried),
            kept.refused
        )?;
    }
    for mapping in &matrix.mappings {
        section(&mut text, mapping)?;
    }
    Ok(text)
}

/// A share in percent, rounded down: 100 % is all.
fn percent(part: u64, whole: u64) -> String {
    part.saturating_mul(100).checked_div(whole).map_or_else(|| "–".to_owned(), |share| format!("{share} %"))
}

fn section(text: &mut String, mapping: &Mapping) -> fmt::Result {
    writeln!(text, "\n## {} to {}: {}\n", mapping.from, mapping.to, mapping.message)?;
    let others: Vec<Variant> = Variant::WORDS
        .iter()
        .filter_map(|word| Variant::from_word(word))
        .filter(|variant| *variant != Variant::Value)
        .collect();
    write!(text, "| field | value | where |")?;
    others.iter().try_for_each(|variant| write!(text, " {} |", variant.as_str()))?;
    write!(text, "\n|---|---|---|")?;
    others.iter().try_for_each(|_| write!(text, "---|"))?;
    writeln!(text)?;
    for field in &mapping.fields {
        let mark = if field.required { "" } else { "?" };
        let name = if field.field.is_empty() { "the message" } else { &field.field };
        write!(text, "| `{name}`{mark} | {} | {} |", cell(field, Variant::Value), targets(field))?;
        others.iter().try_for_each(|variant| write!(text, " {} |", cell(field, *variant)))?;
        writeln!(text)?;
    }
    let mut cases = mapping.fields.iter().flat_map(|field| field.cases.iter().map(move |case| (field, case)));
    let mut separate = true;
    cases.try_for_each(|(field, case)| match case.why.get() {
        Some(why) => {
            let break_ = if std::mem::take(&mut separate) { "\n" } else { "" };
            writeln!(text, "{break_}- `{}`, {}: {why}.", field.field, case.variant)
        }
        None => Ok(()),
    })
}

fn cell(field: &MeasuredField, variant: Variant) -> String {
    field.cases.iter().find(|case| case.variant == variant).map_or_else(String::new, verdict)
}

/// The verdict, and how the value comes back.
fn verdict(case: &Case) -> String {
    if case.outcome == Outcome::Refused {
        return format!("refused `{}`", case.rules.first().map_or("", String::as_str));
    }
    let ways = [("alone", &case.alone), ("embedded", &case.embedded), ("carry", &case.carried)];
    let back = ways.iter().find(|(_, way)| way.get() == Some(&true)).map_or("lost", |(name, _)| name);
    format!("{}, {back}", case.outcome.as_str())
}

fn targets(field: &MeasuredField) -> String {
    let case = field.cases.iter().find(|case| case.variant == Variant::Value);
    let targets = case.map(|case| case.targets.as_slice()).unwrap_or_default();
    targets.iter().map(|target| format!("`{target}`")).collect::<Vec<_>>().join(" ")
}
