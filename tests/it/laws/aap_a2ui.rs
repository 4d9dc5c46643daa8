//! Laws between AAP and A2UI.

use super::{config, generators, is_lossless, leaves, noted, send, value};
use a2ui::Message;
use aap::Interaction;
use bridge::{Carry, CarryPolicy, Context, Dialect, Embed, ExtractedMessage, Refusal, aap_a2ui};
use proptest::prelude::*;
use wire::{Field, Payload};

fn there(record: &Interaction, to: Dialect, home: &Carry) -> Result<(Message, Carry), Refusal> {
    send(record.clone(), to, home, &Context::default())
}

fn back(message: &Message, home: &Carry) -> Result<(Interaction, Carry), Refusal> {
    send(message.clone(), Dialect::Aap, home, &Context::default())
}

/// Returns the dialect of the version that a message states.
fn dialect(message: &Message) -> Dialect {
    aap_a2ui::ClientAction::try_from(message.clone())
        .unwrap()
        .dialect
}

/// L3: returns `true` if A2UI can represent the complete record.
fn is_core(record: &Interaction, to: Dialect) -> bool {
    let cx = Context::default();
    let mut core = record.clone();
    core.summary = core.summarize(aap::SummaryStyle::Provider);
    record.element.get().is_some()
        && record.data.as_ref().is_some_and(Payload::is_object)
        && record.extra.is_empty()
        && record.summary == core.summary
        && cx
            .file_of(&cx.surface_of(record.canvas_file.clone()))
            .is_ok_and(|file| file == record.canvas_file)
        && record.id
            == back(
                &there(record, to, &Carry::default()).unwrap().0,
                &Carry::default(),
            )
            .map_or("".into(), |(record, _)| record.id)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l1_a_record_comes_back_with_a_separate_or_an_embedded_carry(
        record in generators::record(), to in generators::version(),
    ) {
        let (message, carry) = there(&record, to, &Carry::default()).unwrap();
        prop_assert_eq!(&back(&message, &carry).unwrap(), &(record.clone(), Carry::default()));
        let version = message.version();
        let text = wire::encode(&message.embed(carry).unwrap()).unwrap();
        let ExtractedMessage { message, carry, .. } = Message::read_as(&text, version).unwrap().extract(&CarryPolicy::Accept);
        prop_assert_eq!(back(&message, &carry).unwrap(), (record, Carry::default()));
    }

    #[test]
    fn l2_an_action_comes_back_with_a_separate_or_an_embedded_carry(message in generators::action()) {
        let to = dialect(&message);
        let (record, carry) = back(&message, &Carry::default()).unwrap();
        prop_assert_eq!(&there(&record, to, &carry).unwrap(), &(message.clone(), Carry::default()));
        let text = wire::encode(&record.embed(carry).unwrap()).unwrap();
        let ExtractedMessage { message: record, carry, .. } = wire::decode::<Interaction>(&text).unwrap().extract(&CarryPolicy::Accept);
        prop_assert_eq!(there(&record, to, &carry).unwrap(), (message, Carry::default()));
    }

    #[test]
    fn l3_exactly_the_core_records_come_back_without_the_carry(record in generators::record(), to in generators::version()) {
        let (message, _) = there(&record, to, &Carry::default()).unwrap();
        match back(&message, &Carry::default()) {
            Ok((bare, _)) => {
                prop_assert_eq!(bare == record, is_core(&record, to));
                // A record that came back without a carry needs none.
                prop_assert!(is_core(&bare, to));
                prop_assert_eq!(there(&bare, to, &Carry::default()).unwrap(), (message, Carry::default()));
            }
            Err(refusal) => {
                prop_assert_eq!(refusal.rule(), "aap-a2ui/canvas-file");
                prop_assert!(!is_core(&record, to));
            }
        }
    }

    #[test]
    fn l4_timestamps_keep_their_text(record in generators::record(), message in generators::action()) {
        let action = aap_a2ui::ClientAction::try_from(there(&record, Dialect::A2ui0_9, &Carry::default()).unwrap().0).unwrap();
        prop_assert_eq!(&action.timestamp, &record.timestamp);
        let action = aap_a2ui::ClientAction::try_from(message.clone()).unwrap();
        prop_assert_eq!(back(&message, &Carry::default()).unwrap().0.timestamp, action.timestamp);
    }

    #[test]
    fn l5_canvas_files_and_surface_ids_are_inverse(text in wire::generate::text(), nested in 0usize..4) {
        let cx = Context::default();
        let mut surface = a2ui::SurfaceId::from(text);
        for _ in 0..=nested {
            let Ok(file) = cx.file_of(&surface) else { break };
            prop_assert!(aap::CanvasPath::parse(file.as_str()).is_ok(), "{}", file);
            prop_assert_eq!(&cx.surface_of(file.clone()), &surface);
            let path = aap::CanvasFile::from(surface.as_str());
            if aap::CanvasPath::parse(path.as_str()).is_ok() {
                prop_assert_eq!(cx.file_of(&cx.surface_of(path.clone())).unwrap(), path);
            }
            surface = file.as_str().into();
        }
    }

    #[test]
    fn l6_absent_null_and_empty_values_stay_distinct(record in generators::record(), to in generators::version()) {
        let elements = [Field::Absent, Field::Null, Field::Value("".into()), Field::Value("a".into())];
        let data = ["null", "{}", r#"{"value":null}"#, r#"{"value":{}}"#, r#""""#, "[]"];
        let data = data.map(|text| Some(Payload::parse(text).unwrap())).into_iter().chain([None]);
        for (element, data) in elements.iter().flat_map(|element| data.clone().map(move |data| (element.clone(), data))) {
            let mut record = record.clone();
            (record.element, record.data) = (element, data);
            let (message, carry) = there(&record, to, &Carry::default()).unwrap();
            prop_assert_eq!(back(&message, &carry).unwrap().0, record);
        }
    }

    #[test]
    fn l8_an_edited_message_survives_any_carry(
        message in generators::action(), carry in generators::forged_carry(),
    ) {
        let (record, rest) = back(&message, &carry).unwrap();
        let again = aap_a2ui::ClientAction::try_from(there(&record, dialect(&message), &rest).unwrap().0).unwrap();
        let first = aap_a2ui::ClientAction::try_from(message).unwrap();
        prop_assert_eq!(again.name, first.name);
        prop_assert_eq!(again.surface_id, first.surface_id);
        prop_assert_eq!(again.source_component_id, first.source_component_id);
        prop_assert_eq!(again.timestamp, first.timestamp);
        prop_assert_eq!(again.context, first.context);
    }

    #[test]
    fn l8_an_edit_survives_and_changes_the_summary(record in generators::record(), to in generators::version()) {
        let (message, carry) = there(&record, to, &Carry::default()).unwrap();
        let mut action = aap_a2ui::ClientAction::try_from(message).unwrap();
        action.name.push('!');
        let (edited, _) = back(&Message::try_from(action.clone()).unwrap(), &carry).unwrap();
        prop_assert_eq!(edited.action.as_str(), &action.name);
        prop_assert_eq!(&edited.id, &record.id);
        prop_assert_eq!(&edited.summary, &edited.summarize(aap::SummaryStyle::Provider));
    }

    #[test]
    fn l28_unsafe_paths_and_ids_stay_in_the_carry(
        record in generators::any_record(), to in generators::version(),
    ) {
        let (message, carry) = there(&record, to, &Carry::default()).unwrap();
        let Ok((back, rest)) = back(&message, &carry) else { return Ok(()) };
        let mut expected = record.clone();
        if !record.id.can_name_a_file() {
            prop_assert!(back.id.can_name_a_file());
            expected.id = back.id.clone();
        }
        if record.canvas_file.unsafe_rule().is_some() {
            prop_assert_eq!(back.canvas_file.unsafe_rule(), None);
            expected.canvas_file = back.canvas_file.clone();
        }
        prop_assert_eq!(&back, &expected);
        prop_assert_eq!(rest.is_empty(), back == record);
    }

    #[test]
    fn l9_a_second_round_trip_changes_nothing(record in generators::record(), to in generators::version()) {
        let (message, carry) = there(&record, to, &Carry::default()).unwrap();
        let (again, rest) = back(&message, &carry).unwrap();
        prop_assert_eq!(there(&again, to, &rest).unwrap(), (message, carry));
    }

    #[test]
    fn l19_a_target_contains_no_invented_values(record in generators::record(), message in generators::action(), to in generators::version()) {
        let cx = Context::default();
        let mut known = leaves(&value(&record));
        known.extend(["v0.9", "v0.10", "v1.0", "1.0"].map(str::to_owned));
        known.extend([String::new(), cx.surface_of(record.canvas_file.clone()).as_str().to_owned()]);
        for leaf in leaves(&value(&there(&record, to, &Carry::default()).unwrap().0)) {
            prop_assert!(known.contains(&leaf), "{leaf:?}");
        }
        let (record, _) = back(&message, &Carry::default()).unwrap();
        let mut known = leaves(&value(&message));
        let surface = message.surface_id().unwrap();
        let id = wire::without_whitespace(&wire::encode(&message).unwrap());
        known.extend([
            cx.file_of(surface).unwrap().as_str().to_owned(),
            uuid_of(&id),
            record.summarize(aap::SummaryStyle::Provider),
        ]);
        for leaf in leaves(&value(&record)) {
            prop_assert!(known.contains(&leaf), "{leaf:?}");
        }
    }

    #[test]
    fn l20_the_notes_name_every_loss_and_nothing_else(
        record in generators::record(), message in generators::action(), to in generators::version(),
    ) {
        let cx = Context::default();
        let (there_message, carry, notes) =
            noted::<Message>(record.clone(), to, &Carry::default(), &cx).unwrap();
        let bare = back(&there_message, &Carry::default()).map(|(bare, _)| bare).ok();
        prop_assert_eq!(is_lossless(&notes), bare.as_ref() == Some(&record));
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
        let (there_record, carry, notes) =
            noted::<Interaction>(message.clone(), Dialect::Aap, &Carry::default(), &cx).unwrap();
        let (bare, _) = there(&there_record, dialect(&message), &Carry::default()).unwrap();
        prop_assert_eq!(is_lossless(&notes), bare == message);
        prop_assert_eq!(is_lossless(&notes), carry.is_empty());
    }

    #[test]
    fn l20_a_change_of_a_carried_field_changes_the_carry(record in generators::record(), to in generators::version()) {
        let (_, carry) = there(&record, to, &Carry::default()).unwrap();
        let mut other = record.clone();
        other.summary.push('!');
        prop_assert_ne!(&there(&other, to, &Carry::default()).unwrap().1, &carry);
        let mut other = record.clone();
        other.id = format!("{}!", record.id).into();
        prop_assert_ne!(&there(&other, to, &Carry::default()).unwrap().1, &carry);
        let mut other = record;
        other.extra.insert("x-other", Payload::null());
        prop_assert_ne!(&there(&other, to, &Carry::default()).unwrap().1, &carry);
    }

    #[test]
    fn l26_unknown_members_are_carried(record in generators::record(), to in generators::version()) {
        let (_, carry) = there(&record, to, &Carry::default()).unwrap();
        for (name, member) in record.extra.iter() {
            let pointer = wire::Pointer::root().member(name);
            let fields = &carry.layers[0].fields;
            prop_assert!(fields.iter().any(|field| field.pointer == pointer && field.value.as_ref() == Some(member)));
        }
    }
}

/// Returns the id of the record that a message becomes.
fn uuid_of(line: &str) -> String {
    uuid::Uuid::new_v5(&bridge::ids::NAMESPACE, line.as_bytes()).to_string()
}
