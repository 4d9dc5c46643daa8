//! What a message cannot hold and its way back needs.

use super::{Dialect, Label, ids};
use std::collections::BTreeMap;
use wire::{
    Field, Payload, Pointer, Reader, Wire, Writer,
    decode::{ReadError, ReadResult},
};

wire::object! {
    /// The complement of a translation: the fields of the source that have no place in the target.
    ///
    /// It is pure data and travels beside the message (or in it, see [`embed`](crate::embed)). The way back restores a field
    /// only if it fits what is visible in the message: runs the field's own mapping again and compares. Where somebody
    /// edited the message, the edit wins. What the message does not show, an id or an unknown member, is what the carry says: a
    /// [`CarryPolicy`](crate::CarryPolicy) decides which carries are believed.
    ///
    /// Over several translations it is a list, one layer for each protocol that the message comes from.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::Carry;
    ///
    /// let text = r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/element"],["/id","7d7b3c9a"]]}]}"#;
    /// let carry: Carry = wire::decode(text)?;
    /// assert_eq!(carry.layers[0].fields[0].value, None, "the member was absent");
    /// assert_eq!(wire::encode(&carry).unwrap(), text);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Carry {
        /// The version of this form: 1.
        v: CarryVersion,
        /// The protocols the message comes from, the first one first.
        layers: Vec<Layer>,
        /// Shows who made the carry and for which message, see [`Carry::seal_for`]. Any change of the carry makes it wrong.
        seal?: Field<String>,
    }

    /// What one translation had to leave behind.
    pub struct Layer {
        /// The [`Dialect`] of the source, by name.
        from: Label,
        /// The fields, by their pointers in the source.
        fields: Vec<CarriedField>,
        /// What became of some of the fields: what was visible of them in the target. It tells an edit where the mapping
        /// cannot be run again, as that would need a clock, for example.
        visible as "images"?: Field<Vec<CarriedField>>,
    }
}

/// A field in a [`Layer`]: `["/pointer", value]`, or `["/pointer"]` if the member was absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedField {
    /// Where it stands in the source.
    pub pointer: Pointer,
    /// What stands there; `None` if nothing does.
    pub value: Option<Payload>,
}

impl Wire for CarriedField {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        if !reader.open_array()? {
            return Err(ReadError::value("no items", "a pointer and a value"));
        }
        let pointer = Pointer::read(reader).map_err(|refusal| refusal.at_index(0))?;
        let mut value = None;
        if reader.next_element()? {
            value = Some(Payload::read(reader).map_err(|refusal| refusal.at_index(1))?);
            if reader.next_element()? {
                return Err(ReadError::value("more than two items", "a pointer and a value"));
            }
        }
        Ok(Self { pointer, value })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_array();
        writer.element();
        self.pointer.write(writer);
        if let Some(value) = &self.value {
            writer.element();
            value.write(writer);
        }
        writer.close_array();
    }
}

wire::hand_written! {
    CarriedField,
    schema: |schemas| wire::schema::json!({
        "type": "array", "items": true, "minItems": 1, "maxItems": 2,
        "prefixItems": [schemas.schema_for::<Pointer>()],
    }),
    generate: |level| {
        use wire::proptest::prelude::*;
        (Pointer::strategy(level), Option::<Payload>::strategy(level)).prop_map(|(pointer, value)| Self { pointer, value }).boxed()
    },
}

/// The one version of the carry that exists. Another is not ours to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CarryVersion;

impl Wire for CarryVersion {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match Payload::read(reader)? {
            version if version.text() == "1" => Ok(Self),
            version => Err(ReadError::value(format_args!("version `{version}`"), "version `1`")),
        }
    }

    fn write(&self, writer: &mut Writer) {
        1_u64.write(writer);
    }
}

wire::hand_written! {
    CarryVersion,
    schema: |_schemas| wire::schema::json!({"const": 1}),
    generate: |_level| {
        use wire::proptest::prelude::*;
        Just(Self).boxed()
    },
}

/// More layers than any chain of the protocols here makes.
const MAX_LAYERS: usize = 16;
/// More fields than any message has that fits the memory of its reader.
const MAX_FIELDS: usize = 65_536;

impl Default for Carry {
    fn default() -> Self {
        Self::new(CarryVersion, Vec::new())
    }
}

impl Carry {
    /// Whether there is nothing to carry. A seal alone is nothing.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty() && self.extra.is_empty()
    }

    /// Reads a carry, if that is what the text is: the right version, and no bigger than a carry can be. The depth limit of
    /// messages does not count here: a carried value may have been as deep as its message allowed.
    pub fn read(text: &str) -> Option<Self> {
        let carry: Self = wire::decode_any_depth(text).ok()?;
        (!carry.is_too_big()).then_some(carry)
    }

    /// Whether it holds more than [`read`](Self::read) takes: more than 16 layers, or 65,536 fields.
    pub fn is_too_big(&self) -> bool {
        let fields: usize = self.layers.iter().map(|layer| layer.fields.len()).sum();
        self.layers.len() > MAX_LAYERS || fields > MAX_FIELDS
    }

    /// Takes out the layer that comes from `to`, which is used up when the message goes back there. It may be empty.
    pub(crate) fn take(&mut self, to: Dialect) -> Layer {
        // The seal was for the carry with this layer.
        self.seal = Field::Absent;
        let at = self.layers.iter().rposition(|layer| layer.is_from(to));
        at.map_or_else(|| Layer::of(to), |at| self.layers.remove(at))
    }

    /// The same layer, which stays here.
    pub(crate) fn layer_or_empty(&self, to: Dialect) -> Layer {
        self.layer_of(to).cloned().unwrap_or_else(|| Layer::of(to))
    }

    /// The layers that do not come from `to`.
    pub(crate) fn without(&self, to: Dialect) -> Self {
        let layer = self.layer_of(to);
        let is_other = |other: &&Layer| layer.is_none_or(|layer| !std::ptr::eq(layer, *other));
        let mut rest = Self::default();
        rest.layers.extend(self.layers.iter().filter(is_other).cloned());
        rest.extra = self.extra.clone();
        rest
    }

    /// The layer that comes from `to`.
    pub(crate) fn layer_of(&self, to: Dialect) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.is_from(to))
    }

    /// Adds a layer behind the others, unless it is empty. An older one of the same protocol gives way: it was due when the message
    /// came to that protocol, and says nothing of the message as it is now.
    #[must_use]
    pub(crate) fn with(mut self, layer: Layer) -> Self {
        // The seal was for the carry without this layer.
        self.seal = Field::Absent;
        self.layers.retain(|older| {
            !Dialect::from_full_name(layer.from.as_str()).is_some_and(|from| older.is_from(from))
        });
        if !layer.is_empty() {
            self.layers.push(layer);
        }
        self
    }

    /// Says that the message was of this dialect on its way, where nothing else tells.
    #[must_use]
    pub(crate) fn with_dialect(mut self, dialect: Dialect) -> Self {
        if !self.layers.iter().any(|layer| layer.is_from(dialect)) {
            self.layers.push(Layer::of(dialect));
        }
        self
    }

    /// The layers of both, these first. The result has no seal.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        self.seal = Field::Absent;
        self.layers.extend(other.layers);
        for (name, value) in other.extra.iter() {
            self.extra.insert(name, value.clone());
        }
        self
    }
}

impl Layer {
    /// Nothing yet.
    pub(crate) fn of(dialect: Dialect) -> Self {
        Self::new(dialect.as_str(), Vec::new())
    }

    /// With these fields.
    pub(crate) fn of_changes(dialect: Dialect, changes: Vec<(Pointer, Option<Payload>)>) -> Self {
        let fields = changes.into_iter().map(|(pointer, value)| CarriedField { pointer, value });
        Self::new(dialect.as_str(), fields.collect::<Vec<_>>())
    }

    /// For a message that stands in the place of another one, or of none: it goes back to that while nobody edits it.
    pub(crate) fn replacing(dialect: Dialect, source: Option<Payload>, target: &Payload) -> Self {
        let mut layer = Self::of(dialect);
        layer.keep(Pointer::root(), source);
        layer.keep_visible(Pointer::root(), Payload::string(&ids::fingerprint(target.text())));
        layer
    }

    /// What stood in the place of this message: `None` if nobody says so, or the message was edited.
    pub(crate) fn replaced_message(&self, target: &Payload) -> Option<Option<&Payload>> {
        let fingerprint = self.visible_value("")?.as_str()?;
        (*fingerprint == ids::fingerprint(target.text())).then(|| self.kept_value(""))?
    }

    fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.extra.is_empty()
    }

    /// Whether it fits a message of this dialect.
    pub(crate) fn is_from(&self, dialect: Dialect) -> bool {
        Dialect::from_full_name(self.from.as_str()).is_some_and(|from| dialect.has_fields_of(from))
    }

    /// Keeps a field.
    pub(crate) fn keep(&mut self, pointer: Pointer, value: Option<Payload>) {
        self.fields.push(CarriedField { pointer, value });
    }

    /// Says what is visible of a field that is kept.
    pub(crate) fn keep_visible(&mut self, pointer: Pointer, value: Payload) {
        let field = CarriedField { pointer, value: Some(value) };
        let mut visible = std::mem::take(&mut self.visible).into_value().unwrap_or_default();
        visible.push(field);
        self.visible = Field::Value(visible);
    }

    /// What was kept of a field: `None` nothing, `Some(None)` that it was absent.
    pub(crate) fn kept_value(&self, pointer: &str) -> Option<Option<&Payload>> {
        let field = self.fields.iter().find(|field| field.pointer.as_str() == pointer)?;
        Some(field.value.as_ref())
    }

    /// What was visible of all fields that were kept, by their pointers.
    pub(crate) fn visible_values(&self) -> BTreeMap<&str, &Payload> {
        let visible = self.visible.get().into_iter().flatten().rev();
        visible.filter_map(|field| Some((field.pointer.as_str(), field.value.as_ref()?))).collect()
    }

    /// What was visible of a field that was kept.
    pub(crate) fn visible_value(&self, pointer: &str) -> Option<&Payload> {
        let visible = self.visible.get()?;
        visible.iter().find(|field| field.pointer.as_str() == pointer)?.value.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_and_a_malformed_field_are_not_readable() {
        for text in [
            r#"{"v":2,"layers":[]}"#,
            r#"{"v":1.0,"layers":[]}"#,
            r#"{"layers":[]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[[]]}]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["element"]]}]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/a",1,2]]}]}"#,
            "7",
        ] {
            assert_eq!(Carry::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_carry_that_is_too_long_is_not_readable() {
        let layer = r#"{"from":"x","fields":[]}"#;
        let text = |n: usize| format!(r#"{{"v":1,"layers":[{}]}}"#, vec![layer; n].join(","));
        assert!(Carry::read(&text(MAX_LAYERS)).is_some());
        assert!(Carry::read(&text(MAX_LAYERS + 1)).is_none());
    }

    #[test]
    fn a_seal_is_nothing_to_carry_and_does_not_outlive_a_change() {
        let sealed = Carry::default().seal("ab");
        assert!(sealed.is_empty());
        assert_eq!(Carry::read(&wire::encode(&sealed).unwrap()), Some(sealed.clone()));
        let mut layer = Layer::of(Dialect::Aap);
        layer.keep(Pointer::from_static("/id"), None);
        for changed in
            [sealed.clone().with(layer), sealed.clone().join(Carry::default()), sealed.without(Dialect::Aap)]
        {
            assert!(changed.seal.is_absent());
        }
    }

    #[test]
    fn the_layer_of_the_target_is_used_up_and_the_others_travel_on() {
        let mut aap = Layer::of(Dialect::Aap);
        aap.keep(Pointer::from_static("/element"), None);
        let mut event = Layer::of(Dialect::ActionsJson);
        event.keep(Pointer::from_static("/event_id"), Some(Payload::string("e")));
        let carry = Carry::default().with(event.clone()).with(aap.clone());
        let mut rest = carry.clone();
        assert_eq!((rest.take(Dialect::Aap), rest.layers), (aap, vec![event]));
        assert_eq!(carry.without(Dialect::A2ui0_8), carry);
    }
}
