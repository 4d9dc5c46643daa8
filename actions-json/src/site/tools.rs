//! What the agent may call, and by what names.

use super::prefix;
use crate::{
    checked_manifest::CheckedTool,
    composition::{ComposedManifest, Origin},
    manifest::{ImportId, StateName, Tool, ToolName, Transition, TransitionName},
};
use std::collections::{BTreeMap, BTreeSet};

/// How the names of tools look to the agent: with what in front of them, and with what in the place of dots.
///
/// Two tools never have one name: of two that would, the one that comes later in the composition gets `_2`, a third one `_3`.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::site::Names;
///
/// assert_eq!(Names::default().show("tides.today"), "tides.today");
/// assert_eq!(Names::flat().prefix("harbour_").show("tides.today"), "harbour_tides_today");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    prefix: String,
    dot: String,
}

impl Default for Names {
    fn default() -> Self {
        Self { prefix: String::new(), dot: ".".to_owned() }
    }
}

impl Names {
    /// Without dots, for models and clients that take none.
    pub fn flat() -> Self {
        Self { dot: "_".to_owned(), ..Self::default() }
    }

    /// With this in front, which tells the tools of one site from those of another.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// How a name looks.
    pub fn show(&self, name: &str) -> String {
        format!("{}{}", self.prefix, name.replace('.', &self.dot))
    }
}

/// Something that the agent may call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteTool {
    /// What the agent calls it.
    pub name: String,
    /// What pages call it: its name with the namespaces of its imports.
    pub composed: ToolName,
    /// The tool, as its own manifest has it, with its name there.
    pub tool: Tool,
    /// Where it comes from, and how far that is trusted.
    pub origin: Origin,
    /// The state in which its target asks the page to be.
    pub state: Option<StateName>,
    /// The transitions that it makes, with the names of the composition.
    pub transitions: Vec<Transition>,
    own: ToolName,
    index: usize,
}

impl SiteTool {
    /// The tool as its manifest has it, to judge calls and outputs.
    pub fn as_checked(&self) -> CheckedTool<'_> {
        CheckedTool { name: &self.own, tool: &self.tool, index: self.index }
    }

    /// Whether a call of it makes this transition.
    pub(super) fn has_transition(&self, transition: &TransitionName) -> bool {
        self.transitions.iter().any(|made| made.name.get() == Some(transition))
    }

    /// What stands in front of the names of its manifest.
    pub(super) fn prefix(&self) -> &str {
        prefix(self.composed.as_str(), Some(self.own.as_str()))
    }
}

/// The tools, in order and by both names.
#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    all: Vec<SiteTool>,
    shown: BTreeMap<String, usize>,
    composed: BTreeMap<String, usize>,
}

impl Tools {
    pub(super) fn new(composed: &ComposedManifest<'_>, names: &Names) -> Self {
        let (mut tools, mut taken, bounds) = (Self::default(), UsedNames::default(), bounds(composed));
        for part in &composed.tools {
            let CheckedTool { name: own, tool, index } = part.value;
            let prefix = prefix(part.name.as_str(), Some(own.as_str()));
            let state = tool.target.get().and_then(|target| target.state.get());
            let name = taken.free(names.show(part.name.as_str()));
            tools.shown.insert(name.clone(), tools.all.len());
            tools.composed.insert(part.name.to_string(), tools.all.len());
            tools.all.push(SiteTool {
                name,
                composed: part.name.clone(),
                tool: tool.clone(),
                origin: part.origin.clone(),
                state: state.map(|state| format!("{prefix}{state}").into()),
                transitions: bounding(bounds.get(part.name.as_str()), &part.origin),
                own: own.clone(),
                index,
            });
        }
        tools
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SiteTool> {
        self.all.iter()
    }

    /// The tool that the agent calls so.
    pub(super) fn by_agent_name(&self, name: &str) -> Option<&SiteTool> {
        self.all.get(*self.shown.get(name)?)
    }

    /// The tool that pages call so.
    pub(super) fn by_page_name(&self, name: &str) -> Option<&SiteTool> {
        self.all.get(*self.composed.get(name)?)
    }

    /// What the agent calls the tool that pages call so.
    pub(super) fn agent_name(&self, name: &str) -> Option<&str> {
        self.by_page_name(name).map(|tool| tool.name.as_str())
    }
}

/// A transition, with the names of the composition, and where it comes from.
type ToolTransition = (Vec<ImportId>, Transition);

/// The transitions that tools make, by the names of the tools.
fn bounds(composed: &ComposedManifest<'_>) -> BTreeMap<String, Vec<ToolTransition>> {
    let mut by_tool: BTreeMap<String, Vec<ToolTransition>> = BTreeMap::new();
    for part in &composed.bounds {
        let mut transition = part.value.clone();
        let prefix = prefix(part.name.as_str(), part.value.name.get().map(TransitionName::as_str));
        let Some(tool) = transition.tool.get().map(|tool| format!("{prefix}{tool}")) else { continue };
        for state in [&mut transition.from, &mut transition.to] {
            if let Some(name) = state.get() {
                *state = StateName::from(format!("{prefix}{name}")).into();
            }
        }
        transition.name = part.name.clone().into();
        transition.tool = ToolName::from(tool.as_str()).into();
        by_tool.entry(tool).or_default().push((part.origin.path.clone(), transition));
    }
    by_tool
}

/// Those that bound a tool from there: what a manifest says of its own tools, and of those of its imports.
fn bounding(bounds: Option<&Vec<ToolTransition>>, origin: &Origin) -> Vec<Transition> {
    let bounds = bounds.into_iter().flatten().filter(|(path, _)| origin.path.starts_with(path));
    bounds.map(|(_, transition)| transition.clone()).collect()
}

/// The names that are given away.
#[derive(Default)]
struct UsedNames {
    names: BTreeSet<String>,
    /// The last number that a name got.
    numbers: BTreeMap<String, usize>,
}

impl UsedNames {
    fn free(&mut self, name: String) -> String {
        let mut free = name.clone();
        while !self.names.insert(free.clone()) {
            let number = self.numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            free = format!("{name}_{number}");
        }
        free
    }
}
