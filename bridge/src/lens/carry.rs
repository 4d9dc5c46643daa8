//! The carry: fields that a target cannot hold, kept for the backward translation.

use super::{fingerprint::fingerprint, label::Label};
use crate::Dialect;
use std::collections::BTreeMap;
use wire::{
    Field, Payload, Pointer, Reader, Wire, Writer,
    decode::{ReadError, ReadResult},
};

wire::object! {
    /// The complement of a translation: the source fields that have no place in the target.
    ///
    /// A carry is plain data. It travels next to the message, or [embedded](crate::embed) in it. The backward translation
    /// restores a carried field only if the values that show it are unchanged. An edit of the message therefore wins over
    /// the carry. Fields that the message does not show, such as an id or an unknown member, are restored as carried. A [`CarryPolicy`](crate::CarryPolicy) decides which carries are trusted.
    ///
    /// After several translations the carry has one layer for each dialect on the way.
    ///
    /// ```
    /// use agent_ui_bridge::{Carry, wire};
    ///
    /// let text = r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/element"],["/id","7d7b3c9a"]]}]}"#;
    /// let carry: Carry = wire::decode(text)?;
    /// assert_eq!(carry.layers[0].fields[0].value, None, "the member was absent");
    /// assert_eq!(wire::encode(&carry).unwrap(), text);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Carry {
        /// The version of the carry format, always 1.
        v: CarryVersion,
        /// The dialects on the way of the message, the first one first.
        layers: Vec<Layer>,
        /// The seal that proves who made the carry and for which message, see [`Carry::seal_for`]. A changed carry no
        /// longer matches its seal.
        seal?: Field<String>,
        /// The fingerprint of the message, if the carry travels apart from it, see [`Carry::for_message`].
        message?: Field<String>,
    }

    /// The fields of one source message that have no place in its target.
    pub struct Layer {
        /// The source [`Dialect`], by name.
        from: Label,
        /// The carried fields, by their pointers in the source.
        fields: Vec<CarriedField>,
        /// The visible values in the target from which carried fields derive. They reveal an edit of the message.
        visible as "images"?: Field<Vec<VisibleValue>>,
        /// The index of the target among the messages that one source message became. Together they return as one
        /// message.
        part?: Field<PartOfMessage>,
    }

    /// The index of a message among the messages that one source message became.
    pub struct PartOfMessage {
        /// The index of the message, starting at 0.
        index: u64,
        /// The number of messages.
        count: u64,
    }
}

/// A field in a [`Layer`]: `["/pointer", value]`, or `["/pointer"]` if the member was absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedField {
    /// The place of the field in the source.
    pub pointer: Pointer,
    /// The value of the field in the source; `None` if the member was absent.
    pub value: Option<Payload>,
}

impl Wire for CarriedField {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut items = Items::open(reader, "a pointer and a value")?;
        let pointer = items.required(reader)?;
        let value = items.optional(reader)?;
        items.close()?;
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

/// The visible value of a carried field: `["/pointer", value, "/place", …]`.
///
/// The value is a fingerprint of the values at the places of the target. A short value is its own fingerprint. Without
/// places, the value itself is stored, such as the key of a list element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleValue {
    /// The place of the field in the source.
    pub pointer: Pointer,
    /// The visible value.
    pub value: Payload,
    /// The places in the target that show the field.
    pub places: Vec<Pointer>,
}

impl Wire for VisibleValue {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut items = Items::open(reader, "a pointer, a value and places")?;
        let (pointer, value) = (items.required(reader)?, items.required(reader)?);
        let mut places = Vec::new();
        while let Some(place) = items.optional(reader)? {
            places.push(place);
        }
        Ok(Self {
            pointer,
            value,
            places,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_array();
        writer.element();
        self.pointer.write(writer);
        writer.element();
        self.value.write(writer);
        for place in &self.places {
            writer.element();
            place.write(writer);
        }
        writer.close_array();
    }
}

wire::hand_written! {
    VisibleValue,
    schema: |schemas| wire::schema::json!({
        "type": "array", "minItems": 2, "items": schemas.schema_for::<Pointer>(),
        "prefixItems": [schemas.schema_for::<Pointer>(), true],
    }),
    generate: |level| {
        use wire::proptest::prelude::*;
        (Pointer::strategy(level), Payload::strategy(level), Vec::<Pointer>::strategy(level))
            .prop_map(|(pointer, value, places)| Self { pointer, value, places })
            .boxed()
    },
}

/// A reader for the elements of a short array.
struct Items {
    expected: &'static str,
    index: usize,
    has_next: bool,
}

impl Items {
    fn open(reader: &mut Reader<'_>, expected: &'static str) -> ReadResult<Self> {
        let has_next = reader.open_array()?;
        Ok(Self {
            expected,
            index: 0,
            has_next,
        })
    }

    fn required<T: Wire>(&mut self, reader: &mut Reader<'_>) -> ReadResult<T> {
        let expected = self.expected;
        self.optional(reader)?
            .ok_or_else(|| ReadError::value("too few items", expected))
    }

    fn optional<T: Wire>(&mut self, reader: &mut Reader<'_>) -> ReadResult<Option<T>> {
        if !self.has_next {
            return Ok(None);
        }
        let item = T::read(reader).map_err(|refusal| refusal.at_index(self.index))?;
        self.index += 1;
        self.has_next = reader.next_element()?;
        Ok(Some(item))
    }

    fn close(self) -> ReadResult<()> {
        if self.has_next {
            Err(ReadError::value("too many items", self.expected))
        } else {
            Ok(())
        }
    }
}

/// The only version of the carry format. Other versions are not readable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CarryVersion;

impl Wire for CarryVersion {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.span()? {
            "1" => Ok(Self),
            version => Err(ReadError::value(
                format_args!("version `{version}`"),
                "version `1`",
            )),
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

/// The maximum number of layers. Every route produces fewer.
const MAX_LAYERS: usize = 16;
/// The maximum number of fields. No message that fits into memory has more.
const MAX_FIELDS: usize = 65_536;

impl Default for Carry {
    fn default() -> Self {
        Self::new(CarryVersion, Vec::new())
    }
}

impl Carry {
    /// Returns `true` if the carry contains no layers and no unknown members. A carry with only a seal is empty.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty() && self.extra.is_empty()
    }

    /// Reads a carry. Returns `None` if the text is not a carry of the right version or is [too big](Self::is_too_big).
    ///
    /// The depth limit of messages does not apply, because a carried value may be as deep as its message allowed.
    pub fn read(text: &str) -> Option<Self> {
        let carry: Self = wire::decode_any_depth(text).ok()?;
        (!carry.is_too_big()).then_some(carry)
    }

    /// Notes the message that the carry belongs to, for a carry that travels apart from it. `text` is the JSON text of the
    /// message. The member `message` then has a fingerprint of it.
    ///
    /// ```
    /// use agent_ui_bridge::Carry;
    ///
    /// let carry = Carry::default().for_message(r#"{"a":1,"b":2}"#);
    /// assert_eq!(carry.is_made_for(r#"{ "b": 2.0, "a": 1 }"#), Some(true));
    /// assert_eq!(carry.is_made_for(r#"{"a":2,"b":2}"#), Some(false));
    /// assert_eq!(Carry::default().is_made_for("{}"), None);
    /// ```
    #[must_use]
    pub fn for_message(self, text: &str) -> Self {
        Self {
            message: Field::Value(Self::message_fingerprint(text)),
            ..self
        }
    }

    /// Returns `true` if the carry was made for the message with this JSON text. Layout, the order of members and the
    /// spelling of strings and numbers do not matter. Returns `None` if the carry does not name its message.
    ///
    /// After an edit of the message, the result is `Some(false)`, as for another message.
    pub fn is_made_for(&self, text: &str) -> Option<bool> {
        let message = self.message.get()?;
        Some(*message == Self::message_fingerprint(text))
    }

    /// Returns the member `message` of a carry for the message with this JSON text.
    pub fn message_fingerprint(text: &str) -> String {
        fingerprint(text)
            .as_str()
            .map(String::from)
            .unwrap_or_default()
    }

    /// Returns the layers alone, without the seal and the fingerprint of the message.
    pub(crate) fn content(self) -> Self {
        Self {
            seal: Field::Absent,
            message: Field::Absent,
            ..self
        }
    }

    /// Returns `true` if the carry exceeds the limits of [`read`](Self::read): 16 layers or 65,536 fields.
    pub fn is_too_big(&self) -> bool {
        let fields: usize = self.layers.iter().map(|layer| layer.fields.len()).sum();
        self.layers.len() > MAX_LAYERS || fields > MAX_FIELDS
    }

    /// Removes and returns the layer of `to`, or an empty layer. A message that returns to this dialect uses up the
    /// layer.
    pub(crate) fn take(&mut self, to: Dialect) -> Layer {
        // The seal was made for the carry with this layer.
        self.seal = Field::Absent;
        let at = self.layers.iter().rposition(|layer| layer.is_from(to));
        at.map_or_else(|| Layer::of(to), |at| self.layers.remove(at))
    }

    /// Returns the layer of `to`, unless it carries a whole message instead of fields.
    pub(crate) fn fields_of(&self, to: Dialect) -> Option<&Layer> {
        let layer = self.layer_of(to)?;
        if layer.is_of_whole_message() {
            None
        } else {
            Some(layer)
        }
    }

    /// Returns the carry without the layer of `to`.
    pub(crate) fn without(&self, to: Dialect) -> Self {
        // The last layer of a dialect counts, and older ones stay.
        let removed = self.layers.iter().rposition(|layer| layer.is_from(to));
        let mut rest = Self::default();
        for (index, layer) in self.layers.iter().enumerate() {
            if Some(index) != removed {
                rest.layers.push(layer.clone());
            }
        }
        rest.extra = self.extra.clone();
        rest
    }

    /// Returns the layer of `to`.
    pub(crate) fn layer_of(&self, to: Dialect) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.is_from(to))
    }

    /// Appends a layer unless it is empty. An older layer of the same dialect is replaced, because it describes an
    /// earlier state of the message.
    #[must_use]
    pub(crate) fn with(mut self, layer: Layer) -> Self {
        // The seal was made for the carry without this layer.
        self.seal = Field::Absent;
        self.layers.retain(|older| {
            !Dialect::from_full_name(layer.from.as_str()).is_some_and(|from| older.is_from(from))
        });
        if !layer.is_empty() {
            self.layers.push(layer);
        }
        self
    }

    /// Records the index of the message among the messages that one message of this dialect became.
    #[must_use]
    pub(crate) fn with_part(mut self, dialect: Dialect, part: PartOfMessage) -> Self {
        let mut layer = self.take(dialect);
        layer.part = Field::Value(part);
        self.with(layer)
    }

    /// Records that the message passed through this dialect, with an empty layer.
    #[must_use]
    pub(crate) fn with_dialect(mut self, dialect: Dialect) -> Self {
        if !self.layers.iter().any(|layer| layer.is_from(dialect)) {
            self.layers.push(Layer::of(dialect));
        }
        self
    }

    /// Appends the layers of another carry. The result has no seal.
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
    /// Creates an empty layer.
    pub(crate) fn of(dialect: Dialect) -> Self {
        Self::new(dialect.as_str(), Vec::new())
    }

    /// Creates a layer with these fields.
    pub(crate) fn of_changes(dialect: Dialect, changes: Vec<(Pointer, Option<Payload>)>) -> Self {
        let fields = changes
            .into_iter()
            .map(|(pointer, value)| CarriedField { pointer, value });
        Self::new(dialect.as_str(), fields.collect::<Vec<_>>())
    }

    /// Creates a layer that carries a whole source message (or none), because the target has no counterpart of its own.
    /// The source message is restored if the target is unedited.
    pub(crate) fn replacing(dialect: Dialect, source: Option<Payload>, target: &Payload) -> Self {
        let mut layer = Self::of(dialect);
        layer.keep(Pointer::root(), source);
        layer.keep_visible(Pointer::root(), fingerprint(target.text()), Vec::new());
        layer
    }

    /// Returns the source message that this target replaced. Returns `None` if the layer does not carry a whole
    /// message, or if the target was edited.
    pub(crate) fn replaced_message(&self, target: &Payload) -> Option<Option<&Payload>> {
        (*self.visible_value("")? == fingerprint(target.text())).then(|| self.kept_value(""))?
    }

    /// Returns `true` if the layer carries a whole message, or its absence, instead of fields.
    pub(crate) fn is_of_whole_message(&self) -> bool {
        let mut visible = self.visible.get().into_iter().flatten();
        visible.any(|visible| visible.pointer.is_root() && visible.places.is_empty())
    }

    fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.extra.is_empty() && self.part.is_absent()
    }

    /// Returns `true` if the layer fits messages of this dialect.
    pub(crate) fn is_from(&self, dialect: Dialect) -> bool {
        Dialect::from_full_name(self.from.as_str()).is_some_and(|from| dialect.has_fields_of(from))
    }

    /// Adds a carried field to the layer.
    pub(crate) fn keep(&mut self, pointer: Pointer, value: Option<Payload>) {
        self.fields.push(CarriedField { pointer, value });
    }

    /// Adds the visible value of a carried field, with the places of the target that show the field.
    pub(crate) fn keep_visible(&mut self, pointer: Pointer, value: Payload, places: Vec<Pointer>) {
        let value = VisibleValue {
            pointer,
            value,
            places,
        };
        match &mut self.visible {
            Field::Value(visible) => visible.push(value),
            // Most layers have one.
            visible => *visible = Field::Value(vec![value]),
        }
    }

    /// Returns the carried value of a field. `None` means that the field is not carried, `Some(None)` that it is
    /// carried as absent.
    pub(crate) fn kept_value(&self, pointer: &str) -> Option<Option<&Payload>> {
        let field = self
            .fields
            .iter()
            .find(|field| field.pointer.as_str() == pointer)?;
        Some(field.value.as_ref())
    }

    /// Returns the visible values that have places in the target, by the pointers of the carried fields. The keys of
    /// list elements are omitted.
    pub(crate) fn visible_at_places(&self) -> BTreeMap<&str, &VisibleValue> {
        let visible = self.visible.get().into_iter().flatten().rev();
        let at_places = visible.filter(|visible| !visible.places.is_empty());
        wire::collect_map(at_places.map(|visible| (visible.pointer.as_str(), visible)))
    }

    /// Returns the visible values of all carried fields, by the pointers of the fields.
    pub(crate) fn visible_values(&self) -> BTreeMap<&str, &VisibleValue> {
        let visible = self.visible.get().into_iter().flatten().rev();
        wire::collect_map(visible.map(|visible| (visible.pointer.as_str(), visible)))
    }

    /// Returns the visible value from which a carried field derives.
    pub(crate) fn visible_value(&self, pointer: &str) -> Option<&Payload> {
        let mut visible = self.visible.get()?.iter();
        visible
            .find(|visible| visible.pointer.as_str() == pointer)
            .map(|visible| &visible.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carry_with_another_version_or_a_malformed_field_is_not_readable() {
        for text in [
            r#"{"v":2,"layers":[]}"#,
            r#"{"v":1.0,"layers":[]}"#,
            r#"{"layers":[]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[[]]}]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["element"]]}]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/a",1,2]]}]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[],"images":[["/a"]]}]}"#,
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[],"images":[["/a",1,2]]}]}"#,
            "7",
        ] {
            assert_eq!(Carry::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_carry_with_too_many_layers_is_not_readable() {
        let layer = r#"{"from":"x","fields":[]}"#;
        let text = |n: usize| format!(r#"{{"v":1,"layers":[{}]}}"#, vec![layer; n].join(","));
        assert!(Carry::read(&text(MAX_LAYERS)).is_some());
        assert!(Carry::read(&text(MAX_LAYERS + 1)).is_none());
    }

    #[test]
    fn a_changed_carry_loses_its_seal_and_a_seal_alone_is_empty() {
        let sealed = Carry::default().seal("ab");
        assert!(sealed.is_empty());
        assert_eq!(
            Carry::read(&wire::encode(&sealed).unwrap()),
            Some(sealed.clone())
        );
        let mut layer = Layer::of(Dialect::Aap);
        layer.keep(Pointer::from_static("/id"), None);
        for changed in [
            sealed.clone().with(layer),
            sealed.clone().join(Carry::default()),
            sealed.without(Dialect::Aap),
        ] {
            assert!(changed.seal.is_absent());
        }
    }

    #[test]
    fn only_the_layer_of_the_target_is_consumed() {
        let mut aap = Layer::of(Dialect::Aap);
        aap.keep(Pointer::from_static("/element"), None);
        let mut event = Layer::of(Dialect::ActionsJson);
        event.keep(
            Pointer::from_static("/event_id"),
            Some(Payload::string("e")),
        );
        let carry = Carry::default().with(event.clone()).with(aap.clone());
        let mut rest = carry.clone();
        assert_eq!((rest.take(Dialect::Aap), rest.layers), (aap, vec![event]));
        assert_eq!(carry.without(Dialect::A2ui0_8), carry);
    }
}
