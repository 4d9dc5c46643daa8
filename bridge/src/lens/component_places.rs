//! The places of the parts of a surface in the messages that built it.

use crate::shared::{SharedMap, measured_by_encoding, measured_by_member};
use a2ui::Message;
use wire::{Payload, Pointer};

wire::object! {
    /// The place of a component in the messages of its surface.
    pub struct ComponentPlace {
        /// The number of the message.
        input: u64,
        /// The pointer of the component in the message.
        pointer: String,
    }
}

measured_by_encoding!(ComponentPlace);

wire::object! {
    /// The places of the components and of the data of a surface, for notes.
    pub struct ComponentPlaces {
        /// The place of each component, by id.
        components: SharedMap<String, ComponentPlace>,
        /// The messages with data.
        data: SharedMap<String, ComponentPlace>,
    }
}

measured_by_member! { ComponentPlaces { components, data } }

impl Default for ComponentPlaces {
    fn default() -> Self {
        Self::new(SharedMap::default(), SharedMap::default())
    }
}

impl ComponentPlaces {
    /// Records the components and the data in a message with this number.
    pub(crate) fn observe(&mut self, message: &Message, input: u64) {
        let at = Pointer::root().member(message.key());
        let message = Payload::encode(message).unwrap_or_else(|_| Payload::null());
        let Some(body) = message.get(&at) else {
            return;
        };
        let list_at = at.member("components");
        for (index, component) in body
            .member("components")
            .iter()
            .flat_map(Payload::elements)
            .enumerate()
        {
            if let Some(id) = component
                .member("id")
                .and_then(|id| Some(id.as_str()?.into_owned()))
            {
                let place = list_at.element(index).as_str().to_owned();
                self.components
                    .insert(id, ComponentPlace::new(input, place));
            }
        }
        for name in ["value", "dataModel"] {
            if body.member(name).is_some() {
                let place = at.member(name).as_str().to_owned();
                self.data
                    .insert(input.to_string(), ComponentPlace::new(input, place));
            }
        }
    }
}
