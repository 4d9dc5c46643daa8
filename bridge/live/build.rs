//! Embeds the page, if it was built before.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The files of the page, each with text that it must not contain, because it would end the enclosing element or be
/// changed by an HTML parser.
const FILES: [(&str, &str); 3] = [("page.js", "</script"), ("page.css", "</style"), ("LICENSES.txt", "\0")];

fn main() {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("page").join("dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = FILES.map(|(name, _)| folder.join(name));
    let assets = if files.iter().all(|file| file.is_file()) {
        FILES.iter().zip(&files).for_each(|((_, forbidden), file)| check(file, forbidden));
        let [script, style, licenses] =
            files.map(|file| format!("include_str!({:?})", file.display().to_string()));
        format!("Some(Assets {{ script: {script}, style: {style}, licenses: {licenses} }})")
    } else {
        "None".to_owned()
    };
    let to = PathBuf::from(variable("OUT_DIR")).join("assets.rs");
    fs::write(&to, assets).unwrap_or_else(|error| stop(&to, &error));
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| stop(Path::new(name), &error))
}

/// Stops the build if the file cannot be embedded in the page.
fn check(file: &Path, forbidden: &str) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| stop(file, &error)).to_ascii_lowercase();
    let is_script = forbidden == "</script";
    // After both of these, `</script` would not end the script.
    if is_script && text.contains("<!--") && text.contains("<script") {
        stop(file, &"the file contains both `<!--` and `<script`, so `</script` would not end it");
    }
    let is_licenses = file.extension().is_some_and(|extension| extension == "txt");
    for forbidden in [forbidden, "\r", "\0"] {
        if text.contains(forbidden) && !(is_licenses && forbidden == "\r") {
            stop(file, &format_args!("the file contains {forbidden:?}, which cannot be embedded in a page"));
        }
    }
}

fn stop(what: &Path, why: &dyn std::fmt::Display) -> ! {
    println!("cargo::error={}: {why}", what.display());
    std::process::exit(1)
}
