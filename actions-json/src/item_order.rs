//! The delivery of a runtime's items in their order of arrival.

use crate::item::RuntimeId;
use std::collections::BTreeMap;

/// A numbering of the items of each runtime, which enforces delivery in the order of arrival.
///
/// Items have no sequence number on the wire. Their order is the order in which the connection delivers them. If
/// items take several paths (queues, tasks, a log), keep the number with the item. The orders of different runtimes
/// are independent.
///
/// Specification: [Correlation Rules](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#correlation-rules).
///
/// ```
/// use agent_ui_actions_json::{item::RuntimeId, item_order::ItemOrder};
///
/// let (mut order, runtime) = (ItemOrder::new(), RuntimeId::from("rt1"));
/// let (first, second) = (order.number_arrival(&runtime), order.number_arrival(&runtime));
/// assert!(order.deliver(&runtime, second).is_ok(), "an item may be skipped");
/// assert!(order.deliver(&runtime, first).is_err(), "but it is late afterwards");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemOrder(BTreeMap<RuntimeId, Numbers>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    arrived: u64,
    handed_on: u64,
}

/// The reason for which an item may not be delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutOfOrder {
    /// The item or a later item was already delivered.
    #[error("the item {last} of this runtime has already been delivered")]
    Passed {
        /// The number of the last delivered item.
        last: u64,
    },
    /// No item with this number has arrived.
    #[error("the last item that arrived from this runtime is the item {last}")]
    NotArrived {
        /// The number of the last item that arrived.
        last: u64,
    },
}

impl ItemOrder {
    /// Creates an order in which no item has arrived.
    pub fn new() -> Self {
        Self::default()
    }

    /// Numbers an item of this runtime that arrives now: 1, 2, 3 and so on.
    pub fn number_arrival(&mut self, runtime_id: &RuntimeId) -> u64 {
        let numbers = self.0.entry(runtime_id.clone()).or_default();
        numbers.arrived = numbers.arrived.saturating_add(1);
        numbers.arrived
    }

    /// Delivers the item with this number.
    ///
    /// # Errors
    /// Fails if the item or a later item was already delivered, or if the item has not arrived.
    pub fn deliver(&mut self, runtime_id: &RuntimeId, number: u64) -> Result<(), OutOfOrder> {
        let numbers = self.0.get(runtime_id).copied().unwrap_or_default();
        if number <= numbers.handed_on {
            return Err(OutOfOrder::Passed {
                last: numbers.handed_on,
            });
        }
        if number > numbers.arrived {
            return Err(OutOfOrder::NotArrived {
                last: numbers.arrived,
            });
        }
        if let Some(numbers) = self.0.get_mut(runtime_id) {
            numbers.handed_on = number;
        }
        Ok(())
    }

    /// Forgets the numbers of a runtime. A later runtime with the same id starts at 1.
    pub fn forget(&mut self, runtime_id: &RuntimeId) {
        self.0.remove(runtime_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn items_that_have_not_arrived_are_not_delivered() {
        let (mut order, runtime) = (ItemOrder::new(), RuntimeId::from("1"));
        assert_eq!(
            order.deliver(&runtime, 0),
            Err(OutOfOrder::Passed { last: 0 })
        );
        assert_eq!(
            order.deliver(&runtime, 1),
            Err(OutOfOrder::NotArrived { last: 0 })
        );
        assert_eq!(order, ItemOrder::new());
        assert_eq!(
            (
                order.number_arrival(&runtime),
                order.number_arrival(&runtime)
            ),
            (1, 2)
        );
        assert_eq!(order.deliver(&runtime, 1), Ok(()));
        order.forget(&runtime);
        assert_eq!(order.number_arrival(&runtime), 1);
    }

    proptest! {
        #[test]
        fn delivered_numbers_increase_for_every_runtime(
            steps in prop::collection::vec((any::<bool>(), 0usize..3, 0u64..12), 0..60),
        ) {
            let runtimes = ["1", "2", "3"].map(RuntimeId::from);
            let (mut order, mut arrived, mut last) = (ItemOrder::new(), [0; 3], [0; 3]);
            for (arrives, runtime, number) in steps {
                if arrives {
                    arrived[runtime] += 1;
                    prop_assert_eq!(order.number_arrival(&runtimes[runtime]), arrived[runtime]);
                } else {
                    let rises = number > last[runtime] && number <= arrived[runtime];
                    prop_assert_eq!(order.deliver(&runtimes[runtime], number).is_ok(), rises);
                    if rises {
                        last[runtime] = number;
                    }
                }
            }
        }
    }
}
