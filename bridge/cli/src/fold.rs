//! The command `agent-ui fold`: builds surfaces from A2UI messages, and states from AHP actions.

mod transcript;

use crate::{
    args::Fold,
    exit::Exit,
    input::{Input, Inputs},
    mistake_hints::HintContext,
    operands, recover,
    repair::Repair,
    report::Report,
    split_sessions::{self, SplitSessions},
};
use a2ui::{
    Message,
    repair::Repairer,
    surface::{SurfaceOptions, Surfaces},
};
use bridge::{
    Dialect, DialectOrProtocol, Protocol, Refusal, a2ui,
    ahp::{
        self, ReduceOutcome,
        reducer_case::{FoldedCase, ReducerCase},
    },
};
use transcript::Log;
use wire::{DecodeError, Finding, Pointer, Validate};

pub(crate) fn run(mut arguments: Fold, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    if let Some(named) = operands::protocol("fold", first.as_deref(), &mut arguments.source)? {
        arguments.protocol = named;
        return run_named(&arguments, report);
    }
    let source = std::mem::take(&mut arguments.source);
    operands::run_inferred("fold", &source, arguments.session, report, &mut |protocol, source, report| {
        (arguments.protocol, arguments.source) = (protocol, source);
        run_named(&arguments, report)
    })
}

/// Folds the inputs as messages of the protocol in the arguments.
fn run_named(arguments: &Fold, report: &mut Report) -> Result<(), Exit> {
    match (arguments.protocol.protocol(), arguments.protocol.dialect) {
        (Protocol::A2ui, _) => surfaces(arguments, report),
        (_, Dialect::AhpCanvas) => states(arguments, ahp::canvas::REDUCERS, ahp::canvas::fold_case, report),
        (_, Dialect::Ahp1_0) => states(arguments, ahp::v1_0::REDUCERS, ahp::v1_0::fold_case, report),
        (_, dialect) => Err(Exit::Usage(format!("{dialect} cannot be folded; use a2ui or ahp"))),
    }
}

fn surfaces(arguments: &Fold, report: &mut Report) -> Result<(), Exit> {
    let options = SurfaceOptions::new().notation(arguments.protocol.notation());
    let mut inputs =
        Inputs::of(&arguments.source)?.in_sessions(arguments.session).find_messages(arguments.protocol);
    let mut split = SplitSessions::new(inputs.are_several_sessions());
    while inputs.next_session(report)? {
        split.begin_session();
        let mut folder = SurfaceFolder {
            protocol: arguments.protocol,
            surfaces: Surfaces::with_options(options.clone()),
            repairer: Repairer::new(arguments.protocol.a2ui_version()),
            split: &mut split,
        };
        while inputs.next(report)? {
            let input = inputs.last();
            let Some(error) = folder.apply(&input, report)? else { continue };
            for part in recover::parts(arguments.protocol, &input, error) {
                let part = part.input();
                if let Some(error) = folder.apply(&part, report)? {
                    report.unreadable(&part, error)?;
                }
            }
        }
        folder.surfaces.iter().try_for_each(|surface| report.value(&surface.snapshot()))?;
    }
    Ok(())
}

/// The surfaces of one session.
struct SurfaceFolder<'a> {
    protocol: DialectOrProtocol,
    surfaces: Surfaces,
    repairer: Repairer,
    split: &'a mut SplitSessions,
}

impl SurfaceFolder<'_> {
    /// Applies the messages of a document. Returns the error of a text that is not JSON.
    fn apply(&mut self, input: &Input<'_>, report: &mut Report) -> Result<Option<DecodeError>, Exit> {
        input.announce_to(&mut self.repairer);
        let elements = match input.text.clone().and_then(|text| input.read_a2ui(text, &mut self.repairer)) {
            Ok(elements) => elements,
            Err(error) => return Ok(Some(error)),
        };
        let asked = HintContext { from: self.protocol, by: "", opens: "`convert --envelope` reads it" };
        for element in elements {
            report.report_repairs(input, element.repairs.into_iter().map(Repair::from))?;
            match element.result {
                Err(error) => {
                    let place = input.fault(&error);
                    report.refusal(&place, &asked.with_hint(error.into(), input, &element.pointer))?;
                }
                Ok(message) => {
                    for finding in unknown_members(&message, &element.pointer) {
                        report.finding(&input.at(&finding.pointer), &finding)?;
                    }
                    let is_of_earlier_file = self.split.observe(&message);
                    if let Err(error) = self.surfaces.apply(&message) {
                        let mut refusal = Refusal::from(error).below(&element.pointer);
                        if is_of_earlier_file && refusal.rule() == "unknown-surface" {
                            refusal = refusal.hint(split_sessions::HINT);
                        }
                        report.refusal(&input.fault_at(refusal.rule(), refusal.pointer()), &refusal)?;
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Returns a warning for each member that the version of the message does not have and the surface does not keep.
fn unknown_members(message: &Message, at: &Pointer) -> Vec<Finding> {
    // A surface keeps unknown members of components.
    let is_of_message = |finding: &Finding| {
        finding.rule == "unknown-member" && finding.pointer.segments().count() <= at.segments().count() + 2
    };
    let mut found = Vec::new();
    message.findings(at, &mut found);
    let warning = |finding: Finding| {
        Finding::warning(finding.rule, finding.pointer, finding.message)
            .hint("the surface is built without it; `agent-ui check` validates the message")
    };
    found.into_iter().filter(is_of_message).map(warning).collect()
}

/// Folds cases and logs. The state of a case is written at once, the states of a log at the end of its session.
fn states(
    arguments: &Fold,
    reducers: &[&str],
    fold: fn(&ReducerCase) -> Result<FoldedCase, DecodeError>,
    report: &mut Report,
) -> Result<(), Exit> {
    let mut log = Log::new(arguments.protocol.dialect);
    let mut inputs = Inputs::of(&arguments.source)?.in_sessions(arguments.session);
    let are_several = inputs.are_several_sessions();
    while inputs.next_session(report)? {
        while inputs.next(report)? {
            let input = inputs.last();
            if !log.take(&input, report)? {
                fold_case(&input, reducers, fold, report)?;
            }
        }
        log.end_session(are_several, report)?;
    }
    log.finish(report)
}

/// Folds one case and writes the resulting state. Actions that violate the protocol are refused and those of other
/// reducers skipped; the rest of the case is applied.
fn fold_case(
    input: &Input<'_>,
    reducers: &[&str],
    fold: fn(&ReducerCase) -> Result<FoldedCase, DecodeError>,
    report: &mut Report,
) -> Result<(), Exit> {
    let case = match input.text.clone().and_then(wire::decode::<ReducerCase>) {
        Ok(case) => case,
        Err(mut error) => {
            if error.pointer.as_str() == "/reducer" {
                error.hint = "write a case with `reducer`, `initial` and `actions`, or a frame, a snapshot or an action of a host".to_owned();
            }
            return report.unreadable(input, error);
        }
    };
    if !reducers.contains(&&*case.reducer) && !is_skipped_reducer(&case.reducer, reducers, input, report)? {
        return Ok(());
    }
    let folded = match fold(&case) {
        Ok(folded) => folded,
        Err(error) => return report.unreadable(input, error),
    };
    for (index, outcome) in folded.outcomes.into_iter().enumerate() {
        let at = Pointer::root().member("actions").element(index);
        match outcome {
            Err(error) => report.unreadable(input, error)?,
            Ok(ReduceOutcome::Invalid) => invalid(at, input, report)?,
            Ok(ReduceOutcome::OutOfScope) => {
                let message = "the action belongs to another reducer and is skipped";
                report.finding(&input.at(&at), &Finding::info("ahp/out-of-scope", at, message))?;
            }
            Ok(_) => {}
        }
    }
    report.value(&folded.state)
}

/// Reports an action that violates the protocol.
fn invalid(at: Pointer, input: &Input<'_>, report: &mut Report) -> Result<(), Exit> {
    let message = "the action violates the protocol; the state is unchanged";
    let hint = "correct the action or remove it, because clients ignore it";
    let refusal = Refusal::rule_broken("ahp/invalid-action", at, message).hint(hint);
    report.refusal(&input.fault_at(refusal.rule(), refusal.pointer()), &refusal)
}

/// Reports a case with an unknown reducer, and returns `true` if the case is folded nevertheless. AHP has reducers
/// unrelated to canvases, so only a name that is similar to a known one is an error.
fn is_skipped_reducer(
    reducer: &str,
    known: &[&str],
    input: &Input<'_>,
    report: &mut Report,
) -> Result<bool, Exit> {
    let (rule, at) = ("ahp/unknown-reducer", Pointer::root().member("reducer"));
    let place = input.at(&at);
    let hint = format!("expected `{}`", known.join("` or `"));
    if known.iter().any(|known| wire::spelling::is_like(reducer, known)) {
        let refusal = Refusal::rule_broken(rule, at, format_args!("the reducer `{reducer}` is unknown"));
        report.refusal(&place, &refusal.hint(hint))?;
        return Ok(false);
    }
    let message = format!("reducer `{reducer}` does not concern canvases; the state is unchanged");
    report.finding(&place, &Finding::info(rule, at, message).hint(hint))?;
    Ok(true)
}
