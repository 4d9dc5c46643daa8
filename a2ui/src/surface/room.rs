//! The memory limits for one surface.

/// The approximate overhead of a surface, a component or a remembered id, in bytes.
pub(super) const ENTRY: usize = 128;

/// The memory limits for one surface: its own limit, the bytes of all other surfaces, and the total limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) max: usize,
    pub(super) others: usize,
    pub(super) max_total: usize,
}
