//! Generated values of any wire type, for tests over all types (feature `proptest`).

use crate::{DecodeError, EncodeError, Wire};
use proptest::{prelude::*, strategy::BoxedStrategy};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{any::Any, fmt::Debug, rc::Rc};

/// A type whose values can be generated.
///
/// `level` decreases with each nested type. At 0, optional members are absent or null and lists are empty, so that
/// recursive types end.
pub trait Generate: Sized + Debug + 'static {
    /// Returns a strategy for values with at most `level` further levels of types.
    fn strategy(level: u32) -> BoxedStrategy<Self>;
}

/// A value of any wire type, for tests over all types.
pub trait Sample: Debug {
    /// Encodes the value.
    ///
    /// # Errors
    /// Returns the errors of [`encode`](crate::encode()).
    fn encode(&self) -> Result<String, EncodeError>;
    /// Converts the value with serde_json.
    ///
    /// # Errors
    /// Returns the errors of serde_json.
    fn to_value(&self) -> serde_json::Result<Value>;
    /// Returns `true` if `other` is an equal value of the same type.
    fn is_equal_to(&self, other: &dyn Sample) -> bool;
    /// Returns the value for downcasts.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Wire + Serialize + Debug + PartialEq + 'static> Sample for T {
    fn encode(&self) -> Result<String, EncodeError> {
        crate::encode(self)
    }

    fn to_value(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }

    fn is_equal_to(&self, other: &dyn Sample) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Functions that generate and read values of a wire type, for code that is not generic.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Samples {
    pub any: fn() -> BoxedStrategy<Rc<dyn Sample>>,
    pub decode: fn(&str) -> Result<Rc<dyn Sample>, DecodeError>,
    pub from_slice: fn(&[u8]) -> serde_json::Result<Rc<dyn Sample>>,
    pub from_reader: fn(&[u8]) -> serde_json::Result<Rc<dyn Sample>>,
    pub from_value: fn(Value) -> serde_json::Result<Rc<dyn Sample>>,
}

impl Samples {
    /// Returns the functions of a type.
    pub const fn for_type<T: Wire + Generate + Serialize + DeserializeOwned + PartialEq>() -> Self {
        fn erase<T: Sample + 'static>(value: T) -> Rc<dyn Sample> {
            Rc::new(value)
        }
        Self {
            any: || any::<T>().prop_map(erase).boxed(),
            decode: |text| crate::decode::<T>(text).map(erase),
            from_slice: |bytes| serde_json::from_slice::<T>(bytes).map(erase),
            from_reader: |bytes| serde_json::from_reader::<_, T>(bytes).map(erase),
            from_value: |value| serde_json::from_value::<T>(value).map(erase),
        }
    }
}

/// The number of type levels that [`any`] generates.
pub const LEVELS: u32 = 6;

/// Returns a strategy for any value of `T`.
pub fn any<T: Generate>() -> BoxedStrategy<T> {
    T::strategy(LEVELS)
}
