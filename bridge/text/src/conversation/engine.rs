//! Translators of one direction.

use bridge::{AnyMessage, Bridge, Carry, Outputs, Refusal, Translator};
use wire::Pointer;

/// A translator of messages in one direction.
pub trait Engine {
    /// Returns the translator of this direction.
    fn translator(&self) -> &Translator;

    /// Refuses a message without a carry that needs facts about the other direction.
    ///
    /// # Errors
    /// Returns the refusal of the message.
    fn ensure_is_independent(&self, _message: &AnyMessage) -> Result<(), Refusal> {
        Ok(())
    }

    /// Translates the message at `at` of its document.
    ///
    /// # Errors
    /// Returns the refusal of the message.
    fn push(&mut self, message: AnyMessage, carry: Carry, at: &Pointer)
    -> Result<Outputs, Refusal>;

    /// Returns the outputs that waited for the end of the session.
    fn finish(&mut self) -> Outputs;
}

impl Engine for Translator {
    fn translator(&self) -> &Translator {
        self
    }

    fn ensure_is_independent(&self, message: &AnyMessage) -> Result<(), Refusal> {
        self.ensure_root_is_known(message)
    }

    fn push(&mut self, message: AnyMessage, carry: Carry, _: &Pointer) -> Result<Outputs, Refusal> {
        Self::push(self, message, carry)
    }

    fn finish(&mut self) -> Outputs {
        Self::finish(self)
    }
}

/// One direction of a bridge.
#[derive(Debug)]
pub struct BridgeDirection<'b> {
    /// The bridge of both directions.
    pub bridge: &'b mut Bridge,
    /// `true` for the direction from target to source.
    pub is_backward: bool,
}

impl Engine for BridgeDirection<'_> {
    fn translator(&self) -> &Translator {
        if self.is_backward {
            self.bridge.backward_translator()
        } else {
            self.bridge.forward_translator()
        }
    }

    fn push(&mut self, message: AnyMessage, carry: Carry, _: &Pointer) -> Result<Outputs, Refusal> {
        if self.is_backward {
            self.bridge.backward(message, carry)
        } else {
            self.bridge.forward(message, carry)
        }
    }

    fn finish(&mut self) -> Outputs {
        if self.is_backward {
            self.bridge.finish_backward()
        } else {
            self.bridge.finish_forward()
        }
    }
}
