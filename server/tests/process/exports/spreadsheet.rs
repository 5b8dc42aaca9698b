//! Exported files in other programs: Python's csv reads every odd text as it was posted, and LibreOffice finds no
//! formula.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use super::quiz::Exported;
use crate::support::{Program, Server};

/// Texts that break what reads or writes CSV, XML or spreadsheets without care.
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

/// The texts that a spreadsheet program would take for a formula, in one country's settings or another's, as CSV has them.
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

/// The question that is answered has this label; the other one begins like a formula.
const LABEL: &str = "B, \"b\"";

/// Sessions of a quiz, each with one of the odd texts, and the files of both formats.
struct Files {
    program: Program,
    csv: PathBuf,
    xlsx: PathBuf,
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
        "questions": [{ "id": "q", "text": "?", "options": [{ "label": "=1+1" }, { "label": LABEL }] }],
    });
    let id = program.quiz("acme", &body.to_string());
    let quiz = Exported { program: &program, id, key };
    let server = Server::start(&program);
    let mut client = server.client();
    for (number, text) in ODD.into_iter().enumerate() {
        let begin = json!({ "sessionId": session(number), "customData": text });
        let answer = json!({ "sessionId": session(number), "questionId": "q", "answer": number % 2 + 1 });
        for (path, body) in [("anonymous/initQuiz", begin), ("inapp/answers", answer)] {
            let reply = client.post(&format!("{}/users/{path}", quiz.path()), body).expect("a reply");
            assert_eq!(reply.status, 200, "{text:?}: {reply:?}");
        }
    }
    for format in ["csv", "xlsx"] {
        let out = format!("answers.{format}");
        let arguments = ["export", "--namespace", "acme", "--quiz", &quiz.id, "--format", format, "--out", &out];
        program.run(&arguments).done();
    }
    let file = |name: &str| program.folder().join(name);
    Files { csv: file("answers.csv"), xlsx: file("answers.xlsx"), program }
}

/// The rows of a CSV file, as Python reads them.
fn rows(csv: &Path) -> Vec<Value> {
    let script = "import csv, json, sys; \
                  print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))))";
    let output = Command::new("python3").args(["-c", script]).arg(csv).output().expect("python3 starts: install it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// LibreOffice opens the file and writes it in another form; returns the new file.
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

/// Number of formulas and of cells that LibreOffice sees in a file. `separator` is for CSV alone.
fn formulas(files: &Files, from: &Path, separator: char) -> (usize, usize) {
    // Separator, quote, UTF-8, from the first line.
    let filter = format!("--infilter=CSV:{},34,76,1", u32::from(separator));
    let import: &[&str] = if from.extension().is_some_and(|ending| ending == "csv") { &[&filter] } else { &[] };
    let sheet = converted(files, from, &[import, &["--convert-to", "fods"]].concat(), "fods");
    let text = fs::read_to_string(sheet).expect("a sheet");
    (text.matches("table:formula").count(), text.matches("office:value-type").count())
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
