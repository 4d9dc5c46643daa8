//! Sessions: one log, the agents that write it, and the clients that read it.

use super::{
    ClientMessage, GatewayError, GatewayReportKind,
    carrier::CarrierLimits,
    delivery,
    findings::SurfaceFinding,
    metrics::count,
    open_session::OpenSession,
    turn::Turn,
    updates::{Snapshot, Updates},
};
use agent_ui_text::{Diagnostic, bridge::Dialect};
use std::{collections::BTreeSet, fmt, sync::Arc};
use tokio::{sync::watch, task::spawn_blocking};
use wire::Finding;

/// A session of a gateway. All clones refer to the same session.
#[derive(Clone)]
pub struct Session {
    shared: Arc<OpenSession>,
    name: Arc<str>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Returns the session with the name that a client uses.
    pub(super) fn of(shared: Arc<OpenSession>, name: &str) -> Self {
        shared.touch();
        Self {
            shared,
            name: name.into(),
        }
    }

    pub(super) fn shared(&self) -> &OpenSession {
        &self.shared
    }

    /// Returns the name of the session that its clients use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the current surfaces and texts for a client of this version of A2UI.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn snapshot(&self, dialect: Dialect) -> Result<Snapshot, GatewayError> {
        Ok(self.subscribe(dialect).await?.0)
    }

    /// Returns the current surfaces and texts, and all later updates without gap or overlap.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn subscribe(&self, dialect: Dialect) -> Result<(Snapshot, Updates), GatewayError> {
        self.blocking(move |session| session.subscribe(dialect))
            .await
    }

    /// Returns a surface in the version of its agent: the value of `version`, and the messages that build the surface.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn exact_surface(
        &self,
        id: &str,
    ) -> Result<Option<(&'static str, Vec<String>)>, GatewayError> {
        let id = id.to_owned();
        self.blocking(move |session| session.state().exact_surface(&id))
            .await
    }

    /// Returns the findings of `agent-ui check` about the current whole surfaces, for clients of a version.
    ///
    /// # Errors
    /// Returns an error if the program is stopping.
    pub async fn surface_findings(
        &self,
        dialect: Dialect,
    ) -> Result<Vec<SurfaceFinding>, GatewayError> {
        self.blocking(move |session| session.state().surface_findings(dialect))
            .await
    }

    /// Returns a receiver for the names of agents that are temporarily away: processes that restart, and servers whose
    /// connection was lost.
    pub fn agents_away(&self) -> watch::Receiver<BTreeSet<String>> {
        self.shared.away.subscribe()
    }

    /// Stores a client's message, and passes it to the agent that owns its surface. Refused messages are not stored. In
    /// a new session, the message first waits until the agents have shown its surface, at most for the time in which
    /// they must begin to answer.
    ///
    /// # Errors
    /// Returns an error if the message cannot be translated, no agent owns its surface, too many inputs wait, the gateway
    /// [drains](crate::gateway::Gateway::drain), or the store fails.
    pub async fn send(&self, message: ClientMessage) -> Result<Turn, GatewayError> {
        let gateway = self.shared.gateway();
        if !gateway.drain.is_running() {
            return Err(GatewayError::Stopped);
        }
        self.wait_for_surface(&message).await?;
        let turn = self
            .blocking(move |session| session.accept_input(&message))
            .await??;
        Ok(gateway
            .drain
            .follow(&gateway.runtime, turn, false, gateway.store.away()))
    }

    /// Returns a turn that ends when all inputs are answered and all agents are silent. Clients wait for this turn if
    /// they only want to see the surfaces.
    pub fn idle(&self) -> Turn {
        let gateway = self.shared.gateway();
        gateway.drain.follow(
            &gateway.runtime,
            delivery::idle(&self.shared),
            true,
            gateway.store.away(),
        )
    }

    /// Returns the name of a failed agent and the reason, if the session has nothing to show.
    pub fn failure(&self) -> Option<(String, String)> {
        self.shared.failure()
    }

    /// Returns the turn of the latest message of a client that the agent has not answered yet.
    pub fn running_turn(&self) -> Option<Turn> {
        let gateway = self.shared.gateway();
        let turn = self.shared.latest_open_turn()?;
        Some(
            gateway
                .drain
                .follow(&gateway.runtime, turn, false, gateway.store.away()),
        )
    }

    /// Reports the parts of a text that a face's carrier cannot preserve. Each rule is reported once per session and
    /// face.
    pub fn note_carrier(&self, face: &'static str, limits: CarrierLimits, text: &str) {
        let session = &self.shared;
        let wanted = CarrierLimits {
            doubles: limits.doubles && !session.has_noted(face, "carrier/double"),
            unordered: limits.unordered && !session.has_noted(face, "carrier/order"),
            prototypes: limits.prototypes && !session.has_noted(face, "carrier/prototype"),
        };
        if wanted == CarrierLimits::default() {
            return;
        }
        for finding in wanted.findings(text) {
            if session.note(face, finding.rule) {
                session.report(GatewayReportKind::Carrier { face, finding });
            }
        }
    }

    /// Reports a part of a surface that a face cannot show. Each rule is reported once per session and face.
    pub(crate) fn report_carrier(&self, face: &'static str, finding: Finding) {
        if self.shared.note(face, finding.rule) {
            self.shared
                .report(GatewayReportKind::Carrier { face, finding });
        }
    }

    /// Reports a problem of a face with the platform behind it.
    pub(crate) fn report_face(&self, face: &'static str, finding: Finding) {
        self.shared
            .report(GatewayReportKind::Face { face, finding });
    }

    /// Returns `false` if the session must be loaded again.
    pub(super) async fn is_current(&self) -> Result<bool, GatewayError> {
        self.blocking(|session| session.check()).await
    }

    /// Counts a client that was too slow.
    pub fn count_lagged(&self) {
        count(&self.shared.gateway().metrics.lagged_clients);
    }

    /// Reports that a face itself has refused a client's message.
    pub(crate) fn report_refused(&self, face: &'static str, diagnostic: &Diagnostic) {
        count(&self.shared.gateway().metrics.refused_inputs);
        self.shared.report(GatewayReportKind::Input {
            face,
            diagnostic: diagnostic.clone(),
        });
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<OpenSession>) -> T + Send + 'static,
    ) -> Result<T, GatewayError> {
        let shared = Arc::clone(&self.shared);
        spawn_blocking(move || work(&shared))
            .await
            .map_err(|_| GatewayError::Stopped)
    }
}
