//! What a way back takes out of the carry.

use crate::{Ledger, Refusal, Rule, Verdict, carry::Hop, difference};
use wire::Extra;

/// The remark of a field that came out of the carry.
pub(crate) const REMARK: &str = "restored from the carry";
/// The remark of a field that did not, because the message shows something else.
pub(crate) const EDITED: &str = "edited: what is visible wins over what was carried";

static MEMBER: Rule = Rule { id: "carry/unknown-member", from: "/agent_ui_carry", to: "" };

/// The members of the object at `object` that no table names.
pub(crate) fn members<L: Ledger>(
    kept: &Hop,
    object: &str,
    table: &[&str],
    ledger: &mut L,
) -> Result<Extra, Refusal> {
    let mut extra = Extra::new();
    for (name, value) in difference::kept(kept, object) {
        if let (Some(value), false) = (value, table.contains(&name.as_str())) {
            ledger.member(Verdict::Copied, &MEMBER, &name)?;
            extra.insert(name, value);
        }
    }
    Ok(extra)
}

/// The remark where something was carried and is not restored.
pub(crate) fn edited(kept: &Hop, pointer: &str) -> &'static str {
    if kept.kept(pointer).is_some() { EDITED } else { "" }
}
