//! The elements of cards as components.

use super::{
    CardWriter,
    card_actions::Click,
    card_markdown::{
        CardText, RunStyle, code_block, embolden, escape, heading, join_runs, read_markdown,
    },
    card_parts::members_of_column,
    card_parts::{Clickable, Part, is_loadable},
    card_surface::{children_of, tab_title},
    visibility::Visibility,
};
use crate::{Refusal, Verdict, icons::icon_of_fluent};
use a2ui::address::has_link_scheme;
use adaptive_cards::{
    Action, Badge, Carousel, Column, ColumnSet, ColumnWidth, CompoundButton, Container,
    ContainerStyle, Element, FactSet, Image, ImageSet, ImageSize, Inline, Media, Rating,
    RichTextBlock, Table, TextBlock, TextRun, VerticalAlignment,
};
use wire::{List, Number, Payload, Pointer, Tolerant};

/// An image of this width or less in pixels is an icon.
const ICON_PIXELS: u64 = 40;

/// A group of elements with its frame.
struct Group<'c> {
    part: Part<'c>,
    style: Option<&'c ContainerStyle>,
    alignment: Option<&'c VerticalAlignment>,
    action: &'c Tolerant<Box<Action>>,
    /// The weight in a row.
    weight: Option<Payload>,
    /// `Column`, or `Row` for columns.
    type_name: &'static str,
    justify: Option<&'static str>,
}

impl<'c> Group<'c> {
    fn new(part: Part<'c>, action: &'c Tolerant<Box<Action>>) -> Self {
        Self {
            part,
            style: None,
            alignment: None,
            action,
            weight: None,
            type_name: "Column",
            justify: None,
        }
    }
}

impl CardWriter<'_> {
    /// Adds the components of an element. Returns `None` if there is nothing to show.
    pub(super) fn element(
        &mut self,
        element: &Element,
        at: &Pointer,
    ) -> Result<Option<String>, Refusal> {
        if let Some(id) = self.input(element, at)? {
            return Ok(Some(id));
        }
        Ok(match element {
            Element::TextBlock(text) => self.text_block(text, at),
            Element::RichTextBlock(text) => self.rich_text(text, at),
            Element::Image(image) => self.image(image, &image.size, at)?,
            Element::ImageSet(set) => self.image_set(set, at)?,
            Element::Media(media) => self.media(media, at),
            Element::Container(container) => self.container(container, at)?,
            Element::ColumnSet(set) => self.column_set(set, at)?,
            Element::FactSet(set) => self.fact_set(set, at),
            Element::Table(table) => self.table(table, at)?,
            Element::ActionSet(set) => self.action_row(&set.actions, &Part::of(&set.id, at))?,
            Element::Carousel(carousel) => self.carousel(carousel, at)?,
            Element::Icon(icon) => {
                let name = icon.name.get().map_or("", String::as_str);
                let part = Part::of(&icon.id, at);
                match self.icon(name, &part) {
                    Some(id) => Some(self.clicked(id, &icon.select_action, &part)?),
                    None => None,
                }
            }
            Element::Badge(badge) => self.badge(badge, at),
            Element::CompoundButton(button) => self.compound_button(button, at)?,
            Element::CodeBlock(code) => {
                let code = code.code_snippet.get().map_or("", String::as_str);
                let text = code_block(code);
                let id = element_id(element);
                (!code.is_empty()).then(|| self.plain_text(&Part { id, at }, text, None))
            }
            other => self.described(other, at),
        })
    }

    /// Adds a text that stands for an element without a component of its own.
    fn described(&mut self, element: &Element, at: &Pointer) -> Option<String> {
        let text = match element {
            Element::Rating(rating) => text_of_rating(rating),
            Element::ProgressBar(bar) => {
                let value = bar.value.get().and_then(Number::as_f64);
                let maximum = bar.max.get().and_then(Number::as_f64).unwrap_or(100.0);
                let share = value.map(|value| (value / maximum * 100.0).round());
                let share = share.filter(|share| share.is_finite());
                share.map_or_else(String::new, |share| format!("{share} %"))
            }
            Element::ProgressRing(ring) => text(&ring.label).to_owned(),
            Element::Component(component) => text_of_properties(component.properties.as_ref()),
            Element::DonutChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::PieChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::VerticalBarChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::GroupedVerticalBarChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::HorizontalBarChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::StackedHorizontalBarChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::LineChart(chart) => text_of_chart(&chart.title, &chart.data),
            Element::GaugeChart(chart) => text_of_chart(&chart.title, &chart.data),
            _ => String::new(),
        };
        self.note(
            at,
            Verdict::Carried,
            "the surface shows only the text of the element",
        );
        let id = element_id(element);
        (!text.is_empty()).then(|| self.plain_text(&Part { id, at }, escape(&text), None))
    }

    /// Adds a text that is Markdown of A2UI.
    fn plain_text(&mut self, part: &Part<'_>, text: String, variant: Option<&str>) -> String {
        let mut properties = vec![("text", Payload::string(&text))];
        properties.extend(variant.map(|variant| ("variant", Payload::string(variant))));
        self.add(part, "Text", &properties)
    }

    /// Adds the notes about a text.
    fn note_text(&mut self, read: &CardText, at: &Pointer) {
        for (verdict, remark) in &read.remarks {
            self.note(at, *verdict, remark);
        }
    }

    fn text_block(&mut self, block: &TextBlock, at: &Pointer) -> Option<String> {
        let Some(source) = block.text.get() else {
            self.note(
                &at.member("text"),
                Verdict::Carried,
                "the text is not a string",
            );
            return None;
        };
        if source.trim().is_empty() {
            return None;
        }
        let read = read_markdown(source);
        self.note_text(&read, &at.member("text"));
        let part = Part::of(&block.id, at);
        if let Some((label, address)) = &read.link {
            return Some(self.link_button(&part, label, address));
        }
        let is_bold = self.is_bold
            || block
                .weight
                .get()
                .is_some_and(|weight| weight.is_word("bolder"));
        Some(match level_of(block, is_bold) {
            Some(level) if self.surface.has_headings() => {
                let variant = format!("h{level}");
                self.plain_text(&part, read.text, Some(&variant))
            }
            Some(level) => self.plain_text(&part, heading(&read.text, level), None),
            None => {
                let text = match is_bold {
                    true => embolden(&read.text),
                    false => read.text,
                };
                let is_small = block.size.get().is_some_and(|size| size.is_word("small"));
                let is_caption = is_small || block.is_subtle.get() == Some(&true);
                self.plain_text(&part, text, is_caption.then_some("caption"))
            }
        })
    }

    /// Adds a button that looks like a link.
    fn link_button(&mut self, part: &Part<'_>, label: &str, address: &str) -> String {
        let Click::Action(click) = self.link(address, part.at) else {
            return self.plain_text(part, escape(label), None);
        };
        let text = [("text", Payload::string(&escape(label)))];
        let label = self.add_beside(part.at, "label", "Text", &text);
        self.interactive += 1;
        let properties = [
            ("child", Payload::string(&label)),
            ("variant", Payload::string("borderless")),
            ("action", click),
        ];
        self.add(part, "Button", &properties)
    }

    fn rich_text(&mut self, block: &RichTextBlock, at: &Pointer) -> Option<String> {
        let mut runs: Vec<(String, RunStyle)> = Vec::new();
        let inlines_at = at.member("inlines");
        for (index, inline) in block.inlines.get().into_iter().flat_map(List::enumerate) {
            let at = inlines_at.element(index);
            match inline {
                Inline::Text(text) => runs.push((text.clone(), RunStyle::default())),
                Inline::Run(run) => self.add_run(run, &at, &mut runs),
                Inline::Other(_) => {
                    self.note(&at, Verdict::Carried, "a text contains no other pieces")
                }
            }
        }
        let text = join_runs(&runs);
        let part = Part::of(&block.id, at);
        (!text.trim().is_empty()).then(|| self.plain_text(&part, text, None))
    }

    /// Adds a run of text. The address of a link follows its label.
    fn add_run(&mut self, run: &TextRun, at: &Pointer, runs: &mut Vec<(String, RunStyle)>) {
        let is_set = |flag: &Tolerant<bool>| flag.get() == Some(&true);
        let style = RunStyle {
            is_bold: self.is_bold
                || run
                    .weight
                    .get()
                    .is_some_and(|weight| weight.is_word("bolder")),
            is_italic: is_set(&run.italic),
            is_struck: is_set(&run.strikethrough),
        };
        runs.push((text(&run.text).to_owned(), style));
        let Some(action) = run.select_action.get() else {
            return;
        };
        let at = at.member("selectAction");
        match &**action {
            Action::OpenUrl(open) => match open.url.get() {
                Some(url) if has_link_scheme(url) => {
                    self.note(
                        &at,
                        Verdict::Encoded,
                        "the address of the link is shown as text",
                    );
                    runs.push((format!(" ({url})"), RunStyle::default()));
                }
                _ => {
                    let remark = "the address has a scheme that is not opened";
                    self.note(&at, Verdict::Quarantined, remark);
                }
            },
            _ => self.note(&at, Verdict::Carried, "a piece of text has no action"),
        }
    }

    /// Makes a component react to a click.
    fn clicked(
        &mut self,
        id: String,
        action: &Tolerant<Box<Action>>,
        part: &Part<'_>,
    ) -> Result<String, Refusal> {
        Ok(match self.with_click(id, action, part, false)? {
            Clickable::Part(id) | Clickable::Beside(id, _) => id,
        })
    }

    fn image(
        &mut self,
        image: &Image,
        size: &Tolerant<ImageSize>,
        at: &Pointer,
    ) -> Result<Option<String>, Refusal> {
        let part = Part::of(&image.id, at);
        let url = text(&image.url);
        let description = text(&image.alt_text);
        if url.is_empty() || !is_loadable(url, "image") {
            let remark = "the address has a scheme that is not loaded";
            self.note(&at.member("url"), Verdict::Quarantined, remark);
            let text = escape(description);
            return Ok((!text.is_empty()).then(|| self.plain_text(&part, text, None)));
        }
        let mut properties = vec![("url", Payload::string(url))];
        if !description.is_empty() {
            properties.push(("description", Payload::string(description)));
        }
        if let Some(variant) = variant_of(image, size) {
            properties.push(("variant", Payload::string(variant)));
        }
        let id = self.add(&part, "Image", &properties);
        self.clicked(id, &image.select_action, &part).map(Some)
    }

    fn image_set(&mut self, set: &ImageSet, at: &Pointer) -> Result<Option<String>, Refusal> {
        let medium = Tolerant::Value(ImageSize::from("medium"));
        let size = match &set.image_size {
            Tolerant::Value(_) => &set.image_size,
            _ => &medium,
        };
        let mut shown = Vec::new();
        for (index, image) in set.images.get().into_iter().flat_map(List::enumerate) {
            if image.is_visible.get() != Some(&false) {
                shown.extend(self.image(image, size, &at.member("images").element(index))?);
            }
        }
        if shown.is_empty() {
            return Ok(None);
        }
        let children = [("children", children_of(&shown))];
        Ok(Some(self.add(&Part::of(&set.id, at), "Row", &children)))
    }

    fn media(&mut self, media: &Media, at: &Pointer) -> Option<String> {
        let part = Part::of(&media.id, at);
        let mut sources = media.sources.get().into_iter().flat_map(List::iter);
        let source = sources.find(|source| !text(&source.url).is_empty())?;
        let url = text(&source.url);
        let is_audio = match source.mime_type.get() {
            Some(kind) => kind.to_ascii_lowercase().starts_with("audio"),
            None => {
                let path = url.split(['?', '#']).next().unwrap_or_default();
                let path = path.to_ascii_lowercase();
                [".mp3", ".wav", ".ogg", ".m4a", ".aac", ".flac"]
                    .iter()
                    .any(|extension| path.ends_with(extension))
            }
        };
        let kind = match is_audio {
            true => "audio",
            false => "video",
        };
        let description = text(&media.alt_text);
        if !is_loadable(url, kind) {
            let remark = "the address has a scheme that is not loaded";
            self.note(&at.member("sources"), Verdict::Quarantined, remark);
            let text = escape(description);
            return (!text.is_empty()).then(|| self.plain_text(&part, text, None));
        }
        let mut properties = vec![("url", Payload::string(url))];
        if is_audio {
            if !description.is_empty() {
                properties.push(("description", Payload::string(description)));
            }
            return Some(self.add(&part, "AudioPlayer", &properties));
        }
        let poster = text(&media.poster);
        if !poster.is_empty() && self.surface.has_placeholders() && is_loadable(poster, "image") {
            properties.push(("posterUrl", Payload::string(poster)));
        }
        Some(self.add(&part, "Video", &properties))
    }

    fn container(
        &mut self,
        container: &Container,
        at: &Pointer,
    ) -> Result<Option<String>, Refusal> {
        let before = self.interactive;
        let children = self.elements(&container.items, &at.member("items"))?;
        let mut group = Group::new(Part::of(&container.id, at), &container.select_action);
        group.style = container.style.get();
        group.alignment = container.vertical_content_alignment.get();
        self.group(group, children, before)
    }

    /// Adds a group of components, with its frame and its click. `before` is the number of interactive components before
    /// those of the group.
    fn group(
        &mut self,
        group: Group<'_>,
        mut children: Vec<String>,
        before: usize,
    ) -> Result<Option<String>, Refusal> {
        if children.is_empty() {
            // An empty column still takes its share of the width.
            return Ok(match group.weight {
                Some(weight) => {
                    let properties = [("children", children_of(&[])), ("weight", weight)];
                    Some(self.add(&group.part, group.type_name, &properties))
                }
                None => None,
            });
        }
        let is_interactive = self.interactive != before;
        let has_card = group.style.is_some_and(|style| !style.is_word("default"));
        let has_click = group.action.get().is_some() && !is_interactive;
        let mut beside = None;
        if is_interactive {
            let placed = self.with_click(String::new(), group.action, &group.part, true)?;
            if let Clickable::Beside(_, button) = placed {
                beside = Some(button);
            }
        }
        children.extend(beside);
        let mut properties = vec![("children", children_of(&children))];
        let justify = group.justify.or(match group.alignment {
            Some(alignment) if alignment.is_word("center") => Some("center"),
            Some(alignment) if alignment.is_word("bottom") => Some("end"),
            _ => None,
        });
        properties.extend(justify.map(|justify| ("justify", Payload::string(justify))));
        // The weight belongs to the outermost component.
        let mut weight = group.weight.map(|weight| ("weight", weight));
        if !has_card && !has_click {
            properties.extend(weight.take());
        }
        let mut id = self.add(&group.part, group.type_name, &properties);
        if has_card {
            let mut properties = vec![("child", Payload::string(&id))];
            if !has_click {
                properties.extend(weight.take());
            }
            id = self.add_beside(group.part.at, "frame", "Card", &properties);
        }
        if has_click {
            id = self.clicked(id, group.action, &group.part)?;
        }
        if let Some(weight) = weight {
            let properties = [("children", children_of(&[id])), weight];
            id = self.add_beside(group.part.at, "share", "Column", &properties);
        }
        Ok(Some(id))
    }

    fn column_set(&mut self, set: &ColumnSet, at: &Pointer) -> Result<Option<String>, Refusal> {
        let before = self.interactive;
        let mut shown = Vec::new();
        for (index, column) in set.columns.get().into_iter().flat_map(List::enumerate) {
            let at = at.member("columns").element(index);
            if matches!(
                self.is_shown(&at),
                Visibility::Hidden | Visibility::OtherWidth
            ) {
                continue;
            }
            let Some(id) = self.card_column(column, &at)? else {
                continue;
            };
            if members_of_column(column).has_separator && !shown.is_empty() {
                let axis = [("axis", Payload::string("vertical"))];
                shown.push(self.add_beside(&at, "separator", "Divider", &axis));
            }
            shown.push(id);
        }
        let mut group = Group::new(Part::of(&set.id, at), &set.select_action);
        group.style = set.style.get();
        group.type_name = "Row";
        group.justify = match set.horizontal_alignment.get() {
            Some(alignment) if alignment.is_word("center") => Some("center"),
            Some(alignment) if alignment.is_word("right") => Some("end"),
            _ => None,
        };
        self.group(group, shown, before)
    }

    fn card_column(&mut self, column: &Column, at: &Pointer) -> Result<Option<String>, Refusal> {
        let before = self.interactive;
        let children = self.elements(&column.items, &at.member("items"))?;
        let mut group = Group::new(Part::of(&column.id, at), &column.select_action);
        group.style = column.style.get();
        group.alignment = column.vertical_content_alignment.get();
        group.weight = weight_of(column.width.get());
        self.group(group, children, before)
    }

    fn fact_set(&mut self, set: &FactSet, at: &Pointer) -> Option<String> {
        let mut rows = Vec::new();
        for (index, fact) in set.facts.get().into_iter().flat_map(List::enumerate) {
            let at = at.member("facts").element(index);
            let mut cells = Vec::new();
            for (name, source) in [("title", text(&fact.title)), ("value", text(&fact.value))] {
                let read = read_markdown(source);
                self.note_text(&read, &at.member(name));
                let shown = match name {
                    "title" => embolden(&read.text),
                    _ => read.text.clone(),
                };
                if shown.trim().is_empty() {
                    continue;
                }
                let part_at = at.member(name);
                let part = Part {
                    id: None,
                    at: &part_at,
                };
                cells.push(match &read.link {
                    Some((label, address)) => self.link_button(&part, label, address),
                    None => self.plain_text(&part, shown, None),
                });
            }
            if !cells.is_empty() {
                let children = [("children", children_of(&cells))];
                rows.push(self.add(&Part { id: None, at: &at }, "Row", &children));
            }
        }
        (!rows.is_empty()).then(|| self.column(&Part::of(&set.id, at), &rows))
    }

    fn table(&mut self, table: &Table, at: &Pointer) -> Result<Option<String>, Refusal> {
        let mut weights = Vec::new();
        for column in table.columns.get().into_iter().flat_map(List::iter) {
            weights.push(match column.width.get() {
                None => weight_of(None),
                width => weight_of(width),
            });
        }
        let has_header = table.first_row_as_header.get() != Some(&false)
            && table.first_row_as_headers.get() != Some(&false);
        let mut rows = Vec::new();
        for (row_index, row) in table.rows.get().into_iter().flat_map(List::enumerate) {
            let row_at = at.member("rows").element(row_index);
            let was_bold = self.is_bold;
            self.is_bold = was_bold || (has_header && row_index == 0);
            let mut cells = Vec::new();
            for (index, cell) in row.cells.get().into_iter().flat_map(List::enumerate) {
                let at = row_at.member("cells").element(index);
                let before = self.interactive;
                let children = self.elements(&cell.items, &at.member("items"))?;
                let mut group = Group::new(Part { id: None, at: &at }, &cell.select_action);
                group.style = cell.style.get();
                group.alignment = cell.vertical_content_alignment.get();
                // A cell beyond the columns has the width of the others.
                group.weight = match weights.get(index) {
                    Some(weight) => weight.clone(),
                    None => weight_of(None),
                };
                cells.extend(self.group(group, children, before)?);
            }
            self.is_bold = was_bold;
            if !cells.is_empty() {
                let children = [("children", children_of(&cells))];
                rows.push(self.add(
                    &Part {
                        id: None,
                        at: &row_at,
                    },
                    "Row",
                    &children,
                ));
            }
        }
        let part = Part::of(&table.id, at);
        Ok((!rows.is_empty()).then(|| self.column(&part, &rows)))
    }

    fn carousel(&mut self, carousel: &Carousel, at: &Pointer) -> Result<Option<String>, Refusal> {
        let mut tabs = Vec::new();
        for (index, page) in carousel.pages.get().into_iter().flat_map(List::enumerate) {
            let at = at.member("pages").element(index);
            let before = self.interactive;
            let children = self.elements(&page.items, &at.member("items"))?;
            let mut group = Group::new(Part::of(&page.id, &at), &page.select_action);
            group.style = page.style.get();
            if let Some(id) = self.group(group, children, before)? {
                tabs.push((tab_title("", tabs.len()), id));
            }
        }
        let part = Part::of(&carousel.id, at);
        Ok((!tabs.is_empty()).then(|| self.tabs(&part, &tabs)))
    }

    /// Adds an icon, or the text of one that the catalog lacks.
    fn icon(&mut self, name: &str, part: &Part<'_>) -> Option<String> {
        if let Some(icon) = icon_of_fluent(name) {
            let name = [("name", Payload::string(icon.a2ui))];
            return Some(self.add(part, "Icon", &name));
        }
        self.note(part.at, Verdict::Carried, "the catalog has no such icon");
        (!name.is_empty()).then(|| self.plain_text(part, escape(name), Some("caption")))
    }

    fn badge(&mut self, badge: &Badge, at: &Pointer) -> Option<String> {
        let part = Part::of(&badge.id, at);
        let icon = badge.icon.get().and_then(|name| icon_of_fluent(name));
        let label = escape(text(&badge.text));
        let Some(icon) = icon else {
            return (!label.is_empty()).then(|| self.plain_text(&part, label, Some("caption")));
        };
        let name = [("name", Payload::string(icon.a2ui))];
        if label.is_empty() {
            return Some(self.add(&part, "Icon", &name));
        }
        let icon = self.add_beside(at, "icon", "Icon", &name);
        let properties = [
            ("text", Payload::string(&label)),
            ("variant", Payload::string("caption")),
        ];
        let label = self.add_beside(at, "label", "Text", &properties);
        let mut children = vec![icon, label];
        if text(&badge.icon_position).eq_ignore_ascii_case("after") {
            children.reverse();
        }
        Some(self.add(&part, "Row", &[("children", children_of(&children))]))
    }

    fn compound_button(
        &mut self,
        button: &CompoundButton,
        at: &Pointer,
    ) -> Result<Option<String>, Refusal> {
        let mut children = Vec::new();
        let icon = button.icon.as_ref().and_then(|icon| icon.member("name"));
        let icon = icon.as_ref().and_then(Payload::as_str);
        if let Some(icon) = icon.and_then(|name| icon_of_fluent(&name)) {
            let name = [("name", Payload::string(icon.a2ui))];
            children.push(self.add_beside(at, "icon", "Icon", &name));
        }
        let title = embolden(&escape(text(&button.title)));
        let description = escape(text(&button.description));
        for (name, shown) in [("title", title), ("description", description)] {
            if !shown.is_empty() {
                let shown = [("text", Payload::string(&shown))];
                children.push(self.add_beside(at, name, "Text", &shown));
            }
        }
        if children.is_empty() {
            return Ok(None);
        }
        let part = Part::of(&button.id, at);
        let column = self.column(&part, &children);
        let clicked = self.clicked(column.clone(), &button.select_action, &part)?;
        if clicked != column {
            return Ok(Some(clicked));
        }
        let child = [("child", Payload::string(&column))];
        Ok(Some(self.add_beside(at, "frame", "Card", &child)))
    }
}

fn text(value: &Tolerant<String>) -> &str {
    value.get().map_or("", String::as_str)
}

fn element_id(element: &Element) -> Option<&str> {
    super::card_parts::members_of(element).id
}

/// Returns the level of a heading. Other texts have none.
fn level_of(block: &TextBlock, is_bold: bool) -> Option<usize> {
    let is_heading = block
        .style
        .get()
        .is_some_and(|style| style.is_word("heading"));
    let size = block.size.get().and_then(|size| size.word());
    match (size, is_heading) {
        (Some("extraLarge"), _) => Some(1),
        (Some("large"), _) => Some(2),
        (Some("medium"), _) if is_heading || is_bold => Some(3),
        (Some("small"), true) => Some(5),
        (_, true) => Some(4),
        _ => None,
    }
}

/// Returns the variant of an image, which is its shape or its size.
fn variant_of(image: &Image, size: &Tolerant<ImageSize>) -> Option<&'static str> {
    if image
        .style
        .get()
        .is_some_and(|style| style.is_word("person"))
    {
        return Some("avatar");
    }
    let width = image.width.get().and_then(|width| pixels(width));
    if width.is_some_and(|width| width <= ICON_PIXELS) {
        return Some("icon");
    }
    Some(match size.get()?.word()? {
        "small" => "smallFeature",
        "medium" => "mediumFeature",
        "large" => "largeFeature",
        "stretch" => "header",
        _ => return None,
    })
}

/// Returns the number of pixels in a text such as `80px`.
fn pixels(text: &str) -> Option<u64> {
    text.strip_suffix("px")?.parse().ok()
}

/// Returns the weight of a column in a row. A column without a width has a share, and one with the width of its content or
/// a number of pixels has none.
fn weight_of(width: Option<&ColumnWidth>) -> Option<Payload> {
    let one = || Payload::encode(&1u64).ok();
    match width {
        None => one(),
        Some(ColumnWidth::Weight(weight)) => Payload::encode(weight).ok(),
        Some(ColumnWidth::Text(text)) if text.eq_ignore_ascii_case("stretch") => one(),
        Some(ColumnWidth::Text(text)) => Payload::encode(&Number::parse(text)?).ok(),
    }
}

/// Returns the text of a rating, such as `4 of 5 (12)`.
fn text_of_rating(rating: &Rating) -> String {
    let Some(value) = rating.value.get() else {
        return String::new();
    };
    let maximum = rating.max.get().map_or("5", Number::as_str);
    let mut text = format!("{} of {maximum}", value.as_str());
    if let Some(count) = rating.count.get() {
        text = format!("{text} ({})", count.as_str());
    }
    text
}

/// Returns the name in the properties of an object of Microsoft Graph.
fn text_of_properties(properties: Option<&Payload>) -> String {
    let Some(properties) = properties else {
        return String::new();
    };
    let names = ["displayName", "name", "title", "subject"];
    let mut found = names.iter().filter_map(|name| properties.member(name));
    let text = found.find_map(|value| Some(value.as_str()?.into_owned()));
    text.unwrap_or_default()
}

/// Returns the title and the values of a chart as lines.
fn text_of_chart(title: &Tolerant<String>, data: &Tolerant<Vec<Payload>>) -> String {
    let mut lines = Vec::new();
    if !text(title).is_empty() {
        lines.push(text(title).to_owned());
    }
    for value in data.get().into_iter().flatten() {
        lines.extend(line_of_value(value));
        let points = value.member("values").or_else(|| value.member("data"));
        for point in points.iter().flat_map(Payload::elements) {
            lines.extend(line_of_value(&point));
        }
    }
    lines.join("\n")
}

/// Returns a slice, a point or the name of a series as a line.
fn line_of_value(value: &Payload) -> Option<String> {
    let member = |names: [&str; 3]| {
        let found = names.iter().find_map(|name| value.member(name))?;
        Some(match found.as_str() {
            Some(text) => text.into_owned(),
            None => found.text().to_owned(),
        })
    };
    let name = member(["legend", "x", "label"]);
    let number = member(["value", "y", "size"]);
    match (name, number) {
        (Some(name), Some(number)) => Some(format!("{name}: {number}")),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    }
}
