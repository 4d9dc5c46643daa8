//! The policy for addresses that other programs open.

/// Returns the host of a web address. Returns `None` for other addresses.
pub(crate) fn host_of(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    if url
        .bytes()
        .any(|byte| byte.is_ascii_whitespace() || byte.is_ascii_control())
    {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    // The part before `@` may look like a host, and is not one.
    let host = authority.rsplit('@').next()?;
    (!host.is_empty()).then_some(host)
}
