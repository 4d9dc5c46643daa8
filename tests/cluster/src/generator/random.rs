//! Seeded random values.

/// Words for texts. Some are not ASCII, and some need escapes in JSON.
const WORDS: &[&str] = &[
    "harbour",
    "tide",
    "Überfahrt",
    "\"quoted\"",
    "mosses",
    "loan",
    "ниже",
    "window",
    "a\\b",
    "cheap",
    "日本語",
    "seat",
    "rain\nlater",
    "😀",
    "Tuesday",
    "€ 42",
    "open",
    "late",
    "renewal",
    "north",
];

/// A source of random values.
pub(super) struct Random(fastrand::Rng);

impl Random {
    /// Creates the source for one session of a workload.
    pub(super) fn new(seed: u64, session: usize) -> Self {
        let session = u64::try_from(session).unwrap_or(u64::MAX);
        Self(fastrand::Rng::with_seed(
            seed ^ session.wrapping_mul(0x9E37_79B9_7F4A_7C15),
        ))
    }

    /// Returns `true` with a probability.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.0.f64() < probability
    }

    /// Returns a number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    /// Returns one of the values.
    pub(super) fn pick<'a, T>(&mut self, values: &'a [T]) -> Option<&'a T> {
        values.get(self.below(values.len()))
    }

    /// Returns a JSON string of some words. Most texts are short, some have more than a thousand bytes.
    pub(super) fn text(&mut self) -> String {
        let words = match self.below(40) {
            0 => 150,
            1..5 => 30,
            _ => 1 + self.below(6),
        };
        let words: Vec<&str> = (0..words)
            .filter_map(|_| self.pick(WORDS).copied())
            .collect();
        serde_json::Value::from(format!("{} {}", words.join(" "), self.below(100_000))).to_string()
    }

    /// Returns a JSON number. Some have no exact counterpart among binary floating point numbers.
    pub(super) fn number(&mut self) -> String {
        match self.below(4) {
            0 => "12345678901234567890".to_owned(),
            1 => format!("{}.50", self.below(1000)),
            _ => self.below(100_000).to_string(),
        }
    }

    /// Returns a time as RFC 3339.
    pub(super) fn time(&mut self) -> String {
        let (minute, second, milli) = (self.below(60), self.below(60), self.below(1000));
        format!("2026-05-18T15:{minute:02}:{second:02}.{milli:03}Z")
    }
}
