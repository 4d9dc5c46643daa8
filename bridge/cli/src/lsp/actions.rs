//! Quick fixes: what `check --fix` would change, one by one and all together.

use super::{
    diagnostics::{CheckedLines, diagnostic, name_of, protocol_of},
    documents::Document,
    finding::LocatedFinding,
    positions::Encoding,
    settings::EditorSettings,
};
use crate::{check::text::TextCheck, exit::Exit};
use agent_ui_text::fix::{Edit, FixChange, ReportedChange};
use lsp_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionTriggerKind, TextEdit, Uri,
    WorkspaceEdit,
};
use std::{iter, ops::Range};

/// The size up to which all corrections are computed although the client has not asked for them alone.
const EAGER_BYTES: usize = 256 << 10;

/// The document and the part of it for which a client wants actions.
pub(super) struct ActionRequest<'a> {
    pub(super) uri: &'a Uri,
    pub(super) document: &'a Document,
    pub(super) bytes: Range<usize>,
    pub(super) context: &'a CodeActionContext,
    pub(super) encoding: Encoding,
}

/// Returns the actions for a part of a document.
///
/// # Errors
/// Returns an error if a file that the settings name cannot be read.
pub(super) fn actions(
    request: &ActionRequest<'_>,
    settings: &mut EditorSettings,
) -> Result<Vec<CodeAction>, Exit> {
    let text = &request.document.text;
    let touched = request.touched_findings();
    let wants_fixes = request.wants(&CodeActionKind::QUICKFIX) && !touched.is_empty();
    let wants_all = request.wants_all_fixes();
    if !wants_fixes && !wants_all {
        return Ok(Vec::new());
    }
    let Some(protocol) = protocol_of(settings, text) else {
        return Ok(Vec::new());
    };
    let name = name_of(settings, request.uri.as_str());
    let Some(arguments) = &mut settings.check else {
        return Ok(Vec::new());
    };
    let check = TextCheck::new(arguments, protocol, name)?;
    let mut actions = Vec::new();
    if wants_fixes {
        let lines = CheckedLines::of(text);
        let is_wanted = |change: &FixChange| request.is_wanted(change, &touched, &lines);
        for change in check.proposals(text, &is_wanted)? {
            actions.push(request.quick_fix(change, &touched, &lines));
        }
    }
    if wants_all {
        let (draft, corrections) = check.correct(text)?;
        if !corrections.changes.is_empty() {
            actions.push(request.fix_all(&draft.edits(), corrections.changes.len()));
        }
    }
    Ok(actions)
}

impl ActionRequest<'_> {
    /// Returns `true` if the client wants actions of a kind. A kind includes the kinds that begin with it.
    fn wants(&self, kind: &CodeActionKind) -> bool {
        let Some(only) = &self.context.only else {
            return true;
        };
        only.iter().any(|wanted| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// Returns `true` if the client wants all corrections. An editor asks for actions whenever the cursor moves, and these
    /// corrections would be costly then.
    fn wants_all_fixes(&self) -> bool {
        let is_automatic = self.context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
        let is_eager = self.document.text.len() <= EAGER_BYTES && !is_automatic;
        self.wants(&CodeActionKind::SOURCE_FIX_ALL) && (self.context.only.is_some() || is_eager)
    }

    /// Returns the findings that share a byte or a border with the part.
    fn touched_findings(&self) -> Vec<&LocatedFinding> {
        let found = self.document.findings.as_deref().unwrap_or_default();
        found
            .iter()
            .filter(|found| touch(&found.bytes, &self.bytes))
            .collect()
    }

    /// Returns `true` if a change corrects one of the findings, or changes text in the part.
    fn is_wanted(
        &self,
        change: &FixChange,
        touched: &[&LocatedFinding],
        lines: &CheckedLines<'_>,
    ) -> bool {
        let corrects = touched.iter().any(|found| corrects(change, found, lines));
        corrects || touch(&change.edit.range, &self.bytes)
    }

    fn quick_fix(
        &self,
        change: FixChange,
        touched: &[&LocatedFinding],
        lines: &CheckedLines<'_>,
    ) -> CodeAction {
        let Document {
            text,
            lines: all_lines,
            ..
        } = self.document;
        let mut corrected = Vec::new();
        for found in touched {
            if corrects(&change, found, lines) {
                corrected.push(diagnostic(found, text, all_lines, self.encoding));
            }
        }
        CodeAction {
            title: title(&change.reported),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(corrected),
            edit: Some(self.workspace_edit(&[change.edit])),
            is_preferred: Some(true),
            ..CodeAction::default()
        }
    }

    fn fix_all(&self, edits: &[Edit], count: usize) -> CodeAction {
        let title = match count {
            1 => "Fix the problem that can be fixed safely".to_owned(),
            _ => format!("Fix all {count} problems that can be fixed safely"),
        };
        CodeAction {
            title,
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            edit: Some(self.workspace_edit(edits)),
            ..CodeAction::default()
        }
    }

    fn workspace_edit(&self, edits: &[Edit]) -> WorkspaceEdit {
        let Document { text, lines, .. } = self.document;
        let mut text_edits = Vec::with_capacity(edits.len());
        for edit in edits {
            text_edits.push(TextEdit {
                range: lines.range(text, &edit.range, self.encoding),
                new_text: edit.text.clone(),
            });
        }
        WorkspaceEdit {
            // Every client understands this member.
            changes: Some(iter::once((self.uri.clone(), text_edits)).collect()),
            ..WorkspaceEdit::default()
        }
    }
}

/// Returns `true` if two ranges share a byte or a border.
fn touch(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Returns `true` if a change corrects what a finding reports.
fn corrects(change: &FixChange, found: &LocatedFinding, lines: &CheckedLines<'_>) -> bool {
    change.reported.iter().any(|reported| {
        let is_same_rule = reported.rule == found.diagnostic.rule;
        is_same_rule && lines.offset(&reported.place) == lines.offset(&found.diagnostic.place)
    })
}

/// Returns the sentence about a change. The repairs of one document are one change.
fn title(reported: &[ReportedChange]) -> String {
    let Some(first) = reported.first() else {
        return "Fix the message".to_owned();
    };
    match reported.len() - 1 {
        0 => format!("Fix: {}", first.message),
        more => format!("Fix: {} (and {more} more in this message)", first.message),
    }
}
