use super::*;
use proptest::prelude::*;

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

fn tree(text: &str) -> Tree {
    Tree::new(payload(text))
}

/// A simple model of a tree.
#[derive(Clone, Debug, PartialEq)]
enum Naive {
    Scalar(String),
    Array(Vec<Naive>),
    Object(Vec<(String, Naive)>),
}

impl Naive {
    fn parse(text: &str) -> Self {
        let children = crate::token::children(text);
        match text.as_bytes()[0] {
            b'[' => Self::Array(children.map(|child| Self::parse(child.text)).collect()),
            b'{' => Self::Object(
                children
                    .map(|c| {
                        (
                            crate::token::string(c.name.unwrap()).into_owned(),
                            Self::parse(c.text),
                        )
                    })
                    .collect(),
            ),
            _ => Self::Scalar(text.to_owned()),
        }
    }

    fn child(&mut self, segment: &str) -> Option<&mut Naive> {
        match self {
            Self::Scalar(_) => None,
            Self::Array(elements) => elements.get_mut(index(segment)?),
            Self::Object(members) => members
                .iter_mut()
                .rev()
                .find(|member| member.0 == segment)
                .map(|member| &mut member.1),
        }
    }

    fn get(&mut self, path: &[&str]) -> Option<&mut Naive> {
        path.iter().try_fold(self, |at, segment| at.child(segment))
    }

    fn has_twins(&self) -> bool {
        let Self::Object(members) = self else {
            return false;
        };
        members
            .iter()
            .enumerate()
            .any(|(i, member)| members[..i].iter().any(|other| other.0 == member.0))
    }

    /// Applies a write. Like the tree, it checks from the outermost container inwards.
    fn set(&mut self, path: &[&str], value: Naive, max_nulls: usize) -> bool {
        let Some((last, above)) = path.split_last() else {
            *self = value;
            return true;
        };
        if (0..path.len()).any(|n| self.get(&path[..n]).is_some_and(|at| at.has_twins())) {
            return false;
        }
        match self.get(above) {
            Some(Self::Object(members)) => {
                match members.iter_mut().find(|member| member.0 == *last) {
                    Some(member) => member.1 = value,
                    None => members.push(((*last).to_owned(), value)),
                }
            }
            Some(Self::Array(elements)) => match index(last) {
                Some(i) if i < elements.len() => elements[i] = value,
                Some(i) if i - elements.len() <= max_nulls => {
                    elements.resize(i, Naive::Scalar("null".to_owned()));
                    elements.push(value);
                }
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    fn remove(&mut self, path: &[&str]) -> bool {
        let Some((last, above)) = path.split_last() else {
            return false;
        };
        if self.get(path).is_none()
            || (0..path.len()).any(|n| self.get(&path[..n]).is_some_and(|at| at.has_twins()))
        {
            return false;
        }
        match self.get(above) {
            Some(Self::Object(members)) => members.retain(|member| member.0 != *last),
            Some(Self::Array(elements)) => drop(elements.remove(index(last).unwrap())),
            _ => unreachable!("`path` leads somewhere"),
        }
        true
    }
}

fn index(segment: &str) -> Option<usize> {
    token::parse_index(segment)
}

fn json() -> impl Strategy<Value = String> {
    let scalar =
        prop::sample::select(vec!["null", "1", "1.0", "\"\"", "true"]).prop_map(str::to_owned);
    let name = prop::sample::select(vec!["a", "b", "0", "1", "", "\\u0061", "~/"]);
    scalar.prop_recursive(4, 40, 5, move |inner| {
        let member =
            (name.clone(), inner.clone()).prop_map(|(name, value)| format!("\"{name}\" : {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(|v| format!("[ {} ]", v.join(" ,"))),
            prop::collection::vec(member, 0..5).prop_map(|v| format!("{{{}}}", v.join(","))),
        ]
    })
}

#[derive(Clone, Debug)]
enum Op {
    Set(Vec<&'static str>, String),
    SetPadded(Vec<&'static str>, String),
    Remove(Vec<&'static str>),
    Clone,
    Swap,
}

fn op() -> impl Strategy<Value = Op> {
    let segment = prop::sample::select(vec!["a", "b", "0", "1", "2", "3", "01", "", "~/", "-"]);
    let path = prop::collection::vec(segment, 0..4);
    prop_oneof![
        4 => (path.clone(), json()).prop_map(|(path, value)| Op::Set(path, value)),
        1 => (path.clone(), json()).prop_map(|(path, value)| Op::SetPadded(path, value)),
        3 => path.prop_map(Op::Remove),
        1 => Just(Op::Clone),
        1 => Just(Op::Swap),
    ]
}

proptest! {
    #[test]
    fn a_tree_agrees_with_the_model(start in json(), ops in prop::collection::vec(op(), 0..40)) {
        let mut trees = vec![(tree(&start), Naive::parse(payload(&start).text()))];
        for op in ops {
            let (tree, naive) = trees.last_mut().unwrap();
            match op {
                Op::Set(..) | Op::SetPadded(..) => {
                    let (path, value, max_nulls) = match op {
                        Op::SetPadded(path, value) => (path, value, 2),
                        Op::Set(path, value) => (path, value, 0),
                        _ => unreachable!("these two are matched"),
                    };
                    let before = naive.clone();
                    let done = naive.set(&path, Naive::parse(payload(&value).text()), max_nulls);
                    prop_assert_eq!(tree.set_padded(&path, payload(&value), max_nulls).is_ok(), done);
                    if !done {
                        prop_assert_eq!(&before, naive);
                    }
                }
                Op::Remove(path) => {
                    let removed = tree.remove(&path);
                    prop_assert_eq!(matches!(removed, Ok(true)), naive.remove(&path));
                }
                Op::Clone => {
                    let copy = (tree.clone(), naive.clone());
                    trees.push(copy);
                }
                Op::Swap => trees.rotate_right(1),
            }
            for (tree, naive) in &mut trees {
                let payload = tree.to_payload();
                prop_assert_eq!(&Naive::parse(payload.text()), &*naive);
                prop_assert_eq!(tree.bytes(), tree.root.bytes(), "the sum is what it was kept up to be");
                prop_assert!(tree.bytes() >= payload.text().len() / 2);
                for path in [&["a"][..], &["0"], &["1", "a"], &["a", "0"], &["b", "a", "1"]] {
                    let found = tree.get(path).map(|payload| Naive::parse(payload.text()));
                    prop_assert_eq!(found.as_ref(), naive.get(path).map(|at| &*at));
                }
            }
        }
    }

    #[test]
    fn removing_and_appending_keeps_the_order(ops in prop::collection::vec((any::<bool>(), 0usize..80), 0..400)) {
        let mut tree = tree("[]");
        let mut naive: Vec<usize> = Vec::new();
        for (step, (append, at)) in ops.into_iter().enumerate() {
            if append {
                tree.set(&[naive.len().to_string()], payload(&step.to_string())).unwrap();
                naive.push(step);
            } else if at < naive.len() {
                prop_assert!(tree.remove(&[at.to_string()]).unwrap());
                naive.remove(at);
            } else {
                prop_assert!(!tree.remove(&[at.to_string()]).unwrap());
            }
            prop_assert_eq!(tree.reach::<&str>(&[]).len, naive.len());
            if let Some(last) = naive.last() {
                let path = [(naive.len() - 1).to_string()];
                prop_assert_eq!(tree.get(&path), Some(payload(&last.to_string())));
            }
        }
        let elements: Vec<String> = naive.iter().map(usize::to_string).collect();
        let payload = tree.to_payload();
        prop_assert_eq!(payload.text(), format!("[{}]", elements.join(",")));
    }
}

#[test]
fn unchanged_values_keep_their_text() {
    let mut t = tree(r#"{ "\u0061" : [1.0,  2], "b":{"x":1,"x":2}, "c":1e999 }"#);
    t.set(&["c"], payload("true")).unwrap();
    assert_eq!(
        t.to_payload().text(),
        r#"{"\u0061":[1.0,  2],"b":{"x":1,"x":2},"c":true}"#
    );
    assert_eq!(t.get(&["b", "x"]).unwrap().text(), "2");
    t.remove(&["a"]).unwrap();
    t.set(&["a"], payload("0")).unwrap();
    assert_eq!(
        t.to_payload().text(),
        r#"{"b":{"x":1,"x":2},"c":true,"a":0}"#
    );
}

#[test]
fn failed_writes_report_the_obstacle_and_change_nothing() {
    let text = r#"{"a":[0,{}],"n":7,"twins":{"x":1,"\u0078":2}}"#;
    let at = |pointer: &str| Pointer::parse(pointer).unwrap();
    let mut t = tree(text);
    for (path, error) in [
        (&["b", "c"][..], TreeError::Missing { at: at("/b") }),
        (
            &["n", "c"],
            TreeError::NotAContainer {
                at: at("/n"),
                kind: PayloadKind::Number,
            },
        ),
        (
            &["a", "x"],
            TreeError::NotAnIndex {
                at: at("/a"),
                segment: "x".into(),
            },
        ),
        (
            &["a", "01"],
            TreeError::NotAnIndex {
                at: at("/a"),
                segment: "01".into(),
            },
        ),
        (
            &["a", "3"],
            TreeError::IndexGap {
                at: at("/a"),
                index: 3,
                len: 2,
            },
        ),
        (&["a", "2", "x"], TreeError::Missing { at: at("/a/2") }),
        (
            &["twins", "y"],
            TreeError::DuplicateMember { at: at("/twins/x") },
        ),
        (&["d"; 128], TreeError::Depth { depth: 128 }),
    ] {
        assert_eq!(t.set(path, Payload::null()).unwrap_err(), error);
        assert_eq!(t.to_payload().text(), text);
    }
    assert_eq!(t.remove::<&str>(&[]), Err(TreeError::Root));
    assert_eq!(t.remove(&["n", "x"]), Ok(false));
    let deep = payload(&format!("{}{}", "[".repeat(127), "]".repeat(127)));
    assert_eq!(
        t.set(&["a"], deep.clone()),
        Err(TreeError::Depth { depth: 128 })
    );
    assert_eq!(t.set::<&str>(&[], deep), Ok(()));
}

#[test]
fn the_budget_is_checked_before_a_write() {
    let wide = format!("[{}]", vec!["0"; 1000].join(","));
    let mut t = tree(&format!(r#"{{"a":{wide},"b":{wide}}}"#)).budget(1001);
    assert_eq!(
        t.set(&["a", "0"], Payload::null()),
        Err(TreeError::Budget {
            needed: 1002,
            budget: 1001
        })
    );
    assert_eq!(t.set(&["c"], Payload::null()), Ok(()));
    assert_eq!(t.set(&["a", "0"], Payload::null()), Ok(()));
    assert_eq!(t.reach(&["a"]).len, 1000);
    // The budget and the length of a list do not depend on whether the list is still text.
    assert_eq!(t.reach(&["b"]).len, 1000);
    assert_eq!(tree("[0,1]").budget(2).set(&["0"], Payload::null()), Ok(()));
}

#[test]
fn a_write_beyond_the_byte_limit_changes_nothing() {
    let mut t = tree(r#"{"list":[],"text":"","gone":{"a":[1,2]}}"#);
    t.set(&["gone", "a", "0"], payload("3")).unwrap();
    t.set_max_bytes(100_000);
    let (before, bytes) = (t.to_payload(), t.bytes());
    let long = Payload::string(&"x".repeat(100_000));
    for (path, value, max_nulls) in [
        (&["text"][..], long.clone(), 0),
        (&["new"], long.clone(), 0),
        (&["list", "0"], long.clone(), 0),
        (&["list", "5000"], payload("1"), 10_000),
        (&[], long, 0),
    ] {
        let refused = t.set_padded(path, value, max_nulls);
        assert!(
            matches!(
                refused,
                Err(TreeError::Bytes {
                    needed: 100_001..,
                    max: 100_000
                })
            ),
            "{refused:?}"
        );
        assert_eq!((t.to_payload(), t.bytes()), (before.clone(), bytes));
    }
    // Every child of an expanded container counts, however short, and a text counts as long as a part of it is used.
    t.set(
        &["list"],
        payload(&format!("[{}]", vec!["1"; 4000].join(","))),
    )
    .unwrap();
    let text = t.bytes();
    assert!(matches!(
        t.set(&["list", "0"], payload("2")),
        Err(TreeError::Bytes { .. })
    ));
    assert_eq!(t.bytes(), text);
    t.set(&["list"], payload("[]")).unwrap();
    let part = format!(r#"{{"long":"{}"}}"#, "x".repeat(60_000));
    t.set(&["a"], payload(&part)).unwrap();
    t.set(&["a", "long"], payload("1")).unwrap();
    assert!(matches!(
        t.set(&["b"], payload(&part)),
        Err(TreeError::Bytes { .. })
    ));
    // A write that makes the tree smaller succeeds, even if the tree still exceeds the limit.
    t.set_max_bytes(10);
    t.remove(&["a"]).unwrap();
    t.remove(&["list"]).unwrap();
    t.set(&[] as &[&str], payload("{}")).unwrap();
    assert!(t.bytes() < 100);
}

#[test]
fn trees_of_any_depth_are_read_cloned_compared_and_written() {
    let n = 100_000;
    let t = tree(&format!("{}{}", "[".repeat(n), "]".repeat(n)));
    let copy = t.clone();
    assert_eq!(t, copy);
    assert_eq!(format!("{t:?}").len(), 2 * n);
    assert_eq!(serde_json::to_string(&t).unwrap().len(), 2 * n);
    let mut written = t.clone();
    written.set(&["0", "0", "1"], Payload::null()).unwrap();
    assert_ne!(written, t);
    assert_eq!(written.to_payload().depth(), n);
    assert_eq!(written.kind(&["0", "0", "1"]), Some(PayloadKind::Null));
    assert_eq!(
        written.set(&["0"; 128], Payload::null()),
        Err(TreeError::Depth { depth: 128 })
    );
}

#[test]
fn clones_are_independent() {
    let mut t = tree(r#"{"a":{"b":[1]}}"#);
    t.set(&["a", "b", "0"], payload("2")).unwrap();
    let copy = t.clone();
    t.set(&["a", "b", "0"], payload("3")).unwrap();
    assert_eq!(copy.get(&["a", "b", "0"]).unwrap().text(), "2");
    assert_eq!(t.get(&["a", "b", "0"]).unwrap().text(), "3");
}

#[test]
fn a_second_write_costs_less_than_the_size_of_the_tree() {
    let wide = format!("[{}]", vec![r#"{"a":1}"#; 200_000].join(","));
    let mut t = tree(&wide);
    // If each write walked the array, this would take 20,000,000,000 steps.
    for i in 0..100_000 {
        t.set(&[i.to_string(), "a".to_owned()], payload("2"))
            .unwrap();
    }
    for _ in 0..100_000 {
        t.remove(&["0"]).unwrap();
    }
    assert_eq!(t.reach::<&str>(&[]).len, 100_000);
    assert_eq!(t.get(&["0", "a"]).unwrap().text(), "1");
}
