//! The wire types of this crate.

use crate::{item, manifest, signal, target};

wire::inventory! {
    /// actions.json v1.
    pub fn each {
        manifest::Manifest,
        manifest::Version,
        signal::Signal,
        signal::SignalName,
        signal::Direction,
        signal::Ingestion,
        target::Target,
        target::Selectors,
        target::Confidence,
        target::Source,
        item::Item,
        item::RuntimeReady,
        item::RuntimeStatus,
        item::AttachmentStatus,
        item::ActionCall,
        item::CallTarget,
        item::ActionCallOutput,
        item::DomEvent,
        item::ActionError,
        item::ErrorDetails,
        item::ErrorCode,
        item::ErrorSeverity,
        item::RuntimeId,
        item::RuntimeKey,
        item::CallId,
        item::EventId,
    }
}
