//! Checks that every Rust example of the pages is compiled.
//!
//! An example is a doctest if the library in [`DOCTESTS`], or the crate of a README, includes its page.
//! Otherwise, the example is part of a compiled file, which a comment names:
//! `<!-- from bridge/live/examples/provider.rs -->`.

use super::{markdown, root, user_pages};

/// The pages whose examples are doctests, and the library that includes each.
const DOCTESTS: &[(&str, &str)] = &[
    ("README.md", "bridge/text/src/lib.rs"),
    ("docs/languages.md", "bridge/text/src/lib.rs"),
    ("docs/streaming.md", "bridge/text/src/lib.rs"),
    ("docs/library.md", "bridge/src/lib.rs"),
    ("docs/protocols/a2ui.md", "a2ui/src/lib.rs"),
    ("docs/protocols/aap.md", "aap/src/lib.rs"),
    ("docs/protocols/actions-json.md", "actions-json/src/lib.rs"),
    (
        "docs/protocols/adaptive-cards.md",
        "adaptive-cards/src/lib.rs",
    ),
    ("docs/protocols/ahp.md", "ahp/src/lib.rs"),
    ("docs/protocols/elicitation.md", "elicitation/src/lib.rs"),
    ("docs/protocols/slack-blocks.md", "slack-blocks/src/lib.rs"),
];

/// Joins lines without their indentation.
fn without_indentation<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Tells if a source file includes a page. A package has no files outside of its folder, so a link in the folder leads to the page.
fn includes(source: &str, page: &str) -> bool {
    let source = root().join(source);
    let text = std::fs::read_to_string(&source).unwrap();
    let page = root().join(page).canonicalize().unwrap();
    let included = text.split("include_str!(\"").skip(1);
    included
        .filter_map(|rest| rest.split('"').next())
        .filter_map(|path| source.with_file_name(path).canonicalize().ok())
        .any(|path| path == page)
}

#[test]
fn rust_examples_are_compiled() {
    for page in user_pages() {
        for block in markdown::parts(&page.text)
            .0
            .iter()
            .filter(|block| block.language.starts_with("rust"))
        {
            let at = format!("{}:{}", page.path, block.line);
            if let Some(source) = block
                .before
                .strip_prefix("<!-- from ")
                .and_then(|rest| rest.strip_suffix(" -->"))
            {
                assert_eq!(block.language, "rust,ignore", "{at}");
                let text = std::fs::read_to_string(root().join(source)).unwrap();
                let (quoted, whole) = (
                    without_indentation(block.lines.iter().copied()),
                    without_indentation(text.lines()),
                );
                assert!(whole.contains(&quoted), "{at} is not in {source}");
            } else {
                assert!(!block.language.contains("ignore"), "{at} is not compiled");
                let known = DOCTESTS.iter().find(|(path, _)| *path == page.path);
                let library = match (known, page.path.strip_suffix("/README.md")) {
                    (Some((_, library)), _) => (*library).to_owned(),
                    (None, Some(folder)) => format!("{folder}/src/lib.rs"),
                    (None, None) => panic!("{at} is not compiled"),
                };
                assert!(
                    includes(&library, &page.path),
                    "{library} does not include {at}"
                );
            }
        }
    }
}
