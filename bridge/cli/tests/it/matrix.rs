//! `matrix`, as it is printed. That what is printed is what is measured, the bridge's own tests say.

use crate::program::{run, well};
use std::{fs, path::Path};

#[test]
fn what_is_printed_is_what_lies_in_the_repository() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fidelity");
    for (format, file) in [("md", "matrix.md"), ("json", "matrix.jsonl"), ("html", "index.html")] {
        let printed = well(&["matrix", "--format", format], "").out;
        let file = fs::read_to_string(folder.join(file)).expect("a generated file");
        assert!(printed == file, "{format}");
    }
}

#[test]
fn a_form_that_there_is_not_is_a_matter_of_usage() {
    assert_eq!(run(&["matrix", "--format", "pdf"], "").status, 2);
}
