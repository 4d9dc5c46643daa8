//! Broken carries, and carries forged to change the content of a record.

use crate::program::{Ran, convert, file, run, run_ok, text};

#[test]
fn a_carry_that_is_not_used_is_reported() {
    let record = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","element":"b","data":{"n":1},"summary":"by hand"}"#;
    let [key, other] = ["0123456789abcdef", "fedcba9876543210"].map(file);
    for to in ["a2ui@0.9", "ahp"] {
        let there = |more: &[&str], input: &str| run_ok(&convert("aap", to, more), input).out;
        let embedded = there(&["--embed"], record);
        let sealed = there(&["--embed", "--carry-key", &key], record);
        let enveloped = there(&["--envelope"], record);
        let forgotten = "the carry is not used: embedded carries are not trusted without a key";
        let wrong = "the carry is not used: its seal is not valid for this message, carry and key";
        let none = "the carry is not used: it has no seal";
        for (more, input, reason) in [
            (&[][..], &embedded, forgotten),
            (&[], &sealed, forgotten),
            (&["--notes"], &sealed, forgotten),
            (&["--carry-key", &other], &sealed, wrong),
            (&["--carry-key", &key], &embedded, none),
            (&["--envelope", "--carry-key", &key], &enveloped, none),
        ] {
            let back = |extra: &[&str], input: &str| {
                run(
                    &[&["convert", "--from", to, "--to", "aap"], more, extra].concat(),
                    input,
                )
            };
            let reported = |ran: &Ran| -> Vec<String> {
                let reports = ran.reports().into_iter();
                let of_carry = reports.filter(|line| {
                    text(line, "/rule") == "carry/ignored" && line.member("verdict").is_none()
                });
                of_carry
                    .map(|line| text(&line, "/message").to_owned())
                    .collect()
            };
            let ran = back(&[], input);
            assert_eq!(
                (ran.status, reported(&ran)),
                (0, vec![reason.to_owned()]),
                "{more:?}: {}",
                ran.err
            );
            let ran = back(&[], &input.repeat(2));
            let expected = format!("2 carries are not used; this is the first: {reason}");
            assert_eq!(
                (ran.status, reported(&ran)),
                (0, vec![expected]),
                "{more:?}: {}",
                ran.err
            );
            assert_eq!(reported(&back(&["--quiet"], input)), [""; 0], "{more:?}");
            let ran = back(&["--strict"], input);
            assert_eq!(
                (ran.status, reported(&ran)),
                (1, vec![reason.to_owned()]),
                "{more:?}: {}",
                ran.err
            );
            assert_eq!(ran.out, "", "{more:?}");
        }
        let key = ["--strict", "--carry-key", &key];
        assert_eq!(
            run(&convert(to, "aap", &key), &sealed).out.trim_end(),
            record
        );
    }
}
