//! Tests that the work of repairs is linear in the size of the input.

use super::UPDATE;
use crate::repair::Repairer;

/// Writes documents with about `n` parts that need a repair.
fn large(n: usize) -> Vec<String> {
    let many = |text: &str| vec![text; n].join(",");
    let each = |text: &dyn Fn(usize) -> String| (0..n).map(text).collect::<Vec<_>>().join(",");
    let members = each(&|n| format!(r#""a{n}":1,"surface{}id":1"#, "_".repeat(n % 50)));
    let entries = each(&|n| format!(r#"{{"key":"{n}","valueNumber":1}}"#));
    let update = |body: &str| {
        format!(r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s",{body}}}}}"#)
    };
    let action = r#"{"id":"a","component":{"Button":{"action":{"name":"n"}}}}"#;
    vec![
        format!("[{}]", many(UPDATE)),
        format!(r#"{{"updateComponents":{{{members}}}}}"#),
        format!("{{{members}}}"),
        update(&format!(r#""components":[{}]"#, many(action))),
        update(&format!(
            r#""components":[{{"id":"a","component":{{"X":{{{members}}}}}}}]"#
        )),
        update(&format!(
            r#""components":{{{}}}"#,
            each(&|n| format!(r#""c{n}":{{"component":"Text"}}"#))
        )),
        update(&format!(
            r#""root":"r","components":[{}]"#,
            each(&|n| format!(r#"{{"id":"r{n}","component":"r"}}"#))
        )),
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","contents":[{entries}]}}}}"#
        ),
        format!("{{{}}}", many(UPDATE.trim_matches(['{', '}']))),
    ]
}

#[test]
fn the_work_of_repairs_grows_linearly_with_the_input() {
    let time = |text: &str| {
        let start = std::time::Instant::now();
        drop(Repairer::new(None).read(text));
        start.elapsed()
    };
    for (small, large) in large(1_500).iter().zip(&large(6_000)) {
        // Quadratic work would grow by a factor of sixteen. Other tests can take processor time, so the measurement is
        // repeated.
        let is_linear = (0..20).any(|_| time(large) < time(small) * 10);
        assert!(is_linear, "{}", small.chars().take(80).collect::<String>());
    }
}
