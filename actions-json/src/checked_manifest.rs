//! Validated manifests and their tools.

use crate::{
    dictionary::Dictionary,
    manifest::{Manifest, Tool, ToolName},
    schema::SchemaCache,
    validate::{self, Profile},
};
use std::{collections::BTreeMap, fmt};
use wire::{DecodeError, Finding, List, Pointer, Severity, Tolerant, Wire};

/// A manifest without errors under a profile. Only a checked manifest exposes tools, because a runtime must not offer
/// actions from an invalid manifest.
///
/// Some profiles [accept partial manifests](Profile::accepts_partial_manifests). They exclude each tool, signal,
/// attachment, check, import, context or projection that has an error, and accept the rest.
/// [`excluded_parts`](Self::excluded_parts) lists the exclusions. An excluded part is preserved in the manifest but
/// reads as absent. Sections that restrict others (states, transitions, composition) are never excluded, because an
/// exclusion would lift the restriction.
///
/// Specification: [Runtime Rules](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#runtime-rules).
///
/// ```
/// use agent_ui_actions_json::{
///     checked_manifest::CheckedManifest, manifest::Manifest, validate::Profile, wire,
/// };
///
/// let manifest: Manifest = wire::decode(
///     r#"{"protocol":"actions.json","version":"0.1","tools":[
///         {"name":"cart.add","description":"Adds.","input_schema":{},"x_actions":{"handler":"shop.add"}}]}"#,
/// )?;
/// let rejected = CheckedManifest::check(manifest.clone(), &Profile::STRICT, None).unwrap_err();
/// assert_eq!(rejected.findings[0].rule, "V2");
/// let checked = CheckedManifest::check(manifest, &Profile::PUBLISHED, None).unwrap();
/// assert_eq!(*checked.tools().next().unwrap().name, "cart.add");
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedManifest {
    manifest: Manifest,
    profile: Profile,
    findings: Vec<Finding>,
    excluded: Vec<Pointer>,
    /// The first error of each excluded part, as an index into `findings`.
    first_errors: BTreeMap<Part, usize>,
    /// The compiled schemas of the manifest's signals.
    payloads: SchemaCache,
}

/// A manifest that has errors under a profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct RejectedManifest {
    /// The unchanged manifest.
    pub manifest: Manifest,
    /// All findings in order, including warnings.
    pub findings: Vec<Finding>,
}

/// A tool of a checked manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedTool<'m> {
    /// The name of the tool in the manifest.
    pub name: &'m ToolName,
    /// The tool itself.
    pub tool: &'m Tool,
    /// The index of the tool in the manifest's list.
    pub index: usize,
}

impl CheckedManifest {
    /// Validates a manifest. Unknown primitives are reported only if a dictionary is given.
    ///
    /// # Errors
    /// Returns the manifest with all findings if the profile finds errors.
    pub fn check(
        manifest: Manifest,
        profile: &Profile,
        dictionary: Option<&Dictionary>,
    ) -> Result<Self, Box<RejectedManifest>> {
        let findings = validate::check(&manifest, profile, dictionary);
        let errors = findings
            .iter()
            .enumerate()
            .filter(|(_, finding)| finding.severity == Severity::Error);
        let parts: Option<Vec<(Part, usize)>> = errors
            .map(|(number, error)| Some((Part::of(&error.pointer)?, number)))
            .collect();
        match parts {
            Some(parts) if parts.is_empty() || profile.accepts_partial_manifests() => {
                let mut manifest = manifest;
                let mut first_errors = BTreeMap::new();
                for (part, number) in parts {
                    first_errors.entry(part).or_insert(number);
                }
                first_errors
                    .keys()
                    .for_each(|part| part.set_aside(&mut manifest));
                let excluded = first_errors.keys().map(Part::pointer).collect();
                let (profile, payloads) = (*profile, SchemaCache::default());
                Ok(Self {
                    manifest,
                    profile,
                    findings,
                    excluded,
                    first_errors,
                    payloads,
                })
            }
            _ => Err(Box::new(RejectedManifest { manifest, findings })),
        }
    }

    /// Reads a manifest from JSON and validates it.
    ///
    /// # Errors
    /// Fails if the text is not a JSON object or the profile finds errors.
    ///
    /// ```
    /// use agent_ui_actions_json::{checked_manifest::CheckedManifest, validate::Profile};
    ///
    /// let text = r#"{"protocol":"actions.json","version":7,"tools":[]}"#;
    /// let unusable = CheckedManifest::read(text, &Profile::PUBLISHED).unwrap_err();
    /// assert_eq!(unusable.to_string(), "error V2 at \"/version\": the version 7 is not supported");
    /// ```
    pub fn read(text: &str, profile: &Profile) -> Result<Self, ManifestError> {
        Ok(Self::check(wire::decode(text)?, profile, None)?)
    }

    /// Returns the manifest. Excluded parts read as absent.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the compiled schemas of the signals.
    pub(crate) fn payloads(&self) -> &SchemaCache {
        &self.payloads
    }

    /// Returns the profile that validated the manifest.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns the warnings, and the errors of excluded parts.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the places of the parts that were excluded because of errors, such as `/tools/3`.
    pub fn excluded_parts(&self) -> &[Pointer] {
        &self.excluded
    }

    /// Returns the first error of the excluded part at this place.
    pub fn exclusion_finding(&self, part: &Pointer) -> Option<&Finding> {
        let known = Part::of(part).filter(|known| known.pointer() == *part)?;
        self.findings.get(*self.first_errors.get(&known)?)
    }

    /// Iterates over the tools that an agent may call, in order.
    pub fn tools(&self) -> impl Iterator<Item = CheckedTool<'_>> {
        let called = self
            .manifest
            .tools_declared()
            .filter(|(_, tool)| tool.is_called_by_agents());
        called.filter_map(|(index, tool)| {
            Some(CheckedTool {
                name: tool.name.get()?,
                tool,
                index,
            })
        })
    }

    /// Returns the tool with this name, if an agent may call it.
    pub fn tool(&self, name: &str) -> Option<CheckedTool<'_>> {
        self.tools().find(|tool| tool.name.as_str() == name)
    }
}

/// A part of a manifest that can be excluded alone: an element of a list, or the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    section: Section,
    index: Option<usize>,
}

/// Defines the sections of a manifest whose elements can be excluded. `Tools: tools,` becomes the variant `Section::Tools` and
/// three arms:
///
/// ```text
/// "tools" => Section::Tools,                                             // Part::of
/// Section::Tools => "tools",                                             // Part::pointer
/// Section::Tools => set_aside(&mut manifest.tools, self.index),          // Part::set_aside
/// ```
macro_rules! sections {
    ($($Section:ident: $name:ident,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        enum Section { $($Section),* }

        impl Part {
            /// Returns the part that contains this place.
            fn of(place: &Pointer) -> Option<Self> {
                let mut segments = place.segments();
                let section = match &*segments.next()? {
                    $(stringify!($name) => Section::$Section,)*
                    _ => return None,
                };
                match segments.next() {
                    Some(index) => Some(Self { section, index: Some(index.parse().ok()?) }),
                    // The list of tools is required, so it cannot be excluded as a whole.
                    None if section == Section::Tools => None,
                    None => Some(Self { section, index: None }),
                }
            }

            fn pointer(&self) -> Pointer {
                let section = Pointer::root().member(match self.section {
                    $(Section::$Section => stringify!($name),)*
                });
                match self.index {
                    Some(index) => section.element(index),
                    None => section,
                }
            }

            fn set_aside(&self, manifest: &mut Manifest) {
                match self.section {
                    $(Section::$Section => set_aside(&mut manifest.$name, self.index),)*
                }
            }
        }
    };
}

sections! {
    Tools: tools,
    Signals: signals,
    Attachments: attachments,
    Checks: checks,
    Imports: imports,
    Context: context,
    Projections: state_projections,
}

fn set_aside<T: Wire>(section: &mut Tolerant<List<T>>, index: Option<usize>) {
    match (section, index) {
        (Tolerant::Value(list), Some(index)) => list.mark_invalid(index),
        (section, None) => section.mark_invalid(),
        _ => {}
    }
}

/// The reason for which a text is not a valid manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The text cannot be decoded.
    #[error(transparent)]
    Unreadable(DecodeError),
    /// The profile found errors in the manifest.
    #[error(transparent)]
    Rejected(Box<RejectedManifest>),
}

impl ManifestError {
    /// Returns the place of the first error; `None` for a rejected manifest without errors.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Unreadable(inner) => Some(&inner.pointer),
            Self::Rejected(inner) => inner.first_error().map(|finding| &finding.pointer),
        }
    }

    /// Returns the rule of the first error; `None` for a rejected manifest without errors.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Unreadable(inner) => Some(inner.rule.as_str()),
            Self::Rejected(inner) => inner.first_error().map(|finding| finding.rule),
        }
    }
}

impl RejectedManifest {
    /// Returns the first finding with the severity `error`.
    pub fn first_error(&self) -> Option<&Finding> {
        self.findings
            .iter()
            .find(|finding| finding.severity == Severity::Error)
    }
}

impl From<DecodeError> for ManifestError {
    fn from(inner: DecodeError) -> Self {
        Self::Unreadable(inner)
    }
}

impl From<Box<RejectedManifest>> for ManifestError {
    fn from(inner: Box<RejectedManifest>) -> Self {
        Self::Rejected(inner)
    }
}

impl fmt::Display for RejectedManifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut errors = self
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        match errors.next() {
            Some(first) => match errors.count() {
                0 => write!(f, "{first}"),
                more => {
                    let first = first.to_string();
                    write!(f, "{} (and {more} more)", first.trim_end_matches('.'))
                }
            },
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tools: &str, profile: &Profile) -> Result<CheckedManifest, Box<RejectedManifest>> {
        let manifest = wire::decode(&format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[{tools}]}}"#
        ))
        .unwrap();
        CheckedManifest::check(manifest, profile, None)
    }

    #[test]
    fn only_agent_callable_tools_are_exposed() {
        let tools = ["agent_to_html", "html_to_agent", "bidirectional"].map(|direction| {
            format!(
                r#"{{"name":"a.{direction}","description":"D.","input_schema":{{}},"x_actions":{{"handler":"h","direction":"{direction}"}}}}"#
            )
        });
        let checked = check(&tools.join(","), &Profile::STRICT).unwrap();
        let names: Vec<_> = checked
            .tools()
            .map(|tool| (tool.name.as_str(), tool.index))
            .collect();
        assert_eq!(names, [("a.agent_to_html", 0), ("a.bidirectional", 2)]);
        assert_eq!(checked.tool("a.html_to_agent"), None);
    }

    #[test]
    fn a_manifest_is_validated_by_the_given_profile() {
        let tool = r#"{"name":"a","x_actions":{"static_output":"Only words."}}"#;
        let rejected = check(tool, &Profile::STRICT).unwrap_err();
        assert!(rejected.findings.iter().any(|finding| finding.rule == "V7"));
        assert!(rejected.to_string().ends_with("more)"));
        let checked = check(tool, &Profile::PUBLISHED).unwrap();
        assert!(!checked.findings().is_empty());
        assert_eq!(*checked.manifest(), rejected.manifest);
        assert!(check("7", &Profile::STRICT).is_err());
    }

    const GOOD: &str =
        r#"{"name":"a","description":"D.","input_schema":{},"x_actions":{"handler":"h"}}"#;

    /// Reads a manifest of version 1 with these members, in which `GOOD` is replaced by a tool.
    fn read(members: &str) -> Manifest {
        let members = members.replace("GOOD", GOOD);
        wire::decode(&format!(
            r#"{{"protocol":"actions.json","version":1,{members}}}"#
        ))
        .unwrap()
    }

    #[test]
    fn parts_with_errors_are_excluded_and_the_rest_is_kept() {
        for (members, part, rule) in [
            (r#""tools":[7,GOOD]"#, "/tools/0", "shape"),
            (
                r#""tools":[{"name":"../b","x_actions":{"handler":"h"}},GOOD]"#,
                "/tools/0",
                "V4",
            ),
            (r#""tools":[GOOD,GOOD]"#, "/tools/1", "V5"),
            (
                r#""tools":[{"name":"b","x_actions":{"navigation":[]}},GOOD]"#,
                "/tools/0",
                "V7",
            ),
            (
                r#""tools":[GOOD],"attachments":[{"id":"x","lifecycle":{}}]"#,
                "/attachments/0",
                "V10",
            ),
            (
                r#""tools":[GOOD],"signals":[{"name":"s","ingestion":"enabled"}]"#,
                "/signals/0",
                "V8",
            ),
            (r#""tools":[GOOD],"signals":{}"#, "/signals", "shape"),
            (
                r#""tools":[GOOD],"imports":[{"id":"i"}]"#,
                "/imports/0",
                "required",
            ),
        ] {
            let manifest = read(members);
            let checked =
                CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None).unwrap();
            assert_eq!(
                checked
                    .excluded_parts()
                    .iter()
                    .map(Pointer::as_str)
                    .collect::<Vec<_>>(),
                [part]
            );
            assert_eq!(
                checked
                    .exclusion_finding(&checked.excluded_parts()[0])
                    .unwrap()
                    .rule,
                rule
            );
            assert_eq!(checked.tools().count(), 1, "{members}");
            assert_eq!(
                checked.manifest().signals_declared().count(),
                0,
                "{members}"
            );
            assert_eq!(
                wire::encode(checked.manifest()).unwrap(),
                wire::encode(&manifest).unwrap()
            );
            assert!(
                CheckedManifest::check(manifest, &Profile::STRICT, None).is_err(),
                "{members}"
            );
        }
    }

    #[test]
    fn restricting_sections_are_never_excluded() {
        for members in [
            r#""tools":{}"#,
            r#""tools":[GOOD],"states":[{"name":"../x"}]"#,
            r#""tools":[GOOD],"transitions":[{"name":"t","from":"no","to":"no"}],"states":[]"#,
            r#""tools":[GOOD],"composition":7"#,
        ] {
            assert!(
                CheckedManifest::check(read(members), &Profile::PUBLISHED, None).is_err(),
                "{members}"
            );
        }
    }

    #[test]
    fn a_published_tool_may_be_executed_by_its_primitive_name() {
        let tool = r#"{"name":"tap","description":"Taps.","input_schema":{}}"#;
        for (primitives, reached) in [(r#"[{"name":"tap"}]"#, 1), (r#"[{"name":"tip"},7]"#, 0)] {
            let manifest = read(&format!(
                r#""tools":[{tool}],"primitive_dictionary":{{"primitives":{primitives}}}"#
            ));
            let checked =
                CheckedManifest::check(manifest.clone(), &Profile::PUBLISHED, None).unwrap();
            assert_eq!(checked.tools().count(), reached, "{primitives}");
            assert!(CheckedManifest::check(manifest.clone(), &Profile::STRICT, None).is_err());
            let known = Dictionary::of_names(["tap"]);
            let checked =
                CheckedManifest::check(manifest, &Profile::PUBLISHED, Some(&known)).unwrap();
            assert_eq!(checked.tools().count(), 1);
        }
    }
}
