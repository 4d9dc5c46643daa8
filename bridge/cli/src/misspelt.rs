//! Names that are nearly those of members.

use wire::{Finding, Pointer, Shape, WireType, token};

/// The member that stands in the place of one that is missing, under nearly the same name.
pub(crate) fn misspelt(text: &str, pointer: &Pointer) -> Option<String> {
    let (parent, wanted) = parent(pointer)?;
    let object = text.get(token::offset(text, &parent)..)?;
    let names: Vec<_> = token::children(object).filter_map(|child| child.name.map(token::name)).collect();
    if names.iter().any(|name| *name == wanted) {
        return None;
    }
    names.into_iter().find(|name| is_like(name, &wanted)).map(|name| name.into_owned())
}

/// Of members that a type does not have, those that are nearly called like one that it has and that is not there.
pub(crate) fn misspelt_members<T: WireType>(text: &str) -> Vec<Finding> {
    let Shape::Object(table) = T::ROW.shape else { return Vec::new() };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let names: Vec<_> = token::children(text).filter_map(|child| child.name.map(token::name)).collect();
    let is_there = |name: &str| names.iter().any(|there| there == name);
    let mut found = Vec::new();
    for name in names.iter().filter(|name| table.members.iter().all(|member| member.name != **name)) {
        let like = table.members.iter().find(|member| !is_there(member.name) && is_like(name, member.name));
        if let Some(member) = like {
            let message =
                format_args!("`{name}` is no member of `{}`; it is kept, and means nothing", T::NAME)
                    .to_string();
            let finding = Finding::warning("misspelt-member", Pointer::root().member(name), message);
            found.push(finding.hint(format_args!("did you mean `{}`?", member.name)));
        }
    }
    found
}

/// The object of a member, and its name.
pub(crate) fn parent(pointer: &Pointer) -> Option<(Pointer, String)> {
    let mut segments: Vec<_> = pointer.segments().collect();
    let name = segments.pop()?.into_owned();
    let parent = segments.iter().fold(Pointer::root(), |at, segment| at.member(segment));
    Some((parent, name))
}

/// Whether two names are the same but for their case, underscores and hyphens, or one letter: too many, missing, another one, or
/// two in the other order.
pub(crate) fn is_like(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> Vec<char> {
        name.chars()
            .filter(|letter| !matches!(letter, '_' | '-' | '@'))
            .flat_map(char::to_lowercase)
            .collect()
    };
    let (a, b) = (letters(a), letters(b));
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let is_long = same + a.len().min(b.len()) > 2;
    match (a, b) {
        ([], []) => true,
        ([_, rest @ ..], b) if is_long && rest == b => true,
        (a, [_, rest @ ..]) if is_long && a == rest => true,
        ([_, a @ ..], [_, b @ ..]) if is_long && a == b => true,
        ([a1, a2, a @ ..], [b1, b2, b @ ..]) => is_long && (a1, a2, a) == (b2, b1, b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_but_for_case_signs_and_one_letter() {
        for (a, b, is) in [
            ("canvas_file", "canvasFile", true),
            ("elment", "element", true),
            ("elememt", "element", true),
            ("elemnet", "element", true),
            ("elements", "element", true),
            ("Element", "element", true),
            ("id", "is", false),
            ("data", "date", true),
            ("action", "reaction", false),
            ("", "a", false),
        ] {
            assert_eq!((is_like(a, b), is_like(b, a)), (is, is), "{a} {b}");
        }
    }
}
