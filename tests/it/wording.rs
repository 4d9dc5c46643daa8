//! The text of the project: documentation, comments, messages, and the names of public items.
//!
//! A reader understands each sentence without the item above it. These tests catch the habits that a program can recognise; they
//! read the sources as lines and do not need a compiler.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::{
    crates::{OF_OTHER_LANGUAGES, crate_folders},
    inventory::{SOURCES, rows},
};

/// Documentation does not begin with these words: it begins with what the item is or does.
const OPENINGS: [&str; 6] = ["Who", "Which", "Why", "Whether", "Whose", "The same"];

/// Documentation rarely begins with these words.
const RARE_OPENINGS: [&str; 8] = ["What", "How", "Where", "When", "It", "That", "Those", "So"];

/// Phrases that documentation, comments and messages must not contain, and the phrases around them that are allowed.
const PHRASES: [&str; 6] = [
    "is no ", "are no ", "is told", "are told", "nobody", "somebody",
];
const PHRASES_ALLOWED: [&str; 6] = [
    "there is no ",
    "there are no ",
    "is no longer",
    "are no longer",
    "is no more than",
    "are no more than",
];

/// The names that the crates of this workspace have in each other's sources. A consumer writes `agent_ui_wire` or `agent_ui_aap::wire`.
const ALIASES: [&str; 11] = [
    "wire",
    "aap",
    "a2ui",
    "ahp",
    "actions_json",
    "adaptive_cards",
    "elicitation",
    "slack_blocks",
    "bridge",
    "fidelity",
    "live",
];

/// Types that share a name with more than two others, because each version of a protocol has its own.
const PARALLEL: [&str; 1] = ["AgentBody"];

/// A documentation comment: the lines of one block, and the line of code after it.
struct Doc {
    place: String,
    text: String,
    item: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the folders of the crates whose sources are checked.
pub(crate) fn crates() -> Vec<String> {
    let others = OF_OTHER_LANGUAGES.map(str::to_owned);
    let folders = crate_folders().into_iter().chain(others);
    folders
        .map(|folder| {
            if folder == "bridge" {
                "bridge/src".to_owned()
            } else {
                folder
            }
        })
        .collect()
}

/// Returns the files below `folder` whose name ends with `extension`, without those that are built or installed.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !["target", "node_modules", "venv", "dist"].contains(&name)
                    && !name.starts_with('.')
                {
                    folders.push(path);
                }
            } else if name.ends_with(extension) && !path.is_symlink() {
                let place = path
                    .strip_prefix(root())
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                found.push((place, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(String, String)> {
    let mut folders = crates();
    folders.extend(["tests", "bridge/tests"].map(str::to_owned));
    folders.retain(|folder| root().join(folder).exists());
    folders
        .iter()
        .flat_map(|folder| files(folder, ".rs"))
        .collect()
}

/// Returns the documentation comments of a source.
fn docs(place: &str, source: &str) -> Vec<Doc> {
    let mut docs = Vec::new();
    let mut lines = source.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim_start();
        let Some(mark) = ["///", "//!"]
            .into_iter()
            .find(|mark| trimmed.starts_with(mark))
        else {
            continue;
        };
        let mut text = trimmed[mark.len()..].trim().to_owned();
        while let Some((_, next)) = lines.peek() {
            let Some(more) = next.trim_start().strip_prefix(mark) else {
                break;
            };
            text = format!("{text} {}", more.trim());
            lines.next();
        }
        let rest = source.lines().skip(number).map(str::trim_start);
        let mut in_attribute = false;
        let mut code = rest.skip_while(|line| {
            let is_skipped = in_attribute || line.starts_with(mark) || line.starts_with("#[");
            // An attribute may have several lines.
            in_attribute = match in_attribute {
                true => !line.ends_with(")]"),
                false => line.starts_with("#[") && line.ends_with('('),
            };
            is_skipped
        });
        let item = code.next().unwrap_or_default();
        docs.push(Doc {
            place: format!("{place}:{}", number + 1),
            text: text.trim().to_owned(),
            item: item.to_owned(),
        });
    }
    docs
}

fn begins_with(text: &str, opening: &str) -> bool {
    text.strip_prefix(opening)
        .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
}

/// Fails with one line for each finding.
fn require_none(findings: &[String], what: &str) {
    assert!(
        findings.is_empty(),
        "{} {what}:\n{}",
        findings.len(),
        findings.join("\n")
    );
}

#[test]
fn documentation_has_at_least_three_words_and_begins_with_its_subject() {
    let (mut short, mut opened, mut rare, mut all) = (Vec::new(), Vec::new(), 0, 0);
    for (place, source) in sources() {
        for doc in docs(&place, &source) {
            all += 1;
            if doc.text.split_whitespace().count() < 3 {
                short.push(format!("{}: {}", doc.place, doc.text));
            }
            if OPENINGS
                .iter()
                .any(|opening| begins_with(&doc.text, opening))
            {
                opened.push(format!("{}: {}", doc.place, doc.text));
            }
            rare += usize::from(
                RARE_OPENINGS
                    .iter()
                    .any(|opening| begins_with(&doc.text, opening)),
            );
        }
    }
    require_none(&short, "comments have fewer than three words");
    require_none(
        &opened,
        "comments begin with a question word; say what the item is or does",
    );
    assert!(all > 5000, "{all} comments were found");
    assert!(
        rare * 100 <= all * 5,
        "{rare} of {all} comments begin with one of {RARE_OPENINGS:?}"
    );
}

#[test]
fn examples_name_the_crates_as_a_consumer_does() {
    let is_alias = |line: &str| {
        let is_doc = line.trim_start().starts_with("//");
        let code = line.trim_start().trim_start_matches(['/', '!', ' ']);
        code.starts_with("# use agent_ui_") && line.contains(" as ")
            || is_doc
                && ALIASES
                    .iter()
                    .any(|alias| code.starts_with(&format!("use {alias}::")))
    };
    let hidden = crates()
        .into_iter()
        .flat_map(|folder| files(&folder, ".rs"))
        .flat_map(|(place, source)| {
            let found = source
                .lines()
                .enumerate()
                .filter(|(_, line)| is_alias(line));
            found
                .map(|(number, line)| format!("{place}:{}: {}", number + 1, line.trim()))
                .collect::<Vec<_>>()
        });
    require_none(
        &hidden.collect::<Vec<_>>(),
        "examples hide how they name a crate",
    );
}

#[test]
fn texts_avoid_the_phrases_that_read_as_translated() {
    let mut findings = Vec::new();
    let pages = files(".", ".md");
    for (place, text) in sources().into_iter().chain(pages) {
        if place.ends_with("tests/it/wording.rs") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let mut line = line.to_lowercase();
            for allowed in PHRASES_ALLOWED {
                line = line.replace(allowed, "");
            }
            for phrase in PHRASES {
                let starts = line.match_indices(phrase).map(|(at, _)| at);
                if starts
                    .into_iter()
                    .any(|at| !line[..at].ends_with(|before: char| before.is_alphanumeric()))
                {
                    findings.push(format!(
                        "{place}:{}: {phrase:?}: {}",
                        number + 1,
                        line.trim()
                    ));
                }
            }
        }
    }
    require_none(&findings, "lines have a phrase of the list");
}

/// The inventories with forms that this project defines itself.
const OWN_INVENTORIES: [&str; 5] = [
    "wire",
    "actions-json/host",
    "bridge",
    "bridge/text",
    "bridge/fidelity",
];

/// Wire types that this project defines itself, in the inventory of a protocol.
const OWN_FORMS: [&str; 1] = ["SurfaceSnapshot"];

/// Types that a macro of another module declares, with the documentation there.
const FROM_MACROS: [&str; 1] = ["IconName"];

/// Returns the path of the module whose source is at a place: `a2ui/src/v0_9/action.rs:36` is `agent_ui_a2ui::v0_9::action`.
fn module_of(place: &str) -> String {
    let file = place.rsplit_once(".rs:").map_or(place, |(file, _)| file);
    let (folder, path) = file.split_once("/src/").unwrap_or_default();
    let path = path.replace('/', "::");
    let krate = folder
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .replace('-', "_");
    if path == "lib" {
        format!("agent_ui_{krate}")
    } else {
        format!("agent_ui_{krate}::{path}")
    }
}

#[test]
fn every_type_of_a_specification_links_to_it() {
    let mut linked: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
    for (place, source) in crates()
        .into_iter()
        .flat_map(|folder| files(&folder, ".rs"))
    {
        for doc in docs(&place, &source) {
            let mut words = doc
                .item
                .split(|part: char| !part.is_alphanumeric() && part != '_')
                .filter(|word| !word.is_empty());
            let kind = words.find(|word| ["struct", "enum", "type"].contains(word));
            if let (Some(_), Some(name)) = (kind, words.next()) {
                let has_link = doc.text.contains("](http")
                    || doc.text.contains("<http")
                    || doc.text.contains("]: http");
                linked
                    .entry(name.to_owned())
                    .or_default()
                    .push((doc.place, has_link));
            }
        }
    }
    let specified = SOURCES
        .iter()
        .filter(|source| !OWN_INVENTORIES.contains(source));
    let mut findings = BTreeSet::new();
    for row in specified.flat_map(|source| rows(source)) {
        let places = linked.get(row.name).map(Vec::as_slice).unwrap_or_default();
        let is_own = |place: &str| {
            module_of(place) == row.module
                || row.module.ends_with("::basic") && place.contains("/catalog/basic/")
        };
        let own = places
            .iter()
            .filter(|(place, _)| is_own(place))
            .collect::<Vec<_>>();
        if own.is_empty() && !FROM_MACROS.contains(&row.name) {
            findings.insert(format!(
                "{}::{}: no documentation was found",
                row.module, row.name
            ));
        }
        let missing = own
            .iter()
            .filter(|(_, has_link)| !has_link && !OWN_FORMS.contains(&row.name));
        findings.extend(missing.map(|(place, _)| format!("{place}: {}", row.name)));
    }
    require_none(
        &findings.into_iter().collect::<Vec<_>>(),
        "types of a specification have no link to it",
    );
}

/// Participles that do not end like one.
const PARTICIPLES: [&str; 24] = [
    "told", "shown", "made", "said", "kept", "held", "sent", "found", "given", "known", "seen",
    "left", "lost", "put", "laid", "met", "gone", "taken", "meant", "built", "written", "chosen",
    "hidden", "bound",
];

/// Names that only look like participles: a verb, a function of A2UI's catalog, and the trait that seals another
/// trait.
const TERMS: [&str; 4] = ["Embed", "embed", "Required", "Sealed"];

fn is_lone_participle(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_one_word = !name.contains('_') && name.chars().skip(1).all(|next| !next.is_uppercase());
    let ends_like_one = lower.len() > 4 && lower.ends_with("ed") && !lower.ends_with("eed");
    is_one_word
        && !TERMS.contains(&name)
        && (PARTICIPLES.contains(&lower.as_str()) || ends_like_one)
}

/// Returns the kind and the name of the item that a line of code declares, and says if it is public.
fn declaration(line: &str) -> Option<(bool, &str, &str)> {
    let line = line.trim_start();
    let is_public = line.starts_with("pub ");
    let mut words = line
        .split(|part: char| !part.is_alphanumeric() && part != '_')
        .filter(|word| !word.is_empty());
    let modifiers = [
        "pub", "crate", "super", "const", "async", "open", "closed", "in",
    ];
    let kind = words.find(|word| !modifiers.contains(word))?;
    let name = words.next()?;
    ["fn", "struct", "enum", "type", "trait"]
        .contains(&kind)
        .then_some((is_public, kind, name))
}

#[test]
fn item_names_are_searchable_nouns_and_verbs() {
    let mut participles = Vec::new();
    let mut types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (place, source) in crates()
        .into_iter()
        .flat_map(|folder| files(&folder, ".rs"))
    {
        for (number, line) in source.lines().enumerate() {
            let is_code = !line.trim_start().starts_with("//") && !line.contains('$');
            let Some((is_public, kind, name)) = declaration(line).filter(|_| is_code) else {
                continue;
            };
            if is_public && is_lone_participle(name) {
                participles.push(format!("{place}:{}: {kind} {name}", number + 1));
            }
            if kind != "fn" && kind != "type" && !place.contains("test") {
                types
                    .entry(name.to_owned())
                    .or_default()
                    .insert(format!("{place}:{}", number + 1));
            }
        }
    }
    require_none(&participles, "public items are named by a participle alone");
    let specified: BTreeSet<&str> = SOURCES
        .iter()
        .flat_map(|source| rows(source))
        .map(|row| row.name)
        .collect();
    let is_shared = |(name, places): &(String, BTreeSet<String>)| {
        places.len() > 3 && !specified.contains(name.as_str()) && !PARALLEL.contains(&name.as_str())
    };
    let shared = types
        .into_iter()
        .filter(is_shared)
        .map(|(name, places)| format!("{name}: {places:?}"));
    require_none(
        &shared.collect::<Vec<_>>(),
        "names are borne by more than three types",
    );
}

#[test]
fn files_that_only_tests_use_say_so_in_their_path() {
    let mut findings = Vec::new();
    for (place, source) in crates()
        .into_iter()
        .flat_map(|folder| files(&folder, ".rs"))
    {
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            let module = pair[1]
                .strip_suffix(';')
                .and_then(|line| line.rsplit_once("mod "))
                .map(|(_, name)| name);
            if pair[0] == "#[cfg(test)]"
                && module.is_some_and(|name| !name.contains("test"))
                && !place.contains("test")
            {
                findings.push(format!("{place}: {}", pair[1]));
            }
        }
    }
    require_none(&findings, "modules of tests do not say `test`");
}

/// Words that a name of a test must not contain: they hide the subject or the verb.
const TEST_WORDS: [&str; 8] = [
    "what", "said", "told", "stands", "stand", "mended", "anew", "whoever",
];

/// Returns the names of the tests in a source.
fn test_names(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut is_test = false;
    for line in source.lines().map(str::trim_start) {
        is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        let signature = line.strip_prefix("async ").unwrap_or(line);
        let Some(rest) = signature.strip_prefix("fn ").filter(|_| is_test) else {
            continue;
        };
        is_test = false;
        // A macro that declares tests takes their names as arguments.
        if rest.starts_with('$') {
            continue;
        }
        let end = rest.find(|next: char| !next.is_alphanumeric() && next != '_');
        names.push(&rest[..end.unwrap_or(rest.len())]);
    }
    names
}

#[test]
fn names_of_tests_state_a_subject_and_a_verb() {
    let mut findings = Vec::new();
    let mut count = 0;
    for (place, source) in sources() {
        for name in test_names(&source) {
            count += 1;
            let words: Vec<&str> = name.split('_').collect();
            let is_short = words.len() < 3;
            let is_unclear = words.iter().any(|word| TEST_WORDS.contains(word));
            if is_short || is_unclear {
                findings.push(format!("{place}: {name}"));
            }
        }
    }
    require_none(&findings, "tests do not state a behaviour");
    assert!(count > 2000, "{count} tests were found");
}

/// The start of code that is followed by the text of an error.
const ERROR_STARTS: [&str; 5] = [
    "#[error(\"",
    "let message = \"",
    "let message = format!(\"",
    "Refusal::context(\"",
    "Refusal::rule(\"",
];

#[test]
fn errors_are_clauses_in_lower_case() {
    let mut findings = Vec::new();
    let mut count = 0;
    for (place, source) in crates()
        .into_iter()
        .flat_map(|folder| files(&folder, ".rs"))
    {
        if place.contains("test") {
            continue;
        }
        for (number, line) in source.lines().enumerate() {
            let Some((_, rest)) = ERROR_STARTS.iter().find_map(|start| line.split_once(start))
            else {
                continue;
            };
            let text = rest.split("\")").next().unwrap_or(rest);
            let text = text.trim_end_matches(['"', ';', ')', ']']);
            count += 1;
            let mut chars = text.chars();
            // Names such as `A2UI` and `JSON` keep their capitals.
            let is_sentence = chars.next().is_some_and(char::is_uppercase)
                && chars.next().is_some_and(char::is_lowercase);
            if is_sentence || text.ends_with('.') {
                findings.push(format!("{place}:{}: {text}", number + 1));
            }
        }
    }
    require_none(
        &findings,
        "errors begin with a capital or end with a full stop",
    );
    assert!(count > 300, "{count} errors were found");
}
