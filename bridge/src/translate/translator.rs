//! Translates messages one after the other.

mod byte_bound;
mod hops;
mod identifiers;
mod other_way;
#[cfg(test)]
mod tests;

use super::{
    folding::{FinishedSurface, Folding, SavedFold},
    message::{AnyMessage, Family, not_enabled},
    note_composition::{CompositionCache, compose_outputs},
    sessions::{Earlier, EndedMapping, Sessions},
    table::{KnownRoutes, distance, no_route_at_all},
};
use crate::{
    Carry, CarryPolicy, Context, Dialect, DialectOrProtocol, Embed, IgnoredCarry, LossPolicy, Note,
    Refusal, RefusalKind, RequestedNotes, RequestedOutputs, Rule, SealKey, Trust, Verdict,
    byte_budget::DEFAULT_SESSION_BYTES,
    lens::{FieldMap, Output as MappingOutput, Step, TranslationCx},
    shared::SharedMap,
    trust::carry_slot::CARRY_MEMBER,
};
use hops::{Hops, InFlight};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Field, Pointer};

/// The input number of messages that a translator only [observed](Translator::observe). Such messages produce no
/// output.
const OBSERVED: u64 = u64::MAX;

/// The rule of the note about an unused carry.
static IGNORED_CARRY: Rule = Rule {
    id: IgnoredCarry::RULE,
    from: "/agent_ui_carry",
    to: "",
};

/// Translates the messages of one dialect into another, in order, through as many mappings as the route needs.
///
/// A translator remembers the parts of earlier messages that later messages depend on. A refused message changes nothing.
///
/// ```
/// use agent_ui_bridge::{Carry, Context, Dialect, Translator, a2ui::Message};
///
/// let mut down = Translator::new(Dialect::A2ui0_8, Dialect::AhpCanvas, Context::default())?;
/// for text in [
///     r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Text":{"text":{"literalString":"a"}}}}]}}"#,
///     r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#,
/// ] {
///     assert!(down.push(Message::read(text)?, Carry::default())?.outputs.is_empty(), "a canvas is a whole surface");
/// }
/// let canvases = down.finish();
/// assert!(canvases.outputs[0].message.encode()?.starts_with(r#"{"channel":"ahp-canvas:/s","state":{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Translator {
    ends: Ends,
    cx: Context,
    settings: Settings,
    /// The number of the next message.
    next: u64,
    earlier: Earlier,
    subjects: Subjects,
    routes: KnownRoutes,
    last_notes: CompositionCache,
}

/// The source and the target of a translator.
#[derive(Debug)]
struct Ends {
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    /// The dialects from which a route may have several steps. On such routes, notes are needed to map places in
    /// intermediate messages back to the input.
    distant: Vec<Dialect>,
}

/// The options of a translator.
#[derive(Debug)]
struct Settings {
    requested: RequestedOutputs,
    trust: Trust,
    seal: Option<SealKey>,
    /// `true` if the component ids of A2UI 1.0 are read and written as identifiers.
    escapes_ids: bool,
    delivery: Delivery,
    /// The maximum number of bytes kept from earlier messages.
    max_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            requested: RequestedOutputs::default(),
            trust: Trust::default(),
            seal: None,
            escapes_ids: false,
            delivery: Delivery::default(),
            max_bytes: DEFAULT_SESSION_BYTES,
        }
    }
}

/// Facts about surfaces and canvases. Each map counts toward the byte limit and is saved under a separate name.
#[derive(Debug, Default)]
struct Subjects {
    /// The detected A2UI 1.0 notation of each surface, as a dialect.
    notations: SharedMap<String, Dialect>,
    /// The dialect of each surface on the other side of a [`Bridge`](super::Bridge), used if the target is named without
    /// a version.
    origins: SharedMap<String, Dialect>,
    /// The rule that refused an earlier message, by the surface or canvas of that message. Dependent messages are
    /// refused as well.
    refused: SharedMap<String, String>,
}

/// A surface or canvas on which later messages may depend.
struct Subject {
    id: String,
    /// `true` if the message creates the subject anew.
    is_new: bool,
}

/// A message that waited until the end of the input.
struct WaitingMessage {
    /// The dialects that the message has passed.
    hops: Hops,
    output: MappingOutput<AnyMessage>,
    /// The surface of a folded canvas. Other messages state their subject themselves.
    surface: Option<String>,
}

/// The delivery of carries and the policy for losses.
#[derive(Clone, Copy, Debug, Default)]
struct Delivery {
    inside: bool,
    /// Decides which losses are refused.
    loss_policy: LossPolicy,
    /// `true` to translate each message back, and to refuse a message whose losses differ from those that the mapping
    /// states.
    is_paranoid: bool,
}

/// An output message of a [`Translator`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// The number of the input message, starting at 0. A refused message does not use up a number.
    pub input: u64,
    /// The translated message.
    pub message: AnyMessage,
    /// The fields that the message cannot hold. Pass them back with the message.
    pub carry: Carry,
    /// The notes about the source fields of this message.
    pub notes: Vec<Note>,
}

/// The messages and notes that a [`Translator`] returns after a message or at the end.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "the notes say what was lost"]
#[non_exhaustive]
pub struct Outputs {
    /// The output messages, in order.
    pub outputs: Vec<Output>,
    /// The notes about source fields that no output message contains.
    pub notes: Vec<Note>,
    /// At the end of the input: the numbers of messages that cannot be emitted, each with its refusal.
    pub refusals: Vec<(u64, Refusal)>,
}

impl Outputs {
    /// Iterates over the notes of all outputs and the notes without an output.
    pub fn all_notes(&self) -> impl Iterator<Item = &Note> {
        self.outputs
            .iter()
            .flat_map(|output| &output.notes)
            .chain(&self.notes)
    }
}

wire::object! {
    /// The saved state of a [`Translator`], from which another translator can continue.
    pub struct SavedTranslator {
        /// The source dialect or protocol, by name.
        from: String,
        /// The target dialect or protocol, by name.
        to: String,
        /// The number of the next message.
        next: u64,
        /// The state that mappings keep of earlier messages.
        sessions: Sessions,
        /// The surfaces that are being folded into canvases.
        fold: SavedFold,
        /// The dialect of A2UI 1.0 in which each surface is written, by surface id.
        notations: BTreeMap<String, String>,
        /// The rules that refused earlier messages, by surface or canvas.
        refused: SharedMap<String, String>,
        /// The dialect of each surface on the other side of a bridge, by surface id.
        origins?: Field<BTreeMap<String, String>>,
    }
}

impl SavedTranslator {
    /// Returns the source and the target of the translator.
    pub(super) fn ends(&self) -> Result<(DialectOrProtocol, DialectOrProtocol), Refusal> {
        Ok((read_end(&self.from, "from")?, read_end(&self.to, "to")?))
    }
}

impl Translator {
    /// Creates a translator from one dialect to another.
    ///
    /// If `from` names a version, messages of other versions are refused. If `from` is a protocol without a version, each
    /// message determines its own dialect. If `to` is a protocol without a version, the target is the dialect that the
    /// message came from, or the default dialect of the protocol.
    ///
    /// # Errors
    /// Refuses if no message of the source can be translated into the target.
    pub fn new(
        from: impl Into<DialectOrProtocol>,
        to: impl Into<DialectOrProtocol>,
        cx: Context,
    ) -> Result<Self, Refusal> {
        let (from, to) = (from.into(), to.into());
        for protocol in [from.protocol(), to.protocol()] {
            if !protocol.is_enabled() {
                return Err(not_enabled(protocol));
            }
        }
        let mut cx = cx;
        cx.clear_cache();
        let has_versions = from.protocol().has_versions_in_messages();
        let is_open = has_versions && from.protocol() == to.protocol() && !(from.exact && to.exact);
        if !is_open && !has_route(from.dialect, to.dialect) {
            return Err(no_route_at_all(from.dialect, to.dialect));
        }
        Ok(Self {
            ends: Ends {
                from,
                to,
                distant: distant_dialects(from, to),
            },
            cx,
            settings: Settings::default(),
            next: 0,
            earlier: Earlier {
                sessions: Sessions::default(),
                folding: Folding::new(from),
            },
            subjects: Subjects::default(),
            routes: KnownRoutes::default(),
            last_notes: CompositionCache::default(),
        })
    }

    /// Translates a message with the carry that came next to it, and returns the messages that are due.
    ///
    /// # Errors
    /// Refuses a message of another dialect than the source of the translator, with the rule `translator/dialect`. Refuses
    /// if a mapping refuses, if the message has no route, or if it would lose a field that the loss policy protects. A
    /// refused message changes nothing.
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, Context, Dialect, Protocol, RefusalKind, Translator, a2ui::Message};
    ///
    /// let create = Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
    /// let mut old = Translator::new(Dialect::A2ui0_8, Dialect::AhpCanvas, Context::default())?;
    /// let refusal = old.push(create.clone(), Carry::default()).unwrap_err();
    /// assert_eq!((refusal.kind(), refusal.rule()), (RefusalKind::Rule, "translator/dialect"));
    /// assert_eq!(refusal.message(), "expected a message of a2ui@0.8, found one of a2ui@0.9");
    ///
    /// let mut any = Translator::new(Protocol::A2ui, Dialect::AhpCanvas, Context::default())?;
    /// assert!(any.push(create, Carry::default()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(
        &mut self,
        message: impl Into<AnyMessage>,
        beside: Carry,
    ) -> Result<Outputs, Refusal> {
        let message = message.into();
        self.ensure_dialect(&message)?;
        let subject = self.subject_of(&message);
        if let Some(Subject { id, is_new: false }) = &subject {
            self.refuse_dependent(id)?;
        }
        if self.settings.requested.notes != RequestedNotes::None {
            return self.run_message(message, beside, true, subject);
        }
        // On a route with several steps only the notes map a refusal back to the input, and refusals are rare. A message
        // without state is simply translated again, with notes.
        let is_distant = self.is_distant(&message);
        if !is_distant || message.family() == Family::Surfaces {
            return self.run_message(message, beside, is_distant, subject);
        }
        let again = (message.clone(), beside.clone());
        let run = self.run_message(message, beside, false, subject);
        if run.is_ok() {
            return run;
        }
        let (message, beside) = again;
        // Only messages about surfaces have a subject.
        self.run_message(message, beside, true, None)
    }

    /// Ends the input. Returns the messages that waited for optional later messages, and refuses the messages that
    /// still need a later message.
    pub fn finish(&mut self) -> Outputs {
        let mut made = Outputs::default();
        let (cx, nothing) = (self.cx.clone(), Carry::default());
        let step = Step::new(self.ends.from.dialect, self.ends.to.dialect);
        let requested = RequestedOutputs {
            notes: self.notes_between(self.needs_notes()),
            ..self.settings.requested
        };
        // The end has no input of its own. Each waiting message has its own number and carry.
        let mut tcx = TranslationCx::new(step, 0, &nothing, &cx, requested);
        tcx.is_embedding = self.settings.delivery.inside;
        // Messages that waited in a session may be folded.
        for message in self.end_sessions(&tcx, &mut made.refusals) {
            self.emit_waiting(message, &mut made);
        }
        for message in self.end_folding(&tcx, &mut made.refusals) {
            self.emit_waiting(message, &mut made);
        }
        self.retain_requested(&mut made);
        made.refusals.sort_by_key(|(input, _)| *input);
        made
    }

    /// Sets which extra outputs are computed with each message.
    #[must_use]
    pub fn request(mut self, requested: RequestedOutputs) -> Self {
        self.settings.requested = requested;
        self
    }

    /// Sets which carries are trusted. A carry that is not used is reported in a note.
    #[must_use]
    pub fn trust(mut self, trust: Trust) -> Self {
        self.settings.trust = trust;
        self
    }

    /// Seals the carries of outputs, so that [`CarryPolicy::Sealed`](crate::CarryPolicy) accepts them later.
    #[must_use]
    pub fn seal(mut self, key: SealKey) -> Self {
        self.settings.seal = Some(key);
        self
    }

    /// Writes the component ids of A2UI 1.0 as [identifiers](a2ui::ComponentId::to_identifier), and converts them back on
    /// input. Strict clients of 1.0 reject other ids.
    ///
    /// The fields that refer to components are those of the published catalog and those in the
    /// [references](a2ui::surface::SurfaceOptions::references) option of the context's surfaces.
    ///
    /// ```
    /// use agent_ui_bridge::{Bridge, Carry, Context, Dialect, Translator, a2ui::Message, wire};
    ///
    /// let between = |from, to| Translator::new(from, to, Context::default()).map(Translator::escape_ids);
    /// let (old, new) = (Dialect::A2ui0_9, Dialect::A2ui1_0);
    /// let mut bridge = Bridge::of(between(old, new)?, between(new, old)?);
    /// let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a-b","component":"Text","text":"Hi"}]}}"#;
    /// let mut made = bridge.forward(Message::read(update)?, Carry::default())?;
    /// let made = made.outputs.remove(0);
    /// assert!(made.message.encode()?.contains(r#""id":"a_x2D_b""#));
    /// assert_eq!(bridge.backward(made.message, made.carry)?.outputs[0].message.encode()?, update);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn escape_ids(mut self) -> Self {
        self.settings.escapes_ids = true;
        self
    }

    /// Embeds carries in the messages. A message that has no room for its carry is refused.
    #[must_use]
    pub fn embed(mut self) -> Self {
        self.settings.delivery.inside = true;
        self
    }

    /// Sets which losses are refused. A refused message also refuses the later messages that depend on it.
    ///
    /// Every policy but [`LossPolicy::Allow`] turns on the notes, because they name the losses.
    #[must_use]
    pub fn loss_policy(mut self, policy: LossPolicy) -> Self {
        self.settings.delivery.loss_policy = policy;
        if policy != LossPolicy::Allow {
            self.settings.requested.notes = RequestedNotes::All;
        }
        self
    }

    /// Translates each message back. Refuses it with the rule `translator/paranoid` if the losses differ from the
    /// losses that the mapping states. Messages between A2UI 0.8 and 0.9 are translated back in any case.
    ///
    /// Tests check this for all mappings. Call this method to check it for each message. The check costs as much as two
    /// more translations.
    #[must_use]
    pub fn paranoid(mut self) -> Self {
        self.settings.delivery.is_paranoid = true;
        self
    }

    /// Limits the bytes kept of earlier messages, measured as JSON.
    ///
    /// The limit applies separately to the sessions of mappings, to surfaces that are folded into canvases, and to the
    /// carries and notes of these surfaces. The default is [`DEFAULT_SESSION_BYTES`], 256 MiB, and 64 MiB for one folded
    /// surface.
    ///
    /// A message that exceeds the limit is refused by the rule `session/too-many-bytes`, or `too-many-bytes` for a
    /// surface. State is never dropped to make room: the next message is translated as before, and a message that deletes
    /// a surface always succeeds.
    ///
    /// [`DEFAULT_SESSION_BYTES`]: crate::DEFAULT_SESSION_BYTES
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, Context, DEFAULT_SESSION_BYTES, Dialect, Translator, a2ui::Message};
    ///
    /// assert_eq!(DEFAULT_SESSION_BYTES, 256 << 20);
    /// let mut down = Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default())?.max_bytes(1000);
    /// let create = |catalog: &str| {
    ///     Message::read(&format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}"#))
    /// };
    /// let refusal = down.push(create(&"c".repeat(1000))?, Carry::default()).unwrap_err();
    /// assert_eq!(refusal.rule(), "session/too-many-bytes");
    /// assert!(down.push(create("c")?, Carry::default()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.settings.max_bytes = bytes;
        self.earlier.folding.set_max_bytes(bytes);
        self
    }

    /// Returns the source and the target.
    pub fn ends(&self) -> (DialectOrProtocol, DialectOrProtocol) {
        (self.ends.from, self.ends.to)
    }

    /// Returns the number that the next message will have.
    pub fn next_input(&self) -> u64 {
        self.next
    }

    /// Refuses a click on the root of an A2UI surface for an agent of 0.8, if the translator does not know the surface. In 0.8
    /// the agent chooses the id of the root, and later versions call it `root`. A [`Bridge`](crate::Bridge) knows the surfaces.
    ///
    /// # Errors
    /// Returns the refusal of such a click.
    ///
    /// ```
    /// use agent_ui_bridge::{Context, Dialect, Translator, a2ui::Message};
    ///
    /// let translator = Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default())?;
    /// let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    /// let refusal = translator.ensure_root_is_known(&Message::read(click)?.into()).unwrap_err();
    /// assert_eq!(refusal.rule(), "translator/unknown-root");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ensure_root_is_known(&self, message: &AnyMessage) -> Result<(), Refusal> {
        if self.ends.to.dialect != Dialect::A2ui0_8 {
            return Ok(());
        }
        let Some(surface) = self.earlier.unknown_root(message, &self.cx) else {
            return Ok(());
        };
        let at = Pointer::from_static("/action/sourceComponentId");
        let message =
            format!("the surface `{surface}` is unknown, and in A2UI 0.8 its root may have any id");
        let hint = "translate both directions with one bridge, or pass the messages of the agent as `options.context.surfaces`";
        Err(Refusal::context("translator/unknown-root", at, message).hint(hint))
    }

    /// Returns `true` if each message is translated independently of all others. Translations of messages about
    /// surfaces depend on earlier messages.
    ///
    /// ```
    /// use agent_ui_bridge::{Context, Dialect, Translator};
    ///
    /// let between = |from, to| Translator::new(from, to, Context::default());
    /// assert!(between(Dialect::Aap, Dialect::A2ui0_9)?.is_stateless());
    /// assert!(!between(Dialect::A2ui0_9, Dialect::A2ui0_8)?.is_stateless());
    /// # Ok::<(), agent_ui_bridge::Refusal>(())
    /// ```
    pub fn is_stateless(&self) -> bool {
        let (from, to) = (self.ends.from, self.ends.to);
        from.protocol() != to.protocol()
            && distance(from.dialect, to.dialect, Family::Surfaces).is_none()
    }

    /// Returns the numbers of messages for which outputs or notes may still follow, with a later message or at the end.
    pub fn waiting_inputs(&self) -> BTreeSet<u64> {
        wire::collect_set(
            self.earlier
                .waiting_in_sessions()
                .chain(self.earlier.folding.waiting()),
        )
    }

    /// Returns the context of the translations.
    pub fn context(&self) -> &Context {
        &self.cx
    }

    /// Sets whether carries are computed. Returns the previous setting.
    pub(super) fn request_carry(&mut self, is_requested: bool) -> bool {
        std::mem::replace(&mut self.settings.requested.carry, is_requested)
    }

    /// Returns the context for changes, such as new live surfaces or another time. Later messages use the changed
    /// context.
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, Context, Dialect, Translator, a2ui::Message};
    ///
    /// let mut translator = Translator::new(Dialect::A2ui0_9, Dialect::Aap, Context::default())?;
    /// let create = Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
    /// translator.context_mut().surfaces.apply(&create)?;
    /// assert!(translator.context().surfaces.get("s").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn context_mut(&mut self) -> &mut Context {
        // The cached names depend on the context.
        self.cx.clear_cache();
        &mut self.cx
    }

    /// Forgets all earlier messages. The next message begins a new session, and has the next number.
    ///
    /// Call [`finish`](Self::finish) first, because messages that still wait are forgotten, too.
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, Context, Dialect, Translator, a2ui::Message, wire};
    ///
    /// let mut translator = Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default())?;
    /// let create = Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
    /// for input in 0..2 {
    ///     translator.push(create.clone(), Carry::default())?;
    ///     assert_eq!(translator.finish().outputs[0].input, input);
    ///     translator.begin_session();
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_session(&mut self) {
        self.earlier.sessions = Sessions::default();
        self.earlier.folding.restart();
        self.subjects = Subjects::default();
    }

    /// Refuses a message of another dialect than the source of this translator.
    pub(super) fn ensure_dialect(&self, message: &AnyMessage) -> Result<(), Refusal> {
        let (stated, from) = (message.dialect(), self.ends.from);
        if from.accepts(stated) {
            return Ok(());
        }
        let found = format!("expected a message of {from}, found one of {stated}");
        let hint = if stated.protocol() == from.protocol() {
            let protocol = from.protocol();
            format!(
                "create the translator from {stated}, or from {protocol}, which accepts all versions"
            )
        } else {
            format!("create the translator from {stated}")
        };
        Err(Refusal::rule_broken("translator/dialect", Pointer::root(), found).hint(hint))
    }

    /// Returns the surface or canvas of a message if later messages depend on the message. Messages about a surface
    /// depend on earlier messages until the surface is created anew. Interactions depend on none.
    fn subject_of(&self, message: &AnyMessage) -> Option<Subject> {
        let may_be_refused = self.settings.delivery.loss_policy != LossPolicy::Allow
            || !self.subjects.refused.is_empty();
        if message.family() != Family::Surfaces || !may_be_refused {
            return None;
        }
        let id = message.subject()?;
        let is_new = is_new_subject(message);
        Some(Subject { id, is_new })
    }

    /// Returns `true` if the route of a message may have several steps.
    fn is_distant(&self, message: &AnyMessage) -> bool {
        !self.ends.distant.is_empty() && self.ends.distant.contains(&self.dialect_of(message).0)
    }

    /// Translates a message, with or without the notes between mappings.
    fn run_message(
        &mut self,
        mut message: AnyMessage,
        beside: Carry,
        with_notes: bool,
        subject: Option<Subject>,
    ) -> Result<Outputs, Refusal> {
        // Other messages neither read nor change what the translator remembers.
        let is_of_surface = message.family() == Family::Surfaces;
        if is_of_surface && message.a2ui_key() != Some("deleteSurface") {
            self.refuse_too_many_bytes()?;
        }
        let requested = self.settings.requested.notes.all_if_any();
        let mut notes = FieldMap::about(self.next, requested);
        let (carry, ignored) = self.admit_carries(&mut message, beside, &mut notes);
        let escaped = self.read_identifiers(&mut message)?;
        let (dialect, notation) = self.dialect_of(&message);
        let in_flight = InFlight {
            message,
            dialect,
            carry: Cow::Borrowed(&carry),
            input: self.next,
            notes: Vec::new(),
            hops: Hops::new(dialect),
        };
        let mut made = Outputs {
            notes: notes.list,
            ..Outputs::default()
        };
        // A refused message must change nothing.
        let before = if is_of_surface {
            Some(self.earlier.sessions.clone())
        } else {
            None
        };
        let run = match self.ensure_carry_is_used(ignored) {
            Ok(()) => self.run_and_deliver(in_flight, &carry, with_notes, &mut made),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = run {
            if let Some(before) = before {
                self.earlier.sessions = before;
            }
            if let (Some(subject), RefusalKind::Loss) = (subject, refusal.kind()) {
                let rule = refusal.rule().to_owned();
                self.subjects.refused.insert(subject.id, rule);
            }
            return Err(refusal);
        }
        self.add_remarks_about_ids(&escaped, &mut made);
        self.retain_requested(&mut made);
        if let Some(Subject { id, is_new: true }) = subject {
            self.subjects.refused.remove(&id);
        }
        if let Some((subject, dialect)) = notation {
            self.subjects.notations.insert(subject, dialect);
        }
        self.next = self.next.saturating_add(1);
        Ok(made)
    }

    /// Translates a message until it reaches its target dialect, refuses losses that are not allowed, and delivers the
    /// outputs.
    fn run_and_deliver(
        &mut self,
        in_flight: InFlight<'_>,
        came_with: &Carry,
        with_notes: bool,
        made: &mut Outputs,
    ) -> Result<(), Refusal> {
        let held = self.run(in_flight, came_with, with_notes, made)?;
        self.check_losses(made, &held)?;
        self.deliver(made)
    }

    /// Adds a remark to each note about a place of this message where an identifier was replaced.
    fn add_remarks_about_ids(&self, escaped: &BTreeSet<Pointer>, made: &mut Outputs) {
        let of_outputs = made.outputs.iter_mut();
        let notes = of_outputs.flat_map(|output| &mut output.notes);
        let notes = notes.chain(&mut made.notes);
        let of_input = notes.filter(|note| note.input == self.next);
        identifiers::add_remarks(of_input, escaped, |note| Some(&note.from));
    }

    /// Ends the sessions of the mappings. Returns the messages that waited in the sessions.
    fn end_sessions(
        &mut self,
        tcx: &TranslationCx<'_>,
        refusals: &mut Vec<(u64, Refusal)>,
    ) -> Vec<WaitingMessage> {
        let ended = self.earlier.end_sessions(tcx);
        for (input, surface, refusal) in ended.unfinished {
            if input == OBSERVED {
                continue;
            }
            // The required message may have come and been refused.
            let refusal = match self.refuse_dependent(&surface) {
                Ok(()) => refusal,
                Err(dependent) => dependent,
            };
            refusals.push((input, refusal));
        }
        refusals.extend(
            ended
                .refusals
                .into_iter()
                .filter(|(input, _)| *input != OBSERVED),
        );
        let mut waiting = Vec::new();
        for EndedMapping {
            from,
            to,
            mut outputs,
        } in ended.outputs
        {
            outputs.retain(|output| output.input != OBSERVED);
            let hops = Hops::new(from).then(to);
            // Each output has its earlier notes in `before`.
            compose_outputs(&[], &mut outputs, Vec::new(), &hops, &mut self.last_notes);
            for output in outputs {
                let surface = None;
                waiting.push(WaitingMessage {
                    hops,
                    output,
                    surface,
                });
            }
        }
        waiting
    }

    /// Ends the folding of surfaces, and returns their canvases and forms. A surface with a refused message has none.
    fn end_folding(
        &mut self,
        tcx: &TranslationCx<'_>,
        refusals: &mut Vec<(u64, Refusal)>,
    ) -> Vec<WaitingMessage> {
        let mut waiting = Vec::new();
        for FinishedSurface {
            from,
            to,
            input,
            surface_id,
            result,
        } in self.earlier.folding.finish(tcx)
        {
            if input == OBSERVED || self.subjects.refused.contains_key(&surface_id) {
                continue;
            }
            match result {
                Ok(mut output) => {
                    self.place_notes_at_the_message(from, &mut output.notes);
                    waiting.push(WaitingMessage {
                        hops: Hops::new(from).then(to),
                        output,
                        surface: Some(surface_id),
                    });
                }
                Err(refusal) => refusals.push((input, refusal)),
            }
        }
        waiting
    }

    /// Places notes at the whole message if an earlier step wrote the messages of their surface. The input lacks their
    /// places.
    fn place_notes_at_the_message(&self, from: Dialect, notes: &mut [Note]) {
        let source = self.ends.from;
        if !source.exact || source.dialect.shape() == from.shape() {
            return;
        }
        for note in notes {
            note.from = Pointer::root();
            // The whole message is not a field that has moved.
            if matches!(note.verdict, Verdict::Copied | Verdict::Renamed) {
                note.verdict = Verdict::Encoded;
            }
        }
    }

    /// Translates a waiting message through the rest of its route.
    fn emit_waiting(&mut self, waiting: WaitingMessage, made: &mut Outputs) {
        let WaitingMessage {
            hops,
            output,
            surface,
        } = waiting;
        let MappingOutput {
            input,
            message,
            carry,
            notes,
            ..
        } = output;
        if let Some(subject) = surface.or_else(|| message.subject()) {
            // The refusal of an earlier message about the subject has been returned to the caller.
            if self.subjects.refused.contains_key(&subject) {
                return;
            }
        }
        // A path always has a first dialect.
        let Some(&dialect) = hops.last() else { return };
        let in_flight = InFlight {
            message,
            dialect,
            carry: Cow::Borrowed(&carry),
            input,
            notes,
            hops,
        };
        let mut one = Outputs::default();
        match self.run_and_deliver(in_flight, &carry, self.needs_notes(), &mut one) {
            Ok(()) => {
                made.outputs.append(&mut one.outputs);
                made.notes.append(&mut one.notes);
            }
            Err(refusal) => made.refusals.push((input, refusal)),
        }
    }

    /// Saves the state that another translator needs to continue.
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, Context, Dialect, Translator, a2ui::Message, wire};
    ///
    /// let mut first = Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default())?;
    /// let create = Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
    /// assert!(first.push(create, Carry::default())?.outputs.is_empty());
    ///
    /// let saved = wire::encode(&first.save())?;
    /// let mut second = Translator::resume(wire::decode(&saved)?, Context::default())?;
    /// assert_eq!(second.finish().outputs[0].message, first.finish().outputs[0].message);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> SavedTranslator {
        let Subjects {
            notations,
            origins,
            refused,
        } = &self.subjects;
        let mut saved = SavedTranslator::new(
            self.ends.from.to_string(),
            self.ends.to.to_string(),
            self.next,
            self.earlier.sessions.clone(),
            self.earlier.folding.save(),
            saved_dialects(notations),
            refused.clone(),
        );
        if !origins.is_empty() {
            saved.origins = Field::Value(saved_dialects(origins));
        }
        saved
    }

    /// Continues from a saved state. The state does not include the trust, the loss policy and the requested outputs.
    ///
    /// # Errors
    /// Refuses if a dialect name is unknown or a saved surface cannot be rebuilt.
    pub fn resume(saved: SavedTranslator, cx: Context) -> Result<Self, Refusal> {
        let (from, to) = saved.ends()?;
        Self::new(from, to, cx)?.restore_state(saved)
    }

    /// Loads the state that a translator between the same dialects saved.
    pub(super) fn restore_state(mut self, saved: SavedTranslator) -> Result<Self, Refusal> {
        let (from, to) = (self.ends.from.to_string(), self.ends.to.to_string());
        if from != saved.from || to != saved.to {
            let message = format!(
                "the state was saved for translating {} to {}",
                saved.from, saved.to
            );
            let hint = format!("resume it with the same dialects, not {from} to {to}");
            return Err(
                Refusal::rule_broken("translator/dialect", Pointer::root(), message).hint(hint),
            );
        }
        self.next = saved.next;
        self.earlier.folding.resume(saved.fold)?;
        self.earlier.sessions = saved.sessions;
        let origins = saved.origins.into_value().unwrap_or_default();
        self.subjects = Subjects {
            notations: known_dialects(saved.notations),
            origins: known_dialects(origins),
            refused: saved.refused,
        };
        Ok(self)
    }

    /// Refuses a message about a surface or canvas if an earlier message about it was refused for a loss.
    fn refuse_dependent(&self, subject: &str) -> Result<(), Refusal> {
        let Some(rule) = self.subjects.refused.get(subject) else {
            return Ok(());
        };
        let message = format!("another message about `{subject}` was refused by {rule}");
        Err(Refusal::loss("strict/depends", Pointer::root(), message)
            .hint("keep the carry (`Message.carry`), or use `options.embed` if the message has room for it, or omit `options.strict`"))
    }

    /// Returns `true` if a text contains an embedded carry and the [trust](Self::trust) allows its use.
    pub fn has_embedded_carry(&self, text: &str) -> bool {
        !matches!(self.settings.trust.embedded, CarryPolicy::Ignore) && text.contains(CARRY_MEMBER)
    }

    /// Takes the carry out of a message, and returns the trusted parts of both carries. The second value is the reason
    /// why a carry is not used.
    fn admit_carries(
        &self,
        message: &mut AnyMessage,
        beside: Carry,
        notes: &mut FieldMap,
    ) -> (Carry, Option<IgnoredCarry>) {
        let root = Pointer::root();
        let mut believed = Carry::default();
        let mut ignored = None;
        if !beside.is_empty() {
            match self
                .settings
                .trust
                .separate
                .admit_for(beside, &|| message.binding())
            {
                Ok(carry) => believed = carry,
                Err(why) => {
                    ignored = Some(why);
                    notes.enter(
                        Verdict::Dropped,
                        &IGNORED_CARRY,
                        root.clone(),
                        None,
                        why.remark(),
                    );
                }
            }
        }
        match message.take_carry(&self.settings.trust.embedded) {
            Ok(inside) if inside.is_empty() => {}
            Ok(inside) => believed = believed.join(inside),
            Err(why) => {
                ignored = Some(why);
                notes.enter(
                    Verdict::Copied,
                    &IGNORED_CARRY,
                    root.clone(),
                    Some(root),
                    why.remark(),
                );
            }
        }
        (believed, ignored)
    }

    /// Refuses an unused carry if losses are refused, because the fields that it would restore are lost.
    fn ensure_carry_is_used(&self, ignored: Option<IgnoredCarry>) -> Result<(), Refusal> {
        match ignored {
            Some(why) if self.settings.delivery.loss_policy != LossPolicy::Allow => {
                let refusal = Refusal::loss(IGNORED_CARRY.id, Pointer::root(), why.remark());
                Err(refusal.hint(IgnoredCarry::HINT))
            }
            _ => Ok(()),
        }
    }

    /// Replaces the identifiers in a message by the component ids that they encode. Returns the places of the replaced
    /// ids.
    pub(super) fn read_identifiers(
        &self,
        message: &mut AnyMessage,
    ) -> Result<BTreeSet<Pointer>, Refusal> {
        if self.settings.escapes_ids {
            message.read_identifiers(&self.cx)
        } else {
            Ok(BTreeSet::new())
        }
    }

    /// Returns the dialect of a message: the named dialect, or else the dialect that the message states. In A2UI 1.0,
    /// the notation of its surface decides. The second value is a newly detected notation to store.
    fn dialect_of(&self, message: &AnyMessage) -> (Dialect, Option<(String, Dialect)>) {
        let from = self.ends.from;
        if from.exact {
            return (from.dialect, None);
        }
        let stated = message.dialect();
        // The version `1.0` identifies the dialect. The version `v1.0` of the candidates does not, so the surface
        // decides.
        if stated != Dialect::A2ui1_0Aug {
            return (stated, None);
        }
        let shown = message.shown_dialect();
        let Some(subject) = message.subject() else {
            return (shown.unwrap_or(stated), None);
        };
        match (self.subjects.notations.get(&subject), shown) {
            (Some(known), _) => (*known, None),
            (None, Some(shown)) => (shown, Some((subject, shown))),
            (None, None) => (stated, None),
        }
    }

    /// Returns `true` if mappings must write notes: for the caller, or to compose the notes of several steps.
    fn needs_notes(&self) -> bool {
        self.settings.requested.notes != RequestedNotes::None || !self.ends.distant.is_empty()
    }

    /// Returns the notes that mappings must write. On a route with several steps, a loss of the second mapping needs a
    /// note of the first mapping about another field to find its place.
    fn notes_between(&self, with_notes: bool) -> RequestedNotes {
        if !with_notes {
            RequestedNotes::None
        } else if self.ends.distant.is_empty() {
            self.settings.requested.notes
        } else {
            RequestedNotes::All
        }
    }

    /// Removes the notes that are not requested.
    fn retain_requested(&self, made: &mut Outputs) {
        if self.settings.requested.notes != RequestedNotes::Losses {
            return;
        }
        for output in &mut made.outputs {
            output.notes.retain(is_note_of_losses);
        }
        made.notes.retain(is_note_of_losses);
    }
}

/// Returns `true` for a note that belongs to the notes about losses.
fn is_note_of_losses(note: &Note) -> bool {
    // The sender of a carry must learn that it is not used.
    note.is_loss(false) || note.rule.as_str() == IGNORED_CARRY.id
}

/// Returns `true` if messages of at least one family can be translated.
fn has_route(from: Dialect, to: Dialect) -> bool {
    from != to
        && Family::ALL
            .into_iter()
            .any(|family| distance(from, to, family).is_some())
}

/// Reads the name of a source or target in a saved state.
fn read_end(name: &str, member: &str) -> Result<DialectOrProtocol, Refusal> {
    name.parse().map_err(|error| {
        let at = Pointer::root().member(member);
        Refusal::rule_broken("translator/dialect", at, error)
    })
}

/// Returns the names of the dialects, by subject.
fn saved_dialects(dialects: &SharedMap<String, Dialect>) -> BTreeMap<String, String> {
    wire::collect_map(
        dialects
            .iter()
            .map(|(id, dialect)| (id.clone(), dialect.to_string())),
    )
}

/// Returns the dialects with these saved names. Names of other versions of this library are ignored.
fn known_dialects(saved: BTreeMap<String, String>) -> SharedMap<String, Dialect> {
    let known = saved
        .into_iter()
        .filter_map(|(id, name)| Some((id, Dialect::from_full_name(&name)?)));
    known.collect()
}

/// Lists the dialects of the source from which a route to the target may have several steps.
fn distant_dialects(from: DialectOrProtocol, to: DialectOrProtocol) -> Vec<Dialect> {
    let mut distant = Vec::new();
    for own in Dialect::ALL.iter().copied() {
        if is_named(from, own) && is_far(own, to) {
            distant.push(own);
        }
    }
    distant
}

/// Returns `true` if this dialect is the named one, or one of the named protocol.
fn is_named(name: DialectOrProtocol, dialect: Dialect) -> bool {
    if name.exact {
        dialect == name.dialect
    } else {
        dialect.protocol() == name.protocol()
    }
}

/// Returns `true` if a route to a target may have several steps.
fn is_far(from: Dialect, to: DialectOrProtocol) -> bool {
    for target in Dialect::ALL.iter().copied() {
        if !is_named(to, target) {
            continue;
        }
        for family in Family::ALL {
            if matches!(distance(from, target, family), Some(2..)) {
                return true;
            }
        }
    }
    false
}

/// Returns `true` if a message creates its subject anew. Later messages then do not depend on earlier ones.
fn is_new_subject(message: &AnyMessage) -> bool {
    match message {
        #[cfg(feature = "ahp")]
        AnyMessage::Canvas(_) | AnyMessage::Released(_) => true,
        #[cfg(feature = "ahp")]
        AnyMessage::Proposal(payload) | AnyMessage::Release(payload) => {
            payload.member("state").is_some()
        }
        message => matches!(message.a2ui_key(), Some("createSurface" | "deleteSurface")),
    }
}
