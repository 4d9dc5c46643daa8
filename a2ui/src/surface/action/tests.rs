use super::*;
use crate::surface::{EventError, Surfaces};
use proptest::prelude::*;
use wire::{Severity, Validate};

const MODEL: &str =
    r#"{"n":1.0,"null":null,"people":[{"name":"Ada"},{"name":""}],"form":{"email":"a@b"}}"#;

fn surfaces(texts: &[&str]) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for text in texts {
        surfaces.apply(&Message::read(text).unwrap()).unwrap();
    }
    surfaces
}

fn of_0_9(properties: &str) -> Surfaces {
    surfaces(&[
        r#"{"version":"v0.9.1","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        &format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{MODEL}}}}}"#),
        &format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"b","component":"Button",{properties}}}]}}}}"#
        ),
    ])
}

fn act(properties: &str, scope: &str) -> Result<ClientAction, ActionError> {
    of_0_9(properties)
        .get("s")
        .unwrap()
        .action_of("b", &Scope::item(scope).unwrap(), &Host::new())
}

fn event(context: &str, scope: &str) -> ClientEvent {
    let properties = format!(r#""action":{{"event":{{"name":"go","context":{context}}}}}"#);
    let Ok(ClientAction::Event(event)) = act(&properties, scope) else {
        panic!()
    };
    event
}

fn failed_checks(checks: &str) -> Vec<FailedCheck> {
    let properties = format!(r#""action":{{"event":{{"name":"go"}}}},"checks":{checks}"#);
    let surfaces = of_0_9(&properties);
    let surface = surfaces.get("s").unwrap();
    let failed = surface.checks("b", &Scope::top(), &Host::new()).unwrap();
    let without_action = of_0_9(&format!(r#""checks":{checks}"#));
    let without_action =
        without_action
            .get("s")
            .unwrap()
            .action_of("b", &Scope::top(), &Host::new());
    assert_eq!(without_action, Err(ActionError::Undeclared));
    match act(&properties, "") {
        Ok(_) => assert!(failed.is_empty()),
        Err(error) => assert_eq!(error, ActionError::Checks(failed.clone())),
    }
    failed
}

fn pointer(text: &str) -> Pointer {
    Pointer::parse(text).unwrap()
}

#[test]
fn the_context_is_evaluated_in_the_scope_of_the_component() {
    let context = r#"{"n":{"path":"/n"},"gone":{"path":"/x"},"null":{"path":"/null"},"who":{"path":"name"},
        "text":{"call":"formatString","args":{"value":"Hello ${name}!"}},"list":[{"path":"/n"}],"o":{"path":"/n","x":1.0}}"#;
    let event = event(context, "/people/0");
    assert_eq!(
        event.context.text(),
        r#"{"n":1.0,"null":null,"who":"Ada","text":"Hello Ada!","list":[1.0],"o":{"path":"/n","x":1.0}}"#
    );
    assert_eq!(event.failures, []);
    assert_eq!(
        (event.name.as_str(), event.source_component_id.as_str()),
        ("go", "b")
    );
}

#[test]
fn values_that_cannot_be_evaluated_are_null_and_reported() {
    let event = event(
        r#"{"a":{"call":"now"},"kept":"x","b":{"call":"required"}}"#,
        "",
    );
    assert_eq!(event.context.text(), r#"{"a":null,"kept":"x","b":null}"#);
    let failures: Vec<_> = event
        .failures
        .iter()
        .map(|error| (error.rule, error.pointer.as_str()))
        .collect();
    assert_eq!(
        failures,
        [
            ("unknown-function", "/action/event/context/a"),
            ("argument", "/action/event/context/b/args/value")
        ]
    );
}

#[test]
fn the_action_has_the_version_of_its_surface() {
    let time = "2026-05-18T15:30:00Z";
    let message = event(r#"{"a":1.50}"#, "").message(time);
    let text = r#"{"version":"v0.9.1","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"a":1.50}}}"#;
    assert_eq!(wire::encode(&message).unwrap(), text);
    assert_eq!(message.validate(), []);
    let old = surfaces(&[
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go","context":[
            {"key":"a","value":{"path":"name"}},{"key":"b","value":{"literalNumber":1.0}},{"key":"c","value":{"path":"/c","literalString":"c"}},
            {"key":"d","value":{}},{"key":"e","value":{"call":"f"}}]}}}}]}}"#,
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/items/k","contents":[{"key":"name","valueString":"Ada"}]}}"#,
    ]);
    let scope = Scope::item("/items/k").unwrap();
    let Ok(ClientAction::Event(event)) = old.get("s").unwrap().action_of("b", &scope, &Host::new())
    else {
        panic!()
    };
    let text = r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"a":"Ada","b":1.0,"c":"c","e":null}}}"#;
    assert_eq!(wire::encode(&event.message(time)).unwrap(), text);
    assert_eq!(event.failures[0].rule, "unknown-function");
}

#[test]
fn an_event_of_0_10_states_if_a_response_is_wanted() {
    let button = r#"{"id":"b","component":"Button","action":{"event":{"name":"go","wantResponse":true,"responsePath":"r"}}}"#;
    let surfaces = surfaces(&[
        r#"{"version":"v0.10","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        &format!(
            r#"{{"version":"v0.10","updateComponents":{{"surfaceId":"s","components":[{button}]}}}}"#
        ),
    ]);
    let action =
        surfaces
            .get("s")
            .unwrap()
            .action_of("b", &Scope::item("/l/0").unwrap(), &Host::new());
    let Ok(ClientAction::Event(mut event)) = action else {
        panic!()
    };
    assert_eq!(
        (event.want_response, event.response_path.as_deref()),
        (true, Some("/l/0/r"))
    );
    let sent = |event: &ClientEvent| wire::encode(&event.message("2026-05-18T15:30:00Z")).unwrap();
    let start = r#"{"version":"v0.10","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{},"wantResponse":true"#;
    assert_eq!(sent(&event), format!("{start}}}}}"));
    event.action_id = Some("a1".into());
    assert_eq!(sent(&event), format!(r#"{start},"actionId":"a1"}}}}"#));
    assert_eq!(event.message("2026-05-18T15:30:00Z").validate(), []);
}

#[test]
fn in_1_0_events_have_user_messages_and_checks_have_codes() {
    let of = |path: &str, call: &str| {
        let text = format!(
            r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","dataModel":{{"people":[{{"name":"Ada"}},{{"name":""}}],
            "result":{{"valid":false,"code":"OLD","message":"too old","severity":"warning"}}}},"components":[
            {{"id":"b","component":"Button","child":"t","action":{{"event":{{"name":"go",
                "userMessage":{{"{call}":"formatString","args":{{"value":"Greet ${{name}} as #${{@index(offset: 1)}}"}}}},
                "context":{{"who":{{"{path}":"name"}},"where":{{"{call}":"@index"}}}}}}}},
            "checks":[{{"condition":{{"{call}":"required","args":{{"value":{{"{path}":"name"}}}}}},"message":"No name"}}]}},
            {{"id":"c","component":"Button","child":"t","checks":[{{"condition":{{"{path}":"/result"}},"message":"never"}},
                {{"condition":{{"{call}":"email","args":{{"value":"x"}}}},"message":"No address"}}]}}]}}}}"#
        );
        surfaces(&[&text])
    };
    for (path, call) in [("path", "call"), ("@path", "@call")] {
        let surfaces = of(path, call);
        let surface = surfaces.get("s").unwrap();
        let act = |scope: &str| surface.action_of("b", &Scope::item(scope).unwrap(), &Host::new());
        let Ok(ClientAction::Event(event)) = act("/people/0") else {
            panic!()
        };
        assert_eq!(event.failures, []);
        let text = r#"{"version":"v1.0","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"who":"Ada","where":0},"userMessage":"Greet Ada as #1"}}"#;
        assert_eq!(
            wire::encode(&event.message("2026-05-18T15:30:00Z")).unwrap(),
            text
        );
        let Err(ActionError::Checks(failed)) = act("/people/1") else {
            panic!()
        };
        assert_eq!(
            (failed[0].message.as_deref(), failed[0].code.as_deref()),
            (Some("No name"), None)
        );
        let failed = surface.checks("c", &Scope::top(), &Host::new()).unwrap();
        let told: Vec<_> = failed
            .iter()
            .map(|c| (c.message.as_deref(), c.code.as_deref(), c.severity))
            .collect();
        assert_eq!(
            told,
            [
                (Some("too old"), Some("OLD"), Severity::Warning),
                (Some("No address"), Some("INVALID_EMAIL"), Severity::Error)
            ]
        );
    }
}

/// The first and last rows are cases of the published suite for validation results.
#[test]
fn a_failed_check_without_a_message_uses_the_message_of_the_locale() {
    let usual = "Please enter a valid email address (e.g. user@example.com).";
    let email = r#"{"call":"email","args":{"value":"not-an-address"}}"#;
    let numeric = r#"{"call":"numeric","args":{"value":12,"min":21}}"#;
    for (condition, stated, message, code) in [
        (email, "", Some(usual), Some("INVALID_EMAIL")),
        (
            email,
            r#","message":"Whose?""#,
            Some("Whose?"),
            Some("INVALID_EMAIL"),
        ),
        (
            r#"{"call":"required","args":{"value":""}}"#,
            "",
            Some("Please fill this in."),
            None,
        ),
        #[cfg(feature = "regex")]
        (
            r#"{"call":"regex","args":{"value":"a","pattern":"b"}}"#,
            "",
            Some("This does not have the expected form."),
            None,
        ),
        (
            r#"{"call":"length","args":{"value":"a","min":2}}"#,
            "",
            Some("This is too short or too long."),
            None,
        ),
        (
            numeric,
            "",
            Some("Please enter a number that is allowed here."),
            None,
        ),
        (r#"{"path":"/none"}"#, "", None, None),
        (r#"{"call":"not","args":{"value":true}}"#, "", None, None),
        (
            numeric,
            r#","message":"Only from 21 on.""#,
            Some("Only from 21 on."),
            None,
        ),
    ] {
        let at = condition
            .replace(r#""call""#, r#""@call""#)
            .replace(r#""path""#, r#""@path""#);
        for (word, checks, condition) in [("v1.0", "checks", condition), ("1.0", "@checks", &at)] {
            let text = format!(
                r#"{{"version":"{word}","createSurface":{{"surfaceId":"s","components":[
                    {{"id":"root","component":"TextField","label":"l","{checks}":[{{"condition":{condition}{stated}}}]}}]}}}}"#
            );
            let surfaces = surfaces(&[&text]);
            let failed = surfaces
                .get("s")
                .unwrap()
                .checks("root", &Scope::top(), &Host::new())
                .unwrap();
            let [failed] = failed.as_slice() else {
                panic!("{failed:?}")
            };
            let told = (
                failed.message.as_deref(),
                failed.code.as_deref(),
                failed.severity,
                &failed.error,
            );
            assert_eq!(told, (message, code, Severity::Error, &None), "{condition}");
        }
        // Before 1.0, results have no code.
        let before = &self::failed_checks(&format!(r#"[{{"condition":{condition}{stated}}}]"#))[0];
        assert_eq!(
            (before.message.as_deref(), before.code.as_deref()),
            (message, None),
            "{condition}"
        );
    }
}

#[test]
fn the_locale_of_the_host_provides_default_messages() {
    struct German;
    impl crate::expression::Locale for German {
        fn failure(&self, function: &str) -> Option<String> {
            (function == "required").then(|| "Bitte ausfüllen.".to_owned())
        }
    }
    let empty = r#"{"condition":{"call":"required","args":{"value":""}}}"#;
    let surfaces = of_0_9(&format!(r#""checks":[{empty}]"#));
    let host = Host::new().locale(&German);
    let failed = surfaces
        .get("s")
        .unwrap()
        .checks("b", &Scope::top(), &host)
        .unwrap();
    assert_eq!(failed[0].message.as_deref(), Some("Bitte ausfüllen."));
}

#[test]
fn an_action_call_is_returned_with_evaluated_arguments() {
    let call = |arguments: &str| {
        act(
            &format!(r#""action":{{"functionCall":{{"call":"openUrl"{arguments}}}}}"#),
            "/people/0",
        )
    };
    let evaluated = call(
        r#","args":{"url":{"call":"formatString","args":{"value":"https://example.com/${name}"}},"x":{"path":"/gone"}}"#,
    );
    let Ok(ClientAction::Call(evaluated)) = evaluated else {
        panic!()
    };
    assert_eq!(
        (evaluated.name.as_str(), evaluated.catalog_id),
        ("openUrl", None)
    );
    assert_eq!(
        evaluated.arguments.unwrap().text(),
        r#"{"url":"https://example.com/Ada"}"#
    );
    let Ok(ClientAction::Call(bare)) = call("") else {
        panic!()
    };
    assert_eq!(bare.arguments, None);
    let Err(ActionError::Arguments(error)) = call(r#","args":{"url":{"call":"now"}}"#) else {
        panic!()
    };
    assert_eq!(
        (error.rule, error.pointer.as_str()),
        ("unknown-function", "/action/functionCall/args/url")
    );
    let none = act(r#""action":{"functionCall":{"name":"x"}}"#, "");
    assert_eq!(
        none,
        Err(ActionError::Malformed {
            pointer: pointer("/action/functionCall"),
            expected: "a function call"
        })
    );
}

#[test]
fn a_missing_or_malformed_action_is_an_error() {
    assert_eq!(act(r#""child":"t""#, ""), Err(ActionError::Undeclared));
    let malformed = |pointer_: &str, expected| {
        Err(ActionError::Malformed {
            pointer: pointer(pointer_),
            expected,
        })
    };
    assert_eq!(
        act(r#""action":{}"#, ""),
        malformed("/action/event", "an event or a function call")
    );
    assert_eq!(
        act(r#""action":{"event":{"name":1}}"#, ""),
        malformed("/action/event/name", "a string")
    );
    assert_eq!(
        act(r#""action":{"event":{"name":"n","context":[]}}"#, ""),
        malformed("/action/event/context", "an object")
    );
    let surfaces = of_0_9(r#""child":"t""#);
    let missing = surfaces
        .get("s")
        .unwrap()
        .action_of("x", &Scope::top(), &Host::new());
    assert_eq!(missing, Err(ActionError::UnknownComponent));
    // Early drafts have no `event` around the event.
    let Ok(ClientAction::Event(event)) = act(
        r#""action":{"name":"go","context":{"n":{"path":"/n"}}}"#,
        "",
    ) else {
        panic!()
    };
    assert_eq!(event.context.text(), r#"{"n":1.0}"#);
}

#[test]
fn a_failing_check_disables_the_button_and_returns_the_reason() {
    let required =
        |path: &str| format!(r#"{{"call":"required","args":{{"value":{{"path":"{path}"}}}}}}"#);
    let email = r#"{"call":"email","args":{"value":{"path":"/form/email"}}}"#;
    let rule = |condition: &str, message: &str| {
        format!(r#"{{"condition":{condition},"message":"{message}"}}"#)
    };
    let all = [
        rule(&required("/n"), "never"),
        rule(email, "no mail"),
        rule(&required("/terms"), "terms"),
    ];
    let found = failed_checks(&format!("[{}]", all.join(",")));
    let told: Vec<_> = found
        .iter()
        .map(|check| (check.pointer.as_str(), check.message.as_deref().unwrap()))
        .collect();
    assert_eq!(told, [("/checks/1", "no mail"), ("/checks/2", "terms")]);
    assert!(found.iter().all(|check| check.error.is_none()
        && check.severity == Severity::Error
        && check.code.is_none()));
    let or = format!(
        r#"{{"call":"or","args":{{"values":[{},{email}]}}}}"#,
        required("/n")
    );
    assert_eq!(failed_checks(&format!("[{}]", rule(&or, "never"))), []);
}

#[test]
fn a_missing_condition_fails() {
    for (condition, passes) in [
        ("true", true),
        ("false", false),
        (r#"{"path":"/n"}"#, true),
        (r#"{"path":"/null"}"#, false),
        (r#"{"path":"/gone"}"#, false),
        (r#"{"path":"/people/1/name"}"#, false),
    ] {
        let found = failed_checks(&format!(r#"[{{"condition":{condition},"message":"m"}}]"#));
        assert_eq!(found.is_empty(), passes, "{condition}");
    }
    // In early drafts, the check itself is the call.
    assert_eq!(
        failed_checks(r#"[{"call":"required","args":{"value":1},"message":"m"}]"#),
        []
    );
    let draft = failed_checks(r#"[{"call":"required","args":{"value":null},"message":"m"}]"#);
    assert_eq!(
        (draft[0].message.as_deref(), draft[0].error.is_none()),
        (Some("m"), true)
    );
}

#[test]
fn a_check_that_cannot_be_evaluated_fails() {
    for (checks, at, rule, inside) in [
        (
            r#"[{"condition":{"call":"unheard"},"message":"m"}]"#,
            "/checks/0",
            "unknown-function",
            "/checks/0/condition",
        ),
        (
            r#"[{"condition":{"call":"required"}}]"#,
            "/checks/0",
            "argument",
            "/checks/0/condition/args/value",
        ),
        (r#"[{"message":"m"}]"#, "/checks/0", "check", "/checks/0"),
        (r#"[7]"#, "/checks/0", "check", "/checks/0"),
        (r#"{}"#, "/checks", "check", "/checks"),
        (
            r#"[{"condition":{"call":"openUrl","args":{"url":"https://example.com"}}}]"#,
            "/checks/0",
            "effect",
            "/checks/0/condition",
        ),
    ] {
        let found = failed_checks(checks);
        assert_eq!(found[0].pointer.as_str(), at);
        let error = found[0].error.as_ref().unwrap();
        assert_eq!((error.rule, error.pointer.as_str()), (rule, inside));
    }
    assert_eq!(failed_checks("[]"), []);
}

#[test]
fn checks_of_an_item_share_one_work_limit() {
    let checks = r#""checks":[{"condition":{"call":"required","args":{"value":{"path":"name"}}},"message":"m"}]"#;
    let surfaces = of_0_9(checks);
    let surface = surfaces.get("s").unwrap();
    let failed = |scope: &str| {
        surface
            .checks("b", &Scope::item(scope).unwrap(), &Host::new())
            .unwrap()
            .len()
    };
    assert_eq!(
        (failed("/people/0"), failed("/people/1"), failed("")),
        (0, 1, 1)
    );
    assert_eq!(surface.checks("missing", &Scope::top(), &Host::new()), None);
    let many = vec![r#"{"condition":{"call":"not","args":{"value":false}}}"#; 100].join(",");
    let surfaces = of_0_9(&format!(r#""checks":[{many}]"#));
    let checks = |steps| {
        surfaces
            .get("s")
            .unwrap()
            .checks("b", &Scope::top(), &Host::new().limits(steps, 1 << 20))
            .unwrap()
    };
    assert_eq!(checks(1000), []);
    let limited = checks(100);
    assert!(
        !limited.is_empty()
            && limited
                .iter()
                .all(|check| check.error.as_ref().unwrap().rule == "limit")
    );
}

#[test]
fn a_declared_event_needs_neither_functions_nor_checks() {
    let declared = |context: &str, checks: &str| {
        let properties = format!(
            r#""action":{{"event":{{"name":"go","context":{context}}}}},"checks":{checks}"#
        );
        of_0_9(&properties).get("s").unwrap().event_of("b")
    };
    let context = declared(
        r#"{"a":[{"path":"/n"}]}"#,
        r#"[{"condition":false,"message":"m"}]"#,
    )
    .unwrap()
    .context;
    assert_eq!(context.text(), r#"{"a":[1.0]}"#);
    let call = declared(
        r#"{"a":{"b":{"call":"required","args":{"value":1}}}}"#,
        "[]",
    );
    assert_eq!(
        call,
        Err(EventError::ContextCall {
            pointer: pointer("/action/event/context/a/b")
        })
    );
}

proptest! {
    #[test]
    fn every_event_yields_a_valid_message(
        action in wire::generate::any::<Payload>(),
        checks in prop::option::of(wire::generate::any::<Payload>()),
        wrap in 0..4u8,
    ) {
        let action = match wrap {
            0 => action.text().to_owned(),
            1 => format!(r#"{{"event":{action}}}"#),
            2 => format!(r#"{{"event":{{"name":"n","context":{{"a":{action}}}}}}}"#),
            _ => format!(r#"{{"functionCall":{{"call":"f","args":{action}}}}}"#),
        };
        let checks = checks.map(|checks| format!(r#","checks":[{{"condition":{checks}}}]"#)).unwrap_or_default();
        let text = format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{{"id":"b","component":"Button","action":{action}{checks}}}]}}}}"#
        );
        let Ok(message) = Message::read(&text) else { return Ok(()) };
        let mut surfaces = of_0_9(r#""child":"t""#);
        // A component may be nested too deep.
        if surfaces.apply(&message).is_err() {
            return Ok(());
        }
        if let Ok(ClientAction::Event(event)) =
            surfaces.get("s").unwrap().action_of("b", &Scope::item("/people/0").unwrap(), &Host::new())
        {
            let message = event.message("2026-05-18T15:30:00Z");
            prop_assert_eq!(message.validate(), []);
            if let Ok(text) = wire::encode(&message) {
                prop_assert_eq!(Message::read(&text).unwrap(), message);
            }
        }
    }
}

#[test]
fn in_0_8_context_paths_in_a_template_start_at_the_item() {
    let surfaces = surfaces(&[
        r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"name","valueString":"top"},{"key":"rows","valueMap":[
            {"key":"a","valueMap":[{"key":"name","valueString":"Ada"},{"key":"tags","valueString":"[1]"}]}]}]}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go","context":[
            {"key":"slash","value":{"path":"/name"}},{"key":"none","value":{"path":"name"}},{"key":"item","value":{"path":"/item/name"}},
            {"key":"top","value":{"path":"//name"}},{"key":"tags","value":{"path":"/tags"}}]}}}}]}}"#,
    ]);
    let context = |scope: &str| {
        let surface = surfaces.get("s").unwrap();
        let action = surface.action_of("b", &Scope::item(scope).unwrap(), &Host::new());
        let Ok(ClientAction::Event(event)) = action else {
            panic!("{action:?}")
        };
        event.context.text().to_owned()
    };
    assert_eq!(
        context("/rows/a"),
        r#"{"slash":"Ada","none":"Ada","item":"Ada","top":"top","tags":[1]}"#
    );
    assert_eq!(context("/"), r#"{"slash":"top","none":"top","top":"top"}"#);
}
