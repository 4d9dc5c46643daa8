//! Wire types inside other people's serde types, and texts at the limits of JSON.
//!
//! The same tests run with the feature `hostile`, with which serde_json stores numbers and orders members differently.
//! If a test expects a loss, the loss does not happen in a wire type. It happens in a `serde_json::Value`, or in the
//! buffer that serde uses for `untagged`, `flatten` and internal tags.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod limits;
mod numbers;
mod other_formats;
mod schemas;

use a2ui::v0_9::AgentMessage;
use aap::Interaction;
use ahp::{canvas::CanvasAction, envelope::ActionEnvelope};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{collections::BTreeMap, fmt::Debug};
use wire::{Payload, WireType};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Plain<T> {
    one: T,
    list: Vec<T>,
    maybe: Option<T>,
    by_name: BTreeMap<String, T>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Outside<T> {
    Message(T),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "x-kind")]
enum Inside<T> {
    Message(T),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "content")]
enum Beside<T> {
    Message(T),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged<T> {
    Sequence(Vec<String>),
    Message(T),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flat<T> {
    #[serde(rename = "x-seq")]
    seq: u64,
    #[serde(flatten)]
    message: T,
}

/// Reads a text in each of the four ways that serde_json offers.
fn four_ways<T: DeserializeOwned>(text: &str) -> [(&'static str, serde_json::Result<T>); 4] {
    [
        ("text", serde_json::from_str(text)),
        ("slice", serde_json::from_slice(text.as_bytes())),
        ("reader", serde_json::from_reader(text.as_bytes())),
        (
            "Value",
            serde_json::from_str::<Value>(text).and_then(serde_json::from_value),
        ),
    ]
}

/// Returns copies of an object with its members in different orders.
fn orders(text: &str) -> Vec<String> {
    let members: Vec<_> = wire::token::children(text)
        .map(|child| format!("{}:{}", child.name.unwrap(), child.text))
        .collect();
    let backward: Vec<_> = members.iter().rev().cloned().collect();
    let mut orders = Vec::new();
    for mut members in [members, backward] {
        for _ in 0..members.len() {
            orders.push(format!("{{{}}}", members.join(",")));
            members.rotate_left(1);
        }
    }
    orders
}

/// Returns copies of an object with additional members, in different orders.
fn with(text: &str, members: &str) -> Vec<String> {
    orders(&format!("{{{members},{}", text.strip_prefix('{').unwrap()))
}

/// Requires that each way of reading `text` returns `is`, and that the result is written as an equal value.
fn reads_as<W: DeserializeOwned + Serialize + Debug + PartialEq>(text: &str, is: &W) {
    for (way, read) in four_ways::<W>(text) {
        let read = read.unwrap_or_else(|error| panic!("by {way}: {error}: {text}"));
        assert_eq!(read, *is, "by {way}: {text}");
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(Payload::parse(written), Payload::parse(text), "by {way}");
    }
}

/// Requires that a message fits into every kind of serde type, in any order of its members.
fn fits_everywhere<T: WireType>(text: &str) {
    let is: T = wire::decode(text).unwrap();
    for text in orders(text) {
        let (a, b) = (is.clone(), is.clone());
        let plain = Plain {
            one: a.clone(),
            list: vec![a.clone(), b.clone()],
            maybe: Some(b.clone()),
            by_name: [("k".to_owned(), a.clone())].into(),
        };
        let shown = format!(
            r#""one":{text},"list":[{text}, {text}],"maybe":{text},"by_name":{{"k":{text}}}"#
        );
        reads_as(&format!("{{{shown}}}"), &plain);
        reads_as(
            &format!(r#"{{"Message":{text}}}"#),
            &Outside::Message(a.clone()),
        );
        reads_as(&text, &Untagged::Message(a.clone()));
        for text in orders(&format!(r#"{{"kind":"Message","content":{text}}}"#)) {
            reads_as(&text, &Beside::Message(a.clone()));
        }
        for text in with(&text, r#""x-kind":"Message""#) {
            reads_as(&text, &Inside::Message(a.clone()));
        }
        for text in with(&text, r#""x-seq":7"#) {
            reads_as(
                &text,
                &Flat {
                    seq: 7,
                    message: a.clone(),
                },
            );
        }
        let twice = Untagged::Message(Flat {
            seq: 1,
            message: Inside::Message(b),
        });
        with(&text, r#""x-seq":1,"x-kind":"Message""#)
            .iter()
            .for_each(|text| reads_as(text, &twice));
    }
}

/// Data whose numbers every reader preserves.
const DATA: &str = r#"{"n":18446744073709551615,"m":-9223372036854775808,"f":[1.0,0.5],"e":{"":[[],null,true,"\u0000é"]}}"#;

#[test]
fn an_object_works_in_every_kind_of_serde_type() {
    fits_everywhere::<Interaction>(&interaction(DATA));
}

#[test]
fn a_tagged_union_fits_into_every_kind_of_serde_type() {
    fits_everywhere::<CanvasAction>(&format!(
        r#"{{"type":"canvas/message","payload":{DATA},"x-own":{DATA}}}"#
    ));
    fits_everywhere::<CanvasAction>(
        r#"{"type":"canvas/updated","title":null,"availability":"ready"}"#,
    );
    fits_everywhere::<CanvasAction>(&format!(r#"{{"type":"canvas/later","what":{DATA}}}"#));
}

#[test]
fn a_keyed_union_fits_into_every_kind_of_serde_type() {
    let update = format!(r#"{{"surfaceId":"s","path":"/a","value":{DATA}}}"#);
    fits_everywhere::<AgentMessage>(&format!(
        r#"{{"version":"v0.9","updateDataModel":{update},"x-own":1.0}}"#
    ));
}

#[test]
fn a_message_with_counters_fits_into_every_kind_of_serde_type() {
    let action = r#"{"type":"canvas/closeRequested"}"#;
    let origin = r#"{"clientId":"c","clientSeq":18446744073709551615}"#;
    fits_everywhere::<ActionEnvelope>(&format!(
        r#"{{"channel":"ahp-canvas:/s","action":{action},"serverSeq":3,"origin":{origin}}}"#
    ));
}

fn interaction(data: &str) -> String {
    format!(
        r#"{{"id":"i","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"data":{data},"summary":"s","x-own":{data}}}"#
    )
}

#[test]
fn an_untagged_union_of_all_protocols_selects_the_right_one() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Any {
        Record(Interaction),
        Agent(AgentMessage),
        Canvas(CanvasAction),
        Other(Payload),
    }
    let record = interaction(DATA);
    reads_as(&record, &Any::Record(wire::decode(&record).unwrap()));
    let agent = r#"{"deleteSurface":{"surfaceId":"s"},"version":"v0.9.1"}"#;
    reads_as(agent, &Any::Agent(wire::decode(agent).unwrap()));
    let canvas = r#"{"payload":null,"type":"canvas/message"}"#;
    reads_as(canvas, &Any::Canvas(wire::decode(canvas).unwrap()));
    for other in ["null", "[1.0]", r#""text""#, r#"{"version":"v0.9"}"#] {
        reads_as(other, &Any::Other(Payload::parse(other).unwrap()));
    }
}

#[test]
fn payloads_fit_into_a_flattened_map() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Open {
        id: String,
        #[serde(flatten)]
        rest: BTreeMap<String, Payload>,
    }
    for text in orders(&format!(r#"{{"id":"a","b":{DATA},"c":null,"d":[{{}}]}}"#)) {
        let rest = [("b", DATA), ("c", "null"), ("d", "[{}]")];
        let rest = rest.map(|(name, text)| (name.to_owned(), Payload::parse(text).unwrap()));
        reads_as(
            &text,
            &Open {
                id: "a".to_owned(),
                rest: rest.into(),
            },
        );
    }
}

#[test]
fn a_payload_alone_under_flatten_can_be_read_but_not_written() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Open {
        id: String,
        #[serde(flatten)]
        rest: Payload,
    }
    let rest = Payload::parse(r#"{"b":[1.0],"c":null}"#).unwrap();
    for (way, read) in four_ways::<Open>(r#"{"b":[1.0],"id":"a","c":null}"#) {
        let read = read.unwrap();
        assert_eq!(
            read,
            Open {
                id: "a".to_owned(),
                rest: rest.clone()
            },
            "by {way}"
        );
        // Serde asks for members and cannot accept a text. The documentation of `Payload` describes the alternative.
        assert!(
            serde_json::to_string(&read)
                .unwrap()
                .contains("$serde_json::private::RawValue")
        );
    }
}
