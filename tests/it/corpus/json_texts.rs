//! Texts on which JSON parsers disagree. A name with `y_` is JSON, `n_` is not JSON, and `i_` depends on the parser.

use super::{files, folder, payload};
use aap::{Interaction, lenient};
use wire::Payload;

fn cases(prefix: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder("json");
    let cases: Vec<_> = files(&folder)
        .into_iter()
        .filter(|(name, _)| name.starts_with(prefix))
        .collect();
    assert!(!cases.is_empty(), "{prefix}");
    cases
}

/// Builds a record with a JSON text as its data.
fn record(data: &str) -> String {
    format!(
        r#"{{"id":"i","timestamp":"t","canvasFile":"p.html","action":"a","data":{data},"summary":"s"}}"#
    )
}

fn data(record: &Interaction) -> Payload {
    super::again(record).member("data").unwrap()
}

/// Runs a case, prints its verdict (E for refused, K for kept), and bounds its memory use.
fn require_verdict(name: &str, bytes: &[u8], case: impl FnOnce() -> char) {
    let mut verdict = ' ';
    let memory = allocation_counter::measure(|| verdict = case()).bytes_max;
    let size = u64::try_from(bytes.len()).unwrap();
    let limit = (1 << 20) + 24 * size;
    println!("hostile\tlibrary\tJSON texts\t\t{name}\t{verdict}\t{size}\t{memory}\t{limit}");
    assert!(memory <= limit, "{name}: {memory} bytes for {size}");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn valid_json_is_read_and_comes_back_equal() {
    for (name, bytes) in cases("y_") {
        require_verdict(&name, &bytes, || {
            let text = std::str::from_utf8(&bytes).expect(&name);
            let original = payload(text);
            assert_eq!(
                wire::decode_slice::<Payload>(&bytes).expect(&name),
                original,
                "{name}"
            );
            assert_eq!(super::again(&original), original, "{name}");
            for record in [
                wire::decode::<Interaction>(&record(text)).expect(&name),
                lenient::decode::<Interaction>(&record(text))
                    .expect(&name)
                    .value,
            ] {
                assert_eq!(data(&record), original, "{name}");
                let kept = record.data.as_ref().unwrap().text().trim();
                let sent = text.trim_matches([' ', '\t', '\n', '\r']);
                assert_eq!(kept, sent, "{name}: the data is kept as text");
            }
            'K'
        });
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn text_that_is_not_json_is_refused() {
    for (name, bytes) in cases("n_") {
        require_verdict(&name, &bytes, || {
            assert!(wire::decode_slice::<Payload>(&bytes).is_err(), "{name}");
            let Ok(text) = std::str::from_utf8(&bytes) else {
                return 'E';
            };
            assert!(Payload::parse(text).is_err(), "{name}");
            assert!(wire::decode::<Payload>(text).is_err(), "{name}");
            assert!(lenient::decode::<Payload>(text).is_err(), "{name}");
            'E'
        });
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn ambiguous_json_is_read_completely_or_refused() {
    for (name, bytes) in cases("i_") {
        require_verdict(&name, &bytes, || {
            let slice = wire::decode_slice::<Payload>(&bytes);
            let Ok(text) = std::str::from_utf8(&bytes) else {
                assert!(
                    slice.is_err(),
                    "{name}: no UTF-8, and no repair that would change data"
                );
                return 'E';
            };
            let _ = lenient::decode::<Payload>(text);
            match wire::decode::<Payload>(text) {
                Ok(original) => {
                    assert_eq!(slice.as_ref(), Ok(&original), "{name}");
                    let record = wire::decode::<Interaction>(&record(text)).expect(&name);
                    assert_eq!(data(&record), original, "{name}");
                    'K'
                }
                Err(error) => {
                    assert_eq!(slice, Err(error), "{name}");
                    'E'
                }
            }
        });
    }
}
