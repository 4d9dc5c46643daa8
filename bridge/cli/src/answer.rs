//! The command `agent-ui answer`: answers conformance questions, one per line.

use crate::{exit::Exit, report::Report};
use fidelity::conformance;
use std::io::{BufRead, BufReader};

pub(crate) fn run(report: &mut Report) -> Result<(), Exit> {
    report.verbatim();
    let mut questions = BufReader::new(report.standard_input());
    let mut line = Vec::new();
    while questions.read_until(b'\n', &mut line)? > 0 {
        if !line.iter().all(u8::is_ascii_whitespace) {
            report.value(&conformance::answer_line(&line))?;
            // The asking program waits for each answer before it sends more questions.
            report.flush()?;
        }
        line.clear();
    }
    Ok(())
}
