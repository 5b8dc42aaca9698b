//! Quotas for operators: options, a namespace's own quota, and the warning.

use serde_json::json;

use crate::support::{Program, Server};

#[test]
fn a_namespaces_own_quota_holds_in_a_running_server_and_doctor_warns_in_time() {
    let program = Program::new();
    let key = program.namespace_and_key("acme");
    program.quiz("acme", r#"{ "name": "Q" }"#);
    let quota = |more: &[&str]| program.run(&[&["namespace", "quota", "acme"], more].concat());
    let shown = quota(&[]).done().stdout;
    assert!(shown.starts_with("1 of 10000 quizzes\n") && shown.ends_with(" of 10737418240 bytes\n"), "{shown}");
    program.run(&["doctor"]).done();

    let server = Server::start_with(&program, &["--quota-quizzes", "3"]);
    let mut client = server.client().with_key(&key);
    let mut make = || {
        let reply = client.post("/api/v1/namespaces/acme/quizzes", json!({ "name": "Q" })).expect("a reply");
        (reply.status, reply.headers.contains("x-error-code: quota_exceeded"))
    };
    assert_eq!([make(), make(), make()], [(201, false), (201, false), (409, true)]);
    let shown = quota(&["--quizzes", "4", "--bytes", "off"]).done().stdout;
    assert!(shown.starts_with("3 of 4 quizzes\n") && !shown.contains("of 10737418240"), "{shown}");
    assert_eq!([make(), make()], [(201, false), (409, true)]);
    // The operator may exceed it.
    program.quiz("acme", r#"{ "name": "Q" }"#);
    let shown = quota(&["--json"]).done().json();
    assert_eq!((&shown["quizzes"], &shown["bytes"]["quota"]), (&json!({ "used": 5, "quota": 4 }), &json!(null)));

    let warned = program.run(&["doctor"]);
    let problem = "problem\tquotas\traise them with `namespace quota`, or have answers erased: acme has 5 of 4 quizzes";
    assert!(!warned.is_success && warned.stdout.lines().any(|line| line == problem), "{warned:?}");
    quota(&["--quizzes", "default"]).done();
    program.run(&["doctor"]).done();
    assert!(!program.run(&["doctor", "--quota-quizzes", "5"]).is_success);
    assert_eq!(make(), (409, true), "the server's own option holds again");

    quota(&["--bytes", "10GB"]).fails("a size such as 500MiB or 10GiB, or off, or default");
    program.run(&["namespace", "quota", "nowhere"]).fails("namespace does not exist");
}
