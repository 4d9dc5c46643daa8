//! The command `agent-ui matrix`: measures what each mapping does to every field.

use crate::{
    args::{Format, Matrix},
    exit::Exit,
    report::Report,
};

pub(crate) fn run(arguments: &Matrix, report: &mut Report) -> Result<(), Exit> {
    let unmeasured = |error: &dyn std::fmt::Display| {
        Exit::Usage(format!("the matrix cannot be measured: {error}"))
    };
    let matrix = fidelity::measure().map_err(|error| unmeasured(&error))?;
    match arguments.format {
        Format::Md => report.text(matrix.to_markdown().trim_end()),
        Format::Json => report.text(
            matrix
                .to_json_lines()
                .map_err(|error| unmeasured(&error))?
                .trim_end(),
        ),
        Format::Html => report.text(
            matrix
                .to_html()
                .map_err(|error| unmeasured(&error))?
                .trim_end(),
        ),
    }
}
