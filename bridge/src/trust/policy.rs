//! Policies that decide which carries are trusted: all, none, or the carries with a valid seal.
//!
//! A carry comes from outside. A sender who can change it controls every field that the message does not show: an id, an
//! unknown member, a field of an earlier protocol. A [`CarryPolicy`] decides which carries are used. [`Trust`] has one
//! policy for carries next to messages and one for embedded carries.
//!
//! ```
//! use agent_ui_bridge::{Carry, CarryPolicy, Embed, IgnoredCarry, SealKey, aap, wire};
//!
//! let key = SealKey::new(b"sixteen bytes or more")?;
//! let record: aap::Interaction = wire::decode(
//!     r#"{"id":"7","timestamp":"t","canvasFile":"a.html","action":"click","element":"ok","summary":"s"}"#,
//! )?;
//! let carry: Carry = wire::decode(r#"{"v":1,"layers":[{"from":"a2ui@0.9","fields":[["/x",1]]}]}"#)?;
//!
//! let sealed = carry.clone().seal_for(&key, &record.binding());
//! let policy = CarryPolicy::Sealed(key);
//! assert_eq!(policy.admit(sealed.clone(), &record.binding()), Ok(carry.clone()));
//!
//! let other = record.clone().element("cancel");
//! assert_eq!(policy.admit(sealed, &other.binding()), Err(IgnoredCarry::WrongSeal));
//! assert_eq!(policy.admit(carry, &record.binding()), Err(IgnoredCarry::NoSeal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Carry, Dialect};
use hmac_sha256::HMAC;
use std::fmt;
use wire::{
    Field, Payload,
    token::{self, TokenKind, Tokens},
};

/// The prefix of all sealed data, so that the key can also be used for other purposes.
const LABEL: &str = "agent-ui-bridge carry seal 1";

/// Decides which carries are used.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CarryPolicy {
    /// Uses every carry. The sender then controls every field that the message does not show.
    Accept,
    /// Uses no carry. An embedded carry stays in the message as data.
    Ignore,
    /// Uses only carries with a valid seal, see [`Carry::seal_for`].
    Sealed(SealKey),
}

impl CarryPolicy {
    /// Returns the layers of the carry if it may be used with the message of this binding.
    ///
    /// An [empty](Carry::is_empty) carry is always admitted.
    ///
    /// # Errors
    /// Returns the reason why the carry must not be used.
    ///
    /// ```
    /// use agent_ui_bridge::{Binding, Carry, CarryPolicy, Dialect, IgnoredCarry, wire};
    ///
    /// let carry: Carry = wire::decode(r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/id","7"]]}]}"#)?;
    /// let binding = Binding::of(Dialect::A2ui0_9);
    /// assert!(CarryPolicy::Accept.admit(carry.clone(), &binding).is_ok());
    /// assert_eq!(CarryPolicy::Ignore.admit(carry, &binding), Err(IgnoredCarry::ByPolicy));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn admit(&self, carry: Carry, binding: &Binding) -> Result<Carry, IgnoredCarry> {
        self.admit_for(carry, &|| binding.clone())
    }

    /// Admits a carry like [`admit`](Self::admit), but creates the binding only to check a seal.
    pub(crate) fn admit_for(
        &self,
        carry: Carry,
        binding: &dyn Fn() -> Binding,
    ) -> Result<Carry, IgnoredCarry> {
        if !carry.is_empty() {
            match self {
                Self::Accept => {}
                Self::Ignore => return Err(IgnoredCarry::ByPolicy),
                Self::Sealed(key) => key.check(&carry, &binding())?,
            }
        }
        Ok(carry.content())
    }
}

/// The policies for carries next to messages and for embedded carries.
///
/// By default, a carry next to the message is used, because the operator of the bridge supplies it. An embedded carry is
/// not used, because a page or a client wrote the message.
///
/// ```
/// use agent_ui_bridge::{CarryPolicy, Trust};
///
/// let trust = Trust::default();
/// assert!(matches!((trust.separate, trust.embedded), (CarryPolicy::Accept, CarryPolicy::Ignore)));
/// ```
#[derive(Clone, Debug)]
pub struct Trust {
    /// The policy for a carry next to the message, in an envelope.
    pub separate: CarryPolicy,
    /// The policy for a carry embedded in the message.
    pub embedded: CarryPolicy,
}

impl Default for Trust {
    fn default() -> Self {
        Self {
            separate: CarryPolicy::Accept,
            embedded: CarryPolicy::Ignore,
        }
    }
}

/// The reason why a carry was not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IgnoredCarry {
    /// The policy is [`CarryPolicy::Ignore`].
    #[error("the carry is ignored: carries are not trusted here")]
    ByPolicy,
    /// The policy requires a seal, and the carry has none.
    #[error("the carry is ignored: it has no seal")]
    NoSeal,
    /// The seal was made with another key or for another message, or the carry was changed afterwards.
    #[error("the carry is ignored: its seal is not valid for this carry, message and key")]
    WrongSeal,
    /// The embedded carry was cut or changed.
    #[error("the carry is ignored: it was cut or changed")]
    Damaged,
}

impl IgnoredCarry {
    /// The rule of a note or refusal about a carry that is not used.
    pub const RULE: &'static str = "carry/ignored";

    /// The advice to a caller who expects that the carry is used.
    pub const HINT: &'static str = "use the key that has sealed the carry (`options.carry_key`), accept the carry of an author whom you trust (`options.trust_embedded`), or remove it";

    /// Returns the remark of the note.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Self::ByPolicy => {
                "the carry is not used: embedded carries are not trusted without a key"
            }
            Self::NoSeal => "the carry is not used: it has no seal",
            Self::WrongSeal => {
                "the carry is not used: its seal is not valid for this message, carry and key"
            }
            Self::Damaged => {
                "the carry is not used: its checksum is wrong, so it was cut or changed"
            }
        }
    }

    /// Returns the name in reports: `carry/ignored`, `carry/no-seal`, `carry/wrong-seal` or `carry/damaged`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ByPolicy => "carry/ignored",
            Self::NoSeal => "carry/no-seal",
            Self::WrongSeal => "carry/wrong-seal",
            Self::Damaged => "carry/damaged",
        }
    }
}

/// The properties of a message to which a seal ties a carry. [`Embed::binding`](crate::Embed::binding) returns them.
/// Embedding a carry does not change them.
///
/// | message | `surface` | `component` | `timestamp` |
/// |---|---|---|---|
/// | AAP record | `canvasFile` | `element` | `timestamp` |
/// | A2UI action | `surfaceId` | `sourceComponentId` | `timestamp` |
/// | another A2UI message | `surfaceId` | – | – |
/// | AHP `canvas/message` with an A2UI message | that of the A2UI message, else `channel` | that of the A2UI message | that of the A2UI message |
/// | another AHP action, AHP canvas | `channel` | – | – |
/// | AHP frame | – | `id`, as JSON | – |
/// | actions.json event | `runtime_id` | `event_id` | `observed_at` |
/// | actions.json call, output, error | `runtime_id` | `call_id` | – |
/// | manifest, declaration, list of tools | – | – | – |
///
/// The dialect is the dialect of the message. A2UI 0.9 and 0.9.1 count as one dialect, and so do the notations of 1.0
/// with the same version text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Binding {
    /// The dialect of the message.
    pub dialect: Dialect,
    /// The surface, page or channel.
    pub surface: Option<String>,
    /// The component or element, or the id of a call.
    pub component: Option<String>,
    /// The timestamp in the form that the message states.
    pub timestamp: Option<String>,
}

impl Binding {
    /// Creates a binding that contains only the dialect.
    pub fn of(dialect: Dialect) -> Self {
        Self {
            dialect,
            surface: None,
            component: None,
            timestamp: None,
        }
    }

    /// Sets the surface or page.
    #[must_use]
    pub fn surface(self, surface: Option<impl fmt::Display>) -> Self {
        Self {
            surface: surface.map(|text| text.to_string()),
            ..self
        }
    }

    /// Sets the component or element.
    #[must_use]
    pub fn component(self, component: Option<impl fmt::Display>) -> Self {
        Self {
            component: component.map(|text| text.to_string()),
            ..self
        }
    }

    /// Sets the timestamp of the message.
    #[must_use]
    pub fn timestamp(self, timestamp: Option<impl fmt::Display>) -> Self {
        Self {
            timestamp: timestamp.map(|text| text.to_string()),
            ..self
        }
    }
}

/// A secret key that makes and checks seals.
///
/// The bytes should come from a random source. `Debug` does not print them.
#[derive(Clone)]
pub struct SealKey(HMAC);

impl SealKey {
    /// The minimum length of a key in bytes.
    pub const MIN_LEN: usize = 16;

    /// Creates a key from its bytes.
    ///
    /// # Errors
    /// Fails if there are fewer than [`MIN_LEN`](Self::MIN_LEN) bytes.
    ///
    /// ```
    /// use agent_ui_bridge::SealKey;
    ///
    /// let key = SealKey::new(b"0123456789abcdef").unwrap();
    /// assert_eq!(format!("{key:?}"), "SealKey(..)");
    /// let error = SealKey::new(b"secret").unwrap_err();
    /// assert!(b"secret".len() < SealKey::MIN_LEN);
    /// assert_eq!(error.to_string(), "a seal key needs at least 16 bytes, but this one has 6");
    /// ```
    pub fn new(bytes: &[u8]) -> Result<Self, SealKeyError> {
        if bytes.len() < Self::MIN_LEN {
            return Err(SealKeyError { len: bytes.len() });
        }
        Ok(Self(HMAC::new(bytes)))
    }

    fn check(&self, carry: &Carry, binding: &Binding) -> Result<(), IgnoredCarry> {
        let seal = carry.seal.get().ok_or(IgnoredCarry::NoSeal)?;
        let seal = from_hex(seal).ok_or(IgnoredCarry::WrongSeal)?;
        let mac = self
            .compute_mac(carry, binding)
            .ok_or(IgnoredCarry::WrongSeal)?;
        // The comparison takes constant time.
        if mac.finalize_verify(&seal) {
            Ok(())
        } else {
            Err(IgnoredCarry::WrongSeal)
        }
    }

    /// Computes the authentication code of a carry. Returns `None` for a hand-made carry that has no JSON text.
    fn compute_mac(&self, carry: &Carry, binding: &Binding) -> Option<HMAC> {
        let text = Payload::encode(&carry.clone().content()).ok()?;
        let mut mac = self.0.clone();
        add_part(&mut mac, b'.', LABEL);
        add_part(&mut mac, b'.', binding.dialect.as_str());
        for text in [&binding.surface, &binding.component, &binding.timestamp] {
            match text {
                Some(text) => add_part(&mut mac, b'+', text),
                None => add_part(&mut mac, b'-', ""),
            }
        }
        for token in Tokens::new(text.text()) {
            match token.kind {
                TokenKind::Name => add_part(&mut mac, b'n', &token::name(token.text)),
                TokenKind::String => add_part(&mut mac, b's', &token::name(token.text)),
                _ => add_part(&mut mac, b't', token.text),
            }
        }
        Some(mac)
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey(..)")
    }
}

/// The error for a key that is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error(
    "a seal key needs at least {} bytes, but this one has {len}",
    SealKey::MIN_LEN
)]
pub struct SealKeyError {
    /// The number of bytes in the rejected key.
    pub len: usize,
}

impl Carry {
    /// Seals the carry for the message with this binding. An earlier seal is replaced. An [empty](Carry::is_empty) carry
    /// gets no seal.
    ///
    /// The member `seal` contains an HMAC-SHA-256 as 64 hexadecimal digits. It covers a label, the dialect, surface,
    /// component and timestamp of the message, and the JSON tokens of the unsealed carry. Each part is preceded by its
    /// kind and length, so different parts never give the same bytes. Whitespace and the spelling of strings are
    /// irrelevant. The text of numbers and the order of members are significant.
    ///
    /// A seal does not distinguish messages with the same binding, and does not prevent replay.
    #[must_use]
    pub fn seal_for(self, key: &SealKey, binding: &Binding) -> Self {
        let carry = self.without_seal();
        if carry.is_empty() {
            return carry;
        }
        match key.compute_mac(&carry, binding) {
            Some(mac) => Self {
                seal: Field::Value(hex(&mac.finalize())),
                ..carry
            },
            None => carry,
        }
    }

    /// Returns the carry without its seal.
    #[must_use]
    pub fn without_seal(self) -> Self {
        Self {
            seal: Field::Absent,
            ..self
        }
    }
}

/// Adds one part: its kind, its length and its text.
fn add_part(mac: &mut HMAC, kind: u8, text: &str) {
    mac.update([kind]);
    mac.update((text.len() as u64).to_le_bytes());
    mac.update(text);
}

/// Formats bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or_default();
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.bytes().map(|digit| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    });
    let digits: Vec<u8> = digits.collect::<Option<_>>()?;
    (digits.len() == 64).then_some(())?;
    let bytes = digits
        .chunks_exact(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit));
    bytes.collect::<Vec<u8>>().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> SealKey {
        SealKey::new(text.as_bytes()).unwrap()
    }

    fn ours() -> SealKey {
        key("0123456789abcdef")
    }

    fn carry(text: &str) -> Carry {
        Carry::read(text).unwrap()
    }

    fn one() -> Carry {
        carry(
            r#"{"v":1,"layers":[{"from":"aap@1.0","fields":[["/id","7"],["/x",{"n":1.0,"m":[]}]]}]}"#,
        )
    }

    fn binding() -> Binding {
        Binding::of(Dialect::A2ui0_9)
            .surface(Some("s"))
            .component(Some("c"))
            .timestamp(Some("t"))
    }

    #[test]
    fn by_default_only_a_separate_carry_is_used() {
        let Trust { separate, embedded } = Trust::default();
        assert_eq!(separate.admit(one(), &binding()), Ok(one()));
        assert_eq!(
            embedded.admit(one(), &binding()),
            Err(IgnoredCarry::ByPolicy)
        );
    }

    #[test]
    fn the_seal_is_an_hmac_over_parts_that_cannot_be_confused() {
        let parts = [
            (".", LABEL),
            (".", "a2ui@0.9"),
            ("+", "s"),
            ("+", "c"),
            ("-", ""),
            ("t", "{"),
            ("n", "v"),
            ("t", "1"),
            ("n", "layers"),
            ("t", "["),
            ("t", "{"),
            ("n", "from"),
            ("s", "mcp"),
            ("n", "fields"),
            ("t", "["),
            ("t", "]"),
            ("t", "}"),
            ("t", "]"),
            ("n", "x"),
            ("s", "ä"),
            ("t", "}"),
        ];
        let mut mac = HMAC::new(b"0123456789abcdef");
        for (kind, text) in parts {
            mac.update(
                [
                    kind.as_bytes(),
                    &(text.len() as u64).to_le_bytes(),
                    text.as_bytes(),
                ]
                .concat(),
            );
        }
        let expected = hex(&mac.finalize());
        let carry = carry(r#"{"v":1,"layers":[{"from":"mcp","fields":[]}],"x":"\u00e4"}"#);
        let binding = Binding {
            timestamp: None,
            ..binding()
        };
        assert_eq!(
            carry.seal_for(&ours(), &binding).seal.get(),
            Some(&expected)
        );
        // The expected value comes from another implementation of HMAC.
        assert_eq!(
            expected,
            "61324c388357c5a8335fc42dd20a1d6153b26331e5155165ff31b76166690c00"
        );
    }

    #[test]
    fn a_sealed_carry_comes_back_without_its_seal() {
        let sealed = one().seal_for(&ours(), &binding());
        assert!(sealed.seal.get().is_some());
        let policy = CarryPolicy::Sealed(ours());
        assert_eq!(policy.admit(sealed.clone(), &binding()), Ok(one()));
        assert_eq!(
            CarryPolicy::Accept.admit(sealed.clone(), &binding()),
            Ok(one())
        );
        assert_eq!(
            CarryPolicy::Ignore.admit(sealed.clone(), &binding()),
            Err(IgnoredCarry::ByPolicy)
        );
        // Sealing again replaces the seal.
        let again = sealed.seal_for(&key("another key, long enough"), &binding());
        assert_eq!(
            policy.admit(again.clone(), &binding()),
            Err(IgnoredCarry::WrongSeal)
        );
        assert_eq!(
            policy.admit(again.seal_for(&ours(), &binding()), &binding()),
            Ok(one())
        );
    }

    #[test]
    fn a_seal_is_valid_for_one_message_only() {
        let sealed = one().seal_for(&ours(), &binding());
        let policy = CarryPolicy::Sealed(ours());
        let none = None::<&str>;
        for other in [
            Binding {
                dialect: Dialect::A2ui0_8,
                ..binding()
            },
            binding().surface(Some("other")),
            binding().surface(none),
            binding().component(Some("other")),
            binding().component(none),
            binding().timestamp(Some("other")),
            binding().timestamp(none),
            // The same texts are divided differently.
            binding().surface(Some("sc")).component(Some("")),
            binding().surface(Some("")).component(Some("sc")),
            binding().surface(Some("c")).component(Some("s")),
        ] {
            assert_eq!(
                policy.admit(sealed.clone(), &other),
                Err(IgnoredCarry::WrongSeal),
                "{other:?}"
            );
        }
        // An absent value differs from an empty one.
        let empty = binding().timestamp(Some(""));
        let sealed = one().seal_for(&ours(), &empty);
        assert_eq!(
            policy.admit(sealed, &empty.timestamp(none)),
            Err(IgnoredCarry::WrongSeal)
        );
    }

    #[test]
    fn a_changed_carry_has_the_wrong_seal() {
        let policy = CarryPolicy::Sealed(ours());
        let sealed = Payload::encode(&one().seal_for(&ours(), &binding())).unwrap();
        for (from, to) in [
            (r#""7""#, r#""8""#),
            ("1.0", "1"),
            ("aap@1.0", "aap@1.1"),
            (r#","m":[]"#, ""),
            (r#"["/id","7"]"#, r#"["/id"]"#),
            (r#"["/id","7"]"#, r#"["/id",7]"#),
            (r#""layers""#, r#""x":1,"layers""#),
            (r#"{"n":1.0,"m":[]}"#, r#"{"m":[],"n":1.0}"#),
        ] {
            assert!(sealed.text().contains(from), "{from}");
            let changed = carry(&sealed.text().replacen(from, to, 1));
            assert_eq!(
                policy.admit(changed, &binding()),
                Err(IgnoredCarry::WrongSeal),
                "{to}"
            );
        }
    }

    #[test]
    fn reformatting_a_sealed_carry_keeps_its_seal_valid() {
        let sealed = Payload::encode(&one().seal_for(&ours(), &binding())).unwrap();
        let laid_out = sealed
            .text()
            .replace(',', " ,\n")
            .replace(':', ": ")
            .replace(r#""n""#, r#""\u006e""#);
        assert_ne!(laid_out, sealed.text());
        assert_eq!(
            CarryPolicy::Sealed(ours()).admit(carry(&laid_out), &binding()),
            Ok(one())
        );
    }

    #[test]
    fn a_missing_seal_is_distinguished_from_a_wrong_one() {
        let policy = CarryPolicy::Sealed(ours());
        let admit = |carry: Carry| policy.admit(carry, &binding()).unwrap_err();
        assert_eq!(admit(one()), IgnoredCarry::NoSeal);
        assert_eq!(
            admit(Carry {
                seal: Field::Null,
                ..one()
            }),
            IgnoredCarry::NoSeal
        );
        let right = one()
            .seal_for(&ours(), &binding())
            .seal
            .into_value()
            .unwrap();
        let wrong = [
            String::new(),
            "00".repeat(32),
            "zz".repeat(32),
            right[..62].to_owned(),
            right[..63].to_owned(),
            format!("{right}0"),
            format!("{right}00"),
            right.to_uppercase(),
            one()
                .seal_for(&key("0123456789abcdeF"), &binding())
                .seal
                .into_value()
                .unwrap(),
        ];
        for seal in wrong {
            assert_eq!(
                admit(one().seal(seal.as_str())),
                IgnoredCarry::WrongSeal,
                "{seal}"
            );
        }
        assert!(policy.admit(one().seal(right), &binding()).is_ok());
    }

    #[test]
    fn an_empty_carry_needs_no_seal_and_gets_none() {
        let sealed = Carry::default().seal_for(&ours(), &binding());
        assert_eq!(sealed, Carry::default());
        for policy in [
            CarryPolicy::Accept,
            CarryPolicy::Ignore,
            CarryPolicy::Sealed(ours()),
        ] {
            assert_eq!(
                policy.admit(Carry::default().seal("00"), &binding()),
                Ok(Carry::default())
            );
        }
    }

    #[test]
    fn a_carry_without_json_text_gets_no_seal() {
        let mut carry = one();
        carry.extra.insert("layers", Payload::null());
        assert!(carry.seal_for(&ours(), &binding()).seal.is_absent());
    }

    #[test]
    fn short_keys_are_refused_and_debug_prints_no_key() {
        for len in 0..SealKey::MIN_LEN {
            assert_eq!(SealKey::new(&vec![7; len]).unwrap_err().len, len);
        }
        for len in [16, 64, 65, 1000] {
            assert!(SealKey::new(&vec![7; len]).is_ok());
        }
        let shown = format!(
            "{:?}",
            Trust {
                embedded: CarryPolicy::Sealed(ours()),
                ..Trust::default()
            }
        );
        assert_eq!(
            shown,
            "Trust { separate: Accept, embedded: Sealed(SealKey(..)) }"
        );
    }
}
