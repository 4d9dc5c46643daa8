//! How many bytes a translator keeps of earlier messages, and the bound.

use super::Translator;
use crate::{Dialect, Refusal, engine::ENTRY_BYTES, route::sessions::Sessions};
use std::collections::BTreeMap;
use wire::encoded_len;

impl Translator {
    /// Bounds what is kept of earlier messages, in bytes as JSON and about 64 for each entry: by the sessions of the mappings, by
    /// surfaces that are to become canvases, and by what is carried and noted for these, each. Default: [`DEFAULT_SESSION_BYTES`],
    /// 256 MiB, and 64 MiB for one such surface. A message that would exceed the bound is refused by the rule
    /// `session/too-many-bytes`, or `too-many-bytes` where a surface would. Nothing is forgotten to make room: the next message is
    /// translated as before, and one that deletes a surface always is.
    ///
    /// [`DEFAULT_SESSION_BYTES`]: crate::DEFAULT_SESSION_BYTES
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Carry, Context, Dialect, Translator, a2ui::Message};
    ///
    /// let mut down = Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default())?.max_bytes(1000);
    /// let create = |catalog: &str| {
    ///     Message::read(&format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}"#))
    /// };
    /// let refusal = down.push(create(&"c".repeat(1000))?, Carry::default()).unwrap_err();
    /// assert_eq!(refusal.rule(), "session/too-many-bytes");
    /// assert!(down.push(create("c")?, Carry::default()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.budget.set_max(bytes);
        self.earlier.folding.set_max_bytes(bytes);
        self
    }

    /// Refuses what comes on top of what is kept of earlier messages, if that is too much.
    pub(super) fn is_within_bound(&mut self) -> Result<(), Refusal> {
        let Self { budget, earlier, notations, origins, refused, .. } = self;
        budget.check(|| session_bytes(&earlier.sessions, [notations, origins], refused))
    }
}

/// About how many bytes it takes to remember something of what has this name.
pub(super) fn bytes_of(name: &str) -> usize {
    ENTRY_BYTES + name.len()
}

/// About how many bytes a translator keeps of earlier messages, without the surfaces that are to become canvases.
pub(super) fn session_bytes(
    sessions: &Sessions,
    dialects: [&BTreeMap<String, Dialect>; 2],
    refused: &BTreeMap<String, String>,
) -> usize {
    let named = dialects.into_iter().flat_map(BTreeMap::keys).map(|id| bytes_of(id));
    let refused = refused.iter().map(|(id, rule)| bytes_of(id) + rule.len());
    named.chain(refused).fold(encoded_len(sessions), usize::saturating_add)
}
