//! `agent-ui demo`: built-in samples through all three mappings, with what became of every field.

use crate::report::{Exit, Report};
use bridge::{
    Carry, Context, Dialect, Notes, Refusal, a2ui,
    a2ui::surface::Surfaces,
    actions_json::item::Item,
    pair::{self, Value},
};

const MANIFEST: &str = include_str!("../samples/actions.json");
const EVENT: &str = include_str!("../samples/event.json");
const RECORD: &str = include_str!("../samples/record.json");
const SURFACE: &str = include_str!("../samples/surface.json");

/// The longest line that is shown whole.
const WIDTH: usize = 160;

pub(crate) fn run(report: &mut Report) -> Result<(), Exit> {
    show(report).map_err(|error| match error {
        Stop::Exit(exit) => exit,
        Stop::Refusal(refusal) => Exit::Usage(format!("a built-in sample was refused: {refusal}")),
    })
}

/// Why the demonstration stops.
enum Stop {
    Exit(Exit),
    Refusal(Refusal),
}

impl From<Exit> for Stop {
    fn from(exit: Exit) -> Self {
        Self::Exit(exit)
    }
}

impl<E: Into<Refusal>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Refusal(error.into())
    }
}

fn show(report: &mut Report) -> Result<(), Stop> {
    let mut cx = Context::default();
    cx.manifest = Some(wire::decode(MANIFEST)?);
    if let Item::DomEvent(event) = wire::decode(EVENT)? {
        let title = "actions.json -> AAP: an event of a page becomes a stored interaction";
        there_and_back(report, title, Value::Event(event), [Dialect::Aap, Dialect::ActionsJson], &cx)?;
    }

    let record = Value::Interaction(wire::decode(RECORD)?);
    let title = "AAP -> A2UI 0.9: a stored interaction becomes an action";
    there_and_back(report, title, record, [Dialect::A2ui0_9, Dialect::Aap], &cx)?;

    let mut surfaces = Surfaces::new();
    for element in a2ui::read(SURFACE, None)? {
        surfaces.apply(&element.result?)?;
    }
    for surface in surfaces.iter() {
        let title = "A2UI 0.9 -> AHP: a surface becomes a canvas, and its messages the contents";
        let value = Value::Surface(Box::new(surface.clone()));
        there_and_back(report, title, value, [Dialect::AhpCanvas, Dialect::A2ui0_9], &cx)?;
    }
    report.text("Next: agent-ui convert --help")?;
    Ok(())
}

/// Translates a value and its result back, and shows what became of every field.
fn there_and_back(
    report: &mut Report,
    title: &str,
    value: Value,
    [to, home]: [Dialect; 2],
    cx: &Context,
) -> Result<(), Stop> {
    let before = text(&value)?;
    let mut notes = Notes::default();
    let (values, carry) = pair::convert(value, to, &Carry::default(), cx, &mut notes)?;
    report.text(title)?;
    report.text(&format!("  in      {}", shortened(&before)))?;
    for value in &values {
        report.text(&format!("  out     {}", shortened(&text(value)?)))?;
    }
    if !carry.is_empty() {
        report.text(&format!("  carry   {}", shortened(&wire::encode_line(&carry)?)))?;
    }
    for note in &notes.0 {
        let (from, to) = (pointer(Some(note.from())), pointer(note.to()));
        let line = format!("  {:<10} {from:<24} {to:<34} {}", note.verdict.as_str(), note.remark);
        report.text(line.trim_end())?;
    }

    let mut back = Vec::new();
    for value in values {
        back.extend(pair::convert(value, home, &carry, cx, &mut ())?.0);
    }
    let texts: Result<Vec<String>, Stop> = back.iter().map(text).collect();
    let texts = texts?;
    let after = if home == Dialect::A2ui0_9 { format!("[{}]", texts.join(",")) } else { texts.concat() };
    let same = wire::Payload::parse(before)? == wire::Payload::parse(after)?;
    report.text(if same { "  back    equal" } else { "  back    different" })?;
    report.text("")?;
    Ok(())
}

fn text(value: &Value) -> Result<String, Stop> {
    Ok(wire::one_line(value.encode()?))
}

fn pointer(pointer: Option<wire::Pointer>) -> String {
    pointer.map_or(
        "-".to_owned(),
        |pointer| if pointer.is_root() { "-".to_owned() } else { pointer.to_string() },
    )
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
