//! Reads the parts of a Markdown page that tests check.

/// A fenced block of a page.
pub(super) struct Block<'a> {
    /// The word or words after the opening fence, such as `sh` or `rust,ignore`.
    pub(super) language: &'a str,
    /// The lines between the fences.
    pub(super) lines: Vec<&'a str>,
    /// The number of the opening line, from 1.
    pub(super) line: usize,
    /// The last non-blank line before the block.
    pub(super) before: &'a str,
}

/// Splits a page into its fenced blocks and the lines outside them.
pub(super) fn parts(text: &str) -> (Vec<Block<'_>>, Vec<&str>) {
    let (mut blocks, mut prose) = (Vec::new(), Vec::new());
    let mut before = "";
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let inside = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|line| *line != "```")
                .collect();
            blocks.push(Block {
                language,
                lines: inside,
                line: number + 1,
                before,
            });
            before = "```";
        } else {
            prose.push(line);
            if !line.trim().is_empty() {
                before = line;
            }
        }
    }
    (blocks, prose)
}

/// Returns the text of each code span (`like this`) in the lines. A span may continue on the next line of its paragraph.
pub(super) fn code_spans(prose: &[&str]) -> Vec<String> {
    let text = prose.join("\n");
    let spans = |paragraph: &str| {
        paragraph
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    text.split("\n\n").flat_map(spans).collect()
}

/// Returns the target of each link and image in the lines.
pub(super) fn link_targets<'a>(prose: &[&'a str]) -> Vec<&'a str> {
    let targets = |line: &'a str| {
        let marked = line
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        marked.chain(
            line.split("src=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next()),
        )
    };
    prose.iter().flat_map(|line| targets(line)).collect()
}

/// Returns the anchor that a heading has on GitHub.
pub(super) fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
