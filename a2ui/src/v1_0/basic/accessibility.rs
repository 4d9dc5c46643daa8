//! What assistive technology is told.

use crate::{
    catalog::tables::{judged_objects, judged_words},
    v1_0::{DynamicBoolean, DynamicString},
};
use wire::Field;

judged_words! {
    /// Whether changes are told as they happen, as ARIA's `aria-live`; absent means `off`. A2UI 1.0,
    /// `AccessibilityAttributes.live`.
    pub enum LiveRegion {
        /// They are not.
        Off = "off",
        /// When there is time.
        Polite = "polite",
        /// At once.
        Assertive = "assertive",
    }
}

judged_objects! {
    /// What assistive technology is told about a component. A2UI 1.0, `AccessibilityAttributes`.
    pub struct AccessibilityAttributes {
        /// What it is, in one to three words.
        label?: Field<DynamicString>,
        /// What more there is to say: instructions, formats, what will happen.
        description?: Field<DynamicString>,
        /// Whether changes are told; absent means `off`.
        live?: Field<LiveRegion>,
        /// Whether it is left out.
        hidden?: Field<DynamicBoolean>,
    }
}
