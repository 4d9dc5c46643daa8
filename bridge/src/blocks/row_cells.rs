//! Rows that become one block: texts side by side, and texts with an icon, an image or a button.

use super::node_text::{IconSign, icon_sign, is_empty_text, type_of, variant_of};
use a2ui::resolved::{ResolvedNode, ResolvedSurface};

/// A cell of a row: texts below each other, and an icon before them.
pub(super) struct RowCell<'s> {
    pub(super) icon: Option<&'s ResolvedNode>,
    pub(super) texts: Vec<&'s ResolvedNode>,
}

/// The children of a row that one block can show.
pub(super) struct RowCells<'s> {
    pub(super) cells: Vec<RowCell<'s>>,
    /// The button or image beside the text.
    pub(super) accessory: Option<&'s ResolvedNode>,
    /// The vertical lines, which Slack does not have.
    pub(super) lines: Vec<&'s ResolvedNode>,
}

impl<'s> RowCells<'s> {
    /// Returns the cells of a row. Returns `None` if its children need blocks of their own.
    pub(super) fn of(surface: &'s ResolvedSurface, row: &'s ResolvedNode) -> Option<Self> {
        let mut cells = Vec::new();
        let mut accessory = None;
        let mut lines = Vec::new();
        let mut icon: Option<&ResolvedNode> = None;
        for child in surface.children(row) {
            match type_of(child) {
                "Text" if is_empty_text(child) => {}
                "Text" => cells.push(RowCell {
                    icon: icon.take(),
                    texts: vec![child],
                }),
                "Column" => cells.push(RowCell {
                    icon: icon.take(),
                    texts: texts_of(surface, child)?,
                }),
                "Row" if icon.is_none() => cells.push(signed_cell(surface, child)?),
                "Icon" if icon.is_none() => icon = Some(child),
                "Button" if accessory.is_none() => accessory = Some(child),
                "Image" if accessory.is_none() && is_small(child) => accessory = Some(child),
                "Divider" => lines.push(child),
                _ => return None,
            }
        }
        let has_one = cells.len() == 1;
        // An icon without a text after it, and an accessory beside several texts, have no place.
        if icon.is_some() || cells.is_empty() || (accessory.is_some() && !has_one) {
            return None;
        }
        let is_alone = has_one
            && accessory.is_none()
            && cells
                .iter()
                .all(|cell: &RowCell<'_>| cell.icon.is_none() && cell.texts.len() == 1);
        // A single text has a block of its own, which may be a heading.
        if is_alone {
            return None;
        }
        let is_drawn = |cell: &RowCell<'_>| {
            let sign = cell.icon.map(icon_sign);
            matches!(sign, Some(IconSign::None))
        };
        if cells.iter().any(is_drawn) {
            return None;
        }
        Some(Self {
            cells,
            accessory,
            lines,
        })
    }

    /// Returns `true` if all texts are captions.
    pub(super) fn are_captions(&self) -> bool {
        let mut texts = self.cells.iter().flat_map(|cell| &cell.texts);
        self.accessory.is_none() && texts.all(|text| variant_of(text) == "caption")
    }
}

/// Returns a row within a row as a cell, if it contains an icon before texts.
fn signed_cell<'s>(surface: &'s ResolvedSurface, row: &'s ResolvedNode) -> Option<RowCell<'s>> {
    let mut children = surface.children(row);
    let (icon, shown) = (children.next()?, children.next()?);
    if type_of(icon) != "Icon" || children.next().is_some() {
        return None;
    }
    let texts = match type_of(shown) {
        "Text" if !is_empty_text(shown) => vec![shown],
        "Column" => texts_of(surface, shown)?,
        _ => return None,
    };
    Some(RowCell {
        icon: Some(icon),
        texts,
    })
}

/// Returns the texts of a column that contains nothing else.
fn texts_of<'s>(
    surface: &'s ResolvedSurface,
    column: &'s ResolvedNode,
) -> Option<Vec<&'s ResolvedNode>> {
    let mut texts = Vec::new();
    for child in surface.children(column) {
        match type_of(child) {
            "Text" if is_empty_text(child) => {}
            "Text" => texts.push(child),
            _ => return None,
        }
    }
    (!texts.is_empty()).then_some(texts)
}

/// Returns `true` for an image that fits beside a text.
fn is_small(node: &ResolvedNode) -> bool {
    matches!(
        variant_of(node).as_str(),
        "icon" | "avatar" | "smallFeature"
    )
}
