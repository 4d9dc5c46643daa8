//! Mistakes in the content of messages and of files that flags name. Each mistake is reported in one sentence with the
//! fix.

use crate::{
    input_layouts::{DOWN, RECORD, SURFACE, folder},
    program::{command, file, run},
};

const MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[]}"#;

fn components(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let input = file(RECORD);
    for arguments in [
        &["decode", "aap", &input][..],
        &["convert", "--from", "aap", "--to", "a2ui", &input],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(74), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.ends_with("the output cannot be written: No space left on device (os error 28)\n"),
            "{said}"
        );
    }
}

/// Returns the usage error of a flag's file, without the name of the program.
fn usage(arguments: &[&str], flag: &str, name: &str, input: &str) -> String {
    let ran = run(&[arguments, &[flag, name]].concat(), input);
    assert_eq!(
        (ran.status, ran.err.lines().count()),
        (2, 1),
        "{flag} {name}: {ran:?}"
    );
    ran.err
        .trim_end()
        .replace(name, "FILE")
        .strip_prefix("agent-ui: ")
        .unwrap()
        .to_owned()
}

#[test]
fn errors_about_option_files_name_the_expected_content() {
    const ROUTES: &str =
        r#"a table of canvas files and their surfaces, as in {"reports/x.html":"surface"}"#;
    const MANIFESTS: &str =
        r#"an actions.json manifest, as in {"protocol":"actions.json","version":1,"tools":[]}"#;
    const CATALOGS: &str = r#"a catalog of components, as in {"catalogId":"…","components":{}} or {"inlineCatalogs":[…]}"#;
    const DICTIONARIES: &str =
        r#"a dictionary of primitives, as in {"primitives":[{"name":"pointer.click"}]}"#;
    let check_a2ui = ["check", "a2ui"];
    let check_manifest = ["check", "actions-json"];
    let surface_lines = format!("{SURFACE}\n{}\n", components(""));
    for (arguments, flag, expected) in [
        (&DOWN[..], "--routes", ROUTES),
        (&DOWN[..], "--manifest", MANIFESTS),
        (&check_a2ui[..], "--catalog", CATALOGS),
        (&check_manifest[..], "--dictionary", DICTIONARIES),
    ] {
        let (noun, example) = expected.split_once(", as in ").unwrap();
        let input = if flag == "--catalog" { SURFACE } else { RECORD };
        for (content, found) in [
            ("42", "a number"),
            ("null", "null"),
            ("[]", "an array"),
            (RECORD, "a message of aap"),
            (SURFACE, "a message of a2ui@0.9"),
            (&surface_lines, "a message of a2ui@0.9"),
            (r#"{"tools":[{"name":"find"}]}"#, "a message of mcp"),
            (MANIFEST, "an actions.json manifest"),
        ] {
            if flag == "--manifest" && (content == MANIFEST || found.ends_with("mcp")) {
                continue;
            }
            let expected = format!(
                "{flag} FILE:1:1: expected {noun}, found {found}; pass one, as in {example}"
            );
            assert_eq!(usage(arguments, flag, &file(content), input), expected);
        }
        for (content, fault) in [("", "the file is empty"), ("hello", "the file is not JSON")] {
            let expected = format!("{flag} FILE:1:1: {fault}; pass {expected}");
            assert_eq!(usage(arguments, flag, &file(content), input), expected);
        }
        let expected = format!("{flag} FILE: this is a folder; name a file");
        assert_eq!(usage(arguments, flag, &folder(&[]), input), expected);
    }
    let without = format!(
        "--manifest FILE:1:1: expected an actions.json manifest, found an object without `protocol` and `tools`; pass one, as in {MANIFEST}"
    );
    assert_eq!(usage(&DOWN, "--manifest", &file("{}"), RECORD), without);
    let near = "--manifest FILE:1:1: /protocol: `protocol` must be `actions.json` (V1); `agent-ui check actions-json --profile published FILE` lists every finding";
    assert_eq!(
        usage(
            &DOWN,
            "--manifest",
            &file(r#"{"version":1,"tools":[]}"#),
            RECORD
        ),
        near
    );
    let catalog =
        "--catalog FILE:1:1: the object has neither `catalogId` nor `inlineCatalogs`; pass ";
    assert_eq!(
        usage(&check_a2ui, "--catalog", &file("{}"), SURFACE),
        format!("{catalog}{CATALOGS}")
    );
}

#[test]
fn the_error_for_a_short_key_asks_for_random_bytes() {
    let short = "--carry-key FILE: a seal key needs at least 16 bytes, but this one has 5; write at least 16 random bytes to the file";
    assert_eq!(usage(&DOWN, "--carry-key", &file("short\n"), RECORD), short);
    let folder = folder(&[]);
    let expected = "--carry-key FILE: this is a folder; name a file";
    assert_eq!(usage(&DOWN, "--carry-key", &folder, RECORD), expected);
}
