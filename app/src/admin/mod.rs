//! The dashboard: functions from view models to HTML, in English. Everything works with links and forms; small scripts
//! in `public/` add live updates, copying, dragging and autosave.

mod charts;
mod components;
mod context;
mod flash;
mod pages;
mod shell;
#[cfg(test)]
mod tests;
mod words;

pub use charts::{
    Axis, Bar, Bars, Cell, Columns, Drawing, Figure, FigureTable, Head, Part, Pillar, Row, Side, band_name,
    category_name, isolated, percent, thousands, time,
};
pub use context::{AdminAssets, AdminContext, Area, NamespaceNav, Problem, QuizNav, QuizTab, Typed, Visitor};
pub use flash::Flash;
pub use pages::*;
pub use shell::Section;
pub use words::parameter_problem;

use self::{
    components::{
        Choices, Column, CopyBlock, CopyLine, DataTable, Empty, Field, FormErrors, OwnZone, Pager, PasswordField, Pill,
        Select, area_text,
    },
    shell::{frame, render},
};
