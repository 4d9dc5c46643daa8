//! The operands `[PROTOCOL] [FILE]...`. Without a protocol among them, the protocol of each input is inferred.

use crate::{args::Source, descriptor, exit::Exit, input, report::Report};
use agent_ui_text::input::inference::{self, Inference};
use agent_ui_text::{place::Place, protocol::recognition::Candidate};
use bridge::{Dialect, DialectOrProtocol, Protocol, UnknownDialect};
use std::{
    ffi::OsStr,
    fmt::Display,
    io::{self, ErrorKind, IsTerminal, Read},
    path::{Path, PathBuf},
};
use wire::{Finding, Pointer, spelling::closest};

/// Returns the list of protocols for messages.
fn protocol_names() -> String {
    let names: Vec<&str> = Protocol::ALL
        .iter()
        .map(|protocol| protocol.as_str())
        .collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", others.join(", "))
}

/// The maximum number of files in a folder among which a similar name is searched.
const FILES: usize = 10_000;

/// Returns the protocol if the first operand names one. Otherwise, adds the operand to `source` as the first input.
///
/// The exact name of a protocol or dialect always means the protocol. Another spelling means the protocol unless a file
/// has that name, such as `actions.json`.
///
/// # Errors
/// Returns a usage error if the operand is neither a protocol nor an input, or if a protocol comes after the files.
pub(crate) fn protocol(
    command: &str,
    first: Option<&OsStr>,
    source: &mut Source,
) -> Result<Option<DialectOrProtocol>, Exit> {
    let Some(first) = first else { return Ok(None) };
    let path = Path::new(first);
    let name = first.to_string_lossy();
    let named = name.parse::<DialectOrProtocol>();
    let is_exact = Dialect::from_name(&name).is_some();
    if let Ok(named) = &named {
        if is_exact || !is_present(path) {
            return Ok(Some(*named));
        }
    }
    if first != "-" {
        if let Err(error) = path.metadata() {
            let is_content = name.contains("://") || name.trim_start().starts_with(['{', '[']);
            return Err(match named {
                Err(unknown) if error.kind() == ErrorKind::NotFound && !is_content => {
                    neither_protocol_nor_file(path, &unknown)
                }
                _ => Exit::Usage(input::missing_input(path, &error)),
            });
        }
    }
    if let Some(late) = source.files.iter().find(|file| is_late_protocol(file)) {
        let late = late.display();
        let message = format!(
            "{late}: the protocol comes before the files, as in `agent-ui {command} {late} {name}`"
        );
        return Err(Exit::Usage(message));
    }
    source.files.insert(0, PathBuf::from(first));
    Ok(None)
}

/// Returns `true` if a file operand names a protocol and not a file.
fn is_late_protocol(file: &Path) -> bool {
    let Some(name) = file.to_str() else {
        return false;
    };
    name.parse::<DialectOrProtocol>().is_ok() && !is_present(file)
}

/// Returns the usage error for an operand that is neither a protocol nor a file.
fn neither_protocol_nor_file(path: &Path, unknown: &UnknownDialect) -> Exit {
    Exit::Usage(match is_path(path) {
        true => missing_file(path),
        false => format!("{unknown}{}", missing_file_clause(path, unknown)),
    })
}

/// Returns the protocol that an operand names, for a command that reads no input.
///
/// # Errors
/// Returns a usage error if the operand is not a protocol.
pub(crate) fn parse_protocol(operand: Option<&OsStr>) -> Result<Option<DialectOrProtocol>, Exit> {
    let named = operand
        .map(|operand| operand.to_string_lossy().parse())
        .transpose();
    named.map_err(|unknown: UnknownDialect| Exit::Usage(unknown.to_string()))
}

/// Refuses `--type` without a protocol, because a wire type belongs to a protocol.
pub(crate) fn require_protocol(command: &str, type_name: Option<&str>) -> Result<(), Exit> {
    let Some(name) = type_name else { return Ok(()) };
    let example = format!("agent-ui {command} a2ui --type {name}");
    Err(Exit::Usage(format!(
        "--type {name}: name the protocol of the type, as in `{example}`"
    )))
}

fn is_present(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Returns `true` if the operand is written like a path: with a separator, or with an extension that is not a version.
fn is_path(path: &Path) -> bool {
    let has_extension = match path.extension().and_then(OsStr::to_str) {
        Some(extension) => extension.starts_with(char::is_alphabetic),
        None => false,
    };
    path.components().count() > 1 || path.has_root() || has_extension
}

/// Returns the error for a path that does not exist, with the name of a similar file.
fn missing_file(path: &Path) -> String {
    let shown = path.display();
    match similar_file(path) {
        Some(similar) => {
            format!(
                "{shown}: there is no such file or folder, and it is not a protocol; did you mean `{}`?",
                similar.display()
            )
        }
        None => {
            let names = protocol_names();
            format!("{shown}: there is no such file or folder, and it is not a protocol ({names})")
        }
    }
}

/// Returns the second half of the error for a name that is neither a protocol nor a file.
fn missing_file_clause(path: &Path, unknown: &UnknownDialect) -> String {
    // The error suggests one name.
    let similar = match unknown.suggestion() {
        Some(_) => None,
        None => similar_file(path),
    };
    match similar {
        Some(similar) => {
            format!(
                "; there is also no file of this name; did you mean `{}`?",
                similar.display()
            )
        }
        None if unknown.to_string().ends_with('?') => {
            " There is also no file of this name".to_owned()
        }
        None => "; there is also no file of this name".to_owned(),
    }
}

/// Returns the file in the same folder whose name is similar.
fn similar_file(path: &Path) -> Option<PathBuf> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let entries = folder.read_dir().ok()?.take(FILES);
    let names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let similar = closest(
        path.file_name()?.to_str()?,
        names.iter().map(String::as_str),
    )?;
    Some(path.with_file_name(similar))
}

/// Runs a command for all inputs with their inferred protocols. Consecutive inputs with the same protocol share one
/// run. If all inputs form one session, the first input decides the protocol.
///
/// # Errors
/// Returns a usage error if the protocol of an input cannot be inferred, after the other inputs.
pub(crate) fn run_inferred(
    command: &str,
    source: &Source,
    is_one_session: bool,
    report: &mut Report,
    run: RunInputs<'_>,
) -> Result<(), Exit> {
    // At a terminal, a command without operands is a mistake rather than messages that are typed.
    if source.files.is_empty() && io::stdin().is_terminal() {
        let message =
            format!("name a file, as in `agent-ui {command} FILE`, or `-` for standard input");
        return Err(Exit::Usage(message));
    }
    let mut inputs = ProtocolInference {
        command,
        allow_empty: source.allow_empty,
        reported: None,
        unknown: Vec::new(),
    };
    let mut row = InputRow {
        allow_empty: source.allow_empty,
        protocol: None,
        files: Vec::new(),
    };
    let (paths, notices) = input::list_paths(source)?;
    if paths.is_empty() {
        // Folders without input files are accepted, whatever the protocol.
        let source = Source {
            files: source.files.clone(),
            allow_empty: source.allow_empty,
        };
        return run(Protocol::A2ui.into(), source, report);
    }
    for (place, notice) in &notices {
        report.finding(place, notice)?;
    }
    for path in paths {
        if is_one_session && row.protocol.is_some() {
            row.files.push(path);
        } else {
            let inferred = inputs.infer(&path, report)?;
            row.add(path, inferred, report, run)?;
        }
    }
    row.run(report, run)?;
    inputs.finish()
}

/// A function that runs a command for inputs of one protocol.
type RunInputs<'r> = &'r mut dyn FnMut(DialectOrProtocol, Source, &mut Report) -> Result<(), Exit>;

/// Consecutive inputs with the same protocol.
struct InputRow {
    allow_empty: bool,
    /// The common protocol; `None` until an input shows its protocol.
    protocol: Option<DialectOrProtocol>,
    files: Vec<PathBuf>,
}

impl InputRow {
    /// Adds an input. If it cannot be read together with the inputs of the row, the command runs for these first.
    fn add(
        &mut self,
        path: PathBuf,
        inferred: InferredInput,
        report: &mut Report,
        run: RunInputs<'_>,
    ) -> Result<(), Exit> {
        let named = match inferred.protocol {
            InputProtocol::Named(named) => Some(named),
            InputProtocol::Any => self.protocol,
            InputProtocol::Unknown => return Ok(()),
        };
        if named != self.protocol || inferred.pipe.is_some() {
            self.run(report, run)?;
        }
        if let Some((place, notice)) = inferred.notice {
            report.finding(&place, &notice)?;
        }
        self.protocol = named;
        let Some(pipe) = inferred.pipe else {
            self.files.push(path);
            return Ok(());
        };
        // The pipe takes the place of standard input for one run.
        let stdin = report.standard_input();
        report.replace_input(pipe);
        self.files.push(PathBuf::from("-"));
        self.run(report, run)?;
        report.replace_input(stdin);
        Ok(())
    }

    /// Runs the command for the inputs of the row, and begins the next row.
    fn run(&mut self, report: &mut Report, run: RunInputs<'_>) -> Result<(), Exit> {
        let files = std::mem::take(&mut self.files);
        // If no input of the row shows a protocol, every protocol reports these inputs alike.
        let named = self
            .protocol
            .take()
            .unwrap_or_else(|| Protocol::A2ui.into());
        if files.is_empty() {
            return Ok(());
        }
        let source = Source {
            files,
            allow_empty: self.allow_empty,
        };
        run(named, source, report)
    }
}

/// The inputs of a run whose protocols are inferred.
struct ProtocolInference<'a> {
    command: &'a str,
    allow_empty: bool,
    /// The protocol that was reported last.
    reported: Option<DialectOrProtocol>,
    /// The errors about inputs of unknown protocols.
    unknown: Vec<String>,
}

/// An input whose protocol was inferred.
struct InferredInput {
    protocol: InputProtocol,
    /// The notice about the protocol, if it differs from the last reported protocol.
    notice: Option<(Place, Finding)>,
    /// The input, if it can be read only once.
    pipe: Option<Box<dyn Read + Send>>,
}

/// The protocol of an input, if it can be inferred.
enum InputProtocol {
    Named(DialectOrProtocol),
    /// The input contains no messages or cannot be opened, which every protocol reports alike.
    Any,
    /// The protocol is unknown, and the error is recorded.
    Unknown,
}

impl ProtocolInference<'_> {
    /// Infers the protocol of an input. If this fails, records the error.
    fn infer(&mut self, path: &Path, report: &mut Report) -> Result<InferredInput, Exit> {
        let is_stdin = path.as_os_str() == "-";
        let Some(reader) = open(path, report) else {
            return Ok(InferredInput {
                protocol: InputProtocol::Any,
                notice: None,
                pipe: None,
            });
        };
        let file = match is_stdin {
            true => None,
            false => Some(path.to_string_lossy().into()),
        };
        let (inference, reader) = input::read_with_callback(report, file.as_deref(), |before| {
            inference::infer(reader, before)
        })?;
        let place = inference.place(file);
        let (protocol, notice) = self.judge(path, place, inference);
        let mut pipe = None;
        if !matches!(protocol, InputProtocol::Unknown) {
            // The reader repeats the bytes that the inference has read.
            if is_stdin {
                report.replace_input(reader);
            } else if !path.is_file() {
                pipe = Some(reader);
            }
        }
        Ok(InferredInput {
            protocol,
            notice,
            pipe,
        })
    }

    /// Returns the protocol of an input, with a notice if it differs from the last reported protocol.
    fn judge(
        &mut self,
        path: &Path,
        place: Place,
        inference: Inference,
    ) -> (InputProtocol, Option<(Place, Finding)>) {
        match inference {
            Inference::Protocol {
                named, evidence, ..
            } => {
                let notice = match self.reported.replace(named) {
                    Some(reported) if reported == named => None,
                    _ => Some((place, inferred_protocol_notice(named, &evidence))),
                };
                (InputProtocol::Named(named), notice)
            }
            Inference::NoMessages => (InputProtocol::Any, None),
            Inference::Unknown(_) if self.allow_empty => (InputProtocol::Any, None),
            Inference::Unknown(first) => {
                self.add_unknown(path, &self.unknown_message(path, &first));
                (InputProtocol::Unknown, None)
            }
            Inference::Ambiguous(candidates) => {
                self.add_unknown(path, &self.ambiguous_message(&candidates));
                (InputProtocol::Unknown, None)
            }
        }
    }

    /// Returns the error for an input whose first document belongs to no protocol.
    fn unknown_message(&self, path: &Path, first: &impl Display) -> String {
        let operand = match path.as_os_str() == "-" {
            true => String::new(),
            false => format!(" {}", path.display()),
        };
        format!(
            "the protocol cannot be inferred from {first}; name it, as in `agent-ui {} a2ui{operand}` ({})",
            self.command,
            protocol_names()
        )
    }

    /// Returns the error for an input that may belong to several protocols.
    fn ambiguous_message(&self, candidates: &[Candidate]) -> String {
        let names: Vec<String> = candidates
            .iter()
            .map(|candidate| format!("`{}` ({})", candidate.protocol, candidate.evidence))
            .collect();
        format!(
            "the protocol may be {}; name it after `agent-ui {}`",
            names.join(" or "),
            self.command
        )
    }

    fn add_unknown(&mut self, path: &Path, message: &str) {
        let shown = match path.as_os_str() == "-" {
            true => "standard input".into(),
            false => path.to_string_lossy(),
        };
        self.unknown.push(format!("{shown}: {message}"));
    }

    /// Returns an error if the protocol of an input is unknown.
    fn finish(self) -> Result<(), Exit> {
        let Some(first) = self.unknown.first() else {
            return Ok(());
        };
        Err(Exit::Usage(match self.unknown.len() - 1 {
            0 => first.clone(),
            1 => format!("{first}; the protocol of 1 more input is unknown"),
            more => format!("{first}; the protocol of {more} more inputs is unknown"),
        }))
    }
}

/// Opens an input. Returns `None` if that fails, because the command reports the error when it reads the input.
fn open(path: &Path, report: &mut Report) -> Option<Box<dyn Read + Send>> {
    if path.as_os_str() == "-" {
        return Some(report.standard_input());
    }
    let file = descriptor::open(path).ok()?;
    match input::is_regular(&file) {
        true => Some(Box::new(file)),
        false => Some(report.interruptible(Box::new(file))),
    }
}

/// Returns the notice about an inferred protocol.
fn inferred_protocol_notice(named: DialectOrProtocol, evidence: &str) -> Finding {
    // The default dialect has the name of its protocol.
    let is_default = named.dialect == DialectOrProtocol::from(named.protocol()).dialect;
    let name = if is_default {
        named.protocol().to_string()
    } else {
        named.to_string()
    };
    let message = format!("the input is read as `{name}` because of {evidence}");
    Finding::info("inferred-protocol", Pointer::root(), message)
}
