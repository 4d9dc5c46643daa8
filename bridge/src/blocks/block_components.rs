//! Blocks as components.

use super::{
    component_writer::{ButtonAction, ComponentWriter, ShownText, bold},
    element_surface::ElementPlace,
};
use crate::{
    Verdict,
    limits::MAX_BLOCK_DEPTH,
    markdown::{MarkdownBlock, escape, to_markdown},
    web_address::{host_of, to_uri},
};
use a2ui::address::has_link_scheme;
use slack_blocks::{
    ActionsBlock, AlertBlock, Block, BlockElement, ContextBlock, ContextElement, HeaderBlock,
    ImageBlock, InputBlock, MarkdownBlock as MarkdownText, SectionBlock, TextObject, VideoBlock,
};
use wire::{List, Number, Payload, Pointer, Tolerant};

impl ComponentWriter {
    /// Adds the components of a block. Returns the id of the outer one, or `None` if nothing is shown.
    pub(super) fn show_block(
        &mut self,
        block: &Block,
        at: &Pointer,
        depth: usize,
    ) -> Option<String> {
        if depth > MAX_BLOCK_DEPTH {
            self.note(at, Verdict::Dropped, "blocks are nested too deeply");
            return None;
        }
        match block {
            Block::Section(section) => self.show_section(section, at),
            Block::Header(header) => self.show_header(header, at),
            Block::Divider(divider) => {
                let id = self.block_id(&divider.block_id, at);
                self.add(&id, "Divider", Vec::new());
                Some(id)
            }
            Block::Image(image) => self.show_image_block(image, at),
            Block::Context(context) => self.show_context(context, at),
            Block::Actions(actions) => self.show_actions(actions, at),
            Block::Input(input) => self.show_input_block(input, at),
            Block::RichText(text) => {
                let id = self.block_id(&text.block_id, at);
                let text = to_markdown(&self.rich_text(text, at));
                self.add_text(id, &text, None)
            }
            Block::Markdown(text) => self.show_markdown(text, at),
            Block::Video(video) => self.show_video(video, at),
            Block::File(file) => {
                self.note(at, Verdict::Carried, "only the id of the file is shown");
                let id = self.block_id(&file.block_id, at);
                self.add_text(id, &escape(text_of(&file.external_id)), Some("caption"))
            }
            Block::Alert(alert) => self.show_alert(alert, at),
            Block::ContextActions(actions) => {
                let id = self.block_id(&actions.block_id, at);
                let block_id = state_id(&actions.block_id, at);
                self.show_elements(id, &block_id, &actions.elements, &at.member("elements"))
            }
            _ => self.show_group(block, at, depth),
        }
    }

    /// Returns the component id of a block.
    pub(super) fn block_id(&mut self, block_id: &Tolerant<String>, at: &Pointer) -> String {
        self.note_invalid(block_id, &at.member("block_id"));
        self.id(block_id.get().map(String::as_str), at)
    }

    fn show_header(&mut self, header: &HeaderBlock, at: &Pointer) -> Option<String> {
        let level = header.level.get().and_then(Number::as_u64);
        let level = level
            .and_then(|level| u8::try_from(level).ok())
            .unwrap_or(2);
        let text = self.label(&header.text, &at.member("text"))?;
        let id = self.block_id(&header.block_id, at);
        self.add_heading(id, level, &text)
    }

    fn show_section(&mut self, section: &SectionBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&section.block_id, at);
        self.note_lost(&section.expand, at, "expand");
        let mut shown = Vec::new();
        let accessory = self.show_accessory(section, at);
        // A row gives the text the space that the element leaves.
        let weight = accessory.is_some();
        let part = match accessory.is_some() || !section.fields.is_absent() {
            true => self.part(&id, "text"),
            false => id.clone(),
        };
        let text = self.show_section_text(part, &section.text, weight, &at.member("text"));
        match (text, accessory) {
            (Some(text), Some(accessory)) => {
                let row = self.part(&id, "row");
                shown.extend(self.add_group(row, "Row", &[text, accessory], Vec::new()));
            }
            (text, accessory) => shown.extend(text.into_iter().chain(accessory)),
        }
        shown.extend(self.show_fields(&id, &section.fields, &at.member("fields")));
        self.add_column(id, shown)
    }

    fn show_accessory(&mut self, section: &SectionBlock, at: &Pointer) -> Option<String> {
        let place = at.member("accessory");
        self.note_invalid(&section.accessory, &place);
        let element = section.accessory.get()?;
        let block_id = state_id(&section.block_id, at);
        self.show_element(
            element,
            ElementPlace {
                block_id: &block_id,
                at: &place,
                index: 0,
                label: None,
                is_required: false,
                sends_changes: true,
            },
        )
    }

    /// Shows the text of a section. A link alone is a button.
    fn show_section_text(
        &mut self,
        id: String,
        text: &Tolerant<TextObject>,
        has_weight: bool,
        at: &Pointer,
    ) -> Option<String> {
        let text = self.parsed(text, at)?;
        if let Some((label, url)) = Self::only_link(&text) {
            let open = ButtonAction::Open(to_uri(&url));
            return Some(self.add_button(id, &escape(&label), Some("borderless"), open));
        }
        let text = match text {
            ShownText::Plain(text) => escape(&text),
            ShownText::Markup(blocks) => to_markdown(&blocks),
        };
        if text.trim().is_empty() {
            return None;
        }
        let mut properties = vec![("text", Payload::string(&text))];
        if has_weight {
            properties.push(("weight", integer(1)));
        }
        self.add(&id, "Text", properties);
        Some(id)
    }

    /// Shows the fields of a section in rows of two.
    fn show_fields(
        &mut self,
        id: &str,
        fields: &Tolerant<List<TextObject>>,
        at: &Pointer,
    ) -> Vec<String> {
        self.note_invalid(fields, at);
        let mut texts = Vec::new();
        for (index, field) in fields.get().into_iter().flat_map(List::enumerate) {
            let field = Tolerant::Value(field.clone());
            let text = self
                .markdown(&field, &at.element(index))
                .unwrap_or_default();
            texts.push(text);
        }
        let mut rows = Vec::new();
        for (row, pair) in texts.chunks(2).enumerate() {
            if pair.iter().all(String::is_empty) {
                continue;
            }
            rows.extend(self.show_cells(format!("{id}_fields_{row}"), pair));
        }
        rows
    }

    /// Shows texts side by side, with the same width.
    pub(super) fn show_cells(&mut self, name: String, texts: &[String]) -> Option<String> {
        let row = self.id(Some(&name), &Pointer::root());
        let mut cells = Vec::new();
        for (column, text) in texts.iter().enumerate() {
            let cell = self.part(&row, &column.to_string());
            let properties = vec![("text", Payload::string(text)), ("weight", integer(1))];
            self.add(&cell, "Text", properties);
            cells.push(cell);
        }
        self.add_group(row, "Row", &cells, Vec::new())
    }

    fn show_image_block(&mut self, image: &ImageBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&image.block_id, at);
        let source = (&image.image_url, &image.slack_file);
        let Some(title) = self.markdown(&image.title, &at.member("title")) else {
            return self.show_image(id, source, &image.alt_text, "mediumFeature", at);
        };
        let part = self.part(&id, "title");
        let mut shown: Vec<String> = self
            .add_text(part, &title, Some("caption"))
            .into_iter()
            .collect();
        let part = self.part(&id, "image");
        shown.extend(self.show_image(part, source, &image.alt_text, "mediumFeature", at));
        self.add_column(id, shown)
    }

    fn show_context(&mut self, context: &ContextBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&context.block_id, at);
        let at = at.member("elements");
        self.note_invalid(&context.elements, &at);
        let mut shown = Vec::new();
        for (index, element) in context.elements.get().into_iter().flat_map(List::enumerate) {
            let at = at.element(index);
            let text = match element {
                ContextElement::Image(image) => {
                    shown.extend(self.show_image_element(image, "icon", &at));
                    continue;
                }
                ContextElement::Plain(text) => TextObject::Plain(text.clone()),
                ContextElement::Mrkdwn(text) => TextObject::Mrkdwn(text.clone()),
                _ => {
                    self.note(&at, Verdict::Carried, "the element is unknown");
                    continue;
                }
            };
            let text = self
                .markdown(&Tolerant::Value(text), &at)
                .unwrap_or_default();
            let part = self.id(None, &at);
            shown.extend(self.add_text(part, &text, Some("caption")));
        }
        if shown.len() == 1 {
            return shown.pop();
        }
        let align = vec![("align", Payload::string("center"))];
        self.add_group(id, "Row", &shown, align)
    }

    fn show_actions(&mut self, actions: &ActionsBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&actions.block_id, at);
        let block_id = state_id(&actions.block_id, at);
        self.show_elements(id, &block_id, &actions.elements, &at.member("elements"))
    }

    /// Shows elements side by side.
    pub(super) fn show_elements(
        &mut self,
        id: String,
        block_id: &str,
        elements: &Tolerant<List<BlockElement>>,
        at: &Pointer,
    ) -> Option<String> {
        self.note_invalid(elements, at);
        let mut shown = Vec::new();
        for (index, element) in elements.get().into_iter().flat_map(List::enumerate) {
            let at = at.element(index);
            let place = ElementPlace {
                block_id,
                at: &at,
                index,
                label: None,
                is_required: false,
                sends_changes: true,
            };
            shown.extend(self.show_element(element, place));
        }
        self.add_group(id, "Row", &shown, Vec::new())
    }

    fn show_input_block(&mut self, input: &InputBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&input.block_id, at);
        let label = self.label(&input.label, &at.member("label"));
        let element_at = at.member("element");
        self.note_invalid(&input.element, &element_at);
        let element = input.element.get()?;
        let mut shown = Vec::new();
        // The label of one box is the text beside it.
        if let (true, Some(label)) = (has_one_box(element), &label) {
            let part = self.part(&id, "label");
            shown.extend(self.add_text(part, &escape(label), None));
        }
        let block_id = state_id(&input.block_id, at);
        let place = ElementPlace {
            block_id: &block_id,
            at: &element_at,
            index: 0,
            label: label.as_deref(),
            is_required: input.optional.get() != Some(&true),
            sends_changes: input.dispatch_action.get() == Some(&true),
        };
        shown.extend(self.show_element(element, place));
        if let Some(hint) = self.markdown(&input.hint, &at.member("hint")) {
            let part = self.part(&id, "hint");
            shown.extend(self.add_text(part, &hint, Some("caption")));
        }
        self.add_column(id, shown)
    }

    /// Shows Markdown as it is, unless it has links or images, which surfaces do not show.
    fn show_markdown(&mut self, text: &MarkdownText, at: &Pointer) -> Option<String> {
        self.note_invalid(&text.text, &at.member("text"));
        let source = text.text.get()?;
        let id = self.block_id(&text.block_id, at);
        if !source.contains("](") && !source.contains("]:") && !source.contains('<') {
            return self.add_text(id, source, None);
        }
        let mut blocks = crate::markdown::parse(source);
        if drop_unsafe_links(&mut blocks) {
            let remark = "a link without a permitted scheme is shown as text";
            self.note(&at.member("text"), Verdict::Quarantined, remark);
        }
        self.add_text(id, &to_markdown(&blocks), None)
    }

    fn show_video(&mut self, video: &VideoBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&video.block_id, at);
        let mut shown = Vec::new();
        if let Some(title) = self.label(&video.title, &at.member("title")) {
            let part = self.part(&id, "title");
            shown.extend(self.add_text(part, &bold(&title), None));
        }
        let url = video.video_url.get().filter(|url| host_of(url).is_some());
        match url {
            Some(url) => {
                let part = self.part(&id, "video");
                let mut properties = vec![("url", Payload::string(&to_uri(url)))];
                let poster = video
                    .thumbnail_url
                    .get()
                    .filter(|url| host_of(url).is_some());
                match poster.filter(|_| self.surface.has_placeholders()) {
                    Some(poster) => {
                        properties.push(("posterUrl", Payload::string(&to_uri(poster))))
                    }
                    None => self.note_lost(&video.thumbnail_url, at, "thumbnail_url"),
                }
                self.add(&part, "Video", properties);
                shown.push(part);
            }
            None => {
                let remark = "the address is not one of the web";
                self.note(&at.member("video_url"), Verdict::Quarantined, remark);
            }
        }
        let description = self.markdown(&video.description, &at.member("description"));
        let description = description.unwrap_or_else(|| escape(text_of(&video.alt_text)));
        let part = self.part(&id, "description");
        shown.extend(self.add_text(part, &description, None));
        let names = [&video.author_name, &video.provider_name];
        let names: Vec<&str> = names
            .into_iter()
            .map(text_of)
            .filter(|name| !name.is_empty())
            .collect();
        let part = self.part(&id, "source");
        shown.extend(self.add_text(part, &escape(&names.join(" – ")), Some("caption")));
        self.note_lost(&video.title_url, at, "title_url");
        self.note_lost(&video.provider_icon_url, at, "provider_icon_url");
        self.add_column(id, shown)
    }

    fn show_alert(&mut self, alert: &AlertBlock, at: &Pointer) -> Option<String> {
        let text = self.markdown(&alert.text, &at.member("text"))?;
        let id = self.block_id(&alert.block_id, at);
        let icon = match text_of(&alert.level) {
            "warning" => "warning",
            "error" => "error",
            "success" => "check",
            _ => "info",
        };
        let icon_id = self.part(&id, "icon");
        self.add(&icon_id, "Icon", vec![("name", Payload::string(icon))]);
        let text_id = self.part(&id, "text");
        let properties = vec![("text", Payload::string(&text)), ("weight", integer(1))];
        self.add(&text_id, "Text", properties);
        let row = self.part(&id, "row");
        let row = self.add_group(row, "Row", &[icon_id, text_id], Vec::new())?;
        self.add_card(id, vec![row])
    }
}

/// Returns the block id in events. A block without an id gets one that is made from its place.
pub(super) fn state_id(block_id: &Tolerant<String>, at: &Pointer) -> String {
    if let Some(id) = block_id.get().filter(|id| !id.is_empty()) {
        return id.clone();
    }
    let segments: Vec<String> = at.segments().map(String::from).collect();
    segments.join("_")
}

/// Returns the text of a member, which is empty if there is none of the right type.
pub(super) fn text_of(member: &Tolerant<String>) -> &str {
    member.get().map_or("", String::as_str)
}

pub(super) fn integer(value: u64) -> Payload {
    Payload::encode(&value).unwrap_or_else(|_| Payload::null())
}

fn has_one_box(element: &BlockElement) -> bool {
    match element {
        BlockElement::Checkboxes(boxes) => boxes
            .options
            .get()
            .is_some_and(|options| options.len() == 1),
        _ => false,
    }
}

/// Removes the addresses of links with a forbidden scheme. Returns `true` if there was one.
fn drop_unsafe_links(blocks: &mut [MarkdownBlock]) -> bool {
    let mut has_dropped = false;
    for block in blocks {
        match block {
            MarkdownBlock::Heading(_, spans) | MarkdownBlock::Paragraph(spans) => {
                let is_unsafe = |url: &String| !has_link_scheme(url);
                let unsafe_spans = spans
                    .iter_mut()
                    .filter(|span| span.link.as_ref().is_some_and(is_unsafe));
                for span in unsafe_spans {
                    span.link = None;
                    has_dropped = true;
                }
            }
            MarkdownBlock::Quote(blocks) => has_dropped |= drop_unsafe_links(blocks),
            MarkdownBlock::List(_, items) => {
                for item in items {
                    has_dropped |= drop_unsafe_links(item);
                }
            }
            MarkdownBlock::Code(_) | MarkdownBlock::Rule => {}
        }
    }
    has_dropped
}
