//! The translation context that the command line describes.

use crate::{
    args, context_file,
    exit::Exit,
    flag_file::{self, ExpectedContent, FlagFile},
    input::{EMPTY_INPUT, Input, InputCallbacks, Inputs, start_of},
    report::Report,
};
use agent_ui_text::{json, mistake_hints::HintContext, place::Place, repair::Repair};
use bridge::{
    Context, Protocol, Routes,
    a2ui::{repair::Repairer, surface::Surfaces},
    aap::{CanvasPath, Interaction},
    actions_json::{checked_manifest::CheckedManifest, validate::Profile},
    ahp::{
        ids::{ChannelKind, ChannelUri},
        uri::{CanvasChannel, UriError},
    },
    is_base_url,
};
use std::{io::Read, path::Path};
use wire::{DecodeError, Finding, Payload, Pointer, Severity, Timestamp};

const ROUTES: ExpectedContent = ExpectedContent {
    noun: "a table of canvas files and their surfaces",
    example: r#"{"reports/x.html":"surface"}"#,
};
const MANIFEST: ExpectedContent = ExpectedContent {
    noun: "an actions.json manifest",
    example: r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
};
const SURFACES: ExpectedContent = ExpectedContent {
    noun: "an A2UI message that creates a surface",
    example: r#"{"version":"v0.9","createSurface":{"surfaceId":"main","catalogId":"…"}}"#,
};

pub(crate) fn read(arguments: &args::Context, report: &mut Report) -> Result<Context, Exit> {
    read_options(arguments, report).map_err(|exit| context_file::with_place(arguments, exit))
}

fn read_options(arguments: &args::Context, report: &mut Report) -> Result<Context, Exit> {
    let mut cx = Context::default();
    cx.profile = *arguments.profile.rules();
    if let Some(path) = &arguments.routes {
        cx.routes = read_routes(path)?;
    }
    if let Some(path) = &arguments.manifest {
        cx.manifest = Some(read_manifest(path, &cx.profile, report)?);
    }
    if let Some(path) = &arguments.surface {
        build_surfaces(path, &mut cx.surfaces, report)?;
    }
    if let Some(time) = &arguments.time {
        cx.time = Some(read_time(time)?);
    }
    cx.owner.clone_from(&arguments.owner);
    if let Some(file) = &arguments.canvas_file {
        CanvasPath::parse(file)
            .map_err(|error| Exit::Usage(format!("--canvas-file {file}: {error}")))?;
        cx.canvas_file = Some(file.as_str().into());
    }
    check_addresses(arguments)?;
    cx.session.clone_from(&arguments.ahp_session);
    cx.chat.clone_from(&arguments.ahp_chat);
    cx.runtime_id.clone_from(&arguments.runtime_id);
    cx.channel.clone_from(&arguments.channel);
    cx.base_url.clone_from(&arguments.base_url);
    cx.flat_names = arguments.flat_names;
    cx.portable_schemas = arguments.portable_schemas;
    Ok(cx)
}

/// Reads the file of `--routes`.
fn read_routes(path: &Path) -> Result<Routes, Exit> {
    let file = FlagFile::read("--routes", path)?;
    let routes: Payload = file.value(&ROUTES)?;
    // An AAP record may consist of strings only, like routes.
    if routes.decode::<Interaction>().is_ok() {
        let message = "the file contains a record of aap";
        return Err(wrong_routes(&file, &Pointer::root(), message));
    }
    Routes::read(&routes).map_err(|error| wrong_routes(&file, &error.pointer, &error.message))
}

/// Returns the usage error for a file of `--routes` with wrong content.
fn wrong_routes(file: &FlagFile, pointer: &Pointer, message: &str) -> Exit {
    file.foreign_or(&ROUTES, || file.wrong(pointer, &message, &ROUTES.hint()))
}

/// Reads the file of `--manifest`, and reports the parts that are excluded from it.
fn read_manifest(
    path: &Path,
    profile: &Profile,
    report: &mut Report,
) -> Result<CheckedManifest, Exit> {
    let file = FlagFile::read("--manifest", path)?;
    let manifest = file.value(&MANIFEST)?;
    let checked = CheckedManifest::check(manifest, profile, None)
        .map_err(|rejected| rejected_manifest(&file, path, &rejected.findings, profile.name()))?;
    for part in checked.excluded_parts() {
        if let Some(error) = checked.exclusion_finding(part) {
            report.finding(&file.input().at(&error.pointer), error)?;
        }
    }
    Ok(checked)
}

/// Reads the value of `--time`.
fn read_time(time: &str) -> Result<Timestamp, Exit> {
    let time = Timestamp::from(time);
    match time.is_rfc3339() {
        true => Ok(time),
        false => Err(Exit::Usage(format!(
            "--time {time}: expected an RFC 3339 time, as in 2026-05-18T15:30:00.000Z"
        ))),
    }
}

/// Refuses URIs and URLs of the wrong form.
fn check_addresses(arguments: &args::Context) -> Result<(), Exit> {
    if let Some(channel) = &arguments.channel {
        CanvasChannel::parse(channel).map_err(|error| wrong_channel(channel, &error))?;
    }
    if let Some(url) = &arguments.base_url {
        if !is_base_url(url) {
            return Err(Exit::Usage(format!(
                "--base-url {url}: expected an http(s) URL without query, fragment or credentials, as in https://host/path"
            )));
        }
    }
    let channels = [
        ("session", &arguments.ahp_session, ChannelKind::Session),
        ("chat", &arguments.ahp_chat, ChannelKind::Chat),
    ];
    for (name, uri, kind) in channels {
        let Some(uri) = uri else { continue };
        if ChannelUri::from(uri.as_str()).kind() != kind {
            return Err(Exit::Usage(format!(
                "--ahp-{name} {uri}: expected `ahp-{name}:/…`"
            )));
        }
    }
    Ok(())
}

/// Returns the usage error for a value of `--channel`.
fn wrong_channel(channel: &str, error: &UriError) -> Exit {
    let rule = match error {
        UriError::Scheme => String::new(),
        other => format!(", and {other}"),
    };
    Exit::Usage(format!(
        "--channel {channel}: expected `ahp-canvas:/…`{rule}"
    ))
}

/// Returns the usage error for a manifest that is rejected.
fn rejected_manifest(file: &FlagFile, path: &Path, findings: &[Finding], profile: &str) -> Exit {
    let text = file.text().unwrap_or_default();
    // The version of other protocols is a string.
    let has_number = json::member(text, "version").is_some_and(|version| !version.starts_with('"'));
    if has_number || json::member(text, "protocol").is_some() {
        return first_error(file, path, findings, profile);
    }
    file.foreign_or(&MANIFEST, || match json::member(text, "tools") {
        Some(_) => first_error(file, path, findings, profile),
        None => file.foreign("an object without `protocol` and `tools`", &MANIFEST),
    })
}

/// Returns the usage error for the first error of a manifest, with the number of the others.
fn first_error(file: &FlagFile, path: &Path, findings: &[Finding], profile: &str) -> Exit {
    let hint = format!(
        "`agent-ui check actions-json --profile {profile} {}` lists every finding",
        path.display()
    );
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else {
        return file.wrong(&Pointer::root(), &"the manifest is rejected", &hint);
    };
    let others = match errors.count() {
        0 => String::new(),
        1 => ", and 1 more error".to_owned(),
        count => format!(", and {count} more errors"),
    };
    let message = format!(
        "{} ({}{others})",
        first.message.trim_end_matches('.'),
        first.rule
    );
    file.wrong(&first.pointer, &message, &hint)
}

/// Describes the message at `at` if it looks like one of a protocol other than A2UI.
fn foreign_message(input: &Input<'_>, at: &Pointer) -> Option<String> {
    let found = flag_file::describe_message(input.value(at)?)?;
    match found.contains("a2ui") {
        true => None,
        false => Some(found),
    }
}

/// Returns the usage error for a message of `--surface` that cannot be read.
fn unreadable_message(input: &Input<'_>, at: &Pointer, error: &DecodeError) -> Exit {
    let flag = "--surface";
    if let Some(found) = foreign_message(input, at) {
        let (message, hint) = SURFACES.instead_of(&found);
        return flag_file::wrong(flag, &input.at(at), at, &message, &hint);
    }
    let context = HintContext {
        from: Protocol::A2ui.into(),
        by: "",
        opens: "its `value` is the message",
    };
    flag_file::unreadable_with_hint(flag, input, error, &|hint: &str| {
        context.hint(input, at, &error.pointer, hint)
    })
}

/// The callbacks for reading the file of `--surface`. They drop the finding about an empty input, because a file
/// without surfaces is reported separately.
struct SurfaceFile<'a>(&'a mut Report);

impl InputCallbacks for SurfaceFile<'_> {
    fn before_wait(&mut self) -> Result<(), Exit> {
        self.0.before_wait()
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        self.0.standard_input()
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        if finding.rule == EMPTY_INPUT {
            Ok(())
        } else {
            self.0.report_finding(place, finding)
        }
    }
}

/// Builds the surfaces from the messages of a file. An invalid message is an error.
fn build_surfaces(path: &Path, surfaces: &mut Surfaces, report: &mut Report) -> Result<(), Exit> {
    let flag = "--surface";
    let mut repairer = Repairer::new(None);
    let mut inputs = Inputs::of_file(path).map_err(|exit| flag_file::with_flag(flag, exit))?;
    while inputs
        .next(&mut SurfaceFile(report))
        .map_err(|exit| flag_file::with_flag(flag, exit))?
    {
        let input = inputs.last();
        let elements = match &input.text {
            Ok(text) => repairer.read(text),
            Err(error) => Err(error.clone()),
        };
        let elements = elements.map_err(|error| flag_file::unreadable(flag, &input, &error))?;
        for element in elements {
            report.report_repairs(&input, element.repairs.into_iter().map(Repair::from))?;
            let message = element
                .result
                .map_err(|error| unreadable_message(&input, &element.pointer, &error))?;
            surfaces.apply(&message).map_err(|error| {
                let at = element.pointer.join(&error.pointer);
                flag_file::wrong(flag, &input.at(&at), &at, &error.message, &error.hint)
            })?;
        }
    }
    if surfaces.is_empty() {
        let message =
            "no message of --surface creates a surface, so clicks are translated without one";
        let finding =
            Finding::warning("unmet-surface", Pointer::root(), message).hint(SURFACES.hint());
        report.finding(&start_of(path), &finding)?;
    }
    Ok(())
}
