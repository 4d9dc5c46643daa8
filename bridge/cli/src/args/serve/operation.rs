//! The options for operators of the server.

use clap::{Args, ValueEnum};
use std::{fmt, path::PathBuf};

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Operation {
    /// TOML file with options of this command
    ///
    /// Its section [serve] contains the names of options without `--`: flags are true or false, and options that may be given several times are lists. Options of the command line take the place of those of the file. Relative paths in the file begin at its folder.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) config: Option<PathBuf>,
    /// Form of the lines on standard error: text or json
    ///
    /// `json` writes each line as an object with its time, its level and its message, and with the session and the turn if the line is about one. In addresses, TOKEN stands in place of the secret path, so it must be known: use it with --token, --token-file or --store.
    #[arg(
        long,
        value_name = "FORM",
        value_enum,
        default_value_t,
        hide_short_help = true,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) log_format: LogFormat,
    /// Environment variable of commands, as NAME or NAME=VALUE
    ///
    /// May be given several times. Commands then get these variables and the basic ones, such as PATH, HOME, LANG and TMPDIR. NAME alone passes on the value of this program. Without this option, commands get all variables of this program.
    #[arg(long, value_name = "VARIABLE", value_parser = parse_variable, hide_short_help = true)]
    pub(crate) env: Vec<Variable>,
    /// File that contains the secret part of the address
    ///
    /// Other users of a computer see the arguments of programs, and not their files. The program does not change the file, so let only its user read it.
    #[arg(
        long,
        value_name = "FILE",
        hide_short_help = true,
        conflicts_with = "token"
    )]
    pub(crate) token_file: Option<PathBuf>,
}

/// An environment variable of a command. `Debug` does not show its value.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// The value; `None` means that the command gets the value of this program.
    pub(crate) value: Option<String>,
}

impl fmt::Debug for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Variable").field(&self.name).finish()
    }
}

fn parse_variable(text: &str) -> Result<Variable, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    if name.is_empty() || text.contains('\0') {
        return Err("expected NAME or NAME=VALUE, as in MODEL=small".to_owned());
    }
    if name == "AGENT_UI_SESSION" {
        return Err("this variable is the name of the session, which the program sets".to_owned());
    }
    Ok(Variable {
        name: name.to_owned(),
        value,
    })
}

/// The forms of the lines on standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people, and findings as --format states
    #[default]
    Text,
    /// One JSON object per line
    Json,
}
