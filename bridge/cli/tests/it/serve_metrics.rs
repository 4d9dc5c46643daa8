//! The counts of `serve`, in the text format of Prometheus.

use crate::{
    program::file,
    serve_process::{PATIENCE, Served, TOKEN, all, slow_agent, until},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
    time::{Duration, Instant},
};

const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

/// The samples of a response, by name and labels in their written form.
struct Samples(BTreeMap<String, f64>);

impl Samples {
    fn of(served: &Served) -> Self {
        let answer = served.get(&format!("/{TOKEN}/metrics"), "Host: localhost\r\n");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        Self::parse(body)
    }

    /// Reads the text format. Panics if the text violates the format.
    fn parse(text: &str) -> Self {
        assert!(text.ends_with('\n'), "{text}");
        let mut samples = BTreeMap::new();
        let (mut metrics, mut current, mut kind) = (BTreeSet::new(), "", "");
        for line in text.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                current = help.split_once(' ').expect("a help text").0;
                assert!(metrics.insert(current), "two groups of {current}");
            } else if let Some(stated) = line.strip_prefix("# TYPE ") {
                kind = stated
                    .strip_prefix(current)
                    .expect("the type of another metric")
                    .trim();
                assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
                assert_eq!(kind == "counter", current.ends_with("_total"), "{line}");
            } else {
                let (sample, value) = line.rsplit_once(' ').expect("a value");
                let name = sample.split('{').next().unwrap();
                let suffix = name
                    .strip_prefix(current)
                    .expect("a sample of another metric");
                let suffixes: &[&str] = if kind == "histogram" {
                    &["_bucket", "_sum", "_count"]
                } else {
                    &[""]
                };
                assert!(suffixes.contains(&suffix), "{line}");
                let value = value.parse().expect("a number");
                assert!(
                    samples.insert(sample.to_owned(), value).is_none(),
                    "two samples: {line}"
                );
            }
        }
        Self(samples)
    }

    fn get(&self, sample: &str) -> f64 {
        let found = self.0.get(&format!("agent_ui_{sample}"));
        *found.unwrap_or_else(|| panic!("{sample} is not in {:#?}", self.0.keys()))
    }
}

/// Waits until a sample has this value.
fn until_sample(served: &Served, sample: &str, value: f64) -> Samples {
    let end = Instant::now() + PATIENCE;
    loop {
        let samples = Samples::of(served);
        #[allow(clippy::float_cmp, reason = "all values are small integers")]
        if samples.get(sample) == value {
            return samples;
        }
        assert!(
            Instant::now() < end,
            "{sample} is {}, not {value}",
            samples.get(sample)
        );
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn sessions_streams_waiting_inputs_and_turns_are_counted() {
    let agent = slow_agent("0.4");
    let served = Served::start(&[
        "--agent",
        &format!("clerk={agent}"),
        "--turn-silence",
        "100ms",
    ]);
    served.until_shown();
    let start = Samples::of(&served);
    for (sample, value) in [
        ("open_sessions", 1.0),
        ("unfinished_inputs", 0.0),
        ("open_streams{face=\"page\"}", 0.0),
        ("refusals_total{limit=\"inputs\"}", 0.0),
        ("refusals_total{limit=\"connections\"}", 0.0),
        ("rejected_requests_total{reason=\"host\"}", 0.0),
        ("agent_restarts_total{agent=\"clerk\"}", 0.0),
        ("turn_duration_seconds_count{agent=\"clerk\"}", 0.0),
    ] {
        assert!(
            (start.get(sample) - value).abs() < f64::EPSILON,
            "{sample} is {}",
            start.get(sample)
        );
    }

    let mut stream = served.send("GET", "/page/main/steps", "", "");
    until(&mut stream, "data:");
    until_sample(&served, "open_streams{face=\"page\"}", 1.0);
    drop(stream);
    until_sample(&served, "open_streams{face=\"page\"}", 0.0);

    let say = |run: &str| {
        let body = format!(
            r#"{{"threadId":"main","runId":"{run}","state":{{}},"messages":[{{"id":"{run}","role":"user","content":"x"}}],"tools":[],"context":[],"forwardedProps":{{}}}}"#
        );
        served.send("POST", "/ag-ui", "Connection: close\r\n", &body)
    };
    let mut runs = [say("1"), say("2")];
    until_sample(&served, "unfinished_inputs", 2.0);
    for run in &mut runs {
        assert!(all(run).contains("RUN_FINISHED"));
    }
    let end = until_sample(&served, "unfinished_inputs", 0.0);
    let bucket = |limit: &str| {
        end.get(&format!(
            "turn_duration_seconds_bucket{{agent=\"clerk\",le=\"{limit}\"}}"
        ))
    };
    assert!((end.get("turn_duration_seconds_count{agent=\"clerk\"}") - 2.0).abs() < f64::EPSILON);
    // Each turn takes 0.4 s, and the silence that ends it.
    let sum = end.get("turn_duration_seconds_sum{agent=\"clerk\"}");
    assert!((1.0..60.0).contains(&sum), "{sum}");
    assert_eq!(
        (bucket("0.25"), bucket("120"), bucket("+Inf")),
        (0.0, 2.0, 2.0)
    );
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn restarts_and_rejected_requests_are_counted() {
    let served = Served::start(&[
        "--agent",
        &format!("file:{}", file(SURFACE)),
        "--agent",
        "broken=lines:exit 3",
        "--face",
        "page",
    ]);
    let address = "/page/main/steps";
    for headers in [
        "Host: evil.test\r\n",
        "Origin: https://evil.test\r\n",
        "Origin: null\r\n",
    ] {
        let answer = all(&mut served.send(
            "GET",
            address,
            &format!("{headers}Connection: close\r\n"),
            "",
        ));
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    let samples = until_sample(&served, "rejected_requests_total{reason=\"origin\"}", 2.0);
    assert!((samples.get("rejected_requests_total{reason=\"host\"}") - 1.0).abs() < f64::EPSILON);
    until_sample(&served, "agent_restarts_total{agent=\"broken\"}", 1.0);
    assert!(Samples::of(&served).get("agent_failures_total{agent=\"broken\"}") >= 1.0);
}
