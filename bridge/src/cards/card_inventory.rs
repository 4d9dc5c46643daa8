//! The ids, inputs and switches of a card, which other parts of the card refer to.

use super::{
    card_input_kind::{CardInput, read_input},
    card_parts::{
        ElementMembers, members_of, members_of_action, members_of_column, shown_action,
        shown_element,
    },
    rules,
    visibility::{HiddenPart, Switch, VisibilityPlan},
};
use crate::{Refusal, limits::MAX_CARD_DEPTH, surface_names::InputNames};
use adaptive_cards::{Action, AdaptiveCard, Element, TargetElement, ToggleVisibilityAction};
use std::collections::BTreeMap;
use wire::{List, Pointer, Tolerant};

/// The index of a card: the whole card, or the card of a `ShowCard` action.
pub(super) type CardIndex = usize;

/// The parts of a card that other parts refer to, by the text of their pointer.
#[derive(Debug, Default)]
pub(super) struct CardInventory {
    /// The place of the first part with each id.
    ids: BTreeMap<String, String>,
    /// The inputs in order.
    inputs: Vec<CardInput>,
    input_at: BTreeMap<String, usize>,
    names: InputNames,
    /// The card in which each card is shown.
    parents: Vec<Option<CardIndex>>,
    card_at: BTreeMap<String, CardIndex>,
    pub(super) plan: VisibilityPlan,
}

impl CardInventory {
    /// Collects the parts of a card.
    ///
    /// # Errors
    /// Refuses a card that nests too deeply.
    pub(super) fn of(card: &AdaptiveCard) -> Result<Self, Refusal> {
        let mut walk = CardWalk::default();
        walk.card(card, &Pointer::root(), (None, 0))?;
        let mut inventory = walk.inventory;
        // Two inputs with one id, and inputs without an id, have values of their own.
        let mut ids: Vec<&str> = Vec::new();
        for input in &inventory.inputs {
            let id = input.id.as_deref().unwrap_or_default();
            let is_own = !ids.contains(&id) && id != super::card_reference::REFERENCE;
            ids.push(if is_own { id } else { "" });
        }
        inventory.names = InputNames::of(ids.into_iter());
        inventory.plan = VisibilityPlan::of(&walk.hidden, &walk.switches);
        Ok(inventory)
    }

    /// Returns the id of the part at a place, unless an earlier part has it.
    pub(super) fn own_id<'i>(&self, id: Option<&'i str>, at: &Pointer) -> Option<&'i str> {
        id.filter(|id| self.ids.get(*id).is_some_and(|first| first == at.as_str()))
    }

    /// Returns every id of the card.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.keys().map(String::as_str)
    }

    /// Returns the input at a place, and its name in the data model.
    pub(super) fn input(&self, at: &Pointer) -> Option<(&CardInput, &str)> {
        let index = *self.input_at.get(at.as_str())?;
        Some((self.inputs.get(index)?, self.names.get(index)))
    }

    /// Returns every input, each with its name in the data model.
    pub(super) fn inputs(&self) -> impl Iterator<Item = (&CardInput, &str)> {
        let inputs = self.inputs.iter().enumerate();
        inputs.map(|(index, input)| (input, self.names.get(index)))
    }

    /// Returns the inputs that the actions of a card submit: those of the card, and of the cards in which it is shown.
    /// Inputs without an id are not submitted.
    pub(super) fn associated_inputs(&self, card: CardIndex) -> Vec<(&CardInput, &str)> {
        let mut cards = Vec::new();
        let mut next = Some(card);
        while let Some(card) = next {
            cards.push(card);
            next = self.parents.get(card).copied().flatten();
        }
        let is_associated =
            |input: &CardInput| cards.contains(&input.card) && input.id.as_deref().is_some();
        self.inputs()
            .filter(|(input, _)| is_associated(input))
            .collect()
    }

    /// Returns the index of the card at a place.
    pub(super) fn card(&self, at: &Pointer) -> CardIndex {
        self.card_at.get(at.as_str()).copied().unwrap_or_default()
    }
}

/// The refusal of a card that nests too deeply.
pub(super) fn too_deep(at: &Pointer) -> Refusal {
    let message = format!("the card has more than {MAX_CARD_DEPTH} levels of elements");
    Refusal::limit(rules::LEVELS, at.clone(), message)
}

/// Visits the parts of a card in order. Each method gets the card and the depth of the part.
#[derive(Default)]
struct CardWalk {
    inventory: CardInventory,
    hidden: Vec<HiddenPart>,
    switches: Vec<Switch>,
}

impl CardWalk {
    fn card(
        &mut self,
        card: &AdaptiveCard,
        at: &Pointer,
        (parent, depth): (Option<CardIndex>, usize),
    ) -> Result<(), Refusal> {
        let index = self.inventory.parents.len();
        self.inventory.parents.push(parent);
        self.inventory.card_at.insert(at.as_str().to_owned(), index);
        let within = (index, depth);
        self.elements(&card.body, &at.member("body"), within)?;
        self.actions(&card.actions, &at.member("actions"), within)?;
        self.action_in(&card.select_action, &at.member("selectAction"), within)
    }

    fn elements(
        &mut self,
        elements: &Tolerant<List<Element>>,
        at: &Pointer,
        within: (CardIndex, usize),
    ) -> Result<(), Refusal> {
        let Some(elements) = elements.get() else {
            return Ok(());
        };
        for (index, element) in elements.enumerate() {
            self.element(element, &at.element(index), Some(at), within)?;
        }
        Ok(())
    }

    /// Visits an element. `list` is the place of the list that contains it.
    fn element(
        &mut self,
        element: &Element,
        at: &Pointer,
        list: Option<&Pointer>,
        (card, depth): (CardIndex, usize),
    ) -> Result<(), Refusal> {
        if depth > MAX_CARD_DEPTH {
            return Err(too_deep(at));
        }
        let Some((element, at)) = shown_element(element, at) else {
            return Ok(());
        };
        let (element, at) = (&*element, &at);
        let within = (card, depth + 1);
        self.register(&members_of(element), at, list);
        if let Some(input) = read_input(element, card) {
            let index = self.inventory.inputs.len();
            self.inventory
                .input_at
                .insert(at.as_str().to_owned(), index);
            self.inventory.inputs.push(input);
        }
        let select_at = at.member("selectAction");
        match element {
            Element::Container(container) => {
                self.elements(&container.items, &at.member("items"), within)?;
                self.action_in(&container.select_action, &select_at, within)
            }
            Element::ColumnSet(set) => {
                for (index, column) in set.columns.get().into_iter().flat_map(List::enumerate) {
                    let at = at.member("columns").element(index);
                    self.register(&members_of_column(column), &at, None);
                    self.elements(&column.items, &at.member("items"), within)?;
                    self.action_in(&column.select_action, &at.member("selectAction"), within)?;
                }
                self.action_in(&set.select_action, &select_at, within)
            }
            Element::Table(table) => {
                for (index, row) in table.rows.get().into_iter().flat_map(List::enumerate) {
                    let at = at.member("rows").element(index).member("cells");
                    for (index, cell) in row.cells.get().into_iter().flat_map(List::enumerate) {
                        let at = at.element(index);
                        self.elements(&cell.items, &at.member("items"), within)?;
                        self.action_in(&cell.select_action, &at.member("selectAction"), within)?;
                    }
                }
                Ok(())
            }
            Element::Carousel(carousel) => {
                for (index, page) in carousel.pages.get().into_iter().flat_map(List::enumerate) {
                    let at = at.member("pages").element(index);
                    self.elements(&page.items, &at.member("items"), within)?;
                    self.action_in(&page.select_action, &at.member("selectAction"), within)?;
                }
                Ok(())
            }
            Element::ActionSet(set) => self.actions(&set.actions, &at.member("actions"), within),
            Element::Image(image) => self.action_in(&image.select_action, &select_at, within),
            Element::ImageSet(set) => {
                for (index, image) in set.images.get().into_iter().flat_map(List::enumerate) {
                    let at = at.member("images").element(index);
                    self.action_in(&image.select_action, &at.member("selectAction"), within)?;
                }
                Ok(())
            }
            Element::TextInput(input) => {
                self.action_in(&input.inline_action, &at.member("inlineAction"), within)
            }
            Element::Icon(icon) => self.action_in(&icon.select_action, &select_at, within),
            Element::CompoundButton(button) => {
                self.action_in(&button.select_action, &select_at, within)
            }
            _ => Ok(()),
        }
    }

    /// Registers the id of a part, and that it is hidden.
    fn register(&mut self, members: &ElementMembers<'_>, at: &Pointer, list: Option<&Pointer>) {
        let at = at.as_str().to_owned();
        if let Some(id) = members.id {
            let ids = &mut self.inventory.ids;
            ids.entry(id.to_owned()).or_insert_with(|| at.clone());
        }
        self.hidden.push(HiddenPart {
            id: members.id.map(str::to_owned),
            at,
            list: list.map(|list| list.as_str().to_owned()),
            is_hidden: members.is_hidden,
            width: members.width.map(str::to_owned),
        });
    }

    fn actions(
        &mut self,
        actions: &Tolerant<List<Action>>,
        at: &Pointer,
        within: (CardIndex, usize),
    ) -> Result<(), Refusal> {
        for (index, action) in actions.get().into_iter().flat_map(List::enumerate) {
            self.action(action, &at.element(index), within)?;
        }
        Ok(())
    }

    fn action_in(
        &mut self,
        action: &Tolerant<Box<Action>>,
        at: &Pointer,
        within: (CardIndex, usize),
    ) -> Result<(), Refusal> {
        match action.get() {
            Some(action) => self.action(action, at, within),
            None => Ok(()),
        }
    }

    fn action(
        &mut self,
        action: &Action,
        at: &Pointer,
        (card, depth): (CardIndex, usize),
    ) -> Result<(), Refusal> {
        if depth > MAX_CARD_DEPTH {
            return Err(too_deep(at));
        }
        let Some((action, at)) = shown_action(action, at) else {
            return Ok(());
        };
        if let Some(id) = members_of_action(&action).id {
            let ids = &mut self.inventory.ids;
            ids.entry(id.to_owned())
                .or_insert_with(|| at.as_str().to_owned());
        }
        match &*action {
            Action::ShowCard(show) => match show.card.get() {
                Some(shown) => self.card(shown, &at.member("card"), (Some(card), depth + 1)),
                None => Ok(()),
            },
            Action::Popover(popover) => {
                let content = popover.content.as_ref();
                match content.and_then(|content| content.decode::<Element>().ok()) {
                    Some(element) => {
                        let at = at.member("content");
                        self.element(&element, &at, None, (card, depth + 1))
                    }
                    None => Ok(()),
                }
            }
            Action::ToggleVisibility(toggle) => {
                self.switches.push(switch_of(toggle, &at));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Returns the elements that an action shows and hides.
fn switch_of(toggle: &ToggleVisibilityAction, at: &Pointer) -> Switch {
    let mut targets = Vec::new();
    for target in toggle
        .target_elements
        .get()
        .into_iter()
        .flat_map(List::iter)
    {
        match target {
            TargetElement::Id(id) => targets.push((id.clone(), None)),
            TargetElement::Visibility(visibility) => {
                if let Some(id) = visibility.element_id.get() {
                    targets.push((id.clone(), visibility.is_visible.get().copied()));
                }
            }
        }
    }
    Switch {
        at: at.as_str().to_owned(),
        title: toggle.title.get().cloned().unwrap_or_default(),
        targets,
    }
}
