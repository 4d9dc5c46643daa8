//! Tests of two programs that use the same session.

use super::{connect, server::Server, text, texts};
use agent_ui_nats::session_store::NatsStore;
use live::gateway::store::{LogEntry, SessionStore};
use std::{io, thread};

#[test]
fn the_second_writer_gets_an_error() {
    let Some(server) = Server::start() else {
        return;
    };
    let (one, two) = (connect(&server), connect(&server));
    for store in [&one, &two] {
        assert!(store.load("s").unwrap().is_empty());
        assert!(store.is_current("s", 1).unwrap());
    }
    one.append("s", 1, &[text("a"), text("b")]).unwrap();
    assert!(one.is_current("s", 3).unwrap());
    assert!(!two.is_current("s", 1).unwrap());
    let error = two.append("s", 1, &[text("lost")]).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ResourceBusy, "{error}");
    // The error remains until the session is loaded again.
    assert!(two.append("s", 1, &[text("lost")]).is_err());
    assert!(two.replace("s", 1, &[text("lost")]).is_err());
    assert_eq!(texts(&two, "s"), ["a", "b"]);
    two.replace("s", 3, &[text("ab")]).unwrap();
    assert!(one.append("s", 3, &[text("lost")]).is_err());
    assert_eq!(texts(&one, "s"), ["ab"]);
    one.append("s", 4, &[text("c")]).unwrap();
    assert_eq!(texts(&two, "s"), ["ab", "c"]);
}

#[test]
fn entries_of_several_programs_never_interleave() {
    const WRITERS: usize = 4;
    const WRITES: usize = 25;
    let Some(server) = Server::start() else {
        return;
    };
    let stores: Vec<NatsStore> = (0..WRITERS).map(|_| connect(&server)).collect();
    thread::scope(|scope| {
        for (writer, store) in stores.iter().enumerate() {
            scope.spawn(move || {
                for write in 0..WRITES {
                    // Some writes have several parts.
                    let long = "x".repeat(if write % 5 == 0 { 150_000 } else { 1 });
                    let entries = [text(format!("{writer}/{write}")), text(long), text("end")];
                    loop {
                        let next = store
                            .load("s")
                            .unwrap()
                            .last()
                            .map_or(1, |(number, _)| number + 1);
                        match store.append("s", next, &entries) {
                            Ok(()) => break,
                            Err(error) => {
                                assert_eq!(error.kind(), io::ErrorKind::ResourceBusy, "{error}")
                            }
                        }
                    }
                }
            });
        }
    });
    let entries = stores[0].load("s").unwrap();
    assert!(
        entries
            .iter()
            .map(|(number, _)| *number)
            .eq(1..=(WRITERS * WRITES * 3) as u64)
    );
    let mut written = [0; WRITERS];
    for group in entries.chunks(3) {
        let [(_, LogEntry::Text { text: head, .. }), _, (_, last)] = group else {
            panic!("{group:?}")
        };
        assert_eq!(last, &text("end"));
        let (writer, write) = head.split_once('/').unwrap();
        let written = &mut written[writer.parse::<usize>().unwrap()];
        assert_eq!(write.parse::<usize>().unwrap(), *written);
        *written += 1;
    }
    assert_eq!(written, [WRITES; WRITERS]);
}

#[test]
fn a_session_can_be_read_while_it_is_replaced() {
    const LAST: u64 = 400;
    let Some(server) = Server::start() else {
        return;
    };
    let (writer, reader) = (connect(&server), connect(&server));
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut next = 1;
            for count in 1..=LAST {
                writer
                    .append("s", next, &[text(count.to_string())])
                    .unwrap();
                next += 1;
                if count % 20 == 0 {
                    writer
                        .replace("s", next, &[text(format!("1-{count}"))])
                        .unwrap();
                    next += 1;
                }
            }
        });
        // The texts are a contiguous range of numbers.
        let mut reads = 0;
        loop {
            let mut end = 0;
            for text in texts(&reader, "s") {
                let (first, last) = text.split_once('-').unwrap_or((&text, &text));
                let is_range = text.contains('-');
                assert_eq!(
                    first.parse::<u64>().unwrap(),
                    if is_range { 1 } else { end + 1 },
                    "{text}"
                );
                end = last.parse().unwrap();
            }
            reads += 1;
            if end == LAST {
                break;
            }
        }
        assert!(reads > 1);
    });
    assert_eq!(texts(&writer, "s"), [format!("1-{LAST}")]);
}
