use super::*;
use proptest::prelude::*;

#[test]
fn a_name_that_is_not_escaped_is_unchanged() {
    for name in ["x--cart", "x--_4", "x--_2e", "x--_FF", "x--a-b", "x--_zz"] {
        assert_eq!(any_name(name), name);
        assert_eq!(safe_name(name), name);
    }
    // The empty name, and a name that resembles an escape.
    assert_eq!(
        (safe_name(""), any_name("x--")),
        ("x--".to_owned(), String::new())
    );
    assert_eq!(safe_name("x--cart_20add"), "x--x_2D_2Dcart_5F20add");
}

#[test]
fn unambiguous_names_of_a_list_stay_readable() {
    for (names, expected) in [
        (
            &["shop.add_item", "refresh"][..],
            &["shop__add_item", "refresh"][..],
        ),
        // A name that fits is kept, wherever the tool is in the list.
        (&["a.b", "a__b"], &["x--a_2Eb", "a__b"]),
        (
            &["a.b__c", "a__b.c"],
            &["x--a_2Eb_5F_5Fc", "x--a_5F_5Fb_2Ec"],
        ),
        (
            &["mcp__files__read", "_x", "2nd"],
            &["mcp__files__read", "_x", "2nd"],
        ),
        (&["cart add", ""], &["x--cart_20add", "x--"]),
    ] {
        let flat = FlatNames::of(names.iter().copied());
        assert_eq!(
            names
                .iter()
                .map(|name| flat.flat_name(name))
                .collect::<Vec<_>>(),
            expected
        );
    }
    // The escape of one tool is the name of another tool.
    let flat = FlatNames::of(["a.b", "a__b", "x--a_2Eb"]);
    let short = flat.flat_name("a.b");
    assert!(short.starts_with("a__b_") && short.len() == 13, "{short}");
    assert_eq!(flat.dotted_name(&short), "a.b");
}

#[test]
fn long_names_are_truncated_and_stay_distinct() {
    let names = ["one", "two"].map(|end| format!("calendar.{}.{end}", "events".repeat(11)));
    let flat = FlatNames::of(names.iter().map(String::as_str));
    let short = names.each_ref().map(|name| flat.flat_name(name));
    assert!(
        short[0] != short[1]
            && short
                .iter()
                .all(|name| is_flat(name) && name.starts_with("calendar__events"))
    );
    assert_eq!(short.map(|name| flat.dotted_name(&name)), names);
    // Without the list the shortened name cannot be decoded; only the carry identifies the tool.
    let unknown = FlatNames::default();
    assert_eq!(unknown.flat_name(&names[0]), flat.flat_name(&names[0]));
    assert_eq!(
        unknown.dotted_name(&unknown.flat_name(&names[0])),
        unknown.flat_name(&names[0])
    );
}

#[test]
fn an_unknown_tool_never_gets_the_flat_name_of_a_known_tool() {
    let flat = FlatNames::of(["cart.add"]);
    assert_eq!(flat.flat_name("cart__add"), "x--cart_5F_5Fadd");
    // A flat name from another list still finds its tool.
    assert_eq!(flat.dotted_name("x--cart_2Eadd"), "cart.add");
}

const NAME: &str = "(x--)?(x_2D_2D)?([a-zA-Z0-9_.-]|__|_20|_2E|_5F| |é){0,6}";
const LONG: &str = "([a-z]{1,8}[._-]){5,12}";

fn names() -> impl Strategy<Value = Vec<String>> {
    let name = prop_oneof![6 => NAME, 2 => "[ab](\\.|__|_2E)?[ab]", 1 => LONG];
    prop::collection::btree_set(name, 0..8)
        .prop_map(|names| names.into_iter().collect())
        .prop_shuffle()
}

proptest! {
    #[test]
    fn every_name_round_trips(name in NAME) {
        let safe = safe_name(&name);
        prop_assert!(is_safe(&safe));
        prop_assert_eq!(any_name(&safe), name.clone());
        for alone in [FlatNames::default(), FlatNames::default().with_dots()] {
            let flat = alone.flat_name(&name);
            prop_assert!(is_flat(&flat));
            prop_assert_eq!(alone.dotted_name(&flat), name.clone());
        }
    }

    #[test]
    fn every_encoded_name_survives_a_round_trip(encoded in "(x--)?(x_2D_2D)?[a-zA-Z]([a-zA-Z0-9_-]|__|_20|_2E|_5F){0,8}") {
        prop_assert_eq!(safe_name(&any_name(&encoded)), encoded.clone());
        for alone in [FlatNames::default(), FlatNames::default().with_dots()] {
            prop_assert_eq!(alone.flat_name(&alone.dotted_name(&encoded)), encoded.clone());
        }
    }

    #[test]
    fn every_listed_tool_has_a_distinct_flat_name_that_round_trips(names in names()) {
        let flat = FlatNames::of(names.iter().map(String::as_str));
        let encoded: BTreeSet<String> = names.iter().map(|name| flat.flat_name(name)).collect();
        prop_assert_eq!(encoded.len(), names.len());
        for name in &names {
            prop_assert!(is_flat(&flat.flat_name(name)));
            prop_assert!(!is_flat(name) || flat.flat_name(name) == *name);
            prop_assert_eq!(&flat.dotted_name(&flat.flat_name(name)), name);
        }
    }

    #[test]
    fn a_list_of_flat_names_survives_a_round_trip(names in names()) {
        let flat = FlatNames::of(names.iter().map(String::as_str));
        let encoded: Vec<String> = names.iter().map(|name| flat.flat_name(name)).collect();
        let encoded: Vec<&str> = encoded.iter().map(String::as_str).collect();
        let names = dotted_names(&encoded);
        let again = FlatNames::of(names.iter().map(String::as_str));
        prop_assert_eq!(names.iter().map(|name| again.flat_name(name)).collect::<Vec<_>>(), encoded);
    }
}
