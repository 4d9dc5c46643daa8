//! Defines a component of a custom catalog, writes it, reads it, and checks what an agent sends.
//!
//! ```text
//! {"id":"root","component":"TideGauge","level":4}
//! the level is 4 m
//! wrong-type /updateComponents/components/0/level: expected a number, found string "high"
//! unknown-component /updateComponents/components/1/component: unknown component type `TideGuage`: the catalog does not define it
//! ```

use agent_ui_a2ui::wire::{self, Number, Payload, Pointer};
use agent_ui_a2ui::{Message, Notation, Version, catalog::*, v0_9::Component};

const FROM_AGENT: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    {"id":"a","component":"TideGauge","level":"high"},{"id":"b","component":"TideGuage","level":1}]}}"#;

wire::object! {
    /// The water level of a harbour.
    pub struct TideGauge {
        /// The level in metres above chart datum.
        level: Number,
    }
}
wire::inventory! { TideGauge }
impl CatalogComponent for TideGauge {}

/// The components and functions that A2UI publishes, and the tide gauge.
struct HarbourCatalog(BasicCatalog);

impl Catalog for HarbourCatalog {
    fn version(&self) -> Version {
        self.0.version()
    }
    fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool {
        if name == TideGauge::COMPONENT {
            checker.check_decodes::<TideGauge>(properties, at);
            return true;
        }
        self.0.check_component(name, properties, at, checker)
    }
    fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns> {
        self.0.check_function(name, args, at, checker)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gauge = Component::of("root", &TideGauge::new(Number::from(4)))?;
    println!("{}", wire::encode(&gauge)?);
    let read: TideGauge = gauge.view()?;
    println!("the level is {} m", read.level);

    let catalog = HarbourCatalog(basic(Version::V0_9, Notation::Plain));
    for finding in catalog.check_message(&Message::read(FROM_AGENT)?) {
        println!("{} {}: {}", finding.rule, finding.pointer, finding.message);
    }
    Ok(())
}
