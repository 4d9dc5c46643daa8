//! Repairs of truncated texts.
//!
//! Truncation can change the meaning of a message: without its `value`, `updateDataModel` removes data. So brackets
//! are closed only where the missing part cannot change the meaning of the rest. This applies after complete
//! messages, after the body of a message, and in a list of components, which only becomes shorter.

use super::{Expects, JsonRepairer, Open};
use crate::{detect, repair::RepairKind, v0_8};

impl JsonRepairer<'_> {
    /// Ends the text: closes open brackets, and removes an incomplete component.
    pub(super) fn end(&mut self) -> Option<()> {
        let is_unfinished = self.is_cut || !matches!(self.expects, Expects::Comma | Expects::End);
        if self.open.is_empty() {
            self.drop_comma();
            if is_unfinished {
                return None;
            }
            return Some(());
        }
        let level = self.find_level(is_unfinished)?;
        let whole = self.open.get(level)?.whole;
        if is_unfinished || level + 1 < self.open.len() {
            self.open.truncate(level + 1);
            self.expects = Expects::Comma;
            self.record_repair(RepairKind::Truncated, self.at, &[]);
            self.out.truncate(whole);
            self.out.extend(
                self.open
                    .drain(..)
                    .rev()
                    .map(|open| char::from(open.closer)),
            );
        } else {
            self.out.truncate(whole);
            self.insert_closers(0, whole);
        }
        Some(())
    }

    /// Returns the level of the innermost bracket that can be closed after its complete children.
    fn find_level(&self, is_unfinished: bool) -> Option<usize> {
        let last = self.open.len() - 1;
        let first = self.open.first()?;
        let is_wrapper = !is_list(first) && self.read_name(&first.name) == "messages";
        if is_wrapper && last == 0 {
            // The member with the list is the last complete one.
            if has_ended(first, is_unfinished) && first.whole_name == first.name {
                return Some(0);
            }
            return None;
        }
        let level = usize::from(is_wrapper);
        let list = self.open.get(level)?;
        if !is_list(list) {
            if is_wrapper {
                return None;
            }
            return self.find_level_in_message(level, is_unfinished);
        }
        if level == last {
            if has_ended(list, is_unfinished) {
                return Some(level);
            }
            return None;
        }
        self.find_level_in_message(level + 1, is_unfinished)
    }

    /// Returns the level like [`find_level`](Self::find_level), within the message that is open at `message_level`.
    fn find_level_in_message(&self, message_level: usize, is_unfinished: bool) -> Option<usize> {
        let last = self.open.len() - 1;
        let message = self.open.get(message_level)?;
        let key = self.read_name(if message_level == last {
            &message.whole_name
        } else {
            &message.name
        });
        // The truncated part of the message could contain its version.
        let is_of_v0_8 = v0_8::AgentMessage::KEYS.contains(&&*key) && key != "deleteSurface";
        if is_list(message) || !(message.has_version || is_of_v0_8) {
            return None;
        }
        if message_level == last {
            // The body is complete.
            if has_ended(message, is_unfinished) && detect::is_key(&key) {
                return Some(last);
            }
            return None;
        }
        // Without the rest of its body, a message with another key means something else: `updateDataModel` removes data.
        let decisive = match &*key {
            "updateComponents" | "surfaceUpdate" => "components",
            "deleteSurface" => "surfaceId",
            _ => return None,
        };
        self.find_level_in_body(message_level + 1, decisive, is_unfinished)
    }

    /// Returns the level like [`find_level`](Self::find_level), within the body of a message whose meaning the member `decisive`
    /// determines.
    fn find_level_in_body(
        &self,
        body_level: usize,
        decisive: &str,
        is_unfinished: bool,
    ) -> Option<usize> {
        let body = self.open.get(body_level)?;
        if body_level + 1 == self.open.len() {
            if has_ended(body, is_unfinished) && self.read_name(&body.whole_name) == decisive {
                return Some(body_level);
            }
            return None;
        }
        let level = body_level + 1;
        let list = self.open.get(level)?;
        if decisive != "components" || self.read_name(&body.name) != decisive {
            return None;
        }
        // A list of components only becomes shorter, so an incomplete last component can be removed.
        if is_list(list) && list.whole > 0 {
            return Some(level);
        }
        None
    }
}

fn is_list(open: &Open) -> bool {
    open.closer == b']'
}

/// Returns `true` if the text ends after a complete child of a bracket.
fn has_ended(open: &Open, is_unfinished: bool) -> bool {
    !is_unfinished && open.whole > 0
}
