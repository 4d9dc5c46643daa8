//! Any message between the two dialects that the first two bytes name. What came out comes back, with its carry, or is refused.
#![no_main]
#![deny(unsafe_code)]

use bridge::{AnyMessage, Carry, Context, Dialect, Translator};
use libfuzzer_sys::fuzz_target;
use wire::Payload;

fn dialect(byte: u8) -> Dialect {
    Dialect::ALL[usize::from(byte) % Dialect::ALL.len()].0
}

fuzz_target!(|data: &[u8]| {
    let [from, to, text @ ..] = data else { return };
    let (from, to) = (dialect(*from), dialect(*to));
    let Ok(Ok(message)) = std::str::from_utf8(text).map(Payload::parse) else { return };
    let Ok(message) = AnyMessage::read(&message, from, to.protocol()) else { return };
    let Ok(mut there) = Translator::new(from, to, Context::default()) else { return };
    let Ok(outputs) = there.push(message, Carry::default()) else { return };
    for output in outputs.outputs.into_iter().chain(there.finish().outputs) {
        let written = output.message.encode().expect("what came out is written");
        assert!(Payload::is_json(&written));
        let Ok(mut back) = Translator::new(to, from, Context::default()) else { continue };
        let _ = back.push(output.message, output.carry).map(|outputs| outputs.outputs.len());
        let _ = back.finish().outputs.len();
    }
});
