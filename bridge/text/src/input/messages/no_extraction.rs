//! Inputs of builds that extract no messages from other texts.

use super::{InputKind, InputStart, classify_start, contains_message_key, fill};
use crate::input::{BeforeRead, Failure, MARK, document::Documents};
use std::io::{Cursor, Read};
use wire::{DecodeRule, decode::ReadError};

/// Opens an input as documents. Prose with messages in it is an error as a whole, because its lines would only be reported as
/// invalid JSON.
pub(in crate::input) fn open(
    mut reader: Box<dyn Read + Send>,
    before: BeforeRead<'_>,
) -> Result<InputKind, Failure> {
    let mut head = Vec::new();
    let start = loop {
        let is_at_end = !fill(&mut reader, &mut head, before)?;
        if let Some(start) = classify_start(head.strip_prefix(MARK).unwrap_or(&head), is_at_end) {
            break start;
        }
    };
    if start == InputStart::Words && contains_message_key(&String::from_utf8_lossy(&head)) {
        let error = ReadError::new(
            DecodeRule::Syntax,
            "the messages are inside another text, and this build does not extract them",
            "pass the messages alone, or use a build that extracts them",
        );
        return Ok(InputKind::Foreign {
            error: error.into(),
            is_given: false,
        });
    }
    let reader = Cursor::new(head).chain(reader);
    Ok(InputKind::Documents(
        Documents::new(Box::new(reader)).with_repairs(),
    ))
}

#[cfg(test)]
mod tests {
    use crate::{Translation, translate};

    const MESSAGE: &str = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;

    fn translated(text: &str) -> Translation {
        let (from, to) = ("a2ui@0.9".parse().unwrap(), "a2ui@1.0".parse().unwrap());
        translate(text, from, to, Default::default(), None).unwrap()
    }

    #[test]
    fn a_build_without_extraction_translates_plain_messages() {
        for text in [
            MESSAGE.to_owned(),
            format!("[{MESSAGE}]"),
            format!("// a comment\n{MESSAGE}\n{MESSAGE}\n"),
        ] {
            let Translation {
                messages, refusals, ..
            } = translated(&text);
            assert_eq!((messages.is_empty(), refusals), (false, vec![]), "{text}");
        }
    }

    #[test]
    fn a_build_without_extraction_refuses_messages_in_other_texts() {
        let prose = format!("Here is your interface:\n\n```json\n{MESSAGE}\n```\n");
        let found = translated(&prose);
        assert!(found.messages.is_empty());
        let [refusal] = &found.refusals[..] else {
            panic!("{:?}", found.refusals);
        };
        assert!(
            refusal
                .message
                .ends_with("this build does not extract them")
        );

        let carrier = format!(
            r#"{{"kind":"message","messageId":"1","role":"agent","parts":[{{"kind":"data","data":{MESSAGE}}}]}}"#
        );
        let found = translated(&carrier);
        assert!(found.messages.is_empty());
        let [refusal] = &found.refusals[..] else {
            panic!("{:?}", found.refusals);
        };
        assert!(
            refusal.hint.ends_with("use a build that extracts them"),
            "{}",
            refusal.hint
        );
    }
}
