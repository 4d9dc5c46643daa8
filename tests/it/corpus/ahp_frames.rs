//! Round trips of the Agent Host Protocol, of the types that exist here.

use super::{again, folder, payload, texts};
use ahp::{canvas::StateAction, envelope::ActionEnvelope, json_rpc::JsonRpcMessage};
use wire::{Payload, Pointer};

/// The files whose types exist here. The others (017, 018) are about types of which canvases know nothing.
const COVERED: [&str; 9] = ["001", "002", "008", "009", "010", "011", "016", "025", "026"];

/// A payload into a type and out again.
fn through(name: &str, type_name: &str, input: &Payload) -> Payload {
    fn of<T: wire::WireType>(name: &str, input: &Payload) -> Payload {
        again(&input.decode::<T>().unwrap_or_else(|error| panic!("{name}: {error}")))
    }
    match type_name {
        "ActionEnvelope" => of::<ActionEnvelope>(name, input),
        "StateAction" => of::<StateAction>(name, input),
        "JsonRpcMessage" => of::<JsonRpcMessage>(name, input),
        other => panic!("{name}: a type {other} is not expected here"),
    }
}

#[test]
fn every_round_trip_of_a_type_that_exists_gives_an_output_that_is_acceptable() {
    let Some(folder) = folder("ahp/round-trips") else { return };
    let covered = |name: &String| COVERED.iter().any(|number| name.starts_with(number));
    let cases: Vec<_> = texts(&folder).into_iter().filter(|(name, _)| covered(name)).collect();
    assert_eq!(cases.len(), COVERED.len());
    for (name, text) in cases {
        let case = payload(&text);
        let member = |member: &str| case.get(&Pointer::root().member(member));
        let type_name = member("type").unwrap();
        let output = through(&name, &type_name.as_str().unwrap(), &member("input").unwrap());
        match member("acceptableOutputs") {
            Some(outputs) => {
                assert!(outputs.elements().any(|acceptable| acceptable == output), "{name}: {output}")
            }
            None => assert_eq!(Some(output), member("preservedOutput"), "{name}"),
        }
    }
}
