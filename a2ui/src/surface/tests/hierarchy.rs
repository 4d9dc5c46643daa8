use super::{
    super::{components::Components, version_word::VersionWord},
    *,
};
use crate::{ComponentId, limits::COMPONENT_DEPTH};
use std::collections::{BTreeMap, BTreeSet};

/// A naive hierarchy that computes everything from scratch.
#[derive(Clone, Debug, Default)]
struct Naive(BTreeMap<usize, BTreeSet<usize>>);

impl Naive {
    /// Returns the height of a component, or `None` if the component is its own descendant.
    fn height(
        &self,
        id: usize,
        way: &mut Vec<usize>,
        known: &mut BTreeMap<usize, usize>,
    ) -> Option<usize> {
        if way.contains(&id) {
            return None;
        }
        if let Some(height) = known.get(&id) {
            return Some(*height);
        }
        let Some(below) = self.0.get(&id) else {
            return Some(0);
        };
        way.push(id);
        let mut height = 1;
        for child in below {
            height = height.max(1 + self.height(*child, way, known)?);
        }
        way.pop();
        known.insert(id, height);
        Some(height)
    }

    /// Returns the rules that the hierarchy violates.
    fn violated_rules(&self) -> BTreeSet<&'static str> {
        let mut broken = BTreeSet::new();
        let mut known = BTreeMap::new();
        for (id, below) in &self.0 {
            if below.contains(id) {
                broken.insert("self-reference");
            }
            match self.height(*id, &mut Vec::new(), &mut known) {
                None => broken.insert("cycle"),
                Some(height) if height > COMPONENT_DEPTH + 1 => broken.insert("component-depth"),
                Some(_) => false,
            };
        }
        broken
    }
}

type Update = BTreeMap<usize, BTreeSet<usize>>;

/// Generates updates of few components that mostly form long chains, so that cycles and deep trees occur.
fn any_update() -> impl Strategy<Value = Update> {
    let component = (
        0usize..70,
        prop::collection::vec((0usize..70, any::<bool>(), any::<bool>()), 0..3),
    );
    prop::collection::vec(component, 0..5).prop_map(|components| {
        let below = |(id, below): (usize, Vec<(usize, bool, bool)>)| {
            let near = |(other, near, deep): (usize, bool, bool)| match (near, deep) {
                (true, _) => id + 1,
                (false, true) => id + 1 + other % 3,
                (false, false) => other,
            };
            (id, below.into_iter().map(near).collect())
        };
        components.into_iter().map(below).collect()
    })
}

/// Returns the updates for a chain from one id down to another.
fn any_chain() -> impl Strategy<Value = Update> {
    (0usize..70, 0usize..60).prop_map(|(from, len)| {
        (from..from + len)
            .map(|id| (id, BTreeSet::from([id + 1])))
            .collect()
    })
}

fn encode_update(components: &Update) -> String {
    let component = |(id, below): (&usize, &BTreeSet<usize>)| {
        let below: Vec<String> = below.iter().map(|id| format!("\"{id}\"")).collect();
        format!(
            r#"{{"id":"{id}","component":"Row","children":[{}]}}"#,
            below.join(",")
        )
    };
    update(
        &components
            .iter()
            .map(component)
            .collect::<Vec<_>>()
            .join(","),
    )
}

fn names(ids: impl Iterator<Item = impl std::borrow::Borrow<ComponentId>>) -> BTreeSet<usize> {
    ids.map(|id| id.borrow().as_str().parse().unwrap())
        .collect()
}

proptest! {
    #[test]
    fn an_update_is_refused_exactly_if_its_result_is_not_a_tree(
        updates in prop::collection::vec(prop_oneof![4 => any_update(), 1 => any_chain()], 0..12),
    ) {
        let mut surfaces = apply(&[CREATE]);
        let mut naive = Naive::default();
        for components in updates {
            let before = surfaces.clone();
            let mut next = naive.clone();
            next.0.extend(components.clone());
            let broken = next.violated_rules();
            match surfaces.apply(&message(&encode_update(&components))) {
                Ok(_) => {
                    prop_assert!(broken.is_empty(), "{:?}", broken);
                    naive = next;
                }
                Err(error) => {
                    // Nodes of a cycle have no height, so the oracle does not detect other components that are too deep.
                    let too_deep = error.rule == "component-depth" && broken.contains("cycle");
                    prop_assert!(too_deep || broken.contains(error.rule), "{}: {:?}", error, broken);
                    prop_assert_eq!(&surfaces, &before);
                }
            }
            agrees(&surfaces.get("s").unwrap().components, &naive);
        }
    }

    #[test]
    fn a_reverted_update_leaves_no_trace(
        updates in prop::collection::vec((prop_oneof![4 => any_update(), 1 => any_chain()], any::<bool>()), 0..12),
    ) {
        let mut components = Components::default();
        let mut naive = Naive::default();
        for (update, back) in updates {
            let list = wire::decode::<Payload>(&encode_update(&update)).unwrap();
            let list = list.get(&wire::Pointer::parse("/updateComponents/components").unwrap()).unwrap();
            let list = list.elements().map(|one| SurfaceComponent::V0_9(one.decode().unwrap())).collect();
            let before = components.clone();
            let options = SurfaceOptions::new();
            match components.update(list, VersionWord::V0_9(crate::v0_9::Version::V0_9), &options, "") {
                Ok(undo) if back => {
                    components.undo(undo);
                    prop_assert_eq!(&components, &before);
                }
                Ok(undo) => {
                    components.keep(&undo);
                    naive.0.extend(update);
                }
                Err(_) => prop_assert_eq!(&components, &before),
            }
            agrees(&components, &naive);
        }
    }
}

/// Asserts that the hierarchy and the oracle agree about every id.
fn agrees(components: &Components, naive: &Naive) {
    let hierarchy = &components.hierarchy;
    let mut known = BTreeMap::new();
    for id in 0..135 {
        let name = id.to_string();
        let below = naive.0.get(&id).cloned().unwrap_or_default();
        assert_eq!(names(hierarchy.below(&name)), below);
        let above = naive
            .0
            .iter()
            .filter(|(_, below)| below.contains(&id))
            .map(|(id, _)| *id);
        assert_eq!(
            names(hierarchy.above(&name)),
            above.collect::<BTreeSet<_>>()
        );
        let height = naive.height(id, &mut Vec::new(), &mut known).unwrap();
        assert_eq!(hierarchy.height_of(&name), height);
        assert_eq!(components.get(&name).is_some(), naive.0.contains_key(&id));
    }
}

#[test]
fn unreferenced_ids_are_forgotten() {
    let mut surfaces = apply(&[CREATE]);
    for i in 0..1000 {
        let one = update(&format!(
            r#"{{"id":"a","component":"Card","child":"gone-{i}"}}"#
        ));
        surfaces.apply(&message(&one)).unwrap();
        let two = update(&format!(
            r#"{{"id":"a","component":"Card","child":"x"}},{{"id":"n{i}","child":"y"}}"#
        ));
        assert_eq!(
            surfaces.apply(&message(&two)).unwrap_err().rule,
            "missing-component-type"
        );
        let three = update(&format!(
            r#"{{"id":"a","component":"Card","child":"x{i}"}},{{"id":"x{i}","component":"Card","child":"a"}}"#
        ));
        assert_eq!(surfaces.apply(&message(&three)).unwrap_err().rule, "cycle");
    }
    assert!(surfaces.get("s").unwrap().components.hierarchy.len() <= 4);
}
