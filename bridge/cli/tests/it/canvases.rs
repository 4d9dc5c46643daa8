//! A2UI surfaces translated to AHP canvases, and back.

use crate::program::{convert, run, run_ok};

/// Two live surfaces and a deleted one, in A2UI 0.9.
const DESK: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c","theme":{"agentDisplayName":"Loans","hue":210.0},"sendDataModel":true}}
{"version":"v0.9","createSurface":{"surfaceId":"gone","catalogId":"c"}}
{"version":"v0.9","createSurface":{"surfaceId":"hall / 2","catalogId":"d"}}
{"version":"v0.9","updateComponents":{"surfaceId":"desk","components":[{"id":"root","component":"Column","children":["a","b"]},{"id":"a","component":"Text","text":{"path":"/n"},"x":{"y":[1.0,1e999]}}]}}
{"version":"v0.9","updateDataModel":{"surfaceId":"desk","value":{"n":1.50,"list":[1,2,3],"":null}}}
{"version":"v0.9","updateDataModel":{"surfaceId":"desk","path":"/list/1","value":"two"}}
{"version":"v0.9","updateComponents":{"surfaceId":"desk","components":[{"id":"b","component":"Button","child":"a","action":{"event":{"name":"go"}}}]}}
{"version":"v0.9","deleteSurface":{"surfaceId":"gone"}}
{"version":"v0.9","updateDataModel":{"surfaceId":"hall / 2","path":"/seats","value":{"4":"free"}}}
"#;

/// One surface in A2UI 0.8.
const OLD: &str = r#"{"surfaceUpdate":{"surfaceId":"old","components":[{"id":"top","component":{"Text":{"text":{"path":"/name"}}}}]}}
{"dataModelUpdate":{"surfaceId":"old","contents":[{"key":"name","valueString":"Ada"},{"key":"age","valueNumber":36.0},{"key":"tags","valueMap":[{"key":"a","valueBoolean":true}]}]}}
{"beginRendering":{"surfaceId":"old","root":"top","styles":{"font":"Inter"}}}
"#;

fn fold(messages: &str) -> String {
    run_ok(&["fold", "a2ui"], messages).out
}

#[test]
fn surfaces_return_unchanged() {
    for (messages, count) in [(DESK, 2), (OLD, 1)] {
        for (dialect, base) in [
            ("ahp@canvas", &[][..]),
            ("ahp@1.0", &["--base-url", "https://ui.test/x/"]),
            ("ahp@1.0", &["--base-url", "http://ui.test"]),
        ] {
            for more in [base, &[base, &["--envelope"]].concat()] {
                let there = run_ok(&convert("a2ui", dialect, more), messages);
                assert_eq!(there.values().len(), count);
                let back = run_ok(&convert(dialect, "a2ui", more), &there.out);
                let messages_back: String = if more.contains(&"--envelope") {
                    back.opened_values()
                        .iter()
                        .map(|message| format!("{message}\n"))
                        .collect()
                } else {
                    back.out
                };
                assert_eq!(fold(&messages_back), fold(messages), "{dialect}");
            }
        }
    }
}

#[test]
fn surfaces_of_other_versions_are_translated_to_the_requested_version() {
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), OLD).out;
    assert_eq!(
        run_ok(&convert("ahp", "a2ui@0.9", &[]), &canvas).out,
        run_ok(
            &convert("a2ui@0.8", "a2ui@0.9", &[]),
            run_ok(&convert("ahp", "a2ui", &[]), &canvas).out
        )
        .out
    );
    assert_eq!(
        run_ok(&convert("ahp", "a2ui@0.8", &[]), &canvas).out,
        run_ok(&convert("ahp", "a2ui", &[]), &canvas).out
    );
}

/// Returns a translated canvas with the members that a host adds.
fn grown() -> String {
    let canvas = run_ok(&convert("a2ui", "ahp", &[]), OLD).out;
    let grown = canvas.replace(
        r#""availability":"ready""#,
        r#""availability":"stale","status":"waiting","x-seen":[1.0]"#,
    );
    assert_ne!(canvas, grown);
    grown.replace(
        r#""channel":"ahp-canvas:/old""#,
        r#""channel":"ahp-canvas:/elsewhere","y":null"#,
    )
}

#[test]
fn agent_messages_cannot_embed_a_carry() {
    let ran = run(&convert("ahp", "a2ui", &["--embed"]), grown());
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.error().2.as_str()),
        (65, "", "carry/no-room")
    );
    // A conversion without a carry is not refused.
    let canvas = run_ok(&convert("a2ui", "ahp", &["--embed"]), OLD).out;
    assert_eq!(
        fold(&run_ok(&convert("ahp", "a2ui", &["--embed"]), canvas).out),
        fold(OLD)
    );
}
