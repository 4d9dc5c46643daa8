//! Random numbers for the hash maps of the validator. The module imports nothing, so the host gives a seed when it starts the
//! module.

#![expect(
    unsafe_code,
    reason = "the crate `getrandom` finds its source by the name of a symbol"
)]

use std::sync::atomic::{AtomicU64, Ordering};

static STATE: AtomicU64 = AtomicU64::new(0);

/// Takes the seed. Without one, the numbers are those of the seed 0.
#[unsafe(no_mangle)]
pub extern "C" fn seed(seed: u64) {
    STATE.store(seed, Ordering::Relaxed);
}

/// Returns the next number of the generator SplitMix64.
fn next() -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut mixed = STATE.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Fills a buffer for the crate `getrandom`, which build-wasm sets up to call this function.
///
/// # Safety
/// The buffer has this length, and no one else uses it.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    buffer: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    for at in 0..length {
        let [byte, ..] = next().to_le_bytes();
        // SAFETY: The caller promises that the buffer has this length. It may be uninitialised, so it is only written.
        unsafe { buffer.add(at).write(byte) };
    }
    Ok(())
}
