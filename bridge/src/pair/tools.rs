//! Tools and their calls, which go to AHP and MCP and not by way of AAP.

use super::{Value, no_mapping};
use crate::{Carry, Context, Dialect, Ledger, Protocol, Refusal, actions_json_ahp, actions_json_mcp};

/// Whether [`step`] is about this.
pub(super) fn is_about(value: &Value, to: Dialect) -> bool {
    let is_tools = matches!(
        value,
        Value::Manifest(_) | Value::Declaration(_) | Value::Tools(_) | Value::Call(_) | Value::Frame(_)
    );
    is_tools || to.protocol() == Protocol::Mcp
}

/// One mapping, in the direction of `to`; from AHP to MCP and back by way of a manifest.
pub(super) fn step<L: Ledger>(
    value: Value,
    to: Dialect,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Vec<Value>, Carry), Refusal> {
    let (value, carry) = match (value, to) {
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
            (Value::Manifest(Box::new(manifest)), carry)
        }
        (Value::Tools(tools), Dialect::ActionsJson | Dialect::AhpCanvas) => {
            let (manifest, carry) = actions_json_mcp::backward(tools, home, cx, ledger)?;
            (Value::Manifest(Box::new(manifest)), carry)
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
    };
    Ok((vec![value], carry))
}
