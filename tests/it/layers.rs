//! The files of the bridge have no circular imports, and no lower layer imports a higher one.
//!
//! From outside, a module and the files in its folder count as one unit. The files inside a folder are separate
//! units; code that they share belongs in the parent module.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The layers from the lowest to the highest. Modules of the same layer may import each other, but not in a circle.
const LAYERS: [&[&str]; 6] = [
    &["dialect", "refusal", "ids", "byte_budget", "shared"],
    &["context", "messages"],
    &["lens"],
    &["trust"],
    &["mappings"],
    &["translate", "inventory"],
];

type Graph = BTreeMap<String, BTreeSet<String>>;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../bridge/src")
}

/// Returns the files by module path, such as `engine::lens`, without comments and tests.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![(source(), String::new())];
    while let Some((folder, module)) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let module = if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
            if name == "tests" {
                continue;
            }
            if path.is_dir() {
                folders.push((path, module));
            } else {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]").next().unwrap();
                let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                files.insert(module, lines.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    files
}

/// Returns the paths after each occurrence of a keyword, with groups in braces expanded.
fn paths(text: &str, keyword: &str) -> Vec<String> {
    let starts = text.match_indices(keyword).map(|(at, _)| &text[at + keyword.len()..]);
    starts.flat_map(|rest| tree(rest).0).collect()
}

/// Splits a text into the paths of a leading import tree and the rest.
fn tree(text: &str) -> (Vec<String>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if rest.is_empty() || rest.starts_with('}') {
                return (all, rest.get(1..).unwrap_or_default());
            }
            let (paths, after) = tree(rest);
            assert!(after.len() < rest.len(), "an import that is not understood: {rest:.60}");
            all.extend(paths);
            rest = after;
        }
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match rest.strip_prefix("::") {
        Some(below) => {
            let (paths, rest) = tree(below);
            (paths.iter().map(|path| format!("{name}::{path}")).collect(), rest)
        }
        None => {
            // `as` and the `!` of a macro also end a path.
            let rest = rest
                .trim_start()
                .strip_prefix("as ")
                .map_or(rest, |rest| rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'));
            (vec![name.to_owned()], rest.strip_prefix(['*', '!']).unwrap_or(rest))
        }
    }
}

/// Returns the deepest file on a path. A name that the root exports leads to the file that defines it.
fn target(
    path: &str,
    files: &BTreeMap<String, String>,
    exported: &BTreeMap<String, String>,
) -> Option<String> {
    let mut at = path.to_owned();
    loop {
        if files.contains_key(&at) {
            return Some(at);
        }
        match at.rfind("::") {
            Some(end) => at.truncate(end),
            None => return exported.get(&at).cloned(),
        }
    }
}

/// Returns the files that each file imports.
fn imports() -> Graph {
    let files = files();
    let root = &files["lib"];
    let exports = root.split("pub use ").skip(1).flat_map(|rest| tree(rest).0);
    let exported = exports
        .filter_map(|path| Some((path.rsplit("::").next()?.to_owned(), path.split("::").next()?.to_owned())))
        .collect();
    let mut graph = Graph::new();
    for (module, text) in files.iter().filter(|(module, _)| *module != "lib") {
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        let absolute = paths(text, "crate::");
        let relative = paths(text, "super::")
            .into_iter()
            .map(|path| if parent.is_empty() { path } else { format!("{parent}::{path}") });
        let found = absolute.into_iter().chain(relative).filter_map(|path| target(&path, &files, &exported));
        graph.insert(module.clone(), found.filter(|to| to != module).collect());
    }
    graph
}

fn top(module: &str) -> String {
    module.split("::").next().unwrap().to_owned()
}

/// Returns a circle of imports, if there is one.
fn circle(graph: &Graph) -> Option<Vec<String>> {
    let mut left: Graph = graph.clone();
    // A file that imports none of the remaining files is not part of a circle.
    loop {
        let names: BTreeSet<String> = left.keys().cloned().collect();
        let free: Vec<String> =
            left.iter().filter(|(_, to)| to.is_disjoint(&names)).map(|(name, _)| name.clone()).collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|name| drop(left.remove(name)));
    }
    let mut at = left.keys().next()?.clone();
    let mut seen = Vec::new();
    while !seen.contains(&at) {
        seen.push(at.clone());
        at = left[&at].iter().find(|to| left.contains_key(*to)).unwrap().clone();
    }
    seen.push(at);
    Some(seen)
}

#[test]
fn imports_lead_to_lower_layers_without_circles() {
    let mut modules = Graph::new();
    for (from, to) in imports() {
        let from = top(&from);
        let to = to.iter().map(|to| top(to)).filter(|to| *to != from);
        modules.entry(from.clone()).or_default().extend(to);
    }
    assert_eq!(circle(&modules), None);
    let layer = |module: &str| {
        let found = LAYERS.iter().position(|layer| layer.contains(&module));
        found.unwrap_or_else(|| panic!("`{module}` is in no layer"))
    };
    for (from, all) in &modules {
        for to in all {
            assert!(layer(to) <= layer(from), "`{from}` imports `{to}`, which is higher");
        }
    }
}

#[test]
fn imports_within_a_folder_have_no_circles() {
    let mut apart = Graph::new();
    for (from, to) in imports() {
        let Some((parent, _)) = from.rsplit_once("::") else { continue };
        let is_beside = |to: &&String| to.rsplit_once("::").is_some_and(|(other, _)| other == parent);
        apart.insert(from.clone(), to.iter().filter(is_beside).cloned().collect());
    }
    assert_eq!(circle(&apart), None);
    assert!(apart.values().map(BTreeSet::len).sum::<usize>() > 40, "few imports were found");
}
