//! Tests of the submits of cards.

use super::{
    surface_card_tests::{STAY, STAY_COMPONENTS, surfaces},
    *,
};
use a2ui::{
    expression::Host,
    surface::{ClientAction, Surfaces},
};
use wire::Payload;

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

/// Returns the data of a click on the button `ok` with these further members.
fn data(members: &str) -> String {
    let comma = if members.is_empty() { "" } else { "," };
    format!(r#"{{"a2ui":{{"surfaceId":"stay","component":"ok"}}{comma}{members}}}"#)
}

fn click(surfaces: &mut Surfaces, data: &str) -> Result<ClientAction, CardSubmitError> {
    let submit = CardSubmit::read(&payload(data))?;
    submit_card(surfaces, &submit, &Host::new())
}

/// Returns the name and the context of the event of an action.
fn event(action: ClientAction) -> (String, String) {
    match action {
        ClientAction::Event(event) => (event.name, event.context.text().to_owned()),
        ClientAction::Call(call) => (call.name, call.arguments.unwrap().text().to_owned()),
        other => panic!("{other:?}"),
    }
}

/// Returns a column with components, and a button `ok` that sends the value of `/x`.
fn with_input(input: &str) -> String {
    format!(
        r#"{{"id":"root","component":"Column","children":["x","ok"]}},{input},
        {{"id":"ok","component":"Button","child":"okt","action":{{"event":{{"name":"send","context":{{"x":{{"path":"/x"}}}}}}}}}},
        {{"id":"okt","component":"Text","text":"Send"}}"#
    )
}

/// Returns the value of `/x` in the context after a click, or the error.
fn sent(input: &str, model: &str, members: &str) -> Result<String, String> {
    let input = format!(r#"{{"id":"x",{input}}}"#);
    let mut surfaces = surfaces(&format!(r#"{{"x":{model}}}"#), &with_input(&input));
    match click(&mut surfaces, &data(members)) {
        Ok(action) => {
            let (_, context) = event(action);
            let value = payload(&context).member("x");
            Ok(value.map_or_else(String::new, |value| value.text().to_owned()))
        }
        Err(error) => Err(error.to_string()),
    }
}

const ENTRIES: &str = r#""g":"Ines","r":"s","l":"false","f":"2027-04-01","b":"3""#;

#[test]
fn submits_of_every_form_give_the_action() {
    let data = data(ENTRIES);
    for form in [
        data.clone(),
        format!(r#"{{"type":"message","text":"","value":{data},"replyToId":"1"}}"#),
        format!(
            r#"{{"type":"invoke","name":"adaptiveCard/action","value":{{"action":{{"type":"Action.Execute","id":"ok","verb":"reserve","data":{data}}},"trigger":"manual"}}}}"#
        ),
        format!(r#"{{"type":"invoke","name":"task/submit","value":{{"data":{data}}}}}"#),
    ] {
        let mut surfaces = surfaces(STAY, STAY_COMPONENTS);
        let action = click(&mut surfaces, &form).unwrap();
        let ClientAction::Event(event) = action else {
            panic!()
        };
        assert_eq!(
            (event.name.as_str(), event.source_component_id.as_str()),
            ("reserve", "ok")
        );
        assert_eq!(
            event.context.text(),
            r#"{"guest":"Ines","room":["s"],"beds":3,"note":"Ines from 2027-04-01"}"#
        );
        let model = surfaces.get("stay").unwrap().data_model().get("");
        assert_eq!(
            model.unwrap().text(),
            r#"{"guest":"Ines","room":["s"],"late":false,"from":"2027-04-01","beds":3}"#
        );
    }
}

#[test]
fn values_of_every_input_are_converted() {
    let field = r#""component":"TextField","label":"L","value":{"path":"/x"}"#;
    let number = format!(r#"{field},"variant":"number""#);
    let toggle = r#""component":"CheckBox","label":"L","value":{"path":"/x"}"#;
    let options =
        r#""options":[{"label":"A","value":"a"},{"label":"B","value":"b"}],"value":{"path":"/x"}"#;
    let single = format!(r#""component":"ChoicePicker",{options}"#);
    let multiple = format!(r#""component":"ChoicePicker","variant":"multipleSelection",{options}"#);
    let commas = r#""component":"ChoicePicker","variant":"multipleSelection","options":[{"label":"A","value":"a,b"},{"label":"N","value":""},{"label":"B","value":"0"}],"value":{"path":"/x"}"#;
    let slider = r#""component":"Slider","label":"L","value":{"path":"/x"},"max":9"#;
    let date = r#""component":"DateTimeInput","enableDate":true,"value":{"path":"/x"}"#;
    let time = r#""component":"DateTimeInput","enableTime":true,"value":{"path":"/x"}"#;
    let moment =
        r#""component":"DateTimeInput","enableDate":true,"enableTime":true,"value":{"path":"/x"}"#;
    for (input, model, members, expected) in [
        (field, "\"a\"", r#""x":"b""#, "\"b\""),
        (field, "\"a\"", "", "\"\""),
        (field, "\"a\"", r#""x":"""#, "\"\""),
        (field, "\"a\"", r#""x":null"#, "\"\""),
        (&number, "4", r#""x":"5""#, "5"),
        (&number, "\"4\"", r#""x":"5""#, "\"5\""),
        (&number, "\"4\"", "", "\"\""),
        (toggle, "false", r#""x":"true""#, "true"),
        (toggle, "true", "", "false"),
        (toggle, "false", r#""x":true"#, "true"),
        (&single, r#"["a"]"#, r#""x":"b""#, r#"["b"]"#),
        (&single, r#"["a"]"#, "", "[]"),
        (&multiple, "[]", r#""x":"b,a""#, r#"["b","a"]"#),
        (&multiple, r#"["a"]"#, "", "[]"),
        (commas, "[]", r#""x":"0,2""#, r#"["a,b","0"]"#),
        (commas, "[]", r#""x":"1""#, r#"[""]"#),
        (slider, "4", r#""x":"5.5""#, "5.5"),
        (slider, "4", "", "4"),
        (
            date,
            "\"2027-01-01\"",
            r#""x":"2027-02-03""#,
            "\"2027-02-03\"",
        ),
        (
            time,
            "\"10:00:30+02:00\"",
            r#""x":"11:15""#,
            "\"11:15:30+02:00\"",
        ),
        (
            moment,
            "\"2027-01-01T10:00:00Z\"",
            r##""x#d":"2027-02-03","x#t":"11:15""##,
            "\"2027-02-03T11:15:00Z\"",
        ),
        (moment, "\"2027-01-01T10:00:00Z\"", "", "\"\""),
    ] {
        assert_eq!(
            sent(input, model, members),
            Ok(expected.to_owned()),
            "{input} {members}"
        );
    }
    for (input, members, expected) in [
        (field, r#""x":{"a":1}"#, "L (`x`): expected a text"),
        (&number, r#""x":"two""#, "L (`x`): expected a number"),
        (toggle, r#""x":"on""#, "L (`x`): expected true or false"),
        (
            &single,
            r#""x":"z""#,
            "`x`: expected values of the options only",
        ),
        (
            commas,
            r#""x":"a,b""#,
            "`x`: expected values of the options only",
        ),
        (
            commas,
            r#""x":"00""#,
            "`x`: expected values of the options only",
        ),
        (
            commas,
            r#""x":"3""#,
            "`x`: expected values of the options only",
        ),
        (
            slider,
            r#""x":"10""#,
            "L (`x`): expected a number from 0 to 9",
        ),
        (
            moment,
            r##""x#d":"2027-02-03""##,
            "`x`: expected a date with a time such as 2026-12-24T14:30",
        ),
        (
            moment,
            r##""x#t":"11:15""##,
            "`x`: expected a date with a time such as 2026-12-24T14:30",
        ),
    ] {
        assert_eq!(
            sent(input, "null", members),
            Err(expected.to_owned()),
            "{input} {members}"
        );
    }
}

#[test]
fn checks_prevent_the_action_and_name_the_input() {
    let mut surfaces = surfaces(STAY, STAY_COMPONENTS);
    let error = click(&mut surfaces, &data(r#""r":"s","f":"2027-04-01","b":"3""#)).unwrap_err();
    assert_eq!(error.to_string(), "Guest (`g`): Tell us who stays.");
    assert!(error.is_written());
    let CardSubmitError::Checks(failed) = error else {
        panic!()
    };
    assert_eq!(
        (failed[0].key.as_str(), failed[0].label.as_deref()),
        ("g", Some("Guest"))
    );
    // The next card shows what the user entered.
    let beds = surfaces.get("stay").unwrap().data_model().get("/beds");
    assert_eq!(beds.unwrap().text(), "3");

    let error = click(&mut surfaces, &data(&ENTRIES.replace("\"3\"", "\"15\""))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Beds (`b`): expected a number from 1 to 6"
    );
    assert!(!error.is_written());
}

#[test]
fn hostile_data_is_refused_and_writes_nothing() {
    for (data, expected) in [
        (
            "1",
            "the payload is neither a submit of a card nor the data of an action",
        ),
        (
            r#"{"type":"message","text":"hi"}"#,
            "the payload is neither a submit of a card nor the data of an action",
        ),
        (
            r#"{"type":"message","value":"text"}"#,
            "the payload is neither a submit of a card nor the data of an action",
        ),
        (
            r#"{"type":"invoke","name":"signin/verifyState","value":{}}"#,
            "the payload is neither a submit of a card nor the data of an action",
        ),
        (
            "{}",
            "the data has no member `a2ui` with the texts `surfaceId` and `component`",
        ),
        (
            r#"{"a2ui":"stay"}"#,
            "the data has no member `a2ui` with the texts `surfaceId` and `component`",
        ),
        (
            r#"{"a2ui":{"surfaceId":"stay","component":1}}"#,
            "the data has no member `a2ui` with the texts `surfaceId` and `component`",
        ),
        (
            r#"{"a2ui":{"surfaceId":"gone","component":"ok"}}"#,
            "the surface `gone` no longer exists",
        ),
        (
            r#"{"a2ui":{"surfaceId":"stay","component":"h"}}"#,
            "the surface `stay` has no button `h`",
        ),
        (
            r#"{"a2ui":{"surfaceId":"stay","component":"ok@/x"}}"#,
            "the surface `stay` has no button `ok@/x`",
        ),
        (
            r#"{"a2ui":{"surfaceId":"stay","component":"ok"},"/secret":"x"}"#,
            "the data has a member \"/secret\", and the surface `stay` has no such input",
        ),
        (
            r#"{"a2ui":{"surfaceId":"stay","component":"ok"},"G":"x"}"#,
            "the data has a member \"G\", and the surface `stay` has no such input",
        ),
        (
            r#"{"a2ui":{"surfaceId":"stay","component":"ok"},"h":"x"}"#,
            "the data has a member \"h\", and the surface `stay` has no such input",
        ),
    ] {
        let mut surfaces = surfaces(STAY, STAY_COMPONENTS);
        let error = click(&mut surfaces, data).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!error.is_written() && error.rule() == rules::SUBMIT);
        let model = surfaces.get("stay").unwrap().data_model().get("").unwrap();
        assert_eq!(model.text(), STAY, "{data}");
    }
    let mut surfaces = surfaces(STAY, STAY_COMPONENTS);
    assert!(
        click(
            &mut surfaces,
            &data(&format!(r#"{ENTRIES},"msteams":{{}}"#))
        )
        .is_ok()
    );
}

#[test]
fn a_button_outside_of_a_modal_keeps_the_inputs_of_the_modal() {
    let components = r#"{"id":"root","component":"Column","children":["x","m","ok"]},
        {"id":"x","component":"TextField","label":"X","value":{"path":"/x"}},
        {"id":"m","component":"Modal","trigger":"t","content":"c"},{"id":"t","component":"Text","text":"More"},
        {"id":"c","component":"Column","children":["y","in"]},
        {"id":"y","component":"TextField","label":"Y","value":{"path":"/y"}},
        {"id":"in","component":"Button","child":"t2","action":{"event":{"name":"inner","context":{"x":{"path":"/x"},"y":{"path":"/y"}}}}},
        {"id":"ok","component":"Button","child":"t3","action":{"event":{"name":"outer","context":{"x":{"path":"/x"},"y":{"path":"/y"}}}}},
        {"id":"t2","component":"Text","text":"In"},{"id":"t3","component":"Text","text":"Out"}"#;
    let mut surfaces = surfaces(r#"{"x":"1","y":"2"}"#, components);
    let action = click(&mut surfaces, &data(r#""x":"3""#)).unwrap();
    assert_eq!(event(action).1, r#"{"x":"3","y":"2"}"#);
    let inner = r#"{"a2ui":{"surfaceId":"stay","component":"in"},"x":"4"}"#;
    assert_eq!(
        event(click(&mut surfaces, inner).unwrap()).1,
        r#"{"x":"4","y":""}"#
    );
}

#[test]
fn inputs_with_substitutes_and_in_lists_are_found() {
    let components = r#"{"id":"root","component":"Column","children":["a2ui","A","a","l","u","ok"]},
        {"id":"a2ui","component":"TextField","label":"1","value":{"path":"/1"}},
        {"id":"A","component":"TextField","label":"2","value":{"path":"/2"}},
        {"id":"a","component":"TextField","label":"3","value":{"path":"/3"}},
        {"id":"u","component":"TextField","label":"4","value":"fixed"},
        {"id":"l","component":"List","children":{"componentId":"i","path":"/l"}},
        {"id":"i","component":"CheckBox","label":"5","value":{"path":"on"}},
        {"id":"ok","component":"Button","child":"t","action":{"event":{"name":"send","context":{
            "a":{"path":"/1"},"b":{"path":"/2"},"c":{"path":"/3"},"l":{"path":"/l"}}}}},{"id":"t","component":"Text","text":"T"}"#;
    let mut surfaces = surfaces(
        r#"{"1":"","2":"","3":"","l":[{"on":true},{"on":false}]}"#,
        components,
    );
    // An input without a path is shown, and its entry is not stored.
    let entries =
        r#""element1":"a","A":"b","element3":"c","u":"x","i@/l/0":"false","i@/l/1":"true""#;
    let action = click(&mut surfaces, &data(entries)).unwrap();
    assert_eq!(
        event(action).1,
        r#"{"a":"a","b":"b","c":"c","l":[{"on":false},{"on":true}]}"#
    );
}

#[test]
fn a_called_function_comes_back_as_a_call() {
    let components = r#"{"id":"root","component":"Column","children":["x","ok"]},
        {"id":"x","component":"TextField","label":"X","value":{"path":"/x"}},
        {"id":"ok","component":"Button","child":"t","action":{"functionCall":{"call":"lookUp","args":{"q":{"path":"/x"}}}}},
        {"id":"t","component":"Text","text":"T"}"#;
    let mut surfaces = surfaces("{}", components);
    let action = click(&mut surfaces, &data(r#""x":"rooms""#)).unwrap();
    assert_eq!(
        event(action),
        ("lookUp".to_owned(), r#"{"q":"rooms"}"#.to_owned())
    );
}

#[test]
fn a_repeated_submit_gives_the_same_action() {
    let mut surfaces = surfaces(STAY, STAY_COMPONENTS);
    let first = event(click(&mut surfaces, &data(ENTRIES)).unwrap());
    assert_eq!(event(click(&mut surfaces, &data(ENTRIES)).unwrap()), first);
}
