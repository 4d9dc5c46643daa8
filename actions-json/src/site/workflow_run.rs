//! Workflows that the host runs itself.

use super::Site;
use crate::{
    item::ActionCall,
    validate::Limits,
    workflow::{InvalidWorkflow, Runner},
};

impl Site {
    /// Starts the workflow of a tool for a call that [`Site::call`] returned. The host executes the workflow instead
    /// of the page. It calls the primitives, and passes the output of the workflow to [`Site::receive`] as the output
    /// of the call. Returns `None` if the tool has no workflow. The call is then sent to the page.
    ///
    /// Tools with a `static_output` do not run their workflow.
    ///
    /// ```
    /// # #[cfg(feature = "jsonschema")] {
    /// use agent_ui_actions_json::{
    ///     checked_manifest::CheckedManifest, composition::{Origin, Storage},
    ///     item::{ActionCall, RuntimeReady}, manifest::Trust, site::{Site, ItemOutcome},
    ///     validate::{Limits, Profile}, wire::Payload, workflow::Next,
    /// };
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
    /// Fails if the workflow exceeds these limits or one of its expressions does not compile.
    pub fn workflow(
        &self,
        sent: &ActionCall,
        limits: Limits,
    ) -> Result<Option<Runner>, InvalidWorkflow> {
        let tool = self.tools.by_page_name(&sent.name).map(|tool| &tool.tool);
        let tool = tool.filter(|tool| tool.static_output().is_none());
        let workflow = tool.and_then(|tool| tool.workflow.get());
        workflow
            .map(|workflow| Runner::new(workflow, &sent.arguments, limits))
            .transpose()
    }
}
