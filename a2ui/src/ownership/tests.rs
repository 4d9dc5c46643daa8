//! Tests of owners: the data that remains, the data that is removed, and the agent of a message.

use super::{Owners, namespace};
use crate::{
    ClientDataModel, Message, SurfaceDataModels, SurfaceId, Version,
    a2a::{A2aMessage, A2aVersion, DataPart, ExtensionUri, MessageMetadata, Part},
    surface::Surfaces,
};
use proptest::prelude::*;
use wire::{Field, Payload, generate};

const AGENTS: [&str; 3] = ["tables", "bank", "we/ather~"];
const SURFACES: [&str; 5] = ["booking", "account", "sky", "", "stray"];

/// Generates owners of all surfaces except the last one.
fn owners() -> BoxedStrategy<Owners> {
    prop::collection::vec(0..AGENTS.len(), SURFACES.len() - 1)
        .prop_map(|agents| {
            let mut owners = Owners::new();
            for (agent, surface) in agents.into_iter().zip(SURFACES) {
                owners.claim(AGENTS[agent], &surface.into()).unwrap();
            }
            owners
        })
        .boxed()
}

fn message() -> BoxedStrategy<Message> {
    (
        generate::any::<Message>(),
        prop::sample::select(&SURFACES[..]),
    )
        .prop_map(|(message, surface)| namespace::rename(&message, |_| surface.into()).unwrap())
        .boxed()
}

fn data_model() -> BoxedStrategy<ClientDataModel> {
    let models = prop::collection::vec(generate::object_payload(), SURFACES.len());
    (
        generate::any::<ClientDataModel>(),
        models,
        prop::sample::subsequence(&SURFACES[..], 0..=SURFACES.len()),
    )
        .prop_map(|(mut model, models, surfaces)| {
            let ids = surfaces.into_iter().map(SurfaceId::from);
            model.surfaces = ids.zip(models).collect::<SurfaceDataModels>();
            model
        })
        .boxed()
}

/// Generates A2A messages with all kinds of content: other parts, single messages, lists, and objects with lists of messages.
fn a2a_message() -> BoxedStrategy<A2aMessage> {
    let a2a = prop_oneof![Just(A2aVersion::V0_3), Just(A2aVersion::V1_0)];
    let listed = (
        prop::collection::vec(message(), 1..4),
        a2a,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(messages, a2a, is_wrapped, is_marked)| {
            let mut parts = DataPart::from_messages(&messages, &ExtensionUri::V1_0, a2a).unwrap();
            for part in &mut parts {
                if is_wrapped && a2a == A2aVersion::V1_0 {
                    part.data =
                        Payload::object([("x", &Payload::null()), ("messages", &part.data)]);
                }
                if !is_marked {
                    part.metadata = Field::Absent;
                }
            }
            parts.into_iter().map(Part::Data).collect::<Vec<_>>()
        });
    let others = generate::any::<Vec<Part>>();
    let models = prop::collection::vec(prop::option::of(data_model()), 2);
    (
        prop::collection::vec(listed, 0..3),
        others,
        models,
        generate::any::<A2aMessage>(),
    )
        .prop_map(|(listed, others, models, mut message)| {
            message.parts = listed.into_iter().flatten().chain(others).collect();
            let mut models = models
                .into_iter()
                .map(|model| model.map_or(Field::Null, Field::Value));
            let mut metadata = MessageMetadata::new();
            metadata.a2ui_client_data_model = models.next().unwrap();
            metadata.a2ui_renderer_data_model = models.next().unwrap();
            message.metadata = Field::Value(metadata);
            message
        })
        .boxed()
}

/// Returns the readable messages in order.
fn messages(message: &A2aMessage) -> Vec<Message> {
    let parts = message.parts.iter().filter_map(|part| match part {
        Part::Data(part) => Some(part.messages(None)),
        _ => None,
    });
    parts
        .flatten()
        .filter_map(|element| element.result.ok())
        .collect()
}

/// Returns `true` if a message names no surface, and neither makes nor answers a call.
fn is_nameless(message: &Message) -> bool {
    !wire::encode(message)
        .unwrap()
        .contains("\"functionCallId\":\"")
        && message.surface_id().is_none()
}

proptest! {
    #[test]
    fn an_agent_sees_its_own_data_models_unchanged_and_no_others(owners in owners(), model in data_model(), agent in 0..AGENTS.len()) {
        let agent = AGENTS[agent];
        let own: Vec<_> = model.surfaces.iter().filter(|(id, _)| owners.owner(id) == Some(agent)).collect();
        let stripped = owners.strip_data_model(model.clone(), agent);
        prop_assert_eq!(stripped.is_none(), own.is_empty());
        if let Some(stripped) = stripped {
            prop_assert_eq!(stripped.surfaces.iter().collect::<Vec<_>>(), own);
            prop_assert_eq!(&stripped.version, &model.version);
            prop_assert_eq!(owners.strip_data_model(stripped.clone(), agent), Some(stripped));
        }
    }

    #[test]
    fn an_agent_sees_only_its_own_messages_in_order(owners in owners(), message in a2a_message(), agent in 0..AGENTS.len()) {
        let agent = AGENTS[agent];
        let stripped = owners.strip_message(message.clone(), agent);
        let is_own = |message: &Message| message.surface_id().and_then(|id| owners.owner(id.as_str())) == Some(agent);
        let expected: Vec<_> = messages(&message).into_iter().filter(|m| is_own(m) || is_nameless(m)).collect();
        prop_assert_eq!(messages(&stripped), expected);
        for model in stripped.data_models() {
            prop_assert!(model.surfaces.iter().all(|(id, _)| owners.owner(id) == Some(agent)));
        }
        let texts = |message: &A2aMessage| {
            message.parts.iter().filter(|part| !matches!(part, Part::Data(_))).cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(texts(&stripped), texts(&message));
        prop_assert_eq!(&stripped.extra, &message.extra);
        prop_assert_eq!(owners.strip_message(stripped.clone(), agent), stripped);
    }

    #[test]
    fn stripping_a_message_twice_changes_nothing_more(owners in owners(), message: A2aMessage) {
        let once = owners.strip_message(message, AGENTS[0]);
        prop_assert_eq!(owners.strip_message(once.clone(), AGENTS[0]), once);
    }

    #[test]
    fn each_agent_receives_only_its_own_part(owners in owners(), message in a2a_message()) {
        let mut meant = 0;
        for agent in AGENTS {
            let share = owners.strip_message(message.clone(), agent);
            let route = owners.route_message(&share);
            prop_assert!(route == Ok(Some(agent)) || route == Ok(None), "{:?}", route);
            meant += messages(&share).iter().filter(|message| !is_nameless(message)).count();
        }
        let owned = |message: &&Message| message.surface_id().is_some_and(|id| owners.owner(id.as_str()).is_some());
        prop_assert_eq!(meant, messages(&message).iter().filter(owned).count());
    }

    #[test]
    fn a_message_goes_to_the_owner_of_its_surface(owners in owners(), message in message()) {
        let owner = message.surface_id().and_then(|id| owners.owner(id.as_str()));
        prop_assert_eq!(owners.route(&message).ok(), owner);
    }

    #[test]
    fn stripping_a_prefix_reverts_adding_it(agent: String, message: Message) {
        let outside = namespace::rename(&message, |id| namespace::add_prefix(&agent, id)).unwrap();
        if let Some(id) = outside.surface_id() {
            prop_assert_eq!(namespace::strip_prefix(id).map(|(agent, _)| agent), Some(agent));
        }
        let back = namespace::rename(&outside, |id| namespace::strip_prefix(id).unwrap().1).unwrap();
        prop_assert_eq!(back, message);
    }
}

fn read(text: &str) -> Message {
    Message::read(text).unwrap()
}

#[test]
fn an_agent_owns_a_surface_until_it_deletes_it() {
    let mut owners = Owners::new();
    let create = read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    let update = read(r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s"}}"#);
    let delete = read(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#);
    assert_eq!(
        owners.observe("a", &update).unwrap_err().rule(),
        "unowned-surface"
    );
    assert_eq!(owners.observe("a", &delete), Ok(()));
    for message in [&create, &update, &create] {
        owners.observe("a", message).unwrap();
    }
    for message in [&create, &update, &delete] {
        let error = owners.observe("b", message).unwrap_err();
        assert_eq!(
            error.to_string(),
            "agent `b` cannot use surface `s`: agent `a` owns it"
        );
        assert_eq!(error.rule(), "surface-collision");
    }
    owners.observe("a", &delete).unwrap();
    owners
        .observe(
            "b",
            &read(r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#),
        )
        .unwrap();
    assert_eq!(owners.iter().collect::<Vec<_>>(), [(&"s".into(), "b")]);
    owners.release_all("b");
    assert_eq!(owners, Owners::new());
}

#[test]
fn the_response_to_a_call_is_routed_to_the_caller() {
    let mut owners = Owners::new();
    let call = |id: &str| {
        read(&format!(
            r#"{{"version":"v1.0","callRendererFunction":{{"functionCallId":"{id}","callFunction":{{"call":"f","catalogId":"c"}}}}}}"#
        ))
    };
    let june = read(
        r#"{"version":"v0.10","functionCallId":"3","callFunction":{"call":"f","returnType":"any","callableFrom":"remoteOnly"}}"#,
    );
    owners.observe("a", &call("1")).unwrap();
    owners.observe("b", &call("2")).unwrap();
    owners.observe("b", &june).unwrap();
    let answer = |id: &str| {
        read(&format!(
            r#"{{"version":"v1.0","rendererFunctionResponse":{{"functionCallId":"{id}","value":null}}}}"#
        ))
    };
    assert_eq!(owners.route(&answer("1")), Ok("a"));
    assert_eq!(owners.route(&answer("2")), Ok("b"));
    assert_eq!(
        owners.route(&answer("9")).unwrap_err().rule(),
        "unknown-call"
    );
    let old = read(
        r#"{"version":"v0.10","functionResponse":{"functionCallId":"3","call":"f","value":1}}"#,
    );
    assert_eq!(owners.route(&old), Ok("b"));
    let failed =
        read(r#"{"version":"v1.0","error":{"code":"X","message":"m","functionCallId":"1"}}"#);
    assert_eq!(owners.route(&failed), Ok("a"));
    owners.observe("b", &call("1")).unwrap();
    assert_eq!(
        owners.route(&answer("1")).unwrap_err().to_string(),
        "the message belongs to two agents, `a` and `b`"
    );
    owners.release_call("1");
    assert_eq!(
        owners.route(&answer("1")).unwrap_err().rule(),
        "unknown-call"
    );
    // Calls of the client are routed by their surface. Their call ids mean nothing to the agents.
    owners.claim("a", &"s".into()).unwrap();
    let verify = read(
        r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"2","callFunction":{"call":"verify"}}}"#,
    );
    assert_eq!(owners.route(&verify), Ok("a"));
}

#[test]
fn missing_and_ambiguous_owners_are_errors() {
    let mut owners = Owners::new();
    owners.claim("a", &"s".into()).unwrap();
    owners.claim("b", &"t".into()).unwrap();
    let error = owners
        .route(&read(r#"{"error":{"anything":"goes"}}"#))
        .unwrap_err();
    assert_eq!(
        (error.rule(), error.to_string().as_str()),
        (
            "nameless-message",
            "the message `error` names neither a surface nor a call"
        )
    );
    assert_eq!(
        owners.route(&read(r#"{"error":{"surfaceId":"t"}}"#)),
        Ok("b")
    );
    let delete = |id: &str| {
        read(&format!(
            r#"{{"version":"v0.9","deleteSurface":{{"surfaceId":"{id}"}}}}"#
        ))
    };
    let both = DataPart::from_messages(
        &[delete("s"), delete("t")],
        &ExtensionUri::V0_9,
        A2aVersion::V1_0,
    )
    .unwrap();
    let both = A2aMessage::new(both.into_iter().map(Part::Data).collect::<Vec<_>>());
    assert_eq!(
        owners.route_message(&both).unwrap_err().rule(),
        "ambiguous-owner"
    );
    assert_eq!(
        owners.route_message(&A2aMessage::text("yes", A2aVersion::V1_0)),
        Ok(None)
    );
}

#[test]
fn hidden_surface_ids_are_found_and_stripped() {
    let mut owners = Owners::new();
    owners.claim("a", &"s".into()).unwrap();
    owners.claim("b", &"t".into()).unwrap();
    for (data, left) in [
        (r#"{"action":{"surfaceId":"s","surfaceId":"t"}}"#, None),
        (
            r#"{"action":{"surfaceId":"s"},"error":{"surfaceId":"t"}}"#,
            None,
        ),
        (r#"{"action":{"surfaceId":7}}"#, None),
        (r#"{"action":{"surfaceId":"\ud83d"}}"#, None),
        (r#"{"action":{"surf\u0061ceId":"\u0074"}}"#, None),
        (
            r#"{"messages":[{"a":{"surfaceId":"t"}}],"messages":[{"a":{"surfaceId":"t"}}]}"#,
            None,
        ),
        (r#"{"a2uiMessages":[{"a":{"surfaceId":"t"}}]}"#, None),
        (r#"[[[[[[{"a":{"surfaceId":"t"}}]]]]]]"#, None),
        (
            r#"{"x":[], "messages": [{"a":{"surfaceId":"t"}},{"a":{"surfaceId":"s"}}],"z":1.0}"#,
            Some(r#"{"x":[], "messages": [{"a":{"surfaceId":"s"}}],"z":1.0}"#),
        ),
        (r#"[1, {"a":{"surfaceId":"t"}}]"#, Some("[1]")),
        // Data in an agent's own context belongs to the agent, whatever its name.
        (
            r#"{"action":{"surfaceId":"s","context":{"surfaceId":"t"}}}"#,
            Some(r#"{"action":{"surfaceId":"s","context":{"surfaceId":"t"}}}"#),
        ),
    ] {
        let message = A2aMessage::new([DataPart::new(Payload::parse(data).unwrap()).into()]);
        let stripped = owners.strip_message(message, "a");
        let texts: Vec<_> = stripped
            .parts
            .iter()
            .filter_map(super::strip::find_a2ui_data)
            .map(Payload::text)
            .collect();
        assert_eq!(texts, left.into_iter().collect::<Vec<_>>(), "{data}");
    }
    // A part with another data type is not searched.
    let other = r#"{"metadata":{"mimeType":"application/json"},"data":{"a":{"surfaceId":"t"}}}"#;
    let message: A2aMessage = wire::decode(&format!(r#"{{"parts":[{other}]}}"#)).unwrap();
    assert_eq!(owners.strip_message(message.clone(), "a"), message);
}

#[test]
fn an_agent_receives_the_requested_data_models_of_its_surfaces() {
    let (mut surfaces, mut owners) = (Surfaces::new(), Owners::new());
    for (agent, surface, send) in [
        ("a", "s", "true"),
        ("a", "t", "false"),
        ("b", "u", "true"),
        ("c", "v", "null"),
    ] {
        let create = read(&format!(
            r#"{{"version":"v0.9.1","createSurface":{{"surfaceId":"{surface}","catalogId":"c","sendDataModel":{send}}}}}"#
        ));
        owners.observe(agent, &create).unwrap();
        surfaces.apply(&create).unwrap();
    }
    let model = |agent| {
        let model = owners.data_model(&surfaces, Version::V0_9, agent);
        model.map(|model| wire::encode(&model).unwrap())
    };
    assert_eq!(
        model("a").unwrap(),
        r#"{"version":"v0.9.1","surfaces":{"s":{}}}"#
    );
    assert_eq!(
        model("b").unwrap(),
        r#"{"version":"v0.9.1","surfaces":{"u":{}}}"#
    );
    assert_eq!((model("c"), model("missing")), (None, None));
    assert_eq!(owners.data_model(&surfaces, Version::V1_0, "a"), None);
}
