//! The help of the program and its commands.

use super::Arguments;
use bridge::{Dialect, Protocol};
use clap::{Arg, ArgAction, CommandFactory, builder::StyledStr};
use std::fmt::Write;

/// The maximum width of the help in columns. Narrower terminals wrap the lines.
const MAX_COLUMNS: usize = 80;

/// The display order of an option that follows all others.
const LAST: usize = 1000;

/// The commands by purpose. `health` is left out, because programs call it, and the help fits a screen.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Translate:",
        &["convert", "pipe", "worker", "explain", "demo"],
    ),
    (
        "Inspect:",
        &["check", "rule", "lsp", "decode", "fold", "record"],
    ),
    (
        "Show and serve:",
        &["show", "serve", "sessions", "playground"],
    ),
    (
        "For protocol authors:",
        &["schema", "matrix", "conform", "answer"],
    ),
    ("About the program:", &["completions", "man", "help"]),
];

/// The pages that describe commands. `docs/cli.md` describes the other commands.
const PAGES: &[(&str, &str)] = &[
    ("pipe", "docs/sessions.md"),
    ("worker", "docs/worker.md"),
    ("explain", "docs/fidelity.md"),
    ("matrix", "docs/fidelity.md"),
    ("lsp", "docs/editor.md"),
    ("rule", "docs/rules.md"),
    ("show", "docs/show-and-serve.md"),
    ("serve", "docs/serve.md"),
    ("sessions", "docs/serve.md"),
    ("playground", "docs/show-and-serve.md"),
    ("health", "docs/serve.md"),
    ("conform", "docs/conformance.md"),
    ("answer", "docs/conformance.md"),
];

/// The commands with shared options that have no effect in them.
pub(super) const WITHOUT_EFFECT: [(&str, &[&str]); 3] = [
    ("explain", &["notes", "verbatim"]),
    ("show", &["time", "flat_names", "portable_schemas"]),
    (
        "serve",
        &[
            "routes",
            "manifest",
            "profile",
            "owner",
            "time",
            "runtime_id",
            "channel",
            "ahp_session",
            "ahp_chat",
            "base_url",
            "flat_names",
            "portable_schemas",
        ],
    ),
];

/// Builds the command line with its help.
pub(crate) fn command() -> clap::Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .help("Print help")
        .action(ArgAction::HelpShort)
        .display_order(LAST);
    let command = Arguments::command()
        .disable_help_flag(true)
        .arg(help.global(true))
        .max_term_width(MAX_COLUMNS)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .mut_subcommands(finish_help);
    let template = build_template(&command);
    let after = command
        .get_after_help()
        .map(plain_text)
        .unwrap_or_default()
        .replace("{names}", &protocol_names());
    let long = command
        .get_after_long_help()
        .map(plain_text)
        .unwrap_or_default();
    let long = long.replace("{dialects}", &dialect_lines());
    let all = "`agent-ui help` and `agent-ui COMMAND --help` say more, as does docs/cli.md";
    let more = "`agent-ui COMMAND --help` shows the options of a command; more: docs/cli.md";
    command
        .help_template(template)
        .after_help(style_headings(&format!("{after}\n{all}")))
        .after_long_help(style_headings(&format!("{long}\n\n{more}")))
}

/// Returns the names of the protocols.
fn protocol_names() -> String {
    let names: Vec<&str> = Protocol::ALL
        .iter()
        .map(|protocol| protocol.as_str())
        .collect();
    names.join(", ")
}

/// Returns one line for each protocol, with its dialects if it has several. Long lists continue on further lines.
fn dialect_lines() -> String {
    let mut lines = Vec::new();
    for protocol in Protocol::ALL {
        let name = protocol.as_str();
        let dialects = Dialect::ALL
            .iter()
            .filter(|dialect| dialect.protocol() == *protocol);
        let dialects: Vec<&str> = dialects.map(|dialect| dialect.as_str()).collect();
        let rows: Vec<String> = dialects.chunks(4).map(|row| row.join(", ")).collect();
        lines.push(match dialects.len() {
            1 => format!("  {name}"),
            _ => format!(
                "  {name} ({})",
                rows.join(&format!(",\n{:1$}", "", name.len() + 4))
            ),
        });
    }
    lines.join("\n")
}

/// Hides the options of a command that have no effect, and adds the end of its help.
fn finish_help(mut command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    for id in options_without_effect(&name) {
        command = command.mut_arg(*id, |option| option.hide(true));
    }
    let rare = command
        .get_arguments()
        .filter(|option| option.is_hide_short_help_set() && !option.is_hide_set());
    let rare: Vec<String> = rare
        .filter_map(Arg::get_long)
        .map(|name| format!("--{name}"))
        .collect();
    let after = command.get_after_help().map(plain_text).unwrap_or_default();
    let long = command
        .get_after_long_help()
        .map_or_else(|| after.clone(), plain_text);
    let page = PAGES
        .iter()
        .find(|(command, _)| *command == name)
        .map_or("docs/cli.md", |(_, page)| page);
    let more = if rare.is_empty() {
        String::new()
    } else {
        format!("More options: {}\n", rare.join(", "))
    };
    let short =
        format!("{after}\n\n{more}`agent-ui help {name}` explains every option; more: {page}");
    let long = format!("{long}\n\nMore: {page}");
    command
        .after_help(style_headings(short.trim_start()))
        .after_long_help(style_headings(long.trim_start()))
}

/// Returns the shared options that have no effect in a command.
pub(super) fn options_without_effect(name: &str) -> &'static [&'static str] {
    WITHOUT_EFFECT
        .iter()
        .find(|(command, _)| *command == name)
        .map_or(&[], |(_, options)| options)
}

fn plain_text(text: &StyledStr) -> String {
    text.to_string()
}

/// Formats the headings of a text like those of `clap`.
fn style_headings(text: &str) -> StyledStr {
    let mut styled = String::new();
    for line in text.lines() {
        match line {
            heading if heading.ends_with(':') && !heading.contains(' ') => {
                let _ = writeln!(styled, "\u{1b}[1m\u{1b}[4m{heading}\u{1b}[0m");
            }
            line => {
                let _ = writeln!(styled, "{line}");
            }
        }
    }
    styled.truncate(styled.trim_end().len());
    styled.into()
}

/// Returns the template of the program's help, with the commands in groups.
fn build_template(command: &clap::Command) -> StyledStr {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "\n\u{1b}[1m\u{1b}[4m{heading}\u{1b}[0m");
        for name in names {
            let about = match command
                .find_subcommand(name)
                .and_then(clap::Command::get_about)
            {
                Some(about) => about.to_string(),
                None => "Explain every option of a command".to_owned(),
            };
            let _ = writeln!(
                text,
                "  \u{1b}[1m{name}\u{1b}[0m{:padding$}{about}",
                "",
                padding = 13 - name.len().min(12)
            );
        }
    }
    // One line for both options leaves room for the commands on a screen.
    text += "  \u{1b}[1m-V, -h\u{1b}[0m       Print the version, or this help{after-help}";
    text.into()
}
