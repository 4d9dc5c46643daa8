//! The command `agent-ui demo`: translates built-in samples forward and back and shows the notes.

use crate::report::{Exit, Report};
use bridge::{
    AnyMessage, Bridge, Carry, Context, Dialect, Refusal,
    a2ui::{self, surface::Surfaces},
    actions_json::{checked_manifest::CheckedManifest, validate::Profile},
};

const MANIFEST: &str = include_str!("../samples/actions.json");
const EVENT: &str = include_str!("../samples/event.json");
const RECORD: &str = include_str!("../samples/record.json");
const SURFACE: &str = include_str!("../samples/surface.json");

/// The maximum number of characters of a line.
const WIDTH: usize = 160;

pub(crate) fn run(report: &mut Report) -> Result<(), Exit> {
    show(report).map_err(|error| match error {
        DemoError::Exit(exit) => exit,
        DemoError::Refusal(refusal) => Exit::Usage(format!("a built-in sample was refused: {refusal}")),
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
    let read = |text: &str, from: Dialect, to: Dialect| {
        Ok::<_, DemoError>(vec![AnyMessage::read(&wire::Payload::parse(text)?, from, to.protocol())?])
    };
    let title = "actions.json -> AAP: an event of a page becomes a stored interaction";
    let (from, to) = (Dialect::ActionsJson, Dialect::Aap);
    show_round_trip(report, title, read(EVENT, from, to)?, [from, to], &cx)?;

    let title = "AAP -> A2UI 0.9: a stored interaction becomes an action";
    let (from, to) = (Dialect::Aap, Dialect::A2ui0_9);
    show_round_trip(report, title, read(RECORD, from, to)?, [from, to], &cx)?;

    let title = "A2UI 0.9 -> AHP: a surface becomes a canvas, and its messages the contents";
    let messages = a2ui::read(SURFACE, None)?.into_iter().map(|element| element.result.map(AnyMessage::from));
    let messages = messages.collect::<Result<Vec<_>, _>>()?;
    show_round_trip(report, title, messages, [Dialect::A2ui0_9, Dialect::AhpCanvas], &cx)?;
    report.text("Next: agent-ui convert --help")?;
    Ok(())
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
    report.text(title)?;
    let mut made = Vec::new();
    for message in &messages {
        report.text(&format!("  in      {}", truncate(&text(message)?)))?;
        made.push(bridge.forward(message.clone(), Carry::default())?);
    }
    made.push(bridge.finish_forward());
    let mut after = Vec::new();
    for outputs in made {
        for output in outputs.outputs {
            report.text(&format!("  out     {}", truncate(&text(&output.message)?)))?;
            if !output.carry.is_empty() {
                report.text(&format!("  carry   {}", truncate(&wire::encode_line(&output.carry)?)))?;
            }
            for note in &output.notes {
                let (from, to) = (pointer(Some(&note.from)), pointer(note.to.get()));
                let remark = note.remark.get().map_or("", |remark| remark.as_str());
                let line = format!("  {:<10} {from:<34} {to:<34} {remark}", note.verdict.as_str());
                report.text(line.trim_end())?;
            }
            let back = bridge.backward(output.message, output.carry)?;
            after.extend(back.outputs.into_iter().map(|output| output.message));
        }
    }
    report.text(if comparable_content(&messages)? == comparable_content(&after)? {
        "  back    equal"
    } else {
        "  back    different"
    })?;
    report.text("")?;
    Ok(())
}

/// Returns the content of messages for comparison, with surfaces as their final state because they may be sent in
/// different portions.
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

fn text(message: &AnyMessage) -> Result<String, DemoError> {
    Ok(wire::one_line(&message.encode()?).into_owned())
}

fn pointer(pointer: Option<&wire::Pointer>) -> &str {
    pointer.map(wire::Pointer::as_str).filter(|pointer| !pointer.is_empty()).unwrap_or("-")
}

fn truncate(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
