//! The capabilities by which a client announces elicitations.

use crate::revision::Revision;
use wire::{Field, Payload};

wire::object! {
    /// The modes that a client supports: `{"form": {}, "url": {}}`.
    ///
    /// `{}` means form mode in MCP, and no mode in ACP.
    ///
    /// ```
    /// use agent_ui_elicitation::{ElicitationCapability, Revision, wire};
    ///
    /// let capability: ElicitationCapability = wire::decode("{}")?;
    /// assert!(capability.has_form(Revision::Mcp2025_11));
    /// assert!(!capability.has_form(Revision::Acp1));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [MCP 2025-11-25,
    /// capabilities](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#capabilities).
    pub struct ElicitationCapability {
        /// Present if the client shows forms.
        form?: Option<Payload>,
        /// Present if the client opens addresses.
        url?: Option<Payload>,
        /// Metadata that both sides agree on. Only in ACP.
        meta as "_meta"?: Option<Payload>,
    }

    /// The capabilities of a client. Capabilities other than elicitation are unknown members.
    ///
    /// Specification: [MCP 2025-11-25, elicitation](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx).
    pub struct ClientCapabilities {
        /// The elicitation modes. Absent if the client supports no elicitation.
        elicitation?: Field<ElicitationCapability>,
    }
}

impl ElicitationCapability {
    /// Returns `true` if the client shows forms.
    pub fn has_form(&self, revision: Revision) -> bool {
        let is_stated = is_present(self.form.as_ref());
        if revision.is_acp() {
            return is_stated;
        }
        // MCP 2025-06-18 had no modes, so an empty object means forms.
        is_stated || !is_present(self.url.as_ref())
    }

    /// Returns `true` if the client opens addresses.
    pub fn has_url(&self, revision: Revision) -> bool {
        revision.has_url_mode() && is_present(self.url.as_ref())
    }
}

fn is_present(mode: Option<&Payload>) -> bool {
    mode.is_some_and(|mode| !mode.is_null())
}
