//! Search for people, quizzes and pages in all namespaces of the visitor, and the page of shortcuts.

use app::admin::{Area, FoundPage, FoundPersonLine, FoundQuiz, HelpPage, QuizTab, SearchPage, brief};
use domain::{Permission, UserId};
use serde::Deserialize;

use super::{
    Admin, AdminResult, Query, list_href,
    people::erase_href,
    person_ids::{PersonIds, called},
    quiz_href,
};
use crate::{
    SearchText, clock,
    service::{FoundQuizzes, QuizPath, QuizSearch, ServiceError},
    store::{FoundPerson, Namespace, Page, PersonKey},
};

/// Maximum number of quizzes, of people and of pages.
const MOST: usize = 50;
const PEOPLE: usize = 20;
const PAGES: usize = 10;
/// Maximum number of searched namespaces.
const NAMESPACES: u32 = 100;

/// The pages of a namespace, with the permission that each needs.
const OF_NAMESPACE: [(Area, &str, Permission); 6] = [
    (Area::Quizzes, "Quizzes", Permission::Read),
    (Area::Members, "Members and roles", Permission::Manage),
    (Area::Keys, "API keys", Permission::Manage),
    (Area::Webhooks, "Webhooks", Permission::Manage),
    (Area::AuditLog, "Audit log", Permission::Manage),
    (Area::Settings, "Settings, retention of answers", Permission::Manage),
];
const GENERAL: [(&str, &str); 3] = [
    ("/admin", "Namespaces"),
    ("/admin/account", "Account, password, two-factor authentication, time zone"),
    ("/admin/help", "Help, keys"),
];

#[derive(Deserialize)]
pub(super) struct SearchQuery {
    #[serde(default)]
    q: String,
}

pub(super) async fn show(admin: Admin, Query(SearchQuery { q }): Query<SearchQuery>) -> AdminResult {
    let search = q.trim().to_owned();
    let mut page = SearchPage {
        search: search.clone(),
        people: Vec::new(),
        has_more_people: false,
        found: Vec::new(),
        is_partial: false,
        pages: Vec::new(),
    };
    if !search.is_empty() {
        fill(&admin, &search, &mut page).await?;
    }
    Ok(admin.page(app::admin::search, page))
}

async fn fill(admin: &Admin, search: &str, page: &mut SearchPage) -> Result<(), ServiceError> {
    let Admin { http, signed_in, .. } = admin;
    let of_search = Page { after: None, limit: NAMESPACES + 1 };
    let namespaces = http.service.namespaces_of(&signed_in.rights, of_search).await?;
    page.is_partial = namespaces.len() > NAMESPACES as usize;
    let text = SearchText::new(search);
    let general = GENERAL.iter().filter(|(_, name)| text.is_in(name));
    page.pages.extend(general.map(|(href, name)| FoundPage {
        href: (*href).to_owned(),
        name: (*name).to_owned(),
        namespace: None,
    }));
    for namespace in namespaces.into_iter().take(NAMESPACES as usize) {
        // Its pages lead the visitor to set one up first.
        if http.service.lacks_second_factor(&namespace.id, signed_in).await? {
            continue;
        }
        add_quizzes(admin, search, &namespace, page).await?;
        add_people(admin, search, &namespace, page).await?;
        add_pages(admin, &text, &namespace, page);
    }
    Ok(())
}

async fn add_quizzes(
    admin: &Admin,
    name: &str,
    namespace: &Namespace,
    page: &mut SearchPage,
) -> Result<(), ServiceError> {
    let room = MOST - page.found.len();
    if room == 0 {
        page.is_partial = true;
        return Ok(());
    }
    let limit = u32::try_from(room).unwrap_or_default();
    let search = QuizSearch { name: name.to_owned(), status: None, after: None, limit };
    let FoundQuizzes { quizzes, next } = admin.service().search_quizzes(&admin.caller, &namespace.id, &search).await?;
    page.is_partial |= next.is_some();
    let now = clock::now();
    page.found.extend(quizzes.into_iter().map(|(quiz, counts)| FoundQuiz {
        href: QuizTab::Overview.href(&namespace.id, &quiz.id),
        name: quiz.name().to_owned(),
        namespace: namespace.name.clone(),
        status: quiz.status_at(now),
        completed: counts.completed,
    }));
    Ok(())
}

async fn add_people(
    admin: &Admin,
    search: &str,
    namespace: &Namespace,
    page: &mut SearchPage,
) -> Result<(), ServiceError> {
    let room = PEOPLE - page.people.len();
    if room == 0 {
        page.has_more_people = true;
        return Ok(());
    }
    let (people, is_more) = admin.service().find_people(&admin.caller, &namespace.id, search, room).await?;
    page.has_more_people |= is_more;
    let may_erase = admin.caller.require(Permission::Edit, &namespace.id).is_ok();
    page.people.extend(people.into_iter().map(|person| line(admin, namespace, person, may_erase)));
    Ok(())
}

fn line(admin: &Admin, namespace: &Namespace, person: FoundPerson, may_erase: bool) -> FoundPersonLine {
    let FoundPerson { quiz, quiz_name, user, record, invitation } = person;
    let path = QuizPath { namespace: namespace.id.clone(), quiz };
    let ids = PersonIds::of(admin, &path);
    let invited = invitation.as_ref();
    let name = ids.name(&user, invited);
    let about = invited.and_then(|invitation| invitation.email.clone());
    let about = about.or_else(|| record.as_ref().and_then(|record| record.custom_data.as_deref().map(brief)));
    let href = match &record {
        Some(_) => ids.href(&quiz_href(&path, QuizTab::Answers), &user),
        None => {
            // The id of an invited person is their link.
            let id = admin.caller.sees_ids(&namespace.id).then_some(user.as_str());
            let query = invited.and_then(called).or(id).map(|text| ("search", text));
            list_href(&quiz_href(&path, QuizTab::Share), &query.into_iter().collect::<Vec<_>>(), None)
        }
    };
    // Other ids are of one quiz alone.
    let key = match (invited.and_then(|invitation| invitation.email.clone()), &user) {
        (Some(address), _) => Some(PersonKey::Email(address)),
        (None, UserId::InApp(id)) => Some(PersonKey::Id(id.to_string())),
        _ => None,
    };
    FoundPersonLine {
        href,
        about: about.filter(|about| *about != name),
        name,
        quiz: quiz_name,
        namespace: namespace.name.clone(),
        is_submitted: record.map(|record| record.submission.is_some() || record.attempt > 1),
        erase: key.filter(|_| may_erase).map(|key| erase_href(&namespace.id, &key)),
    }
}

fn add_pages(admin: &Admin, text: &SearchText, namespace: &Namespace, page: &mut SearchPage) {
    let room = PAGES.saturating_sub(page.pages.len());
    let found = OF_NAMESPACE
        .iter()
        .filter(|(_, name, permission)| text.is_in(name) && admin.caller.require(*permission, &namespace.id).is_ok());
    page.pages.extend(found.take(room).map(|(area, name, _)| FoundPage {
        href: area.href(&namespace.id),
        name: (*name).to_owned(),
        namespace: Some(namespace.name.clone()),
    }));
}

pub(super) async fn help(admin: Admin) -> AdminResult {
    Ok(admin.page(app::admin::help, HelpPage))
}
