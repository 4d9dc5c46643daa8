//! The translation context that the command line describes.

use crate::{
    args,
    exit::Exit,
    flag_file::{self, ExpectedContent, FlagFile},
    input::{Input, InputCallbacks, Inputs},
    report::Report,
};
use agent_ui_text::{json, mistake_hints::HintContext, place::Place, repair::Repair};
use bridge::{
    Context, Protocol, Routes,
    a2ui::{repair::Repairer, surface::Surfaces},
    aap::{CanvasPath, Interaction},
    actions_json::checked_manifest::CheckedManifest,
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
    let mut cx = Context::default();
    cx.profile = *arguments.profile.rules();
    if let Some(path) = &arguments.routes {
        let file = FlagFile::read("--routes", path)?;
        let routes: Payload = file.value(&ROUTES)?;
        let wrong = |pointer: &Pointer, message: &str| {
            file.foreign_or(&ROUTES, || file.wrong(pointer, &message, &ROUTES.hint()))
        };
        // An AAP record may consist of strings only, like routes.
        if routes.decode::<Interaction>().is_ok() {
            return Err(wrong(&Pointer::root(), "the file contains a record of aap"));
        }
        cx.routes = Routes::read(&routes).map_err(|error| wrong(&error.pointer, &error.message))?;
    }
    if let Some(path) = &arguments.manifest {
        let file = FlagFile::read("--manifest", path)?;
        let manifest = file.value(&MANIFEST)?;
        let checked = CheckedManifest::check(manifest, &cx.profile, None).map_err(|rejected| {
            rejected_manifest(&file, path, &rejected.findings, cx.profile.name())
        })?;
        for error in checked
            .excluded_parts()
            .iter()
            .filter_map(|part| checked.exclusion_finding(part))
        {
            report.finding(&file.input().at(&error.pointer), error)?;
        }
        cx.manifest = Some(checked);
    }
    if let Some(path) = &arguments.surface {
        build(path, &mut cx.surfaces, report)?;
    }
    if let Some(time) = &arguments.time {
        let time = Timestamp::from(time.as_str());
        if !time.is_rfc3339() {
            return Err(Exit::Usage(format!(
                "--time {time}: expected an RFC 3339 time, as in 2026-05-18T15:30:00.000Z"
            )));
        }
        cx.time = Some(time);
    }
    cx.owner.clone_from(&arguments.owner);
    if let Some(file) = &arguments.canvas_file {
        CanvasPath::parse(file)
            .map_err(|error| Exit::Usage(format!("--canvas-file {file}: {error}")))?;
        cx.canvas_file = Some(file.as_str().into());
    }
    if let Some(channel) = &arguments.channel {
        CanvasChannel::parse(channel).map_err(|error| {
            let rule = match error {
                UriError::Scheme => String::new(),
                other => format!(", and {other}"),
            };
            Exit::Usage(format!(
                "--channel {channel}: expected `ahp-canvas:/…`{rule}"
            ))
        })?;
    }
    if let Some(url) = arguments
        .base_url
        .as_deref()
        .filter(|url| !is_base_url(url))
    {
        return Err(Exit::Usage(format!(
            "--base-url {url}: expected an http(s) URL without query, fragment or credentials, as in https://host/path"
        )));
    }
    for (name, given, kind) in [
        ("session", &arguments.ahp_session, ChannelKind::Session),
        ("chat", &arguments.ahp_chat, ChannelKind::Chat),
    ] {
        if let Some(uri) = given
            .as_ref()
            .filter(|uri| ChannelUri::from(uri.as_str()).kind() != kind)
        {
            return Err(Exit::Usage(format!(
                "--ahp-{name} {uri}: expected `ahp-{name}:/…`"
            )));
        }
    }
    cx.session.clone_from(&arguments.ahp_session);
    cx.chat.clone_from(&arguments.ahp_chat);
    cx.runtime_id.clone_from(&arguments.runtime_id);
    cx.channel.clone_from(&arguments.channel);
    cx.base_url.clone_from(&arguments.base_url);
    cx.flat_names = arguments.flat_names;
    cx.portable_schemas = arguments.portable_schemas;
    Ok(cx)
}

/// Returns the usage error for a manifest that is rejected, with its first error.
fn rejected_manifest(file: &FlagFile, path: &Path, findings: &[Finding], profile: &str) -> Exit {
    let errors = || {
        findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
    };
    let wrong = || {
        let hint = format!(
            "`agent-ui check actions-json --profile {profile} {}` lists every finding",
            path.display()
        );
        let Some(first) = errors().next() else {
            return file.wrong(&Pointer::root(), &"the manifest is rejected", &hint);
        };
        let others = match errors().count() {
            1 => String::new(),
            2 => ", and 1 more error".to_owned(),
            count => format!(", and {} more errors", count - 1),
        };
        let message = format!(
            "{} ({}{others})",
            first.message.trim_end_matches('.'),
            first.rule
        );
        file.wrong(&first.pointer, &message, &hint)
    };
    let member = |name: &str| json::member(file.text().unwrap_or_default(), name);
    if member("protocol").is_some()
        || member("version").is_some_and(|version| !version.starts_with('"'))
    {
        return wrong();
    }
    file.foreign_or(&MANIFEST, || match member("tools") {
        Some(_) => wrong(),
        None => file.foreign("an object without `protocol` and `tools`", &MANIFEST),
    })
}

/// Describes the message at `at` if it looks like one of another protocol than A2UI.
fn foreign_message(input: &Input<'_>, at: &Pointer) -> Option<String> {
    let found = flag_file::description(input.value(at)?)?;
    (!found.contains("a2ui")).then_some(found)
}

/// The callbacks of reading the file of `--surface`, which is reported as a whole if it is empty.
struct SurfaceFile<'a>(&'a mut Report);

impl InputCallbacks for SurfaceFile<'_> {
    fn before_wait(&mut self) -> Result<(), Exit> {
        self.0.before_wait()
    }

    fn standard_input(&mut self) -> Box<dyn Read + Send> {
        self.0.standard_input()
    }

    fn report_finding(&mut self, place: &Place, finding: &Finding) -> Result<(), Exit> {
        if finding.rule == "empty-input" {
            Ok(())
        } else {
            self.0.report_finding(place, finding)
        }
    }
}

/// Builds the surfaces of a file. All its messages must be valid.
fn build(path: &Path, surfaces: &mut Surfaces, report: &mut Report) -> Result<(), Exit> {
    let flag = "--surface";
    let asked = HintContext {
        from: Protocol::A2ui.into(),
        by: "",
        opens: "its `value` is the message",
    };
    let mut repairer = Repairer::new(None);
    let mut inputs = Inputs::of_file(path).map_err(|exit| flag_file::of(flag, exit))?;
    while inputs
        .next(&mut SurfaceFile(report))
        .map_err(|exit| flag_file::of(flag, exit))?
    {
        let input = inputs.last();
        let unreadable = |error: DecodeError| flag_file::unreadable(flag, &input, &error);
        for element in repairer
            .read(input.text.clone().map_err(unreadable)?)
            .map_err(unreadable)?
        {
            report.report_repairs(&input, element.repairs.into_iter().map(Repair::from))?;
            let message = element.result.map_err(|error| {
                if let Some(found) = foreign_message(&input, &element.pointer) {
                    let (message, hint) = SURFACES.instead_of(&found);
                    let at = &element.pointer;
                    return flag_file::wrong(flag, &input.at(at), at, &message, &hint);
                }
                let better_hint =
                    |hint: &str| asked.hint(&input, &element.pointer, &error.pointer, hint);
                flag_file::unreadable_but(flag, &input, &error, &better_hint)
            })?;
            surfaces.apply(&message).map_err(|error| {
                let at = element.pointer.join(&error.pointer);
                flag_file::wrong(flag, &input.at(&at), &at, &error.message, &error.hint)
            })?;
        }
    }
    if surfaces.is_empty() {
        let place = Place {
            file: Some(path.to_string_lossy().into()),
            line: 1,
            column: 1,
        };
        let message =
            "no message of --surface creates a surface, so clicks are translated without one";
        let finding =
            Finding::warning("unmet-surface", Pointer::root(), message).hint(SURFACES.hint());
        report.finding(&place, &finding)?;
    }
    Ok(())
}
