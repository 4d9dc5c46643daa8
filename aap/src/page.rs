//! A page in its frame: the bridge that a provider puts into it, and what it may do. AAP 1.0, "The bridge script" and "Security
//! considerations".
//!
//! ```
//! use agent_ui_aap::page;
//!
//! let html = page::with_bridge("<!DOCTYPE html><title>Plan</title>");
//! assert_eq!(html, format!("<!DOCTYPE html>{}<title>Plan</title>", page::BRIDGE));
//! ```

/// The bridge: a script that defines `window.maestro` with its one function `send(action, element, data)`. What it posts is a
/// [`CanvasMessage`](crate::CanvasMessage).
pub const BRIDGE: &str = "<script>window.maestro={send(action,element,data){window.parent.postMessage({type:\"canvas:interaction\",action,element:element||null,data:data||null},\"*\")}}</script>";

/// What the frame of a page may do: the `sandbox` of an `iframe`. It runs scripts, and has neither an origin nor storage.
pub const SANDBOX: &str = "allow-scripts";

/// The Content-Security-Policy with which a page is served: it has its own scripts and styles, and nothing from anywhere, so that a page
/// tells nobody but its provider what people do. Opened without a frame it is sandboxed all the same.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

/// The page with the bridge in it, in front of everything of the page that can hide a script or run one: behind the document type,
/// which has to come first, or at the beginning if there is none.
///
/// The real provider looks for the first `<head>`, and in front of the document type if there is none with just these letters; a page then is shown
/// in quirks mode, or has no bridge if that stands in a comment.
pub fn with_bridge(html: &str) -> String {
    let (before, behind) = html.split_at_checked(behind_doctype(html)).unwrap_or(("", html));
    [before, BRIDGE, behind].concat()
}

/// Where the document type ends; behind a byte order mark and at the beginning, if there is none.
fn behind_doctype(html: &str) -> usize {
    let start = html.strip_prefix('\u{FEFF}').unwrap_or(html);
    let mut rest = start.trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        // A comment may also be ended by the `>` that is its first character, or by `--!>`; what is odd is left to the browser.
        let Some((_, behind)) = comment.split_once("-->") else { break };
        rest = behind.trim_start();
    }
    const DOCTYPE: &str = "<!doctype";
    let is_doctype = rest.get(..DOCTYPE.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(DOCTYPE));
    let doctype = if is_doctype { rest.find('>').map(|at| at + 1) } else { None };
    match doctype {
        Some(end) => html.len() - rest.len() + end,
        None => html.len() - start.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bridge_stands_behind_the_document_type_and_in_front_of_all_else() {
        for (before, behind) in [
            ("", ""),
            ("", "<p>Hi"),
            ("", "<head lang=en><title>t</title></head>"),
            ("", "<!-- <head> --><head><script>maestro.send('a')</script>"),
            ("<!DOCTYPE html>", "<html><head></head></html>"),
            ("\u{FEFF}<!doctype HTML>", "\n<head>"),
            ("\u{FEFF}", "<head>"),
            (
                " \n<!-- <head> --> <!----><!DOCTYPE html SYSTEM \"about:legacy-compat\">",
                "<!-- <head> --><body>",
            ),
            ("", "<!-- <!doctype html>"),
            ("", "<!doctype html"),
            ("", "x<!doctype html>"),
            ("", "<é"),
        ] {
            assert_eq!(with_bridge(&format!("{before}{behind}")), format!("{before}{BRIDGE}{behind}"));
        }
    }

    #[test]
    fn the_sandbox_of_the_policy_is_that_of_the_frame() {
        assert!(CONTENT_SECURITY_POLICY.ends_with(&format!("sandbox {SANDBOX}")));
    }
}
