//! The commands on nightly delivery from `docs/delivery.md`, run in order by one shell, as an operator would.

use std::{fs, path::Path, process::Command};

use super::{encrypting::answered_quiz, gpg::Gpg, sshd::Sshd};
use crate::support::Program;

#[test]
fn the_commands_of_the_manual_deliver() {
    let program = Program::new();
    let quiz = answered_quiz(&program, "10");
    let sshd = Sshd::start();
    for (user, file) in [("Ana <ana@example.com>", "ana.asc"), ("Ben <ben@example.com>", "ben.asc")] {
        Gpg::with_key(user).publish(program.folder(), file);
    }
    fs::copy(sshd.file("identity"), program.folder().join("id_ed25519")).expect("copied");
    fs::copy(sshd.known_hosts_for(sshd.port), program.folder().join("known_hosts")).expect("copied");
    let script = commands()
        .replace("my-team", "acme")
        .replace("QUIZ_ID", &quiz)
        .replace("sftp://me@files.example.com:22/inbox", &sshd.url())
        .replace("-p 22 files.example.com", &format!("-p {} 127.0.0.1", sshd.port));
    assert!(!script.contains("example.com"), "{script}");

    let program_folder = Path::new(env!("CARGO_BIN_EXE_quiz-answers")).parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .env("PATH", format!("{}:{path}", program_folder.display()))
        .env("QA_DATA_DIR", program.folder())
        .current_dir(program.folder())
        .output()
        .expect("bash starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    assert_eq!(sshd.names().len(), 1, "{stderr}");
    assert!(stdout.contains("(ED25519)") && stdout.contains("\tdaily 03:00 Europe/Madrid\t"), "{stdout}");
}

fn commands() -> String {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/delivery.md");
    let manual = fs::read_to_string(manual).expect("docs/delivery.md");
    let section = manual.split("\n## ").find(|section| section.starts_with("Nightly delivery")).expect("the section");
    let blocks: Vec<&str> =
        section.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    assert!(blocks.len() >= 3, "only {} blocks were found", blocks.len());
    blocks.concat()
}
