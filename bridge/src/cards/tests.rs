use super::{
    card_surface::{CardSurface, card_surface_in},
    *,
};
use crate::{Dialect, PartNote, Refusal, Verdict, surface_writer::SurfaceTarget};
use a2ui::{
    Message, Version,
    expression::Host,
    resolved::{DeclaredAction, NodeKey, ResolvedSurface, SubmittedValue},
    surface::{ClientAction, SurfaceOptions, Surfaces},
};
use adaptive_cards::AdaptiveCard;
use std::collections::BTreeMap;
use wire::{Payload, Pointer};

/// Every dialect that has surfaces for cards.
const DIALECTS: [Dialect; 7] = [
    Dialect::A2ui0_9,
    Dialect::A2ui0_9_1,
    Dialect::A2ui0_10,
    Dialect::A2ui1_0June,
    Dialect::A2ui1_0Aug,
    Dialect::A2ui1_0Sep,
    Dialect::A2ui1_0,
];

fn surface_in(card: &str, dialect: Dialect) -> Result<CardSurface, Refusal> {
    let card: AdaptiveCard = wire::decode(card).unwrap();
    card_surface_in(&card, "card", SurfaceTarget::of(dialect).unwrap())
}

fn apply(messages: &[Message], dialect: Dialect) -> Surfaces {
    let notation = match dialect {
        Dialect::A2ui1_0Sep => Some(a2ui::Notation::AtValues),
        Dialect::A2ui1_0 => Some(a2ui::Notation::At),
        _ => Some(a2ui::Notation::Plain),
    };
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
    for message in messages {
        surfaces.apply(message).unwrap();
    }
    surfaces
}

/// Returns the problems of a surface: values that cannot be resolved, and findings of the catalog.
fn problems(messages: &[Message], dialect: Dialect) -> Vec<String> {
    let surfaces = apply(messages, dialect);
    let surface = surfaces.iter().next().unwrap();
    let resolved = surface.resolve(&Host::new()).unwrap();
    #[cfg_attr(not(feature = "catalog"), allow(unused_mut))]
    let mut problems: Vec<String> = resolved.failures.iter().map(|f| format!("{f:?}")).collect();
    #[cfg(feature = "catalog")]
    {
        use a2ui::catalog::{Catalogs, SurfaceCatalog, basic};
        let catalog = basic(surface.version(), surface.notation());
        let id = surface.catalog_id().unwrap().clone();
        let catalogs = Catalogs::new(surface.version(), surface.notation())
            .with(&catalog)
            .on_surface(SurfaceCatalog::Named(id));
        for message in messages {
            for finding in catalogs.check_message(message) {
                problems.push(format!("{finding:?}"));
            }
            assert!(catalogs.unchecked_components(message).is_empty());
        }
    }
    problems
}

/// Returns the surface of a card with this body and these actions in A2UI 0.9. Every dialect accepts the card.
fn surface(body: &str, actions: &str) -> CardSurface {
    let card = format!(
        r#"{{"type":"AdaptiveCard","version":"1.5","body":[{body}],"actions":[{actions}]}}"#
    );
    for dialect in DIALECTS {
        let messages = surface_in(&card, dialect).unwrap().messages;
        assert_eq!(
            problems(&messages, dialect),
            Vec::<String>::new(),
            "{dialect}: {card}"
        );
    }
    surface_in(&card, Dialect::A2ui0_9).unwrap()
}

fn resolve(surface: &CardSurface) -> ResolvedSurface {
    let surfaces = apply(&surface.messages, Dialect::A2ui0_9);
    surfaces
        .iter()
        .next()
        .unwrap()
        .resolve(&Host::new())
        .unwrap()
}

/// Returns the tree of a surface as one line: each component with its properties, and its children in parentheses.
fn outline(surface: &CardSurface) -> String {
    let resolved = resolve(surface);
    let mut outline = String::new();
    let mut depth = 0;
    for node in &resolved.nodes {
        match node.depth.cmp(&depth) {
            std::cmp::Ordering::Greater => outline.push('('),
            std::cmp::Ordering::Equal if depth > 0 => outline.push(' '),
            _ => {
                outline.push_str(&")".repeat(depth - node.depth));
                outline.push_str(if depth > 0 { " " } else { "" });
            }
        }
        depth = node.depth;
        outline.push_str(node.component.as_deref().unwrap());
        for (name, value) in node.properties.members() {
            let is_shown = ["text", "variant", "url", "name", "weight", "axis", "label"];
            if is_shown.contains(&&*name) {
                outline.push_str(&format!(
                    ":{}",
                    value
                        .as_str()
                        .map_or_else(|| value.text().to_owned(), |text| text.into_owned())
                ));
            }
        }
    }
    outline.push_str(&")".repeat(depth));
    outline
}

/// Returns the outline below the root of a card with one element.
fn shown(element: &str) -> String {
    let outline = outline(&surface(element, ""));
    let inner = outline
        .strip_prefix("Column(")
        .and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or_default().to_owned()
}

fn remarks(notes: &[PartNote]) -> Vec<(&str, Verdict)> {
    notes
        .iter()
        .map(|note| (note.at.as_str(), note.verdict))
        .collect()
}

fn data_of(surface: &CardSurface) -> String {
    let surfaces = apply(&surface.messages, Dialect::A2ui0_9);
    let model = surfaces.iter().next().unwrap().data_model();
    model.get("/inputs").unwrap().text().to_owned()
}

/// Enters values and presses a button. Returns the answer.
fn press(
    card: &str,
    dialect: Dialect,
    button: &str,
    values: &[(&str, SubmittedValue)],
) -> Result<CardAnswer, String> {
    let surface = surface_in(card, dialect).unwrap();
    let mut surfaces = apply(&surface.messages, dialect);
    let mut entered = BTreeMap::new();
    for (key, value) in values {
        entered.insert(NodeKey::from(*key), value.clone());
    }
    let clicked = surfaces.submit("card", &NodeKey::from(button), &entered, &Host::new());
    match clicked.map_err(|error| format!("{error:?}"))? {
        ClientAction::Event(event) => {
            let message = event.message("2026-11-30T12:00:00Z");
            // The message travels as JSON.
            let message = Message::read(&wire::encode(&message).unwrap()).unwrap();
            submit_of_action(&message).map_err(|error| error.to_string())
        }
        other => panic!("{other:?}"),
    }
}

fn text(text: &str) -> SubmittedValue {
    SubmittedValue::Text(text.to_owned())
}

fn json(text: &str) -> SubmittedValue {
    SubmittedValue::Json(Payload::parse(text).unwrap())
}

#[test]
fn texts_become_texts_with_variants() {
    for (element, expected) in [
        (r#"{"type":"TextBlock","text":"Hi"}"#, "Text:Hi"),
        (
            r#"{"type":"TextBlock","text":"Hi","size":"ExtraLarge","weight":"Bolder"}"#,
            "Text:Hi:h1",
        ),
        (
            r#"{"type":"TextBlock","text":"Hi","size":"large"}"#,
            "Text:Hi:h2",
        ),
        (
            r#"{"type":"TextBlock","text":"Hi","style":"heading","size":"medium"}"#,
            "Text:Hi:h3",
        ),
        (
            r#"{"type":"TextBlock","text":"Hi","style":"heading"}"#,
            "Text:Hi:h4",
        ),
        (
            r#"{"type":"TextBlock","text":"Hi","style":"heading","size":"small"}"#,
            "Text:Hi:h5",
        ),
        (
            r#"{"type":"TextBlock","text":"Hi","size":"small","isSubtle":true}"#,
            "Text:Hi:caption",
        ),
        (
            r#"{"type":"TextBlock","text":"Hi","weight":"bolder"}"#,
            "Text:**Hi**",
        ),
        (r##"{"type":"TextBlock","text":"# Hi"}"##, "Text:\\# Hi"),
        (r#"{"type":"TextBlock","text":""}"#, ""),
        (r#"{"type":"TextBlock","text":5}"#, ""),
        (
            r#"{"type":"TextBlock","text":"[Read](https://example.com/)"}"#,
            "Button:borderless(Text:Read)",
        ),
        (
            r#"{"type":"TextBlock","text":"See [it](https://example.com/)."}"#,
            "Text:See it (https://example.com/).",
        ),
        (
            r#"{"type":"TextBlock","text":"On {{DATE(2017-02-14T06:00:00Z, SHORT)}}"}"#,
            "Text:On Tue, Feb 14, 2017",
        ),
        (
            r#"{"type":"RichTextBlock","inlines":["a ",{"type":"TextRun","text":"b","weight":"bolder"},{"type":"TextRun","text":" *c*","italic":true}]}"#,
            "Text:a **b** *\\*c\\**",
        ),
        (
            r#"{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"x","selectAction":{"type":"Action.OpenUrl","url":"https://example.com/"}},{"type":"IconRun"}]}"#,
            "Text:x (https://example.com/)",
        ),
        (
            r#"{"type":"CodeBlock","codeSnippet":"a\nb"}"#,
            "Text:```\na\nb\n```",
        ),
    ] {
        assert_eq!(shown(element), expected, "{element}");
    }
    let card = r#"{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"Hi","style":"heading","size":"large"}]}"#;
    let later = surface_in(card, Dialect::A2ui1_0).unwrap();
    let texts: String = later
        .messages
        .iter()
        .map(|message| wire::encode(message).unwrap())
        .collect();
    assert!(texts.contains(r###""text":"## Hi""###), "{texts}");
}

#[test]
fn images_and_media_become_their_components() {
    for (element, expected) in [
        (
            r#"{"type":"Image","url":"https://a/b.png","size":"Large","altText":"B"}"#,
            "Image:https://a/b.png:largeFeature",
        ),
        (
            r#"{"type":"Image","url":"https://a/b.png","style":"person","size":"small"}"#,
            "Image:https://a/b.png:avatar",
        ),
        (
            r#"{"type":"Image","url":"https://a/b.png","width":"24px"}"#,
            "Image:https://a/b.png:icon",
        ),
        (
            r#"{"type":"Image","url":"javascript:x","altText":"B"}"#,
            "Text:B",
        ),
        (
            r#"{"type":"Image","url":"https://a/b.png","selectAction":{"type":"Action.OpenUrl","url":"https://a/"}}"#,
            "Button:borderless(Image:https://a/b.png)",
        ),
        (
            r#"{"type":"Image","url":"https://a/b.png","selectAction":{"type":"Action.OpenUrl","url":"javascript:x"}}"#,
            "Image:https://a/b.png",
        ),
        (
            r#"{"type":"ImageSet","images":[{"type":"Image","url":"a.png"},{"type":"Image","url":"b.png"}]}"#,
            "Row(Image:a.png:mediumFeature Image:b.png:mediumFeature)",
        ),
        (
            r#"{"type":"Media","sources":[{"mimeType":"video/mp4","url":"https://a/v.mp4"}],"poster":"https://a/p.png"}"#,
            "Video:https://a/v.mp4",
        ),
        (
            r#"{"type":"Media","sources":[{"url":"https://a/v.MP3?x"}],"altText":"Song"}"#,
            "AudioPlayer:https://a/v.MP3?x",
        ),
        (
            r#"{"type":"Media","sources":[{"url":"file:///v.mp4"}],"altText":"Clip"}"#,
            "Text:Clip",
        ),
    ] {
        assert_eq!(shown(element), expected, "{element}");
    }
}

#[test]
fn containers_become_columns_rows_and_tabs() {
    let a = r#"{"type":"TextBlock","text":"a"}"#;
    for (element, expected) in [
        (format!(r#"{{"type":"Container","items":[{a}]}}"#), "Column(Text:a)"),
        (format!(r#"{{"type":"Container","style":"emphasis","items":[{a}]}}"#), "Card(Column(Text:a))"),
        (r#"{"type":"Container","items":[]}"#.to_owned(), ""),
        (
            format!(r#"{{"type":"ColumnSet","columns":[{{"type":"Column","width":2,"items":[{a}]}},{{"type":"Column","width":"auto","items":[{a}]}},
                {{"type":"Column","separator":true,"items":[{a}]}},{{"type":"Column","width":"3","style":"good","items":[{a}]}},{{"type":"Column","width":"50px"}}]}}"#),
            "Row(Column:2(Text:a) Column(Text:a) Divider:vertical Column:1(Text:a) Card:3(Column(Text:a)))",
        ),
        (
            format!(r#"{{"type":"ColumnSet","columns":[{{"type":"Column","width":2,"items":[{a}],"selectAction":{{"type":"Action.Submit"}}}}]}}"#),
            "Row(Column:2(Button:borderless(Column(Text:a))))",
        ),
        (
            r#"{"type":"FactSet","facts":[{"title":"Nights","value":"3"},{"title":"","value":"[x](https://a/)"}]}"#.to_owned(),
            "Column(Row(Text:**Nights** Text:3) Row(Button:borderless(Text:x)))",
        ),
        (
            format!(r#"{{"type":"Table","columns":[{{"width":2}}],"rows":[{{"type":"TableRow","cells":[{{"type":"TableCell","items":[{a}]}},{{"type":"TableCell","items":[]}}]}},
                {{"type":"TableRow","cells":[{{"type":"TableCell","items":[{a}]}}]}}]}}"#),
            "Column(Row(Column:2(Text:**a**) Column:1) Row(Column:2(Text:a)))",
        ),
        (
            format!(r#"{{"type":"Carousel","pages":[{{"type":"CarouselPage","items":[{a}]}},{{"type":"CarouselPage","items":[{a}]}}]}}"#),
            "Tabs(Column(Text:a) Column(Text:a))",
        ),
        (format!(r#"{a},{{"type":"TextBlock","text":"b","separator":true}}"#), "Text:a Divider Text:b"),
        (
            format!(r#"{{"type":"Container","items":[{a}],"selectAction":{{"type":"Action.OpenUrl","url":"https://a/"}}}}"#),
            "Button:borderless(Column(Text:a))",
        ),
        (
            r#"{"type":"Container","items":[{"type":"Input.Text","id":"x"}],"selectAction":{"type":"Action.Submit","title":"Go"}}"#.to_owned(),
            "Column(TextField: Button(Text:Go))",
        ),
    ] {
        assert_eq!(shown(&element), expected, "{element}");
    }
}

#[test]
fn elements_of_teams_become_icons_and_texts() {
    for (element, expected) in [
        (r#"{"type":"Icon","name":"calendardate"}"#, "Icon:event"),
        (r#"{"type":"Icon","name":"Rocket"}"#, "Text:Rocket:caption"),
        (
            r#"{"type":"Icon","name":"Rocket","fallback":{"type":"TextBlock","text":"up"}}"#,
            "Text:up",
        ),
        (
            r#"{"type":"Badge","text":"New","icon":"Star"}"#,
            "Row(Icon:star Text:New:caption)",
        ),
        (r#"{"type":"Badge","text":"New"}"#, "Text:New:caption"),
        (
            r#"{"type":"CompoundButton","title":"T","description":"D","icon":{"name":"Star"},"selectAction":{"type":"Action.Submit"}}"#,
            "Button:borderless(Column(Icon:star Text:**T** Text:D))",
        ),
        (
            r#"{"type":"CompoundButton","title":"T"}"#,
            "Card(Column(Text:**T**))",
        ),
        (
            r#"{"type":"Rating","value":4,"count":12}"#,
            "Text:4 of 5 (12)",
        ),
        (r#"{"type":"ProgressBar","value":1,"max":4}"#, "Text:25 %"),
        (r#"{"type":"ProgressRing","label":"Wait"}"#, "Text:Wait"),
        (
            r#"{"type":"Component","name":"graph","properties":{"displayName":"Ada"}}"#,
            "Text:Ada",
        ),
        (
            r#"{"type":"Chart.Pie","title":"T","data":[{"legend":"a","value":1}]}"#,
            "Text:T\na: 1",
        ),
        (
            r#"{"type":"Chart.Line","data":[{"legend":"a","values":[{"x":1,"y":2}]}]}"#,
            "Text:a\n1: 2",
        ),
        (
            r#"{"type":"Chart.Gauge","title":"T","fallback":{"type":"TextBlock","text":"f"}}"#,
            "Text:f",
        ),
        (r#"{"type":"Own"}"#, ""),
        (r#"{"type":"Own","fallback":"drop"}"#, ""),
        (
            r#"{"type":"Own","fallback":{"type":"Own","fallback":{"type":"TextBlock","text":"f"}}}"#,
            "Text:f",
        ),
    ] {
        assert_eq!(shown(element), expected, "{element}");
    }
}

#[test]
fn inputs_become_components_with_initial_values() {
    for (element, expected, data) in [
        (
            r#"{"type":"Input.Text","id":"x","label":"L","value":"v"}"#,
            "TextField:L",
            r#"{"x":"v"}"#,
        ),
        (
            r#"{"type":"Input.Text","id":"x","placeholder":"P","isMultiline":true}"#,
            "TextField:P:longText",
            r#"{"x":""}"#,
        ),
        (
            r#"{"type":"Input.Text","id":"x","style":"Password"}"#,
            "TextField::obscured",
            r#"{"x":""}"#,
        ),
        (
            r#"{"type":"Input.Number","id":"x","label":"L","value":2.5}"#,
            "TextField:L:number",
            r#"{"x":2.5}"#,
        ),
        (
            r#"{"type":"Input.Number","id":"x","value":"2"}"#,
            "TextField::number",
            r#"{"x":""}"#,
        ),
        (
            r#"{"type":"Input.Date","id":"x","value":"2026-12-01","min":"2026-01-01","max":"later"}"#,
            "DateTimeInput",
            r#"{"x":"2026-12-01"}"#,
        ),
        (
            r#"{"type":"Input.Time","id":"x","label":"L","value":"09:30","min":"08:00","max":"17:00"}"#,
            "DateTimeInput:L",
            r#"{"x":"09:30"}"#,
        ),
        (
            r#"{"type":"Input.Toggle","id":"x","title":"T","value":"Y","valueOn":"Y"}"#,
            "CheckBox:T",
            r#"{"x":true}"#,
        ),
        (
            r#"{"type":"Input.Toggle","id":"x","title":"T","label":"L"}"#,
            "Column(Text:L CheckBox:T)",
            r#"{"x":false}"#,
        ),
        (
            r#"{"type":"Input.Toggle","id":"x","title":"T","value":true}"#,
            "CheckBox:T",
            r#"{"x":false}"#,
        ),
        (
            r#"{"type":"Input.ChoiceSet","id":"x","choices":[{"title":"A","value":"a"},{"title":"B","value":"b"}],"value":"b"}"#,
            "ChoicePicker:mutuallyExclusive",
            r#"{"x":["b"]}"#,
        ),
        (
            r#"{"type":"Input.ChoiceSet","id":"x","isMultiSelect":true,"choices":[{"title":"A","value":"a"},{"value":"b"},{"title":"C"}],"value":"b,z,a"}"#,
            "ChoicePicker:multipleSelection",
            r#"{"x":["b","a"]}"#,
        ),
        (
            r#"{"type":"Input.Rating","id":"x","max":3,"value":2,"allowHalfSteps":true}"#,
            "Slider",
            r#"{"x":2}"#,
        ),
        (
            r#"{"type":"Input.Text","id":"x","label":"L","inlineAction":{"type":"Action.Submit","title":"Go"}}"#,
            "Row(TextField:L:1 Button(Text:Go))",
            r#"{"x":""}"#,
        ),
        (
            r#"{"type":"Input.Text","id":"x","isVisible":false,"value":"v"}"#,
            "",
            r#"{"x":"v"}"#,
        ),
        (
            r#"{"type":"Input.Text","id":"a.b"}"#,
            "TextField:",
            r#"{"field_0":""}"#,
        ),
        (
            r#"{"type":"Input.Text"}"#,
            "TextField:",
            r#"{"field_0":""}"#,
        ),
    ] {
        assert_eq!(shown(element), expected, "{element}");
        assert_eq!(data_of(&surface(element, "")), data, "{element}");
    }
    let filtered = r#"{"type":"Input.ChoiceSet","id":"x","style":"filtered","choices":[],"choices.data":{"type":"Data.Query","dataset":"d"}}"#;
    let filtered = surface(filtered, "");
    assert_eq!(
        remarks(&filtered.notes),
        [("/body/0/choices.data", Verdict::Carried)]
    );
    let picker = resolve(&filtered).nodes.pop().unwrap();
    assert_eq!(
        picker.properties.member("filterable").unwrap().text(),
        "true"
    );
}

#[test]
fn checks_come_from_the_rules_of_inputs() {
    let go = r#"{"type":"Action.Submit","id":"go","title":"Go"}"#;
    for (input, value, message) in [
        (
            r#""Input.Text","isRequired":true"#,
            text(""),
            Some("Please fill in (L)."),
        ),
        (
            r#""Input.Text","isRequired":true,"errorMessage":"Name?""#,
            text(""),
            Some("Name?"),
        ),
        (
            r#""Input.Text","regex":"^a+$""#,
            text("b"),
            Some("Please check the form (L)."),
        ),
        (r#""Input.Text","regex":"^a+$""#, text(""), None),
        (
            r#""Input.Text","maxLength":2"#,
            text("abc"),
            Some("Please enter a shorter text (L)."),
        ),
        (
            r#""Input.Number","min":1,"max":9"#,
            text("12"),
            Some("Please enter a number in the range (L)."),
        ),
        (r#""Input.Number","min":1,"max":9"#, text("3"), None),
        (r#""Input.Number","min":1"#, text(""), None),
        (
            r#""Input.Toggle","title":"T","isRequired":true"#,
            text("false"),
            Some("Please tick (T)."),
        ),
        (
            r#""Input.Toggle","title":"T","isRequired":true"#,
            text("true"),
            None,
        ),
        (
            r#""Input.ChoiceSet","choices":[{"title":"A","value":"a"}],"isRequired":true"#,
            text(""),
            Some("Please fill in (L)."),
        ),
        (
            r#""Input.Date","isRequired":true"#,
            text("2026-12-24"),
            None,
        ),
    ] {
        let label = if input.contains("Toggle") { "" } else { "L" };
        let input = format!(r#"{{"type":{input},"id":"x","label":"{label}"}}"#);
        let shown = surface(&input, go);
        for dialect in DIALECTS {
            let card = format!(r#"{{"type":"AdaptiveCard","body":[{input}],"actions":[{go}]}}"#);
            let surface = surface_in(&card, dialect).unwrap();
            let mut surfaces = apply(&surface.messages, dialect);
            let values = BTreeMap::from([(NodeKey::from("x"), value.clone())]);
            let _ = surfaces.submit("card", &NodeKey::from("go"), &values, &Host::new());
            let resolved = surfaces
                .iter()
                .next()
                .unwrap()
                .resolve(&Host::new())
                .unwrap();
            let node = resolved.node(&NodeKey::from("x")).unwrap();
            let failed: Vec<&str> = node
                .failed_checks
                .iter()
                .map(|check| check.message.as_deref().unwrap())
                .collect();
            assert_eq!(
                failed,
                message.into_iter().collect::<Vec<_>>(),
                "{input} {dialect} {value:?}"
            );
        }
        drop(shown);
    }
}

#[test]
fn actions_become_buttons_links_and_modals() {
    for (action, expected) in [
        (
            r#"{"type":"Action.Submit","title":"*Go*","style":"positive"}"#,
            r"Column(Row(Button:primary(Text:\*Go\*)))",
        ),
        (
            r#"{"type":"Action.Execute","title":"Go","isEnabled":false,"tooltip":"Later"}"#,
            "Column(Row(Button(Text:Go)))",
        ),
        (
            r#"{"type":"Action.OpenUrl","title":"Go","url":"https://a/","iconUrl":"icon:Star,filled"}"#,
            "Column(Row(Button(Row(Icon:star Text:Go))))",
        ),
        (
            r#"{"type":"Action.OpenUrl","url":"https://a/","iconUrl":"https://a/i.png"}"#,
            "Column(Row(Button(Image:https://a/i.png:icon)))",
        ),
        (
            r#"{"type":"Action.OpenUrl","title":"Go","url":"javascript:x"}"#,
            "Column(Row(Text:Go))",
        ),
        (
            r#"{"type":"Action.ShowCard","title":"More","card":{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"x"}],"actions":[{"type":"Action.Submit","title":"Go"}]}}"#,
            "Column(Row(Modal(Card(Text:More) Column(Text:x Row(Button(Text:Go))))))",
        ),
        (
            r#"{"type":"Action.Popover","title":"More","content":{"type":"TextBlock","text":"x"}}"#,
            "Column(Row(Modal(Card(Text:More) Text:x)))",
        ),
        (
            r#"{"type":"Action.Http","title":"Send","method":"POST","url":"https://a/"}"#,
            "Column(Row(Text:Send))",
        ),
        (r#"{"type":"Action.ResetInputs","title":"Reset"}"#, "Column"),
        (r#"{"type":"Action.Own","title":"Own"}"#, "Column"),
        (r#"{"type":"Action.Own","fallback":"drop"}"#, "Column"),
        (
            r#"{"type":"Action.Own","fallback":{"type":"Action.Own","fallback":{"type":"Action.Submit","title":"Go"}}}"#,
            "Column(Row(Button(Text:Go)))",
        ),
        (
            r#"{"type":"Action.Submit"}"#,
            "Column(Row(Button(Text:Submit)))",
        ),
    ] {
        assert_eq!(outline(&surface("", action)), expected, "{action}");
    }
    let card = r#"{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"x"}],"selectAction":{"type":"Action.OpenUrl","url":"https://a/"}}"#;
    let surface = surface_in(card, Dialect::A2ui0_9).unwrap();
    assert_eq!(
        outline(&surface),
        "Column(Button:borderless(Column(Text:x)))"
    );
}

#[test]
fn a_disabled_button_sends_nothing() {
    let card = r#"{"type":"AdaptiveCard","actions":[{"type":"Action.Submit","id":"go","title":"Go","isEnabled":false,"tooltip":"Later"}]}"#;
    for dialect in DIALECTS {
        assert!(
            press(card, dialect, "go", &[])
                .unwrap_err()
                .contains("Later")
        );
    }
}

#[test]
fn switched_elements_become_modals_and_tabs() {
    let a = r#"{"type":"TextBlock","id":"a","text":"a","isVisible":false}"#;
    let b = r#"{"type":"TextBlock","id":"b","text":"b"}"#;
    let toggle = |title: &str, targets: &str| {
        format!(
            r#"{{"type":"Action.ToggleVisibility","title":"{title}","targetElements":[{targets}]}}"#
        )
    };
    let on = |id: &str| format!(r#"{{"elementId":"{id}","isVisible":true}}"#);
    let off = |id: &str| format!(r#"{{"elementId":"{id}","isVisible":false}}"#);
    let more = toggle("More", r#""a""#);
    for (body, actions, expected) in [
        (
            a.to_owned(),
            more.clone(),
            "Column(Row(Modal(Card(Text:More) Column(Text:a))))",
        ),
        // Two actions with the same targets need one modal.
        (
            a.to_owned(),
            format!("{},{}", toggle("Show", &on("a")), toggle("Hide", &off("a"))),
            "Column(Row(Modal(Card(Text:Show) Column(Text:a))))",
        ),
        (
            format!("{a},{b}"),
            format!(
                "{},{}",
                toggle("A", &format!("{},{}", on("a"), off("b"))),
                toggle("B", &format!("{},{}", on("b"), off("a")))
            ),
            "Column(Tabs(Column(Text:a) Column(Text:b)))",
        ),
        // The pages contain the actions that swap them.
        (
            format!(
                r#"{{"type":"Container","id":"p","items":[{b},{{"type":"ActionSet","actions":[{0}]}}]}},{{"type":"Container","id":"q","isVisible":false,"items":[{{"type":"ActionSet","actions":[{0}]}},{{"type":"TextBlock","text":"c"}}]}}"#,
                toggle("Next", r#""p","q""#)
            ),
            String::new(),
            "Column(Tabs(Column(Column(Text:b)) Column(Column(Text:c))))",
        ),
        // An arrow that takes the place of another one.
        (
            format!(
                r#"{{"type":"ColumnSet","selectAction":{},"columns":[{{"type":"Column","items":[{{"type":"TextBlock","id":"up","text":"u","isVisible":false}},{{"type":"TextBlock","id":"down","text":"d"}}]}}]}},{a}"#,
                toggle("", r#""a","up","down""#)
            ),
            String::new(),
            "Column(Modal(Row(Column:1(Text:d)) Column(Text:a)))",
        ),
        // Two actions with different targets.
        (
            format!("{a},{b}"),
            format!("{more},{}", toggle("Both", r#""a","b""#)),
            "Column(Text:a Text:b)",
        ),
        (a.to_owned(), String::new(), "Column"),
        (a.to_owned(), toggle("None", r#""z""#), "Column"),
    ] {
        assert_eq!(
            outline(&surface(&body, &actions)),
            expected,
            "{body} {actions}"
        );
    }
    let revealed = surface(a, &format!("{more},{}", toggle("Both", r#""a","b""#)));
    assert!(remarks(&revealed.notes).contains(&("/body/0", Verdict::Dropped)));
}

#[test]
fn of_elements_for_several_widths_one_is_shown() {
    let of =
        |width: &str| format!(r#"{{"type":"TextBlock","text":"{width}","targetWidth":"{width}"}}"#);
    for (body, expected) in [
        (
            format!("{},{}", of("atLeast:standard"), of("atMost:narrow")),
            "Text:atLeast:standard",
        ),
        (format!("{},{}", of("Wide"), of("VeryNarrow")), "Text:Wide"),
        (of("huge"), "Text:huge"),
    ] {
        assert_eq!(shown(&body), expected);
    }
}

#[test]
fn ids_of_components_come_from_the_card_where_they_can() {
    let body = r#"{"type":"TextBlock","id":"root","text":"1"},{"type":"TextBlock","id":"body_0","text":"2"},{"type":"TextBlock","id":"a","text":"3"},
        {"type":"TextBlock","id":"a","text":"4"},{"type":"TextBlock","id":"x y","text":"5"},{"type":"TextBlock","id":"x-y","text":"6"},{"type":"TextBlock","id":"","text":"7"},
        {"type":"TextBlock","id":"__proto__","text":"8"},{"type":"TextBlock","id":"actions","text":"9"},{"type":"TextBlock","id":"group_0","text":"10"}"#;
    let surface = surface(
        body,
        r#"{"type":"Action.Submit","id":"body_0_label","title":"Go"}"#,
    );
    let keys = |surface: &CardSurface| -> Vec<String> {
        resolve(surface)
            .nodes
            .iter()
            .map(|node| node.key.to_string())
            .collect()
    };
    let expected = "root body_0_12 body_0 a body_3 body_4 x-y body_6 __proto__ actions group_0 actions_17 body_0_label actions_0_label";
    let found = keys(&surface);
    let unique: std::collections::BTreeSet<&String> = found.iter().collect();
    assert_eq!(unique.len(), found.len());
    for (index, key) in expected.split(' ').enumerate() {
        // Numbers at the end only make an id unique.
        let is_numbered = key.starts_with("body_0_1") || key.starts_with("actions_17");
        assert!(is_numbered || found[index] == key, "{found:?}");
    }
    let card = r#"{"type":"AdaptiveCard","body":[{"type":"TextBlock","id":"x-y","text":"6"}]}"#;
    let later = surface_in(card, Dialect::A2ui1_0).unwrap();
    let surfaces = apply(&later.messages, Dialect::A2ui1_0);
    let components = surfaces.iter().next().unwrap().components();
    let ids: Vec<&str> = components
        .map(|component| component.id().as_str())
        .collect();
    assert_eq!(ids, ["root", "body_0"]);
}

/// A card with an input of every kind, and actions of both types.
const FORM: &str = r#"{"type":"AdaptiveCard","version":"1.5","body":[
    {"type":"Input.Text","id":"t","value":"v"},{"type":"Input.Number","id":"n","value":3},{"type":"Input.Date","id":"d"},{"type":"Input.Time","id":"h"},
    {"type":"Input.Toggle","id":"w","title":"W","valueOn":"yes","valueOff":"no"},
    {"type":"Input.ChoiceSet","id":"c","choices":[{"title":"A","value":"a"},{"title":"B","value":"b"}]},
    {"type":"Input.ChoiceSet","id":"m","isMultiSelect":true,"choices":[{"title":"A","value":"a"},{"title":"B","value":"b"}]},
    {"type":"Input.Rating","id":"r"},{"type":"Input.Text","id":"hidden","isVisible":false,"value":"x"},{"type":"Input.Text","value":"nameless"}],
    "actions":[{"type":"Action.Submit","id":"send","title":"Send","data":{"t":"replaced","d":"kept","o":{"path":"/t"},"l":[1],"z":null}},
    {"type":"Action.Execute","id":"run","verb":"book","title":"Run","data":{"k":1.50}},
    {"type":"Action.Submit","id":"alone","title":"Alone","data":{"k":true},"associatedInputs":"None"},
    {"type":"Action.Submit","id":"say","title":"Say","data":"hello"},
    {"type":"Action.Submit","id":"list","title":"List","data":[{"a":1}]},
    {"type":"Action.ShowCard","title":"More","card":{"type":"AdaptiveCard","body":[{"type":"Input.Text","id":"inner","value":"i"}],
        "actions":[{"type":"Action.Submit","id":"deep","title":"Deep"}]}}]}"#;

#[test]
fn an_action_becomes_the_activity_that_a_bot_gets() {
    let untouched =
        r#""t":"v","d":"kept","o":{"path":"/t"},"z":null,"n":"3","w":"no","hidden":"x""#;
    for dialect in DIALECTS {
        let press = |button: &str, values: &[(&str, SubmittedValue)]| {
            press(FORM, dialect, button, values).unwrap()
        };
        let value = |answer: &CardAnswer| {
            serde_json::from_str::<serde_json::Value>(answer.data.text()).unwrap()
        };
        let expected = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        // An input replaces a member of its name, an empty input does not, and a hidden input is submitted.
        let answer = press("send", &[]);
        assert_eq!(
            value(&answer),
            expected(&format!(r#"{{"l":[1],{untouched}}}"#)),
            "{dialect}"
        );
        assert_eq!(answer.action_id.as_deref(), Some("send"));
        let entered = [
            ("t", text("Ada")),
            ("n", text("7")),
            ("d", text("2026-12-24")),
            ("h", text("09:30")),
            ("w", text("true")),
            ("c", text("b")),
            ("m", json(r#"["a","b"]"#)),
            ("r", json("4")),
        ];
        let answer = press("run", &entered);
        let data = r#"{"k":1.50,"t":"Ada","n":"7","d":"2026-12-24","h":"09:30","w":"yes","c":"b","m":"a,b","r":"4","hidden":"x"}"#;
        assert_eq!(answer.data.text(), data, "{dialect}");
        let activity = format!(
            r#"{{"type":"invoke","name":"adaptiveCard/action","value":{{"action":{{"type":"Action.Execute","id":"run","verb":"book","data":{data}}},"trigger":"manual"}}}}"#
        );
        assert_eq!(answer.activity.text(), activity, "{dialect}");
        let answer = press("alone", &entered);
        assert_eq!(
            answer.activity.text(),
            r#"{"type":"message","text":"","value":{"k":true}}"#
        );
        let answer = press("say", &entered);
        assert_eq!(
            answer.activity.text(),
            r#"{"type":"message","text":"hello"}"#
        );
        let answer = press("list", &entered);
        assert_eq!(
            answer.activity.text(),
            r#"{"type":"message","text":"","value":[{"a":1}]}"#
        );
        // A card inside a card submits the inputs of both.
        let answer = press("deep", &[]);
        assert_eq!(
            answer.data.text(),
            r#"{"t":"v","n":"3","w":"no","hidden":"x","inner":"i"}"#
        );
    }
}

#[test]
fn values_of_clients_become_words_of_the_card() {
    let reference = r#"{"type":"Action.Submit","inputs":{"n":"number","d":"date","h":"time","w":{"kind":"toggle","on":"1","off":""},"c":"choice","m":"choices","r":"rating","t":"text"}}"#;
    for (context, expected) in [
        (r#""n":3.0,"r":2.5"#, r#"{"n":"3","r":"2.5"}"#),
        (r#""n":"","r":0"#, "{}"),
        (r#""n":" 12 ""#, r#"{"n":"12"}"#),
        (r#""n":1e21,"m":[]"#, r#"{"n":"1e21"}"#),
        (
            r#""d":"2026-12-24T00:00:00Z","h":"2026-12-24T09:30:00""#,
            r#"{"d":"2026-12-24","h":"09:30"}"#,
        ),
        (
            r#""h":"09:30:00","d":"soon""#,
            r#"{"d":"soon","h":"09:30"}"#,
        ),
        (r#""w":true,"c":["a","b"]"#, r#"{"w":"1","c":"a"}"#),
        (r#""w":false,"c":[],"m":null"#, "{}"),
        (r#""m":["a,b","c"],"c":"a""#, r#"{"c":"a","m":"a,b,c"}"#),
        (r#""t":5,"own":{"a":1}"#, r#"{"own":{"a":1},"t":"5"}"#),
    ] {
        let reference = Payload::string(reference);
        let message = format!(
            r#"{{"version":"v0.9","action":{{"name":"x","surfaceId":"s","sourceComponentId":"c","timestamp":"2026-11-30T12:00:00Z","context":{{{context},"adaptiveCard":{}}}}}}}"#,
            reference.text()
        );
        let answer = submit_of_action(&Message::read(&message).unwrap()).unwrap();
        assert_eq!(answer.data.text(), expected, "{context}");
    }
}

#[test]
fn other_actions_are_refused() {
    for (message, pointer) in [
        (
            r#"{"version":"v0.9","action":{"name":"x","surfaceId":"s","sourceComponentId":"c","timestamp":"2026-11-30T12:00:00Z","context":{}}}"#,
            "/action/context/adaptiveCard",
        ),
        (
            r#"{"version":"v0.9","action":{"name":"x","surfaceId":"s","sourceComponentId":"c","timestamp":"2026-11-30T12:00:00Z","context":{"adaptiveCard":"{\"type\":\"Action.OpenUrl\"}"}}}"#,
            "/action/context/adaptiveCard",
        ),
        (
            r#"{"version":"v0.9","action":{"name":"x","surfaceId":"s","sourceComponentId":"c","timestamp":"2026-11-30T12:00:00Z","context":{"adaptiveCard":"{\"type\":\"Action.Submit\",\"inputs\":{\"a\":\"own\"}}"}}}"#,
            "/action/context/adaptiveCard",
        ),
        (
            r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
            "/deleteSurface/context/adaptiveCard",
        ),
    ] {
        let error = submit_of_action(&Message::read(message).unwrap()).unwrap_err();
        assert_eq!(
            (error.pointer.as_str(), error.rule()),
            (pointer, "cards/action")
        );
    }
}

#[test]
fn hostile_ids_and_data_come_back_as_they_are() {
    let names = [
        "__proto__",
        "constructor",
        "a.b",
        "a[0]",
        "a/b",
        "a~1b",
        "0",
        "-",
        "$x",
        "{y}",
        "adaptiveCard",
        "@path",
        "",
        " ",
        "é",
        "path",
    ];
    let mut inputs = Vec::new();
    let mut data = Vec::new();
    for name in names {
        inputs.push(format!(
            r#"{{"type":"Input.Text","id":{0},"value":"v"}}"#,
            Payload::string(name).text()
        ));
        data.push(format!(
            r#"{0}:"d","x{1}":{{"call":"openUrl","args":{{}}}}"#,
            Payload::string(name).text(),
            name
        ));
    }
    let data = format!(r#"{{{},"field_0":"own"}}"#, data.join(","));
    for inputs in [inputs.join(","), String::new()] {
        let card = format!(
            r#"{{"type":"AdaptiveCard","body":[{inputs}],"actions":[{{"type":"Action.Submit","id":"go","title":"Go","data":{data}}}]}}"#
        );
        for dialect in DIALECTS {
            let surface = surface_in(&card, dialect).unwrap();
            assert_eq!(
                problems(&surface.messages, dialect),
                Vec::<String>::new(),
                "{dialect}"
            );
            let answer = press(&card, dialect, "go", &[]).unwrap();
            for (name, value) in Payload::parse(&data).unwrap().members() {
                // An input without an id is not submitted.
                let is_input = !inputs.is_empty() && names.contains(&&*name) && !name.is_empty();
                let expected = if is_input {
                    Payload::string("v")
                } else {
                    value
                };
                assert_eq!(
                    answer.data.member(&name),
                    Some(expected),
                    "{name:?} {dialect}"
                );
            }
        }
    }
}

#[test]
fn inputs_with_the_same_id_keep_their_values_apart() {
    let card = r#"{"type":"AdaptiveCard","body":[{"type":"Input.Text","id":"x","value":"1"},{"type":"Input.Toggle","id":"x","title":"T"}],
        "actions":[{"type":"Action.Submit","id":"go","title":"Go"}]}"#;
    let answer = press(card, Dialect::A2ui0_9, "go", &[]).unwrap();
    assert_eq!(answer.data.text(), r#"{"x":"false"}"#);
}

#[test]
fn strange_cards_become_surfaces() {
    for card in [
        "{}",
        r#"{"type":"AdaptiveCard","body":5,"actions":"x","selectAction":[]}"#,
        r#"{"type":"AdaptiveCard","body":[5,null,{"type":"Container","items":7},{"type":"ColumnSet","columns":[3]},{"type":"Table","rows":[{"cells":[9]}]}],"actions":[1]}"#,
        r#"{"type":"AdaptiveCard","body":[{"type":"Image"},{"type":"Media","sources":[{}]},{"type":"Icon"},{"type":"Badge"},{"type":"Carousel","pages":[]},{"type":"ImageSet","images":[]}],
            "actions":[{"type":"Action.OpenUrl"},{"type":"Action.ShowCard"},{"type":"Action.ToggleVisibility"},{"type":"Action.Popover"}]}"#,
        r#"{"type":"AdaptiveCard","refresh":{"action":{"type":"Action.Execute"}},"authentication":{"text":"Sign in"}}"#,
        r#"{"type":"AdaptiveCard","actions":[{"type":"Action.Submit","title":"Go","data":{"msteams":{"type":"task/fetch"}}}]}"#,
        r#"{"type":"AdaptiveCard","body":[{"type":"Input.Text","id":"x","regex":"("}]}"#,
    ] {
        for dialect in DIALECTS {
            let surface = surface_in(card, dialect).unwrap();
            assert_eq!(
                problems(&surface.messages, dialect),
                Vec::<String>::new(),
                "{dialect}: {card}"
            );
        }
    }
}

#[test]
fn deep_cards_are_refused_and_not_followed() {
    let open = r#"{"type":"Container","items":["#;
    let nested = |levels: usize| {
        format!(
            r#"{{"type":"AdaptiveCard","body":[{}{{"type":"TextBlock","text":"x"}}{}]}}"#,
            open.repeat(levels),
            "]}".repeat(levels)
        )
    };
    assert!(surface_in(&nested(40), Dialect::A2ui0_9).is_ok());
    let refusal = surface_in(&nested(55), Dialect::A2ui0_9).unwrap_err();
    assert_eq!(refusal.rule(), "cards/depth");
    let open = r#"{"type":"AdaptiveCard","actions":[{"type":"Action.ShowCard","title":"x","card":"#;
    let cards =
        |levels: usize| open.repeat(levels) + r#"{"type":"AdaptiveCard"}"# + &"}]}".repeat(levels);
    assert!(surface_in(&cards(15), Dialect::A2ui0_9).is_ok());
    assert!(surface_in(&cards(40), Dialect::A2ui0_9).is_err());
}

#[test]
fn only_versions_with_calls_have_surfaces_for_cards() {
    let card: AdaptiveCard = wire::decode(FORM).unwrap();
    assert!(surface_of_card(&card, "card", Version::V0_8).is_err());
    for version in [
        Version::V0_9,
        Version::V0_10,
        Version::V1_0June,
        Version::V1_0,
    ] {
        assert!(!surface_of_card(&card, "card", version).unwrap().is_empty());
    }
    let resolved = resolve(&surface_in(FORM, Dialect::A2ui0_9).unwrap());
    let event = resolved.action(&NodeKey::from("run")).unwrap();
    let DeclaredAction::Event { name, context, .. } = &event.action else {
        panic!("{event:?}")
    };
    assert_eq!(name, "book");
    assert_eq!(
        context.get(&Pointer::from_static("/n")).unwrap().text(),
        r#"{"path":"/inputs/n"}"#
    );
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_real_card_becomes_a_surface() {
    let folder = std::env::var("AGENT_UI_CORPUS").unwrap() + "/neighbours/adaptive-cards";
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.trim_start_matches('\u{feff}');
        let is_card = Payload::parse(text)
            .is_ok_and(|card| card.member("type") == Some(Payload::string("AdaptiveCard")));
        if !is_card {
            // The folder also contains the data of templates.
            continue;
        }
        count += 1;
        for dialect in DIALECTS {
            let surface = surface_in(text, dialect).unwrap();
            let problems = problems(&surface.messages, dialect);
            assert_eq!(
                problems,
                Vec::<String>::new(),
                "{dialect}: {}",
                path.display()
            );
        }
    }
    assert_eq!(count, 114);
}
