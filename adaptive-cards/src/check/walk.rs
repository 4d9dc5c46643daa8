//! The walk over a card, by the tables of the types. It keeps its own stack, so the nesting of a card costs no recursion.

mod action;
mod dynamic_text;
mod ids;
mod input;
pub(super) mod object;
mod scalar;
mod url;

use crate::{
    Action, BackgroundImageStyle, CardVersion, DROP, Element, ElementVisibility, TextRun,
    ValidationTarget, since::Since,
};
use ids::Ids;
use object::{ObjectText, as_string, is_template};
use std::collections::BTreeMap;
use wire::{
    Finding, Fix, HasType, Payload, Pointer, Presence, Shape, Type, TypeInfo, Variant, WireType,
    object::Table, spelling, token,
};

/// Validates a value by the table of its type, and returns its text. `None` for a value that cannot be written.
pub(super) fn check_value<T: WireType>(
    value: &T,
    target: ValidationTarget,
    at: &Pointer,
    found: &mut Vec<Finding>,
) -> Option<Payload> {
    let text = Payload::encode(value).ok()?;
    CardWalk::new(target, found).check(text.text(), T::INFO, at);
    Some(text)
}

/// The place of a value among the elements and actions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    /// `true` if older hosts show a fallback in place of the value.
    is_covered: bool,
    /// `true` in a fallback, which a host shows in place of an element that may have the same id.
    pub(super) is_alternative: bool,
    /// `true` for the action of a click.
    pub(super) is_select_action: bool,
    /// The card with the value, among the cards in cards.
    pub(super) scope: usize,
}

/// A value that the walk has not reached.
#[derive(Clone)]
pub(super) struct Node<'t> {
    pub(super) text: &'t str,
    pub(super) at: Pointer,
    ty: Type,
    /// The name of the type with the member.
    pub(super) owner: &'static str,
    /// The name of the member.
    pub(super) member: &'static str,
    surroundings: Surroundings,
}

/// The walk over a card.
pub(super) struct CardWalk<'t, 'f> {
    pub(super) target: ValidationTarget,
    pub(super) found: &'f mut Vec<Finding>,
    stack: Vec<Node<'t>>,
    /// The minor version that the outermost card states.
    stated: Option<u32>,
    ids: Ids,
    template: Option<Pointer>,
    /// The findings that stand for all occurrences of a type or a member in the card, by their index.
    repeated: BTreeMap<(&'static str, &'static str), usize>,
}

impl<'t, 'f> CardWalk<'t, 'f> {
    pub(super) fn new(target: ValidationTarget, found: &'f mut Vec<Finding>) -> Self {
        Self {
            target,
            found,
            stack: Vec::new(),
            stated: None,
            ids: Ids::default(),
            template: None,
            repeated: BTreeMap::new(),
        }
    }

    /// Checks a text as a type.
    pub(super) fn check(mut self, text: &'t str, info: &'static TypeInfo, at: &Pointer) {
        let root = Node {
            text,
            at: at.clone(),
            ty: Type::Any,
            owner: "",
            member: "",
            surroundings: Surroundings::default(),
        };
        self.check_named(root, info);
        while let Some(node) = self.stack.pop() {
            self.check_node(node);
        }
        self.ids
            .report_unknown_targets(self.template.is_some(), self.found);
        if let Some(at) = self.template {
            let message = "the card is a template, and hosts show its expressions as text";
            let finding = Finding::warning("adaptive-cards/template", at, message);
            self.found
                .push(finding.hint("expand the template with its data, and send the result"));
        }
    }

    fn check_node(&mut self, node: Node<'t>) {
        match node.ty {
            Type::Tolerant(inner) | Type::Nullable(inner) => {
                self.stack.push(Node { ty: *inner, ..node });
            }
            Type::List(inner) => self.check_list(node, *inner),
            Type::Named(info) => self.check_named(node, info()),
            Type::Boolean => scalar::check_boolean(self, &node),
            Type::Number | Type::Integer { .. } => scalar::check_number(self, &node),
            Type::String => scalar::check_string(self, &node),
            // Every value is valid.
            _ => {}
        }
    }

    fn check_list(&mut self, node: Node<'t>, inner: Type) {
        if !node.text.starts_with('[') {
            scalar::report_type(self, &node, "a list", "write the values in `[` and `]`");
            return;
        }
        let first = self.stack.len();
        for (index, child) in token::children(node.text).enumerate() {
            self.stack.push(Node {
                text: child.text,
                at: node.at.element(index),
                ty: inner,
                ..node.clone()
            });
        }
        self.reverse_from(first);
    }

    /// Reverses the newest entries, so that the values are checked in the order of the text.
    fn reverse_from(&mut self, first: usize) {
        if let Some(entries) = self.stack.get_mut(first..) {
            entries.reverse();
        }
    }

    fn check_named(&mut self, node: Node<'t>, info: &'static TypeInfo) {
        match info.shape {
            Shape::Object(table) => self.check_object(&node, info, table),
            Shape::Tagged { variants, .. } => self.check_tagged(node, info, variants),
            Shape::Word {
                words: [word],
                is_open: false,
            } => self.check_type_word(node.text, &node.at, word),
            Shape::Text | Shape::Word { .. } => scalar::check_word(self, &node, info.name),
            Shape::HandWritten(_) => self.check_union(node, info.name),
            _ => {}
        }
    }

    /// Checks a value of one of the unions by JSON type.
    fn check_union(&mut self, node: Node<'t>, name: &str) {
        let is_text = node.text.starts_with('"');
        match name {
            "ColumnWidth" => scalar::check_width(self, &node),
            "BackgroundImage" if is_text => scalar::check_string(self, &node),
            "BackgroundImage" => self.check_named(node, BackgroundImageStyle::INFO),
            "TargetElement" if is_text => self.note_target(&node, false),
            "TargetElement" => self.check_named(node, ElementVisibility::INFO),
            "ElementFallback" | "ActionFallback" if is_text => check_drop(self, &node),
            "ElementFallback" => self.check_named(node, Element::INFO),
            "ActionFallback" => self.check_named(node, Action::INFO),
            "Inline" if is_text => scalar::check_string(self, &node),
            "Inline" => {
                let tag = ObjectText::of(node.text).string("type");
                match tag.as_deref() {
                    Some("TextRun") | None => self.check_named(node, TextRun::INFO),
                    // Teams has further objects in texts.
                    Some(_) => {}
                }
            }
            _ => {}
        }
    }

    fn check_tagged(
        &mut self,
        node: Node<'t>,
        info: &'static TypeInfo,
        variants: &'static [Variant],
    ) {
        if !node.text.starts_with('{') {
            scalar::report_type(self, &node, "an object", "write an object with a `type`");
            return;
        }
        let object = ObjectText::of(node.text);
        let Some(tag) = object.string("type") else {
            let message = "the `type` is missing, so hosts leave the object out";
            let finding = Finding::error("adaptive-cards/missing", node.at.member("type"), message);
            self.found.push(finding.hint("add the `type`"));
            return;
        };
        if node.owner == "Refresh"
            && let Some(text) = object.get("type")
        {
            self.check_type_word(text, &node.at.member("type"), "Action.Execute");
        }
        if let Some(variant) = variants.iter().find(|variant| variant.word == tag) {
            self.stack.push(Node {
                ty: variant.ty,
                ..node
            });
            return;
        }
        self.note_template(&object, &node.at);
        if let Some(id) = object.string("id") {
            self.ids.note_element(&id);
        }
        let has_fallback = object.has("fallback");
        if !has_fallback && !node.surroundings.is_covered && !is_template(&tag) {
            let words = variants.iter().map(|variant| variant.word);
            let hint = match spelling::closest(&tag, words) {
                Some(word) => format!("write `{word}`, or add a `fallback`"),
                None => "add a `fallback`, or remove it".to_owned(),
            };
            let message = format!(
                "hosts leave out what they do not know, such as `{}`",
                tag.escape_debug()
            );
            let at = node.at.member("type");
            self.found
                .push(Finding::warning("adaptive-cards/unknown-type", at, message).hint(hint));
        }
        if let Some(text) = object.get("fallback").filter(|_| has_fallback) {
            let mut fallback = Node {
                text,
                at: node.at.member("fallback"),
                ..node
            };
            fallback.surroundings.is_covered = true;
            fallback.surroundings.is_alternative = true;
            // The fallback has the type of what it replaces, or is a word.
            match text.starts_with('"') {
                true => check_drop(self, &fallback),
                false => {
                    fallback.ty = match info.name {
                        "Action" => <Action as HasType>::TYPE,
                        _ => <Element as HasType>::TYPE,
                    };
                    self.stack.push(fallback);
                }
            }
        }
    }

    fn check_object(&mut self, node: &Node<'t>, info: &'static TypeInfo, table: &'static Table) {
        if !node.text.starts_with('{') {
            scalar::report_type(self, node, "an object", "write an object");
            return;
        }
        let object = ObjectText::of(node.text);
        self.note_template(&object, &node.at);
        if let Some((tag, word)) = table.tag
            && let Some(text) = object.get(tag)
        {
            self.check_type_word(text, &node.at.member(tag), word);
        }
        let mut inside = node.surroundings;
        inside.is_select_action = false;
        if info.name == "AdaptiveCard" {
            inside.scope = self.enter_card(&object, node);
        }
        inside.is_covered |= object.has("fallback");
        let is_newer = self.check_type(node, table, inside.is_covered);
        let first = self.stack.len();
        for member in table.members {
            let at = node.at.member(member.name);
            let Some(text) = object.get(member.name) else {
                if member.presence != Presence::Optional {
                    self.report_missing(info.name, member, at);
                }
                continue;
            };
            if text == "null" && !matches!(member.ty, Type::Nullable(_) | Type::Any) {
                self.report_null(member.name, at);
                continue;
            }
            let owner = table.tag.map_or(info.name, |(_, word)| word);
            if !is_newer && !inside.is_covered {
                self.check_member((info.name, owner), member.name, &at);
            }
            let mut surroundings = inside;
            surroundings.is_select_action = member.name == "selectAction";
            if member.name == "fallback" {
                surroundings.is_alternative = true;
            }
            self.stack.push(Node {
                text,
                at,
                ty: member.ty,
                owner: info.name,
                member: member.name,
                surroundings,
            });
        }
        self.reverse_from(first);
        self.note_id(&object, node, table);
        action::check(self, info.name, &object, (&node.at, node.surroundings));
        input::check(self, info.name, &object, &node.at);
    }

    /// Reports an object of another type. Hosts know the type of an object without the tag from its place.
    /// Checks a `type` whose only possible word is known.
    fn check_type_word(&mut self, text: &str, at: &Pointer, word: &str) {
        if as_string(text).as_deref() == Some(word) {
            return;
        }
        let message = format!("the type here is `{word}`");
        let finding = Finding::error("adaptive-cards/type", at.clone(), message);
        let hint = format!("write `{word}`");
        self.found.push(finding.hint(hint).fix(Fix::string(word)));
    }

    /// Checks the version of a card and returns its scope.
    fn enter_card(&mut self, object: &ObjectText<'_>, node: &Node<'t>) -> usize {
        let is_outermost = self.ids.has_no_cards();
        let scope = self.ids.enter_card(node.surroundings.scope);
        // The card of a `ShowCard` has the version of the card around it.
        if !is_outermost {
            return scope;
        }
        let version = object.string("version");
        self.stated = version.as_deref().and_then(minor_of);
        action::check_outlook(self, object, &node.at);
        let at = node.at.member("version");
        let Some(version) = version else {
            if !object.has("version") {
                let message = "the version is missing, so hosts may refuse the card";
                let finding = Finding::warning("adaptive-cards/version", node.at.clone(), message);
                let fix = Fix::Add("version".to_owned(), "\"1.5\"".to_owned());
                self.found
                    .push(finding.hint("add the `version`, such as `1.5`").fix(fix));
            }
            return scope;
        };
        if is_template(&version) {
            return scope;
        }
        let Some(stated) = self.stated else {
            let message = format!("the version `{}` is unknown", version.escape_debug());
            let finding = Finding::warning("adaptive-cards/version", at, message);
            let known = CardVersion::KNOWN.join("`, `");
            self.found
                .push(finding.hint(format_args!("write one of `{known}`")));
            return scope;
        };
        let (known, readers) = match self.target {
            ValidationTarget::Any => return scope,
            ValidationTarget::Version(minor) => (minor, format!("hosts of version 1.{minor}")),
            ValidationTarget::Host(host) => (host.minor_version(), host.title().to_owned()),
        };
        if stated > known {
            let message = format!("{readers} may show `fallbackText` in place of the card");
            let finding = Finding::warning("adaptive-cards/version", at, message);
            self.found
                .push(finding.hint(format_args!("state the version `1.{known}`")));
        }
        scope
    }

    /// Reports a type that the readers do not know, and returns `true` if it is one.
    fn check_type(&mut self, node: &Node<'t>, table: &'static Table, is_covered: bool) -> bool {
        let Some((tag, word)) = table.tag else {
            return false;
        };
        let since = Since::of_type(word);
        if is_covered || since.is_known(self.target, self.stated) {
            return false;
        }
        let hint = "add a `fallback`, or leave it out";
        self.report_newer((word, ""), since, &node.at.member(tag), hint);
        true
    }

    /// Reports a member that the readers do not know.
    fn check_member(
        &mut self,
        (name, owner): (&str, &'static str),
        member: &'static str,
        at: &Pointer,
    ) {
        let since = Since::of_member(name, member);
        if !since.is_known(self.target, self.stated) {
            self.report_newer(
                (owner, member),
                since,
                at,
                "remove it, or state a later version",
            );
        }
    }

    /// Reports a type or a member once, and counts its further occurrences.
    fn report_newer(
        &mut self,
        key: (&'static str, &'static str),
        since: Since,
        at: &Pointer,
        hint: &str,
    ) {
        if self.count_again(key) {
            return;
        }
        let (rule, reason) = match since {
            Since::Minor(minor) => (
                "adaptive-cards/version",
                format!("only since version 1.{minor}"),
            ),
            Since::Teams => ("adaptive-cards/host", "only in Teams".to_owned()),
            Since::Outlook => ("adaptive-cards/host", "only in Outlook".to_owned()),
            Since::Start => return,
        };
        let subject = match key {
            (owner, "") => format!("`{owner}` exists"),
            (owner, member) => format!("`{member}` of `{owner}` exists"),
        };
        let message = format!("{subject} {reason}");
        // Other hosts ignore a member of Teams, and show the rest.
        let finding = match (since, key) {
            (Since::Teams | Since::Outlook, (_, "")) | (Since::Minor(_), _) => {
                Finding::warning(rule, at.clone(), message)
            }
            _ => Finding::info(rule, at.clone(), message),
        };
        self.repeated.insert(key, self.found.len());
        self.found.push(finding.hint(hint));
    }

    /// Reports an absent member that the specification requires.
    fn report_missing(&mut self, owner: &'static str, member: &wire::Member, at: Pointer) {
        let name = member.name;
        let is_list = matches!(member.ty, Type::Tolerant(Type::List(_)));
        if is_list && self.count_again((owner, name)) {
            return;
        }
        let finding = match (owner, name) {
            _ if is_list => {
                let message = format!("hosts show nothing for a missing `{name}`");
                self.repeated.insert((owner, name), self.found.len());
                Finding::info("adaptive-cards/missing", at, message)
            }
            ("TextBlock" | "TextRun", "text") | ("BackgroundImageStyle", "url") | ("Fact", _) => {
                let message = format!("hosts show nothing for a missing `{name}`");
                Finding::warning("adaptive-cards/missing", at, message)
            }
            _ => Finding::error(
                "adaptive-cards/missing",
                at,
                format_args!("`{name}` is missing"),
            ),
        };
        self.found.push(finding.hint(format_args!("add `{name}`")));
    }

    /// Counts one more occurrence of what a finding reports. Returns `false` without a finding.
    fn count_again(&mut self, key: (&'static str, &'static str)) -> bool {
        let index = self.repeated.get(&key).copied();
        match index.and_then(|index| self.found.get_mut(index)) {
            Some(first) => {
                first.count += 1;
                true
            }
            None => false,
        }
    }

    fn report_null(&mut self, name: &str, at: Pointer) {
        let message = format!("`{name}` is null, which some hosts refuse");
        let finding = Finding::warning("adaptive-cards/null", at, message);
        self.found.push(
            finding
                .hint(format_args!("remove `{name}`"))
                .fix(Fix::Remove),
        );
    }

    /// Records the id of an element. Actions have ids of their own.
    fn note_id(&mut self, object: &ObjectText<'_>, node: &Node<'t>, table: &'static Table) {
        let Some((_, word)) = table.tag else {
            return;
        };
        let Some(id) = object.string("id").filter(|_| !word.starts_with("Action.")) else {
            return;
        };
        self.ids.note_element(&id);
        if word.starts_with("Input.") {
            let at = node.at.member("id");
            self.ids.note_input(&id, &at, node.surroundings, self.found);
        }
    }

    pub(super) fn note_target(&mut self, node: &Node<'_>, is_input: bool) {
        if let Some(id) = as_string(node.text) {
            self.ids
                .note_target(id.into_owned(), node.at.clone(), is_input);
        }
    }

    /// Records the first expression of a template.
    pub(super) fn note_expression(&mut self, at: &Pointer) {
        self.template.get_or_insert_with(|| at.clone());
    }

    fn note_template(&mut self, object: &ObjectText<'_>, at: &Pointer) {
        let mut names = object.names();
        if let Some(name) = names.find(|name| matches!(*name, "$data" | "$when")) {
            let at = at.member(name);
            self.note_expression(&at);
        }
    }

    /// Returns `true` if the hosts have the members of this minor version.
    pub(super) fn has_minor(&self, minor: u32) -> bool {
        Since::Minor(minor).is_known(self.target, self.stated)
    }
}

/// Returns the minor version of a published version.
fn minor_of(version: &str) -> Option<u32> {
    match ValidationTarget::from_name(version)? {
        ValidationTarget::Version(minor) => Some(minor),
        _ => None,
    }
}

/// Checks the word in place of a fallback.
fn check_drop(walk: &mut CardWalk<'_, '_>, node: &Node<'_>) {
    let is_drop = as_string(node.text).is_some_and(|word| word.eq_ignore_ascii_case(DROP));
    if is_drop {
        return;
    }
    let message = format!("the only text of a fallback is `{DROP}`");
    let finding = Finding::warning("adaptive-cards/word", node.at.clone(), message);
    walk.found.push(
        finding
            .hint("write `drop`, or an object")
            .fix(Fix::string(DROP)),
    );
}
