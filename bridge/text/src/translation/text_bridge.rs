//! Both directions of a conversation.

use super::{TranslateOptions, Translation, direction::TextDirection};
use crate::{
    conversation::{BridgeDirection, EventSink},
    diagnostic::{Diagnostic, about_call},
    input::Input,
    saved_state::{self, SavedDirection, SavedTextBridge},
};
use bridge::{Bridge, DialectOrProtocol, Refusal, SavedBridge, Translator};

/// A translator of both directions of a conversation: surfaces for a client, and the actions that the client returns.
///
/// Both directions use the same state of the surfaces. If the source is A2UI in any version, an action is written in
/// the version of its surface.
///
/// ```
/// use agent_ui_text::TextBridge;
///
/// let mut bridge = TextBridge::new("a2ui".parse()?, "a2ui@0.9".parse()?, Default::default())?;
/// let surface = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go"}}}}]}}"#;
/// bridge.forward(surface, None)?;
/// bridge.forward(r#"{"beginRendering":{"surfaceId":"s","root":"b"}}"#, None)?;
/// let action = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
/// assert!(bridge.backward(action, None)?.messages[0].starts_with(r#"{"userAction""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextBridge {
    forward: TextDirection,
    backward: TextDirection,
    bridge: Bridge,
}

impl TextBridge {
    /// Creates a bridge between two protocols.
    ///
    /// # Errors
    /// Returns an error if no message of one protocol can be translated into the other, in either direction.
    pub fn new(
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        mut options: TranslateOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        let context = std::mem::take(&mut options.context);
        let forward = Translator::new(from, to, context.clone());
        let forward = forward.map_err(|refusal| about_call(&refusal))?;
        let backward = Translator::new(to, from, context);
        let backward = backward.map_err(|refusal| about_call(&refusal))?;
        Ok(Self {
            forward: TextDirection::new(from, to, &options),
            backward: TextDirection::new(to, from, &options),
            bridge: Bridge::of(options.translator(forward), options.translator(backward)),
        })
    }

    /// Translates the next messages from source to target, as [`TextTranslator::push`](super::TextTranslator::push) does.
    ///
    /// # Errors
    /// Returns an error if the carry cannot be read. No message is translated then.
    pub fn forward(
        &mut self,
        text: &str,
        carry: Option<&str>,
    ) -> Result<Translation, Box<Diagnostic>> {
        self.forward.push(
            &mut BridgeDirection {
                bridge: &mut self.bridge,
                is_backward: false,
            },
            text,
            carry,
        )
    }

    /// Translates the messages of a document from source to target, and passes all events to the sink.
    ///
    /// # Errors
    /// Returns the error of the sink.
    #[doc(hidden)]
    pub fn forward_document<S: EventSink>(
        &mut self,
        document: &Input<'_>,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let engine = &mut BridgeDirection {
            bridge: &mut self.bridge,
            is_backward: false,
        };
        self.forward.translate_document(engine, document, sink)
    }

    /// Translates the next messages from target to source, as [`TextTranslator::push`](super::TextTranslator::push) does.
    ///
    /// # Errors
    /// Returns an error if the carry cannot be read. No message is translated then.
    pub fn backward(
        &mut self,
        text: &str,
        carry: Option<&str>,
    ) -> Result<Translation, Box<Diagnostic>> {
        self.backward.push(
            &mut BridgeDirection {
                bridge: &mut self.bridge,
                is_backward: true,
            },
            text,
            carry,
        )
    }

    /// Ends the input of the forward direction. Returns the messages that waited for the end, and refuses incomplete
    /// ones.
    pub fn finish_forward(&mut self) -> Translation {
        self.forward.finish(&mut BridgeDirection {
            bridge: &mut self.bridge,
            is_backward: false,
        })
    }

    /// Ends the input of the forward direction, and passes all events to the sink.
    ///
    /// # Errors
    /// Returns the error of the sink.
    #[doc(hidden)]
    pub fn finish_document<S: EventSink>(&mut self, sink: &mut S) -> Result<(), S::Error> {
        let engine = &mut BridgeDirection {
            bridge: &mut self.bridge,
            is_backward: false,
        };
        self.forward.end(engine, sink)
    }

    /// Ends the input of the backward direction. Returns the messages that waited for the end, and refuses incomplete
    /// ones.
    pub fn finish_backward(&mut self) -> Translation {
        self.backward.finish(&mut BridgeDirection {
            bridge: &mut self.bridge,
            is_backward: true,
        })
    }

    /// Saves the state that another bridge needs to continue, as JSON. The options are not saved.
    ///
    /// # Errors
    /// Returns an error if a message in the state nests too deep to be written.
    pub fn save(&self) -> Result<String, Box<Diagnostic>> {
        let (forward, backward) = (self.forward.save(), self.backward.save());
        saved_state::write(&SavedTextBridge::new(self.bridge.save(), forward, backward))
    }

    /// Continues from a state that [`TextBridge::save`] wrote, with the protocols and options of this bridge.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read, or was saved for other protocols.
    pub fn resume(self, saved: &str) -> Result<Self, Box<Diagnostic>> {
        let SavedTextBridge {
            bridge,
            forward,
            backward,
            ..
        } = saved_state::read(saved)?;
        self.resume_parts(bridge, forward, backward)
            .map_err(|refusal| about_call(&refusal))
    }

    fn resume_parts(
        mut self,
        bridge: SavedBridge,
        forward: SavedDirection,
        backward: SavedDirection,
    ) -> Result<Self, Refusal> {
        self.forward.resume(forward)?;
        self.backward.resume(backward)?;
        self.bridge = self.bridge.resume(bridge)?;
        Ok(self)
    }
}
