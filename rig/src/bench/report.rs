//! The figures as a table, for the terminal and for docs/contributing/performance.md.

pub(crate) struct Figure {
    pub(crate) what: &'static str,
    pub(crate) measured: String,
    pub(crate) beside: String,
    pub(crate) target: &'static str,
}

pub(crate) fn table(figures: &[Figure]) -> String {
    let mut table = "| what | measured | measured beside it | target |\n|---|---|---|---|\n".to_owned();
    for figure in figures {
        let Figure { what, measured, beside, target } = figure;
        table.extend(["| ", what, " | ", measured, " | ", beside, " | ", target, " |\n"]);
    }
    table
}
