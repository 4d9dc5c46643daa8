//! The command `agent-ui pipe`: translates a session line by line, in both directions.

mod feed;
mod state;

use crate::{
    args::{Pipe, TranslationArguments},
    conversion::{Conversion, Layout, check, create_translator},
    descriptor,
    exit::{EndWith, Exit},
    input::{empty_input_finding, start_of, start_of_input},
    output_file::{self, FileIdentity},
    replacement,
    report::Report,
};
use agent_ui_text::{conversation::BridgeDirection, place::Place, saved_state::SavedRepairer};
use bridge::{Bridge, DialectOrProtocol, Refusal};
use feed::{FedDocument, Feed, FeedSource};
use state::{Beginning, DirectionProgress, Progress, SavedSession};
use std::{
    fs::{File, OpenOptions},
    io::{Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// The minimum number of input bytes between two saves of the session.
const STRIDE: u64 = 64 << 10;

pub(crate) fn run(arguments: &Pipe, report: &mut Report) -> Result<(), Exit> {
    ensure_distinct_files(arguments)?;
    ensure_inputs_exist(arguments)?;
    let forward = &arguments.translation;
    let backward = TranslationArguments {
        from: forward.to,
        to: forward.from,
        ..forward.clone()
    };
    check(forward)?;
    if forward.verbatim {
        report.verbatim();
    }
    if forward.quiet {
        report.quiet();
    }
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let bridge = Bridge::of(
        create_translator(forward, report)?.max_bytes(limit),
        backward_translator(arguments, &backward, report)?.max_bytes(limit),
    );
    let start = match read_saved_session(arguments)? {
        Some(saved) => SessionStart::resume(arguments, bridge, saved)?,
        None => SessionStart {
            bridge,
            progress: Progress::default(),
            repairers: None,
        },
    };
    PipeSession::new(arguments, [forward, &backward], start, report)?.run(report)
}

/// Reads the session of `--state`, and ensures that it can be saved again.
fn read_saved_session(arguments: &Pipe) -> Result<Option<SavedSession>, Exit> {
    let Some(path) = &arguments.state else {
        return Ok(None);
    };
    let saved = SavedSession::read(path)?;
    replacement::ensure_replaceable(path).map_err(|error| state_error(path, &error))?;
    Ok(saved)
}

/// The state with which a run begins.
struct SessionStart {
    bridge: Bridge,
    progress: Progress,
    /// The saved readers of an earlier run, which know the versions of its surfaces.
    repairers: Option<[SavedRepairer; 2]>,
}

impl SessionStart {
    /// Restores the state of an earlier run.
    fn resume(arguments: &Pipe, bridge: Bridge, saved: SavedSession) -> Result<Self, Exit> {
        let SavedSession {
            is_between_files,
            progress,
            session,
            repairers,
            ..
        } = saved;
        // The offsets of a state refer to files, and its document numbers to streams.
        if is_between_files != self::is_between_files(arguments) {
            return Err(state_of_other_form(arguments, is_between_files));
        }
        let bridge = bridge
            .resume(session)
            .map_err(|refusal| unusable_state(arguments, &refusal))?;
        Ok(Self {
            bridge,
            progress,
            repairers: Some(repairers),
        })
    }
}

/// Refuses missing input files, and a path of `--state` that is not a regular file, before anything is read.
fn ensure_inputs_exist(arguments: &Pipe) -> Result<(), Exit> {
    let back = arguments.back.as_deref().map(descriptor::path_of_number);
    for (flag, path) in [("", input(arguments)), ("--back ", back.as_deref())] {
        let Some(path) = path else { continue };
        if let Err(error) = path.metadata() {
            return Err(Exit::Usage(format!("{flag}{}: {error}", path.display())));
        }
    }
    match &arguments.state {
        Some(path) if !is_new_or_file(path) => Err(Exit::Usage(format!(
            "--state {}: this is not a regular file; name a file, or a new path",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Refuses a written file that is also used for another purpose, because its content would be lost.
fn ensure_distinct_files(arguments: &Pipe) -> Result<(), Exit> {
    let files = [
        ("the input", arguments.file.as_deref(), false),
        ("--back", arguments.back.as_deref(), false),
        ("--output", arguments.output.as_deref(), true),
        ("--back-output", arguments.back_output.as_deref(), true),
        ("--state", arguments.state.as_deref(), true),
    ];
    let mut known: Vec<(&str, FileIdentity, bool)> = Vec::new();
    for (name, path, is_written) in files {
        let Some(path) = path else { continue };
        // A pipe or a device has no contents that could be lost.
        let Some(identity) = FileIdentity::of(path) else {
            continue;
        };
        for (other, other_identity, other_is_written) in &known {
            let is_written = is_written || *other_is_written;
            if is_written && identity.is_same_file(other_identity) {
                let path = path.display();
                return Err(Exit::Usage(format!(
                    "{path}: {name} and {other} are the same file; use different files"
                )));
            }
        }
        known.push((name, identity, is_written));
    }
    Ok(())
}

/// Creates the backward translator. Without `--back`, this translator only tracks surfaces, and its route need not
/// exist.
fn backward_translator(
    arguments: &Pipe,
    backward: &TranslationArguments,
    report: &mut Report,
) -> Result<bridge::Translator, Exit> {
    match create_translator(backward, report) {
        // This translator translates nothing, so any existing route will do.
        Err(_) if arguments.back.is_none() => create_translator(&arguments.translation, report),
        translator => translator,
    }
}

/// Both directions of a session.
struct PipeSession<'a> {
    arguments: &'a Pipe,
    bridge: Bridge,
    feed: Feed,
    /// The forward and the backward direction.
    conversions: [Conversion<'a>; 2],
    progress: Progress,
    outputs: OutputFiles,
    /// `true` if input and output are files, so that a new run can resume in the middle of both.
    is_between_files: bool,
    /// The number of input bytes since the session was last saved.
    unsaved_bytes: u64,
    /// The size of the session when it was last saved.
    saved_size: u64,
}

impl<'a> PipeSession<'a> {
    fn new(
        arguments: &'a Pipe,
        [forward, backward]: [&'a TranslationArguments; 2],
        start: SessionStart,
        report: &mut Report,
    ) -> Result<Self, Exit> {
        let SessionStart {
            bridge,
            progress,
            repairers,
        } = start;
        let is_between_files = is_between_files(arguments);
        ensure_same_inputs(arguments, &progress)?;
        let outputs = OutputFiles::open(arguments, &progress, report)?;
        let sources = feed_sources(arguments, &progress, report);
        let mut conversions = [Conversion::new(forward), Conversion::backward(backward)];
        if !is_between_files {
            for conversion in &mut conversions {
                conversion.output.layout = Layout::Numbered {
                    document: 0,
                    line: 0,
                };
            }
            // The sender of a stream continues at the documents that this line names (docs/sessions.md).
            if !progress.is_empty() {
                report.error(&state::ResumedLine::from(&progress))?;
            }
        }
        // Files are complete, so the result must not depend on which one is read first.
        let [forward_file, backward_file] = input_files(arguments);
        let is_in_turn =
            forward_file.is_some() && (backward_file.is_some() || arguments.back.is_none());
        let feed = Feed::start(sources, is_in_turn);
        if let Some(repairers) = repairers {
            for (conversion, saved) in conversions.iter_mut().zip(repairers) {
                conversion
                    .resume_reader(saved)
                    .map_err(|refusal| unusable_state(arguments, &refusal))?;
            }
        }
        Ok(Self {
            arguments,
            bridge,
            feed,
            conversions,
            progress,
            outputs,
            is_between_files,
            unsaved_bytes: 0,
            saved_size: 0,
        })
    }

    fn run(mut self, report: &mut Report) -> Result<(), Exit> {
        self.translate(report)
            .end_with(|| self.report_totals(report))
    }

    fn translate(&mut self, report: &mut Report) -> Result<(), Exit> {
        match self.translate_all(report) {
            Err(Exit::Interrupted) => {
                self.save(report)?;
                return Err(Exit::Interrupted);
            }
            other => other?,
        }
        if self.progress.is_empty() {
            let path = input(self.arguments);
            let place = path.map_or(start_of_input(None), start_of);
            report.finding(&place, &empty_input_finding(path))?;
        }
        // The session is saved before the final results, because the input may be longer in the next run.
        self.save(report)?;
        for (is_backward, conversion) in [false, true].into_iter().zip(&mut self.conversions) {
            conversion.finish(
                &mut BridgeDirection {
                    bridge: &mut self.bridge,
                    is_backward,
                },
                report,
            )?;
        }
        Ok(())
    }

    /// Reports the counts of both directions.
    fn report_totals(&mut self, report: &mut Report) -> Result<(), Exit> {
        let [forward, backward] = &mut self.conversions;
        let mut totals = std::mem::take(&mut forward.output.totals);
        totals.join(std::mem::take(&mut backward.output.totals));
        totals.report(
            &self.arguments.translation,
            self.bridge.forward_translator().context(),
            report,
        )?;
        report.flush()
    }

    /// Translates documents until the inputs end.
    fn translate_all(&mut self, report: &mut Report) -> Result<(), Exit> {
        while let Some(document) = self.next_document(report)? {
            report.begin_document(Some(&|| document.input().start))?;
            self.translate_document(&document, report)?;
            if self.unsaved_bytes >= self.saved_size.max(STRIDE) {
                self.save(report)?;
            }
        }
        Ok(())
    }

    /// Returns the next document; `None` at the end of all inputs. If no document is ready, flushes the results and
    /// saves the session before waiting.
    fn next_document(&mut self, report: &mut Report) -> Result<Option<FedDocument>, Exit> {
        if let Some(document) = self.feed.take_ready()? {
            return Ok(Some(document));
        }
        report.flush()?;
        // A large session is saved less often.
        if !self.is_between_files && self.unsaved_bytes * 4 >= self.saved_size {
            self.save(report)?;
        }
        self.feed.wait(&mut || report.begin_document(None))
    }

    fn translate_document(
        &mut self,
        document: &FedDocument,
        report: &mut Report,
    ) -> Result<(), Exit> {
        self.outputs.remove_earlier_contents()?;
        let [forward, backward] = &mut self.conversions;
        let (conversion, progress) = match document.is_backward {
            false => (forward, &mut self.progress.forward),
            true => (backward, &mut self.progress.backward),
        };
        conversion.output.layout.begin_document(progress.documents);
        let mut engine = BridgeDirection {
            bridge: &mut self.bridge,
            is_backward: document.is_backward,
        };
        let input = document.input();
        if let Some(finding) = &document.about_input {
            report.finding(
                &Place {
                    line: 1,
                    column: 1,
                    ..input.start.clone()
                },
                finding,
            )?;
        }
        conversion.translate(&mut engine, &input, report)?;
        progress.documents += 1;
        self.unsaved_bytes += document.position.0.saturating_sub(progress.offset);
        (progress.offset, progress.line) = document.position;
        conversion.output.layout.begin_document(progress.documents);
        Ok(())
    }

    /// Saves the session, so that another run can resume it.
    fn save(&mut self, report: &mut Report) -> Result<(), Exit> {
        if self.unsaved_bytes == 0 {
            return Ok(());
        }
        report.flush()?;
        if self.is_between_files {
            self.progress.forward.written = file_length(self.outputs.forward.as_ref())?;
            self.progress.backward.written = file_length(self.outputs.backward.as_ref())?;
        }
        if self.arguments.state.is_some() {
            self.extend_checksums()?;
        }
        let state = SavedSession::new(
            self.is_between_files,
            self.progress.clone(),
            self.bridge.save(),
            self.conversions.each_ref().map(Conversion::save_reader),
        );
        let text = serde_json::to_string(&state).map_err(std::io::Error::from)?;
        self.unsaved_bytes = 0;
        self.saved_size = u64::try_from(text.len()).unwrap_or(u64::MAX);
        match &self.arguments.state {
            Some(path) => replacement::replace(path, text.as_bytes())
                .map_err(|error| state_error(path, &error)),
            None => Ok(()),
        }
    }

    /// Extends the checksums of the inputs up to the last document.
    fn extend_checksums(&mut self) -> Result<(), Exit> {
        let Progress { forward, backward } = &mut self.progress;
        for (path, progress) in input_files(self.arguments)
            .into_iter()
            .zip([forward, backward])
        {
            let Some(path) = path else { continue };
            progress.beginning = progress
                .beginning
                .extend_to(progress.offset, path)
                .map_err(|error| input_error(path, &error))?;
        }
        Ok(())
    }
}

/// The output files of both directions.
#[derive(Default)]
struct OutputFiles {
    forward: Option<File>,
    backward: Option<File>,
    /// The files whose earlier contents the first document removes.
    earlier: Vec<(PathBuf, File)>,
}

impl OutputFiles {
    /// Opens the files, and makes the report write to them.
    fn open(arguments: &Pipe, progress: &Progress, report: &mut Report) -> Result<Self, Exit> {
        let mut outputs = Self::default();
        if let Some(path) = &arguments.output {
            let length = kept_length(arguments, path, progress, &progress.forward);
            let file = outputs.open_file(path, path, length)?;
            outputs.forward = Some(file.try_clone()?);
            report.write_to(Box::new(file));
        }
        if let Some(path) = &arguments.back_output {
            let length = kept_length(arguments, path, progress, &progress.backward);
            let file = outputs.open_file(path, &descriptor::path_of_number(path), length)?;
            outputs.backward = Some(file.try_clone()?);
            report.write_back_to(Box::new(file));
        }
        Ok(outputs)
    }

    /// Opens a file of the command line at its real path.
    fn open_file(
        &mut self,
        named: &Path,
        path: &Path,
        kept_length: Option<u64>,
    ) -> Result<File, Exit> {
        let file = open_output(path, kept_length)?;
        if kept_length == Some(0) {
            self.earlier.push((named.to_owned(), file.try_clone()?));
        }
        Ok(file)
    }

    /// Removes the contents of earlier runs, when the first document arrives.
    fn remove_earlier_contents(&mut self) -> Result<(), Exit> {
        for (path, file) in self.earlier.drain(..) {
            file.set_len(0)
                .map_err(|error| output_error(&path, &error))?;
        }
        Ok(())
    }
}

/// Returns the length to which an output file is truncated; `None` if lines are appended to it.
fn kept_length(
    arguments: &Pipe,
    path: &Path,
    progress: &Progress,
    direction: &DirectionProgress,
) -> Option<u64> {
    if is_between_files(arguments) {
        return Some(direction.written);
    }
    // A new session overwrites its output, because sequence numbers of an older one would be repeated.
    let is_file = descriptor::path_of_number(path) == path && is_new_or_file(path);
    if progress.is_empty() && is_file {
        return Some(0);
    }
    None
}

/// Returns the length of an output file; 0 if there is no file.
fn file_length(file: Option<&File>) -> Result<u64, Exit> {
    match file {
        Some(file) => Ok(file.metadata()?.len()),
        None => Ok(0),
    }
}

/// Returns the inputs of both directions, with their protocols.
fn feed_sources(
    arguments: &Pipe,
    progress: &Progress,
    report: &mut Report,
) -> Vec<(FeedSource, DialectOrProtocol)> {
    let forward = match input(arguments) {
        Some(path) => feed_source(path, &progress.forward),
        None => FeedSource::Stdin(report.standard_input()),
    };
    let mut sources = vec![(forward, arguments.translation.from)];
    if let Some(path) = &arguments.back {
        let backward = feed_source(&descriptor::path_of_number(path), &progress.backward);
        sources.push((backward, arguments.translation.to));
    }
    sources
}

/// Returns the input file, unless it is standard input.
fn input(arguments: &Pipe) -> Option<&Path> {
    arguments
        .file
        .as_deref()
        .filter(|path| path.as_os_str() != "-")
}

/// Returns the input of each direction if it is a file, so that a new run can resume it.
fn input_files(arguments: &Pipe) -> [Option<&Path>; 2] {
    [input(arguments), arguments.back.as_deref()].map(|path| path.filter(|path| path.is_file()))
}

fn is_new_or_file(path: &Path) -> bool {
    !path.exists() || path.is_file()
}

/// Returns `true` if all inputs and outputs are files, so that a new run can resume in the middle of them.
fn is_between_files(arguments: &Pipe) -> bool {
    let [forward, backward] = input_files(arguments);
    forward.is_some()
        && arguments.output.as_deref().is_some_and(is_new_or_file)
        && (backward.is_some() || arguments.back.is_none())
        && arguments.back_output.as_deref().is_none_or(is_new_or_file)
}

fn state_path(arguments: &Pipe) -> &Path {
    arguments.state.as_deref().unwrap_or(Path::new(""))
}

/// Returns the error for a state from which the translation cannot continue.
fn unusable_state(arguments: &Pipe, refusal: &Refusal) -> Exit {
    let path = state_path(arguments).display();
    Exit::Usage(format!(
        "--state {path}: {}: {}",
        refusal.message(),
        refusal.hint_text()
    ))
}

/// Returns the error for a state of a call with files when this call has streams, or the reverse.
fn state_of_other_form(arguments: &Pipe, was_between_files: bool) -> Exit {
    let path = state_path(arguments).display();
    let (was, is) = match was_between_files {
        true => ("ran from file to file", "does not"),
        false => ("did not run from file to file", "does"),
    };
    Exit::Usage(format!(
        "--state {path}: the saved session {was}, and this one {is}: use the earlier input, --output, --back and --back-output, or start again with another --state"
    ))
}

/// Returns the source to read: a file from the offset of the earlier run, anything else from its start.
fn feed_source(path: &Path, progress: &DirectionProgress) -> FeedSource {
    let (offset, line) = match progress.beginning.is_empty() {
        true => (0, 1),
        false => (progress.offset, progress.line),
    };
    FeedSource::File {
        path: path.to_owned(),
        offset,
        line,
    }
}

/// Refuses inputs that differ from the inputs of the saved session.
fn ensure_same_inputs(arguments: &Pipe, progress: &Progress) -> Result<(), Exit> {
    let directions = [&progress.forward, &progress.backward];
    for (path, progress) in input_files(arguments).into_iter().zip(directions) {
        let Some(path) = path else { continue };
        if !progress.beginning.is_empty() {
            ensure_same_input(path, progress)?;
        }
    }
    Ok(())
}

/// Refuses an input that is shorter than the part already read, or that differs in this part.
fn ensure_same_input(path: &Path, progress: &DirectionProgress) -> Result<(), Exit> {
    let offset = progress.offset;
    let metadata = path.metadata().map_err(|error| input_error(path, &error))?;
    let length = metadata.len();
    if length < offset {
        return Err(other_input(
            path,
            &format!("it has {length} bytes, but the saved session has read {offset}"),
        ));
    }
    let beginning = Beginning::default()
        .extend_to(offset, path)
        .map_err(|error| input_error(path, &error))?;
    if beginning != progress.beginning {
        return Err(other_input(
            path,
            &format!("its first {offset} bytes differ from those that the saved session has read"),
        ));
    }
    Ok(())
}

/// Returns the error for an input of another session.
fn other_input(path: &Path, difference: &str) -> Exit {
    Exit::Usage(format!(
        "{}: {difference}: this is not the input of the saved session; name that input, or start again with another --state",
        path.display()
    ))
}

/// Returns an error about an input, with its file.
fn input_error(path: &Path, error: &std::io::Error) -> Exit {
    Exit::Usage(format!("{}: {error}", path.display()))
}

/// Opens an output file, truncated to `kept_length`. Without a length, the file is opened for appending. A length of 0
/// is left to the first document.
fn open_output(path: &Path, kept_length: Option<u64>) -> Result<File, Exit> {
    if let Some(file) = descriptor::open_writable(path) {
        return file.map_err(|error| output_error(path, &error));
    }
    let mut options = OpenOptions::new();
    match kept_length {
        Some(_) => options.write(true).truncate(false),
        None => options.append(true),
    };
    let mut file = options
        .create(true)
        .open(path)
        .map_err(|error| output_error(path, &error))?;
    match kept_length {
        None | Some(0) => Ok(file),
        Some(length) => {
            truncate(&mut file, path, length)?;
            Ok(file)
        }
    }
}

/// Truncates an output to the length that the saved session has written, and continues at its end.
fn truncate(file: &mut File, path: &Path, length: u64) -> Result<(), Exit> {
    let metadata = file
        .metadata()
        .map_err(|error| output_error(path, &error))?;
    let present = metadata.len();
    if present < length {
        let path = path.display();
        return Err(Exit::Usage(format!(
            "{path}: it has {present} bytes, but the saved session has written {length}: this is not its output"
        )));
    }
    file.set_len(length)
        .and_then(|()| file.seek(SeekFrom::End(0)).map(drop))
        .map_err(|error| output_error(path, &error))
}

/// Returns an error about an output, with its file.
fn output_error(path: &Path, error: &std::io::Error) -> Exit {
    Exit::Output(output_file::with_path(path, error))
}

/// Returns an error about the state, with its file.
fn state_error(path: &Path, error: &std::io::Error) -> Exit {
    Exit::State(output_file::with_path(path, error))
}
