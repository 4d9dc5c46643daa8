//! Adaptive Cards: A2UI surfaces as cards, and cards as A2UI surfaces.
