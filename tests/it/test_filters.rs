//! The filters of tests in scripts and pages: a filter that selects no test would drop a check without notice.

use std::collections::BTreeSet;

use crate::wording::files;

/// The filters of a line that runs `cargo test`: its words that are neither options nor their values.
fn filters_of(line: &str) -> Vec<String> {
    let Some((_, arguments)) = line.split_once("cargo test ") else {
        return Vec::new();
    };
    let end = arguments.find(['`', '|', ')', '#', ';', ',', '…']);
    let arguments = &arguments[..end.unwrap_or(arguments.len())];
    let mut filters = Vec::new();
    let mut is_value = false;
    for word in arguments.split_whitespace() {
        let is_option = word.starts_with('-');
        if !is_value && !is_option && !word.contains(['"', '$', '<', '>']) {
            filters.push(word.to_owned());
        }
        is_value = matches!(
            word,
            "-p" | "--test" | "--features" | "--profile" | "--exclude"
        );
    }
    filters
}

/// The names of all functions, modules and test programs.
fn declared_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (place, source) in files("", ".rs") {
        if let Some((_, name)) = place.rsplit_once('/') {
            names.insert(name.trim_end_matches(".rs").to_owned());
        }
        for word in ["fn ", "mod "] {
            for (start, _) in source.match_indices(word) {
                let rest = &source[start + word.len()..];
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                names.insert(rest[..end.unwrap_or(rest.len())].to_owned());
            }
        }
    }
    names
}

#[test]
fn every_filter_of_a_script_or_page_selects_a_test() {
    let names = declared_names();
    let mut texts = files("", ".md");
    texts.extend(files(".ci", ""));
    let mut found = 0;
    let mut unknown = Vec::new();
    for (place, text) in &texts {
        for filter in text.lines().flat_map(filters_of) {
            found += 1;
            let is_declared = filter
                .split("::")
                .all(|part| names.iter().any(|name| name.contains(part)));
            if !is_declared {
                unknown.push(format!("{place}: {filter}"));
            }
        }
    }
    assert!(found > 20, "{found} filters");
    assert!(unknown.is_empty(), "{unknown:#?}");
}
