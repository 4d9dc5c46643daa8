//! Processing of the items from pages.

use super::{Site, SiteRefusal, SiteRefusalKind, visit::Event};
use crate::{
    admission::{self, DeclaredSignal, MatchedBy},
    calls::Reply,
    composition::Origin,
    item::{
        ActionCall, ActionCallOutput, ActionError, CallId, DomEvent, ErrorCode, ErrorDetails, Item,
        RuntimeId,
    },
    manifest::SignalName,
};
use wire::{Finding, Payload};

/// The result of processing an item of a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ItemOutcome {
    /// A page connected, disconnected or reported its status.
    Page {
        /// The pages that were removed.
        gone: Vec<RuntimeId>,
        /// The errors for the agent about calls that waited for the removed pages.
        lost: Vec<ActionError>,
    },
    /// The output of a call, which matches the tool's `result_schema`.
    Output(ActionCallOutput),
    /// A failed call, or, without a `call_id`, another error of a page.
    Error(ActionError),
    /// An event that may reach the agent.
    Event(Box<SiteEvent>),
    /// An event that was already received, so it needs no reaction.
    Repeat,
    /// An item of another kind.
    Other(Box<Item>),
}

/// An event that may reach the agent. The payload is data from the page, and must not be treated as instructions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SiteEvent {
    /// The composed name of the signal.
    pub signal: SignalName,
    /// The origin and trust of the signal's declaration.
    pub origin: Origin,
    /// The member of the event that identified the signal.
    pub matched_by: MatchedBy,
    /// The unchanged event.
    pub event: DomEvent,
    /// Findings about the event.
    pub notes: Vec<Finding>,
}

impl Site {
    /// Processes an item from a page.
    ///
    /// The site tracks runtimes that connect, change and disconnect. It ignores the manifest in a `runtime_ready`. An
    /// output or error is accepted once, from the page that received the call. An event is accepted once, if its page
    /// is ready and the composed signals admit the event.
    ///
    /// # Errors
    /// Returns the reason if the item is refused. An output that does not match its schema ends its call, and
    /// [`SiteRefusal::answer`] is then addressed to the agent. Other refusals change nothing.
    pub fn receive(&mut self, item: Item) -> Result<ItemOutcome, SiteRefusal> {
        match item {
            Item::DomEvent(event) => self.receive_event(event),
            Item::ActionCallOutput(_) => self.receive_reply(item),
            Item::ActionError(error) if error.call_id.get().is_none() => {
                Ok(ItemOutcome::Error(error))
            }
            Item::ActionError(_) => self.receive_reply(item),
            Item::RuntimeReady(_) | Item::RuntimeStatus(_) => self.receive_page(&item),
            Item::Unknown(_) => self.receive_page(&item).map(|taken| match taken {
                ItemOutcome::Page { gone, .. } if gone.is_empty() => {
                    ItemOutcome::Other(Box::new(item))
                }
                taken => taken,
            }),
            Item::ActionCall(_) => Ok(ItemOutcome::Other(Box::new(item))),
        }
    }

    /// Applies an item about the connection or the status of a page.
    fn receive_page(&mut self, item: &Item) -> Result<ItemOutcome, SiteRefusal> {
        if let Some(page) = item.runtime_id() {
            if page.as_str().len() > Self::MAX_ID {
                return Err(too_long("runtime_id"));
            }
            let is_new = !matches!(item, Item::Unknown(_)) && self.runtimes.get(&page).is_none();
            if is_new && self.runtimes.iter().count() >= Self::MAX_PAGES {
                let message = format!(
                    "the limit of {} connected pages is reached",
                    Self::MAX_PAGES
                );
                let hint = "connect the page after another one has disconnected";
                return Err(SiteRefusal::new(
                    SiteRefusalKind::TooMany,
                    "runtime_id",
                    message,
                    hint,
                ));
            }
        }
        let key = match item {
            Item::RuntimeReady(ready) => ready.runtime_key.get(),
            Item::RuntimeStatus(status) => status.runtime_key.get(),
            _ => None,
        };
        if key.is_some_and(|key| key.as_str().len() > Self::MAX_ID) {
            return Err(too_long("runtime_key"));
        }
        let gone = self.runtimes.apply(item);
        let mut lost = Vec::new();
        for page in &gone {
            for call_id in self.calls.abandon_runtime(page) {
                self.open.remove(&(call_id.clone(), page.clone()));
                lost.push(lost_call(call_id, page.clone()));
            }
        }
        Ok(ItemOutcome::Page { gone, lost })
    }

    /// Accepts the output or the error of a waiting call.
    fn receive_reply(&mut self, item: Item) -> Result<ItemOutcome, SiteRefusal> {
        let reply = self
            .calls
            .reply(&item)
            .map_err(|refused| SiteRefusal::of_reply(&refused))?;
        let (call_id, page) = match reply {
            Reply::Output(output) => (output.call_id.clone(), output.runtime_id.clone()),
            Reply::Error(error) => match (error.call_id.get(), error.runtime_id.get()) {
                (Some(call_id), Some(page)) => (call_id.clone(), page.clone()),
                _ => return Ok(ItemOutcome::Other(Box::new(item))),
            },
        };
        let open = self.open.remove(&(call_id.clone(), page.clone()));
        Ok(match item {
            Item::ActionCallOutput(output) => {
                let tool = open
                    .as_ref()
                    .and_then(|open| self.tools.by_agent_name(&open.tool));
                if let Some(tool) = tool {
                    tool.as_checked()
                        .accept_output(&output)
                        .map_err(|refused| {
                            let call = ActionCall::new(
                                call_id,
                                tool.name.clone(),
                                Payload::empty_object(),
                            );
                            SiteRefusal::of_call(refused, &call.runtime_id(page))
                        })?;
                }
                ItemOutcome::Output(output)
            }
            Item::ActionError(error) => ItemOutcome::Error(error),
            other => ItemOutcome::Other(Box::new(other)),
        })
    }

    /// Admits an event of a ready page, unless the event was already received.
    fn receive_event(&mut self, event: DomEvent) -> Result<ItemOutcome, SiteRefusal> {
        if event.event_id.as_str().len() > Self::MAX_ID {
            return Err(too_long("event_id").answering_event(&event));
        }
        let Some(page) = self
            .runtimes
            .get(&event.runtime_id)
            .filter(|page| page.ready)
        else {
            let message = "the event is from a page that has not sent `runtime_ready`";
            let hint = "send events after the `runtime_ready` of the page";
            return Err(SiteRefusal::new(
                SiteRefusalKind::UnknownPage,
                "runtime_id",
                message,
                hint,
            )
            .answering_event(&event));
        };
        let id = Event::of(page, &event.event_id);
        if self.seen.has(&id) {
            return Ok(ItemOutcome::Repeat);
        }
        let parts = self.signals.iter().enumerate();
        let declared: Vec<_> = parts
            .map(|(index, part)| DeclaredSignal {
                index,
                name: &part.name,
                signal: &part.value,
            })
            .collect();
        let admitted = admission::decide(&declared, &self.payloads, &event)
            .map_err(|refused| SiteRefusal::of_event(refused, &event))?;
        let Some(part) = self.signals.get(admitted.index) else {
            return Ok(ItemOutcome::Other(Box::new(event.into())));
        };
        let (signal, origin) = (part.name.clone(), part.origin.clone());
        let (matched_by, notes) = (admitted.matched_by, admitted.notes);
        self.seen.add(id);
        Ok(ItemOutcome::Event(Box::new(SiteEvent {
            signal,
            origin,
            matched_by,
            event,
            notes,
        })))
    }
}

fn too_long(member: &str) -> SiteRefusal {
    let message = format!("the id is longer than {} bytes", Site::MAX_ID);
    SiteRefusal::new(
        SiteRefusalKind::TooLong,
        member,
        message,
        "use a shorter id",
    )
}

fn lost_call(call_id: CallId, page: RuntimeId) -> ActionError {
    let message = "the page disconnected before it answered the call";
    let error = ErrorDetails::new(ErrorCode::TransportFailed, message).recoverable(true);
    ActionError::new(error).call_id(call_id).runtime_id(page)
}
