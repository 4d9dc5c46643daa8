//! The options of turns. A turn lasts from a user's message to the end of the agent's answer.

use super::super::value::parse_duration;
use clap::{Args, ValueEnum};
use std::time::Duration;

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Turns {
    /// Silence that ends the turn of a command or file
    ///
    /// A command can end its turn itself with the line {"turn":"end"}, and hold it open with {"turn":"more"}.
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = parse_duration, hide_short_help = true)]
    pub(crate) turn_silence: Duration,
    /// Time in which a command must begin to answer
    ///
    /// After it, the turn ends, and the command gets its next message.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration, hide_short_help = true)]
    pub(crate) first_answer: Duration,
    /// Longest turn of a command or file
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_duration, hide_short_help = true)]
    pub(crate) turn_limit: Duration,
    /// Order in which a command gets messages: one-by-one or overlapping
    ///
    /// `one-by-one` passes a message on when the turn of the message before has ended. `overlapping` passes each one on at once. If the command then fails, all messages since the last ended turn have failed.
    #[arg(
        long = "turns",
        value_name = "ORDER",
        value_enum,
        default_value_t,
        hide_short_help = true,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) order: TurnOrder,
    /// Time in which a message is sent again to an agent that cannot be reached
    #[arg(long, value_name = "TIME", default_value = "1500ms", value_parser = parse_duration, hide_short_help = true)]
    pub(crate) retry: Duration,
}

/// The orders in which a command gets messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TurnOrder {
    /// The next message after the end of a turn
    #[default]
    OneByOne,
    /// Each message at once
    Overlapping,
}
