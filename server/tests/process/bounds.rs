//! Resources that clients cannot exhaust: memory by inventing methods, connections by never reading.

use std::{
    io::{self, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Client, Program, Server};

/// Sends requests in batches without waiting for each response.
fn pipeline(client: &mut Client, count: usize, request: impl Fn(usize) -> String) {
    for batch in (0..count).step_by(100) {
        let requests: String = (batch..batch + 100).map(&request).collect();
        client.write(&requests).expect("sent");
        for _ in 0..100 {
            client.read().expect("a reply");
        }
    }
}

#[test]
fn invented_methods_and_samples_that_nobody_scrapes_take_no_memory() {
    let program = Program::new();
    let metrics = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let server = Server::start_with(&program, &["--metrics-addr", &metrics.to_string()]);
    let mut client = server.client();
    let get = |_: usize| "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n".to_owned();
    pipeline(&mut client, 20_000, get);
    let before = server.memory();
    pipeline(&mut client, 20_000, |number| format!("INVENTED{number} /healthz HTTP/1.1\r\nhost: a\r\n\r\n"));
    pipeline(&mut client, 20_000, get);
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 5 * 1024, "{grown} KiB more than before");

    let text = Client::new(&metrics.to_string()).get("/metrics").expect("a reply").body;
    assert!(text.len() < 8000, "{} bytes", text.len());
    assert!(text.contains(r#"_count{route="/healthz",method="other",status="405"} 20000"#), "{text}");
    assert!(text.contains(r#"_count{route="/healthz",method="GET",status="200"} 40000"#), "{text}");
}

/// The threads are named after their queues, and end some seconds after their last job.
#[test]
fn threads_that_leave_the_processor_to_others_check_definitions_and_answer_what_reads_much() {
    let program = Program::new();
    let key = program.namespace_and_key("team");
    let quiz = program.quiz("team", r#"{"name": "Money"}"#);
    let server = Server::start(&program);
    let mut client = server.client().with_key(&key);
    let quizzes = "/api/v1/namespaces/team/quizzes".to_owned();
    client.get(&format!("{quizzes}/{quiz}/public")).expect("a reply");
    assert!(server.niceness("requests").is_empty());
    let made = client.post(&quizzes, json!({ "name": "New", "questions": [{ "id": "fhn1" }] })).expect("a reply");
    assert_eq!((made.status, server.niceness("requests")), (201, vec![10]));
    for path in ["/insights", "/users"] {
        assert_eq!(client.get(&format!("{quizzes}/{quiz}{path}")).expect("a reply").status, 200);
    }
    assert!(server.niceness("requests").iter().all(|niceness| *niceness == 10));
}

#[test]
fn tries_to_sign_in_take_the_memory_of_two_hashes() {
    let program = Program::new();
    program.namespace_and_key("team");
    let server = Server::start_with(&program, &["--trusted-proxies", "1"]);
    let before = server.memory();
    thread::scope(|scope| {
        for client in 0..8 {
            let mut connection = server.client();
            scope.spawn(move || {
                for number in 0..30 {
                    let body =
                        format!("email=stranger-{client}-{number}%40example.com&password=a+wrong+one&code=&next=");
                    let head = format!(
                        "POST /admin/sign-in HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 10.{client}.0.{number}\r\n\
                         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n",
                        body.len()
                    );
                    connection.write(&(head + &body)).expect("sent");
                    assert_eq!(connection.read().expect("a reply").status, 401);
                }
            });
        }
    });
    let grown = server.memory().saturating_sub(before);
    // A hash takes 19 MiB. Pages and connections take some more.
    assert!(grown < 80 * 1024, "{grown} KiB more than before");
}

#[test]
fn a_connection_goes_on_after_a_body_that_came_later_than_its_head_and_was_not_needed() {
    let program = Program::new();
    program.namespace_and_key("team");
    let quiz = program.quiz("team", r#"{"name": "Money"}"#);
    let server = Server::start(&program);
    let mut client = server.client();
    let quizzes = "/api/v1/namespaces/team/quizzes".to_owned();
    for (path, status) in [(format!("{quizzes}/{quiz}/users/anonymous/genId"), 200), (quizzes, 401)] {
        for _ in 0..3 {
            let head = client.head("POST", &path, 2);
            client.write(&head).expect("sent");
            thread::sleep(Duration::from_millis(100));
            client.write("{}").expect("sent");
            assert_eq!(client.read().expect("a reply").status, status, "{path}");
        }
    }
}

#[test]
fn headers_of_more_than_32_kib_are_refused() {
    let program = Program::new();
    let server = Server::start(&program);
    let status = |bytes: usize| {
        let mut client = server.client();
        client
            .write(&format!("GET /healthz HTTP/1.1\r\nhost: a\r\nx-padding: {}\r\n\r\n", "x".repeat(bytes)))
            .expect("sent");
        // The connection reset for unread data may discard the response.
        client.read().map_or(431, |reply| reply.status)
    };
    assert_eq!([31 * 1024, 33 * 1024, 40 * 1024].map(status), [200, 431, 431]);
    let mut client = server.client();
    client.write(&format!("GET /healthz?{} HTTP/1.1\r\nhost: a\r\n\r\n", "x".repeat(33 * 1024))).expect("sent");
    assert!(client.read().map_or(true, |reply| reply.status == 431 && reply.body.is_empty()));
}

/// A connection that keeps sending requests and never reads, until its buffers and the server's are full.
fn greedy(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_nonblocking(true).expect("a setting");
    let requests = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(50);
    let until = Instant::now() + Duration::from_secs(1);
    while Instant::now() < until {
        match stream.write(requests.as_bytes()) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(Duration::from_millis(10)),
            // It was refused.
            Err(_) => break,
        }
    }
    stream
}

/// The status that a client at another address of this machine gets.
fn status_from(interface: &str, server: &Server) -> String {
    let url = format!("{}/healthz", server.base);
    let options = ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "5", "--interface", interface, &url];
    let output = Command::new("curl").args(options).output().expect("curl starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn clients_that_never_read_hold_up_nobody_and_are_closed() {
    let program = Program::new();
    let server = Server::start_with(&program, &["--max-connections", "8", "--write-timeout", "4s"]);
    let address: SocketAddr = server.base.strip_prefix("http://").expect("plain").parse().expect("an address");
    let begun: Vec<_> = (0..8).map(|_| thread::spawn(move || greedy(address))).collect();
    let held: Vec<TcpStream> = begun.into_iter().map(|thread| thread.join().expect("no panic")).collect();
    assert_ne!(status_from("127.0.0.1", &server), "200", "the address has all the connections that it may have");
    assert_eq!(status_from("127.0.0.2", &server), "200", "others have not");

    let until = Instant::now() + Duration::from_secs(20);
    while status_from("127.0.0.1", &server) != "200" {
        assert!(Instant::now() < until, "the connections are still open");
        thread::sleep(Duration::from_millis(200));
    }
    drop(held);
}
