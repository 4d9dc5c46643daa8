//! A translator that is given line after line. A second one, saved and resumed between the lines, gives the same.
#![no_main]
#![deny(unsafe_code)]

use bridge::{AnyMessage, Carry, Context, Dialect, SavedTranslator, Translator};
use libfuzzer_sys::fuzz_target;
use wire::Payload;

fn dialect(byte: u8) -> Dialect {
    Dialect::ALL[usize::from(byte) % Dialect::ALL.len()].0
}

fuzz_target!(|data: &[u8]| {
    let [from, to, text @ ..] = data else { return };
    let (from, to) = (dialect(*from), dialect(*to));
    let Ok(text) = std::str::from_utf8(text) else { return };
    let translator = || Translator::new(from, to, Context::default());
    let (Ok(mut whole), Ok(mut saved)) = (translator(), translator()) else { return };
    for line in text.lines() {
        let Ok(line) = Payload::parse(line) else { continue };
        let Ok(message) = AnyMessage::read(&line, from, to.protocol()) else { continue };
        let state = wire::encode(&saved.save()).expect("a session is written");
        let state: SavedTranslator = wire::decode_any_depth(&state).expect("and read");
        saved = Translator::resume(state, Context::default()).expect("and resumed");
        let (one, other) =
            (whole.push(message.clone(), Carry::default()), saved.push(message, Carry::default()));
        assert_eq!(one, other);
    }
    assert_eq!(whole.finish(), saved.finish());
});
