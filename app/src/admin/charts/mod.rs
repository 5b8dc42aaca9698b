//! Figures of a quiz: each is a table with a drawing. Drawings are SVG generated on the server. Their data is in the
//! table too, so no information depends on the image.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

mod bars;
mod columns;
mod figure;
mod numbers;
mod table;

pub use crate::svg::{Side, isolated};
pub use bars::{Bar, Bars, Part};
pub use columns::{Axis, Columns, Pillar};
pub(in crate::admin) use figure::FigureView;
pub use figure::{Drawing, Figure};
pub(in crate::admin) use numbers::share;
pub use numbers::{percent, thousands, time};
pub use table::{Cell, FigureTable, Head, Row};

use domain::{Band, Category, Language};

use crate::words::texts;

pub fn band_name(band: Band) -> &'static str {
    ["Vulnerable", "Coping", "Healthy"][band.index()]
}

pub fn category_name(category: Category) -> &'static str {
    texts(Language::EN).category_name(category)
}
