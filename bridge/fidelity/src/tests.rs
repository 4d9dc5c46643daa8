use super::*;
use std::{fs, path::Path, sync::LazyLock};

fn matrix() -> &'static Matrix {
    static MATRIX: LazyLock<Matrix> = LazyLock::new(|| measure().unwrap());
    &MATRIX
}

fn describe_case(mapping: &Mapping, field: &MeasuredField, case: &Case) -> String {
    let Mapping {
        from, to, message, ..
    } = mapping;
    format!(
        "{from} -> {to} {message} {} {}: {case:?}",
        field.field, case.variant
    )
}

fn all(matrix: &Matrix) -> impl Iterator<Item = (&Mapping, &MeasuredField, &Case)> {
    let fields = matrix
        .mappings
        .iter()
        .flat_map(|mapping| mapping.fields.iter().map(move |field| (mapping, field)));
    fields.flat_map(|(mapping, field)| field.cases.iter().map(move |case| (mapping, field, case)))
}

#[test]
fn every_field_of_every_message_has_a_verdict() {
    let mut missing = Vec::new();
    for Mapping {
        from,
        to,
        message,
        fields,
        ..
    } in &matrix().mappings
    {
        assert!(!fields.is_empty(), "{from} -> {to}: {message}");
        let empty = fields.iter().filter(|field| field.cases.is_empty());
        missing.extend(empty.map(|field| format!("{from} -> {to}: {message} {}", field.field)));
    }
    assert!(
        missing.is_empty(),
        "no sample has these fields:\n{}",
        missing.join("\n")
    );
}

#[test]
fn the_notes_agree_with_the_observations() {
    let wrong: Vec<String> = all(matrix())
        .filter(|(_, _, case)| !case.dishonest.is_absent())
        .map(|(mapping, field, case)| describe_case(mapping, field, case))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_deletion_of_a_surface_is_dropped() {
    for (mapping, field, case) in
        all(matrix()).filter(|(_, _, case)| case.outcome == Outcome::Dropped)
    {
        let is_folded = [
            "ahp@",
            "mcp-elicitation@",
            "adaptive-cards@",
            "slack-blocks@",
        ]
        .iter()
        .any(|to| mapping.to.starts_with(to));
        let is_known = is_folded && field.field.starts_with("/deleteSurface");
        assert!(is_known, "{}", describe_case(mapping, field, case));
    }
}

#[test]
fn the_carry_restores_every_field_without_a_stated_reason() {
    let wrong: Vec<String> = all(matrix())
        .filter(|(_, _, case)| case.carried.get() == Some(&false) && case.why.is_absent())
        .map(|(mapping, field, case)| describe_case(mapping, field, case))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_contains_the_whole_matrix() {
    let page = matrix().to_html().unwrap();
    let data = page
        .find(r#"{"mappings""#)
        .map(|start| &page[start..])
        .unwrap();
    let data = data.split_once("</script>").unwrap().0.trim();
    let read: Matrix = wire::decode(data).unwrap();
    assert_eq!(read.mappings.len(), matrix().mappings.len());
}

#[test]
fn the_files_in_the_repository_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A package from a registry lacks the files.
    if folder.join("Cargo.toml.orig").exists() {
        return;
    }
    let measured = [
        ("matrix.md", matrix().to_markdown()),
        ("matrix.jsonl", matrix().to_json_lines().unwrap()),
    ];
    for (name, text) in measured {
        let file = fs::read_to_string(folder.join(name)).unwrap_or_default();
        // Compared line by line, so that a failure shows the stale line.
        let stale = file.lines().zip(text.lines()).find(|(old, new)| old != new);
        assert_eq!(
            stale, None,
            "{name} is stale: docs/fidelity.md has the command that regenerates it"
        );
        assert_eq!(file.lines().count(), text.lines().count(), "{name}");
    }
}
