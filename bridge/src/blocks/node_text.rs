//! The texts of components.

use super::slack_text::{is_blank, is_plain, mrkdwn, mrkdwn_object, plain, plain_object};
use crate::{
    icons::icon_of_a2ui,
    markdown::{self, MarkdownBlock},
};
use a2ui::resolved::{ResolvedNode, ResolvedSurface};
use wire::Payload;

/// Returns the name of the component type, or an empty text.
pub(super) fn type_of(node: &ResolvedNode) -> &str {
    node.component.as_deref().unwrap_or_default()
}

/// Returns the name of the property with the variant of a Text or an Image.
pub(super) fn variant_property(node: &ResolvedNode) -> &'static str {
    match node.properties.member("usageHint") {
        Some(_) => "usageHint",
        None => "variant",
    }
}

/// Returns the variant of a Text or an Image.
pub(super) fn variant_of(node: &ResolvedNode) -> String {
    node.text(variant_property(node)).unwrap_or_default()
}

/// Returns the level of a Text with the variant of a heading.
pub(super) fn heading_level(node: &ResolvedNode) -> Option<u8> {
    match variant_of(node).as_str() {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        _ => None,
    }
}

/// Returns the text of a Text component as Markdown. The variant of a heading makes each paragraph a heading.
pub(super) fn blocks_of(node: &ResolvedNode) -> Vec<MarkdownBlock> {
    let text = node.text("text").unwrap_or_default();
    let blocks = markdown::parse(&text);
    let Some(level) = heading_level(node) else {
        return blocks;
    };
    let mut headings = Vec::new();
    for block in blocks {
        headings.push(match block {
            MarkdownBlock::Paragraph(spans) | MarkdownBlock::Heading(_, spans) => {
                MarkdownBlock::Heading(level, spans)
            }
            other => other,
        });
    }
    headings
}

/// Returns `true` if a Text component shows nothing.
pub(super) fn is_empty_text(node: &ResolvedNode) -> bool {
    is_blank(&plain(&blocks_of(node)))
}

/// A text in an element or a field, which cannot be a rich text.
#[derive(Debug, Default)]
pub(super) struct ElementText {
    pub(super) plain: String,
    /// The text with markup, unless Slack would misread it.
    marked: Option<String>,
    is_plain: bool,
}

impl ElementText {
    /// Joins the texts of components by line breaks.
    pub(super) fn of(nodes: &[&ResolvedNode]) -> Self {
        let mut plain_lines = Vec::new();
        let mut marked = Some(Vec::new());
        let mut are_plain = true;
        for node in nodes {
            let blocks = blocks_of(node);
            are_plain &= is_plain(&blocks);
            plain_lines.push(plain(&blocks));
            marked = match (marked, mrkdwn(&blocks)) {
                (Some(mut lines), Some(line)) => {
                    lines.push(line);
                    Some(lines)
                }
                _ => None,
            };
        }
        Self {
            plain: plain_lines.join("\n"),
            marked: marked.map(|lines: Vec<String>| lines.join("\n")),
            is_plain: are_plain,
        }
    }

    /// Puts the code of an emoji before the text. Returns `false` if Slack would misread the text beside it.
    pub(super) fn add_emoji(&mut self, code: &str) -> bool {
        let Some(marked) = &self.marked else {
            return false;
        };
        self.marked = Some(format!(":{code}: {marked}"));
        self.is_plain = false;
        true
    }

    /// Returns the text object. The second value is `true` if styles are lost.
    pub(super) fn object(&self) -> (Payload, bool) {
        match &self.marked {
            _ if self.is_plain => (plain_object(&self.plain), false),
            Some(marked) => (mrkdwn_object(marked), false),
            None => (plain_object(&self.plain), true),
        }
    }

    /// Returns the number of characters of the longest form.
    pub(super) fn length(&self) -> usize {
        let marked = self.marked.as_deref().map_or(0, super::slack_text::length);
        marked.max(super::slack_text::length(&self.plain))
    }
}

/// Returns the code of the emoji of an Icon, or its name as words.
pub(super) enum IconSign {
    Emoji(&'static str),
    Word(String),
    /// The icon is a drawing.
    None,
}

/// Returns the sign of an Icon.
pub(super) fn icon_sign(node: &ResolvedNode) -> IconSign {
    let name = node.properties.member("name");
    let Some(name) = name.and_then(|name| Some(name.as_str()?.into_owned())) else {
        return IconSign::None;
    };
    let emoji = icon_of_a2ui(&name).map_or("", |icon| icon.emoji);
    if !emoji.is_empty() {
        return IconSign::Emoji(emoji);
    }
    let mut word = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !word.is_empty() {
            word.push(' ');
        }
        word.extend(character.to_lowercase());
    }
    match is_blank(&word) {
        true => IconSign::None,
        false => IconSign::Word(word),
    }
}

/// Returns the text that a component shows, and the Text components below it that show it.
pub(super) fn label_below<'s>(
    surface: &'s ResolvedSurface,
    top: &'s ResolvedNode,
) -> (String, Vec<&'s ResolvedNode>) {
    let mut labels = Vec::new();
    let mut shown = Vec::new();
    for node in nodes_below(surface, top) {
        if type_of(node) == "Text" && !is_empty_text(node) {
            labels.push(plain(&blocks_of(node)));
            shown.push(node);
        }
    }
    let label = labels.join(" ");
    let words: Vec<&str> = label.split_whitespace().collect();
    (words.join(" "), shown)
}

/// Returns a node and all nodes below it, in display order.
pub(super) fn nodes_below<'s>(
    surface: &'s ResolvedSurface,
    top: &'s ResolvedNode,
) -> Vec<&'s ResolvedNode> {
    let mut nodes = Vec::new();
    let mut open = vec![top];
    while let Some(node) = open.pop() {
        nodes.push(node);
        let children: Vec<&ResolvedNode> = surface.children(node).collect();
        open.extend(children.into_iter().rev());
    }
    nodes
}

/// Returns the label of a component for assistive technology.
pub(super) fn accessible_label(node: &ResolvedNode) -> Option<(&'static str, String)> {
    for name in ["accessibility", "@accessibility"] {
        let texts = node.properties.member(name);
        let label = texts.and_then(|texts| texts.member("label"));
        let label = label.and_then(|label| Some(label.as_str()?.into_owned()));
        if let Some(label) = label.filter(|label| !is_blank(label)) {
            return Some((name, label));
        }
    }
    None
}
