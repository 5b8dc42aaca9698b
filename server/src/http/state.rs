//! The state shared by handlers.

use std::{net::IpAddr, ops::Deref, sync::Arc};

use super::{
    admin::{LivePages, ReportCache},
    api::v1::PublicCache,
    assets::SiteAssets,
    middleware::rate_limit::{KeyLimits, RateLimit},
    pages::DrawnCache,
    reply::shared_page::SharedPages,
};
use crate::{jobs::ExportFiles, service::Service};

/// Cloned several times for each request, so it is one pointer.
#[derive(Clone)]
pub struct Http(Arc<Shared>);

#[derive(Clone)]
pub struct Shared {
    pub(super) service: Arc<Service>,
    /// The public URL of this server, without a trailing slash.
    pub(super) base_url: Arc<str>,
    pub(super) assets: Arc<SiteAssets>,
    pub(super) public: Arc<PublicCache>,
    pub(super) drawn: Arc<DrawnCache>,
    pub(super) shared_pages: Arc<SharedPages>,
    pub(super) reports: Arc<ReportCache>,
    pub(super) exports: ExportFiles,
    pub(super) rate_limit: Option<Arc<RateLimit<IpAddr>>>,
    pub(super) key_limits: Option<Arc<KeyLimits>>,
    /// Number of proxies in front of this server that set `X-Forwarded-For`.
    pub(super) trusted_proxies: usize,
    pub(super) live: Arc<LivePages>,
    /// The quizzes of this namespace are listed on the home page: those of the demo.
    pub(super) shown_namespace: Option<domain::NamespaceId>,
}

impl Http {
    pub fn new(service: Arc<Service>, base_url: &str, exports: ExportFiles) -> Self {
        // Required for rendering pages. Fails only if another instance in this process has set it.
        let _ = any_spawner::Executor::init_tokio();
        Self(Arc::new(Shared {
            service,
            base_url: base_url.trim_end_matches('/').into(),
            assets: Arc::new(SiteAssets::load()),
            public: Arc::default(),
            drawn: Arc::default(),
            shared_pages: Arc::default(),
            reports: Arc::default(),
            exports,
            rate_limit: None,
            key_limits: None,
            trusted_proxies: 0,
            live: Arc::default(),
            shown_namespace: None,
        }))
    }

    pub fn with_rate_limits(mut self, by_address: Option<RateLimit<IpAddr>>, by_key: Option<KeyLimits>) -> Self {
        let shared = Arc::make_mut(&mut self.0);
        shared.rate_limit = by_address.map(Arc::new);
        shared.key_limits = by_key.map(Arc::new);
        self
    }

    pub fn behind(mut self, trusted_proxies: usize) -> Self {
        Arc::make_mut(&mut self.0).trusted_proxies = trusted_proxies;
        self
    }

    /// Lists the quizzes of this namespace on the home page.
    pub fn showing(mut self, namespace: Option<domain::NamespaceId>) -> Self {
        Arc::make_mut(&mut self.0).shown_namespace = namespace;
        self
    }

    /// Ends the live pages, which would otherwise continue as long as they are open.
    pub fn end_live(&self) {
        self.live.end();
    }
}

impl Deref for Http {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
