//! The tools of all ready pages.

use super::manifests::{ManifestId, Manifests};
use agent_ui_text::bridge::actions_json::{manifest::Tool, site::SiteTool};
use std::collections::BTreeMap;
use wire::Tolerant;

/// A tool that agents may call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ListedTool {
    /// The name of the tool.
    pub(super) name: String,
    /// The declaration of the tool, without the place where it acts.
    pub(super) tool: Tool,
    /// The manifests that declare the tool.
    pub(super) manifests: Vec<ManifestId>,
}

/// The tools in the order of connection. Tools that manifests declare differently are excluded.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ToolTable {
    pub(super) tools: Vec<ListedTool>,
    /// The names of the tools that manifests declare differently.
    pub(super) conflicts: Vec<String>,
}

impl ToolTable {
    /// Lists the tools of these manifests.
    pub(super) fn new(manifests: &Manifests, ready: &[ManifestId]) -> Self {
        let mut order: Vec<&str> = Vec::new();
        let mut by_name: BTreeMap<&str, Vec<(ManifestId, &SiteTool)>> = BTreeMap::new();
        for id in ready {
            for tool in manifests
                .get(*id)
                .into_iter()
                .flat_map(|loaded| loaded.visit.tools())
            {
                let declared = by_name.entry(&tool.name).or_default();
                if declared.is_empty() {
                    order.push(&tool.name);
                }
                declared.push((*id, tool));
            }
        }
        let mut table = Self::default();
        for name in order {
            let Some([(_, first), rest @ ..]) = by_name.get(name).map(Vec::as_slice) else {
                continue;
            };
            if rest.iter().any(|(_, other)| !is_same(first, other)) {
                table.conflicts.push(name.to_owned());
                continue;
            }
            let mut tool = first.tool.clone();
            tool.target = Tolerant::Absent;
            let manifests = by_name
                .get(name)
                .into_iter()
                .flatten()
                .map(|(id, _)| *id)
                .collect();
            table.tools.push(ListedTool {
                name: name.to_owned(),
                tool,
                manifests,
            });
        }
        table
    }

    pub(super) fn tool(&self, name: &str) -> Option<&ListedTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

fn is_same(tool: &SiteTool, other: &SiteTool) -> bool {
    tool.tool == other.tool && tool.state == other.state && tool.transitions == other.transitions
}
