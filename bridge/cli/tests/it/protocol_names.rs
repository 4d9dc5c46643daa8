//! Spellings of protocols on the command line, and suggestions for unknown names.

use crate::program::{convert, protocols, run, run_ok};

const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

#[test]
fn every_clear_spelling_names_the_protocol() {
    let expected = run_ok(&convert("a2ui@0.9", "a2ui@1.0", &[]), SURFACE).out;
    for name in [
        "A2UI@0.9",
        "a2ui@v0.9",
        "a2ui@V0.9",
        "a2ui-0.9",
        "a2ui 0.9",
        "A2UI v0.9",
        "a2ui:0.9",
        "a2ui@0.9.0",
    ] {
        assert_eq!(
            run_ok(&convert(name, "A2UI@1.0", &[]), SURFACE).out,
            expected,
            "{name}"
        );
        assert_eq!(
            run_ok(&["decode", name], SURFACE).out.trim_end(),
            SURFACE,
            "{name}"
        );
    }
    for name in ["A2UI", "a2ui"] {
        assert_eq!(
            run_ok(&["check", name], SURFACE).out,
            run_ok(&["check", "a2ui"], SURFACE).out,
            "{name}"
        );
    }
    let call = r#"{"type":"action_call","call_id":"c","runtime_id":"r","name":"n","arguments":{}}"#;
    for name in [
        "actions.json",
        "ActionsJson",
        "actions_json",
        "Actions-JSON",
        "actions-json@v1",
    ] {
        assert_eq!(
            run_ok(&["decode", name], call).out.trim_end(),
            call,
            "{name}"
        );
    }
    for name in ["AHP", "ahp-canvas", "AHP@1.0", "mcp@20250618", "Responses"] {
        assert_eq!(run_ok(&["schema", name], "").status, 0, "{name}");
    }
}

#[test]
fn unknown_names_have_one_suggestion_or_a_short_list() {
    for (name, words) in [
        ("a2u", "`a2u` is not a protocol; did you mean `a2ui`?"),
        (
            "a2ui@0.7",
            "a2ui has no version `0.7`; did you mean `a2ui@0.8`? Its versions are 0.8, 0.9, 0.9.1,",
        ),
        (
            "a2ui@v0.11",
            "a2ui has no version `v0.11`; did you mean `a2ui@0.10`?",
        ),
        (
            "agui",
            "`agui` is not a protocol; AG-UI events carry A2UI messages, so use `a2ui`",
        ),
        (
            "AG-UI",
            "`AG-UI` is not a protocol; AG-UI events carry A2UI messages, so use `a2ui`",
        ),
        (
            "html",
            "`html` is not a protocol; `agent-ui show` writes surfaces as an HTML page",
        ),
        ("v0.9", "`v0.9` is not a protocol; did you mean `a2ui@0.9`?"),
        ("nope", &format!("the protocols are {}", protocols("and"))),
        (
            "a2ui@v1.0",
            "`v1.0` is the version text of a2ui@1.0-june, a2ui@1.0-aug and a2ui@1.0-sep",
        ),
    ] {
        for arguments in [
            &convert(name, "aap", &[])[..],
            &convert("aap", name, &[]),
            &["schema", name],
            &["check", name],
            &["fold", name],
        ] {
            let ran = run(arguments, SURFACE);
            assert_eq!(
                (ran.status, &*ran.out),
                (2, ""),
                "{arguments:?}: {}",
                ran.err
            );
            assert!(ran.err.contains(words), "{arguments:?}: {}", ran.err);
            // Versions of other protocols are not listed.
            assert!(
                !ran.err.contains("2026-07-28"),
                "{arguments:?}: {}",
                ran.err
            );
        }
    }
}
