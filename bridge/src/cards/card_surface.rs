//! Cards as surfaces.

use super::{
    card_inventory::{CardIndex, CardInventory, too_deep},
    card_parts::{Clickable, Part, members_of, shown_element},
    visibility::{GroupIndex, Visibility},
};
use crate::{
    PartNote, Refusal, Verdict,
    limits::MAX_CARD_DEPTH,
    surface_names::UniqueNames,
    surface_writer::{SurfaceTarget, SurfaceWriter, object},
};
use a2ui::{ComponentId, Message, Version};
use adaptive_cards::{AdaptiveCard, Element};
use std::collections::BTreeSet;
use wire::{List, Payload, Pointer, Tolerant};

/// The surface of a card.
#[derive(Clone, Debug)]
pub(crate) struct CardSurface {
    pub(crate) messages: Vec<Message>,
    /// The parts that the surface does not show as the card does. Styles have no notes.
    pub(crate) notes: Vec<PartNote>,
}

/// Returns the messages of a surface that shows a card to the user.
///
/// The values of the inputs are at `/inputs` in the data model. The buttons of `Action.Submit` and `Action.Execute` send
/// events. The context of such an event contains the `data` of the action, the values of the inputs, and a member
/// `adaptiveCard` for [`submit_of_action`](super::submit_of_action). A card that an action shows becomes a modal.
///
/// ```
/// use agent_ui_bridge::{a2ui::Version, adaptive_cards::AdaptiveCard, cards::surface_of_card, wire};
///
/// let card: AdaptiveCard = wire::decode(
///     r#"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"Input.Text","id":"name","label":"Name"}],
///         "actions":[{"type":"Action.Submit","title":"Send"}]}"#,
/// )?;
/// let messages = surface_of_card(&card, "card-7", Version::V0_9)?;
/// let texts: Result<Vec<String>, _> = messages.iter().map(wire::encode).collect();
/// assert!(texts?.concat().contains(r#"{"id":"name","component":"TextField","label":"Name","value":{"path":"/inputs/name"}}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Refuses A2UI 0.8, and a card that exceeds the limits of this crate or of A2UI.
pub fn surface_of_card(
    card: &AdaptiveCard,
    surface_id: &str,
    version: Version,
) -> Result<Vec<Message>, Refusal> {
    let surface = card_surface_in(card, surface_id, SurfaceTarget::of_version(version)?)?;
    Ok(surface.messages)
}

/// Returns the surface of a card in one version and notation, with notes.
pub(crate) fn card_surface_in(
    card: &AdaptiveCard,
    surface_id: &str,
    target: SurfaceTarget,
) -> Result<CardSurface, Refusal> {
    let inventory = CardInventory::of(card)?;
    let mut writer = CardWriter::new(&inventory, target);
    writer.card(card)?;
    let mut initial = Vec::new();
    let mut names = BTreeSet::new();
    for (input, name) in inventory.inputs() {
        if names.insert(name) {
            initial.push((name, input.initial.clone()));
        }
    }
    let data = object(&[("inputs", object(&initial))]);
    Ok(CardSurface {
        messages: writer.surface.finish(surface_id, &data)?,
        notes: writer.notes,
    })
}

/// The longest id of a card that becomes the id of a component.
const MAX_ID: usize = 255;

/// Writes the components of a card.
pub(super) struct CardWriter<'i> {
    pub(super) surface: SurfaceWriter,
    pub(super) inventory: &'i CardInventory,
    names: UniqueNames,
    notes: Vec<PartNote>,
    /// The card that is being written.
    pub(super) card: CardIndex,
    pub(super) depth: usize,
    /// `true` in the first row of a table.
    pub(super) is_bold: bool,
    /// The number of inputs, buttons, modals and tabs so far.
    pub(super) interactive: usize,
    /// The id and the components of each group.
    groups: Vec<(String, Vec<String>)>,
    /// The tabs that have been added.
    written_tabs: BTreeSet<usize>,
}

impl<'i> CardWriter<'i> {
    fn new(inventory: &'i CardInventory, target: SurfaceTarget) -> Self {
        let mut names = UniqueNames::default();
        names.take(&["root".to_owned()]);
        for id in inventory.ids() {
            names.take(&[id.to_owned()]);
        }
        let mut groups = Vec::new();
        for group in 0..inventory.plan.groups {
            groups.push((names.take(&[format!("group_{group}")]), Vec::new()));
        }
        Self {
            surface: SurfaceWriter::new(target),
            inventory,
            names,
            notes: Vec::new(),
            card: 0,
            depth: 0,
            is_bold: false,
            interactive: 0,
            groups,
            written_tabs: BTreeSet::new(),
        }
    }

    /// Writes the whole card. Its parts are the children of the root.
    fn card(&mut self, card: &AdaptiveCard) -> Result<(), Refusal> {
        let at = Pointer::root();
        self.note_card(card);
        let before = self.interactive;
        let mut shown = self.elements(&card.body, &at.member("body"))?;
        let is_interactive = self.interactive != before;
        if card.select_action.get().is_some() {
            let part = Part { id: None, at: &at };
            let body = match is_interactive {
                true => String::new(),
                false => self.column(&part, &shown),
            };
            match self.with_click(body, &card.select_action, &part, is_interactive)? {
                Clickable::Part(_) if is_interactive => {}
                Clickable::Part(id) => shown = vec![id],
                Clickable::Beside(_, button) => shown.push(button),
            }
        }
        let part = Part { id: None, at: &at };
        shown.extend(self.action_row(&card.actions, &part)?);
        for id in &shown {
            self.surface.show_component(id);
        }
        for (id, members) in std::mem::take(&mut self.groups) {
            let children = children_of(&members);
            self.surface.add(&id, "Column", &[("children", children)]);
        }
        Ok(())
    }

    /// Notes the members of a card that a surface does not have.
    fn note_card(&mut self, card: &AdaptiveCard) {
        let at = Pointer::root();
        if card.refresh.get().is_some() {
            let remark = "a surface does not ask for a new card";
            self.note(&at.member("refresh"), Verdict::Carried, remark);
        }
        if card.authentication.get().is_some() {
            let remark = "a surface has no sign-in";
            self.note(&at.member("authentication"), Verdict::Carried, remark);
        }
    }

    /// Adds a note.
    pub(super) fn note(&mut self, at: &Pointer, verdict: Verdict, remark: &'static str) {
        self.notes.push(PartNote {
            at: at.clone(),
            verdict,
            remark,
        });
    }

    /// Goes one level down.
    pub(super) fn enter(&mut self, at: &Pointer) -> Result<(), Refusal> {
        self.depth += 1;
        match self.depth > MAX_CARD_DEPTH {
            true => Err(too_deep(at)),
            false => Ok(()),
        }
    }

    /// Adds the components of a list of elements. Returns the ids of those that are shown at their place.
    pub(super) fn elements(
        &mut self,
        elements: &Tolerant<List<Element>>,
        at: &Pointer,
    ) -> Result<Vec<String>, Refusal> {
        let mut shown = Vec::new();
        let Some(elements) = elements.get() else {
            if elements.invalid().is_some() {
                self.note(at, Verdict::Carried, "the value is not a list of elements");
            }
            return Ok(shown);
        };
        self.enter(at)?;
        for index in 0..elements.len() {
            let at = at.element(index);
            let Some(element) = elements.get(index) else {
                self.note(&at, Verdict::Carried, "the value is not an element");
                continue;
            };
            let Some((element, at)) = self.known_element(element, &at) else {
                continue;
            };
            let before = shown.len();
            match self.is_shown(&at) {
                Visibility::Hidden | Visibility::OtherWidth => continue,
                Visibility::Grouped(group) => {
                    let id = self.element(&element, &at)?;
                    if let Some((_, members)) = self.groups.get_mut(group) {
                        members.extend(id);
                    }
                    shown.extend(self.tabs_with(group, &at));
                }
                Visibility::Shown | Visibility::Revealed => {
                    shown.extend(self.element(&element, &at)?);
                }
            }
            if members_of(&element).has_separator && before > 0 && shown.len() > before {
                shown.insert(before, self.add_beside(&at, "separator", "Divider", &[]));
            }
        }
        self.depth -= 1;
        Ok(shown)
    }

    /// Returns the element that is shown, and its place.
    fn known_element<'c>(
        &mut self,
        element: &'c Element,
        at: &Pointer,
    ) -> Option<(std::borrow::Cow<'c, Element>, Pointer)> {
        let shown = shown_element(element, at);
        match &shown {
            None => self.note(
                at,
                Verdict::Carried,
                "the element is unknown and has no fallback",
            ),
            Some((_, place)) if place != at => {
                let remark = "the fallback is shown in place of the element";
                self.note(at, Verdict::Carried, remark);
            }
            Some(_) => {}
        }
        shown
    }

    /// Returns the way in which the part at a place is shown, and notes the unusual ones.
    pub(super) fn is_shown(&mut self, at: &Pointer) -> Visibility {
        let visibility = self.inventory.plan.visibility(at);
        match visibility {
            Visibility::Hidden => {
                self.note(at, Verdict::Carried, "the hidden element is not shown");
            }
            Visibility::OtherWidth => {
                let remark = "the element is for cards of another width";
                self.note(at, Verdict::Carried, remark);
            }
            Visibility::Revealed => {
                let remark = "the hidden element is shown at once, because no modal or tab shows it as its actions do";
                self.note(at, Verdict::Dropped, remark);
            }
            Visibility::Shown | Visibility::Grouped(_) => {}
        }
        visibility
    }

    /// Adds the tabs with a group, unless it belongs to a modal or the tabs have been added.
    fn tabs_with(&mut self, group: GroupIndex, at: &Pointer) -> Option<String> {
        let tabs = &self.inventory.plan.tabs;
        let has_group =
            |tabs: &Vec<(String, GroupIndex)>| tabs.iter().any(|(_, own)| *own == group);
        let index = tabs.iter().position(has_group)?;
        if !self.written_tabs.insert(index) {
            return None;
        }
        let mut listed = Vec::new();
        for (number, (title, group)) in tabs.get(index)?.iter().enumerate() {
            listed.push((tab_title(title, number), self.group_id(*group)));
        }
        Some(self.tabs(&Part { id: None, at }, &listed))
    }

    /// Adds tabs, each with its title and its component.
    pub(super) fn tabs(&mut self, part: &Part<'_>, tabs: &[(String, String)]) -> String {
        self.interactive += 1;
        let mut listed = Vec::new();
        for (title, child) in tabs {
            listed.push(object(&[
                ("title", Payload::string(title)),
                ("child", Payload::string(child)),
            ]));
        }
        let tabs = [("tabs", Payload::array(&listed))];
        match part.id {
            Some(_) => self.add(part, "Tabs", &tabs),
            None => self.add_beside(part.at, "tabs", "Tabs", &tabs),
        }
    }

    /// Returns the component of a group.
    pub(super) fn group_id(&self, group: GroupIndex) -> String {
        let group = self.groups.get(group);
        group.map(|(id, _)| id.clone()).unwrap_or_default()
    }

    /// Adds a column with these children.
    pub(super) fn column(&mut self, part: &Part<'_>, children: &[String]) -> String {
        let children = [("children", children_of(children))];
        self.add(part, "Column", &children)
    }

    /// Adds the component of a part. It has the id of the part, if that can be the id of a component.
    pub(super) fn add(
        &mut self,
        part: &Part<'_>,
        type_name: &str,
        properties: &[(&str, Payload)],
    ) -> String {
        let own = self.inventory.own_id(part.id, part.at);
        let id = match own.filter(|id| self.is_component_id(id)) {
            Some(id) => id.to_owned(),
            None => self.names.take(&[generated_id(part.at)]),
        };
        self.surface.add(&id, type_name, properties);
        id
    }

    /// Adds a further component of a part.
    pub(super) fn add_beside(
        &mut self,
        at: &Pointer,
        suffix: &str,
        type_name: &str,
        properties: &[(&str, Payload)],
    ) -> String {
        let id = match at.is_root() {
            true => suffix.to_owned(),
            false => [&generated_id(at), "_", suffix].concat(),
        };
        let id = self.names.take(&[id]);
        self.surface.add(&id, type_name, properties);
        id
    }

    /// Returns `true` if every client accepts the id of a part as the id of a component.
    fn is_component_id(&self, id: &str) -> bool {
        if id == "root" || id.is_empty() || id.len() > MAX_ID {
            return false;
        }
        let is_usual = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
        match self.surface.has_identifiers() {
            true => ComponentId::from(id).to_identifier().as_str() == id,
            false => id.chars().all(is_usual),
        }
    }
}

/// Returns the title of a tab, which is its number if the card has none.
pub(super) fn tab_title(title: &str, number: usize) -> String {
    match title {
        "" => (number + 1).to_string(),
        title => title.to_owned(),
    }
}

/// Returns an id for the component of a place. It is an identifier.
fn generated_id(at: &Pointer) -> String {
    if at.is_root() {
        return "card".to_owned();
    }
    let mut id = String::new();
    for segment in at.segments() {
        if !id.is_empty() {
            id.push('_');
        }
        id.push_str(&segment);
    }
    id
}

/// Returns the list of the ids of children.
pub(super) fn children_of(ids: &[String]) -> Payload {
    let children: Vec<Payload> = ids.iter().map(|id| Payload::string(id)).collect();
    Payload::array(&children)
}
