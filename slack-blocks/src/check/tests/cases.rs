//! Values that break a rule, with their findings.

use super::{findings, rules};
use crate::{
    AppSurface, BlockMessage, InteractionEvent, SlackMessage, ValidateOn, View, ViewResponse,
};
use wire::{Fix, Severity, Validate};

/// Asserts the findings about a value.
#[track_caller]
fn expect(name: &str, json: &str, expected: &[(&str, &str)]) {
    let found = findings(name, json, None);
    assert_eq!(rules(&found), expected, "{json}: {found:#?}");
    for finding in &found {
        assert!(
            !finding.hint.is_empty() && !finding.message.ends_with('.'),
            "{finding:?}"
        );
    }
}

#[test]
fn unknown_members_and_types_have_a_fix() {
    let json = r#"{"type":"section","txet":{"type":"plain_text","text":"a"},"fields":[{"type":"mrkdwm","text":"a"}]}"#;
    let found = findings("SectionBlock", json, None);
    let fixes: Vec<_> = found.iter().map(|finding| finding.fix.clone()).collect();
    let expected = [
        Some(Fix::Rename("text".to_owned())),
        Some(Fix::string("mrkdwn")),
    ];
    assert_eq!(fixes, expected, "{found:#?}");
    // A composition object other than a text has no type.
    let option = r#"{"type":"option","text":{"type":"plain_text","text":"a"},"value":"a"}"#;
    let found = findings("SlackOption", option, None);
    assert_eq!(rules(&found), [("slack-blocks/unknown-member", "/type")]);
    assert_eq!(found[0].fix, Some(Fix::Remove));
}

#[test]
fn values_of_other_types_are_reported_at_their_place() {
    expect(
        "HeaderBlock",
        r#"{"type":"header","text":"Trip"}"#,
        &[("slack-blocks/type", "/text")],
    );
    expect(
        "InputBlock",
        r#"{"type":"input","label":{"type":"plain_text","text":"a"},"element":{"type":"plain_text_input","multiline":"yes"},"optional":1}"#,
        &[
            ("slack-blocks/type", "/element/multiline"),
            ("slack-blocks/type", "/optional"),
        ],
    );
    expect(
        "ContextBlock",
        r#"{"type":"context","elements":{}}"#,
        &[("slack-blocks/type", "/elements")],
    );
    expect(
        "SectionBlock",
        r#"{"type":"section","text":{"type":"mrkdwn","text":"a"},"accessory":null}"#,
        &[("slack-blocks/type", "/accessory")],
    );
    expect(
        "HeaderBlock",
        r#"{"type":"header","text":null}"#,
        &[("slack-blocks/missing", "/text")],
    );
    expect(
        "SectionBlock",
        r#"{"type":"section","text":{"text":"a"}}"#,
        &[("slack-blocks/missing", "/text/type")],
    );
}

#[test]
fn objects_have_one_of_several_members() {
    for (name, json, at) in [
        ("SectionBlock", r#"{"type":"section"}"#, ""),
        ("ImageBlock", r#"{"type":"image","alt_text":"a"}"#, ""),
        (
            "ImageElement",
            r#"{"type":"image","alt_text":"a","image_url":"https://a.b","slack_file":{"id":"F1"}}"#,
            "/slack_file",
        ),
        ("SlackFile", r#"{}"#, ""),
        ("SlackFile", r#"{"id":"F1","url":"https://a.b"}"#, "/url"),
        ("StaticSelect", r#"{"type":"static_select"}"#, ""),
        (
            "CardBlock",
            r#"{"type":"card","subtext":{"type":"mrkdwn","text":"a"}}"#,
            "",
        ),
        (
            "CardBlock",
            r#"{"type":"card","title":{"type":"mrkdwn","text":"a"},"icon":{"type":"image","image_url":"https://a.b","alt_text":""},"slack_icon":{"type":"icon","name":"bot"}}"#,
            "/slack_icon",
        ),
        (
            "ContainerBlock",
            r#"{"type":"container","child_blocks":[{"type":"divider"}]}"#,
            "",
        ),
        (
            "ContainerBlock",
            r#"{"type":"container","title":{"type":"plain_text","text":"a"},"child_blocks":[{"type":"divider"}],"default_collapsed":true}"#,
            "/default_collapsed",
        ),
        (
            "ContainerBlock",
            r#"{"type":"container","title":{"type":"plain_text","text":"a"},"child_blocks":[{"type":"divider"}],"is_collapsible":true,"has_header_divider":true}"#,
            "/has_header_divider",
        ),
    ] {
        expect(name, json, &[("slack-blocks/one-of", at)]);
    }
}

#[test]
fn blocks_and_elements_have_their_places() {
    let input =
        r#"{"type":"actions","elements":[{"type":"number_input","is_decimal_allowed":true}]}"#;
    expect("Block", input, &[("slack-blocks/place", "/elements/0")]);
    let button = r#"{"type":"input","label":{"type":"plain_text","text":"a"},"element":{"type":"button","text":{"type":"plain_text","text":"a"}}}"#;
    expect("Block", button, &[("slack-blocks/place", "/element")]);
    let alert =
        r#"{"text":"a","blocks":[{"type":"alert","text":{"type":"plain_text","text":"a"}}]}"#;
    expect(
        "BlockMessage",
        alert,
        &[("slack-blocks/place", "/blocks/0")],
    );
    let markdown = r#"{"type":"home","blocks":[{"type":"markdown","text":"a"}]}"#;
    expect("View", markdown, &[("slack-blocks/place", "/blocks/0")]);
    let option = r#"{"type":"radio_buttons","options":[{"text":{"type":"plain_text","text":"a"},"value":"a","url":"https://a.b"}]}"#;
    expect(
        "BlockElement",
        option,
        &[("slack-blocks/place", "/options/0/url")],
    );
    let markup = r#"{"type":"overflow","options":[{"text":{"type":"mrkdwn","text":"a"},"value":"a","url":"https://a.b"}]}"#;
    expect(
        "BlockElement",
        markup,
        &[("slack-blocks/markup", "/options/0/text/type")],
    );
    let response =
        r#"{"response_action":"push","view":{"type":"home","blocks":[{"type":"divider"}]}}"#;
    expect("ViewResponse", response, &[("slack-blocks/place", "/view")]);
}

#[test]
fn layouts_nest_two_levels() {
    let container = |block: &str| {
        format!(
            r#"{{"type":"container","title":{{"type":"plain_text","text":"a"}},"child_blocks":[{block}]}}"#
        )
    };
    let two = container(&container(r#"{"type":"divider"}"#));
    expect("Block", &two, &[]);
    expect(
        "Block",
        &container(&two),
        &[("slack-blocks/place", "/child_blocks/0/child_blocks/0")],
    );
    let item = |kind: &str, width: &str| match kind {
        "divider" => r#"{"block":{"type":"divider"}}"#.to_owned(),
        _ => format!(
            r#"{{"block":{{"type":"data_visualization","title":"a","chart":{{"type":"pie","segments":[{{"label":"a","value":1}}]}}}},"width":"{width}"}}"#
        ),
    };
    let row = |items: [String; 2]| format!(r#"{{"items":[{},{}]}}"#, items[0], items[1]);
    expect(
        "LayoutRow",
        &row([item("chart", "wide"), item("divider", "")]),
        &[],
    );
    let equal = row([item("divider", ""), item("chart", "standard")]);
    expect("LayoutRow", &equal, &[("slack-blocks/place", "/items/1")]);
    let two = row([item("chart", "narrow"), item("chart", "wide")]);
    expect("LayoutRow", &two, &[("slack-blocks/place", "/items")]);
    let fallback = r#"{"type":"layout","label":{"type":"plain_text","text":"a"},"rows":[{"items":[{"block":{"type":"divider"}}]}],"fallback":[{"type":"card","title":{"type":"mrkdwn","text":"a"}}]}"#;
    expect(
        "LayoutBlock",
        fallback,
        &[("slack-blocks/place", "/fallback/0")],
    );
}

#[test]
fn ids_are_unique_where_slack_compares_them() {
    let button = r#"{"type":"button","text":{"type":"plain_text","text":"a"},"action_id":"a"}"#;
    let block =
        |id: &str| format!(r#"{{"type":"actions","block_id":"{id}","elements":[{button}]}}"#);
    let message = |one: &str, other: &str| {
        format!(
            r#"{{"text":"a","blocks":[{},{}]}}"#,
            block(one),
            block(other)
        )
    };
    // Elements of different blocks may have the same id.
    expect("BlockMessage", &message("a", "b"), &[]);
    expect(
        "BlockMessage",
        &message("a", "a"),
        &[("slack-blocks/id", "/blocks/1/block_id")],
    );
    let twice = format!(r#"{{"type":"actions","elements":[{button},{button}]}}"#);
    expect(
        "ActionsBlock",
        &twice,
        &[("slack-blocks/id", "/elements/1/action_id")],
    );
    let plan = r#"{"type":"plan","title":"a","tasks":[{"task_id":"t","title":"a"},{"task_id":"t","title":"b"}]}"#;
    expect(
        "PlanBlock",
        plan,
        &[("slack-blocks/id", "/tasks/1/task_id")],
    );
    expect(
        "AxisConfig",
        r#"{"categories":["a","b","a"]}"#,
        &[("slack-blocks/id", "/categories/2")],
    );
}

#[test]
fn one_element_has_the_focus() {
    let input = |focus: &str| {
        format!(
            r#"{{"type":"input","label":{{"type":"plain_text","text":"a"}},"element":{{"type":"plain_text_input","focus_on_load":{focus}}}}}"#
        )
    };
    let message = |one: &str, other: &str| {
        format!(
            r#"{{"text":"a","blocks":[{},{}]}}"#,
            input(one),
            input(other)
        )
    };
    expect("BlockMessage", &message("true", "false"), &[]);
    let at = "/blocks/1/element/focus_on_load";
    expect(
        "BlockMessage",
        &message("true", "true"),
        &[("slack-blocks/focus", at)],
    );
}

#[test]
fn initial_options_repeat_an_option() {
    let option = |text: &str, value: &str| {
        format!(r#"{{"text":{{"type":"plain_text","text":"{text}"}},"value":"{value}"}}"#)
    };
    let select = |initial: &str| {
        format!(
            r#"{{"type":"static_select","options":[{},{}],"initial_option":{initial}}}"#,
            option("Red", "r"),
            option("Blue", "b")
        )
    };
    expect("StaticSelect", &select(&option("Blue", "b")), &[]);
    for wrong in [option("Green", "g"), option("Rot", "r")] {
        expect(
            "StaticSelect",
            &select(&wrong),
            &[("slack-blocks/initial-option", "/initial_option")],
        );
    }
    let found = findings("StaticSelect", &select(&option("Rot", "r")), None);
    assert!(found[0].message.contains("another text"), "{found:?}");
    let boxes = format!(
        r#"{{"type":"checkboxes","options":[{}],"initial_options":[{},{}]}}"#,
        option("Red", "r"),
        option("Red", "r"),
        option("Blue", "b")
    );
    expect(
        "Checkboxes",
        &boxes,
        &[("slack-blocks/initial-option", "/initial_options/1")],
    );
    let groups = format!(
        r#"{{"type":"multi_static_select","option_groups":[{{"label":{{"type":"plain_text","text":"a"}},"options":[{}]}}],"initial_options":[{}]}}"#,
        option("Red", "r"),
        option("Red", "r")
    );
    expect("MultiStaticSelect", &groups, &[]);
}

#[test]
fn dialogs_with_inputs_have_a_button() {
    let view = |submit: &str| {
        format!(
            r#"{{"type":"modal","title":{{"type":"plain_text","text":"a"}},"blocks":[{{"type":"input","label":{{"type":"plain_text","text":"a"}},"element":{{"type":"datepicker"}}}}]{submit}}}"#
        )
    };
    expect(
        "ModalView",
        &view(""),
        &[("slack-blocks/submit", "/submit")],
    );
    expect(
        "ModalView",
        &view(r#","submit":{"type":"plain_text","text":"Send"}"#),
        &[],
    );
}

#[test]
fn bounds_admit_a_value() {
    let number =
        |members: &str| format!(r#"{{"type":"number_input","is_decimal_allowed":false{members}}}"#);
    for (members, expected) in [
        (
            r#","min_value":"1","max_value":"1","initial_value":"1""#,
            None,
        ),
        (r#","min_value":"2","max_value":"1""#, Some("/min_value")),
        (r#","min_value":"10","max_value":"9""#, Some("/min_value")),
        (
            r#","min_value":"2","initial_value":"1""#,
            Some("/initial_value"),
        ),
        (
            r#","max_value":"2","initial_value":"3""#,
            Some("/initial_value"),
        ),
        (r#","max_value":"2.5""#, Some("/max_value")),
        (r#","max_value":"2.0""#, None),
    ] {
        let expected: Vec<_> = expected
            .iter()
            .map(|at| ("slack-blocks/range", *at))
            .collect();
        expect("NumberElement", &number(members), &expected);
    }
    let input = r#"{"type":"plain_text_input","min_length":5,"max_length":4}"#;
    expect(
        "PlainTextInput",
        input,
        &[("slack-blocks/range", "/min_length")],
    );
    let input = r#"{"type":"rich_text_input","min_lines":5,"max_lines":4}"#;
    expect(
        "RichTextInput",
        input,
        &[("slack-blocks/range", "/min_lines")],
    );
}

#[test]
fn tables_are_rectangles() {
    let table = |rows: &str, rest: &str| format!(r#"{{"type":"table","rows":{rows}{rest}}}"#);
    let cell = r#"{"type":"raw_text","text":"a"}"#;
    let one = format!("[{cell}]");
    let two = format!("[{cell},{cell}]");
    expect(
        "TableBlock",
        &table(&format!("[{one},{two}]"), ""),
        &[("slack-blocks/table", "/rows/1")],
    );
    expect(
        "TableBlock",
        &table(&format!("[{two}]"), r#","column_settings":[{}]"#),
        &[("slack-blocks/table", "/column_settings")],
    );
    expect(
        "TableBlock",
        &table("[[]]", ""),
        &[("slack-blocks/empty", "/rows/0")],
    );
    let wide = format!("[[{}]]", vec![cell; 21].join(","));
    expect(
        "TableBlock",
        &table(&wide, ""),
        &[("slack-blocks/limit", "/rows/0")],
    );
    let data = |rows: &str, rest: &str| {
        format!(r#"{{"type":"data_table","caption":"a","rows":{rows}{rest}}}"#)
    };
    let empty = r#"[{"type":"raw_text","text":""}]"#;
    expect(
        "DataTableBlock",
        &data(&format!("[{one},{empty}]"), ""),
        &[("slack-blocks/empty", "/rows/1/0/text")],
    );
    let button = r#"[{"type":"button","text":{"type":"plain_text","text":"a"}}]"#;
    expect(
        "DataTableBlock",
        &data(&format!("[{button},{one}]"), ""),
        &[("slack-blocks/table", "/rows/0/0")],
    );
    let index = data(&format!("[{one},{one}]"), r#","row_header_column_index":1"#);
    expect(
        "DataTableBlock",
        &index,
        &[("slack-blocks/table", "/row_header_column_index")],
    );
    let pie = r#"{"type":"pie","segments":[{"label":"a","value":0}]}"#;
    expect(
        "PieChart",
        pie,
        &[("slack-blocks/limit", "/segments/0/value")],
    );
}

#[test]
fn series_have_a_value_for_each_category() {
    let chart = |one: &str, other: &str| {
        let series = |name: &str, label: &str| {
            format!(r#"{{"name":"{name}","data":[{{"label":"{label}","value":1}}]}}"#)
        };
        format!(
            r#"{{"type":"line","series":[{},{}],"axis_config":{{"categories":["x"]}}}}"#,
            series("a", "x"),
            series(one, other)
        )
    };
    expect("Chart", &chart("b", "x"), &[]);
    expect(
        "Chart",
        &chart("a", "x"),
        &[("slack-blocks/id", "/series/1/name")],
    );
    expect(
        "Chart",
        &chart("b", "y"),
        &[("slack-blocks/table", "/series/1/data")],
    );
}

#[test]
fn styles_are_known_and_boolean() {
    let text = |style: &str| format!(r#"{{"type":"text","text":"a","style":{style}}}"#);
    expect("RichText", &text(r#"{"bold":true,"code":false}"#), &[]);
    expect(
        "RichText",
        &text(r#"{"bold":"yes"}"#),
        &[("slack-blocks/type", "/style/bold")],
    );
    expect(
        "RichText",
        &text(r#"{"blink":true}"#),
        &[("slack-blocks/unknown-member", "/style/blink")],
    );
    expect(
        "RichText",
        &text(r#""bold""#),
        &[("slack-blocks/type", "/style")],
    );
    let button =
        r#"{"type":"button","text":{"type":"plain_text","text":"a"},"agent_prompt_display":"a"}"#;
    expect(
        "ButtonElement",
        button,
        &[("slack-blocks/missing", "/agent_prompt")],
    );
}

#[test]
fn messages_have_at_most_two_charts() {
    let chart = r#"{"type":"data_visualization","title":"a","chart":{"type":"pie","segments":[{"label":"a","value":1}]}}"#;
    let message = |count: usize| {
        format!(
            r#"{{"text":"a","blocks":[{}]}}"#,
            vec![chart; count].join(",")
        )
    };
    expect("BlockMessage", &message(2), &[]);
    expect(
        "BlockMessage",
        &message(4),
        &[("slack-blocks/limit", "/blocks/2")],
    );
}

#[test]
fn mentions_of_many_users_are_warnings() {
    for (text, is_mention) in [
        ("<!channel> now", true),
        ("now <!here|here>", true),
        ("<!everyone>", true),
        ("&lt;!channel&gt;", false),
        ("<!subteam^S1>", false),
        ("<!channels>", false),
        ("<@U1>", false),
    ] {
        let json = format!(r#"{{"type":"mrkdwn","text":"{text}"}}"#);
        let found = findings("TextObject", &json, None);
        assert_eq!(!found.is_empty(), is_mention, "{text}");
        assert!(
            found
                .iter()
                .all(|finding| finding.severity == Severity::Warning)
        );
        let message = format!(r#"{{"text":"{text}"}}"#);
        assert_eq!(
            !findings("BlockMessage", &message, None).is_empty(),
            is_mention
        );
        // A plain text has no mentions.
        let plain = format!(r#"{{"text":"{text}","mrkdwn":false}}"#);
        expect("BlockMessage", &plain, &[]);
    }
}

#[test]
fn notifications_need_a_text() {
    for (json, expected) in [
        (
            r#"{"blocks":[{"type":"divider"}]}"#,
            Some(("slack-blocks/notification", "/text")),
        ),
        (
            r#"{"text":" ","blocks":[{"type":"divider"}]}"#,
            Some(("slack-blocks/notification", "/text")),
        ),
        (r#"{"text":"a","blocks":[]}"#, None),
        (r#"{"delete_original":true}"#, None),
        (
            r#"{"replace_original":true}"#,
            Some(("slack-blocks/one-of", "")),
        ),
    ] {
        let expected: Vec<_> = expected.into_iter().collect();
        expect("BlockMessage", json, &expected);
    }
}

#[test]
fn blank_texts_are_warnings() {
    let found = findings("PlainText", r#"{"type":"plain_text","text":" \n"}"#, None);
    assert_eq!(rules(&found), [("slack-blocks/empty", "/text")]);
    assert_eq!(found[0].severity, Severity::Warning);
}

#[test]
fn the_named_surface_is_expected() {
    let message: BlockMessage = wire::decode(r#"{"text":"a"}"#).unwrap();
    assert!(message.validate_on(AppSurface::Message).is_empty());
    assert_eq!(
        rules(&message.validate_on(AppSurface::Modal)),
        [("slack-blocks/place", "")]
    );
    let home: View = wire::decode(r#"{"type":"home","blocks":[{"type":"divider"}]}"#).unwrap();
    assert!(home.validate_on(AppSurface::Home).is_empty());
    assert_eq!(
        rules(&home.validate_on(AppSurface::Modal)),
        [("slack-blocks/place", "")]
    );
}

#[test]
fn blocks_alone_take_the_named_surface() {
    let blocks: BlockMessage = wire::decode(r#"{"blocks":[{"type":"divider"}]}"#).unwrap();
    assert!(blocks.validate_on(AppSurface::Modal).is_empty());
    let notification = [("slack-blocks/notification", "/text")];
    assert_eq!(
        rules(&blocks.validate_on(AppSurface::Message)),
        notification
    );
    assert_eq!(rules(&blocks.validate()), notification);
    let alert = r#"{"blocks":[{"type":"alert","text":{"type":"plain_text","text":"a"}}]}"#;
    let alert: BlockMessage = wire::decode(alert).unwrap();
    assert!(alert.validate_on(AppSurface::Modal).is_empty());
    assert_eq!(
        rules(&alert.validate_on(AppSurface::Home)),
        [("slack-blocks/place", "/blocks/0")]
    );
}

#[test]
fn errors_of_an_answer_are_not_empty() {
    let response: ViewResponse =
        wire::decode(r#"{"response_action":"errors","errors":{}}"#).unwrap();
    assert_eq!(
        rules(&response.validate()),
        [("slack-blocks/empty", "/errors")]
    );
}

#[test]
fn events_and_views_of_slack_may_have_more_members() {
    let view = r#"{"type":"modal","id":"V1","state":{"values":{}},"new_member":1,"blocks":[{"type":"new_block"}]}"#;
    for event in [
        r#"{"type":"block_actions","actions":[{"type":"button","action_id":"a","block_id":"b","new":1}],"new":1}"#.to_owned(),
        format!(r#"{{"type":"view_submission","view":{view}}}"#),
        format!(r#"{{"type":"view_closed","view":{view}}}"#),
        view.to_owned(),
        r#"{"type":"message","bot_id":"B1","blocks":[{"type":"new_block"}]}"#.to_owned(),
    ] {
        let message: SlackMessage = wire::decode(&event).unwrap();
        assert_eq!(message.validate(), [], "{event}");
    }
    for (event, at) in [
        (r#"{"type":"block_actions","actions":[]}"#, "/actions"),
        (r#"{"type":"view_submission"}"#, "/view"),
    ] {
        let event: InteractionEvent = wire::decode(event).unwrap();
        assert_eq!(rules(&event.validate()), [("slack-blocks/event", at)]);
    }
}
