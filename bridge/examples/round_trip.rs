//! Translates an AAP record to A2UI, edits the action there, and translates it back. The carry restores what A2UI cannot hold.
//!
//! ```text
//! A2UI:   {"version":"v0.9","action":{"name":"renew","surfaceId":"loans.html","sourceComponentId":"L-1","timestamp":"2026-11-21T04:36:20.639Z","context":{"days":14}}}
//! carry:  message 0: carried /id (aap-a2ui/id)
//! edited: {"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-11-21T04:36:20.639Z","canvasFile":"loans.html","action":"renew","element":"L-1","data":{"days":7},"summary":"User renew 'L-1' on loans.html with data: {\"days\":7}"}
//! alone:  {"id":"8f3a70ce-599b-54f7-ae55-5f697ae661dd","timestamp":"2026-11-21T04:36:20.639Z","canvasFile":"loans.html","action":"renew","element":"L-1","data":{"days":7},"summary":"User renew 'L-1' on loans.html with data: {\"days\":7}"}
//! ```

use agent_ui_bridge::{
    Context,
    a2ui::v0_9::{ClientBody, ClientMessage},
    aap::Interaction,
    translate, translate_with_carry,
    wire::{Payload, decode, encode},
};

const RECORD: &str = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-11-21T04:36:20.639Z","canvasFile":"loans.html","action":"renew","element":"L-1","data":{"days":14},"summary":"User renew 'L-1' on loans.html with data: {\"days\":14}"}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cx = Context::default();
    let record: Interaction = decode(RECORD)?;
    let there = translate::<_, ClientMessage>(record, &cx)?;
    println!("A2UI:   {}", encode(&there.value)?);
    for note in there.notes.iter().filter(|note| note.is_loss(false)) {
        println!("carry:  {note}");
    }

    let mut edited = there.value;
    if let ClientBody::Action(action) = &mut edited.body {
        action.context = Payload::parse(r#"{"days":7}"#)?;
    }

    let back = translate_with_carry::<_, Interaction>(edited.clone(), there.carry, &cx)?;
    println!("edited: {}", encode(&back.value)?);
    let alone = translate::<_, Interaction>(edited, &cx)?;
    println!("alone:  {}", encode(&alone.value)?);
    Ok(())
}
