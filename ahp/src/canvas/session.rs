//! What happens on the channel of a session, as far as it concerns canvases.

use super::{ClientCanvasDeclaration, OpenCanvasRef, ReduceOutcome, SessionCanvasDeclaration, unique};
use crate::{
    check::Check,
    ids::{ChannelUri, ClientId},
    reduce_outcome::replace_list,
};
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

    /// A session in a list of them. The proposal adds nothing to it; everything is kept as it is. AHP, `SessionSummary`.
    pub struct SessionSummary {
        /// The channel of the session, `ahp-session:/…`.
        resource: ChannelUri,
    }

    /// A client joined a session, or changed what it provides. AHP, `session/activeClientSet`.
    pub struct ActiveClientSet by "type" = "session/activeClientSet" {
        /// The client, whole: what it provides travels with it.
        active_client as "activeClient": SessionActiveClient,
    }

    /// A client left a session. AHP, `session/activeClientRemoved`.
    pub struct ActiveClientRemoved by "type" = "session/activeClientRemoved" {
        /// Which client.
        client_id as "clientId": ClientId,
    }

    /// The client at work changed, in the word of the proposal. AHP had it renamed to [`ActiveClientSet`] when the
    /// proposal came out. AHP canvas proposal, `session/activeClientChanged`.
    pub struct ActiveClientChanged by "type" = "session/activeClientChanged" {
        /// The client; null or absent: there is none.
        active_client as "activeClient"?: Field<SessionActiveClient>,
    }

    /// The kinds of canvas on offer, all of them: what was listed before is replaced. AHP canvas proposal,
    /// `session/canvasesChanged`.
    pub struct CanvasesChanged by "type" = "session/canvasesChanged" {
        /// The kinds, in order. A message without the list can be read, and says that there are none.
        canvases?: Field<Vec<SessionCanvasDeclaration>>,
    }

    /// The open canvases, all of them: what was listed before is replaced. AHP canvas proposal,
    /// `session/openCanvasesChanged`.
    pub struct OpenCanvasesChanged by "type" = "session/openCanvasesChanged" {
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
        /// The client at work changed, in the word of the proposal.
        "session/activeClientChanged" ActiveClientChanged(ActiveClientChanged),
        /// A client joined, or changed what it provides.
        "session/activeClientSet" ActiveClientSet(ActiveClientSet),
        /// A client left.
        "session/activeClientRemoved" ActiveClientRemoved(ActiveClientRemoved),
    }
}

/// Applies a session action to the two lists of canvases and to the clients. AHP canvas proposal, session actions.
///
/// The lists of canvases are replaced as a whole, and a list that is absent or null makes the state's absent. A client
/// that is set replaces the one of its name, or joins behind the others. `session/activeClientChanged` is the
/// proposal's word for the same; AHP had it renamed when the proposal came out. Without a client it does not say who
/// left, and so changes nothing.
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
        SessionAction::CanvasesChanged(action) => replace_list(&mut state.canvases, &action.canvases),
        SessionAction::OpenCanvasesChanged(action) => {
            replace_list(&mut state.open_canvases, &action.open_canvases)
        }
        SessionAction::ActiveClientSet(action) => set(&mut state.active_clients, &action.active_client),
        SessionAction::ActiveClientChanged(action) => match action.active_client.get() {
            Some(client) => set(&mut state.active_clients, client),
            None => ReduceOutcome::NoOp,
        },
        SessionAction::ActiveClientRemoved(action) => remove(&mut state.active_clients, &action.client_id),
        SessionAction::Unknown(_) => ReduceOutcome::OutOfScope,
    }
}

/// Clients are known by their names: one that is there is replaced where it stands.
fn set(clients: &mut Field<Vec<SessionActiveClient>>, client: &SessionActiveClient) -> ReduceOutcome {
    let Field::Value(list) = clients else {
        *clients = Field::Value(vec![client.clone()]);
        return ReduceOutcome::Applied;
    };
    match list.iter_mut().find(|known| known.client_id == client.client_id) {
        Some(known) if known == client => return ReduceOutcome::NoOp,
        Some(known) => known.clone_from(client),
        None => list.push(client.clone()),
    }
    ReduceOutcome::Applied
}

fn remove(clients: &mut Field<Vec<SessionActiveClient>>, client_id: &ClientId) -> ReduceOutcome {
    let Field::Value(list) = clients else { return ReduceOutcome::NoOp };
    let before = list.len();
    list.retain(|client| client.client_id != *client_id);
    if list.len() == before { ReduceOutcome::NoOp } else { ReduceOutcome::Applied }
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
            Self::Unknown(unknown) => Check { at, found }.unknown(unknown),
        }
    }
}

impl Validate for SessionActiveClient {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        Check { at, found }.members("canvasProviders", &self.canvas_providers);
    }
}

impl Validate for SessionState {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let mut check = Check { at, found };
        check.members("activeClients", &self.active_clients);
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
        self.active_client.findings(&at.member("activeClient"), found);
    }
}

/// An action without its list reads as one with an empty list.
fn warn_if_absent<T>(check: &mut Check<'_>, name: &str, list: &Field<Vec<T>>) {
    if list.is_absent() {
        let message = "This message has no list, which reads as an empty one.";
        check.warning("list-absent", name, message, "an empty list");
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
    fn ahp_47_a_client_is_set_by_its_name_and_brings_what_it_provides() {
        let mut state: SessionState =
            wire::decode(r#"{"activeClients":[{"clientId":"a","tools":[]},{"clientId":"b"}]}"#).unwrap();
        let mut step = |action: &str| {
            let outcome = reduce_session(&mut state, &wire::decode(action).unwrap());
            (outcome, wire::encode(&state.active_clients).unwrap())
        };
        let plan = r#"{"canvasId":"plan","displayName":"Plan","description":"A plan"}"#;
        let set = format!(
            r#"{{"type":"session/activeClientSet","activeClient":{{"clientId":"a","canvasProviders":[{plan}]}}}}"#
        );
        let with_plan = format!(r#"[{{"clientId":"a","canvasProviders":[{plan}]}},{{"clientId":"b"}}]"#);
        assert_eq!(step(&set), (ReduceOutcome::Applied, with_plan.clone()));
        assert_eq!(step(&set), (ReduceOutcome::NoOp, with_plan.clone()));
        let gone = r#"{"type":"session/activeClientRemoved","clientId":"c"}"#;
        assert_eq!(step(gone), (ReduceOutcome::NoOp, with_plan.clone()));
        let nobody = r#"{"type":"session/activeClientChanged","activeClient":null}"#;
        assert_eq!(step(nobody), (ReduceOutcome::NoOp, with_plan));
        let gone = r#"{"type":"session/activeClientRemoved","clientId":"a"}"#;
        assert_eq!(step(gone), (ReduceOutcome::Applied, r#"[{"clientId":"b"}]"#.to_owned()));
        let changed = r#"{"type":"session/activeClientChanged","activeClient":{"clientId":"c"}}"#;
        assert_eq!(
            step(changed),
            (ReduceOutcome::Applied, r#"[{"clientId":"b"},{"clientId":"c"}]"#.to_owned())
        );
    }
}
