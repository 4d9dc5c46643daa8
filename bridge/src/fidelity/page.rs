//! The matrix as a page that needs nothing but a browser.

use super::matrix::Matrix;
use wire::EncodeError;

const TEMPLATE: &str = include_str!("page.html");

/// The page, with the matrix in it.
///
/// # Errors
/// If the matrix does not serialize.
pub(super) fn write(matrix: &Matrix) -> Result<String, EncodeError> {
    // Inside a script element only `</` and `<!--` mean something to the page; a JSON string may write both otherwise.
    let data = wire::encode(matrix)?.replace('<', "\\u003c");
    Ok(TEMPLATE.replace("{{matrix}}", &data))
}
