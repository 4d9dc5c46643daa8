//! The outputs of one process for a session, which the streams must contain.

use crate::{
    Failure,
    generator::{CANVAS_FILE, Input, MANIFEST, Session},
};
use agent_ui_nats::{Direction, StreamNames};
use agent_ui_text::{
    Diagnostic, TextBridge, TranslateOptions, Translation, context, translation::note_json,
};
use std::collections::BTreeMap;

/// The maximum length of the findings of a dead letter, in bytes.
const FINDINGS: usize = 8 << 10;

/// A message in a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    /// The sequence number of the input that produced the message, or `None` if the number is unknown.
    pub(crate) sequence: Option<u64>,
    pub(crate) payload: String,
    /// The findings of a dead letter.
    pub(crate) findings: Vec<String>,
}

/// The messages of each subject in order.
pub(crate) type Lines = BTreeMap<String, Vec<Line>>;

/// The flags of the workers, for the context of [`options`].
pub(crate) fn context_flags(manifest: &str) -> Vec<String> {
    [
        "--manifest",
        manifest,
        "--canvas-file",
        CANVAS_FILE,
        "--runtime-id",
        "rt-7",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn options() -> Result<TranslateOptions, Failure> {
    let fields =
        format!(r#"{{"manifest":{MANIFEST},"canvasFile":"{CANVAS_FILE}","runtimeId":"rt-7"}}"#);
    Ok(TranslateOptions::new().context(context(&fields)?))
}

fn bridge(session: &Session) -> Result<TextBridge, Failure> {
    Ok(TextBridge::new(
        session.route.from.parse()?,
        session.route.to.parse()?,
        options()?,
    )?)
}

/// Translates a session whose inputs have these sequence numbers, and adds the messages to `lines`.
pub(crate) fn translate(
    names: &StreamNames,
    session: &Session,
    sequences: &[Option<u64>],
    lines: &mut Lines,
) -> Result<(), Failure> {
    let mut expected = Expected {
        names,
        session: &session.name,
        lines,
    };
    let mut bridge = bridge(session)?;
    for (input, sequence) in session.inputs.iter().zip(sequences) {
        let Input {
            direction,
            payload,
            ends,
            ..
        } = input;
        if !(*ends && payload.is_empty()) {
            let translated = match direction {
                Direction::Forward => bridge.forward(payload, None),
                Direction::Backward => bridge.backward(payload, None),
            };
            match translated {
                Ok(translation) => expected.add(*sequence, input, *direction, translation)?,
                Err(diagnostic) => expected.refuse(*sequence, input, &[*diagnostic])?,
            }
        }
        if *ends {
            expected.add(
                *sequence,
                input,
                Direction::Forward,
                bridge.finish_forward(),
            )?;
            expected.add(
                *sequence,
                input,
                Direction::Backward,
                bridge.finish_backward(),
            )?;
            bridge = self::bridge(session)?;
        }
    }
    Ok(())
}

/// Writes the report about a translation without the sequence number of the input. Returns `None` if there is nothing
/// to report.
fn report(direction: Direction, translation: &Translation) -> Result<Option<String>, Failure> {
    let mut lost = Vec::new();
    for (index, message) in translation.messages.iter().enumerate() {
        for note in message.notes.iter().filter(|note| note.is_loss(false)) {
            lost.push(note_json(note, Some(index))?);
        }
    }
    for note in &translation.other_notes {
        if note.is_loss(false) {
            lost.push(note_json(note, None)?);
        }
    }
    let findings = translation
        .findings
        .iter()
        .map(Diagnostic::json)
        .collect::<Result<Vec<_>, _>>()?;
    if lost.is_empty() && findings.is_empty() {
        return Ok(None);
    }
    let (lost, findings) = (lost.join(","), findings.join(","));
    Ok(Some(format!(
        r#"{{"direction":"{direction}","lost":[{lost}],"findings":[{findings}]}}"#
    )))
}

/// The messages that a session produces.
struct Expected<'a> {
    names: &'a StreamNames,
    session: &'a str,
    lines: &'a mut Lines,
}

impl Expected<'_> {
    fn add(
        &mut self,
        sequence: Option<u64>,
        input: &Input,
        direction: Direction,
        translation: Translation,
    ) -> Result<(), Failure> {
        let subject = self.names.output(self.session, direction);
        for message in &translation.messages {
            let line = Line {
                sequence,
                payload: message.text.clone(),
                findings: Vec::new(),
            };
            self.line(subject.clone(), line);
        }
        if let Some(payload) = report(direction, &translation)? {
            self.line(
                self.names.report(self.session),
                Line {
                    sequence,
                    payload,
                    findings: Vec::new(),
                },
            );
        }
        self.refuse(sequence, input, &translation.refusals)
    }

    fn refuse(
        &mut self,
        sequence: Option<u64>,
        input: &Input,
        refusals: &[Diagnostic],
    ) -> Result<(), Failure> {
        if refusals.is_empty() {
            return Ok(());
        }
        let findings = refusals
            .iter()
            .map(Diagnostic::json)
            .collect::<Result<Vec<_>, _>>()?;
        let mut bytes = 0;
        let fits = |finding: &String| {
            bytes += finding.len();
            bytes <= FINDINGS
        };
        let findings = findings.into_iter().take_while(fits).collect();
        let subject = self.names.dead_letter(self.session, input.direction);
        self.line(
            subject,
            Line {
                sequence,
                payload: input.payload.clone(),
                findings,
            },
        );
        Ok(())
    }

    fn line(&mut self, subject: String, line: Line) {
        self.lines.entry(subject).or_default().push(line);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::generator::{Workload, sessions, special_sessions};

    /// The generated sessions must test enough: every route yields results, some messages need repair, and some are
    /// refused.
    #[test]
    fn generated_sessions_have_results_repairs_and_refusals() {
        let names: StreamNames = "ui".parse().unwrap();
        let workload = Workload {
            sessions: 44,
            messages: 44 * 60,
            seed: 1,
        };
        let all = sessions(workload).into_iter().chain(special_sessions(1));
        let mut total = [0, 0, 0];
        for session in all {
            let mut lines = Lines::new();
            let sequences: Vec<Option<u64>> = (1..).map(Some).take(session.inputs.len()).collect();
            translate(&names, &session, &sequences, &mut lines).unwrap();
            let count = |part: &str| {
                let of_kind = lines.iter().filter(|(subject, _)| subject.contains(part));
                of_kind.map(|(_, lines)| lines.len()).sum::<usize>()
            };
            let counts = [count(".out."), count("report"), count(".dead.")];
            assert!(
                counts.iter().sum::<usize>() > 0,
                "{} yields nothing",
                session.name
            );
            total
                .iter_mut()
                .zip(counts)
                .for_each(|(total, count)| *total += count);
        }
        assert!(total.iter().all(|count| *count > 100), "{total:?}");
    }
}
