//! The exports of the WebAssembly module: `alloc`, `call` and `free`. The module imports nothing.
//!
//! The host writes a request into a buffer of `alloc` and passes it to `call`, which frees it. The host frees the reply.

#![expect(
    unsafe_code,
    reason = "the host passes addresses of this module's memory"
)]

use crate::sessions::Sessions;
use std::cell::RefCell;

thread_local! {
    /// The module has one thread, and `call` does not call itself.
    static SESSIONS: RefCell<Sessions> = RefCell::default();
}

/// Returns a buffer of this length, or 0 if the memory is full.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let mut buffer: Vec<u8> = Vec::new();
    if buffer.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    buffer.resize(length, 0);
    Box::into_raw(buffer.into_boxed_slice()).cast()
}

/// Frees a buffer.
///
/// # Safety
/// `alloc` returned the buffer for this length, or `call` did. Nothing has freed it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(buffer: *mut u8, length: usize) {
    // SAFETY: The caller promises that this is an owned slice. `alloc` and `call` return boxed slices of initialised bytes.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(buffer, length)) });
}

/// Answers the request in a buffer and frees the buffer. Returns the address of the reply in the upper half of the result, and
/// its length in the lower half.
///
/// # Safety
/// `alloc` returned the buffer for this length. Nothing has freed it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(buffer: *mut u8, length: usize) -> u64 {
    // SAFETY: See `free`.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(buffer, length)) };
    let reply = SESSIONS
        .with_borrow_mut(|sessions| sessions.answer(&request))
        .into_boxed_slice();
    let length = reply.len() as u64;
    let address = Box::into_raw(reply).cast::<u8>() as usize as u64;
    address << 32 | length
}
