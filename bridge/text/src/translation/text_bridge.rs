//! Both directions of a conversation.

use super::{
    TranslateOptions, Translation, direction::TextDirection, followed_surfaces::FollowedSurfaces,
};
#[cfg(feature = "checks")]
use crate::checker::CheckedText;
use crate::{
    conversation::{BridgeDirection, EventSink},
    diagnostic::{Diagnostic, about_call},
    input::Input,
    saved_state::{self, SavedTextBridge},
};
use bridge::{Bridge, DialectOrProtocol, Refusal, Translator};

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
/// assert!(bridge.backward(action, None)?.messages[0].text.starts_with(r#"{"userAction""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextBridge {
    forward: TextDirection,
    backward: TextDirection,
    bridge: Bridge,
    surfaces: FollowedSurfaces,
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
        let surfaces = FollowedSurfaces::new(from, &options)?;
        let context = std::mem::take(&mut options.context);
        let forward = Translator::new(from, to, context.clone());
        let forward = forward.map_err(|refusal| about_call(&refusal))?;
        let backward = Translator::new(to, from, context);
        let backward = backward.map_err(|refusal| about_call(&refusal))?;
        Ok(Self {
            forward: TextDirection::new(from, to, &options),
            backward: TextDirection::new(to, from, &options),
            bridge: Bridge::of(options.translator(forward), options.translator(backward)),
            surfaces,
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
        let engine = &mut BridgeDirection {
            bridge: &mut self.bridge,
            is_backward: false,
        };
        let translation = self.forward.push(engine, text, carry)?;
        self.surfaces.follow(text);
        Ok(translation)
    }

    /// Validates a text from the source against the surfaces as they are now, and changes nothing. Needs
    /// [`TranslateOptions::checks`].
    ///
    /// # Errors
    /// Returns an error if the bridge was created without checks.
    ///
    /// ```
    /// use agent_ui_text::{CheckOptions, TextBridge, TranslateOptions};
    ///
    /// let options = TranslateOptions::new().checks(CheckOptions::new());
    /// let mut bridge = TextBridge::new("a2ui@0.9".parse()?, "a2ui@1.0".parse()?, options)?;
    /// let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    /// bridge.forward(create, None)?;
    /// let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Txet"}]}}"#;
    /// let checked = bridge.check(update)?;
    /// assert_eq!(checked.findings[0].rule, "unknown-component");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "checks")]
    pub fn check(&self, text: &str) -> Result<CheckedText, Box<Diagnostic>> {
        self.surfaces.check(text)
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
        let mut saved = SavedTextBridge::new(self.bridge.save(), forward, backward);
        self.surfaces.save(&mut saved)?;
        saved_state::write(&saved)
    }

    /// Continues from a state that [`TextBridge::save`] wrote. Pass the same options again.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read, or an option is wrong.
    ///
    /// ```
    /// use agent_ui_text::TextBridge;
    ///
    /// let mut bridge = TextBridge::new("a2ui@0.8".parse()?, "a2ui@0.9".parse()?, Default::default())?;
    /// bridge.forward(r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#, None)?;
    ///
    /// let mut resumed = TextBridge::resume(&bridge.save()?, Default::default())?;
    /// let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    /// assert!(resumed.backward(click, None)?.messages[0].text.contains(r#""sourceComponentId":"top""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(saved: &str, options: TranslateOptions) -> Result<Self, Box<Diagnostic>> {
        let saved: SavedTextBridge = saved_state::read(saved)?;
        let about = |refusal: Refusal| about_call(&refusal);
        let (from, to) = saved.bridge.ends().map_err(about)?;
        let mut resumed = Self::new(from, to, options.clone())?;
        resumed.surfaces.resume(&saved, &options)?;
        resumed.forward.resume(saved.forward).map_err(about)?;
        resumed.backward.resume(saved.backward).map_err(about)?;
        resumed.bridge = resumed.bridge.resume(saved.bridge).map_err(about)?;
        Ok(resumed)
    }
}
