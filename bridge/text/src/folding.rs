//! Folding of messages: surfaces from A2UI messages, and states from AHP snapshots and actions.

mod rebuilding;
mod resolving;
#[cfg(feature = "all-protocols")]
mod states;
#[cfg(feature = "all-protocols")]
mod transcript;

use crate::{
    diagnostic::{Diagnostic, SortedReports, about_call},
    documents::TextDocuments,
    finding_limit::omitted_findings,
    inference::protocol_of,
    input::{A2uiElements, Input},
    mistake_hints::{HintContext, OPEN_ENVELOPE},
    recover,
    repair::Repair,
    reports::Reports,
    split_sessions::{self, SplitSessions},
};
use bridge::{
    DialectOrProtocol, Protocol, Refusal,
    a2ui::{
        Message,
        repair::Repairer,
        surface::{SurfaceOptions, Surfaces},
    },
};
#[cfg(feature = "all-protocols")]
pub use states::StateFolder;
#[cfg(feature = "all-protocols")]
pub use transcript::Log;
use wire::{DecodeError, EncodeError, Finding, Pointer, Severity, Validate};

/// The form in which [`fold_as`] writes what messages build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FoldForm {
    /// One state per line: the surfaces of A2UI, or the snapshots of AHP.
    #[default]
    States,
    /// The fewest messages that build the same surfaces. Only A2UI has this form.
    Messages,
    /// The surfaces as a client shows them: a tree, the inputs and the actions with all values read, one surface per line.
    /// Only A2UI has this form.
    Resolved,
}

/// The states that messages build.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FoldedStates {
    /// The states, each one line of JSON: the surfaces of A2UI, or the snapshots of AHP.
    pub states: Vec<String>,
    /// The findings about repairs, and about messages without effect.
    pub findings: Vec<Diagnostic>,
    /// The messages that were refused. The others are applied nevertheless.
    pub refusals: Vec<Diagnostic>,
}

/// Applies the messages of a text in order and returns the states that they build. If `protocol` is `None`, it is
/// inferred from the text.
///
/// # Errors
/// Returns an error if the protocol cannot be inferred, or its messages build no state.
///
/// ```
/// let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
/// let folded = agent_ui_text::fold(create, None)?;
/// assert!(folded.states[0].contains(r#""surfaceId":"s""#));
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn fold(
    text: &str,
    protocol: Option<DialectOrProtocol>,
) -> Result<FoldedStates, Box<Diagnostic>> {
    fold_as(text, protocol, FoldForm::States)
}

/// Applies the messages of a text in order and returns what they build, in a form. With [`FoldForm::Messages`], the states are
/// the fewest messages that build the same surfaces, such as for a stored history. Deleted surfaces have no message. A
/// finding with the rule `fold/not-rebuilt` names each part of a surface that no message can build.
///
/// With [`FoldForm::Resolved`], the states are [resolved surfaces](bridge::a2ui::resolved::ResolvedSurface::to_payload). A
/// refusal with the rule `fold/not-resolved` names each surface that is too large.
///
/// # Errors
/// Returns an error if the protocol cannot be inferred, or its messages build no state in this form.
///
/// ```
/// use agent_ui_text::{FoldForm, fold_as};
///
/// let history = [
///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1}}"#,
///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":2.50}}"#,
/// ];
/// let folded = fold_as(&history.join("\n"), None, FoldForm::Messages)?;
/// assert_eq!(folded.states, [history[0], r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":2.50}}}"#]);
/// # Ok::<(), Box<agent_ui_text::Diagnostic>>(())
/// ```
pub fn fold_as(
    text: &str,
    protocol: Option<DialectOrProtocol>,
    form: FoldForm,
) -> Result<FoldedStates, Box<Diagnostic>> {
    let protocol = protocol_of(text, protocol)?;
    if form != FoldForm::States && protocol.protocol() != Protocol::A2ui {
        return Err(refuse_form(protocol, form));
    }
    let mut documents = TextDocuments::of(text, Some(protocol), true);
    let mut reports = Reports::default();
    documents
        .notices
        .drain(..)
        .for_each(|(place, finding)| reports.finding(place, finding));
    if protocol.protocol() == Protocol::A2ui {
        let mut split = SplitSessions::default();
        let mut folder = SurfaceFolder::new(protocol, form, &mut split);
        documents
            .documents
            .iter()
            .for_each(|document| folder.take(&document.input(), &mut reports));
        folder
            .finish(&mut reports)
            .map_err(|error| about_call(&error.into()))?;
    } else {
        #[cfg(feature = "all-protocols")]
        states::fold_states(&documents, protocol, &mut reports)?;
    }
    let SortedReports {
        messages: states,
        findings,
        refusals,
    } = reports.into();
    Ok(FoldedStates {
        states,
        findings,
        refusals,
    })
}

/// Returns the error for a protocol whose states have no other form.
fn refuse_form(protocol: DialectOrProtocol, form: FoldForm) -> Box<Diagnostic> {
    let message = format_args!(
        "the states of {} cannot be written {}",
        protocol.dialect,
        form.phrase()
    )
    .to_string();
    let refusal = Refusal::rule_broken("fold/protocol", Pointer::root(), message);
    about_call(&refusal.hint("use a2ui, or fold to states"))
}

impl FoldForm {
    /// Returns the words that complete a sentence about writing in this form.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::States => "as states",
            Self::Messages => "as messages",
            Self::Resolved => "as resolved surfaces",
        }
    }
}

/// The surfaces of one session.
#[derive(Debug)]
pub struct SurfaceFolder<'a> {
    protocol: DialectOrProtocol,
    form: FoldForm,
    surfaces: Surfaces,
    repairer: Repairer,
    /// The surfaces of the files, if they are read separately.
    split: &'a mut SplitSessions,
}

impl<'a> SurfaceFolder<'a> {
    /// Begins a session without surfaces.
    pub fn new(protocol: DialectOrProtocol, form: FoldForm, split: &'a mut SplitSessions) -> Self {
        let options = SurfaceOptions::new().notation(protocol.notation());
        let surfaces = Surfaces::with_options(options);
        Self {
            protocol,
            form,
            surfaces,
            repairer: Repairer::new(protocol.a2ui_version()),
            split,
        }
    }

    /// Applies the messages of a document, or of its readable parts.
    pub fn take(&mut self, input: &Input<'_>, reports: &mut Reports) {
        let Err(error) = self.apply(input, reports) else {
            return;
        };
        for part in recover::parts(self.protocol, input, error) {
            let part = part.input();
            if let Err(error) = self.apply(&part, reports) {
                reports.unreadable(&part, error);
            }
        }
    }

    /// Adds the surfaces at the end of the session.
    ///
    /// # Errors
    /// Returns an error if a surface cannot be written.
    pub fn finish(self, reports: &mut Reports) -> Result<(), EncodeError> {
        match self.form {
            FoldForm::States => self
                .surfaces
                .iter()
                .try_for_each(|surface| reports.value(&surface.snapshot())),
            FoldForm::Messages => rebuilding::write_messages(&self.surfaces, reports),
            FoldForm::Resolved => resolving::write_resolved(&self.surfaces, reports),
        }
    }

    /// Applies the messages of a document. Returns the error of a text that is not JSON.
    fn apply(&mut self, input: &Input<'_>, reports: &mut Reports) -> Result<(), DecodeError> {
        input.announce_to(&mut self.repairer);
        let text = input.text.clone()?;
        let A2uiElements { elements, omitted } = input.read_a2ui(text, &mut self.repairer)?;
        let hints = HintContext {
            from: self.protocol,
            by: "",
            opens: OPEN_ENVELOPE,
        };
        for element in elements {
            reports.repairs(input, element.repairs.into_iter().map(Repair::from));
            match element.result {
                Ok(message) => self.apply_message(&message, &element.pointer, input, reports),
                Err(error) => {
                    let place = input.fault(&error);
                    let refusal = hints.with_hint(error.into(), input, &element.pointer);
                    reports.refusal(place, refusal);
                }
            }
        }
        if let Some((first, count)) = omitted {
            let (place, finding) =
                omitted_findings(Severity::Error, count, (input.at(&first), first));
            reports.finding(place, finding);
        }
        Ok(())
    }

    /// Applies the message at pointer `at` of its document. Reports its refusal, or its members without effect.
    fn apply_message(
        &mut self,
        message: &Message,
        at: &Pointer,
        input: &Input<'_>,
        reports: &mut Reports,
    ) {
        // The messages of a surface contain the unknown members of the message that creates it.
        let is_kept = self.form == FoldForm::Messages
            && matches!(message.key(), "createSurface" | "beginRendering");
        if !is_kept {
            for finding in unknown_members(message, at) {
                reports.finding(input.at(&finding.pointer), finding);
            }
        }
        let is_of_earlier_file = self.split.observe(message);
        let Err(error) = self.surfaces.apply(message) else {
            return;
        };
        let mut refusal = Refusal::from(error).below(at);
        if is_of_earlier_file && refusal.rule() == "unknown-surface" {
            refusal = refusal.hint(split_sessions::HINT);
        }
        reports.refusal(input.fault_at(refusal.rule(), refusal.pointer()), refusal);
    }
}

/// Returns a warning for each unknown member that the surface does not keep.
fn unknown_members(message: &Message, at: &Pointer) -> Vec<Finding> {
    let mut found = Vec::new();
    message.findings(at, &mut found);
    // A surface keeps unknown members of components, which are deeper in the message.
    let deepest = at.segments().count() + 2;
    let mut warnings = Vec::new();
    for finding in found {
        if finding.rule == "unknown-member" && finding.pointer.segments().count() <= deepest {
            warnings.push(
                Finding::warning(finding.rule, finding.pointer, finding.message)
                    .hint("the surface is built without it; `check()` validates the message"),
            );
        }
    }
    warnings
}
