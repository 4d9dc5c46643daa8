//! Tests of the table of inputs.

use super::*;
use crate::resolved::{InputKind, ResolvedInput};

/// Returns the input of a component of 0.9 with these members.
fn input(model: &str, members: &str) -> ResolvedInput {
    let component = format!(r#"{{"id":"root",{members}}}"#);
    let resolved = resolve(&surfaces(model, &component));
    resolved.input(&key("root")).unwrap().clone()
}

#[test]
fn the_kind_of_an_input_follows_from_its_component() {
    use InputKind::*;
    for (members, kind) in [
        (r#""component":"TextField""#, Text),
        (r#""component":"TextField","variant":"shortText""#, Text),
        (r#""component":"TextField","variant":"longText""#, LongText),
        (r#""component":"TextField","variant":"number""#, Number),
        (r#""component":"TextField","variant":"obscured""#, Text),
        (r#""component":"CheckBox""#, Boolean),
        (r#""component":"Slider""#, Slider),
        (r#""component":"ChoicePicker""#, SingleChoice),
        (
            r#""component":"ChoicePicker","variant":"multipleSelection""#,
            MultipleChoice,
        ),
        (r#""component":"DateTimeInput""#, DateTime),
        (r#""component":"DateTimeInput","enableDate":true"#, Date),
        (r#""component":"DateTimeInput","enableTime":true"#, Time),
        (
            r#""component":"DateTimeInput","enableTime":true,"enableDate":true"#,
            DateTime,
        ),
    ] {
        assert_eq!(input("{}", members).kind, kind, "{members}");
    }
    assert!(input("{}", r#""component":"TextField","variant":"obscured""#).is_secret);
    for (component, kind) in [
        (
            r#"{"TextField":{"text":{"path":"a"},"textFieldType":"date"}}"#,
            Date,
        ),
        (
            r#"{"TextField":{"text":{"path":"a"},"textFieldType":"longText"}}"#,
            LongText,
        ),
        (
            r#"{"MultipleChoice":{"selections":{"path":"a"},"maxAllowedSelections":1}}"#,
            SingleChoice,
        ),
        (
            r#"{"MultipleChoice":{"selections":{"path":"a"},"maxAllowedSelections":2}}"#,
            MultipleChoice,
        ),
    ] {
        let surfaces = surfaces_v0_8("", &format!(r#"{{"id":"root","component":{component}}}"#));
        assert_eq!(resolve(&surfaces).inputs[0].kind, kind, "{component}");
    }
}

#[test]
fn an_input_has_its_label_value_path_and_options() {
    let choice = input(
        r#"{"c":["y"],"n":"Y"}"#,
        r#""component":"ChoicePicker","value":{"path":"c"},"accessibility":{"label":"L"},
            "options":[{"label":"X","value":"x"},{"label":{"path":"/n"},"value":"y"},{"value":"z"}]"#,
    );
    assert_eq!(choice.label.as_deref(), Some("L"));
    assert_eq!(choice.path.as_deref(), Some("/c"));
    assert_eq!(choice.value.unwrap().text(), r#"["y"]"#);
    let options: Vec<_> = choice
        .options
        .iter()
        .map(|option| (option.label.as_str(), option.value.as_str()))
        .collect();
    assert_eq!(options, [("X", "x"), ("Y", "y"), ("z", "z")]);
    let literal = input("{}", r#""component":"TextField","label":"L","value":"x""#);
    assert_eq!((literal.path, literal.label.as_deref()), (None, Some("L")));
}

#[test]
fn checks_of_the_own_value_become_constraints() {
    let check = |condition: &str| {
        let members = format!(
            r#""component":"TextField","value":{{"path":"/v"}},"checks":[{{"condition":{condition},"message":"M"}}]"#
        );
        let input = input(r#"{"v":"","most":9}"#, &members);
        let text = resolve_constraints(&input);
        assert_eq!(
            input.constraints.messages.len(),
            usize::from(!input.has_other_checks)
        );
        text
    };
    let own = r#""value":{"path":"v"}"#;
    let call =
        |name: &str, arguments: &str| format!(r#"{{"call":"{name}","args":{{{own}{arguments}}}}}"#);
    assert_eq!(check(&call("required", "")), "required");
    assert_eq!(check(&call("email", "")), "email");
    assert_eq!(
        check(&call("regex", r#","pattern":"^a+$""#)),
        "pattern ^a+$"
    );
    assert_eq!(
        check(&call("length", r#","min":1.0,"max":{"path":"/most"}"#)),
        "length 1 9"
    );
    assert_eq!(
        check(&call("numeric", r#","min":"0.50","max":1e2"#)),
        "number 0.5 100"
    );
    let both = format!(
        r#"{{"call":"and","args":{{"values":[{},{}]}}}}"#,
        call("required", ""),
        call("length", r#","max":3"#)
    );
    assert_eq!(check(&both), "required length - 3");
    for other in [
        r#"{"call":"required","args":{"value":{"path":"/other"}}}"#.to_owned(),
        format!(
            r#"{{"call":"not","args":{{"value":{}}}}}"#,
            call("email", "")
        ),
        call("mine", ""),
        call("length", r#","min":-1"#),
        call("numeric", r#","max":{"call":"now"}"#),
        r#"{"path":"/v"}"#.to_owned(),
    ] {
        assert_eq!(check(&other), "others", "{other}");
    }
}

fn resolve_constraints(input: &ResolvedInput) -> String {
    let constraints = &input.constraints;
    let mut words = Vec::new();
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let count = |count: Option<usize>| or_dash(count.map(|count| count.to_string()));
    let number = |number: &Option<wire::Number>| {
        or_dash(number.as_ref().map(|number| number.as_str().to_owned()))
    };
    if constraints.is_required {
        words.push("required".to_owned());
    }
    if constraints.is_email {
        words.push("email".to_owned());
    }
    if let Some(pattern) = &constraints.pattern {
        words.push(format!("pattern {pattern}"));
    }
    let (least, most) = (constraints.min_length, constraints.max_length);
    if least.or(most).is_some() {
        words.push(format!("length {} {}", count(least), count(most)));
    }
    let (least, most) = (&constraints.minimum, &constraints.maximum);
    if least.is_some() || most.is_some() {
        words.push(format!("number {} {}", number(least), number(most)));
    }
    if input.has_other_checks {
        words.push("others".to_owned());
    }
    words.join(" ")
}

#[test]
fn several_checks_narrow_a_range_and_keep_one_pattern() {
    let of = |name: &str, arguments: &str| {
        format!(
            r#"{{"condition":{{"call":"{name}","args":{{"value":{{"path":"v"}},{arguments}}}}}}}"#
        )
    };
    let checks = [
        of("numeric", r#""min":2,"max":10"#),
        of("numeric", r#""min":1,"max":9"#),
        of("length", r#""min":1,"max":2"#),
        of("length", r#""min":2,"max":3"#),
        of("regex", r#""pattern":"a""#),
        of("regex", r#""pattern":"b""#),
    ];
    let input = input(
        "{}",
        &format!(
            r#""component":"TextField","value":{{"path":"/v"}},"checks":[{}]"#,
            checks.join(",")
        ),
    );
    assert_eq!(
        resolve_constraints(&input),
        "pattern a length 2 2 number 2 9 others"
    );
}

#[test]
fn ranges_come_from_properties() {
    let slider = input("{}", r#""component":"Slider","value":1,"max":14.0"#);
    assert_eq!(resolve_constraints(&slider), "number 0 14");
    let date = input(
        r#"{"d":"2026-12-01"}"#,
        r#""component":"DateTimeInput","value":"","min":{"path":"/d"},"max":"2026-12-31""#,
    );
    let constraints = date.constraints;
    assert_eq!(constraints.earliest.as_deref(), Some("2026-12-01"));
    assert_eq!(constraints.latest.as_deref(), Some("2026-12-31"));
    let surfaces = surfaces_v0_8(
        "",
        r#"{"id":"root","component":{"TextField":{"text":{"path":"a"},"validationRegexp":"^a$"}}}"#,
    );
    let input = &resolve(&surfaces).inputs[0];
    assert_eq!(resolve_constraints(input), "pattern ^a$");
}

#[test]
fn inputs_in_a_template_have_paths_of_their_own() {
    let surfaces = surfaces(
        r#"{"l":[{"on":true},{}]}"#,
        r#"{"id":"root","component":"List","children":{"componentId":"c","path":"/l"}},
        {"id":"c","component":"CheckBox","label":"On","value":{"path":"on"}}"#,
    );
    let resolved = resolve(&surfaces);
    let inputs: Vec<_> = resolved
        .inputs
        .iter()
        .map(|input| {
            (
                input.key.as_str(),
                input.path.as_deref(),
                input.value.is_some(),
            )
        })
        .collect();
    assert_eq!(
        inputs,
        [
            ("c@/l/0", Some("/l/0/on"), true),
            ("c@/l/1", Some("/l/1/on"), false)
        ]
    );
}
