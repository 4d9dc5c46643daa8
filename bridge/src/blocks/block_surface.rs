//! Messages and views as surfaces.

#[cfg(test)]
mod tests;

use super::{
    block_reference::EventKind,
    component_writer::{ButtonAction, Click, ComponentWriter, ShownText},
};
use crate::{
    PartNote, Refusal, Verdict,
    markdown::{escape, plain_text, to_markdown},
    surface_writer::{SurfaceTarget, object, text_member},
};
use a2ui::{Message, Version};
use slack_blocks::{Block, BlockMessage, MessageAttachment, ModalView, View};
use wire::{List, Payload, Pointer, Tolerant};

/// The event of the button that submits a view.
const SUBMIT: &str = "submit";
/// The event of the button that closes a view.
const CLOSE: &str = "close";

/// Blocks of an app, in a message or a view.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BlockSource<'s> {
    Message(&'s BlockMessage),
    View(&'s View),
}

/// Returns the messages of a surface that shows a message of Slack.
///
/// The values of the inputs are at `/state/BLOCK_ID/ACTION_ID` in the data model. A button sends an event with its action
/// id as name. The context contains the `value` of the button, the `state` of all inputs, and in `slackBlocks` the names
/// that [`event_of_action`](super::event_of_action) needs. Selects and other inputs outside of input blocks get a button,
/// since each change of them sends an event in Slack. A button with a link opens it.
///
/// ```
/// use agent_ui_bridge::{a2ui::Version, blocks::surface_of_message, wire};
///
/// let message = wire::decode(r#"{"text":"Lunch?","blocks":[
///     {"type":"section","text":{"type":"mrkdwn","text":"*Lunch* at noon?"}},
///     {"type":"actions","block_id":"answer","elements":[
///         {"type":"button","action_id":"yes","text":{"type":"plain_text","text":"Yes"},"value":"noon"}]}]}"#)?;
/// let messages = surface_of_message(&message, "lunch", Version::V0_9)?;
/// let texts: Result<Vec<String>, _> = messages.iter().map(wire::encode).collect();
/// let texts = texts?.concat();
/// assert!(texts.contains(r#""component":"Text","text":"**Lunch** at noon?""#));
/// assert!(texts.contains(r#""event":{"name":"yes","context":{"value":"noon","#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Refuses A2UI 0.8, and a message that exceeds a limit.
pub fn surface_of_message(
    message: &BlockMessage,
    surface_id: &str,
    version: Version,
) -> Result<Vec<Message>, Refusal> {
    let target = SurfaceTarget::of_version(version)?;
    let (messages, _) = surface_in(BlockSource::Message(message), surface_id, target)?;
    Ok(messages)
}

/// Returns the messages of a surface that shows a view of Slack.
///
/// The surface is that of [`surface_of_message`], with the title of the view, a button that sends the event `submit`, and
/// one that sends the event `close`.
///
/// ```
/// use agent_ui_bridge::{a2ui::Version, blocks::surface_of_view, wire};
///
/// let view = wire::decode(r#"{"type":"modal","title":{"type":"plain_text","text":"Lunch"},"submit":{"type":"plain_text","text":"Order"},
///     "blocks":[{"type":"input","block_id":"dish","label":{"type":"plain_text","text":"Dish"},
///         "element":{"type":"plain_text_input","action_id":"name","initial_value":"Soup"}}]}"#)?;
/// let messages = surface_of_view(&view, "lunch", Version::V0_9)?;
/// let texts: Result<Vec<String>, _> = messages.iter().map(wire::encode).collect();
/// let texts = texts?.concat();
/// assert!(texts.contains(r#""value":{"state":{"dish":{"name":"Soup"}}}"#));
/// assert!(texts.contains(r#""component":"TextField","label":"Dish","value":{"path":"/state/dish/name"}"#));
/// assert!(texts.contains(r#""event":{"name":"submit","#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Refuses A2UI 0.8, and a view that exceeds a limit.
pub fn surface_of_view(
    view: &View,
    surface_id: &str,
    version: Version,
) -> Result<Vec<Message>, Refusal> {
    let target = SurfaceTarget::of_version(version)?;
    let (messages, _) = surface_in(BlockSource::View(view), surface_id, target)?;
    Ok(messages)
}

/// Returns the messages of the surface in one version and notation, with notes about what it does not show.
pub(crate) fn surface_in(
    source: BlockSource<'_>,
    surface_id: &str,
    target: SurfaceTarget,
) -> Result<(Vec<Message>, Vec<PartNote>), Refusal> {
    let mut writer = ComponentWriter::new(target, reference_view(source));
    let shown = match source {
        BlockSource::Message(message) => writer.show_message(message),
        BlockSource::View(View::Modal(view)) => writer.show_modal(view),
        BlockSource::View(View::Home(view)) => {
            writer.show_blocks(&view.blocks, &Pointer::root().member("blocks"), 0)
        }
        BlockSource::View(_) => {
            writer.note(
                &Pointer::root(),
                Verdict::Carried,
                "the kind of view is unknown",
            );
            Vec::new()
        }
    };
    writer.finish(surface_id, &shown)
}

/// Returns the members of a view that its events contain.
fn reference_view(source: BlockSource<'_>) -> Option<Payload> {
    let BlockSource::View(view) = source else {
        return None;
    };
    let view = Payload::encode(view).ok()?;
    let names = [
        "type",
        "id",
        "callback_id",
        "external_id",
        "private_metadata",
        "hash",
        "root_view_id",
        "previous_view_id",
    ];
    let members = names
        .into_iter()
        .filter_map(|name| Some((name, view.member(name)?)));
    let members: Vec<_> = members.collect();
    Some(object(&members))
}

impl ComponentWriter {
    fn show_message(&mut self, message: &BlockMessage) -> Vec<String> {
        let root = Pointer::root();
        self.note_lost(&message.response_type, &root, "response_type");
        self.note_lost(&message.replace_original, &root, "replace_original");
        self.note_lost(&message.delete_original, &root, "delete_original");
        let mut shown = self.show_blocks(&message.blocks, &root.member("blocks"), 0);
        let at = root.member("text");
        self.note_invalid(&message.text, &at);
        if let Some(text) = message.text.get().filter(|text| !text.is_empty()) {
            match shown.is_empty() {
                true => {
                    let text = to_markdown(&self.mrkdwn(text, &at));
                    let id = self.id(None, &at);
                    shown.extend(self.add_text(id, &text, None));
                }
                false => self.note(&at, Verdict::Carried, "the blocks are shown in its place"),
            }
        }
        let at = root.member("attachments");
        self.note_invalid(&message.attachments, &at);
        for (index, attachment) in message
            .attachments
            .get()
            .into_iter()
            .flat_map(List::enumerate)
        {
            let members = Payload::encode(attachment).unwrap_or_else(|_| Payload::empty_object());
            shown.extend(self.show_attachment(attachment, &members, &at.element(index)));
        }
        shown
    }

    /// Shows an attachment as a card: its blocks, or its texts if it has none.
    fn show_attachment(
        &mut self,
        attachment: &MessageAttachment,
        members: &Payload,
        at: &Pointer,
    ) -> Option<String> {
        let id = self.id(None, at);
        let mut shown = self.show_blocks(&attachment.blocks, &at.member("blocks"), 0);
        if !shown.is_empty() {
            return self.add_card(id, shown);
        }
        for name in ["pretext", "title", "text", "footer"] {
            let text = text_member(members, name).unwrap_or_default();
            let text = to_markdown(&self.mrkdwn(&text, &at.member(name)));
            let part = self.part(&id, name);
            shown.extend(self.add_text(part, &text, (name == "footer").then_some("caption")));
        }
        if shown.is_empty() {
            let text = text_member(members, "fallback").unwrap_or_default();
            let part = self.part(&id, "fallback");
            shown.extend(self.add_text(part, &escape(&text), None));
        }
        self.note(
            at,
            Verdict::Carried,
            "only the texts of the attachment are shown",
        );
        self.add_card(id, shown)
    }

    fn show_modal(&mut self, view: &ModalView) -> Vec<String> {
        let root = Pointer::root();
        let at = root.member("title");
        let mut shown = Vec::new();
        if let Some(title) = self.label(&view.title, &at) {
            let id = self.id(None, &at);
            shown.extend(self.add_heading(id, 2, &title));
        }
        shown.extend(self.show_blocks(&view.blocks, &root.member("blocks"), 0));
        self.note_lost(&view.clear_on_close, &root, "clear_on_close");
        self.note_lost(&view.submit_disabled, &root, "submit_disabled");
        let mut buttons = Vec::new();
        let submit = match view.submit.is_absent() {
            // Slack requires the label if there are inputs.
            true => self.has_inputs().then(|| "Submit".to_owned()),
            false => self.markdown(&view.submit, &root.member("submit")),
        };
        if let Some(label) = submit {
            buttons.push(self.add_view_button(SUBMIT, &label, EventKind::ViewSubmission));
        }
        let sends_close = view.notify_on_close.get() == Some(&true);
        let close = match view.close.is_absent() {
            true => sends_close.then(|| "Close".to_owned()),
            false => self.markdown(&view.close, &root.member("close")),
        };
        if let Some(label) = close {
            buttons.push(self.add_view_button(CLOSE, &label, EventKind::ViewClosed));
        }
        let id = self.id(Some("buttons"), &root);
        shown.extend(self.add_group(id, "Row", &buttons, Vec::new()));
        shown
    }

    fn add_view_button(&mut self, name: &str, label: &str, event: EventKind) -> String {
        let id = self.id(Some(name), &Pointer::root().member(name));
        let action = ButtonAction::Event(Click {
            name: name.to_owned(),
            value: None,
            event,
            element: None,
        });
        let variant = (event == EventKind::ViewSubmission).then_some("primary");
        self.add_button(id, label, variant, action)
    }

    /// Adds the components of blocks. Returns the ids of the outer ones.
    pub(super) fn show_blocks(
        &mut self,
        blocks: &Tolerant<List<Block>>,
        at: &Pointer,
        depth: usize,
    ) -> Vec<String> {
        self.note_invalid(blocks, at);
        let mut shown = Vec::new();
        let entries = blocks.get().into_iter().flat_map(List::entries);
        for (index, block) in entries.enumerate() {
            let at = at.element(index);
            match block {
                Ok(block) => shown.extend(self.show_block(block, &at, depth)),
                Err(_) => self.note(&at, Verdict::Carried, "the block has a wrong type"),
            }
        }
        shown
    }

    /// Returns the text of a section or card that shows one link and nothing else, as its label and address.
    pub(super) fn only_link(text: &ShownText) -> Option<(String, String)> {
        use crate::markdown::MarkdownBlock::Paragraph;
        let ShownText::Markup(blocks) = text else {
            return None;
        };
        let [Paragraph(spans)] = blocks.as_slice() else {
            return None;
        };
        let [span] = spans.as_slice() else {
            return None;
        };
        Some((plain_text(blocks), span.link.clone()?))
    }
}
