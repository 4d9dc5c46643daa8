//! JSON Patch for the changes of activities and of the shared state.
//!
//! Unchanged values keep their original JSON text.
//!
//! Specification: [RFC 6902](https://www.rfc-editor.org/rfc/rfc6902).

use wire::{Payload, Pointer};

/// A child of a container: its value, and its name if the container is an object.
type Child = (Option<String>, Payload);

/// Applies the operations of a patch. A patch with an invalid operation changes nothing.
pub(super) fn apply(value: &Payload, patch: &[Payload]) -> Result<Payload, String> {
    let mut value = value.clone();
    for (index, operation) in patch.iter().enumerate() {
        value = apply_one(&value, operation)
            .map_err(|reason| format!("operation {index} of the patch: {reason}"))?;
    }
    Ok(value)
}

/// Applies one operation of a patch.
fn apply_one(value: &Payload, operation: &Payload) -> Result<Payload, String> {
    let path = read_pointer(operation, "path")?;
    match &*read_word(operation, "op")? {
        "add" => put(value, &path, read_value(operation)?),
        "replace" => {
            find_value(value, &path)?;
            replace(value, &path, read_value(operation)?)
        }
        "remove" => Ok(remove(value, &path)?),
        "copy" => put(
            value,
            &path,
            find_value(value, &read_pointer(operation, "from")?)?,
        ),
        "move" => {
            let from = read_pointer(operation, "from")?;
            let moved = find_value(value, &from)?;
            put(&remove(value, &from)?, &path, moved)
        }
        "test" if find_value(value, &path)? == read_value(operation)? => Ok(value.clone()),
        "test" => Err(format!("the value at `{}` is another one", path.as_str())),
        other => Err(format!("`{other}` is not an operation of JSON Patch")),
    }
}

fn read_word(operation: &Payload, name: &str) -> Result<String, String> {
    let member = operation.member(name);
    match member.as_ref().and_then(Payload::as_str) {
        Some(word) => Ok(word.into_owned()),
        None => Err(format!("`{name}` is not a string")),
    }
}

fn read_pointer(operation: &Payload, name: &str) -> Result<Pointer, String> {
    let text = read_word(operation, name)?;
    Pointer::parse(&text).map_err(|_| format!("`{text}` is not a JSON Pointer"))
}

fn read_value(operation: &Payload) -> Result<Payload, String> {
    operation
        .member("value")
        .ok_or_else(|| "`value` is missing".to_owned())
}

fn find_value(value: &Payload, pointer: &Pointer) -> Result<Payload, String> {
    value
        .get(pointer)
        .ok_or_else(|| format!("there is no value at `{}`", pointer.as_str()))
}

/// Adds a value: inserts it into an array, or sets a member of an object.
fn put(value: &Payload, path: &Pointer, new: Payload) -> Result<Payload, String> {
    edit(value, path, |children, is_array, name| {
        if is_array {
            let index = if name == "-" {
                children.len()
            } else {
                index(name)?
            };
            if index > children.len() {
                return Err(format!("the array has no index `{name}`"));
            }
            children.insert(index, (None, new.clone()));
        } else if let Some(child) = children
            .iter_mut()
            .find(|child| child.0.as_deref() == Some(name))
        {
            child.1 = new.clone();
        } else {
            children.push((Some(name.to_owned()), new.clone()));
        }
        Ok(())
    })
    .unwrap_or(Ok(new))
}

fn replace(value: &Payload, path: &Pointer, new: Payload) -> Result<Payload, String> {
    edit(value, path, |children, is_array, name| {
        let child = find(children, is_array, name)?;
        child.1 = new.clone();
        Ok(())
    })
    .unwrap_or(Ok(new))
}

fn remove(value: &Payload, path: &Pointer) -> Result<Payload, String> {
    edit(value, path, |children, is_array, name| {
        let at = find_position(children, is_array, name)?;
        children.remove(at);
        Ok(())
    })
    .unwrap_or_else(|| Err("the whole value cannot be removed".to_owned()))
}

/// Edits the children of the container of the value at `path`. Returns `None` for the root, which has no container.
fn edit(
    value: &Payload,
    path: &Pointer,
    change: impl FnOnce(&mut Vec<Child>, bool, &str) -> Result<(), String>,
) -> Option<Result<Payload, String>> {
    let segments: Vec<String> = path
        .segments()
        .map(|segment| segment.into_owned())
        .collect();
    let (last, above) = segments.split_last()?;
    Some(edit_containers(value, above, last, change))
}

/// Changes the container at the path `above`, and writes all containers around it again.
fn edit_containers(
    value: &Payload,
    above: &[String],
    last: &str,
    change: impl FnOnce(&mut Vec<Child>, bool, &str) -> Result<(), String>,
) -> Result<Payload, String> {
    // The containers from the root to the one that changes.
    let mut containers = vec![children(value)?];
    for name in above {
        let (is_array, inside) = containers.last_mut().ok_or("the path is empty")?;
        let child = find(inside, *is_array, name)?;
        let below = children(&child.1)?;
        containers.push(below);
    }
    let (is_array, inside) = containers.last_mut().ok_or("the path is empty")?;
    change(inside, *is_array, last)?;
    let mut written = None;
    for (name, (is_array, mut inside)) in above
        .iter()
        .map(Some)
        .chain([None])
        .rev()
        .zip(containers.into_iter().rev())
    {
        if let (Some(name), Some(below)) = (name, written.take()) {
            find(&mut inside, is_array, name)?.1 = below;
        }
        written = Some(write(is_array, &inside));
    }
    written.ok_or_else(|| "the path is empty".to_owned())
}

fn children(value: &Payload) -> Result<(bool, Vec<Child>), String> {
    match value.text().as_bytes().first() {
        Some(b'{') => Ok((
            false,
            value
                .members()
                .map(|(name, value)| (Some(name.into_owned()), value))
                .collect(),
        )),
        Some(b'[') => Ok((true, value.elements().map(|value| (None, value)).collect())),
        _ => Err("the path leads into a value that is neither an object nor an array".to_owned()),
    }
}

fn write(is_array: bool, children: &[Child]) -> Payload {
    if is_array {
        return Payload::array(children.iter().map(|child| &child.1));
    }
    Payload::object(
        children
            .iter()
            .map(|(name, value)| (name.as_deref().unwrap_or_default(), value)),
    )
}

fn find<'a>(
    children: &'a mut [Child],
    is_array: bool,
    name: &str,
) -> Result<&'a mut Child, String> {
    let at = find_position(children, is_array, name)?;
    children
        .get_mut(at)
        .ok_or_else(|| format!("there is no value `{name}`"))
}

fn find_position(children: &[Child], is_array: bool, name: &str) -> Result<usize, String> {
    if is_array {
        let index = index(name)?;
        if index < children.len() {
            return Ok(index);
        }
    }
    // Of members with the same name, the last one counts.
    children
        .iter()
        .rposition(|child| child.0.as_deref() == Some(name))
        .ok_or_else(|| format!("there is no value `{name}`"))
}

fn index(name: &str) -> Result<usize, String> {
    let has_digits_only = name.bytes().all(|byte| byte.is_ascii_digit());
    let has_leading_zero = name.starts_with('0') && name != "0";
    match name.parse() {
        Ok(index) if has_digits_only && !has_leading_zero => Ok(index),
        _ => Err(format!("`{name}` is not an index")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patched(value: &str, patch: &str) -> Result<String, String> {
        let patch: Vec<Payload> = Payload::parse(patch).unwrap().elements().collect();
        Ok(apply(&Payload::parse(value).unwrap(), &patch)?
            .text()
            .to_owned())
    }

    #[test]
    fn patch_operations_change_only_their_target() {
        let value = r#"{"a":[1.0,{"b":1e2}],"c~/d":true}"#;
        for (patch, expected) in [
            (
                r#"{"op":"add","path":"/a/-","value":2}"#,
                r#"{"a":[1.0,{"b":1e2},2],"c~/d":true}"#,
            ),
            (
                r#"{"op":"add","path":"/a/0","value":2}"#,
                r#"{"a":[2,1.0,{"b":1e2}],"c~/d":true}"#,
            ),
            (
                r#"{"op":"add","path":"/a/1/b","value":[]}"#,
                r#"{"a":[1.0,{"b":[]}],"c~/d":true}"#,
            ),
            (
                r#"{"op":"replace","path":"/a/0","value":0}"#,
                r#"{"a":[0,{"b":1e2}],"c~/d":true}"#,
            ),
            (r#"{"op":"replace","path":"","value":[0]}"#, "[0]"),
            (
                r#"{"op":"remove","path":"/a/0"}"#,
                r#"{"a":[{"b":1e2}],"c~/d":true}"#,
            ),
            (
                r#"{"op":"remove","path":"/c~0~1d"}"#,
                r#"{"a":[1.0,{"b":1e2}]}"#,
            ),
            (
                r#"{"op":"copy","from":"/a/1/b","path":"/e"}"#,
                r#"{"a":[1.0,{"b":1e2}],"c~/d":true,"e":1e2}"#,
            ),
            (
                r#"{"op":"move","from":"/a/1","path":"/a/0"}"#,
                r#"{"a":[{"b":1e2},1.0],"c~/d":true}"#,
            ),
            (r#"{"op":"test","path":"/a/0","value":1.0}"#, value),
        ] {
            assert_eq!(
                patched(value, &format!("[{patch}]")).as_deref(),
                Ok(expected),
                "{patch}"
            );
        }
    }

    #[test]
    fn invalid_operations_are_errors() {
        for (patch, reason) in [
            (r#"{"op":"add","path":"/a/3","value":2}"#, "no index"),
            (r#"{"op":"add","path":"/a/01","value":2}"#, "not an index"),
            (
                r#"{"op":"add","path":"/a/0/b","value":2}"#,
                "neither an object nor an array",
            ),
            (r#"{"op":"add","path":"/a"}"#, "`value` is missing"),
            (r#"{"op":"add","path":"a","value":1}"#, "not a JSON Pointer"),
            (
                r#"{"op":"replace","path":"/b","value":1}"#,
                "no value at `/b`",
            ),
            (r#"{"op":"remove","path":""}"#, "whole value"),
            (r#"{"op":"remove","path":"/a/2"}"#, "no value `2`"),
            (
                r#"{"op":"move","from":"/b","path":"/a"}"#,
                "no value at `/b`",
            ),
            (r#"{"op":"test","path":"/a/0","value":2}"#, "another one"),
            (r#"{"op":"turn","path":"/a"}"#, "`turn` is not"),
            (r#"{"path":"/a"}"#, "`op` is not a string"),
        ] {
            let error = patched(r#"{"a":[1,2]}"#, &format!("[{patch}]")).unwrap_err();
            assert!(
                error.contains(reason) && error.starts_with("operation 0"),
                "{error}"
            );
        }
    }
}
