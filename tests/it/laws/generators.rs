//! Generators for the messages and carries that the laws translate.

use a2ui::{
    Message,
    surface::{Surface, Surfaces},
    v0_8, v0_9, v0_10, v1_0,
};
use aap::Interaction;
use actions_json::{checked_manifest::CheckedManifest, item::DomEvent, validate::Profile};
use bridge::{Carry, Context, Dialect};
use proptest::prelude::*;
use wire::{Field, Payload, generate};

/// Generates the versions of A2UI that have actions.
pub(super) fn version() -> impl Strategy<Value = Dialect> {
    prop::sample::select(vec![
        Dialect::A2ui0_8,
        Dialect::A2ui0_9,
        Dialect::A2ui0_10,
        Dialect::A2ui1_0June,
        Dialect::A2ui1_0Aug,
        Dialect::A2ui1_0,
    ])
}

/// Generates safe records, including records as a provider stores them.
pub(super) fn record() -> BoxedStrategy<Interaction> {
    prop_oneof![
        1 => any_record().prop_map(|mut record| {
            if !record.id.can_name_a_file() {
                record.id = "".into();
            }
            if record.canvas_file.unsafe_rule().is_some() {
                record.canvas_file = "".into();
            }
            record
        }),
        2 => any_record().prop_map(tidy),
    ]
    .boxed()
}

/// Generates records whose path may lead out of its folder, or whose id may not be a file name.
pub(super) fn any_record() -> BoxedStrategy<Interaction> {
    generate::any::<Interaction>().boxed()
}

/// Changes a record to the form in which a provider stores it, with an existing page and the provider's summary.
fn tidy(mut record: Interaction) -> Interaction {
    record.canvas_file = "reports/day.html".into();
    if !record.id.can_name_a_file() {
        record.id = "i".into();
    }
    record.extra = Default::default();
    record.summary = record.summarize(aap::SummaryStyle::Provider);
    record
}

/// Generates actions of all versions.
pub(super) fn action() -> BoxedStrategy<Message> {
    version().prop_flat_map(action_in).boxed()
}

/// Generates actions in the shapes of a dialect.
pub(super) fn action_in(dialect: Dialect) -> BoxedStrategy<Message> {
    let action = match dialect {
        Dialect::A2ui0_8 => generate::any::<v0_8::UserAction>()
            .prop_map(|action| v0_8::ClientMessage::new(action).into())
            .boxed(),
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => (
            generate::any::<v0_9::UserAction>(),
            generate::any::<wire::Extra>(),
        )
            .prop_map(|(action, extra)| {
                let mut message = v0_9::ClientMessage::new(v0_9::Version::V0_9, action);
                message.extra = extra;
                Message::V0_9Client(message)
            })
            .boxed(),
        Dialect::A2ui0_10 | Dialect::A2ui1_0June => {
            (
                generate::any::<v0_10::UserAction>(),
                generate::any::<v0_10::Version>(),
            )
                .prop_map(|(action, version)| {
                    let message = Message::from(v0_10::ClientMessage::new(version, action.clone()));
                    // An action without a member of June is read as an action of 1.0 when it is read alone.
                    match Message::read(&wire::encode(&message).unwrap()) {
                        Ok(read) if read == message => message,
                        _ => v0_10::ClientMessage::new(v0_10::Version::V0_10, action).into(),
                    }
                })
                .boxed()
        }
        _ => (
            generate::any::<v1_0::UserAction>(),
            generate::any::<wire::Extra>(),
        )
            .prop_map(move |(action, extra)| {
                let is_today = dialect == Dialect::A2ui1_0;
                let version = if is_today {
                    v1_0::Version::V1_0
                } else {
                    v1_0::Version::V1_0Candidate
                };
                let mut message = v1_0::RendererMessage::new(version, action);
                message.extra = extra;
                Message::V1_0Renderer(message)
            })
            .boxed(),
    };
    action
        .prop_filter("a surface id that makes a file name", |message| {
            message
                .surface_id()
                .is_some_and(|id| Context::default().file_of(id).is_ok())
        })
        .boxed()
}

/// Generates forged carries of any protocol, for existing and for missing fields.
pub(super) fn forged_carry() -> BoxedStrategy<Carry> {
    let from = prop::sample::select(vec![
        "aap@1.0",
        "a2ui@0.8",
        "a2ui@0.9",
        "a2ui@0.10",
        "a2ui@1.0",
        "a2ui@1.0-aug",
        "ahp@canvas",
        "actions-json@1",
        "x",
    ]);
    let pointer = prop::sample::select(vec![
        "/id",
        "/timestamp",
        "/canvasFile",
        "/action",
        "/element",
        "/data",
        "/summary",
        "/version",
        "/action/name",
        "/action/context",
        "/action/x",
        "/action/userMessage",
        "/action/metadata",
        "/userAction/context",
        "/x",
        "",
        "/event_id",
        "/name",
        "/payload",
        "/url",
        "/state/title",
        "/state/url",
        "/state/instanceId",
        "/state/x",
        "/channel",
        "/contents/0/uri",
    ]);
    let value = prop_oneof![
        2 => Just(None),
        1 => Just(Some(Payload::null())),
        3 => generate::text().prop_map(|text| Some(Payload::string(&text))),
        1 => generate::any::<Payload>().prop_map(Some),
    ];
    let field = (pointer, value).prop_map(|(pointer, value)| match value {
        Some(value) => format!("[{pointer:?},{value}]"),
        None => format!("[{pointer:?}]"),
    });
    let layer = (from, prop::collection::vec(field, 0..5)).prop_map(|(from, fields)| {
        format!(r#"{{"from":{from:?},"fields":[{}]}}"#, fields.join(","))
    });
    prop::collection::vec(layer, 0..3)
        .prop_map(|layers| {
            let text = format!(r#"{{"v":1,"layers":[{}]}}"#, layers.join(","));
            Carry::read(&text).unwrap()
        })
        .boxed()
}

/// Generates surfaces of both versions from messages. Refused messages are ignored.
pub(super) fn surface() -> BoxedStrategy<Surface> {
    let v0_9 = (
        generate::any::<v0_9::CreateSurface>(),
        prop::collection::vec(generate::any::<v0_9::UpdateComponents>(), 0..3),
        prop::collection::vec(data_model(), 0..4),
        prop::option::of(generate::text()),
    );
    let v0_9 = v0_9.prop_map(|(mut create, components, data, name)| {
        create.surface_id = "desk".into();
        if let Some(name) = name {
            create.theme = Some(Payload::object([(
                "agentDisplayName",
                &Payload::string(&name),
            )]));
        }
        let mut bodies: Vec<v0_9::AgentBody> = vec![create.into()];
        bodies.extend(components.into_iter().map(|mut body| {
            body.surface_id = "desk".into();
            body.into()
        }));
        bodies.extend(data.into_iter().map(|(path, value)| {
            let mut body = v0_9::UpdateDataModel::new("desk").path(path);
            body.value = value;
            body.into()
        }));
        bodies
            .into_iter()
            .map(|body| Message::V0_9Agent(v0_9::AgentMessage::new(v0_9::Version::V0_9, body)))
            .collect::<Vec<_>>()
    });
    let v0_8 = (
        generate::any::<v0_8::BeginRendering>(),
        prop::collection::vec(generate::any::<v0_8::SurfaceUpdate>(), 0..3),
        prop::collection::vec(generate::any::<v0_8::DataModelUpdate>(), 0..3),
        any::<bool>(),
    );
    let v0_8 = v0_8.prop_map(|(mut begin, components, data, begins)| {
        begin.surface_id = "desk".into();
        let mut bodies: Vec<v0_8::AgentBody> = Vec::new();
        bodies.extend(components.into_iter().map(|mut body| {
            body.surface_id = "desk".into();
            body.into()
        }));
        bodies.extend(data.into_iter().map(|mut body| {
            body.surface_id = "desk".into();
            body.into()
        }));
        if begins || bodies.is_empty() {
            bodies.push(begin.into());
        }
        bodies
            .into_iter()
            .map(|body| Message::V0_8Agent(v0_8::AgentMessage::new(body)))
            .collect()
    });
    prop_oneof![v0_9, v0_8]
        .prop_filter_map("a surface", build_surface)
        .boxed()
}

fn build_surface(messages: Vec<Message>) -> Option<Surface> {
    let mut surfaces = Surfaces::new();
    for message in &messages {
        let _ = surfaces.apply(message);
    }
    surfaces.get("desk").cloned()
}

fn data_model() -> impl Strategy<Value = (String, Option<Payload>)> {
    let path = prop::sample::select(vec!["/", "/a", "/a/b", "/list/0", "/list/1", "/c~1d", ""]);
    (
        path.prop_map(str::to_owned),
        prop::option::weighted(0.8, generate::any::<Payload>()),
    )
}

/// Returns the manifest of a page.
pub(super) fn manifest_context() -> Context {
    let mut cx = Context::default();
    let manifest = wire::decode(
        r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[
                {"name":"loan.renewed","event":"desk:renewed","direction":"html_to_agent","ingestion":"enabled","target":{"name":"renew"}},
                {"name":"loan.lost","event":"desk:lost","ingestion":"enabled","target":{"selectors":["#lost",".lost"]}},
                {"name":"loan.counted","event":"desk:counted","ingestion":"enabled","payload":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}},
                {"name":"loan.muted","event":"desk:muted","ingestion":"disabled_by_default"},
                {"name":"loan.silent","event":"desk:silent"},
                {"name":"loan.told","event":"desk:told","direction":"agent_to_html","ingestion":"enabled"}]}"##,
    );
    cx.manifest = CheckedManifest::check(manifest.unwrap(), &Profile::STRICT, None).ok();
    cx.time = Some("2026-05-18T15:30:00.000Z".into());
    cx
}

/// Generates events of the page, both admitted and refused ones.
pub(super) fn event() -> BoxedStrategy<DomEvent> {
    let name = prop::sample::select(vec![
        "loan.renewed",
        "loan.lost",
        "desk:renewed",
        "desk:lost",
        "loan.counted",
        "loan.muted",
        "desk:silent",
        "loan.told",
        "nothing",
    ]);
    let url = prop_oneof![
        3 => prop::sample::select(vec!["https://desk.test/loans?page=2#top", "https://desk.test", "http://localhost:3000/a/../b"]).prop_map(|url| Field::Value(url.to_owned())),
        1 => Just(Field::Value("https://a.test/é".to_owned())),
    ];
    let payload = prop_oneof![
        3 => generate::any::<Payload>(),
        1 => Just(Payload::parse(r#"{"n":3}"#).unwrap()),
        1 => Just(Payload::parse(r#"{"n":3.5}"#).unwrap()),
        1 => generate::object_payload(),
    ];
    (generate::any::<DomEvent>(), name, url, payload)
        .prop_map(|(mut event, name, url, payload)| {
            event.name = name.to_owned();
            event.url = url;
            event.payload = payload;
            event
        })
        .boxed()
}

/// Generates events that the manifest of the page admits.
pub(super) fn admitted_event() -> BoxedStrategy<DomEvent> {
    let cx = manifest_context();
    event()
        .prop_filter("admitted", move |event| {
            actions_json::admission::admit(cx.manifest.as_ref().unwrap(), event).is_ok()
        })
        .boxed()
}
