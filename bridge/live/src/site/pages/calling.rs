//! Calls of agents.

use super::Pages;
use crate::site::effects::Effect;
use agent_ui_text::bridge::actions_json::{
    item::{ActionCall, ActionError, CallId, ErrorCode, RuntimeId},
    runtimes::Runtimes,
};
use std::collections::BTreeSet;
use wire::{Field, Payload, Pointer};

/// The arguments that select a page, unless the tool has such an argument itself.
const SELECTORS: [&str; 3] = [
    "target_runtime_id",
    "target_url_contains",
    "target_title_contains",
];

impl Pages {
    /// Checks a call, and returns what sends it to its page.
    ///
    /// # Errors
    /// Returns the answer to the agent if the call cannot be made.
    pub(in crate::site) fn call(
        &mut self,
        call_id: CallId,
        name: &str,
        arguments: &Payload,
        now: u64,
    ) -> Result<Vec<Effect>, Box<ActionError>> {
        let mut call = ActionCall::new(call_id, name, arguments.clone());
        let page = self.route(&mut call)?;
        let failed = |code, message: &str| {
            let mut error = call.error(code, message);
            error.error = error.error.recoverable(true);
            Box::new(error.runtime_id(page.clone()))
        };
        let not_ready = || failed(ErrorCode::RuntimeNotReady, "The page is not connected.");
        let place = self.places.get(&page).ok_or_else(not_ready)?;
        let connection = place.connection.ok_or_else(not_ready)?;
        if self.waiting.values().filter(|at| **at == page).count() >= self.settings.calls {
            let message = format!(
                "The limit of {} waiting calls of the page is reached.",
                self.settings.calls
            );
            return Err(failed(ErrorCode::CapabilityUnavailable, &message));
        }
        let timeout = u64::try_from(self.settings.call.as_millis()).unwrap_or(u64::MAX);
        let call = call.clone().runtime_id(page.clone()).timeout_ms(timeout);
        let loaded = self
            .manifests
            .get_mut(place.manifest)
            .ok_or_else(not_ready)?;
        let sent = loaded.visit.call(&call, now).map_err(|refusal| {
            let refused =
                || Box::new(call.error(ErrorCode::InvalidInput, refusal.message.as_str()));
            refusal.answer.clone().unwrap_or_else(refused)
        })?;
        let call_id = sent.call_id.clone();
        let item =
            ActionCall::new(sent.call_id, sent.name, sent.arguments).runtime_id(page.clone());
        let Some(effect) = Effect::send(connection, item) else {
            loaded.visit.abandon(&call_id, &page);
            return Err(Box::new(
                call.error(ErrorCode::InvalidInput, "The arguments nest too deep."),
            ));
        };
        self.waiting.insert(call_id, page);
        Ok(vec![effect])
    }

    /// Stops waiting for a call.
    pub(in crate::site) fn abandon(&mut self, call_id: &CallId) {
        let Some(page) = self.waiting.remove(call_id) else {
            return;
        };
        let manifest = self.places.get(&page).map(|place| place.manifest);
        if let Some(loaded) = manifest.and_then(|manifest| self.manifests.get_mut(manifest)) {
            loaded.visit.abandon(call_id, &page);
        }
    }

    /// Returns the page of a call, and moves the arguments that select a page out of its arguments.
    fn route(&self, call: &mut ActionCall) -> Result<RuntimeId, Box<ActionError>> {
        let Some(listed) = self.table.tool(&call.name) else {
            if self.table.conflicts.contains(&call.name) {
                let message =
                    "Several pages declare this tool differently, so it cannot be called.";
                return Err(Box::new(call.error(ErrorCode::AmbiguousRuntime, message)));
            }
            let message = "No ready page has this tool.";
            return Err(Box::new(call.error(ErrorCode::UnknownAction, message)));
        };
        select(call, listed.tool.input_schema.as_ref());
        let mut candidates: Runtimes = self.runtimes.clone();
        let has_tool = |page: &RuntimeId| {
            self.places
                .get(page)
                .is_some_and(|place| listed.manifests.contains(&place.manifest))
        };
        let others: BTreeSet<RuntimeId> = self
            .runtimes
            .iter()
            .map(|page| page.runtime_id.clone())
            .filter(|page| !has_tool(page))
            .collect();
        for other in &others {
            candidates.remove(other);
        }
        let authorization = self.settings.authorization.as_deref();
        match candidates.route(call, authorization) {
            Ok(page) => Ok(page.runtime_id.clone()),
            Err(unrouted) => Err(Box::new(unrouted.action_error(call))),
        }
    }
}

/// Moves the arguments that select a page into the members of the call.
fn select(call: &mut ActionCall, input_schema: Option<&Payload>) {
    let place = |name: &str| Pointer::root().member("properties").member(name);
    let is_argument =
        |name: &str| input_schema.is_some_and(|schema| schema.get(&place(name)).is_some());
    let arguments: Vec<(String, Payload)> = call
        .arguments
        .members()
        .map(|(name, value)| (name.into_owned(), value))
        .collect();
    let is_selector = |name: &str, value: &Payload| {
        SELECTORS.contains(&name) && value.as_str().is_some() && !is_argument(name)
    };
    if !arguments
        .iter()
        .any(|(name, value)| is_selector(name, value))
    {
        return;
    }
    let (selectors, rest): (Vec<_>, Vec<_>) = arguments
        .into_iter()
        .partition(|(name, value)| is_selector(name, value));
    call.arguments = Payload::object(rest.iter().map(|(name, value)| (name.as_str(), value)));
    for (name, value) in selectors {
        let Some(value) = value.as_str().map(|value| value.into_owned()) else {
            continue;
        };
        match name.as_str() {
            "target_runtime_id" => call.runtime_id = Field::Value(value.into()),
            "target_url_contains" => call.target_url_contains = Field::Value(value),
            _ => call.target_title_contains = Field::Value(value),
        }
    }
}
