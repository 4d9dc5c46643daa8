//! Lists of tools and items inside responses and events, whole responses, and single tools.

use crate::program::{convert, run};

const CALL: &str = r#"{"type":"function_call","id":"fc_1","call_id":"c1","name":"find","arguments":"{}","status":"completed"}"#;
const REASONING: &str = r#"{"type":"reasoning","id":"rs_1","summary":[]}"#;

#[test]
fn several_threads_count_skipped_items_together() {
    let lines = format!("{REASONING}\n{CALL}\n").repeat(300);
    let ran = run(&convert("responses", "mcp", &["--threads", "2"]), &lines);
    assert_eq!((ran.status, ran.values().len()), (0, 300));
    assert!(
        ran.err.contains("300 items that are neither"),
        "{}",
        ran.err
    );
}
