//! Sources and provenance: rule V13, and private data.

use super::{
    checker::{Checker, OBJECT, TEXT, TEXTS},
    rules,
    targets::check_selectors,
};
use crate::manifest::{Provenance, Source};
use wire::{Payload, PayloadKind, Pointer, Tolerant, token};

/// Checks the member `source`.
pub(super) fn check_source(
    member: &Tolerant<Box<Source>>,
    at: &Pointer,
    checker: &mut Checker<'_>,
) {
    if let Some(source) = checker.read(at, "source", member, OBJECT) {
        check_hints(source, &at.member("source"), checker);
    }
}

pub(super) fn check_hints(source: &Source, at: &Pointer, checker: &mut Checker<'_>) {
    let at_files = at.member("files");
    match &source.files {
        Tolerant::Value(files) => {
            for (index, path) in files.iter().enumerate() {
                check_file(path, || at_files.element(index), checker);
            }
        }
        Tolerant::Invalid(odd) if odd.kind() == PayloadKind::Array => {
            for (index, element) in odd.elements().enumerate() {
                let at = at_files.element(index);
                match element.as_str() {
                    Some(path) => check_file(&path, || at.clone(), checker),
                    None => checker.report_wrong_type(&rules::SHAPE, at, element.kind(), TEXT),
                }
            }
        }
        Tolerant::Invalid(odd) if odd.kind() == PayloadKind::String => {
            let path = odd.as_str().unwrap_or_default();
            check_file(&path, || at_files.clone(), checker);
        }
        _ => drop(checker.read(at, "files", &source.files, TEXTS)),
    }
    checker.check_texts(at, "symbols", &source.symbols);
    check_selectors("selectors", &source.selectors, at, checker);
    checker.check_text(at, "component", &source.component);
    for (name, value) in source.extra.iter() {
        if let Some(text) = value.as_str() {
            report_private(&text, || at.member(name), checker);
        }
    }
    if let Some(component) = source.component.get() {
        report_private(component, || at.member("component"), checker);
    }
}

fn check_file(path: &str, at: impl Fn() -> Pointer, checker: &mut Checker<'_>) {
    if !is_below_manifest(path) {
        let hint = "use a relative path without `..`";
        checker.report(
            &rules::V13,
            at(),
            "the file is not below the manifest",
            hint,
        );
    }
    report_private(path, at, checker);
}

pub(super) fn check_provenance(provenance: &Provenance, at: &Pointer, checker: &mut Checker<'_>) {
    let texts = [
        ("created_by", &provenance.created_by),
        ("updated_by", &provenance.updated_by),
        ("reviewed_by", &provenance.reviewed_by),
        ("source", &provenance.source),
        ("revision", &provenance.revision),
    ];
    for (name, member) in texts {
        if let Some(text) = checker.read(at, name, member, TEXT) {
            report_private(text, || at.member(name), checker);
        }
    }
    checker.check_text(at, "created_at", &provenance.created_at);
    checker.check_text(at, "updated_at", &provenance.updated_at);
    checker.check_text(at, "reviewed_at", &provenance.reviewed_at);
    for (name, value) in provenance.extra.iter() {
        if has_private_text(value) {
            checker.report(
                &rules::PRIVATE,
                at.member(name),
                "the value looks like private data",
                PUBLIC,
            );
        }
    }
}

/// Returns `true` if a string, or a string directly in a list or an object, seems to contain private data.
fn has_private_text(value: &Payload) -> bool {
    if let Some(text) = value.as_str() {
        return is_private(&text).is_some();
    }
    token::children(value.text()).any(|child| {
        child.text.starts_with('"') && is_private(&token::string(child.text)).is_some()
    })
}

const PUBLIC: &str = "remove private data from a published manifest";

fn report_private(text: &str, at: impl Fn() -> Pointer, checker: &mut Checker<'_>) {
    if let Some(what) = is_private(text) {
        checker.report(
            &rules::PRIVATE,
            at(),
            format_args!("the value looks like {what}"),
            PUBLIC,
        );
    }
}

/// Returns `true` if a relative path stays below the manifest, on any platform.
fn is_below_manifest(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':')
        && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let absolute = path.starts_with(['/', '\\']) || drive;
    !absolute && path.split(['/', '\\']).all(|segment| segment != "..")
}

/// Describes the private data that a text seems to contain.
fn is_private(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    if ["/home/", "/users/", "\\users\\", "file://"]
        .iter()
        .any(|part| lower.contains(part))
        || lower.starts_with("~/")
    {
        return Some("a local path");
    }
    if lower
        .split(|c: char| c.is_whitespace() || "<>(),;:\"'".contains(c))
        .any(is_mail)
    {
        return Some("an e-mail address");
    }
    for rest in lower.split("://").skip(1) {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if is_internal(authority) {
            return Some("an address of a private network");
        }
    }
    None
}

fn is_mail(word: &str) -> bool {
    let Some((user, host)) = word.split_once('@') else {
        return false;
    };
    let Some((name, end)) = host.rsplit_once('.') else {
        return false;
    };
    let is_host =
        !name.is_empty() && end.len() > 1 && end.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_host && !user.is_empty() && user.bytes().all(is_mail_byte) && host.bytes().all(is_mail_byte)
}

fn is_mail_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte)
}

fn is_internal(authority: &str) -> bool {
    let host = authority
        .rsplit('@')
        .next()
        .unwrap_or_default()
        .split(':')
        .next()
        .unwrap_or_default();
    let numbers: Vec<u8> = host
        .split('.')
        .filter_map(|part| part.parse().ok())
        .collect();
    let private = match numbers.as_slice() {
        [10 | 127, _, _, _] | [192, 168, _, _] | [169, 254, _, _] => true,
        [172, second, _, _] => (16..32).contains(second),
        _ => false,
    };
    let ends = [
        ".local",
        ".internal",
        ".intranet",
        ".corp",
        ".lan",
        ".home.arpa",
        ".localhost",
    ];
    private
        || (!host.is_empty() && !host.contains('.') && !authority.starts_with('['))
        || ends.iter().any(|end| host.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_must_be_below_the_manifest_on_any_platform() {
        for good in ["a.js", "./a.js", "a/b.js", "a..b/c", "...", "", "ab:c"] {
            assert!(is_below_manifest(good), "{good:?}");
        }
        for bad in [
            "/a",
            "\\a",
            "\\\\host\\a",
            "C:/a",
            "c:a",
            "..",
            "../a",
            "a/../b",
            "a\\..\\b",
            "a/..",
        ] {
            assert!(!is_below_manifest(bad), "{bad:?}");
        }
    }

    #[test]
    fn names_of_people_and_machines_look_private() {
        for text in [
            "/home/ada/maps/a.json",
            "seen in C:\\Users\\ada",
            "~/maps",
            "file:///a",
            "ada@desk.test",
            "by Ada <ada.b@desk.test>",
            "http://localhost:3000/a",
            "https://wiki/page",
            "https://wiki.corp/page",
            "http://10.1.2.3/",
            "https://172.16.0.1",
            "http://u@192.168.0.1:80/",
        ] {
            assert!(is_private(text).is_some(), "{text}");
        }
        for text in [
            "harbour desk",
            "site walk",
            "https://example.org/a?b=c@d",
            "@ada",
            "a@b",
            "172.16.0.1",
            "https://172.32.0.1/",
            "src/homepage.js",
            "npm:@scope/name@1.2.3",
            "7",
        ] {
            assert_eq!(is_private(text), None, "{text}");
        }
    }
}
