//! Blocks that group others: cards, containers, layouts, tables, charts and plans.

use super::{
    block_components::{integer, state_id, text_of},
    component_writer::{ComponentWriter, bold},
};
use crate::{
    Verdict,
    limits::MAX_CHART_CELLS,
    markdown::{MarkdownBlock, Span, escape, to_markdown},
};
use a2ui::address::has_link_scheme;
use slack_blocks::{
    Block, CardBlock, CarouselBlock, Chart, ChartBlock, ChartPoint, ChartSeries, ContainerBlock,
    LayoutBlock, LayoutItem, PlanBlock, RichTextBlock, TableCell, TaskCardBlock, UrlSource,
};
use std::collections::BTreeMap;
use wire::{List, Payload, Pointer, Tolerant};

impl ComponentWriter {
    /// Adds the components of a block with others in it.
    pub(super) fn show_group(
        &mut self,
        block: &Block,
        at: &Pointer,
        depth: usize,
    ) -> Option<String> {
        match block {
            Block::Table(table) => {
                let id = self.block_id(&table.block_id, at);
                self.note_lost(&table.column_settings, at, "column_settings");
                self.show_table(id, None, &table.rows, at)
            }
            Block::DataTable(table) => {
                let id = self.block_id(&table.block_id, at);
                self.note_lost(&table.page_size, at, "page_size");
                self.show_table(id, Some(text_of(&table.caption)), &table.rows, at)
            }
            Block::Chart(chart) => self.show_chart(chart, at),
            Block::Card(card) => self.show_card(card, at),
            Block::Carousel(carousel) => self.show_carousel(carousel, at),
            Block::Container(container) => self.show_container(container, at, depth),
            Block::Layout(layout) => self.show_layout(layout, at, depth),
            Block::Plan(plan) => self.show_plan(plan, at),
            Block::TaskCard(task) => self.show_task(task, at),
            _ => {
                self.note(at, Verdict::Carried, "the block is unknown");
                None
            }
        }
    }

    /// Shows a table. With a caption, the first row has the headers.
    fn show_table(
        &mut self,
        id: String,
        caption: Option<&str>,
        rows: &Tolerant<List<List<TableCell>>>,
        at: &Pointer,
    ) -> Option<String> {
        let at = at.member("rows");
        self.note_invalid(rows, &at);
        let mut shown = Vec::new();
        let part = self.part(&id, "caption");
        shown.extend(self.add_text(part, &escape(caption.unwrap_or_default()), Some("caption")));
        for (index, row) in rows.get().into_iter().flat_map(List::enumerate) {
            let mut texts = Vec::new();
            for (column, cell) in row.enumerate() {
                let is_header = caption.is_some() && index == 0;
                texts.push(self.cell_text(cell, is_header, &at.element(index).element(column)));
            }
            shown.extend(self.show_cells(format!("{id}_{index}"), &texts));
        }
        self.add_group(id, "Column", &shown, Vec::new())
    }

    fn cell_text(&mut self, cell: &TableCell, is_header: bool, at: &Pointer) -> String {
        let text = match cell {
            TableCell::Text(text) => text_of(&text.text).to_owned(),
            TableCell::Number(number) => match (number.text.get(), number.value.get()) {
                (Some(text), _) => text.clone(),
                (None, value) => value.map_or_else(String::new, |value| value.as_str().to_owned()),
            },
            TableCell::RichText(text) => return to_markdown(&self.rich_text(text, at)),
            _ => {
                self.note(at, Verdict::Carried, "the cell is unknown");
                String::new()
            }
        };
        match is_header {
            true => bold(&text),
            false => escape(&text),
        }
    }

    /// Shows a chart as a table of its values.
    fn show_chart(&mut self, block: &ChartBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&block.block_id, at);
        self.note(at, Verdict::Carried, "the chart is shown as a table");
        let mut shown = Vec::new();
        let part = self.part(&id, "title");
        shown.extend(self.add_heading(part, 4, text_of(&block.title)));
        let rows = match block.chart.get() {
            Some(Chart::Pie(pie)) => pie_rows(&pie.segments),
            Some(Chart::Bar(chart)) => series_rows(&chart.series),
            Some(Chart::Line(chart)) => series_rows(&chart.series),
            Some(Chart::Area(chart)) => series_rows(&chart.series),
            _ => Vec::new(),
        };
        let mut cells = 0;
        for (index, row) in rows.iter().enumerate() {
            cells += row.len();
            if cells > MAX_CHART_CELLS {
                self.note(at, Verdict::Dropped, "the chart has too many values");
                break;
            }
            shown.extend(self.show_cells(format!("{id}_{index}"), row));
        }
        self.add_group(id, "Column", &shown, Vec::new())
    }

    fn show_card(&mut self, card: &CardBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&card.block_id, at);
        let mut shown = Vec::new();
        if let Some(image) = card.hero_image.get() {
            shown.extend(self.show_image_element(image, "header", &at.member("hero_image")));
        }
        self.note_lost(&card.slack_icon, at, "slack_icon");
        let mut titles = Vec::new();
        if let Some(title) = self.label(&card.title, &at.member("title")) {
            let part = self.part(&id, "title");
            titles.extend(self.add_heading(part, 4, &title));
        }
        if let Some(subtitle) = self.markdown(&card.subtitle, &at.member("subtitle")) {
            let part = self.part(&id, "subtitle");
            titles.extend(self.add_text(part, &subtitle, Some("caption")));
        }
        let part = self.part(&id, "titles");
        let titles = self.add_column(part, titles);
        match card.icon.get() {
            Some(icon) => {
                let icon = self.show_image_element(icon, "icon", &at.member("icon"));
                let part = self.part(&id, "head");
                let head: Vec<String> = icon.into_iter().chain(titles).collect();
                shown.extend(self.add_group(part, "Row", &head, Vec::new()));
            }
            None => shown.extend(titles),
        }
        for (name, text, variant) in [
            ("body", &card.body, None),
            ("subtext", &card.subtext, Some("caption")),
        ] {
            if let Some(text) = self.markdown(text, &at.member(name)) {
                let part = self.part(&id, name);
                shown.extend(self.add_text(part, &text, variant));
            }
        }
        if !card.actions.is_absent() {
            let part = self.part(&id, "actions");
            let block_id = state_id(&card.block_id, at);
            shown.extend(self.show_elements(part, &block_id, &card.actions, &at.member("actions")));
        }
        self.add_card(id, shown)
    }

    fn show_carousel(&mut self, carousel: &CarouselBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&carousel.block_id, at);
        let at = at.member("elements");
        self.note_invalid(&carousel.elements, &at);
        let mut cards = Vec::new();
        for (index, card) in carousel
            .elements
            .get()
            .into_iter()
            .flat_map(List::enumerate)
        {
            cards.extend(self.show_card(card, &at.element(index)));
        }
        let direction = vec![("direction", Payload::string("horizontal"))];
        self.add_group(id, "List", &cards, direction)
    }

    fn show_container(
        &mut self,
        container: &ContainerBlock,
        at: &Pointer,
        depth: usize,
    ) -> Option<String> {
        let id = self.block_id(&container.block_id, at);
        let mut titles = Vec::new();
        if let Some(title) = self.label(&container.title, &at.member("title")) {
            let part = self.part(&id, "title");
            titles.extend(self.add_heading(part, 3, &title));
        }
        if let Some(title) = container.rich_text_title.get() {
            titles.extend(self.show_rich_text(&id, "rich_text_title", title, at));
        }
        if let Some(subtitle) = self.markdown(&container.subtitle, &at.member("subtitle")) {
            let part = self.part(&id, "subtitle");
            titles.extend(self.add_text(part, &subtitle, Some("caption")));
        }
        let part = self.part(&id, "titles");
        let mut shown: Vec<String> = self.add_column(part, titles).into_iter().collect();
        if let Some(icon) = container.icon.get() {
            let icon = self.show_image_element(icon, "icon", &at.member("icon"));
            let part = self.part(&id, "head");
            let head: Vec<String> = icon.into_iter().chain(shown).collect();
            shown = self
                .add_group(part, "Row", &head, Vec::new())
                .into_iter()
                .collect();
        }
        if container.has_header_divider.get() == Some(&true) {
            let part = self.part(&id, "divider");
            self.add(&part, "Divider", Vec::new());
            shown.push(part);
        }
        self.note_lost(&container.is_collapsible, at, "is_collapsible");
        self.note_lost(&container.default_collapsed, at, "default_collapsed");
        self.note_lost(&container.width, at, "width");
        shown.extend(self.show_blocks(
            &container.child_blocks,
            &at.member("child_blocks"),
            depth + 1,
        ));
        self.add_card(id, shown)
    }

    fn show_layout(&mut self, layout: &LayoutBlock, at: &Pointer, depth: usize) -> Option<String> {
        let id = self.block_id(&layout.block_id, at);
        let mut shown = Vec::new();
        if layout.is_label_visible.get() == Some(&true) {
            if let Some(label) = self.label(&layout.label, &at.member("label")) {
                let part = self.part(&id, "label");
                shown.extend(self.add_text(part, &bold(&label), None));
            }
        }
        self.note_lost(&layout.grid_lines, at, "grid_lines");
        self.note_lost(&layout.fallback, at, "fallback");
        let at = at.member("rows");
        self.note_invalid(&layout.rows, &at);
        for (index, row) in layout.rows.get().into_iter().flat_map(List::enumerate) {
            let at = at.element(index).member("items");
            self.note_invalid(&row.items, &at);
            let mut items = Vec::new();
            for (column, item) in row.items.get().into_iter().flat_map(List::enumerate) {
                items.extend(self.show_layout_item(item, &at.element(column), depth));
            }
            let part = self.id(None, &at);
            shown.extend(self.add_group(part, "Row", &items, Vec::new()));
        }
        self.add_column(id, shown)
    }

    fn show_layout_item(
        &mut self,
        item: &LayoutItem,
        at: &Pointer,
        depth: usize,
    ) -> Option<String> {
        let block_at = at.member("block");
        self.note_invalid(&item.block, &block_at);
        self.note_lost(&item.horizontal_alignment, at, "horizontal_alignment");
        let shown = self.show_block(item.block.get()?, &block_at, depth + 1)?;
        let weight = ("weight", integer(width_of(&item.width)));
        let id = self.id(None, at);
        self.add_group(id, "Column", &[shown], vec![weight])
    }

    fn show_plan(&mut self, plan: &PlanBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&plan.block_id, at);
        let part = self.part(&id, "title");
        let mut shown: Vec<String> = self
            .add_heading(part, 4, text_of(&plan.title))
            .into_iter()
            .collect();
        let at = at.member("tasks");
        self.note_invalid(&plan.tasks, &at);
        for (index, task) in plan.tasks.get().into_iter().flat_map(List::enumerate) {
            // The tasks of a plan have the members of a block, but no type.
            let task = Payload::encode(task).map(|task| task.decode::<TaskCardBlock>());
            if let Ok(Ok(task)) = task {
                shown.extend(self.show_task(&task, &at.element(index)));
            }
        }
        self.add_column(id, shown)
    }

    fn show_task(&mut self, task: &TaskCardBlock, at: &Pointer) -> Option<String> {
        let id = self.block_id(&task.block_id, at);
        self.note(
            &at.member("task_id"),
            Verdict::Carried,
            "the id of a task is not shown",
        );
        let mut shown = Vec::new();
        let part = self.part(&id, "title");
        shown.extend(self.add_text(part, &bold(text_of(&task.title)), None));
        let status = text_of(&task.status).replace('_', " ");
        let part = self.part(&id, "status");
        shown.extend(self.add_text(part, &escape(&status), Some("caption")));
        for (name, text) in [("details", &task.details), ("output", &task.output)] {
            self.note_invalid(text, &at.member(name));
            if let Some(text) = text.get() {
                shown.extend(self.show_rich_text(&id, name, text, at));
            }
        }
        let mut sources = Vec::new();
        for source in task.sources.get().into_iter().flat_map(List::iter) {
            sources.extend(source_span(source));
        }
        let list = sources
            .into_iter()
            .map(|span| vec![MarkdownBlock::Paragraph(vec![span])]);
        let list = MarkdownBlock::List(None, list.collect());
        let part = self.part(&id, "sources");
        shown.extend(self.add_text(part, &to_markdown(&[list]), Some("caption")));
        self.add_card(id, shown)
    }

    fn show_rich_text(
        &mut self,
        id: &str,
        name: &str,
        text: &RichTextBlock,
        at: &Pointer,
    ) -> Option<String> {
        let text = to_markdown(&self.rich_text(text, &at.member(name)));
        let part = self.part(id, name);
        self.add_text(part, &text, None)
    }
}

/// Returns the source of a task as a link.
fn source_span(source: &UrlSource) -> Option<Span> {
    let url = source.url.get().filter(|url| has_link_scheme(url)).cloned();
    let label = source.text.get().or(url.as_ref())?.clone();
    Some(Span {
        text: label,
        link: url,
        ..Span::default()
    })
}

/// Returns the weight of an item of a layout.
fn width_of(width: &Tolerant<String>) -> u64 {
    match width.get().map(String::as_str) {
        Some("narrow") => 1,
        Some("wide") => 3,
        _ => 2,
    }
}

fn pie_rows(segments: &Tolerant<List<ChartPoint>>) -> Vec<Vec<String>> {
    let segments = segments.get().into_iter().flat_map(List::iter);
    segments
        .map(|segment| vec![bold(text_of(&segment.label)), value_of(segment)])
        .collect()
}

fn value_of(point: &ChartPoint) -> String {
    let value = point.value.get();
    value.map_or_else(String::new, |value| escape(value.as_str()))
}

/// Returns one row for each label, with a column for each series.
fn series_rows(series: &Tolerant<List<ChartSeries>>) -> Vec<Vec<String>> {
    let series: Vec<&ChartSeries> = series.get().into_iter().flat_map(List::iter).collect();
    let mut header = vec![String::new()];
    let mut labels: Vec<&str> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut values: Vec<BTreeMap<usize, String>> = Vec::new();
    for (column, one) in series.iter().enumerate() {
        header.push(bold(text_of(&one.name)));
        for point in one.data.get().into_iter().flat_map(List::iter) {
            let label = text_of(&point.label);
            let row = *places.entry(label).or_insert_with(|| {
                labels.push(label);
                values.push(BTreeMap::new());
                labels.len() - 1
            });
            if let Some(row) = values.get_mut(row) {
                row.insert(column, value_of(point));
            }
        }
    }
    // A series without a value for a label has an empty cell, so few values may have many cells.
    let most = MAX_CHART_CELLS / header.len() + 1;
    let mut rows = vec![header];
    for (label, mut found) in labels.iter().zip(values).take(most) {
        let mut row = vec![bold(label)];
        row.extend((0..series.len()).map(|column| found.remove(&column).unwrap_or_default()));
        rows.push(row);
    }
    rows
}
