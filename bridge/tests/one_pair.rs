//! Tests that hold in a build with two protocols, as `.ci/features` runs them with the features `aap` and `a2ui`.

use agent_ui_bridge::{
    AnyMessage, Carry, Context, Dialect, Family, Protocol, RefusalKind, Translator, a2ui, aap,
    route, translate, translate_with_carry,
    wire::{self, Payload},
};

const RECORD: &str = r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"summary":"User click on a.html"}"#;

#[test]
fn a_record_becomes_an_action_and_comes_back() {
    let record: aap::Interaction = wire::decode(RECORD).unwrap();
    let there =
        translate::<_, a2ui::v0_9::ClientMessage>(record.clone(), &Context::default()).unwrap();
    let back =
        translate_with_carry::<_, aap::Interaction>(there.value, there.carry, &Context::default());
    assert_eq!(back.unwrap().value, record);
}

#[test]
fn surfaces_are_translated_between_versions_of_a2ui() {
    let texts = [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Hi"}]}}"#,
    ];
    let mut translator =
        Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default()).unwrap();
    let mut outputs = Vec::new();
    for text in texts {
        let message = a2ui::Message::read(text).unwrap();
        outputs.extend(translator.push(message, Carry::default()).unwrap().outputs);
    }
    let saved = wire::decode(&wire::encode(&translator.save()).unwrap()).unwrap();
    let mut translator = Translator::resume(saved, Context::default()).unwrap();
    outputs.extend(translator.finish().outputs);
    assert!(
        outputs
            .iter()
            .any(|output| output.message.encode().unwrap().contains("beginRendering"))
    );
}

#[test]
fn the_refusal_of_an_uncompiled_protocol_names_its_feature() {
    let payload = Payload::parse("{}").unwrap();
    for dialect in Dialect::ALL
        .iter()
        .copied()
        .filter(|dialect| !dialect.protocol().is_enabled())
    {
        let protocol = dialect.protocol();
        let refused = [
            Translator::new(Dialect::Aap, dialect, Context::default())
                .map(drop)
                .unwrap_err(),
            Translator::new(dialect, Dialect::Aap, Context::default())
                .map(drop)
                .unwrap_err(),
            AnyMessage::read(&payload, dialect, Protocol::Aap).unwrap_err(),
        ];
        for refusal in refused {
            assert_eq!(refusal.kind(), RefusalKind::Rule);
            assert_eq!(
                refusal.to_string(),
                format!(
                    "this build of agent-ui-bridge does not contain {protocol} (route/not-enabled)"
                )
            );
            assert_eq!(
                refusal.hint_text(),
                format!("enable the feature `{protocol}` of agent-ui-bridge")
            );
        }
        for family in Family::ALL {
            assert!(route(Dialect::Aap, dialect, family).is_empty());
        }
    }
    let count = Protocol::ALL
        .iter()
        .filter(|protocol| protocol.is_enabled())
        .count();
    assert!(
        count
            == if cfg!(feature = "ahp") {
                Protocol::ALL.len()
            } else {
                2
            }
    );
}
