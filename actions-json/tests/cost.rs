//! Tests of the cost of checking a large manifest, in a separate binary because they count allocations.
//!
//! `cargo test -p agent-ui-actions-json --release --test cost -- --nocapture --include-ignored` prints the figures.

#![allow(clippy::unwrap_used)]

use agent_ui_actions_json as actions_json;

use actions_json::{
    checked_manifest::CheckedManifest,
    composition::{Origin, Storage},
    item::{ActionCall, DomEvent, RuntimeReady},
    manifest::{Manifest, Trust},
    site::Site,
    validate::{Profile, check},
};
use allocation_counter::{AllocationInfo, measure};
use std::{
    fmt::Write,
    time::{Duration, Instant},
};
use wire::Payload;

/// The number of tools in a manifest of 280 KB.
const TOOLS: usize = 262;

/// Builds a manifest like published ones: tools with a few steps that contain slots.
fn manifest(tools: usize) -> String {
    let mut text = String::from(
        r#"{"protocol":"actions.json","version":1,"states":[{"name":"home"}],"tools":["#,
    );
    for n in 0..tools {
        let comma = if n == 0 { "" } else { "," };
        write!(
            text,
            r#"{comma}{{"name":"board.card.move_{n}","description":"Moves a card to another list of the board and waits until it is there.",
            "input_schema":{{"type":"object","required":["title","list"],"properties":{{"title":{{"type":"string"}},"list":{{"type":"string"}}}},"additionalProperties":false}},
            "x_actions":{{"source":{{"component":"Board","selectors":["[data-test='card']","[data-test='list']"]}}}},
            "workflow":{{"version":1,"expression_language":"jsonata","steps":[
            {{"id":"findCard","primitive":"locator.element_info","args":{{"locator":{{"selector":"[data-test='card']","text_contains":"{{% input.title %}}"}}}}}},
            {{"id":"findList","primitive":"locator.element_info","args":{{"locator":{{"selector":"[data-test='list']","text_contains":"{{% input.list %}}"}}}}}},
            {{"id":"drag","primitive":"pointer.drag","args":{{"from":"{{% steps.findCard.output.clickable_center %}}","to":"{{% steps.findList.output.clickable_center %}}"}},"settle_after":{{"delay_ms":250}}}}
            ],"output":"{{% {{'moved': true, 'to': steps.findList.output.text}} %}}"}}}}"#
        )
        .unwrap();
    }
    text.push_str("]}");
    text
}

fn read(text: &str) -> Manifest {
    wire::decode(text).unwrap()
}

fn judge(manifest: &Manifest) {
    assert!(check(manifest, &Profile::STRICT, None).is_empty());
}

/// Returns the allocations during the validation of a manifest with this many tools.
fn judging(tools: usize) -> AllocationInfo {
    let manifest = read(&manifest(tools));
    measure(|| judge(&manifest))
}

#[test]
fn reading_and_validating_take_at_most_four_times_the_text() {
    let spaced = manifest(TOOLS);
    let dense = wire::encode(&read(&manifest(TOOLS * 8 / 7))).unwrap();
    for text in [spaced, dense] {
        assert!(text.len() >= 280_000);
        let peak = measure(|| judge(&read(&text))).bytes_max as usize + text.len();
        println!(
            "{} bytes: {peak} at the peak, the text among them",
            text.len()
        );
        assert!(peak <= 4 * text.len());
    }
}

#[test]
fn validation_allocates_linearly_and_at_most_64_times_per_tool() {
    let text = manifest(TOOLS);
    let reading = measure(|| drop(read(&text)));
    let [once, twice] = [TOOLS, 2 * TOOLS].map(judging);
    println!(
        "allocations: {} to read, {} to judge",
        reading.count_total, once.count_total
    );
    // Debug builds compile expressions with unused places, so the limits apply without the feature only.
    if !cfg!(feature = "workflows") {
        assert!(once.count_total <= 64 * TOOLS as u64);
        assert!(once.bytes_total <= 2 * reading.bytes_total);
    }
    // Data that grows with the whole manifest, such as sets of names, stays small.
    assert!(twice.count_total <= 2 * once.count_total + 64);
    assert!(twice.bytes_max <= 2 * once.bytes_max + 1024);
}

#[test]
fn a_site_grows_with_its_manifest_but_not_with_its_visit() {
    let cost = |tools: usize| {
        let mut text = manifest(tools);
        text.truncate(text.len() - 2);
        // The manifest has a tool without schema checks, and all other parts that a visit needs.
        text.push_str(
            r#",{"name":"look","description":"D.","x_actions":{"handler":"h"}}],
            "signals":[{"name":"g","event":"e","ingestion":"enabled"}]}"#,
        );
        let checked = CheckedManifest::read(&text, &Profile::PUBLISHED).unwrap();
        let origin = Origin::local(Trust::Website, Storage::Public);
        let mut site = None;
        let making = measure(|| site = Some(Site::load(checked, origin).site()));
        let mut site = site.unwrap();
        let visit = measure(|| {
            site.receive(RuntimeReady::new("p", "u").into()).unwrap();
            for n in 0..100u64 {
                let sent = site.call(
                    &ActionCall::new(n.to_string(), "look", Payload::empty_object()),
                    n,
                );
                site.receive(sent.unwrap().output("p", Payload::null()).into())
                    .unwrap();
                site.receive(DomEvent::new(n.to_string(), "p", "g", Payload::null()).into())
                    .unwrap();
            }
        });
        (making, visit)
    };
    let [(once, visit), (twice, longer)] = [TOOLS, 2 * TOOLS].map(cost);
    println!(
        "allocations: {} to make, {} to visit",
        once.count_total, visit.count_total
    );
    assert!(twice.count_total <= 2 * once.count_total + 64);
    assert!(twice.bytes_max <= 2 * once.bytes_max + 4096);
    assert_eq!(visit.count_total, longer.count_total);
}

#[cfg_attr(
    feature = "workflows",
    ignore = "who compiles expressions pays for that"
)]
#[test]
fn reading_and_validating_allocate_no_more_than_a_value_tree() {
    let text = manifest(TOOLS);
    let tree = measure(|| drop(serde_json::from_str::<serde_json::Value>(&text).unwrap()));
    let checking = measure(|| judge(&read(&text)));
    println!(
        "allocations: {} for serde_json::Value, {} to read and judge",
        tree.count_total, checking.count_total
    );
    assert!(checking.count_total <= tree.count_total);
    assert!(checking.bytes_total <= tree.bytes_total);
}

/// Prints measurements and asserts nothing, because times depend on the load of the machine.
#[ignore = "a measurement"]
#[test]
fn the_time_of_reading_and_validating_is_printed() {
    let time = |run: &dyn Fn()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let text = manifest(TOOLS);
    let (mut tree, mut reading, mut checking) = (Duration::MAX, Duration::MAX, Duration::MAX);
    // The measurements alternate, so that other load affects all of them.
    for _ in 0..40 {
        tree = tree.min(time(&|| {
            drop(serde_json::from_str::<serde_json::Value>(&text).unwrap())
        }));
        reading = reading.min(time(&|| drop(read(&text))));
        checking = checking.min(time(&|| judge(&read(&text))));
    }
    println!(
        "{} bytes: serde_json::Value {tree:?}, read {reading:?}, read and judged {checking:?}",
        text.len()
    );
}
