//! The matrix as a page that needs nothing but a browser.

use super::matrix::Matrix;
use wire::{EncodeError, Payload};

const TEMPLATE: &str = include_str!("page.html");

/// The page, with the matrix in it.
///
/// # Errors
/// If the matrix does not serialize.
pub(super) fn write(matrix: &Matrix) -> Result<String, EncodeError> {
    // A browser's numbers are not exact: what it is to show, it gets as text.
    let mut matrix = matrix.clone();
    let fields = matrix.mappings.iter_mut().flat_map(|mapping| &mut mapping.fields);
    for example in
        fields.flat_map(|field| &mut field.cases).flat_map(|case| [&mut case.before, &mut case.after])
    {
        *example = example.take().map(|value| Payload::string(value.text()));
    }
    // Inside a script element only `</` and `<!--` mean something to the page; a JSON string may write both otherwise.
    let data = wire::encode(&matrix)?.replace('<', "\\u003c");
    Ok(TEMPLATE.replace("{{matrix}}", &data))
}
