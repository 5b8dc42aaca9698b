//! `health`: the command for a container's health check.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use crate::support::{Program, Server};

#[test]
fn it_says_whether_the_server_is_ready() {
    let program = Program::with_database();
    let server = Server::start(&program);
    let addr = server.base.strip_prefix("http://").expect("a plain address");
    let ready = program.run(&["health", "--addr", addr]).done();
    assert_eq!(ready.stdout, "ready\n");
    // As in a container, where the server listens on all addresses.
    let everywhere = addr.replace("127.0.0.1", "0.0.0.0");
    assert_eq!(program.run(&["--json", "health", "--addr", &everywhere]).done().json()["ready"], true);

    fs::rename(program.folder().join("quiz-answers.db"), program.folder().join("elsewhere.db")).expect("it moves");
    // The next check of the file notices it.
    let end = Instant::now() + Duration::from_secs(20);
    while program.run(&["health", "--addr", addr]).is_success && Instant::now() < end {
        thread::sleep(Duration::from_millis(100));
    }
    program.run(&["health", "--addr", addr]).fails("the server is not ready: 503");
    let addr = addr.to_owned();
    server.kill();
    program.run(&["health", "--addr", &addr]).fails("no server answers on 127.0.0.1:");
}
