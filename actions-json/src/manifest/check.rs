//! Checks: probes that detect whether a page still matches its manifest.

use super::{Source, Target};
use wire::{List, Payload, Timestamp, Tolerant};

wire::text! {
    /// The id of a check.
    ///
    /// Specification: [`checks`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#checks).
    pub struct CheckId;
}

wire::word! {
    /// The severity of a failed check. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [`checks`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#checks).
    pub open enum CheckSeverity {
        /// The failure is documentation or evidence without consequences.
        Info = "info",
        /// A small change of the page.
        Minor = "minor",
        /// A tool may fail or act on the wrong element.
        Major = "major",
        /// A tool may cause harm.
        Critical = "critical",
    }
}

wire::word! {
    /// The outcome of a check.
    ///
    /// Specification: [`checks`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#checks).
    pub open enum CheckStatus {
        /// All assertions of the check hold.
        Pass = "pass",
        /// An assertion does not hold.
        Fail = "fail",
        /// The check was not executed.
        Skipped = "skipped",
        /// The check could not be completed.
        Error = "error",
    }
}

wire::object! {
    /// A probe of the page. Publishers add `setup` and `steps`, which the specification does not define.
    ///
    /// Specification: [`checks`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#checks).
    pub struct Check {
        /// The id, unique among the checks.
        id =: Tolerant<CheckId>,
        /// A description of the check.
        description?: Tolerant<String>,
        /// The severity of a failure.
        severity?: Tolerant<CheckSeverity>,
        /// The preparation of the check, any JSON value.
        setup?: Option<Payload>,
        /// The actions of the check, any JSON value.
        steps?: Option<Payload>,
        /// The conditions that must hold.
        assertions?: Tolerant<List<Assertion>>,
        /// The conditions that must not hold.
        negative_assertions?: Tolerant<List<Assertion>>,
        /// The reaction to a failure.
        on_fail?: Option<Payload>,
        /// Hints on the source of the declaration.
        source?: Tolerant<Box<Source>>,
    }

    /// One condition of a check.
    ///
    /// Specification: [`checks`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#checks).
    pub struct Assertion {
        /// The element that the condition is about.
        target?: Tolerant<Box<Target>>,
        /// `true` if the element must be visible.
        visible?: Tolerant<bool>,
        /// The tool that the condition is about.
        tool?: Tolerant<String>,
        /// The state that the condition is about.
        state?: Tolerant<String>,
        /// The attachment that the condition is about.
        attachment?: Tolerant<String>,
    }

    /// The result of a check. Results are sent separately and are not part of a manifest.
    ///
    /// Specification: [`checks`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#checks).
    pub struct CheckResult {
        /// The id of the check.
        check_id =: Tolerant<CheckId>,
        /// The outcome of the check.
        status =: Tolerant<CheckStatus>,
        /// The time of the check.
        observed_at?: Tolerant<Timestamp>,
        /// The address of the page.
        url?: Tolerant<String>,
        /// The observed data.
        evidence?: Option<Payload>,
        /// The details of a failure.
        error?: Option<Payload>,
    }
}
