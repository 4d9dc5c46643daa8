use crate::{
    AnyMessage, Bridge, Carry, Context, Dialect, Output, Outputs, Protocol, Refusal, Translator,
};
use wire::{Payload, Pointer};

const TRIP: [&str; 3] = [
    r#"{"version":"v0.9","createSurface":{"surfaceId":"trip","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
    r#"{"version":"v0.9","updateDataModel":{"surfaceId":"trip","value":{"name":"Ada","nights":2}}}"#,
    r#"{"version":"v0.9","updateComponents":{"surfaceId":"trip","components":[{"id":"root","component":"Column","children":["t","n","k","go"]},
        {"id":"t","component":"Text","text":"Your trip","variant":"h2"},{"id":"n","component":"TextField","label":"Name","value":{"path":"/name"}},
        {"id":"k","component":"Slider","label":"Nights","value":{"path":"/nights"},"min":1,"max":14},
        {"id":"go","component":"Button","child":"gt","variant":"primary","action":{"event":{"name":"book","context":{"name":{"path":"/name"},"nights":{"path":"/nights"}}}}},
        {"id":"gt","component":"Text","text":"Book"}]}}"#,
];

const QUESTION: &str = r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name","description":"Yours"},"age":{"type":"integer","minimum":1,"maximum":150}},"required":["name"]}}}"#;

fn context() -> Context {
    Context {
        time: Some("2026-11-30T12:00:00Z".into()),
        owner: Some("Harbour".to_owned()),
        session: Some("s".to_owned()),
        ..Context::default()
    }
}

fn read(text: &str, from: Dialect, to: Dialect) -> AnyMessage {
    AnyMessage::read(&Payload::parse(text).unwrap(), from, to.protocol()).unwrap()
}

/// Translates messages with their carries, and returns everything that comes out.
fn run(from: Dialect, to: Dialect, messages: Vec<(AnyMessage, Carry)>) -> Result<Outputs, Refusal> {
    let mut translator = Translator::new(from, to, context())?;
    let mut all = Outputs::default();
    for (message, carry) in messages {
        let mut made = translator.push(message, carry)?;
        all.outputs.append(&mut made.outputs);
        all.notes.append(&mut made.notes);
    }
    let mut made = translator.finish();
    if let Some((_, refusal)) = made.refusals.pop() {
        return Err(refusal);
    }
    all.outputs.append(&mut made.outputs);
    all.notes.append(&mut made.notes);
    Ok(all)
}

fn texts(outputs: &[Output]) -> Vec<String> {
    let encoded = outputs.iter().map(|output| output.message.encode());
    encoded.collect::<Result<_, _>>().unwrap()
}

fn with_carries(outputs: Vec<Output>) -> Vec<(AnyMessage, Carry)> {
    outputs
        .into_iter()
        .map(|output| (output.message, output.carry))
        .collect()
}

const QUESTIONS: [Dialect; 5] = [
    Dialect::Elicitation2025_06,
    Dialect::Elicitation2025_11,
    Dialect::Elicitation2026_07,
    Dialect::Acp1,
    Dialect::Acp2,
];

const SURFACES: [Dialect; 8] = [
    Dialect::A2ui0_8,
    Dialect::A2ui0_9,
    Dialect::A2ui0_9_1,
    Dialect::A2ui0_10,
    Dialect::A2ui1_0June,
    Dialect::A2ui1_0Aug,
    Dialect::A2ui1_0Sep,
    Dialect::A2ui1_0,
];

#[test]
fn a_surface_comes_back_from_its_form_with_the_carry() {
    let from = Dialect::A2ui0_9;
    for to in QUESTIONS {
        let surface = TRIP
            .map(|text| (read(text, from, to), Carry::default()))
            .to_vec();
        let form = run(from, to, surface).unwrap();
        assert_eq!(form.outputs.len(), 1, "{to}");
        let back = run(to, from, with_carries(form.outputs)).unwrap();
        let expected = TRIP.map(|text| read(text, from, to).encode().unwrap());
        assert_eq!(texts(&back.outputs), expected, "{to}");
    }
}

#[test]
fn a_request_comes_back_from_its_surface_with_the_carry() {
    let question = Payload::parse(QUESTION).unwrap();
    let params = question.member("params").unwrap();
    let without_mode = params.text().replace(r#""mode":"form","#, "");
    let requests = [
        QUESTION.replace(params.text(), &without_mode),
        QUESTION.to_owned(),
        format!(
            r#"{{"resultType":"input_required","inputRequests":{{"who":{{"method":"elicitation/create","params":{without_mode}}}}},"requestState":"x"}}"#
        ),
        QUESTION
            .replace(r#"{"mode""#, r#"{"sessionId":"other","mode""#)
            .replace(r#"["name"]}}}"#, r#"["name"]},"_meta":{"k":1}}}"#),
        QUESTION.replace(r#"{"mode""#, r#"{"sessionId":"s","mode""#),
    ];
    for (from, request) in QUESTIONS.into_iter().zip(&requests) {
        for to in SURFACES {
            let made = run(from, to, vec![(read(request, from, to), Carry::default())]).unwrap();
            let back = run(to, from, with_carries(made.outputs.clone())).unwrap();
            assert_eq!(
                texts(&back.outputs),
                std::slice::from_ref(request),
                "{from} {to} {:?}",
                texts(&made.outputs)
            );
        }
    }
}

#[test]
fn an_answer_to_the_form_of_a_surface_becomes_its_action() {
    for to in QUESTIONS {
        let mut bridge = Bridge::new(Protocol::A2ui, to, context()).unwrap();
        for text in TRIP {
            let _ = bridge
                .forward(read(text, Dialect::A2ui0_9, to), Carry::default())
                .unwrap();
        }
        assert_eq!(bridge.finish_forward().outputs.len(), 1);
        let content = r#"{"action":"accept","content":{"name":"Grace","nights":3}}"#;
        let answer = match to {
            Dialect::Elicitation2026_07 => format!(r#"{{"inputResponses":{{"trip":{content}}}}}"#),
            _ => format!(r#"{{"jsonrpc":"2.0","id":"trip","result":{content}}}"#),
        };
        let action = bridge
            .backward(read(&answer, to, Dialect::A2ui0_9), Carry::default())
            .unwrap();
        assert_eq!(
            texts(&action.outputs),
            [
                r#"{"version":"v0.9","action":{"name":"book","surfaceId":"trip","sourceComponentId":"go","timestamp":"2026-11-30T12:00:00Z","context":{"name":"Grace","nights":3}}}"#
            ]
        );
        let wrong = answer.replace(":3", ":33");
        let refusal = bridge
            .backward(read(&wrong, to, Dialect::A2ui0_9), Carry::default())
            .unwrap_err();
        assert!(
            refusal.pointer().as_str().ends_with("/content/nights"),
            "{refusal}"
        );
    }
}

#[test]
fn an_action_on_the_surface_of_a_request_becomes_its_answer() {
    for to in SURFACES {
        let from = Dialect::Elicitation2025_11;
        let mut bridge = Bridge::new(from, to, context()).unwrap();
        let made = bridge
            .forward(read(QUESTION, from, to), Carry::default())
            .unwrap();
        let mut surfaces = a2ui::surface::Surfaces::new();
        let mut outputs = made.outputs;
        outputs.extend(bridge.finish_forward().outputs);
        for output in outputs {
            let AnyMessage::Message(message) = output.message else {
                panic!()
            };
            surfaces.apply(&message).unwrap();
        }
        surfaces
            .write("7", "/content/name", Payload::string("Ada"))
            .unwrap();
        let surface = surfaces.get("7").unwrap();
        let scope = a2ui::expression::Scope::top();
        let action = surface
            .action_of("accept", &scope, &a2ui::expression::Host::new())
            .unwrap();
        let a2ui::surface::ClientAction::Event(event) = action else {
            panic!()
        };
        let answer = bridge
            .backward(event.message("2026-11-30T12:00:00Z"), Carry::default())
            .unwrap();
        assert_eq!(
            texts(&answer.outputs),
            [r#"{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}"#],
            "{to}"
        );
    }
}

#[test]
fn the_notes_of_a_form_name_every_property_of_its_components() {
    let (from, to) = (Dialect::A2ui0_9, Dialect::Elicitation2025_11);
    let surface = TRIP
        .map(|text| (read(text, from, to), Carry::default()))
        .to_vec();
    let form = run(from, to, surface).unwrap();
    let notes = &form.outputs[0].notes;
    let components = Pointer::parse("/updateComponents/components").unwrap();
    let message = Payload::parse(TRIP[2]).unwrap();
    for (index, component) in message.get(&components).unwrap().elements().enumerate() {
        let at = components.element(index);
        for (name, _) in component.members() {
            if matches!(&*name, "id" | "component") {
                continue;
            }
            let place = at.member(&name);
            let named = notes
                .iter()
                .any(|note| note.input == 2 && (note.from == place || note.from == at));
            assert!(named, "{place}: {notes:#?}");
        }
    }
    let label = Pointer::parse("/updateComponents/components/2/label").unwrap();
    let of_label = notes.iter().find(|note| note.from == label).unwrap();
    assert_eq!(
        of_label.to.get().unwrap().as_str(),
        "/params/requestedSchema/properties/name/title"
    );
}

#[test]
fn an_edit_of_a_form_wins_over_the_carry() {
    let (from, to) = (Dialect::A2ui0_9, Dialect::Elicitation2025_11);
    let surface = TRIP
        .map(|text| (read(text, from, to), Carry::default()))
        .to_vec();
    let form = run(from, to, surface).unwrap();
    let edited = texts(&form.outputs)[0].replace("Your trip", "Our trip");
    let back = run(
        to,
        from,
        vec![(read(&edited, to, from), form.outputs[0].carry.clone())],
    )
    .unwrap();
    let again = run(from, to, with_carries(back.outputs)).unwrap();
    assert_eq!(texts(&again.outputs), [edited]);
}
