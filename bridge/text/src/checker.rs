//! The validation of a session one text at a time, each against all texts before it.

use crate::{
    check::{CheckOptions, CheckSession, sorted},
    diagnostic::Diagnostic,
    finding_limit::LimitedFindings,
    inference::ensure_enabled,
    saved_state,
};
use bridge::DialectOrProtocol;
use wire::Severity;

/// Validates the texts of a session one at a time, and remembers what later messages refer to: surfaces, component ids
/// and data.
///
/// A refused text leaves the state as it was, so a corrected text can be pushed in its place. If the messages of a
/// protocol do not depend on each other, each text is validated by itself.
///
/// The state is held twice, so that a refused text can be undone.
///
/// ```
/// use agent_ui_text::{CheckOptions, Checker, for_model};
///
/// let mut checker = Checker::new("a2ui@0.9".parse()?, &CheckOptions::new())?;
/// let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
/// assert!(checker.push(create).is_accepted);
///
/// // The component has a wrong type, so the text is refused.
/// let update = |component: &str| {
///     format!(r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{component}]}}}}"#)
/// };
/// let checked = checker.push(&update(r#"{"id":"root","component":"Text","text":7}"#));
/// assert!(!checked.is_accepted);
/// assert!(for_model(&checked.findings).starts_with("line 1, /updateComponents/components/0/text: "));
///
/// assert!(checker.push(&update(r#"{"id":"root","component":"Text","text":"7"}"#)).is_accepted);
/// assert!(checker.finish().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    /// The state after all accepted texts.
    accepted: CheckSession,
    /// The state that the next text is tried on. Between two texts, it equals the other one.
    trial: CheckSession,
}

/// The findings about a text of a session.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CheckedText {
    /// `true` if no finding is an error. Later texts are then validated against this one, too.
    pub is_accepted: bool,
    /// The findings in the order of their places, which are places in this text.
    pub findings: Vec<Diagnostic>,
}

impl CheckedText {
    /// Judges a text by the findings about it.
    pub(crate) fn of(session: &CheckSession, found: LimitedFindings) -> Self {
        let findings = session.diagnostics(&sorted(found));
        let mut severities = findings.iter().map(|finding| finding.severity);
        Self {
            is_accepted: severities.all(|severity| severity != Severity::Error),
            findings,
        }
    }
}

impl Checker {
    /// Begins a session of a protocol. The options apply to all texts.
    ///
    /// # Errors
    /// Returns an error if the build does not contain the protocol, or an option is wrong.
    pub fn new(
        protocol: DialectOrProtocol,
        options: &CheckOptions,
    ) -> Result<Self, Box<Diagnostic>> {
        ensure_enabled(protocol)?;
        let accepted = CheckSession::new(protocol, options)?.judged_by_text();
        Ok(Self {
            trial: accepted.clone(),
            accepted,
        })
    }

    /// Saves the state that another checker needs to continue, as JSON: the messages that build the surfaces. The options are
    /// not saved.
    ///
    /// # Errors
    /// Returns an error if a message in the state nests too deep to be written.
    ///
    /// ```
    /// use agent_ui_text::{CheckOptions, Checker};
    ///
    /// let mut checker = Checker::new("a2ui@0.9".parse()?, &CheckOptions::new())?;
    /// checker.push(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#);
    ///
    /// let mut resumed = Checker::resume(&checker.save()?, &CheckOptions::new())?;
    /// let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"t","path":"/a","value":1}}"#;
    /// assert_eq!(resumed.push(update).findings[0].rule, "unknown-surface");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Result<String, Box<Diagnostic>> {
        saved_state::write(&self.accepted.save()?)
    }

    /// Continues from a state that [`Checker::save`] wrote. Pass the same options again.
    ///
    /// The places of findings from before the save are then places in the messages that build the surfaces.
    ///
    /// # Errors
    /// Returns an error if the state cannot be read, or an option is wrong.
    pub fn resume(saved: &str, options: &CheckOptions) -> Result<Self, Box<Diagnostic>> {
        let saved = saved_state::read(saved)?;
        let accepted = CheckSession::resume(saved, options)?.judged_by_text();
        Ok(Self {
            trial: accepted.clone(),
            accepted,
        })
    }

    /// Validates the next text of the session: one message, a JSON list of messages, or JSON Lines.
    ///
    /// If any message of the text has an error, the whole text is refused and has no effect on later ones. A reference to
    /// a component or to data that a later text may still send is not an error: see [`Checker::finish`]. Nor are faults of
    /// earlier texts.
    pub fn push(&mut self, text: &str) -> CheckedText {
        let mut found = LimitedFindings::default();
        self.trial.validate(text, &mut found);
        let checked = CheckedText::of(&self.trial, found);
        if checked.is_accepted {
            // The text is applied again, because a copy of the state would cost more than most texts.
            self.accepted
                .validate(text, &mut LimitedFindings::default());
        } else {
            self.trial = self.accepted.clone();
        }
        checked
    }

    /// Returns the findings about whole surfaces as the accepted texts have left them, such as a reference to a component
    /// that no text has sent. Each place is a place in the text of its message.
    ///
    /// The state stays as it is. A later text can send what is missing, so the findings need not be final.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let mut found = LimitedFindings::default();
        let mut session = self.accepted.clone();
        session.finish(&mut found);
        session.diagnostics(&sorted(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, for_model};

    const CATALOG: &str = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

    fn checker(protocol: &str) -> Checker {
        Checker::new(protocol.parse().unwrap(), &CheckOptions::new()).unwrap()
    }

    fn created() -> String {
        format!(
            r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{CATALOG}"}}}}"#
        )
    }

    fn update(components: &str) -> String {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
        )
    }

    const ROOT: &str = r#"{"id":"root","component":"Column","children":["title"]}"#;
    const TITLE: &str = r#"{"id":"title","component":"Text","text":{"path":"/name"}}"#;

    #[test]
    fn texts_have_the_findings_of_the_whole_session() {
        let texts = [
            created(),
            update(ROOT),
            update(r#"{"id":"extra","component":"Text","text":"b"}"#),
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"other","path":"/a","value":1}}"#
                .to_owned(),
        ];
        let mut checker = checker("a2ui@0.9");
        let mut found = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let checked = checker.push(text);
            assert!(checked.is_accepted, "{checked:?}");
            found.extend(checked.findings.into_iter().map(|one| (index + 1, one)));
        }
        let whole = check(
            &texts.join("\n"),
            Some("a2ui@0.9".parse().unwrap()),
            &CheckOptions::new(),
        )
        .unwrap();
        let mut rules: Vec<String> = found.iter().map(|(_, one)| one.rule.clone()).collect();
        rules.extend(checker.finish().into_iter().map(|one| one.rule));
        let mut expected: Vec<String> = whole.iter().map(|one| one.rule.clone()).collect();
        rules.sort_unstable();
        expected.sort_unstable();
        assert_eq!(rules, expected);
        assert!(
            expected.contains(&"dangling-reference".to_owned()),
            "{expected:?}"
        );
        for (line, one) in found {
            let same = |other: &&Diagnostic| {
                (other.place.line, other.place.column) == (line, one.place.column)
                    && other.message == one.message
            };
            assert!(whole.iter().any(|other| same(&other)), "{one:?}");
        }
    }

    #[test]
    fn a_refused_text_changes_nothing() {
        let mut checker = checker("a2ui@0.9");
        assert!(checker.push(&created()).is_accepted);
        // The first message of the text is right, and is undone with the second one.
        let text = format!("{}\n{}", update(TITLE), update(r#"{"id":7}"#));
        assert!(!checker.push(&text).is_accepted);
        assert!(checker.push(&update(ROOT)).is_accepted);
        let open = checker.finish();
        assert_eq!(open.len(), 1, "{open:?}");
        assert_eq!(open[0].rule, "dangling-reference");
        // The state is not changed by its own findings.
        assert_eq!(checker.finish(), open);
        assert!(checker.push(&update(TITLE)).is_accepted);
        let rules: Vec<String> = checker.finish().into_iter().map(|one| one.rule).collect();
        assert_eq!(rules, ["unwritten-path"]);
    }

    #[test]
    fn a_surface_is_known_to_later_texts() {
        let mut checker = checker("a2ui@0.9");
        let update = update(r#"{"id":"root","component":"Text","text":"a"}"#);
        assert_eq!(checker.push(&update).findings[0].rule, "unknown-surface");
        assert!(checker.push(&created()).is_accepted);
        assert!(checker.push(&update).findings.is_empty());
        let again = checker.push(&created());
        assert!(!again.is_accepted);
        assert_eq!(again.findings[0].rule, "surface-exists");
    }

    #[test]
    fn faults_of_earlier_texts_refuse_no_later_one() {
        let mut of_0_9 = checker("a2ui@0.9");
        assert!(of_0_9.push(&created()).is_accepted && of_0_9.push(&update(ROOT)).is_accepted);
        let delete = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
        assert!(of_0_9.push(delete).findings.is_empty());
        assert!(of_0_9.finish().is_empty());
        // The catalog of a surface of 0.8 is known when the surface is shown.
        let mut of_0_8 = checker("a2ui@0.8");
        let text = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"colour":"red"}}}]}}"#;
        assert!(of_0_8.push(text).is_accepted);
        let shown = of_0_8.push(r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#);
        assert!(shown.is_accepted && !shown.findings.is_empty(), "{shown:?}");
    }

    #[cfg(feature = "all-protocols")]
    #[test]
    fn records_are_validated_by_themselves() {
        let mut checker = checker("aap");
        let record = r#"{"id":"a1b2c3d4-e5f6-7890-abcd-ef1234567890","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":null,"summary":"User click on p.html"}"#;
        assert_eq!(checker.push(record), checker.push(record));
        assert!(!checker.push("{}").is_accepted);
        assert!(checker.push(record).is_accepted && checker.finish().is_empty());
    }

    #[cfg(feature = "all-protocols")]
    #[test]
    fn calls_are_compared_with_those_of_accepted_texts() {
        let call = |name: &str| {
            format!(r#"{{"type":"function_call","call_id":"c","name":{name},"arguments":"{{}}"}}"#)
        };
        let mut checker = checker("responses");
        assert!(!checker.push(&call("7")).is_accepted);
        assert!(checker.push(&call(r#""find""#)).findings.is_empty());
        let again = checker.push(&call(r#""find""#));
        assert!(again.is_accepted);
        assert_eq!(again.findings[0].rule, "function-call-id");
    }

    #[test]
    fn a_resumed_checker_knows_the_accepted_texts() {
        for (protocol, create, updates) in [
            (
                "a2ui@0.9",
                created(),
                [
                    update(ROOT),
                    update(TITLE),
                    created(),
                    r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#.to_owned(),
                    update(TITLE),
                ],
            ),
            (
                "a2ui@0.8",
                r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"colour":"red"}}}]}}"#.to_owned(),
                [
                    r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
                    r#"{"deleteSurface":{"surfaceId":"s"}}"#,
                    r#"{"deleteSurface":{"surfaceId":"t"}}"#,
                    r#"{"dataModelUpdate":{"surfaceId":"s","contents":[]}}"#,
                    r#"{"deleteSurface":{"surfaceId":7}}"#,
                ]
                .map(str::to_owned),
            ),
        ] {
            let mut whole = checker(protocol);
            assert!(whole.push(&create).is_accepted);
            for text in updates {
                let saved = whole.save().unwrap();
                let mut resumed = Checker::resume(&saved, &CheckOptions::new()).unwrap();
                assert_eq!(resumed.push(&text), whole.push(&text), "{text}");
                let rules = |found: Vec<Diagnostic>| -> Vec<String> {
                    found.into_iter().map(|one| one.rule).collect()
                };
                assert_eq!(rules(resumed.finish()), rules(whole.finish()), "{text}");
            }
        }
        let refused = Checker::resume("{}", &CheckOptions::new()).unwrap_err();
        assert!(refused.hint.contains("`save`"), "{refused}");
    }

    #[cfg(feature = "all-protocols")]
    #[test]
    fn a_resumed_checker_knows_the_earlier_calls() {
        let call = r#"{"type":"function_call","call_id":"c","name":"find","arguments":"{}"}"#;
        let mut whole = checker("responses");
        assert!(whole.push(call).findings.is_empty());
        let saved = whole.save().unwrap();
        let mut resumed = Checker::resume(&saved, &CheckOptions::new()).unwrap();
        assert_eq!(resumed.push(call), whole.push(call));
    }

    #[test]
    fn text_without_messages_is_refused() {
        let checked = checker("a2ui@0.9").push("I cannot do that.");
        assert!(!checked.is_accepted);
        assert!(!for_model(&checked.findings).is_empty());
    }

    /// Returns what the packages of all languages must return for findings.
    fn described(found: &[Diagnostic]) -> serde_json::Value {
        let findings = found.iter().map(|one| {
            serde_json::json!([
                one.place.line,
                one.place.column,
                one.severity.as_str(),
                one.rule,
                one.pointer.as_str(),
                one.message,
            ])
        });
        serde_json::json!({
            "findings": findings.collect::<Vec<_>>(),
            "lines": for_model(found),
        })
    }

    /// The tests of the packages for Python and TypeScript read the same file. `ACCEPT=1` writes it.
    #[cfg(feature = "all-protocols")]
    #[test]
    fn sessions_have_the_recorded_findings() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/checked_sessions.jsonl");
        let recorded = std::fs::read_to_string(path).unwrap();
        let recorded = recorded
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let recorded: Vec<serde_json::Value> = recorded.collect();
        let mut actual = recorded.clone();
        for session in &mut actual {
            let mut checker = checker(session["protocol"].as_str().unwrap());
            let texts = session["texts"].as_array().unwrap().iter();
            let checked = texts.map(|text| {
                let checked = checker.push(text.as_str().unwrap());
                let mut described = described(&checked.findings);
                described["accepted"] = checked.is_accepted.into();
                described
            });
            session["checked"] = checked.collect::<Vec<_>>().into();
            session["finish"] = described(&checker.finish());
        }
        if std::env::var_os("ACCEPT").is_some() {
            let lines = actual.iter().map(|session| format!("{session}\n"));
            std::fs::write(path, lines.collect::<String>()).unwrap();
        } else {
            assert_eq!(actual, recorded);
        }
    }
}
