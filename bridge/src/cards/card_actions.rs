//! The actions of cards as buttons, modals and tabs.

use super::{
    CardWriter,
    card_markdown::escape,
    card_parts::{ActionMembers, Clickable, members_of_action, shown_action},
    card_parts::{Part, is_loadable},
    card_reference::{CardReference, SubmitKind},
    visibility::SwitchRole,
};
use crate::{
    Refusal, Verdict,
    icons::icon_of_fluent,
    surface_writer::{SurfaceWriter, object},
};
use a2ui::address::has_link_scheme;
use adaptive_cards::{Action, AdaptiveCard, AssociatedInputs, Element};
use wire::{List, Payload, Pointer, Tolerant};

/// What a click does.
pub(super) enum Click {
    /// It performs an action of A2UI.
    Action(Payload),
    /// It opens a modal with this component.
    Modal(String),
    /// It does nothing.
    Nothing,
}

impl CardWriter<'_> {
    /// Adds the buttons of a list of actions in a row. Returns `None` if there are no buttons.
    pub(super) fn action_row(
        &mut self,
        actions: &Tolerant<List<Action>>,
        part: &Part<'_>,
    ) -> Result<Option<String>, Refusal> {
        let Some(actions) = actions.get() else {
            return Ok(None);
        };
        let at = part.at.member("actions");
        let mut buttons = Vec::new();
        for (index, action) in actions.enumerate() {
            buttons.extend(self.action(action, &at.element(index))?);
        }
        if buttons.is_empty() {
            return Ok(None);
        }
        let children: Vec<Payload> = buttons.iter().map(|id| Payload::string(id)).collect();
        let children = [("children", Payload::array(&children))];
        let id = match part.id {
            Some(_) => self.add(part, "Row", &children),
            None => self.add_beside(part.at, "actions", "Row", &children),
        };
        Ok(Some(id))
    }

    /// Adds the button or the modal of an action. Returns `None` if there is nothing to press.
    pub(super) fn action(
        &mut self,
        action: &Action,
        at: &Pointer,
    ) -> Result<Option<String>, Refusal> {
        let Some((action, at)) = self.known_action(action, at) else {
            return Ok(None);
        };
        let (action, at) = (&*action, &at);
        let members = members_of_action(action);
        Ok(match self.click_of(action, at)? {
            Click::Action(click) => {
                Some(self.button(&members, label_of(action, &members), at, click))
            }
            Click::Modal(content) => {
                Some(self.titled_modal(&members, label_of(action, &members), at, &content))
            }
            Click::Nothing if is_local(action) || members.title.is_empty() => None,
            // A button needs an action, so the title becomes a text.
            Click::Nothing => {
                let text = [("text", Payload::string(&escape(members.title)))];
                Some(self.add(&Part { id: members.id, at }, "Text", &text))
            }
        })
    }

    /// Returns the action that a click performs, and its place.
    fn known_action<'c>(
        &mut self,
        action: &'c Action,
        at: &Pointer,
    ) -> Option<(std::borrow::Cow<'c, Action>, Pointer)> {
        let shown = shown_action(action, at);
        match &shown {
            None => self.note(
                at,
                Verdict::Carried,
                "the action is unknown and has no fallback",
            ),
            Some((_, place)) if place != at => {
                let remark = "the fallback is performed in place of the action";
                self.note(at, Verdict::Carried, remark);
            }
            Some(_) => {}
        }
        shown
    }

    /// Returns what a click on the element with an action does.
    pub(super) fn click(
        &mut self,
        action: &Tolerant<Box<Action>>,
        at: &Pointer,
    ) -> Result<Click, Refusal> {
        let Some(action) = action.get() else {
            return Ok(Click::Nothing);
        };
        match self.known_action(action, at) {
            Some((action, at)) => self.click_of(&action, &at),
            None => Ok(Click::Nothing),
        }
    }

    fn click_of(&mut self, action: &Action, at: &Pointer) -> Result<Click, Refusal> {
        Ok(match action {
            Action::OpenUrl(open) => match open.url.get() {
                Some(url) => self.link(url, &at.member("url")),
                None => self.nothing(at, Verdict::Carried, "the action has no address"),
            },
            Action::Submit(submit) => {
                let inputs = submit.associated_inputs.get();
                let data = submit.data.as_ref();
                let ids = (submit.id.get().map(String::as_str), None);
                Click::Action(self.event(SubmitKind::Submit, ids, data, inputs, at))
            }
            Action::Execute(execute) => {
                let inputs = execute.associated_inputs.get();
                let data = execute.data.as_ref();
                let id = execute.id.get().map(String::as_str);
                let ids = (id, execute.verb.get().map(String::as_str));
                Click::Action(self.event(SubmitKind::Execute, ids, data, inputs, at))
            }
            Action::ShowCard(show) => match show.card.get() {
                Some(card) => Click::Modal(self.shown_card(card, &at.member("card"))?),
                None => self.nothing(at, Verdict::Carried, "the action has no card"),
            },
            Action::Popover(popover) => {
                let content = popover.content.as_ref();
                match content.and_then(|content| content.decode::<Element>().ok()) {
                    Some(element) => self.popover(&element, &at.member("content"))?,
                    None => self.nothing(at, Verdict::Carried, "the action has no content"),
                }
            }
            Action::ToggleVisibility(_) => match self.inventory.plan.role(at) {
                SwitchRole::Modal(group) => Click::Modal(self.group_id(group)),
                SwitchRole::Covered => Click::Nothing,
                SwitchRole::None => {
                    let remark =
                        "no component shows and hides the elements, which are shown at once";
                    self.nothing(at, Verdict::Dropped, remark)
                }
            },
            _ => self.nothing(at, Verdict::Carried, "no component performs the action"),
        })
    }

    fn nothing(&mut self, at: &Pointer, verdict: Verdict, remark: &'static str) -> Click {
        self.note(at, verdict, remark);
        Click::Nothing
    }

    /// Returns the click that opens an address.
    pub(super) fn link(&mut self, url: &str, at: &Pointer) -> Click {
        if !has_link_scheme(url) {
            let remark = "the address has a scheme that is not opened";
            return self.nothing(at, Verdict::Quarantined, remark);
        }
        let arguments = [("url", Payload::string(url))];
        Click::Action(self.surface.call_action("openUrl", &arguments))
    }

    /// Returns the event of an action that submits inputs. `ids` are the id and the verb.
    fn event(
        &mut self,
        kind: SubmitKind,
        (id, verb): (Option<&str>, Option<&str>),
        data: Option<&Payload>,
        inputs: Option<&AssociatedInputs>,
        at: &Pointer,
    ) -> Payload {
        let for_teams = data.and_then(|data| data.member("msteams"));
        if for_teams.is_some_and(|teams| teams.member("type").is_some()) {
            let at = at.member("data").member("msteams");
            let remark = "only Teams performs the action of `msteams`, and the surface submits";
            self.note(&at, Verdict::Dropped, remark);
        }
        let is_alone = inputs.is_some_and(|inputs| inputs.is_word("none"));
        // Hosts send other data than an object alone.
        let is_value = data.is_some_and(|data| !data.is_object() && !data.is_null());
        let inputs = match is_alone || is_value {
            true => Vec::new(),
            false => self.inventory.associated_inputs(self.card),
        };
        let reference = CardReference {
            kind,
            id: id.map(str::to_owned),
            verb: verb.map(str::to_owned),
            inputs: Vec::new(),
            data: None,
        };
        let path = |name: &str| self.surface.path(&["/inputs/", name].concat());
        let context = reference.context(data, &inputs, path);
        let default = match kind {
            SubmitKind::Submit => "submit",
            SubmitKind::Execute => "execute",
        };
        let mut names = [verb, id].into_iter().flatten();
        let name = names.find(|name| !name.is_empty()).unwrap_or(default);
        SurfaceWriter::event_with(name, context)
    }

    /// Adds the content of a card inside the card. Returns its component.
    fn shown_card(&mut self, card: &AdaptiveCard, at: &Pointer) -> Result<String, Refusal> {
        let outer = std::mem::replace(&mut self.card, self.inventory.card(at));
        let is_bold = std::mem::take(&mut self.is_bold);
        self.enter(at)?;
        let mut children = self.elements(&card.body, &at.member("body"))?;
        children.extend(self.action_row(&card.actions, &Part { id: None, at })?);
        self.depth -= 1;
        (self.card, self.is_bold) = (outer, is_bold);
        Ok(self.column(&Part { id: None, at }, &children))
    }

    fn popover(&mut self, element: &Element, at: &Pointer) -> Result<Click, Refusal> {
        self.enter(at)?;
        let content = self.element(element, at)?;
        self.depth -= 1;
        Ok(match content {
            Some(content) => Click::Modal(content),
            None => Click::Nothing,
        })
    }

    /// Adds a button with a label.
    fn button(
        &mut self,
        members: &ActionMembers<'_>,
        label: &str,
        at: &Pointer,
        click: Payload,
    ) -> String {
        let child = self.label(members, label, at);
        let mut properties = vec![("child", Payload::string(&child))];
        if members.is_primary {
            properties.push(("variant", Payload::string("primary")));
        }
        properties.push(("action", click));
        if members.is_disabled {
            let ticked = [("value", super::card_parts::boolean(true))];
            let never = object(&[
                ("condition", self.surface.call("not", &ticked)),
                (
                    "message",
                    Payload::string(members.tooltip.unwrap_or("This button is disabled.")),
                ),
            ]);
            properties.push(("checks", Payload::array(&[never])));
        }
        if let Some(tooltip) = members.tooltip.filter(|tooltip| !tooltip.is_empty()) {
            let description = object(&[("description", Payload::string(tooltip))]);
            properties.push(("accessibility", description));
        }
        self.interactive += 1;
        self.add(&Part { id: members.id, at }, "Button", &properties)
    }

    /// Adds the text of a button, with its icon.
    fn label(&mut self, members: &ActionMembers<'_>, label: &str, at: &Pointer) -> String {
        let text = [("text", Payload::string(&escape(label)))];
        let Some(icon) = members.icon.and_then(|icon| self.icon_of(icon, at)) else {
            return self.add_beside(at, "label", "Text", &text);
        };
        if members.title.is_empty() {
            return icon;
        }
        let text = self.add_beside(at, "label", "Text", &text);
        let children = Payload::array(&[Payload::string(&icon), Payload::string(&text)]);
        self.add_beside(at, "content", "Row", &[("children", children)])
    }

    /// Adds the icon of a button: the address of an image, or `icon:Name`.
    fn icon_of(&mut self, icon: &str, at: &Pointer) -> Option<String> {
        if let Some(name) = icon.strip_prefix("icon:") {
            let name = name.split(',').next().unwrap_or_default();
            let Some(icon) = icon_of_fluent(name) else {
                let remark = "the catalog has no such icon";
                self.note(&at.member("iconUrl"), Verdict::Carried, remark);
                return None;
            };
            let name = [("name", Payload::string(icon.a2ui))];
            return Some(self.add_beside(at, "icon", "Icon", &name));
        }
        if icon.is_empty() || !is_loadable(icon, "image") {
            let remark = "the address has a scheme that is not loaded";
            self.note(&at.member("iconUrl"), Verdict::Quarantined, remark);
            return None;
        }
        let image = [
            ("url", Payload::string(icon)),
            ("variant", Payload::string("icon")),
        ];
        Some(self.add_beside(at, "icon", "Image", &image))
    }

    /// Adds a modal that a text in a box opens.
    fn titled_modal(
        &mut self,
        members: &ActionMembers<'_>,
        label: &str,
        at: &Pointer,
        content: &str,
    ) -> String {
        let label = self.label(members, label, at);
        let child = [("child", Payload::string(&label))];
        let trigger = self.add_beside(at, "trigger", "Card", &child);
        self.modal(&Part { id: members.id, at }, &trigger, content)
    }

    fn modal(&mut self, part: &Part<'_>, trigger: &str, content: &str) -> String {
        self.interactive += 1;
        let properties = [
            ("trigger", Payload::string(trigger)),
            ("content", Payload::string(content)),
        ];
        self.add(part, "Modal", &properties)
    }

    /// Makes a component react to a click. A component with inputs or buttons cannot be a button itself, so it gets one
    /// below.
    pub(super) fn with_click(
        &mut self,
        id: String,
        action: &Tolerant<Box<Action>>,
        part: &Part<'_>,
        is_interactive: bool,
    ) -> Result<Clickable, Refusal> {
        let at = part.at.member("selectAction");
        let click = self.click(action, &at)?;
        if matches!(click, Click::Nothing) {
            return Ok(Clickable::Part(id));
        }
        if is_interactive {
            let remark =
                "the element contains inputs or buttons, so its action has a button of its own";
            self.note(&at, Verdict::Encoded, remark);
            let members = action.get().map(|action| members_of_action(action));
            let members = members.unwrap_or_default();
            let label = match members.title {
                "" => members.tooltip.unwrap_or("Select"),
                title => title,
            };
            let button = match click {
                Click::Action(click) => self.button(&members, label, &at, click),
                Click::Modal(content) => self.titled_modal(&members, label, &at, &content),
                Click::Nothing => return Ok(Clickable::Part(id)),
            };
            return Ok(Clickable::Beside(id, button));
        }
        let own = Part { id: None, at: &at };
        Ok(Clickable::Part(match click {
            Click::Action(click) => {
                self.interactive += 1;
                let properties = [
                    ("child", Payload::string(&id)),
                    ("variant", Payload::string("borderless")),
                    ("action", click),
                ];
                self.add(&own, "Button", &properties)
            }
            Click::Modal(content) => self.modal(&own, &id, &content),
            Click::Nothing => id,
        }))
    }
}

/// Returns `true` for an action that has no title to show if it does nothing.
fn is_local(action: &Action) -> bool {
    matches!(action, Action::ToggleVisibility(_) | Action::ResetInputs(_))
}

/// Returns the text of a button.
fn label_of<'c>(action: &Action, members: &ActionMembers<'c>) -> &'c str {
    if !members.title.is_empty() {
        return members.title;
    }
    match members.tooltip {
        Some(tooltip) if !tooltip.is_empty() => tooltip,
        _ => match action {
            Action::OpenUrl(_) => "Open",
            Action::ShowCard(_) | Action::ToggleVisibility(_) | Action::Popover(_) => "Show",
            _ => "Submit",
        },
    }
}
