//! Unknown members are preserved.

use super::{Members, holds_for_every_type, objects, rewritten, takes_members};
use wire::{Payload, TypeInfo};

const ADDED: [(&str, &str); 4] = [
    (
        r#""x-unknown""#,
        r#"{"z":123456789012345678901234567890,"a":[1.0,1e999,-0],"a":"\ud83d"}"#,
    ),
    (r#""x-null""#, "null"),
    (r#""""#, r#""no name""#),
    (r#""x \u0041\/~\"""#, "[ ]"),
];

fn unknown_members(name: &str, row: &'static TypeInfo) -> Result<(), String> {
    if !takes_members(name, &row.shape) {
        return Ok(());
    }
    for (i, members) in objects(row).enumerate() {
        // The first one precedes the other members; the rest are between or after them.
        let added = ADDED.iter().enumerate();
        let with = added.fold(members, |members, (n, (name, value))| {
            members.with(n * (i % 4 + 1), name, value)
        });
        let text = with.text();
        let written = rewritten(row, &text)?;
        let payload = |text: &str| Payload::parse(text).expect("JSON");
        if payload(&written) != payload(&text) {
            return Err(format!("not kept:\n  {text}\n  {written}"));
        }
        if ours(&written) != ours(&text) {
            return Err(format!("in another order:\n  {text}\n  {written}"));
        }
    }
    Ok(())
}

/// Returns the added members in the order of the text, with the values verbatim.
fn ours(text: &str) -> Vec<(String, String)> {
    let members = Members::of(text).expect("an object").0.into_iter();
    let members = members.map(|(name, value)| (wire::token::string(&name).into_owned(), value));
    members
        .filter(|(name, _)| {
            ADDED
                .iter()
                .any(|added| wire::token::string(added.0) == *name)
        })
        .collect()
}

#[test]
fn unknown_members_are_kept_by_every_type_verbatim_and_in_order() {
    holds_for_every_type(unknown_members);
}
