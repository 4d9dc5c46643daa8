//! The operations that a client has received about each surface, and those that it lacks.
//!
//! - A surface is shown when it has the component `root`, because clients cannot show it without a root.
//! - The first change of a surface is a snapshot. Some carriers add later operations to it, others repeat all of them.
//! - When a surface is deleted, its snapshot remains and contains the `deleteSurface` message, because clients cannot
//!   remove it.

use crate::gateway::{
    SurfaceState,
    carrier::{has_prototype_member, without_prototype_members},
    deletion::deletion_message,
};
use agent_ui_text::bridge::a2ui::{CatalogId, Message, Version, v0_9::AgentBody};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    mem,
};
use wire::Payload;

/// The maximum number of original operations that are kept for reports.
const STRIPPED: usize = 16;

/// The properties of a carrier that decide how it shows surfaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperationCarrier {
    /// The maximum length of one event in bytes.
    pub(super) event: usize,
    /// The number of operations after a snapshot that justifies a new snapshot.
    pub(super) changes: usize,
    /// The total length of operations after a snapshot that justifies a new snapshot, in bytes.
    pub(super) changed: usize,
    /// `true` if each event repeats all operations of its surface.
    pub(super) is_cumulative: bool,
    /// `true` if clients refuse members such as `__proto__`, so that they are left out.
    pub(super) refuses_prototypes: bool,
}

/// A change of a surface for a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SurfaceChange {
    /// These operations replace all that the client has.
    Snapshot {
        /// The id of the surface.
        surface: String,
        /// The operations, each as JSON.
        operations: Vec<String>,
    },
    /// These operations follow those that the client has.
    Added {
        /// The id of the surface.
        surface: String,
        /// The operations, each as JSON.
        operations: Vec<String>,
    },
}

/// The operations of all surfaces that a client has.
#[derive(Debug)]
pub(super) struct SurfaceOperations {
    carrier: OperationCarrier,
    surfaces: BTreeMap<String, ShownSurface>,
    changed: ChangedSurfaces,
    /// The id that the client uses for the basic catalog, if it differs from the default.
    basic_catalog: Option<String>,
    /// A description of the first operations that are too long for the carrier.
    too_long: Option<String>,
    /// The operations that lost members, each as the original JSON, until they are reported.
    stripped: Vec<String>,
}

/// The surfaces with unsent changes, in the order of their first unsent change.
#[derive(Debug, Default)]
struct ChangedSurfaces {
    order: Vec<String>,
    ids: BTreeSet<String>,
}

impl ChangedSurfaces {
    fn add(&mut self, surface: String) {
        if self.ids.insert(surface.clone()) {
            self.order.push(surface);
        }
    }
}

#[derive(Debug, Default)]
struct ShownSurface {
    operations: Vec<String>,
    /// The number of operations that the client has received.
    sent: usize,
    has_root: bool,
    /// The message that deletes the surface before it is created again, until the client has received it.
    deletion: Option<String>,
    /// The number and the total length of the operations after the latest snapshot.
    added: usize,
    length: usize,
}

impl ShownSurface {
    /// Returns the message that deletes the surface, if the client has not received it.
    fn into_deletion(mut self) -> Option<String> {
        let is_deleted = self.operations.len() == 1 && self.has_root && self.sent == 0;
        self.deletion.or_else(|| {
            if is_deleted {
                self.operations.pop()
            } else {
                None
            }
        })
    }

    /// Adds one change with all operations, if the client lacks some of them. Returns a description of operations that
    /// are too long for an event.
    fn repeat_all(
        &mut self,
        surface: &str,
        event: usize,
        changes: &mut Vec<SurfaceChange>,
    ) -> Option<String> {
        if self.sent == self.operations.len() {
            return None;
        }
        self.sent = self.operations.len();
        let length: usize = self.operations.iter().map(|text| text.len() + 1).sum();
        if length > event {
            return Some(format!(
                "surface `{surface}`, whose messages have {length} bytes,"
            ));
        }
        changes.push(SurfaceChange::Snapshot {
            surface: surface.to_owned(),
            operations: self.operations.clone(),
        });
        None
    }

    /// Adds changes with the operations that the client lacks. Returns a description of the first operation that is too
    /// long for an event.
    fn add_rest(
        &mut self,
        surface: &str,
        event: usize,
        changes: &mut Vec<SurfaceChange>,
    ) -> Option<String> {
        let mut too_long = None;
        while let Some(rest) = self
            .operations
            .get(self.sent..)
            .filter(|rest| !rest.is_empty())
        {
            let operations = take_for_event(rest, event);
            if operations.is_empty() {
                // The client shows the surface without this message.
                let length = rest.first().map_or(0, String::len);
                too_long.get_or_insert_with(|| {
                    format!("a message of {length} bytes about surface `{surface}`")
                });
                self.sent += 1;
                continue;
            }
            let (is_first, surface) = (self.sent == 0, surface.to_owned());
            self.sent += operations.len();
            changes.push(match is_first {
                true => SurfaceChange::Snapshot {
                    surface,
                    operations,
                },
                false => SurfaceChange::Added {
                    surface,
                    operations,
                },
            });
        }
        too_long
    }
}

impl SurfaceOperations {
    /// Creates the operations of a client that has no surfaces. `basic_catalog` is the id that the client uses for the
    /// basic catalog, if it differs from the default.
    pub(super) fn new(carrier: OperationCarrier, basic_catalog: Option<String>) -> Self {
        Self {
            carrier,
            surfaces: BTreeMap::new(),
            changed: ChangedSurfaces::default(),
            basic_catalog,
            too_long: None,
            stripped: Vec::new(),
        }
    }

    /// Adds a surface that the client already has, with all its operations.
    pub(super) fn add_known(&mut self, surface: String, operations: Vec<String>) {
        let operations: Vec<String> = operations
            .iter()
            .map(|operation| self.with_known_catalog(operation))
            .collect();
        let known = ShownSurface {
            sent: operations.len(),
            operations,
            has_root: true,
            ..ShownSurface::default()
        };
        self.surfaces.insert(surface, known);
    }

    /// Replaces all operations by the surfaces of a snapshot. `known` contains surfaces that clients may have although
    /// they no longer exist.
    pub(super) fn replace<'a>(
        &mut self,
        surfaces: &[SurfaceState],
        known: impl IntoIterator<Item = &'a String>,
    ) {
        let mut removed: Vec<String> = known.into_iter().cloned().collect();
        let before = mem::take(&mut self.surfaces);
        removed.extend(
            before
                .iter()
                .filter(|(_, shown)| shown.sent > 0)
                .map(|(id, _)| id.clone()),
        );
        let current: BTreeSet<&str> = surfaces.iter().map(|surface| surface.id.as_str()).collect();
        removed.retain(|id| !current.contains(id.as_str()));
        self.changed = ChangedSurfaces::default();
        for id in removed {
            self.delete(id, None);
        }
        for surface in surfaces {
            for message in &surface.messages {
                self.apply(message);
            }
        }
        for (id, shown) in &mut self.surfaces {
            (shown.added, shown.length) = (0, 0);
            let same = before
                .get(id)
                .filter(|before| before.operations == shown.operations);
            shown.sent = same.map_or(0, |before| before.sent);
        }
    }

    /// Applies an A2UI 0.9 message.
    pub(super) fn apply(&mut self, text: &str) {
        let Ok(message) = Message::read_as(text, Version::V0_9) else {
            return;
        };
        let Some(surface) = message.surface_id().map(|id| id.as_str().to_owned()) else {
            return;
        };
        let Message::V0_9Agent(message) = message else {
            return;
        };
        let mut text = Cow::Borrowed(text);
        if self.carrier.refuses_prototypes && has_prototype_member(&text) {
            let kept = without_prototype_members(&text);
            if self.stripped.len() < STRIPPED {
                self.stripped.push(text.into_owned());
            }
            text = Cow::Owned(kept);
        }
        let text = &*text;
        match &message.body {
            AgentBody::CreateSurface(_) => {
                let operations = vec![self.with_known_catalog(text)];
                let deletion = self
                    .surfaces
                    .remove(&surface)
                    .and_then(ShownSurface::into_deletion);
                let shown = ShownSurface {
                    operations,
                    deletion,
                    ..ShownSurface::default()
                };
                self.surfaces.insert(surface.clone(), shown);
            }
            AgentBody::DeleteSurface(_) => self.delete(surface.clone(), Some(text)),
            body => {
                let shown = self.surfaces.entry(surface.clone()).or_default();
                if let AgentBody::UpdateComponents(body) = body {
                    shown.has_root |= body
                        .components
                        .iter()
                        .any(|component| component.id.as_str() == "root");
                }
                shown.operations.push(text.to_owned());
                shown.added += 1;
                shown.length += text.len();
            }
        }
        self.changed.add(surface);
    }

    /// Replaces the operations of a surface by its deletion. A surface that the client never received is forgotten.
    fn delete(&mut self, surface: String, text: Option<&str>) {
        let is_known = match (text, self.surfaces.get(&surface)) {
            (None, _) => true,
            (Some(_), Some(shown)) => shown.sent > 0 || shown.deletion.is_some(),
            (Some(_), None) => false,
        };
        if !is_known {
            self.surfaces.remove(&surface);
            return;
        }
        let deletion = match text {
            Some(text) => text.to_owned(),
            None => deletion_message("v0.9", &surface),
        };
        let operations = vec![deletion];
        let shown = ShownSurface {
            operations,
            has_root: true,
            ..ShownSurface::default()
        };
        self.surfaces.insert(surface.clone(), shown);
        self.changed.add(surface);
    }

    /// Replaces the id of the basic catalog in a `createSurface` message by the id that the client knows.
    pub(super) fn with_known_catalog(&self, text: &str) -> String {
        let replaced = match &self.basic_catalog {
            Some(known) => with_basic_catalog(text, known),
            None => None,
        };
        replaced.unwrap_or_else(|| text.to_owned())
    }

    /// Returns the changes that bring the client up to date.
    pub(super) fn changes(&mut self) -> Vec<SurfaceChange> {
        let mut changes = Vec::new();
        for surface in mem::take(&mut self.changed).order {
            let Some(shown) = self.surfaces.get_mut(&surface) else {
                continue;
            };
            if let Some(deletion) = shown.deletion.take() {
                changes.push(SurfaceChange::Snapshot {
                    surface: surface.clone(),
                    operations: vec![deletion],
                });
            }
            if !shown.has_root {
                continue;
            }
            let too_long = match self.carrier.is_cumulative {
                true => shown.repeat_all(&surface, self.carrier.event, &mut changes),
                false => shown.add_rest(&surface, self.carrier.event, &mut changes),
            };
            if let Some(too_long) = too_long {
                self.too_long.get_or_insert(too_long);
            }
        }
        changes
    }

    /// Returns `true` if a snapshot of the session is shorter than the messages that the client would otherwise store.
    pub(super) fn are_long(&self) -> bool {
        self.surfaces
            .values()
            .any(|shown| shown.added > self.carrier.changes || shown.length > self.carrier.changed)
    }

    /// Returns the surfaces that the client has, including deleted ones.
    pub(super) fn surfaces(&self) -> impl Iterator<Item = &String> {
        self.surfaces
            .iter()
            .filter(|(_, shown)| shown.sent > 0)
            .map(|(surface, _)| surface)
    }

    /// Returns a description of the first operations that are too long for the carrier.
    pub(super) fn too_long(&self) -> Option<&str> {
        self.too_long.as_deref()
    }

    /// Returns the operations that lost members since the last call.
    pub(super) fn take_stripped(&mut self) -> Vec<String> {
        mem::take(&mut self.stripped)
    }
}

/// Sets the id of the basic catalog in a `createSurface` message that uses this catalog.
fn with_basic_catalog(text: &str, id: &str) -> Option<String> {
    let message = Payload::parse(text).ok()?;
    let body = message.member("createSurface")?;
    if !CatalogId::from(&*body.member("catalogId")?.as_str()?).is_basic() {
        return None;
    }
    let body = with_member(&body, "catalogId", &Payload::string(id));
    let message = with_member(&message, "createSurface", &body);
    Some(message.text().to_owned())
}

/// Replaces the value of a member.
fn with_member(object: &Payload, name: &str, value: &Payload) -> Payload {
    let members: Vec<_> = object.members().collect();
    Payload::object(members.iter().map(|(known, old)| {
        let is_replaced = known.as_ref() == name;
        (known.as_ref(), if is_replaced { value } else { old })
    }))
}

/// Returns as many of the first operations as fit into one event of at most `event` bytes.
fn take_for_event(operations: &[String], event: usize) -> Vec<String> {
    let mut part = Vec::new();
    let mut length = 0;
    for operation in operations {
        length += operation.len() + 64;
        if length > event {
            break;
        }
        part.push(operation.clone());
    }
    part
}
