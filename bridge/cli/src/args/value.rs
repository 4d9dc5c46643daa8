//! Parsers of option values, and values that several commands accept.

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use std::{net::SocketAddr, time::Duration};

/// Output formats for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ScoreFormat {
    /// Text in aligned columns
    Text,
    /// JSON Lines, one result per line
    Json,
}

/// The units of a duration in seconds. A number without a unit is in seconds.
const UNITS: [(&str, f64); 6] = [
    ("ms", 0.001),
    ("s", 1.0),
    ("m", 60.0),
    ("h", 3_600.0),
    ("d", 86_400.0),
    ("", 1.0),
];

pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    match scale(number, unit) {
        Some(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("expected a duration, as in 500ms, 10s, 5m, 2h or 30d".to_owned()),
    }
}

/// Converts a number of units into a duration.
fn scale(number: &str, unit: &str) -> Option<Duration> {
    let (_, seconds) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

pub(super) fn parse_bytes(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "expected a number of bytes, as in 268435456".to_owned())
}

pub(super) fn parse_port(text: &str) -> Result<u16, String> {
    text.parse()
        .map_err(|_| "expected a number from 0 to 65535".to_owned())
}

pub(super) fn parse_threads(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(threads @ 1..=64) => Ok(threads),
        _ => Err("expected a number from 1 to 64".to_owned()),
    }
}

/// Returns the parser of a number in a range.
pub(super) fn number_parser(least: u64, greatest: u64) -> impl TypedValueParser<Value = u32> {
    RangedU64ValueParser::new().range(least..=greatest)
}

pub(super) fn parse_address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "expected an IP address and a port, as in 127.0.0.1:9090".to_owned())
}
