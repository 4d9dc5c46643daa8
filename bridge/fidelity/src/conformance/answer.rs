//! Answers conformance requests with this project's own translations.

use super::message::{Answer, AnswerError, AnswerNote, Op, Request, UNSUPPORTED};
use crate::run::{CarriedMessage, Run, run, run_embedding};
use bridge::{Carry, Context, Dialect, Refusal, Translator};
use wire::{DecodeRule, Field, Payload, Pointer};

/// Answers a request with the translation functions of the program.
///
/// ```
/// use agent_ui_fidelity::{
///     conformance::{Request, answer},
///     wire,
/// };
///
/// let request: Request = wire::decode(
///     r#"{"id":"1","op":"translate","from":"a2ui@0.9","to":"ahp@canvas","input":[
///         {"version":"v0.9","action":{"name":"save","surfaceId":"s","sourceComponentId":"b","timestamp":"t","context":{}}}]}"#,
/// )?;
/// let answer = answer(&request);
/// assert_eq!(answer.id, "1");
/// assert_eq!(answer.value.get().unwrap().len(), 1);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn answer(request: &Request) -> Answer {
    let answer = Answer::new(&*request.id);
    match translate(request) {
        Ok(translated) => Answer {
            id: answer.id,
            ..translated
        },
        Err(refusal) if !has_mapping(request) => answer.error(unsupported(&refusal)),
        Err(refusal) => answer.error(AnswerError::from(&refusal)),
    }
}

/// Returns `true` if the dialects of a request are known, and messages can be translated between them.
fn has_mapping(request: &Request) -> bool {
    let dialects = (
        Dialect::from_name(&request.from),
        Dialect::from_name(&request.to),
    );
    match dialects {
        (Some(from), Some(to)) => Translator::new(from, to, Context::default()).is_ok(),
        _ => false,
    }
}

/// Returns the error for a question that this project does not support.
fn unsupported(refusal: &Refusal) -> AnswerError {
    AnswerError::from(refusal).kind(UNSUPPORTED)
}

/// Answers a line. A line that is not a request is answered with an error, and with its id if it has one. The error of an
/// unknown operation has the kind `unsupported`.
///
/// ```
/// use agent_ui_fidelity::conformance::answer_line;
///
/// for (line, kind) in [(r#"{"id":"7","op":7}"#, "decode"), (r#"{"id":"7","op":"sing"}"#, "unsupported")] {
///     let answer = answer_line(line);
///     assert_eq!((answer.id.as_str(), answer.error.get().unwrap().kind.get().unwrap().as_str()), ("7", kind));
/// }
/// ```
pub fn answer_line(line: impl AsRef<[u8]>) -> Answer {
    let line = line.as_ref();
    // The depth limit applies to each message, not to the request around the messages.
    let line = match std::str::from_utf8(line) {
        Ok(text) => Payload::parse(text),
        Err(_) => wire::decode_slice(line),
    };
    match line
        .clone()
        .and_then(|line| wire::decode_any_depth::<Request>(line.text()))
    {
        Ok(request) => answer(&request),
        Err(error) => {
            let id = line.ok().and_then(|line| line.member("id"));
            let id = id
                .as_ref()
                .and_then(Payload::as_str)
                .unwrap_or_default()
                .into_owned();
            let is_other_operation =
                error.rule == DecodeRule::Value && error.pointer.as_str() == "/op";
            let refusal = Refusal::from(error);
            Answer::new(id).error(if is_other_operation {
                unsupported(&refusal)
            } else {
                AnswerError::from(&refusal)
            })
        }
    }
}

fn translate(request: &Request) -> Result<Answer, Refusal> {
    let (from, to) = (
        read_dialect("from", &request.from)?,
        read_dialect("to", &request.to)?,
    );
    let cx = match request.context.get() {
        Some(context) => context.read()?,
        None => Context::default(),
    };
    let mut inputs = Vec::new();
    let mut beside = read_carries(request)?.into_iter();
    for message in &request.input {
        // An unreadable message has no carry; the translation reports why it is unreadable.
        let CarriedMessage { message, carry } = match CarriedMessage::extract(from, to, message) {
            Ok(extracted) if !extracted.carry.is_empty() => extracted,
            _ => CarriedMessage::alone(message.clone()),
        };
        let carry = beside.next().unwrap_or_default().join(carry);
        inputs.push(CarriedMessage { message, carry });
    }
    let Run { outputs, notes, .. } = match request.op {
        Op::Translate => run(from, to, &inputs, &cx)?,
        Op::Embed => run_embedding(from, to, &inputs, &cx)?,
    };
    let mut answer = Answer::new("");
    if request.op == Op::Translate {
        let carries: Vec<Carry> = outputs.iter().map(|output| output.carry.clone()).collect();
        if carries.iter().any(|carry| !carry.is_empty()) {
            answer.carry = Payload::encode(&carries).ok();
        }
    }
    let messages = outputs.into_iter().map(|output| output.message);
    answer.value = Field::Value(messages.collect());
    answer.notes = Field::Value(
        notes
            .iter()
            .map(|noted| AnswerNote::from(&noted.note))
            .collect(),
    );
    Ok(answer)
}

/// Reads the carries of the messages from the list that [`answer`] wrote.
fn read_carries(request: &Request) -> Result<Vec<Carry>, Refusal> {
    let Some(carry) = &request.carry else {
        return Ok(Vec::new());
    };
    let carries: Option<Vec<Carry>> = carry
        .elements()
        .map(|carry| Carry::read(carry.text()))
        .collect();
    match carries {
        Some(carries) if carries.len() == request.input.len() => Ok(carries),
        _ => {
            let message = "the carry must be a list with one carry for each message";
            let at = Pointer::root().member("carry");
            Err(Refusal::rule_broken("carry/unreadable", at, message))
        }
    }
}

fn read_dialect(member: &str, name: &str) -> Result<Dialect, Refusal> {
    if let Some(dialect) = Dialect::from_name(name) {
        return Ok(dialect);
    }
    let names: Vec<&str> = Dialect::ALL
        .iter()
        .map(|dialect| dialect.as_str())
        .collect();
    let message = format_args!("the dialect `{name}` is unknown").to_string();
    let at = Pointer::root().member(member);
    let refusal = Refusal::rule_broken("conformance/dialect", at, message);
    Err(refusal.hint(format_args!("one of {}", names.join(", "))))
}
