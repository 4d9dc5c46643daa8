//! The views of clients, which receive accepted messages, refusals and findings.

use super::SessionState;
use crate::gateway::{
    GatewayReportKind, GatewaySettings,
    accepted_message::AcceptedMessage,
    findings::SurfaceFinding,
    updates::{RefusedMessage, Snapshot, Update},
    view::{ForwardedMessage, View},
};
use agent_ui_text::{TranslateOptions, bridge::Dialect};
use std::collections::VecDeque;

/// The maximum number of remembered refusals, and of remembered findings.
const PROBLEMS: usize = crate::limits::PAGE_PROBLEMS;

impl SessionState {
    /// Sends an accepted message, stored as this entry, to the clients. Returns the number of lost fields, and the
    /// reports.
    pub(in crate::gateway) fn publish(
        &mut self,
        seq: u64,
        agent_index: usize,
        message: &AcceptedMessage,
        options: &TranslateOptions,
    ) -> (usize, Vec<GatewayReportKind>) {
        let mut all = (0, Vec::new());
        let Some(state) = self.agents.get_mut(agent_index) else {
            return all;
        };
        if message.text.is_empty() {
            return all;
        }
        self.source = self.source.or(message.dialect);
        if let Some(surface) = message.replaced_surface() {
            self.findings
                .retain(|found| found.surface.as_deref() != Some(&surface));
        }
        for found in &message.findings {
            let (agent, diagnostic) = (found.agent.clone(), found.diagnostic.clone());
            let is_new_error = match &mut state.checker {
                Some(checker) => checker.count_error(&diagnostic),
                None => false,
            };
            all.1.push(GatewayReportKind::Finding {
                is_new_error,
                agent,
                diagnostic,
            });
        }
        add_latest(&mut self.findings, message.findings.iter().cloned());
        for view in self.views.values_mut() {
            let forwarded = view.forward(seq, &state.name, state.dialect, message, options);
            if !message.findings.is_empty() {
                view.publish_findings(&state.name, &message.findings);
            }
            add_forwarded(&mut self.refused, &mut all, forwarded);
        }
        all
    }

    /// Ends the messages of an agent. Returns the number of lost fields, and the reports.
    pub(in crate::gateway) fn finish(
        &mut self,
        agent_index: usize,
        options: &TranslateOptions,
    ) -> (usize, Vec<GatewayReportKind>) {
        let mut all = (0, Vec::new());
        let seq = self.next.saturating_sub(1);
        let Some(state) = self.agents.get_mut(agent_index) else {
            return all;
        };
        state.is_finished = true;
        for view in self.views.values_mut() {
            let forwarded = view.finish(seq, &state.name, state.dialect, options);
            add_forwarded(&mut self.refused, &mut all, forwarded);
        }
        if self.is_finished() {
            self.publish_to_all(&Update::Finished);
        }
        all
    }

    fn is_finished(&self) -> bool {
        self.agents.iter().all(|agent| agent.is_finished)
    }

    /// Remembers a refused message, and sends it to the clients of all versions.
    pub(in crate::gateway) fn publish_refused(&mut self, refused: &RefusedMessage) {
        add_latest(&mut self.refused, [refused.clone()]);
        self.publish_to_all(&Update::Refused(refused.clone()));
    }

    /// Returns the current findings about whole surfaces, with the ids that clients of a version see.
    pub(in crate::gateway) fn surface_findings(&self, dialect: Dialect) -> Vec<SurfaceFinding> {
        let checked = self.agents.iter().filter_map(|agent| {
            let checker = agent.checker.as_ref()?;
            Some(checker.whole(&agent.name))
        });
        let found = checked.flatten().collect();
        match self.views.get(&dialect) {
            Some(view) => view.with_shown_ids(found),
            None => found,
        }
    }

    /// Sends an update to the clients of all versions.
    pub(in crate::gateway) fn publish_to_all(&mut self, update: &Update) {
        for view in self.views.values_mut() {
            view.publish(update.clone());
        }
    }

    /// Builds the views that exist without clients. Reports about stored messages are discarded, because they were made
    /// before.
    pub(in crate::gateway) fn open_views(&mut self, settings: &GatewaySettings) {
        for dialect in &settings.views {
            self.view(*dialect, &settings.options);
        }
    }

    /// Removes the problems of an agent's messages, after its surfaces were deleted.
    pub(in crate::gateway) fn clear_problems(&mut self, agent_index: usize) {
        let Some(state) = self.agents.get(agent_index) else {
            return;
        };
        self.refused.retain(|refused| *refused.agent != *state.name);
        self.findings.retain(|found| *found.agent != *state.name);
        self.publish_to_all(&Update::Cleared);
    }

    /// Returns the view for a version, and the reports about it. A new view is built from the surfaces.
    pub(in crate::gateway) fn view(
        &mut self,
        dialect: Dialect,
        options: &TranslateOptions,
    ) -> (&mut View, Vec<GatewayReportKind>) {
        let Self {
            agents,
            views,
            next,
            ..
        } = self;
        let mut reports = Vec::new();
        let view = views.entry(dialect).or_insert_with(|| {
            let mut view = View::new(dialect);
            let seq = next.saturating_sub(1);
            for state in agents {
                for message in state.surfaces.iter().flat_map(|surface| surface.messages()) {
                    // Messages that were read can be written.
                    let Some(message) = AcceptedMessage::new(&state.name, &message) else {
                        continue;
                    };
                    let forwarded =
                        view.forward(seq, &state.name, state.dialect, &message, options);
                    reports.extend(forwarded.reports);
                }
            }
            view
        });
        (view, reports)
    }

    /// Returns the surfaces and texts that clients of a version see.
    pub(in crate::gateway) fn snapshot(
        &mut self,
        dialect: Dialect,
        options: &TranslateOptions,
    ) -> (Snapshot, Vec<GatewayReportKind>) {
        let reports = self.view(dialect, options).1;
        let found = self.findings.iter().cloned().collect();
        let (surfaces, findings) = match self.views.get(&dialect) {
            Some(view) => (view.surfaces(&self.owners), view.with_shown_ids(found)),
            None => (Vec::new(), found),
        };
        (
            Snapshot {
                seq: self.next.saturating_sub(1),
                surfaces,
                texts: self.texts.iter().cloned().collect(),
                refused: self.refused.iter().cloned().collect(),
                findings,
                source: self.source,
                is_finished: self.is_finished(),
            },
            reports,
        )
    }

    /// Returns a surface, identified by the id that clients see, as messages of its agent's version.
    pub(in crate::gateway) fn exact_surface(
        &self,
        id: &str,
    ) -> Option<(&'static str, Vec<String>)> {
        let surface = self
            .agents
            .iter()
            .find_map(|state| state.surfaces.get(id))?;
        let messages = surface.messages();
        let messages = messages
            .iter()
            .filter_map(|message| wire::encode(message).ok());
        Some((surface.version_word(), messages.collect()))
    }
}

/// Adds the results for one version to those of a message.
fn add_forwarded(
    refused: &mut VecDeque<RefusedMessage>,
    (lost, reports): &mut (usize, Vec<GatewayReportKind>),
    forwarded: ForwardedMessage,
) {
    *lost += forwarded.lost;
    reports.extend(forwarded.reports);
    add_latest(refused, forwarded.refused);
}

/// Adds problems, and removes the oldest ones if there are too many.
fn add_latest<T>(to: &mut VecDeque<T>, added: impl IntoIterator<Item = T>) {
    to.extend(added);
    let surplus = to.len().saturating_sub(PROBLEMS);
    to.drain(..surplus);
}
