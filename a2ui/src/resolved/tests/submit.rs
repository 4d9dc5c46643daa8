//! Tests of submitted values.

use super::*;
use crate::{
    data_model::DataModelOptions,
    resolved::{SubmitError, SubmittedValue},
    surface::ClientAction,
};
use std::collections::BTreeMap;
use wire::Payload;

fn json(text: &str) -> SubmittedValue {
    SubmittedValue::Json(Payload::parse(text).unwrap())
}

fn values<const N: usize>(
    values: [(&str, SubmittedValue); N],
) -> BTreeMap<NodeKey, SubmittedValue> {
    values.map(|(id, value)| (key(id), value)).into()
}

fn submit<const N: usize>(
    surfaces: &mut Surfaces,
    action: &str,
    submitted: [(&str, SubmittedValue); N],
) -> Result<String, SubmitError> {
    let values = values(submitted);
    match surfaces.submit("s", &key(action), &values, &Host::new())? {
        ClientAction::Event(event) => Ok(event.context.text().to_owned()),
        ClientAction::Call(call) => Ok(call.name),
    }
}

fn model(surfaces: &Surfaces) -> String {
    let model = surfaces.get("s").unwrap().data_model();
    model.to_payload().unwrap().text().to_owned()
}

const BUTTON: &str = r#"{"id":"go","component":"Button","child":"t","action":{"event":{"name":"e","context":{"v":{"path":"/v"}}}}}"#;

/// Submits a value for one input, and returns the written value or the message of the error.
fn written(old: &str, members: &str, value: SubmittedValue) -> Result<String, String> {
    let model = if old.is_empty() {
        "{}".to_owned()
    } else {
        format!(r#"{{"v":{old}}}"#)
    };
    let root = r#"{"id":"root","component":"Column","children":["f","go"]}"#;
    let field = format!(r#"{{"id":"f","value":{{"path":"/v"}},{members}}}"#);
    let mut surfaces = surfaces(&model, &format!("{root},{field},{BUTTON}"));
    let before = surfaces.clone();
    match submit(&mut surfaces, "go", [("f", value)]) {
        Ok(_) => {
            let value = surfaces.get("s").unwrap().data_model().get("/v");
            Ok(value.map_or_else(String::new, |value| value.text().to_owned()))
        }
        Err(SubmitError::Value { key, message }) => {
            assert_eq!((key.as_str(), surfaces == before), ("f", true));
            Err(message)
        }
        Err(error) => panic!("{error}"),
    }
}

fn assert_written(members: &str, rows: &[(&str, SubmittedValue, Result<&str, &str>)]) {
    for (old, value, expected) in rows {
        let written = written(old, members, value.clone());
        let written = written.as_deref().map_err(String::as_str);
        assert_eq!(written, *expected, "{value:?} replaces {old} in {members}");
    }
}

#[test]
fn texts_and_numbers_keep_the_type_of_the_model() {
    use SubmittedValue::Empty;
    assert_written(
        r#""component":"TextField""#,
        &[
            ("", "a".into(), Ok(r#""a""#)),
            (r#""x""#, json("5"), Ok(r#""5""#)),
            ("1", "2.50".into(), Ok("2.5")),
            ("1", "many".into(), Err("expected a number")),
            ("true", "false".into(), Ok("false")),
            ("null", json("true"), Ok(r#""true""#)),
            (r#""x""#, Empty, Ok(r#""""#)),
            (r#""x""#, json("null"), Ok(r#""""#)),
            ("1", Empty, Ok(r#""""#)),
            ("", json("[]"), Err("expected a text")),
        ],
    );
    assert_written(
        r#""component":"TextField","variant":"number""#,
        &[
            ("", json("3.0"), Ok(r#""3""#)),
            (r#""1""#, json("1e2"), Ok(r#""100""#)),
            ("1", "3".into(), Ok("3")),
            ("", "3 m".into(), Err("expected a number")),
            ("1", "".into(), Ok(r#""""#)),
        ],
    );
    assert_written(
        r#""component":"Slider","min":1,"max":14"#,
        &[
            ("2", "3".into(), Ok("3")),
            ("", json("14.0"), Ok("14")),
            (r#""2""#, json("1"), Ok(r#""1""#)),
            ("2", Empty, Ok("2")),
            ("2", "15".into(), Err("expected a number from 1 to 14")),
            ("2", json("0.99"), Err("expected a number from 1 to 14")),
            ("2", json("true"), Err("expected a number")),
        ],
    );
    assert_written(
        r#""component":"CheckBox""#,
        &[
            ("", "true".into(), Ok("true")),
            ("true", json("false"), Ok("false")),
            (r#""false""#, json("true"), Ok(r#""true""#)),
            ("0", "true".into(), Ok("1")),
            ("true", Empty, Ok("false")),
            ("true", "yes".into(), Err("expected true or false")),
        ],
    );
}

#[test]
fn choices_are_values_of_options() {
    use SubmittedValue::Empty;
    let options = r#""options":[{"label":"A","value":"a"},{"label":"B","value":"b"},{"label":"C","value":"c,d"}]"#;
    let wrong = "expected values of the options only";
    assert_written(
        &format!(r#""component":"ChoicePicker",{options}"#),
        &[
            ("", "a".into(), Ok(r#"["a"]"#)),
            (r#"["b"]"#, json(r#"["a"]"#), Ok(r#"["a"]"#)),
            (r#"["b"]"#, "c,d".into(), Ok(r#"["c,d"]"#)),
            (r#""b""#, "a".into(), Ok(r#""a""#)),
            (r#""b""#, Empty, Ok(r#""""#)),
            (r#"["b"]"#, Empty, Ok("[]")),
            (r#"["b"]"#, "".into(), Ok("[]")),
            ("", "z".into(), Err(wrong)),
            ("", "a,b".into(), Err(wrong)),
            (
                "",
                json(r#"["a","b"]"#),
                Err("expected at most 1 of the options"),
            ),
            ("", json("[1]"), Err("expected a list of texts")),
        ],
    );
    assert_written(
        &format!(r#""component":"ChoicePicker","variant":"multipleSelection",{options}"#),
        &[
            ("", "a,b".into(), Ok(r#"["a","b"]"#)),
            ("", "c,d".into(), Ok(r#"["c,d"]"#)),
            ("", json(r#"["c,d","a"]"#), Ok(r#"["c,d","a"]"#)),
            ("", "a,c,d".into(), Err(wrong)),
            (r#"["a"]"#, json("[]"), Ok("[]")),
            (
                "",
                json("1"),
                Err("expected the value of an option, or a list of such values"),
            ),
        ],
    );
}

#[test]
fn dates_keep_the_seconds_and_the_zone_of_the_old_value() {
    use SubmittedValue::Empty;
    assert_written(
        r#""component":"DateTimeInput","enableDate":true,"min":"2026-12-01","max":"2026-12-31T10:00:00Z""#,
        &[
            ("", "2026-12-24".into(), Ok(r#""2026-12-24""#)),
            ("", "2026-12-31".into(), Ok(r#""2026-12-31""#)),
            ("", Empty, Ok(r#""""#)),
            ("", "".into(), Ok(r#""""#)),
            (
                "",
                "2027-01-01".into(),
                Err("expected 2026-12-01 to 2026-12-31T10:00:00Z"),
            ),
            (
                "",
                "2026-02-30".into(),
                Err("expected a date such as 2026-12-24"),
            ),
            (
                "",
                "2026-12-24T10:00".into(),
                Err("expected a date such as 2026-12-24"),
            ),
            ("", json("5"), Err("expected a date such as 2026-12-24")),
        ],
    );
    assert_written(
        r#""component":"DateTimeInput","enableTime":true,"min":"08:00""#,
        &[
            ("", "14:30".into(), Ok(r#""14:30""#)),
            (r#""09:00:30Z""#, "14:30".into(), Ok(r#""14:30:30Z""#)),
            (
                r#""09:00:30Z""#,
                "14:30:01+01:00".into(),
                Ok(r#""14:30:01+01:00""#),
            ),
            ("", "07:59".into(), Err("expected 08:00 or later")),
            ("", "25:00".into(), Err("expected a time such as 14:30")),
        ],
    );
    let wrong = Err("expected a date with a time such as 2026-12-24T14:30");
    assert_written(
        r#""component":"DateTimeInput","enableTime":true,"enableDate":true,"max":"2026-12-24T15:00:00+01:00""#,
        &[
            ("", "2026-12-24T14:30".into(), Ok(r#""2026-12-24T14:30""#)),
            (
                r#""2026-01-01T00:00:00-05:00""#,
                "2026-12-24T08:30".into(),
                Ok(r#""2026-12-24T08:30:00-05:00""#),
            ),
            ("", json("1766586600"), Ok(r#""2025-12-24T14:30:00Z""#)),
            (
                "",
                "2026-12-24T14:30:00Z".into(),
                Err("expected 2026-12-24T15:00:00+01:00 or earlier"),
            ),
            ("", "2026-12-24".into(), wrong),
        ],
    );
}

const FORM: &str = r#"{"id":"root","component":"Column","children":["n","m","x","go","cancel"]},
    {"id":"n","component":"TextField","label":"N","value":{"path":"/v"},
        "checks":[{"condition":{"call":"required","args":{"value":{"path":"/v"}}},"message":"Enter N"}]},
    {"id":"m","component":"Slider","value":{"path":"/m"},"max":9},
    {"id":"x","component":"TextField","label":"X","value":"fixed"},
    {"id":"go","component":"Button","child":"t","action":{"event":{"name":"e","context":{"v":{"path":"/v"},"m":{"path":"/m"}}}},
        "checks":[{"condition":{"call":"numeric","args":{"value":{"path":"/m"},"max":8}},"message":"Less"}]},
    {"id":"cancel","component":"Button","child":"t","action":{"event":{"name":"cancel"}}}"#;

#[test]
fn nothing_is_written_if_one_value_is_wrong() {
    let mut surfaces = surfaces(r#"{"v":"a","m":1}"#, FORM);
    let before = surfaces.clone();
    let error = submit(&mut surfaces, "go", [("m", "99".into()), ("n", "b".into())]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input `m` does not accept the value: expected a number from 0 to 9"
    );
    for (action, submitted, message) in [
        (
            "go",
            ("gone", "1".into()),
            "the surface has no input `gone`",
        ),
        ("go", ("go", "1".into()), "the surface has no input `go`"),
        (
            "go",
            ("x", "1".into()),
            "the input `x` is not bound to a path of the data model",
        ),
        ("n", ("n", "b".into()), "the surface has no action `n`"),
    ] {
        let error = submit(&mut surfaces, action, [("n", "b".into()), submitted]).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.is_written()),
            (message, false)
        );
    }
    let error = surfaces.submit("t", &key("go"), &BTreeMap::new(), &Host::new());
    assert_eq!(error.unwrap_err().to_string(), "surface `t` does not exist");
    assert_eq!(surfaces, before);
}

#[test]
fn values_are_written_together_or_not_at_all() {
    let options = SurfaceOptions::new()
        .track_dirty(true)
        .data_model(DataModelOptions::new().max_bytes(200));
    let mut surfaces = surfaces_with(options, r#"{"v":"a"}"#, FORM);
    let (before, bytes) = (surfaces.clone(), surfaces.bytes());
    let long = SubmittedValue::Text("x".repeat(500));
    let error = submit(&mut surfaces, "go", [("m", "5".into()), ("n", long)]).unwrap_err();
    assert!(
        matches!(&error, SubmitError::Write { key, .. } if key.as_str() == "n"),
        "{error}"
    );
    assert_eq!((&surfaces, surfaces.bytes()), (&before, bytes));
}

#[test]
fn checks_prevent_the_action_and_keep_the_values() {
    let mut surfaces = surfaces(r#"{"v":"a","m":1}"#, FORM);
    let error = submit(
        &mut surfaces,
        "go",
        [("n", SubmittedValue::Empty), ("m", "9".into())],
    )
    .unwrap_err();
    let SubmitError::Checks(failed) = &error else {
        panic!("{error}")
    };
    let failed: Vec<_> = failed
        .iter()
        .map(|(key, check)| (key.as_str(), check.message.as_deref()))
        .collect();
    assert_eq!(failed, [("n", Some("Enter N")), ("go", Some("Less"))]);
    assert!(error.is_written());
    assert_eq!(model(&surfaces), r#"{"v":"","m":9}"#);
    // Inputs that are not submitted do not prevent an action.
    assert_eq!(submit(&mut surfaces, "cancel", []), Ok("{}".to_owned()));
    let context = submit(&mut surfaces, "go", [("n", "b".into()), ("m", "2".into())]);
    assert_eq!(context, Ok(r#"{"v":"b","m":2}"#.to_owned()));
}

#[test]
fn of_two_inputs_with_one_path_the_changed_one_wins() {
    let components = r#"{"id":"root","component":"Column","children":["a","b","c","go"]},
        {"id":"a","component":"TextField","value":{"path":"/v"}},{"id":"b","component":"TextField","value":{"path":"/v"}},
        {"id":"c","component":"TextField","value":{"path":"/v"}}"#;
    let mut surfaces = surfaces(r#"{"v":"old"}"#, &format!("{components},{BUTTON}"));
    let sent = [
        ("a", "new".into()),
        ("b", "old".into()),
        ("c", "old".into()),
    ];
    let context = submit(&mut surfaces, "go", sent);
    assert_eq!(context, Ok(r#"{"v":"new"}"#.to_owned()));
    let sent = [("a", "x".into()), ("b", "y".into()), ("c", "new".into())];
    let context = submit(&mut surfaces, "go", sent);
    assert_eq!(context, Ok(r#"{"v":"y"}"#.to_owned()));
}

#[test]
fn warnings_do_not_prevent_an_action() {
    struct Warns;
    impl crate::expression::Functions for Warns {
        fn call(
            &self,
            call: &mut crate::expression::FunctionContext<'_, '_>,
        ) -> Result<Option<Payload>, crate::expression::EvaluationError> {
            let severity = call.text("severity")?;
            let result = format!(r#"{{"valid":false,"severity":"{severity}"}}"#);
            Ok(Payload::parse(result).ok())
        }
    }
    for (severity, prevents) in [("warning", false), ("info", false), ("error", true)] {
        let mut surfaces = Surfaces::new();
        let text = format!(
            r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","catalogId":"c","components":[
                {{"id":"root","component":"Column","children":["n","go"]}},
                {{"id":"n","component":"TextField","value":{{"path":"/v"}},"checks":[{{"condition":{{"call":"f","args":{{"severity":"{severity}"}}}}}}]}},
                {BUTTON}]}}}}"#
        );
        surfaces.apply(&Message::read(&text).unwrap()).unwrap();
        let host = Host::new().functions(&Warns);
        let clicked = surfaces.submit("s", &key("go"), &values([("n", "a".into())]), &host);
        assert_eq!(clicked.is_err(), prevents, "{severity}");
    }
}

#[test]
fn a_surface_of_0_8_accepts_values() {
    let mut surfaces = surfaces_v0_8(
        r#"{"key":"l","valueMap":[{"key":"p","valueMap":[{"key":"n","valueString":"a"}]}]}"#,
        r#"{"id":"root","component":{"List":{"children":{"template":{"componentId":"row","dataBinding":"/l"}}}}},
        {"id":"row","component":{"Row":{"children":{"explicitList":["n","c","go"]}}}},
        {"id":"n","component":{"TextField":{"text":{"path":"n"}}}},
        {"id":"c","component":{"MultipleChoice":{"selections":{"path":"c"},"maxAllowedSelections":2,"options":[
            {"label":{"literalString":"X"},"value":"x"},{"label":{"literalString":"Y"},"value":"y"},{"label":{"literalString":"Z"},"value":"z"}]}}},
        {"id":"go","component":{"Button":{"child":"t","action":{"name":"e","context":[{"key":"n","value":{"path":"n"}},{"key":"c","value":{"path":"c"}}]}}}}"#,
    );
    let context = submit(
        &mut surfaces,
        "go@/l/p",
        [("n@/l/p", "b".into()), ("c@/l/p", "x,y".into())],
    );
    assert_eq!(context, Ok(r#"{"n":"b","c":["x","y"]}"#.to_owned()));
    let error = submit(&mut surfaces, "go@/l/p", [("c@/l/p", "x,y,z".into())]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input `c@/l/p` does not accept the value: expected at most 2 of the options"
    );
}

#[test]
fn values_are_entered_without_a_click() {
    let mut surfaces = surfaces(
        "{}",
        r#"{"id":"root","component":"TextField","value":{"path":"/v"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/v"}}},"message":"m"}]}"#,
    );
    let host = Host::new();
    let empty = values([("root", SubmittedValue::Empty)]);
    let error = surfaces.enter("s", &empty, &host).unwrap_err();
    assert!(matches!(error, SubmitError::Checks(failed) if failed.len() == 1));
    let entered = values([("root", "a".into())]);
    assert_eq!(surfaces.enter("s", &entered, &host), Ok(()));
    assert_eq!(model(&surfaces), r#"{"v":"a"}"#);
    let unknown = values([("x", "a".into())]);
    let error = surfaces.enter("s", &unknown, &host).unwrap_err();
    assert_eq!(error, SubmitError::UnknownInput(key("x")));
    let error = surfaces.enter("t", &entered, &host).unwrap_err();
    assert_eq!(error, SubmitError::UnknownSurface("t".into()));
}
