//! Pushes lines through a translator, each with an optional carry after a tab. A second translator is saved and resumed
//! before each line. It must give the same results, and a refusal must change nothing.
#![no_main]
#![deny(unsafe_code)]

use agent_ui_fuzz::{context, pair};
use bridge::{
    AnyMessage, Carry, CarryPolicy, LossPolicy, SavedTranslator, SealKey, Translator, Trust,
};
use libfuzzer_sys::fuzz_target;
use wire::Payload;

/// Configures a translator by the bits of the first character after the dialects.
fn set_up(mut translator: Translator, options: u8) -> Translator {
    let key = || SealKey::new(b"0123456789abcdef").expect("a key");
    if options & 1 != 0 {
        translator = translator.loss_policy(if options & 2 != 0 {
            LossPolicy::RefuseUnlessCarried
        } else {
            LossPolicy::Refuse
        });
    }
    if options & 4 != 0 {
        translator = translator.embed();
    }
    if options & 8 != 0 {
        translator = translator.escape_ids();
    }
    match options & 48 {
        16 => translator.trust(Trust {
            embedded: CarryPolicy::Accept,
            separate: CarryPolicy::Ignore,
        }),
        32 => {
            let sealed = || CarryPolicy::Sealed(key());
            translator.seal(key()).trust(Trust {
                embedded: sealed(),
                separate: sealed(),
            })
        }
        _ => translator,
    }
}

fn save_state(translator: &Translator) -> String {
    wire::encode(&translator.save()).expect("a session is written")
}

fuzz_target!(|data: &[u8]| {
    let Some((from, to, text)) = pair(data) else {
        return;
    };
    let Some(options) = text.bytes().next() else {
        return;
    };
    let new = || Translator::new(from, to, context()).map(|translator| set_up(translator, options));
    let (Ok(mut whole), Ok(mut pieces)) = (new(), new()) else {
        return;
    };
    for line in text.lines().skip(1) {
        let (message, carry) = line.split_once('\t').unwrap_or((line, ""));
        let Ok(message) = Payload::parse(message) else {
            continue;
        };
        let Ok(message) = AnyMessage::read(&message, from, to.protocol()) else {
            continue;
        };
        let carry = Carry::read(carry).unwrap_or_default();
        let before = save_state(&pieces);
        let state: SavedTranslator = wire::decode_any_depth(&before).expect("and read");
        pieces = set_up(
            Translator::resume(state, context()).expect("and resumed"),
            options,
        );
        let one = whole.push(message.clone(), carry.clone());
        let other = pieces.push(message, carry);
        assert_eq!(one, other);
        // If a lossy message is refused, the messages that depend on it are refused too.
        let is_strict = options & 1 != 0;
        if other.is_err() && !is_strict {
            assert_eq!(save_state(&pieces), before, "a refusal changes nothing");
        }
        for output in one.into_iter().flat_map(|outputs| outputs.outputs) {
            assert!(Payload::is_json(
                &output.message.encode().expect("what came out is written")
            ));
        }
    }
    assert_eq!(whole.finish(), pieces.finish());
});
