//! Blocks of Slack: A2UI surfaces as messages and views, and such blocks as A2UI surfaces.
//!
//! A surface becomes the blocks of a message, a modal or a home tab. A click or a submitted view then enters the values of all
//! inputs into the surface and acts as the button.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`blocks_of_surface`] | a [resolved](a2ui::resolved) surface | a [`SurfaceBlocks`] with the message or view |
//! | [`modal_view_of`] | a Modal of the surface | the view that opens after a click on its button |
//! | [`SlackEvent::read`] | the payload of Slack | a [`SlackEvent`] |
//! | [`submit_event`] | such an event | an [`EventEffect`]: the action of a button, a tab or view to open |
//! | [`SlackEvent::error_response`] | the error of a submitted view | the answer with messages below the inputs |
//!
//! None of them keeps state. Buttons and views contain a text that names the surface, or a
//! [reference](BlocksOptions::reference) of the caller. After an event that changes what the surface shows, send its blocks
//! again.
//!
//! ```
//! use agent_ui_bridge::{
//!     a2ui::{Message, expression::Host, surface::Surfaces},
//!     blocks::blocks_of_surface,
//!     slack_blocks::AppSurface,
//! };
//!
//! let mut surfaces = Surfaces::new();
//! for text in [
//!     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
//!     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
//!         {"id":"root","component":"Text","text":"Your *first* trip"}]}}"#,
//! ] {
//!     surfaces.apply(&Message::read(text)?)?;
//! }
//! let surface = surfaces.get("s").unwrap().resolve(&Host::new())?;
//! let blocks = blocks_of_surface(&surface, AppSurface::Message)?;
//! assert_eq!(
//!     blocks.content.to_payload().text(),
//!     r#"{"text":"Your first trip","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"Your _first_ trip","verbatim":true},"block_id":"root"}]}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Components
//!
//! | A2UI | Slack |
//! |---|---|
//! | Text | `header` for great headings, `context` for captions, otherwise `section`; a caption below an input is its `hint` |
//! | Row of Texts | `fields` of a `section` |
//! | Row of a Text and a Button or a small Image | a `section` with an `accessory` |
//! | Icon before a Text | an emoji in the text |
//! | Image | `image`, from web addresses only |
//! | Video, AudioPlayer | a link |
//! | Card, Divider | lines |
//! | Tabs | a button for each tab, and the blocks of the open tab |
//! | Modal | a button, and a modal view |
//! | Button | a button in an `actions` block |
//! | TextField | `plain_text_input`, `email_text_input` or `number_input` |
//! | CheckBox | `checkboxes` with one option |
//! | ChoicePicker | `radio_buttons`, `checkboxes`, or a menu for more than ten options |
//! | Slider | `number_input`, or a menu for up to 100 whole steps |
//! | DateTimeInput | `datepicker`, `timepicker` or `datetimepicker` |
//!
//! # Ids
//!
//! An input has the key of its node as `block_id` and `v` as `action_id`. A button has its key as `action_id`. A tab has
//! `tab:`, the key and the index there, and a Modal `modal:` and the key. A key that is empty, longer than 255 characters, or
//! looks like another of these ids is replaced by `key-` and a UUID, which is computed from the key.
//!
//! # Texts
//!
//! Texts of the surface cannot notify anyone and contain no emoji by accident. A text without styles is a `plain_text` with
//! `emoji: false`, which Slack shows as it is. A text with styles is `mrkdwn` with `&`, `<` and `>` escaped and
//! `verbatim: true`. If Slack would read it in another way, because it contains `*`, `_`, `~`, `` ` `` or `:name:`, it is a
//! `rich_text`, or loses its styles where Slack allows only texts.

mod block_drafts;
mod block_ids;
mod block_writer;
mod button_elements;
mod event;
mod input_elements;
mod node_text;
mod option_values;
mod part_note;
mod row_cells;
mod slack_text;
mod surface_blocks;
mod view_scope;

pub use event::{EventEffect, EventError, SlackEvent, submit_event};
pub use surface_blocks::{
    BlockContent, BlocksOptions, SurfaceBlocks, blocks_of_surface, blocks_of_surface_with,
    modal_view_of,
};

/// The rules of refusals about blocks.
mod rules {
    /// The surface shows nothing that Slack can show.
    pub(super) const EMPTY: &str = "blocks/no-components";
    /// The surface asks for a secret.
    pub(super) const SECRET: &str = "blocks/secret";
    /// The key does not belong to a Modal.
    pub(super) const MODAL: &str = "blocks/unknown-modal";
    /// An event of Slack does not fit the surface.
    pub(super) const EVENT: &str = "blocks/event";
    /// The reference is too long for Slack.
    pub(super) const REFERENCE: &str = "blocks/reference";
}
