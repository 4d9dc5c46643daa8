//! Calls of agents.
//!
//! Specification: [Actions Bridge Protocol, routing rules](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#routing-rules).

use super::Pages;
use crate::site::effects::Effect;
use agent_ui_text::bridge::actions_json::{
    item::{ActionCall, ActionError, CallId, ErrorCode, RuntimeId},
    runtimes::Runtimes,
};
use wire::{Field, Payload, Pointer};

/// The arguments that select a page, unless the tool itself declares such an argument.
const SELECTORS: [&str; 3] = [
    "target_runtime_id",
    "target_url_contains",
    "target_title_contains",
];

impl Pages {
    /// Checks a call, and returns the effects that send it to its page.
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
        let place = match self.places.get(&page) {
            Some(place) => *place,
            None => return Err(not_ready(&call, page)),
        };
        let Some(connection) = place.connection else {
            return Err(not_ready(&call, page));
        };
        if self.waiting.values().filter(|at| **at == page).count() >= self.settings.calls {
            let message = format!(
                "the limit of {} waiting calls of the page is reached",
                self.settings.calls
            );
            let code = ErrorCode::CapabilityUnavailable;
            return Err(recoverable(&call, page, code, &message));
        }
        let timeout = u64::try_from(self.settings.call.as_millis()).unwrap_or(u64::MAX);
        let call = call.runtime_id(page.clone()).timeout_ms(timeout);
        let Some(loaded) = self.manifests.get_mut(place.manifest) else {
            return Err(not_ready(&call, page));
        };
        let sent = match loaded.visit.call(&call, now) {
            Ok(sent) => sent,
            Err(refusal) => {
                return Err(match refusal.answer {
                    Some(answer) => answer,
                    None => Box::new(call.error(ErrorCode::InvalidInput, &*refusal.message)),
                });
            }
        };
        let call_id = sent.call_id.clone();
        let item =
            ActionCall::new(sent.call_id, sent.name, sent.arguments).runtime_id(page.clone());
        let Some(effect) = Effect::send(connection, item) else {
            loaded.visit.abandon(&call_id, &page);
            return Err(Box::new(
                call.error(ErrorCode::InvalidInput, "the arguments nest too deep"),
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

    /// Selects the page of a call. The arguments that select a page are moved from the tool's arguments to members of
    /// the call.
    fn route(&self, call: &mut ActionCall) -> Result<RuntimeId, Box<ActionError>> {
        let Some(listed) = self.table.tool(&call.name) else {
            if self.table.conflicts.contains(&call.name) {
                let message = "several pages declare this tool differently, so it cannot be called";
                return Err(Box::new(call.error(ErrorCode::AmbiguousRuntime, message)));
            }
            let message = "no ready page has this tool";
            return Err(Box::new(call.error(ErrorCode::UnknownAction, message)));
        };
        select(call, listed.tool.input_schema.as_ref());
        let mut candidates: Runtimes = self.runtimes.clone();
        for page in self.runtimes.iter() {
            let has_tool = match self.places.get(&page.runtime_id) {
                Some(place) => listed.manifests.contains(&place.manifest),
                None => false,
            };
            if !has_tool {
                candidates.remove(&page.runtime_id);
            }
        }
        let authorization = self.settings.authorization.as_deref();
        match candidates.route(call, authorization) {
            Ok(page) => Ok(page.runtime_id.clone()),
            Err(unrouted) => Err(Box::new(unrouted.action_error(call))),
        }
    }
}

fn not_ready(call: &ActionCall, page: RuntimeId) -> Box<ActionError> {
    let code = ErrorCode::RuntimeNotReady;
    recoverable(call, page, code, "the page is not connected")
}

/// Creates an error after which the agent may repeat the call.
fn recoverable(
    call: &ActionCall,
    page: RuntimeId,
    code: ErrorCode,
    message: &str,
) -> Box<ActionError> {
    let mut error = call.error(code, message);
    error.error = error.error.recoverable(true);
    Box::new(error.runtime_id(page))
}

/// Returns `true` if an argument selects a page, which requires that the tool's input schema does not declare it.
fn is_selector(input_schema: Option<&Payload>, name: &str, value: &Payload) -> bool {
    if !SELECTORS.contains(&name) || value.as_str().is_none() {
        return false;
    }
    let place = Pointer::root().member("properties").member(name);
    match input_schema {
        Some(schema) => schema.get(&place).is_none(),
        None => true,
    }
}

/// Moves the arguments that select a page into the members of the call.
fn select(call: &mut ActionCall, input_schema: Option<&Payload>) {
    let arguments: Vec<(String, Payload)> = call
        .arguments
        .members()
        .map(|(name, value)| (name.into_owned(), value))
        .collect();
    let (selectors, rest): (Vec<_>, Vec<_>) = arguments
        .into_iter()
        .partition(|(name, value)| is_selector(input_schema, name, value));
    if selectors.is_empty() {
        return;
    }
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
