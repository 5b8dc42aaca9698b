//! Creating quizzes, from a definition or from another quiz.

use std::sync::Arc;

use domain::{
    Definition, Invalid, Language, Measure, NamespaceId, NewQuiz, Permission, Quiz, QuizId, QuizInput, QuizKind,
    QuizStatus, Quota, Retention, SessionSecret, Settings,
};

use super::{
    Caller, Idempotency, Idempotent, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    quotas::require_room,
    rights::{Permitted, Right},
    signed_sessions,
};
use crate::{
    clock,
    low_priority::offload,
    random,
    store::{AuditAction, SecretOf, Transaction, WorkScope},
    zone,
};

/// Maximum length of a name in characters.
const NAME: usize = 200;

impl Service {
    pub async fn create_quiz(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
    ) -> Result<Quiz, ServiceError> {
        self.create_quiz_as(caller, namespace, input, QuizStatus::Open, None).await?.made()
    }

    /// Like [`create_quiz`](Self::create_quiz), for an idempotent request.
    pub async fn create_quiz_once(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
        once: Option<Idempotency<Quiz>>,
    ) -> Result<Idempotent<Quiz>, ServiceError> {
        self.create_quiz_as(caller, namespace, input, QuizStatus::Open, once).await
    }

    /// Creates a quiz that cannot be answered before it is opened. Its questions may be missing.
    pub async fn create_unopened_quiz(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
    ) -> Result<Quiz, ServiceError> {
        self.create_quiz_as(caller, namespace, input, QuizStatus::Draft, None).await?.made()
    }

    /// Creates another quiz with the same questions and settings, not opened and without dates.
    pub async fn duplicate_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<Quiz, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let (quota, vault) = (self.quota, Arc::clone(&self.vault));
        let quiz = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let original = target.quiz(tx).await?;
                let settings = Settings {
                    name: original.settings.name.map(|name| copy_name(name, original.definition.language)),
                    opens_at: None,
                    closes_at: None,
                    status: QuizStatus::Draft,
                    ..original.settings
                };
                let copy = new_quiz(original.namespace_id, original.kind, settings, original.definition);
                tx.add_quiz(&copy).await?;
                let shown = copy.definition.images();
                for image in tx.images(&original.id).await? {
                    if shown.contains(&image.id) {
                        tx.copy_image(&original.id, &copy.id, &image).await?;
                    }
                }
                for text in tx.mail_texts(&original.id).await? {
                    tx.put_mail_text(&copy.id, &text).await?;
                }
                note_quiz(tx, &caller, quota, &copy).await?;
                if original.session_secret.is_some() {
                    // A new secret that is never shown: the copy accepts no session until an owner creates another one.
                    let of = SecretOf::Quiz(copy.id.clone());
                    let sealed = vault.seal(tx, &of, signed_sessions::new_secret().as_bytes()).await?;
                    tx.set_session_secret(&copy.id, Some(&SessionSecret::new(sealed))).await?;
                }
                Ok(copy)
            })
        });
        quiz.await
    }

    async fn create_quiz_as(
        &self,
        caller: &Caller,
        namespace: NamespaceId,
        input: QuizInput,
        status: QuizStatus,
        once: Option<Idempotency<Quiz>>,
    ) -> Result<Idempotent<Quiz>, ServiceError> {
        caller.require(Permission::Edit, &namespace)?;
        self.require_namespace(&namespace).await?;
        let check = move || -> Result<NewQuiz, Invalid> {
            let mut new = input.check_as(status, random::option_id)?;
            // The quiz does not exist yet and has no pictures.
            new.definition.settle_images(|_| None)?;
            Ok(new)
        };
        let mut new = offload(true, check).await?;
        new.settings.time_zone = zone::known(&new.settings.time_zone)?;
        let quiz = new_quiz(namespace, new.kind, new.settings, Arc::new(new.definition));
        let right = Right::Namespace(Permission::Edit, quiz.namespace_id.clone());
        let scope = WorkScope::Namespace(quiz.namespace_id.clone());
        let quota = self.quota;
        self.transact_once(caller, right, scope, once, move |tx, caller| {
            Box::pin(async move {
                tx.add_quiz(&quiz).await?;
                note_quiz(tx, &caller, quota, &quiz).await?;
                Ok(quiz)
            })
        })
        .await
    }
}

/// The name of a copy in the quiz's language, as respondents read it. Languages in which pages are not offered get a
/// language-neutral mark.
fn copy_name(name: &str, language: Language) -> String {
    let [before, after] = match language.as_str().split('-').next().unwrap_or_default() {
        "en" => ["Copy of ", ""],
        "de" => ["Kopie von ", ""],
        "es" => ["Copia de ", ""],
        "fr" => ["Copie de ", ""],
        "pt" => ["Cópia de ", ""],
        "ar" => ["نسخة من ", ""],
        _ => ["", " (2)"],
    };
    let kept = name.chars().take(NAME - before.chars().count() - after.chars().count());
    before.chars().chain(kept).chain(after.chars()).collect()
}

fn new_quiz(namespace_id: NamespaceId, kind: QuizKind, settings: Settings, definition: Arc<Definition>) -> Quiz {
    let (id, now) = (QuizId::from_random(random::bits()), clock::now());
    let retention = Retention::default();
    Quiz {
        id,
        namespace_id,
        kind,
        settings,
        version: 1,
        definition,
        retention,
        session_secret: None,
        created_at: now,
        updated_at: now,
    }
}

/// Records a new quiz. Fails if its namespace has no room for it.
async fn note_quiz(
    tx: &mut Transaction<'_>,
    caller: &Permitted,
    quota: Quota,
    quiz: &Quiz,
) -> Result<(), ServiceError> {
    require_room(tx, caller, quota, &quiz.namespace_id, &Measure::ALL).await?;
    let draft = AuditDraft::of_namespace(AuditAction::CreateQuiz, &quiz.namespace_id);
    record_audit(tx, caller, AuditDraft { quiz: Some(&quiz.id), ..draft.with(quiz.name().to_owned()) }).await
}
