//! The components of a surface as blocks.

use super::{
    block_drafts::{BlockDraft, BlockDrafts},
    block_ids::{INPUT_ACTION, input_id, modal_id, own_id, tab_id, tab_titles},
    button_elements::{ButtonDraft, MAX_URL, button_of, label_of, note_cut},
    input_elements::{self, element_of},
    node_text::{
        ElementText, IconSign, accessible_label, blocks_of, icon_sign, is_empty_text, type_of,
        variant_of, variant_property,
    },
    part_note::PartNote,
    row_cells::{RowCell, RowCells},
    rules,
    slack_text::{
        MAX_TEXT, TextPart, cut, is_blank, is_linked, is_plain, length, link, mrkdwn,
        mrkdwn_object, plain, plain_object, rich_elements, split,
    },
    view_scope::{ViewButtons, modal_parts},
};
use crate::{Refusal, Verdict, surface_writer::object};
use a2ui::resolved::{NodeKey, ResolvedInput, ResolvedNode, ResolvedSurface};
use std::collections::BTreeMap;
use wire::{Payload, Pointer};

/// The greatest number of elements of an actions block.
const MAX_ACTIONS: usize = 25;
/// The greatest number of elements of a context block, and of fields of a section.
const MAX_CELLS: usize = 10;
/// The greatest number of characters of a field.
const MAX_FIELD: usize = 2000;
/// The greatest number of characters of a label, a hint or the description of an image.
const MAX_DESCRIPTION: usize = 2000;
/// The greatest number of characters of the label of a button.
const MAX_BUTTON: usize = 75;

/// The members of an image.
type ImageMembers = Vec<(&'static str, Payload)>;

/// A step of the walk through the components.
enum WalkStep {
    Visit(usize),
    /// The line after a card.
    Edge,
}

/// Writes the blocks of a message or view.
pub(super) struct BlockWriter<'s> {
    surface: &'s ResolvedSurface,
    reference: &'s str,
    open_tabs: &'s BTreeMap<NodeKey, usize>,
    /// The buttons of the frame, which are not shown as blocks.
    frame: &'s ViewButtons,
    drafts: BlockDrafts,
    /// The texts of the surface without markup.
    texts: Vec<String>,
    /// The labels of inputs and buttons.
    labels: Vec<String>,
    open: Vec<WalkStep>,
}

impl<'s> BlockWriter<'s> {
    pub(super) fn new(
        surface: &'s ResolvedSurface,
        reference: &'s str,
        open_tabs: &'s BTreeMap<NodeKey, usize>,
        frame: &'s ViewButtons,
    ) -> Self {
        Self {
            surface,
            reference,
            open_tabs,
            frame,
            drafts: BlockDrafts::default(),
            texts: Vec::new(),
            labels: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Writes the blocks of these nodes and of the nodes below them, in display order.
    pub(super) fn write(&mut self, roots: &[usize]) -> Result<(), Refusal> {
        self.visit_later(roots);
        while let Some(step) = self.open.pop() {
            let index = match step {
                WalkStep::Visit(index) => index,
                WalkStep::Edge => {
                    self.push_edge();
                    continue;
                }
            };
            if let Some(node) = self.surface.nodes.get(index) {
                self.visit(index, node)?;
            }
        }
        Ok(())
    }

    /// Returns the blocks, the texts, and the labels of inputs and buttons.
    pub(super) fn finish(self) -> (BlockDrafts, Vec<String>, Vec<String>) {
        (self.drafts, self.texts, self.labels)
    }

    fn visit_later(&mut self, nodes: &[usize]) {
        let steps = nodes.iter().rev().copied().map(WalkStep::Visit);
        self.open.extend(steps);
    }

    fn visit(&mut self, index: usize, node: &'s ResolvedNode) -> Result<(), Refusal> {
        if let Some(input) = self.surface.input(&node.key) {
            return self.visit_input(node, input);
        }
        match type_of(node) {
            "Text" => self.visit_text(node),
            "Image" => self.visit_image(node),
            "Icon" => self.visit_icon(node),
            "Video" | "AudioPlayer" => self.visit_media(node),
            "Divider" => self.visit_divider(node),
            "Button" => self.visit_button(node),
            "Row" => self.visit_row(node),
            "List" if node.text("direction").as_deref() == Some("horizontal") => {
                self.visit_row(node);
            }
            "Column" | "List" => self.visit_children(node),
            "Card" => self.visit_card(node),
            "Tabs" => self.visit_tabs(index, node),
            "Modal" => self.visit_modal(node),
            _ => {
                let remark = "Slack has no such component";
                self.note_loss(node, "", Verdict::Carried, remark);
                self.visit_later(&node.children);
            }
        }
        Ok(())
    }

    fn note_loss(
        &mut self,
        node: &ResolvedNode,
        member: &'static str,
        verdict: Verdict,
        remark: &'static str,
    ) {
        self.drafts.note(&node.key, (member, verdict), None, remark);
    }

    /// Adds a note about a property that a block shows.
    fn note(
        &mut self,
        node: &ResolvedNode,
        (member, verdict): (&'static str, Verdict),
        (block, to): (usize, &'static str),
        remark: &'static str,
    ) {
        let note = PartNote::new(&node.key, member, verdict, to, remark);
        self.drafts.note_part(note, block, &Pointer::root());
    }

    /// Adds the block of a component.
    fn push(&mut self, node: &ResolvedNode, mut draft: BlockDraft) -> usize {
        draft.block_id = own_id(&node.key).map(str::to_owned);
        self.drafts.push(draft)
    }

    fn push_edge(&mut self) {
        let mut line = BlockDraft::new("divider", &[]);
        line.is_edge = true;
        self.drafts.push(line);
    }

    fn visit_children(&mut self, node: &'s ResolvedNode) {
        if !node.children.is_empty() {
            let to = Some(Pointer::from_static("/blocks"));
            let remark = "the blocks stand one below the other";
            let what = ("children", Verdict::Encoded);
            self.drafts.note(&node.key, what, to, remark);
        }
        self.visit_later(&node.children);
    }

    fn visit_card(&mut self, node: &'s ResolvedNode) {
        let to = Some(Pointer::from_static("/blocks"));
        let remark = "lines separate the card from other blocks";
        let what = ("child", Verdict::Encoded);
        self.drafts.note(&node.key, what, to, remark);
        self.push_edge();
        self.open.push(WalkStep::Edge);
        self.visit_later(&node.children);
    }

    fn visit_divider(&mut self, node: &'s ResolvedNode) {
        if node.text("axis").as_deref() == Some("vertical") {
            let remark = "Slack has no vertical lines";
            return self.note_loss(node, "", Verdict::Carried, remark);
        }
        let block = self.push(node, BlockDraft::new("divider", &[]));
        self.note(node, ("", Verdict::Encoded), (block, ""), "");
    }

    fn visit_text(&mut self, node: &'s ResolvedNode) {
        if is_empty_text(node) {
            return;
        }
        let blocks = blocks_of(node);
        let text = plain(&blocks);
        let is_caption = variant_of(node) == "caption";
        if is_caption && self.add_hint(node, &text) {
            return;
        }
        self.texts.push(text);
        let shown = ElementText::of(&[node]);
        if is_caption && shown.length() <= MAX_FIELD {
            let (element, is_lost) = shown.object();
            let mut draft = BlockDraft::new("context", &[]);
            draft.elements.push(element);
            let block = self.push(node, draft);
            self.note_text(node, (block, "/elements/0"), is_lost);
            let property = variant_property(node);
            self.note(node, (property, Verdict::Encoded), (block, "/type"), "");
            return;
        }
        let (parts, is_lost) = split(&blocks);
        for part in parts {
            let (draft, to) = text_draft(part);
            let block = self.push(node, draft);
            self.note_text(node, (block, to), is_lost);
            if super::node_text::heading_level(node).is_some() {
                let property = variant_property(node);
                let remark = "the level of the heading is not shown";
                let what = (property, Verdict::Encoded);
                self.note(node, what, (block, "/type"), remark);
            }
        }
    }

    fn note_text(&mut self, node: &ResolvedNode, place: (usize, &'static str), is_lost: bool) {
        let (verdict, remark) = match is_lost {
            true => (
                Verdict::Carried,
                "the text is shown without styles, which Slack cannot show here",
            ),
            false => (Verdict::Encoded, ""),
        };
        self.note(node, ("text", verdict), place, remark);
    }

    /// Makes a caption directly below an input its hint.
    fn add_hint(&mut self, node: &ResolvedNode, text: &str) -> bool {
        let parent = node.parent;
        let Some((block, draft)) = self.drafts.last_mut() else {
            return false;
        };
        let has_hint = draft.members.iter().any(|(name, _)| *name == "hint");
        if draft.kind != "input" || draft.parent != parent || has_hint {
            return false;
        }
        let (text, is_cut) = cut(text, MAX_DESCRIPTION);
        draft.members.push(("hint", plain_object(&text)));
        let (verdict, remark) = match is_cut {
            true => (Verdict::Carried, "the text is cut to 2,000 characters"),
            false => (Verdict::Encoded, "the caption of an input"),
        };
        self.note(node, ("text", verdict), (block, "/hint"), remark);
        true
    }

    fn visit_image(&mut self, node: &'s ResolvedNode) {
        let Some((image, notes)) = self.image_members(node) else {
            return;
        };
        let block = self.push(node, BlockDraft::new("image", &image));
        for note in notes {
            self.drafts.note_part(note, block, &Pointer::root());
        }
    }

    /// Returns the address and the description of an image. Notes an image that Slack does not load.
    fn image_members(&mut self, node: &ResolvedNode) -> Option<(ImageMembers, Vec<PartNote>)> {
        let url = node.text("url").unwrap_or_default();
        if !is_linked(&url) || length(&url) > MAX_URL {
            let remark = "Slack loads images only from web addresses of up to 3,000 characters";
            self.note_loss(node, "url", Verdict::Quarantined, remark);
            return None;
        }
        let key = &node.key;
        let mut notes = vec![PartNote::new(
            key,
            "url",
            Verdict::Renamed,
            "/image_url",
            "",
        )];
        let description = node.text("description").filter(|text| !is_blank(text));
        let label = match description {
            Some(text) => Some(("description", text)),
            None => accessible_label(node),
        };
        let text = match label {
            Some((member, text)) => {
                let (text, is_cut) = cut(&text, MAX_DESCRIPTION);
                let (verdict, remark) = match is_cut {
                    true => (Verdict::Carried, "the text is cut to 2,000 characters"),
                    false => (Verdict::Renamed, ""),
                };
                notes.push(PartNote::new(key, member, verdict, "/alt_text", remark));
                text
            }
            None => {
                let remark = "Slack requires a description";
                notes.push(PartNote::new(
                    key,
                    "description",
                    Verdict::Defaulted,
                    "/alt_text",
                    remark,
                ));
                "image".to_owned()
            }
        };
        let members = vec![
            ("image_url", Payload::string(&url)),
            ("alt_text", Payload::string(&text)),
        ];
        Some((members, notes))
    }

    fn visit_icon(&mut self, node: &'s ResolvedNode) {
        let element = match icon_sign(node) {
            IconSign::Emoji(code) => mrkdwn_object(&format!(":{code}:")),
            IconSign::Word(word) => plain_object(&cut(&word, MAX_BUTTON).0),
            IconSign::None => {
                let remark = "Slack has no such icon";
                return self.note_loss(node, "name", Verdict::Carried, remark);
            }
        };
        let mut draft = BlockDraft::new("context", &[]);
        draft.elements.push(element);
        let block = self.push(node, draft);
        self.note(node, ("name", Verdict::Encoded), (block, "/elements/0"), "");
    }

    /// A video block needs a title, a preview and an address that is registered for the app, so media become links.
    fn visit_media(&mut self, node: &'s ResolvedNode) {
        let url = node.text("url").unwrap_or_default();
        let word = match type_of(node) {
            "Video" => "Video",
            _ => "Audio",
        };
        let label = node.text("description").filter(|text| !is_blank(text));
        let has_label = label.is_some();
        let label = label.unwrap_or_else(|| word.to_owned());
        let (label, _) = cut(&label, MAX_BUTTON);
        let found = link(&url, &label).map(|link| (link, has_label));
        let found = found.or_else(|| Some((link(&url, word)?, false)));
        let Some((text, has_label)) = found.filter(|(text, _)| length(text) <= MAX_TEXT) else {
            let remark = "the URL is not a web address of up to 3,000 characters";
            return self.note_loss(node, "url", Verdict::Quarantined, remark);
        };
        self.texts.push(label);
        let members = [("text", mrkdwn_object(&text))];
        let block = self.push(node, BlockDraft::new("section", &members));
        let remark = "Slack plays only media of registered addresses, so a link opens them";
        self.note(node, ("url", Verdict::Encoded), (block, "/text"), remark);
        if has_label {
            self.note(
                node,
                ("description", Verdict::Encoded),
                (block, "/text"),
                "",
            );
        }
    }

    fn visit_button(&mut self, node: &'s ResolvedNode) {
        if self.is_in_frame(node) {
            return;
        }
        match button_of(self.surface, node, self.reference) {
            Ok(button) => {
                self.labels.push(label_of(self.surface, node, "").text);
                self.push_action(node, node.parent, button);
            }
            Err(note) => self.drafts.note_part(note, 0, &Pointer::root()),
        }
    }

    fn is_in_frame(&self, node: &ResolvedNode) -> bool {
        let key = Some(&node.key);
        key == self.frame.submit.as_ref() || key == self.frame.close.as_ref()
    }

    /// Adds a button to the actions block of its neighbour with the same parent, or to a new one.
    fn push_action(&mut self, node: &ResolvedNode, parent: Option<usize>, button: ButtonDraft) {
        let has_room = self.drafts.last_mut().is_some_and(|(_, last)| {
            last.kind == "actions" && last.parent == parent && last.elements.len() < MAX_ACTIONS
        });
        if !has_room {
            let mut draft = BlockDraft::new("actions", &[]);
            draft.parent = parent;
            draft.is_interactive = true;
            let owner = parent.and_then(|parent| self.surface.nodes.get(parent));
            self.push(owner.unwrap_or(node), draft);
        }
        let Some((block, draft)) = self.drafts.last_mut() else {
            return;
        };
        let part = Pointer::from_static("/elements").element(draft.elements.len());
        draft.elements.push(button.element);
        for note in button.notes {
            self.drafts.note_part(note, block, &part);
        }
    }

    fn visit_row(&mut self, node: &'s ResolvedNode) {
        let cells = RowCells::of(self.surface, node);
        let is_written = match cells {
            Some(cells) => self.write_cells(node, &cells),
            None => false,
        };
        if !is_written {
            self.visit_children(node);
        }
    }

    /// Writes the cells of a row as one block. Returns `false` if they do not fit.
    fn write_cells(&mut self, row: &'s ResolvedNode, cells: &RowCells<'s>) -> bool {
        let limit = match cells.cells.len() {
            1 => MAX_TEXT,
            _ => MAX_FIELD,
        };
        let mut texts = Vec::new();
        for cell in &cells.cells {
            let mut text = ElementText::of(&cell.texts);
            let is_signed = add_sign(cell, &mut text);
            if text.length() > limit {
                return false;
            }
            texts.push((cell, text, is_signed));
        }
        let accessory = match cells.accessory.map(|node| self.accessory_of(node)) {
            None => None,
            Some(Some(accessory)) => Some(accessory),
            Some(None) => return false,
        };
        let are_captions = cells.are_captions();
        let (kind, part) = match (texts.len(), are_captions) {
            (_, true) => ("context", "/elements"),
            (1, false) => ("section", "/text"),
            _ => ("section", "/fields"),
        };
        for chunk in texts.chunks(MAX_CELLS) {
            let mut draft = BlockDraft::new(kind, &[]);
            for (_, text, _) in chunk {
                let (object, _) = text.object();
                match part {
                    "/text" => draft.members.push(("text", object)),
                    _ => draft.elements.push(object),
                }
            }
            if let Some((element, _)) = &accessory {
                draft.members.push(("accessory", element.clone()));
                draft.is_interactive = cells
                    .accessory
                    .is_some_and(|node| type_of(node) == "Button");
            }
            let block = self.push(row, draft);
            self.note(row, ("children", Verdict::Encoded), (block, part), "");
            for (index, (cell, text, is_signed)) in chunk.iter().enumerate() {
                let place = match part {
                    "/text" => Pointer::from_static("/text"),
                    part => Pointer::from_static(part).element(index),
                };
                self.note_cell(cell, text, *is_signed, (block, &place));
            }
            if let Some((_, notes)) = &accessory {
                for note in notes {
                    let part = Pointer::from_static("/accessory");
                    self.drafts.note_part(note.clone(), block, &part);
                }
            }
        }
        for line in &cells.lines {
            self.note_loss(line, "", Verdict::Carried, "Slack has no vertical lines");
        }
        true
    }

    fn note_cell(
        &mut self,
        cell: &RowCell<'s>,
        text: &ElementText,
        is_signed: bool,
        (block, place): (usize, &Pointer),
    ) {
        self.texts.push(text.plain.clone());
        let (_, is_lost) = text.object();
        let (verdict, remark) = match is_lost {
            true => (
                Verdict::Carried,
                "the text is shown without styles, which Slack cannot show here",
            ),
            false => (Verdict::Encoded, ""),
        };
        let mut notes = Vec::new();
        for text in &cell.texts {
            notes.push(PartNote::new(&text.key, "text", verdict, "/text", remark));
            if super::node_text::heading_level(text).is_some() && !is_lost {
                let property = variant_property(text);
                let remark = "the heading is a bold line";
                notes.push(PartNote::new(
                    &text.key,
                    property,
                    Verdict::Encoded,
                    "/text",
                    remark,
                ));
            }
        }
        if let Some(icon) = cell.icon {
            let (verdict, remark) = match is_signed {
                true => (Verdict::Encoded, ""),
                false => (
                    Verdict::Carried,
                    "the icon has no emoji, or Slack would misread the text beside it",
                ),
            };
            notes.push(PartNote::new(&icon.key, "name", verdict, "/text", remark));
        }
        for note in notes {
            self.drafts.note_part(note, block, place);
        }
    }

    /// Returns the button or image beside a text. Returns `None` if it needs a place of its own.
    fn accessory_of(&mut self, node: &'s ResolvedNode) -> Option<(Payload, Vec<PartNote>)> {
        if type_of(node) == "Button" {
            if self.is_in_frame(node) {
                return None;
            }
            let button = button_of(self.surface, node, self.reference).ok()?;
            return Some((button.element, button.notes));
        }
        if !is_linked(&node.text("url").unwrap_or_default()) {
            return None;
        }
        let (image, mut notes) = self.image_members(node)?;
        let mut members = vec![("type", Payload::string("image"))];
        members.extend(image);
        let property = variant_property(node);
        let remark = "the image stands beside the text";
        let note = PartNote::new(&node.key, property, Verdict::Encoded, "/type", remark);
        notes.push(note);
        Some((object(&members), notes))
    }

    fn visit_tabs(&mut self, place: usize, node: &'s ResolvedNode) {
        let titles = tab_titles(node);
        let open = self.open_tabs.get(&node.key).copied().unwrap_or(0);
        let open = open.min(titles.len().saturating_sub(1));
        for (index, title) in titles.iter().enumerate() {
            let (text, is_default) = match is_blank(title) {
                true => (format!("Tab {}", index + 1), true),
                false => (title.clone(), false),
            };
            let (text, is_cut) = cut(&text, MAX_BUTTON);
            let mut members = vec![
                ("type", Payload::string("button")),
                ("action_id", Payload::string(&tab_id(&node.key, index))),
                ("text", plain_object(&text)),
            ];
            if index == open {
                members.push(("style", Payload::string("primary")));
            }
            members.push(("value", Payload::string(self.reference)));
            let (verdict, remark) = match (is_default, is_cut) {
                (true, _) => (Verdict::Defaulted, "Slack requires a label"),
                (_, true) => (Verdict::Carried, "the title is cut to 75 characters"),
                _ => (Verdict::Encoded, "a button opens the tab"),
            };
            let property = match node.properties.member("tabItems") {
                Some(_) => "tabItems",
                None => "tabs",
            };
            let note = PartNote::new(&node.key, property, verdict, "/text", remark);
            let button = ButtonDraft {
                element: object(&members),
                notes: vec![note],
            };
            self.push_action(node, Some(place), button);
        }
        let is_open = |child: &&usize| {
            let node = self.surface.nodes.get(**child);
            let name = node.and_then(|node| node.pointer.segments().nth(1));
            name.and_then(|name| name.parse().ok()) == Some(open)
        };
        let shown: Vec<usize> = node.children.iter().filter(is_open).copied().collect();
        self.visit_later(&shown);
    }

    /// The content of a Modal is a view of its own, which opens after a click on this button.
    fn visit_modal(&mut self, node: &'s ResolvedNode) {
        let parts = modal_parts(self.surface, node);
        let trigger = parts.trigger.first();
        let trigger = trigger.and_then(|index| self.surface.nodes.get(*index));
        let mut label = label_of(self.surface, trigger.unwrap_or(node), "/text");
        if trigger.is_none() {
            label.text = "Open".to_owned();
        }
        let (text, is_cut) = cut(&label.text, MAX_BUTTON);
        if is_cut {
            note_cut(&mut label.notes);
        }
        self.labels.push(text.clone());
        let element = object(&[
            ("type", Payload::string("button")),
            ("action_id", Payload::string(&modal_id(&node.key))),
            ("text", plain_object(&text)),
            ("value", Payload::string(self.reference)),
        ]);
        let (trigger_name, content_name) = match node.properties.member("entryPointChild") {
            Some(_) => ("entryPointChild", "contentChild"),
            None => ("trigger", "content"),
        };
        let mut notes = label.notes;
        let remark = "the button opens a view with the content";
        for member in [trigger_name, content_name] {
            let to = "/action_id";
            let note = PartNote::new(&node.key, member, Verdict::Encoded, to, remark);
            notes.push(note);
        }
        let trigger_action = trigger.and_then(|trigger| self.surface.action(&trigger.key));
        if let Some(action) = trigger_action {
            let remark = "the button opens the view and sends no event";
            let note = PartNote::new(&action.key, "action", Verdict::Dropped, "", remark);
            notes.push(note);
        }
        self.push_action(node, node.parent, ButtonDraft { element, notes });
    }

    fn visit_input(
        &mut self,
        node: &'s ResolvedNode,
        input: &'s ResolvedInput,
    ) -> Result<(), Refusal> {
        if input.is_secret {
            let message = format!(
                "the input `{}` hides what the user types, and Slack shows and stores it",
                node.key
            );
            return Err(
                Refusal::rule_broken(rules::SECRET, Pointer::root(), message)
                    .hint("ask for the secret on a page that the surface opens with `openUrl`"),
            );
        }
        if input.path.is_none() {
            let remark = "the input is bound to no path, so an answer could not be stored";
            self.note_loss(node, "value", Verdict::Dropped, remark);
            return Ok(());
        }
        let (element, notes) = match element_of(input, node, INPUT_ACTION) {
            Ok(element) => element,
            Err(remark) => {
                self.note_loss(node, "options", Verdict::Dropped, remark);
                return Ok(());
            }
        };
        let (label, is_default) = input_elements::label_of(input);
        self.labels.push(label.to_owned());
        let (text, is_cut) = cut(label, MAX_DESCRIPTION);
        // A box that must be ticked would refuse the value `false`, which A2UI accepts.
        let is_required =
            input.constraints.is_required && input.kind != a2ui::resolved::InputKind::Boolean;
        let mut members = vec![("label", plain_object(&text))];
        if !is_required {
            members.push(("optional", Payload::from(true)));
        }
        members.push(("element", element));
        let mut draft = BlockDraft::new("input", &members);
        draft.block_id = Some(input_id(&node.key));
        draft.parent = node.parent;
        draft.is_interactive = true;
        let block = self.drafts.push(draft);
        let (verdict, remark) = match (is_default, is_cut) {
            (true, _) => (Verdict::Defaulted, "Slack requires a label"),
            (_, true) => (Verdict::Carried, "the label is cut to 2,000 characters"),
            _ => (Verdict::Encoded, ""),
        };
        self.note(node, ("label", verdict), (block, "/label"), remark);
        if is_required {
            let remark = "Slack requires an entry";
            self.note(node, ("checks", Verdict::Encoded), (block, ""), remark);
        }
        for note in notes {
            self.drafts.note_part(note, block, &Pointer::root());
        }
        Ok(())
    }
}

/// Puts the emoji of an icon before the text of its cell. Returns `false` if the icon is not shown.
fn add_sign(cell: &RowCell<'_>, text: &mut ElementText) -> bool {
    let Some(icon) = cell.icon else {
        return true;
    };
    match icon_sign(icon) {
        IconSign::Emoji(code) => text.add_emoji(code),
        _ => false,
    }
}

/// Returns the block of a part of a text, and the place of the text.
fn text_draft(part: TextPart) -> (BlockDraft, &'static str) {
    match part {
        TextPart::Header(text) => {
            let members = [("text", plain_object(&text))];
            (BlockDraft::new("header", &members), "/text")
        }
        TextPart::Rule => (BlockDraft::new("divider", &[]), ""),
        TextPart::Body(blocks) if is_plain(&blocks) => {
            let members = [("text", plain_object(&plain(&blocks)))];
            (BlockDraft::new("section", &members), "/text")
        }
        TextPart::Body(blocks) => match mrkdwn(&blocks) {
            Some(text) => {
                let members = [("text", mrkdwn_object(&text))];
                (BlockDraft::new("section", &members), "/text")
            }
            None => {
                let mut draft = BlockDraft::new("rich_text", &[]);
                draft.elements = rich_elements(&blocks);
                (draft, "/elements")
            }
        },
    }
}
