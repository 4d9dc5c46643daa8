//! Sends the questions of the kit and validates the answers. The caller performs the input and output.

use super::{
    case::{ConformanceCase, Level, experiment},
    failure::{AnswerPart, Failure, FailureCause, Operation, pattern},
    judge::{CaseAnswers, judge},
    message::{Answer, Op, Request},
};
use std::{
    collections::{BTreeMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
};
use wire::{DecodeRule, Payload};

/// The maximum number of bytes of an unreadable line that a failure shows.
const MAX_EXCERPT: usize = 200;

/// The examination of a program: it asks the questions of all cases and validates the answers. Cases with the same
/// question are asked once.
///
/// The caller sends the requests and passes the answers, in the order of the requests.
///
/// ```
/// use agent_ui_fidelity::{
///     bridge::Dialect,
///     conformance::{Examination, answer, cases_of},
///     wire,
/// };
///
/// let cases = cases_of(|from, to| (from, to) == (Dialect::Aap, Dialect::A2ui0_9))?;
/// let mut examination = Examination::new(cases);
/// while let Some(request) = examination.next_request() {
///     let line = wire::encode_line(&answer(&request))?;
///     examination.take(&line);
/// }
/// let judged = examination.finish();
/// assert!(judged.iter().all(|judged| judged.failure.is_none()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Examination {
    /// The cases whose question was not sent yet.
    cases: VecDeque<ConformanceCase>,
    exchanges: Vec<Exchange>,
    /// The questions about backward translations that can be sent.
    ready: VecDeque<(QuestionPlace, Request)>,
    /// The ids of the open questions, in the order of sending.
    open: VecDeque<String>,
    asked: BTreeMap<String, QuestionPlace>,
}

/// Cases with the same question, and the answers to this question.
#[derive(Debug, Default)]
struct Exchange {
    /// The id of the cases without the checked part.
    experiment: String,
    cases: Vec<ConformanceCase>,
    answers: BTreeMap<QuestionStep, Result<Answer, Failure>>,
    /// The results. They replace the cases and answers once all answers have arrived.
    judged: Vec<(Option<QuestionStep>, CaseResult)>,
    /// The hash of the messages in the first answer, which outlives the answers.
    messages: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum QuestionStep {
    Forward,
    Alone,
    Embedded,
    Carried,
}

impl QuestionStep {
    /// Returns the operation of a backward translation; `None` for the first question.
    fn backward_operation(self) -> Option<Operation> {
        match self {
            Self::Forward => None,
            Self::Alone => Some(Operation::RestoreAlone),
            Self::Embedded => Some(Operation::RestoreEmbedded),
            Self::Carried => Some(Operation::RestoreWithCarry),
        }
    }
}

type QuestionPlace = (usize, QuestionStep);

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CaseResult {
    /// The name of the case.
    pub id: String,
    /// The importance of the case.
    pub level: Level,
    /// The dialect of the messages.
    pub from: String,
    /// The requested dialect.
    pub to: String,
    /// The name of the message type.
    pub message: String,
    /// The failure; `None` if the case holds or was skipped.
    pub failure: Option<Failure>,
    /// `true` if the case needs `embed`, and the program answered that it does not support `embed`.
    pub is_skipped: bool,
}

impl Examination {
    /// Creates an examination of these cases, in this order.
    pub fn new(cases: impl IntoIterator<Item = ConformanceCase>) -> Self {
        let (exchanges, ready, open, asked) = (
            Vec::new(),
            VecDeque::new(),
            VecDeque::new(),
            BTreeMap::new(),
        );
        Self {
            cases: cases.into_iter().collect(),
            exchanges,
            ready,
            open,
            asked,
        }
    }

    /// Returns the next question. Returns `None` if all questions were sent, or if the next question depends on an open
    /// answer.
    pub fn next_request(&mut self) -> Option<Request> {
        let (place, request) = match self.ready.pop_front() {
            Some(ready) => ready,
            None => self.begin_exchange()?,
        };
        self.open.push_back(request.id.clone());
        self.asked.insert(request.id.clone(), place);
        Some(request)
    }

    /// Removes the next cases with the same question, and builds its request.
    fn begin_exchange(&mut self) -> Option<(QuestionPlace, Request)> {
        let first = self.cases.pop_front()?;
        let id = question_id(&first);
        let request = build_request(id.clone(), first.op, &first);
        let mut cases = vec![first];
        while self
            .cases
            .front()
            .is_some_and(|case| question_id(case) == id)
        {
            cases.extend(self.cases.pop_front());
        }
        let experiment = match cases.first() {
            Some(case) => experiment(&case.id).to_owned(),
            None => String::new(),
        };
        self.exchanges.push(Exchange {
            experiment,
            cases,
            ..Exchange::default()
        });
        Some(((self.exchanges.len() - 1, QuestionStep::Forward), request))
    }

    /// Returns the number of open questions.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Handles a line from the program.
    ///
    /// A line that does not answer an open question fails the first open one, unless it repeats an answer. Open
    /// questions before the answered one fail. Blank lines are ignored.
    pub fn take(&mut self, line: impl AsRef<[u8]>) {
        let line = line.as_ref();
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let (id, answer) = read_answer(line);
        let open = id
            .as_ref()
            .and_then(|id| self.open.iter().position(|open| open == id));
        let Some(at) = open else {
            if let Some(place) = id.as_ref().and_then(|id| self.asked.get(id)) {
                self.handle_repetition(*place, line);
            } else if let Some(first) = self.open.pop_front() {
                let failure = match (answer, id) {
                    (Err(failure), _) => failure,
                    (Ok(_), id) => Failure {
                        found: excerpt(line),
                        ..Failure::new(
                            FailureCause::WrongOrder,
                            format!("the line answers `{}` instead", id.unwrap_or_default()),
                        )
                    },
                };
                self.settle(&first, Err(failure));
            }
            return;
        };
        for id in self.open.drain(..at).collect::<Vec<_>>() {
            self.settle(
                &id,
                Err(Failure::without_answer(
                    FailureCause::WrongOrder,
                    "a later question was answered before this one",
                )),
            );
        }
        if let Some(id) = self.open.pop_front() {
            self.settle(&id, answer);
        }
    }

    /// Fails the open questions, because their answers will not arrive.
    pub fn fail_open(&mut self, cause: FailureCause, reason: &str) {
        for id in std::mem::take(&mut self.open) {
            self.settle(&id, Err(Failure::without_answer(cause, reason)));
        }
    }

    /// Fails all remaining questions, because no further answers will arrive.
    pub fn fail_rest(&mut self, cause: FailureCause, reason: &str) {
        self.fail_open(cause, reason);
        while let Some((place, _)) = self.ready.pop_front().or_else(|| self.begin_exchange()) {
            self.record_answer(place, Err(Failure::without_answer(cause, reason)));
        }
    }

    /// Returns the results of all cases, in order. Cases that were not asked or not answered fail.
    pub fn finish(mut self) -> Vec<CaseResult> {
        self.fail_rest(FailureCause::NotAsked, "this case was not asked");
        let judged = self
            .exchanges
            .into_iter()
            .flat_map(|exchange| exchange.judged);
        judged.map(|(_, judged)| judged).collect()
    }

    /// Handles a repeated answer. A case that failed before keeps its reason.
    fn handle_repetition(&mut self, place @ (index, step): QuestionPlace, line: &[u8]) {
        let Some(exchange) = self.exchanges.get_mut(index) else {
            return;
        };
        let reason = "this case was answered more than once";
        let failure = Failure {
            found: excerpt(line),
            ..Failure::new(FailureCause::WrongOrder, reason)
        };
        for (of, judged) in &mut exchange.judged {
            let is_concerned = step == QuestionStep::Forward || *of == Some(step);
            if is_concerned && judged.failure.is_none() {
                let operation = step.backward_operation().unwrap_or(Operation::Translate);
                judged.failure = Some(failure.clone().during(operation));
                judged.is_skipped = false;
            }
        }
        if matches!(exchange.answers.get(&step), Some(Ok(_))) {
            self.record_answer(place, Err(failure));
        }
    }

    /// Records the answer to a question, and builds the questions that depend on it.
    fn settle(&mut self, id: &str, answer: Result<Answer, Failure>) {
        let Some(place) = self.asked.get(id).copied() else {
            return;
        };
        if let (Ok(answer), (index, QuestionStep::Forward)) = (&answer, place) {
            self.ask_back(index, answer);
        }
        self.record_answer(place, answer);
    }

    /// Builds the questions about backward translations.
    fn ask_back(&mut self, index: usize, forward: &Answer) {
        let Some(exchange) = self.exchanges.get(index) else {
            return;
        };
        let Some(value) = returned_messages(forward) else {
            return;
        };
        for case in &exchange.cases {
            let Some(step) = needed_step(case) else {
                continue;
            };
            let mut request = build_request(case.id.clone(), Op::Translate, case);
            // The question is about the opposite direction.
            std::mem::swap(&mut request.from, &mut request.to);
            request.input.clone_from(value);
            if step == QuestionStep::Carried {
                request.carry.clone_from(&forward.carry);
            }
            self.ready.push_back(((index, step), request));
        }
    }

    fn record_answer(&mut self, (index, step): QuestionPlace, answer: Result<Answer, Failure>) {
        let plain = self.messages_of_translation(index);
        let Some(exchange) = self.exchanges.get_mut(index) else {
            return;
        };
        if let (QuestionStep::Forward, Ok(answer)) = (step, &answer) {
            exchange.messages = returned_messages(answer).map(|messages| hash(messages));
        }
        exchange.answers.insert(step, answer);
        exchange.judge(plain);
    }

    /// Returns the hash of the messages that `translate` answered for the same experiment. Its question precedes that of
    /// `embed`.
    fn messages_of_translation(&self, index: usize) -> Option<u64> {
        let of_embed = self.exchanges.get(index)?;
        let of_translate = self.exchanges.get(index.checked_sub(1)?)?;
        let is_same = of_translate.experiment == of_embed.experiment;
        of_translate.messages.filter(|_| is_same)
    }
}

impl Exchange {
    /// Judges the cases if no further answer is expected. Then drops the cases and answers, because they are large.
    ///
    /// `plain` is the hash of the messages that `translate` answered, for the question of `embed`.
    fn judge(&mut self, plain: Option<u64>) {
        let Some(forward) = self.answers.get(&QuestionStep::Forward) else {
            return;
        };
        let is_asked_back = match forward {
            Ok(forward) => returned_messages(forward).is_some(),
            Err(_) => false,
        };
        if is_asked_back && self.awaits_answer() {
            return;
        }
        let is_plain = plain.is_some() && plain == self.messages;
        let mut judged = Vec::with_capacity(self.cases.len());
        for case in &self.cases {
            let step = needed_step(case);
            let result = if is_skipped(case, forward) {
                CaseResult::skipped(case)
            } else {
                let back = step
                    .and_then(|step| Some((step.backward_operation()?, self.answers.get(&step)?)));
                let answers = CaseAnswers {
                    forward,
                    back,
                    is_plain,
                };
                CaseResult::of(case, judge(case, &answers).err())
            };
            judged.push((step, result));
        }
        self.judged = judged;
        (self.cases, self.answers) = (Vec::new(), BTreeMap::new());
    }

    /// Returns `true` if a backward translation was not answered yet.
    fn awaits_answer(&self) -> bool {
        let mut steps = self.cases.iter().filter_map(needed_step);
        steps.any(|step| !self.answers.contains_key(&step))
    }
}

impl CaseResult {
    fn of(case: &ConformanceCase, failure: Option<Failure>) -> Self {
        let ConformanceCase {
            id,
            level,
            from,
            to,
            message,
            ..
        } = case;
        Self {
            id: id.clone(),
            level: *level,
            from: from.clone(),
            to: to.clone(),
            message: message.clone(),
            failure,
            is_skipped: false,
        }
    }

    fn skipped(case: &ConformanceCase) -> Self {
        Self {
            is_skipped: true,
            ..Self::of(case, None)
        }
    }

    /// Returns `true` if the case holds.
    pub fn is_passed(&self) -> bool {
        self.failure.is_none() && !self.is_skipped
    }
}

/// Returns `true` if the case needs `embed`, and the program does not support `embed`.
fn is_skipped(case: &ConformanceCase, forward: &Result<Answer, Failure>) -> bool {
    case.op == Op::Embed && forward.as_ref().is_ok_and(Answer::is_unsupported)
}

fn hash(messages: &[Payload]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for message in messages {
        message.text().hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns the messages of an answer that can be translated back.
fn returned_messages(forward: &Answer) -> Option<&Vec<Payload>> {
    forward.value.get().filter(|_| forward.error.is_absent())
}

/// Returns the id of the question of a case: the id of the case with the operation instead of the checked part.
fn question_id(case: &ConformanceCase) -> String {
    let experiment = experiment(&case.id);
    format!("{experiment}:{}", case.op)
}

fn build_request(id: String, op: Op, case: &ConformanceCase) -> Request {
    Request::new(id, op, &*case.from, &*case.to, case.input.clone()).context(case.context.clone())
}

/// Returns the backward translation that a case needs.
fn needed_step(case: &ConformanceCase) -> Option<QuestionStep> {
    let expect = &case.expect;
    if !expect.alone.is_absent() {
        return Some(QuestionStep::Alone);
    }
    if !expect.embedded.is_absent() {
        return Some(QuestionStep::Embedded);
    }
    if !expect.carried.is_absent() {
        return Some(QuestionStep::Carried);
    }
    None
}

/// Reads the id and the answer of a line.
fn read_answer(line: &[u8]) -> (Option<String>, Result<Answer, Failure>) {
    let payload = match std::str::from_utf8(line) {
        Ok(text) => Payload::parse(text),
        Err(_) => wire::decode_slice(line),
    };
    let id = payload.as_ref().ok().and_then(|line| line.member("id"));
    let id = id
        .as_ref()
        .and_then(Payload::as_str)
        .map(|id| id.into_owned());
    // The depth limit applies to each message, not to the line around it.
    let answer = payload
        .and_then(|line| wire::decode_any_depth::<Answer>(line.text()))
        .map_err(|error| {
            let (cause, about) = match error.rule {
                DecodeRule::Syntax | DecodeRule::Encoding => (FailureCause::NotJson, String::new()),
                _ => (FailureCause::NotAnAnswer, pattern(&error.pointer)),
            };
            Failure {
                found: excerpt(line),
                ..Failure::new(cause, format!("the line is not an answer: {error}")).about(about)
            }
        });
    (id, answer)
}

/// Returns the beginning of a line.
fn excerpt(line: &[u8]) -> AnswerPart {
    let line = line.get(..MAX_EXCERPT * 4).unwrap_or(line);
    let shown: String = String::from_utf8_lossy(line)
        .chars()
        .take(MAX_EXCERPT)
        .collect();
    AnswerPart::Line(shown)
}
