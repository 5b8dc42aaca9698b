//! Attacks by authorized users: viewers, editors and owners in the dashboard, API keys, and readers of reports. Attacks
//! on whole routes are generated from the list of routes, so each route that waits for turns is covered.

use anyhow::Result;

use super::{
    attacks::{Attack, attack},
    connection::Request,
    noisy::{self, Noisy},
    routes::{self, Sort},
};

/// Just below the size limit of a form.
const MEGABYTE: usize = 1024 * 1024 - 4096;
/// The length of a form's query whose conditions name very many respondents.
const LONG_QUERY: usize = 20_000;

pub(super) fn all(noisy: &Noisy) -> Result<Vec<Attack<'_>>> {
    let mut all = on_routes(noisy)?;
    all.extend(on_queries(noisy));
    all.extend(on_streams(noisy));
    Ok(all)
}

fn on_routes(noisy: &Noisy) -> Result<Vec<Attack<'_>>> {
    let paths = |sort| -> Result<Vec<(&'static str, String)>> {
        routes::of_sort(sort).map(|route| Ok((route.method, route.path(noisy)?))).collect()
    };
    let [pages, forms] = [paths(Sort::Page)?, paths(Sort::Form)?];
    let [readings, writings] = [paths(Sort::Reading)?, paths(Sort::Writing)?];
    let fields: String = (0..).map(|number| format!("f{number}=&")).take(MEGABYTE / 10).collect();
    let items = format!("{{\"a\":[{}0]}}", "0,".repeat(MEGABYTE / 2 - 8));
    Ok(vec![
        attack("every page of the dashboard", 16, of_visitor(noisy, pages, Request::get), |_| noisy.dashboard("")),
        attack(
            "every form of the dashboard, each of a megabyte",
            8,
            of_visitor(noisy, forms, move |path| Request::form(path, fields.clone())),
            |_| noisy.dashboard(""),
        ),
        attack(
            "every reading operation of the API",
            16,
            move |number| {
                let (_, path) = &readings[number as usize % readings.len()];
                noisy.keyed(Request::get(path))
            },
            |_| noisy.keyed(Request::get(noisy::api(&noisy.small))),
        ),
        attack(
            "every writing operation of the API, each of a megabyte",
            8,
            move |number| {
                let (method, path) = &writings[number as usize % writings.len()];
                noisy.keyed(Request::post(path, items.clone()).by(method))
            },
            |number| noisy.keyed(Request::patch(noisy::api(&noisy.small), format!(r#"{{"name":"{number}"}}"#))),
        ),
    ])
}

fn of_visitor<'a>(
    noisy: &'a Noisy,
    paths: Vec<(&'static str, String)>,
    request: impl Fn(String) -> Request + Sync + 'a,
) -> impl Fn(u32) -> Request + Sync + 'a {
    move |number| request(paths[number as usize % paths.len()].1.clone()).with("cookie", &noisy.cookie)
}

fn on_queries(noisy: &Noisy) -> Vec<Attack<'_>> {
    let table = format!("/admin/ns/{}/quizzes/{}/table", noisy::NAMESPACE, noisy.small);
    let conditions: String = (0..LONG_QUERY).map(|number| format!("user%3D{number}%26")).collect();
    let report = format!("/report/{}", noisy.report);
    vec![
        attack(
            "forms with very many conditions",
            4,
            {
                let table = table.clone();
                move |_| Request::form(&table, format!("query={conditions}")).with("cookie", &noisy.cookie)
            },
            move |_| Request::form(&table, "query=").with("cookie", &noisy.cookie),
        ),
        attack("searches, 64 at once", 64, search(noisy, "x"), search(noisy, "")),
        attack(
            "tries to sign in from known browsers",
            32,
            |number| {
                let browser = &noisy.browsers[number as usize % noisy.browsers.len()];
                let fields = format!("email={}&password=wrong-{number}&code=&next=", noisy.email.replace('@', "%40"));
                Request::form("/admin/sign-in", fields).with("cookie", browser)
            },
            |_| Request::get("/admin/sign-in"),
        ),
        attack("edits of a wide draft", 4, |number| noisy.move_option(number), |number| noisy.rename(number)),
        attack("edits in the depth", 4, |number| noisy.deepen(number), |number| noisy.rename(number)),
        attack(
            "a report and its files",
            12,
            move |number| {
                let files = ["", "/table-0.svg", "/table-0.csv"];
                let request = Request::get(format!("{report}{}", files[number as usize % files.len()]));
                request.with("accept-encoding", "br")
            },
            |_| Request::get("/report/none"),
        ),
    ]
}

fn search<'a>(noisy: &'a Noisy, words: &'static str) -> impl Fn(u32) -> Request + Sync + 'a {
    move |_| Request::get(format!("/admin/search?q={words}")).with("cookie", &noisy.cookie)
}

fn on_streams(noisy: &Noisy) -> Vec<Attack<'_>> {
    let ordinary = |_| noisy.dashboard(&format!("/quizzes/{}", noisy.small));
    vec![
        attack(
            "long lists as CSV",
            32,
            |number| {
                let links = format!("/quizzes/{}/share/links.csv", noisy.invited);
                let list = noisy.dashboard(if number % 4 == 3 { "/audit/log.csv" } else { &links });
                if number.is_multiple_of(2) { list.with("accept-encoding", "br") } else { list }
            },
            ordinary,
        ),
        attack(
            "downloads of an export, compressed",
            16,
            |_| Request::get(&noisy.export).with("accept-encoding", "br"),
            ordinary,
        ),
    ]
}
