//! Answers of language models: text of any length and script around messages, invalid JSON, other notations, and no
//! message at all.

use crate::program::{at, run, text};

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

#[test]
fn repairable_json_is_read_with_a_warning_for_each_kind_of_repair() {
    let curly = B.replace('"', "”");
    let python = B.replace('"', "'").replace("1.50", "None");
    let comment = B.replace("\"updateDataModel\"", "// the price\n\"updateDataModel\"");
    for (form, second, rule, place) in [
        (
            "So:\n<a2ui-json>[@1,\n@2]</a2ui-json>",
            curly.as_str(),
            "curly-quotes",
            ["3", "2"],
        ),
        (
            "```json\n@1\n@2\n```\n",
            &python,
            "python-literal",
            ["3", "74"],
        ),
        ("@1\n@2\n", &comment, "comment", ["2", "19"]),
        ("[@1,\n@2,\n]", B, "trailing-comma", ["2", "80"]),
        ("{\"messages\":[@1,@2", B, "missing-bracket", ["1", "162"]),
    ] {
        let input = form.replace("@1", A).replace("@2", second);
        let ran = run(&["decode", "a2ui"], &input);
        let value = if rule == "python-literal" {
            "null"
        } else {
            "1.50"
        };
        let expected = format!("{A}\n{}\n", B.replace("1.50", value));
        assert_eq!(
            (ran.status, &ran.out),
            (0, &expected),
            "{input}: {}",
            ran.err
        );
        let reports = ran.reports();
        let warning = reports
            .iter()
            .find(|report| text(report, "/rule") == format!("repair/{rule}"));
        let warning = warning.unwrap_or_else(|| panic!("{input}: {}", ran.err));
        let told = ["/line", "/column"].map(|member| at(warning, member).text().to_owned());
        assert_eq!(told, place, "{input}: {}", ran.err);
        let checked = run(&["check", "a2ui"], &input);
        assert_eq!(checked.status, 65, "{input}: {}", checked.out);
    }
}

#[test]
fn log_prefixes_and_program_output_are_text() {
    for form in [
        "Sure: [@1,\n@2]\n",
        "messages = [@1, @2]\n",
        "2026-05-18T15:30:00Z INFO sent [@1]\n2026-05-18T15:30:01Z INFO sent @2\n",
        "[INFO] sent [@1]\n[INFO] sent @2\n",
        "[10:00] -> @1\n[10:01] -> [@2]\n",
        "- @1\n- @2\n",
        "> @1\n> @2\n",
        "\x1b[32minfo\x1b[0m @1\n\x1b[1;32minfo\x1b[0m @2\n",
        "\x1b[32m@1\x1b[0m\n\x1b[32m@2\x1b[0m\n",
    ] {
        let input = form.replace("@1", A).replace("@2", B);
        let ran = run(&["decode", "a2ui"], &input);
        assert_eq!(
            (ran.status, &ran.out),
            (0, &format!("{A}\n{B}\n")),
            "{input}: {}",
            ran.err
        );
        let rules: Vec<_> = ran
            .reports()
            .iter()
            .map(|report| text(report, "/rule").to_owned())
            .collect();
        assert_eq!(rules, ["text-around"], "{input}");
    }
    let ran = run(&["decode", "a2ui"], format!("\x1e{A}\n\x1e{B}\n"));
    assert_eq!(
        (ran.status, ran.out, ran.err.as_str()),
        (0, format!("{A}\n{B}\n"), "")
    );
}

#[test]
fn text_that_is_repairable_as_a_whole_is_not_split() {
    let quoted = B.replace('"', "'").replace(":{", ":{\n");
    for (form, rules) in [
        ("[@1, // the surface\n@2]\n", &["comment"][..]),
        ("[@1\n@2]\n", &["missing-comma"]),
        ("@1\n@q\n", &["single-quotes"]),
        ("@1,\n@2,\n", &["trailing-comma"]),
        ("@1, @2\n", &["trailing-comma"]),
    ] {
        for before in ["", "Here:\n"] {
            let input = before.to_owned()
                + &form
                    .replace("@1", A)
                    .replace("@2", B)
                    .replace("@q", &quoted);
            let ran = run(&["decode", "a2ui"], &input);
            assert_eq!(
                (ran.status, &ran.out),
                (0, &format!("{A}\n{B}\n")),
                "{input}: {}",
                ran.err
            );
            if before.is_empty() {
                let rule = |report| {
                    text(report, "/rule")
                        .trim_start_matches("repair/")
                        .to_owned()
                };
                let mut told: Vec<_> = ran.reports().iter().map(rule).collect();
                told.dedup();
                assert_eq!(told, rules, "{input}: {}", ran.err);
            }
        }
    }
}

#[test]
fn an_irreparable_message_affects_no_other() {
    for form in [
        "@1\n@X\n@2\n",
        "So:\n```\n[@1,\n@X,\n@2]\n```\n",
        "<a2ui-json>[@1, @X, @2]</a2ui-json>",
        "[@1,\n@X,\n@2]\n",
    ] {
        for broken in [
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":"a "b" c"}}"#,
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":[1,,2]}}"#,
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":undefined}}"#,
        ] {
            let input = form.replace("@1", A).replace("@2", B).replace("@X", broken);
            let ran = run(&["decode", "a2ui"], &input);
            assert_eq!(
                (ran.status, ran.out),
                (65, format!("{A}\n{B}\n")),
                "{input}: {}",
                ran.err
            );
            assert_eq!(
                ran.err.matches("\"error\":").count(),
                1,
                "{input}: {}",
                ran.err
            );
        }
    }
}

#[test]
fn one_message_of_a_list_is_repaired_although_another_cannot_be() {
    let mendable = B.replace('"', "'");
    let broken = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":[1,,2]}}"#;
    for (second, third) in [(mendable.as_str(), broken), (broken, &mendable)] {
        let ran = run(
            &["decode", "a2ui"],
            format!("[\n{A},\n{second},\n{third}\n]\n"),
        );
        assert_eq!(
            (ran.status, ran.out),
            (65, format!("{A}\n{B}\n")),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.matches("\"error\":").count(), 1, "{}", ran.err);
    }
}

#[test]
fn a_block_in_another_notation_and_a_text_without_a_message_are_one_error() {
    let block = "Here:\n<a2ui>\nroot = Column([t])\nt = Text(\"Hi\")\n</a2ui>\nDone!\n";
    let vertical = "<a2ui-vertical>\nText(\"Hi\")\n</a2ui-vertical>\n";
    for (input, line, message) in [
        (
            block,
            "3",
            "this block is written in A2UI Express, not in JSON",
        ),
        (
            vertical,
            "2",
            "this block is written in A2UI Vertical, not in JSON",
        ),
        (
            "I have no surface for that.\n\nSorry!\n",
            "1",
            "the text (2 lines) contains no A2UI message",
        ),
        ("对不起", "1", "the text (1 line) contains no A2UI message"),
    ] {
        for command in ["decode", "fold", "check"] {
            let ran = run(&[command, "a2ui"], input);
            let reports = if command == "check" {
                ran.values()
            } else {
                ran.reports()
            };
            let errors: Vec<_> = reports
                .iter()
                .filter(|report| text(report, "/message") == message)
                .collect();
            assert_eq!(
                (ran.status, errors.len()),
                (65, 1),
                "{command}: {input}: {}{}",
                ran.out,
                ran.err
            );
            assert_eq!(at(errors[0], "/line").text(), line, "{input}");
            assert!(
                ran.out.lines().count() + ran.err.lines().count() <= 2,
                "{}{}",
                ran.out,
                ran.err
            );
        }
    }
    let ran = run(&["decode", "a2ui"], format!("{block}{A}\n"));
    assert_eq!((ran.status, ran.out), (65, format!("{A}\n")));
}
