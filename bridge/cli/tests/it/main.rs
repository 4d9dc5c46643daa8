//! The program, as somebody runs it: arguments and input in, lines and an exit status out.
//!
//! | module | tests |
//! |---|---|
//! | `interactions` | `convert` between AAP and A2UI: what comes back, what is lost, who wins |
//! | `explain` | where members come from |
//! | `file_formats` | inputs that are not JSON in UTF-8, and empty lists |
//! | `fix` | `check --fix` and `--diff` |
//! | `forged` | carries that are broken, or made by somebody else |
//! | `forms` | files, folders and layouts in which people have their data; slips and their cures |
//! | `growth` | how the work grows with the input |
//! | `events` | `convert` of actions.json events, and which of them are refused |
//! | `canvases` | `convert` between A2UI surfaces and AHP canvases |
//! | `repairs` | messages that are read after a repair |
//! | `released` | `convert` between the two shapes of AHP canvases |
//! | `agent_hosts` | `fold`, `decode`, `check` and `schema` of AHP |
//! | `composed` | `convert` over more than one mapping |
//! | `losses` | the line that says how much was lost |
//! | `named` | losses that are easy to miss |
//! | `pipe` | sessions that go on after a crash, in both directions |
//! | `record` | `record` |
//! | `reading` | what counts as an input, for every command that reads |
//! | `versions` | `convert` between versions of A2UI |
//! | `judging` | `check`, `fold` and `decode --type` |
//! | `dry_run` | `check --dry-run`: what workflows would call |
//! | `corpus` | public bug reports, each with what the program should do with it |
//! | `depth` | how deep a message may nest |
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
//! | `listed` | lists of tools and items in answers, events and whole responses |
//! | `mcp_versions` | `convert` between versions of MCP |
//! | `command_line` | usage, help, samples, a reader that goes away |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod agent_hosts;
mod bounds;
mod calls;
mod canvases;
mod carriers;
mod catalogs;
mod command_line;
mod composed;
// Its programs are shell scripts.
#[cfg(unix)]
mod conform;
mod corpus;
mod depth;
mod dry_run;
mod events;
mod explain;
mod file_formats;
mod fix;
mod forged;
mod forms;
mod growth;
mod hostile;
mod interactions;
mod judging;
mod listed;
mod losses;
mod matrix;
mod mcp_versions;
mod model_answers;
mod named;
#[cfg(unix)]
mod pipe;
mod program;
mod reading;
mod record;
mod released;
mod repairs;
mod schema;
#[cfg(feature = "live")]
mod serve;
mod sessions;
mod show;
mod slips;
mod strict;
mod surfaces;
mod threads;
mod tools;
mod tools_judged;
mod versions;
