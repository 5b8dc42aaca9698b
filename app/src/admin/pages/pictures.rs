//! The pictures of a quiz and where each is shown, with forms to add and delete them.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Column, DataTable, Empty, Field, FormErrors, Problem, QuizNav, QuizTab, Section, Select, frame,
    render,
};

#[derive(Clone, Debug)]
pub struct PicturesPage {
    pub quiz: QuizNav,
    pub pictures: Vec<PictureLine>,
    /// The places that can show a picture: form value and label.
    pub places: Vec<(String, String)>,
    pub typed: (String, String),
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct PictureLine {
    pub id: String,
    pub src: String,
    pub about: String,
    /// The places in the draft that show it.
    pub places: Vec<String>,
    /// True if a version shows it, so it cannot be deleted.
    pub is_shown: bool,
}

const NOWHERE: (&str, &str) = ("", "Nowhere yet");
const NONE: (&str, &str) = ("", "The file above");

pub fn pictures(cx: AdminContext, page: PicturesPage) -> String {
    let frame = frame("Pictures", Section::Quiz(page.quiz.clone(), QuizTab::Edit));
    let PicturesPage { quiz, pictures, places, typed, problems } = page;
    render(cx, frame, move || {
        let (editor, here) = (quiz.href(QuizTab::Edit), format!("{}/pictures", quiz.href(QuizTab::Overview)));
        let list = if pictures.is_empty() {
            view! { <Empty title="No picture yet" text="Pictures stand on the start page, at a question or at its options." /> }
                .into_any()
        } else {
            view! { <PictureTable path=here.clone() pictures=pictures.clone() /> }.into_any()
        };
        let known = pictures
            .iter()
            .enumerate()
            .map(|(at, line)| (line.id.clone(), format!("Picture {}, {}", at + 1, line.about)));
        let known: Vec<_> = std::iter::once((NONE.0.to_owned(), NONE.1.to_owned())).chain(known).collect();
        let places: Vec<_> = std::iter::once((NOWHERE.0.to_owned(), NOWHERE.1.to_owned())).chain(places).collect();
        let has_some = known.len() > 1;
        let (place, alt) = typed;
        let is_wrong = problems.iter().any(|problem| problem.field == "image");
        view! {
            <h2 class="title">"Pictures"</h2>
            <p class="lead">
                "What you add here is shown once the draft is published. " <a href=editor>"Back to the editor"</a>
            </p>
            {list}
            <section aria-labelledby="add-title">
                <h2 id="add-title">"Add a picture"</h2>
                <FormErrors problems=problems.clone() />
                <form method="post" action=here enctype="multipart/form-data" class="card form measure">
                    <div class=if is_wrong { "field field-wrong" } else { "field" }>
                        <label for="image">"File"</label>
                        <p class="hint" id="image-hint">
                            "PNG, JPEG or WebP, up to 512 KiB and 4,096 pixels on each side. Its metadata, such as where it was taken, is left out."
                        </p>
                        <input
                            id="image"
                            name="image"
                            type="file"
                            accept="image/png,image/jpeg,image/webp"
                            aria-describedby="image-hint"
                            aria-invalid=is_wrong.then_some("true")
                        />
                    </div>
                    {has_some.then(|| view! { <Select name="known" label="Or one that is there" options=known chosen="" /> })}
                    <Select name="place" label="Shown at" options=places chosen=place />
                    <Field
                        name="alt"
                        label="What the picture shows"
                        value=alt
                        hint="For those who don’t see it. Leave it empty for a picture that only decorates."
                        problems=problems
                    />
                    <button type="submit" class="button">"Add picture"</button>
                </form>
            </section>
        }
    })
}

#[component]
fn PictureTable(path: String, pictures: Vec<PictureLine>) -> impl IntoView {
    let rows: Vec<_> = pictures
        .into_iter()
        .enumerate()
        .map(|(at, line)| {
            let places = match (line.places.is_empty(), line.is_shown) {
                (false, _) => line.places.join(", "),
                (true, true) => "An earlier version".to_owned(),
                (true, false) => "Nowhere".to_owned(),
            };
            let delete = (!line.is_shown && line.places.is_empty()).then(|| {
                let (action, name) = (format!("{path}/{}/delete", line.id), format!("Delete picture {}", at + 1));
                view! {
                    <form method="post" action=action>
                        <button type="submit" class="button-quiet" aria-label=name>"Delete"</button>
                    </form>
                }
            });
            view! {
                <tr>
                    <th scope="row">
                        <img src=line.src alt=format!("Picture {}", at + 1) loading="lazy" class="thumbnail" />
                    </th>
                    <td data-label="Form">{line.about}</td>
                    <td data-label="Shown at">{places}</td>
                    <td>{delete}</td>
                </tr>
            }
        })
        .collect();
    let mut columns = ["Picture", "Form", "Shown at"].map(Column::text).to_vec();
    columns.push(Column::Actions("Deleting"));
    view! { <DataTable label="Pictures" columns=columns>{rows}</DataTable> }
}
