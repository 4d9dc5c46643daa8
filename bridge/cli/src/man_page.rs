//! The command `agent-ui man`: writes a man page.

use crate::{args, exit::Exit, report::Report};
use clap::{Command, builder::Resettable};
use clap_mangen::Man;
use roff::{Roff, roman};
use std::io;

pub(crate) fn run(arguments: &args::Man, report: &mut Report) -> Result<(), Exit> {
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
    let page = format_page(command, program.get_version().unwrap_or_default())?;
    report.text(page.trim_end())
}

/// Formats the page of a command as roff, the language of man pages.
fn format_page(command: &Command, version: &str) -> io::Result<String> {
    let rest = command.get_after_long_help();
    let rest = rest.map(ToString::to_string).unwrap_or_default();
    // `clap_mangen` makes one paragraph of the rest, and leaves out the help of options that only the long help lists.
    let command = command
        .clone()
        .after_help(Resettable::Reset)
        .after_long_help(Resettable::Reset)
        .mut_args(|argument| argument.hide_short_help(false));
    let mut page = Vec::new();
    Man::new(command)
        .source(format!("agent-ui {version}"))
        .render(&mut page)?;
    format_sections(&rest).to_writer(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Formats the sections of a text. Indented lines keep their layout.
fn format_sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    if text.lines().next().is_some_and(|first| !is_heading(first)) {
        roff.control("SH", ["DETAILS"]);
    }
    let mut is_verbatim = false;
    for line in text.lines() {
        let is_indented = line.starts_with(' ');
        if is_indented != is_verbatim && !line.is_empty() {
            roff.control(if is_indented { "nf" } else { "fi" }, []);
            is_verbatim = is_indented;
        }
        match line {
            "" => roff.control("PP", []),
            heading if is_heading(heading) => {
                let heading = heading.trim_end_matches(':').to_uppercase();
                roff.control("SH", [heading.as_str()])
            }
            line => roff.text([roman(line)]),
        };
    }
    if is_verbatim {
        roff.control("fi", []);
    }
    roff
}

/// Returns `true` if the line is a heading, such as `Examples:`.
fn is_heading(line: &str) -> bool {
    line.ends_with(':') && !line.contains(' ')
}
