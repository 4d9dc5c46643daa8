//! The findings about one payload.

use super::{
    duplicates::Seen,
    form::FormProblem,
    limits::Limit,
    members::{BlockMembers, kind_of},
};
use crate::AppSurface;
use std::collections::BTreeSet;
use wire::{Finding, Fix, Payload, PayloadKind, Pointer, spelling, token};

/// The place of a value in the message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockPlace {
    /// The type of the innermost block.
    pub(super) block: Option<&'static str>,
    /// The type of the innermost element.
    pub(super) element: Option<&'static str>,
    /// The number of layouts and containers around the value.
    pub(super) nesting: usize,
}

/// The findings about one payload, and what they depend on.
pub(super) struct PayloadReport {
    /// The surface that the caller names.
    pub(super) named_surface: Option<AppSurface>,
    pub(super) seen: Seen,
    found: Vec<Finding>,
}

impl PayloadReport {
    pub(super) fn new(named_surface: Option<AppSurface>) -> Self {
        Self {
            named_surface,
            seen: Seen::default(),
            found: Vec::new(),
        }
    }

    /// Returns the findings in the order of the message. A value that breaks a limit twice is reported once.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut reported = BTreeSet::new();
        let mut found = self.found;
        found
            .retain(|finding| reported.insert((finding.rule, finding.pointer.as_str().to_owned())));
        found
    }

    pub(super) fn add(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Reports a value of another JSON type.
    pub(super) fn expect(&mut self, kind: PayloadKind, json: &str, at: &Pointer) -> bool {
        let found = kind_of(json);
        if found == kind {
            return true;
        }
        let message = format!("the value is {found}, and Slack expects {kind}");
        let finding = Finding::error("slack-blocks/type", at.clone(), message);
        self.add(finding.hint(format_args!("write {kind}")));
        false
    }

    /// Reports a word that Slack does not define.
    pub(super) fn report_word(
        &mut self,
        rule: &'static str,
        (word, known): (&str, &[&str]),
        at: &Pointer,
    ) {
        let message = format!(
            "Slack does not define {} here",
            Payload::string(word).text()
        );
        let finding = Finding::error(rule, at.clone(), message);
        let finding = match spelling::closest(word, known.iter().copied()) {
            Some(like) => finding
                .hint(format_args!("did you mean `{like}`?"))
                .fix(Fix::string(like)),
            None => finding.hint(format_args!("use {}", listed(known))),
        };
        self.add(finding);
    }

    pub(super) fn report_missing(&mut self, name: &str, at: &Pointer) {
        let message = format!("the member `{name}` is missing, so Slack refuses the message");
        let finding = Finding::error("slack-blocks/missing", at.member(name), message);
        self.add(finding.hint(format_args!("add `{name}`")));
    }

    /// Judges a member by a limit of the table. A value of another type is reported already.
    pub(super) fn limit(&mut self, limit: Limit, (name, json): (&str, &str), at: &Pointer) {
        match limit {
            Limit::Characters(least, most) => self.characters((least, most), (name, json), at),
            Limit::EachCharacters(most) => {
                for (index, child) in token::children(json).enumerate() {
                    self.characters((0, most), (name, child.text), &at.element(index));
                }
            }
            Limit::Items(least, most) if json.starts_with('[') => {
                self.items((least, most), (name, json), at);
            }
            Limit::Number(least, most) => self.number((least, most), (name, json), at),
            Limit::Words(words) if json.starts_with('"') => {
                let word = token::string(json);
                if !words.contains(&&*word) {
                    self.report_word("slack-blocks/value", (&word, words), at);
                }
            }
            Limit::EachWord(words) => {
                for (index, child) in token::children(json).enumerate() {
                    self.limit(Limit::Words(words), (name, child.text), &at.element(index));
                }
            }
            Limit::Form(form) if json.starts_with('"') => {
                if let Some(problem) = form.problem(&token::string(json)) {
                    self.add(finding_about(problem, at));
                }
            }
            Limit::Plain => self.plain((name, json), at),
            Limit::Items(..) | Limit::Words(_) | Limit::Form(_) => {}
        }
    }

    /// Judges the number of characters of a string or a text object.
    fn characters(
        &mut self,
        (least, most): (usize, usize),
        (name, json): (&str, &str),
        at: &Pointer,
    ) {
        let (text, at) = match json.starts_with('{') {
            true => (BlockMembers::of(json).string("text"), at.member("text")),
            false if json.starts_with('"') => (Some(token::string(json)), at.clone()),
            false => return,
        };
        let Some(text) = text else { return };
        let count = text.chars().count();
        if count > most {
            let message =
                format!("`{name}` has {count} characters, and Slack accepts at most {most}");
            let finding = Finding::error("slack-blocks/limit", at, message);
            self.add(finding.hint("shorten the text"));
        } else if count < least {
            let message = format!("`{name}` is empty, and Slack refuses an empty text here");
            let finding = Finding::error("slack-blocks/empty", at, message);
            self.add(finding.hint("write a text, or leave its object out"));
        } else if least > 0 && text.trim().is_empty() {
            let message = format!("`{name}` is blank, so users see nothing");
            let finding = Finding::warning("slack-blocks/empty", at, message);
            self.add(finding.hint("write a text, or leave its object out"));
        }
    }

    /// Judges the number of elements of a list.
    pub(super) fn items(
        &mut self,
        (least, most): (usize, usize),
        (name, json): (&str, &str),
        at: &Pointer,
    ) {
        let count = token::children(json).count();
        if count > most {
            let message =
                format!("`{name}` has {count} elements, and Slack accepts at most {most}");
            let finding = Finding::error("slack-blocks/limit", at.clone(), message);
            self.add(finding.hint("remove elements, or split the message"));
        } else if count == 0 && least > 0 {
            let message = format!("`{name}` is empty, and Slack refuses an empty list here");
            let finding = Finding::error("slack-blocks/empty", at.clone(), message);
            self.add(finding.hint("add an element, or leave the object with the list out"));
        } else if count < least {
            let message =
                format!("`{name}` has {count} elements, and Slack requires at least {least}");
            let finding = Finding::error("slack-blocks/limit", at.clone(), message);
            self.add(finding.hint("add elements"));
        }
    }

    fn number(&mut self, (least, most): (f64, f64), (name, json): (&str, &str), at: &Pointer) {
        let Ok(number) = json.parse::<f64>() else {
            return;
        };
        let message = if number < least {
            format!("`{name}` is {json}, and Slack requires at least {least}")
        } else if number > most {
            format!("`{name}` is {json}, and Slack accepts at most {most}")
        } else {
            return;
        };
        let finding = Finding::error("slack-blocks/limit", at.clone(), message);
        self.add(finding.hint("change the number"));
    }

    /// Reports a text object with markup.
    pub(super) fn plain(&mut self, (name, json): (&str, &str), at: &Pointer) {
        if BlockMembers::of(json)
            .string("type")
            .is_none_or(|kind| kind != "mrkdwn")
        {
            return;
        }
        let message = format!("`{name}` cannot have markup");
        let finding = Finding::error("slack-blocks/markup", at.member("type"), message);
        self.add(
            finding
                .hint("use `plain_text`")
                .fix(Fix::string("plain_text")),
        );
    }
}

fn finding_about(problem: FormProblem, at: &Pointer) -> Finding {
    match problem {
        FormProblem::Value { message, hint } => {
            Finding::error("slack-blocks/value", at.clone(), message).hint(hint)
        }
        FormProblem::Address(problem) if problem.is_doubtful => {
            Finding::warning("slack-blocks/url", at.clone(), problem.message).hint(problem.hint)
        }
        FormProblem::Address(problem) => {
            Finding::error("slack-blocks/url", at.clone(), problem.message).hint(problem.hint)
        }
    }
}

/// Lists names: `a`, `b` or `c`.
pub(super) fn listed(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
