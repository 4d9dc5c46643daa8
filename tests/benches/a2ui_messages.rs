//! Times reading and writing A2UI messages, and counts the messages that are written exactly as they were read. The
//! subjects are this project, `serde_json::Value`, and two other crates with types for these messages.
//!
//! ```sh
//! AGENT_UI_CORPUS=… cargo bench -p agent-ui-tests --features peers --bench a2ui_messages
//! ```
//!
//! The messages are those of the published examples under `a2ui/` in the corpus, each as its original text. All subjects
//! take turns in every round, so that a slow moment of the machine affects all of them. The table gives the median of the
//! rounds, as a ratio to `serde_json::Value` in the same round.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

use std::{
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use wire::Payload;

const ROUNDS: usize = 60;

/// A message, and the version whose folder contains it.
struct Sample {
    version: &'static str,
    text: String,
}

/// A function that reads a message and writes it again, if it can.
type Subject = fn(&Sample) -> Option<String>;

const SUBJECTS: [(&str, Subject); 4] = [
    ("serde_json::Value", |sample| {
        let value: serde_json::Value = serde_json::from_str(&sample.text).ok()?;
        serde_json::to_string(&value).ok()
    }),
    ("agent-ui-a2ui", |sample| {
        let message = a2ui::Message::read(&sample.text).ok()?;
        wire::encode(&message).ok()
    }),
    ("a2ui-types", |sample| match sample.version {
        "v0_8" => again::<a2ui_types::v08::server_to_client::ServerToClientMessage>(&sample.text),
        _ => again::<a2ui_types::v09::server_to_client::ServerToClientMessage>(&sample.text),
    }),
    ("a2ui-base", |sample| {
        again::<a2ui_base::protocol::server_to_client::A2uiMessage>(&sample.text)
    }),
];

fn again<T: serde::de::DeserializeOwned + serde::Serialize>(text: &str) -> Option<String> {
    serde_json::to_string(&serde_json::from_str::<T>(text).ok()?).ok()
}

fn main() {
    let samples = samples();
    let bytes: usize = samples.iter().map(|sample| sample.text.len()).sum();
    println!(
        "{} messages, {bytes} bytes, {ROUNDS} rounds\n",
        samples.len()
    );
    println!(
        "| | read | kept exactly | time of those it reads | against `serde_json::Value` on the same |"
    );
    println!("|---|---|---|---|---|");
    let (_, baseline) = SUBJECTS[0];
    for (name, subject) in SUBJECTS {
        let own: Vec<&Sample> = samples
            .iter()
            .filter(|sample| subject(sample).is_some())
            .collect();
        let exact = own
            .iter()
            .filter(|sample| is_exact(sample, subject))
            .count();
        let (time, ratio) = compare(&own, subject, baseline);
        println!(
            "| {name} | {} | {exact} | {:.2} ms | {ratio:.2} times as fast |",
            own.len(),
            time.as_secs_f64() * 1e3
        );
    }
}

/// Returns `true` if a message is written exactly as it was read, to the last digit.
fn is_exact(sample: &Sample, subject: Subject) -> bool {
    let again = subject(sample).and_then(|text| Payload::parse(text).ok());
    again == Payload::parse(sample.text.as_str()).ok()
}

/// Returns the median time of a round, and the median of its speed relative to the baseline.
fn compare(samples: &[&Sample], subject: Subject, baseline: Subject) -> (Duration, f64) {
    let round = |subject: Subject| {
        let start = Instant::now();
        for sample in samples {
            black_box(subject(black_box(sample)));
        }
        start.elapsed()
    };
    let mut times = Vec::new();
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let (other, own) = (round(baseline), round(subject));
        times.push(own);
        ratios.push(other.as_secs_f64() / own.as_secs_f64());
    }
    times.sort();
    ratios.sort_by(f64::total_cmp);
    (times[ROUNDS / 2], ratios[ROUNDS / 2])
}

fn samples() -> Vec<Sample> {
    let corpus = std::env::var_os("AGENT_UI_CORPUS").expect("AGENT_UI_CORPUS names the corpus");
    let mut samples = Vec::new();
    for version in ["v0_8", "v0_9", "v0_9_1", "v0_10"] {
        for catalog in ["basic", "minimal"] {
            let folder = Path::new(&corpus)
                .join("a2ui")
                .join(version)
                .join("catalogs")
                .join(catalog);
            for file in files(&folder.join("examples")) {
                let text = fs::read_to_string(&file).expect("an example");
                let document = Payload::parse(text).expect("an example is JSON");
                let list = document.member("messages").unwrap_or(document);
                samples.extend(list.elements().map(|message| Sample {
                    version,
                    text: message.text().to_owned(),
                }));
            }
        }
    }
    samples
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of examples");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}
