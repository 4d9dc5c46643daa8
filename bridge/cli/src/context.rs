//! The context of the command line.

use crate::{
    args,
    input::{self, Input, Inputs, Place},
    report::{Exit, Report},
};
use bridge::{
    Context, Routes, a2ui,
    aap::CanvasPath,
    actions_json::checked::CheckedManifest,
    ahp::{
        ids::{ChannelKind, ChannelUri},
        uri::CanvasChannel,
    },
};
use std::path::Path;
use wire::{Payload, Timestamp};

pub(crate) fn read(arguments: &args::Context, report: &mut Report) -> Result<Context, Exit> {
    let mut cx = Context::default();
    cx.profile = *arguments.profile.rules();
    if let Some(path) = &arguments.routes {
        let expected =
            r#"expected canvas files and the surfaces that they show, as in {"reports/x.html":"surface"}"#;
        let wrong = |error: &dyn std::fmt::Display| {
            Exit::Usage(format!("--routes {}: {error}; {expected}", path.display()))
        };
        let routes = Payload::parse(input::whole(path)?).map_err(|error| wrong(&error))?;
        cx.routes = Routes::read(&routes).map_err(|error| wrong(&error))?;
    }
    if let Some(path) = &arguments.manifest {
        let text = input::whole(path)?;
        let manifest = wire::decode(&text).map_err(|error| of_file(path, &error))?;
        let checked = CheckedManifest::check(manifest, &cx.profile, None).map_err(|rejected| {
            let file = path.display();
            Exit::Usage(format!(
                "--manifest {file}: {rejected}; `agent-ui check actions-json {file}` lists all"
            ))
        })?;
        let start = Place { file: Some(path.display().to_string().into()), line: 1, column: 1 };
        let file = Input { start, text: Ok(&text) };
        for error in checked.left_out().iter().filter_map(|part| checked.why_left_out(part)) {
            report.finding(&file.at(&error.pointer), error)?;
        }
        cx.manifest = Some(checked);
    }
    if let Some(path) = &arguments.surface {
        for message in messages(path, report)? {
            cx.surfaces.apply(&message).map_err(|error| of_file(path, &error))?;
        }
    }
    if let Some(time) = &arguments.time {
        let time = Timestamp::from(time.as_str());
        if !time.is_rfc3339() {
            return Err(Exit::Usage(format!(
                "--time {time}: expected RFC 3339, as in 2026-05-18T15:30:00.000Z"
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
            Exit::Usage(format!("--channel {channel}: no `ahp-canvas:/…`, whose rule is: {error}"))
        })?;
    }
    for (name, given, kind) in
        [("session", &arguments.session, ChannelKind::Session), ("chat", &arguments.chat, ChannelKind::Chat)]
    {
        if given.as_ref().is_some_and(|uri| ChannelUri::from(uri.as_str()).kind() != kind) {
            return Err(Exit::Usage(format!("--{name}: expected `ahp-{name}:/…`")));
        }
    }
    cx.session.clone_from(&arguments.session);
    cx.chat.clone_from(&arguments.chat);
    cx.runtime_id.clone_from(&arguments.runtime_id);
    cx.channel.clone_from(&arguments.channel);
    cx.base_url.clone_from(&arguments.base_url);
    cx.flat_names = arguments.flat_names;
    Ok(cx)
}

fn of_file(path: &Path, error: &dyn std::fmt::Display) -> Exit {
    Exit::Usage(format!("{}: {error}", path.display()))
}

/// The messages of a file, all of which have to be readable.
fn messages(path: &Path, report: &mut Report) -> Result<Vec<a2ui::Message>, Exit> {
    let mut messages = Vec::new();
    let mut inputs = Inputs::of_file(path)?;
    while inputs.next(report)? {
        let text = inputs.last().text.map_err(|error| of_file(path, &error))?;
        for element in a2ui::read(text, None).map_err(|error| of_file(path, &error))? {
            messages.push(element.result.map_err(|error| of_file(path, &error))?);
        }
    }
    Ok(messages)
}
