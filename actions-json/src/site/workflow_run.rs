//! Tools that are workflows, for a host that carries them out itself.

use super::Site;
use crate::{
    item::ActionCall,
    validate::Limits,
    workflow::{InvalidWorkflow, Runner},
};

impl Site {
    /// The run of a tool that is a workflow, for a call that [`Site::call`] gave back. The host carries it out in the place of
    /// the page: it calls the primitives, and what the workflow gives is the output of the call, with which [`Site::receive`] goes
    /// on. Nothing, if the tool is no workflow; then the call is for the page.
    ///
    /// A workflow beside a `static_output` is not run, as that is what such a tool gives.
    ///
    /// ```
    /// # #[cfg(feature = "jsonschema")] {
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::{
    ///     checked_manifest::CheckedManifest, composition::{Origin, Storage}, item::{ActionCall, RuntimeReady}, manifest::Trust,
    ///     site::{Site, ItemOutcome}, validate::{Limits, Profile}, workflow::Next,
    /// };
    /// use wire::Payload;
    ///
    /// let harbour = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"berths.open","description":"Opens a berth.",
    ///     "input_schema":{"type":"object"},"workflow":{"version":1,"expression_language":"jsonata",
    ///         "steps":[{"id":"click","primitive":"pointer.click","args":{"text":"{% input.berth %}"}}],
    ///         "output":{"opened":"{% input.berth %}"}}}]}"#;
    /// let harbour = CheckedManifest::read(harbour, &Profile::STRICT)?;
    /// let mut site = Site::load(harbour, Origin::local(Trust::Website, Storage::Public)).site();
    /// site.receive(RuntimeReady::new("page", "https://harbour.test/").into())?;
    ///
    /// let call = ActionCall::new("c1", "berths.open", Payload::parse(r#"{"berth":"B4"}"#)?);
    /// let sent = site.call(&call, 0)?;
    /// let mut run = site.workflow(&sent, Limits::UPSTREAM)?.unwrap();
    /// while let Next::Call(call) = run.next() {
    ///     assert_eq!((call.primitive.as_str(), call.arguments.text()), ("pointer.click", r#"{"text":"B4"}"#));
    ///     run.answer(Ok(Payload::null()));
    /// }
    /// let Next::Over(outcome) = run.next() else { panic!() };
    /// let output = sent.output("page", outcome.output.clone().unwrap());
    /// assert_eq!(site.receive(output.clone().into())?, ItemOutcome::Output(output));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the workflow is larger than these limits, or an expression of it does not compile.
    pub fn workflow(&self, sent: &ActionCall, limits: Limits) -> Result<Option<Runner>, InvalidWorkflow> {
        let tool = self.tools.by_page_name(&sent.name).map(|tool| &tool.tool);
        let tool = tool.filter(|tool| tool.static_output().is_none());
        let workflow = tool.and_then(|tool| tool.workflow.get());
        workflow.map(|workflow| Runner::new(workflow, &sent.arguments, limits)).transpose()
    }
}
