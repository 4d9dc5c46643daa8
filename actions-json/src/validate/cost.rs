//! What judging costs, beside reading. `cargo test -p agent-ui-actions-json --release cost -- --ignored --nocapture` prints it.

use super::{Profile, check};
use crate::manifest::Manifest;
use std::{
    fmt::Write,
    fs,
    time::{Duration, Instant},
};

/// A map as publishers write them: tools of a few steps with slots, some 280 KB for 256 of them.
fn map(tools: usize) -> String {
    let mut text =
        String::from(r#"{"protocol":"actions.json","version":1,"states":[{"name":"home"}],"tools":["#);
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

fn fastest(mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..20).map(once).min().unwrap()
}

#[test]
#[ignore = "prints times"]
fn judging_a_large_map_costs_no_more_than_reading_it() {
    let text = map(228);
    let manifest: Manifest = wire::decode(&text).unwrap();
    let read = fastest(|| drop(wire::decode::<Manifest>(&text).unwrap()));
    let judged = fastest(|| assert!(check(&manifest, &Profile::STRICT, None).is_empty()));
    let value = fastest(|| drop(serde_json::from_str::<serde_json::Value>(&text).unwrap()));
    println!(
        "{} bytes: read in {read:?}, judged in {judged:?}; a serde_json::Value is read in {value:?}",
        text.len()
    );
    assert!(judged <= read * 2);
}

#[test]
#[ignore = "asks the machine, Linux only"]
fn reading_and_judging_take_no_more_than_six_times_the_text() {
    let peak = || {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
    };
    let text = map(228 * 40);
    let before = peak();
    let manifest: Manifest = wire::decode(&text).unwrap();
    assert!(check(&manifest, &Profile::STRICT, None).is_empty());
    let more = peak() - before;
    println!("{} bytes: {more} more at the peak, beside the text", text.len());
    assert!(more + text.len() <= 6 * text.len());
}
