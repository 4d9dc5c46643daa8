use super::*;
use crate::{
    Dialect,
    blocks::{BlockActionError, event_of_action},
};
use a2ui::{
    expression::Host,
    resolved::{NodeKey, ResolvedNode, ResolvedSurface, SubmittedValue},
    surface::{ClientAction, Surfaces},
};

/// The versions and notations that the writer has.
const DIALECTS: [Dialect; 7] = [
    Dialect::A2ui0_9,
    Dialect::A2ui0_9_1,
    Dialect::A2ui0_10,
    Dialect::A2ui1_0June,
    Dialect::A2ui1_0Aug,
    Dialect::A2ui1_0Sep,
    Dialect::A2ui1_0,
];

fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

fn value(payload: &Payload) -> serde_json::Value {
    serde_json::from_str(payload.text()).unwrap()
}

fn message(blocks: &str) -> BlockMessage {
    wire::decode(&format!(r#"{{"text":"Hi","blocks":[{blocks}]}}"#)).unwrap()
}

fn modal(blocks: &str) -> View {
    let view = format!(
        r#"{{"type":"modal","callback_id":"lunch","private_metadata":"m","title":{{"type":"plain_text","text":"Lunch"}},
        "submit":{{"type":"plain_text","text":"Order"}},"close":{{"type":"plain_text","text":"Not now"}},"blocks":[{blocks}]}}"#
    );
    wire::decode(&view).unwrap()
}

/// Returns the surface of blocks in 0.9 with its notes. In every version, the surface applies, resolves and has no
/// findings.
fn surface(source: BlockSource<'_>) -> (Surfaces, ResolvedSurface, Vec<PartNote>) {
    let mut first = None;
    for dialect in DIALECTS {
        let target = SurfaceTarget::of(dialect).unwrap();
        let (messages, notes) = surface_in(source, "s", target).unwrap();
        let mut surfaces = Surfaces::new();
        for message in &messages {
            surfaces.apply(message).unwrap();
            assert_no_findings(message, dialect);
        }
        let surface = surfaces.get("s").unwrap();
        let resolved = surface.resolve(&Host::new()).unwrap();
        assert_eq!(resolved.failures, [], "{dialect}");
        assert_eq!(wire::Validate::validate(surface), [], "{dialect}");
        assert!(
            resolved.nodes.iter().all(|node| node.component.is_some()),
            "{dialect}"
        );
        first.get_or_insert((surfaces, resolved, notes));
    }
    first.unwrap()
}

#[cfg(feature = "catalog")]
fn assert_no_findings(message: &Message, dialect: Dialect) {
    use a2ui::{
        Notation,
        catalog::{Catalog, basic},
    };
    let notation = match dialect {
        Dialect::A2ui1_0Sep => Notation::AtValues,
        Dialect::A2ui1_0 => Notation::At,
        _ => Notation::Plain,
    };
    let mut found = basic(message.version(), notation).check_message(message);
    found.extend(wire::Validate::validate(message));
    // A text with an expression is shown as it is, as intended.
    found.retain(|finding| finding.rule != "template-as-text");
    assert!(
        found.is_empty(),
        "{dialect}: {found:?}\n{}",
        wire::encode(message).unwrap()
    );
}

#[cfg(not(feature = "catalog"))]
fn assert_no_findings(_: &Message, _: Dialect) {}

/// Returns a node with its text and its children, as in `Row(Text"a" Divider)`.
fn outline(surface: &ResolvedSurface, node: &ResolvedNode) -> String {
    let mut text = node.component.clone().unwrap_or_default();
    for property in ["text", "label", "url", "name"] {
        if let Some(found) = node.text(property) {
            text += &format!("{found:?}");
        }
    }
    let children: Vec<String> = surface
        .children(node)
        .map(|child| outline(surface, child))
        .collect();
    if !children.is_empty() {
        text += &format!("({})", children.join(" "));
    }
    text
}

fn shown(surface: &ResolvedSurface) -> String {
    outline(surface, surface.root().unwrap())
}

/// Returns what a message with one block shows, and the remarks of its notes.
fn shown_block(block: &str) -> (String, Vec<String>) {
    let message = message(block);
    let (_, resolved, notes) = surface(BlockSource::Message(&message));
    let notes = notes.iter().filter(|note| note.at.as_str() != "/text");
    let notes = notes
        .map(|note| format!("{} {}", note.at, note.verdict))
        .collect();
    let outline = shown(&resolved);
    let inner = outline
        .strip_prefix("Column(")
        .and_then(|text| text.strip_suffix(')'));
    (inner.unwrap_or(&outline).to_owned(), notes)
}

/// Returns the event of an action after these entries. Entries are by component id.
fn event(
    surfaces: &mut Surfaces,
    button: &str,
    entries: &[(&str, &str)],
) -> Result<serde_json::Value, BlockActionError> {
    let entries = entries
        .iter()
        .map(|(key, text)| (NodeKey::from(*key), SubmittedValue::Json(json(text))));
    let sent = surfaces.submit(
        "s",
        &NodeKey::from(button),
        &entries.collect(),
        &Host::new(),
    );
    let ClientAction::Event(event) = sent.unwrap() else {
        panic!("{button} sends no event");
    };
    let event = event_of_action(&action(&event.name, &event.context))?;
    Ok(value(&Payload::encode(&event).unwrap()))
}

/// Returns the context of a button with an entered value of the only input, without its checks.
fn context_of(resolved: &ResolvedSurface, button: &str, entered: &str) -> Payload {
    let button = resolved.action(&NodeKey::from(button)).unwrap();
    let a2ui::resolved::DeclaredAction::Event { context, .. } = &button.action else {
        panic!("the button sends no event");
    };
    let reference = context.member("slackBlocks").unwrap();
    let text = reference.text();
    json(&format!(
        r#"{{"state":{{"b":{{"a":{entered}}}}},"slackBlocks":{text}}}"#
    ))
}

/// Returns an action with this event and context.
fn action(name: &str, context: &Payload) -> Message {
    let text = format!(
        r#"{{"version":"v0.9","action":{{"name":"{name}","surfaceId":"s","sourceComponentId":"c","timestamp":"2026-12-01T00:00:00.5Z","context":{}}}}}"#,
        context.text()
    );
    Message::read(&text).unwrap()
}

#[test]
fn text_blocks_become_texts() {
    for (block, expected, notes) in [
        (
            r#"{"type":"header","text":{"type":"plain_text","text":"A *b* :tada:"}}"#,
            "Text\"A \\\\*b\\\\* 🎉\"",
            0,
        ),
        (
            r#"{"type":"header","level":1,"text":{"type":"plain_text","text":" "}}"#,
            "Text\"Hi\"",
            0,
        ),
        (r#"{"type":"divider"}"#, "Divider", 0),
        (
            r#"{"type":"section","text":{"type":"mrkdwn","text":"*a* <@U1>"}}"#,
            "Text\"**a** @U1\"",
            1,
        ),
        (
            r#"{"type":"section","text":{"type":"plain_text","text":"*a* :x:","emoji":false}}"#,
            "Text\"\\\\*a\\\\* :x:\"",
            0,
        ),
        (
            r#"{"type":"section","text":{"type":"mrkdwn","text":"<https://a.test|Open>"}}"#,
            "Button(Text\"Open\")",
            0,
        ),
        (
            r#"{"type":"section","text":{"type":"mrkdwn","text":"t"},"fields":[{"type":"mrkdwn","text":"*a*"},{"type":"plain_text","text":"b"},{"type":"plain_text","text":"c"}]}"#,
            "Column(Text\"t\" Row(Text\"**a**\" Text\"b\") Row(Text\"c\"))",
            0,
        ),
        (
            r#"{"type":"section","text":{"type":"mrkdwn","text":"t"},"accessory":{"type":"image","image_url":"https://a.test/i.png","alt_text":"i"}}"#,
            "Row(Text\"t\" Image\"https://a.test/i.png\")",
            0,
        ),
        (
            r#"{"type":"markdown","text":"1. **a**\n\n| x |\n|---|\n| y |"}"#,
            "Text\"1. **a**\\n\\n| x |\\n|---|\\n| y |\"",
            0,
        ),
        (
            r#"{"type":"markdown","text":"[a](https://a.test) [b](javascript:x)"}"#,
            "Text\"a (https://a.test) b\"",
            1,
        ),
        (
            r#"{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"a","style":{"bold":true}}]}]}"#,
            "Text\"**a**\"",
            0,
        ),
        (
            r#"{"type":"context","elements":[{"type":"image","image_url":"https://a.test/i.png","alt_text":"i"},{"type":"mrkdwn","text":"_a_"},{"type":"new"}]}"#,
            "Row(Image\"https://a.test/i.png\" Text\"*a*\")",
            1,
        ),
        (
            r#"{"type":"context","elements":[{"type":"plain_text","text":"a"}]}"#,
            "Text\"a\"",
            0,
        ),
        (
            r#"{"type":"file","external_id":"f_1","source":"remote"}"#,
            "Text\"f_1\"",
            1,
        ),
        (
            r#"{"type":"alert","level":"error","text":{"type":"mrkdwn","text":"No"}}"#,
            "Card(Row(Icon\"error\" Text\"No\"))",
            0,
        ),
        (
            r#"{"type":"image","image_url":"https://a.test/ä.png","alt_text":"i","title":{"type":"plain_text","text":"T"}}"#,
            "Column(Text\"T\" Image\"https://a.test/%C3%A4.png\")",
            0,
        ),
        (
            r#"{"type":"image","image_url":"data:image/png;base64,x","alt_text":"i"}"#,
            "Text\"i\"",
            1,
        ),
        (
            r#"{"type":"image","slack_file":{"id":"F1"},"alt_text":"i"}"#,
            "Text\"i\"",
            1,
        ),
        (
            r#"{"type":"video","title":{"type":"plain_text","text":"T"},"video_url":"https://a.test/v","thumbnail_url":"https://a.test/t","alt_text":"i","author_name":"Ada"}"#,
            "Column(Text\"**T**\" Video\"https://a.test/v\" Text\"i\" Text\"Ada\")",
            1,
        ),
        (
            r#"{"type":"video","title":{"type":"plain_text","text":"T"},"video_url":"file:///v","thumbnail_url":"x","alt_text":"i"}"#,
            "Column(Text\"**T**\" Text\"i\")",
            1,
        ),
        (r#"{"type":"hologram","text":"x"}"#, "Text\"Hi\"", 1),
        (
            r#"{"type":"section","text":7},{"type":"header"},8,{"type":"divider","block_id":9}"#,
            "Divider",
            3,
        ),
    ] {
        let (found, remarks) = shown_block(block);
        assert_eq!(
            (found.as_str(), remarks.len()),
            (expected, notes),
            "{block} {remarks:?}"
        );
    }
}

#[test]
fn groups_become_cards_rows_and_columns() {
    let text = |text: &str| {
        format!(r#"{{"type":"section","text":{{"type":"plain_text","text":"{text}"}}}}"#)
    };
    let title = r#""title":{"type":"plain_text","text":"T"}"#;
    let card = format!(
        r#"{{"type":"card",{title},"subtitle":{{"type":"mrkdwn","text":"s"}},"body":{{"type":"mrkdwn","text":"b"}},"icon":{{"type":"image","image_url":"https://a.test/i","alt_text":"i"}},
        "actions":[{{"type":"button","action_id":"go","text":{{"type":"plain_text","text":"Go"}}}}]}}"#
    );
    let shown_card = r#"Card(Column(Row(Image"https://a.test/i" Column(Text"T" Text"s")) Text"b" Row(Button(Text"Go"))))"#;
    for (block, expected) in [
        (card.clone(), shown_card.to_owned()),
        (format!(r#"{{"type":"carousel","elements":[{card}]}}"#), format!("List({shown_card})")),
        (
            format!(r#"{{"type":"container",{title},"has_header_divider":true,"child_blocks":[{},{}]}}"#, text("a"), text("b")),
            r#"Card(Column(Text"T" Divider Text"a" Text"b"))"#.to_owned(),
        ),
        (
            format!(
                r#"{{"type":"layout","label":{{"type":"plain_text","text":"L"}},"is_label_visible":true,"rows":[{{"items":[{{"block":{},"width":"wide"}},{{"block":{}}}]}}]}}"#,
                text("a"),
                text("b")
            ),
            r#"Column(Text"**L**" Row(Column(Text"a") Column(Text"b")))"#.to_owned(),
        ),
        (
            r#"{"type":"table","rows":[[{"type":"raw_text","text":"a"},{"type":"raw_number","value":1.5}],[{"type":"rich_text","elements":[]},{"type":"new"}]]}"#.to_owned(),
            r#"Column(Row(Text"a" Text"1.5") Row(Text"" Text""))"#.to_owned(),
        ),
        (
            r#"{"type":"data_table","caption":"C","rows":[[{"type":"raw_text","text":"a"}],[{"type":"raw_text","text":"b"}]]}"#.to_owned(),
            r#"Column(Text"C" Row(Text"**a**") Row(Text"b"))"#.to_owned(),
        ),
        (
            r#"{"type":"data_visualization","title":"C","chart":{"type":"line","series":[{"name":"s","data":[{"label":"x","value":1}]},{"name":"t","data":[{"label":"y","value":2}]}]}}"#.to_owned(),
            r#"Column(Text"C" Row(Text"" Text"**s**" Text"**t**") Row(Text"**x**" Text"1" Text"") Row(Text"**y**" Text"" Text"2"))"#.to_owned(),
        ),
        (
            r#"{"type":"data_visualization","title":"C","chart":{"type":"pie","segments":[{"label":"x","value":1}]}}"#.to_owned(),
            r#"Column(Text"C" Row(Text"**x**" Text"1"))"#.to_owned(),
        ),
        (
            r#"{"type":"plan","title":"P","tasks":[{"task_id":"1","title":"a","status":"in_progress","sources":[{"type":"url","url":"https://a.test","text":"s"}]}]}"#.to_owned(),
            r#"Column(Text"P" Card(Column(Text"**a**" Text"in progress" Text"- s (https://a.test)")))"#.to_owned(),
        ),
    ] {
        assert_eq!(shown_block(&block).0, expected, "{block}");
    }
}

#[test]
fn blocks_that_are_nested_too_deeply_are_left_out() {
    let mut block = r#"{"type":"divider"}"#.to_owned();
    for _ in 0..20 {
        block = format!(r#"{{"type":"container","child_blocks":[{{"type":"divider"}},{block}]}}"#);
    }
    let (shown, notes) = shown_block(&block);
    assert_eq!(
        shown.matches("Divider").count(),
        crate::limits::MAX_BLOCK_DEPTH
    );
    assert!(
        notes
            .iter()
            .filter(|note| note.ends_with("dropped"))
            .count()
            == 2,
        "{notes:?}"
    );
}

/// An element with its component, its entry there, and the state that Slack has before and after it.
const ELEMENTS: [(&str, &str, &str, &str, &str); 22] = [
    (
        r#""type":"plain_text_input","max_length":9"#,
        "TextField",
        r#""a""#,
        r#"{"value":null}"#,
        r#"{"value":"a"}"#,
    ),
    (
        r#""type":"plain_text_input","multiline":true,"initial_value":"i""#,
        "TextField",
        r#""""#,
        r#"{"value":"i"}"#,
        r#"{"value":null}"#,
    ),
    (
        r#""type":"email_text_input""#,
        "TextField",
        r#""a@b.test""#,
        r#"{"value":null}"#,
        r#"{"value":"a@b.test"}"#,
    ),
    (
        r#""type":"url_text_input""#,
        "TextField",
        r#""https://a.test""#,
        r#"{"value":null}"#,
        r#"{"value":"https://a.test"}"#,
    ),
    (
        r#""type":"number_input","is_decimal_allowed":true,"min_value":"-1.5","initial_value":"2""#,
        "TextField",
        "3",
        r#"{"value":"2"}"#,
        r#"{"value":"3"}"#,
    ),
    (
        r#""type":"number_input","is_decimal_allowed":false"#,
        "TextField",
        r#""7""#,
        r#"{"value":null}"#,
        r#"{"value":"7"}"#,
    ),
    (
        r#""type":"checkboxes","options":[{"text":{"type":"mrkdwn","text":"*A*"},"value":"a"}]"#,
        "CheckBox",
        "true",
        r#"{"selected_options":[]}"#,
        r#"{"selected_options":[{"text":{"type":"mrkdwn","text":"*A*"},"value":"a"}]}"#,
    ),
    (
        r#""type":"checkboxes","options":[{"text":{"type":"plain_text","text":"A"},"value":"a"},{"text":{"type":"plain_text","text":"B"},"value":"b"}],"initial_options":[{"text":{"type":"plain_text","text":"B"},"value":"b"}]"#,
        "ChoicePicker",
        r#"["a","b"]"#,
        r#"{"selected_options":[{"text":{"type":"plain_text","text":"B"},"value":"b"}]}"#,
        r#"{"selected_options":[{"text":{"type":"plain_text","text":"A"},"value":"a"},{"text":{"type":"plain_text","text":"B"},"value":"b"}]}"#,
    ),
    (
        r#""type":"radio_buttons","options":[{"text":{"type":"plain_text","text":"A","emoji":true},"value":"a","description":{"type":"plain_text","text":"d"}}]"#,
        "ChoicePicker",
        r#"["a"]"#,
        r#"{"selected_option":null}"#,
        r#"{"selected_option":{"text":{"type":"plain_text","text":"A","emoji":true},"value":"a","description":{"type":"plain_text","text":"d"}}}"#,
    ),
    (
        r#""type":"static_select","option_groups":[{"label":{"type":"plain_text","text":"G"},"options":[{"text":{"type":"plain_text","text":"A"},"value":"a"}]}]"#,
        "ChoicePicker",
        r#"["a"]"#,
        r#"{"selected_option":null}"#,
        r#"{"selected_option":{"text":{"type":"plain_text","text":"A"},"value":"a"}}"#,
    ),
    (
        r#""type":"multi_static_select","max_selected_items":2,"options":[{"text":{"type":"plain_text","text":"A"},"value":"a"}]"#,
        "ChoicePicker",
        r#"["a"]"#,
        r#"{"selected_options":[]}"#,
        r#"{"selected_options":[{"text":{"type":"plain_text","text":"A"},"value":"a"}]}"#,
    ),
    (
        r#""type":"external_select","initial_option":{"text":{"type":"plain_text","text":"A"},"value":"a"}"#,
        "TextField",
        r#""b""#,
        r#"{"selected_option":{"text":{"type":"plain_text","text":"A"},"value":"a"}}"#,
        r#"{"selected_option":{"text":{"type":"plain_text","text":"b"},"value":"b"}}"#,
    ),
    (
        r#""type":"multi_external_select","initial_options":[{"text":{"type":"plain_text","text":"A"},"value":"a"}]"#,
        "TextField",
        r#""a, b""#,
        r#"{"selected_options":[{"text":{"type":"plain_text","text":"A"},"value":"a"}]}"#,
        r#"{"selected_options":[{"text":{"type":"plain_text","text":"A"},"value":"a"},{"text":{"type":"plain_text","text":"b"},"value":"b"}]}"#,
    ),
    (
        r#""type":"users_select","initial_user":"U1""#,
        "TextField",
        r#""U2""#,
        r#"{"selected_user":"U1"}"#,
        r#"{"selected_user":"U2"}"#,
    ),
    (
        r#""type":"multi_users_select","initial_users":["U1","U2"]"#,
        "TextField",
        r#""""#,
        r#"{"selected_users":["U1","U2"]}"#,
        r#"{"selected_users":[]}"#,
    ),
    (
        r#""type":"conversations_select""#,
        "TextField",
        r#""C1""#,
        r#"{"selected_conversation":null}"#,
        r#"{"selected_conversation":"C1"}"#,
    ),
    (
        r#""type":"multi_channels_select""#,
        "TextField",
        r#""C1,C2""#,
        r#"{"selected_channels":[]}"#,
        r#"{"selected_channels":["C1","C2"]}"#,
    ),
    (
        r#""type":"datepicker","initial_date":"2026-12-24""#,
        "DateTimeInput",
        r#""2026-12-25""#,
        r#"{"selected_date":"2026-12-24"}"#,
        r#"{"selected_date":"2026-12-25"}"#,
    ),
    (
        r#""type":"timepicker""#,
        "DateTimeInput",
        r#""09:30:00""#,
        r#"{"selected_time":null}"#,
        r#"{"selected_time":"09:30"}"#,
    ),
    (
        r#""type":"datetimepicker","initial_date_time":1796083200"#,
        "DateTimeInput",
        r#""2026-12-01T02:00:00+01:00""#,
        r#"{"selected_date_time":1796083200}"#,
        r#"{"selected_date_time":1796086800}"#,
    ),
    (
        r#""type":"rich_text_input""#,
        "TextField",
        r#""a""#,
        r#"{"rich_text_value":null}"#,
        r#"{"rich_text_value":{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"a"}]}]}}"#,
    ),
    (
        r#""type":"file_input""#,
        "Text",
        "",
        r#"{"files":[]}"#,
        r#"{"files":[]}"#,
    ),
];

/// Returns the state of the element with its type.
fn state_of(element: &str, state: &str) -> serde_json::Value {
    let mut state = value(&json(state));
    state["type"] = value(&json(&format!("{{{element}}}")))["type"].clone();
    state
}

/// Returns `true` if a check of a surface has a pattern.
fn surface_has_pattern(surfaces: &Surfaces) -> bool {
    let messages = surfaces.get("s").unwrap().messages();
    messages
        .iter()
        .any(|message| wire::encode(message).unwrap().contains("\"regex\""))
}

#[test]
fn inputs_come_back_with_the_submitted_view() {
    for (element, component, entry, before, after) in ELEMENTS {
        let block = format!(
            r#"{{"type":"input","block_id":"b","optional":true,"label":{{"type":"plain_text","text":"L"}},"hint":{{"type":"plain_text","text":"H"}},"element":{{{element},"action_id":"a"}}}}"#
        );
        let view = modal(&block);
        let (mut surfaces, resolved, _) = surface(BlockSource::View(&view));
        let input = resolved.node(&NodeKey::from("a")).unwrap();
        assert_eq!(input.component.as_deref(), Some(component), "{element}");
        assert!(shown(&resolved).contains("Text\"H\""));
        let sent = event(&mut surfaces, "submit", &[]).unwrap();
        assert_eq!(
            sent["view"]["state"]["values"]["b"]["a"],
            state_of(element, before),
            "{element}"
        );
        let entries: Vec<(&str, &str)> = [("a", entry)]
            .into_iter()
            .filter(|_| component != "Text")
            .collect();
        // This build does not evaluate patterns.
        let sent = match surface_has_pattern(&surfaces) {
            true => {
                let context = context_of(&resolved, "submit", entry);
                let sent = event_of_action(&action("submit", &context)).unwrap();
                value(&Payload::encode(&sent).unwrap())
            }
            false => event(&mut surfaces, "submit", &entries).unwrap(),
        };
        assert_eq!(
            sent["view"]["state"]["values"]["b"]["a"],
            state_of(element, after),
            "{element}"
        );
        assert_eq!(sent["type"], "view_submission");
        assert_eq!(
            (
                &sent["view"]["callback_id"],
                &sent["view"]["private_metadata"]
            ),
            (&"lunch".into(), &"m".into())
        );
    }
}

#[test]
fn inputs_outside_of_input_blocks_send_their_changes() {
    for (element, component, entry, _, after) in ELEMENTS {
        // Only input blocks contain texts and files to enter.
        if component == "Text" || element.contains("_input") {
            continue;
        }
        let message = message(&format!(
            r#"{{"type":"actions","block_id":"b","elements":[{{{element},"action_id":"a"}}]}}"#
        ));
        let (mut surfaces, _, notes) = surface(BlockSource::Message(&message));
        assert!(
            notes.iter().any(|note| note.verdict == Verdict::Derived),
            "{element}"
        );
        let sent = event(&mut surfaces, "a_send", &[("a", entry)]).unwrap();
        let state = state_of(element, after);
        assert_eq!(sent["state"]["values"]["b"]["a"], state, "{element}");
        let mut item = state.clone();
        item["block_id"] = "b".into();
        item["action_id"] = "a".into();
        item["action_ts"] = "1796083200.500000".into();
        assert_eq!(sent["actions"], serde_json::json!([item]), "{element}");
    }
}

#[test]
fn buttons_send_their_value_and_the_state_of_all_inputs() {
    let message = message(
        r#"{"type":"input","block_id":"i","label":{"type":"plain_text","text":"Name"},"element":{"type":"plain_text_input","action_id":"n"}},
        {"type":"actions","elements":[
            {"type":"button","action_id":"go","style":"primary","value":"v","text":{"type":"plain_text","text":"Go"}},
            {"type":"button","text":{"type":"plain_text","text":"None"}},
            {"type":"button","action_id":"link","url":"https://a.test/ä","text":{"type":"plain_text","text":"Link"}},
            {"type":"button","action_id":"bad","url":"javascript:x","text":{"type":"plain_text","text":"Bad"}},
            {"type":"workflow_button","action_id":"flow","workflow":{},"text":{"type":"plain_text","text":"Flow"}},
            {"type":"icon_button","action_id":"trash","icon":"trash","value":"t","text":{"type":"plain_text","text":"Delete"}},
            {"type":"feedback_buttons","action_id":"f","positive_button":{"text":{"type":"plain_text","text":"Good"},"value":"1"},"negative_button":{"text":{"type":"plain_text","text":"Bad"},"value":"0"}},
            {"type":"overflow","action_id":"o","options":[{"text":{"type":"plain_text","text":"One"},"value":"1"},{"text":{"type":"plain_text","text":"Two"},"url":"https://a.test"}]}]}"#,
    );
    let (mut surfaces, resolved, notes) = surface(BlockSource::Message(&message));
    let quarantined: Vec<&str> = notes
        .iter()
        .filter(|note| note.verdict == Verdict::Quarantined)
        .map(|note| note.at.as_str())
        .collect();
    assert_eq!(quarantined, ["/blocks/1/elements/3/url"]);
    let opens: Vec<&str> = resolved
        .actions
        .iter()
        .filter(|action| matches!(action.action, a2ui::resolved::DeclaredAction::Call(_)))
        .map(|action| action.key.as_str())
        .collect();
    assert_eq!(opens, ["link", "o_1"]);
    for (button, action_id, kind, more) in [
        ("go", "go", "button", r#"{"value":"v"}"#),
        ("blocks_1_elements_1", "button_1", "button", "{}"),
        ("bad", "bad", "button", "{}"),
        ("flow", "flow", "workflow_button", "{}"),
        ("trash", "trash", "icon_button", r#"{"value":"t"}"#),
        (
            "f_positive_button",
            "f",
            "feedback_buttons",
            r#"{"value":"1"}"#,
        ),
        (
            "f_negative_button",
            "f",
            "feedback_buttons",
            r#"{"value":"0"}"#,
        ),
        (
            "o_0",
            "o",
            "overflow",
            r#"{"selected_option":{"text":{"type":"plain_text","text":"One"},"value":"1"}}"#,
        ),
    ] {
        let sent = event(&mut surfaces, button, &[("n", r#""Ada""#)]).unwrap();
        let mut item = value(&json(more));
        for (name, text) in [
            ("type", kind),
            ("block_id", "blocks_1"),
            ("action_id", action_id),
            ("action_ts", "1796083200.500000"),
        ] {
            item[name] = text.into();
        }
        let expected = serde_json::json!({
            "type": "block_actions",
            "container": {"type": "message"},
            "state": {"values": {"i": {"n": {"type": "plain_text_input", "value": "Ada"}}}},
            "actions": [item],
        });
        assert_eq!(sent, expected, "{button}");
    }
}

#[test]
fn views_are_closed_and_their_buttons_clicked() {
    let view = modal(
        r#"{"type":"actions","block_id":"b","elements":[{"type":"button","action_id":"submit","text":{"type":"plain_text","text":"Go"}}]}"#,
    );
    let (mut surfaces, resolved, _) = surface(BlockSource::View(&view));
    assert_eq!(
        shown(&resolved),
        r#"Column(Text"Lunch" Row(Button(Text"Go")) Row(Button(Text"Order") Button(Text"Not now")))"#
    );
    let closed = event(&mut surfaces, "close", &[]).unwrap();
    let view =
        serde_json::json!({"type": "modal", "callback_id": "lunch", "private_metadata": "m"});
    assert_eq!(
        closed,
        serde_json::json!({"type": "view_closed", "view": view, "is_cleared": false})
    );
    let clicked = event(&mut surfaces, "submit", &[]).unwrap();
    assert_eq!(
        (&clicked["type"], &clicked["container"]["type"]),
        (&"block_actions".into(), &"view".into())
    );
    assert_eq!(clicked["view"]["state"], serde_json::json!({"values": {}}));
    let home: View = wire::decode(r#"{"type":"home","blocks":[{"type":"divider"}]}"#).unwrap();
    assert_eq!(
        shown(&surface(BlockSource::View(&home)).1),
        "Column(Divider)"
    );
    let other: View = wire::decode(r#"{"type":"workflow_step","blocks":[]}"#).unwrap();
    assert_eq!(shown(&surface(BlockSource::View(&other)).1), "Column");
    let bare: View = wire::decode(r#"{"type":"modal","notify_on_close":true,"blocks":[{"type":"input","label":{"type":"plain_text","text":"L"},"element":{"type":"datepicker"}}]}"#).unwrap();
    assert_eq!(
        shown(&surface(BlockSource::View(&bare)).1),
        r#"Column(DateTimeInput"L" Row(Button(Text"Submit") Button(Text"Close")))"#
    );
}

#[test]
fn a_submitted_view_needs_valid_values() {
    let block = |element: &str| {
        format!(
            r#"{{"type":"input","block_id":"b","label":{{"type":"plain_text","text":"L"}},"element":{{{element},"action_id":"a"}}}}"#
        )
    };
    let number = r#""type":"number_input","is_decimal_allowed":true"#;
    let radio = r#""type":"radio_buttons","options":[{"text":{"type":"plain_text","text":"A"},"value":"a"}]"#;
    for (element, entered, expected) in [
        (number, r#""""#, "requires a value"),
        (number, r#""x""#, "requires a number"),
        (radio, "[]", "requires a value"),
        (radio, r#"["z"]"#, "has no such option"),
        (r#""type":"datepicker""#, r#""soon""#, "requires a date"),
        (r#""type":"timepicker""#, r#""25:00""#, "requires a time"),
        (
            r#""type":"datetimepicker""#,
            r#""2026-12-24""#,
            "requires a date and a time",
        ),
        (
            r#""type":"checkboxes","options":[{"text":{"type":"plain_text","text":"A"}}]"#,
            "false",
            "requires a value",
        ),
    ] {
        let view = modal(&[block(element), r#"{"type":"actions","elements":[{"type":"button","action_id":"go","text":{"type":"plain_text","text":"Go"}}]}"#.to_owned()].join(","));
        let (_, resolved, _) = surface(BlockSource::View(&view));
        let context = |key: &str| context_of(&resolved, key, entered);
        let error = event_of_action(&action("submit", &context("submit"))).unwrap_err();
        assert_eq!(error.rule(), "blocks/value");
        assert_eq!(
            error.to_string(),
            format!("the input `a` of the block `b` {expected}"),
            "{element}"
        );
        // A click sends an unfinished value as empty.
        assert!(
            event_of_action(&action("go", &context("go"))).is_ok(),
            "{element}"
        );
    }
}

#[test]
fn other_actions_are_not_events_of_blocks() {
    for context in [
        "{}",
        r#"{"slackBlocks":7}"#,
        r#"{"slackBlocks":"{}"}"#,
        r#"{"slackBlocks":"{\"event\":\"block_actions\",\"inputs\":[]}"}"#,
        r#"{"slackBlocks":"{\"event\":\"view_submission\",\"inputs\":[{\"type\":1}]}"}"#,
    ] {
        let error = event_of_action(&action("go", &json(context))).unwrap_err();
        assert_eq!(error.rule(), "blocks/action", "{context}");
    }
    let delete = Message::read(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#).unwrap();
    assert!(event_of_action(&delete).is_err());
}

#[test]
fn hostile_ids_and_texts_apply_in_every_version() {
    let ids = [
        "root",
        "",
        "__proto__",
        "a/b~c",
        "0",
        "-",
        "${x}",
        "a.b[0]",
        "\\u0000",
        "ä b",
        "{\\\"path\\\":1}",
    ];
    let mut blocks = Vec::new();
    for id in ids {
        for _ in 0..2 {
            blocks.push(format!(
                r#"{{"type":"input","block_id":"{id}","label":{{"type":"plain_text","text":"{id}${{/x}}"}},"element":{{"type":"plain_text_input","action_id":"{id}","initial_value":"{id}"}}}}"#
            ));
        }
        blocks.push(format!(
            r#"{{"type":"actions","block_id":"{id}","elements":[{{"type":"button","action_id":"{id}","text":{{"type":"plain_text","text":"{id}"}}}}]}}"#
        ));
    }
    let message = message(&blocks.join(","));
    let (mut surfaces, resolved, _) = surface(BlockSource::Message(&message));
    assert_eq!(resolved.inputs.len(), 2 * ids.len());
    let buttons: Vec<String> = resolved
        .actions
        .iter()
        .map(|action| action.key.as_str().to_owned())
        .collect();
    let sent = event(&mut surfaces, &buttons[3], &[]).unwrap();
    assert_eq!(sent["actions"][0]["action_id"], "a/b~c");
    for id in ids.iter().filter(|id| !id.is_empty() && !id.contains('\\')) {
        assert_eq!(sent["state"]["values"][id][id]["value"], *id);
    }
}

#[test]
fn a_message_without_blocks_shows_its_text_and_its_attachments() {
    let message: BlockMessage = wire::decode(
        r#"{"text":"*Hi* &amp; bye","attachments":[{"text":"a","footer":"f","color":"red"},{"fallback":"b"},{"blocks":[{"type":"divider"}]},{},7]}"#,
    )
    .unwrap();
    let (_, resolved, _) = surface(BlockSource::Message(&message));
    assert_eq!(
        shown(&resolved),
        r#"Column(Text"**Hi** & bye" Card(Column(Text"a" Text"f")) Card(Text"b") Card(Divider))"#
    );
    let empty: BlockMessage = wire::decode("{}").unwrap();
    assert_eq!(shown(&surface(BlockSource::Message(&empty)).1), "Column");
}

#[test]
fn versions_and_sizes_beyond_the_limits_are_refused() {
    let refusal = surface_of_message(&message(""), "s", Version::V0_8).unwrap_err();
    assert_eq!(refusal.rule(), "forms/version");
    let select = r#"{"type":"static_select","options":[{"text":{"type":"plain_text","text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},"value":"a"}]}"#;
    let elements = vec![select; 400].join(",");
    let blocks: Vec<String> = (0..2)
        .map(|_| format!(r#"{{"type":"actions","elements":[{elements}]}}"#))
        .collect();
    let target = SurfaceTarget::of(Dialect::A2ui0_9).unwrap();
    let large = message(&blocks.join(","));
    let refusal = surface_in(BlockSource::Message(&large), "s", target).unwrap_err();
    assert_eq!(
        (refusal.rule(), refusal.kind()),
        ("blocks/too-large", crate::RefusalKind::Limit)
    );
}
