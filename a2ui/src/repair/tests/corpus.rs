//! Tests of messages from public repositories, read with one repairer per file. A changed number means a changed
//! reader.

use super::*;
use std::{collections::BTreeMap, fs, path::PathBuf};

/// The results of reading the corpus, with the reasons for errors.
const EXPECTED: &str = "
read: 1196
refused: key at /createSurface: 6
refused: key at /deleteSurface: 2
refused: key at /error: 2
refused: key at /surfaceUpdate: 7
refused: key at /surfaceUpdate/components/0/component: 1
refused: missing at /beginRendering/root: 25
refused: missing at /beginRendering/surfaceId: 2
refused: missing at /createSurface/surfaceId: 7
refused: missing at /dataModelUpdate/surfaceId: 2
refused: missing at /deleteSurface/surfaceId: 3
refused: missing at /surfaceUpdate/components: 1
refused: missing at /surfaceUpdate/surfaceId: 10
refused: missing at /updateComponents/components: 3
refused: missing at /updateComponents/components/0/id: 4
refused: missing at /updateComponents/components/1/id: 1
refused: missing at /updateComponents/surfaceId: 5
refused: missing at /updateDataModel/surfaceId: 5
refused: missing at /userAction/sourceComponentId: 1
refused: type at /beginRendering/root: 1
refused: type at /createSurface/components: 1
refused: type at /createSurface/components/0: 1
refused: type at /deleteSurface/surfaceId: 1
refused: type at /updateComponents/components: 1
refused: type at /version: 22
refused: value at /version: 2
repaired: 262
repaired: bound-value: 2
repaired: broadcast-data-model: 3
repaired: direct-action: 11
repaired: inline-components: 1
repaired: inline-data-model: 1
repaired: missing-catalog-id: 19
repaired: missing-value: 2
repaired: missing-version: 231
repaired: nested-component: 8
repaired: several-messages: 4
repaired: surface-properties: 5
repaired: value-name: 1
repaired: version-in-body: 1
";

fn messages() -> Vec<(String, String)> {
    let corpus =
        PathBuf::from(std::env::var_os("AGENT_UI_CORPUS").expect("AGENT_UI_CORPUS names a folder"));
    let folder = fs::read_dir(corpus.join("field/messages")).expect("the folder of messages");
    let mut files: Vec<_> = folder
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    files.sort();
    let read = |path: PathBuf| {
        (
            path.display().to_string(),
            fs::read_to_string(&path).expect("a readable file"),
        )
    };
    files.into_iter().map(read).collect()
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn messages_of_the_corpus_are_read_repaired_or_refused() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |what: String| *counts.entry(what).or_default() += 1;
    for (file, text) in messages() {
        let mut repairer = Repairer::new(None);
        for (line, text) in text.lines().enumerate() {
            let elements = repairer.read(text).expect("JSON");
            if let Some(Err(error)) = elements
                .iter()
                .map(|element| &element.result)
                .find(|result| result.is_err())
            {
                if std::env::var_os("SHOW").is_some() {
                    println!(
                        "{file}:{}: {error} <- {}",
                        line + 1,
                        text.chars().take(300).collect::<String>()
                    );
                }
                count(format!("refused: {} at {}", error.rule, error.pointer));
                continue;
            }
            let repairs: Vec<_> = elements
                .iter()
                .flat_map(|element| &element.repairs)
                .collect();
            count(
                if repairs.is_empty() {
                    "read"
                } else {
                    "repaired"
                }
                .to_owned(),
            );
            let mut kinds: Vec<_> = repairs.iter().map(|repair| repair.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
                .iter()
                .for_each(|kind| count(format!("repaired: {kind}")));
        }
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(what, count)| format!("{what}: {count}"))
        .collect();
    assert_eq!(counts.join("\n"), EXPECTED.trim());
}
