use super::*;
use proptest::prelude::*;

/// Returns the repaired text, and each repair as `kind pointer@offset`.
fn repaired_text(text: &str) -> Option<(String, Vec<String>)> {
    let told = |repair: &Repair| {
        format!(
            "{} {}@{}",
            repair.kind,
            repair.pointer,
            repair.offset.unwrap()
        )
    };
    repair_json(text).map(|repaired| (repaired.text, repaired.repairs.iter().map(told).collect()))
}

#[test]
fn each_fault_is_repaired_and_reported_at_its_place() {
    for (text, expected, repairs) in [
        (r#"{"a":1,}"#, r#"{"a":1}"#, &["trailing-comma @6"][..]),
        ("[1, 2 ,\n]", "[1, 2 \n]", &["trailing-comma @6"]),
        (
            r#"{"a":[{"b":1,},],}"#,
            r#"{"a":[{"b":1}]}"#,
            &[
                "trailing-comma /a/0@12",
                "trailing-comma /a@14",
                "trailing-comma @16",
            ],
        ),
        (r#"{"a":1}, "#, r#"{"a":1} "#, &["trailing-comma @7"]),
        (
            "{“a”: “b \"c\" d”}",
            r#"{"a": "b \"c\" d"}"#,
            &["curly-quotes /a@1", "curly-quotes /a@10"],
        ),
        ("{“a„: 1}", "", &[]),
        (r#"{"a": "“b”"}"#, "", &[]),
        (
            "{'a': 'b \"c\", d'}",
            r#"{"a": "b \"c\", d"}"#,
            &["single-quotes /a@1", "single-quotes /a@6"],
        ),
        (
            r"{'a': 'it\'s'}",
            r#"{"a": "it's"}"#,
            &[
                "single-quotes /a@1",
                "single-quotes /a@6",
                "invalid-escape /a@6",
            ],
        ),
        (
            r#"{"a": "it\'s"}"#,
            r#"{"a": "it's"}"#,
            &["invalid-escape /a@6"],
        ),
        (
            "{a: 1, $b_2: 2}",
            r#"{"a": 1, "$b_2": 2}"#,
            &["unquoted-name /a@1", "unquoted-name /$b_2@7"],
        ),
        (
            "{ // one\n\"a\": /* \n */ 1}",
            "{ \n\"a\": \n 1}",
            &["comment @2", "comment /a@14"],
        ),
        (
            "[True, False,None]",
            "[true, false,null]",
            &[
                "python-literal /0@1",
                "python-literal /1@7",
                "python-literal /2@13",
            ],
        ),
        (
            "{\"a\": NaN, \"b\":[-Infinity]}",
            r#"{"a": null, "b":[null]}"#,
            &["not-a-number /a@6", "not-a-number /b/0@16"],
        ),
        (
            "{\"a\": \"b\n\tc\"}",
            r#"{"a": "b\n\tc"}"#,
            &["control-character /a@6"],
        ),
        (
            r#"{"a":1 "b":2}"#,
            r#"{"a":1, "b":2}"#,
            &["missing-comma @7"],
        ),
        (
            "{\"a\":{}\n\"b\":2}",
            "{\"a\":{},\n\"b\":2}",
            &["missing-comma @8"],
        ),
        (
            r#"[{"a":1}{"b":2} ["c"]]"#,
            r#"[{"a":1},{"b":2}, ["c"]]"#,
            &["missing-comma /1@8", "missing-comma /2@16"],
        ),
        (r#"["a" "b"]"#, r#"["a", "b"]"#, &["missing-comma /1@5"]),
        (
            r#"[{"a":{"b":1},{"c":2}]"#,
            r#"[{"a":{"b":1}},{"c":2}]"#,
            &["missing-bracket /0@14"],
        ),
        (
            r#"[{"a":[1,2},{"c":2}]"#,
            r#"[{"a":[1,2]},{"c":2}]"#,
            &["missing-bracket /0/a@10"],
        ),
        (
            r#"{"a":[{"b":1 ]}"#,
            r#"{"a":[{"b":1} ]}"#,
            &["missing-bracket /a/0@13"],
        ),
        (
            r#"[{"a":1}},{"b":2}]"#,
            r#"[{"a":1},{"b":2}]"#,
            &["extra-bracket @8"],
        ),
        (r#"{"a":1}}"#, r#"{"a":1}"#, &["extra-bracket @7"]),
        (
            "[1]]\n}",
            "[1]\n",
            &["extra-bracket @3", "extra-bracket @5"],
        ),
        (
            "// one\n{\"a\":1}\n/* two */ // three",
            "\n{\"a\":1}\n ",
            &["comment @0", "comment @15", "comment @25"],
        ),
    ] {
        let expected = (!expected.is_empty()).then(|| {
            (
                expected.to_owned(),
                repairs.iter().map(|&repair| repair.to_owned()).collect(),
            )
        });
        assert_eq!(repaired_text(text), expected, "{text}");
    }
}

#[test]
fn an_ambiguous_text_is_not_repaired() {
    for text in [
        "",
        "{",
        "[",
        "x",
        "1 2",
        "[1, 2",
        "[1,,2]",
        "[,]",
        "{\"a\":,}",
        "{\"a\":}",
        "{\"a\"}",
        "{\"a\":1",
        "{\"a\":tru",
        "{\"a\":\"b",
        "{'a': 'it's'}",
        "{“a\": 1}",
        "{\"a\": “b\", \"c\": “d”}",
        "{a b: 1}",
        "{1: 2}",
        "{\"a\": b}",
        "{\"a\": undefined}",
        "{\"a\": \"b \"c\" d\"}",
        "[\"a\"\"b\"]",
        "[\"say \"hi\" now\"]",
        "{\"a\": 1 b: 2}",
        "{\"a\": \"b,\n\"c\": \"d\"}",
        "[{\"a\":[{\"b\":1}}]}]",
        "{\"a\": 1} {\"b\": 2}",
        "{\"a\":1},{\"b\":2}",
        "[1] x",
        "{\"a\": \"\\d\"}",
        "[01]",
        "[.5]",
        "[+1]",
        "[1.]",
        "/* [1,]",
        "[1, /* ]",
        "{[1,]}",
        "{{\"a\":1}}",
        "[1}",
        "{\"a\":[}",
        "[\"\u{1a}\",]",
    ] {
        assert_eq!(repaired_text(text), None, "{text}");
    }
    let deep = |depth: usize| "[".repeat(depth) + "1," + &"]".repeat(depth);
    assert!(repair_json(&deep(DEEPEST)).is_some());
    assert_eq!(repair_json(&deep(DEEPEST + 1)), None);
}

const VERSION: &str = r#""version":"v0.9""#;

#[test]
fn a_truncated_message_is_closed_if_only_brackets_are_missing() {
    let delete = format!(r#"{{{VERSION},"deleteSurface":{{"surfaceId":"s"}}}}"#);
    let update = |list: &str, end: &str| {
        format!(r#"{{{VERSION},"updateComponents":{{"surfaceId":"s","components":[{list}{end}"#)
    };
    let (a, at) = (
        r#"{"id":"root","component":"Text","text":"a"}"#,
        "missing-bracket",
    );
    for (text, expected, kinds) in [
        (format!("[{delete}"), format!("[{delete}]"), &[at][..]),
        (
            format!("{{\"messages\":[{delete}"),
            format!("{{\"messages\":[{delete}]}}"),
            &[at, at],
        ),
        (
            format!("{{\"messages\":[{delete}]\n"),
            format!("{{\"messages\":[{delete}]}}"),
            &[at],
        ),
        (delete[..delete.len() - 1].to_owned(), delete.clone(), &[at]),
        (
            delete[..delete.len() - 2].to_owned(),
            delete.clone(),
            &[at, at],
        ),
        (
            format!("[{}", &delete[..delete.len() - 2]),
            format!("[{delete}]"),
            &[at, at, at],
        ),
        (update(a, ""), update(a, "]}}"), &[at, at, at]),
        (update(a, "]}"), update(a, "]}}"), &[at]),
        (update(a, ","), update(a, "]}}"), &["truncated"]),
        (
            update(a, r#",{"id":"b","component":"Te"#),
            update(a, "]}}"),
            &["truncated"],
        ),
        (update(a, r#",{"id":"b""#), update(a, "]}}"), &["truncated"]),
        (
            update(a, r#",{"id":"b","children":["c"]"#),
            update(a, "]}}"),
            &["truncated"],
        ),
    ] {
        let repaired = repair_json(&text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(repaired.text, expected, "{text}");
        let told: Vec<_> = repaired
            .repairs
            .iter()
            .map(|repair| repair.kind.as_str())
            .collect();
        assert_eq!(told, kinds, "{text}");
    }
    let data = r#""surfaceId":"s","path":"/a""#;
    for text in [
        format!(r#"{{{VERSION},"updateDataModel":{{{data}"#),
        format!(r#"{{{VERSION},"updateDataModel":{{{data},"value":"b""#),
        format!(r#"{{{VERSION},"updateDataModel":{{{data},"value":[{{"a":1}},{{"a":2"#),
        format!(r#"{{{VERSION},"createSurface":{{"surfaceId":"s","catalogId":"c""#),
        format!(r#"[{delete},{{{VERSION},"deleteSurface":{{"surf"#),
        format!("{{{VERSION}"),
        // The comma shows that an element is missing.
        format!("[{delete},\n"),
        update("", ""),
        update(r#"{"id":"root""#, ""),
        "{\"messages\":".to_owned(),
        "[{\"a\":[{\"b\":1}".to_owned(),
    ] {
        assert_eq!(repair_json(&text), None, "{text}");
    }
}

/// Generates texts that are valid or nearly valid JSON.
fn nearly_json() -> impl Strategy<Value = String> {
    let bits = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "'",
        "“",
        "”",
        "’",
        "\\",
        "\\'",
        "\\u00e9",
        "\n",
        " ",
        "\t",
        "//",
        "/*",
        "*/",
        "True",
        "None",
        "NaN",
        "-Infinity",
        "true",
        "null",
        "1",
        "-2.5e3",
        "a",
        "é",
        "\"a\":",
        "\"components\":[",
        "\"version\":\"v0.9\",",
        "\"updateComponents\":{",
        "\"messages\":[",
        "{\"id\":\"a\"}",
        "\u{1a}",
    ];
    prop::collection::vec(prop::sample::select(bits.to_vec()), 0..24).prop_map(|bits| bits.concat())
}

/// Generates values as models write them.
fn value() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z \"'“”,:{}\\[\\]/é\n]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-zé'\"]{1,3}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn repaired_text_is_json_and_json_is_not_repaired(text in nearly_json()) {
        match repair_json(&text) {
            Some(repaired) => {
                prop_assert!(!Payload::is_json(&text), "{text}");
                prop_assert!(Payload::is_json(&repaired.text), "{text}: {}", repaired.text);
                prop_assert!(repaired.repairs.iter().all(|repair| repair.offset.is_some_and(|at| at <= text.len())));
                prop_assert_eq!(repair_json(&repaired.text), None);
            }
            None => prop_assert!(Payload::is_json(&text) || repair_json(&text).is_none()),
        }
    }

    #[test]
    fn valid_json_is_not_repaired(value in value(), is_pretty: bool) {
        let text = if is_pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        prop_assert_eq!(repair_json(&text.unwrap()), None);
    }

    #[test]
    fn a_nearly_valid_value_is_repaired_to_the_same_value(value in value(), notation in 0..4_usize) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        let written = match notation {
            0 => text.replace("\n", " // n\n"),
            1 => text.replace(",\n", "\n"),
            2 => text.replace("\n", ",\n").replace("[,\n", "[\n").replace("{,\n", "{\n").replace(",,\n", ",\n"),
            _ => text.replace("\": true", "\": True").replace("\": null", "\": None"),
        };
        if let Some(repaired) = repair_json(&written) {
            let read: serde_json::Value = serde_json::from_str(&repaired.text).unwrap();
            prop_assert_eq!(read, value, "{}", written);
        } else if notation > 0 {
            let is_same = serde_json::from_str::<serde_json::Value>(&written).is_ok_and(|read| read == value);
            // A number at the end of a line has no delimiter.
            prop_assert!(is_same || notation == 1, "{}", written);
        }
    }

    #[test]
    fn a_truncated_list_yields_only_messages_of_the_original(
        values in prop::collection::vec(value(), 1..4),
        cut: prop::sample::Index,
        is_listed: bool,
    ) {
        let messages: Vec<_> = values.iter().enumerate().map(|(number, value)| match number % 3 {
            0 => serde_json::json!({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [{"id": "a", "x": value}, {"id": "b"}]}}),
            1 => serde_json::json!({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/a", "value": value}}),
            _ => serde_json::json!({"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}),
        }).collect();
        let list = serde_json::Value::from(messages.clone());
        let text = if is_listed { list.to_string() } else { serde_json::json!({"messages": list}).to_string() };
        let mut at = cut.index(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let Some(repaired) = repair_json(&text[..at]) else { return Ok(()) };
        let read: serde_json::Value = serde_json::from_str(&repaired.text).unwrap();
        let read = read.get("messages").unwrap_or(&read).as_array().unwrap().clone();
        prop_assert!(!read.is_empty());
        let (last, before) = read.split_last().unwrap();
        prop_assert_eq!(before, &messages[..before.len()]);
        let whole = &messages[before.len()];
        if last != whole {
            let at = "/updateComponents/components";
            let (kept, all) = (last.pointer(at).unwrap().as_array().unwrap(), whole.pointer(at).unwrap().as_array().unwrap());
            prop_assert_eq!(kept, &all[..kept.len()]);
            prop_assert!(repaired.repairs.iter().any(|repair| matches!(repair.kind, RepairKind::Truncated | RepairKind::MissingBracket)));
        }
    }
}

/// Covers long names above many faults, many blanks after many commas, and unclosed brackets.
#[test]
fn work_grows_linearly_with_the_text() {
    let name = "n".repeat(100_000);
    let faults = format!("{{\"{name}\":[{}]}}", "[1,],".repeat(20_000));
    let repaired = repair_json(&faults).unwrap();
    let pointers: usize = repaired
        .repairs
        .iter()
        .map(|repair| repair.pointer.as_str().len())
        .sum();
    assert!(repaired.repairs.len() > 20_000 && pointers < faults.len() * (POINTERS + 1));
    for bit in [
        "[",
        "{\"a\":",
        "[1,      ",
        "“ \" ",
        "'",
        "/*",
        "\"\n",
        "[{\"a\":1,",
        "]",
        "{a",
        "   ",
        "[1 ",
    ] {
        repair_json(&bit.repeat(200_000 / bit.len()));
    }
}

#[test]
fn each_message_of_a_repaired_document_has_its_own_repairs() {
    let text = r#"{"name":"n",messages:[{"deleteSurface":{"surfaceId":"a"}},{"deleteSurface":{"surfaceId":'b',},}, {"deleteSurface":{"surfaceId":"c"}},],}"#;
    let elements = crate::repair::Repairer::new(None).read(text).unwrap();
    let told = |element: &crate::Element| {
        let kinds: Vec<_> = element
            .repairs
            .iter()
            .map(|repair| repair.kind.as_str())
            .collect();
        (
            element
                .result
                .as_ref()
                .unwrap()
                .surface_id()
                .unwrap()
                .as_str()
                .to_owned(),
            kinds.join(" "),
        )
    };
    let told: Vec<_> = elements.iter().map(told).collect();
    let expected = [
        ("a", "unquoted-name"),
        (
            "b",
            "single-quotes trailing-comma trailing-comma trailing-comma trailing-comma",
        ),
        ("c", ""),
    ];
    assert_eq!(
        told,
        expected.map(|(id, kinds)| (id.to_owned(), kinds.to_owned()))
    );
    assert!(crate::repair::Repairer::new(None).read("[{,}").is_err());
}
