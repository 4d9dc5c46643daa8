//! The program, as somebody runs it: arguments and input in, lines and an exit status out.
//!
//! | module | tests |
//! |---|---|
//! | `interactions` | `convert` between AAP and A2UI: what comes back, what is lost, who wins |
//! | `explain` | where members come from |
//! | `file_formats` | inputs that are not JSON in UTF-8, and empty lists |
//! | `fix` | `check --fix` and `--diff` |
//! | `forged_carries` | carries that are broken, or made by somebody else |
//! | `input_layouts` | files, folders and layouts in which people have their data; slips and their cures |
//! | `growth` | how the work grows with the input |
//! | `events` | `convert` of actions.json events, and which of them are refused |
//! | `canvases` | `convert` between A2UI surfaces and AHP canvases |
//! | `repairs` | messages that are read after a repair |
//! | `ahp_versions` | `convert` between the two shapes of AHP canvases |
//! | `agent_hosts` | `fold`, `decode`, `check` and `schema` of AHP |
//! | `multi_step_routes` | `convert` over more than one mapping |
//! | `loss_summary` | the line that says how much was lost |
//! | `subtle_losses` | losses that are easy to miss |
//! | `pages` | README.md and the other pages: commands, quoted outputs, examples, links, names |
//! | `pipe` | sessions that go on after a crash, in both directions |
//! | `record` | `record` |
//! | `accepted_inputs` | what counts as an input, for every command that reads |
//! | `versions` | `convert` between versions of A2UI |
//! | `check_and_fold` | `check`, `fold` and `decode --type` |
//! | `dry_run` | `check --dry-run`: what workflows would call |
//! | `corpus` | public bug reports, each with what the program should do with it |
//! | `nesting_depth` | how deep a message may nest |
//! | `show` | `show`: a page, and a server that brings clicks back |
//! | `serve` | `serve`: surfaces as canvases of an AHP host |
//! | `sessions` | several surfaces and canvases in one input; the notations of A2UI 1.0 |
//! | `strict` | what comes out under `--strict` |
//! | `surfaces` | what is wrong with surfaces, and with components by their catalog |
//! | `schema` | schemas of wire types |
//! | `model_answers` | what language models write around messages, and how they misspell JSON |
//! | `matrix` | what becomes of every field |
//! | `conform` | `conform` and `answer`: programs that do what is right, and what programs do wrong |
//! | `hostile` | hostile input, row by row, and what memory it takes |
//! | `threads` | several threads write what one writes |
//! | `tools` | `convert` of manifests: AHP canvases with actions, MCP tools |
//! | `calls` | `convert` of calls and answers between MCP, the Responses API, AHP and pages |
//! | `message_lists` | lists of tools and items in answers, events and whole responses |
//! | `mcp_versions` | `convert` between versions of MCP |
//! | `command_line` | usage, help, samples, a reader that goes away |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod agent_hosts;
mod calls;
mod canvases;
mod carriers;
mod catalogs;
mod command_line;
mod multi_step_routes;
mod size_limits;
// Its programs are shell scripts.
mod accepted_inputs;
mod ahp_versions;
mod check_and_fold;
#[cfg(unix)]
mod conform;
mod corpus;
mod dry_run;
mod events;
mod explain;
mod file_formats;
mod fix;
mod forged_carries;
mod growth;
mod hostile;
mod input_layouts;
mod interactions;
mod loss_summary;
mod matrix;
mod mcp_versions;
mod message_lists;
mod mistake_hints;
mod model_answers;
mod nesting_depth;
mod pages;
#[cfg(unix)]
mod pipe;
mod program;
mod record;
mod repairs;
mod schema;
#[cfg(feature = "live")]
mod serve;
mod sessions;
mod show;
mod strict;
mod subtle_losses;
mod surfaces;
mod threads;
mod tool_findings;
mod tools;
mod versions;
