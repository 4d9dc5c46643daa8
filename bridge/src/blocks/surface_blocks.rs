//! Surfaces as messages, modals and home tabs.

use super::{
    block_drafts::BlockDrafts,
    block_ids::{MAX_REFERENCE, reference_to},
    block_writer::BlockWriter,
    button_elements::label_of,
    node_text::{blocks_of, heading_level, is_empty_text, label_below, type_of},
    rules,
    slack_text::{cut, escape, is_blank, length, plain, plain_object},
    view_scope::{ViewButtons, ViewScope, modal_parts},
};
use crate::{
    ComponentNote, Refusal, Verdict,
    markdown::{self, MarkdownBlock},
    surface_writer::object,
};
use a2ui::resolved::{NodeKey, ResolvedNode, ResolvedSurface};
use slack_blocks::{AppSurface, BlockMessage, HomeView, ModalView};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, Pointer};

#[cfg(test)]
mod tests;

/// The greatest number of characters of the title and the buttons of a modal.
const MAX_FRAME_LABEL: usize = 24;
/// The number of characters to which the text of a notification is cut.
const MAX_NOTIFICATION: usize = 4000;

/// Options for the blocks of a surface.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BlocksOptions {
    /// The text that comes back with each event, at most 2,000 characters, such as a key of a store. It becomes the `value`
    /// of buttons and the `private_metadata` of views. By default, the text names the surface:
    /// `{"a2ui":{"surfaceId":"trip"}}`, or `{"a2ui":{"surfaceDigest":…}}` with a UUID if the id is too long.
    pub reference: Option<String>,
    /// The index of the open tab of each Tabs component. The first tab is open by default.
    pub open_tabs: BTreeMap<NodeKey, usize>,
}

impl BlocksOptions {
    /// Creates options with the default reference and the first tabs open.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the text that comes back with each event.
    #[must_use]
    pub fn reference(mut self, reference: impl Into<String>) -> Self {
        self.reference = Some(reference.into());
        self
    }

    /// Opens a tab of a Tabs component.
    #[must_use]
    pub fn open_tab(mut self, tabs: NodeKey, index: usize) -> Self {
        self.open_tabs.insert(tabs, index);
        self
    }
}

/// A surface as a message or view of Slack.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceBlocks {
    /// The id of the surface.
    pub surface_id: String,
    /// The message or view.
    pub content: BlockContent,
    /// What became of the properties of the components. A property without a note counts as carried. Pointers point
    /// into the message or view.
    pub notes: Vec<ComponentNote>,
}

/// A message or view of Slack.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BlockContent {
    /// A message with `text` and `blocks`.
    Message(Box<BlockMessage>),
    /// A modal view.
    Modal(Box<ModalView>),
    /// A home tab.
    Home(Box<HomeView>),
}

impl BlockContent {
    /// Returns the message or view as JSON.
    pub fn to_payload(&self) -> Payload {
        let payload = match self {
            Self::Message(message) => Payload::encode(&**message),
            Self::Modal(view) => Payload::encode(&**view),
            Self::Home(view) => Payload::encode(&**view),
        };
        // What was decoded from JSON is within the depth limit.
        payload.unwrap_or_else(|_| Payload::empty_object())
    }
}

/// Returns the blocks of a surface with the default options, see [`blocks_of_surface_with`].
///
/// # Errors
/// Refuses what [`blocks_of_surface_with`] refuses.
pub fn blocks_of_surface(
    surface: &ResolvedSurface,
    target: AppSurface,
) -> Result<SurfaceBlocks, Refusal> {
    blocks_of_surface_with(surface, target, &BlocksOptions::new())
}

/// Returns the blocks of a surface for a message, a modal or a home tab.
///
/// In a modal, the primary button becomes `submit`, the button that dismisses it becomes `close`, and the first heading is
/// the title. The limits of Slack are applied last: texts are cut with `…`, and blocks beyond the limits are dropped. Blocks
/// without inputs and buttons are dropped first. A note names each loss.
///
/// # Errors
/// Refuses a surface that shows nothing, an input for a secret, and a reference of more than 2,000 characters.
pub fn blocks_of_surface_with(
    surface: &ResolvedSurface,
    target: AppSurface,
    options: &BlocksOptions,
) -> Result<SurfaceBlocks, Refusal> {
    if !surface.has_root() {
        let message = format!(
            "the surface `{}` has no root component yet",
            surface.surface_id
        );
        return Err(Refusal::rule_broken(rules::EMPTY, Pointer::root(), message)
            .hint("send the components of the surface first, with one called `root`"));
    }
    let scope = ViewScope::of_surface(surface);
    SurfaceRenderer::new(surface, scope, target, options)?.render()
}

/// Returns the content of a Modal as a modal view, which opens when the user presses its button.
///
/// # Errors
/// Refuses a key that does not belong to a Modal, and what [`blocks_of_surface_with`] refuses.
pub fn modal_view_of(
    surface: &ResolvedSurface,
    key: &NodeKey,
    options: &BlocksOptions,
) -> Result<SurfaceBlocks, Refusal> {
    let Some(scope) = ViewScope::of_modal(surface, key) else {
        let message = format!("the surface has no Modal `{key}`");
        return Err(Refusal::rule_broken(rules::MODAL, Pointer::root(), message)
            .hint("pass the key of a Modal of the surface"));
    };
    SurfaceRenderer::new(surface, scope, AppSurface::Modal, options)?.render()
}

/// Writes one message or view.
struct SurfaceRenderer<'s> {
    surface: &'s ResolvedSurface,
    scope: ViewScope<'s>,
    target: AppSurface,
    options: &'s BlocksOptions,
    reference: String,
    buttons: ViewButtons,
}

impl<'s> SurfaceRenderer<'s> {
    fn new(
        surface: &'s ResolvedSurface,
        scope: ViewScope<'s>,
        target: AppSurface,
        options: &'s BlocksOptions,
    ) -> Result<Self, Refusal> {
        let reference = match &options.reference {
            Some(reference) => reference.clone(),
            None => reference_to(surface.surface_id.as_str()),
        };
        if length(&reference) > MAX_REFERENCE || reference.is_empty() {
            let message = "the reference is empty or longer than 2,000 characters";
            return Err(
                Refusal::rule_broken(rules::REFERENCE, Pointer::root(), message)
                    .hint("pass the key of a store instead of the content"),
            );
        }
        let buttons = match target {
            AppSurface::Modal => scope.buttons(),
            _ => ViewButtons::default(),
        };
        Ok(Self {
            surface,
            scope,
            target,
            options,
            reference,
            buttons,
        })
    }

    fn render(self) -> Result<SurfaceBlocks, Refusal> {
        let mut writer = BlockWriter::new(
            self.surface,
            &self.reference,
            &self.options.open_tabs,
            &self.buttons,
        );
        writer.write(&self.scope.roots)?;
        let (mut drafts, texts, labels) = writer.finish();
        let frame = match self.target {
            AppSurface::Modal => self.modal_frame(&mut drafts),
            AppSurface::Home => vec![
                ("type", Payload::string("home")),
                ("private_metadata", Payload::string(&self.reference)),
            ],
            _ => self.message_frame(&texts, &labels, &mut drafts),
        };
        let reserved: BTreeSet<String> = self
            .surface
            .inputs
            .iter()
            .map(|input| super::block_ids::input_id(&input.key))
            .collect();
        let (blocks, notes) = drafts.finish(self.target, &reserved);
        if blocks.is_empty() {
            let message = format!(
                "the surface `{}` shows nothing that Slack can show",
                self.surface.surface_id
            );
            return Err(Refusal::rule_broken(rules::EMPTY, Pointer::root(), message)
                .hint("add a text, an input or a button to the surface"));
        }
        let mut members = frame;
        members.push(("blocks", Payload::array(&blocks)));
        let payload = object(&members);
        let content = match self.target {
            AppSurface::Modal => BlockContent::Modal(Box::new(payload.decode()?)),
            AppSurface::Home => BlockContent::Home(Box::new(payload.decode()?)),
            _ => BlockContent::Message(Box::new(payload.decode()?)),
        };
        Ok(SurfaceBlocks {
            surface_id: self.surface.surface_id.to_string(),
            content,
            notes,
        })
    }

    /// The text of a message is shown in notifications. Slack reads it as markup, so it is escaped.
    fn message_frame(
        &self,
        texts: &[String],
        labels: &[String],
        drafts: &mut BlockDrafts,
    ) -> Vec<(&'static str, Payload)> {
        let lines = if texts.is_empty() { labels } else { texts };
        let (text, _) = cut(&lines.join("\n"), MAX_NOTIFICATION);
        if is_blank(&text) {
            return Vec::new();
        }
        if let Some(root) = self.surface.root() {
            let to = Some(Pointer::from_static("/text"));
            let remark = "the text for notifications";
            drafts.note(&root.key, ("", Verdict::Derived), to, remark);
        }
        vec![("text", Payload::string(&escape(&text)))]
    }

    fn modal_frame(&self, drafts: &mut BlockDrafts) -> Vec<(&'static str, Payload)> {
        let callback_id = self.scope.callback_id(&self.buttons);
        let mut members = vec![
            ("type", Payload::string("modal")),
            ("callback_id", Payload::string(&callback_id)),
            ("private_metadata", Payload::string(&self.reference)),
            ("title", plain_object(&self.title(drafts))),
        ];
        for (name, to, key) in [
            ("submit", "/submit", &self.buttons.submit),
            ("close", "/close", &self.buttons.close),
        ] {
            let Some(node) = key.as_ref().and_then(|key| self.surface.node(key)) else {
                continue;
            };
            members.push((name, plain_object(&self.frame_label(node, to, drafts))));
            let to = Some(Pointer::from_static(to));
            let remark = match name {
                "submit" => "submitting the view sends the event",
                _ => "closing the view sends the event",
            };
            drafts.note(&node.key, ("action", Verdict::Derived), to, remark);
        }
        if self.buttons.close.is_some() {
            members.push(("notify_on_close", Payload::from(true)));
        }
        // Slack requires the button in a view with inputs.
        if self.buttons.submit.is_none() && self.has_inputs() {
            members.push(("submit", plain_object("Done")));
            if let Some(root) = self.scope.modal.or_else(|| self.surface.root()) {
                let to = Some(Pointer::from_static("/submit"));
                let remark = "Slack requires a button in a view with inputs";
                drafts.note(&root.key, ("", Verdict::Defaulted), to, remark);
            }
        }
        members
    }

    fn has_inputs(&self) -> bool {
        let nodes = self.scope.nodes();
        let mut inputs = nodes
            .iter()
            .filter_map(|node| self.surface.input(&node.key));
        inputs.any(|input| input.path.is_some())
    }

    /// Returns the label of a button of the frame, and notes where it is.
    fn frame_label(
        &self,
        node: &ResolvedNode,
        to: &'static str,
        drafts: &mut BlockDrafts,
    ) -> String {
        let label = label_of(self.surface, node, "");
        let (text, is_cut) = cut(&label.text, MAX_FRAME_LABEL);
        for note in label.notes {
            let (verdict, remark) = match is_cut {
                true => (Verdict::Carried, "the label is cut to 24 characters"),
                false => (note.verdict, note.remark),
            };
            let to = Some(Pointer::from_static(to));
            drafts.note(&note.key, (note.member, verdict), to, remark);
        }
        text
    }

    /// Returns the title: the first heading, the label of the button that opens the Modal, or a word.
    fn title(&self, drafts: &mut BlockDrafts) -> String {
        let nodes = self.scope.nodes();
        for node in nodes.into_iter().filter(|node| type_of(node) == "Text") {
            if let Some(heading) = heading_of(node) {
                let (title, _) = cut(&heading, MAX_FRAME_LABEL);
                let to = Some(Pointer::from_static("/title"));
                let remark = "the first heading is the title";
                drafts.note(&node.key, ("text", Verdict::Derived), to, remark);
                return title;
            }
        }
        let trigger = self.scope.modal.and_then(|modal| {
            let parts = modal_parts(self.surface, modal);
            self.surface.nodes.get(*parts.trigger.first()?)
        });
        if let Some(trigger) = trigger {
            let (label, _) = label_below(self.surface, trigger);
            if !is_blank(&label) {
                return cut(&label, MAX_FRAME_LABEL).0;
            }
        }
        if let Some(root) = self.scope.modal.or_else(|| self.surface.root()) {
            let to = Some(Pointer::from_static("/title"));
            let remark = "Slack requires a title, and the surface has no heading";
            drafts.note(&root.key, ("", Verdict::Defaulted), to, remark);
        }
        "Details".to_owned()
    }
}

/// Returns the text of a heading in one line.
fn heading_of(node: &ResolvedNode) -> Option<String> {
    let blocks = blocks_of(node);
    let is_heading = |block: &&MarkdownBlock| matches!(block, MarkdownBlock::Heading(_, _));
    let found = match heading_level(node) {
        Some(_) if !is_empty_text(node) => plain(&blocks),
        _ => {
            let heading = blocks.iter().find(is_heading)?;
            markdown::plain_text(std::slice::from_ref(heading))
        }
    };
    let words: Vec<&str> = found.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}
