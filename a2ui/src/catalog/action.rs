//! The context of events, in all versions from 0.9 on.

/// Generates methods that read and write the context of an event.
///
/// `context!(Event, DynamicValue);` expands to:
///
/// ```text
/// impl Event {
///     pub fn bind(mut self, name: &str, value: impl Into<DynamicValue>) -> Result<Self, EncodeError> { … }
///     pub fn bindings(&self) -> impl Iterator<Item = (String, DynamicValue)> { … }
/// }
/// ```
macro_rules! context {
    ($Event:ident, $Value:ident) => {
        impl $Event {
            /// Adds a member to the context, or replaces the member with the same name.
            ///
            /// # Errors
            /// Returns an error if the value cannot be serialized, for example because its `extra` repeats a member.
            pub fn bind(
                mut self,
                name: &str,
                value: impl Into<$Value>,
            ) -> ::core::result::Result<Self, wire::EncodeError> {
                let value = wire::Payload::encode(&value.into())
                    .map_err(|error| wire::EncodeError::Value(error.to_string()))?;
                let members = self.context.iter().flat_map(wire::Payload::members);
                let mut members: wire::Extra = members
                    .map(|(name, value)| (name.into_owned(), value))
                    .collect();
                members.insert(name, value);
                self.context = Some(wire::Payload::object(members.iter()));
                Ok(self)
            }

            /// Iterates over the members of the context and their names.
            pub fn bindings(&self) -> impl Iterator<Item = (String, $Value)> {
                let members = self.context.iter().flat_map(wire::Payload::members);
                members.map(|(name, value)| (name.into_owned(), value.into()))
            }
        }
    };
}
pub(crate) use context;
