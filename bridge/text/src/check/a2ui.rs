//! The command `agent-ui check a2ui`: validates messages, their components against catalogs, and the surfaces that they
//! build.

mod catalog_findings;
mod checked_surface;
mod document_place;
mod hidden_messages;
mod message_contents;
mod message_findings;
mod message_parts;
mod surface_findings;
mod unknown_catalogs;
mod unknown_surfaces;

use super::hint_context;
use crate::{
    finding_limit::{LimitedFindings, PlacedFinding},
    fix::Obstacles,
    input::{A2uiElements, Input},
    json, recover, repair,
    saved_state::SavedRepairer,
    split_sessions::SplitSessions,
};
use bridge::{
    DialectOrProtocol, Refusal,
    a2ui::{
        Element, Message, SurfaceId,
        catalog::CatalogDefinition,
        repair::{RepairKind, Repairer},
        surface::{ReferenceFields, SurfaceError, SurfaceOptions, Surfaces, WrittenData},
    },
};
use checked_surface::{CheckedSurfaces, SentComponent};
use document_place::{DocumentPlace, without_earlier};
use message_contents::{components, stated_catalog};
use message_findings::{MessageFindings, object_at};
use message_parts::split_message;
use std::sync::Arc;
pub use surface_findings::SurfaceFinding;
use unknown_catalogs::UnknownCatalogs;
use wire::{DecodeError, DecodeRule, Finding, Pointer, token};

/// The state of the validation over the messages of a session.
#[derive(Clone, Debug)]
pub struct Stream {
    protocol: DialectOrProtocol,
    /// The catalogs of the caller, which take precedence over the basic one.
    given: Arc<[CatalogDefinition]>,
    options: SurfaceOptions,
    /// The surfaces of the files, if they are read separately.
    split: SplitSessions,
    /// `true` if each text is accepted or refused when it is read, so that errors must be those of the text itself.
    is_judged_by_text: bool,
    surfaces: Surfaces,
    /// The state of each surface that findings need in addition to the surface.
    checked: CheckedSurfaces,
    unknown_catalogs: UnknownCatalogs,
    written: WrittenData,
    repairer: Repairer,
}

/// Returns the options of surfaces whose components the catalogs define.
fn surface_options(protocol: DialectOrProtocol, given: &[CatalogDefinition]) -> SurfaceOptions {
    let fields = given
        .iter()
        .map(|catalog| ReferenceFields::from_catalog(catalog.source()));
    let fields = fields.fold(ReferenceFields::default(), ReferenceFields::and);
    SurfaceOptions::new()
        .references(fields)
        .notation(protocol.notation())
}

impl Stream {
    /// Begins a session. `given` are the catalogs of the caller.
    pub fn new(protocol: DialectOrProtocol, given: Arc<[CatalogDefinition]>) -> Self {
        let options = surface_options(protocol, &given);
        Self::with_split(protocol, given, options, SplitSessions::default())
    }

    fn with_split(
        protocol: DialectOrProtocol,
        given: Arc<[CatalogDefinition]>,
        options: SurfaceOptions,
        split: SplitSessions,
    ) -> Self {
        Self {
            protocol,
            given,
            split,
            is_judged_by_text: false,
            surfaces: Surfaces::with_options(options.clone()),
            options,
            checked: CheckedSurfaces::default(),
            unknown_catalogs: UnknownCatalogs::default(),
            written: WrittenData::new(),
            repairer: Repairer::new(protocol.a2ui_version()),
        }
    }

    /// Sets whether the inputs form several sessions, so that an update may concern a surface of an earlier one.
    #[must_use]
    pub fn in_several_sessions(self, are_several: bool) -> Self {
        Self {
            split: SplitSessions::new(are_several),
            ..self
        }
    }

    /// Leaves errors about earlier texts out, because the caller accepts or refuses each text when it is read.
    #[must_use]
    pub(crate) fn judged_by_text(self) -> Self {
        Self {
            is_judged_by_text: true,
            ..self
        }
    }

    /// Returns the messages that build the surfaces again.
    pub(crate) fn rebuilding_messages(&self) -> Vec<Message> {
        let surfaces = self.surfaces.iter();
        surfaces.flat_map(|surface| surface.messages()).collect()
    }

    /// Returns the ids of deleted surfaces.
    pub(crate) fn deleted_surfaces(&self) -> Vec<String> {
        let deleted = self.checked.deleted();
        deleted.map(|id| id.as_str().to_owned()).collect()
    }

    /// Records surfaces as deleted.
    pub(crate) fn forget_surfaces(&mut self, ids: Vec<String>) {
        for id in ids {
            self.checked.entry(&id.into()).is_deleted = true;
        }
    }

    /// Returns the reader of the messages.
    pub(crate) fn repairer(&self) -> &Repairer {
        &self.repairer
    }

    /// Continues reading from a saved state.
    ///
    /// # Errors
    /// Refuses if the state names a version of A2UI that this crate does not know.
    pub(crate) fn resume_reader(&mut self, saved: SavedRepairer) -> Result<(), Refusal> {
        self.repairer = saved.resume(Repairer::new(self.protocol.a2ui_version()))?;
        Ok(())
    }

    /// Begins the next session, which has no surfaces.
    pub fn begin_session(&mut self) {
        let mut split = std::mem::take(&mut self.split);
        split.begin_session();
        let (given, options) = (Arc::clone(&self.given), self.options.clone());
        *self = Self {
            is_judged_by_text: self.is_judged_by_text,
            ..Self::with_split(self.protocol, given, options, split)
        };
    }

    /// Validates a document.
    pub fn validate(&mut self, input: &Input<'_>) -> Vec<PlacedFinding> {
        let mut found = LimitedFindings::default();
        let Err(error) = self.check_document(input, &mut found) else {
            return found.finish();
        };
        for part in recover::parts(self.protocol, input, error) {
            let part = part.input();
            if let Err(error) = self.check_document(&part, &mut found) {
                self.checked
                    .add_unreadable(part.text.as_ref().ok().copied());
                found.push(self.unreadable_finding(&part, &Pointer::root(), error));
            }
        }
        found.finish()
    }

    /// Validates a message that was read from a place of the input, and returns the findings in the order of their
    /// places.
    pub fn validate_message(
        &mut self,
        input: &Input<'_>,
        message: &Message,
        at: &Pointer,
    ) -> Vec<PlacedFinding> {
        let mut found = LimitedFindings::default();
        self.check_message(input, message, at, &mut found);
        let mut found = found.finish();
        found.sort_unstable_by_key(|(place, _)| (place.line, place.column));
        found
    }

    /// Validates the messages of a JSON text.
    fn check_document(
        &mut self,
        input: &Input<'_>,
        found: &mut LimitedFindings,
    ) -> Result<(), DecodeError> {
        input.announce_to(&mut self.repairer);
        let text = input.text.clone()?;
        let before = self.repairer.checkpoint();
        let read = input.read_a2ui(text, &mut self.repairer);
        let obstacles = match &read {
            Ok(read) => Obstacles::of(
                self.protocol,
                input,
                &read.elements,
                &mut self.repairer,
                &before,
            ),
            Err(_) => Obstacles::default(),
        };
        self.repairer.release(before);
        found.extend(json::out_of_range(text).map(|finding| (input.at(&finding.pointer), finding)));
        let A2uiElements { elements, omitted } = read?;
        for (position, mut element) in elements.into_iter().enumerate() {
            self.report_repairs(input, &mut element, &obstacles, position == 0, found);
            match element.result {
                Ok(message) => self.check_message(input, &message, &element.pointer, found),
                Err(error) => self.check_unreadable_message(input, &element.pointer, error, found),
            }
        }
        if let Some((first, count)) = omitted {
            self.checked.add_unreadable(None);
            found.omit_errors(count, || (input.at(&first), first.clone()));
        }
        Ok(())
    }

    /// Adds the findings about the repairs of an element, and removes them from it. `is_first` is `true` for the first
    /// element of the document.
    fn report_repairs(
        &mut self,
        input: &Input<'_>,
        element: &mut Element,
        obstacles: &Obstacles,
        is_first: bool,
        found: &mut LimitedFindings,
    ) {
        let mut repairs = element.repairs.iter();
        if repairs.any(|repair| repair.kind == RepairKind::Truncated) {
            self.checked.add_unreadable(None);
        }
        let of_element: Vec<_> = (0..element.repairs.len())
            .map(|index| obstacles.obstacle(element, index, is_first))
            .collect();
        let repairs = std::mem::take(&mut element.repairs).into_iter();
        for repair in repair::merge_notation_repairs(repairs.zip(of_element)) {
            found.push((input.place_of(&repair), repair.error()));
        }
    }

    /// Adds the finding about an unreadable message. If repeated members are its only fault, the rest of the message is
    /// validated.
    fn check_unreadable_message(
        &mut self,
        input: &Input<'_>,
        at: &Pointer,
        error: DecodeError,
        found: &mut LimitedFindings,
    ) {
        let is_duplicate = error.rule == DecodeRule::Duplicate;
        found.push(self.unreadable_finding(input, at, error));
        let readable = if is_duplicate {
            self.without_duplicates(input, at)
        } else {
            None
        };
        match readable {
            Some(message) => self.check_message(input, &message, at, found),
            None => self.checked.add_unreadable(input.value(at)),
        }
    }

    /// Reads the message at `at` with only the last of each repeated member, so that its other members can be
    /// validated.
    fn without_duplicates(&self, input: &Input<'_>, at: &Pointer) -> Option<Message> {
        const MAX_DUPLICATES: usize = 16;
        let mut text = object_at(input, at)?.to_owned();
        for _ in 0..MAX_DUPLICATES {
            match Message::read_as(&text, self.protocol.a2ui_version()) {
                Ok(message) => return Some(message),
                Err(error) if error.rule == DecodeRule::Duplicate => {
                    text = without_earlier(&text, &error.pointer)?;
                }
                Err(_) => return None,
            }
        }
        None
    }

    /// Returns the finding about an unreadable message, with a hint.
    fn unreadable_finding(
        &self,
        input: &Input<'_>,
        message: &Pointer,
        error: DecodeError,
    ) -> PlacedFinding {
        let place = input.fault(&error);
        let mut finding = Finding::from(input.with_document_start(error));
        let suggestion =
            hint_context(self.protocol).hint(input, message, &finding.pointer, &finding.hint);
        finding.hint = suggestion.unwrap_or(finding.hint);
        (place, finding)
    }

    /// Validates a message, and the surface that it concerns.
    fn check_message(
        &mut self,
        input: &Input<'_>,
        message: &Message,
        at: &Pointer,
        found: &mut LimitedFindings,
    ) {
        let given = Arc::clone(&self.given);
        let mut collected = MessageFindings::new(input, message, at, &given);
        let id = message.surface_id();
        match id {
            Some(id) if message.is_about_a_surface() => {
                self.check_surface_message(&mut collected, id, found);
            }
            _ => {
                let catalog = id.map(|id| self.catalog_of(id)).unwrap_or_default();
                let mut of_catalog = self.catalog_findings(message, catalog, at);
                collected.retain_new(&mut of_catalog);
                found.extend(collected.take_placed());
                found.extend(
                    of_catalog
                        .into_iter()
                        .map(|finding| collected.place(finding)),
                );
            }
        }
    }

    /// Adds the findings about a message of a surface, and about the surface that it changes.
    fn check_surface_message(
        &mut self,
        collected: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        found: &mut LimitedFindings,
    ) {
        let existed_before = self.surfaces.get(id.as_str()).is_some();
        self.check_surface(collected, id, found);
        if let Some(catalog) = stated_catalog(collected.message) {
            self.state_catalog(id, catalog, found);
        }
        self.check_components(collected, id, found);
        let exists_after = self.surfaces.get(id.as_str()).is_some();
        if existed_before || exists_after {
            self.checked.clear_unknown(id);
        }
        if collected.message.key() == "deleteSurface" {
            self.checked.delete(id, existed_before);
        }
    }

    /// Applies a message to its surface, and adds the findings about both.
    fn check_surface(
        &mut self,
        collected: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        found: &mut LimitedFindings,
    ) {
        let (message, at) = (collected.message, collected.at);
        let surface = self.surfaces.get(id.as_str());
        let mixed = surface.and_then(|surface| surface.version_mismatch(message));
        if let Some(mut finding) = mixed {
            finding.pointer = at.join(&finding.pointer);
            collected.push(finding);
        }
        let exists = surface.is_some();
        let is_of_earlier_file = self.split.observe(message);
        let creates = matches!(
            message.key(),
            "createSurface" | "beginRendering" | "surfaceUpdate" | "dataModelUpdate"
        );
        if !creates && !exists {
            self.report_unknown_surface(collected, id, is_of_earlier_file);
            return;
        }
        // What a surface lacks does not make its deletion wrong.
        if message.key() == "deleteSurface" && !self.is_judged_by_text {
            // The message deletes the surface, so the surface is checked before.
            let surface = self.surfaces.get(id.as_str()).into_iter();
            let findings = surface.flat_map(|surface| self.surface_findings(surface));
            found.extend(findings.map(|found| found.placed));
        }
        for error in self.apply(message) {
            collected.add_surface_error(error);
        }
        self.remember(collected.input, message, &collected.source);
    }

    /// Applies a message, or its valid parts, and returns the errors of the other parts.
    fn apply(&mut self, message: &Message) -> Vec<SurfaceError> {
        let Err(error) = self.surfaces.apply(message) else {
            self.written.observe(message);
            return Vec::new();
        };
        self.mark_unclear(message);
        // If a surface is too large, every later component of it would have the same error, so one error is enough.
        let is_of_component = error.rule != "too-many-bytes"
            && error.pointer.segments().nth(1).as_deref() == Some("components");
        let is_repeated_creation = error.rule == "surface-exists";
        let parts = if is_of_component || is_repeated_creation {
            split_message(message)
        } else {
            Vec::new()
        };
        // A message without parts is refused as a whole; if it only creates the surface again, nothing is hidden.
        let mut is_hidden = parts.is_empty() && !is_repeated_creation;
        let mut errors = vec![error];
        for part in parts {
            match self.surfaces.apply(&part.message) {
                Ok(_) => self.written.observe(&part.message),
                Err(mut error) => {
                    is_hidden |= part.message.key() != "createSurface";
                    error.pointer = part.place_of(&error.pointer, message);
                    errors.push(error);
                }
            }
        }
        if is_hidden {
            if let Some(id) = message.surface_id() {
                self.checked.entry(id).has_refused = true;
            }
        }
        errors
    }

    /// Remembers that no root can be suggested for the surface of a refused message.
    fn mark_unclear(&mut self, message: &Message) {
        if let Some(id) = message.surface_id() {
            self.checked.entry(id).is_unclear = true;
        }
    }

    /// Remembers the places of a surface and its components.
    fn remember(&mut self, input: &Input<'_>, message: &Message, source: &DocumentPlace) {
        let Some(id) = message.surface_id() else {
            return;
        };
        let at = source.place_of(source.key.clone());
        let checked = self.checked.entry(id);
        if message.key() == "beginRendering" {
            // Until then, the place of a 0.8 surface is its first message.
            let root = at.member("root");
            checked.root = Some((input.at(&root), root));
            checked.created = Some((input.at(&at), at));
        } else if checked.created.is_none() {
            checked.created = Some((input.at(&at), at));
        }
        let components = components(message);
        if components.is_empty() {
            return;
        }
        let at = source.place_of(source.key.member("components"));
        let list = input.value(&at).unwrap_or_default();
        let (mut place, mut passed) = (input.at(&at), 0);
        let children = token::children(list).enumerate();
        for (component, (index, child)) in components.into_iter().zip(children) {
            place = place.after(list.get(passed..child.at).unwrap_or_default());
            passed = child.at;
            let sent = SentComponent {
                source: Input::new(place.clone(), Ok(child.text)).into(),
                pointer: at.element(index),
            };
            let is_repeated = checked.components.insert(component, sent).is_some();
            checked.is_unclear |= is_repeated;
        }
    }
}
