//! The environment file of the packaged unit: how a command finds the database where nothing else names one.

use std::{collections::BTreeMap, env, fs, io::ErrorKind, os::unix::process::CommandExt, path::Path, process};

use anyhow::Context;
use clap::{Command, CommandFactory};

use super::command::Cli;
use crate::{config::GlobalOptions, secret_key::KEY_VARIABLE};

const FILE: &str = "/etc/quiz-answers.env";
const FILE_VARIABLE: &str = "QA_ENV_FILE";
/// Of these, one says the same as the other.
const PLACE: [&str; 2] = ["QA_DATA_DIR", "QA_DATABASE_URL"];
const KEY: [&str; 2] = [KEY_VARIABLE, "QA_SECRET_KEY_FILE"];
/// No option has it.
const PASSPHRASE_VARIABLE: &str = "QA_IDENTITY_PASSPHRASE";

type Variables = BTreeMap<String, String>;

/// Starts the program anew with the variables of the file that the environment lacks. The default file is for commands
/// that name no database: another one than the file's does not get its settings.
pub(super) fn complete(options: &GlobalOptions) -> anyhow::Result<()> {
    let is_named = options.data_dir.is_some() || options.database_url.is_some();
    if is_named && options.env_file.is_none() {
        return Ok(());
    }
    let file = options.env_file.as_deref().unwrap_or(Path::new(FILE));
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound && options.env_file.is_none() => return Ok(()),
        text => text.with_context(|| {
            format!(
                "cannot read {}, which says where the data is: run the command as the server's account, as in `sudo -u \
                 quiz-answers quiz-answers namespace list`, or give --data-dir",
                file.display()
            )
        })?,
    };
    let has_key = options.secret_key_file.is_some() || env::var_os(KEY_VARIABLE).is_some();
    let settled = [(is_named, PLACE), (has_key, KEY)].into_iter().filter(|(is_given, _)| *is_given);
    let settled: Vec<&str> = settled.flat_map(|(_, names)| names).collect();
    let added = missing(parse(&text), |name| settled.contains(&name) || env::var_os(name).is_some());
    if added.is_empty() {
        return Ok(());
    }
    let mut program = process::Command::new(env::current_exe()?);
    Err(program.args(env::args_os().skip(1)).envs(added).exec()).context("cannot start with the variables of the file")
}

/// Those that the program knows and that are not given.
fn missing(mut variables: Variables, is_given: impl Fn(&str) -> bool) -> Variables {
    let mut known = vec![KEY_VARIABLE.to_owned(), PASSPHRASE_VARIABLE.to_owned()];
    collect(&Cli::command(), &mut known);
    variables.retain(|name, _| name != FILE_VARIABLE && known.contains(name) && !is_given(name));
    variables
}

/// The variables of a command's options, and of the commands below it.
fn collect(command: &Command, into: &mut Vec<String>) {
    into.extend(command.get_arguments().filter_map(|option| Some(option.get_env()?.to_string_lossy().into_owned())));
    command.get_subcommands().for_each(|below| collect(below, into));
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Place {
    Name,
    Comment,
    /// Before a value, or between its quoted parts.
    Gap,
    Bare,
    Single,
    Double,
}

/// The variables of a file as systemd reads them (`EnvironmentFile=`).
fn parse(text: &str) -> Variables {
    let (mut variables, mut place) = (Variables::new(), Place::Name);
    let (mut name, mut value, mut kept) = (String::new(), String::new(), 0);
    let text = text.replace("\r\n", "\n");
    let mut letters = text.chars().chain(['\n']);
    while let Some(letter) = letters.next() {
        match (place, letter) {
            (Place::Comment, '\\') => {
                letters.next();
            }
            (Place::Name | Place::Comment, '\n') => {
                name.clear();
                place = Place::Name;
            }
            (Place::Comment, _) => {}
            (Place::Name, '#' | ';') if name.trim().is_empty() => place = Place::Comment,
            (Place::Name, '=') => place = Place::Gap,
            (Place::Name, _) => name.push(letter),
            (Place::Gap | Place::Bare, '\n') => {
                // Of a bare value, blanks at the end do not count.
                value.truncate(value.trim_end().len().max(kept));
                variables.insert(name.trim().to_owned(), std::mem::take(&mut value));
                (name, kept, place) = (String::new(), 0, Place::Name);
            }
            (Place::Gap, '\'') => place = Place::Single,
            (Place::Gap, '"') => place = Place::Double,
            (Place::Single, '\'') | (Place::Double, '"') => {
                kept = value.len();
                place = Place::Gap;
            }
            (Place::Gap, blank) if blank.is_whitespace() => {}
            (Place::Gap | Place::Bare, '\\') => {
                place = Place::Bare;
                // A line may go on in the next one.
                value.extend(letters.next().filter(|next| *next != '\n'));
                kept = value.len();
            }
            (Place::Double, '\\') => match letters.next() {
                Some('\n') | None => {}
                Some(plain @ ('"' | '\\' | '`' | '$')) => value.push(plain),
                Some(other) => value.extend(['\\', other]),
            },
            (Place::Gap | Place::Bare, _) => {
                place = Place::Bare;
                value.push(letter);
            }
            (Place::Single | Place::Double, _) => value.push(letter),
        }
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &str) -> String {
        parse(&format!("# before\nQA_X={line}\nQA_AFTER=1\n")).remove("QA_X").unwrap_or_else(|| panic!("{line}"))
    }

    #[test]
    fn values_are_read_as_systemd_reads_them() {
        for (line, read) in [
            ("", ""),
            ("  a b \t", "a b"),
            ("a#b;c", "a#b;c"),
            ("'a \"$b\\n' ", "a \"$b\\n"),
            (r#""a \"b\" \$c \d""#, r#"a "b" $c \d"#),
            ("'a' \"b\"c", "abc"),
            ("it's", "it's"),
            (r"a\ \\b\ ", r"a \b "),
            ("a\\\nb", "ab"),
            ("\"a\nb\"", "a\nb"),
            ("postgres://a:b@c/d?e=f&g=h", "postgres://a:b@c/d?e=f&g=h"),
        ] {
            assert_eq!(value(line), read, "{line}");
        }
    }

    #[test]
    fn comments_and_what_is_no_variable_are_left_out() {
        let text = "\n; QA_A=1\n  # QA_B=2 \\\nQA_C=3\nQA_D\n QA_E =5\r\n";
        assert_eq!(parse(text), [("QA_E".to_owned(), "5".to_owned())].into());
    }

    #[test]
    fn only_variables_of_the_program_are_taken_and_only_where_none_is_given() {
        let text = "PATH=/tmp\nQA_NONE=1\nQA_ENV_FILE=/b\nQA_BASE_URL=https://a\nQA_DATA_DIR=/a\nQA_SECRET_KEY=0\n";
        let taken = missing(parse(text), |name| name == "QA_BASE_URL");
        assert_eq!(taken.into_keys().collect::<Vec<_>>(), ["QA_DATA_DIR", "QA_SECRET_KEY"]);
    }
}
