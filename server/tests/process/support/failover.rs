//! PostgreSQL with a synchronous standby behind one address, which leads to the current primary.

use std::{
    io,
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
    thread,
};

use tempfile::TempDir;

/// PostgreSQL refuses to run as root. Debian keeps its programs off the PATH. The data need not survive a power
/// failure, since nothing outlives the tests.
const SCRIPT: &str = r#"
set -eu
folder=$1 order=$2 node=$3 port=$4 primary=$5
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$programs" ] || programs=$(pg_config --bindir)
as=
if [ "$(id -u)" = 0 ]; then
    chown nobody "$folder"
    as="setpriv --reuid=nobody --regid=nogroup --clear-groups --"
fi
cd "$folder"
data=$folder/$node
url=postgres://test@127.0.0.1
settings="-c fsync=off -c full_page_writes=off -c max_connections=100 -c shared_buffers=64MB -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories=''"
start() { $as "$programs/pg_ctl" --pgdata="$data" --log="$data.log" --wait start --options="-p $port $settings"; }
sql() { $as "$programs/psql" --no-psqlrc -qAt "$url:$primary/postgres" --command "$1"; }
case $order in
first)
    $as "$programs/initdb" --pgdata="$data" --username=test --auth=trust --no-sync --encoding=UTF8 --locale=C
    start ;;
standby)
    $as "$programs/pg_basebackup" --pgdata="$data" --dbname="$url:$primary/postgres" --write-recovery-conf \
        --checkpoint=fast --no-sync
    start
    sql "ALTER SYSTEM SET synchronous_standby_names = '*'"
    sql "SELECT pg_reload_conf()"
    until [ "$(sql "SELECT sync_state FROM pg_stat_replication")" = sync ]; do sleep 0.1; done ;;
start) start ;;
kill) $as "$programs/pg_ctl" --pgdata="$data" --mode=immediate stop ;;
promote) $as "$programs/pg_ctl" --pgdata="$data" --wait promote ;;
esac
"#;

/// Stops PostgreSQL and removes its files once this program has ended for any reason.
const GUARD: &str = r#"
cat > /dev/null
for file in "$1"/*/postmaster.pid; do
    [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")"
done
sleep 1
rm -rf "$1"
"#;

struct Node {
    name: String,
    port: u16,
}

pub(crate) struct Pair {
    folder: TempDir,
    guard: Child,
    primary: Node,
    standby: Node,
    nodes: usize,
    /// The port of the primary.
    leads_to: Arc<AtomicU16>,
    port: u16,
}

impl Pair {
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().display().to_string();
        let mut guard = Command::new("sh");
        // Shields it from Ctrl-C.
        let guard = guard.args(["-c", GUARD, "guard", &path]).stdin(Stdio::piped()).process_group(0).spawn();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let leads_to = Arc::new(AtomicU16::new(0));
        let target = Arc::clone(&leads_to);
        thread::spawn(move || forward(&listener, &target));
        let (primary, standby) = (Node::new(0), Node::new(1));
        let pair = Self { folder, guard: guard.expect("a shell"), primary, standby, nodes: 2, leads_to, port };
        pair.order("first", &pair.primary);
        pair.leads_to.store(pair.primary.port, Ordering::SeqCst);
        pair.order("standby", &pair.standby);
        pair
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://test@127.0.0.1:{}/postgres", self.port)
    }

    /// Kills the primary. Its standby takes over and gets a standby of its own.
    pub(crate) fn fail_over(&mut self) {
        self.order("kill", &self.primary);
        self.order("promote", &self.standby);
        self.leads_to.store(self.standby.port, Ordering::SeqCst);
        let next = Node::new(self.nodes);
        self.nodes += 1;
        self.primary = std::mem::replace(&mut self.standby, next);
        self.order("standby", &self.standby);
    }

    /// Kills the primary, which then recovers.
    pub(crate) fn restart(&self) {
        self.order("kill", &self.primary);
        self.order("start", &self.primary);
    }

    fn order(&self, order: &str, node: &Node) {
        let ports = [node.port, self.primary.port].map(|port| port.to_string());
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "pair"]).arg(self.folder.path()).args([order, &node.name]).args(ports);
        let log = || std::fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log"));
        let status = command.stdin(Stdio::null()).stdout(log().expect("a log")).stderr(log().expect("a log")).status();
        let told = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        assert!(status.expect("a shell").success(), "{order}: {}", told());
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

impl Node {
    fn new(number: usize) -> Self {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
        Self { name: format!("node{number}"), port: free.expect("a free port").port() }
    }
}

fn forward(listener: &TcpListener, leads_to: &AtomicU16) {
    for client in listener.incoming() {
        let port = leads_to.load(Ordering::SeqCst);
        let (Ok(client), Ok(server)) = (client, TcpStream::connect((Ipv4Addr::LOCALHOST, port))) else { continue };
        for stream in [&client, &server] {
            stream.set_nodelay(true).expect("a connection");
        }
        let both = |stream: &TcpStream| stream.try_clone().expect("a connection");
        let back = (both(&server), both(&client));
        for (mut from, mut to) in [(client, server), back] {
            thread::spawn(move || {
                let _ = io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Both);
                let _ = from.shutdown(Shutdown::Both);
            });
        }
    }
}
