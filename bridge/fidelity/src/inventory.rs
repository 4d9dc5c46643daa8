//! The wire types of this crate.

wire::inventory! {
    /// Every wire type of the fidelity matrix and of the conformance kit.
    pub static TYPES = [
        crate::Matrix,
        crate::Mapping,
        crate::SurvivalCounts,
        crate::MeasuredField,
        crate::Case,
        crate::Variant,
        crate::Outcome,
        crate::conformance::Answer,
        crate::conformance::AnswerError,
        crate::conformance::AnswerNote,
        crate::conformance::ConformanceCase,
        crate::conformance::Expectation,
        crate::conformance::FailureCause,
        crate::conformance::Level,
        crate::conformance::Op,
        crate::conformance::Operation,
        crate::conformance::Request,
    ];
}
