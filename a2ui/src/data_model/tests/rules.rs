//! Tests of the rules of a data model, one by one, on one model.

use super::*;

const START: &str = r#"{"user":{"name":"Ada","age":36},"items":["a","b","c"],"none":null}"#;

fn start() -> DataModel {
    model(START)
}

fn text(model: &DataModel) -> String {
    model
        .to_payload()
        .map_or_else(|| "nothing".to_owned(), |payload| payload.text().to_owned())
}

fn read(path: &str) -> Option<String> {
    start().get(path).map(|payload| payload.text().to_owned())
}

/// Returns the model after writing 9 to the path, or the rule that refuses the write.
fn path_error(path: &str) -> Result<String, &'static str> {
    let mut model = start();
    model
        .set(path, payload("9"))
        .map_err(|error| error.rule())?;
    assert_eq!(model.get(path).unwrap().text(), "9", "{path}");
    Ok(text(&model))
}

/// Returns the initial model with one part replaced.
fn with(part: &str, instead: &str) -> Result<String, &'static str> {
    assert!(START.contains(part));
    Ok(START.replace(part, instead))
}

#[test]
fn a_model_is_absent_until_the_first_write_creates_an_object() {
    let mut model = DataModel::new();
    assert_eq!(
        (model.is_absent(), model.get("/"), model.get("/a")),
        (true, None, None)
    );
    model.set("/0", payload("1")).unwrap();
    assert_eq!(text(&model), r#"{"0":1}"#);
}

#[test]
fn the_empty_path_and_a_slash_are_the_whole_model() {
    assert_eq!(read("").as_deref(), Some(START));
    assert_eq!(read("/").as_deref(), Some(START));
}

#[test]
fn members_are_read_segment_by_segment() {
    assert_eq!(read("/user/name").as_deref(), Some("\"Ada\""));
    assert_eq!(read("user/name").as_deref(), Some("\"Ada\""));
}

#[test]
fn elements_are_read_by_index() {
    assert_eq!(read("/items/0").as_deref(), Some("\"a\""));
    assert_eq!(read("/items/2").as_deref(), Some("\"c\""));
}

#[test]
fn missing_values_are_absent() {
    assert_eq!(read("/user/size"), None);
    assert_eq!(read("/a/b/c"), None);
    assert_eq!(read("/user/name/x"), None);
}

#[test]
fn null_is_read_as_a_value_without_members() {
    assert_eq!(read("/none").as_deref(), Some("null"));
    assert_eq!(read("/none/x"), None);
}

#[test]
fn an_invalid_index_reads_as_absent() {
    for index in [
        "3",
        "99",
        "-1",
        "-",
        "x",
        "1.0",
        "+1",
        "18446744073709551616",
    ] {
        assert_eq!(read(&format!("/items/{index}")), None, "{index}");
    }
}

#[test]
fn an_index_with_leading_zeros_is_a_name() {
    assert_eq!(read("/items/01"), None);
    assert_eq!(read("/items/00"), None);
    assert_eq!(path_error("/items/01"), Err("not-an-index"));
}

#[test]
fn a_trailing_slash_is_ignored_by_reads_writes_and_removals() {
    assert_eq!(read("/user/name/").as_deref(), Some("\"Ada\""));
    assert_eq!(path_error("/user/name/"), with("\"Ada\"", "9"));
    let mut model = start();
    model.remove("/user/").unwrap();
    assert_eq!(model.get("/user"), None);
}

#[test]
fn a_write_replaces_an_existing_value() {
    assert_eq!(path_error("/user/name"), with("\"Ada\"", "9"));
    assert_eq!(path_error("/items"), with(r#"["a","b","c"]"#, "9"));
    assert_eq!(path_error("/none"), with("null", "9"));
}

#[test]
fn a_write_adds_a_member_after_the_others() {
    assert_eq!(path_error("/user/size"), with("36", r#"36,"size":9"#));
}

#[test]
fn a_write_creates_missing_objects() {
    assert_eq!(
        path_error("/a/b/c"),
        with(":null", r#":null,"a":{"b":{"c":9}}"#)
    );
}

#[test]
fn a_write_creates_a_list_if_the_next_segment_is_an_index() {
    assert_eq!(path_error("/a/0"), with(":null", r#":null,"a":[9]"#));
    assert_eq!(
        path_error("/a/b/0/c"),
        with(":null", r#":null,"a":{"b":[{"c":9}]}"#)
    );
    assert_eq!(path_error("/a/0/0"), with(":null", r#":null,"a":[[9]]"#));
}

#[test]
fn a_write_treats_null_as_missing() {
    assert_eq!(path_error("/none/x"), with("null", r#"{"x":9}"#));
    assert_eq!(path_error("/none/0"), with("null", "[9]"));
}

#[test]
fn a_write_replaces_an_element() {
    assert_eq!(path_error("/items/1"), with("\"b\"", "9"));
}

#[test]
fn a_write_to_the_length_of_a_list_appends() {
    assert_eq!(path_error("/items/3"), with("\"c\"", "\"c\",9"));
    assert_eq!(path_error("/items/3/x"), with("\"c\"", r#""c",{"x":9}"#));
}

#[test]
fn a_write_beyond_the_end_of_a_list_pads_it_with_null() {
    assert_eq!(path_error("/items/5"), with("\"c\"", "\"c\",null,null,9"));
    assert_eq!(
        path_error("/items/4/x"),
        with("\"c\"", r#""c",null,{"x":9}"#)
    );
    assert_eq!(path_error("/a/1"), with(":null", r#":null,"a":[null,9]"#));
    assert_eq!(path_error("/none/1"), with(":null", ":[null,9]"));
    assert_eq!(
        path_error("/a/2/1/b"),
        with(":null", r#":null,"a":[null,null,[null,{"b":9}]]"#)
    );
}

#[test]
fn a_write_through_a_string_number_or_boolean_is_refused() {
    assert_eq!(
        path_error("/user/name/first"),
        Err("write-through-primitive")
    );
    assert_eq!(path_error("/user/age/0"), Err("write-through-primitive"));
    assert_eq!(path_error("/items/0/x"), Err("write-through-primitive"));
}

#[test]
fn a_name_in_place_of_an_index_is_refused() {
    assert_eq!(path_error("/items/x"), Err("not-an-index"));
    assert_eq!(path_error("/items/x/y"), Err("not-an-index"));
    assert_eq!(path_error("/items/-"), Err("not-an-index"));
}

#[test]
fn a_refused_write_changes_nothing() {
    let mut model = start();
    for path in [
        "/user/name/first",
        "/items/x",
        "/items/-",
        "/items/01",
        "/items/10001",
        "/a/7/10001",
        "/~",
        "/__proto__/x",
    ] {
        assert!(model.set(path, payload("9")).is_err(), "{path}");
        assert_eq!(text(&model), START);
    }
}

#[test]
fn an_escaped_slash_belongs_to_the_name() {
    assert_eq!(path_error("/user/a~1b"), with("36", r#"36,"a/b":9"#));
}

#[test]
fn an_escaped_tilde_belongs_to_the_name() {
    assert_eq!(path_error("/user/a~0b"), with("36", r#"36,"a~b":9"#));
    assert_eq!(path_error("/user/a~0b~1c"), with("36", r#"36,"a~b/c":9"#));
}

#[test]
fn an_escaped_slash_does_not_split_a_path() {
    assert_eq!(path_error("/user/a~01b"), with("36", r#"36,"a~1b":9"#));
}

#[test]
fn a_tilde_that_escapes_nothing_is_refused() {
    assert_eq!(path_error("/user/a~2"), Err("data-path"));
    assert_eq!(path_error("/user/a~"), Err("data-path"));
    assert_eq!(read("/user/a~"), None);
}

#[test]
fn spaces_and_brackets_belong_to_a_name() {
    assert_eq!(path_error("/a b[0]"), with(":null", r#":null,"a b[0]":9"#));
}

#[test]
fn replacing_the_root_replaces_everything() {
    for path in ["", "/"] {
        let mut model = start();
        model.set(path, payload(r#"{"new":1.0}"#)).unwrap();
        assert_eq!(text(&model), r#"{"new":1.0}"#);
    }
}

#[test]
fn a_write_to_the_root_accepts_any_value() {
    for value in ["null", "1.50", "\"x\"", "[1]"] {
        let mut model = start();
        model.set("", payload(value)).unwrap();
        assert_eq!(text(&model), value);
    }
}

#[test]
fn removing_a_member_leaves_the_others() {
    let mut model = start();
    model.remove("/user/name").unwrap();
    assert_eq!(model.get("/user").unwrap().text(), r#"{"age":36}"#);
}

#[test]
fn removing_a_missing_value_has_no_effect() {
    let mut model = start();
    for path in [
        "/a/b/c",
        "/user/size",
        "/items/9",
        "/items/x",
        "/none/x",
        "/user/name/x",
    ] {
        model.remove(path).unwrap();
    }
    assert_eq!(text(&model), START);
}

#[test]
fn removing_an_element_keeps_the_indices_of_the_others() {
    let mut model = start();
    model.remove("/items/1").unwrap();
    assert_eq!(model.get("/items").unwrap().text(), r#"["a",null,"c"]"#);
}

#[test]
fn a_removal_shifts_elements_if_the_options_ask_for_it() {
    let mut model = DataModel::with_options(DataModelOptions::new().removal(Removal::Shift));
    model.set("", payload(START)).unwrap();
    model.remove("/items/0").unwrap();
    assert_eq!(model.get("/items").unwrap().text(), r#"["b","c"]"#);
}

#[test]
fn padding_is_refused_if_the_options_forbid_it() {
    let mut model = DataModel::with_options(DataModelOptions::new().beyond_end(BeyondEnd::Refuse));
    model.set("", payload(START)).unwrap();
    for path in ["/items/4", "/items/4/x", "/a/1", "/none/1", "/items/10001"] {
        let error = model.set(path, payload("9")).unwrap_err();
        assert_eq!(error.rule(), "index-gap", "{path}");
        assert_eq!(text(&model), START);
    }
    let error = model.set("/items/4", payload("9")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "index 4 is too high for `/items`, which has 3 elements: the highest allowed index is 3"
    );
    assert_eq!(error.hint(), "write to index 3 or lower");
    model.set("/items/3", payload("9")).unwrap();
}

#[test]
fn a_list_is_padded_up_to_index_ten_thousand() {
    let mut model = start();
    model.set("/far/10000", payload("9")).unwrap();
    assert_eq!(model.get("/far/10000").unwrap().text(), "9");
    // A list that is longer already grows by one element at a time.
    model.set("/far/10001", payload("9")).unwrap();
    for (path, max) in [
        ("/far/10003", 10_002),
        ("/items/10001", 10_000),
        ("/far2/10001", 10_000),
        ("/items/99999999999999999999", 10_000),
        // One write adds at most that many nulls, at any depth.
        ("/a/9999/2", 1),
        ("/items/10000/b/4", 3),
    ] {
        let error = model.set(path, payload("9")).unwrap_err();
        assert_eq!(error.rule(), "index-gap", "{path}");
        assert_eq!(
            error.hint(),
            format!("write to index {max} or lower"),
            "{path}"
        );
    }
    model.set("/a/9999/1", payload("9")).unwrap();
    model.set("/items/10000/b/3", payload("9")).unwrap();
}

#[test]
fn the_options_limit_the_depth_of_a_model() {
    let mut model = DataModel::with_options(DataModelOptions::new().max_depth(3));
    model.set("/a/b/c", payload("1")).unwrap();
    model.set("/a/b", payload("{}")).unwrap();
    for (path, value) in [("/a/b/c", "[]"), ("/a/b/c/d", "1"), ("", "[[[[]]]]")] {
        let error = model.set(path, payload(value)).unwrap_err();
        assert_eq!(
            (error.rule(), error.hint().as_str()),
            ("depth", "reduce the nesting to at most 3 levels")
        );
    }
    assert_eq!(
        DataModelOptions::new().max_depth(1000).max_depth,
        MAX_DATA_DEPTH
    );
}

#[test]
fn a_write_that_exceeds_the_node_budget_is_refused() {
    let mut model = DataModel::with_options(DataModelOptions::new().budget(5));
    model.set("/list", payload("[1,2,3,4,5,6]")).unwrap();
    assert_eq!(
        model.set("/list/0", payload("9")).unwrap_err().rule(),
        "limit"
    );
    assert_eq!(model.get("/list/0").unwrap().text(), "1");
}

#[test]
fn models_with_equal_values_are_equal_despite_other_options() {
    let mut other = DataModel::with_options(DataModelOptions::new().removal(Removal::Shift));
    other
        .set(
            "",
            payload(r#"{"none":null,"items":["a","b","c"],"user":{"age":36,"name":"Ada"}}"#),
        )
        .unwrap();
    assert_eq!(start(), other);
}
