//! A folder that takes messages as files, to try things out.

use std::{io, path::Path};

/// Writes one message. The name is the Message-ID's first part.
pub(super) async fn put(folder: &Path, message_id: &str, text: Vec<u8>) -> io::Result<()> {
    let name: String =
        message_id.chars().take_while(|c| *c != '@').filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    tokio::fs::create_dir_all(folder).await?;
    let (part, whole) = (folder.join(format!("{name}.part")), folder.join(format!("{name}.eml")));
    tokio::fs::write(&part, text).await?;
    tokio::fs::rename(&part, &whole).await
}
