//! Formats other than JSON. They store the value of a message or report the part that they cannot store.

use super::{DATA, interaction};
use a2ui::v0_9::AgentMessage;
use aap::Interaction;
use ahp::canvas::CanvasAction;
use serde_json::Value;
use std::fmt::Debug;
use wire::{Payload, WireType};

fn cbor<T: serde::Serialize>(value: &T) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Requires that a message survives CBOR, and that a generic CBOR reader sees the same value.
fn comes_back<T: WireType + Debug>(text: &str) {
    let is: T = wire::decode(text).unwrap();
    let bytes = cbor(&is).unwrap();
    assert_eq!(ciborium::from_reader::<T, _>(&*bytes).unwrap(), is);
    let value: Value = ciborium::from_reader(&*bytes).unwrap();
    assert_eq!(value, serde_json::from_str::<Value>(text).unwrap());
}

#[test]
fn messages_of_every_kind_come_back_from_another_format() {
    comes_back::<Interaction>(&interaction(DATA));
    comes_back::<CanvasAction>(&format!(
        r#"{{"type":"canvas/message","payload":{DATA},"x-own":null}}"#
    ));
    comes_back::<CanvasAction>(&format!(r#"{{"type":"canvas/later","what":{DATA}}}"#));
    comes_back::<AgentMessage>(&format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"/a","value":{DATA}}}}}"#
    ));
}

#[test]
fn a_number_keeps_its_value_or_the_error_shows_its_text() {
    let written = |number: &str| cbor(&Payload::parse(format!(r#"{{"n":[{number}]}}"#)).unwrap());
    for held in [
        "0",
        "-9223372036854775808",
        "18446744073709551615",
        "1.5",
        "1.50",
        "1e2",
        "0.1",
        "-0",
        "1e-7",
    ] {
        let value: Value = ciborium::from_reader(&*written(held).unwrap()).unwrap();
        assert_eq!(value["n"][0].as_f64(), held.parse().ok(), "{held}");
    }
    for lost in [
        "18446744073709551617",
        "1e999",
        "-1e-999",
        "123456789012345678901234567890",
        "0.10000000000000000001",
    ] {
        let error = written(lost).unwrap_err();
        assert!(error.contains(lost), "{error}");
    }
}

#[test]
fn values_without_an_equivalent_in_the_other_format_are_refused() {
    for half in [r#"{"a":"\ud83d"}"#, r#"{"\ud83d":1}"#] {
        assert!(
            cbor(&Payload::parse(half).unwrap())
                .unwrap_err()
                .contains("lone surrogate")
        );
    }
    let deep = Payload::parse(format!("{}{}", "[".repeat(128), "]".repeat(128))).unwrap();
    assert!(cbor(&deep).is_err());
    let bytes = cbor(&[f64::NAN]).unwrap();
    assert!(
        ciborium::from_reader::<Payload, _>(&*bytes)
            .unwrap_err()
            .to_string()
            .contains("NaN")
    );
}
