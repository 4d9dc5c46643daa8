//! Detection of misspelled names.

/// Returns `true` if two names differ only in case, underscores and hyphens, or in one letter. The letter can be added,
/// missing, replaced or swapped with its neighbor.
///
/// ```
/// use agent_ui_wire::spelling::is_like;
///
/// assert!(is_like("canvas_file", "canvasFile") && is_like("elemnet", "element"));
/// assert!(!is_like("action", "reaction"));
/// ```
pub fn is_like(a: &str, b: &str) -> bool {
    // The lengths of most names differ by more than one, so this check is cheap.
    if letters(a).count().abs_diff(letters(b).count()) > 1 {
        return false;
    }
    let (a, b): (Vec<char>, Vec<char>) = (letters(a).collect(), letters(b).collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (
        a.get(same..).unwrap_or_default(),
        b.get(same..).unwrap_or_default(),
    );
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

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .filter(|letter| !matches!(letter, '_' | '-' | '@'))
        .flat_map(char::to_lowercase)
}

/// Returns the known name that `name` probably misspells. Returns `None` if several names, or none, are the most similar.
///
/// A name that differs only in case, underscores and hyphens is more similar than a name with a different letter.
///
/// ```
/// use agent_ui_wire::spelling::closest;
///
/// assert_eq!(closest("Root", ["root", "roof"]), Some("root"));
/// assert_eq!(closest("rowt", ["root", "row"]), None);
/// assert_eq!(closest("title", ["root"]), None);
/// ```
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_of(name, &mut known.into_iter())
}

fn closest_of<'a>(name: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let (mut same, mut near) = (Vec::new(), Vec::new());
    for known in known.filter(|known| is_like(name, known)) {
        if letters(name).eq(letters(known)) {
            same.push(known)
        } else {
            near.push(known)
        }
    }
    let found = if same.is_empty() { near } else { same };
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// Returns `true` if two names consist of the same words, in any order and grammatical form.
///
/// ```
/// use agent_ui_wire::spelling::have_same_words;
///
/// assert!(have_same_words("surfaceDeletion", "deleteSurface") && have_same_words("string_format", "formatString"));
/// assert!(!have_same_words("surface", "deleteSurface") && !have_same_words("format", "formats"));
/// ```
pub fn have_same_words(a: &str, b: &str) -> bool {
    let (a, b) = (stems(a), stems(b));
    a.len() > 1 && a == b
}

/// Returns the sorted beginnings of the words of a name. Grammatical forms of a word usually begin with the same letters.
fn stems(name: &str) -> Vec<String> {
    const LETTERS: usize = 5;
    let mut stems: Vec<String> = Vec::new();
    let mut is_new = true;
    for letter in name.chars() {
        if matches!(letter, '_' | '-' | '@') {
            is_new = true;
            continue;
        }
        if is_new || letter.is_uppercase() {
            stems.push(String::new());
        }
        is_new = false;
        if let Some(stem) = stems
            .last_mut()
            .filter(|stem| stem.chars().count() < LETTERS)
        {
            stem.extend(letter.to_lowercase());
        }
    }
    stems.sort_unstable();
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_differ_in_case_signs_or_one_letter() {
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
