//! A service in this process, with its own database.

use std::{path::Path, sync::Arc, time::Duration};

use axum::{Router, http::Method};
use domain::{NamespaceId, Timestamp};
use serde_json::{Value, json};
use server::{
    SecretKey,
    export::Watch,
    http::{Http, router},
    jobs::{ExportFiles, Runner},
    service::{Caller, Service, WantedKey},
    store::{KeyScope, KeyScopes},
};
use tempfile::TempDir;

use super::{
    Call, QuizAt,
    database::{Database, OtherProcess},
};

pub(crate) const NAMESPACE: &str = "acme";

pub(crate) struct App {
    pub(crate) service: Arc<Service>,
    pub(crate) router: Router,
    /// A key for the namespace `acme` with the scope `admin`.
    pub(crate) key: String,
    pub(crate) database: Database,
    folder: Arc<TempDir>,
}

impl App {
    pub(crate) async fn start() -> Self {
        Self::start_with(|http| http).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(Http) -> Http) -> Self {
        Self::start_as(|service| service, change).await
    }

    pub(crate) async fn start_as(prepare: impl FnOnce(Service) -> Service, change: impl FnOnce(Http) -> Http) -> Self {
        let folder = folder();
        let database = Database::empty(folder.path()).await;
        Self::server(database, folder, prepare, change).await.furnished().await
    }

    /// With a worker that reports its steps to `watch`.
    pub(crate) async fn start_watched(watch: Watch) -> Self {
        let folder = folder();
        let database = Database::empty(folder.path()).await;
        let watched = |runner: Runner| runner.watched(watch);
        Self::server_with(database, folder, |service| service, |http| http, watched).await.furnished().await
    }

    /// On a PostgreSQL database, whatever the other tests use.
    pub(crate) async fn start_on_postgres() -> Self {
        Self::server(Database::postgres().await, folder(), |service| service, |http| http).await.furnished().await
    }

    /// The same with a modified service.
    pub(crate) async fn start_on_postgres_as(prepare: impl FnOnce(Service) -> Service) -> Self {
        Self::server(Database::postgres().await, folder(), prepare, |http| http).await.furnished().await
    }

    /// Two servers that start simultaneously on an empty database.
    pub(crate) async fn two_at_once() -> (Self, Self) {
        let database = Database::postgres().await;
        let start = || Self::server(database.clone(), folder(), |service| service, |http| http);
        let (one, two) = tokio::join!(start(), start());
        (one.furnished().await, two)
    }

    /// Another server on the same database, with its own folder.
    pub(crate) async fn beside(&self) -> Self {
        self.beside_with(folder(), |service| service).await
    }

    /// The same with a modified service.
    pub(crate) async fn beside_as(&self, prepare: impl FnOnce(Service) -> Service) -> Self {
        self.beside_with(folder(), prepare).await
    }

    /// The same with this server's folder.
    pub(crate) async fn beside_in_its_folder(&self) -> Self {
        self.beside_with(Arc::clone(&self.folder), |service| service).await
    }

    async fn beside_with(&self, folder: Arc<TempDir>, prepare: impl FnOnce(Service) -> Service) -> Self {
        let server = Self::server(self.database.clone(), folder, prepare, |http| http).await;
        Self { key: self.key.clone(), ..server }
    }

    async fn server(
        database: Database,
        folder: Arc<TempDir>,
        prepare: impl FnOnce(Service) -> Service,
        change: impl FnOnce(Http) -> Http,
    ) -> Self {
        Self::server_with(database, folder, prepare, change, |runner| runner).await
    }

    async fn server_with(
        database: Database,
        folder: Arc<TempDir>,
        prepare: impl FnOnce(Service) -> Service,
        change: impl FnOnce(Http) -> Http,
        runner: impl FnOnce(Runner) -> Runner,
    ) -> Self {
        let service =
            Service::start(database.open().await, &SecretKey::new([7; 32])).await.expect("the service starts");
        let service = Arc::new(prepare(service));
        let exports = ExportFiles::in_data_dir(folder.path());
        tokio::spawn(runner(service.runner(exports.clone(), Duration::from_mins(1))).run());
        let http = change(Http::new(Arc::clone(&service), "https://quiz.example", exports));
        Self { service, router: router(http), key: String::new(), database, folder }
    }

    /// The contents of the exported files, including unfinished ones.
    pub(crate) fn exported_files(&self) -> Vec<Vec<u8>> {
        let Ok(entries) = std::fs::read_dir(self.folder.path().join("exports")) else { return Vec::new() };
        // A file may be removed meanwhile.
        entries.filter_map(|entry| std::fs::read(entry.expect("an entry").path()).ok()).collect()
    }

    async fn furnished(mut self) -> Self {
        self.namespace(NAMESPACE).await;
        self.key = self.key_for(Some(NAMESPACE), KeyScope::Admin).await;
        self
    }

    pub(crate) async fn namespace(&self, id: &str) {
        let id = NamespaceId::parse(id).expect("a namespace id");
        self.service.create_namespace(&Caller::Operator, id, "A namespace".to_owned()).await.expect("it is new");
    }

    pub(crate) async fn key_for(&self, namespace: Option<&str>, scopes: impl Into<KeyScopes>) -> String {
        self.key_until(namespace, scopes, None).await
    }

    pub(crate) async fn key_until(
        &self,
        namespace: Option<&str>,
        scopes: impl Into<KeyScopes>,
        expires_at: Option<Timestamp>,
    ) -> String {
        let namespace = namespace.map(|id| NamespaceId::parse(id).expect("a namespace id"));
        let wanted = WantedKey { namespace, label: "test".to_owned(), scopes: scopes.into(), expires_at };
        self.service.issue_key(&Caller::Operator, wanted).await.expect("a key is issued").text
    }

    pub(crate) async fn quiz(&self, body: Value) -> QuizAt<'_> {
        self.quiz_in(NAMESPACE, &self.key, body).await
    }

    pub(crate) async fn quiz_in(&self, namespace: &str, key: &str, body: Value) -> QuizAt<'_> {
        let quizzes = format!("/api/v1/namespaces/{namespace}/quizzes");
        let record = self.post(&quizzes).key(key).json(body).await.is(201).json();
        let id = record["id"].as_str().expect("an id").to_owned();
        QuizAt { app: self, url: format!("{quizzes}/{id}"), namespace: namespace.to_owned(), id }
    }

    pub(crate) async fn open_quiz(&self) -> QuizAt<'_> {
        self.quiz(json!({ "name": "Open" })).await
    }

    pub(crate) async fn inapp_quiz(&self) -> QuizAt<'_> {
        self.quiz(json!({ "name": "In-app", "anonymous": false, "inapp": true })).await
    }

    pub(crate) async fn invited_quiz(&self) -> QuizAt<'_> {
        self.quiz(json!({ "name": "Invited", "anonymous": false })).await
    }

    /// Blocks the service's writes, as another process would, until the transaction of this connection ends.
    pub(crate) async fn hold_writes(&self) -> OtherProcess {
        let mut other = self.database.connect().await;
        other
            .run(match self.database {
                Database::Sqlite(_) => "BEGIN IMMEDIATE",
                Database::Postgres(_) => "BEGIN; LOCK TABLE work_turns, change_numbers IN ACCESS EXCLUSIVE MODE",
            })
            .await;
        other
    }

    /// Runs `first` and `second` so that both read before either writes, and then write in this order.
    pub(crate) async fn in_order<A, B>(
        &self,
        first: impl Future<Output = A>,
        second: impl Future<Output = B>,
    ) -> (A, B) {
        let mut other = self.hold_writes().await;
        let (first, second, ()) = tokio::join!(
            first,
            async {
                tokio::time::sleep(Duration::from_millis(800)).await;
                second.await
            },
            async {
                tokio::time::sleep(Duration::from_millis(2500)).await;
                other.run("ROLLBACK").await;
            }
        );
        (first, second)
    }

    pub(crate) async fn listed(&self, list: &str, key: &str, limit: usize) -> Vec<Value> {
        let (mut items, mut place) = (Vec::new(), String::new());
        let and = if list.contains('?') { '&' } else { '?' };
        loop {
            let page = self.get(&format!("{list}{and}limit={limit}{place}")).key(key).await.is(200).json();
            let more = page["items"].as_array().expect("items");
            assert!(more.len() <= limit, "{page}");
            items.extend_from_slice(more);
            let Some(cursor) = page["nextCursor"].as_str() else { return items };
            place = format!("&cursor={cursor}");
        }
    }

    pub(crate) fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    pub(crate) fn patch(&self, path: &str) -> Call {
        self.call(Method::PATCH, path)
    }

    pub(crate) fn delete(&self, path: &str) -> Call {
        self.call(Method::DELETE, path)
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call {
        Call::new(self.router.clone(), method, path)
    }
}

/// In memory if possible: these tests do not check crash safety, so they need not wait for a disk.
fn folder() -> Arc<TempDir> {
    let in_memory = Path::new("/dev/shm");
    let folder = if in_memory.is_dir() { TempDir::new_in(in_memory) } else { TempDir::new() };
    Arc::new(folder.expect("a temporary folder"))
}
