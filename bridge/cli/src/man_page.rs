//! The command `agent-ui man`: writes a man page.

use crate::{
    args::{self, Man},
    exit::Exit,
    report::Report,
};
use clap::{Arg, Command};

pub(crate) fn run(arguments: &Man, report: &mut Report) -> Result<(), Exit> {
    let mut program = args::command();
    program.build();
    let command = match &arguments.command {
        None => &program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command,
            None => {
                let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
                return Err(Exit::Usage(format!(
                    "`{name}` is not a command; use {}",
                    names.join(", ")
                )));
            }
        },
    };
    report.text(page(command, &program).trim_end())
}

/// Formats the page of a command in the language of `man`.
fn page(command: &Command, program: &Command) -> String {
    let is_program = command.get_name() == program.get_name();
    let name = match is_program {
        true => "agent-ui".to_owned(),
        false => format!("agent-ui-{}", command.get_name()),
    };
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let version = program.get_version().unwrap_or_default();
    let mut page = ManPage(format!(
        ".TH {} 1 \"\" \"agent-ui {version}\"\n",
        escape(&name)
    ));
    page.heading("NAME");
    page.line(&format!("{name} - {about}"));
    page.heading("SYNOPSIS");
    let usage = command.clone().render_usage().to_string();
    page.line(usage.trim_start_matches("Usage:").trim());
    if is_program {
        page.heading("COMMANDS");
        for command in program.get_subcommands() {
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            page.item(command.get_name(), &about);
        }
    }
    page.heading("OPTIONS");
    for argument in command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set())
    {
        page.item(&invocation(argument), &description(argument));
    }
    let rest = command
        .get_after_long_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    page.text(&rest);
    page.0
}

/// Formats how an argument is written.
fn invocation(argument: &Arg) -> String {
    let mut text = argument
        .get_short()
        .map(|short| format!("-{short}"))
        .unwrap_or_default();
    if let Some(long) = argument.get_long() {
        text = if text.is_empty() {
            format!("--{long}")
        } else {
            format!("{text}, --{long}")
        };
    }
    if argument.get_action().takes_values() {
        for name in argument.get_value_names().unwrap_or_default() {
            let separator = if text.is_empty() { "" } else { " " };
            text = format!("{text}{separator}<{name}>");
        }
    }
    text
}

/// Formats the purpose of an argument with its default and its possible values.
fn description(argument: &Arg) -> String {
    let mut text = argument
        .get_long_help()
        .or(argument.get_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    if !text.ends_with('.') {
        text += ".";
    }
    let values = if argument.is_hide_possible_values_set() {
        Vec::new()
    } else {
        argument.get_possible_values()
    };
    let values: Vec<_> = values
        .iter()
        .map(clap::builder::PossibleValue::get_name)
        .collect();
    if argument.get_action().takes_values() && !values.is_empty() {
        text = format!("{text} Possible values: {}.", values.join(", "));
    }
    let defaults = if argument.is_hide_default_value_set() {
        &[]
    } else {
        argument.get_default_values()
    };
    if let (true, Some(default)) = (argument.get_action().takes_values(), defaults.first()) {
        text = format!("{text} Default: {}.", default.to_string_lossy());
    }
    text
}

/// The text of a page.
struct ManPage(String);

impl ManPage {
    /// Starts a section.
    fn heading(&mut self, heading: &str) {
        self.0 += &format!(".SH {}\n", escape(heading));
    }

    /// Adds a line of running text.
    fn line(&mut self, line: &str) {
        self.0 = std::mem::take(&mut self.0) + &escape(line) + "\n";
    }

    /// Adds a term with its explanation.
    fn item(&mut self, term: &str, explanation: &str) {
        self.0 += &format!(".TP\n\\fB{}\\fR\n", escape(term));
        self.line(explanation);
    }

    /// Adds paragraphs, sections and preformatted lines, which are indented.
    fn text(&mut self, text: &str) {
        let mut is_verbatim = false;
        if text.lines().next().is_some_and(|first| !is_heading(first)) {
            self.heading("DETAILS");
        }
        for line in text.lines() {
            let is_indented = line.starts_with(' ');
            if is_indented != is_verbatim && !line.is_empty() {
                self.0 += if is_indented { ".nf\n" } else { ".fi\n" };
                is_verbatim = is_indented;
            }
            match line {
                "" => self.0 += ".PP\n",
                heading if is_heading(heading) => {
                    self.heading(&heading.trim_end_matches(':').to_uppercase());
                }
                line => self.line(line),
            }
        }
        if is_verbatim {
            self.0 += ".fi\n";
        }
    }
}

/// Returns `true` if the line is the heading of what follows, such as `Examples:`.
fn is_heading(line: &str) -> bool {
    line.ends_with(':') && !line.contains(' ')
}

/// Escapes the characters that have a meaning in the language of `man`.
fn escape(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    if escaped.starts_with(['.', '\'']) {
        format!("\\&{escaped}")
    } else {
        escaped
    }
}
