//! The usage errors of `check --dry-run`.

use crate::program::run;

#[cfg(not(feature = "workflows"))]
#[test]
fn builds_without_workflows_explain_how_to_add_them() {
    let ran = run(&["check", "actions-json", "--dry-run"], "{}");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        "agent-ui: --dry-run: this program was built without the feature `workflows`; in a source checkout, run \
         `cargo run -p agent-ui-cli --features workflows -- check actions-json --dry-run FILE`\n"
    );
}

#[test]
fn only_manifests_have_workflows() {
    for arguments in [
        &["check", "aap", "--dry-run"][..],
        &["check", "actions-json", "--dry-run", "--rules"],
        &["check", "actions-json", "--dry-run", "--type", "Tool"],
        &["check", "actions-json", "--arguments", "a.json"],
        &[
            "check",
            "actions-json",
            "--dry-run",
            "--arguments",
            "nowhere.json",
        ],
    ] {
        let ran = run(arguments, "{}");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
    }
}
