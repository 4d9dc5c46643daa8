use super::*;
use crate::{ComponentNote, Verdict};
use a2ui::{
    Message, Version,
    expression::Host,
    surface::{ClientAction, Surfaces},
};
use elicitation::{ElicitAction, ElicitResult, Revision};
use wire::{Payload, Pointer};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
const DATA: &str = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"trip","value":{"name":"Ada","size":["m"],"news":false,"day":"2026-12-01","nights":2}}}"#;
const TRIP: &str = r#"{"id":"root","component":"Column","children":["t","n","s","w","d","k","go"]},
    {"id":"t","component":"Text","text":"Your trip","variant":"h2"},
    {"id":"n","component":"TextField","label":"Name","value":{"path":"/name"},"checks":[{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Please enter a name."}]},
    {"id":"s","component":"ChoicePicker","label":"Size","options":[{"label":"Small","value":"s"},{"label":"Medium","value":"m"}],"value":{"path":"/size"}},
    {"id":"w","component":"CheckBox","label":"Send news","value":{"path":"/news"}},
    {"id":"d","component":"DateTimeInput","label":"Day","value":{"path":"/day"},"enableDate":true},
    {"id":"k","component":"Slider","label":"Nights","value":{"path":"/nights"},"min":1,"max":14},
    {"id":"go","component":"Button","child":"gt","variant":"primary","action":{"event":{"name":"book","context":{"name":{"path":"/name"},"nights":{"path":"/nights"}}}}},
    {"id":"gt","component":"Text","text":"Book"}"#;

/// Returns the surface `trip` of A2UI 0.9 with these components.
fn trip(components: &str) -> Surfaces {
    let components = format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"trip","components":[{components}]}}}}"#
    );
    let mut surfaces = Surfaces::new();
    for text in [CREATE, DATA, &components] {
        surfaces.apply(&Message::read(text).unwrap()).unwrap();
    }
    surfaces
}

fn form(surfaces: &Surfaces, revision: Revision) -> Result<SurfaceForm, crate::Refusal> {
    let surface = surfaces.iter().next().unwrap();
    form_of_surface(&surface.resolve(&Host::new()).unwrap(), revision)
}

fn properties(form: &SurfaceForm) -> Payload {
    let at = Pointer::parse("/requestedSchema/properties").unwrap();
    form.params().get(&at).unwrap()
}

fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

fn value(payload: &Payload) -> serde_json::Value {
    serde_json::from_str(payload.text()).unwrap()
}

fn accept(content: &str) -> ElicitResult {
    ElicitResult::accept(json(content))
}

/// Returns the context of the event that an answer causes.
fn context_after(
    form: &SurfaceForm,
    surfaces: &mut Surfaces,
    result: &ElicitResult,
) -> (String, Payload) {
    match form.answer(surfaces, result, &Host::new()).unwrap() {
        Some(ClientAction::Event(event)) => (event.name, event.context),
        other => panic!("{other:?}"),
    }
}

/// Returns the components of a surface with an input, and a button that sends its value.
fn with_input(input: &str) -> String {
    format!(
        r#"{{"id":"root","component":"Column","children":["m","x","go"]}},{{"id":"m","component":"Text","text":"Hi"}},
        {input},
        {{"id":"go","component":"Button","child":"gt","action":{{"event":{{"name":"send","context":{{"x":{{"path":"/x"}}}}}}}}}},
        {{"id":"gt","component":"Text","text":"Send"}}"#
    )
}

#[test]
fn a_surface_becomes_the_form_of_the_worked_example() {
    let form = form(&trip(TRIP), Revision::Mcp2025_11).unwrap();
    let expected = r#"{"mode":"form","message":"Your trip","requestedSchema":{"type":"object","properties":{
        "name":{"type":"string","title":"Name","default":"Ada"},
        "size":{"type":"string","title":"Size","oneOf":[{"const":"s","title":"Small"},{"const":"m","title":"Medium"}],"default":"m"},
        "news":{"type":"boolean","title":"Send news","default":false},
        "day":{"type":"string","title":"Day","format":"date","default":"2026-12-01"},
        "nights":{"type":"number","title":"Nights","minimum":1,"maximum":14,"default":2}},"required":["name"]}}"#;
    assert_eq!(value(&form.params()), value(&json(expected)));
}

#[test]
fn an_accepted_form_fills_the_data_model_and_sends_the_event() {
    let mut surfaces = trip(TRIP);
    let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
    let result = accept(r#"{"name":"Grace","size":"s","news":true,"day":"2026-12-24","nights":3}"#);
    let (name, context) = context_after(&form, &mut surfaces, &result);
    assert_eq!(
        (name.as_str(), context.text()),
        ("book", r#"{"name":"Grace","nights":3}"#)
    );
    let model = surfaces
        .get("trip")
        .unwrap()
        .data_model()
        .to_payload()
        .unwrap();
    let expected = r#"{"name":"Grace","size":["s"],"news":true,"day":"2026-12-24","nights":3}"#;
    assert_eq!(value(&model), value(&json(expected)));
}

#[test]
fn content_against_the_schema_is_reported_and_not_written() {
    let mut surfaces = trip(TRIP);
    let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
    let result = accept(r#"{"name":"Grace","nights":15}"#);
    let error = form
        .answer(&mut surfaces, &result, &Host::new())
        .unwrap_err();
    let FormAnswerError::Content(findings) = error else {
        panic!("{error:?}")
    };
    assert_eq!(findings[0].pointer.as_str(), "/nights");
    let model = surfaces.get("trip").unwrap().data_model();
    assert_eq!(model.get("/name"), Some(Payload::string("Ada")));
}

#[test]
fn defaults_and_titles_of_options_follow_the_revision() {
    let old = properties(&form(&trip(TRIP), Revision::Mcp2025_06).unwrap());
    assert_eq!(
        old.member("name").unwrap().text(),
        r#"{"type":"string","title":"Name"}"#
    );
    assert_eq!(
        old.member("size").unwrap().text(),
        r#"{"type":"string","title":"Size","enum":["s","m"],"enumNames":["Small","Medium"]}"#
    );
    assert_eq!(
        old.member("news").unwrap().text(),
        r#"{"type":"boolean","title":"Send news","default":false}"#
    );
}

#[test]
fn an_input_for_a_secret_is_refused_by_name() {
    let secret = with_input(
        r#"{"id":"x","component":"TextField","label":"Key","variant":"obscured","value":{"path":"/x"}}"#,
    );
    let refusal = form(&trip(&secret), Revision::Mcp2025_11).unwrap_err();
    assert_eq!(refusal.rule(), "forms/secret");
    assert!(refusal.message().contains("`x`"), "{refusal}");
}

#[test]
fn a_surface_without_a_button_is_refused_by_name() {
    let texts = r#"{"id":"root","component":"Text","text":"Hello"}"#;
    let refusal = form(&trip(texts), Revision::Mcp2025_11).unwrap_err();
    assert_eq!(refusal.rule(), "forms/no-button");
    assert!(refusal.message().contains("`trip`"), "{refusal}");
}

#[test]
fn several_choices_need_a_later_revision() {
    let many = with_input(
        r#"{"id":"x","component":"ChoicePicker","variant":"multipleSelection","options":[{"label":"A","value":"a"},{"label":"b","value":"b"}],"value":{"path":"/x"}}"#,
    );
    let mut surfaces = trip(&many);
    assert_eq!(
        form(&surfaces, Revision::Mcp2025_06).unwrap_err().rule(),
        "forms/several-choices"
    );
    let form = form(&surfaces, Revision::Mcp2026_07).unwrap();
    assert_eq!(
        properties(&form).text(),
        r#"{"x":{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"b"}]}}}"#
    );
    let (_, context) = context_after(&form, &mut surfaces, &accept(r#"{"x":["b"]}"#));
    assert_eq!(context.text(), r#"{"x":["b"]}"#);
}

#[test]
fn declined_and_dismissed_forms_press_the_buttons_with_that_meaning() {
    let components = r#"{"id":"root","component":"Column","children":["m","yes","no","close"]},{"id":"m","component":"Text","text":"Go on?"},
        {"id":"yes","component":"Button","child":"a","action":{"event":{"name":"go","context":{}}}},{"id":"a","component":"Text","text":"Yes"},
        {"id":"no","component":"Button","child":"b","action":{"event":{"name":"stay","context":{"why":"no"}}}},{"id":"b","component":"Text","text":"No"},
        {"id":"close","component":"Button","child":"c","action":{"event":{"name":"dialog.close","context":{}}}},{"id":"c","component":"Text","text":"X"}"#;
    let mut surfaces = trip(components);
    let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
    assert_eq!(properties(&form).text(), "{}");
    for (action, name) in [
        (ElicitAction::Accept, "go"),
        (ElicitAction::Decline, "stay"),
        (ElicitAction::Cancel, "dialog.close"),
    ] {
        let mut result = ElicitResult::new(action.clone());
        if action == ElicitAction::Accept {
            result = ElicitResult::accept(Payload::empty_object());
        }
        assert_eq!(context_after(&form, &mut surfaces, &result).0, name);
    }
}

#[test]
fn an_answer_without_its_button_has_no_action() {
    let mut surfaces = trip(TRIP);
    let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
    for action in [ElicitAction::Decline, ElicitAction::Cancel] {
        let result = ElicitResult::new(action);
        assert_eq!(
            form.answer(&mut surfaces, &result, &Host::new()).unwrap(),
            None
        );
    }
    let other = ElicitResult::new(ElicitAction::from("approve")).content(json(r#"{"name":"x"}"#));
    let error = form
        .answer(&mut surfaces, &other, &Host::new())
        .unwrap_err();
    assert_eq!(error, FormAnswerError::UnknownAction("approve".to_owned()));
}

#[test]
fn several_accepting_buttons_become_a_property() {
    let components = r#"{"id":"root","component":"Column","children":["m","a","b"]},{"id":"m","component":"Text","text":"Deploy?"},
        {"id":"a","component":"Button","child":"at","action":{"event":{"name":"now","context":{"k":1}}}},{"id":"at","component":"Text","text":"Now"},
        {"id":"b","component":"Button","child":"bt","action":{"event":{"name":"later","context":{"k":2}}}},{"id":"bt","component":"Text","text":"Later"}"#;
    let mut surfaces = trip(components);
    let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
    let schema = form.params().member("requestedSchema").unwrap();
    assert_eq!(
        schema.text(),
        r#"{"type":"object","properties":{"action":{"type":"string","oneOf":[{"const":"now","title":"Now"},{"const":"later","title":"Later"}]}},"required":["action"]}"#
    );
    let (name, context) = context_after(&form, &mut surfaces, &accept(r#"{"action":"later"}"#));
    assert_eq!((name.as_str(), context.text()), ("later", r#"{"k":2}"#));
}

#[test]
fn the_items_of_a_template_become_numbered_properties() {
    let components = r#"{"id":"root","component":"Column","children":["list","go"]},
        {"id":"list","component":"List","children":{"path":"/guests","componentId":"guest"}},
        {"id":"guest","component":"TextField","label":"Guest","value":{"path":"name"}},
        {"id":"go","component":"Button","child":"gt","action":{"event":{"name":"send","context":{"all":{"path":"/guests"}}}}},{"id":"gt","component":"Text","text":"Send"}"#;
    let mut surfaces = trip(components);
    let guests = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"trip","path":"/guests","value":[{"name":"Ada"},{"name":""}]}}"#;
    surfaces.apply(&Message::read(guests).unwrap()).unwrap();
    let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
    let names: Vec<&str> = form
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    assert_eq!(names, ["name_0", "name_1"]);
    let (_, context) = context_after(
        &form,
        &mut surfaces,
        &accept(r#"{"name_0":"Ada","name_1":"Grace"}"#),
    );
    assert_eq!(
        context.text(),
        r#"{"all":[{"name":"Ada"},{"name":"Grace"}]}"#
    );
}

#[test]
fn the_bounds_of_checks_become_those_of_properties() {
    let number = r#"{"id":"x","component":"TextField","label":"Age","variant":"number","value":{"path":"/x"},"checks":[
        {"condition":{"call":"numeric","args":{"value":{"path":"/x"},"min":18,"max":99}},"message":"Age"}]}"#;
    let mut surfaces = trip(&with_input(number));
    let age = form(&surfaces, Revision::Mcp2025_11).unwrap();
    assert_eq!(
        properties(&age).text(),
        r#"{"x":{"type":"number","title":"Age","minimum":18,"maximum":99}}"#
    );
    let (_, context) = context_after(&age, &mut surfaces, &accept(r#"{"x":21}"#));
    assert_eq!(context.text(), r#"{"x":"21"}"#);
    let text = r#"{"id":"x","component":"TextField","label":"Mail","value":{"path":"/x"},"checks":[
        {"condition":{"call":"email","args":{"value":{"path":"/x"}}},"message":"Mail"},
        {"condition":{"call":"length","args":{"value":{"path":"/x"},"max":40}},"message":"Long"}]}"#;
    let mail = form(&trip(&with_input(text)), Revision::Mcp2025_11).unwrap();
    assert_eq!(
        properties(&mail).text(),
        r#"{"x":{"type":"string","title":"Mail","maxLength":40,"format":"email"}}"#
    );
    for (form, member) in [(&age, "minimum"), (&mail, "format")] {
        let at = format!("/requestedSchema/properties/x/{member}");
        let noted = note_of(form, "checks");
        assert_eq!((noted.verdict, place_of(noted)), (Verdict::Encoded, at));
        let noted = note_of(form, "value");
        let at = "/requestedSchema/properties/x".to_owned();
        assert_eq!((noted.verdict, place_of(noted)), (Verdict::Derived, at));
    }
}

fn note_of<'f>(form: &'f SurfaceForm, member: &str) -> &'f ComponentNote {
    let mut notes = form.notes.iter();
    notes.find(|note| note.member == member).unwrap()
}

fn place_of(note: &ComponentNote) -> String {
    note.to.as_ref().unwrap().to_string()
}

#[test]
fn a_page_with_several_event_buttons_sends_the_first_event() {
    let components = r#"{"id":"root","component":"Column","children":["open","done","later"]},
        {"id":"open","component":"Button","child":"o","action":{"functionCall":{"call":"openUrl","args":{"url":"https://a.test/login"}}}},{"id":"o","component":"Text","text":"Open"},
        {"id":"done","component":"Button","child":"d","action":{"event":{"name":"done","context":{"n":1}}}},{"id":"d","component":"Text","text":"Done"},
        {"id":"later","component":"Button","child":"l","action":{"event":{"name":"later","context":{}}}},{"id":"l","component":"Text","text":"Later"}"#;
    let mut surfaces = trip(components);
    let page = form(&surfaces, Revision::Mcp2025_11).unwrap();
    assert!(page.url.is_some());
    let noted = |id: &str| {
        let mut notes = page.notes.iter();
        notes.find(|note| note.key.to_string() == id).unwrap()
    };
    assert_eq!(place_of(noted("open")), "/url");
    assert_eq!(noted("later").verdict, Verdict::Dropped);
    let result = ElicitResult::new(ElicitAction::Accept);
    let (name, context) = context_after(&page, &mut surfaces, &result);
    assert_eq!((name.as_str(), context.text()), ("done", r#"{"n":1}"#));
}

#[test]
fn a_surface_that_only_opens_a_page_becomes_a_request_of_a_url() {
    let components = r#"{"id":"root","component":"Column","children":["m","open"]},{"id":"m","component":"Text","text":"Sign in"},
        {"id":"open","component":"Button","child":"o","action":{"functionCall":{"call":"openUrl","args":{"url":"https://a.test/login"}}}},{"id":"o","component":"Text","text":"Open"}"#;
    let surfaces = trip(components);
    let page = form(&surfaces, Revision::Mcp2025_11).unwrap();
    assert_eq!(
        page.params().text(),
        r#"{"mode":"url","message":"Sign in","url":"https://a.test/login","elicitationId":"trip"}"#
    );
    assert_eq!(
        form(&surfaces, Revision::Mcp2025_06).unwrap_err().rule(),
        "forms/url-mode"
    );
}

fn request(params: &str) -> ElicitationRequest {
    let question = Question::read("elicitation/create", &json(params)).unwrap();
    ElicitationRequest::new(question).id(json("7"))
}

/// Returns the surface of a request.
fn surface_of(request: &ElicitationRequest, version: Version) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for message in surface_of_request(request, "q", Some("Harbour"), version).unwrap() {
        surfaces.apply(&message).unwrap();
    }
    surfaces
}

const EVERY_PROPERTY: &str = r#"{"mode":"form","message":"All","requestedSchema":{"type":"object","properties":{
    "text":{"type":"string","title":"Text","description":"Any text"},
    "mail":{"type":"string","format":"email"},
    "page":{"type":"string","format":"uri"},
    "day":{"type":"string","format":"date"},
    "time":{"type":"string","format":"date-time"},
    "long":{"type":"string","minLength":2,"maxLength":2000},
    "some":{"type":"integer","minimum":1,"maximum":9,"default":3},
    "many":{"type":"number","minimum":0,"maximum":5000},
    "yes":{"type":"boolean","default":true},
    "plain":{"type":"string","enum":["a","b"]},
    "legacy":{"type":"string","enum":["a","b"],"enumNames":["A","B"]},
    "titled":{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}],"default":"b"},
    "list":{"type":"array","items":{"type":"string","enum":["a","b"]}},
    "named":{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]},"minItems":1,"default":["a"]},
    "a.b":{"type":"string"},"0":{"type":"string"}},
    "required":["text","many","yes"]}}"#;

#[test]
fn every_valid_content_comes_back_from_the_surface_of_a_request() {
    let content = r#"{"text":"x","mail":"a@b.test","page":"https://a.test","day":"2026-12-24","time":"2026-12-24T10:00:00Z","long":"ab",
        "some":4,"many":12.5,"yes":false,"plain":"b","legacy":"a","titled":"a","list":["a","b"],"named":["b"],"a.b":"dot","0":"zero"}"#;
    let minimal = r#"{"text":"x","many":2,"yes":true}"#;
    for version in [
        Version::V0_9,
        Version::V0_10,
        Version::V1_0June,
        Version::V1_0,
    ] {
        for content in [content, minimal] {
            let mut surfaces = surface_of(&request(EVERY_PROPERTY), version);
            let form = form(&surfaces, Revision::Mcp2025_11).unwrap();
            // The properties of the surface's own form are called like its data.
            let entered = content
                .replace("\"a.b\"", "\"field_14\"")
                .replace("\"0\"", "\"field_15\"");
            let action = form.answer(&mut surfaces, &accept(&entered), &Host::new());
            let Ok(Some(ClientAction::Event(event))) = action else {
                panic!("{version}: {action:?}")
            };
            let answer = result_of_action(&event.message("2026-11-30T12:00:00Z")).unwrap();
            assert_eq!(answer.id, Some(json("7")));
            let AnswerOutcome::Result(result) = answer.outcome else {
                panic!()
            };
            let returned = result.accepted_content().unwrap();
            assert_eq!(value(returned), value(&json(content)), "{version}");
        }
    }
}

#[test]
fn an_untouched_form_answers_with_its_defaults_and_omits_the_rest() {
    let params = r#"{"message":"m","requestedSchema":{"type":"object","properties":{
        "name":{"type":"string","default":"Ada"},"note":{"type":"string"},"level":{"type":"integer","minimum":1,"maximum":5},
        "size":{"type":"string","enum":["s","m"]},"news":{"type":"boolean"},"sure":{"type":"boolean"}},"required":["sure"]}}"#;
    let surfaces = surface_of(&request(params), Version::V0_9);
    let surface = surfaces.get("q").unwrap();
    let action = surface
        .action_of("accept", &a2ui::expression::Scope::top(), &Host::new())
        .unwrap();
    let ClientAction::Event(event) = action else {
        panic!()
    };
    let answer = result_of_action(&event.message("2026-11-30T12:00:00Z")).unwrap();
    let AnswerOutcome::Result(result) = answer.outcome else {
        panic!()
    };
    assert_eq!(
        result.accepted_content().unwrap().text(),
        r#"{"name":"Ada","sure":false}"#
    );
}

#[test]
fn the_surface_of_a_request_names_the_server_and_asks_with_checked_inputs() {
    let params = r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{"age":{"type":"integer","minimum":18,"title":"Age"}},"required":["age"]}}"#;
    let messages =
        surface_of_request(&request(params), "q", Some("Harbour"), Version::V1_0).unwrap();
    let texts: Vec<String> = messages
        .iter()
        .map(|message| wire::encode(message).unwrap())
        .collect();
    let all = texts.concat();
    assert!(
        all.contains(r#"{"id":"server","component":"Text","text":"Harbour","variant":"caption"}"#),
        "{all}"
    );
    assert!(all.contains(r#""@checks":[{"condition":{"@call":"required","args":{"value":{"@path":"/content/age"}}}"#), "{all}");
    assert!(
        all.contains(r#"{"@call":"numeric","args":{"value":{"@path":"/content/age"},"min":18}}"#),
        "{all}"
    );
    let refusal = surface_of_request(&request(params), "q", None, Version::V0_8).unwrap_err();
    assert_eq!(refusal.rule(), "forms/version");
}

#[test]
fn wrong_values_are_findings_that_ask_again() {
    let params = r#"{"message":"m","requestedSchema":{"type":"object","properties":{"age":{"type":"integer","minimum":18}},"required":["age"]}}"#;
    for (entered, is_valid) in [
        (r#""21""#, true),
        ("21.0", true),
        (r#""""#, false),
        (r#""old""#, false),
        ("3", false),
    ] {
        let mut surfaces = surface_of(&request(params), Version::V0_9);
        surfaces.write("q", "/content/age", json(entered)).unwrap();
        let surface = surfaces.get("q").unwrap();
        let action = surface
            .action_of("accept", &a2ui::expression::Scope::top(), &Host::new())
            .unwrap();
        let ClientAction::Event(event) = action else {
            panic!()
        };
        match result_of_action(&event.message("2026-11-30T12:00:00Z")) {
            Ok(answer) => {
                assert!(is_valid, "{entered}");
                let AnswerOutcome::Result(result) = answer.outcome else {
                    panic!()
                };
                assert_eq!(result.accepted_content().unwrap().text(), r#"{"age":21}"#);
            }
            Err(ActionAnswerError::Content(findings)) => {
                assert!(!is_valid, "{entered}");
                assert_eq!(findings[0].pointer.as_str(), "/age");
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_url_request_shows_its_host_and_opens_only_web_pages() {
    let params = r#"{"mode":"url","message":"Sign in","url":"https://user@a.test/login?x=1","elicitationId":"e"}"#;
    let surfaces = surface_of(&request(params), Version::V0_9);
    let surface = surfaces.get("q").unwrap();
    assert_eq!(
        surface.component("host").unwrap().property("text"),
        Some(Payload::string("a.test"))
    );
    let page = form(&surfaces, Revision::Mcp2025_11).unwrap();
    assert_eq!(page.url.as_deref(), Some("https://user@a.test/login?x=1"));
    for url in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https:///x",
        "data:text/html,x",
        "https://a b/",
    ] {
        let params = format!(r#"{{"mode":"url","message":"m","url":"{url}"}}"#);
        let refusal = surface_of_request(&request(&params), "q", None, Version::V0_9).unwrap_err();
        assert_eq!(refusal.rule(), "forms/url", "{url}");
    }
}

#[test]
fn a_permission_request_becomes_a_button_for_each_option() {
    let params = r#"{"sessionId":"s","toolCall":{"toolCallId":"c","title":"Delete files"},"options":[
        {"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}"#;
    let question = Question::read("session/request_permission", &json(params)).unwrap();
    let surfaces = surface_of(
        &ElicitationRequest::new(question).id(Payload::string("p")),
        Version::V0_9,
    );
    let surface = surfaces.get("q").unwrap();
    assert_eq!(
        surface.component("message").unwrap().property("text"),
        Some(Payload::string("Delete files"))
    );
    let action = surface
        .action_of("option_1", &a2ui::expression::Scope::top(), &Host::new())
        .unwrap();
    let ClientAction::Event(event) = action else {
        panic!()
    };
    let answer = result_of_action(&event.message("2026-11-30T12:00:00Z")).unwrap();
    assert_eq!(answer.outcome, AnswerOutcome::Selected("no".to_owned()));
    assert_eq!(answer.id, Some(Payload::string("p")));
}

#[test]
fn an_action_of_another_surface_answers_no_request() {
    let action = r#"{"version":"v0.9","action":{"name":"book","surfaceId":"s","sourceComponentId":"go","timestamp":"2026-11-30T12:00:00Z","context":{}}}"#;
    let error = result_of_action(&Message::read(action).unwrap()).unwrap_err();
    let ActionAnswerError::NotAnAnswer { pointer, .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (pointer.as_str(), error.rule()),
        ("/action/name", "forms/action")
    );
}

#[test]
fn the_state_and_the_key_of_an_input_request_come_back_with_the_answer() {
    let question =
        request(r#"{"message":"m","requestedSchema":{"type":"object","properties":{}}}"#).question;
    let request =
        ElicitationRequest::new(question).input_request("login", Some("\"state\"\\".to_owned()));
    let surfaces = surface_of(&request, Version::V0_9);
    let surface = surfaces.get("q").unwrap();
    for button in ["accept", "decline", "cancel"] {
        let action = surface
            .action_of(button, &a2ui::expression::Scope::top(), &Host::new())
            .unwrap();
        let ClientAction::Event(event) = action else {
            panic!()
        };
        let answer = result_of_action(&event.message("2026-11-30T12:00:00Z")).unwrap();
        assert_eq!(answer.key.as_deref(), Some("login"));
        assert_eq!(answer.request_state.as_deref(), Some("\"state\"\\"));
    }
}
