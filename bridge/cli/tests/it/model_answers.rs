//! Answers of language models: text of any length and script around messages, invalid JSON, other notations, and no
//! message at all.

use crate::program::run;

const A: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const B: &str =
    r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1.50}}"#;

#[test]
fn text_of_any_length_and_script_may_surround_a_message() {
    for before in [
        "Sure!",
        "Sure thing!",
        "OK",
        "🎉",
        "当然！",
        "بكل سرور، هذه هي الواجهة:",
        "# The surface",
        "- a list\n- of words",
        "1. First:",
        "> He said \"go\", and [this](https://a.test) is {it}:",
        "Sure.\n\nHere are **two** messages:\n",
        "---\nname: sample\nprompt: |\n  Make a surface: {\"kind\": 1}\n---",
    ] {
        for after in ["", "Bye", "\n👋\n再见。\n", "Is that *all*?\n- yes\n- no"] {
            let input = format!("{before}\n{A}\n{B}\n{after}");
            let ran = run(&["decode", "a2ui"], &input);
            assert_eq!(
                (ran.status, ran.out),
                (0, format!("{A}\n{B}\n")),
                "{input}: {}",
                ran.err
            );
            assert_eq!(ran.err.lines().count(), 1, "{input}: {}", ran.err);
        }
        let input = format!("{before} {A}\nand then: {B}\n");
        let ran = run(&["decode", "a2ui"], &input);
        assert_eq!(
            (ran.status, ran.out),
            (0, format!("{A}\n{B}\n")),
            "{input}: {}",
            ran.err
        );
    }
}
