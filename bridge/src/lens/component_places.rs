//! The places of the parts of a surface in the messages that built it.

use crate::shared::{SharedMap, measured_by_encoding, measured_by_member};
use a2ui::Message;
use wire::{Payload, Pointer};

/// The members of updates that notes name. The components are noted one by one, and other members are not kept.
const UPDATE_MEMBERS: [&str; 7] = [
    "version",
    "surfaceId",
    "path",
    "value",
    "contents",
    "catalogId",
    "dataModel",
];

wire::object! {
    /// The place of a component or a member in the messages of its surface.
    pub struct ComponentPlace {
        /// The number of the message.
        input: u64,
        /// The pointer in the message.
        pointer: String,
    }
}

measured_by_encoding!(ComponentPlace);

wire::object! {
    /// The places of the parts of a surface, for notes.
    pub struct ComponentPlaces {
        /// The place of each component, by id.
        components: SharedMap<String, ComponentPlace>,
        /// The places of the other members of the messages, by number and pointer.
        members: SharedMap<String, ComponentPlace>,
    }
}

measured_by_member! { ComponentPlaces { components, members } }

impl Default for ComponentPlaces {
    fn default() -> Self {
        Self::new(SharedMap::default(), SharedMap::default())
    }
}

impl ComponentPlaces {
    /// Records the parts of a message with this number.
    pub(crate) fn observe(&mut self, message: &Message, input: u64) {
        let key = message.key();
        let at = Pointer::root().member(key);
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
        // An update without a value removes one.
        if key == "updateDataModel" && body.member("value").is_none() {
            let place = at.as_str().to_owned();
            let id = format!("{input}{place}");
            self.members.insert(id, ComponentPlace::new(input, place));
        }
        // A surface keeps all members of the message that creates it.
        let creates = matches!(key, "createSurface" | "beginRendering");
        let is_noted = |name: &str| match name {
            "components" => false,
            name => name != key && (creates || UPDATE_MEMBERS.contains(&name)),
        };
        for (holder_at, holder) in [(Pointer::root(), &message), (at, &body)] {
            for (name, _) in holder.members().filter(|(name, _)| is_noted(name)) {
                let place = holder_at.member(&name).as_str().to_owned();
                let id = format!("{input}{place}");
                self.members.insert(id, ComponentPlace::new(input, place));
            }
        }
    }
}
