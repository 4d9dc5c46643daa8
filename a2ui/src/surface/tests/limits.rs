use super::*;

fn chain(n: usize) -> Vec<String> {
    let card = |i: usize| format!(r#"{{"id":"{i}","component":"Card","child":"{}"}}"#, i + 1);
    let mut chain: Vec<String> = (1..n).map(card).collect();
    chain.push(format!(r#"{{"id":"{n}","component":"Text"}}"#));
    chain
}

#[test]
fn a_chain_of_fifty_one_components_is_allowed_and_one_more_is_refused() {
    apply(&[CREATE, &update(&chain(51).join(","))]);
    let at = "/updateComponents/components";
    assert_eq!(
        refusal(&[CREATE, &update(&chain(52).join(","))]),
        is("component-depth", &format!("{at}/51"))
    );
    let mut bottom_up = chain(52);
    bottom_up.reverse();
    assert_eq!(
        refusal(&[CREATE, &update(&bottom_up.join(","))]),
        is("component-depth", &format!("{at}/51"))
    );
    // Each component has its own message, and the middle component arrives last.
    let mut one_by_one: Vec<String> = chain(52)
        .iter()
        .map(|component| update(component))
        .collect();
    let middle = one_by_one.remove(25);
    one_by_one.insert(0, CREATE.to_owned());
    one_by_one.push(middle);
    let texts: Vec<&str> = one_by_one.iter().map(String::as_str).collect();
    assert_eq!(refusal(&texts), is("component-depth", &format!("{at}/0")));
    // References that the same message removes do not count.
    let whole = update(&chain(51).join(","));
    let above = update(
        r#"{"id":"0","component":"Card","child":"1"},{"id":"1","component":"Card","child":"3"}"#,
    );
    apply(&[CREATE, &whole, &above]);
}

#[test]
fn a_chain_of_a_hundred_thousand_components_is_refused() {
    assert_eq!(
        refusal(&[CREATE, &update(&chain(100_000).join(","))]).0,
        "component-depth"
    );
}

#[test]
fn json_of_components_nests_at_most_fifty_levels_from_the_message() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let new = |n: usize| {
        update(&format!(
            r#"{{"id":"a","component":"Own","x":{}}}"#,
            nested(n)
        ))
    };
    apply(&[CREATE, &new(46)]);
    let (rule, pointer) = refusal(&[CREATE, &new(47)]);
    assert_eq!(rule, "json-depth");
    assert_eq!(
        pointer,
        format!("/updateComponents/components/0/x{}", "/0".repeat(46))
    );
    let old = |n: usize| {
        format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"a","component":{{"Own":{{"x":{}}}}}}}]}}}}"#,
            nested(n)
        )
    };
    apply(&[&old(44)]);
    let (rule, pointer) = refusal(&[&old(45)]);
    assert_eq!(rule, "json-depth");
    assert_eq!(
        pointer,
        format!(
            "/surfaceUpdate/components/0/component/Own/x{}",
            "/0".repeat(44)
        )
    );
}

#[test]
fn calls_in_components_nest_at_most_five_levels_deep() {
    let nested = |n: usize, open: &str, close: &str| {
        let mut call = String::from("1");
        for i in 0..n {
            call = format!(r#"{}{call}{}"#, open.replace('#', &i.to_string()), close);
        }
        update(&format!(r#"{{"id":"a","component":"Own","x":[{call}]}}"#))
    };
    let at = "/updateComponents/components/0/x/0";
    for (open, close) in [
        (r##"{"call":"f#","args":{"v":"##, "}}"),
        (r##"{"args":{"v":"##, r#"},"call":"f"}"#),
        (r##"{"functionCall":{"call":"f#","args":{"v":"##, "}}}"),
        (r##"{"functionCall":{"v":"##, "}}"),
    ] {
        apply(&[CREATE, &nested(5, open, close)]);
        let (rule, pointer) = refusal(&[CREATE, &nested(6, open, close)]);
        assert_eq!(
            (rule, pointer.starts_with(at)),
            ("call-depth", true),
            "{pointer}"
        );
    }
    // Sibling calls do not add up, and an object without `args` is not a call.
    let call = r#"{"call":"f","args":{}}"#;
    apply(&[
        CREATE,
        &update(&format!(
            r#"{{"id":"a","component":"Own","x":[{}]}}"#,
            [call; 9].join(",")
        )),
    ]);
    apply(&[CREATE, &nested(6, r#"{"call":"f","v":"#, "}")]);
}

#[test]
fn a_binding_with_an_invalid_path_is_refused() {
    let text = |value: &str| {
        update(&format!(
            r#"{{"id":"a","component":"Text","text":{value}}}"#
        ))
    };
    let at = "/updateComponents/components/0/text/path";
    assert_eq!(
        refusal(&[CREATE, &text(r#"{"path":"/a~2"}"#)]),
        is("data-path", at)
    );
    for fine in [
        r#"{"path":"a b/[0]/"}"#,
        r#"{"path":7}"#,
        r#"{"paths":"~"}"#,
        r#""~""#,
    ] {
        apply(&[CREATE, &text(fine)]);
    }
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"l","component":{"List":{"children":{"template":{"componentId":"m","dataBinding":"/~x"}}}}}]}}"#;
    let at = "/surfaceUpdate/components/0/component/List/children/template/dataBinding";
    assert_eq!(refusal(&[old]), is("data-path", at));
}

#[test]
fn deep_data_is_a_finding_and_its_message_is_accepted() {
    let data = |n: usize| {
        let (open, close) = ("[".repeat(n), "]".repeat(n));
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{open}{close}}}}}"#
        )
    };
    assert!(
        message(&data(49))
            .validate()
            .iter()
            .any(|finding| finding.rule == "json-depth")
    );
    apply(&[CREATE, &data(49)]);
    apply(&[CREATE, &data(125)]);
}
