//! The page `docs/rules.md`. Debug builds assert in `Diagnostic` that the tables contain each reported rule.

use agent_ui_text::{
    CheckOptions, Severity, check,
    rules::{self, Example, Rule},
};
use std::{collections::BTreeSet, fs, path::Path};

/// The number of rules that have no example although a document could show them.
const WITHOUT_EXAMPLE: usize = 12;

const INTRODUCTION: &str = "# Rules

Each error, warning and notice names the rule that it is about: `rule` in JSON, and the name in brackets in text. Notes name the rule of their
mapping. The names are stable, so programs can match on them.

`agent-ui rule NAME` prints the meaning of a rule, the reason for it, and an example. `check` reports the rule for the wrong example, and finds
no error in the right one.

A name with three parts, such as `actions-json-mcp/valid/V4`, refuses a message because of the rule that is its last part.

This page is written from the tables in `bridge/text/src/rules.rs` and from the tables of the mappings. After a change, this command writes
it again:

```sh
WRITE_PAGE=1 cargo test -p agent-ui-tests --test it rules::
```
";

const MAPPINGS: &str = "
## Rules of the mappings

A mapping has a name for each direction. Its rules are `<mapping>/<field>`. The pointers show where the field is in the source and in the
target. A field without a fixed place has no pointer.

- `<mapping>/field` is the rule of a field that no other rule of the mapping covers.
- `<mapping>/restored` is the rule of a field that comes from the carry.
- `<mapping>/depth` is the rule of a value that is nested too deeply for the target.
";

/// Returns the section of a rule with an example.
fn example(rule: &Rule) -> String {
    let Example::Documents { wrong, right, .. } = rule.example else {
        return String::new();
    };
    format!(
        "\n### `{}`\n\nWrong:\n\n```json\n{wrong}\n```\n\nRight:\n\n```json\n{right}\n```\n",
        rule.name
    )
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let mut last = "";
    let mut examples = String::new();
    for rule in rules::explained_rules() {
        if rule.subject != last {
            page += &std::mem::take(&mut examples);
            page += &format!(
                "\n## {}\n\n| Rule | Meaning | Reason |\n|---|---|---|\n",
                rule.subject
            );
            last = rule.subject;
        }
        page += &format!(
            "| `{}` | {} | {} |\n",
            rule.name,
            rule.meaning.replace('|', "\\|"),
            rule.reason.unwrap_or_default().replace('|', "\\|")
        );
        examples += &example(&rule);
    }
    page += &examples;
    page += MAPPINGS;
    let mut last = "";
    let mut rules = bridge::mapping_rules();
    rules.sort_by_key(|rule| rule.id.split('/').next());
    for rule in rules {
        let mapping = rule.id.split('/').next().unwrap();
        if mapping != last {
            page += &format!("\n### {mapping}\n\n| Rule | Source | Target |\n|---|---|---|\n");
            last = mapping;
        }
        let code = |pointer: &str| {
            if pointer.is_empty() {
                String::new()
            } else {
                format!("`{pointer}`")
            }
        };
        page += &format!(
            "| `{}` | {} | {} |\n",
            rule.id,
            code(rule.from),
            code(rule.to)
        );
    }
    page.replace("|  |", "| |").replace("|  |", "| |")
}

#[test]
fn the_page_lists_all_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let page = page();
    if std::env::var_os("WRITE_PAGE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(
        written == page,
        "docs/rules.md is stale: it states the command that writes it"
    );
}

#[test]
fn only_the_wrong_example_of_a_rule_breaks_it() {
    for rule in rules::explained_rules() {
        let Example::Documents {
            protocol,
            wrong,
            right,
        } = rule.example
        else {
            continue;
        };
        let dialect = protocol.parse().unwrap();
        let found = check(wrong, Some(dialect), &CheckOptions::new()).unwrap();
        let is_found = found.iter().any(|finding| finding.rule == rule.name);
        assert!(is_found, "{}: {wrong}: {found:#?}", rule.name);
        for finding in check(right, Some(dialect), &CheckOptions::new()).unwrap() {
            let is_right = finding.rule != rule.name && finding.severity != Severity::Error;
            assert!(is_right, "{}: {right}: {finding:#?}", rule.name);
        }
    }
}

#[test]
fn every_rule_has_a_reason() {
    let without: Vec<_> = rules::explained_rules()
        .filter(|rule| rule.reason.is_none_or(|reason| !reason.ends_with('.')))
        .map(|rule| rule.name)
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn most_rules_have_an_example() {
    let unwritten: Vec<_> = rules::explained_rules()
        .filter(|rule| rule.example == Example::Unwritten)
        .map(|rule| rule.name)
        .collect();
    assert_eq!(unwritten.len(), WITHOUT_EXAMPLE, "{unwritten:?}");
}

#[test]
fn each_rule_is_listed_once() {
    let mut names = BTreeSet::new();
    let twice: Vec<_> = agent_ui_text::rules::all()
        .into_iter()
        .filter(|(_, name, _)| !names.insert(*name))
        .collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// A listed rule that no code uses is stale.
#[test]
fn each_listed_rule_is_in_the_code() {
    let mut code = String::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in [
        "wire",
        "aap",
        "a2ui",
        "ahp",
        "actions-json",
        "adaptive-cards",
        "elicitation",
        "slack-blocks",
        "bridge",
    ] {
        read_sources(&root.join(folder), &mut code);
    }
    let stale: Vec<_> = agent_ui_text::rules::all()
        .into_iter()
        .filter(|(subject, name, _)| {
            // The repairs and the rules of manifests come from the code itself.
            !matches!(*subject, "Repairs of A2UI" | "actions.json manifests")
                && !code.contains(&format!("\"{name}\""))
        })
        .collect();
    assert!(stale.is_empty(), "{stale:?}");
}

/// A rule of a constant that the tables do not list would end debug builds of the program.
#[test]
fn each_constant_of_a_rule_is_listed() {
    /// Names of the same form that are not rules: types of contents, methods of protocols, and members.
    const OTHERS: &[&str] = &[
        "application/vnd.microsoft.card.adaptive",
        "io.modelcontextprotocol/related-task",
        "tools/call",
        "elicitation/create",
    ];
    let listed: BTreeSet<_> = agent_ui_text::rules::all()
        .into_iter()
        .map(|(_, name, _)| name)
        .chain(bridge::mapping_rules().into_iter().map(|rule| rule.id))
        .chain(OTHERS.iter().copied())
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut code = String::new();
    for folder in [
        "a2ui/src",
        "adaptive-cards/src",
        "elicitation/src",
        "slack-blocks/src",
        "bridge/src",
    ] {
        read_sources(&root.join(folder), &mut code);
    }
    let constants = code.lines().filter(|line| line.contains(": &str = \""));
    let unlisted: Vec<_> = constants
        .filter_map(|line| line.split('"').nth(1))
        .filter(|name| is_rule_name(name) && !listed.contains(name))
        .collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
}

/// Returns `true` for a name such as `cards/size`.
fn is_rule_name(name: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-.".contains(letter)
            })
    };
    name.split_once('/')
        .is_some_and(|(subject, rule)| is_word(subject) && is_word(rule))
}

/// Appends the text of all sources below a folder, without the tables themselves.
fn read_sources(folder: &Path, code: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.ends_with("bridge/text/src/rules.rs")
            || path.ends_with("bridge/text/src/rules")
            || matches!(name, "target" | "tests" | "node_modules" | "dist")
        {
            continue;
        }
        if path.is_dir() {
            read_sources(&path, code);
        } else if [".rs", ".py", ".ts"].iter().any(|end| name.ends_with(end)) {
            *code += &fs::read_to_string(&path).unwrap();
        }
    }
}
