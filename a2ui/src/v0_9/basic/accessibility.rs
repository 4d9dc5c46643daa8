//! What assistive technology is told.

use crate::{catalog::tables::judged_objects, v0_9::DynamicString};
use wire::Field;

judged_objects! {
    /// What assistive technology is told about a component. A2UI 0.9, `AccessibilityAttributes`.
    pub struct AccessibilityAttributes is open {
        /// What it is, in one to three words.
        label?: Field<DynamicString>,
        /// What more there is to say: instructions, formats, what will happen.
        description?: Field<DynamicString>,
    }
}
