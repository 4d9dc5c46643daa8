use super::*;
use crate::{Notation, Version, data_model::DataModel};
use wire::{Payload, Pointer};

mod total;
mod upstream;

const MODEL: &str = r#"{"n":1234.50,"s":"text","t":true,"list":[1,2],"null":null,"empty":"",
    "people":[{"name":"Ada"},{"name":"Lin","tags":["a","b"]}],"tpl":"${/n}","o":{"path":"/n","x": [1.0, "a b"]}}"#;

fn model() -> DataModel {
    let mut model = DataModel::new();
    model.set("", Payload::parse(MODEL).unwrap()).unwrap();
    model
}

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

type EvaluationOutcome = Result<Option<String>, (&'static str, String)>;

fn evaluate_in(notation: Notation, scope: &str, value: &str) -> EvaluationOutcome {
    let model = model();
    let mut evaluation = Evaluation::new(Version::V0_9, &model)
        .notation(notation)
        .scope(Scope::item(scope).unwrap());
    let value = evaluation.value(&payload(value), &Pointer::root());
    value
        .map(|value| value.map(|value| value.text().to_owned()))
        .map_err(|error| (error.rule, error.pointer.as_str().to_owned()))
}

fn evaluate(value: &str) -> EvaluationOutcome {
    evaluate_in(Notation::Plain, "", value)
}

fn is(text: &str) -> EvaluationOutcome {
    Ok(Some(text.to_owned()))
}

fn error(rule: &'static str, pointer: &str) -> EvaluationOutcome {
    Err((rule, pointer.to_owned()))
}

fn call(name: &str, arguments: &str) -> String {
    format!(r#"{{"call":"{name}","args":{{{arguments}}}}}"#)
}

fn format(template: &str) -> EvaluationOutcome {
    evaluate(&call(
        "formatString",
        &format!(r#""value":{}"#, Payload::string(template)),
    ))
}

#[test]
fn bindings_are_read_in_their_scope() {
    assert_eq!(evaluate(r#"{"path":"/n"}"#), is("1234.50"));
    assert_eq!(evaluate(r#"{"path":"n"}"#), is("1234.50"));
    assert_eq!(evaluate(r#"{"path":"/nowhere"}"#), Ok(None));
    assert_eq!(evaluate(r#"{"path":"/null"}"#), is("null"));
    assert_eq!(evaluate(r#"{"path":"/~"}"#), error("data-path", "/path"));
    let inside = |value| evaluate_in(Notation::Plain, "/people/1", value);
    assert_eq!(inside(r#"{"path":"name"}"#), is("\"Lin\""));
    assert_eq!(inside(r#"{"path":"/s"}"#), is("\"text\""));
    assert_eq!(
        inside(r#"{"path":""}"#),
        is(r#"{"name":"Lin","tags":["a","b"]}"#)
    );
    assert_eq!(
        evaluate_in(Notation::At, "/people/1", r#"{"@path":"tags/1"}"#),
        is("\"b\"")
    );
    assert_eq!(
        evaluate_in(Notation::At, "", r#"{"@path":"/~"}"#),
        error("data-path", "/@path")
    );
}

#[test]
fn bindings_in_literals_are_evaluated_and_other_text_is_kept() {
    let same = r#"{ "a": [1.0, {"b": "path"}] }"#;
    assert_eq!(evaluate(same), is(same));
    assert_eq!(
        evaluate(
            r#"{"a":[{"path":"/n"},{"path":"/nowhere"},1.0],"b":{"path":"/nowhere"},"c":{"path":"/s","x":1}}"#
        ),
        is(r#"{"a":[1234.50,null,1.0],"c":{"path":"/s","x":1}}"#)
    );
    // A data model value remains a value, even if it looks like a binding.
    assert_eq!(
        evaluate(r#"{"path":"/o"}"#),
        is(r#"{"path":"/n","x": [1.0, "a b"]}"#)
    );
}

#[test]
fn in_the_at_notation_doubled_names_are_unescaped_at_any_depth() {
    let at = |value| evaluate_in(Notation::At, "", value);
    assert_eq!(
        at(r#"{"@@path":1,"o":{"@@":[{"@@@x":{"@path":"/s"}}]},"path":"/n"}"#),
        is(r#"{"@path":1,"o":{"@":[{"@@x":"text"}]},"path":"/n"}"#)
    );
    assert_eq!(
        at(r#"{"\u0040@a":1,"@\u0040\ud83d":2}"#),
        is(r#"{"@a":1,"\u0040\ud83d":2}"#)
    );
    assert_eq!(
        at(r#"{"a":[{"@if":1}]}"#),
        error("reserved-key", "/a/0/@if")
    );
}

#[test]
fn a_bound_value_yields_its_literal_while_its_path_has_no_value() {
    let bound = |value| evaluate_in(Notation::Bound, "", value);
    assert_eq!(
        bound(r#"{"path":"/s","literalString":"x"}"#),
        is("\"text\"")
    );
    assert_eq!(
        bound(r#"{"path":"/nowhere","literalString":"x"}"#),
        is("\"x\"")
    );
    assert_eq!(bound(r#"{"literalBoolean":false}"#), is("false"));
}

#[test]
fn required_fails_for_empty_values() {
    for (value, given) in [
        ("\"a\"", "true"),
        ("\"\"", "false"),
        ("null", "false"),
        ("[]", "false"),
        ("[ ]", "false"),
        ("[0]", "true"),
        ("{}", "true"),
        ("0", "true"),
        ("false", "true"),
        (r#"{"path":"/nowhere"}"#, "false"),
        (r#"{"path":"/s"}"#, "true"),
    ] {
        assert_eq!(
            evaluate(&call("required", &format!(r#""value":{value}"#))),
            is(given),
            "{value}"
        );
    }
    assert_eq!(
        evaluate(r#"{"call":"required"}"#),
        error("argument", "/args/value")
    );
    assert_eq!(
        evaluate(r#"{"call":"required","args":[]}"#),
        error("argument", "/args")
    );
}

#[test]
fn length_counts_utf_16_units_or_elements() {
    for (arguments, valid) in [
        (r#""value":"hello","min":3,"max":10"#, is("true")),
        (r#""value":"hi","min":3"#, is("false")),
        (r#""value":"hello world","max":5"#, is("false")),
        (r#""value":["a","b","c"],"min":2,"max":3"#, is("true")),
        (r#""value":["a"],"min":2"#, is("false")),
        (r#""value":"😀","min":2,"max":2.0"#, is("true")),
        (r#""value":12345,"min":5,"max":5"#, is("true")),
        (r#""value":null,"max":0"#, is("true")),
        (r#""value":{},"max":0"#, error("argument", "/args/value")),
        (r#""value":"a","min":-1"#, error("argument", "/args/min")),
        (r#""value":"a","min":"x""#, error("argument", "/args/min")),
        (r#""min":1"#, error("argument", "/args/value")),
    ] {
        assert_eq!(evaluate(&call("length", arguments)), valid, "{arguments}");
    }
}

#[test]
fn numeric_compares_decimal_text_and_accepts_strings() {
    for (arguments, valid) in [
        (r#""value":42.5,"min":0,"max":100"#, "true"),
        (r#""value":"42.5","min":0,"max":100"#, "true"),
        (r#""value":-5,"min":0"#, "false"),
        (r#""value":150,"max":100"#, "false"),
        (r#""value":"not_a_number""#, "false"),
        (r#""value":"","min":-1"#, "false"),
        (r#""value":null"#, "false"),
        (r#""value":true"#, "false"),
        (
            r#""value":9007199254740993,"max":9007199254740992"#,
            "false",
        ),
        (r#""value":0.1,"min":0.10,"max":1e-1"#, "true"),
    ] {
        assert_eq!(
            evaluate(&call("numeric", arguments)),
            is(valid),
            "{arguments}"
        );
    }
    assert_eq!(
        evaluate(&call("numeric", r#""value":1,"min":[]"#)),
        error("argument", "/args/min")
    );
}

#[test]
fn email_requires_a_top_level_domain_of_two_letters() {
    for (text, valid) in [
        ("user@example.com", "true"),
        ("test.name+label@example-domain.co.uk", "true"),
        ("invalid", "false"),
        ("test@test", "false"),
        ("test@test.c", "false"),
        ("test@.com", "false"),
        ("a@b@c.com", "false"),
        ("@b.com", "false"),
        ("a b@c.com", "false"),
        ("", "false"),
    ] {
        assert_eq!(
            evaluate(&call("email", &format!(r#""value":"{text}""#))),
            is(valid),
            "{text}"
        );
    }
}

#[test]
fn logic_stops_when_the_result_is_known() {
    for (name, values, result) in [
        ("and", "true,1,\"x\"", is("true")),
        ("and", "true,\"\"", is("false")),
        ("and", r#"{"path":"/nowhere"},{"call":"now"}"#, is("false")),
        (
            "and",
            r#"true,{"call":"now"}"#,
            error("unknown-function", "/args/values/1"),
        ),
        ("or", "0,\"yes\"", is("true")),
        ("or", "false,null", is("false")),
        ("or", r#"{"path":"/t"},{"call":"now"}"#, is("true")),
        ("and", "true", error("argument", "/args/values")),
    ] {
        assert_eq!(
            evaluate(&call(name, &format!(r#""values":[{values}]"#))),
            result,
            "{name} {values}"
        );
    }
    assert_eq!(
        evaluate(&call("and", r#""values":{"path":"/list"}"#)),
        is("true")
    );
    assert_eq!(
        evaluate(&call("or", r#""values":{"path":"/s"}"#)),
        error("argument", "/args/values")
    );
    assert_eq!(
        evaluate(&call("not", r#""value":{"valid":false}"#)),
        is("false")
    );
    assert_eq!(
        evaluate(&call("not", r#""value":{"path":"/nowhere"}"#)),
        is("true")
    );
    assert_eq!(evaluate(&call("not", "")), error("argument", "/args/value"));
}

#[test]
fn numbers_and_amounts_are_formatted_and_absent_values_become_empty_text() {
    for (name, arguments, text) in [
        (
            "formatNumber",
            r#""value":1234.567,"decimals":2"#,
            is("\"1,234.57\""),
        ),
        (
            "formatNumber",
            r#""value":"1234.567","decimals":0,"grouping":false"#,
            is("\"1235\""),
        ),
        (
            "formatNumber",
            r#""value":{"path":"/n"}"#,
            is("\"1,234.5\""),
        ),
        ("formatNumber", r#""value":{"path":"/nowhere"}"#, is("\"\"")),
        (
            "formatNumber",
            r#""value":"no""#,
            error("argument", "/args/value"),
        ),
        (
            "formatNumber",
            r#""value":1,"decimals":101"#,
            error("argument", "/args/decimals"),
        ),
        (
            "formatNumber",
            r#""value":1e401"#,
            error("argument", "/args/value"),
        ),
        (
            "formatCurrency",
            r#""value":1234.5,"currency":"USD","decimals":2"#,
            is("\"$1,234.50\""),
        ),
        (
            "formatCurrency",
            r#""value":1234.5,"currency":"eur","grouping":false"#,
            is("\"€1234.50\""),
        ),
        (
            "formatCurrency",
            r#""value":-1,"currency":"chf""#,
            is("\"-CHF\u{a0}1.00\""),
        ),
        (
            "formatCurrency",
            r#""value":1,"currency":"EURO""#,
            error("argument", "/args/currency"),
        ),
        (
            "formatCurrency",
            r#""value":1"#,
            error("argument", "/args/currency"),
        ),
    ] {
        assert_eq!(evaluate(&call(name, arguments)), text, "{arguments}");
    }
}

#[test]
fn dates_are_formatted_and_other_values_become_empty_text() {
    for (arguments, text) in [
        (
            r#""value":"2026-08-26T12:00:00Z","format":"yyyy-MM-dd""#,
            is("\"2026-08-26\""),
        ),
        (
            r#""value":"2026-01-16","format":"EEEE, d MMMM""#,
            is("\"Friday, 16 January\""),
        ),
        (
            r#""value":0,"format":"ISO""#,
            is("\"1970-01-01T00:00:00.000Z\""),
        ),
        (r#""value":"2026-02-30","format":"yyyy""#, is("\"\"")),
        (r#""value":null,"format":"yyyy""#, is("\"\"")),
        (
            r#""value":true,"format":"yyyy""#,
            error("argument", "/args/value"),
        ),
        (
            r#""value":"2026-01-16","format":"B""#,
            error("argument", "/args/format"),
        ),
        (
            r#""value":"2026-01-16T23:00:00-05:00","format":"d MMM HH:mm XXX""#,
            is("\"16 Jan 23:00 -05:00\""),
        ),
        (
            r#""value":1768604400000,"format":"d MMM HH:mm XXX""#,
            is("\"16 Jan 23:00 Z\""),
        ),
        (r#""value":"2026-01-16""#, error("argument", "/args/format")),
    ] {
        assert_eq!(
            evaluate(&call("formatDate", arguments)),
            text,
            "{arguments}"
        );
    }
}

#[test]
fn instants_are_shown_in_the_time_zone_of_the_host() {
    let model = model();
    let tokyo = |_: i64| 9 * 3600;
    let mut evaluation =
        Evaluation::new(Version::V0_9, &model).host(&Host::new().time_zone(&tokyo));
    for (value, format, text) in [
        (
            "\"2026-01-16T23:00:00Z\"",
            "d MMM HH:mm O",
            "17 Jan 08:00 GMT+9",
        ),
        ("1768604400000", "d MMM HH:mm O", "17 Jan 08:00 GMT+9"),
        (
            "\"2026-01-16T23:00:00\"",
            "d MMM HH:mm O",
            "16 Jan 23:00 GMT+9",
        ),
        ("\"2026-01-16\"", "d MMM HH:mm", "16 Jan 00:00"),
        ("\"2026-01-16T23:00:00\"", "ISO", "2026-01-16T14:00:00.000Z"),
        (
            "\"2026-01-16T23:00:00Z\"",
            "ISO",
            "2026-01-16T23:00:00.000Z",
        ),
    ] {
        let value = payload(&call(
            "formatDate",
            &format!(r#""value":{value},"format":"{format}""#),
        ));
        assert_eq!(
            evaluation.text(&value, &Pointer::root()).as_deref(),
            Ok(text)
        );
    }
}

#[test]
fn pluralize_prefers_the_exact_number_to_the_category() {
    for (arguments, text) in [
        (r#""value":0,"zero":"none","other":"many""#, is("\"none\"")),
        (r#""value":0,"zero":"","other":"many""#, is("\"\"")),
        (r#""value":0,"other":"many""#, is("\"many\"")),
        (r#""value":1.0,"one":"one","other":"many""#, is("\"one\"")),
        (r#""value":1,"other":{"path":"/s"}"#, is("\"text\"")),
        (r#""value":2,"two":"pair","other":"many""#, is("\"pair\"")),
        (r#""value":1.5,"one":"one","other":"many""#, is("\"many\"")),
        // The category ignores the sign, but an exact number includes it.
        (r#""value":-1,"one":"one","other":"many""#, is("\"one\"")),
        (
            r#""value":"-1.0","one":"one","other":"many""#,
            is("\"one\""),
        ),
        (r#""value":-1.5,"one":"one","other":"many""#, is("\"many\"")),
        (r#""value":-2,"two":"pair","other":"many""#, is("\"many\"")),
        (
            r#""value":-0.0,"zero":"none","other":"many""#,
            is("\"none\""),
        ),
        (r#""value":null,"one":"one","other":"many""#, is("\"many\"")),
        // Only the selected text is evaluated.
        (
            r#""value":1,"one":"one","other":{"call":"now"}"#,
            is("\"one\""),
        ),
        (r#""value":1,"one":"one""#, error("argument", "/args/other")),
    ] {
        assert_eq!(evaluate(&call("pluralize", arguments)), text, "{arguments}");
    }
}

#[test]
fn format_string_inserts_values_and_results_of_calls() {
    assert_eq!(
        format("${/s}: ${n}, ${/nowhere}${null}${/null}|"),
        is("\"text: 1234.5, |\"")
    );
    assert_eq!(format("${/list} ${/o/x}"), is(r#""[1,2] [1.0,\"a b\"]""#));
    assert_eq!(format(r"\${/s} ${'\''}"), is(r#""${/s} '""#));
    assert_eq!(
        format("${formatCurrency(value: ${/n}, currency: 'USD')}/year"),
        is("\"$1,234.50/year\"")
    );
    assert_eq!(
        format("${pluralize(value: 2, one: 'a', other: ${formatNumber(value: /n)})}"),
        is("\"1,234.5\"")
    );
    assert_eq!(format("${and(values: /list)}"), is("\"true\""));
    assert_eq!(format("${/s"), error("format-string", "/args/value"));
    assert_eq!(format("${now()}"), error("unknown-function", "/args/value"));
    assert_eq!(
        format("${formatNumber(value: 'x')}"),
        error("argument", "/args/value")
    );
    // The template itself may be bound.
    assert_eq!(
        evaluate(&call("formatString", r#""value":{"path":"/tpl"}"#)),
        is("\"1234.5\"")
    );
    let inside = call("formatString", r#""value":"${name} ${/s}""#);
    assert_eq!(
        evaluate_in(Notation::Plain, "/people/0", &inside),
        is("\"Ada text\"")
    );
    let at = r#"{"@call":"formatString","args":{"value":"${/s}","other":{"path":"/n"}}}"#;
    assert_eq!(evaluate_in(Notation::At, "", at), is("\"text\""));
}

#[test]
fn effects_and_unknown_functions_have_no_value() {
    assert_eq!(
        evaluate(&call("openUrl", r#""url":"https://example.com""#)),
        error("effect", "")
    );
    assert_eq!(evaluate(&call("now", "")), error("unknown-function", ""));
    // The function `@index` exists only in 1.0.
    assert_eq!(
        evaluate_in(Notation::Plain, "/people/1", &call("@index", "")),
        error("unknown-function", "")
    );
}

#[test]
fn in_1_0_validations_return_objects_and_index_returns_the_item_index() {
    let model = model();
    let run = |version, scope: &str, value: &str| {
        let mut evaluation = Evaluation::new(version, &model).scope(Scope::item(scope).unwrap());
        let value = evaluation.value(&payload(value), &Pointer::root());
        value
            .map(|value| value.unwrap().text().to_owned())
            .map_err(|error| error.rule)
    };
    let in_1_0 = |scope: &str, value: &str| run(Version::V1_0, scope, value);
    for (name, value, result) in [
        ("required", "\"x\"", r#"{"valid":true}"#),
        ("required", "null", r#"{"valid":false}"#),
        (
            "email",
            "\"x\"",
            r#"{"valid":false,"code":"INVALID_EMAIL"}"#,
        ),
        (
            "not",
            r#"{"call":"required","args":{"value":null}}"#,
            "true",
        ),
        ("not", r#"{"path":"/o"}"#, "false"),
    ] {
        assert_eq!(
            in_1_0("", &call(name, &format!(r#""value":{value}"#))).as_deref(),
            Ok(result)
        );
    }
    let both = r#""values":[{"call":"required","args":{"value":1}},{"call":"email","args":{"value":"x"}}]"#;
    assert_eq!(in_1_0("", &call("and", both)).as_deref(), Ok("false"));
    assert_eq!(in_1_0("", &call("or", both)).as_deref(), Ok("true"));

    assert_eq!(in_1_0("/people/1", &call("@index", "")).as_deref(), Ok("1"));
    assert_eq!(
        in_1_0("/people/1", r#"{"call":"@index"}"#).as_deref(),
        Ok("1")
    );
    assert_eq!(
        in_1_0("/people/1", &call("@index", r#""offset":-5"#)).as_deref(),
        Ok("-4")
    );
    assert_eq!(
        in_1_0("/people/1", &call("@index", r#""offset":0.5"#)),
        Err("argument")
    );
    assert_eq!(in_1_0("", &call("@index", "")), Err("index-scope"));
    let template = r##""value":"#${@index(offset: 1)}""##;
    assert_eq!(
        in_1_0("/people/1", &call("formatString", template)).as_deref(),
        Ok("\"#2\"")
    );
    assert_eq!(
        run(Version::V0_10, "/people/1", &call("@index", "")),
        Err("unknown-function")
    );
}

#[test]
fn evaluated_calls_nest_at_most_five_levels_deep() {
    let nested = |n: usize| {
        (0..n).fold("true".to_owned(), |value, _| {
            call("not", &format!(r#""value":{value}"#))
        })
    };
    assert_eq!(evaluate(&nested(5)), is("false"));
    assert_eq!(
        evaluate(&nested(6)),
        error("call-depth", &"/args/value".repeat(5))
    );
    // Calls in the text of `formatString` and in lists count, too.
    assert_eq!(
        format("${not(value: ${not(value: not(value: not(value: true)))})}"),
        is("\"true\"")
    );
    assert_eq!(
        format("${not(value: ${not(value: not(value: not(value: not(value: true))))})}"),
        error("call-depth", "/args/value")
    );
    // Siblings do not add up.
    let siblings = vec![call("not", r#""value":true"#); 20].join(",");
    assert_eq!(
        evaluate(&format!("[{siblings}]")),
        is(&format!("[{}]", vec!["false"; 20].join(",")))
    );
}

#[test]
fn a_call_has_at_most_a_thousand_arguments() {
    let many = |n: usize| {
        let others = (1..n).map(|i| format!(r#","a{i}":1"#)).collect::<String>();
        evaluate(&call("not", &format!(r#""value":true{others}"#)))
    };
    assert_eq!(many(1000), is("false"));
    assert_eq!(many(1001), error("call-arguments", ""));
}

#[test]
fn the_work_of_an_evaluation_is_limited() {
    let model = {
        let mut model = model();
        model
            .set("/big", Payload::string(&"x".repeat(1_000_000)))
            .unwrap();
        model
    };
    let run = |host: Host<'_>, template: &str| {
        let value = payload(&call(
            "formatString",
            &format!(r#""value":{}"#, Payload::string(template)),
        ));
        Evaluation::new(Version::V0_9, &model)
            .host(&host)
            .value(&value, &Pointer::root())
            .map_err(|error| error.rule)
    };
    assert!(run(Host::new(), &"${/big}".repeat(3)).is_ok());
    assert_eq!(run(Host::new(), &"${/big}".repeat(20)), Err("limit"));
    assert!(run(Host::new(), &"${/s}".repeat(1000)).is_ok());
    assert_eq!(
        run(Host::new().limits(1000, usize::MAX), &"${/s}".repeat(1000)),
        Err("limit")
    );
    let deep = format!(
        "{}{}{}",
        r#"{"a":"#.repeat(300),
        r#"{"path":"/s"}"#,
        "}".repeat(300)
    );
    assert_eq!(evaluate(&deep).unwrap_err().0, "depth");
}

#[test]
fn custom_functions_extend_the_basic_ones() {
    struct Mine;
    impl Functions for Mine {
        fn call(
            &self,
            call: &mut FunctionContext<'_, '_>,
        ) -> Result<Option<Payload>, EvaluationError> {
            match call.name() {
                "now" => Ok(Some(Payload::string("2026-01-16T14:30:00Z"))),
                "absent" => Ok(None),
                "double" => {
                    let n = call.number("value")?.and_then(|n| n.to_i64());
                    let n = n.ok_or_else(|| call.error("value", "no integer"))?;
                    Ok(Some(Payload::encode(&(2 * n)).unwrap()))
                }
                _ => BasicFunctions.call(call),
            }
        }
    }
    let model = model();
    let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new().functions(&Mine));
    let template = r#""value":"${formatDate(value: ${now()}, format: 'HH:mm')} ${double(value: 21)}${absent()}""#;
    assert_eq!(
        evaluation
            .text(&payload(&call("formatString", template)), &Pointer::root())
            .unwrap(),
        "14:30 42"
    );
    let error = evaluation
        .value(
            &payload(&call("double", r#""value":0.5"#)),
            &Pointer::root(),
        )
        .unwrap_err();
    assert_eq!(
        (error.rule, error.to_string().as_str()),
        ("argument", "/args/value: no integer")
    );
}

#[test]
fn a_locale_changes_only_the_methods_that_it_overrides() {
    struct German;
    impl Locale for German {
        fn month(&self, month: u32, width: NameWidth, form: NameForm) -> String {
            if month == 12 {
                "Dezember".to_owned()
            } else {
                English.month(month, width, form)
            }
        }
        fn plural(&self, _: &Decimal) -> PluralCategory {
            PluralCategory::Few
        }
    }
    let model = model();
    let mut evaluation = Evaluation::new(Version::V0_9, &model).host(&Host::new().locale(&German));
    let template = r#""value":"${formatDate(value: '2026-12-01', format: 'd MMMM')} ${pluralize(value: 7, few: 'paar', other: 'x')} ${formatNumber(value: 1000)}""#;
    assert_eq!(
        evaluation
            .text(&payload(&call("formatString", template)), &Pointer::root())
            .unwrap(),
        "1 Dezember paar 1,000"
    );
}
