//! Prepares `serve --demo`: a namespace with an open and an in-app quiz and a team check, a key and a sign-in that last
//! as long as the run.

use domain::{AboutInput, Email, Language, NamespaceId, QuizId, QuizInput, QuizKind, Text, base62};

use serde_json::json;

use super::output::Printer;
use crate::{
    clock, random,
    service::{Caller, Service, ServiceError, WantedKey},
    store::{KeyScope, Page, QuizSummary},
    templates::TEAM_CHECK,
};

const LABEL: &str = "demo, created by serve --demo";

pub(super) struct Demo {
    pub(super) namespace: NamespaceId,
    /// Each with the word that its link is printed with.
    quizzes: Vec<(&'static str, QuizKind, QuizId)>,
    key: String,
    /// Signs in to the dashboard, as owner of the namespace.
    password: String,
}

/// Belongs to no real account: the domain is reserved for examples.
const EMAIL: &str = "demo@example.com";

impl Demo {
    pub(super) async fn prepare(service: &Service) -> Result<Self, ServiceError> {
        let namespace = NamespaceId::parse("demo").map_err(|error| ServiceError::Internal(error.to_string()))?;
        let operator = Caller::Operator;
        match service.create_namespace(&operator, namespace.clone(), "Demo".to_owned()).await {
            Ok(_) | Err(ServiceError::Conflict(_)) => {}
            Err(error) => return Err(error),
        }
        let team_check: QuizInput =
            serde_json::from_str(TEAM_CHECK).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let team_check = QuizInput { about: about(), ..team_check };
        let page = Page { after: None, limit: 20 };
        let mut known = service.list_quizzes(&operator, &namespace, page).await?.items;
        let mut quizzes = Vec::new();
        // The newest stands first on the home page.
        for (word, input) in [
            ("team", team_check),
            (
                "inapp",
                input(QuizKind::InApp, both("Money check-up, in your app", "Chequeo de tu dinero, en tu aplicación")),
            ),
            ("open", input(QuizKind::Open, both("Money check-up", "Chequeo de tu dinero"))),
        ] {
            let kind = if input.inapp { QuizKind::InApp } else { QuizKind::Open };
            // The team check is open, too, so its name tells it from the other. Those left of a kind are found by that.
            let is_it = |quiz: &QuizSummary| quiz.kind == kind && (word != "team" || quiz.settings.name == input.name);
            let id = match known.iter().position(is_it) {
                Some(at) => known.remove(at).id,
                None => service.create_quiz(&operator, namespace.clone(), input).await?.id.clone(),
            };
            quizzes.insert(0, (word, kind, id));
        }
        let key = renew_key(service, &namespace).await?;
        let email = Email::parse(EMAIL).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let password = base62(random::bits(), 16);
        service.renew_member(&operator, &namespace, email, &password).await?;
        Ok(Self { namespace, quizzes, key, password })
    }

    pub(super) fn print(&self, base_url: &str, printer: Printer) -> anyhow::Result<()> {
        if printer.is_json {
            let Self { namespace, quizzes, key, password } = self;
            let quizzes: Vec<&str> = quizzes.iter().map(|(_, _, id)| id.as_str()).collect();
            let sign_in = json!({ "email": EMAIL, "password": password });
            return printer
                .print("", json!({ "namespace": namespace, "quizzes": quizzes, "key": key, "signIn": sign_in }));
        }
        println!("The demo, in the namespace {}:", self.namespace);
        for (word, kind, id) in &self.quizzes {
            let namespace = &self.namespace;
            let link = match kind {
                QuizKind::Open => format!("{base_url}/aq/{namespace}/{id}"),
                QuizKind::InApp => {
                    format!("{base_url}/app/{namespace}/{id}?sessionId=visitor-{:016x}", random::bits() >> 64)
                }
                QuizKind::Invited => continue,
            };
            println!("  {word:7} {link}");
        }
        println!("  API     {base_url}/docs");
        println!("  sign in {base_url}/admin as {EMAIL} with {} (until the next start)", self.password);
        println!("  API key {} (until the next start)", self.key);
        Ok(())
    }
}

fn input(kind: QuizKind, name: Text) -> QuizInput {
    QuizInput {
        description: Some(both(
            "See where you stand with your everyday money, and what to do next.",
            "Mira cómo estás con tu dinero en el día a día y qué hacer ahora.",
        )),
        about: about(),
        ..QuizInput::new(name, kind, Language::EN)
    }
}

fn about() -> AboutInput {
    AboutInput {
        run_by: Some(both("the person who started this demo", "la persona que inició esta demostración")),
        seen_by: Some(both("anyone who signs in to its dashboard", "quienes entran a su panel")),
        kept: Some(both("as long as the demo’s data", "mientras existan los datos de la demostración")),
        ..AboutInput::default()
    }
}

fn both(english: &str, spanish: &str) -> Text {
    Text::ByLanguage([(Language::EN, english.to_owned()), (Language::ES, spanish.to_owned())].into())
}

/// A fresh key, since the old one's text is kept nowhere; the old ones end.
async fn renew_key(service: &Service, namespace: &NamespaceId) -> Result<String, ServiceError> {
    let operator = Caller::Operator;
    let old = service.list_keys(&operator).await?;
    for key in old.iter().filter(|key| key.label == LABEL && key.revoked_at.is_none()) {
        service.revoke_key(&operator, &key.id).await?;
    }
    let expires_at = domain::Timestamp::from_nanoseconds(clock::now().nanoseconds() + 30 * 86_400 * 1_000_000_000);
    let wanted = WantedKey {
        namespace: Some(namespace.clone()),
        label: LABEL.to_owned(),
        scopes: KeyScope::Admin.into(),
        expires_at: Some(expires_at),
    };
    Ok(service.issue_key(&operator, wanted).await?.text)
}
