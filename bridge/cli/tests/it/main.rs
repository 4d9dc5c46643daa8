//! Tests that run the program with arguments and input, and check its output and exit status.
//!
//! | module | tests |
//! |---|---|
//! | `accepted_inputs` | inputs that the reading commands accept or refuse |
//! | `agent_hosts` | `fold`, `decode`, `check` and `schema` of AHP |
//! | `ahp_versions` | `convert` between the two shapes of AHP canvases |
//! | `calls` | `convert` of calls and results between MCP, the Responses API, AHP and pages |
//! | `canvases` | `convert` between A2UI surfaces and AHP canvases |
//! | `carriers` | A2UI messages inside other texts and frames |
//! | `cases` | the runner of the cases below `tests/cases`: command lines with their output |
//! | `catalogs` | `check a2ui --catalog` |
//! | `check_and_fold` | `check`, `fold` and `decode --type` |
//! | `command_line` | the demo, the complete help, readers that close the output |
//! | `conform` | `conform` and `answer`: correct programs and faulty ones |
//! | `corpus` | public bug reports, with the expected behaviour of the program |
//! | `dry_run` | the usage errors of `check --dry-run` |
//! | `events` | `convert` of actions.json events, and their refusals |
//! | `file_formats` | inputs that are not JSON in UTF-8, and empty lists |
//! | `fix` | `check --fix` and `--diff` |
//! | `forged_carries` | broken and forged carries |
//! | `growth` | the growth of work with the input |
//! | `help` | the help, the man pages and the completions |
//! | `hostile` | hostile input, row by row, and its memory |
//! | `inferred_protocols` | `check`, `decode` and `fold` without a protocol |
//! | `input_layouts` | files, folders and layouts of inputs, with the places of errors |
//! | `interactions` | `convert` between AAP and A2UI: round trips, losses, precedence of edits |
//! | `interrupts` | Ctrl-C between two documents |
//! | `loss_summary` | the summary line of losses |
//! | `lsp` | `lsp`: the language server, with a client |
//! | `matrix` | `matrix`: the printed form |
//! | `message_lists` | lists of tools and items in responses and events |
//! | `mistake_hints` | hints for common mistakes |
//! | `mistakes_in_messages` | one sentence for each mistake in the content of messages and of flags' files |
//! | `mistakes_in_text` | usual mistakes in the text of an input |
//! | `model_answers` | text and invalid JSON in answers of models |
//! | `multi_step_routes` | `convert` over several mappings |
//! | `nesting_depth` | the nesting limit of messages |
//! | `output_files` | `--output` of every command |
//! | `pages` | README.md and the other pages: commands, quoted outputs, examples, links, names |
//! | `pipe` | sessions that resume after a crash, in both directions |
//! | `places_of_errors` | the place of an error with each flag, and in the library |
//! | `playground` | `playground`: the page that translates messages in the browser |
//! | `progress` | the progress of long runs on a terminal |
//! | `protocol_names` | spellings of protocols and suggestions for unknown names |
//! | `repairs` | messages that are read after a repair |
//! | `report_lines` | the schema of the lines of reports |
//! | `samples` | the samples, with the commands that they are meant for |
//! | `sarif` | `check --format sarif`: the log of all findings |
//! | `schema` | `schema`: schemas of wire types |
//! | `separate_files` | files that are read as one session each, or as one with `--session` |
//! | `serve` | `serve`: surfaces as canvases of an AHP host |
//! | `serve_bots` | `serve`: the command line of the faces `slack` and `teams` |
//! | `serve_log` | `serve`: the log as JSON Lines |
//! | `serve_metrics` | `serve`: the counts for monitors |
//! | `serve_network` | `serve` behind a proxy: addresses, probes, hosts and origins |
//! | `serve_operation` | `serve`: the environment of commands, the files of the token and of options |
//! | `serve_process` | a running `serve`, for the tests about it |
//! | `serve_sessions` | the lifetime of the sessions of `serve`, and `sessions`: the list of stored sessions |
//! | `serve_stopping` | the end of `serve`: signals, running turns, certificates |
//! | `serve_usage` | `serve`: wrong command lines |
//! | `show` | `show`: a page, or a server that outputs clicks |
//! | `size_limits` | limits on the size of inputs |
//! | `surfaces` | findings about surfaces and components |
//! | `text_library` | the functions of `agent-ui-text` against the commands |
//! | `threads` | several threads, whose output equals that of one |
//! | `tools` | `convert` of manifests: AHP canvases with actions, MCP tools |
//! | `usage_errors` | suggestions for mistakes of the command line |
//! | `worker` | the usage errors of `worker` |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod agent_hosts;
mod calls;
mod canvases;
mod carriers;
mod cases;
mod catalogs;
#[cfg(unix)]
mod ci_files;
mod command_line;
mod multi_step_routes;
mod size_limits;
// The tested programs are shell scripts.
mod accepted_inputs;
mod ahp_versions;
mod check_and_fold;
#[cfg(unix)]
mod conform;
mod corpus;
mod dry_run;
mod events;
mod file_formats;
mod file_names;
mod fix;
mod folders;
mod forged_carries;
mod growth;
mod help;
mod hostile;
mod inferred_protocols;
mod input_layouts;
mod interactions;
#[cfg(unix)]
mod interrupts;
mod loss_summary;
#[cfg(feature = "lsp")]
mod lsp;
mod matrix;
mod message_lists;
mod mistake_hints;
mod mistakes_in_messages;
mod mistakes_in_text;
mod model_answers;
mod nesting_depth;
mod output_files;
mod pages;
#[cfg(unix)]
mod pipe;
mod places_of_errors;
mod playground;
mod program;
mod progress;
mod protocol_names;
mod repairs;
mod report_format;
mod report_lines;
mod samples;
mod sarif;
mod schema;
mod separate_files;
#[cfg(feature = "live")]
mod serve;
#[cfg(all(unix, feature = "live"))]
mod serve_bots;
#[cfg(all(unix, feature = "live"))]
mod serve_kills;
#[cfg(all(unix, feature = "live"))]
mod serve_log;
#[cfg(all(unix, feature = "live"))]
mod serve_metrics;
#[cfg(feature = "live")]
mod serve_network;
#[cfg(all(unix, feature = "live"))]
mod serve_operation;
#[cfg(feature = "live")]
mod serve_process;
#[cfg(all(unix, feature = "live"))]
mod serve_sessions;
#[cfg(all(feature = "live", unix))]
mod serve_stopping;
#[cfg(feature = "live")]
mod serve_usage;
#[cfg(all(unix, feature = "live"))]
mod serve_users;
mod show;
mod surfaces;
mod text_library;
mod threads;
mod tools;
mod usage_errors;
mod worker;
