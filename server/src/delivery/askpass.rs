//! The identity's passphrase, which `ssh` requests from this program. Command lines are visible to other users.

use std::{
    env,
    ffi::OsStr,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
    process::{Command, ExitCode},
};

/// Not an option, because the passphrase is a secret.
pub(super) const PASSPHRASE: &str = "QA_IDENTITY_PASSPHRASE";
/// Passes the identity to the program that `ssh` starts.
const IDENTITY: &str = "QA_ASKPASS_IDENTITY";
/// Printed to standard error when `ssh` has asked, whatever the answer.
pub(super) const ASKED: &str = "quiz-answers was asked for the passphrase";

/// Makes `ssh` ask this program instead of the user.
pub(super) fn prepare(command: &mut Command, identity: &Path) -> std::io::Result<()> {
    // `ssh` and the programs it starts need none of the server's settings.
    for (name, _) in env::vars_os().filter(|(name, _)| name.as_bytes().starts_with(b"QA_")) {
        command.env_remove(name);
    }
    // A release that was installed since has the same name.
    let mut program = env::current_exe()?.into_os_string().into_vec();
    let end = program.len() - if program.ends_with(b" (deleted)") { b" (deleted)".len() } else { 0 };
    program.truncate(end);
    command.env("SSH_ASKPASS", OsStr::from_bytes(&program)).env("SSH_ASKPASS_REQUIRE", "force").env(IDENTITY, identity);
    if let Some(passphrase) = passphrase() {
        command.env(PASSPHRASE, passphrase);
    }
    Ok(())
}

pub(super) fn passphrase() -> Option<String> {
    env::var(PASSPHRASE).ok().filter(|text| !text.is_empty())
}

/// Answers `ssh` if it has started this program to ask. Intermediate hosts may ask too, and get nothing.
pub fn answer_ssh() -> Option<ExitCode> {
    let identity = env::var_os(IDENTITY)?;
    let question = env::args_os().nth(1).unwrap_or_default();
    if !is_about(question.as_bytes(), identity.as_bytes()) {
        eprintln!("no answer to: {}", question.to_string_lossy());
        return Some(ExitCode::FAILURE);
    }
    eprintln!("{ASKED}");
    let Some(passphrase) = passphrase() else { return Some(ExitCode::FAILURE) };
    println!("{passphrase}");
    Some(ExitCode::SUCCESS)
}

/// True for the question about this identity, of which `ssh` shows the first 100 bytes.
fn is_about(question: &[u8], identity: &[u8]) -> bool {
    let shown = &identity[..identity.len().min(100)];
    question == [b"Enter passphrase for key '", shown, b"': "].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_question_about_the_identity_is_answered() {
        let long = format!("/{}", "k".repeat(120));
        for (question, identity, is_answered) in [
            ("Enter passphrase for key '/srv/id': ", "/srv/id", true),
            (&format!("Enter passphrase for key '{}': ", &long[..100]), &long, true),
            ("Enter passphrase for key '/srv/id2': ", "/srv/id", false),
            ("Enter passphrase for key '/srv/i': ", "/srv/id", false),
            ("ana@jump.example's password: ", "/srv/id", false),
            ("Are you sure you want to continue connecting (yes/no/[fingerprint])? ", "/srv/id", false),
        ] {
            assert_eq!(is_about(question.as_bytes(), identity.as_bytes()), is_answered, "{question}");
        }
    }
}
