//! Tests of resolved surfaces.
