//! Carries that are broken, or made by somebody who would like a record to say something else.

use crate::program::{at, convert, find, json, run, text, well};
use wire::Payload;

const ACTION: &str = r#"{"version":"v0.9","action":{"name":"click","surfaceId":"booking","sourceComponentId":"save","timestamp":"t","context":{"n":1}}}"#;

fn enveloped(carry: &str) -> String {
    format!("{{\"value\":{ACTION},\"carry\":{carry},\"notes\":[]}}\n")
}

fn embedded(carry: &str) -> String {
    format!("{}\n", ACTION.replace(r#"{"n":1}"#, &format!(r#"{{"n":1,"agent_ui_carry":{carry}}}"#)))
}

#[test]
fn a_broken_carry_in_an_envelope_is_refused_and_the_lines_around_it_come_out() {
    let good = enveloped(r#"{"v":1,"hops":[]}"#);
    for broken in
        ["7", "null", r#"{"v":2,"hops":[]}"#, r#"{"v":1}"#, r#"{"v":1,"hops":[{"from":7,"fields":[]}]}"#]
    {
        let input = format!("{good}{}{good}", enveloped(broken));
        let ran = run(&convert("a2ui@0.9", "aap", &["--envelope"]), input);
        assert_eq!((ran.status, ran.values().len()), (65, 2), "{broken}");
        let (line, error, rule, pointer) = ran.error();
        assert_eq!((line, &*error, &*rule, &*pointer), (2, "rule", "carry/unreadable", "/carry"), "{broken}");
    }
}

#[test]
fn a_member_of_that_name_that_is_no_carry_is_data_of_somebody_else() {
    for foreign in ["7", "null", r#"{"v":2,"hops":[]}"#, r#"{"v":1,"hops":7}"#] {
        let record = well(&convert("a2ui@0.9", "aap", &[]), embedded(foreign)).value();
        assert_eq!(at(&record, "/data/agent_ui_carry"), json(foreign));
    }
}

/// What a carry that claims this makes of the record, in an envelope and in the message.
fn claimed(fields: &str) -> [Payload; 2] {
    let carry = format!(r#"{{"v":1,"hops":[{{"from":"aap@1.0","fields":[{fields}]}}]}}"#);
    [
        at(&well(&convert("a2ui@0.9", "aap", &["--envelope"]), enveloped(&carry)).value(), "/value"),
        well(&convert("a2ui@0.9", "aap", &["--embed"]), embedded(&carry)).value(),
    ]
}

#[test]
fn a_forged_carry_cannot_gainsay_what_is_visible() {
    let bare = well(&convert("a2ui@0.9", "aap", &[]), ACTION).value();
    for claim in [
        r#"["/action","delete"]"#,
        r#"["/canvasFile","../../etc/passwd"]"#,
        r#"["/canvasFile","other.html"]"#,
        r#"["/canvasFile",7]"#,
        r#"["/element",null]"#,
        r#"["/element"]"#,
        r#"["/element","other"]"#,
        r#"["/data",{"n":2}]"#,
        r#"["/data"]"#,
        r#"["/timestamp","2000-01-01T00:00:00.000Z"]"#,
        r#"["/id"]"#,
        r#"["/id",{"not":"a string"}]"#,
        r#"["/summary",7]"#,
        r#"["","root"]"#,
        r#"["/data/n",2]"#,
    ] {
        for record in claimed(claim) {
            assert_eq!(record, bare, "{claim}");
        }
    }
}

#[test]
fn a_forged_carry_can_give_what_nothing_shows() {
    for record in claimed(r#"["/id","mine"],["/x",[1.0]]"#) {
        assert_eq!(text(&record, "/id"), "mine");
        assert_eq!(at(&record, "/x"), json("[1.0]"));
    }
}

#[test]
fn hops_of_other_protocols_travel_on() {
    let carry = r#"{"v":1,"hops":[{"from":"actions-json@1","fields":[["/event_id","e1"]]}]}"#;
    let ran = well(&convert("a2ui@0.9", "aap", &["--envelope"]), enveloped(carry)).value();
    assert_eq!(text(&ran, "/carry/hops/0/from"), "actions-json@1");
    let ran = run(&convert("a2ui@0.9", "aap", &["--strict"]), embedded(carry));
    assert_eq!(ran.status, 1, "without an envelope the hop would be lost");
    let ran = run(&convert("a2ui@0.9", "aap", &["--embed"]), embedded(carry)).value();
    assert!(find(&ran, "/data/agent_ui_carry/hops/0").is_some());
}

#[test]
fn a_message_without_an_envelope_is_read_where_envelopes_are_expected() {
    let bare = at(&well(&convert("a2ui@0.9", "aap", &["--envelope"]), ACTION).value(), "/value");
    assert_eq!(bare, well(&convert("a2ui@0.9", "aap", &[]), ACTION).value());
}
