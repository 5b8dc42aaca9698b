//! `serve`

use std::{
    net::{SocketAddr, ToSocketAddrs},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use clap::{Args, builder::BoolishValueParser};
use domain::Edition;
use sd_notify::NotifyState;
use serde_json::json;
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};

use super::{
    backup::DailyBackups, demo::Demo, domain::DomainOptions, duration, mail_options::MailOptions, mail_task::MailTask,
    open_files, output::Printer, quota::DefaultQuota, service_manager, webhook_rules::WebhookRules,
};
use crate::{
    config::Installation,
    http::{self, Http, KeyLimits, Limits, Metrics, RateLimit},
    jobs::{ExportFiles, open_bucket},
    service::{BeginLimit, Mailing, Service, ServiceError},
};

#[derive(Args, Debug)]
pub(super) struct Serve {
    /// Address to listen on
    #[arg(long, env = "QA_ADDR", default_value = "127.0.0.1:3000", value_parser = address)]
    addr: SocketAddr,

    /// Public URL of this server, for links in invitations and results; without it, https:// and the --domain, or http:// and
    /// the address
    #[arg(long, env = "QA_BASE_URL", value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,

    /// Create a namespace `demo` with quizzes to try, and print their links and an API key
    #[arg(long, env = "QA_DEMO", value_parser = BoolishValueParser::new())]
    demo: bool,

    /// Requests a second from one address: `off`, or a number such as 50 or 50/s
    #[arg(long, env = "QA_RATE_LIMIT", default_value = "off", value_name = "off|N/s", value_parser = rate)]
    rate_limit: Rate,

    /// Requests a second with one API key, and after a comma how many at once: `off`, or numbers such as 50/s or 50/s,500
    #[arg(long, env = "QA_KEY_RATE_LIMIT", default_value = "50/s,500", value_name = "off|N/s[,N]", value_parser = key_rate)]
    key_rate_limit: KeyRate,

    /// Records an hour that one address may begin without a key, all at once if need be: `off`, or a number such as 6000
    /// or 6000/h. Requests from this machine itself do not count
    #[arg(long, env = "QA_BEGIN_LIMIT", default_value = "6000/h", value_name = "off|N/h", value_parser = hourly_rate)]
    begin_limit: Rate,

    /// Number of proxies in front of this server that set X-Forwarded-For; for the rate limit
    #[arg(long, env = "QA_TRUSTED_PROXIES", default_value_t = 0, value_name = "N")]
    trusted_proxies: usize,

    /// Address that serves /metrics for Prometheus; without it, there are none
    #[arg(long, env = "QA_METRICS_ADDR", value_name = "ADDR", value_parser = address)]
    metrics_addr: Option<SocketAddr>,

    /// Time to keep exported files, such as 7d or 12h
    #[arg(long, env = "QA_KEEP_EXPORTS", default_value = "7d", value_name = "TIME", value_parser = duration::parse)]
    keep_exports: Duration,

    /// Bucket for exported files, with credentials from `AWS_…` variables; without it, the data directory
    #[arg(long, env = "QA_EXPORT_STORE", value_name = "s3://BUCKET/PREFIX", hide = !cfg!(feature = "s3"))]
    export_store: Option<String>,

    /// Connections at once; more are refused with 503
    #[arg(long, env = "QA_MAX_CONNECTIONS", default_value_t = Limits::default().connections, value_name = "N")]
    max_connections: usize,

    /// Connections at once from one address, or one /64 of IPv6; 0 for no limit. Without it 256, at most half of
    /// --max-connections, and no limit behind --trusted-proxies, where all connections come from the proxy
    #[arg(long, env = "QA_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    max_connections_per_address: Option<usize>,

    /// Time a client may take nothing of a response before its connection is closed, such as 30s
    #[arg(long, env = "QA_WRITE_TIMEOUT", default_value = "30s", value_name = "TIME", value_parser = duration::parse)]
    write_timeout: Duration,

    #[command(flatten)]
    webhooks: WebhookRules,

    /// Time to keep events and what was sent of them, such as 30d
    #[arg(long, env = "QA_WEBHOOK_KEEP", default_value = "30d", value_name = "TIME", value_parser = duration::parse)]
    webhook_keep: Duration,

    #[command(flatten)]
    mail: MailOptions,

    #[command(flatten)]
    domain: DomainOptions,

    #[command(flatten)]
    quota: DefaultQuota,

    #[command(flatten)]
    backups: DailyBackups,
}

#[derive(Clone, Copy, Debug)]
struct Rate(Option<NonZeroU32>);

/// Requests a second, and requests at once.
#[derive(Clone, Copy, Debug)]
struct KeyRate(Option<(NonZeroU32, NonZeroU32)>);

impl Serve {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        // The end of the terminal that it was started in is not the server's end.
        let _hang_ups = signal(SignalKind::hangup())?;
        let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let limits = self.limits();
        let before_upgrade = self.backups.form.before_upgrade(installation)?;
        let backups = self.backups.plan(installation)?;
        let post = self.mail.post(|| self.webhooks.clone().client())?;
        open_files::raise(limits.connections);
        let lock = installation.lock_to_serve()?;
        let reserve = installation.reserve()?;
        installation.upgrade(before_upgrade.as_ref()).await?;
        let service = installation.open_or_create().await?;
        let public_url = self.base_url.or_else(|| self.domain.base_url());
        installation.keep_reserve(reserve);
        let service = service
            .with_begin_limit(self.begin_limit.0.map(BeginLimit::new))
            .with_quota(self.quota.into())
            .sending_by(self.webhooks.client())
            .mailing(post.map(|post| Mailing { post: Arc::new(post), base_url: public_url.clone() }));
        if service.sends_mail() && public_url.is_none() {
            tracing::warn!("messages have no links, and links are not sent, until --base-url or --domain is given");
        }
        if let Err(error) = service.renew_words(Edition::LATEST).await {
            // As on a full disk, where what is there can be read, in the words that it was made with.
            tracing::warn!("quizzes keep the words of an earlier release until the next start: {error}");
        }
        let clock = service.watch_clock().await?;
        let service = Arc::new(service);
        let listener = TcpListener::bind(self.addr)
            .await
            .with_context(|| format!("cannot listen on {}; is another server running there?", self.addr))?;
        let addr = listener.local_addr()?;
        let base_url = public_url.unwrap_or_else(|| format!("http://{addr}"));
        let domain = self.domain.open(installation.data_dir(), &base_url).await?;
        let demo = if self.demo { Some(Demo::prepare(&service).await?) } else { None };
        if let Some(demo) = &demo {
            demo.print(&base_url, printer)?;
        }
        let first_link = first_link(&service).await?;
        let metrics = self.metrics_addr.map(|_| Metrics::install()).transpose()?;
        let mut exports = ExportFiles::in_data_dir(installation.data_dir());
        if let Some(address) = &self.export_store {
            exports = exports.kept_in(open_bucket(address)?);
        }
        let heartbeat =
            lock.and_then(|lock| installation.heartbeat(lock)).map(|heartbeat| tokio::spawn(heartbeat.run()));
        let worker = tokio::spawn(service.runner(exports.clone(), self.keep_exports).run());
        let sender = tokio::spawn(service.webhook_sender(self.webhook_keep).known_as(&base_url).run());
        let mail = MailTask::start(&service, installation.is_file());
        let backups = backups.map(|backups| tokio::spawn(backups.run(clock)));
        let http = Http::new(Arc::clone(&service), &base_url, exports)
            .with_rate_limits(
                self.rate_limit.0.map(RateLimit::by_address),
                self.key_rate_limit.0.map(|(per_second, at_once)| KeyLimits::new(per_second, at_once)),
            )
            .behind(self.trusted_proxies)
            .showing(demo.map(|demo| demo.namespace));
        if let (Some(addr), Some(metrics)) = (self.metrics_addr, metrics) {
            let listener = TcpListener::bind(addr).await.with_context(|| format!("cannot listen on {addr}"))?;
            let router = metrics.router(Arc::clone(&service));
            tokio::spawn(http::serve(listener, router, Limits::default(), std::future::pending()));
        }
        let tidied = Arc::clone(&service);
        tokio::spawn(async move {
            if let Err(error) = tidied.tidy().await {
                tracing::warn!(%error, "cannot finish the deletion of a quiz; it is tried again at the next start");
            }
            tidied.fill_person_words().await;
        });
        let watch = Arc::clone(&service);
        tokio::spawn(async move {
            tokio::join!(watch.record_refusals_regularly(), watch.follow_changes(), watch.verify_audit_log_regularly())
        });
        let first_link = first_link.map(|link| format!("{base_url}/admin/link/{link}"));
        if let (Some(link), false) = (&first_link, printer.is_json) {
            println!("No administrator exists yet. Create the first one within three days:");
            println!("  {link}");
        }
        let own_url = format!("http://{addr}");
        let reached_as = if base_url == own_url { String::new() } else { format!(", reached as {base_url}") };
        let json = json!({ "url": own_url, "baseUrl": base_url, "firstAdministratorLink": first_link });
        printer.print(format_args!("Listening on {own_url}{reached_as}"), json)?;
        service_manager::tell(NotifyState::Ready);
        let (live, watched) = (http.clone(), Arc::clone(&service));
        let stop = async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                () = service_manager::beat(&watched) => {}
            }
            live.end_live();
            service_manager::tell(NotifyState::Stopping);
        };
        match domain {
            None => http::serve(listener, http::router(http), limits, stop).await,
            Some(domain) => Box::pin(domain.serve_beside(listener, http::router(http), limits, stop)).await,
        }
        for task in [backups, heartbeat].into_iter().flatten() {
            task.abort();
        }
        if let Err(error) = service.record_refusals().await {
            tracing::warn!(%error, "cannot record refusals");
        }
        mail.end().await;
        // Jobs under way are taken up again by the next start. Until the worker has gone, it holds on to the database.
        for task in [worker, sender] {
            task.abort();
            let _ = task.await;
        }
        tracing::info!("stopped");
        installation.require_in_place()
    }
}

/// Of the first administrator, if there is none yet.
async fn first_link(service: &Service) -> anyhow::Result<Option<String>> {
    match service.first_administrator_link().await {
        // As on a full disk, where what is there can be read.
        Err(ServiceError::Unavailable(cause)) => {
            tracing::warn!("no link is made for a first administrator, if there is none: {cause}");
            Ok(None)
        }
        made => Ok(made?),
    }
}

impl Serve {
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        let per_address = match (self.max_connections_per_address, self.trusted_proxies) {
            (Some(given), _) => given,
            (None, 0) => usual.per_address.min(self.max_connections.div_ceil(2)),
            (None, _) => 0,
        };
        Limits { connections: self.max_connections, per_address, write_time: self.write_timeout, ..usual }
    }
}

/// Of a name with several addresses, the one of IPv4, as names of this machine have.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let found: Vec<SocketAddr> = text.to_socket_addrs().map_err(|error| error.to_string())?.collect();
    let found = found.iter().find(|found| found.is_ipv4()).or(found.first());
    found.copied().ok_or_else(|| "this name has no address".to_owned())
}

/// Without a slash at its end.
pub(super) fn base_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    match host {
        Some(host) if host.contains('/') => {
            Err("give a URL without a path, such as https://quiz.example.com: all pages stand at the root of a host"
                .to_owned())
        }
        Some(host) if !host.is_empty() && !host.contains(['?', '#', ' ']) => Ok(url.to_owned()),
        _ => Err("give a URL such as https://quiz.example.com".to_owned()),
    }
}

fn rate(text: &str) -> Result<Rate, String> {
    rate_with("/s", text).ok_or_else(|| "give off, or a number such as 50 or 50/s".to_owned())
}

fn key_rate(text: &str) -> Result<KeyRate, String> {
    let (rate, at_once) = text.split_once(',').map_or((text, None), |(rate, at_once)| (rate, Some(at_once)));
    let read = || match (rate_with("/s", rate)?.0, at_once) {
        (None, None) => Some(KeyRate(None)),
        (Some(rate), None) => Some(KeyRate(Some((rate, rate)))),
        (Some(rate), Some(at_once)) => Some(KeyRate(Some((rate, at_once.parse().ok()?)))),
        (None, Some(_)) => None,
    };
    read().ok_or_else(|| "give off, or a number such as 50 or 50/s, or with bursts such as 50/s,500".to_owned())
}

fn hourly_rate(text: &str) -> Result<Rate, String> {
    rate_with("/h", text).ok_or_else(|| "give off, or a number such as 6000 or 6000/h".to_owned())
}

fn rate_with(unit: &str, text: &str) -> Option<Rate> {
    if text == "off" {
        return Some(Rate(None));
    }
    text.strip_suffix(unit).unwrap_or(text).parse().ok().map(|rate| Rate(Some(rate)))
}
