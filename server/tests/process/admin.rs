//! `admin`: creating access from the server's shell.

use std::{sync::Barrier, thread};

use crate::support::{Program, Reply, Server};

#[test]
fn an_administrator_is_made_with_a_password_or_with_a_link_to_choose_one() {
    let program = Program::with_database();
    let create = ["admin", "create", "--email"];
    let with = program.run_with(&[&create[..], &["ana@example.com"]].concat(), "a long enough password\n").done();
    assert_eq!(with.stdout, "", "{with:?}");
    let without = program.run(&[&create[..], &["Ben@Example.com"]].concat()).done();
    assert!(without.stdout.starts_with("/admin/link/"), "{without:?}");
    assert!(without.stderr.contains("ben@example.com"), "{without:?}");
    program.run(&[&create[..], &["ben@example.com"]].concat()).fails("has this e-mail address already");
    program.run(&[&create[..], &["nobody"]].concat()).fails("must be an e-mail address");
    let short = program.run_with(&[&create[..], &["cy@example.com"]].concat(), "short\n");
    short.fails("must be 10 to 200 characters");
}

#[test]
fn somebody_who_lost_the_second_factor_gets_a_link_and_the_log_says_so() {
    let program = Program::with_database();
    let create = ["admin", "create", "--email", "ana@example.com"];
    program.run_with(&create, "a long enough password\n").done();
    let before = program.run(&["audit", "verify"]).done().stdout;
    let first = program.run(&["admin", "reset", "--email", "ana@example.com"]).done();
    assert!(first.stdout.starts_with("/admin/link/"), "{first:?}");
    assert!(first.stderr.contains("no password and no two-factor authentication"), "{first:?}");
    let with_url = ["admin", "reset", "--email", "ANA@example.com", "--base-url", "https://quiz.example.com/"];
    let second = program.run(&with_url).done();
    assert!(second.stdout.starts_with("https://quiz.example.com/admin/link/"), "{second:?}");
    assert_ne!(first.stdout, second.stdout);
    let after = program.run(&["audit", "verify"]).done().stdout;
    assert_eq!((&before[..2], &after[..2]), ("1 ", "3 "));
    program.run(&["admin", "reset", "--email", "ben@example.com"]).fails("administrator does not exist");
}

#[test]
fn administrators_of_all_namespaces_are_listed_and_removed_but_the_last() {
    let program = Program::with_database();
    for email in ["ana@example.com", "ben@example.com"] {
        program.run_with(&["admin", "create", "--email", email], "a long enough password\n").done();
    }
    let list = || program.run(&["admin", "list"]).done().stdout;
    assert!(list().starts_with("ana@example.com\t") && list().contains("\nben@example.com\t"), "{}", list());
    program.run(&["admin", "remove", "--email", "cy@example.com"]).fails("administrator does not exist");
    let server = Server::start(&program);
    let cookies = cookies(&sign_in(&server, "ben@example.com", "a long enough password", "192.0.2.1", ""));
    assert_eq!(page(&server, "/admin/audit", &cookies), 200);
    program.run(&["admin", "remove", "--email", "ben@example.com"]).done();
    assert_eq!(page(&server, "/admin/audit", &cookies), 303, "the session ends with the account");
    assert!(!list().contains("ben@example.com"), "{}", list());
    program.run(&["admin", "remove", "--email", "ana@example.com"]).fails("make another one first");
}

#[test]
fn strangers_at_many_addresses_keep_nobody_from_signing_in_where_they_did_before() {
    let program = Program::with_database();
    program.run_with(&["admin", "create", "--email", "ana@example.com"], "a long enough password\n").done();
    let server = Server::start_with(&program, &["--trusted-proxies", "1"]);
    let password = "a long enough password";
    let first = sign_in(&server, "ana@example.com", password, "192.0.2.1", "");
    assert_eq!(first.status, 303, "{first:?}");
    let known = cookies(&first);
    // Enough of them to use up the account's attempts and all places in the queue, from separate addresses and from a
    // single network.
    let strangers: Vec<String> = (0..90).map(|n| format!("198.51.100.{n}")).collect();
    let network: Vec<String> = (0..90).map(|n| format!("2001:db8:0:{n:x}::1")).collect();
    let begin = Barrier::new(strangers.len() + network.len() + 1);
    thread::scope(|scope| {
        for address in strangers.iter().chain(&network) {
            let (server, begin) = (&server, &begin);
            scope.spawn(move || {
                begin.wait();
                for _ in 0..3 {
                    sign_in(server, "ana@example.com", "a wrong password", address, "");
                }
            });
        }
        begin.wait();
        for _ in 0..5 {
            let again = sign_in(&server, "ana@example.com", password, "192.0.2.9", &known);
            assert_eq!(again.status, 303, "{again:?}");
        }
    });
    let elsewhere = sign_in(&server, "ana@example.com", password, "192.0.2.9", "");
    assert_eq!(elsewhere.status, 429, "where nobody is known, the account's tries are used up: {elsewhere:?}");
    let again = sign_in(&server, "ana@example.com", password, "192.0.2.9", &known);
    assert_eq!(again.status, 303, "{again:?}");
    for _ in 0..9 {
        sign_in(&server, "ana@example.com", "a wrong password", "192.0.2.9", &known);
    }
    let guessed = sign_in(&server, "ana@example.com", password, "192.0.2.9", &known);
    assert_eq!(guessed.status, 429, "a known browser has few tries too: {guessed:?}");
}

fn sign_in(server: &Server, email: &str, password: &str, address: &str, cookies: &str) -> Reply {
    let form = format!("email={email}&password={}&code=", password.replace(' ', "+"));
    let mut client = server.client();
    let head = client
        .head("POST", "/admin/sign-in", form.len())
        .replace("application/json", "application/x-www-form-urlencoded");
    let more = format!("\r\nx-forwarded-for: {address}\r\ncookie: {cookies}\r\n\r\n{form}");
    client.write(&head.replace("\r\n\r\n", &more)).expect("sent");
    client.read().expect("a reply")
}

fn cookies(reply: &Reply) -> String {
    let set = reply.headers.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
    let pairs: Vec<_> = set.filter_map(|cookie| cookie.split(';').next()).collect();
    pairs.join("; ").replace("__host-", "__Host-").replace("__secure-", "__Secure-")
}

fn page(server: &Server, path: &str, cookies: &str) -> u16 {
    let mut client = server.client();
    let head = client.head("GET", path, 0);
    client.write(&head.replace("\r\n\r\n", &format!("\r\ncookie: {cookies}\r\n\r\n"))).expect("sent");
    client.read().expect("a reply").status
}
