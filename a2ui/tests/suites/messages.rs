//! The suites for the effect of messages on surfaces, and for the data that clients send about themselves.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/message_processor.yaml` | 19 | all; 1 is answered otherwise |
//! | `…/message_processor_v0_8.yaml` | 8 | all |
//! | `…/message_processor_v0_9.yaml` | 43 | 42; 1 is answered otherwise. Themes are not checked by other catalogs (1 case) |
//! | `…/message_processor_v1_0.yaml` | 59 | all; 2 are answered otherwise |
//! | `message-processor.test.ts` of the web core | 28 | 24; 1 is answered otherwise. 3 read the code of that client's catalogs, 1 is about listeners |
//! | `client-capabilities.test.ts` of the web core | 1 | none; it reads the code of a catalog |
//! | `model-processor.test.ts` of the web core of 0.8 | 27 | 20; 7 are about the objects of that core |
//!
//! Answered otherwise: the client decides which catalogs it supports, so a surface or call with an unknown catalog is not
//! refused ([`strict`]).

mod creation;
mod of_0_8;
mod of_clients;
mod refusals;
mod strict;
