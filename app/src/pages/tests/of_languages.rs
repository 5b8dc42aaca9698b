//! Pages in languages without built-in questions: right to left, and page texts around quiz texts in a language that
//! pages do not have.

use std::{
    fs,
    path::{Path, PathBuf},
};

use domain::Text;

use super::*;

fn tag(text: &str) -> Language {
    Language::parse(text).expect("a tag")
}

fn text(language: &str, text: &str) -> Text {
    Text::ByLanguage([(tag(language), text.to_owned())].into())
}

/// The question page of a quiz in one language, with one language-independent option.
fn page_in(language: &str) -> String {
    let labels = [text(language, "\u{2781}"), "C++".into()];
    let options = labels.into_iter().zip(built_in_options(Indicator::Fhn1));
    let options = options.map(|(label, id)| OwnOption::new(id.clone(), label)).collect();
    let current = QuestionId::parse("own").expect("an id");
    let asked = Question::choice(current.clone(), true, text(language, "\u{2780}"), options);
    let definition = Arc::new(Definition::of(Language::EN, vec![asked]));
    let mut cx = context(tag(language));
    cx.languages = vec![tag(language)];
    question(&cx, &QuestionPage { definition, current, ..question_page(false) })
}

fn heading(html: &str) -> String {
    tags(html, "h1").first().expect("a heading").to_string()
}

/// The attributes `lang` and `dir` of a tag.
fn language_of(tag: &str) -> Option<(String, String)> {
    let value = |name: &str| Some(tag.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.to_owned());
    Some((value("lang")?, value("dir")?))
}

#[test]
fn an_arabic_page_runs_from_right_to_left() {
    let html = page_in("ar");
    assert!(html.starts_with("<!DOCTYPE html><html lang=\"ar\" dir=\"rtl\">"), "{html}");
    assert!(html.contains("إرسال إجاباتي"), "{html}");
    assert_eq!(language_of(&heading(&html)), None, "it is in the language of the page: {html}");
    assert!(html.contains("<span lang=\"en\" dir=\"ltr\">C++"), "{html}");
}

#[test]
fn words_and_texts_each_say_their_language() {
    for (language, page, words, own) in [
        ("de-AT", "lang=\"de-AT\" dir=\"ltr\"", "Meine Antworten senden", None),
        ("pt", "lang=\"pt-BR\" dir=\"ltr\"", "Enviar minhas respostas", None),
        ("pt-PT", "lang=\"pt-BR\" dir=\"ltr\"", "Enviar minhas respostas", Some(("pt-PT", "ltr"))),
        ("zh", "lang=\"en\" dir=\"ltr\"", "Send my answers", Some(("zh", "ltr"))),
        ("he", "lang=\"en\" dir=\"ltr\"", "Send my answers", Some(("he", "rtl"))),
    ] {
        let html = page_in(language);
        assert!(html.starts_with(&format!("<!DOCTYPE html><html {page}>")), "{html}");
        assert!(html.contains(words), "{language}: {html}");
        assert_eq!(
            language_of(&heading(&html)),
            own.map(|(lang, dir)| (lang.to_owned(), dir.to_owned())),
            "{language}"
        );
        // The form submits the language of the texts.
        assert!(html.contains(&format!("name=\"lang\" value=\"{language}\"")), "{html}");
    }
}

#[test]
fn many_languages_are_folded_by_their_own_names() {
    let menu = |count: usize| {
        let cx = PageContext { languages: Language::OF_PAGES[..count].to_vec(), ..context(Language::EN) };
        Screen::Notice(Notice::NotFound).to_html(&cx)
    };
    assert!(!menu(3).contains("<details"), "{}", menu(3));
    let all = menu(6);
    assert!(all.contains("<details class=\"languages\"><summary>Language"), "{all}");
    for name in ["Deutsch", "Español", "Français", "Português (Brasil)", "العربية"] {
        assert!(all.contains(name), "{name}: {all}");
    }
}

#[test]
fn styles_follow_the_direction_of_lines() {
    const SIDES: [&str; 9] = [
        "left:",
        "right:",
        "margin-left",
        "margin-right",
        "padding-left",
        "padding-right",
        "border-left",
        "border-right",
        "float: left",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../style");
    let entries = fs::read_dir(folder).expect("the styles").map(|entry| entry.expect("a file").path());
    let files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    assert!(files.iter().any(|path| path.ends_with("question.css")), "{files:?}");
    for file in files {
        let css = fs::read_to_string(&file).expect("a style sheet");
        let file = file.display();
        for line in css.lines().map(str::trim) {
            assert!(!SIDES.iter().any(|side| line.starts_with(side)), "{file}: {line}");
            assert!(!(line.starts_with("text-align: left") || line.starts_with("text-align: right")), "{file}: {line}");
            let spaces = ["padding: ", "margin: "].iter().find_map(|name| line.strip_prefix(name));
            assert!(spaces.is_none_or(|sides| sides.split(' ').count() < 4), "{file}: {line}");
        }
    }
}
