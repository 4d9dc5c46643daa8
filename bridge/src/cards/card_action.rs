//! Buttons and Modals of a surface as actions of a card.

use super::{
    card_draft::{CardDraft, Part, Piece, boolean, text_of},
    card_ids::ENVELOPE,
    card_text::plain,
};
use crate::{
    Verdict,
    icons::icon_of_a2ui,
    markdown::{parse, plain_text},
    surface_writer::object,
};
use a2ui::{
    address::has_link_scheme,
    resolved::{DeclaredAction, ResolvedAction, ResolvedNode, ResolvedSurface},
};
use wire::Payload;

/// The title of an action without a text. A host draws no button without a title.
const NO_TITLE: &str = "…";

/// A button that is being written: the members that all kinds of actions have.
struct Button {
    members: Vec<(&'static str, Payload)>,
    title: String,
}

/// Adds a Button. `below` are the parts of its child, unless the child is only a label.
pub(super) fn add_button(
    draft: &mut CardDraft<'_>,
    node: &ResolvedNode,
    below: Option<Vec<Part>>,
) -> Vec<Part> {
    let surface = draft.surface;
    let Some(action) = surface.action(&node.key) else {
        return without_action(draft, node, below, "the button has no action");
    };
    let button = Button::of(draft, node, action, below.is_none());
    let written = match &action.action {
        DeclaredAction::Event { name, .. } => button.event(draft, node, Some(name)),
        DeclaredAction::Call(call) if call.name == "openUrl" => match opened_url(action) {
            Some(url) if has_link_scheme(&url) => Ok(button.open(&url)),
            Some(_) => {
                let remark = "the URL is not one that a host may open";
                draft.note(node, "action", Verdict::Quarantined, None, remark);
                return without_action(draft, node, below, "");
            }
            None => {
                let remark = "the button opens no URL yet";
                return without_action(draft, node, below, remark);
            }
        },
        _ => button.event(draft, node, None),
    };
    let piece = match written {
        Ok(piece) => piece,
        Err(remark) => return without_action(draft, node, below, remark),
    };
    let has_style = action.is_primary && draft.target.is_at_least(2);
    let is_event = matches!(action.action, DeclaredAction::Event { .. });
    let (parts, piece, place) = match below {
        Some(below) => select_action(draft, node, below, piece),
        None => {
            let action = draft.add(piece);
            note_title(draft, node, action);
            (vec![Part::Action(action)], action, "")
        }
    };
    let remark = match is_event || opened_url(action).is_some() {
        true => "",
        false => "a click returns the call to the program that wrote the card",
    };
    draft.note(
        node,
        "action",
        Verdict::Encoded,
        Some((piece, place)),
        remark,
    );
    if has_style {
        if let Some((name, _)) = text_of(node, &["variant", "primary"]) {
            let place = Some((piece, if place.is_empty() { "style" } else { place }));
            draft.note(node, name, Verdict::Encoded, place, "");
        }
    }
    if !node.failed_checks.is_empty() {
        let remark = "the checks of the button run after the click";
        draft.note(node, "checks", Verdict::Derived, None, remark);
    }
    parts
}

/// Puts the action of a Button on the container of its child.
fn select_action(
    draft: &mut CardDraft<'_>,
    node: &ResolvedNode,
    below: Vec<Part>,
    piece: Piece,
) -> (Vec<Part>, usize, &'static str) {
    let gathered = draft.gather(below);
    let action = draft.add(piece);
    let container = draft
        .element("Container", node)
        .with_pieces("items", gathered.items);
    let mut parts: Vec<Part> = gathered.actions.into_iter().map(Part::Action).collect();
    // Before 1.1, no element reacts to a click.
    if !draft.target.is_at_least(1) {
        let container = draft.add(container);
        parts.insert(0, Part::Element(container));
        parts.push(Part::Action(action));
        return (parts, action, "");
    }
    let container = draft.add(container.with_piece("selectAction", action));
    parts.insert(0, Part::Element(container));
    (parts, container, "selectAction")
}

/// Shows the label of a Button that cannot act.
fn without_action(
    draft: &mut CardDraft<'_>,
    node: &ResolvedNode,
    below: Option<Vec<Part>>,
    remark: &'static str,
) -> Vec<Part> {
    if !remark.is_empty() {
        draft.note(node, "action", Verdict::Dropped, None, remark);
    }
    if let Some(below) = below {
        return below;
    }
    let label = label_below(draft.surface, node);
    if label.is_empty() {
        return Vec::new();
    }
    let text = super::card_text::escape(&label);
    let block = draft.element("TextBlock", node).with_text("text", &text);
    let block = draft.add(block.with_flag("wrap", true));
    vec![Part::Element(block)]
}

/// Returns the URL that a button opens, as it is now.
fn opened_url(action: &ResolvedAction) -> Option<String> {
    let DeclaredAction::Call(call) = &action.action else {
        return None;
    };
    if call.name != "openUrl" {
        return None;
    }
    let url = action.arguments.as_ref()?.member("url")?;
    Some(url.as_str()?.into_owned())
}

impl Button {
    /// Writes the members of a Button that all actions have. `is_label` is `true` if the child is only a label.
    fn of(
        draft: &mut CardDraft<'_>,
        node: &ResolvedNode,
        action: &ResolvedAction,
        is_label: bool,
    ) -> Self {
        let icon = if is_label {
            icon_below(draft.surface, node)
        } else {
            None
        };
        let mut title = plain(&without_markup(action.label.as_deref().unwrap_or_default()));
        if title.is_empty() {
            title = match (&icon, &action.action) {
                (Some(icon), _) => icon_word(icon),
                (None, DeclaredAction::Event { name, .. }) => plain(name),
                (None, _) => NO_TITLE.to_owned(),
            };
        }
        // In an element, the id belongs to the container.
        let mut members = Vec::new();
        if is_label {
            members.push(("id", Payload::string(draft.ids.get(&node.key))));
        }
        members.push(("title", Payload::string(&title)));
        let fluent = icon.as_deref().and_then(icon_of_a2ui);
        if let Some(fluent) = fluent.filter(|_| draft.target.has_hub_elements()) {
            let url = format!("icon:{}", fluent.fluent);
            members.push(("iconUrl", Payload::string(&url)));
        }
        if action.is_primary && draft.target.is_at_least(2) {
            members.push(("style", Payload::string("positive")));
        }
        if let Some(text) = accessible(node, "description").filter(|_| draft.target.is_at_least(5))
        {
            members.push(("tooltip", Payload::string(&plain(&text))));
        }
        Self { members, title }
    }

    fn piece(&self, kind: &'static str) -> Piece {
        let piece = Piece::new(kind);
        self.members.iter().fold(piece, |piece, (name, value)| {
            piece.with(name, value.clone())
        })
    }

    fn open(&self, url: &str) -> Piece {
        self.piece("Action.OpenUrl").with_text("url", url)
    }

    /// Writes the action that sends the inputs. The error is the reason why the host has no such action.
    fn event(
        &self,
        draft: &CardDraft<'_>,
        node: &ResolvedNode,
        name: Option<&str>,
    ) -> Result<Piece, &'static str> {
        let data = data_of(draft.surface, node);
        let target = draft.target;
        if !target.has_execute() {
            return match target.has_submit() {
                true => Ok(self.piece("Action.Submit").with("data", data)),
                false => Err("the host cannot send the event"),
            };
        }
        let verb = name.unwrap_or(&self.title);
        let piece = self
            .piece("Action.Execute")
            .with_text("verb", verb)
            .with("data", data.clone());
        if !target.has_submit() {
            return Ok(piece);
        }
        // The fallback has the same data, so an older host sends the same payload.
        let mut submit = vec![("type", Payload::string("Action.Submit"))];
        submit.extend(self.members.iter().cloned());
        submit.push(("data", data));
        Ok(piece.with("fallback", object(&submit)))
    }
}

/// Returns the data of a button, from which a submit finds the button again.
fn data_of(surface: &ResolvedSurface, node: &ResolvedNode) -> Payload {
    let envelope = object(&[
        ("surfaceId", Payload::string(surface.surface_id.as_str())),
        ("component", Payload::string(node.key.as_str())),
    ]);
    object(&[(ENVELOPE, envelope)])
}

/// Adds a Modal: a button that opens a card below it. `title` is the text of the trigger, unless the trigger is shown.
pub(super) fn add_modal(
    draft: &mut CardDraft<'_>,
    node: &ResolvedNode,
    trigger: Option<&ResolvedNode>,
    content: Vec<Part>,
) -> Part {
    let mut title = String::new();
    if let Some(trigger) = trigger {
        title = plain(&label_below(draft.surface, trigger));
        if title.is_empty() {
            title = icon_below(draft.surface, trigger).map_or(title, |icon| icon_word(&icon));
        }
    }
    if title.is_empty() {
        title = NO_TITLE.to_owned();
    }
    let gathered = draft.gather(content);
    let mut card = Piece::new("AdaptiveCard").with_pieces("body", gathered.items);
    if !gathered.actions.is_empty() {
        card = card.with_pieces("actions", gathered.actions);
    }
    let card = draft.add(card);
    let action = draft
        .element("Action.ShowCard", node)
        .with_text("title", &title)
        .with_piece("card", card);
    let action = draft.add(action);
    let remark = "buttons outside of the Modal do not send its inputs";
    let content = text_of(node, &["content", "contentChild"]).map_or("content", |(name, _)| name);
    draft.note(
        node,
        content,
        Verdict::Encoded,
        Some((action, "card")),
        remark,
    );
    if let Some(trigger) = trigger {
        let name =
            text_of(node, &["trigger", "entryPointChild"]).map_or("trigger", |(name, _)| name);
        let place = Some((action, "title"));
        draft.note(
            node,
            name,
            Verdict::Encoded,
            place,
            "the title is the text of the trigger",
        );
        note_title(draft, trigger, action);
        if draft.surface.action(&trigger.key).is_some() {
            let remark = "the host opens the card, so the trigger sends no event";
            draft.note(trigger, "action", Verdict::Dropped, None, remark);
        }
    }
    Part::Action(action)
}

/// Adds the buttons of Tabs, each of which shows one tab and hides the others.
pub(super) fn add_tab_buttons(draft: &mut CardDraft<'_>, tabs: &[(String, String)]) -> Vec<Part> {
    let mut actions = Vec::new();
    for (index, (title, _)) in tabs.iter().enumerate() {
        let mut targets = Vec::new();
        for (other, (_, id)) in tabs.iter().enumerate() {
            targets.push(object(&[
                ("elementId", Payload::string(id)),
                ("isVisible", boolean(other == index)),
            ]));
        }
        let title = match title.is_empty() {
            true => (index + 1).to_string(),
            false => plain(title),
        };
        let action = Piece::new("Action.ToggleVisibility").with_text("title", &title);
        let action = draft.add(action.with("targetElements", Payload::array(&targets)));
        actions.push(Part::Action(action));
    }
    let sets = draft.gather(actions).items;
    sets.into_iter().map(Part::Element).collect()
}

/// Returns the `label` or the `description` for assistive technology.
pub(super) fn accessible(node: &ResolvedNode, member: &str) -> Option<String> {
    for name in ["accessibility", "@accessibility"] {
        let texts = node.properties.member(name);
        if let Some(text) = texts.and_then(|texts| texts.member(member)) {
            return text.as_str().map(|text| text.into_owned());
        }
    }
    None
}

/// Adds notes about the texts and icons that became the title of an action.
fn note_title(draft: &mut CardDraft<'_>, title: &ResolvedNode, action: usize) {
    let surface = draft.surface;
    let has_icons = draft.target.has_hub_elements() && draft.has(action, "iconUrl");
    for node in below(surface, title) {
        match node.component.as_deref() {
            Some("Text") => {
                let place = Some((action, "title"));
                draft.note(node, "text", Verdict::Encoded, place, "");
            }
            Some("Icon") if has_icons => {
                let place = Some((action, "iconUrl"));
                draft.note(node, "name", Verdict::Encoded, place, "");
            }
            Some("Icon") => {
                let remark = "the button shows its title only";
                draft.note(node, "name", Verdict::Carried, None, remark);
            }
            _ => {}
        }
    }
}

/// Returns a text of a surface on one line, without its markup.
fn without_markup(text: &str) -> String {
    let plain = plain_text(&parse(text));
    let lines: Vec<&str> = plain.split('\n').collect();
    lines.join(" ")
}

/// Returns the texts below a node.
pub(super) fn label_below(surface: &ResolvedSurface, node: &ResolvedNode) -> String {
    let mut texts = Vec::new();
    for node in below(surface, node) {
        if node.component.as_deref() == Some("Text") {
            texts.extend(node.text("text").map(|text| without_markup(&text)));
        }
    }
    texts.retain(|text| !text.is_empty());
    texts.join(" ")
}

/// Returns the name of the first icon below a node.
fn icon_below(surface: &ResolvedSurface, node: &ResolvedNode) -> Option<String> {
    let mut found = below(surface, node);
    found.retain(|node| node.component.as_deref() == Some("Icon"));
    let name = found.first()?.properties.member("name")?;
    Some(name.as_str()?.into_owned())
}

/// Returns the nodes below a node in display order, and the node itself.
fn below<'s>(surface: &'s ResolvedSurface, node: &'s ResolvedNode) -> Vec<&'s ResolvedNode> {
    let mut nodes = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        nodes.push(node);
        let children: Vec<&ResolvedNode> = surface.children(node).collect();
        open.extend(children.into_iter().rev());
    }
    nodes
}

/// Returns the words of an icon's name, such as `shopping cart`.
pub(super) fn icon_word(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    plain(words.trim())
}
