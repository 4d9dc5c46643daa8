//! The file of `--context`: its members are the context options of a command, by name, as JSON or TOML. They become arguments of
//! the command line.

use crate::{
    args::{self, CONTEXT_HEADING},
    exit::Exit,
    flag_file::{self, ExpectedContent, FlagFile},
};
use agent_ui_text::place::Place;
use clap::{Arg, ArgAction, Command, Error, error::ErrorKind};
use std::{
    ffi::OsString,
    ops::Range,
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};
use wire::{Payload, Pointer, spelling::closest};

const FLAG: &str = "--context";
const EXPECTED: ExpectedContent = ExpectedContent {
    noun: "an object with context options",
    example: r#"{"canvas-file":"reports/x.html","time":"2026-05-18T15:30:00Z"}"#,
};

/// A member of the file, with its place.
struct ContextMember {
    name: String,
    value: MemberValue,
    place: Place,
    pointer: Pointer,
}

enum MemberValue {
    Text(String),
    Bool(bool),
    Other,
}

/// Returns the command line with the options of the file that `--context` names. An option of the command line takes the
/// place of the same option in the file.
pub(crate) fn with_context_of_file(
    arguments: &[OsString],
    program: &Command,
) -> Result<Vec<OsString>, Error> {
    let [name, command_name, own @ ..] = arguments else {
        return Ok(arguments.to_vec());
    };
    let Some(command) = program.find_subcommand(command_name) else {
        return Ok(arguments.to_vec());
    };
    let has_context = command
        .get_arguments()
        .any(|option| option.get_long() == Some("context"));
    let Some(path) = named_file(own).filter(|_| has_context) else {
        return Ok(arguments.to_vec());
    };
    let mut all = vec![name.clone(), command_name.clone()];
    for member in read(&path).map_err(usage_error)? {
        let option = find_option(command, &member).map_err(usage_error)?;
        if !is_given(option, own) {
            let argument = argument(option, &member, &path).map_err(usage_error)?;
            all.extend(argument.map(OsString::from));
        }
    }
    all.extend_from_slice(own);
    Ok(all)
}

/// Adds the place in the file of `--context` to an error about one of its values.
pub(crate) fn with_place(context: &args::Context, exit: Exit) -> Exit {
    let (Exit::Usage(message), Some(path)) = (&exit, &context.context) else {
        return exit;
    };
    let members = read(path).unwrap_or_default();
    let member = members.iter().find(|member| match &member.value {
        MemberValue::Text(text) => message.starts_with(&format!("--{} {text}: ", member.name)),
        _ => false,
    });
    match member {
        Some(member) => wrong(member, message.trim_start_matches("--"), ""),
        None => exit,
    }
}

/// Returns the file that the command line names.
fn named_file(own: &[OsString]) -> Option<PathBuf> {
    let mut options = own.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = options.next() {
        if argument == FLAG {
            return options.next().map(PathBuf::from);
        }
        let argument = argument.to_str().unwrap_or_default();
        if let Some(file) = argument.strip_prefix("--context=") {
            return Some(file.into());
        }
    }
    None
}

/// Returns `true` if the command line contains the option.
fn is_given(option: &Arg, own: &[OsString]) -> bool {
    let flag = format!("--{}", option.get_long().unwrap_or_default());
    own.iter()
        .take_while(|argument| *argument != "--")
        .filter_map(|argument| argument.to_str()?.strip_prefix(flag.as_str()))
        .any(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Reads the members of a file. A text that starts with an opening brace is JSON.
fn read(path: &Path) -> Result<Vec<ContextMember>, Exit> {
    let file = FlagFile::read_text(FLAG, path)?;
    match file.raw_text() {
        Some(text) if text.trim().is_empty() => {
            Err(file.wrong(&Pointer::root(), &"the file is empty", &EXPECTED.hint()))
        }
        Some(text) if !text.trim_start().starts_with(['{', '[', '"']) => read_toml(text, path),
        _ => read_json(&file),
    }
}

fn read_json(file: &FlagFile) -> Result<Vec<ContextMember>, Exit> {
    let object: Payload = file.value(&EXPECTED)?;
    let mut members = Vec::new();
    for (name, value) in object.members() {
        let pointer = Pointer::root().member(&name);
        let value = match (value.as_str(), value.text()) {
            (Some(text), _) => MemberValue::Text(text.into_owned()),
            (None, "true") => MemberValue::Bool(true),
            (None, "false") => MemberValue::Bool(false),
            _ => MemberValue::Other,
        };
        members.push(ContextMember {
            name: name.into_owned(),
            value,
            place: file.input().at(&pointer),
            pointer,
        });
    }
    Ok(members)
}

fn read_toml(text: &str, path: &Path) -> Result<Vec<ContextMember>, Exit> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let place = place_of(text, path, &error.span().unwrap_or_default());
            let message = format!("the file is not TOML: {}", error.message());
            return Err(flag_file::wrong(
                FLAG,
                &place,
                &Pointer::root(),
                &message,
                &EXPECTED.hint(),
            ));
        }
    };
    let mut members = Vec::new();
    for (name, value) in table.get_ref() {
        let kept = match value.get_ref() {
            DeValue::String(text) => MemberValue::Text(text.to_string()),
            DeValue::Boolean(flag) => MemberValue::Bool(*flag),
            _ => MemberValue::Other,
        };
        members.push(ContextMember {
            name: name.get_ref().to_string(),
            value: kept,
            place: place_of(text, path, &value.span()),
            pointer: Pointer::root().member(name.get_ref()),
        });
    }
    Ok(members)
}

/// Returns the place of a byte of the text.
fn place_of(text: &str, path: &Path, span: &Range<usize>) -> Place {
    let before = text.get(..span.start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Place {
        file: Some(path.to_string_lossy().into()),
        line: before.matches('\n').count() + 1,
        column: before.len() - line_start + 1,
    }
}

/// Returns the option that a member states.
fn find_option<'a>(command: &'a Command, member: &ContextMember) -> Result<&'a Arg, Exit> {
    let name = member.name.as_str();
    let options = || {
        command.get_arguments().filter(|option| {
            option.get_help_heading() == Some(CONTEXT_HEADING)
                && option.get_long() != Some("context")
        })
    };
    if let Some(option) = options().find(|option| option.get_long() == Some(name)) {
        return Ok(option);
    }
    let names: Vec<&str> = options()
        .filter(|option| !option.is_hide_set())
        .filter_map(Arg::get_long)
        .collect();
    let hint = match closest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its members are {}", names.join(", ")),
    };
    let message = format!("`{name}` is not an option of the context");
    Err(wrong(member, &message, &hint))
}

/// Returns the argument that states a member; `None` if a flag is not set. Names of files begin at the folder of the file.
fn argument(option: &Arg, member: &ContextMember, path: &Path) -> Result<Option<String>, Exit> {
    let name = &member.name;
    if matches!(option.get_action(), ArgAction::SetTrue) {
        return match member.value {
            MemberValue::Bool(is_set) => Ok(is_set.then(|| format!("--{name}"))),
            _ => Err(wrong(member, "expected true or false", "")),
        };
    }
    let MemberValue::Text(text) = &member.value else {
        return Err(wrong(member, "expected a text", "write it in quotes"));
    };
    if let Some(known) = unknown_value(option, text) {
        let message = format!("`{text}` is not a value of `{name}`");
        return Err(wrong(member, &message, &format!("write {known}")));
    }
    let names = option.get_value_names().unwrap_or_default();
    let is_file = names.iter().any(|name| name.as_str() == "FILE");
    let value = match path.parent() {
        Some(folder) if is_file && text != "-" => folder.join(text).to_string_lossy().into_owned(),
        _ => text.clone(),
    };
    Ok(Some(format!("--{name}={value}")))
}

/// Returns the values that an option allows, unless the text is one of them or the option allows any text.
fn unknown_value(option: &Arg, text: &str) -> Option<String> {
    let values = option.get_possible_values();
    if values.is_empty() || values.iter().any(|value| value.get_name() == text) {
        return None;
    }
    let names: Vec<String> = values
        .iter()
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    Some(names.join(" or "))
}

/// Returns the usage error for a member of the file.
fn wrong(member: &ContextMember, message: &str, hint: &str) -> Exit {
    flag_file::wrong(FLAG, &member.place, &member.pointer, &message, hint)
}

fn usage_error(exit: Exit) -> Error {
    let message = match exit {
        Exit::Usage(message) => message,
        other => format!("{other:?}"),
    };
    Error::raw(ErrorKind::ValueValidation, format!("{message}\n"))
}
