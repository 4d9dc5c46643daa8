//! One message on its way, whatever its shape: what it becomes, what has to be carried, and what the carry gives back.

use super::{
    address::is_unsafe,
    rules::{BACKWARD, FORWARD, Rules},
};
use crate::{
    Carry, Dialect, Ledger, Refusal, Verdict,
    carry::Hop,
    complement, depth,
    fields::{self, Fields},
};
use wire::{DecodeError, Payload, Pointer, WireType};

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the proposal to the release.
    Forward,
    /// From the release to the proposal.
    Backward,
}

impl Direction {
    pub(super) fn rules(self) -> &'static Rules {
        match self {
            Self::Forward => &FORWARD,
            Self::Backward => &BACKWARD,
        }
    }

    fn from(self) -> Dialect {
        match self {
            Self::Forward => Dialect::AhpCanvas,
            Self::Backward => Dialect::Ahp1_0,
        }
    }

    fn to(self) -> Dialect {
        match self {
            Self::Forward => Dialect::Ahp1_0,
            Self::Backward => Dialect::AhpCanvas,
        }
    }
}

/// Where the members of a canvas stand in a message and in its image, and how deep its fields lie.
pub(super) struct Shape {
    pub(super) from: &'static [&'static str],
    pub(super) to: &'static [&'static str],
    pub(super) levels: usize,
}

/// A message on its way.
pub(super) struct Way<'a> {
    pub(super) direction: Direction,
    pub(super) shape: Shape,
    /// The number of the message.
    pub(super) input: u64,
    /// The message.
    pub(super) visible: Payload,
    /// What it becomes, when there is no carry.
    pub(super) bare: Payload,
    /// What becomes of its members.
    pub(super) fields: Fields,
    /// The way back, when there is no carry.
    pub(super) back: &'a dyn Fn(&Payload) -> Option<Payload>,
}

/// A wire type as JSON.
pub(super) fn payload<T: WireType>(value: &T) -> Payload {
    Payload::of(value).unwrap_or_else(|_| Payload::null())
}

pub(super) fn pointer(segments: &[&str]) -> Pointer {
    segments.iter().fold(Pointer::root(), |pointer, segment| pointer.member(segment))
}

impl Way<'_> {
    /// The image, after the carry was asked, and the carry of its way back.
    pub(super) fn settle<T: WireType, L: Ledger>(
        self,
        home: &Carry,
        ledger: &mut L,
    ) -> Result<(T, Carry), Refusal> {
        let rules = self.direction.rules();
        let (from, to) = (pointer(self.shape.from), pointer(self.shape.to));
        let (mut kept, rest) = home.take(self.direction.to());
        let (quarantined, rest) = rest.take(self.direction.from());
        let again = self.quarantine(&mut kept, &to, ledger)?;
        let outdated = self.outdated(&mut kept, &from, &to);

        let mut settled =
            complement::settle(&self.visible, self.bare, &kept, None, self.shape.levels, self.back);
        settled.edited.extend(outdated);
        self.fields.enter(&settled, &rules.others, self.input, ledger)?;
        depth::fits(Some(&self.visible), &settled.made, 0, rules.others.carried)?;

        let (url, availability) = (from.member("url"), from.member("availability"));
        let mut hop = Hop::of_changes(self.direction.from(), settled.carried);
        if self.direction == Direction::Forward && hop.kept(availability.as_str()).is_some() {
            hop.show(availability.as_str(), url_of(&settled.made, &to));
        }
        // What was not let back into this shape is not forgotten while nothing takes its place.
        if let (Some(Some(unsafe_url)), true) =
            (quarantined.kept(url.as_str()), self.visible.get(&url).is_none())
        {
            if is_unsafe_url(unsafe_url) && hop.kept(url.as_str()).is_none() {
                hop.keep(url.as_str(), Some(unsafe_url.clone()));
                let place = crate::Place { input: self.input, from: url, to: None };
                fields::enter(&rules.url, Verdict::Quarantined, place, "", ledger)?;
            }
        }
        let made: Result<T, DecodeError> = settled.made.decode();
        Ok((made?, rest.with(again).with(hop)))
    }

    /// Takes an address out of what was kept that nobody may open, and gives it as a hop that travels on.
    fn quarantine<L: Ledger>(&self, kept: &mut Hop, to: &Pointer, ledger: &mut L) -> Result<Hop, Refusal> {
        let mut again = Hop::of(self.direction.to());
        let pointer = to.member("url");
        let Some(Some(url)) = kept.kept(pointer.as_str()) else { return Ok(again) };
        if is_unsafe_url(url) {
            again.keep(pointer.as_str(), Some(url.clone()));
            let place = crate::Place { input: self.input, from: Pointer::root(), to: Some(pointer.clone()) };
            let remark = "the URL policy of AHP refuses this address";
            let restored = self.direction.rules().others.restored;
            fields::enter(restored, Verdict::Quarantined, place, remark, ledger)?;
            kept.fields.retain(|field| field.pointer != pointer);
        }
        Ok(again)
    }

    /// Takes out the availability that was kept for another page than the one that is there now.
    fn outdated(&self, kept: &mut Hop, from: &Pointer, to: &Pointer) -> Option<Pointer> {
        let pointer = to.member("availability");
        let is_outdated = self.direction == Direction::Backward
            && kept.image(pointer.as_str()).is_some_and(|image| *image != url_of(&self.visible, from));
        is_outdated.then(|| {
            kept.fields.retain(|field| field.pointer != pointer);
            pointer
        })
    }
}

/// The address in the object there, or null.
fn url_of(message: &Payload, at: &Pointer) -> Payload {
    message.get(&at.member("url")).unwrap_or_else(Payload::null)
}

fn is_unsafe_url(url: &Payload) -> bool {
    url.as_str().is_some_and(|url| is_unsafe(&url))
}
