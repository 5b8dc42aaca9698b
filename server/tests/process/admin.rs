//! `admin`: letting people in at the server's own shell.

use crate::support::Program;

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
    assert!(first.stderr.contains("no password and no second factor"), "{first:?}");
    let second = program.run(&["admin", "reset", "--email", "ANA@example.com"]).done();
    assert_ne!(first.stdout, second.stdout);
    let after = program.run(&["audit", "verify"]).done().stdout;
    assert_eq!((&before[..2], &after[..2]), ("1 ", "3 "));
    program.run(&["admin", "reset", "--email", "ben@example.com"]).fails("administrator does not exist");
}
