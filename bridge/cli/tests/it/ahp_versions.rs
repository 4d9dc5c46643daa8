//! AHP canvases, translated from the proposal to the release and back.

use crate::program::{at, convert, find, json, run_ok, text};

#[test]
fn surfaces_reach_the_release_through_the_proposal() {
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c"}}"#;
    let base = ["--base-url", "https://ui.test/x"];
    let proposed = run_ok(&convert("a2ui", "ahp@canvas", &[]), surface).out;
    let released = run_ok(&convert("a2ui", "ahp@1.0", &base), surface);
    assert_eq!(
        text(&released.value(), "/state/url"),
        "https://ui.test/x/desk/surface.json"
    );
    assert_eq!(
        text(&released.value(), "/contents/0/uri"),
        "https://ui.test/x/desk/surface.json"
    );
    assert_eq!(
        run_ok(&convert("ahp@canvas", "ahp@1.0", &base), &proposed).out,
        released.out
    );
    assert_eq!(
        run_ok(&convert("ahp@1.0", "ahp@canvas", &base), &released.out).out,
        proposed
    );
    assert_eq!(
        run_ok(&convert("ahp@1.0", "a2ui", &base), &released.out).out,
        run_ok(&convert("ahp", "a2ui", &[]), &proposed).out
    );
    let unserved = run_ok(&convert("ahp@canvas", "ahp@1.0", &[]), &proposed).value();
    assert!(find(&unserved, "/state/url").is_none());
    assert_eq!(
        at(&unserved, "/contents"),
        at(&json(proposed.trim()), "/contents")
    );
}
