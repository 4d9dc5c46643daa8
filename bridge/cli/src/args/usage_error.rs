//! Errors about the command line, with suggestions that fit this program.

use super::help;
use bridge::DialectOrProtocol;
use clap::{
    Command, Error,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::{ffi::OsString, path::Path};
use wire::spelling::is_like;

/// Words that other programs use, each with the corresponding command of this program.
const COMMAND_SYNONYMS: [(&str, &str); 40] = [
    ("translate", "convert"),
    ("transform", "convert"),
    ("conv", "convert"),
    ("map", "convert"),
    ("validate", "check"),
    ("lint", "check"),
    ("verify", "check"),
    ("fix", "check"),
    ("repair", "check"),
    ("diagnose", "check"),
    ("view", "show"),
    ("preview", "show"),
    ("render", "show"),
    ("open", "show"),
    ("display", "show"),
    ("host", "serve"),
    ("server", "serve"),
    ("listen", "serve"),
    ("try", "playground"),
    ("web", "playground"),
    ("stream", "pipe"),
    ("proxy", "pipe"),
    ("session", "pipe"),
    ("parse", "decode"),
    ("read", "decode"),
    ("format", "decode"),
    ("fmt", "decode"),
    ("cat", "decode"),
    ("apply", "fold"),
    ("reduce", "fold"),
    ("state", "fold"),
    ("replay", "fold"),
    ("store", "record"),
    ("diff", "explain"),
    ("notes", "explain"),
    ("losses", "explain"),
    ("types", "schema"),
    ("coverage", "matrix"),
    ("test", "conform"),
    ("examples", "demo"),
];

/// Options of other programs, each with the corresponding option or advice.
const OPTION_ADVICE: [(&str, &str); 26] = [
    ("--pretty", PRETTY),
    ("--indent", PRETTY),
    ("--prettify", PRETTY),
    ("--in", INPUT),
    ("--input", INPUT),
    ("--file", INPUT),
    ("-i", INPUT),
    ("-f", "--from"),
    ("-f", INPUT),
    ("-t", "--to"),
    ("--recursive", RECURSIVE),
    ("-r", RECURSIVE),
    ("-R", RECURSIVE),
    ("--out", "--output"),
    ("--outfile", "--output"),
    ("--output-file", "--output"),
    ("--source", "--from"),
    ("--target", "--to"),
    ("--silent", "--quiet"),
    ("-s", "--quiet"),
    ("--verbose", "--notes"),
    ("-v", "--notes"),
    ("--lossless", "--envelope"),
    ("--colour", "--color"),
    ("--no-color", "--color"),
    ("--json", "--format"),
];

const PRETTY: &str =
    "each message is one line of JSON; a JSON formatter lays it out, as in `agent-ui … | jq .`";
const INPUT: &str = "name the input without an option, or send it to standard input";
const RECURSIVE: &str = "name the folder: its subfolders are read, too";

/// Replaces the suggestions of `clap` in an error by suggestions for this program.
pub(crate) fn improve(mut error: Error, arguments: &[OsString]) -> Error {
    let program = help::command();
    let advice = match (error.kind(), invalid_word(&error)) {
        (ErrorKind::InvalidSubcommand, Some(word)) => command_advice(&program, &word),
        (ErrorKind::UnknownArgument, Some(option)) => option_advice(&program, arguments, &option),
        _ => return error,
    };
    for kind in [
        ContextKind::Suggested,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
    ] {
        error.remove(kind);
    }
    if let Some(advice) = advice {
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![StyledStr::from(advice)]),
        );
    }
    error
}

/// Returns the word that caused the error.
fn invalid_word(error: &Error) -> Option<String> {
    let kinds = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    kinds.into_iter().find_map(|kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    })
}

/// Returns advice on an unknown word in the position of a command.
fn command_advice(program: &Command, word: &str) -> Option<String> {
    let mut names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
    let lower = word.to_lowercase();
    let similar = match COMMAND_SYNONYMS.iter().find(|(word, _)| *word == lower) {
        Some((_, name)) => Some(*name),
        None => names.iter().copied().find(|name| is_like(word, name)),
    };
    if let Some(name) = similar {
        let about = program
            .find_subcommand(name)
            .and_then(Command::get_about)
            .map(ToString::to_string);
        return Some(format!(
            "did you mean `agent-ui {name}`? ({})",
            about.unwrap_or_default()
        ));
    }
    if lower == "version" {
        return Some("`agent-ui --version` prints the version".to_owned());
    }
    // A protocol or a file is an operand of the command that the user left out.
    let is_protocol = word.parse::<DialectOrProtocol>().is_ok();
    if is_protocol || word.contains(['.', '/']) || Path::new(word).exists() {
        return Some(format!(
            "name a command first, as in `agent-ui check {word}`"
        ));
    }
    let rest = names.split_off(names.len() / 2);
    // Two lines fit a terminal with 80 columns.
    Some(format!(
        "the commands are {},\n       {}",
        names.join(", "),
        join_names(rest.into_iter(), "and")
    ))
}

/// Returns advice on an option that the command does not have.
fn option_advice(program: &Command, arguments: &[OsString], option: &str) -> Option<String> {
    let used = used_command(program, arguments);
    if !option.starts_with('-') {
        return operand_advice(used?, option);
    }
    let option = option.split('=').next()?;
    if let Some(used) = used {
        if let Some(advice) = advice_within(used, option) {
            return Some(advice);
        }
    }
    let commands = commands_with(program, option);
    if commands.is_empty() {
        return None;
    }
    Some(match used {
        Some(_) => format!(
            "{option} is an option of {}",
            join_names(commands.into_iter(), "and")
        ),
        None => format!(
            "name a command before the options; {option} is an option of {}",
            join_names(commands.into_iter(), "and")
        ),
    })
}

/// Returns advice on an operand for which the command has no place.
fn operand_advice(command: &Command, operand: &str) -> Option<String> {
    let starts_program = command.get_positionals().any(clap::Arg::is_last_set);
    let name = command.get_name();
    match name {
        "pipe" => Some(format!(
            "`pipe` reads one input; join the parts of a session, as in `cat FILE {operand} | agent-ui pipe …`"
        )),
        "schema" if operand.starts_with(|first: char| first.is_ascii_digit()) => Some(format!(
            "the version follows the name after `@`, as in a2ui@{operand}"
        )),
        _ if starts_program => Some(format!(
            "write `--` before the program and its arguments, as in `agent-ui {name} -- {operand}`"
        )),
        _ => None,
    }
}

/// Returns advice that refers to the command's own options or operands.
fn advice_within(command: &Command, option: &str) -> Option<String> {
    let applicable = OPTION_ADVICE.iter().filter(|(name, _)| *name == option);
    for (_, advice) in applicable {
        let is_option = advice.starts_with("--");
        if is_option && has_option(command, advice) {
            return Some(format!("did you mean `{advice}`?"));
        }
        if !is_option && command.get_positionals().next().is_some() {
            return Some((*advice).to_owned());
        }
    }
    let similar = match options(command).find(|own| is_like(option, own)) {
        Some(similar) => similar,
        None => find_only_completion(command, option)?,
    };
    Some(format!("did you mean `{similar}`?"))
}

/// Returns `true` if the help of a command shows the option.
fn has_option(command: &Command, option: &str) -> bool {
    options(command).any(|own| own == option)
}

/// Returns the option that begins with this text, if exactly one does.
fn find_only_completion(command: &Command, option: &str) -> Option<String> {
    if option.len() <= 4 {
        return None;
    }
    let mut longer = options(command).filter(|own| own.starts_with(option));
    match (longer.next(), longer.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Returns the options that the help of a command shows.
fn options(command: &Command) -> impl Iterator<Item = String> {
    let shown = command
        .get_arguments()
        .filter(|option| !option.is_hide_set());
    shown
        .filter_map(|option| option.get_long())
        .map(|name| format!("--{name}"))
}

/// Returns the names of the commands with an option.
fn commands_with<'a>(program: &'a Command, option: &str) -> Vec<&'a str> {
    let commands = program.get_subcommands();
    let having = commands.filter(|command| has_option(command, option));
    having.map(Command::get_name).collect()
}

/// Returns the command that the arguments name.
fn used_command<'a>(program: &'a Command, arguments: &[OsString]) -> Option<&'a Command> {
    arguments
        .iter()
        .skip(1)
        .find_map(|argument| program.find_subcommand(argument))
}

/// Joins names into a list, with the word `last` before the last name.
fn join_names<'a>(names: impl Iterator<Item = &'a str>, last: &str) -> String {
    let mut names: Vec<_> = names.collect();
    match names.pop() {
        Some(end) if names.is_empty() => end.to_owned(),
        Some(end) => format!("{} {last} {end}", names.join(", ")),
        None => String::new(),
    }
}

/// Refuses options that have no effect in the command.
pub(crate) fn ensure_options_have_effect(matches: &clap::ArgMatches) -> Result<(), Error> {
    use clap::parser::ValueSource;
    let Some((name, command_matches)) = matches.subcommand() else {
        return Ok(());
    };
    let mut without_effect = help::options_without_effect(name).iter();
    let ineffective = without_effect
        .find(|id| command_matches.value_source(id) == Some(ValueSource::CommandLine));
    let Some(id) = ineffective else {
        return Ok(());
    };
    let option = format!("--{}", id.replace('_', "-"));
    let program = help::command();
    let commands = join_names(commands_with(&program, &option).into_iter(), "and");
    Err(Error::raw(
        ErrorKind::UnknownArgument,
        format!("{option} has no effect in `{name}`; it is an option of {commands}\n"),
    ))
}
