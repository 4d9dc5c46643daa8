//! Any version of A2UI to any other: the mappings between them stand in a row.

use crate::{
    Carry, Context, Dialect, Ledger, Note, Output, Place, Refusal, Unfinished, a2ui_v0_8_v0_9, a2ui_v0_9_v1_0,
};
use a2ui::{Message, Notation, v0_9};
use std::collections::BTreeMap;
use wire::Field;

wire::object! {
    /// A session that translates messages from one version of A2UI to another. Saved, it can be resumed.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, Dialect, Session, a2ui::Message};
    ///
    /// let mut session = Session::between(Dialect::A2ui0_8, Dialect::A2ui0_9).unwrap();
    /// let message = Message::read(r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#)?;
    /// let outputs = session.handle(message, &Carry::default(), &Context::default(), &mut ())?;
    /// assert_eq!(outputs[0].message.key(), "createSurface");
    /// assert!(session.finish(&mut ())?.1.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Session {
        /// The number of the next message.
        next: u64,
        /// From 0.8 to 0.9.
        up_to_0_9 as "upTo0.9"?: Field<a2ui_v0_8_v0_9::Forward>,
        /// From 0.9 to 1.0.
        up_to_1_0 as "upTo1.0"?: Field<a2ui_v0_9_v1_0::Upward>,
        /// From 1.0 to 0.9.
        down_to_0_9 as "downTo0.9"?: Field<a2ui_v0_9_v1_0::Downward>,
        /// From 0.9 to 0.8.
        down_to_0_8 as "downTo0.8"?: Field<a2ui_v0_8_v0_9::Backward>,
        /// From which message those come that a later step holds, by their numbers there.
        inputs: BTreeMap<String, u64>,
    }
}

/// One mapping of a session.
enum Step<'a> {
    UpTo0_9(&'a mut a2ui_v0_8_v0_9::Forward),
    UpTo1_0(&'a mut a2ui_v0_9_v1_0::Upward),
    DownTo0_9(&'a mut a2ui_v0_9_v1_0::Downward),
    DownTo0_8(&'a mut a2ui_v0_8_v0_9::Backward),
}

/// Where a dialect stands in the row; `None` if it is no version of A2UI that has a mapping.
fn place(dialect: Dialect) -> Option<u8> {
    match dialect {
        Dialect::A2ui0_8 => Some(0),
        Dialect::A2ui0_9 | Dialect::A2ui0_9_1 => Some(1),
        Dialect::A2ui1_0 | Dialect::A2ui1_0At => Some(2),
        _ => None,
    }
}

impl Session {
    /// A session from one version to another; `None` if there is no mapping, or both have the same messages.
    pub fn between(from: Dialect, to: Dialect) -> Option<Self> {
        let (at, end) = (place(from)?, place(to)?);
        let mut session = Self::new(0u64, BTreeMap::new());
        let word = if to == Dialect::A2ui0_9_1 { v0_9::Version::V0_9_1 } else { v0_9::Version::V0_9 };
        let notation = |dialect| if dialect == Dialect::A2ui1_0At { Notation::At } else { Notation::Plain };
        if at == 0 && end > 0 {
            session.up_to_0_9 = Field::Value(a2ui_v0_8_v0_9::Forward::to(word));
        }
        if at < 2 && end == 2 {
            session.up_to_1_0 = Field::Value(a2ui_v0_9_v1_0::Upward::to(notation(to)));
        }
        if at == 2 && end < 2 {
            session.down_to_0_9 = Field::Value(a2ui_v0_9_v1_0::Downward::to(word, notation(from)));
        }
        if at > 0 && end == 0 {
            session.down_to_0_8 = Field::Value(a2ui_v0_8_v0_9::Backward::default());
        }
        (at != end).then_some(session)
    }

    /// Takes a message, with the carry that came with it, and gives the messages that are due.
    ///
    /// Notes say to which message they belong by its number.
    ///
    /// # Errors
    /// Those of the mappings; the session is then as it was.
    pub fn handle<L: Ledger>(
        &mut self,
        message: Message,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let input = Output::new(self.next, message, home.clone());
        // One step alone leaves itself as it was.
        let before = (self.steps().0.len() > 1).then(|| self.clone());
        let result = self.run(vec![input], 0, cx, ledger);
        match (&result, before) {
            (Ok(_), _) => self.next = self.next.saturating_add(1),
            (Err(_), Some(before)) => *self = before,
            (Err(_), None) => {}
        }
        result
    }

    /// At the end of the input: the messages that were waiting for something that need not come, and those that cannot do
    /// without it.
    ///
    /// # Errors
    /// Those of the mappings.
    pub fn finish<L: Ledger>(&mut self, ledger: &mut L) -> Result<(Vec<Output>, Vec<Unfinished>), Refusal> {
        let (mut outputs, mut unfinished) = (Vec::new(), Vec::new());
        for at in 0..self.steps().0.len() {
            let (ended, held) = self.end(at, ledger)?;
            unfinished.extend(held);
            outputs.extend(self.run(ended, at + 1, &Context::default(), ledger)?);
        }
        Ok((outputs, unfinished))
    }

    /// The end of the input for one step.
    fn end<L: Ledger>(
        &mut self,
        at: usize,
        ledger: &mut L,
    ) -> Result<(Vec<Output>, Vec<Unfinished>), Refusal> {
        let (mut steps, inputs) = self.steps();
        let source = |input: u64| if at == 0 { input } else { origin(inputs, input) };
        let mut ledger = Renumbered { ledger, source: &source };
        let (mut ended, mut held) = (Vec::new(), Vec::new());
        match steps.get_mut(at) {
            Some(Step::UpTo0_9(session)) => held = session.finish(),
            Some(Step::DownTo0_8(session)) => ended = session.finish(&mut ledger)?,
            Some(Step::UpTo1_0(_) | Step::DownTo0_9(_)) | None => {}
        }
        ended.iter_mut().for_each(|output| output.input = source(output.input));
        held.iter_mut().for_each(|held| held.input = source(held.input));
        Ok((ended, held))
    }

    /// The number that the next message will have.
    pub fn next_input(&self) -> u64 {
        self.next
    }

    /// The numbers of the messages that are held.
    pub fn held(&self) -> Vec<u64> {
        let is_first = self.down_to_0_9.is_absent();
        let up = self.up_to_0_9.get().into_iter().flat_map(a2ui_v0_8_v0_9::Forward::held);
        let down = self.down_to_0_8.get().into_iter().flat_map(a2ui_v0_8_v0_9::Backward::held);
        up.chain(down.map(|input| if is_first { input } else { origin(&self.inputs, input) })).collect()
    }

    /// The steps in their order, and from where the messages of the second one come.
    fn steps(&mut self) -> (Vec<Step<'_>>, &mut BTreeMap<String, u64>) {
        let mut steps = Vec::new();
        if let Field::Value(session) = &mut self.up_to_0_9 {
            steps.push(Step::UpTo0_9(session));
        }
        if let Field::Value(session) = &mut self.up_to_1_0 {
            steps.push(Step::UpTo1_0(session));
        }
        if let Field::Value(session) = &mut self.down_to_0_9 {
            steps.push(Step::DownTo0_9(session));
        }
        if let Field::Value(session) = &mut self.down_to_0_8 {
            steps.push(Step::DownTo0_8(session));
        }
        (steps, &mut self.inputs)
    }

    /// Sends messages through the steps from this one on.
    fn run<L: Ledger>(
        &mut self,
        mut messages: Vec<Output>,
        from: usize,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        let (steps, inputs) = self.steps();
        for (at, mut step) in steps.into_iter().enumerate().skip(from) {
            let mut next = Vec::new();
            for Output { input, message, carry } in messages {
                if at > 0 {
                    inputs.insert(step.next().to_string(), input);
                }
                let source = |number: u64| if at == 0 { number } else { origin(inputs, number) };
                let mut ledger = Renumbered { ledger: &mut *ledger, source: &source };
                let outputs = step
                    .handle(message, &carry, cx, &mut ledger)
                    .map_err(|refusal| if at == 0 { refusal } else { refusal.at(wire::Pointer::root()) })?;
                next.extend(
                    outputs.into_iter().map(|output| Output { input: source(output.input), ..output }),
                );
                if at > 0 {
                    let held: Vec<_> = step.held().iter().map(u64::to_string).collect();
                    inputs.retain(|number, _| held.contains(number));
                }
            }
            messages = next;
        }
        Ok(messages)
    }
}

fn origin(inputs: &BTreeMap<String, u64>, number: u64) -> u64 {
    inputs.get(&number.to_string()).copied().unwrap_or(number)
}

impl Step<'_> {
    fn handle<L: Ledger>(
        &mut self,
        message: Message,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<Vec<Output>, Refusal> {
        match self {
            Self::UpTo0_9(session) => session.handle(message, home, cx, ledger),
            Self::UpTo1_0(session) => session.handle(message, home, cx, ledger),
            Self::DownTo0_9(session) => session.handle(message, home, cx, ledger),
            Self::DownTo0_8(session) => session.handle(message, home, cx, ledger),
        }
    }

    fn next(&self) -> u64 {
        match self {
            Self::UpTo0_9(session) => session.next,
            Self::UpTo1_0(session) => session.next,
            Self::DownTo0_9(session) => session.next,
            Self::DownTo0_8(session) => session.next,
        }
    }

    fn held(&self) -> Vec<u64> {
        match self {
            Self::UpTo0_9(session) => session.held().collect(),
            Self::UpTo1_0(_) | Self::DownTo0_9(_) => Vec::new(),
            Self::DownTo0_8(session) => session.held().collect(),
        }
    }
}

/// Says of notes to which message of the whole session they belong.
struct Renumbered<'a, L> {
    ledger: &'a mut L,
    source: &'a dyn Fn(u64) -> u64,
}

impl<L: Ledger> Ledger for Renumbered<'_, L> {
    fn enter(&mut self, note: Note) -> Result<(), Refusal> {
        let place = note.place.map(|place| Box::new(Place { input: (self.source)(place.input), ..*place }));
        self.ledger.enter(Note { place, ..note })
    }

    fn listens(&self) -> bool {
        self.ledger.listens()
    }
}
