//! The command `agent-ui rule`: explains the rules that findings and notes name.

use crate::{
    args::{self, ScoreFormat},
    exit::Exit,
    report::Report,
    terminal_text::printable,
};
use agent_ui_text::rules::{self, Example, Rule};
use bridge::{Rule as MappingRule, mapping_rules};
use serde::Serialize;
use wire::spelling::{closest, is_like};

/// The width of the column of names in the list.
const NAME_COLUMNS: usize = 28;

pub(crate) fn run(arguments: &args::Rule, report: &mut Report) -> Result<(), Exit> {
    let Some(name) = &arguments.name else {
        return list(arguments.format, report);
    };
    // The last part of a name with three parts is the rule that the message breaks.
    if let Some(rule) = rules::explain(name) {
        return match arguments.format {
            ScoreFormat::Json => report.value(&RuleLine::of(&rule)),
            ScoreFormat::Text => write_rule(name, &rule, report),
        };
    }
    let rules = mapping_rules();
    match rules.iter().find(|rule| rule.id == name.as_str()) {
        Some(rule) => write_mapping_rule(rule, arguments.format, report),
        None => Err(unknown_rule(name, &rules)),
    }
}

/// Writes all rules of findings, and after them the names of the rules of notes.
fn list(format: ScoreFormat, report: &mut Report) -> Result<(), Exit> {
    if format == ScoreFormat::Json {
        for rule in rules::explained_rules() {
            report.value(&RuleLine::of(&rule))?;
        }
        return mapping_rules()
            .iter()
            .try_for_each(|rule| report.value(&MappingRuleLine::of(rule)));
    }
    let mut last = "";
    for rule in rules::explained_rules() {
        if rule.subject != last {
            let space = if last.is_empty() { "" } else { "\n" };
            report.text(&format!("{space}{}:", rule.subject))?;
            last = rule.subject;
        }
        report.text(&format!("  {:NAME_COLUMNS$} {}", rule.name, rule.meaning))?;
    }
    report.text("\nRules of the mappings, for notes (docs/rules.md lists their fields):")?;
    for rule in mapping_rules() {
        report.text(&format!("  {}", rule.id))?;
    }
    Ok(())
}

/// Writes the explanation of a rule. `name` may contain the rule as its last part.
fn write_rule(name: &str, rule: &Rule, report: &mut Report) -> Result<(), Exit> {
    if name != rule.name {
        report.text(&format!(
            "{name} refuses a message because of the rule {}.\n",
            rule.name
        ))?;
    }
    report.text(&format!("{}: {}", rule.name, rule.meaning))?;
    if let Some(reason) = rule.reason {
        report.text(&format!("\n{reason}"))?;
    }
    match rule.example {
        Example::Documents {
            protocol,
            wrong,
            right,
        } => {
            write_document("Wrong", wrong, report)?;
            write_document("Right", right, report)?;
            report.text(&format!(
                "\nTo try an example: agent-ui check {protocol} FILE"
            ))
        }
        Example::Elsewhere(occasion) => report.text(&format!("\n{}", occasion.description())),
        _ => Ok(()),
    }
}

/// Writes a document with a heading. Each line is indented.
fn write_document(heading: &str, document: &str, report: &mut Report) -> Result<(), Exit> {
    report.text(&format!("\n{heading}:"))?;
    document
        .lines()
        .try_for_each(|line| report.text(&format!("  {}", printable(line))))
}

/// Writes the explanation of a rule of notes.
fn write_mapping_rule(
    rule: &'static MappingRule,
    format: ScoreFormat,
    report: &mut Report,
) -> Result<(), Exit> {
    if format == ScoreFormat::Json {
        return report.value(&MappingRuleLine::of(rule));
    }
    report.text(&format!(
        "{}: a rule of notes. Its mapping translates {} into {}.",
        rule.id,
        field(rule.from),
        field(rule.to)
    ))?;
    report.text("\n`agent-ui convert --notes` reports what it does to the fields of a message.")
}

/// Describes the place of a field. Fields without a fixed place have no pointer.
fn field(pointer: &str) -> String {
    match pointer {
        "" => "a field without a fixed place".to_owned(),
        pointer => format!("`{pointer}`"),
    }
}

/// Returns the usage error for a name that is not a rule.
fn unknown_rule(name: &str, mappings: &[&'static MappingRule]) -> Exit {
    let known = rules::all().into_iter().map(|(_, name, _)| name);
    let known: Vec<&str> = known.chain(mappings.iter().map(|rule| rule.id)).collect();
    // The parts before the last `/` are easily forgotten.
    let by_end = known.iter().copied().find(|known| {
        known
            .rsplit_once('/')
            .is_some_and(|(_, end)| is_like(end, name))
    });
    let hint = match closest(name, known.iter().copied()).or(by_end) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`agent-ui rule` lists the rules".to_owned(),
    };
    Exit::Usage(format!("no rule has the name `{name}`; {hint}"))
}

/// A rule of findings as JSON.
#[derive(Serialize)]
struct RuleLine {
    rule: &'static str,
    subject: &'static str,
    meaning: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<ExampleLine>,
    /// The sentence on the occasion of a rule that a document cannot show.
    #[serde(skip_serializing_if = "Option::is_none")]
    occasion: Option<&'static str>,
}

#[derive(Serialize)]
struct ExampleLine {
    protocol: &'static str,
    wrong: &'static str,
    right: &'static str,
}

impl RuleLine {
    fn of(rule: &Rule) -> Self {
        let (example, occasion) = match rule.example {
            Example::Documents {
                protocol,
                wrong,
                right,
            } => {
                let documents = ExampleLine {
                    protocol,
                    wrong,
                    right,
                };
                (Some(documents), None)
            }
            Example::Elsewhere(occasion) => (None, Some(occasion.description())),
            _ => (None, None),
        };
        Self {
            rule: rule.name,
            subject: rule.subject,
            meaning: rule.meaning,
            reason: rule.reason,
            example,
            occasion,
        }
    }
}

/// A rule of notes as JSON.
#[derive(Serialize)]
struct MappingRuleLine {
    rule: &'static str,
    from: &'static str,
    to: &'static str,
}

impl MappingRuleLine {
    fn of(rule: &'static MappingRule) -> Self {
        Self {
            rule: rule.id,
            from: rule.from,
            to: rule.to,
        }
    }
}
