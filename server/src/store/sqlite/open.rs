//! Opens the database: the connections of a server or a command.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, bail};
use percent_encoding::percent_decode_str;

use super::{
    SqliteConnection,
    connection::{Access, Way},
    lookups::OneConnection,
    place::Place,
    readers::Readers,
    schema,
    scrub::Scrubber,
    writer::Writer,
};
use crate::store::{
    Store,
    root::Database,
    sql::{Batches, Source},
};

/// Reading connections, each with a page cache of its own.
const READERS: u32 = 8;
/// Connections for scans, which hold one for their whole duration: as many as there are workers for jobs.
const SCANNERS: u32 = 4;

/// A handle to a file. Clones share the connections.
#[derive(Clone)]
pub struct SqliteDatabase {
    pub(super) readers: Readers,
    /// Separate from the readers, so that nothing else waits for a scan.
    pub(super) scanners: Readers,
    pub(in crate::store) writer: Writer,
    pub(in crate::store) scrubber: Scrubber,
    pub(super) place: Option<Arc<Place>>,
}

impl SqliteDatabase {
    /// Opens the database of a `sqlite:` URL, and creates it if it does not exist. Fails for one of another release.
    pub(in crate::store) fn open(url: &str) -> anyhow::Result<Store> {
        let file = Self::path(url)?;
        schema::make(&mut schema::connect(&Way::to(&file, Access::Make))?, &file)?;
        Self::connect(Way::to(&file, Access::Write))
    }

    /// Same as [`open`](Self::open), but fails if there is no file.
    pub(in crate::store) fn open_existing(url: &str) -> anyhow::Result<Store> {
        Self::connect(Way::to(&Self::path(url)?, Access::Write))
    }

    /// Same as [`open_existing`](Self::open_existing), but refuses to write. The file may be on read-only storage.
    pub(in crate::store) fn open_to_read(url: &str) -> anyhow::Result<Store> {
        Self::connect(Way::to_read(&Self::path(url)?))
    }

    /// Migrates a database of an earlier release, which nothing else may use meanwhile. Leaves any other database
    /// unchanged and returns `false`.
    pub(in crate::store) fn upgrade(url: &str) -> anyhow::Result<bool> {
        let Some(upgrade) = Self::begin_upgrade(url)? else { return Ok(false) };
        upgrade.run()?;
        Ok(true)
    }

    /// The file of a `sqlite:` URL, in which `%` and two hexadecimal digits stand for a byte.
    pub fn path(url: &str) -> anyhow::Result<PathBuf> {
        let not_one = || format!("{url} is not a SQLite database URL");
        let path = url.strip_prefix("sqlite:").with_context(not_one)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() || path == ":memory:" || path.contains('?') {
            bail!("{}: give the path of a file, and nothing after it", not_one());
        }
        let path: Cow<'_, str> = percent_decode_str(path).decode_utf8().with_context(not_one)?;
        Ok(Path::new(&*path).to_owned())
    }

    /// The URL of a file, which [`path`](Self::path) maps back to the same path.
    pub fn url(file: &Path) -> String {
        format!("sqlite:{}", file.display().to_string().replace('%', "%25").replace('?', "%3f"))
    }

    fn connect(way: Way) -> anyhow::Result<Store> {
        let mut connection = schema::connect(&way)?;
        schema::require_latest(&mut connection, &way.file)?;
        drop(connection);
        let (connection, place) = match way.access {
            Access::Write | Access::Make | Access::Alone => {
                Place::open(&way).map(|(connection, place)| (connection, Some(Arc::new(place))))
            }
            Access::Query | Access::Read | Access::ReadImmutable => {
                SqliteConnection::open(&way).map(|opened| (opened, None))
            }
        }
        .context("cannot open the database")?;
        let way = Way { place: place.clone(), ..way };
        let reading = match way.access {
            Access::Write | Access::Make | Access::Alone | Access::Query => Way { access: Access::Read, ..way.clone() },
            Access::Read | Access::ReadImmutable => way.clone(),
        };
        let cannot_read = "cannot open the database for reading";
        let scanners = Readers::new(reading.clone(), SCANNERS);
        let readers = Readers::open(reading.clone(), READERS).context(cannot_read)?;
        let writer = Writer::start(way.clone(), connection);
        let look_up = || OneConnection::new(reading.clone()).context(cannot_read);
        let batches = Batches::start(look_up()?, look_up()?, &writer);
        let source = Source::Sqlite(readers.clone());
        let scrubber = Scrubber::start(way);
        Ok(Store::new(source, Database::Sqlite(Self { readers, scanners, writer, scrubber, place }), batches))
    }
}
