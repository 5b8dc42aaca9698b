//! Exported files in other programs: Python's csv module reads every odd text as it was posted, and LibreOffice finds
//! no formula.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use super::quiz::Exported;
use crate::support::{Program, Server};

/// Texts that break careless readers and writers of CSV, XML or spreadsheets.
const ODD: [&str; 32] = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@sum(1)",
    "\t=1",
    "\r=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠1",
    "'=1",
    "x;=1+1",
    "x\t=1+1",
    "a,b;c\td|e",
    "\"quotes\" 'and' `ticks`",
    "\"",
    "line\r\nbreak\nand\rmore",
    " spaces ",
    "</script><b>&amp;]]>",
    "\u{202e}right to left",
    "👩‍👩‍👧‍👦 e\u{301}",
    "\u{feff}byte order mark",
    "\u{1}\u{1b}[31m\u{7f}\u{85}\u{2028}",
    "\u{ffff}\u{fffe}\u{fffd}",
    "_x0041_",
    "007",
    "1e5",
    "2026-01-01",
    "TRUE",
    "1,5",
    "null",
];

/// The texts that a spreadsheet program would read as a formula in some locale, and their form in CSV.
const GUARDED: [(&str, &str); 13] = [
    ("=1+1", "'=1+1"),
    ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
    ("+1", "'+1"),
    ("-1", "'-1"),
    ("@sum(1)", "'@sum(1)"),
    ("\t=1", "'\t'=1"),
    ("\r=1", "'\r'=1"),
    ("＝1+1", "'＝1+1"),
    ("＋1", "'＋1"),
    ("－1", "'－1"),
    ("＠1", "'＠1"),
    ("x;=1+1", "x;'=1+1"),
    ("x\t=1+1", "x\t'=1+1"),
];

/// The label of the chosen option; the other label looks like a formula.
const LABEL: &str = "B, \"b\"";

/// Sessions of a quiz, each with one of the odd texts, and the files of both formats.
struct Files {
    program: Program,
    csv: PathBuf,
    xlsx: PathBuf,
    /// Without the protective apostrophes.
    bare: PathBuf,
    csv_for_people: PathBuf,
    xlsx_for_people: PathBuf,
}

fn session(number: usize) -> String {
    // The ids themselves look like formulas.
    format!("=session-{number:02}")
}

fn export() -> Files {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    let body = json!({
        "name": "Q", "anonymous": false, "inapp": true,
        "questions": [
            { "id": "q", "text": "?", "options": [{ "label": "=1+1" }, { "label": LABEL }] },
            { "id": "born", "kind": "date", "text": "Born on?" },
        ],
    });
    let id = program.quiz("acme", &body.to_string());
    let quiz = Exported { program: &program, id, key };
    let server = Server::start(&program);
    let mut client = server.client();
    for (number, text) in ODD.into_iter().enumerate() {
        let begin = json!({ "sessionId": session(number), "customData": text });
        let answer = json!({ "sessionId": session(number), "questionId": "q", "answer": number % 2 + 1 });
        let born = json!({ "sessionId": session(number), "questionId": "born", "answer": born(number) });
        for (path, body) in [("anonymous/initQuiz", begin), ("inapp/answers", answer), ("inapp/answers", born)] {
            let reply = client.post(&format!("{}/users/{path}", quiz.path()), body).expect("a reply");
            assert_eq!(reply.status, 200, "{text:?}: {reply:?}");
        }
    }
    let file = |out: &str, style: &[&str]| {
        let format = out.rsplit('.').next().expect("an ending");
        let arguments = ["export", "--namespace", "acme", "--quiz", &quiz.id, "--format", format, "--out", out];
        program.run(&[&arguments, style].concat()).done();
        program.folder().join(out)
    };
    Files {
        csv: file("answers.csv", &[]),
        xlsx: file("answers.xlsx", &[]),
        bare: file("bare.csv", &["--guard", "off"]),
        csv_for_people: file("people.csv", &["--form", "people", "--delimiter", "semicolon"]),
        xlsx_for_people: file("people.xlsx", &["--form", "people"]),
        program,
    }
}

/// Spreadsheets have no dates before 1900.
fn born(number: usize) -> &'static str {
    if number == 0 { "1899-12-31" } else { "1984-02-29" }
}

/// The rows of a CSV file, as Python reads them.
fn rows(csv: &Path) -> Vec<Value> {
    let script = "import csv, json, sys; \
                  print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))))";
    let output = Command::new("python3").args(["-c", script]).arg(csv).output().expect("python3 starts: install it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Converts a file with LibreOffice and returns the new file.
fn converted(files: &Files, from: &Path, options: &[&str], ending: &str) -> PathBuf {
    let folder = files.program.folder().join("converted");
    let profile = format!("-env:UserInstallation=file://{}", files.program.folder().join("profile").display());
    let output = Command::new("soffice")
        .args(["--headless", "--norestore", &profile])
        .args(options)
        .arg("--outdir")
        .arg(&folder)
        .arg(from)
        .output()
        .expect("soffice starts: install LibreOffice Calc");
    let made = folder.join(from.with_extension(ending).file_name().expect("a name"));
    assert!(made.exists(), "{} was not converted: {output:?}", from.display());
    made
}

/// The sheet that LibreOffice makes of a file. `separator` applies to CSV only.
fn sheet(files: &Files, from: &Path, separator: char) -> String {
    // Separator, quote, UTF-8, from the first line.
    let filter = format!("--infilter=CSV:{},34,76,1", u32::from(separator));
    let import: &[&str] = if from.extension().is_some_and(|ending| ending == "csv") { &[&filter] } else { &[] };
    let sheet = converted(files, from, &[import, &["--convert-to", "fods"]].concat(), "fods");
    fs::read_to_string(sheet).expect("a sheet")
}

/// The number of formulas and cells that LibreOffice finds in a file.
fn formulas(files: &Files, from: &Path, separator: char) -> (usize, usize) {
    let text = sheet(files, from, separator);
    (text.matches("table:formula").count(), text.matches("office:value-type").count())
}

/// The numbers of times and dates in a sheet. Equal adjacent cells are written once, with a repeat count.
fn dates(sheet: &str) -> (usize, usize) {
    let (mut moments, mut days) = (0, 0);
    for cell in sheet.split("<table:table-cell ").skip(1).filter_map(|rest| rest.split('>').next()) {
        let value = |name: &str| cell.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split('"').next());
        let count = value("table:number-columns-repeated").map_or(1, |count| count.parse().expect("a number"));
        match value("office:date-value") {
            Some(moment) if moment.contains('T') => moments += count,
            Some("1984-02-29") => days += count,
            _ => {}
        }
    }
    (moments, days)
}

fn one_kind_of_line_breaks(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[test]
fn other_programs_read_what_was_posted_and_run_none_of_it() {
    let files = export();

    let control = files.program.folder().join("control.csv");
    fs::write(&control, "a,b\r\n=1+1,2\r\n").expect("written");
    assert_eq!(formulas(&files, &control, ',').0, 1, "LibreOffice does find formulas");

    let found = rows(&files.csv);
    assert_eq!(found.len(), ODD.len());
    for (number, (row, text)) in found.iter().zip(ODD).enumerate() {
        let expected = GUARDED.iter().find(|(raw, _)| *raw == text).map_or(text, |(_, guarded)| guarded);
        assert_eq!(row["customData"], expected);
        assert_eq!(row["userId"], format!("'{}", session(number)));
        let label = if number % 2 == 0 { "'=1+1" } else { LABEL };
        assert_eq!((&row["q.code"], &row["q.label"]), (&json!((number % 2 + 1).to_string()), &json!(label)));
    }
    for separator in [',', ';', '\t'] {
        let (formulas_in_csv, cells) = formulas(&files, &files.csv, separator);
        assert!(formulas_in_csv == 0 && cells > ODD.len(), "{separator:?}: {formulas_in_csv} formulas, {cells} cells");
    }

    let (formulas_in_xlsx, cells) = formulas(&files, &files.xlsx, ',');
    assert!(formulas_in_xlsx == 0 && cells > 10 * ODD.len(), "{formulas_in_xlsx} formulas, {cells} cells");
    let as_csv = ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false"];
    let found = rows(&converted(&files, &files.xlsx, &as_csv, "csv"));
    assert_eq!(found.len(), ODD.len());
    for (number, (row, text)) in found.iter().zip(ODD).enumerate() {
        // LibreOffice keeps line breaks, but not always of the same kind.
        let found = row["customData"].as_str().map(one_kind_of_line_breaks);
        assert_eq!(found, Some(one_kind_of_line_breaks(text)));
        assert_eq!(row["userId"], session(number));
        let label = if number % 2 == 0 { "=1+1" } else { LABEL };
        assert_eq!((&row["q.code"], &row["q.label"]), (&json!((number % 2 + 1).to_string()), &json!(label)));
    }
}

#[test]
fn dates_for_people_are_dates_to_spreadsheets_and_texts_stay_texts() {
    let files = export();
    // Started and last changed in each row; submitted in none.
    let (moments, days) = (2 * ODD.len(), ODD.len() - 1);
    for (file, separator) in [(&files.xlsx_for_people, ','), (&files.csv_for_people, ';')] {
        let sheet = sheet(&files, file, separator);
        assert_eq!(dates(&sheet), (moments, days), "{}", file.display());
        assert_eq!(sheet.matches("table:formula").count(), 0, "{}", file.display());
        for heading in ["Person", "Started (UTC)", "Custom data", "Born on?"] {
            assert!(sheet.contains(&format!("<text:p>{heading}</text:p>")), "{heading} in {}", file.display());
        }
    }
    let for_programs = sheet(&files, &files.xlsx, ',');
    assert_eq!(dates(&for_programs), (0, 0), "moments stay the texts that are published");

    let mark = "\u{feff}".as_bytes();
    assert!(fs::read(&files.csv_for_people).expect("a file").starts_with(mark));
    assert!(!fs::read(&files.bare).expect("a file").starts_with(mark));
    let found = rows(&files.bare);
    assert_eq!(found.len(), ODD.len());
    for (number, (row, text)) in found.iter().zip(ODD).enumerate() {
        assert_eq!((&row["customData"], &row["userId"]), (&json!(text), &json!(session(number))));
        assert_eq!(row["born"], born(number));
    }
}
