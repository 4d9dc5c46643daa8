//! Tests of the cards of surfaces.

use super::*;
use crate::{Refusal, Verdict};
use a2ui::{Message, expression::Host as Client, resolved::ResolvedSurface, surface::Surfaces};
use adaptive_cards::CardHost;
use serde_json::{Value, json};
use wire::{Payload, Pointer};

pub(super) const STAY: &str =
    r#"{"guest":"Mira","room":["d"],"late":true,"from":"2027-03-05","beds":2}"#;
pub(super) const STAY_COMPONENTS: &str = r#"{"id":"root","component":"Column","children":["h","g","r","l","f","b","ok"]},
    {"id":"h","component":"Text","text":"Your stay","variant":"h2"},
    {"id":"g","component":"TextField","label":"Guest","value":{"path":"/guest"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/guest"}}},"message":"Tell us who stays."}]},
    {"id":"r","component":"ChoicePicker","label":"Room","options":[{"label":"Single","value":"s"},{"label":"Double","value":"d"}],"value":{"path":"/room"}},
    {"id":"l","component":"CheckBox","label":"Late arrival","value":{"path":"/late"}},
    {"id":"f","component":"DateTimeInput","label":"From","value":{"path":"/from"},"enableDate":true},
    {"id":"b","component":"Slider","label":"Beds","value":{"path":"/beds"},"min":1,"max":6},
    {"id":"ok","component":"Button","child":"okt","variant":"primary","action":{"event":{"name":"reserve","context":{"guest":{"path":"/guest"},"room":{"path":"/room"},"beds":{"path":"/beds"},"note":{"call":"formatString","args":{"value":"${/guest} from ${/from}"}}}}}},
    {"id":"okt","component":"Text","text":"Reserve"}"#;

/// Returns the surface `stay` of A2UI 0.9 with this data and these components.
pub(super) fn surfaces(data: &str, components: &str) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for text in [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"stay","catalogId":"c"}}"#.to_owned(),
        format!(r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"stay","value":{data}}}}}"#),
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"stay","components":[{components}]}}}}"#
        ),
    ] {
        surfaces.apply(&Message::read(&text).unwrap()).unwrap();
    }
    surfaces
}

fn resolve(surfaces: &Surfaces) -> ResolvedSurface {
    let surface = surfaces.iter().next().unwrap();
    surface.resolve(&Client::new()).unwrap()
}

pub(super) fn card_for(surfaces: &Surfaces, target: &CardTarget) -> Result<SurfaceCard, Refusal> {
    card_of_surface(&resolve(surfaces), target)
}

fn value(card: &SurfaceCard) -> Value {
    serde_json::from_str(&wire::encode(&card.card).unwrap()).unwrap()
}

/// Returns the card of version 1.5 for components below the root, with their notes as `key/member verdict place`.
fn written(data: &str, root: &str) -> (Value, Vec<String>) {
    written_for(data, root, &CardTarget::version("1.5"))
}

fn written_for(data: &str, components: &str, target: &CardTarget) -> (Value, Vec<String>) {
    let card = card_for(&surfaces(data, components), target).unwrap();
    let card_value = value(&card);
    let mut notes = Vec::new();
    for note in &card.notes {
        if let Some(to) = &note.to {
            let payload = Payload::encode(&card.card).unwrap();
            assert!(
                payload.get(to).is_some(),
                "{to} of {note:?} in {card_value}"
            );
        }
        let to = note.to.as_ref().map_or("", |to| to.as_str());
        notes.push(format!(
            "{}/{} {} {to}",
            note.key, note.member, note.verdict
        ));
    }
    (card_value, notes)
}

/// Returns the body of the card of one component, which is the root.
fn body(data: &str, components: &str) -> Value {
    written(data, components).0["body"].clone()
}

fn envelope(component: &str) -> Value {
    json!({"a2ui": {"surfaceId": "stay", "component": component}})
}

/// Returns the body with the elements in place of ids.
fn column(items: &[Value]) -> Value {
    json!([{"type": "Container", "id": "root", "items": items}])
}

#[test]
fn a_surface_becomes_the_card_of_the_worked_example() {
    let (card, notes) = written(STAY, STAY_COMPONENTS);
    let submit = json!({"type": "Action.Submit", "id": "ok", "title": "Reserve", "style": "positive", "data": envelope("ok")});
    let mut execute = submit.clone();
    execute["type"] = json!("Action.Execute");
    execute["verb"] = json!("reserve");
    execute["fallback"] = submit;
    let expected = json!({
        "type": "AdaptiveCard",
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "version": "1.5",
        "fallbackText": "Your stay\nGuest\nRoom\nLate arrival\nFrom\nBeds\nReserve",
        "body": column(&[
            json!({"type": "TextBlock", "id": "h", "text": "Your stay", "wrap": true, "size": "large", "weight": "bolder", "style": "heading"}),
            json!({"type": "Input.Text", "id": "g", "label": "Guest", "value": "Mira", "isRequired": true, "errorMessage": "Tell us who stays."}),
            json!({"type": "Input.ChoiceSet", "id": "r", "label": "Room", "style": "expanded", "value": "d", "wrap": true,
                "choices": [{"title": "Single", "value": "s"}, {"title": "Double", "value": "d"}]}),
            json!({"type": "Input.Toggle", "id": "l", "title": "Late arrival", "value": "true", "valueOn": "true", "valueOff": "false", "wrap": true}),
            json!({"type": "Input.Date", "id": "f", "label": "From", "value": "2027-03-05"}),
            json!({"type": "Input.Number", "id": "b", "label": "Beds", "value": 2, "min": 1, "max": 6}),
            json!({"type": "ActionSet", "actions": [execute]}),
        ]),
    });
    assert_eq!(card, expected);
    for note in [
        "root/children renamed /body/0/items",
        "h/text copied /body/0/items/0/text",
        "h/variant encoded /body/0/items/0/size",
        "g/value derived /body/0/items/1/value",
        "g/checks encoded /body/0/items/1/isRequired",
        "r/options encoded /body/0/items/2/choices",
        "l/label encoded /body/0/items/3/title",
        "f/value derived /body/0/items/4/value",
        "b/ encoded /body/0/items/5",
        "b/max encoded /body/0/items/5/max",
        "ok/action encoded /body/0/items/6/actions/0",
        "ok/variant encoded /body/0/items/6/actions/0/style",
    ] {
        assert!(notes.contains(&note.to_owned()), "{note} in {notes:#?}");
    }
}

#[test]
fn texts_become_blocks_with_styles() {
    for (component, expected) in [
        (
            r#""text":"a","variant":"h1""#,
            json!([{"text": "a", "size": "extraLarge", "weight": "bolder", "style": "heading"}]),
        ),
        (
            r#""text":"a","variant":"h3""#,
            json!([{"text": "a", "size": "medium", "weight": "bolder", "style": "heading"}]),
        ),
        (
            r#""text":"a","variant":"h4""#,
            json!([{"text": "a", "size": "default", "weight": "bolder", "style": "heading"}]),
        ),
        (
            r#""text":"a","variant":"h5""#,
            json!([{"text": "a", "size": "small", "weight": "bolder", "style": "heading"}]),
        ),
        (
            r#""text":"a","variant":"caption""#,
            json!([{"text": "a", "size": "small", "isSubtle": true}]),
        ),
        (
            r#""text":"**a** _b_","variant":"body""#,
            json!([{"text": "**a** _b_"}]),
        ),
        (
            r#""text":"see [the site](https://a.test) {{DATE(2017-02-14T06:00:00Z, SHORT)}}""#,
            json!([{"text": "see the site (https://a.test) {\u{200B}{DATE(2017-02-14T06:00:00Z, SHORT)}}"}]),
        ),
        (
            r#""text":"שלום 👋🏽 *עולם*""#,
            json!([{"text": "שלום 👋🏽 _עולם_"}]),
        ),
        (r#""text":"""#, json!([])),
        (
            r##""text":"# T\n\na\n\n---\n\n```\nx = 1\n```""##,
            json!([
            {"text": "T", "size": "extraLarge", "weight": "bolder", "style": "heading"},
            {"text": "a"},
            {"text": "x = 1", "separator": true, "fontType": "monospace"}]),
        ),
    ] {
        let mut expected = expected;
        for (index, block) in expected.as_array_mut().unwrap().iter_mut().enumerate() {
            block["type"] = json!("TextBlock");
            block["wrap"] = json!(true);
            if index == 0 {
                block["id"] = json!("root");
            }
        }
        let found = body(
            "{}",
            &format!(r#"{{"id":"root","component":"Text",{component}}}"#),
        );
        assert_eq!(found, expected, "{component}");
    }
}

#[test]
fn every_input_becomes_an_input_of_the_card() {
    for (component, data, expected) in [
        (
            r#""component":"TextField","label":"L","value":{"path":"/x"},"variant":"longText""#,
            "\"a\\nb\"",
            json!({"type": "Input.Text", "label": "L", "value": "a\nb", "isMultiline": true}),
        ),
        (
            r#""component":"TextField","label":"L","value":{"path":"/x"},"variant":"obscured""#,
            "\"\"",
            json!({"type": "Input.Text", "label": "L", "style": "password"}),
        ),
        (
            r#""component":"TextField","label":"L","value":{"path":"/x"},"variant":"number""#,
            "\"2.50\"",
            json!({"type": "Input.Number", "label": "L", "value": 2.50}),
        ),
        (
            r#""component":"TextField","label":"L","value":{"path":"/x"},"variant":"number""#,
            "\"two\"",
            json!({"type": "Input.Text", "label": "L", "value": "two"}),
        ),
        (
            r#""component":"TextField","label":"L","value":{"path":"/x"},"checks":[
            {"condition":{"call":"regex","args":{"value":{"path":"/x"},"pattern":"^a+$"}},"message":"As *only*"},
            {"condition":{"call":"length","args":{"value":{"path":"/x"},"max":5}},"message":"Five"}]"#,
            "\"a\"",
            json!({"type": "Input.Text", "label": "L", "value": "a", "regex": "^a+$", "maxLength": 5, "errorMessage": r"As \*only\*"}),
        ),
        (
            r#""component":"CheckBox","label":"*L*","value":{"path":"/x"}"#,
            "false",
            json!({"type": "Input.Toggle", "title": r"\*L\*", "value": "false", "valueOn": "true", "valueOff": "false", "wrap": true}),
        ),
        (
            r#""component":"ChoicePicker","variant":"multipleSelection","options":[{"label":"A_1","value":"a"},{"label":"B","value":"b"}],"value":{"path":"/x"}"#,
            r#"["b","a","z"]"#,
            json!({"type": "Input.ChoiceSet", "style": "expanded", "isMultiSelect": true, "value": "a,b", "wrap": true,
                "choices": [{"title": r"A\_1", "value": "a"}, {"title": "B", "value": "b"}]}),
        ),
        (
            r#""component":"ChoicePicker","variant":"multipleSelection","options":[{"label":"A","value":"a,b"},{"label":"B","value":"1"}],"value":{"path":"/x"}"#,
            r#"["1"]"#,
            json!({"type": "Input.ChoiceSet", "style": "expanded", "isMultiSelect": true, "value": "1", "wrap": true,
                "choices": [{"title": "A", "value": "0"}, {"title": "B", "value": "1"}]}),
        ),
        (
            r#""component":"ChoicePicker","filterable":true,"options":[{"label":"A_1","value":"a"}],"value":{"path":"/x"}"#,
            r#"["b"]"#,
            json!({"type": "Input.ChoiceSet", "style": "filtered", "wrap": true, "choices": [{"title": "A_1", "value": "a"}]}),
        ),
        (
            r#""component":"ChoicePicker","displayStyle":"chips","options":[{"label":"A","value":"a"}],"value":{"path":"/x"}"#,
            r#""a""#,
            json!({"type": "Input.ChoiceSet", "style": "compact", "value": "a", "wrap": true, "choices": [{"title": "A", "value": "a"}]}),
        ),
        (
            r#""component":"Slider","label":"L","value":{"path":"/x"},"max":9"#,
            "\"4\"",
            json!({"type": "Input.Number", "label": "L", "value": 4, "min": 0, "max": 9}),
        ),
        (
            r#""component":"DateTimeInput","label":"L","value":{"path":"/x"},"enableTime":true,"min":"08:00","max":"18:00:00Z""#,
            "\"09:30:00+02:00\"",
            json!({"type": "Input.Time", "label": "L", "value": "09:30", "min": "08:00", "max": "18:00"}),
        ),
    ] {
        let mut expected = expected;
        expected["id"] = json!("root");
        let found = body(
            &format!(r#"{{"x":{data}}}"#),
            &format!(r#"{{"id":"root",{component}}}"#),
        );
        assert_eq!(found, json!([expected]), "{component}");
    }
}

#[test]
fn a_secret_is_not_written_into_the_card() {
    let (card, notes) = written(
        r#"{"x":"hunter2"}"#,
        r#"{"id":"root","component":"TextField","label":"L","value":{"path":"/x"},"variant":"obscured"}"#,
    );
    assert!(!card.to_string().contains("hunter2"));
    assert!(
        notes.contains(&"root/value dropped ".to_owned()),
        "{notes:?}"
    );
}

#[test]
fn titles_of_buttons_have_notes() {
    let components = r#"{"id":"root","component":"Button","child":"r","action":{"event":{"name":"go"}}},
        {"id":"r","component":"Row","children":["i","t"]},{"id":"i","component":"Icon","name":"send"},
        {"id":"t","component":"Text","text":"Go _on_"}"#;
    let (card, notes) = written_for("{}", components, &CardTarget::host(CardHost::Teams));
    let action = &card["body"][0]["actions"][0];
    assert_eq!(
        (&action["title"], &action["iconUrl"]),
        (&json!("Go on"), &json!("icon:Send"))
    );
    for note in [
        "i/name encoded /body/0/actions/0/iconUrl",
        "t/text encoded /body/0/actions/0/title",
    ] {
        assert!(notes.contains(&note.to_owned()), "{notes:?}");
    }
    let (_, notes) = written("{}", components);
    assert!(notes.contains(&"i/name carried ".to_owned()), "{notes:?}");
}

#[test]
fn a_date_with_a_time_becomes_two_inputs() {
    let found = body(
        r#"{"x":"2027-03-05T09:30:00Z"}"#,
        r#"{"id":"root","component":"DateTimeInput","label":"When","value":{"path":"/x"},"enableDate":true,"enableTime":true,"min":"2027-01-01T00:00:00Z"}"#,
    );
    assert_eq!(
        found,
        json!([
            {"type": "Input.Date", "id": "root#d", "label": "When", "value": "2027-03-05", "min": "2027-01-01"},
            {"type": "Input.Time", "id": "root#t", "label": "When, time", "value": "09:30"},
        ])
    );
}

#[test]
fn layout_becomes_containers_and_columns() {
    let found = body(
        "{}",
        r#"{"id":"root","component":"Column","align":"center","children":["c","d1","r","d2"]},
        {"id":"c","component":"Card","child":"t"},{"id":"t","component":"Text","text":"T"},
        {"id":"d1","component":"Divider"},{"id":"d2","component":"Divider"},
        {"id":"r","component":"Row","justify":"end","align":"center","children":["x","v","i","b1","b2"]},
        {"id":"x","component":"Text","text":"X","weight":3},{"id":"v","component":"Divider","axis":"vertical"},
        {"id":"i","component":"Image","url":"https://a.test/i.png","description":"An i","variant":"icon","fit":"cover"},
        {"id":"b1","component":"Button","child":"t1","action":{"functionCall":{"call":"openUrl","args":{"url":"https://a.test"}}}},
        {"id":"b2","component":"Button","child":"t2","action":{"functionCall":{"call":"openUrl","args":{"url":"javascript:alert(1)"}}}},
        {"id":"t1","component":"Text","text":"**One**"},{"id":"t2","component":"Text","text":"Two"}"#,
    );
    let text =
        |id: &str, text: &str| json!({"type": "TextBlock", "id": id, "text": text, "wrap": true});
    let column = |width: Value, items: Value| json!({"type": "Column", "width": width, "verticalContentAlignment": "center", "items": items});
    let mut image_column = column(
        json!("auto"),
        json!([{"type": "Image", "id": "i", "url": "https://a.test/i.png", "altText": "An i", "size": "small", "width": "24px"}]),
    );
    image_column["separator"] = json!(true);
    assert_eq!(
        found,
        json!([{"type": "Container", "id": "root", "items": [
            {"type": "Container", "id": "c", "style": "emphasis", "items": [text("t", "T")]},
            {"type": "ColumnSet", "id": "r", "horizontalAlignment": "right", "separator": true, "columns": [
                column(json!(3), json!([text("x", "X")])),
                image_column,
                column(json!("auto"), json!([{"type": "ActionSet", "actions": [
                    {"type": "Action.OpenUrl", "id": "b1", "title": "One", "url": "https://a.test"}]}])),
                column(json!("auto"), json!([text("b2", "Two")])),
            ]},
            {"type": "TextBlock", "text": " ", "separator": true, "horizontalAlignment": "center"},
        ]}])
    );
}

#[test]
fn items_of_a_list_have_keys_with_their_path() {
    let (card, notes) = written(
        r#"{"list":[{"n":"Ada","u":"https://a.test/"},{"n":"Lin","u":"https://b.test/"}]}"#,
        r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/list"}},
        {"id":"row","component":"Button","child":"n","action":{"functionCall":{"call":"openUrl","args":{"url":{"path":"u"}}}}},
        {"id":"n","component":"Text","text":{"path":"n"}}"#,
    );
    assert_eq!(
        card["body"],
        column(&[json!({"type": "ActionSet", "actions": [
            {"type": "Action.OpenUrl", "id": "row@/list/0", "title": "Ada", "url": "https://a.test/"},
            {"type": "Action.OpenUrl", "id": "row@/list/1", "title": "Lin", "url": "https://b.test/"},
        ]})])
    );
    assert!(
        notes.contains(&"row@/list/1/action encoded /body/0/items/0/actions/1".to_owned()),
        "{notes:#?}"
    );
}

const TABS: &str = r#"{"id":"root","component":"Tabs","tabs":[{"title":"One *1*","child":"a"},{"title":"Two","child":"b"}]},
    {"id":"a","component":"Text","text":"A"},
    {"id":"b","component":"TextField","label":"B","value":{"path":"/b"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/b"}}},"message":"M"}]}"#;

#[test]
fn tabs_become_buttons_that_show_one_container() {
    let show = |first: bool| json!([{"elementId": "root#tab1", "isVisible": first}, {"elementId": "root#tab2", "isVisible": !first}]);
    assert_eq!(
        body("{}", TABS),
        json!([
            {"type": "ActionSet", "actions": [
                {"type": "Action.ToggleVisibility", "title": "One *1*", "targetElements": show(true)},
                {"type": "Action.ToggleVisibility", "title": "Two", "targetElements": show(false)}]},
            {"type": "Container", "id": "root#tab1", "items": [{"type": "TextBlock", "id": "a", "text": "A", "wrap": true}]},
            // The host does not check an input that may be hidden.
            {"type": "Container", "id": "root#tab2", "isVisible": false, "items": [{"type": "Input.Text", "id": "b", "label": "B"}]},
        ])
    );
    let (old, _) = written_for("{}", TABS, &CardTarget::version("1.0"));
    assert_eq!(
        old["body"],
        json!([
            {"type": "TextBlock", "text": r"One \*1\*", "wrap": true, "weight": "bolder"},
            {"type": "TextBlock", "id": "a", "text": "A", "wrap": true},
            {"type": "TextBlock", "text": "Two", "wrap": true, "weight": "bolder"},
            {"type": "TextBlock", "text": "B", "wrap": true},
            {"type": "Input.Text", "id": "b"},
        ])
    );
}

#[test]
fn a_modal_becomes_an_inner_card() {
    let (card, notes) = written(
        "{}",
        r#"{"id":"root","component":"Modal","trigger":"open","content":"inner"},
        {"id":"open","component":"Button","child":"more-text","action":{"event":{"name":"opened"}}},{"id":"more-text","component":"Text","text":"More"},
        {"id":"inner","component":"Text","text":"Details"}"#,
    );
    assert_eq!(
        card["body"],
        json!([{"type": "ActionSet", "actions": [{"type": "Action.ShowCard", "id": "root", "title": "More", "card": {
            "type": "AdaptiveCard", "body": [{"type": "TextBlock", "id": "inner", "text": "Details", "wrap": true}]}}]}])
    );
    assert!(
        notes.contains(&"open/action dropped ".to_owned()),
        "{notes:#?}"
    );
    assert!(
        notes.contains(&"inner/text copied /body/0/actions/0/card/body/0/text".to_owned()),
        "{notes:#?}"
    );
}

#[test]
fn a_button_with_a_layout_becomes_a_container() {
    let components = r#"{"id":"root","component":"Button","child":"c","action":{"event":{"name":"pick"}}},
        {"id":"c","component":"Card","child":"t"},{"id":"t","component":"Text","text":"Pick me"}"#;
    let (card, notes) = written_for("{}", components, &CardTarget::host(CardHost::WebChat));
    assert_eq!(
        card["body"],
        json!([{"type": "Container", "id": "root",
            "selectAction": {"type": "Action.Submit", "title": "Pick me", "data": envelope("root")},
            "items": [{"type": "Container", "id": "c", "style": "emphasis", "items": [
                {"type": "TextBlock", "id": "t", "text": "Pick me", "wrap": true}]}]}])
    );
    assert!(
        notes.contains(&"root/action encoded /body/0/selectAction".to_owned()),
        "{notes:#?}"
    );
    let (old, _) = written_for("{}", components, &CardTarget::version("1.0"));
    assert_eq!(old["actions"][0]["title"], "Pick me");
}

#[test]
fn icons_and_media_suit_the_host() {
    let icon = r#"{"id":"root","component":"Icon","name":"shoppingCart"}"#;
    let plain = json!([{"type": "TextBlock", "id": "root", "text": "🛒", "wrap": true}]);
    assert_eq!(body("{}", icon), plain);
    let teams = CardTarget::host(CardHost::Teams);
    assert_eq!(
        written_for("{}", icon, &teams).0["body"],
        json!([{"type": "Icon", "id": "root", "name": "Cart", "size": "xSmall", "fallback": {"type": "TextBlock", "text": "🛒"}}])
    );
    let drawn = body(
        "{}",
        r#"{"id":"root","component":"Icon","name":{"svgPath":"M0 0 L+1,1"}}"#,
    );
    let url = drawn[0]["url"].as_str().unwrap();
    assert!(
        url.starts_with("data:image/svg+xml,") && url.contains("M0%200%20L%2B1,1"),
        "{url}"
    );
    let hostile = r#"{"id":"root","component":"Icon","name":{"svgPath":"M0\"/><script>"}}"#;
    assert_eq!(body("{}", hostile), json!([]));

    let video =
        r#"{"id":"root","component":"Video","url":"https://a.test/v.webm?x","description":"V"}"#;
    assert_eq!(
        body("{}", video),
        json!([{"type": "Media", "id": "root", "altText": "V", "sources": [{"mimeType": "video/webm", "url": "https://a.test/v.webm?x"}]}])
    );
    let opened = json!([{"type": "ActionSet", "actions": [
        {"type": "Action.OpenUrl", "id": "root", "title": "V", "url": "https://a.test/v.webm?x"}]}]);
    assert_eq!(written_for("{}", video, &teams).0["body"], opened);
    let played = video.replace("a.test/v.webm", "www.youtube.com/watch");
    assert_eq!(
        written_for("{}", &played, &teams).0["body"][0]["type"],
        "Media"
    );
    let fooled = video.replace("a.test/v.webm", "youtube.com.evil.test/watch");
    assert_eq!(
        written_for("{}", &fooled, &teams).0["body"][0]["type"],
        "ActionSet"
    );
    let audio = r#"{"id":"root","component":"AudioPlayer","url":"https://a.test/a"}"#;
    assert_eq!(body("{}", audio)[0]["sources"][0]["mimeType"], "audio/mpeg");
}

#[test]
fn unsafe_addresses_are_not_written() {
    for url in [
        "javascript:alert(1)",
        " java\tscript:x",
        "file:///etc/passwd",
        "data:text/html,x",
        "//a.test/x",
        "image.png",
    ] {
        let url = serde_json::to_string(url).unwrap();
        for component in [
            format!(r#"{{"id":"root","component":"Image","url":{url},"description":"D"}}"#),
            format!(r#"{{"id":"root","component":"Video","url":{url}}}"#),
            format!(r#"{{"id":"root","component":"AudioPlayer","url":{url},"description":"D"}}"#),
            format!(
                r#"{{"id":"root","component":"Button","child":"t","action":{{"functionCall":{{"call":"openUrl","args":{{"url":{url}}}}}}}}},{{"id":"t","component":"Text","text":"D"}}"#
            ),
        ] {
            let (card, notes) = written("{}", &component);
            assert!(
                notes.iter().any(|note| note.contains("quarantined")),
                "{component} {notes:?}"
            );
            let text = card.to_string();
            assert!(!text.contains(url.trim_matches('"')), "{text}");
        }
    }
}

#[test]
fn events_suit_the_version_and_the_host() {
    let button = r#"{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}},{"id":"t","component":"Text","text":"Go"}"#;
    let kinds = |target: &CardTarget| {
        let (card, _) = written_for("{}", button, target);
        let action = &card["body"][0]["actions"][0];
        (
            action["type"].clone(),
            action["fallback"]["type"].clone(),
            action["data"].clone(),
        )
    };
    let (submit, execute, none) = (json!("Action.Submit"), json!("Action.Execute"), Value::Null);
    for (target, kind, fallback) in [
        (CardTarget::version("1.2"), &submit, &none),
        (CardTarget::version("1.3"), &submit, &none),
        (CardTarget::version("1.4"), &execute, &submit),
        (CardTarget::version("1.6"), &execute, &submit),
        (CardTarget::host(CardHost::Teams), &execute, &submit),
        (CardTarget::host(CardHost::TeamsWebhook), &execute, &none),
        (CardTarget::host(CardHost::Outlook), &execute, &none),
        (CardTarget::host(CardHost::WebChat), &submit, &none),
    ] {
        assert_eq!(
            kinds(&target),
            (kind.clone(), fallback.clone(), envelope("root")),
            "{target:?}"
        );
    }
    let mut impossible = CardTarget::host(CardHost::TeamsWebhook);
    impossible.version = "1.2".into();
    let (card, notes) = written_for("{}", button, &impossible);
    assert_eq!(card["body"][0]["type"], "TextBlock");
    assert!(
        notes.contains(&"root/action dropped ".to_owned()),
        "{notes:?}"
    );
    let old = written_for("{}", button, &CardTarget::version("1.1")).0;
    assert_eq!(
        (&old["actions"][0]["type"], old["body"].clone()),
        (&submit, json!([]))
    );
}

#[test]
fn ids_of_inputs_do_not_clash_with_reserved_names() {
    let ids = [
        "a2ui",
        "MSTeams",
        "__proto__",
        "constructor",
        "",
        "n",
        "N",
        "element1",
    ];
    let children: Vec<String> = ids.iter().map(|id| format!("\"{id}\"")).collect();
    let mut components = format!(
        r#"{{"id":"root","component":"Column","children":[{}]}}"#,
        children.join(",")
    );
    for id in ids {
        components.push_str(&format!(
            r#",{{"id":"{id}","component":"TextField","label":"L","value":{{"path":"/x"}}}}"#
        ));
    }
    let items = body("{}", &components)[0]["items"].clone();
    let found: Vec<&str> = items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_str().unwrap())
        .collect();
    assert_eq!(
        found,
        [
            "element1_",
            "element2",
            "element3",
            "element4",
            "element5",
            "n",
            "element7",
            "element1"
        ]
    );
}

#[test]
fn a_surface_without_components_or_with_an_unknown_version_is_refused() {
    let mut surfaces = Surfaces::new();
    let begin = r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#;
    surfaces.apply(&Message::read(begin).unwrap()).unwrap();
    let refusal = card_for(&surfaces, &CardTarget::version("1.5")).unwrap_err();
    assert_eq!(refusal.rule(), rules::EMPTY);
    let surfaces = super::surface_card_tests::surfaces(STAY, STAY_COMPONENTS);
    let refusal = card_for(&surfaces, &CardTarget::version("2.0")).unwrap_err();
    assert_eq!(
        (refusal.rule(), refusal.message()),
        (
            rules::VERSION,
            "version \"2.0\" of Adaptive Cards does not exist"
        )
    );
    let secret = super::surface_card_tests::surfaces(
        "{}",
        r#"{"id":"root","component":"TextField","label":"P","value":{"path":"/p"},"variant":"obscured"}"#,
    );
    assert_eq!(
        card_for(&secret, &CardTarget::version("1.4"))
            .unwrap_err()
            .rule(),
        rules::SECRET
    );
}

#[test]
fn a_card_that_is_too_large_has_shorter_texts_or_is_refused() {
    let long = "été ".repeat(20_000);
    let text = format!(
        r#"{{"id":"root","component":"Column","children":["a","b"]}},
        {{"id":"a","component":"Text","text":"{long}"}},{{"id":"b","component":"Text","text":"short"}}"#
    );
    let target = CardTarget::host(CardHost::TeamsWebhook);
    let (card, notes) = written_for("{}", &text, &target);
    let length = card.to_string().len();
    assert!((27_000..=28_000).contains(&length), "{length}");
    assert!(
        card["body"][0]["items"][0]["text"]
            .as_str()
            .unwrap()
            .ends_with('…')
    );
    assert_eq!(card["body"][0]["items"][1]["text"], "short");
    assert!(
        notes.contains(&"a/text carried /body/0/items/0/text".to_owned()),
        "{notes:?}"
    );

    let items: Vec<String> = (0..500).map(|item| format!("\"{item}\"")).collect();
    let many = format!(r#"{{"list":[{}]}}"#, items.join(","));
    let list = r#"{"id":"root","component":"List","children":{"componentId":"t","path":"/list"}},{"id":"t","component":"Text","text":"x"}"#;
    let refusal = card_for(&surfaces(&many, list), &target).unwrap_err();
    assert_eq!(refusal.rule(), rules::SIZE);
}

#[test]
fn further_buttons_move_to_the_menu() {
    let keys: Vec<String> = (0..8).map(|key| format!("\"b{key}\"")).collect();
    let mut components = format!(
        r#"{{"id":"root","component":"Row","children":[{}]}},{{"id":"t","component":"Text","text":"B"}}"#,
        keys.join(",")
    );
    for key in keys {
        components.push_str(&format!(r#",{{"id":{key},"component":"Button","child":"t","action":{{"event":{{"name":"e"}}}}}}"#));
    }
    let (card, _) = written_for("{}", &components, &CardTarget::host(CardHost::Teams));
    let actions = card["body"][0]["actions"].as_array().unwrap().clone();
    let modes: Vec<&Value> = actions.iter().map(|action| &action["mode"]).collect();
    let (none, menu) = (&Value::Null, &json!("secondary"));
    assert_eq!(modes, [none, none, none, none, none, none, menu, menu]);
}

#[test]
fn components_that_a_card_lacks_have_notes() {
    let (card, notes) = written(
        "{}",
        r#"{"id":"root","component":"Column","children":["x","gone","e"]},{"id":"x","component":"Chart","data":[1]},
        {"id":"e","component":"Column","children":[]}"#,
    );
    assert_eq!(card["body"], json!([]));
    assert!(
        notes.contains(&"x/ carried ".to_owned()) && notes.contains(&"gone/ dropped ".to_owned()),
        "{notes:?}"
    );
}

#[test]
fn a_deep_surface_becomes_a_card_that_hosts_can_read() {
    let mut components = String::new();
    for level in 0..48 {
        let id = if level == 0 {
            "root".to_owned()
        } else {
            format!("c{level}")
        };
        let kind = ["Row", "Column", "Card"][level % 3];
        let child = match kind {
            "Card" => format!(r#""child":"c{}""#, level + 1),
            _ => format!(r#""children":["c{}"]"#, level + 1),
        };
        components.push_str(&format!(r#"{{"id":"{id}","component":"{kind}",{child}}},"#));
    }
    components.push_str(r#"{"id":"c48","component":"Text","text":"deep"}"#);
    let (card, notes) = written("{}", &components);
    assert!(card.to_string().contains("deep"));
    assert!(notes.contains(&"c40/ carried ".to_owned()));
}

#[test]
fn surfaces_of_other_versions_become_cards() {
    let mut old = Surfaces::new();
    for text in [
        r#"{"surfaceUpdate":{"surfaceId":"stay","components":[
            {"id":"root","component":{"Column":{"children":{"explicitList":["h","f","m","d","go"]}}}},
            {"id":"h","component":{"Text":{"text":{"literalString":"Hi"},"usageHint":"h1"}}},
            {"id":"f","component":{"TextField":{"label":{"literalString":"F"},"text":{"path":"/f"},"textFieldType":"longText"}}},
            {"id":"m","component":{"MultipleChoice":{"selections":{"path":"/m"},"options":[{"label":{"literalString":"A"},"value":"a"}],"maxAllowedSelections":1}}},
            {"id":"d","component":{"Modal":{"entryPointChild":"t","contentChild":"h2"}}},
            {"id":"h2","component":{"Text":{"text":{"literalString":"In"}}}},
            {"id":"go","component":{"Button":{"child":"t","primary":true,"action":{"name":"go"}}}},
            {"id":"t","component":{"Text":{"text":{"literalString":"Go"}}}}]}}"#,
        r#"{"dataModelUpdate":{"surfaceId":"stay","contents":[{"key":"f","valueString":"x"}]}}"#,
        r#"{"beginRendering":{"surfaceId":"stay","root":"root"}}"#,
    ] {
        old.apply(&Message::read(text).unwrap()).unwrap();
    }
    let card = value(&card_for(&old, &CardTarget::version("1.5")).unwrap());
    let items = &card["body"][0]["items"];
    assert_eq!(items[0]["size"], "extraLarge");
    assert_eq!(
        (&items[1]["isMultiline"], &items[1]["value"]),
        (&json!(true), &json!("x"))
    );
    assert_eq!(items[2]["type"], "Input.ChoiceSet");
    assert_eq!(
        (
            &items[3]["actions"][0]["card"]["body"][0]["text"],
            &items[3]["actions"][1]["style"]
        ),
        (&json!("In"), &json!("positive"))
    );

    let mut new = Surfaces::new();
    let text = r##"{"version":"1.0","createSurface":{"surfaceId":"stay","catalogId":"c","dataModel":{"n":"*A*"},"components":[
        {"id":"root","component":"Column","children":["h","n","v"]},
        {"id":"h","component":"Text","text":{"@call":"formatString","args":{"value":"# Hi ${/n}"}}},
        {"id":"n","component":"TextField","label":"N","value":{"@path":"/n"},"placeholder":"Your {{TIME(x)}}"},
        {"id":"v","component":"Video","url":"https://a.test/v","posterUrl":"https://a.test/p.png"}]}}"##;
    new.apply(&Message::read(text).unwrap()).unwrap();
    let card = value(&card_for(&new, &CardTarget::version("1.5")).unwrap());
    let items = &card["body"][0]["items"];
    assert_eq!(
        (&items[0]["text"], &items[0]["style"]),
        (&json!("Hi _A_"), &json!("heading"))
    );
    assert_eq!(
        (&items[1]["value"], &items[1]["placeholder"]),
        (&json!("*A*"), &json!("Your {\u{200B}{TIME(x)}}"))
    );
    assert_eq!(items[2]["poster"], "https://a.test/p.png");
}

#[test]
fn equal_surfaces_give_equal_cards() {
    let target = CardTarget::version("1.5");
    let mut changed = surfaces(STAY, STAY_COMPONENTS);
    let before = card_for(&changed, &target).unwrap();
    let hidden =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"stay","path":"/hidden","value":1}}"#;
    changed.apply(&Message::read(hidden).unwrap()).unwrap();
    assert_eq!(card_for(&changed, &target).unwrap().card, before.card);
    let shown =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"stay","path":"/beds","value":3}}"#;
    changed.apply(&Message::read(shown).unwrap()).unwrap();
    assert_ne!(card_for(&changed, &target).unwrap().card, before.card);
}

#[test]
fn notes_are_in_display_order() {
    let card = card_for(
        &surfaces(STAY, STAY_COMPONENTS),
        &CardTarget::version("1.5"),
    )
    .unwrap();
    let keys: Vec<&str> = card.notes.iter().map(|note| note.key.as_str()).collect();
    let mut order = keys.clone();
    order.dedup();
    assert_eq!(order, ["root", "h", "g", "r", "l", "f", "b", "ok", "okt"]);
    assert!(
        card.notes
            .iter()
            .all(|note| note.verdict != Verdict::Dropped)
    );
    assert_eq!(
        card.notes[0].to,
        Some(Pointer::from_static("/body/0/items"))
    );
}

#[test]
fn a_row_with_space_between_ends_with_its_last_child() {
    let found = body(
        "{}",
        r#"{"id":"root","component":"Row","justify":"spaceBetween","children":["a","b"]},
        {"id":"a","component":"Text","text":"A"},{"id":"b","component":"Text","text":"B"}"#,
    );
    let columns = &found[0]["columns"];
    assert_eq!(
        (&columns[0]["width"], &columns[1]["width"]),
        (&json!("stretch"), &json!("auto"))
    );
}

#[test]
fn hosts_that_are_unknown_get_small_sets_of_buttons() {
    let keys: Vec<String> = (0..7).map(|key| format!("\"b{key}\"")).collect();
    let mut components = format!(
        r#"{{"id":"root","component":"Column","children":[{}]}},{{"id":"t","component":"Text","text":"B"}}"#,
        keys.join(",")
    );
    for key in keys {
        components.push_str(&format!(r#",{{"id":{key},"component":"Button","child":"t","action":{{"event":{{"name":"e"}}}}}}"#));
    }
    let items = body("{}", &components)[0]["items"].clone();
    let counts: Vec<usize> = items
        .as_array()
        .unwrap()
        .iter()
        .map(|set| set["actions"].as_array().unwrap().len())
        .collect();
    assert_eq!(counts, [5, 2]);
}

#[test]
fn a_choice_without_a_label_shows_its_value() {
    let component = r#"{"id":"root","component":"ChoicePicker","options":[{"label":"","value":"a"},{"label":"","value":""}],"value":{"path":"/x"}}"#;
    assert_eq!(
        body("{}", component)[0]["choices"],
        json!([{"title": "a", "value": "0"}, {"title": "…", "value": "1"}])
    );
}

#[test]
fn a_choice_without_options_is_left_out() {
    let (card, notes) = written(
        "{}",
        r#"{"id":"root","component":"ChoicePicker","label":"L","options":[],"value":{"path":"/x"}}"#,
    );
    assert_eq!(
        (card["body"].clone(), notes),
        (json!([]), vec!["root/options dropped ".to_owned()])
    );
}

/// Returns the values that a host sends if the user changes nothing.
fn unchanged(card: &Value, members: &mut serde_json::Map<String, Value>) {
    if card["type"]
        .as_str()
        .is_some_and(|kind| kind.starts_with("Input."))
    {
        let value = match &card["value"] {
            Value::Number(number) => json!(number.to_string()),
            value => value.clone(),
        };
        if !value.is_null() {
            members.insert(card["id"].as_str().unwrap().to_owned(), value);
        }
    }
    match card {
        Value::Array(values) => values.iter().for_each(|value| unchanged(value, members)),
        Value::Object(object) => object.values().for_each(|value| unchanged(value, members)),
        _ => {}
    }
}

/// Returns the texts that a host shows.
fn texts_of(card: &Value, texts: &mut Vec<String>) {
    for (name, value) in card.as_object().into_iter().flatten() {
        let is_text = [
            "text",
            "title",
            "label",
            "altText",
            "placeholder",
            "errorMessage",
            "fallbackText",
        ]
        .contains(&name.as_str());
        texts.extend(value.as_str().filter(|_| is_text).map(str::to_owned));
        texts_of(value, texts);
    }
    card.as_array()
        .into_iter()
        .flatten()
        .for_each(|value| texts_of(value, texts));
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    /// Texts that hosts, JSON or ids could read as something else.
    fn text() -> BoxedStrategy<String> {
        prop_oneof![
            any::<String>(),
            "[*_`\\[\\](){}<>#&;. \\-+0-9a-z\n]{0,20}",
            prop::sample::select(vec![
                "{{DATE(2017-02-14T06:00:00Z)}}",
                "{{{{TIME(x)",
                "שלום",
                "👩‍👩‍👧",
                "a,b",
                "",
                "msteams"
            ])
            .prop_map(str::to_owned),
        ]
        .boxed()
    }

    /// A component `id` whose children come later.
    fn component(index: usize, count: usize) -> BoxedStrategy<Value> {
        let id = if index == 0 {
            "root".to_owned()
        } else {
            format!("c{index}")
        };
        let child = move |steps: usize| json!(format!("c{}", (index + 1 + steps).min(count)));
        let children = prop::collection::vec(0usize..3, 0..4);
        (0usize..18, text(), text(), children, any::<bool>())
            .prop_map(move |(kind, text, other, steps, flag)| {
                let below: Vec<Value> = steps.iter().enumerate().map(|(place, step)| child(place * 3 + step)).collect();
                let path = json!({"path": format!("/v{index}")});
                let options = json!([{"label": text, "value": other}, {"label": "B", "value": "b"}]);
                let checks = json!([{"condition": {"call": "required", "args": {"value": path}}, "message": text}]);
                let mut component = match kind {
                    0 => json!({"component": "Text", "text": text, "variant": "h3"}),
                    1 => json!({"component": "Image", "url": other, "description": text}),
                    2 => json!({"component": "Icon", "name": "home"}),
                    3 => json!({"component": "Video", "url": "https://a.test/v.mp4"}),
                    4 => json!({"component": "AudioPlayer", "url": "https://a.test/a", "description": text}),
                    5 | 6 => json!({"component": "Row", "children": below, "justify": "end", "align": "center"}),
                    7 => json!({"component": "Column", "children": below, "align": "end"}),
                    8 => json!({"component": "List", "children": below, "direction": if flag { "horizontal" } else { "vertical" }}),
                    9 => json!({"component": "Card", "child": child(0)}),
                    10 => json!({"component": "Tabs", "tabs": [{"title": text, "child": child(0)}, {"title": other, "child": child(1)}]}),
                    11 => json!({"component": "Modal", "trigger": child(0), "content": child(1)}),
                    12 => json!({"component": "Divider"}),
                    13 => json!({"component": "Button", "child": child(0), "action": {"event": {"name": text, "context": {"a": path}}}}),
                    14 => json!({"component": "TextField", "label": text, "value": path, "checks": checks}),
                    15 => json!({"component": "CheckBox", "label": text, "value": path}),
                    16 => json!({"component": "ChoicePicker", "label": text, "options": options, "value": path, "variant": if flag { "multipleSelection" } else { "mutuallyExclusive" }}),
                    _ => json!({"component": "DateTimeInput", "label": text, "value": path, "enableDate": true, "enableTime": flag}),
                };
                component["id"] = json!(id);
                component
            })
            .boxed()
    }

    fn components() -> BoxedStrategy<String> {
        let all: Vec<BoxedStrategy<Value>> = (0..25).map(|index| component(index, 25)).collect();
        all.prop_map(|mut all| {
            all.push(json!({"id": "c25", "component": "Text", "text": "last"}));
            let texts: Vec<String> = all.iter().map(Value::to_string).collect();
            texts.join(",")
        })
        .boxed()
    }

    proptest! {
        #[test]
        fn any_surface_becomes_a_card_that_decodes_again(components in components(), version in 0usize..11) {
            let target = match version {
                0..7 => CardTarget::version(adaptive_cards::CardVersion::KNOWN[version]),
                host => CardTarget::host(CardHost::ALL[host - 7]),
            };
            let surfaces = surfaces("{}", &components);
            let written = card_for(&surfaces, &target).unwrap();
            let text = wire::encode(&written.card).unwrap();
            prop_assert_eq!(&wire::decode::<adaptive_cards::AdaptiveCard>(&text).unwrap(), &written.card);
            let mut shown = Vec::new();
            texts_of(&value(&written), &mut shown);
            prop_assert!(!shown.iter().any(|text| text.contains("{{DATE(") || text.contains("{{TIME(")), "{:?}", shown);
            let card = Payload::parse(&text).unwrap();
            for note in &written.notes {
                prop_assert!(note.to.as_ref().is_none_or(|to| card.get(to).is_some()), "{:?}", note);
            }
            // The ids of a card are unique.
            let mut members = serde_json::Map::new();
            unchanged(&value(&written), &mut members);
            let inputs = text.matches(r#""type":"Input."#).count();
            let ids: std::collections::BTreeSet<String> = members.keys().map(|id| id.to_lowercase()).collect();
            prop_assert!(ids.len() <= inputs && ids.len() == members.len());
        }

        #[test]
        fn a_submit_without_changes_gives_the_action_of_the_surface(
            words in prop::collection::vec(text(), 3),
            number in -5i32..15,
            flag in any::<bool>(),
            chosen in prop::sample::subsequence(vec![0usize, 1, 2], 0..=3),
        ) {
            let options = [words[0].clone(), format!("{}2", words[0]), format!("{},3", words[1])];
            let listed: Vec<Value> = options.iter().map(|value| json!({"label": words[2], "value": value})).collect();
            let chosen: Vec<&String> = chosen.iter().map(|index| &options[*index]).collect();
            let data = json!({"t": words[2], "n": number, "f": flag, "l": chosen, "s": [options[1]],
                "d": "2027-03-05", "m": "2027-03-05T09:30:15+02:00"});
            let context: serde_json::Map<String, Value> = data.as_object().unwrap().keys().map(|name| (name.clone(), json!({"path": format!("/{name}")}))).collect();
            let path = |name: &str| json!({"path": format!("/{name}")});
            let all = [
                json!({"id": "root", "component": "Column", "children": ["t", "n", "f", "l", "s", "d", "m", "ok"]}),
                json!({"id": "t", "component": "TextField", "label": "T", "value": path("t"), "variant": "longText"}),
                json!({"id": "n", "component": "Slider", "label": "N", "value": path("n"), "min": -5, "max": 15}),
                json!({"id": "f", "component": "CheckBox", "label": "F", "value": path("f")}),
                json!({"id": "l", "component": "ChoicePicker", "options": listed, "value": path("l"), "variant": "multipleSelection"}),
                json!({"id": "s", "component": "ChoicePicker", "options": listed, "value": path("s")}),
                json!({"id": "d", "component": "DateTimeInput", "value": path("d"), "enableDate": true}),
                json!({"id": "m", "component": "DateTimeInput", "value": path("m"), "enableDate": true, "enableTime": true}),
                json!({"id": "ok", "component": "Button", "child": "okt", "action": {"event": {"name": "send", "context": context}}}),
                json!({"id": "okt", "component": "Text", "text": "OK"}),
            ];
            let texts: Vec<String> = all.iter().map(Value::to_string).collect();
            let mut surfaces = surfaces(&data.to_string(), &texts.join(","));
            let expected = surfaces.get("stay").unwrap().action_of("ok", &a2ui::expression::Scope::top(), &Client::new()).unwrap();
            let card = value(&card_for(&surfaces, &CardTarget::version("1.5")).unwrap());
            let mut members = serde_json::Map::new();
            unchanged(&card, &mut members);
            members.extend(envelope("ok").as_object().unwrap().clone());
            let submit = CardSubmit::read(&Payload::parse(Value::Object(members).to_string()).unwrap()).unwrap();
            let found = submit_card(&mut surfaces, &submit, &Client::new()).unwrap();
            prop_assert_eq!(found, expected);
        }
    }
}
