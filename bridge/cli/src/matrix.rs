//! The command `agent-ui matrix`: measures what each mapping does to every field.

use crate::{
    args::{Format, Matrix},
    exit::Exit,
    report::Report,
};
use std::fmt::Display;

pub(crate) fn run(arguments: &Matrix, report: &mut Report) -> Result<(), Exit> {
    let matrix = fidelity::measure().map_err(|error| unmeasured(&error))?;
    let text = match arguments.format {
        Format::Md => matrix.to_markdown(),
        Format::Json => matrix.to_json_lines().map_err(|error| unmeasured(&error))?,
        Format::Html => matrix.to_html().map_err(|error| unmeasured(&error))?,
    };
    report.text(text.trim_end())
}

fn unmeasured(error: &dyn Display) -> Exit {
    Exit::Usage(format!("the matrix cannot be measured: {error}"))
}
