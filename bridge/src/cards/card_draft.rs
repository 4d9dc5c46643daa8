//! The elements of a card that is being built, and the notes about them.

use super::{
    card_ids::CardIds,
    card_target::CardTarget,
    card_text::{cut, escape},
    rules,
};
use crate::{ComponentNote, Refusal, Verdict};
use a2ui::resolved::{NodeKey, ResolvedNode, ResolvedSurface};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Number, Payload, Pointer};

const CUT: &str = "the text is cut because the host limits the size of a card";

/// The shortest length to which texts are cut, in bytes.
const SHORTEST_TEXT: usize = 40;

/// A member of a piece.
#[derive(Clone, Debug)]
enum PieceMember {
    Value(Payload),
    Piece(usize),
    Pieces(Vec<usize>),
}

/// An object of the card: an element, an action, a column or an inner card.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    kind: &'static str,
    members: Vec<(&'static str, PieceMember)>,
    /// The text without markup, which may be cut, and the node that shows it.
    cuttable: Option<(String, NodeKey)>,
}

impl Piece {
    pub(super) fn new(kind: &'static str) -> Self {
        Self {
            kind,
            members: Vec::new(),
            cuttable: None,
        }
    }

    pub(super) fn with(mut self, name: &'static str, value: Payload) -> Self {
        self.members.push((name, PieceMember::Value(value)));
        self
    }

    pub(super) fn with_text(self, name: &'static str, text: &str) -> Self {
        self.with(name, Payload::string(text))
    }

    pub(super) fn with_flag(self, name: &'static str, flag: bool) -> Self {
        self.with(name, boolean(flag))
    }

    pub(super) fn with_piece(mut self, name: &'static str, piece: usize) -> Self {
        self.members.push((name, PieceMember::Piece(piece)));
        self
    }

    pub(super) fn with_pieces(mut self, name: &'static str, pieces: Vec<usize>) -> Self {
        self.members.push((name, PieceMember::Pieces(pieces)));
        self
    }

    /// Allows a shorter text if the card is too large for its host.
    pub(super) fn cuttable(mut self, plain: &str, key: &NodeKey) -> Self {
        self.cuttable = Some((plain.to_owned(), key.clone()));
        self
    }

    fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(known, _)| *known == name)
    }

    /// Returns `true` if the text is longer than `longest`.
    fn is_cut(&self, longest: usize) -> bool {
        self.cuttable
            .as_ref()
            .is_some_and(|(plain, _)| plain.len() > longest)
    }
}

/// A part of a container, in order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Element(usize),
    /// A button, which shares a set with its neighbours.
    Action(usize),
    /// A line above the next element.
    Divider,
}

/// The parts of a container as elements. Actions are left over if the version has no sets of actions.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) items: Vec<usize>,
    pub(super) actions: Vec<usize>,
}

/// A note about a place that is not known yet.
#[derive(Clone, Debug)]
struct DraftNote {
    note: ComponentNote,
    place: Option<(usize, &'static str)>,
}

/// The state of a card that is being built.
pub(super) struct CardDraft<'s> {
    pub(super) surface: &'s ResolvedSurface,
    pub(super) target: &'s CardTarget,
    pub(super) ids: CardIds,
    /// The pieces, each one after the pieces that it contains.
    pieces: Vec<Piece>,
    notes: Vec<DraftNote>,
}

impl<'s> CardDraft<'s> {
    pub(super) fn new(surface: &'s ResolvedSurface, target: &'s CardTarget) -> Self {
        Self {
            surface,
            target,
            ids: CardIds::of(surface),
            pieces: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, piece: Piece) -> usize {
        self.pieces.push(piece);
        self.pieces.len() - 1
    }

    /// Creates the piece of a node, with its id.
    pub(super) fn element(&self, kind: &'static str, node: &ResolvedNode) -> Piece {
        Piece::new(kind).with_text("id", self.ids.get(&node.key))
    }

    pub(super) fn kind(&self, piece: usize) -> &'static str {
        self.pieces.get(piece).map_or("", |piece| piece.kind)
    }

    pub(super) fn has(&self, piece: usize, member: &str) -> bool {
        self.pieces
            .get(piece)
            .is_some_and(|piece| piece.has(member))
    }

    /// Sets a member of a piece.
    pub(super) fn set(&mut self, piece: usize, name: &'static str, value: Payload) {
        if let Some(piece) = self.pieces.get_mut(piece) {
            piece.members.retain(|(known, _)| *known != name);
            piece.members.push((name, PieceMember::Value(value)));
        }
    }

    pub(super) fn note(
        &mut self,
        node: &ResolvedNode,
        member: &'static str,
        verdict: Verdict,
        place: Option<(usize, &'static str)>,
        remark: &'static str,
    ) {
        self.notes.push(DraftNote {
            note: ComponentNote {
                key: node.key.clone(),
                member,
                verdict,
                to: None,
                remark,
            },
            place,
        });
    }

    /// Joins neighbouring actions, and draws lines above elements.
    pub(super) fn gather(&mut self, parts: Vec<Part>) -> Gathered {
        let mut gathered = Gathered::default();
        let mut actions = Vec::new();
        let mut has_line = false;
        for part in parts {
            match part {
                Part::Action(action) => actions.push(action),
                Part::Element(element) => {
                    self.flush(&mut actions, &mut has_line, &mut gathered);
                    self.draw(element, &mut has_line);
                    gathered.items.push(element);
                }
                Part::Divider => {
                    self.flush(&mut actions, &mut has_line, &mut gathered);
                    has_line = true;
                }
            }
        }
        self.flush(&mut actions, &mut has_line, &mut gathered);
        if has_line {
            // A line needs an element below it, and hosts skip an element without text.
            let below = Piece::new("TextBlock").with_text("text", " ");
            let below = self.add(below.with_flag("separator", true));
            gathered.items.push(below);
        }
        gathered
    }

    fn draw(&mut self, element: usize, has_line: &mut bool) {
        if std::mem::take(has_line) {
            self.set(element, "separator", boolean(true));
        }
    }

    /// Puts the actions so far into sets.
    fn flush(&mut self, actions: &mut Vec<usize>, has_line: &mut bool, gathered: &mut Gathered) {
        let actions = std::mem::take(actions);
        if !self.target.has_action_sets() {
            gathered.actions.extend(actions);
            return;
        }
        let room = self.target.max_actions();
        let has_menu = self.target.has_action_menu();
        // Without a menu, further actions need a set of their own.
        let chunk = if has_menu { usize::MAX } else { room };
        for actions in actions.chunks(chunk.max(1)) {
            if has_menu {
                for action in actions.iter().skip(room) {
                    self.set(*action, "mode", Payload::string("secondary"));
                }
            }
            let set = self.add(Piece::new("ActionSet").with_pieces("actions", actions.to_vec()));
            self.draw(set, has_line);
            gathered.items.push(set);
        }
    }

    /// Writes the card. Texts are cut if the card is too large for the host.
    ///
    /// # Errors
    /// Refuses a card that stays too large.
    pub(super) fn finish(mut self, card: usize) -> Result<(Payload, Vec<ComponentNote>), Refusal> {
        let max = self.target.max_bytes();
        let mut longest = usize::MAX;
        let mut text = self.write(card, longest);
        if text.text().len() > max {
            longest = self.longest_text(card, max);
            text = self.write(card, longest);
        }
        if text.text().len() > max {
            let message = format!(
                "the card of the surface `{}` has {} bytes, and the host accepts {max}",
                self.surface.surface_id,
                text.text().len()
            );
            return Err(Refusal::limit(rules::SIZE, Pointer::root(), message)
                .hint("show fewer components, such as fewer items of a list"));
        }
        self.note_cuts(longest);
        let notes = self.placed_notes(card);
        Ok((text, notes))
    }

    /// Changes the notes about texts that are cut.
    fn note_cuts(&mut self, longest: usize) {
        let mut noted = BTreeSet::new();
        for DraftNote { note, place } in &mut self.notes {
            let piece = place.and_then(|(piece, _)| Some((piece, self.pieces.get(piece)?)));
            let Some((index, _)) = piece.filter(|(_, piece)| piece.is_cut(longest)) else {
                continue;
            };
            if note.member == "text" {
                note.verdict = Verdict::Carried;
                note.remark = CUT;
                noted.insert(index);
            }
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            let Some((_, key)) = piece.cuttable.as_ref().filter(|_| piece.is_cut(longest)) else {
                continue;
            };
            // A text of several blocks has one note, which is about the first.
            if noted.insert(index) {
                let note = ComponentNote {
                    key: key.clone(),
                    member: "text",
                    verdict: Verdict::Carried,
                    to: None,
                    remark: CUT,
                };
                let place = Some((index, "text"));
                self.notes.push(DraftNote { note, place });
            }
        }
    }

    /// Finds the greatest length of texts with which the card fits.
    fn longest_text(&self, card: usize, max: usize) -> usize {
        let (mut fits, mut exceeds) = (SHORTEST_TEXT, max);
        while exceeds - fits.min(exceeds) > SHORTEST_TEXT {
            let middle = fits + (exceeds - fits) / 2;
            match self.write(card, middle).text().len() <= max {
                true => fits = middle,
                false => exceeds = middle,
            }
        }
        fits
    }

    /// Writes a piece with texts of at most `longest` bytes. Each piece is written before the piece that contains it, so
    /// nothing recurs.
    fn write(&self, last: usize, longest: usize) -> Payload {
        let mut written: Vec<Payload> = Vec::with_capacity(self.pieces.len());
        let of = |written: &Vec<Payload>, piece: usize| {
            written.get(piece).cloned().unwrap_or_else(Payload::null)
        };
        for piece in self.pieces.iter().take(last + 1) {
            let mut members: Vec<(&str, Payload)> = vec![("type", Payload::string(piece.kind))];
            for (name, member) in &piece.members {
                let value = match member {
                    PieceMember::Value(value) => value.clone(),
                    PieceMember::Piece(piece) => of(&written, *piece),
                    PieceMember::Pieces(pieces) => {
                        let pieces: Vec<Payload> =
                            pieces.iter().map(|piece| of(&written, *piece)).collect();
                        Payload::array(&pieces)
                    }
                };
                members.push((name, value));
            }
            if let Some((plain, _)) = piece.cuttable.as_ref().filter(|_| piece.is_cut(longest)) {
                let shorter = Payload::string(&escape(&cut(plain, longest)));
                for (name, value) in &mut members {
                    if *name == "text" {
                        *value = shorter.clone();
                    }
                }
            }
            let members = members.iter().map(|(name, value)| (*name, value));
            written.push(Payload::object(members));
        }
        of(&written, last)
    }

    /// Returns the place of each piece in the card. A container is after its content, so its place is known first.
    fn places(&self, card: usize) -> BTreeMap<usize, Pointer> {
        let mut places: BTreeMap<usize, Pointer> = BTreeMap::new();
        places.insert(card, Pointer::root());
        for (index, piece) in self.pieces.iter().enumerate().rev() {
            let Some(place) = places.get(&index).cloned() else {
                continue;
            };
            for (name, member) in &piece.members {
                let at = place.member(name);
                match member {
                    PieceMember::Value(_) => {}
                    PieceMember::Piece(inner) => {
                        places.insert(*inner, at);
                    }
                    PieceMember::Pieces(inner) => {
                        let inner = inner.iter().enumerate();
                        places
                            .extend(inner.map(|(position, inner)| (*inner, at.element(position))));
                    }
                }
            }
        }
        places
    }

    /// Returns the notes with their places in the card, in display order.
    fn placed_notes(&self, card: usize) -> Vec<ComponentNote> {
        let places = self.places(card);
        let mut notes: Vec<ComponentNote> = Vec::with_capacity(self.notes.len());
        for DraftNote { note, place } in &self.notes {
            let to = place.and_then(|(piece, member)| {
                let at = places.get(&piece)?;
                // An empty value has no member.
                Some(match self.pieces.get(piece)?.has(member) {
                    true => at.member(member),
                    false => at.clone(),
                })
            });
            notes.push(ComponentNote { to, ..note.clone() });
        }
        let order: BTreeMap<&NodeKey, usize> = wire::collect_map(
            self.surface
                .nodes
                .iter()
                .enumerate()
                .map(|(index, node)| (&node.key, index)),
        );
        notes.sort_by_key(|note| order.get(&note.key).copied());
        notes
    }
}

/// Creates a JSON boolean.
pub(super) fn boolean(value: bool) -> Payload {
    Payload::build(|writer| writer.raw(if value { "true" } else { "false" }))
}

/// Reads a number, which may be written as text, as a JSON number.
pub(super) fn number(value: &Payload) -> Option<Payload> {
    let text = match value.as_str() {
        Some(text) => text,
        None => Cow::Borrowed(value.text()),
    };
    let number = Number::parse(text.trim())?;
    Payload::parse(number.as_str()).ok()
}

/// Returns the first of these properties that a node has, and its text.
pub(super) fn text_of(
    node: &ResolvedNode,
    names: &[&'static str],
) -> Option<(&'static str, String)> {
    names
        .iter()
        .find_map(|name| Some((*name, node.text(name)?)))
}
