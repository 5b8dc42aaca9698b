//! An export, for administrators.

use serde::Serialize;
use utoipa::ToSchema;

use super::names;
use crate::{
    clock,
    service::{CANCELLED, Export, ExportState},
};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportBody {
    pub id: String,
    #[schema(value_type = names::ExportFormat)]
    pub format: &'static str,
    #[schema(value_type = names::ExportStatus)]
    pub state: &'static str,
    /// Records in the file; when it is done.
    pub rows: Option<u64>,
    /// 0 to 1; null when it failed.
    #[schema(minimum = 0, maximum = 1)]
    pub progress: Option<f64>,
    /// Why it failed.
    pub error: Option<String>,
    /// Of the file; when it is done.
    #[schema(value_type = Option<names::Sha256>)]
    pub sha256: Option<String>,
    /// `key` and the key's id, or who else asked for it.
    pub requested_by: String,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub finished_at: Option<String>,
    /// Where to fetch the file, for 15 minutes; when it is done.
    pub path: Option<String>,
}

/// Where an export stands, field by field.
#[derive(Default)]
pub(super) struct ExportFields {
    pub(super) status: Option<&'static str>,
    pub(super) path: Option<String>,
    pub(super) error: Option<String>,
    pub(super) rows: Option<u64>,
    pub(super) progress: Option<f64>,
    pub(super) sha256: Option<String>,
}

impl ExportBody {
    pub fn new(export: Export, base_url: &str) -> Self {
        let fields = ExportFields::new(&export.state, base_url);
        Self {
            id: export.id,
            format: export.format.as_str(),
            state: fields.status.unwrap_or_default(),
            rows: fields.rows,
            progress: fields.progress,
            error: fields.error,
            sha256: fields.sha256,
            requested_by: export.requested_by,
            created_at: clock::to_rfc3339(export.created_at),
            finished_at: export.finished_at.map(clock::to_rfc3339),
            path: fields.path,
        }
    }
}

impl ExportFields {
    pub(super) fn new(export: &ExportState, base_url: &str) -> Self {
        match export {
            ExportState::None => Self::default(),
            ExportState::Uploading { done, total } => {
                Self { status: Some("uploading"), progress: Some(share(*done, *total)), ..Self::default() }
            }
            ExportState::Failed { reason } => {
                Self { status: Some("failed"), error: Some(reason.clone()), ..Self::default() }
            }
            ExportState::Cancelled => {
                Self { status: Some("failed"), error: Some(CANCELLED.to_owned()), ..Self::default() }
            }
            ExportState::Done { outcome, link } => Self {
                status: Some("done"),
                path: Some(link.url(base_url)),
                error: None,
                rows: Some(outcome.rows),
                progress: Some(1.0),
                sha256: Some(outcome.sha256.clone()),
            },
        }
    }
}

/// 0 to 1, with two digits.
fn share(done: u64, total: u64) -> f64 {
    let percent = u32::try_from(done.min(total) * 100 / total.max(1)).unwrap_or(100);
    f64::from(percent) / 100.0
}
