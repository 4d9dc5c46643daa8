mod hostile;

use super::*;

/// Evaluates an expression without instrumentation.
pub(crate) fn evaluate_uncounted(text: &str, input: &Payload) -> Result<Option<Payload>, String> {
    let tree = parser::parse(text).map_err(|error| error.to_string())?;
    let scope = Scope::of(input).unwrap();
    let value = Evaluator::new()
        .evaluate(&tree, &scope.value)
        .map_err(|error| error.message().to_owned())?;
    value::payload(&value, 1 << 20).map_err(|error| error.message)
}

fn evaluate_counted(text: &str, input: &Payload) -> Result<Option<Payload>, String> {
    let expression = Expression::compile(text).map_err(|error| error.message)?;
    expression.evaluate(input).map_err(|error| error.message)
}

const INPUT: &str = r#"{"input":{"q":"tide","n":3,"empty":[],"one":["a"],"none":null,"no":false,
    "lines":[{"name":"a","price":4,"count":2,"tags":["x","y"]},{"name":"b","price":1.5,"count":1,"tags":[]},
        {"name":"c","price":9,"count":3,"tags":["x"]}],
    "matrix":[[1,2],[3,[4,5]],[]],"deep":{"a":{"b":{"c":[1,2,3]}}}},
    "steps":{"find":{"ok":true,"output":{"text":"Low water 07:40","center":{"x":1.50,"y":20}}}},"item":null,"index":null}"#;

/// Instrumentation does not change the result of an expression.
#[test]
fn instrumentation_does_not_change_results() {
    let input = Payload::parse(INPUT).unwrap();
    for text in include_str!("tests/expressions.txt").lines() {
        assert_eq!(
            evaluate_counted(text, &input),
            evaluate_uncounted(text, &input),
            "{text}"
        );
    }
}

/// A syntax error reports the token before which it was detected.
#[test]
fn a_syntax_error_has_a_place() {
    for (text, at) in [
        ("", ""),
        ("input.", ""),
        ("input.lines[0", ""),
        ("{'a': 1", ""),
        ("$f(1,", ""),
        ("'never closed", ""),
        ("1 + ", ""),
        ("input.q = ", ""),
        ("(1; 2", ""),
        ("a ? b :", ""),
        (")", ")"),
        ("input.q q", "q"),
        ("$count(input.lines))", ")"),
        ("{'a': 1, 'b' 2}", "2}"),
        ("{'a' 1}", "1}"),
        ("[1, 2", ""),
        ("[1, , 2]", ", 2]"),
        ("a = = b", "= b"),
        ("a == b", "== b"),
        ("a && b", "& b"),
        ("a || b", "|| b"),
        ("$f(]", "]"),
        ("(1; 2}", "}"),
        ("é.ü + * + ]", "]"),
        ("function($a { $a }", "{ $a }"),
        ("input.lines[price > 2].name + {", ""),
        ("a ! b", "! b"),
    ] {
        let error = Expression::compile(text).unwrap_err();
        let rest: String = text.chars().skip(error.at.unwrap()).collect();
        assert_eq!(rest, at, "{text}: {error}");
    }
}

#[test]
fn numbers_match_javascript() {
    for (expression, number) in [
        ("1.50", "1.5"),
        ("-0", "0"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("12345678901234567890", "12345678901234567000"),
        ("1e21", "1e+21"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("-7 / 2", "-3.5"),
        ("input.n * 1e300", "3e+300"),
    ] {
        let input = Payload::parse(INPUT).unwrap();
        assert_eq!(
            evaluate_counted(expression, &input)
                .unwrap()
                .unwrap()
                .text(),
            number,
            "{expression}"
        );
    }
}

/// Values are read token by token, so features of other readers do not change them.
#[test]
fn values_are_read_exactly_as_written() {
    for (input, read) in [
        (r#"{"b":1,"a":2,"b":3}"#, r#"{"b":3,"a":2}"#),
        (
            r#"{"a":[[],{},[{}]],"":"\u00e9\n"}"#,
            r#"{"a":[[],{},[{}]],"":"é\n"}"#,
        ),
        (r#"{"a":1e400}"#, r#"{"a":null}"#),
        // A lone surrogate is replaced.
        (r#"{"a":"\ud800"}"#, "{\"a\":\"\u{fffd}\"}"),
        ("[1,[2,null],true,false]", "[1,[2,null],true,false]"),
        ("7", "7"),
    ] {
        let value = evaluate_counted("$", &Payload::parse(input).unwrap())
            .unwrap()
            .unwrap();
        assert_eq!(value.text(), read, "{input}");
    }
}
