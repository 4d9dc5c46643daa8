//! The names by which canvases, their kinds and their providers are known. All hold any text and give it back.

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
    /// [`CanvasChannel`](crate::uri::CanvasChannel) looks inside the former.
    pub struct ChannelUri;

    /// The address of content that is read through a canvas channel, `ahp-canvas-content:/…`.
    /// [`ContentAddress`](crate::uri::ContentAddress) looks inside.
    pub struct ContentUri;
}
