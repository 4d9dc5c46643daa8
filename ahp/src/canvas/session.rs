//! The canvas-related part of a session: its state and its actions.

use super::{
    ClientCanvasDeclaration, OpenCanvasRef, ReduceOutcome, SessionCanvasDeclaration, unique,
};
use crate::{
    check::Check,
    ids::{ChannelUri, ClientId},
    reduce_outcome::replace_list,
};
use wire::{Field, Finding, Pointer, Validate};

wire::object! {
    /// A client that is active in a session, with the canvases that it provides.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Discovery](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#discovery).
    pub struct SessionActiveClient {
        /// The id of the client.
        client_id as "clientId": ClientId,
        /// The kinds of canvas that the client provides. Absent and empty both mean none, and the difference is
        /// preserved.
        canvas_providers as "canvasProviders"?: Field<Vec<ClientCanvasDeclaration>>,
    }

    /// The canvas-related part of a session's state. All other members are preserved.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Discovery](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#discovery).
    pub struct SessionState {
        /// The clients that are active in the session.
        active_clients as "activeClients"?: Field<Vec<SessionActiveClient>>,
        /// The declared kinds of canvas of all providers. Absent if the host does not publish canvases.
        canvases?: Field<Vec<SessionCanvasDeclaration>>,
        /// The open canvases. Absent if the host does not publish canvases.
        open_canvases as "openCanvases"?: Field<Vec<OpenCanvasRef>>,
    }

    /// A session in the list of sessions. Members other than the channel are preserved.
    ///
    /// Specification:
    /// [AHP 1.0, `SessionSummary`](https://docs.rs/ahp-types/1.0.0/ahp_types/state/struct.SessionSummary.html).
    pub struct SessionSummary {
        /// The channel of the session, `ahp-session:/…`.
        resource: ChannelUri,
    }

    /// The action that reports a client that joined a session, or changed the kinds that it provides.
    ///
    /// Specification:
    /// [AHP 1.0, `SessionActiveClientSetAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.SessionActiveClientSetAction.html).
    pub struct ActiveClientSet by "type" = "session/activeClientSet" {
        /// The complete entry of the client, including the kinds that it provides.
        active_client as "activeClient": SessionActiveClient,
    }

    /// The action that reports a client that left a session.
    ///
    /// Specification:
    /// [AHP 1.0, `SessionActiveClientRemovedAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.SessionActiveClientRemovedAction.html).
    pub struct ActiveClientRemoved by "type" = "session/activeClientRemoved" {
        /// The id of the client that left.
        client_id as "clientId": ClientId,
    }

    /// The action that reports a change of the active client, under the name in the proposal.
    ///
    /// AHP renamed the action to [`ActiveClientSet`] before the proposal was published.
    ///
    /// Specification:
    /// [AHP canvas proposal, § 2 Discovery surface (session state)](https://github.com/microsoft/agent-host-protocol/issues/297).
    pub struct ActiveClientChanged by "type" = "session/activeClientChanged" {
        /// The active client; null or absent if there is none.
        active_client as "activeClient"?: Field<SessionActiveClient>,
    }

    /// The complete list of declared kinds of canvas, which replaces the previous list.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Discovery](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#discovery).
    pub struct CanvasesChanged by "type" = "session/canvasesChanged" {
        /// The kinds in order. If the list is absent, the session has no kinds.
        canvases?: Field<Vec<SessionCanvasDeclaration>>,
    }

    /// The complete list of open canvases, which replaces the previous list.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Discovery](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#discovery).
    pub struct OpenCanvasesChanged by "type" = "session/openCanvasesChanged" {
        /// The canvases in order. If the list is absent, the session has no open canvases.
        open_canvases as "openCanvases"?: Field<Vec<OpenCanvasRef>>,
    }
}

wire::tagged! {
    /// An action on the channel of a session. Actions unrelated to canvases are preserved.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Discovery](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#discovery).
    pub enum SessionAction by "type" {
        /// The list of declared kinds of canvas changed.
        "session/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// The list of open canvases changed.
        "session/openCanvasesChanged" OpenCanvasesChanged(OpenCanvasesChanged),
        /// The active client changed. Only the proposal uses this name of the action.
        "session/activeClientChanged" ActiveClientChanged(ActiveClientChanged),
        /// A client joined, or changed the kinds that it provides.
        "session/activeClientSet" ActiveClientSet(ActiveClientSet),
        /// A client left the session.
        "session/activeClientRemoved" ActiveClientRemoved(ActiveClientRemoved),
    }
}

/// Applies an action on a session's channel to its canvas lists and its clients.
///
/// - The canvas lists are replaced as a whole. If a list is absent or null, the list in the state becomes absent.
/// - `session/activeClientSet` replaces the client with the same id, or appends a new client.
/// - `session/activeClientChanged` is the proposal's name for `session/activeClientSet`. Without a client, the action
///   has no effect, because it does not name the client that left.
///
/// ```
/// use agent_ui_ahp::{canvas::{ReduceOutcome, SessionAction, SessionState, reduce_session}, wire};
///
/// let mut state: SessionState = wire::decode(r#"{"title":"Night at the museum"}"#)?;
/// let action: SessionAction = wire::decode(r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#)?;
/// assert_eq!(reduce_session(&mut state, &action), ReduceOutcome::Applied);
/// assert_eq!(wire::encode(&state).unwrap(), r#"{"openCanvases":[],"title":"Night at the museum"}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification:
/// [AHP canvas proposal, § Discovery](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#discovery).
pub fn reduce_session(state: &mut SessionState, action: &SessionAction) -> ReduceOutcome {
    match action {
        SessionAction::CanvasesChanged(action) => {
            replace_list(&mut state.canvases, &action.canvases)
        }
        SessionAction::OpenCanvasesChanged(action) => {
            replace_list(&mut state.open_canvases, &action.open_canvases)
        }
        SessionAction::ActiveClientSet(action) => {
            set(&mut state.active_clients, &action.active_client)
        }
        SessionAction::ActiveClientChanged(action) => match action.active_client.get() {
            Some(client) => set(&mut state.active_clients, client),
            None => ReduceOutcome::NoOp,
        },
        SessionAction::ActiveClientRemoved(action) => {
            remove(&mut state.active_clients, &action.client_id)
        }
        SessionAction::Unknown(_) => ReduceOutcome::OutOfScope,
    }
}

/// Replaces the client with the same id in place, or appends the client.
fn set(
    clients: &mut Field<Vec<SessionActiveClient>>,
    client: &SessionActiveClient,
) -> ReduceOutcome {
    let Field::Value(list) = clients else {
        *clients = Field::Value(vec![client.clone()]);
        return ReduceOutcome::Applied;
    };
    match list
        .iter_mut()
        .find(|known| known.client_id == client.client_id)
    {
        Some(known) if known == client => return ReduceOutcome::NoOp,
        Some(known) => known.clone_from(client),
        None => list.push(client.clone()),
    }
    ReduceOutcome::Applied
}

fn remove(clients: &mut Field<Vec<SessionActiveClient>>, client_id: &ClientId) -> ReduceOutcome {
    let Field::Value(list) = clients else {
        return ReduceOutcome::NoOp;
    };
    let before = list.len();
    list.retain(|client| client.client_id != *client_id);
    if list.len() == before {
        ReduceOutcome::NoOp
    } else {
        ReduceOutcome::Applied
    }
}

impl Validate for CanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        warn_if_absent(&mut check, "canvases", &self.canvases);
        unique::declarations(&mut check, "canvases", &self.canvases);
    }
}

impl Validate for OpenCanvasesChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        warn_if_absent(&mut check, "openCanvases", &self.open_canvases);
        unique::references(&mut check, "openCanvases", &self.open_canvases);
    }
}

impl Validate for SessionAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasesChanged(changed) => changed.findings(at, found),
            Self::OpenCanvasesChanged(changed) => changed.findings(at, found),
            Self::ActiveClientChanged(changed) => changed.findings(at, found),
            Self::ActiveClientSet(set) => set.findings(at, found),
            Self::ActiveClientRemoved(_) => {}
            Self::Unknown(unknown) => Check { at, found }.report_unknown(unknown),
        }
    }
}

impl Validate for SessionActiveClient {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.check_members("canvasProviders", &self.canvas_providers);
    }
}

impl Validate for SessionState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.check_members("activeClients", &self.active_clients);
        unique::declarations(&mut check, "canvases", &self.canvases);
        unique::references(&mut check, "openCanvases", &self.open_canvases);
    }
}

impl Validate for ActiveClientChanged {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(client) = self.active_client.get() {
            client.findings(&at.member("activeClient"), found);
        }
    }
}

impl Validate for ActiveClientSet {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.active_client
            .findings(&at.member("activeClient"), found);
    }
}

/// Warns about an action without a list. Readers treat the absent list as an empty list.
fn warn_if_absent<T>(check: &mut Check<'_>, name: &str, list: &Field<Vec<T>>) {
    if list.is_absent() {
        let message = "this action has no list, and readers treat it as an empty list";
        check.warning("list-absent", name, message, "add an empty list");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wire::generate::any;

    proptest! {
        #[test]
        fn ahp_11_12_43_44_and_45_an_action_replaces_its_list_and_nothing_else(state in any::<SessionState>(), action in any::<SessionAction>()) {
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
                SessionAction::Unknown(_) => prop_assert_eq!((outcome, after), (ReduceOutcome::OutOfScope, state)),
                _ => {
                    prop_assert_eq!(SessionState { active_clients: state.active_clients.clone(), ..after }, state);
                }
            }
        }
    }

    #[test]
    fn ahp_47_a_client_is_set_by_its_id_with_its_declarations() {
        let mut state: SessionState =
            wire::decode(r#"{"activeClients":[{"clientId":"a","tools":[]},{"clientId":"b"}]}"#)
                .unwrap();
        let mut step = |action: &str| {
            let outcome = reduce_session(&mut state, &wire::decode(action).unwrap());
            (outcome, wire::encode(&state.active_clients).unwrap())
        };
        let plan = r#"{"canvasId":"plan","displayName":"Plan","description":"A plan"}"#;
        let set = format!(
            r#"{{"type":"session/activeClientSet","activeClient":{{"clientId":"a","canvasProviders":[{plan}]}}}}"#
        );
        let with_plan =
            format!(r#"[{{"clientId":"a","canvasProviders":[{plan}]}},{{"clientId":"b"}}]"#);
        assert_eq!(step(&set), (ReduceOutcome::Applied, with_plan.clone()));
        assert_eq!(step(&set), (ReduceOutcome::NoOp, with_plan.clone()));
        let gone = r#"{"type":"session/activeClientRemoved","clientId":"c"}"#;
        assert_eq!(step(gone), (ReduceOutcome::NoOp, with_plan.clone()));
        let no_client = r#"{"type":"session/activeClientChanged","activeClient":null}"#;
        assert_eq!(step(no_client), (ReduceOutcome::NoOp, with_plan));
        let gone = r#"{"type":"session/activeClientRemoved","clientId":"a"}"#;
        assert_eq!(
            step(gone),
            (ReduceOutcome::Applied, r#"[{"clientId":"b"}]"#.to_owned())
        );
        let changed = r#"{"type":"session/activeClientChanged","activeClient":{"clientId":"c"}}"#;
        assert_eq!(
            step(changed),
            (
                ReduceOutcome::Applied,
                r#"[{"clientId":"b"},{"clientId":"c"}]"#.to_owned()
            )
        );
    }
}
