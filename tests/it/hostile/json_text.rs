//! Texts that are not JSON, are hardly JSON, or are JSON that parsers read differently.

use super::{
    Kept, Refused, Row, at, comes_back, found, hold, json, kept, nested, record, refused, row, says,
};
use a2ui::stream::{Framing, Stream};
use aap::{CanvasPath, CanvasPathError, Interaction, lenient};
use bridge::{Carry, Dialect};
use wire::Payload;

pub(super) const ROWS: &[Row] = &[
    row(1, "128 lists in each other as data", Refused, || {
        let error = wire::decode::<Interaction>(&record("data", &nested(128))).unwrap_err();
        assert_eq!(
            (error.rule, &error.pointer.as_str()[..8]),
            (wire::DecodeRule::Depth, "/data/0/")
        );
        assert!(error.message.contains("129"), "{}", error.message);
        kept::<Interaction>(&record("data", &nested(126)));
        Refused
    }),
    row(
        2,
        "a carry with a value five million levels deep",
        Refused,
        || {
            let deep = nested(5_000_000);
            let text =
                format!(r#"{{"v":1,"layers":[{{"from":"aap@1.0","fields":[["/data",{deep}]]}}]}}"#);
            let error = wire::decode::<Carry>(&text).unwrap_err();
            assert_eq!(error.rule, wire::DecodeRule::Depth);
            // Beside a message the depth is not limited: a carried value may be as deep as its message allowed.
            assert!(Carry::read(&text).is_some());
            assert!(
                error
                    .pointer
                    .as_str()
                    .starts_with("/layers/0/fields/0/1/0/"),
                "{}",
                error.pointer
            );
            Refused
        },
    ),
    row(3, "a deep value that is built and dropped", Refused, || {
        // A payload is text, so any depth can be stored and dropped; a written message is limited in depth.
        let deep = Payload::parse(nested(1_000_000)).unwrap();
        assert_eq!(deep.depth(), 1_000_000);
        assert!(matches!(
            wire::encode(&deep),
            Err(wire::EncodeError::Depth { .. })
        ));
        let mut model = a2ui::data_model::DataModel::new();
        assert_eq!(
            model
                .set(&"/a".repeat(100_000), Payload::null())
                .unwrap_err()
                .rule(),
            "depth"
        );
        Refused
    }),
    row(4, "a member twice", Refused, || {
        refused(
            wire::decode::<Interaction>(&record("action", r#""a","action":"b""#)),
            "duplicate",
            "/action",
        )
    }),
    row(
        5,
        "an unknown member twice, and one of a payload",
        Refused,
        || {
            let data = r#"{"a":1,"a":2}"#;
            kept::<Interaction>(&record("data", data));
            says(
                &found::<Interaction>(&record("data", data)),
                "repeated-member",
                "/data/a",
            );
            let there = comes_back(Dialect::Aap, Dialect::A2ui0_9, &record("data", data));
            assert_eq!(
                at(&json(&there.message.encode().unwrap()), "/action/context")
                    .unwrap()
                    .text(),
                data
            );
            refused(
                wire::decode::<Interaction>(&record("data", r#"{},"x":1,"x":2"#)),
                "duplicate",
                "/x",
            )
        },
    ),
    row(6, "a member twice, once in escapes", Refused, || {
        refused(
            wire::decode::<Interaction>(&record("action", r#""a","\u0061ction":"b""#)),
            "duplicate",
            "/action",
        )
    }),
    row(7, "names that differ in their normal form", Kept, || {
        let data = "{\"\u{e9}\":1,\"e\u{301}\":2}";
        comes_back(Dialect::Aap, Dialect::A2ui0_9, &record("data", data));
        assert_eq!(json(data).members().count(), 2);
        kept::<Interaction>(&record("data", data))
    }),
    row(8, "a summary cut within a surrogate pair", Kept, || {
        let text = record("summary", r#""cut \ud83d...""#);
        let strict = wire::decode::<Interaction>(&text).unwrap_err();
        assert_eq!(strict.pointer.as_str(), "/summary");
        let read = lenient::decode::<Interaction>(&text).unwrap();
        assert_eq!(
            (&*read.value.summary, read.repairs[0].pointer.as_str()),
            ("cut \u{FFFD}...", "/summary")
        );
        comes_back(
            Dialect::Aap,
            Dialect::A2ui0_9,
            &record("data", r#"{"cut":"\ud83d"}"#),
        );
        Kept
    }),
    row(9, "half a surrogate pair as a name", Kept, || {
        comes_back(
            Dialect::Aap,
            Dialect::A2ui0_9,
            &record("data", r#"{"\udc00":1}"#),
        );
        kept::<Interaction>(&record("data", r#"{"\udc00":1}"#));
        kept::<Interaction>(&record("summary", r#""s","\udc00":1"#))
    }),
    row(10, "a null character", Kept, || {
        let text = record("element", r#""a\u0000b""#);
        says(
            &found::<Interaction>(&text),
            "control-characters",
            "/element",
        );
        comes_back(Dialect::Aap, Dialect::A2ui0_9, &text);
        assert_eq!(
            CanvasPath::parse("a\0.html"),
            Err(CanvasPathError::ControlOrNul)
        );
        let mut record: Interaction = wire::decode(&text).unwrap();
        record.id = "a\0".into();
        assert!(record.file_name().is_err());
        kept::<Interaction>(&text)
    }),
    row(11, "a byte that is not UTF-8", Refused, || {
        let error = wire::decode_slice::<Payload>(b"{\"id\":\"\xff\"}").unwrap_err();
        assert_eq!((error.line, error.column), (1, 8));
        refused::<(), _>(Err(error), "encoding", "")
    }),
    row(12, "overlong UTF-8, and UTF-16", Refused, || {
        refused(
            wire::decode_slice::<Payload>(b"\"\xc0\xaf\""),
            "encoding",
            "",
        );
        let utf_16: Vec<u8> = "\u{FEFF}{}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        refused(wire::decode_slice::<Payload>(&utf_16), "encoding", "")
    }),
    row(13, "a byte order mark", Refused, || {
        // Real AAP providers write it, so `lenient` removes it and reports the repair.
        let text = format!("\u{FEFF}{}", record("", ""));
        let read = lenient::decode::<Interaction>(&text).unwrap();
        assert_eq!(read.repairs[0].kind, lenient::RepairKind::ByteOrderMark);
        let error = wire::decode::<Interaction>(&text).unwrap_err();
        assert!(error.message.contains("byte order mark"), "{error}");
        refused::<(), _>(Err(error), "syntax", "")
    }),
    row(14, "what is nearly JSON", Refused, || {
        for text in [
            "{} {}",
            "{\"a\":1,}",
            "[1,]",
            "NaN",
            "Infinity",
            "{'a':1}",
            "{}//c",
            "/**/{}",
            "{a:1}",
            "01",
            "+1",
            "",
            " ",
        ] {
            refused(wire::decode::<Payload>(text), "syntax", "");
            assert!(Payload::parse(text).is_err(), "{text}");
            assert!(lenient::decode::<Payload>(text).is_err(), "{text}");
        }
        Refused
    }),
    row(15, "a stream that is cut within an escape", Kept, || {
        let message = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"\u00e9\ud83d\ude00"}}"#;
        for cut in 1..message.len() {
            for framing in [Framing::Lines, Framing::Values] {
                let mut stream = Stream::new(framing, None);
                assert!(stream.push(&message[..cut]).is_empty(), "{cut}");
                let mut read = stream.push(&message[cut..]);
                read.extend(stream.push("\n"));
                let id = read
                    .remove(0)
                    .result
                    .unwrap()
                    .surface_id()
                    .unwrap()
                    .as_str()
                    .to_owned();
                assert_eq!((&*id, read.len()), ("\u{e9}\u{1f600}", 0), "{cut}");
            }
        }
        let mut stream = Stream::new(Framing::Lines, None);
        assert!(stream.push(&message[..50]).is_empty());
        assert!(
            stream.finish()[0].result.is_err(),
            "the end of the stream is the end of the message"
        );
        Kept
    }),
    row(16, "other line ends than LF", Kept, || {
        let message = "{\"version\":\"v0.9\",\"deleteSurface\":{\"surfaceId\":\"a\u{2028}b\u{2029}c\u{85}\"}}";
        let mut stream = Stream::new(Framing::Lines, None);
        let read = stream.push(&format!("{message}\r\n{message}\n"));
        assert_eq!(read.len(), 2);
        for element in read {
            assert_eq!(wire::encode(&element.result.unwrap()).unwrap(), message);
        }
        Kept
    }),
];

#[test]
fn hostile_json_texts_have_the_expected_outcome() {
    hold(ROWS);
}
