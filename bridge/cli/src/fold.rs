//! The command `agent-ui fold`: builds surfaces from A2UI messages, and states from AHP actions.

use crate::{args::Fold, exit::Exit, input::Inputs, operands, report::Report};
use agent_ui_text::{
    FoldForm,
    folding::{Log, StateFolder, SurfaceFolder},
    reports::Reports,
    split_sessions::SplitSessions,
};
use bridge::Protocol;
use std::io;

pub(crate) fn run(mut arguments: Fold, report: &mut Report) -> Result<(), Exit> {
    let first = arguments.first_operand.take();
    if let Some(named) = operands::protocol("fold", first.as_deref(), &mut arguments.source)? {
        arguments.protocol = named;
        return run_named(&arguments, report);
    }
    let source = std::mem::take(&mut arguments.source);
    operands::run_inferred(
        "fold",
        &source,
        arguments.session,
        report,
        &mut |protocol, source, report| {
            (arguments.protocol, arguments.source) = (protocol, source);
            run_named(&arguments, report)
        },
    )
}

/// Folds the inputs as messages of the protocol in the arguments.
fn run_named(arguments: &Fold, report: &mut Report) -> Result<(), Exit> {
    if arguments.protocol.protocol() == Protocol::A2ui {
        return fold_surfaces(arguments, report);
    }
    let form = FoldForm::from(arguments.form);
    if form != FoldForm::States {
        let (dialect, phrase) = (arguments.protocol.dialect, form.phrase());
        return Err(Exit::Usage(format!(
            "the states of {dialect} cannot be written {phrase}; use a2ui, or fold without --as"
        )));
    }
    let folder = StateFolder::of(arguments.protocol)
        .map_err(|message| Exit::Usage(format!("{message}; use a2ui or ahp")))?;
    fold_states(arguments, folder, report)
}

fn fold_surfaces(arguments: &Fold, report: &mut Report) -> Result<(), Exit> {
    let mut inputs = Inputs::of(&arguments.source)?
        .in_sessions(arguments.session)
        .find_messages(arguments.protocol);
    let form = FoldForm::from(arguments.form);
    let mut split = SplitSessions::new(inputs.are_several_sessions());
    while inputs.next_session(report)? {
        split.begin_session();
        let mut folder = SurfaceFolder::new(arguments.protocol, form, &mut split);
        while inputs.next(report)? {
            let mut reports = Reports::default();
            folder.take(&inputs.last(), &mut reports);
            report.replay_all(reports)?;
        }
        let mut reports = Reports::default();
        folder.finish(&mut reports).map_err(io::Error::other)?;
        report.replay_all(reports)?;
    }
    Ok(())
}

/// Folds cases and logs. The state of a case is written at once, the states of a log at the end of its session.
fn fold_states(arguments: &Fold, folder: StateFolder, report: &mut Report) -> Result<(), Exit> {
    let mut log = Log::new(arguments.protocol.dialect);
    let mut inputs = Inputs::of(&arguments.source)?.in_sessions(arguments.session);
    let are_several = inputs.are_several_sessions();
    while inputs.next_session(report)? {
        while inputs.next(report)? {
            let input = inputs.last();
            let mut reports = Reports::default();
            if !log.take(&input, &mut reports) {
                folder.fold_case(&input, &mut reports);
            }
            report.replay_all(reports)?;
        }
        let mut reports = Reports::default();
        log.end_session(are_several, &mut reports)
            .map_err(io::Error::other)?;
        report.replay_all(reports)?;
    }
    let mut reports = Reports::default();
    log.finish(&mut reports);
    report.replay_all(reports)
}
