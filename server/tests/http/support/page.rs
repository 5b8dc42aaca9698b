//! A page as a browser without scripts uses it: its visible content and its form.

use super::{App, Reply};

pub(crate) struct Page<'a> {
    app: &'a App,
    pub(crate) url: String,
    pub(crate) reply: Reply,
}

impl<'a> Page<'a> {
    /// Opens a page and follows a redirect.
    pub(crate) async fn open(app: &'a App, url: &str) -> Self {
        let mut reply = app.get(url).await;
        if reply.status == 303 {
            reply = app.get(reply.header("location")).await;
        }
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8", "GET {url}");
        Self { app, url: url.to_owned(), reply }
    }

    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Self {
        assert_eq!(self.reply.status.as_u16(), status, "{}: {}", self.url, self.text());
        self
    }

    pub(crate) fn path(&self) -> &str {
        self.url.split('?').next().unwrap_or_default()
    }

    /// The last segment of the path, which identifies the respondent of an open quiz.
    pub(crate) fn user(&self) -> String {
        self.path().rsplit('/').next().unwrap_or_default().to_owned()
    }

    pub(crate) fn html(&self) -> String {
        self.reply.text()
    }

    #[track_caller]
    pub(crate) fn heading(&self) -> String {
        let shown = self.shown();
        let after = shown.split_once("<h1").and_then(|(_, rest)| rest.split_once('>')).expect("a heading").1;
        text_of(after.split_once("</h1>").expect("the end of the heading").0)
    }

    pub(crate) fn text(&self) -> String {
        text_of(&self.shown())
    }

    pub(crate) fn question(&self) -> Option<String> {
        self.hidden_field("question")
    }

    pub(crate) fn hidden_field(&self, name: &str) -> Option<String> {
        let shown = self.shown();
        let field = shown.split("<input").find(|tag| tag.contains("type=\"hidden\"") && has(tag, "name", name))?;
        attribute(field, "value")
    }

    pub(crate) fn options(&self) -> Vec<String> {
        let shown = self.shown();
        let radios = shown.split("<input").filter(|tag| tag.contains("type=\"radio\""));
        radios.filter_map(|tag| attribute(tag, "value")).collect()
    }

    pub(crate) fn chosen(&self) -> Option<String> {
        let shown = self.shown();
        let chosen = shown.split("<input").map(|rest| rest.split('>').next().unwrap_or_default());
        chosen
            .filter(|tag| tag.contains("type=\"radio\"") && tag.contains(" checked"))
            .find_map(|tag| attribute(tag, "value"))
    }

    /// Submits the visible form with these fields in addition to the hidden ones.
    pub(crate) async fn send(&self, fields: &[(&str, &str)]) -> Sent<'a> {
        let shown = self.shown();
        let form = shown.split_once("<form").expect("a form").1;
        assert!(has(form, "method", "post"), "a form that does not post");
        let action = attribute(form, "action").expect("an action");
        let hidden: Vec<(&str, String)> = ["question", "lang", "from", "go"]
            .into_iter()
            .filter_map(|name| Some((name, self.hidden_field(name)?)))
            .collect();
        let mut all: Vec<(&str, &str)> = hidden.iter().map(|(name, value)| (*name, value.as_str())).collect();
        all.extend_from_slice(fields);
        Sent { app: self.app, reply: self.app.post(&action).form(&all).await }
    }

    /// The form of the page: the question's form if there is one, otherwise the first form that posts.
    #[track_caller]
    pub(crate) fn form(&self) -> Form {
        let shown = self.shown();
        let forms: Vec<&str> =
            shown.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap_or_default()).collect();
        let asks = |form: &&&str| form.contains("name=\"question\"");
        let posts = |form: &&&str| has(form, "method", "post");
        let form = forms.iter().find(asks).or_else(|| forms.iter().find(posts)).expect("a form");
        Form { action: attribute(form, "action").expect("an action"), controls: controls(form) }
    }

    /// Chooses the option with this code and follows the redirect.
    pub(crate) async fn choose(&self, code: u32) -> Page<'a> {
        let index = usize::try_from(code).expect("a small number") - 1;
        let option = self.options()[index].clone();
        self.send(&[("answer", &option)]).await.follow().await
    }

    /// The part that a browser shows: without the head, scripts and their data, and hidden questions.
    pub(crate) fn shown(&self) -> String {
        let html = self.html();
        let body = html.split_once("<body").expect("a body").1;
        let mut parts = body.split("<script");
        let first = parts.next().unwrap_or_default().to_owned();
        let body =
            parts.fold(first, |body, script| body + script.split_once("</script>").expect("the end of the script").1);
        let mut shown = String::new();
        for (index, part) in body.split("<section data-question=").enumerate() {
            let (tag, rest) = part.split_once('>').unwrap_or((part, ""));
            let (question, after) = rest.split_once("</section>").unwrap_or((rest, ""));
            if index == 0 {
                shown.push_str(part);
                continue;
            }
            if !tag.contains(" hidden class=") {
                shown.push_str(question);
            }
            shown.push_str(after);
        }
        shown
    }
}

pub(crate) struct Form {
    action: String,
    pub(crate) controls: Vec<Control>,
}

/// A field or button of a form; a list has one for each option.
pub(crate) struct Control {
    pub(crate) name: String,
    /// The type of an input or button, `option` or `textarea`.
    pub(crate) kind: String,
    pub(crate) value: String,
}

impl Form {
    /// Submits these fields in addition to the hidden ones.
    pub(crate) async fn send<'a>(&self, app: &'a App, fields: &[(&str, &str)]) -> Sent<'a> {
        let hidden = self.controls.iter().filter(|control| control.kind == "hidden");
        let mut all: Vec<(&str, &str)> =
            hidden.map(|control| (control.name.as_str(), control.value.as_str())).collect();
        all.extend_from_slice(fields);
        Sent { app, reply: app.post(&self.action).form(&all).await }
    }
}

fn controls(form: &str) -> Vec<Control> {
    let mut list = String::new();
    let mut found = Vec::new();
    for tag in form.split('<') {
        let element = tag.split([' ', '>']).next().unwrap_or_default();
        let of = |name: &str| attribute(tag, name).unwrap_or_default();
        if tag.split('>').next().is_some_and(|tag| tag.split(' ').any(|word| word == "disabled")) {
            continue;
        }
        let (name, kind) = match element {
            "input" => (of("name"), of("type")),
            "button" => (of("name"), "submit".to_owned()),
            "textarea" => (of("name"), element.to_owned()),
            "option" => (list.clone(), element.to_owned()),
            "select" => {
                list = of("name");
                continue;
            }
            _ => continue,
        };
        found.push(Control { name, kind, value: of("value") });
    }
    found
}

pub(crate) struct Sent<'a> {
    app: &'a App,
    pub(crate) reply: Reply,
}

impl<'a> Sent<'a> {
    /// Follows the redirect of a successful form.
    #[track_caller]
    pub(crate) fn follow(self) -> impl Future<Output = Page<'a>> {
        assert_eq!(self.reply.status, 303, "{}", self.reply.text());
        let url = self.reply.header("location").to_owned();
        async move { Page::open(self.app, &url).await }
    }

    /// The page returned instead of a redirect.
    pub(crate) fn stays(self) -> Page<'a> {
        Page { app: self.app, url: String::new(), reply: self.reply }
    }
}

fn has(tag: &str, name: &str, value: &str) -> bool {
    attribute(tag, name).as_deref() == Some(value)
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let tag = tag.split('>').next()?;
    let value = tag.split_once(&format!(" {name}=\""))?.1;
    Some(unescape(value.split_once('"')?.0))
}

fn text_of(html: &str) -> String {
    let texts = html.split('<').enumerate().map(|(index, part)| match part.split_once('>') {
        Some((_, text)) if index > 0 => text,
        _ => part,
    });
    unescape(&texts.collect::<String>())
}

fn unescape(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}
