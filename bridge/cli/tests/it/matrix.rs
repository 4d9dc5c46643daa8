//! `matrix`, as it is printed. That what is printed is what is measured, the bridge's own tests say.

use crate::program::{run, run_ok};
use std::{fs, path::Path};

#[test]
#[ignore = "measures everything that the tests of the library measure once more; a step of CI"]
fn what_is_printed_in_full_is_what_lies_in_the_repository() {
    // One form: every experiment is done for each, and the forms themselves are the library's.
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fidelity/matrix.jsonl");
    let printed = run_ok(&["matrix", "--format", "json"], "").out;
    assert!(printed == fs::read_to_string(file).expect("a generated file"));
}

#[test]
fn a_form_that_there_is_not_is_a_matter_of_usage() {
    assert_eq!(run(&["matrix", "--format", "pdf"], "").status, 2);
}
