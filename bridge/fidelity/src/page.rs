//! The matrix as a self-contained HTML page.

use super::matrix::Matrix;
use wire::{EncodeError, Payload};

const TEMPLATE: &str = include_str!("page.html");

/// Returns the page that contains the matrix.
///
/// # Errors
/// Returns an error if the matrix cannot be written.
pub(super) fn write(matrix: &Matrix) -> Result<String, EncodeError> {
    // Numbers in a browser are not exact, so the page gets the values as text.
    let mut matrix = matrix.clone();
    let fields = matrix
        .mappings
        .iter_mut()
        .flat_map(|mapping| &mut mapping.fields);
    for example in fields
        .flat_map(|field| &mut field.cases)
        .flat_map(|case| [&mut case.before, &mut case.after])
    {
        *example = example.take().map(|value| Payload::string(value.text()));
    }
    // Inside a script element, only `</` and `<!--` have a meaning; a JSON string can escape both.
    let data = wire::encode(&matrix)?.replace('<', "\\u003c");
    Ok(TEMPLATE.replace("{{matrix}}", &data))
}
