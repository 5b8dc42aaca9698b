//! Prepares `serve --demo`: a namespace with an open and an in-app quiz, a key and a sign-in that last as long as
//! the run.

use domain::{AboutInput, Email, Language, NamespaceId, QuizId, QuizInput, QuizKind, Text, base62};

use serde_json::json;

use super::output::Printer;
use crate::{
    clock, random,
    service::{Caller, Service, ServiceError, WantedKey},
    store::{KeyScope, Page},
};

const LABEL: &str = "demo, made by serve --demo";

pub(super) struct Demo {
    pub(super) namespace: NamespaceId,
    /// The newest first.
    quizzes: Vec<(QuizKind, QuizId)>,
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
        let page = Page { after: None, limit: 20 };
        let listed = service.list_quizzes(&operator, &namespace, page).await?;
        let mut quizzes: Vec<_> = listed.items.into_iter().map(|quiz| (quiz.kind, quiz.id)).collect();
        for (kind, name) in [
            (QuizKind::InApp, both("Money check-up, in your app", "Chequeo de tu dinero, en tu aplicación")),
            (QuizKind::Open, both("Money check-up", "Chequeo de tu dinero")),
        ] {
            if !quizzes.iter().any(|(known, _)| *known == kind) {
                let quiz = service.create_quiz(&operator, namespace.clone(), input(kind, name)).await?;
                quizzes.insert(0, (kind, quiz.id));
            }
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
            let quizzes: Vec<&str> = quizzes.iter().map(|(_, id)| id.as_str()).collect();
            let sign_in = json!({ "email": EMAIL, "password": password });
            return printer
                .print("", json!({ "namespace": namespace, "quizzes": quizzes, "key": key, "signIn": sign_in }));
        }
        println!("The demo, in the namespace {}:", self.namespace);
        for (kind, id) in &self.quizzes {
            let namespace = &self.namespace;
            let link = match kind {
                QuizKind::Open => format!("{base_url}/aq/{namespace}/{id}"),
                QuizKind::InApp => {
                    format!("{base_url}/app/{namespace}/{id}?sessionId=visitor-{:016x}", random::bits() >> 64)
                }
                QuizKind::Invited => continue,
            };
            println!("  {:7} {link}", kind.as_str());
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
        about: AboutInput {
            run_by: Some(both("the person who started this demo", "la persona que inició esta demostración")),
            seen_by: Some(both("anyone who signs in to its dashboard", "quienes entran a su panel")),
            kept: Some(both("as long as the demo’s data", "mientras existan los datos de la demostración")),
            ..AboutInput::default()
        },
        ..QuizInput::new(name, kind, Language::EN)
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
