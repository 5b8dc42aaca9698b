//! `doctor` on PostgreSQL: the rights of the account, whether commits are safe, and room for connections.

use anyhow::ensure;

use crate::store::{DatabaseServer, PostgresDatabase};

/// The name of each check, and its outcome.
pub(super) fn checks(server: &DatabaseServer) -> [(&'static str, anyhow::Result<String>); 3] {
    [("role", role(server)), ("durability", durability(server)), ("connections", connections(server))]
}

fn role(server: &DatabaseServer) -> anyhow::Result<String> {
    let DatabaseServer { role, tables_of_others, .. } = server;
    ensure!(
        !server.is_superuser,
        "{role} is a superuser: give the servers an account of their own, which owns the database and nothing else"
    );
    ensure!(
        *tables_of_others == 0,
        "{role} does not own {tables_of_others} of the tables, which a new release may have to change: make it their owner"
    );
    ensure!(
        server.may_create_tables,
        "{role} may not make tables, as a new release may have to: grant it CREATE on the schema"
    );
    Ok(format!("{role} owns the tables, and is no superuser"))
}

fn durability(server: &DatabaseServer) -> anyhow::Result<String> {
    ensure!(
        server.unsafe_settings.is_empty(),
        "off: {}; a power cut loses answers that were acknowledged, or the whole database: turn them on",
        server.unsafe_settings.join(", ")
    );
    Ok("commits wait for the disk".to_owned())
}

fn connections(server: &DatabaseServer) -> anyhow::Result<String> {
    let DatabaseServer { allowed_connections: allowed, servers, .. } = server;
    let each = i64::from(PostgresDatabase::CONNECTIONS);
    let needed = each * (*servers).max(1);
    ensure!(
        i64::from(*allowed) >= needed,
        "{allowed} are allowed, and the servers take up to {needed}: raise max_connections, or the limit of the role or the \
         database"
    );
    Ok(format!("{allowed} allowed, a server takes up to {each}; servers connected: {servers}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound() -> DatabaseServer {
        DatabaseServer {
            role: "quiz".to_owned(),
            is_superuser: false,
            tables_of_others: 0,
            may_create_tables: true,
            allowed_connections: 97,
            servers: 2,
            unsafe_settings: Vec::new(),
        }
    }

    /// The checks that find a problem.
    fn problems(server: &DatabaseServer) -> Vec<&'static str> {
        checks(server).into_iter().filter(|(_, outcome)| outcome.is_err()).map(|(name, _)| name).collect()
    }

    #[test]
    fn each_check_finds_its_own_problem() {
        assert_eq!(problems(&sound()), [""; 0]);
        assert_eq!(problems(&DatabaseServer { is_superuser: true, ..sound() }), ["role"]);
        assert_eq!(problems(&DatabaseServer { tables_of_others: 1, ..sound() }), ["role"]);
        assert_eq!(problems(&DatabaseServer { may_create_tables: false, ..sound() }), ["role"]);
        let off = DatabaseServer { unsafe_settings: vec!["fsync".to_owned()], ..sound() };
        assert_eq!(problems(&off), ["durability"]);
    }

    #[test]
    fn connections_suffice_for_the_servers_that_are_there_and_for_one_at_least() {
        for (allowed_connections, servers, is_enough) in
            [(42, 2, true), (41, 2, false), (41, 1, true), (21, 0, true), (20, 0, false)]
        {
            let server = DatabaseServer { allowed_connections, servers, ..sound() };
            assert_eq!(connections(&server).is_ok(), is_enough, "{server:?}");
        }
    }
}
