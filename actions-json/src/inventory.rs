//! The wire types of this crate.

use crate::{dictionary, item, manifest};

wire::inventory! {
    /// actions.json v1.
    pub static TYPES = [
        manifest::Manifest,
        manifest::Version,
        manifest::Surface,
        manifest::Import,
        manifest::ImportId,
        manifest::ImportUri,
        manifest::ImportKind,
        manifest::Trust,
        manifest::Composition,
        manifest::Context,
        manifest::ContextId,
        manifest::LoadWhen,
        manifest::Tool,
        manifest::ToolName,
        manifest::PrimitiveName,
        manifest::HandlerName,
        manifest::XActions,
        manifest::Scope,
        manifest::Execution,
        manifest::ExecutionMode,
        manifest::ExecutionStep,
        manifest::Workflow,
        manifest::Step,
        manifest::StepId,
        manifest::AfterEach,
        manifest::OnError,
        manifest::SettleAfter,
        manifest::State,
        manifest::StateName,
        manifest::Diagnostic,
        manifest::Transition,
        manifest::TransitionName,
        manifest::Method,
        manifest::Convergence,
        manifest::Signal,
        manifest::SignalName,
        manifest::Direction,
        manifest::Ingestion,
        manifest::Attachment,
        manifest::AttachmentId,
        manifest::AttachmentKind,
        manifest::Affordance,
        manifest::Lifecycle,
        manifest::Check,
        manifest::CheckId,
        manifest::CheckSeverity,
        manifest::Assertion,
        manifest::CheckResult,
        manifest::CheckStatus,
        manifest::StateProjection,
        manifest::ProjectionName,
        manifest::ProjectionScope,
        manifest::Snapshot,
        manifest::Expression,
        manifest::Extract,
        manifest::ExtractField,
        manifest::Property,
        manifest::Summary,
        manifest::Postcondition,
        manifest::Marker,
        manifest::MarkerId,
        manifest::MarkerType,
        manifest::MarkerStep,
        manifest::Target,
        manifest::Selectors,
        manifest::Confidence,
        manifest::Source,
        manifest::Provenance,
        dictionary::Dictionary,
        dictionary::Primitive,
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
    ];
}

#[cfg(feature = "host")]
wire::inventory! {
    /// What a host writes down of a visit.
    pub static HOST = [
        crate::site::SavedSite,
        crate::site::SavedPage,
        crate::site::SavedCall,
        crate::site::SavedEvent,
        crate::site::SavedPace,
    ];
}

#[cfg(feature = "workflows")]
wire::inventory! {
    /// What came of a workflow, and what its caller writes down of it.
    pub static WORKFLOWS = [
        crate::workflow::Outcome,
        crate::workflow::WorkflowError,
        crate::workflow::StepReport,
        crate::workflow::SavedRun,
        crate::workflow::SavedAnswer,
    ];
}
