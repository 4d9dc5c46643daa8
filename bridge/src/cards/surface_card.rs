//! Surfaces as cards.

use super::{
    card_action::{add_button, add_modal, add_tab_buttons},
    card_draft::{CardDraft, Part, Piece, boolean, number, text_of},
    card_ids::{is_flattened, is_trigger},
    card_input::add_input,
    card_media::{add_icon, add_image, add_media},
    card_target::CardTarget,
    card_text::{TextPart, TextPartKind, cut, escape, text_parts},
    rules,
};
use crate::{
    ComponentNote, Refusal, Verdict,
    limits::MAX_FALLBACK_TEXT,
    markdown::{parse, plain_text},
};
use a2ui::resolved::{ResolvedNode, ResolvedSurface};
use adaptive_cards::AdaptiveCard;
use wire::{Payload, Pointer};

/// The schema that cards name.
const SCHEMA: &str = "http://adaptivecards.io/schemas/adaptive-card.json";

/// A surface as a card.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceCard {
    /// The id of the surface.
    pub surface_id: String,
    /// The card in the version of the target.
    pub card: AdaptiveCard,
    /// What became of the components. A property without a note is carried.
    pub notes: Vec<ComponentNote>,
    /// The texts of the surface without markup, for a notification or a list of messages. The card has them as
    /// `fallbackText`, which a host shows if it does not know the version.
    pub fallback_text: String,
}

/// Returns a surface as a card for a version or a host.
///
/// Inputs keep their current values, and buttons contain the id of the surface and their own key, so that
/// [`submit_card`](super::submit_card) finds them again. A card is a snapshot: write it again after a change of the surface.
/// The host shows a difference if the new card differs from the one before, so comparing two cards is enough to decide
/// about an update.
///
/// ```
/// use agent_ui_bridge::{
///     a2ui::{Message, expression::Host, surface::Surfaces},
///     cards::{CardTarget, card_of_surface},
///     wire,
/// };
///
/// let mut surfaces = Surfaces::new();
/// for text in [
///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
///         {"id":"root","component":"Text","text":"Hello **Ada**","variant":"caption"}]}}"#,
/// ] {
///     surfaces.apply(&Message::read(text)?)?;
/// }
/// let surface = surfaces.get("s").unwrap().resolve(&Host::new())?;
/// let written = card_of_surface(&surface, &CardTarget::version("1.5"))?;
/// assert_eq!(written.fallback_text, "Hello Ada");
/// assert!(wire::encode(&written.card)?.contains(
///     r#""body":[{"type":"TextBlock","text":"Hello **Ada**","wrap":true,"size":"small","isSubtle":true,"id":"root"}]"#
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Refuses a surface without components, an unknown version, an input for a secret in a card before 1.5, and a card that is
/// too large for its host even with shorter texts.
pub fn card_of_surface(
    surface: &ResolvedSurface,
    target: &CardTarget,
) -> Result<SurfaceCard, Refusal> {
    target.ensure_known()?;
    if !surface.has_root() {
        let message = format!(
            "the surface `{}` has no root component yet",
            surface.surface_id
        );
        return Err(Refusal::rule_broken(rules::EMPTY, Pointer::root(), message)
            .hint("send the components of the surface first, with one called `root`"));
    }
    let mut writer = CardWriter::new(surface, target);
    writer.add_all()?;
    writer.finish()
}

struct CardWriter<'s> {
    draft: CardDraft<'s>,
    /// The parts of each node, until its parent takes them.
    parts: Vec<Vec<Part>>,
    /// `true` for each node that is a part of the title of an action.
    is_title: Vec<bool>,
    /// `true` for each node in a tab that can be hidden.
    is_in_tab: Vec<bool>,
}

impl<'s> CardWriter<'s> {
    fn new(surface: &'s ResolvedSurface, target: &'s CardTarget) -> Self {
        let count = surface.nodes.len();
        let mut has_inputs = vec![false; count];
        for (index, node) in surface.nodes.iter().enumerate().rev() {
            let is_input = surface.input(&node.key).is_some();
            let below = has_inputs.get(index).copied().unwrap_or_default();
            for index in [Some(index), node.parent].into_iter().flatten() {
                if let Some(has_input) = has_inputs.get_mut(index) {
                    *has_input |= is_input || below;
                }
            }
        }
        let mut writer = Self {
            draft: CardDraft::new(surface, target),
            parts: vec![Vec::new(); count],
            is_title: Vec::with_capacity(count),
            is_in_tab: Vec::with_capacity(count),
        };
        for (index, node) in surface.nodes.iter().enumerate() {
            let (mut is_title, mut is_in_tab) = (false, false);
            let above = node
                .parent
                .and_then(|parent| Some((parent, surface.nodes.get(parent)?)));
            if let Some((parent, above)) = above {
                let has_input = has_inputs.get(index).copied().unwrap_or_default();
                is_title = writer.is_title.get(parent).copied().unwrap_or_default()
                    || is_title_of(surface, above, node, has_input);
                is_in_tab = writer.is_in_tab.get(parent).copied().unwrap_or_default()
                    || has_tabs(above, target);
            }
            writer.is_title.push(is_title);
            writer.is_in_tab.push(is_in_tab);
        }
        writer
    }

    /// Adds the parts of all nodes. Children come before their parents, so nothing recurs.
    fn add_all(&mut self) -> Result<(), Refusal> {
        let surface = self.draft.surface;
        for (index, node) in surface.nodes.iter().enumerate().rev() {
            if self.is_title.get(index).copied().unwrap_or_default() {
                continue;
            }
            let parts = self.add(index, node)?;
            if let Some(place) = self.parts.get_mut(index) {
                *place = parts;
            }
        }
        Ok(())
    }

    fn add(&mut self, index: usize, node: &'s ResolvedNode) -> Result<Vec<Part>, Refusal> {
        let draft = &mut self.draft;
        if let Some(input) = draft.surface.input(&node.key) {
            let is_in_tab = self.is_in_tab.get(index).copied().unwrap_or_default();
            return add_input(draft, node, input, is_in_tab);
        }
        let Some(component) = node.component.as_deref() else {
            let remark = "the component has not arrived yet";
            draft.note(node, "", Verdict::Dropped, None, remark);
            return Ok(Vec::new());
        };
        Ok(match component {
            "Text" => self.add_text(node),
            "Image" => add_image(draft, node),
            "Icon" => add_icon(draft, node),
            "Video" => add_media(draft, node, "video"),
            "AudioPlayer" => add_media(draft, node, "audio"),
            "Divider" => {
                let remark = "a line is drawn above the next element";
                draft.note(node, "", Verdict::Encoded, None, remark);
                vec![Part::Divider]
            }
            "Button" => {
                let is_label = self.is_title_below(node);
                let below = self.take_all(node);
                add_button(&mut self.draft, node, (!is_label).then_some(below))
            }
            _ if is_flattened(node) => {
                let remark = "the component is too deep in the surface for a container of its own";
                draft.note(node, "", Verdict::Carried, None, remark);
                self.take_all(node)
            }
            "Row" => self.add_row(node),
            "List" if node.text("direction").as_deref() == Some("horizontal") => self.add_row(node),
            "Column" | "List" => self.add_column(node),
            "Card" => self.add_group(node),
            "Tabs" => self.add_tabs(node),
            "Modal" => self.add_modal(node),
            _ => {
                let remark = "a card has no such component";
                draft.note(node, "", Verdict::Carried, None, remark);
                self.take_all(node)
            }
        })
    }

    /// Takes the parts of a node.
    fn take(&mut self, index: usize) -> Vec<Part> {
        self.parts
            .get_mut(index)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Takes the parts of all children.
    fn take_all(&mut self, node: &ResolvedNode) -> Vec<Part> {
        let mut parts = Vec::new();
        for child in &node.children {
            parts.extend(self.take(*child));
        }
        parts
    }

    /// Returns `true` if the children of a Button are only its title.
    fn is_title_below(&self, node: &ResolvedNode) -> bool {
        node.children
            .iter()
            .all(|child| self.is_title.get(*child).copied().unwrap_or_default())
    }

    fn add_text(&mut self, node: &ResolvedNode) -> Vec<Part> {
        let text = node.text("text").unwrap_or_default();
        let variant = text_of(node, &["variant", "usageHint"]);
        let word = variant.as_ref().map_or("", |(_, word)| word.as_str());
        let parts = text_parts(&text);
        let is_copied = matches!(parts.as_slice(), [only] if only.kind == TextPartKind::Body && only.markdown == text);
        let mut blocks = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let block = self.text_block(node, part, word, index == 0);
            blocks.push(self.draft.add(block));
        }
        let Some(first) = blocks.first().copied() else {
            let remark = "a host shows no empty text";
            self.draft
                .note(node, "text", Verdict::Encoded, None, remark);
            return Vec::new();
        };
        let verdict = if is_copied {
            Verdict::Copied
        } else {
            Verdict::Encoded
        };
        self.draft
            .note(node, "text", verdict, Some((first, "text")), "");
        if let Some((name, word)) = &variant {
            match word.as_str() {
                "body" => self
                    .draft
                    .note(node, name, Verdict::Defaulted, Some((first, "")), ""),
                _ => self
                    .draft
                    .note(node, name, Verdict::Encoded, Some((first, "size")), ""),
            }
        }
        blocks.into_iter().map(Part::Element).collect()
    }

    fn text_block(
        &self,
        node: &ResolvedNode,
        part: &TextPart,
        variant: &str,
        is_first: bool,
    ) -> Piece {
        let mut block = match is_first {
            true => self.draft.element("TextBlock", node),
            false => Piece::new("TextBlock"),
        };
        block = block
            .with_text("text", &part.markdown)
            .with_flag("wrap", true);
        if part.has_separator {
            block = block.with_flag("separator", true);
        }
        let level = match (part.kind, variant) {
            (TextPartKind::Code, _) => None,
            (TextPartKind::Heading(level), _) => Some(level),
            (TextPartKind::Body, "h1") => Some(1),
            (TextPartKind::Body, "h2") => Some(2),
            (TextPartKind::Body, "h3") => Some(3),
            (TextPartKind::Body, "h4") => Some(4),
            (TextPartKind::Body, "h5") => Some(5),
            (TextPartKind::Body, _) => None,
        };
        let size = match level {
            Some(1) => "extraLarge",
            Some(2) => "large",
            Some(3) => "medium",
            Some(4) => "default",
            Some(_) => "small",
            None => "",
        };
        if !size.is_empty() {
            block = block.with_text("size", size).with_text("weight", "bolder");
            if self.draft.target.is_at_least(5) {
                block = block.with_text("style", "heading");
            }
        }
        if part.kind == TextPartKind::Code && self.draft.target.is_at_least(2) {
            block = block.with_text("fontType", "monospace");
        }
        if part.kind == TextPartKind::Body && variant == "caption" {
            block = block.with_text("size", "small").with_flag("isSubtle", true);
        }
        block.cuttable(&part.plain, &node.key)
    }

    /// Adds a container with the parts of the children. Actions that have no place in it follow.
    fn add_container(
        &mut self,
        node: &ResolvedNode,
        style: &[(&'static str, Payload)],
    ) -> Vec<Part> {
        let parts = self.take_all(node);
        let gathered = self.draft.gather(parts);
        let mut parts = Vec::new();
        if !gathered.items.is_empty() {
            let items = gathered.items.clone();
            let mut container = self.draft.element("Container", node);
            for (name, value) in style {
                container = container.with(name, value.clone());
            }
            let container = self.draft.add(container.with_pieces("items", items));
            let place = Some((container, "items"));
            let member = if node.component.as_deref() == Some("Card") {
                "child"
            } else {
                "children"
            };
            self.draft.note(node, member, Verdict::Renamed, place, "");
            parts.push(Part::Element(container));
            self.align(node, &gathered.items);
        }
        parts.extend(gathered.actions.into_iter().map(Part::Action));
        parts
    }

    /// Aligns the texts and images in a column.
    fn align(&mut self, node: &ResolvedNode, items: &[usize]) {
        let Some((name, word)) = text_of(node, &["align", "alignment"]) else {
            return;
        };
        let word = match word.as_str() {
            "start" => "left",
            "center" => "center",
            "end" => "right",
            _ => return,
        };
        let mut first = None;
        for item in items {
            if matches!(self.draft.kind(*item), "TextBlock" | "Image") {
                let value = Payload::string(word);
                self.draft.set(*item, "horizontalAlignment", value);
                first = first.or(Some((*item, "horizontalAlignment")));
            }
        }
        if first.is_some() {
            self.draft.note(node, name, Verdict::Encoded, first, "");
        }
    }

    fn add_column(&mut self, node: &ResolvedNode) -> Vec<Part> {
        self.add_container(node, &[])
    }

    fn add_group(&mut self, node: &ResolvedNode) -> Vec<Part> {
        let mut style = vec![("style", Payload::string("emphasis"))];
        if self.draft.target.has_hub_elements() {
            style.push(("showBorder", boolean(true)));
            style.push(("roundedCorners", boolean(true)));
        }
        self.add_container(node, &style)
    }

    fn add_row(&mut self, node: &ResolvedNode) -> Vec<Part> {
        let surface = self.draft.surface;
        // The parts of each column, with the child that fills it. Buttons side by side share a column.
        let mut columns: Vec<(Option<usize>, Vec<Part>)> = Vec::new();
        for child in &node.children {
            let parts = self.take(*child);
            let is_button = is_actions(&parts);
            match columns.last_mut() {
                Some((_, last)) if is_button && is_actions(last) => last.extend(parts),
                _ if parts.is_empty() => {}
                _ => columns.push((Some(*child), parts)),
            }
        }
        if columns.iter().all(|(_, parts)| is_actions(parts)) {
            let parts = columns.into_iter().flat_map(|(_, parts)| parts).collect();
            let gathered = self.draft.gather(parts);
            if let [set] = gathered.items.as_slice() {
                let place = Some((*set, "actions"));
                self.draft
                    .note(node, "children", Verdict::Encoded, place, "");
            }
            let sets = gathered.items.into_iter().map(Part::Element);
            return sets
                .chain(gathered.actions.into_iter().map(Part::Action))
                .collect();
        }
        let mut parts = Vec::new();
        let mut pieces = Vec::new();
        let mut has_line = false;
        let last = (columns.len() > 1).then_some(columns.len());
        for (index, (child, below)) in columns.into_iter().enumerate() {
            if matches!(below.as_slice(), [Part::Divider]) {
                has_line = true;
                continue;
            }
            let gathered = self.draft.gather(below);
            parts.extend(gathered.actions.into_iter().map(Part::Action));
            let child = child.and_then(|child| surface.nodes.get(child));
            let (Some(child), false) = (child, gathered.items.is_empty()) else {
                continue;
            };
            let is_last = Some(index + 1) == last;
            let column = self.column_of(node, (child, is_last), gathered.items);
            if std::mem::take(&mut has_line) {
                self.draft.set(column, "separator", boolean(true));
            }
            pieces.push(column);
        }
        if pieces.is_empty() {
            return parts;
        }
        let set = self.column_set(node, pieces);
        parts.insert(0, Part::Element(set));
        parts
    }

    fn column_set(&mut self, node: &ResolvedNode, columns: Vec<usize>) -> usize {
        let justify = text_of(node, &["justify", "distribution"]);
        let word = match justify.as_ref().map(|(_, word)| word.as_str()) {
            Some("start") => "left",
            Some("center") => "center",
            Some("end") => "right",
            _ => "",
        };
        let first = columns.first().copied();
        let mut set = self.draft.element("ColumnSet", node);
        if !word.is_empty() {
            set = set.with_text("horizontalAlignment", word);
        }
        let set = self.draft.add(set.with_pieces("columns", columns));
        let place = Some((set, "columns"));
        self.draft
            .note(node, "children", Verdict::Encoded, place, "");
        if let Some((name, _)) = justify {
            match word {
                "" => {
                    let remark = match is_spread(node) {
                        true => "only the last column is moved to the end",
                        false => "columns are not spread over the width",
                    };
                    self.draft.note(node, name, Verdict::Carried, None, remark);
                }
                _ => {
                    let place = Some((set, "horizontalAlignment"));
                    self.draft.note(node, name, Verdict::Encoded, place, "");
                }
            }
        }
        let align = text_of(node, &["align", "alignment"]);
        if let (Some((name, word)), Some(first)) = (align, first) {
            if let Some((member, _)) =
                alignment_of(&word).filter(|_| self.draft.target.is_at_least(1))
            {
                self.draft
                    .note(node, name, Verdict::Encoded, Some((first, member)), "");
            }
        }
        set
    }

    /// Adds the column of a child of a row. The flag is `true` for the last of several columns.
    fn column_of(
        &mut self,
        row: &ResolvedNode,
        (child, is_last): (&ResolvedNode, bool),
        items: Vec<usize>,
    ) -> usize {
        let weight = child.properties.member("weight");
        let weight = weight.as_ref().and_then(number);
        let weight =
            weight.filter(|weight| !weight.text().starts_with('-') && weight.text() != "0");
        let has_text = matches!(
            child.component.as_deref(),
            Some("Text" | "Column" | "List" | "Card" | "Row" | "Tabs")
        );
        let has_text = has_text || self.draft.surface.input(&child.key).is_some();
        // Columns that fill the width leave nothing to align.
        let is_moved = matches!(
            text_of(row, &["justify", "distribution"]),
            Some((_, word)) if matches!(word.as_str(), "center" | "end")
        );
        let width = match &weight {
            Some(weight) => weight.clone(),
            // The other columns fill the width, so the last one is at the end.
            None if is_spread(row) && is_last => Payload::string("auto"),
            None if has_text && !is_moved => Payload::string("stretch"),
            None => Payload::string("auto"),
        };
        let mut column = Piece::new("Column").with("width", width);
        let align = text_of(row, &["align", "alignment"]);
        let align = align.and_then(|(_, word)| alignment_of(&word));
        if let Some((member, word)) = align.filter(|_| self.draft.target.is_at_least(1)) {
            column = column.with_text(member, word);
        }
        let column = self.draft.add(column.with_pieces("items", items));
        if weight.is_some() {
            let place = Some((column, "width"));
            self.draft
                .note(child, "weight", Verdict::Encoded, place, "");
        }
        column
    }

    /// Adds Tabs as buttons that show one container each. Before 1.2, all tabs are shown below their titles.
    fn add_tabs(&mut self, node: &ResolvedNode) -> Vec<Part> {
        let surface = self.draft.surface;
        let name = text_of(node, &["tabs", "tabItems"]).map_or("tabs", |(name, _)| name);
        let has_buttons = has_tabs(node, self.draft.target);
        let mut tabs = Vec::new();
        let mut below = Vec::new();
        for (index, child) in node.children.iter().enumerate() {
            let title = surface
                .nodes
                .get(*child)
                .map(|child| tab_title(node, child));
            let title = title.unwrap_or_default();
            let gathered = {
                let parts = self.take(*child);
                self.draft.gather(parts)
            };
            if !has_buttons {
                let block = Piece::new("TextBlock").with_text("text", &escape(&title));
                let block = block.with_flag("wrap", true).with_text("weight", "bolder");
                below.push(Part::Element(self.draft.add(block)));
                below.extend(gathered.items.into_iter().map(Part::Element));
                below.extend(gathered.actions.into_iter().map(Part::Action));
                continue;
            }
            let id = self.draft.ids.get(&node.key).to_owned();
            let id = self.draft.ids.add(&format!("{id}#tab{}", index + 1));
            let mut container = Piece::new("Container").with_text("id", &id);
            if index > 0 {
                container = container.with_flag("isVisible", false);
            }
            let container = self
                .draft
                .add(container.with_pieces("items", gathered.items));
            below.push(Part::Element(container));
            tabs.push((title, id));
        }
        if !has_buttons {
            let remark = "the version hides no elements, so all tabs are shown";
            self.draft.note(node, name, Verdict::Encoded, None, remark);
            return below;
        }
        let mut parts = add_tab_buttons(&mut self.draft, &tabs);
        if let Some(Part::Element(set)) = parts.first() {
            let place = Some((*set, "actions"));
            self.draft.note(node, name, Verdict::Encoded, place, "");
        }
        parts.extend(below);
        parts
    }

    fn add_modal(&mut self, node: &'s ResolvedNode) -> Vec<Part> {
        let surface = self.draft.surface;
        let mut parts = Vec::new();
        let mut content = Vec::new();
        let mut title = None;
        for child in &node.children {
            let below = self.take(*child);
            let Some(child_node) = surface.nodes.get(*child) else {
                continue;
            };
            match is_trigger(child_node) {
                true if self.is_title.get(*child).copied().unwrap_or_default() => {
                    title = Some(child_node);
                }
                true => parts.extend(below),
                false => content.extend(below),
            }
        }
        parts.push(add_modal(&mut self.draft, node, title, content));
        parts
    }

    fn finish(mut self) -> Result<SurfaceCard, Refusal> {
        let surface = self.draft.surface;
        let parts = self.take(0);
        let gathered = self.draft.gather(parts);
        let fallback_text = fallback_text(surface);
        let mut card = Piece::new("AdaptiveCard")
            .with_text("$schema", SCHEMA)
            .with_text("version", self.draft.target.version.as_str());
        if !fallback_text.is_empty() {
            card = card.with_text("fallbackText", &escape(&fallback_text));
        }
        card = card.with_pieces("body", gathered.items);
        let hidden = gathered
            .actions
            .get(self.draft.target.max_actions())
            .copied();
        if !gathered.actions.is_empty() {
            card = card.with_pieces("actions", gathered.actions);
        }
        if let (Some(hidden), Some(root)) = (hidden, surface.root()) {
            let remark = "the host does not show this and the following buttons";
            self.draft
                .note(root, "", Verdict::Dropped, Some((hidden, "")), remark);
        }
        let card = self.draft.add(card);
        let (card, notes) = self.draft.finish(card)?;
        Ok(SurfaceCard {
            surface_id: surface.surface_id.to_string(),
            card: card.decode()?,
            notes,
            fallback_text,
        })
    }
}

/// Returns `true` for a row with the free space between its children.
fn is_spread(row: &ResolvedNode) -> bool {
    matches!(
        text_of(row, &["justify", "distribution"]),
        Some((_, word)) if word == "spaceBetween"
    )
}

/// Returns `true` for parts that are only buttons.
fn is_actions(parts: &[Part]) -> bool {
    !parts.is_empty() && parts.iter().all(|part| matches!(part, Part::Action(_)))
}

/// Returns the member of a column, and its value, that aligns the content from top to bottom.
fn alignment_of(word: &str) -> Option<(&'static str, &'static str)> {
    match word {
        "start" => Some(("verticalContentAlignment", "top")),
        "center" => Some(("verticalContentAlignment", "center")),
        "end" => Some(("verticalContentAlignment", "bottom")),
        "stretch" => Some(("height", "stretch")),
        _ => None,
    }
}

/// Returns `true` for Tabs whose tabs can be hidden.
fn has_tabs(node: &ResolvedNode, target: &CardTarget) -> bool {
    node.component.as_deref() == Some("Tabs") && target.is_at_least(2) && !is_flattened(node)
}

fn tab_title(tabs: &ResolvedNode, child: &ResolvedNode) -> String {
    let mut segments: Vec<String> = wire::Pointer::segments(&child.pointer)
        .map(|segment| segment.into_owned())
        .collect();
    segments.pop();
    let mut at = Pointer::root();
    for segment in &segments {
        at.push(segment);
    }
    let title = tabs.properties.get(&at).and_then(|tab| tab.member("title"));
    let title = title.and_then(|title| Some(title.as_str()?.into_owned()));
    title.unwrap_or_default()
}

/// Returns `true` for a child that becomes the title of an action.
fn is_title_of(
    surface: &ResolvedSurface,
    above: &ResolvedNode,
    node: &ResolvedNode,
    has_input: bool,
) -> bool {
    match above.component.as_deref() {
        Some("Button") => is_label(surface, node),
        Some("Modal") => is_trigger(node) && !has_input && !is_flattened(above),
        _ => false,
    }
}

/// Returns `true` for texts with at most one icon. A button with anything else keeps its layout.
fn is_label(surface: &ResolvedSurface, node: &ResolvedNode) -> bool {
    let mut icons = 0;
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        match node.component.as_deref() {
            None | Some("Text" | "Row") => {}
            Some("Icon") if node.text("name").is_some_and(|name| !name.starts_with('{')) => {
                icons += 1
            }
            Some("Column") if node.children.len() < 2 => {}
            _ => return false,
        }
        open.extend(surface.children(node));
    }
    icons < 2
}

/// Returns the texts and the labels of a surface, without markup.
fn fallback_text(surface: &ResolvedSurface) -> String {
    let mut lines = Vec::new();
    for node in &surface.nodes {
        let is_text = node.component.as_deref() == Some("Text");
        let line = match surface.input(&node.key) {
            Some(input) => input.label.clone(),
            None if is_text => node.text("text").map(|text| plain_text(&parse(&text))),
            None => None,
        };
        lines.extend(line.filter(|line| !line.is_empty()));
    }
    cut(&lines.join("\n"), MAX_FALLBACK_TEXT)
}
