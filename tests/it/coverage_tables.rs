//! The tables "Coverage of the specification" of the crates, and the tests that their rows rest on.

use std::path::Path;

/// The crates with such a table.
const CRATES: [&str; 2] = ["aap", "actions-json"];

#[test]
fn each_table_lists_the_statements_of_exactly_its_tests() {
    for name in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
        let tests = read("tests/specification.rs");
        let statements = tests.split("\n// Statement: ").skip(1);
        let tested: Vec<&str> = statements.filter_map(|test| test.lines().next()).collect();
        let front = read("src/lib.rs");
        let (_, table) = front.split_once("# Coverage of the specification").unwrap();
        let rows = table
            .lines()
            .filter(|line| line.starts_with("//! |"))
            .skip(2);
        let listed: Vec<&str> = rows
            .filter_map(|row| row.split('|').nth(2).map(str::trim))
            .collect();
        assert_eq!(tested, listed, "{name}");
        let count = tests.matches("#[test]\nfn ").count();
        assert_eq!(count, tested.len(), "{name}: each test has a statement");
    }
}
