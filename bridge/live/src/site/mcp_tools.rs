//! The tools of pages as MCP tools, and the answers of pages as results.

use super::{
    report::{SiteReport, SiteReportKind},
    tool_table::ListedTool,
};
use crate::faces::tool_source::ToolResult;
use agent_ui_text::bridge::{
    Carry, Context, Dialect, Translator,
    actions_json::{item::Item, manifest::Manifest},
    mcp::{ListToolsResult, Tool},
};
use wire::Payload;

/// The tools in the form of one version of MCP.
#[derive(Debug, Default)]
pub(super) struct McpTools(Vec<McpTool>);

#[derive(Debug)]
struct McpTool {
    tool: Tool,
    /// The name that pages use for the tool.
    name: String,
}

impl McpTools {
    /// Translates the tools. Tools that MCP cannot express are reported.
    pub(super) fn new(listed: &[ListedTool], version: Dialect) -> (Self, Vec<SiteReport>) {
        let (mut tools, mut reports) = (Self::default(), Vec::new());
        for ListedTool { name, tool, .. } in listed {
            // Each tool is translated alone, so that its name is known whatever MCP calls it.
            match translate(Manifest::v1(vec![tool.clone()]), version) {
                Ok(tool) => tools.0.push(McpTool {
                    tool,
                    name: name.clone(),
                }),
                Err(reason) => {
                    let kind = SiteReportKind::Unlisted {
                        tool: name.clone(),
                        reason,
                    };
                    reports.push(SiteReport::new(None, kind));
                }
            }
        }
        (tools, reports)
    }

    pub(super) fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.0.iter().map(|tool| &tool.tool)
    }

    /// Returns the name that pages use for the tool with this MCP name.
    pub(super) fn name_on_pages(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|tool| tool.tool.name == name)
            .map(|tool| tool.name.as_str())
    }
}

fn translate(manifest: Manifest, version: Dialect) -> Result<Tool, String> {
    let mut translator = Translator::new(Dialect::ActionsJson, version, Context::default())
        .map_err(|refusal| refusal.message().to_owned())?;
    let outputs = translator
        .push(manifest, Carry::default())
        .map_err(|refusal| refusal.message().to_owned())?;
    let left_out = outputs
        .all_notes()
        .find(|note| note.is_left_out())
        .map(ToString::to_string);
    if let Some(output) = outputs.outputs.into_iter().next() {
        if let Ok(list) = ListToolsResult::try_from(output.message) {
            if let Some(tool) = list.tools.iter().next() {
                return Ok(tool.clone());
            }
        }
    }
    Err(left_out.unwrap_or_else(|| "its `input_schema` does not describe an object".to_owned()))
}

/// Converts the answer of a page to a tool result.
pub(super) fn result(answer: Item, version: Dialect) -> ToolResult {
    let message = match &answer {
        Item::ActionError(error) => error.error.message.clone(),
        _ => String::new(),
    };
    let translated = Translator::new(Dialect::ActionsJson, version, Context::default())
        .and_then(|mut translator| translator.push(answer, Carry::default()));
    let frame = translated.ok().and_then(|outputs| {
        let frame = outputs.outputs.into_iter().next()?.message.encode().ok()?;
        Payload::parse(frame).ok()
    });
    let Some(result) = frame.and_then(|frame| frame.member("result")) else {
        // Between the list and the call, the last page with the tool has gone.
        return ToolResult::error(&message);
    };
    ToolResult {
        content: result
            .member("content")
            .unwrap_or_else(|| Payload::array([])),
        structured: result.member("structuredContent"),
        is_error: result
            .member("isError")
            .is_some_and(|is_error| is_error.text() == "true"),
    }
}
