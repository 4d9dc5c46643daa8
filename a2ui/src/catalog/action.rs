//! Actions and their contexts, which all versions check alike.

use super::{CatalogValue, Checker, ObjectMembers};
use std::marker::PhantomData;
use wire::{Finding, Payload, Pointer};

/// An object whose members are dynamic values.
pub(crate) struct ContextValue<T>(PhantomData<T>);

impl<T: CatalogValue> CatalogValue for ContextValue<T> {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        if !value.is_object() {
            return checker.wrong_type(value, at, "an object");
        }
        value
            .members()
            .for_each(|(name, value)| T::check(&value, &at.member(&name), checker));
    }
}

/// A call whose result is not used.
struct Effect;

impl CatalogValue for Effect {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        checker.call(value, at, None);
    }
}

/// Checks an action, which has either an `event` or a `functionCall`.
pub(crate) fn action<E: CatalogValue>(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let Some(mut members) = ObjectMembers::of(value, at, "Action", checker) else {
        return;
    };
    let has = |name: &str| value.members().any(|member| member.0 == name);
    let message = match (has("event"), has("functionCall")) {
        (true, true) => "an action cannot have both `event` and `functionCall`",
        (false, false) => "an action must have either `event` or `functionCall`",
        _ => "",
    };
    if !message.is_empty() {
        checker.report(
            Finding::error("exactly-one", at.clone(), message).hint("keep exactly one of them"),
        );
    }
    members.member::<E>("event", false, &[], checker);
    members.member::<Effect>("functionCall", false, &[], checker);
    members.close(checker);
}

/// Generates methods that read and write the context of an event.
macro_rules! context {
    ($Event:ident, $Value:ident) => {
        impl $Event {
            /// Adds a member to the context, or replaces the member of that name.
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

            /// Iterates over the members of the context with their names.
            pub fn bindings(&self) -> impl Iterator<Item = (String, $Value)> {
                let members = self.context.iter().flat_map(wire::Payload::members);
                members.map(|(name, value)| (name.into_owned(), value.into()))
            }
        }
    };
}
pub(crate) use context;
