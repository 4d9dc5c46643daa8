//! The bridge script and the sandbox of a page.
//!
//! ```
//! use agent_ui_aap::page;
//!
//! let html = page::with_bridge("<!DOCTYPE html><title>Plan</title>");
//! assert_eq!(html, format!("<!DOCTYPE html>{}<title>Plan</title>", page::BRIDGE));
//! ```

/// The bridge script. The script defines `window.maestro` with one function, `send(action, element, data)`, which
/// posts a [`CanvasMessage`](crate::CanvasMessage).
///
/// Specification: [AAP 1.0, bridge script](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/02-bridge.md#2-bridge-script).
pub const BRIDGE: &str = "<script>window.maestro={send(action,element,data){window.parent.postMessage({type:\"canvas:interaction\",action,element:element||null,data:data||null},\"*\")}}</script>";

/// The `sandbox` attribute of a page's `iframe`. The page may run scripts, but has no origin and no storage.
pub const SANDBOX: &str = "allow-scripts";

/// The Content-Security-Policy of a page. The page has only its own scripts and styles and no network access, so it
/// can report user actions only to its provider. The policy also sandboxes a page without a frame.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

/// Inserts the bridge before all parts of the page that can hide or run a script. The bridge is inserted after the
/// document type, which must be first, or else at the beginning.
///
/// The published provider inserts the bridge at the first `<head>`. If the page does not contain exactly this text,
/// the provider inserts the bridge before the document type, and the page is shown in quirks mode. If that `<head>`
/// is in a comment, the page has no bridge.
pub fn with_bridge(html: &str) -> String {
    let (before, after) = html
        .split_at_checked(doctype_end(html))
        .unwrap_or(("", html));
    [before, BRIDGE, after].concat()
}

/// Returns the offset after the document type; without one, the offset after a byte order mark.
fn doctype_end(html: &str) -> usize {
    let start = html.strip_prefix('\u{FEFF}').unwrap_or(html);
    let mut rest = start.trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        // Browsers also end a comment at an initial `>` and at `--!>`. These cases are left to them.
        let Some((_, after)) = comment.split_once("-->") else {
            break;
        };
        rest = after.trim_start();
    }
    const DOCTYPE: &str = "<!doctype";
    let is_doctype = rest
        .get(..DOCTYPE.len())
        .is_some_and(|begin| begin.eq_ignore_ascii_case(DOCTYPE));
    let doctype = if is_doctype {
        rest.find('>').map(|at| at + 1)
    } else {
        None
    };
    match doctype {
        Some(end) => html.len() - rest.len() + end,
        None => html.len() - start.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bridge_follows_the_document_type_and_precedes_the_rest() {
        for (before, behind) in [
            ("", ""),
            ("", "<p>Hi"),
            ("", "<head lang=en><title>t</title></head>"),
            (
                "",
                "<!-- <head> --><head><script>maestro.send('a')</script>",
            ),
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
            assert_eq!(
                with_bridge(&format!("{before}{behind}")),
                format!("{before}{BRIDGE}{behind}")
            );
        }
    }

    #[test]
    fn the_policy_and_the_frame_have_the_same_sandbox() {
        assert!(CONTENT_SECURITY_POLICY.ends_with(&format!("sandbox {SANDBOX}")));
    }
}
