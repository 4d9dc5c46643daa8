//! Collects the components of a surface that is made from blocks.

use super::{
    block_reference::{
        BlockReference, ElementReference, EventKind, InputReference, REFERENCE, STATE, VALUE,
        inputs_payload,
    },
    emoji::with_emoji,
    mrkdwn::{self, ParsedText},
    rich_text::read_rich_text,
};
use crate::{
    PartNote, Refusal, Verdict,
    limits::MAX_REFERENCE_BYTES,
    markdown::{MarkdownBlock, Span, SpanStyle, escape, plain_text, to_markdown},
    surface_names::{UniqueNames, can_be_in_a_path},
    surface_writer::{SurfaceTarget, SurfaceWriter, object},
};
use a2ui::Message;
use slack_blocks::{PlainText, RichTextBlock, TextObject};
use std::collections::BTreeMap;
use wire::{Payload, Pointer, Tolerant};

/// The rule of a refusal: the references to the inputs are too large.
const TOO_LARGE: &str = "blocks/too-large";
/// Longer ids are replaced by generated ones.
const MAX_ID: usize = 255;

/// The properties of a component.
pub(super) type Properties = Vec<(&'static str, Payload)>;

/// The action of a button.
#[derive(Debug)]
pub(super) enum ButtonAction {
    Event(Click),
    /// Opens an address.
    Open(String),
}

/// An event that a button sends.
#[derive(Debug)]
pub(super) struct Click {
    pub(super) name: String,
    pub(super) value: Option<Payload>,
    pub(super) event: EventKind,
    pub(super) element: Option<ElementReference>,
}

struct Component {
    id: String,
    type_name: &'static str,
    properties: Properties,
    /// The event of a button, which is written when all inputs are known.
    click: Option<Click>,
}

/// The data model names of a block.
struct BlockState {
    name: String,
    action_names: UniqueNames,
    values: Vec<(String, Payload)>,
}

/// Collects components, inputs and notes.
pub(super) struct ComponentWriter {
    pub(super) surface: SurfaceWriter,
    components: Vec<Component>,
    ids: UniqueNames,
    notes: Vec<PartNote>,
    inputs: Vec<InputReference>,
    block_names: UniqueNames,
    /// The values of the inputs by block id.
    states: BTreeMap<String, BlockState>,
    /// The members of the view that its events contain.
    view: Option<Payload>,
}

impl ComponentWriter {
    pub(super) fn new(target: SurfaceTarget, view: Option<Payload>) -> Self {
        let mut ids = UniqueNames::default();
        ids.take(&["root".to_owned()]);
        Self {
            surface: SurfaceWriter::new(target),
            components: Vec::new(),
            ids,
            notes: Vec::new(),
            inputs: Vec::new(),
            block_names: UniqueNames::default(),
            states: BTreeMap::new(),
            view,
        }
    }

    pub(super) fn has_inputs(&self) -> bool {
        !self.inputs.is_empty()
    }

    pub(super) fn note(&mut self, at: &Pointer, verdict: Verdict, remark: &'static str) {
        self.notes.push(PartNote {
            at: at.clone(),
            verdict,
            remark,
        });
    }

    /// Notes a member of a wrong type.
    pub(super) fn note_invalid<T>(&mut self, member: &Tolerant<T>, at: &Pointer) {
        if member.invalid().is_some() {
            self.note(at, Verdict::Carried, "the value has a wrong type");
        }
    }

    /// Notes a member that has no counterpart, if it is present.
    pub(super) fn note_lost<T>(&mut self, member: &Tolerant<T>, at: &Pointer, name: &str) {
        if !member.is_absent() {
            let remark = "surfaces have no counterpart";
            self.note(&at.member(name), Verdict::Carried, remark);
        }
    }

    /// Returns a new component id: the name, if it is free, or else one that is made from the place.
    pub(super) fn id(&mut self, name: Option<&str>, at: &Pointer) -> String {
        let mut candidates = Vec::new();
        let is_valid = |name: &&str| {
            !name.is_empty() && name.len() <= MAX_ID && !name.contains(char::is_control)
        };
        if let Some(name) = name.filter(is_valid) {
            candidates.push(self.surface.id_of(name));
        }
        let segments: Vec<String> = at.segments().map(String::from).collect();
        let place = segments.join("_");
        candidates.push(
            self.surface
                .id_of(if place.is_empty() { "view" } else { &place }),
        );
        self.ids.take(&candidates)
    }

    /// Returns a new id for a part of a component.
    pub(super) fn part(&mut self, id: &str, part: &str) -> String {
        self.ids.take(&[format!("{id}_{part}")])
    }

    pub(super) fn add(&mut self, id: &str, type_name: &'static str, properties: Properties) {
        self.components.push(Component {
            id: id.to_owned(),
            type_name,
            properties,
            click: None,
        });
    }

    /// Adds a Markdown text. Returns its id, or `None` for an empty text.
    pub(super) fn add_text(
        &mut self,
        id: String,
        text: &str,
        variant: Option<&str>,
    ) -> Option<String> {
        if text.trim().is_empty() {
            return None;
        }
        let mut properties = vec![("text", Payload::string(text))];
        if let Some(variant) = variant {
            properties.push(("variant", Payload::string(variant)));
        }
        self.add(&id, "Text", properties);
        Some(id)
    }

    /// Adds a heading of plain text.
    pub(super) fn add_heading(&mut self, id: String, level: u8, text: &str) -> Option<String> {
        let level = level.clamp(1, 5);
        if text.trim().is_empty() {
            return None;
        }
        let span = Span {
            text: text.to_owned(),
            ..Span::default()
        };
        if self.surface.has_headings() {
            let text = to_markdown(&[MarkdownBlock::Paragraph(vec![span])]);
            return self.add_text(id, &text, Some(&format!("h{level}")));
        }
        let text = to_markdown(&[MarkdownBlock::Heading(level, vec![span])]);
        self.add_text(id, &text, None)
    }

    /// Adds a row, column or list. Returns its id, or `None` if it has no children.
    pub(super) fn add_group(
        &mut self,
        id: String,
        type_name: &'static str,
        children: &[String],
        mut properties: Properties,
    ) -> Option<String> {
        if children.is_empty() {
            return None;
        }
        properties.insert(0, ("children", strings(children)));
        self.add(&id, type_name, properties);
        Some(id)
    }

    /// Adds a column, or returns the only child.
    pub(super) fn add_column(&mut self, id: String, mut children: Vec<String>) -> Option<String> {
        match children.len() {
            1 => children.pop(),
            _ => self.add_group(id, "Column", &children, Vec::new()),
        }
    }

    /// Adds a card around a column of components.
    pub(super) fn add_card(&mut self, id: String, children: Vec<String>) -> Option<String> {
        let column = self.part(&id, "content");
        let content = self.add_column(column, children)?;
        self.add(&id, "Card", vec![("child", Payload::string(&content))]);
        Some(id)
    }

    /// Adds a button with a label in Markdown.
    pub(super) fn add_button(
        &mut self,
        id: String,
        label: &str,
        variant: Option<&str>,
        action: ButtonAction,
    ) -> String {
        let label_id = self.part(&id, "label");
        let mut properties = vec![("child", Payload::string(&label_id))];
        if let Some(variant) = variant {
            properties.push(("variant", Payload::string(variant)));
        }
        self.add(&label_id, "Text", vec![("text", Payload::string(label))]);
        let click = match action {
            ButtonAction::Event(click) => Some(click),
            ButtonAction::Open(url) => {
                let url = [("url", Payload::string(&url))];
                properties.push(("action", self.surface.call_action("openUrl", &url)));
                None
            }
        };
        self.components.push(Component {
            id: id.clone(),
            type_name: "Button",
            properties,
            click,
        });
        id
    }

    /// Adds an input to the table. Returns its path in the data model.
    pub(super) fn add_input(
        &mut self,
        element: &ElementReference,
        options: Vec<Payload>,
        is_required: bool,
        initial: Option<Payload>,
    ) -> Pointer {
        let state = self.states.entry(element.block_id.clone());
        let state = state.or_insert_with(|| BlockState {
            name: state_name(&element.block_id, "block", &mut self.block_names),
            action_names: UniqueNames::default(),
            values: Vec::new(),
        });
        let action_name = state_name(&element.action_id, "action", &mut state.action_names);
        let block_name = state.name.clone();
        if let Some(value) = initial {
            state.values.push((action_name.clone(), value));
        }
        let path = Pointer::root()
            .member(STATE)
            .member(&block_name)
            .member(&action_name);
        self.inputs.push(InputReference {
            kind: element.kind.clone(),
            block_id: element.block_id.clone(),
            action_id: element.action_id.clone(),
            names: (block_name, action_name),
            options,
            is_required,
        });
        path
    }

    /// Reads a text as Markdown. Returns `None` for an empty text.
    pub(super) fn markdown(&mut self, text: &Tolerant<TextObject>, at: &Pointer) -> Option<String> {
        let text = match self.parsed(text, at)? {
            ShownText::Plain(text) => escape(&text),
            ShownText::Markup(blocks) => to_markdown(&blocks),
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Reads a text without its markup, for labels. Returns `None` for an empty text.
    pub(super) fn label(&mut self, text: &Tolerant<TextObject>, at: &Pointer) -> Option<String> {
        let text = match self.parsed(text, at)? {
            ShownText::Plain(text) => text,
            ShownText::Markup(blocks) => plain_text(&blocks),
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Reads a text, and notes what it does not show.
    pub(super) fn parsed(
        &mut self,
        text: &Tolerant<TextObject>,
        at: &Pointer,
    ) -> Option<ShownText> {
        self.note_invalid(text, at);
        match text.get()? {
            TextObject::Plain(text) => Some(ShownText::Plain(plain(text))),
            TextObject::Mrkdwn(text) => {
                let text = text.text.get()?.clone();
                Some(ShownText::Markup(self.mrkdwn(&text, at)))
            }
            _ => {
                self.note(at, Verdict::Carried, "the kind of text is unknown");
                None
            }
        }
    }

    /// Reads the markup of Slack, and notes what is not shown as it is.
    pub(super) fn mrkdwn(&mut self, text: &str, at: &Pointer) -> Vec<MarkdownBlock> {
        let parsed = mrkdwn::parse(text);
        self.noted(parsed, at)
    }

    pub(super) fn rich_text(&mut self, text: &RichTextBlock, at: &Pointer) -> Vec<MarkdownBlock> {
        let parsed = read_rich_text(text);
        self.noted(parsed, at)
    }

    fn noted(&mut self, parsed: ParsedText, at: &Pointer) -> Vec<MarkdownBlock> {
        if parsed.has_mention {
            self.note(at, Verdict::Carried, "a mention is shown as its name or id");
        }
        if parsed.has_date {
            self.note(at, Verdict::Carried, "a date is shown as its fallback");
        }
        if parsed.has_unsafe_link {
            let remark = "a link without a permitted scheme is shown as text";
            self.note(at, Verdict::Quarantined, remark);
        }
        parsed.blocks
    }

    /// Returns the messages of the surface, which shows these components, and the notes.
    ///
    /// # Errors
    /// Refuses references that exceed [`MAX_REFERENCE_BYTES`], and a surface that exceeds the limits of A2UI.
    pub(super) fn finish(
        mut self,
        surface_id: &str,
        shown: &[String],
    ) -> Result<(Vec<Message>, Vec<PartNote>), Refusal> {
        let inputs = inputs_payload(&self.inputs);
        let clicks = self
            .components
            .iter()
            .filter(|component| component.click.is_some());
        let bytes = clicks.count().saturating_mul(inputs.text().len());
        if bytes > MAX_REFERENCE_BYTES {
            let message = format!("the buttons would contain {bytes} bytes about the inputs");
            return Err(Refusal::limit(TOO_LARGE, Pointer::root(), message)
                .hint("send fewer buttons, or fewer inputs and options"));
        }
        for component in std::mem::take(&mut self.components) {
            let mut properties = component.properties;
            if let Some(click) = &component.click {
                properties.push(("action", self.event(click, &inputs)));
            }
            self.surface
                .add(&component.id, component.type_name, &properties);
        }
        for id in shown {
            self.surface.show_component(id);
        }
        let data = self.data();
        let messages = self.surface.finish(surface_id, &data)?;
        Ok((messages, self.notes))
    }

    fn event(&self, click: &Click, inputs: &Payload) -> Payload {
        let mut context = Vec::new();
        if let Some(value) = &click.value {
            context.push((VALUE, value.clone()));
        }
        if self.has_inputs() {
            let state = Pointer::root().member(STATE);
            context.push((STATE, self.surface.path(state.as_str())));
        }
        let (element, view) = (click.element.as_ref(), self.view.as_ref());
        let reference = BlockReference::write(click.event, element, view, inputs);
        context.push((REFERENCE, reference));
        SurfaceWriter::event(&click.name, &context)
    }

    /// Returns the data model with the initial values.
    fn data(&self) -> Payload {
        if !self.has_inputs() {
            return Payload::empty_object();
        }
        let mut blocks = Vec::new();
        for state in self.states.values() {
            let values = state
                .values
                .iter()
                .map(|(name, value)| (name.as_str(), value));
            blocks.push((state.name.as_str(), Payload::object(values)));
        }
        object(&[(STATE, object(&blocks))])
    }
}

/// A text of a block.
#[derive(Debug)]
pub(super) enum ShownText {
    Plain(String),
    Markup(Vec<MarkdownBlock>),
}

/// Returns a free data model name for an id: the id itself, or a substitute if a path cannot contain it.
fn state_name(id: &str, substitute: &str, names: &mut UniqueNames) -> String {
    match can_be_in_a_path(id) {
        true => names.take(&[id.to_owned()]),
        false => names.take(&[substitute.to_owned()]),
    }
}

/// Returns the characters of a text without styles.
fn plain(text: &PlainText) -> String {
    let characters = text.text.get().map_or("", String::as_str);
    match text.emoji.get() {
        Some(false) => characters.to_owned(),
        _ => with_emoji(characters),
    }
}

/// Returns a text in bold letters as Markdown.
pub(super) fn bold(text: &str) -> String {
    let span = Span {
        text: text.to_owned(),
        style: SpanStyle {
            is_bold: true,
            ..SpanStyle::default()
        },
        link: None,
    };
    to_markdown(&[MarkdownBlock::Paragraph(vec![span])])
}

/// Creates a list of texts.
pub(super) fn strings(texts: &[String]) -> Payload {
    let texts: Vec<Payload> = texts.iter().map(|text| Payload::string(text)).collect();
    Payload::array(&texts)
}
