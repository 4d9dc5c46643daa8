//! The tools of a site and their names.

use super::prefix;
use crate::{
    checked_manifest::CheckedTool,
    composition::{ComposedManifest, Origin},
    manifest::{ImportId, StateName, Tool, ToolName, Transition, TransitionName},
};
use std::collections::{BTreeMap, BTreeSet};

/// The rules for the tool names that the agent sees: their prefix, and the replacement of dots.
///
/// Names are unique: the second tool with the same name gets the suffix `_2`, the third one `_3`.
///
/// ```
/// use agent_ui_actions_json::site::Names;
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
        Self {
            prefix: String::new(),
            dot: ".".to_owned(),
        }
    }
}

impl Names {
    /// Creates names with underscores instead of dots, for models and clients that reject dots.
    pub fn flat() -> Self {
        Self {
            dot: "_".to_owned(),
            ..Self::default()
        }
    }

    /// Sets a prefix that distinguishes the tools of several sites.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Returns the name that the agent sees.
    pub fn show(&self, name: &str) -> String {
        format!("{}{}", self.prefix, name.replace('.', &self.dot))
    }
}

/// A tool that the agent may call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SiteTool {
    /// The name that the agent uses.
    pub name: String,
    /// The name that pages use, prefixed with the namespaces of the tool's imports.
    pub composed: ToolName,
    /// The tool with its original name.
    pub tool: Tool,
    /// The origin and trust of the tool.
    pub origin: Origin,
    /// The composed name of the state that the tool's target requires.
    pub state: Option<StateName>,
    /// The transitions that the tool performs, with composed names.
    pub transitions: Vec<Transition>,
    own: ToolName,
    index: usize,
}

impl SiteTool {
    /// Returns the tool with its original name, for checking calls and outputs.
    pub fn as_checked(&self) -> CheckedTool<'_> {
        CheckedTool {
            name: &self.own,
            tool: &self.tool,
            index: self.index,
        }
    }

    /// Returns `true` if the tool performs this transition.
    pub(super) fn has_transition(&self, transition: &TransitionName) -> bool {
        self.transitions
            .iter()
            .any(|performed| performed.name.get() == Some(transition))
    }

    /// Returns the prefix of the names of the tool's manifest.
    pub(super) fn prefix(&self) -> &str {
        prefix(self.composed.as_str(), Some(self.own.as_str()))
    }
}

/// The tools in order, indexed by both names.
#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    all: Vec<SiteTool>,
    shown: BTreeMap<String, usize>,
    composed: BTreeMap<String, usize>,
}

impl Tools {
    pub(super) fn new(composed: &ComposedManifest<'_>, names: &Names) -> Self {
        let (mut tools, mut taken, bounds) = (
            Self::default(),
            UsedNames::default(),
            collect_bounds(composed),
        );
        for part in &composed.tools {
            let CheckedTool {
                name: own,
                tool,
                index,
            } = part.value;
            let prefix = prefix(part.name.as_str(), Some(own.as_str()));
            let state = tool.target.get().and_then(|target| target.state.get());
            let name = taken.take_free_name(names.show(part.name.as_str()));
            tools.shown.insert(name.clone(), tools.all.len());
            tools
                .composed
                .insert(part.name.to_string(), tools.all.len());
            tools.all.push(SiteTool {
                name,
                composed: part.name.clone(),
                tool: tool.clone(),
                origin: part.origin.clone(),
                state: state.map(|state| format!("{prefix}{state}").into()),
                transitions: select_bounds(bounds.get(part.name.as_str()), &part.origin),
                own: own.clone(),
                index,
            });
        }
        tools
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SiteTool> {
        self.all.iter()
    }

    /// Returns the tool with this agent name.
    pub(super) fn by_agent_name(&self, name: &str) -> Option<&SiteTool> {
        self.all.get(*self.shown.get(name)?)
    }

    /// Returns the tool with this page name.
    pub(super) fn by_page_name(&self, name: &str) -> Option<&SiteTool> {
        self.all.get(*self.composed.get(name)?)
    }

    /// Returns the agent name of the tool with this page name.
    pub(super) fn agent_name(&self, name: &str) -> Option<&str> {
        self.by_page_name(name).map(|tool| tool.name.as_str())
    }
}

/// A transition of a tool, with the path of its import.
type ToolTransition = (Vec<ImportId>, Transition);

/// Returns the transitions of all tools, by tool name.
fn collect_bounds(composed: &ComposedManifest<'_>) -> BTreeMap<String, Vec<ToolTransition>> {
    let mut by_tool: BTreeMap<String, Vec<ToolTransition>> = BTreeMap::new();
    for part in &composed.bounds {
        let mut transition = part.value.clone();
        let prefix = prefix(
            part.name.as_str(),
            part.value.name.get().map(TransitionName::as_str),
        );
        let Some(tool) = transition.tool.get().map(|tool| format!("{prefix}{tool}")) else {
            continue;
        };
        for state in [&mut transition.from, &mut transition.to] {
            if let Some(name) = state.get() {
                *state = StateName::from(format!("{prefix}{name}")).into();
            }
        }
        transition.name = part.name.clone().into();
        transition.tool = ToolName::from(tool.as_str()).into();
        by_tool
            .entry(tool)
            .or_default()
            .push((part.origin.path.clone(), transition));
    }
    by_tool
}

/// Returns the transitions that may limit a tool: those of its own manifest, and of the manifests that import this
/// one.
fn select_bounds(bounds: Option<&Vec<ToolTransition>>, origin: &Origin) -> Vec<Transition> {
    let bounds = bounds
        .into_iter()
        .flatten()
        .filter(|(path, _)| origin.path.starts_with(path));
    bounds.map(|(_, transition)| transition.clone()).collect()
}

/// The names that are already used.
#[derive(Default)]
struct UsedNames {
    names: BTreeSet<String>,
    /// The last suffix of each name.
    numbers: BTreeMap<String, usize>,
}

impl UsedNames {
    /// Returns the name with a suffix that makes it unique, and marks the result as used.
    fn take_free_name(&mut self, name: String) -> String {
        let mut free = name.clone();
        while !self.names.insert(free.clone()) {
            let number = self.numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            free = format!("{name}_{number}");
        }
        free
    }
}
