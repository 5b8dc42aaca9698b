//! A shared report, for anyone with its link. Its page and files are rendered once per publication and cached.

use app::admin::{
    AdminContext, Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, ReportPage, Row, Side, percent, thousands,
};
use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
};
use domain::Timestamp;
use serde::Deserialize;

use super::{AdminError, AdminResult, Http, Path, answers_view::Zone, reply};
use crate::{
    cache::Cache,
    http::reply::compress::Ready,
    service::{Missing, ServiceError},
    store::{SharedReport, Snapshot, SnapshotFigure, SnapshotNumber, SnapshotRow},
};

/// Total size of cached pages and files in bytes.
const KEPT: usize = 32 * 1024 * 1024;
/// Approximate overhead of an entry in bytes.
const ENTRY: usize = 500;

/// Rendered reports, by report, time of publication and expiry of the link. `None` stands for a file that does not
/// exist.
pub(in crate::http) struct ReportCache(Cache<Key, Option<Ready>>);

type Key = (String, i64, i64, Piece);

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Piece {
    Page,
    Csv(u16),
    Svg(u16),
}

impl Piece {
    /// Returns `None` for a name that no file has.
    fn file(name: &str) -> Option<Self> {
        let (number, ending) = name.strip_prefix("table-")?.rsplit_once('.')?;
        let known: u16 = number.parse().ok()?;
        match ending {
            _ if known.to_string() != number => None,
            "csv" => Some(Self::Csv(known)),
            "svg" => Some(Self::Svg(known)),
            _ => None,
        }
    }

    fn draw(self, snapshot: &Snapshot, page: impl FnOnce() -> String) -> Option<String> {
        let figure = |number: u16| {
            let number = usize::from(number);
            snapshot.figures.get(number).map(|figure| drawn_figure(number, figure, snapshot, true))
        };
        match self {
            Self::Page => Some(page()),
            Self::Csv(number) => figure(number).map(|figure| figure.table.to_csv()),
            Self::Svg(number) => figure(number)?.svg(),
        }
    }
}

impl Default for ReportCache {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

/// The report that the guard of the route has found; `None` if the link is not valid.
type Found = Option<Extension<SharedReport>>;

pub(super) async fn open(
    State(http): State<Http>,
    Path(token): Path<String>,
    found: Found,
    headers: HeaderMap,
) -> AdminResult {
    let Extension(report) = found.ok_or(ServiceError::from(Missing::Link))?;
    if report.published_at.is_none() {
        let page = ReportPage {
            title: report.title,
            hint: works_until(report.expires_at, &Zone::of(None)),
            note: vec![
                "There is nothing to show at the moment. The figures appear once their owner publishes them."
                    .to_owned(),
            ],
            ..ReportPage::default()
        };
        let cx = reply::context(&http, None);
        return Ok(reply::page(StatusCode::OK, cx, app::admin::report, page));
    }
    let ready = ready(&http, report, &token, Piece::Page).await?.ok_or(AdminError::NoSuchPage)?;
    Ok(reply::ready_page(&ready, &headers))
}

#[derive(Deserialize)]
pub(super) struct FileOf {
    token: String,
    file: String,
}

/// The table of a report's figure as CSV, or its drawing as SVG, with only the data of the page.
pub(super) async fn file(
    State(http): State<Http>,
    Path(FileOf { token, file }): Path<FileOf>,
    found: Found,
    headers: HeaderMap,
) -> AdminResult {
    let Extension(report) = found.ok_or(ServiceError::from(Missing::Link))?;
    let piece = Piece::file(&file).filter(|_| report.published_at.is_some()).ok_or(AdminError::NoSuchPage)?;
    let ready = ready(&http, report, &token, piece).await?.ok_or(AdminError::NoSuchPage)?;
    let mut response = ready.reply(&headers);
    let kind = if matches!(piece, Piece::Csv(_)) { "text/csv; charset=utf-8" } else { "image/svg+xml" };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::try_from(format!("attachment; filename=\"{file}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    Ok(response)
}

/// Returns a cached piece, or renders it. The route already has the namespace's turn.
async fn ready(http: &Http, report: SharedReport, token: &str, piece: Piece) -> Result<Option<Ready>, ServiceError> {
    let published_at = report.published_at.unwrap_or_default();
    let key = (report.id.clone(), published_at.nanoseconds(), report.expires_at.nanoseconds(), piece);
    if let Some(ready) = http.reports.0.get(&key) {
        return Ok(ready);
    }
    let snapshot = http.service.report_snapshot(&report).await?;
    let drawn = piece.draw(&snapshot, || {
        // Scripts of this server need no nonce.
        let cx = AdminContext { nonce: String::new(), ..reply::context(http, None) };
        app::admin::report(cx, page(&report, &snapshot, published_at, format!("/report/{token}")))
    });
    let ready = match drawn.map(Ready::new) {
        Some(ready) if ready.is_large() => Some(ready.with_compressed().await),
        ready => ready,
    };
    let bytes = ENTRY + ready.as_ref().map_or(0, Ready::bytes);
    http.reports.0.put(&report.namespace, key, ready.clone(), bytes);
    Ok(ready)
}

fn page(report: &SharedReport, snapshot: &Snapshot, published_at: Timestamp, files: String) -> ReportPage {
    let figures = snapshot.figures.iter().enumerate();
    let threshold = snapshot.threshold.get();
    let zone = zone(snapshot);
    let mut note = vec![format!(
        "A table gets new numbers only if each of its groups gained none or at least {threshold} people, and lost none or at least {threshold}, or gained at least {} as well. Until then it keeps its older numbers, or shows none.",
        2 * threshold
    )];
    if snapshot.is_open {
        note.push("Anyone can answer this quiz. The figures take up whole days of answers, each at least a day old unless the quiz is closed. A reader who knows all other answers of such a day can learn from the figures what the remaining people answered, and no more than that.".to_owned());
    }
    ReportPage {
        title: report.title.clone(),
        hint: format!("Published on {}. {}", zone.minute(published_at), works_until(report.expires_at, &zone)),
        figures: figures.map(|(at, figure)| drawn_figure(at, figure, snapshot, false)).collect(),
        files,
        note,
    }
}

fn works_until(end: Timestamp, zone: &Zone) -> String {
    format!("The link works until {}.", zone.minute(end))
}

fn zone(snapshot: &Snapshot) -> Zone {
    Zone::of(Some(snapshot.time_zone.as_str().to_owned()))
}

/// Includes the moment of each number if they differ, and always in a file.
fn drawn_figure(at: usize, figure: &SnapshotFigure, snapshot: &Snapshot, is_file: bool) -> Figure {
    let zone = zone(snapshot);
    let numbers: Vec<SnapshotNumber> = figure.rows.iter().filter_map(|row| row.number).collect();
    let is_of_one = numbers.windows(2).all(|pair| (pair[0].whole, pair[0].until) == (pair[1].whole, pair[1].until));
    let lead = match numbers.first() {
        None => format!("Not shown: a group has fewer than {} people.", snapshot.threshold.get()),
        Some(SnapshotNumber { whole, until, .. }) if is_of_one => {
            format!("{} responses, as of {}.", thousands(*whole), zone.minute(*until))
        }
        Some(_) => "The numbers are of different moments.".to_owned(),
    };
    let has_moments = is_file || !is_of_one;
    let mut heads = vec![Head::text("Answer"), Head::of("People")];
    heads.extend(has_moments.then(|| Head::text("As of")));
    Figure {
        id: format!("table-{at}"),
        title: figure.label.clone(),
        lead,
        drawing: Drawing::Bars(Bars {
            all: figure.rows.iter().map(|row| bar(row, is_of_one, &zone)).collect(),
            parts: Vec::new(),
        }),
        side: Side::of(snapshot.language),
        table: FigureTable {
            heads,
            rows: figure.rows.iter().map(|of| row(of, has_moments.then_some(&zone))).collect(),
        },
        ..Figure::default()
    }
}

const HIDDEN: &str = "not shown";

fn bar(row: &SnapshotRow, is_of_one: bool, zone: &Zone) -> Bar {
    let (count, whole) = row.number.map_or((0, 0), |number| (number.count, number.whole));
    let told = match row.number {
        None => Some(HIDDEN.to_owned()),
        Some(_) if is_of_one => None,
        Some(SnapshotNumber { until, .. }) => {
            let (number, share) = (thousands(count), percent(count, whole));
            Some(format!("{number} of {} · {share}, {}", thousands(whole), zone.minute(until)))
        }
    };
    Bar { label: row.label.clone(), parts: vec![Part { count, href: None }], whole, told }
}

/// Includes the moment of its number, if a time zone is given.
fn row(row: &SnapshotRow, zone: Option<&Zone>) -> Row {
    let (mut cells, bar) = match row.number {
        Some(SnapshotNumber { count, whole, .. }) => {
            (vec![Cell::Of { count, whole, href: None }], Some((count, whole)))
        }
        None => (vec![Cell::Text(HIDDEN.to_owned())], None),
    };
    if let Some(zone) = zone {
        cells.push(row.number.map_or(Cell::Empty, |number| Cell::Text(zone.minute(number.until))));
    }
    Row { name: row.label.clone(), bar, cells, ..Row::default() }
}
