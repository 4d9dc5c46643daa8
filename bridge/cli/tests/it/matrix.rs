//! The printed form of `matrix`. The tests of the fidelity crate compare it with the measurements.

use crate::program::{run, run_ok};
use std::{fs, path::Path};

#[test]
#[ignore = "measures everything that the tests of the library measure once more; a step of `.ci/nightly`"]
fn the_matrix_printed_in_full_equals_the_one_in_the_repository() {
    // One format is enough: each repeats all measurements, and the library tests the formats.
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fidelity/matrix.jsonl");
    let printed = run_ok(&["matrix", "--format", "json"], "").out;
    assert!(printed == fs::read_to_string(file).expect("a generated file"));
}

#[test]
#[ignore = "measures everything once more; a step of `.ci/nightly`"]
fn a_matrix_in_full_that_cannot_be_written_is_an_error_with_the_path() {
    if cfg!(target_os = "linux") {
        let ran = run(&["matrix", "-o", "/dev/full"], "");
        assert_eq!(ran.status, 74, "{}", ran.err);
        assert!(ran.err.contains("/dev/full: "), "{}", ran.err);
    }
}

#[test]
fn an_unknown_format_is_a_usage_error() {
    assert_eq!(run(&["matrix", "--format", "pdf"], "").status, 2);
}
