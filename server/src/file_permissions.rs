//! Permissions: this program's files are only for the account that it runs under.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::{Path, PathBuf},
};

use anyhow::bail;
use rustix::{
    fs::{Access, Mode, access},
    io::Errno,
    process::{geteuid, umask},
};

const OTHERS: u32 = 0o077;

/// From here on, only the program's own account can read the files it creates, whatever umask it was started with.
pub(crate) fn make_private_by_default() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Restricts existing files to this account: the database (an absolute path), the exported files, and the data directory
/// unless it also contains other files. Leaves files of other accounts unchanged.
pub(crate) fn tighten(database: &Path, data_dir: &Path) {
    let Ok(data_dir) = std::path::absolute(data_dir) else { return };
    let exports = data_dir.join("exports");
    let certificates = certificates_in(&data_dir);
    let mut paths = vec![
        database.to_owned(),
        beside(database, "-wal"),
        beside(database, "-shm"),
        key_beside(database),
        lock_beside(database),
        reserve_beside(database),
        exports.clone(),
        certificates,
    ];
    paths.extend(entries(&exports));
    if entries(&data_dir).iter().all(|entry| paths.contains(entry)) {
        paths.push(data_dir);
    }
    for path in paths {
        match close_to_others(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(path = %path.display(), %error, "cannot make it private");
            }
            _ => {}
        }
    }
}

pub(crate) fn certificates_in(data_dir: &Path) -> PathBuf {
    data_dir.join("certificates")
}

/// The file beside the database with its name and an extension.
pub(crate) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// The default path of the secret key.
pub(crate) fn key_beside(database: &Path) -> PathBuf {
    database.with_extension("key")
}

/// The lock's file. Its name begins with a dot, so that it stays when the database is moved with a wildcard.
pub(crate) fn lock_beside(database: &Path) -> PathBuf {
    hidden_beside(database, "lock")
}

pub(crate) fn reserve_beside(database: &Path) -> PathBuf {
    hidden_beside(database, "reserve")
}

fn hidden_beside(database: &Path, ending: &str) -> PathBuf {
    let database = resolved(database);
    let name = database.file_name().unwrap_or_default().to_string_lossy();
    database.with_file_name(format!(".{name}.{ending}"))
}

/// The file that a link leads to, after which SQLite names the files beside it.
pub(crate) fn resolved(database: &Path) -> PathBuf {
    fs::canonicalize(database).unwrap_or_else(|_| database.to_owned())
}

/// Fails if this account cannot write the database, or a file beside it, for example after a command that was run as
/// root.
pub(crate) fn require_writable(database: &Path) -> anyhow::Result<()> {
    let folder = database.parent().unwrap_or(Path::new("/")).to_owned();
    for path in [folder, database.to_owned(), beside(database, "-wal"), beside(database, "-shm")] {
        if let Some(why) = refused(&path, Access::WRITE_OK, "write") {
            bail!("{why}, or change the owner");
        }
    }
    Ok(())
}

/// The reason why this account cannot read the database, if it exists.
pub(crate) fn closed(database: &Path) -> Option<String> {
    let mut folders: Vec<&Path> = database.ancestors().skip(1).collect();
    folders.reverse();
    let closed = folders.into_iter().find_map(|folder| refused(folder, Access::EXEC_OK, "look into"));
    closed.or_else(|| refused(database, Access::READ_OK, "read"))
}

fn refused(path: &Path, right: Access, what: &str) -> Option<String> {
    let Err(Errno::ACCESS) = access(path, right) else { return None };
    let (owner, own) = (account(fs::metadata(path).ok()?.uid()), account(geteuid().as_raw()));
    Some(format!(
        "cannot {what} {}: it belongs to {owner}, and this is {own}; run the command as {owner}",
        path.display()
    ))
}

/// True if this account can write the database and create files beside it.
pub(crate) fn is_writable(database: &Path) -> bool {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    [folder, database].into_iter().all(|path| access(path, Access::WRITE_OK).is_ok())
}

pub(crate) fn take_after(file: &Path, other: &Path) -> io::Result<()> {
    let found = fs::metadata(other)?;
    take_owner(file, &found)?;
    fs::set_permissions(file, fs::Permissions::from_mode(found.mode() & 0o7777))
}

/// Gives a file that root has created to the owner of its folder, for example the server's account.
pub(crate) fn give_to_folder_owner(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if geteuid().is_root() { take_owner(file, &fs::metadata(folder)?) } else { Ok(()) }
}

/// Requires no permission if the owner is already the same.
fn take_owner(file: &Path, other: &fs::Metadata) -> io::Result<()> {
    let own = fs::metadata(file)?;
    if (own.uid(), own.gid()) == (other.uid(), other.gid()) {
        return Ok(());
    }
    chown(file, Some(other.uid()), Some(other.gid()))
}

/// The name of an account, or its number if it has none here.
fn account(id: u32) -> String {
    let known = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = known.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(id)).then(|| name.to_owned())
    });
    name.unwrap_or_else(|| format!("account {id}"))
}

/// True if accounts other than the owner may use the path.
pub(crate) fn open_to_others(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & OTHERS != 0)
}

fn close_to_others(path: &Path) -> io::Result<()> {
    let found = fs::metadata(path)?;
    let mode = found.permissions().mode();
    if found.uid() != geteuid().as_raw() || mode & OTHERS == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS & 0o7777))
}

/// Empty if the folder does not exist.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
