//! The manual's examples, run in order as a reader would run them, against a real server.
//!
//! One shell runs every ```` ```sh ```` block of `docs/api.md`. Lines that begin with `# → ` give the output of the
//! commands before them; a ```` ```json ```` block right after gives the output of the whole block. `…` stands for
//! anything.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::support::{Program, Server};

const MARK: &str = "@@ end of example @@";
const EXPECTED: &str = "# → ";

struct Example {
    line: usize,
    commands: String,
    expected: Expected,
}

enum Expected {
    Anything,
    Lines(Vec<String>),
    Json(Value),
}

#[test]
fn the_examples_of_the_manual_do_what_it_says() {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/api.md");
    let manual = fs::read_to_string(manual).expect("docs/api.md");
    let examples = examples(&manual);
    assert!(examples.len() > 20, "only {} examples were found", examples.len());
    assert!(examples.iter().any(|example| example.commands.contains("answers/submit")), "the open flow is missing");
    for tool in ["bash", "curl"] {
        let found = Command::new("sh").args(["-c", &format!("command -v {tool}")]).stdout(Stdio::null()).status();
        assert!(found.is_ok_and(|status| status.success()), "the examples of docs/api.md need {tool}: install it");
    }
    let outputs = run(&examples);
    for (example, output) in examples.iter().zip(&outputs) {
        example.check(output);
    }
    let score = outputs.iter().any(|output| output.trim() == "\"score\":73");
    assert!(score, "no example prints the published score");
}

fn run(examples: &[Example]) -> Vec<String> {
    let program = Program::new();
    let server = Server::start(&program);
    let marked: Vec<String> =
        examples.iter().map(|example| format!("{}\nprintf '\\n{MARK}\\n'\n", example.commands)).collect();
    let script = marked.concat();
    let program_folder = Path::new(env!("CARGO_BIN_EXE_quiz-answers")).parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("BASE", &server.base)
        .env("PATH", format!("{}:{path}", program_folder.display()))
        .env("QA_DATA_DIR", program.folder())
        .current_dir(program.folder())
        .output()
        .expect("bash starts");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    let mut outputs: Vec<String> = stdout.split(MARK).map(|text| text.trim().to_owned()).collect();
    let rest = outputs.pop().unwrap_or_default();
    let stderr = String::from_utf8_lossy(&output.stderr);
    if let Some(broken) = examples.get(outputs.len()) {
        panic!("docs/api.md:{}: {}: {rest}\n{stderr}", broken.line, output.status);
    }
    outputs
}

impl Example {
    #[track_caller]
    fn check(&self, output: &str) {
        match &self.expected {
            Expected::Anything => {}
            Expected::Lines(lines) => {
                let found: Vec<&str> = output.lines().collect();
                let is_same = found.len() == lines.len() && found.iter().zip(lines).all(|(f, e)| fits(e, f));
                assert!(is_same, "docs/api.md:{}: expected {lines:#?}, found {found:#?}", self.line);
            }
            Expected::Json(expected) => {
                let found: Value = serde_json::from_str(output)
                    .unwrap_or_else(|error| panic!("docs/api.md:{}: {error}: {output}", self.line));
                let difference = difference(expected, &found, "$");
                assert!(difference.is_none(), "docs/api.md:{}: {difference:?} in {found:#}", self.line);
            }
        }
    }
}

/// Compares a line with the expected one, in which `…` stands for anything.
fn fits(expected: &str, line: &str) -> bool {
    let mut parts = expected.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut is_open = false;
    for part in parts {
        is_open = true;
        let Some(at) = (if part.is_empty() { Some(rest.len()) } else { rest.find(part) }) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || is_open && expected.ends_with('…')
}

/// The first place where JSON differs from the expectation. The text `…` stands for any value, a field of that name for
/// any further fields, and at the end of a list for any further items.
fn difference(expected: &Value, found: &Value, at: &str) -> Option<String> {
    match (expected, found) {
        (Value::String(any), _) if any == "…" => None,
        (Value::Object(expected), Value::Object(found)) => {
            let is_open = expected.contains_key("…");
            let more = found.keys().find(|name| !is_open && !expected.contains_key(*name));
            let more = more.map(|name| format!("{at}.{name} is not in the manual"));
            let mut fields = expected.iter().filter(|(name, _)| *name != "…");
            more.or_else(|| fields.find_map(|(name, value)| difference(value, &found[name], &format!("{at}.{name}"))))
        }
        (Value::Array(expected), Value::Array(found)) => {
            let is_open = expected.last().is_some_and(|last| last == "…");
            let shown = expected.len() - usize::from(is_open);
            if found.len() < shown || found.len() > shown && !is_open {
                return Some(format!("{at} has {} items", found.len()));
            }
            let mut items = expected.iter().take(shown).zip(found).enumerate();
            items.find_map(|(index, (e, f))| difference(e, f, &format!("{at}[{index}]")))
        }
        (Value::String(expected), Value::String(found)) if fits(expected, found) => None,
        _ => (expected != found).then(|| format!("{at} is {found}")),
    }
}

fn examples(manual: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = manual.lines().enumerate().peekable();
    let mut follows_example = false;
    while let Some((number, line)) = lines.next() {
        match line {
            "```sh" => {
                let block = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
                examples.extend(of_block(number + 2, block));
                follows_example = true;
            }
            "```json" => {
                let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
                let json = serde_json::from_str(&block.join("\n"));
                let json = json.unwrap_or_else(|error| panic!("docs/api.md:{}: {error}", number + 1));
                if let Some(last) = examples.last_mut().filter(|_| follows_example) {
                    last.expected = Expected::Json(json);
                }
                follows_example = false;
            }
            "" => {}
            _ => follows_example = false,
        }
    }
    examples
}

/// A block's examples: each ends with its expected output, the last one perhaps without.
fn of_block<'a>(first_line: usize, block: impl Iterator<Item = &'a str>) -> Vec<Example> {
    let new = |line: usize| Example { line, commands: String::new(), expected: Expected::Anything };
    let mut examples = Vec::new();
    let mut current = new(first_line);
    for (index, line) in block.enumerate() {
        if let Some(expected) = line.strip_prefix(EXPECTED) {
            match &mut current.expected {
                Expected::Lines(lines) => lines.push(expected.to_owned()),
                other => *other = Expected::Lines(vec![expected.to_owned()]),
            }
            continue;
        }
        if matches!(current.expected, Expected::Lines(_)) {
            examples.push(std::mem::replace(&mut current, new(first_line + index)));
        }
        current.commands.push_str(line);
        current.commands.push('\n');
    }
    if !current.commands.trim().is_empty() {
        examples.push(current);
    }
    examples
}

/// Readers copy them, and knowing a session id is enough to read a result.
#[test]
fn session_ids_of_examples_are_random() {
    let mut found = 0;
    for name in ["docs/api.md", "docs/embedding.md", "docs/examples/host.html", "public/embed.js"] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).expect(name);
        for before in ["sessionId: \"", "data-session-id=\"", "\nSESSION="] {
            for rest in text.split(before).skip(1) {
                let id = rest.split(['"', '\n']).next().unwrap_or_default();
                let version = uuid::Uuid::parse_str(id).ok().map(|id| id.get_version_num());
                assert_eq!(version, Some(4), "{name}: {id}");
                found += 1;
            }
        }
    }
    assert!(found >= 5, "only {found} ids were found");
}

#[test]
fn what_is_not_as_the_manual_says_is_noticed() {
    for (expected, line, is_same) in [
        ("x", "x", true),
        ("x", "xy", false),
        ("a…", "abc", true),
        ("a…c", "abc", true),
        ("a…c", "abcd", false),
        ("…-anon_…,1", "q-anon_x,1", true),
        ("…-anon_…,1", "q-anon_x,2", false),
    ] {
        assert_eq!(fits(expected, line), is_same, "{expected} {line}");
    }
    for (expected, found, is_same) in [
        (json!({ "a": 1 }), json!({ "a": 1 }), true),
        (json!({ "a": 1 }), json!({ "a": 2 }), false),
        (json!({ "a": 1 }), json!({ "a": 1, "b": 2 }), false),
        (json!({ "a": 1, "…": "…" }), json!({ "a": 1, "b": 2 }), true),
        (json!({ "a": "…" }), json!({ "a": [1] }), true),
        (json!([1]), json!([1, 2]), false),
        (json!([1, "…"]), json!([1, 2]), true),
    ] {
        assert_eq!(difference(&expected, &found, "$").is_none(), is_same, "{expected} {found}");
    }
}
