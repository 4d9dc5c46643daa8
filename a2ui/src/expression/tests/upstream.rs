//! The cases for functions, expressions and `@index` in the suites of A2UI's own conformance tests, in the same order, with
//! other words and values.

use super::*;

/// Returns the result of a function in a version, or the rule of the error.
fn evaluate_call(
    version: Version,
    function: &str,
    arguments: &str,
) -> Result<String, &'static str> {
    let model = model();
    let value = payload(&call(function, arguments));
    let mut evaluation = Evaluation::new(version, &model).scope(Scope::item("/people/1").unwrap());
    match evaluation.value(&value, &Pointer::root()) {
        Ok(value) => Ok(value.unwrap().text().to_owned()),
        Err(error) => Err(error.rule),
    }
}

#[test]
fn functions_pass_the_upstream_cases() {
    for (function, arguments, expected) in [
        // The arguments are values of components.
        (
            "formatDate",
            r#""value":"2027-03-01T08:00:00Z","format":"yyyy-MM-dd""#,
            Ok(r#""2027-03-01""#),
        ),
        (
            "formatCurrency",
            r#""value":9876.5,"currency":"USD","decimals":2"#,
            Ok(r#""$9,876.50""#),
        ),
        (
            "pluralize",
            r#""value":1,"one":"a seat","other":"seats""#,
            Ok(r#""a seat""#),
        ),
        (
            "pluralize",
            r#""value":8,"one":"a seat","other":"8 seats""#,
            Ok(r#""8 seats""#),
        ),
        ("and", r#""values":[false,true]"#, Ok("false")),
        ("or", r#""values":[false,true]"#, Ok("true")),
        ("not", r#""value":false"#, Ok("true")),
        ("formatNumber", r#""value":"about ten""#, Err("argument")),
        // required
        ("required", r#""value":"x""#, Ok("true")),
        ("required", r#""value":"""#, Ok("false")),
        ("required", r#""value":null"#, Ok("false")),
        ("required", r#""value":[0]"#, Ok("true")),
        ("required", r#""value":[]"#, Ok("false")),
        ("required", r#""value":{}"#, Ok("true")),
        // regex
        #[cfg(feature = "regex")]
        (
            "regex",
            r#""pattern":"^[A-F]{3}$","value":"FAD""#,
            Ok("true"),
        ),
        #[cfg(feature = "regex")]
        (
            "regex",
            r#""pattern":"^[A-F]{3}$","value":"fad""#,
            Ok("false"),
        ),
        #[cfg(feature = "regex")]
        (
            "regex",
            r#""pattern":"(open[","value":"fad""#,
            Err("pattern"),
        ),
        // email
        ("email", r#""value":"someone@example.org""#, Ok("true")),
        ("email", r#""value":"someone""#, Ok("false")),
        ("email", r#""value":"someone@example.o""#, Ok("false")),
        // length
        ("length", r#""value":"four","min":2,"max":4"#, Ok("true")),
        ("length", r#""value":"a","min":2"#, Ok("false")),
        ("length", r#""value":"eleven","max":5"#, Ok("false")),
        (
            "length",
            r#""value":["one","two","three"],"min":3,"max":3"#,
            Ok("true"),
        ),
        ("length", r#""value":["three"],"min":3"#, Ok("false")),
        // numeric
        ("numeric", r#""value":0.5,"min":0,"max":1"#, Ok("true")),
        ("numeric", r#""value":"0.5","min":0,"max":1"#, Ok("true")),
        ("numeric", r#""value":-1,"min":0"#, Ok("false")),
        ("numeric", r#""value":2,"max":1"#, Ok("false")),
        ("numeric", r#""value":"two""#, Ok("false")),
        // and, or, not
        ("and", r#""values":[true,true,true]"#, Ok("true")),
        ("and", r#""values":[true,false]"#, Ok("false")),
        ("and", r#""values":[7,"text"]"#, Ok("true")),
        ("and", r#""values":["",7]"#, Ok("false")),
        ("and", r#""values":[false]"#, Err("argument")),
        ("or", r#""values":[false,false]"#, Ok("false")),
        ("or", r#""values":[true,false]"#, Ok("true")),
        ("or", r#""values":["",7]"#, Ok("true")),
        ("or", r#""values":[true]"#, Err("argument")),
        ("not", r#""value":true"#, Ok("false")),
        ("not", r#""value":"""#, Ok("true")),
        ("not", r#""value":"text""#, Ok("false")),
        // In 0.9, an object with `valid` is an ordinary object.
        ("not", r#""value":{"valid":false}"#, Ok("false")),
        // pluralize
        (
            "pluralize",
            r#""value":0,"zero":"none","one":"one","other":"many""#,
            Ok(r#""none""#),
        ),
        (
            "pluralize",
            r#""value":1,"zero":"none","one":"one","other":"many""#,
            Ok(r#""one""#),
        ),
        (
            "pluralize",
            r#""value":2,"one":"one","two":"a pair","other":"many""#,
            Ok(r#""a pair""#),
        ),
        (
            "pluralize",
            r#""value":0,"zero":"","other":"many""#,
            Ok(r#""""#),
        ),
        (
            "pluralize",
            r#""value":9,"one":"one","other":"many""#,
            Ok(r#""many""#),
        ),
        // formatNumber, formatCurrency
        (
            "formatNumber",
            r#""value":9876.543,"decimals":1,"grouping":true"#,
            Ok(r#""9,876.5""#),
        ),
        (
            "formatNumber",
            r#""value":9876.543,"decimals":0,"grouping":false"#,
            Ok(r#""9877""#),
        ),
        (
            "formatCurrency",
            r#""value":12.34,"currency":"USD","decimals":2"#,
            Ok(r#""$12.34""#),
        ),
        // formatDate
        (
            "formatDate",
            r#""value":"2027-03-01T08:00:00Z","format":"yyyy/MM/dd""#,
            Ok(r#""2027/03/01""#),
        ),
        (
            "formatDate",
            r#""value":"2027-03-01T08:00:00.000Z","format":"ISO""#,
            Ok(r#""2027-03-01T08:00:00.000Z""#),
        ),
        (
            "formatDate",
            r#""value":"2027-04-31","format":"yyyy-MM-dd""#,
            Ok(r#""""#),
        ),
        (
            "formatDate",
            r#""value":"2027-00-01","format":"yyyy-MM-dd""#,
            Ok(r#""""#),
        ),
        // formatString
        (
            "formatString",
            r#""value":"Nothing to fill in""#,
            Ok(r#""Nothing to fill in""#),
        ),
        ("formatString", r#""value":"[${null}]""#, Ok(r#""[]""#)),
    ] {
        let given = evaluate_call(Version::V0_9, function, arguments);
        assert_eq!(
            given.as_deref().map_err(|rule| *rule),
            expected,
            "{function} {arguments}"
        );
    }
}

#[test]
fn before_1_0_the_catalog_of_a_call_is_ignored() {
    let named = r#"{"call":"formatString","catalogId":"gone","args":{"value":"${/s}"}}"#;
    assert_eq!(evaluate(named), is("\"text\""));
}

#[test]
fn in_1_0_logic_uses_the_validity_of_check_results() {
    for (function, arguments, expected) in [
        (
            "and",
            r#""values":[{"valid":true},{"valid":false,"message":"no","code":"c"}]"#,
            "false",
        ),
        (
            "or",
            r#""values":[{"valid":false},{"valid":false}]"#,
            "false",
        ),
        ("not", r#""value":{"valid":false}"#, "true"),
    ] {
        assert_eq!(
            evaluate_call(Version::V1_0, function, arguments).as_deref(),
            Ok(expected),
            "{function}"
        );
    }
}

#[test]
fn expressions_pass_the_upstream_cases() {
    for (template, expected) in [
        ("no marker", Ok("no marker")),
        ("", Ok("")),
        ("${s}", Ok("text")),
        ("it is ${/n}", Ok("it is 1234.5")),
        ("${my-list.with_1}", Ok("dashes")),
        ("< ${s} | ${t} >", Ok("< text | true >")),
        ("${s}${s}", Ok("texttext")),
        ("${'single quotes'}", Ok("single quotes")),
        (r#"${"double quotes"}"#, Ok("double quotes")),
        (r"${'two\nlines'}", Ok("two\nlines")),
        (r"${'don\'t'}", Ok("don't")),
        ("${17}", Ok("17")),
        ("${0.25}", Ok("0.25")),
        ("${0042}", Ok("42")),
        ("${false}/${true}", Ok("false/true")),
        ("${falsehood}", Ok("a path")),
        ("${nothing()}", Err("unknown-function")),
        ("is ${formatNumber(value: 2.5, decimals: 0)}", Ok("is 3")),
        (
            "${pluralize(value: /list/0, one: 'just one', other: formatNumber(value: /n))}",
            Ok("just one"),
        ),
        ("${not(value: not(value: 1))}", Ok("true")),
        ("${${'inner'}}", Ok("inner")),
        ("${ \t /s   }", Ok("text")),
        (r"\${s}", Ok("${s}")),
        (r"left \${s} right", Ok("left ${s} right")),
        (r"\${s} ${s}", Ok("${s} text")),
        ("never ${closed", Err("format-string")),
        ("${not(value: 1}", Err("format-string")),
        ("${not(value 1)}", Err("format-string")),
        ("${false true}", Err("format-string")),
        ("${0.2.5}", Err("format-string")),
    ] {
        let mut model = model();
        model
            .set("/my-list.with_1", Payload::string("dashes"))
            .unwrap();
        model.set("/falsehood", Payload::string("a path")).unwrap();
        let value = payload(&call(
            "formatString",
            &format!(r#""value":{}"#, Payload::string(template)),
        ));
        let text = Evaluation::new(Version::V0_9, &model).text(&value, &Pointer::root());
        assert_eq!(
            text.as_deref().map_err(|error| error.rule),
            expected,
            "{template}"
        );
    }
}

#[test]
fn index_requires_a_list_and_returns_the_position_in_it() {
    assert_eq!(
        evaluate_call(Version::V1_0, "@index", "").as_deref(),
        Ok("1")
    );
    assert_eq!(
        evaluate_call(Version::V1_0, "@index", r#""offset":1"#).as_deref(),
        Ok("2")
    );
    let model = model();
    let outside = Evaluation::new(Version::V1_0, &model)
        .value(&payload(&call("@index", "")), &Pointer::root());
    assert_eq!(outside.unwrap_err().rule, "index-scope");
}

/// Lists the cases in which this crate differs from the suite, with the reason and the actual behavior.
#[test]
fn some_upstream_cases_are_left_to_clients() {
    for (why, function, arguments, instead) in [
        (
            "the host opens addresses, so it judges them too",
            "openUrl",
            r#""url":"https://example.com""#,
            "effect",
        ),
        (
            "the same",
            "openUrl",
            r#""url":"javascript:alert(1)""#,
            "effect",
        ),
    ] {
        assert_eq!(
            evaluate_call(Version::V1_0, function, arguments),
            Err(instead),
            "{why}"
        );
    }
    // Values are evaluated without knowledge of the catalogs, so a missing catalog is not an error. The functions of the
    // host receive the catalog that a call names.
    struct RoutedFunctions;
    impl Functions for RoutedFunctions {
        fn call(
            &self,
            call: &mut FunctionContext<'_, '_>,
        ) -> Result<Option<Payload>, EvaluationError> {
            match call.catalog_id() {
                Some("mine") => Ok(Some(Payload::string("from mine"))),
                Some(_) => Err(call.unknown()),
                None => BasicFunctions.call(call),
            }
        }
    }
    let model = model();
    let host = Host::new().functions(&RoutedFunctions);
    let mut evaluation = Evaluation::new(Version::V1_0, &model).host(&host);
    for (catalog, expected) in [
        (r#","catalogId":"mine""#, Ok("from mine")),
        (r#","catalogId":"gone""#, Err("unknown-function")),
        ("", Ok("hi")),
    ] {
        let value = payload(&format!(
            r#"{{"call":"formatString","args":{{"value":"hi"}}{catalog}}}"#
        ));
        let text = evaluation.text(&value, &Pointer::root());
        assert_eq!(
            text.as_deref().map_err(|error| error.rule),
            expected,
            "{catalog}"
        );
    }
}
