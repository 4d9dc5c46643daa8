//! What happens on the channel of a session, as far as it concerns canvases.

use super::{ClientCanvasDeclaration, OpenCanvasRef, ReduceOutcome, SessionCanvasDeclaration};
use crate::{check::Check, ids::ClientId};
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// A client that works in a session, as far as it concerns canvases. AHP canvas proposal, `SessionActiveClient`.
    pub struct SessionActiveClient {
        /// Which client.
        client_id as "clientId": ClientId,
        /// The kinds of canvas that it provides. Absent and empty both mean none, and are kept apart.
        canvas_providers as "canvasProviders"?: Field<Vec<ClientCanvasDeclaration>>,
    }

    /// A session, as far as it concerns canvases; everything else is kept as it is. AHP canvas proposal,
    /// `SessionState`.
    pub struct SessionState {
        /// The clients that work in it.
        active_clients as "activeClients"?: Field<Vec<SessionActiveClient>>,
        /// The kinds of canvas on offer, of all providers. Absent: canvases are not published.
        canvases?: Field<Vec<SessionCanvasDeclaration>>,
        /// The open canvases. Absent: canvases are not published.
        open_canvases as "openCanvases"?: Field<Vec<OpenCanvasRef>>,
    }

    /// The client at work changed. AHP canvas proposal, `session/activeClientChanged`.
    pub struct ActiveClientChanged {
        /// The client; null or absent: there is none.
        active_client as "activeClient"?: Field<SessionActiveClient>,
    }

    /// The kinds of canvas on offer, all of them: what was listed before is replaced. AHP canvas proposal,
    /// `session/canvasesChanged`.
    pub struct CanvasesChanged {
        /// The kinds, in order. A message without the list can be read, and says that there are none.
        canvases?: Field<Vec<SessionCanvasDeclaration>>,
    }

    /// The open canvases, all of them: what was listed before is replaced. AHP canvas proposal,
    /// `session/openCanvasesChanged`.
    pub struct OpenCanvasesChanged {
        /// The canvases, in order. A message without the list can be read, and says that there are none.
        open_canvases as "openCanvases"?: Field<Vec<OpenCanvasRef>>,
    }
}

wire::tagged! {
    /// What happens on the channel of a session. Sessions have many more actions than those about canvases; all others
    /// are kept as they are. AHP canvas proposal, session actions.
    pub enum SessionAction by "type" {
        /// The kinds of canvas on offer changed.
        "session/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// What is open changed.
        "session/openCanvasesChanged" OpenCanvasesChanged(OpenCanvasesChanged),
        /// The client at work changed.
        "session/activeClientChanged" ActiveClientChanged(ActiveClientChanged),
    }
}

/// Applies a session action to the two lists of canvases. AHP canvas proposal, session actions.
///
/// Lists are replaced as a whole, and a list that is absent or null makes the state's absent. The clients of a session
/// are not looked after here.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::canvas::{ReduceOutcome, SessionAction, SessionState, reduce_session};
///
/// let mut state: SessionState = wire::decode(r#"{"title":"Night at the museum"}"#)?;
/// let action: SessionAction = wire::decode(r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#)?;
/// assert_eq!(reduce_session(&mut state, &action), ReduceOutcome::Applied);
/// assert_eq!(wire::encode(&state).unwrap(), r#"{"openCanvases":[],"title":"Night at the museum"}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn reduce_session(state: &mut SessionState, action: &SessionAction) -> ReduceOutcome {
    match action {
        SessionAction::CanvasesChanged(action) => replace(&mut state.canvases, &action.canvases),
        SessionAction::OpenCanvasesChanged(action) => {
            replace(&mut state.open_canvases, &action.open_canvases)
        }
        SessionAction::ActiveClientChanged(_) | SessionAction::Unknown(_) => ReduceOutcome::OutOfScope,
    }
}

fn replace<T: Clone + PartialEq>(list: &mut Field<Vec<T>>, new: &Field<Vec<T>>) -> ReduceOutcome {
    let new = new.get().cloned().map_or(Field::Absent, Field::Value);
    if *list == new {
        return ReduceOutcome::NoOp;
    }
    *list = new;
    ReduceOutcome::Applied
}

impl Validate for CanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        list(&mut Check { at, found }, "canvases", &self.canvases);
    }
}

impl Validate for OpenCanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        list(&mut Check { at, found }, "openCanvases", &self.open_canvases);
    }
}

impl Validate for SessionAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasesChanged(changed) => changed.findings(at, found),
            Self::OpenCanvasesChanged(changed) => changed.findings(at, found),
            Self::ActiveClientChanged(changed) => changed.findings(at, found),
            Self::Unknown(_) => {}
        }
    }
}

impl Validate for SessionActiveClient {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        members(&mut Check { at, found }, "canvasProviders", &self.canvas_providers);
    }
}

impl Validate for SessionState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        members(&mut check, "activeClients", &self.active_clients);
        members(&mut check, "canvases", &self.canvases);
        members(&mut check, "openCanvases", &self.open_canvases);
    }
}

impl Validate for ActiveClientChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(client) = self.active_client.get() {
            client.findings(&at.member("activeClient"), found);
        }
    }
}

/// The list of an action that replaces it.
fn list<T: Validate>(check: &mut Check<'_>, name: &str, list: &Field<Vec<T>>) {
    if list.is_absent() {
        let message = "This message has no list, which reads as an empty one.";
        check.warning("list-absent", name, message, "an empty list");
    }
    members(check, name, list);
}

fn members<T: Validate>(check: &mut Check<'_>, name: &str, list: &Field<Vec<T>>) {
    check.not_null(name, list);
    if let Some(items) = list.get() {
        items.findings(&check.at.member(name), check.found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wire::generate::any;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn an_action_replaces_its_list_and_nothing_else(state in any::<SessionState>(), action in any::<SessionAction>()) {
            let mut after = state.clone();
            let outcome = reduce_session(&mut after, &action);
            prop_assert_eq!(outcome == ReduceOutcome::Applied, after != state);
            match &action {
                SessionAction::CanvasesChanged(changed) => {
                    prop_assert_eq!(after.canvases.get(), changed.canvases.get());
                    prop_assert!(!after.canvases.is_null());
                    prop_assert_eq!(SessionState { canvases: state.canvases.clone(), ..after }, state);
                }
                SessionAction::OpenCanvasesChanged(changed) => {
                    prop_assert_eq!(after.open_canvases.get(), changed.open_canvases.get());
                    prop_assert!(!after.open_canvases.is_null());
                    prop_assert_eq!(SessionState { open_canvases: state.open_canvases.clone(), ..after }, state);
                }
                _ => prop_assert_eq!(outcome, ReduceOutcome::OutOfScope),
            }
        }
    }
}
