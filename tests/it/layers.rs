//! The imports between files. The files of a crate have no circular imports, and no lower layer of the bridge imports a
//! higher one.
//!
//! A file imports another file if it names an item that the other file defines. Re-exports are names and not imports,
//! because the import leads to the file that defines the item. A parent module owns the files in its folder, so its
//! imports from them do not count.

use crate::crates::crate_folders;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The layers of the bridge from the lowest to the highest. Modules of the same layer may import each other, but not in
/// a circle. From outside, a module and the files in its folder count as one unit. The tables in `protocols` are
/// macros, whose names belong to the files that call them.
const LAYERS: [&[&str]; 6] = [
    &[
        "dialect",
        "refusal",
        "ids",
        "byte_budget",
        "limits",
        "shared",
        "markdown",
        "icons",
        "button_roles",
        "web_address",
    ],
    &["context", "messages"],
    &["lens"],
    &[
        "trust",
        "forms",
        "cards",
        "blocks",
        "surface_writer",
        "component_note",
    ],
    &["mappings"],
    &["translate", "inventory", "protocols"],
];

/// The files that each file imports, by module path such as `lens::notes`. The path of the crate root is empty.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// One path of a file, with its segments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedPath {
    segments: Vec<String>,
    /// The name that an import binds, or `None` for a path in other code.
    binds: Option<String>,
    is_public: bool,
}

/// The files of a crate, without comments, literals and tests.
struct Sources {
    code: BTreeMap<String, String>,
    paths: BTreeMap<String, Vec<NamedPath>>,
}

impl Sources {
    fn of_crate(folder: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(folder)
            .join("src");
        let mut code = BTreeMap::new();
        let mut folders = vec![(root, String::new())];
        while let Some((folder, module)) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                let module = join(&module, name);
                if name == "tests" || module == "main" {
                    continue;
                }
                if path.is_dir() {
                    folders.push((path, module));
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let module = if module == "lib" {
                        String::new()
                    } else {
                        module
                    };
                    code.insert(
                        module,
                        without_tests(&code_of(&fs::read_to_string(&path).unwrap())),
                    );
                }
            }
        }
        let paths = code
            .iter()
            .map(|(module, text)| (module.clone(), paths(text)))
            .collect();
        Self { code, paths }
    }

    /// Splits an absolute path into the deepest module on it and the rest.
    fn split<'p>(&self, path: &'p [String]) -> (String, &'p [String]) {
        let deepest = (0..=path.len())
            .rev()
            .find(|end| self.code.contains_key(&path[..*end].join("::")));
        let end = deepest.unwrap();
        (path[..end].join("::"), &path[end..])
    }

    /// Returns the absolute form of a path in a module. Returns `None` if the path leads to another crate.
    fn absolute(&self, module: &str, path: &[String]) -> Option<Vec<String>> {
        let mut at: Vec<String> = module
            .split("::")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            name if self.code.contains_key(&join(module, name)) => {}
            _ => return None,
        }
        at.extend_from_slice(rest);
        Some(at)
    }

    /// Follows re-exports to the path at which an item is defined. Returns `None` if another crate defines the item.
    fn defined_at(&self, path: Vec<String>) -> Option<Vec<String>> {
        let mut path = path;
        for _ in 0..8 {
            let (module, rest) = self.split(&path);
            let Some(name) = rest.first() else { break };
            let exported = self.paths[&module]
                .iter()
                .find(|import| import.binds.as_ref() == Some(name));
            let Some(exported) = exported else { break };
            let mut target = self.absolute(&module, &exported.segments)?;
            target.extend_from_slice(&rest[1..]);
            if target == path {
                break;
            }
            path = target;
        }
        Some(path)
    }

    /// Returns the files that define the items that a file names.
    fn imports_of(&self, module: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut modules: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let own = &self.paths[module];
        let is_used = |name: &str| {
            own.iter()
                .any(|path| path.binds.is_none() && path.segments[0] == name)
                || words(&self.code[module])
                    .filter(|word| *word == name)
                    .count()
                    > 1
        };
        for path in own {
            let Some(target) = self
                .absolute(module, &path.segments)
                .and_then(|path| self.defined_at(path))
            else {
                continue;
            };
            let (file, rest) = self.split(&target);
            match &path.binds {
                Some(name) if rest.is_empty() => drop(modules.insert(name, target)),
                Some(name) if path.is_public && !is_used(name) => {}
                _ if rest.is_empty() => {}
                _ => drop(found.insert(file)),
            }
        }
        for path in own.iter().filter(|path| path.binds.is_none()) {
            let Some(target) = modules.get(path.segments[0].as_str()) else {
                continue;
            };
            let target = target.iter().chain(&path.segments[1..]).cloned().collect();
            if let Some(target) = self.defined_at(target) {
                let (file, rest) = self.split(&target);
                if !rest.is_empty() {
                    found.insert(file);
                }
            }
        }
        found.remove(module);
        found
    }

    fn imports(&self) -> Graph {
        self.code
            .keys()
            .map(|module| (module.clone(), self.imports_of(module)))
            .collect()
    }
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Replaces comments and the contents of literals with blanks.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => end_of_literal(rest, '"'),
            '\'' if is_character(rest) => end_of_literal(rest, '\''),
            'r' if !code.ends_with(is_word) => raw_string(rest).unwrap_or(0),
            _ => 0,
        };
        if length > 0 {
            code.push(' ');
            rest = &rest[length..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

/// Returns `true` if the quote starts a character, not a lifetime.
fn is_character(text: &str) -> bool {
    let mut after = text.chars().skip(1);
    after.next() == Some('\\') || after.next() == Some('\'')
}

fn end_of_literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].find(|c| c != '#')?;
    let inside = text[1 + hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(text.len() - inside.len() + inside.find(&close)? + close.len())
}

/// Removes the items that only tests contain.
fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("#[cfg(test)]") {
        kept.push_str(before);
        rest = &after[end_of_item(after)..];
    }
    kept + rest
}

/// Returns the end of the item at the start of the code: its `;`, its `,`, or the brace that closes its body.
fn end_of_item(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            ';' | ',' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// Returns the imports of a file, and the paths in its other code.
fn paths(code: &str) -> Vec<NamedPath> {
    let mut all = Vec::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        if !is_word(first) || is_word(before) {
            before = first;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let is_inside = before == ':' || before == '.';
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        if word == "use" && !is_inside {
            let is_public = code[..code.len() - rest.len()]
                .trim_end()
                .ends_with(['b', ')']);
            let (imports, after) = tree(&rest[word.len()..]);
            all.extend(imports.into_iter().map(|mut import| {
                import.is_public = is_public;
                import
            }));
            rest = after;
        } else {
            let end = rest.find(|c| !is_word(c) && c != ':').unwrap_or(rest.len());
            let path = rest[..end].trim_end_matches(':');
            if !is_inside && path.contains("::") && !path.starts_with(':') {
                let segments = path
                    .split("::")
                    .map(|name| name.trim_matches(':').to_owned())
                    .collect();
                all.push(NamedPath {
                    segments,
                    binds: None,
                    is_public: false,
                });
            }
            rest = &rest[path.len().max(word.len())..];
        }
        before = 'x';
        if !rest.starts_with(is_word) {
            before = ' ';
        }
    }
    all
}

/// Splits a text into the paths of a leading import tree and the rest.
fn tree(text: &str) -> (Vec<NamedPath>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if rest.is_empty() || rest.starts_with('}') {
                return (all, rest.get(1..).unwrap_or_default());
            }
            let (paths, after) = tree(rest);
            assert!(
                after.len() < rest.len(),
                "an import that is not understood: {rest:.60}"
            );
            all.extend(paths);
            rest = after;
        }
    }
    if let Some(rest) = text.strip_prefix('*') {
        return (Vec::new(), rest);
    }
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if let Some(below) = rest.strip_prefix("::") {
        let (mut paths, rest) = tree(below);
        for path in &mut paths {
            // `self` in braces stands for the module before the braces.
            if path.segments == ["self"] {
                path.segments.clear();
                path.binds = Some(name.to_owned());
            }
            path.segments.insert(0, name.to_owned());
        }
        return (paths, rest);
    }
    let (binds, rest) = match rest.trim_start().strip_prefix("as ") {
        Some(alias) => alias.trim_start().split_at(
            alias
                .trim_start()
                .find(|c| !is_word(c))
                .unwrap_or(alias.len()),
        ),
        None => (name, rest),
    };
    let path = NamedPath {
        segments: vec![name.to_owned()],
        binds: Some(binds.to_owned()),
        is_public: false,
    };
    (vec![path], rest)
}

fn top(module: &str) -> String {
    module.split("::").next().unwrap().to_owned()
}

/// Returns a circle of imports. Returns `None` if there is none.
fn circle(graph: &Graph) -> Option<Vec<String>> {
    let mut left: Graph = graph.clone();
    // A file that imports none of the remaining files is not part of a circle.
    loop {
        let names: BTreeSet<String> = left.keys().cloned().collect();
        let free: Vec<String> = left
            .iter()
            .filter(|(_, to)| to.is_disjoint(&names))
            .map(|(name, _)| name.clone())
            .collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|name| drop(left.remove(name)));
    }
    let mut at = left.keys().next()?.clone();
    let mut seen = Vec::new();
    while !seen.contains(&at) {
        seen.push(at.clone());
        at = left[&at]
            .iter()
            .find(|to| left.contains_key(*to))
            .unwrap()
            .clone();
    }
    seen.push(at.clone());
    Some(seen.into_iter().skip_while(|file| *file != at).collect())
}

#[test]
fn files_of_a_crate_have_no_circular_imports() {
    let mut folders = crate_folders();
    folders.push("bridge/npm/wasm".to_owned());
    for folder in folders {
        let sources = Sources::of_crate(&folder);
        let mut graph = sources.imports();
        for (from, all) in &mut graph {
            all.retain(|to| !from.is_empty() && !to.starts_with(&format!("{from}::")));
        }
        let count: usize = graph.values().map(BTreeSet::len).sum();
        assert!(
            count * 2 >= graph.len(),
            "only {count} imports were found in {folder}"
        );
        assert_eq!(circle(&graph), None, "{folder}");
    }
}

#[test]
fn imports_of_the_bridge_lead_only_to_lower_layers() {
    let mut modules = Graph::new();
    for (from, to) in Sources::of_crate("bridge").imports() {
        if from.is_empty() {
            continue;
        }
        let from = top(&from);
        let to = to
            .iter()
            .map(|to| top(to))
            .filter(|to| *to != from && !to.is_empty());
        modules.entry(from.clone()).or_default().extend(to);
    }
    assert_eq!(circle(&modules), None);
    let layer = |module: &str| {
        let found = LAYERS.iter().position(|layer| layer.contains(&module));
        found.unwrap_or_else(|| panic!("`{module}` is in no layer"))
    };
    for (from, all) in &modules {
        for to in all {
            assert!(
                layer(to) <= layer(from),
                "`{from}` imports `{to}`, which is higher"
            );
        }
    }
}

/// The identifiers in code that reads or writes a carry.
const CARRIES: [&str; 6] = [
    "carry",
    "Carry",
    "Layer",
    "CarriedField",
    "kept_value",
    "fields_of",
];

#[test]
fn mappings_do_not_use_carries() {
    let code = Sources::of_crate("bridge").code;
    let mappings = code
        .iter()
        .filter(|(module, _)| module.starts_with("mappings::"));
    let readers = mappings.filter(|(_, code)| words(code).any(|word| CARRIES.contains(&word)));
    assert_eq!(
        readers
            .map(|(module, _)| module.as_str())
            .collect::<Vec<_>>(),
        [""; 0]
    );
}

/// The crates whose code takes documents: the program, the libraries for other languages, the servers and the workers.
const CRATES_OF_DOCUMENTS: [&str; 6] = [
    "bridge/text",
    "bridge/cli",
    "bridge/live",
    "bridge/nats",
    "bridge/npm/wasm",
    "bridge/python",
];

#[test]
fn only_the_conversation_translates_the_messages_of_a_document() {
    let mut readers = Vec::new();
    for folder in CRATES_OF_DOCUMENTS {
        for (module, code) in Sources::of_crate(folder).code {
            // The reader of documents for translation has no other use.
            if words(&code).any(|word| word == "ReadOptions") {
                readers.push(format!("{folder}: {module}"));
            }
        }
    }
    assert_eq!(
        readers,
        ["bridge/text: conversation", "bridge/text: message"]
    );
}

#[test]
fn imports_lead_to_the_file_that_defines_the_item() {
    let code = [
        ("", "mod a; mod b; pub use a::Shown;"),
        (
            "a",
            "pub mod below; pub use below::{Moved as Shown, Other}; fn f() { below::g() }",
        ),
        (
            "a::below",
            "use super::super::b; fn g() { let c = '\"'; b::h(\"crate::a::x\") } // crate::a::x",
        ),
        (
            "b",
            "use crate::{Shown, a::{self, Other}}; #[cfg(test)] use crate::a::x; fn h() { a::k() }",
        ),
    ];
    let code: BTreeMap<String, String> = code
        .iter()
        .map(|(module, text)| ((*module).to_owned(), without_tests(&code_of(text))))
        .collect();
    let paths = code
        .iter()
        .map(|(module, text)| (module.clone(), paths(text)))
        .collect();
    let imports = Sources { code, paths }.imports();
    let of = |module: &str| {
        imports[module]
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(""), [""; 0]);
    assert_eq!(of("a"), ["a::below"]);
    assert_eq!(of("a::below"), ["b"]);
    assert_eq!(of("b"), ["a", "a::below"]);
    assert_eq!(
        circle(&imports),
        Some(["a", "a::below", "b", "a"].map(str::to_owned).to_vec())
    );
}

#[test]
fn the_lens_calls_the_way_back_of_a_mapping_in_one_place() {
    // For translators that check themselves.
    let lens = &Sources::of_crate("bridge").code["lens::reconcile"];
    assert_eq!(lens.matches("returns.back)(").count(), 1);
}
