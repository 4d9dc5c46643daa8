//! Actions and their contexts, which versions judge alike.

use super::{Judge, Judged, Members};
use std::marker::PhantomData;
use wire::{Finding, Payload, Pointer};

/// An object that holds a dynamic value under every name.
pub(crate) struct Context<T>(PhantomData<T>);

impl<T: Judged> Judged for Context<T> {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        if !value.is_object() {
            return judge.wrong_type(value, at, "an object");
        }
        value.members().for_each(|(name, value)| T::judge(&value, &at.member(&name), judge));
    }
}

/// What nobody waits for: a call whose result is dropped.
struct Effect;

impl Judged for Effect {
    fn judge(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
        judge.call(value, at, None);
    }
}

/// Either an `event` or a `functionCall`.
pub(crate) fn action<E: Judged>(value: &Payload, at: &Pointer, judge: &mut Judge<'_>) {
    let Some(mut members) = Members::of(value, at, "Action", judge) else { return };
    let has = |name: &str| value.members().any(|member| member.0 == name);
    let message = match (has("event"), has("functionCall")) {
        (true, true) => "both `event` and `functionCall`",
        (false, false) => "neither `event` nor `functionCall`",
        _ => "",
    };
    if !message.is_empty() {
        judge.report(Finding::error("exactly-one", at.clone(), message).hint("give one of them"));
    }
    members.member::<E>("event", false, &[], judge);
    members.member::<Effect>("functionCall", false, &[], judge);
    members.close(judge);
}

/// The ways into and out of the context of an event.
macro_rules! context {
    ($Event:ident, $Value:ident) => {
        impl $Event {
            /// Adds a member to the context, or replaces it.
            ///
            /// # Errors
            /// If the value does not serialize: an `extra` repeats a member, for example.
            pub fn bind(
                mut self,
                name: &str,
                value: impl Into<$Value>,
            ) -> ::core::result::Result<Self, wire::EncodeError> {
                let value = wire::Payload::of(&value.into())
                    .map_err(|error| wire::EncodeError::Value(error.to_string()))?;
                let members = self.context.iter().flat_map(wire::Payload::members);
                let mut members: wire::Extra =
                    members.map(|(name, value)| (name.into_owned(), value)).collect();
                members.insert(name, value);
                self.context = Some(wire::Payload::object(members.iter()));
                Ok(self)
            }

            /// The members of the context, as what they may be.
            pub fn bindings(&self) -> impl Iterator<Item = (String, $Value)> {
                let members = self.context.iter().flat_map(wire::Payload::members);
                members.map(|(name, value)| (name.into_owned(), value.into()))
            }
        }
    };
}
pub(crate) use context;
