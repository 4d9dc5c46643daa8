//! Functions that translate messages with a translator.

use bridge::{
    AnyMessage, Carry, Context, Dialect, DialectOrProtocol, Note, Output, Outputs, Refusal,
    Translator,
};
use std::fmt::Debug;

/// Creates a translator that checks the stated losses of each message.
pub(crate) fn paranoid(
    from: impl Into<DialectOrProtocol>,
    to: impl Into<DialectOrProtocol>,
    cx: Context,
) -> Result<Translator, Refusal> {
    Translator::new(from, to, cx).map(Translator::paranoid)
}

/// Translates one message into exactly one target. Returns the target with its carry and notes.
pub(crate) fn noted<T: TryFrom<AnyMessage>>(
    message: impl Into<AnyMessage>,
    to: Dialect,
    carry: &Carry,
    cx: &Context,
) -> Result<(T, Carry, Vec<Note>), Refusal>
where
    T::Error: Debug,
{
    let message = message.into();
    let mut translator = paranoid(message.dialect(), to, cx.clone())?;
    let Outputs { mut outputs, .. } = translator.push(message, carry.clone())?;
    assert_eq!(outputs.len(), 1);
    let output = outputs.remove(0);
    Ok((
        T::try_from(output.message).unwrap(),
        output.carry,
        output.notes,
    ))
}

/// Translates one message into exactly one target. Returns the target without the notes.
pub(crate) fn send<T: TryFrom<AnyMessage>>(
    message: impl Into<AnyMessage>,
    to: Dialect,
    carry: &Carry,
    cx: &Context,
) -> Result<(T, Carry), Refusal>
where
    T::Error: Debug,
{
    noted(message, to, carry, cx).map(|(message, carry, _)| (message, carry))
}

/// The outputs, notes and refusals of a translator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sent {
    /// The messages that were not refused, with their carries. The number of an output is an index into this list.
    pub(crate) taken: Vec<(AnyMessage, Carry)>,
    pub(crate) outputs: Vec<Output>,
    /// The notes about the outputs, and about fields without a place in any output.
    pub(crate) notes: Vec<Note>,
    pub(crate) refused: Vec<(AnyMessage, Refusal)>,
}

impl Sent {
    /// Returns the target messages with their carries, for the way back.
    pub(crate) fn with_carries(&self) -> Vec<(AnyMessage, Carry)> {
        self.outputs
            .iter()
            .map(|output| (output.message.clone(), output.carry.clone()))
            .collect()
    }

    /// Returns the target messages without their carries.
    pub(crate) fn alone(&self) -> Vec<(AnyMessage, Carry)> {
        bare(self.outputs.iter().map(|output| output.message.clone()))
    }

    pub(crate) fn losses(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(|note| note.is_loss(false))
    }
}

/// Pairs each message with an empty carry.
pub(crate) fn bare<T: Into<AnyMessage>>(
    messages: impl IntoIterator<Item = T>,
) -> Vec<(AnyMessage, Carry)> {
    messages
        .into_iter()
        .map(|message| (message.into(), Carry::default()))
        .collect()
}

/// Translates messages one after the other. The translator is saved and resumed after each message.
pub(crate) fn all(
    from: Dialect,
    to: Dialect,
    cx: &Context,
    messages: Vec<(AnyMessage, Carry)>,
) -> Sent {
    let again = |translator: &Translator| {
        let saved = wire::encode(&translator.save()).unwrap();
        let resumed = Translator::resume(wire::decode(&saved).unwrap(), cx.clone()).unwrap();
        resumed.paranoid()
    };
    run(paranoid(from, to, cx.clone()).unwrap(), again, messages)
}

/// Pushes all messages to one translator.
pub(crate) fn through(mut translator: Translator, messages: Vec<(AnyMessage, Carry)>) -> Sent {
    let mut sent = Sent::default();
    for (message, carry) in messages {
        push(&mut translator, message, carry, &mut sent);
    }
    finish(translator, sent)
}

fn run(
    mut translator: Translator,
    again: impl Fn(&Translator) -> Translator,
    messages: Vec<(AnyMessage, Carry)>,
) -> Sent {
    let mut sent = Sent::default();
    for (message, carry) in messages {
        let before = wire::encode(&translator.save()).unwrap();
        let refused = sent.refused.len();
        push(&mut translator, message, carry, &mut sent);
        if sent.refused.len() > refused {
            assert_eq!(
                wire::encode(&translator.save()).unwrap(),
                before,
                "a refusal changes nothing"
            );
        }
        translator = again(&translator);
    }
    finish(translator, sent)
}

fn push(translator: &mut Translator, message: AnyMessage, carry: Carry, sent: &mut Sent) {
    match translator.push(message.clone(), carry.clone()) {
        Ok(outputs) => {
            sent.taken.push((message, carry));
            sent.notes.extend(outputs.all_notes().cloned());
            sent.outputs.extend(outputs.outputs);
        }
        Err(refusal) => {
            let of = || message.encode().unwrap();
            assert_ne!(refusal.rule(), "translator/paranoid", "{refusal}\n{}", of());
            sent.refused.push((message, refusal));
        }
    }
}

fn finish(mut translator: Translator, mut sent: Sent) -> Sent {
    let ended = translator.finish();
    sent.notes.extend(ended.all_notes().cloned());
    for (input, refusal) in ended.refusals {
        let (message, _) = sent.taken[usize::try_from(input).unwrap()].clone();
        sent.refused.push((message, refusal));
    }
    sent.outputs.extend(ended.outputs);
    sent
}
