//! The files that a command line names: the output, and the inputs that the output must not overwrite.

use super::{Command, Context, Source, TranslationArguments};
use std::path::{Path, PathBuf};

/// The inputs of a command, each with the option that names the input. For operands, the option is empty.
struct InputPaths<'a>(Vec<(&'static str, &'a Path)>);

impl<'a> InputPaths<'a> {
    fn add(&mut self, option: &'static str, path: &'a Option<PathBuf>) {
        self.0.extend(path.as_deref().map(|path| (option, path)));
    }

    fn add_source(&mut self, source: &'a Source) {
        self.0
            .extend(source.files.iter().map(|path| ("", path.as_path())));
    }

    fn add_translation(&mut self, translation: &'a TranslationArguments) {
        self.add("--carry-key", &translation.trust.carry_key);
        self.add_context(&translation.context);
    }

    fn add_context(&mut self, context: &'a Context) {
        self.add("--context", &context.context);
        self.add("--routes", &context.routes);
        self.add("--manifest", &context.manifest);
        self.add("--surface", &context.surface);
    }
}

impl Command {
    /// Returns the file that replaces standard output. `pipe` and `show` open their output themselves.
    pub(crate) fn output(&self) -> Option<&Path> {
        let destination = match self {
            Self::Convert(arguments) => &arguments.destination,
            Self::Explain(arguments) => &arguments.destination,
            Self::Decode(arguments) => &arguments.destination,
            Self::Check(arguments) => &arguments.destination,
            Self::Record(arguments) => &arguments.destination,
            Self::Fold(arguments) => &arguments.destination,
            Self::Rule(arguments) => &arguments.destination,
            Self::Schema(arguments) => &arguments.destination,
            Self::Matrix(arguments) => &arguments.destination,
            Self::Conform(arguments) => &arguments.destination,
            Self::Sessions(arguments) => &arguments.destination,
            Self::Completions(arguments) => &arguments.destination,
            Self::Man(arguments) => &arguments.destination,
            Self::Pipe(_) | Self::Show(_) | Self::Serve(_) => return None,
            Self::Worker(_) | Self::Playground(_) | Self::Health(_) => return None,
            Self::Demo | Self::Answer | Self::Lsp(_) => return None,
        };
        destination.output.as_deref()
    }

    /// Returns the output that the command opens itself.
    pub(crate) fn own_output(&self) -> Option<&Path> {
        match self {
            Self::Pipe(arguments) => arguments.output.as_deref(),
            Self::Show(arguments) => arguments.output.as_deref(),
            _ => None,
        }
    }

    /// Returns `true` if the command replaces files and does not handle signals itself.
    pub(crate) fn replaces_files(&self) -> bool {
        match self {
            Self::Check(arguments) if arguments.fix => true,
            Self::Show(arguments) => arguments.output.is_some(),
            _ => self.output().is_some(),
        }
    }

    /// Returns the files and folders that the command reads, each with the option that names it.
    pub(crate) fn input_paths(&self) -> Vec<(&'static str, &Path)> {
        let mut paths = InputPaths(Vec::new());
        match self {
            Self::Convert(arguments) => {
                paths.add_source(&arguments.source);
                paths.add_translation(&arguments.translation);
            }
            Self::Explain(arguments) => {
                paths.add_source(&arguments.source);
                paths.add_translation(&arguments.translation);
            }
            // `pipe` compares its input with its other files itself.
            Self::Pipe(arguments) => paths.add_translation(&arguments.translation),
            Self::Decode(arguments) => paths.add_source(&arguments.source),
            Self::Check(arguments) => {
                paths.add_source(&arguments.source);
                paths.add("--dictionary", &arguments.dictionary);
                paths.add("--arguments", &arguments.arguments);
                paths.0.extend(
                    arguments
                        .catalogs
                        .iter()
                        .map(|path| ("--catalog", path.as_path())),
                );
            }
            Self::Schema(arguments) => paths.add("--catalog", &arguments.components.catalog),
            Self::Record(arguments) => paths.add_source(&arguments.source),
            Self::Fold(arguments) => paths.add_source(&arguments.source),
            Self::Conform(arguments) => paths.add("--known", &arguments.known),
            Self::Sessions(arguments) => paths.0.push(("--store", &arguments.store)),
            Self::Show(arguments) => {
                paths.add_source(&arguments.source);
                paths.add_context(&arguments.context);
            }
            _ => {}
        }
        paths.0
    }

    /// Returns `true` if the totals at the end are omitted.
    pub(crate) fn is_quiet(&self) -> bool {
        match self {
            Self::Convert(arguments) => arguments.translation.quiet,
            Self::Pipe(arguments) => arguments.translation.quiet,
            Self::Explain(arguments) => arguments.translation.quiet,
            Self::Decode(arguments) => arguments.quiet,
            Self::Check(arguments) => arguments.quiet,
            Self::Record(arguments) => arguments.quiet,
            Self::Fold(arguments) => arguments.quiet,
            _ => false,
        }
    }
}
