//! Pictures of quizzes: accepted formats, permissions, places, and removal.

use axum::http::Method;
use domain::Role;
use serde_json::{Value, json};
use server::store::KeyScope;

use crate::support::{App, Page, Person, QuizAt, Reply};

macro_rules! picture {
    ($file:literal) => {
        include_bytes!(concat!("../../../app/domain/tests/pictures/", $file))
    };
}

const PNG: &[u8] = picture!("plain.png");
const NONE: &str = "0000000000000000000000";

async fn send(quiz: &QuizAt<'_>, media_type: &'static str, bytes: &[u8]) -> Reply {
    quiz.post("/images").key(&quiz.app.key).body(media_type, bytes).await
}

async fn added(quiz: &QuizAt<'_>, media_type: &'static str, bytes: &[u8]) -> String {
    send(quiz, media_type, bytes).await.is(201).json()["id"].as_str().expect("an id").to_owned()
}

fn address(quiz: &QuizAt<'_>, id: &str) -> String {
    format!("/aq/{}/{}/images/{id}", quiz.namespace, quiz.id)
}

async fn listed(quiz: &QuizAt<'_>) -> Vec<Value> {
    let list = quiz.get("/images").key(&quiz.app.key).await.is(200).json();
    assert_eq!(list["nextCursor"], Value::Null);
    list["items"].as_array().expect("items").clone()
}

async fn delete(quiz: &QuizAt<'_>, id: &str) -> Reply {
    quiz.app.delete(&format!("{}/images/{id}", quiz.url)).key(&quiz.app.key).await
}

/// A choice between an option with a picture and one without.
fn tea(id: &str) -> Value {
    json!([{
        "id": "tea", "text": "Tea?", "image": { "id": id, "alt": "A pot" },
        "options": [{ "label": "Green", "image": { "id": id, "alt": { "en": "A cup", "es": "Una taza" } } }, { "label": "Black" }],
    }])
}

#[tokio::test]
async fn a_picture_of_each_type_is_taken_and_served_without_its_metadata() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for (bytes, media_type, kind, width, height) in [
        (&picture!("metadata.png")[..], "image/png", "png", 24, 16),
        (picture!("turned.jpg"), "image/jpeg", "jpeg", 16, 24),
        (picture!("metadata.webp"), "image/webp", "webp", 24, 16),
    ] {
        let about = send(&quiz, media_type, bytes).await.is(201).json();
        let id = about["id"].as_str().expect("an id");
        assert_eq!((&about["type"], &about["width"], &about["height"]), (&json!(kind), &json!(width), &json!(height)));
        assert_eq!(
            (&about["shown"], about["url"].as_str()),
            (&json!(false), Some(&*format!("https://quiz.example{}", address(&quiz, id))))
        );
        let file = app.get(&address(&quiz, id)).await.is(200);
        assert_eq!(about["bytes"], file.bytes.len());
        assert!(!file.text().contains("Secret"));
        for (header, value) in [
            ("content-type", media_type),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("cache-control", "public, max-age=31536000, immutable"),
            ("content-encoding", ""),
        ] {
            assert_eq!(file.header(header), value, "{header}");
        }
        let again = app.get(&address(&quiz, id)).header("if-none-match", file.header("etag")).await.is(304);
        assert!(again.bytes.is_empty());
        // The served bytes, sent again, are the same picture.
        assert_eq!(send(&quiz, media_type, &file.bytes).await.is(200).json(), about);
    }
    assert_eq!(listed(&quiz).await.len(), 3);
}

#[tokio::test]
async fn bytes_without_a_type_say_what_they_are() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let typed = added(&quiz, "image/png", PNG).await;
    let again = send(&quiz, "application/octet-stream", PNG).await.is(200).json();
    assert_eq!((&again["id"], &again["type"]), (&json!(typed), &json!("png")));
    let refused = send(&quiz, "application/octet-stream", b"GIF89a").await.invalid_at(&["image"]);
    assert_eq!(refused.json()["details"][0]["code"], "not_an_image");
}

#[tokio::test]
async fn what_is_no_picture_or_too_large_is_refused() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    for (bytes, media_type, code) in [
        (&picture!("still.gif")[..], "image/png", "not_an_image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png", "not_an_image"),
        (b"", "image/png", "not_an_image"),
        // The type differs from the declared one.
        (PNG, "image/webp", "not_an_image"),
        (&PNG[..PNG.len() - 1], "image/png", "damaged_image"),
        (picture!("animated.png"), "image/png", "animated_image"),
        (picture!("animated.webp"), "image/webp", "animated_image"),
    ] {
        let refused = send(&quiz, media_type, bytes).await.invalid_at(&["image"]);
        assert_eq!(refused.json()["details"][0]["code"], code);
    }
    let mut wide = PNG.to_vec();
    wide[16..20].copy_from_slice(&4097u32.to_be_bytes());
    let refused = send(&quiz, "image/png", &wide).await.invalid_at(&["image"]);
    assert_eq!(refused.json()["details"][0]["code"], "image_dimensions");
    for media_type in ["image/gif", "application/json", "image/svg+xml"] {
        send(&quiz, media_type, PNG).await.is(415).coded("not_an_image_type");
    }
    send(&quiz, "image/png", &vec![0; 512 * 1024 + 1]).await.is(413).coded("body_too_large");
    assert_eq!(listed(&quiz).await, [] as [Value; 0]);
}

#[tokio::test]
async fn keys_and_roles_may_what_they_may_with_the_quiz() {
    let app = App::start().await;
    app.namespace("other").await;
    let quiz = app.open_quiz().await;
    let id = added(&quiz, "image/png", PNG).await;
    let one = format!("{}/images/{id}", quiz.url);
    quiz.post("/images").body("image/png", PNG).await.is(401);
    app.delete(&one).await.is(401);
    quiz.get("/images").await.is(401);
    for (key, listing) in [
        (app.key_for(Some("acme"), KeyScope::Read).await, 200),
        (app.key_for(Some("acme"), KeyScope::Export).await, 403),
        (app.key_for(Some("other"), KeyScope::Admin).await, 403),
    ] {
        quiz.post("/images").key(&key).body("image/png", PNG).await.is(403);
        app.delete(&one).key(&key).await.is(403);
        quiz.get("/images").key(&key).await.is(listing);
    }
    let viewer = app.member("ana@example.com", "acme", Role::Viewer).await;
    viewer.get(&quiz.dashboard("pictures")).await.is(403);
    form(&viewer, &quiz, &[("known", &id)], None).await.is(403);
    viewer.post(&quiz.dashboard(&format!("pictures/{id}/delete")), &[]).await.is(403);
    assert_eq!(listed(&quiz).await.len(), 1);
}

#[tokio::test]
async fn a_definition_shows_pictures_that_the_quiz_has() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let id = added(&quiz, "image/png", PNG).await;
    let places = ["image.id", "logo.id", "questions[0].image.id", "questions[0].options[0].image.id"];
    let body = |id: &str| json!({ "image": { "id": id, "decorative": true }, "logo": { "id": id, "alt": "Tea Ltd" }, "questions": tea(id) });
    let refused = quiz.patch(body(NONE)).await.invalid_at(&places);
    assert_eq!(refused.json()["details"][0]["code"], "unknown_image");
    quiz.patch(json!({ "logo": { "id": id } })).await.invalid_at(&["logo.alt"]);
    quiz.patch(json!({ "logo": { "id": "?", "alt": "Tea" } })).await.invalid_at(&["logo.id"]);

    let changed = quiz.patch(body(&id)).await.is(200).json();
    assert_eq!(changed["version"], 2);
    let seen = json!({ "id": id, "decorative": true, "width": 24, "height": 16 });
    assert_eq!(changed["image"], seen);
    assert_eq!(changed["questions"][0]["image"]["height"], 16);
    // All of it may be sent back, but the sizes are the server's.
    assert_eq!(quiz.patch(changed.clone()).await.is(200).json()["version"], 2);
    let mut other = changed.clone();
    other["image"]["width"] = json!(4000);
    assert_eq!(quiz.patch(other).await.is(200).json()["image"], seen);
    let public = quiz.get("/public?language=es").await.is(200).json();
    assert_eq!(public["questions"][0]["options"][0]["image"]["alt"], "Una taza");
    assert_eq!((&public["image"], &public["logo"]["alt"]), (&seen, &json!("Tea Ltd")));

    delete(&quiz, &id).await.is(409).coded("image_in_use");
    quiz.patch(json!({ "image": null, "logo": null, "questions": null })).await;
    delete(&quiz, &id).await.is(409).coded("image_in_use");
    assert_eq!(listed(&quiz).await[0]["shown"], true);
    // A new quiz has no pictures yet.
    let new = json!({ "name": "New", "logo": { "id": id, "alt": "Tea" } });
    app.post("/api/v1/namespaces/acme/quizzes").key(&app.key).json(new).await.invalid_at(&["logo.id"]);
}

#[tokio::test]
async fn pages_show_pictures_with_their_sizes_and_texts() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let plain = app.get(&quiz.page()).await.is(200).text();
    assert!(!plain.contains("<img") && !plain.contains("/images/"));
    let id = added(&quiz, "image/png", PNG).await;
    let picture = json!({ "id": id, "alt": "Steam & tea" });
    quiz.patch(json!({ "image": picture, "logo": { "id": id, "decorative": true }, "questions": tea(&id) }))
        .await
        .is(200);
    let src = format!("src=\"{}\"", address(&quiz, &id));
    let start = app.get(&quiz.page()).await.is(200).text();
    let images: Vec<&str> = start.split("<img ").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    assert_eq!(images.len(), 2, "{start}");
    assert!(images.iter().all(|image| image.contains(&src) && image.contains("width=\"24\" height=\"16\"")));
    assert!(images[0].contains("alt=\"\"") && images[1].contains("alt=\"Steam &amp; tea\""), "{images:?}");
    let who = quiz.begin().await;
    let question = Page::open(&app, &format!("{}/{who}", quiz.page())).await.is(200);
    let html = question.html();
    assert_eq!(html.matches(&src).count(), 3, "{html}");
    assert!(
        html.contains("class=\"options pictured\"")
            && html.contains("alt=\"A cup\"")
            && html.contains("loading=\"lazy\"")
    );
    let body = json!({ "anon_id": who, "answers": { "tea": 1 } });
    quiz.post("/users/anonymous/answers/submit").json(body).await.is(200);
    let result = Page::open(&app, &format!("{}/{who}", quiz.page())).await.is(200);
    assert_eq!(result.html().matches(&src).count(), 1);
}

#[tokio::test]
async fn pictures_are_served_with_their_quiz_alone() {
    let app = App::start().await;
    app.namespace("other").await;
    let quiz = app.open_quiz().await;
    let id = added(&quiz, "image/png", PNG).await;
    app.get(&address(&quiz, &id)).await.is(200);
    let elsewhere = address(&quiz, &id).replace("/acme/", "/other/");
    for wrong in [address(&quiz, NONE), address(&quiz, "x"), elsewhere, address(&app.open_quiz().await, &id)] {
        let refused = app.get(&wrong).await.is(404);
        assert_eq!(refused.header("cache-control"), "no-store", "{wrong}");
    }
    delete(&quiz, &id).await.is(200);
    delete(&quiz, &id).await.is(404).coded("no_such_image");
    app.get(&address(&quiz, &id)).await.is(404);
    added(&quiz, "image/png", PNG).await;
    app.delete(&quiz.url).key(&app.key).await.is(200);
    app.get(&address(&quiz, &id)).await.is(404);
    assert_eq!(app.database.connect().await.texts("SELECT id FROM quiz_images").await, [] as [&str; 0]);
}

#[tokio::test]
async fn a_quiz_holds_8_mib_of_pictures_which_count_for_its_namespace() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let large = |number: u8| {
        let (end, mut bytes) = (PNG.len() - 12, PNG[..33].to_vec());
        // A data chunk that cannot be decoded; the server does not decode.
        bytes.extend([0, 7, 0xff, 0x80]);
        bytes.extend(b"IDAT");
        bytes.extend(vec![number; 0x7_ff80]);
        bytes.extend([0; 4]);
        [&bytes[..], &PNG[end..]].concat()
    };
    for number in 0..16 {
        send(&quiz, "image/png", &large(number)).await.is(201);
    }
    send(&quiz, "image/png", &large(16)).await.is(409).coded("images_full");
    send(&quiz, "image/png", &large(3)).await.is(200);
    let namespace = app.get("/api/v1/namespaces/acme").key(&app.key).await.is(200).json();
    let bytes = namespace["bytes"]["used"].as_u64().expect("bytes");
    assert!(bytes > 16 * large(0).len() as u64, "{namespace}");
    let id = listed(&quiz).await[0]["id"].as_str().expect("an id").to_owned();
    delete(&quiz, &id).await.is(200);
    let namespace = app.get("/api/v1/namespaces/acme").key(&app.key).await.is(200).json();
    assert_eq!(namespace["bytes"]["used"].as_u64(), Some(bytes - large(0).len() as u64 - 1024));
    send(&quiz, "image/png", &large(16)).await.is(201);
}

async fn form(person: &Person<'_>, quiz: &QuizAt<'_>, fields: &[(&str, &str)], file: Option<&[u8]>) -> Reply {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").as_bytes());
    }
    if let Some(file) = file {
        let head = "--edge\r\ncontent-disposition: form-data; name=\"image\"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n";
        body.extend([head.as_bytes(), file, b"\r\n"].concat());
    }
    body.extend(b"--edge--\r\n");
    person.call(Method::POST, &quiz.dashboard("pictures")).body("multipart/form-data; boundary=edge", body).await
}

#[tokio::test]
async fn an_editor_adds_pictures_without_scripts_and_publishes_them() {
    let app = App::start().await;
    let quiz = app
        .quiz(json!({ "name": "Tea", "questions": [{ "id": "tea", "text": "Tea?", "options": [
        { "label": "Green" }, { "label": "Black" }
    ] }] }))
        .await;
    let editor = app.member("ana@example.com", "acme", Role::Editor).await;
    let empty = editor.get(&quiz.dashboard("pictures")).await.is(200).text();
    assert!(empty.contains("No picture yet") && empty.contains("Option “Green” of question “Tea?”"), "{empty}");
    form(&editor, &quiz, &[], None).await.is(422);
    let refused = form(&editor, &quiz, &[], Some(picture!("still.gif"))).await.is(422).text();
    assert!(refused.contains("PNG, JPEG or WebP"), "{refused}");
    form(&editor, &quiz, &[("place", "questions.tea.text")], Some(PNG)).await.is(409);
    form(&editor, &quiz, &[("place", "questions.tea.image"), ("alt", "A pot")], Some(PNG)).await.is(303);
    let id = listed(&quiz).await[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(listed(&quiz).await[0]["shown"], true, "the draft shows it");
    delete(&quiz, &id).await.is(409).coded("image_in_use");
    form(&editor, &quiz, &[("known", &id), ("place", "logo")], None).await.is(303);
    let page = editor.get(&quiz.dashboard("pictures")).await.is(200).text();
    assert!(page.contains("Logo, Question “Tea?”"), "{page}");
    assert!(app.get(&quiz.page()).await.is(200).text().contains("logo-track"), "nothing is published yet");
    let preview = editor.get(&quiz.dashboard("preview?q=tea")).await.is(200).text();
    assert!(preview.contains("alt=\"A pot\" width=\"24\" height=\"16\""), "{preview}");
    let draft = editor.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    let revision = draft["revision"].as_str().expect("a revision");
    editor.post(&quiz.dashboard("edit"), &[("revision", revision), ("do", "publish")]).await.is(303);
    let record = quiz.get("").key(&app.key).await.is(200).json();
    assert_eq!(record["logo"], json!({ "id": id, "decorative": true, "width": 24, "height": 16 }));
    assert_eq!(record["questions"][0]["image"]["alt"], "A pot");

    // Pictures of an earlier draft do not count.
    let other = added(&quiz, "image/webp", picture!("lossless.webp")).await;
    form(&editor, &quiz, &[("known", &other), ("place", "image")], None).await.is(303);
    delete(&quiz, &other).await.is(409).coded("image_in_use");
    form(&editor, &quiz, &[("known", &id), ("place", "image")], None).await.is(303);
    delete(&quiz, &other).await.is(200);

    // A copy has the pictures that it shows, even after the original is deleted.
    let second = added(&quiz, "image/webp", picture!("lossy.webp")).await;
    let copied = editor.post(&quiz.dashboard("duplicate"), &[]).await.is(303);
    let copy = copied.header("location").split(['/', '?']).nth(5).expect("an id").to_owned();
    app.delete(&quiz.url).key(&app.key).await.is(200);
    let copy = QuizAt {
        app: &app,
        url: format!("/api/v1/namespaces/acme/quizzes/{copy}"),
        namespace: "acme".to_owned(),
        id: copy,
    };
    app.get(&address(&copy, &id)).await.is(200);
    app.get(&address(&copy, &second)).await.is(404);
    assert_eq!(copy.get("").key(&app.key).await.is(200).json()["logo"]["id"], json!(id));

    // The definition of another quiz is imported without them.
    let definition = copy.get("").key(&app.key).await.is(200).json();
    let definition = json!({ "name": "Imported", "logo": definition["logo"], "questions": definition["questions"] });
    let body =
        format!("--edge\r\ncontent-disposition: form-data; name=\"definition\"\r\n\r\n{definition}\r\n--edge--\r\n");
    let call = editor.call(Method::POST, "/admin/ns/acme/quizzes/import");
    call.body("multipart/form-data; boundary=edge", body).await.is(303);
}

#[tokio::test]
async fn the_editors_script_gets_an_id_or_a_sentence() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let editor = app.member("ana@example.com", "acme", Role::Editor).await;
    let sent = form(&editor, &quiz, &[("editor", "yes")], Some(PNG)).await.is(200).json();
    assert_eq!(listed(&quiz).await[0]["id"], sent["id"]);
    let refused = form(&editor, &quiz, &[("editor", "yes")], Some(picture!("animated.webp"))).await.is(422);
    assert!(refused.json()["error"].as_str().expect("a sentence").contains("animated"));
    assert_eq!(refused.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_draft_whose_picture_is_gone_says_so_instead_of_being_published() {
    let app = App::start().await;
    let quiz = app.open_quiz().await;
    let editor = app.member("ana@example.com", "acme", Role::Editor).await;
    let draft = editor.get(&quiz.dashboard("edit/draft")).await.is(200).json();
    let edits = json!([{ "place": "logo", "set": { "id": NONE, "alt": "Tea" } }]);
    let call = editor.call(Method::POST, &quiz.dashboard("edit/draft"));
    let draft = call.json(json!({ "revision": draft["revision"], "edits": edits })).await.is(200).json();
    let revision = draft["revision"].as_str().expect("a revision");
    let fields = [("revision", revision), ("do", "publish")];
    let refused = editor.post(&quiz.dashboard("edit"), &fields).await.is(422).text();
    assert!(refused.contains("a picture is gone") && refused.contains("logo.id"), "{refused}");
    // Its preview shows the alternative text.
    let preview = editor.get(&quiz.dashboard("preview")).await.is(200).text();
    assert!(preview.contains("alt=\"Tea\"") && !preview.contains("width=\"24\""), "{preview}");
}
