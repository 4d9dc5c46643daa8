//! What a translation makes of a field, as `agent-ui explain` reports it.

use super::{cursor::Cursor, tree::ValueId};
use agent_ui_text::{TextTranslator, TranslateOptions, Translation};
use bridge::{DialectOrProtocol, Note, Verdict};
use wire::Pointer;

/// The size of the text before a message up to which it is translated as well, because messages depend on earlier ones.
const EARLIER_BYTES: usize = 4 << 20;

/// Returns a sentence about the field at the place, in Markdown; `None` if the target has no relation to the message.
pub(super) fn fate(
    cursor: &Cursor<'_>,
    text: &str,
    from: DialectOrProtocol,
    target: DialectOrProtocol,
) -> Option<String> {
    let pointer = pointer(cursor, cursor.message, cursor.id);
    let message = cursor.tree.text_of(cursor.message)?;
    let start = cursor.tree.get(cursor.message)?.range.start;
    let mut translator = TextTranslator::new(from, target, TranslateOptions::new()).ok()?;
    let before = text.get(..start).unwrap_or_default();
    if before.len() <= EARLIER_BYTES && !before.trim().is_empty() {
        // Only the effect on the translator matters here.
        let _ = translator.push(before, None);
    }
    let translation = translator.push(message, None).ok()?;
    let ending = translator.finish();
    let words = match note_about(&pointer, &translation, &ending) {
        Some(note) => words_of(note),
        None => {
            let refusal = translation.refusals.first()?;
            format!("the message is refused: {}", refusal.message)
        }
    };
    Some(format!("**In {target}:** {words}"))
}

/// Returns the pointer from one value down to another.
fn pointer(cursor: &Cursor<'_>, from: ValueId, to: ValueId) -> Pointer {
    let mut pointer = Pointer::root();
    for segment in cursor.tree.path(from, to) {
        pointer = pointer.member(&segment);
    }
    pointer
}

/// Returns the note about a field, or about the closest value around it. Notes about earlier messages do not count.
fn note_about<'n>(
    pointer: &Pointer,
    translation: &'n Translation,
    ending: &'n Translation,
) -> Option<&'n Note> {
    let notes = || translation.notes().chain(ending.notes());
    let own = notes().map(|note| note.input).max()?;
    let mut closest: Option<&Note> = None;
    for note in notes() {
        if note.input != own || !contains(&note.from, pointer) {
            continue;
        }
        let length = note.from.as_str().len();
        if closest.is_none_or(|closest| closest.from.as_str().len() < length) {
            closest = Some(note);
        }
    }
    closest
}

/// Returns `true` if a pointer names a value or a value around it. The root is not a field.
fn contains(outer: &Pointer, inner: &Pointer) -> bool {
    let rest = inner.as_str().strip_prefix(outer.as_str());
    !outer.is_root() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn words_of(note: &Note) -> String {
    let place = match note.to.get() {
        Some(to) => format!(" at `{to}`"),
        None => String::new(),
    };
    let outcome = match note.verdict {
        Verdict::Copied => format!("kept{place}"),
        Verdict::Renamed => format!("kept under another name{place}"),
        Verdict::Encoded => format!("kept in another form{place}"),
        Verdict::Derived | Verdict::Defaulted => format!("computed{place}"),
        Verdict::Carried => "lost, unless the carry is kept".to_owned(),
        Verdict::Quarantined => "never restored, because it is unsafe".to_owned(),
        _ => "lost".to_owned(),
    };
    let rule = note.rule.as_str();
    match note.remark.get() {
        Some(remark) => format!("{outcome}: {} (`{rule}`)", remark.as_str()),
        None => format!("{outcome} (`{rule}`)"),
    }
}
