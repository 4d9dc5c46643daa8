//! The names by which canvases, their kinds and their providers are known. All hold any text and give it back.

use crate::uri::{CanvasChannel, ContentAddress};

wire::text! {
    /// Names one open canvas. Whoever opens the canvas chooses it. AHP canvas proposal, identity.
    pub struct InstanceId;

    /// Names a kind of canvas among those of its provider. AHP canvas proposal, identity.
    pub struct CanvasId;

    /// Names the extension that provides canvases. AHP canvas proposal, identity.
    pub struct ExtensionId;

    /// Names a client of the host.
    pub struct ClientId;

    /// The address of a channel: `ahp-canvas:/…` of an open canvas, `ahp-session:/…` of a session.
    /// [`CanvasChannel`] looks inside the former, and [`kind`](Self::kind) tells them apart.
    pub struct ChannelUri;

    /// The address of content that is read through a canvas channel, `ahp-canvas-content:/…`.
    /// [`ContentAddress`] looks inside.
    pub struct ContentUri;
}

/// What lives on a channel, as its address says. AHP, channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChannelKind {
    /// The connection, `ahp-root://`.
    Root,
    /// A session, `ahp-session:/<id>`.
    Session,
    /// A chat, `ahp-chat:/<id>`.
    Chat,
    /// An open canvas, `ahp-canvas:/<id>`.
    Canvas,
    /// Content of a canvas, `ahp-canvas-content:/…`, which is no channel: nobody can subscribe to it.
    Content,
    /// Something that does not concern canvases.
    Other,
}

impl ChannelUri {
    /// What lives there, as far as it concerns canvases. Scheme and number of segments tell; ids are not looked into.
    ///
    /// ```
    /// # use agent_ui_ahp as ahp;
    /// use ahp::ids::{ChannelKind, ChannelUri};
    ///
    /// assert_eq!(ChannelUri::from("ahp-session:/s1").kind(), ChannelKind::Session);
    /// assert_eq!(ChannelUri::from("ahp-session:/s1/annotations").kind(), ChannelKind::Other);
    /// ```
    pub fn kind(&self) -> ChannelKind {
        let Some((scheme, rest)) = crate::uri::scheme(self.as_str()) else { return ChannelKind::Other };
        let kinds = [
            ("ahp-root", ChannelKind::Root),
            ("ahp-session", ChannelKind::Session),
            ("ahp-chat", ChannelKind::Chat),
            (CanvasChannel::SCHEME, ChannelKind::Canvas),
            (ContentAddress::SCHEME, ChannelKind::Content),
        ];
        let kind =
            kinds.into_iter().find(|(known, _)| scheme.eq_ignore_ascii_case(known)).map(|(_, kind)| kind);
        match kind {
            // Below a session or a chat other things live, its annotations for example.
            Some(ChannelKind::Session | ChannelKind::Chat) if rest.trim_start_matches('/').contains('/') => {
                ChannelKind::Other
            }
            Some(kind) => kind,
            None => ChannelKind::Other,
        }
    }
}
