//! Embeds the page and the playground, if they were built before.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The files of the page, each with text that it must not contain, because it would end the enclosing element or be
/// changed by an HTML parser.
const FILES: [(&str, &str); 3] = [
    ("page.js", "</script"),
    ("page.css", "</style"),
    ("LICENSES.txt", "\0"),
];

fn main() {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"))
        .join("page")
        .join("dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = FILES.map(|(name, _)| folder.join(name));
    let assets = if files.iter().all(|file| file.is_file()) {
        FILES
            .iter()
            .zip(&files)
            .for_each(|((_, forbidden), file)| check(file, forbidden));
        let [script, style, licenses] =
            files.map(|file| format!("include_str!({:?})", file.display().to_string()));
        format!(
            "Some(Assets {{ script: {script}, style: {style}, licenses: {licenses}, components: None }})"
        )
    } else {
        "None".to_owned()
    };
    write("assets.rs", &assets);
    let playground = folder.join("playground");
    let mut files = Vec::new();
    list(&playground, &mut files);
    files.sort_unstable();
    let files: String = files
        .iter()
        .map(|file| embedded(&playground, file))
        .collect();
    write("playground.rs", &format!("&[{files}]"));
}

fn write(name: &str, text: &str) {
    let to = PathBuf::from(variable("OUT_DIR")).join(name);
    fs::write(&to, text).unwrap_or_else(|error| stop(&to, &error));
}

/// Lists the compressed files of a folder and its folders, if it exists.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap_or_else(|error| stop(folder, &error)).path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "gz") {
            files.push(path);
        }
    }
}

/// Returns the Rust expression that embeds a file of the playground.
fn embedded(folder: &Path, file: &Path) -> String {
    let path = file
        .strip_prefix(folder)
        .unwrap_or_else(|error| stop(file, &error))
        .with_extension("");
    let path = path.to_string_lossy().replace('\\', "/");
    let name = file.display().to_string();
    format!("PlaygroundFile {{ path: {path:?}, compressed: include_bytes!({name:?}) }},")
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| stop(Path::new(name), &error))
}

/// Stops the build if the file cannot be embedded in the page.
fn check(file: &Path, forbidden: &str) {
    let text = fs::read_to_string(file)
        .unwrap_or_else(|error| stop(file, &error))
        .to_ascii_lowercase();
    let is_script = forbidden == "</script";
    // After both of these, `</script` would not end the script.
    if is_script && text.contains("<!--") && text.contains("<script") {
        stop(
            file,
            &"the file contains both `<!--` and `<script`, so `</script` would not end it",
        );
    }
    let is_licenses = file.extension().is_some_and(|extension| extension == "txt");
    for forbidden in [forbidden, "\r", "\0"] {
        if text.contains(forbidden) && !(is_licenses && forbidden == "\r") {
            stop(
                file,
                &format_args!(
                    "the file contains {forbidden:?}, which cannot be embedded in a page"
                ),
            );
        }
    }
}

fn stop(what: &Path, why: &dyn std::fmt::Display) -> ! {
    println!("cargo::error={}: {why}", what.display());
    std::process::exit(1)
}
