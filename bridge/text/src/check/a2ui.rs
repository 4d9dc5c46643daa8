//! The command `agent-ui check a2ui`: validates messages, their components against catalogs, and the surfaces that they
//! build.

use super::{
    PlacedFinding,
    document_place::{DocumentPlace, without_earlier},
    hidden_messages::HiddenMessages,
    hint_context,
    message_findings::{self, MessageFindings, object_at},
    message_parts::split_message,
};
use crate::{
    finding_limit::{LimitedFindings, limited},
    fix::Obstacles,
    input::{A2uiElements, Input, OwnedInput},
    json,
    place::Place,
    recover, repair,
    split_sessions::{self, SplitSessions},
};
use bridge::{
    DialectOrProtocol,
    a2ui::{
        self, CatalogId, ComponentId, Message, Notation, SurfaceId, Version,
        catalog::{BasicCatalog, Catalog, CatalogDefinition, Catalogs, SurfaceCatalog, basic},
        repair::{RepairKind, Repairer},
        surface::{ReferenceFields, Surface, SurfaceError, SurfaceOptions, Surfaces, WrittenData},
        v1_0,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{
    DecodeError, DecodeRule, Finding, Fix, Pointer, Severity, Validate, spelling::closest, token,
};

/// The state of the validation over the messages of a session.
#[derive(Debug)]
pub struct Stream<'a> {
    protocol: DialectOrProtocol,
    /// The catalogs of the command line, which take precedence over the basic one.
    given: &'a [CatalogDefinition],
    /// The surfaces of the files, if they are read separately.
    split: Option<&'a mut SplitSessions>,
    /// The catalogs that surfaces stated on creation.
    catalogs: BTreeMap<SurfaceId, SurfaceCatalog>,
    /// Findings about components whose surface has not stated its catalog yet.
    before_catalog: BTreeMap<SurfaceId, BeforeCatalog>,
    /// Catalogs that are not available, so that their components are not validated.
    unknown_catalogs: BTreeMap<CatalogId, UnknownCatalog>,
    surfaces: Surfaces,
    written: WrittenData,
    repairer: Repairer,
    /// The last version of each component, with its place in the document.
    places: BTreeMap<SurfaceId, BTreeMap<ComponentId, (OwnedInput, Pointer)>>,
    /// Updated surfaces that do not exist; each is reported once.
    unknown_surfaces: BTreeSet<SurfaceId>,
    deleted: BTreeSet<SurfaceId>,
    /// Surfaces with a refused message or a repeated component, for which no root can be suggested safely.
    unclear: BTreeSet<SurfaceId>,
    hidden: HiddenMessages,
    /// The place where each surface was created.
    created: BTreeMap<SurfaceId, (Place, Pointer)>,
    /// The place where `beginRendering` names the root of each surface.
    roots: BTreeMap<SurfaceId, (Place, Pointer)>,
}

/// A finding about a whole surface, with the component that it concerns.
#[derive(Debug)]
pub struct SurfaceFinding {
    /// The surface that has the problem.
    pub surface: SurfaceId,
    /// The component; `None` for the surface itself.
    pub component: Option<ComponentId>,
    /// The finding at its place.
    pub placed: PlacedFinding,
}

/// The findings and components before a surface stated its catalog.
#[derive(Debug, Default)]
struct BeforeCatalog {
    /// The findings for each catalog that the surface may state.
    found: Vec<(SurfaceCatalog, LimitedFindings)>,
    /// The components of each message, with the place of the first one.
    components: Vec<(Vec<ComponentId>, (Place, Pointer))>,
}

impl BeforeCatalog {
    /// Adds findings for a catalog that the surface may state.
    fn add(&mut self, catalog: SurfaceCatalog, findings: impl Iterator<Item = PlacedFinding>) {
        if let Some((_, found)) = self.found.iter_mut().find(|(known, _)| *known == catalog) {
            found.extend(findings);
            return;
        }
        let mut found = LimitedFindings::default();
        found.extend(findings);
        self.found.push((catalog, found));
    }
}

/// The components of an unavailable catalog.
#[derive(Debug)]
struct UnknownCatalog {
    components: BTreeSet<(SurfaceId, ComponentId)>,
    /// The place of the first component.
    first: (Place, Pointer),
}

/// Returns the options of surfaces whose components the catalogs define.
pub fn surface_options(protocol: DialectOrProtocol, given: &[CatalogDefinition]) -> SurfaceOptions {
    let fields = given
        .iter()
        .map(|catalog| ReferenceFields::from_catalog(catalog.source()));
    let fields = fields.fold(ReferenceFields::default(), ReferenceFields::and);
    SurfaceOptions::new()
        .references(fields)
        .notation(protocol.notation())
}

impl<'a> Stream<'a> {
    /// Begins a session. `given` are the catalogs of the caller, and `split` the surfaces of files that are read separately.
    pub fn new(
        protocol: DialectOrProtocol,
        given: &'a [CatalogDefinition],
        options: SurfaceOptions,
        split: Option<&'a mut SplitSessions>,
    ) -> Self {
        Self {
            protocol,
            catalogs: BTreeMap::new(),
            before_catalog: BTreeMap::new(),
            unknown_catalogs: BTreeMap::new(),
            given,
            split,
            surfaces: Surfaces::with_options(options),
            written: WrittenData::new(),
            repairer: Repairer::new(protocol.a2ui_version()),
            places: BTreeMap::new(),
            unknown_surfaces: BTreeSet::new(),
            deleted: BTreeSet::new(),
            unclear: BTreeSet::new(),
            hidden: HiddenMessages::default(),
            created: BTreeMap::new(),
            roots: BTreeMap::new(),
        }
    }

    /// Validates a document.
    pub fn validate(&mut self, input: &Input<'_>) -> Vec<PlacedFinding> {
        let mut found = LimitedFindings::default();
        if let Err(error) = self.document(input, &mut found) {
            for part in recover::parts(self.protocol, input, error) {
                let part = part.input();
                if let Err(error) = self.document(&part, &mut found) {
                    self.hidden.add_unreadable(part.text.as_ref().ok().copied());
                    found.push(self.unreadable(&part, &Pointer::root(), error));
                }
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
        self.message(input, message, at, &mut found);
        let mut found = found.finish();
        found.sort_unstable_by_key(|(place, _)| (place.line, place.column));
        found
    }

    /// Validates the messages of a JSON text.
    fn document(
        &mut self,
        input: &Input<'_>,
        found: &mut LimitedFindings,
    ) -> Result<(), DecodeError> {
        input.announce_to(&mut self.repairer);
        let text = input.text.clone()?;
        let before = self.repairer.checkpoint();
        let read = input.read_a2ui(text, &mut self.repairer);
        let obstacles = read.as_ref().map_or_else(
            |_| Obstacles::default(),
            |read| {
                Obstacles::of(
                    self.protocol,
                    input,
                    &read.elements,
                    &mut self.repairer,
                    &before,
                )
            },
        );
        self.repairer.release(before);
        found.extend(json::out_of_range(text).map(|finding| (input.at(&finding.pointer), finding)));
        let A2uiElements { elements, omitted } = read?;
        for (position, mut element) in elements.into_iter().enumerate() {
            if element
                .repairs
                .iter()
                .any(|repair| repair.kind == RepairKind::Truncated)
            {
                self.hidden.add_unreadable(None);
            }
            let of_element: Vec<_> = (0..element.repairs.len())
                .map(|index| obstacles.obstacle(&element, index, position == 0))
                .collect();
            let repairs = std::mem::take(&mut element.repairs)
                .into_iter()
                .zip(of_element);
            let repairs = repair::one_per_notation(repairs).into_iter();
            found.extend(repairs.map(|repair| (input.place_of(&repair), repair.error())));
            match element.result {
                Ok(message) => self.message(input, &message, &element.pointer, found),
                Err(error) => {
                    let is_duplicate = error.rule == DecodeRule::Duplicate;
                    found.push(self.unreadable(input, &element.pointer, error));
                    let without = || self.without_duplicates(input, &element.pointer);
                    match is_duplicate.then(without).flatten() {
                        Some(message) => self.message(input, &message, &element.pointer, found),
                        None => self.hidden.add_unreadable(input.value(&element.pointer)),
                    }
                }
            }
        }
        if let Some((first, count)) = omitted {
            self.hidden.add_unreadable(None);
            found.omit_errors(count, || (input.at(&first), first.clone()));
        }
        Ok(())
    }

    /// Reads the message at `at` with only the last of each repeated member, so that the rest of it is validated.
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
    fn unreadable(
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

    fn message(
        &mut self,
        input: &Input<'_>,
        message: &Message,
        at: &Pointer,
        found: &mut LimitedFindings,
    ) {
        let mut own = MessageFindings::new(input, message, at, self.given);
        let id = message.surface_id();
        let Some(id) = id.filter(|_| message.is_about_a_surface()) else {
            let catalog = id.and_then(|id| self.catalogs.get(id)).cloned();
            let mut of_catalog = self.catalog_findings(message, catalog.unwrap_or_default(), at);
            own.retain_new(&mut of_catalog);
            found.extend(own.take_placed());
            found.extend(of_catalog.into_iter().map(|finding| own.place(finding)));
            return;
        };
        let was_there = self.surfaces.get(id.as_str()).is_some();
        self.check_surface(&mut own, id, found);
        if let Some((id, catalog)) = stated_catalog(message) {
            self.state_catalog(id, catalog, found);
        }
        self.check_components(&mut own, id, found);
        if was_there || self.surfaces.get(id.as_str()).is_some() {
            self.unknown_surfaces.remove(id);
        }
        if message.key() == "deleteSurface" {
            self.forget_surface(id);
            if was_there {
                self.deleted.insert(id.clone());
            }
        }
    }

    /// Applies a message to its surface, and adds the findings about both.
    fn check_surface(
        &mut self,
        own: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        found: &mut LimitedFindings,
    ) {
        let (message, at) = (own.message, own.at);
        let surface = self.surfaces.get(id.as_str());
        let mixed = surface.and_then(|surface| surface.version_mismatch(message));
        if let Some(finding) = mixed {
            let pointer = at.join(&finding.pointer);
            own.push(with_pointer(finding, pointer));
        }
        let is_there = surface.is_some();
        let split = self.split.as_mut();
        let is_of_earlier_file = split.is_some_and(|split| split.observe(message));
        let creates = matches!(
            message.key(),
            "createSurface" | "beginRendering" | "surfaceUpdate" | "dataModelUpdate"
        );
        if !creates && !is_there {
            self.report_unknown_surface(own, id, is_of_earlier_file);
            return;
        }
        if message.key() == "deleteSurface" {
            // After the message, nothing is left to check.
            let surface = self.surfaces.get(id.as_str()).into_iter();
            let findings = surface.flat_map(|surface| self.surface_findings(surface));
            found.extend(findings.map(|found| found.placed));
        }
        for error in self.apply(message) {
            own.add_surface_error(error);
        }
        self.remember(own.input, message, &own.source);
    }

    /// Adds the finding that a surface does not exist, once for each surface.
    fn report_unknown_surface(
        &mut self,
        own: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        is_of_earlier_file: bool,
    ) {
        let (message, at) = (own.message, own.at);
        if message.key() == "deleteSurface" || !self.unknown_surfaces.insert(id.clone()) {
            return;
        }
        let word = own.input.value(&at.member("version")).map(token::string);
        let stated = word
            .as_deref()
            .or(message.version().words().first().copied());
        let creation = creation(id, message.version(), stated.unwrap_or_default());
        let at_id = at.member(message.key()).member("surfaceId");
        let mut unknown = self.unknown_surface(id, at_id, &creation);
        // A deleted surface is an error, and a misspelt id has a fix.
        if is_of_earlier_file && unknown.severity == Severity::Warning && unknown.fix.is_none() {
            unknown = unknown.hint(split_sessions::HINT);
        }
        // An unreadable message may create the surface.
        let is_sure = unknown.severity == Severity::Error || unknown.fix.is_some();
        if is_sure || !self.hidden.has_unreadable(id) {
            own.push(unknown);
        }
    }

    /// Remembers the catalog of a surface. Findings from before it was stated apply to the same components.
    fn state_catalog(
        &mut self,
        id: SurfaceId,
        catalog: SurfaceCatalog,
        found: &mut LimitedFindings,
    ) {
        let before = self.before_catalog.remove(&id);
        if let Some(before) = before.filter(|_| !self.catalogs.contains_key(&id)) {
            found.extend(self.findings_for_catalog(&id, &catalog, before));
        }
        self.catalogs.insert(id, catalog);
    }

    /// Adds all findings about a message of a surface, and those about its components.
    fn check_components(
        &mut self,
        own: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        found: &mut LimitedFindings,
    ) {
        let (message, at) = (own.message, own.at);
        let catalog = self.catalogs.get(id).cloned().unwrap_or_default();
        let mut of_catalog = self.catalog_findings(message, catalog.clone(), at);
        own.retain_new(&mut of_catalog);
        self.note_unknown_catalogs(own.input, id, message, catalog.clone(), at);
        found.extend(own.take_placed());
        if catalog == SurfaceCatalog::Unknown {
            self.check_against_candidates(own, id, &of_catalog);
        }
        found.extend(of_catalog.into_iter().map(|finding| own.place(finding)));
    }

    /// Remembers the findings for each catalog that the surface may state later. `reported` are those for all catalogs.
    fn check_against_candidates(
        &mut self,
        own: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        reported: &[Finding],
    ) {
        let reported = message_findings::keys(reported);
        let mut before = self.before_catalog.remove(id).unwrap_or_default();
        for candidate in self.candidates(own.message) {
            let mut rest = self.catalog_findings(own.message, candidate.clone(), own.at);
            rest.retain(|finding| !reported.contains(&(finding.rule, finding.pointer.clone())));
            let rest = rest.into_iter().map(|finding| own.place(finding));
            before.add(candidate, rest);
        }
        self.before_catalog.insert(id.clone(), before);
    }

    fn forget_surface(&mut self, id: &SurfaceId) {
        self.catalogs.remove(id);
        self.before_catalog.remove(id);
        self.places.remove(id);
        self.created.remove(id);
        self.roots.remove(id);
        self.hidden.delete(id);
    }

    /// Applies a message, or the valid parts of it, and returns the errors of the rest.
    fn apply(&mut self, message: &Message) -> Vec<SurfaceError> {
        let Err(error) = self.surfaces.apply(message) else {
            self.written.observe(message);
            return Vec::new();
        };
        // If a surface is too large, each of its later components is. One error states it.
        let is_of_component = error.rule != "too-many-bytes"
            && error
                .pointer
                .segments()
                .nth(1)
                .is_some_and(|name| name == "components");
        let parts = match is_of_component || error.rule == "surface-exists" {
            true => split_message(message),
            false => Vec::new(),
        };
        self.unclear.extend(message.surface_id().cloned());
        // A message without parts is refused as a whole; if it only creates the surface again, nothing is hidden.
        let mut is_hidden = parts.is_empty() && error.rule != "surface-exists";
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
        if let Some(id) = message.surface_id().filter(|_| is_hidden) {
            self.hidden.add_refused(id);
        }
        errors
    }

    /// Returns the finding for a message about a surface that does not exist. `creation` is a message that creates it.
    fn unknown_surface(&self, id: &SurfaceId, at: Pointer, creation: &str) -> Finding {
        if self.deleted.contains(id) {
            let message = format!("the surface `{id}` was deleted by an earlier message");
            return Finding::error("unknown-surface", at, message)
                .hint("create it again before this message, or delete it later");
        }
        const MAX_IDS: usize = 1_000;
        let known = self
            .surfaces
            .iter()
            .map(|surface| surface.surface_id().as_str())
            .take(MAX_IDS);
        if let Some(like) = closest(id.as_str(), known) {
            let message = format!("no message before this one creates the surface `{id}`");
            let finding = Finding::warning("unknown-surface", at, message);
            return finding
                .hint(format_args!("did you mean `{like}`?"))
                .fix(Fix::string(like));
        }
        // Another input may have created it.
        let message = format!(
            "no message before this one creates the surface `{id}`, so this one shows nothing"
        );
        Finding::warning("unknown-surface", at, message).hint(format!("send `{creation}` first"))
    }

    /// Validates a message against the catalogs, if its surface has the given one.
    fn catalog_findings(
        &self,
        message: &Message,
        surface: SurfaceCatalog,
        at: &Pointer,
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        let basic = basic(message.version(), self.notation(message));
        self.all_catalogs(&basic)
            .on_surface(surface.clone())
            .message_findings(message, at, &mut found);
        found
    }

    /// Returns the catalogs of the command line and the basic one.
    fn all_catalogs<'b>(&'b self, basic: &'b BasicCatalog) -> Catalogs<'b> {
        let none = Catalogs::new(basic.version(), basic.notation());
        self.given
            .iter()
            .fold(none, |all, given| all.with(given))
            .with(basic)
    }

    /// Returns the catalogs that a surface may state later.
    fn candidates(&self, message: &Message) -> Vec<SurfaceCatalog> {
        let basic = SurfaceCatalog::Named(CatalogId::basic(message.version()));
        let given = self
            .given
            .iter()
            .map(|catalog| SurfaceCatalog::Named(catalog.id().clone()));
        [SurfaceCatalog::Unnamed, basic]
            .into_iter()
            .chain(given)
            .collect()
    }

    /// Returns the findings from before the surface stated its catalog that apply to this catalog.
    fn findings_for_catalog(
        &mut self,
        id: &SurfaceId,
        catalog: &SurfaceCatalog,
        before: BeforeCatalog,
    ) -> Vec<PlacedFinding> {
        let is_basic = |catalog: &SurfaceCatalog| matches!(catalog, SurfaceCatalog::Named(id) if id.is_basic());
        let exact = before
            .found
            .iter()
            .position(|(candidate, _)| candidate == catalog);
        let basic = || {
            before
                .found
                .iter()
                .position(|(other, _)| is_basic(other) && is_basic(catalog))
        };
        let found = exact
            .or_else(basic)
            .and_then(|at| before.found.into_iter().nth(at));
        if let (None, SurfaceCatalog::Named(catalog)) = (&found, catalog) {
            for (components, first) in before.components {
                let ids = components
                    .into_iter()
                    .map(|component| (id.clone(), component));
                self.unknown_catalog(catalog, || first)
                    .components
                    .extend(ids);
            }
        }
        found.map(|(_, found)| found.finish()).unwrap_or_default()
    }

    /// Records the components of a message whose catalog is not available.
    fn note_unknown_catalogs(
        &mut self,
        input: &Input<'_>,
        id: &SurfaceId,
        message: &Message,
        surface: SurfaceCatalog,
        at: &Pointer,
    ) {
        let at = at.member(message.key()).member("components");
        let first = |index: usize| {
            let at = at.element(index);
            (input.at(&at), at)
        };
        let components = components(message);
        if surface == SurfaceCatalog::Unknown
            && message.version() == Version::V0_8
            && !components.is_empty()
        {
            let unstated = self.before_catalog.entry(id.clone()).or_default();
            return unstated.components.push((components, first(0)));
        }
        let basic = basic(message.version(), self.notation(message));
        for (index, catalog) in self
            .all_catalogs(&basic)
            .on_surface(surface)
            .unchecked_components(message)
        {
            let Some(component) = components.get(index).cloned() else {
                continue;
            };
            self.unknown_catalog(&catalog, || first(index))
                .components
                .insert((id.clone(), component));
        }
    }

    fn unknown_catalog(
        &mut self,
        catalog: &CatalogId,
        first: impl FnOnce() -> (Place, Pointer),
    ) -> &mut UnknownCatalog {
        let new = || UnknownCatalog {
            components: BTreeSet::new(),
            first: first(),
        };
        self.unknown_catalogs
            .entry(catalog.clone())
            .or_insert_with(new)
    }

    /// Returns one notice for each unavailable catalog.
    fn report_unknown_catalogs(&self) -> impl Iterator<Item = PlacedFinding> {
        self.unknown_catalogs.iter().map(|(catalog, unknown)| {
            let (place, pointer) = unknown.first.clone();
            let message = match unknown.components.len() {
                1 => format!("1 component of the catalog `{catalog}` was not validated"),
                count => {
                    format!("{count} components of the catalog `{catalog}` were not validated")
                }
            };
            let finding = Finding::info("unjudged-catalog", pointer, message);
            (
                place,
                finding.hint("pass the catalog with `options.catalogs`"),
            )
        })
    }

    /// Returns the notation: as requested, else as the message or its surface shows.
    fn notation(&self, message: &Message) -> Notation {
        let asked = match message.version() {
            Version::V0_8 => Some(Notation::Bound),
            _ => self.protocol.notation(),
        };
        let of_call = |call: &v1_0::FunctionCall, version: v1_0::Version| match call.notation() {
            _ if !version.is_candidate() => Notation::At,
            Notation::At => Notation::AtValues,
            other => other,
        };
        let said = match message {
            Message::V1_0Agent(message) => match &message.body {
                v1_0::AgentBody::CallRendererFunction(body) => {
                    Some(of_call(&body.call_function, message.version))
                }
                _ => a2ui::surface::notation_of(message),
            },
            Message::V1_0Renderer(v1_0::RendererMessage {
                version,
                body: v1_0::RendererBody::CallAgentFunction(body),
                ..
            }) => Some(of_call(&body.call_function, *version)),
            _ => None,
        };
        let surface = || self.surfaces.get(message.surface_id()?.as_str());
        let shown = || surface().map_or(Notation::Plain, Surface::notation);
        asked.or(said).unwrap_or_else(shown)
    }

    fn remember(&mut self, input: &Input<'_>, message: &Message, source: &DocumentPlace) {
        let Some(id) = message.surface_id() else {
            return;
        };
        let at = source.place_of(source.key.clone());
        let created = || (input.at(&at), at.clone());
        match message.key() {
            // Until then, the place of a 0.8 surface is its first message.
            "beginRendering" => {
                self.created.insert(id.clone(), created());
                let root = at.member("root");
                self.roots.insert(id.clone(), (input.at(&root), root));
            }
            _ => {
                self.created.entry(id.clone()).or_insert_with(created);
            }
        }
        let components = components(message);
        if components.is_empty() {
            return;
        }
        let places = self.places.entry(id.clone()).or_default();
        let at = source.place_of(source.key.member("components"));
        let (list, mut place, mut passed) =
            (input.value(&at).unwrap_or_default(), input.at(&at), 0);
        for ((index, component), child) in components
            .into_iter()
            .enumerate()
            .zip(token::children(list))
        {
            place = place.after(list.get(passed..child.at).unwrap_or_default());
            passed = child.at;
            let sent = Input::new(place.clone(), Ok(child.text));
            if places
                .insert(component, (sent.into(), at.element(index)))
                .is_some()
            {
                self.unclear.insert(id.clone());
            }
        }
    }

    /// Returns the findings about whole surfaces at the end of the input.
    pub fn finish(&mut self) -> Vec<PlacedFinding> {
        let mut found = self.findings_without_catalog();
        for surface in self.surfaces.iter() {
            found.extend(limited(
                self.surface_findings(surface)
                    .into_iter()
                    .map(|found| found.placed),
            ));
        }
        found.extend(self.report_unknown_catalogs());
        found
    }

    /// Returns the findings about the components of 0.8 surfaces without `beginRendering`, as warnings. They apply to
    /// the standard catalog, or to a catalog of the command line that fits better.
    fn findings_without_catalog(&mut self) -> Vec<PlacedFinding> {
        let mut all = Vec::new();
        for (id, before) in std::mem::take(&mut self.before_catalog) {
            let is_old = |surface: &Surface| surface.version() == Version::V0_8;
            if !self.surfaces.get(id.as_str()).is_some_and(is_old) {
                continue;
            }
            let named = before
                .found
                .into_iter()
                .filter(|(catalog, _)| *catalog != SurfaceCatalog::Unnamed);
            let fitting = named
                .map(|(_, found)| found)
                .min_by_key(LimitedFindings::count)
                .unwrap_or_default();
            all.extend(limited(fitting.finish().into_iter().map(
                |(place, mut finding)| {
                    finding.severity = finding.severity.min(Severity::Warning);
                    (place, finding)
                },
            )));
        }
        all
    }

    /// Returns the findings about whole surfaces, as they are now.
    pub fn findings_of_surfaces(&self) -> impl Iterator<Item = SurfaceFinding> {
        self.surfaces
            .iter()
            .flat_map(|surface| self.surface_findings(surface))
    }

    /// Returns the findings about a whole surface, if it has components.
    fn surface_findings(&self, surface: &Surface) -> Vec<SurfaceFinding> {
        let Some(created) = self.created.get(surface.surface_id()) else {
            return Vec::new();
        };
        if surface.components().next().is_none() {
            return Vec::new();
        }
        let mut found = surface.validate();
        let given: Vec<&dyn Catalog> = self
            .given
            .iter()
            .map(|catalog| catalog as &dyn Catalog)
            .collect();
        surface.placement_findings(&given, &Pointer::root(), &mut found);
        found.extend(self.written.findings(surface));
        found.retain(|finding| !self.is_hidden(surface, finding));
        if surface.root().is_none() {
            // Without `beginRendering`, the rest of the surface may have been sent before this input.
            found
                .iter_mut()
                .for_each(|finding| finding.severity = finding.severity.min(Severity::Warning));
        }
        if self.unclear.contains(surface.surface_id()) {
            let missing_root = found
                .iter_mut()
                .filter(|finding| finding.rule == "missing-root");
            missing_root.for_each(|finding| finding.fix = None);
        }
        let mut last = None;
        found
            .into_iter()
            .map(|finding| self.place(surface, created, &mut last, finding))
            .collect()
    }

    /// Returns `true` if the finding is about something that is only missing because a message was not read or applied.
    fn is_hidden(&self, surface: &Surface, finding: &Finding) -> bool {
        let id = surface.surface_id();
        let is_about_absence = matches!(
            finding.rule,
            "dangling-reference" | "orphan" | "unwritten-path" | "missing-root"
        );
        if self.hidden.has_unreadable(id) || !self.hidden.has_refused(id) {
            return is_about_absence && self.hidden.has_unreadable(id);
        }
        // The components of a refused message are known by name.
        let is_sent = |component: &str| {
            self.places
                .get(id)
                .is_some_and(|places| places.contains_key(&ComponentId::from(component)))
        };
        match finding.rule {
            "orphan" | "unwritten-path" => true,
            "dangling-reference" => self
                .referenced(id, &finding.pointer)
                .is_some_and(|id| is_sent(&id)),
            "missing-root" => surface.root().is_some_and(is_sent),
            _ => false,
        }
    }

    /// Returns the component id at a place of a snapshot.
    fn referenced(&self, surface: &SurfaceId, at: &Pointer) -> Option<String> {
        let mut segments = at.segments().skip(1);
        let component = ComponentId::from(&*segments.next()?);
        let (sent, _) = self.places.get(surface)?.get(&component)?;
        let inside = segments.fold(Pointer::root(), |at, segment| at.member(&segment));
        Some(token::string(sent.input().value(&inside)?).into_owned())
    }

    /// Places a finding about a surface at its component, or else where the surface was created. `last` is the
    /// component of the previous finding.
    fn place<'b>(
        &'b self,
        surface: &Surface,
        created: &(Place, Pointer),
        last: &mut Option<(ComponentId, Input<'b>)>,
        mut finding: Finding,
    ) -> SurfaceFinding {
        let whole = finding.pointer.clone();
        let mut segments = whole.segments();
        let is_component = segments.next().as_deref() == Some("components");
        let component = segments
            .next()
            .filter(|_| is_component)
            .map(|id| ComponentId::from(&*id));
        let places = self.places.get(surface.surface_id());
        let of = |placed| SurfaceFinding {
            surface: surface.surface_id().clone(),
            component: component.clone(),
            placed,
        };
        let sent = component
            .as_ref()
            .and_then(|id| places?.get(id).map(|sent| (id.clone(), sent)));
        let (place, pointer) = match sent {
            Some((id, (sent, at))) => {
                let inside = segments.fold(Pointer::root(), |at, segment| at.member(&segment));
                // Successive places in one component are found in a single pass.
                let input = match last.take().filter(|(last, _)| *last == id) {
                    Some((_, input)) => input,
                    None => sent.input(),
                };
                let place = input.at(&inside);
                *last = Some((id, input));
                (place, at.join(&inside))
            }
            None => {
                let is_root = surface.stated_root().is_some() && whole.as_str() == "/root";
                if let Some((place, pointer)) =
                    self.roots.get(surface.surface_id()).filter(|_| is_root)
                {
                    return of((place.clone(), with_pointer(finding, pointer.clone())));
                }
                // The suggested edit does not apply at this place.
                finding.fix = None;
                created.clone()
            }
        };
        of((place, with_pointer(finding, pointer)))
    }
}

fn with_pointer(mut finding: Finding, pointer: Pointer) -> Finding {
    finding.pointer = pointer;
    finding
}

/// Returns the text of a message that creates a surface with the basic catalog.
fn creation(id: &SurfaceId, version: Version, word: &str) -> String {
    let [id, word] = [id.as_str(), word].map(|text| wire::Payload::string(text).text().to_owned());
    let catalog = CatalogId::basic(version);
    format!(r#"{{"version":{word},"createSurface":{{"surfaceId":{id},"catalogId":"{catalog}"}}}}"#)
}

/// Returns the catalog that a creating message states. In 0.8, the default is the standard catalog.
fn stated_catalog(message: &Message) -> Option<(SurfaceId, SurfaceCatalog)> {
    use a2ui::{v0_8, v0_9, v0_10, v1_0};
    let (id, catalog) = match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::BeginRendering(body),
            ..
        }) => {
            let catalog = body.catalog_id.get().cloned();
            (
                &body.surface_id,
                Some(catalog.unwrap_or_else(|| CatalogId::basic(Version::V0_8))),
            )
        }
        Message::V0_9Agent(v0_9::AgentMessage {
            body: v0_9::AgentBody::CreateSurface(body),
            ..
        }) => (&body.surface_id, Some(body.catalog_id.clone())),
        Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::CreateSurface(body),
            ..
        }) => (&body.surface_id, Some(body.catalog_id.clone())),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::CreateSurface(body),
            ..
        }) => (&body.surface_id, body.catalog_id.get().cloned()),
        _ => return None,
    };
    Some((
        id.clone(),
        catalog.map_or(SurfaceCatalog::Unnamed, SurfaceCatalog::Named),
    ))
}

/// Returns the ids of the components of a message, in order.
fn components(message: &Message) -> Vec<ComponentId> {
    use a2ui::{v0_8, v0_9, v0_10, v1_0};
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::SurfaceUpdate(body),
            ..
        }) => body
            .components
            .iter()
            .map(|component| component.id.clone())
            .collect(),
        Message::V0_9Agent(v0_9::AgentMessage {
            body: v0_9::AgentBody::UpdateComponents(body),
            ..
        })
        | Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::UpdateComponents(body),
            ..
        }) => body
            .components
            .iter()
            .map(|component| component.id.clone())
            .collect(),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::UpdateComponents(body),
            ..
        }) => body
            .components
            .iter()
            .map(|component| component.id.clone())
            .collect(),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::CreateSurface(body),
            ..
        }) => {
            let components = body.components.get().map_or(&[][..], Vec::as_slice);
            components
                .iter()
                .map(|component| component.id.clone())
                .collect()
        }
        _ => Vec::new(),
    }
}
