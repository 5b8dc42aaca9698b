//! A PostgreSQL cluster for one test run, started by the first test and shared by all processes.
//!
//! Every process that uses it holds a shared lock on a file while it lives. A script watches the lock and removes the
//! cluster once the lock has been free for a while, however the tests ended.

use std::{
    env,
    fs::{self, File, OpenOptions},
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use anyhow::{Context, ensure};

/// Nothing outlives the run, so the data need not survive a power failure.
const SETTINGS: &str = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=800 \
                        -c max_locks_per_transaction=512 \
                        -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c shared_buffers=64MB";

pub(crate) async fn url_of(database: &str) -> anyhow::Result<String> {
    let url = tokio::task::spawn_blocking(cluster).await??;
    Ok(format!("{}/{database}", url.trim_end_matches("/postgres")))
}

fn cluster() -> anyhow::Result<String> {
    static LOCK: OnceLock<File> = OnceLock::new();
    let folder = folder()?;
    fs::create_dir_all(&folder)?;
    let open = |name: &str| OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(name));
    let (starting, users) = (open("starting")?, open("users")?);
    // One process starts the cluster, and the others wait for it.
    starting.lock()?;
    users.lock_shared()?;
    let file = folder.join("url");
    if !fs::read_to_string(&file).is_ok_and(|url| is_up(&url)) {
        // The file may be left over from a script that was killed.
        let _ = fs::remove_file(&file);
        start(&folder)?;
    }
    LOCK.get_or_init(|| users);
    fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))
}

fn is_up(url: &str) -> bool {
    let address = url.trim_start_matches("postgres://test@").trim_end_matches("/postgres");
    TcpStream::connect(address).is_ok()
}

/// In the target folder, next to the test program.
fn folder() -> anyhow::Result<PathBuf> {
    let program = env::current_exe()?;
    let target = program.ancestors().nth(3).context("a test program in target/debug/deps")?;
    Ok(target.join("postgres"))
}

fn start(folder: &Path) -> anyhow::Result<()> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let log = File::create(folder.join("log"))?;
    let mut script = Command::new("sh")
        .args(["-c", SCRIPT, "cluster"])
        .arg(folder)
        .arg(port.to_string())
        .arg(SETTINGS)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        // Keeps Ctrl-C from the script, which notices the end of the tests by the lock.
        .process_group(0)
        .spawn()
        .context("cannot start sh")?;
    let url = folder.join("url");
    while !url.exists() {
        let ended = script.try_wait()?;
        let log = folder.join("log");
        ensure!(ended.is_none(), "cannot start PostgreSQL: install the package postgresql, and see {}", log.display());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Ok(())
}

/// PostgreSQL refuses to run as root. Debian keeps its programs off the PATH.
const SCRIPT: &str = r#"
set -eu
folder=$1 port=$2 settings=$3
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$programs" ] || programs=$(pg_config --bindir)
data=$(mktemp -d "${TMPDIR:-/tmp}/quiz-answers-postgres.XXXXXX")
trap 'rm -rf "$data"' EXIT
as=
if [ "$(id -u)" = 0 ]; then
    chown nobody "$data"
    as="setpriv --reuid=nobody --regid=nogroup --clear-groups --"
fi
cd "$data"
$as "$programs/initdb" --pgdata="$data/cluster" --username=test --auth=trust --no-sync --encoding=UTF8 --locale=C
$as "$programs/pg_ctl" --pgdata="$data/cluster" --log="$data/log" --wait start --options="-p $port $settings"
trap '$as "$programs/pg_ctl" --pgdata="$data/cluster" --mode=immediate stop; rm -rf "$data"' EXIT
printf 'postgres://test@127.0.0.1:%s/postgres' "$port" > "$folder/url.new"
mv "$folder/url.new" "$folder/url"
idle=0
while [ $idle -lt 15 ]; do
    sleep 1
    if flock --nonblock "$folder/users" true; then idle=$((idle + 1)); else idle=0; fi
done
# A test that begins now waits for the lock, and then starts a cluster of its own.
flock "$folder/users" rm -f "$folder/url"
"#;
