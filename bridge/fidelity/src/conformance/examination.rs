//! Asks the questions of the kit and validates the answers. The caller does the input and output.

use super::{
    case::{ConformanceCase, Level},
    judge::{Failure, judge},
    message::{Answer, Op, Request},
};
use std::collections::{BTreeMap, VecDeque};
use wire::Payload;

/// The number of bytes that a failure shows of a line that is not an answer.
const SHOWN: usize = 200;

/// Asks a program all cases and judges its answers. What several cases ask is asked once.
///
/// It says what to ask and takes the lines that are answered, in the order of asking.
///
/// ```
/// use agent_ui_fidelity::conformance::{Examination, answer, cases_of};
/// use bridge::Dialect;
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
    /// The cases that were not asked yet.
    cases: VecDeque<ConformanceCase>,
    exchanges: Vec<Exchange>,
    /// Questions of ways back, which can be asked.
    ready: VecDeque<(Place, Request)>,
    /// The ids of the questions without an answer, in the order in which they were asked.
    open: VecDeque<String>,
    asked: BTreeMap<String, Place>,
}

/// The cases that ask the same, and what was answered.
#[derive(Debug, Default)]
struct Exchange {
    cases: Vec<ConformanceCase>,
    answers: BTreeMap<Step, Result<Answer, Failure>>,
    /// In the place of both, once all answers are there.
    judged: Vec<(Option<Step>, CaseResult)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    There,
    Alone,
    Embedded,
    Carried,
}

type Place = (usize, Step);

/// A case that was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CaseResult {
    /// The name of the case.
    pub id: String,
    /// The importance of the case.
    pub level: Level,
    /// The dialect of its messages.
    pub from: String,
    /// The dialect that was asked for.
    pub to: String,
    /// The name of the type of its messages.
    pub message: String,
    /// The failure; `None` if the case holds.
    pub failure: Option<Failure>,
}

impl Examination {
    /// With these cases, in this order.
    pub fn new(cases: impl IntoIterator<Item = ConformanceCase>) -> Self {
        let (exchanges, ready, open, asked) = (Vec::new(), VecDeque::new(), VecDeque::new(), BTreeMap::new());
        Self { cases: cases.into_iter().collect(), exchanges, ready, open, asked }
    }

    /// Returns the next question. `None` if all were asked, or if the next one depends on an open answer.
    pub fn next_request(&mut self) -> Option<Request> {
        let (place, request) = match self.ready.pop_front() {
            Some(ready) => ready,
            None => self.begin()?,
        };
        self.open.push_back(request.id.clone());
        self.asked.insert(request.id.clone(), place);
        Some(request)
    }

    /// Takes the next cases that ask the same.
    fn begin(&mut self) -> Option<(Place, Request)> {
        let first = self.cases.pop_front()?;
        let id = question(&first);
        let request = request(id.clone(), first.op, &first);
        let mut cases = vec![first];
        while self.cases.front().is_some_and(|case| question(case) == id) {
            cases.extend(self.cases.pop_front());
        }
        self.exchanges.push(Exchange { cases, ..Exchange::default() });
        Some(((self.exchanges.len() - 1, Step::There), request))
    }

    /// Returns the number of open questions.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Takes a line that was answered.
    ///
    /// A line that answers none of the open questions counts for the first of them, unless it answers again what was
    /// answered. Those before the one that it answers will not be answered. Blank lines are nothing.
    pub fn take(&mut self, line: impl AsRef<[u8]>) {
        let line = line.as_ref();
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let (id, answer) = read(line);
        let open = id.as_ref().and_then(|id| self.open.iter().position(|open| open == id));
        let Some(at) = open else {
            if let Some(place) = id.as_ref().and_then(|id| self.asked.get(id)) {
                self.again(*place);
            } else if let Some(first) = self.open.pop_front() {
                let reason = match (&answer, id) {
                    (Err(failure), _) => failure.reason.clone(),
                    (Ok(_), id) => format!("the line answers `{}` instead", id.unwrap_or_default()),
                };
                self.settle(&first, Err(Failure { found: excerpt(line), ..Failure::new(reason) }));
            }
            return;
        };
        for id in self.open.drain(..at).collect::<Vec<_>>() {
            self.settle(&id, Err(Failure::new("a later question was answered before this one")));
        }
        if let Some(id) = self.open.pop_front() {
            self.settle(&id, answer);
        }
    }

    /// Fails the open questions, which will not be answered.
    pub fn fail_open(&mut self, reason: &str) {
        for id in std::mem::take(&mut self.open) {
            self.settle(&id, Err(Failure::new(reason)));
        }
    }

    /// Fails all remaining questions, as no further answers will come.
    pub fn fail_rest(&mut self, reason: &str) {
        self.fail_open(reason);
        while let Some((place, _)) = self.ready.pop_front().or_else(|| self.begin()) {
            self.record_answer(place, Err(Failure::new(reason)));
        }
    }

    /// All cases in their order, judged. What was not asked, or not answered, does not hold.
    pub fn finish(mut self) -> Vec<CaseResult> {
        self.fail_rest("this case was not asked");
        let judged = self.exchanges.into_iter().flat_map(|exchange| exchange.judged);
        judged.map(|(_, judged)| judged).collect()
    }

    /// Something was answered once more. What was wrong already stays wrong for its own reason.
    fn again(&mut self, place @ (index, step): Place) {
        let failure = || Failure::new("this case was answered more than once");
        let Some(exchange) = self.exchanges.get_mut(index) else { return };
        let of_step = |of: &Option<Step>| step == Step::There || *of == Some(step);
        for (_, judged) in exchange.judged.iter_mut().filter(|(of, _)| of_step(of)) {
            judged.failure.get_or_insert_with(failure);
        }
        if matches!(exchange.answers.get(&step), Some(Ok(_))) {
            self.record_answer(place, Err(failure()));
        }
    }

    fn settle(&mut self, id: &str, answer: Result<Answer, Failure>) {
        let Some(place) = self.asked.get(id).copied() else { return };
        if let (Ok(answer), (index, Step::There)) = (&answer, place) {
            self.ask_back(index, answer);
        }
        self.record_answer(place, answer);
    }

    /// Makes the questions of the ways back.
    fn ask_back(&mut self, index: usize, there: &Answer) {
        let Some(exchange) = self.exchanges.get(index) else { return };
        let Some(value) = returned_messages(there) else { return };
        for case in &exchange.cases {
            let Some(step) = step(case) else { continue };
            let mut request = request(case.id.clone(), Op::Translate, case);
            std::mem::swap(&mut request.from, &mut request.to);
            request.input.clone_from(value);
            if step == Step::Carried {
                request.carry.clone_from(&there.carry);
            }
            self.ready.push_back(((index, step), request));
        }
    }

    fn record_answer(&mut self, (index, step): Place, answer: Result<Answer, Failure>) {
        let Some(exchange) = self.exchanges.get_mut(index) else { return };
        exchange.answers.insert(step, answer);
        exchange.judge();
    }
}

impl Exchange {
    /// Judges the cases if nothing more will be answered. Cases and answers are large, so they go.
    fn judge(&mut self) {
        let Some(there) = self.answers.get(&Step::There) else { return };
        let is_asked_back = there.as_ref().is_ok_and(|there| returned_messages(there).is_some());
        let is_open = |case| step(case).is_some_and(|step| !self.answers.contains_key(&step));
        if is_asked_back && self.cases.iter().any(is_open) {
            return;
        }
        let judged = self.cases.iter().map(|case| {
            let step = step(case);
            let result = match there {
                Ok(there) => judge(case, there, step.and_then(|step| self.answers.get(&step))),
                Err(failure) => Err(failure.clone()),
            };
            let ConformanceCase { id, level, from, to, message, .. } = case.clone();
            (step, CaseResult { id, level, from, to, message, failure: result.err() })
        });
        self.judged = judged.collect();
        (self.cases, self.answers) = (Vec::new(), BTreeMap::new());
    }
}

/// The messages of an answer that can be sent back.
fn returned_messages(there: &Answer) -> Option<&Vec<Payload>> {
    there.value.get().filter(|_| there.error.is_absent())
}

/// The name of what a case asks: that of the case without what is looked at.
fn question(case: &ConformanceCase) -> String {
    let experiment = case.id.rsplit_once(':').map_or(&*case.id, |(experiment, _)| experiment);
    format!("{experiment}:{}", case.op)
}

fn request(id: String, op: Op, case: &ConformanceCase) -> Request {
    Request::new(id, op, &*case.from, &*case.to, case.input.clone()).context(case.context.clone())
}

/// The way back that a case asks.
fn step(case: &ConformanceCase) -> Option<Step> {
    let expect = &case.expect;
    let ways =
        [(&expect.alone, Step::Alone), (&expect.embedded, Step::Embedded), (&expect.carried, Step::Carried)];
    ways.into_iter().find(|(expected, _)| !expected.is_absent()).map(|(_, step)| step)
}

/// The answer of a line and its id, as far as it has them.
fn read(line: &[u8]) -> (Option<String>, Result<Answer, Failure>) {
    let payload = match std::str::from_utf8(line) {
        Ok(text) => Payload::parse(text),
        Err(_) => wire::decode_slice(line),
    };
    let id = payload.as_ref().ok().and_then(|line| line.member("id"));
    let id = id.as_ref().and_then(Payload::as_str).map(|id| id.into_owned());
    // How deep messages are is judged one by one: what is around them does not count.
    let answer = payload.and_then(|line| wire::decode_any_depth::<Answer>(line.text())).map_err(|error| {
        Failure { found: excerpt(line), ..Failure::new(format!("the line is not an answer: {error}")) }
    });
    (id, answer)
}

/// The beginning of a line.
fn excerpt(line: &[u8]) -> Option<Payload> {
    let line = line.get(..SHOWN * 4).unwrap_or(line);
    let shown: String = String::from_utf8_lossy(line).chars().take(SHOWN).collect();
    Some(Payload::string(&shown))
}
