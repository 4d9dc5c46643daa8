//! A manifest that was found valid. actions.json v1, runtime rules.

use crate::{
    dictionary::Dictionary,
    manifest::{Manifest, Tool, ToolName},
    validate::{self, Profile},
};
use std::fmt;
use wire::{DecodeError, Finding, Severity};

/// A manifest in which a profile finds no error. Only such a one exposes tools: a runtime offers no actions from a manifest
/// that is not valid.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{checked::CheckedManifest, manifest::Manifest, validate::Profile};
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
}

/// A manifest in which a profile finds errors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// The manifest, as it came.
    pub manifest: Manifest,
    /// Everything that is wrong with it, in order; warnings too.
    pub findings: Vec<Finding>,
}

/// A tool of a manifest that was found valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedTool<'m> {
    /// Its name, as the manifest has it.
    pub name: &'m ToolName,
    /// The tool.
    pub tool: &'m Tool,
    /// Its place in the manifest's list.
    pub index: usize,
}

impl CheckedManifest {
    /// Judges a manifest. Primitives are known only to who brings a dictionary.
    ///
    /// # Errors
    /// If the profile finds errors; the manifest comes back with them.
    pub fn check(
        manifest: Manifest,
        profile: &Profile,
        dictionary: Option<&Dictionary>,
    ) -> Result<Self, Box<Rejected>> {
        let findings = validate::check(&manifest, profile, dictionary);
        if findings.iter().any(|finding| finding.severity == Severity::Error) {
            return Err(Box::new(Rejected { manifest, findings }));
        }
        Ok(Self { manifest, profile: *profile, findings })
    }

    /// Reads a manifest and judges it.
    ///
    /// # Errors
    /// If the text is no JSON object, or the profile finds errors.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::{checked::CheckedManifest, validate::Profile};
    ///
    /// let text = r#"{"protocol":"actions.json","version":7,"tools":[]}"#;
    /// let unusable = CheckedManifest::read(text, &Profile::PUBLISHED).unwrap_err();
    /// assert_eq!(unusable.to_string(), "error V2 at \"/version\": The version is 7. (and 0 more)");
    /// ```
    pub fn read(text: &str, profile: &Profile) -> Result<Self, Unusable> {
        Ok(Self::check(wire::decode(text)?, profile, None)?)
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// By what it was judged.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What is odd about it, without being an error.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The tools that an agent may call, in order.
    pub fn tools(&self) -> impl Iterator<Item = CheckedTool<'_>> {
        let called = self.manifest.tools_declared().filter(|(_, tool)| tool.is_called_by_agents());
        called.filter_map(|(index, tool)| Some(CheckedTool { name: tool.name.get()?, tool, index }))
    }

    /// The tool of this name, if an agent may call it.
    pub fn tool(&self, name: &str) -> Option<CheckedTool<'_>> {
        self.tools().find(|tool| tool.name.as_str() == name)
    }

    /// The manifest, which then is one like any other.
    pub fn into_manifest(self) -> Manifest {
        self.manifest
    }
}

/// A text that is no valid manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unusable {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] DecodeError),
    /// The profile finds errors in it.
    #[error(transparent)]
    Rejected(#[from] Box<Rejected>),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut errors = self.findings.iter().filter(|finding| finding.severity == Severity::Error);
        match errors.next() {
            Some(first) => write!(f, "{first} (and {} more)", errors.count()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Rejected {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tools: &str, profile: &Profile) -> Result<CheckedManifest, Box<Rejected>> {
        let manifest =
            wire::decode(&format!(r#"{{"protocol":"actions.json","version":1,"tools":[{tools}]}}"#)).unwrap();
        CheckedManifest::check(manifest, profile, None)
    }

    #[test]
    fn tools_are_exposed_that_agents_call() {
        let tools = ["agent_to_html", "html_to_agent", "bidirectional"].map(|direction| {
            format!(
                r#"{{"name":"a.{direction}","description":"D.","input_schema":{{}},"x_actions":{{"handler":"h","direction":"{direction}"}}}}"#
            )
        });
        let checked = check(&tools.join(","), &Profile::STRICT).unwrap();
        let names: Vec<_> = checked.tools().map(|tool| (tool.name.as_str(), tool.index)).collect();
        assert_eq!(names, [("a.agent_to_html", 0), ("a.bidirectional", 2)]);
        assert_eq!(checked.tool("a.html_to_agent"), None);
    }

    #[test]
    fn a_manifest_is_valid_by_the_profile_that_is_asked() {
        let tool = r#"{"name":"a","x_actions":{"static_output":"Only words."}}"#;
        let rejected = check(tool, &Profile::STRICT).unwrap_err();
        assert!(rejected.findings.iter().any(|finding| finding.rule == "V7"));
        assert!(rejected.to_string().ends_with("more)"));
        let checked = check(tool, &Profile::PUBLISHED).unwrap();
        assert!(!checked.findings().is_empty());
        assert_eq!(*checked.manifest(), rejected.manifest);
        assert!(check("7", &Profile::PUBLISHED).is_err());
    }
}
