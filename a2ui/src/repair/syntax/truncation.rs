//! Repairs of truncated texts.
//!
//! Truncation can change the meaning of a message: without its `value`, `updateDataModel` removes data. So brackets are
//! closed only where the missing part cannot change the meaning of the rest: after complete messages, after the body of
//! a message, and in a list of components, which only becomes shorter.

use super::{Expects, JsonRepairer, Open};
use crate::{detect, repair::RepairKind, v0_8};

impl JsonRepairer<'_> {
    /// Ends the text: closes open brackets, and removes an incomplete component.
    pub(super) fn end(&mut self) -> Option<()> {
        let is_unfinished = self.is_cut || !matches!(self.expects, Expects::Comma | Expects::End);
        if self.open.is_empty() {
            self.drop_comma();
            return (!is_unfinished).then_some(());
        }
        let level = self.level(is_unfinished)?;
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
    fn level(&self, is_unfinished: bool) -> Option<usize> {
        let last = self.open.len() - 1;
        let is_list = |open: &Open| open.closer == b']';
        let mut levels = self.open.iter().enumerate().peekable();
        let mut has_list_member = false;
        if let Some((_, first)) =
            levels.next_if(|(_, open)| !is_list(open) && self.name(&open.name) == "messages")
        {
            if last == 0 {
                return (!is_unfinished && first.whole > 0 && first.whole_name == first.name)
                    .then_some(0);
            }
            has_list_member = true;
        }
        if let Some((level, list)) = levels.next_if(|(_, open)| is_list(open)) {
            if level == last {
                return (!is_unfinished && list.whole > 0).then_some(level);
            }
        } else if has_list_member {
            return None;
        }
        let (level, message) = levels.next()?;
        let key = self.name(if level == last {
            &message.whole_name
        } else {
            &message.name
        });
        // The truncated part of the message could contain its version.
        let is_of_v0_8 = v0_8::AgentMessage::KEYS.contains(&&*key) && key != "deleteSurface";
        if is_list(message) || !(message.has_version || is_of_v0_8) {
            return None;
        }
        if level == last {
            let is_whole = !is_unfinished && message.whole > 0 && detect::is_key(&key);
            return is_whole.then_some(level);
        }
        let decisive = match &*key {
            "updateComponents" | "surfaceUpdate" => "components",
            "deleteSurface" => "surfaceId",
            _ => return None,
        };
        let (level, body) = levels.next()?;
        if level == last {
            let is_whole =
                !is_unfinished && body.whole > 0 && self.name(&body.whole_name) == decisive;
            return is_whole.then_some(level);
        }
        let (level, list) = levels.next()?;
        let is_of_components =
            is_list(list) && decisive == "components" && self.name(&body.name) == decisive;
        (is_of_components && list.whole > 0).then_some(level)
    }
}
