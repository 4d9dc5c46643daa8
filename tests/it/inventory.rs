//! Every wire type of every crate, checked the same way. What is checked comes from [`WireType::SHAPE`] and from the
//! generators, so a new type is under all of these laws as soon as it is listed.

mod duplicates;
mod members;
mod missing;
mod names;
mod presence;
mod round_trip;
mod schema;
mod unknown;
mod words;

use members::Members;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::{collections::BTreeSet, marker::PhantomData};
use wire::{Presence, Shape, Visit, WireType};

/// Walks the inventories, and says of each type where it is from.
///
/// `wire` stands for the types that all share; where a crate has several versions, each has its own name.
fn walk<V: Visit>(visitor: &mut V, source: &str) {
    match source {
        "wire" => wire::each(visitor),
        "aap/1.0" => aap::each(visitor),
        "a2ui" => a2ui::inventory::shared(visitor),
        "a2ui/0.8" => a2ui::inventory::v0_8(visitor),
        "a2ui/0.9" => a2ui::inventory::v0_9(visitor),
        "a2ui/0.10" => a2ui::inventory::v0_10(visitor),
        "a2ui/1.0" => a2ui::inventory::v1_0(visitor),
        "ahp" => ahp::inventory::shared(visitor),
        "ahp/canvas" => ahp::inventory::canvas(visitor),
        "ahp/1.0" => ahp::inventory::v1_0(visitor),
        "actions-json/1" => actions_json::inventory::each(visitor),
        "bridge" => bridge::inventory::each(visitor),
        "bridge/fidelity" => bridge::inventory::fidelity(visitor),
        other => panic!("no inventory is called {other}"),
    }
}

const SOURCES: [&str; 13] = [
    "wire",
    "aap/1.0",
    "a2ui",
    "a2ui/0.8",
    "a2ui/0.9",
    "a2ui/0.10",
    "a2ui/1.0",
    "ahp",
    "ahp/canvas",
    "ahp/1.0",
    "actions-json/1",
    "bridge",
    "bridge/fidelity",
];

/// Walks all wire types that messages of a protocol version consist of: its own, those of its protocol, and those that
/// all share.
pub(crate) fn walk_version<V: Visit>(visitor: &mut V, version: &str) {
    let protocol = version.split('/').next().unwrap_or_default();
    for source in SOURCES {
        if source == "wire" || source == protocol || source == version {
            walk(visitor, source);
        }
    }
}

/// The protocol versions, as the folders of the fixtures are called.
pub(crate) const VERSIONS: [&str; 8] =
    ["aap/1.0", "a2ui/0.8", "a2ui/0.9", "a2ui/0.10", "a2ui/1.0", "ahp/canvas", "ahp/1.0", "actions-json/1"];

/// Something that holds for every wire type.
trait Law {
    /// Says in what way it does not hold for `T`.
    fn check<T: WireType>(name: &str) -> Result<(), String>;
}

struct Check<L> {
    source: &'static str,
    types: usize,
    failures: Vec<String>,
    law: PhantomData<L>,
}

impl<L: Law> Visit for Check<L> {
    fn visit<T: WireType>(&mut self) {
        self.types += 1;
        let name = format!("{}: {}", self.source, T::NAME);
        if let Err(failure) = L::check::<T>(&name) {
            self.failures.push(format!("{name}: {failure}"));
        }
    }
}

/// Checks a law for all types of all crates, and says of every type for which it does not hold why.
fn holds_for_every_type<L: Law>() {
    let mut check = Check::<L> { source: "", types: 0, failures: Vec::new(), law: PhantomData };
    for source in SOURCES {
        check.source = source;
        walk(&mut check, source);
    }
    assert!(check.types > 120, "only {} types are listed", check.types);
    let (n, failures) = (check.failures.len(), check.failures.join("\n\n"));
    assert!(n == 0, "{n} of {} types:\n\n{failures}", check.types);
}

/// Values of a type, the same at every run.
fn samples<T: WireType>(count: u32) -> impl Iterator<Item = T> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = wire::generate::any::<T>();
    (0..count).map(move |_| strategy.new_tree(&mut runner).expect("a value").current())
}

/// The texts of values of a type.
fn texts<T: WireType>(count: u32) -> impl Iterator<Item = String> {
    samples::<T>(count).map(|value| wire::encode(&value).expect("generated values can be written"))
}

/// The objects among the texts of values of a type, taken apart.
fn objects<T: WireType>(count: u32) -> impl Iterator<Item = Members> {
    texts::<T>(count).filter_map(|text| Members::of(&text))
}

/// The rows of its table, if it has one.
fn table(shape: &Shape) -> &'static [wire::Member] {
    match shape {
        Shape::Object(members) | Shape::Keyed { members, .. } => members,
        _ => &[],
    }
}

/// The names of the members that have to be there.
fn required(shape: &Shape) -> impl Iterator<Item = &'static str> {
    table(shape).iter().filter(|member| member.presence == Presence::Required).map(|member| member.name)
}

/// Whether values of it are objects into which others may put members of their own.
fn takes_members(name: &str, shape: &Shape) -> bool {
    match shape {
        Shape::Text | Shape::Word { .. } => false,
        // The one member of the object is the type of the component and its properties; an object that is neither a binding
        // nor a call is kept as it came.
        Shape::Special => ![
            "a2ui/0.8: ComponentType",
            "a2ui/0.9: Argument",
            "a2ui/0.9: DynamicValue",
            "a2ui/1.0: Argument",
            "a2ui/1.0: DynamicValue",
        ]
        .contains(&name),
        _ => true,
    }
}

/// A law that holds of a text: decoding it is refused by this rule, at this member.
fn refused<T: WireType>(text: &str, rule: &str, pointer: &str) -> Result<(), String> {
    match wire::decode::<T>(text) {
        Ok(value) => Err(format!("read as {value:?}\n  {text}")),
        Err(error) if error.rule.as_str() == rule && error.pointer.as_str() == pointer => Ok(()),
        Err(error) => Err(format!(
            "refused by the rule {} at {:?}, not by {rule} at {pointer:?}: {error}\n  {text}",
            error.rule,
            error.pointer.as_str()
        )),
    }
}

/// The pointer of a member, by its name in quotes.
fn pointer(quoted: &str) -> wire::Pointer {
    wire::Pointer::root().member(&wire::token::string(quoted))
}

#[test]
fn the_walk_over_the_versions_leaves_out_no_type_of_a_protocol() {
    struct Names(BTreeSet<std::any::TypeId>);
    impl Visit for Names {
        fn visit<T: WireType>(&mut self) {
            self.0.insert(std::any::TypeId::of::<T>());
        }
    }
    let (mut all, mut versions) = (Names(BTreeSet::new()), Names(BTreeSet::new()));
    SOURCES.iter().filter(|source| !source.starts_with("bridge")).for_each(|source| walk(&mut all, source));
    VERSIONS.iter().for_each(|version| walk_version(&mut versions, version));
    assert!(all.0 == versions.0, "{} types, {} in the versions", all.0.len(), versions.0.len());
}
