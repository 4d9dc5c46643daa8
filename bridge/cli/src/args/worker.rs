//! The command line of `worker`.

use super::{
    context::Context,
    serve::LogLevel,
    translation::message_type_parser,
    value::{number_parser, parse_address, parse_bytes},
};
use agent_ui_text::MessageType;
use bridge::DialectOrProtocol;
use clap::Args;
use std::{net::SocketAddr, path::PathBuf};

/// The largest number of partitions. Each partition is a consumer on the server.
const PARTITIONS: u64 = 1024;
/// The largest number of servers that store a message.
const REPLICAS: u64 = 5;

/// The options that apply only to a worker that translates.
const TRANSLATION_OPTIONS: [&str; 30] = [
    "context",
    "from",
    "to",
    "type_name",
    "envelope",
    "embed",
    "escape_ids",
    "strict",
    "trust_embedded",
    "carry_key",
    "until_empty",
    "status",
    "sessions",
    "max_message",
    "limit",
    "attempts",
    "routes",
    "manifest",
    "profile",
    "surface",
    "owner",
    "time",
    "canvas_file",
    "runtime_id",
    "channel",
    "ahp_session",
    "ahp_chat",
    "base_url",
    "flat_names",
    "portable_schemas",
];

#[derive(Debug, Args)]
#[command(
    override_usage = "agent-ui worker --nats <URL> --from <PROTOCOL> --to <PROTOCOL> [OPTIONS]
       agent-ui worker --nats <URL> --init [--partitions <N>] [--replicas <N>]
       agent-ui worker --nats <URL> --drain",
    after_help = "\
Workers on any number of machines share the sessions of one NATS server. Each message is translated once and in order, even if workers are killed.

Examples:
  agent-ui worker --nats nats://127.0.0.1:4222 --init
  agent-ui worker --nats nats://127.0.0.1:4222 --from a2ui@0.8 --to a2ui@0.9",
    after_long_help = "\
Workers on any number of machines share the sessions of one NATS server with JetStream. Each message is translated once and in order, even if workers are killed. A session moves to another worker when its worker ends.

Run --init once before the first worker, and again to change its settings.

Subjects, with the stream name `ui`:
  ui.in.SESSION.forward    publish messages of --from here
  ui.in.SESSION.backward   publish messages of --to here
  ui.out.SESSION.forward   read the translations of forward messages
  ui.out.SESSION.backward  read the translations of backward messages
  ui.out.SESSION.report    read what was lost and repaired
  ui.dead.SESSION.*        read the messages that were refused

The headers Agent-UI-From and Agent-UI-To of the first message select other protocols for its session.

Ctrl-C and SIGTERM let the worker finish what it has begun and hand over its sessions; then its exit status is 0. A second signal ends it at once with status 130.

Examples:
  agent-ui worker --nats nats://127.0.0.1:4222 --init --partitions 32
  agent-ui worker --nats nats://127.0.0.1:4222 --from a2ui@0.8 --to a2ui@0.9
  agent-ui worker --nats tls://a.test,b.test --credentials worker.creds \\
    --from aap --to a2ui@0.9 --status 127.0.0.1:9090
  agent-ui worker --nats nats://127.0.0.1:4222 --drain"
)]
#[cfg_attr(not(feature = "nats"), allow(dead_code))]
pub(crate) struct Worker {
    /// NATS server, as in nats://127.0.0.1:4222
    ///
    /// Use tls://HOST:PORT for TLS. Separate several servers of a cluster by commas. The first host may have a user, as in nats://USER:PASSWORD@HOST, or a token. Other users of the computer can see them in the list of processes: prefer --credentials.
    #[arg(long, value_name = "URL")]
    pub(crate) nats: String,
    /// Credentials of the NATS user: JWT and seed
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) credentials: Option<PathBuf>,
    /// Prefix of all stream, bucket and subject names
    ///
    /// 1 to 32 letters, digits, `-` or `_`.
    #[arg(long, value_name = "NAME", default_value = "ui")]
    pub(crate) stream: String,
    #[command(flatten)]
    pub(crate) translation: WorkerTranslation,
    /// Create or change the streams, and exit
    #[arg(long, conflicts_with = "drain", conflicts_with_all = TRANSLATION_OPTIONS)]
    pub(crate) init: bool,
    /// Number of partitions, for --init
    ///
    /// No more workers than partitions have work. New streams get 16; existing streams keep theirs. If you change the number while messages arrive, no message is lost, and the messages of a session stay in order.
    #[arg(long, value_name = "N", value_parser = number_parser(1, PARTITIONS), requires = "init", conflicts_with_all = ["drain", "from", "to"])]
    pub(crate) partitions: Option<u32>,
    /// Servers that store each message, for --init
    ///
    /// New streams get 1; existing streams keep theirs.
    #[arg(long, value_name = "N", value_parser = number_parser(1, REPLICAS), requires = "init", conflicts_with_all = ["drain", "from", "to"])]
    pub(crate) replicas: Option<u32>,
    /// Ask all running workers to hand over and end
    #[arg(long, conflicts_with_all = TRANSLATION_OPTIONS)]
    pub(crate) drain: bool,
    /// Level of the log: error, warn, info or debug
    ///
    /// The default is info for a worker, and warn for --init and --drain. The log goes to standard error. It contains names, counts and lengths, and no texts or values.
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        hide_short_help = true,
        hide_possible_values = true
    )]
    pub(crate) log: Option<LogLevel>,
    #[command(flatten)]
    pub(crate) context: Context,
}

/// The options of a worker that translates.
#[derive(Debug, Args)]
#[cfg_attr(not(feature = "nats"), allow(dead_code))]
pub(crate) struct WorkerTranslation {
    /// Protocol of the forward messages
    #[arg(long, value_name = "PROTOCOL", required_unless_present_any = ["init", "drain"])]
    pub(crate) from: Option<DialectOrProtocol>,
    /// Protocol of the backward messages
    #[arg(long, value_name = "PROTOCOL", required_unless_present_any = ["init", "drain"])]
    pub(crate) to: Option<DialectOrProtocol>,
    /// Message type, if not the default (aap: Interaction)
    #[arg(long = "type", value_name = "NAME", value_parser = message_type_parser(), hide_short_help = true)]
    pub(crate) type_name: Option<MessageType>,
    /// Read and write {"value","carry","notes"}
    #[arg(long, conflicts_with = "embed")]
    pub(crate) envelope: bool,
    /// Store the carry inside the translated message
    #[arg(long, hide_short_help = true)]
    pub(crate) embed: bool,
    /// Write a2ui@1.0 ids as identifiers (a-b as a_x2D_b)
    #[arg(long, hide_short_help = true)]
    pub(crate) escape_ids: bool,
    /// Refuse messages that would lose data
    #[arg(long)]
    pub(crate) strict: bool,
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
    /// Exit when no message waits
    #[arg(long)]
    pub(crate) until_empty: bool,
    /// Serve /health and /metrics at this address
    ///
    /// The page has no access control. Name an address of a private network, such as 127.0.0.1:9090.
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = parse_address)]
    pub(crate) status: Option<SocketAddr>,
    /// Number of sessions to keep in memory
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number_parser(1, u32::MAX.into()), hide_short_help = true)]
    pub(crate) sessions: u32,
    /// Size limit of a message
    #[arg(long, value_name = "BYTES", default_value = "16777216", value_parser = parse_bytes, hide_short_help = true)]
    pub(crate) max_message: u64,
    /// Size limit of the state of a session, per direction
    #[arg(long, value_name = "BYTES", default_value = "268435456", value_parser = parse_bytes, hide_short_help = true)]
    pub(crate) limit: u64,
    /// Counted attempts at a message that ends workers
    ///
    /// The first two deliveries are not counted.
    #[arg(long, value_name = "N", default_value = "3", value_parser = number_parser(1, u32::MAX.into()), hide_short_help = true)]
    pub(crate) attempts: u32,
}
