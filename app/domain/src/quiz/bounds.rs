//! Size limits of a definition, shared by its check and the editor's drafts.

/// Per matrix.
pub(crate) const ROWS: usize = 50;
/// Per definition, as the next two: each costs time for respondents and for readers of figures.
pub(crate) const OPTIONS: usize = 10_000;
/// Nested conditions count too.
pub(crate) const CONDITIONS: usize = 2_000;
/// Options and languages named in conditions.
pub(crate) const NAMED: usize = 20_000;
pub(crate) const CATEGORIES: usize = 20;
pub(crate) const BANDS: usize = 10;
pub(crate) const CARDS: usize = 100;
pub(crate) const TABLES: usize = 100;
pub(crate) const ALERTS: usize = 20;
/// In all texts and languages together: each is written anew for each page.
pub(crate) const QUOTES: usize = 200;
/// Of one score.
pub(crate) const NORMS: usize = 100;
/// Of one norm.
pub(crate) const PERCENTILES: usize = 1_000;
