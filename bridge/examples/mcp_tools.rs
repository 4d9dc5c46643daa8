//! Offers the tools of an actions.json manifest to an MCP client, and translates a call of the client and its result.
//!
//! ```text
//! tools:  {"tools":[{"name":"loan.renew","description":"Renews one loan.","inputSchema":{"type":"object","properties":{"loan":{"type":"string"}},"required":["loan"]}}]}
//!         message 0: carried /tools/1 (actions-json-mcp/left-out): V6: expected a JSON Schema that is an object, found a string
//! call:   {"type":"action_call","call_id":"1","runtime_id":"page-1","name":"loan.renew","arguments":{"loan":"L-1"}}
//! result: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"due\":\"2026-06-01\"}"}],"structuredContent":{"due":"2026-06-01"}}}
//! ```

use agent_ui_bridge::{
    AnyMessage, Bridge, Carry, Context, Dialect, Protocol,
    actions_json::{
        checked_manifest::CheckedManifest, item::Item, manifest::Manifest, validate::Profile,
    },
    wire::{Payload, decode},
};

const MANIFEST: &str = r#"{"protocol":"actions.json","version":1,"tools":[
    {"name":"loan.renew","description":"Renews one loan.","x_actions":{"handler":"library.renew"},
     "input_schema":{"type":"object","properties":{"loan":{"type":"string"}},"required":["loan"]}},
    {"name":"loan.search","description":"Finds loans.","input_schema":"any"}]}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"loan.renew","arguments":{"loan":"L-1"}}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manifest: Manifest = decode(MANIFEST)?;
    let mut cx = Context::default();
    cx.manifest = Some(CheckedManifest::check(
        manifest.clone(),
        &Profile::PUBLISHED,
        None,
    )?);
    cx.runtime_id = Some("page-1".to_owned());
    let mut bridge = Bridge::new(Dialect::ActionsJson, Dialect::Mcp2025_11, cx)?;

    // A tool with an error is omitted, because MCP clients reject a list with an invalid tool
    for output in bridge.forward(manifest, Carry::default())?.outputs {
        println!("tools:  {}", output.message.encode()?);
        for note in output.notes.iter().filter(|note| note.is_left_out()) {
            println!("        {note}");
        }
    }

    // The client calls a tool, and the page gets an item.
    let call = AnyMessage::read(
        &Payload::parse(CALL)?,
        Dialect::Mcp2025_11,
        Protocol::ActionsJson,
    )?;
    for output in bridge.backward(call, Carry::default())?.outputs {
        println!("call:   {}", output.message.encode()?);
        let AnyMessage::Call(item) = output.message else {
            continue;
        };
        let Item::ActionCall(call) = *item else {
            continue;
        };
        // The page answers the call. The carry of the call contains what the answer needs.
        let result = call.output("page-1", Payload::parse(r#"{"due":"2026-06-01"}"#)?);
        for output in bridge.forward(Item::from(result), output.carry)?.outputs {
            println!("result: {}", output.message.encode()?);
        }
    }
    Ok(())
}
