//! Turns the request of a page into the record that a provider stores, under the name of its file.
//!
//! ```text
//! 2026-11-21T04-36-20-639Z-f6554697-47fd-4d67-8db9-291b9f7f3476.json
//! {
//!   "id": "f6554697-47fd-4d67-8db9-291b9f7f3476",
//!   "timestamp": "2026-11-21T04:36:20.639Z",
//!   "canvasFile": "loans.html",
//!   "action": "submit",
//!   "element": "renew",
//!   "data": {
//!     "loan": "L-1"
//!   },
//!   "summary": "User submit 'renew' on loans.html with data: {\"loan\":\"L-1\"}"
//! }
//! dropped-member: the provider drops this member
//! [CANVAS] loans.html: User submit 'renew' on loans.html with data: {"loan":"L-1"}
//! not-a-string at "/element"
//! not-a-uuid /id: the id of the record is not a UUID
//! parent-ref /canvasFile: the path contains `..`
//! ```

use agent_ui_aap::{
    Interaction, Notification, lenient, provider,
    wire::{Payload, Validate},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A provider chooses the id and the time. The page sends the rest.
    let (id, time) = (
        "f6554697-47fd-4d67-8db9-291b9f7f3476",
        "2026-11-21T04:36:20.639Z",
    );
    let request = Payload::parse(
        r#"{"action":"submit","canvasFile":"loans.html","element":"renew","data":{"loan":"L-1"},"pen":true}"#,
    )?;
    let stored = provider::record(id, time, &request)?;
    println!("{}\n{}", stored.file, stored.text());
    for finding in &stored.findings {
        println!("{}: {}", finding.rule, finding.message);
    }
    println!("{}", Notification::for_record(&stored.record));

    // A file can have any content. The lenient reader reports what it repaired, and validation reports broken rules.
    let file = r#"{"id":"7","timestamp":"2026-11-21T04:36:20.639Z","canvasFile":"../loans.html","action":"click",
        "element":12,"summary":"User click '12' on ../loans.html"}"#;
    let read = lenient::decode::<Interaction>(file)?;
    for repair in &read.repairs {
        println!("{repair}");
    }
    for finding in read.value.validate() {
        println!("{} {}: {}", finding.rule, finding.pointer, finding.message);
    }
    Ok(())
}
