//! Messages that return to a dialect in which they were before.
//!
//! A mapping translates a returning message without the additions of its session, because the lens restores the fields.

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
    /// Returns `true` if the carry has fields of the target dialect, from which the message then came.
    pub(crate) fn is_returning(&self) -> bool {
        self.is_returning_to(self.step.to)
    }

    /// Returns the index of the message among the messages that one message of the target dialect became, and the
    /// number of these messages. A message that was not split is the only one.
    #[cfg(feature = "a2ui")]
    pub(crate) fn part_of_message(&self) -> (usize, usize) {
        let kept = self.carry.fields_of(self.step.to);
        let part = kept.and_then(|kept| kept.part.get());
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        part.map_or((0, 1), |part| (number(part.index), number(part.count)))
    }

    /// Records the index of a target among the messages that the source became, so that they return as one message.
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

    /// Returns `true` if the message came with fields that may be restored. Most messages have none.
    pub(crate) fn may_restore(&self) -> bool {
        !self.carry.is_empty()
    }

    /// Returns `true` if the message came from the target dialect with a carried value at a place that `is_it` accepts.
    #[cfg(feature = "a2ui")]
    pub(crate) fn is_any_returning(&self, is_it: impl Fn(&Pointer) -> bool) -> bool {
        let kept = self.carry.fields_of(self.step.to);
        let mut fields = kept.iter().flat_map(|kept| &kept.fields);
        fields.any(|field| field.value.is_some() && is_it(&field.pointer))
    }

    /// Returns `true` if the carry has fields of this dialect, from which the message then came.
    pub(crate) fn is_returning_to(&self, dialect: Dialect) -> bool {
        self.carry
            .fields_of(dialect)
            .is_some_and(|kept| !kept.fields.is_empty())
    }

    /// Returns `true` if the message came from the target dialect with this field, and the places that show the field
    /// are unchanged.
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

    /// Returns the keys of the list elements that came from the target dialect with a value at this place.
    pub(crate) fn returning_elements(&self, list: KeyedList, place: &str) -> BTreeSet<String> {
        let kept = self.carry.fields_of(self.step.to);
        kept.map(|kept| list.keys_of_elements_with(kept, place))
            .unwrap_or_default()
    }
}
