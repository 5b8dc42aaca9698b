//! The share page of an invited quiz, and the page that maps the columns of a list.

use super::support::{HOSTILE, context, is_sound, quiz};
use crate::admin::{
    InvitationLine, InvitationTotal, InvitationsPart, LineProblem, MappedColumn, MappingPage, SharePage, ShareWay,
    mapping, share,
};

fn person(state: &'static str, link: Option<&str>) -> InvitationLine {
    InvitationLine {
        id: format!("id-{state}"),
        name: HOSTILE.to_owned(),
        email: String::new(),
        custom_data: HOSTILE.to_owned(),
        can_renew: state == "invited",
        state,
        invited: "20 Nov 2026".to_owned(),
        mail: String::new(),
        link: link.map(str::to_owned),
    }
}

fn total(number: u64, label: &'static str, href: &str, is_shown: bool) -> InvitationTotal {
    InvitationTotal { number, label, href: href.to_owned(), is_shown }
}

fn invitations(can_edit: bool, people: Vec<InvitationLine>) -> String {
    let part = InvitationsPart {
        can_edit,
        can_export: can_edit,
        has_mail: false,
        all: total(1202, "invited", "/share", true),
        totals: vec![
            total(1200, "not started", "/share?state=invited", false),
            total(1, "started", "/share?state=begun", false),
            total(0, "submitted", "/share?state=submitted", false),
        ],
        links: "/share/links.csv".to_owned(),
        people,
        search: String::new(),
        group: None,
        first: None,
        next: None,
        typed: String::new(),
        problems: Vec::new(),
    };
    share(context(), SharePage { quiz: quiz(), way: ShareWay::Invited(Box::new(part)) })
}

#[test]
fn each_person_has_what_can_be_done_and_totals_have_separators() {
    let people =
        vec![person("invited", Some("https://quiz.example/1")), person("begun", None), person("revoked", None)];
    let html = invitations(true, people);
    is_sound(&html);
    assert!(html.contains(r#"<a href="/share" aria-current="true">1,202 invited</a>"#), "{html}");
    assert!(html.contains(r#"<a href="/share?state=invited">1,200 not started</a>"#), "{html}");
    assert!(html.contains(r#"<span class="hint">0 submitted</span>"#), "an empty group leads nowhere: {html}");
    assert!(html.contains(">started</span>"), "one word for it: {html}");
    assert_eq!(html.matches("/renew\"").count(), 1);
    assert_eq!(html.matches("/answers/id-begun\"").count(), 1, "what was answered is one click away: {html}");
    assert_eq!(html.matches("/answers/id-").count(), 1, "only where there is an answer: {html}");
    assert_eq!(html.matches("/revoke\"").count(), 2);
    assert_eq!(html.matches("/restore\"").count(), 1);
    let seen = invitations(false, vec![person("invited", None)]);
    is_sound(&seen);
    assert!(!seen.contains("/revoke") && !seen.contains("/remove") && !seen.contains("data-copy"), "{seen}");
}

#[test]
fn a_list_comes_back_with_what_its_columns_are() {
    let column = |place, title: &str, used: &str| MappedColumn {
        place,
        title: title.to_owned(),
        used: Some(used.to_owned()),
        fields: vec![("field.region".to_owned(), HOSTILE.to_owned())],
        cells: vec![HOSTILE.to_owned()],
    };
    let page = |problems: Vec<LineProblem>| MappingPage {
        quiz: quiz(),
        list: format!("</textarea>{HOSTILE}"),
        has_header: true,
        has_unsaid_letters: false,
        columns: vec![column(0, "Name", "name"), column(1, HOSTILE, "data")],
        people: 1200,
        first: vec![[HOSTILE, "", HOSTILE, "", HOSTILE].map(str::to_owned).to_vec()],
        fields: vec![HOSTILE.to_owned()],
        leaves_out: false,
        repeated: 2,
        problems,
    };
    let html = mapping(context(), page(Vec::new()));
    is_sound(&html);
    for text in ["Create 1,200 invitations", "<option value=\"data\" selected", "Leave out the 2 lines"] {
        assert!(html.contains(text), "{text}: {html}");
    }
    let problem = LineProblem { line: Some(3), message: HOSTILE.to_owned() };
    let html = mapping(context(), page(vec![problem]));
    is_sound(&html);
    assert!(html.contains("Line 3: "), "{html}");
}
