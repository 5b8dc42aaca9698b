//! The key that encrypts secrets in the database: created, required, rotated.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::Path,
    time::SystemTime,
};

use serde_json::json;

use crate::{
    support::{Client, Program, Reply, SECRET_KEY, Server},
    upgrade::{BEGUN, KEY, OPEN, program_with_old_data, sign_in},
};

const IN_APP: &str = "/api/v1/namespaces/acme/quizzes/ewdNsNwxA3voubMi";
const OTHER_KEY: &str = "0f0e0d0c0b0a09080706050403020100ffeeddccbbaa99887766554433221100";

fn has(file: &Path, bytes: &[u8]) -> bool {
    fs::read(file).is_ok_and(|found| found.windows(bytes.len()).any(|window| window == bytes))
}

fn fingerprint(program: &Program, arguments: &[&str]) -> String {
    // Data of an earlier release is days old, which `doctor` reports.
    let checked = program.run(&[arguments, &["doctor"]].concat()).stdout;
    let line = checked.lines().find_map(|line| line.strip_prefix("ok\tsecret key\t")).expect("a line");
    line.split(' ').next().expect("a word").to_owned()
}

/// Checks that anonymous ids and second factors of the old data are valid.
fn assert_secrets_work(server: &Server) {
    let mut visitor = server.client();
    let reply = visitor.get(&format!("/api/v1/namespaces/acme/quizzes/{OPEN}/users/{BEGUN}/answers")).expect("a reply");
    assert_eq!(reply.status, 200, "{reply:?}");
    let signed_in = sign_in(&mut visitor);
    assert!(signed_in.status == 303 && signed_in.headers.contains("__host-"), "{signed_in:?}");
}

#[test]
fn without_the_right_key_nothing_opens_and_the_way_out_is_named() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let own = fingerprint(&program, &[]);
    program.run(&["backup", "backup.db"]).done();
    let [key, hidden] = [SECRET_KEY, "elsewhere.key"].map(|name| program.folder().join(name));
    fs::rename(&key, &hidden).expect("moved");

    let other = Program::new();
    let backup = program.folder().join("backup.db");
    let restore = ["restore", backup.to_str().expect("UTF-8")];
    for (program, command) in [(&program, &["namespace", "list"][..]), (&program, &["serve"]), (&other, &restore)] {
        let refused = program.run(command);
        assert!(refused.stderr.contains(&own) && refused.stderr.contains("put the key there"), "{refused:?}");
        refused.fails(SECRET_KEY);
    }
    for (program, command) in [(&program, &["namespace", "list"][..]), (&program, &["serve"]), (&other, &restore)] {
        fs::write(program.folder().join(SECRET_KEY), OTHER_KEY).expect("written");
        let refused = program.run(command);
        assert!(refused.stderr.contains(&own), "{refused:?}");
        refused.fails("give the other one");
        fs::remove_file(program.folder().join(SECRET_KEY)).expect("removed");
    }
    let checked = program.run(&["doctor"]);
    assert!(!checked.is_success && checked.stdout.contains("problem\topen\t"), "{checked:?}");
    fs::write(&key, "no key").expect("written");
    program.run(&["namespace", "list"]).fails("64 hexadecimal digits");
    fs::remove_file(&key).expect("removed");
    assert!(other.files().is_empty(), "{:?}", other.files());

    let file = hidden.to_str().expect("UTF-8");
    program.run(&["--secret-key-file", file, "namespace", "list"]).done();
    let listed = program.command(&["namespace", "list"]).env("QA_SECRET_KEY_FILE", file).output().expect("it ends");
    assert!(listed.status.success(), "{listed:?}");
    let text = fs::read_to_string(&hidden).expect("the key");
    let listed = program.command(&["namespace", "list"]).env("QA_SECRET_KEY", text.trim()).output().expect("it ends");
    assert!(listed.status.success(), "{listed:?}");
    other.run(&[&["--secret-key-file", file][..], &restore].concat()).done();
}

#[test]
fn a_backup_names_its_key() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let own = fingerprint(&program, &[]);
    let printed = program.run(&["backup", "backup.db"]).done().stdout;
    let place = program.folder().join(SECRET_KEY).display().to_string();
    assert!(printed.contains(&own) && printed.contains(&place), "{printed}");
    let printed = program.run(&["--json", "backup", "second.db"]).done().json();
    assert_eq!(printed["contents"]["secretKey"], own.as_str(), "{printed}");
    let [file, backup] = ["quiz-answers.db", "backup.db"].map(|name| program.folder().join(name));
    let secret = fs::read(program.folder().join(SECRET_KEY)).expect("the key");
    let secret = hex::decode(secret.trim_ascii()).expect("hexadecimal");
    assert!(!has(&file, &secret) && !has(&backup, &secret));
}

#[test]
fn after_a_rotation_the_new_key_opens_everything_and_the_old_one_nothing() {
    let program = program_with_old_data();
    let server = Server::start(&program);
    let mut client = server.client().with_key(KEY);
    let secret = client.post(&format!("{IN_APP}/sessionSecret"), json!({})).expect("a reply").json();
    let secret = secret["secret"].as_str().expect("a secret").to_owned();
    assert!(!program.files().iter().any(|name| has(&program.folder().join(name), secret.as_bytes())), "in clear");
    program.run(&["secret-key", "rotate", "--to", "new.key"]).fails("stop what uses");
    assert!(!program.files().contains(&"new.key".to_owned()));
    drop(server);
    let before = fingerprint(&program, &[]);

    program.run(&["secret-key", "rotate", "--to", "new.key"]).done();
    program.run(&["namespace", "list"]).fails("give the other one");
    let after = fingerprint(&program, &["--secret-key-file", "new.key"]);
    assert_ne!(before, after);
    fs::rename(program.folder().join("new.key"), program.folder().join(SECRET_KEY)).expect("moved");
    let server = Server::start(&program);
    assert_secrets_work(&server);
    let begun = begin_signed(&mut server.client(), IN_APP, &secret);
    assert!(begun.status == 200 || begun.status == 201, "{begun:?}");
    drop(server);
    let log = program.run(&["audit", "verify"]).done().stdout;
    assert!(!log.starts_with("47 "), "the rotation is in the log: {log}");
}

/// Operators may run it as root: the server has to be able to read the key afterwards.
#[test]
fn a_rotation_in_place_keeps_owner_mode_and_the_old_key_and_is_finished_by_the_next_one() {
    let program = Program::new();
    program.namespace_and_key("acme");
    let file = program.folder().join("own.key");
    fs::rename(program.folder().join(SECRET_KEY), &file).expect("moved");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    // Without the privilege to do so, the file stays with the current account.
    let _ = chown(&file, Some(65_534), Some(65_534));
    let owner = |file: &Path| fs::metadata(file).map(|found| (found.uid(), found.gid(), found.mode() & 0o777));
    let before = owner(&file).expect("a file");
    let given = ["--secret-key-file", "own.key"];
    let on = |command: &[&str]| program.run(&[&given[..], command].concat());
    let old = fingerprint(&program, &given);
    let told = on(&["secret-key", "rotate"]).done().stderr;
    let new = fingerprint(&program, &given);
    assert!(new != old && told.contains(&new) && told.contains(&format!("own.key.{old}")), "{told}");
    assert_eq!(owner(&file).expect("a file"), before);
    let kept = program.folder().join(format!("own.key.{old}"));
    assert!(
        program.run(&["--secret-key-file", kept.to_str().expect("UTF-8"), "namespace", "list"]).stderr.contains(&new)
    );

    // Interrupted before the new key was renamed.
    fs::rename(&file, program.folder().join("own.key.new")).expect("moved");
    fs::copy(&kept, &file).expect("copied");
    on(&["namespace", "list"]).fails("give the other one");
    on(&["secret-key", "rotate"]).done();
    assert_eq!(fingerprint(&program, &given), new);
    assert!(!program.files().contains(&"own.key.new".to_owned()), "{:?}", program.files());

    let text = fs::read_to_string(&file).expect("the key");
    let refused =
        program.command(&["secret-key", "rotate"]).env("QA_SECRET_KEY", text.trim()).output().expect("it ends");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--to"), "{refused:?}");
}

#[test]
fn a_lost_key_is_given_up_with_what_only_it_opens_and_nothing_else() {
    let program = program_with_old_data();
    let server = Server::start(&program);
    let mut client = server.client().with_key(KEY);
    let secret = client.post(&format!("{IN_APP}/sessionSecret"), json!({})).expect("a reply").json();
    let secret = secret["secret"].as_str().expect("a secret").to_owned();
    let open = format!("/api/v1/namespaces/acme/quizzes/{OPEN}");
    let unused = client.post(&format!("{open}/users/anonymous/genId"), json!({})).expect("a reply").json();
    let make_key = |server: &Server| {
        let mut client = server.client().with_key(&format!("{KEY}\r\nidempotency-key: once"));
        let body = json!({ "label": "once", "scopes": ["read"] });
        client.post("/api/v1/namespaces/acme/keys", body).expect("a reply").status
    };
    assert_eq!(make_key(&server), 201);
    drop(server);
    let everything = program.run(&["key", "create", "--name", "everything"]).done().stdout;
    let lost = fingerprint(&program, &[]);
    let forget = ["secret-key", "forget", "--to", SECRET_KEY];
    program.run(&[&forget[..], &["--yes"]].concat()).fails("is not lost");
    fs::remove_file(program.folder().join(SECRET_KEY)).expect("removed");

    program.run(&["namespace", "list"]).fails("quiz-answers secret-key forget");
    for part in [&lost, "two-factor authentication of 1 administrators", "1 secrets of signed sessions", "--yes"] {
        program.run(&forget).fails(part);
    }
    assert!(!program.files().contains(&SECRET_KEY.to_owned()), "without --yes nothing is done");
    program.run(&[&forget[..], &["--yes"]].concat()).done();
    assert_ne!(fingerprint(&program, &[]), lost);

    let server = Server::start(&program);
    let mut visitor = server.client();
    // An existing record continues, and an id issued before cannot begin one.
    assert_eq!(visitor.get(&format!("{open}/users/{BEGUN}/answers")).expect("a reply").status, 200);
    for (id, status) in [(json!(BEGUN), 200), (unused["anon_id"].clone(), 400)] {
        let begun = visitor.post(&format!("{open}/users/anonymous/initQuiz"), json!({ "anon_id": id }));
        assert_eq!(begun.expect("a reply").status, status);
    }
    // The quiz does not accept unsigned sessions in place of those signed with the lost secret.
    assert_eq!(begin_signed(&mut visitor, IN_APP, &secret).status, 403);
    let unsigned = visitor.post(&format!("{IN_APP}/users/anonymous/initQuiz"), json!({ "sessionId": "session" }));
    assert_eq!(unsigned.expect("a reply").status, 403);
    let form = "email=root%40example.com&password=correct+horse+battery";
    let signed_in = visitor.send_form("/admin/sign-in", form).expect("a reply");
    assert!(signed_in.status == 303 && signed_in.headers.contains("__host-"), "{signed_in:?}");
    assert_eq!(make_key(&server), 201);
    let mut auditor = server.client().with_key(everything.trim());
    for (action, subject) in [
        ("administrator.second_factor_off", json!("root@example.com")),
        ("quiz.session_secret", json!(null)),
        ("secret_key.change", json!(null)),
    ] {
        let lines = auditor.get(&format!("/api/v1/audit?action={action}&limit=1")).expect("a reply").json();
        let line = &lines["items"][0];
        assert_eq!((&line["actor"]["kind"], &line["subject"]), (&json!("operator"), &subject), "{action}: {lines}");
    }
    drop(server);
    program.run(&["audit", "verify"]).done();
}

fn begin_signed(client: &mut Client, quiz: &str, secret: &str) -> Reply {
    use hmac::{Hmac, KeyInit, Mac};

    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_secs();
    let session = json!({ "sessionId": "a-session-after-it", "expires": now + 3600 }).to_string();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).expect("any length");
    mac.update(session.as_bytes());
    let signed = format!("{}.{}", hex::encode(&session), hex::encode(mac.finalize().into_bytes()));
    let body = json!({ "sessionId": signed });
    client.post(&format!("{quiz}/users/anonymous/initQuiz"), body).expect("a reply")
}
