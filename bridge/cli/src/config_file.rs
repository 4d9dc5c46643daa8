//! The configuration file: its sections `[serve]` and `[check]` contain options, which become arguments of the command line.

use clap::{Arg, ArgAction, Command, Error, error::ErrorKind};
use std::{
    ffi::OsString,
    ops::Range,
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};
use wire::spelling::is_like;

/// The commands whose options a file can set, each in a section of its name.
const SECTIONS: [&str; 2] = ["serve", "check"];
/// The file that `check` reads if the command line names no other.
const DEFAULT_FILE: &str = "agent-ui.toml";
/// The options that a file cannot set: those about the file, and those that do something else than the command.
const NOT_IN_FILES: [&str; 7] = [
    "config",
    "diff",
    "fix",
    "help",
    "no-config",
    "rules",
    "types",
];
/// The operands that the section `[check]` can state.
const OPERANDS: [&str; 2] = ["protocol", "files"];

/// Returns the command line with the options of the file that `--config` names. `check` reads `agent-ui.toml` without being told.
/// An option of the command line takes the place of the same option in the file, and of options that cannot be used with it.
pub(crate) fn with_options_of_file(
    arguments: &[OsString],
    program: &Command,
) -> Result<Vec<OsString>, Error> {
    let [_, section, own @ ..] = arguments else {
        return Ok(arguments.to_vec());
    };
    let Some(section_name) = SECTIONS.iter().find(|known| section == **known) else {
        return Ok(arguments.to_vec());
    };
    // Without the feature `live`, `serve` has no options; it explains how to add it.
    if *section_name == "serve" && cfg!(not(feature = "live")) {
        return Ok(arguments.to_vec());
    }
    let Some(command) = program.find_subcommand(section_name) else {
        return Ok(arguments.to_vec());
    };
    let Some((path, text)) = read_file(section_name, own)? else {
        return Ok(arguments.to_vec());
    };
    let config = ConfigFile {
        path: &path,
        text: &text,
        section: section_name,
        command,
        is_required: config_file(own).is_some(),
    };
    config.add_to(arguments, program)
}

/// Returns the command line with the options of the file `agent-ui.toml` in a folder, if there is one. The command line
/// begins with the name of the program and the command.
#[cfg(feature = "lsp")]
pub(crate) fn with_options_of_folder(
    arguments: &[OsString],
    program: &Command,
    folder: &Path,
) -> Result<Vec<OsString>, Error> {
    let path = folder.join(DEFAULT_FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(arguments.to_vec());
        }
        Err(error) => return Err(wrong(format!("{}: {error}", path.display()))),
    };
    let section = "check";
    let Some(command) = program.find_subcommand(section) else {
        return Ok(arguments.to_vec());
    };
    let config = ConfigFile {
        path: &path,
        text: &text,
        section,
        command,
        is_required: false,
    };
    config.add_to(arguments, program)
}

/// Returns the path of the configuration file in a folder.
#[cfg(feature = "lsp")]
pub(crate) fn path_in_folder(folder: &Path) -> PathBuf {
    folder.join(DEFAULT_FILE)
}

/// Returns the configuration file and its text; `None` if the command line names no file and there is no default one.
fn read_file(section: &str, own: &[OsString]) -> Result<Option<(PathBuf, String)>, Error> {
    if let Some(path) = config_file(own) {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| wrong(format!("--config {}: {error}", path.display())))?;
        return Ok(Some((path, text)));
    }
    let mut options = own.iter().take_while(|argument| *argument != "--");
    if section != "check" || options.any(|argument| argument == "--no-config") {
        return Ok(None);
    }
    let path = PathBuf::from(DEFAULT_FILE);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(format!(
            "{DEFAULT_FILE}: {error}; --no-config ignores the file"
        ))),
    }
}

/// Returns `true` if the command line states a protocol or files, or cannot be read.
fn has_operands(arguments: &[OsString], program: &Command) -> bool {
    let Ok(matches) = program.clone().try_get_matches_from(arguments) else {
        return true;
    };
    let Some((_, matches)) = matches.subcommand() else {
        return true;
    };
    OPERANDS
        .iter()
        .any(|id| matches.try_contains_id(id).unwrap_or(false))
}

/// Returns the file that the command line names.
fn config_file(own: &[OsString]) -> Option<PathBuf> {
    let mut options = own.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = options.next() {
        if argument == "--config" {
            return options.next().map(PathBuf::from);
        }
        let argument = argument.to_str().unwrap_or_default();
        if let Some(file) = argument.strip_prefix("--config=") {
            return Some(file.into());
        }
    }
    None
}

/// Returns `true` if the command line contains the option, or one that cannot be used with it.
fn is_replaced(option: &FileOption<'_>, command: &Command, own: &[OsString]) -> bool {
    for other in command.get_arguments() {
        if !is_given(other, own) {
            continue;
        }
        let is_same = other.get_id() == option.option.get_id();
        if is_same
            || excludes(command, other, option.option)
            || excludes(command, option.option, other)
        {
            return true;
        }
    }
    false
}

/// Returns `true` if the command line contains the option.
fn is_given(option: &Arg, own: &[OsString]) -> bool {
    let Some(long) = option.get_long() else {
        return false;
    };
    // The arguments after `--` are not options.
    for argument in own.iter().take_while(|argument| *argument != "--") {
        let argument = argument.to_str().unwrap_or_default();
        if let Some(rest) = argument
            .strip_prefix("--")
            .and_then(|name| name.strip_prefix(long))
        {
            if rest.is_empty() || rest.starts_with('=') {
                return true;
            }
        }
    }
    false
}

/// Returns `true` if the first option cannot be used with the second one.
fn excludes(command: &Command, one: &Arg, other: &Arg) -> bool {
    let excluded = command.get_arg_conflicts_with(one);
    excluded.iter().any(|arg| arg.get_id() == other.get_id())
}

/// Returns the name of an option, if a file can set it.
fn settable_name(option: &Arg) -> Option<&str> {
    let long = option.get_long()?;
    match option.is_hide_set() || NOT_IN_FILES.contains(&long) {
        true => None,
        false => Some(long),
    }
}

/// The contents of a section.
#[derive(Default)]
struct ConfigSection<'a> {
    /// The options in the order of the file.
    options: Vec<FileOption<'a>>,
    /// The protocol and the files.
    operands: Vec<String>,
}

/// An option of the file.
struct FileOption<'a> {
    option: &'a Arg,
    place: Range<usize>,
    arguments: Vec<String>,
}

struct ConfigFile<'a> {
    path: &'a Path,
    text: &'a str,
    section: &'a str,
    command: &'a Command,
    /// `true` if the command line names the file, so that it must have the section.
    is_required: bool,
}

impl<'a> ConfigFile<'a> {
    /// Returns a command line with the options and the operands of the file.
    fn add_to(&self, arguments: &[OsString], program: &Command) -> Result<Vec<OsString>, Error> {
        let [name, _, own @ ..] = arguments else {
            return Ok(arguments.to_vec());
        };
        let section = self.section()?;
        let mut all = vec![name.clone(), OsString::from(self.section)];
        for option in section.options {
            self.check(&option, program)?;
            if !is_replaced(&option, self.command, own) {
                all.extend(option.arguments.into_iter().map(OsString::from));
            }
        }
        all.extend_from_slice(own);
        if !has_operands(arguments, program) {
            all.extend(section.operands.into_iter().map(OsString::from));
        }
        Ok(all)
    }

    /// Returns the contents of the section of the command.
    fn section(&self) -> Result<ConfigSection<'a>, Error> {
        let parsed = DeTable::parse(self.text)
            .map_err(|error| self.wrong(&error.span().unwrap_or_default(), error.message()))?;
        let mut section = None;
        for (name, value) in parsed.get_ref() {
            let value = value.get_ref();
            match (&**name.get_ref(), value) {
                (own, DeValue::Table(table)) if own == self.section => section = Some(table),
                (other, DeValue::Table(_)) if SECTIONS.contains(&other) => {}
                (other, _) => {
                    let sections = SECTIONS.join("] or [");
                    let message = format!(
                        "`{other}` is not a section of this file; options stand below [{sections}]"
                    );
                    return Err(self.wrong(&name.span(), &message));
                }
            }
        }
        let Some(section) = section else {
            if self.is_required {
                let message = format!("the file has no section [{}]", self.section);
                return Err(self.wrong(&(0..0), &message));
            }
            return Ok(ConfigSection::default());
        };
        let mut options = Vec::new();
        for (name, value) in section {
            if self.has_operand(name.get_ref()) {
                continue;
            }
            let option = self.option(name.get_ref(), &name.span())?;
            let arguments = self.arguments(option, value.get_ref());
            let arguments = arguments.map_err(|message| {
                self.wrong(&value.span(), &format!("`{}`: {message}", name.get_ref()))
            })?;
            options.push(FileOption {
                option,
                place: name.span(),
                arguments,
            });
        }
        options.sort_by_key(|option| option.place.start);
        let operands = self.operands(section)?;
        Ok(ConfigSection { options, operands })
    }

    /// Returns `true` if the section of the command can state an operand of this name.
    fn has_operand(&self, name: &str) -> bool {
        self.section == "check" && OPERANDS.contains(&name)
    }

    /// Returns the protocol and the files of the section, in the order of the command line.
    fn operands(&self, section: &DeTable<'_>) -> Result<Vec<String>, Error> {
        let mut operands = Vec::new();
        for name in OPERANDS {
            let Some(value) = section.get(name).filter(|_| self.has_operand(name)) else {
                continue;
            };
            let values = match value.get_ref() {
                DeValue::Array(values) => values.iter().map(|value| value.get_ref()).collect(),
                single => vec![single],
            };
            for single in values {
                let text = scalar(single).map_err(|message| {
                    self.wrong(&value.span(), &format!("`{name}`: {message}"))
                })?;
                operands.push(match name {
                    "files" => self.in_folder(&text),
                    _ => text,
                });
            }
        }
        Ok(operands)
    }

    /// Returns a path that begins at the folder of the file.
    fn in_folder(&self, path: &str) -> String {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        folder.join(path).to_string_lossy().into_owned()
    }

    /// Returns the option with this name.
    fn option(&self, name: &str, place: &Range<usize>) -> Result<&'a Arg, Error> {
        let mut like = None;
        for option in self.command.get_arguments() {
            let Some(long) = settable_name(option) else {
                continue;
            };
            if long == name {
                return Ok(option);
            }
            if like.is_none() && is_like(long, name) {
                like = Some(long);
            }
        }
        let hint = match (like, name) {
            (Some(like), _) => format!("; did you mean `{like}`?"),
            (None, "file") if self.section == "serve" => {
                "; name a file as agent = \"file:PATH\"".to_owned()
            }
            (None, _) => format!("; `agent-ui help {}` lists the options", self.section),
        };
        let message = format!("`{name}` is not an option of {}{hint}", self.section);
        Err(self.wrong(place, &message))
    }

    /// Returns the arguments that state an option.
    fn arguments(&self, option: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
        match (option.get_action(), value) {
            (ArgAction::SetTrue, DeValue::Boolean(true)) => {
                let name = option.get_long().unwrap_or_default();
                Ok(vec![format!("--{name}")])
            }
            (ArgAction::SetTrue, DeValue::Boolean(false)) => Ok(Vec::new()),
            (ArgAction::SetTrue, _) => Err("expected true or false".to_owned()),
            (ArgAction::Append, DeValue::Array(values)) => values
                .iter()
                .map(|value| self.argument(option, value.get_ref()))
                .collect(),
            (_, DeValue::Array(_)) => Err("expected one value instead of a list".to_owned()),
            (_, value) => Ok(vec![self.argument(option, value)?]),
        }
    }

    /// Returns the argument that states one value of an option.
    fn argument(&self, option: &Arg, value: &DeValue<'_>) -> Result<String, String> {
        let name = option.get_long().unwrap_or_default();
        let value = self.resolved(option, scalar(value)?);
        Ok(format!("--{name}={value}"))
    }

    /// Returns a value whose path, if it is one, begins at the folder of the file.
    fn resolved(&self, option: &Arg, value: String) -> String {
        let name = option.get_long().unwrap_or_default();
        let value_name = option
            .get_value_names()
            .and_then(|names| names.first())
            .map(|name| name.as_str());
        let (before, path) = match (name, value_name) {
            ("store", _) => ("", &*value),
            (_, Some("FILE" | "FOLDER")) => ("", &*value),
            ("agent", _) => match value.split_once("file:") {
                Some((before, path)) if before.is_empty() || before.ends_with('=') => {
                    value.split_at(value.len() - path.len())
                }
                _ => return value,
            },
            ("users", _) if value.starts_with("jwt:") => value.split_at("jwt:".len()),
            _ => return value,
        };
        if path.is_empty() || path == "-" || path.contains("://") {
            return value;
        }
        format!("{before}{}", self.in_folder(path))
    }

    /// Checks the value of an option, so that an error names the place in the file.
    fn check(&self, option: &FileOption<'_>, program: &Command) -> Result<(), Error> {
        let arguments = [program.get_name(), self.section]
            .into_iter()
            .chain(option.arguments.iter().map(String::as_str));
        match program.clone().try_get_matches_from(arguments) {
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::ValueValidation | ErrorKind::InvalidValue
                ) =>
            {
                let text = error.to_string();
                let line = text.lines().next().unwrap_or_default();
                Err(self.wrong(&option.place, line.trim_start_matches("error: ")))
            }
            // What an option needs may be on the command line.
            _ => Ok(()),
        }
    }

    fn wrong(&self, place: &Range<usize>, message: &str) -> Error {
        let before = self.text.get(..place.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        wrong(format!("{}:{line}: {message}", self.path.display()))
    }
}

/// Returns a text, a number or a boolean as it stands on the command line.
fn scalar(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Ok(number.to_string()),
            Err(error) => Err(error.to_string()),
        },
        DeValue::Float(number) => Ok(number.as_str().to_owned()),
        _ => Err("expected a text or a number".to_owned()),
    }
}

fn wrong(message: String) -> Error {
    Error::raw(ErrorKind::ValueValidation, format!("{message}\n"))
}

#[cfg(all(test, feature = "live"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::args;

    /// A file in a folder of its own, which is removed with it.
    struct TestFile(PathBuf);

    impl TestFile {
        fn new(name: &str, text: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("agent-ui-config-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("a.toml"), text).unwrap();
            Self(folder)
        }

        /// Returns the arguments after `serve` that result from the file and the `further` arguments.
        fn arguments(&self, further: &[&str]) -> Result<Vec<String>, String> {
            let file = self.0.join("a.toml").to_string_lossy().into_owned();
            let line = [&["agent-ui", "serve", "--config", &*file][..], further].concat();
            let line: Vec<OsString> = line.into_iter().map(OsString::from).collect();
            match with_options_of_file(&line, &args::command()) {
                Ok(all) => {
                    let all = all
                        .into_iter()
                        .map(|argument| argument.into_string().unwrap())
                        .skip(2);
                    Ok(all.take_while(|argument| argument != "--config").collect())
                }
                Err(error) => Err(error.to_string()),
            }
        }
    }

    impl Drop for TestFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// Returns a value of an option in TOML.
    fn sample(option: &Arg) -> &'static str {
        let value_name = option
            .get_value_names()
            .and_then(|names| names.first())
            .map(|name| name.as_str());
        match (option.get_long().unwrap(), value_name.unwrap_or_default()) {
            _ if matches!(option.get_action(), ArgAction::SetTrue) => "true",
            ("agent", _) => r#"["file:a.jsonl", "b=lines:./b"]"#,
            ("face", _) => r#"["mcp", "page"]"#,
            ("users", _) => r#""jwt:keys.json""#,
            ("bind", _) => r#""127.0.0.2""#,
            ("log", _) => r#""debug""#,
            ("log-format" | "format", _) => r#""json""#,
            ("color", _) => r#""never""#,
            ("canvas-pages", _) => r#""channel""#,
            ("turns", _) => r#""overlapping""#,
            ("agent-scope", _) => r#""program""#,
            ("from", _) => r#""a2ui@0.8""#,
            (_, "NUMBER" | "PORT") => "8000",
            (_, "TIME") => r#""20s""#,
            _ if matches!(option.get_action(), ArgAction::Append) => r#"["a", "b"]"#,
            _ => r#""a""#,
        }
    }

    #[test]
    fn each_option_can_be_set() {
        let program = args::command();
        let serve = program.find_subcommand("serve").unwrap();
        let options: Vec<&Arg> = serve
            .get_arguments()
            .filter(|option| !option.is_hide_set())
            .filter(|option| {
                option
                    .get_long()
                    .is_some_and(|long| !NOT_IN_FILES.contains(&long))
            })
            .collect();
        assert!(options.len() > 40, "{}", options.len());
        for option in options {
            let name = option.get_long().unwrap();
            let file = TestFile::new(name, &format!("[serve]\n{name} = {}\n", sample(option)));
            let arguments = file.arguments(&[]).unwrap();
            let is_it = |argument: &String| {
                *argument == format!("--{name}") || argument.starts_with(&format!("--{name}="))
            };
            assert!(
                !arguments.is_empty() && arguments.iter().all(is_it),
                "{name}: {arguments:?}"
            );
        }
    }

    #[test]
    fn command_line_options_override_those_of_the_file() {
        let text = "[serve]\nport = 1\ntoken = \"a\"\nstdio = false\nagent = \"a2a:http://a.test\"\nface = [\"mcp\"]\n";
        let file = TestFile::new("replaced", text);
        assert_eq!(
            file.arguments(&["--port=2", "--token-file", "t", "--face", "page"])
                .unwrap(),
            ["--agent=a2a:http://a.test"]
        );
        // What follows `--` is not an option.
        assert!(
            file.arguments(&["--", "--port"])
                .unwrap()
                .contains(&"--port=1".to_owned())
        );
    }

    #[test]
    fn relative_paths_are_resolved_from_the_folder_of_the_file() {
        let text = "[serve]\nstore = \"s.db\"\ncertificate = \"/c.pem\"\nagent = [\"x=file:a\", \"file:-\", \"lines:./run file:b\"]\nusers = \"jwt:https://a.test/keys\"\n";
        let file = TestFile::new("paths", text);
        let inside = |name: &str| file.0.join(name).to_string_lossy().into_owned();
        let mut arguments = file.arguments(&[]).unwrap();
        arguments.sort();
        assert_eq!(
            arguments,
            [
                "--agent=file:-".to_owned(),
                "--agent=lines:./run file:b".to_owned(),
                format!("--agent=x=file:{}", inside("a")),
                "--certificate=/c.pem".to_owned(),
                format!("--store={}", inside("s.db")),
                "--users=jwt:https://a.test/keys".to_owned(),
            ]
        );
        let nats = TestFile::new("nats", "[serve]\nstore = \"nats://127.0.0.1:4222/ui\"\n");
        assert_eq!(
            nats.arguments(&[]).unwrap(),
            ["--store=nats://127.0.0.1:4222/ui"]
        );
    }

    #[test]
    fn errors_name_the_line_and_the_remedy() {
        for (name, text, expected) in [
            (
                "unknown",
                "[serve]\nport = 1\ntoken_file = \"t\"\n",
                ":3: `token_file` is not an option of serve; did you mean `token-file`?",
            ),
            (
                "strange",
                "[serve]\nzzz = 1\n",
                ":2: `zzz` is not an option of serve; `agent-ui help serve`",
            ),
            (
                "config",
                "[serve]\nconfig = \"b.toml\"\n",
                ":2: `config` is not an option",
            ),
            ("file", "[serve]\nfile = \"b\"\n", "agent = \"file:PATH\""),
            (
                "effect",
                "[serve]\nroutes = \"b\"\n",
                ":2: `routes` is not an option of serve",
            ),
            (
                "section",
                "\n[server]\nport = 1\n",
                ":2: `server` is not a section of this file; options stand below [serve] or [check]",
            ),
            ("top", "port = 1\n", ":1: `port` is not a section"),
            ("none", "", ":1: the file has no section [serve]"),
            ("syntax", "[serve]\nport = \n", ":2: "),
            (
                "value",
                "[serve]\n\nport = 70000\n",
                ":3: invalid value '70000' for '--port <PORT>'",
            ),
            (
                "flag",
                "[serve]\nstdio = \"yes\"\n",
                ":2: `stdio`: expected true or false",
            ),
            (
                "list",
                "[serve]\nport = [1]\n",
                ":2: `port`: expected one value instead of a list",
            ),
            (
                "table",
                "[serve]\nport = { a = 1 }\n",
                ":2: `port`: expected a text or a number",
            ),
        ] {
            let error = TestFile::new(name, text).arguments(&[]).unwrap_err();
            assert!(
                error.contains("a.toml:") && error.contains(expected),
                "{name}: {expected} in {error}"
            );
        }
        let line = ["agent-ui", "serve", "--config", "no-such.toml"].map(OsString::from);
        let error = with_options_of_file(&line, &args::command())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("--config no-such.toml: No such file"),
            "{error}"
        );
    }
}
