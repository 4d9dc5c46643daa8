//! The addresses of a card.

use wire::{Finding, Pointer};

/// The purpose of an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The host shows the image.
    Image,
    /// The host plays the medium, or sends a request.
    Load,
    /// The host opens the address after a click.
    Open,
}

/// Returns the purpose of a member that is an address.
fn purpose((owner, member): (&str, &str)) -> Option<Purpose> {
    match (owner, member) {
        ("Image" | "BackgroundImageStyle", "url")
        | (_, "backgroundImage" | "iconUrl")
        | ("Media", "poster") => Some(Purpose::Image),
        ("MediaSource" | "CaptionSource" | "HttpAction", "url") => Some(Purpose::Load),
        ("OpenUrlAction", "url") | ("CardMetadata", "webUrl") => Some(Purpose::Open),
        _ => None,
    }
}

/// Checks a text that may be an address.
pub(super) fn check(place: (&str, &str), text: &str, at: &Pointer, found: &mut Vec<Finding>) {
    let Some(purpose) = purpose(place) else {
        return;
    };
    // Browsers ignore blanks and control characters in a scheme.
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect();
    let scheme = scheme(&plain).map(str::to_ascii_lowercase);
    let finding = match (scheme.as_deref(), purpose) {
        (Some("http" | "https"), _)
        | (Some("data"), Purpose::Image)
        | (Some("mailto" | "tel"), Purpose::Open)
        // In Teams, `icon:` names an icon.
        | (Some("icon"), Purpose::Image) => return,
        (Some(scheme @ ("javascript" | "vbscript" | "data")), _) => {
            let message = format!("hosts refuse an address with the scheme `{scheme}`");
            Finding::error("adaptive-cards/url", at.clone(), message)
        }
        (Some(scheme), _) => {
            let message = format!(
                "many hosts refuse an address with the scheme `{}`",
                scheme.escape_debug()
            );
            Finding::warning("adaptive-cards/url", at.clone(), message)
        }
        (None, _) => {
            let message = "most hosts have no base for a relative address";
            Finding::warning("adaptive-cards/url", at.clone(), message)
        }
    };
    found.push(finding.hint("write an address like `https://example.com/`"));
}

/// Returns the scheme of an absolute address.
fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme.then_some(scheme)
}
