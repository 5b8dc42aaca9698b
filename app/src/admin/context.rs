//! The input that all dashboard pages share.

use std::collections::BTreeMap;

use domain::{NamespaceId, QuizId, QuizStatus, Role};
use serde::Deserialize;

use super::Flash;

#[derive(Clone, Debug)]
pub struct AdminContext {
    pub nonce: String,
    /// Without a trailing slash.
    pub base_url: String,
    pub assets: AdminAssets,
    pub visitor: Option<Visitor>,
    pub flash: Option<Flash>,
    /// The path of the namespace or quiz page that led here.
    pub back: Option<String>,
}

/// Absolute paths with a content hash in the file name.
#[derive(Clone, Debug)]
pub struct AdminAssets {
    pub css: String,
    /// Live regions, copying, menus.
    pub script: Option<String>,
    /// Starts the quiz editor.
    pub start_editor: Option<String>,
    /// Applies updates that the server pushes.
    pub live: Option<String>,
    /// Converts drawings to PNG files.
    pub picture: Option<String>,
    /// Shrinks and uploads pictures chosen in the quiz editor.
    pub images: Option<String>,
    pub favicon: String,
}

#[derive(Clone, Debug)]
pub struct Visitor {
    pub name: String,
    pub email: String,
    pub is_everywhere: bool,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    pub field: String,
    pub message: String,
}

/// A form's values as typed, by field name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Typed(pub BTreeMap<String, String>);

impl Typed {
    /// Empty for a missing field.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

#[derive(Clone, Debug)]
pub struct NamespaceNav {
    pub id: NamespaceId,
    pub name: String,
    /// The visitor's role. Pages do not offer actions that it forbids.
    pub role: Role,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Area {
    Quizzes,
    Members,
    Keys,
    Webhooks,
    AuditLog,
    Settings,
}

#[derive(Clone, Debug)]
pub struct QuizNav {
    pub namespace: NamespaceNav,
    pub id: QuizId,
    pub name: String,
    pub status: QuizStatus,
    /// The number of open alerts; `None` for a quiz that has no alerts.
    pub alerts: Option<u64>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum QuizTab {
    Overview,
    Edit,
    Share,
    Answers,
    Alerts,
    Insights,
    Exports,
}

impl NamespaceNav {
    pub fn href(&self) -> String {
        Area::Quizzes.href(&self.id)
    }
}

impl QuizNav {
    pub(super) fn href(&self, tab: QuizTab) -> String {
        tab.href(&self.namespace.id, &self.id)
    }

    /// The base path of pages about the table of answers. It cannot be below the answers, where any segment may be a
    /// respondent's id.
    pub(super) fn table_href(&self) -> String {
        format!("{}/table", self.href(QuizTab::Overview))
    }

    pub(super) fn allows(&self, permission: domain::Permission) -> bool {
        self.namespace.role.allows(permission)
    }
}

impl Area {
    pub(super) const ALL: [Self; 6] =
        [Self::Quizzes, Self::Members, Self::Keys, Self::Webhooks, Self::AuditLog, Self::Settings];

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Quizzes => "Quizzes",
            Self::Members => "Members",
            Self::Keys => "API keys",
            Self::Webhooks => "Webhooks",
            Self::AuditLog => "Audit log",
            Self::Settings => "Settings",
        }
    }

    pub fn href(self, namespace: &NamespaceId) -> String {
        let segment = match self {
            Self::Quizzes => "",
            Self::Members => "/members",
            Self::Keys => "/keys",
            Self::Webhooks => "/webhooks",
            Self::AuditLog => "/audit",
            Self::Settings => "/settings",
        };
        format!("/admin/ns/{namespace}{segment}")
    }

    pub(super) fn permission(self) -> domain::Permission {
        match self {
            Self::Quizzes => domain::Permission::Read,
            Self::Members | Self::Keys | Self::Webhooks | Self::AuditLog | Self::Settings => domain::Permission::Manage,
        }
    }
}

impl QuizTab {
    pub(super) const ALL: [Self; 7] =
        [Self::Overview, Self::Edit, Self::Share, Self::Answers, Self::Alerts, Self::Insights, Self::Exports];

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Edit => "Edit",
            Self::Share => "Share",
            Self::Answers => "Answers",
            Self::Alerts => "Alerts",
            Self::Insights => "Insights",
            Self::Exports => "Exports",
        }
    }

    pub fn href(self, namespace: &NamespaceId, quiz: &QuizId) -> String {
        let segment = match self {
            Self::Overview => "",
            Self::Edit => "/edit",
            Self::Share => "/share",
            Self::Answers => "/answers",
            Self::Alerts => "/alerts",
            Self::Insights => "/insights",
            Self::Exports => "/exports",
        };
        format!("/admin/ns/{namespace}/quizzes/{quiz}{segment}")
    }

    pub(super) fn permission(self) -> domain::Permission {
        match self {
            Self::Overview | Self::Share | Self::Answers | Self::Alerts | Self::Insights => domain::Permission::Read,
            Self::Edit => domain::Permission::Edit,
            Self::Exports => domain::Permission::Export,
        }
    }
}
