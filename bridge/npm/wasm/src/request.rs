//! Requests: a line of JSON with the call, followed by the texts.

#[cfg(feature = "inspection")]
use agent_ui_text::CheckOptions;
use agent_ui_text::{
    Diagnostic, MessageType, TranslateOptions,
    bridge::{DialectOrProtocol, Refusal, SealKey},
    place::Place,
};
use std::fmt::Display;
use wire::{Field, Payload, Pointer};

wire::object! {
    /// The first line of a request. The texts follow in the order of the lengths here; the message is the last one.
    pub struct CallHeader {
        /// The name of the call.
        call: String,
        /// The dialect or protocol of the messages.
        from?: Field<String>,
        /// The requested dialect or protocol.
        to?: Field<String>,
        /// The protocol, for calls with only one.
        protocol?: Field<String>,
        /// The name of a wire type.
        type_name as "type"?: Field<String>,
        /// The profile of a validation.
        profile?: Field<String>,
        /// The kind of a new session: `translator`, `bridge`, `checker` or `stream`.
        kind?: Field<String>,
        /// The number of a session.
        session?: Field<u64>,
        /// `true` if messages that would lose data are refused.
        strict?: Field<bool>,
        /// `true` if carries are stored inside the messages.
        embed?: Field<bool>,
        /// `true` if carries inside the messages are used.
        trust_embedded as "trustEmbedded"?: Field<bool>,
        /// `true` if ids of components are written as identifiers.
        escape_ids as "escapeIds"?: Field<bool>,
        /// The bytes of the key that seals carries.
        carry_key as "carryKey"?: Field<Vec<u64>>,
        /// The limit for the bytes kept of earlier messages.
        max_bytes as "maxBytes"?: Field<u64>,
        /// `true` if a fold writes messages.
        as_messages as "asMessages"?: Field<bool>,
        /// The length of the context in bytes.
        context?: Field<u64>,
        /// The length of the carry in bytes.
        carry?: Field<u64>,
        /// The lengths of the catalogs in bytes.
        catalogs?: Field<Vec<u64>>,
        /// The reader of a message schema.
        target?: Field<String>,
        /// The component types of a message schema.
        components?: Field<Vec<String>>,
        /// The functions of a message schema.
        functions?: Field<Vec<String>>,
        /// The optional members of a message schema.
        optional?: Field<Vec<String>>,
    }
}

wire::inventory! { CallHeader }

/// A request with its texts.
#[derive(Debug)]
pub(crate) struct Request<'r> {
    pub(crate) header: CallHeader,
    pub(crate) context: Option<&'r str>,
    pub(crate) carry: Option<&'r str>,
    #[cfg(feature = "inspection")]
    pub(crate) catalogs: Vec<&'r str>,
    pub(crate) text: &'r str,
}

impl<'r> Request<'r> {
    /// Reads a request.
    ///
    /// # Errors
    /// Returns an error if a text is not UTF-8, or a length is wrong.
    pub(crate) fn read(request: &'r [u8]) -> Result<Self, Box<Diagnostic>> {
        let request = std::str::from_utf8(request).map_err(|_| encoding(request))?;
        let (header, mut text) = request.split_once('\n').unwrap_or((request, ""));
        let header: CallHeader = wire::decode(header).map_err(|error| wrong_request(&error))?;
        let mut cut = |length: u64| {
            let split = usize::try_from(length)
                .ok()
                .and_then(|length| text.split_at_checked(length));
            let (part, rest) =
                split.ok_or_else(|| wrong_request(&"a text is shorter than its length"))?;
            text = rest;
            Ok::<_, Box<Diagnostic>>(part)
        };
        let context = header.context.get().copied().map(&mut cut).transpose()?;
        let carry = header.carry.get().copied().map(&mut cut).transpose()?;
        #[cfg(feature = "inspection")]
        let catalogs = header
            .catalogs
            .get()
            .into_iter()
            .flatten()
            .copied()
            .map(&mut cut)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            header,
            context,
            carry,
            #[cfg(feature = "inspection")]
            catalogs,
            text,
        })
    }

    /// Returns the kind of a new session, or an empty text.
    pub(crate) fn kind(&self) -> &str {
        self.header.kind.get().map_or("", String::as_str)
    }

    /// Returns the source and the target of a translation.
    ///
    /// # Errors
    /// Returns an error if a name is unknown.
    pub(crate) fn ends(&self) -> Result<(DialectOrProtocol, DialectOrProtocol), Box<Diagnostic>> {
        Ok((
            required("from", &self.header.from)?,
            required("to", &self.header.to)?,
        ))
    }

    /// Returns the protocol, if one is named.
    ///
    /// # Errors
    /// Returns an error if the name is unknown.
    #[cfg(feature = "inspection")]
    pub(crate) fn protocol(&self) -> Result<Option<DialectOrProtocol>, Box<Diagnostic>> {
        self.header
            .protocol
            .get()
            .map(|name| dialect(name))
            .transpose()
    }

    /// Returns the protocol.
    ///
    /// # Errors
    /// Returns an error if the name is missing or unknown.
    #[cfg(feature = "inspection")]
    pub(crate) fn required_protocol(&self) -> Result<DialectOrProtocol, Box<Diagnostic>> {
        required("protocol", &self.header.protocol)
    }

    /// Returns the options of a check.
    #[cfg(feature = "inspection")]
    pub(crate) fn check_options(&self) -> CheckOptions {
        let mut options = CheckOptions::new();
        options.type_name = self.header.type_name.get().cloned();
        options.profile = self.header.profile.get().cloned();
        for catalog in &self.catalogs {
            options.catalogs.push((*catalog).to_owned());
        }
        options
    }

    /// Reads the options of a translation.
    ///
    /// # Errors
    /// Returns an error if the context, the key or the name of the type is wrong.
    pub(crate) fn options(&self) -> Result<TranslateOptions, Box<Diagnostic>> {
        let mut options = TranslateOptions::default();
        if let Some(context) = self.context {
            options.context = agent_ui_text::context(context)?;
        }
        options.strict = is_set(&self.header.strict);
        options.embed = is_set(&self.header.embed);
        options.trust_embedded = is_set(&self.header.trust_embedded);
        options.escape_ids = is_set(&self.header.escape_ids);
        options.max_bytes = self.header.max_bytes.get().copied().map(saturated);
        if let Some(bytes) = self.header.carry_key.get() {
            options.carry_key = Some(seal_key(bytes)?);
        }
        if let Some(name) = self.header.type_name.get() {
            options.type_name = Some(message_type(name)?);
        }
        Ok(options)
    }

    /// Reads the options of a bridge.
    ///
    /// # Errors
    /// Returns an error if an option of the translation is wrong.
    pub(crate) fn bridge_options(&self) -> Result<TranslateOptions, Box<Diagnostic>> {
        let options = self.options()?;
        #[cfg(feature = "inspection")]
        let options = {
            let mut checks = self.check_options();
            // The type selects the messages of AAP or AHP, and the source may be another protocol.
            checks.type_name = None;
            options.checks(checks)
        };
        Ok(options)
    }
}

fn is_set(flag: &Field<bool>) -> bool {
    flag.get() == Some(&true)
}

/// Returns a number of bytes. A 32-bit module cannot keep more than its largest number.
fn saturated(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Creates a key from its bytes.
fn seal_key(bytes: &[u64]) -> Result<SealKey, Box<Diagnostic>> {
    let bytes: Result<Vec<u8>, _> = bytes.iter().map(|byte| u8::try_from(*byte)).collect();
    let bytes = bytes.map_err(|error| wrong_request(&error))?;
    SealKey::new(&bytes).map_err(|error| {
        usage(
            "call/argument",
            error,
            "pass a longer key in `options.carry_key`",
        )
    })
}

/// Reads the name of a message type.
fn message_type(name: &str) -> Result<MessageType, Box<Diagnostic>> {
    MessageType::from_name(name).ok_or_else(|| {
        let known = MessageType::ALL.map(MessageType::as_str).join(", ");
        usage(
            "call/argument",
            format_args!("`{name}` is not a message type with a translation"),
            format_args!("pass one of these in `options.type`: {known}"),
        )
    })
}

/// Returns the dialect or protocol in a member that the call needs.
fn required(member: &str, name: &Field<String>) -> Result<DialectOrProtocol, Box<Diagnostic>> {
    let name = name.get().ok_or_else(|| {
        usage(
            "call/argument",
            format_args!("the argument `{member}` is missing"),
            "pass the name of a dialect",
        )
    })?;
    dialect(name)
}

/// Reads the name of a dialect or protocol.
fn dialect(name: &str) -> Result<DialectOrProtocol, Box<Diagnostic>> {
    let named: Result<DialectOrProtocol, _> = name.parse();
    named
        .map_err(|error| {
            let hint = match error.suggestion() {
                Some(meant) => format_args!("pass \"{meant}\"").to_string(),
                None => "pass one of the names in `dialects`, or a protocol without a version"
                    .to_owned(),
            };
            usage("call/dialect", &error, hint)
        })
        .and_then(|named| {
            if named.protocol().is_enabled() {
                return Ok(named);
            }
            let message = format_args!(
                "this build does not contain the protocol `{}`",
                named.protocol()
            )
            .to_string();
            Err(usage(
                "call/dialect",
                message,
                "load the package with all protocols",
            ))
        })
}

/// Returns the diagnostic of a wrong argument.
pub(crate) fn usage(
    rule: &'static str,
    message: impl Display,
    hint: impl Display,
) -> Box<Diagnostic> {
    let refusal = Refusal::rule_broken(rule, Pointer::root(), message).hint(hint);
    Box::new(Diagnostic::of_refusal(&Place::START, &refusal))
}

/// Returns the error for a call or a kind of session that this module does not contain.
pub(crate) fn unknown_call(name: &str) -> Box<Diagnostic> {
    let (message, hint) = if cfg!(feature = "inspection") {
        (
            format_args!("the call `{name}` is unknown").to_string(),
            "use the JavaScript and the module of the same version",
        )
    } else {
        (
            "this module only translates".to_owned(),
            "load the module of `agent-ui-bridge` or `agent-ui-bridge/a2ui`",
        )
    };
    usage("call/unknown", message, hint)
}

fn wrong_request(reason: &dyn Display) -> Box<Diagnostic> {
    let message = format_args!("the request cannot be read: {reason}").to_string();
    usage(
        "call/request",
        message,
        "use the JavaScript and the module of the same version",
    )
}

/// Returns the first byte of the texts that is not UTF-8. The line counts from the first text, as the header is one line.
fn encoding(request: &[u8]) -> Box<Diagnostic> {
    let start = request
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let text = request.get(start..).unwrap_or_default();
    let (place, refusal) = match wire::decode_slice::<Payload>(text) {
        Err(error) => (
            Place {
                file: None,
                line: error.line,
                column: error.column,
            },
            Refusal::from(error),
        ),
        Ok(_) => (
            Place::START,
            Refusal::rule_broken("encoding", Pointer::root(), "the text is not UTF-8"),
        ),
    };
    Box::new(Diagnostic::of_refusal(&place, &refusal))
}
