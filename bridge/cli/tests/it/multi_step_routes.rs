//! Translations over several mappings: actions.json, AAP, A2UI, AHP.

use crate::program::{convert, run_ok, text};

const RECORDS: &str = r#"{"id":"a","timestamp":"t","canvasFile":"hall/seats.html","action":"click","element":"seat-4","data":{"row":4.0},"summary":"s"}
{"id":"b","timestamp":"t","canvasFile":"up.html","action":"click","element":null,"data":7,"summary":"s","x":[]}
{"id":"c","timestamp":"t","canvasFile":"p.html","action":"click","data":{"agent_ui_carry":0},"summary":"s"}
"#;

#[test]
fn a_composed_translation_equals_its_steps_in_sequence() {
    let whole = run_ok(&convert("aap", "ahp@canvas", &["--embed"]), RECORDS);
    let half = run_ok(&convert("aap", "a2ui@0.9", &["--embed"]), RECORDS).out;
    assert_eq!(
        run_ok(
            &convert("a2ui@0.9", "ahp@canvas", &["--embed", "--trust-embedded"]),
            half
        )
        .values(),
        whole.values()
    );
    let record = &whole.values()[0];
    assert_eq!(text(record, "/action/type"), "canvas/message");
    let carry = text(record, "/action/payload/action/context/agent_ui_carry");
    assert!(
        carry.starts_with("1:") && carry.contains(r#":{"v":1,"layers":[{"from":"aap@1.0""#),
        "{carry}"
    );
}
