//! Expressions that would never end or exhaust memory. Each ends with an error or a small value.

use super::super::{Expression, ExpressionErrorKind::*};
use wire::Payload;

/// Returns the result of an expression that reads a list of 4,000 objects: the kind of its error, or its value.
fn ends(text: &str) -> String {
    let items: Vec<Payload> = (0..4_000)
        .map(|n| Payload::parse(format!(r#"{{"id":{n},"name":"n{n}"}}"#)).unwrap())
        .collect();
    let input = Payload::object([("items", &Payload::array(&items))]);
    let evaluated = Expression::compile(text).and_then(|expression| expression.evaluate(&input));
    match evaluated {
        Ok(value) => value.map_or_else(|| "nothing".to_owned(), |value| value.text().to_owned()),
        Err(error) => format!("{:?}", error.kind),
    }
}

fn each_ends(kind: super::super::ExpressionErrorKind, texts: &[&str]) {
    for text in texts {
        assert_eq!(ends(text), format!("{kind:?}"), "{text}");
    }
}

#[test]
fn endless_recursion_is_stopped() {
    each_ends(
        TooMuch,
        &[
            "($f := function($n) { 1 + $f($n) }; $f(1))",
            "($f := function() { $f() }; $f())",
            "($f := function($n) { $n > 0 ? $f($n + 1) : 0 }; $f(1))",
            "($f := function() { $g() }; $g := function() { $f() }; $f())",
            "(function($f) { $f($f) })(function($f) { $f($f) })",
            "($f := function($n) { $map([1], $f) }; $f(1))",
            "($f := function($n) { $n ~> $f }; 1 ~> $f)",
            "($f := function($n) { $f($n - 1) + $f($n - 2) }; $f(1))",
            "($f := function($n) { $n < 2 ? $n : $f($n - 1) + $f($n - 2) }; $f(60))",
            "($f := function($n) { {'a': $f($n)} }; $f(1))",
            "($f := function($n) { [$f($n)] }; $f(1))",
            "($f := function($s) { $f($s & 'a') }; $f(''))",
            "($f := function($l) { $f($append($l, 1)) }; $f([]))",
        ],
    );
}

#[test]
fn huge_ranges_and_nested_loops_are_stopped() {
    each_ends(
        TooMuch,
        &[
            "[1..10000000]",
            "$count([1..1e9])",
            "[1..4000].[1..4000]",
            "[1..4000].([1..4000].([1..4000].(1)))",
            "$count([1..4000].($count([1..4000].($count([1..4000])))))",
            "$map([1..4000], function($a) { $map([1..4000], function($b) { $map([1..4000], function($c) { 1 }) }) })",
            "$reduce([1..4000], function($a, $b) { $sum([1..4000]) })",
            "items[$count($$.items[$count($$.items[id > 0]) > 0]) > 0]",
            "$sort([1..4000], function($a, $b) { $count([1..4000]) > $a })",
            "[1..4000]^($count([1..4000]))",
            "items{$string(id): $count($$.items[id > 0])}",
            "[1..4000][[1..4000]]",
        ],
    );
}

#[test]
fn doubling_strings_are_stopped() {
    let doubled = |start: &str, step: &str| format!("({start}{})", step.repeat(60));
    for text in [
        doubled("$a := 'ab';", "$a := $a & $a;"),
        doubled("$a := 'ab';", "$a := $replace($a, /./, 'xx');"),
        doubled("$a := 'ab';", "$a := $join([$a, $a]);"),
        doubled("$a := 'ab';", "$a := $base64encode($a);"),
        doubled("$a := [1, 2];", "$a := $append($a, $a);"),
        doubled("$a := [1, 2];", "$a := [$a, $a];"),
        doubled("$a := {};", "$a := {'a': $a, 'b': $a};"),
        format!("'ab'{}", " ~> $replace('b', 'bb')".repeat(60)),
        format!("items[0].name{}", ".($ & $)".repeat(60)),
        format!("{{}}{}", ".{'a': $, 'b': $}".repeat(60)),
        format!("[1]{}", ".[$, $]".repeat(60)),
        "$reduce([1..100], function($a, $b) { $a & $a }, 'ab')".to_owned(),
        "$reduce([1..100], function($a, $b) { {'a': $a, 'b': $a} }, {})".to_owned(),
        "$reduce([1..100], function($a, $b) { [[$a], [$a]] }, [])".to_owned(),
        format!(
            "($f := $base64encode{}; $f('ab'))",
            " ~> $base64encode".repeat(120)
        ),
    ] {
        each_ends(TooMuch, &[text.as_str()]);
    }
    each_ends(
        TooMuch,
        &[
            "$pad('a', 100000000)",
            "$pad('a', -2e9)",
            "($p := $pad; $p('a', 1e9))",
        ],
    );
    each_ends(
        Unsupported,
        &[
            "($r := $replace(?, 'a', 'aa'); $r('a'))",
            "$map(['a'], $pad(?, 1e9))",
            "$substring('a', ?)",
        ],
    );
}

#[test]
fn oversized_results_are_refused() {
    each_ends(
        TooLarge,
        &[
            "items",
            "$pad('a', 20000)",
            "$reduce([1..200], function($a, $b) { {'a': $a} }, {})",
        ],
    );
}

#[test]
fn costly_regular_expressions_finish_quickly_or_fail() {
    for (text, gives) in [
        ("$match($pad('a', 30000, 'a') & '!', /^(a+)+$/)", "nothing"),
        (
            "$length($replace($pad('a', 30000, 'a') & '!', /(a+)*b/, 'x'))",
            "30001",
        ),
        ("$contains($pad('a', 30000, 'a'), /(a|aa)+$/)", "true"),
        ("$contains('a', /(((a{1000}){1000}){1000})/)", "Failed"),
        ("$contains('a', /a{1000000000}/)", "Failed"),
        ("$contains('a', /(a/)", "Failed"),
    ] {
        assert_eq!(ends(text), gives, "{text}");
    }
    let nested = format!(
        "$contains('a', /{}a{}/)",
        "(".repeat(5_000),
        ")".repeat(5_000)
    );
    assert!(
        ["Failed", "Syntax"].contains(&ends(&nested).as_str()),
        "{}",
        ends(&nested)
    );
}

#[test]
fn deep_nesting_is_refused() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{'a':", "1", "}"),
        ("-", "1", ""),
        ("function($a){", "1", "}"),
        ("$string(", "1", ")"),
        ("a[", "1", "]"),
        ("1?", "1", ":1"),
        ("1&", "1", ""),
        ("a.", "a", ""),
        ("a.(", "a", ")"),
        ("", "1", " in 1"),
        ("$a:=", "1", ""),
        ("", "a", "[0]"),
        ("", "a", "{'a':a}"),
        ("", "a", "^(a)"),
        ("|a|", "{}", "|"),
        ("", "a", "()"),
        ("", "'a'", " ~> $string()"),
        ("(", "", ""),
        ("", "", ")"),
        ("/*", "", ""),
        ("\"", "", ""),
    ] {
        for times in [150, 900, 1_100, 15_000] {
            let text = format!("{}{middle}{}", open.repeat(times), close.repeat(times));
            let found = ends(&text);
            assert!(
                times < 1_000 || ["Unsupported", "Syntax"].contains(&found.as_str()),
                "{text:.20}: {found}"
            );
        }
    }
    assert_eq!(ends(&"(".repeat(15_000)), "Unsupported");
    assert_eq!(ends(&"a".repeat(40_000)), "Unsupported");
}

#[test]
fn clocks_and_random_numbers_are_forbidden() {
    each_ends(
        Forbidden,
        &[
            "$now()",
            "$Random ()",
            "$eval('1')",
            "($f := $now; $f())",
            "$map([1], $millis)",
            "$shuffle([1, 2])",
            "1 ~> $eval",
            "($r := $random ~> $string; $r())",
        ],
    );
}

#[test]
fn times_that_depend_on_today_are_unsupported() {
    each_ends(
        Unsupported,
        &[
            "$toMillis('07:40', '[H]:[m]')",
            "'07:40' ~> $toMillis('[H]:[m]')",
            "$toMillis('7', name)",
            "$toMillis(?, '[H]')",
        ],
    );
    each_ends(Failed, &["($f := $toMillis; $f('07:40', '[H]:[m]'))"]);
}

#[test]
fn joins_are_unsupported() {
    each_ends(
        Unsupported,
        &["items@$a.items@$b.{'a': $a}", "items@$a[id = 1]"],
    );
}

/// No function panics, even if its arguments are odd.
#[test]
fn functions_with_odd_arguments_return_or_fail() {
    const FUNCTIONS: &str = "abs append assert average base64decode base64encode boolean ceil contains count decodeUrl \
        decodeUrlComponent distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger \
        formatNumber fromMillis join keys length lookup lowercase map match max merge min not number pad parseInteger power \
        reduce replace reverse round sift single sort split spread sqrt string substring substringAfter substringBefore sum \
        toMillis trim type uppercase zip";
    const VALUES: [&str; 16] = [
        "0",
        "-1",
        "0.5",
        "1e308",
        "-1e308",
        "2147483648",
        "''",
        "'é\u{1f600}'",
        "'[Y9999,*-9]-[H#1o]:[s,99999999]'",
        "'#,##0.00;(#)'",
        "/a|/",
        "[]",
        "[1,'a',null,[2]]",
        "{'a':[1]}",
        "nothing",
        "function($a,$b,$c,$d){$b}",
    ];
    let input = Payload::empty_object();
    let mut evaluated = 0;
    let mut evaluate = |text: &str| {
        evaluated += 1;
        let found = Expression::compile(text).and_then(|expression| expression.evaluate(&input));
        drop(found);
    };
    for (which, function) in FUNCTIONS.split_whitespace().enumerate() {
        evaluate(&format!("${function}()"));
        for (n, a) in VALUES.iter().enumerate() {
            evaluate(&format!("${function}({a})"));
            evaluate(&format!("{a}.${function}()"));
            for (m, b) in VALUES.iter().enumerate() {
                evaluate(&format!("${function}({a}, {b})"));
                if (which + n + m) % 5 > 0 {
                    continue;
                }
                let (c, d) = (
                    VALUES[(which + 5 * n + 7 * m) % 16],
                    VALUES[(which + 3 * n + 11 * m) % 16],
                );
                evaluate(&format!("${function}({a}, {b}, {c})"));
                evaluate(&format!("${function}({a}, {b}, {c}, {d})"));
            }
        }
    }
    for operator in [
        "+", "-", "*", "/", "%", "&", "=", "<", "in", "and", "??", "?:", "~>", ".", "..",
    ] {
        for a in VALUES {
            for b in VALUES {
                evaluate(&format!("[{a} {operator} {b}]"));
            }
        }
    }
    for a in VALUES {
        VALUES.iter().for_each(|b| evaluate(&format!("({a})[{b}]")));
    }
    assert!(evaluated > 20_000, "{evaluated}");
}
