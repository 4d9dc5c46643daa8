//! The settings of the server: the options of the client, together with the section `[check]` of `agent-ui.toml`.

use crate::{
    args::{self, Check, Command},
    config_file,
};
use bridge::DialectOrProtocol;
use clap::FromArgMatches;
use serde_json::Value;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The options of `check` that a client can set, apart from the protocol.
const OPTIONS: [&str; 7] = [
    "allow",
    "catalog",
    "config",
    "deny",
    "dictionary",
    "profile",
    "type",
];
/// The options whose values are paths, which start at the folder of the workspace.
const PATHS: [&str; 3] = ["catalog", "config", "dictionary"];

/// The settings of the server.
pub(super) struct EditorSettings {
    /// The folder of the workspace, if the client names one.
    pub(super) folder: Option<PathBuf>,
    /// The protocol into which hovered fields are translated.
    pub(super) target: Option<DialectOrProtocol>,
    /// The protocol of all documents; `None` if each shows its own.
    pub(super) protocol: Option<DialectOrProtocol>,
    /// The options of `check`.
    pub(super) check: Option<Check>,
    /// The options that the client has sent.
    sent: Value,
    /// The time of the last change of `agent-ui.toml`, or `None` without such a file.
    changed: Option<SystemTime>,
}

impl EditorSettings {
    /// Reads the settings. Wrong settings are left out, and the error is returned as a sentence for the user.
    pub(super) fn new(folder: Option<PathBuf>, sent: Value) -> (Self, Option<String>) {
        let mut settings = Self {
            folder,
            target: None,
            protocol: None,
            check: None,
            sent,
            changed: None,
        };
        let error = settings.read().err();
        (settings, error)
    }

    /// Replaces the options of the client.
    pub(super) fn set(&mut self, sent: Value) -> Result<(), String> {
        self.sent = sent;
        self.read()
    }

    /// Reads the settings again if `agent-ui.toml` has changed. Returns `None` if it has not.
    pub(super) fn refresh(&mut self) -> Option<Result<(), String>> {
        match self.file_time() == self.changed {
            true => None,
            false => Some(self.read()),
        }
    }

    fn file_time(&self) -> Option<SystemTime> {
        let path = config_file::path_in_folder(self.folder.as_deref()?);
        fs::metadata(path).ok()?.modified().ok()
    }

    fn read(&mut self) -> Result<(), String> {
        self.changed = self.file_time();
        (self.target, self.protocol) = (None, None);
        self.check = default_check();
        let folder = self.folder.clone();
        let own = self.arguments()?;
        let command = args::command();
        let names_file = own.iter().any(|argument| argument.starts_with("--config"));
        let mut line: Vec<OsString> = vec!["agent-ui".into(), "check".into()];
        line.extend(own.into_iter().map(OsString::from));
        let line = match (names_file, folder) {
            (true, _) => config_file::with_options_of_file(&line, &command),
            (false, Some(folder)) => config_file::with_options_of_folder(&line, &command, &folder),
            (false, None) => Ok(line),
        };
        let line = line.map_err(|error| first_line(&error))?;
        let mut check = parse(line).map_err(|error| first_line(&error))?;
        self.protocol = check.protocol.take();
        self.check = Some(check);
        Ok(())
    }

    /// Returns the arguments of `check` that state the options of the client, and sets the target.
    fn arguments(&mut self) -> Result<Vec<String>, String> {
        let mut arguments = Vec::new();
        let mut protocol = None;
        let Value::Object(options) = &self.sent else {
            return Ok(arguments);
        };
        for (name, value) in options {
            match (&**name, value) {
                (_, Value::Null) => {}
                ("target", Value::String(text)) => self.target = Some(named(name, text)?),
                ("protocol", Value::String(text)) => {
                    protocol = Some(named(name, text)?.to_string());
                }
                (known, Value::String(text)) if OPTIONS.contains(&known) => {
                    arguments.push(argument(known, text, self.folder.as_deref()));
                }
                (known, Value::Array(values)) if OPTIONS.contains(&known) => {
                    for text in strings(known, values)? {
                        arguments.push(argument(known, text, self.folder.as_deref()));
                    }
                }
                (known, _)
                    if OPTIONS.contains(&known) || ["protocol", "target"].contains(&known) =>
                {
                    return Err(format!("the setting `{known}` is not a string"));
                }
                (unknown, _) => {
                    let known = OPTIONS.join("`, `");
                    return Err(format!(
                        "`{unknown}` is not a setting; the settings are `protocol`, `target`, `{known}`"
                    ));
                }
            }
        }
        arguments.extend(protocol);
        Ok(arguments)
    }
}

/// Returns the elements of a list of strings.
fn strings<'a>(setting: &str, values: &'a [Value]) -> Result<Vec<&'a str>, String> {
    let mut texts = Vec::new();
    for value in values {
        let Value::String(text) = value else {
            return Err(format!("the setting `{setting}` is not a list of strings"));
        };
        texts.push(text.as_str());
    }
    Ok(texts)
}

fn named(setting: &str, text: &str) -> Result<DialectOrProtocol, String> {
    text.parse::<DialectOrProtocol>()
        .map_err(|error| format!("the setting `{setting}`: {error}"))
}

/// Returns an option of the command line.
fn argument(name: &str, value: &str, folder: Option<&Path>) -> String {
    match folder {
        Some(folder) if PATHS.contains(&name) => {
            format!("--{name}={}", folder.join(value).display())
        }
        _ => format!("--{name}={value}"),
    }
}

/// Returns the options of `check` without any argument.
fn default_check() -> Option<Check> {
    parse(vec!["agent-ui".into(), "check".into()]).ok()
}

fn parse(line: Vec<OsString>) -> Result<Check, clap::Error> {
    let mut matches = args::command().try_get_matches_from(line)?;
    let Command::Check(mut check) = args::Arguments::from_arg_matches_mut(&mut matches)?.command
    else {
        return Err(clap::Error::new(clap::error::ErrorKind::InvalidSubcommand));
    };
    // The operands of the file name what `check` reads. The editor decides that here, so only the protocol remains.
    let first = check.first_operand.take();
    check.protocol = first.and_then(|first| first.to_str()?.parse().ok());
    check.source.files.clear();
    (check.fix, check.diff, check.dry_run) = (false, false, false);
    Ok(check)
}

/// Returns the sentence of an error of the command line.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}
