//! Multithreaded `agent-ui convert`, for translations in which no message depends on another.
//!
//! The main thread reads documents and distributes them in batches, in turn. Worker threads translate their batches in
//! memory. The results are written in input order, so the output equals that of one thread.

use crate::{
    args::{Convert, Source},
    conversion::{Conversion, create_translator_in},
    exit::{EndWith, Exit},
    input::{Input, InputCallbacks, Inputs, OwnedInput},
    report::{HeldOutput, Report, ReportLayout},
    run_totals::RunTotals,
};
use agent_ui_text::place::Place;
use bridge::Context;
use std::{
    cell::RefCell,
    collections::VecDeque,
    fs::File,
    io::{self, Read, Write},
    rc::Rc,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{self, Scope},
};
use wire::Finding;

/// The minimum number of bytes in a batch. A smaller input is not worth a thread.
const BATCH: usize = 256 << 10;
/// The number of batches per thread: one in progress and one waiting.
const AHEAD: usize = 2;

/// Returns `true` if the input is long enough and consists of files, so that no reader waits for early results.
pub(crate) fn are_worth_it(source: &Source) -> bool {
    let mut bytes: u64 = 0;
    for path in &source.files {
        match path.metadata() {
            Ok(metadata) if metadata.is_file() => bytes = bytes.saturating_add(metadata.len()),
            _ => return false,
        }
    }
    bytes > BATCH as u64
}

/// Translates all inputs on the requested number of threads.
pub(crate) fn run(
    arguments: &Convert,
    cx: &Context,
    mut inputs: Inputs,
    report: &mut Report,
) -> Result<(), Exit> {
    let layout = report.layout();
    let mut reader = BatchReader {
        report,
        batch: InputBatch::default(),
        session: 0,
    };
    let mut totals = RunTotals::default();
    let read = thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads)
            .map(|_| Worker::start(scope, arguments, layout, cx))
            .collect();
        let (mut busy, mut read) = (VecDeque::new(), Ok(true));
        for worker in workers.iter().cycle() {
            if !matches!(read, Ok(true)) {
                break;
            }
            read = reader.read(&mut inputs);
            worker.submit(std::mem::take(&mut reader.batch))?;
            busy.push_back(worker);
            // Each worker has at most `AHEAD` batches, so that memory is bounded.
            if busy.len() > AHEAD * workers.len() - 1 {
                if let Some(worker) = busy.pop_front() {
                    write_result(worker, &mut totals, reader.report)?;
                }
            }
        }
        for worker in busy {
            write_result(worker, &mut totals, reader.report)?;
        }
        read.map(|_| ())
    });
    read.end_with(|| totals.report(&arguments.translation, cx, report))
}

/// Waits for the oldest result of a worker, and writes it.
fn write_result(worker: &Worker, totals: &mut RunTotals, report: &mut Report) -> Result<(), Exit> {
    let result = worker.receive()?;
    totals.join(result.totals);
    report.join(result.output)
}

/// A part of the input.
#[derive(Default)]
struct InputBatch {
    /// The documents and findings in input order.
    items: Vec<BatchItem>,
    /// The concatenated texts of the [`DocumentText::InBatch`] items.
    text: String,
}

/// A document or a finding of a batch.
enum BatchItem {
    /// A document, with the number of its session.
    Document(usize, DocumentText),
    /// A finding about the input.
    Finding(Place, Finding),
}

/// The text of a document, with its place.
enum DocumentText {
    /// The place and the length of the next text in the batch.
    InBatch(Place, usize),
    Owned(Box<OwnedInput>),
}

/// Collects documents and findings for the next batch.
struct BatchReader<'a> {
    report: &'a mut Report,
    batch: InputBatch,
    /// The number of the current session, from 1; 0 before the first session.
    session: usize,
}

impl BatchReader<'_> {
    /// Reads the next batch. Returns `false` at the end of all inputs.
    fn read(&mut self, inputs: &mut Inputs) -> Result<bool, Exit> {
        let mut bytes = 0;
        while bytes < BATCH {
            if self.session == 0 || !inputs.next(self)? {
                if !inputs.next_session(self)? {
                    return Ok(false);
                }
                self.session += 1;
                continue;
            }
            let document = inputs.last();
            bytes += document.text.as_ref().map_or(0, |text| text.len());
            let text = match document.as_text() {
                Some(text) => {
                    self.batch.text.push_str(text);
                    DocumentText::InBatch(document.start, text.len())
                }
                None => DocumentText::Owned(Box::new(document.into())),
            };
            self.batch
                .items
                .push(BatchItem::Document(self.session, text));
        }
        Ok(true)
    }
}

impl InputCallbacks for BatchReader<'_> {
    fn before_wait(&mut self) -> Result<(), Exit> {
        // All inputs are regular files, which do not block for long.
        Ok(())
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        self.report.standard_input()
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        self.batch
            .items
            .push(BatchItem::Finding(place.clone(), finding.clone()));
        Ok(())
    }

    fn begin_input(&mut self, file: Option<&str>) {
        InputCallbacks::begin_input(self.report, file);
    }

    fn begin_reading(&mut self, sizes: &mut dyn Iterator<Item = u64>) {
        self.report.begin_reading(sizes);
    }

    fn open_file(&mut self, file: File) -> Box<dyn Read + Send> {
        self.report.open_file(file)
    }

    fn begin_document(&mut self, find: Option<&dyn Fn() -> Place>) -> Result<(), Exit> {
        InputCallbacks::begin_document(self.report, find)
    }
}

/// The result of a batch.
struct BatchResult {
    output: HeldOutput,
    totals: RunTotals,
}

/// A worker thread and its channels.
struct Worker {
    batches: SyncSender<InputBatch>,
    done: Receiver<Result<BatchResult, Exit>>,
}

impl Worker {
    fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        arguments: &'scope Convert,
        layout: ReportLayout,
        cx: &'scope Context,
    ) -> Self {
        let (batches, submitted) = sync_channel::<InputBatch>(AHEAD);
        let (results, done) = sync_channel(AHEAD);
        scope.spawn(move || {
            // The first batch creates the state, so that an error becomes its result.
            let mut state = None;
            for batch in submitted {
                let result = translate_batch(arguments, layout, cx, &mut state, &batch);
                // If the result cannot be sent, the main thread has stopped.
                if results.send(result).is_err() {
                    return;
                }
            }
        });
        Self { batches, done }
    }

    fn submit(&self, batch: InputBatch) -> Result<(), Exit> {
        self.batches.send(batch).map_err(|_| thread_error())
    }

    fn receive(&self) -> Result<BatchResult, Exit> {
        self.done.recv().map_err(|_| thread_error())?
    }
}

fn thread_error() -> Exit {
    Exit::Output(io::Error::other("a worker thread ended early"))
}

/// The state of one thread between two batches.
struct WorkerState<'a> {
    translator: bridge::Translator,
    conversion: Conversion<'a>,
    /// The number of the session of the last document.
    session: usize,
}

fn translate_batch<'a>(
    arguments: &'a Convert,
    layout: ReportLayout,
    cx: &Context,
    state: &mut Option<WorkerState<'a>>,
    batch: &InputBatch,
) -> Result<BatchResult, Exit> {
    let WorkerState {
        translator,
        conversion,
        session,
    } = match state {
        Some(state) => state,
        None => state.insert(WorkerState {
            translator: create_translator_in(&arguments.translation, cx.clone())?,
            conversion: Conversion::new(&arguments.translation),
            session: 0,
        }),
    };
    let output = SharedBuffer::default();
    let mut report = Report::of_worker(Box::new(output.clone()), layout);
    if arguments.translation.verbatim {
        report.verbatim();
    }
    let mut texts = batch.text.as_str();
    for item in &batch.items {
        let (number, document) = match item {
            BatchItem::Document(number, document) => (*number, document),
            BatchItem::Finding(place, finding) => {
                report.finding(place, finding)?;
                continue;
            }
        };
        // Messages of one session refer to the versions and places of earlier ones.
        if number != *session {
            conversion.forget();
            *session = number;
        }
        let input = match document {
            DocumentText::InBatch(place, length) => {
                let (text, rest) = texts.split_at_checked(*length).unwrap_or((texts, ""));
                texts = rest;
                Input::new(place.clone(), Ok(text))
            }
            DocumentText::Owned(document) => document.input(),
        };
        conversion.translate(translator, &input, &mut report)?;
    }
    report.flush()?;
    Ok(BatchResult {
        output: HeldOutput {
            output: output.take_bytes(),
            reports: report.take_held(),
            verdict: report.verdict(),
        },
        totals: std::mem::take(&mut conversion.output.totals),
    })
}

/// A stream that stores its bytes in memory.
#[derive(Clone, Default)]
struct SharedBuffer(Rc<RefCell<Vec<u8>>>);

impl SharedBuffer {
    fn take_bytes(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
