//! Translates messages, one after the other.

mod byte_bound;
mod hops;
mod identifiers;
mod other_way;
#[cfg(test)]
mod tests;

use super::{
    message::{AnyMessage, Family},
    note_composition::{CompositionCache, compose_outputs},
    sessions::{Changes, Earlier, Sessions},
    table::{KnownRoutes, distance, no_route_at_all},
};
use crate::{
    Carry, Context, Dialect, DialectOrProtocol, Embed, Note, Protocol, Refusal, RefusalKind, Rule, SealKey,
    Trust, Verdict,
    a2ui_ahp::{Due, Fold, Folding},
    engine::{ByteBudget, LossPolicy, Notes, Output as MappingOutput, Requested, TranslationCx},
};
use a2ui::Message;
use byte_bound::{bytes_of, session_bytes};
use hops::{Hops, InFlight};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};
use wire::{Field, Pointer};

/// The number of messages that were only [seen](Translator::see). What of them waits never comes out.
const OBSERVED: u64 = u64::MAX;

/// A carry that is not used.
static IGNORED: Rule = Rule { id: "carry/ignored", from: "/agent_ui_carry", to: "" };

/// Translates the messages of one dialect into another, in their order, hops as many mappings as it takes.
///
/// It remembers what later messages need to know of earlier ones. A message that is refused changes nothing.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, Dialect, Translator, a2ui::Message};
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
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    cx: Context,
    want: Requested,
    trust: Trust,
    seal: Option<SealKey>,
    /// Whether the component ids of A2UI 1.0 are identifiers, coming and going.
    escapes_ids: bool,
    delivery: Delivery,
    earlier: Earlier,
    /// How much may be kept of earlier messages.
    budget: ByteBudget,
    /// What takes back the changes of the message that is on its way. Empty between messages, it keeps its room.
    journal: Vec<Changes>,
    routes: KnownRoutes,
    last_notes: CompositionCache,
    /// Whether several mappings lie between some messages and their goal. Notes are needed then to say where in the input something
    /// stands that is said of a message in between.
    is_long: bool,
    /// The number of the next message.
    next: u64,
    /// The notations of A2UI 1.0 in which surfaces are written, as far as they showed.
    notations: BTreeMap<String, Dialect>,
    /// In which dialect surfaces are written on the other side of a [`Bridge`](super::Bridge), where only the protocol was named.
    origins: BTreeMap<String, Dialect>,
    /// What a refused message was about, and by which rule it was refused: nothing that depends on it comes out.
    refused: BTreeMap<String, String>,
}

/// What becomes of the carry, and what that allows.
#[derive(Clone, Copy, Debug, Default)]
struct Delivery {
    inside: bool,
    /// Decides which losses are refused.
    loss_policy: LossPolicy,
}

/// A message that comes out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// The number of the message from which it comes; the first one is 0. A message that is refused uses up no number.
    pub input: u64,
    /// The message.
    pub message: AnyMessage,
    /// What its way back needs.
    pub carry: Carry,
    /// What became of the fields from which it comes.
    pub notes: Vec<Note>,
}

/// What comes out after a message, or at the end.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "the notes say what was lost"]
#[non_exhaustive]
pub struct Outputs {
    /// The messages, in their order.
    pub outputs: Vec<Output>,
    /// What became of fields from which no message comes.
    pub notes: Vec<Note>,
    /// At the end: the numbers of messages that cannot be released, and why.
    pub refusals: Vec<(u64, Refusal)>,
}

impl Outputs {
    /// All notes.
    pub fn all_notes(&self) -> impl Iterator<Item = &Note> {
        self.outputs.iter().flat_map(|output| &output.notes).chain(&self.notes)
    }
}

wire::object! {
    /// A [`Translator`], written down, so that another one can go on where it stopped.
    pub struct SavedTranslator {
        /// The dialect or the protocol of the messages, by name.
        from: String,
        /// That of the results.
        to: String,
        /// The number of the next message.
        next: u64,
        /// What is known of earlier messages.
        sessions: Sessions,
        /// The surfaces that are to become canvases.
        fold: Fold,
        /// The dialects of A2UI 1.0 in which surfaces are written, by surface.
        notations: BTreeMap<String, String>,
        /// What refused messages were about, and by which rule they were refused.
        refused: BTreeMap<String, String>,
        /// The dialects in which surfaces are written on the other side.
        origins?: Field<BTreeMap<String, String>>,
    }
}

impl Translator {
    /// From one dialect to another. For a protocol without a version, each message decides what it is, and what is written is the
    /// version that it came from, or else the usual one.
    ///
    /// # Errors
    /// If no message of the one can get to the other.
    pub fn new(
        from: impl Into<DialectOrProtocol>,
        to: impl Into<DialectOrProtocol>,
        cx: Context,
    ) -> Result<Self, Refusal> {
        let (from, to) = (from.into(), to.into());
        let cx = Context { flat_tools: OnceLock::new(), ..cx };
        // A message of A2UI or MCP says itself which version it is of.
        let has_versions = matches!(from.protocol(), Protocol::A2ui | Protocol::Mcp);
        let is_open = has_versions && from.protocol() == to.protocol() && !(from.exact && to.exact);
        let has_route =
            |family| from.dialect != to.dialect && distance(from.dialect, to.dialect, family).is_some();
        if !is_open && !Family::ALL.into_iter().any(has_route) {
            return Err(no_route_at_all(from.dialect, to.dialect));
        }
        let has_between = |family| distance(from.dialect, to.dialect, family).is_some_and(|steps| steps > 1);
        Ok(Self {
            from,
            to,
            is_long: Family::ALL.into_iter().any(has_between),
            cx,
            want: Requested::default(),
            trust: Trust::default(),
            seal: None,
            escapes_ids: false,
            delivery: Delivery::default(),
            earlier: Earlier { folding: Folding::in_notation(from.notation()), ..Earlier::default() },
            routes: KnownRoutes::default(),
            last_notes: CompositionCache::default(),
            next: 0,
            notations: BTreeMap::new(),
            origins: BTreeMap::new(),
            journal: Vec::new(),
            budget: ByteBudget::default(),
            refused: BTreeMap::new(),
        })
    }

    /// Sets which extra outputs are computed with each message.
    #[must_use]
    pub fn request(mut self, requested: Requested) -> Self {
        self.want = requested;
        self
    }

    /// Which carries are believed. One that is not used gets a note.
    #[must_use]
    pub fn trust(mut self, trust: Trust) -> Self {
        self.trust = trust;
        self
    }

    /// Seals what is carried, so that [`CarryPolicy::Sealed`](crate::CarryPolicy) knows it again.
    #[must_use]
    pub fn seal(mut self, key: SealKey) -> Self {
        self.seal = Some(key);
        self
    }

    /// Writes the component ids of A2UI 1.0 as [identifiers](a2ui::ComponentId::to_identifier), and takes those that come for
    /// such. Strict clients of 1.0 refuse other ids. The fields that name components are those that the surfaces of the context
    /// are [told](a2ui::surface::SurfaceOptions::references).
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Bridge, Carry, Context, Dialect, Translator, a2ui::Message, wire};
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
        self.escapes_ids = true;
        self
    }

    /// Puts the carry into the messages. One that has no room for it is refused.
    #[must_use]
    pub fn embed(mut self) -> Self {
        self.delivery.inside = true;
        self
    }

    /// Sets which losses are refused. A refused message also refuses the later messages that depend on it.
    ///
    /// Every policy but [`LossPolicy::Allow`] turns on the notes, because they name the losses.
    #[must_use]
    pub fn loss_policy(mut self, policy: LossPolicy) -> Self {
        self.delivery.loss_policy = policy;
        self.want.notes |= policy != LossPolicy::Allow;
        self
    }

    /// The number that the next message will have.
    pub fn next_input(&self) -> u64 {
        self.next
    }

    /// Whether each message is translated as if it were the only one. Messages about surfaces are not.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Context, Dialect, Translator};
    ///
    /// let between = |from, to| Translator::new(from, to, Context::default());
    /// assert!(between(Dialect::Aap, Dialect::A2ui0_9)?.is_stateless());
    /// assert!(!between(Dialect::A2ui0_9, Dialect::A2ui0_8)?.is_stateless());
    /// # Ok::<(), bridge::Refusal>(())
    /// ```
    pub fn is_stateless(&self) -> bool {
        let (from, to) = (self.from, self.to);
        from.protocol() != to.protocol() && distance(from.dialect, to.dialect, Family::Surfaces).is_none()
    }

    /// The numbers of messages of which something may still come out, or be said, with a later one or at the end.
    pub fn waiting_inputs(&self) -> BTreeSet<u64> {
        let Earlier { sessions: Sessions { v0_8_v0_9, v0_9_v0_8, .. }, folding } = &self.earlier;
        v0_8_v0_9.waiting().chain(v0_9_v0_8.waiting()).chain(folding.waiting()).collect()
    }

    /// The names of what it translates, and into what.
    pub(super) fn names(&self) -> (DialectOrProtocol, DialectOrProtocol) {
        (self.from, self.to)
    }

    /// The context.
    pub fn context(&self) -> &Context {
        &self.cx
    }

    /// Says whether carries are computed; gives what was said before.
    pub(super) fn replace_carry_request(&mut self, is_wanted: bool) -> bool {
        std::mem::replace(&mut self.want.carry, is_wanted)
    }

    /// The context, which later messages may find changed: other live surfaces, another time.
    pub fn context_mut(&mut self) -> &mut Context {
        // What follows from the context may change with it.
        self.cx.flat_tools.take();
        &mut self.cx
    }

    /// Takes a message, with the carry that came beside it, and gives the messages that are due.
    ///
    /// # Errors
    /// Those of the mappings; if there is no route for such a message; if something would be lost that must not be. Nothing is
    /// changed then.
    pub fn push(&mut self, message: impl Into<AnyMessage>, beside: Carry) -> Result<Outputs, Refusal> {
        let message = message.into();
        // What is said of a surface depends on what was said of it before, until it is made anew. A click depends on nothing.
        let is_of_surface = message.family() == Family::Surfaces;
        let may_depend =
            is_of_surface && (self.delivery.loss_policy != LossPolicy::Allow || !self.refused.is_empty());
        let subject = if may_depend { message.subject() } else { None };
        let is_new = is_new_subject(&message);
        if !is_new {
            self.refuse_dependent(subject.as_deref())?;
        }
        // On a long way only notes tell where in the input something stands, and mostly nobody asks. What depends on nothing can
        // simply be translated once more.
        let is_asked_later = self.is_long && !self.want.notes && !is_of_surface;
        if is_asked_later {
            let again = (message.clone(), beside.clone());
            return self.run_message(message, beside, false, subject, is_new).or_else(|_| {
                let (message, beside) = again;
                self.run_message(message, beside, true, None, is_new)
            });
        }
        let with_notes = self.needs_notes();
        self.run_message(message, beside, with_notes, subject, is_new)
    }

    /// The same, with or without notes between mappings.
    fn run_message(
        &mut self,
        mut message: AnyMessage,
        beside: Carry,
        with_notes: bool,
        subject: Option<String>,
        is_new: bool,
    ) -> Result<Outputs, Refusal> {
        if !matches!(&message, AnyMessage::Message(message) if message.key() == "deleteSurface") {
            self.is_within_bound()?;
        }
        let mut notes = Notes::about(self.next, self.want.notes);
        let carry = self.admit_carries(&mut message, beside, &mut notes);
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
        let mut made = Outputs { notes: notes.list, ..Outputs::default() };
        let run = self
            .run(in_flight, &carry, with_notes, &mut made)
            .and_then(|held| self.check_losses(&made, &held));
        let run = run.and_then(|()| self.deliver(&mut made));
        let of_input = made.outputs.iter_mut().flat_map(|output| &mut output.notes).chain(&mut made.notes);
        let of_input = of_input.filter(|note| note.input == self.next);
        identifiers::add_remarks(of_input, &escaped, |note| Some(&note.from));
        if let Err(refusal) = run {
            for changes in self.journal.drain(..).rev() {
                let again = changes.bytes();
                let undone = self.earlier.sessions.apply(changes);
                self.budget.adjust(again, undone.bytes());
            }
            if let (Some(subject), true) = (subject, refusal.kind() == RefusalKind::Loss) {
                self.budget.adjust(bytes_of(&subject) + refusal.rule().len(), 0);
                self.refused.insert(subject, refusal.rule().to_owned());
            }
            return Err(refusal);
        }
        self.journal.clear();
        if let (Some(subject), true) = (subject, is_new) {
            self.refused.remove(&subject);
        }
        if let Some((subject, dialect)) = notation {
            self.budget.adjust(bytes_of(&subject), 0);
            self.notations.insert(subject, dialect);
        }
        self.next = self.next.saturating_add(1);
        Ok(made)
    }

    /// At the end of the input: the messages that were waiting for something that need not come, and those that cannot do
    /// without it.
    pub fn finish(&mut self) -> Outputs {
        let mut made = Outputs::default();
        let unfinished = self.earlier.sessions.v0_8_v0_9.finish().into_iter();
        for (input, surface, refusal) in unfinished.filter(|(input, ..)| *input != OBSERVED) {
            // What it waited for may have come, and was refused.
            let refusal = self.refuse_dependent(Some(surface.as_str())).err().unwrap_or(refusal);
            made.refusals.push((input, refusal));
        }
        let nothing = Carry::default();
        let cx = self.cx.clone();
        let tcx = TranslationCx::new(0, &nothing, &cx, Requested { notes: self.needs_notes(), ..self.want });
        let mut waiting = Vec::new();
        let (mut begun, mut refusals) = self.earlier.sessions.v0_9_v0_8.finish(&tcx);
        begun.retain(|output| output.input != OBSERVED);
        refusals.retain(|(input, _)| *input != OBSERVED);
        made.refusals.append(&mut refusals);
        let hops = Hops::new(Dialect::A2ui0_9).then(Dialect::A2ui0_8);
        // Each has brought what became of it before.
        compose_outputs(&[], &mut begun, Vec::new(), &hops, &mut self.last_notes);
        waiting.extend(begun.into_iter().map(|output| (hops, None, output.map(AnyMessage::from))));
        for Due { from, input, surface_id, canvas } in self.earlier.folding.finish(&tcx) {
            match canvas {
                _ if input == OBSERVED => {}
                _ if self.refused.contains_key(&surface_id) => {}
                Ok(output) => {
                    let hops = Hops::new(from).then(Dialect::AhpCanvas);
                    waiting.push((hops, Some(surface_id), output.map(AnyMessage::from)));
                }
                Err(refusal) => made.refusals.push((input, refusal)),
            }
        }
        for (hops, subject, output) in waiting {
            let MappingOutput { input, message, carry, notes, .. } = output;
            if subject
                .or_else(|| message.subject())
                .is_some_and(|subject| self.refused.contains_key(&subject))
            {
                continue;
            }
            let Some(&dialect) = hops.last() else { continue };
            let in_flight = InFlight { message, dialect, carry: Cow::Borrowed(&carry), input, notes, hops };
            let mut one = Outputs::default();
            let run = self.run(in_flight, &carry, self.needs_notes(), &mut one);
            self.journal.clear();
            let run = run.and_then(|held| self.check_losses(&one, &held));
            match run.and_then(|()| self.deliver(&mut one)) {
                Ok(()) => {
                    made.outputs.append(&mut one.outputs);
                    made.notes.append(&mut one.notes);
                }
                Err(refusal) => made.refusals.push((input, refusal)),
            }
        }
        made.refusals.sort_by_key(|(input, _)| *input);
        made
    }

    /// Everything that another translator needs to go on.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, Dialect, Translator, a2ui::Message, wire};
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
        let names = |dialects: &BTreeMap<String, Dialect>| -> BTreeMap<String, String> {
            dialects.iter().map(|(id, dialect)| (id.clone(), dialect.to_string())).collect()
        };
        let mut saved = SavedTranslator::new(
            self.from.to_string(),
            self.to.to_string(),
            self.next,
            self.earlier.sessions.clone(),
            self.earlier.folding.save(),
            names(&self.notations),
            self.refused.clone(),
        );
        if !self.origins.is_empty() {
            saved.origins = Field::Value(names(&self.origins));
        }
        saved
    }

    /// Goes on with what was saved. What is wanted and trusted is not saved.
    ///
    /// # Errors
    /// If the names are none, or the saved surfaces cannot be built.
    pub fn resume(saved: SavedTranslator, cx: Context) -> Result<Self, Refusal> {
        let named = |name: &str, member: &str| {
            let unknown =
                |hint| Refusal::rule_broken("translator/dialect", Pointer::root().member(member), hint);
            name.parse::<DialectOrProtocol>().map_err(unknown)
        };
        Self::new(named(&saved.from, "from")?, named(&saved.to, "to")?, cx)?.restore_state(saved)
    }

    /// Goes on with what was saved by a translator between the same dialects.
    pub(super) fn restore_state(mut self, saved: SavedTranslator) -> Result<Self, Refusal> {
        let named = (self.from.to_string(), self.to.to_string());
        if named != (saved.from.clone(), saved.to.clone()) {
            let message = format!("this was saved on the way from {} to {}", saved.from, saved.to);
            let hint = format!("the way here is from {} to {}", named.0, named.1);
            return Err(Refusal::rule_broken("translator/dialect", Pointer::root(), message).hint(hint));
        }
        self.next = saved.next;
        self.earlier.folding.resume(saved.fold)?;
        self.earlier.sessions = saved.sessions;
        let dialect = |(id, name): (String, String)| Some((id, Dialect::from_full_name(&name)?));
        self.notations = saved.notations.into_iter().filter_map(dialect).collect();
        self.refused = saved.refused;
        self.origins =
            saved.origins.into_value().unwrap_or_default().into_iter().filter_map(dialect).collect();
        self.budget.set_used(session_bytes(
            &self.earlier.sessions,
            [&self.notations, &self.origins],
            &self.refused,
        ));
        Ok(self)
    }

    /// What a message is about that depends on one that was refused as something would be lost.
    fn refuse_dependent(&self, subject: Option<&str>) -> Result<(), Refusal> {
        let Some((subject, rule)) = subject.and_then(|subject| self.refused.get_key_value(subject)) else {
            return Ok(());
        };
        let message = format!("another message about `{subject}` was refused by {rule}");
        Err(Refusal::loss("strict/depends", Pointer::root(), message)
            .hint("keep the carry: --envelope, or --embed where there is room; or do without --strict"))
    }

    /// Takes the carry out of a message, and gives what of the carries is believed.
    fn admit_carries(&self, message: &mut AnyMessage, beside: Carry, notes: &mut Notes) -> Carry {
        let root = Pointer::root();
        let mut believed = Carry::default();
        if !beside.is_empty() {
            match self.trust.separate.admit_for(beside, &|| message.binding()) {
                Ok(carry) => believed = carry,
                Err(why) => notes.enter(Verdict::Dropped, &IGNORED, root.clone(), None, why.remark()),
            }
        }
        match message.take_carry(&self.trust.embedded) {
            Ok(inside) if inside.is_empty() => believed,
            Ok(inside) => believed.join(inside),
            Err(why) => {
                notes.enter(Verdict::Copied, &IGNORED, root.clone(), Some(root), why.remark());
                believed
            }
        }
    }

    /// Puts the ids for which the identifiers of a message stand in their places. Gives these.
    pub(super) fn read_identifiers(&self, message: &mut AnyMessage) -> Result<BTreeSet<Pointer>, Refusal> {
        if self.escapes_ids { identifiers::read(message, &self.cx) } else { Ok(BTreeSet::new()) }
    }

    /// The dialect of a message: what was named, else what it states, and in A2UI 1.0 what its surface shows, which is news of
    /// this surface to remember.
    fn dialect_of(&self, message: &AnyMessage) -> (Dialect, Option<(String, Dialect)>) {
        let stated = message.dialect();
        let is_mcp = |dialect: Dialect| dialect.protocol() == Protocol::Mcp;
        let may_be =
            self.from.dialect.shape() == stated.shape() || is_mcp(self.from.dialect) && is_mcp(stated);
        if self.from.exact && may_be {
            return (self.from.dialect, None);
        }
        let AnyMessage::Message(a2ui) = message else { return (stated, None) };
        // Under its word of today a message says what it is; under that of the candidate its surface does.
        if stated != Dialect::A2ui1_0Aug {
            return (stated, None);
        }
        let shown = match &**a2ui {
            Message::V1_0Agent(message) => a2ui::surface::notation_of(message),
            _ => None,
        };
        let shown = shown.map(Dialect::of_notation);
        let subject = message.subject();
        let known = subject.as_ref().and_then(|subject| self.notations.get(subject)).copied();
        let news = subject.zip(shown).filter(|_| known.is_none());
        (known.or(shown).unwrap_or(stated), news)
    }

    /// Whether mappings say what became of fields: for those who ask, and where several follow each other.
    fn needs_notes(&self) -> bool {
        self.want.notes || self.is_long
    }
}

/// Whether a message makes what it is about anew, so that nothing depends any more on what came before.
fn is_new_subject(message: &AnyMessage) -> bool {
    match message {
        AnyMessage::Message(message) => matches!(message.key(), "createSurface" | "deleteSurface"),
        AnyMessage::Canvas(_) | AnyMessage::Released(_) => true,
        AnyMessage::Proposal(payload) | AnyMessage::Release(payload) => payload.member("state").is_some(),
        _ => false,
    }
}
