//! The command `agent-ui check actions-json --dry-run`: shows the calls of the workflows of a manifest.

#[cfg(feature = "workflows")]
mod sample;
#[cfg(feature = "workflows")]
mod show;

#[cfg(feature = "workflows")]
pub(super) use show::DryRun;

/// A dry run, which this build does not support.
#[cfg(not(feature = "workflows"))]
pub(super) struct DryRun;

#[cfg(not(feature = "workflows"))]
impl DryRun {
    pub(super) fn of(arguments: &crate::args::Check) -> Result<Option<Self>, crate::exit::Exit> {
        let message = "--dry-run: this program was built without the feature `workflows`; in a source checkout, run \
             `cargo run -p agent-ui-cli --features workflows -- check actions-json --dry-run FILE`";
        if arguments.dry_run {
            Err(crate::exit::Exit::Usage(message.to_owned()))
        } else {
            Ok(None)
        }
    }

    pub(super) fn run(
        &self,
        _: &str,
        _: &super::ReportedErrors,
        _: &mut crate::report::Report,
        _: super::ReportFinding<'_>,
    ) -> Result<(), crate::exit::Exit> {
        Ok(())
    }
}
