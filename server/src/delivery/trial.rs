//! Trial of a backup: it is restored into a temporary file, where its scores must follow from its answers.

use std::{fs::File, path::Path};

use super::{backup::Draft, unpacking::unpack};
use crate::{
    file_permissions::beside,
    store::{Examined, SqliteDatabase, Store},
};

/// Fails for a plain backup that cannot be restored. Returns the damage in its data, which the database has, too. The
/// temporary file is beside the database.
pub(super) async fn try_restore(backup: &Path, database: &Path) -> anyhow::Result<Option<String>> {
    let draft = Draft::empty(beside(database, ".trial"))?;
    let (source, target, name) = (File::open(backup)?, draft.file.try_clone()?, backup.display().to_string());
    tokio::task::spawn_blocking(move || unpack(source, &name, &target, false)).await??;
    let store = Store::open_to_read(&SqliteDatabase::url(&draft.path)).await?;
    let examined = store.examine_answers().await;
    store.close().await;
    let Examined { diverging, damage } = examined?;
    let others =
        diverging.iter().map(|(_, quiz, _)| format!("quiz {quiz}: what is counted does not follow from the answers"));
    Ok(damage.first().map(ToString::to_string).or_else(|| others.into_iter().next()))
}
