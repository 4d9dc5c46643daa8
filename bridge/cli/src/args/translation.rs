//! The options of a translation: source, target, output and context.

use super::context::Context;
use agent_ui_text::MessageType;
use bridge::DialectOrProtocol;
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use std::path::PathBuf;

/// The flags of a translation: source, target and options.
#[derive(Clone, Debug, Args)]
pub(crate) struct TranslationArguments {
    /// Protocol of the input
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) from: DialectOrProtocol,
    /// Protocol of the output
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) to: DialectOrProtocol,
    /// Message type, if not the default (aap: Interaction)
    #[arg(long = "type", value_name = "NAME", value_parser = message_type_parser(), hide_short_help = true)]
    pub(crate) type_name: Option<MessageType>,
    /// Keep the whitespace of free-form values such as `data`
    #[arg(long, hide_short_help = true)]
    pub(crate) verbatim: bool,
    #[command(flatten)]
    pub(crate) notes: NoteFlags,
    #[command(flatten)]
    pub(crate) carry: CarryFlags,
    /// Write a2ui@1.0 ids as identifiers (a-b as a_x2D_b)
    #[arg(long, hide_short_help = true)]
    pub(crate) escape_ids: bool,
    #[command(flatten)]
    pub(crate) losses: LossFlags,
    /// Do not summarise losses and repairs at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) trust: TrustFlags,
    #[command(flatten)]
    pub(crate) context: Context,
}

#[cfg(feature = "live")]
impl TranslationArguments {
    /// Returns the arguments of a translation in which no option is set.
    pub(crate) fn of_route(
        from: DialectOrProtocol,
        to: DialectOrProtocol,
        context: Context,
    ) -> Self {
        Self {
            from,
            to,
            type_name: None,
            verbatim: false,
            notes: NoteFlags::default(),
            carry: CarryFlags::default(),
            escape_ids: false,
            losses: LossFlags::default(),
            quiet: false,
            trust: TrustFlags::default(),
            context,
        }
    }
}

/// The flags that select the notes to report.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct NoteFlags {
    /// Report what happened to each field
    #[arg(long)]
    pub(crate) notes: bool,
    /// Report only the fields that are lost
    #[arg(long)]
    pub(crate) lost: bool,
}

/// The flags that write the carry.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct CarryFlags {
    /// Read and write lines of {"value","carry","notes"}
    #[arg(long, conflicts_with = "embed")]
    pub(crate) envelope: bool,
    /// Store the carry inside the translated message
    #[arg(long)]
    pub(crate) embed: bool,
}

impl CarryFlags {
    /// Returns `true` if the output contains the carry, so that carried fields are not lost.
    pub(crate) fn keeps_carry(self) -> bool {
        self.envelope || self.embed
    }
}

/// The flags that refuse messages because of their losses.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct LossFlags {
    /// Refuse messages that would lose data
    #[arg(long)]
    pub(crate) strict: bool,
    /// Translate each message back, and refuse it if a loss is not stated
    #[arg(long, hide_short_help = true)]
    pub(crate) paranoid: bool,
}

/// The flags that select the carries to accept.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TrustFlags {
    /// Trust carries embedded in messages, whatever their origin
    #[arg(long, hide_short_help = true)]
    pub(crate) trust_embedded: bool,
    /// Seal carries with this key and accept no other seal
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "trust_embedded",
        hide_short_help = true
    )]
    pub(crate) carry_key: Option<PathBuf>,
}

/// Returns the parser of `--type`, with a description of each message type.
pub(super) fn message_type_parser() -> impl TypedValueParser<Value = MessageType> {
    let value = |known: MessageType| {
        PossibleValue::new(known.as_str()).help(match known {
            MessageType::Interaction => "Record that an AAP provider stores",
            MessageType::SubmitRequest => "Request that a page's window sends to the provider",
            MessageType::CanvasMessage => "Message that a page posts to its window",
            MessageType::CanvasState => "AHP canvas without its contents",
        })
    };
    PossibleValuesParser::new(MessageType::ALL.map(value))
        .try_map(|name| MessageType::from_name(&name).ok_or("unknown"))
}
