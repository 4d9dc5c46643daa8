//! The command `agent-ui demo`: translates built-in samples forward and back and shows the notes.

use crate::{
    exit::Exit,
    field_table::{FieldRow, field_table},
    report::Report,
    streams::Terminal,
    terminal_text::{printable, shorten},
};
use agent_ui_text::verdict_word::verdict_word;
use anstyle::Style;
use bridge::{
    AnyMessage, Bridge, Carry, Context, Dialect, Note, Output, Refusal,
    a2ui::{self, surface::Surfaces},
    actions_json::{checked_manifest::CheckedManifest, validate::Profile},
};

/// Declares the sample's event. Its payload has no schema because `cargo demo` is built without schema validation.
const MANIFEST: &str = r##"{"protocol":"actions.json","version":1,"tools":[],"signals":[{"name":"loan.renewed","event":"desk:loan-renewed","direction":"html_to_agent","ingestion":"enabled","target":{"name":"renew-button","selector":"#renew"}}]}"##;
const EVENT: &str = include_str!("../samples/event.json");
const RECORD: &str = include_str!("../samples/record.json");
const SURFACE: &str = include_str!("../samples/surface.json");

/// The layout of a demonstration that is not shown on a terminal.
const PLAIN: Terminal = Terminal {
    columns: 80,
    has_color: false,
};
/// The space before the lines below a title.
const INDENT: usize = 2;

pub(crate) fn run(report: &mut Report) -> Result<(), Exit> {
    show(report).map_err(|error| match error {
        DemoError::Exit(exit) => exit,
        DemoError::Refusal(refusal) => {
            Exit::Usage(format!("a built-in sample was refused: {refusal}"))
        }
    })
}

/// Reasons to stop the demonstration.
enum DemoError {
    Exit(Exit),
    Refusal(Refusal),
}

impl From<Exit> for DemoError {
    fn from(exit: Exit) -> Self {
        Self::Exit(exit)
    }
}

impl<E: Into<Refusal>> From<E> for DemoError {
    fn from(error: E) -> Self {
        Self::Refusal(error.into())
    }
}

fn show(report: &mut Report) -> Result<(), DemoError> {
    let mut cx = Context::default();
    let manifest = CheckedManifest::check(wire::decode(MANIFEST)?, &Profile::PUBLISHED, None);
    cx.manifest = Some(manifest.map_err(|rejected| Exit::Usage(rejected.to_string()))?);
    let title = "actions.json -> AAP: an event of a page becomes a stored interaction";
    let (from, to) = (Dialect::ActionsJson, Dialect::Aap);
    show_round_trip(
        report,
        title,
        read_sample(EVENT, from, to)?,
        [from, to],
        &cx,
    )?;

    let title = "AAP -> A2UI 0.9: a stored interaction becomes an action";
    let (from, to) = (Dialect::Aap, Dialect::A2ui0_9);
    show_round_trip(
        report,
        title,
        read_sample(RECORD, from, to)?,
        [from, to],
        &cx,
    )?;

    let title = "A2UI 0.9 -> AHP: a surface becomes a canvas, and its messages the contents";
    let messages = a2ui::read(SURFACE, None)?
        .into_iter()
        .map(|element| element.result.map(AnyMessage::from));
    let messages = messages.collect::<Result<Vec<_>, _>>()?;
    show_round_trip(
        report,
        title,
        messages,
        [Dialect::A2ui0_9, Dialect::AhpCanvas],
        &cx,
    )?;
    report.text("Next: agent-ui convert --help")?;
    Ok(())
}

/// Reads a sample that is one message.
fn read_sample(text: &str, from: Dialect, to: Dialect) -> Result<Vec<AnyMessage>, DemoError> {
    let message = AnyMessage::read(&wire::Payload::parse(text)?, from, to.protocol())?;
    Ok(vec![message])
}

/// Translates messages forward and backward, and shows the notes about every field.
fn show_round_trip(
    report: &mut Report,
    title: &str,
    messages: Vec<AnyMessage>,
    [from, to]: [Dialect; 2],
    cx: &Context,
) -> Result<(), DemoError> {
    let mut bridge = Bridge::new(from, to, cx.clone())?;
    let terminal = report.output_terminal().unwrap_or(PLAIN);
    report.text(&terminal.paint(Style::new().bold(), title))?;
    let mut translated = Vec::new();
    for message in &messages {
        report.text(&format_labelled("in", &message_line(message)?, terminal))?;
        translated.push(bridge.forward(message.clone(), Carry::default())?);
    }
    translated.push(bridge.finish_forward());
    let mut after = Vec::new();
    for outputs in translated {
        for output in outputs.outputs {
            show_output(report, &output, terminal)?;
            let back = bridge.backward(output.message, output.carry)?;
            after.extend(back.outputs.into_iter().map(|output| output.message));
        }
    }
    let result = match comparable_content(&messages)? == comparable_content(&after)? {
        true => "equal",
        false => "different",
    };
    report.text(&format_labelled("back", result, terminal))?;
    report.text("")?;
    Ok(())
}

/// Shows a translated message, its carry and its notes.
fn show_output(report: &mut Report, output: &Output, terminal: Terminal) -> Result<(), DemoError> {
    report.text(&format_labelled(
        "out",
        &message_line(&output.message)?,
        terminal,
    ))?;
    if !output.carry.is_empty() {
        let carry = wire::encode_line(&output.carry)?;
        report.text(&format_labelled("carry", &carry, terminal))?;
    }
    let rows: Vec<_> = output.notes.iter().map(field_row).collect();
    let narrower = Terminal {
        columns: terminal.columns.saturating_sub(INDENT),
        ..terminal
    };
    for line in field_table(&rows, narrower).lines() {
        report.text(&format!("{:INDENT$}{line}", ""))?;
    }
    Ok(())
}

/// Formats a line with a label, shortened to the terminal.
fn format_labelled(label: &str, text: &str, terminal: Terminal) -> String {
    let room = terminal.columns.saturating_sub(INDENT + 8);
    let text = shorten(&printable(text), room);
    format!("{:INDENT$}{label:<8}{text}", "")
}

/// Returns the content of messages for a comparison. Surfaces are compared in their final state, because their messages
/// may be divided differently.
fn comparable_content(messages: &[AnyMessage]) -> Result<wire::Payload, DemoError> {
    let mut surfaces = Surfaces::new();
    let mut content = Vec::new();
    for message in messages {
        match message {
            AnyMessage::Message(message) if message.is_about_a_surface() => {
                surfaces.apply(message).map_err(Refusal::from)?;
            }
            other => content.push(wire::Payload::parse(other.encode()?)?),
        }
    }
    for surface in surfaces.iter() {
        content.push(wire::Payload::encode(&surface.snapshot())?);
    }
    Ok(wire::Payload::array(&content))
}

fn message_line(message: &AnyMessage) -> Result<String, DemoError> {
    Ok(wire::one_line(&message.encode()?).into_owned())
}

/// Returns the table row of a note. The demonstration shows the carry, so no carried field is lost.
fn field_row(note: &Note) -> FieldRow<'_> {
    let source = Some(&note.from).filter(|from| !from.is_root());
    let remark = note.remark.get().map_or("", |remark| remark.as_str());
    FieldRow::new(
        verdict_word(note.verdict, true),
        source,
        note.to.get(),
        note.rule.as_str(),
        remark,
    )
}
