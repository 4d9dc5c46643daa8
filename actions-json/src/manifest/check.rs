//! Whether a page still is what a manifest describes. actions.json v1, checks.

use super::{Source, Target};
use wire::{List, Payload, Timestamp, Tolerant};

wire::text! {
    /// Names a check.
    pub struct CheckId;
}

wire::word! {
    /// How bad it is if a check fails. The list is closed; other words are kept and are findings. actions.json v1, checks.
    pub open enum CheckSeverity {
        /// Worth knowing.
        Info = "info",
        /// The page has changed a little.
        Minor = "minor",
        /// What is called may fail or hit something else.
        Major = "major",
        /// What is called may do harm.
        Critical = "critical",
    }
}

wire::word! {
    /// What came of a check. actions.json v1, checks.
    pub open enum CheckStatus {
        /// It holds.
        Pass = "pass",
        /// It does not.
        Fail = "fail",
        /// Nobody looked.
        Skipped = "skipped",
        /// Looking failed.
        Error = "error",
    }
}

wire::object! {
    /// A probe of the page. Publishers let something be done first; the specification does not say how that is written.
    /// actions.json v1, checks.
    pub struct Check {
        /// Its id, unique among the checks.
        id =: Tolerant<CheckId>,
        /// What it is for.
        description?: Tolerant<String>,
        /// How bad it is if it fails.
        severity?: Tolerant<CheckSeverity>,
        /// What is done before, in any form.
        setup?: Option<Payload>,
        /// What is done, in any form.
        steps?: Option<Payload>,
        /// What has to hold.
        assertions?: Tolerant<List<Assertion>>,
        /// What must not hold.
        negative_assertions?: Tolerant<List<Assertion>>,
        /// What happens if it fails.
        on_fail?: Option<Payload>,
        /// Where it comes from.
        source?: Tolerant<Box<Source>>,
    }

    /// Something that has to hold. actions.json v1, checks.
    pub struct Assertion {
        /// Where on the page.
        target?: Tolerant<Box<Target>>,
        /// Whether it is to be seen.
        visible?: Tolerant<bool>,
        /// The tool that it is about.
        tool?: Tolerant<String>,
        /// The state that it is about.
        state?: Tolerant<String>,
        /// The attachment that it is about.
        attachment?: Tolerant<String>,
    }

    /// What came of a check. It is no part of a manifest. actions.json v1, checks.
    pub struct CheckResult {
        /// Which check.
        check_id =: Tolerant<CheckId>,
        /// What came of it.
        status =: Tolerant<CheckStatus>,
        /// When.
        observed_at?: Tolerant<Timestamp>,
        /// On which address.
        url?: Tolerant<String>,
        /// What was seen.
        evidence?: Option<Payload>,
        /// What went wrong.
        error?: Option<Payload>,
    }
}
