//! Texts about which JSON parsers disagree: `y_` is JSON, `n_` is not, `i_` is up to the parser.

use super::{files, folder, payload};
use aap::{Interaction, lenient};
use wire::{Payload, Pointer};

fn cases(prefix: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder("json");
    let cases: Vec<_> = files(&folder).into_iter().filter(|(name, _)| name.starts_with(prefix)).collect();
    assert!(!cases.is_empty(), "{prefix}");
    cases
}

/// A record that holds a JSON text as its data.
fn record(data: &str) -> String {
    format!(r#"{{"id":"i","timestamp":"t","canvasFile":"p.html","action":"a","data":{data},"summary":"s"}}"#)
}

fn data(record: &Interaction) -> Payload {
    super::again(record).get(&Pointer::root().member("data")).unwrap()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn json_is_read_and_comes_back_equal() {
    for (name, bytes) in cases("y_") {
        let text = std::str::from_utf8(&bytes).expect(&name);
        let original = payload(text);
        assert_eq!(wire::decode_slice::<Payload>(&bytes).expect(&name), original, "{name}");
        assert_eq!(super::again(&original), original, "{name}");
        for record in [
            wire::decode::<Interaction>(&record(text)).expect(&name),
            lenient::decode::<Interaction>(&record(text)).expect(&name).value,
        ] {
            assert_eq!(data(&record), original, "{name}");
            let kept = record.data.as_ref().unwrap().text().trim();
            assert_eq!(kept, text.trim_matches([' ', '\t', '\n', '\r']), "{name}: the data is kept as text");
        }
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn what_is_no_json_is_refused() {
    for (name, bytes) in cases("n_") {
        assert!(wire::decode_slice::<Payload>(&bytes).is_err(), "{name}");
        let Ok(text) = String::from_utf8(bytes) else { continue };
        assert!(Payload::parse(&*text).is_err(), "{name}");
        assert!(wire::decode::<Payload>(&text).is_err(), "{name}");
        assert!(lenient::decode::<Payload>(&text).is_err(), "{name}");
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn what_is_up_to_the_parser_is_read_whole_or_refused() {
    for (name, bytes) in cases("i_") {
        let slice = wire::decode_slice::<Payload>(&bytes);
        let Ok(text) = std::str::from_utf8(&bytes) else {
            assert!(slice.is_err(), "{name}: no UTF-8, and no repair that would change data");
            continue;
        };
        let _ = lenient::decode::<Payload>(text);
        match wire::decode::<Payload>(text) {
            Ok(original) => {
                assert_eq!(slice.as_ref(), Ok(&original), "{name}");
                let record = wire::decode::<Interaction>(&record(text)).expect(&name);
                assert_eq!(data(&record), original, "{name}");
            }
            Err(error) => assert_eq!(slice, Err(error), "{name}"),
        }
    }
}
