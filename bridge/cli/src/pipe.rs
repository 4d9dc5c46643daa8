//! The command `agent-ui pipe`: translates a session line by line, in both directions.

mod feed;
mod state;

use crate::{
    args::{Pipe, TranslationArguments},
    conversion::{Conversion, Layout, check, translator},
    descriptor,
    exit::{EndWith, Exit},
    input::empty,
    output_file::{self, FileIdentity},
    replacement,
    report::Report,
};
use agent_ui_text::{conversation::BridgeDirection, place::Place, saved_state::SavedRepairer};
use bridge::{Bridge, Refusal};
use feed::{FedDocument, Feed, FeedSource};
use state::{Beginning, DirectionProgress, Progress, SavedSession};
use std::{
    fs::{File, OpenOptions},
    path::{Path, PathBuf},
};

/// The minimum number of input bytes between two saves of the session.
const STRIDE: u64 = 64 << 10;

pub(crate) fn run(arguments: &Pipe, report: &mut Report) -> Result<(), Exit> {
    ensure_distinct_files(arguments)?;
    ensure_inputs_exist(arguments)?;
    let there = &arguments.translation;
    let back = TranslationArguments {
        from: there.to,
        to: there.from,
        ..there.clone()
    };
    check(there)?;
    if there.verbatim {
        report.verbatim();
    }
    if there.quiet {
        report.quiet();
    }
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let mut bridge = Bridge::of(
        translator(there, report)?.max_bytes(limit),
        translator_back(arguments, &back, report)?.max_bytes(limit),
    );
    let kept = match &arguments.state {
        Some(path) => {
            let kept = SavedSession::read(path)?;
            replacement::ensure_replaceable(path).map_err(|error| state_error(path, &error))?;
            kept
        }
        None => None,
    };
    let mut progress = Progress::default();
    let mut repairers = None;
    if let Some(SavedSession {
        is_between_files,
        progress: known,
        session,
        repairers: saved,
        ..
    }) = kept
    {
        repairers = Some(saved);
        progress = known;
        if is_between_files != self::is_between_files(arguments) {
            return Err(other_form(arguments, is_between_files));
        }
        bridge = bridge
            .resume(session)
            .map_err(|refusal| other_state(arguments, &refusal))?;
    }
    let mut session = PipeSession::new(arguments, [there, &back], bridge, progress, report)?;
    if let Some(repairers) = repairers {
        session
            .resume(repairers)
            .map_err(|refusal| other_state(arguments, &refusal))?;
    }
    session.run(report)
}

/// Refuses missing input files, and a state file that cannot be a file, before anything is read.
fn ensure_inputs_exist(arguments: &Pipe) -> Result<(), Exit> {
    let back = arguments.back.as_deref().map(descriptor::path_of_number);
    for (flag, path) in [("", input(arguments)), ("--back ", back.as_deref())] {
        if let Some((path, Err(error))) = path.map(|path| (path, path.metadata())) {
            return Err(Exit::Usage(format!("{flag}{}: {error}", path.display())));
        }
    }
    match arguments
        .state
        .as_deref()
        .filter(|path| !is_new_or_file(path))
    {
        Some(path) => Err(Exit::Usage(format!(
            "--state {}: this is not a regular file; name a file, or a new path",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// Refuses a file that is used twice and written, because its content would be lost before it is read.
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
        let Some(identity) = FileIdentity::of(path) else {
            continue;
        };
        let is_other = |(_, other, was_written): &&(&str, FileIdentity, bool)| {
            identity.is_same_file(other) && (is_written || *was_written)
        };
        if let Some((other, ..)) = known.iter().find(is_other) {
            let path = path.display();
            return Err(Exit::Usage(format!(
                "{path}: {name} and {other} are the same file; use different files"
            )));
        }
        known.push((name, identity, is_written));
    }
    Ok(())
}

/// Creates the backward translator. Without `--back` it only tracks surfaces, and its route need not exist.
fn translator_back(
    arguments: &Pipe,
    back: &TranslationArguments,
    report: &mut Report,
) -> Result<bridge::Translator, Exit> {
    match translator(back, report) {
        Err(_) if arguments.back.is_none() => translator(&arguments.translation, report),
        translator => translator,
    }
}

/// Both directions of a session.
struct PipeSession<'a> {
    arguments: &'a Pipe,
    bridge: Bridge,
    feed: Feed,
    conversions: [Conversion<'a>; 2],
    progress: Progress,
    /// The output files, if they can be truncated.
    outputs: [Option<File>; 2],
    /// The outputs whose earlier contents the first document removes.
    earlier_outputs: Vec<(PathBuf, File)>,
    /// `true` if input and output are files, so that a new run can resume in the middle of both.
    is_between_files: bool,
    /// The number of input bytes since the session was last saved.
    taken: u64,
    /// The size of the session when it was last saved.
    length: u64,
}

impl<'a> PipeSession<'a> {
    fn new(
        arguments: &'a Pipe,
        [there, back]: [&'a TranslationArguments; 2],
        bridge: Bridge,
        progress: Progress,
        report: &mut Report,
    ) -> Result<Self, Exit> {
        let is_between_files = is_between_files(arguments);
        for (path, kept) in files(arguments)
            .into_iter()
            .zip([&progress.there, &progress.back])
        {
            path.filter(|_| !kept.beginning.is_empty())
                .map_or(Ok(()), |path| ensure_same_input(path, kept))?;
        }
        let mut outputs = [None, None];
        let mut earlier_outputs = Vec::new();
        // A new session overwrites its output, because sequence numbers of an older one would be repeated.
        let is_new = progress.there.documents + progress.back.documents == 0;
        let end = |path: &Path, kept: &DirectionProgress| match is_new {
            _ if is_between_files => Some(kept.written),
            true if descriptor::path_of_number(path) == path && is_new_or_file(path) => Some(0),
            _ => None,
        };
        if let Some(path) = &arguments.output {
            let end = end(path, &progress.there);
            let file = output(path, end)?;
            if end == Some(0) {
                earlier_outputs.push((path.clone(), file.try_clone()?));
            }
            outputs[0] = Some(file.try_clone()?);
            report.write_to(Box::new(file));
        }
        if let Some(path) = &arguments.back_output {
            let end = end(path, &progress.back);
            let file = output(&descriptor::path_of_number(path), end)?;
            if end == Some(0) {
                earlier_outputs.push((path.clone(), file.try_clone()?));
            }
            outputs[1] = Some(file.try_clone()?);
            report.write_back_to(Box::new(file));
        }
        let mut sources = vec![match input(arguments) {
            Some(path) => source(path, &progress.there),
            None => FeedSource::Stdin(report.standard_input()),
        }];
        if let Some(path) = &arguments.back {
            sources.push(source(&descriptor::path_of_number(path), &progress.back));
        }
        let mut conversions = [Conversion::new(there), Conversion::back(back)];
        if !is_between_files {
            for conversion in &mut conversions {
                conversion.output.layout = Layout::Numbered {
                    document: 0,
                    line: 0,
                };
            }
            if progress.there.documents + progress.back.documents > 0 {
                report.error(&state::ResumedLine::from(&progress))?;
            }
        }
        // Files are complete, so the result must not depend on which one is read first.
        let [there, back] = files(arguments);
        let is_in_turn = there.is_some() && (back.is_some() || arguments.back.is_none());
        let protocols = [arguments.translation.from, arguments.translation.to];
        let feed = Feed::start(sources.into_iter().zip(protocols).collect(), is_in_turn);
        let (taken, length) = (0, 0);
        Ok(Self {
            arguments,
            bridge,
            feed,
            conversions,
            progress,
            outputs,
            earlier_outputs,
            is_between_files,
            taken,
            length,
        })
    }

    /// Restores the readers of an earlier run, which have seen the versions of the surfaces.
    fn resume(&mut self, repairers: [SavedRepairer; 2]) -> Result<(), Refusal> {
        for (conversion, saved) in self.conversions.iter_mut().zip(repairers) {
            conversion.resume_reader(saved)?;
        }
        Ok(())
    }

    fn run(mut self, report: &mut Report) -> Result<(), Exit> {
        self.translate(report)
            .end_with(|| self.report_totals(report))
    }

    fn translate(&mut self, report: &mut Report) -> Result<(), Exit> {
        match self.take_all(report) {
            Err(Exit::Interrupted) => {
                self.keep(report)?;
                return Err(Exit::Interrupted);
            }
            other => other?,
        }
        let Progress { there, back } = &self.progress;
        if there.documents + back.documents == 0 {
            let path = input(self.arguments);
            let file = path.map(|path| path.to_string_lossy().into());
            report.finding(
                &Place {
                    file,
                    line: 1,
                    column: 1,
                },
                &empty(path),
            )?;
        }
        // Results that wait for the end are not saved, because a longer input may continue before it.
        self.keep(report)?;
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
        let [mut totals, back] = self
            .conversions
            .each_mut()
            .map(|conversion| std::mem::take(&mut conversion.output.totals));
        totals.join(back);
        totals.report(
            &self.arguments.translation,
            self.bridge.forward_translator().context(),
            report,
        )?;
        report.flush()
    }

    /// Translates documents until the inputs end.
    fn take_all(&mut self, report: &mut Report) -> Result<(), Exit> {
        loop {
            let document = match self.feed.ready()? {
                Some(document) => document,
                None => {
                    // While no document is ready, the results are flushed and the session is saved.
                    report.flush()?;
                    if !self.is_between_files && self.taken * 4 >= self.length {
                        self.keep(report)?;
                    }
                    match self.feed.wait(&mut || report.begin_document(None))? {
                        Some(document) => document,
                        None => return Ok(()),
                    }
                }
            };
            report.begin_document(Some(&|| document.input().start))?;
            self.take(&document, report)?;
            if self.taken >= self.length.max(STRIDE) {
                self.keep(report)?;
            }
        }
    }

    fn take(&mut self, document: &FedDocument, report: &mut Report) -> Result<(), Exit> {
        for (path, file) in self.earlier_outputs.drain(..) {
            file.set_len(0)
                .map_err(|error| output_error(&path, &error))?;
        }
        let kept = if document.is_backward {
            &mut self.progress.back
        } else {
            &mut self.progress.there
        };
        let [there, back] = &mut self.conversions;
        let conversion = if document.is_backward { back } else { there };
        if let Layout::Numbered { document, line } = &mut conversion.output.layout {
            (*document, *line) = (kept.documents, 0);
        }
        let mut way = BridgeDirection {
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
        conversion.take(&mut way, &input, report)?;
        kept.documents += 1;
        self.taken += document.position.0.saturating_sub(kept.offset);
        (kept.offset, kept.line) = document.position;
        if let Layout::Numbered { document, line } = &mut conversion.output.layout {
            (*document, *line) = (kept.documents, 0);
        }
        Ok(())
    }

    /// Saves the session, so that another run can resume it.
    fn keep(&mut self, report: &mut Report) -> Result<(), Exit> {
        if self.taken == 0 {
            return Ok(());
        }
        report.flush()?;
        let [there, back] = &self.outputs;
        let length = |file: &Option<File>| match file {
            Some(file) if self.is_between_files => Ok(file.metadata()?.len()),
            _ => Ok::<_, std::io::Error>(0),
        };
        (self.progress.there.written, self.progress.back.written) = (length(there)?, length(back)?);
        if self.arguments.state.is_some() {
            let Progress { there, back } = &mut self.progress;
            for (path, kept) in files(self.arguments).into_iter().zip([there, back]) {
                let Some(path) = path else { continue };
                kept.beginning = kept
                    .beginning
                    .up_to(kept.offset, path)
                    .map_err(|error| input_error(path, &error))?;
            }
        }
        let repairers = self.conversions.each_ref().map(Conversion::save_reader);
        let state = SavedSession::new(
            self.is_between_files,
            self.progress.clone(),
            self.bridge.save(),
            repairers,
        );
        let text = serde_json::to_string(&state).map_err(std::io::Error::from)?;
        (self.taken, self.length) = (0, u64::try_from(text.len()).unwrap_or(u64::MAX));
        match &self.arguments.state {
            Some(path) => replacement::replace(path, text.as_bytes())
                .map_err(|error| state_error(path, &error)),
            None => Ok(()),
        }
    }
}

/// Returns the input file, unless it is standard input.
fn input(arguments: &Pipe) -> Option<&Path> {
    arguments
        .file
        .as_deref()
        .filter(|path| path.as_os_str() != "-")
}

/// Returns the inputs of both directions that are files, so that a new run can resume them.
fn files(arguments: &Pipe) -> [Option<&Path>; 2] {
    [input(arguments), arguments.back.as_deref()].map(|path| path.filter(|path| path.is_file()))
}

fn is_new_or_file(path: &Path) -> bool {
    !path.exists() || path.is_file()
}

/// Returns `true` if all inputs and outputs are files, so that a new run can resume in the middle of them.
fn is_between_files(arguments: &Pipe) -> bool {
    let [there, back] = files(arguments);
    there.is_some()
        && arguments.output.as_deref().is_some_and(is_new_or_file)
        && (back.is_some() || arguments.back.is_none())
        && arguments.back_output.as_deref().is_none_or(is_new_or_file)
}

/// Returns the error for a state from which the translation cannot continue.
fn other_state(arguments: &Pipe, refusal: &Refusal) -> Exit {
    let path = arguments
        .state
        .as_deref()
        .unwrap_or(Path::new(""))
        .display();
    Exit::Usage(format!(
        "--state {path}: {}: {}",
        refusal.message(),
        refusal.hint_text()
    ))
}

/// Returns the error for a state that was saved by another kind of call.
fn other_form(arguments: &Pipe, was_between_files: bool) -> Exit {
    let path = arguments
        .state
        .as_deref()
        .unwrap_or(Path::new(""))
        .display();
    let (was, is) = match was_between_files {
        true => ("ran from file to file", "does not"),
        false => ("did not run from file to file", "does"),
    };
    Exit::Usage(format!(
        "--state {path}: the saved session {was}, and this one {is}: use the earlier input, --output, --back and --back-output, or start again with another --state"
    ))
}

/// Returns the source to read: a file from the offset of the earlier run, anything else from its start.
fn source(path: &Path, kept: &DirectionProgress) -> FeedSource {
    let (offset, line) = if kept.beginning.is_empty() {
        (0, 1)
    } else {
        (kept.offset, kept.line)
    };
    FeedSource::File {
        path: path.to_owned(),
        offset,
        line,
    }
}

/// Refuses an input that is shorter than the part already read, or differs in it.
fn ensure_same_input(path: &Path, kept: &DirectionProgress) -> Result<(), Exit> {
    let offset = kept.offset;
    let is_other = |what: std::fmt::Arguments<'_>| {
        let path = path.display();
        Err(Exit::Usage(format!(
            "{path}: {what}: this is not the input of the saved session; name that input, or start again with another --state"
        )))
    };
    let there = path
        .metadata()
        .map_err(|error| input_error(path, &error))?
        .len();
    if there < offset {
        return is_other(format_args!(
            "it has {there} bytes, but the saved session has read {offset}"
        ));
    }
    if Beginning::default()
        .up_to(offset, path)
        .map_err(|error| input_error(path, &error))?
        != kept.beginning
    {
        return is_other(format_args!(
            "its first {offset} bytes differ from those that the saved session has read"
        ));
    }
    Ok(())
}

/// Returns an error about an input, with its file.
fn input_error(path: &Path, error: &std::io::Error) -> Exit {
    Exit::Usage(format!("{}: {error}", path.display()))
}

/// Opens an output file, truncated to the given length, or else for appending. The length 0 is left to the first document.
fn output(path: &Path, end: Option<u64>) -> Result<File, Exit> {
    use std::io::{Seek, SeekFrom};
    let wrong = |error: std::io::Error| output_error(path, &error);
    if let Some(file) = descriptor::writable(path) {
        return file.map_err(wrong);
    }
    let mut options = OpenOptions::new();
    match end {
        Some(_) => options.write(true).truncate(false),
        None => options.append(true),
    };
    let mut file = options.create(true).open(path).map_err(wrong)?;
    if let Some(length) = end.filter(|length| *length > 0) {
        let there = file.metadata().map_err(wrong)?.len();
        if there < length {
            let path = path.display();
            return Err(Exit::Usage(format!(
                "{path}: it has {there} bytes, but the saved session has written {length}: this is not its output"
            )));
        }
        file.set_len(length).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
    }
    Ok(file)
}

/// Returns an error about an output, with its file.
fn output_error(path: &Path, error: &std::io::Error) -> Exit {
    Exit::Output(output_file::with_path(path, error))
}

/// Returns an error about the state, with its file.
fn state_error(path: &Path, error: &std::io::Error) -> Exit {
    Exit::State(output_file::with_path(path, error))
}
