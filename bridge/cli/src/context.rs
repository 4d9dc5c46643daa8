//! The translation context that the command line describes.

use crate::{
    args,
    flag_file::{self, FlagFile},
    input::{Inputs, Place},
    mistake_hints::HintContext,
    repair::Repair,
    report::{Exit, Report},
};
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
use std::path::Path;
use wire::{DecodeError, Payload, Pointer, Severity, Timestamp};

const ROUTES: &str = r#"write canvas files with their surfaces, as in {"reports/x.html":"surface"}"#;
const MANIFEST: &str =
    r#"expected an actions.json manifest, as in {"protocol":"actions.json","version":1,"tools":[]}"#;

pub(crate) fn read(arguments: &args::Context, report: &mut Report) -> Result<Context, Exit> {
    let mut cx = Context::default();
    cx.profile = *arguments.profile.rules();
    if let Some(path) = &arguments.routes {
        let file = FlagFile::read("--routes", path)?;
        let routes: Payload = file.value(ROUTES)?;
        // An AAP record may consist of strings only, like routes.
        if routes.decode::<Interaction>().is_ok() {
            return Err(file.wrong(&Pointer::root(), &"this is an aap record", ROUTES));
        }
        cx.routes =
            Routes::read(&routes).map_err(|error| file.wrong(&error.pointer, &error.message, ROUTES))?;
    }
    if let Some(path) = &arguments.manifest {
        let file = FlagFile::read("--manifest", path)?;
        let manifest = file.value(MANIFEST)?;
        let checked = CheckedManifest::check(manifest, &cx.profile, None).map_err(|rejected| {
            let first = rejected.findings.iter().find(|finding| finding.severity == Severity::Error);
            let place = first.map_or_else(Place::default, |first| file.input().at(&first.pointer));
            let (path, profile) = (path.display(), cx.profile.name());
            let hint =
                format!("`agent-ui check actions-json --profile {profile} {path}` lists every finding");
            flag_file::wrong("--manifest", &place, &Pointer::root(), &rejected, &hint)
        })?;
        for error in checked.excluded_parts().iter().filter_map(|part| checked.exclusion_finding(part)) {
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
        CanvasPath::parse(file).map_err(|error| Exit::Usage(format!("--canvas-file {file}: {error}")))?;
        cx.canvas_file = Some(file.as_str().into());
    }
    if let Some(channel) = &arguments.channel {
        CanvasChannel::parse(channel).map_err(|error| {
            let rule = match error {
                UriError::Scheme => String::new(),
                other => format!(", and {other}"),
            };
            Exit::Usage(format!("--channel {channel}: expected `ahp-canvas:/…`{rule}"))
        })?;
    }
    if let Some(url) = arguments.base_url.as_deref().filter(|url| !is_base_url(url)) {
        return Err(Exit::Usage(format!(
            "--base-url {url}: expected an http(s) URL without query, fragment or credentials, as in https://host/path"
        )));
    }
    for (name, given, kind) in [
        ("session", &arguments.ahp_session, ChannelKind::Session),
        ("chat", &arguments.ahp_chat, ChannelKind::Chat),
    ] {
        if let Some(uri) = given.as_ref().filter(|uri| ChannelUri::from(uri.as_str()).kind() != kind) {
            return Err(Exit::Usage(format!("--ahp-{name} {uri}: expected `ahp-{name}:/…`")));
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

/// Builds the surfaces of a file. All its messages must be valid.
fn build(path: &Path, surfaces: &mut Surfaces, report: &mut Report) -> Result<(), Exit> {
    let flag = "--surface";
    let asked = HintContext { from: Protocol::A2ui.into(), by: "", opens: "its `value` is the message" };
    let mut repairer = Repairer::new(None);
    let mut inputs = Inputs::of_file(path).map_err(|exit| flag_file::of(flag, exit))?;
    while inputs.next(report).map_err(|exit| flag_file::of(flag, exit))? {
        let input = inputs.last();
        let unreadable = |error: DecodeError| flag_file::unreadable(flag, &input, &error);
        for element in repairer.read(input.text.clone().map_err(unreadable)?).map_err(unreadable)? {
            report.report_repairs(&input, element.repairs.into_iter().map(Repair::from))?;
            let message = element.result.map_err(|error| {
                let better_hint = |hint: &str| asked.hint(&input, &element.pointer, &error.pointer, hint);
                flag_file::unreadable_but(flag, &input, &error, &better_hint)
            })?;
            surfaces.apply(&message).map_err(|error| {
                let at = element.pointer.join(&error.pointer);
                flag_file::wrong(flag, &input.at(&at), &at, &error.message, &error.hint)
            })?;
        }
    }
    Ok(())
}
