//! The parts that a program may have been built without: features, the page and the playground.

use crate::exit::Exit;

/// Returns the usage error of a program that was built without a part, such as ``the feature `live` ``.
pub(crate) fn without(part: &str) -> Exit {
    Exit::Usage(format!(
        "this program was built without {part}; in a source checkout, run `bridge/cli/install`"
    ))
}

/// Returns the embedded files of the page, with the script that `--components` names.
#[cfg(feature = "live")]
pub(crate) fn read_page(
    components: Option<&std::path::Path>,
) -> Result<Option<live::page::Assets>, Exit> {
    use live::page::{Assets, ComponentScript, assets};
    let Some(path) = components else {
        return Ok(assets());
    };
    let file = crate::flag_file::FlagFile::read("--components", path)?;
    let Some(embedded) = assets() else {
        return Err(without("the page, which --components needs"));
    };
    let script = ComponentScript::new(file.text()?.to_owned())
        .map_err(|error| Exit::Usage(format!("--components {}: {error}", path.display())))?;
    Ok(Some(Assets {
        components: Some(script),
        ..embedded
    }))
}
