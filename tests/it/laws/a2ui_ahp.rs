//! Laws between A2UI and AHP.

use super::{config, generators, is_lossless, leaves, send, size, value};
use a2ui::{
    Message,
    surface::{Surface, Surfaces},
};
use bridge::{
    AnyMessage, Carry, CarryPolicy, Context, Dialect, Embed, ExtractedMessage, Note, Outputs,
    RefusalKind,
    canvases::{CanvasDispatch, OpenCanvas},
};
use proptest::prelude::*;
use wire::{Field, Payload, Pointer};

fn dialect(surface: &Surface) -> Dialect {
    AnyMessage::from(surface.messages().remove(0)).dialect()
}

/// Translates the messages of one surface and its canvas, and collects the results.
fn made(
    messages: impl IntoIterator<Item = AnyMessage>,
    from: Dialect,
    to: Dialect,
    home: &Carry,
    cx: &Context,
) -> Outputs {
    let mut translator = crate::translation::paranoid(from, to, cx.clone()).unwrap();
    let mut made = Outputs::default();
    let mut home = home.clone();
    for message in messages {
        let outputs = translator.push(message, std::mem::take(&mut home)).unwrap();
        made.notes.extend(outputs.notes);
        made.outputs.extend(outputs.outputs);
    }
    let ended = translator.finish();
    assert!(ended.refusals.is_empty(), "{:?}", ended.refusals);
    made.notes.extend(ended.notes);
    made.outputs.extend(ended.outputs);
    made
}

fn there(surface: &Surface, home: &Carry) -> (OpenCanvas, Carry) {
    let messages = surface.messages().into_iter().map(AnyMessage::from);
    let mut made = made(
        messages,
        dialect(surface),
        Dialect::AhpCanvas,
        home,
        &Context::default(),
    );
    let output = made.outputs.remove(0);
    (output.message.try_into().unwrap(), output.carry)
}

/// Returns the version of the surface in a canvas.
fn version(canvas: &AnyMessage) -> Dialect {
    let canvas = Payload::parse(canvas.encode().unwrap()).unwrap();
    let text = canvas
        .get(&Pointer::parse("/contents/0/text").unwrap())
        .unwrap();
    let mut messages = a2ui::read(&text.as_str().unwrap(), None).unwrap();
    AnyMessage::from(messages.remove(0).result.unwrap()).dialect()
}

/// Translates a canvas back, and returns the messages, the carry of the first one, and the notes.
fn noted_back(
    canvas: impl Into<AnyMessage>,
    home: &Carry,
    cx: &Context,
) -> (Vec<Message>, Carry, Vec<Note>) {
    let canvas = canvas.into();
    let mut made = made(
        [canvas.clone()],
        canvas.dialect(),
        version(&canvas),
        home,
        cx,
    );
    let notes = made.all_notes().cloned().collect();
    let carry = std::mem::take(&mut made.outputs[0].carry);
    (
        made.outputs
            .into_iter()
            .map(|output| output.message.try_into().unwrap())
            .collect(),
        carry,
        notes,
    )
}

fn back(canvas: &OpenCanvas, home: &Carry) -> (Vec<Message>, Carry) {
    let (messages, carry, _) = noted_back(canvas.clone(), home, &Context::default());
    (messages, carry)
}

fn fold(messages: &[Message]) -> Surface {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(message).unwrap();
    }
    surfaces.iter().next().unwrap().clone()
}

/// Generates the canvas of a surface, after an edit.
fn canvas() -> BoxedStrategy<OpenCanvas> {
    let state = wire::generate::any::<ahp::canvas::CanvasState>();
    let url = prop_oneof![
        2 => Just(None),
        1 => Just(Some("https://desk.test/x")),
        1 => Just(Some("javascript:alert(1)")),
    ];
    (
        generators::surface(),
        state,
        url,
        wire::generate::any::<wire::Extra>(),
        any::<bool>(),
    )
        .prop_map(|(surface, mut state, url, extra, is_edited)| {
            let mut canvas = there(&surface, &Carry::default()).0;
            if is_edited {
                state.instance_id = canvas.state.instance_id.clone();
                state.url = url.map_or(canvas.state.url.clone(), |url| Field::Value(url.into()));
                canvas.state = state;
                canvas.extra = extra;
            }
            canvas
        })
        .boxed()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l7_a_canvas_contains_its_complete_surface(surface in generators::surface()) {
        let (canvas, carry) = there(&surface, &Carry::default());
        prop_assert!(carry.is_empty());
        let canvas: OpenCanvas = wire::decode(&wire::encode(&canvas).unwrap()).unwrap();
        let (messages, carry) = back(&canvas, &Carry::default());
        prop_assert!(carry.is_empty());
        prop_assert_eq!(fold(&messages).snapshot(), surface.snapshot());

        let mut cx = Context::default();
        cx.base_url = Some("https://desk.test/canvases/".to_owned());
        let messages = surface.messages().into_iter().map(AnyMessage::from);
        let released = made(messages, dialect(&surface), Dialect::Ahp1_0, &Carry::default(), &cx).outputs.remove(0);
        prop_assert!(released.carry.is_empty());
        let (messages, carry, _) = noted_back(released.message.clone(), &Carry::default(), &cx);
        prop_assert!(carry.is_empty());
        prop_assert_eq!(fold(&messages).snapshot(), surface.snapshot());
        // Without a base address that this host serves, the address belongs to another host and is carried.
        let (messages, carry, _) = noted_back(released.message, &Carry::default(), &Context::default());
        prop_assert!(!carry.is_empty());
        prop_assert_eq!(fold(&messages).snapshot(), surface.snapshot());
    }

    #[test]
    fn l7_a_canvas_without_contents_is_refused(surface in generators::surface()) {
        let (mut canvas, _) = there(&surface, &Carry::default());
        canvas.contents.clear();
        let refusal =
            send::<Message>(canvas, Dialect::A2ui0_9, &Carry::default(), &Context::default()).unwrap_err();
        prop_assert_eq!((refusal.kind(), refusal.pointer().as_str()), (RefusalKind::Rule, "/contents"));
    }

    #[test]
    fn l8_a_canvas_survives_its_surface(canvas in canvas()) {
        let (messages, carry) = back(&canvas, &Carry::default());
        let (again, rest) = there(&fold(&messages), &carry);
        let is_safe = canvas.state.url.get().is_none_or(|url| !url.as_str().starts_with("javascript"));
        // Unsafe values stay in quarantine.
        prop_assert_eq!(rest.is_empty(), is_safe);
        if is_safe {
            prop_assert_eq!(value(&again.state), value(&canvas.state));
            prop_assert_eq!(again.extra.len(), canvas.extra.len());
            prop_assert_eq!(&again.channel, &canvas.channel);
        } else {
            // L28: no address that the policy refuses is in the output.
            prop_assert!(again.state.url.get().is_some_and(|url| url.as_str().starts_with("ahp-canvas-content:")));
        }
    }

    #[test]
    fn l8_a_surface_survives_its_canvas(surface in generators::surface()) {
        let (canvas, carry) = there(&surface, &Carry::default());
        prop_assert_eq!(fold(&back(&canvas, &carry).0).snapshot(), surface.snapshot());
    }

    #[test]
    fn l8_a_forged_carry_does_not_change_the_surface(surface in generators::surface(), carry in generators::forged_carry()) {
        let (canvas, _) = there(&surface, &carry);
        prop_assert_eq!(canvas.state.instance_id.as_str(), surface.surface_id().as_str());
        prop_assert_eq!(fold(&back(&canvas, &Carry::default()).0).data_model().to_payload(), surface.data_model().to_payload());
    }

    #[test]
    fn l9_a_second_round_trip_changes_nothing(canvas in canvas()) {
        let (messages, carry) = back(&canvas, &Carry::default());
        let (canvas, rest) = there(&fold(&messages), &carry);
        let (again, second) = back(&canvas, &rest);
        prop_assert_eq!(again, messages);
        prop_assert!(size(&second) <= size(&carry));
    }

    #[test]
    fn l11_a_stream_builds_the_same_surfaces_however_it_is_cut(
        surface in generators::surface(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let text: String = surface.messages().iter().map(|message| wire::encode_line(message).unwrap() + "\n").collect();
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).filter(|at| text.is_char_boundary(*at)).collect();
        at.sort_unstable();
        at.push(text.len());
        let mut stream = a2ui::stream::Stream::new(a2ui::stream::Framing::Lines, None);
        let mut messages = Vec::new();
        let mut from = 0;
        for to in at {
            messages.extend(stream.push(&text[from..to]).into_iter().map(|element| element.result.unwrap()));
            from = to;
        }
        messages.extend(stream.finish().into_iter().map(|element| element.result.unwrap()));
        prop_assert_eq!(fold(&messages).snapshot(), surface.snapshot());
    }

    #[test]
    fn l19_a_target_contains_no_invented_values(surface in generators::surface()) {
        let (canvas, _) = there(&surface, &Carry::default());
        let title = surface.theme().and_then(|theme| theme.member("agentDisplayName"));
        let mut known = vec![
            surface.surface_id().as_str().to_owned(),
            "a2ui".to_owned(),
            "agent-ui-bridge".to_owned(),
            "ready".to_owned(),
            "server".to_owned(),
            format!("ahp-canvas-content:/{}/surface.json", surface.surface_id()),
        ];
        known.extend(title.iter().filter_map(Payload::as_str).map(String::from));
        for leaf in leaves(&value(&canvas.state)) {
            prop_assert!(known.contains(&leaf), "{leaf:?}");
        }
    }

    #[test]
    fn l20_the_notes_name_every_loss_and_nothing_else(canvas in canvas()) {
        let cx = Context::default();
        let (messages, carry, notes) = noted_back(canvas.clone(), &Carry::default(), &cx);
        let bare = there(&fold(&messages), &Carry::default()).0;
        let same = value(&bare.state) == value(&canvas.state) && bare.extra == canvas.extra && bare.channel == canvas.channel;
        prop_assert_eq!(is_lossless(&notes), same);
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
    }

    #[test]
    fn l26_unknown_members_are_carried(canvas in canvas()) {
        let (_, carry) = back(&canvas, &Carry::default());
        for (name, member) in canvas.state.extra.iter() {
            let pointer = Pointer::root().member("state").member(name);
            let fields = &carry.layers[0].fields;
            prop_assert!(fields.iter().any(|field| field.pointer == pointer && field.value.as_ref() == Some(member)));
        }
    }

    #[test]
    fn l1_a_message_comes_back_from_a_channel_with_its_embedded_carry(
        message in generators::action(), record in generators::record(),
    ) {
        let mut cx = Context::default();
        cx.channel = Some("ahp-canvas:/k7".to_owned());
        let (_, carry): (Message, Carry) = send(record, Dialect::A2ui0_9, &Carry::default(), &cx).unwrap();
        let from = AnyMessage::from(message.clone()).dialect();
        let (dispatch, rest): (CanvasDispatch, Carry) = send(message.clone(), Dialect::AhpCanvas, &carry, &cx).unwrap();
        let text = wire::encode(&dispatch.embed(rest).unwrap()).unwrap();
        let ExtractedMessage { message: dispatch, carry: home, .. } = wire::decode::<CanvasDispatch>(&text).unwrap().extract(&CarryPolicy::Accept);
        prop_assert_eq!(send(dispatch, from, &home, &cx).unwrap(), (message, carry));
    }
}

/// Returns the MIME type of the document in a canvas.
fn mime_type(canvas: &OpenCanvas) -> &str {
    canvas.contents[0].mime_type.get().unwrap()
}

#[test]
fn a_canvas_states_the_mime_type_of_its_version_and_both_types_are_read() {
    let [before, since] = ["application/json+a2ui", "application/a2ui+json"];
    let create = |version: &str| {
        format!(r#"{{"version":"{version}","createSurface":{{"surfaceId":"s","catalogId":"c"}}}}"#)
    };
    for (message, expected) in [
        (
            r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#.to_owned(),
            before,
        ),
        (create("v0.9"), before),
        (create("v0.9.1"), since),
        (create("v0.10"), since),
        (create("v1.0"), since),
    ] {
        let surface = fold(&[Message::read(&message).unwrap()]);
        let (mut canvas, carry) = there(&surface, &Carry::default());
        assert_eq!(mime_type(&canvas), expected, "{message}");
        canvas.contents[0].mime_type =
            Field::Value(if expected == before { since } else { before }.to_owned());
        let (messages, _) = back(&canvas, &carry);
        assert_eq!(fold(&messages), surface, "{message}");
    }
}
