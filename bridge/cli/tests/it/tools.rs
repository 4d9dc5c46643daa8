//! The tools of manifests, and calls of these tools.

use crate::program::run;

#[test]
fn declarations_are_extracted_from_enclosing_messages() {
    let declared = |id: &str| {
        format!(
            r#"{{"extensionId":"museum","canvasId":"{id}","displayName":"{id}","description":"","actions":[{{"name":"{id}.turn"}}],"source":{{"kind":"server"}}}}"#
        )
    };
    let list = format!("[{},{}]", declared("plan"), declared("tour"));
    let changed = format!(
        r#"{{"channel":"ahp-session:/1","action":{{"type":"session/canvasesChanged","canvases":{list}}},"serverSeq":2}}"#
    );
    let snapshot = format!(
        r#"{{"resource":"ahp-session:/1","state":{{"title":"Museum","canvases":{list}}},"fromSeq":2}}"#
    );
    let client = format!(r#"{{"clientId":"a","canvasProviders":{list}}}"#);
    let other = r#"{"resource":"ahp-chat:/1","state":{"canvases":[{"resource":"ahp-canvas:/1"}]},"fromSeq":2}"#;
    for (text, place) in [
        (changed.clone(), "/action/canvases"),
        (
            format!(r#"{{"jsonrpc":"2.0","method":"action","params":{changed}}}"#),
            "/params/action/canvases",
        ),
        (snapshot.clone(), "/state/canvases"),
        (
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"snapshot":{snapshot}}}}}"#),
            "/result/snapshot/state/canvases",
        ),
        (
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"1.0.0","serverSeq":2,"snapshots":[{other},{snapshot}]}}}}"#
            ),
            "/result/snapshots/1/state/canvases",
        ),
        (
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"type":"replay","missing":[],"actions":[{changed}]}}}}"#
            ),
            "/result/actions/0/action/canvases",
        ),
        (
            format!(r#"{{"title":"Museum","canvases":{list}}}"#),
            "/canvases",
        ),
        (
            format!(
                r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"ahp-session:/1","clientSeq":1,"action":{{"type":"session/activeClientSet","activeClient":{client}}}}}}}"#
            ),
            "/params/action/activeClient/canvasProviders",
        ),
    ] {
        let ran = run(
            &[
                "convert",
                "--from",
                "ahp",
                "--to",
                "mcp",
                "--flat-names",
                "--notes",
            ],
            &text,
        );
        assert_eq!((ran.status, ran.values().len()), (0, 2), "{}", ran.err);
        assert!(
            crate::program::text(&ran.values()[1], "/tools/0/name").contains("tour"),
            "{text}"
        );
        let beside = ran
            .reports()
            .into_iter()
            .filter(|report| report.member("severity").is_some());
        let beside: Vec<_> = beside
            .map(|report| crate::program::text(&report, "/rule"))
            .collect();
        assert_eq!(beside, ["list/beside"], "{text}");
        let manifests = run(&["convert", "--from", "ahp", "--to", "actions-json"], &text).values();
        let surfaces: Vec<_> = manifests
            .iter()
            .map(|manifest| crate::program::text(manifest, "/surface/surface_id"))
            .collect();
        assert_eq!(surfaces, ["plan", "tour"]);
        // Ignored members are losses, and one bad declaration does not hide the other.
        let ran = run(
            &["convert", "--from", "ahp", "--to", "mcp", "--strict"],
            &text,
        );
        assert!(
            ran.err.contains("list/beside") && ran.status != 0,
            "{}",
            ran.err
        );
        let bad = text.replacen(r#""displayName":"plan""#, r#""displayName":7"#, 1);
        let ran = run(&["convert", "--from", "ahp", "--to", "mcp"], &bad);
        assert_eq!((ran.status, ran.values().len()), (65, 1), "{}", ran.err);
        assert!(
            ran.err.contains(&format!("{place}/0/displayName")),
            "{}",
            ran.err
        );
    }
}
