//! The sessions of a host: translators, bridges, checkers and streams.

use crate::{
    reply::{Reply, Results},
    request::{Request, unknown_call, usage},
};
#[cfg(feature = "inspection")]
use agent_ui_text::{Checker, MessageStream};
use agent_ui_text::{Diagnostic, TextBridge, TextTranslator};
use std::collections::BTreeMap;

/// The sessions that a host has opened. A number is used only once, so the number of a freed session never means another
/// one.
#[derive(Debug, Default)]
pub struct Sessions {
    open: BTreeMap<u64, Session>,
    opened: u64,
}

/// An object of the host that remembers earlier texts.
#[derive(Debug)]
enum Session {
    Translator(Box<TextTranslator>),
    Bridge(Box<TextBridge>),
    #[cfg(feature = "inspection")]
    Checker(Checker),
    #[cfg(feature = "inspection")]
    Stream(Box<MessageStream>),
}

impl Sessions {
    /// Opens a session of the requested kind, and replies with its number.
    ///
    /// # Errors
    /// Returns an error if an argument is wrong.
    pub(crate) fn open(&mut self, request: &Request<'_>) -> Result<Reply, Box<Diagnostic>> {
        let session = Session::open(request)?;
        Ok(self.keep(session))
    }

    /// Opens a session with a saved state, and replies with its number.
    ///
    /// # Errors
    /// Returns an error if an argument is wrong, or the state cannot be read.
    pub(crate) fn resume(&mut self, request: &Request<'_>) -> Result<Reply, Box<Diagnostic>> {
        let session = Session::resume(request)?;
        Ok(self.keep(session))
    }

    fn keep(&mut self, session: Session) -> Reply {
        self.opened += 1;
        self.open.insert(self.opened, session);
        let number = usize::try_from(self.opened).unwrap_or(usize::MAX);
        Reply::new().number("session", number)
    }

    /// Answers a request to a session.
    ///
    /// # Errors
    /// Returns an error if an argument is wrong, or the session was freed.
    pub(crate) fn call(
        &mut self,
        number: u64,
        request: &Request<'_>,
    ) -> Result<Reply, Box<Diagnostic>> {
        if request.header.call == "free" {
            self.open.remove(&number);
            return Ok(Reply::new());
        }
        let session = self.open.get_mut(&number).ok_or_else(|| {
            usage(
                "call/session",
                "the object was freed",
                "create a new one with `new`",
            )
        })?;
        session.call(request)
    }
}

impl Session {
    fn open(request: &Request<'_>) -> Result<Self, Box<Diagnostic>> {
        match request.kind() {
            "translator" => {
                let (from, to) = request.ends()?;
                let options = request.options()?;
                let translator = TextTranslator::new(from, to, options)?;
                Ok(Self::Translator(Box::new(translator)))
            }
            "bridge" => {
                let (from, to) = request.ends()?;
                let options = request.bridge_options()?;
                let bridge = TextBridge::new(from, to, options)?;
                Ok(Self::Bridge(Box::new(bridge)))
            }
            #[cfg(feature = "inspection")]
            "checker" => {
                let options = request.check_options();
                Checker::new(request.required_protocol()?, &options).map(Self::Checker)
            }
            #[cfg(feature = "inspection")]
            "stream" => {
                let stream = MessageStream::new(request.protocol()?)?;
                Ok(Self::Stream(Box::new(stream)))
            }
            other => Err(unknown_call(other)),
        }
    }

    fn resume(request: &Request<'_>) -> Result<Self, Box<Diagnostic>> {
        let saved = request.text;
        match request.kind() {
            "translator" => {
                let translator = TextTranslator::resume(saved, request.options()?)?;
                Ok(Self::Translator(Box::new(translator)))
            }
            "bridge" => {
                let bridge = TextBridge::resume(saved, request.bridge_options()?)?;
                Ok(Self::Bridge(Box::new(bridge)))
            }
            #[cfg(feature = "inspection")]
            "checker" => Checker::resume(saved, &request.check_options()).map(Self::Checker),
            other => Err(unknown_call(other)),
        }
    }

    fn call(&mut self, request: &Request<'_>) -> Result<Reply, Box<Diagnostic>> {
        let (text, carry) = (request.text, request.carry);
        match (self, request.header.call.as_str()) {
            (Self::Translator(translator), "push") => {
                let mut results = Results::default();
                let receive = &mut |message| results.add(message);
                let rest = translator.push_each(text, carry, receive)?;
                results.reply(rest)
            }
            (Self::Translator(translator), "finish") => Reply::translation(translator.finish()),
            (Self::Translator(translator), "save") => translator.save().map(Reply::text),
            (Self::Bridge(bridge), "forward") => Reply::translation(bridge.forward(text, carry)?),
            (Self::Bridge(bridge), "backward") => Reply::translation(bridge.backward(text, carry)?),
            (Self::Bridge(bridge), "finishForward") => Reply::translation(bridge.finish_forward()),
            (Self::Bridge(bridge), "finishBackward") => {
                Reply::translation(bridge.finish_backward())
            }
            (Self::Bridge(bridge), "save") => bridge.save().map(Reply::text),
            #[cfg(feature = "inspection")]
            (Self::Bridge(bridge), "check") => Ok(Reply::checked_text(&bridge.check(text)?)),
            #[cfg(feature = "inspection")]
            (Self::Checker(checker), "push") => Ok(Reply::checked_text(&checker.push(text))),
            #[cfg(feature = "inspection")]
            (Self::Checker(checker), "finish") => Ok(Reply::checked(&checker.finish())),
            #[cfg(feature = "inspection")]
            (Self::Checker(checker), "save") => checker.save().map(Reply::text),
            #[cfg(feature = "inspection")]
            (Self::Stream(stream), "push") => Ok(Reply::events(stream.push(text))),
            #[cfg(feature = "inspection")]
            (Self::Stream(stream), "finish") => Ok(Reply::events(stream.finish())),
            (_, other) => Err(unknown_call(other)),
        }
    }
}
