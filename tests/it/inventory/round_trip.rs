//! Reading a written value returns an equal value.

use super::{cases, holds_for_every_type};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::Value;
use std::{fmt::Display, rc::Rc};
use wire::{
    Payload, TypeInfo,
    generate::{Sample, Samples},
};

fn round_trips(_: &str, row: &'static TypeInfo) -> Result<(), String> {
    let mut runner = TestRunner::new(Config {
        cases: cases(),
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&(row.samples.any)(), |value| {
        round_trip(&row.samples, &*value).map_err(TestCaseError::fail)
    });
    result.map_err(|error| error.to_string())
}

fn round_trip(read: &Samples, value: &dyn Sample) -> Result<(), String> {
    let text = value
        .encode()
        .map_err(|error| format!("not written: {error}"))?;
    let same = |way: &str, read: Result<Rc<dyn Sample>, &dyn Display>| match read {
        Ok(read) if read.is_equal_to(value) => Ok(read),
        Ok(read) => Err(format!("another value by {way}: {read:?}\n  {text}")),
        Err(error) => Err(format!("not read by {way}: {error}\n  {text}")),
    };
    let again = same(
        "decode",
        (read.decode)(&text).as_ref().map_err(|e| e as _).cloned(),
    )?;
    let again = again.encode().map_err(|error| error.to_string())?;
    if again != text {
        return Err(format!("another text:\n  {text}\n  {again}"));
    }
    let bytes = text.as_bytes();
    same(
        "from_slice",
        (read.from_slice)(bytes)
            .as_ref()
            .map_err(|e| e as _)
            .cloned(),
    )?;
    same(
        "from_reader",
        (read.from_reader)(bytes)
            .as_ref()
            .map_err(|e| e as _)
            .cloned(),
    )?;
    let line = wire::one_line(&text);
    same(
        "a line",
        (read.decode)(&line).as_ref().map_err(|e| e as _).cloned(),
    )?;
    // A `Value` cannot represent everything; if it can, it can be read as the type.
    let Ok(parsed) = serde_json::from_str::<Value>(&text) else {
        return Ok(());
    };
    let from_value =
        (read.from_value)(parsed).map_err(|e| format!("not read from a Value: {e}\n  {text}"))?;
    // serde_json rounds numbers when it reads them; writing refuses them instead.
    let is_exact = Payload::parse(&text).is_ok_and(|payload| Value::try_from(payload).is_ok());
    let written = match (value.to_value(), is_exact) {
        (Ok(written), true) => written,
        (Err(_), false) => return Ok(()),
        (Ok(_), false) => return Err(format!("a number is rounded in a Value:\n  {text}")),
        (Err(e), true) => return Err(format!("not written into a Value: {e}\n  {text}")),
    };
    let from_written = (read.from_value)(written)
        .map_err(|e| format!("not read from its own Value: {e}\n  {text}"))?;
    if from_value.is_equal_to(&*from_written) {
        Ok(())
    } else {
        Err(format!("two ways through a Value:\n  {text}"))
    }
}

#[test]
fn every_written_value_is_read_as_an_equal_value() {
    holds_for_every_type(round_trips);
}
