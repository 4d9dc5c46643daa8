//! Laws between actions.json and AAP.

use super::{config, generators, is_lossless, leaves, noted, send, value};
use aap::Interaction;
use actions_json::item::{DomEvent, Item};
use bridge::{Carry, CarryPolicy, Context, Dialect, Embed, ExtractedMessage, Refusal, RefusalKind};
use proptest::prelude::*;
use wire::{Field, Payload, Pointer};

fn there(event: &DomEvent, home: &Carry) -> Result<(Interaction, Carry), Refusal> {
    send(
        event.clone(),
        Dialect::Aap,
        home,
        &generators::manifest_context(),
    )
}

fn back(record: &Interaction, home: &Carry, cx: &Context) -> Result<(DomEvent, Carry), Refusal> {
    send(record.clone(), Dialect::ActionsJson, home, cx)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l14_an_event_comes_back_with_a_separate_or_an_embedded_carry(event in generators::admitted_event()) {
        let cx = generators::manifest_context();
        let (record, carry) = there(&event, &Carry::default()).unwrap();
        prop_assert_eq!(&back(&record, &carry, &cx).unwrap(), &(event.clone(), Carry::default()));
        // The backward mapping does not need the manifest.
        prop_assert_eq!(&back(&record, &carry, &Context::default()).unwrap().0, &event);
        let text = wire::encode(&record.embed(carry).unwrap()).unwrap();
        let ExtractedMessage { message: record, carry, .. } = wire::decode::<Interaction>(&text).unwrap().extract(&CarryPolicy::Accept);
        prop_assert_eq!(back(&record, &carry, &cx).unwrap(), (event, Carry::default()));
    }

    #[test]
    fn l14_a_record_comes_back_with_a_separate_or_an_embedded_carry(record in generators::record(), signal in 0usize..2) {
        let mut cx = generators::manifest_context();
        cx.runtime_id = Some("rt".to_owned());
        let mut record = record;
        record.action = ["loan.renewed", "loan.lost"][signal].into();
        let (event, carry) = back(&record, &Carry::default(), &cx).unwrap();
        let again = send::<Interaction>(event.clone(), Dialect::Aap, &carry, &cx).unwrap();
        prop_assert_eq!(&again, &(record.clone(), Carry::default()));
        let text = wire::encode(&Item::from(event.embed(carry).unwrap())).unwrap();
        let Item::DomEvent(event) = wire::decode(&text).unwrap() else { panic!("{text}") };
        let ExtractedMessage { message: event, carry, .. } = event.extract(&CarryPolicy::Accept);
        prop_assert_eq!(send::<Interaction>(event, Dialect::Aap, &carry, &cx).unwrap(), (record, Carry::default()));
    }

    #[test]
    fn l15_exactly_the_admitted_events_are_translated(event in generators::event()) {
        let cx = generators::manifest_context();
        let admitted = actions_json::admission::admit(cx.manifest.as_ref().unwrap(), &event);
        let result = there(&event, &Carry::default());
        prop_assert_eq!(admitted.is_ok(), result.is_ok());
        if let Err(refusal) = result {
            prop_assert_eq!(refusal.kind(), RefusalKind::Rule);
            // L25: the pointer names a value of the input.
            let pointer = refusal.pointer();
            prop_assert!(value(&event).get(pointer).is_some() || pointer.as_str().starts_with("/payload"), "{}", pointer);
        }
    }

    #[test]
    fn l16_equal_events_become_equal_records(event in generators::admitted_event()) {
        let (record, _) = there(&event, &Carry::default()).unwrap();
        let name = format!("{}\u{1f}{}", event.runtime_id, event.event_id);
        let id = uuid::Uuid::new_v5(&bridge::ids::NAMESPACE, name.as_bytes()).to_string();
        prop_assert_eq!(record.id.as_str(), id);
        prop_assert!(record.id.as_uuid().is_some());
    }

    #[test]
    fn l17_a_payload_that_is_not_an_object_is_wrapped_and_unwrapped_exactly(event in generators::admitted_event()) {
        let (record, carry) = there(&event, &Carry::default()).unwrap();
        let data = record.data.clone().unwrap();
        let expected = if event.payload.is_object() {
            event.payload.clone()
        } else {
            Payload::object([("payload", &event.payload)])
        };
        prop_assert_eq!(data, expected);
        prop_assert_eq!(back(&record, &carry, &Context::default()).unwrap().0.payload, event.payload);
    }

    #[test]
    fn l4_timestamps_keep_their_text(event in generators::admitted_event()) {
        let (record, _) = there(&event, &Carry::default()).unwrap();
        match &event.observed_at {
            Field::Value(time) => prop_assert_eq!(&record.timestamp, time),
            _ => prop_assert_eq!(Some(record.timestamp), generators::manifest_context().time),
        }
    }

    #[test]
    fn l8_an_edited_record_survives_any_carry(
        record in generators::record(), carry in generators::forged_carry(),
    ) {
        let mut cx = Context::default();
        cx.runtime_id = Some("rt".to_owned());
        let (event, _) = back(&record, &carry, &cx).unwrap();
        prop_assert_eq!(event.name.as_str(), record.action.as_str());
        prop_assert_eq!(event.observed_at.get(), Some(&record.timestamp));
        let shown = record.data.clone().unwrap_or_else(Payload::empty_object);
        let unwrapped = Payload::object([("payload", &event.payload)]);
        prop_assert!(event.payload == shown || unwrapped == shown);
    }

    #[test]
    fn l9_a_second_round_trip_changes_nothing(event in generators::admitted_event()) {
        let cx = generators::manifest_context();
        let (record, carry) = there(&event, &Carry::default()).unwrap();
        let (again, rest) = back(&record, &carry, &cx).unwrap();
        prop_assert_eq!(there(&again, &rest).unwrap(), (record, carry));
    }

    #[test]
    fn l19_a_target_contains_no_invented_values(event in generators::admitted_event()) {
        let cx = generators::manifest_context();
        let (record, _) = there(&event, &Carry::default()).unwrap();
        let page = bridge::actions_json_aap::page::canvas_file(event.url.get().map(String::as_str), &cx).unwrap();
        let mut known = leaves(&value(&event));
        known.extend(["loan.renewed", "loan.lost", "loan.counted", "renew", "#lost"].map(str::to_owned));
        known.extend([
            page.as_str().to_owned(),
            record.id.as_str().to_owned(),
            // A test of the program checks the text of the error.
            record.summary.clone(),
            "2026-05-18T15:30:00.000Z".to_owned(),
        ]);
        for leaf in leaves(&value(&record)) {
            prop_assert!(known.contains(&leaf), "{leaf:?}");
        }
    }

    #[test]
    fn l20_the_notes_name_every_loss_and_nothing_else(event in generators::admitted_event(), keeps_runtime in any::<bool>()) {
        let mut cx = generators::manifest_context();
        cx.runtime_id = keeps_runtime.then(|| event.runtime_id.as_str().to_owned());
        let (record, carry, notes) =
            noted::<Interaction>(event.clone(), Dialect::Aap, &Carry::default(), &cx).unwrap();
        let bare = back(&record, &Carry::default(), &cx).map(|(bare, _)| bare).ok();
        prop_assert_eq!(is_lossless(&notes), bare == Some(event));
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
    }

    #[test]
    fn l20_the_notes_of_a_record_name_every_loss_and_nothing_else(record in generators::record(), is_declared in any::<bool>()) {
        let mut cx = generators::manifest_context();
        cx.runtime_id = Some("rt".to_owned());
        cx.canvas_file = Some("reports/day.html".into());
        let mut record = record;
        if is_declared {
            record.action = "loan.renewed".into();
            record.element = Field::Value("renew".into());
        }
        let (event, carry, notes) = match noted::<DomEvent>(record.clone(), Dialect::ActionsJson, &Carry::default(), &cx) {
            Ok(made) => made,
            // A message that could not be translated back is refused.
            Err(refusal) => {
                prop_assert!(!is_declared && refusal.rule() == "aap-actions-json/admission/undeclared");
                return Ok(());
            }
        };
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        let bare = send::<Interaction>(event, Dialect::Aap, &Carry::default(), &cx).map(|(bare, _)| bare);
        if let Ok(bare) = bare {
            prop_assert_eq!(is_lossless(&notes), bare == record);
        } else {
            prop_assert!(!is_lossless(&notes));
        }
    }

    #[test]
    fn l26_unknown_members_are_carried(event in generators::admitted_event()) {
        let (_, carry) = there(&event, &Carry::default()).unwrap();
        for (name, member) in event.extra.iter() {
            let pointer = Pointer::root().member(name);
            let fields = &carry.layers[0].fields;
            prop_assert!(fields.iter().any(|field| field.pointer == pointer && field.value.as_ref() == Some(member)));
        }
    }
}
