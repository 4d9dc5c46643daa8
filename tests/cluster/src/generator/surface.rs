//! Surfaces that grow, change and are deleted.

use super::{
    notation::{DataValue, Kind, Notation},
    random::Random,
};
use std::collections::VecDeque;

/// The number of surfaces that a session shows at the same time.
const SURFACES: usize = 3;
/// The number of components after which a surface no longer grows.
const COMPONENTS: usize = 60;

/// The surfaces of a session.
pub(super) struct Surfaces {
    notation: Notation,
    live: Vec<Surface>,
    /// The number of surfaces so far, and the number of components so far.
    numbers: (usize, usize),
    /// The messages that belong together and are returned next.
    queued: VecDeque<String>,
}

struct Surface {
    id: String,
    /// The ids of the children of the root.
    children: Vec<String>,
    components: Vec<(String, Kind)>,
}

impl Surface {
    fn buttons(&self) -> Vec<(&str, &str)> {
        let buttons = self.components.iter().filter_map(|(id, kind)| match kind {
            Kind::Button(_, event) => Some((id.as_str(), event.as_str())),
            _ => None,
        });
        buttons.collect()
    }
}

impl Surfaces {
    pub(super) fn new(notation: Notation) -> Self {
        Self {
            notation,
            live: Vec::new(),
            numbers: (0, 0),
            queued: VecDeque::new(),
        }
    }

    /// Returns the next message of the agent.
    pub(super) fn next(&mut self, random: &mut Random) -> String {
        if let Some(message) = self.queued.pop_front() {
            return message;
        }
        let choice = random.below(100);
        let number = random.below(self.live.len());
        match choice {
            _ if self.live.is_empty() => self.create(random),
            0..4 if self.live.len() < SURFACES => self.create(random),
            4..6 => self.delete(number),
            6..30 => self.grow(number, random),
            30..50 => self.change(number, random),
            _ => self.data(number, random),
        }
    }

    /// Returns a click on a button of a surface. If the surface has no button, the click names an unknown component.
    pub(super) fn click(&mut self, notation: Notation, random: &mut Random) -> String {
        let surface = random.pick(&self.live);
        let buttons = surface.map(Surface::buttons).unwrap_or_default();
        let (component, event) = random
            .pick(&buttons)
            .copied()
            .unwrap_or(("nowhere", "press"));
        notation.click(
            surface.map_or("none", |surface| &surface.id),
            component,
            event,
            random,
        )
    }

    fn create(&mut self, random: &mut Random) -> String {
        self.numbers.0 += 1;
        let id = format!("surface-{}", self.numbers.0);
        self.live.push(Surface {
            id: id.clone(),
            children: Vec::new(),
            components: Vec::new(),
        });
        let create = self.notation.create(&id);
        let first = self.grow(self.live.len().saturating_sub(1), random);
        let (now, later) = if self.notation == Notation::V0_8 {
            (first, create)
        } else {
            (create, first)
        };
        self.queued.push_back(later);
        now
    }

    fn delete(&mut self, number: usize) -> String {
        if number >= self.live.len() {
            return self.notation.delete("none");
        }
        self.notation.delete(&self.live.swap_remove(number).id)
    }

    /// Adds some components to a surface.
    fn grow(&mut self, number: usize, random: &mut Random) -> String {
        let notation = self.notation;
        let Some(surface) = self.live.get_mut(number) else {
            return notation.delete("none");
        };
        if surface.components.len() >= COMPONENTS {
            return self.change(number, random);
        }
        let mut added = Vec::new();
        for _ in 0..=random.below(5) {
            self.numbers.1 += 1;
            let at = self.numbers.1;
            let id = format!("c{at}");
            surface.children.push(id.clone());
            match random.below(7) {
                0 => {
                    added.push((format!("t{at}"), Kind::Text(random.text())));
                    added.push((id, Kind::Button(format!("t{at}"), format!("press{at}"))));
                }
                1 => added.push((id, Kind::BoundText(format!("/value{}", random.below(9))))),
                2 => added.push((id, Kind::Field("/draft".to_owned()))),
                3 => added.push((id, Kind::Image(format!("https://img.example.org/{at}.png")))),
                4 => {
                    added.push((format!("t{at}"), Kind::BoundText("name".to_owned())));
                    added.push((id, Kind::List(format!("t{at}"), "/items".to_owned())));
                }
                _ => added.push((id, Kind::Text(random.text()))),
            }
        }
        let root = notation.component(notation.root(), &Kind::Column(surface.children.clone()));
        let components = added.iter().map(|(id, kind)| notation.component(id, kind));
        let components: Vec<String> = [root].into_iter().chain(components).collect();
        surface.components.append(&mut added);
        notation.update(&surface.id, &components)
    }

    /// Writes a component again with another text.
    fn change(&mut self, number: usize, random: &mut Random) -> String {
        let notation = self.notation;
        let Some(surface) = self.live.get_mut(number) else {
            return notation.delete("none");
        };
        let at = random.below(surface.components.len());
        let Some((id, kind)) = surface.components.get_mut(at) else {
            return notation.update(&surface.id, &[]);
        };
        if let Kind::Text(text) = kind {
            *text = random.text();
        }
        notation.update(&surface.id, &[notation.component(id, kind)])
    }

    /// Writes a member of the data model.
    fn data(&mut self, number: usize, random: &mut Random) -> String {
        let id = self.live.get(number).map_or("none", |surface| &surface.id);
        let (key, value) = match random.below(10) {
            0 => ("draft".to_owned(), DataValue::Text(random.text())),
            1 => (
                "items".to_owned(),
                DataValue::Items((0..random.below(8)).map(|_| random.text()).collect()),
            ),
            2 => ("ready".to_owned(), DataValue::Flag(random.chance(0.5))),
            at if at < 6 => (format!("value{at}"), DataValue::Number(random.number())),
            at => (format!("value{at}"), DataValue::Text(random.text())),
        };
        self.notation.data(id, &key, &value)
    }
}
