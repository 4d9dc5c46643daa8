//! `check --dry-run`: the calls of workflows.

use crate::program::run;

/// Builds a manifest with one tool per line: name, schema properties, required members, steps and output.
#[cfg(feature = "workflows")]
fn manifest(tools: &[(&str, &str, &str, &str, &str)]) -> String {
    let tool = |(name, properties, required, steps, output): &(&str, &str, &str, &str, &str)| {
        format!(
            r#"{{"name":"{name}","description":"D.","input_schema":{{"type":"object","properties":{{{properties}}},"required":[{required}]}},
"workflow":{{"version":1,"expression_language":"jsonata","steps":[{steps}],"output":{output}}}}}"#
        )
    };
    let tools: Vec<String> = tools.iter().map(tool).collect();
    format!(
        "{{\"protocol\":\"actions.json\",\"version\":1,\"tools\":[\n{}]}}",
        tools.join(",\n")
    )
}

#[cfg(not(feature = "workflows"))]
#[test]
fn builds_without_workflows_explain_how_to_add_them() {
    let ran = run(&["check", "actions-json", "--dry-run"], "{}");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        "agent-ui: --dry-run: this program was built without the feature `workflows`; in a source checkout, run \
         `cargo run -p agent-ui-cli --features workflows -- check actions-json --dry-run FILE`\n"
    );
}

#[test]
fn only_manifests_have_workflows() {
    for arguments in [
        &["check", "aap", "--dry-run"][..],
        &["check", "actions-json", "--dry-run", "--rules"],
        &["check", "actions-json", "--dry-run", "--type", "Tool"],
        &["check", "actions-json", "--arguments", "a.json"],
        &[
            "check",
            "actions-json",
            "--dry-run",
            "--arguments",
            "nowhere.json",
        ],
    ] {
        let ran = run(arguments, "{}");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
    }
}

#[cfg(feature = "workflows")]
mod with_workflows {
    use super::manifest;
    use crate::program::{file, run, run_ok, text};

    const DRY_RUN: [&str; 3] = ["check", "actions-json", "--dry-run"];

    fn lines(ran: &crate::program::Ran) -> Vec<&str> {
        ran.out.lines().collect()
    }

    #[test]
    fn every_primitive_call_is_a_line_with_its_arguments() {
        let manifest = manifest(&[
            (
                "berths.open",
                r#""berth":{"type":"string"},"fast":{"type":"boolean","default":true}"#,
                r#""berth""#,
                r#"{"id":"find","primitive":"locator.element_info","args":{"locator":{"text":"{% input.berth & '!' %}"}},
                    "retry_until":"{% $exists(steps.find.output.x) %}","max_attempts":3,
                    "after_each":{"primitive":"viewport.scroll","args":{"delta_y":9}}},
                   {"id":"click","primitive":"pointer.click","args":{"x":"{% steps.find.output.x %}"},
                    "when":"{% input.fast %}","settle_after":{"delay_ms":250}},
                   {"id":"slow","primitive":"pointer.click","when":"{% $not(input.fast) %}"},
                   {"id":"each","primitive":"text.insert","args":{"text":"{% item.text %}","n":"{% index %}"},
                    "for_each":"{% steps.find.output.rows %}","max_items":5},
                   {"id":"both","primitive":"keyboard.press","args":{"key":"{% item %}"},"for_each":"{% ['a', 'b'] %}","max_items":2,
                    "settle_after":{"locator":{"selector":"h2"}}},
                   {"id":"end","primitive":"page.info","settle_after":{"locator":{"selector":"h2"}}}"#,
                r#"{"berth":"{% input.berth %}","at":"{% steps.find.output.x %}"}"#,
            ),
            ("tides", "", "", "", "null"),
        ]);
        let ran = run_ok(&DRY_RUN, &manifest);
        assert_eq!(
            lines(&ran),
            [
                r#"{"tool":"berths.open","step":"find","primitive":"locator.element_info","arguments":{"locator":{"text":"<berth>!"}},"retry_until":"{% $exists(steps.find.output.x) %}","max_attempts":3,"after_each":{"primitive":"viewport.scroll","args":{"delta_y":9}}}"#,
                r#"{"tool":"berths.open","step":"click","primitive":"pointer.click","arguments":{"x":"{% steps.find.output.x %}"},"when":"{% input.fast %}"}"#,
                r#"{"tool":"berths.open","step":"click","wait_ms":250,"settle_after":true}"#,
                r#"{"tool":"berths.open","step":"each","primitive":"text.insert","arguments":{"text":"{% item.text %}","n":"{% index %}"},"for_each":"{% steps.find.output.rows %}","max_items":5}"#,
                r#"{"tool":"berths.open","step":"both","primitive":"keyboard.press","arguments":{"key":"a"},"for_each":"{% ['a', 'b'] %}","max_items":2}"#,
                r#"{"tool":"berths.open","step":"both","primitive":"keyboard.press","arguments":{"key":"b"},"for_each":"{% ['a', 'b'] %}","max_items":2}"#,
                r#"{"tool":"berths.open","step":"end","primitive":"page.info","arguments":{}}"#,
                r#"{"tool":"berths.open","step":"end","primitive":"locator.wait_for","arguments":{"locator":{"selector":"h2"},"state":"visible","timeout_ms":8000},"settle_after":true}"#,
                r#"{"tool":"berths.open","output":{"berth":"<berth>","at":"{% steps.find.output.x %}"}}"#,
                r#"{"tool":"tides","output":null}"#,
            ]
        );
    }

    #[test]
    fn arguments_are_given_or_generated_from_the_schema() {
        let properties = r#""a":{"type":"string"},"b":{"type":["null","integer"],"minimum":3},"c":{"type":"boolean"},
            "d":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}},
            "e":{"const":7,"default":8},"f":{"examples":["ex"],"default":"de"},"g":{"default":"de","enum":["en"]},"h":{"enum":["en"]},
            "i":{"type":"string"},"j":{"anyOf":[{"type":"integer"},{"type":"string"}]},"k":{"anyOf":[{"required":["x"]}],"type":"object"},
            "l":{},"m":{"type":"null"},"n":{"type":"array"}"#;
        let required = r#""a","b","c","d","j","k","l","m","n""#;
        let manifest = manifest(&[("t", properties, required, "", r#""{% input %}""#)]);
        let ran = run_ok(&DRY_RUN, &manifest);
        let made = r#"{"a":"<a>","b":3,"c":false,"d":[{"x":1}],"e":7,"f":"ex","g":"de","h":"en","j":1,"k":{},"l":"<l>","m":null,"n":[]}"#;
        assert_eq!(lines(&ran), [format!(r#"{{"tool":"t","output":{made}}}"#)]);

        let manifest = super::manifest(&[
            (
                "t",
                r#""a":{"type":"integer"}"#,
                r#""a""#,
                "",
                r#""{% input.a %}""#,
            ),
            ("u", "", "", "", "1"),
        ]);
        let with = |arguments: &str| {
            run(
                &[&DRY_RUN[..], &["--arguments", &file(arguments)]].concat(),
                &manifest,
            )
        };
        assert_eq!(
            lines(&with(r#"{"t":{"a":40}}"#)),
            [r#"{"tool":"t","output":40}"#, r#"{"tool":"u","output":1}"#]
        );
        for (arguments, message) in [
            (
                "[]",
                r#":1:1: expected an object with the arguments of each tool, found an array; pass one, as in {"cart.add":{"quantity":1}}"#,
            ),
            (
                r#"{"t":7}"#,
                r#":1:6: /t: expected the arguments of `t` (an object), found a number; pass an object with the arguments of each tool, as in {"cart.add":{"quantity":1}}"#,
            ),
            ("{\"t\":\n{\"a\":\"x\"}}", ":2:6: /t/a: "),
            (r#"{"t":{}}"#, ":1:6: /t/a: "),
            (
                "{",
                ":1:1: the text is truncated: it ends inside an object; write the missing end of the text, at least `}`",
            ),
        ] {
            let ran = with(arguments);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}");
            assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
        }
    }

    #[test]
    fn failures_are_findings_with_a_place() {
        let tools = [
            (
                "a",
                "{% input.n + 'x' %}",
                "1",
                "/tools/0/workflow/steps/0/args/x",
                "expression_evaluation_failed: T2002",
            ),
            (
                "b",
                "{% ($f := function() { $f() }; $f()) %}",
                "1",
                "/tools/1/workflow/steps/0/args/x",
                "expression_evaluation_failed: The",
            ),
            (
                "c",
                "1",
                r#"["{% input.n + 'x' %}"]"#,
                "/tools/2/workflow/output/0",
                "expression_evaluation_failed: T2002",
            ),
        ];
        let steps = tools.map(|(_, slot, ..)| {
            format!(r#"{{"id":"s","primitive":"p","args":{{"x":"{slot}"}}}}"#)
        });
        let mut rows = Vec::new();
        for ((name, _, output, ..), steps) in tools.iter().zip(&steps) {
            rows.push((*name, r#""n":{"default":1}"#, "", steps.as_str(), *output));
        }
        rows.push((
            "d",
            "",
            "",
            r#"{"id":"s","primitive":"p","for_each":"{% input %}","max_items":2}"#,
            "1",
        ));
        let ran = run(&DRY_RUN, manifest(&rows));
        assert_eq!((ran.status, ran.err.as_str()), (65, ""));
        let found: Vec<_> = ran
            .values()
            .into_iter()
            .filter(|line| line.text().contains("\"rule\""))
            .collect();
        assert_eq!(found.len(), 4, "{}", ran.out);
        for (finding, (.., at, message)) in found.iter().zip(tools) {
            assert_eq!(
                (text(finding, "/rule"), text(finding, "/pointer")),
                ("dry-run".into(), at.into())
            );
            assert!(
                text(finding, "/message").starts_with(message),
                "{finding:?}"
            );
        }
        let last = &found[3];
        assert_eq!(text(last, "/pointer"), "/tools/3/workflow/steps/0/for_each");
        assert_eq!(crate::program::at(last, "/line").text(), "9");
    }

    #[test]
    fn workflows_with_errors_are_not_run_and_reported_once() {
        let step = |slot: &str| format!(r#"{{"id":"s","primitive":"p","args":{{"x":"{slot}"}}}}"#);
        let (bad, joined) = (step("{% input.x y %}"), step("{% a@$b.c %}"));
        let manifest = manifest(&[
            ("a", "", "", &bad, "1"),
            ("b", "", "", &joined, "1"),
            ("c", "", "", "", "2"),
        ]);
        let ran = run(&DRY_RUN, &manifest);
        let told: Vec<_> = ran
            .values()
            .iter()
            .filter(|line| line.text().contains("\"rule\""))
            .map(|finding| {
                (
                    text(finding, "/rule"),
                    text(finding, "/severity"),
                    text(finding, "/pointer"),
                )
            })
            .collect();
        let row = |severity: &str, index: usize| {
            let pointer = format!("/tools/{index}/workflow/steps/0/args/x");
            ("W-expression".to_owned(), severity.to_owned(), pointer)
        };
        assert_eq!(
            (ran.status, told),
            (
                65,
                vec![row("error", 0), row("warning", 1), row("error", 1)]
            )
        );
        assert_eq!(*lines(&ran).last().unwrap(), r#"{"tool":"c","output":2}"#);
    }

    #[test]
    fn check_locates_errors_in_expressions() {
        let step = r#"{"id":"s","primitive":"p","args":{"x":"{% input.lines[0 %}"}}"#;
        let ran = run(
            &["check", "actions-json"],
            manifest(&[("a", "", "", step, "1")]),
        );
        assert_eq!(ran.status, 65);
        let finding = ran.value();
        assert_eq!(text(&finding, "/rule"), "W-expression");
        assert!(
            text(&finding, "/message").ends_with("(at character 14)"),
            "{}",
            ran.out
        );
    }
}
