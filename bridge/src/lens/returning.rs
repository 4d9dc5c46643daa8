//! Messages that return to a dialect from which they came.
//!
//! A mapping translates such a message without what its session would add: the lens restores its fields.

#[cfg(feature = "a2ui")]
use super::carry::PartOfMessage;
use super::{
    derived::VisibleMessage,
    keyed_list::KeyedList,
    message_types::{Translatable, payload},
    translation::{Translated, TranslationCx},
};
use crate::Dialect;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use wire::Payload;
#[cfg(feature = "a2ui")]
use wire::Pointer;

impl TranslationCx<'_> {
    /// Returns `true` if the message came from the dialect of the target with fields that this dialect lacks.
    pub(crate) fn is_returning(&self) -> bool {
        self.is_returning_to(self.step.to)
    }

    /// Returns the index of the message among those that one message of the dialect of the target became, and their number. A
    /// message of its own is the only one.
    #[cfg(feature = "a2ui")]
    pub(crate) fn part_of_message(&self) -> (usize, usize) {
        let kept = self.carry.fields_of(self.step.to);
        let part = kept.and_then(|kept| kept.part.get());
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        part.map_or((0, 1), |part| (number(part.index), number(part.count)))
    }

    /// Records the place of a target among those that the source became, so that they return as one message.
    #[cfg(feature = "a2ui")]
    pub(crate) fn mark_part<T>(
        &self,
        mut translated: Translated<T>,
        (index, count): (usize, usize),
    ) -> Translated<T> {
        if self.requested.carry && !self.is_embedding {
            let number = |number| u64::try_from(number).unwrap_or(u64::MAX);
            let part = PartOfMessage::new(number(index), number(count));
            translated.carry = translated.carry.with_part(self.step.from, part);
        }
        translated
    }

    /// Returns `true` if the message came with fields that may be restored. Most messages did not.
    pub(crate) fn may_restore(&self) -> bool {
        !self.carry.is_empty()
    }

    /// Returns `true` if the message came from the dialect of the target with a value at such a place.
    #[cfg(feature = "a2ui")]
    pub(crate) fn is_any_returning(&self, is_it: impl Fn(&Pointer) -> bool) -> bool {
        let kept = self.carry.fields_of(self.step.to);
        let mut fields = kept.iter().flat_map(|kept| &kept.fields);
        fields.any(|field| field.value.is_some() && is_it(&field.pointer))
    }

    /// Returns `true` if the message came from a dialect with fields that the message lacks.
    pub(crate) fn is_returning_to(&self, dialect: Dialect) -> bool {
        self.carry
            .fields_of(dialect)
            .is_some_and(|kept| !kept.fields.is_empty())
    }

    /// Returns `true` if the message came from the dialect of the target with this field, and what shows it is as it was.
    pub(crate) fn is_field_returning(&self, message: &impl Translatable, field: &str) -> bool {
        let Some(kept) = self.carry.fields_of(self.step.to) else {
            return false;
        };
        if kept.kept_value(field).flatten().is_none() {
            return false;
        }
        let written: OnceCell<Payload> = OnceCell::new();
        let (at, written) = (
            |place: &str| message.at(place),
            || written.get_or_init(|| payload(message)),
        );
        let shown = VisibleMessage::new(&at, &written);
        let visible_values = kept.visible_values();
        let visible = visible_values
            .get(field)
            .filter(|visible| !visible.places.is_empty());
        visible.is_none_or(|visible| {
            shown.visible_at(&[&visible.places]).first() == Some(&visible.value)
        })
    }

    /// Returns the keys of the list elements that came from the dialect of the target with a value at this place.
    pub(crate) fn returning_elements(&self, list: KeyedList, place: &str) -> BTreeSet<String> {
        let kept = self.carry.fields_of(self.step.to);
        kept.map(|kept| list.keys_of_elements_with(kept, place))
            .unwrap_or_default()
    }
}
