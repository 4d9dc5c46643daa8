//! Checks that the targets of links exist, and also the files, folders and names that pages mention.

use super::{Page, contributor_pages, markdown, root, user_pages};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// The names in the pages that are not in the sources, each with the reason.
const FOREIGN_NAMES: &[(&str, &str)] = &[
    ("HashMap", "the libraries do not use it"),
    ("a2ui_core", "is a Dart package"),
    ("manylinux_2_28", "is a platform of Python packages"),
    ("musllinux_1_2", "is a platform of Python packages"),
    ("is_", "is a prefix"),
    ("has_", "is a prefix"),
    ("can_", "is a prefix"),
];

/// Lists the files and folders of the workspace that are under version control or would be, relative to the root.
fn workspace_paths() -> Vec<PathBuf> {
    fn walk(folder: &Path, root: &Path, paths: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if matches!(name, "target" | "node_modules" | ".git") {
                continue;
            }
            paths.push(path.strip_prefix(root).unwrap().to_owned());
            if path.is_dir() && !path.is_symlink() {
                walk(&path, root, paths);
            }
        }
    }
    let (root, mut paths) = (root(), Vec::new());
    walk(&root, &root, &mut paths);
    paths
}

/// Reads the pages for users and contributors.
fn all_pages() -> Vec<Page> {
    user_pages()
        .into_iter()
        .chain(contributor_pages())
        .collect()
}

#[test]
fn the_readme_has_at_most_180_lines() {
    assert!(
        Page::read("README.md").text.lines().count() <= 180,
        "move details to a page in docs/"
    );
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut broken = Vec::new();
    for page in all_pages() {
        let prose = markdown::parts(&page.text).1;
        for target in markdown::link_targets(&prose) {
            if target.starts_with("https://") || target.starts_with("http://") {
                continue;
            }
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let folder = root().join(&page.path).parent().unwrap().to_owned();
            let file = if path.is_empty() {
                root().join(&page.path)
            } else {
                folder.join(path)
            };
            let has_heading = |text: String| {
                let mut headings = text
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .map(markdown::anchor);
                headings.any(|anchor| anchor == heading)
            };
            let is_found = if heading.is_empty() {
                file.exists()
            } else {
                std::fs::read_to_string(&file).is_ok_and(has_heading)
            };
            if !is_found {
                broken.push(format!("{}: {target}", page.path));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

#[test]
fn files_and_folders_named_on_pages_exist() {
    const ENDINGS: [&str; 7] = [".rs", ".md", ".mjs", ".py", ".toml", ".html", "/"];
    let paths = workspace_paths();
    let mut missing = Vec::new();
    for page in all_pages() {
        for name in markdown::code_spans(&markdown::parts(&page.text).1) {
            let is_path = name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c));
            // `<name>.rs` is a pattern, and `/` alone is a JSON Pointer.
            let is_named =
                ENDINGS.iter().any(|ending| name.ends_with(ending)) && !name.starts_with('/');
            let is_of_a_user =
                matches!(name.as_str(), "index.html" | "page.html" | "interactions/");
            if is_path
                && is_named
                && !is_of_a_user
                && !paths.iter().any(|path| path.ends_with(&name))
            {
                missing.push(format!("{}: {name}", page.path));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "files and folders that do not exist: {missing:#?}"
    );
}

#[test]
fn types_and_functions_named_on_pages_exist() {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_source = |path: &PathBuf| {
        let is_python =
            path.starts_with("bridge/python") && path.extension() == Some("py".as_ref());
        let is_script = ["ts", "mjs"].map(|name| path.extension() == Some(name.as_ref()));
        let is_npm = path.starts_with("bridge/npm") && is_script.contains(&true);
        is_python || is_npm || path.extension() == Some("rs".as_ref())
    };
    let sources = workspace_paths().into_iter().filter(is_source);
    let texts: Vec<_> = sources
        .map(|path| std::fs::read_to_string(root().join(path)).unwrap())
        .collect();
    let files: Vec<BTreeSet<_>> = texts
        .iter()
        .map(|text| text.split(|c| !is_word(c)).collect())
        .collect();
    let words: BTreeSet<_> = files.iter().flatten().copied().collect();
    let mut unknown = Vec::new();
    for page in all_pages() {
        let (blocks, prose) = markdown::parts(&page.text);
        let diagrams = blocks
            .iter()
            .filter(|block| block.language == "text")
            .flat_map(|block| &block.lines);
        let in_diagrams =
            diagrams.flat_map(|line| line.split([' ', ',']).filter(|word| word.contains("::")));
        let spans = markdown::code_spans(&prose)
            .into_iter()
            .chain(in_diagrams.map(str::to_owned));
        for span in spans {
            let is_name = span.contains("::")
                || span.contains('_')
                || span.ends_with('!')
                || span.starts_with(|c: char| c.is_ascii_uppercase());
            let is_simple = span
                .chars()
                .all(|c| is_word(c) || matches!(c, ':' | '(' | ')' | '!' | '.'));
            if !is_name || !is_simple || FOREIGN_NAMES.iter().any(|(name, _)| *name == span) {
                continue;
            }
            let parts: Vec<_> = span
                .split(|c| !is_word(c))
                .filter(|part| part.len() > 1)
                .collect();
            // A type and its function are in the same file.
            let is_in_a_type = |pair: &[&str]| {
                !pair[0].starts_with(|c: char| c.is_ascii_uppercase())
                    || files
                        .iter()
                        .any(|file| file.contains(pair[0]) && file.contains(pair[1]))
            };
            if !parts.iter().all(|part| words.contains(part)) || !parts.windows(2).all(is_in_a_type)
            {
                unknown.push(format!("{}: {span}", page.path));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "names that are not in the sources: {unknown:#?}"
    );
}
