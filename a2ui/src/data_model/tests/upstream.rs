//! The cases for data models in the suites of A2UI's own conformance tests, in the same order, with other words and values.

use super::*;
use crate::{Message, surface::Surfaces};

const START: &str = r#"{"trip":{"to":"Oslo","by":{"rail":"night"}},"stops":["x","y","z"]}"#;

enum DataModelStep {
    Set(&'static str, &'static str),
    Remove(&'static str),
    /// The expected value at the path, or `None` if the path has no value.
    Is(&'static str, &'static str),
    /// The rule that refuses the write. A refused write changes nothing.
    Refused(&'static str, &'static str),
}
use DataModelStep::{Is, Refused, Remove, Set};

#[test]
fn a_model_reads_and_writes_as_in_the_upstream_cases() {
    for (case, steps) in [
        ("the root is the whole model", &[Is("/", START)][..]),
        (
            "members",
            &[Is("/trip/to", "\"Oslo\""), Is("/trip/by/rail", "\"night\"")],
        ),
        (
            "elements",
            &[Is("/stops/0", "\"x\""), Is("/stops/2", "\"z\"")],
        ),
        (
            "what is missing is absent",
            &[Is("/trip/from", ""), Is("/no/such", "")],
        ),
        (
            "nothing is below what is empty",
            &[
                Set("/empty/a", "1"),
                Remove("/empty/a"),
                Is("/empty/b/c", ""),
                Is("/empty", "{}"),
            ],
        ),
        (
            "a value is replaced",
            &[Set("/trip/to", "\"Bergen\""), Is("/trip/to", "\"Bergen\"")],
        ),
        (
            "a member is added",
            &[Set("/trip/days", "3"), Is("/trip/days", "3")],
        ),
        (
            "objects are made",
            &[
                Set("/p/q/r", "\"s\""),
                Is("/p/q/r", "\"s\""),
                Is("/p/q", r#"{"r":"s"}"#),
            ],
        ),
        (
            "a member is removed",
            &[
                Remove("/trip/to"),
                Is("/trip/to", ""),
                Is("/trip", r#"{"by":{"rail":"night"}}"#),
            ],
        ),
        (
            "a list is made",
            &[
                Set("/new/0", "\"n\""),
                Is("/new/0", "\"n\""),
                Is("/new", r#"["n"]"#),
            ],
        ),
        (
            "a list is appended to",
            &[Set("/new/0", "1"), Set("/new/1", "2"), Is("/new", "[1,2]")],
        ),
        (
            "an element is replaced",
            &[Set("/stops/2", "\"w\""), Is("/stops", r#"["x","y","w"]"#)],
        ),
        (
            "the next segment says whether a list or an object is made",
            &[
                Set("/p/q/0/r", "7"),
                Is("/p/q", r#"[{"r":7}]"#),
                Set("/k/l/m", "8"),
                Is("/k", r#"{"l":{"m":8}}"#),
                Set("/grid/0/0", "9"),
                Is("/grid", "[[9]]"),
            ],
        ),
        (
            "what is not an index of the list is absent",
            &[
                Is("/stops/7", ""),
                Is("/stops/-2", ""),
                Is("/stops/last", ""),
            ],
        ),
        (
            "a slash at the end is nothing",
            &[Set("/flat/", "1"), Is("/flat/", "1"), Is("/flat", "1")],
        ),
        (
            "the root is replaced",
            &[Set("/", r#"{"other":1}"#), Is("", r#"{"other":1}"#)],
        ),
        (
            "an escaped slash",
            &[
                Set("/trip/in~1out", "1"),
                Is("/trip/in~1out", "1"),
                Remove("/trip/by"),
                Is("/trip", r#"{"to":"Oslo","in/out":1}"#),
            ],
        ),
        (
            "an escaped tilde",
            &[
                Set("/trip/to~0fro", "1"),
                Remove("/trip/by"),
                Is("/trip", r#"{"to":"Oslo","to~fro":1}"#),
            ],
        ),
        (
            "both",
            &[
                Set("/m~0n~1o", "1"),
                Remove("/trip"),
                Remove("/stops"),
                Is("", r#"{"m~n/o":1}"#),
            ],
        ),
        (
            "an escaped tilde in front of a one",
            &[
                Set("/m~01n", "1"),
                Remove("/trip"),
                Remove("/stops"),
                Is("", r#"{"m~1n":1}"#),
            ],
        ),
        (
            "nothing is written below a string",
            &[
                Set("/trip", "\"off\""),
                Refused("/trip/to", "write-through-primitive"),
            ],
        ),
        (
            "nor below an element that is one",
            &[Refused("/stops/1/name", "write-through-primitive")],
        ),
        (
            "a list has no names",
            &[
                Refused("/stops/first", "not-an-index"),
                Refused("/stops/first/x", "not-an-index"),
            ],
        ),
        // The following cases come from the tests of single clients.
        (
            "leading zeros",
            &[Refused("/stops/00", "not-an-index"), Is("/stops/00", "")],
        ),
        (
            "the index of no element",
            &[Refused("/stops/-", "not-an-index")],
        ),
        (
            "too far away",
            &[
                Refused("/stops/999999999", "index-gap"),
                Refused("/none/10001", "index-gap"),
            ],
        ),
        (
            "gaps",
            &[
                Set("/stops/4", "1"),
                Is("/stops", r#"["x","y","z",null,1]"#),
            ],
        ),
        (
            "an element keeps its place",
            &[Remove("/stops/1"), Is("/stops", r#"["x",null,"z"]"#)],
        ),
        (
            "what is missing is not made to be removed",
            &[Remove("/stops/8"), Remove("/no/such/0"), Is("", START)],
        ),
        (
            "a root that is a primitive",
            &[
                Set("/", "5"),
                Refused("/a", "write-through-primitive"),
                Is("", "5"),
            ],
        ),
        (
            "prototypes",
            &[
                Refused("/__proto__/x", "forbidden-segment"),
                Refused("/trip/constructor", "forbidden-segment"),
            ],
        ),
    ] {
        let mut model = model(START);
        for step in steps {
            match *step {
                Set(path, value) => model.set(path, payload(value)).unwrap(),
                Remove(path) => model.remove(path).unwrap(),
                Is(path, value) => {
                    let found = model.get(path).map(|payload| payload.text().to_owned());
                    assert_eq!(found.unwrap_or_default(), value, "{case}");
                }
                Refused(path, rule) => {
                    let before = model.clone();
                    assert_eq!(
                        model.set(path, payload("1")).unwrap_err().rule(),
                        rule,
                        "{case}"
                    );
                    assert_eq!(model, before, "{case}");
                }
            }
        }
    }
}

#[test]
fn updates_in_1_0_write_by_pointers_and_remove_by_null() {
    for (data, path, value, expected) in [
        // Cases of pointers.
        (
            r#"{"x/y":{"z~":1},"x":2}"#,
            "/x~1y/z~0",
            "3",
            r#"{"x/y":{"z~":3},"x":2}"#,
        ),
        (
            r#"{"row":["p","q","r"]}"#,
            "/row/2",
            "\"s\"",
            r#"{"row":["p","q","s"]}"#,
        ),
        (
            "{}",
            "/some/way/down",
            "true",
            r#"{"some":{"way":{"down":true}}}"#,
        ),
        // Cases of removal.
        (
            r#"{"a":{"b":{"c":1,"d":2}}}"#,
            "/a/b/d",
            "null",
            r#"{"a":{"b":{"c":1}}}"#,
        ),
        (
            r#"{"a":{"b":true,"c":false,"d":0}}"#,
            "/a/b",
            "null",
            r#"{"a":{"c":false,"d":0}}"#,
        ),
        (r#"{"stays":1,"goes":2}"#, "/goes", "null", r#"{"stays":1}"#),
        (
            r#"{"a":{"b":{"c":1},"d":2}}"#,
            "/a/b",
            "null",
            r#"{"a":{"d":2}}"#,
        ),
        (r#"{"only":{"a":1}}"#, "/only", "null", "{}"),
        // The following cases come from the Python client.
        (r#"{"only":1}"#, "/", "null", "{}"),
        (r#"{"row":[1,2]}"#, "/row/0", "null", r#"{"row":[null,2]}"#),
        (r#"{"row":[1]}"#, "/row/5", "null", r#"{"row":[1]}"#),
        (
            r#"{"row":[1]}"#,
            "/row/3",
            "9",
            r#"{"row":[1,null,null,9]}"#,
        ),
        ("{}", "/gone/x", "null", "{}"),
        ("{}", "/x", r#"{"y":null}"#, r#"{"x":{"y":null}}"#),
        (r#"{"x":null}"#, "/y", "1", r#"{"x":null,"y":1}"#),
    ] {
        let create = format!(
            r#"{{"version":"v1.0","createSurface":{{"surfaceId":"s","dataModel":{data}}}}}"#
        );
        let update = format!(
            r#"{{"version":"v1.0","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
        );
        let mut surfaces = Surfaces::new();
        for text in [create, update] {
            surfaces.apply(&Message::read(&text).unwrap()).unwrap();
        }
        let model = surfaces
            .get("s")
            .unwrap()
            .data_model()
            .to_payload()
            .unwrap();
        assert_eq!(model.text(), expected, "{path} {value}");
    }
}

/// Covers the cases that this crate handles differently, with the reason and the actual behavior.
#[test]
fn known_differences_from_the_upstream_cases_remain() {
    // Observers of paths: a write returns the changed path, and the caller compares it with the observed paths. The cases of
    // exact paths, paths above, paths below, siblings, absent paths, several observers and their end belong to the client.
    let mut model = model(START);
    assert_eq!(model.write("/stops/5", payload("1")).unwrap(), "/stops");
    assert_eq!(model.write("/trip/to", payload("1")).unwrap(), "/trip/to");
    // In the suites, a model begins as an empty object. Here it is absent until the first write, so that it is not sent.
    assert_eq!(DataModel::new().get("/"), None);
}
