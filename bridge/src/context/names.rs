//! Conversion between canvas files and surface ids.
//!
//! A surface id may be any text. A canvas file is a path that ends in `.html` and stays below its folder. A valid path is
//! its own surface id. Other ids are encoded under `a2ui/`:
//!
//! ```text
//! reports/x.html      <->  reports/x.html
//! a2ui/booking.html   <->  booking
//! a2ui/a~2Fb.html     <->  a/b
//! ```

use crate::{Refusal, context::canvas_path::escape_bytes};
use a2ui::SurfaceId;
use aap::{CanvasFile, CanvasPath};
use std::{borrow::Cow, sync::Arc};
use wire::Pointer;

/// The longest file name that common file systems accept.
const MAX_NAME: usize = 255;

/// Returns the canvas file of a surface. [`surface_of`] is the exact inverse.
///
/// # Errors
/// Refuses a surface id whose file name would exceed 255 bytes.
///
/// ```
/// use agent_ui_bridge::names::{file_of, surface_of};
///
/// assert_eq!(file_of(&"a/../b".into())?.as_str(), "a2ui/a~2F~2E~2E~2Fb.html");
/// assert_eq!(surface_of(file_of(&"a/../b".into())?).as_str(), "a/../b");
/// # Ok::<(), agent_ui_bridge::Refusal>(())
/// ```
pub fn file_of(surface: &SurfaceId) -> Result<CanvasFile, Refusal> {
    if is_plain(surface.as_str()) {
        return Ok(Arc::<str>::from(surface.clone()).into());
    }
    let name = escape(surface.as_str());
    if name.len() > MAX_NAME {
        let message = format_args!(
            "the surface id gives a file name of {} bytes; the limit is {MAX_NAME}",
            name.len()
        )
        .to_string();
        let hint = "assign a canvas file to the surface with `options.context.routes`";
        return Err(Refusal::limit("aap-a2ui/canvas-file", Pointer::root(), message).hint(hint));
    }
    Ok(format!("a2ui/{name}").into())
}

/// Returns the surface of a canvas file. Every text has a surface. [`file_of`] is the inverse for valid paths and for
/// the files that `file_of` returns.
pub fn surface_of(file: CanvasFile) -> SurfaceId {
    match decode(file.as_str()) {
        Some(surface) if !is_plain(&surface) => surface.into(),
        _ => Arc::<str>::from(file).into(),
    }
}

/// Returns `true` if a text is its own canvas file: a valid path that [`file_of`] does not return for another id.
pub(crate) fn is_plain(text: &str) -> bool {
    let mut text = Cow::Borrowed(text);
    while CanvasPath::is_valid(&text) {
        match decode(&text) {
            None => return true,
            Some(inner) => text = Cow::Owned(inner),
        }
    }
    false
}

/// Encodes every byte outside `A-Za-z0-9_-` as `~XX`, and appends `.html`.
fn escape(text: &str) -> String {
    format!("{}.html", escape_bytes(text))
}

/// Decodes a canonical encoding.
fn decode(path: &str) -> Option<String> {
    let name = path.strip_prefix("a2ui/")?.strip_suffix(".html")?;
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'~' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            bare => bytes.push(bare),
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    // `~2f`, `~41` and a plain `.` decode as well, but are not canonical.
    (escape_bytes(&text) == name).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_names_are_converted_as_stated() {
        for (surface, file) in [
            ("reports/x.html", "reports/x.html"),
            ("booking", "a2ui/booking.html"),
            ("a/../b", "a2ui/a~2F~2E~2E~2Fb.html"),
            ("", "a2ui/.html"),
            ("é", "a2ui/~C3~A9.html"),
        ] {
            assert_eq!(file_of(&surface.into()).unwrap().as_str(), file);
            assert_eq!(surface_of(file.into()).as_str(), surface);
        }
    }

    #[test]
    fn an_encoding_that_is_itself_a_surface_id_is_encoded_again() {
        let once = file_of(&"booking".into()).unwrap();
        let twice = file_of(&once.as_str().into()).unwrap();
        assert_eq!(twice.as_str(), "a2ui/a2ui~2Fbooking~2Ehtml.html");
        assert_eq!(surface_of(twice.clone()).as_str(), once.as_str());
        assert_eq!(surface_of(once).as_str(), "booking");
    }

    #[test]
    fn a_path_that_only_resembles_an_encoding_is_its_own_surface_id() {
        for path in [
            "a2ui/a~2f.html",
            "a2ui/~41.html",
            "a2ui/~FF.html",
            "a2ui/~2.html",
            "a2ui/a.b.html",
            "a2ui/~2Eé.html",
        ] {
            assert_eq!(surface_of(path.into()).as_str(), path);
        }
        // A plain path is never encoded, so this text stands for itself.
        assert_eq!(
            surface_of("a2ui/x~2Ehtml.html".into()).as_str(),
            "a2ui/x~2Ehtml.html"
        );
        assert_eq!(
            file_of(&"a2ui/x~2Ehtml.html".into()).unwrap().as_str(),
            "a2ui/x~2Ehtml.html"
        );
    }

    #[test]
    fn a_surface_id_with_a_too_long_file_name_is_refused() {
        assert!(file_of(&"x".repeat(250).into()).is_ok());
        let refusal = file_of(&"x".repeat(251).into()).unwrap_err();
        assert_eq!(refusal.kind(), crate::RefusalKind::Limit);
        assert!(refusal.hint_text().contains("routes"));
    }
}
