//! The laws that hold between any two dialects, for every kind of message and every route, forward and backward. The
//! carry is next to the messages, embedded in them, sealed, or absent.
//!
//! The cases are distributed over the pairs: `PROPTEST_CASES` times 128 sessions, but at least four for each pair. With
//! `LAWS_MESSAGES`, further sessions follow until each pair has translated that many messages.

use super::{
    calls, canvas_streams, config, edits, elicitations, forms, generators, members, places,
    renditions, size, snapshot, tools, version_streams,
};
use crate::translation::{self, Sent, bare};
use a2ui::{Message, surface::Surfaces};
use agent_ui_text::{TextTranslator, TranslateOptions, TranslatedMessage};
use bridge::{
    AnyMessage, Carry, CarryPolicy, Context, Dialect, Family, LossPolicy, Note, Output, Protocol,
    RequestedNotes, RequestedOutputs, SealKey, Translator, Trust, Verdict, route,
};
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner},
};
use std::{cell::Cell, collections::BTreeMap};
use wire::{Payload, Pointer};

pub(super) type Checked = Result<(), TestCaseError>;

/// The source and the target of messages of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) family: Family,
    pub(super) from: Dialect,
    pub(super) to: Dialect,
}

impl Pair {
    /// Returns all pairs with a route.
    fn all() -> Vec<Self> {
        let dialects = || Dialect::ALL.iter().copied();
        let mut all = Vec::new();
        for family in Family::ALL {
            for from in dialects() {
                let pairs = dialects().map(|to| Self { family, from, to });
                all.extend(
                    pairs
                        .filter(|pair| from != pair.to && !route(from, pair.to, family).is_empty()),
                );
            }
        }
        all
    }

    /// Formats the family and the route.
    fn through(self) -> String {
        let route = route(self.from, self.to, self.family);
        let names: Vec<&str> = route.iter().map(|dialect| dialect.as_str()).collect();
        format!("{}: {}", self.family.as_str(), names.join(" -> "))
    }

    pub(super) fn there(self, cx: &Context) -> Translator {
        crate::translation::paranoid(self.from, self.to, cx.clone()).unwrap()
    }

    pub(super) fn back(self, cx: &Context) -> Translator {
        crate::translation::paranoid(self.to, self.from, cx.clone()).unwrap()
    }

    /// Returns the final states that target messages build.
    pub(super) fn meaning_there(self, images: &[AnyMessage]) -> Vec<(String, Payload)> {
        self.turned().meaning(images)
    }

    /// Returns the pair with source and target exchanged.
    pub(super) fn turned(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            ..self
        }
    }

    /// Returns the final states that messages build. Messages with equal final states have equal meanings.
    pub(super) fn meaning(self, messages: &[AnyMessage]) -> Vec<(String, Payload)> {
        let is_a2ui = |dialect: Dialect| dialect.protocol() == Protocol::A2ui;
        if self.family != Family::Surfaces || !(is_a2ui(self.from) || is_a2ui(self.to)) {
            return messages
                .iter()
                .map(|message| (String::new(), json(message)))
                .collect();
        }
        if is_a2ui(self.from) {
            return surfaces(messages).into_iter().collect();
        }
        // One canvas, form, card or message each, in any order.
        let named = messages
            .iter()
            .map(|shown| (subject_of(shown), json(shown)));
        named.collect::<BTreeMap<_, _>>().into_iter().collect()
    }
}

/// Returns the subject of a message that shows a surface. Cards and blocks of other programs name none.
fn subject_of(shown: &AnyMessage) -> String {
    match shown.subject() {
        Some(subject) => subject,
        None => json(shown).text().to_owned(),
    }
}

pub(super) fn json(message: &AnyMessage) -> Payload {
    Payload::parse(message.encode().unwrap()).unwrap()
}

/// Returns the surfaces that messages build, by id.
fn surfaces(messages: &[AnyMessage]) -> BTreeMap<String, Payload> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        let AnyMessage::Message(message) = message else {
            panic!("{message:?}")
        };
        // A client ignores a message that a surface refuses.
        let _ = surfaces.apply(message);
    }
    surfaces
        .iter()
        .map(|surface| (surface.surface_id().as_str().to_owned(), snapshot(surface)))
        .collect()
}

fn accepted_messages(sent: &Sent) -> Vec<AnyMessage> {
    sent.taken
        .iter()
        .map(|(message, _)| message.clone())
        .collect()
}

pub(super) fn came_out(sent: &Sent) -> Vec<AnyMessage> {
    sent.outputs
        .iter()
        .map(|output| output.message.clone())
        .collect()
}

/// Returns a context with every setting that the mappings require.
pub(crate) fn context() -> Context {
    let mut cx = generators::manifest_context();
    let of_calls = calls::call_context();
    (cx.session, cx.runtime_id) = (of_calls.session, of_calls.runtime_id);
    cx.chat = Some("ahp-chat:/1".to_owned());
    cx.base_url = Some(canvas_streams::BASE.to_owned());
    cx.canvas_file = Some("reports/day.html".into());
    cx.surfaces = forms::surfaces_of_forms();
    cx.time = cx.time.or_else(|| Some("2026-05-18T15:30:00.000Z".into()));
    cx
}

/// Relabels messages with another dialect that has the same shapes.
fn relabel_dialect(messages: Vec<Message>, dialect: Dialect) -> Vec<AnyMessage> {
    let word = match dialect {
        Dialect::A2ui0_9 => r#""version":"v0.9""#,
        Dialect::A2ui0_9_1 => r#""version":"v0.9.1""#,
        Dialect::A2ui0_10 => r#""version":"v0.10""#,
        _ => r#""version":"v1.0""#,
    };
    let reword = |message: &Message| {
        let text = wire::encode(message).unwrap();
        let text = text.replacen(r#""version":"v0.9.1""#, word, 1).replacen(
            r#""version":"v0.9""#,
            word,
            1,
        );
        let text =
            text.replacen(r#""version":"v0.10""#, word, 1)
                .replacen(r#""version":"v1.0""#, word, 1);
        AnyMessage::read(&Payload::parse(text).unwrap(), dialect, Protocol::Aap).ok()
    };
    messages.iter().filter_map(reword).collect()
}

fn actions(dialect: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    (
        prop::collection::vec(generators::action_in(dialect), 1..12),
        any::<bool>(),
    )
        .prop_map(move |(messages, is_declared)| {
            let messages = messages.into_iter().map(|message| {
                if is_declared {
                    declared(message)
                } else {
                    message
                }
            });
            relabel_dialect(messages.collect(), dialect)
        })
        .boxed()
}

/// Replaces the name of an action by the name of a declared signal.
fn declared(message: Message) -> Message {
    let mut action = bridge::aap_a2ui::ClientAction::try_from(message).unwrap();
    action.name = "loan.renewed".to_owned();
    Message::try_from(action).unwrap()
}

fn streams(dialect: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    match dialect {
        Dialect::A2ui0_8 => version_streams::v0_8().prop_map(any_messages).boxed(),
        Dialect::A2ui1_0 | Dialect::A2ui1_0Sep | Dialect::A2ui1_0Aug => {
            version_streams::v1_0(dialect)
                .prop_map(any_messages)
                .boxed()
        }
        _ => version_streams::v0_9()
            .prop_map(move |messages| relabel_dialect(messages, dialect))
            .boxed(),
    }
}

fn any_messages(messages: Vec<Message>) -> Vec<AnyMessage> {
    messages.into_iter().map(AnyMessage::from).collect()
}

/// Generates the canvases of surfaces, after edits.
fn canvases(of: Dialect, to: Dialect) -> BoxedStrategy<Vec<AnyMessage>> {
    let title = prop_oneof![Just(None), Just(Some(r#""Edited""#)), Just(Some("null"))];
    (streams(of), title, any::<bool>())
        .prop_map(move |(messages, title, is_tagged)| {
            let mut cx = context();
            cx.manifest = None;
            let made = translation::all(of, to, &cx, bare(messages));
            let edit = |canvas: AnyMessage| {
                let mut text = canvas.encode().unwrap();
                if is_tagged {
                    text = text.replacen(
                        r#""state":{"#,
                        r#""x-pen":1.50,"state":{"x-desk":[null,1e999],"#,
                        1,
                    );
                }
                let state = Pointer::root().member("state").member("title");
                let has_title = Payload::parse(text.clone()).unwrap().get(&state).is_some();
                if let Some(title) = title.filter(|_| !has_title) {
                    text =
                        text.replacen(r#""state":{"#, &format!(r#""state":{{"title":{title},"#), 1);
                }
                AnyMessage::read(&Payload::parse(text).unwrap(), to, Protocol::A2ui).unwrap()
            };
            made.outputs
                .into_iter()
                .map(|output| edit(output.message))
                .collect()
        })
        .boxed()
}

/// Generates sessions for a translator of this pair.
fn session(pair: Pair) -> BoxedStrategy<Vec<AnyMessage>> {
    let is_a2ui = |dialect: Dialect| dialect.protocol() == Protocol::A2ui;
    if is_question(pair.from) && is_question(pair.to) {
        return elicitations::messages(pair.from, pair.family);
    }
    match (pair.family, pair.from) {
        (Family::Surfaces, from) if is_card_or_blocks(from) => renditions::messages(from),
        (Family::Interactions, from) if is_card_or_blocks(from) => renditions::answers(from),
        (Family::Surfaces, from) if is_card_or_blocks(pair.to) => {
            in_version(forms::form_surfaces(), from)
        }
        (Family::Interactions, from) if is_card_or_blocks(pair.to) => {
            in_version(renditions::actions(pair.to.protocol()), from)
        }
        (Family::Surfaces, from) if is_question(from) => forms::requests(from),
        (Family::Interactions, from) if is_question(from) => forms::answers(from),
        (Family::Surfaces, from) if is_question(pair.to) => {
            in_version(forms::form_surfaces(), from)
        }
        (Family::Interactions, from) if is_question(pair.to) => {
            in_version(forms::actions_of_requests(), from)
        }
        (Family::Interactions, Dialect::ActionsJson) => some(generators::admitted_event()),
        (Family::Interactions, Dialect::Aap) => {
            let declared = generators::record().prop_map(|mut record| {
                record.action = "loan.renewed".into();
                record
            });
            some(prop_oneof![generators::record(), declared])
        }
        (Family::Interactions, Dialect::AhpCanvas) => {
            let held = if is_a2ui(pair.to) {
                pair.to
            } else {
                Dialect::A2ui0_9
            };
            let dispatched = move |messages| {
                came_out(&translation::all(
                    held,
                    Dialect::AhpCanvas,
                    &context(),
                    bare::<AnyMessage>(messages),
                ))
            };
            actions(held).prop_map(dispatched).boxed()
        }
        (Family::Interactions, a2ui) => actions(a2ui),
        (Family::Surfaces, from) if is_a2ui(from) => streams(from),
        (Family::Surfaces, from) if is_a2ui(pair.to) => canvases(pair.to, from),
        (Family::Surfaces, Dialect::AhpCanvas) => {
            host_messages(canvas_streams::proposed_stream(true, 11))
        }
        (Family::Surfaces, _) => {
            host_messages(prop::collection::vec(canvas_streams::released(true), 1..12).boxed())
        }
        (Family::Tools, Dialect::ActionsJson) => some(tools::manifest()),
        (Family::Tools, Dialect::AhpCanvas) => some(tools::declaration()),
        (Family::Tools, _) => some(
            tools::mcp_tools(pair.from == Dialect::Mcp2026_07)
                .prop_filter_map("with dots", |(tools, flat)| (!flat).then_some(tools)),
        ),
        (Family::Calls, Dialect::ActionsJson) => some(calls::item()),
        (Family::Calls, from) if from.protocol() == Protocol::Mcp => {
            let frame = calls::mcp_frame(from == Dialect::Mcp2026_07)
                .prop_map(|frame| AnyMessage::McpFrame(frame.into()));
            prop::collection::vec(frame, 1..12).boxed()
        }
        (Family::Calls, Dialect::Responses) => {
            prop::collection::vec(calls::response_item().prop_map(AnyMessage::from), 1..12).boxed()
        }
        _ => some(calls::frame()),
    }
}

/// Returns `count` sessions of each pair, the same in every run.
pub(crate) fn sessions(count: u32) -> Vec<(Dialect, Dialect, Vec<AnyMessage>)> {
    let mut runner = TestRunner::deterministic();
    let sessions = Pair::all()
        .into_iter()
        .flat_map(|pair| (0..count).map(move |_| pair));
    let made = |pair: Pair| {
        (
            pair.from,
            pair.to,
            session(pair)
                .new_tree(&mut runner)
                .expect("a session")
                .current(),
        )
    };
    sessions.map(made).collect()
}

/// Returns `true` for a dialect of questions to users and their answers.
fn is_question(dialect: Dialect) -> bool {
    dialect.protocol().is_elicitation()
}

/// Returns `true` for a dialect of cards or of blocks.
fn is_card_or_blocks(dialect: Dialect) -> bool {
    let protocol = dialect.protocol();
    protocol.has_renditions() && !protocol.is_elicitation()
}

/// Translates generated messages of A2UI 0.9 into another version.
fn in_version(
    messages: BoxedStrategy<Vec<Message>>,
    version: Dialect,
) -> BoxedStrategy<Vec<AnyMessage>> {
    let translated = move |messages: Vec<Message>| match version {
        Dialect::A2ui0_9 => any_messages(messages),
        _ => came_out(&translation::all(
            Dialect::A2ui0_9,
            version,
            &context(),
            bare(messages),
        )),
    };
    messages.prop_map(translated).boxed()
}

fn some<T: Into<AnyMessage> + std::fmt::Debug + 'static>(
    one: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Vec<AnyMessage>> {
    prop::collection::vec(one.prop_map(Into::into), 1..12).boxed()
}

fn host_messages(
    stream: BoxedStrategy<Vec<canvas_streams::HostMessage>>,
) -> BoxedStrategy<Vec<AnyMessage>> {
    stream
        .prop_map(|stream| stream.iter().map(AnyMessage::from).collect())
        .boxed()
}

/// L1, L2, L12, L14: with the carry, every accepted message comes back unchanged.
fn comes_back_from_carries_beside_messages(pair: Pair, there: &Sent, cx: &Context) -> Checked {
    let back = translation::through(pair.back(cx), there.with_carries());
    prop_assert!(back.refused.is_empty(), "{:?}", back.refused);
    prop_assert_eq!(
        pair.meaning(&came_out(&back)),
        pair.meaning(&accepted_messages(there))
    );
    Ok(())
}

/// L1, L2, L12, L14 for texts: users pass texts, which are read with repairs. A message that needs a repair is another
/// message.
fn comes_back_through_texts(pair: Pair, there: &Sent, cx: &Context) -> Checked {
    let accepted = accepted_messages(there);
    // A text of several lines loses its layout, also within the JSON that a string contains.
    let line = |message: &AnyMessage| wire::one_line(&message.encode().unwrap()).into_owned();
    let texts: Vec<String> = accepted.iter().map(line).collect();
    let [from, to] = [pair.from, pair.to].map(|dialect| dialect.as_str().parse().unwrap());
    let read = agent_ui_text::decode(&texts.join("\n"), Some(from), None).unwrap();
    if !read.findings.is_empty() || !read.refusals.is_empty() {
        return Ok(());
    }
    let options = || TranslateOptions::new().context(cx.clone());
    let envelopes = translate_texts(
        TextTranslator::new(from, to, options()).unwrap(),
        &texts,
        |message| message.envelope().unwrap(),
    )?;
    let back = TextTranslator::new(to, from, options().envelope()).unwrap();
    let back = translate_texts(back, &envelopes, |message| message.text.clone())?;
    let back: Vec<_> = back
        .into_iter()
        .map(|text| {
            AnyMessage::read(
                &Payload::parse(text).unwrap(),
                pair.from,
                pair.to.protocol(),
            )
            .unwrap()
        })
        .collect();
    prop_assert_eq!(pair.meaning(&back), pair.meaning(&accepted));
    Ok(())
}

/// Translates texts with a translator, and returns the results of each step.
fn translate_texts(
    mut translator: TextTranslator,
    texts: &[String],
    line: impl Fn(&TranslatedMessage) -> String,
) -> Result<Vec<String>, TestCaseError> {
    let mut made = Vec::new();
    for text in texts {
        made.push(translator.push(text, None).unwrap());
    }
    made.push(translator.finish());
    let refused: Vec<_> = made.iter().flat_map(|made| &made.refusals).collect();
    prop_assert!(refused.is_empty(), "{refused:?}");
    let messages = made.iter().flat_map(|made| &made.messages);
    Ok(messages.map(line).collect())
}

/// Repeats the round trip with carries embedded in the messages that have a slot. The carries are accepted unsealed,
/// and accepted with a seal.
fn comes_back_from_carries_in_messages(
    pair: Pair,
    messages: &[AnyMessage],
    cx: &Context,
) -> Checked {
    let key = SealKey::new(b"0123456789abcdef").unwrap();
    for policy in [CarryPolicy::Accept, CarryPolicy::Sealed(key.clone())] {
        let there = translation::through(
            pair.there(cx).embed().seal(key.clone()),
            bare(messages.to_vec()),
        );
        if there
            .refused
            .iter()
            .any(|(_, refusal)| refusal.rule() == "carry/no-room")
        {
            return Ok(());
        }
        let texts = there.outputs.iter().map(|output| json(&output.message));
        let read =
            texts.map(|text| AnyMessage::read(&text, pair.to, pair.from.protocol()).unwrap());
        let trust = Trust {
            embedded: policy,
            separate: CarryPolicy::Ignore,
        };
        let back = translation::through(pair.back(cx).trust(trust), bare(read));
        prop_assert!(back.refused.is_empty(), "{:?}", back.refused);
        prop_assert_eq!(
            pair.meaning(&came_out(&back)),
            pair.meaning(&accepted_messages(&there))
        );
    }
    Ok(())
}

/// L20: without the carry, a back-translation differs from its source only if a note reports a loss.
fn differs_without_the_carry_only_where_a_note_reports_it(
    pair: Pair,
    there: &Sent,
    cx: &Context,
) -> Checked {
    if there.losses().next().is_none() {
        let back = translation::through(pair.back(cx), there.alone());
        prop_assert_eq!(
            pair.meaning(&came_out(&back)),
            pair.meaning(&accepted_messages(there))
        );
    }
    Ok(())
}

/// L20: a request for notes about losses alone returns the same losses as a request for all notes. Notes about the
/// carry are an exception, because the carry is not computed.
fn requested_losses_are_those_of_all_notes(
    translator: Translator,
    messages: Vec<(AnyMessage, Carry)>,
    all: &Sent,
) -> Checked {
    let losses = RequestedOutputs {
        carry: false,
        notes: RequestedNotes::Losses,
    };
    let alone = translation::through(translator.request(losses), messages);
    let sorted = |notes: &mut dyn Iterator<Item = &Note>| {
        let is_of_message = |note: &Note| !note.from.as_str().starts_with("/agent_ui_carry");
        let mut notes: Vec<Note> = notes.filter(|note| is_of_message(note)).cloned().collect();
        notes.sort_by_key(|note| (note.input, note.from.clone(), note.rule.to_string()));
        notes
    };
    prop_assert_eq!(sorted(&mut alone.notes.iter()), sorted(&mut all.losses()));
    prop_assert_eq!(came_out(&alone), came_out(all));
    Ok(())
}

/// L30: the reader of its protocol reads every target as an equal message.
fn reads_back(pair: Pair, there: &Sent) -> Checked {
    for output in &there.outputs {
        let text = json(&output.message);
        let read = AnyMessage::read(&text, pair.to, pair.from.protocol()).unwrap();
        prop_assert_eq!(json(&read), text);
    }
    Ok(())
}

/// L20: with `LossPolicy::Refuse`, neither a lossy message nor a message that depends on one is in the output.
fn refuse_policy_emits_no_lossy_message(
    pair: Pair,
    messages: &[AnyMessage],
    cx: &Context,
) -> Checked {
    let there = translation::through(
        pair.there(cx).loss_policy(LossPolicy::Refuse),
        bare(messages.to_vec()),
    );
    prop_assert_eq!(there.losses().next(), None);
    // The subject of a refused message has no output, not even for earlier messages.
    let refused: Vec<_> = there
        .refused
        .iter()
        .map(|(message, _)| message.subject())
        .collect();
    let is_kept =
        |message: &AnyMessage| message.subject().is_none() || !refused.contains(&message.subject());
    let kept = |mut messages: Vec<AnyMessage>| {
        messages.retain(is_kept);
        messages
    };
    let back = translation::through(pair.back(cx), there.alone());
    prop_assert_eq!(
        pair.meaning(&kept(came_out(&back))),
        pair.meaning(&kept(accepted_messages(&there)))
    );
    Ok(())
}

/// L8: a foreign carry causes no refusal. It changes neither the subject of a message nor the values that are read.
fn a_foreign_carry_is_harmless(
    pair: Pair,
    messages: &[AnyMessage],
    there: &Sent,
    carry: &Carry,
    cx: &Context,
) -> Checked {
    let forged = messages
        .iter()
        .map(|message| (message.clone(), carry.clone()));
    let made = translation::through(pair.there(cx), forged.collect());
    // If two versions use the same version word, only a carry distinguishes them in a canvas.
    let is_harmed = |(_, refusal): &&(AnyMessage, bridge::Refusal)| refusal.rule() != "route/none";
    let harmed = made
        .refused
        .iter()
        .find(|refused| is_harmed(refused) && made.taken.len() < there.taken.len());
    prop_assert!(harmed.is_none(), "{harmed:?}");
    reads_back(pair, &made)?;
    is_safe(&made.outputs)?;
    if made.taken.len() == there.taken.len() {
        let subjects = |sent: &Sent| -> Vec<_> {
            sent.outputs
                .iter()
                .map(|output| output.message.subject())
                .collect()
        };
        // Only the carry has the channel of a canvas, and the page of an event.
        let is_shown =
            |dialect: Dialect| matches!(dialect.protocol(), Protocol::Aap | Protocol::A2ui);
        if is_shown(pair.from) && is_shown(pair.to) {
            prop_assert_eq!(subjects(&made), subjects(there));
        }
    }
    Ok(())
}

/// L18: a saved and resumed translator behaves like one that was never saved, even in another thread.
fn a_saved_translator_continues(
    pair: Pair,
    messages: &[AnyMessage],
    there: &Sent,
    cx: &Context,
) -> Checked {
    let resumed = std::thread::scope(|scope| {
        scope
            .spawn(|| translation::all(pair.from, pair.to, cx, bare(messages.to_vec())))
            .join()
            .unwrap()
    });
    prop_assert_eq!(&resumed.outputs, &there.outputs);
    prop_assert_eq!(&resumed.notes, &there.notes);
    Ok(())
}

/// L9: a second round trip carries no more than the first.
fn a_second_round_trip_changes_nothing(pair: Pair, there: &Sent, cx: &Context) -> Checked {
    // One message of 1.0 becomes several, each with a carry.
    let is_split = pair.family == Family::Surfaces && pair.from.protocol() == Protocol::A2ui;
    if is_split {
        return Ok(());
    }
    let back = translation::through(pair.back(cx), there.with_carries());
    let again = translation::through(pair.there(cx), back.with_carries());
    prop_assert_eq!(came_out(&again), came_out(there));
    let weight = |sent: &Sent| -> usize {
        let carries = sent
            .outputs
            .iter()
            .filter(|output| !output.carry.is_empty());
        carries
            .map(|output| wire::encode(&output.carry).unwrap().len())
            .sum()
    };
    prop_assert!(
        weight(&again) <= weight(there),
        "{} {}",
        weight(&again),
        weight(there)
    );
    Ok(())
}

/// L32: messages about one surface do not change another one.
fn surfaces_are_independent(
    pair: Pair,
    messages: &[AnyMessage],
    there: &Sent,
    cx: &Context,
) -> Checked {
    if pair.family != Family::Surfaces || pair.from.protocol() != Protocol::A2ui {
        return Ok(());
    }
    let mut by_subject: BTreeMap<Option<String>, Vec<AnyMessage>> = BTreeMap::new();
    for message in messages {
        by_subject
            .entry(message.subject())
            .or_default()
            .push(message.clone());
    }
    let outputs = |sent: &Sent, subject: &Option<String>| -> Vec<Payload> {
        let about = sent.outputs.iter().map(|output| json(&output.message));
        let id = subject
            .as_deref()
            .map(|id| Payload::string(id).text().to_owned())
            .unwrap_or_default();
        about
            .filter(|message| message.text().contains(&format!(r#"Id":{id}"#)))
            .collect()
    };
    for (subject, messages) in by_subject {
        let alone = translation::through(pair.there(cx), bare(messages));
        prop_assert_eq!(outputs(&alone, &subject), outputs(there, &subject));
    }
    Ok(())
}

/// L31: an interaction that is delivered twice becomes two equal ones.
fn repeated_messages_have_equal_targets(
    pair: Pair,
    messages: &[AnyMessage],
    there: &Sent,
    cx: &Context,
) -> Checked {
    if pair.family == Family::Surfaces {
        return Ok(());
    }
    let twice = translation::through(pair.there(cx), bare([messages, messages].concat()));
    let (first, second) = twice.outputs.split_at(there.outputs.len());
    let messages = |outputs: &[bridge::Output]| -> Vec<_> {
        outputs
            .iter()
            .map(|output| (output.message.clone(), output.carry.clone()))
            .collect()
    };
    prop_assert_eq!(messages(first), messages(&there.outputs));
    prop_assert_eq!(messages(second), messages(&there.outputs));
    Ok(())
}

/// L10: the canvases of a stream equal the canvases of the surfaces that the stream builds.
fn canvases_match_the_surfaces_of_the_stream(pair: Pair, there: &Sent, cx: &Context) -> Checked {
    if pair.family != Family::Surfaces
        || pair.from.protocol() != Protocol::A2ui
        || pair.to.protocol() != Protocol::Ahp
    {
        return Ok(());
    }
    let mut built = Surfaces::new();
    for message in accepted_messages(there) {
        let AnyMessage::Message(message) = message else {
            panic!("{message:?}")
        };
        // A client ignores a message that a surface refuses.
        let _ = built.apply(&message);
    }
    let folded = built
        .iter()
        .flat_map(|surface| surface.messages())
        .map(AnyMessage::from);
    let folded = translation::through(pair.there(cx), bare(folded));
    prop_assert!(folded.refused.is_empty(), "{:?}", folded.refused);
    prop_assert_eq!(
        pair.meaning_there(&came_out(&folded)),
        pair.meaning_there(&came_out(there))
    );
    Ok(())
}

/// L22, L24: a route gives the same messages as its steps, one after the other.
fn a_route_equals_its_steps(
    pair: Pair,
    messages: &[AnyMessage],
    there: &Sent,
    cx: &Context,
) -> Checked {
    let route = route(pair.from, pair.to, pair.family);
    let mut sent = bare(messages.to_vec());
    for step in route.windows(2) {
        sent = translation::through(
            crate::translation::paranoid(step[0], step[1], cx.clone()).unwrap(),
            sent,
        )
        .with_carries();
    }
    let by_steps: Vec<AnyMessage> = sent.into_iter().map(|(message, _)| message).collect();
    prop_assert_eq!(
        pair.meaning_there(&by_steps),
        pair.meaning_there(&came_out(there))
    );
    Ok(())
}

/// L20: if an earlier step reports a loss, the whole route reports a loss at that place or around it. The exception is
/// a value whose new place the route reports.
fn a_route_reports_the_losses_of_its_first_steps(
    pair: Pair,
    there: &Sent,
    cx: &Context,
) -> Checked {
    let whole = route(pair.from, pair.to, pair.family);
    for steps in 2..whole.len() {
        let (first, to) = (whole.get(..steps).unwrap(), whole[steps - 1]);
        if route(pair.from, to, pair.family) != first {
            continue;
        }
        // Only messages that the whole route accepts, so that a number means the same message in both.
        let part = translation::through(Pair { to, ..pair }.there(cx), there.taken.clone());
        prop_assert!(part.refused.is_empty(), "{:?}", part.refused);
        for lost in part.losses() {
            let covers = |note: &Note| {
                let below = lost.from.as_str().strip_prefix(note.from.as_str());
                note.input == lost.input
                    && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
            };
            let mut named = there.losses().filter(|note| covers(note));
            let has_passed = |note: &Note| {
                note.input == lost.input
                    && note.from == lost.from
                    && note.verdict == Verdict::Copied
            };
            // The member was absent, and still is.
            let is_absent = || {
                let input = json(&there.taken[usize::try_from(lost.input).unwrap()].0);
                input.get(&lost.from).is_none()
            };
            let is_named = named.any(|note| lost.verdict != Verdict::Dropped || note.is_loss(true))
                || there.notes.iter().any(has_passed)
                || is_absent();
            prop_assert!(is_named, "to {to}: {lost:?}");
        }
    }
    Ok(())
}

/// L23: targets come out in the order of their sources.
fn messages_keep_their_order(pair: Pair, there: &Sent) -> Checked {
    let mut last: BTreeMap<Option<String>, u64> = BTreeMap::new();
    for output in &there.outputs {
        // A message that creates a surface may be delayed or moved to the front, and so may the messages that replace it.
        let waits = |message: &AnyMessage| match message {
            AnyMessage::Message(message) => {
                matches!(
                    message.key(),
                    "createSurface" | "beginRendering" | "deleteSurface"
                )
            }
            _ => false,
        };
        let source = &there.taken[usize::try_from(output.input).unwrap()].0;
        if pair.family == Family::Surfaces && (waits(&output.message) || waits(source)) {
            last.clear();
            continue;
        }
        let subject = output
            .message
            .subject()
            .filter(|_| pair.family == Family::Surfaces);
        let before = last.insert(subject, output.input);
        prop_assert!(before.is_none_or(|before| before <= output.input));
    }
    Ok(())
}

/// L28: no path leads out of its folder and every id is a valid file name, for any contents of the carry.
fn is_safe(outputs: &[Output]) -> Checked {
    for output in outputs {
        if let AnyMessage::Interaction(record) = &output.message {
            prop_assert_eq!(record.canvas_file.unsafe_rule(), None);
            prop_assert!(record.id.can_name_a_file(), "{:?}", record.id);
        }
    }
    Ok(())
}

/// L29: the output is at most a fixed multiple of the input.
fn the_result_is_bounded_by_the_input(there: &Sent) -> Checked {
    let begins = |message: &AnyMessage| message.encode().unwrap().contains(r#""beginRendering""#);
    let before: usize = there
        .taken
        .iter()
        .map(|(message, _)| json(message).text().len())
        .sum();
    // An index far after the end of a list fills the gap with null.
    let unpadded = |message: &AnyMessage| json(message).text().replace("null,", "").len();
    let after: usize = there
        .outputs
        .iter()
        .map(|output| unpadded(&output.message) + size(&output.carry))
        .sum();
    // A change of the root sends the surface again.
    let begun = there
        .taken
        .iter()
        .filter(|(message, _)| begins(message))
        .count();
    prop_assert!(
        after <= (begun + 1) * (12 * before + 2000),
        "{before} {after}"
    );
    Ok(())
}

/// Prefixes the reason of a failure with the numbers of the laws, as the table in `laws.rs` lists them.
fn named(laws: &str, check: Checked) -> Checked {
    check.map_err(|error| match error {
        TestCaseError::Fail(reason) => TestCaseError::fail(format!("law {laws}: {reason}")),
        rejected @ TestCaseError::Reject(_) => rejected,
    })
}

pub(super) fn all_laws(
    pair: Pair,
    messages: &[AnyMessage],
    carry: &Carry,
) -> Result<usize, TestCaseError> {
    let cx = context();
    let there = translation::through(pair.there(&cx), bare(messages.to_vec()));
    let back = translation::through(pair.back(&cx), there.with_carries());
    let in_messages = |check: Checked| named("L1, L2, L12, L14, in the messages", check);
    named(
        "L1, L2, L12, L14",
        comes_back_from_carries_beside_messages(pair, &there, &cx),
    )?;
    named(
        "L1, L2, L12, L14, of texts",
        comes_back_through_texts(pair, &there, &cx),
    )?;
    in_messages(comes_back_from_carries_in_messages(pair, messages, &cx))?;
    named(
        "L20",
        differs_without_the_carry_only_where_a_note_reports_it(pair, &there, &cx),
    )?;
    named(
        "L20, of losses alone",
        requested_losses_are_those_of_all_notes(pair.there(&cx), bare(messages.to_vec()), &there),
    )?;
    named(
        "L20, of losses alone on the way back",
        requested_losses_are_those_of_all_notes(pair.back(&cx), there.with_carries(), &back),
    )?;
    named(
        "L20, for each member",
        members::have_notes_if_lost(pair, &there, &cx),
    )?;
    named(
        "L22, for each member",
        members::are_where_notes_place_them(pair, &there),
    )?;
    named(
        "L22, for each member on the way back",
        members::are_where_notes_place_them(pair.turned(), &back),
    )?;
    named("L22 or L25, of the input", places::of_the_input(&there))?;
    named("L22, of the output", places::of_the_output(&there))?;
    named(
        "L22, of the output of the way back",
        places::of_the_output(&back),
    )?;
    named("L30", reads_back(pair, &there))?;
    named(
        "L20, with `LossPolicy::Refuse`",
        refuse_policy_emits_no_lossy_message(pair, messages, &cx),
    )?;
    named(
        "L8, with a foreign carry",
        a_foreign_carry_is_harmless(pair, messages, &there, carry, &cx),
    )?;
    named("L8", edits::an_edit_survives(pair, &there, &cx))?;
    named(
        "L8, for one value",
        edits::an_edited_value_changes_only_its_source(pair, &there, &cx),
    )?;
    named(
        "L18",
        a_saved_translator_continues(pair, messages, &there, &cx),
    )?;
    named("L9", a_second_round_trip_changes_nothing(pair, &there, &cx))?;
    named("L32", surfaces_are_independent(pair, messages, &there, &cx))?;
    named(
        "L31",
        repeated_messages_have_equal_targets(pair, messages, &there, &cx),
    )?;
    named(
        "L10",
        canvases_match_the_surfaces_of_the_stream(pair, &there, &cx),
    )?;
    named(
        "L22, L24",
        a_route_equals_its_steps(pair, messages, &there, &cx),
    )?;
    named(
        "L20, of a route",
        a_route_reports_the_losses_of_its_first_steps(pair, &there, &cx),
    )?;
    named("L23", messages_keep_their_order(pair, &there))?;
    named("L28", is_safe(&there.outputs))?;
    named("L29", the_result_is_bounded_by_the_input(&there))?;
    Ok(there.taken.len())
}

/// Runs the laws for every pair of a family, and prints each route with its number of sessions and messages.
fn every_pair_keeps_every_law(family: Family) {
    let broken: Vec<String> = Pair::all()
        .into_iter()
        .filter(|pair| pair.family == family && is_wanted(*pair))
        .filter_map(|pair| {
            let why = keeps_every_law(pair).err()?;
            // Printed at once, as a long run may end before all pairs are done.
            println!("{} is broken: {why}\n", pair.through());
            Some(pair.through())
        })
        .collect();
    assert!(
        broken.is_empty(),
        "{} pairs: {}",
        broken.len(),
        broken.join(", ")
    );
}

/// Returns `true` if a pair is requested. Every pair is requested, unless `LAWS_ROUTE` selects the pairs whose printed
/// form contains its text.
fn is_wanted(pair: Pair) -> bool {
    std::env::var("LAWS_ROUTE").map_or(true, |wanted| pair.through().contains(&wanted))
}

fn keeps_every_law(pair: Pair) -> Result<(), String> {
    let mut config = config();
    config.cases = config.cases.div_ceil(128).max(4);
    // Long runs discard many texts that are not JSON after all.
    config.max_local_rejects = u32::MAX;
    let (sessions, messages) = (Cell::new(0), Cell::new(0));
    let run = |config: Config| {
        let tested = TestRunner::new(config).run(
            &(session(pair), generators::forged_carry()),
            |(session, carry)| {
                messages.set(messages.get() + all_laws(pair, &session, &carry)?);
                sessions.set(sessions.get() + 1);
                Ok(())
            },
        );
        tested.map_err(Box::new)
    };
    // Some pairs accept few of the messages that their source can write: a handful of sessions may contain none.
    let wanted =
        std::env::var("LAWS_MESSAGES").map_or(1, |count| count.parse().expect("LAWS_MESSAGES"));
    for _ in 0..64 {
        let round = config.clone();
        // The next round has other values.
        if let RngSeed::Fixed(seed) = &mut config.rng_seed {
            *seed = seed.wrapping_add(1);
        }
        if let Err(error) = run(round) {
            let TestError::Fail(reason, (session, carry)) = *error else {
                return Err(error.to_string());
            };
            let texts: Vec<_> = session
                .iter()
                .map(|message| message.encode().unwrap())
                .collect();
            return Err(format!(
                "{reason}\n{}\ncarry {}",
                texts.join("\n"),
                wire::encode(&carry).unwrap()
            ));
        }
        if messages.get() >= wanted {
            println!(
                "{}: {} sessions, {} messages",
                pair.through(),
                sessions.get(),
                messages.get()
            );
            return Ok(());
        }
    }
    Err(format!(
        "{} sessions, and only {} messages were ever taken",
        sessions.get(),
        messages.get()
    ))
}

#[test]
fn every_pair_of_interactions_keeps_every_law() {
    every_pair_keeps_every_law(Family::Interactions);
}

#[test]
fn every_pair_of_surfaces_keeps_every_law() {
    every_pair_keeps_every_law(Family::Surfaces);
}

#[test]
fn every_pair_of_tools_and_calls_keeps_every_law() {
    every_pair_keeps_every_law(Family::Tools);
    every_pair_keeps_every_law(Family::Calls);
}

#[test]
fn the_refusal_of_a_pair_without_a_route_lists_reachable_dialects() {
    let refused =
        crate::translation::paranoid(Dialect::Aap, Dialect::Mcp2025_06, Context::default())
            .unwrap_err();
    assert_eq!(refused.rule(), "route/none");
    assert!(
        refused.hint_text().contains("into a2ui, ahp@canvas"),
        "{refused:?}"
    );
    let pairs = Pair::all();
    for dialect in Dialect::ALL {
        assert!(
            pairs.iter().any(|pair| pair.from == *dialect),
            "{dialect} goes nowhere"
        );
    }
    for (family, count) in [
        (Family::Interactions, 402),
        (Family::Tools, 20),
        (Family::Calls, 30),
    ] {
        assert_eq!(
            pairs.iter().filter(|pair| pair.family == family).count(),
            count,
            "{}",
            family.as_str()
        );
    }
}
