//! Messages of a protocol, as `convert` takes them.

use crate::{
    args::Convert,
    report::{Exit, Report},
};
use bridge::{
    AnyMessage, Context, Dialect, Protocol, Refusal, a2ui,
    aap::{Interaction, SubmitRequest, lenient},
    request,
};
use wire::{Payload, Pointer, Wire, token};

/// A message of an input, and where it stands there; or why it is none.
pub(crate) struct Read {
    pub(crate) place: Pointer,
    pub(crate) result: Result<AnyMessage, Refusal>,
}

/// Reads everything that is in one input, in order.
pub(crate) fn read(
    line: usize,
    payload: &Payload,
    arguments: &Convert,
    cx: &Context,
    report: &mut Report,
) -> Result<Vec<Read>, Exit> {
    if arguments.from.protocol() != Protocol::A2ui {
        let result = one(line, payload, arguments, cx, report)?;
        return Ok(vec![Read { place: Pointer::root(), result }]);
    }
    let element = |element: a2ui::Element| match element.result {
        Ok(message) => Read { place: element.pointer, result: Ok(message.into()) },
        // Its pointer counts from the whole input already.
        Err(error) => Read { place: Pointer::root(), result: Err(error.into()) },
    };
    Ok(match a2ui::read(payload.text(), arguments.from.a2ui_version()) {
        Err(error) => vec![Read { place: Pointer::root(), result: Err(error.into()) }],
        Ok(elements) => elements.into_iter().map(element).collect(),
    })
}

fn one(
    line: usize,
    payload: &Payload,
    arguments: &Convert,
    cx: &Context,
    report: &mut Report,
) -> Result<Result<AnyMessage, Refusal>, Exit> {
    let text = payload.text();
    Ok(match arguments.from.dialect {
        Dialect::Aap if is_request(payload, arguments) => {
            let read = repaired::<SubmitRequest>(line, text, report)?;
            read.and_then(|request| request::record(request, cx)).map(AnyMessage::Interaction)
        }
        Dialect::Aap => repaired::<Interaction>(line, text, report)?.map(AnyMessage::Interaction),
        from => AnyMessage::read(payload, from, arguments.to.protocol()),
    })
}

/// A request is what names itself so, or what has an action and a page and nothing of which only a record has.
fn is_request(payload: &Payload, arguments: &Convert) -> bool {
    match arguments.type_name.as_deref() {
        Some(name) => name == "SubmitRequest",
        None => {
            let names = token::children(payload.text()).filter_map(|child| child.name.map(token::name));
            let names: Vec<_> = names.collect();
            let has = |name: &&str| names.iter().any(|known| known == name);
            ["action", "canvasFile"].iter().all(has) && !["id", "timestamp", "summary"].iter().any(has)
        }
    }
}

fn repaired<T: Wire>(line: usize, text: &str, report: &mut Report) -> Result<Result<T, Refusal>, Exit> {
    match lenient::decode::<T>(text) {
        Ok(read) => {
            for repair in &read.repairs {
                report.repair(line, repair.kind.as_str(), &repair.pointer)?;
            }
            Ok(Ok(read.value))
        }
        Err(error) => Ok(Err(error.into())),
    }
}
