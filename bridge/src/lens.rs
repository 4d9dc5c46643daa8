//! One message on its way: what it becomes, what has to be carried, and what the carry gives back.
//!
//! In a message with a list of tools, what is carried of a tool belongs to the tool and not to its place: the carry says of which
//! name it is, and on the way back it goes where the tool of that name is by then.

use crate::{
    Carry, Dialect, Ledger, Refusal,
    carry::Hop,
    complement::{self, List},
    depth,
    fields::{Fields, Others},
    ids,
};
use std::collections::BTreeSet;
use wire::{Finding, Payload, Pointer, Severity, WireType};

/// Where the lists are in two messages.
#[derive(Clone, Copy)]
pub(crate) struct Lists {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    /// The same, for elements.
    pub(crate) elements: List,
}

/// One direction of a mapping.
pub(crate) struct Way {
    pub(crate) from: Dialect,
    pub(crate) to: Dialect,
    /// The lists of tools, if its messages have such.
    pub(crate) lists: Option<Lists>,
    pub(crate) others: &'static Others,
}

/// A message on its way.
struct Lens<'a> {
    way: &'a Way,
    /// The message.
    visible: Payload,
    /// What it becomes, when there is no carry.
    bare: Payload,
    /// What becomes of its members.
    fields: Fields,
    /// The way back, when there is no carry.
    back: &'a dyn Fn(&Payload) -> Option<Payload>,
}

/// How deep the fields of a tool lie: `/tools/0/x_actions/handler`.
const LEVELS: usize = 4;

/// A wire type as JSON.
pub(crate) fn payload<T: WireType>(value: &T) -> Payload {
    Payload::of(value).unwrap_or_else(|_| Payload::null())
}

/// The refusal of a message with errors: the first of them.
pub(crate) fn refuse_errors(rule: &str, findings: &[Finding]) -> Result<(), Refusal> {
    let Some(first) = findings.iter().find(|finding| finding.severity == Severity::Error) else {
        return Ok(());
    };
    let rule = format!("{rule}/{}", first.rule);
    Err(Refusal::rule_broken(&rule, first.pointer.clone(), &first.message).hint(&first.hint))
}

impl Way {
    /// The image of a message, after the carry was asked, and the carry of its way back. Without any carry the image is `bare`,
    /// and `back` says of which message one is.
    pub(crate) fn settle<Message: WireType, Image: WireType, L: Ledger>(
        &self,
        message: &Message,
        bare: &Image,
        fields: Fields,
        back: impl Fn(&Image) -> Option<Message>,
        home: &Carry,
        ledger: &mut L,
    ) -> Result<(Image, Carry), Refusal> {
        let back = |image: &Payload| Some(payload(&back(&image.decode().ok()?)?));
        let lens = Lens { way: self, visible: payload(message), bare: payload(bare), fields, back: &back };
        lens.settle(home, ledger)
    }
}

impl Lens<'_> {
    fn settle<T: WireType, L: Ledger>(self, home: &Carry, ledger: &mut L) -> Result<(T, Carry), Refusal> {
        let (kept, rest) = home.take(self.way.to);
        let (_, rest) = rest.take(self.way.from);
        let (kept, gone) = match &self.way.lists {
            Some(lists) => self.placed(kept, lists),
            None => (kept, Vec::new()),
        };
        let list = self.way.lists.filter(|lists| {
            // Where the whole list was kept, its elements cannot be told apart.
            let is_whole = |pointer: &str| pointer.is_empty() || pointer == lists.to;
            !kept.fields.iter().any(|field| is_whole(field.pointer.as_str()))
        });
        let list = list.map(|lists| lists.elements);

        let mut settled = complement::settle(&self.visible, self.bare, &kept, list, LEVELS, self.back);
        settled.edited.extend(gone);
        self.fields.enter(&settled, self.way.others, 0, ledger)?;
        depth::fits(Some(&self.visible), &settled.made, 0, self.way.others.carried)?;
        // The names as the way back will first have them.
        let lists = self.way.lists.filter(|_| !settled.carried.is_empty());
        let images = lists.and_then(|lists| {
            Some(images(&settled.carried, &lists, &(self.back)(&settled.made)?, &settled.made))
        });
        let mut hop = Hop::of_changes(self.way.from, settled.carried);
        images.into_iter().flatten().for_each(|(pointer, image)| hop.show(&pointer, image));
        let made: Result<T, _> = settled.made.decode();
        Ok((made?, rest.with(hop)))
    }

    /// What was kept, with the fields of every tool where that tool now is, and the pointers of those that are nowhere.
    fn placed(&self, kept: Hop, lists: &Lists) -> (Hop, Vec<Pointer>) {
        let now = names(&self.bare, lists.to);
        let (mut placed, mut gone) = (Hop::of(self.way.to), Vec::new());
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let pointer = match element(pointer, lists.to) {
                None if pointer == lists.to => {
                    let is_same = kept.image(pointer).is_some_and(|image| {
                        image.as_str().as_deref()
                            == Some(&*ids::fingerprint(&part(&self.visible, lists.from)))
                    });
                    is_same.then(|| pointer.to_owned())
                }
                None => Some(pointer.to_owned()),
                Some((index, below)) => {
                    let name = kept.image(&format!("{}/{index}", lists.to)).and_then(Payload::as_str);
                    let at = name.and_then(|name| now.iter().position(|now| now.as_deref() == Some(&*name)));
                    at.map(|at| format!("{}/{at}{below}", lists.to))
                }
            };
            match pointer {
                Some(pointer) => placed.keep(&pointer, field.value.clone()),
                None => gone.push(field.pointer.clone()),
            }
        }
        (placed, gone)
    }
}

/// Of which tools the fields are that are carried; and of a list that is carried as a whole, what became of it.
fn images(
    carried: &[complement::Change],
    lists: &Lists,
    image: &Payload,
    made: &Payload,
) -> Vec<(String, Payload)> {
    let names = names(image, lists.from);
    let mut images = Vec::new();
    if carried.iter().any(|(pointer, _)| pointer.as_str() == lists.from) {
        let image = Payload::string(&ids::fingerprint(&part(made, lists.to)));
        images.push((lists.from.to_owned(), image));
    }
    let indices: BTreeSet<usize> = carried
        .iter()
        .filter_map(|(pointer, _)| element(pointer.as_str(), lists.from)?.0.parse().ok())
        .collect();
    for index in indices {
        if let Some(Some(name)) = names.get(index) {
            images.push((format!("{}/{index}", lists.from), Payload::string(name)));
        }
    }
    images
}

/// The element of the list in which a field lies, and the rest of its pointer.
fn element<'p>(pointer: &'p str, list: &str) -> Option<(&'p str, &'p str)> {
    let below = pointer.strip_prefix(list)?.strip_prefix('/')?;
    let end = below.find('/').unwrap_or(below.len());
    Some(below.split_at(end))
}

fn part(message: &Payload, pointer: &str) -> Payload {
    let part = Pointer::parse(pointer).ok().and_then(|pointer| message.get(&pointer));
    part.unwrap_or_else(Payload::null)
}

/// The names in a list, in order.
fn names(message: &Payload, list: &str) -> Vec<Option<String>> {
    let name = |element: Payload| Some(element.get(&Pointer::root().member("name"))?.as_str()?.into_owned());
    part(message, list).elements().map(name).collect()
}
