//! The limit of open files of the process. Each connection is one.

#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The limit that the process requests. It is not higher, because child processes inherit it and some of them close all
/// possible files one by one.
#[cfg(unix)]
const WANTED: u64 = 1 << 16;

/// Raises the limit of open files as far as the system allows, up to 65,536. Returns the new limit, or `None` if the
/// system has no limit.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    let wanted = maximum.map_or(WANTED, |maximum| maximum.min(WANTED));
    if wanted <= current {
        return Some(current);
    }
    match setrlimit(
        Resource::Nofile,
        Rlimit {
            current: Some(wanted),
            maximum,
        },
    ) {
        Ok(()) => Some(wanted),
        Err(_) => Some(current),
    }
}

/// Returns `None`, because this system has no such limit.
#[cfg(not(unix))]
pub fn raise_open_files() -> Option<u64> {
    None
}
