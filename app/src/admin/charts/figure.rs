//! A figure: a drawing, its numbers, and the files for both.

use leptos::prelude::*;

use super::{
    bars::Bars,
    columns::Columns,
    table::{FigureTable, TableView},
};
use crate::svg::Side;

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Figure {
    /// Identifies the figure on the page and in the URLs of its files: letters, digits, `-`, `_` and `.`.
    pub id: String,
    pub title: String,
    /// A short summary, such as the mean.
    pub lead: String,
    pub note: Option<&'static str>,
    pub drawing: Drawing,
    pub side: Side,
    pub table: FigureTable,
    /// A label and URL, such as that of the texts themselves.
    pub link: Option<(String, String)>,
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Drawing {
    /// The table suffices.
    #[default]
    None,
    /// The two names distinguish the counts behind from those in front.
    Columns(Columns, Option<[&'static str; 2]>),
    /// The table draws the bars itself.
    Bars(Bars),
    /// Stacked bars, with the table below.
    Stacked(Bars),
}

impl Figure {
    pub fn svg(&self) -> Option<String> {
        let svg = match &self.drawing {
            Drawing::None => return None,
            Drawing::Columns(columns, _) => columns.draw(self.side),
            Drawing::Bars(bars) | Drawing::Stacked(bars) => bars.draw_with_key(self.side),
        };
        Some(svg.file(&self.title, &self.lead))
    }
}

/// A card on the page. `files` is the base URL of the files and their query string.
#[component]
pub(in crate::admin) fn FigureView(figure: Figure, files: (String, String)) -> impl IntoView {
    let Figure { id, title, lead, note, drawing, side, table, link } = figure;
    let is_drawn = drawing != Drawing::None;
    let (key, svg, is_folded) = match drawing {
        Drawing::None | Drawing::Bars(_) => (None, None, false),
        Drawing::Columns(columns, names) => {
            let key = names.map(|[behind, front]| {
                view! {
                    <figcaption class="chart-key">
                        <span class="key-started">{behind}</span>
                        <span class="key-completed">{front}</span>
                    </figcaption>
                }
                .into_any()
            });
            (key, Some(columns.draw(side).on_page(&title)), true)
        }
        Drawing::Stacked(bars) => {
            let key = view! { <figcaption class="chart-key" inner_html=bars.key_on_page()></figcaption> }.into_any();
            (Some(key), Some(bars.draw(side).on_page(&title)), true)
        }
    };
    let (caption, has_rows) = (title.clone(), !table.rows.is_empty());
    let table = has_rows.then(|| {
        if is_folded {
            let region = format!("{caption}: the numbers");
            view! {
                <details id=format!("{id}-data")>
                    <summary>"The numbers"</summary>
                    <div class="table chart-data" role="region" aria-label=region tabindex="0">
                        <TableView caption=caption table=table class="" />
                    </div>
                </details>
            }
            .into_any()
        } else {
            view! { <TableView caption=caption table=table class="shares" /> }.into_any()
        }
    });
    let (path, query) = files;
    let file = |ending: &'static str| {
        let href = format!("{path}/{id}.{ending}{query}");
        let label = format!("{title} as {}", ending.to_uppercase());
        view! { <a href=href download=format!("{id}.{ending}") aria-label=label>{ending.to_uppercase()}</a> }
    };
    // A script converts the drawing to PNG in the browser.
    let png = {
        let (href, label) = (format!("{path}/{id}.svg{query}"), format!("{title} as PNG"));
        view! { <a href=href download=format!("{id}.png") data-picture hidden aria-label=label>"PNG"</a> }
    };
    let files = (has_rows && !path.is_empty()).then(|| {
        view! { <p class="figure-files">{file("csv")} {is_drawn.then(|| (file("svg"), " ", png))}</p> }
    });
    let named = id.clone();
    view! {
        <section class="card figure" aria-labelledby=named>
            <h3 id=id dir="auto">{title}</h3>
            {(!lead.is_empty()).then(|| view! { <p class="hint figure-lead">{lead}</p> })}
            {note.map(|note| view! { <p class="hint">{note}</p> })}
            <figure class=if side == Side::Right { "chart mirrored" } else { "chart" }>
                {key}
                {svg.map(|svg| view! { <div class="chart-drawing" inner_html=svg></div> })}
                {table}
            </figure>
            {link.map(|(label, href)| view! { <p><a href=href>{label}</a></p> })}
            {files}
        </section>
    }
    .into_any()
}
