//! What is written can be read, and is then the same.

use super::{Law, holds_for_every_type};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::Value;
use std::fmt::Display;
use wire::WireType;

/// How many values of each type.
const CASES: u32 = 1024;

struct RoundTrip;

impl Law for RoundTrip {
    fn check<T: WireType>(_: &str) -> Result<(), String> {
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new(config);
        let result =
            runner.run(&wire::generate::any::<T>(), |value| round_trip(&value).map_err(TestCaseError::fail));
        result.map_err(|error| error.to_string())
    }
}

fn round_trip<T: WireType>(value: &T) -> Result<(), String> {
    let text = wire::encode(value).map_err(|error| format!("not written: {error}"))?;
    let same = |way: &str, read: Result<T, &dyn Display>| match read {
        Ok(read) if read == *value => Ok(read),
        Ok(read) => Err(format!("another value by {way}: {read:?}\n  {text}")),
        Err(error) => Err(format!("not read by {way}: {error}\n  {text}")),
    };
    let read = same("decode", wire::decode(&text).as_ref().map_err(|e| e as _).cloned())?;
    let again = wire::encode(&read).map_err(|error| error.to_string())?;
    if again != text {
        return Err(format!("another text:\n  {text}\n  {again}"));
    }
    same("from_slice", serde_json::from_slice(text.as_bytes()).as_ref().map_err(|e| e as _).cloned())?;
    same("from_reader", serde_json::from_reader(text.as_bytes()).as_ref().map_err(|e| e as _).cloned())?;
    let line = wire::encode_line(value).map_err(|error| error.to_string())?;
    if line.contains(['\n', '\r']) {
        return Err(format!("more than one line: {line:?}"));
    }
    same("a line", wire::decode(&line).as_ref().map_err(|e| e as _).cloned())?;
    // A `Value` cannot hold everything; what it holds can be read.
    let Ok(parsed) = serde_json::from_str::<Value>(&text) else { return Ok(()) };
    let from_value =
        serde_json::from_value::<T>(parsed).map_err(|e| format!("not read from a Value: {e}\n  {text}"))?;
    let written =
        serde_json::to_value(value).map_err(|e| format!("not written into a Value: {e}\n  {text}"))?;
    let from_written = serde_json::from_value::<T>(written)
        .map_err(|e| format!("not read from its own Value: {e}\n  {text}"))?;
    if from_value == from_written { Ok(()) } else { Err(format!("two ways through a Value:\n  {text}")) }
}

#[test]
fn every_value_of_every_type_is_read_as_it_was_written() {
    holds_for_every_type::<RoundTrip>();
}
