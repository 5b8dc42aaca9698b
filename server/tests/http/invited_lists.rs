//! Lists of people to invite: typed or as a file, the meaning of their columns, and their mistakes.

use axum::http::Method;
use domain::Role;
use serde_json::json;

use crate::{
    admin_share::share,
    support::{App, Call, Person, QuizAt, Reply},
};

/// Submits the first form as a browser does, with a file that may be empty.
fn give(person: &Person<'_>, quiz: &QuizAt<'_>, typed: &str, file: &[u8]) -> Call {
    let file = ("file\"; filename=\"people.csv", file);
    send(person, quiz, &[("people", typed.as_bytes()), file])
}

fn send(person: &Person<'_>, quiz: &QuizAt<'_>, fields: &[(&str, &[u8])]) -> Call {
    let mut body = Vec::new();
    for (name, content) in fields {
        let head = format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    let call = person.call(Method::POST, &format!("{}/invite", share(quiz)));
    call.body("multipart/form-data; boundary=edge", body)
}

/// The uses of the columns that a page suggests, by field.
fn suggested(page: &str) -> Vec<(String, String)> {
    let selects = page.split("<select name=\"").skip(1).map(|rest| rest.split("</select>").next().unwrap_or_default());
    let chosen = |select: &str| {
        let option = select.split("<option ").find(|option| option.contains(" selected"))?;
        Some(option.split("value=\"").nth(1)?.split('"').next()?.to_owned())
    };
    selects
        .map(|select| {
            let name = select.split('"').next().unwrap_or_default().to_owned();
            (name, chosen(select).expect("one of the options"))
        })
        .collect()
}

/// Submits the second form with these uses and ticks.
pub(crate) fn create(
    person: &Person<'_>,
    quiz: &QuizAt<'_>,
    list: &str,
    uses: &[(String, String)],
    ticks: &[&str],
) -> Call {
    let mut fields = vec![("people", list.as_bytes())];
    fields.extend(uses.iter().map(|(name, value)| (name.as_str(), value.as_bytes())));
    fields.extend(["mapped", "create"].iter().chain(ticks).map(|tick| (*tick, b"yes".as_slice())));
    send(person, quiz, &fields)
}

/// Submits both forms, with the suggested columns.
pub(crate) async fn invite(person: &Person<'_>, quiz: &QuizAt<'_>, list: &str) -> Reply {
    let page = give(person, quiz, list, b"").await.is(200).text();
    let has_header = page
        .split("id=\"header\"")
        .nth(1)
        .is_some_and(|rest| rest.split('>').next().unwrap_or_default().contains("checked"));
    let ticks: &[&str] = if has_header { &["header"] } else { &[] };
    create(person, quiz, list, &suggested(&page), ticks).await
}

#[tokio::test]
async fn respondents_are_invited_by_a_typed_list_and_by_a_file() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    invite(&editor, &quiz, "Ana López, ana@example.com, branch 12\r\nBo\r\n").await.is(303);
    let file = "Correo;Nombre\ncy@example.com;Cy\n";
    let page = give(&editor, &quiz, "", file.as_bytes()).await.is(200).text();
    assert!(page.contains("Create 1 invitation<"), "{page}");
    create(&editor, &quiz, file, &suggested(&page), &["header"]).await.is(303);
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    let people: Vec<_> = list["items"].as_array().expect("items").iter().map(|item| &item["name"]).collect();
    assert_eq!(people, ["Cy", "Ana López", "Bo"], "newest first, those of one list in its order");
    assert_eq!(list["items"][1]["customData"], "branch 12");
    let page = editor.get(&share(&quiz)).await.is(200).text();
    let link = list["items"][1]["link"].as_str().expect("a link");
    assert!(page.contains(link) && page.contains("Ana López"), "{page}");
}

#[tokio::test]
async fn one_wrong_line_rejects_the_whole_list() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let long = "x".repeat(201);
    for (typed, file, words) in [
        ("Ana\n\"Bo", "", "Line 2: A quotation mark is opened here and never closed."),
        (&*format!("Ana\n{long}"), "", "Line 2: The name is 201 characters long, at most 200 are allowed"),
        ("Ana", "Bo", "not in both"),
        ("", "Ana\u{0}", "Line 1: The name"),
    ] {
        let reply = give(&editor, &quiz, typed, file.as_bytes()).await;
        assert!(reply.text().contains(words), "{words}: {}", reply.text());
        assert!(reply.text().contains(typed.lines().next().unwrap_or_default()), "what was typed is kept");
    }
    let wrong = invite(&editor, &quiz, "Ana, ana@example.com\nBo, bo at home\nCy, cy@\nDi, ANA@example.com")
        .await
        .is(422)
        .text();
    for words in ["Line 2: “bo at home”", "Line 3: “cy@”", "Line 4: ANA@example.com is on line 1 already."] {
        assert!(wrong.contains(words), "all at once, {words}: {wrong}");
    }
    let picture = give(&editor, &quiz, "", b"\xff\xd8\xff\xe0\x00\x10JFIF").await.is(422);
    assert!(picture.text().contains("not a text"), "{}", picture.text());
    assert_eq!(quiz.get("/users").key(&app.key).await.json()["items"], json!([]));
    let open = app.open_quiz().await;
    give(&editor, &open, "Ana", b"").await.is(409);
}

#[tokio::test]
async fn two_hundred_people_with_three_further_columns_are_invited_with_two_forms() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let people: Vec<String> = (1..=200).map(|n| format!("Person {n},p{n}@example.com,{n},Madrid,\"a, b\"\n")).collect();
    let list = format!("Name,E-mail,Branch,City,Plan\n{}", people.concat());
    let page = give(&editor, &quiz, "", list.as_bytes()).await.is(200).text();
    for words in ["Create 200 invitations", "Person 3"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("Branch: 1"), "left out unless chosen: {page}");
    create(&editor, &quiz, &list, &suggested_of(5), &["header"]).await.is(303);
    let page = editor.get(&share(&quiz)).await.is(200).text();
    assert!(page.contains(">200 not started</a>") && page.contains(">0 submitted</span>"), "{page}");

    // The same list again: everyone on it is invited already, until they are left out.
    let again = create(&editor, &quiz, &list, &suggested_of(5), &["header"]).await.is(422).text();
    assert!(again.contains("Line 2: p1@example.com is invited already."), "{again}");
    assert!(again.contains("Leave out the 200 lines"), "{again}");
    let longer = format!("{list}New,new@example.com,201,Roma,c\n");
    create(&editor, &quiz, &longer, &suggested_of(5), &["header", "leave-out"]).await.is(303);
    let list = quiz.get("/users?search=new@example.com").key(&app.key).await.is(200).json();
    assert_eq!(list["items"][0]["customData"], "Branch: 201; City: Roma; Plan: c");
    assert!(editor.get(&share(&quiz)).await.text().contains("201 invited"));
}

/// A name, an email address, and further columns.
pub(crate) fn suggested_of(columns: usize) -> Vec<(String, String)> {
    let uses = (0..columns).map(|column| match column {
        0 => "name",
        1 => "email",
        _ => "data",
    });
    uses.enumerate().map(|(column, used)| (format!("column{column}"), used.to_owned())).collect()
}

#[tokio::test]
async fn lists_of_other_programs_are_taken_as_they_are_saved() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    // A contact list with dozens of columns, most of them empty, as “Unicode text”.
    let head: Vec<String> = (0..90).map(|number| format!("Field {number}")).collect();
    let contacts = format!(
        "Title\tFirst Name\tLast Name\tPassword\tE-mail Address\t{}\r\n\tÉlodie\tMüller\tHunter2!\te@example.com\t{}\r\n",
        head.join("\t"),
        "\t".repeat(88),
    );
    let wide: Vec<u8> = contacts.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let page = give(&editor, &quiz, "", &wide).await.is(200).text();
    assert!(page.contains("Élodie Müller") && page.contains("Never imported"), "{page}");
    assert_eq!(page.matches("<select name=\"column").count(), 3, "the filled ones: {page}");
    assert!(!page.contains("<td class=\"prose\">Hunter2!"), "{page}");
    let mut uses = suggested(&page);
    uses.push(("column3".to_owned(), "data".to_owned()));
    create(&editor, &quiz, &contacts, &uses, &["header"]).await.is(303);
    // “CSV” from a Windows program, with undeclared encoding.
    let page = give(&editor, &quiz, "", b"sep=;\r\nNombre;Correo\r\nJos\xe9;jose@example.com\r\n").await.is(200).text();
    assert!(page.contains("José") && page.contains("Western European"), "{page}");
    let list = quiz.get("/users?search=ELODIE+mu").key(&app.key).await.is(200).json();
    assert_eq!(
        (&list["items"][0]["name"], &list["items"][0]["email"]),
        (&json!("Élodie Müller"), &json!("e@example.com"))
    );
    assert_eq!(list["items"][0]["customData"], json!(null));
}

#[tokio::test]
async fn a_column_can_be_ignored_or_become_something_else() {
    let app = App::start().await;
    let editor = app.member("editor@example.com", "acme", Role::Editor).await;
    let quiz = app.invited_quiz().await;
    let uses = ["ignore", "name"].map(str::to_owned).into_iter().enumerate();
    let uses: Vec<_> = uses.map(|(column, used)| (format!("column{column}"), used)).collect();
    create(&editor, &quiz, "A-1,Ana\nB-2,Bo", &uses, &[]).await.is(303);
    let list = quiz.get("/users").key(&app.key).await.is(200).json();
    assert_eq!((&list["items"][0]["name"], &list["items"][0]["customData"]), (&json!("Ana"), &json!(null)));
}

#[tokio::test]
async fn a_list_says_the_language_of_each_person() {
    let app = App::start().await;
    let quiz = app.invited_quiz().await;
    let owner = app.member("owner@example.com", "acme", Role::Owner).await;
    let list = "Name,E-mail,Sprache\nAna,ana@example.com,pt_BR\nBo,bo@example.com,Deutsch\nCy,cy@example.com,";
    let page = give(&owner, &quiz, &format!("{list}\nDi,di@example.com,Klingonese"), b"").await.is(200).text();
    assert!(page.contains("Line 5") && page.contains("“Klingonese” is not a language"), "{page}");
    invite(&owner, &quiz, list).await.is(303);
    let users = quiz.get("/users").key(&app.key).await.is(200).json();
    let mut languages: Vec<String> = users["items"]
        .as_array()
        .expect("users")
        .iter()
        .map(|user| format!("{} {}", user["name"], user["language"]))
        .collect();
    languages.sort();
    assert_eq!(languages, ["\"Ana\" \"pt-BR\"", "\"Bo\" \"de\"", "\"Cy\" null"]);
}
