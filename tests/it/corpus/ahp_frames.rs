//! Cases of the Agent Host Protocol: round trips and a reducer.

use super::{again, folder, payload, texts};
use ahp::{
    canvas::{SessionSummary, StateAction, fold_case},
    envelope::ActionEnvelope,
    json_rpc::JsonRpcMessage,
    reducer_case::ReducerCase,
};
use wire::Payload;

/// Decodes a payload as a type and encodes it again.
fn through(name: &str, type_name: &str, input: &Payload) -> Payload {
    fn of<T: wire::WireType>(name: &str, input: &Payload) -> Payload {
        again(
            &input
                .decode::<T>()
                .unwrap_or_else(|error| panic!("{name}: {error}")),
        )
    }
    match type_name {
        "ActionEnvelope" => of::<ActionEnvelope>(name, input),
        "StateAction" => of::<StateAction>(name, input),
        "JsonRpcMessage" => of::<JsonRpcMessage>(name, input),
        "SessionSummary" => of::<SessionSummary>(name, input),
        other => panic!("{name}: a type {other} is not expected here"),
    }
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_round_trip_has_an_acceptable_output() {
    let folder = folder("ahp/round-trips");
    let cases = texts(&folder);
    assert!(cases.len() >= 11, "only {} cases", cases.len());
    let mut preserved = 0;
    for (name, text) in cases {
        let case = payload(&text);
        let member = |member: &str| case.member(member);
        let type_name = member("type").unwrap();
        let output = through(
            &name,
            &type_name.as_str().unwrap(),
            &member("input").unwrap(),
        );
        // A reader that drops unknown members gives the first output, one that keeps them the second: nothing is
        // dropped here.
        match member("preservedOutput") {
            Some(kept) => {
                preserved += 1;
                assert_eq!(output, kept, "{name}");
            }
            None => {
                let mut outputs = member("acceptableOutputs")
                    .unwrap()
                    .elements()
                    .collect::<Vec<_>>()
                    .into_iter();
                assert!(
                    outputs.any(|acceptable| acceptable == output),
                    "{name}: {output}"
                );
            }
        }
    }
    assert!(preserved > 0, "no case says what is kept");
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn reducers_match_the_published_cases() {
    let folder = folder("ahp/reducers");
    let cases = texts(&folder);
    assert!(!cases.is_empty(), "no cases");
    for (name, text) in cases {
        let case: ReducerCase =
            wire::decode(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let folded = fold_case(&case).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Some(folded.state), case.expected, "{name}");
    }
}
