//! The way through a message, along the tables of its types.

use super::{
    duplicates::Seen,
    form::FormProblem,
    limits::{Limit, limits_of},
    places, rules,
};
use crate::{AppSurface, Block, BlockElement};
use std::{borrow::Cow, collections::BTreeSet};
use wire::{
    Finding, Fix, Payload, PayloadKind, Pointer, Presence, Shape, Type, TypeInfo, Variant,
    object::Table, spelling, token,
};

/// The place of a value in the message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The type of the innermost block.
    pub(super) block: Option<&'static str>,
    /// The type of the innermost element.
    pub(super) element: Option<&'static str>,
    /// The number of layouts and containers around the value.
    pub(super) nesting: usize,
}

/// The members of an object.
pub(super) struct Members<'t>(Vec<(Cow<'t, str>, &'t str)>);

impl<'t> Members<'t> {
    pub(super) fn of(object: &'t str) -> Self {
        let children = token::children(object);
        let named = children.filter_map(|child| Some((token::name(child.name?), child.text)));
        Self(named.collect())
    }

    /// Returns the member with this name. Null counts as absent.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        let mut members = self.0.iter();
        let (_, value) = members.find(|(own, _)| own == name)?;
        Some(*value).filter(|value| *value != "null")
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Counts the bytes of the object, without whitespace between its members.
    pub(super) fn bytes(&self) -> usize {
        let members = self.0.iter();
        let sizes =
            members.map(|(name, value)| name.len().saturating_add(value.len()).saturating_add(4));
        sizes.fold(1, usize::saturating_add)
    }

    /// Returns the text of a string member.
    pub(super) fn string(&self, name: &str) -> Option<Cow<'t, str>> {
        self.get(name)
            .filter(|json| json.starts_with('"'))
            .map(token::string)
    }

    /// Returns `true` if the member is `true`.
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }
}

/// Validation of one payload.
pub(super) struct Walk {
    /// The surface that the caller names.
    pub(super) named_surface: Option<AppSurface>,
    /// The surface of the blocks: that of the message, or the one that the caller names.
    surface: Option<AppSurface>,
    pub(super) seen: Seen,
    found: Vec<Finding>,
}

impl Walk {
    pub(super) fn new(surface: Option<AppSurface>) -> Self {
        Self {
            named_surface: surface,
            surface,
            seen: Seen::default(),
            found: Vec::new(),
        }
    }

    /// Returns the findings in the order of the message. A value that breaks a limit twice is reported once.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut reported = BTreeSet::new();
        let mut found = self.found;
        found
            .retain(|finding| reported.insert((finding.rule, finding.pointer.as_str().to_owned())));
        found
    }

    pub(super) fn report(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Judges a value of this type. The encoder limits the depth of the value, so the recursion ends.
    fn value(&mut self, ty: &Type, json: &str, at: &Pointer, place: Place) {
        match ty {
            Type::Boolean => _ = self.expect(PayloadKind::Boolean, json, at),
            Type::Number | Type::Integer { .. } => _ = self.expect(PayloadKind::Number, json, at),
            Type::String | Type::Pointer => _ = self.expect(PayloadKind::String, json, at),
            Type::Nullable(inner) | Type::Tolerant(inner) => self.value(inner, json, at, place),
            Type::List(inner) => self.list(inner, json, at, place),
            Type::Map(inner) => self.map(inner, json, at, place),
            Type::Named(info) => self.named(info(), json, at, place),
            // Any value is right.
            _ => {}
        }
    }

    fn list(&mut self, inner: &Type, json: &str, at: &Pointer, place: Place) {
        if !self.expect(PayloadKind::Array, json, at) {
            return;
        }
        for (index, child) in token::children(json).enumerate() {
            self.value(inner, child.text, &at.element(index), place);
        }
    }

    fn map(&mut self, inner: &Type, json: &str, at: &Pointer, place: Place) {
        if !self.expect(PayloadKind::Object, json, at) {
            return;
        }
        for (name, value) in Members::of(json).0 {
            self.value(inner, value, &at.member(&name), place);
        }
    }

    /// Reports a value of another JSON type.
    fn expect(&mut self, kind: PayloadKind, json: &str, at: &Pointer) -> bool {
        let found = kind_of(json);
        if found == kind {
            return true;
        }
        let message = format!("the value is {found}, and Slack expects {kind}");
        let finding = Finding::error("slack-blocks/type", at.clone(), message);
        self.report(finding.hint(format_args!("write {kind}")));
        false
    }

    /// Judges a value of this type.
    pub(super) fn named(&mut self, info: &TypeInfo, json: &str, at: &Pointer, place: Place) {
        match &info.shape {
            Shape::Object(table) => self.object(table, json, at, place),
            Shape::Tagged { tag, variants } => {
                self.tagged((info.name, tag, variants), json, at, place)
            }
            Shape::Text | Shape::Word { .. } => _ = self.expect(PayloadKind::String, json, at),
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
        mut place: Place,
    ) {
        if !self.expect(PayloadKind::Object, json, at) {
            return;
        }
        let members = Members::of(json);
        let Some(word) = members.get(tag) else {
            self.report_missing(tag, at);
            return;
        };
        if !self.expect(PayloadKind::String, word, &at.member(tag)) {
            return;
        }
        let word = token::string(word);
        let Some(variant) = variants.iter().find(|variant| variant.word == word) else {
            let words: Vec<_> = variants.iter().map(|variant| variant.word).collect();
            self.report_word(
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

    /// Reports a word that Slack does not define.
    pub(super) fn report_word(
        &mut self,
        rule: &'static str,
        (word, known): (&str, &[&str]),
        at: &Pointer,
    ) {
        let message = format!(
            "Slack does not define {} here",
            Payload::string(word).text()
        );
        let finding = Finding::error(rule, at.clone(), message);
        let finding = match spelling::closest(word, known.iter().copied()) {
            Some(like) => finding
                .hint(format_args!("did you mean `{like}`?"))
                .fix(Fix::string(like)),
            None => finding.hint(format_args!("use {}", listed(known))),
        };
        self.report(finding);
    }

    pub(super) fn report_missing(&mut self, name: &str, at: &Pointer) {
        let message = format!("the member `{name}` is missing, so Slack refuses the message");
        let finding = Finding::error("slack-blocks/missing", at.member(name), message);
        self.report(finding.hint(format_args!("add `{name}`")));
    }

    fn judge_element_place(&mut self, element: &str, at: &Pointer, place: Place) {
        let Some(block) = place.block else { return };
        if places::is_in_block(element, block) {
            return;
        }
        let blocks = places::blocks_of(element);
        let message =
            format!("a block of the type `{block}` cannot contain the element `{element}`");
        let finding = Finding::error("slack-blocks/place", at.clone(), message);
        self.report(finding.hint(format_args!(
            "put it into a block of the type {}",
            listed(&blocks)
        )));
    }

    /// Judges the members of an object.
    fn object(&mut self, table: &Table, json: &str, at: &Pointer, mut place: Place) {
        if !self.expect(PayloadKind::Object, json, at) {
            return;
        }
        let members = Members::of(json);
        if rules::is_written_by_slack(table.name, &members) {
            return;
        }
        self.surface = rules::surface_of(table.name).or(self.surface);
        let outer = self.enter(table, at, &mut place);
        for (name, value) in &members.0 {
            self.member(table, (name, value), at, place);
        }
        for member in table.members {
            let is_required = member.presence != Presence::Optional;
            let is_absent = members.0.iter().all(|(name, _)| name != member.name);
            if is_required && is_absent {
                self.report_missing(member.name, at);
            }
        }
        rules::judge(self, table.name, &members, (at, place));
        if let Some(outer) = outer {
            self.seen.leave_block(outer);
        }
    }

    /// Enters a block, and returns the action ids of the block around it.
    fn enter(
        &mut self,
        table: &Table,
        at: &Pointer,
        place: &mut Place,
    ) -> Option<BTreeSet<String>> {
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
            self.report(finding.hint("use another block, or another surface"));
        }
        if matches!(word, "layout" | "container") {
            place.nesting += 1;
        }
        Some(self.seen.enter_block())
    }

    /// Judges one member of an object.
    fn member(&mut self, table: &Table, (name, json): (&str, &str), at: &Pointer, place: Place) {
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
            self.limit(limit, (name, json), &own_place);
        }
        self.judge_id((name, json), &own_place);
    }

    /// Reports a null. Slack documents no null in messages of an app, and its libraries leave such members out.
    fn report_null(&mut self, member: &wire::Member, at: &Pointer) {
        let name = member.name;
        if member.presence != Presence::Optional {
            self.report_missing(name, at);
            return;
        }
        let message = format!("the member `{name}` is null, which Slack may refuse");
        let finding = Finding::warning("slack-blocks/type", at.member(name), message);
        self.report(
            finding
                .hint(format_args!("leave `{name}` out"))
                .fix(Fix::Remove),
        );
    }

    /// Reports a repeated id, and a second element with the focus.
    fn judge_id(&mut self, (name, json): (&str, &str), at: &Pointer) {
        let is_string = json.starts_with('"');
        let (rule, message, hint) = match name {
            "block_id" if is_string && !self.seen.is_new_block(&token::string(json)) => (
                "slack-blocks/id",
                "another block has the same `block_id`",
                "give each block of the message its own id",
            ),
            "action_id" if is_string && !self.seen.is_new_action(&token::string(json)) => (
                "slack-blocks/id",
                "another element of the block has the same `action_id`",
                "give each element of the block its own id",
            ),
            "focus_on_load" if json == "true" && !self.seen.is_first_focus() => (
                "slack-blocks/focus",
                "another element has the focus, and a view has one such element",
                "remove `focus_on_load`",
            ),
            _ => return,
        };
        let finding = Finding::error(rule, at.clone(), message);
        self.report(finding.hint(hint));
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
        self.report(finding);
    }

    /// Judges a member by a limit of the table. A value of another type is reported already.
    fn limit(&mut self, limit: Limit, (name, json): (&str, &str), at: &Pointer) {
        match limit {
            Limit::Characters(least, most) => self.characters((least, most), (name, json), at),
            Limit::EachCharacters(most) => {
                for (index, child) in token::children(json).enumerate() {
                    self.characters((0, most), (name, child.text), &at.element(index));
                }
            }
            Limit::Items(least, most) if json.starts_with('[') => {
                self.items((least, most), (name, json), at);
            }
            Limit::Number(least, most) => self.number((least, most), (name, json), at),
            Limit::Words(words) if json.starts_with('"') => {
                let word = token::string(json);
                if !words.contains(&&*word) {
                    self.report_word("slack-blocks/value", (&word, words), at);
                }
            }
            Limit::EachWord(words) => {
                for (index, child) in token::children(json).enumerate() {
                    self.limit(Limit::Words(words), (name, child.text), &at.element(index));
                }
            }
            Limit::Form(form) if json.starts_with('"') => {
                if let Some(problem) = form.problem(&token::string(json)) {
                    self.report(finding_about(problem, at));
                }
            }
            Limit::Plain => self.plain((name, json), at),
            Limit::Items(..) | Limit::Words(_) | Limit::Form(_) => {}
        }
    }

    /// Judges the number of characters of a string or a text object.
    fn characters(
        &mut self,
        (least, most): (usize, usize),
        (name, json): (&str, &str),
        at: &Pointer,
    ) {
        let (text, at) = match json.starts_with('{') {
            true => (Members::of(json).string("text"), at.member("text")),
            false if json.starts_with('"') => (Some(token::string(json)), at.clone()),
            false => return,
        };
        let Some(text) = text else { return };
        let count = text.chars().count();
        if count > most {
            let message =
                format!("`{name}` has {count} characters, and Slack accepts at most {most}");
            let finding = Finding::error("slack-blocks/limit", at, message);
            self.report(finding.hint("shorten the text"));
        } else if count < least {
            let message = format!("`{name}` is empty, and Slack refuses an empty text here");
            let finding = Finding::error("slack-blocks/empty", at, message);
            self.report(finding.hint("write a text, or leave its object out"));
        } else if least > 0 && text.trim().is_empty() {
            let message = format!("`{name}` is blank, so users see nothing");
            let finding = Finding::warning("slack-blocks/empty", at, message);
            self.report(finding.hint("write a text, or leave its object out"));
        }
    }

    /// Judges the number of elements of a list.
    pub(super) fn items(
        &mut self,
        (least, most): (usize, usize),
        (name, json): (&str, &str),
        at: &Pointer,
    ) {
        let count = token::children(json).count();
        if count > most {
            let message =
                format!("`{name}` has {count} elements, and Slack accepts at most {most}");
            let finding = Finding::error("slack-blocks/limit", at.clone(), message);
            self.report(finding.hint("remove elements, or split the message"));
        } else if count == 0 && least > 0 {
            let message = format!("`{name}` is empty, and Slack refuses an empty list here");
            let finding = Finding::error("slack-blocks/empty", at.clone(), message);
            self.report(finding.hint("add an element, or leave the object with the list out"));
        } else if count < least {
            let message =
                format!("`{name}` has {count} elements, and Slack requires at least {least}");
            let finding = Finding::error("slack-blocks/limit", at.clone(), message);
            self.report(finding.hint("add elements"));
        }
    }

    fn number(&mut self, (least, most): (f64, f64), (name, json): (&str, &str), at: &Pointer) {
        let Ok(number) = json.parse::<f64>() else {
            return;
        };
        let message = if number < least {
            format!("`{name}` is {json}, and Slack requires at least {least}")
        } else if number > most {
            format!("`{name}` is {json}, and Slack accepts at most {most}")
        } else {
            return;
        };
        let finding = Finding::error("slack-blocks/limit", at.clone(), message);
        self.report(finding.hint("change the number"));
    }

    /// Reports a text object with markup.
    pub(super) fn plain(&mut self, (name, json): (&str, &str), at: &Pointer) {
        if Members::of(json)
            .string("type")
            .is_none_or(|kind| kind != "mrkdwn")
        {
            return;
        }
        let message = format!("`{name}` cannot have markup");
        let finding = Finding::error("slack-blocks/markup", at.member("type"), message);
        self.report(
            finding
                .hint("use `plain_text`")
                .fix(Fix::string("plain_text")),
        );
    }
}

fn finding_about(problem: FormProblem, at: &Pointer) -> Finding {
    match problem {
        FormProblem::Value { message, hint } => {
            Finding::error("slack-blocks/value", at.clone(), message).hint(hint)
        }
        FormProblem::Address(problem) if problem.is_doubtful => {
            Finding::warning("slack-blocks/url", at.clone(), problem.message).hint(problem.hint)
        }
        FormProblem::Address(problem) => {
            Finding::error("slack-blocks/url", at.clone(), problem.message).hint(problem.hint)
        }
    }
}

/// Returns the JSON type of a value.
pub(super) fn kind_of(json: &str) -> PayloadKind {
    match json.as_bytes().first() {
        Some(b'{') => PayloadKind::Object,
        Some(b'[') => PayloadKind::Array,
        Some(b'"') => PayloadKind::String,
        Some(b't' | b'f') => PayloadKind::Boolean,
        Some(b'n') | None => PayloadKind::Null,
        Some(_) => PayloadKind::Number,
    }
}

/// Lists names: `a`, `b` or `c`.
pub(super) fn listed(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
