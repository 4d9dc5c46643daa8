//! Replaces the options and functions that hints of the libraries name by flags and commands of the program.

/// Texts in hints of the libraries, each with its replacement. A text comes before the shorter texts that it contains.
const NAMES: &[(&str, &str)] = &[
    ("`options.context.routes`", "--routes"),
    ("`options.context.manifest`", "--manifest"),
    ("`options.context.surfaces`", "--surface"),
    ("`options.context.time`", "--time"),
    ("`options.context.canvas_file`", "--canvas-file"),
    ("`options.context.runtime_id`", "--runtime-id"),
    ("`options.context.channel`", "--channel"),
    ("`options.context.session`", "--ahp-session"),
    ("`options.context.chat`", "--ahp-chat"),
    ("`options.context.base_url`", "--base-url"),
    (
        "`options.context.flat_names`",
        "`convert --to mcp --flat-names`",
    ),
    (
        "`options.context.portable_schemas`",
        "`convert --to mcp --portable-schemas`",
    ),
    ("`options.strict`", "--strict"),
    ("`options.embed`", "--embed"),
    ("`options.trust_embedded`", "--trust-embedded"),
    ("`options.carry_key`", "--carry-key"),
    ("`options.escape_ids`", "--escape-ids"),
    ("`options.catalogs`", "--catalog FILE"),
    ("`options.components`", "--components"),
    ("`options.functions`", "--functions"),
    ("`options.optional`", "--optional"),
    ("(`Message.carry`)", "with --envelope"),
    (
        "pass its `value` as the message and its `carry` to `translate()`",
        "`convert --envelope` reads it",
    ),
    (
        "`translate()` extracts them",
        "`convert` without --envelope extracts them",
    ),
    (
        "raise the limit of the session",
        "raise the limit with --limit (`pipe`, `worker`)",
    ),
    (
        "read the files of one session together",
        "use --session if the files belong to one session",
    ),
    (
        "strict clients refuse other ids",
        "strict clients refuse other ids; `convert --escape-ids` rewrites them",
    ),
    (
        "on lines of its own or in a block",
        "on lines of its own or in a block; --allow-empty accepts text without messages",
    ),
    (
        "an MCP server passes A2UI messages on as they are",
        "`agent-ui serve --face mcp` shows surfaces to MCP clients",
    ),
    ("`check()` with the protocol `", "`check "),
    ("`decode()` with the protocol `", "`decode "),
    ("`show` with the protocol `", "`show --from "),
    ("`translate()`", "`convert`"),
    ("`check()`", "`agent-ui check`"),
    ("`decode()`", "`agent-ui decode`"),
    ("`repair()`", "`agent-ui check --fix`"),
];

/// Replaces options and functions in a hint of the libraries by flags and commands of the program.
pub(crate) fn name_flags(hint: &str) -> String {
    let mut named = hint.to_owned();
    for (neutral, own) in NAMES {
        // A replacement that contains the original text is applied only once.
        if named.contains(neutral) && !(own.contains(neutral) && named.contains(own)) {
            named = named.replace(neutral, own);
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::{NAMES, name_flags};
    use crate::args;
    use std::{collections::BTreeSet, fs, path::Path};

    /// Returns the flags of all commands.
    fn known_flags() -> BTreeSet<String> {
        let program = args::command();
        let commands = std::iter::once(&program).chain(program.get_subcommands());
        let arguments = commands.flat_map(clap::Command::get_arguments);
        arguments
            .filter_map(|argument| Some(format!("--{}", argument.get_long()?)))
            .collect()
    }

    /// Returns the flags that a text names.
    fn flags_in(text: &str) -> impl Iterator<Item = &str> {
        let is_of_flag = |letter: char| letter == '-' || letter.is_ascii_lowercase();
        text.split(move |letter| !is_of_flag(letter))
            .filter(|word| word.starts_with("--"))
    }

    /// Returns the texts of the source files below a folder, without their comments. The tables of limits are left
    /// out: their texts go into `docs/limits.md`, not into a hint.
    fn sources(folder: &Path) -> Vec<String> {
        let mut folders = vec![folder.to_owned()];
        let mut texts = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs")
                    && !path.ends_with("src/limits.rs")
                {
                    let text = fs::read_to_string(path).unwrap();
                    let code = text
                        .lines()
                        .filter(|line| !line.trim_start().starts_with("//"));
                    texts.push(code.collect::<Vec<_>>().join("\n"));
                }
            }
        }
        assert!(!texts.is_empty());
        texts
    }

    /// Returns the sources of the libraries whose hints the program prints. A package from a registry lacks them.
    fn library_sources() -> Option<Vec<String>> {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        if package.join("Cargo.toml.orig").exists() {
            return None;
        }
        let root = package.join("../..");
        let crates = [
            "bridge/src",
            "bridge/text/src",
            "a2ui/src",
            "aap/src",
            "ahp/src",
            "actions-json/src",
        ];
        let texts = crates.iter().flat_map(|folder| sources(&root.join(folder)));
        Some(texts.collect())
    }

    #[test]
    fn every_flag_that_replaces_an_option_exists() {
        let known = known_flags();
        for (_, own) in NAMES {
            flags_in(own).for_each(|flag| assert!(known.contains(flag), "{own}"));
        }
    }

    #[test]
    fn every_option_in_a_hint_has_a_flag() {
        let Some(sources) = library_sources() else {
            return;
        };
        let mut count = 0;
        for source in sources {
            for name in source.split("`options.").skip(1) {
                let name = name.split('`').next().unwrap();
                // The name of the channel is one of two, and a search for options names none.
                if name.contains(['{', '"']) {
                    continue;
                }
                let option = format!("`options.{name}`");
                assert!(
                    NAMES.iter().any(|(neutral, _)| *neutral == option),
                    "{option}"
                );
                count += 1;
            }
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn every_replaced_text_is_in_a_hint() {
        let Some(sources) = library_sources() else {
            return;
        };
        let is_used = |text: &str| sources.iter().any(|source| source.contains(text));
        for (neutral, _) in NAMES {
            // The code writes these names from parts.
            let is_built = ["session`", "chat`", "runtime_id`"]
                .iter()
                .any(|end| neutral.ends_with(end));
            assert!(is_built || is_used(neutral), "{neutral}");
        }
    }

    #[test]
    fn no_hint_of_a_library_names_a_flag() {
        let Some(sources) = library_sources() else {
            return;
        };
        let known = known_flags();
        for source in sources {
            for line in source.lines().filter(|line| line.contains('"')) {
                flags_in(line).for_each(|flag| assert!(!known.contains(flag), "{line}"));
            }
        }
    }

    #[test]
    fn naming_flags_again_changes_nothing() {
        for (neutral, own) in NAMES {
            let named = name_flags(&format!("so: {neutral}."));
            assert_eq!(named, format!("so: {own}."));
            assert_eq!(name_flags(&named), named);
        }
    }
}
