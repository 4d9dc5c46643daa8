use crate::report::{Exit, Report};
pub(crate) fn run(_: &mut Report) -> Result<(), Exit> {
    Ok(())
}
