//! Blocks that do not contain JSON: notations that A2UI's agent SDKs compile to messages, and plain text.

use super::{
    super::{
        ExtractedItem, ExtractedMessage, Extractor, Mode, Next,
        buffer::{self, Answer},
    },
    Block, BlockKind, Inside,
};
use wire::{DecodeError, DecodeRule, Pointer, decode::ReadError};

/// Returns the name of the A2UI notation in which a block without JSON is written, or `None` for any other text.
///
/// [A2UI Express](https://github.com/a2ui-project/a2ui) assigns components to names (`root = Column([title])`) and
/// creates surfaces (`surface("s")`). A2UI Vertical has only calls (`Text("Hi")`).
fn find_notation(tag: &str, contents: &str) -> Option<&'static str> {
    let tag = tag.to_ascii_lowercase();
    let mut statements = contents
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("```"));
    let first = statements.clone().next()?;
    if tag.contains("a2ui-vertical") {
        return Some("A2UI Vertical");
    }
    if tag.contains("a2ui-express")
        || is_assignment(first)
        || statements.clone().any(is_surface_statement)
    {
        return Some("A2UI Express");
    }
    if !is_call(first) {
        return None;
    }
    if statements.any(is_assignment) {
        Some("A2UI Express")
    } else {
        Some("A2UI Vertical")
    }
}

/// Splits a statement after its leading word or path.
fn split_word(statement: &str) -> (&str, &str) {
    let end = statement
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '$' | '/' | '.'))
        .unwrap_or(statement.len());
    let (word, rest) = statement.split_at_checked(end).unwrap_or_default();
    (word, rest.trim_start())
}

fn is_assignment(statement: &str) -> bool {
    let (word, rest) = split_word(statement);
    !word.is_empty() && rest.starts_with('=') && !rest.starts_with("==")
}

fn is_call(statement: &str) -> bool {
    let (word, rest) = split_word(statement);
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with('(')
}

fn is_surface_statement(statement: &str) -> bool {
    is_call(statement) && matches!(split_word(statement).0, "surface" | "deleteSurface")
}

/// Returns the error for a block in an A2UI notation, or with plain text.
fn notation_error(notation: Option<&str>) -> DecodeError {
    let (message, hint) = match notation {
        Some(notation) => (
            format!("this block is written in {notation}, not in JSON"),
            "compile the block with the agent SDK, or ask the model for JSON",
        ),
        None => (
            "this block contains text that is not JSON".to_owned(),
            "write messages in JSON",
        ),
    };
    ReadError::new(DecodeRule::Syntax, message, hint).into()
}

impl Extractor {
    /// Reads a block that does not start with JSON, up to its end. A strict block and a block in an A2UI notation are
    /// errors; any other block is text.
    pub(super) fn read_foreign(&mut self, block: Block, is_end: bool) -> Next {
        let limit = self.limit_of(&block, block.head);
        let sign = if let BlockKind::Fence { sign, .. } = block.kind {
            char::from(sign)
        } else {
            '<'
        };
        let mut at = block.at;
        loop {
            let rest = self.buffer.from(at);
            at += rest.find(sign).unwrap_or(rest.len());
            if at >= limit {
                return self.treat_as_text(&block);
            }
            if at == self.buffer.end() {
                return if is_end {
                    self.end_foreign(&block, at, at, false)
                } else {
                    block.wait(at, Inside::Foreign)
                };
            }
            match self.find_closer(&block, at, is_end) {
                Some((Answer::Yes, length)) => {
                    return self.end_foreign(&block, at, at + length, true);
                }
                Some((Answer::Maybe, _)) if !is_end => return block.wait(at, Inside::Foreign),
                _ => {}
            }
            if sign == '<' {
                match buffer::opens_block(self.buffer.from(at)) {
                    // The previous delimiter was only a mention.
                    Answer::Yes => return self.treat_as_text(&block),
                    Answer::Maybe if !is_end => return block.wait(at, Inside::Foreign),
                    _ => {}
                }
            }
            at += 1;
        }
    }

    /// Ends a block that is not JSON. Its content ends at `contents`. If the block is closed, its delimiter ends at
    /// `end`.
    fn end_foreign(&mut self, block: &Block, contents: usize, end: usize, is_closed: bool) -> Next {
        let tag = self.buffer.slice(self.buffer.start(), block.head);
        let text = self.buffer.slice(block.head, contents);
        // Only a fence that names `a2ui` gets here, so it must contain messages like strict tags.
        let must_be_messages = matches!(
            block.kind,
            BlockKind::Tag { is_strict: true } | BlockKind::Fence { .. }
        );
        let notation = find_notation(tag, text);
        if notation.is_none() && !(must_be_messages && is_closed) {
            return self.treat_as_text(block);
        }
        let text = Err(notation_error(notation));
        let blanks = self.buffer.slice(block.head, contents);
        let from = block.head + blanks.len() - blanks.trim_start().len();
        self.buffer.skip_to(from);
        let place = self.buffer.place(from);
        let carrier = block.kind.carrier();
        self.found.push(ExtractedItem::Message(ExtractedMessage {
            carrier,
            place,
            pointer: Pointer::root(),
            text,
            repairs: Vec::new(),
            is_quoted: false,
        }));
        self.buffer.skip_to(end);
        Next::Go(if matches!(block.kind, BlockKind::Fence { .. }) {
            Mode::LineEnd
        } else {
            Mode::Prose(end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::find_notation;

    #[test]
    fn an_assignment_after_a_call_is_a2ui_express() {
        for (contents, expected) in [
            ("Text(\"Hi\")\nroot = Column([a])\n", Some("A2UI Express")),
            ("Text(\"Hi\")\nsurface(\"s\")\n", Some("A2UI Express")),
            ("Text(\"Hi\")\nColumn([a])\n", Some("A2UI Vertical")),
            ("Hello\nroot = Column([a])\n", None),
        ] {
            assert_eq!(find_notation("a2ui", contents), expected, "{contents}");
        }
    }
}
