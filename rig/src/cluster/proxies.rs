//! HAProxy in front of PostgreSQL and the servers, and pgbouncer.

use anyhow::Result;

use super::{
    folder::Folder,
    ports::{NODES, Ports, SERVERS},
};

/// Its addresses are replaced.
const HAPROXY: &str = include_str!("../../../packaging/haproxy.cfg");

/// Names the responding server for the test.
const NAMED: &str = "    http-response set-header x-server %s\n";

/// sqlx sends `extra_float_digits`, which pgbouncer cannot track.
const PGBOUNCER: &str = "\
[pgbouncer]
auth_type = any
pool_mode = session
default_pool_size = 40
ignore_startup_parameters = extra_float_digits
server_login_retry = 1
";

pub(super) fn start_haproxy(folder: &Folder, ports: Ports) -> Result<()> {
    let mut settings = HAPROXY
        .replace("/run/haproxy", &folder.join("haproxy").to_string_lossy())
        .replace("bind 127.0.0.1:5432", &format!("bind 127.0.0.1:{}", ports.primary()))
        .replace("bind :443 ssl crt /etc/haproxy/quiz.example.com.pem", &format!("bind 127.0.0.1:{}", ports.web()));
    for node in NODES {
        let ours = format!("127.0.0.1:{} check port {}", ports.postgres(node), ports.patroni(node));
        settings = settings.replace(&format!("10.0.0.1{node}:5432 check port 8008"), &ours);
    }
    for server in SERVERS {
        let ours = format!("127.0.0.1:{}", ports.server(server));
        settings = settings.replace(&format!("10.0.0.2{server}:3000"), &ours);
    }
    // The last section is the one for the servers.
    let settings = folder.write("haproxy.cfg", &(settings + NAMED))?;
    folder.start("haproxy", folder.command("/usr/sbin/haproxy").arg("-db").arg("-f").arg(settings))
}

/// Connects to the proxy, so it need not know the primary.
pub(super) fn start_pgbouncer(folder: &Folder, ports: Ports) -> Result<()> {
    let settings = format!(
        "[databases]\nquiz = host=127.0.0.1 port={} user=quiz\n{PGBOUNCER}listen_addr = 127.0.0.1\nlisten_port = {}\n",
        ports.primary(),
        ports.pgbouncer()
    );
    let settings = folder.write("pgbouncer.ini", &settings)?;
    folder.start("pgbouncer", folder.command("/usr/sbin/pgbouncer").arg(settings))
}
