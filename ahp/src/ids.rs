//! Identifiers of canvases, kinds of canvas, providers, clients and channels.
//!
//! Each type accepts any text and writes it back unchanged.

use crate::scheme;

wire::text! {
    /// The id of one open canvas. The peer that opens the canvas chooses it.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Open-instance catalogue](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#open-instance-catalogue).
    pub struct InstanceId;

    /// The id of a kind of canvas, unique among the kinds of its provider.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct CanvasId;

    /// The id of the extension that provides a canvas.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Declarations](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#declarations).
    pub struct ExtensionId;

    /// The id of a client, unique among the clients of a host.
    ///
    /// Specification:
    /// [AHP 1.0, `InitializeParams`](https://docs.rs/ahp-types/1.0.0/ahp_types/commands/struct.InitializeParams.html).
    pub struct ClientId;

    /// The URI of a channel, for example `ahp-canvas:/…` for an open canvas or `ahp-session:/…` for a session.
    ///
    /// [`kind`](Self::kind) returns the kind of channel, and [`CanvasChannel`](crate::uri::CanvasChannel) parses the URI of a canvas channel.
    ///
    /// Specification:
    /// [AHP canvas proposal, § URI](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#uri).
    pub struct ChannelUri;

    /// The URI of content that is read through a canvas channel, `ahp-canvas-content:/…`.
    ///
    /// [`ContentAddress`](crate::uri::ContentAddress) parses the URI.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Rendering and content](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#rendering-and-content).
    pub struct ContentUri;
}

/// The kind of resource on a channel, as stated by the scheme of its URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChannelKind {
    /// The root channel of a connection, `ahp-root://`.
    Root,
    /// A session channel, `ahp-session:/<id>`.
    Session,
    /// A chat channel, `ahp-chat:/<id>`.
    Chat,
    /// The channel of an open canvas, `ahp-canvas:/<id>`.
    Canvas,
    /// Content of a canvas, `ahp-canvas-content:/…`. Content is not a channel, and clients cannot subscribe to it.
    Content,
    /// A channel that is unrelated to canvases.
    Other,
}

impl ChannelUri {
    /// Returns the kind of the channel, from the scheme and the number of path segments. Ids are not checked.
    ///
    /// ```
    /// use agent_ui_ahp::ids::{ChannelKind, ChannelUri};
    ///
    /// assert_eq!(ChannelUri::from("ahp-session:/s1").kind(), ChannelKind::Session);
    /// assert_eq!(ChannelUri::from("ahp-session:/s1/annotations").kind(), ChannelKind::Other);
    /// ```
    pub fn kind(&self) -> ChannelKind {
        let Some((scheme, rest)) = scheme::split(self.as_str()) else {
            return ChannelKind::Other;
        };
        let kinds = [
            ("ahp-root", ChannelKind::Root),
            ("ahp-session", ChannelKind::Session),
            ("ahp-chat", ChannelKind::Chat),
            (scheme::CANVAS, ChannelKind::Canvas),
            (scheme::CONTENT, ChannelKind::Content),
        ];
        let kind = kinds
            .into_iter()
            .find(|(known, _)| scheme.eq_ignore_ascii_case(known))
            .map(|(_, kind)| kind);
        match kind {
            // Other resources, such as annotations, have URIs below a session or a chat.
            Some(ChannelKind::Session | ChannelKind::Chat)
                if rest.trim_start_matches('/').contains('/') =>
            {
                ChannelKind::Other
            }
            Some(kind) => kind,
            None => ChannelKind::Other,
        }
    }
}
