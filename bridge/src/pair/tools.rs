//! Tools and their calls, which go to AHP and MCP at once and not by way of AAP.

use super::{Value, no_mapping};
use crate::{Carry, Context, Dialect, Ledger, Protocol, Refusal, actions_json_ahp, actions_json_mcp};

/// Whether something here is what [`convert`] is about.
pub(super) fn is_about(value: &Value, to: Dialect) -> bool {
    let is_tools = matches!(
        value,
        Value::Manifest(_) | Value::Declaration(_) | Value::Tools(_) | Value::Call(_) | Value::Frame(_)
    );
    is_tools || to.protocol() == Protocol::Mcp
}

/// Translates tools or a call, if need be by way of a manifest.
pub(super) fn convert<L: Ledger>(
    value: Value,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Value, Carry), Refusal> {
    Ok(match (value, to) {
        (Value::Manifest(manifest), Dialect::AhpCanvas) => {
            let (declaration, carry) = actions_json_ahp::forward(*manifest, home, cx, ledger)?;
            (Value::Declaration(declaration), carry)
        }
        (Value::Manifest(manifest), Dialect::Mcp) => {
            let (tools, carry) = actions_json_mcp::forward(*manifest, home, cx, ledger)?;
            (Value::Tools(tools), carry)
        }
        (Value::Declaration(declaration), Dialect::ActionsJson | Dialect::Mcp) => {
            let (manifest, carry) = actions_json_ahp::backward(declaration, home, cx, ledger)?;
            return behind(manifest, to, &carry, cx, ledger);
        }
        (Value::Tools(tools), Dialect::ActionsJson | Dialect::AhpCanvas) => {
            let (manifest, carry) = actions_json_mcp::backward(tools, home, cx, ledger)?;
            return behind(manifest, to, &carry, cx, ledger);
        }
        (Value::Call(item), Dialect::AhpCanvas) => {
            let (frame, carry) = actions_json_ahp::frame(*item, home, cx, ledger)?;
            (Value::Frame(frame), carry)
        }
        (Value::Frame(frame), Dialect::ActionsJson) => {
            let (item, carry) = actions_json_ahp::item(frame, home, cx, ledger)?;
            (Value::Call(Box::new(item)), carry)
        }
        (value, to) => return Err(no_mapping(value.dialect(), to)),
    })
}

/// The manifest that is in between, or what was wanted.
fn behind<L: Ledger>(
    manifest: actions_json::manifest::Manifest,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Value, Carry), Refusal> {
    let manifest = Value::Manifest(Box::new(manifest));
    if to == Dialect::ActionsJson {
        return Ok((manifest, home.clone()));
    }
    // What is wrong with a manifest that was made on the way stands nowhere in the input.
    convert(manifest, to, home, cx, ledger).map_err(|refusal| refusal.at(wire::Pointer::root()))
}
