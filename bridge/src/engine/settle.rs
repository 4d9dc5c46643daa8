//! How a message gets from one dialect to another, the same for all mappings.
//!
//! A mapping has two plain functions, there and back, that know nothing of carries. From these follows everything else:
//!
//! - Going, the message is translated, and its image is translated back. Where that differs from the message, the difference is
//!   carried.
//! - Coming back, a carried field is restored if the result still has the visible message as its image. So an edit of what is
//!   visible wins over what was carried.
//! - Fields of which nothing is visible are restored as well. Those that follow from visible ones (a summary, for example)
//!   give way when these have changed: the carry says what was visible, see [`Follows`].
//! - Unsafe values are not restored. They stay in the carry, and a note says so.
//! - Nothing is restored that would make a message which its readers refuse.

use super::{
    Dialect, Job, Notes, OtherRules, Refusal,
    carry::{CarriedField, Carry, Layer},
    depth,
    difference::{self, Change},
    follows::{At, Follows, Shown},
    form::{Form, payload},
    list::{Joint, List, Parts},
    places::{has_parts, is_above, parts_outside},
    ways::{Typed, Ways, WaysBack, whole},
};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Finding, Payload, Pointer, Severity};

/// Upper bound on attempts to restore fields of an edited message, one at a time.
const ATTEMPTS: usize = 64;

/// Stands in an image for what neither the message nor the context tells, until a carry does.
pub(crate) const UNKNOWN: &str = "\0unknown";

/// One direction of a mapping, as far as the engine has to know it.
pub(crate) struct Direction {
    /// The dialect of the messages.
    pub(crate) from: Dialect,
    /// The dialect of the images.
    pub(crate) to: Dialect,
    /// How deep the fields lie that are carried one by one.
    pub(crate) levels: usize,
    /// The list whose elements are known by a key.
    pub(crate) list: Option<List>,
    /// The fields that mean something only together.
    pub(crate) joint: Joint,
    /// Fields of the message that follow from visible ones; and the same of the image, for the way back.
    pub(crate) follows: &'static [Follows],
    pub(crate) restores: &'static [Follows],
    /// Why a value must not stand at a place of the message; and of the image.
    pub(crate) source_is_unsafe: Judge,
    pub(crate) target_is_unsafe: Judge,
    pub(crate) others: &'static OtherRules,
}

/// Says what is wrong with a value at a place, if something is.
pub(crate) type Judge = fn(&str, &Payload) -> Option<&'static str>;

impl Direction {
    /// Between messages that have nothing special.
    pub(crate) const fn new(from: Dialect, to: Dialect, levels: usize, others: &'static OtherRules) -> Self {
        Self {
            from,
            to,
            levels,
            list: None,
            joint: Joint::NONE,
            follows: &[],
            restores: &[],
            source_is_unsafe: |_, _| None,
            target_is_unsafe: |_, _| None,
            others,
        }
    }
}

/// What became of the fields of a message and of its carry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// The fields of the image that came out of the carry.
    pub(crate) restored: Vec<Pointer>,
    /// The fields that did not, because the message shows something else.
    pub(crate) edited: Vec<Pointer>,
    /// The fields that did not, because they are unsafe, and why.
    pub(crate) quarantined: Vec<(Pointer, &'static str)>,
    /// The fields of the message that have to be carried for the way back.
    pub(crate) carried: Vec<Change>,
    /// Those of them that are unsafe, so that they will not be restored.
    pub(crate) set_aside: Vec<Pointer>,
}

/// A message after the carry was asked.
struct Settled {
    /// The image, where it was written; else it is the bare one.
    made: Option<Payload>,
    /// Of which message it is the image, where that is known already.
    back: Option<Payload>,
    fields: Outcome,
}

/// What was kept of the fields of an image.
struct Kept<'a> {
    /// Fields of which the carry knows that nothing has changed. They need not be computed back.
    known: Vec<&'a CarriedField>,
    /// Fields that have to be tried.
    changes: Vec<&'a CarriedField>,
    /// Fields that have changed.
    edited: Vec<Pointer>,
    /// Fields that are unsafe, and why.
    quarantined: Vec<(Pointer, &'static str)>,
    /// The layer of these.
    quarantine: Layer,
}

/// The first error among findings, as a refusal.
pub(crate) fn refuse_errors(rule: &str, findings: &[Finding]) -> Result<(), Refusal> {
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else { return Ok(()) };
    let rule = format!("{rule}/{}", first.rule);
    let mut message = first.message.to_string();
    let others: Vec<_> = errors.map(|error| format!("{} at {}", error.rule, error.pointer)).collect();
    if let Some(told) = others.get(..others.len().min(MAX_TOLD)).filter(|told| !told.is_empty()) {
        let more = others.len() - told.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        message = format!("{message} Also: {}{more}.", told.join(", "));
    }
    Err(Refusal::rule_broken(&rule, first.pointer.clone(), message).hint(&first.hint))
}

/// How many errors a refusal names beside the first.
const MAX_TOLD: usize = 20;

impl Direction {
    /// The image of a message, after the carry was asked, and the carry of its way back. Without any carry the image is `bare`,
    /// and `back` says of which message one is.
    ///
    /// # Errors
    /// If the image would nest too deep.
    pub(crate) fn settle<Message: Form, Image: Form>(
        &self,
        message: &Message,
        bare: Image,
        notes: Notes,
        back: impl Fn(&Image) -> Option<Message>,
        job: &mut Job<'_>,
    ) -> Result<(Image, Carry), Refusal> {
        self.settle_by(message, bare, notes, WaysBack { quickly: None, back: &back, told: None }, job)
    }

    /// The same where there are several ways to tell of which message an image is. Whoever restores fields may be told more of one than
    /// it says; what `back` cannot say is carried on.
    pub(crate) fn settle_by<Message: Form, Image: Form>(
        &self,
        message: &Message,
        bare: Image,
        notes: Notes,
        ways: WaysBack<'_, Message, Image>,
        job: &mut Job<'_>,
    ) -> Result<(Image, Carry), Refusal> {
        let typed = Typed::new(message, &bare, ways, self.to);
        let (made, carry) = self.settled(&typed, notes, job)?;
        let last = typed.last.into_inner();
        let image = match made {
            None => bare,
            Some(made) => match last.filter(|(read, _)| read.text() == made.text()) {
                Some((_, image)) => image,
                None => Image::read_as(&made, self.to)?,
            },
        };
        Ok((image, carry))
    }

    /// The image of a message that nobody edited, if everything that was kept of it can be restored without writing it as JSON;
    /// else nothing was done. What was kept may be anything else in `bare`, which then need not be computed. `is_image` says
    /// whether an image is one of the message.
    pub(crate) fn restore_whole<Message: Form, Image: Form>(
        &self,
        message: &Message,
        bare: Image,
        notes: &mut Notes,
        is_image: &dyn Fn(&Image) -> bool,
        job: &mut Job<'_>,
    ) -> Option<(Image, Carry)> {
        let kept = job.carry.layer_of(self.to)?;
        let is_own = |layer: &Layer| layer.comes_from(self.from) && !layer.fields.is_empty();
        if self.list.is_some() || job.carry.layers.iter().any(is_own) {
            return None;
        }
        let written = OnceCell::new();
        let visible = || written.get_or_init(|| payload(message));
        let at = |pointer: &str| message.at(pointer);
        let Kept { mut known, mut changes, edited, quarantined, .. } =
            self.sorted(kept, &Shown::new(&at, &visible));
        known.append(&mut changes);
        let is_shallow = |field: &&CarriedField| depth::is_shallow(field.value.as_ref());
        if !edited.is_empty()
            || !quarantined.is_empty()
            || !(message.is_shallow() || depth::is_shallow(Some(visible())))
            || !known.iter().all(is_shallow)
        {
            return None;
        }
        let image = bare.with(&known)?;
        if !is_image(&image) {
            return None;
        }
        let is_left_out = known.iter().any(|field| field.value.is_none());
        if notes.is_wanted() {
            let restored: Vec<Pointer> = known.into_iter().map(|field| field.pointer.clone()).collect();
            notes.replace(&restored, &|| visible().clone(), &|| payload(&image));
            notes.settle(&mut Outcome { restored, ..Outcome::default() }, &[], self.others);
        }
        if is_left_out && notes.is_wanted() {
            notes.settle_on(&payload(&image));
        }
        job.say(std::mem::take(notes));
        let rest = job.carry.without(self.to);
        Some((image, rest.with(Layer::of(self.to)).with(Layer::of(self.from))))
    }

    /// The same with JSON in the place of types. No image if it is the bare one.
    fn settled(
        &self,
        ways: &dyn Ways,
        notes: Notes,
        job: &mut Job<'_>,
    ) -> Result<(Option<Payload>, Carry), Refusal> {
        let message = || ways.visible().clone();
        if job.is_plain() {
            if !ways.bare_is_shallow() {
                depth::fits(&message, ways.bare(), ways.max_depth(), self.others.depth)?;
            }
            return Ok((None, Carry::default()));
        }
        let (kept, mut rest) = (job.carry.kept_of(self.to), job.carry.without(self.to));
        let own = rest.take(self.from);
        if kept.fields.is_empty() && own.fields.is_empty() {
            // Nothing to restore, and so nothing to read again.
            let (carried, back) = ways.changes_from_bare(self.levels);
            let fields = Outcome { carried, ..Outcome::default() };
            let mut settled = Settled { made: None, back, fields };
            let layer = self.finish(ways, &mut settled, &own, notes, job);
            if !ways.bare_is_shallow() {
                depth::fits(&message, ways.bare(), ways.max_depth(), self.others.depth)?;
            }
            return Ok((None, rest.with(layer)));
        }
        let (mut settled, quarantine) = self.restore(ways, kept);
        let layer = self.finish(ways, &mut settled, &own, notes, job);
        depth::fits(&message, settled.image(ways), ways.max_depth(), self.others.depth)?;
        Ok((settled.made, rest.with(quarantine).with(layer)))
    }

    /// Restores what was kept, as far as it fits, and says what the way back has to know; and what has to travel on, as it is
    /// unsafe.
    fn restore(&self, ways: &dyn Ways, kept: Layer) -> (Settled, Layer) {
        let visible = ways.visible();
        // What is too deep is refused later, by its place in the message.
        let is_readable = |image: &Payload| image.depth() > ways.max_depth() || ways.is_readable(image);
        let back = |image: &Payload| ways.told(image);
        let (kept, gone) = match &self.list {
            Some(list) => list.placed(ways.bare(), visible, kept),
            None => (kept, Vec::new()),
        };
        let at = |pointer: &str| ways.visible_at(pointer);
        let Kept { known, changes, mut edited, quarantined, quarantine } =
            self.sorted(&kept, &Shown::new(&at, &|| visible));
        edited.extend(gone);
        let mut fields = Outcome { quarantined, ..Outcome::default() };
        // Nobody edited the message, and everything fits.
        let changed = |field: &&CarriedField| (field.pointer.clone(), field.value.clone());
        let known: Vec<Change> = known.iter().map(changed).collect();
        let changes: Vec<Change> = changes.iter().map(changed).collect();
        let kept: Vec<Change> = known.iter().chain(&changes).cloned().collect();
        let mut made = ways.bare().clone();
        let all = difference::apply(&made, &kept);
        if edited.is_empty() && all.text() != made.text() && back(&all).as_ref() == Some(visible) {
            fields.restored = kept.into_iter().map(|(pointer, _)| pointer).collect();
            let mut image = None;
            if ways.is_told() {
                image = ways.back(&all);
                fields.carried = self.carried(image.as_ref(), visible);
            }
            return (Settled { made: Some(all), back: image, fields }, quarantine);
        }
        if !known.is_empty() {
            let with_known = difference::apply(&made, &known);
            if is_readable(&with_known) {
                made = with_known;
                fields.restored = known.into_iter().map(|(pointer, _)| pointer).collect();
            } else {
                edited.extend(known.into_iter().map(|(pointer, _)| pointer));
            }
        }
        let list = self.list.filter(|list| {
            // Where the whole list was kept, its elements cannot be told apart.
            let is_whole = |pointer: &str| pointer.is_empty() || pointer == list.to;
            !changes.iter().any(|(pointer, _)| is_whole(pointer.as_str()))
        });
        let mut image = back(&made);
        if !changes.is_empty() {
            let all = difference::apply(&made, &changes);
            let image_of_all = if is_readable(&all) { back(&all) } else { None };
            if all == made {
                // Nothing of it is about this message.
            } else if image_of_all.is_some()
                && (image_of_all.as_ref() == Some(visible)
                    || (image_of_all == image && !self.joint.is_in(&changes)))
            {
                made = all;
                fields.restored.extend(changes.into_iter().map(|(pointer, _)| pointer));
                image = image_of_all;
            } else {
                let back = |made: &Payload| if is_readable(made) { back(made) } else { None };
                made = one_by_one(made, &mut fields, changes, visible, (list, self.joint), &back);
                image = back(&made);
            }
        }
        fields.edited.extend(edited);
        if ways.is_told() {
            image = ways.back(&made);
        }
        fields.carried = self.carried(image.as_ref(), visible);
        (Settled { made: Some(made), back: image, fields }, quarantine)
    }

    /// What has to change in the message of which an image is.
    fn carried(&self, image: Option<&Payload>, visible: &Payload) -> Vec<Change> {
        image.map_or_else(|| whole(visible), |image| difference::between(image, visible, self.levels))
    }

    /// What was kept, by what may be done with it.
    fn sorted<'k>(&self, kept: &'k Layer, shown: &Shown<'_>) -> Kept<'k> {
        let (known, changes, edited, quarantined) = Default::default();
        let mut sorted = Kept { known, changes, edited, quarantined, quarantine: Layer::of(self.to) };
        // A foreign carry may have one field many times.
        let mut seen: Vec<(&str, Option<bool>)> = Vec::new();
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let reason = field.value.as_ref().and_then(|value| (self.target_is_unsafe)(pointer, value));
            if let Some(reason) = reason {
                sorted.quarantine.keep(field.pointer.clone(), field.value.clone());
                sorted.quarantined.push((field.pointer.clone(), reason));
                continue;
            }
            let Some(follows) = self.restores.iter().find(|follows| follows.field == pointer) else {
                sorted.changes.push(field);
                continue;
            };
            let is_known = match seen.iter().find(|(known, _)| *known == pointer) {
                Some((_, is_known)) => *is_known,
                None => {
                    let is_known = kept.image(pointer).map(|image| (follows.image)(shown) == *image);
                    seen.push((pointer, is_known));
                    is_known
                }
            };
            match is_known {
                Some(true) => sorted.known.push(field),
                Some(false) => sorted.edited.push(field.pointer.clone()),
                None => sorted.changes.push(field),
            }
        }
        sorted
    }

    /// The places of what has to be carried, as notes name them. The carry keeps some values whole of which only a part does not come
    /// back: then it is that part, if the notes do not speak of the value as of one. What the notes call lost already is left out of
    /// the values in which it lies.
    fn lost(&self, ways: &dyn Ways, settled: &mut Settled, notes: &Notes) -> Vec<Pointer> {
        if settled.fields.carried.is_empty() {
            return Vec::new();
        }
        let lost = self.lost_parts(ways, settled, notes);
        let said = notes.losses();
        if !lost.iter().any(|place| is_above(place.as_str(), &said)) {
            return lost;
        }
        let values = difference::values(ways.visible().text(), &lost);
        let mut left = Vec::new();
        for (place, value) in lost.iter().zip(values) {
            match value.filter(|_| !place.is_root() && is_above(place.as_str(), &said)) {
                Some(value) => parts_outside(value, place, &said, &mut left),
                None => left.push(place.clone()),
            }
        }
        left
    }

    fn lost_parts(&self, ways: &dyn Ways, settled: &mut Settled, notes: &Notes) -> Vec<Pointer> {
        let carried = &settled.fields.carried;
        let sources = notes.sources();
        let is_part_lost = |(pointer, value): &&Change| {
            let Some(value) = value.as_ref().filter(|value| has_parts(value)) else { return false };
            let is_compared = value.is_object() && pointer.segments().count() < self.levels;
            let place = pointer.as_str();
            !is_compared && (sources.binary_search(&place).is_err() || is_above(place, &sources))
        };
        let places = || carried.iter().map(|(pointer, _)| pointer.clone());
        if !carried.iter().any(|change| is_part_lost(&change)) {
            return places().collect();
        }
        if settled.back.is_none() {
            settled.back = ways.back(settled.made.as_ref().unwrap_or_else(|| ways.bare()));
        }
        let Some(back) = &settled.back else { return places().collect() };
        let elements = notes.elements_in_image();
        let kept =
            |list: &Pointer| elements.get(list.as_str()).into_iter().flatten().copied().collect::<Vec<_>>();
        let parts = difference::places(back, ways.visible(), &kept);
        let mut lost = Vec::new();
        for change in carried {
            let first = change.0.member("");
            let below = parts.range(&first..).take_while(|part| part.as_str().starts_with(first.as_str()));
            let below: Vec<&Pointer> = if is_part_lost(&change) { below.collect() } else { Vec::new() };
            if below.is_empty() {
                lost.push(change.0.clone());
            }
            lost.extend(below.into_iter().cloned());
        }
        lost
    }

    /// Enters the notes, and gives the layer of the carry for what has to be carried.
    fn finish(
        &self,
        ways: &dyn Ways,
        settled: &mut Settled,
        own: &Layer,
        mut notes: Notes,
        job: &mut Job<'_>,
    ) -> Layer {
        // What was not let back into a message is not forgotten while nothing takes its place.
        let mut seen = BTreeSet::new();
        for field in &own.fields {
            let Some(value) = &field.value else { continue };
            if (self.source_is_unsafe)(field.pointer.as_str(), value).is_none()
                || !seen.insert(&field.pointer)
            {
                continue;
            }
            let is_free = ways.visible().get(&field.pointer).is_none()
                && !settled.fields.carried.iter().any(|(pointer, _)| *pointer == field.pointer);
            if is_free {
                settled.fields.carried.push((field.pointer.clone(), Some(value.clone())));
            }
        }
        let is_unsafe = |(pointer, value): &&Change| {
            let value = value.as_ref();
            value.is_some_and(|value| (self.source_is_unsafe)(pointer.as_str(), value).is_some())
        };
        settled.fields.set_aside =
            settled.fields.carried.iter().filter(is_unsafe).map(|(pointer, _)| pointer.clone()).collect();
        let lost = if notes.is_wanted() { self.lost(ways, settled, &notes) } else { Vec::new() };
        let restored = &settled.fields.restored;
        if let Some(made) = settled.made.as_ref().filter(|_| notes.is_wanted() && !restored.is_empty()) {
            let is_whole = |list: &List| restored.iter().any(|at| at.is_root() || at.as_str() == list.to);
            if let Some(list) = self.list.filter(is_whole) {
                notes.move_elements(list.to, &list.moved(ways.bare(), made));
            }
            notes.replace(restored, &|| ways.visible().clone(), &|| made.clone());
        }
        notes.settle(&mut settled.fields, &lost, self.others);
        if let Some(made) = settled.made.as_ref().filter(|_| notes.is_wanted()) {
            notes.settle_on(made);
        }
        job.say(notes);
        if !job.want.carry {
            return Layer::of(self.from);
        }
        let carried = std::mem::take(&mut settled.fields.carried);
        let list = self.list.filter(|list| list.is_in(&carried)).map(|list| (list, carried.clone()));
        let mut layer = Layer::of_changes(self.from, carried);
        let back = settled.back.take();
        let made = || settled.image(ways);
        let at = |pointer: &str| settled.made.as_ref().map_or_else(|| ways.bare_at(pointer), |_| At::Unknown);
        let shown = Shown::new(&at, &made);
        for follows in self.follows {
            if layer.kept(follows.field).is_some() {
                layer.show(Pointer::from_static(follows.field), (follows.image)(&shown));
            }
        }
        if let Some((list, carried)) = list {
            // The keys as the way back will first have them.
            if let Some(image) = back.or_else(|| ways.back(made())) {
                list.keys(&carried, made(), &image).into_iter().for_each(|(at, key)| layer.show(at, key));
            }
        }
        layer
    }
}

impl Settled {
    /// The image.
    fn image<'a>(&'a self, ways: &'a dyn Ways) -> &'a Payload {
        self.made.as_ref().unwrap_or_else(|| ways.bare())
    }
}

/// Tries all fields of every element, and then one of each at a time. A field is restored if that brings the image no further away
/// from what is visible.
fn one_by_one(
    mut made: Payload,
    fields: &mut Outcome,
    kept: Vec<Change>,
    visible: &Payload,
    (list, joint): (Option<List>, Joint),
    back: &dyn Fn(&Payload) -> Option<Payload>,
) -> Payload {
    let mut units: BTreeMap<Option<usize>, Vec<Change>> = BTreeMap::new();
    for change in kept.into_iter().rev() {
        units.entry(list.and_then(|list| list.index(&change.0))).or_default().push(change);
    }
    let visible = Parts::of(visible, list);
    let (mut attempts, mut is_first) = (ATTEMPTS, true);
    while attempts > 0 {
        let steps = units.iter_mut().filter(|(_, changes)| !changes.is_empty());
        let tried: Vec<(Option<usize>, Vec<Change>)> = if is_first {
            steps.map(|(unit, changes)| (*unit, std::mem::take(changes))).collect()
        } else {
            steps.filter_map(|(unit, changes)| Some((*unit, vec![changes.pop()?]))).collect()
        };
        if tried.is_empty() {
            return made;
        }
        let mut open = vec![tried];
        while let Some(mut tried) = open.pop() {
            if attempts == 0 {
                fields
                    .edited
                    .extend(tried.into_iter().flat_map(|(_, changes)| changes).map(|(pointer, _)| pointer));
                continue;
            }
            attempts -= 1;
            let changes: Vec<Change> =
                tried.iter().flat_map(|(_, changes)| changes.iter().rev()).cloned().collect();
            let after = back(&difference::apply(&made, &changes)).map(|image| Parts::of(&image, list));
            // One of which nothing can be made says nothing about the others.
            if after.is_none() && tried.len() > 1 {
                let others = tried.split_off(tried.len() / 2);
                open.extend([others, tried]);
                continue;
            }
            let before = Parts::of(&back(&made).unwrap_or_else(Payload::null), list);
            let mut accepted = Vec::new();
            for (unit, changes) in tried {
                let is_no_further =
                    |after: &Parts| after.is_no_further((unit, &changes), joint, &before, &visible);
                let fits = after.as_ref().is_some_and(is_no_further);
                if fits {
                    fields.restored.extend(changes.iter().map(|(pointer, _)| pointer.clone()));
                    accepted.extend(changes.into_iter().rev());
                } else if is_first {
                    units.insert(unit, changes);
                } else {
                    fields.edited.extend(changes.into_iter().map(|(pointer, _)| pointer));
                }
            }
            made = difference::apply(&made, &accepted);
        }
        is_first = false;
    }
    fields.edited.extend(units.into_values().flatten().map(|(pointer, _)| pointer));
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Context, Requested,
        engine::Rule,
        mcp::{ListToolsResult, Tool},
    };

    const RULE: Rule = Rule { id: "a-b/field", from: "", to: "" };
    static OTHERS: OtherRules = OtherRules { carried: &RULE, restored: &RULE, depth: &RULE };

    fn list(names: &[&str]) -> ListToolsResult {
        let tools =
            names.iter().map(|name| Tool::new(*name, Payload::parse(r#"{"type":"object"}"#).unwrap()));
        ListToolsResult::new(tools.collect::<Vec<_>>())
    }

    fn settled(back: impl Fn(&ListToolsResult) -> Option<ListToolsResult>) -> Carry {
        let direction = Direction::new(Dialect::Mcp2025_06, Dialect::ActionsJson, 4, &OTHERS);
        let (carry, cx) = (Carry::default(), Context::default());
        let mut job = Job::new(0, &carry, &cx, Requested { carry: true, notes: true });
        let notes = job.notes();
        direction.settle(&list(&["a"]), list(&["a"]), notes, back, &mut job).unwrap().1
    }

    #[test]
    fn what_cannot_come_back_at_all_is_carried_whole() {
        assert!(settled(|image| Some(image.clone())).is_empty());
        let carry = settled(|_| None);
        let [field] = &carry.layers[0].fields[..] else { panic!("{carry:?}") };
        assert_eq!((field.pointer.as_str(), field.value.clone()), ("", Some(payload(&list(&["a"])))));
    }
}
