use super::*;
use crate::blocks::{EventEffect, EventError, SlackEvent, submit_event};
use a2ui::{
    Message,
    expression::Host,
    surface::{ClientAction, Surfaces},
};
use proptest::prelude::*;
use serde_json::{Value, json};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"stay","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
const STAY_DATA: &str =
    r#"{"guest":"Lin","room":["l"],"pets":false,"from":"2026-12-03","count":2}"#;
const STAY: &str = r#"{"id":"root","component":"Column","children":["h","g","r","p","f","c","ok"]},
    {"id":"h","component":"Text","text":"Your stay","variant":"h2"},
    {"id":"g","component":"TextField","label":"Guest","value":{"path":"/guest"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/guest"}}},"message":"Please name the guest."}]},
    {"id":"r","component":"ChoicePicker","label":"Room","options":[{"label":"Small","value":"s"},{"label":"Large","value":"l"}],"value":{"path":"/room"}},
    {"id":"p","component":"CheckBox","label":"With pets","value":{"path":"/pets"}},
    {"id":"f","component":"DateTimeInput","label":"From","value":{"path":"/from"},"enableDate":true},
    {"id":"c","component":"Slider","label":"Guests","value":{"path":"/count"},"min":1,"max":9},
    {"id":"ok","component":"Button","child":"okt","variant":"primary","action":{"event":{"name":"reserve","context":{"guest":{"path":"/guest"},"room":{"path":"/room"},"count":{"path":"/count"},"note":{"call":"formatString","args":{"value":"${/guest}, ${/from}"}}}}}},
    {"id":"okt","component":"Text","text":"Reserve"}"#;

/// Returns a surface of A2UI 0.9 with these components and data.
fn surface_of(components: &str, data: &str) -> Surfaces {
    let data =
        format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"stay","value":{data}}}}}"#);
    let components = format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"stay","components":[{components}]}}}}"#
    );
    let mut surfaces = Surfaces::new();
    for text in [CREATE, &data, &components] {
        surfaces.apply(&Message::read(text).unwrap()).unwrap();
    }
    surfaces
}

fn stay() -> Surfaces {
    surface_of(STAY, STAY_DATA)
}

fn resolved(surfaces: &Surfaces) -> ResolvedSurface {
    let surface = surfaces.iter().next().unwrap();
    surface.resolve(&Host::new()).unwrap()
}

fn render(surfaces: &Surfaces, target: AppSurface) -> SurfaceBlocks {
    blocks_of_surface(&resolved(surfaces), target).unwrap()
}

fn value(payload: &Payload) -> Value {
    serde_json::from_str(payload.text()).unwrap()
}

fn payload(value: &Value) -> Payload {
    Payload::parse(value.to_string()).unwrap()
}

/// Returns the message of a surface whose root is a Column with these components.
fn message_of(children: &[&str], components: &str, data: &str) -> (Value, SurfaceBlocks) {
    let blocks = render(
        &surface_of(&with_root(children, components), data),
        AppSurface::Message,
    );
    assert_within_limits(&blocks);
    (value(&blocks.content.to_payload()), blocks)
}

fn with_root(children: &[&str], components: &str) -> String {
    let children = json!(children);
    format!(r#"{{"id":"root","component":"Column","children":{children}}},{components}"#)
}

/// Returns the block of one component.
fn block_of(component: &str) -> Value {
    let (message, _) = message_of(&["x"], component, "{}");
    message["blocks"][0].clone()
}

fn text_block(text: &str) -> Value {
    let component = json!({"id": "x", "component": "Text", "text": text});
    block_of(&component.to_string())
}

fn note<'n>(blocks: &'n SurfaceBlocks, key: &str, member: &str) -> &'n ComponentNote {
    let found = blocks
        .notes
        .iter()
        .find(|note| note.key.as_str() == key && note.member == member);
    found.unwrap_or_else(|| panic!("{key} {member}: {:#?}", blocks.notes))
}

fn click(action_id: &str, reference: &str, values: Value) -> Payload {
    payload(&json!({
        "type": "block_actions", "user": {"id": "U1"}, "trigger_id": "1.2.x",
        "actions": [{"type": "button", "block_id": "root", "action_id": action_id, "value": reference,
            "action_ts": "1796090400.000100"}],
        "state": {"values": values},
    }))
}

const REFERENCE: &str = r#"{"a2ui":{"surfaceId":"stay"}}"#;

fn submit(surfaces: &mut Surfaces, event: &Payload) -> Result<EventEffect, EventError> {
    let event = SlackEvent::read(event)?;
    submit_event(surfaces, &event, None, &Host::new())
}

fn action_of(effect: EventEffect) -> (String, Value) {
    match effect {
        EventEffect::Action(ClientAction::Event(event)) => (event.name, value(&event.context)),
        other => panic!("{other:?}"),
    }
}

fn model(surfaces: &Surfaces) -> Value {
    let surface = surfaces.get("stay").unwrap();
    value(&surface.data_model().to_payload().unwrap())
}

fn entries() -> Value {
    json!({
        "g": {"v": {"type": "plain_text_input", "value": "Noor"}},
        "r": {"v": {"type": "radio_buttons", "selected_option": {"text": {"type": "plain_text", "text": "Small"}, "value": "s"}}},
        "p": {"v": {"type": "checkboxes", "selected_options": [{"text": {"type": "plain_text", "text": "With pets"}, "value": "true"}]}},
        "f": {"v": {"type": "datepicker", "selected_date": "2026-12-20"}},
        "c": {"v": {"type": "number_input", "value": "3"}},
    })
}

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text, "emoji": false})
}

fn stay_blocks() -> Value {
    let small = json!({"text": plain("Small"), "value": "s"});
    let large = json!({"text": plain("Large"), "value": "l"});
    json!([
        {"type": "header", "block_id": "h", "text": plain("Your stay")},
        {"type": "input", "block_id": "g", "label": plain("Guest"),
            "element": {"type": "plain_text_input", "action_id": "v", "initial_value": "Lin"}},
        {"type": "input", "block_id": "r", "label": plain("Room"), "optional": true,
            "element": {"type": "radio_buttons", "action_id": "v", "options": [small, large], "initial_option": large}},
        {"type": "input", "block_id": "p", "label": plain("With pets"), "optional": true,
            "element": {"type": "checkboxes", "action_id": "v", "options": [{"text": plain("With pets"), "value": "true"}]}},
        {"type": "input", "block_id": "f", "label": plain("From"), "optional": true,
            "element": {"type": "datepicker", "action_id": "v", "initial_date": "2026-12-03"}},
        {"type": "input", "block_id": "c", "label": plain("Guests"), "optional": true,
            "element": {"type": "number_input", "action_id": "v", "is_decimal_allowed": true,
                "initial_value": "2", "min_value": "1", "max_value": "9"}},
    ])
}

#[test]
fn a_surface_becomes_a_message_with_inputs_and_a_button() {
    let blocks = render(&stay(), AppSurface::Message);
    let mut expected = stay_blocks();
    expected.as_array_mut().unwrap().push(json!({
        "type": "actions", "block_id": "root", "elements": [
            {"type": "button", "action_id": "ok", "text": plain("Reserve"), "style": "primary", "value": REFERENCE}],
    }));
    let message = value(&blocks.content.to_payload());
    assert_eq!(message["blocks"], expected);
    assert_eq!(message["text"], "Your stay");
    assert_within_limits(&blocks);
    let places = [
        ("h", "text", "/blocks/0/text"),
        ("g", "value", "/blocks/1/element/initial_value"),
        ("r", "options", "/blocks/2/element/options"),
        ("c", "min", "/blocks/5/element/min_value"),
        ("ok", "action", "/blocks/6/elements/0/action_id"),
        ("okt", "text", "/blocks/6/elements/0/text"),
    ];
    for (key, member, to) in places {
        let place = note(&blocks, key, member).to.as_ref();
        assert_eq!(place.map(Pointer::as_str), Some(to), "{key} {member}");
    }
}

#[test]
fn a_surface_becomes_a_modal_with_its_primary_button_as_submit() {
    let blocks = render(&stay(), AppSurface::Modal);
    let view = value(&blocks.content.to_payload());
    assert_eq!(view["blocks"], stay_blocks());
    assert_eq!(
        (&view["title"], &view["submit"]),
        (&plain("Your stay"), &plain("Reserve"))
    );
    assert_eq!(view["private_metadata"], REFERENCE);
    assert_eq!(view.get("close"), None);
    assert_within_limits(&blocks);
    let home = render(&stay(), AppSurface::Home);
    assert_within_limits(&home);
    let home = value(&home.content.to_payload());
    assert_eq!(home["blocks"].as_array().unwrap().len(), 7);
    assert_eq!(home.get("title"), None);
}

#[test]
fn a_click_enters_the_values_and_sends_the_event() {
    let mut surfaces = stay();
    let effect = submit(&mut surfaces, &click("ok", REFERENCE, entries())).unwrap();
    let (name, context) = action_of(effect);
    assert_eq!(name, "reserve");
    assert_eq!(
        context,
        json!({"guest": "Noor", "room": ["s"], "count": 3, "note": "Noor, 2026-12-20"})
    );
    let expected =
        json!({"guest": "Noor", "room": ["s"], "pets": true, "from": "2026-12-20", "count": 3});
    assert_eq!(model(&surfaces), expected);
}

fn submission(view: &Value, values: Value) -> Payload {
    payload(
        &json!({"type": "view_submission", "user": {"id": "U1"}, "view": {
        "type": "modal", "callback_id": view["callback_id"], "private_metadata": view["private_metadata"],
        "state": {"values": values}}}),
    )
}

#[test]
fn a_submitted_view_sends_the_same_event_or_names_the_wrong_inputs() {
    let mut surfaces = stay();
    let view = value(&render(&surfaces, AppSurface::Modal).content.to_payload());
    let mut wrong = entries();
    wrong["g"]["v"]["value"] = Value::Null;
    wrong["c"]["v"]["value"] = json!("15");
    let event = SlackEvent::read(&submission(&view, wrong.clone())).unwrap();
    let error = submit_event(&mut surfaces, &event, None, &Host::new()).unwrap_err();
    let response = event.error_response(&error).unwrap();
    assert_eq!(
        value(&response),
        json!({"response_action": "errors", "errors": {"c": "expected a number from 1 to 9"}})
    );
    assert_eq!(model(&surfaces)["guest"], "Lin");
    wrong["c"]["v"]["value"] = json!("4");
    let event = SlackEvent::read(&submission(&view, wrong)).unwrap();
    let error = submit_event(&mut surfaces, &event, None, &Host::new()).unwrap_err();
    let response = event.error_response(&error).unwrap();
    assert_eq!(
        value(&response)["errors"],
        json!({"g": "Please name the guest."})
    );
    let effect = submit(&mut surfaces, &submission(&view, entries())).unwrap();
    assert_eq!(action_of(effect).0, "reserve");
}

#[test]
fn a_view_of_an_earlier_state_is_refused_by_name() {
    let mut surfaces = stay();
    let view = value(&render(&surfaces, AppSurface::Modal).content.to_payload());
    let other = r#"{"version":"v0.9","updateComponents":{"surfaceId":"stay","components":[
        {"id":"root","component":"Column","children":["h","g","del"]},
        {"id":"del","component":"Button","child":"okt","variant":"primary","action":{"event":{"name":"remove"}}}]}}"#;
    surfaces.apply(&Message::read(other).unwrap()).unwrap();
    let error = submit(&mut surfaces, &submission(&view, json!({}))).unwrap_err();
    assert!(matches!(error, EventError::UnknownView(_)), "{error}");
}

#[test]
fn wrong_and_hostile_events_are_refused_and_write_nothing() {
    let text = |value: Value| json!({"g": {"v": {"type": "plain_text_input", "value": value}}});
    let cases = [
        (click("nope", REFERENCE, json!({})), "`nope`"),
        (click("g", REFERENCE, json!({})), "`g`"),
        (click("ok", "k7", json!({})), "does not name its surface"),
        (
            click("ok", r#"{"a2ui":{"surfaceId":"gone"}}"#, json!({})),
            "`gone`",
        ),
        (
            click("ok", REFERENCE, json!({"zz": {"v": {"value": "x"}}})),
            "`zz`",
        ),
        (
            click("ok", REFERENCE, json!({"g": {"w": {"value": "x"}}})),
            "`g`",
        ),
        (click("ok", REFERENCE, json!({"g": {"v": [1]}})), "`g`"),
        (
            click("ok", REFERENCE, text(json!({"a": 1}))),
            "expected a text",
        ),
        (
            click(
                "ok",
                REFERENCE,
                json!({"r": {"v": {"selected_option": {"value": "xl"}}}}),
            ),
            "expected known options",
        ),
        (
            click(
                "ok",
                REFERENCE,
                json!({"p": {"v": {"selected_options": {}}}}),
            ),
            "expected a list of options",
        ),
        (
            click(
                "ok",
                REFERENCE,
                json!({"f": {"v": {"selected_date": "soon"}}}),
            ),
            "expected a date",
        ),
        (
            click("ok", REFERENCE, json!({"c": {"v": {"value": "many"}}})),
            "expected a number",
        ),
        (
            payload(&json!({"type": "message_action"})),
            "`message_action`",
        ),
        (
            payload(&json!({"type": "block_actions", "actions": []})),
            "no action",
        ),
        (payload(&json!([])), "has the type"),
        (
            payload(&json!({"type": "view_submission"})),
            "does not name its surface",
        ),
    ];
    for (event, expected) in cases {
        let mut surfaces = stay();
        let error = submit(&mut surfaces, &event).unwrap_err();
        assert!(error.to_string().contains(expected), "{error} {event:?}");
        assert_eq!(
            model(&surfaces),
            serde_json::from_str::<Value>(STAY_DATA).unwrap()
        );
        assert_eq!(error.rule(), "blocks/event");
    }
}

#[test]
fn changed_inputs_and_links_send_events_without_an_effect() {
    let components = r#"{"id":"g","component":"TextField","label":"G","value":{"path":"/g"}},
        {"id":"l","component":"Button","child":"t","action":{"functionCall":{"call":"openUrl","args":{"url":"https://a.example/x"}}}},
        {"id":"t","component":"Text","text":"Read"}"#;
    let mut surfaces = surface_of(&with_root(&["g", "l"], components), "{}");
    let message = value(&render(&surfaces, AppSurface::Message).content.to_payload());
    assert_eq!(
        message["blocks"][1]["elements"][0]["url"],
        "https://a.example/x"
    );
    assert_eq!(
        submit(&mut surfaces, &click("l", REFERENCE, json!({}))).unwrap(),
        EventEffect::Nothing
    );
    let mut change = value(&click("v", REFERENCE, json!({})));
    change["actions"][0]["block_id"] = json!("g");
    assert_eq!(
        submit(&mut surfaces, &payload(&change)).unwrap(),
        EventEffect::Nothing
    );
}

#[test]
fn every_kind_of_input_comes_back_with_its_value() {
    let cases = [
        (
            r#""component":"TextField","variant":"longText""#,
            "",
            json!({"value": "a\nb"}),
            json!("a\nb"),
        ),
        (
            r#""component":"TextField","variant":"number""#,
            "5",
            json!({"value": "7"}),
            json!(7),
        ),
        (
            r#""component":"TextField","checks":[{"condition":{"call":"email","args":{"value":{"path":"/x"}}},"message":"m"}]"#,
            "\"\"",
            json!({"value": "a@b.example"}),
            json!("a@b.example"),
        ),
        (
            r#""component":"TextField""#,
            "\"old\"",
            json!({"value": null}),
            json!(""),
        ),
        (
            r#""component":"CheckBox""#,
            "true",
            json!({"selected_options": []}),
            json!(false),
        ),
        (
            r#""component":"ChoicePicker","options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]"#,
            r#"["a"]"#,
            json!({"selected_option": null}),
            json!([]),
        ),
        (
            r#""component":"ChoicePicker","displayStyle":"chips","options":[{"label":"A","value":""},{"label":"B","value":"b"}]"#,
            r#"["b"]"#,
            json!({"selected_option": {"value": "option:0"}}),
            json!([""]),
        ),
        (
            r#""component":"ChoicePicker","variant":"multipleSelection","options":[{"label":"A","value":"a,b"},{"label":"B","value":"b"}]"#,
            "[]",
            json!({"selected_options": [{"value": "b"}, {"value": "a,b"}]}),
            json!(["b", "a,b"]),
        ),
        (
            r#""component":"Slider","min":0,"max":10,"steps":5"#,
            "2",
            json!({"selected_option": {"value": "4"}}),
            json!(4),
        ),
        (
            r#""component":"DateTimeInput","enableTime":true"#,
            "\"14:30:15\"",
            json!({"selected_time": "09:05"}),
            json!("09:05:15"),
        ),
        (
            r#""component":"DateTimeInput","enableTime":true,"enableDate":true"#,
            "\"2026-12-24T14:30\"",
            json!({"selected_date_time": 1_796_090_400}),
            json!("2026-12-01T02:00:00Z"),
        ),
        // Values that are not changed stay as they are written.
        (
            r#""component":"DateTimeInput","enableTime":true,"enableDate":true"#,
            "\"2026-12-24T14:30+02:00\"",
            json!({"selected_date_time": 1_798_115_400}),
            json!("2026-12-24T14:30+02:00"),
        ),
        (
            r#""component":"DateTimeInput","enableDate":true"#,
            "\"soon\"",
            json!({"selected_date": null}),
            json!("soon"),
        ),
        (
            r#""component":"ChoicePicker","options":[{"label":"A","value":"a"}]"#,
            r#"["gone"]"#,
            json!({"selected_option": null}),
            json!(["gone"]),
        ),
    ];
    for (input, old, state, expected) in cases {
        let old = if old.is_empty() { "null" } else { old };
        let components = format!(
            r#"{{"id":"i",{input},"label":"I","value":{{"path":"/x"}}}},
            {{"id":"ok","component":"Button","child":"t","action":{{"event":{{"name":"e","context":{{"x":{{"path":"/x"}}}}}}}}}},
            {{"id":"t","component":"Text","text":"Go"}}"#
        );
        let mut surfaces = surface_of(
            &with_root(&["i", "ok"], &components),
            &format!(r#"{{"x":{old}}}"#),
        );
        assert_within_limits(&render(&surfaces, AppSurface::Message));
        let event = click("ok", REFERENCE, json!({"i": {"v": state}}));
        let effect = submit(&mut surfaces, &event).unwrap();
        assert_eq!(action_of(effect).1["x"], expected, "{input}");
    }
}

#[test]
fn a_long_text_that_is_not_edited_stays_whole() {
    let long = "x".repeat(3001);
    let components = r#"{"id":"i","component":"TextField","label":"I","value":{"path":"/x"}},
        {"id":"ok","component":"Button","child":"t","action":{"event":{"name":"e"}}},{"id":"t","component":"Text","text":"Go"}"#;
    let mut surfaces = surface_of(
        &with_root(&["i", "ok"], components),
        &json!({"x": long}).to_string(),
    );
    let blocks = render(&surfaces, AppSurface::Message);
    assert_within_limits(&blocks);
    assert_eq!(note(&blocks, "i", "value").verdict, Verdict::Carried);
    let shown =
        value(&blocks.content.to_payload())["blocks"][0]["element"]["initial_value"].clone();
    assert!(shown.as_str().unwrap().ends_with('…'));
    submit(
        &mut surfaces,
        &click("ok", REFERENCE, json!({"i": {"v": {"value": shown}}})),
    )
    .unwrap();
    assert_eq!(model(&surfaces)["x"], json!(long));
}

#[test]
fn texts_become_plain_marked_or_rich_texts() {
    assert_eq!(
        text_block("Fish & <!channel> <@U1> :wave: *"),
        json!({"type": "section", "block_id": "x", "text": plain("Fish & <!channel> <@U1> :wave: *")})
    );
    let marked = text_block(
        "A **b** & _c_ ~~d~~ `e<` [f](https://f.example/?a&b) [g](javascript:1)\n\n- h\n- i\n\n> j\n\n```\nk\n```",
    );
    assert_eq!(marked["text"]["type"], "mrkdwn");
    assert_eq!(
        marked["text"]["text"],
        "A *b* &amp; _c_ ~d~ `e&lt;` <https://f.example/?a&amp;b|f> g\n\n• h\n• i\n\n> j\n\n```\nk\n```"
    );
    // Slack would show a smaller text in bold, an emoji, or a quote.
    for text in [
        "in**side**out",
        "**a** 2\\*3\\*4",
        "**a** :wave:",
        "**a**\n\n\\> b",
        "**`a`**",
    ] {
        let block = text_block(text);
        assert_eq!(block["type"], "rich_text", "{text}");
    }
    let rich = text_block("in**side**out :x: <!here>");
    assert_eq!(
        rich["elements"],
        json!([{"type": "rich_text_section", "elements": [
            {"type": "text", "text": "in"}, {"type": "text", "text": "side", "style": {"bold": true}},
            {"type": "text", "text": "out :x: <!here>"}]}])
    );
    let list = text_block("**`a`**\n\n3. b\n   - c\n4. d");
    let kinds: Vec<_> = list["elements"].as_array().unwrap()[1..]
        .iter()
        .map(|list| {
            (
                list["style"].clone(),
                list["indent"].clone(),
                list["offset"].clone(),
            )
        })
        .collect();
    assert_eq!(
        kinds,
        [
            (json!("ordered"), json!(0), json!(2)),
            (json!("bullet"), json!(1), Value::Null),
            (json!("ordered"), json!(0), json!(3)),
        ]
    );
}

#[test]
fn headings_captions_and_rules_have_their_blocks() {
    let heading = |variant: &str, text: &str| {
        let component = json!({"id": "x", "component": "Text", "text": text, "variant": variant});
        block_of(&component.to_string())
    };
    assert_eq!(heading("h1", "Hi")["type"], "header");
    assert_eq!(heading("h3", "Hi")["text"]["text"], "*Hi*");
    assert_eq!(heading("h2", &"x".repeat(150))["type"], "header");
    assert_eq!(heading("h2", &"x".repeat(151))["type"], "section");
    assert_eq!(heading("caption", "Hi")["elements"], json!([plain("Hi")]));
    let (message, _) = message_of(
        &["x"],
        &json!({"id": "x", "component": "Text", "text": "# A\n\nb\n\n---\n\n### C\n\nd"})
            .to_string(),
        "{}",
    );
    let kinds: Vec<_> = message["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["type"].clone())
        .collect();
    assert_eq!(kinds, ["header", "section", "divider", "section"]);
    assert_eq!(message["blocks"][3]["text"]["text"], "*C*\n\nd");
}

#[test]
fn long_texts_are_split_at_paragraphs_and_spaces() {
    for (count, blocks) in [(2999, 1), (3000, 1), (3001, 2)] {
        let (message, _) = message_of(
            &["x"],
            &json!({"id": "x", "component": "Text", "text": "é".repeat(count)}).to_string(),
            "{}",
        );
        assert_eq!(
            message["blocks"].as_array().unwrap().len(),
            blocks,
            "{count}"
        );
    }
    let paragraphs = ["a ".repeat(900), "b ".repeat(900)].join("\n\n");
    let (message, _) = message_of(
        &["x"],
        &json!({"id": "x", "component": "Text", "text": paragraphs}).to_string(),
        "{}",
    );
    let second = message["blocks"][1]["text"]["text"].as_str().unwrap();
    assert!(second.starts_with("b b") && message["blocks"].as_array().unwrap().len() == 2);
}

#[test]
fn labels_are_cut_at_their_limits() {
    let label = |count: usize| {
        let components = format!(
            r#"{{"id":"b","component":"Button","child":"t","action":{{"event":{{"name":"e"}}}}}},{{"id":"t","component":"Text","text":"{}"}}"#,
            "🌊".repeat(count)
        );
        let (message, blocks) = message_of(&["b"], &components, "{}");
        let text = message["blocks"][0]["elements"][0]["text"]["text"].clone();
        (
            text.as_str().unwrap().chars().count(),
            note(&blocks, "t", "text").verdict,
        )
    };
    assert_eq!(label(74), (74, Verdict::Encoded));
    assert_eq!(label(75), (75, Verdict::Encoded));
    assert_eq!(label(76), (75, Verdict::Carried));
}

#[test]
fn many_blocks_are_dropped_with_notes_and_inputs_stay() {
    for (target, most) in [
        (AppSurface::Message, 50),
        (AppSurface::Modal, 100),
        (AppSurface::Home, 100),
    ] {
        for count in [most - 1, most, most + 1] {
            let texts = count - 1;
            let keys: Vec<String> = (0..texts).map(|index| format!("t{index}")).collect();
            let mut children: Vec<&str> = keys.iter().map(String::as_str).collect();
            children.push("i");
            let mut components: Vec<String> = keys
                .iter()
                .map(|key| format!(r#"{{"id":"{key}","component":"Text","text":"Line"}}"#))
                .collect();
            components.push(
                r#"{"id":"i","component":"TextField","label":"I","value":{"path":"/x"}}"#
                    .to_owned(),
            );
            let surfaces = surface_of(&with_root(&children, &components.join(",")), "{}");
            let blocks = render(&surfaces, target);
            assert_within_limits(&blocks);
            let list = value(&blocks.content.to_payload())["blocks"]
                .as_array()
                .unwrap()
                .clone();
            assert_eq!(list.len(), count.min(most));
            assert_eq!(list.last().unwrap()["type"], "input");
            let last = note(&blocks, &format!("t{}", texts - 1), "text");
            assert_eq!(last.to.is_none(), count > most, "{last:?}");
        }
    }
}

#[test]
fn long_and_reserved_keys_get_substitutes_that_events_understand() {
    for (id, is_own) in [
        ("x".repeat(254), true),
        ("x".repeat(255), true),
        ("x".repeat(256), false),
        ("tab:x:0".to_owned(), false),
        ("modal:x".to_owned(), false),
        ("key-x".to_owned(), false),
    ] {
        let input = format!("{id}{id}");
        let components = json!([
            {"id": input, "component": "TextField", "label": "I", "value": {"path": "/x"}},
            {"id": id, "component": "Button", "child": "t", "action": {"event": {"name": "e", "context": {"x": {"path": "/x"}}}}},
            {"id": "t", "component": "Text", "text": "Go"},
        ])
        .to_string();
        let components = components.trim_matches(['[', ']']);
        let mut surfaces = surface_of(&with_root(&[&input, &id], components), "{}");
        let blocks = render(&surfaces, AppSurface::Message);
        assert_within_limits(&blocks);
        let message = value(&blocks.content.to_payload());
        let block_id = message["blocks"][0]["block_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let action_id = message["blocks"][1]["elements"][0]["action_id"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(action_id == id, is_own, "{id}");
        let mut values = json!({});
        values[block_id] = json!({"v": {"value": "here"}});
        let effect = submit(&mut surfaces, &click(&action_id, REFERENCE, values)).unwrap();
        assert_eq!(action_of(effect).1, json!({"x": "here"}));
    }
}

#[test]
fn a_long_surface_id_is_named_by_its_digest_and_a_reference_by_the_caller() {
    let id = "s".repeat(3000);
    let mut surfaces = Surfaces::new();
    for message in [
        json!({"version": "v0.9", "createSurface": {"surfaceId": id, "catalogId": "c"}}),
        json!({"version": "v0.9", "updateComponents": {"surfaceId": id, "components": [
            {"id": "root", "component": "Button", "child": "t", "action": {"event": {"name": "e"}}},
            {"id": "t", "component": "Text", "text": "Go"}]}}),
    ] {
        surfaces
            .apply(&Message::read(&message.to_string()).unwrap())
            .unwrap();
    }
    let blocks = render(&surfaces, AppSurface::Message);
    assert_within_limits(&blocks);
    let message = value(&blocks.content.to_payload());
    let reference = message["blocks"][0]["elements"][0]["value"]
        .as_str()
        .unwrap();
    assert!(reference.contains("surfaceDigest"), "{reference}");
    let event = SlackEvent::read(&click("root", reference, json!({}))).unwrap();
    assert_eq!(event.surface_id(&surfaces), Some(id.clone()));

    let options = BlocksOptions::new().reference("k7");
    let blocks =
        blocks_of_surface_with(&resolved(&surfaces), AppSurface::Message, &options).unwrap();
    let message = value(&blocks.content.to_payload());
    assert_eq!(message["blocks"][0]["elements"][0]["value"], "k7");
    let event = SlackEvent::read(&click("root", "k7", json!({}))).unwrap();
    assert_eq!(event.surface_id(&surfaces), None);
    assert!(submit_event(&mut surfaces, &event, Some(&id), &Host::new()).is_ok());
    for reference in [String::new(), "k".repeat(2001)] {
        let options = BlocksOptions::new().reference(reference);
        let error =
            blocks_of_surface_with(&resolved(&surfaces), AppSurface::Home, &options).unwrap_err();
        assert_eq!(error.rule(), "blocks/reference");
    }
}

const TABS: &str = r#"{"id":"tabs","component":"Tabs","tabs":[{"title":"One","child":"a"},{"title":"","child":"b"}]},
    {"id":"a","component":"Text","text":"First"},{"id":"b","component":"TextField","label":"Second","value":{"path":"/b"}}"#;

#[test]
fn tabs_show_their_buttons_and_the_open_tab() {
    let mut surfaces = surface_of(&with_root(&["tabs"], TABS), "{}");
    let closed = value(&render(&surfaces, AppSurface::Message).content.to_payload());
    let buttons = closed["blocks"][0]["elements"].clone();
    assert_eq!(
        (&buttons[0]["style"], &buttons[1]["text"]["text"]),
        (&json!("primary"), &json!("Tab 2"))
    );
    assert_eq!(closed["blocks"][1]["text"]["text"], "First");
    let event = click(
        buttons[1]["action_id"].as_str().unwrap(),
        REFERENCE,
        json!({}),
    );
    let effect = submit(&mut surfaces, &event).unwrap();
    let EventEffect::OpenTab { key, index } = effect else {
        panic!("{effect:?}");
    };
    let options = BlocksOptions::new().open_tab(key, index);
    let open = blocks_of_surface_with(&resolved(&surfaces), AppSurface::Message, &options).unwrap();
    assert_within_limits(&open);
    let open = value(&open.content.to_payload());
    assert_eq!(open["blocks"][1]["block_id"], "b");
    assert_eq!(open["blocks"][0]["elements"][1]["style"], "primary");
}

const MODAL: &str = r#"{"id":"m","component":"Modal","trigger":"open","content":"box"},
    {"id":"open","component":"Button","child":"opener-text","action":{"event":{"name":"opened"}}},{"id":"opener-text","component":"Text","text":"Change the filter"},
    {"id":"box","component":"Column","children":["q","save","drop"]},{"id":"q","component":"TextField","label":"Word","value":{"path":"/q"}},
    {"id":"save","component":"Button","child":"st","action":{"event":{"name":"filter.save","context":{"q":{"path":"/q"}}}}},{"id":"st","component":"Text","text":"Save"},
    {"id":"drop","component":"Button","child":"dt","action":{"event":{"name":"filter.cancel"}}},{"id":"dt","component":"Text","text":"Back"}"#;

#[test]
fn a_modal_opens_as_a_view_and_its_buttons_are_those_of_the_view() {
    let mut surfaces = surface_of(&with_root(&["m"], MODAL), "{}");
    let (message, blocks) = message_of(&["m"], MODAL, "{}");
    assert_eq!(message["blocks"].as_array().unwrap().len(), 1);
    assert_eq!(note(&blocks, "open", "action").verdict, Verdict::Dropped);
    let action_id = message["blocks"][0]["elements"][0]["action_id"]
        .as_str()
        .unwrap();
    let effect = submit(&mut surfaces, &click(action_id, REFERENCE, json!({}))).unwrap();
    let EventEffect::OpenModal { key } = effect else {
        panic!("{effect:?}");
    };
    let blocks = modal_view_of(&resolved(&surfaces), &key, &BlocksOptions::new()).unwrap();
    assert_within_limits(&blocks);
    let view = value(&blocks.content.to_payload());
    assert_eq!(view["title"], plain("Change the filter"));
    assert_eq!(
        (&view["submit"], &view["close"]),
        (&plain("Save"), &plain("Back"))
    );
    assert_eq!(view["notify_on_close"], true);
    assert_eq!(view["blocks"].as_array().unwrap().len(), 1);
    let values = json!({"q": {"v": {"value": "sea"}}});
    let effect = submit(&mut surfaces, &submission(&view, values)).unwrap();
    assert_eq!(
        action_of(effect),
        ("filter.save".to_owned(), json!({"q": "sea"}))
    );
    let mut closed = value(&submission(&view, json!({})));
    closed["type"] = json!("view_closed");
    let effect = submit(&mut surfaces, &payload(&closed)).unwrap();
    assert_eq!(action_of(effect).0, "filter.cancel");
    let error = modal_view_of(
        &resolved(&surfaces),
        &NodeKey::from("box"),
        &BlocksOptions::new(),
    );
    assert_eq!(error.unwrap_err().rule(), "blocks/unknown-modal");
}

#[test]
fn a_view_without_an_own_button_only_enters_the_values() {
    let components = r#"{"id":"m","component":"Modal","trigger":"opener-text","content":"q"},{"id":"opener-text","component":"Text","text":"Filter"},
        {"id":"q","component":"TextField","label":"Word","value":{"path":"/q"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/q"}}},"message":"Enter a word."}]}"#;
    let mut surfaces = surface_of(&with_root(&["m"], components), "{}");
    let view = modal_view_of(
        &resolved(&surfaces),
        &NodeKey::from("m"),
        &BlocksOptions::new(),
    )
    .unwrap();
    assert_within_limits(&view);
    let view = value(&view.content.to_payload());
    assert_eq!(view["submit"], plain("Done"));
    let event = SlackEvent::read(&submission(&view, json!({"q": {"v": {"value": null}}}))).unwrap();
    let error = submit_event(&mut surfaces, &event, None, &Host::new()).unwrap_err();
    let response = event.error_response(&error).unwrap();
    assert_eq!(value(&response)["errors"], json!({"q": "Enter a word."}));
    let values = json!({"q": {"v": {"value": "sea"}}});
    assert_eq!(
        submit(&mut surfaces, &submission(&view, values)).unwrap(),
        EventEffect::Entered
    );
    assert_eq!(model(&surfaces), json!({"q": "sea"}));
    let mut closed = value(&submission(&view, json!({})));
    closed["type"] = json!("view_closed");
    assert_eq!(
        submit(&mut surfaces, &payload(&closed)).unwrap(),
        EventEffect::Nothing
    );
}

#[test]
fn rows_become_fields_accessories_and_context() {
    let row = |children: &[&str], components: &str| {
        let row = json!({"id": "row", "component": "Row", "children": children});
        message_of(&["row"], &format!("{row},{components}"), "{}")
    };
    let texts = r#"{"id":"a","component":"Text","text":"Left"},{"id":"b","component":"Text","text":"**Right**"},
        {"id":"c","component":"Text","text":"Small","variant":"caption"},{"id":"d","component":"Text","text":"Tiny","variant":"caption"},
        {"id":"col","component":"Column","children":["a","c"]},
        {"id":"ic","component":"Icon","name":"star"},
        {"id":"im","component":"Image","url":"https://a.example/i.png","variant":"avatar"},
        {"id":"go","component":"Button","child":"gt","action":{"event":{"name":"e"}}},{"id":"gt","component":"Text","text":"Go"}"#;
    let (message, blocks) = row(&["a", "b"], texts);
    assert_eq!(message["blocks"][0]["fields"][1]["text"], "*Right*");
    assert_eq!(
        note(&blocks, "b", "text").to.as_ref().unwrap().as_str(),
        "/blocks/0/fields/1/text"
    );
    let (message, blocks) = row(&["a", "go"], texts);
    assert_eq!(message["blocks"][0]["accessory"]["action_id"], "go");
    assert_eq!(
        note(&blocks, "go", "action").to.as_ref().unwrap().as_str(),
        "/blocks/0/accessory/action_id"
    );
    let (message, _) = row(&["im", "col"], texts);
    assert_eq!(message["blocks"][0]["accessory"]["alt_text"], "image");
    assert_eq!(message["blocks"][0]["text"]["text"], "Left\nSmall");
    let (message, _) = row(&["ic", "b"], texts);
    assert_eq!(message["blocks"][0]["text"]["text"], ":star: *Right*");
    let (message, _) = row(&["c", "d"], texts);
    assert_eq!(message["blocks"][0]["type"], "context");
    let (message, _) = row(&["go", "a", "b"], texts);
    assert_eq!(message["blocks"].as_array().unwrap().len(), 3);
}

#[test]
fn images_links_and_cards_follow_the_policy() {
    let image = |url: &str| {
        let components =
            json!({"id": "x", "component": "Image", "url": url, "description": "A bay"})
                .to_string()
                + r#",{"id":"t","component":"Text","text":"Bay"}"#;
        message_of(&["t", "x"], &components, "{}")
    };
    let (message, _) = image("https://a.example/bay.png");
    assert_eq!(message["blocks"][1]["alt_text"], "A bay");
    for url in [
        "data:image/png;base64,AAAA",
        "javascript:alert(1)",
        "/bay.png",
        "",
    ] {
        let (message, blocks) = image(url);
        assert_eq!(message["blocks"].as_array().unwrap().len(), 1, "{url}");
        assert_eq!(note(&blocks, "x", "url").verdict, Verdict::Quarantined);
    }
    let media = block_of(r#"{"id":"x","component":"Video","url":"https://a.example/v.mp4"}"#);
    assert_eq!(media["text"]["text"], "<https://a.example/v.mp4|Video>");
    let (message, _) = message_of(
        &["c1", "c2", "t3"],
        r#"{"id":"c1","component":"Card","child":"t1"},{"id":"t1","component":"Text","text":"1"},
        {"id":"c2","component":"Card","child":"t2"},{"id":"t2","component":"Text","text":"2"},{"id":"t3","component":"Text","text":"3"}"#,
        "{}",
    );
    let kinds: Vec<_> = message["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["type"].clone())
        .collect();
    assert_eq!(
        kinds,
        ["section", "divider", "section", "divider", "section"]
    );
}

#[test]
fn secrets_and_empty_surfaces_are_refused_by_name() {
    let secret = r#"{"id":"i","component":"TextField","variant":"obscured","label":"I","value":{"path":"/x"}}"#;
    for (components, rule) in [
        (with_root(&["i"], secret), "blocks/secret"),
        (
            r#"{"id":"root","component":"Column","children":[]}"#.to_owned(),
            "blocks/no-components",
        ),
        (
            r#"{"id":"root","component":"Text","text":" "}"#.to_owned(),
            "blocks/no-components",
        ),
    ] {
        for target in AppSurface::ALL {
            let error =
                blocks_of_surface(&resolved(&surface_of(&components, "{}")), target).unwrap_err();
            assert_eq!(error.rule(), rule);
        }
    }
}

#[test]
fn templates_and_texts_of_all_scripts_keep_their_keys() {
    let components = r#"{"id":"l","component":"List","children":{"componentId":"row","path":"/people"}},
        {"id":"row","component":"Row","children":["n","b"]},{"id":"n","component":"Text","text":{"path":"name"}},
        {"id":"b","component":"Button","child":"t","action":{"event":{"name":"pick","context":{"n":{"path":"name"}}}}},{"id":"t","component":"Text","text":"Pick"}"#;
    let data = r#"{"people":[{"name":"שלום עולם"},{"name":"👩‍👩‍👧 Ana"}]}"#;
    let mut surfaces = surface_of(&with_root(&["l"], components), data);
    let (message, _) = message_of(&["l"], components, data);
    assert_eq!(message["blocks"][0]["text"], plain("שלום עולם"));
    let second = &message["blocks"][1];
    assert_eq!(second["accessory"]["action_id"], "b@/people/1");
    let effect = submit(&mut surfaces, &click("b@/people/1", REFERENCE, json!({}))).unwrap();
    assert_eq!(action_of(effect).1, json!({"n": "👩‍👩‍👧 Ana"}));
}

#[test]
fn choices_beyond_the_limits_become_menus_and_groups() {
    let choice = |count: usize, variant: &str| {
        let options: Vec<Value> = (0..count)
            .map(|index| json!({"label": format!("L{index}"), "value": format!("{index}")}))
            .collect();
        let component = json!({"id": "x", "component": "ChoicePicker", "label": "C", "variant": variant,
            "options": options, "value": {"path": "/x"}});
        let (message, _) = message_of(&["x"], &component.to_string(), r#"{"x":["3"]}"#);
        message["blocks"][0]["element"].clone()
    };
    for (count, variant, kind) in [
        (10, "mutuallyExclusive", "radio_buttons"),
        (11, "mutuallyExclusive", "static_select"),
        (10, "multipleSelection", "checkboxes"),
        (11, "multipleSelection", "multi_static_select"),
        (100, "mutuallyExclusive", "static_select"),
        (101, "mutuallyExclusive", "static_select"),
    ] {
        let element = choice(count, variant);
        assert_eq!(element["type"], kind, "{count}");
        assert_eq!(element.get("option_groups").is_some(), count > 100);
    }
    assert_eq!(
        choice(101, "mutuallyExclusive")["initial_option"]["value"],
        "3"
    );
}

#[test]
fn every_component_of_the_basic_catalog_has_its_block() {
    let label = r#"{"id":"t","component":"Text","text":"Tea"}"#;
    for (component, kind) in [
        (r#""component":"Text","text":"Tea""#, "section"),
        (
            r#""component":"Image","url":"https://a.example/t.png""#,
            "image",
        ),
        (r#""component":"Icon","name":"star""#, "context"),
        (r#""component":"Icon","name":"moreVert""#, "context"),
        (
            r#""component":"Video","url":"https://a.example/t.mp4""#,
            "section",
        ),
        (
            r#""component":"AudioPlayer","url":"https://a.example/t.mp3","description":"Tea song""#,
            "section",
        ),
        (r#""component":"Row","children":["t"]"#, "section"),
        (r#""component":"Column","children":["t"]"#, "section"),
        (r#""component":"List","children":["t"]"#, "section"),
        (r#""component":"Card","child":"t""#, "section"),
        (
            r#""component":"Tabs","tabs":[{"title":"Tea","child":"t"}]"#,
            "actions",
        ),
        (
            r#""component":"Modal","trigger":"t","content":"t""#,
            "actions",
        ),
        (r#""component":"Divider""#, "divider"),
        (
            r#""component":"Button","child":"t","action":{"event":{"name":"e"}}"#,
            "actions",
        ),
        (
            r#""component":"TextField","label":"Tea","value":{"path":"/x"}"#,
            "input",
        ),
        (
            r#""component":"CheckBox","label":"Tea","value":{"path":"/x"}"#,
            "input",
        ),
        (
            r#""component":"ChoicePicker","label":"Tea","options":[{"label":"A","value":"a"}],"value":{"path":"/x"}"#,
            "input",
        ),
        (
            r#""component":"Slider","label":"Tea","max":5,"value":{"path":"/x"}"#,
            "input",
        ),
        (
            r#""component":"DateTimeInput","label":"Tea","enableDate":true,"value":{"path":"/x"}"#,
            "input",
        ),
    ] {
        let components = with_root(&["x"], &format!(r#"{{"id":"x",{component}}},{label}"#));
        for target in AppSurface::ALL {
            let blocks = render(&surface_of(&components, "{}"), target);
            assert_within_limits(&blocks);
            let shown = value(&blocks.content.to_payload());
            assert_eq!(shown["blocks"][0]["type"], kind, "{component} {target}");
        }
    }
}

#[test]
fn the_notification_is_escaped_and_names_the_inputs_of_a_surface_without_texts() {
    let (message, _) = message_of(
        &["x"],
        r#"{"id":"x","component":"Text","text":"a <!channel> &"}"#,
        "{}",
    );
    assert_eq!(message["text"], "a &lt;!channel&gt; &amp;");
    let (message, _) = message_of(
        &["x"],
        r#"{"id":"x","component":"TextField","label":"Name","value":{"path":"/x"}}"#,
        "{}",
    );
    assert_eq!(message["text"], "Name");
}

#[test]
fn options_titles_and_actions_keep_their_limits() {
    for (label, value, is_label_cut, is_value_kept) in [
        (75, 150, false, true),
        (76, 150, true, true),
        (75, 151, false, false),
    ] {
        let component = json!({"id": "x", "component": "ChoicePicker", "label": "C", "value": {"path": "/x"},
            "options": [{"label": "l".repeat(label), "value": "v".repeat(value)}]});
        let (message, blocks) = message_of(&["x"], &component.to_string(), "{}");
        let option = &message["blocks"][0]["element"]["options"][0];
        assert_eq!(
            option["text"]["text"].as_str().unwrap().ends_with('…'),
            is_label_cut
        );
        assert_eq!(option["value"] != "option:0", is_value_kept);
        let verdict = note(&blocks, "x", "options").verdict;
        assert_eq!(verdict == Verdict::Carried, is_label_cut);
    }
    for (count, is_cut) in [(23, false), (24, false), (25, true)] {
        let components = format!(
            r##"{{"id":"h","component":"Text","text":"# {0}"}},{{"id":"b","component":"Button","child":"t","variant":"primary","action":{{"event":{{"name":"e"}}}}}},
            {{"id":"t","component":"Text","text":"{0}"}}"##,
            "x".repeat(count)
        );
        let blocks = render(
            &surface_of(&with_root(&["h", "b"], &components), "{}"),
            AppSurface::Modal,
        );
        assert_within_limits(&blocks);
        let view = value(&blocks.content.to_payload());
        for name in ["title", "submit"] {
            assert_eq!(
                view[name]["text"].as_str().unwrap().ends_with('…'),
                is_cut,
                "{name} {count}"
            );
        }
    }
    for (count, sizes) in [(25, vec![25]), (26, vec![25, 1])] {
        let keys: Vec<String> = (0..count).map(|index| format!("b{index}")).collect();
        let buttons: Vec<String> = keys
            .iter()
            .map(|key| format!(r#"{{"id":"{key}","component":"Button","child":"t","action":{{"event":{{"name":"e"}}}}}}"#))
            .collect();
        let components = buttons.join(",") + r#",{"id":"t","component":"Text","text":"Go"}"#;
        let children: Vec<&str> = keys.iter().map(String::as_str).collect();
        let (message, _) = message_of(&children, &components, "{}");
        let list = message["blocks"].as_array().unwrap();
        let found: Vec<usize> = list
            .iter()
            .map(|block| block["elements"].as_array().unwrap().len())
            .collect();
        assert_eq!(found, sizes);
    }
}

#[test]
fn surfaces_of_other_versions_have_the_same_blocks() {
    let old = [
        r##"{"surfaceUpdate":{"surfaceId":"stay","components":[
            {"id":"root","component":{"Column":{"children":{"explicitList":["h","tabs"]}}}},
            {"id":"h","component":{"Text":{"text":{"literalString":"Stay"},"usageHint":"h2"}}},
            {"id":"tabs","component":{"Tabs":{"tabItems":[{"title":{"literalString":"One"},"child":"n"}]}}},
            {"id":"n","component":{"TextField":{"label":{"literalString":"Name"},"text":{"path":"/n"}}}}]}}"##,
        r#"{"beginRendering":{"surfaceId":"stay","root":"root"}}"#,
    ];
    let new = [
        r###"{"version":"v1.0","createSurface":{"surfaceId":"stay","catalogId":"c","components":[
        {"id":"root","component":"Column","children":["h","tabs"]},
        {"id":"h","component":"Text","text":"## Stay"},
        {"id":"tabs","component":"Tabs","tabs":[{"title":"One","child":"n"}]},
        {"id":"n","component":"TextField","label":"Name","placeholder":"Ada","value":{"path":"/n"}}]}}"###,
    ];
    for (messages, placeholder) in [(&old[..], None), (&new[..], Some("Ada"))] {
        let mut surfaces = Surfaces::new();
        for text in messages {
            surfaces.apply(&Message::read(text).unwrap()).unwrap();
        }
        let blocks = render(&surfaces, AppSurface::Message);
        assert_within_limits(&blocks);
        let message = value(&blocks.content.to_payload());
        assert_eq!(message["blocks"][0]["type"], "header");
        assert_eq!(
            message["blocks"][1]["elements"][0]["action_id"],
            "tab:tabs:0"
        );
        let element = &message["blocks"][2]["element"];
        assert_eq!(element["type"], "plain_text_input");
        assert_eq!(element["placeholder"]["text"].as_str(), placeholder);
    }
}

/// Checks a message or view against the limits of Slack, and that it decodes again to an equal value.
fn assert_within_limits(blocks: &SurfaceBlocks) {
    let payload = blocks.content.to_payload();
    let (most, again) = match &blocks.content {
        BlockContent::Message(message) => (
            50,
            payload.decode().map(|own: BlockMessage| own == **message),
        ),
        BlockContent::Modal(view) => (100, payload.decode().map(|own: ModalView| own == **view)),
        BlockContent::Home(view) => (100, payload.decode().map(|own: HomeView| own == **view)),
    };
    assert!(again.unwrap());
    let view = value(&payload);
    let list = view["blocks"].as_array().unwrap();
    assert!(!list.is_empty() && list.len() <= most);
    let mut ids = BTreeSet::new();
    for block in list {
        if let Some(id) = block.get("block_id").map(|id| id.as_str().unwrap()) {
            assert!(ids.insert(id), "{id}");
            assert!((1..=255).contains(&id.chars().count()));
        }
        assert_block(block);
    }
    if blocks.content.to_payload().member("type").is_some() {
        assert!(payload.text().len() <= 250_000);
    }
    for (name, most) in [("title", 24), ("submit", 24), ("close", 24)] {
        if view.get(name).is_some() {
            assert_text(&view[name], most);
        }
    }
    let has_input = list.iter().any(|block| block["type"] == "input");
    if matches!(blocks.content, BlockContent::Modal(_)) {
        assert!(view.get("title").is_some());
        assert!(view.get("submit").is_some() || !has_input);
        assert!(view["callback_id"].as_str().unwrap().len() <= 255);
    }
    for note in &blocks.notes {
        let place = note.to.as_ref();
        assert!(
            place.is_none_or(|to| payload.get(to).is_some()),
            "{note:?} {view}"
        );
    }
}

fn assert_text(text: &Value, most: usize) {
    let shown = text["text"].as_str().unwrap_or_else(|| panic!("{text}"));
    let count = shown.chars().count();
    assert!(
        (1..=most).contains(&count) && !shown.trim().is_empty(),
        "{count} {text}"
    );
    if text["type"] == "plain_text" {
        let is_code = shown.starts_with(':') && text["emoji"] == true;
        assert!(is_code || text["emoji"] == false);
        return;
    }
    assert_eq!(text["verbatim"], true);
    for (index, _) in shown.match_indices('<') {
        assert!(shown[index..].starts_with("<http"), "{shown}");
    }
}

fn assert_block(block: &Value) {
    match block["type"].as_str().unwrap() {
        "header" => assert_text(&block["text"], 150),
        "divider" => {}
        "section" => {
            let fields = block.get("fields").map(|fields| fields.as_array().unwrap());
            assert!(fields.is_some() != block.get("text").is_some());
            if let Some(fields) = fields {
                assert!((1..=10).contains(&fields.len()));
                fields.iter().for_each(|field| assert_text(field, 2000));
            } else {
                assert_text(&block["text"], 3000);
            }
            if let Some(accessory) = block.get("accessory") {
                assert_element(accessory);
            }
        }
        "image" => {
            assert!(block["image_url"].as_str().unwrap().chars().count() <= 3000);
            assert!((1..=2000).contains(&block["alt_text"].as_str().unwrap().chars().count()));
        }
        "context" => {
            let elements = block["elements"].as_array().unwrap();
            assert!((1..=10).contains(&elements.len()));
            elements
                .iter()
                .for_each(|element| assert_text(element, 3000));
        }
        "actions" => {
            let elements = block["elements"].as_array().unwrap();
            assert!((1..=25).contains(&elements.len()));
            let ids: BTreeSet<&str> = elements
                .iter()
                .map(|element| element["action_id"].as_str().unwrap())
                .collect();
            assert_eq!(ids.len(), elements.len());
            elements.iter().for_each(assert_element);
        }
        "rich_text" => {
            let elements = block["elements"].as_array().unwrap();
            assert!(!elements.is_empty());
            for element in elements {
                assert!(!element["elements"].as_array().unwrap().is_empty());
            }
        }
        "input" => {
            assert_text(&block["label"], 2000);
            assert_element(&block["element"]);
            if block.get("hint").is_some() {
                assert_text(&block["hint"], 2000);
            }
        }
        other => panic!("{other}"),
    }
}

fn assert_element(element: &Value) {
    let kind = element["type"].as_str().unwrap();
    if kind == "image" {
        return;
    }
    let id = element["action_id"].as_str().unwrap();
    assert!((1..=255).contains(&id.chars().count()));
    if element.get("placeholder").is_some() {
        assert_text(&element["placeholder"], 150);
    }
    if kind == "button" {
        assert_text(&element["text"], 75);
        assert!((1..=2000).contains(&element["value"].as_str().unwrap().chars().count()));
    }
    let text = element
        .get("initial_value")
        .map(|value| value.as_str().unwrap());
    assert!(text.is_none_or(|text| (1..=3000).contains(&text.chars().count())));
    let mut options: Vec<Value> = Vec::new();
    for group in element
        .get("option_groups")
        .into_iter()
        .flat_map(|groups| groups.as_array().unwrap())
    {
        assert_text(&group["label"], 75);
        assert!((1..=100).contains(&group["options"].as_array().unwrap().len()));
        options.extend(group["options"].as_array().unwrap().clone());
    }
    if let Some(own) = element.get("options") {
        assert!((1..=100).contains(&own.as_array().unwrap().len()) && options.is_empty());
        options.extend(own.as_array().unwrap().clone());
    }
    let mut values = BTreeSet::new();
    for option in &options {
        assert_text(&option["text"], 75);
        let value = option["value"].as_str().unwrap();
        assert!(
            (1..=150).contains(&value.chars().count()) && values.insert(value),
            "{value}"
        );
    }
    if matches!(kind, "radio_buttons" | "checkboxes") {
        assert!(options.len() <= 10);
    }
    if let Some(initial) = element.get("initial_option") {
        assert!(options.contains(initial));
    }
    if let Some(initial) = element.get("initial_options") {
        let initial = initial.as_array().unwrap();
        assert!(!initial.is_empty() && initial.iter().all(|option| options.contains(option)));
    }
}

/// Returns texts with markup, mentions, long words and other scripts.
fn texts() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "a",
        "b c",
        " ",
        "\n\n",
        "**",
        "*",
        "_",
        "~~",
        "`",
        "```\n",
        "<!channel>",
        "<@U1>",
        ":wave:",
        "&amp;",
        ">",
        "# ",
        "- ",
        "1. ",
        "    ",
        "[x](https://x.example)",
        "[y](javascript:1)",
        "|",
        "שלום",
        "👩‍👧",
        "\u{1}",
        "---\n",
        "![i](https://i.example/p.png)",
    ]);
    prop_oneof![
        6 => prop::collection::vec(parts, 0..12).prop_map(|parts| parts.concat()),
        1 => (prop::sample::select(vec!["x", "é ", "**b** ", "🌊"]), 0..1700usize)
            .prop_map(|(part, count)| part.repeat(count)),
    ]
}

/// Returns one component, whose children come from the ids after its own.
fn component(index: usize, count: usize) -> impl Strategy<Value = Value> {
    let last = count.min(index + 8).max(index + 2);
    let children = prop::collection::vec(index + 1..last, usize::from(index == 0)..4);
    let variant = prop::sample::select(vec![
        "h1",
        "h2",
        "h3",
        "caption",
        "body",
        "avatar",
        "primary",
        "longText",
        "number",
        "multipleSelection",
        "chips",
    ]);
    let kind = prop::sample::select(vec![
        "Text",
        "Text",
        "Image",
        "Icon",
        "Video",
        "AudioPlayer",
        "Row",
        "Row",
        "Column",
        "List",
        "Card",
        "Tabs",
        "Modal",
        "Divider",
        "Button",
        "CheckBox",
        "ChoicePicker",
        "Slider",
        "DateTimeInput",
        "TextField",
        "Custom",
    ]);
    (kind, children, variant, prop::collection::vec(texts(), 3), any::<(bool, bool)>()).prop_map(
        move |(kind, children, variant, texts, (one, two))| {
            let ids: Vec<String> = children.iter().map(|child| format!("c{child}")).collect();
            let first = ids.first().cloned().unwrap_or_default();
            let action = match (one, two) {
                (true, _) => json!({"event": {"name": texts[1]}}),
                (false, true) => json!({"functionCall": {"call": "openUrl", "args": {"url": "https://a.example"}}}),
                _ => json!({"functionCall": {"call": "other"}}),
            };
            let options: Vec<Value> = texts
                .iter()
                .chain(&texts)
                .enumerate()
                .map(|(index, text)| json!({"label": text, "value": texts[index % 2]}))
                .collect();
            let tabs: Vec<Value> = ids.iter().map(|id| json!({"title": texts[0], "child": id})).collect();
            let url = if one { "https://a.example/x" } else { texts[2].as_str() };
            let kind = if index == 0 { "Column" } else { kind };
            json!({
                "id": if index == 0 { "root".to_owned() } else { format!("c{index}") },
                "component": kind, "variant": variant, "text": texts[0], "label": texts[1], "description": texts[2],
                "url": url, "name": if two { "star" } else { "menu" }, "children": ids, "child": first,
                "trigger": first, "content": ids.last().cloned().unwrap_or_default(), "tabs": tabs,
                "options": options, "value": {"path": format!("/v{index}")}, "max": 10, "steps": 5,
                "enableDate": one, "enableTime": two, "action": action, "displayStyle": variant,
                "checks": [{"condition": {"call": "required", "args": {"value": {"path": format!("/v{index}")}}}, "message": texts[0]}],
            })
        },
    )
}

fn components() -> impl Strategy<Value = Vec<Value>> {
    (2..30usize).prop_flat_map(|count| {
        (0..count)
            .map(|index| component(index, count))
            .collect::<Vec<_>>()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn every_surface_fits_into_every_place(
        components in components(),
        values in prop::collection::vec(prop_oneof![texts().prop_map(Value::from), any::<i32>().prop_map(Value::from),
            any::<bool>().prop_map(Value::from), Just(Value::Null), Just(json!(["a"]))], 30),
    ) {
        let mut data = serde_json::Map::new();
        for (index, value) in values.into_iter().enumerate() {
            data.insert(format!("v{index}"), value);
        }
        let components = Value::Array(components).to_string();
        let components = components.strip_prefix('[').unwrap().strip_suffix(']').unwrap();
        let surfaces = surface_of(components, &Value::Object(data).to_string());
        let surface = surfaces.iter().next().unwrap();
        let Ok(surface) = surface.resolve(&Host::new()) else {
            return Ok(());
        };
        for target in AppSurface::ALL {
            match blocks_of_surface(&surface, target) {
                Ok(blocks) => assert_within_limits(&blocks),
                Err(error) => prop_assert_eq!(error.rule(), "blocks/no-components"),
            }
        }
        for node in &surface.nodes {
            if type_of(node) == "Modal" {
                if let Ok(blocks) = modal_view_of(&surface, &node.key, &BlocksOptions::new()) {
                    assert_within_limits(&blocks);
                }
            }
        }
    }
}
