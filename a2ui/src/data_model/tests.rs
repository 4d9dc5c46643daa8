mod rules;
#[cfg(feature = "surface")]
mod upstream;

use super::{path::is_index, *};
use proptest::prelude::*;
use wire::token;

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

fn model(text: &str) -> DataModel {
    let mut model = DataModel::new();
    model.set("/", payload(text)).unwrap();
    model
}

/// A naive model that applies the same rules to an owned value.
#[derive(Clone, Debug, PartialEq)]
enum Naive {
    Scalar(String),
    Array(Vec<Naive>),
    Object(Vec<(String, Naive)>),
}

impl Naive {
    fn parse(text: &str) -> Self {
        let children = token::children(text);
        match text.as_bytes()[0] {
            b'[' => Self::Array(children.map(|child| Self::parse(child.text)).collect()),
            b'{' => Self::Object(
                children
                    .map(|c| {
                        (
                            token::string(c.name.unwrap()).into_owned(),
                            Self::parse(c.text),
                        )
                    })
                    .collect(),
            ),
            _ => Self::Scalar(text.to_owned()),
        }
    }

    fn null() -> Self {
        Self::Scalar("null".to_owned())
    }

    /// Returns the slot of a child, and creates it if necessary.
    fn slot(&mut self, segment: &str, beyond_end: BeyondEnd) -> Option<&mut Naive> {
        if *self == Self::null() {
            *self = if is_index(segment) {
                Self::Array(Vec::new())
            } else {
                Self::Object(Vec::new())
            };
        }
        match self {
            Self::Scalar(_) => None,
            Self::Object(members) => {
                let at = members
                    .iter()
                    .position(|member| member.0 == segment)
                    .unwrap_or_else(|| {
                        members.push((segment.to_owned(), Self::null()));
                        members.len() - 1
                    });
                Some(&mut members[at].1)
            }
            Self::Array(elements) => {
                let at = is_index(segment).then(|| segment.parse::<usize>().ok())??;
                if at == elements.len() {
                    elements.push(Self::null());
                }
                while beyond_end == BeyondEnd::PadWithNull && at <= 10_000 && at >= elements.len() {
                    elements.push(Self::null());
                }
                elements.get_mut(at)
            }
        }
    }

    fn set(&mut self, segments: &[String], value: Naive, beyond_end: BeyondEnd) -> bool {
        let copy = self.clone();
        let mut at = &mut *self;
        for segment in segments {
            match at.slot(segment, beyond_end) {
                Some(child) => at = child,
                None => {
                    *self = copy;
                    return false;
                }
            }
        }
        *at = value;
        true
    }

    fn get(&self, segments: &[String]) -> Option<&Naive> {
        segments.iter().try_fold(self, |at, segment| match at {
            Self::Scalar(_) => None,
            Self::Object(members) => members
                .iter()
                .find(|member| member.0 == *segment)
                .map(|member| &member.1),
            Self::Array(elements) => {
                elements.get(is_index(segment).then(|| segment.parse::<usize>().ok())??)
            }
        })
    }

    fn remove(&mut self, segments: &[String], removal: Removal) {
        let Some((last, above)) = segments.split_last() else {
            return;
        };
        if self.get(segments).is_none() {
            return;
        }
        let mut at = self;
        for segment in above {
            at = at.slot(segment, BeyondEnd::Refuse).unwrap();
        }
        match at {
            Self::Object(members) => members.retain(|member| member.0 != *last),
            Self::Array(elements) if removal == Removal::Shift => {
                elements.remove(last.parse().unwrap());
            }
            other => *other.slot(last, BeyondEnd::Refuse).unwrap() = Self::null(),
        }
    }
}

fn json() -> impl Strategy<Value = String> {
    let scalar =
        prop::sample::select(vec!["null", "1", "1.0", "\"\"", "true"]).prop_map(str::to_owned);
    scalar.prop_recursive(3, 20, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|v| format!("[{}]", v.join(","))),
            (inner.clone(), inner).prop_map(|(a, b)| format!("{{\"a\":{a},\"0\":{b}}}")),
            Just("{}".to_owned()),
        ]
    })
}

fn any_path() -> impl Strategy<Value = String> {
    let segment = prop::sample::select(vec![
        "a",
        "b",
        "0",
        "1",
        "2",
        "01",
        "",
        "~1",
        "~0",
        "99999999999999999999",
    ]);
    (
        prop::collection::vec(segment, 0..5),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(segments, top, slash)| {
            format!(
                "{}{}{}",
                if top { "/" } else { "" },
                segments.join("/"),
                if slash { "/" } else { "" }
            )
        })
}

fn any_options() -> impl Strategy<Value = DataModelOptions> {
    let removal = prop::sample::select(vec![Removal::LeaveNull, Removal::Shift]);
    let beyond_end = prop::sample::select(vec![
        Some(BeyondEnd::Refuse),
        Some(BeyondEnd::PadWithNull),
        None,
    ]);
    (removal, beyond_end).prop_map(|(removal, beyond_end)| {
        DataModelOptions::new()
            .removal(removal)
            .beyond_end(beyond_end)
    })
}

/// Asserts that every difference between two models is at, above or below the reported path.
#[cfg(feature = "surface")]
fn check_beside(old: &DataModel, new: &DataModel, changed: &str) {
    let changed = segments(changed).unwrap();
    for len in 0..changed.len() {
        let (above, next) = (&changed[..len], &changed[len]);
        let names = |model: &DataModel| -> Vec<String> {
            let payload = model.get(&path(above));
            let names = payload
                .iter()
                .flat_map(|p| p.members().map(|m| m.0.into_owned()).collect::<Vec<_>>());
            let len = payload.iter().map(|p| p.elements().count()).sum::<usize>();
            names
                .chain((0..len).map(|i| i.to_string()))
                .filter(|name| name != next)
                .collect()
        };
        let (before, after) = (names(old), names(new));
        let made = old
            .get(&path(above))
            .is_none_or(|payload| payload.is_null());
        assert!(made || before == after, "{before:?} {after:?} {changed:?}");
        for name in before.iter().filter(|_| !made) {
            let mut beside = above.to_vec();
            beside.push(name.clone());
            assert_eq!(
                old.get(&path(&beside)),
                new.get(&path(&beside)),
                "{beside:?} {changed:?}"
            );
        }
    }
}

proptest! {
    #[test]
    fn the_model_agrees_with_a_naive_model(
        ops in prop::collection::vec((any_path(), prop::option::of(json())), 0..30),
        options in any_options(),
    ) {
        let mut model = DataModel::with_options(options);
        let mut naive: Option<Naive> = None;
        for (path, value) in ops {
            let segments = segments(&path).unwrap();
            match value {
                Some(value) => {
                    let mut next = naive.clone().unwrap_or(Naive::Object(Vec::new()));
                    let done = next.set(&segments, Naive::parse(&value), options.beyond_end.unwrap_or(BeyondEnd::PadWithNull));
                    prop_assert_eq!(model.set(&path, payload(&value)).is_ok(), done, "{}", path);
                    if done {
                        naive = Some(next);
                    }
                }
                None => {
                    prop_assert_eq!(model.remove(&path), Ok(()));
                    match &mut naive {
                        Some(naive) if segments.is_empty() => *naive = Naive::Object(Vec::new()),
                        Some(naive) => naive.remove(&segments, options.removal),
                        None => {}
                    }
                }
            }
            let whole = model.to_payload();
            prop_assert_eq!(whole.as_ref().map(|payload| Naive::parse(payload.text())), naive.clone());
            let found = model.get(&path).map(|payload| Naive::parse(payload.text()));
            prop_assert_eq!(found.as_ref(), naive.as_ref().and_then(|naive| naive.get(&segments)));
        }
    }

    #[cfg(feature = "surface")]
    #[test]
    fn a_write_leaves_siblings_unchanged_and_can_be_reverted(
        start in prop::option::of(json()),
        ops in prop::collection::vec((any_path(), prop::option::of(json())), 0..12),
        options in any_options(),
    ) {
        let mut model = DataModel::with_options(options);
        if let Some(start) = start {
            model.set("", payload(&start)).unwrap();
        }
        let text = |model: &DataModel| model.to_payload().map(|payload| payload.text().to_owned());
        let first = text(&model);
        let mut undo = Vec::new();
        for (path, value) in ops {
            let (was, before) = (text(&model), model.before(&path).unwrap());
            let changed = match value {
                Some(value) => model.write(&path, payload(&value)),
                None => {
                    // Only writes can be reverted.
                    let mut copy = model.clone();
                    let changed = copy.remove_at(&path);
                    prop_assert!(changed.is_ok());
                    check_beside(&model, &copy, &changed.unwrap());
                    continue;
                }
            };
            match changed {
                Ok(changed) => {
                    let mut old = DataModel::new();
                    if let Some(was) = was {
                        old.set("", payload(&was)).unwrap();
                    }
                    check_beside(&old, &model, &changed);
                    undo.push(before);
                }
                Err(_) => prop_assert_eq!(text(&model), was),
            }
        }
        undo.into_iter().rev().for_each(|before| model.restore(before));
        prop_assert_eq!(text(&model), first);
    }

    #[test]
    fn segments_joined_to_a_path_are_read_back(segments in prop::collection::vec("[a-z~/0-9]{0,3}", 0..5)) {
        prop_assert_eq!(super::segments(&path(&segments)).unwrap(), segments);
    }
}

#[test]
fn a_trailing_slash_and_a_missing_leading_slash_are_ignored() {
    for path in ["/a/b", "/a/b/", "a/b", "a/b/"] {
        assert_eq!(segments(path).unwrap(), ["a", "b"], "{path}");
    }
    assert_eq!(segments("").unwrap(), [""; 0]);
    assert_eq!(segments("/").unwrap(), [""; 0]);
    assert_eq!(segments("/a//").unwrap(), ["a", ""]);
    assert_eq!(segments("/~01/~1").unwrap(), ["~1", "/"]);
}

#[test]
fn invalid_and_dangerous_segments_are_refused() {
    let rule = |path: &str| segments(path).unwrap_err().rule();
    assert_eq!(rule("/a~2"), "data-path");
    assert_eq!(rule("~"), "data-path");
    for name in ["__proto__", "constructor", "prototype"] {
        assert_eq!(rule(&format!("/a/{name}/b")), "forbidden-segment");
        let mut model = model(&format!(r#"{{"{name}":1}}"#));
        model.set("/x", payload("2")).unwrap();
        assert_eq!(
            model.to_payload().unwrap().text(),
            format!(r#"{{"{name}":1,"x":2}}"#)
        );
    }
}

#[test]
fn a_write_creates_missing_and_null_parents_but_keeps_primitives() {
    let set = |start: &str, path: &str| {
        let mut model = model(start);
        let done = model.set(path, payload("9"));
        let text = model.to_payload().unwrap().text().to_owned();
        done.map(|()| text.clone()).map_err(|error| {
            assert_eq!(text, start, "an error changes nothing");
            error.rule()
        })
    };
    assert_eq!(set("{}", "/a/0/b").unwrap(), r#"{"a":[{"b":9}]}"#);
    assert_eq!(set("{}", "/a/01").unwrap(), r#"{"a":{"01":9}}"#);
    assert_eq!(set(r#"{"a":null}"#, "/a/0").unwrap(), r#"{"a":[9]}"#);
    assert_eq!(set("null", "/a").unwrap(), r#"{"a":9}"#);
    assert_eq!(set("[1]", "/1").unwrap(), "[1,9]");
    assert_eq!(set(r#"{"a":7}"#, "/a/b"), Err("write-through-primitive"));
    assert_eq!(set("\"x\"", "/a"), Err("write-through-primitive"));
    assert_eq!(set("[1]", "/a"), Err("not-an-index"));
    assert_eq!(set("[1]", "/-"), Err("not-an-index"));
    assert_eq!(set("[1]", "/2").unwrap(), "[1,null,9]");
    assert_eq!(set("[]", "/999999999"), Err("index-gap"));
    assert_eq!(set("{}", "/a/0/99999999999999999999"), Err("index-gap"));
    assert_eq!(set(r#"{"a":1,"a":2}"#, "/b"), Err("duplicate-member"));
    assert_eq!(set("{}", &"/a".repeat(126)), Err("depth"));
    assert_eq!(set("{}", &"/a".repeat(10_000)), Err("depth"));
}

#[test]
fn a_model_as_deep_as_allowed_fits_into_a_message() {
    let mut model = DataModel::new();
    model
        .set(&"/a".repeat(MAX_DATA_DEPTH), payload("1"))
        .unwrap();
    let update = crate::v0_9::UpdateDataModel::new("s").value(model.to_payload().unwrap());
    let message = crate::v0_9::AgentMessage::new(crate::v0_9::Version::V0_9, update);
    assert!(wire::encode(&message).is_ok());
}

#[test]
fn removing_leaves_null_in_an_array_but_no_member_in_an_object() {
    let mut model = model(r#"{"a":[1,2],"b":3}"#);
    model.remove("/a/1").unwrap();
    model.remove("/b").unwrap();
    for path in ["/a/7", "/c/d", "/a/0/x", "/a/x"] {
        assert_eq!(model.remove(path), Ok(()));
    }
    assert_eq!(model.to_payload().unwrap().text(), r#"{"a":[1,null]}"#);
    model.remove("/").unwrap();
    assert_eq!(model.to_payload().unwrap().text(), "{}");
    model.set("/a", payload("1")).unwrap();
    assert_eq!(model.to_payload().unwrap().text(), r#"{"a":1}"#);
    let mut none = DataModel::new();
    none.remove("/").unwrap();
    assert!(none.is_absent());
}
