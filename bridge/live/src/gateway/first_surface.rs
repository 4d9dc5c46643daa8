//! Waiting for surfaces that the agents of a new session have not shown yet, before clicks on them are accepted.
//!
//! A client may still show a surface from an earlier run: its page was open while the program restarted, or while the
//! session was not in memory.

use super::{
    ClientContent, ClientMessage, GatewayError, Session, drain::GatewayPhase,
    open_session::OpenSession,
};
use agent_ui_text::bridge::Dialect;
use futures_util::future::select_all;
use tokio::time::timeout_at;

impl Session {
    /// Waits until the surface of a message exists, or until the time of the agents for a first answer is over.
    pub(super) async fn wait_for_surface(
        &self,
        message: &ClientMessage,
    ) -> Result<(), GatewayError> {
        let ClientContent::A2ui {
            message: text,
            dialect,
        } = &message.content
        else {
            return Ok(());
        };
        let session = self.shared();
        if session.state().has_surface_of(text, *dialect) {
            return Ok(());
        }
        let surface_is_complete = async {
            session.wait_until_shown(text, *dialect).await;
            // The components of a surface follow its creation.
            self.idle().wait().await;
        };
        let gateway = session.gateway();
        let mut phase = gateway.drain.phase();
        tokio::select! {
            // A timeout is not an error here: later, the message is refused if its surface still does not exist.
            _ = timeout_at(session.opened + gateway.settings.first_answer, surface_is_complete) => Ok(()),
            _ = phase.wait_for(|phase| *phase != GatewayPhase::Running) => Err(GatewayError::Stopped),
        }
    }
}

impl OpenSession {
    /// Waits until a surface exists, or until no agent will show anything more without a message.
    async fn wait_until_shown(&self, text: &str, dialect: Dialect) {
        let agents = self.gateway().agents.iter().zip(&self.channels);
        let speaking = agents.filter(|(agent, _)| agent.is_spontaneous());
        let mut speaking: Vec<_> = speaking
            .map(|(_, channels)| channels.activity.subscribe())
            .collect();
        loop {
            // Marks the current activity as seen before the checks, so that any later activity ends the wait below.
            speaking.retain_mut(|activity| !activity.borrow_and_update().has_finished_start());
            if speaking.is_empty() || self.state().has_surface_of(text, dialect) {
                return;
            }
            // This cannot fail, because the session keeps the senders.
            let _ = select_all(
                speaking
                    .iter_mut()
                    .map(|activity| Box::pin(activity.changed())),
            )
            .await;
        }
    }
}
