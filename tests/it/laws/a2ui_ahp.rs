//! A2UI and AHP.

use super::{config, generators, is_lossless, leaves, nobody, noted, size, value};
use a2ui::{
    Message,
    surface::{Surface, Surfaces},
};
use bridge::{
    Carry, Context, Embed, RefusalKind,
    a2ui_ahp::{self, CanvasDispatch, OpenCanvas},
    ahp_canvas_ahp_v1_0::ReleasedCanvas,
    translate, translate_back,
};
use proptest::prelude::*;
use wire::{Field, Payload, Pointer};

fn there(surface: &Surface, home: &Carry) -> (OpenCanvas, Carry) {
    a2ui_ahp::forward(surface, home, &Context::default(), &mut nobody()).unwrap()
}

fn back(canvas: &OpenCanvas, home: &Carry) -> (Vec<Message>, Carry) {
    a2ui_ahp::backward(canvas.clone(), home, &Context::default(), &mut nobody()).unwrap()
}

fn fold(messages: &[Message]) -> Surface {
    let mut surfaces = Surfaces::new();
    for message in messages {
        surfaces.apply(message).unwrap();
    }
    surfaces.iter().next().unwrap().clone()
}

/// The canvas of a surface, after somebody had it.
fn canvas() -> BoxedStrategy<OpenCanvas> {
    let state = wire::generate::any::<ahp::canvas::CanvasState>();
    let url = prop_oneof![
        2 => Just(None),
        1 => Just(Some("https://desk.test/x")),
        1 => Just(Some("javascript:alert(1)")),
    ];
    (generators::surface(), state, url, wire::generate::any::<wire::Extra>(), any::<bool>())
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
    fn l7_a_canvas_holds_its_surface_whole(surface in generators::surface()) {
        let (canvas, carry) = there(&surface, &Carry::default());
        prop_assert!(carry.is_empty());
        let canvas: OpenCanvas = wire::decode(&wire::encode(&canvas).unwrap()).unwrap();
        let (messages, carry) = back(&canvas, &Carry::default());
        prop_assert!(carry.is_empty());
        prop_assert_eq!(fold(&messages).snapshot(), surface.snapshot());

        let mut cx = Context::default();
        cx.base_url = Some("https://desk.test/canvases/".to_owned());
        let canvas = translate::<_, ReleasedCanvas>(&surface, &cx).unwrap();
        prop_assert!(canvas.carry.is_empty());
        let back = translate_back::<_, Vec<Message>>(canvas.value.clone(), &Carry::default(), &cx).unwrap();
        prop_assert!(back.carry.is_empty());
        prop_assert_eq!(fold(&back.value).snapshot(), surface.snapshot());
        // Where nobody says that it is we who serve the address, it is somebody else's and is carried.
        let (messages, carry) = (back.value, translate::<_, Vec<Message>>(canvas.value, &Context::default()).unwrap().carry);
        prop_assert!(!carry.is_empty());
        prop_assert_eq!(fold(&messages).snapshot(), surface.snapshot());
    }

    #[test]
    fn l7_a_canvas_without_contents_is_refused(surface in generators::surface()) {
        let (mut canvas, _) = there(&surface, &Carry::default());
        canvas.contents.clear();
        let refusal =
            a2ui_ahp::backward(canvas, &Carry::default(), &Context::default(), &mut nobody()).unwrap_err();
        prop_assert_eq!((refusal.kind(), refusal.pointer().as_str()), (RefusalKind::Rule, "/contents"));
    }

    #[test]
    fn l8_what_was_put_is_got(canvas in canvas()) {
        let (messages, carry) = back(&canvas, &Carry::default());
        let (again, rest) = there(&fold(&messages), &carry);
        let is_safe = canvas.state.url.get().is_none_or(|url| !url.as_str().starts_with("javascript"));
        // What is unsafe stays in quarantine.
        prop_assert_eq!(rest.is_empty(), is_safe);
        if is_safe {
            prop_assert_eq!(value(&again.state), value(&canvas.state));
            prop_assert_eq!(again.extra.len(), canvas.extra.len());
            prop_assert_eq!(&again.channel, &canvas.channel);
        } else {
            // L28: no address comes out that the policy refuses.
            prop_assert!(again.state.url.get().is_some_and(|url| url.as_str().starts_with("ahp-canvas-content:")));
        }
    }

    #[test]
    fn l8_what_was_got_and_put_changes_nothing(surface in generators::surface()) {
        let (canvas, carry) = there(&surface, &Carry::default());
        prop_assert_eq!(fold(&back(&canvas, &carry).0).snapshot(), surface.snapshot());
    }

    #[test]
    fn l8_a_forged_carry_changes_nothing_of_the_surface(surface in generators::surface(), carry in generators::forged_carry()) {
        let (canvas, _) = there(&surface, &carry);
        prop_assert_eq!(canvas.state.instance_id.as_str(), surface.surface_id().as_str());
        prop_assert_eq!(fold(&back(&canvas, &Carry::default()).0).data_model().to_payload(), surface.data_model().to_payload());
    }

    #[test]
    fn l9_a_second_trip_changes_nothing(canvas in canvas()) {
        let (messages, carry) = back(&canvas, &Carry::default());
        let (canvas, rest) = there(&fold(&messages), &carry);
        let (again, second) = back(&canvas, &rest);
        prop_assert_eq!(again, messages);
        prop_assert!(size(&second) <= size(&carry));
    }

    #[test]
    fn l11_however_a_stream_is_cut_it_builds_the_same_surfaces(
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
    fn l18_the_same_input_gives_the_same_bytes(surface in generators::surface()) {
        let copy = fold(&surface.messages());
        let elsewhere = std::thread::spawn(move || value(&there(&copy, &Carry::default()).0).text().to_owned()).join().unwrap();
        let here = value(&there(&surface, &Carry::default()).0);
        prop_assert_eq!(here.text(), elsewhere);
    }

    #[test]
    fn l19_nothing_is_invented(surface in generators::surface()) {
        let (canvas, _) = there(&surface, &Carry::default());
        let title = surface.theme().and_then(|theme| theme.get(&Pointer::root().member("agentDisplayName")));
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
        let (messages, carry, notes) = noted(|notes| a2ui_ahp::backward(canvas.clone(), &Carry::default(), &cx, notes));
        let bare = there(&fold(&messages), &Carry::default()).0;
        let same = value(&bare.state) == value(&canvas.state) && bare.extra == canvas.extra && bare.channel == canvas.channel;
        prop_assert_eq!(is_lossless(&notes), same);
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
    }

    #[test]
    fn l26_members_that_no_table_names_are_carried(canvas in canvas()) {
        let (_, carry) = back(&canvas, &Carry::default());
        for (name, member) in canvas.state.extra.iter() {
            let pointer = Pointer::root().member("state").member(name);
            let fields = &carry.hops[0].fields;
            prop_assert!(fields.iter().any(|field| field.pointer == pointer && field.value.as_ref() == Some(member)));
        }
    }

    #[test]
    fn l29_the_result_is_bounded_by_the_input(surface in generators::surface()) {
        let text: usize = surface.messages().iter().map(size).sum();
        // In the contents each quote and backslash of the messages gets a backslash.
        prop_assert!(size(&there(&surface, &Carry::default()).0) <= 3 * text + 1024);
    }

    #[test]
    fn l1_a_message_comes_back_from_a_channel_with_its_carry_in_it(
        message in generators::action(), record in generators::record(),
    ) {
        let mut cx = Context::default();
        cx.channel = Some("ahp-canvas:/k7".to_owned());
        let (_, carry) = bridge::aap_a2ui::forward(record, bridge::Dialect::A2ui0_9, &Carry::default(), &cx, &mut nobody()).unwrap();
        let (dispatch, rest) = a2ui_ahp::message_forward(&message, &carry, &cx, &mut nobody()).unwrap();
        let text = wire::encode(&dispatch.embed(rest).unwrap()).unwrap();
        let (dispatch, home) = wire::decode::<CanvasDispatch>(&text).unwrap().extract();
        prop_assert_eq!(a2ui_ahp::message_backward(dispatch, &home, &cx, &mut nobody()).unwrap(), (message, carry));
    }
}
