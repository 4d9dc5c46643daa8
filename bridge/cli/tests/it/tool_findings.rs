//! `check mcp` and `check responses`: what official clients and model APIs refuse.

use crate::program::{Ran, file, run, text};

/// Returns the rule, pointer and severity of each finding.
fn findings(arguments: &[&str], input: &str) -> Vec<(String, String, String)> {
    let ran: Ran = run(arguments, input);
    let part = |finding, name| text(finding, name);
    ran.values()
        .iter()
        .map(|finding| {
            (
                part(finding, "/rule"),
                part(finding, "/pointer"),
                part(finding, "/severity"),
            )
        })
        .collect()
}

fn owned_findings(findings: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let owned = |text: &str| text.to_owned();
    findings
        .iter()
        .map(|(rule, pointer, severity)| (owned(rule), owned(pointer), owned(severity)))
        .collect()
}

fn list(tools: &str) -> String {
    format!(r#"{{"tools":[{tools}]}}"#)
}

#[test]
fn the_version_that_the_caller_names_decides() {
    let words = r#"{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"string"}}"#;
    let (old, new) = (
        list(words),
        format!(
            r#"{{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{words}]}}"#
        ),
    );
    let refused = owned_findings(&[("mcp-schema", "/tools/0/outputSchema", "error")]);
    for version in ["mcp@2025-06-18", "mcp@2025-11-25"] {
        assert_eq!(findings(&["check", version], &old), refused, "{version}");
        assert_eq!(findings(&["check", version], &new), refused, "{version}");
        assert_eq!(
            findings(&["check", version, "--type", "ListToolsResult"], &new),
            refused,
            "{version}"
        );
    }
    let missing = owned_findings(&[
        ("mcp-caching", "/resultType", "error"),
        ("mcp-caching", "/ttlMs", "error"),
        ("mcp-caching", "/cacheScope", "error"),
    ]);
    assert_eq!(findings(&["check", "mcp@2026-07-28"], &old), missing);
    assert_eq!(findings(&["check", "mcp@2026-07-28"], &new), []);
    assert_eq!(
        findings(&["check", "mcp@2026-07-28", "--type", "Tool"], words),
        []
    );
    // Without a version the result shows it.
    assert_eq!(findings(&["check", "mcp"], &old), refused);
    assert_eq!(findings(&["check", "mcp"], &new), []);
}

#[test]
fn names_that_clients_refuse_are_warnings_with_a_hint() {
    let long = "a".repeat(65);
    for (name, rules) in [
        ("cart_add-1", &[][..]),
        ("cart.add", &["mcp-name-form"]),
        ("cart add", &["mcp-name-form"]),
        ("GET:/carts", &["mcp-name-form"]),
        ("é", &["mcp-name-form"]),
        ("", &["mcp-name-form"]),
        (&long, &["mcp-name-length"]),
        (&format!("{long}.b"), &["mcp-name-form", "mcp-name-length"]),
    ] {
        let ran = run(
            &["check", "mcp"],
            list(&format!(
                r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#
            )),
        );
        assert_eq!(ran.status, 0, "{name}");
        let findings = ran.values();
        let told: Vec<_> = findings
            .iter()
            .map(|finding| text(finding, "/rule"))
            .collect();
        assert_eq!(told, rules, "{name}");
        for finding in &findings {
            assert_eq!(
                (
                    text(finding, "/pointer").as_str(),
                    text(finding, "/severity").as_str()
                ),
                ("/tools/0/name", "warning")
            );
            assert!(
                text(finding, "/hint").contains("--flat-names"),
                "{finding:?}"
            );
        }
    }
}

#[test]
fn every_unusable_place_of_a_schema_is_found() {
    let schema = r##"{"type":"object","required":"ttl","properties":{"ttl":{"minimum":0,"exclusiveMinimum":true},
        "p":{"pattern":"("},"r":{"$ref":"#/$defs/none"},"e":{"enum":[]},"b":true}}"##;
    let tool = format!(r#"{{"name":"a","inputSchema":{schema},"outputSchema":{schema}}}"#);
    let below = [
        "/required",
        "/properties/ttl/exclusiveMinimum",
        "/properties/p/pattern",
        "/properties/r/$ref",
        "/properties/e/enum",
    ];
    let of_version = |boolean: bool| {
        let mut places = Vec::new();
        for name in ["inputSchema", "outputSchema"] {
            places.extend(below.map(|below| {
                (
                    "unusable-schema".to_owned(),
                    format!("/tools/0/{name}{below}"),
                    "error".to_owned(),
                )
            }));
            if boolean {
                places.push((
                    "mcp-schema".to_owned(),
                    format!("/tools/0/{name}/properties/b"),
                    "error".to_owned(),
                ));
            }
        }
        places
    };
    assert_eq!(findings(&["check", "mcp"], &list(&tool)), of_version(true));
    let new =
        format!(r#"{{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{tool}]}}"#);
    assert_eq!(findings(&["check", "mcp"], &new), of_version(false));
    // A manifest with the same schema has the same findings, except what a draft accepts.
    let manifest = format!(
        r#"{{"protocol":"actions.json","version":1,"tools":[{{"name":"a","description":"","input_schema":{schema},"x_actions":{{"handler":"a"}}}}]}}"#
    );
    let warnings: Vec<_> = below
        .iter()
        .map(|below| {
            (
                "unusable-schema".to_owned(),
                format!("/tools/0/input_schema{below}"),
                "warning".to_owned(),
            )
        })
        .collect();
    assert_eq!(findings(&["check", "actions-json"], &manifest), warnings);
}

#[test]
fn schemas_of_a_stated_draft_are_only_warnings() {
    let tool = r#"{"name":"a","inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#","type":"object",
        "properties":{"n":{"minimum":0,"exclusiveMinimum":true}}}}"#;
    let place = "/tools/0/inputSchema/properties/n/exclusiveMinimum";
    assert_eq!(
        findings(&["check", "mcp"], &list(tool)),
        owned_findings(&[("unusable-schema", place, "warning")])
    );
}

#[test]
fn output_schemas_that_the_official_client_rejects_are_errors() {
    let schema = r#"{"type":"object","id":"x","properties":{"id":{"type":"string"},"n":{"nullable":true},
        "m":{"type":"string","nullable":true},"o":{"type":"string","nullable":7}}}"#;
    let tool = format!(r#"{{"name":"a","inputSchema":{schema},"outputSchema":{schema}}}"#);
    let places = [
        ("unusable-schema", "/tools/0/outputSchema/id", "error"),
        (
            "unusable-schema",
            "/tools/0/outputSchema/properties/n/nullable",
            "error",
        ),
        (
            "unusable-schema",
            "/tools/0/outputSchema/properties/o/nullable",
            "error",
        ),
    ];
    assert_eq!(
        findings(&["check", "mcp"], &list(&tool)),
        owned_findings(&places)
    );
    // Two schemas share one address.
    let of = |name: &str, kind: &str| {
        format!(
            r#"{{"name":"{name}","inputSchema":{{"type":"object"}},"outputSchema":{{"type":"object","properties":{{"p":{{"$id":"p","type":"{kind}"}}}}}}}}"#
        )
    };
    let tools = [of("a", "string"), of("b", "null"), of("c", "string")].join(",");
    let places = [(
        "unusable-schema",
        "/tools/1/outputSchema/properties/p/$id",
        "error",
    )];
    assert_eq!(
        findings(&["check", "mcp"], &list(&tools)),
        owned_findings(&places)
    );
    let whole = r#"{"name":"d","inputSchema":{"type":"object"},"outputSchema":{"type":"object","$id":"p"}}"#;
    let places = [("unusable-schema", "/tools/1/outputSchema/$id", "error")];
    assert_eq!(
        findings(
            &["check", "mcp"],
            &list(&format!("{},{whole}", of("a", "string")))
        ),
        owned_findings(&places)
    );
}

#[test]
fn alternatives_at_the_top_of_an_input_schema_are_warnings() {
    for keyword in ["oneOf", "anyOf", "allOf", "if"] {
        let value = if keyword == "if" { "{}" } else { "[{}]" };
        let tool = format!(
            r#"{{"name":"a","inputSchema":{{"type":"object","{keyword}":{value},"properties":{{"p":{{"{keyword}":{value}}}}}}},
                "outputSchema":{{"type":"object","{keyword}":{value}}}}}"#
        );
        let place = format!("/tools/0/inputSchema/{keyword}");
        let ran = run(&["check", "mcp"], list(&tool));
        assert_eq!(
            (ran.status, text(&ran.value(), "/pointer")),
            (0, place),
            "{keyword}"
        );
        assert!(text(&ran.value(), "/hint").contains("--portable-schemas"));
    }
}

#[test]
fn an_ill_typed_tool_does_not_hide_findings_about_others() {
    let tools = r#"{"name":"a b","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes","title":7,"openWorldHint":null},"title":[]},
        {"name":7},{"name":"c","inputSchema":{},"_meta":[]},7,{"name":"e","input_schema":{}},{"name":"c","description":null,"inputSchema":{"type":"object"}}"#;
    let input = format!(r#"{{"tools":[{tools}],"ttlMs":"never","nextCursor":7}}"#);
    let at = |below: &str| format!("/tools/{below}");
    let places: Vec<_> = [
        ("mcp-name-form", at("0/name"), "warning"),
        ("type", at("0/annotations/readOnlyHint"), "error"),
        ("type", at("0/annotations/title"), "error"),
        ("mcp-null", at("0/annotations/openWorldHint"), "error"),
        ("type", at("0/title"), "error"),
        ("missing", at("1/inputSchema"), "error"),
        ("type", at("1/name"), "error"),
        ("mcp-schema", at("2/inputSchema"), "error"),
        ("mcp-meta", at("2/_meta"), "error"),
        ("type", at("3"), "error"),
        ("missing", at("4/inputSchema"), "error"),
        ("mcp-name", at("5/name"), "error"),
        ("mcp-null", at("5/description"), "error"),
        ("type", "/ttlMs".to_owned(), "error"),
        ("type", "/nextCursor".to_owned(), "error"),
    ]
    .map(|(rule, pointer, severity)| (rule.to_owned(), pointer, severity.to_owned()))
    .into();
    let mut told = findings(&["check", "mcp"], &input);
    told.retain(|(rule, ..)| rule != "misspelt-member");
    assert_eq!(told, places);
}

#[test]
fn lists_in_responses_and_single_tools_are_validated_in_place() {
    let tool = r#"{"name":"a b","inputSchema":{"type":"object"}}"#;
    let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tool}]}}}}"#);
    assert_eq!(
        findings(&["check", "mcp"], &answer),
        owned_findings(&[("mcp-name-form", "/result/tools/0/name", "warning")])
    );
    assert_eq!(
        findings(&["check", "mcp"], tool),
        owned_findings(&[("mcp-name-form", "/name", "warning")])
    );
    assert_eq!(
        findings(&["check", "mcp", "--type", "Tool"], tool),
        owned_findings(&[("mcp-name-form", "/name", "warning")])
    );
    assert_eq!(
        findings(
            &["check", "mcp"],
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#
        ),
        []
    );
    assert_eq!(
        findings(&["check", "mcp"], r#"{"x":1}"#),
        owned_findings(&[("missing", "/tools", "error")])
    );
}

#[test]
fn a_cursor_is_reported_as_more_pages() {
    for cursor in ["p2", ""] {
        let page = format!(r#"{{"tools":[],"nextCursor":"{cursor}"}}"#);
        assert_eq!(
            findings(&["check", "mcp"], &page),
            owned_findings(&[("mcp-next-cursor", "/nextCursor", "warning")])
        );
    }
}

#[test]
fn two_calls_with_one_id_are_a_warning() {
    let call = |id: &str, name: &str| {
        format!(r#"{{"type":"function_call","call_id":"{id}","name":"{name}","arguments":"{{}}"}}"#)
    };
    let output = r#"{"type":"function_call_output","call_id":"c0","output":"x"}"#;
    let twice = [
        call("c0", "a"),
        call("c1", "a"),
        output.to_owned(),
        call("c0", "b"),
    ];
    let warning = owned_findings(&[("function-call-id", "/call_id", "warning")]);
    assert_eq!(
        findings(&["check", "responses"], &twice.join("\n")),
        warning
    );
    let in_list = owned_findings(&[("function-call-id", "/3/call_id", "warning")]);
    assert_eq!(
        findings(&["check", "responses"], &format!("[{}]", twice.join(","))),
        in_list
    );
    let ran = run(&["check", "responses"], twice.join("\n"));
    assert!(
        text(&ran.value(), "/message").contains("on line 1") && ran.status == 0,
        "{ran:?}"
    );
    // An item that is shown again is the same call; each file is a session of its own.
    let item = r#"{"type":"function_call","id":"i","call_id":"c","name":"a","arguments":"{}"}"#;
    assert_eq!(
        findings(&["check", "responses"], &format!("{item}\n{item}")),
        []
    );
    let (one, other) = (file(&twice[0]), file(&twice[3]));
    assert_eq!(findings(&["check", "responses", &*one, &*other], ""), []);
}

#[test]
fn single_tools_and_arrays_are_not_blamed_for_a_missing_list() {
    let tool = r#"{"name":"a","description":"b","inputSchema":{"type":"object","additionalProperties":false}}"#;
    let faulty = r#"{"name":"a","inputSchema":{"type":"array"}}"#;
    for version in ["mcp", "mcp@2025-06-18", "mcp@2025-11-25", "mcp@2026-07-28"] {
        assert_eq!(findings(&["check", version], tool), [], "{version}");
        assert_eq!(
            findings(&["check", version], &format!("[{tool}]")),
            [],
            "{version}"
        );
        let refused = owned_findings(&[("mcp-schema", "/inputSchema", "error")]);
        assert_eq!(findings(&["check", version], faulty), refused, "{version}");
        let refused = owned_findings(&[("mcp-schema", "/0/inputSchema", "error")]);
        assert_eq!(
            findings(&["check", version], &format!("[{faulty}]")),
            refused,
            "{version}"
        );
    }
}

#[test]
fn members_that_the_official_client_reads_have_the_type_that_it_reads() {
    let member =
        |member: &str| format!(r#"{{"name":"a","inputSchema":{{"type":"object"}},{member}}}"#);
    for (fault, rule, pointer) in [
        (r#""icons":null"#, "mcp-null", "/icons"),
        (r#""icons":{}"#, "mcp-icon", "/icons"),
        (r#""icons":["a.png"]"#, "mcp-icon", "/icons/0"),
        (
            r#""icons":[{"mimeType":"image/png"}]"#,
            "mcp-icon",
            "/icons/0/src",
        ),
        (r#""icons":[{"src":7}]"#, "mcp-icon", "/icons/0/src"),
        (
            r#""icons":[{"src":"a"},{"src":"a","mimeType":null}]"#,
            "mcp-icon",
            "/icons/1/mimeType",
        ),
        (
            r#""icons":[{"src":"a","sizes":"48x48"}]"#,
            "mcp-icon",
            "/icons/0/sizes",
        ),
        (
            r#""icons":[{"src":"a","sizes":[48]}]"#,
            "mcp-icon",
            "/icons/0/sizes",
        ),
        (
            r#""icons":[{"src":"a","theme":"blue"}]"#,
            "mcp-icon",
            "/icons/0/theme",
        ),
        (r#""execution":null"#, "mcp-null", "/execution"),
        (r#""execution":"optional""#, "mcp-execution", "/execution"),
        (
            r#""execution":{"taskSupport":"always"}"#,
            "mcp-execution",
            "/execution/taskSupport",
        ),
        (
            r#""execution":{"taskSupport":null}"#,
            "mcp-execution",
            "/execution/taskSupport",
        ),
        (r#""_meta":[]"#, "mcp-meta", "/_meta"),
    ] {
        let expected = owned_findings(&[(rule, &format!("/tools/0{pointer}"), "error")]);
        assert_eq!(
            findings(&["check", "mcp"], &list(&member(fault))),
            expected,
            "{fault}"
        );
    }
    for right in [
        r#""icons":[]"#,
        r#""icons":[{"src":"a","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark","x":1}]"#,
        r#""execution":{}"#,
        r#""execution":{"taskSupport":"forbidden","x":1}"#,
        r#""_meta":{"progressToken":[]}"#,
    ] {
        assert_eq!(
            findings(&["check", "mcp"], &list(&member(right))),
            [],
            "{right}"
        );
    }
    for (meta, pointer) in [
        ("null", ""),
        ("[]", ""),
        (r#"{"progressToken":1.5}"#, "/progressToken"),
        (r#"{"progressToken":{}}"#, "/progressToken"),
        (
            r#"{"io.modelcontextprotocol/related-task":7}"#,
            "/io.modelcontextprotocol~1related-task",
        ),
        (
            r#"{"io.modelcontextprotocol/related-task":{}}"#,
            "/io.modelcontextprotocol~1related-task/taskId",
        ),
    ] {
        let expected = owned_findings(&[("mcp-meta", &format!("/_meta{pointer}"), "error")]);
        assert_eq!(
            findings(
                &["check", "mcp"],
                &format!(r#"{{"tools":[],"_meta":{meta}}}"#)
            ),
            expected,
            "{meta}"
        );
    }
    let right = r#"{"tools":[],"_meta":{"progressToken":7,"io.modelcontextprotocol/related-task":{"taskId":"t"}}}"#;
    assert_eq!(findings(&["check", "mcp"], right), []);
}
