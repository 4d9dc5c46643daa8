//! The way through a message, along the tables of its types.

use super::{
    duplicates::OuterIds,
    limits::limits_of,
    members::BlockMembers,
    places,
    report::{BlockPlace, PayloadReport, listed},
    rules,
};
use crate::{AppSurface, Block, BlockElement};
use wire::{
    Finding, Fix, Payload, PayloadKind, Pointer, Presence, Shape, Type, TypeInfo, Variant,
    object::Table, spelling, token,
};

/// Validation of one payload.
pub(super) struct PayloadWalk {
    /// The surface of the blocks: that of the message, or the one that the caller names.
    surface: Option<AppSurface>,
    report: PayloadReport,
}

impl PayloadWalk {
    pub(super) fn new(surface: Option<AppSurface>) -> Self {
        Self {
            surface,
            report: PayloadReport::new(surface),
        }
    }

    /// Returns the findings in the order of the message.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.report.into_findings()
    }

    /// Judges a value of this type. The encoder limits the depth of the value, so the recursion ends.
    fn value(&mut self, ty: &Type, json: &str, at: &Pointer, place: BlockPlace) {
        match ty {
            Type::Boolean => _ = self.report.expect(PayloadKind::Boolean, json, at),
            Type::Number | Type::Integer { .. } => {
                _ = self.report.expect(PayloadKind::Number, json, at)
            }
            Type::String | Type::Pointer => _ = self.report.expect(PayloadKind::String, json, at),
            Type::Nullable(inner) | Type::Tolerant(inner) => self.value(inner, json, at, place),
            Type::List(inner) => self.list(inner, json, at, place),
            Type::Map(inner) => self.map(inner, json, at, place),
            Type::Named(info) => self.named(info(), json, at, place),
            // Any value is right.
            _ => {}
        }
    }

    fn list(&mut self, inner: &Type, json: &str, at: &Pointer, place: BlockPlace) {
        if !self.report.expect(PayloadKind::Array, json, at) {
            return;
        }
        for (index, child) in token::children(json).enumerate() {
            self.value(inner, child.text, &at.element(index), place);
        }
    }

    fn map(&mut self, inner: &Type, json: &str, at: &Pointer, place: BlockPlace) {
        if !self.report.expect(PayloadKind::Object, json, at) {
            return;
        }
        for (name, value) in BlockMembers::of(json).iter() {
            self.value(inner, value, &at.member(name), place);
        }
    }

    /// Judges a value of this type.
    pub(super) fn named(&mut self, info: &TypeInfo, json: &str, at: &Pointer, place: BlockPlace) {
        match &info.shape {
            Shape::Object(table) => self.object(table, json, at, place),
            Shape::Tagged { tag, variants } => {
                self.tagged((info.name, tag, variants), json, at, place)
            }
            Shape::Text | Shape::Word { .. } => {
                _ = self.report.expect(PayloadKind::String, json, at)
            }
            // A keyed message and a message with a reader of its own do not occur inside others.
            _ => {}
        }
    }

    /// Judges a member of a union.
    fn tagged(
        &mut self,
        (union, tag, variants): (&str, &str, &[Variant]),
        json: &str,
        at: &Pointer,
        mut place: BlockPlace,
    ) {
        if !self.report.expect(PayloadKind::Object, json, at) {
            return;
        }
        let members = BlockMembers::of(json);
        let Some(word) = members.get(tag) else {
            self.report.report_missing(tag, at);
            return;
        };
        if !self
            .report
            .expect(PayloadKind::String, word, &at.member(tag))
        {
            return;
        }
        let word = token::string(word);
        let Some(variant) = variants.iter().find(|variant| variant.word == word) else {
            let words: Vec<_> = variants.iter().map(|variant| variant.word).collect();
            self.report.report_word(
                "slack-blocks/unknown-type",
                (&word, &words),
                &at.member(tag),
            );
            return;
        };
        if union == "BlockElement" {
            self.judge_element_place(variant.word, at, place);
            place.element = Some(variant.word);
        }
        self.value(&variant.ty, json, at, place);
    }

    fn judge_element_place(&mut self, element: &str, at: &Pointer, place: BlockPlace) {
        let Some(block) = place.block else { return };
        if places::is_in_block(element, block) {
            return;
        }
        let blocks = places::blocks_of(element);
        let message =
            format!("a block of the type `{block}` cannot contain the element `{element}`");
        let finding = Finding::error("slack-blocks/place", at.clone(), message);
        self.report.add(finding.hint(format_args!(
            "put it into a block of the type {}",
            listed(&blocks)
        )));
    }

    /// Judges the members of an object.
    fn object(&mut self, table: &Table, json: &str, at: &Pointer, mut place: BlockPlace) {
        if !self.report.expect(PayloadKind::Object, json, at) {
            return;
        }
        let members = BlockMembers::of(json);
        if rules::is_written_by_slack(table.name, &members) {
            return;
        }
        self.surface = rules::surface_of(table.name, &members).or(self.surface);
        let outer = self.enter(table, at, &mut place);
        for (name, value) in members.iter() {
            self.member(table, (name, value), at, place);
        }
        for member in table.members {
            let is_required = member.presence != Presence::Optional;
            let is_absent = members.iter().all(|(name, _)| name != member.name);
            if is_required && is_absent {
                self.report.report_missing(member.name, at);
            }
        }
        rules::judge(&mut self.report, table.name, &members, (at, place));
        if let Some(outer) = outer {
            self.report.seen.leave(outer);
        }
    }

    /// Enters a block or an attachment, and returns the ids of the object around it.
    fn enter(&mut self, table: &Table, at: &Pointer, place: &mut BlockPlace) -> Option<OuterIds> {
        if table.name == "MessageAttachment" {
            return Some(self.report.seen.enter_attachment());
        }
        let (_, word) = table.tag?;
        // An image is both a block and an element.
        if !table.name.ends_with("Block") || !Block::TAGS.contains(&word) {
            if BlockElement::TAGS.contains(&word) {
                place.element = Some(word);
            }
            return None;
        }
        (place.block, place.element) = (Some(word), None);
        if let Some(surface) = self
            .surface
            .filter(|surface| !places::is_on_surface(word, *surface))
        {
            let surface = surface.title();
            let message = format!("{surface} cannot contain a block of the type `{word}`");
            let finding = Finding::error("slack-blocks/place", at.clone(), message);
            self.report
                .add(finding.hint("use another block, or another surface"));
        }
        if matches!(word, "layout" | "container") {
            place.nesting += 1;
        }
        Some(self.report.seen.enter_block())
    }

    /// Judges one member of an object.
    fn member(
        &mut self,
        table: &Table,
        (name, json): (&str, &str),
        at: &Pointer,
        place: BlockPlace,
    ) {
        if table.tag.is_some_and(|(tag, _)| tag == name) {
            return;
        }
        let own_place = at.member(name);
        let Some(member) = table.members.iter().find(|member| member.name == name) else {
            if !rules::is_open(table.name) {
                self.report_unknown_member(table, name, &own_place);
            }
            return;
        };
        if json == "null" {
            self.report_null(member, at);
            return;
        }
        self.value(&member.ty, json, &own_place, place);
        for limit in limits_of(table.name, name) {
            self.report.limit(limit, (name, json), &own_place);
        }
        self.judge_id((name, json), &own_place);
    }

    /// Reports a null. Slack documents no null in messages of an app, and its libraries leave such members out.
    fn report_null(&mut self, member: &wire::Member, at: &Pointer) {
        let name = member.name;
        if member.presence != Presence::Optional {
            self.report.report_missing(name, at);
            return;
        }
        let message = format!("the member `{name}` is null, which Slack may refuse");
        let finding = Finding::warning("slack-blocks/type", at.member(name), message);
        self.report.add(
            finding
                .hint(format_args!("leave `{name}` out"))
                .fix(Fix::Remove),
        );
    }

    /// Reports a repeated id, and a second element with the focus.
    fn judge_id(&mut self, (name, json): (&str, &str), at: &Pointer) {
        let is_string = json.starts_with('"');
        let (rule, message, hint) = match name {
            "block_id" if is_string && !self.report.seen.is_new_block(&token::string(json)) => (
                "slack-blocks/id",
                "another block has the same `block_id`",
                "give each block of the message its own id",
            ),
            "action_id" if is_string && !self.report.seen.is_new_action(&token::string(json)) => (
                "slack-blocks/id",
                "another element of the block has the same `action_id`",
                "give each element of the block its own id",
            ),
            "focus_on_load" if json == "true" && !self.report.seen.is_first_focus() => (
                "slack-blocks/focus",
                "another element has the focus, and a view has one such element",
                "remove `focus_on_load`",
            ),
            _ => return,
        };
        let finding = Finding::error(rule, at.clone(), message);
        self.report.add(finding.hint(hint));
    }

    fn report_unknown_member(&mut self, table: &Table, name: &str, at: &Pointer) {
        let message = format!(
            "Slack does not define the member {} here, and refuses the message",
            Payload::string(name).text()
        );
        let finding = Finding::error("slack-blocks/unknown-member", at.clone(), message);
        let known = table.members.iter().map(|member| member.name);
        let finding = match spelling::closest(name, known) {
            Some(like) => finding
                .hint(format_args!("did you mean `{like}`?"))
                .fix(Fix::Rename(like.to_owned())),
            None => finding.hint("remove the member").fix(Fix::Remove),
        };
        self.report.add(finding);
    }
}
