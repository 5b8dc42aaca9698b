//! Roles of administrators, quotas of namespaces, and retention rules.

pub(crate) mod quota;
pub(crate) mod retention;
pub(crate) mod role;

pub use quota::{Measure, OwnQuota, Quota, Usage};
pub use retention::{Retention, RetentionPeriod};
pub use role::{Permission, Role};
