//! Checks for duplicates in the lists of a session.

use super::{OpenCanvasRef, SessionCanvasDeclaration};
use crate::check::Check;
use std::collections::BTreeSet;
use wire::Field;

/// Reports duplicate declarations. The extension and the canvas id identify a kind of canvas.
pub(super) fn declarations(
    check: &mut Check<'_>,
    name: &str,
    list: &Field<Vec<SessionCanvasDeclaration>>,
) {
    check.check_members(name, list);
    let message = "this kind of canvas is already in the list";
    report_repetitions(
        check,
        name,
        list,
        |kind| (kind.extension_id.clone(), kind.canvas_id.clone()),
        ("duplicate-declaration", "canvasId", message),
    );
}

/// Reports open canvases with the same instance id or the same channel.
pub(super) fn references(check: &mut Check<'_>, name: &str, list: &Field<Vec<OpenCanvasRef>>) {
    check.check_members(name, list);
    let message = "this instance id is already in the list";
    report_repetitions(
        check,
        name,
        list,
        |open| open.instance_id.clone(),
        ("duplicate-instance", "instanceId", message),
    );
    let message = "this channel belongs to another open canvas in the list";
    report_repetitions(
        check,
        name,
        list,
        |open| open.channel.clone(),
        ("duplicate-channel", "channel", message),
    );
}

fn report_repetitions<T, K: Ord>(
    check: &mut Check<'_>,
    name: &str,
    list: &Field<Vec<T>>,
    key: impl Fn(&T) -> K,
    (rule, member, message): (&'static str, &str, &str),
) {
    let at = check.at.member(name);
    let mut seen = BTreeSet::new();
    for (index, item) in list.get().into_iter().flatten().enumerate() {
        if !seen.insert(key(item)) {
            let mut check = Check {
                at: &at.element(index),
                found: check.found,
            };
            check.error(rule, member, message, "remove the duplicate entry");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::canvas::{SessionAction, SessionState};
    use wire::{Finding, Validate};

    fn rules_at(findings: Vec<Finding>) -> Vec<(&'static str, String)> {
        findings
            .into_iter()
            .map(|finding| (finding.rule, finding.pointer.to_string()))
            .collect()
    }

    #[test]
    fn ahp_1_a_kind_of_canvas_is_declared_once() {
        let kind = |extension: &str, canvas: &str| {
            format!(
                r#"{{"extensionId":"{extension}","canvasId":"{canvas}","displayName":"","description":"","source":{{"kind":"server"}}}}"#
            )
        };
        let list = [
            kind("x", "plan"),
            kind("y", "plan"),
            kind("x", "tour"),
            kind("x", "plan"),
        ]
        .join(",");
        let state: SessionState = wire::decode(&format!(r#"{{"canvases":[{list}]}}"#)).unwrap();
        assert_eq!(
            rules_at(state.validate()),
            [("duplicate-declaration", "/canvases/3/canvasId".to_owned())]
        );
        let action: SessionAction = wire::decode(&format!(
            r#"{{"type":"session/canvasesChanged","canvases":[{list}]}}"#
        ))
        .unwrap();
        assert_eq!(rules_at(action.validate()), rules_at(state.validate()));
    }

    #[test]
    fn ahp_3_and_24_instances_and_channels_are_listed_once() {
        let open = |instance: &str, channel: &str| {
            format!(
                r#"{{"instanceId":"{instance}","channel":"ahp-canvas:/{channel}","canvasId":"c","extensionId":"e","availability":"ready"}}"#
            )
        };
        let list = [open("a", "1"), open("b", "1"), open("a", "2")].join(",");
        let state: SessionState = wire::decode(&format!(r#"{{"openCanvases":[{list}]}}"#)).unwrap();
        let expected = [
            (
                "duplicate-instance",
                "/openCanvases/2/instanceId".to_owned(),
            ),
            ("duplicate-channel", "/openCanvases/1/channel".to_owned()),
        ];
        assert_eq!(rules_at(state.validate()), expected);
    }

    #[test]
    fn ahp_46_an_absent_list_is_a_warning() {
        for action in ["session/canvasesChanged", "session/openCanvasesChanged"] {
            let action: SessionAction = wire::decode(&format!(r#"{{"type":"{action}"}}"#)).unwrap();
            let rules: Vec<_> = action
                .validate()
                .into_iter()
                .map(|finding| finding.rule)
                .collect();
            assert_eq!(rules, ["list-absent"]);
        }
    }

    #[test]
    fn ahp_23_absent_and_empty_lists_are_distinct() {
        for text in [
            "{}",
            r#"{"canvases":[]}"#,
            r#"{"openCanvases":[]}"#,
            r#"{"canvases":[],"openCanvases":[]}"#,
        ] {
            let state: SessionState = wire::decode(text).unwrap();
            assert_eq!(
                (wire::encode(&state).unwrap().as_str(), state.validate()),
                (text, vec![])
            );
        }
    }

    #[test]
    fn ahp_13_and_88_unknown_members_of_a_session_and_its_clients_are_preserved() {
        let text = r#"{"activeClients":[{"clientId":"k","canvasProviders":[],"tools":[{"n":1.0}],"x":null}],"status":1e2,"turns":[]}"#;
        let state: SessionState = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&state).unwrap(), text);
    }
}
